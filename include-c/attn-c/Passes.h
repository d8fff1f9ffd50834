//===- Passes.h - Our passes in a host's own pass manager -----------------===//
//
// A host that has an MlirContext and a pass manager of its own calls
//
//   attnLoadDialects(ctx);                                            // attn-c/Dialects.h
//   attnAddPipeline(ctx, manager, "attn-to-carrier,canonicalize", onError, NULL);
//
// and runs the pass manager as usual. Names are those of `attn-opt --list-passes`: our passes,
// named pipelines, passes of loaded plug-ins, and MLIR's own.
//
// Errors in names, options or anchors come as text (several lines, with a caret) through the
// callback; the pass manager may then hold the elements before the wrong one and should be thrown
// away. Errors while the passes run are diagnostics of the context.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_C_PASSES_H
#define ATTN_C_PASSES_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Receives one error message, without a newline at its end. May be NULL where it is a parameter.
typedef void (*AttnErrorCallback)(const char *message, void *user);

/// Appends the elements of a pipeline to the pass manager. What stands at the top of `pipeline`
/// runs on the operation of `manager`; deeper passes are written as in
/// `func.func(canonicalize,cse)`.
MlirLogicalResult attnAddPipeline(MlirContext ctx, MlirOpPassManager manager, const char *pipeline,
                                  AttnErrorCallback onError, void *user);

/// Appends one pass or named pipeline with options as text: `schedule="TILE@qk=n16x16/f4x4"
/// depth=2`. `options` may be NULL.
MlirLogicalResult attnAddPass(MlirContext ctx, MlirOpPassManager manager, const char *name,
                              const char *options, AttnErrorCallback onError, void *user);

/// Makes one pass of ours or of a plug-in, for mlirPassManagerAddOwnedPass. Null after an error.
MlirPass attnCreatePass(const char *name, const char *options, AttnErrorCallback onError,
                        void *user);

/// Loads a plug-in (attn-c/Plugin.h) into this process, for all contexts. It stays loaded.
MlirLogicalResult attnLoadPassPlugin(const char *path, AttnErrorCallback onError, void *user);

/// Calls `visit` for every pass of ours and of loaded plug-ins, in pipeline order.
void attnForEachPass(void (*visit)(const char *name, const char *summary, const char *options,
                                   void *user),
                     void *user);

#ifdef __cplusplus
}
#endif
#endif // ATTN_C_PASSES_H
