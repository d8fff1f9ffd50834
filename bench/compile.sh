#!/usr/bin/env bash
# bench/compile.sh BUILD_DIR [CHIP]: wall time from file to cubin for each file of test/inputs, and the time
# to start and stop. Best of five, in milliseconds; the aims are 1500 and 150.
set -euo pipefail
build=${1:?usage: bench/compile.sh BUILD_DIR [CHIP]}
chip=${2:-sm_90a}
here=$(cd "$(dirname "$0")/.." && pwd)
out=$(mktemp) log=$(mktemp) times=$(mktemp)
trap 'rm -f "$out" "$log" "$times"' EXIT
export PATH="$PATH:${CUDA_HOME:-/nonexistent}/bin:$build/cuda/bin"

# best COMMAND...: least wall and least processor time of five runs, in milliseconds. Processor time is what
# to look at on a machine that is busy with other things.
best() {
  local TIMEFORMAT='%R %U %S' i
  for i in 1 2 3 4 5; do
    { time "$@" >"$log" 2>&1; } 2>>"$times" || { cat "$log" >&2; exit 1; }
  done
  awk 'NR == 1 || $1 < wall { wall = $1 }
       NR == 1 || $2 + $3 < cpu { cpu = $2 + $3 }
       END { printf "%6.0f %6.0f\n", 1000 * wall, 1000 * cpu }' "$times"
  : >"$times"
}

printf '# %s, %s cores; %s; ptxas %s; %s; commit %s\n' \
  "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)" "$(nproc)" \
  "$("$build/bin/attn-opt" --version | head -1)" "$(ptxas --version | sed -n 's/.* V\([0-9.]*\)$/\1/p')" \
  "$chip" "$(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo unknown)"
printf '%-36s %6s %6s ms\n' '# best of five' wall cpu
printf '%-36s %s\n' 'start-up (attn-opt --version)' "$(best "$build/bin/attn-opt" --version)"
for file in "$here"/test/inputs/*.mlir; do
  printf '%-36s %s\n' "$(basename "$file")" \
    "$(best "$build/bin/attn-opt" "$file" --emit=cubin "--chip=$chip" -o "$out")"
done
