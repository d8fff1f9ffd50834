//===- Verify.h - Inside the verifier -------------------------------------===//
//
// Pieces that the carrier and the tile verifier share. Every check emits its error at the operation
// and returns false; a caller stops at the first error of one fold, map or kernel.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_DIALECT_VERIFY_H
#define ATTN_DIALECT_VERIFY_H

#include "Dialect/Carrier/Deps.h"
#include "IR/Build.h"

/// carrier.fold or carrier.map with its regions, tile.kernel with its body. Their attributes have
/// the right kinds already.
bool attnVerifyCarrier(MlirOperation op);
bool attnVerifyKernel(MlirOperation op);
/// carrier.define with its regions.
bool attnVerifyDefine(MlirOperation op);

/// `return attnBad(op, "...")`: error at op, false.
bool attnBad(MlirOperation op, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/// A printed attribute or type for a message; malloc'd.
char *attnTypeText(MlirType type);

/// The `axes` attribute: keys of the dictionaries, names, roles, extents, with `tile` also tiles.
bool attnVerifyAxes(MlirOperation op, bool tile, AttnAxes *axes);
/// Every key of dictionary number i of attribute `attr` is one of `keys`.
bool attnVerifyKeys(MlirOperation op, const char *attr, intptr_t i, MlirAttribute dict,
                    const char *const *keys, size_t nKeys);
/// The `schedule` attribute parses, if there is one.
bool attnVerifySchedule(MlirOperation op);
/// A region of one block with `nArgs` arguments that ends in gpu.yield with `nYields` operands.
bool attnVerifyBlock(MlirOperation op, intptr_t region, const char *name, intptr_t nArgs,
                     intptr_t nYields);

/// A ranked tensor with a static shape and no encoding.
bool attnVerifyTensor(MlirOperation op, const char *what, MlirType type);
/// Takes as many dimensions as there are axes, no symbols, and gives the tensor's rank.
bool attnVerifyMapShape(MlirOperation op, const char *what, MlirAffineMap map, intptr_t nDims,
                        MlirType tensor);
/// Reads stay inside: for 0 <= d_i < extents[i] every result of the map is inside the tensor.
bool attnVerifyBounds(MlirOperation op, const char *what, MlirAffineMap map, const int64_t *extents,
                      MlirType tensor);
/// Writes hit every element of the tensor exactly once: the results are sums a*stride of a complete
/// mixed radix and the shape is what they imply. Sets *used to the dimensions that occur.
/// `names[i]` names dimension i in messages.
bool attnVerifyCover(MlirOperation op, const char *what, MlirAffineMap map, const int64_t *extents,
                     const char *const *names, MlirType tensor, AttnAxisSet *used);

/// Names that stand in schedules: letters, digits, '_', at most 31.
bool attnVerifyName(MlirOperation op, const char *what, const char *name);

#endif // ATTN_DIALECT_VERIFY_H
