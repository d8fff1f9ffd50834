#!/bin/sh
# run-cases.sh ATTN_OPT ATTN_RUN FILE EXECUTOR [table]: every case of FILE (one a line: a specification of
# --example, or the name of an .mlir file beside it) on drawn inputs against the double-precision oracle.
# EXECUTOR is carrier or tile (the CPU at that level, not optimised, which would take most of the time; without
# roles, whose warps run at the same time) or emu (device code on the emulator, the default schedule). Every case
# runs, then the failures are counted. A case behind `xfail:EXECUTOR,EXECUTOR` must fail there. With `table`, a
# line `case<TAB>error` each on standard output.
set -u
opt=$1
run=$2
file=$3
executor=$4
table=${5-}
case $executor in
carrier) set -- --device=cpu --opt-level=0 --pipeline=attn-to-carrier ;;
tile) set -- --device=cpu --opt-level=0 '--pipeline=attn-to-tile{schedule="ROLE=u"}' ;;
emu) set -- --device=emu ;;
*)
  echo "run-cases: unknown executor '$executor'"
  exit 1
  ;;
esac
out=$(mktemp)
trap 'rm -f "$out"' EXIT
cases=0
failed=0
while read -r line; do
  expected=0
  case $line in
  xfail:*)
    case ",${line%% *}," in
    *[:,]"$executor",*) expected=1 ;;
    esac
    line=${line#* }
    ;;
  esac
  case $line in
  '' | '#'*) continue ;;
  *.mlir) "$run" "$(dirname "$file")/$line" "$@" --verify >"$out" 2>&1 </dev/null ;;
  *) "$opt" "--example=$line" | "$run" - "$@" --verify >"$out" 2>&1 ;;
  esac
  status=$?
  if [ $expected = 1 ]; then
    if [ $status -eq 0 ]; then
      failed=$((failed + 1))
      echo "PASSES although marked xfail: $executor $line"
    fi
  elif [ $status -ne 0 ]; then
    failed=$((failed + 1))
    echo "FAIL $executor $line"
    cat "$out"
  elif [ -n "$table" ]; then
    printf '%s\t%s\n' "$line" "$(sed -n 's/.*max error \([0-9.e+-]*\), .*Frobenius \([0-9.e+-]*\).*/\1 \2/p' "$out" |
      sort -g | tail -1)"
  fi
  cases=$((cases + 1))
done <"$file"
[ -n "$table" ] || echo "$cases cases, $failed failed"
[ "$cases" -gt 0 ] && [ "$failed" -eq 0 ]
