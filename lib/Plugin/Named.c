//===- Named.c - The named pipelines --------------------------------------===//
// See Pipelines.def.
//===----------------------------------------------------------------------===//
#include "Conversion/CarrierToLoops/HostTail.h"
#include "IR/Text.h"
#include "Plugin/Pipeline.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const AttnNamedPipeline attnNamedPipelines[] = {
#define PIPELINE(NAME, SUMMARY, OPTIONS, TEXT) {NAME, SUMMARY, OPTIONS, TEXT},
#include "Plugin/Pipelines.def"
#undef PIPELINE
    {NULL, NULL, NULL, NULL}};

const AttnNamedPipeline *attnNamedPipelineFind(const char *name, size_t length) {
  for (const AttnNamedPipeline *p = attnNamedPipelines; p->name; ++p)
    if (strlen(p->name) == length && memcmp(p->name, name, length) == 0)
      return p;
  return NULL;
}

char *attnNamedPipelineExpand(const AttnNamedPipeline *pipeline, const char *options, size_t length,
                              AttnTextError *error) {
  AttnSignature signature;
  char *why = NULL;
  if (!attnSignatureParse(pipeline->options, &signature, &why)) {
    fprintf(stderr, "named pipeline '%s': %s\n", pipeline->name, why);
    abort();
  }
  AttnOptionValue *values =
      attnOptionsParse(&signature, pipeline->name, options ? options : "", length, error);
  char *text = NULL;
  if (values) {
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (const char *p = pipeline->text; *p;) {
      if (*p != '$') {
        fputc(*p++, out);
        continue;
      }
      const char *name = ++p;
      while (isalnum((unsigned char)*p) || *p == '-')
        ++p;
      size_t index;
      const AttnOptionSpec *spec = attnSignatureFind(&signature, name, (size_t)(p - name), &index);
      if (!spec) {
        fprintf(stderr, "named pipeline '%s' uses '$%.*s' but has no such option\n", pipeline->name,
                (int)(p - name), name);
        abort();
      }
      attnOptionPrintValue(out, spec->kind, &values[index]);
    }
    fclose(out);
    attnOptionsFree(&signature, values);
  }
  attnSignatureFree(&signature);
  return text;
}
