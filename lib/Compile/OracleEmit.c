//===- OracleEmit.c - From linalg to an oracle program --------------------===//
#include "Compile/OracleEmit.h"
#include "Dialect/Symbols.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Runtime/Half.h"
#include "Runtime/Status.h"
#include "attn-c/Passes.h"

#include "mlir-c/Pass.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Pure clean-up: no folding, no fusion, nothing that could hide a mistake of ours. (Modules without
// dynamic dimensions do not notice attn-symbols.)
static const char *const pipeline =
    "attn-symbols,inline{default-pipeline=},symbol-dce,"
    "func.func(convert-elementwise-to-linalg,linalg-generalize-named-ops)";

//===--- types, places, entries -------------------------------------------===//

bool attnRuntimeType(MlirType type, bool scalars, AttnTensorType *out) {
  *out = (AttnTensorType){0};
  MlirType element = type;
  if (mlirTypeIsARankedTensor(type)) {
    element = mlirShapedTypeGetElementType(type);
    int64_t rank = mlirShapedTypeGetRank(type);
    if (rank > ATTN_MAX_RANK || !mlirShapedTypeHasStaticShape(type))
      return false;
    out->rank = (int32_t)rank;
    for (int32_t d = 0; d < out->rank; ++d)
      out->shape[d] = mlirShapedTypeGetDimSize(type, d);
  } else if (!scalars) {
    return false;
  }
  if (mlirTypeIsAIndex(element)) {
    out->type = ATTN_TYPE_I64;
    return true;
  }
  if (mlirTypeIsAInteger(element)) {
    char name[16];
    snprintf(name, sizeof name, "i%u", mlirIntegerTypeGetWidth(element));
    return attnTypeParse(name, &out->type);
  }
  out->type = mlirTypeIsAF16(element)    ? ATTN_TYPE_F16
              : mlirTypeIsABF16(element) ? ATTN_TYPE_BF16
              : mlirTypeIsAF32(element)  ? ATTN_TYPE_F32
                                         : ATTN_TYPE_F64;
  return attnIsFloat(element);
}

const char *attnPlace(MlirOperation op, char *buffer, size_t size) {
  const char *file;
  unsigned line, col;
  if (attnLocFileLineCol(mlirOperationGetLocation(op), &file, &line, &col))
    snprintf(buffer, size, "%s:%u:%u", file, line, col);
  else
    snprintf(buffer, size, "?");
  return buffer;
}

MlirOperation attnFindEntry(MlirModule module, const char *entry, AttnStatus *st) {
  MlirOperation found = {NULL};
  int count = 0;
  char names[256] = "";
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "func.func") || mlirBlockIsNull(attnBody(op, 0)))
      continue;
    const char *name = attnAttrStr(op, "sym_name"), *visibility = attnAttrStr(op, "sym_visibility");
    if (!name || (visibility && strcmp(visibility, "public")))
      continue;
    if (entry && strcmp(name, entry))
      continue;
    size_t n = strlen(names);
    snprintf(names + n, sizeof names - n, "%s%s", n ? ", " : "", name);
    found = op;
    ++count;
  }
  if (count == 1)
    return found;
  if (count == 0 && entry)
    attnFail(st, ATTN_STATUS_INVALID, "no public function '%s' with a body", entry);
  else if (count == 0)
    attnFail(st, ATTN_STATUS_INVALID, "no public function with a body");
  else
    attnFail(st, ATTN_STATUS_INVALID, "several public functions (%s): choose one with --entry",
             names);
  return (MlirOperation){NULL};
}

//===--- bookkeeping ------------------------------------------------------===//

int32_t attnOracleEmitLookup(const AttnOracleEmit *e, MlirValue v) {
  for (intptr_t i = e->size - 1; i >= 0; --i)
    if (mlirValueEqual(e->keys[i], v))
      return e->ids[i];
  return -1;
}

bool attnOracleEmitBind(AttnOracleEmit *e, MlirValue v, int32_t id) {
  if (e->size == e->capacity) {
    e->capacity = e->capacity ? 2 * e->capacity : 256;
    e->keys = realloc(e->keys, (size_t)e->capacity * sizeof *e->keys);
    e->ids = realloc(e->ids, (size_t)e->capacity * sizeof *e->ids);
    if (!e->keys || !e->ids)
      abort();
  }
  e->keys[e->size] = v;
  e->ids[e->size++] = id;
  return true;
}

bool attnOracleEmitFail(AttnOracleEmit *e, MlirOperation op, const char *fmt, ...) {
  if (e->st && e->st->code != ATTN_STATUS_OK)
    return false; // the first reason is the good one
  char what[512], place[256];
  va_list args;
  va_start(args, fmt);
  vsnprintf(what, sizeof what, fmt, args);
  va_end(args);
  return attnFail(e->st, ATTN_STATUS_UNSUPPORTED, "%s: oracle: '%s': %s",
                  attnPlace(op, place, sizeof place), attnOpName(op), what);
}

void *attnOracleEmitCopy(AttnOracleEmit *e, const void *data, size_t bytes) {
  void *p = attnOracleAlloc(e->o, bytes);
  if (p && bytes)
    memcpy(p, data, bytes);
  return p;
}

static AttnOracleNode *addNode(AttnOracleEmit *e, AttnNodeKind kind, const AttnTensorType *type,
                               int32_t numOperands, const int32_t *operands) {
  AttnOracleNode *n = attnOracleAddNode(e->o, kind, 1);
  if (!n) {
    attnFail(e->st, ATTN_STATUS_MEMORY, "out of memory");
    return NULL;
  }
  e->o->values[n->firstValue].type = *type;
  n->numOperands = numOperands;
  n->operands = attnOracleEmitCopy(e, operands, (size_t)numOperands * sizeof *operands);
  return n;
}

//===--- constants --------------------------------------------------------===//

/// Element i of dense_resource<...> (how torch-mlir writes weights). The C API reads 16-bit floats
/// only as floats of that width, which C lacks.
static bool resourceElement(MlirAttribute attr, AttnType type, int64_t i, void *out) {
  switch (type) {
  case ATTN_TYPE_F32:
    *(float *)out = mlirDenseFloatResourceElementsAttrGetValue(attr, i);
    return true;
  case ATTN_TYPE_F64:
    *(double *)out = mlirDenseDoubleResourceElementsAttrGetValue(attr, i);
    return true;
  case ATTN_TYPE_I32:
    *(int32_t *)out = mlirDenseInt32ResourceElementsAttrGetValue(attr, i);
    return true;
  case ATTN_TYPE_I64:
    *(int64_t *)out = mlirDenseInt64ResourceElementsAttrGetValue(attr, i);
    return true;
  default:
    return false;
  }
}

static bool resourceBytes(MlirAttribute attr, const AttnTensorType *type, void **bytes,
                          AttnStatus *st) {
  int64_t count = attnTensorCount(type);
  size_t size = attnTypeSize(type->type);
  unsigned char *out = attnAlloc((size_t)count * size, st);
  for (int64_t i = 0; out && i < count; ++i)
    if (!resourceElement(attr, type->type, i, out + (size_t)i * size)) {
      free(out);
      return attnFail(st, ATTN_STATUS_UNSUPPORTED,
                      "a dense_resource constant of this element type");
    }
  *bytes = out;
  return out != NULL;
}

bool attnDenseBytes(MlirAttribute attr, const AttnTensorType *type, void **bytes, AttnStatus *st) {
  if (mlirAttributeIsADenseResourceElements(attr))
    return resourceBytes(attr, type, bytes, st);
  if (!mlirAttributeIsADenseElements(attr))
    return attnFail(st, ATTN_STATUS_UNSUPPORTED, "a constant that is not dense<...>");
  int64_t count = attnTensorCount(type);
  size_t size = attnTypeSize(type->type);
  bool splat = mlirDenseElementsAttrIsSplat(attr);
  unsigned char *out = attnAlloc((size_t)count * size, st);
  if (!out)
    return false;
  MlirType element = mlirShapedTypeGetElementType(mlirAttributeGetType(attr));
  const unsigned char *raw = mlirDenseElementsAttrGetRawData(attr);
  for (int64_t i = 0; i < count; ++i) {
    int64_t from = splat ? 0 : i;
    if (type->type == ATTN_TYPE_I1)
      out[i] = mlirDenseElementsAttrGetBoolValue(attr, from);
    else if (mlirTypeIsAIndex(element))
      ((int64_t *)(void *)out)[i] = (int64_t)mlirDenseElementsAttrGetIndexValue(attr, from);
    else
      memcpy(out + (size_t)i * size, raw + (size_t)from * size, size);
  }
  *bytes = out;
  return true;
}

int32_t attnOracleEmitConstant(AttnOracleEmit *e, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirAttribute attr = attnAttr(op, "value");
  AttnTensorType type;
  if (!attnRuntimeType(mlirValueGetType(result), true, &type)) {
    attnOracleEmitFail(e, op, "a constant of a type that the oracle does not know");
    return -1;
  }
  AttnOracleNode *n = addNode(e, ATTN_NODE_CONSTANT, &type, 0, NULL);
  if (!n)
    return -1;
  bool isFloat = attnTypeIsFloat(type.type);
  if (!mlirTypeIsARankedTensor(mlirValueGetType(result))) {
    n->splat = true;
    n->data = attnOracleAlloc(e->o, 8);
    if (!n->data)
      return -1;
    if (isFloat)
      *(double *)n->data = mlirFloatAttrGetValueDouble(attr);
    else
      *(int64_t *)n->data = mlirIntegerAttrGetValueInt(attr) & (type.type == ATTN_TYPE_I1 ? 1 : -1);
    return n->firstValue;
  }
  AttnTensorType read = type;
  n->splat = mlirAttributeIsADenseElements(attr) && mlirDenseElementsAttrIsSplat(attr);
  if (n->splat)
    read.rank = 0;
  AttnTensor t = {.type = read};
  if (!attnDenseBytes(attr, &read, &t.data, NULL)) {
    attnOracleEmitFail(e, op, "a constant that is not dense<...>");
    return -1;
  }
  int64_t count = attnTensorCount(&read);
  n->data = attnOracleAlloc(e->o, (size_t)count * 8);
  for (int64_t i = 0; n->data && i < count; ++i)
    if (isFloat)
      ((double *)n->data)[i] = attnTensorGet(&t, i);
    else if (type.type == ATTN_TYPE_I64)
      ((int64_t *)n->data)[i] = ((int64_t *)t.data)[i];
    else
      ((int64_t *)n->data)[i] = (int64_t)attnTensorGet(&t, i);
  free(t.data);
  return n->data ? n->firstValue : -1;
}

//===--- structured operations --------------------------------------------===//

/// linalg.generic: iteration extents come from the operands' shapes.
static bool emitGeneric(AttnOracleEmit *e, MlirOperation op) {
  MlirAttribute iterators = attnAttr(op, "iterator_types");
  intptr_t n = attnAttrArraySize(op, "iterator_types"),
           numOperands = mlirOperationGetNumOperands(op);
  if (n < 0 || n > ATTN_MAX_RANK || attnAttrArraySize(op, "indexing_maps") != numOperands ||
      numOperands > 64 || mlirOperationGetNumResults(op) == 0)
    return attnOracleEmitFail(e, op, "not on tensors, or too many dimensions or operands");
  int64_t extents[ATTN_MAX_RANK];
  uint8_t reduction[ATTN_MAX_RANK];
  MlirAffineMap maps[64];
  MlirValue operands[64];
  for (intptr_t d = 0; d < n; ++d) {
    // #linalg.iterator_type has no accessor in the C API: compare with one made by the parser.
    MlirAttribute parallel =
        mlirAttributeParseGet(mlirOperationGetContext(op),
                              mlirStringRefCreateFromCString("#linalg.iterator_type<parallel>"));
    extents[d] = -1;
    reduction[d] = !mlirAttributeEqual(mlirArrayAttrGetElement(iterators, d), parallel);
  }
  for (intptr_t i = 0; i < numOperands; ++i) {
    operands[i] = mlirOperationGetOperand(op, i);
    maps[i] = mlirAffineMapAttrGetValue(attnAttrArrayGet(op, "indexing_maps", i));
    MlirType t = mlirValueGetType(operands[i]);
    for (intptr_t r = 0; mlirTypeIsARankedTensor(t) && r < mlirAffineMapGetNumResults(maps[i]);
         ++r) {
      MlirAffineExpr x = mlirAffineMapGetResult(maps[i], r);
      if (mlirAffineExprIsADim(x))
        extents[mlirAffineDimExprGetPosition(x)] = mlirShapedTypeGetDimSize(t, r);
    }
  }
  for (intptr_t d = 0; d < n; ++d)
    if (extents[d] < 0)
      return attnOracleEmitFail(e, op, "the extent of dimension %d is unknown", (int)d);
  return attnOracleEmitGeneric(e, op, attnBody(op, 0), (int32_t)n, extents, reduction, numOperands,
                               operands, maps);
}

/// A node `result[d] = body(loads)` written by hand; see softmax and slices.
typedef struct Simple {
  AttnOracleInstr instrs[8];
  int32_t numInstrs;
} Simple;

static int32_t say(Simple *s, AttnOracleInstr in) {
  s->instrs[s->numInstrs] = in;
  return s->numInstrs++;
}

static AttnOracleMap dimsMap(AttnOracleEmit *e, int rank, int dropped, const int64_t *strides,
                             const int64_t *offsets) {
  // dimension k of the operand is d * stride + offset, d counting the kept dimensions
  AttnOracleExpr exprs[5 * ATTN_MAX_RANK];
  int32_t results[ATTN_MAX_RANK], n = 0, k = 0;
  for (int d = 0; d < rank; ++d) {
    if (d == dropped)
      continue;
    exprs[n++] = (AttnOracleExpr){.kind = ATTN_EXPR_DIM, .value = d};
    if (strides) {
      exprs[n++] = (AttnOracleExpr){.kind = ATTN_EXPR_CONST, .value = strides[d]};
      exprs[n] = (AttnOracleExpr){.kind = ATTN_EXPR_MUL, .a = n - 2, .b = n - 1};
      ++n;
      exprs[n++] = (AttnOracleExpr){.kind = ATTN_EXPR_CONST, .value = offsets[d]};
      exprs[n] = (AttnOracleExpr){.kind = ATTN_EXPR_ADD, .a = n - 2, .b = n - 1};
      ++n;
    }
    results[k++] = n - 1;
  }
  return (AttnOracleMap){n, k, attnOracleEmitCopy(e, exprs, (size_t)n * sizeof *exprs),
                         attnOracleEmitCopy(e, results, (size_t)k * sizeof *results)};
}

static int32_t addConstant(AttnOracleEmit *e, const AttnTensorType *type, double value) {
  AttnOracleNode *n = addNode(e, ATTN_NODE_CONSTANT, type, 0, NULL);
  if (!n)
    return -1;
  n->splat = true;
  n->data = attnOracleEmitCopy(e, &value, sizeof value);
  return n->firstValue;
}

/// A generic over `space` (dimension `reduced` is summed away if it is not -1).
static int32_t addSimple(AttnOracleEmit *e, const AttnTensorType *space, int reduced,
                         const Simple *s, int32_t numIn, const int32_t *in,
                         const AttnOracleMap *maps, const AttnTensorType *type, int32_t init) {
  int32_t operands[8];
  memcpy(operands, in, (size_t)numIn * sizeof *in);
  operands[numIn] = init;
  AttnOracleNode *n = init < 0 ? NULL : addNode(e, ATTN_NODE_GENERIC, type, numIn + 1, operands);
  if (!n)
    return -1;
  uint8_t reduction[ATTN_MAX_RANK] = {0};
  if (reduced >= 0)
    reduction[reduced] = 1;
  AttnOracleMap all[8];
  memcpy(all, maps, (size_t)numIn * sizeof *maps);
  all[numIn] = dimsMap(e, space->rank, reduced, NULL, NULL);
  int32_t yield = s->numInstrs - 1;
  n->numDims = space->rank;
  n->extents = attnOracleEmitCopy(e, space->shape, sizeof space->shape);
  n->reduction = attnOracleEmitCopy(e, reduction, sizeof reduction);
  n->maps = attnOracleEmitCopy(e, all, (size_t)(numIn + 1) * sizeof *all);
  n->numInstrs = s->numInstrs;
  n->instrs = attnOracleEmitCopy(e, s->instrs, (size_t)s->numInstrs * sizeof *s->instrs);
  n->indices = attnOracleAlloc(e->o, 0);
  n->yields = attnOracleEmitCopy(e, &yield, sizeof yield);
  return n->firstValue;
}

static AttnOracleInstr loadF(int operand) {
  return (AttnOracleInstr){.op = ATTN_OP_LOAD, .isFloat = true, .imm.i = operand};
}
static AttnOracleInstr opF(int op, int32_t a, int32_t b) {
  return (AttnOracleInstr){.op = (uint16_t)op, .isFloat = true, .a = a, .b = b};
}
static AttnOracleInstr accF(void) { return (AttnOracleInstr){.op = ATTN_OP_ACC, .isFloat = true}; }

/// linalg.softmax along `dimension`: max, exp(x - max), sum, quotient.
static bool emitSoftmax(AttnOracleEmit *e, MlirOperation op) {
  int64_t dim;
  AttnTensorType t, row;
  MlirValue result = mlirOperationGetResult(op, 0);
  int32_t x = attnOracleEmitLookup(e, mlirOperationGetOperand(op, 0));
  if (x < 0 || !attnAttrI64(op, "dimension", &dim) ||
      !attnRuntimeType(mlirValueGetType(result), false, &t) || dim < 0 || dim >= t.rank ||
      !attnTypeIsFloat(t.type))
    return attnOracleEmitFail(e, op, "an operand that the oracle cannot read");
  row = t;
  memmove(&row.shape[dim], &row.shape[dim + 1], (size_t)(t.rank - dim - 1) * sizeof t.shape[0]);
  row.rank = t.rank - 1;
  AttnOracleMap all = dimsMap(e, t.rank, -1, NULL, NULL),
                rest = dimsMap(e, t.rank, (int)dim, NULL, NULL);
  Simple s = {.numInstrs = 0};
  say(&s, opF(ATTN_OP_MAXIMUMF, say(&s, accF()), say(&s, loadF(0))));
  int32_t max =
      addSimple(e, &t, (int)dim, &s, 1, &x, &all, &row, addConstant(e, &row, -__builtin_inf()));
  s.numInstrs = 0;
  int32_t difference = say(&s, opF(ATTN_OP_SUBF, say(&s, loadF(0)), say(&s, loadF(1))));
  say(&s, opF(ATTN_OP_EXP, difference, 0));
  int32_t weights = addSimple(e, &t, -1, &s, 2, (int32_t[]){x, max}, (AttnOracleMap[]){all, rest},
                              &t, addConstant(e, &t, 0));
  s.numInstrs = 0;
  say(&s, opF(ATTN_OP_ADDF, say(&s, accF()), say(&s, loadF(0))));
  int32_t sum = addSimple(e, &t, (int)dim, &s, 1, &weights, &all, &row, addConstant(e, &row, 0));
  s.numInstrs = 0;
  say(&s, opF(ATTN_OP_DIVF, say(&s, loadF(0)), say(&s, loadF(1))));
  int32_t out = addSimple(e, &t, -1, &s, 2, (int32_t[]){weights, sum}, (AttnOracleMap[]){all, rest},
                          &t, addConstant(e, &t, 0));
  return out >= 0 && attnOracleEmitBind(e, result, out);
}

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

/// Copies source[offset + stride * d]; dimensions that the type drops have size one.
static bool emitExtractSlice(AttnOracleEmit *e, MlirOperation op) {
  int64_t offsets[ATTN_MAX_RANK], sizes[ATTN_MAX_RANK], strides[ATTN_MAX_RANK];
  int32_t kept[ATTN_MAX_RANK];
  intptr_t rank = 0;
  AttnTensorType t, full;
  int32_t x = attnOracleEmitLookup(e, mlirOperationGetOperand(op, 0));
  MlirValue result = mlirOperationGetResult(op, 0);
  if (x < 0 || mlirOperationGetNumOperands(op) != 1 ||
      !staticArray(op, "static_offsets", offsets, &rank) ||
      !staticArray(op, "static_sizes", sizes, &rank) ||
      !staticArray(op, "static_strides", strides, &rank) ||
      !attnRuntimeType(mlirValueGetType(result), false, &t) || !keptDims(sizes, rank, &t, kept))
    return attnOracleEmitFail(e, op, "offsets, sizes and strides must be constants");
  full = t;
  full.rank = (int32_t)rank;
  memcpy(full.shape, sizes, (size_t)rank * sizeof *sizes);
  bool isFloat = attnTypeIsFloat(t.type);
  Simple s = {.numInstrs = 0};
  say(&s, (AttnOracleInstr){.op = ATTN_OP_LOAD, .isFloat = isFloat, .width = 64});
  AttnOracleMap map = dimsMap(e, (int)rank, -1, strides, offsets);
  int32_t slice = addSimple(e, &full, -1, &s, 1, &x, &map, &full, addConstant(e, &full, 0));
  if (slice < 0)
    return false;
  if (t.rank == full.rank)
    return attnOracleEmitBind(e, result, slice);
  AttnOracleNode *n = addNode(e, ATTN_NODE_RESHAPE, &t, 1, &slice);
  return n && attnOracleEmitBind(e, result, n->firstValue);
}

static int32_t addInsert(AttnOracleEmit *e, int32_t source, int32_t dest, const AttnTensorType *t,
                         const int64_t *offsets, const int64_t *strides, const int32_t *kept) {
  AttnOracleNode *n = addNode(e, ATTN_NODE_INSERT, t, 2, (int32_t[]){source, dest});
  if (!n)
    return -1;
  n->offsets = attnOracleEmitCopy(e, offsets, (size_t)t->rank * sizeof *offsets);
  n->strides = attnOracleEmitCopy(e, strides, (size_t)t->rank * sizeof *strides);
  n->sourceDims = attnOracleEmitCopy(e, kept, (size_t)t->rank * sizeof *kept);
  return n->firstValue;
}

static bool emitInsertSlice(AttnOracleEmit *e, MlirOperation op) {
  int64_t offsets[ATTN_MAX_RANK], sizes[ATTN_MAX_RANK], strides[ATTN_MAX_RANK];
  int32_t kept[ATTN_MAX_RANK];
  intptr_t rank = 0;
  AttnTensorType t, source;
  int32_t x = attnOracleEmitLookup(e, mlirOperationGetOperand(op, 0)),
          y = attnOracleEmitLookup(e, mlirOperationGetOperand(op, 1));
  MlirValue result = mlirOperationGetResult(op, 0);
  if (x < 0 || y < 0 || mlirOperationGetNumOperands(op) != 2 ||
      !staticArray(op, "static_offsets", offsets, &rank) ||
      !staticArray(op, "static_sizes", sizes, &rank) ||
      !staticArray(op, "static_strides", strides, &rank) ||
      !attnRuntimeType(mlirValueGetType(result), false, &t) ||
      !attnRuntimeType(mlirValueGetType(mlirOperationGetOperand(op, 0)), false, &source) ||
      !keptDims(sizes, rank, &source, kept))
    return attnOracleEmitFail(e, op, "offsets, sizes and strides must be constants");
  int32_t id = addInsert(e, x, y, &t, offsets, strides, kept);
  return id >= 0 && attnOracleEmitBind(e, result, id);
}

/// tensor.concat along `dim`: inserts into an undefined tensor.
static bool emitConcat(AttnOracleEmit *e, MlirOperation op) {
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
  AttnOracleNode *empty = addNode(e, ATTN_NODE_EMPTY, &t, 0, NULL);
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
  Simple s = {.numInstrs = 0};
  say(&s, (AttnOracleInstr){.op = ATTN_OP_LOAD, .isFloat = attnTypeIsFloat(t->type), .width = 64});
  AttnOracleMap none = {0};
  return addSimple(e, t, -1, &s, 1, &scalar, &none, t, addConstant(e, t, 0));
}

static bool emitSplat(AttnOracleEmit *e, MlirOperation op) {
  AttnTensorType t;
  int32_t x = attnOracleEmitLookup(e, mlirOperationGetOperand(op, 0));
  MlirValue result = mlirOperationGetResult(op, 0);
  if (x < 0 || !attnRuntimeType(mlirValueGetType(result), false, &t))
    return attnOracleEmitFail(e, op, "an operand or a type that the oracle does not know");
  int32_t id = addSplat(e, x, &t);
  return id >= 0 && attnOracleEmitBind(e, result, id);
}

/// tensor.pad with one value all around: an insert into a splat.
static bool emitPad(AttnOracleEmit *e, MlirOperation op) {
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

static bool emitFunctionOp(AttnOracleEmit *e, MlirOperation op) {
  const char *name = attnOpName(op);
  AttnTensorType type;
  if (!strcmp(name, "arith.constant")) {
    int32_t id = attnOracleEmitConstant(e, op);
    return id >= 0 && attnOracleEmitBind(e, mlirOperationGetResult(op, 0), id);
  }
  if (!strcmp(name, "linalg.generic"))
    return emitGeneric(e, op);
  if (!strcmp(name, "linalg.softmax"))
    return emitSoftmax(e, op);
  if (!strcmp(name, "tensor.extract_slice"))
    return emitExtractSlice(e, op);
  if (!strcmp(name, "tensor.insert_slice"))
    return emitInsertSlice(e, op);
  if (!strcmp(name, "tensor.concat"))
    return emitConcat(e, op);
  if (!strcmp(name, "tensor.splat"))
    return emitSplat(e, op);
  if (!strcmp(name, "tensor.pad"))
    return emitPad(e, op);
  bool empty = !strcmp(name, "tensor.empty"),
       reshape = !strcmp(name, "tensor.expand_shape") || !strcmp(name, "tensor.collapse_shape");
  if (empty || reshape) {
    MlirValue result = mlirOperationGetResult(op, 0);
    int32_t x = reshape ? attnOracleEmitLookup(e, mlirOperationGetOperand(op, 0)) : 0;
    if (!attnRuntimeType(mlirValueGetType(result), false, &type) || x < 0)
      return attnOracleEmitFail(e, op, "a type that the oracle does not know (static shapes only)");
    AttnOracleNode *n =
        addNode(e, empty ? ATTN_NODE_EMPTY : ATTN_NODE_RESHAPE, &type, reshape ? 1 : 0, &x);
    return n && attnOracleEmitBind(e, result, n->firstValue);
  }
  if (!strcmp(name, "tensor.cast")) {
    int32_t x = attnOracleEmitLookup(e, mlirOperationGetOperand(op, 0));
    MlirValue result = mlirOperationGetResult(op, 0);
    if (x < 0 || !attnRuntimeType(mlirValueGetType(result), false, &type))
      return attnOracleEmitFail(e, op, "a type that the oracle does not know (static shapes only)");
    return attnOracleEmitBind(e, result, x);
  }
  if (!strncmp(name, "arith.", 6) || !strncmp(name, "math.", 5) || !strcmp(name, "tensor.extract"))
    return attnOracleEmitScalar(e, op);
  return attnOracleEmitFail(e, op, "the oracle does not know this operation");
}

static bool emitFunction(AttnOracleEmit *e, MlirOperation func) {
  MlirBlock block = attnBody(func, 0);
  intptr_t n = mlirBlockGetNumArguments(block);
  e->o->arguments = attnOracleAlloc(e->o, (size_t)n * sizeof *e->o->arguments);
  if (!e->o->arguments)
    return attnFail(e->st, ATTN_STATUS_MEMORY, "out of memory");
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue v = mlirBlockGetArgument(block, i);
    AttnTensorType type;
    if (!attnRuntimeType(mlirValueGetType(v), false, &type))
      return attnOracleEmitFail(e, func,
                                "argument %d is no ranked tensor with a static shape and a known "
                                "element type",
                                (int)i);
    AttnOracleNode *node = addNode(e, ATTN_NODE_ARGUMENT, &type, 0, NULL);
    if (!node)
      return false;
    node->argument = (int32_t)i;
    e->o->arguments[e->o->numArguments++] = node->firstValue;
    attnOracleEmitBind(e, v, node->firstValue);
  }
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "func.return")) {
      if (!emitFunctionOp(e, op))
        return attnOracleEmitFail(e, op, "cannot be translated");
      continue;
    }
    intptr_t results = mlirOperationGetNumOperands(op);
    e->o->results = attnOracleAlloc(e->o, (size_t)results * sizeof *e->o->results);
    for (intptr_t i = 0; i < results; ++i) {
      int32_t id = attnOracleEmitLookup(e, mlirOperationGetOperand(op, i));
      if (id < 0 || !e->o->results)
        return attnOracleEmitFail(e, op, "result %d is unknown", (int)i);
      e->o->results[e->o->numResults++] = id;
    }
  }
  return true;
}

/// Lengths become their stand-ins, which attnOracleParseFor finds again.
static bool standIns(AttnOracle *o, MlirOperation func, AttnStatus *st) {
  AttnSymbols symbols;
  MlirOperation *ops;
  if (!attnSymbolsRead(func, &symbols))
    return attnFail(st, ATTN_STATUS_INVALID, "oracle: a malformed attribute 'attn.symbols'");
  for (int i = 0; i < symbols.n; ++i)
    o->stands[o->numStands++] = symbols.s[i].size;
  intptr_t n = attnCollect(func, "carrier.size", &ops);
  for (intptr_t i = 0; i < n; ++i) {
    AttnBuilder b = attnBuilderBefore(ops[i]);
    int k = attnSymbolNamed(&symbols, attnAttrStr(ops[i], "symbol"));
    MlirValue v = attnConstIndex(&b, k < 0 ? 0 : symbols.s[k].size);
    attnReplaceOp(ops[i], 1, &v);
  }
  free(ops);
  return true;
}

AttnOracle *attnOracleFromModule(MlirModule module, const char *entry, AttnStatus *status) {
  AttnStatus own;
  AttnStatus *st = status ? status : &own;
  attnOk(st);
  MlirOperation func = attnFindEntry(module, entry, st);
  if (mlirOperationIsNull(func))
    return NULL;
  char name[256];
  snprintf(name, sizeof name, "%s", attnAttrStr(func, "sym_name"));
  MlirModule copy = mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(module)));
  MlirPassManager pm = mlirPassManagerCreate(mlirModuleGetContext(module));
  AttnOracle *o = NULL;
  if (mlirLogicalResultIsFailure(attnAddPipeline(mlirModuleGetContext(module),
                                                 mlirPassManagerGetAsOpPassManager(pm), pipeline,
                                                 NULL, NULL)) ||
      mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(pm, mlirModuleGetOperation(copy))))
    attnFail(st, ATTN_STATUS_UNSUPPORTED, "oracle: cannot inline and generalise the function");
  else
    o = attnOracleCreate(st);
  if (o) {
    attnOracleExpandCarriers(mlirModuleGetOperation(copy));
    AttnOracleEmit e = {.o = o, .st = st};
    func = attnFindEntry(copy, name, st);
    bool ok = !mlirOperationIsNull(func) && standIns(o, func, st) && emitFunction(&e, func) &&
              (o->numStands || attnOracleValidate(o, st));
    free(e.keys);
    free(e.ids);
    if (!ok) {
      if (st->code == ATTN_STATUS_OK)
        attnFail(st, ATTN_STATUS_MEMORY, "out of memory");
      attnOracleDestroy(o);
      o = NULL;
    }
  }
  mlirPassManagerDestroy(pm);
  mlirModuleDestroy(copy);
  return o;
}
