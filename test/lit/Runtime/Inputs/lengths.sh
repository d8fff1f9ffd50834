# lengths.sh FILE ROWS DEVICE: FILE's one argument with ROWS rows of many lengths, against the oracle.
set -eu
for n in 0 1 63 64 65 250 1025; do
  attn-run "$1" "--device=$3" "--shape=$2x$n" --verify >out.txt 2>&1 || { cat out.txt; exit 1; }
  grep -c '^ok: result' out.txt
done
