//===- Arena.c - Memory that is freed all at once -------------------------===//
#include "Runtime/Arena.h"
#include "Runtime/Status.h"

#include <stdlib.h>
#include <string.h>

// The header is as large as the strictest alignment, so that the memory behind it is aligned.
struct AttnArenaBlock {
  struct AttnArenaBlock *next;
  void *padding;
};

void *attnArenaAlloc(AttnArena *a, size_t bytes) {
  struct AttnArenaBlock *b = bytes > (size_t)1 << 46 ? NULL : attnAlloc(bytes + sizeof *b, NULL);
  if (!b)
    return NULL;
  b->next = a->first;
  a->first = b;
  return b + 1;
}

void *attnArenaCopy(AttnArena *a, const void *data, size_t bytes) {
  void *p = attnArenaAlloc(a, bytes);
  if (p && bytes)
    memcpy(p, data, bytes);
  return p;
}

char *attnArenaString(AttnArena *a, const char *s) {
  return s ? attnArenaCopy(a, s, strlen(s) + 1) : NULL;
}

void attnArenaFree(AttnArena *a) {
  for (struct AttnArenaBlock *b = a->first, *next; b; b = next) {
    next = b->next;
    free(b);
  }
  a->first = NULL;
}
