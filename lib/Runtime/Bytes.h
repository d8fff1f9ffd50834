//===- Bytes.h - Little-endian bytes, growing and bounded -----------------===//
#ifndef ATTN_RUNTIME_BYTES_H
#define ATTN_RUNTIME_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Appends; `failed` is set once memory runs out and everything after it is dropped.
typedef struct AttnWriter {
  unsigned char *bytes;
  size_t size, capacity;
  bool failed;
} AttnWriter;

static inline void attnPut(AttnWriter *w, const void *p, size_t n) {
  if (w->failed || !n)
    return;
  if (w->size + n > w->capacity) {
    size_t capacity = (w->size + n) * 2 + 64;
    unsigned char *bigger = realloc(w->bytes, capacity);
    if (!bigger) {
      w->failed = true;
      return;
    }
    w->bytes = bigger;
    w->capacity = capacity;
  }
  memcpy(w->bytes + w->size, p, n);
  w->size += n;
}

static inline void attnPutU8(AttnWriter *w, uint8_t v) { attnPut(w, &v, 1); }
static inline void attnPutU64(AttnWriter *w, uint64_t v) {
  unsigned char b[8];
  for (int i = 0; i < 8; ++i)
    b[i] = (unsigned char)(v >> (8 * i));
  attnPut(w, b, 8);
}
/// Seven bits a byte, low ones first; signed numbers zigzag.
static inline void attnPutInt(AttnWriter *w, int64_t v) {
  uint64_t z = ((uint64_t)v << 1) ^ (uint64_t)(v < 0 ? -1 : 0);
  do {
    attnPutU8(w, (uint8_t)((z & 127) | (z > 127 ? 128 : 0)));
    z >>= 7;
  } while (z);
}
static inline void attnPutDouble(AttnWriter *w, double v) {
  uint64_t bits;
  memcpy(&bits, &v, 8);
  attnPutU64(w, bits);
}

/// Reads; `failed` is set at the first read past the end and everything after it gives 0.
typedef struct AttnReader {
  const unsigned char *at, *end;
  bool failed;
} AttnReader;

static inline size_t attnLeft(const AttnReader *r) { return (size_t)(r->end - r->at); }
static inline const unsigned char *attnTake(AttnReader *r, size_t n) {
  if (r->failed || n > attnLeft(r)) {
    r->failed = true;
    return NULL;
  }
  const unsigned char *p = r->at;
  r->at += n;
  return p;
}
static inline uint8_t attnGetU8(AttnReader *r) {
  const unsigned char *p = attnTake(r, 1);
  return p ? *p : 0;
}
static inline uint64_t attnGetU64(AttnReader *r) {
  const unsigned char *p = attnTake(r, 8);
  uint64_t v = 0;
  for (int i = 0; p && i < 8; ++i)
    v |= (uint64_t)p[i] << (8 * i);
  return v;
}
static inline int64_t attnGetInt(AttnReader *r) {
  uint64_t z = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    uint8_t b = attnGetU8(r);
    z |= (uint64_t)(b & 127) << shift;
    if (!(b & 128))
      return (int64_t)(z >> 1) ^ -(int64_t)(z & 1);
  }
  r->failed = true;
  return 0;
}
static inline double attnGetDouble(AttnReader *r) {
  uint64_t bits = attnGetU64(r);
  double v;
  memcpy(&v, &bits, 8);
  return v;
}
/// A count of things that take at least one byte each: never more than the bytes left.
static inline int32_t attnGetCount(AttnReader *r) {
  int64_t n = attnGetInt(r);
  if (n < 0 || (uint64_t)n > attnLeft(r) || n > 1 << 28) {
    r->failed = true;
    return 0;
  }
  return (int32_t)n;
}
/// A 32-bit number; anything else fails.
static inline int32_t attnGetI32(AttnReader *r) {
  int64_t v = attnGetInt(r);
  if (v != (int32_t)v)
    r->failed = true;
  return (int32_t)v;
}

#endif // ATTN_RUNTIME_BYTES_H
