//===- OracleEmitSlice.c - Slices, parts and padding as oracle nodes ------===//
//
// Offsets may be values (a position in a cache): what is read there is gathered, what is written
// there is chosen, element by element. Sizes and strides are constants.
//
//===----------------------------------------------------------------------===//
#include "Compile/OracleEmit.h"
#include "IR/Build.h"

#include <string.h>

static bool staticArray(MlirOperation op, const char *name, int64_t *out, intptr_t *n) {
  MlirAttribute a = attnAttr(op, name);
  if (mlirAttributeIsNull(a) || !mlirAttributeIsADenseI64Array(a))
    return false;
  *n = mlirDenseArrayGetNumElements(a);
  for (intptr_t i = 0; i < *n && i < ATTN_MAX_RANK; ++i) {
    out[i] = mlirDenseI64ArrayGetElement(a, i);
    if (out[i] == INT64_MIN) // dynamic
      return false;
  }
  return *n <= ATTN_MAX_RANK;
}

/// For a slice of `sizes` seen with the shape of `t`: which dimensions the type keeps (-1: dropped,
/// size one; which of several such makes no difference).
static bool keptDims(const int64_t *sizes, intptr_t rank, const AttnTensorType *t, int32_t *kept) {
  int32_t k = 0;
  for (intptr_t d = 0; d < rank; ++d) {
    bool keep = k < t->rank && t->shape[k] == sizes[d];
    if (!keep && sizes[d] != 1)
      return false;
    kept[d] = keep ? k++ : -1;
  }
  return k == t->rank;
}

/// What a slice says; `at[d]`: the program's value of an offset that is none yet, else -1.
typedef struct Slice {
  int64_t offsets[ATTN_MAX_RANK], sizes[ATTN_MAX_RANK], strides[ATTN_MAX_RANK];
  int32_t at[ATTN_MAX_RANK], in[ATTN_MAX_RANK], kept[ATTN_MAX_RANK];
  int32_t numAt; ///< offsets that are values: in[0 .. numAt)
  intptr_t rank;
} Slice;

/// `first`: the operand behind the tensors. `t`: the box's type.
static bool readSlice(AttnOracleEmit *e, MlirOperation op, intptr_t first, const AttnTensorType *t,
                      Slice *s) {
  MlirAttribute offsets = attnAttr(op, "static_offsets");
  if (!staticArray(op, "static_sizes", s->sizes, &s->rank) ||
      !staticArray(op, "static_strides", s->strides, &s->rank) ||
      !keptDims(s->sizes, s->rank, t, s->kept))
    return attnOracleEmitFail(e, op, "sizes and strides must be constants");
  s->numAt = 0;
  for (intptr_t d = 0; d < s->rank; ++d) {
    s->offsets[d] = mlirDenseI64ArrayGetElement(offsets, d);
    s->at[d] = -1;
    if (s->offsets[d] != INT64_MIN)
      continue;
    s->in[s->numAt] = attnOracleEmitLookup(e, mlirOperationGetOperand(op, first + s->numAt));
    if (s->in[s->numAt] < 0)
      return attnOracleEmitFail(e, op, "an offset that the oracle cannot read");
    s->at[d] = s->numAt++;
  }
  return true;
}

static int32_t integer(AttnOracleSimple *s, int op, int32_t a, int32_t b, int64_t imm) {
  return attnOracleSay(
      s, (AttnOracleInstr){.op = (uint16_t)op, .width = 64, .a = a, .b = b, .imm.i = imm});
}

/// The offset of dimension d; `first`: the operand that the first one that is a value is.
static int32_t offsetOf(AttnOracleSimple *b, const Slice *s, intptr_t d, int32_t first) {
  return s->at[d] < 0 ? integer(b, ATTN_OP_CONSTI, 0, 0, s->offsets[d])
                      : integer(b, ATTN_OP_LOAD, 0, 0, first + s->at[d]);
}

static int32_t compare(AttnOracleSimple *s, int64_t predicate, int32_t a, int32_t b) {
  return attnOracleSay(
      s, (AttnOracleInstr){.op = ATTN_OP_CMPI, .width = 1, .a = a, .b = b, .imm.i = predicate});
}

/// The element of operand 0 at the registers in s->indices.
static int32_t gather(AttnOracleSimple *s, AttnType type) {
  return attnOracleSay(
      s, (AttnOracleInstr){.op = ATTN_OP_GATHER, .isFloat = attnTypeIsFloat(type), .width = 64});
}

/// source[offset + stride * d] with offsets that are values.
static int32_t addMovingExtract(AttnOracleEmit *e, int32_t x, const Slice *s,
                                const AttnTensorType *box) {
  AttnOracleSimple b = {.numInstrs = 0};
  AttnOracleMap maps[ATTN_MAX_RANK + 1] = {{.numResults = -1}};
  int32_t in[ATTN_MAX_RANK + 1] = {x};
  memcpy(in + 1, s->in, sizeof s->in);
  for (intptr_t d = 0; d < s->rank; ++d) {
    int32_t i = integer(&b, ATTN_OP_INDEX, 0, 0, d);
    int32_t step = integer(&b, ATTN_OP_CONSTI, 0, 0, s->strides[d]);
    i = integer(&b, ATTN_OP_MULI, i, step, 0);
    int32_t offset = offsetOf(&b, s, d, 1);
    b.indices[b.numIndices++] = integer(&b, ATTN_OP_ADDI, i, offset, 0);
  }
  gather(&b, box->type);
  return attnOracleEmitSimple(e, box, -1, &b, 1 + s->numAt, in, maps, box,
                              attnOracleEmitFill(e, box, 0));
}

/// dest with the box at offsets that are values replaced by `source`, strides of one.
static int32_t addMovingInsert(AttnOracleEmit *e, int32_t source, int32_t dest, const Slice *s,
                               const AttnTensorType *t) {
  AttnOracleSimple b = {.numInstrs = 0};
  AttnOracleMap maps[ATTN_MAX_RANK + 2] = {{.numResults = -1}};
  int32_t in[ATTN_MAX_RANK + 2] = {source, dest};
  memcpy(in + 2, s->in, sizeof s->in);
  maps[1] = attnOracleEmitDims(e, (int)s->rank, -1, NULL, NULL);
  int32_t inside = -1, zero = integer(&b, ATTN_OP_CONSTI, 0, 0, 0);
  for (intptr_t d = 0; d < s->rank; ++d) {
    int32_t i = integer(&b, ATTN_OP_INDEX, 0, 0, d), offset = offsetOf(&b, s, d, 2);
    int32_t at = integer(&b, ATTN_OP_SUBI, i, offset, 0);
    int32_t size = integer(&b, ATTN_OP_CONSTI, 0, 0, s->sizes[d]);
    int32_t low = compare(&b, 5, at, zero), high = compare(&b, 2, at, size); // sge, slt
    int32_t both =
        attnOracleSay(&b, (AttnOracleInstr){.op = ATTN_OP_ANDI, .width = 1, .a = low, .b = high});
    inside = inside < 0
                 ? both
                 : attnOracleSay(&b, (AttnOracleInstr){
                                         .op = ATTN_OP_ANDI, .width = 1, .a = inside, .b = both});
    if (s->kept[d] >= 0)
      b.indices[b.numIndices++] = at;
  }
  bool isFloat = attnTypeIsFloat(t->type);
  int32_t x = gather(&b, t->type);
  int32_t y = attnOracleSay(
      &b, (AttnOracleInstr){.op = ATTN_OP_LOAD, .isFloat = isFloat, .width = 64, .imm.i = 1});
  attnOracleSay(
      &b, (AttnOracleInstr){
              .op = ATTN_OP_SELECT, .isFloat = isFloat, .width = 64, .a = inside, .b = x, .c = y});
  return attnOracleEmitSimple(e, t, -1, &b, 2 + s->numAt, in, maps, t, attnOracleEmitFill(e, t, 0));
}

/// Copies source[offset + stride * d]; dimensions that the type drops have size one.
bool attnOracleEmitExtractSlice(AttnOracleEmit *e, MlirOperation op) {
  AttnTensorType t, full;
  Slice s;
  int32_t x = attnOracleEmitLookup(e, mlirOperationGetOperand(op, 0));
  MlirValue result = mlirOperationGetResult(op, 0);
  if (x < 0 || !attnRuntimeType(mlirValueGetType(result), false, &t))
    return attnOracleEmitFail(e, op, "an operand or a type that the oracle does not know");
  if (!readSlice(e, op, 1, &t, &s))
    return false;
  full = t;
  full.rank = (int32_t)s.rank;
  memcpy(full.shape, s.sizes, (size_t)s.rank * sizeof *s.sizes);
  int32_t slice = -1;
  if (s.numAt) {
    slice = addMovingExtract(e, x, &s, &full);
  } else {
    AttnOracleSimple b = {.numInstrs = 0};
    attnOracleSay(
        &b, (AttnOracleInstr){.op = ATTN_OP_LOAD, .isFloat = attnTypeIsFloat(t.type), .width = 64});
    AttnOracleMap map = attnOracleEmitDims(e, (int)s.rank, -1, s.strides, s.offsets);
    slice =
        attnOracleEmitSimple(e, &full, -1, &b, 1, &x, &map, &full, attnOracleEmitFill(e, &full, 0));
  }
  if (slice < 0)
    return false;
  if (t.rank == full.rank)
    return attnOracleEmitBind(e, result, slice);
  AttnOracleNode *n = attnOracleEmitNode(e, ATTN_NODE_RESHAPE, &t, 1, &slice);
  return n && attnOracleEmitBind(e, result, n->firstValue);
}

static int32_t addInsert(AttnOracleEmit *e, int32_t source, int32_t dest, const AttnTensorType *t,
                         const int64_t *offsets, const int64_t *strides, const int32_t *kept) {
  AttnOracleNode *n = attnOracleEmitNode(e, ATTN_NODE_INSERT, t, 2, (int32_t[]){source, dest});
  if (!n)
    return -1;
  n->offsets = attnOracleEmitCopy(e, offsets, (size_t)t->rank * sizeof *offsets);
  n->strides = attnOracleEmitCopy(e, strides, (size_t)t->rank * sizeof *strides);
  n->sourceDims = attnOracleEmitCopy(e, kept, (size_t)t->rank * sizeof *kept);
  return n->firstValue;
}

bool attnOracleEmitInsertSlice(AttnOracleEmit *e, MlirOperation op) {
  AttnTensorType t, source;
  Slice s;
  int32_t x = attnOracleEmitLookup(e, mlirOperationGetOperand(op, 0)),
          y = attnOracleEmitLookup(e, mlirOperationGetOperand(op, 1));
  MlirValue result = mlirOperationGetResult(op, 0);
  if (x < 0 || y < 0 || !attnRuntimeType(mlirValueGetType(result), false, &t) ||
      !attnRuntimeType(mlirValueGetType(mlirOperationGetOperand(op, 0)), false, &source))
    return attnOracleEmitFail(e, op, "an operand or a type that the oracle does not know");
  if (!readSlice(e, op, 2, &source, &s))
    return false;
  for (intptr_t d = 0; d < s.rank && s.numAt; ++d)
    if (s.strides[d] != 1)
      return attnOracleEmitFail(e, op, "offsets that are values and strides other than one");
  int32_t id = s.numAt ? addMovingInsert(e, x, y, &s, &t)
                       : addInsert(e, x, y, &t, s.offsets, s.strides, s.kept);
  return id >= 0 && attnOracleEmitBind(e, result, id);
}

/// tensor.concat along `dim`: inserts into an undefined tensor.
bool attnOracleEmitConcat(AttnOracleEmit *e, MlirOperation op) {
  int64_t dim, offsets[ATTN_MAX_RANK] = {0}, ones[ATTN_MAX_RANK];
  int32_t kept[ATTN_MAX_RANK];
  AttnTensorType t;
  MlirValue result = mlirOperationGetResult(op, 0);
  if (!attnAttrI64(op, "dim", &dim) || !attnRuntimeType(mlirValueGetType(result), false, &t))
    return attnOracleEmitFail(e, op, "a type that the oracle does not know");
  for (int32_t d = 0; d < t.rank; ++d) {
    ones[d] = 1;
    kept[d] = d;
  }
  AttnOracleNode *empty = attnOracleEmitNode(e, ATTN_NODE_EMPTY, &t, 0, NULL);
  int32_t whole = empty ? empty->firstValue : -1;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && whole >= 0; ++i) {
    MlirValue part = mlirOperationGetOperand(op, i);
    int32_t x = attnOracleEmitLookup(e, part);
    if (x < 0)
      return attnOracleEmitFail(e, op, "an operand that the oracle cannot read");
    whole = addInsert(e, x, whole, &t, offsets, ones, kept);
    offsets[dim] += mlirShapedTypeGetDimSize(mlirValueGetType(part), dim);
  }
  return whole >= 0 && attnOracleEmitBind(e, result, whole);
}

/// A scalar value in every element.
static int32_t addSplat(AttnOracleEmit *e, int32_t scalar, const AttnTensorType *t) {
  AttnOracleSimple s = {.numInstrs = 0};
  attnOracleSay(
      &s, (AttnOracleInstr){.op = ATTN_OP_LOAD, .isFloat = attnTypeIsFloat(t->type), .width = 64});
  AttnOracleMap none = {0};
  return attnOracleEmitSimple(e, t, -1, &s, 1, &scalar, &none, t, attnOracleEmitFill(e, t, 0));
}

bool attnOracleEmitSplat(AttnOracleEmit *e, MlirOperation op) {
  AttnTensorType t;
  int32_t x = attnOracleEmitLookup(e, mlirOperationGetOperand(op, 0));
  MlirValue result = mlirOperationGetResult(op, 0);
  if (x < 0 || !attnRuntimeType(mlirValueGetType(result), false, &t))
    return attnOracleEmitFail(e, op, "an operand or a type that the oracle does not know");
  int32_t id = addSplat(e, x, &t);
  return id >= 0 && attnOracleEmitBind(e, result, id);
}

/// tensor.pad with one value all around: an insert into a splat.
bool attnOracleEmitPad(AttnOracleEmit *e, MlirOperation op) {
  int64_t low[ATTN_MAX_RANK], high[ATTN_MAX_RANK], ones[ATTN_MAX_RANK];
  int32_t kept[ATTN_MAX_RANK];
  intptr_t rank = 0;
  AttnTensorType t;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirOperation yield = mlirBlockGetTerminator(attnBody(op, 0));
  int32_t x = attnOracleEmitLookup(e, mlirOperationGetOperand(op, 0)), value = -1;
  if (x < 0 || mlirOperationGetNumOperands(op) != 1 || !staticArray(op, "static_low", low, &rank) ||
      !staticArray(op, "static_high", high, &rank) ||
      !attnRuntimeType(mlirValueGetType(result), false, &t))
    return attnOracleEmitFail(e, op, "amounts must be constants");
  MlirValue padding = mlirOperationGetOperand(yield, 0);
  MlirOperation def = attnDef(padding);
  if (!mlirOperationIsNull(def) && attnIs(def, "arith.constant"))
    value = attnOracleEmitConstant(e, def);
  else
    value = attnOracleEmitLookup(e, padding);
  if (value < 0)
    return attnOracleEmitFail(e, op, "the padding must be one value for all");
  for (int32_t d = 0; d < t.rank; ++d) {
    ones[d] = 1;
    kept[d] = d;
    if (low[d] < 0 || high[d] < 0)
      return attnOracleEmitFail(e, op, "negative padding");
  }
  int32_t around = addSplat(e, value, &t);
  int32_t id = around < 0 ? -1 : addInsert(e, x, around, &t, low, ones, kept);
  return id >= 0 && attnOracleEmitBind(e, result, id);
}

//===--- the function -----------------------------------------------------===//
