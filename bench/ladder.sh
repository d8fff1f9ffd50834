#!/usr/bin/env bash
# Compiles what bench/ladder.json names to packages, for a GPU machine that has neither MLIR nor a network:
#
#   bench/ladder.sh BUILD_DIR [--chip=CHIP] [--rows=N] [--schedule=CASE=SCHEDULE]... [CASE...]
#
# writes BUILD_DIR/bench/ladder/: packages, plan.json (what was compiled, how long that took, what was refused and
# with which message), libattn-runtime.so and the drivers. There, on the GPU machine:
#
#   python3 ladder.py --out ladder-CHIP.json
#
# --rows=N adds the N first rows of --list-schedules to every case of the group "must", and N more spread over the 5 N
# behind them, to compare what the model predicts with what the clock says: each case of the result then says
# how far the default is from the best of them, and more than 1.3 times its time is a failure.
set -euo pipefail
exec python3 - "$(cd "$(dirname "$0")" && pwd)" "$@" <<'PY'
import argparse, concurrent.futures, json, os, re, shutil, subprocess, sys, time

here = sys.argv[1]
parser = argparse.ArgumentParser(prog="bench/ladder.sh")
parser.add_argument("build")
parser.add_argument("--chip", default="sm_90a")
parser.add_argument("--rows", type=int, default=0)
parser.add_argument("--schedule", action="append", default=[], metavar="CASE=SCHEDULE")
parser.add_argument("--jobs", type=int, default=os.cpu_count())
parser.add_argument("cases", nargs="*")
options = parser.parse_intermixed_args(sys.argv[2:])
opt = os.path.join(options.build, "bin", "attn-opt")
out = os.path.join(options.build, "bench", "ladder")
shutil.rmtree(out, ignore_errors=True)
os.makedirs(out)
spec = json.load(open(os.path.join(here, "ladder.json")))
unknown = set(options.cases) - set(spec["cases"])
if unknown:
    sys.exit(f"bench/ladder.sh: no case {', '.join(sorted(unknown))}; there are {', '.join(spec['cases'])}")


def source(case):
    return [os.path.join(here, case["file"])] if "file" in case else ["--example=" + case["example"]]


def for_case(case, schedule):
    """The schedule with the atoms of the case's element type, with what its shape asks for."""
    kind = "bf16" if re.search(r"[:,]bf16\b", case.get("example", "")) else "f16"
    for old, new in {"m16n8k16_f16": "m16n8k16_" + kind, **case.get("replace", {})}.items():
        schedule = schedule.replace(old, new)
    return schedule


def listed(case):
    """[schedule, predicted microseconds] of rows of --list-schedules."""
    r = subprocess.run([opt, *source(case), f"--list-schedules={6 * options.rows}", "--chip=" + options.chip], capture_output=True,
                       text=True)
    rows = [line.split() for line in r.stdout.splitlines() if re.match(r"\s*[0-9.]+\s", line)]
    first, rest = rows[:options.rows], rows[options.rows:]
    step = max(1, len(rest) // options.rows)
    return [(fields[-1], float(fields[0])) for fields in first + rest[step // 2::step][:options.rows]]


cases, jobs = [], []
for name, case in spec["cases"].items():
    if options.cases and name not in options.cases:
        continue
    rows = []
    if case.get("rungs"):
        rows += [dict(row=f"rung {r['rung']}", rung=r["rung"], name=r["name"], pipeline=r.get("pipeline"),
                      schedule=for_case(case, r["schedule"])) for r in spec["rungs"]]
        for r in spec["refusals"] if case["group"] == "ladder" else []:
            schedule = next(x["schedule"] for x in spec["rungs"] if x["rung"] == r["base"])
            if "replace" in r:
                schedule = schedule.replace(*r["replace"])
            if "schedule" in r:
                schedule += ";" + r["schedule"]
            rows.append(dict(row=r["name"], base=r["base"], schedule=for_case(case, schedule)))
    else:
        rows.append(dict(row="default", schedule=""))
        if case.get("example", "").startswith("attention:"):
            rows.append(dict(row="mma.sync", schedule="ROLE=u"))  # the best row without producer warps
        rows += [dict(row=f"schedule {i}", schedule=for_case(case, s)) for i, s in enumerate(case.get("schedules", []))]
    rows += [dict(row=f"given {i}", schedule=s.split("=", 1)[1]) for i, s in enumerate(options.schedule)
             if s.split("=", 1)[0] == name]
    if options.rows and case["group"] == "must":
        rows += [dict(row=f"row {i}", schedule=s, predicted_us=us) for i, (s, us) in enumerate(listed(case))]
    entry = {k: v for k, v in case.items() if k not in ("rungs", "schedules", "replace")}
    cases.append(dict(entry, case=name, rows=rows))
    jobs += [(cases[-1], i) for i in range(len(rows))]


def compile_row(job):
    case, i = job
    row = case["rows"][i]
    package = f"{case['case']}.{i}.attnpkg"
    command = [opt, *source(case), "--emit=package", "-o", os.path.join(out, package)]
    if row.get("pipeline"):
        text = spec["pipelines"][row["pipeline"]].replace("$schedule", '"' + row["schedule"] + '"').replace("$chip", options.chip)
        command.append("--pass-pipeline=" + text)
    else:
        command += ["--chip=" + options.chip] + (["--schedule=" + row["schedule"]] if row["schedule"] else [])
    begin = time.monotonic()
    try:
        r = subprocess.run(command, capture_output=True, text=True, timeout=120)
        row["compile_ms"] = round((time.monotonic() - begin) * 1000)
        spills = re.findall(r"warning: .*spill.*", r.stderr)
        if spills:
            row["spills"] = spills[0]
        message = next((line.split("error: ", 1)[1] for line in r.stderr.splitlines() if "error: " in line), None)
        if r.returncode:
            row["refused"] = message or f"attn-opt ended with {r.returncode}"
        else:
            row["package"] = package
    except subprocess.TimeoutExpired:
        row["refused"] = "compiling took more than 120 s"
    row.pop("pipeline", None)
    return case, row


with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
    for case, row in pool.map(compile_row, jobs):
        print(f"{case['case']:16s} {row['row']:28s} {row.get('compile_ms', 0):6d} ms  "
              f"{'refused: ' + row['refused'] if 'refused' in row else row['schedule'] or '(defaults)'}", flush=True)
version = subprocess.run([opt, "--version"], capture_output=True, text=True).stdout.strip()
with open(os.path.join(out, "plan.json"), "w") as f:
    json.dump({"chip": options.chip, "compiler": version, "cases": cases}, f, indent=1)
    f.write("\n")
for file in (os.path.join(here, "attention.py"), os.path.join(here, "ladder.py"),
             os.path.join(options.build, "lib", "libattn-runtime.so")):
    if os.path.exists(file):
        shutil.copy(file, out)
    else:
        print(f"bench/ladder.sh: missing {file}: build the target attn-runtime")
PY
