#!/bin/sh
# emu-clusters.sh INPUT M,N...: one function of any length with clusters, at each of the lengths: right, and the same bits as
# without.
set -eu
input=$1
shift
for lengths; do
  m=${lengths%,*} n=${lengths#*,}
  want=
  for grid in tile tile/cluster4 persistent/cluster2; do
    log=$(attn-run "$input" --device=emu "--schedule=ROLE@kv=p1:c2/pingpong/overlap;TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;WALK@kv=down;GRID=$grid" \
      "--shape=1x1x${m}x64" "--shape=1x1x${n}x64" "--shape=1x1x${n}x64" --verify=all 2>&1) || { echo "$lengths $grid: $log"; exit 1; }
    got=$(echo "$log" | sed -n 's/^result.*bits //p')
    want=${want:-$got}
    [ "$got" = "$want" ] && echo "$log" | grep -q '^ok' || { echo "$lengths $grid: $log"; exit 1; }
  done
done
