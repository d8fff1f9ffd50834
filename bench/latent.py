"""Times one query of absorbed latent attention beside FlashAttention-3 (its `qv`), in one process.

    python3 bench/latent.py --runtime LIBRARY --packages FOLDER --out FILE.json

Packages are named latent-B-H-N.K.attnpkg: B sequences, H heads, N keys of 512 latent and 64 rotated columns,
bf16, from test/lit/Passes/Inputs/latent-decode.mlir, K a number. The latent is the value as well. Method and
checks are those of attention.py; docs/benchmarks.md states them.
"""
import argparse, glob, json, os, sys

import torch

from attention import Program, Runtime, check_ours, environment, errors, fa3, measure

LATENT, ROTATED, SCALE = 512, 64, 0.0722


def inputs(b, h, n):
    generator = torch.Generator(device="cuda").manual_seed(0)
    draw = lambda *shape: torch.randn(*shape, generator=generator, device="cuda").bfloat16()
    return draw(b, h, LATENT), draw(b, h, ROTATED), draw(b, n, LATENT), draw(b, n, ROTATED)


def reference(q, qr, c, kr):
    out = torch.empty(q.shape, dtype=torch.float64, device="cuda")
    for b in range(len(q)):
        s = q[b].double() @ c[b].double().T + qr[b].double() @ kr[b].double().T
        out[b] = torch.softmax(s * SCALE, -1) @ c[b].double()
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("runtime", "packages", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--repeat", type=int, default=1000)
    options = parser.parse_args()
    runtime = Runtime(os.path.abspath(options.runtime))
    result, ok = {"environment": environment(), "cases": {}}, True
    names = {os.path.basename(p).split(".")[0] for p in glob.glob(options.packages + "/latent-*.attnpkg")}
    for name in sorted(names, key=lambda s: [int(x) for x in s.split("-")[1:]]):
        b, h, n = (int(x) for x in name.split("-")[1:])
        tensors = q, qr, c, kr = inputs(b, h, n)
        want = reference(*tensors)
        functions, rows = {}, {}
        for path in sorted(glob.glob(f"{options.packages}/{name}.*.attnpkg")):
            program = Program(runtime, path)
            report, out = check_ours("bf16", program, tensors, want, options.repeat)
            variant = program.manifest["variants"][0]
            row = "attn-mlir " + path.split(".")[-2]
            rows[row] = {"error": report, "schedule": variant["schedule"], "ptxas": variant["ptxas"]}
            functions[row], ok = program.bind((*tensors, out)), ok and report["ok"]
        if fa3 is not None:
            def rival():
                out = fa3.flash_attn_func(qr[:, None], kr[:, :, None], c[:, :, None], qv=q[:, None],
                                          softmax_scale=SCALE, num_splits=0)
                return (out[0] if isinstance(out, tuple) else out)[:, 0]

            try:
                rows["flash-attention-3"] = {"error": errors(rival(), want)}
                functions["flash-attention-3"] = rival
            except RuntimeError as e:
                rows["flash-attention-3"] = {"refused": str(e).split("\n")[0][:200]}
        flops = 2.0 * b * h * n * (2 * LATENT + ROTATED)
        for row, times in measure(functions, 0.5, 200).items():
            rows[row].update(times, tflops=round(flops / times["median_us"] / 1e6, 2))
        result["cases"][name] = {"flops": flops, "rows": rows}
        print(name)
        for row, r in rows.items():
            print(f"  {row:20s} {r.get('median_us', 0):9.1f} us {r.get('tflops', 0):7.1f} TFLOP/s  "
                  f"{r.get('error', r)}  {r.get('schedule', '')}", flush=True)
    with open(options.out, "w") as f:
        json.dump(result, f, indent=1)
        f.write("\n")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
