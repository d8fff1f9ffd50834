//===- Dependent.c - Kernels that wait for those in front themselves ------===//
//
// Programmatic dependent launch: a kernel is launched while the one in front of it ends, and waits
// for what that one writes by an instruction of its own (griddepcontrol.wait) behind the set-up of
// its barriers. It hides a launch, 1 to 2.5 us (bench/results/dependent-h200.json). All kernels of
// a function but the first wait, so that when one has ended all in front of it have.
//
// What a kernel reads that another one wrote is then no memory that nobody writes: loads of it must
// not move up in front of the wait (TileToNVVM.c: no `readonly`).
//
// A counter is zeroed by a kernel too, since a launch behind a memset is not hidden; all kernels
// behind it wait, the first as well.
//
// griddepcontrol.launch_dependents, which lets the next kernel begin when all CTAs of this one run,
// was tried as each kernel's first instruction, and lost 0.5 to 2 us again.
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"
#include "Conversion/TileToNVVM/TileToNVVM.h"

#include <string.h>

bool attnLIsDependent(const AttnLower *k) {
  if (!k->chip->dependents)
    return false;
  // Kernels in front are calls already.
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirOperationGetBlock(k->kernel));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    const char *persistent = attnIs(op, "tile.kernel") ? attnAttrStr(op, "persistent") : NULL;
    if (attnIs(op, "func.call") || (persistent && strcmp(persistent, "dynamic") == 0))
      return true;
  }
  return false;
}

void attnLWaitForKernels(AttnLower *k) {
  if (k->dependent)
    attnLPtx(k, "griddepcontrol.wait;", "~{memory}", 0, NULL, (MlirType){NULL});
}

void attnLMakeZero(AttnLower *k, MlirBlock kernels) {
  static const char text[] =
      "llvm.func @" ATTN_ZERO "(%p: !llvm.ptr<1> {llvm.align = 4 : i64}) attributes {nvvm.kernel, "
      "nvvm.reqntid = array<i32: 1, 1, 1>} {\n"
      "  %zero = llvm.mlir.constant(0 : i32) : i32\n"
      "  llvm.store %zero, %p : i32, !llvm.ptr<1>\n"
      "  llvm.return\n"
      "}";
  if (!k->chip->dependents)
    return;
  for (MlirOperation op = mlirBlockGetFirstOperation(kernels); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    const char *name = attnAttrStr(op, "sym_name");
    if (name && strcmp(name, ATTN_ZERO) == 0)
      return; // there is one
  }
  MlirOperation zero = mlirOperationCreateParse(k->ctx, mlirStringRefCreateFromCString(text),
                                                mlirStringRefCreateFromCString(ATTN_ZERO));
  mlirBlockAppendOwnedOperation(kernels, zero);
}
