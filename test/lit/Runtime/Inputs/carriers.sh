# carriers.sh DEFINITIONS INPUTS EXECUTOR|cubin: every carrier of ours in a fold over lengths that are multiples of
# nothing, along the rows of the input (two lengths along its columns too), against the double-precision oracle; three
# of them at the tile level, whose loops are slow to compile.
set -eu
definitions=$1
inputs=$2
lengths='1025:rows 1:rows 63:rows 64:rows 65:rows 65:columns 250:rows 1025:columns'
case $3 in
carrier) set -- --device=cpu --opt-level=0 --pipeline=attn-to-carrier ;;
tile)
  set -- --device=cpu --opt-level=0 --pipeline=attn-to-tile
  lengths='1:rows 65:rows 1025:columns'
  ;;
emu) set -- --device=emu ;;
cubin) set -- ;;
esac
runs=0
for file in "$inputs"/*.mlir; do
  name=$(basename "$file" .mlir)
  for case in $lengths; do
    n=${case%:*}
    case $case in
    *:rows) shape=7x$n in='affine_map<(d0, d1) -> (d0, d1)>' in3='affine_map<(d0, d1, d2) -> (d0, d1)>' ;;
    *:columns) shape=${n}x7 in='affine_map<(d0, d1) -> (d1, d0)>' in3='affine_map<(d0, d1, d2) -> (d1, d0)>' ;;
    esac
    { cat "$definitions/$name.mlir"
      sed "s/@N@/$n/g;s/@S@/$shape/g;s/@IN@/$in/g;s/@IN3@/$in3/g" "$file"
    } >carrier.mlir
    if [ $# -eq 0 ]; then
      attn-opt carrier.mlir --attn-to-cubin="chip=sm_90a allow-missing=true" -o /dev/null
      runs=$((runs + 1))
      break
    fi
    if ! attn-run carrier.mlir "$@" --verify >out.txt 2>&1; then
      echo "FAIL $name $case"
      cat out.txt
      exit 1
    fi
    runs=$((runs + $(grep -c '^ok: result' out.txt)))
  done
done
if [ $# -eq 0 ]; then echo "$runs cubins"; else echo "$runs results"; fi
