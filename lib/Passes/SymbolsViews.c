//===- SymbolsViews.c - Dynamic dimensions through views --------------------===//
//
// How torch-mlir writes what it does not know to be equal or whole:
//
//   tensor.reshape x(1, 2, n)          collapse_shape and expand_shape, n a dimension of x or a
//                                      product of some
//   tensor.extract_slice x[0] [n]      the whole dimension, beside static ones that are cut
//   extract x[n == 1 ? 0 : i]          a broadcast that may be one, n the size of x: taken to be
//                                      none, so that the loop of i has the size n (a call with
//                                      another length is refused)
//
//===----------------------------------------------------------------------===//
#include "Passes/SymbolSizes.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_RANK = 32 };

/// What is known of a slot: a product of a number and of classes, which are in order.
typedef struct Size {
  int64_t number;
  int n, root[8];
} Size;

static void multiply(AttnSizes *z, Size *s, int slot) {
  int root = attnSizesRoot(z, slot);
  if (z->slots[root].size >= 0) {
    s->number *= z->slots[root].size;
    return;
  }
  for (int i = 0; i < z->numProducts; ++i)
    if (attnSizesRoot(z, z->products[i].slot) == root) {
      s->number *= z->products[i].number;
      for (int k = 0; k < z->products[i].n; ++k)
        multiply(z, s, z->products[i].factor[k]);
      return;
    }
  if (s->n == 8)
    return; // unlike anything
  int at = s->n++;
  for (; at > 0 && s->root[at - 1] > root; --at)
    s->root[at] = s->root[at - 1];
  s->root[at] = root;
}

static Size sizeOf(AttnSizes *z, int slot) {
  Size s = {.number = 1};
  multiply(z, &s, slot);
  return s;
}

static bool isOne(Size s) { return s.number == 1 && s.n == 0; }

static bool isSame(Size a, Size b) {
  return a.number == b.number && a.n == b.n && !memcmp(a.root, b.root, (size_t)a.n * sizeof(int));
}

/// Is b a times something?
static bool isPartOf(Size a, Size b) {
  int k = 0;
  for (int i = 0; i < b.n && k < a.n; ++i)
    k += b.root[i] == a.root[k];
  return k == a.n && a.number && b.number % a.number == 0;
}

static Size times(Size a, Size b) {
  Size s = {.number = a.number * b.number};
  for (int i = 0, k = 0; i < a.n || k < b.n;) {
    bool first = k == b.n || (i < a.n && a.root[i] <= b.root[k]);
    int root = first ? a.root[i++] : b.root[k++];
    if (s.n < 8)
      s.root[s.n++] = root;
  }
  return s;
}

bool attnSizesSame(AttnSizes *z, int a, int b) { return isSame(sizeOf(z, a), sizeOf(z, b)); }

void attnSizesMultiply(AttnSizes *z, int slot, int n, const int *factors) {
  AttnSizeProduct p = {.slot = slot, .number = 1};
  for (int i = 0; i < n && p.n < 8; ++i)
    p.factor[p.n++] = factors[i];
  z->products = realloc(z->products, (size_t)(z->numProducts + 1) * sizeof *z->products);
  z->products[z->numProducts++] = p;
}

//===--- tensor.reshape ---------------------------------------------------===//

/// Groups of source and result dimensions that have as many elements.
typedef struct Groups {
  int n, fromEnd[MAX_RANK], toEnd[MAX_RANK]; ///< ends (exclusive) of group k
} Groups;

/// Dimensions of size one go to the group in front of them (the first ones to the first group).
static bool group(const Size *from, int nFrom, const Size *to, int nTo, Groups *g) {
  int i = 0, j = 0;
  g->n = 0;
  for (;;) {
    while (i < nFrom && isOne(from[i]))
      ++i;
    while (j < nTo && isOne(to[j]))
      ++j;
    if (i == nFrom || j == nTo)
      break;
    Size x = from[i++], y = to[j++];
    while (!isSame(x, y))
      if (i < nFrom && isPartOf(x, y))
        x = times(x, from[i++]);
      else if (j < nTo && isPartOf(y, x))
        y = times(y, to[j++]);
      else
        return false;
    g->fromEnd[g->n] = i;
    g->toEnd[g->n++] = j;
  }
  if (g->n == 0 || i < nFrom || j < nTo)
    return false;
  // What is left behind the last group is of size one.
  g->fromEnd[g->n - 1] = nFrom;
  g->toEnd[g->n - 1] = nTo;
  return true;
}

static MlirAttribute reassociation(MlirContext ctx, int n, const int *end) {
  MlirAttribute groups[MAX_RANK], dims[MAX_RANK];
  for (int k = 0, d = 0; k < n; ++k) {
    int count = 0;
    for (; d < end[k]; ++d)
      dims[count++] = attnI64(ctx, d);
    groups[k] = mlirArrayAttrGet(ctx, count, dims);
  }
  return mlirArrayAttrGet(ctx, n, groups);
}

static MlirValue toIndex(const AttnBuilder *b, MlirValue v) {
  MlirType index = mlirIndexTypeGet(b->ctx);
  return mlirTypeIsAIndex(mlirValueGetType(v)) ? v : attnBuild1(b, "arith.index_cast", v, index);
}

bool attnSizesReshape(AttnSizes *z, MlirOperation op, MlirOperation *first) {
  MlirValue x = mlirOperationGetOperand(op, 0), r = mlirOperationGetResult(op, 0);
  MlirOperation shape = attnDef(mlirOperationGetOperand(op, 1));
  if (!mlirTypeIsARankedTensor(mlirValueGetType(x)) ||
      !mlirTypeIsARankedTensor(mlirValueGetType(r)) || !attnIs(shape, "tensor.from_elements") ||
      attnSizesRank(x) > MAX_RANK || attnSizesRank(r) > MAX_RANK ||
      mlirOperationGetNumOperands(shape) != attnSizesRank(r))
    return false;
  Size from[MAX_RANK], to[MAX_RANK];
  int64_t core[MAX_RANK], out[MAX_RANK];
  for (int d = 0; d < attnSizesRank(x); ++d)
    from[d] = sizeOf(z, attnSizesOfTensor(z, x) + d);
  for (int d = 0; d < attnSizesRank(r); ++d) {
    to[d] = sizeOf(z, attnSizesOfIndex(z, mlirOperationGetOperand(shape, d)));
    out[d] = mlirShapedTypeGetDimSize(mlirValueGetType(r), d);
  }
  Groups g;
  if (!group(from, attnSizesRank(x), to, attnSizesRank(r), &g))
    return false;
  AttnBuilder b = attnBuilderBefore(op);
  MlirType element = attnElementType(mlirValueGetType(x));
  for (int k = 0, d = 0; k < g.n; ++k)
    for (core[k] = 1; d < g.fromEnd[k]; ++d)
      if (core[k] >= 0)
        core[k] = from[d].n ? mlirShapedTypeGetDynamicSize() : core[k] * from[d].number;
  MlirOperation made = {NULL};
  if (attnSizesRank(x) > g.n) {
    MlirNamedAttribute attr =
        attnNamed(b.ctx, "reassociation", reassociation(b.ctx, g.n, g.fromEnd));
    x = attnBuild(&b, "tensor.collapse_shape", 1, &x, attnTensorType(g.n, core, element), 1, &attr);
    made = attnDef(x);
  }
  if (attnSizesRank(r) > g.n) {
    MlirValue operands[1 + MAX_RANK] = {x};
    intptr_t n = 1;
    for (int d = 0; d < attnSizesRank(r); ++d)
      if (out[d] == mlirShapedTypeGetDynamicSize())
        operands[n++] = toIndex(&b, mlirOperationGetOperand(shape, d));
    MlirNamedAttribute attrs[] = {
        attnNamed(b.ctx, "reassociation", reassociation(b.ctx, g.n, g.toEnd)),
        attnNamed(b.ctx, "static_output_shape",
                  mlirDenseI64ArrayGet(b.ctx, attnSizesRank(r), out))};
    x = attnBuild(&b, "tensor.expand_shape", n, operands, mlirValueGetType(r), 2, attrs);
    made = mlirOperationIsNull(made) ? attnDef(x) : made;
  } else if (!mlirTypeEqual(mlirValueGetType(x), mlirValueGetType(r))) {
    x = attnBuild1(&b, "tensor.cast", x, mlirValueGetType(r));
    made = mlirOperationIsNull(made) ? attnDef(x) : made;
  }
  mlirValueReplaceAllUsesOfWith(r, x);
  *first = mlirOperationIsNull(made) ? op : made;
  return true;
}

bool attnSizesJoined(MlirOperation reshape) {
  if (!attnIs(reshape, "tensor.expand_shape") && !attnIs(reshape, "tensor.collapse_shape"))
    return false;
  bool expand = attnIs(reshape, "tensor.expand_shape");
  MlirType wide = mlirValueGetType(expand ? mlirOperationGetResult(reshape, 0)
                                          : mlirOperationGetOperand(reshape, 0));
  MlirAttribute groups = attnAttr(reshape, "reassociation");
  bool joined = false;
  for (intptr_t g = 0; g < mlirArrayAttrGetNumElements(groups); ++g) {
    MlirAttribute group = mlirArrayAttrGetElement(groups, g);
    int real = 0, dynamic = 0;
    for (intptr_t k = 0; k < mlirArrayAttrGetNumElements(group); ++k) {
      intptr_t d = mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(group, k));
      real += mlirShapedTypeIsDynamicDim(wide, d) || mlirShapedTypeGetDimSize(wide, d) != 1;
      dynamic += mlirShapedTypeIsDynamicDim(wide, d);
    }
    joined |= dynamic && real > 1;
  }
  return joined;
}

void attnSizesEmpty(MlirOperation op) {
  if (!attnIs(attnDef(mlirOperationGetOperand(op, 0)), "tensor.empty"))
    return;
  MlirValue sizes[MAX_RANK];
  intptr_t n = mlirOperationGetNumOperands(op) - 1;
  for (intptr_t k = 0; k < n && k < MAX_RANK; ++k)
    sizes[k] = mlirOperationGetOperand(op, 1 + k);
  AttnBuilder b = attnBuilderBefore(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue v = attnBuild(&b, "tensor.empty", n, sizes, type, 0, NULL);
  attnReplaceOp(op, 1, &v);
}

//===--- slices -----------------------------------------------------------===//

static int64_t entry(MlirOperation op, const char *list, intptr_t d) {
  return mlirDenseI64ArrayGetElement(attnAttr(op, list), d);
}

/// Is dimension d of the box one that the part's type has as its dimension k?
static bool isKept(MlirType part, int k, int64_t size) {
  return k < mlirShapedTypeGetRank(part) && mlirShapedTypeGetDimSize(part, k) == size;
}

/// The box of `part` in `whole`: what is dynamic is whole.
static bool relateSlice(AttnSizes *z, MlirOperation op, MlirValue whole, MlirValue part,
                        intptr_t operand) {
  const int64_t dynamic = mlirShapedTypeGetDynamicSize();
  MlirType type = mlirValueGetType(part);
  int k = 0;
  for (int d = 0; d < attnSizesRank(whole); ++d) {
    int64_t offset = entry(op, "static_offsets", d), size = entry(op, "static_sizes", d);
    int slot = attnSizesOfTensor(z, whole) + d;
    bool kept = isKept(type, k, size);
    if (offset == dynamic || entry(op, "static_strides", d) == dynamic)
      return false;
    if (size == dynamic) {
      int given = attnSizesOfIndex(z, mlirOperationGetOperand(op, operand++));
      if (!isSame(sizeOf(z, given), sizeOf(z, slot)) || !kept)
        return false;
    } else if (mlirShapedTypeIsDynamicDim(mlirValueGetType(whole), d)) {
      return false; // a part of a dimension whose size is not known
    }
    if (size == dynamic && (offset != 0 || entry(op, "static_strides", d) != 1))
      return false;
    if (size == dynamic)
      attnSizesUnite(z, attnSizesOfTensor(z, part) + k, slot);
    k += kept;
  }
  return k == attnSizesRank(part);
}

static bool relateConcat(AttnSizes *z, MlirOperation op) {
  MlirValue r = mlirOperationGetResult(op, 0);
  int64_t dim = -1;
  attnAttrI64(op, "dim", &dim);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue x = mlirOperationGetOperand(op, i);
    for (int d = 0; d < attnSizesRank(x); ++d)
      if (d != dim)
        attnSizesUnite(z, attnSizesOfTensor(z, r) + d, attnSizesOfTensor(z, x) + d);
      else if (mlirShapedTypeIsDynamicDim(mlirValueGetType(x), d))
        return false;
  }
  return !mlirShapedTypeIsDynamicDim(mlirValueGetType(r), dim);
}

static bool relatePad(AttnSizes *z, MlirOperation op) {
  MlirValue x = mlirOperationGetOperand(op, 0), r = mlirOperationGetResult(op, 0);
  if (mlirOperationGetNumOperands(op) != 1)
    return false;
  for (int d = 0; d < attnSizesRank(x); ++d)
    if (!entry(op, "static_low", d) && !entry(op, "static_high", d))
      attnSizesUnite(z, attnSizesOfTensor(z, r) + d, attnSizesOfTensor(z, x) + d);
    else if (mlirShapedTypeIsDynamicDim(mlirValueGetType(x), d))
      return false;
  return true;
}

bool attnSizesView(AttnSizes *z, MlirOperation op) {
  MlirValue r = mlirOperationGetResult(op, 0);
  if (attnIs(op, "tensor.extract_slice"))
    return relateSlice(z, op, mlirOperationGetOperand(op, 0), r, 1);
  if (attnIs(op, "tensor.concat"))
    return relateConcat(z, op);
  if (attnIs(op, "tensor.pad"))
    return relatePad(z, op);
  if (!attnIs(op, "tensor.insert_slice"))
    return false;
  MlirValue whole = mlirOperationGetOperand(op, 1);
  for (int d = 0; d < attnSizesRank(r); ++d)
    attnSizesUnite(z, attnSizesOfTensor(z, r) + d, attnSizesOfTensor(z, whole) + d);
  return relateSlice(z, op, whole, mlirOperationGetOperand(op, 0), 2);
}

void attnSizesStaticSlice(MlirOperation op, MlirType type) {
  bool insert = attnIs(op, "tensor.insert_slice");
  MlirValue whole = mlirOperationGetOperand(op, insert);
  if (mlirOperationGetNumOperands(op) == 1 + insert)
    return;
  int64_t sizes[MAX_RANK], n = attnSizesRank(whole);
  for (int d = 0; d < n; ++d) {
    sizes[d] = entry(op, "static_sizes", d);
    if (sizes[d] == mlirShapedTypeGetDynamicSize()) // whole
      sizes[d] = mlirShapedTypeGetDimSize(type, d);
  }
  AttnBuilder b = attnBuilderBefore(op);
  MlirValue operands[] = {mlirOperationGetOperand(op, 0), whole};
  int32_t segments[] = {1, 1, 0, 0, 0};
  MlirNamedAttribute attrs[] = {
      attnNamed(b.ctx, "static_offsets", attnAttr(op, "static_offsets")),
      attnNamed(b.ctx, "static_sizes", mlirDenseI64ArrayGet(b.ctx, n, sizes)),
      attnNamed(b.ctx, "static_strides", attnAttr(op, "static_strides")),
      attnNamed(b.ctx, "operandSegmentSizes",
                mlirDenseI32ArrayGet(b.ctx, 4 + insert, insert ? segments : segments + 1))};
  MlirValue v = attnBuild(&b, attnOpName(op), 1 + insert, operands,
                          mlirValueGetType(mlirOperationGetResult(op, 0)), 4, attrs);
  attnReplaceOp(op, 1, &v);
}

//===--- broadcasts that may be one ---------------------------------------===//

/// Is the value a coordinate and nothing else, of dimensions with that size?
static bool isCoordinateOf(AttnSizes *z, MlirValue v, Size size) {
  MlirOpOperand use = mlirValueGetFirstUse(v);
  bool all = !mlirOpOperandIsNull(use);
  for (; !mlirOpOperandIsNull(use) && all; use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    int k = (int)mlirOpOperandGetOperandNumber(use) - 1;
    all = attnIs(op, "tensor.extract") && k >= 0 &&
          isSame(size, sizeOf(z, attnSizesOfTensor(z, mlirOperationGetOperand(op, 0)) + k));
  }
  return all;
}

void attnSizesBroadcasts(AttnSizes *z, MlirOperation generic) {
  int loops = attnSizesOfLoops(z, generic);
  for (MlirOperation op = mlirBlockGetFirstOperation(attnBody(generic, 0)), next;
       !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!attnIs(op, "arith.select"))
      continue;
    MlirOperation is = attnDef(mlirOperationGetOperand(op, 0)),
                  index = attnDef(mlirOperationGetOperand(op, 2));
    int64_t predicate, zero, one, d;
    if (!attnIs(is, "arith.cmpi") || !attnAttrI64(is, "predicate", &predicate) || predicate != 0 ||
        !attnConstantOf(mlirOperationGetOperand(is, 1), &one) || one != 1 ||
        !attnConstantOf(mlirOperationGetOperand(op, 1), &zero) || zero != 0 ||
        !attnIs(index, "linalg.index") || !attnAttrI64(index, "dim", &d))
      continue;
    int slot = attnSizesOfIndex(z, mlirOperationGetOperand(is, 0));
    MlirValue chosen = mlirOperationGetResult(op, 0);
    if (!isCoordinateOf(z, chosen, sizeOf(z, slot)))
      continue;
    attnSizesUnite(z, slot, loops + (int)d);
    mlirValueReplaceAllUsesOfWith(chosen, mlirOperationGetResult(index, 0));
  }
}
