//===- Resource.c - Elements of dense_resource<...> -----------------------===//
//
// How torch-mlir writes weights. The C API reads some element types one by one, and 16-bit floats
// only as floats of that width, which C lacks. What it does not read is read by running: a function
// that returns the constant, on the CPU executor.
//
//===----------------------------------------------------------------------===//
#include "Compile/OracleEmit.h"
#include "IR/Build.h"
#include "Runtime/Status.h"
#include "attn-c/Compile.h"

#include <stdlib.h>
#include <string.h>

static bool readElement(MlirAttribute attr, AttnType type, int64_t i, void *out) {
  switch (type) {
  case ATTN_TYPE_F32:
    *(float *)out = mlirDenseFloatResourceElementsAttrGetValue(attr, i);
    return true;
  case ATTN_TYPE_F64:
    *(double *)out = mlirDenseDoubleResourceElementsAttrGetValue(attr, i);
    return true;
  case ATTN_TYPE_I32:
    *(int32_t *)out = mlirDenseInt32ResourceElementsAttrGetValue(attr, i);
    return true;
  case ATTN_TYPE_I64:
    *(int64_t *)out = mlirDenseInt64ResourceElementsAttrGetValue(attr, i);
    return true;
  default:
    return false;
  }
}

/// func.func @main() -> TYPE { return VALUE }
static MlirModule returning(MlirAttribute value) {
  MlirType type = mlirAttributeGetType(value);
  MlirContext ctx = mlirTypeGetContext(type);
  MlirLocation loc = mlirLocationUnknownGet(ctx);
  MlirModule module = mlirModuleCreateEmpty(loc);
  AttnBuilder b = attnBuilderAtEnd(mlirModuleGetBody(module), loc), in;
  MlirRegion body = attnRegionWithBlock(&b, 0, NULL, &in);
  MlirNamedAttribute constant = attnNamed(ctx, "value", value);
  MlirValue v = attnBuild0(&in, "arith.constant", type, 1, &constant);
  attnBuildYield(&in, "func.return", 1, &v);
  MlirNamedAttribute attrs[] = {
      attnNamed(ctx, "sym_name", attnStr(ctx, "main")),
      attnNamed(ctx, "function_type",
                mlirTypeAttrGet(mlirFunctionTypeGet(ctx, 0, NULL, 1, &type)))};
  attnBuildOp(
      &b, &(AttnOpDesc){
              .name = "func.func", .nAttrs = 2, .attrs = attrs, .nRegions = 1, .regions = &body});
  return module;
}

static bool readByRunning(MlirAttribute attr, void *out, size_t size, AttnStatus *st) {
  MlirModule module = returning(attr);
  AttnHostOptions options = {.struct_size = sizeof options, .opt_level = 0};
  AttnHostProgram *program = attnCompileHost(module, &options, st);
  AttnTensor result;
  bool ok = program && attnHostRun(program, NULL, &result, st);
  if (ok) {
    memcpy(out, result.data, size);
    attnTensorDestroy(&result);
  }
  attnHostDestroy(program);
  mlirModuleDestroy(module);
  return ok;
}

bool attnResourceBytes(MlirAttribute attr, const AttnTensorType *type, void **bytes,
                       AttnStatus *st) {
  int64_t count = attnTensorCount(type);
  size_t size = attnTypeSize(type->type);
  unsigned char *out = attnAlloc((size_t)count * size, st);
  bool ok = out != NULL;
  for (int64_t i = 0; ok && i < count; ++i)
    if (!readElement(attr, type->type, i, out + (size_t)i * size)) {
      ok = readByRunning(attr, out, (size_t)count * size, st);
      break;
    }
  *bytes = out;
  if (!ok)
    free(out);
  return ok;
}
