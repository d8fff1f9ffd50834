//===- Tma.c - Copies by the TMA unit -------------------------------------===//
//
//   entry   one thread initialises one barrier per slot; all threads meet
//   copy    one thread:  arrive at the slot's barrier, expecting the slot's bytes
//                        cp.async.bulk.tensor, one per panel of `swizzle` bytes
//   wait    every thread: until the phase with the given parity of the slot's barrier is over
//
// By multicast, in a cluster of n CTAs:
//
//   copy    one thread:  arrive at the own barrier, expecting the whole slot's bytes
//                        per panel, 1/n of its rows to all CTAs: there they count as bytes of the
//                        barrier that lies where this one does
//
// What lies beyond the tensor's extents arrives as zeros, which counts as bytes.
//
// A tensor map's dimensions are those of the box (Dialect/Tile/Box.h): the tile's axes, then what
// is left of the tensor's dimensions with a box of one. Its coordinates are the map of the
// tile.copy at its origins and, of a window (Window.c), at its offsets, computed at the entry.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"
#include "Dialect/Tile/Box.h"
#include "IR/Moved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

enum { BARRIER_BYTES = 8 };

//===--- the box ----------------------------------------------------------===//

typedef struct Plan {
  AttnTensorMap map;
  MlirAffineMap coordinates;        ///< over the `over` axes: one result per dimension of the map
  int number;                       ///< in k->maps
  int panels, panel;                ///< copies per slot; elements of the last axis in each
  int nMoved, moved[ATTN_BOX_RANK]; ///< dimensions of a window's source that it moves along
} Plan;

/// The box of `tile` (a type) in parameter `operand`, a `tensor`. rows > 0: of that many elements
/// along the first of two axes instead of all of them.
static MlirLogicalResult planBox(AttnLower *k, MlirOperation op, MlirType tensor, int operand,
                                 MlirType tile, int64_t rows, Plan *p) {
  *p = (Plan){.number = -1};
  AttnTensorMap *m = &p->map;
  int64_t swizzle = 0;
  AttnAxes axes;
  AttnBox box;
  intptr_t nOver = attnAttrArraySize(op, "over");
  attnAttrI64(op, "swizzle", &swizzle);
  if (!attnAxesRead(k->kernel, &axes) || mlirOperationGetNumOperands(op) < 1 + nOver)
    return attnOpError(op, "map, axes and origins do not fit together");
  if (!attnBoxPlan(op, &axes, tensor, tile, swizzle, &box))
    return attnOpError(op, "copies by TMA, %s", box.rule);
  *m = (AttnTensorMap){.element = attnLMemoryType(k, mlirShapedTypeGetElementType(tensor)),
                       .swizzle = (int)swizzle,
                       .operand = operand,
                       .rank = box.rank};
  p->panel = (int)box.dim[0].box;
  p->panels = box.panels;
  p->nMoved = box.nMoved;
  memcpy(p->moved, box.moved, sizeof p->moved);
  if (rows && mlirShapedTypeGetRank(tile) == 2)
    box.dim[1].box = rows;
  MlirAffineExpr exprs[ATTN_MAX_MAP_RANK];
  for (int d = 0; d < box.rank; ++d) {
    exprs[d] = box.dim[d].at;
    m->dims[d] = box.dim[d].size, m->box[d] = box.dim[d].box;
    m->strides[d] = box.dim[d].stride * box.bytes;
  }
  p->coordinates = mlirAffineMapGet(k->ctx, nOver + box.nMoved, 0, m->rank, exprs);
  for (int i = 0; i < k->nMaps && p->number < 0; ++i) {
    const AttnTensorMap *x = &k->maps[i];
    bool same = x->operand == m->operand && x->rank == m->rank && x->swizzle == m->swizzle;
    for (int d = 0; same && d < m->rank; ++d)
      same = x->dims[d] == m->dims[d] && x->strides[d] == m->strides[d] && x->box[d] == m->box[d];
    if (same)
      p->number = i;
  }
  return OK;
}

/// How many CTAs of the cluster a copy goes to, from all of them.
static int64_t ctasOf(MlirOperation copy) {
  int64_t n = 1;
  attnAttrI64(copy, "multicast", &n);
  return n;
}

static MlirLogicalResult planCopy(AttnLower *k, MlirOperation op, Plan *p) {
  MlirValue source = mlirOperationGetOperand(op, 0);
  AttnMoved m;
  int operand = 0;
  if (attnReadMoved(source, &m))
    source = m.source;
  while (operand < k->nInputs && !mlirValueEqual(k->inputs[operand], source))
    ++operand;
  MlirType tile = mlirValueGetType(mlirOperationGetResult(op, 0));
  int64_t ctas = ctasOf(op), rows = 0;
  if (ctas > 1) // each copies its share
    rows = mlirShapedTypeGetDimSize(tile, 0) / ctas;
  return planBox(k, op, mlirValueGetType(source), operand, tile, rows, p);
}

/// The coordinates of a copy's box.
static MlirLogicalResult coordinatesOf(AttnLower *k, MlirOperation op, const Plan *p,
                                       MlirValue *coordinates) {
  MlirValue origins[ATTN_MAX_RANK + ATTN_BOX_RANK], tensor = mlirOperationGetOperand(op, 0);
  intptr_t nOver = attnAttrArraySize(op, "over");
  AttnMoved m;
  attnReadMoved(tensor, &m);
  for (intptr_t i = 0; i < nOver; ++i)
    if (!attnLScalarValue(k, op, mlirOperationGetOperand(op, 1 + i), NULL, &origins[i]).value)
      return FAILED;
  AttnBuilder saved = k->b;
  k->b = k->entry;
  MlirLogicalResult ok = OK;
  for (int i = 0; i < p->nMoved && ok.value; ++i)
    ok = attnLWindowOffset(k, op, &m, mlirValueGetType(tensor), p->moved[i], &origins[nOver + i]);
  k->b = saved;
  for (int i = 0; i < p->map.rank && ok.value; ++i)
    coordinates[i] = attnCast(
        &k->b, attnLAffine(k, mlirAffineMapGetResult(p->coordinates, i), origins, NULL), k->i32);
  return ok;
}

/// Rows of the stored tile that each warp holds, all its warps one behind the other along the rows.
static MlirLogicalResult warpRows(AttnLower *k, MlirOperation op, int64_t *rows) {
  AttnLayout l;
  char err[128];
  const char *axis = attnStrValue(attnAttrArrayGet(op, "axes", 0));
  const char *text = attnAttrStr(attnDef(mlirOperationGetOperand(op, 0)), "layout");
  if (attnAttrArraySize(op, "axes") != 2 || !text || !attnLayoutParse(text, &l, err, sizeof err))
    return attnOpError(op, "stores by TMA a tile of rows and columns with a layout");
  int warps = 1, last = -1;
  for (int i = 0; i < l.size; ++i) {
    if (strcmp(l.f[i].axis, axis) == 0)
      last = i;
    if (l.f[i].level == ATTN_WARP && strcmp(l.f[i].axis, axis) == 0)
      warps *= l.f[i].size;
  }
  *rows = attnLayoutExtent(&l, axis) / warps;
  if (last < 0 || l.f[last].level != ATTN_WARP || warps != k->warps || *rows % 8 != 0)
    return attnOpError(op,
                       "stores by TMA, a box of whole rows per warp; in the layout '%s' the warps "
                       "do not follow each other along '%s'",
                       text, axis);
  return OK;
}

static MlirLogicalResult planStore(AttnLower *k, MlirOperation op, int64_t *rows, Plan *p) {
  int64_t number = -1;
  attnAttrI64(op, "result", &number);
  if (number < 0 || number >= mlirOperationGetNumResults(k->kernel))
    return attnOpError(op, "names result %lld", (long long)number);
  if (!warpRows(k, op, rows).value)
    return FAILED;
  return planBox(k, op, mlirValueGetType(mlirOperationGetResult(k->kernel, number)),
                 k->nInputs + (int)number, mlirValueGetType(mlirOperationGetOperand(op, 0)), *rows,
                 p);
}

static bool isTma(MlirOperation op) {
  const char *transport = attnAttrStr(op, "transport");
  return (attnIs(op, "tile.copy") || attnIs(op, "tile.store")) && transport &&
         strcmp(transport, "tma") == 0;
}

MlirLogicalResult attnLTensorMaps(AttnLower *k) {
  MlirOperation *ops;
  intptr_t n = attnCollect(k->kernel, NULL, &ops);
  MlirLogicalResult ok = OK;
  for (intptr_t i = 0; i < n && ok.value; ++i) {
    Plan p;
    int64_t rows;
    if (!isTma(ops[i]))
      continue;
    ok = attnIs(ops[i], "tile.copy") ? planCopy(k, ops[i], &p) : planStore(k, ops[i], &rows, &p);
    if (!ok.value || p.number >= 0)
      continue;
    if (k->nMaps == ATTN_MAX_TENSOR_MAPS)
      ok = attnOpError(ops[i], "the kernel needs more than %d tensor maps", ATTN_MAX_TENSOR_MAPS);
    else
      k->maps[k->nMaps++] = p.map;
  }
  free(ops);
  return ok;
}

static MlirAttribute numbers(AttnLower *k, int n, const int64_t *v) {
  MlirAttribute a[ATTN_MAX_MAP_RANK];
  for (int i = 0; i < n; ++i)
    a[i] = attnLSizeAttr(k, v[i]);
  return mlirArrayAttrGet(k->ctx, n, a);
}

MlirAttribute attnLTensorMapsAttr(AttnLower *k) {
  MlirAttribute maps[ATTN_MAX_TENSOR_MAPS];
  for (int i = 0; i < k->nMaps; ++i) {
    const AttnTensorMap *m = &k->maps[i];
    MlirNamedAttribute fields[] = {
        attnNamed(k->ctx, "operand", attnI64(k->ctx, m->operand)),
        attnNamed(k->ctx, "rank", attnI64(k->ctx, m->rank)),
        attnNamed(k->ctx, "dims", numbers(k, m->rank, m->dims)),
        attnNamed(k->ctx, "strides", numbers(k, m->rank - 1, m->strides + 1)),
        attnNamed(k->ctx, "box", numbers(k, m->rank, m->box)),
        attnNamed(k->ctx, "element", mlirTypeAttrGet(m->element)),
        attnNamed(k->ctx, "swizzle", attnI64(k->ctx, m->swizzle))};
    maps[i] = mlirDictionaryAttrGet(k->ctx, sizeof fields / sizeof *fields, fields);
  }
  return mlirArrayAttrGet(k->ctx, k->nMaps, maps);
}

MlirValue attnLMapParameter(AttnLower *k, int number) {
  int pointers = k->nInputs + (int)mlirOperationGetNumResults(k->kernel) + k->dynamic;
  return mlirBlockGetArgument(attnBody(k->func, 0), pointers + number);
}

//===--- barriers ---------------------------------------------------------===//

MlirValue attnLSlotBarrier(AttnLower *k, int64_t offset, MlirValue slot) {
  MlirValue bytes = {NULL};
  if (!mlirValueIsNull(slot))
    bytes = attnLMulC(k, attnCast(&k->b, slot, k->i32), BARRIER_BYTES);
  return attnLPointer(k, k->sharedBase, bytes, offset);
}

static void initBarriers(AttnLower *k, int64_t offset, int64_t slots, int64_t arrivals) {
  for (int64_t s = 0; s < slots; ++s) {
    MlirValue operands[] = {
        attnLPointer(k, k->sharedBase, (MlirValue){NULL}, offset + s * BARRIER_BYTES),
        attnLI32(k, arrivals)};
    attnBuildOp(&k->b,
                &(AttnOpDesc){.name = "nvvm.mbarrier.init", .nOperands = 2, .operands = operands});
  }
}

MlirLogicalResult attnLInitBarriers(AttnLower *k) {
  MlirOperation *ops;
  intptr_t n = attnCollect(k->kernel, "tile.copy", &ops), any = 0;
  MlirLogicalResult ok = OK;
  for (intptr_t i = 0; i < n && ok.value; ++i) {
    AttnView v;
    if (!isTma(ops[i]))
      continue;
    ok = attnLSlotView(k, ops[i], (MlirValue){NULL}, &v);
    AttnSlab *slab = ok.value ? attnLSlabFind(k, attnAttrStr(ops[i], "slab")) : NULL;
    if (slab) {
      slab->tma = true;
      slab->multicast = ctasOf(ops[i]) > 1;
    }
    if (slab && slab->multicast && ctasOf(ops[i]) != k->cluster)
      ok = attnOpError(ops[i], "goes to %lld CTAs, the kernel has clusters of %lld",
                       (long long)ctasOf(ops[i]), (long long)k->cluster);
  }
  free(ops);
  // Behind all slabs: between them, each would take a slab's alignment.
  for (int i = 0; i < k->nSlabs; ++i) {
    AttnSlab *slab = &k->slabs[i];
    if (!slab->tma)
      continue;
    ++any;
    slab->full = attnLReserve(k, slab->slots * BARRIER_BYTES, BARRIER_BYTES);
    if (k->producerThreads)
      slab->empty = attnLReserve(k, slab->slots * BARRIER_BYTES, BARRIER_BYTES);
  }
  if (!ok.value || (!any && !k->dynamic))
    return ok;
  if (k->dynamic) {
    k->mailbox.item = attnLReserve(k, BARRIER_BYTES, BARRIER_BYTES);
    k->mailbox.full = attnLReserve(k, BARRIER_BYTES, BARRIER_BYTES);
    k->mailbox.empty = attnLReserve(k, BARRIER_BYTES, BARRIER_BYTES);
  }
  AttnBuilder saved = k->b, then;
  attnBuildIf(&k->b, attnCmpi(&k->b, 0, k->thread, attnLI32(k, 0)), 0, NULL, &then, NULL);
  k->b = then;
  for (int i = 0; i < k->nSlabs; ++i) {
    if (!k->slabs[i].tma)
      continue;
    initBarriers(k, k->slabs[i].full, k->slabs[i].slots, 1);
    if (k->producerThreads) // one lane of every warp that reads
      initBarriers(k, k->slabs[i].empty, k->slabs[i].slots,
                   k->warps * (k->slabs[i].multicast ? k->cluster : 1));
  }
  if (k->dynamic) {
    initBarriers(k, k->mailbox.full, 1, 1);
    // Consumer threads; with clusters the warps of all CTAs, and their producers.
    initBarriers(k, k->mailbox.empty, 1,
                 k->neighbours ? k->cluster * (k->warps + 1) : k->warps * 32);
  }
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.fence.mbarrier.init"});
  attnBuildYield(&k->b, "scf.yield", 0, NULL);
  k->b = saved;
  if (k->neighbours) { // what the fence above is about is all that there is to see
    attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.cluster.arrive.relaxed"});
    attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.cluster.wait"});
  } else {
    attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.barrier0"});
  }
  return OK;
}

void attnLWaitBarrier(AttnLower *k, MlirValue barrier, MlirValue parity) {
  MlirValue operands[] = {attnLShared32(k, barrier), parity};
  attnLPtx(k,
           "{\n.reg .pred over;\nagain:\n"
           "mbarrier.try_wait.parity.shared::cta.b64 over, [$0], $1;\n"
           "@!over bra again;\n}",
           "r,r,~{memory}", 2, operands, (MlirType){NULL});
}

//===--- operations -------------------------------------------------------===//

/// cp.async.bulk.tensor of one box to `to`, at the coordinates, announced at `barrier`; in all CTAs
/// of the cluster, if `ctas` of them are more than one.
static void issue(AttnLower *k, const AttnTensorMap *m, MlirValue to, MlirValue map,
                  const MlirValue *coordinates, MlirValue barrier, int64_t ctas) {
  char text[256], list[64] = "", constraints[64] = "r,l";
  MlirValue operands[4 + ATTN_MAX_MAP_RANK] = {to, map};
  for (int i = 0; i < m->rank; ++i) {
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s$%d", i ? ", " : "", i + 2);
    strcat(constraints, ",r");
    operands[2 + i] = coordinates[i];
  }
  operands[2 + m->rank] = barrier;
  if (ctas > 1)
    operands[3 + m->rank] =
        attnConstInt(&k->b, mlirIntegerTypeGet(k->ctx, 16), (INT64_C(1) << ctas) - 1);
  strcat(constraints, ctas > 1 ? ",r,h,~{memory}" : ",r,~{memory}");
  int used = snprintf(text, sizeof text,
                      "cp.async.bulk.tensor.%dd.shared::cluster.global.mbarrier::complete_tx::bytes"
                      "%s [$0], [$1, {%s}], [$%d]",
                      m->rank, ctas > 1 ? ".multicast::cluster" : "", list, m->rank + 2);
  if (ctas > 1)
    used += snprintf(text + used, sizeof text - (size_t)used, ", $%d", m->rank + 3);
  snprintf(text + used, sizeof text - (size_t)used, ";");
  attnLPtx(k, text, constraints, 3 + (ctas > 1) + m->rank, operands, (MlirType){NULL});
}

MlirLogicalResult attnLowerCopyTma(AttnLower *k, MlirOperation op) {
  Plan p;
  AttnView v;
  MlirValue result = mlirOperationGetResult(op, 0), slot = {NULL};
  if (!planCopy(k, op, &p).value || !attnLSlabView(k, op, &v).value)
    return FAILED;
  const AttnSlab *slab = attnLSlabFind(k, attnAttrStr(op, "slab"));
  intptr_t nOver = attnAttrArraySize(op, "over");
  MlirValue coordinates[ATTN_MAX_MAP_RANK];
  if (slab->slots > 1 &&
      !attnLScalarValue(k, op, mlirOperationGetOperand(op, 1 + nOver), NULL, &slot).value)
    return FAILED;
  AttnTile *t = attnLTileNew(k, result);
  *t = (AttnTile){.inMemory = true,
                  .rank = v.rank,
                  .element = mlirShapedTypeGetElementType(mlirValueGetType(result)),
                  .view = v};
  int64_t rows = 1, bytes = attnLBytes(v.element);
  for (int i = 0; i < v.rank; ++i) {
    t->axes[i] = v.axes[i], t->shape[i] = v.size[i];
    rows *= i < v.rank - 1 ? v.size[i] : 1;
  }
  AttnBuilder saved = k->b, then;
  bool elect = k->part != ATTN_PART_PRODUCER; // a producer's code is one thread's already
  if (elect) {
    attnBuildIf(&k->b, attnCmpi(&k->b, 0, k->thread, attnLI32(k, 0)), 0, NULL, &then, NULL);
    k->b = then;
  }
  if (!coordinatesOf(k, op, &p, coordinates).value)
    return FAILED;
  MlirValue barrier = attnLSlotBarrier(k, slab->full, slot);
  MlirValue expected[] = {barrier, attnLI32(k, rows * p.panels * p.panel * bytes)};
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.mbarrier.arrive.expect_tx",
                                   .nOperands = 2,
                                   .operands = expected});
  MlirValue map = attnLMapParameter(k, p.number);
  MlirValue barrier32 = attnLShared32(k, barrier), first = coordinates[0], share = {NULL};
  int64_t ctas = ctasOf(op);
  if (ctas > 1) { // dimension 1 is the rows'
    MlirValue row = attnLMulC(k, k->rank, rows / ctas);
    coordinates[1] = attnLAdd(k, coordinates[1], row);
    share = attnLMulC(k, row, p.panel * bytes);
  }
  for (int i = 0; i < p.panels; ++i) {
    MlirValue to = attnLPointer(k, v.base, share, i * rows * p.panel * bytes);
    coordinates[0] = attnLAddC(k, first, (int64_t)i * p.panel);
    issue(k, &p.map, attnLShared32(k, to), map, coordinates, barrier32, ctas);
  }
  if (elect) {
    attnBuildYield(&k->b, "scf.yield", 0, NULL);
    k->b = saved;
  }
  return OK;
}

MlirLogicalResult attnLowerPrefetch(AttnLower *k, MlirOperation op) {
  MlirOperation copy = attnTileNextCopy(op);
  Plan p;
  if (mlirOperationIsNull(copy) || k->part != ATTN_PART_PRODUCER)
    return attnOpError(op, "stands in front of no tile.copy of a producer");
  if (!planCopy(k, copy, &p).value)
    return FAILED;
  MlirValue coordinates[ATTN_MAX_MAP_RANK], operands[1 + ATTN_MAX_MAP_RANK];
  if (!coordinatesOf(k, copy, &p, coordinates).value)
    return FAILED;
  char text[256], list[64] = "", constraints[64] = "l";
  operands[0] = attnLMapParameter(k, p.number);
  for (int i = 0; i < p.map.rank; ++i) {
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s$%d", i ? ", " : "", i + 1);
    strcat(constraints, ",r");
    operands[1 + i] = coordinates[i];
  }
  strcat(constraints, ",~{memory}");
  snprintf(text, sizeof text, "cp.async.bulk.prefetch.tensor.%dd.L2.global [$0, {%s}];", p.map.rank,
           list);
  MlirValue first = operands[1];
  for (int i = 0; i < p.panels; ++i) {
    operands[1] = attnLAddC(k, first, (int64_t)i * p.panel);
    attnLPtx(k, text, constraints, 1 + p.map.rank, operands, (MlirType){NULL});
  }
  return OK;
}

MlirLogicalResult attnLowerWaitTma(AttnLower *k, MlirOperation op) {
  const AttnSlab *slab = attnLSlabFind(k, attnAttrStr(op, "slab"));
  if (!slab || !slab->tma || mlirOperationGetNumOperands(op) != 2)
    return attnOpError(op, "waits for a slab that no tile.copy fills by TMA");
  MlirValue slot, phase;
  if (!attnLScalarValue(k, op, mlirOperationGetOperand(op, 0), NULL, &slot).value ||
      !attnLScalarValue(k, op, mlirOperationGetOperand(op, 1), NULL, &phase).value)
    return FAILED;
  attnLWaitBarrier(k, attnLSlotBarrier(k, slab->full, slot), attnCast(&k->b, phase, k->i32));
  return OK;
}

/// One lane of each warp issues stores, so it is the one that waits for them.
static void waitForStores(AttnLower *k) {
  MlirNamedAttribute wait[] = {attnNamed(k->ctx, "group", mlirIntegerAttrGet(k->i32, 0)),
                               attnNamed(k->ctx, "read", mlirUnitAttrGet(k->ctx))};
  attnBuildOp(&k->b,
              &(AttnOpDesc){.name = "nvvm.cp.async.bulk.wait_group", .nAttrs = 2, .attrs = wait});
}

void attnLDrainStores(AttnLower *k) {
  AttnBuilder saved = k->b, then;
  MlirValue elected = attnCmpi(&k->b, 0, k->lane, attnLI32(k, 0));
  saved = k->b;
  attnBuildIf(&k->b, elected, 0, NULL, &then, NULL);
  k->b = then;
  waitForStores(k);
  attnBuildYield(&k->b, "scf.yield", 0, NULL);
  k->b = saved;
}

static void warpSync(AttnLower *k) {
  MlirValue all = attnLI32(k, -1);
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.bar.warp.sync", .nOperands = 1, .operands = &all});
}

/// One lane's part: boxes of this warp's rows, the panels from `panel` on, from a slab of `panels`.
static void storePanels(AttnLower *k, const Plan *p, const AttnView *v, MlirValue from,
                        const MlirValue *at, int panel, int panels) {
  MlirValue map = attnLMapParameter(k, p->number);
  int64_t panelBytes = v->size[0] * v->swizzle;
  for (int i = 0; i < panels; ++i) {
    char text[256], list[64] = "", constraints[64] = "l";
    MlirValue operands[2 + ATTN_MAX_MAP_RANK] = {map};
    for (int d = 0; d < p->map.rank; ++d) {
      size_t used = strlen(list);
      snprintf(list + used, sizeof list - used, "%s$%d", d ? ", " : "", d + 1);
      strcat(constraints, ",r");
      operands[1 + d] = d ? at[d] : attnLAddC(k, at[0], (int64_t)(panel + i) * p->panel);
    }
    operands[1 + p->map.rank] =
        attnLShared32(k, attnLPointer(k, v->base, from, (int64_t)i * panelBytes));
    strcat(constraints, ",r,~{memory}");
    snprintf(text, sizeof text,
             "cp.async.bulk.tensor.%dd.global.shared::cta.bulk_group [$0, {%s}], [$%d];",
             p->map.rank, list, p->map.rank + 1);
    attnLPtx(k, text, constraints, 2 + p->map.rank, operands, (MlirType){NULL});
  }
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.cp.async.bulk.commit.group"});
}

/// The widest lane's share of a column, whole parts of `width` columns apart from it?
static bool lanesStayInside(const AttnLayout *l, const char *axis, int64_t width) {
  int64_t stride = 1;
  for (int i = 0; i < l->size; ++i) {
    if (strcmp(l->f[i].axis, axis) != 0)
      continue;
    stride *= l->f[i].size;
    if (l->f[i].level != ATTN_REG && width % stride != 0)
      return false;
  }
  return true;
}

MlirLogicalResult attnLowerStoreTma(AttnLower *k, MlirOperation op) {
  Plan p;
  AttnView v;
  int64_t rows, parts = 1, slots = 1;
  intptr_t nOver = attnAttrArraySize(op, "over");
  MlirValue slot = {NULL};
  AttnTile *t = attnLTileOf(k, op, mlirOperationGetOperand(op, 0));
  if (!t || !planStore(k, op, &rows, &p).value)
    return FAILED;
  attnAttrI64(op, "slots", &slots);
  if ((slots > 1 &&
       !attnLScalarValue(k, op, mlirOperationGetOperand(op, 1 + nOver), NULL, &slot).value) ||
      !attnLSlotView(k, op, slot, &v).value)
    return FAILED;
  if (t->inMemory || v.rank != 2 || !v.swizzle)
    return attnOpError(op, "stores by TMA a tile in registers through a swizzled slab");
  attnAttrI64(op, "parts", &parts);
  int panels = p.panels / (int)parts;
  if (parts > 1 && !lanesStayInside(&t->layout, t->axes[1], v.size[1]))
    return attnOpError(op, "stores in %lld parts, but a lane's columns are in several",
                       (long long)parts);
  MlirValue origins[ATTN_MAX_RANK], coordinates[ATTN_MAX_MAP_RANK];
  for (intptr_t i = 0; i < nOver; ++i)
    if (!attnLScalarValue(k, op, mlirOperationGetOperand(op, 1 + i), NULL, &origins[i]).value)
      return FAILED;
  AttnView box = attnLRenamed(&v, t->axes);
  bool underWay = !mlirAttributeIsNull(attnAttr(op, "under_way"));
  for (int64_t part = 0; part < parts; ++part) {
    if ((underWay && slots == 1) || part) { // what this warp stored before has been read
      attnLDrainStores(k);
      warpSync(k);
    }
    attnLWriteColumns(k, t, &box, part * v.size[1]);
    MlirNamedAttribute proxy[] = {
        attnNamed(k->ctx, "kind", attnParseAttr(k->ctx, "#nvvm.proxy_kind<async.shared>")),
        attnNamed(k->ctx, "space", attnParseAttr(k->ctx, "#nvvm.shared_space<cta>"))};
    attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.fence.proxy", .nAttrs = 2, .attrs = proxy});
    warpSync(k);
    AttnBuilder saved = k->b, then;
    attnBuildIf(&k->b, attnCmpi(&k->b, 0, k->lane, attnLI32(k, 0)), 0, NULL, &then, NULL);
    k->b = then;
    MlirValue first = attnLMulC(k, k->warp, rows), from = attnLMulC(k, first, v.swizzle);
    for (int i = 0; i < p.map.rank; ++i)
      coordinates[i] = attnCast(
          &k->b, attnLAffine(k, mlirAffineMapGetResult(p.coordinates, i), origins, NULL), k->i32);
    coordinates[1] = attnLAdd(k, coordinates[1], first); // dimension 1 is the rows'
    storePanels(k, &p, &v, from, coordinates, (int)part * panels, panels);
    if (!underWay && part + 1 == parts)
      waitForStores(k);
    attnBuildYield(&k->b, "scf.yield", 0, NULL);
    k->b = saved;
  }
  return OK;
}
