//===- File.c - Whole files in, whole files out ---------------------------===//
#include "Runtime/File.h"
#include "Runtime/Status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool attnFileRead(const char *path, unsigned char **bytes, size_t *size, AttnStatus *st) {
  FILE *f = fopen(path, "rb");
  struct stat info;
  if (!f || fstat(fileno(f), &info)) {
    attnFail(st, ATTN_STATUS_IO, "cannot open '%s': %s", path, strerror(errno));
    if (f)
      fclose(f);
    return false;
  }
  if (S_ISDIR(info.st_mode)) {
    fclose(f);
    return attnFail(st, ATTN_STATUS_IO, "cannot read '%s': is a directory", path);
  }
  size_t capacity = info.st_size > 0 ? (size_t)info.st_size + 1 : 4096, n = 0;
  unsigned char *buffer = attnAlloc(capacity + 1, st);
  while (buffer) {
    size_t got = fread(buffer + n, 1, capacity - n, f);
    n += got;
    if (n < capacity)
      break;
    unsigned char *bigger = realloc(buffer, capacity * 2 + 1);
    if (!bigger) {
      free(buffer);
      attnFail(st, ATTN_STATUS_MEMORY, "out of memory reading '%s'", path);
    }
    buffer = bigger;
    capacity *= 2;
  }
  bool bad = ferror(f);
  fclose(f);
  if (!buffer)
    return false;
  if (bad) {
    free(buffer);
    return attnFail(st, ATTN_STATUS_IO, "cannot read '%s': %s", path, strerror(errno));
  }
  buffer[n] = 0;
  *bytes = buffer;
  *size = n;
  return attnOk(st);
}

static bool writeParts(int fd, int numParts, const AttnFilePart *parts) {
  for (int i = 0; i < numParts; ++i) {
    const char *p = parts[i].bytes;
    size_t left = parts[i].size;
    while (left) {
      ssize_t n = write(fd, p, left);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return false;
      p += n;
      left -= (size_t)n;
    }
  }
  return true;
}

bool attnFileWrite(const char *path, int numParts, const AttnFilePart *parts, AttnStatus *st) {
  struct stat info;
  bool direct = !stat(path, &info) && !S_ISREG(info.st_mode);
  if (direct && S_ISDIR(info.st_mode))
    return attnFail(st, ATTN_STATUS_IO, "cannot write '%s': is a directory", path);
  size_t length = strlen(path) + 16;
  char *temporary = attnAlloc(length, st);
  if (!temporary)
    return false;
  int fd;
  if (direct) {
    fd = open(path, O_WRONLY | O_CLOEXEC);
  } else {
    snprintf(temporary, length, "%s.XXXXXX", path);
    fd = mkstemp(temporary);
    if (fd >= 0) { // mkstemp makes 0600; give what open() would have given
      mode_t mask = umask(0);
      umask(mask);
      fchmod(fd, 0666 & ~mask);
    }
  }
  bool ok = fd >= 0 && writeParts(fd, numParts, parts);
  int error = errno;
  if (fd >= 0 && close(fd) && ok) {
    ok = false;
    error = errno;
  }
  if (ok && !direct && rename(temporary, path)) {
    ok = false;
    error = errno;
  }
  if (!ok) {
    if (fd >= 0 && !direct)
      unlink(temporary);
    attnFail(st, ATTN_STATUS_IO, "cannot write '%s': %s", path, strerror(error));
  }
  free(temporary);
  return ok && attnOk(st);
}

uint64_t attnChecksum(const void *bytes, size_t size) {
  const unsigned char *p = bytes;
  uint64_t h = 0xCBF29CE484222325u;
  for (size_t i = 0; i < size; ++i)
    h = (h ^ p[i]) * 0x100000001B3u;
  return h;
}
