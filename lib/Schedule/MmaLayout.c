//===- MmaLayout.c - The distribution layouts of mma.sync m16n8k16 --------===//
// See MmaLayout.h.
//===----------------------------------------------------------------------===//
#include "Schedule/MmaLayout.h"

#include <string.h>

typedef struct F {
  AttnLevel level;
  int size;
  const char *axis;
} F;

static AttnLayout make(const F *f, int n) {
  AttnLayout l = {0};
  for (int i = 0; i < n; ++i)
    attnLayoutAdd(&l, f[i].level, f[i].size, f[i].axis);
  return l;
}
#define MAKE(...) make((const F[]){__VA_ARGS__}, sizeof((const F[]){__VA_ARGS__}) / sizeof(F))

/// The warps of rows and of columns, in the order of their numbers.
static void addWarps(AttnLayout *l, const AttnMmaTile *t, const char *m, const char *n) {
  if (t->groups)
    attnLayoutAdd(l, ATTN_WARP, t->wm, m);
  attnLayoutAdd(l, ATTN_WARP, t->wn, n);
  if (!t->groups)
    attnLayoutAdd(l, ATTN_WARP, t->wm, m);
  attnLayoutAdd(l, ATTN_WARP, t->copies, "*");
}

AttnLayout attnMmaC(const AttnMmaTile *t, const char *m, const char *n) {
  AttnLayout l = MAKE({ATTN_REG, 2, n}, {ATTN_LANE, 4, n}, {ATTN_LANE, 8, m}, {ATTN_REG, 2, m},
                      {ATTN_REG, t->fn, n}, {ATTN_REG, t->fm, m});
  addWarps(&l, t, m, n);
  return l;
}

AttnLayout attnMmaA(const AttnMmaTile *t, const char *m, const char *c, int contracted) {
  AttnLayout l = MAKE({ATTN_REG, 2, c}, {ATTN_LANE, 4, c}, {ATTN_LANE, 8, m}, {ATTN_REG, 2, m},
                      {ATTN_REG, 2, c}, {ATTN_REG, contracted / 16, c}, {ATTN_REG, t->fm, m});
  addWarps(&l, t, m, "*");
  return l;
}

AttnLayout attnMmaB(const AttnMmaTile *t, const char *c, const char *n, int contracted) {
  return MAKE({ATTN_REG, 2, c}, {ATTN_LANE, 4, c}, {ATTN_LANE, 8, n}, {ATTN_REG, 2, c},
              {ATTN_REG, contracted / 16, c}, {ATTN_REG, t->fn, n}, {ATTN_WARP, t->wn, n},
              {ATTN_WARP, t->wm, "*"});
}

bool attnMmaFromC(const AttnLayout *l, const char *m, const char *n, AttnMmaTile *t) {
  *t = (AttnMmaTile){.wm = 1, .wn = 1, .fm = 1, .fn = 1, .copies = 1};
  for (int i = 0; i < l->size; ++i) {
    const AttnFactor *f = &l->f[i];
    bool row = strcmp(f->axis, m) == 0, col = strcmp(f->axis, n) == 0;
    if (f->level == ATTN_WARP) {
      t->groups |= row && t->wn == 1;
      *(row ? &t->wm : col ? &t->wn : &t->copies) *= f->size;
    }
    if (f->level == ATTN_REG && (row || col))
      *(row ? &t->fm : &t->fn) *= f->size;
  }
  t->fm /= 2; // the atom's own two rows and two columns of a lane
  t->fn /= 2;
  if (t->fm < 1 || t->fn < 1)
    return false;
  AttnLayout c = attnMmaC(t, m, n);
  return attnLayoutEqual(&c, l);
}

AttnLayout attnMmaAddressA(const AttnMmaTile *t, const char *m, const char *c, int contracted,
                           bool transposed) {
  if (transposed) // rows of the matrices run along m; matrices: rows +8, then contracted +8
    return MAKE({ATTN_LANE, 8, c}, {ATTN_REG, 8, m}, {ATTN_LANE, 2, m}, {ATTN_LANE, 2, c},
                {ATTN_REG, contracted / 16, c}, {ATTN_REG, t->fm, m}, {ATTN_WARP, t->wn, "*"},
                {ATTN_WARP, t->wm, m});
  return MAKE({ATTN_LANE, 16, m}, {ATTN_REG, 8, c}, {ATTN_LANE, 2, c},
              {ATTN_REG, contracted / 16, c}, {ATTN_REG, t->fm, m}, {ATTN_WARP, t->wn, "*"},
              {ATTN_WARP, t->wm, m});
}

AttnLayout attnMmaAddressB(const AttnMmaTile *t, const char *c, const char *n, int contracted,
                           bool transposed) {
  if (transposed)
    return MAKE({ATTN_LANE, 16, c}, {ATTN_REG, 8, n}, {ATTN_LANE, 2, "*"},
                {ATTN_REG, contracted / 16, c}, {ATTN_REG, t->fn, n}, {ATTN_WARP, t->wn, n},
                {ATTN_WARP, t->wm, "*"});
  return MAKE({ATTN_LANE, 8, n}, {ATTN_REG, 8, c}, {ATTN_LANE, 2, c}, {ATTN_LANE, 2, "*"},
              {ATTN_REG, contracted / 16, c}, {ATTN_REG, t->fn, n}, {ATTN_WARP, t->wn, n},
              {ATTN_WARP, t->wm, "*"});
}
