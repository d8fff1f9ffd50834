//===- Slab.c - Slabs of shared memory ------------------------------------===//
//
//   plain      [slot][row][row bytes + pad]
//   swizzled   [slot][panel][row][swizzle bytes]    chunk c of 16 bytes of row r lies at
//                                                   c XOR (r * swizzle / 128) mod (swizzle / 16);
//                                                   rows that TMA reads may end in the last panel
//
// Slots of a swizzled slab begin at multiples of 1024 bytes, so the swizzle is that of the TMA
// unit, which takes it from the address: bits 4.. XOR bits 7..
//
//        byte address   ... 9 8 7 6 5 4 3 2 1 0
//        swizzle 128          x x x
//                                 ^ ^ ^                    bits 6 5 4 become (6 5 4) XOR (9 8 7)
//        swizzle  64            x x   ^ ^
//        swizzle  32              x     ^
//
// The address of an element whose coordinates are a lane's part plus constants is
//
//   ((base + swizzled lane part) XOR constant of the column) + constants of panel and row
//
// where the lane part is computed once at the entry of the kernel: at most one XOR per address, and
// none where the column's constant is a multiple of the panel.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include <string.h>

static const MlirLogicalResult OK = {1};

//===--- where slabs lie --------------------------------------------------===//

enum { SWIZZLED_ALIGN = 1024, BULK_ALIGN = 128, PLAIN_ALIGN = 16 };

int64_t attnLSlabAlign(const AttnView *v) { return v->swizzle ? SWIZZLED_ALIGN : PLAIN_ALIGN; }

AttnSlab *attnLSlabFind(AttnLower *k, const char *name) {
  for (int i = 0; name && i < k->nSlabs; ++i)
    if (strcmp(k->slabs[i].name, name) == 0)
      return &k->slabs[i];
  return NULL;
}

int64_t attnLReserve(AttnLower *k, int64_t bytes, int64_t align) {
  int64_t at = (k->sharedBytes + align - 1) / align * align;
  k->sharedBytes = at + bytes;
  return at;
}

/// The slab called `name`, allocated if it is new; null with an error if it does not fit.
static AttnSlab *slabNamed(AttnLower *k, MlirOperation op, const char *name, int64_t bytes,
                           int64_t slots, int64_t align) {
  AttnSlab *slab = attnLSlabFind(k, name);
  bytes = (bytes + align - 1) / align * align;
  if (!slab && k->nSlabs == ATTN_MAX_SLABS) {
    attnOpError(op, "the kernel has more than %d slabs", ATTN_MAX_SLABS);
    return NULL;
  }
  if (!slab) {
    slab = &k->slabs[k->nSlabs++];
    *slab = (AttnSlab){.name = name,
                       .bytes = bytes,
                       .offset = attnLReserve(k, bytes * slots, align),
                       .slots = slots};
  } else if (bytes > slab->bytes || slots != slab->slots || slab->offset % align != 0) {
    attnOpError(
        op, "slab '%s' has %lld slots of %lld bytes in its first tile.copy, here %lld of %lld",
        name, (long long)slab->slots, (long long)slab->bytes, (long long)slots, (long long)bytes);
    return NULL;
  }
  return slab;
}

/// Coefficients of a row-major box whose rows (along the last axis) are `pitch` elements apart.
static void rowMajor(AttnView *v, int64_t pitch) {
  for (int i = v->rank - 1; i >= 0; --i) {
    v->coeff[i] = i == v->rank - 1 ? 1 : pitch;
    pitch *= i == v->rank - 1 ? 1 : v->size[i];
  }
}

static int64_t rowsOf(const AttnView *v) {
  int64_t rows = 1;
  for (int i = 0; i < v->rank - 1; ++i)
    rows *= v->size[i];
  return rows;
}

/// Elements that one access may take: base and pitch are multiples of it.
static void setAlign(AttnView *v) {
  v->align = 16 / attnLBytes(v->element);
  if (v->rank) {
    v->align = attnLPowerOfTwo(v->size[v->rank - 1], v->align);
    for (int i = 0; i < v->rank - 1; ++i)
      v->align = attnLPowerOfTwo(v->coeff[i], v->align);
  }
}

MlirLogicalResult attnLOwnSlab(AttnLower *k, MlirOperation op, const char *name, MlirType element,
                               int rank, const char *const *axes, const int64_t *shape, int64_t pad,
                               AttnView *v) {
  *v = (AttnView){.shared = true, .element = attnLMemoryType(k, element), .rank = rank};
  for (int i = 0; i < rank; ++i)
    v->axes[i] = axes[i], v->size[i] = shape[i];
  int64_t bytes = attnLBytes(v->element), row = rank ? shape[rank - 1] : 1;
  rowMajor(v, row + pad / bytes);
  AttnSlab *slab = slabNamed(k, op, name, rowsOf(v) * (row * bytes + pad), 1, PLAIN_ALIGN);
  if (!slab)
    return mlirLogicalResultFailure();
  v->base = v->anchor = attnLPointer(k, k->sharedBase, (MlirValue){NULL}, slab->offset);
  setAlign(v);
  return OK;
}

MlirLogicalResult attnLSlabView(AttnLower *k, MlirOperation op, AttnView *v) {
  int64_t slots = 1;
  attnAttrI64(op, "slots", &slots);
  MlirValue slot = {NULL};
  if (slots > 1) {
    MlirValue last = mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - 1);
    if (mlirLogicalResultIsFailure(attnLScalarValue(k, op, last, NULL, &slot)))
      return mlirLogicalResultFailure();
  }
  return attnLSlotView(k, op, slot, v);
}

MlirLogicalResult attnLSlotView(AttnLower *k, MlirOperation op, MlirValue slot, AttnView *v) {
  // A copy makes the tile that lies in the slab, a store has it as its operand.
  MlirType type = mlirValueGetType(mlirOperationGetNumResults(op) ? mlirOperationGetResult(op, 0)
                                                                  : mlirOperationGetOperand(op, 0));
  *v =
      (AttnView){.shared = true, .element = attnLMemoryType(k, mlirShapedTypeGetElementType(type))};
  v->rank = (int)mlirShapedTypeGetRank(type);
  if (mlirLogicalResultIsFailure(attnLAxes(op, "axes", v->rank, v->axes)))
    return mlirLogicalResultFailure();
  const char *name = attnAttrStr(op, "slab");
  int64_t pad = 0, slots = 1, swizzle = 0, parts = 1, bytes = attnLBytes(v->element), row = 1;
  attnAttrI64(op, "pad", &pad);
  attnAttrI64(op, "slots", &slots);
  attnAttrI64(op, "swizzle", &swizzle);
  for (int i = 0; i < v->rank; ++i)
    row = v->size[i] = mlirShapedTypeGetDimSize(type, i);
  if (attnAttrI64(op, "parts", &parts) && v->rank) // of a store: of its columns
    row = v->size[v->rank - 1] /= parts;
  if (!name || pad < 0 || pad % bytes != 0 || slots < 1)
    return attnOpError(op,
                       "needs a slab name, at least one slot and a pad that is a multiple of the "
                       "element's %lld bytes, found %lld slots and a pad of %lld",
                       (long long)bytes, (long long)slots, (long long)pad);
  const char *transport = attnAttrStr(op, "transport");
  bool bulk = transport && strcmp(transport, "tma") == 0, filled = bulk && attnIs(op, "tile.copy");
  int64_t rowBytes = row * bytes + pad;
  if (swizzle && filled)
    rowBytes = (rowBytes + swizzle - 1) / swizzle * swizzle;
  if ((swizzle && swizzle != 32 && swizzle != 64 && swizzle != 128) ||
      (swizzle && (pad || rowBytes % swizzle != 0 || bytes > 16)))
    return attnOpError(op,
                       "has a swizzle of %lld bytes; expected 32, 64 or 128, rows (of %lld bytes) "
                       "made of whole panels, and no pad",
                       (long long)swizzle, (long long)(row * bytes));
  v->swizzle = (int)swizzle;
  rowMajor(v, swizzle ? swizzle / bytes : row + pad / bytes);
  AttnSlab *slab = slabNamed(k, op, name, rowsOf(v) * rowBytes, slots,
                             swizzle ? SWIZZLED_ALIGN
                             : bulk  ? BULK_ALIGN
                                     : PLAIN_ALIGN);
  if (!slab)
    return mlirLogicalResultFailure();
  MlirValue offset = {NULL};
  if (slots > 1 && !mlirValueIsNull(slot))
    offset = attnLMulC(k, attnCast(&k->b, slot, k->i32), slab->bytes);
  v->base = v->anchor = attnLPointer(k, k->sharedBase, offset, slab->offset);
  setAlign(v);
  return OK;
}

void attnLSlabColumns(AttnLower *k, AttnView *v, MlirValue column, int64_t columns) {
  int64_t panel = v->swizzle / attnLBytes(v->element);
  MlirValue number =
      attnLOp2(k, "arith.divui", attnCast(&k->b, column, k->i32), attnLI32(k, panel));
  v->base = v->anchor = attnLPointer(k, v->base, attnLMulC(k, number, rowsOf(v) * v->swizzle), 0);
  v->size[v->rank - 1] = columns;
}

//===--- swizzled addresses -----------------------------------------------===//

/// ((row bytes >> 7) mod chunks) << 4, for a row given in bytes from the panel's begin.
static MlirValue chunkBits(AttnLower *k, MlirValue row, int swizzle) {
  MlirValue bits = attnLOp2(k, "arith.andi", row, attnLI32(k, (swizzle / 16 - 1) << 7));
  return attnLOp2(k, "arith.shrui", bits, attnLI32(k, 3));
}

/// The swizzled byte offset of a dynamic row (bytes) and column (elements), either may be null.
static MlirValue swizzledPart(AttnLower *k, const AttnView *v, MlirValue row, MlirValue column) {
  int64_t bytes = attnLBytes(v->element), panel = v->swizzle / bytes;
  int64_t columns = v->size[v->rank - 1];
  MlirValue at = row;
  if (!mlirValueIsNull(column)) {
    MlirValue within = column;
    if (columns > panel) {
      within = attnLOp2(k, "arith.remui", column, attnLI32(k, panel));
      MlirValue number = attnLOp2(k, "arith.divui", column, attnLI32(k, panel));
      at = attnLAdd(k, at, attnLMulC(k, number, rowsOf(v) * v->swizzle));
    }
    within = attnLMulC(k, within, bytes);
    if (!mlirValueIsNull(row))
      within = attnLOp2(k, "arith.xori", within, chunkBits(k, row, v->swizzle));
    at = attnLAdd(k, at, within);
  } else if (!mlirValueIsNull(row)) {
    at = attnLAdd(k, at, chunkBits(k, row, v->swizzle));
  }
  return at;
}

/// The same, at the entry and once per combination, for lanes' parts.
static MlirValue lanePart(AttnLower *k, const AttnView *v, MlirValue row, MlirValue column) {
  int64_t rows = rowsOf(v);
  for (int i = 0; i < k->nSwizzled; ++i)
    if (k->swizzled[i].swizzle == v->swizzle && k->swizzled[i].rows == rows &&
        mlirValueEqual(k->swizzled[i].row, row) && mlirValueEqual(k->swizzled[i].column, column))
      return k->swizzled[i].value;
  AttnBuilder saved = k->b;
  k->b = k->entry;
  MlirValue bytes = mlirValueIsNull(row) ? row : attnLMulC(k, row, v->swizzle);
  MlirValue value = swizzledPart(k, v, bytes, column);
  k->b = saved;
  if (k->nSwizzled < (int)(sizeof k->swizzled / sizeof *k->swizzled)) {
    k->swizzled[k->nSwizzled].swizzle = v->swizzle;
    k->swizzled[k->nSwizzled].rows = rows;
    k->swizzled[k->nSwizzled].row = row;
    k->swizzled[k->nSwizzled].column = column;
    k->swizzled[k->nSwizzled++].value = value;
  }
  return value;
}

MlirValue attnLSwizzledAddress(AttnLower *k, const AttnView *v, const AttnCoord *coords) {
  int last = v->rank - 1;
  int64_t bytes = attnLBytes(v->element), panel = v->swizzle / bytes;
  // The row's number: leading axes are row-major, their coefficients multiples of a panel's row.
  MlirValue row = {NULL}, column = coords[last].dynamic;
  int64_t rowConstant = 0, columnConstant = coords[last].constant;
  bool lanes = mlirValueIsNull(column) || coords[last].bits;
  int rowParts = 0;
  for (int i = 0; i < last; ++i) {
    int64_t stride = v->coeff[i] / panel;
    rowConstant += coords[i].constant * stride;
    if (mlirValueIsNull(coords[i].dynamic))
      continue;
    ++rowParts;
    lanes &= coords[i].bits != 0 && stride == 1;
    row = attnLAdd(k, row, attnLMulC(k, coords[i].dynamic, stride));
  }
  lanes &= rowParts <= 1;
  // What cannot be split off joins the dynamic part.
  if (!mlirValueIsNull(column) && (!coords[last].bits || coords[last].bits & columnConstant)) {
    column = attnLAddC(k, column, columnConstant);
    lanes &= columnConstant == 0;
    columnConstant = 0;
  }
  if (rowConstant % 8 != 0 && !mlirValueIsNull(row)) {
    row = attnLAddC(k, row, rowConstant);
    lanes = false;
    rowConstant = 0;
  }
  MlirValue part;
  if (lanes)
    part = lanePart(k, v, row, column);
  else
    part = swizzledPart(k, v, mlirValueIsNull(row) ? row : attnLMulC(k, row, v->swizzle), column);

  int64_t rowBytes = rowConstant * v->swizzle;
  int64_t flip = columnConstant % panel * bytes ^ (rowBytes >> 7 & (v->swizzle / 16 - 1)) << 4;
  MlirValue pointer = attnLPointer(k, v->base, part, 0);
  if (flip && mlirValueIsNull(part)) {
    pointer = attnLPointer(k, pointer, (MlirValue){NULL}, flip); // the base has no such bits
  } else if (flip) {
    MlirValue address = attnBuild1(&k->b, "llvm.ptrtoint", pointer, k->i32);
    address = attnLOp2(k, "arith.xori", address, attnLI32(k, flip));
    pointer = attnBuild1(&k->b, "llvm.inttoptr", address, k->shared);
  }
  return attnLPointer(k, pointer, (MlirValue){NULL},
                      columnConstant / panel * rowsOf(v) * v->swizzle + rowBytes);
}
