//===- ExprEmit.c - Expressions back to operations ------------------------===//
// See Expr.h. Equal nodes are emitted once; float operands are widened to the type of their
// operation, indices become integers only where an integer operation wants one.
//===----------------------------------------------------------------------===//
#include "IR/ExprPool.h"

#include <stdlib.h>
#include <string.h>

void attnExprEmitBind(AttnExprEmitter *e, const AttnExpr *x, MlirValue v) {
  if (e->numSeen == e->capacity) {
    e->capacity = e->capacity ? 2 * e->capacity : 32;
    e->seen = realloc(e->seen, (size_t)e->capacity * sizeof *e->seen);
    e->values = realloc(e->values, (size_t)e->capacity * sizeof *e->values);
  }
  e->seen[e->numSeen] = x;
  e->values[e->numSeen++] = v;
}

void attnExprEmitterFree(AttnExprEmitter *e) {
  free(e->seen);
  free(e->values);
  e->seen = NULL;
  e->values = NULL;
  e->numSeen = e->capacity = 0;
}

static MlirValue emitAffine(AttnExprEmitter *e, MlirAffineExpr x) {
  if (mlirAffineExprIsADim(x))
    return e->coord(e, (int)mlirAffineDimExprGetPosition(x));
  if (mlirAffineExprIsAConstant(x))
    return attnConstIndex(e->b, mlirAffineConstantExprGetValue(x));
  MlirValue l = emitAffine(e, mlirAffineBinaryOpExprGetLHS(x));
  MlirValue r = emitAffine(e, mlirAffineBinaryOpExprGetRHS(x));
  const char *op = mlirAffineExprIsAAdd(x)        ? "arith.addi"
                   : mlirAffineExprIsAMul(x)      ? "arith.muli"
                   : mlirAffineExprIsAMod(x)      ? "arith.remsi" // operands are coordinates: >= 0
                   : mlirAffineExprIsAFloorDiv(x) ? "arith.floordivsi"
                                                  : "arith.ceildivsi";
  return attnBuild2(e->b, op, l, r);
}

/// The type in which an operation's operand is wanted.
static MlirType wanted(const AttnExpr *x, int k) {
  if (!strcmp(x->op, "arith.select"))
    return k == 0 ? x->args[0]->type : x->type;
  if (!strcmp(x->op, "arith.cmpf") || !strcmp(x->op, "arith.cmpi")) {
    const AttnExpr *a = x->args[0], *b = x->args[1];
    if (mlirTypeIsAFloat(a->type) && mlirTypeIsAFloat(b->type))
      return mlirFloatTypeGetWidth(a->type) >= mlirFloatTypeGetWidth(b->type) ? a->type : b->type;
    // Index comparisons stay in index; an index beside an i32 value becomes that integer.
    bool constA = a->kind == ATTN_EXPR_INT, constB = b->kind == ATTN_EXPR_INT;
    if (mlirTypeIsAIndex(a->type))
      return constB ? a->type : b->type;
    if (mlirTypeIsAIndex(b->type))
      return constA ? b->type : a->type;
    return a->type;
  }
  bool cast = x->numArgs == 1 && strncmp(x->op, "arith.", 6) == 0 && strcmp(x->op, "arith.negf");
  if (cast) {
    MlirType t = x->args[0]->type;
    if (mlirTypeIsAIndex(t) && (!strcmp(x->op, "arith.sitofp") || !strcmp(x->op, "arith.uitofp")))
      return mlirIntegerTypeGet(mlirTypeGetContext(t), 64);
    return t;
  }
  if (!strcmp(x->op, "math.fpowi"))
    return x->args[k]->type;
  if (mlirTypeIsAInteger(x->type) && mlirIntegerTypeGetWidth(x->type) == 1 &&
      !strncmp(x->op, "math.is", 7))
    return x->args[k]->type;
  return x->type;
}

MlirValue attnExprEmit(AttnExprEmitter *e, const AttnExpr *x) {
  for (intptr_t i = 0; i < e->numSeen; ++i)
    if (e->seen[i] == x)
      return e->values[i];
  MlirValue v = {NULL};
  switch (x->kind) {
  case ATTN_EXPR_FLOAT:
    v = attnConstFloat(e->b, x->type, x->f);
    break;
  case ATTN_EXPR_INT:
    v = attnConstInt(e->b, x->type, x->i);
    break;
  case ATTN_EXPR_INDEX:
    v = emitAffine(e, x->idx[0]);
    break;
  case ATTN_EXPR_LOAD:
    v = e->load(e, x);
    break;
  case ATTN_EXPR_STATE: // bound by the caller
  case ATTN_EXPR_SCALAR:
    v = x->value;
    break;
  case ATTN_EXPR_CONTRACT: {
    MlirValue lhs = attnExprEmit(e, x->args[0]), rhs = attnExprEmit(e, x->args[1]);
    v = e->contract(e, x, lhs, rhs);
    break;
  }
  case ATTN_EXPR_OP: {
    MlirValue args[3];
    MlirNamedAttribute attr;
    int nAttrs = 0;
    for (int k = 0; k < x->numArgs; ++k) {
      MlirType want = wanted(x, k);
      // Constants are made in the type that is wanted.
      if (x->args[k]->kind == ATTN_EXPR_INT && !mlirTypeEqual(x->args[k]->type, want) &&
          !mlirTypeIsAFloat(want))
        args[k] = attnConstInt(e->b, want, x->args[k]->i);
      else
        args[k] = attnCast(e->b, attnExprEmit(e, x->args[k]), want);
    }
    if (!strcmp(x->op, "arith.cmpf") || !strcmp(x->op, "arith.cmpi"))
      attr = attnNamed(e->b->ctx, "predicate", attnI64(e->b->ctx, x->i)), nAttrs = 1;
    if (x->numArgs == 1 && mlirTypeEqual(mlirValueGetType(args[0]), x->type) &&
        (!strcmp(x->op, "arith.extf") || !strcmp(x->op, "arith.truncf")))
      v = args[0];
    else
      v = attnBuild(e->b, x->op, x->numArgs, args, x->type, nAttrs, &attr);
    break;
  }
  }
  attnExprEmitBind(e, x, v);
  return v;
}
