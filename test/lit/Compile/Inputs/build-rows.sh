#!/bin/sh
# build-rows.sh EXAMPLE N: N rows, spread over the 40 best, become cubins; the first does not spill.
set -eu
rows=$(mktemp)
log=$(mktemp)
trap 'rm -f "$rows" "$log"' EXIT
attn-opt "--example=$1" --list-schedules=40 | awk '$1 + 0 > 0 { print $NF }' > "$rows"
total=$(wc -l < "$rows")
[ "$total" -gt 0 ] || { echo "no rows for $1"; exit 1; }
awk -v n="$2" -v total="$total" 'int((NR - 1) * n / total) != int((NR - 2) * n / total) || NR == 1' "$rows" |
  while read -r schedule; do
    attn-opt "--example=$1" "--schedule=$schedule" --emit=cubin -o /dev/null 2> "$log" ||
      { echo "$1 $schedule"; cat "$log"; exit 1; }
    if [ -z "${first:-}" ] && grep spills "$log"; then
      echo "the first row spills: $1 $schedule"
      exit 1
    fi
    first=$schedule
  done
