//===- Roles.c - Producer warps and consumer warpgroups -------------------===//
//
//   threads 0 .. T-1   consumers, T the kernel's `threads`: layouts and tid agree
//   threads T .. T+127 one warpgroup for the producer, of which one thread works
//
//   if warp < T / 32: setmaxnreg.inc, the consumers' region   else: setmaxnreg.dec, the producer's
//
// A slot's two barriers, phases 0 1 0 1 ...
//
//   full   one arrival (the producer's, with the bytes)    consumers wait for the fill's parity
//   empty  one arrival per consumer warp                   the producer waits for the parity of the
//                                                          fill before, which is over at the start
//
// A slab filled by multicast: the bytes of `full` come from all CTAs of the cluster, and `empty`
// has the arrivals of all their consumers. What these order is copies behind products and loads
// that are over, so they need no wider scope than the CTA's; one would cost a membar.gpu each.
//
// Turns: warpgroup g waits at named barrier FIRST_TURN + g for itself and the warpgroup before.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/TmaBox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

/// The part of a tile that a release stands behind: of weights some 27 exponentials of 64, about
/// when a value product is done. 0.1 to 0.5 measured the same, 0.8 slower (docs/hopper.md).
static const double BEHIND = 0.4;

/// Named barriers. 0 is that of all threads.
enum { CONSUMERS = 1, FIRST_TURN = 2, MAX_TURNS = 8 };

static void namedBarrier(AttnLower *k, const char *name, MlirValue id, int threads) {
  MlirValue operands[] = {id, attnLI32(k, threads)};
  bool arrives = strcmp(name, "nvvm.barrier.arrive") == 0;
  MlirNamedAttribute segments = attnNamed(k->ctx, "operandSegmentSizes",
                                          mlirDenseI32ArrayGet(k->ctx, 3, (int32_t[]){1, 1, 0}));
  attnBuildOp(&k->b, &(AttnOpDesc){.name = name,
                                   .nOperands = 2,
                                   .operands = operands,
                                   .nAttrs = !arrives,
                                   .attrs = &segments});
}

void attnLBarrier(AttnLower *k) {
  if (k->part == ATTN_PART_CONSUMER)
    namedBarrier(k, "nvvm.barrier", attnLI32(k, CONSUMERS), 32 * k->warps);
  else
    attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.barrier0"});
}

//===--- roles ------------------------------------------------------------===//

static MlirLogicalResult setRegisters(AttnLower *k, MlirOperation op, const char *name,
                                      const char *action) {
  int64_t registers;
  if (!attnAttrI64(op, name, &registers))
    return OK;
  if (registers < 24 || registers > 256 || registers % 8 != 0)
    return attnOpError(op, "gives a part %lld registers; expected a multiple of 8 from 24 to 256",
                       (long long)registers);
  const char *chip = k->chip->name;
  if (chip[strlen(chip) - 1] != 'a')
    return attnOpError(op,
                       "moves registers between its parts (setmaxnreg), which is no instruction of "
                       "%s; chips with an 'a' behind the number have it (sm_90a)",
                       chip);
  char text[64];
  snprintf(text, sizeof text, "#nvvm<action %s>", action);
  MlirNamedAttribute attrs[] = {
      attnNamed(k->ctx, "regCount", mlirIntegerAttrGet(k->i32, registers)),
      attnNamed(k->ctx, "action", attnParseAttr(k->ctx, text))};
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.setmaxregister", .nAttrs = 2, .attrs = attrs});
  return OK;
}

/// The warpgroup's number, the same value in all its threads as far as the compiler is concerned.
static MlirValue warpgroup(AttnLower *k) {
  MlirValue g = attnLOp2(k, "arith.divui", k->warp, attnLI32(k, 4));
  return attnLShuffle(k, "idx", g, attnLI32(k, 0));
}

static bool hasTurns(MlirOperation op) {
  MlirOperation *turns;
  intptr_t n = attnCollect(op, "tile.turn", &turns);
  free(turns);
  return n > 0;
}

MlirLogicalResult attnLowerRoles(AttnLower *k, MlirOperation op) {
  int64_t groups = 0;
  if (k->part != ATTN_PART_ALL || !attnAttrI64(op, "consumer_warpgroups", &groups) ||
      4 * groups != k->warps || groups > MAX_TURNS)
    return attnOpError(op, "has %lld consumer warpgroups for a kernel of %d warps",
                       (long long)groups, k->warps);
  MlirValue uniform = attnLShuffle(k, "idx", k->warp, attnLI32(k, 0));
  MlirValue consumes = attnCmpi(&k->b, 6, uniform, attnLI32(k, k->warps)); // ult
  AttnBuilder outer = k->b, consumer, producer, one;
  attnBuildIf(&k->b, consumes, 0, NULL, &consumer, &producer);

  k->b = producer;
  k->part = ATTN_PART_PRODUCER;
  MlirLogicalResult ok = setRegisters(k, op, "producer_registers", "decrease");
  MlirValue first = attnCmpi(&k->b, 0, k->thread, attnLI32(k, 32 * k->warps));
  attnBuildIf(&k->b, first, 0, NULL, &one, NULL);
  AttnBuilder afterOne = k->b;
  k->b = one;
  if (ok.value)
    ok = attnLowerBlock(k, attnBody(op, 0));
  attnBuildYield(&k->b, "scf.yield", 0, NULL);
  k->b = afterOne;
  attnBuildYield(&k->b, "scf.yield", 0, NULL);

  k->b = consumer;
  k->part = ATTN_PART_CONSUMER;
  if (ok.value)
    ok = setRegisters(k, op, "consumer_registers", "increase");
  if (ok.value && hasTurns(op)) { // the first warpgroup's first turn
    AttnBuilder then, saved = k->b;
    MlirValue isLast = attnCmpi(&k->b, 0, warpgroup(k), attnLI32(k, groups - 1));
    saved = k->b;
    attnBuildIf(&k->b, isLast, 0, NULL, &then, NULL);
    k->b = then;
    namedBarrier(k, "nvvm.barrier.arrive", attnLI32(k, FIRST_TURN), 256);
    attnBuildYield(&k->b, "scf.yield", 0, NULL);
    k->b = saved;
  }
  if (ok.value)
    ok = attnLowerBlock(k, attnBody(op, 1));
  attnBuildYield(&k->b, "scf.yield", 0, NULL);
  k->part = ATTN_PART_ALL;
  k->b = outer;
  return ok;
}

//===--- slots ------------------------------------------------------------===//

static MlirLogicalResult slabOf(AttnLower *k, MlirOperation op, const AttnSlab **slab,
                                MlirValue *slot) {
  *slab = attnLSlabFind(k, attnAttrStr(op, "slab"));
  if (!*slab || !(*slab)->tma)
    return attnOpError(op, "names a slab that no tile.copy fills by TMA");
  return attnLScalarValue(k, op, mlirOperationGetOperand(op, 0), NULL, slot);
}

MlirLogicalResult attnLowerAcquire(AttnLower *k, MlirOperation op) {
  const AttnSlab *slab;
  MlirValue slot, phase;
  if (k->part != ATTN_PART_PRODUCER)
    return attnOpError(op, "stands outside of a producer");
  if (!slabOf(k, op, &slab, &slot).value ||
      !attnLScalarValue(k, op, mlirOperationGetOperand(op, 1), NULL, &phase).value ||
      !attnLTmaLookAhead(k, op).value)
    return FAILED;
  MlirValue before = attnLOp2(k, "arith.xori", attnCast(&k->b, phase, k->i32), attnLI32(k, 1));
  attnLWaitBarrier(k, attnLSlotBarrier(k, slab->empty, slot), before);
  return OK;
}

MlirValue attnLInCta(AttnLower *k, MlirValue address, MlirValue rank) {
  MlirValue operands[] = {address, rank};
  return attnLPtx(k, "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r", 2, operands, k->i32);
}

void attnLArrive(AttnLower *k, MlirValue address, bool cluster) {
  attnLPtx(k,
           cluster ? "mbarrier.arrive.shared::cluster.b64 _, [$0];"
                   : "mbarrier.arrive.shared::cta.b64 _, [$0];",
           "r,~{memory}", 1, &address, (MlirType){NULL});
}

/// `behind`, an f32 of the lane or null, is computed first, and what has to stay behind the arrival
/// then stands behind it as well: ptxas moves waits up as far as memory operations let it. Whatever
/// the value is, one of the two arrivals takes place; that no computed value is -1 as a word, and
/// that nothing can tell at compile time, is all that keeps them apart.
void attnLReleaseBarrier(AttnLower *k, MlirValue barrier, MlirValue behind, bool cluster) {
  MlirValue all = attnLI32(k, -1), lane = k->lane;
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.bar.warp.sync", .nOperands = 1, .operands = &all});
  barrier = attnLShared32(k, barrier);
  if (cluster) { // a lane for each CTA; the others get an address as well
    barrier = attnLOp2(k, "arith.addi", barrier, k->peer);
    lane = attnLOp2(k, "arith.divui", k->lane, attnLI32(k, k->cluster));
  }
  const char *space = cluster ? "cluster" : "cta";
  char text[320];
  if (!mlirValueIsNull(behind)) {
    MlirValue operands[] = {barrier, lane, attnBuild1(&k->b, "arith.bitcast", behind, k->i32)};
    snprintf(text, sizeof text,
             "{\n.reg .pred one, some, none;\nsetp.eq.s32 one, $1, 0;\n"
             "setp.ne.and.s32 some, $2, -1, one;\nsetp.eq.and.s32 none, $2, -1, one;\n"
             "@some mbarrier.arrive.shared::%s.b64 _, [$0];\n"
             "@none mbarrier.arrive.shared::%s.b64 _, [$0];\n}",
             space, space);
    attnLPtx(k, text, "r,r,r,~{memory}", 3, operands, (MlirType){NULL});
    return;
  }
  MlirValue elected = attnCmpi(&k->b, 0, lane, attnLI32(k, 0));
  AttnBuilder saved = k->b, then;
  attnBuildIf(&k->b, elected, 0, NULL, &then, NULL);
  k->b = then;
  attnLArrive(k, barrier, cluster);
  attnBuildYield(&k->b, "scf.yield", 0, NULL);
  k->b = saved;
}

MlirLogicalResult attnLowerRelease(AttnLower *k, MlirOperation op) {
  const AttnSlab *slab;
  MlirValue slot;
  if (k->part != ATTN_PART_CONSUMER)
    return attnOpError(op, "stands outside of a consumer");
  if (!slabOf(k, op, &slab, &slot).value)
    return FAILED;
  MlirValue behind = {NULL};
  if (mlirOperationGetNumOperands(op) > 1) {
    AttnTile *t = attnLTileOf(k, op, mlirOperationGetOperand(op, 1));
    if (!t || t->inMemory || t->nRegs == 0 || !mlirTypeIsAF32(t->element))
      return t ? attnOpError(op, "stands behind something that is not f32 in registers") : FAILED;
    behind = t->regs[(int)(BEHIND * t->nRegs)];
  }
  if (!mlirAttributeIsNull(attnAttr(op, "behind_stores")))
    attnLDrainStores(k);
  attnLReleaseBarrier(k, attnLSlotBarrier(k, slab->empty, slot), behind, slab->multicast);
  return OK;
}

MlirLogicalResult attnLowerSlot(AttnLower *k, MlirOperation op) {
  const AttnSlab *slab;
  MlirValue slot, result = mlirOperationGetResult(op, 0);
  if (!slabOf(k, op, &slab, &slot).value)
    return FAILED;
  MlirOperation *copies, filler = {NULL};
  intptr_t n = attnCollect(k->kernel, "tile.copy", &copies);
  for (intptr_t i = 0; i < n && mlirOperationIsNull(filler); ++i) {
    const char *name = attnAttrStr(copies[i], "slab");
    if (name && strcmp(name, slab->name) == 0)
      filler = copies[i];
  }
  free(copies);
  AttnView v;
  if (!attnLSlotView(k, filler, slot, &v).value || !attnLAxes(op, "axes", v.rank, v.axes).value)
    return FAILED;
  if (mlirOperationGetNumOperands(op) > 1) {
    MlirValue column;
    if (!attnLScalarValue(k, op, mlirOperationGetOperand(op, 1), NULL, &column).value)
      return FAILED;
    attnLSlabColumns(k, &v, column, mlirShapedTypeGetDimSize(mlirValueGetType(result), v.rank - 1));
  }
  AttnTile *t = attnLTileNew(k, result);
  *t = (AttnTile){.inMemory = true,
                  .rank = v.rank,
                  .element = mlirShapedTypeGetElementType(mlirValueGetType(result)),
                  .view = v};
  for (int i = 0; i < v.rank; ++i)
    t->axes[i] = v.axes[i], t->shape[i] = v.size[i];
  return OK;
}

//===--- turns ------------------------------------------------------------===//

MlirLogicalResult attnLowerTurn(AttnLower *k, MlirOperation op) {
  const char *action = attnAttrStr(op, "action");
  bool take = action && strcmp(action, "take") == 0;
  if (k->part != ATTN_PART_CONSUMER || !action || (!take && strcmp(action, "pass") != 0))
    return attnOpError(op, "must 'take' or 'pass' the turn inside a consumer");
  MlirValue g = warpgroup(k);
  if (take) {
    namedBarrier(k, "nvvm.barrier", attnLAddC(k, g, FIRST_TURN), 256);
    return OK;
  }
  MlirValue isLast = attnCmpi(&k->b, 0, g, attnLI32(k, k->warps / 4 - 1));
  MlirValue next =
      attnSelect(&k->b, isLast, attnLI32(k, FIRST_TURN), attnLAddC(k, g, FIRST_TURN + 1));
  namedBarrier(k, "nvvm.barrier.arrive", next, 256);
  return OK;
}
