//===- SymbolSizes.c - Classes of equal sizes -----------------------------===//
// See SymbolSizes.h.
//
// A forest of slots, one for each dimension of a value and each index value; what is united has
// one root, which holds what is known of all of it.
//
//===----------------------------------------------------------------------===//
#include "Passes/SymbolSizes.h"

#include <stdlib.h>

static AttnSizeKey *keyOf(AttnSizes *z, const void *ptr) {
  size_t i = ((uintptr_t)ptr >> 4) * 0x9E3779B97F4A7C15u & (z->nKeys - 1);
  while (z->keys[i].ptr && z->keys[i].ptr != ptr)
    i = (i + 1) & (z->nKeys - 1);
  return &z->keys[i];
}

/// The first of `n` slots for a value or an operation, made at the first call.
static int slotsOf(AttnSizes *z, const void *ptr, int n) {
  if (2 * (z->used + 1) > z->nKeys) {
    AttnSizes old = *z;
    z->nKeys = z->nKeys ? 2 * z->nKeys : 1024;
    z->keys = calloc(z->nKeys, sizeof *z->keys);
    for (size_t i = 0; i < old.nKeys; ++i)
      if (old.keys[i].ptr)
        *keyOf(z, old.keys[i].ptr) = old.keys[i];
    free(old.keys);
  }
  AttnSizeKey *k = keyOf(z, ptr);
  if (k->ptr)
    return k->first;
  *k = (AttnSizeKey){ptr, z->n};
  ++z->used;
  if (z->n + n > z->capacity) {
    z->capacity = 2 * (z->n + n);
    z->slots = realloc(z->slots, (size_t)z->capacity * sizeof *z->slots);
  }
  for (int i = 0; i < n; ++i, ++z->n)
    z->slots[z->n] = (AttnSizeSlot){.parent = z->n, .size = -1, .arg = -1, .symbol = -1};
  return k->first;
}

int attnSizesRoot(AttnSizes *z, int i) {
  while (z->slots[i].parent != i)
    i = z->slots[i].parent = z->slots[z->slots[i].parent].parent;
  return i;
}

void attnSizesUnite(AttnSizes *z, int a, int b) {
  a = attnSizesRoot(z, a), b = attnSizesRoot(z, b);
  if (a == b)
    return;
  AttnSizeSlot *x = &z->slots[a], *y = &z->slots[b];
  y->parent = a;
  if (x->size < 0)
    x->size = y->size;
  if (y->arg >= 0 && (x->arg < 0 || y->arg < x->arg || (y->arg == x->arg && y->dim < x->dim)))
    x->arg = y->arg, x->dim = y->dim;
}

int attnSizesRank(MlirValue v) { return (int)mlirShapedTypeGetRank(mlirValueGetType(v)); }

int attnSizesOfTensor(AttnSizes *z, MlirValue v) {
  size_t had = z->used;
  int first = slotsOf(z, v.ptr, attnSizesRank(v));
  for (int d = 0; z->used > had && d < attnSizesRank(v); ++d)
    if (!mlirShapedTypeIsDynamicDim(mlirValueGetType(v), d))
      z->slots[first + d].size = mlirShapedTypeGetDimSize(mlirValueGetType(v), d);
  return first;
}

/// Is it made of dimensions and numbers that are not negative, by products?
static bool isSize(MlirValue v) {
  MlirOperation op = attnDef(v);
  int64_t n;
  if (attnIs(op, "arith.index_cast") || attnIs(op, "arith.index_castui"))
    return isSize(mlirOperationGetOperand(op, 0));
  if (attnIs(op, "arith.muli"))
    return isSize(mlirOperationGetOperand(op, 0)) && isSize(mlirOperationGetOperand(op, 1));
  return attnIs(op, "tensor.dim") || (attnConstantOf(v, &n) && n >= 0);
}

/// `size < 0 ? a : b` is b.
static bool isChosenBySign(MlirOperation op) {
  MlirOperation is =
      attnIs(op, "arith.select") ? attnDef(mlirOperationGetOperand(op, 0)) : (MlirOperation){NULL};
  int64_t predicate, zero;
  return attnIs(is, "arith.cmpi") && attnAttrI64(is, "predicate", &predicate) && predicate == 2 &&
         attnConstantOf(mlirOperationGetOperand(is, 1), &zero) && zero == 0 &&
         isSize(mlirOperationGetOperand(is, 0));
}

int attnSizesOfIndex(AttnSizes *z, MlirValue v) {
  for (;;) {
    MlirOperation op = attnDef(v);
    if (attnIs(op, "arith.index_cast") || attnIs(op, "arith.index_castui"))
      v = mlirOperationGetOperand(op, 0);
    else if (isChosenBySign(op))
      v = mlirOperationGetOperand(op, 2);
    else
      break;
  }
  size_t had = z->used;
  int slot = slotsOf(z, v.ptr, 1);
  int64_t n;
  if (attnIs(attnDef(v), "arith.constant") && attnAttrI64(attnDef(v), "value", &n))
    z->slots[attnSizesRoot(z, slot)].size = n;
  if (z->used > had && attnIs(attnDef(v), "arith.muli")) {
    int factors[2];
    for (int k = 0; k < 2; ++k)
      factors[k] = attnSizesOfIndex(z, mlirOperationGetOperand(attnDef(v), k));
    attnSizesMultiply(z, slot, 2, factors);
  }
  return slot;
}

int attnSizesOfLoops(AttnSizes *z, MlirOperation generic) {
  return slotsOf(z, generic.ptr, (int)attnAttrArraySize(generic, "iterator_types"));
}
