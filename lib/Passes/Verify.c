//===- Verify.c - attn-verify ---------------------------------------------===//
//
// Takes: any operation. Gives: the same IR, or errors. Checks of carrier and tile operations what
// IRDL cannot say (see attnVerify). The same check runs after every pass of ours; this pass is for
// IR that was edited by hand or that upstream passes made.
//
//===----------------------------------------------------------------------===//
#include "attn-c/Dialects.h"
#include "attn-c/Plugin.h"

MlirLogicalResult attnRunVerify(MlirOperation op, const AttnPassContext *pass);

MlirLogicalResult attnRunVerify(MlirOperation op, const AttnPassContext *pass) {
  (void)pass;
  return attnVerify(op);
}
