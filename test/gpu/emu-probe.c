//===- emu-probe.c - The emulator's arithmetic against the GPU's ----------===//
//
//   emu-probe            on a GPU machine: each function and product on drawn operands, both ways
//
// EmuApprox.c and EmuTensorCore.c say what an H200 computes; this asks the GPU at hand. Functions
// get all significands in [1, 2) and [0.5, 1) of both signs, 8192 of every other exponent; products
// rows of 16 drawn from normal, far apart, subnormal and special numbers. Prints how many results
// differ, exit code 1 if any.
//===----------------------------------------------------------------------===//
#include "Runtime/Driver.h"
#include "Runtime/EmuCalls.h"
#include "Runtime/EmuTensorCore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static AttnCuda cuda;

static void check(int error, const char *what) {
  AttnStatus st = {0};
  if (attnCudaCheck(&cuda, error, what, &st))
    return;
  fprintf(stderr, "emu-probe: error: %s\n", st.message);
  exit(2);
}

static uint32_t random32(void) {
  static uint64_t state = 0x9e3779b97f4a7c15u;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 32);
}

static CuFunction compile(const char *ptx) {
  CuModule module;
  CuFunction function;
  check(cuda.moduleLoadData(&module, ptx), "compiling PTX");
  check(cuda.moduleGetFunction(&function, module, "probe"), "finding the kernel");
  return function;
}

static CuPointer upload(const void *data, size_t bytes) {
  CuPointer p;
  check(cuda.memoryAlloc(&p, bytes), "allocating");
  check(cuda.copyToDevice(p, data, bytes), "copying");
  return p;
}

/// buffers[n - 1] comes back.
static void launch(CuFunction f, uint32_t grid, uint32_t block, int n, const CuPointer *buffers,
                   void *result, size_t bytes) {
  void *parameters[4];
  for (int i = 0; i < n; ++i)
    parameters[i] = (void *)&buffers[i];
  check(cuda.launchKernel(f, grid, 1, 1, block, 1, 1, 0, NULL, parameters, NULL), "launching");
  check(cuda.copyToHost(result, buffers[n - 1], bytes), "running");
  for (int i = 0; i < n; ++i)
    check(cuda.memoryFree(buffers[i]), "freeing");
}

//===--- functions of one operand -----------------------------------------===//

static const char unary[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                            ".visible .entry probe(.param .u64 X, .param .u64 Y) {\n"
                            " .reg .b64 %%p<5>; .reg .b32 %%r<5>; .reg .f32 %%f<3>;\n"
                            " ld.param.u64 %%p1, [X]; ld.param.u64 %%p2, [Y];\n"
                            " mov.u32 %%r1, %%ctaid.x; mov.u32 %%r2, %%ntid.x;\n"
                            " mov.u32 %%r3, %%tid.x; mad.lo.u32 %%r4, %%r1, %%r2, %%r3;\n"
                            " mul.wide.u32 %%p3, %%r4, 4;\n"
                            " add.u64 %%p1, %%p1, %%p3; add.u64 %%p2, %%p2, %%p3;\n"
                            " ld.global.f32 %%f1, [%%p1]; %s.f32 %%f2, %%f1;\n"
                            " st.global.f32 [%%p2], %%f2; ret;\n}\n";

static const struct {
  const char *instruction;
  float (*emulated)(float);
} functions[] = {{"ex2.approx.ftz", attnEmuExp2Ftz}, {"ex2.approx", attnEmuExp2},
                 {"lg2.approx.ftz", attnEmuLog2Ftz}, {"lg2.approx", attnEmuLog2},
                 {"rcp.approx.ftz", attnEmuRcpFtz},  {"rsqrt.approx.ftz", attnEmuRsqrtFtz},
                 {"rsqrt.approx", attnEmuRsqrt},     {"tanh.approx", attnEmuTanh}};

enum { BLOCK = 256, EACH = 8192, ALL = 1 << 23 };

static size_t drawOperands(uint32_t *x) {
  size_t n = 0;
  for (uint32_t high = 0; high < 512; ++high) { // sign and exponent
    uint32_t exponent = high & 255, most = exponent == 126 || exponent == 127 ? ALL : EACH;
    for (uint32_t i = 0; i < most; ++i)
      x[n++] = high << 23 | (most == ALL ? i : i < 2 ? i * (ALL - 1) : random32() % ALL);
  }
  return n; // a multiple of BLOCK
}

static bool probeFunctions(void) {
  size_t most = (size_t)4 * ALL + 508 * EACH;
  uint32_t *x = malloc(most * sizeof *x), *y = malloc(most * sizeof *y);
  size_t n = drawOperands(x);
  bool same = true;
  for (size_t f = 0; f < sizeof functions / sizeof *functions; ++f) {
    char ptx[2 * sizeof unary];
    snprintf(ptx, sizeof ptx, unary, functions[f].instruction);
    CuPointer buffers[] = {upload(x, 4 * n), upload(x, 4 * n)};
    launch(compile(ptx), (uint32_t)(n / BLOCK), BLOCK, 2, buffers, y, 4 * n);
    size_t differ = 0;
    for (size_t i = 0; i < n; ++i) {
      float operand, result;
      uint32_t bits;
      memcpy(&operand, &x[i], 4);
      result = functions[f].emulated(operand);
      memcpy(&bits, &result, 4);
      if (bits != y[i] && ++differ <= 3)
        printf("  %s(0x%08x) = 0x%08x, emulated 0x%08x\n", functions[f].instruction, x[i], y[i],
               bits);
    }
    printf("%s: %zu of %zu differ\n", functions[f].instruction, differ, n);
    same &= differ == 0;
  }
  free(x);
  free(y);
  return same;
}

//===--- mma.sync ---------------------------------------------------------===//

// A [set][16][16], B [set][8][16] (columns of B), C and D [set][16][8]; a warp a set.
static const char mma[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry probe(.param .u64 A, .param .u64 B, .param .u64 C) {\n"
    " .reg .b64 %%p<9>; .reg .b32 %%r<9>, %%a<4>, %%b<2>; .reg .f32 %%c<4>;\n"
    " ld.param.u64 %%p1, [A]; ld.param.u64 %%p2, [B]; ld.param.u64 %%p3, [C];\n"
    " mov.u32 %%r1, %%ctaid.x; mov.u32 %%r2, %%tid.x; shr.u32 %%r3, %%r2, 2;\n"
    " and.b32 %%r4, %%r2, 3; shl.b32 %%r5, %%r3, 5; shl.b32 %%r6, %%r4, 2;\n"
    " add.u32 %%r6, %%r5, %%r6; shl.b32 %%r7, %%r4, 3; add.u32 %%r7, %%r5, %%r7;\n"
    " mul.wide.u32 %%p4, %%r1, 512; mul.wide.u32 %%p5, %%r1, 256;\n"
    " cvt.u64.u32 %%p6, %%r6; cvt.u64.u32 %%p7, %%r7;\n"
    " add.u64 %%p1, %%p1, %%p4; add.u64 %%p1, %%p1, %%p6;\n"
    " add.u64 %%p2, %%p2, %%p5; add.u64 %%p2, %%p2, %%p6;\n"
    " add.u64 %%p3, %%p3, %%p4; add.u64 %%p3, %%p3, %%p7;\n"
    " ld.global.b32 %%a0, [%%p1]; ld.global.b32 %%a1, [%%p1+256];\n"
    " ld.global.b32 %%a2, [%%p1+16]; ld.global.b32 %%a3, [%%p1+272];\n"
    " ld.global.b32 %%b0, [%%p2]; ld.global.b32 %%b1, [%%p2+16];\n"
    " ld.global.f32 %%c0, [%%p3]; ld.global.f32 %%c1, [%%p3+4];\n"
    " ld.global.f32 %%c2, [%%p3+256]; ld.global.f32 %%c3, [%%p3+260];\n"
    " mma.sync.aligned.m16n8k16.row.col.f32.%s.%s.f32 {%%c0, %%c1, %%c2, %%c3},\n"
    "  {%%a0, %%a1, %%a2, %%a3}, {%%b0, %%b1}, {%%c0, %%c1, %%c2, %%c3};\n"
    " st.global.f32 [%%p3], %%c0; st.global.f32 [%%p3+4], %%c1;\n"
    " st.global.f32 [%%p3+256], %%c2; st.global.f32 [%%p3+260], %%c3; ret;\n}\n";

enum { SETS = 4096, M = 16, N = 8, K = EMU_TENSOR_K };

/// Kinds of sets: 0 exponents near one another, 1 all of them, 2 small ones, 3 infinities and NaNs.
static uint16_t drawFactor(int kind, bool bf16) {
  uint32_t low = bf16 ? 7 : 10, most = bf16 ? 254 : 30, middle = most / 2;
  uint32_t exponent = kind == 0   ? middle - 2 + random32() % 5
                      : kind == 1 ? random32() % (most + 1)
                      : kind == 2 ? random32() % 4
                                  : (random32() % 8 ? middle : most + 1);
  uint32_t significand = random32() & ((1u << low) - 1);
  return (uint16_t)((random32() & 1) << 15 | exponent << low | (random32() % 8 ? significand : 0));
}

static uint32_t drawAccumulator(int kind) {
  uint32_t exponent = kind == 0   ? 120 + random32() % 16
                      : kind == 1 ? random32() % 255
                      : kind == 2 ? random32() % 100
                                  : (random32() % 8 ? 127 : 255);
  return (random32() & 1) << 31 | exponent << 23 | (random32() % 8 ? random32() % ALL : 0);
}

static bool probeProducts(bool bf16) {
  static uint16_t a[SETS][M][K], b[SETS][N][K];
  static uint32_t c[SETS][M][N], d[SETS][M][N];
  static EmuTensorB right;
  const char *type = bf16 ? "bf16" : "f16";
  for (int s = 0; s < SETS; ++s) {
    for (int i = 0; i < M; ++i)
      for (int k = 0; k < K; ++k)
        a[s][i][k] = drawFactor(s % 4, bf16);
    for (int j = 0; j < N; ++j)
      for (int k = 0; k < K; ++k)
        b[s][j][k] = drawFactor(s % 4, bf16);
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j)
        c[s][i][j] = drawAccumulator(s % 4);
  }
  char ptx[2 * sizeof mma];
  snprintf(ptx, sizeof ptx, mma, type, type);
  CuPointer buffers[] = {upload(a, sizeof a), upload(b, sizeof b), upload(c, sizeof c)};
  launch(compile(ptx), SETS, 32, 3, buffers, d, sizeof d);
  size_t differ = 0;
  for (int s = 0; s < SETS; ++s) {
    for (int j = 0; j < N; ++j)
      for (int k = 0; k < K; ++k)
        emuTensorFactor(b[s][j][k], bf16, &right.value[k][j], &right.exponent[k][j]);
    for (int i = 0; i < M; ++i) {
      EmuTensorA left;
      float row[N];
      uint32_t bits[N];
      for (int k = 0; k < K; ++k)
        emuTensorFactor(a[s][i][k], bf16, &left.value[k], &left.exponent[k]);
      memcpy(row, c[s][i], sizeof row);
      emuTensorRow(&left, &right, N, row);
      memcpy(bits, row, sizeof bits);
      for (int j = 0; j < N; ++j)
        if (bits[j] != d[s][i][j] && ++differ <= 3)
          printf("  set %d, row %d, column %d: 0x%08x, emulated 0x%08x\n", s, i, j, d[s][i][j],
                 bits[j]);
    }
  }
  printf("mma.sync.m16n8k16.%s: %zu of %d differ\n", type, differ, SETS * M * N);
  return differ == 0;
}

int main(void) {
  AttnStatus st = {0};
  if (!attnCudaOpen(&cuda, NULL, &st)) {
    fprintf(stderr, "emu-probe: error: %s\n", st.message);
    return 2;
  }
  CuDevice device;
  CuContext context;
  char name[128];
  check(cuda.init(0), "opening the driver");
  check(cuda.deviceGet(&device, 0), "opening the GPU");
  check(cuda.deviceGetName(name, sizeof name, device), "naming the GPU");
  check(cuda.primaryContextRetain(&context, device), "making a context");
  check(cuda.contextSetCurrent(context), "making a context");
  printf("%s\n", name);
  bool same = probeFunctions();
  for (int bf16 = 0; bf16 < 2; ++bf16)
    same &= probeProducts(bf16);
  attnCudaClose(&cuda);
  return same ? 0 : 1;
}
