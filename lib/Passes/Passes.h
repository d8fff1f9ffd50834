//===- Passes.h - The run functions of the passes on our own dialects -----===//
//
// One pass, one .c of the same name; its header comment is its contract. The table that names them
// is Plugin/BuiltinPasses.def.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_PASSES_H
#define ATTN_PASSES_PASSES_H

#include "attn-c/Plugin.h"

MlirLogicalResult attnRunBuffers(MlirOperation module, const AttnPassContext *pass);
MlirLogicalResult attnRunNormalize(MlirOperation module, const AttnPassContext *pass);
MlirLogicalResult attnRunRecognize(MlirOperation func, const AttnPassContext *pass);
MlirLogicalResult attnRunPack(MlirOperation module, const AttnPassContext *pass);
MlirLogicalResult attnRunPlace(MlirOperation root, const AttnPassContext *pass);

#endif // ATTN_PASSES_PASSES_H
