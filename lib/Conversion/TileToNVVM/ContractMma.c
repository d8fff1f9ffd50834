//===- ContractMma.c - tile.contract on mma.sync m16n8k16 -----------------===//
//
//   for each step of 16 of the contracted axis, upward
//     A atoms of all row atoms of the warp
//     for each column atom
//       B atom; for each row atom: C[row, column] += A[row] * B[column]
//
// With `buffers` = n > 1 (STAGE's p<n>), all atoms of the n - 1 next steps are read first:
//
//   read 0 .. n - 2;   for each step:  read step + n - 1;  multiply step
//
// The accumulator is a C fragment (Schedule/MmaLayout.h); operands come from Fragment.c. Elements
// are f16 or bf16, packed in pairs along the contracted axis; sums are f32.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

static const char *otherAxis(const char *const *axes, int n, const char * not ) {
  for (int i = 0; i < n; ++i)
    if (strcmp(axes[i], not ) != 0)
      return axes[i];
  return NULL;
}

MlirLogicalResult attnLMatrixShape(AttnLower *k, MlirOperation op, MlirType element,
                                   AttnMatrixShape *s) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  s->c = attnAttrStr(op, "axis");
  for (int i = 0; i < 2; ++i) {
    MlirType side = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (mlirShapedTypeGetRank(side) != 2 || mlirShapedTypeGetRank(type) != 2)
      return attnOpError(op, "the atom contracts matrices; found a tile of rank %lld",
                         (long long)mlirShapedTypeGetRank(side));
    if (!mlirTypeEqual(mlirShapedTypeGetElementType(side), element))
      return attnOpError(op, "operand %d has other elements than the atom multiplies", i);
    if (!attnLAxes(op, i ? "rhs_axes" : "lhs_axes", 2, s->sides[i]).value)
      return FAILED;
  }
  if (!mlirTypeIsAF32(mlirShapedTypeGetElementType(type)))
    return attnOpError(op, "the atom accumulates in f32");
  if (!s->c || !attnLLayout(k, op, &s->layout).value || !attnLAxes(op, "axes", 2, s->axes).value)
    return FAILED;
  s->m = otherAxis(s->sides[0], 2, s->c);
  s->n = s->m ? otherAxis(s->axes, 2, s->m) : NULL;
  if (!s->m || !s->n || !attnMmaFromC(&s->layout, s->m, s->n, &s->mma)) {
    char *text = attnLayoutPrint(&s->layout);
    MlirLogicalResult r =
        attnOpError(op, "has the result layout '%s', which is no C fragment of the atom", text);
    free(text);
    return r;
  }
  MlirType lhs = mlirValueGetType(mlirOperationGetOperand(op, 0));
  int64_t extent = mlirShapedTypeGetDimSize(lhs, strcmp(s->sides[0][0], s->c) == 0 ? 0 : 1);
  s->contracted = (int)extent;
  if (extent % 16 != 0)
    return attnOpError(op, "the atom contracts 16 at a time; axis '%s' has a tile of %lld", s->c,
                       (long long)extent);
  return OK;
}

/// The instruction, made once per element type.
typedef struct Instruction {
  AttnLower *k;
  bool bf16; ///< takes i32 words; f16 takes vectors
  MlirType result;
  MlirNamedAttribute attrs[6];
} Instruction;

static Instruction instruction(AttnLower *k, bool bf16) {
  MlirAttribute kind = attnParseAttr(k->ctx, bf16 ? "#nvvm.mma_type<bf16>" : "#nvvm.mma_type<f16>");
  return (Instruction){
      .k = k,
      .bf16 = bf16,
      .result = mlirTypeParseGet(
          k->ctx, mlirStringRefCreateFromCString("!llvm.struct<(f32, f32, f32, f32)>")),
      .attrs = {
          attnNamed(k->ctx, "layoutA", attnParseAttr(k->ctx, "#nvvm.mma_layout<row>")),
          attnNamed(k->ctx, "layoutB", attnParseAttr(k->ctx, "#nvvm.mma_layout<col>")),
          attnNamed(k->ctx, "multiplicandAPtxType", kind),
          attnNamed(k->ctx, "multiplicandBPtxType", kind),
          attnNamed(k->ctx, "shape", attnParseAttr(k->ctx, "#nvvm.shape<m = 16, n = 8, k = 16>")),
          attnNamed(k->ctx, "operandSegmentSizes",
                    mlirDenseI32ArrayGet(k->ctx, 3, (int32_t[]){4, 2, 4}))}};
}

/// c[0..3] += a * b
static void multiply(const Instruction *x, const MlirValue *a, const MlirValue *b, MlirValue *c) {
  AttnLower *k = x->k;
  MlirValue operands[10];
  for (int i = 0; i < 6; ++i) {
    operands[i] = i < 4 ? a[i] : b[i - 4];
    if (x->bf16)
      operands[i] = attnBuild1(&k->b, "llvm.bitcast", operands[i], k->i32);
  }
  memcpy(operands + 6, c, 4 * sizeof *c);
  MlirValue d = attnBuild(&k->b, "nvvm.mma.sync", 10, operands, x->result, 6, x->attrs);
  for (int e = 0; e < 4; ++e)
    c[e] = attnLField(k, d, k->f32, e);
}

MlirLogicalResult attnLowerContractMma(AttnLower *k, MlirOperation op, bool bf16) {
  AttnMatrixShape s;
  AttnFragments a, b;
  MlirType element = bf16 ? mlirBF16TypeGet(k->ctx) : mlirF16TypeGet(k->ctx);
  if (!attnLMatrixShape(k, op, element, &s).value)
    return FAILED;
  AttnTile *acc = attnLTileOf(k, op, mlirOperationGetOperand(op, 2));
  AttnTile *lhs = attnLTileOf(k, op, mlirOperationGetOperand(op, 0));
  AttnTile *rhs = attnLTileOf(k, op, mlirOperationGetOperand(op, 1));
  if (!acc || !lhs || !rhs || !(acc = attnLDistribute(k, op, acc, s.axes, &s.layout)) ||
      !attnLFragments(k, op, lhs, s.sides[0], true, &s.mma, s.m, s.c, &a).value ||
      !attnLFragments(k, op, rhs, s.sides[1], false, &s.mma, s.n, s.c, &b).value)
    return FAILED;

  AttnTile *t = attnLTileNew(k, mlirOperationGetResult(op, 0));
  t->rank = 2;
  t->element = k->f32;
  t->layout = s.layout;
  t->nRegs = attnLayoutCount(&s.layout, ATTN_REG);
  for (int i = 0; i < 2; ++i)
    t->axes[i] = s.axes[i], t->shape[i] = attnLayoutExtent(&s.layout, s.axes[i]);
  t->regs = calloc((size_t)t->nRegs, sizeof *t->regs);
  memcpy(t->regs, acc->regs, (size_t)t->nRegs * sizeof *t->regs);

  Instruction x = instruction(k, bf16);
  int64_t buffers = 1;
  attnAttrI64(op, "buffers", &buffers);
  int words = 4 * a.atoms + 2 * b.atoms;
  MlirValue *sets = calloc((size_t)(buffers * words), sizeof *sets);
  for (int64_t at = 1 - buffers; at < a.steps; ++at) {
    int next = (int)(at + buffers - 1);
    MlirValue *read = sets + next % buffers * words;
    for (int i = 0; i < a.atoms && next < a.steps; ++i)
      attnLFragmentWords(k, &a, i, next, read + 4 * i);
    for (int j = 0; j < b.atoms && next < a.steps && buffers > 1; ++j)
      attnLFragmentWords(k, &b, j, next, read + 4 * a.atoms + 2 * j);
    if (at < 0)
      continue;
    const MlirValue *rows = sets + at % buffers * words;
    for (int j = 0; j < b.atoms; ++j) {
      MlirValue *column = sets + at % buffers * words + 4 * a.atoms + 2 * j;
      if (buffers == 1)
        attnLFragmentWords(k, &b, j, next, column);
      // The registers of a C atom follow each other: column + 2 * (row / 8), then the atoms.
      for (int i = 0; i < a.atoms; ++i)
        multiply(&x, rows + 4 * i, column, t->regs + 4 * (j + b.atoms * i));
    }
  }
  free(sets);
  return OK;
}
