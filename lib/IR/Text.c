//===- Text.c - Growing strings -------------------------------------------===//
// See Text.h.
//===----------------------------------------------------------------------===//
#include "IR/Text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static char *checked(char *text) {
  if (!text) {
    fputs("out of memory\n", stderr);
    abort();
  }
  return text;
}

char *attnFormat(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  char *text = NULL;
  if (vasprintf(&text, fmt, args) < 0)
    text = NULL;
  va_end(args);
  return checked(text);
}

char *attnCopy(const char *text, size_t length) {
  char *copy = checked(malloc(length + 1));
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

void attnToFile(MlirStringRef text, void *file) { fwrite(text.data, 1, text.length, file); }

char *attnPrintOp(MlirOperation op, MlirOpPrintingFlags flags, size_t *length) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    checked(NULL);
  mlirOperationPrintWithFlags(op, flags, attnToFile, out);
  fclose(out);
  if (length)
    *length = size;
  return checked(text);
}
