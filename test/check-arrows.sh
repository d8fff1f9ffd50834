#!/bin/sh
# check-arrows.sh SOURCE_DIR: fails on an #include that points against the arrows of CONTRIBUTING.md.
#
#   tools -> Compile -> Plugin -> Conversion -> Passes -> Dialect -> IR      Schedule: plain C, for all
#                  \-> Runtime (neither MLIR nor LLVM, and none of the others)
set -eu
cd "$1"

# What each folder may include, beside itself: folders of lib/ and headers of include-c/attn-c/. The
# plug-in ABI (attn-c/Plugin.h, Version.h) is what a pass is written against, so every part from Dialect
# up may use it.
rules='
lib/IR          Schedule mlir-c
lib/Schedule
lib/Dialect     IR Schedule mlir-c attn-c/Dialects.h attn-c/Plugin.h attn-c/Version.h
lib/Passes      Dialect IR Schedule mlir-c attn-c/Dialects.h attn-c/Plugin.h attn-c/Version.h
lib/Conversion  Passes Dialect IR Schedule Runtime mlir-c llvm-c attn-c/Dialects.h attn-c/Plugin.h attn-c/Version.h attn-c/Runtime.h
lib/Plugin      Conversion Passes Dialect IR Schedule mlir-c attn-c/Dialects.h attn-c/Passes.h attn-c/Plugin.h attn-c/Version.h
lib/Compile     Plugin Conversion Passes Dialect IR Schedule Runtime mlir-c llvm-c attn-c
lib/Runtime     attn-c/Runtime.h attn-c/Version.h
include-c       attn-c mlir-c
tools           Compile Plugin Conversion Passes Dialect IR Schedule Runtime mlir-c attn-c
examples        attn-c mlir-c mlir llvm
'

git ls-files -- lib include-c tools examples |
  grep -E '\.(c|h|def|h\.in|cpp)$' |
  xargs grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]' /dev/null |
  awk -v rules="$rules" '
    BEGIN {
      n = split(rules, lines, "\n")
      for (i = 1; i <= n; ++i) {
        m = split(lines[i], words, " ")
        for (k = 2; k <= m; ++k) may[words[1], words[k]] = 1
        if (m) folder[words[1]] = 1
      }
      known = " IR Schedule Dialect Passes Conversion Plugin Compile Runtime mlir-c attn-c llvm-c mlir llvm "
    }
    {
      split($0, at, ":"); file = at[1]
      text = $0; sub(/^[^"<]*["<]/, "", text); sub(/[">].*$/, "", text)
      split(file, p, "/")
      from = p[1] == "lib" ? p[1] "/" p[2] : p[1]
      split(text, q, "/"); to = q[1]
      ++seen
      if (index(text, "/") == 0 || index(known, " " to " ") == 0) next  # a system header, a sibling
      if (from == "lib/" to || (from == "include-c" && to == "attn-c")) next
      if ((from, to) in may || (from, text) in may) next
      print file ":" at[2] ": " from " may not include " text; bad = 1
    }
    END {
      if (!seen) { print "no #include found: is this the source folder?"; exit 1 }
      exit bad
    }'

# The runtime library is carried to machines without MLIR: its public header must not need it either.
if grep -n 'mlir' include-c/attn-c/Runtime.h 2>/dev/null | grep include; then
  echo "include-c/attn-c/Runtime.h: may not include MLIR headers"
  exit 1
fi
