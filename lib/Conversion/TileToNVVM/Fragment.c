//===- Fragment.c - Operand fragments of mma.m16n8k16 ---------------------===//
//
// An operand of the atom comes from
//   registers      a tile whose lanes hold what the fragment wants (attnLayoutSameLane)
//   a slab         ldmatrix, `.trans` where the slab is contiguous along the other axis
//   global memory  plain loads into the fragment's layout
//
// Registers of the fragment layouts of Schedule/MmaLayout.h, from the factors in their order:
//   A  element + 2 * (row / 8) + 4 * (contracted / 8) + 8 * (step + steps * atom)
//   B  element + 2 * (contracted / 8)                 + 4 * (step + steps * atom)
// and the words that the instruction takes are the pairs of elements in that order.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdio.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

MlirValue attnLPack(AttnLower *k, MlirValue low, MlirValue high) {
  MlirType type = attnLVector(2, mlirValueGetType(low));
  MlirValue v = attnBuild0(&k->b, "llvm.mlir.undef", type, 0, NULL);
  return attnLInsert(k, attnLInsert(k, v, low, 0), high, 1);
}

bool attnLFindFragmentA(const AttnLower *k, const AttnLayout *l, const char *const *axes,
                        AttnMmaTile *mma, const char **outer, const char **contracted, int *regs) {
  for (int c = 0; c < 2; ++c) {
    const char *m = axes[1 - c];
    *mma = (AttnMmaTile){.wm = 1, .wn = 1, .fm = 1, .fn = 1, .copies = 1};
    for (int i = 0; i < l->size; ++i) {
      const AttnFactor *f = &l->f[i];
      bool row = strcmp(f->axis, m) == 0;
      mma->groups |= f->level == ATTN_WARP && row && mma->wn == 1;
      if (f->level == ATTN_WARP)
        *(row ? &mma->wm : &mma->wn) *= f->size;
      else if (f->level == ATTN_REG && strcmp(f->axis, m) == 0)
        mma->fm *= f->size;
    }
    mma->fm /= 2; // the atom's own two rows of a lane
    int extent = attnLayoutExtent(l, axes[c]);
    if (mma->fm < 1 || extent % 16 != 0)
      continue;
    AttnLayout a = attnMmaA(mma, m, axes[c], extent);
    if (attnLayoutSameLane(&a, l, k->warps, regs)) {
      *outer = m, *contracted = axes[c];
      return true;
    }
  }
  return false;
}

MlirLogicalResult attnLFragments(AttnLower *k, MlirOperation op, const AttnTile *t,
                                 const char *const *axes, bool isA, const AttnMmaTile *mma,
                                 const char *outer, const char *contracted, AttnFragments *f) {
  *f = (AttnFragments){.isA = isA,
                       .outer = outer,
                       .contracted = contracted,
                       .atoms = isA ? mma->fm : mma->fn,
                       .words = isA ? 4 : 2,
                       .element = t->element};
  int extent = 0;
  for (int i = 0; i < t->rank; ++i)
    if (strcmp(axes[i], contracted) == 0)
      extent = (int)(t->inMemory ? t->view.size[i] : t->shape[i]);
  f->steps = extent / 16;
  f->layout =
      isA ? attnMmaA(mma, outer, contracted, extent) : attnMmaB(mma, contracted, outer, extent);
  if (!t->inMemory || !t->view.shared) {
    const AttnTile *regs = attnLDistribute(k, op, t, axes, &f->layout);
    if (!regs)
      return FAILED;
    f->regs = regs->regs;
    return OK;
  }
  f->view = attnLRenamed(&t->view, axes);
  int at = attnLContiguous(&f->view);
  if (at < 0 || f->view.align * attnLBytes(f->view.element) < 16)
    return attnOpError(op, "reads a slab by ldmatrix whose rows are not aligned to 16 bytes; its "
                           "contiguous axis and its pad must be multiples of 16 bytes");
  f->transposed = strcmp(f->view.axes[at], contracted) != 0;
  AttnLayout address = isA ? attnMmaAddressA(mma, outer, contracted, extent, f->transposed)
                           : attnMmaAddressB(mma, contracted, outer, extent, f->transposed);
  for (int i = 0; i < f->view.rank; ++i) {
    f->lane[i] = attnLanePart(k, &address, f->view.axes[i]);
    f->bits[i] = attnLanePartBits(&address, f->view.axes[i]);
  }
  return OK;
}

static MlirAttribute parse(AttnLower *k, const char *text) { return attnParseAttr(k->ctx, text); }
static MlirType parseType(AttnLower *k, const char *text) {
  return mlirTypeParseGet(k->ctx, mlirStringRefCreateFromCString(text));
}

static void wordsOfSlab(AttnLower *k, const AttnFragments *f, int atom, int step,
                        MlirValue *words) {
  AttnCoord coords[ATTN_MAX_RANK];
  for (int i = 0; i < f->view.rank; ++i) {
    bool along = strcmp(f->view.axes[i], f->contracted) == 0;
    coords[i] = (AttnCoord){f->lane[i], along ? 16 * step : (f->isA ? 16 : 8) * atom, f->bits[i]};
  }
  MlirValue pointer = attnLViewAddress(k, &f->view, coords);
  MlirNamedAttribute attrs[] = {
      attnNamed(k->ctx, "num", mlirIntegerAttrGet(k->i32, f->words)),
      attnNamed(k->ctx, "layout",
                parse(k, f->transposed ? "#nvvm.mma_layout<col>" : "#nvvm.mma_layout<row>")),
      attnNamed(k->ctx, "shape", parse(k, "#nvvm.ld_st_matrix_shape<m = 8, n = 8>")),
      attnNamed(k->ctx, "eltType", parse(k, "#nvvm.ld_st_matrix_elt_type<b16>")),
      attnNamed(k->ctx, "attn.repeat", attnI64(k->ctx, attnLSlabAlign(&f->view)))};
  MlirType type =
      parseType(k, f->isA ? "!llvm.struct<(i32, i32, i32, i32)>" : "!llvm.struct<(i32, i32)>");
  MlirValue matrices = attnBuild(&k->b, "nvvm.ldmatrix", 1, &pointer, type, f->isA ? 4 : 5, attrs);
  MlirType word = attnLVector(2, f->element);
  for (int w = 0; w < f->words; ++w)
    words[w] = attnBuild1(&k->b, "llvm.bitcast", attnLField(k, matrices, k->i32, w), word);
}

void attnLFragmentWords(AttnLower *k, const AttnFragments *f, int atom, int step,
                        MlirValue *words) {
  if (!f->regs) {
    wordsOfSlab(k, f, atom, step, words);
    return;
  }
  const MlirValue *regs = f->regs + 2 * f->words * (step + f->steps * atom);
  for (int w = 0; w < f->words; ++w)
    words[w] = attnLPack(k, regs[2 * w], regs[2 * w + 1]);
}
