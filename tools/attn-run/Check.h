//===- Check.h - Results against files and the oracle ---------------------===//
#ifndef ATTN_RUN_CHECK_H
#define ATTN_RUN_CHECK_H

#include "Executor.h"
#include "Runtime/Compare.h"

#include <stdio.h>

/// What one check of one result found.
typedef struct Finding {
  const char *against; ///< file name, or "oracle"
  int result;
  AttnComparison comparison;
  AttnTolerance tolerance;
} Finding;

/// Compares with a file of the same shape (any element type). Prints to `out`. False: error in
/// `st`.
bool checkExpected(FILE *out, const Options *o, int result, const AttnTensor *got, const char *path,
                   Finding *finding, AttnStatus *st);

/// Compares with the oracle: everything, or drawn rows where that is too much or asked for.
bool checkOracle(FILE *out, const Options *o, const AttnOracle *oracle, const AttnTensor *arguments,
                 int result, const AttnTensor *got, Finding *finding, AttnStatus *st);

#endif // ATTN_RUN_CHECK_H
