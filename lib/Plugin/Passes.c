//===- Passes.c - Our passes in a host's own pass manager -----------------===//
// See attn-c/Passes.h.
//===----------------------------------------------------------------------===//
#include "attn-c/Passes.h"

#include "IR/Text.h"
#include "Plugin/Pipeline.h"

#include <stdlib.h>
#include <string.h>

static MlirLogicalResult report(char *message, AttnErrorCallback onError, void *user) {
  if (onError)
    onError(message, user);
  free(message);
  return mlirLogicalResultFailure();
}

/// The operation a pass manager runs on. mlir-c has no getter, but the printed form begins with it.
static char *anchorOf(MlirOpPassManager manager) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  mlirPrintPassPipeline(manager, attnToFile, out);
  fclose(out);
  text[strcspn(text, "(")] = 0;
  return text;
}

static MlirLogicalResult build(MlirContext ctx, MlirOpPassManager manager, AttnElement *root,
                               AttnErrorCallback onError, void *user) {
  char *error = NULL;
  bool ok = attnPipelineBuild(ctx, root, manager, true, NULL, &error);
  attnPipelineFree(root);
  return ok ? mlirLogicalResultSuccess() : report(error, onError, user);
}

MlirLogicalResult attnAddPipeline(MlirContext ctx, MlirOpPassManager manager, const char *pipeline,
                                  AttnErrorCallback onError, void *user) {
  char *anchor = anchorOf(manager), *error = NULL;
  AttnElement root;
  bool ok =
      attnPipelineParse(ctx, attnRegistryGlobal(), "pipeline", anchor, pipeline, &root, &error);
  free(anchor);
  return ok ? build(ctx, manager, &root, onError, user) : report(error, onError, user);
}

MlirLogicalResult attnAddPass(MlirContext ctx, MlirOpPassManager manager, const char *name,
                              const char *options, AttnErrorCallback onError, void *user) {
  char *error = NULL;
  AttnElement root = {.kind = ATTN_ELEMENT_NEST, .name = anchorOf(manager)};
  if (attnPipelineAppend(ctx, attnRegistryGlobal(), "pass", name, options, &root, &error))
    return build(ctx, manager, &root, onError, user);
  attnPipelineFree(&root);
  return report(error, onError, user);
}

MlirPass attnCreatePass(const char *name, const char *options, AttnErrorCallback onError,
                        void *user) {
  const AttnPassEntry *entry = attnRegistryFind(attnRegistryGlobal(), name, strlen(name));
  if (!entry) {
    report(attnFormat("unknown pass '%s'", name), onError, user);
    return (MlirPass){NULL};
  }
  AttnTextError error;
  AttnOptionValue *values = attnOptionsParse(&entry->signature, name, options ? options : "",
                                             options ? strlen(options) : 0, &error);
  if (!values) {
    report(error.message, onError, user);
    return (MlirPass){NULL};
  }
  MlirPass pass = attnPassCreate(entry, values, true);
  attnOptionsFree(&entry->signature, values);
  return pass;
}

MlirLogicalResult attnLoadPassPlugin(const char *path, AttnErrorCallback onError, void *user) {
  char *error = NULL;
  return attnPluginLoad(path, attnRegistryGlobal(), &error) ? mlirLogicalResultSuccess()
                                                            : report(error, onError, user);
}

void attnForEachPass(void (*visit)(const char *name, const char *summary, const char *options,
                                   void *user),
                     void *user) {
  const AttnRegistry *registry = attnRegistryGlobal();
  for (size_t i = 0; i < attnRegistrySize(registry); ++i) {
    const AttnPassDesc *d = attnRegistryGet(registry, i)->desc;
    visit(d->name, d->summary, d->options ? d->options : "", user);
  }
}
