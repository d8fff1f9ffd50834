#!/bin/sh
# sees.sh FILE: reads lines "ROWS KEYS A1 B1 C1 A2 B2 C2" and prints, for the fold of FILE with that mask, whether each row
# sees a key (by trying all), whether attn-bracket knows that (one select of the row's sum instead of one for each
# result), and whether device code gives what the CPU executor does.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
while read -r rows keys a1 b1 c1 a2 b2 c2; do
  sed "s/ROWS/$rows/g;s/KEYS/$keys/g;s/A1/$a1/;s/B1/$b1/;s/C1/$c1/;s/A2/$a2/;s/B2/$b2/;s/C2/$c2/" "$1" > "$dir/f.mlir"
  sees=$(awk "BEGIN { all = 1
    for (i = 0; i < $rows; ++i) {
      any = 0
      for (j = 0; j < $keys && !any; ++j)
        any = $a1 * i + $b1 * j + $c1 >= 0 && $a2 * i + $b2 * j + $c2 >= 0
      all = all && any
    }
    print all ? \"sees\" : \"may not see\" }")
  attn-opt --pass-pipeline='builtin.module(attn-bracket)' "$dir/f.mlir" -o "$dir/t.mlir"
  known=unknown
  grep -A1 'arith.mulf' "$dir/t.mlir" | grep -q 'arith.truncf' && known=known
  attn-run "$dir/f.mlir" --device=cpu --opt-level=0 "--output=@$dir/r.npy" > /dev/null
  attn-run "$dir/f.mlir" --device=emu "--expect=@$dir/r.npy" > "$dir/log" && same=same || same=differs
  echo "$rows $keys, $a1 $b1 $c1, $a2 $b2 $c2: $sees, $known, $same"
done
