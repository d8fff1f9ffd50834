//===- OracleEmitBody.c - Scalar bodies of oracle programs ----------------===//
//
// A block of scalar operations becomes a flat list of instructions. scf.if is flattened: both sides
// are evaluated and a select chooses (scalar operations have no effects, and a gather that leaves
// its tensor on the side not taken gives NaN that nobody looks at).
//
//===----------------------------------------------------------------------===//
#include "Compile/OracleEmit.h"
#include "IR/Build.h"
#include "Runtime/Status.h"

#include <stdlib.h>
#include <string.h>

//===--- affine maps ------------------------------------------------------===//

typedef struct MapBuilder {
  AttnOracleExpr exprs[512];
  int32_t n;
  bool failed;
} MapBuilder;

static int32_t addExpr(MapBuilder *b, AttnOracleExpr e) {
  if (b->n == 512) {
    b->failed = true;
    return 0;
  }
  b->exprs[b->n] = e;
  return b->n++;
}

static int32_t convertExpr(MapBuilder *b, MlirAffineExpr e) {
  if (mlirAffineExprIsADim(e))
    return addExpr(
        b, (AttnOracleExpr){.kind = ATTN_EXPR_DIM, .value = mlirAffineDimExprGetPosition(e)});
  if (mlirAffineExprIsAConstant(e))
    return addExpr(
        b, (AttnOracleExpr){.kind = ATTN_EXPR_CONST, .value = mlirAffineConstantExprGetValue(e)});
  if (!mlirAffineExprIsABinary(e)) {
    b->failed = true;
    return 0;
  }
  AttnExprKind kind = mlirAffineExprIsAAdd(e)        ? ATTN_EXPR_ADD
                      : mlirAffineExprIsAMul(e)      ? ATTN_EXPR_MUL
                      : mlirAffineExprIsAMod(e)      ? ATTN_EXPR_MOD
                      : mlirAffineExprIsAFloorDiv(e) ? ATTN_EXPR_FLOORDIV
                                                     : ATTN_EXPR_CEILDIV;
  int32_t l = convertExpr(b, mlirAffineBinaryOpExprGetLHS(e)),
          r = convertExpr(b, mlirAffineBinaryOpExprGetRHS(e));
  return addExpr(b, (AttnOracleExpr){.kind = (uint8_t)kind, .a = l, .b = r});
}

bool attnOracleEmitMap(AttnOracleEmit *e, MlirAffineMap map, AttnOracleMap *out) {
  MapBuilder b = {.n = 0};
  int32_t results[ATTN_MAX_RANK];
  intptr_t n = mlirAffineMapGetNumResults(map);
  if (mlirAffineMapGetNumSymbols(map) || n > ATTN_MAX_RANK)
    return false;
  for (intptr_t i = 0; i < n; ++i)
    results[i] = convertExpr(&b, mlirAffineMapGetResult(map, i));
  if (b.failed)
    return false;
  out->numExprs = b.n;
  out->numResults = (int32_t)n;
  out->exprs = attnOracleEmitCopy(e, b.exprs, (size_t)b.n * sizeof *b.exprs);
  out->results = attnOracleEmitCopy(e, results, (size_t)n * sizeof *results);
  return out->exprs && out->results;
}

//===--- bodies -----------------------------------------------------------===//

typedef struct Body {
  AttnOracleEmit *e;
  AttnOracleInstr *instrs;
  int32_t numInstrs, capacity;
  int32_t *indices;
  int32_t numIndices, indexCapacity;
  MlirValue *keys; ///< SSA values of the body ...
  int32_t *regs;   ///< ... and their registers
  intptr_t numKeys, keyCapacity;
  int32_t *extra;      ///< captured program values that become operands ...
  bool *extraGathered; ///< ... read by GATHER (else by LOAD at rank 0)
  int32_t numExtra, extraCapacity;
  int32_t firstExtra; ///< operand number of the first captured value
} Body;

#define PUSH(array, count, cap, value)                                                             \
  do {                                                                                             \
    if ((count) == (cap)) {                                                                        \
      (cap) = (cap) ? 2 * (cap) : 32;                                                              \
      (array) = realloc((array), (size_t)(cap) * sizeof *(array));                                 \
      if (!(array))                                                                                \
        abort();                                                                                   \
    }                                                                                              \
    (array)[(count)++] = (value);                                                                  \
  } while (0)

static int32_t add(Body *b, AttnOracleInstr in) {
  PUSH(b->instrs, b->numInstrs, b->capacity, in);
  return b->numInstrs - 1;
}

static void bind(Body *b, MlirValue v, int32_t reg) {
  intptr_t capacity = b->keyCapacity;
  PUSH(b->keys, b->numKeys, b->keyCapacity, v);
  if (capacity != b->keyCapacity) {
    b->regs = realloc(b->regs, (size_t)b->keyCapacity * sizeof *b->regs);
    if (!b->regs)
      abort();
  }
  b->regs[b->numKeys - 1] = reg;
}

static uint8_t widthOf(MlirType t) {
  return mlirTypeIsAInteger(t) ? (uint8_t)mlirIntegerTypeGetWidth(t) : 64;
}

static bool isScalar(MlirType t) {
  return attnIsFloat(t) || mlirTypeIsAIndex(t) ||
         (mlirTypeIsAInteger(t) && mlirIntegerTypeGetWidth(t) <= 64);
}

static AttnOracleInstr instrOf(int op, MlirType result) {
  return (AttnOracleInstr){
      .op = (uint16_t)op, .isFloat = mlirTypeIsAFloat(result), .width = widthOf(result)};
}

static int32_t constInt(Body *b, int64_t v) {
  return add(b, (AttnOracleInstr){.op = ATTN_OP_CONSTI, .width = 64, .imm.i = v});
}

/// The operand number of a captured program value.
static int32_t capture(Body *b, int32_t value, bool gathered) {
  for (int32_t i = 0; i < b->numExtra; ++i)
    if (b->extra[i] == value && b->extraGathered[i] == gathered)
      return b->firstExtra + i;
  int32_t capacity = b->extraCapacity;
  PUSH(b->extra, b->numExtra, b->extraCapacity, value);
  if (capacity != b->extraCapacity) {
    b->extraGathered = realloc(b->extraGathered, (size_t)b->extraCapacity);
    if (!b->extraGathered)
      abort();
  }
  b->extraGathered[b->numExtra - 1] = gathered;
  return b->firstExtra + b->numExtra - 1;
}

static bool scalarConstant(MlirOperation op, AttnOracleInstr *in) {
  MlirAttribute attr = attnAttr(op, "value");
  MlirType t = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (mlirAttributeIsAFloat(attr) && attnIsFloat(t)) {
    *in = instrOf(ATTN_OP_CONSTF, t);
    in->imm.f = mlirFloatAttrGetValueDouble(attr);
    return true;
  }
  if (mlirAttributeIsAInteger(attr) && isScalar(t)) {
    *in = instrOf(ATTN_OP_CONSTI, t);
    in->imm.i = mlirIntegerAttrGetValueInt(attr);
    if (in->width == 1)
      in->imm.i &= 1;
    return true;
  }
  return false;
}

/// The register of a value; values from outside are captured. -1: failed.
static int32_t reg(Body *b, MlirOperation user, MlirValue v) {
  for (intptr_t i = b->numKeys - 1; i >= 0; --i)
    if (mlirValueEqual(b->keys[i], v))
      return b->regs[i];
  MlirType t = mlirValueGetType(v);
  MlirOperation def = attnDef(v);
  AttnOracleInstr in;
  int32_t r = -1;
  if (!mlirOperationIsNull(def) && attnIs(def, "arith.constant") && scalarConstant(def, &in)) {
    r = add(b, in);
  } else {
    int32_t outer = isScalar(t) ? attnOracleEmitLookup(b->e, v) : -1;
    if (outer < 0) {
      attnOracleEmitFail(b->e, user, "an operand of a kind that the oracle cannot read");
      return -1;
    }
    in = instrOf(ATTN_OP_LOAD, t);
    in.imm.i = capture(b, outer, false);
    r = add(b, in);
  }
  bind(b, v, r);
  return r;
}

static bool emitExtract(Body *b, MlirOperation op) {
  MlirValue source = mlirOperationGetOperand(op, 0), result = mlirOperationGetResult(op, 0);
  int32_t outer = attnOracleEmitLookup(b->e, source);
  intptr_t rank = mlirOperationGetNumOperands(op) - 1;
  if (outer < 0 || rank > ATTN_MAX_RANK || !isScalar(mlirValueGetType(result)))
    return attnOracleEmitFail(b->e, op, "a source that the oracle cannot read");
  int32_t index[ATTN_MAX_RANK];
  for (intptr_t i = 0; i < rank; ++i)
    if ((index[i] = reg(b, op, mlirOperationGetOperand(op, i + 1))) < 0)
      return false;
  AttnOracleInstr in = instrOf(ATTN_OP_GATHER, mlirValueGetType(result));
  in.imm.i = capture(b, outer, true);
  in.firstIndex = b->numIndices;
  for (intptr_t i = 0; i < rank; ++i)
    PUSH(b->indices, b->numIndices, b->indexCapacity, index[i]);
  bind(b, result, add(b, in));
  return true;
}

static bool emitBlock(Body *b, MlirBlock block, int32_t *yields, intptr_t capacity);

static bool emitIf(Body *b, MlirOperation op) {
  intptr_t n = mlirOperationGetNumResults(op);
  int32_t cond = reg(b, op, mlirOperationGetOperand(op, 0)), t[8], f[8];
  MlirBlock els = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 1));
  if (cond < 0)
    return false;
  if (n < 1 || n > 8 || mlirBlockIsNull(els))
    return attnOracleEmitFail(b->e, op, "no or too many results");
  if (!emitBlock(b, attnBody(op, 0), t, 8) || !emitBlock(b, els, f, 8))
    return false;
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue r = mlirOperationGetResult(op, i);
    AttnOracleInstr in = instrOf(ATTN_OP_SELECT, mlirValueGetType(r));
    in.a = cond;
    in.b = t[i];
    in.c = f[i];
    bind(b, r, add(b, in));
  }
  return true;
}

static int32_t emitAffine(Body *b, MlirOperation op, MlirAffineExpr e) {
  AttnOracleInstr in = {.width = 64, .sourceWidth = 64};
  if (mlirAffineExprIsADim(e))
    return reg(b, op, mlirOperationGetOperand(op, mlirAffineDimExprGetPosition(e)));
  if (mlirAffineExprIsAConstant(e))
    return constInt(b, mlirAffineConstantExprGetValue(e));
  if (!mlirAffineExprIsABinary(e)) {
    attnOracleEmitFail(b->e, op, "symbols in its map");
    return -1;
  }
  if ((in.a = emitAffine(b, op, mlirAffineBinaryOpExprGetLHS(e))) < 0 ||
      (in.b = emitAffine(b, op, mlirAffineBinaryOpExprGetRHS(e))) < 0)
    return -1;
  if (mlirAffineExprIsAMod(e)) { // a - floordiv(a, b) * b
    AttnOracleInstr q = in, p = in;
    q.op = ATTN_OP_FLOORDIVSI;
    p.op = ATTN_OP_MULI;
    p.a = add(b, q);
    in.op = ATTN_OP_SUBI;
    in.b = add(b, p);
    return add(b, in);
  }
  in.op = mlirAffineExprIsAAdd(e)        ? ATTN_OP_ADDI
          : mlirAffineExprIsAMul(e)      ? ATTN_OP_MULI
          : mlirAffineExprIsAFloorDiv(e) ? ATTN_OP_FLOORDIVSI
                                         : ATTN_OP_CEILDIVSI;
  return add(b, in);
}

static bool emitOp(Body *b, MlirOperation op) {
  const char *name = attnOpName(op);
  if (!strcmp(name, "tensor.extract"))
    return emitExtract(b, op);
  if (!strcmp(name, "scf.if"))
    return emitIf(b, op);
  if (mlirOperationGetNumResults(op) != 1 || mlirOperationGetNumRegions(op) != 0)
    return attnOracleEmitFail(b->e, op, "the oracle does not know this operation");
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  AttnOracleInstr in;
  if (!isScalar(type))
    return attnOracleEmitFail(b->e, op, "a result that is no scalar of a known type");
  if (!strcmp(name, "arith.constant")) {
    if (!scalarConstant(op, &in))
      return attnOracleEmitFail(b->e, op, "a constant of unknown kind");
    bind(b, result, add(b, in));
    return true;
  }
  if (!strcmp(name, "linalg.index")) {
    in = instrOf(ATTN_OP_INDEX, type);
    if (!attnAttrI64(op, "dim", &in.imm.i))
      return attnOracleEmitFail(b->e, op, "no dimension");
    bind(b, result, add(b, in));
    return true;
  }
  if (!strcmp(name, "affine.apply")) {
    MlirAffineMap map;
    int32_t r = attnAttrMap(op, "map", &map) && mlirAffineMapGetNumSymbols(map) == 0
                    ? emitAffine(b, op, mlirAffineMapGetResult(map, 0))
                    : -1;
    if (r < 0)
      return attnOracleEmitFail(b->e, op, "a map that the oracle cannot read");
    bind(b, result, r);
    return true;
  }
  bool select = !strcmp(name, "arith.select"), cmpf = !strcmp(name, "arith.cmpf"),
       cmpi = !strcmp(name, "arith.cmpi"), fpowi = !strcmp(name, "math.fpowi");
  int code = select  ? ATTN_OP_SELECT
             : cmpf  ? ATTN_OP_CMPF
             : cmpi  ? ATTN_OP_CMPI
             : fpowi ? ATTN_OP_POWF
                     : attnOracleOpByName(name);
  if (code < 0)
    return attnOracleEmitFail(b->e, op, "the oracle does not know this operation");
  in = instrOf(code, type);
  int32_t operands[3] = {0};
  intptr_t n = mlirOperationGetNumOperands(op);
  for (intptr_t i = 0; i < n && i < 3; ++i)
    if ((operands[i] = reg(b, op, mlirOperationGetOperand(op, i))) < 0)
      return false;
  if (fpowi)
    operands[1] = add(b, (AttnOracleInstr){.op = ATTN_OP_SITOFP,
                                           .isFloat = true,
                                           .sourceWidth = widthOf(
                                               mlirValueGetType(mlirOperationGetOperand(op, 1))),
                                           .a = operands[1]});
  in.a = operands[0];
  in.b = operands[1];
  in.c = operands[2];
  in.sourceWidth = widthOf(mlirValueGetType(mlirOperationGetOperand(op, 0)));
  if ((cmpf || cmpi) && !attnAttrI64(op, "predicate", &in.imm.i))
    return attnOracleEmitFail(b->e, op, "no predicate");
  bind(b, result, add(b, in));
  return true;
}

/// Emits all operations; the terminator's operands go to `yields`.
static bool emitBlock(Body *b, MlirBlock block, int32_t *yields, intptr_t capacity) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!mlirOperationIsNull(mlirOperationGetNextInBlock(op))) {
      if (!emitOp(b, op))
        return false;
      continue;
    }
    intptr_t n = mlirOperationGetNumOperands(op);
    if (n > capacity)
      return attnOracleEmitFail(b->e, op, "too many results");
    for (intptr_t i = 0; i < n; ++i)
      if ((yields[i] = reg(b, op, mlirOperationGetOperand(op, i))) < 0)
        return false;
  }
  return true;
}

static void freeBody(Body *b) {
  free(b->instrs);
  free(b->indices);
  free(b->keys);
  free(b->regs);
  free(b->extra);
  free(b->extraGathered);
}

/// Moves the body into the node: operands are `numIn` inputs, the captured ones, the initial
/// values.
static bool finish(Body *b, AttnOracleNode *n, int32_t numIn, const int32_t *in,
                   const AttnOracleMap *maps, int32_t numOut) {
  AttnOracleEmit *e = b->e;
  n->numOperands = numIn + b->numExtra + numOut;
  n->operands = attnOracleAlloc(e->o, (size_t)n->numOperands * sizeof *n->operands);
  n->maps = attnOracleAlloc(e->o, (size_t)n->numOperands * sizeof *n->maps);
  n->instrs = attnOracleEmitCopy(e, b->instrs, (size_t)b->numInstrs * sizeof *b->instrs);
  n->indices = attnOracleEmitCopy(e, b->indices, (size_t)b->numIndices * sizeof *b->indices);
  if (!n->operands || !n->maps || !n->instrs || !n->indices)
    return attnFail(e->st, ATTN_STATUS_MEMORY, "out of memory");
  n->numInstrs = b->numInstrs;
  n->numIndices = b->numIndices;
  for (int32_t i = 0; i < numIn; ++i) {
    n->operands[i] = in[i];
    n->maps[i] = maps[i];
  }
  for (int32_t i = 0; i < b->numExtra; ++i) {
    n->operands[numIn + i] = b->extra[i];
    n->maps[numIn + i] = (AttnOracleMap){.numResults = b->extraGathered[i] ? -1 : 0};
  }
  for (int32_t i = 0; i < numOut; ++i) {
    n->operands[numIn + b->numExtra + i] = in[numIn + i];
    n->maps[numIn + b->numExtra + i] = maps[numIn + i];
  }
  return true;
}

bool attnOracleEmitGeneric(AttnOracleEmit *e, MlirOperation op, MlirBlock block, int32_t numDims,
                           const int64_t *extents, const uint8_t *reduction, intptr_t numOperands,
                           const MlirValue *operands, const MlirAffineMap *maps) {
  enum { MAX = 64 };
  intptr_t numResults = mlirOperationGetNumResults(op), numIn = numOperands - numResults;
  int32_t in[MAX], yields[MAX];
  AttnOracleMap converted[MAX];
  if (numOperands > MAX || numDims > ATTN_MAX_RANK)
    return attnOracleEmitFail(e, op, "too many operands or dimensions");
  Body b = {.e = e, .firstExtra = (int32_t)numIn};
  bool ok = true;
  for (intptr_t i = 0; i < numOperands && ok; ++i) {
    if ((in[i] = attnOracleEmitLookup(e, operands[i])) < 0)
      ok = attnOracleEmitFail(e, op, "operand %d is of a kind that the oracle cannot read", (int)i);
    else if (!attnOracleEmitMap(e, maps[i], &converted[i]))
      ok = attnOracleEmitFail(e, op, "map %d is not affine in the dimensions", (int)i);
    else {
      MlirValue argument = mlirBlockGetArgument(block, i);
      AttnOracleInstr load =
          instrOf(i < numIn ? ATTN_OP_LOAD : ATTN_OP_ACC, mlirValueGetType(argument));
      load.imm.i = i < numIn ? i : i - numIn;
      bind(&b, argument, add(&b, load));
    }
  }
  ok = ok && emitBlock(&b, block, yields, MAX);
  AttnOracleNode *n = ok ? attnOracleAddNode(e->o, ATTN_NODE_GENERIC, (int32_t)numResults) : NULL;
  if (n) {
    n->numDims = numDims;
    n->extents = attnOracleEmitCopy(e, extents, (size_t)numDims * sizeof *extents);
    n->reduction = attnOracleEmitCopy(e, reduction, (size_t)numDims);
    n->yields = attnOracleEmitCopy(e, yields, (size_t)numResults * sizeof *yields);
    ok = finish(&b, n, (int32_t)numIn, in, converted, (int32_t)numResults);
    for (intptr_t r = 0; r < numResults && ok; ++r) {
      AttnOracleValue *v = &e->o->values[n->firstValue + r];
      ok = attnRuntimeType(mlirValueGetType(mlirOperationGetResult(op, r)), true, &v->type) &&
           attnOracleEmitBind(e, mlirOperationGetResult(op, r), n->firstValue + (int32_t)r);
      if (!ok)
        attnOracleEmitFail(e, op, "a result whose type the oracle does not know");
    }
  }
  freeBody(&b);
  return ok && n;
}

bool attnOracleEmitScalar(AttnOracleEmit *e, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  AttnTensorType type;
  if (mlirOperationGetNumResults(op) != 1 ||
      !attnRuntimeType(mlirValueGetType(result), true, &type))
    return attnOracleEmitFail(e, op, "the oracle does not know this operation");
  Body b = {.e = e};
  int32_t yield;
  bool ok = emitOp(&b, op);
  // The initial value of the accumulator is never read.
  AttnOracleNode *empty = ok ? attnOracleAddNode(e->o, ATTN_NODE_EMPTY, 1) : NULL;
  if (empty)
    e->o->values[empty->firstValue].type = type;
  int32_t init = empty ? empty->firstValue : -1;
  AttnOracleNode *n = empty ? attnOracleAddNode(e->o, ATTN_NODE_GENERIC, 1) : NULL;
  if (n) {
    yield = reg(&b, op, result);
    AttnOracleMap none = {0};
    n->extents = attnOracleAlloc(e->o, 0);
    n->reduction = attnOracleAlloc(e->o, 0);
    n->yields = attnOracleEmitCopy(e, &yield, sizeof yield);
    e->o->values[n->firstValue].type = type;
    ok = finish(&b, n, 0, &init, &none, 1) && attnOracleEmitBind(e, result, n->firstValue);
  }
  freeBody(&b);
  return ok && n;
}
