#!/bin/sh
# Do the emulator and a GPU agree? In two steps, because the GPU machine may have neither MLIR nor a network:
#
#   test/emu-gpu.sh pack BUILD_DIR OUT_DIR [CHIP]    packages, and what the emulator makes of them
#   OUT_DIR/emu-gpu.sh run OUT_DIR                   on the GPU machine: runs each and compares
#
# Inputs are drawn from the same seed on both sides. Where only exact operations are used the bits are the same.
# Exponentials and tensor cores are not exact on a GPU. Results may then differ by 2 units in the last place (a
# relative error of 2^-10 for f16, 2^-7 for bf16 is never more) or, because a weight that is rounded to f16 before the
# second product may fall on the neighbouring value, by 2^-13 (bf16: 2^-10); f32 ones by 1e-6. docs/emulator.md has
# what was found. Exit code 1 if a case is out of tolerance or does not run.
set -eu

# name | element type of the result | file, or example | schedule
cases() {
  cat <<'TABLE'
matmul-scalar|f16|matmul_f16.mlir|TILE@k=n16x16/f4x4
matmul-mma|f16|matmul_f16.mlir|TILE@k=a:mma_m16n8k16_f16/w2x2/f1x4
softmax|f32|jax_softmax_f32.mlir|
logsumexp|f32|jax_logsumexp_f32.mlir|
dpa-causal|f16|jax_dpa_causal_f16.mlir|
dpa-full|f16|jax_dpa_full_f16.mlir|
dpa-gqa-causal|f16|jax_dpa_gqa_causal_f16.mlir|
einsum-causal|f16|jax_einsum_causal_where_f16.mlir|
einsum-full|f16|jax_einsum_full_f16.mlir|
einsum-full-f32|f32|jax_einsum_full_f32.mlir|
einsum-softcap|f16|jax_einsum_softcap_f16.mlir|
materialised|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|PLACE@fold=cut
scalar|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=n16x16/f4x4
mma|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8/k4;STAGE=none;HOLD@m=reload;HOLD@pv=smem
staged|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8/k4;STAGE@kv=d1/cp/pad16;HOLD@m=smem;HOLD@pv=smem
ring|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8/k4;STAGE@kv=d2/cp/ring/pad16;HOLD@m=reg;HOLD@pv=reg
ring-swizzled|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:mma_m16n8k16_f16/w4x1/f2x8/k4;STAGE@kv=d2/cp/ring/swz128;HOLD@m=reg;HOLD@pv=reg
tma|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:mma_m16n8k16_f16/w4x1/f2x8/k4;STAGE@kv=d2/tma/ring/swz128;HOLD@m=reg;HOLD@pv=reg
wgmma|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w1x1/f1x1;STAGE@kv=d2/tma/ring/swz128
wgmma-swizzle64|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w1x1/f1x1;STAGE@kv=d2/tma/ring/swz64
wgmma-swizzle32|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w1x1/f1x1;STAGE@kv=d2/tma/ring/swz32
wgmma-roles|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w1x1/f1x1;STAGE@kv=d2/tma/ring/swz128;ROLE@kv=p1:c1
wgmma-two-groups|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;STAGE@kv=d2/tma/ring/swz128;ROLE@kv=p1:c2
wgmma-pingpong|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;STAGE@kv=d2/tma/ring/swz128;ROLE@kv=p1:c2/pingpong/overlap
wgmma-overlap|f16|attention:b=1,h=4,sq=128,sk=128,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;STAGE@kv=d2/tma/ring/swz128;ROLE@kv=p1:c2/overlap
wgmma-causal-d128|f16|attention:b=1,h=2,sq=256,sk=256,d=128,f16,causal|
default-bf16|bf16|attention:b=1,h=4,gqa=2,sq=200,sk=333,d=64,bf16,causal=bottom-right|
ragged|f16|attention:b=1,h=4,sq=200,sk=333,d=72,f16,causal=bottom-right|TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8;STAGE@kv=d2/cp/ring/pad16;HOLD@m=reg;HOLD@pv=reg
bf16|bf16|attention:b=1,h=4,sq=128,sk=128,d=64,bf16|TILE@qk=a:mma_m16n8k16_bf16/w4x1/f1x8/k4;STAGE@kv=d2/cp/ring/pad16;HOLD@m=reg;HOLD@pv=reg
TABLE
}

pack() {
  build=$1 out=$2 chip=${3:-sm_90a}
  inputs=$(cd "$(dirname "$0")" && pwd)/inputs
  mkdir -p "$out"
  cp "$0" "$build/bin/attn-run-lite" "$out"
  cases | while IFS='|' read -r name type source schedule; do
    case $source in
    *.mlir) cp "$inputs/$source" "$out/$name.mlir" ;;
    *) "$build/bin/attn-opt" "--example=$source" -o "$out/$name.mlir" ;;
    esac
    if "$build/bin/attn-opt" "$out/$name.mlir" "--attn-to-cubin=chip=$chip schedule=\"$schedule\"" --emit=package \
      -o "$out/$name.attnpkg" 2>"$out/$name.log" &&
      "$build/bin/attn-run" "$out/$name.mlir" --device=emu "--chip=$chip" "--schedule=$schedule" \
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
  for package in *.attnpkg; do
    name=${package%.attnpkg}
    type=$(cases | sed -n "s/^$name|\([^|]*\)|.*/\1/p")
    case $type in
    f16) tolerance='--atol=1.22e-4 --rtol=9.765e-4' ;;
    bf16) tolerance='--atol=9.77e-4 --rtol=7.81e-3' ;;
    *) tolerance='--atol=1e-6 --rtol=1e-6' ;;
    esac
    if ./attn-run-lite "$package" --device=gpu --atol=0 --rtol=0 "--expect=@$name.npy" "--output=@$name.gpu.npy" \
      >"$name.out" 2>&1; then
      echo "$name: same bits"
    elif ./attn-run-lite "$package" --device=gpu $tolerance "--expect=@$name.npy" >"$name.within" 2>&1; then
      echo "$name: $(sed -n 's/.*against [^:]*: //p' "$name.within"); $(sed -n 's/^ *\(.*\) are out of tolerance.*/\1 differ/p' "$name.out")"
    else
      echo "$name: FAILED: $(tail -2 "$name.within" | tr '\n' ' ')"
      bad=1
    fi
  done
  exit $bad
}

verb=${1:-}
[ $# -gt 0 ] && shift
case $verb in
pack) pack "$@" ;;
run) run "$@" ;;
*) sed -n '2,/^set/p' "$0" | grep '^#'; exit 2 ;;
esac
