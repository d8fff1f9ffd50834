#!/bin/sh
# emu-walk.sh: streams from their end and states that keep their reference, crossed, under several forms of the loops and
# on masks that leave rows, tiles or everything out; each result against the oracle.
set -eu
forms='TILE@qk=n16x16/f4x4;MATH=exp2
ROLE=u;TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8;STAGE@kv=d3/cp/ring;MATH=exp2
ROLE=u;TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8;STAGE@kv=d2/tma/ring/swz128;MATH=exp2
TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE=p1:c2/pingpong/overlap;GRID=tile
TILE@qk=a:wgmma_m64n48k16_f16/w2x1/f1x1;ROLE=p1:c2/pingpong/overlap;GRID=persistent'
for case in sq=200,sk=136,causal=bottom-right sq=130,sk=300,causal sq=150,window=40 sq=70,sk=5 \
  sq=100,sk=260,alibi,causal; do
  attn-opt "--example=attention:b=1,h=2,d=64,f16,$case" -o "$1.mlir"
  printf '%s\n' "$forms" | while read -r form; do
    for more in 'WALK=down' 'WALK=down;RESCALE=lazy'; do
      attn-run "$1.mlir" --device=emu --chip=sm_90a "--schedule=$form;$more" --verify >"$1.out" 2>&1 || {
        echo "FAILED: $case $form;$more"
        tail -3 "$1.out"
        exit 1
      }
    done
  done
  attn-run "$1.mlir" --device=cpu --opt-level=0 '--pipeline=attn-to-tile{schedule="ROLE=u;MATH=exp2;WALK=down;RESCALE=lazy"}' --verify >"$1.out"
done
echo "all as the oracle has it"
