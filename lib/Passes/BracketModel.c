//===- BracketModel.c - Reading a carrier op for attn-bracket -------------===//
// See Bracket.h.
//
// Dependence sets:
//   dep(element) = axes of its map      dep(index) = {axis}
//   dep(contract) = dep(lhs) + dep(rhs) - {axis}      dep(other) = union of its operands
//
// Roles of the free axes, from the contractions (lhs, rhs) of the fold: those of the lift, and
// those over the fold axis that a channel is (lhs: the pivot, or the left operand of
// carrier.product):
//   row     the largest axis that every lhs depends on and no rhs does
//   column  the largest axis of a channel's rhs that its lhs lacks
//   batch   all others
// An axis that results have and no state (which of the k largest, say) is a column of the results'
// tiles where nothing else is.
// Without contraction the row is the contiguous axis of the elements where that is free, else the
// largest free axis.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Carrier/Define.h"
#include "Passes/Bracket.h"
#include "Passes/Defaults.h"
#include "Passes/Split.h"

#include <stdlib.h>
#include <string.h>

//===--- small things -----------------------------------------------------===//

static AttnBrInfo *find(const AttnBrModel *m, MlirValue v) {
  for (intptr_t i = 0; i < m->nInfo; ++i)
    if (mlirValueEqual(m->info[i].value, v))
      return &m->info[i];
  return NULL;
}

AttnAxisSet attnBrDep(const AttnBrModel *m, MlirValue v) {
  AttnBrInfo *i = find(m, v);
  return i ? i->dep : 0;
}

bool attnBrPure(const AttnBrModel *m, MlirValue v) {
  AttnBrInfo *i = find(m, v);
  return i ? i->pure : true;
}

void attnBrSetInfo(AttnBrModel *m, MlirValue v, AttnAxisSet dep, bool pure) {
  if (m->nInfo == m->capInfo) {
    m->capInfo = m->capInfo ? 2 * m->capInfo : 64;
    m->info = realloc(m->info, (size_t)m->capInfo * sizeof *m->info);
  }
  m->info[m->nInfo++] = (AttnBrInfo){v, dep, pure};
}

int attnBrAxisIndex(const AttnBrModel *m, const char *name) {
  for (int i = 0; name && i < m->nAxes; ++i)
    if (strcmp(m->axes[i].name, name) == 0)
      return i;
  return -1;
}

AttnAxisSet attnBrTiled(const AttnBrModel *m, AttnAxisSet dep) {
  AttnAxisSet r = 0;
  for (int i = 0; i < m->nAxes; ++i)
    if ((dep & ATTN_AXIS(i)) && m->axes[i].use != ATTN_BATCH)
      r |= ATTN_AXIS(i);
  return r;
}

static AttnAxisSet freeAxes(const AttnBrModel *m) {
  AttnAxisSet r = 0;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].role == ATTN_AXIS_FREE)
      r |= ATTN_AXIS(i);
  return r;
}

static int largest(const AttnBrModel *m, AttnAxisSet s) {
  int best = -1;
  for (int i = 0; i < m->nAxes; ++i) // of equals the last: nearest to contiguous
    if ((s & ATTN_AXIS(i)) && (best < 0 || attnBrHint(m, i) >= attnBrHint(m, best)))
      best = i;
  return best;
}

MlirValue attnBrStripWiden(MlirValue v) {
  for (MlirOperation d = attnDef(v); attnIs(d, "arith.extf"); d = attnDef(v))
    v = mlirOperationGetOperand(d, 0);
  return v;
}

void attnBrFree(AttnBrModel *m) {
  free(m->info);
  m->info = NULL;
}

//===--- axes -------------------------------------------------------------===//

static bool readAxes(AttnBrModel *m) {
  AttnAxes axes;
  if (!attnAxesRead(m->op, &axes) || axes.size > ATTN_BR_MAX_AXES) {
    attnOpError(m->op, "expected an attribute 'axes' with at most %d axes", ATTN_BR_MAX_AXES);
    return false;
  }
  m->nAxes = axes.size;
  m->merges = attnSplitMerges(&axes);
  MlirAttribute packed = attnAttr(m->op, "packed");
  m->packed = !mlirAttributeIsNull(packed) && mlirBoolAttrGetValue(packed);
  m->fold = m->row = m->spread = -1;
  for (int i = 0; i < m->nAxes; ++i) {
    const AttnAxis *from = &axes.a[i];
    m->axes[i] = (AttnBrAxis){.name = from->name,
                              .role = from->role,
                              .extent = from->extent,
                              .use = from->role == ATTN_AXIS_FOLD       ? ATTN_STREAM
                                     : from->role == ATTN_AXIS_CONTRACT ? ATTN_INNER
                                                                        : ATTN_BATCH,
                              .tile = 1};
    if (from->role == ATTN_AXIS_FOLD)
      m->fold = i;
  }
  if (!attnSymbolsRead(m->op, &m->symbols)) {
    attnOpError(m->op, "stands in a function whose attribute 'attn.symbols' is malformed");
    return false;
  }
  m->parts = attnSymbolHint(&m->symbols, attnSplitParts(&axes));
  for (int i = 0; i < m->nAxes; ++i) {
    m->axes[i].symbol = attnSymbolOf(&m->symbols, m->axes[i].extent);
    if (m->axes[i].symbol >= 0 && m->axes[i].role == ATTN_AXIS_CONTRACT) {
      attnOpError(m->op,
                  "sums a dynamic dimension (axis '%s') inside its lift: not supported by this "
                  "version; give it a static size",
                  m->axes[i].name);
      return false;
    }
    if (attnSymbolPart(&m->symbols, m->axes[i].extent)) {
      attnOpError(m->op,
                  "has an axis ('%s') that is a product with a dynamic dimension: not supported "
                  "by this version; give it a static size",
                  m->axes[i].name);
      return false;
    }
  }
  if (m->isMap || m->fold >= 0)
    return true;
  attnOpError(m->op, "has no fold axis");
  return false;
}

//===--- dependences ------------------------------------------------------===//

static AttnAxisSet mapAxes(const AttnBrModel *m, MlirAffineMap map) {
  AttnAxisSet r = 0;
  for (intptr_t k = 0; k < mlirAffineMapGetNumResults(map); ++k)
    for (int i = 0; i < m->nAxes; ++i)
      if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, k), i))
        r |= ATTN_AXIS(i);
  return r;
}

static bool readElement(AttnBrModel *m, MlirOperation op) {
  MlirAffineMap map;
  MlirType t = mlirValueGetType(mlirOperationGetOperand(op, 0));
  if (!attnAttrMap(op, "map", &map) || mlirAffineMapGetNumDims(map) != m->nAxes ||
      mlirAffineMapGetNumSymbols(map) != 0) {
    attnOpError(op, "expected a map from the %d axes of the enclosing operation", m->nAxes);
    return false;
  }
  if (!mlirTypeIsARankedTensor(t) || !mlirShapedTypeHasStaticShape(t) ||
      mlirShapedTypeGetRank(t) != mlirAffineMapGetNumResults(map)) {
    attnOpError(op, "expected a tensor of static shape with one dimension per result of the map");
    return false;
  }
  attnBrSetInfo(m, mlirOperationGetResult(op, 0), mapAxes(m, map), false);
  return true;
}

/// Operands from outside the region must be constants: they are cloned into the kernel.
static bool checkCaptured(const AttnBrModel *m, MlirOperation op, MlirRegion region) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    if (attnValueIsInside(v, region) || attnIs(attnDef(v), "arith.constant") ||
        attnIs(attnDef(v), "carrier.size"))
      continue;
    attnOpError(op,
                "reads a value from outside of '%s' that is neither a tensor read by "
                "carrier.element nor a constant: pass it as a tensor",
                attnOpName(m->op));
    return false;
  }
  return true;
}

static bool readRegion(AttnBrModel *m, MlirBlock block) {
  MlirRegion region = mlirBlockGetParentRegion(block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    const char *name = attnOpName(op);
    if (strcmp(name, "carrier.element") == 0) {
      if (!readElement(m, op))
        return false;
      continue;
    }
    if (!checkCaptured(m, op, region))
      return false;
    if (strcmp(name, "gpu.yield") == 0)
      continue;
    bool known = strncmp(name, "arith.", 6) == 0 || strncmp(name, "math.", 5) == 0 ||
                 strncmp(name, "carrier.", 8) == 0;
    if (!known || mlirOperationGetNumResults(op) != 1 || mlirOperationGetNumRegions(op) != 0) {
      attnOpError(op,
                  "cannot stand in a region of '%s': expected arith, math and carrier "
                  "operations with one result",
                  attnOpName(m->op));
      return false;
    }
    bool inLift = !m->isMap && mlirBlockEqual(block, m->body);
    if (strncmp(name, "carrier.", 8) == 0 && strcmp(name, "carrier.index") != 0 && !inLift) {
      attnOpError(op, "can stand in the lift of a carrier.fold only");
      return false;
    }
    AttnAxisSet dep = 0;
    bool pure = true;
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
      dep |= attnBrDep(m, mlirOperationGetOperand(op, i));
      pure &= attnBrPure(m, mlirOperationGetOperand(op, i));
    }
    if (strcmp(name, "carrier.contract") == 0 || strcmp(name, "carrier.index") == 0) {
      bool contract = name[8] == 'c';
      int axis = attnBrAxisIndex(m, attnAttrStr(op, "axis"));
      if (axis < 0 || (contract && m->axes[axis].role != ATTN_AXIS_CONTRACT)) {
        attnOpError(op, "names %s, which is no %s of the enclosing operation",
                    attnAttrStr(op, "axis") ? attnAttrStr(op, "axis") : "no axis",
                    contract ? "contract axis" : "axis");
        return false;
      }
      dep = contract ? dep & ~ATTN_AXIS(axis) : ATTN_AXIS(axis);
      pure = !contract;
    }
    attnBrSetInfo(m, mlirOperationGetResult(op, 0), dep, pure);
  }
  return true;
}

//===--- channels ---------------------------------------------------------===//

/// carrier.mask is understood where a channel's lift ends in it.
static bool checkMasks(const AttnBrModel *m) {
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "carrier.mask"))
      continue;
    for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
         !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u)) {
      MlirOperation user = mlirOpOperandGetOwner(u);
      if (attnIs(user, "gpu.yield") || attnIs(user, "carrier.mask"))
        continue;
      attnOpError(op, "is used by '%s': a masked value is a whole element and must be yielded",
                  attnOpName(user));
      return false;
    }
  }
  return true;
}

/// Takes factors out of a twisted channel's lift that vary with elements and with rows of which the
/// rest, what columns enter, knows nothing: with them it would be no matrix.
static void takeFactors(AttnBrModel *m, AttnBrChannel *c) {
  AttnAxisSet pivot = m->channels[c->pivot].dep, fr = freeAxes(m);
  for (int k = 0; k < 2 && c->nFactors < ATTN_BR_MAX_FACTORS; ++k) {
    MlirOperation product = attnDef(c->lift);
    if (!attnIs(product, "arith.mulf"))
      return;
    MlirValue f = mlirOperationGetOperand(product, k),
              rest = mlirOperationGetOperand(product, 1 - k);
    AttnAxisSet dep = attnBrDep(m, f), other = attnBrDep(m, rest);
    bool columns = other & ~pivot & fr, rows = dep & ~other & fr;
    if (!columns || !rows || dep & ~pivot & fr || !(dep & ATTN_AXIS(m->fold)))
      continue;
    c->factors[c->nFactors++] = f;
    c->factored = product;
    c->lift = rest;
    k = -1; // from the start: the rest may be a product again
  }
}

static bool readChannel(AttnBrModel *m, int i, MlirAttribute d, MlirValue lift) {
  AttnBrChannel *c = &m->channels[i];
  MlirAttribute type =
      mlirAttributeIsADictionary(d) ? attnDictGet(d, "type") : mlirAttributeGetNull();
  c->monoid = attnDictStr(d, "monoid");
  if (mlirAttributeIsNull(type) || !mlirAttributeIsAType(type) ||
      !(c->name = attnDictStr(d, "name")) || !c->monoid != !mlirOperationIsNull(m->define)) {
    attnOpError(m->op, "channel %d lacks a name, a monoid or a type", i);
    return false;
  }
  c->type = mlirTypeAttrGetValue(type);
  c->identity = attnDictGet(d, "identity");
  c->contraction = attnDictStr(d, "contraction");
  c->pivot = -1;
  c->twisted = attnDictStr(d, "twist") != NULL;
  if (mlirAttributeIsNull(c->identity)) {
    attnOpError(m->op, "channel '%s' has no identity", c->name);
    return false;
  }
  if (c->twisted) {
    const char *pivot = attnDictStr(d, "pivot");
    for (int k = 0; pivot && k < i; ++k)
      if (strcmp(m->channels[k].name, pivot) == 0)
        c->pivot = k;
    if (strcmp(attnDictStr(d, "twist"), "exp") != 0 || c->pivot < 0 ||
        m->channels[c->pivot].twisted || strcmp(m->channels[c->pivot].monoid, "max") != 0) {
      attnOpError(m->op, "channel '%s': expected twist \"exp\" and as pivot an earlier max channel",
                  c->name);
      return false;
    }
  }
  for (MlirOperation mask = attnDef(lift); attnIs(mask, "carrier.mask"); mask = attnDef(lift)) {
    if (c->nKeeps == ATTN_BR_MAX_KEEPS) {
      attnOpError(mask, "is the %dth mask of one channel: join them with arith.andi",
                  c->nKeeps + 1);
      return false;
    }
    c->keeps[c->nKeeps++] = mlirOperationGetOperand(mask, 0);
    c->dep |= attnBrDep(m, mlirOperationGetOperand(mask, 0));
    lift = mlirOperationGetOperand(mask, 1);
  }
  c->lift = lift;
  c->dep |= attnBrDep(m, lift);
  if (c->twisted)
    c->dep |= m->channels[c->pivot].dep;
  c->state = c->dep & freeAxes(m);
  if (c->twisted)
    takeFactors(m, c);
  MlirOperation product = attnDef(lift);
  if (!c->twisted && attnIs(product, "carrier.product") && c->monoid &&
      strcmp(c->monoid, "add") == 0) {
    c->bilinear = true;
    c->lhs = attnBrStripWiden(mlirOperationGetOperand(product, 0));
    c->rhs = attnBrStripWiden(mlirOperationGetOperand(product, 1));
    // A matrix times a vector has no tile of cells to share operands: it is a row fold.
    // Nor do factors that do not vary along the fold axis (of one element, say) make a product.
    AttnAxisSet l = attnBrDep(m, c->lhs), r = attnBrDep(m, c->rhs), fr = freeAxes(m);
    c->bilinear = (l & ~r & fr) && (r & ~l & fr) && (l & r & ATTN_AXIS(m->fold));
  }
  return true;
}

/// The parts of a state that is merged as a whole have the same axes.
static void shareAxes(AttnBrModel *m) {
  AttnAxisSet all = 0;
  for (int i = 0; i < m->nChannels; ++i)
    all |= m->channels[i].dep;
  for (int i = 0; i < m->nChannels && !mlirOperationIsNull(m->define); ++i)
    m->channels[i].dep = all, m->channels[i].state = all & freeAxes(m);
}

static bool readChannels(AttnBrModel *m) {
  intptr_t n = attnAttrArraySize(m->op, "channels");
  MlirOperation yield = mlirBlockGetTerminator(m->body);
  if (n < 1 || n > ATTN_BR_MAX_CHANNELS || mlirOperationGetNumOperands(yield) != n ||
      mlirBlockGetNumArguments(m->project) != n) {
    attnOpError(m->op,
                "expected 1 to %d channels, as many values yielded by the lift and as many "
                "arguments of the projection",
                ATTN_BR_MAX_CHANNELS);
    return false;
  }
  m->nChannels = (int)n;
  for (int i = 0; i < m->nChannels; ++i) {
    if (!readChannel(m, i, attnAttrArrayGet(m->op, "channels", i),
                     mlirOperationGetOperand(yield, i)))
      return false;
  }
  shareAxes(m);
  for (int i = 0; i < m->nChannels; ++i)
    attnBrSetInfo(m, mlirBlockGetArgument(m->project, i), m->channels[i].state, false);
  return checkMasks(m);
}

//===--- roles ------------------------------------------------------------===//

/// The axis of the last dimension a map reaches with step one; -1 if none or if several.
static int contiguousAxis(const AttnBrModel *m, MlirAffineMap map) {
  intptr_t n = mlirAffineMapGetNumResults(map);
  if (n == 0)
    return -1;
  MlirAffineExpr last = mlirAffineMapGetResult(map, n - 1);
  int axis = mlirAffineExprIsADim(last) ? (int)mlirAffineDimExprGetPosition(last) : -1;
  return axis >= 0 && axis < m->nAxes ? axis : -1;
}

static int firstResultContiguous(const AttnBrModel *m) {
  MlirAttribute a = attnAttrArrayGet(m->op, "maps", 0);
  return contiguousAxis(m, mlirAffineMapAttrGetValue(a));
}

void attnBrOrient(const AttnBrModel *m, MlirValue *lhs, MlirValue *rhs) {
  AttnAxisSet l = attnBrDep(m, *lhs), r = attnBrDep(m, *rhs);
  AttnAxisSet row = m->row >= 0 ? ATTN_AXIS(m->row) : 0;
  AttnAxisSet fold = m->fold >= 0 ? ATTN_AXIS(m->fold) : 0;
  bool swap = ((l ^ r) & row) ? (r & row) != 0 : ((l ^ r) & fold) && (l & fold);
  if (swap) {
    MlirValue t = *lhs;
    *lhs = *rhs;
    *rhs = t;
  }
}

/// Axes that can be rows according to one contraction: those of the invariant (left) side only.
static AttnAxisSet rowsOf(const AttnBrModel *m, AttnAxisSet l, AttnAxisSet r, AttnAxisSet known) {
  AttnAxisSet fold = ATTN_AXIS(m->fold), fr = freeAxes(m);
  AttnAxisSet a = l & ~r & fr, b = r & ~l & fr;
  bool swap = (known & a) == 0 && (known & b) != 0;
  if (!known && ((l ^ r) & fold))
    swap = (l & fold) != 0;
  return swap ? b : a;
}

/// Rows by the contractions of the lift, then by those of the channels; *any: there was one.
static AttnAxisSet contractionRows(const AttnBrModel *m, bool *any) {
  AttnAxisSet rows = 0;
  *any = false;
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "carrier.contract") || !attnHasUses(op))
      continue;
    AttnAxisSet s = rowsOf(m, attnBrDep(m, mlirOperationGetOperand(op, 0)),
                           attnBrDep(m, mlirOperationGetOperand(op, 1)), rows);
    rows = *any ? rows & s : s;
    *any = true;
  }
  for (int i = 0; i < m->nChannels; ++i) {
    const AttnBrChannel *c = &m->channels[i];
    AttnAxisSet s;
    if (c->twisted) {
      AttnAxisSet pivot = m->channels[c->pivot].dep, lift = attnBrDep(m, c->lift);
      if (!(lift & ~pivot & freeAxes(m)))
        continue;
      s = pivot & ~lift & freeAxes(m);
    } else if (c->bilinear) {
      AttnAxisSet l = attnBrDep(m, c->lhs), r = attnBrDep(m, c->rhs), known = rows;
      int last = firstResultContiguous(m); // columns are what the result has contiguous
      if (!*any && last >= 0 && (l & ~r & ATTN_AXIS(last)))
        known = r & ~l & freeAxes(m);
      else if (!*any)
        known = l & ~r & freeAxes(m);
      s = rowsOf(m, l, r, known);
    } else {
      continue;
    }
    rows = *any ? rows & s : s;
    *any = true;
  }
  return rows;
}

static void foldRows(AttnBrModel *m) {
  AttnAxisSet used = 0;
  int contiguous = -1;
  for (int i = 0; i < m->nChannels; ++i)
    used |= m->channels[i].state;
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body);
       !mlirOperationIsNull(op) && contiguous < 0; op = mlirOperationGetNextInBlock(op)) {
    MlirAffineMap map;
    if (attnIs(op, "carrier.element") && attnAttrMap(op, "map", &map) &&
        (mapAxes(m, map) & ATTN_AXIS(m->fold)))
      contiguous = contiguousAxis(m, map);
  }
  bool free = contiguous >= 0 && m->axes[contiguous].role == ATTN_AXIS_FREE;
  m->row = free ? contiguous : largest(m, used);
}

static void mapRows(AttnBrModel *m) {
  int column = firstResultContiguous(m);
  if (column < 0)
    column = m->nAxes - 1;
  if (column < 0)
    return;
  m->axes[column].use = ATTN_COLUMN;
  for (int i = m->nAxes - 1; i >= 0 && m->row < 0; --i)
    if (i != column && m->axes[i].extent > 1)
      m->row = i;
}

static void chooseColumns(AttnBrModel *m) {
  for (int i = 0; i < m->nChannels; ++i) {
    AttnBrChannel *c = &m->channels[i];
    AttnAxisSet columns = 0, chosen = 0;
    if (c->twisted) {
      columns = attnBrDep(m, c->lift) & ~m->channels[c->pivot].dep;
    } else if (c->bilinear) {
      attnBrOrient(m, &c->lhs, &c->rhs);
      columns = attnBrDep(m, c->rhs) & ~attnBrDep(m, c->lhs);
    }
    columns &= freeAxes(m);
    if (m->row >= 0)
      columns &= ~ATTN_AXIS(m->row);
    for (int k = 0; k < m->nAxes; ++k)
      if (m->axes[k].use == ATTN_COLUMN)
        chosen |= ATTN_AXIS(k) & columns;
    int column = chosen ? largest(m, chosen) : largest(m, columns);
    if (column < 0) {
      c->bilinear = false;
      continue;
    }
    m->axes[column].use = ATTN_COLUMN;
    c->contracted = c->twisted;
    for (int k = 0; k < m->nAxes && c->twisted; ++k)
      if (k != column && (columns & ATTN_AXIS(k)) && m->axes[k].extent > 1)
        attnWarning(mlirOperationGetLocation(m->op),
                    "channel '%s' has columns along '%s' and '%s': one of them is tiled, what the "
                    "columns do not enter is computed once per element of '%s'",
                    c->name, m->axes[column].name, m->axes[k].name, m->axes[k].name);
  }
}

/// Not a grid axis: every CTA along it would fold the same elements.
static void spreadResults(AttnBrModel *m) {
  AttnAxisSet states = 0, results = 0;
  for (int i = 0; i < m->nAxes; ++i)
    if (m->axes[i].use == ATTN_COLUMN)
      return;
  for (int i = 0; i < m->nChannels; ++i)
    states |= m->channels[i].state;
  for (intptr_t r = 0; r < attnAttrArraySize(m->op, "maps"); ++r)
    results |= mapAxes(m, mlirAffineMapAttrGetValue(attnAttrArrayGet(m->op, "maps", r)));
  results &= freeAxes(m) & ~states;
  if (m->row >= 0)
    results &= ~ATTN_AXIS(m->row);
  int axis = largest(m, results);
  if (axis < 0 || m->axes[axis].extent < 2 || m->axes[axis].extent > ATTN_WHOLE_AXIS)
    return;
  m->axes[axis].use = ATTN_COLUMN;
  m->spread = axis;
}

static void chooseRoles(AttnBrModel *m) {
  if (m->isMap) {
    mapRows(m);
  } else {
    bool any;
    AttnAxisSet rows = contractionRows(m, &any);
    if (any)
      m->row = largest(m, rows);
    else
      foldRows(m);
  }
  if (m->row >= 0)
    m->axes[m->row].use = ATTN_ROW;
  chooseColumns(m);
  if (!m->isMap)
    spreadResults(m);
}

//===--- the whole --------------------------------------------------------===//

static bool checkResults(const AttnBrModel *m) {
  intptr_t n = mlirOperationGetNumResults(m->op);
  MlirOperation yield = mlirBlockGetTerminator(m->project);
  if (attnAttrArraySize(m->op, "maps") != n || mlirOperationGetNumOperands(yield) != n) {
    attnOpError(m->op, "expected one map and one yielded value per result");
    return false;
  }
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute a = attnAttrArrayGet(m->op, "maps", i);
    MlirType t = mlirValueGetType(mlirOperationGetResult(m->op, i));
    if (!mlirAttributeIsAAffineMap(a) ||
        mlirAffineMapGetNumDims(mlirAffineMapAttrGetValue(a)) != m->nAxes ||
        !mlirTypeIsARankedTensor(t) || !mlirShapedTypeHasStaticShape(t) ||
        mlirShapedTypeGetRank(t) != mlirAffineMapGetNumResults(mlirAffineMapAttrGetValue(a))) {
      attnOpError(m->op,
                  "result %ld: expected a static tensor and a map from the %d axes to its "
                  "dimensions",
                  (long)i, m->nAxes);
      return false;
    }
  }
  return true;
}

MlirValue attnBrSymbol(const AttnBrModel *m, int symbol) {
  const char *name = m->symbols.s[symbol].name;
  MlirBlock block = attnBody(attnParentOfName(m->op, "func.func"), 0);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); attnIs(op, "carrier.size");
       op = mlirOperationGetNextInBlock(op))
    if (strcmp(attnAttrStr(op, "symbol"), name) == 0)
      return mlirOperationGetResult(op, 0);
  AttnBuilder b = attnBuilderBefore(mlirBlockGetFirstOperation(block));
  b.loc = mlirOperationGetLocation(m->op);
  return attnSymbolValue(&b, name);
}

MlirValue attnBrExtent(const AttnBrModel *m, const AttnBuilder *b, int axis) {
  const AttnBrAxis *a = &m->axes[axis];
  return a->symbol < 0 ? attnConstIndex(b, a->extent) : attnBrSymbol(m, a->symbol);
}

bool attnBrRagged(const AttnBrAxis *a) { return a->symbol >= 0 || a->extent % a->tile != 0; }

int64_t attnBrHint(const AttnBrModel *m, int axis) {
  const AttnBrAxis *a = &m->axes[axis];
  return a->symbol < 0 ? a->extent : m->symbols.s[a->symbol].hint;
}

bool attnBrRead(MlirOperation op, AttnBrModel *m) {
  *m = (AttnBrModel){.op = op, .ctx = mlirOperationGetContext(op)};
  m->isMap = attnIs(op, "carrier.map");
  m->define = attnDefineOf(op);
  attnDefineExpand(op);
  m->body = attnBody(op, 0);
  m->project = m->isMap ? m->body : attnBody(op, 1);
  if (mlirBlockIsNull(m->body) || mlirBlockIsNull(m->project) ||
      mlirOperationIsNull(mlirBlockGetTerminator(m->body)) ||
      mlirOperationIsNull(mlirBlockGetTerminator(m->project))) {
    attnOpError(op, "expected regions of one block that end in gpu.yield");
    return false;
  }
  if (!readAxes(m) || !checkResults(m) || !readRegion(m, m->body))
    return false;
  if (!m->isMap && (!readChannels(m) || !readRegion(m, m->project)))
    return false;
  chooseRoles(m);
  return true;
}
