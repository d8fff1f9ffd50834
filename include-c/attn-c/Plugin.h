//===- Plugin.h - The plug-in ABI: passes in a table ----------------------===//
//
// A plug-in is a shared object that exports ONE symbol, attnPluginQuery. It returns a static
// descriptor with a table of passes. The built-in passes register through the same table.
//
//   static MlirLogicalResult run(MlirOperation op, const AttnPassContext *pass) { ... }
//   static const AttnPassDesc passes[] = {
//       {sizeof(AttnPassDesc), "my-pass", "what it does", "func.func", "limit:int=4", run}};
//   static const AttnPluginDesc plugin = ATTN_PLUGIN_DESC("my-plugin", "1.0", passes);
//   ATTN_PLUGIN_EXPORT const AttnPluginDesc *attnPluginQuery(void) { return &plugin; }
//
// MlirXxx handles cross this border and mlir-c promises no stability, so the descriptor carries the
// exact MLIR version and a hash of the public headers it was built with; the host refuses another
// one and says which field differs. A plug-in links the same libMLIR.so as the host (one per
// process) and libAttnMLIRCAPI.so for the mlir-c functions. It is never unloaded.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_C_PLUGIN_H
#define ATTN_C_PLUGIN_H

#include "attn-c/Version.h"
#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Major: incompatible. Minor: fields appended to structs.
#define ATTN_PLUGIN_ABI_MAJOR 1
#define ATTN_PLUGIN_ABI_MINOR 0

#define ATTN_PLUGIN_EXPORT __attribute__((visibility("default")))

/// What a running pass can ask its host. All pointers are valid during the call.
typedef struct AttnPassContext {
  size_t struct_size;
  /// Values of the pass's options, by name as in the signature. Asking for a name that is not in
  /// the signature, or with another kind, aborts with a message: it is a programming error.
  int64_t (*getInt)(const struct AttnPassContext *, const char *option);
  bool (*getBool)(const struct AttnPassContext *, const char *option);
  double (*getFloat)(const struct AttnPassContext *, const char *option);
  const char *(*getString)(const struct AttnPassContext *, const char *option);
  /// Diagnostics other than errors (errors: mlirEmitError and a failure as the result).
  void (*warning)(MlirLocation, const char *text);
  void (*remark)(MlirLocation, const char *text);
  void *impl;
} AttnPassContext;

/// Runs a pass on one operation of the kind it is anchored on. May run on several operations at the
/// same time from several threads: no static state.
typedef MlirLogicalResult (*AttnPassRun)(MlirOperation op, const AttnPassContext *pass);

typedef struct AttnPassDesc {
  size_t struct_size;  ///< sizeof(AttnPassDesc)
  const char *name;    ///< as in a pipeline: lower case words joined by '-'
  const char *summary; ///< one line for --help
  const char *anchor;  ///< operation it runs on, e.g. "builtin.module"; "" for any
  /// Options: `NAME:KIND=DEFAULT` joined by ';', KIND one of int, bool, float, string; after the
  /// default an optional ` -- help text`. NULL or "" for none.
  ///   "schedule:string= -- pinned schedule; depth:int=1 -- ring slots"
  const char *options;
  AttnPassRun run;
} AttnPassDesc;

typedef struct AttnPluginDesc {
  size_t struct_size; ///< sizeof(AttnPluginDesc)
  uint32_t abi_major, abi_minor;
  const char *mlir_version; ///< exact, e.g. "22.1.8"
  const char *header_hash;  ///< hash of include-c/attn-c when the plug-in was compiled
  const char *name, *version;
  size_t num_passes;
  const AttnPassDesc *passes;
} AttnPluginDesc;

#define ATTN_PLUGIN_DESC(NAME, VERSION, PASSES)                                                    \
  {                                                                                                \
    sizeof(AttnPluginDesc), ATTN_PLUGIN_ABI_MAJOR, ATTN_PLUGIN_ABI_MINOR, ATTN_MLIR_VERSION,       \
        ATTN_HEADER_HASH, NAME, VERSION, sizeof(PASSES) / sizeof((PASSES)[0]), PASSES              \
  }

/// The one exported symbol.
ATTN_PLUGIN_EXPORT const AttnPluginDesc *attnPluginQuery(void);

#ifdef __cplusplus
}
#endif
#endif // ATTN_C_PLUGIN_H
