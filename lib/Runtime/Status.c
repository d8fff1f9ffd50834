//===- Status.c - Filling an AttnStatus -----------------------------------===//
#include "Runtime/Status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool attnFail(AttnStatus *st, AttnCode code, const char *fmt, ...) {
  if (!st)
    return false;
  st->code = code;
  va_list args;
  va_start(args, fmt);
  vsnprintf(st->message, sizeof st->message, fmt, args);
  va_end(args);
  return false;
}

bool attnOk(AttnStatus *st) {
  if (st) {
    st->code = ATTN_STATUS_OK;
    st->message[0] = 0;
  }
  return true;
}

void *attnAlloc(size_t bytes, AttnStatus *st) {
  // Huge requests come from damaged sizes or absurd shapes; refuse them instead of overcommitting.
  void *p = bytes > ((size_t)1 << 46) ? NULL : calloc(1, bytes ? bytes : 1);
  if (!p)
    attnFail(st, ATTN_STATUS_MEMORY, "out of memory (%zu bytes)", bytes);
  return p;
}

bool attnMulInt64(int64_t a, int64_t b, int64_t *product) {
  return a >= 0 && b >= 0 && !__builtin_mul_overflow(a, b, product);
}
