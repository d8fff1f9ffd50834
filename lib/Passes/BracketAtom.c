//===- BracketAtom.c - Which contractions can take a tensor-core atom -----===//
// See Bracket.h.
//
// An atom multiplies matrices, rows x contracted and contracted x columns, of one element type and
// accumulates in f32. The right operand is read by several warps, so it lies in memory. The left
// one may be computed; the weights of a twisted channel are f32 and are rounded to the right
// operand's type, which is what the atom does to a product in any case.
//
//===----------------------------------------------------------------------===//
#include "Passes/Bracket.h"

#include <stdio.h>
#include <string.h>

/// One contraction: the left operand by its axes and type (null: weights), the right one.
typedef struct Side {
  AttnAxisSet left;
  MlirType leftType;
  MlirValue right;
  int summed;
  MlirType result;
} Side;

static const char *nameOf(MlirType t) {
  return mlirTypeIsAF16(t) ? "f16" : mlirTypeIsABF16(t) ? "bf16" : NULL;
}

static bool check(const AttnBrModel *m, const Side *s, const char *name, AttnBrAtom *atom) {
  AttnAxisSet row = m->row >= 0 ? ATTN_AXIS(m->row) : 0, sum = ATTN_AXIS(s->summed);
  AttnAxisSet left = attnBrTiled(m, s->left), right = attnBrTiled(m, attnBrDep(m, s->right));
  AttnAxisSet columns = right & ~sum;
  MlirType type = mlirValueGetType(s->right);
  const char *text = nameOf(type);
  char *rule = atom->rule;
  size_t size = sizeof atom->rule;
  if (!row || left != (row | sum))
    snprintf(rule, size, "the left operand of '%s' is no matrix of rows and '%s'", name,
             m->axes[s->summed].name);
  else if (!(right & sum) || !columns || (columns & (columns - 1)) || (columns & row))
    snprintf(rule, size, "the right operand of '%s' is no matrix of '%s' and columns", name,
             m->axes[s->summed].name);
  else if (!attnIs(attnDef(s->right), "carrier.element"))
    snprintf(rule, size,
             "the right operand of '%s' is computed; tensor-core atoms read it from "
             "memory",
             name);
  else if (!text)
    snprintf(rule, size, "the right operand of '%s' has elements that are neither f16 nor bf16",
             name);
  else if (!mlirTypeIsNull(s->leftType) && !mlirTypeEqual(s->leftType, type))
    snprintf(rule, size, "the operands of '%s' have different element types", name);
  else if (!mlirTypeIsAF32(s->result))
    snprintf(rule, size, "'%s' does not accumulate in f32", name);
  else
    snprintf(atom->type, sizeof atom->type, "%s", text);
  return !*rule;
}

bool attnBrAtomOfLift(const AttnBrModel *m, MlirOperation op, AttnBrAtom *atom) {
  *atom = (AttnBrAtom){.rule = ""};
  MlirValue lhs = attnBrStripWiden(mlirOperationGetOperand(op, 0));
  MlirValue rhs = attnBrStripWiden(mlirOperationGetOperand(op, 1));
  attnBrOrient(m, &lhs, &rhs);
  const char *axis = attnAttrStr(op, "axis");
  Side s = {attnBrDep(m, lhs), mlirValueGetType(lhs), rhs, attnBrAxisIndex(m, axis),
            mlirValueGetType(mlirOperationGetResult(op, 0))};
  return check(m, &s, axis, atom);
}

bool attnBrAtomOfChannel(const AttnBrModel *m, const AttnBrChannel *c, AttnBrAtom *atom) {
  *atom = (AttnBrAtom){.rule = ""};
  Side s = {.summed = m->fold, .result = c->type};
  if (c->bilinear) {
    s.left = attnBrDep(m, c->lhs), s.leftType = mlirValueGetType(c->lhs), s.right = c->rhs;
    AttnAxisSet keeps = 0;
    for (int i = 0; i < c->nKeeps; ++i)
      keeps |= attnBrTiled(m, attnBrDep(m, c->keeps[i]));
    if (keeps & ~attnBrDep(m, c->lhs)) {
      snprintf(atom->rule, sizeof atom->rule,
               "the mask of '%s' depends on its columns; tensor-core atoms read the right operand "
               "from memory",
               c->name);
      return false;
    }
  } else {
    s.left = m->channels[c->pivot].dep, s.right = attnBrStripWiden(c->lift);
  }
  return check(m, &s, c->contraction ? c->contraction : c->name, atom);
}

bool attnBrAtomOfAll(const AttnBrModel *m, AttnBrAtom *atom) {
  bool any = false;
  *atom = (AttnBrAtom){.rule = ""};
  for (MlirOperation op = mlirBlockGetFirstOperation(m->body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "carrier.contract") || !attnHasUses(op))
      continue;
    if (!attnBrAtomOfLift(m, op, atom))
      return false;
    any = true;
  }
  for (int i = 0; i < m->nChannels; ++i) {
    if (!m->channels[i].contracted && !m->channels[i].bilinear)
      continue;
    if (!attnBrAtomOfChannel(m, &m->channels[i], atom))
      return false;
    any = true;
  }
  if (!any)
    snprintf(atom->rule, sizeof atom->rule, "it has no contraction");
  return any;
}

bool attnBrReduces(const AttnBrModel *m) {
  for (int i = 0; i < m->nChannels; ++i)
    if (!m->channels[i].contracted && !m->channels[i].bilinear)
      return true;
  return false;
}
