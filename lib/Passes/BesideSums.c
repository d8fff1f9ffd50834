//===- BesideSums.c - Sums over lanes in the next step --------------------===//
//
// A state s of a loop whose step is  s' = M(s, f, sum over lanes and registers of p)  and that only
// M reads is handed on unfinished:
//
//   for t: issue products           becomes    f, q of the step before the loop
//          ...                                 for t, with s, f, q:
//          s = M(s, f, sum p)                    issue products
//                                                s = M(s, f, sum over lanes of q)
//                                                ...
//                                                q = sum over registers of p
//                                              s = M(s, f, sum over lanes of q)
//
// The sum is cut where its order has a seam (registers upward, then lanes), so the bits are the
// same. What the loop begins with has to be such an M as well: that of the first step, which
// stands in front of it, or what another loop ends with. (First steps in a branch are none: with
// the sums behind it ptxas is short of registers, C7511.)
//
//===----------------------------------------------------------------------===//
#include "Dialect/Axes.h"
#include "Passes/Beside.h"
#include "Schedule/Layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_READS = 8, MAX_STATES = 24 };

/// A tile.map and the tiles that it reads, in the order of its elements.
typedef struct Finish {
  MlirOperation map;
  int nReads;
  MlirValue reads[MAX_READS];
  int state, sum; ///< which of the tiles are s and the sum
} Finish;

static bool readTiles(MlirOperation map, Finish *f) {
  *f = (Finish){.map = map, .state = -1, .sum = -1};
  if (!attnIs(map, "tile.map"))
    return false;
  for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(map, 0)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationGetNumRegions(op) || attnIs(op, "tile.coord"))
      return false;
    if (!attnIs(op, "tile.element"))
      continue;
    if (f->nReads == MAX_READS)
      return false;
    f->reads[f->nReads++] = mlirOperationGetOperand(op, 0);
  }
  return true;
}

static bool isReadOnlyBy(MlirValue v, MlirOperation map) {
  for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u);
       u = mlirOpOperandGetNextUse(u))
    if (!mlirOperationEqual(mlirOperationGetParentOperation(mlirOpOperandGetOwner(u)), map))
      return false;
  return true;
}

static bool sameAttrs(MlirOperation a, MlirOperation b) {
  intptr_t n = mlirOperationGetNumAttributes(a);
  if (n != mlirOperationGetNumAttributes(b))
    return false;
  for (intptr_t i = 0; i < n; ++i) {
    MlirNamedAttribute x = mlirOperationGetAttribute(a, i);
    MlirAttribute y = mlirOperationGetAttributeByName(b, mlirIdentifierStr(x.name));
    if (mlirAttributeIsNull(y) || !mlirAttributeEqual(x.attribute, y))
      return false;
  }
  return true;
}

/// Do the two maps compute the same of the tiles that they read?
static bool alike(MlirOperation a, MlirOperation b) {
  MlirOperation x = mlirBlockGetFirstOperation(attnBody(a, 0));
  MlirOperation y = mlirBlockGetFirstOperation(attnBody(b, 0));
  AttnValueMap map = {0};
  bool same = sameAttrs(a, b);
  for (; same && !mlirOperationIsNull(x) && !mlirOperationIsNull(y);
       x = mlirOperationGetNextInBlock(x), y = mlirOperationGetNextInBlock(y)) {
    intptr_t n = mlirOperationGetNumOperands(x), results = mlirOperationGetNumResults(x);
    same = strcmp(attnOpName(x), attnOpName(y)) == 0 && sameAttrs(x, y) &&
           n == mlirOperationGetNumOperands(y) && results == mlirOperationGetNumResults(y);
    for (intptr_t i = 0; i < n && same && !attnIs(x, "tile.element"); ++i)
      same = mlirValueEqual(attnMapLookup(&map, mlirOperationGetOperand(x, i)),
                            mlirOperationGetOperand(y, i));
    for (intptr_t i = 0; i < results && same; ++i) {
      attnMapValue(&map, mlirOperationGetResult(x, i), mlirOperationGetResult(y, i));
      same = mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(x, i)),
                           mlirValueGetType(mlirOperationGetResult(y, i)));
    }
  }
  attnMapFree(&map);
  return same && mlirOperationIsNull(x) && mlirOperationIsNull(y);
}

//===--- the sum in two ---------------------------------------------------===//

/// A tile.reduce, cut: the axis whose coordinates are lanes, and the layout of what lies in them.
typedef struct Cut {
  MlirOperation sum;
  char axis[32], layout[512];
  int64_t lanes;
} Cut;

/// False where the sum goes over no lanes, or over warps.
static bool cutOf(MlirOperation sum, Cut *c) {
  AttnLayout from;
  char err[256];
  MlirOperation operand = attnDef(mlirOperationGetOperand(sum, 0));
  const char *axis = attnAttrStr(sum, "axis");
  const char *text = mlirOperationIsNull(operand) ? NULL : attnAttrStr(operand, "layout");
  if (!text || !attnLayoutParse(text, &from, err, sizeof err) ||
      !mlirAttributeIsNull(attnAttr(sum, "lanes")))
    return false;
  *c = (Cut){.sum = sum};
  snprintf(c->axis, sizeof c->axis, "%.24s_lanes", axis);
  for (int i = 0; i < from.size; ++i)
    if (from.f[i].level == ATTN_WARP && strcmp(from.f[i].axis, axis) == 0)
      return false;
  AttnLayout over = attnLayoutOverLanes(&from, axis, c->axis);
  c->lanes = attnLayoutExtent(&over, c->axis);
  char *layout = attnLayoutPrint(&over);
  snprintf(c->layout, sizeof c->layout, "%s", layout);
  free(layout);
  return c->lanes > 1;
}

/// The kernel's axis along the lanes; false where an axis of that name is another one.
static bool addAxis(MlirOperation kernel, const Cut *c) {
  AttnAxes axes;
  if (!attnAxesRead(kernel, &axes))
    return false;
  int at = attnAxesFind(&axes, c->axis);
  if (at >= 0)
    return axes.a[at].role == ATTN_AXIS_CONTRACT && axes.a[at].tile == c->lanes;
  if (axes.size == ATTN_MAX_AXES)
    return false;
  MlirContext ctx = mlirOperationGetContext(kernel);
  MlirAttribute all[ATTN_MAX_AXES];
  for (int i = 0; i < axes.size; ++i)
    all[i] = attnAttrArrayGet(kernel, "axes", i);
  MlirNamedAttribute fields[] = {
      attnNamed(ctx, "name", attnStr(ctx, c->axis)),
      attnNamed(ctx, "role", attnStr(ctx, attnAxisRoleName(ATTN_AXIS_CONTRACT))),
      attnNamed(ctx, "extent", attnI64(ctx, c->lanes)),
      attnNamed(ctx, "tile", attnI64(ctx, c->lanes))};
  all[axes.size] = mlirDictionaryAttrGet(ctx, 4, fields);
  attnSetAttr(kernel, "axes", mlirArrayAttrGet(ctx, axes.size + 1, all));
  return true;
}

/// The operand's axes, with that of the lanes in place of the one that is summed.
static MlirAttribute laneAxes(const Cut *c) {
  MlirContext ctx = mlirOperationGetContext(c->sum);
  MlirAttribute names[ATTN_MAX_AXES];
  intptr_t n = attnAttrArraySize(c->sum, "operand_axes");
  for (intptr_t i = 0; i < n; ++i) {
    names[i] = attnAttrArrayGet(c->sum, "operand_axes", i);
    if (strcmp(attnStrValue(names[i]), attnAttrStr(c->sum, "axis")) == 0)
      names[i] = attnStr(ctx, c->axis);
  }
  return mlirArrayAttrGet(ctx, n, names);
}

/// Over the registers of each lane.
static MlirValue overRegisters(const AttnBuilder *b, const Cut *c, MlirValue p) {
  MlirType type = mlirValueGetType(p);
  int64_t shape[ATTN_MAX_AXES], rank = mlirShapedTypeGetRank(type);
  for (int64_t i = 0; i < rank; ++i) {
    const char *name = attnStrValue(attnAttrArrayGet(c->sum, "operand_axes", i));
    bool along = strcmp(name, attnAttrStr(c->sum, "axis")) == 0;
    shape[i] = along ? c->lanes : mlirShapedTypeGetDimSize(type, i);
  }
  MlirNamedAttribute attrs[] = {attnNamed(b->ctx, "monoid", attnAttr(c->sum, "monoid")),
                                attnNamed(b->ctx, "axis", attnAttr(c->sum, "axis")),
                                attnNamed(b->ctx, "operand_axes", attnAttr(c->sum, "operand_axes")),
                                attnNamed(b->ctx, "axes", laneAxes(c)),
                                attnNamed(b->ctx, "lanes", attnStr(b->ctx, c->axis)),
                                attnNamed(b->ctx, "layout", attnStr(b->ctx, c->layout))};
  return attnBuild(b, "tile.reduce", 1, &p,
                   attnTensorType(rank, shape, mlirShapedTypeGetElementType(type)), 6, attrs);
}

/// Over the lanes; `like`: the whole sum's type.
static MlirValue overLanes(const AttnBuilder *b, const Cut *c, MlirValue q, MlirType like) {
  MlirNamedAttribute attrs[] = {attnNamed(b->ctx, "monoid", attnAttr(c->sum, "monoid")),
                                attnNamed(b->ctx, "axis", attnStr(b->ctx, c->axis)),
                                attnNamed(b->ctx, "operand_axes", laneAxes(c)),
                                attnNamed(b->ctx, "axes", attnAttr(c->sum, "axes")),
                                attnNamed(b->ctx, "layout", attnAttr(c->sum, "layout"))};
  return attnBuild(b, "tile.reduce", 1, &q, like, 5, attrs);
}

//===--- the loop ---------------------------------------------------------===//

/// What is carried in place of a state.
typedef struct Lag {
  Finish step;         ///< of the loop's body
  Finish first[2];     ///< of what it begins with
  MlirOperation chain; ///< two of whose regions end in these; null: first[0] alone
  MlirBlock sides[2];  ///< these regions
  intptr_t at;         ///< which value of theirs
  Cut cut;
  int state; ///< of the loop
} Lag;

/// The M that makes state i of the loop.
static bool findStep(MlirOperation loop, intptr_t i, Lag *lag) {
  MlirBlock block = attnBody(loop, 0);
  MlirValue next = mlirOperationGetOperand(mlirBlockGetTerminator(block), i);
  MlirValue state = mlirBlockGetArgument(block, i + 1);
  MlirOperation map = attnDef(next);
  if (mlirOperationIsNull(map) || !mlirBlockEqual(mlirOperationGetBlock(map), block) ||
      attnNumUses(next) != 1 || !readTiles(map, &lag->step) || !isReadOnlyBy(state, map))
    return false;
  Finish *s = &lag->step;
  for (int r = 0; r < s->nReads; ++r) {
    MlirOperation def = attnDef(s->reads[r]);
    if (mlirValueEqual(s->reads[r], state)) {
      s->state = r;
    } else if (mlirOperationIsNull(def)) {
      return false;
    } else if (attnIs(def, "tile.reduce") && mlirBlockEqual(mlirOperationGetBlock(def), block) &&
               isReadOnlyBy(s->reads[r], map)) {
      if (s->sum >= 0)
        return false;
      s->sum = r;
    }
  }
  lag->state = (int)i;
  return s->state >= 0 && s->sum >= 0 && cutOf(attnDef(s->reads[s->sum]), &lag->cut);
}

/// Is v made by such an M?
static bool isFinish(const Lag *lag, MlirValue v, Finish *f) {
  MlirOperation map = attnDef(v);
  if (!attnIs(map, "tile.map") || !readTiles(map, f) || !alike(lag->step.map, map))
    return false;
  f->state = lag->step.state, f->sum = lag->step.sum;
  MlirOperation sum = attnDef(f->reads[f->sum]);
  if (!attnIs(sum, "tile.reduce"))
    return false;
  if (strcmp(attnAttrStr(sum, "axis"), lag->cut.axis) == 0) // another loop ends with it
    return mlirAttributeEqual(attnAttr(sum, "operand_axes"), laneAxes(&lag->cut));
  Cut c;
  return cutOf(sum, &c) && sameAttrs(sum, lag->cut.sum) && strcmp(c.layout, lag->cut.layout) == 0;
}

/// Does the loop begin with what an item's stream is given? It comes from two places then.
static bool comesFromTwo(Lag *lag, MlirValue init) {
  MlirOperation op = mlirValueIsABlockArgument(init)
                         ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(init))
                         : (MlirOperation){NULL};
  lag->chain = (MlirOperation){NULL};
  if (!attnIs(op, "tile.chain"))
    return false;
  lag->chain = op;
  lag->at = mlirBlockArgumentGetArgNumber(init);
  lag->sides[0] = attnBody(op, 0);
  lag->sides[1] = attnBody(op, 2);
  return true;
}

/// The M that the loop begins with, or those of the first item and of the next one.
static bool findFirst(MlirOperation loop, Lag *lag) {
  MlirValue init = mlirOperationGetOperand(loop, 3 + lag->state);
  if (!comesFromTwo(lag, init))
    return isFinish(lag, init, &lag->first[0]);
  for (int k = 0; k < 2; ++k) {
    MlirOperation yield = mlirBlockGetTerminator(lag->sides[k]);
    MlirValue v = mlirOperationGetOperand(yield, lag->at);
    if (mlirOperationGetNumOperands(yield) > MAX_STATES || attnNumUses(v) != 1 ||
        !isFinish(lag, v, &lag->first[k]))
      return false;
  }
  return attnNumUses(init) == 1;
}

/// M's tiles as they are carried: first that of the state, then the others; their number.
static int unfinished(const Lag *lag, const Finish *f, MlirValue *values) {
  MlirOperation sum = attnDef(f->reads[f->sum]);
  AttnBuilder b = attnBuilderBefore(sum);
  int n = 0;
  values[n++] = f->reads[f->state];
  for (int r = 0; r < f->nReads; ++r) {
    if (r == f->state)
      continue;
    MlirValue v = f->reads[r], p = mlirOperationGetOperand(sum, 0);
    if (r == f->sum)
      v = strcmp(attnAttrStr(sum, "axis"), lag->cut.axis) == 0 ? p
                                                               : overRegisters(&b, &lag->cut, p);
    values[n++] = v;
  }
  return n;
}

static void eraseUnused(MlirOperation op) {
  if (!attnHasUses(op))
    mlirOperationDestroy(op);
}

static void eraseFinish(const Finish *f) {
  MlirOperation sum = attnDef(f->reads[f->sum]);
  eraseUnused(f->map);
  eraseUnused(sum);
}

/// Both sides hand on what is carried; `values` as above, the first side's. Their number.
static int handOn(Lag *lag, MlirValue *values) {
  MlirValue operands[MAX_STATES + 2 * MAX_READS];
  int carried = 0;
  for (int k = 2; k-- > 0;) {
    MlirOperation yield = mlirBlockGetTerminator(lag->sides[k]);
    intptr_t n = mlirOperationGetNumOperands(yield);
    carried = unfinished(lag, &lag->first[k], values);
    for (intptr_t i = 0; i < n; ++i)
      operands[i] = i == lag->at ? values[0] : mlirOperationGetOperand(yield, i);
    memcpy(operands + n, values + 1, (size_t)(carried - 1) * sizeof *values);
    mlirOperationSetOperands(yield, n + carried - 1, operands);
    eraseFinish(&lag->first[k]);
  }
  return carried;
}

/// An item's stream with what is carried among its arguments.
static void takeFromItem(const Lag *lag, MlirValue *values, int carried) {
  MlirBlock stream = attnBody(lag->chain, 1);
  values[0] = mlirBlockGetArgument(stream, lag->at);
  for (int i = 1; i < carried; ++i)
    values[i] = mlirBlockAddArgument(stream, mlirValueGetType(values[i]),
                                     mlirOperationGetLocation(lag->chain));
}

/// M of what is carried: `reads` has the tiles, the sum's over registers only.
static MlirValue finish(const AttnBuilder *b, const Lag *lag, const MlirValue *reads) {
  AttnValueMap map = {0};
  const Finish *s = &lag->step;
  for (int r = 0; r < s->nReads; ++r)
    attnMapValue(&map, s->reads[r],
                 r == s->sum ? overLanes(b, &lag->cut, reads[r], mlirValueGetType(s->reads[r]))
                             : reads[r]);
  MlirOperation op = attnCloneMapped(b, s->map, &map);
  attnMapFree(&map);
  return mlirOperationGetResult(op, 0);
}

/// Values of the loop's n states, then those that are carried beside them, by tile of M.
typedef struct Carried {
  MlirValue reads[MAX_READS];
} Carried;

static Carried spread(const Lag *lag, const MlirValue *values, intptr_t n) {
  Carried c;
  for (int r = 0, k = 0; r < lag->step.nReads; ++r)
    c.reads[r] = r == lag->step.state ? values[lag->state] : values[n + k++];
  return c;
}

static MlirOperation rewrite(MlirOperation loop, Lag *lag) {
  MlirBlock block = attnBody(loop, 0);
  MlirOperation yield = mlirBlockGetTerminator(block), await = attnBesideAwait(block, 1);
  AttnBuilder b = attnBuilderBefore(loop), in;
  MlirValue iv, values[MAX_STATES + MAX_READS], args[MAX_STATES + MAX_READS];
  intptr_t n = mlirOperationGetNumResults(loop), all = n;
  const Finish *s = &lag->step;
  MlirValue begin[MAX_READS];
  bool two = !mlirOperationIsNull(lag->chain);
  int carried = two ? handOn(lag, begin) : unfinished(lag, &lag->first[0], begin);
  if (two)
    takeFromItem(lag, begin, carried);
  for (intptr_t i = 0; i < n; ++i)
    values[i] = i == lag->state ? begin[0] : mlirOperationGetOperand(loop, 3 + i);
  for (int i = 1; i < carried; ++i)
    values[all++] = begin[i];
  MlirOperation made =
      attnBuildFor(&b, mlirOperationGetOperand(loop, 0), mlirOperationGetOperand(loop, 1),
                   mlirOperationGetOperand(loop, 2), all, values, &in, &iv, args);
  MlirAttribute class = attnAttr(loop, "class");
  if (!mlirAttributeIsNull(class))
    attnSetAttr(made, "class", class);

  AttnValueMap map = {0};
  attnMapValue(&map, mlirBlockGetArgument(block, 0), iv);
  for (intptr_t i = 0; i < n; ++i)
    attnMapValue(&map, mlirBlockGetArgument(block, i + 1), args[i]);
  MlirValue state = {NULL};
  MlirOperation clone = {NULL};
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationEqual(op, yield);
       op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationEqual(op, await))
      state = finish(&in, lag, spread(lag, args, n).reads);
    if (mlirOperationEqual(op, lag->cut.sum))
      attnMapValue(
          &map, mlirOperationGetResult(op, 0),
          overRegisters(&in, &lag->cut, attnMapLookup(&map, mlirOperationGetOperand(op, 0))));
    else if (!mlirOperationEqual(op, s->map))
      clone = attnCloneMapped(&in, op, &map);
    if (mlirOperationEqual(op, await))
      attnAppendOperand(clone, state);
  }
  all = n;
  for (intptr_t i = 0; i < n; ++i)
    values[i] = i == lag->state ? state : attnMapLookup(&map, mlirOperationGetOperand(yield, i));
  for (int r = 0; r < s->nReads; ++r)
    if (r != s->state)
      values[all++] = attnMapLookup(&map, s->reads[r]);
  attnBuildYield(&in, "scf.yield", all, values);
  attnMapFree(&map);

  for (intptr_t i = 0; i < all; ++i)
    values[i] = mlirOperationGetResult(made, i);
  values[lag->state] = finish(&b, lag, spread(lag, values, n).reads);
  attnReplaceOp(loop, n, values);
  if (!two)
    eraseFinish(&lag->first[0]);
  return made;
}

void attnBesideSums(MlirOperation kernel, MlirOperation loop) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); ++i) {
    Lag lag;
    if (mlirOperationIsNull(attnBesideAwait(attnBody(loop, 0), 1)) ||
        mlirOperationGetNumResults(loop) > MAX_STATES)
      return;
    if (findStep(loop, i, &lag) && findFirst(loop, &lag) && addAxis(kernel, &lag.cut))
      loop = rewrite(loop, &lag);
  }
}
