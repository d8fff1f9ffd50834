//===- PtxasLog.c - What `ptxas -v` says, as data -------------------------===//
//
// The lines that matter, in the order in which ptxas writes them for each function:
//
//   ptxas info    : Compiling entry function 'NAME' for 'sm_90a'
//   ptxas info    : Function properties for NAME
//       0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//   ptxas info    : Used 104 registers, used 1 barriers, 1024 bytes smem, 400 bytes cmem[0]
//   ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized
//                   due to ... in the function 'NAME'
//   ptxas FILE, line 47; error   : TEXT          ptxas warning : TEXT          ptxas fatal   : TEXT
//===----------------------------------------------------------------------===//
#include "Conversion/NVVMToCubin/PtxasLog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static AttnPtxasKernel *kernelNamed(AttnPtxasLog *log, const char *name, size_t length) {
  if (length >= sizeof log->kernels->name)
    length = sizeof log->kernels->name - 1;
  for (size_t i = 0; i < log->nKernels; ++i)
    if (strlen(log->kernels[i].name) == length && strncmp(log->kernels[i].name, name, length) == 0)
      return &log->kernels[i];
  log->kernels = realloc(log->kernels, (log->nKernels + 1) * sizeof *log->kernels);
  AttnPtxasKernel *k = &log->kernels[log->nKernels++];
  memset(k, 0, sizeof *k);
  memcpy(k->name, name, length);
  return k;
}

static void addMessage(AttnPtxasLog *log, AttnPtxasSeverity severity, int line, const char *text) {
  log->messages = realloc(log->messages, (log->nMessages + 1) * sizeof *log->messages);
  AttnPtxasMessage *m = &log->messages[log->nMessages++];
  m->severity = severity;
  m->line = line;
  snprintf(m->text, sizeof m->text, "%s", text);
}

/// The text after "KIND<blanks>: " anywhere in the line; NULL if the kind is not there.
static const char *afterKind(const char *line, const char *kind) {
  for (const char *p = strstr(line, kind); p; p = strstr(p + 1, kind)) {
    const char *q = p + strlen(kind);
    while (*q == ' ')
      ++q;
    if (*q == ':')
      return q + 1 + (q[1] == ' ');
  }
  return NULL;
}

/// "Used 104 registers, used 1 barriers, 1024 bytes smem, ..."
static void readUsed(AttnPtxasKernel *k, const char *text) {
  char copy[512];
  snprintf(copy, sizeof copy, "%s", text);
  char *rest = NULL;
  for (char *item = strtok_r(copy, ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
    int n;
    char unit[32];
    while (*item == ' ')
      ++item;
    if (sscanf(item, "Used %d registers", &n) == 1)
      k->registers = n;
    else if (sscanf(item, "used %d barriers", &n) == 1)
      k->barriers = n;
    else if (sscanf(item, "%d bytes %31s", &n, unit) == 2 && strcmp(unit, "smem") == 0)
      k->shared = n;
    else if (sscanf(item, "%d bytes cumulative stack %31s", &n, unit) == 2)
      k->stack = k->stack > n ? k->stack : n;
  }
}

static void readLine(AttnPtxasLog *log, char *line, AttnPtxasKernel **current) {
  const char *text, *name;
  int stack, stores, loads, at = 0;
  if (sscanf(line, " %d bytes stack frame, %d bytes spill stores, %d bytes spill loads", &stack,
             &stores, &loads) == 3) {
    if (*current) {
      (*current)->stack = stack;
      (*current)->spillStores = stores;
      (*current)->spillLoads = loads;
    }
    return;
  }
  const char *where = strstr(line, ", line ");
  if (where)
    at = atoi(where + 7);
  if ((text = afterKind(line, "error")) || (text = afterKind(line, "fatal"))) {
    addMessage(log, ATTN_PTXAS_ERROR, at, text);
    return;
  }
  bool warning = (text = afterKind(line, "warning")) != NULL;
  if (!warning && !(text = afterKind(line, "info")))
    return;
  if (strstr(text, "serialized")) { // an info to ptxas, a loss of half the speed to us
    const char *quote = strchr(text, '\''), *end = quote ? strchr(quote + 1, '\'') : NULL;
    AttnPtxasKernel *k = end ? kernelNamed(log, quote + 1, (size_t)(end - quote - 1)) : *current;
    if (k)
      k->serialized = true;
    warning = true;
  }
  if (warning) {
    addMessage(log, ATTN_PTXAS_WARNING, at, text);
  } else if (strncmp(text, "Compiling entry function '", 26) == 0) {
    name = text + 26;
    *current = kernelNamed(log, name, strcspn(name, "'"));
  } else if (strncmp(text, "Function properties for ", 24) == 0) {
    // Also said of device functions, which are not kernels: the numbers of those are dropped.
    name = text + 24;
    if (*current && strcmp((*current)->name, name) != 0)
      *current = NULL;
  } else if (*current && strncmp(text, "Used ", 5) == 0) {
    readUsed(*current, text);
  }
}

void attnPtxasLogParse(const char *text, AttnPtxasLog *log) {
  memset(log, 0, sizeof *log);
  char *copy = strdup(text), *rest = NULL;
  char current[sizeof log->kernels->name] = "";
  for (char *line = strtok_r(copy, "\r\n", &rest); line; line = strtok_r(NULL, "\r\n", &rest)) {
    // By name: the array of kernels moves when it grows.
    AttnPtxasKernel *k = *current ? kernelNamed(log, current, strlen(current)) : NULL;
    readLine(log, line, &k);
    snprintf(current, sizeof current, "%s", k ? k->name : "");
  }
  free(copy);
}

void attnPtxasLogFree(AttnPtxasLog *log) {
  free(log->kernels);
  free(log->messages);
  memset(log, 0, sizeof *log);
}

bool attnPtxasVersionParse(const char *text, int *major, int *minor) {
  const char *p = strstr(text, "release ");
  return p && sscanf(p, "release %d.%d", major, minor) == 2;
}
