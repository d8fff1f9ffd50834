//===- Relayout.c - tile.relayout -----------------------------------------===//
//
//   registers  other names for the same registers
//   memory     the lanes read their elements; A and C fragments in a slab by ldmatrix
//   shared     round trip through a slab of the lowering's own, rows padded by 16 bytes:
//                sync   the readers of the last trip are done
//                every lane writes its elements (of lanes that hold copies, the first)
//                sync
//                every lane reads its elements
//              sync is the warp's where every warp reads only what it wrote, else the CTA's
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

/// Elements as a flat number over the axes, for sets of them.
static int64_t elementOf(const AttnTile *t, const AttnLayout *l, int reg, int lane, int warp) {
  int64_t at = 0;
  for (int i = 0; i < t->rank; ++i)
    at = at * t->shape[i] + attnLayoutCoord(l, t->axes[i], reg, lane, warp);
  return at;
}

/// Does every warp hold in `from` all elements that it holds in `to`, and no two warps the same?
static bool staysInWarp(const AttnTile *t, const AttnLayout *to, int warps) {
  int64_t n = 1;
  for (int i = 0; i < t->rank; ++i)
    n *= t->shape[i];
  for (int i = 0; i < t->layout.size; ++i)
    if (t->layout.f[i].level == ATTN_WARP && strcmp(t->layout.f[i].axis, "*") == 0)
      return false;
  short *owner = malloc((size_t)n * sizeof *owner);
  bool stays = true;
  for (int w = 0; w < warps; ++w)
    for (int lane = 0; lane < 32; ++lane)
      for (int r = 0; r < t->nRegs; ++r)
        owner[elementOf(t, &t->layout, r, lane, w)] = (short)w;
  int nTo = attnLayoutCount(to, ATTN_REG);
  for (int w = 0; stays && w < warps; ++w)
    for (int lane = 0; stays && lane < 32; ++lane)
      for (int r = 0; stays && r < nTo; ++r)
        stays = owner[elementOf(t, to, r, lane, w)] == w;
  free(owner);
  return stays;
}

static void synchronise(AttnLower *k, bool warp) {
  if (!warp) {
    attnLBarrier(k);
    return;
  }
  MlirValue all = attnLI32(k, -1);
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "nvvm.bar.warp.sync", .nOperands = 1, .operands = &all});
}

/// A tile in a slab, in registers with `layout`: A and C fragments by ldmatrix, else by loads.
static AttnTile *readTile(AttnLower *k, MlirOperation op, const AttnTile *t,
                          const AttnLayout *layout) {
  AttnMmaTile mma;
  const char *outer, *contracted;
  bool half = mlirTypeIsAF16(t->element) || mlirTypeIsABF16(t->element);
  int n = attnLayoutCount(layout, ATTN_REG);
  int *from = malloc((size_t)n * sizeof *from);
  if (!t->view.shared || !half || t->rank != 2 || t->view.align * attnLBytes(t->element) < 16 ||
      !attnLFindFragmentA(k, layout, t->axes, &mma, &outer, &contracted, from)) {
    free(from);
    return attnLDistribute(k, op, t, t->axes, layout);
  }
  AttnFragments f;
  if (!attnLFragments(k, op, t, t->axes, true, &mma, outer, contracted, &f).value) {
    free(from);
    return NULL;
  }
  MlirValue *regs = malloc((size_t)n * sizeof *regs);
  AttnTile *out = attnLTileNew(k, (MlirValue){NULL});
  out->element = t->element;
  out->nRegs = n;
  out->regs = calloc((size_t)out->nRegs, sizeof *out->regs);
  for (int atom = 0; atom < f.atoms; ++atom)
    for (int step = 0; step < f.steps; ++step) {
      MlirValue words[4];
      attnLFragmentWords(k, &f, atom, step, words);
      for (int e = 0; e < 8; ++e)
        regs[8 * (step + f.steps * atom) + e] = attnLExtract(k, words[e / 2], e % 2);
    }
  for (int r = 0; r < n; ++r)
    out->regs[r] = regs[from[r]];
  free(regs);
  free(from);
  return out;
}

static AttnTile *throughShared(AttnLower *k, MlirOperation op, const AttnTile *t,
                               const AttnLayout *layout) {
  static const char *const names[] = {"(relayout 0)", "(relayout 1)", "(relayout 2)",
                                      "(relayout 3)", "(relayout 4)", "(relayout 5)",
                                      "(relayout 6)", "(relayout 7)"};
  // One slab per operation: a trip may still be read while another one is written.
  int number = 0;
  for (int i = 0; i < k->nSlabs; ++i)
    number += k->slabs[i].name[0] == '(';
  AttnTile *slab = attnLTileNew(k, (MlirValue){NULL});
  *slab = (AttnTile){.inMemory = true, .rank = t->rank, .element = t->element};
  if (number == sizeof names / sizeof *names) {
    attnOpError(op, "goes through shared memory, as more than %d others do", number);
    return NULL;
  }
  memcpy(slab->axes, t->axes, sizeof t->axes);
  memcpy(slab->shape, t->shape, sizeof t->shape);
  if (!attnLOwnSlab(k, op, names[number], t->element, t->rank, t->axes, t->shape, 16, &slab->view)
           .value)
    return NULL;
  bool warp = staysInWarp(t, layout, k->warps);
  synchronise(k, warp);
  attnLWriteTile(k, t, &slab->view);
  synchronise(k, warp);
  return readTile(k, op, slab, layout);
}

MlirLogicalResult attnLowerRelayout(AttnLower *k, MlirOperation op) {
  AttnTile *t = attnLTileOf(k, op, mlirOperationGetOperand(op, 0)), *moved = NULL;
  const char *via = attnAttrStr(op, "via");
  MlirValue result = mlirOperationGetResult(op, 0);
  AttnLayout layout;
  if (!t || !attnLLayout(k, op, &layout).value)
    return FAILED;
  if (!via)
    return attnOpError(op, "needs a 'via'");
  bool memory = strcmp(via, "memory") == 0, shared = strcmp(via, "shared") == 0;
  if (!memory && !shared && strcmp(via, "registers") != 0)
    return attnOpError(op, "goes via '%s'; expected 'registers', 'shared' or 'memory'", via);
  if (memory != t->inMemory)
    return attnOpError(op, "goes via %s, but its operand lies in %s", via,
                       t->inMemory ? "memory" : "registers");
  if (memory)
    moved = readTile(k, op, t, &layout);
  else
    moved = shared ? throughShared(k, op, t, &layout) : attnLDistribute(k, op, t, t->axes, &layout);
  if (!moved)
    return FAILED;
  AttnTile *out = attnLTileNew(k, result);
  *out =
      (AttnTile){.rank = t->rank, .element = t->element, .layout = layout, .nRegs = moved->nRegs};
  memcpy(out->axes, t->axes, sizeof out->axes);
  for (int i = 0; i < t->rank; ++i)
    out->shape[i] = attnLayoutExtent(&layout, t->axes[i]);
  out->regs = calloc((size_t)out->nRegs, sizeof *out->regs);
  memcpy(out->regs, moved->regs, (size_t)out->nRegs * sizeof *out->regs);
  return OK;
}
