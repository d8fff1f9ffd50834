#!/bin/sh
# coverage.sh BUILD_DIR > docs/coverage.md: every case of test/cases and every input of test/inputs on the CPU
# (carrier and tile level) and on the emulator, with its error against double precision. Takes some minutes.
set -u
build=$1
root=$(cd "$(dirname "$0")/.." && pwd)
opt=$build/bin/attn-opt
run=$build/bin/attn-run
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat <<'END'
# Coverage

Every case that the tests run, with its error against the double-precision oracle (cases) or against the
front end's own result in double precision (inputs): largest absolute error / relative Frobenius norm of the
error, at carrier level and at tile level on the CPU, and as device code on the emulator. `-`: known not to
work there (marked in the list). Written by `scripts/coverage.sh`; tolerances and the lists themselves are in
`test/cases` and `test/run-given.sh`.
END
total=0
for list in "$root"/test/cases/*.txt; do
  name=$(basename "$list" .txt)
  for executor in carrier tile emu; do
    sh "$root/test/run-cases.sh" "$opt" "$run" "$list" $executor table >"$work/$executor"
  done
  printf '\n## %s\n\n%s\n\n| case | carrier | tile | emulator |\n| --- | --- | --- | --- |\n' "$name" \
    "$(sed -n '/^[^#]/q;s/^# //p' "$list")"
  grep -v '^#' "$list" | sed 's/^xfail:[^ ]* //' | while read -r case; do
    line="| \`$case\` |"
    for executor in carrier tile emu; do
      e=$(awk -F '\t' -v c="$case" '$1 == c { print $2; exit }' "$work/$executor" | tr ' ' '/')
      line="$line ${e:--} |"
    done
    echo "$line"
  done
done
printf '\n## Inputs of front ends\n\n| file | carrier | tile | emulator |\n| --- | --- | --- | --- |\n'
for file in "$root"/test/inputs/jax_*.mlir "$root"/test/inputs/jax/*.mlir "$root"/test/inputs/torch/*.mlir; do
  base=${file%.mlir}
  set --
  for input in "$base".in*.npy; do set -- "$@" "--input=@$input"; done
  for result in "$base".out*.npy; do set -- "$@" "--expect=@$result"; done
  case $base in
  *bf16*) tolerance=2e-2 ;;
  *) tolerance=2e-3 ;;
  esac
  line="| \`$(basename "$base")\` |"
  for how in "--device=cpu --pipeline=attn-to-carrier" "--device=cpu --pipeline=attn-to-tile{schedule=ROLE=u}" \
    "--device=emu"; do
    # shellcheck disable=SC2086
    e=$("$run" "$file" $how "$@" --atol=$tolerance --rtol=$tolerance 2>&1 |
      sed -n 's/.*max error \([0-9.e+-]*\), .*Frobenius \([0-9.e+-]*\).*/\1\/\2/p' | sort -g | tail -1)
    line="$line ${e:--} |"
  done
  echo "$line"
done
