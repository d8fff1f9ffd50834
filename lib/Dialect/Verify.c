//===- Verify.c - What IRDL cannot check ----------------------------------===//
// See attn-c/Dialects.h.
//===----------------------------------------------------------------------===//
#include "attn-c/Dialects.h"

MlirLogicalResult attnVerify(MlirOperation root) {
  (void)root;
  return mlirLogicalResultSuccess();
}
