#!/bin/sh
# split-lengths.sh FORM SHAPE KEYS SCHEDULE L...: an attention with parts on the emulator, against the oracle, with each length L
# in the shape of keys and values.
set -eu
form=$1
query=$2
keys=$3
schedule=$4
shift 4
tmp=$(mktemp)
trap 'rm -f "$tmp" "$tmp.log"' EXIT
attn-opt "--example=attention:$form" -o "$tmp"
for n; do
  k=$(echo "$keys" | sed "s/L/$n/")
  if ! attn-run "$tmp" --device=emu "--shape=$query" "--shape=$k" "--shape=$k" --verify "--schedule=$schedule" > "$tmp.log" 2>&1; then
    echo "$form, length $n"
    cat "$tmp.log"
    exit 1
  fi
done
