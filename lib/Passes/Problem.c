//===- Problem.c - What a fold or map asks for, in numbers ----------------===//
//
// Takes: the model of a carrier operation (BracketModel.c). Gives: an AttnProblem
// (Schedule/Rank.h).
//
//   extents   of the axes by their use; names as TILE, STAGE and HOLD use them
//   work      arithmetic of the lift that depends on the row and the fold axis, by unit
//   bytes     every tensor once
//   page      of what rows are multiplied with along the fold axis, where it lies in pages
//   mask      for evenly spread rows, the hull of the fold elements that a channel keeps: the
//             predicates become a list of integer operations, evaluated at some points of each row,
//             the edges found by halving
//
// What a predicate reads from memory is not known here: it keeps everything, and no tile is whole;
// where tiles are classified at run time (BracketTest.c), streams are of unlike lengths that nobody
// knows.
//
//===----------------------------------------------------------------------===//
#include "Passes/Problem.h"
#include "Dialect/Carrier/Define.h"
#include "Dialect/Tile/Pages.h"
#include "IR/Affine.h"
#include "Passes/Defaults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===--- predicates -------------------------------------------------------===//

enum { MAX_TAPE = 128, PROBES = 65 };

typedef enum Op { CONST, INDEX, ADD, SUB, MUL, DIV, REM, AND, OR, XOR, CMP, SELECT, COPY } Op;

typedef struct Tape {
  const AttnBrModel *m;
  int n;
  struct {
    MlirValue value;
    Op op;
    int a, b, c;
    int64_t k; ///< constant, axis or predicate
  } at[MAX_TAPE];
  int64_t result[MAX_TAPE];
} Tape;

/// The place of v on the tape; -1 where it is no function of coordinates that is known here.
static int place(Tape *t, MlirValue v) {
  static const struct {
    const char *name;
    Op op;
  } known[] = {{"arith.addi", ADD},          {"arith.subi", SUB},      {"arith.muli", MUL},
               {"arith.andi", AND},          {"arith.ori", OR},        {"arith.xori", XOR},
               {"arith.cmpi", CMP},          {"arith.select", SELECT}, {"arith.index_cast", COPY},
               {"arith.index_castui", COPY}, {"arith.extsi", COPY},    {"arith.extui", COPY},
               {"arith.trunci", COPY},       {"arith.divui", DIV},     {"arith.remui", REM}};
  for (int i = 0; i < t->n; ++i)
    if (mlirValueEqual(t->at[i].value, v))
      return i;
  MlirOperation d = attnDef(v);
  if (mlirOperationIsNull(d))
    return -1;
  int in[3] = {0, 0, 0};
  int64_t k = 0;
  Op op = CONST;
  if (attnIs(d, "arith.constant")) {
    MlirAttribute a = attnAttr(d, "value");
    if (!mlirAttributeIsAInteger(a))
      return -1;
    k = mlirIntegerAttrGetValueInt(a);
    if (mlirTypeIsAInteger(mlirValueGetType(v)) &&
        mlirIntegerTypeGetWidth(mlirValueGetType(v)) == 1)
      k &= 1;
  } else if (attnSymbolOfValue(&t->m->symbols, v) >= 0) {
    k = t->m->symbols.s[attnSymbolOfValue(&t->m->symbols, v)].hint;
  } else if (attnIs(d, "carrier.index")) {
    op = INDEX;
    k = attnBrAxisIndex(t->m, attnAttrStr(d, "axis"));
    if (k < 0)
      return -1;
  } else {
    size_t i = 0, n = sizeof known / sizeof *known;
    while (i < n && !attnIs(d, known[i].name))
      ++i;
    if (i == n || mlirOperationGetNumOperands(d) > 3)
      return -1;
    op = known[i].op;
    if (op == CMP && !attnAttrI64(d, "predicate", &k))
      return -1;
    for (intptr_t o = 0; o < mlirOperationGetNumOperands(d); ++o)
      if ((in[o] = place(t, mlirOperationGetOperand(d, o))) < 0)
        return -1;
  }
  if (t->n == MAX_TAPE)
    return -1;
  t->at[t->n].value = v, t->at[t->n].op = op, t->at[t->n].k = k;
  t->at[t->n].a = in[0], t->at[t->n].b = in[1], t->at[t->n].c = in[2];
  return t->n++;
}

static int64_t compare(int64_t predicate, int64_t x, int64_t y) {
  switch (predicate) {
  case 0:
    return x == y;
  case 1:
    return x != y;
  case 2:
    return x < y;
  case 3:
    return x <= y;
  case 4:
    return x > y;
  case 5:
    return x >= y;
  case 6:
    return (uint64_t)x < (uint64_t)y;
  case 7:
    return (uint64_t)x <= (uint64_t)y;
  case 8:
    return (uint64_t)x > (uint64_t)y;
  default:
    return (uint64_t)x >= (uint64_t)y;
  }
}

/// Wrapping arithmetic in 64 bits: only a prediction hangs on it.
static void evaluate(Tape *t, int64_t row, int64_t fold) {
  for (int i = 0; i < t->n; ++i) {
    int64_t *r = t->result, a = r[t->at[i].a], b = r[t->at[i].b], k = t->at[i].k;
    switch (t->at[i].op) {
    case CONST:
      r[i] = k;
      break;
    case INDEX:
      r[i] = k == t->m->row ? row : k == t->m->fold ? fold : 0;
      break;
    case ADD:
      r[i] = (int64_t)((uint64_t)a + (uint64_t)b);
      break;
    case SUB:
      r[i] = (int64_t)((uint64_t)a - (uint64_t)b);
      break;
    case MUL:
      r[i] = (int64_t)((uint64_t)a * (uint64_t)b);
      break;
    case DIV:
      r[i] = b ? (int64_t)((uint64_t)a / (uint64_t)b) : 0;
      break;
    case REM:
      r[i] = b ? (int64_t)((uint64_t)a % (uint64_t)b) : 0;
      break;
    case AND:
      r[i] = a & b;
      break;
    case OR:
      r[i] = a | b;
      break;
    case XOR:
      r[i] = a ^ b;
      break;
    case CMP:
      r[i] = compare(k, a, b);
      break;
    case SELECT:
      r[i] = a ? b : r[t->at[i].c];
      break;
    case COPY:
      r[i] = a;
      break;
    }
  }
}

typedef struct Mask {
  Tape tape;
  int keeps[ATTN_BR_MAX_CHANNELS][ATTN_BR_MAX_KEEPS];
} Mask;

static bool keeps(const Mask *k, const AttnBrModel *m, int channel) {
  for (int j = 0; j < m->channels[channel].nKeeps; ++j)
    if (k->keeps[channel][j] >= 0 && !(k->tape.result[k->keeps[channel][j]] & 1))
      return false;
  return true;
}

/// Does a channel keep the element? A twisted one keeps nothing that its pivot does not: it has a
/// weight of zero there.
static bool kept(Mask *k, const AttnBrModel *m, int64_t row, int64_t fold) {
  evaluate(&k->tape, row, fold);
  for (int i = 0; i < m->nChannels; ++i)
    if (keeps(k, m, i) && (!m->channels[i].twisted || keeps(k, m, m->channels[i].pivot)))
      return true;
  return false;
}

/// The edge between a kept and a masked element, from `in` (kept) towards `out` (masked).
static int64_t edge(Mask *k, const AttnBrModel *m, int64_t row, int64_t in, int64_t out) {
  while (in - out > 1 || out - in > 1) {
    int64_t middle = in + (out - in) / 2;
    if (kept(k, m, row, middle))
      in = middle;
    else
      out = middle;
  }
  return in;
}

/// A condition on the tape; of a conjunction that reads memory what does not. -1: nothing is known.
static int placeKnown(Tape *t, MlirValue v, AttnProblem *p) {
  int at = place(t, v);
  MlirOperation d = attnDef(v);
  if (at >= 0)
    return at;
  p->maskedInside = true;
  if (!attnIs(d, "arith.andi"))
    return -1;
  int a = placeKnown(t, mlirOperationGetOperand(d, 0), p);
  int b = placeKnown(t, mlirOperationGetOperand(d, 1), p);
  if (a < 0 || b < 0 || t->n == MAX_TAPE)
    return a < 0 ? b : a;
  t->at[t->n].value = v, t->at[t->n].op = AND, t->at[t->n].k = 0;
  t->at[t->n].a = a, t->at[t->n].b = b, t->at[t->n].c = 0;
  return t->n++;
}

static void readMask(const AttnBrModel *m, AttnProblem *p) {
  bool any = false;
  Mask *k = calloc(1, sizeof *k);
  AttnBrTestKind tests = attnBrTests(m).kind;
  p->uneven = tests != ATTN_BR_NONE;
  p->dense = tests == ATTN_BR_DENSE;
  k->tape.m = m;
  for (int i = 0; i < m->nChannels; ++i)
    for (int j = 0; j < m->channels[i].nKeeps; ++j) {
      any = true;
      k->keeps[i][j] = placeKnown(&k->tape, m->channels[i].keeps[j], p);
    }
  if (any && k->tape.n && p->fold > 0) {
    p->nSamples = p->rows > 1 ? ATTN_MASK_SAMPLES : 1;
    for (int s = 0; s < p->nSamples; ++s) {
      int64_t row = p->nSamples > 1 ? (p->rows - 1) * s / (p->nSamples - 1) : 0;
      int64_t first = -1, last = -1, before = -1, after = -1;
      for (int i = 0; i < PROBES; ++i) {
        int64_t j = (p->fold - 1) * i / (PROBES - 1);
        if (kept(k, m, row, j)) {
          first = first < 0 ? j : first;
          last = j, after = -1;
        } else if (first < 0) {
          before = j;
        } else if (after < 0) {
          after = j;
        }
      }
      if (first < 0) { // nothing, or less than the probes see
        p->lo[s] = p->hi[s] = 0;
        continue;
      }
      p->lo[s] = before < 0 ? first : edge(k, m, row, first, before);
      p->hi[s] = (after < 0 ? last : edge(k, m, row, last, after)) + 1;
    }
  }
  free(k);
}

//===--- work -------------------------------------------------------------===//

static int bytesOf(MlirType t) {
  MlirType e = attnElementType(t);
  if (mlirTypeIsAF64(e))
    return 8;
  if (mlirTypeIsAF32(e))
    return 4;
  if (mlirTypeIsAF16(e) || mlirTypeIsABF16(e))
    return 2;
  if (mlirTypeIsAInteger(e))
    return (int)(mlirIntegerTypeGetWidth(e) + 7) / 8;
  return 8;
}

static int64_t tensorBytes(const AttnBrModel *m, MlirType t) {
  int64_t n = bytesOf(t);
  for (intptr_t i = 0; i < mlirShapedTypeGetRank(t); ++i)
    n *= attnSymbolHint(&m->symbols, mlirShapedTypeGetDimSize(t, i));
  return n;
}

/// A product with a constant.
static bool isScale(MlirOperation op) {
  return attnIs(op, "arith.mulf") &&
         (attnIs(attnDef(mlirOperationGetOperand(op, 0)), "arith.constant") ||
          attnIs(attnDef(mlirOperationGetOperand(op, 1)), "arith.constant"));
}

static void addWork(MlirOperation op, AttnProblem *p) {
  if (mlirOperationGetNumResults(op) != 1)
    return;
  const char *name = attnOpName(op);
  bool cheap = strncmp(name, "arith.", 6) == 0 || strcmp(name, "math.absf") == 0 ||
               strcmp(name, "math.fma") == 0;
  bool wide = mlirTypeIsAF64(mlirValueGetType(mlirOperationGetResult(op, 0)));
  for (int math = 0; math < ATTN_NUM_MATH; ++math)
    if (wide && (!cheap || strcmp(name, "arith.divf") == 0)) { // written out (FunctionF64.c)
      p->flops[math] += strcmp(name, "math.tanh") == 0 ? 48 : 24;
    } else if (strcmp(name, "math.tanh") == 0) { // see BracketMath.c and Function.c
      p->mufu[math] += math < ATTN_MATH_EXP2_TANH ? 2 : 1;
      p->flops[math] += (const int[]){16, 3, 1}[math];
    } else if (math == ATTN_MATH_EXP2_TANH && p->saturates && isScale(op)) {
      continue; // in the tanh's, or in the pivot's unit
    } else if (strcmp(name, "arith.divf") == 0) {
      bool factor =
          math && p->saturates && attnIs(attnDef(mlirOperationGetOperand(op, 1)), "arith.constant");
      p->mufu[math] += !factor;
      p->flops[math] += factor ? 0 : 8;
    } else if (cheap || strncmp(name, "math.", 5) == 0) {
      p->mufu[math] += cheap ? 0 : 1; // an ex2, a lg2 or a rcp, and some arithmetic
      p->flops[math] += cheap ? 1 : 4;
    }
}

/// A product that only this sum reads is fused with it.
static bool isFused(MlirOperation op) {
  for (int i = 0; i < 2 && attnIs(op, "arith.addf"); ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    if (attnIs(attnDef(v), "arith.mulf") && attnNumUses(v) == 1)
      return true;
  }
  return false;
}

/// Does this product, which one sum reads, multiply a coordinate by what is the same along the
/// fold axis? Registers then differ by constants (TileToNVVM/Map.c): one fma, and nothing held.
static bool isSlope(const AttnBrModel *m, MlirOperation op) {
  for (int i = 0; i < 2 && attnIs(op, "arith.mulf"); ++i) {
    MlirValue index = mlirOperationGetOperand(op, i), same = mlirOperationGetOperand(op, 1 - i);
    if (attnIs(attnDef(index), "arith.sitofp") && attnBrPure(m, index) &&
        !(attnBrDep(m, same) & ATTN_AXIS(m->fold)))
      return attnNumUses(mlirOperationGetResult(op, 0)) == 1;
  }
  return false;
}

/// Arithmetic of a region at each point of `axes`.
static void countWork(const AttnBrModel *m, MlirBlock block, AttnAxisSet axes, AttnProblem *p) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (mlirOperationGetNumResults(op) != 1 || attnIs(op, "arith.extf"))
      continue;
    MlirValue v = mlirOperationGetResult(op, 0);
    bool index = attnIs(op, "arith.sitofp") && attnBrPure(m, v);
    if ((attnBrDep(m, v) & axes) != axes || !attnIsFloat(mlirValueGetType(v)) || isFused(op) ||
        index)
      continue;
    addWork(op, p);
    p->slopes += m->fold >= 0 && isSlope(m, op);
  }
}

/// Do the elements lie in rows along the fold axis whose distances are multiples of 16 bytes?
static bool inRows(const AttnBrModel *m, MlirOperation element) {
  MlirAffineMap map;
  MlirType t = mlirValueGetType(mlirOperationGetOperand(element, 0));
  intptr_t rank = mlirShapedTypeGetRank(t);
  if (rank == 0 || !attnAttrMap(element, "map", &map))
    return false;
  MlirAffineExpr last = mlirAffineMapGetResult(map, rank - 1);
  return mlirAffineExprIsADim(last) && mlirAffineDimExprGetPosition(last) == m->fold &&
         mlirShapedTypeGetDimSize(t, rank - 1) * bytesOf(t) % 16 == 0;
}

/// Of how many heads or batch elements a group of tiles that read the same cells is: as many as
/// there are, or a divisor of that, up to 16. None where keys are shared as well (grouped queries),
/// which are neighbours for that.
static int cellShare(const AttnBrModel *m, AttnAxisSet cells) {
  enum { MOST = 16 };
  int64_t all = 1;
  for (int i = 0; i < m->nAxes; ++i) {
    const AttnBrAxis *a = &m->axes[i];
    if (a->use != ATTN_BATCH || a->role != ATTN_AXIS_FREE)
      continue;
    for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
         op = mlirOperationGetNextInBlock(op)) {
      AttnAxisSet dep =
          attnIs(op, "carrier.element") ? attnBrDep(m, mlirOperationGetResult(op, 0)) : 0;
      if ((dep & ATTN_AXIS(m->fold)) && dep != cells && !(dep & ATTN_AXIS(i)))
        return 0;
    }
    if (!(cells & ATTN_AXIS(i)) && a->symbol < 0)
      all *= a->extent;
  }
  int64_t group = all < MOST ? all : MOST;
  while (all % group != 0)
    --group;
  return group > 1 ? (int)group : 0;
}

/// Floats that maps of `block` read, one for each point of `axes` (rows, and the fold axis or
/// columns): their bytes, and a conversion where they are narrow.
static void countCells(const AttnBrModel *m, MlirBlock block, AttnAxisSet axes, AttnProblem *p) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    MlirValue v = attnIs(op, "carrier.element") ? mlirOperationGetResult(op, 0) : (MlirValue){NULL};
    if (!v.ptr || (attnBrDep(m, v) & axes) != axes || !attnIsFloat(mlirValueGetType(v)) ||
        !attnHasUses(op))
      continue;
    p->cellsInRows = inRows(m, op) && (p->cellBytes == 0 || p->cellsInRows);
    p->cellBytes += bytesOf(mlirValueGetType(v));
    p->cellShare = m->fold >= 0 && p->cellsInRows ? cellShare(m, attnBrDep(m, v)) : 0;
    for (int math = 0; math < ATTN_NUM_MATH; ++math)
      p->flops[math] += bytesOf(mlirValueGetType(v)) < 4;
  }
}

/// A merge that is written out is done once an element, comparisons and selections included.
static void countMerge(const AttnBrModel *m, AttnProblem *p) {
  if (mlirOperationIsNull(m->define))
    return;
  for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(m->define, ATTN_DEFINE_MERGE));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!attnIs(op, "arith.constant"))
      addWork(op, p);
}

static void countBytes(const AttnBrModel *m, AttnProblem *p) {
  MlirValue seen[64];
  int n = 0;
  for (int region = 0; region < (m->isMap ? 1 : 2); ++region) {
    MlirBlock block = region ? m->project : m->body;
    for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
         op = mlirOperationGetNextInBlock(op)) {
      if (!attnIs(op, "carrier.element"))
        continue;
      MlirValue t = mlirOperationGetOperand(op, 0);
      bool again = false;
      for (int i = 0; i < n; ++i)
        again |= mlirValueEqual(seen[i], t);
      if (again || n == 64)
        continue;
      seen[n++] = t;
      p->bytes += tensorBytes(m, mlirValueGetType(t));
    }
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(m->op); ++i)
    p->bytes += tensorBytes(m, mlirValueGetType(mlirOperationGetResult(m->op, i)));
}

//===--- contractions -----------------------------------------------------===//

static void copyName(char *to, const char *from) { snprintf(to, 32, "%s", from ? from : ""); }

static bool isLiftContraction(const AttnBrModel *m, MlirOperation op) {
  return attnIs(op, "carrier.contract") && attnHasUses(op) &&
         (attnBrDep(m, mlirOperationGetResult(op, 0)) & ATTN_AXIS(m->fold));
}

static MlirOperation liftContraction(const AttnBrModel *m) {
  MlirOperation op = mlirBlockGetFirstOperation(m->body);
  while (!mlirOperationIsNull(op) && !isLiftContraction(m, op))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

/// The axes that the lift's contractions sum, and how many sums that are: contractions that are
/// added go into one.
static void readInner(const AttnBrModel *m, AttnProblem *p) {
  int contractions = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (isLiftContraction(m, op)) {
      int64_t n = m->axes[attnBrAxisIndex(m, attnAttrStr(op, "axis"))].extent;
      p->inner = contractions++ ? (p->inner + 15) / 16 * 16 + n : n;
      p->whole = contractions == 1 ? n : n > ATTN_WHOLE_AXIS ? 0 : p->whole;
      p->chunked |= n > ATTN_WHOLE_AXIS;
      p->resultsFit |= (n + 15) / 16 == (p->columns + 15) / 16;
      ++p->sums;
    } else if (attnIs(op, "arith.addf") && attnHasUses(op)) {
      p->sums -= attnBrIsContractions(m, mlirOperationGetResult(op, 0));
    }
  }
}

static const AttnBrChannel *contraction(const AttnBrModel *m) {
  for (int i = 0; i < m->nChannels; ++i)
    if (m->channels[i].contracted || m->channels[i].bilinear)
      return &m->channels[i];
  return NULL;
}

static int64_t columnsOf(const AttnBrModel *m, const AttnBrChannel *c) {
  MlirValue rhs = c->bilinear ? c->rhs : c->lift;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_COLUMN && (attnBrDep(m, rhs) & ATTN_AXIS(i)))
      return attnBrHint(m, i);
  return 0;
}

static const char *channelName(const AttnBrChannel *c) {
  return c->contraction ? c->contraction : c->name;
}

static void readAtoms(const AttnBrModel *m, AttnProblem *p, MlirType right) {
  AttnBrAtom atom;
  p->tensor = attnBrAtomOfAll(m, &atom);
  snprintf(p->atomType, sizeof p->atomType, "%s", mlirTypeIsABF16(right) ? "bf16" : "f16");
}

/// Is there an axis of the batch along which an even number of elements stream the same operands
/// (heads that share keys)?
static bool shareAlongBatch(const AttnBrModel *m, AttnAxisSet streamed) {
  for (int i = 0; i < m->nAxes; ++i) {
    const AttnBrAxis *a = &m->axes[i];
    if (a->use == ATTN_BATCH && a->role == ATTN_AXIS_FREE && a->symbol < 0 && a->extent % 2 == 0 &&
        !(streamed & ATTN_AXIS(i)))
      return true;
  }
  return false;
}

/// The page that the elements along the fold axis lie in which all rows read; 0: there is none.
static int64_t pageOf(const AttnBrModel *m) {
  AttnAxisSet row = m->row >= 0 ? ATTN_AXIS(m->row) : 0;
  int64_t extents[ATTN_BR_MAX_AXES], page = 0;
  uint64_t tile = 0; // what differs within one
  for (int i = 0; i < m->nAxes; ++i) {
    extents[i] = m->axes[i].extent;
    if (m->axes[i].use != ATTN_BATCH)
      tile |= UINT64_C(1) << i;
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    MlirAffineMap map;
    AttnPages pages;
    const char *rule;
    AttnAxisSet dep =
        attnIs(op, "carrier.element") ? attnBrDep(m, mlirOperationGetResult(op, 0)) : 0;
    if (!(dep & ATTN_AXIS(m->fold)) || (dep & row) || !attnAttrMap(op, "map", &map) ||
        !attnPagesRead(mlirOperationGetOperand(op, 0), map, extents, m->fold, tile, &pages, &rule))
      continue;
    page = attnGcd(page, pages.page);
  }
  return page;
}

/// Are values columns of the keys, whose columns `axis` are all there are, and both whole panels of
/// 128 bytes, of `all` columns so many a tile? Then attn-roles copies them once (RolesLoads.c).
static bool areColumnsOf(const AttnBrModel *m, MlirValue values, MlirValue keys, const char *axis,
                         int64_t all, int64_t columns) {
  MlirOperation v = attnDef(values), k = attnDef(keys);
  MlirAffineMap from, of;
  if (!attnIs(v, "carrier.element") || !attnIs(k, "carrier.element") ||
      !mlirValueEqual(mlirOperationGetOperand(v, 0), mlirOperationGetOperand(k, 0)) ||
      !attnAttrMap(v, "map", &from) || !attnAttrMap(k, "map", &of))
    return false;
  intptr_t last = mlirAffineMapGetNumResults(of) - 1;
  MlirType source = mlirValueGetType(mlirOperationGetOperand(k, 0));
  int64_t width = m->axes[attnBrAxisIndex(m, axis)].extent;
  for (intptr_t i = 0; i < last; ++i)
    if (!mlirAffineExprEqual(mlirAffineMapGetResult(from, i), mlirAffineMapGetResult(of, i)))
      return false;
  return last > 0 && mlirAffineExprIsADim(mlirAffineMapGetResult(from, last)) &&
         mlirAffineExprIsADim(mlirAffineMapGetResult(of, last)) &&
         mlirShapedTypeGetDimSize(source, last) == width && columns > 0 &&
         (all + columns - 1) / columns * columns <= width &&
         columns * bytesOf(mlirValueGetType(keys)) % 128 == 0;
}

static void readFold(const AttnBrModel *m, AttnProblem *p) {
  const AttnBrAxis *fold = &m->axes[m->fold];
  AttnAxisSet row = m->row >= 0 ? ATTN_AXIS(m->row) : 0;
  MlirOperation lift = liftContraction(m);
  const AttnBrChannel *c = contraction(m);
  p->fold = attnBrHint(m, m->fold);
  copyName(p->foldName, fold->name);
  for (int i = 0; i < m->nChannels; ++i) {
    const AttnBrChannel *ch = &m->channels[i];
    p->twisted |= ch->twisted;
    if (!ch->contracted && !ch->bilinear)
      ++p->rowStates, p->reduces = true;
  }
  if (!mlirOperationIsNull(lift)) {
    p->kind = ATTN_PROBLEM_CHAIN;
    MlirValue left = attnBrStripWiden(mlirOperationGetOperand(lift, 0));
    MlirValue right = attnBrStripWiden(mlirOperationGetOperand(lift, 1));
    attnBrOrient(m, &left, &right);
    const char *axis = attnAttrStr(lift, "axis");
    p->leftBytes = bytesOf(mlirValueGetType(left)),
    p->rightBytes = bytesOf(mlirValueGetType(right));
    p->invariantLeft = !(attnBrDep(m, left) & ATTN_AXIS(m->fold));
    copyName(p->first, axis);
    readAtoms(m, p, mlirValueGetType(right));
    if (c) {
      p->columns = p->allColumns = columnsOf(m, c);
      if (p->columns > ATTN_WHOLE_AXIS) { // the rest on the grid
        p->batch *= (p->columns + ATTN_WHOLE_AXIS - 1) / ATTN_WHOLE_AXIS;
        p->columns = ATTN_WHOLE_AXIS;
      }
      MlirValue wide = attnBrStripWiden(c->bilinear ? c->rhs : c->lift);
      p->wideBytes = bytesOf(mlirValueGetType(wide));
      p->wideInRight = areColumnsOf(m, wide, right, axis, p->allColumns, p->columns);
      AttnAxisSet streamed = attnBrDep(m, right) | attnBrDep(m, wide);
      p->rowsShare = row && m->axes[m->row].symbol < 0 && !(streamed & row);
      p->headsShare = shareAlongBatch(m, streamed);
      copyName(p->second, channelName(c));
    }
    readInner(m, p);
    p->shares = !attnBrStreamKRule(m);
    p->page = pageOf(m);
    p->saturates = attnBrSaturates(m);
    countWork(m, m->body, row | ATTN_AXIS(m->fold), p);
    if (row)
      countCells(m, m->body, row | ATTN_AXIS(m->fold), p);
  } else if (c && c->bilinear) {
    p->kind = ATTN_PROBLEM_PRODUCT;
    p->columns = columnsOf(m, c);
    p->leftBytes = bytesOf(mlirValueGetType(c->lhs)),
    p->rightBytes = bytesOf(mlirValueGetType(c->rhs));
    copyName(p->first, channelName(c));
    readAtoms(m, p, mlirValueGetType(c->rhs));
    AttnAxisSet cells = row;
    p->fixedColumns = true;
    for (int i = 0; i < m->nAxes; ++i)
      if (m->axes[i].use == ATTN_COLUMN) {
        cells |= ATTN_AXIS(i);
        p->fixedColumns &= m->axes[i].symbol < 0;
      }
    countCells(m, m->project, cells, p);
  } else {
    p->kind = ATTN_PROBLEM_STREAM;
    copyName(p->first, fold->name);
    countWork(m, m->body, ATTN_AXIS(m->fold), p);
    p->foldContiguous = true;
    for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
         op = mlirOperationGetNextInBlock(op)) {
      MlirAffineMap map;
      intptr_t n;
      if (!attnIs(op, "carrier.element") || !attnAttrMap(op, "map", &map) || m->row < 0 ||
          (n = mlirAffineMapGetNumResults(map)) == 0)
        continue;
      if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, n - 1), m->row))
        p->foldContiguous = false;
    }
  }
  countMerge(m, p);
  readMask(m, p);
}

static void readMap(const AttnBrModel *m, AttnProblem *p) {
  p->kind = ATTN_PROBLEM_MAP;
  p->fold = 1, p->foldContiguous = true;
  copyName(p->first, "all");
  AttnAxisSet axes = 0;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_COLUMN) {
      p->fold = attnBrHint(m, i), axes |= ATTN_AXIS(i);
      copyName(p->first, m->axes[i].name);
    }
  countWork(m, m->body, axes, p);
}

/// Does anything inside compute with f64?
static bool hasF64(MlirOperation root) {
  MlirOperation *ops;
  bool has = false;
  for (intptr_t i = attnCollect(root, NULL, &ops); i-- > 0 && !has;)
    for (intptr_t r = 0; r < mlirOperationGetNumResults(ops[i]); ++r)
      has |= mlirTypeIsAF64(attnElementType(mlirValueGetType(mlirOperationGetResult(ops[i], r))));
  free(ops);
  return has;
}

bool attnProblemRead(const AttnBrModel *m, AttnProblem *p) {
  memset(p, 0, sizeof *p);
  p->batch = 1;
  p->words = hasF64(m->op) ? 2 : 1;
  p->rows = m->row >= 0 ? attnBrHint(m, m->row) : 1;
  copyName(p->rowName, m->row >= 0 ? m->axes[m->row].name : "");
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_BATCH && m->axes[i].role == ATTN_AXIS_FREE)
      p->batch *= attnBrHint(m, i);
  if (!m->isMap && m->fold < 0)
    return false;
  if (m->isMap)
    readMap(m, p);
  else
    readFold(m, p);
  countBytes(m, p);
  return true;
}
