//===- NVVMToHost.c - convert-nvvm-to-host --------------------------------===//
//
// Takes: a builtin.module with gpu.modules of llvm.func kernels (nvvm.kernel) in the LLVM and NVVM
// dialects, as convert-tile-to-nvvm leaves them.
// Gives: per kernel a host function, and no gpu.module any more:
//
//   llvm.func @attn_emu_<gpu.module>_<kernel>(%lane: !llvm.ptr, %params: !llvm.ptr)
//     attributes {attn.emu = {...}}
//
//   kernel     "<gpu.module>::<kernel>"
//   params     number of parameters
//   sites      ["operation place", ...]
//   shared     bytes of static shared memory
//   stack      bytes of a frame at most
//   block      [x, y, z] if the kernel requires one
//   cluster    [x, y, z] CTAs, likewise
//   registers  per lane, as compiled for
//   serial     the CTAs have to run in order
//
// It is one lane's run: params[i] points at the value of parameter i, and everything that concerns
// other lanes or memory is a call into the runtime (Runtime/EmuCalls.h) that hands over %lane and a
// number into `sites`. Pointers have no address space any more; see EmuCalls.h for what they hold.
// Leaves alone: functions outside of gpu.modules.
//
// An operation, intrinsic or PTX snippet that Known.def does not list is an error at its location.
//===----------------------------------------------------------------------===//
#include "Conversion/NVVMToHost/NVVMToHost.h"
#include "Conversion/NVVMToHost/Host.h"
#include "Runtime/EmuCalls.h"

#include "mlir-c/Dialect/LLVM.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

static MlirStringRef ref(const char *s) { return mlirStringRefCreateFromCString(s); }

//===--- types ------------------------------------------------------------===//

MlirType attnHostType(AttnHost *h, MlirType type) {
  unsigned space;
  if (attnIsPointer(type, &space))
    return h->pointer;
  if (!mlirTypeIsALLVMStructType(type) || !mlirLLVMStructTypeIsLiteral(type))
    return type;
  intptr_t n = mlirLLVMStructTypeGetNumElementTypes(type);
  MlirType *fields = malloc((size_t)(n + 1) * sizeof *fields);
  for (intptr_t i = 0; i < n; ++i)
    fields[i] = attnHostType(h, mlirLLVMStructTypeGetElementType(type, i));
  type = mlirLLVMStructTypeLiteralGet(h->ctx, n, fields, mlirLLVMStructTypeIsPacked(type));
  free(fields);
  return type;
}

static void dropSpaces(AttnHost *h) {
  MlirOperation *ops;
  intptr_t n = attnCollect(h->func, NULL, &ops);
  for (intptr_t i = 0; i < n; ++i)
    for (intptr_t r = 0; r < mlirOperationGetNumResults(ops[i]); ++r) {
      MlirValue v = mlirOperationGetResult(ops[i], r);
      mlirValueSetType(v, attnHostType(h, mlirValueGetType(v)));
    }
  free(ops);
  for (MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(h->func, 0));
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
    for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
      MlirValue v = mlirBlockGetArgument(block, i);
      mlirValueSetType(v, attnHostType(h, mlirValueGetType(v)));
    }
}

//===--- shared memory ----------------------------------------------------===//

/// Bytes of a type of scalars, vectors and arrays; the text is the only way to an array's length.
static int64_t sizeOf(MlirType type) {
  if (mlirTypeIsAInteger(type))
    return (mlirIntegerTypeGetWidth(type) + 7) / 8;
  if (mlirTypeIsAFloat(type))
    return mlirFloatTypeGetWidth(type) / 8;
  if (mlirTypeIsAVector(type))
    return mlirShapedTypeGetDimSize(type, 0) * sizeOf(mlirShapedTypeGetElementType(type));
  char text[256];
  attnPrintAttr(mlirTypeAttrGet(type), text, sizeof text);
  if (strncmp(text, "!llvm.array<", 12) != 0)
    return -1;
  int64_t element = sizeOf(mlirLLVMArrayTypeGetElementType(type));
  return element < 0 ? -1 : strtoll(text + 12, NULL, 10) * element;
}

/// Variables in the order of the module; those of size zero, the dynamic part, behind all others.
/// The address of `symbol` (NULL: the end of the static part); -1 if there is no such variable.
static int64_t layOut(MlirOperation kernels, const char *symbol) {
  int64_t at = ATTN_EMU_SHARED_BASE;
  for (int dynamic = 0; dynamic < 2; ++dynamic) {
    for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(kernels, 0));
         !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
      int64_t space = 0, align = 16;
      if (!attnIs(op, "llvm.mlir.global"))
        continue;
      attnAttrI64(op, "addr_space", &space);
      attnAttrI64(op, "alignment", &align);
      int64_t size = sizeOf(mlirTypeAttrGetValue(attnAttr(op, "global_type")));
      if (space != 3 || size < 0 || (size == 0) != dynamic)
        continue;
      if (align < 1)
        align = 16;
      at = (at + align - 1) / align * align;
      const char *name = attnAttrStr(op, "sym_name");
      if (symbol && name && strcmp(name, symbol) == 0)
        return at;
      at += size;
    }
    if (!dynamic)
      at = (at + 15) / 16 * 16;
  }
  return symbol ? -1 : at;
}

int64_t attnHostSharedAddress(AttnHost *h, const char *symbol) {
  return layOut(h->kernels, symbol);
}

//===--- calls ------------------------------------------------------------===//

static MlirOperation findSymbol(MlirBlock block, const char *name) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    const char *other = attnAttrStr(op, "sym_name");
    if (other && strcmp(other, name) == 0)
      return op;
  }
  return (MlirOperation){NULL};
}

MlirOperation attnHostCall(AttnHost *h, const AttnBuilder *b, const char *callee, MlirType result,
                           intptr_t n, const MlirValue *operands) {
  MlirBlock top = attnBody(h->module, 0);
  if (mlirOperationIsNull(findSymbol(top, callee))) {
    MlirType types[8];
    for (intptr_t i = 0; i < n && i < 8; ++i)
      types[i] = attnHostType(h, mlirValueGetType(operands[i]));
    MlirNamedAttribute attrs[] = {
        attnNamed(h->ctx, "sym_name", attnStr(h->ctx, callee)),
        attnNamed(h->ctx, "function_type",
                  mlirTypeAttrGet(mlirLLVMFunctionTypeGet(result, n, types, false)))};
    MlirRegion region = mlirRegionCreate();
    AttnBuilder end = attnBuilderAtEnd(top, mlirOperationGetLocation(h->module));
    attnBuildOp(
        &end,
        &(AttnOpDesc){
            .name = "llvm.func", .nAttrs = 2, .attrs = attrs, .nRegions = 1, .regions = &region});
  }
  int32_t segments[] = {(int32_t)n, 0};
  MlirNamedAttribute attrs[] = {
      attnNamed(h->ctx, "callee", mlirFlatSymbolRefAttrGet(h->ctx, ref(callee))),
      attnNamed(h->ctx, "op_bundle_sizes", mlirDenseI32ArrayGet(h->ctx, 0, NULL)),
      attnNamed(h->ctx, "operandSegmentSizes", mlirDenseI32ArrayGet(h->ctx, 2, segments))};
  return attnBuildOp(b, &(AttnOpDesc){.name = "llvm.call",
                                      .nOperands = n,
                                      .operands = operands,
                                      .nResults = !mlirTypeEqual(result, h->none),
                                      .results = &result,
                                      .nAttrs = 3,
                                      .attrs = attrs});
}

//===--- the function -----------------------------------------------------===//

/// An alloca whose size is set when it is known.
static MlirValue allocate(AttnHost *h, const AttnBuilder *b, MlirType element) {
  MlirValue size = attnHostConst(h, b, h->i32, 1);
  MlirNamedAttribute attrs[] = {attnNamed(h->ctx, "elem_type", mlirTypeAttrGet(element)),
                                attnNamed(h->ctx, "alignment", attnI64(h->ctx, 64))};
  return attnBuild(b, "llvm.alloca", 1, &size, h->pointer, 2, attrs);
}

static void setSize(AttnHost *h, MlirValue alloca, int64_t n) {
  MlirOperation size = attnDef(mlirOperationGetOperand(attnDef(alloca), 0));
  attnSetAttr(size, "value", mlirIntegerAttrGet(h->i32, n > 0 ? n : 1));
}

static bool hasArgAttr(MlirOperation func, intptr_t i, const char *name) {
  if (attnAttrArraySize(func, "arg_attrs") <= i)
    return false;
  return !mlirAttributeIsNull(attnDictGet(attnAttrArrayGet(func, "arg_attrs", i), name));
}

/// Parameters come from params[i]; a parameter by value stays where it lies.
static void readParameters(AttnHost *h, MlirOperation kernel, MlirBlock entry, intptr_t n,
                           MlirValue params, const AttnBuilder *b) {
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    int32_t index = (int32_t)i;
    MlirNamedAttribute attrs[] = {
        attnNamed(h->ctx, "rawConstantIndices", mlirDenseI32ArrayGet(h->ctx, 1, &index)),
        attnNamed(h->ctx, "elem_type", mlirTypeAttrGet(h->pointer))};
    MlirValue slot = attnBuild(b, "llvm.getelementptr", 1, &params, h->pointer, 2, attrs);
    MlirValue at = attnBuild1(b, "llvm.load", slot, h->pointer);
    MlirType type = mlirValueGetType(argument);
    MlirValue v = at;
    if (hasArgAttr(kernel, i, "llvm.byval")) {
      if (!mlirTypeEqual(type, h->pointer)) // keeps the space until all spaces are dropped
        v = attnBuild1(b, "llvm.addrspacecast", at, type);
    } else {
      v = attnBuild1(b, "llvm.load", at, type);
    }
    mlirValueReplaceAllUsesOfWith(argument, v);
  }
}

static int64_t product(MlirAttribute sizes) {
  int64_t p = 1;
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(sizes); ++i)
    p *= mlirDenseI32ArrayGetElement(sizes, i);
  return p;
}

/// Registers per lane at the kernel's entry, as ptxas gives them out; 0: no limit is stated.
static int64_t registersOf(MlirOperation kernel) {
  enum { FILE_SIZE = 65536, MOST = 256 };
  int64_t registers = 0, ctas = 1;
  MlirAttribute threads = attnAttr(kernel, "nvvm.reqntid");
  if (mlirAttributeIsNull(threads))
    threads = attnAttr(kernel, "nvvm.maxntid");
  if (attnAttrI64(kernel, "nvvm.maxnreg", &registers) && registers > 0)
    return registers;
  if (mlirAttributeIsNull(threads) || product(threads) < 1)
    return 0;
  if (!attnAttrI64(kernel, "nvvm.minctasm", &ctas) || ctas < 1)
    ctas = 1;
  registers = FILE_SIZE / (product(threads) * ctas) / 8 * 8;
  return registers < MOST ? registers : MOST;
}

static MlirLogicalResult checkCluster(MlirOperation kernel) {
  int64_t most = 1;
  if (mlirAttributeIsNull(attnAttr(kernel, "nvvm.cluster_dim")) &&
      attnAttrI64(kernel, "nvvm.cluster_max_blocks", &most) && most != 1)
    return attnOpError(kernel,
                       "may have clusters of up to %lld CTAs; the emulator knows clusters that the "
                       "kernel itself has (nvvm.cluster_dim)",
                       (long long)most);
  return OK;
}

/// An upper bound of a frame of the function: a slot for every value and every variable. Code that
/// is not optimised comes near it.
static int64_t frameOf(AttnHost *h) {
  MlirOperation *ops;
  intptr_t n = attnCollect(h->func, NULL, &ops);
  int64_t bytes = 0;
  for (intptr_t i = 0; i < n; ++i) {
    for (intptr_t r = 0; r < mlirOperationGetNumResults(ops[i]); ++r) {
      MlirType type = mlirValueGetType(mlirOperationGetResult(ops[i], r));
      int64_t size = mlirTypeIsALLVMStructType(type)
                         ? 16 * mlirLLVMStructTypeGetNumElementTypes(type)
                         : sizeOf(type);
      bytes += size < 16 ? 16 : (size + 15) / 16 * 16;
    }
    if (!attnIs(ops[i], "llvm.alloca"))
      continue;
    MlirAttribute count = attnAttr(attnDef(mlirOperationGetOperand(ops[i], 0)), "value");
    int64_t size = sizeOf(mlirTypeAttrGetValue(attnAttr(ops[i], "elem_type")));
    bytes += (size > 0 ? size : 16) *
             (mlirAttributeIsAInteger(count) ? mlirIntegerAttrGetValueInt(count) : 1);
  }
  free(ops);
  return bytes;
}

static void describe(AttnHost *h, MlirOperation kernel, const char *name, intptr_t params) {
  MlirAttribute block = attnAttr(kernel, "nvvm.reqntid");
  MlirAttribute cluster = attnAttr(kernel, "nvvm.cluster_dim");
  MlirNamedAttribute entries[9] = {
      attnNamed(h->ctx, "kernel", attnStr(h->ctx, name)),
      attnNamed(h->ctx, "params", attnI64(h->ctx, params)),
      attnNamed(h->ctx, "registers", attnI64(h->ctx, registersOf(kernel))),
      attnNamed(h->ctx, "serial", mlirBoolAttrGet(h->ctx, h->serial)),
      attnNamed(h->ctx, "shared", attnI64(h->ctx, h->staticShared)),
      attnNamed(h->ctx, "sites", mlirArrayAttrGet(h->ctx, h->numSites, h->sites)),
      attnNamed(h->ctx, "stack", attnI64(h->ctx, frameOf(h)))};
  intptr_t n = 7;
  if (!mlirAttributeIsNull(block))
    entries[n++] = attnNamed(h->ctx, "block", block);
  if (!mlirAttributeIsNull(cluster))
    entries[n++] = attnNamed(h->ctx, "cluster", cluster);
  attnSetAttr(h->func, "attn.emu", mlirDictionaryAttrGet(h->ctx, n, entries));
}

static MlirLogicalResult convertKernel(AttnHost *h, MlirOperation kernel) {
  const char *module = attnAttrStr(h->kernels, "sym_name"), *name = attnAttrStr(kernel, "sym_name");
  char symbol[512], full[512];
  snprintf(symbol, sizeof symbol, "attn_emu_%s_%s", module ? module : "", name ? name : "");
  snprintf(full, sizeof full, "%s::%s", module ? module : "", name ? name : "");
  if (!checkCluster(kernel).value)
    return FAILED;
  if (!mlirOperationIsNull(findSymbol(attnBody(h->module, 0), symbol)))
    return attnOpError(kernel, "needs the name '%s', which the module has already", symbol);
  MlirType types[] = {h->pointer, h->pointer};
  MlirNamedAttribute attrs[] = {
      attnNamed(h->ctx, "sym_name", attnStr(h->ctx, symbol)),
      attnNamed(h->ctx, "function_type",
                mlirTypeAttrGet(mlirLLVMFunctionTypeGet(h->none, 2, types, false)))};
  MlirRegion region = mlirRegionCreate();
  AttnBuilder at = attnBuilderBefore(h->kernels);
  at.loc = mlirOperationGetLocation(kernel);
  h->func = attnBuildOp(
      &at,
      &(AttnOpDesc){
          .name = "llvm.func", .nAttrs = 2, .attrs = attrs, .nRegions = 1, .regions = &region});
  mlirRegionTakeBody(mlirOperationGetRegion(h->func, 0), mlirOperationGetRegion(kernel, 0));

  // The body's own operations, before ours come in.
  MlirOperation *ops;
  intptr_t n = attnCollect(h->func, NULL, &ops);
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(h->func, 0));
  intptr_t params = mlirBlockGetNumArguments(entry);
  h->lane = mlirBlockAddArgument(entry, h->pointer, at.loc);
  MlirValue list = mlirBlockAddArgument(entry, h->pointer, at.loc);
  AttnBuilder first = attnBuilderBefore(mlirBlockGetFirstOperation(entry));
  h->words = allocate(h, &first, h->i64);
  h->scratch = allocate(h, &first, h->i8);
  if (!mlirAttributeIsNull(attnAttr(kernel, "nvvm.cluster_dim")))
    h->rank =
        mlirOperationGetResult(attnHostCall(h, &first, "attnEmuOwnRank", h->i64, 1, &h->lane), 0);
  readParameters(h, kernel, entry, params, list, &first);
  for (intptr_t i = params - 1; i >= 0; --i)
    mlirBlockEraseArgument(entry, (unsigned)i);

  // All problems of a kernel are told, not only the first.
  MlirLogicalResult ok = attnHostGuard(h, ops, n);
  for (intptr_t i = 0; i < n; ++i)
    if (!attnHostRewrite(h, ops[i]).value)
      ok = FAILED;
  free(ops);
  setSize(h, h->words, h->maxWords);
  setSize(h, h->scratch, h->maxScratch);
  if (ok.value) {
    dropSpaces(h);
    describe(h, kernel, full, params);
  }
  return ok;
}

//===--- the pass ---------------------------------------------------------===//

static MlirLogicalResult convertModule(MlirOperation module, MlirOperation kernels) {
  MlirContext ctx = mlirOperationGetContext(module);
  MlirLogicalResult ok = OK;
  MlirOperation next;
  for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(kernels, 0));
       !mlirOperationIsNull(op) && ok.value; op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!attnIs(op, "llvm.func") || mlirAttributeIsNull(attnAttr(op, "nvvm.kernel")))
      continue;
    AttnHost h = {.ctx = ctx,
                  .module = module,
                  .kernels = kernels,
                  .i1 = mlirIntegerTypeGet(ctx, 1),
                  .i8 = mlirIntegerTypeGet(ctx, 8),
                  .i32 = mlirIntegerTypeGet(ctx, 32),
                  .i64 = mlirIntegerTypeGet(ctx, 64),
                  .pointer = mlirLLVMPointerTypeGet(ctx, 0),
                  .none = mlirLLVMVoidTypeGet(ctx),
                  .staticShared = layOut(kernels, NULL) - ATTN_EMU_SHARED_BASE};
    ok = convertKernel(&h, op);
    free(h.sites);
  }
  if (ok.value)
    mlirOperationDestroy(kernels);
  return ok;
}

MlirLogicalResult attnRunConvertNVVMToHost(MlirOperation op, const AttnPassContext *pass) {
  (void)pass;
  MlirOperation *kernels;
  intptr_t n = attnCollect(op, "gpu.module", &kernels);
  MlirLogicalResult ok = OK;
  for (intptr_t i = 0; i < n && ok.value; ++i)
    ok = convertModule(op, kernels[i]);
  free(kernels);
  return ok;
}
