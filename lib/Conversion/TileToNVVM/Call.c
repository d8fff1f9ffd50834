//===- Call.c - The call in place of a kernel, and how to launch it -------===//
// See Lower.h; TileToNVVM.c has what attn.launch holds.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"
#include "Conversion/TileToNVVM/TileToNVVM.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The attribute attn.launch.
static MlirAttribute launchOf(AttnLower *k, const char *name, MlirAttribute ctas,
                              MlirAttribute stretches, const char *schedule) {
  MlirContext ctx = k->ctx;
  char kernel[256 + sizeof "_stretches"];
  snprintf(kernel, 256, "%s::%s", ATTN_KERNELS_MODULE, name);
  MlirAttribute one = attnI64(ctx, 1), threads = attnI64(ctx, 32 * k->warps + k->producerThreads);
  MlirAttribute grid[] = {ctas, one, one}, block[] = {threads, one, one};
  MlirNamedAttribute launch[11] = {attnNamed(ctx, "kernel", attnStr(ctx, kernel)),
                                   attnNamed(ctx, "grid", mlirArrayAttrGet(ctx, 3, grid)),
                                   attnNamed(ctx, "block", mlirArrayAttrGet(ctx, 3, block)),
                                   attnNamed(ctx, "shared", attnI64(ctx, k->sharedBytes)),
                                   attnNamed(ctx, "schedule", attnStr(ctx, schedule))};
  intptr_t n = 5;
  if (k->nMaps)
    launch[n++] = attnNamed(ctx, "maps", attnLTensorMapsAttr(k));
  if (k->symbols.n) {
    const char *lengths[ATTN_MAX_SYMBOLS];
    for (int i = 0; i < k->symbols.n; ++i)
      lengths[i] = k->symbols.s[i].name;
    launch[n++] = attnNamed(ctx, "lengths", attnStrs(ctx, k->symbols.n, lengths));
  }
  char zero[128] = ATTN_KERNELS_MODULE "::";
  if (k->nOwn) {
    int64_t at = k->nInputs + mlirOperationGetNumResults(k->kernel);
    MlirAttribute counter = attnI64(ctx, at);
    launch[n++] = attnNamed(ctx, "zeroed", mlirArrayAttrGet(ctx, 1, &counter));
  }
  if (k->nOwn && k->chip->dependents) {
    attnLZeroName(k, zero + strlen(zero), sizeof zero - strlen(zero));
    launch[n++] = attnNamed(ctx, "zeroed_by", attnStr(ctx, zero));
  }
  if (!mlirAttributeIsNull(stretches)) {
    MlirAttribute first[] = {stretches, one, one};
    strcat(kernel, "_stretches");
    MlirNamedAttribute fields[] = {attnNamed(ctx, "kernel", attnStr(ctx, kernel)),
                                   attnNamed(ctx, "grid", mlirArrayAttrGet(ctx, 3, first))};
    launch[n++] = attnNamed(ctx, "stretches", mlirDictionaryAttrGet(ctx, 2, fields));
  }
  if (k->dependent)
    launch[n++] = attnNamed(ctx, "dependent", mlirUnitAttrGet(ctx));
  return mlirDictionaryAttrGet(ctx, n, launch);
}

void attnLMakeCall(AttnLower *k, MlirOperation module, const char *name, MlirAttribute ctas,
                   MlirAttribute stretches, const char *schedule) {
  MlirContext ctx = k->ctx;
  MlirStringRef symbol = mlirStringRefCreateFromCString(name);
  int nResults = (int)mlirOperationGetNumResults(k->kernel), n = k->nInputs;
  MlirType *inputs = malloc((size_t)(n + 1) * sizeof *inputs);
  MlirType *results = malloc((size_t)(nResults + 3) * sizeof *results);
  MlirValue *values = malloc((size_t)(nResults + 1) * sizeof *values);
  for (int i = 0; i < n; ++i)
    inputs[i] = mlirValueGetType(k->inputs[i]);
  for (int i = 0; i < nResults; ++i)
    results[i] = mlirValueGetType(mlirOperationGetResult(k->kernel, i));
  int nCallResults = nResults + k->nOwn;
  if (k->dynamic)
    results[nResults] = attnTensorType(1, (int64_t[]){1}, k->i32);
  if (k->streamK.tiles) {
    results[nResults] = attnTensorType(1, (int64_t[]){attnLStreamKCounts(k)}, k->i32);
    results[nResults + 1] = attnTensorType(1, (int64_t[]){attnLStreamKStates(k)}, k->f32);
  }
  MlirNamedAttribute attrs[] = {
      attnNamed(ctx, "sym_name", attnStr(ctx, name)),
      attnNamed(ctx, "function_type",
                mlirTypeAttrGet(mlirFunctionTypeGet(ctx, n, inputs, nCallResults, results))),
      attnNamed(ctx, "sym_visibility", attnStr(ctx, "private")),
      attnNamed(ctx, "attn.launch", launchOf(k, name, ctas, stretches, schedule))};
  AttnBuilder end = attnBuilderAtEnd(attnBody(module, 0), mlirOperationGetLocation(k->kernel));
  MlirRegion region = mlirRegionCreate();
  attnBuildOp(
      &end,
      &(AttnOpDesc){
          .name = "func.func", .nAttrs = 4, .attrs = attrs, .nRegions = 1, .regions = &region});
  AttnBuilder before = attnBuilderBefore(k->kernel);
  MlirNamedAttribute callee = attnNamed(ctx, "callee", mlirFlatSymbolRefAttrGet(ctx, symbol));
  MlirOperation call = attnBuildOp(&before, &(AttnOpDesc){.name = "func.call",
                                                          .nOperands = n,
                                                          .operands = k->inputs,
                                                          .nResults = nCallResults,
                                                          .results = results,
                                                          .nAttrs = 1,
                                                          .attrs = &callee});
  for (int i = 0; i < nResults; ++i)
    values[i] = mlirOperationGetResult(call, i);
  attnReplaceOp(k->kernel, nResults, values);
  free(inputs);
  free(results);
  free(values);
}
