//===- CountFolds.c - A plug-in with one pass -----------------------------===//
//
// count-folds: says how many carrier.fold operations a function has, and how many channels they
// carry. With limit=N it points at every fold after the first N; with limit=-1 (the default) at
// none.
//
//===----------------------------------------------------------------------===//
#include "attn-c/Plugin.h"
#include "mlir-c/BuiltinAttributes.h"

#include <stdio.h>
#include <string.h>

typedef struct Count {
  const AttnPassContext *pass;
  int64_t limit, folds, channels;
} Count;

static int hasName(MlirOperation op, const char *name) {
  MlirStringRef s = mlirIdentifierStr(mlirOperationGetName(op));
  return s.length == strlen(name) && memcmp(s.data, name, s.length) == 0;
}

static MlirWalkResult visit(MlirOperation op, void *user) {
  Count *count = user;
  if (!hasName(op, "carrier.fold"))
    return MlirWalkResultAdvance;
  MlirAttribute channels =
      mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("channels"));
  if (!mlirAttributeIsNull(channels) && mlirAttributeIsAArray(channels))
    count->channels += mlirArrayAttrGetNumElements(channels);
  if (++count->folds > count->limit && count->limit >= 0) {
    char text[80];
    snprintf(text, sizeof text, "fold %lld is over the limit of %lld", (long long)count->folds,
             (long long)count->limit);
    count->pass->warning(mlirOperationGetLocation(op), text);
  }
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(MlirOperation op, const AttnPassContext *pass) {
  Count count = {pass, pass->getInt(pass, "limit"), 0, 0};
  mlirOperationWalk(op, visit, &count, MlirWalkPreOrder);
  char text[80];
  snprintf(text, sizeof text, "%lld folds, %lld channels", (long long)count.folds,
           (long long)count.channels);
  pass->remark(mlirOperationGetLocation(op), text);
  return mlirLogicalResultSuccess();
}

static const AttnPassDesc passes[] = {
    {sizeof(AttnPassDesc), "count-folds", "count the folds of a function", "func.func",
     "limit:int=-1 -- point at the folds after this many (-1: at none)", run}};

static const AttnPluginDesc plugin = ATTN_PLUGIN_DESC("count-folds", "1.0", passes);

ATTN_PLUGIN_EXPORT const AttnPluginDesc *attnPluginQuery(void) { return &plugin; }
