#!/bin/sh
# check-docs.sh SOURCE_DIR BUILD_DIR: what the documents show is so.
#
#   <!-- file: PATH -->   the code block that follows is a part of that file, word for word
#   <!-- run -->          the block that follows is a transcript: each line that begins with `$ ` is a
#                         command (a `\` at its end continues it), run from the source folder with the
#                         build folder as `build`; the lines after it are what it prints, standard error
#                         included. `...` in a line stands for any text, `...` alone for any lines.
#   <!-- run: ptxas -->   the same, skipped where there is no ptxas
set -eu
source=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/tree"
for name in test examples docs bench carriers; do
  ln -s "$source/$name" "$tmp/tree/$name"
done
ln -s "$build" "$tmp/tree/build"
PATH=$PATH:$build/cuda/bin
[ -n "${CUDA_HOME:-}" ] && PATH=$PATH:$CUDA_HOME/bin
bad=0 checked=0

# Blocks to files: NNN.file (path on the first line), NNN.run, NNN.run-ptxas; the first line of each of
# the latter two is where it stands.
for doc in "$source"/*.md "$source"/docs/*.md "$source"/carriers/*.md; do
  awk -v dir="$tmp" -v doc="${doc#"$source"/}" -v base="$(echo "${doc#"$source"/}" | tr / -)" '
    /^<!-- file: .* -->$/ { want = "file"; path = $3; next }
    /^<!-- run -->$/ { want = "run"; next }
    /^<!-- run: ptxas -->$/ { want = "run-ptxas"; next }
    want && /^```/ && !inside {
      inside = 1; out = sprintf("%s/%s-%03d.%s", dir, base, ++n, want)
      print want == "file" ? path : doc ":" FNR > out
      next
    }
    inside && /^```$/ { inside = 0; want = ""; close(out); next }
    inside { print > out }
    !inside && want && NF { print doc ":" FNR ": a marker without a code block"; exit 1 }
  ' "$doc" || bad=1
done

for block in "$tmp"/*.file; do
  [ -e "$block" ] || continue
  path=$(head -1 "$block")
  checked=$((checked + 1))
  # Is the block a run of consecutive lines of the file?
  if ! sed 1d "$block" | awk -v path="$source/$path" '
      { want[++n] = $0 }
      END {
        while ((getline line < path) > 0) have[++m] = line
        for (i = 0; i + n <= m; ++i) {
          for (k = 1; k <= n && want[k] == have[i + k]; ++k);
          if (k > n) exit 0
        }
        exit 1
      }'; then
    echo "$(basename "$block" .file): the block is no part of $path"
    bad=1
  fi
done

# compare EXPECTED GOT: with `...` as said above.
compare() {
  awk -v got="$2" '
    function fits(line, pattern,   n, parts, i, at, rest) {
      if (index(pattern, "...") == 0) return line == pattern
      n = split(pattern, parts, /\.\.\./); rest = line
      for (i = 1; i <= n; ++i) {
        if (parts[i] == "") continue
        at = index(rest, parts[i])
        if (at == 0 || (i == 1 && at != 1)) return 0
        rest = substr(rest, at + length(parts[i]))
      }
      return parts[n] == "" || rest == ""
    }
    { want[++n] = $0 }
    END {
      while ((getline line < got) > 0) have[++m] = line
      j = 1
      for (i = 1; i <= n; ++i) {
        if (want[i] == "...") { skip = 1; continue }
        while (skip && j <= m && !fits(have[j], want[i])) ++j
        skip = 0
        if (j > m || !fits(have[j], want[i])) {
          print "  expected: " want[i]; print "  found:    " (j > m ? "(the end)" : have[j]); exit 1
        }
        ++j
      }
      if (!skip && j <= m) { print "  expected: (the end)"; print "  found:    " have[j]; exit 1 }
    }' "$1"
}

for block in "$tmp"/*.run "$tmp"/*.run-ptxas; do
  [ -e "$block" ] || continue
  where=$(head -1 "$block")
  case $block in
  *.run-ptxas)
    if ! command -v ptxas >/dev/null; then
      echo "$where: skipped, no ptxas"
      continue
    fi ;;
  esac
  rm -f "$tmp"/command.* "$tmp"/expected.*
  sed 1d "$block" | awk -v dir="$tmp" '
    more { print > cmd; more = /\\$/; next }
    /^\$ / {
      ++n; cmd = sprintf("%s/command.%03d", dir, n); out = sprintf("%s/expected.%03d", dir, n)
      printf "" > out
      print substr($0, 3) > cmd; more = /\\$/; next
    }
    n { print > out }'
  for cmd in "$tmp"/command.*; do
    [ -e "$cmd" ] || { echo "$where: a transcript without a command"; bad=1; continue; }
    checked=$((checked + 1))
    (cd "$tmp/tree" && sh "$cmd") >"$tmp/got" 2>&1 </dev/null || true
    if ! compare "$tmp/expected.${cmd##*.}" "$tmp/got" >"$tmp/difference"; then
      echo "$where: \$ $(head -1 "$cmd")"
      cat "$tmp/difference"
      bad=1
    fi
  done
done
[ "$checked" -gt 0 ] || { echo "nothing to check"; bad=1; }
echo "$checked blocks and commands checked"
exit $bad
