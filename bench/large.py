"""Tensors past 2^31 elements and grids past 65535 on a GPU, against PyTorch in float64.

    python3 bench/large.py --runtime LIBRARY --packages FOLDER

LIBRARY is libattn-runtime.so, FOLDER what bench/large.sh wrote. Checks the first and last rows and some in
between, and that every element was written. Needs some 20 GB of the GPU's memory.
"""
import argparse, glob, os, sys

import torch

from attention import Program, Runtime


def draw(*shape):
    x = torch.empty(*shape, dtype=torch.float16, device="cuda")
    flat = x.view(-1)
    for first in range(0, flat.numel(), 1 << 28):
        part = flat[first:first + (1 << 28)]
        part.normal_(generator=generator)
    return x


def attention(q, k, v, scale):
    return torch.softmax(q.double() @ k.double().mT * scale, -1) @ v.double()


def cases(name):
    """Inputs, the shape of the result, and (index, expected) for what is checked."""
    if name.startswith("queries"):
        q, k, v = draw(64, 32, 16640, 64), draw(64, 32, 64, 64), draw(64, 32, 64, 64)
        parts = [(b, h) for b in (0, 31, 63) for h in (0, 17, 31)]
        return [q, k, v], q.shape, [(p, attention(q[p], k[p], v[p], 0.125)) for p in parts]
    if name == "grid":
        q, k, v = draw(1024, 1024, 2, 16), draw(1024, 1024, 16, 16), draw(1024, 1024, 16, 16)
        return [q, k, v], q.shape, [((b, ), attention(q[b], k[b], v[b], 0.25)) for b in (0, 63, 64, 700, 1023)]
    if name == "norm":
        x, w = draw(2200000, 1024), draw(1024)
        parts = [slice(0, 64), slice(2097088, 2097216), slice(2199936, 2200000)]
        norm = lambda y: y * torch.rsqrt((y * y).mean(-1, keepdim=True) + 1e-5) * w.double()
        return [x, w], x.shape, [(p, norm(x[p].double())) for p in parts]
    q, x = draw(32, 512, 64), draw(2, 1200000, 1024)
    rows = x[1, 1193858::3][:2048]
    k, v = rows[:, 128:192], rows[:, 512:576]
    return [q, x], q.shape, [(..., attention(q, k, v, 0.125))]


parser = argparse.ArgumentParser()
parser.add_argument("--runtime", required=True)
parser.add_argument("--packages", required=True)
options = parser.parse_args()
runtime = Runtime(options.runtime)
generator = torch.Generator(device="cuda").manual_seed(0)
failed = 0
for path in sorted(glob.glob(os.path.join(options.packages, "*.attnpkg"))):
    name = os.path.basename(path)[:-len(".attnpkg")]
    inputs, shape, checks = cases(name)
    out = torch.full(shape, float("nan"), dtype=torch.float16, device="cuda")
    Program(runtime, path).bind([*inputs, out])()
    torch.cuda.synchronize()
    error = max(float((out[at].double() - expected).abs().max()) for at, expected in checks)
    largest = max(float(expected.abs().max()) for _, expected in checks)
    holes = sum(int(torch.isnan(part).sum()) for part in out.view(-1).split(1 << 28))
    ok = error <= 2e-3 * max(1.0, largest) and holes == 0
    failed += not ok
    print(f"{'ok  ' if ok else 'FAIL'} {name}: {max(t.numel() for t in inputs) / 2**31:.2f} * 2^31 elements, "
          f"max error {error:.2e} (values to {largest:.2f}), {holes} elements not written")
    del inputs, out, checks
    torch.cuda.empty_cache()
sys.exit(failed != 0)
