//===- OracleEmit.h - From linalg to an oracle program --------------------===//
//
// Takes a module as the front end gave it (before any pass of ours). Private calls are inlined,
// named operations generalised, elementwise operations on tensors made generic, nothing else: the
// oracle computes what the input says.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_COMPILE_ORACLEEMIT_H
#define ATTN_COMPILE_ORACLEEMIT_H

#include "Runtime/OracleProgram.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"

/// The function to run: the one named `entry`, or (NULL) the only public function with a body. Null
/// operation and a message in `st` otherwise.
MlirOperation attnFindEntry(MlirModule module, const char *entry, AttnStatus *st);

/// The oracle program of the entry function. The module is not changed. NULL: a message in `st`
/// that names the operation and its place. Errors of upstream passes are emitted as diagnostics as
/// well.
AttnOracle *attnOracleFromModule(MlirModule module, const char *entry, AttnStatus *st);

/// The runtime's type of a ranked, static tensor type (or, with scalars allowed, of a scalar as
/// rank 0). False if there is none.
bool attnRuntimeType(MlirType type, bool scalars, AttnTensorType *out);

/// Elements of a dense attribute as raw bytes in the runtime's layout (count * attnTypeSize);
/// malloc'd. False if the attribute is of another kind.
bool attnDenseBytes(MlirAttribute attr, const AttnTensorType *type, void **bytes, AttnStatus *st);

/// The same of dense_resource<...> (Resource.c).
bool attnResourceBytes(MlirAttribute attr, const AttnTensorType *type, void **bytes,
                       AttnStatus *st);

/// `file:line:col` of an operation, or "?"; returns `buffer`.
const char *attnPlace(MlirOperation op, char *buffer, size_t size);

//===--- shared by the OracleEmit*.c and OracleCarrier.c ----------------------===//

typedef struct AttnOracleEmit {
  AttnOracle *o;
  AttnStatus *st;
  MlirValue *keys; ///< SSA values in the order of their definition ...
  int32_t *ids;    ///< ... and the program's value that holds each
  intptr_t size, capacity;
} AttnOracleEmit;

/// -1 if the value is not known.
int32_t attnOracleEmitLookup(const AttnOracleEmit *e, MlirValue v);
bool attnOracleEmitBind(AttnOracleEmit *e, MlirValue v, int32_t id);
/// Fails with the operation's name and place; returns false.
bool attnOracleEmitFail(AttnOracleEmit *e, MlirOperation op, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/// Adds a constant from an arith.constant's value, of the given type.
int32_t attnOracleEmitConstant(AttnOracleEmit *e, MlirOperation op);
void *attnOracleEmitCopy(AttnOracleEmit *e, const void *data, size_t bytes);

/// A generic node from a block (its arguments stand for the operands, its terminator yields the
/// results). `maps`: one affine map per operand (inputs, then outs), in the iteration dimensions.
/// `outs`: the last numResults operands. Adds the operands that the body captures.
bool attnOracleEmitGeneric(AttnOracleEmit *e, MlirOperation op, MlirBlock block, int32_t numDims,
                           const int64_t *extents, const uint8_t *reduction, intptr_t numOperands,
                           const MlirValue *operands, const MlirAffineMap *maps);
/// A node with one value of the given type. NULL: out of memory.
AttnOracleNode *attnOracleEmitNode(AttnOracleEmit *e, AttnNodeKind kind, const AttnTensorType *type,
                                   int32_t numOperands, const int32_t *operands);
/// A constant that is `value` everywhere; -1: out of memory.
int32_t attnOracleEmitFill(AttnOracleEmit *e, const AttnTensorType *type, double value);
/// A map from `rank` dimensions: dimension k of the operand is d * stride + offset, d counting
/// those that are not `dropped` (-1: none); strides NULL: d itself.
AttnOracleMap attnOracleEmitDims(AttnOracleEmit *e, int rank, int dropped, const int64_t *strides,
                                 const int64_t *offsets);

/// The body of a node that is written by hand; its last instruction is what it yields.
typedef struct AttnOracleSimple {
  AttnOracleInstr instrs[16 * ATTN_MAX_RANK];
  int32_t numInstrs;
  int32_t indices[ATTN_MAX_RANK]; ///< of its one GATHER
  int32_t numIndices;
} AttnOracleSimple;
/// Appends an instruction; its register.
int32_t attnOracleSay(AttnOracleSimple *s, AttnOracleInstr in);
/// A generic over `space` (dimension `reduced` is summed away if it is not -1) with that body, at
/// most ATTN_MAX_RANK + 2 inputs and one initial value; -1: out of memory.
int32_t attnOracleEmitSimple(AttnOracleEmit *e, const AttnTensorType *space, int reduced,
                             const AttnOracleSimple *s, int32_t numIn, const int32_t *in,
                             const AttnOracleMap *maps, const AttnTensorType *type, int32_t init);

/// OracleEmitSlice.c
bool attnOracleEmitExtractSlice(AttnOracleEmit *e, MlirOperation op);
bool attnOracleEmitInsertSlice(AttnOracleEmit *e, MlirOperation op);
bool attnOracleEmitConcat(AttnOracleEmit *e, MlirOperation op);
bool attnOracleEmitSplat(AttnOracleEmit *e, MlirOperation op);
bool attnOracleEmitPad(AttnOracleEmit *e, MlirOperation op);
/// A scalar operation outside of any body, as a generic node of rank 0.
bool attnOracleEmitScalar(AttnOracleEmit *e, MlirOperation op);

/// Maps, and folds without twisted channels, as linalg.generic operations (OracleCarrier.c). `root`
/// has been verified.
void attnOracleExpandCarriers(MlirOperation root);

/// Converts an affine map; false if it has symbols or divides by something else than a constant.
bool attnOracleEmitMap(AttnOracleEmit *e, MlirAffineMap map, AttnOracleMap *out);

#endif // ATTN_COMPILE_ORACLEEMIT_H
