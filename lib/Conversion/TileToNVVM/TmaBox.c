//===- TmaBox.c - The boxes of a copy by TMA, and where they lie ----------===//
// See TmaBox.h.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/TmaBox.h"
#include "IR/Moved.h"

#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

//===--- plans ------------------------------------------------------------===//

static int findMap(const AttnLower *k, const AttnTensorMap *m) {
  for (int i = 0; i < k->nMaps; ++i) {
    const AttnTensorMap *x = &k->maps[i];
    bool same = x->operand == m->operand && x->rank == m->rank && x->swizzle == m->swizzle;
    for (int d = 0; same && d < m->rank; ++d)
      same = x->dims[d] == m->dims[d] && x->strides[d] == m->strides[d] && x->box[d] == m->box[d];
    if (same)
      return i;
  }
  return -1;
}

/// The map of the last page.
static AttnTensorMap lastMap(const AttnTmaPlan *p) {
  AttnTensorMap m = p->map;
  m.dims[1] = p->box.last;
  return m;
}

/// The box of `tile` (a type) in a `tensor`. rows > 0: of that many elements along the first of two
/// axes instead of all of them.
static MlirLogicalResult planBox(AttnLower *k, MlirOperation op, MlirType tensor, MlirType tile,
                                 int64_t rows, AttnTmaPlan *p) {
  *p = (AttnTmaPlan){.number = -1, .last = -1, .boxes = 1};
  AttnTensorMap *m = &p->map;
  AttnBox *box = &p->box;
  int64_t swizzle = 0;
  AttnAxes axes;
  intptr_t nOver = attnAttrArraySize(op, "over");
  attnAttrI64(op, "swizzle", &swizzle);
  if (!attnAxesRead(k->kernel, &axes) || mlirOperationGetNumOperands(op) < 1 + nOver)
    return attnOpError(op, "map, axes and origins do not fit together");
  if (!attnBoxPlan(op, &axes, tensor, tile, swizzle, box))
    return attnOpError(op, "copies by TMA, %s", box->rule);
  *m = (AttnTensorMap){.element = attnLMemoryType(k, mlirShapedTypeGetElementType(tensor)),
                       .swizzle = (int)swizzle,
                       .rank = box->rank};
  p->panel = (int)box->dim[0].box;
  p->panels = box->panels;
  bool matrix = mlirShapedTypeGetRank(tile) == 2;
  p->rows = !matrix ? 1 : rows ? rows : mlirShapedTypeGetDimSize(tile, 0);
  if (matrix)
    box->dim[1].box = box->pages.page ? attnPagesRows(box->pages.page, p->rows) : p->rows;
  if (matrix)
    p->boxes = (int)(p->rows / box->dim[1].box);
  MlirAffineExpr exprs[ATTN_MAX_MAP_RANK];
  bool none = false; // has the tensor no elements?
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(tensor); ++d)
    none |= mlirShapedTypeGetDimSize(tensor, d) == 0;
  for (int d = 0; d < box->rank; ++d) {
    exprs[d] = box->dim[d].at;
    m->dims[d] = box->dim[d].size, m->box[d] = box->dim[d].box;
    m->strides[d] = box->dim[d].stride * box->bytes;
    if (none) // nothing is read, and no stride is 0
      m->strides[d] = 16;
  }
  p->coordinates = mlirAffineMapGet(
      k->ctx, nOver + box->nMoved + (box->pages.page > 0) + box->pages.nData, 0, m->rank, exprs);
  return OK;
}

static void findMaps(const AttnLower *k, int operand, AttnTmaPlan *p) {
  p->map.operand = operand;
  p->number = findMap(k, &p->map);
  AttnTensorMap last = lastMap(p);
  if (p->box.last)
    p->last = findMap(k, &last);
}

int64_t attnLMulticast(MlirOperation copy) {
  int64_t n = 1;
  attnAttrI64(copy, "multicast", &n);
  return n;
}

MlirLogicalResult attnLTmaPlanCopy(AttnLower *k, MlirOperation op, AttnTmaPlan *p) {
  MlirValue source = mlirOperationGetOperand(op, 0);
  AttnMoved m;
  int operand = 0;
  if (attnReadMoved(source, &m))
    source = m.source;
  MlirType tile = mlirValueGetType(mlirOperationGetResult(op, 0));
  int64_t ctas = attnLMulticast(op), rows = 0;
  if (ctas > 1) // each copies its share
    rows = mlirShapedTypeGetDimSize(tile, 0) / ctas;
  if (!planBox(k, op, mlirValueGetType(source), tile, rows, p).value)
    return FAILED;
  while (operand < k->nInputs && !mlirValueEqual(k->inputs[operand], p->box.pages.memory))
    ++operand;
  findMaps(k, operand, p);
  return OK;
}

/// Rows of the stored tile that each warp holds, its warps one behind the other along the rows,
/// then `beside` each other along the columns.
static MlirLogicalResult warpRows(AttnLower *k, MlirOperation op, int64_t *rows, int *beside) {
  AttnLayout l;
  char err[128];
  const char *axis = attnStrValue(attnAttrArrayGet(op, "axes", 0));
  const char *text = attnAttrStr(attnDef(mlirOperationGetOperand(op, 0)), "layout");
  if (attnAttrArraySize(op, "axes") != 2 || !text || !attnLayoutParse(text, &l, err, sizeof err))
    return attnOpError(op, "stores by TMA a tile of rows and columns with a layout");
  int warps = 1, last = -1;
  for (int i = 0; i < l.size; ++i) {
    if (strcmp(l.f[i].axis, axis) == 0)
      last = i;
    if (l.f[i].level == ATTN_WARP && strcmp(l.f[i].axis, axis) == 0)
      warps *= l.f[i].size;
  }
  *beside = 1;
  for (int i = last + 1; i < l.size; ++i)
    if (l.f[i].level == ATTN_WARP)
      *beside *= l.f[i].size;
  *rows = attnLayoutExtent(&l, axis) / warps;
  if (last < 0 || l.f[last].level != ATTN_WARP || warps * *beside != k->warps || *rows % 8 != 0)
    return attnOpError(op,
                       "stores by TMA, a box of whole rows per warp; in the layout '%s' the warps "
                       "do not follow each other along '%s'",
                       text, axis);
  return OK;
}

MlirLogicalResult attnLTmaPlanStore(AttnLower *k, MlirOperation op, int64_t *rows, int *beside,
                                    AttnTmaPlan *p) {
  int64_t number = -1;
  attnAttrI64(op, "result", &number);
  if (number < 0 || number >= mlirOperationGetNumResults(k->kernel))
    return attnOpError(op, "names result %lld", (long long)number);
  if (!warpRows(k, op, rows, beside).value ||
      !planBox(k, op, mlirValueGetType(mlirOperationGetResult(k->kernel, number)),
               mlirValueGetType(mlirOperationGetOperand(op, 0)), *rows, p)
           .value)
    return FAILED;
  findMaps(k, k->nInputs + (int)number, p);
  return OK;
}

bool attnLIsTma(MlirOperation op) {
  const char *transport = attnAttrStr(op, "transport");
  return (attnIs(op, "tile.copy") || attnIs(op, "tile.store")) && transport &&
         strcmp(transport, "tma") == 0;
}

//===--- tensor maps ------------------------------------------------------===//

static MlirLogicalResult addMap(AttnLower *k, MlirOperation op, const AttnTensorMap *m) {
  if (k->nMaps == ATTN_MAX_TENSOR_MAPS)
    return attnOpError(op, "the kernel needs more than %d tensor maps", ATTN_MAX_TENSOR_MAPS);
  k->maps[k->nMaps++] = *m;
  return OK;
}

MlirLogicalResult attnLTensorMaps(AttnLower *k) {
  MlirOperation *ops;
  intptr_t n = attnCollect(k->kernel, NULL, &ops);
  MlirLogicalResult ok = OK;
  for (intptr_t i = 0; i < n && ok.value; ++i) {
    AttnTmaPlan p;
    int64_t rows;
    int beside;
    if (!attnLIsTma(ops[i]))
      continue;
    ok = attnIs(ops[i], "tile.copy") ? attnLTmaPlanCopy(k, ops[i], &p)
                                     : attnLTmaPlanStore(k, ops[i], &rows, &beside, &p);
    if (ok.value && p.number < 0)
      ok = addMap(k, ops[i], &p.map);
    AttnTensorMap last = lastMap(&p);
    if (ok.value && p.box.last && p.last < 0)
      ok = addMap(k, ops[i], &last);
  }
  free(ops);
  return ok;
}

static MlirAttribute numbers(AttnLower *k, int n, const int64_t *v) {
  MlirAttribute a[ATTN_MAX_MAP_RANK];
  for (int i = 0; i < n; ++i)
    a[i] = attnLSizeAttr(k, v[i]);
  return mlirArrayAttrGet(k->ctx, n, a);
}

MlirAttribute attnLTensorMapsAttr(AttnLower *k) {
  MlirAttribute maps[ATTN_MAX_TENSOR_MAPS];
  for (int i = 0; i < k->nMaps; ++i) {
    const AttnTensorMap *m = &k->maps[i];
    MlirNamedAttribute fields[] = {
        attnNamed(k->ctx, "operand", attnI64(k->ctx, m->operand)),
        attnNamed(k->ctx, "rank", attnI64(k->ctx, m->rank)),
        attnNamed(k->ctx, "dims", numbers(k, m->rank, m->dims)),
        attnNamed(k->ctx, "strides", numbers(k, m->rank - 1, m->strides + 1)),
        attnNamed(k->ctx, "box", numbers(k, m->rank, m->box)),
        attnNamed(k->ctx, "element", mlirTypeAttrGet(m->element)),
        attnNamed(k->ctx, "swizzle", attnI64(k->ctx, m->swizzle))};
    maps[i] = mlirDictionaryAttrGet(k->ctx, sizeof fields / sizeof *fields, fields);
  }
  return mlirArrayAttrGet(k->ctx, k->nMaps, maps);
}

MlirValue attnLMapParameter(AttnLower *k, int number) {
  int pointers = k->nInputs + (int)mlirOperationGetNumResults(k->kernel) + k->nOwn;
  return mlirBlockGetArgument(attnBody(k->func, 0), pointers + number);
}

//===--- places -----------------------------------------------------------===//

/// The page that a row lies in.
static MlirValue pageOf(AttnLower *k, const AttnTmaPlan *p, MlirValue row) {
  return attnLOp2(k, "arith.divui", row, attnConstIndex(&k->b, p->box.pages.page));
}

/// Looks up the data of the box that begins at `row` (null: there are no pages).
static MlirLogicalResult lookUp(AttnLower *k, const AttnTmaPlan *p, const AttnTmaPlace *at,
                                MlirValue row, MlirValue *data) {
  const AttnPages *pages = &p->box.pages;
  MlirValue dims[sizeof at->dims / sizeof *at->dims], coords[ATTN_MAX_MOVED_RANK];
  MlirValue table[ATTN_MAX_MOVED_RANK], gather = mlirOperationGetOperand(at->copy, 0);
  memcpy(dims, at->dims, sizeof dims);
  if (pages->page) {
    dims[p->box.inPages] = attnConstIndex(&k->b, 0); // the same for all rows
    dims[mlirAffineMapGetNumDims(p->coordinates) - pages->nData - 1] = pageOf(k, p, row);
  }
  for (intptr_t d = 0; d < mlirAffineMapGetNumResults(pages->gather); ++d)
    coords[d] = attnLAffine(k, mlirAffineMapGetResult(pages->gather, d), dims, NULL);
  if (!attnLGatherCoordinates(k, gather, coords, table).value)
    return FAILED;
  for (int i = 0; i < pages->nData; ++i)
    data[i] = attnCast(&k->b, table[pages->data[i]], k->i32);
  return OK;
}

/// Of a group of boxes, nData values each; of the last group, some are nobody's.
static MlirLogicalResult lookUpGroup(AttnLower *k, const AttnTmaPlan *p, const AttnTmaPlace *at,
                                     MlirValue row, MlirValue *data) {
  int n = p->box.pages.nData, boxes = p->boxes < ATTN_TMA_GROUP ? p->boxes : ATTN_TMA_GROUP;
  MlirLogicalResult ok = OK;
  for (int i = 0; n && i < boxes && ok.value; ++i)
    ok = lookUp(k, p, at, i ? attnLAddC(k, row, i * p->map.box[1]) : row, data + (intptr_t)n * i);
  return ok;
}

static MlirLogicalResult placeOf(AttnLower *k, MlirOperation op, const AttnTmaPlan *p,
                                 AttnTmaPlace *at) {
  MlirValue tensor = mlirOperationGetOperand(op, 0);
  const AttnBox *box = &p->box;
  intptr_t nOver = attnAttrArraySize(op, "over");
  AttnMoved m;
  *at = (AttnTmaPlace){.copy = op};
  attnReadMoved(tensor, &m);
  for (intptr_t i = 0; i < nOver; ++i)
    if (!attnLScalarValue(k, op, mlirOperationGetOperand(op, 1 + i), NULL, &at->dims[i]).value)
      return FAILED;
  AttnBuilder saved = k->b;
  k->b = k->entry;
  MlirLogicalResult ok = OK;
  for (int i = 0; i < box->nMoved && ok.value; ++i)
    ok =
        attnLWindowOffset(k, op, &m, mlirValueGetType(tensor), box->moved[i], &at->dims[nOver + i]);
  k->b = saved;
  if (box->pages.page) {
    MlirValue origin = mlirOperationGetOperand(op, 1 + box->inPages);
    int64_t divisor = attnLDivisor(k, origin), ctas = attnLMulticast(op);
    at->atPages = divisor % box->pages.page == 0 && p->map.box[1] == box->pages.page;
    at->ends = attnLUpperBound(k, origin) > box->extent - p->rows * ctas;
    if (divisor % p->map.box[1] != 0)
      return attnOpError(op,
                         "copies by TMA rows in pages of %lld, which needs tiles that begin at "
                         "multiples of %lld; this one begins at one of %lld",
                         (long long)box->pages.page, (long long)p->map.box[1], (long long)divisor);
    at->row = at->dims[box->inPages];
    if (ctas > 1)
      at->row = attnLAdd(k, at->row, attnCast(&k->b, attnLMulC(k, k->rank, p->rows), k->index));
  }
  return ok.value ? lookUpGroup(k, p, at, at->row, at->data) : ok;
}

MlirLogicalResult attnLTmaPlaceOf(AttnLower *k, MlirOperation op, const AttnTmaPlan *p,
                                  AttnTmaPlace *at) {
  if (!k->ahead || !mlirOperationEqual(k->ahead->copy, op))
    return placeOf(k, op, p, at);
  *at = *k->ahead;
  free(k->ahead);
  k->ahead = NULL;
  return OK;
}

MlirLogicalResult attnLTmaLookAhead(AttnLower *k, MlirOperation acquire) {
  MlirOperation copy = attnTileNextCopy(acquire);
  AttnTmaPlan p;
  if (mlirOperationIsNull(copy) || !attnIsPlacedByData(mlirOperationGetOperand(copy, 0)))
    return OK;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(copy); ++i) {
    MlirOperation d = attnDef(mlirOperationGetOperand(copy, i));
    if (!mlirOperationIsNull(d) &&
        mlirBlockEqual(mlirOperationGetBlock(d), mlirOperationGetBlock(acquire)) &&
        !mlirOperationIsBeforeInBlock(d, acquire))
      return OK; // it is not known yet
  }
  if (!attnLTmaPlanCopy(k, copy, &p).value)
    return FAILED;
  if (!p.box.pages.nData)
    return OK;
  if (!k->ahead)
    k->ahead = malloc(sizeof *k->ahead);
  return placeOf(k, copy, &p, k->ahead);
}

/// The coordinates of the box at `row` with these data. *isLast (i1): is it in the last page, which
/// has fewer rows? Null: it cannot be.
static void coordinatesOf(AttnLower *k, const AttnTmaPlan *p, const AttnTmaPlace *at, MlirValue row,
                          const MlirValue *data, MlirValue *coordinates, MlirValue *isLast) {
  const AttnPages *pages = &p->box.pages;
  intptr_t first = mlirAffineMapGetNumDims(p->coordinates) - pages->nData;
  MlirValue dims[sizeof at->dims / sizeof *at->dims];
  memcpy(dims, at->dims, sizeof dims);
  for (int i = 0; i < pages->nData; ++i)
    dims[first + i] = attnCast(&k->b, data[i], k->index);
  *isLast = (MlirValue){NULL};
  if (pages->page) {
    MlirValue size = attnConstIndex(&k->b, pages->page), page = pageOf(k, p, row);
    MlirValue within =
        at->atPages ? attnConstIndex(&k->b, 0) : attnLOp2(k, "arith.remui", row, size);
    if (at->ends) {
      MlirValue there = attnCmpi(&k->b, 2, row, attnConstIndex(&k->b, p->box.extent)); // slt
      within = attnSelect(&k->b, there, within, size);
    }
    dims[first - 1] = page;
    dims[p->box.inPages] = within;
    if (p->box.last)
      *isLast = attnCmpi(&k->b, 0, page, attnConstIndex(&k->b, p->box.extent / pages->page)); // eq
  }
  for (int i = 0; i < p->map.rank; ++i)
    coordinates[i] = attnCast(
        &k->b, attnLAffine(k, mlirAffineMapGetResult(p->coordinates, i), dims, NULL), k->i32);
}

/// One box, `number` (i32) of those in pages; null: the only one.
static void emitBox(AttnLower *k, const AttnTmaPlan *p, const AttnTmaPlace *at, MlirValue row,
                    const MlirValue *data, MlirValue number, AttnTmaEmit emit, void *user) {
  MlirValue coordinates[ATTN_MAX_MAP_RANK], isLast, below = number;
  if (!mlirValueIsNull(number))
    below = attnLMulC(k, number, p->map.box[1]);
  coordinatesOf(k, p, at, row, data, coordinates, &isLast);
  if (mlirValueIsNull(isLast)) {
    emit(k, p, p->number, coordinates, below, user);
    return;
  }
  AttnBuilder saved, in[2];
  attnBuildIf(&k->b, isLast, 0, NULL, &in[1], &in[0]);
  saved = k->b;
  for (int last = 0; last < 2; ++last) {
    MlirValue own[ATTN_MAX_MAP_RANK];
    memcpy(own, coordinates, sizeof own);
    k->b = in[last];
    emit(k, p, last ? p->last : p->number, own, below, user);
    attnBuildYield(&k->b, "scf.yield", 0, NULL);
  }
  k->b = saved;
}

/// `count` boxes from `row` on.
static void emitGroup(AttnLower *k, const AttnTmaPlan *p, const AttnTmaPlace *at, MlirValue row,
                      const MlirValue *data, MlirValue first, int count, AttnTmaEmit emit,
                      void *user) {
  for (int i = 0; i < count; ++i)
    emitBox(k, p, at, i ? attnLAddC(k, row, i * p->map.box[1]) : row,
            data + (intptr_t)p->box.pages.nData * i,
            p->boxes > 1 ? attnLAddC(k, first, i) : (MlirValue){NULL}, emit, user);
}

MlirLogicalResult attnLTmaBoxes(AttnLower *k, const AttnTmaPlan *p, AttnTmaPlace *at,
                                AttnTmaEmit emit, void *user) {
  enum { GROUP = ATTN_TMA_GROUP, STRAIGHT = 2 * GROUP };
  int whole = p->boxes <= STRAIGHT ? 0 : p->boxes / GROUP * GROUP, rest = p->boxes - whole;
  intptr_t n = (intptr_t)GROUP * p->box.pages.nData;
  int64_t rows = p->map.box[1];
  MlirValue data[GROUP * ATTN_PAGES_DATA], next[GROUP * ATTN_PAGES_DATA], row = at->row;
  memcpy(data, at->data, sizeof data);
  if (whole) {
    MlirValue args[GROUP * ATTN_PAGES_DATA], number;
    MlirOperation loop = attnLForBegin(k, 0, whole, GROUP, n, data, &number, args);
    attnSetAttr(loop, "loop_annotation", // or all pages are held at the same time
                attnParseAttr(k->ctx, "#llvm.loop_annotation<unroll = <disable = true>>"));
    row = attnLAdd(k, at->row, attnCast(&k->b, attnLMulC(k, number, rows), k->index));
    if (!lookUpGroup(k, p, at, attnLAddC(k, row, GROUP * rows), next).value)
      return FAILED;
    emitGroup(k, p, at, row, args, number, GROUP, emit, user);
    attnLForEnd(k, loop, n, next, data);
    row = attnLAddC(k, at->row, whole * rows);
  }
  for (int first = whole; first < p->boxes; first += GROUP, rest -= GROUP) {
    if (rest > GROUP && !lookUpGroup(k, p, at, attnLAddC(k, row, GROUP * rows), next).value)
      return FAILED;
    emitGroup(k, p, at, row, data, attnLI32(k, first), rest < GROUP ? rest : GROUP, emit, user);
    memcpy(data, next, sizeof data);
    row = rest > GROUP ? attnLAddC(k, row, GROUP * rows) : row;
  }
  return OK;
}
