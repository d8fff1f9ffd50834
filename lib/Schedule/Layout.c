//===- Layout.c - Distribution layouts: which lane holds which element ----===//
// See Layout.h.
//===----------------------------------------------------------------------===//
#include "Schedule/Layout.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char levelLetters[] = "rlw";

// Larger than any register file or CTA; keeps products of a level or an axis inside an int.
enum { MAX_SIZE = 1 << 20 };

static bool isCopies(const AttnFactor *f) { return strcmp(f->axis, "*") == 0; }

static bool fail(char *err, size_t errSize, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static bool fail(char *err, size_t errSize, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  if (err && errSize)
    vsnprintf(err, errSize, fmt, args);
  va_end(args);
  return false;
}

/// One factor, `text` up to `end`.
static bool parseFactor(const char *text, const char *end, int column, AttnLayout *l, char *err,
                        size_t errSize) {
  int length = (int)(end - text);
  const char *at = memchr(text, '@', (size_t)length);
  const char *level = strchr(levelLetters, *text);
  if (!level)
    return fail(err, errSize,
                "column %d: found '%.*s', expected a level: r (register), l (lane) or w (warp)",
                column, length, text);
  long size = 0;
  const char *p = text + 1;
  for (; p < end && isdigit((unsigned char)*p) && size <= MAX_SIZE; ++p)
    size = 10 * size + (*p - '0');
  if (p == text + 1 || size < 1 || size > MAX_SIZE || p != at)
    return fail(err, errSize,
                "column %d: found '%.*s', expected <level><size>@<axis> with a size from 1 to %d",
                column, length, text, MAX_SIZE);
  char axis[sizeof l->f->axis];
  size_t n = (size_t)(end - at - 1);
  bool copies = n == 1 && at[1] == '*', good = n > 0 && n < sizeof axis;
  for (size_t i = 1; i <= n && good && !copies; ++i)
    good = isalnum((unsigned char)at[i]) || at[i] == '_';
  if (!good)
    return fail(err, errSize,
                "column %d: found axis '%.*s', expected a name of at most %zu letters or '*'",
                column + (int)(at + 1 - text), (int)n, at + 1, sizeof axis - 1);
  memcpy(axis, at + 1, n);
  axis[n] = 0;
  AttnLevel lv = (AttnLevel)(level - levelLetters);
  if (copies && lv == ATTN_REG)
    return fail(err, errSize, "column %d: registers cannot hold copies; only l and w can be '@*'",
                column);
  if ((long)attnLayoutCount(l, lv) * size > MAX_SIZE ||
      (!copies && (long)attnLayoutExtent(l, axis) * size > MAX_SIZE))
    return fail(err, errSize, "column %d: '%.*s' makes a product beyond %d", column, length, text,
                MAX_SIZE);
  if (!attnLayoutAdd(l, lv, (int)size, axis))
    return fail(err, errSize, "column %d: more than %d factors", column, ATTN_LAYOUT_MAX_FACTORS);
  return true;
}

bool attnLayoutParse(const char *text, AttnLayout *l, char *err, size_t errSize) {
  memset(l, 0, sizeof *l);
  for (const char *p = text; p && *p;) {
    if (*p == ' ') {
      ++p;
      continue;
    }
    const char *end = p + strcspn(p, " ");
    if (!parseFactor(p, end, (int)(p - text) + 1, l, err, errSize))
      return false;
    p = end;
  }
  return true;
}

char *attnLayoutPrint(const AttnLayout *l) {
  size_t capacity = (size_t)l->size * 48 + 1, used = 0;
  char *text = malloc(capacity);
  if (!text)
    return NULL;
  text[0] = 0;
  for (int i = 0; i < l->size; ++i)
    used += (size_t)snprintf(text + used, capacity - used, "%s%c%d@%s", i ? " " : "",
                             levelLetters[l->f[i].level], l->f[i].size, l->f[i].axis);
  return text;
}

bool attnLayoutAdd(AttnLayout *l, AttnLevel level, int size, const char *axis) {
  if (size == 1)
    return true;
  if (l->size == ATTN_LAYOUT_MAX_FACTORS)
    return false;
  AttnFactor *f = &l->f[l->size++];
  f->level = level;
  f->size = size;
  snprintf(f->axis, sizeof f->axis, "%s", axis);
  return true;
}

/// Joins factors that follow each other both in their level and along their axis.
static AttnLayout joined(const AttnLayout *l) {
  AttnLayout out = {0};
  for (int i = 0; i < l->size; ++i) {
    const AttnFactor *f = &l->f[i];
    int k = out.size - 1; // the last factor that shares level or axis decides
    while (k >= 0 && out.f[k].level != f->level &&
           (isCopies(f) || strcmp(out.f[k].axis, f->axis) != 0))
      --k;
    if (k >= 0 && out.f[k].level == f->level && strcmp(out.f[k].axis, f->axis) == 0)
      out.f[k].size *= f->size;
    else
      out.f[out.size++] = *f;
  }
  return out;
}

/// The next factor from *i on of the level (axis NULL) or along the axis; NULL at the end.
static const AttnFactor *next(const AttnLayout *l, int *i, AttnLevel level, const char *axis) {
  while (*i < l->size) {
    const AttnFactor *f = &l->f[(*i)++];
    if (axis ? strcmp(f->axis, axis) == 0 : f->level == level)
      return f;
  }
  return NULL;
}

static bool sameSequence(const AttnLayout *a, const AttnLayout *b, AttnLevel level,
                         const char *axis) {
  int i = 0, k = 0;
  for (;;) {
    const AttnFactor *f = next(a, &i, level, axis), *g = next(b, &k, level, axis);
    if (!f || !g)
      return f == g;
    if (f->level != g->level || f->size != g->size || strcmp(f->axis, g->axis) != 0)
      return false;
  }
}

bool attnLayoutEqual(const AttnLayout *a, const AttnLayout *b) {
  AttnLayout x = joined(a), y = joined(b);
  if (x.size != y.size)
    return false;
  for (int level = ATTN_REG; level <= ATTN_WARP; ++level)
    if (!sameSequence(&x, &y, (AttnLevel)level, NULL))
      return false;
  for (int i = 0; i < x.size; ++i) // copies have no coordinate, so no order along their "axis"
    if (!isCopies(&x.f[i]) && !sameSequence(&x, &y, ATTN_REG, x.f[i].axis))
      return false;
  return true;
}

int attnLayoutCount(const AttnLayout *l, AttnLevel level) {
  int n = 1;
  for (int i = 0; i < l->size; ++i)
    if (l->f[i].level == level)
      n *= l->f[i].size;
  return n;
}

int attnLayoutExtent(const AttnLayout *l, const char *axis) {
  int n = 1;
  for (int i = 0; i < l->size; ++i)
    if (strcmp(l->f[i].axis, axis) == 0)
      n *= l->f[i].size;
  return n;
}

int attnLayoutCoord(const AttnLayout *l, const char *axis, int reg, int lane, int warp) {
  int rest[3] = {reg, lane, warp}, coord = 0, stride = 1;
  for (int i = 0; i < l->size; ++i) {
    const AttnFactor *f = &l->f[i];
    int digit = rest[f->level] % f->size;
    rest[f->level] /= f->size;
    if (strcmp(f->axis, axis) == 0) {
      coord += digit * stride;
      stride *= f->size;
    }
  }
  return coord;
}

AttnLayout attnLayoutWithout(const AttnLayout *l, const char *axis) {
  AttnLayout out = {0};
  for (int i = 0; i < l->size; ++i) {
    const AttnFactor *f = &l->f[i];
    if (strcmp(f->axis, axis) != 0)
      out.f[out.size++] = *f;
    else if (f->level != ATTN_REG)
      attnLayoutAdd(&out, f->level, f->size, "*");
  }
  return out;
}

AttnLayout attnLayoutOverLanes(const AttnLayout *l, const char *axis, const char *lanes) {
  AttnLayout r = {0};
  for (int i = 0; i < l->size; ++i) {
    bool along = strcmp(l->f[i].axis, axis) == 0;
    if (!along || l->f[i].level != ATTN_REG)
      attnLayoutAdd(&r, l->f[i].level, l->f[i].size, along ? lanes : l->f[i].axis);
  }
  return r;
}

/// Are the coordinates of both equal on every axis of `from`?
static bool sameCoords(const AttnLayout *from, const AttnLayout *to, int regFrom, int regTo,
                       int lane, int warp) {
  for (int i = 0; i < from->size; ++i)
    if (!isCopies(&from->f[i]) && attnLayoutCoord(from, from->f[i].axis, regFrom, lane, warp) !=
                                      attnLayoutCoord(to, from->f[i].axis, regTo, lane, warp))
      return false;
  return true;
}

// A coordinate is a sum of one part for the register, one for the lane and one for the warp (no
// carry in a mixed-radix number). Lane 0 of warp 0 has only the register's part, so it decides
// `regs` (registers hold no copies, so uniquely); the other lanes then need equal lane and warp
// parts.
bool attnLayoutSameLane(const AttnLayout *from, const AttnLayout *to, int warps, int *regs) {
  int lanes = attnLayoutCount(to, ATTN_LANE);
  if (attnLayoutCount(from, ATTN_LANE) != lanes || attnLayoutCount(from, ATTN_WARP) != warps ||
      attnLayoutCount(to, ATTN_WARP) != warps)
    return false;
  for (int i = 0; i < from->size; ++i) // an axis that `to` lacks has no coordinate to look for
    if (!isCopies(&from->f[i]) && attnLayoutExtent(to, from->f[i].axis) == 1)
      return false;
  for (int lane = 0; lane < lanes; ++lane)
    if (!sameCoords(from, to, 0, 0, lane, 0))
      return false;
  for (int warp = 0; warp < warps; ++warp)
    if (!sameCoords(from, to, 0, 0, 0, warp))
      return false;
  int nFrom = attnLayoutCount(from, ATTN_REG), nTo = attnLayoutCount(to, ATTN_REG);
  for (int i = 0; i < nTo; ++i) {
    int k = 0;
    while (k < nFrom && !sameCoords(from, to, k, i, 0, 0))
      ++k;
    if (k == nFrom)
      return false;
    regs[i] = k;
  }
  return true;
}
