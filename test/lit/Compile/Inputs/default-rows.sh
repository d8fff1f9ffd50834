#!/bin/sh
# default-rows.sh FORM...: the default schedule of each attention is one of wgmma; ptxas neither spills nor serializes.
set -eu
listing=$(mktemp)
trap 'rm -f "$listing"' EXIT
for form; do
  attn-opt "--example=attention:$form" --emit=listing --attn-to-cubin > "$listing"
  if ! grep -q '^ *schedule .*wgmma' "$listing" || ! grep -q '^ *resources ' "$listing" ||
    grep -E 'serialized true|spill_(loads|stores) [1-9]' "$listing"; then
    echo "$form"
    grep -E '^ *(schedule|resources) ' "$listing"
    exit 1
  fi
done
