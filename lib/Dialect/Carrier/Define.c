//===- Define.c - Folds that name a carrier.define ------------------------===//
// See Define.h.
//===----------------------------------------------------------------------===//
#include "Dialect/Carrier/Define.h"

#include <stdlib.h>
#include <string.h>

static MlirOperation topOf(MlirOperation op) {
  MlirOperation top = op;
  for (MlirOperation p = op; !mlirOperationIsNull(p); p = mlirOperationGetParentOperation(p))
    top = p;
  return top;
}

MlirOperation attnDefineOf(MlirOperation fold) {
  const char *name = attnAttrStr(fold, "carrier");
  MlirOperation found = {NULL}, *ops;
  intptr_t n = name ? attnCollect(topOf(fold), "carrier.define", &ops) : 0;
  for (intptr_t i = 0; i < n && !found.ptr; ++i) {
    const char *has = attnAttrStr(ops[i], "sym_name");
    if (has && strcmp(has, name) == 0)
      found = ops[i];
  }
  if (n)
    free(ops);
  return found;
}

intptr_t attnDefineElements(MlirOperation define) {
  MlirBlock lift = attnBody(define, ATTN_DEFINE_LIFT);
  return mlirBlockIsNull(lift) ? -1 : mlirBlockGetNumArguments(lift);
}

intptr_t attnDefineResults(MlirOperation define) {
  MlirBlock project = attnBody(define, ATTN_DEFINE_PROJECT);
  MlirOperation end =
      mlirBlockIsNull(project) ? (MlirOperation){NULL} : mlirBlockGetTerminator(project);
  return mlirOperationIsNull(end) ? -1 : mlirOperationGetNumOperands(end);
}

/// The operations of a block but its terminator, with its arguments replaced by `args`, at the
/// builder; what it yields into `out`.
static void inlineBlock(const AttnBuilder *b, MlirBlock block, const MlirValue *args,
                        MlirValue *out) {
  AttnValueMap map = {0};
  MlirOperation end = mlirBlockGetTerminator(block);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i)
    attnMapValue(&map, mlirBlockGetArgument(block, i), args[i]);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationEqual(op, end);
       op = mlirOperationGetNextInBlock(op))
    attnCloneMapped(b, op, &map);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i)
    out[i] = attnMapLookup(&map, mlirOperationGetOperand(end, i));
  attnMapFree(&map);
}

void attnDefineMerge(const AttnBuilder *b, MlirOperation define, const MlirValue *x,
                     const MlirValue *y, MlirValue *out) {
  MlirBlock merge = attnBody(define, ATTN_DEFINE_MERGE);
  intptr_t n = mlirBlockGetNumArguments(merge) / 2;
  MlirValue *args = malloc((size_t)(2 * n + 1) * sizeof *args);
  memcpy(args, x, (size_t)n * sizeof *args);
  memcpy(args + n, y, (size_t)n * sizeof *args);
  inlineBlock(b, merge, args, out);
  free(args);
}

/// v without the masks around it, whose conditions are joined into *keep (null: none yet).
static MlirValue unmask(const AttnBuilder *b, MlirValue v, MlirValue *keep) {
  for (MlirOperation mask = attnDef(v); attnIs(mask, "carrier.mask"); mask = attnDef(v)) {
    MlirValue k = mlirOperationGetOperand(mask, 0);
    if (!keep->ptr || !mlirValueEqual(*keep, k))
      *keep = keep->ptr ? attnBuild2(b, "arith.andi", *keep, k) : k;
    v = mlirOperationGetOperand(mask, 1);
  }
  return v;
}

static void expandLift(MlirOperation fold, MlirOperation define) {
  MlirBlock lift = attnBody(fold, 0);
  MlirOperation yield = mlirBlockGetTerminator(lift);
  AttnBuilder b = attnBuilderBefore(yield);
  intptr_t m = mlirOperationGetNumOperands(yield), n = attnAttrArraySize(define, "channels");
  MlirValue keep = {NULL}, *args = calloc((size_t)(m + 1), sizeof *args);
  MlirValue *states = malloc((size_t)(n + 1) * sizeof *states);
  for (intptr_t i = 0; i < m; ++i)
    args[i] = unmask(&b, mlirOperationGetOperand(yield, i), &keep);
  inlineBlock(&b, attnBody(define, ATTN_DEFINE_LIFT), args, states);
  for (intptr_t i = 0; i < n && keep.ptr; ++i)
    states[i] = attnBuild(&b, "carrier.mask", 2, (MlirValue[]){keep, states[i]},
                          mlirValueGetType(states[i]), 0, NULL);
  attnBuildYield(&b, "gpu.yield", n, states);
  mlirOperationDestroy(yield);
  attnEraseDead(lift);
  free(states);
  free(args);
}

static void expandProject(MlirOperation fold, MlirOperation define) {
  MlirBlock project = attnBody(fold, 1), from = attnBody(define, ATTN_DEFINE_PROJECT);
  intptr_t m = mlirBlockGetNumArguments(project), n = mlirBlockGetNumArguments(from);
  AttnBuilder b = attnBuilderBefore(mlirBlockGetFirstOperation(project));
  MlirValue *states = malloc((size_t)(n + 1) * sizeof *states);
  MlirValue *values = malloc((size_t)(m + 1) * sizeof *values);
  for (intptr_t i = 0; i < n; ++i)
    states[i] =
        mlirBlockAddArgument(project, mlirValueGetType(mlirBlockGetArgument(from, i)), b.loc);
  inlineBlock(&b, from, states, values);
  for (intptr_t i = 0; i < m; ++i)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(project, i), values[i]);
  for (intptr_t i = m; i-- > 0;)
    mlirBlockEraseArgument(project, (unsigned)i);
  attnEraseDead(project);
  free(values);
  free(states);
}

void attnDefineExpand(MlirOperation fold) {
  MlirOperation define = attnDefineOf(fold);
  if (mlirOperationIsNull(define) || attnAttrArraySize(fold, "channels") >= 0)
    return;
  expandLift(fold, define);
  expandProject(fold, define);
  attnSetAttr(fold, "channels", attnAttr(define, "channels"));
}

void attnDefineSweep(MlirOperation root) {
  MlirOperation *folds, *defines;
  intptr_t n = attnCollect(root, "carrier.fold", &folds);
  intptr_t m = attnCollect(root, "carrier.define", &defines);
  for (intptr_t i = 0; i < m; ++i) {
    const char *name = attnAttrStr(defines[i], "sym_name");
    bool used = false;
    for (intptr_t k = 0; k < n && name && !used; ++k) {
      const char *names = attnAttrStr(folds[k], "carrier");
      used = names && strcmp(names, name) == 0;
    }
    if (!used)
      mlirOperationDestroy(defines[i]);
  }
  free(folds);
  free(defines);
}
