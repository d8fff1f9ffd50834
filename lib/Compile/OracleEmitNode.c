//===- OracleEmitNode.c - Nodes of oracle programs, written by hand -------===//
#include "Compile/OracleEmit.h"
#include "Runtime/Status.h"

#include <string.h>

AttnOracleNode *attnOracleEmitNode(AttnOracleEmit *e, AttnNodeKind kind, const AttnTensorType *type,
                                   int32_t numOperands, const int32_t *operands) {
  AttnOracleNode *n = attnOracleAddNode(e->o, kind, 1);
  if (!n) {
    attnFail(e->st, ATTN_STATUS_MEMORY, "out of memory");
    return NULL;
  }
  e->o->values[n->firstValue].type = *type;
  n->numOperands = numOperands;
  n->operands = attnOracleEmitCopy(e, operands, (size_t)numOperands * sizeof *operands);
  return n;
}

int32_t attnOracleSay(AttnOracleSimple *s, AttnOracleInstr in) {
  s->instrs[s->numInstrs] = in;
  return s->numInstrs++;
}

AttnOracleMap attnOracleEmitDims(AttnOracleEmit *e, int rank, int dropped, const int64_t *strides,
                                 const int64_t *offsets) {
  AttnOracleExpr exprs[5 * ATTN_MAX_RANK];
  int32_t results[ATTN_MAX_RANK], n = 0, k = 0;
  for (int d = 0; d < rank; ++d) {
    if (d == dropped)
      continue;
    exprs[n++] = (AttnOracleExpr){.kind = ATTN_EXPR_DIM, .value = d};
    if (strides) {
      exprs[n++] = (AttnOracleExpr){.kind = ATTN_EXPR_CONST, .value = strides[d]};
      exprs[n] = (AttnOracleExpr){.kind = ATTN_EXPR_MUL, .a = n - 2, .b = n - 1};
      ++n;
      exprs[n++] = (AttnOracleExpr){.kind = ATTN_EXPR_CONST, .value = offsets[d]};
      exprs[n] = (AttnOracleExpr){.kind = ATTN_EXPR_ADD, .a = n - 2, .b = n - 1};
      ++n;
    }
    results[k++] = n - 1;
  }
  return (AttnOracleMap){n, k, attnOracleEmitCopy(e, exprs, (size_t)n * sizeof *exprs),
                         attnOracleEmitCopy(e, results, (size_t)k * sizeof *results)};
}

int32_t attnOracleEmitFill(AttnOracleEmit *e, const AttnTensorType *type, double value) {
  AttnOracleNode *n = attnOracleEmitNode(e, ATTN_NODE_CONSTANT, type, 0, NULL);
  if (!n)
    return -1;
  n->splat = true;
  n->data = attnOracleEmitCopy(e, &value, sizeof value);
  return n->firstValue;
}

int32_t attnOracleEmitSimple(AttnOracleEmit *e, const AttnTensorType *space, int reduced,
                             const AttnOracleSimple *s, int32_t numIn, const int32_t *in,
                             const AttnOracleMap *maps, const AttnTensorType *type, int32_t init) {
  int32_t operands[ATTN_MAX_RANK + 4];
  memcpy(operands, in, (size_t)numIn * sizeof *in);
  operands[numIn] = init;
  AttnOracleNode *n =
      init < 0 ? NULL : attnOracleEmitNode(e, ATTN_NODE_GENERIC, type, numIn + 1, operands);
  if (!n)
    return -1;
  uint8_t reduction[ATTN_MAX_RANK] = {0};
  if (reduced >= 0)
    reduction[reduced] = 1;
  AttnOracleMap all[ATTN_MAX_RANK + 4];
  memcpy(all, maps, (size_t)numIn * sizeof *maps);
  all[numIn] = attnOracleEmitDims(e, space->rank, reduced, NULL, NULL);
  int32_t yield = s->numInstrs - 1;
  n->numDims = space->rank;
  n->extents = attnOracleEmitCopy(e, space->shape, sizeof space->shape);
  n->reduction = attnOracleEmitCopy(e, reduction, sizeof reduction);
  n->maps = attnOracleEmitCopy(e, all, (size_t)(numIn + 1) * sizeof *all);
  n->numInstrs = s->numInstrs;
  n->instrs = attnOracleEmitCopy(e, s->instrs, (size_t)s->numInstrs * sizeof *s->instrs);
  n->numIndices = s->numIndices;
  n->indices = attnOracleEmitCopy(e, s->indices, (size_t)s->numIndices * sizeof *s->indices);
  n->yields = attnOracleEmitCopy(e, &yield, sizeof yield);
  return n->firstValue;
}
