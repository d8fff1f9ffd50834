//===- File.h - Whole files in, whole files out ---------------------------===//
#ifndef ATTN_RUNTIME_FILE_H
#define ATTN_RUNTIME_FILE_H

#include "attn-c/Runtime.h"

/// Reads all of a regular file. *bytes is malloc'd (one NUL behind the end).
bool attnFileRead(const char *path, unsigned char **bytes, size_t *size, AttnStatus *);

typedef struct AttnFilePart {
  const void *bytes;
  size_t size;
} AttnFilePart;

/// Writes the parts to a temporary beside `path` and renames it: other processes see the old file
/// or the whole new one. A path that is no regular file (/dev/stdout, a pipe) is written directly.
bool attnFileWrite(const char *path, int numParts, const AttnFilePart *parts, AttnStatus *);

/// FNV-1a over the bytes: a checksum against damage, not against malice.
uint64_t attnChecksum(const void *bytes, size_t size);

#endif // ATTN_RUNTIME_FILE_H
