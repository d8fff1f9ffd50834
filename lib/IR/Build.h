//===- Build.h - Making and reading IR through mlir-c, briefly ------------===//
//
// Takes: nothing of ours. Gives: operation building at an insertion point, attribute shorthands,
// attribute reading, walking. Every pass is written on this header, so that no pass spells out
// MlirOperationState. Strings are NUL-terminated unless said otherwise; returned `const char *`
// live as long as the context.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_IR_BUILD_H
#define ATTN_IR_BUILD_H

#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

//===--- insertion point --------------------------------------------------===//

/// Where new operations go: at the end of `block`, or before `before` if that is not null.
typedef struct AttnBuilder {
  MlirContext ctx;
  MlirLocation loc;
  MlirBlock block;
  MlirOperation before;
} AttnBuilder;

AttnBuilder attnBuilderAtEnd(MlirBlock block, MlirLocation loc);
AttnBuilder attnBuilderBefore(MlirOperation op);
AttnBuilder attnBuilderAfter(MlirOperation op);

//===--- operations -------------------------------------------------------===//

/// One operation to make. Counts may be left zero. Regions are taken over.
typedef struct AttnOpDesc {
  const char *name;
  intptr_t nOperands;
  const MlirValue *operands;
  intptr_t nResults;
  const MlirType *results;
  intptr_t nAttrs;
  const MlirNamedAttribute *attrs;
  intptr_t nRegions;
  const MlirRegion *regions;
} AttnOpDesc;

MlirOperation attnBuildOp(const AttnBuilder *b, const AttnOpDesc *desc);
/// One result, operands from an array, attributes from an array.
MlirValue attnBuild(const AttnBuilder *b, const char *name, intptr_t nOperands,
                    const MlirValue *operands, MlirType result, intptr_t nAttrs,
                    const MlirNamedAttribute *attrs);
MlirValue attnBuild0(const AttnBuilder *b, const char *name, MlirType result, intptr_t nAttrs,
                     const MlirNamedAttribute *attrs);
MlirValue attnBuild1(const AttnBuilder *b, const char *name, MlirValue x, MlirType result);
/// All results of an operation but the first are of one type (IRDL's variadics): which of n types
/// can be the first; -1: none.
int attnFirstResult(int n, const MlirType *types);
/// The result type is that of the first operand.
MlirValue attnBuild2(const AttnBuilder *b, const char *name, MlirValue x, MlirValue y);
/// A region with one block whose arguments have the given types; its builder in *inner (may be
/// NULL).
MlirRegion attnRegionWithBlock(const AttnBuilder *b, intptr_t nArgs, const MlirType *args,
                               AttnBuilder *inner);
/// A terminator without results, e.g. "gpu.yield", "scf.yield".
void attnBuildYield(const AttnBuilder *b, const char *name, intptr_t n, const MlirValue *values);

MlirValue attnConstIndex(const AttnBuilder *b, int64_t v);
MlirValue attnConstInt(const AttnBuilder *b, MlirType type, int64_t v);
MlirValue attnConstFloat(const AttnBuilder *b, MlirType type, double v);
/// Is v an integer constant?
bool attnConstantOf(MlirValue v, int64_t *c);
/// Of two indices the sum, or the larger one: a constant where both are.
MlirValue attnIndexSum(const AttnBuilder *b, MlirValue x, MlirValue y);
MlirValue attnIndexMax(const AttnBuilder *b, MlirValue x, MlirValue y);
/// arith.cmpi with MLIR's predicate number (0 eq, 1 ne, 2 slt, 3 sle, 4 sgt, 5 sge, 6 ult ...).
MlirValue attnCmpi(const AttnBuilder *b, int64_t predicate, MlirValue x, MlirValue y);
/// arith.cmpf with MLIR's predicate number (1 oeq, 2 ogt, 3 oge, 4 olt, 5 ole, 6 one ...).
MlirValue attnCmpf(const AttnBuilder *b, int64_t predicate, MlirValue x, MlirValue y);
MlirValue attnSelect(const AttnBuilder *b, MlirValue cond, MlirValue t, MlirValue f);
/// Converts between scalar types with the arith casts (extf, truncf, sitofp, index_cast, extui of
/// i1 ...); the value itself where the types agree. Null if no cast exists.
MlirValue attnCast(const AttnBuilder *b, MlirValue v, MlirType to);
/// affine.apply of a one-result map.
MlirValue attnAffineApply(const AttnBuilder *b, MlirAffineMap map, intptr_t n,
                          const MlirValue *dims);
/// scf.for over values of lo's type with iter_args; `body` is the builder inside (no terminator
/// yet), *iv the induction variable, iterArgs (n of them) are filled. Close with
/// attnBuildYield(&body, "scf.yield", ...).
MlirOperation attnBuildFor(const AttnBuilder *b, MlirValue lo, MlirValue hi, MlirValue step,
                           intptr_t n, const MlirValue *inits, AttnBuilder *body, MlirValue *iv,
                           MlirValue *iterArgs);
/// scf.while over n values, the same in both regions, whose builders and arguments are `before`'s
/// and `after`'s. Close the first with scf.condition (an i1 and n values), the second with
/// scf.yield.
MlirOperation attnBuildWhile(const AttnBuilder *b, intptr_t n, const MlirValue *inits,
                             AttnBuilder *before, AttnBuilder *after);
/// scf.if; the two builders are inside the regions (`els` may be NULL: no else region).
MlirOperation attnBuildIf(const AttnBuilder *b, MlirValue cond, intptr_t n, const MlirType *results,
                          AttnBuilder *then, AttnBuilder *els);

//===--- linalg and slices ------------------------------------------------===//

/// The iterator types of n loops; bit d of `reduced`: loop d is a reduction.
MlirAttribute attnIterators(MlirContext ctx, intptr_t n, unsigned reduced);
/// linalg.generic on tensors: nIn inputs, then nOut initial values, whose types are the results'.
/// One map attribute for each operand. The body is taken over.
MlirOperation attnBuildGeneric(const AttnBuilder *b, intptr_t nIn, intptr_t nOut,
                               const MlirValue *operands, const MlirAttribute *maps,
                               MlirAttribute iterators, MlirRegion body);
/// tensor.extract_slice at constants, one for each dimension of x.
MlirValue attnBuildSlice(const AttnBuilder *b, MlirValue x, const int64_t *offsets,
                         const int64_t *sizes, const int64_t *strides, MlirType result);
/// tensor.expand_shape to a static shape.
MlirValue attnBuildExpand(const AttnBuilder *b, MlirValue x, MlirAttribute reassociation,
                          MlirType result);

//===--- attributes -------------------------------------------------------===//

MlirNamedAttribute attnNamed(MlirContext ctx, const char *name, MlirAttribute attr);
MlirAttribute attnStr(MlirContext ctx, const char *s);
MlirAttribute attnI64(MlirContext ctx, int64_t v);
MlirAttribute attnStrs(MlirContext ctx, intptr_t n, const char *const *s);
MlirAttribute attnMapAttr(MlirAffineMap map);

/// Null attribute / false / NULL where the attribute is absent or of another kind.
MlirAttribute attnAttr(MlirOperation op, const char *name);
bool attnAttrI64(MlirOperation op, const char *name, int64_t *v);
/// Not NUL-terminated by contract of MLIR, but StringAttr storage always is.
const char *attnAttrStr(MlirOperation op, const char *name);
const char *attnStrValue(MlirAttribute strAttr);
bool attnAttrMap(MlirOperation op, const char *name, MlirAffineMap *map);
intptr_t attnAttrArraySize(MlirOperation op, const char *name); ///< -1 if absent
MlirAttribute attnAttrArrayGet(MlirOperation op, const char *name, intptr_t i);
/// Fields of a dictionary attribute.
MlirAttribute attnDictGet(MlirAttribute dict, const char *key);
const char *attnDictStr(MlirAttribute dict, const char *key);
bool attnDictI64(MlirAttribute dict, const char *key, int64_t *v);
/// Prints an attribute into a buffer of `size` bytes, cut short if it does not fit.
void attnPrintAttr(MlirAttribute attr, char *buffer, size_t size);
/// Parses an attribute; null on a syntax error.
MlirAttribute attnParseAttr(MlirContext ctx, const char *text);
void attnSetAttr(MlirOperation op, const char *name, MlirAttribute attr);
/// Gives the operation one operand more, its last.
void attnAppendOperand(MlirOperation op, MlirValue v);

//===--- reading ----------------------------------------------------------===//

bool attnIs(MlirOperation op, const char *name);
const char *attnOpName(MlirOperation op);
/// The operation that defines a value; null for block arguments.
MlirOperation attnDef(MlirValue v);
MlirContext attnValueContext(MlirValue v);
/// The only block of region i.
MlirBlock attnBody(MlirOperation op, intptr_t region);
/// Element type of a shaped type, or the type itself.
MlirType attnElementType(MlirType t);
bool attnIsFloat(MlirType t); ///< f16, bf16, f32, f64
MlirType attnTensorType(intptr_t rank, const int64_t *shape, MlirType element);
intptr_t attnNumUses(MlirValue v);
bool attnHasUses(MlirOperation op);
MlirModule attnModuleOf(MlirOperation op);
/// The enclosing operation with the given name; null if there is none.
MlirOperation attnParentOfName(MlirOperation op, const char *name);
MlirRegion attnParentRegion(MlirOperation op);
/// Is `op` inside region `r` at any depth?
bool attnIsInside(MlirOperation op, MlirRegion r);
/// Is the value defined (as a result or block argument) inside `r` at any depth?
bool attnValueIsInside(MlirValue v, MlirRegion r);

/// Collects all operations below `root` (root excluded) named `name` (NULL: all) in pre-order.
/// Returns the number; *ops is malloc'd and owned by the caller (NULL if none).
intptr_t attnCollect(MlirOperation root, const char *name, MlirOperation **ops);
/// Has an operation below `root` this `sym_name`?
bool attnSymbolTaken(MlirOperation root, const char *name);
/// Replaces all uses of the results of `op` and erases it.
void attnReplaceOp(MlirOperation op, intptr_t n, const MlirValue *values);

/// Erases, last first and until nothing changes, the operations of the block without regions' side
/// effects whose results are unused: arith, math, tensor, linalg, affine.apply/min/max, carrier.
void attnEraseDead(MlirBlock block);
/// Registers upstream's passes with MLIR's textual pipelines, once per process (it costs 15 ms).
void attnRegisterUpstreamPasses(void);
/// Runs an upstream pipeline, e.g. "builtin.module(cse)", on an operation from inside a pass.
MlirLogicalResult attnRunPipeline(MlirOperation op, const char *pipeline);

//===--- cloning with a value map (mlir-c 22 has no IRMapping) ------------===//

typedef struct AttnValueMap {
  MlirValue *from, *to;
  intptr_t size, capacity;
} AttnValueMap;
void attnMapValue(AttnValueMap *m, MlirValue from, MlirValue to);
/// The mapped value, or `v` itself.
MlirValue attnMapLookup(const AttnValueMap *m, MlirValue v);
bool attnMapContains(const AttnValueMap *m, MlirValue v);
void attnMapFree(AttnValueMap *m);
/// Clones `op` (with regions) at the builder, operands mapped at every depth; maps its results.
MlirOperation attnCloneMapped(const AttnBuilder *b, MlirOperation op, AttnValueMap *m);
/// v at the builder: where it is made inside `region` and not mapped yet, what makes it is cloned.
/// Null if that takes anything but operations on scalars without regions, or a block argument that
/// is not mapped.
MlirValue attnCloneScalar(const AttnBuilder *b, MlirValue v, MlirRegion region, AttnValueMap *m);

#endif // ATTN_IR_BUILD_H
