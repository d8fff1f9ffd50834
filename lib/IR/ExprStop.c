//===- ExprStop.c - Producers that are better tensors of their own --------===//
// See attnStopAtExpensive in Expr.h.
//===----------------------------------------------------------------------===//
#include "IR/ExprPool.h"
#include "IR/Moved.h"

#include <stdlib.h>
#include <string.h>

static bool hasMod(MlirAffineExpr e) {
  return mlirAffineExprIsAMod(e) ||
         (mlirAffineExprIsABinary(e) &&
          (hasMod(mlirAffineBinaryOpExprGetLHS(e)) || hasMod(mlirAffineBinaryOpExprGetRHS(e))));
}

/// Does it read under a modulus? With a select in the body, the sign of a choice between parts.
static bool readsModulo(MlirOperation generic) {
  for (intptr_t k = 0, n = mlirOperationGetNumOperands(generic); k < n; ++k) {
    MlirAffineMap map = attnExprMapOf(generic, k);
    for (intptr_t i = 0, m = mlirAffineMapGetNumResults(map); i < m; ++i)
      if (hasMod(mlirAffineMapGetResult(map, i)))
        return true;
  }
  return false;
}

/// A transcendental, a choice between parts, or more arithmetic than a scale and an offset.
static bool isExpensive(MlirOperation generic) {
  MlirOperation *ops;
  intptr_t n = attnCollect(generic, NULL, &ops), arithmetic = 0;
  bool found = false;
  for (intptr_t i = 0; i < n && !found; ++i) {
    const char *name = attnOpName(ops[i]);
    size_t len = strlen(name);
    found = !strncmp(name, "math.", 5) && strcmp(name, "math.absf") && strcmp(name, "math.fma");
    found |= !strcmp(name, "scf.if") || (!strcmp(name, "arith.select") && readsModulo(generic));
    arithmetic += !strncmp(name, "arith.", 6) && name[len - 1] == 'f' &&
                  strcmp(name, "arith.extf") && strcmp(name, "arith.truncf") &&
                  strcmp(name, "arith.cmpf");
  }
  free(ops);
  return found || arithmetic > 4;
}

static double numElements(MlirType t) {
  double n = 1;
  for (intptr_t k = 0, rank = mlirShapedTypeGetRank(t); k < rank; ++k)
    n *= (double)mlirShapedTypeGetDimSize(t, k);
  return n;
}

typedef struct Visited {
  MlirOperation op[256];
  int n;
} Visited;

/// Is the producer work to compute, by itself or by what it composes element by element? Smaller
/// tensors that it repeats (a table of cosines, a row's norm) do not count: they can be stops
/// themselves.
static bool isCostly(MlirOperation producer, double elements, Visited *seen) {
  AttnMoved moved;
  bool generic = attnIs(producer, "linalg.generic");
  bool parts = attnIs(producer, "tensor.concat") || attnIs(producer, "tensor.insert_slice") ||
               (attnIs(producer, "tensor.pad") &&
                attnReadMoved(mlirOperationGetResult(producer, 0), &moved));
  bool moves = attnIs(producer, "tensor.expand_shape") ||
               attnIs(producer, "tensor.collapse_shape") || attnIs(producer, "tensor.cast") ||
               attnIs(producer, "tensor.extract_slice");
  if ((!generic && !parts && !moves) || (generic && attnIsReduction(producer)))
    return false;
  for (int i = 0; i < seen->n; ++i)
    if (mlirOperationEqual(seen->op[i], producer))
      return false;
  if (seen->n == 256)
    return false;
  seen->op[seen->n++] = producer;
  if (parts || (generic && isExpensive(producer)))
    return true;
  for (intptr_t k = 0, n = mlirOperationGetNumOperands(producer); k < n; ++k) {
    MlirValue v = mlirOperationGetOperand(producer, k);
    if (mlirTypeIsARankedTensor(mlirValueGetType(v)) && attnExprReadable(v) &&
        !mlirOperationIsNull(attnDef(v)) && numElements(mlirValueGetType(v)) >= elements &&
        isCostly(attnDef(v), elements, seen))
      return true;
  }
  return false;
}

static bool isSplat(MlirAttribute value) {
  return mlirAttributeIsADenseElements(value) && mlirDenseElementsAttrIsSplat(value);
}

/// A number: a constant, in another type, or the element of a tensor that is one everywhere.
static bool isNumber(MlirOperation producer, MlirValue v) {
  MlirOperation def = attnDef(v);
  if (attnIs(def, "arith.truncf") || attnIs(def, "arith.extf"))
    return isNumber(producer, mlirOperationGetOperand(def, 0));
  bool operand = mlirValueIsABlockArgument(v) &&
                 mlirBlockEqual(mlirBlockArgumentGetOwner(v), attnBody(producer, 0));
  if (operand)
    def = attnDef(mlirOperationGetOperand(producer, mlirBlockArgumentGetArgNumber(v)));
  return attnIs(def, "arith.constant") && (!operand || isSplat(attnAttr(def, "value")));
}

/// Does a reshape split or join dimensions, other than those of size one?
static bool isRegrouping(MlirOperation reshape) {
  bool expand = attnIs(reshape, "tensor.expand_shape");
  MlirType wide = mlirValueGetType(expand ? mlirOperationGetResult(reshape, 0)
                                          : mlirOperationGetOperand(reshape, 0));
  MlirAttribute groups = attnAttr(reshape, "reassociation");
  bool regroups = false;
  for (intptr_t g = 0, n = mlirArrayAttrGetNumElements(groups); g < n; ++g) {
    MlirAttribute group = mlirArrayAttrGetElement(groups, g);
    int real = 0;
    for (intptr_t k = 0, m = mlirArrayAttrGetNumElements(group); k < m; ++k)
      real += mlirShapedTypeGetDimSize(
                  wide, mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(group, k))) != 1;
    regroups |= real > 1;
  }
  return regroups;
}

static bool isFree(MlirOperation producer);

/// Does what the producer only moves come out of a cast to a wider type?
static bool isWidened(MlirOperation producer) {
  for (MlirOperation op = producer;; op = attnDef(mlirOperationGetOperand(op, 0))) {
    if (attnIs(op, "tensor.expand_shape") || attnIs(op, "tensor.collapse_shape"))
      continue;
    if (!attnIs(op, "linalg.generic") || attnExprNumInputs(op) < 1 || !isFree(op))
      return false;
    MlirType from = attnElementType(mlirValueGetType(mlirOperationGetOperand(op, 0))),
             to = attnElementType(mlirValueGetType(mlirOperationGetResult(op, 0)));
    if (mlirTypeIsAFloat(from) && mlirTypeIsAFloat(to) &&
        mlirFloatTypeGetWidth(from) < mlirFloatTypeGetWidth(to))
      return true;
  }
}

/// Does the producer only move elements, widen or scale them? A reader does that at no cost, so the
/// tensor to keep is the one before.
static bool isFree(MlirOperation producer) {
  if (attnIs(producer, "tensor.expand_shape") || attnIs(producer, "tensor.collapse_shape")) {
    if (isWidened(producer))
      return true;
    return !isRegrouping(producer); // unit dimensions come and go
  }
  if (!attnIs(producer, "linalg.generic"))
    return false;
  int tensors = 0;
  MlirBlock body = attnBody(producer, 0);
  for (intptr_t k = 0, n = attnExprNumInputs(producer); k < n; ++k)
    if (mlirTypeIsAShaped(mlirValueGetType(mlirOperationGetOperand(producer, k))) &&
        !isNumber(producer, mlirBlockGetArgument(body, k))) {
      ++tensors;
      if (!mlirAffineMapIsProjectedPermutation(attnExprMapOf(producer, k)))
        return false;
    }
  bool free = tensors == 1;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op) && free;
       op = mlirOperationGetNextInBlock(op)) {
    bool product = attnIs(op, "arith.mulf"), quotient = attnIs(op, "arith.divf");
    if (product || quotient)
      free = isNumber(producer, mlirOperationGetOperand(op, 1)) ||
             (product && isNumber(producer, mlirOperationGetOperand(op, 0)));
    else
      free = attnIs(op, "arith.extf") || attnIs(op, "linalg.yield") ||
             (attnIs(op, "arith.truncf") && isNumber(producer, mlirOperationGetResult(op, 0)));
  }
  return free;
}

bool attnStopAtExpensive(MlirOperation producer, const AttnSpace *space, void *user) {
  bool contraction = user && *(const bool *)user;
  double mine = numElements(mlirValueGetType(mlirOperationGetResult(producer, 0))), theirs = 1;
  for (int d = 0; d < space->n; ++d)
    theirs *= (double)space->extent[d];
  Visited seen = {.n = 0};
  return !isFree(producer) && (theirs > mine || (contraction && theirs == mine)) &&
         isCostly(producer, mine, &seen);
}

/// Does it read elements at coordinates of its own (rows of a table, pages of a cache)?
static bool hasExtract(MlirOperation generic) {
  MlirOperation *ops;
  intptr_t n = attnCollect(generic, "tensor.extract", &ops);
  free(ops);
  return n > 0;
}

/// Does it read a dimension at what several loops make?
static bool readsSplit(MlirOperation generic) {
  for (intptr_t k = 0, n = attnExprNumInputs(generic); k < n; ++k) {
    MlirAffineMap map = attnExprMapOf(generic, k);
    for (intptr_t i = 0, m = mlirAffineMapGetNumResults(map); i < m; ++i)
      if (mlirAffineExprIsAAdd(mlirAffineMapGetResult(map, i)))
        return true;
  }
  return false;
}

/// The input that a generic multiplies by what does not vary along the last dimension (rows of
/// bytes by their scales), which leaves a sum along it; -1: it does something else.
static intptr_t scaledInput(MlirOperation generic) {
  MlirBlock body = attnBody(generic, 0);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    if (!attnIs(op, "arith.mulf") && !attnIs(op, "arith.extf") && !attnIs(op, "arith.truncf") &&
        !attnIs(op, "arith.sitofp") && !attnIs(op, "arith.uitofp") && !attnIs(op, "linalg.yield"))
      return -1;
  intptr_t n = attnExprNumInputs(generic), found = -1;
  intptr_t last = mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetResult(generic, 0))) - 1;
  for (intptr_t k = 0; k < n; ++k) {
    MlirAffineMap map = attnExprMapOf(generic, k);
    bool along = false;
    for (intptr_t i = 0, m = mlirAffineMapGetNumResults(map); i < m; ++i)
      along |= mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, i), last);
    if (along && found >= 0)
      return -1;
    if (along)
      found = k;
  }
  return found;
}

/// Is it a generic of 16 bits that computes more than a scale, whatever moves its elements then?
/// Not behind dimensions that are split and joined anew, which what computes it cannot write in
/// place.
static bool isComputedHalf(MlirOperation producer) {
  bool split = false, join = false;
  for (MlirOperation op = producer;;) {
    bool reshape = attnIs(op, "tensor.expand_shape") || attnIs(op, "tensor.collapse_shape");
    bool generic =
        attnIs(op, "linalg.generic") && !attnIsReduction(op) && mlirOperationGetNumResults(op) == 1;
    if (!reshape && !generic)
      return false;
    if (reshape && isRegrouping(op))
      *(attnIs(op, "tensor.expand_shape") ? &split : &join) = true;
    if (split && join)
      return false;
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
    MlirType element = attnElementType(type);
    if (!mlirTypeIsAF16(element) && !mlirTypeIsABF16(element))
      return false;
    intptr_t scaled = generic && !isFree(op) ? scaledInput(op) : 0;
    MlirType source = scaled < 0 ? type : mlirValueGetType(mlirOperationGetOperand(op, scaled));
    source = attnElementType(source);
    if (scaled < 0 || (mlirTypeIsAFloat(source) && mlirFloatTypeGetWidth(source) > 16))
      return !hasExtract(op) && !(join && readsSplit(op));
    MlirValue from = mlirOperationGetOperand(op, scaled);
    if (!attnExprReadable(from) || !mlirTypeIsARankedTensor(mlirValueGetType(from)) ||
        numElements(mlirValueGetType(from)) != numElements(type))
      return false;
    op = attnDef(from);
  }
}

bool attnStopAtOperand(MlirOperation producer, const AttnSpace *space, void *user) {
  double times = 1 / numElements(mlirValueGetType(mlirOperationGetResult(producer, 0)));
  for (int d = 0; d < space->n; ++d)
    times *= (double)space->extent[d];
  return (*(const bool *)user && times >= 16 && isComputedHalf(producer)) ||
         attnStopAtExpensive(producer, space, user);
}

/// Is the tensor made by work, or one that is there, moved at most?
static bool isMade(MlirValue v) {
  Visited seen = {.n = 0};
  MlirOperation op = attnDef(v);
  return !mlirOperationIsNull(op) && isCostly(op, numElements(mlirValueGetType(v)), &seen);
}

bool attnStopBehindParts(MlirOperation producer, const AttnSpace *space, void *user) {
  bool concat = attnIs(producer, "tensor.concat"), there = false;
  MlirOperation op = producer;
  for (intptr_t k = 0; concat && k < mlirOperationGetNumOperands(op); ++k)
    there |= !isMade(mlirOperationGetOperand(op, k));
  for (; attnIs(op, "tensor.insert_slice"); op = attnDef(mlirOperationGetOperand(op, 1)))
    there |= !isMade(mlirOperationGetOperand(op, 0));
  return !there && attnStopAtExpensive(producer, space, user);
}
