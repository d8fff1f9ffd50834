//===- Items.c - The work items of a persistent kernel --------------------===//
//
// static     for item = ctaid; item < items; item += nctaid      producer and consumers alike
//            (or as StreamK.c has it)
//
// dynamic    producer                                  consumers
//              item = ctaid                              loop:
//              loop:                                       wait full; item = mailbox
//                wait empty; mailbox = item; arrive full   arrive empty
//                stop if item >= items                     stop if item >= items
//                work                                      work
//                item = nctaid + counter++
//
// With tile.ranks the producer looks up which tile a number means (attnLRanked); consumers get
// that.
//
// In a cluster the first CTA's producer asks the counter and tells all CTAs their numbers:
//
//            producer                                  consumers, in place of `arrive empty`
//              arrive full, expecting 4 bytes             arrive empty of CTA 0
//              CTA 0: wait empty; item + c to mailbox
//                     c, c = 0 .. CTAs - 1
//              wait full; item = mailbox
//              arrive empty of CTA 0
//
// The grid is as many CTAs as reside at once; any other would do as well, since the stride is what
// the launch says. With clusters, grid and items are multiples of a cluster's CTAs, so that all
// CTAs of one have as many items. The producer asks the counter in front of an item's last step
// (tile.ask, else behind its last copies): the answer, some 1000 cycles, is there when the last
// slots are free, since the consumers are a ring's depth behind. Not earlier, or CTAs with long
// items would hold the next ones while others are idle.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1};

bool attnLLeavesStores(MlirOperation op) {
  MlirOperation *stores;
  intptr_t n = attnCollect(op, "tile.store", &stores);
  bool any = false;
  for (intptr_t i = 0; i < n; ++i)
    any |= !mlirAttributeIsNull(attnAttr(stores[i], "under_way"));
  free(stores);
  return any;
}

MlirValue attnLSpecial(AttnLower *k, const char *name) {
  char text[64];
  snprintf(text, sizeof text, "nvvm.read.ptx.sreg.%s", name);
  return attnBuild0(&k->b, text, k->i32, 0, NULL);
}

/// The values behind the last item.
static void mapResults(AttnLower *k, MlirOperation op, MlirOperation loop, intptr_t first) {
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i)
    attnMapValue(&k->scalars, mlirOperationGetResult(op, i),
                 attnLWiden(k, mlirOperationGetResult(loop, first + i), k->index));
}

/// The body for one item (i32); `carried` (n values) become the next ones.
static MlirLogicalResult lowerItem(AttnLower *k, MlirOperation op, MlirValue item, intptr_t n,
                                   MlirValue *carried) {
  for (intptr_t i = 0; i < n; ++i)
    attnMapValue(&k->scalars, mlirBlockGetArgument(attnBody(op, 0), i),
                 attnLWiden(k, carried[i], k->index));
  attnLEnterItem(k, mlirOperationGetRegion(op, 0), false, item);
  k->joins = item;
  MlirLogicalResult ok = attnLowerBlock(k, attnBody(op, 0));
  MlirOperation yield = mlirBlockGetTerminator(attnBody(op, 0));
  for (intptr_t i = 0; i < n && ok.value; ++i) {
    ok = attnLScalarValue(k, yield, mlirOperationGetOperand(yield, i), NULL, &carried[i]);
    if (ok.value)
      carried[i] = attnLNarrow(k, carried[i]);
  }
  return ok;
}

/// scf.while over (item, carried...), where items are not as far from each other.
static MlirLogicalResult lowerShared(AttnLower *k, MlirOperation op, intptr_t n,
                                     MlirValue *carried) {
  intptr_t all = n + 1;
  MlirValue *values = malloc((size_t)(all + 1) * sizeof *values);
  values[0] = attnLFirstItem(k);
  memcpy(values + 1, carried, (size_t)n * sizeof *values);
  AttnBuilder outer = k->b, before, after;
  MlirOperation loop = attnBuildWhile(&outer, all, values, &before, &after);
  k->b = before;
  for (intptr_t i = 0; i < all; ++i)
    values[1 + i] = mlirBlockGetArgument(before.block, i);
  values[0] = attnLItemIsThere(k, values[1]);
  attnBuildYield(&k->b, "scf.condition", all + 1, values);
  k->b = after;
  for (intptr_t i = 0; i < all; ++i)
    values[i] = mlirBlockGetArgument(after.block, i);
  MlirLogicalResult ok = lowerItem(k, op, values[0], n, values + 1);
  values[0] = attnLFollowingItem(k, values[0]);
  attnBuildYield(&k->b, "scf.yield", all, values);
  k->b = outer;
  mapResults(k, op, loop, 1);
  free(values);
  return ok;
}

static MlirLogicalResult lowerStatic(AttnLower *k, MlirOperation op, intptr_t n,
                                     MlirValue *carried) {
  if (attnLShares(k))
    return lowerShared(k, op, n, carried);
  MlirValue item, *args = malloc((size_t)(n + 1) * sizeof *args);
  AttnBuilder outer = k->b, body;
  MlirOperation loop = attnBuildFor(&k->b, attnLFirstItem(k), k->items, attnLSpecial(k, "nctaid.x"),
                                    n, carried, &body, &item, args);
  k->b = body;
  MlirLogicalResult ok = lowerItem(k, op, item, n, args);
  attnBuildYield(&k->b, "scf.yield", n, args);
  k->b = outer;
  mapResults(k, op, loop, 0);
  free(args);
  return ok;
}

//===--- dynamic ----------------------------------------------------------===//

static MlirValue mailbox(AttnLower *k, int64_t offset) {
  return attnLPointer(k, k->sharedBase, (MlirValue){NULL}, offset);
}

static MlirValue address(AttnLower *k, int64_t offset) {
  return attnLShared32(k, mailbox(k, offset));
}

static MlirValue isFirst(AttnLower *k) { return attnCmpi(&k->b, 0, k->rank, attnLI32(k, 0)); }

/// The first CTA of a cluster tells every CTA its number, behind the slowest reader of the last
/// one; all readers are known at its barrier `empty`.
static void postToAll(AttnLower *k, MlirValue item, MlirValue turn) {
  AttnBuilder saved = k->b, then;
  MlirValue first = isFirst(k);
  saved = k->b;
  attnBuildIf(&k->b, first, 0, NULL, &then, NULL);
  k->b = then;
  attnLWaitBarrier(k, mailbox(k, k->mailbox.empty),
                   attnLOp2(k, "arith.xori", turn, attnLI32(k, 1)));
  for (int64_t c = 0; c < k->cluster; ++c) {
    MlirValue rank = attnLI32(k, c);
    MlirValue operands[] = {attnLInCta(k, address(k, k->mailbox.item), rank), attnLAddC(k, item, c),
                            attnLInCta(k, address(k, k->mailbox.full), rank)};
    attnLPtx(k, "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [$0], $1, [$2];",
             "r,r,r,~{memory}", 3, operands, (MlirType){NULL});
  }
  attnBuildYield(&k->b, "scf.yield", 0, NULL);
  k->b = saved;
}

/// In the producer, which is one thread: hands the number to the consumers. Its own number.
static MlirValue post(AttnLower *k, MlirValue item, MlirValue turn) {
  if (!k->neighbours) {
    attnLWaitBarrier(k, mailbox(k, k->mailbox.empty),
                     attnLOp2(k, "arith.xori", turn, attnLI32(k, 1)));
    attnLStore(k, item, mailbox(k, k->mailbox.item), 4);
    attnLArrive(k, address(k, k->mailbox.full), false);
    return item;
  }
  MlirValue expected[] = {mailbox(k, k->mailbox.full), attnLI32(k, 4)};
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.mbarrier.arrive.expect_tx",
                                   .nOperands = 2,
                                   .operands = expected});
  postToAll(k, item, turn);
  attnLWaitBarrier(k, mailbox(k, k->mailbox.full), turn);
  item = attnLLoad(k, mailbox(k, k->mailbox.item), k->i32, 4);
  attnLArrive(k, attnLInCta(k, address(k, k->mailbox.empty), attnLI32(k, 0)), true);
  return item;
}

/// All lanes read, at one address, so that ptxas sees one number for the warp (a shuffle from one
/// lane cost the main loop its uniform registers, and 5 %). In a CTA, whose producer writes by an
/// ordinary store, each lane arrives for itself: one that does so behind a barrier of the warp
/// orders the same, but compute-sanitizer's racecheck does not see that barrier. The first lane
/// does it in a branch: without one ptxas orders the main loop worse (0.4 to 0.8 %).
MlirValue attnLReceiveItem(AttnLower *k, MlirValue turn) {
  attnLWaitBarrier(k, mailbox(k, k->mailbox.full), turn);
  MlirValue item = attnLLoad(k, mailbox(k, k->mailbox.item), k->i32, 4);
  if (!k->neighbours) {
    MlirValue others[] = {address(k, k->mailbox.empty), k->lane};
    attnLPtx(k,
             "{\n.reg .pred other;\nsetp.ne.s32 other, $1, 0;\n"
             "@other mbarrier.arrive.shared::cta.b64 _, [$0];\n}",
             "r,r,~{memory}", 2, others, (MlirType){NULL});
    attnLReleaseBarrier(k, mailbox(k, k->mailbox.empty), (MlirValue){NULL}, false);
    return item;
  }
  MlirValue all = attnLI32(k, -1);
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.bar.warp.sync", .nOperands = 1, .operands = &all});
  AttnBuilder saved, then;
  MlirValue elected = attnCmpi(&k->b, 0, k->lane, attnLI32(k, 0));
  saved = k->b;
  attnBuildIf(&k->b, elected, 0, NULL, &then, NULL);
  k->b = then;
  attnLArrive(k, attnLInCta(k, address(k, k->mailbox.empty), attnLI32(k, 0)), true);
  attnBuildYield(&k->b, "scf.yield", 0, NULL);
  k->b = saved;
  return item;
}

static MlirValue takeItem(AttnLower *k) {
  MlirValue counter = mlirBlockGetArgument(attnBody(k->func, 0),
                                           k->nInputs + (int)mlirOperationGetNumResults(k->kernel));
  MlirValue taken =
      attnLPtx(k, "atom.global.add.u32 $0, [$1], 1;", "=r,l,~{memory}", 1, &counter, k->i32);
  return attnLRanked(
      k, attnLOp2(k, "arith.addi", attnLSpecial(k, "nctaid.x"), attnLMulC(k, taken, k->cluster)));
}

/// In a cluster the first CTA takes one for all.
static MlirValue nextItem(AttnLower *k) {
  if (!k->neighbours)
    return takeItem(k);
  AttnBuilder saved, then, els;
  MlirValue first = isFirst(k), none, item;
  saved = k->b;
  MlirOperation branch = attnBuildIf(&k->b, first, 1, &k->i32, &then, &els);
  k->b = then;
  item = takeItem(k);
  attnBuildYield(&k->b, "scf.yield", 1, &item);
  k->b = els;
  none = attnLI32(k, 0);
  attnBuildYield(&k->b, "scf.yield", 1, &none);
  k->b = saved;
  return mlirOperationGetResult(branch, 0);
}

MlirLogicalResult attnLowerAsk(AttnLower *k, MlirOperation op) {
  (void)op;
  if (k->dynamic)
    k->asked = nextItem(k);
  return OK;
}

/// The first CTA's shared memory is there until everybody has read the last number.
static void drainMailbox(AttnLower *k, MlirValue turn) {
  AttnBuilder saved, then;
  MlirValue first = isFirst(k);
  saved = k->b;
  attnBuildIf(&k->b, first, 0, NULL, &then, NULL);
  k->b = then;
  attnLWaitBarrier(k, mailbox(k, k->mailbox.empty), turn);
  attnBuildYield(&k->b, "scf.yield", 0, NULL);
  k->b = saved;
}

/// scf.while over (turn, item of the producer, carried...); the consumers' item passes from the
/// condition to the body.
static MlirLogicalResult lowerDynamic(AttnLower *k, MlirOperation op, intptr_t n,
                                      MlirValue *carried) {
  bool producer = k->part == ATTN_PART_PRODUCER;
  intptr_t all = n + 2;
  MlirValue *values = malloc((size_t)all * sizeof *values);
  values[0] = attnLI32(k, 0);
  values[1] = producer ? attnLRanked(k, attnLSpecial(k, "ctaid.x")) : attnLI32(k, 0);
  for (intptr_t i = 0; i < n; ++i)
    values[2 + i] = carried[i];
  AttnBuilder outer = k->b, before, after;
  MlirOperation loop = attnBuildWhile(&outer, all, values, &before, &after);

  k->b = before;
  MlirValue passed[8], item = mlirBlockGetArgument(before.block, 1);
  MlirValue turn = mlirBlockGetArgument(before.block, 0);
  item = producer ? post(k, item, turn) : attnLReceiveItem(k, turn);
  passed[0] = attnCmpi(&k->b, 2, item, k->items); // slt
  passed[1] = turn;
  passed[2] = item;
  for (intptr_t i = 0; i < n; ++i)
    passed[3 + i] = mlirBlockGetArgument(before.block, 2 + i);
  attnBuildYield(&k->b, "scf.condition", all + 1, passed);

  k->b = after;
  MlirValue *next = passed;
  for (intptr_t i = 0; i < n; ++i)
    next[2 + i] = mlirBlockGetArgument(after.block, 2 + i);
  MlirLogicalResult ok = lowerItem(k, op, mlirBlockGetArgument(after.block, 1), n, next + 2);
  next[1] = mlirBlockGetArgument(after.block, 1);
  if (producer)
    next[1] = mlirValueIsNull(k->asked) ? nextItem(k) : k->asked;
  k->asked = (MlirValue){NULL};
  next[0] = attnLOp2(k, "arith.xori", mlirBlockGetArgument(after.block, 0), attnLI32(k, 1));
  attnBuildYield(&k->b, "scf.yield", all, next);

  k->b = outer;
  if (producer && k->neighbours)
    drainMailbox(k, mlirOperationGetResult(loop, 0));
  mapResults(k, op, loop, 2);
  free(values);
  return ok;
}

MlirLogicalResult attnLowerItems(AttnLower *k, MlirOperation op) {
  enum { MOST = 5 };
  MlirValue carried[MOST];
  intptr_t n = mlirOperationGetNumOperands(op);
  if (mlirValueIsNull(k->items) || k->part == ATTN_PART_ALL)
    return attnOpError(op, "stands outside of the roles of a persistent kernel");
  if (n > MOST)
    return attnOpError(op, "carries %td values from item to item, at most %d are supported", n,
                       MOST);
  MlirLogicalResult ok = OK;
  for (intptr_t i = 0; i < n && ok.value; ++i) {
    ok = attnLScalarValue(k, op, mlirOperationGetOperand(op, i), NULL, &carried[i]);
    if (ok.value)
      carried[i] = attnLNarrow(k, carried[i]);
  }
  if (ok.value)
    ok = k->dynamic ? lowerDynamic(k, op, n, carried) : lowerStatic(k, op, n, carried);
  if (ok.value && attnLLeavesStores(op))
    attnLDrainStores(k);
  return ok;
}
