#!/bin/sh
# run-input.sh ATTN_RUN FILE.mlir: one input through the tool, as a person would run it: against the oracle,
# and with its inputs against the result that came with it, at carrier and at tile level and on the emulator.
set -eu
run=$1
file=$2
base=${file%.mlir}
case $base in
*_f32) tolerance=2e-5 ;;
*) tolerance=2e-3 ;;
esac
set --
for input in "$base".in*.npy; do
  set -- "$@" "--input=@$input"
done
"$run" "$file" --device=cpu --verify
for pipeline in attn-to-carrier attn-to-tile; do
  "$run" "$file" --device=cpu "--pipeline=$pipeline" "$@" "--expect=@$base.out0.npy" \
    --atol=$tolerance --rtol=$tolerance --repeat=2
done
"$run" "$file" --device=emu --verify
"$run" "$file" --device=emu "$@" "--expect=@$base.out0.npy" --atol=$tolerance --rtol=$tolerance --repeat=2
# The comparison must be able to fail: other inputs do not give this result.
if "$run" "$file" --device=cpu --seed=1 "--expect=@$base.out0.npy" >/dev/null 2>&1; then
  echo "$file: drawn inputs give the expected result too: nothing was compared"
  exit 1
fi
