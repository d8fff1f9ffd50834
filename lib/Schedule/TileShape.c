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

bool attnTileIsWgmma(const AttnTileShape *t) {
  return t->tensor && t->atom.family == ATTN_ATOM_WGMMA;
}

int64_t attnTileColumnUnit(const AttnTileShape *t) {
  return t->tensor ? (int64_t)8 * t->atom.wn : t->scalar.n;
}

int64_t attnTileColumns(const AttnTileShape *t) {
  return t->tensor ? (int64_t)t->atom.n * t->atom.wn * t->atom.fn
                   : (int64_t)t->scalar.n * t->scalar.fn;
}

int64_t attnTileSummedColumns(const AttnTileShape *t) {
  return attnTileIsWgmma(t) ? attnTileColumns(t) / t->atom.wn : attnTileColumns(t);
}

int64_t attnTileThreads(const AttnTileShape *t) {
  if (!t->tensor)
    return (int64_t)t->scalar.n * t->scalar.m;
  return (int64_t)(attnTileIsWgmma(t) ? 128 : 32) * t->atom.wm * t->atom.wn;
}

void attnTileSetAtom(AttnTileShape *t, const char *type) {
  snprintf(t->atom.type, sizeof t->atom.type, "%s", type);
  if (attnTileIsWgmma(t))
    snprintf(t->atom.atom, sizeof t->atom.atom, "wgmma_m64n%dk%d_%s", t->atom.n, t->atom.k, type);
  else
    snprintf(t->atom.atom, sizeof t->atom.atom, "mma_m16n8k%d_%s", t->atom.k, type);
}

void attnTileSetColumns(AttnTileShape *t, int64_t units) {
  if (attnTileIsWgmma(t)) { // one atom as wide as the tile
    t->atom.n = 8 * (int)units;
    t->atom.fn = 1;
    char type[sizeof t->atom.type];
    memcpy(type, t->atom.type, sizeof type);
    attnTileSetAtom(t, type);
  } else {
    *(t->tensor ? &t->atom.fn : &t->scalar.fn) = (int)units;
  }
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
  AttnMmaTile m = {t->atom.wm, t->atom.wn, t->atom.fm, t->atom.fn, 1, false};
  if (attnTileIsWgmma(t)) // four warps along the rows, atoms of 16 x 8 side by side
    m.wm *= 4, m.fn *= t->atom.n / 8, m.groups = true;
  return m;
}
