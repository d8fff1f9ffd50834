//===- Chain.c - Work items, each begun while the one before it ends ------===//
//
//   item = ctaid, or the mailbox's                          (Items.c)
//   if item < items:
//     begin
//     loop:
//       stream
//       item += nctaid, or the mailbox's; stop if item >= items
//       next
//     end
//
// Stretches of streams (StreamK.c) are run apart: begin, stream and end of each. They are few, and
// with states to merge between two items ptxas runs out of registers.
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

enum { BEGIN, STREAM, NEXT, END };

/// What a region yields: registers, and for each value the tile that says how they lie.
typedef struct Passed {
  MlirValue *values;
  intptr_t size;
  MlirOperation yield;
} Passed;

static const AttnTile *modelOf(AttnLower *k, const Passed *p, intptr_t i) {
  MlirValue v = mlirOperationGetOperand(p->yield, i);
  return mlirTypeIsAShaped(mlirValueGetType(v)) ? attnLTileOf(k, p->yield, v) : NULL;
}

/// A region's code for an item; its arguments are what `in` says, in `values`. `like`: what it
/// hands on is laid out so, if given.
static MlirLogicalResult lowerRegion(AttnLower *k, MlirOperation op, int region, MlirValue item,
                                     const Passed *in, const MlirValue *values, const Passed *like,
                                     Passed *out) {
  MlirBlock block = attnBody(op, region);
  intptr_t at = 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
    if (in)
      attnLBind(k, mlirBlockGetArgument(block, i), modelOf(k, in, i), values, &at);
    else
      attnMapValue(&k->scalars, mlirBlockGetArgument(block, i), attnLWiden(k, values[i], k->index));
  }
  attnLEnterItem(k, mlirOperationGetRegion(op, region), false, item);
  MlirLogicalResult ok = attnLowerBlock(k, block);
  *out = (Passed){.yield = mlirBlockGetTerminator(block)};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(out->yield) && ok.value; ++i)
    ok = attnLExpand(k, out->yield, mlirOperationGetOperand(out->yield, i),
                     like ? modelOf(k, like, i) : NULL, &out->values, &out->size);
  return ok;
}

/// The item behind one, and in *turn the parity of the mailbox's next.
static MlirValue following(AttnLower *k, MlirValue item, MlirValue *turn) {
  if (!k->dynamic)
    return attnLFollowingItem(k, item);
  item = attnLReceiveItem(k, *turn);
  *turn = attnLOp2(k, "arith.xori", *turn, attnLI32(k, 1));
  return item;
}

/// Items one after the other: begin, stream, end. The operands of the first one are `carried`.
static MlirLogicalResult lowerApart(AttnLower *k, MlirOperation op, MlirValue item, intptr_t n,
                                    const MlirValue *carried) {
  enum { MOST = 5 };
  Passed begun = {0}, streamed = {0}, ended = {0};
  MlirValue values[MOST + 2] = {item};
  AttnBuilder outer = k->b, before, after;
  if (mlirOperationGetNumOperands(mlirBlockGetTerminator(attnBody(op, END))) != n)
    return attnOpError(op, "does not say where an item begins that is run apart");
  for (intptr_t i = 1; i <= n; ++i)
    values[i] = carried[i - 1];
  attnBuildWhile(&outer, n + 1, values, &before, &after);
  k->b = before;
  for (intptr_t i = 0; i <= n; ++i)
    values[1 + i] = mlirBlockGetArgument(before.block, i);
  values[0] = attnLItemIsThere(k, values[1]);
  attnBuildYield(&k->b, "scf.condition", n + 2, values);
  k->b = after;
  for (intptr_t i = 0; i <= n; ++i)
    values[i] = mlirBlockGetArgument(after.block, i);
  k->joins = values[0];
  MlirLogicalResult ok = lowerRegion(k, op, BEGIN, values[0], NULL, values + 1, NULL, &begun);
  if (ok.value)
    ok = lowerRegion(k, op, STREAM, values[0], &begun, begun.values, NULL, &streamed);
  if (ok.value)
    ok = lowerRegion(k, op, END, values[0], &streamed, streamed.values, NULL, &ended);
  values[0] = attnLFollowingItem(k, values[0]);
  if (ok.value)
    memcpy(values + 1, ended.values, (size_t)n * sizeof *values);
  attnBuildYield(&k->b, "scf.yield", n + 1, values);
  k->b = outer;
  free(begun.values);
  free(streamed.values);
  free(ended.values);
  return ok;
}

/// begin, the loop and end, where the first item is there.
static MlirLogicalResult lowerItems(AttnLower *k, MlirOperation op, MlirValue item, MlirValue turn,
                                    const MlirValue *inits) {
  Passed begun = {0}, streamed = {0}, next = {0}, ended = {0};
  MlirValue *values = NULL;
  MlirType *types = NULL;
  AttnBuilder outer, before, after;
  MlirLogicalResult ok = lowerRegion(k, op, BEGIN, item, NULL, inits, NULL, &begun);
  if (!ok.value)
    goto done;
  // scf.while over (item, turn, what is handed on to `stream`); the condition's region holds that
  // one, and passes on the item that ends as well.
  intptr_t c = begun.size + 2;
  values = malloc((size_t)c * sizeof *values);
  types = malloc((size_t)c * sizeof *types);
  values[0] = item, values[1] = turn;
  memcpy(values + 2, begun.values, (size_t)begun.size * sizeof *values);
  for (intptr_t i = 0; i < c; ++i)
    types[i] = mlirValueGetType(values[i]);
  outer = k->b;
  MlirRegion regions[2] = {attnRegionWithBlock(&outer, c, types, &before), {NULL}};
  MlirOperation loop = {NULL};
  k->b = before;
  MlirValue *args = malloc((size_t)c * sizeof *args);
  for (intptr_t i = 0; i < c; ++i)
    args[i] = mlirBlockGetArgument(before.block, i);
  ok = lowerRegion(k, op, STREAM, args[0], &begun, args + 2, NULL, &streamed);
  free(args);
  enum { ITEM, TURN, ENDED, HANDED };
  intptr_t m = streamed.size + HANDED;
  MlirValue *passed = malloc((size_t)(m + 1) * sizeof *passed);
  MlirType *passedTypes = malloc((size_t)m * sizeof *passedTypes);
  passed[1 + ENDED] = mlirBlockGetArgument(before.block, 0);
  passed[1 + TURN] = mlirBlockGetArgument(before.block, 1);
  passed[1 + ITEM] = following(k, passed[1 + ENDED], &passed[1 + TURN]);
  passed[0] = attnLItemIsThere(k, passed[1 + ITEM]);
  if (ok.value)
    memcpy(passed + 1 + HANDED, streamed.values, (size_t)streamed.size * sizeof *passed);
  for (intptr_t i = 0; i < m && ok.value; ++i)
    passedTypes[i] = mlirValueGetType(passed[1 + i]);
  attnBuildYield(&k->b, "scf.condition", ok.value ? m + 1 : 1, passed);

  regions[1] = attnRegionWithBlock(&outer, ok.value ? m : 0, passedTypes, &after);
  k->b = after;
  for (intptr_t i = 0; i < m && ok.value; ++i)
    passed[i] = mlirBlockGetArgument(after.block, i);
  if (ok.value) {
    attnLEnterItem(k, mlirOperationGetRegion(op, NEXT), true, passed[ENDED]);
    k->joins = passed[ENDED];
    ok = lowerRegion(k, op, NEXT, passed[ITEM], &streamed, passed + HANDED, &begun, &next);
  }
  if (ok.value) {
    values[0] = passed[ITEM], values[1] = passed[TURN];
    memcpy(values + 2, next.values, (size_t)next.size * sizeof *values);
  }
  attnBuildYield(&k->b, "scf.yield", c, values);
  k->b = outer;
  values[0] = item, values[1] = turn;
  memcpy(values + 2, begun.values, (size_t)begun.size * sizeof *values);
  loop = attnBuildOp(&k->b, &(AttnOpDesc){.name = "scf.while",
                                          .nOperands = c,
                                          .operands = values,
                                          .nResults = ok.value ? m : 0,
                                          .results = passedTypes,
                                          .nRegions = 2,
                                          .regions = regions});
  for (intptr_t i = 0; i < m && ok.value; ++i)
    passed[i] = mlirOperationGetResult(loop, i);
  k->joins = passed[ENDED];
  if (ok.value)
    ok = lowerRegion(k, op, END, passed[ENDED], &streamed, passed + HANDED, NULL, &ended);
  free(passed);
  free(passedTypes);
done:
  free(values);
  free(types);
  free(begun.values);
  free(streamed.values);
  free(next.values);
  free(ended.values);
  return ok;
}

MlirLogicalResult attnLowerChain(AttnLower *k, MlirOperation op) {
  enum { MOST = 5 };
  MlirValue inits[MOST];
  intptr_t n = mlirOperationGetNumOperands(op);
  if (mlirValueIsNull(k->items) || k->part != ATTN_PART_CONSUMER)
    return attnOpError(op, "stands outside of the consumers of a persistent kernel");
  if (n > MOST)
    return attnOpError(op, "carries %td values to its first item, at most %d are supported", n,
                       MOST);
  for (intptr_t i = 0; i < n; ++i) {
    if (!attnLScalarValue(k, op, mlirOperationGetOperand(op, i), NULL, &inits[i]).value)
      return FAILED;
    inits[i] = attnLNarrow(k, inits[i]);
  }
  MlirValue turn = attnLI32(k, 0), item = {NULL};
  item = k->dynamic ? following(k, item, &turn) : attnLFirstItem(k);
  if (attnLShares(k)) {
    MlirLogicalResult apart = lowerApart(k, op, item, n, inits);
    if (apart.value && attnLLeavesStores(op))
      attnLDrainStores(k);
    return apart;
  }
  AttnBuilder outer, then;
  MlirValue some = attnLItemIsThere(k, item);
  outer = k->b;
  attnBuildIf(&k->b, some, 0, NULL, &then, NULL);
  k->b = then;
  MlirLogicalResult ok = lowerItems(k, op, item, turn, inits);
  attnBuildYield(&k->b, "scf.yield", 0, NULL);
  k->b = outer;
  if (ok.value && attnLLeavesStores(op))
    attnLDrainStores(k);
  return ok.value ? OK : FAILED;
}
