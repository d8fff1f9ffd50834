//===- Arena.h - Memory that is freed all at once -------------------------===//
#ifndef ATTN_RUNTIME_ARENA_H
#define ATTN_RUNTIME_ARENA_H

#include <stddef.h>

typedef struct AttnArena {
  struct AttnArenaBlock *first;
} AttnArena;

/// Zeroed, aligned for anything; NULL if there is no memory left.
void *attnArenaAlloc(AttnArena *, size_t bytes);
/// Copies; NULL gives NULL.
char *attnArenaString(AttnArena *, const char *s);
void *attnArenaCopy(AttnArena *, const void *data, size_t bytes);
void attnArenaFree(AttnArena *);

#endif // ATTN_RUNTIME_ARENA_H
