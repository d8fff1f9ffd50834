//===- Copy.c - tile.load, tile.copy, tile.store --------------------------===//
//
//   load   with a layout: each lane reads its registers. Without: nothing is read here; the
//          operations that use the tile read it where it lies.
//   copy   slab[i] = box[i] in units of up to 16 bytes, a thread keeps its column and goes down
//          the rows. sync: eight loads are under way before the first store; cp: cp.async, zeros
//          (and no read) for what lies beyond the extents.
//   store  each lane writes its registers; of lanes that hold copies, the first.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

MlirLogicalResult attnLowerLoad(AttnLower *k, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  AttnView view;
  if (!attnLSourceView(k, op, &view).value)
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

/// One element, by every lane.
MlirLogicalResult attnLowerRead(AttnLower *k, MlirOperation op) {
  MlirValue origins[ATTN_MAX_RANK];
  AttnMemory memory;
  MlirAffineMap map;
  intptr_t n = attnAttrArraySize(op, "over");
  if (n < 0 || n > ATTN_MAX_RANK || !attnAttrMap(op, "map", &map) ||
      mlirAffineMapGetNumDims(map) != n || mlirOperationGetNumOperands(op) != n + 1)
    return attnOpError(op, "map and origins do not fit together");
  if (!attnLMemory(k, op, mlirOperationGetOperand(op, 0), &memory).value)
    return FAILED;
  MlirType type = memory.type;
  if (memory.nGuards)
    return attnOpError(op, "reads one element of a tensor that is padded by a value");
  for (intptr_t i = 0; i < n; ++i)
    if (!attnLScalarValue(k, op, mlirOperationGetOperand(op, 1 + i), NULL, &origins[i]).value)
      return FAILED;
  MlirType element = attnLMemoryType(k, mlirShapedTypeGetElementType(type));
  int64_t bytes = attnLBytes(element);
  MlirAffineExpr offset = mlirAffineConstantExprGet(k->ctx, 0);
  MlirAffineExpr stride = mlirAffineConstantExprGet(k->ctx, bytes);
  for (intptr_t d = mlirShapedTypeGetRank(type) - 1; d >= 0; --d) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, d);
    offset = mlirAffineAddExprGet(offset, mlirAffineMulExprGet(e, stride));
    stride = mlirAffineMulExprGet(stride, attnLDimExpr(k, type, d));
  }
  MlirValue at = attnCast(&k->b, attnLAffine(k, offset, origins, k->lengths), k->i64);
  MlirValue v = attnLLoad(k, attnLPointer(k, memory.pointer, at, 0), element, bytes);
  attnMapValue(&k->scalars, mlirOperationGetResult(op, 0), attnCast(&k->b, v, k->index));
  return OK;
}

//===--- copy -------------------------------------------------------------===//

typedef struct Copy {
  AttnLower *k;
  const AttnView *from, *to;
  bool async;   ///< cp.async, else through registers
  int width;    ///< elements per unit
  int64_t rows; ///< of the box: all axes but the last
  int64_t cols; ///< units in a row
  int64_t step; ///< rows that the CTA copies at a time (0: cols > threads)
  int64_t threads;
  int64_t nSteps;
} Copy;

/// Geometry: `step` rows at a time, a thread keeps its column. What differs between the steps of
/// one thread is then a constant, and a multiple of eight rows where the slab is swizzled.
static void planCopy(Copy *c) {
  int last = c->to->rank - 1;
  c->width = 1, c->rows = 1, c->cols = 1;
  if (last >= 0 && attnLContiguous(c->from) == last)
    c->width = (int)(c->from->align < c->to->align ? c->from->align : c->to->align);
  for (int i = 0; i < last; ++i)
    c->rows *= c->to->size[i];
  if (last >= 0)
    c->cols = c->to->size[last] / c->width;
  c->step = c->threads / c->cols;
  if (c->to->swizzle && c->step > 8)
    c->step -= c->step % 8;
  if (c->step > c->rows)
    c->step = c->rows;
  c->nSteps = c->step ? (c->rows + c->step - 1) / c->step
                      : (c->rows * c->cols + c->threads - 1) / c->threads;
}

/// Coordinates of the unit of this thread in step iv * BATCH + step.
static void unitCoords(const Copy *c, MlirValue iv, int64_t step, AttnCoord *coords) {
  AttnLower *k = c->k;
  const AttnView *v = c->to;
  AttnCoord col = {{NULL}, 0, 0}, row = {{NULL}, 0, 0};
  MlirValue thread = k->thread;
  if (c->step) {
    if (c->cols > 1)
      col.dynamic = attnLOp2(k, "arith.remui", thread, attnLI32(k, c->cols));
    row.dynamic = c->cols > 1 ? attnLOp2(k, "arith.divui", thread, attnLI32(k, c->cols)) : thread;
    if (!mlirValueIsNull(iv))
      row.dynamic = attnLAdd(k, row.dynamic, attnLMulC(k, iv, c->step));
    row.constant = step * c->step;
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
    coords[i] = (AttnCoord){i ? attnLOp2(k, "arith.remui", rest, size) : rest, 0, 0};
    if (i)
      rest = attnLOp2(k, "arith.divui", rest, size);
  }
}

/// Has this thread a unit in the step? Null: every thread has one.
static MlirValue hasUnit(const Copy *c, int64_t step) {
  AttnLower *k = c->k;
  int64_t active = c->threads;
  if (c->step) {
    int64_t rows = c->rows - step * c->step;
    active = (rows < c->step ? rows : c->step) * c->cols;
  } else if ((step + 1) * c->threads > c->rows * c->cols) {
    active = c->rows * c->cols - step * c->threads;
  }
  if (active == c->threads)
    return (MlirValue){NULL};
  return attnCmpi(&k->b, 6, k->thread, attnLI32(k, active)); // ult
}

static MlirValue both(AttnLower *k, MlirValue x, MlirValue y) {
  if (mlirValueIsNull(x))
    return y;
  return mlirValueIsNull(y) ? x : attnLOp2(k, "arith.andi", x, y);
}

/// cp.async of `bytes` (16, 8 or 4); zeros where not `inside` (null: inside), which reads nothing.
static void copyAsync(AttnLower *k, MlirValue to, MlirValue from, int64_t bytes, MlirValue inside) {
  MlirNamedAttribute attrs[] = {
      attnNamed(k->ctx, "size", mlirIntegerAttrGet(k->i32, bytes)),
      attnNamed(k->ctx, "modifier",
                attnParseAttr(k->ctx, bytes == 16 ? "#nvvm<load_cache_modifier cg>"
                                                  : "#nvvm<load_cache_modifier ca>"))};
  MlirValue operands[3] = {to, from};
  bool all = mlirValueIsNull(inside);
  if (!all)
    operands[2] = attnSelect(&k->b, inside, attnLI32(k, bytes), attnLI32(k, 0));
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.cp.async.shared.global",
                                   .nOperands = all ? 2 : 3,
                                   .operands = operands,
                                   .nAttrs = 2,
                                   .attrs = attrs});
}

/// Runs emit under `when` (null: always).
static AttnBuilder openIf(AttnLower *k, MlirValue when) {
  AttnBuilder saved = k->b, then;
  if (!mlirValueIsNull(when)) {
    attnBuildIf(&k->b, when, 0, NULL, &then, NULL);
    k->b = then;
  }
  return saved;
}

static void closeIf(AttnLower *k, MlirValue when, AttnBuilder saved) {
  if (mlirValueIsNull(when))
    return;
  attnBuildYield(&k->b, "scf.yield", 0, NULL);
  k->b = saved;
}

/// n units of this thread from `step` on (plus iv steps), none of which needs hasUnit but by
/// `when`.
static void asyncUnits(const Copy *c, MlirValue iv, int64_t step, int n, MlirValue when) {
  AttnLower *k = c->k;
  AttnBuilder saved = openIf(k, when);
  for (int i = 0; i < n; ++i) {
    AttnCoord coords[ATTN_MAX_RANK] = {0};
    unitCoords(c, iv, step + i, coords);
    copyAsync(k, attnLViewAddress(k, c->to, coords), attnLViewAddress(k, c->from, coords),
              c->width * attnLBytes(c->from->element), attnLViewInside(k, c->from, coords));
  }
  closeIf(k, when, saved);
}

/// The same through registers: all loads, then all stores, so that the loads are under way
/// together.
static void syncUnits(const Copy *c, MlirValue iv, int64_t step, int n) {
  AttnLower *k = c->k;
  int64_t bytes = c->width * attnLBytes(c->from->element);
  MlirType type =
      bytes > 4 ? attnLVector(bytes / 4, k->i32) : mlirIntegerTypeGet(k->ctx, 8 * (unsigned)bytes);
  MlirValue values[8], exists[8];
  AttnCoord coords[8][ATTN_MAX_RANK];
  memset(coords, 0, sizeof coords);
  for (int i = 0; i < n; ++i) {
    unitCoords(c, iv, step + i, coords[i]);
    exists[i] = mlirValueIsNull(iv) ? hasUnit(c, step + i) : (MlirValue){NULL};
    MlirValue inside = both(k, attnLViewInside(k, c->from, coords[i]), exists[i]);
    MlirValue pointer = attnLViewAddress(k, c->from, coords[i]);
    if (!mlirValueIsNull(inside))
      pointer = attnSelect(&k->b, inside, pointer, c->from->anchor);
    values[i] = attnLLoad(k, pointer, type, bytes);
    if (!mlirValueIsNull(inside))
      values[i] = attnSelect(&k->b, inside, values[i], attnLZero(k, type));
  }
  for (int i = 0; i < n; ++i) {
    AttnBuilder saved = openIf(k, exists[i]);
    attnLStore(k, values[i], attnLViewAddress(k, c->to, coords[i]), bytes);
    closeIf(k, exists[i], saved);
  }
}

static void copyUnits(const Copy *c) {
  AttnLower *k = c->k;
  enum { BATCH = 8, UNROLLED = 32 };
  int64_t step = 0, whole = 0;
  while (whole < c->nSteps && mlirValueIsNull(hasUnit(c, whole)))
    ++whole;
  whole -= whole % BATCH; // steps in which every thread has a unit
  if (whole > (c->async ? UNROLLED : 2 * BATCH)) {
    MlirValue iv;
    MlirOperation loop = attnLForBegin(k, 0, whole, BATCH, 0, NULL, &iv, NULL);
    if (c->async)
      asyncUnits(c, iv, 0, BATCH, (MlirValue){NULL});
    else
      syncUnits(c, iv, 0, BATCH);
    attnLForEnd(k, loop, 0, NULL, NULL);
    step = whole;
  }
  while (step < c->nSteps) {
    int n = 1;
    int64_t rest = c->nSteps - step;
    if (c->async) { // steps that the same threads take part in
      MlirValue when = hasUnit(c, step);
      if (mlirValueIsNull(when))
        while (n < rest && mlirValueIsNull(hasUnit(c, step + n)))
          ++n;
      else if (c->step) // all steps but the last one have the same threads
        n = rest > 1 ? (int)(rest - (c->rows % c->step != 0)) : 1;
      asyncUnits(c, (MlirValue){NULL}, step, n, when);
    } else {
      n = (int)(rest < BATCH ? rest : BATCH);
      syncUnits(c, (MlirValue){NULL}, step, n);
    }
    step += n;
  }
}

MlirLogicalResult attnLowerCopy(AttnLower *k, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  const char *transport = attnAttrStr(op, "transport");
  bool async = transport && strcmp(transport, "cp") == 0;
  if (transport && strcmp(transport, "tma") == 0)
    return attnLowerCopyTma(k, op);
  if (!transport || (!async && strcmp(transport, "sync") != 0))
    return attnOpError(op, "has the transport '%s'; expected 'sync', 'cp' or 'tma'",
                       transport ? transport : "");
  AttnView from, to;
  if (!attnLSourceView(k, op, &from).value || !attnLSlabView(k, op, &to).value)
    return FAILED;
  AttnTile *t = attnLTileNew(k, result);
  *t = (AttnTile){.inMemory = true,
                  .rank = to.rank,
                  .element = mlirShapedTypeGetElementType(mlirValueGetType(result)),
                  .view = to};
  for (int i = 0; i < to.rank; ++i)
    t->axes[i] = to.axes[i], t->shape[i] = to.size[i];
  Copy c = {.k = k, .from = &from, .to = &to, .async = async, .threads = 32 * k->warps};
  planCopy(&c);
  int64_t bytes = c.width * attnLBytes(from.element);
  if (async && bytes < 4)
    return attnOpError(op,
                       "copies by cp.async, which moves 16, 8 or 4 bytes that are contiguous and "
                       "aligned in the tensor; only %lld are here: stage by 'sync'",
                       (long long)bytes);
  copyUnits(&c);
  return OK;
}

MlirLogicalResult attnLowerCommit(AttnLower *k, MlirOperation op) {
  (void)op;
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.cp.async.commit.group"});
  return OK;
}

MlirLogicalResult attnLowerWait(AttnLower *k, MlirOperation op) {
  const char *transport = attnAttrStr(op, "transport");
  int64_t pending = -1;
  if (transport && strcmp(transport, "tma") == 0)
    return attnLowerWaitTma(k, op);
  if (!transport || strcmp(transport, "cp") != 0 || !attnAttrI64(op, "pending", &pending) ||
      pending < 0)
    return attnOpError(op,
                       "waits for '%s'; expected 'tma', or 'cp' with the number of pending "
                       "groups",
                       transport ? transport : "");
  MlirNamedAttribute n = attnNamed(k->ctx, "n", mlirIntegerAttrGet(k->i32, pending));
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.cp.async.wait.group", .nAttrs = 1, .attrs = &n});
  return OK;
}

//===--- store ------------------------------------------------------------===//

/// Writes the registers whose column, without the lane's part, is one of box->size from `first`.
static void writePart(AttnLower *k, const AttnTile *t, const AttnView *box, int64_t first,
                      bool all) {
  MlirValue copy = attnLaneIsFirstCopy(k, &t->layout);
  AttnBuilder saved = openIf(k, copy);
  bool *done = calloc((size_t)t->nRegs, sizeof *done);
  int last = box->rank - 1;
  for (int r = 0; r < t->nRegs; ++r) {
    if (done[r])
      continue;
    int members[16];
    AttnCoord coords[ATTN_MAX_RANK];
    MlirValue values[16];
    for (int i = 0; i < box->rank; ++i)
      coords[i] = attnLCoord(k, &t->layout, box->axes[i], r);
    if (!all) {
      coords[last].constant -= first;
      if (coords[last].constant < 0 || coords[last].constant >= box->size[last])
        continue;
    }
    int width = attnLRegisterRun(box, &t->layout, t->nRegs, r, members);
    for (int w = 0; w < width; ++w) {
      values[w] = t->regs[members[w]];
      done[members[w]] = true;
    }
    attnLViewWrite(k, box, coords, width, values, (MlirValue){NULL});
  }
  free(done);
  closeIf(k, copy, saved);
}

void attnLWriteTile(AttnLower *k, const AttnTile *t, const AttnView *box) {
  writePart(k, t, box, 0, true);
}

void attnLWriteColumns(AttnLower *k, const AttnTile *t, const AttnView *box, int64_t first) {
  writePart(k, t, box, first, false);
}

MlirLogicalResult attnLowerStore(AttnLower *k, MlirOperation op) {
  const char *transport = attnAttrStr(op, "transport");
  if (transport && strcmp(transport, "tma") == 0)
    return attnLowerStoreTma(k, op);
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
  attnLWriteTile(k, t, &box);
  return OK;
}
