//===- Choose.c - attn-choose: the first row for what nobody pinned -------===//
//
// Takes:  carrier.fold and carrier.map (after attn-place).
// Gives:  the entries of the best row of the schedule language in the `schedule` attribute of each:
//         TILE, STAGE, HOLD and MATH, at places that neither the attribute nor the option pins.
//         Which rows there are and in which order is Schedule/Rank.h's; the scheduling passes
//         decide what is legal, on a copy of the operation in a module of its own:
//
//           problem = numbers of the operation                        (Problem.c)
//           for each row, best first:
//             skip it where it contradicts a pin
//             copy; copy.schedule = pins + row; attn-bracket, attn-atomize, attn-stage
//             take it if they accept
//
// Leaves: an operation for which no row is accepted within TRIES, and one whose pins the rows do
//         not know (REDUCE over threads): the passes refuse, as they do without this one.
//
//===----------------------------------------------------------------------===//
#include "Passes/Choose.h"
#include "Dialect/Carrier/Define.h"
#include "Dialect/Carrier/Laws.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "IR/Moved.h"
#include "Passes/Defaults.h"
#include "Passes/Problem.h"
#include "attn-c/Plugin.h"

#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunBracket(MlirOperation op, const AttnPassContext *pass);
MlirLogicalResult attnRunRaster(MlirOperation op, const AttnPassContext *pass);
MlirLogicalResult attnRunAtomize(MlirOperation op, const AttnPassContext *pass);
MlirLogicalResult attnRunRoles(MlirOperation op, const AttnPassContext *pass);
MlirLogicalResult attnRunStage(MlirOperation op, const AttnPassContext *pass);
MlirLogicalResult attnRunChoose(MlirOperation op, const AttnPassContext *pass);

/// Rows that the pass tries before it leaves the operation to the others: some 20 ms.
enum { TRIES = 32, LEARN = 4 };

//===--- the operation alone ----------------------------------------------===//

typedef struct Captured {
  MlirValue *v;
  intptr_t n, capacity;
} Captured;

static void captureOf(MlirOperation outer, Captured *c);

/// What `op`, which is `outer` or stands in it, takes from outside of `outer`. Tensors that lie
/// where data say come along, behind what they take.
static void capture(MlirOperation outer, MlirOperation op, Captured *c) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    bool inside = false;
    for (intptr_t r = 0; r < mlirOperationGetNumRegions(outer); ++r)
      inside |= attnValueIsInside(v, mlirOperationGetRegion(outer, r));
    for (intptr_t k = 0; k < c->n; ++k)
      inside |= mlirValueEqual(c->v[k], v);
    if (inside)
      continue;
    if (attnIsPlacedByData(v))
      captureOf(attnDef(v), c);
    if (c->n == c->capacity) {
      c->capacity = c->capacity ? 2 * c->capacity : 8;
      c->v = realloc(c->v, (size_t)c->capacity * sizeof *c->v);
    }
    c->v[c->n++] = v;
  }
}

static void captureOf(MlirOperation outer, Captured *c) {
  MlirOperation *all;
  capture(outer, outer, c);
  for (intptr_t i = 0, n = attnCollect(outer, NULL, &all); i < n; ++i)
    capture(outer, all[i], c);
  free(all);
}

/// Constants, lengths, and tensors that lie where data say.
static bool comesAlong(MlirValue v) {
  return attnIs(attnDef(v), "arith.constant") || attnIs(attnDef(v), "carrier.size") ||
         attnIsPlacedByData(v);
}

/// A module with one function that computes what `op` does; constants and the definition of its
/// carrier come along, the rest are arguments.
static MlirModule isolate(MlirOperation op) {
  MlirContext ctx = mlirOperationGetContext(op);
  MlirLocation loc = mlirOperationGetLocation(op);
  Captured c = {0};
  captureOf(op, &c);
  MlirType *types = malloc((size_t)(c.n + 1) * sizeof *types);
  MlirValue *arguments = malloc((size_t)(c.n + 1) * sizeof *arguments);
  intptr_t n = 0;
  for (intptr_t i = 0; i < c.n; ++i)
    if (!comesAlong(c.v[i]))
      arguments[n] = c.v[i], types[n++] = mlirValueGetType(c.v[i]);
  intptr_t m = mlirOperationGetNumResults(op);
  MlirType *results = malloc((size_t)(m + 1) * sizeof *results);
  MlirValue *values = malloc((size_t)(m + 1) * sizeof *values);
  for (intptr_t i = 0; i < m; ++i)
    results[i] = mlirValueGetType(mlirOperationGetResult(op, i));
  MlirModule module = mlirModuleCreateEmpty(loc);
  AttnBuilder b = attnBuilderAtEnd(mlirModuleGetBody(module), loc), in;
  MlirRegion region = attnRegionWithBlock(&b, n, types, &in);
  MlirNamedAttribute attrs[] = {
      attnNamed(ctx, "sym_name", attnStr(ctx, "f")),
      attnNamed(ctx, "function_type",
                mlirTypeAttrGet(mlirFunctionTypeGet(ctx, n, types, m, results)))};
  MlirBlock body = in.block;
  MlirOperation define = attnDefineOf(op);
  if (!mlirOperationIsNull(define)) {
    define = mlirOperationClone(define);
    attnSetAttr(define, ATTN_LAWS_TRIED, mlirUnitAttrGet(ctx));
    mlirBlockAppendOwnedOperation(b.block, define);
  }
  MlirOperation func = attnBuildOp(
      &b, &(AttnOpDesc){
              .name = "func.func", .nAttrs = 2, .attrs = attrs, .nRegions = 1, .regions = &region});
  MlirAttribute symbols = attnAttr(attnParentOfName(op, "func.func"), "attn.symbols");
  if (!mlirAttributeIsNull(symbols))
    attnSetAttr(func, "attn.symbols", symbols);
  AttnValueMap map = {0};
  for (intptr_t i = 0; i < n; ++i)
    attnMapValue(&map, arguments[i], mlirBlockGetArgument(body, i));
  for (intptr_t i = 0; i < c.n; ++i)
    if (comesAlong(c.v[i]))
      attnCloneMapped(&in, attnDef(c.v[i]), &map);
  MlirOperation copy = attnCloneMapped(&in, op, &map);
  mlirOperationRemoveAttributeByName(copy, mlirStringRefCreateFromCString("schedule"));
  for (intptr_t i = 0; i < m; ++i)
    values[i] = mlirOperationGetResult(copy, i);
  attnBuildYield(&in, "func.return", m, values);
  attnMapFree(&map);
  free(values);
  free(results);
  free(arguments);
  free(types);
  free(c.v);
  return module;
}

/// The last carrier operation below: operands that attn-bracket hoists stand in front.
static MlirOperation lastCarrier(MlirOperation root) {
  MlirOperation *ops, last = {NULL};
  intptr_t n = attnCollect(root, NULL, &ops);
  for (intptr_t i = 0; i < n; ++i)
    if (attnIs(ops[i], "carrier.fold") || attnIs(ops[i], "carrier.map"))
      last = ops[i];
  free(ops);
  return last;
}

//===--- pins -------------------------------------------------------------===//

/// The pin at the place of e, bare ones included; NULL if there is none.
static const AttnScheduleEntry *pinAt(const AttnSchedule *pins, const AttnScheduleEntry *e) {
  return attnScheduleGet(pins, e->key, e->axis);
}

static bool sameTile(const char *pin, const char *row) {
  AttnAtomTile a, b;
  AttnScalarTile x, y;
  if (attnParseAtomTile(pin, &a) && attnParseAtomTile(row, &b))
    return strcmp(a.atom, b.atom) == 0 && a.wm == b.wm && a.wn == b.wn && a.fm == b.fm &&
           a.fn == b.fn && (!a.bk || !b.bk || a.bk == b.bk);
  return attnParseScalarTile(pin, &x) && attnParseScalarTile(row, &y) && x.n == y.n && x.m == y.m &&
         x.fn == y.fn && x.fm == y.fm;
}

static bool sameStage(const char *pin, const char *row) {
  AttnStage a, b;
  if (!attnParseStage(pin, &a) || !attnParseStage(row, &b))
    return false;
  return a.depth == b.depth && strcmp(a.transport, b.transport) == 0 && a.ring == b.ring &&
         (a.swizzle == b.swizzle) && (a.pad < 0 || b.pad < 0 || a.pad == b.pad);
}

/// Registers, and how results leave, are the pin's business.
static bool sameRole(const char *pin, const char *row) {
  AttnRole a, b;
  return attnParseRole(pin, &a) && attnParseRole(row, &b) && a.uniform == b.uniform &&
         a.producerWarps == b.producerWarps && a.consumerGroups == b.consumerGroups &&
         a.pingpong == b.pingpong && a.overlap == b.overlap;
}

/// The order is the pin's business, and that of attn-raster.
static AttnGrid gridOf(const AttnScheduleEntry *e) {
  AttnGrid grid = {0};
  if (!e || !attnParseGrid(e->value, &grid))
    grid = (AttnGrid){0};
  return grid;
}

/// Do the CTAs of a cluster get whole shares of a step's columns (attn-roles)?
static bool sharesColumns(const AttnSchedule *row, int ctas) {
  AttnAtomTile t;
  for (size_t i = 0; i < row->size; ++i) // the first contraction's are those of the stream
    if (strcmp(row->entries[i].key, "TILE") == 0 && attnParseAtomTile(row->entries[i].value, &t))
      return t.n * t.wn * t.fn % (8 * ctas) == 0;
  return true;
}

static bool agrees(const AttnProblem *p, const AttnSchedule *pins, const AttnSchedule *row) {
  const AttnScheduleEntry *role = attnScheduleGet(pins, "ROLE", p->foldName);
  const AttnScheduleEntry *pin = attnScheduleGet(pins, "GRID", "");
  AttnGrid grid = gridOf(pin);
  bool producers = (role && strcmp(role->value, "u") != 0) || grid.cluster;
  if (producers && !attnScheduleGet(row, "ROLE", p->foldName))
    return false;
  if (pin && grid.persistent != gridOf(attnScheduleGet(row, "GRID", "")).persistent)
    return false;
  if (grid.cluster && !sharesColumns(row, grid.cluster))
    return false;
  for (size_t i = 0; i < row->size; ++i) {
    const AttnScheduleEntry *e = &row->entries[i];
    pin = pinAt(pins, e);
    if (!pin || strcmp(e->key, "GRID") == 0 || strcmp(e->key, "WALK") == 0 ||
        strcmp(e->key, "RESCALE") == 0)
      continue; // goes with any row
    // How an operand that no step changes gets to its place is the pin's business alone.
    if (strcmp(e->key, "STAGE") == 0 && strcmp(e->axis, p->rowName) == 0)
      continue;
    bool same = strcmp(e->key, "TILE") == 0    ? sameTile(pin->value, e->value)
                : strcmp(e->key, "STAGE") == 0 ? sameStage(pin->value, e->value)
                : strcmp(e->key, "ROLE") == 0  ? sameRole(pin->value, e->value)
                                               : strcmp(pin->value, e->value) == 0;
    if (!same)
      return false;
  }
  return true;
}

/// The slab of the operand that no step changes: attn-stage's business where somebody pins the
/// slabs of the steps.
static bool followsPin(const AttnProblem *p, const AttnSchedule *pins, const AttnScheduleEntry *e) {
  return strcmp(e->key, "STAGE") == 0 && strcmp(e->axis, p->rowName) == 0 &&
         attnScheduleGet(pins, "STAGE", p->foldName);
}

/// The pins that this operation has a decision for; others are for other operations, or refused by
/// the passes.
static AttnSchedule ownPins(const AttnBrModel *m, const AttnSchedule *pins) {
  AttnSchedule own = {0};
  for (size_t i = 0; i < pins->size; ++i)
    if (attnBrConcerns(m, &pins->entries[i]))
      own.entries[own.size++] = pins->entries[i];
  return own;
}

/// Pins that the rows know nothing of: splits over threads and accumulators.
static bool beyondRows(const AttnSchedule *pins) {
  AttnReduceSplit r;
  for (size_t i = 0; i < pins->size; ++i)
    if (strcmp(pins->entries[i].key, "REDUCE") == 0 &&
        (!attnParseReduce(pins->entries[i].value, &r) || r.block > 1 || r.registers > 1))
      return true;
  return false;
}

//===--- trying a row -----------------------------------------------------===//

typedef struct Options {
  const char *chip;
} Options;

static const char *getString(const AttnPassContext *c, const char *option) {
  const Options *o = c->impl;
  return strcmp(option, "chip") == 0 ? o->chip : "";
}

/// The schedule that the passes make of the pins on a copy of the module; NULL where they refuse.
static char *tryRow(MlirModule module, const AttnSchedule *pins, const char *chip, AttnRow *row,
                    AttnChoiceCheck check, void *user) {
  Options options = {chip};
  AttnPassContext pass = {.struct_size = sizeof pass, .getString = getString, .impl = &options};
  MlirOperation copy = mlirOperationClone(mlirModuleGetOperation(module));
  MlirOperation op = lastCarrier(copy);
  char *text = attnSchedulePrint(pins), *result = NULL;
  attnSetAttr(op, "schedule", attnStr(mlirOperationGetContext(op), text));
  free(text);
  bool ok = mlirLogicalResultIsSuccess(attnRunBracket(copy, &pass)) &&
            mlirLogicalResultIsSuccess(attnRunRaster(copy, &pass)) &&
            mlirLogicalResultIsSuccess(attnRunAtomize(copy, &pass)) &&
            mlirLogicalResultIsSuccess(attnRunRoles(copy, &pass)) &&
            mlirLogicalResultIsSuccess(attnRunStage(copy, &pass));
  if (ok) {
    MlirOperation *kernels;
    intptr_t n = attnCollect(copy, "tile.kernel", &kernels);
    const char *s = n ? attnAttrStr(kernels[n - 1], "schedule") : NULL;
    result = s ? strdup(s) : NULL;
    free(kernels);
  }
  if (result && check && !check(copy, row, user)) {
    free(result);
    result = NULL;
  }
  mlirOperationDestroy(copy);
  return result;
}

/// Reads the problem off the operation alone; what is computed for a contraction's right side goes
/// in front first, as in attn-bracket.
static bool readProblem(MlirModule module, AttnProblem *p, AttnSchedule *pins) {
  AttnBrModel m;
  MlirOperation map, root = mlirModuleGetOperation(module);
  bool ok = attnBrRead(lastCarrier(root), &m);
  while (ok && attnBrHoist(&m, &map)) {
    attnBrFree(&m);
    ok = attnBrRead(lastCarrier(root), &m);
  }
  ok = ok && attnProblemRead(&m, p);
  *pins = ok ? ownPins(&m, pins) : *pins;
  attnBrFree(&m);
  return ok;
}

static size_t chooseFrom(MlirModule module, const AttnProblem *p, const char *chip,
                         const AttnSchedule *pins, size_t most, size_t tries, AttnChoiceCheck check,
                         void *user, AttnChoice *out, size_t capacity, AttnRow *rows, size_t n) {
  size_t found = 0, tried = 0;
  int refused[3] = {0}; // in a row, by transport; < 0: one was accepted
  for (size_t i = 0; i < n && found < capacity && (!most || found < most); ++i) {
    AttnChoice c = {.row = rows[i]};
    AttnSchedule entries, all = *pins;
    char err[256];
    attnRowSchedule(p, &rows[i], &entries);
    if (!agrees(p, pins, &entries))
      continue;
    for (size_t k = 0; k < entries.size; ++k)
      if (!pinAt(pins, &entries.entries[k]) && !followsPin(p, pins, &entries.entries[k]))
        c.decided.entries[c.decided.size++] = entries.entries[k];
    int *no = &refused[strcmp(rows[i].stage.transport, "cp") == 0    ? 1
                       : strcmp(rows[i].stage.transport, "tma") == 0 ? 2
                                                                     : 0];
    if (tries && *no >= LEARN && no != refused)
      continue; // the operands do not lie as that transport wants them
    if (tries && tried++ == tries)
      break;
    *no += *no >= 0;
    if (!attnScheduleMerge(&all, &c.decided, err, sizeof err) ||
        !(c.schedule = tryRow(module, &all, chip, &c.row, check, user)))
      continue;
    *no = -1;
    for (size_t k = 0; k < found && c.schedule; ++k)
      if (strcmp(out[k].schedule, c.schedule) == 0) {
        free(c.schedule);
        c.schedule = NULL;
      }
    if (c.schedule)
      out[found++] = c;
  }
  return found;
}

size_t attnChooseRows(MlirOperation op, const char *chip, const AttnSchedule *pins, size_t most,
                      size_t tries, AttnChoiceCheck check, void *user, AttnChoice **choices) {
  const AttnChipFacts *facts = attnChipFacts(chip);
  *choices = NULL;
  if (!facts)
    return 0;
  AttnSchedule own = *pins;
  MlirContext ctx = mlirOperationGetContext(op);
  AttnProblem *p = malloc(sizeof *p);
  attnDiagMute(ctx);
  MlirModule module = isolate(op);
  size_t found = 0;
  if (readProblem(module, p, &own) && !beyondRows(&own)) {
    AttnRow *rows;
    AttnChipFacts few = *facts;
    AttnGrid grid = gridOf(attnScheduleGet(&own, "GRID", ""));
    if (grid.sms && grid.sms < few.sms)
      few.sms = grid.sms;
    p->stays = grid.persistent;
    size_t n = attnRankRows(p, &few, &rows), capacity = most && most < n ? most : n;
    *choices = calloc(capacity + 1, sizeof **choices);
    found =
        chooseFrom(module, p, chip, &own, most, tries, check, user, *choices, capacity, rows, n);
    free(rows);
  }
  mlirModuleDestroy(module);
  attnDiagUnmute(ctx);
  free(p);
  return found;
}

bool attnChooseProblem(MlirOperation op, AttnProblem *p) {
  AttnSchedule none = {0};
  MlirContext ctx = mlirOperationGetContext(op);
  attnDiagMute(ctx);
  MlirModule module = isolate(op);
  bool ok = readProblem(module, p, &none);
  mlirModuleDestroy(module);
  attnDiagUnmute(ctx);
  return ok;
}

bool attnPinConcerns(MlirOperation op, const AttnScheduleEntry *pin) {
  MlirContext ctx = mlirOperationGetContext(op);
  AttnBrModel m;
  attnDiagMute(ctx);
  bool ok = attnBrRead(op, &m) && attnBrConcerns(&m, pin);
  attnBrFree(&m);
  attnDiagUnmute(ctx);
  return ok;
}

void attnChoicesFree(AttnChoice *choices, size_t n) {
  for (size_t i = 0; i < n; ++i)
    free(choices[i].schedule);
  free(choices);
}

//===--- the pass ---------------------------------------------------------===//

static bool chooseOne(MlirOperation op, const AttnSchedule *option, const char *chip) {
  AttnSchedule pins, own;
  char err[256];
  if (!attnScheduleParse(attnAttrStr(op, "schedule"), &own, err, sizeof err)) {
    attnOpError(op, "schedule attribute: %s", err);
    return false;
  }
  pins = own;
  if (!attnScheduleMerge(&pins, option, err, sizeof err)) {
    attnOpError(op, "schedule: %s", err);
    return false;
  }
  AttnChoice *choices;
  size_t n = attnChooseRows(op, chip, &pins, 1, TRIES, NULL, NULL, &choices);
  bool ok = true;
  if (n) {
    ok = attnScheduleMerge(&own, &choices[0].decided, err, sizeof err);
    char *text = attnSchedulePrint(&own);
    if (own.size)
      attnSetAttr(op, "schedule", attnStr(mlirOperationGetContext(op), text));
    free(text);
    if (!ok)
      attnOpError(op, "schedule: %s", err);
  }
  attnChoicesFree(choices, n);
  return ok;
}

MlirLogicalResult attnRunChoose(MlirOperation op, const AttnPassContext *pass) {
  AttnSchedule option;
  char err[256];
  const char *chip = pass->getString(pass, "chip");
  if (!attnScheduleParse(pass->getString(pass, "schedule"), &option, err, sizeof err))
    return attnOpError(op, "attn-choose: option 'schedule': %s", err);
  if (!attnChipFacts(chip))
    return attnOpError(op, "attn-choose: option 'chip': found '%s', expected one of %s", chip,
                       attnKnownChips());
  MlirOperation *ops;
  intptr_t n = attnCollect(op, NULL, &ops);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i)
    if (attnIs(ops[i], "carrier.fold") || attnIs(ops[i], "carrier.map"))
      ok = chooseOne(ops[i], &option, chip);
  free(ops);
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
