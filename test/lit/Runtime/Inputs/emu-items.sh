#!/bin/sh
# emu-items.sh TILES GRIDS FORM...: each attention by tiles against the oracle, and under each grid (separated by commas):
# the bits are the same. WALK is the same for all: rows choose it with the rest.
set -eu
tiles=$1
grids=$2
shift 2
input=$(mktemp)
log=$(mktemp)
trap 'rm -f "$input" "$log"' EXIT

run() { # GRID [--verify]
  if ! attn-run - --device=emu $2 "--schedule=$tiles;GRID=$1;WALK=up" < "$input" > "$log" 2>&1 ||
    ! grep -q "^${2:+ok: }result 0" "$log"; then
    echo "$form: $tiles;GRID=$1" >&2
    cat "$log" >&2
    exit 1
  fi
  sed -n 's/^result \([0-9]*\):.* bits /\1 /p' "$log"
}

for form; do
  attn-opt "--example=attention:$form" -o "$input"
  want=$(run tile --verify)
  for grid in $(echo "$grids" | tr , ' '); do
    got=$(run "$grid" "")
    if [ "$got" != "$want" ]; then
      echo "$form: GRID=$grid gives $got, GRID=tile $want"
      exit 1
    fi
  done
done
