"""Draws the ladder from a result of bench/ladder.py:  python3 bench/plot_ladder.py RESULT.json OUT.svg|OUT.png"""
import json, sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

INK, MUTED = "#1f2933", "#7b8794"
POINTS, RIVALS = "#3b6ea5", {"torch-flash": ("#b5541c", "FlashAttention-2 (torch)"), "torch-cudnn": ("#2f7d4f", "cuDNN")}


def main():
    source, target = sys.argv[1:3]
    result = json.load(open(source))
    case = next(c for c in result["cases"].values() if c.get("group") == "ladder" and c["rows"])
    rungs = sorted((r for r in case["rows"].values() if "rung" in r and "median_us" in r), key=lambda r: r["rung"])
    # Text stays text, and two runs over one result give the same file.
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "ladder", "font.size": 10, "text.color": INK,
                         "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "axes.edgecolor": MUTED})
    figure, axes = plt.subplots(figsize=(9, 0.42 * len(rungs) + 1.6), layout="constrained")
    labels = [f"{r['rung']}  {r['name']}" for r in rungs]
    times = [r["median_us"] for r in rungs]
    spread = [[t - r["p20_us"] for t, r in zip(times, rungs)], [r["p80_us"] - t for t, r in zip(times, rungs)]]
    # Dots, not bars: on a logarithmic axis the length of a bar says nothing.
    axes.errorbar(times, labels, xerr=spread, fmt="o", color=POINTS, ecolor=INK, markersize=7, elinewidth=1)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.grid(axis="y", color="#e4e7eb")
    axes.set_axisbelow(True)
    for label, t in zip(labels, times):
        axes.annotate(f"{t:,.0f}" if t >= 1000 else f"{t:.1f}", (t, label), (9, 0), textcoords="offset points",
                      va="center")
    for name, (colour, label) in RIVALS.items():
        row = case["rows"].get(name, {})
        if "median_us" in row:
            axes.axvline(row["median_us"], color=colour, linewidth=1.4, label=f"{label}: {row['median_us']:.1f} µs")
    axes.invert_yaxis()
    axes.set_xlabel("µs, median (whiskers: 20th and 80th percentile); logarithmic")
    axes.set_title(f"{case['example']}, {result['environment'].get('gpu', result['chip'])}", loc="left", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.12)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False, loc="lower right")
    figure.savefig(target, metadata={"Date": None} if target.endswith(".svg") else None, dpi=160)


if __name__ == "__main__":
    main()
