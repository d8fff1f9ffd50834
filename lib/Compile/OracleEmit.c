//===- OracleEmit.c - From linalg to an oracle program --------------------===//
#include "Compile/OracleEmit.h"
#include "Dialect/Symbols.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "IR/Shapes.h"
#include "Runtime/Half.h"
#include "Runtime/Status.h"
#include "attn-c/Passes.h"

#include "mlir-c/Pass.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Pure clean-up: no folding, no fusion, nothing that could hide a mistake of ours. (Modules without
// memory or dynamic dimensions do not notice attn-buffers and attn-symbols.)
static const char *const pipeline =
    "attn-buffers,attn-symbols,inline{default-pipeline=},symbol-dce,"
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

//===--- constants --------------------------------------------------------===//

bool attnDenseBytes(MlirAttribute attr, const AttnTensorType *type, void **bytes, AttnStatus *st) {
  if (mlirAttributeIsADenseResourceElements(attr))
    return attnResourceBytes(attr, type, bytes, st);
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
  AttnOracleNode *n = attnOracleEmitNode(e, ATTN_NODE_CONSTANT, &type, 0, NULL);
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
  AttnOracleMap all = attnOracleEmitDims(e, t.rank, -1, NULL, NULL),
                rest = attnOracleEmitDims(e, t.rank, (int)dim, NULL, NULL);
  AttnOracleSimple s = {.numInstrs = 0};
  attnOracleSay(&s, opF(ATTN_OP_MAXIMUMF, attnOracleSay(&s, accF()), attnOracleSay(&s, loadF(0))));
  int32_t max = attnOracleEmitSimple(e, &t, (int)dim, &s, 1, &x, &all, &row,
                                     attnOracleEmitFill(e, &row, -__builtin_inf()));
  s.numInstrs = 0;
  int32_t difference = attnOracleSay(
      &s, opF(ATTN_OP_SUBF, attnOracleSay(&s, loadF(0)), attnOracleSay(&s, loadF(1))));
  attnOracleSay(&s, opF(ATTN_OP_EXP, difference, 0));
  int32_t weights =
      attnOracleEmitSimple(e, &t, -1, &s, 2, (int32_t[]){x, max}, (AttnOracleMap[]){all, rest}, &t,
                           attnOracleEmitFill(e, &t, 0));
  s.numInstrs = 0;
  attnOracleSay(&s, opF(ATTN_OP_ADDF, attnOracleSay(&s, accF()), attnOracleSay(&s, loadF(0))));
  int32_t sum = attnOracleEmitSimple(e, &t, (int)dim, &s, 1, &weights, &all, &row,
                                     attnOracleEmitFill(e, &row, 0));
  s.numInstrs = 0;
  attnOracleSay(&s, opF(ATTN_OP_DIVF, attnOracleSay(&s, loadF(0)), attnOracleSay(&s, loadF(1))));
  int32_t out =
      attnOracleEmitSimple(e, &t, -1, &s, 2, (int32_t[]){weights, sum},
                           (AttnOracleMap[]){all, rest}, &t, attnOracleEmitFill(e, &t, 0));
  return out >= 0 && attnOracleEmitBind(e, result, out);
}

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
    return attnOracleEmitExtractSlice(e, op);
  if (!strcmp(name, "tensor.insert_slice"))
    return attnOracleEmitInsertSlice(e, op);
  if (!strcmp(name, "tensor.concat"))
    return attnOracleEmitConcat(e, op);
  if (!strcmp(name, "tensor.splat"))
    return attnOracleEmitSplat(e, op);
  if (!strcmp(name, "tensor.pad"))
    return attnOracleEmitPad(e, op);
  bool empty = !strcmp(name, "tensor.empty"),
       reshape = !strcmp(name, "tensor.expand_shape") || !strcmp(name, "tensor.collapse_shape");
  if (empty || reshape) {
    MlirValue result = mlirOperationGetResult(op, 0);
    int32_t x = reshape ? attnOracleEmitLookup(e, mlirOperationGetOperand(op, 0)) : 0;
    if (!attnRuntimeType(mlirValueGetType(result), false, &type) || x < 0)
      return attnOracleEmitFail(e, op, "a type that the oracle does not know (static shapes only)");
    AttnOracleNode *n = attnOracleEmitNode(e, empty ? ATTN_NODE_EMPTY : ATTN_NODE_RESHAPE, &type,
                                           reshape ? 1 : 0, &x);
    return n && attnOracleEmitBind(e, result, n->firstValue);
  }
  if (!strcmp(name, "tensor.cast")) { // it may hide a size that the operand has
    int32_t x = attnOracleEmitLookup(e, mlirOperationGetOperand(op, 0));
    return x < 0 ? attnOracleEmitFail(e, op, "an operand that the oracle cannot read")
                 : attnOracleEmitBind(e, mlirOperationGetResult(op, 0), x);
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
    AttnOracleNode *node = attnOracleEmitNode(e, ATTN_NODE_ARGUMENT, &type, 0, NULL);
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
  attnRestoreShapes(mlirModuleGetOperation(copy));
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
