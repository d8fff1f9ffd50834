//===- Builtin.c - The built-in passes as a plug-in -----------------------===//
//
// Registered through the same table and the same checks as a third party's plug-in.
//
//===----------------------------------------------------------------------===//
#include "Plugin/Registry.h"

#define PASS(NAME, SUMMARY, ANCHOR, OPTIONS, RUN)                                                  \
  MlirLogicalResult RUN(MlirOperation, const AttnPassContext *);
#include "Plugin/BuiltinPasses.def"
#undef PASS

static const AttnPassDesc passes[] = {
#define PASS(NAME, SUMMARY, ANCHOR, OPTIONS, RUN)                                                  \
  {sizeof(AttnPassDesc), NAME, SUMMARY, ANCHOR, OPTIONS, RUN},
#include "Plugin/BuiltinPasses.def"
#undef PASS
};

const AttnPluginDesc attnBuiltinPlugin = ATTN_PLUGIN_DESC("attn-mlir", ATTN_VERSION, passes);
