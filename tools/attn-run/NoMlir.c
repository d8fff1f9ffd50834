//===- NoMlir.c - attn-run without a compiler -----------------------------===//
#include "Executor.h"
#include "Runtime/Status.h"

const bool canCompile = false;

static bool cannot(const Options *o, AttnStatus *st) {
  return attnFail(st, ATTN_STATUS_INVALID,
                  "%s: not an attn-mlir package, and this build of attn-run has no compiler",
                  o->file);
}

bool cpuExecutor(const Options *o, Executor *out, AttnStatus *st) {
  (void)out;
  return cannot(o, st);
}

bool emuExecutor(const Options *o, Executor *out, AttnStatus *st) {
  (void)out;
  return cannot(o, st);
}

AttnPackage *compilePackage(const Options *o, const char *chip, AttnStatus *st) {
  (void)chip;
  cannot(o, st);
  return NULL;
}
