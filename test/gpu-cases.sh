#!/bin/sh
# Every case of test/cases and every input of a front end on a GPU, in two steps, because the GPU machine may have neither
# MLIR nor a network:
#
#   test/gpu-cases.sh pack BUILD_DIR OUT_DIR [CHIP]   packages with the default schedule, and what is expected
#   OUT_DIR/gpu-cases.sh run OUT_DIR                  on the GPU machine: runs each and compares
#
# Cases run on drawn inputs and have to give the emulator's bits in every element (which CTest compares with double
# precision). Inputs of front ends run on the numbers that came with them, and are compared with the double-precision results that
# came with them; the largest error is printed. Exit code 1 if one differs or does not run.
set -eu

# Options for a package's outputs or expectations: PREFIX=@NAME.0.npy ... for each of N results.
files() { # OPTION NAME N
  i=0
  while [ "$i" -lt "$3" ]; do
    printf '%s=@%s.%d.npy ' "$1" "$2" "$i"
    i=$((i + 1))
  done
}

packCase() { # FILE.mlir NAME: the emulator's results are what is expected
  "$opt" "$1" "--attn-to-cubin=chip=$chip" --emit=package -o "$2.attnpkg" 2>"$2.log" || return 1
  for n in 1 2 3 4; do
    if "$run" "$1" --device=emu "--chip=$chip" $(files --output "$2" $n) >"$2.log" 2>&1; then
      printf '%s --atol=0 --rtol=0' "$(files --expect "$(basename "$2")" $n)" >"$2.options"
      return 0
    fi
  done
  return 1
}

packGiven() { # FILE.mlir NAME
  base=${1%.mlir}
  "$opt" "$1" "--attn-to-cubin=chip=$chip" --emit=package -o "$2.attnpkg" 2>"$2.log" || return 1
  case $base in
  *_f32) tolerance=2e-5 ;;
  *bf16*) tolerance=2e-2 ;;
  *) tolerance=2e-3 ;;
  esac
  printf -- '--atol=%s --rtol=%s' $tolerance $tolerance >"$2.options"
  for file in "$base".in*.npy "$base".out*.npy; do
    cp "$file" "$2.${file#"$base".}"
    case $file in
    *.in*) printf ' --input=@%s' "$(basename "$2.${file#"$base".}")" >>"$2.options" ;;
    *) printf ' --expect=@%s' "$(basename "$2.${file#"$base".}")" >>"$2.options" ;;
    esac
  done
}

pack() {
  build=$1 out=$2 chip=${3:-sm_90a}
  opt=$build/bin/attn-opt run=$build/bin/attn-run
  here=$(cd "$(dirname "$0")" && pwd)
  mkdir -p "$out"
  cp "$0" "$build/bin/attn-run-lite" "$out"
  : >"$out/names"
  for list in "$here"/cases/*.txt; do
    number=0
    while read -r line; do
      case $line in
      '' | '#'*) continue ;;
      xfail:*emu*) continue ;;
      xfail:*) line=${line#* } ;;
      esac
      number=$((number + 1))
      name=$(basename "$list" .txt)-$number
      case $line in
      *.mlir) cp "$here/cases/$line" "$out/$name.mlir" ;;
      *) "$opt" "--example=$line" -o "$out/$name.mlir" ;;
      esac
      if packCase "$out/$name.mlir" "$out/$name"; then
        printf '%s\t%s\n' "$name" "$line" >>"$out/names"
      else
        echo "$name: NOT PACKED: $line: $(tail -1 "$out/$name.log")"
      fi
      rm -f "$out/$name.mlir"
    done <"$list"
  done
  for file in "$here"/inputs/*.mlir "$here"/inputs/jax/*.mlir "$here"/inputs/torch/*.mlir; do
    name=$(basename "$file" .mlir)
    if packGiven "$file" "$out/$name"; then
      printf '%s\t%s\n' "$name" "given results in float64" >>"$out/names"
    else
      echo "$name: NOT PACKED: $(tail -1 "$out/$name.log")"
    fi
  done
}

one() { # NAME
  # shellcheck disable=SC2046
  if ./attn-run-lite "$1.attnpkg" --device=gpu $(cat "$1.options") >"$1.out" 2>&1; then
    case $(cat "$1.options") in
    *--input*) echo "$1: $(sed -n 's/.*max error \([0-9.e+-]*\), .*Frobenius \([0-9.e+-]*\).*/max error \1, relative Frobenius \2/p' "$1.out" | sort | tail -1)" ;;
    *) echo "$1: same bits" ;;
    esac
  else
    echo "$1: FAILED: $(tail -2 "$1.out" | tr '\n' ' ')"
  fi
}

run() {
  cd "$1"
  cut -f1 names | xargs -P 8 -n 1 sh ./gpu-cases.sh one >results
  sort -V results
  echo "$(grep -c -v FAILED results) of $(wc -l <names)"
  ! grep -q FAILED results && [ "$(wc -l <results)" -eq "$(wc -l <names)" ]
}

verb=${1:-}
[ $# -gt 0 ] && shift
case $verb in
pack) pack "$@" ;;
run) run "$@" ;;
one) one "$@" ;;
*) sed -n '2,/^set/p' "$0" | grep '^#'; exit 2 ;;
esac
