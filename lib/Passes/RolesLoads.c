//===- RolesLoads.c - What a producer copies ------------------------------===//
// See Roles.h.
//
// Each load that contractions read, and with HOLD=smem each box that maps read a cell of for every
// score, gets a slab: loads of the same box in loops that continue each other share one. The stage
// (depth, swizzle) comes from STAGE or is the default; what TMA cannot copy refuses the roles, or
// for cells without a pin leaves them where they lie.
//
// Values that are columns of the keys (latent attention) are read from the keys' slab:
//
//   slot of k, v   [ panel 0 | panel 1 | ... | panel 7 ]      keys: all panels
//                              [ values of these columns ]    tile.slot with a column
//
// The slot is released when the values are read.
//===----------------------------------------------------------------------===//
#include "Dialect/Tile/Box.h"
#include "Passes/Roles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===--- what is read for contractions ------------------------------------===//

static bool isOperand(MlirOperation load, MlirOperation *user) {
  bool any = false;
  for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(load, 0));
       !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u)) {
    *user = mlirOpOperandGetOwner(u);
    if (!attnIs(*user, "tile.contract") || mlirOpOperandGetOperandNumber(u) > 1)
      return false;
    any = true;
  }
  return any && mlirAttributeIsNull(attnAttr(load, "layout"));
}

static bool sameBox(MlirOperation x, MlirOperation y) {
  static const char *const attrs[] = {"over", "map", "axes"};
  if (!mlirValueEqual(mlirOperationGetOperand(x, 0), mlirOperationGetOperand(y, 0)))
    return false;
  for (int i = 0; i < 3; ++i)
    if (!mlirAttributeEqual(attnAttr(x, attrs[i]), attnAttr(y, attrs[i])))
      return false;
  return true;
}

MlirOperation attnRolesAncestor(MlirBlock block, MlirOperation op) {
  while (!mlirBlockEqual(mlirOperationGetBlock(op), block))
    op = mlirOperationGetParentOperation(op);
  return op;
}

static int64_t elementBytes(MlirType t) {
  MlirType e = attnElementType(t);
  return mlirTypeIsAFloat(e) ? mlirFloatTypeGetWidth(e) / 8 : 0;
}

static int64_t roundUp(int64_t v, int64_t unit) { return (v + unit - 1) / unit * unit; }

int64_t attnRolesSlabBytes(MlirType t, int64_t swizzle) {
  intptr_t last = mlirShapedTypeGetRank(t) - 1;
  int64_t bytes = roundUp(elementBytes(t) * mlirShapedTypeGetDimSize(t, last), swizzle);
  for (intptr_t i = 0; i < last; ++i)
    bytes *= mlirShapedTypeGetDimSize(t, i);
  return roundUp(bytes, 1024);
}

/// Is the load one of floats for each cell of a row and the stream, read by maps only?
static bool isCells(const AttnSplit *s, MlirOperation load) {
  MlirValue v = mlirOperationGetResult(load, 0);
  MlirOperation loop = mlirOperationGetParentOperation(load);
  if (attnAttrArraySize(load, "axes") != 2 || !attnIs(loop, "scf.for") ||
      !mlirBlockEqual(mlirOperationGetBlock(loop), attnBody(s->kernel, 0)) ||
      elementBytes(mlirValueGetType(v)) < 2)
    return false;
  for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u);
       u = mlirOpOperandGetNextUse(u))
    if (!attnIs(mlirOpOperandGetOwner(u), "tile.element"))
      return false;
  return attnHasUses(load);
}

/// STAGE of the axis: depth and swizzle; tma is the only transport of a producer. False: `rule`
/// says what forbids it.
static bool readStage(const AttnSplit *s, AttnRoleLoad *l, char *rule, size_t size) {
  const AttnScheduleEntry *e = attnScheduleGet(&s->schedule, "STAGE", l->axis);
  AttnStage st = {.depth = 2, .swizzle = 128};
  if (e && (!attnParseStage(e->value, &st) || strcmp(st.transport, "tma") != 0)) {
    snprintf(rule, size, "a producer copies with STAGE transport tma");
    return false;
  }
  l->slots = mlirOperationIsNull(l->loop) ? 1 : st.depth;
  l->swizzle = st.swizzle ? st.swizzle : 128;
  intptr_t rank = mlirShapedTypeGetRank(l->type);
  int64_t row = mlirShapedTypeGetDimSize(l->type, rank - 1) * elementBytes(l->type);
  // Rows end in a panel that is filled up where a pin says so, and most of it is theirs.
  bool pinned = e && st.swizzle;
  while (row % l->swizzle != 0 && l->swizzle > 32 &&
         !(pinned && roundUp(row, l->swizzle) < 2 * row))
    l->swizzle /= 2;
  AttnBox box;
  if (row % 32 != 0) {
    snprintf(rule, size, "rows of operands must be multiples of 32 bytes");
    return false;
  }
  if (attnBoxPlan(l->op, &s->axes, mlirValueGetType(mlirOperationGetOperand(l->op, 0)), l->type,
                  l->swizzle, &box)) {
    l->looksUp = box.pages.nData > 0;
    return true;
  }
  snprintf(rule, size, "a producer copies by the TMA unit, %s", box.rule);
  return false;
}

//===--- values that are a part of the keys -------------------------------===//

/// Where the column of a load comes from: the origin of its last axis, which enters the tensor's
/// last dimension alone, and nothing else enters that.
static bool columnOf(MlirOperation load, intptr_t *origin) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(attnAttr(load, "map"));
  intptr_t dims = mlirAffineMapGetNumResults(map), n = attnAttrArraySize(load, "axes");
  const char *last = n ? attnStrValue(attnAttrArrayGet(load, "axes", n - 1)) : NULL;
  intptr_t nOver = attnAttrArraySize(load, "over"), at = -1;
  for (intptr_t i = 0; i < nOver && last; ++i)
    if (strcmp(attnStrValue(attnAttrArrayGet(load, "over", i)), last) == 0)
      at = i;
  if (at < 0 || dims < 1 || mlirOperationGetNumOperands(load) != nOver + 1)
    return false;
  *origin = at + 1;
  for (intptr_t d = 0; d < dims; ++d) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, d);
    bool is = mlirAffineExprIsADim(e) && mlirAffineDimExprGetPosition(e) == at;
    if (d == dims - 1 ? !is : mlirAffineExprIsFunctionOfDim(e, at))
      return false;
  }
  return true;
}

/// Do `columns` from there on certainly begin with a panel, and end within `width`?
static bool liesInside(const AttnSplit *s, MlirValue origin, int64_t columns, int64_t width,
                       int64_t panel) {
  MlirOperation def = attnDef(origin);
  int64_t c;
  if (attnConstantOf(origin, &c))
    return c % panel == 0 && c >= 0 && c + columns <= width;
  int axis = attnIs(def, "tile.origin") ? attnAxesFind(&s->axes, attnAttrStr(def, "axis")) : -1;
  return axis >= 0 && s->axes.a[axis].tile == columns && s->axes.a[axis].extent <= width &&
         width % columns == 0;
}

bool attnRolesHasPart(const AttnSplit *s, const AttnRoleLoad *l) {
  for (int i = 0; i < s->nLoads; ++i)
    if (s->loads[i].part && !l->part && s->loads[i].slab == l->slab &&
        mlirOperationEqual(s->loads[i].loop, l->loop))
      return true;
  return false;
}

/// Does `all` have what `load` reads, in the same rows of its slab: all columns of the same tensor,
/// whose panels the part's columns are?
static bool isPartOf(const AttnSplit *s, MlirOperation load, const AttnRoleLoad *all) {
  intptr_t mine, theirs, n = mlirOperationGetNumOperands(load);
  int64_t first;
  if (all->cells || all->part || attnRolesHasPart(s, all) ||
      !mlirOperationEqual(mlirOperationGetParentOperation(load), all->loop) ||
      mlirOperationGetNumOperands(all->op) != n ||
      !mlirAttributeEqual(attnAttr(load, "map"), attnAttr(all->op, "map")) ||
      !columnOf(load, &mine) || !columnOf(all->op, &theirs) || mine != theirs)
    return false;
  for (intptr_t i = 0; i < n; ++i)
    if (i != mine &&
        !mlirValueEqual(mlirOperationGetOperand(load, i), mlirOperationGetOperand(all->op, i)))
      return false;
  for (intptr_t i = 0; i < n - 1; ++i)
    if (i + 1 != mine && !mlirAttributeEqual(attnAttrArrayGet(load, "over", i),
                                             attnAttrArrayGet(all->op, "over", i)))
      return false;
  MlirType part = mlirValueGetType(mlirOperationGetResult(load, 0)),
           source = mlirValueGetType(mlirOperationGetOperand(load, 0));
  intptr_t last = mlirShapedTypeGetRank(all->type) - 1;
  if (last < 1 || mlirShapedTypeGetRank(part) != last + 1 || all->swizzle <= 0)
    return false;
  int64_t columns = mlirShapedTypeGetDimSize(part, last),
          width = mlirShapedTypeGetDimSize(all->type, last), rows = 1,
          panel = all->swizzle / elementBytes(part);
  for (intptr_t i = 0; i < last; ++i) {
    rows *= mlirShapedTypeGetDimSize(part, i);
    if (mlirShapedTypeGetDimSize(part, i) != mlirShapedTypeGetDimSize(all->type, i) ||
        !mlirAttributeEqual(attnAttrArrayGet(load, "axes", i),
                            attnAttrArrayGet(all->op, "axes", i)))
      return false;
  }
  return attnConstantOf(mlirOperationGetOperand(all->op, theirs), &first) && first == 0 &&
         mlirShapedTypeGetDimSize(source, mlirShapedTypeGetRank(source) - 1) == width &&
         columns % panel == 0 && width % panel == 0 && rows * all->swizzle % 1024 == 0 &&
         liesInside(s, mlirOperationGetOperand(load, mine), columns, width, panel);
}

MlirValue attnRolesColumn(const AttnRoleLoad *l) {
  intptr_t at = 0;
  columnOf(l->op, &at);
  return mlirOperationGetOperand(l->op, at);
}

/// The slab that the load is a part of. Only of one consumer, or of two that work on the same rows:
/// others, each of which holds a slot until its values are read, wait for each other's (measured,
/// two slots, 128 columns 1043 us, 824 copied apart, 256 columns 903 and 770).
static void findWhole(const AttnSplit *s, AttnRoleLoad *l) {
  bool may =
      (s->role.consumerGroups == 1 || s->together) && !l->cells && !mlirOperationIsNull(l->loop);
  l->part = false;
  for (int k = 0; k < s->nLoads && !l->part && may; ++k)
    if (isPartOf(s, l->op, &s->loads[k])) {
      l->part = true;
      l->slab = s->loads[k].slab;
      l->slots = s->loads[k].slots;
      l->swizzle = s->loads[k].swizzle;
    }
}

/// The slab of what the load is a part of, that of an earlier load of the same box in another loop,
/// or a new one; the load, which stands behind the others, is one of them then.
static void nameSlab(AttnSplit *s, AttnRoleLoad *l) {
  findWhole(s, l);
  int before = s->nLoads++;
  for (int k = 0; k < before && !l->part; ++k)
    if (!s->loads[k].part && sameBox(s->loads[k].op, l->op) &&
        !(mlirOperationEqual(s->loads[k].loop, l->loop) || mlirOperationIsNull(l->loop))) {
      l->slab = s->loads[k].slab;
      return;
    }
  if (!l->part)
    l->slab = s->nSlabs++;
}

static bool addOperand(AttnSplit *s, MlirOperation load, MlirOperation user) {
  AttnRoleLoad *l = &s->loads[s->nLoads];
  MlirBlock top = attnBody(s->kernel, 0);
  char rule[256];
  *l = (AttnRoleLoad){.op = load, .type = mlirValueGetType(mlirOperationGetResult(load, 0))};
  if (!mlirBlockEqual(mlirOperationGetBlock(load), top)) {
    l->loop = l->outer = mlirOperationGetParentOperation(load);
    if (attnIs(l->outer, "scf.for") && !mlirBlockEqual(mlirOperationGetBlock(l->outer), top))
      l->outer = mlirOperationGetParentOperation(l->outer);
    if (!attnIs(l->loop, "scf.for") || !attnIs(l->outer, "scf.for") ||
        !mlirBlockEqual(mlirOperationGetBlock(l->outer), top))
      return attnRolesRefuse(s, "the stream must be loops at the kernel's top level, each with at "
                                "most one loop inside");
  }
  const char *contracted = attnAttrStr(user, "axis");
  for (intptr_t k = 0, m = attnAttrArraySize(load, "axes"); k < m && !l->axis; ++k) {
    const char *name = attnStrValue(attnAttrArrayGet(load, "axes", k));
    if (strcmp(name, contracted) != 0)
      l->axis = name;
  }
  if (!mlirOperationIsNull(l->loop)) // the axis that its loop goes along
    l->axis = mlirOperationEqual(l->loop, l->outer) ? s->fold : contracted;
  nameSlab(s, l);
  return l->part || readStage(s, l, rule, sizeof rule) || attnRolesRefuse(s, rule);
}

/// HOLD of the stream's axis itself, not of all axes.
static const AttnScheduleEntry *holdOfCells(const AttnSplit *s) {
  const AttnScheduleEntry *e = attnScheduleGet(&s->schedule, "HOLD", s->fold);
  return e && *e->axis ? e : NULL;
}

static bool refuseCells(const AttnSplit *s, const char *rule) {
  const AttnScheduleEntry *e = holdOfCells(s);
  attnOpError(s->kernel, "cannot honour HOLD@%s=%s: %s", s->fold, e ? e->value : "smem", rule);
  return false;
}

/// An element for each cell goes through a ring as well, unless it is no box or HOLD says where it
/// is read.
static bool addCells(AttnSplit *s, MlirOperation load) {
  const AttnScheduleEntry *e = holdOfCells(s);
  AttnRoleLoad *l = &s->loads[s->nLoads];
  char rule[256];
  s->cells = true;
  if (e && strcmp(e->value, "reg") == 0)
    return refuseCells(s, "what maps read comes through a ring (smem) or from memory (reload)");
  if (e && strcmp(e->value, "reload") == 0)
    return true;
  *l = (AttnRoleLoad){.op = load,
                      .type = mlirValueGetType(mlirOperationGetResult(load, 0)),
                      .loop = mlirOperationGetParentOperation(load),
                      .outer = mlirOperationGetParentOperation(load),
                      .axis = s->fold,
                      .cells = true};
  if (!readStage(s, l, rule, sizeof rule))
    return !e || refuseCells(s, rule);
  nameSlab(s, l);
  return true;
}

/// Bytes of all slabs, and of results that need one of their own.
static int64_t sharedBytes(const AttnSplit *s) {
  int64_t bytes = ATTN_ROLES_BARRIERS;
  for (int i = 0, slab = 0; i < s->nLoads; ++i)
    if (s->loads[i].slab == slab)
      ++slab,
          bytes += s->loads[i].slots * attnRolesSlabBytes(s->loads[i].type, s->loads[i].swizzle);
  MlirOperation *stores;
  intptr_t n = attnCollect(s->kernel, "tile.store", &stores);
  for (intptr_t k = 0; k < n; ++k) {
    MlirType t = mlirValueGetType(mlirOperationGetOperand(stores[k], 0));
    bool own = mlirShapedTypeGetRank(t) == 2;
    for (int i = 0; i < s->nLoads && own; ++i)
      own = !mlirOperationIsNull(s->loads[i].loop) || !mlirTypeEqual(s->loads[i].type, t);
    bytes += own ? attnRolesSlabBytes(t, 32) : 0;
  }
  free(stores);
  return bytes;
}

/// Elements of cells stay in global memory where shared memory has no room for their rings.
static bool fitCells(AttnSplit *s) {
  if (!s->cells || sharedBytes(s) <= ATTN_ROLES_SHARED)
    return true;
  if (holdOfCells(s))
    return refuseCells(s, "shared memory has no room for another ring");
  int n = s->nLoads;
  s->nLoads = s->nSlabs = 0;
  for (int i = 0; i < n; ++i)
    if (!s->loads[i].cells) {
      s->loads[s->nLoads] = s->loads[i];
      nameSlab(s, &s->loads[s->nLoads]);
    }
  return true;
}

MlirOperation attnRolesInner(const AttnSplit *s, MlirOperation outer) {
  for (int i = 0; i < s->nLoads; ++i)
    if (mlirOperationEqual(s->loads[i].outer, outer) &&
        !mlirOperationEqual(s->loads[i].loop, outer))
      return s->loads[i].loop;
  return (MlirOperation){NULL};
}

/// All operands of a stream come at one rate: each loop reads them itself, or the loop inside does.
static bool checkDepths(const AttnSplit *s) {
  for (int i = 0; i < s->nLoads; ++i)
    for (int k = 0; k < i; ++k) {
      const AttnRoleLoad *x = &s->loads[i], *y = &s->loads[k];
      bool stream = !mlirOperationIsNull(x->loop) && !mlirOperationIsNull(y->loop);
      bool same = mlirOperationEqual(x->outer, y->outer);
      if (stream &&
          (same ? !mlirOperationEqual(x->loop, y->loop)
                : mlirOperationEqual(x->loop, x->outer) != mlirOperationEqual(y->loop, y->outer)))
        return attnRolesRefuse(s, "not supported by this version: operands of the stream that are "
                                  "read by a loop and others by a loop inside it");
    }
  return true;
}

const AttnRoleLoad *attnRolesLoadOf(const AttnSplit *s, MlirOperation op) {
  for (int i = 0; i < s->nLoads; ++i)
    if (mlirOperationEqual(s->loads[i].op, op))
      return &s->loads[i];
  return NULL;
}

bool attnRolesFindLoads(AttnSplit *s) {
  MlirOperation *ops, user;
  intptr_t n = attnCollect(s->kernel, "tile.load", &ops);
  MlirBlock top = attnBody(s->kernel, 0);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i) {
    if (isOperand(ops[i], &user))
      ok = addOperand(s, ops[i], user);
    else if (isCells(s, ops[i]))
      ok = addCells(s, ops[i]);
    if (ok && s->nLoads == ATTN_ROLES_MAX_LOADS)
      ok = attnRolesRefuse(s, "the kernel reads too many operands");
  }
  free(ops);
  for (MlirOperation op = mlirBlockGetFirstOperation(top); !mlirOperationIsNull(op) && ok;
       op = mlirOperationGetNextInBlock(op))
    if (attnIs(op, "scf.for")) {
      if (s->nLoops == ATTN_ROLES_MAX_LOOPS)
        return attnRolesRefuse(s, "the stream has too many loops");
      s->loops[s->nLoops++] = op;
    }
  return ok && fitCells(s) && checkDepths(s) &&
         (s->nLoads > 0 || attnRolesRefuse(s, "the kernel has no contraction to feed"));
}
