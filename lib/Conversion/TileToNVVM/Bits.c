//===- Bits.c - Truth values in memory, as bits of a few words ------------===//
//
// In the layout of scores (r2@c l4@c .. r<n>@c: a lane has 2 of every 8 columns) the truth values
// of a row lie 2 bytes here and there, and a warp's access of 2 bytes a lane touches eight rows. So
// the four lanes of a row read a quarter of it each, 16 bytes at a time, make a bit of each byte,
// and hand the quarters around:
//
//   lane t, of its bytes x, four at a time:
//     r = ((x & 0x7f7f7f7f) + 0x7f7f7f7f | x) & 0x80808080         bit 8 i + 7: is byte i not zero?
//     bits = bits << 4 | r * 0x00204081 >> 28                        these four, behind each other
//   bits of lane s = 0 .. 3 by a shuffle, shifted by 2 t: the lane's columns are at constant places
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 4, CHUNK = 16, WORD = 4, MOST = 32 }; ///< of a row; bytes; bits of a lane

/// Is the box one of truth values in rows, the layout that of scores?
static bool fits(AttnLower *k, const AttnView *v, const AttnLayout *to, const AttnTile *out) {
  int at = attnLContiguous(v);
  if (!mlirTypeEqual(out->element, k->i1) || !mlirTypeEqual(v->element, k->i8) || v->shared ||
      v->rank != 2 || at < 0 || v->align < CHUNK || to->size < 3 ||
      v->size[at] % (LANES * CHUNK) != 0 || v->size[at] > LANES * MOST)
    return false;
  for (int i = 0; i < to->size; ++i) {
    const AttnFactor *f = &to->f[i];
    bool along = strcmp(f->axis, v->axes[at]) == 0, lane = i == 1;
    if (i < 2 ? !along || f->level != (lane ? ATTN_LANE : ATTN_REG) || f->size != (lane ? LANES : 2)
              : along && f->level != ATTN_REG)
      return false;
  }
  return true;
}

/// A bit of each byte of this lane's quarter of the row where register r lies.
static MlirValue quarter(AttnLower *k, const AttnView *v, const AttnLayout *to, int r, int at,
                         MlirValue member) {
  int64_t bytes = v->size[at] / LANES;
  AttnCoord coords[2];
  coords[1 - at] = attnLCoord(k, to, v->axes[1 - at], r);
  MlirType four = attnLVector(CHUNK / WORD, k->i32);
  MlirValue bits = {NULL}, low = attnLI32(k, 0x7f7f7f7f), top = attnLI32(k, (int32_t)0x80808080);
  for (int64_t i = bytes / CHUNK; i-- > 0;) {
    coords[at] = (AttnCoord){.dynamic = attnLMulC(k, member, bytes), .constant = i * CHUNK};
    MlirValue inside = attnLViewInside(k, v, coords), pointer = attnLViewAddress(k, v, coords);
    if (!mlirValueIsNull(inside))
      pointer = attnSelect(&k->b, inside, pointer, v->anchor);
    MlirValue chunk = attnLLoad(k, pointer, four, CHUNK);
    if (!mlirValueIsNull(inside))
      chunk = attnSelect(&k->b, inside, chunk, attnLZero(k, four));
    for (int w = CHUNK / WORD; w-- > 0;) {
      MlirValue x = attnLExtract(k, chunk, w);
      MlirValue sum = attnLAdd(k, attnLOp2(k, "arith.andi", x, low), low);
      MlirValue any = attnLOp2(k, "arith.andi", attnLOp2(k, "arith.ori", sum, x), top);
      MlirValue nibble = attnLOp2(k, "arith.shrui", attnLMulC(k, any, 0x00204081), attnLI32(k, 28));
      bits = mlirValueIsNull(bits)
                 ? nibble
                 : attnLOp2(k, "arith.ori", attnLOp2(k, "arith.shli", bits, attnLI32(k, WORD)),
                            nibble);
    }
  }
  return bits;
}

bool attnLReadBits(AttnLower *k, const AttnView *v, const AttnLayout *to, AttnTile *out) {
  if (!fits(k, v, to, out))
    return false;
  int at = attnLContiguous(v);
  int64_t bytes = v->size[at] / LANES;
  MlirValue member = attnLOp2(k, "arith.andi", k->lane, attnLI32(k, LANES - 1));
  MlirValue first = attnLOp2(k, "arith.andi", k->lane, attnLI32(k, ~(LANES - 1)));
  MlirValue shift = attnLMulC(k, member, 2);
  for (int r = 0; r < out->nRegs; ++r) {
    if (!mlirValueIsNull(out->regs[r]))
      continue;
    MlirValue own = quarter(k, v, to, r, at, member), bits[LANES];
    for (int s = 0; s < LANES; ++s)
      bits[s] = attnLOp2(
          k, "arith.shrui",
          attnLShuffle(k, "idx", own, attnLOp2(k, "arith.ori", first, attnLI32(k, s))), shift);
    int row = attnLayoutCoord(to, v->axes[1 - at], r, 0, 0);
    for (int q = r; q < out->nRegs; ++q) {
      if (attnLayoutCoord(to, v->axes[1 - at], q, 0, 0) != row)
        continue;
      int column = attnLayoutCoord(to, v->axes[at], q, 0, 0);
      MlirValue bit = attnLI32(k, (int32_t)(1u << column % bytes));
      out->regs[q] =
          attnCmpi(&k->b, 1, attnLOp2(k, "arith.andi", bits[column / bytes], bit), attnLI32(k, 0));
    }
  }
  return true;
}
