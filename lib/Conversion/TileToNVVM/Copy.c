//===- Copy.c - tile.load, tile.copy, tile.store --------------------------===//
//
//   load   with a layout: each lane reads its registers. Without: nothing is read here; the
//          operations that use the tile read it where it lies.
//   copy   slab[i] = box[i] for i = thread, thread + threads, ...   in units of up to 16 bytes;
//          eight loads are under way before the first store.
//   store  each lane writes its registers; of lanes that hold copies, the first.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

/// The kernel parameter of a captured tensor.
static MlirLogicalResult parameterOf(AttnLower *k, MlirOperation op, MlirValue tensor,
                                     MlirValue *pointer) {
  MlirBlock entry = attnBody(k->func, 0);
  for (int i = 0; i < k->nInputs; ++i)
    if (mlirValueEqual(k->inputs[i], tensor)) {
      *pointer = mlirBlockGetArgument(entry, i);
      return OK;
    }
  return attnOpError(op, "reads a tensor that is not defined outside the kernel");
}

MlirLogicalResult attnLowerLoad(AttnLower *k, MlirOperation op) {
  MlirValue source = mlirOperationGetOperand(op, 0), result = mlirOperationGetResult(op, 0);
  MlirValue pointer;
  AttnView view;
  if (!parameterOf(k, op, source, &pointer).value ||
      !attnLGlobalView(k, op, pointer, mlirValueGetType(source), 1, &view).value)
    return FAILED;
  AttnTile *t = attnLTileNew(k, result);
  *t = (AttnTile){.inMemory = true,
                  .rank = view.rank,
                  .element = mlirShapedTypeGetElementType(mlirValueGetType(result)),
                  .view = view};
  for (int i = 0; i < view.rank; ++i)
    t->axes[i] = view.axes[i], t->shape[i] = view.size[i];
  if (mlirAttributeIsNull(attnAttr(op, "layout")))
    return OK;
  AttnLayout layout;
  if (!attnLLayout(k, op, &layout).value)
    return FAILED;
  AttnTile *regs = attnLDistribute(k, op, t, t->axes, &layout);
  if (!regs)
    return FAILED;
  t->inMemory = false;
  t->layout = layout;
  t->nRegs = regs->nRegs;
  t->regs = calloc((size_t)t->nRegs, sizeof *t->regs);
  memcpy(t->regs, regs->regs, (size_t)t->nRegs * sizeof *t->regs);
  return OK;
}

//===--- copy -------------------------------------------------------------===//

typedef struct Copy {
  const AttnView *from, *to;
  int width;           ///< elements per unit
  int64_t total, cols; ///< units in the box, units in a row
  int64_t threads;
} Copy;

/// A coordinate along the units of a row or along the rows, split so that what differs between the
/// steps of one thread is a constant where the sizes divide.
static void unitCoords(AttnLower *k, const Copy *c, MlirValue iv, int64_t step, AttnCoord *coords) {
  const AttnView *v = c->to;
  AttnCoord col = {{NULL}, 0}, row = {{NULL}, 0};
  MlirValue thread = k->thread;
  if (c->threads % c->cols == 0) { // a step is a whole number of rows
    int64_t rows = c->threads / c->cols;
    if (c->cols > 1)
      col.dynamic = attnLOp2(k, "arith.remui", thread, attnLI32(k, c->cols));
    row.dynamic = c->cols > 1 ? attnLOp2(k, "arith.divui", thread, attnLI32(k, c->cols)) : thread;
    if (!mlirValueIsNull(iv))
      row.dynamic = attnLAdd(k, row.dynamic, attnLMulC(k, iv, rows));
    row.constant = step * rows;
  } else {
    MlirValue at = thread;
    if (!mlirValueIsNull(iv))
      at = attnLAdd(k, at, attnLMulC(k, iv, c->threads));
    at = attnLAddC(k, at, step * c->threads);
    col.dynamic = attnLOp2(k, "arith.remui", at, attnLI32(k, c->cols));
    row.dynamic = attnLOp2(k, "arith.divui", at, attnLI32(k, c->cols));
  }
  if (!mlirValueIsNull(col.dynamic))
    col.dynamic = attnLMulC(k, col.dynamic, c->width);
  if (v->rank == 0)
    return;
  coords[v->rank - 1] = col;
  if (v->rank == 1)
    return;
  if (v->rank == 2) {
    coords[0] = row;
    return;
  }
  MlirValue rest = attnLCoordValue(k, row);
  for (int i = v->rank - 2; i >= 0; --i) {
    MlirValue size = attnLI32(k, v->size[i]);
    coords[i] = (AttnCoord){i ? attnLOp2(k, "arith.remui", rest, size) : rest, 0};
    if (i)
      rest = attnLOp2(k, "arith.divui", rest, size);
  }
}

/// n units of this thread from `step` on (plus iv steps): all loads, then all stores.
static void copyUnits(AttnLower *k, const Copy *c, MlirValue iv, int64_t step, int n) {
  int64_t bytes = c->width * attnLBytes(c->from->element);
  MlirType type =
      bytes > 4 ? attnLVector(bytes / 4, k->i32) : mlirIntegerTypeGet(k->ctx, 8 * (unsigned)bytes);
  MlirValue values[8], exists[8];
  AttnCoord coords[8][ATTN_MAX_RANK];
  memset(coords, 0, sizeof coords);
  for (int i = 0; i < n; ++i) {
    int64_t s = step + i;
    unitCoords(k, c, iv, s, coords[i]);
    exists[i] = (MlirValue){NULL};
    if ((s + 1) * c->threads > c->total) // the last step; never inside the loop
      exists[i] = attnCmpi(&k->b, 6, k->thread, attnLI32(k, c->total - s * c->threads)); // ult
    MlirValue inside = attnLViewInside(k, c->from, coords[i]);
    if (mlirValueIsNull(inside))
      inside = exists[i];
    else if (!mlirValueIsNull(exists[i]))
      inside = attnLOp2(k, "arith.andi", inside, exists[i]);
    MlirValue pointer = attnLViewAddress(k, c->from, coords[i]);
    if (!mlirValueIsNull(inside))
      pointer = attnSelect(&k->b, inside, pointer, c->from->anchor);
    values[i] = attnLLoad(k, pointer, type, bytes);
    if (!mlirValueIsNull(inside))
      values[i] = attnSelect(&k->b, inside, values[i], attnLZero(k, type));
  }
  for (int i = 0; i < n; ++i) {
    AttnBuilder saved = k->b, then;
    if (!mlirValueIsNull(exists[i])) {
      attnBuildIf(&k->b, exists[i], 0, NULL, &then, NULL);
      k->b = then;
    }
    attnLStore(k, values[i], attnLViewAddress(k, c->to, coords[i]), bytes);
    if (!mlirValueIsNull(exists[i])) {
      attnBuildYield(&k->b, "scf.yield", 0, NULL);
      k->b = saved;
    }
  }
}

MlirLogicalResult attnLowerCopy(AttnLower *k, MlirOperation op) {
  MlirValue source = mlirOperationGetOperand(op, 0), result = mlirOperationGetResult(op, 0);
  const char *transport = attnAttrStr(op, "transport");
  if (!transport || strcmp(transport, "sync") != 0)
    return attnOpError(op, "transport '%s' is not built yet; expected 'sync'",
                       transport ? transport : "");
  MlirValue pointer;
  AttnView from, to;
  if (!parameterOf(k, op, source, &pointer).value ||
      !attnLGlobalView(k, op, pointer, mlirValueGetType(source), 1, &from).value ||
      !attnLSlabView(k, op, &to).value)
    return FAILED;
  AttnTile *t = attnLTileNew(k, result);
  *t = (AttnTile){.inMemory = true,
                  .rank = to.rank,
                  .element = mlirShapedTypeGetElementType(mlirValueGetType(result)),
                  .view = to};
  for (int i = 0; i < to.rank; ++i)
    t->axes[i] = to.axes[i], t->shape[i] = to.size[i];

  int last = to.rank - 1;
  Copy c = {.from = &from, .to = &to, .width = 1, .total = 1, .cols = 1, .threads = 32 * k->warps};
  if (last >= 0 && attnLContiguous(&from) == last)
    c.width = (int)(from.align < to.align ? from.align : to.align);
  for (int i = 0; i < to.rank; ++i)
    c.total *= to.size[i];
  c.total /= c.width;
  if (last >= 0)
    c.cols = to.size[last] / c.width;
  int64_t steps = (c.total + c.threads - 1) / c.threads, step = 0;
  enum { BATCH = 8 };
  int64_t whole = c.total / c.threads / BATCH * BATCH; // steps in which every thread has a unit
  if (whole > 2 * BATCH) {
    MlirValue iv;
    MlirOperation loop = attnLForBegin(k, 0, whole, BATCH, 0, NULL, &iv, NULL);
    copyUnits(k, &c, iv, 0, BATCH);
    attnLForEnd(k, loop, 0, NULL, NULL);
    step = whole;
  }
  for (; step < steps; step += BATCH)
    copyUnits(k, &c, (MlirValue){NULL}, step, (int)(steps - step < BATCH ? steps - step : BATCH));
  return OK;
}

//===--- store ------------------------------------------------------------===//

MlirLogicalResult attnLowerStore(AttnLower *k, MlirOperation op) {
  AttnTile *t = attnLTileOf(k, op, mlirOperationGetOperand(op, 0));
  int64_t number = -1;
  if (!t)
    return FAILED;
  if (t->inMemory)
    return attnOpError(op, "stores a tile that lies in memory; give its tile.load a layout "
                           "(attn-atomize)");
  if (!attnAttrI64(op, "result", &number) || number < 0 ||
      number >= mlirOperationGetNumResults(k->kernel))
    return attnOpError(op, "names result %lld, the kernel has %lld", (long long)number,
                       (long long)mlirOperationGetNumResults(k->kernel));
  MlirType tensor = mlirValueGetType(mlirOperationGetResult(k->kernel, number));
  if (!mlirTypeEqual(t->element, mlirShapedTypeGetElementType(tensor)))
    return attnOpError(op, "stores elements of another type than result %lld has",
                       (long long)number);
  MlirValue pointer = mlirBlockGetArgument(attnBody(k->func, 0), k->nInputs + number);
  AttnView v;
  if (!attnLGlobalView(k, op, pointer, tensor, 1, &v).value)
    return FAILED;
  // The tile's own names for its dimensions, by position.
  AttnView box = attnLRenamed(&v, t->axes);
  AttnBuilder saved = k->b, then;
  MlirValue first = attnLaneIsFirstCopy(k, &t->layout);
  if (!mlirValueIsNull(first)) {
    attnBuildIf(&k->b, first, 0, NULL, &then, NULL);
    k->b = then;
  }
  bool *done = calloc((size_t)t->nRegs, sizeof *done);
  for (int r = 0; r < t->nRegs; ++r) {
    if (done[r])
      continue;
    int members[16];
    int width = attnLRegisterRun(&box, &t->layout, t->nRegs, r, members);
    AttnCoord coords[ATTN_MAX_RANK];
    MlirValue values[16];
    for (int i = 0; i < box.rank; ++i)
      coords[i] = attnLCoord(k, &t->layout, box.axes[i], r);
    for (int w = 0; w < width; ++w) {
      values[w] = t->regs[members[w]];
      done[members[w]] = true;
    }
    attnLViewWrite(k, &box, coords, width, values, (MlirValue){NULL});
  }
  free(done);
  if (!mlirValueIsNull(first)) {
    attnBuildYield(&k->b, "scf.yield", 0, NULL);
    k->b = saved;
  }
  return OK;
}
