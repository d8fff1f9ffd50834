#!/bin/sh
# emu-views.sh FOLDER SCHEDULE FILE...: every .mlir of FOLDER on the emulator under SCHEDULE, against the oracle, but
# for the named ones: these cannot go by the TMA unit and must be refused, with the rule.
set -eu
folder=$1
schedule=$2
shift 2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
views=0
for file in "$folder"/*.mlir; do
  name=$(basename "$file" .mlir)
  status=0
  attn-run "$file" --device=emu --verify "--schedule=$schedule" >"$log" 2>&1 || status=$?
  case " $* " in
  *" $name "*) [ $status = 1 ] && grep -qE "error: .*(TMA unit|no matrix of rows|multiples of 32 bytes)" "$log" ;;
  *) [ $status = 0 ] && grep -q '^ok: result 0' "$log" ;;
  esac || {
    echo "$name under $schedule: exit $status"
    cat "$log"
    exit 1
  }
  views=$((views + 1))
done
echo "$views views"
