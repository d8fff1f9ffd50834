//===- Pipeline.c - Parsing pipelines -------------------------------------===//
//
// See Pipeline.h. One pass over the text by recursive descent; the first error ends it. Upstream
// elements are tried on a scratch pass manager so that their errors get a place in the text.
//
//===----------------------------------------------------------------------===//
#include "Plugin/Pipeline.h"

#include "IR/Build.h"

#include "IR/Source.h"
#include "IR/Text.h"
#include "Schedule/Suggest.h"

#include "mlir-c/RegisterEverything.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static MlirStringRef ref(const char *s) { return mlirStringRefCreateFromCString(s); }

typedef struct Parser {
  MlirContext ctx;
  const AttnRegistry *registry;
  const char *text;
  size_t length, pos;
  int depth;           // of named pipelines inside named pipelines
  AttnTextError error; // message NULL: none yet
} Parser;

static bool fail(Parser *p, size_t offset, size_t length, const char *suggestion, char *message) {
  if (suggestion) {
    char *longer = attnFormat("%s, did you mean '%s'?", message, suggestion);
    free(message);
    message = longer;
  }
  p->error = (AttnTextError){message, offset, length};
  return false;
}

static void skipBlanks(Parser *p) {
  while (p->pos < p->length && isspace((unsigned char)p->text[p->pos]))
    ++p->pos;
}

static AttnElement *addChild(AttnElement *parent) {
  parent->children = realloc(parent->children, (parent->count + 1) * sizeof *parent->children);
  if (!parent->children)
    abort();
  AttnElement *child = &parent->children[parent->count++];
  *child = (AttnElement){0};
  return child;
}

//===--- upstream elements ------------------------------------------------===//

/// Adds upstream text to a fresh pass manager on `anchor`. Returns what MLIR says against it, NULL
/// if nothing; *printed (may be NULL) becomes the text that MLIR prints for it.
static char *tryUpstream(MlirContext ctx, const char *anchor, const char *text, char **printed) {
  attnRegisterUpstreamPasses();
  MlirPassManager manager = mlirPassManagerCreateOnOperation(ctx, ref(anchor));
  MlirOpPassManager top = mlirPassManagerGetAsOpPassManager(manager);
  char *complaint = NULL;
  size_t size;
  FILE *out = open_memstream(&complaint, &size);
  MlirLogicalResult ok = mlirOpPassManagerAddPipeline(top, ref(text), attnToFile, out);
  fclose(out);
  if (mlirLogicalResultIsSuccess(ok)) {
    free(complaint);
    complaint = NULL;
    if (printed) {
      out = open_memstream(printed, &size);
      mlirPrintPassPipeline(top, attnToFile, out);
      fclose(out);
    }
  }
  mlirPassManagerDestroy(manager);
  return complaint;
}

static void suggestOptions(AttnSuggest *suggest, const AttnUpstreamPass *pass, char *buffer) {
  strcpy(buffer, pass->options);
  char *rest = buffer;
  for (char *word; (word = strsep(&rest, " "));)
    attnSuggestOffer(suggest, word);
}

/// Points at a word of the element that MLIR's message names between `before` and `after`.
static bool quoteFrom(const char *message, const char *before, const char *after, const char **word,
                      size_t *length) {
  const char *at = strstr(message, before);
  if (!at)
    return false;
  at += strlen(before);
  const char *end = strstr(at, after);
  *word = at;
  *length = end ? (size_t)(end - at) : strlen(at);
  return *length > 0;
}

static bool failUnknown(Parser *p, size_t begin, const char *name) {
  AttnSuggest suggest = {name, strlen(name), NULL, 0};
  for (size_t i = 0; i < attnRegistrySize(p->registry); ++i)
    attnSuggestOffer(&suggest, attnRegistryGet(p->registry, i)->desc->name);
  for (const AttnNamedPipeline *n = attnNamedPipelines; n->name; ++n)
    attnSuggestOffer(&suggest, n->name);
  for (const AttnUpstreamPass *u = attnUpstreamPasses; u->name; ++u)
    attnSuggestOffer(&suggest, u->name);
  return fail(p, begin, strlen(name), suggest.best, attnFormat("unknown pass '%s'", name));
}

/// Turns MLIR's message about the element at `begin` into ours.
static bool failUpstream(Parser *p, size_t begin, const AttnElement *element, const char *anchor,
                         const char *message) {
  const char *word;
  size_t length;
  if (strstr(message, "does not refer to a registered pass"))
    return failUnknown(p, begin, element->name);
  if (quoteFrom(message, "restricted to '", "'", &word, &length))
    return fail(p, begin, strlen(element->name), NULL,
                attnFormat("pass '%s' runs on '%.*s' but stands under '%s'", element->name,
                           (int)length, word, anchor));
  bool unknown = quoteFrom(message, "no such option ", "\n", &word, &length);
  if (unknown || quoteFrom(message, "for the --", " option", &word, &length)) {
    char *option = attnCopy(word, length);
    const char *at = strstr(element->text + strlen(element->name), option);
    size_t offset = at ? begin + (size_t)(at - element->text) : begin;
    AttnSuggest suggest = {option, length, NULL, 0};
    char buffer[4096] = "";
    if (unknown)
      for (const AttnUpstreamPass *u = attnUpstreamPasses; u->name; ++u)
        if (strcmp(u->name, element->name) == 0 && strlen(u->options) < sizeof buffer)
          suggestOptions(&suggest, u, buffer);
    const char *line = strchr(message, '\n');
    int firstLine = line ? (int)(line - message) : (int)strlen(message);
    char *text = unknown ? attnFormat("'%s' has no option '%s'%s%s%s", element->name, option,
                                      suggest.best ? ", did you mean '" : "",
                                      suggest.best ? suggest.best : "", suggest.best ? "'?" : "")
                         : attnFormat("'%s'%.*s", element->name, firstLine, message);
    free(option);
    return fail(p, offset, length, NULL, text);
  }
  const char *brace = strchr(element->text, '{');
  if (brace && strstr(message, "failed to add")) // MLIR has printed why to standard error
    return fail(p, begin + (size_t)(brace - element->text), strlen(brace), NULL,
                attnFormat("MLIR does not accept these options of '%s'", element->name));
  message += strspn(message, "\n");
  int n = (int)strcspn(message, "\n");
  return fail(p, begin, strlen(element->name), NULL,
              attnFormat("'%s': %.*s", element->name, n, n ? message : "not accepted by MLIR"));
}

//===--- elements ---------------------------------------------------------===//

static bool parseList(Parser *p, const char *anchor, AttnElement *parent);

/// The byte behind the '}' that closes the '{' at p->pos; 0 if there is none. Quotes count only
/// inside.
static size_t closingBrace(const Parser *p) {
  int depth = 0;
  char quote = 0;
  for (size_t i = p->pos; i < p->length; ++i) {
    char c = p->text[i];
    if (quote) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return 0;
}

static bool checkAnchor(Parser *p, size_t begin, const char *name, const char *wanted,
                        const char *anchor) {
  if (!*wanted || strcmp(wanted, anchor) == 0 || strcmp(anchor, "any") == 0)
    return true;
  return fail(p, begin, strlen(name), NULL,
              attnFormat("pass '%s' runs on '%s' but stands under '%s'%s%s%s", name, wanted, anchor,
                         strcmp(anchor, "builtin.module") == 0 ? "; write " : "",
                         strcmp(anchor, "builtin.module") == 0 ? wanted : "",
                         strcmp(anchor, "builtin.module") == 0 ? "(...)" : ""));
}

/// Fails with an error inside the text of a named pipeline, shown under that text.
static bool failInside(Parser *p, size_t begin, const char *name, const Parser *inner) {
  char *text = attnFormat("in named pipeline '%s': %s\n  at byte %zu of %s", name,
                          inner->error.message, inner->error.offset, inner->text);
  free(inner->error.message);
  return fail(p, begin, strlen(name), NULL, text);
}

static bool parseNamed(Parser *p, size_t begin, const AttnNamedPipeline *named, const char *anchor,
                       const char *options, size_t optionsAt, size_t optionsLength,
                       AttnElement *element) {
  if (!checkAnchor(p, begin, named->name, "builtin.module", anchor))
    return false;
  if (p->depth > 8)
    return fail(p, begin, strlen(named->name), NULL,
                attnFormat("named pipeline '%s' contains itself", named->name));
  char *text = attnNamedPipelineExpand(named, options, optionsLength, &p->error);
  if (!text) {
    p->error.offset += optionsAt;
    return false;
  }
  element->kind = ATTN_ELEMENT_PIPELINE;
  Parser inner = {p->ctx, p->registry, text, strlen(text), 0, p->depth + 1, {0}};
  bool ok = parseList(&inner, anchor, element) || failInside(p, begin, named->name, &inner);
  free(text);
  return ok;
}

static bool parseNest(Parser *p, size_t begin, AttnElement *element) {
  element->kind = ATTN_ELEMENT_NEST;
  const char *name = element->name, *dot = strchr(name, '.');
  if (strcmp(name, "any") != 0) {
    MlirDialect dialect = {NULL};
    if (dot)
      dialect =
          mlirContextGetOrLoadDialect(p->ctx, mlirStringRefCreate(name, (size_t)(dot - name)));
    if (mlirDialectIsNull(dialect) || !mlirContextIsRegisteredOperation(p->ctx, ref(name))) {
      static const char *const usual[] = {"builtin.module", "func.func", "gpu.module",
                                          "gpu.func",       "llvm.func", "any"};
      AttnSuggest suggest = {name, strlen(name), NULL, 0};
      for (size_t i = 0; i < sizeof usual / sizeof *usual; ++i)
        attnSuggestOffer(&suggest, usual[i]);
      bool isPass = attnRegistryFind(p->registry, name, strlen(name)) ||
                    attnNamedPipelineFind(name, strlen(name));
      for (const AttnUpstreamPass *u = attnUpstreamPasses; u->name && !isPass; ++u)
        isPass = strcmp(u->name, name) == 0;
      return fail(p, begin, strlen(name), isPass ? NULL : suggest.best,
                  isPass
                      ? attnFormat("'%s' is a pass: its options stand in {...}, not (...)", name)
                      : attnFormat("unknown operation '%s' as the anchor of nested passes", name));
    }
  }
  size_t open = p->pos++;
  skipBlanks(p);
  if (p->pos < p->length && p->text[p->pos] == ')') {
    ++p->pos;
    return true;
  }
  if (!parseList(p, element->name, element))
    return false;
  if (p->pos >= p->length)
    return fail(p, open, 1, NULL, attnFormat("this '(' is never closed"));
  ++p->pos; // parseList stops at ')' only
  return true;
}

static bool isNameChar(char c) {
  return isalnum((unsigned char)c) || c == '-' || c == '_' || c == '.' || c == '$';
}

static bool parseElement(Parser *p, const char *anchor, AttnElement *parent) {
  skipBlanks(p);
  size_t begin = p->pos;
  while (p->pos < p->length && isNameChar(p->text[p->pos]))
    ++p->pos;
  if (p->pos == begin)
    return fail(p, begin, 1, NULL,
                begin >= p->length ? attnFormat("expected a pass at the end of the pipeline")
                                   : attnFormat("expected a pass but found '%c'", p->text[begin]));
  AttnElement *element = addChild(parent);
  element->name = attnCopy(p->text + begin, p->pos - begin);
  size_t nameLength = p->pos - begin;
  skipBlanks(p);
  if (p->pos < p->length && p->text[p->pos] == '(')
    return parseNest(p, begin, element);

  const char *options = "";
  size_t optionsAt = p->pos, optionsLength = 0, end = begin + nameLength;
  if (p->pos < p->length && p->text[p->pos] == '{') {
    end = closingBrace(p);
    if (!end)
      return fail(p, p->pos, 1, NULL, attnFormat("this '{' is never closed"));
    optionsAt = p->pos + 1;
    options = p->text + optionsAt;
    optionsLength = end - 1 - optionsAt;
    p->pos = end;
  }
  const AttnPassEntry *pass = attnRegistryFind(p->registry, element->name, nameLength);
  const AttnNamedPipeline *named = attnNamedPipelineFind(element->name, nameLength);
  if (named)
    return parseNamed(p, begin, named, anchor, options, optionsAt, optionsLength, element);
  if (pass) {
    element->kind = ATTN_ELEMENT_PASS;
    element->pass = pass;
    if (!checkAnchor(p, begin, element->name, pass->desc->anchor, anchor))
      return false;
    element->values =
        attnOptionsParse(&pass->signature, element->name, options, optionsLength, &p->error);
    if (!element->values)
      p->error.offset += optionsAt;
    return element->values;
  }
  element->kind = ATTN_ELEMENT_UPSTREAM;
  element->text = attnCopy(p->text + begin, end - begin);
  char *complaint = tryUpstream(p->ctx, anchor, element->text, NULL);
  bool ok = !complaint || failUpstream(p, begin, element, anchor, complaint);
  free(complaint);
  return ok;
}

/// Elements up to the end of the text or, inside a nest, up to its ')' (not consumed).
static bool parseList(Parser *p, const char *anchor, AttnElement *parent) {
  for (;;) {
    if (!parseElement(p, anchor, parent))
      return false;
    skipBlanks(p);
    if (p->pos >= p->length)
      return true;
    char c = p->text[p->pos];
    if (c == ')')
      return true;
    if (c != ',')
      return fail(p, p->pos, 1, NULL, attnFormat("expected ',' or ')' but found '%c'", c));
    ++p->pos;
  }
}

//===--- entry points -----------------------------------------------------===//

/// The error as one message: place, what, the line of the text, a caret. Frees the parts.
static char *render(const char *what, const char *text, size_t length, AttnTextError *error) {
  size_t lineBegin = 0, lineNumber = 1;
  for (size_t i = 0; i < error->offset && i < length; ++i)
    if (text[i] == '\n') {
      lineBegin = i + 1;
      ++lineNumber;
    }
  const char *newline = memchr(text + lineBegin, '\n', length - lineBegin);
  size_t lineLength = newline ? (size_t)(newline - text) - lineBegin : length - lineBegin;
  char *message = NULL;
  size_t size;
  FILE *out = open_memstream(&message, &size);
  fprintf(out, "%s:%zu:%zu: error: %s", what, lineNumber, error->offset - lineBegin + 1,
          error->message);
  fputc('\n', out);
  attnPrintCaret(out, text + lineBegin, lineLength, error->offset - lineBegin, error->length);
  fclose(out);
  message[size - 1] = 0; // the last newline
  free(error->message);
  return message;
}

bool attnPipelineParse(MlirContext ctx, const AttnRegistry *registry, const char *what,
                       const char *anchor, const char *text, AttnElement *root, char **error) {
  *root = (AttnElement){.kind = ATTN_ELEMENT_NEST, .name = attnCopy(anchor, strlen(anchor))};
  Parser p = {ctx, registry, text, strlen(text), 0, 0, {0}};
  skipBlanks(&p);
  bool ok = p.pos >= p.length || parseList(&p, anchor, root);
  if (ok && p.pos < p.length)
    ok = fail(&p, p.pos, 1, NULL, attnFormat("this ')' closes nothing"));
  if (!ok) {
    *error = render(what, text, p.length, &p.error);
    attnPipelineFree(root);
  }
  return ok;
}

bool attnPipelineAppend(MlirContext ctx, const AttnRegistry *registry, const char *what,
                        const char *name, const char *options, AttnElement *root, char **error) {
  char *text =
      options && *options ? attnFormat("%s{%s}", name, options) : attnCopy(name, strlen(name));
  Parser p = {ctx, registry, text, strlen(text), 0, 0, {0}};
  bool ok = parseElement(&p, root->name, root);
  skipBlanks(&p);
  if (ok && p.pos < p.length)
    ok = fail(&p, p.pos, 1, NULL, attnFormat("expected the end but found '%c'", text[p.pos]));
  if (!ok)
    *error = render(what, text, p.length, &p.error);
  free(text);
  return ok;
}

void attnPipelineFree(AttnElement *root) {
  for (size_t i = 0; i < root->count; ++i)
    attnPipelineFree(&root->children[i]);
  if (root->pass)
    attnOptionsFree(&root->pass->signature, root->values);
  free(root->children);
  free(root->name);
  free(root->text);
  *root = (AttnElement){0};
}

//===--- building ---------------------------------------------------------===//

typedef struct Builder {
  MlirContext ctx;
  bool verifyEach;
  const AttnPassHooks *hooks;
  char **error;
} Builder;

/// Hands children [i, *end) of `root`, a maximal run of upstream passes, to MLIR.
static bool buildRun(const Builder *b, const AttnElement *root, size_t i, size_t *end,
                     MlirOpPassManager manager) {
  size_t size, last = i + 1;
  while (!b->hooks && last < root->count && root->children[last].kind == ATTN_ELEMENT_UPSTREAM)
    ++last;
  *end = last;
  char *text = NULL, *complaint = NULL;
  FILE *out = open_memstream(&text, &size);
  for (; i < last; ++i)
    fprintf(out, "%s%s", root->children[i].text, i + 1 < last ? "," : "");
  fclose(out);
  attnRegisterUpstreamPasses();
  out = open_memstream(&complaint, &size);
  MlirLogicalResult ok = mlirOpPassManagerAddPipeline(manager, ref(text), attnToFile, out);
  fclose(out);
  if (mlirLogicalResultIsFailure(ok))
    *b->error = attnFormat("pipeline '%s': %s", text, complaint);
  free(text);
  free(complaint);
  return mlirLogicalResultIsSuccess(ok);
}

static bool buildChildren(const Builder *b, const AttnElement *root, MlirOpPassManager manager) {
  for (size_t i = 0, next; i < root->count; i = next) {
    const AttnElement *child = &root->children[i];
    next = i + 1;
    bool leaf = child->kind == ATTN_ELEMENT_PASS || child->kind == ATTN_ELEMENT_UPSTREAM;
    if (leaf && b->hooks)
      mlirOpPassManagerAddOwnedPass(manager, attnHookCreate(child, b->hooks, false));
    bool ok = true;
    switch (child->kind) {
    case ATTN_ELEMENT_NEST:
      ok = buildChildren(b, child, mlirOpPassManagerGetNestedUnder(manager, ref(child->name)));
      break;
    case ATTN_ELEMENT_PIPELINE:
      ok = buildChildren(b, child, manager);
      break;
    case ATTN_ELEMENT_PASS:
      mlirOpPassManagerAddOwnedPass(manager,
                                    attnPassCreate(child->pass, child->values, b->verifyEach));
      break;
    case ATTN_ELEMENT_UPSTREAM:
      ok = buildRun(b, root, i, &next, manager);
      break;
    }
    if (!ok)
      return false;
    if (leaf && b->hooks)
      mlirOpPassManagerAddOwnedPass(manager, attnHookCreate(child, b->hooks, true));
  }
  return true;
}

bool attnPipelineBuild(MlirContext ctx, const AttnElement *root, MlirOpPassManager manager,
                       bool verifyEach, const AttnPassHooks *hooks, char **error) {
  Builder b = {ctx, verifyEach, hooks, error};
  return buildChildren(&b, root, manager);
}

//===--- printing ---------------------------------------------------------===//

/// What MLIR prints for an upstream pass (all options) if that parses again, else the given text.
static void printUpstream(FILE *out, MlirContext ctx, const char *anchor, const char *text) {
  char *printed = NULL, *complaint = tryUpstream(ctx, anchor, text, &printed);
  size_t prefix = strlen(anchor), length = printed ? strlen(printed) : 0;
  if (!complaint && length > prefix + 2 && printed[prefix] == '(' && printed[length - 1] == ')') {
    char *inner = attnCopy(printed + prefix + 1, length - prefix - 2);
    complaint = tryUpstream(ctx, anchor, inner, NULL);
    fputs(complaint ? text : inner, out);
    free(inner);
  } else {
    fputs(text, out);
  }
  free(printed);
  free(complaint);
}

static void printChildren(FILE *out, MlirContext ctx, const char *anchor, const AttnElement *root) {
  for (size_t i = 0; i < root->count; ++i) {
    const AttnElement *child = &root->children[i];
    if (i)
      fputc(',', out);
    switch (child->kind) {
    case ATTN_ELEMENT_NEST:
      attnPipelinePrint(out, ctx, child);
      break;
    case ATTN_ELEMENT_PIPELINE:
      printChildren(out, ctx, anchor, child);
      break;
    case ATTN_ELEMENT_PASS:
      fputs(child->name, out);
      if (child->pass->signature.count) {
        fputc('{', out);
        attnOptionsPrint(out, &child->pass->signature, child->values);
        fputc('}', out);
      }
      break;
    case ATTN_ELEMENT_UPSTREAM:
      printUpstream(out, ctx, anchor, child->text);
      break;
    }
  }
}

void attnPipelinePrint(FILE *out, MlirContext ctx, const AttnElement *root) {
  fprintf(out, "%s(", root->name);
  printChildren(out, ctx, root->name, root);
  fputc(')', out);
}
