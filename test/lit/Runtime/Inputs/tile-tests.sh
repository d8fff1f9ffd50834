#!/bin/sh
# tile-tests.sh FORM PREDICATES DEVICE... -- SCHEDULE...: an attention whose mask compares an integer of the query with
# one of the key, its tiles listed and its elements alone (MASK), on sorted, shuffled and adversarial integers: right by
# the oracle, and the same bits where tiles are visited in the order of the axis.
#   PREDICATES   eq: documents, on all integers below; more: other predicates of the two, on one pair of them
#   DEVICE       options of attn-run
set -eu
form=$1
predicates=$2
shift 2
device=
while [ "$1" != -- ]; do
  device="$device $1"
  shift
done
shift
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
queries=$(echo "$form" | sed 's/.*sq=\([0-9]*\).*/\1/')
keys=$(echo "$form" | sed 's/.*sk=\([0-9]*\).*/\1/')
attn-opt "--example=attention:b=1,$form,document" -o "$dir/document.mlir"
x=$(sed -n 's/.*arith.cmpi eq, \(%in[_0-9]*\), .*/\1/p' "$dir/document.mlir")
y=$(sed -n 's/.*arith.cmpi eq, %in[_0-9]*, \(%in[_0-9]*\) .*/\1/p' "$dir/document.mlir")

# ids NAME LENGTH EXPRESSION: a file of 1 x LENGTH i32, of the awk expression in i and n.
ids() {
  header=$(printf "{'descr': '<i4', 'fortran_order': False, 'shape': (1, %d), }" "$2")
  {
    printf '\223NUMPY\001\000v\000%-117s\n' "$header"
    printf "$(awk -v n="$2" "BEGIN {
      for (i = 0; i < n; ++i) {
        v = int($3)
        if (v < 0)
          v += 4294967296
        for (k = 0; k < 4; ++k) {
          printf \"\\\\%03o\", v % 256
          v = int(v / 256)
        }
      }
    }")"
  } >"$dir/$1.npy"
}

# run MASK SCHEDULE: the line with the bits of the result.
run() {
  if ! attn-run "$dir/in.mlir" $device --verify "--schedule=$2${2:+;}MASK@kv=$1" --input=randn --input=randn \
    --input=randn "--input=@$dir/q.npy" "--input=@$dir/k.npy" >"$dir/log" 2>&1 || ! grep -q '^ok: result 0' "$dir/log"
  then
    echo "$form: $predicate; $2; MASK=$1; queries $q; keys $k" >&2
    cat "$dir/log" >&2
    exit 1
  fi
  grep ' bits ' "$dir/log"
}

# compare SCHEDULE...
compare() {
  for schedule; do
    tiles=$(run tiles "$schedule")
    elements=$(run elements "$schedule")
    if [ "$tiles" != "$elements" ] && [ "$order" = same ]; then
      printf '%s: %s; %s; queries %s; keys %s: other bits\n%s\n%s\n' "$form" "$predicate" "$schedule" "$q" "$k" \
        "$tiles" "$elements"
      exit 1
    fi
  done
}

# patterns SCHEDULE...: of standard input, queries | keys.
patterns() {
  while IFS='|' read -r q k; do
    order=same
    case $q in
    '*'*)
      order=other
      q=${q#?}
      ;;
    esac
    ids q "$queries" "$q"
    ids k "$keys" "$k"
    compare "$@"
  done
}

if [ "$predicates" = eq ]; then
  predicate=eq
  cp "$dir/document.mlir" "$dir/in.mlir"
  # Sorted; one document; nobody's; first, last and middle tiles empty; interleaved; ranges that overlap where no id is
  # shared; shuffled; negative; as far apart as can be; in opposite order. `*`: whole tiles apart come before what lies
  # between them.
  patterns "$@" <<'PATTERNS'
i * 5 / n|i * 5 / n
3|3
1|2
1|i * 4 / n >= 1
1|i * 4 / n < 2
*1|i * 4 / n < 1 || i * 4 / n >= 3
i % 3|i % 2
2 * (i % 2)|1
i * 7919 % 11 / 4|i * 104729 % 13 / 4
i * 3 / n - 2|-2 + (i * 3 / n) % 2
i * 2 < n ? -2147483648 : 2147483647|i * 3 < n ? 2147483647 : -2147483648
4 - i * 5 / n|i * 5 / n
PATTERNS
  exit
fi

# One predicate a line: @ is the query's integer, $ the key's, @@ and $$ their numbers; the last value is the mask.
while read -r predicate; do
  awk -v text="$predicate" -v x="$x" -v y="$y" '
    /arith.cmpi eq/ && !done {
      done = 1
      split($0, words, " ")
      gsub(/@@/, "%row", text)
      gsub(/\$\$/, "%column", text)
      gsub(/@/, x, text)
      gsub(/\$/, y, text)
      print "%rowI = linalg.index 2 : index"
      print "%row = arith.index_cast %rowI : index to i32"
      print "%columnI = linalg.index 3 : index"
      print "%column = arith.index_cast %columnI : index to i32"
      print "%zero = arith.constant 0 : i32"
      print "%two = arith.constant 2 : i32"
      print "%hundred = arith.constant 100 : i32"
      print "%true = arith.constant true"
      n = split(text, ops, "; ")
      for (i = 1; i < n; ++i)
        print ops[i]
      print words[1] " = " ops[n]
      next
    }
    { print }' "$dir/document.mlir" >"$dir/in.mlir"
  patterns "$@" <<'PATTERNS'
i * 5 / n - 1|i * 4 / n - 1
PATTERNS
done <<'PREDICATES'
arith.cmpi slt, @, $ : i32
arith.cmpi sle, @, $ : i32
arith.cmpi sgt, @, $ : i32
arith.cmpi sge, $, @ : i32
arith.cmpi ne, $, %zero : i32
arith.cmpi ule, @, %zero : i32
%e = arith.cmpi ne, @, $ : i32; arith.xori %e, %true : i1
%e = arith.cmpi eq, @, $ : i32; %g = arith.trunci $ : i32 to i1; %n = arith.xori %g, %true : i1; arith.andi %e, %n : i1
%e = arith.cmpi eq, $, %zero : i32; %g = arith.cmpi eq, $, %two : i32; arith.ori %e, %g : i1
%e = arith.cmpi eq, @, $ : i32; %g = arith.cmpi sle, $$, @@ : i32; arith.andi %e, %g : i1
%s = arith.muli @, %hundred : i32; %e = arith.addi %s, %hundred : i32; %a = arith.cmpi sge, $$, %s : i32; %b = arith.cmpi slt, $$, %e : i32; arith.andi %a, %b : i1
%a = arith.extsi @ : i32 to i64; %b = arith.extsi $ : i32 to i64; arith.cmpi eq, %a, %b : i64
%a = arith.trunci @ : i32 to i8; %b = arith.trunci $ : i32 to i8; arith.cmpi sge, %a, %b : i8
PREDICATES
