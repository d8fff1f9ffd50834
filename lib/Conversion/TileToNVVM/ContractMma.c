//===- ContractMma.c - tile.contract on mma.sync m16n8k16 -----------------===//
//
//   for each step of 16 of the contracted axis, upward
//     A atoms of all row atoms of the warp
//     for each column atom
//       B atom; for each row atom: C[row, column] += A[row] * B[column]
//
// The accumulator is a C fragment (Schedule/MmaLayout.h). An operand comes from
//   registers        a tile whose lanes hold what the fragment wants (attnLayoutSameLane)
//   shared memory    ldmatrix, `.trans` where the slab is contiguous along the other axis
//   global memory    plain loads into the fragment's layout
// Elements are f16 or bf16, packed in pairs along the contracted axis; sums are f32.
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"
#include "Schedule/MmaLayout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

typedef struct Side {
  bool isA;
  AttnTile *tile;
  const char *axes[ATTN_MAX_RANK];
  int steps; ///< of 16 along the contracted axis
  int words; ///< packed registers of one atom: 4 (A) or 2 (B)
  // from registers: the scalar of fragment register r is regs[r]
  MlirValue *regs;
  AttnLayout fragment;
  // from a slab
  AttnView view;
  AttnLayout address;
  bool transposed;
} Side;

typedef struct Mma {
  AttnLower *k;
  MlirOperation op;
  const char *m, *n, *c;
  AttnMmaTile tile;
  MlirType element; ///< f16 or bf16
  bool bf16;
  int contracted;
  Side a, b;
} Mma;

static MlirAttribute parse(const Mma *x, const char *text) {
  return attnParseAttr(x->k->ctx, text);
}

//===--- fragments --------------------------------------------------------===//

/// Two neighbouring elements as the operand type of nvvm.mma.sync: vector<2xf16>, or i32 for bf16.
static MlirValue packed(const Mma *x, MlirValue lo, MlirValue hi) {
  AttnLower *k = x->k;
  MlirValue v = attnBuild0(&k->b, "llvm.mlir.undef", attnLVector(2, x->element), 0, NULL);
  v = attnLInsert(k, attnLInsert(k, v, lo, 0), hi, 1);
  return x->bf16 ? attnBuild1(&k->b, "llvm.bitcast", v, k->i32) : v;
}

/// The register of the fragment's layout with these constants along its two axes.
static int registerAt(const AttnLayout *l, const char *p, int pv, const char *q, int qv) {
  for (int r = 0, n = attnLayoutCount(l, ATTN_REG); r < n; ++r)
    if (attnLayoutCoord(l, p, r, 0, 0) == pv && attnLayoutCoord(l, q, r, 0, 0) == qv)
      return r;
  return 0; // not reached: the layouts are made by MmaLayout.c
}

static void fromRegisters(const Mma *x, const Side *s, int atom, int step, MlirValue *words) {
  const char *outer = s->isA ? x->m : x->n;
  for (int w = 0; w < s->words; ++w) {
    // A: w = (row + 8) + 2 * (contracted + 8); B: w = (contracted + 8)
    int row = s->isA ? 16 * atom + 8 * (w & 1) : 8 * atom;
    int at = 16 * step + 8 * (s->isA ? w >> 1 : w);
    MlirValue pair[2];
    for (int e = 0; e < 2; ++e)
      pair[e] = s->regs[registerAt(&s->fragment, outer, row, x->c, at + e)];
    words[w] = packed(x, pair[0], pair[1]);
  }
}

static void fromSlab(const Mma *x, const Side *s, int atom, int step, MlirValue *words) {
  AttnLower *k = x->k;
  const char *outer = s->isA ? x->m : x->n;
  int reg = registerAt(&s->address, outer, (s->isA ? 16 : 8) * atom, x->c, 16 * step);
  AttnCoord coords[ATTN_MAX_RANK];
  for (int i = 0; i < s->view.rank; ++i)
    coords[i] = attnLCoord(k, &s->address, s->view.axes[i], reg);
  MlirValue pointer = attnLViewAddress(k, &s->view, coords);
  char type[64];
  snprintf(type, sizeof type, "!llvm.struct<(%s)>", s->isA ? "i32, i32, i32, i32" : "i32, i32");
  MlirNamedAttribute attrs[] = {
      attnNamed(k->ctx, "num", mlirIntegerAttrGet(k->i32, s->words)),
      attnNamed(k->ctx, "layout",
                parse(x, s->transposed ? "#nvvm.mma_layout<col>" : "#nvvm.mma_layout<row>")),
      attnNamed(k->ctx, "shape", parse(x, "#nvvm.ld_st_matrix_shape<m = 8, n = 8>")),
      attnNamed(k->ctx, "eltType", parse(x, "#nvvm.ld_st_matrix_elt_type<b16>"))};
  MlirValue matrices =
      attnBuild(&k->b, "nvvm.ldmatrix", 1, &pointer,
                mlirTypeParseGet(k->ctx, mlirStringRefCreateFromCString(type)), 4, attrs);
  MlirType half = attnLVector(2, x->element);
  for (int w = 0; w < s->words; ++w) {
    int64_t at = w;
    MlirNamedAttribute position =
        attnNamed(k->ctx, "position", mlirDenseI64ArrayGet(k->ctx, 1, &at));
    MlirValue v = attnBuild(&k->b, "llvm.extractvalue", 1, &matrices, k->i32, 1, &position);
    words[w] = x->bf16 ? v : attnBuild1(&k->b, "llvm.bitcast", v, half);
  }
}

static void fetch(const Mma *x, const Side *s, int atom, int step, MlirValue *words) {
  if (s->regs)
    fromRegisters(x, s, atom, step, words);
  else
    fromSlab(x, s, atom, step, words);
}

//===--- operands ---------------------------------------------------------===//

static MlirLogicalResult prepare(Mma *x, Side *s, int number, const char *axesName) {
  AttnLower *k = x->k;
  s->isA = number == 0;
  s->words = s->isA ? 4 : 2;
  s->steps = x->contracted / 16;
  s->tile = attnLTileOf(k, x->op, mlirOperationGetOperand(x->op, number));
  if (!s->tile || !attnLAxes(x->op, axesName, s->tile->rank, s->axes).value)
    return FAILED;
  if (!mlirTypeEqual(s->tile->element, x->element))
    return attnOpError(x->op, "the atom multiplies %s; operand %d has another element type",
                       x->bf16 ? "bf16" : "f16", number);
  const char *outer = s->isA ? x->m : x->n;
  s->fragment = s->isA ? attnMmaA(&x->tile, x->m, x->c, x->contracted)
                       : attnMmaB(&x->tile, x->c, x->n, x->contracted);
  if (s->tile->inMemory && s->tile->view.shared) {
    s->view = attnLRenamed(&s->tile->view, s->axes);
    int at = attnLContiguous(&s->view), along = attnLViewAxis(&s->view, x->c);
    if (at < 0 || s->view.align * attnLBytes(s->view.element) < 16)
      return attnOpError(x->op,
                         "reads a slab whose rows of 16 bytes are not aligned to 16 bytes; its "
                         "contiguous axis and its pad must be multiples of 16 bytes");
    s->transposed = s->isA ? at != along : at != along;
    s->address = s->isA ? attnMmaAddressA(&x->tile, x->m, x->c, x->contracted, s->transposed)
                        : attnMmaAddressB(&x->tile, x->c, x->n, x->contracted, s->transposed);
    return OK;
  }
  // Registers, or global memory read into them.
  (void)outer;
  const AttnTile *t = attnLDistribute(k, x->op, s->tile, s->axes, &s->fragment);
  if (!t)
    return FAILED;
  s->regs = t->regs;
  return OK;
}

static const char *otherAxis(const char *const *axes, int n, const char * not ) {
  for (int i = 0; i < n; ++i)
    if (strcmp(axes[i], not ) != 0)
      return axes[i];
  return NULL;
}

MlirLogicalResult attnLowerContractMma(AttnLower *k, MlirOperation op, bool bf16) {
  Mma x = {.k = k, .op = op, .bf16 = bf16, .c = attnAttrStr(op, "axis")};
  x.element = bf16 ? mlirBF16TypeGet(k->ctx) : mlirF16TypeGet(k->ctx);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirType lhs = mlirValueGetType(mlirOperationGetOperand(op, 0));
  const char *axes[2], *lhsAxes[2];
  AttnLayout layout;
  if (mlirShapedTypeGetRank(type) != 2 || mlirShapedTypeGetRank(lhs) != 2)
    return attnOpError(op, "the atom contracts matrices; found a tile of rank %lld",
                       (long long)mlirShapedTypeGetRank(type));
  if (!x.c || !attnLLayout(k, op, &layout).value || !attnLAxes(op, "axes", 2, axes).value ||
      !attnLAxes(op, "lhs_axes", 2, lhsAxes).value)
    return FAILED;
  x.m = otherAxis(lhsAxes, 2, x.c);
  x.n = x.m ? otherAxis(axes, 2, x.m) : NULL;
  if (!x.m || !x.n || !attnMmaFromC(&layout, x.m, x.n, &x.tile)) {
    char *text = attnLayoutPrint(&layout);
    MlirLogicalResult r =
        attnOpError(op, "has the result layout '%s', which is no C fragment of the atom", text);
    free(text);
    return r;
  }
  int cAt = strcmp(lhsAxes[0], x.c) == 0 ? 0 : 1;
  x.contracted = (int)mlirShapedTypeGetDimSize(lhs, cAt);
  if (x.contracted % 16 != 0)
    return attnOpError(op, "the atom contracts 16 at a time; axis '%s' has a tile of %d", x.c,
                       x.contracted);
  if (!mlirTypeIsAF32(mlirShapedTypeGetElementType(type)))
    return attnOpError(op, "the atom accumulates in f32");
  AttnTile *acc = attnLTileOf(k, op, mlirOperationGetOperand(op, 2));
  if (acc)
    acc = attnLDistribute(k, op, acc, axes, &layout);
  if (!acc || !prepare(&x, &x.a, 0, "lhs_axes").value || !prepare(&x, &x.b, 1, "rhs_axes").value)
    return FAILED;

  AttnTile *t = attnLTileNew(k, mlirOperationGetResult(op, 0));
  t->rank = 2;
  t->element = k->f32;
  t->layout = layout;
  t->nRegs = attnLayoutCount(&layout, ATTN_REG);
  for (int i = 0; i < 2; ++i)
    t->axes[i] = axes[i], t->shape[i] = mlirShapedTypeGetDimSize(type, i);
  t->regs = calloc((size_t)t->nRegs, sizeof *t->regs);
  memcpy(t->regs, acc->regs, (size_t)t->nRegs * sizeof *t->regs);

  MlirType result = mlirTypeParseGet(
      k->ctx, mlirStringRefCreateFromCString("!llvm.struct<(f32, f32, f32, f32)>"));
  const char *kind = bf16 ? "#nvvm.mma_type<bf16>" : "#nvvm.mma_type<f16>";
  MlirNamedAttribute attrs[] = {
      attnNamed(k->ctx, "layoutA", parse(&x, "#nvvm.mma_layout<row>")),
      attnNamed(k->ctx, "layoutB", parse(&x, "#nvvm.mma_layout<col>")),
      attnNamed(k->ctx, "multiplicandAPtxType", parse(&x, kind)),
      attnNamed(k->ctx, "multiplicandBPtxType", parse(&x, kind)),
      attnNamed(k->ctx, "shape", parse(&x, "#nvvm.shape<m = 16, n = 8, k = 16>")),
      attnNamed(k->ctx, "operandSegmentSizes",
                mlirDenseI32ArrayGet(k->ctx, 3, (int32_t[]){4, 2, 4}))};
  MlirValue *a = malloc((size_t)(4 * x.tile.fm) * sizeof *a);
  for (int step = 0; step < x.a.steps; ++step) {
    for (int i = 0; i < x.tile.fm; ++i)
      fetch(&x, &x.a, i, step, &a[4 * i]);
    for (int j = 0; j < x.tile.fn; ++j) {
      MlirValue b[2];
      fetch(&x, &x.b, j, step, b);
      for (int i = 0; i < x.tile.fm; ++i) {
        // C registers of an atom: row + 8 * (e / 2), column + e % 2; see registerAt.
        int at[4];
        for (int e = 0; e < 4; ++e)
          at[e] = registerAt(&layout, x.m, 16 * i + 8 * (e >> 1), x.n, 8 * j + (e & 1));
        MlirValue operands[10] = {a[4 * i], a[4 * i + 1], a[4 * i + 2], a[4 * i + 3], b[0], b[1]};
        for (int e = 0; e < 4; ++e)
          operands[6 + e] = t->regs[at[e]];
        MlirValue d = attnBuild(&k->b, "nvvm.mma.sync", 10, operands, result, 6, attrs);
        for (int64_t e = 0; e < 4; ++e) {
          MlirNamedAttribute position =
              attnNamed(k->ctx, "position", mlirDenseI64ArrayGet(k->ctx, 1, &e));
          t->regs[at[e]] = attnBuild(&k->b, "llvm.extractvalue", 1, &d, k->f32, 1, &position);
        }
      }
    }
  }
  free(a);
  return OK;
}
