//===- Npy.c - NumPy's array files ----------------------------------------===//
//
//   "\x93NUMPY" major minor  header length (2 bytes in v1, 4 in v2 and v3)  header  data
//   header: a Python dict literal {'descr': '<f2', 'fortran_order': False, 'shape': (1, 2), }
//
//===----------------------------------------------------------------------===//
#include "Runtime/File.h"
#include "Runtime/Status.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *descr; ///< byte order, kind, size; '|' for single bytes
  AttnType type;
} descrs[] = {
    {"<f2", ATTN_TYPE_F16}, {"<f4", ATTN_TYPE_F32}, {"<f8", ATTN_TYPE_F64}, {"|b1", ATTN_TYPE_I1},
    {"|i1", ATTN_TYPE_I8},  {"|u1", ATTN_TYPE_I8},  {"<i2", ATTN_TYPE_I16}, {"<u2", ATTN_TYPE_BF16},
    {"<i4", ATTN_TYPE_I32}, {"<u4", ATTN_TYPE_I32}, {"<i8", ATTN_TYPE_I64}, {"<u8", ATTN_TYPE_I64},
};

/// Finds `'key'` in the dict and returns what follows its colon, spaces skipped; NULL if absent.
static const char *field(const char *header, const char *key) {
  char quoted[32];
  snprintf(quoted, sizeof quoted, "'%s'", key);
  const char *p = strstr(header, quoted);
  if (!p)
    return NULL;
  p += strlen(quoted);
  while (isspace((unsigned char)*p))
    ++p;
  if (*p++ != ':')
    return NULL;
  while (isspace((unsigned char)*p))
    ++p;
  return p;
}

static bool parseHeader(const char *path, const char *header, AttnTensorType *type, char descr[8],
                        bool *fortran, AttnStatus *st) {
  const char *d = field(header, "descr"), *f = field(header, "fortran_order"),
             *s = field(header, "shape");
  if (!d || !f || !s || *d != '\'' || *s != '(')
    return attnFail(st, ATTN_STATUS_INVALID, "%s: not a .npy header that can be read: %.80s", path,
                    header);
  size_t n = strcspn(d + 1, "'");
  if (n > 7)
    n = 7;
  memcpy(descr, d + 1, n);
  descr[n] = 0;
  *fortran = !strncmp(f, "True", 4);
  bool known = false;
  for (size_t i = 0; i < sizeof descrs / sizeof *descrs; ++i)
    // One-byte types are written with any of the order marks.
    if (!strcmp(descr, descrs[i].descr) ||
        (descrs[i].descr[2] == '1' && !strcmp(descr + 1, descrs[i].descr + 1))) {
      type->type = descrs[i].type;
      known = true;
    }
  if (!known)
    return attnFail(st, ATTN_STATUS_INVALID,
                    "%s: element type '%s' is not supported (little-endian f2, f4, f8, i1, i2, i4, "
                    "i8, u2 for bf16, b1)",
                    path, descr);
  type->rank = 0;
  for (++s; *s && *s != ')';) {
    if (isspace((unsigned char)*s) || *s == ',' || *s == 'L') {
      ++s;
      continue;
    }
    char *end;
    long long v = isdigit((unsigned char)*s) ? strtoll(s, &end, 10) : -1;
    if (v < 0)
      return attnFail(st, ATTN_STATUS_INVALID, "%s: bad shape in the .npy header", path);
    if (type->rank == ATTN_MAX_RANK)
      return attnFail(st, ATTN_STATUS_INVALID, "%s: more than %d dimensions", path, ATTN_MAX_RANK);
    type->shape[type->rank++] = v;
    s = end;
  }
  if (*s != ')')
    return attnFail(st, ATTN_STATUS_INVALID, "%s: bad shape in the .npy header", path);
  return true;
}

/// Reads column-major data into row-major order.
static void fromFortran(const AttnTensorType *type, const unsigned char *src, unsigned char *dst) {
  size_t size = attnTypeSize(type->type);
  int64_t n = attnTensorCount(type), index[ATTN_MAX_RANK] = {0};
  for (int64_t i = 0; i < n; ++i) {
    int64_t at = 0;
    for (int d = type->rank - 1; d >= 0; --d)
      at = at * type->shape[d] + index[d];
    memcpy(dst + (size_t)i * size, src + (size_t)at * size, size);
    for (int d = type->rank - 1; d >= 0 && ++index[d] == type->shape[d]; --d)
      index[d] = 0;
  }
}

static bool matchExpected(const char *path, const AttnTensorType *expected, const char *descr,
                          AttnTensorType *type, AttnStatus *st) {
  // 16 unsigned bits are how bf16 travels; where i16 is wanted they are just that.
  if (type->type == ATTN_TYPE_BF16 && expected->type == ATTN_TYPE_I16)
    type->type = ATTN_TYPE_I16;
  if (expected->type == ATTN_TYPE_I1 && type->type == ATTN_TYPE_I8)
    type->type = ATTN_TYPE_I1;
  if (attnTensorTypeMatches(expected, type))
    return true;
  char have[256], want[256];
  return attnFail(st, ATTN_STATUS_INVALID, "%s: holds %s ('%s'), expected %s%s", path,
                  attnTensorTypeFormat(type, have, sizeof have), descr,
                  attnTensorTypeFormat(expected, want, sizeof want),
                  expected->type == ATTN_TYPE_BF16 && type->type != ATTN_TYPE_BF16
                      ? " (bf16 is stored as '<u2')"
                      : "");
}

static bool parse(const char *path, const unsigned char *bytes, size_t size,
                  const AttnTensorType *expected, AttnTensor *out, AttnStatus *st) {
  if (size < 10 || memcmp(bytes, "\x93NUMPY", 6))
    return attnFail(st, ATTN_STATUS_INVALID, "%s: not a .npy file (no NumPy magic)", path);
  int major = bytes[6];
  if (major < 1 || major > 3)
    return attnFail(st, ATTN_STATUS_INVALID, "%s: .npy format %d.%d, expected 1, 2 or 3", path,
                    major, bytes[7]);
  size_t start = major == 1 ? 10 : 12;
  if (size < start)
    return attnFail(st, ATTN_STATUS_INVALID, "%s: cut short in the header", path);
  size_t length = bytes[8] | (size_t)bytes[9] << 8;
  if (major > 1)
    length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
  if (length > size - start || length > 65536)
    return attnFail(st, ATTN_STATUS_INVALID, "%s: cut short in the header", path);
  char *header = attnAlloc(length + 1, st);
  if (!header)
    return false;
  memcpy(header, bytes + start, length);
  AttnTensorType type = {0};
  char descr[8] = "";
  bool fortran = false;
  bool ok = parseHeader(path, header, &type, descr, &fortran, st);
  free(header);
  if (!ok)
    return false;
  int64_t count = 1, total;
  for (int d = 0; d < type.rank; ++d)
    if (!attnMulInt64(count, type.shape[d], &count))
      return attnFail(st, ATTN_STATUS_INVALID, "%s: shape in the .npy header is too large", path);
  size_t have = size - start - length;
  if (!attnMulInt64(count, (int64_t)attnTypeSize(type.type), &total) || (uint64_t)total > have)
    return attnFail(st, ATTN_STATUS_INVALID,
                    "%s: cut short: the header promises %lld elements of '%s', %zu bytes are there",
                    path, (long long)count, descr, have);
  if ((uint64_t)total < have)
    return attnFail(st, ATTN_STATUS_INVALID, "%s: %zu bytes beyond the %lld elements of '%s'", path,
                    have - (size_t)total, (long long)count, descr);
  if (expected && !matchExpected(path, expected, descr, &type, st))
    return false;
  if (!attnTensorCreate(out, &type, st))
    return false;
  const unsigned char *data = bytes + start + length;
  if (fortran)
    fromFortran(&type, data, out->data);
  else
    memcpy(out->data, data, (size_t)total);
  return attnOk(st);
}

bool attnNpyRead(const char *path, const AttnTensorType *expected, AttnTensor *out,
                 AttnStatus *st) {
  out->data = NULL;
  unsigned char *bytes;
  size_t size;
  if (!attnFileRead(path, &bytes, &size, st))
    return false;
  bool ok = parse(path, bytes, size, expected, out, st);
  free(bytes);
  return ok;
}

bool attnNpyWrite(const char *path, const AttnTensor *t, AttnStatus *st) {
  static const char *const written[ATTN_NUM_TYPES] = {
      [ATTN_TYPE_F16] = "<f2", [ATTN_TYPE_BF16] = "<u2", [ATTN_TYPE_F32] = "<f4",
      [ATTN_TYPE_F64] = "<f8", [ATTN_TYPE_I1] = "|b1",   [ATTN_TYPE_I8] = "|i1",
      [ATTN_TYPE_I16] = "<i2", [ATTN_TYPE_I32] = "<i4",  [ATTN_TYPE_I64] = "<i8"};
  char header[640];
  int n = snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (",
                   written[t->type.type]);
  for (int d = 0; d < t->type.rank; ++d)
    n += snprintf(header + n, sizeof header - (size_t)n, "%lld%s", (long long)t->type.shape[d],
                  t->type.rank == 1      ? ","
                  : d + 1 < t->type.rank ? ", "
                                         : "");
  n += snprintf(header + n, sizeof header - (size_t)n, "), }");
  // The data starts at a multiple of 64 bytes.
  while ((10 + n + 1) % 64)
    header[n++] = ' ';
  header[n++] = '\n';
  unsigned char start[10] = {
      0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)(n & 255), (unsigned char)(n >> 8)};
  AttnFilePart parts[] = {
      {start, sizeof start}, {header, (size_t)n}, {t->data, attnTensorBytes(&t->type)}};
  return attnFileWrite(path, 3, parts, st);
}
