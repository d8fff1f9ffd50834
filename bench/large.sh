#!/usr/bin/env bash
# Packages of tensors past 2^31 elements and of grids past 65535 for bench/large.py:
#
#   bench/large.sh BUILD_DIR [CHIP]        writes BUILD_DIR/large/*.attnpkg
set -euo pipefail
build=${1:?usage: bench/large.sh BUILD_DIR [CHIP]}
chip=${2:-sm_90a}
mkdir -p "$build/large"
here=$(dirname "$0")
mma='TILE@qk=a:mma_m16n8k16_f16/w4x1/f1x8;STAGE@kv=d2/cp/ring;ROLE=u'
while IFS='|' read -r name example schedule; do
  "$build/bin/attn-opt" "--example=$example" --emit=package "--chip=$chip" ${schedule:+"--schedule=$schedule"} \
    -o "$build/large/$name.attnpkg"
done <<TABLE
queries|attention:b=64,h=32,sq=16640,sk=64,d=64,f16|
queries-mma|attention:b=64,h=32,sq=16640,sk=64,d=64,f16|$mma
queries-scalar|attention:b=64,h=32,sq=16640,sk=64,d=64,f16|TILE@qk=n16x16/f4x4
grid|attention:b=1024,h=1024,sq=2,sk=16,d=16,f16|
queries-roles|attention:b=64,h=32,sq=16640,sk=64,d=64,f16|TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1;ROLE@kv=p1:c2
norm|rmsnorm:rows=2200000,cols=1024,f16|
TABLE
for schedule in '' "$mma"; do
  "$build/bin/attn-opt" "$here/inputs/far-views.mlir" --emit=package "--chip=$chip" \
    ${schedule:+"--schedule=$schedule"} -o "$build/large/views${schedule:+-mma}.attnpkg"
done
