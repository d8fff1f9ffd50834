//===- TileShape.c - The rows, columns and threads a TILE asks for --------===//
// See TileShape.h.
//===----------------------------------------------------------------------===//
#include "Schedule/TileShape.h"

#include <stdio.h>
#include <string.h>

bool attnParseTileShape(const char *value, AttnTileShape *t) {
  *t = (AttnTileShape){.tensor = false};
  if (attnParseScalarTile(value, &t->scalar))
    return true;
  t->tensor = true;
  return attnParseAtomTile(value, &t->atom);
}

void attnPrintTileShape(const AttnTileShape *t, char *text, size_t size) {
  const AttnScalarTile *s = &t->scalar;
  const AttnAtomTile *a = &t->atom;
  if (!t->tensor) {
    snprintf(text, size, "n%dx%d/f%dx%d", s->n, s->m, s->fn, s->fm);
    return;
  }
  int n = snprintf(text, size, "a:%s/w%dx%d/f%dx%d", a->atom, a->wm, a->wn, a->fm, a->fn);
  if (a->bk && n > 0 && (size_t)n < size)
    snprintf(text + n, size - (size_t)n, "/k%d", a->bk);
}

int64_t attnTileRows(const AttnTileShape *t) {
  return t->tensor ? (int64_t)t->atom.m * t->atom.fm * t->atom.wm
                   : (int64_t)t->scalar.m * t->scalar.fm;
}

int64_t attnTileColumnUnit(const AttnTileShape *t) {
  return t->tensor ? (int64_t)t->atom.n * t->atom.wn : t->scalar.n;
}

int64_t attnTileColumns(const AttnTileShape *t) {
  return attnTileColumnUnit(t) * (t->tensor ? t->atom.fn : t->scalar.fn);
}

int64_t attnTileThreads(const AttnTileShape *t) {
  return t->tensor ? (int64_t)32 * t->atom.wm * t->atom.wn : (int64_t)t->scalar.n * t->scalar.m;
}

void attnTileSetColumns(AttnTileShape *t, int64_t units) {
  *(t->tensor ? &t->atom.fn : &t->scalar.fn) = (int)units;
}

bool attnTileSameRows(const AttnTileShape *a, const AttnTileShape *b) {
  if (a->tensor != b->tensor)
    return false;
  if (!a->tensor)
    return a->scalar.n == b->scalar.n && a->scalar.m == b->scalar.m && a->scalar.fm == b->scalar.fm;
  return a->atom.m == b->atom.m && a->atom.wm == b->atom.wm && a->atom.wn == b->atom.wn &&
         a->atom.fm == b->atom.fm;
}

AttnMmaTile attnTileMma(const AttnTileShape *t) {
  return (AttnMmaTile){t->atom.wm, t->atom.wn, t->atom.fm, t->atom.fn};
}
