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
// What the boxes of a copy are, and where they lie: TmaBox.h.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/TmaBox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

enum { BARRIER_BYTES = 8 };

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
    if (!attnLIsTma(ops[i]))
      continue;
    ok = attnLSlotView(k, ops[i], (MlirValue){NULL}, &v);
    AttnSlab *slab = ok.value ? attnLSlabFind(k, attnAttrStr(ops[i], "slab")) : NULL;
    if (slab) {
      slab->tma = true;
      slab->multicast = attnLMulticast(ops[i]) > 1;
    }
    if (slab && slab->multicast && attnLMulticast(ops[i]) != k->cluster)
      ok = attnOpError(ops[i], "goes to %lld CTAs, the kernel has clusters of %lld",
                       (long long)attnLMulticast(ops[i]), (long long)k->cluster);
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

typedef struct Target {
  MlirValue base, barrier; ///< of the slot; its barrier
  int64_t rows, ctas;      ///< of the slot
} Target;

/// One box, in all its panels.
static void issueBox(AttnLower *k, const AttnTmaPlan *p, int number, MlirValue *coordinates,
                     MlirValue below, void *user) {
  const Target *t = user;
  int64_t rowBytes = p->panel * p->box.bytes;
  if (t->ctas > 1) { // dimension 1 is the rows'
    MlirValue share = attnLMulC(k, k->rank, p->rows);
    if (!p->box.pages.page)
      coordinates[1] = attnLAdd(k, coordinates[1], share);
    below = attnLAdd(k, share, below);
  }
  if (!mlirValueIsNull(below))
    below = attnLMulC(k, below, rowBytes);
  MlirValue map = attnLMapParameter(k, number), first = coordinates[0];
  for (int i = 0; i < p->panels; ++i) {
    MlirValue to = attnLPointer(k, t->base, below, i * t->rows * rowBytes);
    coordinates[0] = attnLAddC(k, first, (int64_t)i * p->panel);
    issue(k, &p->map, attnLShared32(k, to), map, coordinates, t->barrier, t->ctas);
  }
}

MlirLogicalResult attnLowerCopyTma(AttnLower *k, MlirOperation op) {
  AttnTmaPlan p;
  AttnTmaPlace at;
  AttnView v;
  MlirValue result = mlirOperationGetResult(op, 0), slot = {NULL};
  if (!attnLTmaPlanCopy(k, op, &p).value || !attnLSlabView(k, op, &v).value)
    return FAILED;
  const AttnSlab *slab = attnLSlabFind(k, attnAttrStr(op, "slab"));
  intptr_t nOver = attnAttrArraySize(op, "over");
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
  if (!attnLTmaPlaceOf(k, op, &p, &at).value)
    return FAILED;
  MlirValue barrier = attnLSlotBarrier(k, slab->full, slot);
  MlirValue expected[] = {barrier, attnLI32(k, rows * p.panels * p.panel * bytes)};
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.mbarrier.arrive.expect_tx",
                                   .nOperands = 2,
                                   .operands = expected});
  Target target = {v.base, attnLShared32(k, barrier), rows, attnLMulticast(op)};
  if (!attnLTmaBoxes(k, &p, &at, issueBox, &target).value)
    return FAILED;
  if (elect) {
    attnBuildYield(&k->b, "scf.yield", 0, NULL);
    k->b = saved;
  }
  return OK;
}

static void prefetchBox(AttnLower *k, const AttnTmaPlan *p, int number, MlirValue *coordinates,
                        MlirValue below, void *user) {
  (void)below, (void)user;
  MlirValue operands[1 + ATTN_MAX_MAP_RANK];
  char text[256], list[64] = "", constraints[64] = "l";
  operands[0] = attnLMapParameter(k, number);
  for (int i = 0; i < p->map.rank; ++i) {
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s$%d", i ? ", " : "", i + 1);
    strcat(constraints, ",r");
    operands[1 + i] = coordinates[i];
  }
  strcat(constraints, ",~{memory}");
  snprintf(text, sizeof text, "cp.async.bulk.prefetch.tensor.%dd.L2.global [$0, {%s}];",
           p->map.rank, list);
  for (int i = 0; i < p->panels; ++i) {
    operands[1] = attnLAddC(k, coordinates[0], (int64_t)i * p->panel);
    attnLPtx(k, text, constraints, 1 + p->map.rank, operands, (MlirType){NULL});
  }
}

MlirLogicalResult attnLowerPrefetch(AttnLower *k, MlirOperation op) {
  MlirOperation copy = attnTileNextCopy(op);
  AttnTmaPlan p;
  AttnTmaPlace at;
  if (mlirOperationIsNull(copy) || k->part != ATTN_PART_PRODUCER)
    return attnOpError(op, "stands in front of no tile.copy of a producer");
  if (!attnLTmaPlanCopy(k, copy, &p).value || !attnLTmaPlaceOf(k, copy, &p, &at).value)
    return FAILED;
  return attnLTmaBoxes(k, &p, &at, prefetchBox, NULL);
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
static void storePanels(AttnLower *k, const AttnTmaPlan *p, const AttnView *v, MlirValue from,
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
  AttnTmaPlan p;
  AttnView v;
  int64_t rows, parts = 1, slots = 1;
  int beside;
  intptr_t nOver = attnAttrArraySize(op, "over");
  MlirValue slot = {NULL};
  AttnTile *t = attnLTileOf(k, op, mlirOperationGetOperand(op, 0));
  if (!t || !attnLTmaPlanStore(k, op, &rows, &beside, &p).value)
    return FAILED;
  attnAttrI64(op, "slots", &slots);
  if ((slots > 1 &&
       !attnLScalarValue(k, op, mlirOperationGetOperand(op, 1 + nOver), NULL, &slot).value) ||
      !attnLSlotView(k, op, slot, &v).value)
    return FAILED;
  if (t->inMemory || v.rank != 2 || !v.swizzle)
    return attnOpError(op, "stores by TMA a tile in registers through a swizzled slab");
  attnAttrI64(op, "parts", &parts);
  int panels = p.panels / (int)parts / beside; // of a warp, at a time
  if (beside > 1 && (parts > 1 || p.panels % beside != 0))
    return attnOpError(op, "stores %lld parts of %d panels by warps side by side", (long long)parts,
                       p.panels);
  if (parts > 1 && !lanesStayInside(&t->layout, t->axes[1], v.size[1]))
    return attnOpError(op, "stores in %lld parts, but a lane's columns are in several",
                       (long long)parts);
  MlirValue origins[ATTN_MAX_RANK], coordinates[ATTN_MAX_MAP_RANK];
  for (intptr_t i = 0; i < nOver; ++i)
    if (!attnLScalarValue(k, op, mlirOperationGetOperand(op, 1 + i), NULL, &origins[i]).value)
      return FAILED;
  AttnView box = attnLRenamed(&v, t->axes);
  bool underWay = !mlirAttributeIsNull(attnAttr(op, "under_way")),
       matrices = !mlirAttributeIsNull(attnAttr(op, "stmatrix"));
  for (int64_t part = 0; part < parts; ++part) {
    if ((underWay && slots == 1) || part) { // what this warp stored before has been read
      attnLDrainStores(k);
      warpSync(k);
    }
    if (!matrices)
      attnLWriteColumns(k, t, &box, part * v.size[1]);
    else if (!attnLStoreMatrices(k, t, &box, part * v.size[1]))
      return attnOpError(op,
                         "stores by stmatrix: C fragments of 16-bit elements, on sm_90 or later");
    MlirNamedAttribute proxy[] = {
        attnNamed(k->ctx, "kind", attnParseAttr(k->ctx, "#nvvm.proxy_kind<async.shared>")),
        attnNamed(k->ctx, "space", attnParseAttr(k->ctx, "#nvvm.shared_space<cta>"))};
    attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.fence.proxy", .nAttrs = 2, .attrs = proxy});
    warpSync(k);
    AttnBuilder saved = k->b, then;
    attnBuildIf(&k->b, attnCmpi(&k->b, 0, k->lane, attnLI32(k, 0)), 0, NULL, &then, NULL);
    k->b = then;
    MlirValue band = k->warp, across = {NULL}; // bytes and elements to the warp's first panel
    if (beside > 1) {
      MlirValue bands = attnLI32(k, k->warps / beside);
      across = attnLMulC(k, attnLOp2(k, "arith.divui", k->warp, bands), panels);
      band = attnLOp2(k, "arith.remui", k->warp, bands);
    }
    MlirValue first = attnLMulC(k, band, rows), from = attnLMulC(k, first, v.swizzle);
    if (beside > 1)
      from = attnLAdd(k, from, attnLMulC(k, across, v.size[0] * v.swizzle));
    for (int i = 0; i < p.map.rank; ++i)
      coordinates[i] = attnCast(
          &k->b, attnLAffine(k, mlirAffineMapGetResult(p.coordinates, i), origins, NULL), k->i32);
    coordinates[1] = attnLAdd(k, coordinates[1], first); // dimension 1 is the rows'
    if (beside > 1)
      coordinates[0] = attnLAdd(k, coordinates[0], attnLMulC(k, across, p.panel));
    storePanels(k, &p, &v, from, coordinates, (int)part * panels, panels);
    if (!underWay && part + 1 == parts)
      waitForStores(k);
    attnBuildYield(&k->b, "scf.yield", 0, NULL);
    k->b = saved;
  }
  return OK;
}
