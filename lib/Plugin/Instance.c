//===- Instance.c - A row of the pass table as an MLIR pass ---------------===//
//
// MLIR clones a pass for each thread; the clones share one Instance by reference count, since
// option values do not change once the pass exists.
//
//===----------------------------------------------------------------------===//
#include "IR/Diag.h"
#include "IR/Text.h"
#include "Plugin/Pipeline.h"
#include "attn-c/Dialects.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static MlirStringRef ref(const char *s) { return mlirStringRefCreateFromCString(s); }

typedef struct Instance {
  atomic_int references;
  const AttnPassEntry *entry;
  AttnOptionValue *values;
  bool verify;
} Instance;

//===--- what a pass can ask ----------------------------------------------===//

static const AttnOptionValue *valueOf(const AttnPassContext *context, const char *option,
                                      AttnOptionKind kind) {
  const Instance *self = context->impl;
  const AttnSignature *signature = &self->entry->signature;
  size_t index;
  const AttnOptionSpec *spec = attnSignatureFind(signature, option, strlen(option), &index);
  if (!spec || spec->kind != kind) {
    fprintf(stderr, "pass '%s' asks for the %s option '%s' that its signature does not have\n",
            self->entry->desc->name, attnOptionKindName(kind), option);
    abort();
  }
  return &self->values[index];
}

static int64_t getInt(const AttnPassContext *c, const char *o) {
  return valueOf(c, o, ATTN_OPTION_INT)->i;
}
static bool getBool(const AttnPassContext *c, const char *o) {
  return valueOf(c, o, ATTN_OPTION_BOOL)->b;
}
static double getFloat(const AttnPassContext *c, const char *o) {
  return valueOf(c, o, ATTN_OPTION_FLOAT)->f;
}
static const char *getString(const AttnPassContext *c, const char *o) {
  return valueOf(c, o, ATTN_OPTION_STRING)->s;
}
static void warning(MlirLocation loc, const char *text) { attnWarning(loc, "%s", text); }
static void remark(MlirLocation loc, const char *text) { attnRemark(loc, "%s", text); }

//===--- the pass ---------------------------------------------------------===//

static void construct(void *user) { (void)user; }

static void destruct(void *user) {
  Instance *self = user;
  if (atomic_fetch_sub(&self->references, 1) != 1)
    return;
  attnOptionsFree(&self->entry->signature, self->values);
  free(self);
}

static void *clone(void *user) {
  atomic_fetch_add(&((Instance *)user)->references, 1);
  return user;
}

static void run(MlirOperation op, MlirExternalPass pass, void *user) {
  Instance *self = user;
  const AttnPassContext context = {sizeof context, getInt,  getBool, getFloat,
                                   getString,      warning, remark,  self};
  MlirLogicalResult result = self->entry->desc->run(op, &context);
  // MLIR's verifier knows only what IRDL can say; ours catches the rest where it was made.
  if (mlirLogicalResultIsSuccess(result) && self->verify)
    result = attnVerify(op);
  if (mlirLogicalResultIsFailure(result))
    mlirExternalPassSignalFailure(pass);
}

MlirPass attnPassCreate(const AttnPassEntry *entry, const AttnOptionValue *values, bool verify) {
  const AttnSignature *signature = &entry->signature;
  Instance *self = malloc(sizeof *self);
  AttnOptionValue *copy = calloc(signature->count + 1, sizeof *copy);
  if (!self || !copy)
    abort();
  for (size_t i = 0; i < signature->count; ++i) {
    copy[i] = values[i];
    if (copy[i].s)
      copy[i].s = attnCopy(copy[i].s, strlen(copy[i].s));
  }
  atomic_init(&self->references, 1);
  self->entry = entry;
  self->values = copy;
  self->verify = verify;
  const AttnPassDesc *desc = entry->desc;
  MlirExternalPassCallbacks callbacks = {construct, destruct, NULL, clone, run};
  return mlirCreateExternalPass(mlirTypeIDCreate(entry), ref(desc->name), ref(desc->name),
                                ref(desc->summary), ref(desc->anchor), 0, NULL, callbacks, self);
}

//===--- hooks ------------------------------------------------------------===//

typedef struct Hook {
  atomic_int references;
  const AttnElement *element;
  const AttnPassHooks *hooks;
  bool after;
} Hook;

static void hookDestruct(void *user) {
  if (atomic_fetch_sub(&((Hook *)user)->references, 1) == 1)
    free(user);
}

static void *hookClone(void *user) {
  atomic_fetch_add(&((Hook *)user)->references, 1);
  return user;
}

static void hookRun(MlirOperation op, MlirExternalPass pass, void *user) {
  Hook *hook = user;
  if (!hook->after)
    hook->hooks->before(hook->element, op, hook->hooks->user);
  else if (mlirLogicalResultIsFailure(hook->hooks->after(hook->element, op, hook->hooks->user)))
    mlirExternalPassSignalFailure(pass);
}

MlirPass attnHookCreate(const AttnElement *element, const AttnPassHooks *hooks, bool after) {
  static const max_align_t ids[2]; // addresses only
  Hook *hook = malloc(sizeof *hook);
  if (!hook)
    abort();
  atomic_init(&hook->references, 1);
  hook->element = element;
  hook->hooks = hooks;
  hook->after = after;
  MlirExternalPassCallbacks callbacks = {construct, hookDestruct, NULL, hookClone, hookRun};
  return mlirCreateExternalPass(mlirTypeIDCreate(&ids[after]), ref("attn-hook"), ref("attn-hook"),
                                ref("calls the tool around a pass"), ref(""), 0, NULL, callbacks,
                                hook);
}
