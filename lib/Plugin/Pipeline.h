//===- Pipeline.h - Pipelines of our passes and upstream's ----------------===//
//
//   pipeline := element (',' element)*
//   element  := operation '(' pipeline? ')'          nested pass manager
//             | name [ '{' options '}' ]             pass or named pipeline
//
// mlir-c 22 has no way to put a pass into MLIR's registry, so its pipeline parser does not know our
// passes. Here the text becomes a tree; names of the registry become external passes with options,
// names of Pipelines.def are expanded, and each maximal run of other text is MLIR's business
// (mlirOpPassManagerAddPipeline).
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PLUGIN_PIPELINE_H
#define ATTN_PLUGIN_PIPELINE_H

#include "Plugin/Registry.h"

#include "mlir-c/Pass.h"

typedef enum AttnElementKind {
  ATTN_ELEMENT_NEST,     ///< name: the operation; children
  ATTN_ELEMENT_PASS,     ///< pass, values
  ATTN_ELEMENT_PIPELINE, ///< name: the named pipeline; children
  ATTN_ELEMENT_UPSTREAM  ///< name: the pass; text: with its options
} AttnElementKind;

typedef struct AttnElement {
  AttnElementKind kind;
  char *name;
  char *text;
  const AttnPassEntry *pass;
  AttnOptionValue *values;
  struct AttnElement *children;
  size_t count;
} AttnElement;

/// Parses `text` as the elements of a pass manager on `anchor` ("any" for any operation) into the
/// children of *root, a nest. Everything is checked here, options of upstream passes too. `what`
/// names the text in messages, e.g. "--pass-pipeline". On failure returns false and puts a malloc'd
/// message into *error: `what:1:COL: error: ...`, the text, a caret, no newline at the end.
bool attnPipelineParse(MlirContext ctx, const AttnRegistry *registry, const char *what,
                       const char *anchor, const char *text, AttnElement *root, char **error);
void attnPipelineFree(AttnElement *root);

/// Appends one element: the pass or named pipeline `name` with the options `options` (may be NULL).
bool attnPipelineAppend(MlirContext ctx, const AttnRegistry *registry, const char *what,
                        const char *name, const char *options, AttnElement *root, char **error);

/// What a tool wants to do around each pass. `before` and `after` run on the pass's operation;
/// a failure of `after` fails the pass manager.
typedef struct AttnPassHooks {
  void (*before)(const AttnElement *element, MlirOperation op, void *user);
  MlirLogicalResult (*after)(const AttnElement *element, MlirOperation op, void *user);
  void *user;
} AttnPassHooks;

/// Adds the children of `root` to a pass manager on root's operation. verifyEach: attnVerify runs
/// after every pass of ours. hooks may be NULL; if not, they and `root` must outlive the pass
/// manager.
bool attnPipelineBuild(MlirContext ctx, const AttnElement *root, MlirOpPassManager manager,
                       bool verifyEach, const AttnPassHooks *hooks, char **error);

/// Prints the pipeline with all options of all passes, named pipelines expanded; the text parses
/// again to the same tree.
void attnPipelinePrint(FILE *out, MlirContext ctx, const AttnElement *root);

//===--- named pipelines --------------------------------------------------===//

typedef struct AttnNamedPipeline {
  const char *name, *summary, *options;
  const char *text; ///< `$option` stands for the value of an option
} AttnNamedPipeline;
/// Ends with a row whose name is NULL. All run on builtin.module.
extern const AttnNamedPipeline attnNamedPipelines[];
const AttnNamedPipeline *attnNamedPipelineFind(const char *name, size_t length);
/// The text with the options filled in; malloc'd. `options` may be NULL.
char *attnNamedPipelineExpand(const AttnNamedPipeline *pipeline, const char *options, size_t length,
                              AttnTextError *error);

//===--- external passes --------------------------------------------------===//

/// One pass with its option values (copied) as a pass that a pass manager can own.
MlirPass attnPassCreate(const AttnPassEntry *entry, const AttnOptionValue *values, bool verify);
/// A pass that only calls a hook.
MlirPass attnHookCreate(const AttnElement *element, const AttnPassHooks *hooks, bool after);

#endif // ATTN_PLUGIN_PIPELINE_H
