//===- NormalizeMoved.c - Slices at offsets that are values ----------------===//
//
// A slice of x at a value p, in any other dimension at numbers, becomes a window that moves only
// (IR/Moved.h) and a static slice of it, which is composed into who reads it:
//
//   x[p : p + n, 4 : 8]  =  w[:, 4 : 8],  w = x[p : p + n, :]
//
// An insertion of several positions becomes a choice; one position is a comparison (IR/Expr.h).
//
//   insert s into x at p  =  p <= i < p + n ? w[i] : x[i],  w = s moved by p, in zeros
//===----------------------------------------------------------------------===//
#include "IR/Moved.h"
#include "Passes/Normalize.h"

#include <stdlib.h>
#include <string.h>

/// A static box with steps, but for what moves.
typedef struct Box {
  int n;
  int64_t offset[ATTN_MAX_DIMS], size[ATTN_MAX_DIMS], stride[ATTN_MAX_DIMS];
  MlirValue moving[ATTN_MAX_DIMS]; ///< index values; null: at `offset`
} Box;

static bool isStatic(MlirValue v) {
  MlirType t = mlirValueGetType(v);
  return mlirTypeIsARankedTensor(t) && mlirShapedTypeHasStaticShape(t) &&
         mlirShapedTypeGetRank(t) <= ATTN_MAX_DIMS - 4;
}

/// Reads the box of an extract_slice or insert_slice; offsets that are values are the operands from
/// `operand` on. False where sizes or steps are values.
static bool readBox(MlirOperation op, intptr_t operand, Box *b) {
  MlirAttribute off = attnAttr(op, "static_offsets"), sz = attnAttr(op, "static_sizes"),
                st = attnAttr(op, "static_strides");
  b->n = (int)mlirDenseArrayGetNumElements(off);
  if (b->n > ATTN_MAX_DIMS)
    return false;
  for (int d = 0; d < b->n; ++d) {
    b->offset[d] = mlirDenseI64ArrayGetElement(off, d);
    b->size[d] = mlirDenseI64ArrayGetElement(sz, d);
    b->stride[d] = mlirDenseI64ArrayGetElement(st, d);
    b->moving[d] = (MlirValue){NULL};
    if (b->size[d] < 0 || b->stride[d] < 1)
      return false;
    if (b->offset[d] == mlirShapedTypeGetDynamicStrideOrOffset()) {
      b->moving[d] = mlirOperationGetOperand(op, operand++);
      b->offset[d] = 0;
    }
  }
  return true;
}

/// The box of a static slice's result as one of the slice's source. False where what moves goes in
/// steps there.
static bool through(const AttnBuilder *b, MlirOperation slice, Box *box) {
  Box in;
  MlirType out = mlirValueGetType(mlirOperationGetResult(slice, 0));
  if (mlirOperationGetNumOperands(slice) != 1 || !readBox(slice, 1, &in))
    return false;
  int k = 0;
  for (int d = 0; d < in.n; ++d) {
    if (k == box->n || mlirShapedTypeGetDimSize(out, k) != in.size[d]) { // dropped: of size one
      in.size[d] = 1;
      continue;
    }
    in.moving[d] = box->moving[k];
    if (!mlirValueIsNull(in.moving[d]) && in.stride[d] != 1)
      return false;
    if (mlirValueIsNull(in.moving[d])) {
      in.offset[d] += box->offset[k] * in.stride[d];
    } else if (in.offset[d]) {
      in.moving[d] = attnBuild2(b, "arith.addi", in.moving[d], attnConstIndex(b, in.offset[d]));
      in.offset[d] = 0;
    }
    in.stride[d] *= box->stride[k];
    in.size[d] = box->size[k++];
  }
  if (k != box->n)
    return false;
  *box = in;
  return true;
}

void attnMoveSlice(MlirOperation op) {
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirType outType = mlirValueGetType(mlirOperationGetResult(op, 0));
  Box box;
  if (mlirOperationGetNumOperands(op) == 1 || !isStatic(x) ||
      !isStatic(mlirOperationGetResult(op, 0)) || !readBox(op, 1, &box))
    return;
  AttnBuilder b = attnBuilderBefore(op);
  for (MlirOperation from = attnDef(x); attnIs(from, "tensor.extract_slice"); from = attnDef(x)) {
    MlirValue source = mlirOperationGetOperand(from, 0);
    if (!isStatic(source) || !through(&b, from, &box))
      break;
    x = source;
  }
  int64_t span[ATTN_MAX_DIMS], step[ATTN_MAX_DIMS];
  for (int d = 0; d < box.n; ++d) {
    if (box.size[d] == 0)
      return;
    span[d] = (box.size[d] - 1) * box.stride[d] + 1;
    step[d] = box.stride[d];
  }
  x = attnBuildMovedSlice(&b, x, box.moving, span);
  x = attnBuildSlice(&b, x, box.offset, box.size, step, outType);
  attnReplaceOp(op, 1, &x);
}

/// A generic that yields x at `map` for each element of the type.
static MlirValue copied(const AttnBuilder *b, MlirValue x, MlirAffineMap map, MlirType type) {
  MlirType element = attnElementType(type);
  intptr_t n = mlirShapedTypeGetRank(type);
  MlirAttribute maps[] = {mlirAffineMapAttrGet(map),
                          mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(b->ctx, n))};
  AttnBuilder in;
  MlirRegion body = attnRegionWithBlock(b, 2, (MlirType[]){element, element}, &in);
  MlirValue v = mlirBlockGetArgument(in.block, 0);
  attnBuildYield(&in, "linalg.yield", 1, &v);
  MlirValue operands[] = {x, attnBuild0(b, "tensor.empty", type, 0, NULL)};
  return mlirOperationGetResult(
      attnBuildGeneric(b, 1, 1, operands, maps, attnIterators(b->ctx, n, 0), body), 0);
}

void attnCopyReturned(MlirBlock block) {
  MlirOperation end = mlirBlockGetTerminator(block);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(end); ++i) {
    MlirValue x = mlirOperationGetOperand(end, i);
    MlirType type = mlirValueGetType(x);
    if (!attnIsPlacedByData(x))
      continue;
    AttnBuilder b = attnBuilderBefore(end);
    MlirAffineMap same = mlirAffineMapMultiDimIdentityGet(b.ctx, mlirShapedTypeGetRank(type));
    mlirOperationSetOperand(end, i, copied(&b, x, same, type));
  }
}

/// The source of an insertion with all dimensions of the box.
static MlirValue withAllDims(const AttnBuilder *b, MlirValue s, const Box *box, MlirType full) {
  MlirType type = mlirValueGetType(s);
  int rank = (int)mlirShapedTypeGetRank(type), k = 0;
  if (rank == box->n)
    return s;
  MlirAffineExpr e[ATTN_MAX_DIMS];
  for (int d = 0; d < box->n; ++d)
    if (k < rank && mlirShapedTypeGetDimSize(type, k) == box->size[d])
      e[k++] = mlirAffineDimExprGet(b->ctx, d);
  if (k != rank)
    return (MlirValue){NULL};
  return copied(b, s, mlirAffineMapGet(b->ctx, box->n, 0, rank, e), full);
}

/// inside the moving part of the box ? w : x
static MlirValue choice(const AttnBuilder *b, const Box *box, MlirValue w, MlirValue x) {
  MlirType type = mlirValueGetType(x), element = attnElementType(type);
  MlirAttribute id = mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(b->ctx, box->n));
  AttnBuilder in;
  MlirRegion body = attnRegionWithBlock(b, 3, (MlirType[]){element, element, element}, &in);
  MlirValue inside = {NULL};
  for (int d = 0; d < box->n; ++d) {
    if (mlirValueIsNull(box->moving[d]))
      continue;
    MlirNamedAttribute dim = attnNamed(b->ctx, "dim", attnI64(b->ctx, d));
    MlirValue i = attnBuild0(&in, "linalg.index", mlirIndexTypeGet(b->ctx), 1, &dim);
    MlirValue end =
        attnBuild2(&in, "arith.addi", box->moving[d], attnConstIndex(&in, box->size[d]));
    MlirValue both = attnBuild2(&in, "arith.andi", attnCmpi(&in, 5, i, box->moving[d]), // sge
                                attnCmpi(&in, 2, i, end));                              // slt
    inside = mlirValueIsNull(inside) ? both : attnBuild2(&in, "arith.andi", inside, both);
  }
  MlirValue v =
      attnSelect(&in, inside, mlirBlockGetArgument(in.block, 0), mlirBlockGetArgument(in.block, 1));
  attnBuildYield(&in, "linalg.yield", 1, &v);
  MlirValue operands[] = {w, x, attnBuild0(b, "tensor.empty", type, 0, NULL)};
  MlirOperation op = attnBuildGeneric(b, 2, 1, operands, (MlirAttribute[]){id, id, id},
                                      attnIterators(b->ctx, box->n, 0), body);
  return mlirOperationGetResult(op, 0);
}

void attnMoveInsertion(MlirOperation op) {
  MlirValue s = mlirOperationGetOperand(op, 0), x = mlirOperationGetOperand(op, 1);
  MlirType type = mlirValueGetType(x);
  Box box;
  if (mlirOperationGetNumOperands(op) == 2 || !isStatic(s) || !isStatic(x) || !readBox(op, 2, &box))
    return;
  int64_t part[ATTN_MAX_DIMS];
  bool several = false;
  for (int d = 0; d < box.n; ++d) {
    bool moves = !mlirValueIsNull(box.moving[d]);
    if (box.size[d] == 0 || (moves && box.stride[d] != 1))
      return;
    part[d] = moves ? mlirShapedTypeGetDimSize(type, d) : box.size[d];
    several |= moves && box.size[d] > 1;
  }
  if (!several)
    return;
  AttnBuilder b = attnBuilderBefore(op);
  MlirType element = attnElementType(type);
  s = withAllDims(&b, s, &box, attnTensorType(box.n, box.size, element));
  if (mlirValueIsNull(s))
    return;
  MlirType partType = attnTensorType(box.n, part, element);
  MlirValue old = attnBuildSlice(&b, x, box.offset, part, box.stride, partType);
  MlirValue v = choice(&b, &box, attnBuildMovedPad(&b, s, box.moving, partType), old);
  if (!mlirTypeEqual(partType, type)) {
    MlirNamedAttribute attrs[] = {
        attnNamed(b.ctx, "static_offsets", mlirDenseI64ArrayGet(b.ctx, box.n, box.offset)),
        attnNamed(b.ctx, "static_sizes", mlirDenseI64ArrayGet(b.ctx, box.n, part)),
        attnNamed(b.ctx, "static_strides", mlirDenseI64ArrayGet(b.ctx, box.n, box.stride)),
        attnNamed(b.ctx, "operandSegmentSizes",
                  mlirDenseI32ArrayGet(b.ctx, 5, (int32_t[]){1, 1, 0, 0, 0}))};
    v = attnBuild(&b, "tensor.insert_slice", 2, (MlirValue[]){v, x}, type, 4, attrs);
  }
  attnReplaceOp(op, 1, &v);
}
