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
// A counter, and counts of stretches (StreamK.c), are zeroed by a kernel too, since a launch behind
// a memset is not hidden; all kernels behind it wait, the first as well.
//
// The kernel behind its stretches (StreamK.c), which writes other tiles of the same results, waits
// at its end; those waited for what is in front, and let it begin wherever one of them has ended.
// (A kernel that waits for its zeroed counter where it first reads it is no faster: 1.001.)
//
// griddepcontrol.launch_dependents, which lets the next kernel begin when all CTAs of this one run,
// was tried as each kernel's first instruction, and lost 0.5 to 2 us again.
//
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"
#include "Conversion/TileToNVVM/TileToNVVM.h"

#include <stdio.h>
#include <stdlib.h>
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
    MlirOperation *parts;
    intptr_t n = attnIs(op, "tile.kernel") ? attnCollect(op, "tile.part", &parts) : 0;
    if (n) { // maybe it has counts
      free(parts);
      return true;
    }
  }
  return false;
}

static int64_t words(const AttnLower *k) { return k->dynamic ? 1 : attnLStreamKCounts(k); }

void attnLZeroName(const AttnLower *k, char *name, size_t size) {
  if (words(k) == 1)
    snprintf(name, size, "%s", ATTN_ZERO);
  else
    snprintf(name, size, "%s_%ld", ATTN_ZERO, (long)words(k));
}

static void waitNow(AttnLower *k) {
  if (k->dependent)
    attnLPtx(k, "griddepcontrol.wait;", "~{memory}", 0, NULL, (MlirType){NULL});
}

/// The function for all tiles but those that stretches in front of it are of.
static bool isBehindStretches(const AttnLower *k) {
  return k->streamK.tiles && k->streamK.part == ATTN_ITEMS_WHOLE;
}

void attnLWaitForKernels(AttnLower *k) {
  if (!isBehindStretches(k))
    waitNow(k);
  if (attnLShares(k) && k->chip->dependents)
    attnLPtx(k, "griddepcontrol.launch_dependents;", "~{memory}", 0, NULL, (MlirType){NULL});
}

void attnLWaitAtEnd(AttnLower *k) {
  if (isBehindStretches(k))
    waitNow(k);
}

void attnLMakeZero(AttnLower *k, MlirBlock kernels) {
  if (!k->chip->dependents)
    return;
  char zeroName[64], *text = NULL;
  size_t size = 0;
  attnLZeroName(k, zeroName, sizeof zeroName);
  for (MlirOperation op = mlirBlockGetFirstOperation(kernels); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    const char *name = attnAttrStr(op, "sym_name");
    if (name && strcmp(name, zeroName) == 0)
      return; // there is one
  }
  // One thread writes them all, four at a time: they are few.
  FILE *f = open_memstream(&text, &size);
  int64_t n = words(k), at = n % 4 ? 1 : 4;
  fprintf(f,
          "llvm.func @%s(%%p: !llvm.ptr<1> {llvm.align = 16 : i64}) attributes {nvvm.kernel, "
          "nvvm.reqntid = array<i32: 1, 1, 1>} {\n",
          zeroName);
  if (at == 1)
    fprintf(f, "  %%zero = llvm.mlir.constant(0 : i32) : i32\n");
  else
    fprintf(f, "  %%zero = llvm.mlir.constant(dense<0> : vector<4xi32>) : vector<4xi32>\n");
  for (int64_t i = 0; i < n; i += at)
    fprintf(
        f,
        "  %%p%ld = llvm.getelementptr inbounds %%p[%ld] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32\n"
        "  llvm.store %%zero, %%p%ld {alignment = %ld : i64} : %s, !llvm.ptr<1>\n",
        (long)i, (long)i, (long)i, (long)at * 4, at == 1 ? "i32" : "vector<4xi32>");
  fprintf(f, "  llvm.return\n}");
  fclose(f);
  MlirOperation zero = mlirOperationCreateParse(k->ctx, mlirStringRefCreateFromCString(text),
                                                mlirStringRefCreateFromCString(zeroName));
  free(text);
  mlirBlockAppendOwnedOperation(kernels, zero);
}
