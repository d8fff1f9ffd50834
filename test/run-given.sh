#!/bin/sh
# run-given.sh ATTN_RUN FILE.mlir cpu|emu: one input of a front end with its own inputs against the double-
# precision results that came with it: at carrier and at tile level on the CPU (without roles, whose warps run
# at the same time), or as device code on the emulator.
set -eu
run=$1
file=$2
device=$3
base=${file%.mlir}
case $base in
*_f32) tolerance=2e-5 ;;
*bf16*) tolerance=2e-2 ;;
*) tolerance=2e-3 ;;
esac
set -- --atol=$tolerance --rtol=$tolerance
for input in "$base".in*.npy; do
  set -- "$@" "--input=@$input"
done
for result in "$base".out*.npy; do
  set -- "$@" "--expect=@$result"
done
case $device in
cpu)
  "$run" "$file" --device=cpu --pipeline=attn-to-carrier "$@"
  "$run" "$file" --device=cpu '--pipeline=attn-to-tile{schedule="ROLE=u"}' --opt-level=0 "$@"
  ;;
emu) "$run" "$file" --device=emu "$@" ;;
esac
