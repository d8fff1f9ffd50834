#!/usr/bin/env bash
# Compiles the cases of bench/cases.json to packages for the GPU machine, which needs no MLIR then:
#
#   bench/packages.sh BUILD_DIR [CHIP] [CASE...]        writes BUILD_DIR/bench/CASE.N.attnpkg
#
# CASES=FILE names other cases (bench/variants.json). N is the position of the schedule in the case's list.
set -euo pipefail
build=${1:?usage: bench/packages.sh BUILD_DIR [CHIP] [CASE...]}
chip=${2:-sm_90a}
shift $(($# > 2 ? 2 : $#))
here=$(dirname "$0")
mkdir -p "$build/bench"
python3 - "${CASES:-$here/cases.json}" "$@" <<'PY' |
import json, sys
cases = json.load(open(sys.argv[1]))
for name in sys.argv[2:] or cases:
    for i, schedule in enumerate(cases[name]["schedules"]):
        print(name, i, cases[name]["example"], schedule, sep="\t")
PY
  while IFS=$'\t' read -r name i example schedule; do
    out=$build/bench/$name.$i.attnpkg
    "$build/bin/attn-opt" "--example=$example" --emit=package "--chip=$chip" \
      ${schedule:+"--schedule=$schedule"} -o "$out"
    echo "$out  $example  ${schedule:-(defaults)}"
  done
