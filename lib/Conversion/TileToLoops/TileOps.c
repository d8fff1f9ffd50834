//===- TileOps.c - One tile operation as loops on tile tensors ------------===//
// See TileToLoops.c.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToLoops/TileOps.h"

#include "Conversion/CarrierToLoops/Points.h"
#include "IR/Diag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RANK = 16, MAX_INPUTS = 64 };

//===--- names of axes ----------------------------------------------------===//

int attnTileAxis(const AttnTileKernel *k, const char *name) {
  for (int i = 0; name && i < k->nAxes; ++i)
    if (strcmp(k->axis[i].name, name) == 0)
      return i;
  return -1;
}

/// A list of axis names, by position.
typedef struct Names {
  int n;
  const char *name[MAX_RANK];
} Names;

static bool readNames(MlirOperation op, const char *attr, Names *names) {
  intptr_t n = attnAttrArraySize(op, attr);
  if (n < 0 || n > MAX_RANK) {
    attnOpError(op, "'%s' has %d axes, at most %d are supported", attr, (int)n, MAX_RANK);
    return false;
  }
  names->n = (int)n;
  for (int i = 0; i < n; ++i)
    names->name[i] = attnStrValue(attnAttrArrayGet(op, attr, i));
  return true;
}

static int positionIn(const Names *names, const char *name) {
  for (int i = 0; name && i < names->n; ++i)
    if (strcmp(names->name[i], name) == 0)
      return i;
  return -1;
}

/// The map from the dimensions `from` to the dimensions `to` (each of them one of `from`).
static bool mapBetween(MlirOperation op, const Names *from, const Names *to, MlirAffineMap *map) {
  MlirContext ctx = mlirOperationGetContext(op);
  MlirAffineExpr exprs[MAX_RANK];
  for (int i = 0; i < to->n; ++i) {
    int p = positionIn(from, to->name[i]);
    if (p < 0) {
      attnOpError(op, "axis '%s' is not one of the operation's axes", to->name[i]);
      return false;
    }
    exprs[i] = mlirAffineDimExprGet(ctx, p);
  }
  *map = mlirAffineMapGet(ctx, from->n, 0, to->n, exprs);
  return true;
}

//===--- linalg.generic ---------------------------------------------------===//

typedef struct Generic {
  MlirOperation op;
  AttnBuilder body;
} Generic;

/// A linalg.generic over nDims dimensions; `reduction` is the dimension that is reduced or -1. The
/// last operand and map are the output.
static Generic beginGeneric(const AttnBuilder *b, int nDims, int reduction, int nOperands,
                            const MlirValue *operands, const MlirAffineMap *maps) {
  MlirType types[MAX_INPUTS + 1];
  MlirAttribute mapAttrs[MAX_INPUTS + 1];
  for (int i = 0; i < nOperands; ++i) {
    types[i] = attnElementType(mlirValueGetType(operands[i]));
    mapAttrs[i] = mlirAffineMapAttrGet(maps[i]);
  }
  Generic g;
  MlirRegion region = attnRegionWithBlock(b, nOperands, types, &g.body);
  MlirAttribute iterators = attnIterators(b->ctx, nDims, reduction < 0 ? 0 : 1u << reduction);
  g.op = attnBuildGeneric(b, nOperands - 1, 1, operands, mapAttrs, iterators, region);
  return g;
}

static MlirValue argument(const Generic *g, int i) {
  return mlirBlockGetArgument(g->body.block, i);
}

static MlirValue endGeneric(Generic *g, MlirValue yielded) {
  attnBuildYield(&g->body, "linalg.yield", 1, &yielded);
  return mlirOperationGetResult(g->op, 0);
}

static MlirAffineMap identityMap(const AttnBuilder *b, int rank) {
  return mlirAffineMapMultiDimIdentityGet(b->ctx, rank);
}

static MlirValue emptyTile(const AttnBuilder *b, MlirType type) {
  return attnBuild0(b, "tensor.empty", type, 0, NULL);
}

static int rankOf(MlirValue tile) { return (int)mlirShapedTypeGetRank(mlirValueGetType(tile)); }

static MlirValue fillTile(const AttnBuilder *b, MlirType type, MlirValue scalar) {
  MlirValue empty = emptyTile(b, type);
  MlirAffineMap map = identityMap(b, rankOf(empty));
  Generic g = beginGeneric(b, rankOf(empty), -1, 1, &empty, &map);
  return endGeneric(&g, scalar);
}

MlirValue attnTileCopyInto(const AttnBuilder *b, MlirValue tile, MlirValue into) {
  MlirAffineMap maps[2] = {identityMap(b, rankOf(tile)), identityMap(b, rankOf(tile))};
  Generic g = beginGeneric(b, rankOf(tile), -1, 2, (MlirValue[]){tile, into}, maps);
  return endGeneric(&g, argument(&g, 0));
}

static MlirValue zeroOf(const AttnBuilder *b, MlirType type) {
  return mlirTypeIsAFloat(type) ? attnConstFloat(b, type, 0.0) : attnConstInt(b, type, 0);
}

//===--- boxes ------------------------------------------------------------===//

/// The box of a load, copy or store: loops over the tile's dimensions, cut at the axes' extents.
typedef struct Box {
  AttnBuilder at[MAX_RANK + 1]; ///< at[i]: inside i loops
  MlirOperation loop[MAX_RANK];
  MlirValue iv[MAX_RANK];    ///< position in the tile
  MlirValue tensor;          ///< carried
  MlirValue index[MAX_RANK]; ///< of the tensor outside
  int rank, outerRank;
} Box;

static bool beginBox(AttnTileKernel *k, MlirOperation op, const AttnBuilder *b,
                     intptr_t firstOrigin, MlirType tile, MlirValue carried, Box *x) {
  Names over, axes;
  MlirAffineMap map;
  if (!readNames(op, "over", &over) || !readNames(op, "axes", &axes) ||
      !attnAttrMap(op, "map", &map))
    return false;
  x->rank = axes.n;
  x->outerRank = (int)mlirAffineMapGetNumResults(map);
  int64_t slots = 1; // of a ring: the slot is the last operand, and does not matter here
  attnAttrI64(op, "slots", &slots);
  if (x->outerRank > MAX_RANK || axes.n != mlirShapedTypeGetRank(tile) ||
      mlirOperationGetNumOperands(op) - firstOrigin - (slots > 1) != over.n) {
    attnOpError(op, "axes, origins and shapes of '%s' do not agree", attnOpName(op));
    return false;
  }
  MlirValue coordinate[MAX_RANK];
  for (int i = 0; i < over.n; ++i)
    coordinate[i] = attnMapLookup(&k->values, mlirOperationGetOperand(op, firstOrigin + i));
  x->at[0] = *b;
  x->tensor = carried;
  MlirValue zero = attnConstIndex(b, 0), one = attnConstIndex(b, 1), bound[MAX_RANK];
  for (int i = 0; i < axes.n; ++i) {
    int axis = attnTileAxis(k, axes.name[i]), p = positionIn(&over, axes.name[i]);
    if (axis < 0 || p < 0) {
      attnOpError(op, "axis '%s' is not one of the %s", axes.name[i],
                  axis < 0 ? "kernel's axes" : "'over' axes");
      return false;
    }
    MlirValue left =
        attnBuild2(b, "arith.subi", attnConstIndex(b, k->axis[axis].extent), coordinate[p]);
    bound[i] =
        attnBuild2(b, "arith.minsi", left, attnConstIndex(b, mlirShapedTypeGetDimSize(tile, i)));
  }
  for (int i = 0; i < axes.n; ++i) {
    int p = positionIn(&over, axes.name[i]);
    x->loop[i] = attnBuildFor(&x->at[i], zero, bound[i], one, 1, &x->tensor, &x->at[i + 1],
                              &x->iv[i], &x->tensor);
    coordinate[p] = attnBuild2(&x->at[i + 1], "arith.addi", coordinate[p], x->iv[i]);
  }
  const AttnBuilder *in = &x->at[axes.n];
  for (intptr_t r = 0; r < x->outerRank; ++r) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, r);
    x->index[r] = mlirAffineExprIsADim(e)
                      ? coordinate[mlirAffineDimExprGetPosition(e)]
                      : attnAffineApply(in, mlirAffineMapGetSubMap(map, 1, &r), over.n, coordinate);
  }
  return true;
}

static MlirValue endBox(Box *x, MlirValue tensor) {
  for (int i = x->rank; i > 0; --i) {
    attnBuildYield(&x->at[i], "scf.yield", 1, &tensor);
    tensor = mlirOperationGetResult(x->loop[i - 1], 0);
  }
  return tensor;
}

static MlirValue extract(const AttnBuilder *b, MlirValue tensor, int n, const MlirValue *indices) {
  MlirValue operands[MAX_RANK + 1] = {tensor};
  memcpy(operands + 1, indices, (size_t)n * sizeof *indices);
  return attnBuild(b, "tensor.extract", n + 1, operands, attnElementType(mlirValueGetType(tensor)),
                   0, NULL);
}

static MlirValue insert(const AttnBuilder *b, MlirValue scalar, MlirValue tensor, int n,
                        const MlirValue *indices) {
  MlirValue operands[MAX_RANK + 2] = {scalar, tensor};
  memcpy(operands + 2, indices, (size_t)n * sizeof *indices);
  return attnBuild(b, "tensor.insert", n + 2, operands, mlirValueGetType(tensor), 0, NULL);
}

static bool lowerLoad(AttnTileKernel *k, MlirOperation op, const AttnBuilder *b, MlirValue *out) {
  MlirValue source = attnMapLookup(&k->values, mlirOperationGetOperand(op, 0));
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue zeros = fillTile(b, type, zeroOf(b, attnElementType(type)));
  Box x;
  if (!beginBox(k, op, b, 1, type, zeros, &x))
    return false;
  const AttnBuilder *in = &x.at[x.rank];
  MlirValue v = extract(in, source, x.outerRank, x.index);
  *out = endBox(&x, insert(in, v, x.tensor, x.rank, x.iv));
  return true;
}

static bool lowerRead(AttnTileKernel *k, MlirOperation op, const AttnBuilder *b, MlirValue *out) {
  MlirValue source = attnMapLookup(&k->values, mlirOperationGetOperand(op, 0));
  MlirValue dims[ATTN_MAX_AXES], index[ATTN_MAX_AXES];
  MlirAffineMap map;
  intptr_t n = mlirOperationGetNumOperands(op) - 1;
  if (!attnAttrMap(op, "map", &map) || mlirAffineMapGetNumDims(map) != n || n > ATTN_MAX_AXES ||
      mlirAffineMapGetNumResults(map) > ATTN_MAX_AXES) {
    attnOpError(op, "map and origins do not fit together");
    return false;
  }
  for (intptr_t i = 0; i < n; ++i)
    dims[i] = attnMapLookup(&k->values, mlirOperationGetOperand(op, 1 + i));
  intptr_t rank = mlirAffineMapGetNumResults(map);
  for (intptr_t d = 0; d < rank; ++d)
    index[d] = attnAffineApply(
        b, mlirAffineMapGet(b->ctx, n, 0, 1, (MlirAffineExpr[]){mlirAffineMapGetResult(map, d)}), n,
        dims);
  *out = attnCast(b, extract(b, source, (int)rank, index), mlirIndexTypeGet(b->ctx));
  return true;
}

static bool lowerStore(AttnTileKernel *k, MlirOperation op, const AttnBuilder *b) {
  MlirValue tile = attnMapLookup(&k->values, mlirOperationGetOperand(op, 0));
  int64_t r;
  if (!attnAttrI64(op, "result", &r) || r < 0 || r >= k->nResults) {
    attnOpError(op, "'result' is not the number of a result of the kernel");
    return false;
  }
  Box x;
  if (!beginBox(k, op, b, 1, mlirValueGetType(tile), k->results[r], &x))
    return false;
  const AttnBuilder *in = &x.at[x.rank];
  MlirValue v = extract(in, tile, x.rank, x.iv);
  k->results[r] = endBox(&x, insert(in, v, x.tensor, x.outerRank, x.index));
  return true;
}

/// For each key the coordinates that have it, behind each other; `sorted`: behind those of the key
/// before.
static bool lowerOrder(AttnTileKernel *k, MlirOperation op, const AttnBuilder *b) {
  MlirValue tile = attnMapLookup(&k->values, mlirOperationGetOperand(op, 0));
  MlirValue from = attnMapLookup(&k->values, mlirOperationGetOperand(op, 1));
  Names over, axes;
  MlirAffineMap map;
  int64_t r, keys;
  if (!readNames(op, "over", &over) || !readNames(op, "axes", &axes) || axes.n != 1 ||
      !attnAttrMap(op, "map", &map) || !attnAttrI64(op, "keys", &keys) ||
      !attnAttrI64(op, "result", &r) || r < 0 || r >= k->nResults ||
      mlirAffineMapGetNumResults(map) > MAX_RANK || mlirOperationGetNumOperands(op) != over.n + 2) {
    attnOpError(op, "result, axes, map and keys of 'tile.order' do not agree");
    return false;
  }
  int axis = attnTileAxis(k, axes.name[0]), p = positionIn(&over, axes.name[0]);
  if (axis < 0 || p < 0) {
    attnOpError(op, "axis '%s' is not one of the %s", axes.name[0],
                axis < 0 ? "kernel's axes" : "'over' axes");
    return false;
  }
  MlirValue coordinate[MAX_RANK], index[MAX_RANK], iv[2], carried[2], args[2], next[2];
  for (int i = 0; i < over.n; ++i)
    coordinate[i] = attnMapLookup(&k->values, mlirOperationGetOperand(op, i + 2));
  MlirValue zero = attnConstIndex(b, 0), one = attnConstIndex(b, 1), origin = coordinate[p];
  MlirValue left = attnBuild2(b, "arith.subi", attnConstIndex(b, k->axis[axis].extent), origin);
  MlirValue size = attnConstIndex(b, mlirShapedTypeGetDimSize(mlirValueGetType(tile), 0));
  left = attnBuild2(b, "arith.minsi", left, size);
  carried[0] = k->results[r], carried[1] = zero;
  AttnBuilder key, at, then, els;
  MlirAttribute sorted = attnAttr(op, "sorted");
  intptr_t kept = mlirAttributeIsNull(sorted) || !mlirBoolAttrGetValue(sorted) ? 1 : 2;
  MlirOperation outer =
      attnBuildFor(b, zero, attnConstIndex(b, keys), one, kept, carried, &key, &iv[0], carried);
  MlirOperation inner = attnBuildFor(&key, zero, left, one, 2, carried, &at, &iv[1], args);
  MlirType t = attnElementType(mlirValueGetType(tile));
  MlirValue has = attnCmpi(&at, 0, extract(&at, tile, 1, &iv[1]), attnCast(&at, iv[0], t));
  MlirType types[] = {mlirValueGetType(carried[0]), mlirValueGetType(zero)};
  MlirOperation choice = attnBuildIf(&at, has, 2, types, &then, &els);
  MlirValue begin = attnCast(&then, extract(&then, from, 1, &iv[1]), mlirIndexTypeGet(b->ctx));
  coordinate[p] = attnBuild2(&then, "arith.addi", begin, args[1]);
  intptr_t rank = mlirAffineMapGetNumResults(map);
  for (intptr_t d = 0; d < rank; ++d)
    index[d] = attnAffineApply(&then, mlirAffineMapGetSubMap(map, 1, &d), over.n, coordinate);
  MlirValue c = attnBuild2(&then, "arith.addi", origin, iv[1]);
  next[0] = insert(&then, attnCast(&then, c, attnElementType(types[0])), args[0], (int)rank, index);
  next[1] = attnBuild2(&then, "arith.addi", args[1], one);
  attnBuildYield(&then, "scf.yield", 2, next);
  attnBuildYield(&els, "scf.yield", 2, args);
  for (int i = 0; i < 2; ++i)
    next[i] = mlirOperationGetResult(choice, i);
  attnBuildYield(&at, "scf.yield", 2, next);
  for (int i = 0; i < 2; ++i)
    next[i] = mlirOperationGetResult(inner, i);
  attnBuildYield(&key, "scf.yield", kept, next);
  k->results[r] = mlirOperationGetResult(outer, 0);
  return true;
}

//===--- elementwise ------------------------------------------------------===//

static bool lowerMap(AttnTileKernel *k, MlirOperation op, const AttnBuilder *b, MlirValue *out) {
  Names axes, sub;
  if (!readNames(op, "axes", &axes))
    return false;
  MlirBlock block = attnBody(op, 0);
  MlirOperation end = mlirBlockGetTerminator(block);
  MlirValue operands[MAX_INPUTS + 1];
  MlirAffineMap maps[MAX_INPUTS + 1];
  int n = 0;
  for (MlirOperation e = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(e);
       e = mlirOperationGetNextInBlock(e)) {
    if (!attnIs(e, "tile.element"))
      continue;
    if (n == MAX_INPUTS) {
      attnOpError(op, "more than %d elements in one tile.map", MAX_INPUTS);
      return false;
    }
    if (!readNames(e, "axes", &sub) || !mapBetween(e, &axes, &sub, &maps[n]))
      return false;
    operands[n++] = attnMapLookup(&k->values, mlirOperationGetOperand(e, 0));
  }
  operands[n] = emptyTile(b, mlirValueGetType(mlirOperationGetResult(op, 0)));
  maps[n] = identityMap(b, axes.n);
  Generic g = beginGeneric(b, axes.n, -1, n + 1, operands, maps);
  int input = 0;
  for (MlirOperation e = mlirBlockGetFirstOperation(block); !mlirOperationEqual(e, end);
       e = mlirOperationGetNextInBlock(e)) {
    if (attnIs(e, "tile.element")) {
      attnMapValue(&k->values, mlirOperationGetResult(e, 0), argument(&g, input++));
    } else if (attnIs(e, "tile.coord")) {
      int d = positionIn(&axes, attnAttrStr(e, "axis"));
      if (d < 0) {
        attnOpError(e, "'axis' is not an axis of the enclosing tile.map");
        return false;
      }
      MlirNamedAttribute dim = attnNamed(b->ctx, "dim", attnI64(b->ctx, d));
      MlirValue t = attnBuild0(&g.body, "linalg.index", mlirIndexTypeGet(b->ctx), 1, &dim);
      MlirValue origin = attnMapLookup(&k->values, mlirOperationGetOperand(e, 0));
      attnMapValue(&k->values, mlirOperationGetResult(e, 0),
                   attnBuild2(&g.body, "arith.addi", origin, t));
    } else if (strncmp(attnOpName(e), "tile.", 5) == 0) {
      attnOpError(e, "'%s' has no place in a tile.map", attnOpName(e));
      return false;
    } else {
      attnCloneMapped(&g.body, e, &k->values);
    }
  }
  *out = endGeneric(&g, attnMapLookup(&k->values, mlirOperationGetOperand(end, 0)));
  return true;
}

static bool lowerFill(MlirOperation op, const AttnBuilder *b, MlirValue *out) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirNamedAttribute value = attnNamed(b->ctx, "value", attnAttr(op, "value"));
  *out = fillTile(b, type, attnBuild0(b, "arith.constant", attnElementType(type), 1, &value));
  return true;
}

//===--- reductions and contractions --------------------------------------===//

static MlirValue identityOf(const AttnBuilder *b, const char *monoid, MlirType type) {
  bool isFloat = mlirTypeIsAFloat(type);
  bool isMax = strcmp(monoid, "max") == 0, isMin = strcmp(monoid, "min") == 0;
  if (isFloat)
    return attnConstFloat(b, type,
                          isMax                        ? -INFINITY
                          : isMin                      ? INFINITY
                          : strcmp(monoid, "mul") == 0 ? 1.0
                                                       : 0.0);
  unsigned width = mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type) : 64;
  uint64_t lowest = (uint64_t)1 << (width - 1);
  int64_t v = isMax                        ? -(int64_t)(lowest - 1) - 1
              : isMin                      ? (int64_t)(lowest - 1)
              : strcmp(monoid, "mul") == 0 ? 1
              : strcmp(monoid, "and") == 0 ? -1
                                           : 0;
  return attnConstInt(b, type, v);
}

static bool lowerReduce(AttnTileKernel *k, MlirOperation op, const AttnBuilder *b, MlirValue *out) {
  Names from, to;
  const char *monoid = attnAttrStr(op, "monoid");
  MlirValue operand = attnMapLookup(&k->values, mlirOperationGetOperand(op, 0));
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirAffineMap maps[2];
  if (!monoid || !readNames(op, "operand_axes", &from) || !readNames(op, "axes", &to) ||
      !mapBetween(op, &from, &to, &maps[1]))
    return false;
  maps[0] = identityMap(b, from.n);
  int reduced = positionIn(&from, attnAttrStr(op, "axis"));
  MlirValue init = fillTile(b, type, identityOf(b, monoid, attnElementType(type)));
  Generic g = beginGeneric(b, from.n, reduced, 2, (MlirValue[]){operand, init}, maps);
  MlirValue v = attnCombine(&g.body, monoid, argument(&g, 1), argument(&g, 0), false);
  if (mlirValueIsNull(v)) {
    attnOpError(op, "monoid '%s' does not exist on the tile's element type", monoid);
    return false;
  }
  *out = endGeneric(&g, v);
  return true;
}

/// linalg.reduce works on tensors already; what it says about axes and lanes goes.
static void lowerMerge(AttnTileKernel *k, MlirOperation op, const AttnBuilder *b) {
  static const char *const ours[] = {"axis", "axes", "operand_axes", "layout"};
  MlirOperation clone = attnCloneMapped(b, op, &k->values);
  for (size_t i = 0; i < sizeof ours / sizeof *ours; ++i)
    mlirOperationRemoveAttributeByName(clone, mlirStringRefCreateFromCString(ours[i]));
}

/// `tile` (axes `have`) as a tile of element type `type` whose dimensions are `want`.
static MlirValue packTile(MlirOperation op, const AttnBuilder *b, MlirValue tile, const Names *have,
                          const Names *want, MlirType type) {
  int64_t shape[MAX_RANK];
  for (int i = 0; i < want->n; ++i)
    shape[i] = mlirShapedTypeGetDimSize(mlirValueGetType(tile), positionIn(have, want->name[i]));
  MlirAffineMap maps[2];
  mapBetween(op, want, have, &maps[0]);
  maps[1] = identityMap(b, want->n);
  MlirValue empty = emptyTile(b, attnTensorType(want->n, shape, type));
  Generic g = beginGeneric(b, want->n, -1, 2, (MlirValue[]){tile, empty}, maps);
  return endGeneric(&g, attnCast(&g.body, argument(&g, 0), type));
}

/// The result's axes as loops with the contracted axis before the last of them: the sum runs upward
/// for every element and the innermost loop has no dependence.
static bool lowerContract(AttnTileKernel *k, MlirOperation op, const AttnBuilder *b,
                          MlirValue *out) {
  Names axes[2], result;
  const char *axis = attnAttrStr(op, "axis");
  if (!axis || !readNames(op, "lhs_axes", &axes[0]) || !readNames(op, "rhs_axes", &axes[1]) ||
      !readNames(op, "axes", &result) || result.n == MAX_RANK)
    return false;
  MlirValue operands[3];
  for (int i = 0; i < 3; ++i)
    operands[i] = attnMapLookup(&k->values, mlirOperationGetOperand(op, i));
  MlirType type = attnElementType(mlirValueGetType(operands[2]));
  int at = result.n ? result.n - 1 : 0; // of the contracted axis
  Names loops = {.n = result.n + 1};
  for (int i = 0, r = 0; i < loops.n; ++i)
    loops.name[i] = i == at ? axis : result.name[r++];
  const char *last = loops.name[loops.n - 1];
  for (int i = 0; i < 2; ++i) {
    // Pack what the innermost loop runs over.
    Names *have = &axes[i], want = {0};
    MlirType element = attnElementType(mlirValueGetType(operands[i]));
    if (positionIn(have, last) < 0 ||
        (strcmp(have->name[have->n - 1], last) == 0 && mlirTypeEqual(element, type)))
      continue;
    for (int l = 0; l < loops.n; ++l)
      if (positionIn(have, loops.name[l]) >= 0)
        want.name[want.n++] = loops.name[l];
    if (want.n != have->n) {
      attnOpError(op, "an axis of an operand is neither contracted nor an axis of the result");
      return false;
    }
    operands[i] = packTile(op, b, operands[i], have, &want, type);
    *have = want;
  }
  MlirAffineMap maps[3];
  if (!mapBetween(op, &loops, &axes[0], &maps[0]) || !mapBetween(op, &loops, &axes[1], &maps[1]) ||
      !mapBetween(op, &loops, &result, &maps[2]))
    return false;
  Generic g = beginGeneric(b, loops.n, at, 3, operands, maps);
  MlirValue x = attnCast(&g.body, argument(&g, 0), type);
  MlirValue y = attnCast(&g.body, argument(&g, 1), type);
  *out = endGeneric(
      &g, attnCombine(&g.body, "add", argument(&g, 2), attnMultiply(&g.body, x, y), false));
  return true;
}

//===--- stretches of streams: here every item has all of one ---------------===//

static bool lowerPart(AttnTileKernel *k, MlirOperation op, const AttnBuilder *b, MlirValue *out) {
  int axis = attnTileAxis(k, attnAttrStr(op, "axis"));
  if (axis < 0) {
    attnOpError(op, "'axis' is not one of the kernel");
    return false;
  }
  int64_t tile = k->axis[axis].tile, tiles = (k->axis[axis].extent + tile - 1) / tile;
  bool lower = strcmp(attnAttrStr(op, "bound"), "lower") == 0;
  *out = attnConstIndex(b, lower ? 0 : tiles * tile);
  return true;
}

/// In a branch that is never taken.
static MlirValue lowerFetch(MlirOperation op, const AttnBuilder *b) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return fillTile(b, type, attnConstFloat(b, attnElementType(type), 0.0));
}

//===--- all --------------------------------------------------------------===//

MlirLogicalResult attnTileLower(AttnTileKernel *k, MlirOperation op, const AttnBuilder *b) {
  MlirValue v = {NULL};
  bool ok;
  if (attnIs(op, "tile.barrier") || attnIs(op, "tile.commit") || attnIs(op, "tile.wait") ||
      attnIs(op, "tile.leave") || attnIs(op, "tile.arrive")) {
    ok = true;
  } else if (attnIs(op, "tile.part")) {
    ok = lowerPart(k, op, b, &v);
  } else if (attnIs(op, "tile.gather")) {
    v = attnConstIndex(b, 1);
    ok = true;
  } else if (attnIs(op, "tile.fetch")) {
    v = lowerFetch(op, b);
    ok = true;
  } else if (attnIs(op, "tile.relayout") || attnIs(op, "tile.total")) { // a product is whole here
    v = attnMapLookup(&k->values, mlirOperationGetOperand(op, 0));
    ok = true;
  } else if (attnIs(op, "tile.origin")) {
    int axis = attnTileAxis(k, attnAttrStr(op, "axis"));
    ok = axis >= 0 && !mlirValueIsNull(k->axis[axis].origin);
    if (ok)
      v = k->axis[axis].origin;
    else
      attnOpError(op, "'axis' is not a grid axis of the kernel");
  } else if (attnIs(op, "tile.load") || attnIs(op, "tile.copy")) {
    ok = lowerLoad(k, op, b, &v);
  } else if (attnIs(op, "tile.read")) {
    ok = lowerRead(k, op, b, &v);
  } else if (attnIs(op, "tile.store")) {
    ok = lowerStore(k, op, b);
  } else if (attnIs(op, "tile.order")) {
    ok = lowerOrder(k, op, b);
  } else if (attnIs(op, "tile.ranks")) {
    ok = true; // here tiles are taken one after the other
  } else if (attnIs(op, "tile.fill")) {
    ok = lowerFill(op, b, &v);
  } else if (attnIs(op, "tile.map")) {
    ok = lowerMap(k, op, b, &v);
  } else if (attnIs(op, "tile.reduce")) {
    ok = lowerReduce(k, op, b, &v);
  } else if (attnIs(op, "linalg.reduce")) {
    lowerMerge(k, op, b);
    ok = true;
  } else if (attnIs(op, "tile.contract")) {
    ok = lowerContract(k, op, b, &v);
  } else {
    ok = false;
    attnOpError(op, "'%s' has no lowering to loops", attnOpName(op));
  }
  if (ok && !mlirValueIsNull(v))
    attnMapValue(&k->values, mlirOperationGetResult(op, 0), v);
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
