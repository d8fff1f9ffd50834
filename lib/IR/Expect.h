//===- Expect.h - --verify-diagnostics ------------------------------------===//
//
// Comments in the source say which diagnostics must come:
//
//   // expected-error {{text}}            on this line
//   // expected-warning@+2 {{text}}       two lines below; also @-N, @N (absolute), @above, @below
//   // expected-note@unknown {{text}}     without a position
//   // expected-remark-re {{a{{[0-9]+}}b}}  inner {{...}} are POSIX extended regular expressions
//
// @above and @below mean the nearest line above or below that has no expectation of its own. The
// text is a part of the message. Each expectation is met once; errors, warnings and remarks that
// nobody expected are failures, notes are not unless the line of their diagnostic expects notes of
// its own.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_IR_EXPECT_H
#define ATTN_IR_EXPECT_H

#include "IR/Source.h"

typedef struct AttnExpectations AttnExpectations;

/// Reads the expectations of a source. A malformed one counts as a failure; it is printed to `out`.
AttnExpectations *attnExpectRead(const AttnSource *source, FILE *out);
/// Takes one diagnostic. Prints it and counts a failure if it was not expected.
void attnExpectDiag(AttnExpectations *expected, AttnSeverity severity, MlirLocation loc,
                    const char *text);
/// Prints every expectation that was not met, frees, and returns whether all was as expected.
bool attnExpectFinish(AttnExpectations *expected);

#endif // ATTN_IR_EXPECT_H
