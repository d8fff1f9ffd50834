#!/bin/sh
# default-rows.sh ATOM PINS FORM...: what the pins leave open becomes a schedule of ATOM for each FORM (an attention, KIND:... or a
# file); ptxas neither spills nor serializes.
set -eu
atom=$1
pins=$2
shift 2
listing=$(mktemp)
trap 'rm -f "$listing"' EXIT
for form; do
  case $form in
  *.mlir) source=$form ;;
  *:*) source=--example=$form ;;
  *) source=--example=attention:$form ;;
  esac
  attn-opt "$source" "--schedule=$pins" --emit=listing --attn-to-cubin > "$listing"
  if ! grep -q "^ *schedule .*$atom" "$listing" || ! grep -q '^ *resources ' "$listing" ||
    grep -E 'serialized true|spill_(loads|stores) [1-9]' "$listing"; then
    echo "$form"
    grep -E '^ *(schedule|resources) ' "$listing"
    exit 1
  fi
done
