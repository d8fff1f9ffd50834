#!/bin/sh
# tile-visits.sh SCHEDULE...: an attention with a bool mask in blocks of 64 x 64, on the emulator. What lies in a tile
# that a row tile does not visit does not matter: NaN in keys and values of columns of tiles that no row sees, then of
# tiles that only the rows of one tile see, changes the bits of the rows that see them and of no others.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
queries=150
keys=300

# file NAME TYPE SHAPE COUNT BYTES EXPRESSION: COUNT numbers of so many bytes, of the awk expression in i.
file() {
  header=$(printf "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" "$2" "$3")
  {
    printf '\223NUMPY\001\000v\000%-117s\n' "$header"
    printf "$(awk -v n="$4" -v bytes="$5" "BEGIN {
      for (i = 0; i < n; ++i) {
        v = int($6)
        for (k = 0; k < bytes; ++k) {
          printf \"\\\\%03o\", v % 256
          v = int(v / 256)
        }
      }
    }")"
  } >"$dir/$1.npy"
}

# Row tiles 0 to 2, key tiles 0 to 4: row tile 0 sees tiles 0, 3; 1 nothing; 2 tiles 0, 2 (one pair of it), 3.
row='int(i / 300 / 64)'
column='int(i % 300 / 64)'
file mask '|b1' "$queries, $keys" $((queries * keys)) 1 \
  "$row != 1 && ($column == 0 || $column == 3 && i % 7 != 0 || i == 140 * 300 + 140)"
# f16, 16 to a row: NaN in the rows of tiles that are listed; the others are numbers from 1 to 2.
for poison in none '1|4' '1|2|4'; do
  value="int(i / 16 / 64)"
  case $poison in
  none) condition=0 ;;
  *) condition=$(echo "$poison" | sed "s#|# || $value == #g; s#^#$value == #") ;;
  esac
  file "keys-$poison" '<f2' "1, 1, $keys, 16" $((keys * 16)) 2 "($condition) ? 32256 : 15360 + (i * 7919) % 1024"
done
attn-opt "--example=attention:b=1,h=1,sq=$queries,sk=$keys,d=16,f16,mask" -o "$dir/in.mlir"

# run SCHEDULE POISON NAME
run() {
  attn-run "$dir/in.mlir" --device=emu "--schedule=$1" --input=randn "--input=@$dir/keys-$2.npy" \
    "--input=@$dir/keys-$2.npy" "--input=@$dir/mask.npy" "--output=@$dir/$3.npy" >"$dir/log" 2>&1 || {
    cat "$dir/log" >&2
    exit 1
  }
}

# rows NAME FROM COUNT: their bytes.
rows() { tail -c +$((129 + $2 * 32)) "$dir/$1.npy" | head -c $(($3 * 32)) | od -An -v -tx1; }

fail() {
  echo "$schedule: $1" >&2
  exit 1
}

for schedule; do
  run "$schedule" none clean
  run "$schedule" '1|4' unseen
  run "$schedule" '1|2|4' seen
  cmp "$dir/clean.npy" "$dir/unseen.npy" || fail "a tile that nobody sees was read"
  [ "$(rows clean 0 128)" = "$(rows seen 0 128)" ] || fail "a tile that others see was read"
  [ "$(rows clean 128 22)" != "$(rows seen 128 22)" ] || fail "the poison does not show"
  case $(rows clean 64 64) in
  *[1-9a-f]*) fail "rows that see nothing are not zero" ;;
  esac
done
