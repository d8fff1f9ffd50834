//===- RolesWhether.c - attn-roles: whether work items can be chained -----===//
//
// RolesChain.c begins an item in the last step of the one before, so each item needs a first tile:
// the bounds of its stream, affine in the origins, are evaluated for every row tile. A stream that
// may be empty gets a tile where it begins at 0 in any case (lists made at run time, lengths that
// are not known) and a mask is there that drops all of it: what such rows fold is their identity.
// Then there must be room for two items: what is loaded once an item has two slots (STAGE of the
// rows: d2), and results have a slab of their own, or leave through the ended item's slot.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Symbols.h"
#include "Passes/LoopBounds.h"
#include "Passes/Roles.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 4096 };

//===--- does every item's stream have a tile? ----------------------------===//

typedef struct Item {
  const AttnSplit *s;
  MlirValue origin[ATTN_MAX_AXES]; ///< tile.origin operations
  int axis[ATTN_MAX_AXES];
  int64_t at[ATTN_MAX_AXES];
  int size;
} Item;

/// Origins that are met for the first time are added, at 0.
static bool originAt(MlirValue v, void *user, int64_t *value) {
  Item *item = user;
  int i = 0;
  while (i < item->size && !mlirValueEqual(item->origin[i], v))
    ++i;
  if (i == item->size) {
    int axis = attnAxesFind(&item->s->axes, attnAttrStr(attnDef(v), "axis"));
    if (axis < 0 || item->size == ATTN_MAX_AXES)
      return false;
    item->origin[item->size] = v;
    item->axis[item->size] = axis;
    item->at[item->size++] = 0;
  }
  *value = item->at[i];
  return true;
}

static bool isKnown(const AttnSplit *s, const AttnAxis *a) {
  AttnSymbols symbols;
  return a->extent > 0 && attnSymbolsRead(s->kernel, &symbols) &&
         attnSymbolHint(&symbols, a->extent) == a->extent;
}

/// Is lo < hi in every item? *even: by as much in all of them.
static bool neverEmpty(const AttnSplit *s, MlirValue lo, MlirValue hi, bool *even) {
  Item item = {.s = s};
  AttnOrigins o = {.at = originAt, .user = &item};
  int64_t from, to, items = 1, all = 0, longest = 0;
  if (!attnBoundAt(lo, &o, &from) || !attnBoundAt(hi, &o, &to))
    return false;
  int64_t tiles[ATTN_MAX_AXES];
  for (int i = 0; i < item.size; ++i) {
    const AttnAxis *a = &s->axes.a[item.axis[i]];
    if (!isKnown(s, a) || a->tile <= 0)
      return false;
    tiles[i] = (a->extent + a->tile - 1) / a->tile;
    if (tiles[i] > MOST_ITEMS / items)
      return false;
    items *= tiles[i];
  }
  for (int64_t n = 0; n < items; ++n) {
    int64_t rest = n;
    for (int i = 0; i < item.size; ++i) {
      item.at[i] = rest % tiles[i] * s->axes.a[item.axis[i]].tile;
      rest /= tiles[i];
    }
    if (!attnBoundAt(lo, &o, &from) || !attnBoundAt(hi, &o, &to) || from >= to)
      return false;
    all += to - from;
    longest = to - from > longest ? to - from : longest;
  }
  *even = all == items * longest;
  return true;
}

bool attnRolesFirstLoopRuns(const AttnSplit *s) {
  bool even;
  if (s->nLoops > 1 && !mlirValueIsNull(s->stretch))
    return false; // it begins anywhere
  return neverEmpty(s, mlirOperationGetOperand(s->loops[0], 0),
                    mlirOperationGetOperand(s->loops[0], 1), &even);
}

bool attnRolesNeverRuns(const AttnSplit *s, MlirValue lo, MlirValue hi) {
  const AttnAxis *fold = &s->axes.a[attnAxesFind(&s->axes, s->fold)];
  AttnOrigins o = {.at = NULL};
  int64_t from, to;
  do {
    if (!attnBoundAt(lo, &o, &from) || !attnBoundAt(hi, &o, &to) || from < to)
      return false;
    o.lower += fold->tile;
  } while (o.lower < fold->extent);
  return true;
}

/// Does a step read memory where it lies, at coordinates of the stream?
static bool readsMemory(const AttnSplit *s) {
  bool any = false;
  for (int k = 0; k < s->nLoops; ++k) {
    MlirOperation *ops;
    intptr_t n = attnCollect(s->loops[k], NULL, &ops);
    for (intptr_t i = 0; i < n; ++i) {
      any |= !attnRolesLoadOf(s, ops[i]) &&
             (attnIs(ops[i], "tile.read") || attnIs(ops[i], "tile.load"));
    }
    free(ops);
  }
  return any;
}

/// May every stream have its first tile, whatever its bounds say? Beyond an axis without elements
/// the TMA unit reads zeros, everything else nothing at all.
static bool canHaveOne(const AttnSplit *s) {
  AttnRolesSpan spans[ATTN_ROLES_MAX_LOOPS];
  int64_t first = -1;
  bool masked = false;
  for (int k = 0; k < s->nLoops; ++k) {
    const char *class = attnAttrStr(s->loops[k], "class");
    masked |= class && strcmp(class, "partial") == 0;
  }
  MlirOperation lo = attnDef(mlirOperationGetOperand(s->loops[0], 0));
  int fold = attnAxesFind(&s->axes, s->fold);
  return (isKnown(s, &s->axes.a[fold]) || !readsMemory(s)) && masked &&
         attnIs(lo, "arith.constant") && attnAttrI64(lo, "value", &first) && first == 0 &&
         attnRolesSpans(s, spans) == 1;
}

//===--- the plan ---------------------------------------------------------===//

const char *attnRolesPlanChain(AttnSplit *s) {
  int64_t bytes = ATTN_ROLES_BARRIERS;
  bool any = false;
  int pinned = 0; // slots
  for (int i = 0, slab = 0; i < s->nLoads; ++i) {
    const AttnRoleLoad *l = &s->loads[i];
    bool once = mlirOperationIsNull(l->loop);
    const AttnScheduleEntry *e = once ? attnScheduleGet(&s->schedule, "STAGE", l->axis) : NULL;
    AttnStage st = {0};
    any |= once;
    int64_t column;
    if (l->part && !attnConstantOf(attnRolesColumn(l), &column))
      return "a second slot: values are columns of the keys that change with the item";
    if (e && *e->axis && attnParseStage(e->value, &st))
      pinned = st.depth;
    if (l->slab == slab)
      ++slab, bytes += (once ? 2 : l->slots) * attnRolesSlabBytes(l->type, l->swizzle);
  }
  MlirOperation *stores;
  intptr_t n = attnCollect(s->kernel, "tile.store", &stores);
  int64_t through = 0; // of this, what can leave through a load's slot
  for (intptr_t i = 0; i < n; ++i) {
    MlirType t = mlirValueGetType(mlirOperationGetOperand(stores[i], 0));
    int64_t own = mlirShapedTypeGetRank(t) == 2 ? attnRolesSlabBytes(t, 32) : 0;
    bytes += own;
    if (i == 0 && own && attnRolesLikeResult(s, t))
      through = own;
  }
  free(stores);
  if (pinned == 1)
    return "a second slot: one is pinned";
  if (!any || !s->persistent || !s->role.overlap || attnRolesAreSums(s))
    return "a second slot: work items overlap in persistent kernels whose scores do "
           "(ROLE=.../overlap)";
  if (bytes - through > ATTN_ROLES_SHARED)
    return "a second slot: shared memory has no room for it";
  bool even = false;
  s->mayBeEmpty = !neverEmpty(s, mlirOperationGetOperand(s->loops[0], 0),
                              mlirOperationGetOperand(s->loops[s->nLoops - 1], 1), &even);
  if (s->mayBeEmpty && !canHaveOne(s))
    return "a second slot: each row tile's stream must be known to have a tile, or begin at 0 and "
           "have a mask";
  if (!attnRolesCanCarry(s))
    return "a second slot: something but scores reads what it holds, or an item carries too much";
  // d128 causal: 160 keys 415 us (4k) and 1492 (16k), 128 with a slab for results 404, 160 apart
  // 1472.
  if (bytes > ATTN_ROLES_SHARED && !even && !pinned)
    return "a second slot: results would leave through it";
  for (int i = 0; i < s->nLoads; ++i)
    if (mlirOperationIsNull(s->loads[i].loop))
      s->loads[i].slots = 2;
  s->chained = true;
  return NULL;
}
