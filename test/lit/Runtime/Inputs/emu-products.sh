#!/bin/sh
# emu-products.sh FORM TYPE M N K SCHEDULE...: a matrix product on the emulator under each schedule, hazards on: right by the
# oracle, and bit for bit what the first one gives (products are added in the order of the summed axis by all).
#
#   FORM  plain     a (m, k) b (k, n)             turned  a (m, k) b (n, k)
#         batched   a (3, m, k) b (3, n, k)       layer   relu(a b^T + bias), b (n, k)
set -eu
form=$1 type=$2 m=$3 n=$4 k=$5
shift 5
input=$(mktemp)
log=$(mktemp)
trap 'rm -f "$input" "$log"' EXIT

batch= dim= last=
[ "$form" = batched ] && batch=3x dim='b, '
first="${batch}${m}x${k}" left="(${dim}m, k)" second="${batch}${n}x${k}" map="(${dim}n, k)"
case $form in
plain) second="${k}x${n}" map='(k, n)' ;;
gradient) first="${k}x${m}" left='(k, m)' second="${k}x${n}" map='(k, n)' ;;
esac
all="${dim}m, n" par='"parallel", "parallel"'
[ "$form" = batched ] && par="$par, \"parallel\""
bias="tensor<${n}xf32>"
sum="tensor<${batch}${m}x${n}xf32>" out="tensor<${batch}${m}x${n}x${type}>"
cat >"$input" <<EOF
#a = affine_map<($all, k) -> $left>
#b = affine_map<($all, k) -> $map>
#c = affine_map<($all, k) -> ($all)>
#id = affine_map<($all) -> ($all)>
#bias = affine_map<($all) -> (n)>
func.func @product(%a: tensor<${first}x${type}>, %b: tensor<${second}x${type}>, %bias: $bias) -> $out {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : $sum
  %init = linalg.fill ins(%zero : f32) outs(%e : $sum) -> $sum
  %s = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = [$par, "reduction"]}
      ins(%a, %b : tensor<${first}x${type}>, tensor<${second}x${type}>) outs(%init : $sum) {
  ^bb0(%x: $type, %y: $type, %o: f32):
    %p = arith.extf %x : $type to f32
    %q = arith.extf %y : $type to f32
    %t = arith.mulf %p, %q : f32
    %u = arith.addf %o, %t : f32
    linalg.yield %u : f32
  } -> $sum
  %f = tensor.empty() : $out
  %r = linalg.generic {indexing_maps = [#id, #bias, #id], iterator_types = [$par]}
      ins(%s, %bias : $sum, $bias) outs(%f : $out) {
  ^bb0(%x: f32, %y: f32, %o: $type):
EOF
if [ "$form" = layer ]; then
  cat >>"$input" <<EOF
    %z = arith.constant 0.0 : f32
    %p = arith.addf %x, %y : f32
    %q = arith.maximumf %p, %z : f32
    %t = arith.truncf %q : f32 to $type
EOF
else
  echo "    %t = arith.truncf %x : f32 to $type" >>"$input"
fi
cat >>"$input" <<EOF
    linalg.yield %t : $type
  } -> $out
  return %r : $out
}
EOF

bits=
for schedule; do
  if ! attn-run "$input" --device=emu --verify "--schedule=$schedule" >"$log" 2>&1 || ! grep -q '^ok: result 0' "$log"; then
    echo "$form $type $m $n $k: $schedule"
    cat "$log"
    exit 1
  fi
  now=$(sed -n 's/^result 0:.* bits //p' "$log")
  bits=${bits:-$now}
  if [ "$now" != "$bits" ]; then
    echo "$form $type $m $n $k: $schedule gives the bits $now, the first schedule $bits"
    exit 1
  fi
done
