//===- EntryTypes.c - What the entry takes and returns ---------------------===//
// See EntryTypes.h.
//===----------------------------------------------------------------------===//
#include "Compile/EntryTypes.h"
#include "Compile/OracleEmit.h"
#include "IR/Diag.h"
#include "Runtime/Status.h"
#include "attn-c/Compile.h"
#include "attn-c/Passes.h"

#include "mlir-c/Pass.h"

#include <stdlib.h>
#include <string.h>

bool attnSymbolicType(const AttnSymbols *symbols, MlirType type, AttnTensorType *out) {
  if (!attnRuntimeType(type, false, out))
    return false;
  for (int d = 0; d < out->rank; ++d) {
    int at = attnSymbolOf(symbols, out->shape[d]);
    if (at >= 0)
      out->shape[d] = -1 - at;
  }
  return true;
}

bool attnEntryTypesOf(MlirOperation func, AttnEntryTypes *s, AttnStatus *st) {
  *s = (AttnEntryTypes){.numArguments = 0};
  MlirType type = mlirTypeAttrGetValue(attnAttr(func, "function_type"));
  int n = (int)mlirFunctionTypeGetNumInputs(type), m = (int)mlirFunctionTypeGetNumResults(type);
  if (!attnSymbolsRead(func, &s->symbols)) {
    attnOpError(func, "has a malformed attribute 'attn.symbols'");
    return attnFail(st, ATTN_STATUS_INVALID, "the attribute 'attn.symbols' is malformed");
  }
  for (int i = 0; i < s->symbols.n; ++i)
    s->lengths[i] = (AttnPackageLength){.name = s->symbols.s[i].name,
                                        .limit = s->symbols.s[i].limit,
                                        .of = s->symbols.s[i].of,
                                        .div = s->symbols.s[i].div};
  s->arguments = attnAlloc((size_t)n * sizeof *s->arguments, st);
  s->results = attnAlloc((size_t)m * sizeof *s->results, st);
  if (!s->arguments || !s->results)
    return false;
  s->numArguments = n;
  s->numResults = m;
  for (int i = 0; i < n + m; ++i) {
    MlirType t = i < n ? mlirFunctionTypeGetInput(type, i) : mlirFunctionTypeGetResult(type, i - n);
    if (attnSymbolicType(&s->symbols, t, i < n ? &s->arguments[i] : &s->results[i - n]))
      continue;
    attnOpError(func,
                "%s %d of the entry does not run: expected a ranked tensor of rank <= %d with "
                "elements f16, bf16, f32, f64, i1, i8, i16, i32 or i64",
                i < n ? "argument" : "result", i < n ? i : i - n, ATTN_MAX_RANK);
    return attnFail(st, ATTN_STATUS_INVALID, "%s %d is no tensor of a known element type",
                    i < n ? "argument" : "result", i < n ? i : i - n);
  }
  return true;
}

void attnEntryTypesFree(AttnEntryTypes *s) {
  free(s->arguments);
  free(s->results);
}

bool attnCompileArguments(MlirModule module, const char *entry, AttnTensorType **types, int *count,
                          AttnStatus *status) {
  AttnStatus own;
  AttnStatus *st = status ? status : &own;
  MlirContext ctx = mlirModuleGetContext(module);
  MlirModule copy = mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(module)));
  MlirPassManager pm = mlirPassManagerCreate(ctx);
  AttnEntryTypes s = {.numArguments = 0};
  bool ok = mlirLogicalResultIsSuccess(attnAddPass(ctx, mlirPassManagerGetAsOpPassManager(pm),
                                                   "attn-buffers", "", NULL, NULL)) &&
            mlirLogicalResultIsSuccess(attnAddPass(ctx, mlirPassManagerGetAsOpPassManager(pm),
                                                   "attn-symbols", "", NULL, NULL)) &&
            mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(pm, mlirModuleGetOperation(copy)));
  if (!ok)
    attnFail(st, ATTN_STATUS_INVALID,
             "the arguments cannot be made tensors, or the dynamic dimensions be related");
  MlirOperation func = ok ? attnFindEntry(copy, entry, st) : (MlirOperation){NULL};
  ok = !mlirOperationIsNull(func) && attnEntryTypesOf(func, &s, st);
  *types = s.arguments;
  *count = s.numArguments;
  if (ok)
    s.arguments = NULL;
  else
    *types = NULL;
  attnEntryTypesFree(&s);
  mlirPassManagerDestroy(pm);
  mlirModuleDestroy(copy);
  return ok && attnOk(st);
}
