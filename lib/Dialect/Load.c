//===- Load.c - The dialects of attn-mlir into a context ------------------===//
// See attn-c/Dialects.h.
//===----------------------------------------------------------------------===//
#include "IR/Diag.h"
#include "attn-c/Dialects.h"

#include "mlir-c/Dialect/IRDL.h"
#include <stdio.h>

extern const char attnCarrierIrdl[], attnTileIrdl[];

// Everything that the regions of our operations, the front ends and our passes use. A pass must not
// load a dialect while it runs, so all are loaded here.
static const char *const upstream[] = {
    "arith",         "math",   "func", "linalg", "tensor", "scf",  "affine", "memref",
    "bufferization", "vector", "cf",   "gpu",    "llvm",   "nvvm", "index",  "ub"};

static MlirLogicalResult loadText(MlirContext ctx, const char *text, const char *dialect,
                                  const char *someOp) {
  // Loading an IRDL dialect a second time into a context crashes in MLIR 22.
  if (mlirContextIsRegisteredOperation(ctx, mlirStringRefCreateFromCString(someOp)))
    return mlirLogicalResultSuccess();
  MlirModule module = mlirModuleCreateParse(ctx, mlirStringRefCreateFromCString(text));
  if (mlirModuleIsNull(module))
    return attnError(mlirLocationUnknownGet(ctx), "the definition of dialect '%s' does not parse",
                     dialect);
  MlirLogicalResult ok = mlirLoadIRDLDialects(module);
  mlirModuleDestroy(module);
  if (mlirLogicalResultIsFailure(ok))
    return attnError(mlirLocationUnknownGet(ctx), "dialect '%s' cannot be loaded", dialect);
  return ok;
}

MlirLogicalResult attnLoadDialects(MlirContext ctx) {
  for (size_t i = 0; i < sizeof upstream / sizeof *upstream; ++i)
    if (mlirDialectIsNull(
            mlirContextGetOrLoadDialect(ctx, mlirStringRefCreateFromCString(upstream[i]))))
      return attnError(
          mlirLocationUnknownGet(ctx),
          "dialect '%s' is not registered in this context; append a registry filled by "
          "mlirRegisterAllDialects before attnLoadDialects",
          upstream[i]);
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__irdl__(), ctx);
  if (mlirLogicalResultIsFailure(loadText(ctx, attnCarrierIrdl, "carrier", "carrier.fold")))
    return mlirLogicalResultFailure();
  return loadText(ctx, attnTileIrdl, "tile", "tile.kernel");
}
