//===- PackageBuild.h - A package under construction ----------------------===//
//
// Between Package.c, which walks over the entry function, and PackageLaunch.c, which reads what a
// call launches.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_COMPILE_PACKAGEBUILD_H
#define ATTN_COMPILE_PACKAGEBUILD_H

#include "Dialect/Symbols.h"
#include "Runtime/Package.h"
#include "mlir-c/IR.h"

#include <stdio.h>

/// One walk over the entry function.
typedef struct AttnPkWalk {
  AttnPackage *p;
  AttnPackageVariant *v;
  MlirModule module;
  AttnStatus *st;
  AttnSymbols symbols; ///< of the function; symbol k is length k of the package
  MlirValue *values;   ///< malloc'd
  int *buffers;
  int numValues, capacity;
} AttnPkWalk;

/// Emits the diagnostic and keeps the same sentence in the status; false.
bool attnPkRefuse(MlirOperation op, AttnStatus *st, AttnCode code, const char *text);
bool attnPkOutOfMemory(AttnStatus *st); ///< false

#define REFUSE(op, st, ...)                                                                        \
  do {                                                                                             \
    char refuseText[768];                                                                          \
    snprintf(refuseText, sizeof refuseText, __VA_ARGS__);                                          \
    return attnPkRefuse(op, st, ATTN_STATUS_INVALID, refuseText);                                  \
  } while (0)

/// Arrays grow by doubling inside the package's arena; what is left behind is freed with it.
bool attnPkPush(AttnPackage *p, void *array, int *count, size_t size, const void *item);
bool attnPkBind(AttnPkWalk *w, MlirValue v, int buffer);
int attnPkAddBuffer(AttnPkWalk *w, AttnBufferRole role, int index, const AttnTensorType *type);
/// The buffer that holds a value; constants and tensor.empty get one at their first use. -1: none.
int attnPkBufferOf(AttnPkWalk *w, MlirOperation user, MlirValue v);
/// The steps of a func.call. False after an error.
bool attnPkWalkCall(AttnPkWalk *w, MlirOperation op);

#endif // ATTN_COMPILE_PACKAGEBUILD_H
