#!/usr/bin/env bash
# scripts/demo.sh BUILD_DIR: one attention that JAX wrote, through every level, to numbers and a cubin.
# Each step shows the command it runs. No GPU is needed; where there is one, it is used at the end.
set -euo pipefail
build=${1:?usage: scripts/demo.sh BUILD_DIR}
cd "$(dirname "$0")/.."
file=test/inputs/jax_einsum_causal_where_f16
export PATH="$PATH:${CUDA_HOME:-/nonexistent}/bin:$PWD/$build/cuda/bin"

bold= plain=
if [ -t 1 ]; then bold=$'\e[1m' plain=$'\e[0m'; fi
step() { printf '\n%s== %s%s\n' "$bold" "$*" "$plain"; }
run() {
  printf '%s$' "$bold"
  local word
  for word in "$@"; do
    case $word in *[\ \;\(\{]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
  done
  printf '%s\n' "$plain"
  "$@"
}

step "The input: what JAX writes for einsum attention with a causal mask"
run grep -c linalg.generic $file.mlir
run sed -n 31,47p $file.mlir

step "Recognise: the algebra. One fold over the keys, three channels, nothing else left"
run "$build/bin/attn-opt" $file.mlir --emit=listing

step "Bracket: the schedule. Tiles on a grid, a stream of full tiles, then of partial ones"
run "$build/bin/attn-opt" $file.mlir --emit=listing \
  "--pass-pipeline=builtin.module(attn-to-carrier,attn-place,attn-bracket)"

step "Atomize and stage: who holds what, slabs of shared memory, barriers"
run "$build/bin/attn-opt" $file.mlir --emit=listing \
  "--pass-pipeline=builtin.module(attn-to-carrier,attn-place,attn-bracket,attn-atomize,attn-stage)"

if command -v ptxas >/dev/null; then
  step "To a cubin: registers and spills as ptxas reports them"
  run "$build/bin/attn-opt" $file.mlir --emit=listing \
    "--pass-pipeline=builtin.module(attn-to-cubin{chip=sm_90a})"
  run "$build/bin/attn-opt" $file.mlir --emit=cubin --chip=sm_90a -o "$build/demo.cubin"
  run ls -l "$build/demo.cubin"
  run "$build/bin/attn-opt" $file.mlir --emit=package --chip=sm_90a -o "$build/demo.attnpkg"
else
  step "To a cubin: skipped, there is no ptxas (set CUDA_HOME)"
fi

step "Numbers: on this CPU, against the float64 oracle and against the result that came with the file"
run "$build/bin/attn-run" $file.mlir --device=cpu --verify
run "$build/bin/attn-run" $file.mlir --device=cpu --input=@$file.in0.npy --input=@$file.in1.npy \
  --input=@$file.in2.npy --expect=@$file.out0.npy

step "The device code itself, every lane of it, in the emulator"
run "$build/bin/attn-run" $file.mlir --device=emu --verify

if "$build/bin/attn-run" $file.mlir --device=gpu --verify >/dev/null 2>&1; then
  step "The same on the GPU"
  run "$build/bin/attn-run" $file.mlir --device=gpu --verify --bench
else
  step "No GPU here, or none that can run this: the road ends with the numbers above"
fi
