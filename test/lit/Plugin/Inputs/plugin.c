// A plug-in whose faults are chosen by -D.
#include "attn-c/Plugin.h"

#ifndef NAME
#define NAME "broken"
#endif
#ifndef PASS
#define PASS "broken-pass"
#endif
#ifndef PASS2
#define PASS2 "other-pass"
#endif
#ifndef OPTIONS
#define OPTIONS ""
#endif
#ifndef SIZE
#define SIZE sizeof(AttnPluginDesc)
#endif
#ifndef MAJOR
#define MAJOR ATTN_PLUGIN_ABI_MAJOR
#endif
#ifndef MINOR
#define MINOR ATTN_PLUGIN_ABI_MINOR
#endif
#ifndef MLIR
#define MLIR ATTN_MLIR_VERSION
#endif
#ifndef HASH
#define HASH ATTN_HEADER_HASH
#endif
#ifndef QUERY
#define QUERY attnPluginQuery
#endif
#ifndef RUN
#define RUN run
#endif

static MlirLogicalResult run(MlirOperation op, const AttnPassContext *pass) {
  (void)op, (void)pass, (void)run;
  return mlirLogicalResultSuccess();
}

static const AttnPassDesc passes[] = {
    {sizeof(AttnPassDesc), PASS, "a pass", "builtin.module", OPTIONS, RUN},
    {sizeof(AttnPassDesc), PASS2, "another", "", NULL, run}};
static const AttnPluginDesc plugin = {SIZE, MAJOR, MINOR, MLIR, HASH, NAME, "0.3", 2, passes};

ATTN_PLUGIN_EXPORT const AttnPluginDesc *QUERY(void) { return &plugin; }
