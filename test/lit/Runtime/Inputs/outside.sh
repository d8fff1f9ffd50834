#!/bin/sh
# outside.sh DIR: the programs of outside.mlir with values that are in and out of bounds, on each executor.
set -eu
cd "$1"

# number NAME DIMENSIONS I64...: NAME.npy
number() {
  {
    printf '\223NUMPY\001\000\166\000'
    printf '%-117s\n' "{'descr': '<i8', 'fortran_order': False, 'shape': ($2), }"
    shift 2
    for v; do
      for byte in 0 8 16 24 32 40 48 56; do printf "\\$(printf %o $((v >> byte & 255)))"; done
    done
  } >"$name.npy"
}

# runs NAME "ARGUMENTS OF attn-run" VALUE: in bounds if it is the first value, on both devices if it can be
runs() {
  name=$1
  inputs=$2
  devices=$3
  inside=yes
  shift 3
  for value; do
    echo "$name $value"
    number "$name" '' "$value"
    for device in $devices; do
      verify=--verify
      case $device in
      cpu | emu) set -- "--device=$device" ;;
      linalg) set -- --device=cpu --opt-level=0 --pipeline= ;;
      tile) set -- --device=cpu --opt-level=0 --pipeline=attn-to-tile ;;
      esac
      case $inside,$device in yes,linalg | yes,tile) continue ;; esac
      case $name,$devices in pad,*) verify= ;; *,*emu*) ;; *) verify= ;; esac # what the oracle does not read
      # shellcheck disable=SC2086
      attn-run "$name.mlir" "$@" $inputs "--input=@$name.npy" $verify >"$name.log" 2>&1 && rc=0 || rc=$?
      case $inside,$rc in yes,0 | no,1) ;; *) echo "exit code $rc" ;; esac
      cat "$name.log"
    done
    inside=no
  done
}

both='cpu emu'
runs slice --input=randn "$both linalg tile" 56 57
runs slice --input=randn "$both" 0 -1 2147483647
runs insert '--input=randn --input=randn' "$both" 63 64
runs rows '--input=randn --input=randn' "$both linalg" 60 61
runs pad --input=randn "$both" 3 -1 4
name=starts
number starts 4, 1 2 3 4
runs place '--input=randn --input=@starts.npy' "$both" 3 4
runs view --input=randn "$both" 8 9
runs dynamic '--shape=- --shape=5x16 --shape=- --input=randn --input=randn' "$both" 30 31
runs sized --input=randn "cpu linalg" 9 10 -1
runs stepped --input=randn cpu 2 3 -1 -9223372036854775808
runs lengths --input=randn cpu 4 5
runs cast --input=randn cpu 4 5
runs empty --input=randn cpu 3 -3

echo table
name=rows
number rows 5, 0 0 6399 6399 7
attn-run table.mlir --device=cpu --opt-level=0 --input=iota --input=@rows.npy --output=@expected.npy >table.log
name=any
number any 5, -1 -9223372036854775808 6400 9223372036854775807 7
for device in cpu emu; do
  attn-run table.mlir --device=$device --input=iota --input=@any.npy --expect=@expected.npy
done
