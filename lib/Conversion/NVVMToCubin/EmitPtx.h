//===- EmitPtx.h - gpu.module to PTX text ---------------------------------===//
#ifndef ATTN_CONVERSION_NVVMTOCUBIN_EMITPTX_H
#define ATTN_CONVERSION_NVVMTOCUBIN_EMITPTX_H

#include "mlir-c/IR.h"

/// Translates a gpu.module in the LLVM and NVVM dialects to LLVM IR, optimises it and emits PTX for
/// `chip` in PTX ISA `ptx`, both of which LLVM must know. Returns malloc'd text, or NULL with an
/// error emitted at the module.
char *attnEmitPtx(MlirOperation gpuModule, const char *chip, int ptx);

#endif // ATTN_CONVERSION_NVVMTOCUBIN_EMITPTX_H
