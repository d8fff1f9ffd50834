//===- Define.h - Folds that name a carrier.define ------------------------===//
//
// A carrier.fold with the attribute `carrier` has no channels of its own: state and merge are those
// of a carrier.define, lift and projection stand between its own and the definition's. Passes that
// lower folds write the definition into the fold first:
//
//   before   lift yields elements                project takes what define.project yields
//   after    lift yields states (masked whole)   project takes states
//            channels = the definition's, without monoids
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_DIALECT_CARRIER_DEFINE_H
#define ATTN_DIALECT_CARRIER_DEFINE_H

#include "IR/Build.h"

/// Regions of carrier.define.
enum {
  ATTN_DEFINE_LIFT,
  ATTN_DEFINE_MERGE,
  ATTN_DEFINE_PROJECT,
  ATTN_DEFINE_TO_BASE,
  ATTN_DEFINE_BASE
};

/// The definition that the fold names, from the module around it; null if it names none or there is
/// none of that name.
MlirOperation attnDefineOf(MlirOperation fold);

/// How many values a definition's lift takes, and how many its projection gives; -1 where it is
/// malformed (attnVerify says how).
intptr_t attnDefineElements(MlirOperation define);
intptr_t attnDefineResults(MlirOperation define);

/// Writes its definition into a verified fold, once; nothing where it names none.
void attnDefineExpand(MlirOperation fold);

/// merge(x, y) of n values each, at the builder, into `out`.
void attnDefineMerge(const AttnBuilder *b, MlirOperation define, const MlirValue *x,
                     const MlirValue *y, MlirValue *out);

/// Erases the definitions below `root` that no fold below it names.
void attnDefineSweep(MlirOperation root);

#endif // ATTN_DIALECT_CARRIER_DEFINE_H
