#!/bin/sh
# Do the emulator and a GPU agree? In two steps, because the GPU machine may have neither MLIR nor a network:
#
#   test/emu-gpu.sh pack BUILD_DIR OUT_DIR [CHIP]    packages, and what the emulator makes of them; CASES=REGEX: of these
#   OUT_DIR/emu-gpu.sh run OUT_DIR                   on the GPU machine: runs each and compares; single operations first
#   OUT_DIR/emu-gpu.sh repeat OUT_DIR [N]            runs each N times (1000): always the same bits
#   OUT_DIR/emu-gpu.sh sanitize OUT_DIR [CASE...]    under compute-sanitizer: memcheck, racecheck, synccheck
#
# Inputs are drawn from the same seed on both sides. Every element has to have the same bits. Exit code 1 if a case
# differs or does not run.
set -eu

# name | files of test/inputs (or beside it), joined, example, `pages` and what pages.sh is told, or `latent` and sequences, heads, keys and type of latent-decode.mlir | schedule | shapes of the arguments, where lengths are dynamic
cases() {
  cat <<'TABLE'
matmul-scalar|matmul_f16.mlir|TILE@k=n16x16/f4x4
matmul-mma|matmul_f16.mlir|TILE@k=a:mma_m16n8k16_f16/w2x2/f1x4
matmul-wgmma|matmul:m=300,n=520,k=200,f16|TILE@k=a:wgmma_m64n256k16_f16/w2x1/f1x1/k4;STAGE@k=d4/tma/ring/swz128;ROLE@k=p1:c2/overlap
matmul-items|matmul:m=1500,n=1544,k=136,bf16|TILE@k=a:wgmma_m64n128k16_bf16/w2x1/f1x1/k4;STAGE@k=d3/tma/ring/swz128;ROLE@k=p1:c2/overlap;GRID=persistent/raster13
matmul-three-groups|matmul:m=200,n=200,k=72,f16|TILE@k=a:wgmma_m64n96k16_f16/w3x1/f1x1/k4;STAGE@k=d2/tma/ring/swz64;ROLE@k=p1:c3
softmax|jax_softmax_f32.mlir|
logsumexp|jax_logsumexp_f32.mlir|
dpa-causal|jax_dpa_causal_f16.mlir|
dpa-full|jax_dpa_full_f16.mlir|
dpa-gqa-causal|jax_dpa_gqa_causal_f16.mlir|
einsum-causal|jax_einsum_causal_where_f16.mlir|
einsum-full|jax_einsum_full_f16.mlir|
einsum-full-f32|jax_einsum_full_f32.mlir|
einsum-softcap|jax_einsum_softcap_f16.mlir|
materialised|attention:b=1,h=4,sq=128,sk=128,d=64,f16|PLACE@fold=cut
scalar|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=n16x16/f4x4
mma|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8/k4;STAGE=none;HOLD@m=reload;HOLD@pv=smem
staged|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8/k4;STAGE@kv=d1/cp/pad16;HOLD@m=smem;HOLD@pv=smem
ring|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8/k4;STAGE@kv=d2/cp/ring/pad16;HOLD@m=reg;HOLD@pv=reg
ring-swizzled|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:mma_m16n8k16_f16/w4x1/f2x8/k4;STAGE@kv=d2/cp/ring/swz128;HOLD@m=reg;HOLD@pv=reg
tma|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:mma_m16n8k16_f16/w4x1/f2x8/k4;STAGE@kv=d2/tma/ring/swz128;HOLD@m=reg;HOLD@pv=reg
wgmma|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w1x1/f1x1;STAGE@kv=d2/tma/ring/swz128
wgmma-swizzle64|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w1x1/f1x1;STAGE@kv=d2/tma/ring/swz64
wgmma-swizzle32|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w1x1/f1x1;STAGE@kv=d2/tma/ring/swz32
wgmma-roles|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w1x1/f1x1;STAGE@kv=d2/tma/ring/swz128;ROLE@kv=p1:c1
wgmma-two-groups|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;STAGE@kv=d2/tma/ring/swz128;ROLE@kv=p1:c2
wgmma-pingpong|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;STAGE@kv=d2/tma/ring/swz128;ROLE@kv=p1:c2/pingpong/overlap
wgmma-overlap|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;STAGE@kv=d2/tma/ring/swz128;ROLE@kv=p1:c2/overlap
wgmma-causal-d128|attention:b=1,h=2,sq=256,sk=256,d=128,f16,causal|
default-bf16|attention:b=1,h=4,gqa=2,sq=200,sk=333,d=64,bf16,causal=bottom-right|
ragged|attention:b=1,h=4,sq=200,sk=333,d=72,f16,causal=bottom-right|TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8;STAGE@kv=d2/cp/ring/pad16;HOLD@m=reg;HOLD@pv=reg
persistent|attention:b=1,h=4,sq=512,sk=256,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent
persistent-lpt|attention:b=2,h=4,gqa=2,sq=512,sk=512,d=128,bf16,causal|TILE@qk=a:wgmma_m64n64k16_bf16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/lpt
persistent-sms|attention:b=1,h=8,sq=300,sk=300,d=64,f16,causal|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/lpt/sms5
streamk-sms|attention:b=1,h=10,gqa=2,sq=100,sk=120,d=32,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/streamk/sms6
chain|attention:b=1,h=90,sq=200,sk=150,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent
chain-causal|attention:b=2,h=40,sq=300,sk=300,d=64,bf16,causal|TILE@qk=a:wgmma_m64n64k16_bf16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/lpt
chain-window|attention:b=1,h=60,sq=300,sk=300,d=64,f16,causal,window=100|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/lpt;WALK=down
chain-document|attention:b=1,h=60,sq=300,sk=300,d=64,f16,document|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/lpt
chain-mask|attention:b=1,h=60,sq=300,sk=320,d=64,f16,mask|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/lpt
chain-three-groups|attention:b=1,h=90,sq=300,sk=200,d=32,f16|TILE@qk=a:wgmma_m64n64k16_f16/w3x1/f1x1;ROLE@kv=p1:c3/pingpong/overlap;GRID=persistent
chain-through|attention:b=1,h=90,sq=200,sk=150,d=128,f16|TILE@qk=a:wgmma_m64n144k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent
chain-pairs|attention:b=1,h=90,gqa=2,sq=200,sk=150,d=128,bf16|TILE@qk=a:wgmma_m64n144k16_bf16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/cluster2
whole-rows|attention:b=1,h=3,sq=130,sk=150,d=512,f16|TILE@qk=a:wgmma_m64n32k16_f16/w1x1/f1x1/k32;ROLE@kv=p1:c1/overlap
whole-rows-causal|attention:b=1,h=6,gqa=2,sq=200,sk=170,d=320,dv=96,bf16,causal=bottom-right|TILE@qk=a:wgmma_m64n48k16_bf16/w1x1/f1x1/k20;ROLE@kv=p1:c1/overlap;GRID=persistent/lpt
whole-rows-pairs|attention:b=1,h=70,sq=128,sk=100,d=320,dv=64,bf16|TILE@qk=a:wgmma_m64n32k16_bf16/w1x1/f1x1/k20;ROLE@kv=p1:c1/overlap;GRID=persistent/cluster2
side|attention:b=1,h=3,sq=140,sk=150,d=128,f16|TILE@qk=a:wgmma_m64n32k16_f16/w1x2/f1x1;ROLE@kv=p1:c2/overlap;GRID=persistent
side-causal|attention:b=1,h=6,gqa=2,sq=200,sk=170,d=384,bf16,causal=bottom-right|TILE@qk=a:wgmma_m64n48k16_bf16/w1x2/f1x1/k24;ROLE@kv=p1:c2;GRID=persistent/lpt
side-streamk|attention:b=1,h=70,sq=128,sk=100,d=512,bf16|TILE@qk=a:wgmma_m64n32k16_bf16/w1x2/f1x1/k32;ROLE@kv=p1:c2;GRID=persistent/streamk
latent-side|latent 2 70 200 f16|TILE@qk=a:wgmma_m64n48k16_f16/w1x2/f1x1/k32;ROLE@kv=p1:c2
latent-side-pairs|latent 3 128 333 bf16|TILE@qk=a:wgmma_m64n32k16_bf16/w1x2/f1x1/k32;ROLE@kv=p1:c2/overlap;STAGE@kv=d3/tma/ring/swz128;GRID=tile/cluster2
latent|latent 2 70 200 f16|TILE@qk=a:wgmma_m64n64k16_f16/w1x1/f1x1/k32;ROLE@kv=p1:c1
latent-overlap|latent 1 128 333 bf16|TILE@qk=a:wgmma_m64n32k16_bf16/w1x1/f1x1/k32;ROLE@kv=p1:c1/overlap;STAGE@kv=d4/tma/ring/swz128
latent-pairs|latent 34 70 100 f16|TILE@qk=a:wgmma_m64n32k16_f16/w1x1/f1x1/k32;ROLE@kv=p1:c1/overlap;GRID=persistent/cluster2
latent-parts|latent 2 128 1000 bf16|
streamk|attention:b=2,h=6,sq=256,sk=640,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/streamk
streamk-whole|attention:b=1,h=100,sq=200,sk=150,d=128,bf16|TILE@qk=a:wgmma_m64n64k16_bf16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/streamk
streamk-pairs|attention:b=1,h=90,gqa=2,sq=200,sk=300,d=128,bf16|TILE@qk=a:wgmma_m64n144k16_bf16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/streamk/cluster2
streamk-three-groups|attention:b=1,h=70,gqa=2,sq=384,sk=200,d=32,f16|TILE@qk=a:wgmma_m64n64k16_f16/w3x1/f1x1;ROLE@kv=p1:c3/pingpong/overlap;GRID=persistent/streamk
streamk-apart|attention:b=1,h=3,sq=256,sk=520,d=128,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap;GRID=persistent/streamk;STAGE@m=d1/tma/swz128
streamk-scores|attention:b=1,h=3,sq=256,sk=400,d=64,f16,softcap=5,alibi,bias|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/overlap;GRID=persistent/streamk
streamk-matmul|matmul:m=1500,n=1544,k=400,bf16|TILE@k=a:wgmma_m64n128k16_bf16/w2x1/f1x1/k4;STAGE@k=d3/tma/ring/swz128;ROLE@k=p1:c2/overlap;GRID=persistent/streamk
persistent-bias|attention:b=2,h=40,sq=200,sk=160,d=64,f16,bias|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/raster2
parts-decode|attention:b=1,h=8,gqa=4,sq=1,sk=1024,d=128,bf16|REDUCE=g8k
parts-row|attention:b=2,h=6,sq=1,sk=600,d=72,f16|REDUCE=g3k
parts-unequal|attention:b=1,h=8,gqa=4,sq=1,sk=1001,d=128,bf16|REDUCE=g5k
parts-lengths|attention:b=1,h=8,gqa=4,sq=1,sk=?,d=128,bf16|REDUCE=g16k|1x8x1x128 1x2x1300x128 1x2x1300x128
parts-causal|attention:b=1,h=2,sq=200,sk=512,d=64,f16,causal=bottom-right|REDUCE=g4k;ROLE@kv=p1:c2/pingpong/overlap
packed-causal|attention:b=2,h=8,gqa=4,sq=5,sk=1000,d=64,bf16,causal=bottom-right|REDUCE=g4k
packed-roles|attention:b=1,h=16,gqa=8,sq=33,sk=600,d=128,f16,causal=bottom-right|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap
wgmma-three-groups|attention:b=1,h=2,sq=500,sk=300,d=64,f16|ROLE@kv=p1:c3/pingpong/overlap
wgmma-d256|attention:b=1,h=2,sq=200,sk=333,d=256,f16,causal|ROLE@kv=p1:c2/pingpong/overlap
wgmma-softcap|attention:b=1,h=2,sq=200,sk=333,d=128,f16,softcap=20|ROLE@kv=p1:c2/pingpong/overlap
wgmma-alibi|attention:b=1,h=2,sq=200,sk=333,d=128,f16,alibi,causal|ROLE@kv=p1:c2/pingpong/overlap
wgmma-bias|attention:b=1,h=2,sq=200,sk=333,d=128,f16,bias|ROLE@kv=p1:c2/pingpong/overlap
wgmma-window|attention:b=1,h=2,sq=500,sk=500,d=128,f16,causal,window=100|ROLE@kv=p1:c2/pingpong/overlap
stmatrix|attention:b=1,h=2,sq=200,sk=333,d=104,bf16,causal|ROLE@kv=p1:c2/pingpong/overlap/stmatrix
stmatrix-chain|attention:b=1,h=90,sq=200,sk=150,d=128,f16|TILE@qk=a:wgmma_m64n144k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap/stmatrix;GRID=persistent
stmatrix-matmul|matmul:m=300,n=520,k=200,f16|TILE@k=a:wgmma_m64n256k16_f16/w2x1/f1x1/k4;STAGE@k=d4/tma/ring/swz128;ROLE@k=p1:c2/overlap/stmatrix
wgmma-dv|attention:b=1,h=2,sq=200,sk=333,d=192,dv=128,bf16|ROLE@kv=p1:c2/pingpong/overlap
cluster|attention:b=1,h=2,sq=600,sk=333,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=tile/cluster4
cluster-persistent|attention:b=1,h=150,gqa=2,sq=200,sk=136,d=32,f16|TILE@qk=a:wgmma_m64n48k16_f16/w2x1/f1x1;ROLE@kv=p1:c2;STAGE@kv=d3/tma/ring/swz64;GRID=persistent/cluster2
cluster-causal|attention:b=2,h=8,gqa=4,sq=500,sk=333,d=128,bf16,causal=bottom-right|ROLE@kv=p1:c2/pingpong/overlap;GRID=tile/lpt/cluster4
cluster-counter|attention:b=1,h=60,sq=300,sk=300,d=32,f16,gqa=2,causal|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2;GRID=persistent/lpt/cluster2
layernorm|layernorm:rows=100,cols=1025|
rmsnorm|rmsnorm:rows=100,cols=1025|
bf16|attention:b=1,h=4,sq=128,sk=128,d=64,bf16|TILE@qk=a:mma_m16n8k16_bf16/w4x1/f1x8/k4;STAGE@kv=d2/cp/ring/pad16;HOLD@m=reg;HOLD@pv=reg
nearest|../lit/Runtime/Inputs/nearest.mlir|
nearest-roles|../lit/Runtime/Inputs/nearest.mlir|TILE@qk=a:wgmma_m64n64k16_f16/w1x1/f1x1;ROLE@kv=p1:c1;STAGE@kv=d2/tma/ring/swz128
nearest-inner|../lit/Runtime/Inputs/nearest.mlir|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1/k2;STAGE@qk=d2/tma/ring/swz64;ROLE@kv=p1:c2/overlap
variance|../../carriers/welford.mlir ../lit/Runtime/Inputs/variance.mlir|
pages|pages p=16 pages=13 cut=5 poison=1 m=200|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=tile
pages-chain|pages p=64 pages=4 mask=causal b=9 h=16 m=200 d=128|TILE@qk=a:wgmma_m64n128k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent
pages-lengths|pages p=32 pages=5 mask=lens b=9 h=16 m=200 table=bhj|TILE@qk=a:wgmma_m64n128k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/lpt
pages-cluster|pages p=24 pages=7 cut=5 b=5 h=16 m=200 d=32 table=bhj|TILE@qk=a:wgmma_m64n48k16_f16/w2x1/f1x1;ROLE@kv=p1:c2/pingpong/overlap;GRID=persistent/cluster2
pages-decode|pages p=64 pages=4 m=1 mask=lens|
any-length|attention:b=1,h=4,gqa=2,sq=?,sk=?,d=64,f16,causal=bottom-right||1x4x200x64 1x2x333x64 1x2x333x64
any-length-short|attention:b=1,h=4,gqa=2,sq=?,sk=?,d=64,f16,causal=bottom-right||1x4x5x64 1x2x1x64 1x2x1x64
any-length-empty|attention:b=1,h=4,gqa=2,sq=?,sk=?,d=64,f16,causal=bottom-right||1x4x5x64 1x2x0x64 1x2x0x64
any-length-mma|attention:b=1,h=4,sq=?,sk=?,d=72,bf16,causal|TILE@qk=a:mma_m16n8k16_bf16/w4x1/f1x8;STAGE@kv=d2/cp/ring/pad16;HOLD@m=reg;HOLD@pv=reg|1x4x333x72 1x4x200x72 1x4x200x72
TABLE
}

pack() {
  build=$1 out=$2 chip=${3:-sm_90a}
  inputs=$(cd "$(dirname "$0")" && pwd)/inputs
  mkdir -p "$out"
  cp "$0" "$build/bin/attn-run-lite" "$build/test/emu-probe" "$out"
  cases | grep -E "^(${CASES:-.*})[|]" | while IFS='|' read -r name source schedule shapes; do
    lengths=
    for shape in $shapes; do
      lengths="$lengths --shape=$shape"
    done
    echo "$lengths" >"$out/$name.shapes"
    case $source in
    latent\ *) (set -- $source && sed "s/Bx/$2x/g; s/Hx/$3x/g; s/Nx/$4x/g; s/f16/$5/g" \
      "$inputs/../lit/Passes/Inputs/latent-decode.mlir") >"$out/$name.mlir" ;;
    pages\ *) (set -- $source && shift && "$inputs/../lit/Runtime/Inputs/pages.sh" "$@") >"$out/$name.mlir" ;;
    *.mlir) (cd "$inputs" && cat $source) >"$out/$name.mlir" ;;
    *) "$build/bin/attn-opt" "--example=$source" -o "$out/$name.mlir" ;;
    esac
    if "$build/bin/attn-opt" "$out/$name.mlir" "--attn-to-cubin=chip=$chip schedule=\"$schedule\"" --emit=package \
      -o "$out/$name.attnpkg" 2>"$out/$name.log" &&
      "$build/bin/attn-run" "$out/$name.mlir" --device=emu "--chip=$chip" "--schedule=$schedule" $lengths \
        "--output=@$out/$name.npy" >>"$out/$name.log" 2>&1; then
      echo "$name: packed"
    else
      echo "$name: NOT PACKED: $(tail -1 "$out/$name.log")"
      rm -f "$out/$name.attnpkg"
    fi
  done
}

run() {
  cd "$1"
  bad=0
  ./emu-probe || bad=1
  for package in *.attnpkg; do
    name=${package%.attnpkg}
    if ./attn-run-lite "$package" $(cat "$name.shapes") --device=gpu --atol=0 --rtol=0 "--expect=@$name.npy" >"$name.out" 2>&1; then
      echo "$name: same bits"
    else
      echo "$name: FAILED: $(tail -2 "$name.out" | tr '\n' ' ')"
      bad=1
    fi
  done
  exit $bad
}

# What every package gives on the GPU under other circumstances; its output is compared with the emulator's as well.
each() { # LABEL NAME COMMAND...
  label=$1 name=$2
  shift 2
  if "$@" "$name.attnpkg" $(cat "$name.shapes") --device=gpu --atol=0 --rtol=0 "--expect=@$name.npy" >"$name.out" 2>&1; then
    echo "$name: $label clean"
  else
    echo "$name: $label FAILED: $(tail -2 "$name.out" | tr '\n' ' ')"
    bad=1
  fi
}

repeat() {
  cd "$1"
  bad=0
  for package in *.attnpkg; do
    each "${2:-1000} times" "${package%.attnpkg}" ./attn-run-lite "--repeat=${2:-1000}"
  done
  exit $bad
}

sanitize() {
  cd "$1"
  shift
  bad=0
  [ $# -gt 0 ] || set -- $(ls | sed -n 's/\.attnpkg$//p')
  for name; do
    for tool in memcheck racecheck synccheck; do
      each "$tool" "$name" compute-sanitizer --tool "$tool" --error-exitcode 9 ./attn-run-lite
    done
  done
  exit $bad
}

verb=${1:-}
[ $# -gt 0 ] && shift
case $verb in
pack) pack "$@" ;;
run) run "$@" ;;
repeat) repeat "$@" ;;
sanitize) sanitize "$@" ;;
*) sed -n '2,/^set/p' "$0" | grep '^#'; exit 2 ;;
esac
