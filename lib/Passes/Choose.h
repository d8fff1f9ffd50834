//===- Choose.h - Rows of the schedule language for one operation ---------===//
#ifndef ATTN_PASSES_CHOOSE_H
#define ATTN_PASSES_CHOOSE_H

#include "Schedule/Rank.h"

#include "mlir-c/IR.h"

typedef struct AttnChoice {
  AttnRow row;
  AttnSchedule decided; ///< the row's entries at places that no pin takes
  char *schedule;       ///< what the passes made of it, every decision; malloc'd
} AttnChoice;

/// Is the staged kernel acceptable beyond what the scheduling passes check? `module` holds it and
/// may be changed; `row` can be corrected.
typedef bool (*AttnChoiceCheck)(MlirOperation module, AttnRow *row, void *user);

/// The rows for a carrier.fold or carrier.map that agree with `pins`, best first, at most `most`
/// (0: all). Each has gone through attn-bracket, attn-atomize and attn-stage on a copy, and through
/// `check` where that is not NULL; what they refuse is left out, as is what comes to the same
/// schedule as an earlier row. Gives up after `tries` (0: never). Emits nothing. *choices is
/// malloc'd: attnChoicesFree.
size_t attnChooseRows(MlirOperation op, const char *chip, const AttnSchedule *pins, size_t most,
                      size_t tries, AttnChoiceCheck check, void *user, AttnChoice **choices);
/// The operation in numbers, as the rows are predicted for. False: it is none that has rows.
bool attnChooseProblem(MlirOperation op, AttnProblem *p);
/// Is there a decision in a carrier.fold or carrier.map that the pin could be for?
bool attnPinConcerns(MlirOperation op, const AttnScheduleEntry *pin);
void attnChoicesFree(AttnChoice *choices, size_t n);

#endif // ATTN_PASSES_CHOOSE_H
