//===- Inspect.c - Looking at passes as they run --------------------------===//
// See Inspect.h.
//===----------------------------------------------------------------------===//
#include "Inspect.h"

#include "IR/Build.h"
#include "IR/Text.h"
#include "Schedule/Suggest.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct TimeRow {
  const void *key; // element or, for rows that are no pass, the name
  const char *name;
  double seconds;
} TimeRow;

struct Inspect {
  const Command *command;
  AttnPassHooks hooks;
  const AttnElement *running; // NULL between passes
  double begin;
  char *before; // text of the IR, for after-change
  TimeRow *rows;
  size_t numRows;
};

double secondsNow(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

MlirOpPrintingFlags printingFlags(const Command *command) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  if (command->elideLimit >= 0)
    mlirOpPrintingFlagsElideLargeElementsAttrs(flags, command->elideLimit);
  if (command->on[FLAG_PRINT_DEBUGINFO])
    mlirOpPrintingFlagsEnableDebugInfo(flags, true, false);
  if (command->on[FLAG_PRINT_OP_GENERIC])
    mlirOpPrintingFlagsPrintGenericOpForm(flags);
  if (command->on[FLAG_PRINT_LOCAL_SCOPE])
    mlirOpPrintingFlagsUseLocalScope(flags);
  return flags;
}

//===--- printing IR ------------------------------------------------------===//

/// Is `name` in the list `a,b,c`?
static bool isListed(const char *list, const char *name) {
  size_t length = strlen(name);
  for (const char *p = list; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
    if (strcspn(p, ",") == length && memcmp(p, name, length) == 0)
      return true;
  return false;
}

static void printIr(const Inspect *x, const char *when, const AttnElement *element,
                    MlirOperation op) {
  MlirOpPrintingFlags flags = printingFlags(x->command);
  fprintf(stderr, "// -----// IR Dump %s %s", when, element->name);
  bool isModule = attnIs(op, "builtin.module");
  if (!isModule) {
    const char *symbol = attnAttrStr(op, "sym_name");
    fprintf(stderr, " ('%s' operation%s%s)", attnOpName(op), symbol ? ": @" : "",
            symbol ? symbol : "");
  }
  fputs(" //----- //\n", stderr);
  if (x->command->on[FLAG_PRINT_MODULE_SCOPE])
    for (MlirOperation parent; !mlirOperationIsNull(parent = mlirOperationGetParentOperation(op));)
      op = parent;
  if (!isModule && !x->command->on[FLAG_PRINT_MODULE_SCOPE])
    mlirOpPrintingFlagsUseLocalScope(flags);
  char *text = attnPrintOp(op, flags, NULL);
  size_t length = strlen(text);
  fprintf(stderr, "%s%s\n", text, length && text[length - 1] == '\n' ? "" : "\n");
  free(text);
  mlirOpPrintingFlagsDestroy(flags);
}

/// The text that decides whether a pass changed the IR: everything but printing options.
static char *fingerprint(MlirOperation op) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsPrintGenericOpForm(flags);
  mlirOpPrintingFlagsEnableDebugInfo(flags, true, false);
  char *text = attnPrintOp(op, flags, NULL);
  mlirOpPrintingFlagsDestroy(flags);
  return text;
}

static bool printsAfter(const Inspect *x, const AttnElement *element) {
  const Command *c = x->command;
  return c->on[FLAG_PRINT_AFTER_ALL] ||
         (c->on[FLAG_PRINT_AFTER] && isListed(c->value[FLAG_PRINT_AFTER], element->name)) ||
         (c->on[FLAG_PRINT_AFTER_CHANGE] && !c->on[FLAG_PRINT_AFTER]);
}

//===--- timing -----------------------------------------------------------===//

static void addTime(Inspect *x, const void *key, const char *name, double seconds) {
  size_t i = 0;
  while (i < x->numRows && x->rows[i].key != key)
    ++i;
  if (i == x->numRows) {
    x->rows = realloc(x->rows, (x->numRows + 1) * sizeof *x->rows);
    if (!x->rows)
      abort();
    x->rows[x->numRows++] = (TimeRow){key, name, 0};
  }
  x->rows[i].seconds += seconds;
}

void inspectTime(Inspect *x, const char *row, double seconds) {
  if (x)
    addTime(x, row, row, seconds);
}

static void printTimes(const Inspect *x, double total) {
  static const char bar[] =
      "===-------------------------------------------------------------------------===";
  double rest = total;
  fprintf(stderr, "%s\n                         ... Execution time report ...\n%s\n", bar, bar);
  fprintf(stderr, "  Total Execution Time: %.4f seconds\n\n", total);
  fputs("  ----Wall Time----  ----Name----\n", stderr);
  double scale = total > 0 ? 100 / total : 0;
  for (size_t i = 0; i < x->numRows; ++i) {
    const TimeRow *r = &x->rows[i];
    fprintf(stderr, "  %8.4f (%5.1f%%)  %s\n", r->seconds, r->seconds * scale, r->name);
    rest -= r->seconds;
  }
  fprintf(stderr, "  %8.4f (%5.1f%%)  Rest\n", rest, rest * scale);
  fprintf(stderr, "  %8.4f (100.0%%)  Total\n", total);
}

//===--- the hooks --------------------------------------------------------===//

static void before(const AttnElement *element, MlirOperation op, void *user) {
  Inspect *x = user;
  const Command *c = x->command;
  if (c->on[FLAG_PRINT_BEFORE_ALL] ||
      (c->on[FLAG_PRINT_BEFORE] && isListed(c->value[FLAG_PRINT_BEFORE], element->name)))
    printIr(x, "Before", element, op);
  free(x->before);
  x->before = c->on[FLAG_PRINT_AFTER_CHANGE] ? fingerprint(op) : NULL;
  x->running = element;
  x->begin = secondsNow();
}

static MlirLogicalResult after(const AttnElement *element, MlirOperation op, void *user) {
  Inspect *x = user;
  double end = secondsNow();
  addTime(x, element, element->name, end - x->begin);
  if (x->command->verifyEach) {
    bool ok = mlirOperationVerify(op);
    addTime(x, "verifier", "(verifier)", secondsNow() - end);
    if (!ok)
      return mlirLogicalResultFailure();
  }
  x->running = NULL;
  bool print = printsAfter(x, element);
  if (print && x->before) {
    char *now = fingerprint(op);
    print = strcmp(now, x->before) != 0;
    free(now);
  }
  if (print)
    printIr(x, "After", element, op);
  return mlirLogicalResultSuccess();
}

//===--- life -------------------------------------------------------------===//

static bool checkList(const char *flag, const char *list, const AttnRegistry *registry) {
  for (const char *p = list; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
    size_t n = strcspn(p, ",");
    bool known = attnRegistryFind(registry, p, n) != NULL;
    AttnSuggest suggest = {p, n, NULL, 0};
    for (size_t i = 0; i < attnRegistrySize(registry); ++i)
      attnSuggestOffer(&suggest, attnRegistryGet(registry, i)->desc->name);
    for (const AttnUpstreamPass *u = attnUpstreamPasses; u->name && !known; ++u) {
      known = strlen(u->name) == n && memcmp(u->name, p, n) == 0;
      attnSuggestOffer(&suggest, u->name);
    }
    if (known)
      continue;
    fprintf(stderr, "attn-opt: error: --%s: unknown pass '%.*s'%s%s%s\n", flag, (int)n, p,
            suggest.best ? ", did you mean '" : "", suggest.best ? suggest.best : "",
            suggest.best ? "'?" : "");
    return false;
  }
  return true;
}

Inspect *inspectCreate(const Command *c, const AttnRegistry *registry, bool *ok) {
  *ok = checkList("mlir-print-ir-before", c->value[FLAG_PRINT_BEFORE], registry) &&
        checkList("mlir-print-ir-after", c->value[FLAG_PRINT_AFTER], registry);
  static const FlagId wanting[] = {
      FLAG_PRINT_BEFORE_ALL,   FLAG_PRINT_AFTER_ALL,     FLAG_PRINT_BEFORE, FLAG_PRINT_AFTER,
      FLAG_PRINT_AFTER_CHANGE, FLAG_PRINT_AFTER_FAILURE, FLAG_TIMING};
  bool wanted = false;
  for (size_t i = 0; i < sizeof wanting / sizeof *wanting; ++i)
    wanted |= c->on[wanting[i]];
  if (!*ok || !wanted)
    return NULL;
  Inspect *x = calloc(1, sizeof *x);
  if (!x)
    abort();
  x->command = c;
  x->hooks = (AttnPassHooks){before, after, x};
  return x;
}

const AttnPassHooks *inspectHooks(const Inspect *x) { return x ? &x->hooks : NULL; }

void inspectFailure(Inspect *x, MlirOperation module) {
  if (!x || !x->running)
    return;
  if (x->command->on[FLAG_PRINT_AFTER_FAILURE] || x->command->on[FLAG_PRINT_AFTER_ALL]) {
    static const char note[] = "After failed";
    printIr(x, note, x->running, module);
  }
  x->running = NULL;
}

void inspectFinish(Inspect *x, double total) {
  if (!x)
    return;
  if (x->command->on[FLAG_TIMING])
    printTimes(x, total);
  free(x->before);
  free(x->rows);
  free(x);
}
