//===- RecognizeFactors.h - Products as factors ----------------------------===//
#ifndef ATTN_PASSES_RECOGNIZEFACTORS_H
#define ATTN_PASSES_RECOGNIZEFACTORS_H

#include "IR/Expr.h"

typedef struct AttnFactors {
  const AttnExpr *num[16], *den[16];
  int nNum, nDen;
  bool overflow;
  int fold; ///< the folded dimension
  /// The product is 0 where zeroIf[k] == zeroWhen[k]: a choice of the row, not of the element.
  const AttnExpr *zeroIf[4];
  bool zeroWhen[4];
  int nZero;
  /// And where no element is kept: choices of the element. NULL: none, or they are factors (no
  /// pool).
  const AttnExpr *keep;
  AttnExprPool *pool;
  const AttnSpace *space;
} AttnFactors;

/// Splits a product into factors. Casts are seen through where a product, a quotient or an
/// exponential lies behind them (an accumulation in more precision than the input wrote), and
/// where they only widen.
void attnFactorise(const AttnExpr *e, bool inverse, AttnFactors *f);
/// e, and 0 where the row's choice says so.
const AttnExpr *attnZeroed(AttnExprPool *pool, const AttnSpace *s, const AttnFactors *f,
                           const AttnExpr *e);
bool attnIsOne(const AttnExpr *e);
/// num / den as an expression of float type; the constant one if there are no factors.
const AttnExpr *attnProduct(AttnExprPool *pool, const AttnSpace *s, MlirType f32, int nNum,
                            const AttnExpr *const *num, int nDen, const AttnExpr *const *den);
/// e without a choice of zero by element, as it is or under casts: a sum of its products is one
/// over what `keep` keeps.
const AttnExpr *attnPeelZeros(AttnExprPool *pool, const AttnSpace *s, const AttnExpr *e,
                              unsigned axis, const AttnExpr **keep);

#endif // ATTN_PASSES_RECOGNIZEFACTORS_H
