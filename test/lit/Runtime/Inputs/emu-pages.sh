#!/bin/sh
# emu-pages.sh "KEYS GRID KEY=VALUE..."...: attention over pages (pages.sh) by producers and wgmma, tiles of KEYS keys, on the
# emulator against the oracle, and by cp.async (or, where there is no table, sync) and mma.sync, tiles of the same keys: the bits
# are the same.
set -eu
here=$(dirname "$0")
input=$(mktemp)
log=$(mktemp)
trap 'rm -f "$input" "$log"' EXIT

bits() { # SCHEDULE OPTIONS...
  schedule=$1
  shift
  if ! attn-run - --device=emu "--schedule=$schedule" "$@" < "$input" > "$log" 2>&1; then
    echo "$spec: $schedule" >&2
    cat "$log" >&2
    exit 1
  fi
  sed -n 's/.* bits //p' "$log"
}

for spec; do
  set -- $spec
  keys=$1 grid=$2
  shift 2
  "$here/pages.sh" "$@" > "$input"
  type=f16 stage=d2/cp/ring/swz64
  case $spec in
  *type=bf16*) type=bf16 ;;
  *table=own*) stage=d1/sync ;;
  esac
  tma=$(bits "TILE@qk=a:wgmma_m64n${keys}k16_$type/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;WALK@kv=up;GRID=$grid" --verify)
  cp=$(bits "TILE@qk=a:mma_m16n8k16_$type/w8x1/f1x$((keys / 8));STAGE@kv=$stage;WALK@kv=up")
  if [ "$tma" != "$cp" ]; then
    echo "$spec: $tma by TMA, $cp by cp.async"
    exit 1
  fi
done
