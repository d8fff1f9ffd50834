//===- View.c - Boxes in memory -------------------------------------------===//
// See AttnView in Lower.h. A view splits the address of element t into
//
//   base (CTA and loop)  +  coeff * lane's part of t  +  coeff * register's part of t
//        64 bits               32 bits where it fits        offset in the instruction
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <stdlib.h>
#include <string.h>

//===--- maps -------------------------------------------------------------===//

bool attnLLinearIn(MlirAffineExpr e, intptr_t dim, int64_t *coefficient) {
  *coefficient = 0;
  if (!mlirAffineExprIsFunctionOfDim(e, dim))
    return true;
  if (mlirAffineExprIsADim(e)) {
    *coefficient = 1;
    return true;
  }
  if (!mlirAffineExprIsABinary(e))
    return false;
  MlirAffineExpr l = mlirAffineBinaryOpExprGetLHS(e), r = mlirAffineBinaryOpExprGetRHS(e);
  int64_t cl, cr;
  if (mlirAffineExprIsAAdd(e)) {
    if (!attnLLinearIn(l, dim, &cl) || !attnLLinearIn(r, dim, &cr))
      return false;
    *coefficient = cl + cr;
    return true;
  }
  if (mlirAffineExprIsAMul(e) && mlirAffineExprIsAConstant(r) && attnLLinearIn(l, dim, &cl)) {
    *coefficient = cl * mlirAffineConstantExprGetValue(r);
    return true;
  }
  return false;
}

int64_t attnLPowerOfTwo(int64_t v, int64_t limit) {
  int64_t p = limit;
  while (p > 1 && v % p != 0)
    p /= 2;
  return p;
}

MlirType attnLMemoryType(AttnLower *k, MlirType element) {
  if (mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 1)
    return k->i8;
  return mlirTypeIsAIndex(element) ? k->i64 : element;
}

/// How many elements along the contiguous axis one access may take: base, the other coefficients
/// and the extent are multiples of it.
static int64_t alignmentOf(const AttnView *v, MlirAffineExpr offset, const int64_t *originDivisors,
                           int64_t roomDivisor) {
  int at = attnLContiguous(v);
  int64_t align = 16 / attnLBytes(v->element);
  if (at < 0 || align < 2)
    return 1;
  for (int i = 0; i < v->rank; ++i)
    if (i != at)
      align = attnLPowerOfTwo(v->coeff[i], align);
  align = attnLPowerOfTwo(v->size[at], align);
  align = attnLPowerOfTwo(roomDivisor, align);
  return attnLPowerOfTwo(attnLExprDivisor(offset, originDivisors, v->nOver), align);
}

MlirLogicalResult attnLGlobalView(AttnLower *k, MlirOperation op, MlirValue pointer,
                                  MlirType tensor, intptr_t firstOrigin, AttnView *v) {
  *v = (AttnView){.start = pointer, .anchor = pointer};
  const char *over[ATTN_MAX_RANK];
  intptr_t nOver = attnAttrArraySize(op, "over"), rank = attnAttrArraySize(op, "axes");
  MlirAffineMap map;
  if (nOver < 0 || nOver > ATTN_MAX_RANK || rank < 0 || rank > ATTN_MAX_RANK ||
      !attnAttrMap(op, "map", &map) || mlirAffineMapGetNumDims(map) != nOver ||
      mlirAffineMapGetNumResults(map) != mlirShapedTypeGetRank(tensor) ||
      mlirOperationGetNumOperands(op) < firstOrigin + nOver)
    return attnOpError(op, "map, axes and origins do not fit together (at most %d axes)",
                       ATTN_MAX_RANK);
  if (mlirLogicalResultIsFailure(attnLAxes(op, "over", nOver, over)) ||
      mlirLogicalResultIsFailure(attnLAxes(op, "axes", rank, v->axes)))
    return mlirLogicalResultFailure();
  v->element = attnLMemoryType(k, mlirShapedTypeGetElementType(tensor));
  v->rank = (int)rank;
  v->nOver = (int)nOver;

  // One expression: the element offset over the `over` axes.
  MlirAffineExpr offset = mlirAffineConstantExprGet(k->ctx, 0);
  MlirAffineExpr stride = mlirAffineConstantExprGet(k->ctx, 1);
  for (intptr_t d = mlirShapedTypeGetRank(tensor) - 1; d >= 0; --d) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, d);
    offset = mlirAffineAddExprGet(offset, mlirAffineMulExprGet(e, stride));
    stride = mlirAffineMulExprGet(stride, attnLDimExpr(k, tensor, d));
  }
  v->map = mlirAffineMapGet(k->ctx, nOver, k->symbols.n, 1, &offset);

  int64_t divisors[ATTN_MAX_RANK];
  MlirValue tileOrigins[ATTN_MAX_RANK];
  for (intptr_t i = 0; i < nOver; ++i) {
    tileOrigins[i] = mlirOperationGetOperand(op, firstOrigin + i);
    divisors[i] = attnLDivisor(k, tileOrigins[i]);
    if (mlirLogicalResultIsFailure(attnLScalarValue(k, op, tileOrigins[i], NULL, &v->origins[i])))
      return mlirLogicalResultFailure();
  }
  bool writes = attnIs(op, "tile.store") || attnIs(op, "tile.order");
  MlirType box =
      mlirValueGetType(writes ? mlirOperationGetOperand(op, 0) : mlirOperationGetResult(op, 0));
  int64_t roomDivisor = 0;
  for (int i = 0; i < v->rank; ++i) {
    int o = 0;
    while (o < nOver && strcmp(over[o], v->axes[i]) != 0)
      ++o;
    const AttnKernelAxis *axis = attnLAxis(k, v->axes[i]);
    if (o == nOver || !axis)
      return attnOpError(op, "axis '%s' is not among 'over' or not an axis of the kernel",
                         v->axes[i]);
    v->overOf[i] = o;
    v->size[i] = mlirShapedTypeGetDimSize(box, i);
    v->general |= !attnLLinearIn(offset, o, &v->coeff[i]);
    int64_t last = attnLUpperBound(k, tileOrigins[o]);
    bool inside = axis->symbol < 0 ? last != INT64_MAX && last + v->size[i] <= axis->extent
                                   : attnLEndsWithin(k, tileOrigins[o], axis->symbol, v->size[i]);
    bool whole = axis->symbol < 0 ? axis->extent % v->size[i] == 0 : v->size[i] == 1;
    if (!inside && whole && divisors[o] % v->size[i] == 0) {
      MlirValue there = attnCmpi(&k->b, 2, v->origins[o], attnLExtent(k, axis));
      v->present =
          mlirValueIsNull(v->present) ? there : attnLOp2(k, "arith.andi", v->present, there);
    } else if (!inside) {
      MlirValue room = attnLOp2(k, "arith.subi", attnLExtent(k, axis), v->origins[o]);
      room = attnLOp2(k, "arith.minsi", room, attnConstIndex(&k->b, v->size[i]));
      v->room[i] = attnCast(&k->b, room, k->i32);
    }
    if (v->coeff[i] == 1) // room = extent - origin
      roomDivisor = mlirValueIsNull(v->room[i])
                        ? 0
                        : attnLExprDivisor(
                              mlirAffineAddExprGet(mlirAffineDimExprGet(k->ctx, o),
                                                   mlirAffineConstantExprGet(k->ctx, axis->extent)),
                              divisors, nOver);
  }
  if (mlirValueIsNull(pointer)) // a gather: elsewhere, one by one
    return mlirLogicalResultSuccess();
  MlirValue base = attnLAffine(k, offset, v->origins, k->lengths);
  v->base = attnLPointer(k, pointer,
                         attnLMulC(k, attnCast(&k->b, base, k->i64), attnLBytes(v->element)), 0);
  v->align = v->general ? 1 : alignmentOf(v, offset, divisors, roomDivisor);
  return mlirLogicalResultSuccess();
}

AttnView attnLRenamed(const AttnView *v, const char *const *axes) {
  AttnView r = *v;
  for (int i = 0; i < v->rank; ++i)
    r.axes[i] = axes[i];
  return r;
}

int attnLContiguous(const AttnView *v) {
  int at = -1;
  for (int i = 0; (!v->general || !mlirValueIsNull(v->gather)) && i < v->rank; ++i)
    if (v->coeff[i] == 1 && v->size[i] > 1)
      at = i;
  return at;
}

int attnLViewAxis(const AttnView *v, const char *axis) {
  for (int i = 0; i < v->rank; ++i)
    if (strcmp(v->axes[i], axis) == 0)
      return i;
  return -1;
}

//===--- access -----------------------------------------------------------===//

/// coeff * dynamic in bytes, in 32 bits where the box spans fewer than 2^31 bytes.
static MlirValue scaled(AttnLower *k, const AttnView *v, int i, MlirValue dynamic) {
  if (mlirValueIsNull(dynamic))
    return dynamic;
  int64_t bytes = attnLBytes(v->element), span = 0;
  for (int d = 0; d < v->rank; ++d)
    span += llabs(v->coeff[d]) * v->size[d] * bytes;
  if (span >= INT32_MAX)
    dynamic = attnCast(&k->b, dynamic, k->i64);
  return attnLMulC(k, dynamic, v->coeff[i] * bytes);
}

/// The coordinates of an element along the axes that maps are over.
static void coordinates(AttnLower *k, const AttnView *v, const AttnCoord *coords, MlirValue *dims) {
  memcpy(dims, v->origins, sizeof v->origins);
  for (int i = 0; i < v->rank; ++i)
    dims[v->overOf[i]] = attnLOp2(k, "arith.addi", dims[v->overOf[i]],
                                  attnCast(&k->b, attnLCoordValue(k, coords[i]), k->index));
}

MlirValue attnLViewAddress(AttnLower *k, const AttnView *v, const AttnCoord *coords) {
  int64_t bytes = attnLBytes(v->element), constant = 0;
  if (!mlirValueIsNull(v->gather)) {
    MlirValue dims[ATTN_MAX_RANK], at[ATTN_MAX_RANK];
    coordinates(k, v, coords, dims);
    for (intptr_t d = 0; d < mlirAffineMapGetNumResults(v->at); ++d)
      at[d] = attnLAffine(k, mlirAffineMapGetResult(v->at, d), dims, k->lengths);
    return attnLGatherAddress(k, v->gather, at);
  }
  if (v->general) {
    MlirValue dims[ATTN_MAX_RANK];
    coordinates(k, v, coords, dims);
    MlirValue offset = attnLAffine(k, mlirAffineMapGetResult(v->map, 0), dims, k->lengths);
    return attnLPointer(k, v->start, attnLMulC(k, attnCast(&k->b, offset, k->i64), bytes), 0);
  }
  if (v->swizzle)
    return attnLSwizzledAddress(k, v, coords);
  MlirValue pointer = v->base;
  for (int i = 0; i < v->rank; ++i) {
    MlirValue part = scaled(k, v, i, coords[i].dynamic);
    if (!mlirValueIsNull(part))
      pointer = attnLPointer(k, pointer, part, 0);
    constant += coords[i].constant * v->coeff[i] * bytes;
  }
  return attnLPointer(k, pointer, (MlirValue){NULL}, constant);
}

MlirValue attnLViewInside(AttnLower *k, const AttnView *v, const AttnCoord *coords) {
  MlirValue inside = v->present;
  for (int i = 0; i < v->rank; ++i) {
    if (mlirValueIsNull(v->room[i]))
      continue;
    MlirValue in = attnCmpi(&k->b, 2, attnLCoordValue(k, coords[i]), v->room[i]); // slt
    inside = mlirValueIsNull(inside) ? in : attnLOp2(k, "arith.andi", inside, in);
  }
  MlirValue dims[ATTN_MAX_RANK];
  if (v->nGuards)
    coordinates(k, v, coords, dims);
  for (int i = 0; i < v->nGuards; ++i) {
    MlirValue at = attnLAffine(k, v->guard[i].at, dims, k->lengths);
    MlirValue in = attnLOp2(k, "arith.andi", attnCmpi(&k->b, 5, at, v->guard[i].low), // sge
                            attnCmpi(&k->b, 2, at, v->guard[i].high));                // slt
    inside = mlirValueIsNull(inside) ? in : attnLOp2(k, "arith.andi", inside, in);
  }
  return inside;
}

MlirValue attnLConverted(AttnLower *k, MlirValue x, MlirType to) {
  MlirType from = mlirValueGetType(x);
  if (mlirTypeEqual(from, to))
    return x;
  if (mlirTypeIsAInteger(to) && mlirIntegerTypeGetWidth(to) == 1)
    return attnCmpi(&k->b, 1, x, attnConstInt(&k->b, from, 0));
  return attnCast(&k->b, x, to);
}

void attnLViewRead(AttnLower *k, const AttnView *v, const AttnCoord *coords, int n,
                   MlirType element, MlirValue *out) {
  int64_t bytes = attnLBytes(v->element) * n;
  MlirValue inside = attnLViewInside(k, v, coords), pointer = attnLViewAddress(k, v, coords);
  // No branch: lanes that have nothing to read look at the anchor and drop what they see. Several
  // loads can then be in flight at once.
  if (!mlirValueIsNull(inside))
    pointer = attnSelect(&k->b, inside, pointer, v->anchor);
  MlirType type = attnLVector(n, v->element);
  MlirValue value = attnLLoad(k, pointer, type, bytes);
  if (!mlirValueIsNull(inside))
    value = attnSelect(&k->b, inside, value, attnLZero(k, type));
  for (int i = 0; i < n; ++i)
    out[i] = attnLConverted(k, attnLExtract(k, value, i), element);
}

void attnLViewWrite(AttnLower *k, const AttnView *v, const AttnCoord *coords, int n,
                    const MlirValue *values, MlirValue when) {
  int64_t bytes = attnLBytes(v->element) * n;
  MlirValue inside = attnLViewInside(k, v, coords);
  if (!mlirValueIsNull(when))
    inside = mlirValueIsNull(inside) ? when : attnLOp2(k, "arith.andi", inside, when);
  AttnBuilder saved = k->b;
  if (!mlirValueIsNull(inside)) {
    AttnBuilder then;
    attnBuildIf(&k->b, inside, 0, NULL, &then, NULL);
    k->b = then;
  }
  MlirType type = attnLVector(n, v->element);
  MlirValue value = attnLConverted(k, values[0], v->element);
  if (n > 1) {
    value = attnLInsert(k, attnBuild0(&k->b, "llvm.mlir.undef", type, 0, NULL), value, 0);
    for (int i = 1; i < n; ++i)
      value = attnLInsert(k, value, attnLConverted(k, values[i], v->element), i);
  }
  attnLStore(k, value, attnLViewAddress(k, v, coords), bytes);
  if (!mlirValueIsNull(inside)) {
    attnBuildYield(&k->b, "scf.yield", 0, NULL);
    k->b = saved;
  }
}

//===--- registers and boxes ----------------------------------------------===//

bool attnLSameElement(const AttnView *v, const AttnLayout *l, int a, int b) {
  for (int i = 0; i < v->rank; ++i)
    if (attnLayoutCoord(l, v->axes[i], a, 0, 0) != attnLayoutCoord(l, v->axes[i], b, 0, 0))
      return false;
  return true;
}

/// The register whose element lies `step` further along axis `at` than that of `first`; -1: none.
static int registerAt(const AttnView *v, const AttnLayout *l, int nRegs, int first, int at,
                      int step) {
  for (int r = 0; r < nRegs; ++r) {
    bool same = true;
    for (int i = 0; i < v->rank && same; ++i)
      same = attnLayoutCoord(l, v->axes[i], r, 0, 0) ==
             attnLayoutCoord(l, v->axes[i], first, 0, 0) + (i == at ? step : 0);
    if (same)
      return r;
  }
  return -1;
}

int attnLRegisterRun(const AttnView *v, const AttnLayout *l, int nRegs, int first, int *members) {
  int at = attnLContiguous(v), width = 1;
  members[0] = first;
  if (at < 0)
    return 1;
  int64_t start = attnLayoutCoord(l, v->axes[at], first, 0, 0);
  int64_t multiple = attnLanePartMultiple(l, v->axes[at]); // the lanes' starts must be aligned too
  while (width * 2 <= v->align && start % (width * 2) == 0 && multiple % (width * 2) == 0) {
    bool all = true;
    for (int w = width; w < 2 * width && all; ++w)
      all = (members[w] = registerAt(v, l, nRegs, first, at, w)) >= 0;
    if (!all)
      break;
    width *= 2;
  }
  return width;
}
