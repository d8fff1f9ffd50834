#!/bin/sh
# emu-roles.sh fields FORM: one attention under all combinations of keys a tile, consumers, overlap and slots.
# emu-roles.sh variants FORM...: attentions under one schedule.
set -eu
kind=$1
shift
input=$(mktemp)
log=$(mktemp)
trap 'rm -f "$input" "$log"' EXIT

verify() {
  if ! attn-run - --device=emu --verify "--schedule=$1" < "$input" > "$log" 2>&1 || ! grep -q '^ok: result 0' "$log"; then
    echo "$form: $1"
    cat "$log"
    exit 1
  fi
}

for form; do
  case $form in
  b=*) attn-opt "--example=attention:$form" -o "$input" ;;
  *) attn-opt "--example=attention:b=1,h=2,$form" -o "$input" ;;
  esac
  if [ "$kind" = variants ]; then
    verify 'ROLE@kv=p1:c2/pingpong/overlap'
    continue
  fi
  for keys in 48 64; do
    for groups in 2 3; do
      for turns in '' /overlap/stmatrix /pingpong/overlap; do
        for slots in 2 3; do
          verify "TILE@qk=a:wgmma_m64n${keys}k16_f16/w${groups}x1/f1x1;ROLE@kv=p1:c$groups$turns;STAGE@kv=d$slots/tma/ring/swz128"
        done
      done
    done
  done
done
