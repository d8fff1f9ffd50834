//===- OracleProgram.h - The oracle's program: a list of tensor nodes -----===//
//
// A node makes one or more values, each a ranked tensor of doubles or of 64-bit integers; nodes
// stand in the order of their dependencies. Scalars are tensors of rank 0.
//
//   ARGUMENT    the i-th function argument
//   CONSTANT    dense, or one element for all
//   EMPTY       undefined elements (NaN, 0 if somebody reads them all the same)
//   RESHAPE     the same elements in row-major order
//   INSERT      operand 1 with a strided box of it replaced by operand 0
//   GENERIC     for every point of an iteration box: loads through affine maps, a scalar body,
//               stores through the output maps; reduction dimensions accumulate (linalg.generic)
//
// A body is in SSA form: instruction i defines register i.
//
// A program with lengths (numStands > 0) holds a stand-in wherever the number would be that a call
// brings along: in types, extents and integer constants. Serialised, it begins with the stand-ins;
// attnOracleParseFor puts the numbers in place before anything else is looked at.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_RUNTIME_ORACLEPROGRAM_H
#define ATTN_RUNTIME_ORACLEPROGRAM_H

#include "Runtime/Arena.h"
#include "attn-c/Runtime.h"

typedef enum AttnNodeKind {
  ATTN_NODE_ARGUMENT,
  ATTN_NODE_CONSTANT,
  ATTN_NODE_EMPTY,
  ATTN_NODE_RESHAPE,
  ATTN_NODE_INSERT,
  ATTN_NODE_GENERIC,
  ATTN_NUM_NODE_KINDS
} AttnNodeKind;

/// An affine expression; children stand before their parent. DIM: value is the dimension's number.
/// CONST: value. FLOORDIV, CEILDIV, MOD: the right side is a positive CONST.
typedef enum AttnExprKind {
  ATTN_EXPR_DIM,
  ATTN_EXPR_CONST,
  ATTN_EXPR_ADD,
  ATTN_EXPR_MUL,
  ATTN_EXPR_FLOORDIV,
  ATTN_EXPR_CEILDIV,
  ATTN_EXPR_MOD,
  ATTN_NUM_EXPR_KINDS
} AttnExprKind;

typedef struct AttnOracleExpr {
  uint8_t kind;
  int32_t a, b;
  int64_t value;
} AttnOracleExpr;

/// `results` holds one expression number for every dimension of the operand.
typedef struct AttnOracleMap {
  int32_t numExprs, numResults;
  AttnOracleExpr *exprs;
  int32_t *results;
} AttnOracleMap;

typedef enum AttnOracleOp {
  ATTN_OP_LOAD,   ///< imm.i: the operand, read through its map
  ATTN_OP_ACC,    ///< imm.i: the result, its accumulated (or initial) value
  ATTN_OP_INDEX,  ///< imm.i: the iteration dimension
  ATTN_OP_CONSTF, ///< imm.f
  ATTN_OP_CONSTI, ///< imm.i
  ATTN_OP_GATHER, ///< imm.i: the operand; index registers in `indices`; NaN or 0 out of bounds
  ATTN_OP_SELECT, ///< a ? b : c; `isFloat` is the kind of b and c
  ATTN_OP_CMPF,   ///< imm.i: MLIR's predicate number
  ATTN_OP_CMPI,   ///< imm.i: MLIR's predicate number
#define ORACLE_OP(name, mlir, arity, result, operand) ATTN_OP_##name,
#include "Runtime/OracleOps.def"
#undef ORACLE_OP
  ATTN_NUM_OPS
} AttnOracleOp;

typedef struct AttnOracleInstr {
  uint16_t op;
  bool isFloat;        ///< kind of the register
  uint8_t width;       ///< integer results: bits (1, 8, 16, 32, 64)
  uint8_t sourceWidth; ///< integer conversions: bits of the operand
  int32_t a, b, c;     ///< registers
  int32_t firstIndex;  ///< GATHER: first of its index registers in `indices`
  union {
    double f;
    int64_t i;
  } imm;
} AttnOracleInstr;

typedef struct AttnOracleNode {
  uint8_t kind;
  int32_t firstValue, numValues;
  int32_t numOperands; ///< GENERIC: inputs, then one initial value per result
  int32_t *operands;   ///< value numbers
  int32_t argument;    ///< ARGUMENT
  bool splat;          ///< CONSTANT: `data` holds one element
  void *data;          ///< CONSTANT: doubles or int64s
  int64_t *offsets;    ///< INSERT: per dimension of the destination ...
  int64_t *strides;    ///< ... step between inserted elements (positive)
  int32_t *sourceDims; ///< ... dimension of the source, -1: dropped (size 1)
  int32_t numDims;     ///< GENERIC: iteration dimensions
  int64_t *extents;
  uint8_t *reduction;  ///< 1 where the dimension is reduced
  AttnOracleMap *maps; ///< one per operand; numResults -1 if the operand is only gathered from
  int32_t numInstrs, numIndices;
  AttnOracleInstr *instrs;
  int32_t *indices;
  int32_t *yields; ///< one register per result
} AttnOracleNode;

typedef struct AttnOracleValue {
  AttnTensorType type;
  int32_t node, result;
} AttnOracleValue;

struct AttnOracle {
  int32_t numNodes, numValues, numArguments, numResults;
  int32_t nodeCapacity, valueCapacity;
  AttnOracleNode *nodes;
  AttnOracleValue *values;
  int32_t *arguments; ///< value number of each argument
  int32_t *results;   ///< value number of each result
  int32_t numStands;  ///< lengths; only while it is being built
  int64_t stands[8];
  AttnArena arena;
};

//===--- building (the compiler's side, and the tests) --------------------===//

AttnOracle *attnOracleCreate(AttnStatus *);
/// Zeroed memory that lives as long as the oracle. NULL if there is none left.
void *attnOracleAlloc(AttnOracle *, size_t bytes);
/// Appends a node with `numValues` values (types to be filled in by the caller). The pointer is
/// valid until the next call. NULL: out of memory.
AttnOracleNode *attnOracleAddNode(AttnOracle *, AttnNodeKind kind, int32_t numValues);

/// Checks everything the evaluation relies on: numbers in range, kinds, maps inside their operands.
bool attnOracleValidate(const AttnOracle *, AttnStatus *);

/// The serialised form; malloc'd.
bool attnOracleSerialize(const AttnOracle *, void **bytes, size_t *size, AttnStatus *);

/// Operation by MLIR name for the ops in OracleOps.def; -1 if unknown.
int attnOracleOpByName(const char *mlirName);
/// Arity, result kind and operand kind ('F' or 'I') of an operation from OracleOps.def.
void attnOracleOpShape(int op, int *arity, char *result, char *operand);

//===--- affine expressions -----------------------------------------------===//

/// Smallest and largest value over dims lo[d] .. hi[d] - 1 (not empty).
void attnOracleExprRange(const AttnOracleMap *, int32_t expr, const int64_t *lo, const int64_t *hi,
                         int64_t *min, int64_t *max);
int64_t attnOracleExprEval(const AttnOracleMap *, int32_t expr, const int64_t *point);
/// If the expression is linear: coefficients (one per dimension) and constant.
bool attnOracleExprLinear(const AttnOracleMap *, int32_t expr, int32_t numDims, int64_t *coefs,
                          int64_t *constant);

#endif // ATTN_RUNTIME_ORACLEPROGRAM_H
