//===- Relax.c - Registers that ptxas keeps back --------------------------===//
// See Relax.h.
//===----------------------------------------------------------------------===//
#include "Conversion/NVVMToCubin/Relax.h"

#include <stdlib.h>
#include <string.h>

static const char DIRECTIVE[] = ".minnctapersm 1\n";

/// The first directive of the kernel `name` that gives its threads, NULL if it has none or says
/// more about registers already.
static const char *threadsOf(const char *ptx, const char *name) {
  size_t length = strlen(name);
  for (const char *p = strstr(ptx, ".entry "); p; p = strstr(p + 1, ".entry ")) {
    const char *at = p + strlen(".entry ");
    if (strncmp(at, name, length) != 0 || at[length] != '(')
      continue;
    const char *body = strchr(at, '{'), *threads = strstr(at, ".reqntid"), *said;
    said = threads ? threads : strstr(at, ".maxntid");
    threads = said;
    if (!body || !threads || threads > body)
      return NULL;
    static const char *const more[] = {".minnctapersm", ".maxnreg", ".maxnctapersm"};
    for (size_t i = 0; i < sizeof more / sizeof *more; ++i)
      if ((said = strstr(at, more[i])) && said < body)
        return NULL;
    return threads;
  }
  return NULL;
}

char *attnPtxRelax(const char *ptx, const AttnPtxasLog *log) {
  char *text = NULL;
  for (size_t i = 0; i < log->nKernels; ++i) {
    const AttnPtxasKernel *k = &log->kernels[i];
    const char *from = text ? text : ptx, *at = threadsOf(from, k->name);
    if (!(k->spillStores || k->spillLoads) || k->registers >= 255 || !at)
      continue;
    size_t before = (size_t)(at - from), add = sizeof DIRECTIVE - 1;
    char *next = malloc(strlen(from) + add + 1);
    memcpy(next, from, before);
    memcpy(next + before, DIRECTIVE, add);
    strcpy(next + before + add, at);
    free(text);
    text = next;
  }
  return text;
}
