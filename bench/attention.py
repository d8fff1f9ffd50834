"""Times our packages beside PyTorch's attention, in one process, and checks every output.

    python3 bench/attention.py --runtime LIBRARY --packages FOLDER --out FILE.json [CASE...]

LIBRARY is libattn-runtime.so, FOLDER what bench/packages.sh wrote. Needs a GPU and PyTorch; needs
neither MLIR nor the rest of this project. The method is stated in docs/benchmarks.md.
"""
import argparse, ctypes, glob, json, math, os, random, statistics, subprocess, sys

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

try:
    import fa3_fwd_interface as fa3
except ImportError:
    fa3 = None

DTYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32}


# --- the runtime library ---------------------------------------------------------------------------


class Status(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("message", ctypes.c_char * 1024)]


class Runtime:
    """The part of attn-c/Runtime.h that a launch on the caller's memory needs."""

    def __init__(self, path):
        lib = self.lib = ctypes.CDLL(path)
        pointer, status = ctypes.c_void_p, ctypes.POINTER(Status)
        for name, result, arguments in (
            ("attnPackageOpen", pointer, [ctypes.c_char_p, status]),
            ("attnPackageManifest", ctypes.c_char_p, [pointer]),
            ("attnDeviceOpen", pointer, [pointer, status]),
            ("attnProgramLoad", pointer, [pointer, pointer, status]),
            ("attnProgramWorkspace", ctypes.c_size_t, [pointer]),
            ("attnLaunchAsync", ctypes.c_bool,
             [pointer, ctypes.POINTER(ctypes.c_uint64), ctypes.c_uint64, pointer, status]),
        ):
            function = getattr(lib, name)
            function.restype, function.argtypes = result, arguments
        self.device = self.call("attnDeviceOpen", None)

    def call(self, name, *arguments):
        status = Status()
        result = getattr(self.lib, name)(*arguments, ctypes.byref(status))
        if not result:
            raise RuntimeError(f"{name}: {status.message.decode()}")
        return result


class Program:
    """A loaded package; run(tensors) launches on PyTorch's current stream."""

    def __init__(self, runtime, path):
        self.runtime = runtime
        package = runtime.call("attnPackageOpen", path.encode())
        self.manifest = json.loads(runtime.lib.attnPackageManifest(package))
        self.program = runtime.call("attnProgramLoad", runtime.device, package)
        size = runtime.lib.attnProgramWorkspace(self.program)
        # PyTorch's allocator aligns to 512 bytes, more than the 256 a workspace needs.
        self.workspace = torch.empty(size, dtype=torch.uint8, device="cuda") if size else None

    def bind(self, tensors):
        addresses = (ctypes.c_uint64 * len(tensors))(*(t.data_ptr() for t in tensors))
        workspace = self.workspace.data_ptr() if self.workspace is not None else 0

        def run():
            stream = torch.cuda.current_stream().cuda_stream
            self.runtime.call("attnLaunchAsync", self.program, addresses, workspace, stream)

        return run


# --- cases -----------------------------------------------------------------------------------------


class Case:
    """The attention that a specification of attn-opt --example stands for."""

    def __init__(self, name, example):
        self.name, self.example = name, example
        given, self.dtype = {}, "f16"
        for entry in example.split(":", 1)[1].split(","):
            key, _, value = entry.partition("=")
            if key in DTYPES:
                self.dtype = key
            else:
                given[key] = value
        known = "b h sq sk d dv gqa causal window scale softcap alibi bias document mask".split()
        if unknown := set(given) - set(known):
            raise ValueError(f"{name}: no reference for {sorted(unknown)}")
        integer = lambda key, default: int(given.get(key, default))
        self.b, self.h, self.sq = integer("b", 1), integer("h", 8), integer("sq", 4096)
        self.sk, self.d, self.gqa = integer("sk", self.sq), integer("d", 64), integer("gqa", 1)
        self.dv = integer("dv", self.d)
        self.scale = float(given.get("scale", 1 / math.sqrt(self.d)))
        self.softcap = float(given["softcap"]) if "softcap" in given else None
        self.window = int(given["window"]) if "window" in given else None
        self.causal = "causal" in given
        self.shift = self.sk - self.sq if given.get("causal") == "bottom-right" else 0
        self.alibi, self.bias, self.document = ("alibi" in given, "bias" in given,
                                                "document" in given)
        self.documents = self.draw_documents() if self.document else None
        if "mask" in given and given["mask"] not in ("", "shared"):
            raise ValueError(f"{name}: no reference for mask={given['mask']}")
        self.mask = self.draw_mask() if "mask" in given else None

    def draw_documents(self):
        """The document of each position, the same in all batches: eight of unequal length."""
        generator = torch.Generator().manual_seed(1)
        cuts = torch.randint(1, self.sk, (7,), generator=generator)
        return (torch.arange(self.sk)[:, None] >= cuts[None, :]).sum(1).to(torch.int32).cuda()

    def draw_mask(self):
        """A bool of (query, key): blocks of 128 x 128 on the diagonal and a fifth of the others,
        most of them whole, the rest at every third pair."""
        generator = torch.Generator().manual_seed(2)
        rows, columns = (self.sq + 127) // 128, (self.sk + 127) // 128
        drawn = torch.rand(rows, columns, generator=generator)
        drawn[torch.arange(rows)[:, None] == torch.arange(columns)[None, :]] = 0
        drawn = drawn.cuda().repeat_interleave(128, 0).repeat_interleave(128, 1)
        drawn = drawn[: self.sq, : self.sk]
        apart = torch.arange(self.sq, device="cuda")[:, None] + torch.arange(self.sk, device="cuda")
        return ((drawn < 0.15) | (drawn < 0.2) & (apart % 3 == 0)).contiguous()

    def keep(self, rows):
        """Which keys the query rows see, as a bool matrix; None: all."""
        masked = self.causal or self.window is not None or self.document or self.mask is not None
        if not masked:
            return None
        i = rows[:, None] + self.shift
        j = torch.arange(self.sk, device="cuda")[None, :]
        keep = torch.ones(len(rows), self.sk, dtype=torch.bool, device="cuda")
        if self.causal:
            keep &= j <= i
        if self.window is not None:
            keep &= (i - j < self.window) & (j - i < self.window)
        if self.document:
            keep &= self.documents[rows][:, None] == self.documents[None, :]
        if self.mask is not None:
            keep &= self.mask[rows]
        return keep

    def flops(self):
        """Multiplications and additions of the two products, over the pairs that are not masked."""
        pairs = self.sq * self.sk
        keep = self.keep(torch.arange(self.sq, device="cuda"))
        if keep is not None:
            pairs = int(keep.sum())
        return 2.0 * self.b * self.h * pairs * (self.d + self.dv)

    def inputs(self, seed=0):
        generator = torch.Generator(device="cuda").manual_seed(seed)
        heads = self.h // self.gqa
        draw = lambda *shape: torch.randn(*shape, generator=generator, device="cuda").to(
            DTYPES[self.dtype])
        tensors = [draw(self.b, self.h, self.sq, self.d), draw(self.b, heads, self.sk, self.d),
                   draw(self.b, heads, self.sk, self.dv)]
        if self.alibi:
            tensors.append(2.0 ** (-8.0 * torch.arange(1, self.h + 1, device="cuda") / self.h))
        if self.bias:
            tensors.append(draw(self.h, self.sq, self.sk))
        if self.document:
            tensors += [self.documents.expand(self.b, -1).contiguous()] * 2
        if self.mask is not None:
            tensors.append(self.mask)
        return tensors

    def reference(self, q, k, v, *extra):
        """In float64, some rows of one head at a time; a row that sees no key is 0."""
        out = torch.empty(self.b, self.h, self.sq, self.dv, dtype=torch.float64, device="cuda")
        step = max(1, (1 << 27) // max(1, self.sk))
        for b in range(self.b):
            for h in range(self.h):
                keys, values = k[b, h // self.gqa].double(), v[b, h // self.gqa].double()
                for first in range(0, self.sq, step):
                    rows = torch.arange(first, min(first + step, self.sq), device="cuda")
                    s = q[b, h, rows].double() @ keys.T * self.scale
                    if self.softcap is not None:
                        s = self.softcap * torch.tanh(s / self.softcap)
                    if self.alibi:
                        apart = torch.arange(self.sk, device="cuda")[None, :] - rows[:, None]
                        s = s + extra[0][h].double() * apart
                    if self.bias:
                        s = s + extra[int(self.alibi)][h, rows].double()
                    keep = self.keep(rows)
                    if keep is not None:
                        s = s.masked_fill(~keep, -math.inf)
                    out[b, h, rows] = torch.softmax(s, -1).nan_to_num(0.0) @ values
        return out

    def flex(self, q, k, v, *extra):
        """FlexAttention, compiled by torch.compile: what PyTorch has for variants."""
        from torch.nn.attention.flex_attention import create_block_mask, flex_attention

        def score(s, b, h, i, j):
            if self.softcap is not None:
                s = self.softcap * torch.tanh(s / self.softcap)
            if self.alibi:
                s = s + extra[0][h] * (j - i)
            if self.bias:
                s = s + extra[int(self.alibi)][h, i, j]
            return s

        def keep(b, h, i, j):
            kept = i - i == 0
            if self.causal:
                kept = kept & (j <= i + self.shift)
            if self.window is not None:
                kept = kept & (i + self.shift - j < self.window) & (j - i - self.shift <
                                                                    self.window)
            if self.document:
                kept = kept & (self.documents[i] == self.documents[j])
            if self.mask is not None:
                kept = kept & self.mask[i, j]
            return kept

        scored = self.softcap is not None or self.alibi or self.bias
        masked = (self.causal or self.window is not None or self.document or
                  self.mask is not None)
        mask = (create_block_mask(keep, None, None, self.sq, self.sk, device="cuda")
                if masked else None)
        torch._dynamo.reset()  # the functions above differ from case to case
        compiled = torch.compile(flex_attention, dynamic=False)
        return lambda: compiled(q, k, v, score_mod=score if scored else None, block_mask=mask,
                                scale=self.scale, enable_gqa=self.gqa > 1)

    def rivals(self, q, k, v, *extra, flex=False):
        """Name -> function, for what PyTorch computes with the same meaning."""
        rivals = {"flex-attention": self.flex(q, k, v, *extra)} if flex else {}
        if self.window is not None or self.dtype == "f32" or extra:
            return rivals
        # FlashAttention-3, where its wheel (fa3-fwd on PyPI, built without windows) is on the
        # module path. It wants [b, s, h, d] and takes any strides; its causal mask is aligned to
        # the bottom right.
        if fa3 is not None and (not self.causal or self.shift or self.sq == self.sk):
            views = [t.transpose(1, 2) for t in (q, k, v)]

            def run_fa3(splits=1):
                out = fa3.flash_attn_func(*views, softmax_scale=self.scale, causal=self.causal,
                                          softcap=self.softcap or 0.0, num_splits=splits)
                return (out[0] if isinstance(out, tuple) else out).transpose(1, 2)

            rivals["flash-attention-3"] = run_fa3
            if self.sq <= 512:  # 0: as many parts of the keys as it thinks best
                rivals["flash-attention-3-splits"] = lambda: run_fa3(0)
        if self.softcap is not None:
            return rivals
        arguments = dict(scale=self.scale, enable_gqa=self.gqa > 1)
        if self.causal and self.shift:
            # is_causal is top-left; an explicit mask is slower and supported by fewer backends.
            arguments["attn_mask"] = self.keep(torch.arange(self.sq, device="cuda"))
        elif self.causal:
            arguments["is_causal"] = True
        for name, backend in (("torch-cudnn", SDPBackend.CUDNN_ATTENTION),
                              ("torch-flash", SDPBackend.FLASH_ATTENTION)):

            def run(backend=backend):
                with sdpa_kernel(backend):
                    return F.scaled_dot_product_attention(q, k, v, **arguments)

            rivals[name] = run
        return rivals


# --- measuring -------------------------------------------------------------------------------------


HOST_CYCLES = 600_000  # of the GPU: some 300 us, for the host to enqueue a call meanwhile


def quantiles(samples):
    samples = sorted(samples)
    at = lambda p: samples[min(len(samples) - 1, int(p * len(samples)))]
    return {"median_us": round(statistics.median(samples), 2), "p20_us": round(at(0.2), 2),
            "p80_us": round(at(0.8), 2), "reps": len(samples)}


def measure(functions, seconds, most):
    """Times the functions in turn, again and again, in another order each time: drift of the clocks
    meets all alike, and so does what ran before (after a kernel that draws little power the clocks
    are higher). The cache is flushed before each call. A wait and the flush keep the GPU busy while
    the host enqueues (FlashAttention-3's wrapper takes some 200 us), so that only device time lies
    between the two events."""
    shuffle = random.Random(0).shuffle
    turn = list(functions.items())
    flush = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")
    samples = {name: [] for name in functions}
    for run in functions.values():
        for _ in range(3):
            run()
    torch.cuda.synchronize()
    spent = 0.0
    while spent < seconds * len(functions) and len(next(iter(samples.values()))) < most:
        events = []
        shuffle(turn)
        for name, run in turn:
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            torch.cuda._sleep(HOST_CYCLES)
            flush.zero_()
            start.record()
            run()
            end.record()
            events.append((name, start, end))
        torch.cuda.synchronize()
        for name, start, end in events:
            samples[name].append(start.elapsed_time(end) * 1000.0)
            spent += start.elapsed_time(end) / 1000.0
    return {name: quantiles(s) for name, s in samples.items()}


def errors(out, reference):
    difference = (out.double() - reference).abs()
    return {"max_abs": float(difference.max()) if difference.numel() else 0.0,
            "relative_frobenius": float(difference.norm() / reference.norm()),
            "finite": bool(torch.isfinite(out).all())}


def check_ours(dtype, program, inputs, reference, repeat):
    """Runs `repeat` times into poisoned memory; every element must have been written, and to the
    same bits."""
    word = torch.int16 if inputs[0].element_size() == 2 else torch.int32
    outs = [torch.empty(reference.shape, dtype=inputs[0].dtype, device="cuda") for _ in range(2)]
    runs = [program.bind((*inputs, out)) for out in outs]
    different = torch.zeros((), dtype=torch.bool, device="cuda")
    for i in range(max(2, repeat)):
        out = outs[min(i, 1)].fill_(-math.inf if i % 2 else math.nan)
        runs[min(i, 1)]()
        different |= (out.view(word) != outs[0].view(word)).any()
    torch.cuda.synchronize()
    report = errors(outs[0], reference)
    report["repetitions"] = max(2, repeat)
    report["same_bits"] = not bool(different)
    bound = {"f16": 2e-3, "bf16": 2e-2, "f32": 2e-5}[dtype]
    report["tolerance"] = bound  # absolute, plus the same relative
    within = (outs[0].double() - reference).abs() <= bound * (1 + reference.abs())
    report["ok"] = report["finite"] and report["same_bits"] and bool(within.all())
    return report, outs[0]


def run_case(case, programs, options):
    inputs = case.inputs()
    reference = case.reference(*inputs)
    functions, rows = {}, {}
    for name, program in programs.items():
        report, out = check_ours(case.dtype, program, inputs, reference, options.repeat)
        variant = program.manifest["variants"][0]
        rows[name] = {"error": report, "schedule": variant["schedule"], "chip": variant["chip"],
                      "ptxas": variant["ptxas"], "resources": variant["resources"]}
        functions[name] = program.bind((*inputs, out))
    for name, run in case.rivals(*inputs, flex=options.flex).items():
        try:
            rows[name] = {"error": errors(run(), reference)}
            functions[name] = run
        except RuntimeError as e:
            rows[name] = {"refused": str(e).split("\n")[0][:200]}
    flops = case.flops()
    for name, times in measure(functions, options.seconds, options.reps).items():
        rows[name].update(times, tflops=round(flops / times["median_us"] / 1e6, 2))
    for name in programs:
        rows[name]["times_slower"] = {
            rival: round(rows[name]["median_us"] / row["median_us"], 2)
            for rival, row in rows.items() if rival not in programs and "median_us" in row}
    return {"example": case.example, "flops": flops, "rows": rows}


def environment():
    query = "name,driver_version,clocks.sm,clocks.max.sm,clocks.mem,power.limit,temperature.gpu"
    try:
        line = subprocess.run(["nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader"],
                              capture_output=True, text=True, check=True).stdout.splitlines()[0]
        smi = dict(zip(query.split(","), line.split(", ")))
    except (OSError, subprocess.CalledProcessError, IndexError):
        smi = {}
    properties = torch.cuda.get_device_properties(0)
    return {"gpu": torch.cuda.get_device_name(), "multiprocessors":
            properties.multi_processor_count, "smi_idle": smi, "torch": torch.__version__,
            "cuda": torch.version.cuda, "cudnn": torch.backends.cudnn.version(),
            "python": sys.version.split()[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runtime", required=True, help="libattn-runtime.so")
    parser.add_argument("--packages", required=True, help="folder of CASE.N.attnpkg")
    parser.add_argument("--out", required=True, help="JSON file to write")
    parser.add_argument("--seconds", type=float, default=0.5, help="per row (default 0.5)")
    parser.add_argument("--reps", type=int, default=200, help="at most (default 200)")
    parser.add_argument("--repeat", type=int, default=2,
                        help="runs of each of ours that must give the same bits (default 2)")
    parser.add_argument("--flex", action="store_true", help="time FlexAttention too (slow start)")
    parser.add_argument("--cases", dest="file", help="JSON file of cases (default: cases.json)",
                        default=os.path.join(os.path.dirname(__file__), "cases.json"))
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = False
    cases = json.load(open(options.file))
    runtime = Runtime(os.path.abspath(options.runtime))
    result = {"environment": environment(), "cases": {}}
    ok = True
    for name in options.cases or cases:
        case = Case(name, cases[name]["example"])
        paths = sorted(glob.glob(os.path.join(options.packages, f"{name}.*.attnpkg")))
        if not paths:
            print(f"{name}: no package, skipped")
            continue
        programs = {"attn-mlir " + os.path.basename(p).split(".")[-2]: Program(runtime, p)
                    for p in paths}
        report = result["cases"][name] = run_case(case, programs, options)
        print(f"{name}: {case.example}")
        for row_name, row in report["rows"].items():
            if "refused" in row:
                print(f"  {row_name:14s} refused: {row['refused']}")
                continue
            error = row["error"]
            ok &= error.get("ok", True)
            print(f"  {row_name:14s} {row['median_us']:10.1f} us  p20 {row['p20_us']:10.1f}  p80 "
                  f"{row['p80_us']:10.1f}  {row['tflops']:7.1f} TFLOP/s  max abs "
                  f"{error['max_abs']:.2e}  rel {error['relative_frobenius']:.2e}"
                  f"{'' if error.get('ok', True) else '  WRONG'}  {row.get('schedule', '')}",
                  flush=True)
        torch.cuda.empty_cache()
    result["environment"]["smi_busy"] = environment()["smi_idle"]
    with open(options.out, "w") as f:
        json.dump(result, f, indent=1)
        f.write("\n")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
