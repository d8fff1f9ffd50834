//===- StoreMatrix.c - Fragments into a slab by stmatrix ------------------===//
//
// How results leave that say `stmatrix`. A warp's part of a C fragment (Schedule/MmaLayout.h) of
// 16-bit elements is 8 x 8 matrices, of each of which a lane holds two neighbours. stmatrix writes
// up to four: word i of a lane is its part of matrix i, and lanes 8 i to 8 i + 7 say where that
// matrix' rows of 16 bytes begin.
//
//             contiguous axis of the slab
//             +---+---+---+---+                +---+---+              +---+
//   8 rows    | 0 | 1 | 2 | 3 |                | 0 | 1 |              | 0 |
//             +---+---+---+---+                +---+---+              +---+
//             four: as many as possible        | 2 | 3 |              | 1 |
//             side by side                     +---+---+              +---+
//                                              of what remains: two, one; below each other
//                                              where the lane has more rows
//
// Side by side, since what lies further down or in another panel is an offset in the instruction: a
// panel of 128 bytes has two groups, whose addresses differ by one XOR (Slab.c). `.trans` where the
// slab is contiguous along the fragment's rows.
//
// The rows of one matrix lie in different banks if the slab is swizzled.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 8, PER_STORE = 4 };

typedef struct Matrices {
  AttnLower *k;
  const AttnTile *t;
  const AttnView *box;
  int inner, outer;  ///< axes of the box, the former contiguous
  const char *m, *n; ///< of the fragment
  int64_t first;     ///< element of the last axis that the box begins with
  bool *done;        ///< registers
  struct {           ///< for groups of `inner` x `outer` matrices: where lanes point
    bool made;
    AttnCoord at[2]; ///< by axis of the box
  } lanes[PER_STORE + 1][PER_STORE + 1];
} Matrices;

/// Do the lanes hold C fragments along m and n?
static bool isFragment(const AttnTile *t, const char *m, const char *n) {
  const AttnLayout *l = &t->layout;
  for (int lane = 0; lane < 32; ++lane)
    if (attnLayoutCoord(l, m, 0, lane, 0) != lane / 4 ||
        attnLayoutCoord(l, n, 0, lane, 0) != 2 * (lane % 4))
      return false;
  return t->nRegs > 1 && attnLayoutCoord(l, n, 1, 0, 0) == 1 && attnLayoutCoord(l, m, 1, 0, 0) == 0;
}

static bool canStore(Matrices *s) {
  const AttnView *v = s->box;
  s->inner = attnLContiguous(v);
  if (!s->k->chip->stmatrix || !v->shared || v->rank != 2 || s->inner < 0 ||
      !mlirTypeEqual(v->element, s->t->element) || attnLBytes(v->element) != 2 || v->align < SIDE)
    return false;
  s->outer = 1 - s->inner;
  for (int trans = 0; trans < 2; ++trans) {
    s->m = v->axes[trans ? s->inner : s->outer];
    s->n = v->axes[trans ? s->outer : s->inner];
    if (isFragment(s->t, s->m, s->n))
      return true;
  }
  return false;
}

/// The element of the box that lane 0 of warp 0 holds in `reg`.
static int64_t place(const Matrices *s, int axis, int reg) {
  int64_t c = attnLayoutCoord(&s->t->layout, s->box->axes[axis], reg, 0, 0);
  return axis == s->box->rank - 1 ? c - s->first : c;
}

/// The register of lane 0's element there that is still to be written; -1: none.
static int registerAt(const Matrices *s, int64_t inner, int64_t outer) {
  for (int r = 0; r < s->t->nRegs; ++r)
    if (!s->done[r] && place(s, s->inner, r) == inner && place(s, s->outer, r) == outer)
      return r;
  return -1;
}

/// Finds the registers of a x b matrices from that of `first` on. False: some are missing, or the
/// group does not begin at a multiple of itself.
static bool group(const Matrices *s, int first, int a, int b, int *regs) {
  int64_t inner = place(s, s->inner, first), outer = place(s, s->outer, first);
  bool all = inner % (a * SIDE) == 0 && outer % (b * SIDE) == 0 &&
             inner + a * SIDE <= s->box->size[s->inner] &&
             outer + b * SIDE <= s->box->size[s->outer];
  for (int i = 0; all && i < a * b; ++i) {
    regs[i] = registerAt(s, inner + i % a * SIDE, outer + i / a * SIDE);
    all = regs[i] >= 0;
  }
  return all;
}

/// Where lanes point, of a x b matrices: at rows, then at matrices side by side, then at those
/// below.
static const AttnCoord *lanePlaces(Matrices *s, int a, int b) {
  AttnLower *k = s->k;
  AttnCoord *at = s->lanes[a][b].at;
  if (s->lanes[a][b].made)
    return at;
  s->lanes[a][b].made = true;
  const char *inner = s->box->axes[s->inner], *outer = s->box->axes[s->outer];
  AttnLayout lanes = {0}, warps = s->t->layout;
  attnLayoutAdd(&lanes, ATTN_LANE, SIDE, outer);
  attnLayoutAdd(&lanes, ATTN_REG, SIDE, inner);
  attnLayoutAdd(&lanes, ATTN_LANE, a, inner);
  attnLayoutAdd(&lanes, ATTN_LANE, b, outer);
  attnLayoutAdd(&lanes, ATTN_LANE, PER_STORE / (a * b), "*");
  for (int i = 0; i < warps.size; ++i)
    if (warps.f[i].level == ATTN_LANE)
      warps.f[i].level = ATTN_REG;
  AttnBuilder saved = k->b;
  for (int i = 0; i < 2; ++i) {
    const char *axis = s->box->axes[i];
    MlirValue lane = attnLanePart(k, &lanes, axis), warp = attnLanePart(k, &warps, axis);
    int64_t laneBits = attnLanePartBits(&lanes, axis), warpBits = attnLanePartBits(&warps, axis);
    at[i].bits = laneBits & warpBits ? 0 : laneBits | warpBits; // 0: the sum may carry
    k->b = k->entry;
    at[i].dynamic = attnLAdd(k, lane, warp);
    k->b = saved;
  }
  return at;
}

static void storeGroup(Matrices *s, int a, int b, const int *regs) {
  AttnLower *k = s->k;
  AttnCoord coords[2];
  MlirValue operands[1 + PER_STORE];
  for (int i = 0; i < 2; ++i) {
    coords[i] = lanePlaces(s, a, b)[i];
    coords[i].constant = place(s, i, regs[0]);
  }
  for (int i = 0; i < a * b; ++i) {
    int next = regs[i] + 1; // along n (isFragment)
    s->done[regs[i]] = s->done[next] = true;
    operands[1 + i] = attnBuild1(&k->b, "llvm.bitcast",
                                 attnLPack(k, s->t->regs[regs[i]], s->t->regs[next]), k->i32);
  }
  operands[0] = attnLViewAddress(k, s->box, coords);
  bool trans = strcmp(s->n, s->box->axes[s->inner]) != 0;
  MlirNamedAttribute attrs[] = {
      attnNamed(k->ctx, "layout",
                attnParseAttr(k->ctx, trans ? "#nvvm.mma_layout<col>" : "#nvvm.mma_layout<row>")),
      attnNamed(k->ctx, "shape", attnParseAttr(k->ctx, "#nvvm.ld_st_matrix_shape<m = 8, n = 8>")),
      attnNamed(k->ctx, "eltType", attnParseAttr(k->ctx, "#nvvm.ld_st_matrix_elt_type<b16>"))};
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.stmatrix",
                                   .nOperands = 1 + a * b,
                                   .operands = operands,
                                   .nAttrs = 3,
                                   .attrs = attrs});
}

bool attnLStoreMatrices(AttnLower *k, const AttnTile *t, const AttnView *box, int64_t first) {
  Matrices s = {.k = k, .t = t, .box = box, .first = first};
  if (!canStore(&s))
    return false;
  s.done = calloc((size_t)t->nRegs, sizeof *s.done);
  for (int r = 0; r < t->nRegs; ++r) {
    int64_t column = place(&s, 1, r);
    if (s.done[r] || column < 0 || column >= box->size[1])
      continue;
    int regs[PER_STORE];
    bool stored = false;
    for (int a = PER_STORE; a >= 1 && !stored; a /= 2)
      for (int b = PER_STORE / a; b >= 1 && !stored; b /= 2)
        if ((stored = group(&s, r, a, b, regs)))
          storeGroup(&s, a, b, regs);
  }
  free(s.done);
  return true;
}
