//===- Bracket.c - attn-bracket: tiles, streams, mask classes -------------===//
//
// Takes:  carrier.fold and carrier.map anywhere below a func.func or builtin.module.
// Gives:  one tile.kernel each, named <function>_<n>: the free axes on a grid of CTAs, the
//         fold axis streamed in tiles, the state of the channels in tiles that live across the
//         stream.
// Leaves: every other operation; tile values have no layout and loads no residence yet.
//
// A computed right operand of a contraction goes into a carrier.map first (BracketHoist.c), which
// becomes a kernel of its own.
//
// Axes get roles from the algebra alone (BracketModel.c): a row and column axes that are tile
// dimensions, batch axes that are grid axes of one element. Tile sizes come from the schedule
// (TILE@<contraction or axis>; REDUCE, PACK, GRID, MATH, MASK, WALK, RESCALE) or from Defaults.c
// (BracketTile.c).
//
//   for each (batch, row tile [, column tile]) in parallel:
//     state = identity
//     for fold tile in [begin, split1): state = merge(state, masked lift tile)    class partial
//     for fold tile in [split1, split2): state = merge(state, lift tile)          class full
//     for fold tile in [split2, end): state = merge(state, masked lift tile)      class partial
//     results = project(state)
//
// Where masks are decided for tiles at run time the three go along a list of tiles that small
// kernels in front make (BracketVisit.c).
//
// A fold that names a carrier is bracketed only if the definition claims associativity and
// commutativity and keeps its laws on the states that are tried (Dialect/Carrier/Laws.h); otherwise
// it is refused with the counterexample. Definitions that no fold names any more go.
//
// The bounds come from the mask predicates (BracketMask.c), the merge from the channels
// (BracketFold.c). Every decision is written into the kernel's `schedule`.
//
//===----------------------------------------------------------------------===//
#include "Passes/Bracket.h"
#include "Dialect/Carrier/Define.h"
#include "Dialect/Carrier/Laws.h"
#include "Passes/Defaults.h"
#include "attn-c/Plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunBracket(MlirOperation op, const AttnPassContext *pass);

static bool isOwnKey(const AttnScheduleEntry *e) {
  return strcmp(e->key, "TILE") == 0 || strcmp(e->key, "REDUCE") == 0 ||
         strcmp(e->key, "PACK") == 0 || strcmp(e->key, "GRID") == 0 ||
         strcmp(e->key, "MATH") == 0 || strcmp(e->key, "MASK") == 0 ||
         strcmp(e->key, "WALK") == 0 || strcmp(e->key, "RESCALE") == 0;
}

/// <function>_<n>, n counting up to a name that is free in the module; malloc'd.
static char *kernelName(MlirOperation op) {
  MlirOperation func = attnParentOfName(op, "func.func");
  const char *base = mlirOperationIsNull(func) ? NULL : attnAttrStr(func, "sym_name");
  char *name = NULL;
  MlirOperation top = op;
  for (MlirOperation p = op; !mlirOperationIsNull(p); p = mlirOperationGetParentOperation(p))
    top = p;
  for (int n = 0;; ++n) {
    if (asprintf(&name, "%s_%d", base ? base : "kernel", n) < 0)
      return NULL;
    if (!attnSymbolTaken(top, name))
      return name;
    free(name);
  }
}

/// Puts the pass's own entries of the option into those of the op; marks in `from` which entry of
/// the option each came from (-1: the op's attribute).
static bool gatherPins(MlirOperation op, const AttnSchedule *option, AttnSchedule *pins) {
  char err[256];
  if (!attnScheduleParse(attnAttrStr(op, "schedule"), pins, err, sizeof err)) {
    attnOpError(op, "schedule attribute: %s", err);
    return false;
  }
  AttnSchedule own = {0};
  for (size_t i = 0; i < option->size; ++i)
    if (isOwnKey(&option->entries[i]))
      own.entries[own.size++] = option->entries[i];
  if (!attnScheduleMerge(pins, &own, err, sizeof err)) {
    attnOpError(op, "schedule: %s", err);
    return false;
  }
  return true;
}

static bool sameKey(const AttnScheduleEntry *a, const AttnScheduleEntry *b) {
  return strcmp(a->key, b->key) == 0 && strcmp(a->axis, b->axis) == 0;
}

static bool refuse(MlirOperation op, const AttnScheduleEntry *e, const char *rule,
                   const char *otherwise) {
  attnOpError(op, "cannot honour %s%s%s=%s: %s", e->key, *e->axis ? "@" : "", e->axis, e->value,
              rule ? rule : otherwise);
  return false;
}

/// Tiles and lanes merge states in any bracketing and order: only where the definition claims that
/// it may be done, and the claim holds on what can be tried.
static bool isLawful(MlirOperation fold) {
  static const char *const needed[] = {"associative", "commutative"};
  MlirOperation define = attnDefineOf(fold);
  if (mlirOperationIsNull(define))
    return true; // channels: monoids by construction
  for (int i = 0; i < 2; ++i)
    if (!attnDeclaresLaw(define, needed[i])) {
      attnOpError(fold,
                  "cannot be bracketed: its carrier '%s' does not claim to be %s, and tiles and "
                  "lanes merge states in an order of their own",
                  attnAttrStr(fold, "carrier"), needed[i]);
      return false;
    }
  bool tried = !mlirAttributeIsNull(attnAttr(define, ATTN_LAWS_TRIED));
  return tried || attnKeepsLaws(define, false);
}

/// Where nothing reads the list of tiles (no tile is left), the kernels that make it go.
static void dropVisits(const AttnBrModel *m) {
  if (!mlirOperationIsNull(m->ranks) && !attnHasUses(m->ranks))
    mlirOperationDestroy(m->ranks);
  if (mlirOperationIsNull(m->visits) || attnHasUses(m->visits))
    return;
  mlirOperationDestroy(m->visits);
  if (!mlirOperationIsNull(m->classes))
    mlirOperationDestroy(m->classes);
}

/// `fates`: of the option's entries, over all operations.
static bool bracketOne(MlirOperation op, const AttnSchedule *option, AttnBrPin *fates, bool bulk) {
  AttnSchedule pins, out = {0}, own;
  char err[256];
  if (!gatherPins(op, option, &pins) || !isLawful(op))
    return false;
  attnScheduleParse(attnAttrStr(op, "schedule"), &own, err, sizeof err);
  AttnBrPin here[sizeof pins.entries / sizeof *pins.entries] = {0};
  AttnBrModel m;
  MlirOperation kernel = {NULL};
  attnDefineExpand(op);
  bool ready = attnBrRead(op, &m);
  if (ready && attnBrDivisions(&m)) {
    attnBrFree(&m);
    ready = attnBrRead(op, &m);
  }
  for (MlirOperation map; ready && attnBrHoist(&m, &map);) {
    attnBrFree(&m);
    ready = bracketOne(map, option, fates, bulk) && attnBrRead(op, &m);
  }
  m.bulk = bulk;
  if (ready && attnBrTile(&m, &pins, here, &out)) {
    for (size_t i = 0; i < pins.size; ++i) {
      const AttnScheduleEntry *e = &pins.entries[i];
      if (!isOwnKey(e))
        attnScheduleSet(&out, e->key, e->axis, e->value); // other passes' pins stay
      for (size_t k = 0; k < option->size; ++k)
        if (sameKey(&option->entries[k], e)) {
          fates[k].honoured |= here[i].honoured;
          fates[k].rule = here[i].rule ? here[i].rule : fates[k].rule;
        }
    }
    bool ok = true;
    for (size_t i = 0; i < own.size && ok; ++i)
      for (size_t k = 0; k < pins.size && ok; ++k)
        if (isOwnKey(&own.entries[i]) && sameKey(&own.entries[i], &pins.entries[k]) &&
            !here[k].honoured)
          ok = refuse(op, &own.entries[i], here[k].rule,
                      "it has no contraction or axis of that name");
    char *name = ok ? kernelName(op) : NULL, *text = ok ? attnSchedulePrint(&out) : NULL;
    const AttnScheduleEntry *grid = attnScheduleGet(&out, "GRID", NULL);
    AttnGrid order = {0};
    bool inOrder = grid && attnParseGrid(grid->value, &order) && order.persistent &&
                   order.longestFirst && !order.cluster;
    bool visited = name && text && attnBrVisits(&m, name, inOrder);
    m.streamK = order.streamK && !m.isMap; // a map streams nothing
    const char *rule = visited && m.streamK ? attnBrStreamKRule(&m) : NULL;
    if (rule)
      refuse(op, grid, rule, NULL);
    else if (visited)
      kernel = attnBrFold(&m, name, text);
    free(name);
    free(text);
  }
  attnBrFree(&m);
  if (mlirOperationIsNull(kernel))
    return false;
  intptr_t n = mlirOperationGetNumResults(op);
  MlirValue *results = malloc((size_t)(n + 1) * sizeof *results);
  for (intptr_t i = 0; i < n; ++i)
    results[i] = mlirOperationGetResult(kernel, i);
  attnReplaceOp(op, n, results);
  free(results);
  dropVisits(&m);
  return true;
}

MlirLogicalResult attnRunBracket(MlirOperation op, const AttnPassContext *pass) {
  AttnSchedule option;
  char err[256];
  if (!attnScheduleParse(pass->getString(pass, "schedule"), &option, err, sizeof err))
    return attnOpError(op, "attn-bracket: option 'schedule': %s", err);
  bool bulk = attnHasBulkCopies(pass->getString(pass, "chip"));
  AttnBrPin fates[sizeof option.entries / sizeof *option.entries] = {0};
  MlirOperation *ops;
  intptr_t n = attnCollect(op, NULL, &ops), count = 0;
  for (intptr_t i = 0; i < n; ++i)
    if (attnIs(ops[i], "carrier.fold") || attnIs(ops[i], "carrier.map"))
      ops[count++] = ops[i];
  bool ok = true;
  for (intptr_t i = 0; i < count && ok; ++i)
    ok = bracketOne(ops[i], &option, fates, bulk);
  free(ops);
  for (size_t i = 0; i < option.size && ok; ++i) {
    const AttnScheduleEntry *e = &option.entries[i];
    if (isOwnKey(e) && !fates[i].honoured)
      ok = refuse(op, e, fates[i].rule,
                  "no carrier operation here has a contraction or axis of that name");
  }
  if (ok)
    attnDefineSweep(op);
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
