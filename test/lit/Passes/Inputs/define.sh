# define.sh FILE DIR: every part of FILE (between lines `// -----`) on the CPU at carrier and tile level and on
# the emulator, against the oracle. (At tile level without roles, whose warps run at the same time.)
set -eu
file=$1
rm -rf "$2"
mkdir -p "$2"
cd "$2"
awk '/^\/\/ -----$/ { ++n; next } { print > sprintf("part%d.mlir", n) }' "$file"
parts=0
for part in part*.mlir; do
  attn-run "$part" --device=cpu --opt-level=0 --verify
  attn-run "$part" --device=cpu --opt-level=0 '--pipeline=attn-to-tile{schedule="ROLE=u"}' --verify
  attn-run "$part" --device=emu --verify
  parts=$((parts + 1))
done
echo "$parts functions on 3 executors"
