//===- VerifyTile.c - tile.kernel and everything in it --------------------===//
//
// Goes through the kernel's blocks in order. Facts checked:
//
//   shapes    a tile's shape is the tile sizes of its axes; operands carry the axes that the
//             operation says, followed through scf.for and scf.if to the tile operation that makes
//             them
//   reads     the map stays inside the source for all coordinates below the axes' extents
//   writes    each result is stored; the store's map covers it, and every axis of the map is spread
//             over the grid, looped over or whole in the tile, so that nothing is left out or
//             written twice
//   layouts   cover the tile, 32 lanes, the warps of the kernel
//   slabs     one shape, type, pad, swizzle, transport and number of slots per name
//   residence what is read from memory lies in memory, what is read from registers has a layout
//   atoms     fragment layouts and element types of tensor-core atoms
//
// Where barriers stand is not checked.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Tile/VerifyTile.h"
#include "Schedule/Layout.h"
#include "Schedule/MmaLayout.h"
#include "Schedule/Schedule.h"

#include <stdlib.h>
#include <string.h>

const AttnAxis *attnTvAxis(const AttnTileCheck *c, const AttnAxisList *l, int i) {
  return &c->axes.a[l->at[i]];
}

int attnTvPosition(const AttnAxisList *l, int axis) {
  for (int i = 0; i < l->size; ++i)
    if (l->at[i] == axis)
      return i;
  return -1;
}

bool attnTvList(const AttnTileCheck *c, MlirOperation op, const char *attr, AttnAxisList *l) {
  intptr_t n = attnAttrArraySize(op, attr);
  l->size = 0;
  for (intptr_t i = 0; i < n; ++i) {
    const char *name = attnStrValue(attnAttrArrayGet(op, attr, i));
    int at = attnAxesFind(&c->axes, name);
    if (at < 0)
      return attnBad(op, "%s names the axis '%s', which the kernel lacks", attr, name);
    if (attnTvPosition(l, at) >= 0)
      return attnBad(op, "%s names the axis '%s' twice", attr, name);
    l->at[l->size++] = at;
  }
  return true;
}

static bool isScalar(MlirType t) {
  return mlirTypeIsAFloat(t) || mlirTypeIsAInteger(t) || mlirTypeIsAIndex(t);
}

static bool isBool(MlirType t) { return mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) == 1; }

MlirType attnTvElement(MlirValue v) { return attnElementType(mlirValueGetType(v)); }

//===--- tiles ------------------------------------------------------------===//

bool attnTvShape(const AttnTileCheck *c, MlirOperation op, const char *what, MlirType type,
                 const AttnAxisList *axes) {
  if (!attnVerifyTensor(op, what, type))
    return false;
  if (mlirShapedTypeGetRank(type) != axes->size)
    return attnBad(op, "%s has %lld dimensions, expected one for each of its %d axes", what,
                   (long long)mlirShapedTypeGetRank(type), axes->size);
  for (int i = 0; i < axes->size; ++i)
    if (mlirShapedTypeGetDimSize(type, i) != attnTvAxis(c, axes, i)->tile)
      return attnBad(op, "%s has %lld elements on axis '%s', whose tile is %lld", what,
                     (long long)mlirShapedTypeGetDimSize(type, i), attnTvAxis(c, axes, i)->name,
                     (long long)attnTvAxis(c, axes, i)->tile);
  return true;
}

static bool checkLayout(const AttnTileCheck *c, MlirOperation op, MlirType type,
                        const AttnAxisList *axes) {
  const char *text = attnAttrStr(op, "layout");
  if (!text)
    return true;
  AttnLayout l;
  char err[256];
  if (!attnLayoutParse(text, &l, err, sizeof err))
    return attnBad(op, "attribute 'layout': %s", err);
  if (!c->threads)
    return attnBad(op, "has a layout, but the kernel has no 'threads'");
  for (int i = 0; i < l.size; ++i) {
    int at = attnAxesFind(&c->axes, l.f[i].axis);
    if (strcmp(l.f[i].axis, "*") != 0 && (at < 0 || attnTvPosition(axes, at) < 0))
      return attnBad(op, "the layout '%s' distributes the axis '%s', which the tile lacks", text,
                     l.f[i].axis);
  }
  for (int i = 0; i < axes->size; ++i) {
    const char *name = attnTvAxis(c, axes, i)->name;
    if (attnLayoutExtent(&l, name) != mlirShapedTypeGetDimSize(type, i))
      return attnBad(op, "the layout '%s' covers %d elements of axis '%s', the tile has %lld", text,
                     attnLayoutExtent(&l, name), name,
                     (long long)mlirShapedTypeGetDimSize(type, i));
  }
  if (attnLayoutCount(&l, ATTN_LANE) != 32)
    return attnBad(op, "the layout '%s' has %d lanes, expected 32 (l<n>@* for copies)", text,
                   attnLayoutCount(&l, ATTN_LANE));
  if (32 * (int64_t)attnLayoutCount(&l, ATTN_WARP) != c->threads)
    return attnBad(op, "the layout '%s' has %d warps, but the kernel has %lld threads", text,
                   attnLayoutCount(&l, ATTN_WARP), (long long)c->threads);
  return true;
}

/// `axes`, the shape of the only result and the layout.
bool attnTvResult(const AttnTileCheck *c, MlirOperation op, AttnAxisList *axes) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return attnTvList(c, op, "axes", axes) && attnTvShape(c, op, "the result", type, axes) &&
         checkLayout(c, op, type, axes);
}

/// linalg.reduce stands for the reduction by a merge that is written out.
static bool isTileOp(MlirOperation op) {
  return strncmp(attnOpName(op), "tile.", 5) == 0 || attnIs(op, "linalg.reduce");
}

/// The tile operation that makes a tile value, through scf.for and scf.if; null if none does.
static MlirOperation producer(MlirValue v) {
  for (;;) {
    MlirOperation op;
    intptr_t i;
    if (mlirValueIsABlockArgument(v)) {
      op = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v));
      i = mlirBlockArgumentGetArgNumber(v) - 1; // the first is the induction variable
      if (!attnIs(op, "scf.for") || i < 0)
        return (MlirOperation){NULL};
    } else {
      op = mlirOpResultGetOwner(v);
      i = mlirOpResultGetResultNumber(v);
    }
    if (attnIs(op, "scf.for")) {
      v = mlirOperationGetOperand(op, 3 + i);
    } else if (attnIs(op, "scf.if")) {
      MlirOperation yield = mlirBlockGetTerminator(attnBody(op, 0));
      v = mlirOperationGetOperand(yield, i);
    } else {
      return isTileOp(op) ? op : (MlirOperation){NULL};
    }
  }
}

static MlirAttribute producedAttr(MlirValue v, const char *name) {
  MlirOperation op = producer(v);
  return mlirOperationIsNull(op) ? mlirAttributeGetNull() : attnAttr(op, name);
}

static MlirAttribute producedAxes(MlirValue v) { return producedAttr(v, "axes"); }

/// Does a tile value lie in memory (a slab, or the tensor it is read from)?
static bool inMemory(MlirValue v) {
  MlirOperation op = producer(v);
  return attnIs(op, "tile.copy") || attnIs(op, "tile.slot") ||
         (attnIs(op, "tile.load") && mlirAttributeIsNull(attnAttr(op, "layout")));
}

static bool layoutAttr(MlirAttribute a, AttnLayout *l) {
  char err[256];
  return !mlirAttributeIsNull(a) && mlirAttributeIsAString(a) &&
         attnLayoutParse(attnStrValue(a), l, err, sizeof err);
}

/// Operand i was made with the axes that `attr` says, inside this kernel.
bool attnTvOperand(const AttnTileCheck *c, MlirOperation op, intptr_t i, const char *attr) {
  MlirValue v = mlirOperationGetOperand(op, i);
  MlirAttribute made = producedAxes(v);
  if (!attnValueIsInside(v, c->region) || mlirAttributeIsNull(made))
    return attnBad(op, "operand %td must be a tile made inside the kernel", i);
  if (!mlirAttributeEqual(made, attnAttr(op, attr)))
    return attnBad(op, "operand %td was made with other axes than '%s' says", i, attr);
  return true;
}

//===--- computation ------------------------------------------------------===//

static bool checkFill(AttnTileCheck *c, MlirOperation op) {
  AttnAxisList axes;
  MlirAttribute v = attnAttr(op, "value");
  if (!attnTvResult(c, op, &axes))
    return false;
  bool number = mlirAttributeIsAFloat(v) || mlirAttributeIsAInteger(v);
  if (!number ||
      !mlirTypeEqual(mlirAttributeGetType(v), attnTvElement(mlirOperationGetResult(op, 0))))
    return attnBad(op, "attribute 'value' must be a number of the tile's element type");
  return true;
}

static bool checkRelayout(AttnTileCheck *c, MlirOperation op) {
  AttnAxisList axes;
  MlirValue from = mlirOperationGetOperand(op, 0), to = mlirOperationGetResult(op, 0);
  const char *via = attnAttrStr(op, "via");
  if (!attnTvResult(c, op, &axes) || !attnTvOperand(c, op, 0, "axes"))
    return false;
  if (!mlirTypeEqual(mlirValueGetType(from), mlirValueGetType(to)))
    return attnBad(op, "has a result of another type than the operand");
  if (strcmp(via, "memory") == 0)
    return inMemory(from) || attnBad(op, "reads from memory, but the operand has a layout");
  if (strcmp(via, "registers") != 0 && strcmp(via, "shared") != 0)
    return attnBad(op, "goes via '%s', expected \"registers\", \"shared\" or \"memory\"", via);
  AttnLayout has, wanted;
  if (!layoutAttr(producedAttr(from, "layout"), &has) ||
      !layoutAttr(attnAttr(op, "layout"), &wanted))
    return attnBad(op, "goes via %s, but the operand has no layout", via);
  if (strcmp(via, "shared") == 0)
    return true;
  int *regs = malloc((size_t)attnLayoutCount(&wanted, ATTN_REG) * sizeof *regs);
  bool same = attnLayoutSameLane(&has, &wanted, (int)(c->threads / 32), regs);
  free(regs);
  return same ||
         attnBad(op, "goes via registers, but some lane lacks an element of the layout '%s'",
                 attnAttrStr(op, "layout"));
}

static bool isMonoidOf(const char *monoid, MlirType type) {
  bool boolean = strcmp(monoid, "and") == 0 || strcmp(monoid, "or") == 0;
  bool number = strcmp(monoid, "add") == 0 || strcmp(monoid, "mul") == 0 ||
                strcmp(monoid, "max") == 0 || strcmp(monoid, "min") == 0;
  bool numbers = attnIsFloat(type) || (mlirTypeIsAInteger(type) && !isBool(type));
  return boolean ? isBool(type) : number && numbers;
}

/// The axis that goes, those of the operands and of the results.
static bool checkReduced(AttnTileCheck *c, MlirOperation op, AttnAxisList *operandAxes) {
  AttnAxisList from, to;
  const char *name = attnAttrStr(op, "axis");
  int reduced = attnAxesFind(&c->axes, name);
  if (!attnTvList(c, op, "operand_axes", &from) || !attnTvResult(c, op, &to) ||
      !attnTvOperand(c, op, 0, "operand_axes"))
    return false;
  *operandAxes = from;
  if (attnTvPosition(&from, reduced) < 0)
    return attnBad(op, "reduces the axis '%s', which the operand lacks", name);
  bool same = to.size == from.size - 1;
  for (int i = 0, k = 0; same && i < from.size; ++i)
    if (from.at[i] != reduced)
      same = to.at[k++] == from.at[i];
  return same || attnBad(op, "'axes' must be 'operand_axes' without '%s', in the same order", name);
}

/// linalg.reduce of n tiles from n initial ones; upstream has checked shapes and region.
static bool checkMerge(AttnTileCheck *c, MlirOperation op) {
  AttnAxisList from;
  static const char *const attrs[] = {"axis", "operand_axes", "axes"};
  for (int i = 0; i < 3; ++i)
    if (i == 0 ? !attnAttrStr(op, attrs[i]) : attnAttrArraySize(op, attrs[i]) < 0)
      return attnBad(op, "lacks the attribute '%s', which a linalg.reduce in a tile.kernel needs",
                     attrs[i]);
  if (!checkReduced(c, op, &from))
    return false;
  intptr_t n = mlirOperationGetNumResults(op);
  for (intptr_t i = 0; i < 2 * n; ++i)
    if (!attnTvOperand(c, op, i, i < n ? "operand_axes" : "axes"))
      return false;
  MlirAttribute dims = attnAttr(op, "dimensions");
  int at = attnTvPosition(&from, attnAxesFind(&c->axes, attnAttrStr(op, "axis")));
  if (mlirDenseArrayGetNumElements(dims) != 1 || mlirDenseI64ArrayGetElement(dims, 0) != at)
    return attnBad(op, "reduces other dimensions than 'axis' says");
  MlirBlock block = attnBody(op, 0);
  MlirOperation end = mlirBlockGetTerminator(block);
  for (MlirOperation o = mlirBlockGetFirstOperation(block); !mlirOperationEqual(o, end);
       o = mlirOperationGetNextInBlock(o))
    if (strncmp(attnOpName(o), "arith.", 6) && strncmp(attnOpName(o), "math.", 5))
      return attnBad(o, "cannot stand in a merge, which holds arith and math on scalars");
  return true;
}

static bool checkReduce(AttnTileCheck *c, MlirOperation op) {
  AttnAxisList from;
  const char *monoid = attnAttrStr(op, "monoid");
  if (!checkReduced(c, op, &from))
    return false;
  MlirType e = attnTvElement(mlirOperationGetOperand(op, 0));
  if (!mlirTypeEqual(e, attnTvElement(mlirOperationGetResult(op, 0))))
    return attnBad(op, "has a result of another element type than the operand");
  if (!isMonoidOf(monoid, e))
    return attnBad(
        op,
        "has the monoid '%s', expected add, mul, max, min on floats and integers or and, or on i1",
        monoid);
  return true;
}

/// Fragments of mma.m16n8k16: lhs rows x contracted, rhs contracted x columns.
static bool checkMma(const AttnTileCheck *c, MlirOperation op, bool bf16, int summed,
                     const AttnAxisList *axes, const AttnAxisList *lhs) {
  const char *type = bf16 ? "bf16" : "f16", *names[2] = {NULL, NULL};
  if (axes->size != 2 || lhs->size != 2)
    return attnBad(op, "has an atom that multiplies matrices, expected tiles of two axes");
  for (int i = 0; i < 2; ++i)
    names[attnTvPosition(lhs, axes->at[i]) >= 0 ? 0 : 1] = attnTvAxis(c, axes, i)->name;
  if (!names[0] || !names[1])
    return attnBad(op, "has an atom that multiplies matrices, expected one axis of the result in "
                       "each operand");
  const char *sum = c->axes.a[summed].name;
  int64_t contracted = c->axes.a[summed].tile;
  if (contracted % 16 != 0)
    return attnBad(op, "contracts 16 at a time, but the tile of axis '%s' is %lld", sum,
                   (long long)contracted);
  for (int i = 0; i < 2; ++i) {
    MlirType e = attnTvElement(mlirOperationGetOperand(op, i));
    if (bf16 ? !mlirTypeIsABF16(e) : !mlirTypeIsAF16(e))
      return attnBad(op, "multiplies %s, but operand %d has other elements", type, i);
  }
  if (!mlirTypeIsAF32(attnTvElement(mlirOperationGetResult(op, 0))))
    return attnBad(op, "has an atom that accumulates in f32");
  AttnLayout l, has;
  AttnMmaTile tile;
  if (!layoutAttr(attnAttr(op, "layout"), &l) || !attnMmaFromC(&l, names[0], names[1], &tile))
    return attnBad(op, "has an atom, but its layout is no C fragment over '%s' and '%s'", names[0],
                   names[1]);
  MlirValue left = mlirOperationGetOperand(op, 0);
  AttnLayout wanted = attnMmaA(&tile, names[0], sum, (int)contracted);
  if (!inMemory(left) &&
      (!layoutAttr(producedAttr(left, "layout"), &has) || !attnLayoutEqual(&has, &wanted)))
    return attnBad(op,
                   "has an atom, but operand 0 is neither in memory nor in A fragments over "
                   "'%s' and '%s'",
                   names[0], sum);
  return inMemory(mlirOperationGetOperand(op, 1)) ||
         attnBad(op, "has an atom, but operand 1 does not lie in memory");
}

/// What a wgmma reads from memory has come there by the TMA unit, through the same proxy.
static bool checkWgmma(MlirOperation op) {
  for (int i = 0; i < 2; ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    MlirOperation from = producer(v);
    if (!inMemory(v) || attnIs(from, "tile.slot") || attnIs(from, "tile.load"))
      continue; // loads are not staged yet
    if (strcmp(attnAttrStr(from, "transport"), "tma") != 0 || attnTvInt(from, "swizzle", 0) == 0)
      return attnBad(op,
                     "has an atom of a warpgroup, but operand %d lies in a slab that is not "
                     "swizzled and filled by 'tma'",
                     i);
  }
  return true;
}

static bool checkContract(AttnTileCheck *c, MlirOperation op) {
  AttnAxisList sides[2], axes;
  static const char *const attrs[] = {"lhs_axes", "rhs_axes"};
  const char *name = attnAttrStr(op, "axis"), *atom = attnAttrStr(op, "atom");
  int summed = attnAxesFind(&c->axes, name);
  if (!attnVerifyName(op, "contraction", attnAttrStr(op, "name")) || !attnTvResult(c, op, &axes))
    return false;
  for (int s = 0; s < 2; ++s) {
    if (!attnTvList(c, op, attrs[s], &sides[s]) || !attnTvOperand(c, op, s, attrs[s]))
      return false;
    if (attnTvPosition(&sides[s], summed) < 0)
      return attnBad(op, "sums over the axis '%s', which '%s' lacks", name, attrs[s]);
    for (int i = 0; i < sides[s].size; ++i)
      if (sides[s].at[i] != summed && attnTvPosition(&axes, sides[s].at[i]) < 0)
        return attnBad(op, "the axis '%s' of '%s' is neither summed nor an axis of the result",
                       attnTvAxis(c, &sides[s], i)->name, attrs[s]);
    if (!attnIsFloat(attnTvElement(mlirOperationGetOperand(op, s))))
      return attnBad(op, "operand %d must have float elements", s);
  }
  if (attnTvPosition(&axes, summed) >= 0)
    return attnBad(op, "sums over the axis '%s', which the result must not have", name);
  for (int i = 0; i < axes.size; ++i)
    if (attnTvPosition(&sides[0], axes.at[i]) < 0 && attnTvPosition(&sides[1], axes.at[i]) < 0)
      return attnBad(op, "the axis '%s' of the result is no axis of an operand",
                     attnTvAxis(c, &axes, i)->name);
  MlirType e = attnTvElement(mlirOperationGetResult(op, 0));
  if (!mlirTypeIsAF32(e) && !mlirTypeIsAF64(e))
    return attnBad(op, "must accumulate in f32 or f64");
  if (atom && !attnIsAtom(atom))
    return attnBad(op, "has the unknown atom '%s'", atom);
  bool mma = atom && strncmp(atom, "mma_m16n8k16_", 13) == 0;
  int64_t buffers = attnTvInt(op, "buffers", 1);
  if (buffers < 1 || (buffers > 1 && !mma))
    return attnBad(op, "has %lld register buffers, expected 1, or more with mma_m16n8k16_*",
                   (long long)buffers);
  bool wgmma = atom && strncmp(atom, "wgmma_", 6) == 0;
  bool bf16 = atom && strstr(atom, "bf16");
  return attnTvOperand(c, op, 2, "axes") &&
         ((!mma && !wgmma) || checkMma(c, op, bf16, summed, &axes, &sides[0])) &&
         (!wgmma || checkWgmma(op));
}

/// An operation inside the region of a tile.map.
static bool checkMapOp(AttnTileCheck *c, MlirOperation map, const AttnAxisList *axes,
                       MlirOperation op) {
  const char *name = attnOpName(op);
  if (attnIs(op, "tile.element")) {
    AttnAxisList own;
    if (!attnTvList(c, op, "axes", &own) || !attnTvOperand(c, op, 0, "axes"))
      return false;
    for (int i = 0; i < own.size; ++i)
      if (attnTvPosition(axes, own.at[i]) < 0)
        return attnBad(op, "reads a tile along the axis '%s', which the tile.map lacks",
                       attnTvAxis(c, &own, i)->name);
    if (!mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(op, 0)),
                       attnTvElement(mlirOperationGetOperand(op, 0))))
      return attnBad(op, "has a result of another type than the tile's elements");
    return true;
  }
  if (attnIs(op, "tile.coord")) {
    int at = attnAxesFind(&c->axes, attnAttrStr(op, "axis"));
    return attnTvPosition(axes, at) >= 0 ||
           attnBad(op, "names the axis '%s', which the tile.map lacks", attnAttrStr(op, "axis"));
  }
  bool pure = strncmp(name, "arith.", 6) == 0 || strncmp(name, "math.", 5) == 0 ||
              strcmp(name, "affine.apply") == 0 || strcmp(name, "affine.min") == 0 ||
              strcmp(name, "affine.max") == 0;
  if (!pure)
    return attnBad(op, "is not allowed in a tile.map, which holds arith, math, affine.apply, "
                       "tile.element and tile.coord");
  (void)map;
  return true;
}

static bool checkCaptures(const AttnTileCheck *c, MlirOperation op);

static bool checkMap(AttnTileCheck *c, MlirOperation op) {
  AttnAxisList axes;
  if (!attnTvResult(c, op, &axes) || !attnVerifyBlock(op, 0, "body", 0, 1))
    return false;
  MlirBlock block = attnBody(op, 0);
  MlirOperation last = mlirBlockGetTerminator(block), o = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationEqual(o, last); o = mlirOperationGetNextInBlock(o))
    if (!checkCaptures(c, o) || !checkMapOp(c, op, &axes, o))
      return false;
  if (!checkCaptures(c, last))
    return false;
  if (!mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(last, 0)),
                     attnTvElement(mlirOperationGetResult(op, 0))))
    return attnBad(op, "yields another type than the tile's elements");
  MlirAttribute skips = attnAttr(op, "unless_one");
  if (mlirAttributeIsNull(skips) || !mlirBoolAttrGetValue(skips))
    return true;
  MlirOperation product = attnDef(mlirOperationGetOperand(last, 0));
  for (int i = 0; i < 2; ++i)
    if (!attnIs(product, "arith.mulf") ||
        !attnIs(attnDef(mlirOperationGetOperand(product, i)), "tile.element"))
      return attnBad(op, "has 'unless_one' and is no product of two elements");
  return true;
}

//===--- control flow -----------------------------------------------------===//

/// Values from outside the kernel: tensors as sources, scalar constants anywhere. Tiles are used by
/// tile operations and scf only.
static bool checkCaptures(const AttnTileCheck *c, MlirOperation op) {
  bool tiles = isTileOp(op) || strncmp(attnOpName(op), "scf.", 4) == 0;
  bool reads = attnIs(op, "tile.load") || attnIs(op, "tile.copy") || attnIs(op, "tile.read");
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    bool scalar = isScalar(mlirValueGetType(v));
    if (!attnValueIsInside(v, c->region) && !(reads && i == 0) &&
        !attnIs(attnDef(v), "carrier.size") && !(scalar && attnIs(attnDef(v), "arith.constant")))
      return attnBad(op,
                     "uses a value from outside the kernel as operand %td; only scalar constants, "
                     "lengths (carrier.size) and, as the source of tile.load, tile.copy and "
                     "tile.read, tensors may be captured",
                     i);
    if (!scalar && !tiles)
      return attnBad(op, "works on a whole tile; only tile operations and scf may");
  }
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n && !tiles; ++i)
    if (!isScalar(mlirValueGetType(mlirOperationGetResult(op, i))))
      return attnBad(op, "makes a whole tile; only tile operations and scf may");
  return true;
}

static bool checkBlock(AttnTileCheck *c, MlirBlock block);

/// Tiles that flow through a loop or a branch keep their axes.
static bool checkCarried(MlirOperation op, MlirOperation yield, MlirOperation other,
                         intptr_t firstOther) {
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i) {
    if (isScalar(mlirValueGetType(mlirOperationGetResult(op, i))))
      continue;
    MlirAttribute a = producedAxes(mlirOperationGetOperand(yield, i));
    MlirAttribute b = producedAxes(mlirOperationGetOperand(other, firstOther + i));
    if (mlirAttributeIsNull(a) || mlirAttributeIsNull(b) || !mlirAttributeEqual(a, b))
      return attnBad(op, "result %td does not keep the axes of one tile", i);
    a = producedAttr(mlirOperationGetOperand(yield, i), "slab");
    b = producedAttr(mlirOperationGetOperand(other, firstOther + i), "slab");
    if (mlirAttributeIsNull(a) != mlirAttributeIsNull(b) ||
        (!mlirAttributeIsNull(a) && !mlirAttributeEqual(a, b)))
      return attnBad(op, "result %td does not stay in the slab it comes from", i);
  }
  return true;
}

//===--- roles ------------------------------------------------------------===//

static bool checkRoles(AttnTileCheck *c, MlirOperation op) {
  int64_t warps = attnTvInt(op, "producer_warps", 0),
          groups = attnTvInt(op, "consumer_warpgroups", 0);
  if (!mlirOperationIsNull(attnParentOfName(op, "tile.roles")) ||
      !mlirBlockEqual(mlirOperationGetBlock(op), attnBody(c->kernel, 0)))
    return attnBad(op, "must stand at the top level of a tile.kernel");
  if (warps < 1 || warps > 4 || groups < 1 || groups > 7)
    return attnBad(
        op, "has %lld producer warps and %lld consumer warpgroups, expected 1 to 4 and 1 to 7",
        (long long)warps, (long long)groups);
  if (c->threads != 128 * groups)
    return attnBad(op,
                   "has %lld consumer warpgroups, but the kernel has %lld threads, expected %lld",
                   (long long)groups, (long long)c->threads, (long long)(128 * groups));
  int64_t p = attnTvInt(op, "producer_registers", 24), r = attnTvInt(op, "consumer_registers", 24);
  if (p < 24 || r < 24 || p > 256 || r > 256 || p % 8 || r % 8)
    return attnBad(op, "splits registers %lld/%lld, expected multiples of 8 from 24 to 256",
                   (long long)p, (long long)r);
  return attnVerifyBlock(op, 0, "producer", 0, 0) && attnVerifyBlock(op, 1, "consumer", 0, 0) &&
         checkBlock(c, attnBody(op, 0)) && checkBlock(c, attnBody(op, 1));
}

static bool checkItems(AttnTileCheck *c, MlirOperation op) {
  intptr_t n = mlirOperationGetNumOperands(op);
  if (mlirAttributeIsNull(attnAttr(c->kernel, "persistent")))
    return attnBad(op, "stands in a kernel that is not persistent");
  if (!attnIs(mlirOperationGetParentOperation(op), "tile.roles"))
    return attnBad(op, "must stand at the top level of a producer or consumer");
  if (!attnVerifyBlock(op, 0, "body", n, n))
    return false;
  MlirBlock body = attnBody(op, 0);
  for (intptr_t i = 0; i < n; ++i)
    if (!mlirTypeIsAIndex(mlirValueGetType(mlirBlockGetArgument(body, i))) ||
        !mlirTypeIsAIndex(
            mlirValueGetType(mlirOperationGetOperand(mlirBlockGetTerminator(body), i))))
      return attnBad(op, "carries a value that is not an index");
  intptr_t results = mlirOperationGetNumResults(op);
  if (results && results != n)
    return attnBad(op, "has %td results for %td values that it carries", results, n);
  return checkBlock(c, body);
}

/// Is the operation in region `region` of a tile.roles?
static bool inRole(MlirOperation op, intptr_t region) {
  MlirOperation roles = attnParentOfName(op, "tile.roles");
  return !mlirOperationIsNull(roles) && attnIsInside(op, mlirOperationGetRegion(roles, region));
}

/// The copy that fills the slab an operation names.
static bool filledSlab(AttnTileCheck *c, MlirOperation op, MlirOperation *copy) {
  *copy = attnTvSlab(c, attnAttrStr(op, "slab"));
  return (!mlirOperationIsNull(*copy) && strcmp(attnAttrStr(*copy, "transport"), "tma") == 0) ||
         attnBad(op, "names the slab '%s', which no producer fills by 'tma'",
                 attnAttrStr(op, "slab"));
}

static bool checkAcquire(AttnTileCheck *c, MlirOperation op) {
  (void)c;
  return inRole(op, 0) || attnBad(op, "belongs in the producer of a tile.roles");
}

static bool checkRelease(AttnTileCheck *c, MlirOperation op) {
  MlirOperation copy;
  if (!inRole(op, 1))
    return attnBad(op, "belongs in the consumer of a tile.roles");
  if (attnIs(op, "tile.release") && mlirOperationGetNumOperands(op) > 1) {
    MlirType behind = mlirValueGetType(mlirOperationGetOperand(op, 1));
    if (mlirOperationGetNumOperands(op) > 2 || !mlirTypeIsARankedTensor(behind) ||
        !mlirTypeIsAF32(mlirShapedTypeGetElementType(behind)))
      return attnBad(op, "stands behind one tile of f32 at most");
  }
  return filledSlab(c, op, &copy);
}

static bool checkSlot(AttnTileCheck *c, MlirOperation op) {
  MlirOperation copy;
  if (!checkRelease(c, op) || !filledSlab(c, op, &copy))
    return false;
  return (mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(op, 0)),
                        mlirValueGetType(mlirOperationGetResult(copy, 0))) &&
          mlirAttributeEqual(attnAttr(op, "axes"), attnAttr(copy, "axes"))) ||
         attnBad(op, "has another shape, element type or axes than the copies into the slab '%s'",
                 attnAttrStr(op, "slab"));
}

static bool checkAwait(AttnTileCheck *c, MlirOperation op) {
  AttnAxisList axes;
  return attnTvResult(c, op, &axes) && attnTvOperand(c, op, 0, "axes") &&
         (attnTvInt(op, "pending", -1) >= 0 || attnBad(op, "has no 'pending' of at least 0"));
}

static bool checkTurn(AttnTileCheck *c, MlirOperation op) {
  (void)c;
  const char *action = attnAttrStr(op, "action");
  if (!inRole(op, 1))
    return attnBad(op, "belongs in the consumer of a tile.roles");
  return strcmp(action, "take") == 0 || strcmp(action, "pass") == 0 ||
         attnBad(op, "has the action '%s', expected \"take\" or \"pass\"", action);
}

static bool checkFor(AttnTileCheck *c, MlirOperation op) {
  MlirBlock body = attnBody(op, 0);
  return checkCarried(op, mlirBlockGetTerminator(body), op, 3) && checkBlock(c, body);
}

static bool checkIf(AttnTileCheck *c, MlirOperation op) {
  MlirBlock then = attnBody(op, 0), els = attnBody(op, 1);
  if (mlirBlockIsNull(els))
    return checkBlock(c, then);
  return checkCarried(op, mlirBlockGetTerminator(then), mlirBlockGetTerminator(els), 0) &&
         checkBlock(c, then) && checkBlock(c, els);
}

static bool checkOrigin(AttnTileCheck *c, MlirOperation op) {
  int at = attnAxesFind(&c->axes, attnAttrStr(op, "axis"));
  return (at >= 0 && (c->grid >> at & 1)) ||
         attnBad(op, "names the axis '%s', expected a grid axis of the kernel",
                 attnAttrStr(op, "axis"));
}

static bool checkNothing(AttnTileCheck *c, MlirOperation op) {
  (void)c, (void)op;
  return true;
}

static const struct {
  const char *name;
  bool (*check)(AttnTileCheck *, MlirOperation);
} ops[] = {
    {"tile.origin", checkOrigin},   {"tile.load", attnTvLoad},
    {"tile.read", attnTvRead},      {"tile.copy", attnTvCopy},
    {"tile.barrier", checkNothing}, {"tile.commit", checkNothing},
    {"tile.wait", attnTvWait},      {"tile.relayout", checkRelayout},
    {"tile.roles", checkRoles},     {"tile.items", checkItems},
    {"tile.acquire", checkAcquire}, {"tile.release", checkRelease},
    {"tile.slot", checkSlot},       {"tile.await", checkAwait},
    {"tile.turn", checkTurn},       {"tile.fill", checkFill},
    {"tile.map", checkMap},         {"tile.reduce", checkReduce},
    {"linalg.reduce", checkMerge},  {"tile.contract", checkContract},
    {"tile.store", attnTvStore},    {"tile.order", attnTvOrder},
    {"scf.for", checkFor},          {"scf.if", checkIf},
    {"scf.yield", checkNothing},    {"gpu.yield", checkNothing},
    {"affine.apply", checkNothing}, {"affine.min", checkNothing},
    {"affine.max", checkNothing},
};

static bool checkBlock(AttnTileCheck *c, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    size_t i = 0, n = sizeof ops / sizeof *ops;
    while (i < n && !attnIs(op, ops[i].name))
      ++i;
    if (i == n && strncmp(attnOpName(op), "arith.", 6) != 0)
      return attnBad(op,
                     "is not allowed here in a tile.kernel, which holds tile operations, scf.for, "
                     "scf.if and index arithmetic");
    if (!checkCaptures(c, op) || (i < n && !ops[i].check(c, op)))
      return false;
  }
  return true;
}

static bool checkGrid(AttnTileCheck *c) {
  AttnAxisList grid;
  if (!attnTvList(c, c->kernel, "grid", &grid))
    return false;
  for (int i = 0; i < grid.size; ++i) {
    if (attnTvAxis(c, &grid, i)->role != ATTN_AXIS_FREE)
      return attnBad(c->kernel, "spreads the %s axis '%s' over the grid, expected free axes only",
                     attnAxisRoleName(attnTvAxis(c, &grid, i)->role),
                     attnTvAxis(c, &grid, i)->name);
    c->grid |= (AttnAxisSet)1 << grid.at[i];
  }
  return true;
}

/// CTAs that run at the same time: an axis of the grid, and how many.
static bool checkCluster(AttnTileCheck *c) {
  MlirAttribute cluster = attnAttr(c->kernel, "cluster");
  c->clusterAxis = -1;
  c->cluster = 1;
  if (mlirAttributeIsNull(cluster))
    return true;
  c->clusterAxis = attnAxesFind(&c->axes, attnDictStr(cluster, "axis"));
  return (c->clusterAxis >= 0 && (c->grid >> c->clusterAxis & 1) &&
          attnDictI64(cluster, "size", &c->cluster) && (c->cluster == 2 || c->cluster == 4)) ||
         attnBad(c->kernel, "has a cluster that is not {axis = a grid axis, size = 2 or 4}");
}

/// The order of the CTAs: an axis of the grid, and a group that divides the tiles of the others.
static bool checkRaster(const AttnTileCheck *c) {
  MlirAttribute raster = attnAttr(c->kernel, "raster");
  if (mlirAttributeIsNull(raster))
    return true;
  int at = attnAxesFind(&c->axes, attnDictStr(raster, "axis"));
  int64_t group = 0, others = 1;
  MlirAttribute descending = attnDictGet(raster, "descending");
  for (int i = 0; i < c->axes.size; ++i)
    if ((c->grid >> i & 1) && i != at && c->axes.a[i].tile > 0) {
      int64_t tile = c->axes.a[i].tile * (i == c->clusterAxis ? c->cluster : 1);
      others *= (c->axes.a[i].extent + tile - 1) / tile;
    }
  return (at >= 0 && (c->grid >> at & 1) && attnDictI64(raster, "group", &group) && group > 0 &&
          others % group == 0 && !mlirAttributeIsNull(descending) &&
          mlirAttributeIsABool(descending)) ||
         attnBad(c->kernel,
                 "has a raster that is not {axis = a grid axis, descending = a bool, group = a "
                 "divisor of the %lld tiles of the other grid axes}",
                 (long long)others);
}

static bool checkPersistent(const AttnTileCheck *c) {
  const char *how = attnAttrStr(c->kernel, "persistent");
  return mlirAttributeIsNull(attnAttr(c->kernel, "persistent")) ||
         (how && (strcmp(how, "static") == 0 || strcmp(how, "dynamic") == 0)) ||
         attnBad(c->kernel, "is persistent otherwise than \"static\" or \"dynamic\"");
}

static bool check(AttnTileCheck *c) {
  MlirOperation k = c->kernel;
  if (!mlirOperationIsNull(attnParentOfName(k, "tile.kernel")))
    return attnBad(k, "must not be inside another tile.kernel");
  if (!attnVerifyAxes(k, true, &c->axes) || !checkGrid(c) || !checkCluster(c) || !checkRaster(c) ||
      !checkPersistent(c) || !attnVerifySchedule(k))
    return false;
  bool hasThreads = attnAttrI64(k, "threads", &c->threads);
  if (hasThreads && (c->threads < 32 || c->threads > ATTN_TV_MAX_THREADS || c->threads % 32))
    return attnBad(k, "has %lld threads, expected a multiple of 32 up to %d", (long long)c->threads,
                   ATTN_TV_MAX_THREADS);
  intptr_t n = mlirOperationGetNumResults(k);
  if (n > ATTN_TV_MAX_RESULTS)
    return attnBad(k, "has %td results, at most %d are supported", n, ATTN_TV_MAX_RESULTS);
  for (intptr_t i = 0; i < n; ++i)
    if (!attnVerifyTensor(k, "a result", mlirValueGetType(mlirOperationGetResult(k, i))))
      return false;
  if (!attnVerifyBlock(k, 0, "body", 0, 0) || !checkBlock(c, attnBody(k, 0)))
    return false;
  for (intptr_t i = 0; i < n; ++i)
    if (mlirOperationIsNull(c->stores[i]))
      return attnBad(k, "result %td is never stored", i);
  return true;
}

bool attnVerifyKernel(MlirOperation op) {
  AttnTileCheck c = {.kernel = op, .region = mlirOperationGetRegion(op, 0)};
  return check(&c);
}
