"""Writes the table of docs/benchmarks.md from a result of bench/attention.py:

    python3 bench/fill_attention.py RESULT.json [CASES.json]
"""
import json, os, re, sys

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "..", "docs", "benchmarks.md")
RIVALS = {"torch-cudnn": "cuDNN", "torch-flash": "FA2", "flash-attention-3": "FA3"}


def lines(result, cases):
    head = ["case", "our schedule", "ours, µs", "TFLOP/s"] + list(RIVALS.values())
    head += ["x " + name for name in RIVALS.values()]
    yield "| " + " | ".join(head) + " |"
    yield "|---|---|" + "---:|" * (len(head) - 2)
    for name, case in result["cases"].items():
        rows = case["rows"]
        times = [rows.get(r, {}).get("median_us") for r in RIVALS]
        for i, schedule in enumerate(cases[name]["schedules"]):
            row = rows.get(f"attn-mlir {i}", {})
            ours = row.get("median_us")
            if not ours:
                continue
            cells = [f"`{cases[name]['example'].removeprefix('attention:')}`",
                     f"`{schedule}`" if schedule else "default", f"{ours:.1f}", f"{row['tflops']:.0f}"]
            cells += [f"{t:.1f}" if t else "–" for t in times]
            cells += [f"{t / ours:.2f}" if t else "–" for t in times]
            yield "| " + " | ".join(cells) + " |"


def main():
    result = json.load(open(sys.argv[1]))
    cases = json.load(open(sys.argv[2] if len(sys.argv) > 2 else os.path.join(HERE, "cases.json")))
    page = open(PAGE, encoding="utf-8").read()
    table = re.compile(r"^\| case \| our schedule .*?(?=\n\n)", re.M | re.S)
    if not table.search(page):
        sys.exit(f"{PAGE}: no table that begins with 'case' and 'our schedule'")
    text = "\n".join(lines(result, cases))
    open(PAGE, "w", encoding="utf-8").write(table.sub(lambda _: text, page, 1))


main()
