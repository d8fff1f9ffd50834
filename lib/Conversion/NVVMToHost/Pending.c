//===- Pending.c - Uses of accumulators that may be under way -------------===//
//
// wgmma.mma_async gives values before they exist (Runtime/EmuWgmma.c: tokens). Which values may be
// such tokens follows the SSA graph:
//
//   token(v)  if  v is a result of a product
//                 v is a result of a wait for all but n > 0 groups, or a struct with one
//                 v is an extractvalue, insertvalue of a token, or a block argument for which a
//                 branch may pass one
//
// A token may go to products and waits as it is. In front of any other use a call of attnEmuTouch
// is put, which reports a token there; so nothing computes with one unseen.
//===----------------------------------------------------------------------===//
#include "Conversion/NVVMToHost/Host.h"
#include "Conversion/NVVMToHost/Known.h"

#include "mlir-c/Dialect/LLVM.h"

#include <stdlib.h>
#include <string.h>

/// A set of values with the order in which they came.
typedef struct Values {
  MlirValue *list;
  const void **slots; ///< hash table
  size_t n, capacity, numSlots;
} Values;

static bool add(Values *s, MlirValue v) {
  if (2 * (s->n + 1) > s->numSlots) {
    size_t wanted = s->numSlots ? 2 * s->numSlots : 256;
    free(s->slots);
    s->slots = calloc(wanted, sizeof *s->slots);
    s->numSlots = wanted;
    for (size_t i = 0; i < s->n; ++i) {
      size_t at = (size_t)s->list[i].ptr / 8 * 0x9e3779b9u & (wanted - 1);
      while (s->slots[at])
        at = (at + 1) & (wanted - 1);
      s->slots[at] = s->list[i].ptr;
    }
  }
  size_t at = (size_t)v.ptr / 8 * 0x9e3779b9u & (s->numSlots - 1);
  for (; s->slots[at]; at = (at + 1) & (s->numSlots - 1))
    if (s->slots[at] == v.ptr)
      return false;
  s->slots[at] = v.ptr;
  if (s->n == s->capacity) {
    s->capacity = s->capacity ? 2 * s->capacity : 128;
    s->list = realloc(s->list, s->capacity * sizeof *s->list);
  }
  s->list[s->n++] = v;
  return true;
}

static bool isProduct(MlirOperation op, bool *pendingResults) {
  int64_t numbers[8];
  int n;
  if (!attnIs(op, "llvm.inline_asm") && !attnIs(op, "nvvm.wgmma.mma_async"))
    return false;
  const AttnKnown *row = attnKnownFind(op, numbers, &n);
  if (!row || (row->effect != ATTN_KNOWN_PRODUCT && row->effect != ATTN_KNOWN_PRODUCT_WAIT))
    return false;
  *pendingResults = row->effect == ATTN_KNOWN_PRODUCT || (n > 0 && numbers[0] > 0);
  return true;
}

/// The block argument that operand i of a branch goes to; null if it is no such operand.
static MlirValue passedTo(MlirOperation op, intptr_t i) {
  MlirValue none = {NULL};
  if (attnIs(op, "llvm.br"))
    return mlirBlockGetArgument(mlirOperationGetSuccessor(op, 0), i);
  if (!attnIs(op, "llvm.cond_br") || i < 1)
    return none;
  MlirBlock yes = mlirOperationGetSuccessor(op, 0);
  intptr_t n = mlirBlockGetNumArguments(yes);
  return i - 1 < n ? mlirBlockGetArgument(yes, i - 1)
                   : mlirBlockGetArgument(mlirOperationGetSuccessor(op, 1), i - 1 - n);
}

/// The value that holds the token after the use; null: the use needs a check, or (*fine) none.
static MlirValue follows(MlirOperation user, intptr_t operand, bool *fine) {
  MlirValue none = {NULL};
  bool pending;
  *fine = true;
  if (attnIs(user, "llvm.extractvalue") || attnIs(user, "llvm.insertvalue"))
    return mlirOperationGetResult(user, 0);
  MlirValue argument = passedTo(user, operand);
  if (!mlirValueIsNull(argument) || isProduct(user, &pending))
    return argument;
  *fine = false;
  return none;
}

static MlirLogicalResult check(AttnHost *h, MlirOperation user, intptr_t operand, MlirValue v) {
  MlirType f32 = mlirF32TypeGet(h->ctx);
  if (!mlirTypeEqual(mlirValueGetType(v), f32))
    return attnOpError(user, "takes accumulators of an asynchronous product that the emulator "
                             "cannot follow; expected f32 values one by one");
  AttnBuilder b = attnBuilderBefore(user);
  MlirValue operands[] = {h->lane, v, attnHostSite(h, &b, user)};
  MlirOperation call = attnHostCall(h, &b, "attnEmuTouch", f32, 3, operands);
  mlirOperationSetOperand(user, operand, mlirOperationGetResult(call, 0));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult attnHostGuard(AttnHost *h, MlirOperation *ops, intptr_t n) {
  Values tokens = {NULL};
  bool pending;
  for (intptr_t i = 0; i < n; ++i)
    if (isProduct(ops[i], &pending) && pending)
      for (intptr_t r = 0; r < mlirOperationGetNumResults(ops[i]); ++r)
        add(&tokens, mlirOperationGetResult(ops[i], r));
  for (size_t i = 0; i < tokens.n; ++i)
    for (MlirOpOperand use = mlirValueGetFirstUse(tokens.list[i]); !mlirOpOperandIsNull(use);
         use = mlirOpOperandGetNextUse(use)) {
      bool fine;
      MlirValue next =
          follows(mlirOpOperandGetOwner(use), (intptr_t)mlirOpOperandGetOperandNumber(use), &fine);
      if (!mlirValueIsNull(next))
        add(&tokens, next);
    }
  MlirLogicalResult ok = mlirLogicalResultSuccess();
  for (size_t i = 0; i < tokens.n && ok.value; ++i) {
    MlirOpOperand next, use = mlirValueGetFirstUse(tokens.list[i]);
    for (; !mlirOpOperandIsNull(use) && ok.value; use = next) {
      bool fine;
      MlirOperation user = mlirOpOperandGetOwner(use);
      intptr_t operand = (intptr_t)mlirOpOperandGetOperandNumber(use);
      next = mlirOpOperandGetNextUse(use);
      follows(user, operand, &fine);
      if (!fine)
        ok = check(h, user, operand, tokens.list[i]);
    }
  }
  free(tokens.list);
  free(tokens.slots);
  return ok;
}
