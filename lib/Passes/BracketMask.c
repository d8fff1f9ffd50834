//===- BracketMask.c - Which fold tiles are empty, partial, full ----------===//
// See Bracket.h.
//
// Masks are constraints E(x) >= 0 (BracketAffine.c). On the fold axis, E = R + a*j, where R ranges
// over [Rmin, Rmax] inside a grid tile. With fold tiles [T*t, T*t + T):
//
//            some element kept                        every element kept
//   a < 0    t <= floor(Rmax / |a|T)                  t <  floor((Rmin + |a|) / |a|T)
//   a > 0    t >= floor((-Rmax + a - 1) / aT)         t >= ceil(-Rmin / aT)
//   a = 0    all tiles if Rmax >= 0, else none        all tiles if Rmin >= 0, else none
//
// so both are intervals: the tiles that can be non-empty (constraints shared by all channels) and
// the tiles without masks (constraints of any channel, and the ragged tail). Bounds are kept as
// small trees (min, max, floor of a linear form of the origins); they are simplified by what
// origins are multiples of and by evaluating them at every origin of the grid where that is cheap,
// and become affine.min/max/apply. A part of a conjunction that is no constraint makes no tile full
// here (see BracketTest.c).
//
// WALK=down: loops go upward all the same, in the order of the stream, over how far the tile is
// from the last one, top = end:
//
//   [begin, split1) [split1, end)   becomes   [top - end, top - split1) [top - split1, top - begin)
//
// Lengths that are known at run time (symbols) are terms of the linear forms like origins are; what
// of them can be told apart by the form of two bounds is.
//
//===----------------------------------------------------------------------===//
#include "IR/Affine.h"
#include "Passes/Bracket.h"

#include <stdlib.h>
#include <string.h>

enum {
  MAX_NODES = 2048,
  MAX_POINTS = 1 << 14,
  MAX_PARTS = 8 * ATTN_BR_MAX_CONSTRAINTS + 4, ///< of a min or max: 4 alternatives, twice
};

//===--- bounds as trees --------------------------------------------------===//

typedef enum NodeKind { CONSTANT, TERM, MIN, MAX, DIFFERENCE } NodeKind;

/// TERM: (floor(linear / div) + plus) * times, the linear form in the origins and symbols.
/// DIFFERENCE: of the first two children.
typedef struct Node {
  NodeKind kind;
  int64_t constant;
  AttnLinear linear;
  int64_t div, plus, times;
  int child[MAX_PARTS];
  int n;
} Node;

typedef struct Bounds {
  const AttnBrModel *m;
  Node *nodes;
  int n;
  AttnAxisSet axes; ///< grid axes that any bound depends on
  bool symbolic;    ///< some bound depends on a symbol
  bool exact;       ///< few enough origins to try them all
  int64_t origin[ATTN_BR_MAX_AXES];
} Bounds;

static int64_t floorDiv(int64_t a, int64_t b) {
  int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t roundUp(int64_t a, int64_t b) { return (a + b - 1) / b * b; }

static int newNode(Bounds *b, Node node) {
  if (b->n == MAX_NODES)
    return MAX_NODES - 1; // cannot happen: see the limits of constraints and alternatives
  b->nodes[b->n] = node;
  return b->n++;
}

static int constantNode(Bounds *b, int64_t c) {
  return newNode(b, (Node){.kind = CONSTANT, .constant = c});
}

/// The largest divisor of `of` that divides the linear form, but for its constant, at every origin.
static int64_t divisorOf(const AttnBrModel *m, const AttnLinear *l, int64_t of) {
  for (int i = 0; i < m->nAxes; ++i)
    of = attnGcd(of, l->coef[i] % of * (m->axes[i].tile % of) % of);
  for (int i = 0; i < m->symbols.n; ++i)
    of = attnGcd(of, l->symbol[i] % of);
  return of;
}

/// Is a TERM linear / div * times + plus * times, div a divisor of times?
static bool isExact(const AttnBrModel *m, const Node *n) {
  return n->linear.constant % n->div == 0 && n->times % n->div == 0 &&
         divisorOf(m, &n->linear, n->div) == n->div;
}

static int termNode(Bounds *b, const AttnLinear *form, int64_t div, int64_t plus, int64_t times) {
  bool constant = true;
  // What is a multiple of g but for its constant lies below the next multiple of div by g at least.
  AttnLinear reduced = *form, *l = &reduced;
  int64_t g = divisorOf(b->m, l, div), c = floorDiv(l->constant, g) * g;
  plus += floorDiv(c, div);
  l->constant = c - floorDiv(c, div) * div;
  for (int i = 0; i < b->m->nAxes; ++i)
    constant &= l->coef[i] == 0;
  for (int i = 0; i < b->m->symbols.n; ++i)
    constant &= l->symbol[i] == 0;
  if (constant)
    return constantNode(b, (floorDiv(l->constant, div) + plus) * times);
  for (int i = 0; i < b->m->nAxes; ++i)
    if (l->coef[i])
      b->axes |= ATTN_AXIS(i);
  for (int i = 0; i < b->m->symbols.n; ++i)
    b->symbolic |= l->symbol[i] != 0;
  return newNode(b, (Node){.kind = TERM, .linear = *l, .div = div, .plus = plus, .times = times});
}

static int64_t eval(const Bounds *b, int id) {
  const Node *n = &b->nodes[id];
  if (n->kind == CONSTANT)
    return n->constant;
  if (n->kind == TERM) {
    int64_t v = n->linear.constant;
    for (int i = 0; i < b->m->nAxes; ++i)
      v += n->linear.coef[i] * b->origin[i];
    return (floorDiv(v, n->div) + n->plus) * n->times;
  }
  int64_t v = eval(b, n->child[0]);
  if (n->kind == DIFFERENCE)
    return v - eval(b, n->child[1]);
  for (int i = 1; i < n->n; ++i) {
    int64_t w = eval(b, n->child[i]);
    v = (n->kind == MIN ? w < v : w > v) ? w : v;
  }
  return v;
}

/// Steps to the next origin; false after the last.
static bool nextOrigin(Bounds *b) {
  for (int i = 0; i < b->m->nAxes; ++i) {
    if (!(b->axes & ATTN_AXIS(i)))
      continue;
    b->origin[i] += b->m->axes[i].tile;
    if (b->origin[i] < b->m->axes[i].extent)
      return true;
    b->origin[i] = 0;
  }
  return false;
}

/// Bounds of a node over all origins and lengths; false on overflow.
static bool nodeRange(const Bounds *b, int id, int64_t *lo, int64_t *hi) {
  const Node *n = &b->nodes[id];
  *lo = *hi = n->constant;
  if (n->kind == CONSTANT)
    return true;
  if (n->kind == TERM) {
    if (!attnBrInterval(b->m, &n->linear, lo, hi))
      return false;
    *lo = (floorDiv(*lo, n->div) + n->plus) * n->times;
    *hi = (floorDiv(*hi, n->div) + n->plus) * n->times;
    return true;
  }
  if (n->kind == DIFFERENCE) {
    int64_t l, h;
    if (!nodeRange(b, n->child[0], lo, hi) || !nodeRange(b, n->child[1], &l, &h))
      return false;
    *lo -= h, *hi -= l;
    return true;
  }
  for (int i = 0; i < n->n; ++i) {
    int64_t l, h;
    if (!nodeRange(b, n->child[i], &l, &h))
      return false;
    bool first = i == 0, min = n->kind == MIN;
    *lo = first || (min ? l < *lo : l > *lo) ? l : *lo;
    *hi = first || (min ? h < *hi : h > *hi) ? h : *hi;
  }
  return true;
}

/// x <= y wherever the origins and lengths are, by the form of the two? (floor is monotone)
static bool neverAboveByForm(const Bounds *b, int x, int y) {
  const Node *p = &b->nodes[x], *q = &b->nodes[y];
  if (x == y)
    return true;
  if (q->kind == MAX || p->kind == MIN) { // one part of the larger, or of the smaller, will do
    const Node *of = q->kind == MAX ? q : p;
    for (int i = 0; i < of->n; ++i)
      if (neverAboveByForm(b, q->kind == MAX ? x : of->child[i], q->kind == MAX ? of->child[i] : y))
        return true;
  }
  if (q->kind == MIN || p->kind == MAX) { // all parts are needed
    const Node *of = q->kind == MIN ? q : p;
    bool all = true;
    for (int i = 0; i < of->n && all; ++i)
      all =
          neverAboveByForm(b, q->kind == MIN ? x : of->child[i], q->kind == MIN ? of->child[i] : y);
    if (all)
      return true;
  }
  int64_t lo, hi, least;
  if (p->kind == TERM && q->kind == TERM && p->div == q->div && p->times == q->times) {
    // floor(a / d) + p <= floor((a + p * d) / d): the plus joins the linear form.
    AttnLinear l = q->linear;
    if (attnBrAccumulate(b->m, &l, &p->linear, -1) &&
        attnBrAddMul(&l.constant, q->plus - p->plus, p->div) &&
        attnBrInterval(b->m, &l, &lo, &hi) && lo >= 0)
      return true;
  }
  return nodeRange(b, x, &lo, &hi) && nodeRange(b, y, &least, &lo) && hi <= least;
}

/// x <= y at every origin? (false where it cannot be told)
static bool neverAbove(Bounds *b, int x, int y) {
  if (x == y)
    return true;
  if (b->nodes[x].kind == CONSTANT && b->nodes[y].kind == CONSTANT)
    return b->nodes[x].constant <= b->nodes[y].constant;
  if (!b->exact)
    return b->symbolic && neverAboveByForm(b, x, y);
  memset(b->origin, 0, sizeof b->origin);
  do {
    if (eval(b, x) > eval(b, y))
      return false;
  } while (nextOrigin(b));
  return true;
}

static int fold2(Bounds *b, NodeKind kind, int n, const int *child) {
  Node node = {.kind = kind};
  for (int i = 0; i < n; ++i) {
    bool needed = true;
    for (int k = 0; k < n && needed; ++k) { // of two equal ones the first stays
      if (k == i)
        continue;
      bool le = kind == MIN ? neverAbove(b, child[k], child[i]) : neverAbove(b, child[i], child[k]);
      bool ge = le && (kind == MIN ? neverAbove(b, child[i], child[k])
                                   : neverAbove(b, child[k], child[i]));
      needed = !le || (ge && i < k);
    }
    if (needed)
      node.child[node.n++] = child[i];
  }
  return node.n == 1 ? node.child[0] : newNode(b, node);
}

static int min2(Bounds *b, int x, int y) { return fold2(b, MIN, 2, (int[]){x, y}); }
static int max2(Bounds *b, int x, int y) { return fold2(b, MAX, 2, (int[]){x, y}); }

static int minus(Bounds *b, int x, int y) {
  Node p = b->nodes[x], q = b->nodes[y];
  if (x == y || (p.kind == CONSTANT && q.kind == CONSTANT))
    return constantNode(b, x == y ? 0 : p.constant - q.constant);
  if (q.kind == MIN || q.kind == MAX || p.kind == MIN || p.kind == MAX) {
    bool second = q.kind == MIN || q.kind == MAX;
    Node *of = second ? &q : &p;
    for (int i = 0; i < of->n; ++i)
      of->child[i] = second ? minus(b, x, of->child[i]) : minus(b, of->child[i], y);
    NodeKind other = q.kind == MIN ? MAX : MIN;
    return fold2(b, second ? other : p.kind, of->n, of->child);
  }
  bool alike = p.kind == TERM && q.kind == TERM && p.div == q.div && p.times == q.times;
  if (alike && memcmp(&p.linear, &q.linear, sizeof p.linear) == 0)
    return constantNode(b, (p.plus - q.plus) * p.times);
  if (alike && isExact(b->m, &p) && isExact(b->m, &q) &&
      attnBrAccumulate(b->m, &p.linear, &q.linear, -1))
    return termNode(b, &p.linear, p.div, p.plus - q.plus, p.times);
  if (p.kind == TERM && q.kind == CONSTANT && q.constant % p.times == 0)
    return termNode(b, &p.linear, p.div, p.plus - q.constant / p.times, p.times);
  return newNode(b, (Node){.kind = DIFFERENCE, .child = {x, y}, .n = 2});
}

//===--- constraints -> bounds --------------------------------------------===//

/// l += k * (the last coordinate of an axis)
static void addLast(const AttnBrModel *m, AttnLinear *l, int axis, int64_t k) {
  const AttnBrAxis *a = &m->axes[axis];
  if (a->symbol >= 0) {
    l->symbol[a->symbol] += k;
    l->constant -= k;
  } else {
    l->constant += k * (a->extent > 0 ? a->extent - 1 : 0);
  }
}

/// R's largest (or smallest) value in a grid tile, as alternatives whose min (max) it is. An axis
/// contributes its first element, or its last: min(origin + tile, extent) - 1.
static int extremes(const Bounds *b, const AttnLinear *e, bool largest, bool clip,
                    AttnLinear out[4]) {
  const AttnBrModel *m = b->m;
  int n = 1;
  memset(out, 0, 4 * sizeof *out);
  out[0].constant = e->constant;
  memcpy(out[0].symbol, e->symbol, sizeof e->symbol);
  for (int i = 0; i < m->nAxes; ++i) {
    const AttnBrAxis *a = &m->axes[i];
    int64_t k = e->coef[i], last = a->extent > 0 ? a->extent - 1 : 0;
    if (k == 0 || i == m->fold)
      continue;
    bool single = a->symbol < 0 && a->extent <= a->tile; // one tile: the origin is 0
    if ((k > 0) != largest || a->tile == 1) {
      for (int j = 0; j < n && !single; ++j)
        out[j].coef[i] = k;
    } else if (single) {
      for (int j = 0; j < n; ++j)
        out[j].constant += k * last;
    } else {
      bool two = clip && attnBrRagged(a) && n <= 2;
      for (int j = 0; j < n; ++j) {
        if (two) {
          out[n + j] = out[j];
          addLast(m, &out[n + j], i, k);
        }
        out[j].coef[i] = k;
        out[j].constant += k * (a->tile - 1);
      }
      n *= two ? 2 : 1;
    }
  }
  return n;
}

typedef struct Range {
  int lo[MAX_PARTS], hi[MAX_PARTS];
  int nLo, nHi;
} Range;

/// An upper bound: beyond the whole range if r >= 0, else not above 0. (floor(r / big) is 0 or
/// negative.)
static int allOrNothing(Bounds *b, const AttnLinear *e, const AttnLinear *r) {
  const AttnBrAxis *fold = &b->m->axes[b->m->fold];
  int64_t lo, hi;
  attnBrInterval(b->m, e, &lo, &hi);
  int64_t big = roundUp((hi > fold->extent ? hi : fold->extent) + fold->tile, fold->tile);
  return termNode(b, r, big, 1, big);
}

/// One bound of a constraint from one alternative of R.
static int bound(Bounds *b, const AttnLinear *e, AttnLinear r, bool full, bool *upper) {
  const AttnBrAxis *fold = &b->m->axes[b->m->fold];
  int64_t a = e->coef[b->m->fold], t = fold->tile;
  *upper = a <= 0;
  if (a == 0)
    return allOrNothing(b, e, &r);
  if (a < 0) {
    if (full)
      r.constant += -a;
    return termNode(b, &r, -a * t, full ? 0 : 1, t);
  }
  for (int i = 0; i < b->m->nAxes; ++i)
    r.coef[i] = -r.coef[i];
  for (int i = 0; i < b->m->symbols.n; ++i)
    r.symbol[i] = -r.symbol[i];
  r.constant = -r.constant + (full ? a * t - 1 : a - 1);
  return termNode(b, &r, a * t, 0, t);
}

static void narrow(Bounds *b, const AttnLinear *e, bool full, Range *range) {
  AttnLinear r[4];
  // Full tiles: R at its smallest; not clipped (rows beyond the extent may count as masked).
  int n = extremes(b, e, !full, !full, r), ids[4];
  bool upper = true;
  for (int i = 0; i < n; ++i)
    ids[i] = bound(b, e, r[i], full, &upper);
  // The largest R is the min of its alternatives: so is an upper bound; a lower bound is their max.
  for (int i = 0; i < n; ++i) {
    if (upper)
      range->hi[range->nHi++] = ids[i];
    else
      range->lo[range->nLo++] = ids[i];
  }
  // The last fold tile ends at the extent: it may have nothing where a whole tile would.
  const AttnBrAxis *fold = &b->m->axes[b->m->fold];
  if (full || upper || !attnBrRagged(fold))
    return;
  for (int i = 0; i < n; ++i) {
    addLast(b->m, &r[i], b->m->fold, e->coef[b->m->fold]);
    range->hi[range->nHi++] = allOrNothing(b, e, &r[i]);
  }
}

/// Bounds the coefficients so that no bound overflows.
static bool tame(const AttnBrModel *m, const AttnLinear *l) {
  int64_t lo, hi, limit = (int64_t)1 << 40;
  for (int i = 0; i < m->nAxes; ++i)
    if (l->coef[i] > limit || l->coef[i] < -limit)
      return false;
  for (int i = 0; i < m->symbols.n; ++i)
    if (l->symbol[i] > limit || l->symbol[i] < -limit)
      return false;
  return attnBrInterval(m, l, &lo, &hi) && lo > -limit && hi < limit;
}

//===--- emission ---------------------------------------------------------===//

/// Of the axes, then of the symbols.
static int64_t termCoefficient(const AttnBrModel *m, const AttnLinear *l, int i) {
  return i < m->nAxes ? l->coef[i] : l->symbol[i - m->nAxes];
}

/// dimOf: of the axes, then of the symbols.
static MlirAffineExpr linearExpr(const Bounds *b, const AttnLinear *l, const int *dimOf) {
  MlirContext ctx = b->m->ctx;
  MlirAffineExpr e = mlirAffineConstantExprGet(ctx, l->constant);
  bool first = true;
  for (int i = 0; i < b->m->nAxes + b->m->symbols.n; ++i) {
    int64_t c = termCoefficient(b->m, l, i);
    if (!c)
      continue;
    MlirAffineExpr x = mlirAffineMulExprGet(mlirAffineDimExprGet(ctx, dimOf[i]),
                                            mlirAffineConstantExprGet(ctx, c));
    e = first && l->constant == 0 ? x : mlirAffineAddExprGet(first ? x : e, first ? e : x);
    first = false;
  }
  return e;
}

static MlirAffineExpr termExpr(const Bounds *b, const Node *n, const int *dimOf) {
  MlirContext ctx = b->m->ctx;
  AttnLinear l = {.constant = n->plus * n->times};
  if (isExact(b->m, n) && attnBrAccumulate(b->m, &l, &n->linear, n->times / n->div))
    return linearExpr(b, &l, dimOf);
  MlirAffineExpr e = mlirAffineFloorDivExprGet(linearExpr(b, &n->linear, dimOf),
                                               mlirAffineConstantExprGet(ctx, n->div));
  e = mlirAffineAddExprGet(e, mlirAffineConstantExprGet(ctx, n->plus));
  return mlirAffineMulExprGet(e, mlirAffineConstantExprGet(ctx, n->times));
}

/// The axis whose origin the node is; -1: it is none.
static int originOf(const Bounds *b, const Node *n) {
  int axis = -1;
  if (n->kind != TERM || n->div != n->times || n->plus || n->linear.constant || !isExact(b->m, n))
    return -1;
  for (int i = 0; i < b->m->nAxes + b->m->symbols.n; ++i) {
    int64_t c = termCoefficient(b->m, &n->linear, i);
    if (c && (c != 1 || axis >= 0 || i >= b->m->nAxes))
      return -1;
    axis = c ? i : axis;
  }
  return axis;
}

static MlirValue emit(Bounds *b, const AttnBuilder *at, const MlirValue *origins, int id) {
  const Node *n = &b->nodes[id];
  MlirContext ctx = b->m->ctx;
  int origin = originOf(b, n);
  if (origin >= 0)
    return origins[origin];
  if (n->kind == CONSTANT) // a streamed axis has origin 0 outside of its loop
    return n->constant ? attnConstIndex(at, n->constant) : origins[b->m->fold];
  MlirValue operands[ATTN_BR_MAX_AXES + ATTN_MAX_SYMBOLS + MAX_PARTS];
  int dimOf[ATTN_BR_MAX_AXES + ATTN_MAX_SYMBOLS], nDims = 0, nExprs = 0;
  MlirAffineExpr exprs[MAX_PARTS];
  int one[1] = {id};
  const int *parts = n->kind == TERM ? one : n->child;
  int nParts = n->kind == TERM ? 1 : n->n;
  for (int i = 0; i < b->m->nAxes + b->m->symbols.n; ++i) {
    bool used = false;
    for (int k = 0; k < nParts; ++k)
      used |= b->nodes[parts[k]].kind == TERM &&
              termCoefficient(b->m, &b->nodes[parts[k]].linear, i) != 0;
    if (used) {
      operands[nDims] = i < b->m->nAxes ? origins[i] : attnBrSymbol(b->m, i - b->m->nAxes);
      dimOf[i] = nDims++;
    }
  }
  for (int k = 0; k < nParts; ++k) {
    const Node *p = &b->nodes[parts[k]];
    if (p->kind == CONSTANT) {
      exprs[nExprs++] = mlirAffineConstantExprGet(ctx, p->constant);
    } else if (p->kind == TERM) {
      exprs[nExprs++] = termExpr(b, p, dimOf);
    } else {
      exprs[nExprs++] = mlirAffineDimExprGet(ctx, nDims);
      operands[nDims++] = emit(b, at, origins, parts[k]);
    }
  }
  if (n->kind == DIFFERENCE) {
    MlirAffineExpr less = mlirAffineMulExprGet(exprs[1], mlirAffineConstantExprGet(ctx, -1));
    exprs[0] = mlirAffineAddExprGet(exprs[0], less);
    nExprs = 1;
  }
  MlirNamedAttribute map =
      attnNamed(ctx, "map", attnMapAttr(mlirAffineMapGet(ctx, nDims, 0, nExprs, exprs)));
  const char *name = n->kind == MIN ? "affine.min" : n->kind == MAX ? "affine.max" : "affine.apply";
  return attnBuild(at, name, nDims, operands, mlirIndexTypeGet(ctx), 1, &map);
}

//===--- the whole --------------------------------------------------------===//

/// Is constraint k of a channel one of another, too?
static bool isShared(const AttnBrConstraints *a, int k, const AttnBrConstraints *of) {
  for (int i = 0; i < of->n; ++i)
    if (of->sense[i] == a->sense[k] && memcmp(&of->c[i], &a->c[k], sizeof a->c[k]) == 0)
      return true;
  return false;
}

static bool fewOrigins(const Bounds *b) {
  int64_t points = 1;
  if (b->symbolic)
    return false;
  for (int i = 0; i < b->m->nAxes; ++i)
    if (b->axes & ATTN_AXIS(i)) {
      if (b->m->axes[i].symbol >= 0)
        return false;
      points *= (b->m->axes[i].extent + b->m->axes[i].tile - 1) / b->m->axes[i].tile;
      if (points > MAX_POINTS)
        return false;
    }
  return true;
}

/// floor((extent + more) / tile) * tile of the fold axis.
static int foldEnd(Bounds *b, int64_t more) {
  const AttnBrAxis *fold = &b->m->axes[b->m->fold];
  AttnLinear l = {.constant = more + (fold->symbol < 0 ? fold->extent : 0)};
  if (fold->symbol >= 0)
    l.symbol[fold->symbol] = 1;
  return termNode(b, &l, fold->tile, 0, fold->tile);
}

/// Turns the loops round.
static void turn(Bounds *b, const AttnBuilder *at, const MlirValue *origins, int edge[4],
                 AttnBrRanges *r) {
  int was[4] = {edge[0], edge[1], edge[2], edge[3]}, end = 3;
  while (end > 0 && !r->has[end - 1])
    --end;
  if (!end)
    return;
  for (int i = 0; i < 4; ++i)
    edge[3 - i] = minus(b, was[end], was[i]);
  bool first = r->has[0];
  r->has[0] = r->has[2];
  r->has[2] = first;
  // 0, which a ring may read, where there is none.
  int zero = constantNode(b, 0), tile = constantNode(b, b->m->axes[b->m->fold].tile);
  r->last = emit(b, at, origins, max2(b, minus(b, was[end], tile), zero));
}

bool attnBrRanges(const AttnBrModel *m, const AttnBuilder *at, const MlirValue *origins,
                  AttnBrRanges *r) {
  const AttnBrAxis *fold = &m->axes[m->fold];
  *r = (AttnBrRanges){0};
  if (fold->extent == 0)
    return true;
  AttnBrConstraints all = {0}, per[ATTN_BR_MAX_CHANNELS] = {0};
  bool tail = false;
  for (int i = 0; i < m->nChannels; ++i) {
    attnBrConstraints(m, &m->channels[i], &per[i]);
    attnBrConstraints(m, &m->channels[i], &all);
    tail |= attnBrNeedsTail(m, &m->channels[i]);
  }
  Bounds b = {.m = m, .nodes = calloc(MAX_NODES, sizeof(Node))};
  Range some = {0}, full = {0};
  int zero = constantNode(&b, 0), top = foldEnd(&b, fold->tile - 1);
  some.lo[some.nLo++] = full.lo[full.nLo++] = zero;
  some.hi[some.nHi++] = full.hi[full.nHi++] = top;
  if (tail)
    full.hi[full.nHi++] = foldEnd(&b, 0);
  for (int i = 0; i < all.n; ++i) {
    if (!tame(m, &all.c[i])) {
      all.unknown = true;
      continue;
    }
    bool shared = all.sense[i] != ATTN_BR_SUFFICIENT;
    for (int k = 0; k < m->nChannels; ++k)
      shared &= isShared(&all, i, &per[k]);
    if (all.sense[i] != ATTN_BR_NECESSARY)
      narrow(&b, &all.c[i], true, &full);
    if (shared)
      narrow(&b, &all.c[i], false, &some);
  }
  b.exact = fewOrigins(&b);
  int begin = fold2(&b, MAX, some.nLo, some.lo), end = fold2(&b, MIN, some.nHi, some.hi);
  if (b.symbolic) // what counts tiles up to the end counts from the beginning
    end = max2(&b, end, begin);
  int split1 = end, split2 = end;
  if (!all.unknown) {
    int lo = fold2(&b, MAX, full.nLo, full.lo), hi = fold2(&b, MIN, full.nHi, full.hi);
    split1 = max2(&b, min2(&b, lo, end), begin);
    split2 = max2(&b, min2(&b, hi, end), split1);
  }
  int edge[4] = {begin, split1, split2, end};
  if (all.unknown || !mlirOperationIsNull(m->visits)) { // one loop
    r->has[0] = !neverAbove(&b, end, begin);
    edge[1] = end;
  } else {
    for (int i = 0; i < 3; ++i)
      r->has[i] = !neverAbove(&b, edge[i + 1], edge[i]);
    if (!r->has[1]) { // no full tile anywhere: one loop
      r->has[0] |= r->has[2];
      r->has[2] = false;
      edge[1] = end;
    }
  }
  if (m->down)
    turn(&b, at, origins, edge, r);
  MlirValue values[4] = {{NULL}, {NULL}, {NULL}, {NULL}};
  for (int i = 0; i < 3; ++i) {
    if (!r->has[i])
      continue;
    for (int side = 0; side < 2; ++side) {
      int k = i + side, same = k;
      for (int j = 0; j < k; ++j)
        if (edge[j] == edge[k] && values[j].ptr)
          same = j;
      if (!values[k].ptr)
        values[k] = values[same].ptr ? values[same] : emit(&b, at, origins, edge[k]);
    }
    r->lo[i] = values[i];
    r->hi[i] = values[i + 1];
  }
  free(b.nodes);
  return true;
}
