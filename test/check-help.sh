#!/bin/sh
# check-help.sh SOURCE BUILD: `attn-opt --help` names every pass and pipeline of the tables.
set -u
help=$("$2/bin/attn-opt" --help) || { echo "attn-opt --help failed"; exit 1; }
bad=0 count=0
for name in $(sed -n 's/^ *\(PASS\|PIPELINE\)("\([^"]*\)".*/\2/p' \
                "$1/lib/Plugin/BuiltinPasses.def" "$1/lib/Plugin/Pipelines.def"); do
  count=$((count + 1))
  printf '%s\n' "$help" | grep -qE "^  (--)?$name( |\[|\$)" ||
    { echo "--help does not mention '$name'"; bad=1; }
done
[ "$count" -gt 0 ] || { echo "no rows found in the tables"; bad=1; }
echo "$count rows"
exit $bad
