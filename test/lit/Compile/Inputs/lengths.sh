#!/bin/sh
# lengths.sh WORK EXAMPLE|FILE.mlir SCHEDULE M,N ...: one function with dynamic queries (s0) and keys (s1), compiled for
# every length, at each of the lengths in the emulator: right against the original in double precision, and
# bit for bit what the static kernel of the same schedule gives.
set -eu
work=$1 example=$2 schedule=$3
shift 3
mkdir -p "$work"
case $example in
*.mlir) cp "$example" "$work/any.mlir" ;;
*) attn-opt --example="$example" -o "$work/any.mlir" ;;
esac
for lengths; do
  m=${lengths%,*} n=${lengths#*,}
  attn-opt "$work/any.mlir" --pass-pipeline="builtin.module(attn-symbols,attn-bind{sizes=s0=$m,s1=$n})" \
    -o "$work/one.mlir"
  # The argument types of the static function, as --shape takes them.
  shapes=$(sed -n 's/.*func\.func @[a-z]*(\([^)]*\)).*/\1/p' "$work/one.mlir" | tr ',' '\n' |
    sed 's/.*tensor<\(.*\)x[a-z0-9]*>.*/--shape=\1/' | tr '\n' ' ')
  attn-run "$work/any.mlir" --device=emu --schedule="$schedule" $shapes --verify=all > "$work/any.txt" 2>&1 ||
    { cat "$work/any.txt"; exit 1; }
  sed -n 's/^result.*bits /bits /p' "$work/any.txt" > "$work/any.bits"
  if [ "$n" -gt 1 ] && [ "$m" -gt 1 ]; then # a static function loses an axis of one or none
    attn-run "$work/one.mlir" --device=emu --schedule="$schedule" > "$work/one.txt" 2>&1 ||
      { cat "$work/one.txt"; exit 1; }
    sed -n 's/^result.*bits /bits /p' "$work/one.txt" > "$work/one.bits"
    cmp "$work/any.bits" "$work/one.bits" || { echo "$m x $n: other bits than the static kernel"; exit 1; }
  fi
  echo "$m x $n: $(grep -c '^ok' "$work/any.txt") results right"
done
