//===- ContractWgmma.c - tile.contract on wgmma, tile.await ---------------===//
//
//   wgmma.fence
//   for each step of 16 of the contracted axis, upward
//     wgmma.mma_async  C[64 rows of the warpgroup, N] += A(step) * B(step)
//   wgmma.commit_group; wgmma.wait_group 0           (tile.await does the waiting for `async`)
//
// C is the C fragment of mma.m16n8k16 with the warps of a warpgroup along the rows: PTX ISA,
// "Register Fragments for wgmma.mma_async.m64nNk16", registers 4i, 4i+1: row lane/4, columns 8i +
// 2*(lane%4) + {0,1}; 4i+2, 4i+3: row + 8. A comes from registers in that instruction's A fragment,
// or from a slab.
//
// Slabs are swizzled (Slab.c); an operand is described to the instruction by 64 bits:
//
//   0..13 start address >> 4    16..29 leading offset >> 4    32..45 stride offset >> 4    62..63
//   swizzle
//
//   contiguous along the contracted axis (K-major): 8 rows are 8 * swizzle bytes apart (stride
//     offset); a step of 16 is 32 bytes further in the panel, or in the next panel
//   contiguous along the other axis (MN-major, turned by the instruction): panels follow each other
//   at
//     the leading offset, 8 steps along the contracted axis at the stride offset; a step of 16 is
//     16 * swizzle bytes further
//
// Warpgroups side by side have columns of their own, or, of the same columns (`parts`), two of
// every four steps of the contracted axis each, whose sums are added later (Exchange.c):
//
//   panel of 128 bytes   | 0 | 1 | 2 | 3 |     steps of 16
//   warpgroup              0   0   1   1
//
// The accumulators are tied through every instruction and through the wait, so that nothing that
// reads them can move in front of it.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

/// Steps that a warpgroup takes before it leaves as many to the other one, where they have parts.
enum { PARTED = 2 };

//===--- inline PTX -------------------------------------------------------===//

typedef struct Text {
  char *s;
  size_t size, capacity;
} Text;

static void add(Text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void add(Text *t, const char *fmt, ...) {
  va_list args, again;
  va_start(args, fmt);
  va_copy(again, args);
  size_t n = (size_t)vsnprintf(NULL, 0, fmt, args);
  va_end(args);
  if (t->size + n + 1 > t->capacity) {
    t->capacity = 2 * (t->size + n + 1);
    t->s = realloc(t->s, t->capacity);
  }
  vsnprintf(t->s + t->size, n + 1, fmt, again);
  va_end(again);
  t->size += n;
}

static MlirType structOf(AttnLower *k, int n) {
  Text t = {0};
  add(&t, "!llvm.struct<(");
  for (int i = 0; i < n; ++i)
    add(&t, i ? ", f32" : "f32");
  add(&t, ")>");
  MlirType type = mlirTypeParseGet(k->ctx, mlirStringRefCreateFromCString(t.s));
  free(t.s);
  return type;
}

/// Inline PTX with nResults (0 or more) f32 results, the last nTied operands tied to the first
/// ones.
static void ptx(AttnLower *k, const char *text, const char *constraints, int nResults,
                MlirValue *results, int n, const MlirValue *operands) {
  MlirNamedAttribute attrs[] = {attnNamed(k->ctx, "asm_string", attnStr(k->ctx, text)),
                                attnNamed(k->ctx, "constraints", attnStr(k->ctx, constraints)),
                                attnNamed(k->ctx, "has_side_effects", mlirUnitAttrGet(k->ctx))};
  MlirType type = nResults > 1 ? structOf(k, nResults) : k->f32;
  MlirOperation op = attnBuildOp(&k->b, &(AttnOpDesc){.name = "llvm.inline_asm",
                                                      .nOperands = n,
                                                      .operands = operands,
                                                      .nResults = nResults > 0,
                                                      .results = &type,
                                                      .nAttrs = 3,
                                                      .attrs = attrs});
  for (int i = 0; i < nResults; ++i)
    results[i] = nResults > 1 ? attnLField(k, mlirOperationGetResult(op, 0), k->f32, i)
                              : mlirOperationGetResult(op, 0);
}

static void bare(AttnLower *k, const char *text) { ptx(k, text, "~{memory}", 0, NULL, 0, NULL); }

/// wait_group with the registers passing through.
static void waitGroup(AttnLower *k, int pending, int n, MlirValue *regs) {
  Text constraints = {0};
  char text[64];
  snprintf(text, sizeof text, "wgmma.wait_group.sync.aligned %d;", pending);
  for (int i = 0; i < n; ++i)
    add(&constraints, i ? ",=f" : "=f");
  for (int i = 0; i < n; ++i)
    add(&constraints, ",%d", i);
  add(&constraints, ",~{memory}");
  ptx(k, text, constraints.s, n, regs, n, regs);
  free(constraints.s);
}

//===--- operands ---------------------------------------------------------===//

typedef struct Slab {
  bool kMajor;
  MlirValue low;      ///< i32, the lower half of step 0's descriptor
  int64_t high;       ///< the upper half
  int64_t panelBytes; ///< from panel to panel
  int swizzle;
} Slab;

static int64_t rowsOf(const AttnView *v, int contiguous) {
  for (int i = 0; i < v->rank; ++i)
    if (i != contiguous)
      return v->size[i];
  return 1;
}

static int64_t stepBytes(const Slab *s, int step) {
  return s->kMajor ? 32 * step / s->swizzle * s->panelBytes + 32 * step % s->swizzle
                   : 16 * (int64_t)s->swizzle * step;
}

/// The descriptor of a slab; `firstRow` (i32, may be null), a multiple of 64 along the axis that is
/// not contracted, is where it begins, with the third step of every four where `part` (i32, may be
/// null) is 1.
static MlirLogicalResult describe(AttnLower *k, MlirOperation op, int number, const AttnTile *t,
                                  const char *const *axes, const char *contracted,
                                  MlirValue firstRow, MlirValue part, Slab *s) {
  AttnView v = attnLRenamed(&t->view, axes);
  int at = attnLContiguous(&v);
  if (!t->inMemory || !v.shared || !v.swizzle || at < 0)
    return attnOpError(
        op, "operand %d of a wgmma lies in a swizzled slab (STAGE .../tma/.../swz128)", number);
  s->swizzle = v.swizzle;
  s->kMajor = strcmp(v.axes[at], contracted) == 0;
  s->panelBytes = rowsOf(&v, at) * v.swizzle;
  // A CTA's own shared addresses have less than 18 bits, so that nothing beyond the field is set,
  // and steps carry nothing out of it; in a cluster its rank stands in front of them.
  MlirValue address = attnLShared32(k, v.base);
  if (k->neighbours)
    address = attnLOp2(k, "arith.andi", address, attnLI32(k, 0x3FFFF));
  if (!mlirValueIsNull(firstRow))
    address =
        attnLOp2(k, "arith.addi", address,
                 attnLMulC(k, firstRow, s->kMajor ? v.swizzle : 2 * s->panelBytes / v.swizzle));
  if (!mlirValueIsNull(part))
    address = attnLOp2(k, "arith.addi", address, attnLMulC(k, part, stepBytes(s, PARTED)));
  address = attnLOp2(k, "arith.shrui", address, attnLI32(k, 4));
  int64_t mode = v.swizzle == 128 ? 1 : v.swizzle == 64 ? 2 : 3;
  int64_t leading = s->kMajor ? 16 : s->panelBytes, stride = 8 * (int64_t)v.swizzle;
  s->high = mode << 30 | stride >> 4;
  s->low = attnLOp2(k, "arith.ori", address, attnLI32(k, leading >> 4 << 16));
  return OK;
}

static MlirValue atStep(AttnLower *k, const Slab *s, int step) {
  int64_t bytes = stepBytes(s, step);
  MlirValue low = attnBuild1(&k->b, "arith.extui", attnLAddC(k, s->low, bytes >> 4), k->i64);
  return attnLOp2(k, "arith.ori", low,
                  attnConstInt(&k->b, k->i64, (int64_t)((uint64_t)s->high << 32)));
}

static bool isZero(MlirValue v) {
  MlirOperation op = attnDef(v);
  MlirAttribute value =
      attnIs(op, "arith.constant") ? attnAttr(op, "value") : mlirAttributeGetNull();
  return !mlirAttributeIsNull(value) && mlirAttributeIsAFloat(value) &&
         mlirFloatAttrGetValueDouble(value) == 0.0;
}

//===--- the instruction --------------------------------------------------===//

typedef struct Wgmma {
  AttnLower *k;
  int n;            ///< columns
  const char *type; ///< f16 or bf16
  bool turnA, turnB;
} Wgmma;

/// acc (n / 2 registers) += A * B, or = A * B if `fresh`. `a` is one descriptor or four words.
static void multiply(const Wgmma *w, bool fresh, int nA, const MlirValue *a, MlirValue b,
                     MlirValue *acc) {
  AttnLower *k = w->k;
  int regs = w->n / 2, next = regs;
  Text text = {0}, constraints = {0};
  add(&text, "wgmma.mma_async.sync.aligned.m64n%dk16.f32.%s.%s {", w->n, w->type, w->type);
  for (int i = 0; i < regs; ++i) {
    add(&text, i ? ", $%d" : "$%d", i);
    add(&constraints, i ? ",=f" : "=f");
  }
  add(&text, "}, ");
  if (nA == 4) {
    add(&text, "{$%d, $%d, $%d, $%d}, ", next, next + 1, next + 2, next + 3);
    add(&constraints, ",r,r,r,r");
  } else {
    add(&text, "$%d, ", next);
    add(&constraints, ",l");
  }
  next += nA;
  add(&text, "$%d, %d, 1, 1%s, %d;", next, !fresh,
      nA == 4    ? ""
      : w->turnA ? ", 1"
                 : ", 0",
      w->turnB);
  add(&constraints, ",l");
  MlirValue *operands = malloc((size_t)(regs + 5) * sizeof *operands);
  memcpy(operands, a, (size_t)nA * sizeof *a);
  operands[nA] = b;
  for (int i = 0; i < regs && !fresh; ++i) {
    operands[nA + 1 + i] = acc[i];
    add(&constraints, ",%d", i);
  }
  ptx(k, text.s, constraints.s, regs, acc, nA + 1 + (fresh ? 0 : regs), operands);
  free(operands);
  free(text.s);
  free(constraints.s);
}

/// Is the result nothing but the accumulator of another wgmma, which is waited for with it, and are
/// its operands' slots kept until then?
static bool goesOn(MlirOperation op) {
  MlirValue v = mlirOperationGetResult(op, 0);
  MlirOperation user = {NULL}, x = mlirOperationGetNextInBlock(op);
  if (attnNumUses(v) == 1)
    user = mlirOpOperandGetOwner(mlirValueGetFirstUse(v));
  const char *atom = attnIs(user, "tile.contract") ? attnAttrStr(user, "atom") : NULL;
  if (!atom || strncmp(atom, "wgmma_", 6) != 0 ||
      !mlirValueEqual(mlirOperationGetOperand(user, 2), v))
    return false;
  while (attnIs(x, "tile.wait") || attnIs(x, "tile.slot"))
    x = mlirOperationGetNextInBlock(x);
  return mlirOperationEqual(x, user);
}

MlirLogicalResult attnLowerContractWgmma(AttnLower *k, MlirOperation op, const char *atom) {
  int n = 0;
  char type[8] = "";
  if (sscanf(atom, "wgmma_m64n%dk16_%7s", &n, type) != 2 || n < 8 || n > 256 || n % 8 ||
      (strcmp(type, "f16") != 0 && strcmp(type, "bf16") != 0))
    return attnOpError(op, "atom '%s' is not built; expected wgmma_m64n<8..256>k16_f16 or _bf16",
                       atom);
  AttnMatrixShape s;
  bool bf16 = strcmp(type, "bf16") == 0;
  if (!attnLMatrixShape(k, op, bf16 ? mlirBF16TypeGet(k->ctx) : mlirF16TypeGet(k->ctx), &s).value)
    return FAILED;
  int64_t parts = 1;
  attnAttrI64(op, "parts", &parts);
  if (s.mma.fm != 1 || s.mma.wm % 4 != 0 || 8 * s.mma.fn != n || !s.mma.groups ||
      s.mma.copies != parts || (s.mma.wn > 1 && n % 64 != 0))
    return attnOpError(op,
                       "atom '%s' wants %d columns and one atom of 64 rows per warpgroup, found "
                       "%d x %d warps with %d x %d atoms of 16 x 8, %d copies of each",
                       atom, n, s.mma.wm, s.mma.wn, s.mma.fm, s.mma.fn, s.mma.copies);
  AttnTile *acc = attnLTileOf(k, op, mlirOperationGetOperand(op, 2));
  AttnTile *lhs = attnLTileOf(k, op, mlirOperationGetOperand(op, 0));
  AttnTile *rhs = attnLTileOf(k, op, mlirOperationGetOperand(op, 1));
  if (!acc || !lhs || !rhs || !(acc = attnLDistribute(k, op, acc, s.axes, &s.layout)))
    return FAILED;
  Slab a = {0}, b;
  AttnFragments words;
  if (parts > 1 && (!lhs->inMemory || s.contracted % (16 * 2 * PARTED) != 0))
    return attnOpError(op, "has parts of a product of slabs, of a multiple of 64 elements");
  // The warpgroup's first row, its first column or its part. Equal in all lanes: the shuffle tells
  // ptxas so.
  MlirValue warp = {NULL}, row = {NULL}, column = {NULL}, part = {NULL};
  if ((lhs->inMemory && s.mma.wm > 4) || s.mma.wn > 1 || parts > 1)
    warp = attnLShuffle(k, "idx", k->warp, attnLI32(k, 0));
  if (lhs->inMemory && s.mma.wm > 4) {
    row = attnLMulC(k, attnLOp2(k, "arith.andi", warp, attnLI32(k, ~3)), 16);
    if (s.mma.wn > 1)
      row = attnLOp2(k, "arith.remui", row, attnLI32(k, 16 * s.mma.wm));
  }
  if (s.mma.wn > 1)
    column = attnLMulC(k, attnLOp2(k, "arith.divui", warp, attnLI32(k, s.mma.wm)), n);
  if (parts > 1)
    part = attnLOp2(k, "arith.divui", warp, attnLI32(k, s.mma.wm));
  if (lhs->inMemory) {
    if (!describe(k, op, 0, lhs, s.sides[0], s.c, row, part, &a).value)
      return FAILED;
  } else if (!attnLFragments(k, op, lhs, s.sides[0], true, &s.mma, s.m, s.c, &words).value) {
    return FAILED;
  }
  if (!describe(k, op, 1, rhs, s.sides[1], s.c, column, part, &b).value)
    return FAILED;

  AttnTile *t = attnLTileNew(k, mlirOperationGetResult(op, 0));
  t->rank = 2;
  t->element = k->f32;
  t->layout = s.layout;
  t->nRegs = n / 2;
  for (int i = 0; i < 2; ++i)
    t->axes[i] = s.axes[i], t->shape[i] = attnLayoutExtent(&s.layout, s.axes[i]);
  t->regs = calloc((size_t)t->nRegs, sizeof *t->regs);
  memcpy(t->regs, acc->regs, (size_t)t->nRegs * sizeof *t->regs);
  bool fresh = true;
  for (int i = 0; i < t->nRegs; ++i)
    fresh = fresh && isZero(t->regs[i]);

  Wgmma w = {k, n, type, lhs->inMemory && !a.kMajor, !b.kMajor};
  int steps = s.contracted / 16;
  MlirValue(*fragments)[4] = malloc((size_t)steps * sizeof *fragments);
  for (int step = 0; step < steps && !lhs->inMemory; ++step) {
    attnLFragmentWords(k, &words, 0, step, fragments[step]);
    for (int i = 0; i < 4; ++i)
      fragments[step][i] = attnBuild1(&k->b, "llvm.bitcast", fragments[step][i], k->i32);
  }
  bare(k, "wgmma.fence.sync.aligned;");
  for (int step = 0; step < steps; ++step) {
    MlirValue descriptor = {NULL};
    if (parts > 1 && step / PARTED % 2 != 0)
      continue; // the other warpgroup's, whose descriptors begin here
    if (lhs->inMemory)
      descriptor = atStep(k, &a, step);
    multiply(&w, fresh && step == 0, lhs->inMemory ? 1 : 4,
             lhs->inMemory ? &descriptor : fragments[step], atStep(k, &b, step), t->regs);
  }
  free(fragments);
  bare(k, "wgmma.commit_group.sync.aligned;");
  MlirAttribute async = attnAttr(op, "async");
  bool issued =
      !mlirAttributeIsNull(async) && mlirAttributeIsABool(async) && mlirBoolAttrGetValue(async);
  if (!issued && !goesOn(op))
    waitGroup(k, 0, t->nRegs, t->regs);
  return OK;
}

MlirLogicalResult attnLowerAwait(AttnLower *k, MlirOperation op) {
  enum { MAX_TILES = 8 };
  int64_t pending = 0;
  intptr_t n = mlirOperationGetNumOperands(op);
  AttnTile *from[MAX_TILES];
  if (!attnAttrI64(op, "pending", &pending) || pending < 0 || pending > 7 || n > MAX_TILES)
    return attnOpError(op, "needs at most %d operands and a 'pending' from 0 to 7", MAX_TILES);
  int all = 0;
  for (intptr_t i = 0; i < n; ++i) {
    from[i] = attnLTileOf(k, op, mlirOperationGetOperand(op, i));
    if (!from[i])
      return FAILED;
    if (from[i]->inMemory || !mlirTypeIsAF32(from[i]->element))
      return attnOpError(op, "waits for, or behind, something that is not f32 in registers");
    all += from[i]->nRegs;
  }
  AttnTile *t = attnLTileNew(k, mlirOperationGetResult(op, 0));
  t->rank = from[0]->rank;
  t->element = from[0]->element;
  t->layout = from[0]->layout;
  t->nRegs = from[0]->nRegs;
  memcpy(t->axes, from[0]->axes, sizeof t->axes);
  memcpy(t->shape, from[0]->shape, sizeof t->shape);
  t->regs = calloc((size_t)all, sizeof *t->regs); // those behind nRegs pass through with the others
  for (intptr_t i = 0, at = 0; i < n; at += from[i++]->nRegs)
    memcpy(t->regs + at, from[i]->regs, (size_t)from[i]->nRegs * sizeof *t->regs);
  waitGroup(k, (int)pending, all, t->regs);
  return OK;
}
