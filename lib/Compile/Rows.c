//===- Rows.c - The rows of the schedule language for a module ------------===//
//
// Takes:  a module at the front end's level. Gives: text, for each fold and map one line a row.
// Leaves: the module; passes run on a copy.
//
//   normalise, recognise, place; for each carrier operation: attnChooseRows (Passes/Choose.h) with
//   convert-tile-to-nvvm as a last check, so that what is listed builds.
//
//===----------------------------------------------------------------------===//
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Passes/Choose.h"
#include "attn-c/Compile.h"
#include "attn-c/Passes.h"
#include "attn-c/Plugin.h"

#include "mlir-c/Pass.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunConvertTileToNVVM(MlirOperation op, const AttnPassContext *pass);

typedef struct Printer {
  MlirStringCallback callback;
  void *user;
} Printer;

static void put(const Printer *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(const Printer *p, const char *fmt, ...) {
  va_list args;
  char *text;
  va_start(args, fmt);
  int n = vasprintf(&text, fmt, args);
  va_end(args);
  if (n < 0)
    return;
  p->callback(mlirStringRefCreate(text, (size_t)n), p->user);
  free(text);
}

static const char *getString(const AttnPassContext *c, const char *option) {
  return strcmp(option, "chip") == 0 ? c->impl : "";
}

/// Device code can be made of it; the shared memory is then known, not predicted.
static bool lowers(MlirOperation module, AttnRow *row, void *chip) {
  AttnPassContext pass = {.struct_size = sizeof pass, .getString = getString, .impl = chip};
  if (mlirLogicalResultIsFailure(attnRunConvertTileToNVVM(module, &pass)))
    return false;
  MlirOperation *functions;
  intptr_t n = attnCollect(module, "func.func", &functions);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute launch = attnAttr(functions[i], "attn.launch");
    if (!mlirAttributeIsNull(launch)) // the last is the operation's, those before its operands'
      attnDictI64(launch, "shared", &row->shared);
  }
  free(functions);
  return true;
}

static void printOne(const Printer *p, MlirOperation op, const AttnRowsOptions *o, const char *chip,
                     const AttnSchedule *pins) {
  AttnSchedule all;
  char err[256];
  MlirOperation func = attnParentOfName(op, "func.func");
  const char *name = mlirOperationIsNull(func) ? NULL : attnAttrStr(func, "sym_name");
  if (!attnScheduleParse(attnAttrStr(op, "schedule"), &all, err, sizeof err) ||
      !attnScheduleMerge(&all, pins, err, sizeof err)) {
    attnOpError(op, "schedule: %s", err);
    return;
  }
  AttnChoice *rows;
  size_t most = o->most > 0 ? (size_t)o->most : 0;
  size_t n = attnChooseRows(op, chip, &all, most, 0, lowers, (void *)chip, &rows);
  const AttnChipFacts *facts = attnChipFacts(chip);
  put(p, "%s in @%s: %zu row%s%s for %s (%s)\n", attnOpName(op), name ? name : "?", n,
      n == 1 ? "" : "s", most && n == most ? ", the best" : "", chip, facts->board);
  if (n)
    put(p, "%10s %5s %7s %5s %5s  %-6s schedule\n", "us", "regs", "shared", "ctas", "warps",
        "bound");
  for (size_t i = 0; i < n; ++i)
    put(p, "%10.2f %5d %7ld %5d %4.0f%%  %-6s %s\n", rows[i].row.microseconds,
        rows[i].row.registers, (long)rows[i].row.shared, rows[i].row.ctas,
        100 * rows[i].row.occupancy, rows[i].row.bound, rows[i].schedule);
  attnChoicesFree(rows, n);
}

static bool isCarrierOp(MlirOperation op) {
  return attnIs(op, "carrier.fold") || attnIs(op, "carrier.map");
}

/// A pin that no operation has a decision for is an error, as it is in a pipeline.
static bool isForSome(const AttnScheduleEntry *pin, intptr_t n, const MlirOperation *ops,
                      MlirLocation loc) {
  bool any = false, some = false;
  for (intptr_t i = 0; i < n && !some; ++i)
    if (isCarrierOp(ops[i]))
      any = true, some = attnPinConcerns(ops[i], pin);
  if (any && !some)
    attnError(loc, "cannot honour %s%s%s=%s: no operation here has that decision", pin->key,
              *pin->axis ? "@" : "", pin->axis, pin->value);
  return some || !any;
}

static void keepMessage(const char *message, void *user) { snprintf(user, 512, "%s", message); }

bool attnPrintRows(MlirModule module, const AttnRowsOptions *options, MlirStringCallback callback,
                   void *user) {
  AttnRowsOptions o = options ? *options : (AttnRowsOptions){0};
  const char *chip = o.chip ? o.chip : "sm_90a";
  MlirContext ctx = mlirModuleGetContext(module);
  MlirOperation root = mlirModuleGetOperation(module);
  MlirLocation loc = mlirOperationGetLocation(root);
  AttnSchedule pins;
  char err[512] = "";
  if (!attnScheduleParse(o.schedule, &pins, err, sizeof err)) {
    attnError(loc, "schedule: %s", err);
    return false;
  }
  if (!attnChipFacts(chip)) {
    attnError(loc, "chip: found '%s', which is no chip that is known here", chip);
    return false;
  }
  char text[1024] = "";
  const AttnScheduleEntry *place = attnScheduleGet(&pins, "PLACE", "fold");
  if (place)
    snprintf(text, sizeof text, "schedule=\"PLACE%s%s=%s\"", *place->axis ? "@" : "", place->axis,
             place->value);
  AttnSchedule rest = {0}; // attn-place has had its own
  for (size_t i = 0; i < pins.size; ++i)
    if (strcmp(pins.entries[i].key, "PLACE") != 0)
      rest.entries[rest.size++] = pins.entries[i];
  char *restText = attnSchedulePrint(&rest);
  size_t size = strlen(restText) + 64;
  char *splitText = malloc(size);
  snprintf(splitText, size, "schedule=\"%s\" chip=%s", restText, chip);
  free(restText);
  MlirModule copy = mlirModuleFromOperation(mlirOperationClone(root));
  MlirPassManager pm = mlirPassManagerCreate(ctx);
  MlirOpPassManager top = mlirPassManagerGetAsOpPassManager(pm);
  bool ok =
      mlirLogicalResultIsSuccess(
          attnAddPass(ctx, top, "attn-to-carrier", NULL, keepMessage, err)) &&
      mlirLogicalResultIsSuccess(attnAddPass(ctx, top, "attn-place", text, keepMessage, err)) &&
      mlirLogicalResultIsSuccess(attnAddPass(ctx, top, "attn-split", splitText, keepMessage, err));
  free(splitText);
  if (!ok)
    attnError(loc, "%s", err);
  ok = ok && mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(pm, mlirModuleGetOperation(copy)));
  mlirPassManagerDestroy(pm);
  Printer p = {callback, user};
  MlirOperation *ops = NULL;
  intptr_t n = ok ? attnCollect(mlirModuleGetOperation(copy), NULL, &ops) : 0;
  int count = 0;
  for (size_t k = 0; k < rest.size && n && ok; ++k)
    ok = isForSome(&rest.entries[k], n, ops, loc);
  n = ok ? n : 0;
  for (intptr_t i = 0; i < n; ++i)
    if (isCarrierOp(ops[i])) {
      if (count++)
        put(&p, "\n");
      printOne(&p, ops[i], &o, chip, &rest);
    }
  free(ops);
  mlirModuleDestroy(copy);
  if (ok && !count) {
    attnError(loc, "nothing here has a schedule: no fold and no map was recognised");
    ok = false;
  }
  return ok;
}
