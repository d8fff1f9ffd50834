#!/bin/sh
# emu-beside.sh TMP ATOM FORM...: overlapped consumers give the bits of those that wait for each product. A form is one of
# attention, or an .mlir file, whose inputs are at least zero then.
set -eu
tmp=$1
roles="TILE@qk=a:$2/w2x1/f1x1;WALK=up;MATH=exp2;ROLE@kv=p1:c2"
shift 2
for form; do
  draw=
  case $form in
  *.mlir)
    cp "$form" "$tmp.mlir"
    draw="--input=uniform --input=uniform --input=randn"
    ;;
  *) attn-opt "--example=attention:$form" -o "$tmp.mlir" ;;
  esac
  attn-opt "$tmp.mlir" "--attn-to-tile=schedule=\"$roles/pingpong/overlap;GRID=persistent\"" | grep -q 'lanes = "kv_lanes"' ||
    { echo "$form: no sums are left to the next step"; exit 1; }
  attn-run "$tmp.mlir" --device=emu $draw "--schedule=$roles" "--output=@$tmp.npy" > "$tmp.log"
  if ! attn-run "$tmp.mlir" --device=emu $draw "--schedule=$roles/pingpong/overlap;GRID=persistent" --atol=0 --rtol=0 "--expect=@$tmp.npy" > "$tmp.log" 2>&1; then
    echo "$form: $roles/pingpong/overlap;GRID=persistent"
    cat "$tmp.log"
    exit 1
  fi
done
