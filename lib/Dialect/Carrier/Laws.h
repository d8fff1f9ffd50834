//===- Laws.h - Are the carriers of a module carriers? --------------------===//
#ifndef ATTN_DIALECT_CARRIER_LAWS_H
#define ATTN_DIALECT_CARRIER_LAWS_H

#include "IR/Build.h"

/// Checks the laws of every carrier.fold and carrier.define below `root`, which has been verified:
/// identity, associativity, commutativity, agreement with the base. A broken law is an error at the
/// operation with a counterexample, a carrier that keeps them a remark with the number of states.
bool attnCheckLaws(MlirOperation root);

/// A definition with this attribute is a copy of one whose laws have been tried (attn-choose).
#define ATTN_LAWS_TRIED "attn.laws_tried"

/// One carrier.define, without the remark; `nan`: on elements that are NaN too, which a carrier
/// need not.
bool attnKeepsLaws(MlirOperation define, bool nan);
/// Does a carrier.define claim "associative" or "commutative"?
bool attnDeclaresLaw(MlirOperation define, const char *law);

#endif // ATTN_DIALECT_CARRIER_LAWS_H
