//===- host.c - Our pipeline in a C host's own pass manager ---------------===//
//
// usage: host-c [PIPELINE] < FILE     default pipeline: attn-to-carrier
//
//===----------------------------------------------------------------------===//
#include "attn-c/Dialects.h"
#include "attn-c/Passes.h"

#include "mlir-c/RegisterEverything.h"
#include <stdio.h>

static void print(MlirStringRef text, void *file) { fwrite(text.data, 1, text.length, file); }

static void onError(const char *message, void *file) { fprintf(file, "%s\n", message); }

static MlirContext makeContext(void) {
  MlirContext ctx = mlirContextCreate();
  MlirDialectRegistry dialects = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(dialects);
  mlirContextAppendDialectRegistry(ctx, dialects);
  mlirDialectRegistryDestroy(dialects);
  return ctx;
}

int main(int argc, char **argv) {
  static char text[1 << 20];
  size_t size = fread(text, 1, sizeof text - 1, stdin);

  MlirContext ctx = makeContext();
  if (mlirLogicalResultIsFailure(attnLoadDialects(ctx)))
    return 1;
  MlirModule module = mlirModuleCreateParse(ctx, mlirStringRefCreate(text, size));
  if (mlirModuleIsNull(module))
    return 1;

  // The host's own pass manager: its passes before and after ours.
  MlirPassManager manager = mlirPassManagerCreate(ctx);
  MlirOpPassManager top = mlirPassManagerGetAsOpPassManager(manager);
  const char *pipeline = argc > 1 ? argv[1] : "attn-to-carrier";
  MlirLogicalResult ok = attnAddPipeline(ctx, top, "symbol-dce", onError, stderr);
  if (mlirLogicalResultIsSuccess(ok))
    ok = attnAddPipeline(ctx, top, pipeline, onError, stderr);
  if (mlirLogicalResultIsSuccess(ok))
    ok = attnAddPass(ctx, top, "attn-verify", NULL, onError, stderr);
  if (mlirLogicalResultIsSuccess(ok))
    ok = mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  if (mlirLogicalResultIsSuccess(ok))
    mlirOperationPrint(mlirModuleGetOperation(module), print, stdout);

  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
  mlirContextDestroy(ctx);
  return mlirLogicalResultIsSuccess(ok) ? 0 : 1;
}
