#!/usr/bin/env bash
# bench/compile.sh BUILD_DIR [CHIP]: wall time from file to cubin for each file of test/inputs, and the time
# to start and stop. Best of five, in milliseconds; the aims are 1500 and 150.
set -euo pipefail
build=${1:?usage: bench/compile.sh BUILD_DIR [CHIP]}
chip=${2:-sm_90a}
here=$(cd "$(dirname "$0")/.." && pwd)
out=$(mktemp)
trap 'rm -f "$out"' EXIT

best() { # best COMMAND...: milliseconds
  local least= t0 t
  for _ in 1 2 3 4 5; do
    t0=$(date +%s%N)
    "$@" >/dev/null
    t=$((($(date +%s%N) - t0) / 1000000))
    [ -n "$least" ] && [ "$least" -le "$t" ] || least=$t
  done
  echo "$least"
}

printf '%-36s %6s ms\n' 'start-up (attn-opt --version)' "$(best "$build/bin/attn-opt" --version)"
for file in "$here"/test/inputs/*.mlir; do
  printf '%-36s %6s ms\n' "$(basename "$file")" \
    "$(best "$build/bin/attn-opt" "$file" --emit=cubin "--chip=$chip" -o "$out")"
done
