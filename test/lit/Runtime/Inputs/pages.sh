#!/bin/sh
# Writes attention over keys and values in pages of a cache, found through a table, as MLIR.
#
#   pages.sh [KEY=VALUE...]
#
# b, h, m, d: batch, heads, queries, head dimension; g: query heads for each key head; p: positions in a page; pages: a
# sequence's; cut: positions that the last of them has less; n: pages of the cache (indices are drawn from 128); type;
# mask: none, lens (kv <= lens[b]), causal (bottom-right), both (causal, and kv > lens[b]); layout: phd (page, position, head, d)
# or hpd.
# table: bj; bhj (heads have pages of their own); wrapped (as PyTorch indexes), extracted (as JAX gathers); flat (positions of a
# cache without pages: table[b, j] * p + position); rows (each position found by itself); own (each sequence's pages in a row,
# no table); none (no pages).
# poison=1 (bj, phd): the positions that are cut are NaN in the cache.
set -eu
b=2 h=4 g=2 m=70 d=64 p=16 pages=9 cut=0 n= type=f16 mask=none layout=phd table=bj poison=
for x; do
  case $x in
  [a-z]*=*) eval "$x" ;;
  *) echo "pages.sh: what is '$x'?" >&2; exit 2 ;;
  esac
done
hk=$((h / g)) s=$((pages * p - cut)) all=$((pages * p))
n=${n:-131}
t="tensor<${b}x${h}x${m}x${d}x$type>"
case $layout in
phd) cache="${n}x${p}x${hk}x${d}x$type" at='%x, %r, %hd, %c' ;;
hpd) cache="${n}x${hk}x${p}x${d}x$type" at='%x, %hd, %r, %c' ;;
esac
entries="${b}x${pages}" entry='(b, j)'
args='%a0: i32, '
x='%x = arith.index_cast %a0 : i32 to index' more=
case $table in
bhj) entries="${b}x${hk}x${pages}" entry='(b, h, j)' ;;
rows) entries="${b}x${pages}x${p}" entry='(b, j, r)' ;;
wrapped)
  x="%x0 = arith.extsi %a0 : i32 to i64
    %all = arith.constant $n : i64
    %zero64 = arith.constant 0 : i64
    %neg = arith.cmpi slt, %x0, %zero64 : i64
    %x1 = arith.addi %x0, %all : i64
    %x2 = arith.select %neg, %x1, %x0 : i64
    %x = arith.index_cast %x2 : i64 to index"
  ;;
extracted)
  args=
  x="%bi = linalg.index 0 : index
    %ji = linalg.index 1 : index
    %entry = tensor.extract %table[%bi, %ji] : tensor<${entries}xi32>
    %x0 = arith.index_cast %entry : i32 to index
    %none = arith.constant 0 : index
    %most = arith.constant $((n - 1)) : index
    %x1 = arith.maxsi %x0, %none : index
    %x2 = arith.minsi %x1, %most : index
    %x = arith.addi %x2, %none : index"
  ;;
flat)
  cache="$((n * p))x${hk}x${d}x$type" at='%xr, %hd, %c'
  more="%ps = arith.constant $p : index
    %xp = arith.muli %x, %ps : index
    %xr = arith.addi %xp, %r : index"
  ;;
own) cache="${b}x${pages}x${hk}x${p}x${d}x$type" ;;
none) cache="${b}x${all}x${hk}x${d}x$type" ;;
esac
rank="${b}x${pages}x${p}x${hk}x${d}"
loops='affine_map<(b, j, r, h, c) ->' parallel='iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]'
if [ $table = extracted ]; then
  from_table="indexing_maps = [$loops (b, j, r, h, c)>], $parallel}"
else
  from_table="indexing_maps = [$loops $entry>, $loops (b, j, r, h, c)>], $parallel} ins(%table : tensor<${entries}xi32>)"
fi
paged() { # NAME CACHE: in order of positions
  echo "  %$1e = tensor.empty() : tensor<${rank}x$type>"
  if [ $table = own ]; then
    cat <<END
  %$1g = linalg.generic {indexing_maps = [$loops (b, j, h, r, c)>, $loops (b, j, r, h, c)>], $parallel} ins(%$2 : tensor<$cache>) outs(%$1e : tensor<${rank}x$type>) {
  ^bb0(%a0: $type, %o0: $type):
    linalg.yield %a0 : $type
  } -> tensor<${rank}x$type>
END
  else
    cat <<END
  %$1g = linalg.generic {$from_table outs(%$1e : tensor<${rank}x$type>) {
  ^bb0(${args}%o0: $type):
    $x
    %r = linalg.index 2 : index
    %hd = linalg.index 3 : index
    %c = linalg.index 4 : index
    $more
    %v = tensor.extract %$2[$at] : tensor<$cache>
    linalg.yield %v : $type
  } -> tensor<${rank}x$type>
END
  fi
  cat <<END
  %$1c = tensor.collapse_shape %$1g [[0], [1, 2], [3], [4]] : tensor<${rank}x$type> into tensor<${b}x${all}x${hk}x${d}x$type>
END
}
gather() { # NAME CACHE
  from=$2
  if [ $table != none ]; then
    paged "$1" "$2"
    from=$1c
  fi
  cat <<END
  %$1 = tensor.extract_slice %$from[0, 0, 0, 0] [$b, $s, $hk, $d] [1, 1, 1, 1] : tensor<${b}x${all}x${hk}x${d}x$type> to tensor<${b}x${s}x${hk}x${d}x$type>
END
}
sc="tensor<${b}x${hk}x${g}x${m}x${s}xf32>" qt="tensor<${b}x${hk}x${g}x${m}x${d}x$type>" of="tensor<${b}x${hk}x${g}x${m}x${d}xf32>"
kt="tensor<${b}x${s}x${hk}x${d}x$type>"
keep=
case $mask in
lens) keep='%keep = arith.cmpi sle, %j, %len : index' ;;
causal) keep="%off = arith.constant $((s - m)) : index
    %last = arith.addi %i, %off : index
    %keep = arith.cmpi sle, %j, %last : index" ;;
both) keep="%off = arith.constant $((s - m)) : index
    %last = arith.addi %i, %off : index
    %k0 = arith.cmpi sle, %j, %last : index
    %k1 = arith.cmpi sgt, %j, %len : index
    %keep = arith.andi %k0, %k1 : i1" ;;
none) keep='%keep = arith.constant true' ;;
esac
scale=$(awk "BEGIN { printf \"%.8f\", 1 / sqrt($d) }")
# Sequence b ends in page n - 1 - b; the others are drawn from those before n - b. The cache is that of the arguments but for
# the NaNs, so the result is that without poison: of a cache that is read where it must not be, it is NaN.
poisoned() { # NAME
  cat <<END
  %$1x = tensor.empty() : tensor<$cache>
  %$1 = linalg.generic {indexing_maps = [affine_map<(x, r, h, c) -> (x, r, h, c)>, affine_map<(x, r, h, c) -> (x, r, h, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%${1}0 : tensor<$cache>) outs(%$1x : tensor<$cache>) {
  ^bb0(%a0: $type, %o0: $type):
    %x = linalg.index 0 : index
    %r = linalg.index 1 : index
    %first = arith.constant $((n - b)) : index
    %used = arith.constant $((p - cut)) : index
    %nan = arith.constant $nan : $type
    %l = arith.cmpi sge, %x, %first : index
    %e = arith.cmpi sge, %r, %used : index
    %bad = arith.andi %l, %e : i1
    %v = arith.select %bad, %nan, %a0 : $type
    linalg.yield %v : $type
  } -> tensor<$cache>
END
}
nan=0x7E00
[ $type = f16 ] || nan=0x7FC0
suffix=
[ -z "$poison" ] || suffix=0
cat <<END
func.func @main(%q0: $t, %kp$suffix: tensor<$cache>, %vp$suffix: tensor<$cache>, %table$suffix: tensor<${entries}xi32>, %lens: tensor<${b}xi32>) -> $t {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant $scale : f32
$(if [ -n "$poison" ]; then
  poisoned kp
  poisoned vp
  cat <<TABLE
  %te = tensor.empty() : tensor<${entries}xi32>
  %table = linalg.generic {indexing_maps = [affine_map<(b, j) -> (b, j)>, affine_map<(b, j) -> (b, j)>], iterator_types = ["parallel", "parallel"]} ins(%table0 : tensor<${entries}xi32>) outs(%te : tensor<${entries}xi32>) {
  ^bb0(%a0: i32, %o0: i32):
    %x = linalg.index 0 : index
    %j = linalg.index 1 : index
    %last = arith.constant $((pages - 1)) : index
    %end = arith.constant $((n - 1)) : i32
    %most = arith.constant $((n - b)) : i32
    %xi = arith.index_cast %x : index to i32
    %its = arith.subi %end, %xi : i32
    %drawn = arith.remui %a0, %most : i32
    %is = arith.cmpi eq, %j, %last : index
    %v = arith.select %is, %its, %drawn : i32
    linalg.yield %v : i32
  } -> tensor<${entries}xi32>
TABLE
fi)
$(gather k kp)
$(gather v vp)
  %q = tensor.expand_shape %q0 [[0], [1, 2], [3], [4]] output_shape [$b, $hk, $g, $m, $d] : $t into $qt
  %es = tensor.empty() : $sc
  %s0 = linalg.fill ins(%zero : f32) outs(%es : $sc) -> $sc
  %s = linalg.contract indexing_maps = [affine_map<(b, h, g, m, n, k) -> (b, h, g, m, k)>, affine_map<(b, h, g, m, n, k) -> (b, n, h, k)>, affine_map<(b, h, g, m, n, k) -> (b, h, g, m, n)>] ins(%q, %k : $qt, $kt) outs(%s0 : $sc) -> $sc
  %z = linalg.generic {indexing_maps = [affine_map<(b, h, g, m, n) -> (b, h, g, m, n)>, affine_map<(b, h, g, m, n) -> (b)>, affine_map<(b, h, g, m, n) -> (b, h, g, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%s, %lens : $sc, tensor<${b}xi32>) outs(%es : $sc) {
  ^bb0(%a0: f32, %a1: i32, %o0: f32):
    %i = linalg.index 3 : index
    %j = linalg.index 4 : index
    %len = arith.index_cast %a1 : i32 to index
    $keep
    %y = arith.mulf %a0, %scale : f32
    %w = arith.select %keep, %y, %ninf : f32
    linalg.yield %w : f32
  } -> $sc
  %w = linalg.softmax dimension(4) ins(%z : $sc) outs(%es : $sc) -> $sc
  %eo = tensor.empty() : $of
  %o0 = linalg.fill ins(%zero : f32) outs(%eo : $of) -> $of
  %o = linalg.contract indexing_maps = [affine_map<(b, h, g, m, n, k) -> (b, h, g, m, n)>, affine_map<(b, h, g, m, n, k) -> (b, n, h, k)>, affine_map<(b, h, g, m, n, k) -> (b, h, g, m, k)>] ins(%w, %v : $sc, $kt) outs(%o0 : $of) -> $of
  %ot = arith.truncf %o : $of to tensor<${b}x${hk}x${g}x${m}x${d}x$type>
  %r = tensor.collapse_shape %ot [[0], [1, 2], [3], [4]] : tensor<${b}x${hk}x${g}x${m}x${d}x$type> into $t
  return %r : $t
}
END
