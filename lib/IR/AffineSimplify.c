//===- AffineSimplify.c - Affine expressions over known extents -----------===//
//
// MLIR's own simplifier does not know how large a dimension is. With 0 <= d_k < extent_k,
//
//   (c*x + y) floordiv c  =  x + y floordiv c        (c*x + y) mod c  =  y mod c
//   y floordiv c = 0,  y mod c = y                   where 0 <= y < c
//   (x floordiv a) floordiv b = x floordiv (a*b)     c*(x floordiv c) + x mod c = x
//
// which is what undoes a reshape by the opposite reshape.
//
//===----------------------------------------------------------------------===//
#include "IR/Expr.h"

#define MAX_TERMS 32

/// c0 + sum of coef[k] * atom[k]; atoms are dimensions, floordivs or mods.
typedef struct Linear {
  int64_t constant;
  int n;
  int64_t coef[MAX_TERMS];
  MlirAffineExpr atom[MAX_TERMS];
  bool overflow; ///< more terms than fit: leave the expression alone
} Linear;

static void addTerm(Linear *l, int64_t c, MlirAffineExpr atom) {
  for (int k = 0; k < l->n; ++k)
    if (mlirAffineExprEqual(l->atom[k], atom)) {
      l->coef[k] += c;
      return;
    }
  if (l->n == MAX_TERMS) {
    l->overflow = true;
    return;
  }
  l->coef[l->n] = c;
  l->atom[l->n++] = atom;
}

static void linearise(MlirAffineExpr e, int64_t scale, Linear *l) {
  if (mlirAffineExprIsAConstant(e)) {
    l->constant += scale * mlirAffineConstantExprGetValue(e);
    return;
  }
  if (mlirAffineExprIsAAdd(e)) {
    linearise(mlirAffineBinaryOpExprGetLHS(e), scale, l);
    linearise(mlirAffineBinaryOpExprGetRHS(e), scale, l);
    return;
  }
  if (mlirAffineExprIsAMul(e)) {
    MlirAffineExpr x = mlirAffineBinaryOpExprGetLHS(e), c = mlirAffineBinaryOpExprGetRHS(e);
    if (mlirAffineExprIsAConstant(x)) {
      MlirAffineExpr t = x;
      x = c, c = t;
    }
    if (mlirAffineExprIsAConstant(c)) {
      linearise(x, scale * mlirAffineConstantExprGetValue(c), l);
      return;
    }
  }
  addTerm(l, scale, e);
}

static bool positiveConstant(MlirAffineExpr e, int64_t *c) {
  if (!mlirAffineExprIsAConstant(e))
    return false;
  *c = mlirAffineConstantExprGetValue(e);
  return *c > 0;
}

bool attnSpaceRange(MlirAffineExpr e, const AttnSpace *s, int64_t *lo, int64_t *hi) {
  if (mlirAffineExprIsAConstant(e)) {
    *lo = *hi = mlirAffineConstantExprGetValue(e);
    return true;
  }
  if (mlirAffineExprIsADim(e)) {
    intptr_t d = mlirAffineDimExprGetPosition(e);
    if (d >= s->n || s->extent[d] <= 0)
      return false;
    *lo = 0, *hi = s->extent[d] - 1;
    return true;
  }
  if (!mlirAffineExprIsABinary(e))
    return false;
  MlirAffineExpr x = mlirAffineBinaryOpExprGetLHS(e), y = mlirAffineBinaryOpExprGetRHS(e);
  int64_t a, b, c;
  if (mlirAffineExprIsAAdd(e)) {
    int64_t p, q;
    if (!attnSpaceRange(x, s, &a, &b) || !attnSpaceRange(y, s, &p, &q))
      return false;
    *lo = a + p, *hi = b + q;
    return true;
  }
  if (!attnSpaceRange(x, s, &a, &b) || !mlirAffineExprIsAConstant(y))
    return false;
  c = mlirAffineConstantExprGetValue(y);
  if (mlirAffineExprIsAMul(e)) {
    *lo = c >= 0 ? a * c : b * c, *hi = c >= 0 ? b * c : a * c;
    return true;
  }
  if (c <= 0 || a < 0)
    return false;
  if (mlirAffineExprIsAFloorDiv(e))
    *lo = a / c, *hi = b / c;
  else if (mlirAffineExprIsAMod(e))
    *lo = a / c == b / c ? a % c : 0, *hi = a / c == b / c ? b % c : c - 1;
  else
    return false;
  return true;
}

static MlirAffineExpr build(const Linear *l, MlirContext ctx) {
  MlirAffineExpr sum = mlirAffineConstantExprGet(ctx, l->constant);
  bool empty = l->constant == 0;
  // Dimensions in order first, so that equal sums are built equal.
  int order[MAX_TERMS];
  for (int k = 0; k < l->n; ++k)
    order[k] = k;
  for (int i = 1; i < l->n; ++i)
    for (int j = i; j > 0; --j) {
      MlirAffineExpr a = l->atom[order[j - 1]], b = l->atom[order[j]];
      bool da = mlirAffineExprIsADim(a), db = mlirAffineExprIsADim(b);
      bool swap = (!da && db) ||
                  (da && db && mlirAffineDimExprGetPosition(a) > mlirAffineDimExprGetPosition(b));
      if (!swap)
        break;
      int t = order[j];
      order[j] = order[j - 1], order[j - 1] = t;
    }
  for (int i = 0; i < l->n; ++i) {
    int k = order[i];
    if (l->coef[k] == 0)
      continue;
    MlirAffineExpr t = l->atom[k];
    if (l->coef[k] != 1)
      t = mlirAffineMulExprGet(t, mlirAffineConstantExprGet(ctx, l->coef[k]));
    sum = empty ? t : mlirAffineAddExprGet(sum, t);
    empty = false;
  }
  return sum;
}

/// Splits l into the part whose coefficients c divides (divided by c) and the rest.
static void split(const Linear *l, int64_t c, Linear *quotient, Linear *rest) {
  *quotient = (Linear){0};
  *rest = (Linear){0};
  int64_t q = l->constant / c, r = l->constant % c;
  if (r < 0)
    r += c, --q;
  quotient->constant = q, rest->constant = r;
  for (int k = 0; k < l->n; ++k)
    if (l->coef[k] % c == 0)
      addTerm(quotient, l->coef[k] / c, l->atom[k]);
    else
      addTerm(rest, l->coef[k], l->atom[k]);
}

/// Is y = x floordiv *d (*d = 1: x itself)?
static bool isQuotientOf(MlirAffineExpr y, MlirAffineExpr x, int64_t *d) {
  *d = 1;
  return mlirAffineExprEqual(y, x) ||
         (mlirAffineExprIsAFloorDiv(y) && positiveConstant(mlirAffineBinaryOpExprGetRHS(y), d) &&
          mlirAffineExprEqual(mlirAffineBinaryOpExprGetLHS(y), x));
}

/// k*(x floordiv (d*k)) + ((x floordiv d) mod k) = x floordiv d, anywhere in a sum.
static bool recombine(Linear *l) {
  for (int i = 0; i < l->n; ++i) {
    if (l->coef[i] == 0 || !mlirAffineExprIsAFloorDiv(l->atom[i]))
      continue;
    MlirAffineExpr x = mlirAffineBinaryOpExprGetLHS(l->atom[i]);
    int64_t c;
    if (!positiveConstant(mlirAffineBinaryOpExprGetRHS(l->atom[i]), &c))
      continue;
    for (int j = 0; j < l->n; ++j) {
      int64_t k, d;
      if (!mlirAffineExprIsAMod(l->atom[j]) || l->coef[j] == 0 ||
          !positiveConstant(mlirAffineBinaryOpExprGetRHS(l->atom[j]), &k))
        continue;
      MlirAffineExpr y = mlirAffineBinaryOpExprGetLHS(l->atom[j]);
      if (!isQuotientOf(y, x, &d) || c != d * k || l->coef[i] != k * l->coef[j])
        continue;
      int64_t scale = l->coef[j];
      l->coef[i] = l->coef[j] = 0;
      linearise(y, scale, l);
      return true;
    }
  }
  return false;
}

MlirAffineExpr attnAffineSimplify(MlirAffineExpr e, const AttnSpace *s) {
  MlirContext ctx = mlirAffineExprGetContext(e);
  if (mlirAffineExprIsAConstant(e) || mlirAffineExprIsASymbol(e))
    return e;
  if (mlirAffineExprIsADim(e)) {
    intptr_t d = mlirAffineDimExprGetPosition(e);
    return d < s->n && s->extent[d] == 1 ? mlirAffineConstantExprGet(ctx, 0) : e;
  }
  MlirAffineExpr x = attnAffineSimplify(mlirAffineBinaryOpExprGetLHS(e), s);
  MlirAffineExpr y = attnAffineSimplify(mlirAffineBinaryOpExprGetRHS(e), s);
  int64_t c;
  if ((mlirAffineExprIsAFloorDiv(e) || mlirAffineExprIsAMod(e)) && positiveConstant(y, &c)) {
    bool mod = mlirAffineExprIsAMod(e);
    Linear l = {0}, q, r;
    linearise(x, 1, &l);
    if (l.overflow)
      return mod ? mlirAffineModExprGet(x, y) : mlirAffineFloorDivExprGet(x, y);
    split(&l, c, &q, &r);
    MlirAffineExpr rest = build(&r, ctx);
    int64_t lo, hi;
    bool small = attnSpaceRange(rest, s, &lo, &hi) && lo >= 0 && hi < c;
    if (mod)
      return small ? rest : mlirAffineModExprGet(rest, y);
    if (small)
      return build(&q, ctx);
    // (x floordiv a) floordiv c = x floordiv (a*c)
    if (r.n == 1 && r.constant == 0 && r.coef[0] == 1 && mlirAffineExprIsAFloorDiv(r.atom[0])) {
      int64_t a;
      if (positiveConstant(mlirAffineBinaryOpExprGetRHS(r.atom[0]), &a)) {
        MlirAffineExpr inner = mlirAffineFloorDivExprGet(mlirAffineBinaryOpExprGetLHS(r.atom[0]),
                                                         mlirAffineConstantExprGet(ctx, a * c));
        addTerm(&q, 1, attnAffineSimplify(inner, s));
        return build(&q, ctx);
      }
    }
    addTerm(&q, 1, mlirAffineFloorDivExprGet(rest, y));
    return q.overflow ? mlirAffineFloorDivExprGet(x, y) : build(&q, ctx);
  }
  if (mlirAffineExprIsAAdd(e) || mlirAffineExprIsAMul(e)) {
    MlirAffineExpr z =
        mlirAffineExprIsAAdd(e) ? mlirAffineAddExprGet(x, y) : mlirAffineMulExprGet(x, y);
    Linear l = {0};
    linearise(z, 1, &l);
    while (!l.overflow && recombine(&l))
      ;
    return l.overflow ? z : build(&l, ctx);
  }
  if (mlirAffineExprIsACeilDiv(e))
    return mlirAffineCeilDivExprGet(x, y);
  return mlirAffineExprIsAMod(e) ? mlirAffineModExprGet(x, y) : mlirAffineFloorDivExprGet(x, y);
}
