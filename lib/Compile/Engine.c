//===- Engine.c - Code of a module in this process ------------------------===//
#include "Compile/Engine.h"

#include "Runtime/Half.h"
#include "Runtime/Status.h"

#include "mlir-c/RegisterEverything.h"
#include "mlir-c/Target/LLVMIR.h"
#include "llvm-c/Core.h"
#include "llvm-c/LLJIT.h"
#include "llvm-c/Target.h"
#include "llvm-c/TargetMachine.h"
#include "llvm-c/Transforms/PassBuilder.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct AttnEngine {
  LLVMOrcLLJITRef jit;
};

//===--- conversions ------------------------------------------------------===//

// Conversions that LLVM calls where the machine has no instruction for them. Not every libgcc has
// them all. bf16 travels in the same register as f16.
#ifdef __FLT16_MANT_DIG__
static _Float16 asHalf(uint16_t bits) {
  _Float16 h;
  memcpy(&h, &bits, sizeof h);
  return h;
}

static _Float16 floatToBf16(float x) {
  uint32_t u;
  memcpy(&u, &x, sizeof u);
  if (x != x)
    return asHalf((uint16_t)(u >> 16 | 0x40));
  return asHalf((uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16));
}

static _Float16 doubleToBf16(double x) { return asHalf(attnBf16FromDouble(x)); }
static float halfToFloat(_Float16 x) { return (float)x; }
static _Float16 floatToHalf(float x) { return (_Float16)x; }
static _Float16 doubleToHalf(double x) { return (_Float16)x; }
#endif

static const AttnEngineSymbol conversions[] = {
#ifdef __FLT16_MANT_DIG__
    {"__extendhfsf2", (void (*)(void))halfToFloat},
    {"__truncsfhf2", (void (*)(void))floatToHalf},
    {"__truncdfhf2", (void (*)(void))doubleToHalf},
    {"__truncsfbf2", (void (*)(void))floatToBf16},
    {"__truncdfbf2", (void (*)(void))doubleToBf16},
#endif
    {NULL, NULL}};

//===--- LLVM -------------------------------------------------------------===//

static bool failWith(LLVMErrorRef error, const char *what, AttnStatus *st) {
  char *message = LLVMGetErrorMessage(error);
  attnFail(st, ATTN_STATUS_INVALID, "%s: %s", what, message);
  LLVMDisposeErrorMessage(message);
  return false;
}

static pthread_once_t initialized = PTHREAD_ONCE_INIT;
static void initialize(void) {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
}

static LLVMTargetMachineRef hostMachine(int optLevel, AttnStatus *st) {
  static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
                                               LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};
  char *triple = LLVMGetDefaultTargetTriple(), *cpu = LLVMGetHostCPUName(),
       *features = LLVMGetHostCPUFeatures(), *message = NULL;
  LLVMTargetRef target;
  LLVMTargetMachineRef machine = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    attnFail(st, ATTN_STATUS_INVALID, "LLVM has no code generator for this machine: %s", message);
    LLVMDisposeMessage(message);
  } else {
    machine = LLVMCreateTargetMachine(target, triple, cpu, features, levels[optLevel],
                                      LLVMRelocDefault, LLVMCodeModelJITDefault);
    if (!machine)
      attnFail(st, ATTN_STATUS_INVALID, "LLVM has no code generator for this machine");
  }
  LLVMDisposeMessage(triple);
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  return machine;
}

/// `<name>.packed`: calls a function of n pointers with the n in an array.
static bool addPacked(LLVMModuleRef module, const char *name, AttnStatus *st) {
  LLVMContextRef ctx = LLVMGetModuleContext(module);
  LLVMValueRef callee = LLVMGetNamedFunction(module, name);
  if (!callee)
    return attnFail(st, ATTN_STATUS_INVALID, "the lowered module has no function '%s'", name);
  unsigned n = LLVMCountParams(callee);
  char packed[600];
  snprintf(packed, sizeof packed, "%s.packed", name);
  LLVMValueRef *arguments = attnAlloc(n * sizeof(LLVMValueRef), st);
  if (!arguments)
    return false;
  LLVMTypeRef pointer = LLVMPointerTypeInContext(ctx, 0);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(ctx), &pointer, 1, false);
  LLVMValueRef function = LLVMAddFunction(module, packed, type);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(ctx);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(ctx, function, ""));
  for (unsigned i = 0; i < n; ++i) {
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(ctx), i, false);
    LLVMValueRef at = LLVMBuildGEP2(b, pointer, LLVMGetParam(function, 0), &index, 1, "");
    arguments[i] = LLVMBuildLoad2(b, pointer, at, "");
  }
  LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, arguments, n, "");
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
  free(arguments);
  return true;
}

/// The module as LLVM IR, optimised.
static LLVMModuleRef translate(MlirModule module, LLVMContextRef ctx, LLVMTargetMachineRef machine,
                               int optLevel, const char *packed, AttnStatus *st) {
  LLVMModuleRef ir = mlirTranslateModuleToLLVMIR(mlirModuleGetOperation(module), ctx);
  if (!ir) {
    attnFail(st, ATTN_STATUS_INVALID, "LLVM does not accept the lowered module");
    return NULL;
  }
  char *triple = LLVMGetTargetMachineTriple(machine);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  LLVMSetTarget(ir, triple);
  LLVMSetModuleDataLayout(ir, layout);
  LLVMDisposeTargetData(layout);
  LLVMDisposeMessage(triple);
  bool ok = !packed || addPacked(ir, packed, st);
  if (ok && optLevel > 0) {
    char passes[32];
    snprintf(passes, sizeof passes, "default<O%d>", optLevel);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(ir, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    ok = !error || failWith(error, "LLVM's optimiser failed", st);
  }
  if (ok)
    return ir;
  LLVMDisposeModule(ir);
  return NULL;
}

/// Takes the machine; the module goes into the engine.
static bool start(AttnEngine *e, MlirModule module, LLVMTargetMachineRef machine, int optLevel,
                  const char *packed, AttnStatus *st) {
  LLVMContextRef ctx = LLVMContextCreate();
  LLVMModuleRef ir = translate(module, ctx, machine, optLevel, packed, st);
  LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
  LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
      builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine));
  LLVMErrorRef error = LLVMOrcCreateLLJIT(&e->jit, builder);
  if (!ir || error) {
    if (error) {
      e->jit = NULL;
      failWith(error, "LLVM's JIT does not start", st);
    }
    if (ir)
      LLVMDisposeModule(ir);
    LLVMContextDispose(ctx);
    return false;
  }
  LLVMOrcThreadSafeContextRef shared = LLVMOrcCreateNewThreadSafeContextFromLLVMContext(ctx);
  error = LLVMOrcLLJITAddLLVMIRModule(e->jit, LLVMOrcLLJITGetMainJITDylib(e->jit),
                                      LLVMOrcCreateNewThreadSafeModule(ir, shared));
  LLVMOrcDisposeThreadSafeContext(shared);
  return !error || failWith(error, "LLVM's JIT does not accept the lowered module", st);
}

//===--- public -----------------------------------------------------------===//

AttnEngine *attnEngineCreate(MlirModule module, int optLevel, const char *packed, AttnStatus *st) {
  optLevel = optLevel < 0 ? 0 : optLevel > 3 ? 3 : optLevel;
  pthread_once(&initialized, initialize);
  mlirRegisterAllLLVMTranslations(mlirModuleGetContext(module));
  AttnEngine *e = attnAlloc(sizeof *e, st);
  if (!e)
    return NULL;
  LLVMTargetMachineRef machine = hostMachine(optLevel, st);
  if (machine && start(e, module, machine, optLevel, packed, st) &&
      attnEngineDefine(e, conversions, sizeof conversions / sizeof *conversions - 1, st))
    return e;
  attnEngineDestroy(e);
  return NULL;
}

bool attnEngineDefine(AttnEngine *e, const AttnEngineSymbol *symbols, size_t n, AttnStatus *st) {
  LLVMOrcCSymbolMapPair *pairs = attnAlloc(n * sizeof *pairs, st);
  if (!pairs)
    return false;
  for (size_t i = 0; i < n; ++i)
    pairs[i] = (LLVMOrcCSymbolMapPair){
        .Name = LLVMOrcLLJITMangleAndIntern(e->jit, symbols[i].name),
        .Sym = {.Address = (uintptr_t)symbols[i].address,
                .Flags = {.GenericFlags = LLVMJITSymbolGenericFlagsExported |
                                          LLVMJITSymbolGenericFlagsCallable}}};
  LLVMErrorRef error =
      LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(e->jit), LLVMOrcAbsoluteSymbols(pairs, n));
  free(pairs);
  return !error || failWith(error, "LLVM's JIT does not take a function", st);
}

void *attnEngineLookup(AttnEngine *e, const char *name, AttnStatus *st) {
  LLVMOrcExecutorAddress address = 0;
  LLVMErrorRef error = LLVMOrcLLJITLookup(e->jit, &address, name);
  if (error) {
    failWith(error, "LLVM does not compile the code", st);
    return NULL;
  }
  return (void *)(uintptr_t)address;
}

void attnEngineDestroy(AttnEngine *e) {
  if (!e)
    return;
  LLVMErrorRef error = e->jit ? LLVMOrcDisposeLLJIT(e->jit) : NULL;
  if (error)
    LLVMConsumeError(error);
  free(e);
}
