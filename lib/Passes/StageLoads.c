//===- StageLoads.c - What attn-stage stages, and where it lies -----------===//
// See Stage.h.
//===----------------------------------------------------------------------===//
#include "Passes/Stage.h"

#include "Dialect/Tile/Box.h"
#include "IR/Moved.h"
#include "Schedule/Layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===--- which loads ------------------------------------------------------===//

static bool onlyContracted(MlirOperation load, MlirOperation *user, bool *left) {
  bool any = false;
  *left = false;
  for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(load, 0));
       !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u)) {
    *user = mlirOpOperandGetOwner(u);
    if (!attnIs(*user, "tile.contract") || mlirOpOperandGetOperandNumber(u) > 1)
      return false;
    *left |= mlirOpOperandGetOperandNumber(u) == 0;
    any = true;
  }
  return any;
}

static const char *nameAt(MlirOperation op, const char *attr, intptr_t i) {
  return attnStrValue(attnAttrArrayGet(op, attr, i));
}

static int64_t bytesOf(MlirType t) {
  int bits = mlirTypeIsAFloat(t)     ? (int)mlirFloatTypeGetWidth(t)
             : mlirTypeIsAInteger(t) ? (int)mlirIntegerTypeGetWidth(t)
                                     : 64;
  return bits < 8 ? 1 : bits / 8;
}

/// Is v the loop's induction variable, or computed from it?
static bool follows(MlirValue v, MlirOperation loop) {
  MlirRegion body = mlirOperationGetRegion(loop, 0);
  if (!attnValueIsInside(v, body))
    return false;
  MlirOperation d = attnDef(v);
  if (mlirOperationIsNull(d))
    return mlirValueEqual(v, mlirBlockGetArgument(attnBody(loop, 0), 0));
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(d); i < n; ++i)
    if (follows(mlirOperationGetOperand(d, i), loop))
      return true;
  return false;
}

/// The axis along which the loop around a load goes: the one whose origin is made of the loop's
/// induction variable. NULL at the kernel's top.
static const char *loopAxis(const AttnStager *s, MlirOperation op) {
  MlirOperation loop = mlirBlockGetParentOperation(mlirOperationGetBlock(op));
  if (mlirOperationEqual(loop, s->kernel) || !attnIs(loop, "scf.for"))
    return NULL;
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(op); ++i)
    if (follows(mlirOperationGetOperand(op, i), loop))
      return nameAt(op, "over", i - 1);
  return NULL;
}

static bool describe(AttnStager *s, MlirOperation op, AttnStLoad *l) {
  MlirType t = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t rank = attnAttrArraySize(op, "axes"), over = attnAttrArraySize(op, "over");
  const char *axis = attnAttrStr(l->contract, "axis"), *atom = attnAttrStr(l->contract, "atom");
  if (rank < 0 || rank > 2 || over < 0 || !axis || mlirShapedTypeGetRank(t) != rank) {
    attnOpError(op, "cannot be staged: expected one or two axes");
    return false;
  }
  l->op = op;
  l->block = mlirOperationGetBlock(op);
  l->invariant = mlirBlockEqual(l->block, attnBody(s->kernel, 0));
  l->tensor = atom && strcmp(atom, "scalar") != 0;
  l->slab = -1;
  l->axis = l->invariant ? NULL : loopAxis(s, op);
  for (intptr_t i = 0; i < rank && !l->axis; ++i)
    if (strcmp(nameAt(op, "axes", i), axis) != 0)
      l->axis = nameAt(op, "axes", i);
  if (!l->axis)
    l->axis = axis;
  l->alongRows = rank == 2 && strcmp(nameAt(op, "axes", 1), axis) == 0;
  l->rowBytes = rank ? mlirShapedTypeGetDimSize(t, rank - 1) : 1;
  l->rowBytes *= bytesOf(attnElementType(t));
  l->rows = rank == 2 ? mlirShapedTypeGetDimSize(t, 0) : 1;
  return true;
}

bool attnStLoads(AttnStager *s) {
  MlirOperation *ops;
  intptr_t n = attnCollect(s->kernel, "tile.load", &ops);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i) {
    AttnStLoad l = {.slab = -1};
    if (!mlirAttributeIsNull(attnAttr(ops[i], "layout")) ||
        !onlyContracted(ops[i], &l.contract, &l.left))
      continue;
    if (s->nLoads == ATTN_ST_MAX_LOADS) {
      attnOpError(s->kernel, "has more than %d loads to stage", ATTN_ST_MAX_LOADS);
      ok = false;
      break;
    }
    ok = describe(s, ops[i], &l);
    s->loads[s->nLoads++] = l;
  }
  free(ops);
  return ok;
}

//===--- transports -------------------------------------------------------===//

static int positionOf(MlirOperation op, const char *attr, const char *name) {
  for (intptr_t i = 0, n = attnAttrArraySize(op, attr); i < n; ++i)
    if (strcmp(nameAt(op, attr, i), name) == 0)
      return (int)i;
  return -1;
}

/// Is e = d + (something without d)? Then *rest is that.
static bool unitStride(MlirAffineExpr e, intptr_t d, intptr_t nDims, MlirAffineExpr *rest) {
  MlirContext ctx = mlirAffineExprGetContext(e);
  MlirAffineExpr dims[64];
  if (nDims > 64)
    return false;
  for (intptr_t i = 0; i < nDims; ++i)
    dims[i] = i == d ? mlirAffineConstantExprGet(ctx, 0) : mlirAffineDimExprGet(ctx, i);
  MlirAffineMap zero = mlirAffineMapGet(ctx, nDims, 0, nDims, dims);
  *rest = mlirAffineExprCompose(e, zero);
  MlirAffineExpr again = mlirAffineAddExprGet(*rest, mlirAffineDimExprGet(ctx, d));
  MlirAffineExpr same = mlirAffineAddExprGet(mlirAffineDimExprGet(ctx, d), *rest);
  return mlirAffineExprEqual(again, e) || mlirAffineExprEqual(same, e);
}

/// The coordinate of a tile axis in the tensor: it stands with step one in result *at and in no
/// other.
static bool coordinate(MlirAffineMap map, intptr_t d, intptr_t *at, MlirAffineExpr *rest) {
  *at = -1;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); ++r) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, r);
    if (!mlirAffineExprIsFunctionOfDim(e, d))
      continue;
    if (*at >= 0 || !unitStride(e, d, mlirAffineMapGetNumDims(map), rest))
      return false;
    *at = r;
  }
  return *at >= 0;
}

/// Is dimension d in no division or remainder of e?
static bool evenIn(MlirAffineExpr e, intptr_t d) {
  if (!mlirAffineExprIsFunctionOfDim(e, d) || mlirAffineExprIsADim(e))
    return true;
  return (mlirAffineExprIsAAdd(e) || mlirAffineExprIsAMul(e)) &&
         evenIn(mlirAffineBinaryOpExprGetLHS(e), d) && evenIn(mlirAffineBinaryOpExprGetRHS(e), d);
}

static int64_t extentOf(const AttnStager *s, const char *axis) {
  int at = attnAxesFind(&s->axes, axis);
  return at < 0 ? 0 : s->axes.a[at].extent;
}

static const char *rowRule(const AttnStager *s, const AttnStLoad *l, MlirAffineMap map) {
  AttnMoved moved;
  AttnGather gather;
  MlirValue source = mlirOperationGetOperand(l->op, 0);
  bool isMoved = attnReadMoved(source, &moved), isGather = attnReadGather(source, &gather);
  MlirType tensor = mlirValueGetType(isMoved ? moved.source : isGather ? gather.table : source);
  int64_t bytes = bytesOf(attnElementType(tensor)), unit = 16 / bytes;
  intptr_t rank = attnAttrArraySize(l->op, "axes"), last = mlirShapedTypeGetRank(tensor) - 1, at;
  MlirAffineExpr rest;
  if (rank < 1 || last < 0 || 16 % bytes != 0)
    return "it moves 16 bytes at a time, the tile is one element";
  const char *inner = nameAt(l->op, "axes", rank - 1);
  if (!coordinate(map, positionOf(l->op, "over", inner), &at, &rest) ||
      at != (isGather ? gather.contiguous : last))
    return "it moves 16 bytes at a time, the tile's rows are not contiguous in memory";
  if (l->rowBytes % 16 != 0 || extentOf(s, inner) * bytes % 16 != 0)
    return "it moves 16 bytes at a time, the tile's rows are not multiples of that";
  if ((last > 0 && mlirShapedTypeGetDimSize(tensor, last) % unit != 0) ||
      !mlirAffineExprIsMultipleOf(rest, unit))
    return "it moves 16 bytes at a time, rows in memory do not begin at multiples of that";
  if (isMoved && !mlirValueIsNull(moved.offset[last]))
    return "it moves 16 bytes at a time, rows in memory begin at an offset that is a value";
  for (intptr_t r = 0; rank == 2 && !isGather && r < mlirAffineMapGetNumResults(map); ++r)
    if (!evenIn(mlirAffineMapGetResult(map, r),
                positionOf(l->op, "over", nameAt(l->op, "axes", 0))))
      return "the tile's rows are not evenly spaced in memory";
  return NULL;
}

static const char *boxRule(AttnStager *s, const AttnStLoad *l) {
  AttnBox box;
  if (strncmp(s->chip, "sm_8", 4) == 0)
    return "bulk tensor copies need sm_90 or later";
  if (attnBoxPlan(l->op, &s->axes, mlirValueGetType(mlirOperationGetOperand(l->op, 0)),
                  mlirValueGetType(mlirOperationGetResult(l->op, 0)), l->stage.swizzle, &box))
    return NULL;
  snprintf(s->rule, sizeof s->rule, "it goes by the TMA unit, %s", box.rule);
  return s->rule;
}

const char *attnStForbids(AttnStager *s, const AttnStLoad *l, const char *transport) {
  MlirAffineMap map;
  if (!attnAttrMap(l->op, "map", &map))
    return "it has no map";
  return strcmp(transport, "tma") == 0 ? boxRule(s, l) : rowRule(s, l, map);
}

//===--- fragments --------------------------------------------------------===//

int64_t attnStFragmentRegisters(const AttnStLoad *l) {
  // Every warp column holds a copy of the rows of its warp row.
  MlirType t = mlirValueGetType(mlirOperationGetResult(l->op, 0));
  const char *text = attnAttrStr(l->contract, "layout");
  char err[128];
  AttnLayout c;
  int64_t elements = 1, warps = 1;
  for (intptr_t i = 0; i < mlirShapedTypeGetRank(t); ++i)
    elements *= mlirShapedTypeGetDimSize(t, i);
  if (text && attnLayoutParse(text, &c, err, sizeof err))
    for (int i = 0; i < c.size; ++i)
      for (intptr_t k = 0; k < attnAttrArraySize(l->op, "axes"); ++k)
        if (c.f[i].level == ATTN_WARP && strcmp(c.f[i].axis, nameAt(l->op, "axes", k)) == 0)
          warps *= c.f[i].size;
  return elements / (32 * warps) * bytesOf(attnElementType(t)) / 4;
}

int64_t attnStSumRegisters(const AttnStager *s) {
  MlirOperation *ops;
  intptr_t n = attnCollect(s->kernel, "tile.contract", &ops);
  int64_t sum = 0;
  for (intptr_t i = 0; i < n; ++i) {
    const char *name = attnAttrStr(ops[i], "name"), *text = attnAttrStr(ops[i], "layout");
    bool seen = false;
    for (intptr_t k = 0; k < i && name; ++k)
      seen |= attnAttrStr(ops[k], "name") && strcmp(attnAttrStr(ops[k], "name"), name) == 0;
    AttnLayout l;
    char err[128];
    if (!seen && text && attnLayoutParse(text, &l, err, sizeof err))
      sum += attnLayoutCount(&l, ATTN_REG);
  }
  free(ops);
  return sum;
}

//===--- slabs ------------------------------------------------------------===//

bool attnStContains(MlirBlock outer, MlirBlock inner) {
  while (!mlirBlockIsNull(inner)) {
    if (mlirBlockEqual(outer, inner))
      return true;
    MlirOperation parent = mlirBlockGetParentOperation(inner);
    inner = mlirOperationIsNull(parent) ? (MlirBlock){NULL} : mlirOperationGetBlock(parent);
  }
  return false;
}

static bool sameBox(const AttnStLoad *x, const AttnStLoad *y) {
  static const char *const attrs[] = {"over", "map", "axes"};
  if (!mlirValueEqual(mlirOperationGetOperand(x->op, 0), mlirOperationGetOperand(y->op, 0)) ||
      x->pad != y->pad)
    return false;
  for (int i = 0; i < 3; ++i)
    if (!mlirAttributeEqual(attnAttr(x->op, attrs[i]), attnAttr(y->op, attrs[i])))
      return false;
  return true;
}

void attnStNameSlabs(AttnStager *s) {
  s->nSlabs = 0;
  for (int i = 0; i < s->nLoads; ++i)
    s->loads[i].slab = -1;
  for (int i = 0; i < s->nLoads; ++i) {
    AttnStLoad *l = &s->loads[i];
    if (!l->stage.depth)
      continue;
    for (int k = 0; k < i && l->slab < 0; ++k) {
      const AttnStLoad *o = &s->loads[k];
      bool shared = o->stage.depth && sameBox(l, o);
      for (int j = 0; j < i && shared; ++j) // nobody else of that slab may be alive here
        shared = s->loads[j].slab != o->slab || (!attnStContains(s->loads[j].block, l->block) &&
                                                 !attnStContains(l->block, s->loads[j].block));
      if (shared)
        l->slab = o->slab;
    }
    if (l->slab < 0)
      l->slab = s->nSlabs++;
  }
}

int64_t attnStBytes(const AttnStager *s, char *text, size_t size) {
  int64_t total = 0;
  size_t used = 0;
  if (text)
    *text = 0;
  for (int slab = 0; slab < s->nSlabs; ++slab)
    for (int i = 0; i < s->nLoads; ++i) {
      const AttnStLoad *l = &s->loads[i];
      if (l->slab != slab)
        continue;
      // Swizzled slots begin where the pattern does; each slot of a bulk copy has a barrier.
      bool bulk = strcmp(l->stage.transport, "tma") == 0;
      int64_t unit = l->stage.swizzle ? 1024 : bulk ? 128 : 16;
      int64_t slot = (l->rows * (l->rowBytes + l->pad) + unit - 1) / unit * unit;
      total += l->stage.depth * (slot + (bulk ? 16 : 0));
      if (text && used < size - 64)
        used += (size_t)snprintf(text + used, size - used, "%ss%d: ", used ? ", " : "", slab);
      if (text && l->stage.depth > 1 && used < size - 64)
        used += (size_t)snprintf(text + used, size - used, "%d times ", l->stage.depth);
      if (text && used < size - 64)
        used += (size_t)snprintf(text + used, size - used, "%ld rows of %ld + %ld", (long)l->rows,
                                 (long)l->rowBytes, (long)l->pad);
      break;
    }
  MlirOperation *ops; // relayouts through shared memory
  intptr_t n = attnCollect(s->kernel, "tile.relayout", &ops);
  for (intptr_t i = 0; i < n; ++i) {
    MlirType t = mlirValueGetType(mlirOperationGetResult(ops[i], 0));
    if (strcmp(attnAttrStr(ops[i], "via"), "shared") != 0 || mlirShapedTypeGetRank(t) != 2)
      continue;
    int64_t bytes = bytesOf(attnElementType(t));
    total += mlirShapedTypeGetDimSize(t, 0) * (mlirShapedTypeGetDimSize(t, 1) * bytes + 16);
  }
  free(ops);
  return total;
}
