#!/bin/sh
# buffers.sh DIR FILE.mlir...: what upstream's bufferization makes of inputs of front ends (their results in memory
# that the caller gives), as device code on the emulator, against the results that came with them. It must be as
# many folds as before.
set -eu
dir=$1
shift
mkdir -p "$dir"
count=0
for file in "$@"; do
  base=${file%.mlir}
  tolerance=2e-3
  case $base in *_f32) tolerance=2e-5 ;; esac
  attn-opt "$file" -o "$dir/memory.mlir" --pass-pipeline='builtin.module(inline,symbol-dce,one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},buffer-results-to-out-params,canonicalize,cse)'
  grep -q 'func.func.*memref' "$dir/memory.mlir"
  before=$(attn-opt "$file" --attn-to-carrier --no-remarks | grep -c 'carrier.fold"')
  after=$(attn-opt "$dir/memory.mlir" --attn-to-carrier --no-remarks | grep -c 'carrier.fold"')
  [ "$before" = "$after" ] || { echo "$file: $after folds, expected $before"; exit 1; }
  set -- --atol=$tolerance --rtol=$tolerance
  for input in "$base".in*.npy; do set -- "$@" "--input=@$input"; done
  for result in "$base".out*.npy; do set -- "$@" "--expect=@$result"; done
  attn-run "$dir/memory.mlir" --device=emu "$@"
  attn-run "$dir/memory.mlir" --device=cpu --opt-level=0 "$@"
  count=$((count + 1))
done
echo "$count functions on memory"
