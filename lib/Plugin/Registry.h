//===- Registry.h - Passes by name, plug-ins by path ----------------------===//
//
// The built-in passes are a plug-in like any other: one static AttnPluginDesc (Builtin.c). A
// registry holds the passes of the built-in and of loaded plug-ins. It lives until the process
// ends, because passes that a pass manager owns point into it, and a plug-in is never unloaded.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PLUGIN_REGISTRY_H
#define ATTN_PLUGIN_REGISTRY_H

#include "Plugin/Options.h"
#include "attn-c/Plugin.h"

typedef struct AttnPassEntry {
  const AttnPassDesc *desc;
  const AttnPluginDesc *plugin;
  const char *path; ///< of the shared object; NULL for the built-in passes
  AttnSignature signature;
} AttnPassEntry;

typedef struct AttnRegistry AttnRegistry;

/// The built-in passes.
extern const AttnPluginDesc attnBuiltinPlugin;

/// A registry with the built-in passes. A malformed built-in table aborts with a message.
AttnRegistry *attnRegistryCreate(void);
/// The registry of this process, made on first use. Thread-safe.
AttnRegistry *attnRegistryGlobal(void);

size_t attnRegistrySize(const AttnRegistry *registry);
/// In order of registration. The pointer stays valid.
const AttnPassEntry *attnRegistryGet(const AttnRegistry *registry, size_t i);
const AttnPassEntry *attnRegistryFind(const AttnRegistry *registry, const char *name,
                                      size_t length);

/// Checks a descriptor (sizes, ABI, MLIR version, header hash, names, signatures, duplicates) and
/// adds its passes: all of them or, on failure, none with a malloc'd message in *error that names
/// the file and both sides.
bool attnRegistryAdd(AttnRegistry *registry, const AttnPluginDesc *plugin, const char *path,
                     char **error);

/// Opens the shared object and adds what its attnPluginQuery returns.
bool attnPluginLoad(const char *path, AttnRegistry *registry, char **error);

//===--- upstream passes (generated from mlir-opt's own list) --------------===//

typedef struct AttnUpstreamPass {
  const char *name, *summary;
  const char *options; ///< names separated by blanks
} AttnUpstreamPass;
/// Ends with a row whose name is NULL. Used for suggestions, help and duplicate checks only:
/// whether a pass exists is asked of MLIR itself.
extern const AttnUpstreamPass attnUpstreamPasses[];

#endif // ATTN_PLUGIN_REGISTRY_H
