"""Writes the tables of docs/ladder.md from results of bench/ladder.py:

    python3 bench/fill_ladder.py RESULT.json [ROWS.json]

ROWS.json is of packages that bench/ladder.sh --rows made.
"""
import json, os, re, sys

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "docs", "ladder.md")


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(c).replace("|", "\\|") for c in row) + " |" for row in rows])


def speed(row, rival):
    s = row.get("speed", {}).get(rival)
    return f"{s:.2f}" if s else ""


def registers(row):
    return ", ".join(f"{r['registers']}" + (f" ({r['spill_stores']} B spilled)" if r.get("spill_stores") else "")
                     for r in row.get("resources", []))


def why_not(row):
    return row.get("refused") or row.get("failed")


def counter(case, name, key, form):
    """Over all kernels of the row: ncu lists them as ROW/KERNEL."""
    kernels = [k for row, found in case.get("counters", {}).items()
               if row.split("/")[0] == name and isinstance(found, list) for k in found if key in k]
    if not kernels:
        return ""
    return form(sum(k[key] for k in kernels) / (len(kernels) if key.endswith("percent") else 1))


def amount(x):
    return f"{x / 1e6:.2f} M" if x >= 1e5 else f"{x:.0f}"


def ladder(result, cases):
    case = cases["perf"]
    rows = []
    for name, row in case["rows"].items():
        if "rung" not in row:
            continue
        head = [row["rung"], row["name"], f"`{row['pinned']}`"]
        if why_not(row):
            rows.append(head + ["refused: " + why_not(row)] + [""] * 7)
            continue
        bits = row.get("bits_of_rung_2")
        rows.append(head + [row.get("median_us", ""), speed(row, "torch-flash"), speed(row, "torch-cudnn"),
                            registers(row), counter(case, name, "shared_bank_conflicts", amount),
                            counter(case, name, "lsu_instructions", amount),
                            counter(case, name, "tensor_pipe_percent", lambda x: f"{x:.0f} %"),
                            "" if bits is None else "yes" if bits else "no"])
    for rival, label in (("torch-flash", "FlashAttention-2"), ("torch-cudnn", "cuDNN")):
        row = case["rows"].get(rival, {})
        if "median_us" in row:
            rows.append(["", label, "", row["median_us"], "", "", "", counter(case, rival, "shared_bank_conflicts", amount),
                         counter(case, rival, "lsu_instructions", amount),
                         counter(case, rival, "tensor_pipe_percent", lambda x: f"{x:.0f} %"), ""])
    return table(["rung", "", "schedule", "µs", "x FA2", "x cuDNN", "registers", "bank conflicts", "LSU instructions",
                  "tensor pipe", "same bits"], rows)


def must(result, cases):
    rows = []
    for name, case in cases.items():
        if case.get("group") != "must":
            continue
        rivals = [r for r in case["rows"] if r.startswith("torch-")]
        for row_name, row in case["rows"].items():
            if row_name in rivals or "median_us" not in row:
                continue
            against = "; ".join(f"{speed(row, r)} {r[6:]}" for r in rivals if speed(row, r))
            rows.append([name, row_name, row["median_us"], row["tflops"], against, registers(row),
                         f"{row['error']['max_abs']:.1e}", f"`{row['schedule']}`"])
    return table(["case", "row", "µs", "TFLOP/s", "speed", "registers", "max abs error", "schedule"], rows)


def numerics(result, cases):
    rows = []
    for name, case in cases.items():
        if case.get("group") != "numerics":
            continue
        for row_name, row in case["rows"].items():
            e = row.get("error")
            bits = row.get("bits_of_rung_2")
            rows.append([name, row_name] + (["refused: " + why_not(row), "", ""] if why_not(row) or not e else
                                            [f"{e['max_abs']:.2e}", f"{e['relative_frobenius']:.2e}",
                                             "" if bits is None else "yes" if bits else "no"]))
    return table(["case", "rung", "max abs error", "relative (Frobenius)", "bits of rung 2"], rows)


def refusals(result, cases):
    case = cases["perf"]
    rows = []
    for name, row in case["rows"].items():
        if "base" not in row:
            continue
        base = case["rows"].get(f"rung {row['base']}", {})
        if "median_us" in row and "median_us" in base:
            result_text = [row["median_us"], f"{base['median_us'] / row['median_us']:.2f}"]
        else:
            result_text = ["refused: " + (why_not(row) or "?"), ""]
        rows.append([name, f"rung {row['base']}", f"`{row['pinned']}`"] + result_text)
    return table(["move", "on", "schedule", "µs", "speed"], rows)


def rows(result, cases):
    lines = []
    for name, case in cases.items():
        judged = case.get("default_over_best")
        if judged:
            best = case["rows"][judged["best"]]
            lines.append([name, judged["rows"], case["rows"]["default"]["median_us"], best["median_us"],
                          f"{judged['ratio']:.2f}", f"`{best['schedule']}`"])
    return table(["case", "rows", "default, µs", "best row, µs", "default / best", "best row"], lines)


def main():
    result = json.load(open(sys.argv[1]))
    page = open(PAGE).read()
    tables = [("ladder", ladder, result), ("must", must, result), ("numerics", numerics, result),
              ("refusals", refusals, result)]
    if len(sys.argv) > 2:
        tables.append(("rows", rows, json.load(open(sys.argv[2]))))
    for name, make, source in tables:
        try:
            text = make(source, source["cases"])
        except KeyError as e:
            print(f"{name}: the result has no {e}")
            continue
        page = re.sub(rf"(<!-- table: {name} -->\n).*?(<!-- end -->)", lambda m: m[1] + text + "\n" + m[2], page,
                      flags=re.S)
    env = tables[0][2]["environment"]
    page = re.sub(r"(?m)^Measured on .*\n\n", "", page)
    page = page.replace("## Why each rung", f"Measured on one {env.get('gpu')}, driver "
                        f"{env.get('smi_idle', {}).get('driver_version', '?')}, PyTorch {env.get('torch')}, cuDNN "
                        f"{env.get('cudnn')}; recorded in `bench/results/{os.path.basename(sys.argv[1])}`.\n\n## Why each rung", 1)
    open(PAGE, "w").write(page)


if __name__ == "__main__":
    main()
