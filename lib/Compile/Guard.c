//===- Guard.c - Are slices whose places are values inside their tensors? -===//
//
//   s = extract_slice x[o] [n] [t]     box(o, n, t) in x
//   insert_slice s into x[o] [n] [t]   box(o, n, t) in x, s has the size n
//   pad x low[l] high[h]               box(l, n) in the result, which has the size l + n + h
//   insert v into x[o]                 box(o, 1) in x
//   extract x[o]                       box(o, 1) in x; in the body of a generic o is clamped
//   cast x                             x has the size that the type says
//   empty(n)                           box(0, n) in n: n is no negative number
//   linalg                             operands that share a loop agree in its extent
//
//===----------------------------------------------------------------------===//
#include "Compile/Guard.h"

#include "IR/Build.h"
#include "IR/Diag.h"

#include "mlir-c/Dialect/Linalg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Guard {
  AttnGuardSites *sites;
  MlirOperation at; ///< checks stand in front of it
  AttnBuilder b;
  MlirValue site; ///< number of the operation, once it has a check
} Guard;

static void addSite(Guard *g) {
  char text[512];
  const char *file;
  unsigned line, column;
  if (attnLocFileLineCol(mlirOperationGetLocation(g->at), &file, &line, &column))
    snprintf(text, sizeof text, "%s:%u:%u: '%s'", file, line, column, attnOpName(g->at));
  else
    snprintf(text, sizeof text, "'%s'", attnOpName(g->at));
  AttnGuardSites *s = g->sites;
  s->text = realloc(s->text, (size_t)(s->n + 1) * sizeof *s->text);
  s->text[s->n] = strdup(text);
  g->site = attnConstInt(&g->b, mlirIntegerTypeGet(g->b.ctx, 64), s->n++);
}

static void call(Guard *g, const char *callee, intptr_t d, intptr_t n, const MlirValue *values) {
  if (mlirValueIsNull(g->site))
    addSite(g);
  MlirValue operands[6] = {g->site, attnConstIndex(&g->b, d)};
  memcpy(operands + 2, values, (size_t)n * sizeof *values);
  MlirNamedAttribute name =
      attnNamed(g->b.ctx, "callee",
                mlirFlatSymbolRefAttrGet(g->b.ctx, mlirStringRefCreateFromCString(callee)));
  attnBuildOp(&g->b, &(AttnOpDesc){.name = "func.call",
                                   .nOperands = 2 + n,
                                   .operands = operands,
                                   .nAttrs = 1,
                                   .attrs = &name});
}

static void checkBox(Guard *g, intptr_t d, MlirValue offset, MlirValue size, MlirValue step,
                     MlirValue extent) {
  int64_t o, n, t, e;
  if (attnConstantOf(offset, &o) && attnConstantOf(size, &n) && attnConstantOf(step, &t) &&
      attnConstantOf(extent, &e) && o >= 0 && n >= 0 && t >= 1 && n <= e && t <= e &&
      (n ? o + (n - 1) * t < e : o <= e))
    return;
  call(g, ATTN_GUARD_BOX, d, 4, (MlirValue[]){offset, size, step, extent});
}

static void checkSame(Guard *g, intptr_t d, MlirValue size, MlirValue expected) {
  int64_t n, e;
  if (!attnConstantOf(size, &n) || !attnConstantOf(expected, &e) || n != e)
    call(g, ATTN_GUARD_SAME, d, 2, (MlirValue[]){size, expected});
}

static MlirValue extentOf(const Guard *g, MlirValue tensor, intptr_t d) {
  MlirType type = mlirValueGetType(tensor);
  if (!mlirShapedTypeIsDynamicDim(type, d))
    return attnConstIndex(&g->b, mlirShapedTypeGetDimSize(type, d));
  MlirValue operands[] = {tensor, attnConstIndex(&g->b, d)};
  return attnBuild(&g->b, "tensor.dim", 2, operands, mlirIndexTypeGet(g->b.ctx), 0, NULL);
}

/// Entry d of a list of numbers and values; those are operands from *operand on.
static MlirValue entryOf(const Guard *g, const char *list, intptr_t d, intptr_t *operand) {
  int64_t n = mlirDenseI64ArrayGetElement(attnAttr(g->at, list), d);
  return n == mlirShapedTypeGetDynamicSize() ? mlirOperationGetOperand(g->at, (*operand)++)
                                             : attnConstIndex(&g->b, n);
}

static bool isRanked(MlirValue v) { return mlirTypeIsARankedTensor(mlirValueGetType(v)); }

static void checkSlice(Guard *g) {
  bool insert = attnIs(g->at, "tensor.insert_slice");
  MlirValue x = mlirOperationGetOperand(g->at, insert), s = mlirOperationGetOperand(g->at, 0);
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(x)), operand = 1 + insert, kept = 0;
  if (mlirOperationGetNumOperands(g->at) == operand)
    return; // MLIR's verifier has looked at the numbers
  MlirValue offset[32], size[32], step[32];
  if (rank > 32)
    return;
  for (intptr_t d = 0; d < rank; ++d)
    offset[d] = entryOf(g, "static_offsets", d, &operand);
  for (intptr_t d = 0; d < rank; ++d)
    size[d] = entryOf(g, "static_sizes", d, &operand);
  for (intptr_t d = 0; d < rank; ++d)
    step[d] = entryOf(g, "static_strides", d, &operand);
  for (intptr_t d = 0; d < rank; ++d)
    checkBox(g, d, offset[d], size[d], step[d], extentOf(g, x, d));
  // Of what is inserted, dimensions of size one may be left out.
  MlirType part = mlirValueGetType(s);
  bool all = mlirShapedTypeGetRank(part) == rank;
  for (intptr_t d = 0; insert && d < rank && kept < mlirShapedTypeGetRank(part); ++d) {
    int64_t n;
    if (!all && attnConstantOf(size[d], &n) && n == 1 &&
        (mlirShapedTypeIsDynamicDim(part, kept) || mlirShapedTypeGetDimSize(part, kept) != 1))
      continue;
    checkSame(g, kept, extentOf(g, s, kept), size[d]);
    ++kept;
  }
}

static void checkPad(Guard *g) {
  MlirValue x = mlirOperationGetOperand(g->at, 0), result = mlirOperationGetResult(g->at, 0);
  intptr_t operand = 1;
  if (mlirOperationGetNumOperands(g->at) == 1)
    return;
  MlirValue low[32], one = attnConstIndex(&g->b, 1), zero = attnConstIndex(&g->b, 0);
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(x));
  if (rank > 32)
    return;
  for (intptr_t d = 0; d < rank; ++d)
    low[d] = entryOf(g, "static_low", d, &operand);
  for (intptr_t d = 0; d < rank; ++d) {
    MlirValue high = entryOf(g, "static_high", d, &operand), n = extentOf(g, x, d);
    MlirValue whole = attnIndexSum(&g->b, attnIndexSum(&g->b, low[d], n), high);
    checkBox(g, d, low[d], n, one, whole);
    checkBox(g, d, zero, attnIndexSum(&g->b, low[d], n), one, whole);
    if (!mlirShapedTypeIsDynamicDim(mlirValueGetType(result), d))
      checkSame(g, d, whole, extentOf(g, result, d));
  }
}

/// The coordinate moved to the nearest one that there is.
static void clamp(Guard *g, intptr_t operand, MlirValue extent) {
  MlirValue at = mlirOperationGetOperand(g->at, operand), one = attnConstIndex(&g->b, 1);
  int64_t c, n;
  bool constant = attnConstantOf(extent, &n);
  if (constant && attnConstantOf(at, &c) && c >= 0 && c < n)
    return;
  if (!constant || n == 0)
    checkBox(g, operand, attnConstIndex(&g->b, 0), one, one, extent);
  MlirValue last =
      constant ? attnConstIndex(&g->b, n - 1) : attnBuild2(&g->b, "arith.subi", extent, one);
  at = attnBuild2(&g->b, "arith.minsi", at, last);
  at = attnBuild2(&g->b, "arith.maxsi", at, attnConstIndex(&g->b, 0));
  mlirOperationSetOperand(g->at, operand, at);
}

static bool isInGeneric(MlirOperation op) {
  do
    op = mlirOperationGetParentOperation(op);
  while (!mlirOperationIsNull(op) && strncmp(attnOpName(op), "linalg.", 7) != 0);
  return !mlirOperationIsNull(op);
}

static void checkElement(Guard *g, intptr_t tensor) {
  MlirValue x = mlirOperationGetOperand(g->at, tensor), one = attnConstIndex(&g->b, 1);
  bool inBody = isInGeneric(g->at);
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(mlirValueGetType(x)); ++d) {
    intptr_t operand = tensor + 1 + d;
    if (inBody)
      clamp(g, operand, extentOf(g, x, d));
    else
      checkBox(g, d, mlirOperationGetOperand(g->at, operand), one, one, extentOf(g, x, d));
  }
}

static void checkCast(Guard *g) {
  MlirValue x = mlirOperationGetOperand(g->at, 0), y = mlirOperationGetResult(g->at, 0);
  if (!isRanked(x) || !isRanked(y))
    return;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(mlirValueGetType(x)); ++d)
    if (!mlirShapedTypeIsDynamicDim(mlirValueGetType(y), d))
      checkSame(g, d, extentOf(g, x, d), extentOf(g, y, d));
}

static void checkEmpty(Guard *g) {
  MlirValue zero = attnConstIndex(&g->b, 0), one = attnConstIndex(&g->b, 1);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(g->at); ++i) {
    MlirValue n = mlirOperationGetOperand(g->at, i);
    checkBox(g, i, zero, n, one, n);
  }
}

static void checkLoops(Guard *g) {
  enum { MOST = 64 };
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(g->at);
  MlirValue extent[MOST] = {{NULL}};
  if (mlirAttributeIsNull(maps))
    return;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(maps); ++i) {
    MlirAffineMap map = mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
    MlirValue x = mlirOperationGetOperand(g->at, i);
    for (intptr_t r = 0; isRanked(x) && r < mlirAffineMapGetNumResults(map); ++r) {
      MlirAffineExpr e = mlirAffineMapGetResult(map, r);
      intptr_t d = mlirAffineExprIsADim(e) ? mlirAffineDimExprGetPosition(e) : MOST;
      if (d >= MOST)
        continue;
      if (mlirValueIsNull(extent[d]))
        extent[d] = extentOf(g, x, r);
      else
        checkSame(g, r, extentOf(g, x, r), extent[d]);
    }
  }
}

/// Is this a loop nest of which an operand has a size that is not known?
static bool hasDynamicOperand(MlirOperation op) {
  if (strncmp(attnOpName(op), "linalg.", 7) != 0 || mlirOperationGetNumRegions(op) == 0)
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue x = mlirOperationGetOperand(op, i);
    if (isRanked(x) && !mlirShapedTypeHasStaticShape(mlirValueGetType(x)))
      return true;
  }
  return false;
}

static void check(Guard *g) {
  int before = g->sites->n;
  if (attnIs(g->at, "tensor.extract_slice") || attnIs(g->at, "tensor.insert_slice"))
    checkSlice(g);
  else if (attnIs(g->at, "tensor.pad"))
    checkPad(g);
  else if (attnIs(g->at, "tensor.extract"))
    checkElement(g, 0);
  else if (attnIs(g->at, "tensor.insert"))
    checkElement(g, 1);
  g->sites->places |= g->sites->n > before;
  if (attnIs(g->at, "tensor.cast"))
    checkCast(g);
  else if (attnIs(g->at, "tensor.empty"))
    checkEmpty(g);
  else if (hasDynamicOperand(g->at))
    checkLoops(g);
}

bool attnGuardIsNeeded(MlirModule module) {
  static const struct {
    const char *name;
    int tensors;
  } placed[] = {{"tensor.extract_slice", 1}, {"tensor.insert_slice", 2}, {"tensor.pad", 1},
                {"tensor.extract", 1},       {"tensor.insert", 2},       {"memref.subview", 1},
                {"memref.load", 1}};
  MlirOperation *ops;
  intptr_t n = attnCollect(mlirModuleGetOperation(module), NULL, &ops);
  bool needed = false;
  for (intptr_t i = 0; i < n && !needed; ++i)
    for (size_t k = 0; k < sizeof placed / sizeof *placed; ++k)
      needed |=
          attnIs(ops[i], placed[k].name) && mlirOperationGetNumOperands(ops[i]) > placed[k].tensors;
  free(ops);
  return needed;
}

static void declare(MlirModule module, const char *name, intptr_t n) {
  MlirContext ctx = mlirModuleGetContext(module);
  MlirType index = mlirIndexTypeGet(ctx);
  MlirType inputs[6] = {mlirIntegerTypeGet(ctx, 64), index, index, index, index, index};
  MlirNamedAttribute attrs[] = {
      attnNamed(ctx, "sym_name", attnStr(ctx, name)),
      attnNamed(ctx, "sym_visibility", attnStr(ctx, "private")),
      attnNamed(ctx, "function_type",
                mlirTypeAttrGet(mlirFunctionTypeGet(ctx, n, inputs, 0, NULL)))};
  MlirRegion none = mlirRegionCreate();
  AttnBuilder b = attnBuilderAtEnd(mlirModuleGetBody(module), mlirLocationUnknownGet(ctx));
  attnBuildOp(
      &b, &(AttnOpDesc){
              .name = "func.func", .nAttrs = 3, .attrs = attrs, .nRegions = 1, .regions = &none});
}

void attnGuardInsert(MlirModule module, AttnGuardSites *sites) {
  MlirOperation *ops;
  intptr_t n = attnCollect(mlirModuleGetOperation(module), NULL, &ops);
  int before = sites->n;
  for (intptr_t i = 0; i < n; ++i) {
    Guard g = {.sites = sites, .at = ops[i], .b = attnBuilderBefore(ops[i])};
    check(&g);
  }
  free(ops);
  if (sites->n == before)
    return;
  declare(module, ATTN_GUARD_BOX, 6);
  declare(module, ATTN_GUARD_SAME, 4);
}

/// A function whose results nobody wants.
static void dropResults(MlirOperation func) {
  MlirContext ctx = mlirOperationGetContext(func);
  MlirType type = mlirTypeAttrGetValue(attnAttr(func, "function_type"));
  intptr_t n = mlirFunctionTypeGetNumInputs(type);
  MlirType *inputs = malloc((size_t)(n + 1) * sizeof *inputs);
  for (intptr_t i = 0; i < n; ++i)
    inputs[i] = mlirFunctionTypeGetInput(type, i);
  attnSetAttr(func, "function_type", mlirTypeAttrGet(mlirFunctionTypeGet(ctx, n, inputs, 0, NULL)));
  mlirOperationRemoveAttributeByName(func, mlirStringRefCreateFromCString("res_attrs"));
  free(inputs);
  MlirOperation end = mlirBlockGetTerminator(attnBody(func, 0));
  mlirOperationSetOperands(end, 0, NULL);
}

bool attnGuardKeepChecks(MlirModule module, const AttnGuardSites *sites) {
  if (!sites->places)
    return false;
  MlirOperation root = mlirModuleGetOperation(module), next;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!attnIs(op, "func.func") || mlirBlockIsNull(attnBody(op, 0)))
      continue;
    dropResults(op);
    attnEraseDead(attnBody(op, 0));
  }
  if (!attnRunPipeline(root, "builtin.module(canonicalize,cse)").value)
    return true; // the checks are there all the same
  MlirOperation *calls;
  intptr_t n = attnCollect(root, "func.call", &calls);
  free(calls);
  return n > 0;
}

void attnGuardFree(AttnGuardSites *sites) {
  for (int i = 0; i < sites->n; ++i)
    free(sites->text[i]);
  free(sites->text);
  *sites = (AttnGuardSites){0};
}
