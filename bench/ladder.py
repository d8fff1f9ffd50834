"""Measures what bench/ladder.sh compiled beside PyTorch, on a GPU machine, and writes one JSON file.

    python3 ladder.py [--packages FOLDER] [--runtime LIBRARY] [--out FILE.json] [--no-ncu] [CASE...]

FOLDER holds plan.json and the packages (default: this file's folder). Needs a GPU and PyTorch. A worker process
measures; where it dies, hangs or loses its context, the row at fault is marked and a new worker goes on with the
rest, so a bad kernel costs its own row only. The method is stated in docs/benchmarks.md.
"""
import argparse, csv, json, math, os, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
COUNTERS = {
    "time_ns": "gpu__time_duration.sum",
    "instructions": "smsp__inst_executed.sum",
    "lsu_instructions": "smsp__inst_executed_pipe_lsu.sum",
    "shared_bank_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
    "shared_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "tensor_pipe_percent": "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_active",
    "xu_pipe_percent": "sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active",
    "fma_pipe_percent": "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active",
    "issue_percent": "sm__inst_issued.avg.pct_of_peak_sustained_active",
    "warps_active_percent": "sm__warps_active.avg.pct_of_peak_sustained_active",
    "dram_bytes": "dram__bytes.sum",
    "registers": "launch__registers_per_thread",
}
STALL_S = 120  # a worker that writes nothing for so long hangs
WORST_DEFAULT = 1.3  # the default's time over that of the best listed row


# --- cases (only the worker imports PyTorch) -------------------------------------------------------


class Attention:
    def __init__(self, case):
        import attention
        self.case = attention.Case(case["case"], case["example"])
        self.tolerance = {"f16": 2e-3, "bf16": 2e-2, "f32": 2e-5}[self.case.dtype]
        self.inputs, self.reference = self.case.inputs, self.case.reference
        self.rivals, self.flops = self.case.rivals, self.case.flops

    def empty(self, fill):
        import attention, torch
        c = self.case
        return torch.full((c.b, c.h, c.sq, c.dv), fill, dtype=attention.DTYPES[c.dtype], device="cuda")


class Matmul:
    def __init__(self, case):
        import attention
        self.size = {"m": 1024, "n": 1024, "k": 1024}
        dtype = "f16"
        for entry in case["example"].split(":", 1)[1].split(","):
            key, _, value = entry.partition("=")
            if key in attention.DTYPES:
                dtype = key
            elif key in self.size:
                self.size[key] = int(value)
            else:
                raise ValueError(f"no reference for {entry}")
        self.dtype = attention.DTYPES[dtype]
        self.tolerance = {"f16": 2e-3, "bf16": 2e-2, "f32": 2e-5}[dtype]
        # Tensor cores cut sums off: each of k / 16 additions may lose a unit in the last place of a sum of some sqrt(k).
        self.lost = self.size["k"] / 16 * 2.0**-24 * 2 * math.sqrt(self.size["k"])

    def flops(self):
        return 2.0 * self.size["m"] * self.size["n"] * self.size["k"]

    def inputs(self, seed=0):
        import torch
        g = torch.Generator(device="cuda").manual_seed(seed)
        m, n, k = (self.size[x] for x in "mnk")
        return tuple(torch.randn(*shape, generator=g, device="cuda").to(self.dtype) for shape in ((m, k), (k, n)))

    def reference(self, a, b):
        return a.double() @ b.double()

    def rivals(self, a, b):
        import torch
        return {"torch-matmul": lambda: torch.matmul(a, b)}

    def empty(self, fill):
        import torch
        return torch.full((self.size["m"], self.size["n"]), fill, dtype=self.dtype, device="cuda")


class LinearLse:
    """x (rows, k) and w (columns, k), f16; the logsumexp over the columns of x w^T, f32."""

    tolerance = 1e-3

    def __init__(self, case):
        self.rows, self.columns, self.k = (case["linear-lse"][x] for x in ("rows", "columns", "k"))

    def flops(self):
        return 2.0 * self.rows * self.columns * self.k

    def inputs(self, seed=0):
        import torch
        g = torch.Generator(device="cuda").manual_seed(seed)
        x = torch.randn(self.rows, self.k, generator=g, device="cuda").half()
        w = (torch.randn(self.columns, self.k, generator=g, device="cuda") / math.sqrt(self.k)).half()
        return x, w

    def reference(self, x, w):
        import torch
        w = w.double()
        return torch.cat([torch.logsumexp(part.double() @ w.T, -1) for part in x.split(1024)])

    def rivals(self, x, w):
        import torch
        return {"torch-linear+logsumexp": lambda: torch.logsumexp(torch.matmul(x, w.T).float(), -1)}

    def empty(self, fill):
        import torch
        return torch.full((self.rows,), fill, dtype=torch.float32, device="cuda")


def make_case(case):
    if "linear-lse" in case:
        return LinearLse(case)
    return (Matmul if case["example"].startswith("matmul:") else Attention)(case)


# --- the worker ------------------------------------------------------------------------------------


class Journal:
    """One JSON object a line; the parent reads it as it grows."""

    def __init__(self, path):
        self.file = open(path, "a")

    def put(self, **entry):
        self.file.write(json.dumps(entry) + "\n")
        self.file.flush()


def is_context_lost(e):
    text = str(e).lower()
    return any(word in text for word in ("illegal", "cuda error", "unspecified launch", "misaligned", "device-side",
                                         "launch failure", "cuda_error"))


def bits(t):
    import torch
    return t.view(torch.int16 if t.element_size() == 2 else torch.int32)


def check(program, shape, inputs, reference):
    """Runs twice into poisoned memory; every element must have been written, and to the same bits."""
    import attention, torch
    outs = []
    for poison in (math.nan, -math.inf):
        out = shape.empty(poison)
        program.bind((*inputs, out))()
        torch.cuda.synchronize()
        outs.append(out)
    report = attention.errors(outs[0], reference)
    bound = shape.tolerance
    report["same_bits"] = bool(torch.equal(bits(outs[0]), bits(outs[1])))
    report["tolerance"] = bound
    within = (outs[0].double() - reference).abs() <= bound * (1 + reference.abs()) + getattr(shape, "lost", 0)
    report["ok"] = report["finite"] and report["same_bits"] and bool(within.all())
    return report, outs[0]


def work_case(case, skip, options, runtime, journal):
    import attention, torch
    shape = make_case(case)
    inputs = shape.inputs()
    reference = shape.reference(*inputs)
    rows, functions, base = {}, {}, None
    for row in case["rows"]:
        name = row["row"]
        entry = rows[name] = {k: v for k, v in row.items() if k not in ("row", "package", "schedule")}
        entry["pinned"] = row["schedule"]
        if "package" not in row:
            continue
        if name in skip:
            entry["failed"] = skip[name]
            continue
        journal.put(begin=[case["case"], name])
        try:
            program = attention.Program(runtime, os.path.join(options.packages, row["package"]))
            entry["error"], out = check(program, shape, inputs, reference)
        except (RuntimeError, OSError, KeyError) as e:
            entry["failed"] = str(e).split("\n")[0][:300]
            if is_context_lost(e):
                journal.put(lost=[case["case"], name], why=entry["failed"])
                os._exit(3)  # nothing works in this process any more
            continue
        variant = program.manifest["variants"][0]
        entry.update(schedule=variant["schedule"], resources=variant["resources"], ptxas=variant["ptxas"])
        if row.get("rung") == 2:
            base = out.clone()
        if base is not None:
            entry["bits_of_rung_2"] = bool(torch.equal(bits(out), bits(base)))
        functions[name] = program.bind((*inputs, out))
    rivals = []
    for name, run in shape.rivals(*inputs).items() if case["group"] != "numerics" else ():
        journal.put(begin=[case["case"], name])
        rivals.append(name)
        try:
            out = run()
            rows[name] = {"error": attention.errors(out, reference)}
            functions[name] = run
        except RuntimeError as e:
            rows[name] = {"refused": str(e).split("\n")[0][:200]}
    del reference
    if case["group"] != "numerics" and functions:
        journal.put(begin=[case["case"], "(measuring)"])
        flops = shape.flops()
        for name, times in attention.measure(functions, options.seconds, options.reps).items():
            rows[name].update(times, tflops=round(flops / times["median_us"] / 1e6, 2))
        for row in rows.values():
            if "median_us" in row:  # > 1: faster than the rival
                row["speed"] = {r: round(rows[r]["median_us"] / row["median_us"], 3) for r in rivals
                                if "median_us" in rows[r]}
    journal.put(done=case["case"], rows=rows)
    torch.cuda.empty_cache()


def worker(options, plan):
    import attention, torch
    torch.backends.cuda.matmul.allow_tf32 = False
    journal = Journal(options.journal)
    journal.put(environment=attention.environment())
    runtime = attention.Runtime(options.runtime)
    skip = json.loads(options.skip)
    for case in plan["cases"]:
        if case["case"] not in options.cases:
            continue
        try:
            work_case(case, skip.get(case["case"], {}), options, runtime, journal)
        except Exception as e:  # a case that fails must not end the run
            text = f"{type(e).__name__}: {str(e).splitlines()[0][:300] if str(e) else ''}"
            journal.put(done=case["case"], rows={}, failed=text)
            if is_context_lost(e):
                os._exit(3)
            torch.cuda.empty_cache()
    journal.put(environment=attention.environment())
    return 0


# --- counters --------------------------------------------------------------------------------------


def once(options, plan):
    """Every row of the case, once, in order: what ncu watches."""
    import attention, torch
    runtime = attention.Runtime(options.runtime)
    case = next(c for c in plan["cases"] if c["case"] == options.once)
    shape = make_case(case)
    inputs = shape.inputs()
    out = shape.empty(0.0)
    for row in case["rows"]:
        if row["row"] not in options.cases:
            continue
        program = attention.Program(runtime, os.path.join(options.packages, row["package"]))
        torch.cuda.nvtx.range_push(row["row"])
        program.bind((*inputs, out))()
        torch.cuda.synchronize()
        torch.cuda.nvtx.range_pop()
    for name, run in shape.rivals(*inputs).items():
        torch.cuda.nvtx.range_push(name)
        run()
        torch.cuda.synchronize()
        torch.cuda.nvtx.range_pop()
    return 0


def read_counters(text):
    """Kernel (named after its range) -> [{counter: value}], one a launch, from ncu --csv --page raw."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        return {}
    ranges = {}
    for row in csv.DictReader(lines[start:]):
        if not row.get("ID"):
            continue  # the line of units
        name, entry = row["Kernel Name"].split("(")[0][:100], {}
        for key, metric in COUNTERS.items():
            value = row.get(metric, "").replace(",", "")
            try:
                entry[key] = float(value)
            except ValueError:
                pass
        ranges.setdefault(name, []).append(entry)
    return ranges


def counters(options, plan, case, rows):
    """ncu's counters of the named rows and of the rivals; {"unavailable": why} where ncu gives none."""
    if not any(os.access(os.path.join(d, "ncu"), os.X_OK) for d in os.environ.get("PATH", "").split(":")):
        return {"unavailable": "no ncu on the PATH"}
    known = ""
    try:
        known = subprocess.run(["ncu", "--query-metrics", "--csv"], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        pass
    names = [m for m in COUNTERS.values() if m.startswith("launch__") or not known or m.split(".")[0] in known]
    watched = [sys.executable, os.path.abspath(__file__), "--once", case, "--packages", options.packages, "--runtime",
               options.runtime, *rows]
    tail = []
    # Kernels inside ranges, named after them; if that gives nothing, kernels by name.
    for choose in (["--nvtx", "--nvtx-include", "regex:.*/", "--print-nvtx-rename", "kernel"],
                   ["--kernel-name", "regex:attention_|flash|fmha|cudnn"]):
        command = ["ncu", "--clock-control", "none", *choose, "--csv", "--page", "raw", "--print-units", "base",
                   "--metrics", ",".join(names), *watched]
        try:
            r = subprocess.run(command, capture_output=True, text=True, timeout=150)
        except subprocess.TimeoutExpired:
            return {"unavailable": "ncu took more than 150 s"}
        found = read_counters(r.stdout)
        if found:
            return found
        tail += (r.stdout + r.stderr).strip().splitlines()[-3:]
    return {"unavailable": " / ".join(tail)[:600]}


# --- the parent ------------------------------------------------------------------------------------


def start_worker(options, todo, skip, journal):
    command = [sys.executable, os.path.abspath(__file__), "--journal", journal, "--skip", json.dumps(skip),
               "--packages", options.packages, "--runtime", options.runtime, "--seconds", str(options.seconds),
               "--reps", str(options.reps), *todo]
    return subprocess.Popen(command)


def read_journal(path):
    entries = []
    with open(path) as f:
        for line in f:
            try:
                entries.append(json.loads(line))
            except ValueError:
                break  # half a line
    return entries


def wait(process, journal):
    """True unless it had to be stopped because nothing was written for too long."""
    while process.poll() is None:
        time.sleep(0.5)
        if time.time() - os.path.getmtime(journal) > STALL_S:
            process.kill()
            process.wait()
            return False
    return True


def judge_default(report):
    """How far the default is from the best row of --list-schedules that was measured (bench/ladder.sh --rows)."""
    times = {n: r["median_us"] for n, r in report["rows"].items()
             if "median_us" in r and (n == "default" or n.startswith("row "))}
    if "default" in times and len(times) > 1:
        best = min(times, key=times.get)
        report["default_over_best"] = {"ratio": round(times["default"] / times[best], 3), "best": best,
                                       "rows": len(times) - 1}


def print_case(case, report):
    judged = report.get("default_over_best")
    print(f"{case['case']}: {case.get('example') or case.get('file')}"
          f"{'  FAILED ' + report['failed'] if 'failed' in report else ''}"
          f"{'  default {ratio} x {best} of {rows}'.format(**judged) if judged else ''}")
    for name, row in report["rows"].items():
        why = row.get("refused") or row.get("failed")
        if why:
            print(f"  {name:28s} {'refused' if 'refused' in row else 'FAILED'}: {why[:150]}")
            continue
        e = row.get("error", {})
        text = f"  {name:28s}"
        if "median_us" in row:
            text += f" {row['median_us']:9.1f} us {row['tflops']:7.1f} TFLOP/s"
            text += "".join(f"  x{s:.2f} {r}" for r, s in row.get("speed", {}).items() if r != name)
        if "predicted_us" in row:
            text += f"  predicted {row['predicted_us']:.1f}"
        regs = [f"{r['registers']}r" + (f"+{r['spill_stores']}B spilled" if r.get("spill_stores") else "")
                for r in row.get("resources", [])]
        text += f"  {','.join(regs)}  abs {e.get('max_abs', math.nan):.1e} rel {e.get('relative_frobenius', math.nan):.1e}"
        text += "" if e.get("ok", True) else "  WRONG"
        if "bits_of_rung_2" in row:
            text += "  bits=" if row["bits_of_rung_2"] else "  bits differ from rung 2"
        print(text)
    sys.stdout.flush()


def run(options, plan):
    todo = [c["case"] for c in plan["cases"] if not options.cases or c["case"] in options.cases]
    by_name = {c["case"]: c for c in plan["cases"]}
    result = {"chip": plan["chip"], "compiler": plan["compiler"], "environment": {}, "cases": {}}
    skip, ends = {}, {}
    started = time.time()
    for _ in range(40):  # each worker finishes a case or marks one more row
        todo = [c for c in todo if c not in result["cases"]]
        if not todo or time.time() - started > options.limit:
            break
        handle, journal = tempfile.mkstemp(suffix=".jsonl")
        os.close(handle)
        process = start_worker(options, todo, skip, journal)
        alive = wait(process, journal)
        entries = read_journal(journal)
        os.unlink(journal)
        last, why = None, "hung" if not alive else f"the process ended with {process.returncode}"
        for e in entries:
            if "environment" in e:
                result["environment"].update(e["environment"] if not result["environment"] else
                                             {"smi_busy": e["environment"]["smi_idle"]})
            if "begin" in e:
                last = e["begin"]
            if "lost" in e:
                last, why = e["lost"], e["why"]
            if "done" in e:
                last = None
                result["cases"][e["done"]] = {k: v for k, v in e.items() if k != "done"}
                judge_default(result["cases"][e["done"]])
                result["cases"][e["done"]].update(
                    {k: v for k, v in by_name[e["done"]].items() if k in ("example", "file", "group")})
                print_case(by_name[e["done"]], result["cases"][e["done"]])
        if last and last[1] != "(measuring)":
            skip.setdefault(last[0], {})[last[1]] = why
        elif last:
            result["cases"][last[0]] = {"rows": {}, "failed": f"while measuring: {why}", "group": by_name[last[0]]["group"]}
        elif process.returncode != 0 and not any("done" in e for e in entries):
            ends[why] = ends.get(why, 0) + 1
            if ends[why] > 2:
                result["failed"] = f"the worker {why} before its first row"
                break
        write(options.out, result)
    for name in todo:
        result["cases"].setdefault(name, {"rows": {}, "failed": "not reached in time"})
    for case in plan["cases"]:
        if case["group"] != "ladder" or options.no_ncu or case["case"] not in result["cases"]:
            continue
        rows = [r["row"] for r in case["rows"] if "package" in r and
                "median_us" in result["cases"][case["case"]]["rows"].get(r["row"], {})]
        if rows:
            result["cases"][case["case"]]["counters"] = found = counters(options, plan, case["case"], rows)
            for name, kernels in found.items():
                print(f"  ncu {name}: {json.dumps(kernels)}")
    write(options.out, result)
    wrong = [f"{c}/{n}" for c, r in result["cases"].items() for n, row in r["rows"].items()
             if "failed" in row or not row.get("error", {}).get("ok", True)]
    wrong += [c for c, r in result["cases"].items() if "failed" in r]
    wrong += [f"{c}: default {r['default_over_best']['ratio']} x {r['default_over_best']['best']}"
              for c, r in result["cases"].items() if r.get("default_over_best", {}).get("ratio", 0) > WORST_DEFAULT]
    print(f"{options.out}: {len(result['cases'])} cases in {time.time() - started:.0f} s; "
          f"{'wrong or failed: ' + ', '.join(wrong) if wrong else 'all correct'}")
    return 1 if wrong or "failed" in result else 0


def write(path, result):
    with open(path + ".part", "w") as f:
        json.dump(result, f, indent=1)
        f.write("\n")
    os.replace(path + ".part", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--packages", default=HERE, help="folder with plan.json and the packages")
    parser.add_argument("--runtime", help="libattn-runtime.so (default: in the folder of the packages)")
    parser.add_argument("--out", default="ladder.json", help="JSON file to write")
    parser.add_argument("--seconds", type=float, default=0.25, help="of device time a row (default 0.25)")
    parser.add_argument("--reps", type=int, default=100, help="at most (default 100)")
    parser.add_argument("--limit", type=float, default=480, help="seconds after which no new worker starts")
    parser.add_argument("--no-ncu", action="store_true", help="do not ask ncu for counters")
    parser.add_argument("--journal", help=argparse.SUPPRESS)
    parser.add_argument("--skip", default="{}", help=argparse.SUPPRESS)
    parser.add_argument("--once", help=argparse.SUPPRESS)
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    options.packages = os.path.abspath(options.packages)
    options.runtime = os.path.abspath(options.runtime or os.path.join(options.packages, "libattn-runtime.so"))
    sys.path.insert(0, HERE)
    with open(os.path.join(options.packages, "plan.json")) as f:
        plan = json.load(f)
    if options.journal:
        return worker(options, plan)
    if options.once:
        return once(options, plan)
    return run(options, plan)


if __name__ == "__main__":
    sys.exit(main())
