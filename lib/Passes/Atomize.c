//===- Atomize.c - attn-atomize: atoms, threads, layouts ------------------===//
//
// Takes:  tile.kernel operations (after attn-bracket).
// Gives:  an `atom` on every tile.contract (scalar), `threads` on the kernel, a distribution layout
//         on every tile value that lives in registers.
// Leaves: a tile.load that only contractions read: it stays in memory (attn-stage decides where).
//
// The geometry is TILE's. Scalar atoms: N threads along the columns, M along the rows, FN x FM
// cells each. A tile over (row m, column j) is laid out as
//
//   columns   l<N>@j r<FN>@j          lanes fastest: the right operand is contiguous along the
//                                     contracted axis, a lane walks a row of its own
//             r<v>@j l<N>@j r<FN/v>@j registers fastest: it is contiguous along j, a lane reads
//                                     vectors of v
//   rows      r<FM>@m l<32/N>@m w<M*N/32>@m
//
// Tensor-core atoms: C fragments (Schedule/MmaLayout.h). The left operand of such a contraction,
// where it is no load, is rounded to the atom's type if it is wider and put into A fragments: by
// tile.relayout where it is a result of contractions, in its own layout where loads alone make it.
//
// A value without rows (columns) holds copies where the others have rows (columns), so that maps
// and reductions read what lies in their own lane. Row and column axes are read off the kernel:
// columns are the fold axis, contracted axes, axes of right operands, and the axis TILE names.
//
//   for each operation of the kernel, last to first:
//     layout = demanded by a map that reads it, or the rule above
//     a map demands of what it reads its own layout without the axes that are broadcast
//
//===----------------------------------------------------------------------===//
#include "Passes/Atomize.h"
#include "attn-c/Plugin.h"

#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunAtomize(MlirOperation op, const AttnPassContext *pass);

/// Is this use the left or right operand of a contraction?
static bool isContractUse(MlirOpOperand u) {
  return attnIs(mlirOpOperandGetOwner(u), "tile.contract") && mlirOpOperandGetOperandNumber(u) < 2;
}

static bool layoutOf(MlirOperation op, AttnLayout *l) {
  const char *text = attnAttrStr(op, "layout");
  char err[128];
  return text && attnLayoutParse(text, l, err, sizeof err);
}

static void setLayout(MlirOperation op, const AttnLayout *l) {
  char *text = attnLayoutPrint(l);
  attnSetAttr(op, "layout", attnStr(mlirOperationGetContext(op), text));
  free(text);
}

//===--- assignment -------------------------------------------------------===//

static bool assign(AttnAtomizer *a, MlirOperation op, int depth);

/// The layout a map of layout `l` over `axes` needs of a value over `of`.
static AttnLayout restricted(const AttnAtomizer *a, const AttnLayout *l, const AttnNames *axes,
                             const AttnNames *of) {
  AttnLayout r = *l;
  for (int i = 0; i < axes->n; ++i)
    if (!attnAzHas(of, axes->axis[i]))
      r = attnLayoutWithout(&r, a->axes.a[axes->axis[i]].name);
  return r;
}

/// Operand `pos` of `user` shall have layout `l`. A value that already has another and is cheap to
/// make again is made again.
static bool demand(AttnAtomizer *a, MlirOperation user, intptr_t pos, const AttnLayout *l,
                   int depth) {
  MlirOperation d = attnDef(mlirOperationGetOperand(user, pos));
  AttnLayout has;
  if (!attnAzIsTile(d))
    return true; // an iteration argument or a loop's result: checked at the end
  if (!layoutOf(d, &has)) {
    if (attnIs(d, "tile.load") || attnIs(d, "tile.fill") || attnIs(d, "tile.map") ||
        attnIs(d, "tile.fetch"))
      setLayout(d, l);
    return true;
  }
  bool cheap = attnIs(d, "tile.load") || attnIs(d, "tile.fill") || attnIs(d, "tile.map");
  if (attnLayoutEqual(&has, l) || !cheap)
    return true;
  MlirOperation clone = mlirOperationClone(d);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(d), d, clone);
  setLayout(clone, l);
  mlirOperationSetOperand(user, pos, mlirOperationGetResult(clone, 0));
  return assign(a, clone, depth + 1);
}

/// A load that contractions and others read becomes two: the contractions' one stays in memory.
static MlirOperation splitLoad(MlirOperation op) {
  bool contract = false, other = false;
  MlirValue v = mlirOperationGetResult(op, 0);
  for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u);
       u = mlirOpOperandGetNextUse(u))
    *(isContractUse(u) ? &contract : &other) = true;
  if (!contract)
    return op;
  if (!other)
    return (MlirOperation){NULL};
  MlirOperation clone = mlirOperationClone(op);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, clone);
  for (bool again = true; again;) {
    again = false;
    for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u) && !again;
         u = mlirOpOperandGetNextUse(u))
      if (!isContractUse(u)) {
        mlirOperationSetOperand(mlirOpOperandGetOwner(u), mlirOpOperandGetOperandNumber(u),
                                mlirOperationGetResult(clone, 0));
        again = true;
      }
  }
  mlirOperationRemoveAttributeByName(op, mlirStringRefCreateFromCString("layout"));
  return clone;
}

static bool assignMap(AttnAtomizer *a, MlirOperation op, const AttnNames *names,
                      const AttnLayout *l, int depth) {
  MlirOperation *elements;
  intptr_t n = attnCollect(op, "tile.element", &elements);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i) {
    AttnNames of;
    ok = attnAzNames(a, elements[i], "axes", &of);
    if (!ok)
      break;
    AttnLayout r = restricted(a, l, names, &of);
    ok = demand(a, elements[i], 0, &r, depth);
  }
  free(elements);
  return ok;
}

//===--- operands of contractions -----------------------------------------===//

static bool scalarOperands(AttnAtomizer *a, MlirOperation op) {
  attnSetAttr(op, "atom", attnStr(a->ctx, "scalar"));
  return true;
}

/// Can v be made in any layout, from loads, fills and coordinates alone?
static bool isCheap(MlirValue v, int depth) {
  MlirOperation d = attnDef(v);
  if (depth > 16 || attnIs(d, "tile.fill") || attnIs(d, "tile.load"))
    return depth <= 16;
  if (!attnIs(d, "tile.map"))
    return false;
  MlirOperation *elements;
  intptr_t n = attnCollect(d, "tile.element", &elements);
  bool cheap = true;
  for (intptr_t i = 0; i < n && cheap; ++i)
    cheap = isCheap(mlirOperationGetOperand(elements[i], 0), depth + 1);
  free(elements);
  return cheap;
}

/// In front of `op`: v, a tile over the axes attribute `axes`, with elements of `type` and layout
/// l.
static MlirValue convert(AttnAtomizer *a, MlirOperation op, MlirValue v, MlirAttribute axes,
                         MlirType type, const AttnLayout *l) {
  AttnBuilder b = attnBuilderBefore(op), in;
  MlirType from = mlirValueGetType(v);
  int64_t shape[2] = {0, 0};
  for (intptr_t i = 0; i < mlirShapedTypeGetRank(from) && i < 2; ++i)
    shape[i] = mlirShapedTypeGetDimSize(from, i);
  MlirRegion region = attnRegionWithBlock(&b, 0, NULL, &in);
  MlirNamedAttribute attrs[2] = {attnNamed(a->ctx, "axes", axes)};
  MlirValue x = attnBuild(&in, "tile.element", 1, &v, attnElementType(from), 1, attrs);
  x = attnCast(&in, x, type);
  attnBuildYield(&in, "gpu.yield", 1, &x);
  char *text = attnLayoutPrint(l);
  attrs[1] = attnNamed(a->ctx, "layout", attnStr(a->ctx, text));
  free(text);
  MlirType result = attnTensorType(mlirShapedTypeGetRank(from), shape, type);
  MlirOperation map = attnBuildOp(&b, &(AttnOpDesc){.name = "tile.map",
                                                    .nResults = 1,
                                                    .results = &result,
                                                    .nAttrs = 2,
                                                    .attrs = attrs,
                                                    .nRegions = 1,
                                                    .regions = &region});
  return mlirOperationGetResult(map, 0);
}

static MlirValue relayout(AttnAtomizer *a, MlirOperation op, MlirValue v, MlirAttribute axes,
                          const AttnLayout *from, const AttnLayout *to) {
  AttnBuilder b = attnBuilderBefore(op);
  int *regs = malloc((size_t)attnLayoutCount(to, ATTN_REG) * sizeof *regs);
  int warps = (int)(attnTileThreads(&a->tile) / 32);
  bool same = attnLayoutSameLane(from, to, warps, regs);
  free(regs);
  char *text = attnLayoutPrint(to);
  MlirNamedAttribute attrs[] = {
      attnNamed(a->ctx, "axes", axes),
      attnNamed(a->ctx, "via", attnStr(a->ctx, same ? "registers" : "shared")),
      attnNamed(a->ctx, "layout", attnStr(a->ctx, text))};
  free(text);
  return attnBuild(&b, "tile.relayout", 1, &v, mlirValueGetType(v), 3, attrs);
}

/// The left operand of an atom, made in the kernel, as A fragments in the atom's type.
static bool leftOperand(AttnAtomizer *a, MlirOperation op, const char *row, const char *axis,
                        MlirType type, int depth) {
  MlirValue v = mlirOperationGetOperand(op, 0);
  MlirAttribute axes = attnAttr(op, "lhs_axes");
  AttnMmaTile t = attnTileMma(&a->tile);
  int contracted = (int)a->axes.a[attnAxesFind(&a->axes, axis)].tile;
  AttnLayout want = attnMmaA(&t, row, axis, contracted), l;
  AttnNames names;
  if (isCheap(v, 0) && mlirTypeEqual(attnElementType(mlirValueGetType(v)), type))
    return demand(a, op, 0, &want, depth);
  if (!attnAzNames(a, op, "lhs_axes", &names) || !attnAzLayout(a, op, &names, &l))
    return false;
  if (!mlirTypeEqual(attnElementType(mlirValueGetType(v)), type)) {
    v = convert(a, op, v, axes, type, &l);
    if (!assign(a, attnDef(v), depth + 1))
      return false;
  }
  mlirOperationSetOperand(op, 0, relayout(a, op, v, axes, &l, &want));
  return true;
}

/// What warpgroups have of a product is added behind it, unless it goes on in another one.
static void addParts(AttnAtomizer *a, MlirOperation op, const AttnLayout *l, int parts) {
  MlirValue v = mlirOperationGetResult(op, 0);
  attnSetAttr(op, "parts", attnI64(a->ctx, parts));
  MlirOpOperand use = mlirValueGetFirstUse(v);
  if (attnNumUses(v) == 1 && attnIs(mlirOpOperandGetOwner(use), "tile.contract"))
    return;
  AttnBuilder b = attnBuilderAfter(op);
  char *text = attnLayoutPrint(l);
  MlirNamedAttribute attrs[] = {attnNamed(a->ctx, "axes", attnAttr(op, "axes")),
                                attnNamed(a->ctx, "layout", attnStr(a->ctx, text))};
  free(text);
  MlirValue total = attnBuild(&b, "tile.total", 1, &v, mlirValueGetType(v), 2, attrs);
  mlirValueReplaceAllUsesOfWith(v, total);
  mlirOperationSetOperand(attnDef(total), 0, v);
}

/// Element type of the atom, and its operands: the right one in memory, the left one in memory or
/// in fragments.
static bool atomOperands(AttnAtomizer *a, MlirOperation op, const AttnLayout *l, int depth) {
  MlirType type = attnElementType(mlirValueGetType(mlirOperationGetOperand(op, 1)));
  bool bf16 = mlirTypeIsABF16(type);
  MlirOperation right = attnDef(mlirOperationGetOperand(op, 1));
  MlirOperation left = attnDef(mlirOperationGetOperand(op, 0));
  const char *axis = attnAttrStr(op, "axis");
  AttnNames lhs;
  if (!attnAzNames(a, op, "lhs_axes", &lhs))
    return false;
  int row = lhs.n == 2 && axis ? lhs.axis[strcmp(a->axes.a[lhs.axis[0]].name, axis) == 0] : -1;
  if (row < 0 || row != a->row || (!bf16 && !mlirTypeIsAF16(type)) || !attnIs(right, "tile.load")) {
    attnOpError(op, "cannot take a tensor-core atom: the left operand has rows and the contracted "
                    "axis, the right one is read from memory and has f16 or bf16 elements");
    return false;
  }
  AttnTileShape t = a->tile;
  AttnMmaTile shape;
  const char *sides[] = {a->axes.a[row].name, NULL};
  for (intptr_t i = 0, n = attnAttrArraySize(op, "axes"); i < n; ++i)
    if (strcmp(attnStrValue(attnAttrArrayGet(op, "axes", i)), sides[0]) != 0)
      sides[1] = attnStrValue(attnAttrArrayGet(op, "axes", i));
  if (attnTileIsWgmma(&t) && sides[1] && attnMmaFromC(l, sides[0], sides[1], &shape)) {
    attnTileSetColumns(&t, shape.fn); // this contraction's own columns
    if (shape.copies > 1 && mlirAttributeIsNull(attnAttr(op, "parts")))
      addParts(a, op, l, shape.copies);
  }
  attnTileSetAtom(&t, bf16 ? "bf16" : "f16");
  attnSetAttr(op, "atom", attnStr(a->ctx, t.atom.atom));
  if (attnIs(left, "tile.load") &&
      mlirTypeEqual(attnElementType(mlirValueGetType(mlirOperationGetOperand(op, 0))), type))
    return true; // attn-stage decides where it lies
  return leftOperand(a, op, a->axes.a[row].name, axis, type, depth);
}

//===--- assignment, continued --------------------------------------------===//

static bool assign(AttnAtomizer *a, MlirOperation op, int depth) {
  if (!attnAzIsTile(op) || depth > 64)
    return true;
  if (attnIs(op, "tile.load") && (op = splitLoad(op)).ptr == NULL)
    return true;
  AttnNames names;
  AttnLayout l;
  if (!attnAzNames(a, op, "axes", &names))
    return false;
  if (!layoutOf(op, &l)) {
    if (!attnAzLayout(a, op, &names, &l))
      return false;
    setLayout(op, &l);
  }
  if (attnIs(op, "tile.map"))
    return assignMap(a, op, &names, &l, depth);
  if (attnIs(op, "tile.contract"))
    return demand(a, op, 2, &l, depth) &&
           (a->tile.tensor ? atomOperands(a, op, &l, depth) : scalarOperands(a, op));
  return true;
}

//===--- check ------------------------------------------------------------===//

/// The layout of a value through loops: of the operation that made it first.
static bool layoutOfValue(MlirValue v, AttnLayout *l, int depth) {
  if (depth > 16)
    return false;
  if (mlirValueIsABlockArgument(v)) {
    MlirOperation loop = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v));
    intptr_t i = mlirBlockArgumentGetArgNumber(v);
    if (!attnIs(loop, "scf.for") || i == 0)
      return false;
    return layoutOfValue(mlirOperationGetOperand(loop, i + 2), l, depth + 1);
  }
  MlirOperation d = attnDef(v);
  if (attnIs(d, "scf.for"))
    return layoutOfValue(mlirOperationGetOperand(d, mlirOpResultGetResultNumber(v) + 3), l,
                         depth + 1);
  if (attnIs(d, "scf.if"))
    return layoutOfValue(mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(d, 0)),
                                                 mlirOpResultGetResultNumber(v)),
                         l, depth + 1);
  return layoutOf(d, l);
}

static bool expect(MlirOperation op, MlirValue v, const AttnLayout *want) {
  AttnLayout l;
  if (layoutOfValue(v, &l, 0) && attnLayoutEqual(&l, want))
    return true;
  char *text = attnLayoutPrint(want);
  attnOpError(op,
              "needs a value as '%s', which another user needs elsewhere: not supported by "
              "this version: moving values between lanes here",
              text);
  free(text);
  return false;
}

static bool checkOne(const AttnAtomizer *a, MlirOperation op) {
  AttnLayout l;
  AttnNames names, of;
  if (attnIs(op, "tile.element")) {
    MlirOperation map = mlirOperationGetParentOperation(op);
    if (!attnAzNames(a, op, "axes", &of) || !attnAzNames(a, map, "axes", &names))
      return false;
    if (!layoutOf(map, &l)) {
      attnOpError(op, "stands in no tile.map");
      return false;
    }
    l = restricted(a, &l, &names, &of);
    return expect(op, mlirOperationGetOperand(op, 0), &l);
  }
  if (attnIs(op, "tile.contract"))
    return !layoutOf(op, &l) || expect(op, mlirOperationGetOperand(op, 2), &l);
  if (attnAzReduces(op)) {
    const char *axis = attnAttrStr(op, "axis");
    bool ok = axis && layoutOf(op, &l);
    intptr_t n = mlirOperationGetNumResults(op);
    for (intptr_t i = 0; i < n && ok; ++i) {
      AttnLayout from;
      ok = layoutOfValue(mlirOperationGetOperand(op, i), &from, 0);
      from = ok ? attnLayoutWithout(&from, axis) : l;
      ok = ok && attnLayoutEqual(&from, &l);
    }
    if (!ok)
      attnOpError(op, "reduces to a layout that the rest of the kernel does not have");
    for (intptr_t i = n; i < mlirOperationGetNumOperands(op) && ok; ++i)
      ok = expect(op, mlirOperationGetOperand(op, i), &l);
    return ok;
  }
  if (attnIs(op, "scf.for")) {
    MlirOperation yield = mlirBlockGetTerminator(attnBody(op, 0));
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      if (layoutOfValue(mlirOperationGetOperand(op, i + 3), &l, 0) &&
          !expect(op, mlirOperationGetOperand(yield, i), &l))
        return false;
  }
  if (attnIs(op, "scf.if") && !mlirBlockIsNull(attnBody(op, 1))) {
    MlirOperation yield = mlirBlockGetTerminator(attnBody(op, 1));
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      if (layoutOfValue(mlirOperationGetResult(op, i), &l, 0) &&
          !expect(op, mlirOperationGetOperand(yield, i), &l))
        return false;
  }
  return true;
}

//===--- the pass ---------------------------------------------------------===//

/// Is `pin` what attn-bracket decided? It may leave k<BK> out, or give more than the axis has.
static bool sameTile(const char *pin, const char *decided) {
  AttnTileShape x, y;
  if (!attnParseTileShape(pin, &x) || !attnParseTileShape(decided, &y) || x.tensor != y.tensor)
    return false;
  if (!x.tensor)
    return memcmp(&x.scalar, &y.scalar, sizeof x.scalar) == 0;
  return strcmp(x.atom.atom, y.atom.atom) == 0 && attnTileSameRows(&x, &y) &&
         x.atom.fn == y.atom.fn && (x.atom.bk == 0 || x.atom.bk >= y.atom.bk);
}

static bool atomizeKernel(MlirOperation kernel, const AttnSchedule *option, bool *honoured) {
  AttnAtomizer a = {.kernel = kernel, .ctx = mlirOperationGetContext(kernel)};
  AttnSchedule s;
  char err[256];
  if (!attnAxesRead(kernel, &a.axes)) {
    attnOpError(kernel, "has no readable 'axes'");
    return false;
  }
  if (!attnScheduleParse(attnAttrStr(kernel, "schedule"), &s, err, sizeof err)) {
    attnOpError(kernel, "schedule attribute: %s", err);
    return false;
  }
  for (size_t i = 0; i < option->size; ++i) {
    const AttnScheduleEntry *e = &option->entries[i];
    if (strcmp(e->key, "TILE") != 0 || !mlirAttributeIsNull(attnAttr(kernel, "serves")))
      continue;
    for (size_t k = 0; k < s.size; ++k) {
      if (strcmp(s.entries[k].key, "TILE") != 0 ||
          (*e->axis && strcmp(s.entries[k].axis, e->axis) != 0))
        continue;
      if (!sameTile(e->value, s.entries[k].value)) {
        attnOpError(kernel, "cannot honour TILE@%s=%s: attn-bracket decided %s", s.entries[k].axis,
                    e->value, s.entries[k].value);
        return false;
      }
      honoured[i] = true;
      break;
    }
  }
  MlirOperation *ops;
  intptr_t n = attnCollect(kernel, NULL, &ops);
  bool ok = attnAzRead(&a, &s, n, ops);
  for (intptr_t i = n - 1; i >= 0 && ok; --i)
    ok = assign(&a, ops[i], 0);
  free(ops);
  n = ok ? attnCollect(kernel, NULL, &ops) : 0;
  for (intptr_t i = 0; i < n && ok; ++i)
    ok = checkOne(&a, ops[i]);
  if (n)
    free(ops);
  if (ok)
    attnSetAttr(kernel, "threads", attnI64(a.ctx, attnTileThreads(&a.tile)));
  return ok;
}

MlirLogicalResult attnRunAtomize(MlirOperation op, const AttnPassContext *pass) {
  AttnSchedule option;
  char err[256];
  if (!attnScheduleParse(pass->getString(pass, "schedule"), &option, err, sizeof err))
    return attnOpError(op, "attn-atomize: option 'schedule': %s", err);
  bool honoured[sizeof option.entries / sizeof *option.entries] = {false};
  MlirOperation *kernels;
  intptr_t n = attnCollect(op, "tile.kernel", &kernels);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i)
    ok = atomizeKernel(kernels[i], &option, honoured);
  free(kernels);
  for (size_t i = 0; i < option.size && ok; ++i) {
    const AttnScheduleEntry *e = &option.entries[i];
    if (strcmp(e->key, "TILE") != 0 || honoured[i])
      continue;
    attnOpError(op,
                "cannot honour TILE%s%s=%s: no kernel here has a contraction or axis of that "
                "name",
                *e->axis ? "@" : "", e->axis, e->value);
    ok = false;
  }
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
