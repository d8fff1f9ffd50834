//===- Source.c - Input text and diagnostics that show it -----------------===//
// See Source.h.
//===----------------------------------------------------------------------===//
#include "IR/Source.h"

#include "mlir-c/BuiltinTypes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

//===--- reading ----------------------------------------------------------===//

static void *mustAlloc(void *p) {
  if (!p) {
    fputs("out of memory\n", stderr);
    abort();
  }
  return p;
}

bool attnSourceRead(const char *path, AttnSource *source, const char **why) {
  bool isStdin = strcmp(path, "-") == 0;
  FILE *in = isStdin ? stdin : fopen(path, "rb");
  struct stat st;
  if (in && fstat(fileno(in), &st) == 0 && S_ISDIR(st.st_mode)) {
    errno = EISDIR;
    if (!isStdin)
      fclose(in);
    in = NULL;
  }
  if (!in) {
    *why = strerror(errno);
    return false;
  }
  size_t capacity = 1 << 16, size = 0;
  char *text = mustAlloc(malloc(capacity));
  for (size_t got; (got = fread(text + size, 1, capacity - size - 1, in)) > 0;) {
    size += got;
    if (size + 1 >= capacity)
      text = mustAlloc(realloc(text, capacity *= 2));
  }
  bool ok = !ferror(in);
  if (!ok)
    *why = strerror(errno);
  if (!isStdin)
    fclose(in);
  if (!ok) {
    free(text);
    return false;
  }
  text[size] = 0;
  *source = (AttnSource){mustAlloc(strdup(isStdin ? "<stdin>" : path)), text, size};
  return true;
}

void attnSourceFree(AttnSource *source) {
  free(source->name);
  free(source->text);
  *source = (AttnSource){0};
}

//===--- splitting --------------------------------------------------------===//

static bool isMarker(const char *line, size_t length) {
  static const char marker[] = "// -----";
  size_t n = sizeof marker - 1;
  if (length < n || memcmp(line, marker, n) != 0)
    return false;
  for (; n < length; ++n)
    if (line[n] != ' ' && line[n] != '\t' && line[n] != '\r')
      return false;
  return true;
}

bool attnSourceNextPart(const AttnSource *whole, size_t *offset, AttnSource *part) {
  if (*offset > whole->size)
    return false;
  size_t begin = *offset, end = whole->size, next = whole->size + 1;
  for (size_t at = begin; at < whole->size;) {
    const char *line = whole->text + at;
    const char *newline = memchr(line, '\n', whole->size - at);
    size_t length = newline ? (size_t)(newline - line) : whole->size - at;
    if (isMarker(line, length)) {
      end = at;
      next = at + length + (newline ? 1 : 0);
      break;
    }
    at += length + 1;
  }
  size_t lines = 0;
  for (size_t i = 0; i < begin; ++i)
    lines += whole->text[i] == '\n';
  char *text = mustAlloc(malloc(lines + (end - begin) + 1));
  memset(text, '\n', lines);
  memcpy(text + lines, whole->text + begin, end - begin);
  text[lines + end - begin] = 0;
  *part = (AttnSource){mustAlloc(strdup(whole->name)), text, lines + (end - begin)};
  *offset = next;
  return true;
}

//===--- parsing ----------------------------------------------------------===//

static MlirLocation renamed(MlirLocation loc, MlirContext ctx, MlirStringRef name) {
  if (!mlirLocationIsAFileLineColRange(loc))
    return loc;
  MlirStringRef file = mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(loc));
  if (file.length != 1 || file.data[0] != '-')
    return loc;
  return mlirLocationFileLineColGet(ctx, name,
                                    (unsigned)mlirLocationFileLineColRangeGetStartLine(loc),
                                    (unsigned)mlirLocationFileLineColRangeGetStartColumn(loc));
}

static MlirWalkResult relabel(MlirOperation op, void *user) {
  const AttnSource *source = user;
  MlirContext ctx = mlirOperationGetContext(op);
  MlirStringRef name = mlirStringRefCreateFromCString(source->name);
  mlirOperationSetLocation(op, renamed(mlirOperationGetLocation(op), ctx, name));
  for (intptr_t r = 0, n = mlirOperationGetNumRegions(op); r < n; ++r)
    for (MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r)); !mlirBlockIsNull(b);
         b = mlirBlockGetNextInRegion(b))
      for (intptr_t i = 0, m = mlirBlockGetNumArguments(b); i < m; ++i) {
        MlirValue arg = mlirBlockGetArgument(b, i);
        mlirBlockArgumentSetLocation(arg, renamed(mlirValueGetLocation(arg), ctx, name));
      }
  return MlirWalkResultAdvance;
}

MlirModule attnSourceParse(MlirContext ctx, const AttnSource *source) {
  MlirModule module = mlirModuleCreateParse(ctx, mlirStringRefCreate(source->text, source->size));
  if (!mlirModuleIsNull(module))
    mlirOperationWalk(mlirModuleGetOperation(module), relabel, (void *)source, MlirWalkPreOrder);
  return module;
}

//===--- printing ---------------------------------------------------------===//

const char *attnSeverityName(AttnSeverity severity) {
  static const char *const names[] = {"error", "warning", "note", "remark"};
  return names[severity];
}

bool attnSourcePosition(const AttnSource *source, MlirLocation loc, const char **file,
                        unsigned *line, unsigned *col) {
  if (!attnLocFileLineCol(loc, file, line, col))
    return false;
  if (source && strcmp(*file, "-") == 0)
    *file = source->name;
  return true;
}

void attnPrintCaret(FILE *out, const char *line, size_t length, size_t column, size_t width) {
  enum { WINDOW = 160 };
  size_t begin = 0, end = length;
  if (column > length)
    column = length;
  if (length > WINDOW) {
    begin = column > WINDOW / 2 ? column - WINDOW / 2 : 0;
    end = begin + WINDOW < length ? begin + WINDOW : length;
  }
  const char *before = begin ? "..." : "", *after = end < length ? "..." : "";
  fputs(before, out);
  for (size_t i = begin; i < end; ++i)
    fputc((unsigned char)line[i] < ' ' && line[i] != '\t' ? ' ' : line[i], out);
  fprintf(out, "%s\n%s", after, *before ? "   " : "");
  for (size_t i = begin; i < column; ++i)
    if (((unsigned char)line[i] & 0xC0) != 0x80) // one column a UTF-8 character
      fputc(line[i] == '\t' ? '\t' : ' ', out);
  fputc('^', out);
  for (size_t i = 1; i < width && column + i < end; ++i)
    fputc('~', out);
  fputc('\n', out);
}

void attnSourcePrintDiag(FILE *out, const AttnSource *source, AttnSeverity severity,
                         MlirLocation loc, const char *text) {
  const char *file;
  unsigned line = 0, col = 0;
  if (!attnSourcePosition(source, loc, &file, &line, &col)) {
    fprintf(out, "%s: %s: %s\n", source ? source->name : "<unknown>", attnSeverityName(severity),
            text);
    return;
  }
  fprintf(out, "%s:%u:%u: %s: %s\n", file, line, col, attnSeverityName(severity), text);
  if (!source || !line || strcmp(file, source->name) != 0)
    return;
  const char *at = source->text, *end = source->text + source->size;
  for (unsigned i = 1; i < line && at; ++i) {
    at = memchr(at, '\n', (size_t)(end - at));
    at = at ? at + 1 : NULL;
  }
  if (!at)
    return;
  const char *newline = memchr(at, '\n', (size_t)(end - at));
  size_t length = newline ? (size_t)(newline - at) : (size_t)(end - at);
  attnPrintCaret(out, at, length, col ? col - 1 : 0, 1);
}
