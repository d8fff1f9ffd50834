//===- Diag.c - Diagnostics of every severity, from C ---------------------===//
// See Diag.h.
//===----------------------------------------------------------------------===//
#include "IR/Diag.h"
#include "IR/Build.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Sink {
  MlirContext ctx;
  AttnDiagFn fn;
  void *user;
  MlirDiagnosticHandlerID id;
  struct Sink *next;
} Sink;

static Sink *sinks;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

typedef struct Text {
  char *data;
  size_t size;
} Text;

static void append(MlirStringRef s, void *user) {
  Text *t = user;
  t->data = realloc(t->data, t->size + s.length + 1);
  memcpy(t->data + t->size, s.data, s.length);
  t->size += s.length;
  t->data[t->size] = 0;
}

static void forward(Sink *sink, MlirDiagnostic d, bool note) {
  Text text = {0};
  mlirDiagnosticPrint(d, append, &text);
  AttnSeverity severity = ATTN_ERROR;
  switch (mlirDiagnosticGetSeverity(d)) {
  case MlirDiagnosticError:
    severity = ATTN_ERROR;
    break;
  case MlirDiagnosticWarning:
    severity = ATTN_WARNING;
    break;
  case MlirDiagnosticNote:
    severity = ATTN_NOTE;
    break;
  case MlirDiagnosticRemark:
    severity = ATTN_REMARK;
    break;
  }
  sink->fn(note ? ATTN_NOTE : severity, mlirDiagnosticGetLocation(d), text.data ? text.data : "",
           sink->user);
  free(text.data);
  for (intptr_t i = 0, n = mlirDiagnosticGetNumNotes(d); i < n; ++i)
    forward(sink, mlirDiagnosticGetNote(d, i), true);
}

static MlirLogicalResult onDiagnostic(MlirDiagnostic d, void *user) {
  forward(user, d, false);
  return mlirLogicalResultSuccess();
}

static Sink **find(MlirContext ctx) {
  Sink **p = &sinks;
  while (*p && !mlirContextEqual((*p)->ctx, ctx))
    p = &(*p)->next;
  return p;
}

void attnDiagSetSink(MlirContext ctx, AttnDiagFn fn, void *user) {
  pthread_mutex_lock(&lock);
  Sink **p = find(ctx);
  if (*p) {
    Sink *old = *p;
    mlirContextDetachDiagnosticHandler(ctx, old->id);
    *p = old->next;
    free(old);
  }
  if (fn) {
    Sink *s = malloc(sizeof *s);
    *s = (Sink){ctx, fn, user, 0, sinks};
    s->id = mlirContextAttachDiagnosticHandler(ctx, onDiagnostic, s, NULL);
    sinks = s;
  }
  pthread_mutex_unlock(&lock);
}

/// Contexts that drop everything.
typedef struct Mute {
  MlirContext ctx;
  MlirDiagnosticHandlerID id;
  struct Mute *next;
} Mute;

static Mute *mutes;

static MlirLogicalResult drop(MlirDiagnostic d, void *user) {
  (void)d, (void)user;
  return mlirLogicalResultSuccess();
}

void attnDiagMute(MlirContext ctx) {
  Mute *m = malloc(sizeof *m);
  *m = (Mute){ctx, mlirContextAttachDiagnosticHandler(ctx, drop, NULL, NULL), NULL};
  pthread_mutex_lock(&lock);
  m->next = mutes;
  mutes = m;
  pthread_mutex_unlock(&lock);
}

void attnDiagUnmute(MlirContext ctx) {
  pthread_mutex_lock(&lock);
  Mute **p = &mutes;
  while (*p && !mlirContextEqual((*p)->ctx, ctx))
    p = &(*p)->next;
  Mute *m = *p;
  if (m)
    *p = m->next;
  pthread_mutex_unlock(&lock);
  if (m)
    mlirContextDetachDiagnosticHandler(ctx, m->id);
  free(m);
}

bool attnLocFileLineCol(MlirLocation loc, const char **file, unsigned *line, unsigned *col) {
  if (mlirLocationIsAFileLineColRange(loc)) {
    *file = mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(loc)).data;
    int l = mlirLocationFileLineColRangeGetStartLine(loc);
    int c = mlirLocationFileLineColRangeGetStartColumn(loc);
    *line = l < 0 ? 0 : (unsigned)l;
    *col = c < 0 ? 0 : (unsigned)c;
    return true;
  }
  if (mlirLocationIsAName(loc))
    return attnLocFileLineCol(mlirLocationNameGetChildLoc(loc), file, line, col);
  if (mlirLocationIsACallSite(loc))
    return attnLocFileLineCol(mlirLocationCallSiteGetCallee(loc), file, line, col);
  if (mlirLocationIsAFused(loc)) {
    unsigned n = mlirLocationFusedGetNumLocations(loc);
    MlirLocation *locs = malloc((n ? n : 1) * sizeof *locs);
    mlirLocationFusedGetLocations(loc, locs);
    bool found = false;
    for (unsigned i = 0; i < n && !found; ++i)
      found = attnLocFileLineCol(locs[i], file, line, col);
    free(locs);
    return found;
  }
  return false;
}

static void emit(AttnSeverity severity, MlirLocation loc, const char *fmt, va_list args) {
  char *text = NULL;
  if (vasprintf(&text, fmt, args) < 0)
    return;
  if (severity == ATTN_ERROR) { // MLIR's own engine: other handlers of the context see it too
    mlirEmitError(loc, text);
    free(text);
    return;
  }
  pthread_mutex_lock(&lock);
  Sink *s = *find(mlirLocationGetContext(loc));
  AttnDiagFn fn = s ? s->fn : NULL;
  void *user = s ? s->user : NULL;
  bool muted = false;
  for (const Mute *m = mutes; m; m = m->next)
    muted |= mlirContextEqual(m->ctx, mlirLocationGetContext(loc));
  pthread_mutex_unlock(&lock);
  if (muted) {
    free(text);
    return;
  }
  if (fn) {
    fn(severity, loc, text, user);
  } else {
    static const char *names[] = {"error", "warning", "note", "remark"};
    const char *file;
    unsigned line, col;
    if (attnLocFileLineCol(loc, &file, &line, &col))
      fprintf(stderr, "%s:%u:%u: ", file, line, col);
    fprintf(stderr, "%s: %s\n", names[severity], text);
  }
  free(text);
}

MlirLogicalResult attnError(MlirLocation loc, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  emit(ATTN_ERROR, loc, fmt, args);
  va_end(args);
  return mlirLogicalResultFailure();
}

MlirLogicalResult attnOpError(MlirOperation op, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  char *full = NULL;
  MlirLocation loc = mlirOperationGetLocation(op);
  char *text = NULL;
  if (vasprintf(&text, fmt, args) >= 0 && asprintf(&full, "'%s' op %s", attnOpName(op), text) >= 0)
    mlirEmitError(loc, full);
  free(text);
  free(full);
  va_end(args);
  return mlirLogicalResultFailure();
}

#define DEFINE_EMITTER(NAME, SEVERITY)                                                             \
  void NAME(MlirLocation loc, const char *fmt, ...) {                                              \
    va_list args;                                                                                  \
    va_start(args, fmt);                                                                           \
    emit(SEVERITY, loc, fmt, args);                                                                \
    va_end(args);                                                                                  \
  }
DEFINE_EMITTER(attnWarning, ATTN_WARNING)
DEFINE_EMITTER(attnNote, ATTN_NOTE)
DEFINE_EMITTER(attnRemark, ATTN_REMARK)
