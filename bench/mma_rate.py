"""Measures what an mma.sync costs a scheduler, alone and beside other instructions.

    python3 mma_rate.py ptx FILE.ptx       # anywhere; then: ptxas -arch=sm_90a -O3 FILE.ptx -o FILE.cubin
    python3 mma_rate.py run FILE.cubin     # on the GPU machine, with PyTorch

One CTA on each SM, 4 to 16 warps, a loop of 32 independent products (or other instructions) a turn; cycles by
the SM's clock, the clock's rate by the host's.
"""
import ctypes, re, sys

TURNS, EACH = 2000, 32


def mma(c, a, b):
    acc = ",".join(f"%f{4 * c + i}" for i in range(4))
    left = ",".join(f"%b{4 * a + i}" for i in range(4))
    return (f"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{{acc}}}, {{{left}}}, "
            f"{{%b{16 + 2 * b},%b{17 + 2 * b}}}, {{{acc}}};\n")


def beside(n, text):
    """Products with n other instructions after each; n = 0.5: after every other one."""
    lines = ""
    for c in range(EACH):
        lines += mma(c % 16, c % 2, c // 2 % 4)
        for i in range(int(n) if n >= 1 else c % 2):
            lines += text.replace("X", f"%f{128 + (int(n + 0.5) * c + i) % 16}")
    return lines


def alone(text):
    return "".join(text.replace("X", f"%f{128 + c % 16}") for c in range(EACH))


MUL, MAX, EX2 = "mul.f32 X, X, %f200;\n", "max.NaN.f32 X, X, %f200;\n", "ex2.approx.ftz.f32 X, X;\n"
BODIES = {
    "mma": beside(0, ""), "mma_mul2": beside(2, MUL), "mma_mul4": beside(4, MUL), "mma_max2": beside(2, MAX),
    "mma_ex2_half": beside(0.5, EX2), "mul": alone(MUL), "max": alone(MAX), "ex2": alone(EX2),
}


def kernel(name, body):
    f = sorted({int(x) for x in re.findall(r"%f(\d+)", body)})
    b = sorted({int(x) for x in re.findall(r"%b(\d+)", body)})
    start = "".join(f"cvt.rn.f32.u32 %f{i}, %r1;" for i in f) + "".join(f"add.u32 %b{i}, %r1, {i};" for i in b)
    keep = "".join(f"add.f32 %f255, %f255, %f{i};" for i in f)
    return f"""
.visible .entry {name}(.param .u64 out, .param .u32 n)
.maxntid 512, 1, 1
{{
 .reg .b32 %r<8>; .reg .b32 %b<64>; .reg .f32 %f<256>; .reg .b64 %rd<4>; .reg .pred %p<4>;
 ld.param.u64 %rd0, [out]; cvta.to.global.u64 %rd0, %rd0; ld.param.u32 %r0, [n];
 mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;
 {start}
 bar.sync 0;
 mov.u64 %rd1, %clock64;
L:
 {body}
 sub.u32 %r0, %r0, 1; setp.ne.u32 %p1, %r0, 0; @%p1 bra L;
 bar.sync 0;
 mov.u64 %rd2, %clock64; sub.u64 %rd2, %rd2, %rd1;
 mov.f32 %f255, 0f00000000;
 {keep}
 setp.eq.f32 %p2, %f255, 0f12345678; @%p2 add.u64 %rd2, %rd2, 1;
 setp.ne.u32 %p3, %r1, 0; @%p3 bra E;
 mul.wide.u32 %rd3, %r2, 8; add.u64 %rd3, %rd0, %rd3; st.global.u64 [%rd3], %rd2;
E: ret;
}}
"""


def run(path):
    import torch
    sms = torch.cuda.get_device_properties(0).multi_processor_count
    out = torch.zeros(sms, dtype=torch.int64, device="cuda")
    cuda, module = ctypes.CDLL("libcuda.so.1"), ctypes.c_void_p()
    if cuda.cuModuleLoad(ctypes.byref(module), path.encode()):
        sys.exit(f"cannot load {path}")
    stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
    out_at, turns = ctypes.c_uint64(out.data_ptr()), ctypes.c_uint32(TURNS)
    args = (ctypes.c_void_p * 2)(*(ctypes.cast(ctypes.byref(x), ctypes.c_void_p) for x in (out_at, turns)))
    print(torch.cuda.get_device_name(0))
    for name in BODIES:
        function = ctypes.c_void_p()
        cuda.cuModuleGetFunction(ctypes.byref(function), module, name.encode())
        texts = []
        for warps in (4, 8, 12, 16):
            def launch():
                if cuda.cuLaunchKernel(function, sms, 1, 1, 32 * warps, 1, 1, 0, stream, args, None):
                    sys.exit(f"cannot launch {name}")
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            for _ in range(3):
                launch()
            begin.record()
            for _ in range(20):
                launch()
            end.record()
            torch.cuda.synchronize()
            cycles, us = out.double().mean().item(), begin.elapsed_time(end) / 20 * 1000
            texts.append(f"{warps} warps {cycles / (TURNS * EACH * warps / 4):.2f} ({cycles / us / 1000:.2f} GHz)")
        print(f"{name:14s} cycles each, of a scheduler: {', '.join(texts)}", flush=True)


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("ptx", "run"):
        sys.exit(__doc__)
    if sys.argv[1] == "run":
        return run(sys.argv[2])
    with open(sys.argv[2], "w") as f:
        f.write(".version 8.4\n.target sm_90a\n.address_size 64\n" +
                "".join(kernel(name, body) for name, body in BODIES.items()))


if __name__ == "__main__":
    main()
