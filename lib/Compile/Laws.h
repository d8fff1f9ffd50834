//===- Laws.h - Are the carriers of a module carriers? --------------------===//
#ifndef ATTN_COMPILE_LAWS_H
#define ATTN_COMPILE_LAWS_H

#include "IR/Build.h"

/// Checks the laws of every carrier.fold and carrier.define below `root`, which has been verified:
/// identity, associativity, commutativity, agreement with the base. A broken law is an error at the
/// operation with a counterexample, a carrier that keeps them a remark with the number of states.
bool attnCheckLaws(MlirOperation root);

#endif // ATTN_COMPILE_LAWS_H
