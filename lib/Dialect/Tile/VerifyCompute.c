//===- VerifyCompute.c - What makes tiles of tiles: maps, contractions, sums - ===//
// See VerifyTile.h.
//===----------------------------------------------------------------------===//
#include "Dialect/Tile/VerifyTile.h"
#include "Schedule/Layout.h"
#include "Schedule/MmaLayout.h"
#include "Schedule/Schedule.h"

#include <stdlib.h>
#include <string.h>

static bool isBool(MlirType t) { return mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) == 1; }

bool attnTvFill(AttnTileCheck *c, MlirOperation op) {
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

bool attnTvRelayout(AttnTileCheck *c, MlirOperation op) {
  AttnAxisList axes;
  MlirValue from = mlirOperationGetOperand(op, 0), to = mlirOperationGetResult(op, 0);
  const char *via = attnAttrStr(op, "via");
  if (!attnTvResult(c, op, &axes) || !attnTvOperand(c, op, 0, "axes"))
    return false;
  if (!mlirTypeEqual(mlirValueGetType(from), mlirValueGetType(to)))
    return attnBad(op, "has a result of another type than the operand");
  if (strcmp(via, "memory") == 0)
    return attnTvInMemory(from) || attnBad(op, "reads from memory, but the operand has a layout");
  if (strcmp(via, "registers") != 0 && strcmp(via, "shared") != 0)
    return attnBad(op, "goes via '%s', expected \"registers\", \"shared\" or \"memory\"", via);
  AttnLayout has, wanted;
  if (!attnTvLayout(attnTvProduced(from, "layout"), &has) ||
      !attnTvLayout(attnAttr(op, "layout"), &wanted))
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

/// The operand's lanes along the axis `name`, all of them along `lanes` in the result.
static bool checkLanes(const AttnTileCheck *c, MlirOperation op, const char *name, int lanes) {
  AttnLayout from, to;
  if (!attnTvLayout(attnTvProduced(mlirOperationGetOperand(op, 0), "layout"), &from) ||
      !attnTvLayout(attnAttr(op, "layout"), &to))
    return attnBad(op, "leaves lanes apart, but operand or result has no layout");
  AttnLayout wanted = attnLayoutOverLanes(&from, name, c->axes.a[lanes].name);
  return attnLayoutEqual(&wanted, &to) ||
         attnBad(op, "has the layout '%s', expected the operand's without registers along '%s'",
                 attnAttrStr(op, "layout"), name);
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
  int lanes = attnAxesFind(&c->axes, attnAttrStr(op, "lanes"));
  int64_t chains = attnTvInt(op, "chains", 1);
  if (chains < 1 || chains > 2)
    return attnBad(op, "has %lld chains, expected 1 or 2", (long long)chains);
  if (!mlirAttributeIsNull(attnAttr(op, "lanes")) && (lanes < 0 || !checkLanes(c, op, name, lanes)))
    return lanes >= 0 ? false : attnBad(op, "'lanes' names no axis of the kernel");
  bool same = to.size == from.size - (lanes < 0);
  for (int i = 0, k = 0; same && i < from.size; ++i)
    if (from.at[i] != reduced)
      same = to.at[k++] == from.at[i];
    else if (lanes >= 0)
      same = to.at[k++] == lanes;
  return same || attnBad(op, "'axes' must be 'operand_axes' %s '%s', in the same order",
                         lanes < 0 ? "without" : "with 'lanes' in place of", name);
}

/// linalg.reduce of n tiles from n initial ones; upstream has checked shapes and region.
bool attnTvMerge(AttnTileCheck *c, MlirOperation op) {
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

bool attnTvReduce(AttnTileCheck *c, MlirOperation op) {
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
  if (mlirOperationGetNumOperands(op) > 2)
    return attnBad(op, "has more than one 'beyond'");
  if (mlirOperationGetNumOperands(op) > 1 && (strcmp(monoid, "max") != 0 || !mlirTypeIsAF32(e)))
    return attnBad(op, "has 'beyond' and is no maximum of f32");
  return true;
}

bool attnTvNonnegative(AttnTileCheck *c, MlirOperation op) {
  return attnTvOperand(c, op, 0, "axes") &&
         (mlirTypeIsAF32(attnTvElement(mlirOperationGetOperand(op, 0))) ||
          attnBad(op, "asks for the sign of a tile that is none of f32"));
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
  if (!attnTvLayout(attnAttr(op, "layout"), &l) || !attnMmaFromC(&l, names[0], names[1], &tile))
    return attnBad(op, "has an atom, but its layout is no C fragment over '%s' and '%s'", names[0],
                   names[1]);
  MlirValue left = mlirOperationGetOperand(op, 0);
  AttnLayout wanted = attnMmaA(&tile, names[0], sum, (int)contracted);
  if (!attnTvInMemory(left) &&
      (!attnTvLayout(attnTvProduced(left, "layout"), &has) || !attnLayoutEqual(&has, &wanted)))
    return attnBad(op,
                   "has an atom, but operand 0 is neither in memory nor in A fragments over "
                   "'%s' and '%s'",
                   names[0], sum);
  return attnTvInMemory(mlirOperationGetOperand(op, 1)) ||
         attnBad(op, "has an atom, but operand 1 does not lie in memory");
}

/// Is v, which warpgroups have parts of, read by nothing but what goes on with it or adds the
/// parts?
static bool isAddedUp(MlirValue v) {
  for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u);
       u = mlirOpOperandGetNextUse(u)) {
    MlirOperation op = mlirOpOperandGetOwner(u);
    bool goesOn = attnIs(op, "tile.contract") && mlirOpOperandGetOperandNumber(u) == 2 &&
                  attnTvInt(op, "parts", 1) > 1;
    bool awaited = attnIs(op, "tile.await") && isAddedUp(mlirOperationGetResult(op, 0));
    if (!goesOn && !awaited && !attnIs(op, "tile.total"))
      return false;
  }
  return true;
}

/// `parts`, where the layout holds as many copies, of a product that begins with zero.
static bool checkParts(MlirOperation op) {
  AttnLayout l;
  int64_t parts = attnTvInt(op, "parts", 1), copies = 1;
  bool wgmma = strncmp(attnAttrStr(op, "atom"), "wgmma_", 6) == 0;
  if (!attnTvLayout(attnAttr(op, "layout"), &l))
    return false;
  for (int i = 0; i < l.size; ++i)
    if (l.f[i].level == ATTN_WARP && strcmp(l.f[i].axis, "*") == 0)
      copies *= l.f[i].size;
  if (parts != (wgmma ? copies : 1) || parts > 2)
    return attnBad(op, "has %lld parts, expected %lld, as many as copies in its layout (wgmma)",
                   (long long)parts, (long long)(wgmma ? copies : 1));
  MlirOperation acc = attnTvProducer(mlirOperationGetOperand(op, 2));
  MlirAttribute value = attnIs(acc, "tile.fill") ? attnAttr(acc, "value") : (MlirAttribute){NULL};
  bool zero = !mlirAttributeIsNull(value) && mlirAttributeIsAFloat(value) &&
              mlirFloatAttrGetValueDouble(value) == 0.0;
  bool goesOn = attnIs(acc, "tile.contract") && attnTvInt(acc, "parts", 1) == parts;
  if (parts > 1 && !zero && !goesOn)
    return attnBad(op,
                   "has parts, whose accumulator must be a tile of zeros, or have them as well");
  return parts == 1 || isAddedUp(mlirOperationGetResult(op, 0)) ||
         attnBad(op, "has parts, which something else than a tile.total reads");
}

/// What a wgmma reads from memory has come there by the TMA unit, through the same proxy.
static bool checkWgmma(MlirOperation op) {
  for (int i = 0; i < 2; ++i) {
    MlirValue v = mlirOperationGetOperand(op, i);
    MlirOperation from = attnTvProducer(v);
    if (!attnTvInMemory(v) || attnIs(from, "tile.slot") || attnIs(from, "tile.load"))
      continue; // loads are not staged yet
    if (strcmp(attnAttrStr(from, "transport"), "tma") != 0 || attnTvInt(from, "swizzle", 0) == 0)
      return attnBad(op,
                     "has an atom of a warpgroup, but operand %d lies in a slab that is not "
                     "swizzled and filled by 'tma'",
                     i);
  }
  return true;
}

bool attnTvContract(AttnTileCheck *c, MlirOperation op) {
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
         ((!mma && !wgmma) ||
          (checkMma(c, op, bf16, summed, &axes, &sides[0]) && checkParts(op))) &&
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

bool attnTvMap(AttnTileCheck *c, MlirOperation op) {
  AttnAxisList axes;
  if (!attnTvResult(c, op, &axes) || !attnVerifyBlock(op, 0, "body", 0, 1))
    return false;
  MlirBlock block = attnBody(op, 0);
  MlirOperation last = mlirBlockGetTerminator(block), o = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationEqual(o, last); o = mlirOperationGetNextInBlock(o))
    if (!attnTvCaptures(c, o) || !checkMapOp(c, op, &axes, o))
      return false;
  if (!attnTvCaptures(c, last))
    return false;
  if (!mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(last, 0)),
                     attnTvElement(mlirOperationGetResult(op, 0))))
    return attnBad(op, "yields another type than the tile's elements");
  MlirAttribute mask = attnAttr(op, "mask"), skips = attnAttr(op, "unless_one");
  if (!mlirAttributeIsNull(mask) && mlirBoolAttrGetValue(mask) &&
      !attnIs(attnDef(mlirOperationGetOperand(last, 0)), "arith.select"))
    return attnBad(op, "has 'mask' and does not select what it yields");
  if (mlirAttributeIsNull(skips) || !mlirBoolAttrGetValue(skips))
    return true;
  MlirOperation product = attnDef(mlirOperationGetOperand(last, 0));
  for (int i = 0; i < 2; ++i)
    if (!attnIs(product, "arith.mulf") ||
        !attnIs(attnDef(mlirOperationGetOperand(product, i)), "tile.element"))
      return attnBad(op, "has 'unless_one' and is no product of two elements");
  return true;
}
