//===- EmitPtx.c - gpu.module to PTX text ---------------------------------===//
//
// The road that gpu-module-to-binary takes, through LLVM's C API: that pass looks for a CUDA
// toolkit and its libdevice, which we do not need, and replaces the gpu.module, which we keep.
//===----------------------------------------------------------------------===//
#include "Conversion/NVVMToCubin/EmitPtx.h"
#include "IR/Build.h"
#include "IR/Diag.h"

#include "mlir-c/RegisterEverything.h"
#include "mlir-c/Target/LLVMIR.h"
#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include "llvm-c/TargetMachine.h"
#include "llvm-c/Transforms/PassBuilder.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char triple[] = "nvptx64-nvidia-cuda";
static pthread_once_t initialized = PTHREAD_ONCE_INIT;
static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER;

static void initialize(void) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

/// LLVM reports through its context and then carries on or exits; keep the first error.
static void onDiagnostic(LLVMDiagnosticInfoRef info, void *user) {
  char **first = user;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || *first)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  *first = strdup(text);
  LLVMDisposeMessage(text);
}

static char *emit(MlirOperation op, LLVMModuleRef module, const char *chip, int ptx,
                  char **diagnostic) {
  char features[32], *message = NULL, *text = NULL;
  snprintf(features, sizeof features, "+ptx%d", ptx);
  LLVMTargetRef target;
  if (LLVMGetTargetFromTriple(triple, &target, &message)) {
    attnOpError(op, "this LLVM has no NVPTX target: %s", message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  LLVMTargetMachineRef machine =
      LLVMCreateTargetMachine(target, triple, chip, features, LLVMCodeGenLevelAggressive,
                              LLVMRelocDefault, LLVMCodeModelDefault);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
  LLVMSetTarget(module, triple);
  LLVMSetModuleDataLayout(module, layout);
  LLVMDisposeTargetData(layout);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, "default<O3>", machine, options);
  LLVMDisposePassBuilderOptions(options);
  LLVMMemoryBufferRef buffer = NULL;
  if (error) {
    char *m = LLVMGetErrorMessage(error);
    attnOpError(op, "LLVM's optimiser failed: %s", m);
    LLVMDisposeErrorMessage(m);
  } else if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMAssemblyFile, &message,
                                                 &buffer)) {
    attnOpError(op, "no PTX: %s", message);
    LLVMDisposeMessage(message);
  } else if (*diagnostic) {
    attnOpError(op, "no PTX: %s", *diagnostic);
  } else {
    text = strndup(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
  }
  if (buffer)
    LLVMDisposeMemoryBuffer(buffer);
  LLVMDisposeTargetMachine(machine);
  return text;
}

/// nvvm.barrier.arrive has no translation, and upstream's conversion wants constants.
static void lowerArrivals(MlirOperation module) {
  MlirOperation *ops;
  MlirContext ctx = mlirOperationGetContext(module);
  intptr_t n = attnCollect(module, "nvvm.barrier.arrive", &ops);
  for (intptr_t i = 0; i < n; ++i) {
    AttnBuilder b = attnBuilderBefore(ops[i]);
    bool named = mlirOperationGetNumOperands(ops[i]) == 2;
    MlirValue operands[2];
    for (int k = 0; k < (named ? 2 : 1); ++k)
      operands[k] = mlirOperationGetOperand(ops[i], k);
    MlirNamedAttribute attrs[] = {
        attnNamed(ctx, "asm_string",
                  attnStr(ctx, named ? "bar.arrive $0, $1;" : "bar.arrive 0, $0;")),
        attnNamed(ctx, "constraints", attnStr(ctx, named ? "r,r,~{memory}" : "r,~{memory}")),
        attnNamed(ctx, "has_side_effects", mlirUnitAttrGet(ctx))};
    attnBuildOp(&b, &(AttnOpDesc){.name = "llvm.inline_asm",
                                  .nOperands = named ? 2 : 1,
                                  .operands = operands,
                                  .nAttrs = 3,
                                  .attrs = attrs});
    mlirOperationDestroy(ops[i]);
  }
  free(ops);
}

char *attnEmitPtx(MlirOperation op, const char *chip, int ptx) {
  pthread_once(&initialized, initialize);
  pthread_mutex_lock(&registering); // the pass may run on several gpu.modules at once
  mlirRegisterAllLLVMTranslations(mlirOperationGetContext(op));
  pthread_mutex_unlock(&registering);
  LLVMContextRef context = LLVMContextCreate();
  char *diagnostic = NULL, *text = NULL;
  LLVMContextSetDiagnosticHandler(context, onDiagnostic, &diagnostic);
  MlirOperation copy = mlirOperationClone(op); // the module itself stays as the emulator wants it
  lowerArrivals(copy);
  LLVMModuleRef module = mlirTranslateModuleToLLVMIR(copy, context);
  mlirOperationDestroy(copy);
  if (module) {
    text = emit(op, module, chip, ptx, &diagnostic);
    LLVMDisposeModule(module);
  } else {
    attnOpError(op, "cannot be translated to LLVM IR; run convert-tile-to-nvvm first");
  }
  free(diagnostic);
  LLVMContextDispose(context);
  return text;
}
