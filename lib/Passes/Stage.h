//===- Stage.h - Inside attn-stage ----------------------------------------===//
//
// Shared by the Stage*.c files only.
//
//   StageLoads.c   which loads are staged, what their transport asks of them, slabs and their size
//   StageRing.c    the copies, waits and barriers; rings
//   Stage.c        the pass: pins and defaults
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_STAGE_H
#define ATTN_PASSES_STAGE_H

#include "Dialect/Axes.h"
#include "Dialect/Symbols.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Schedule/Schedule.h"

enum {
  ATTN_ST_MAX_LOADS = 256,
  ATTN_ST_MAX_PINS = sizeof((AttnSchedule *)0)->entries / sizeof(AttnScheduleEntry)
};

typedef enum AttnHold { ATTN_HOLD_NONE, ATTN_HOLD_REG, ATTN_HOLD_SMEM, ATTN_HOLD_RELOAD } AttnHold;

/// A tile.load that only contractions read.
typedef struct AttnStLoad {
  MlirOperation op, contract; ///< contract: one that reads it
  MlirBlock block;
  const char *axis; ///< of STAGE: the loop's, or where there is none the operand's own
  bool invariant;   ///< at the kernel's top: no loop changes it
  bool tensor;      ///< read by tensor-core atoms
  bool left;        ///< a left operand
  bool alongRows;   ///< scalar: lanes run along the slab's rows
  AttnStage stage;
  AttnHold hold; ///< invariant operands
  int64_t rowBytes, rows, pad;
  int slab; ///< -1: none
} AttnStLoad;

typedef struct AttnStager {
  MlirOperation kernel;
  MlirContext ctx;
  AttnAxes axes;
  AttnSymbols symbols; ///< of the function
  const char *fold;    ///< NULL: none
  const char *chip;
  AttnSchedule pins, out;
  bool used[ATTN_ST_MAX_PINS];
  AttnStLoad loads[ATTN_ST_MAX_LOADS];
  int nLoads, nSlabs;
  char rule[256]; ///< that attnStForbids gave last
} AttnStager;

/// Finds the loads and describes them (no stage, hold or slab yet).
bool attnStLoads(AttnStager *s);
/// The rule that forbids staging l by a transport of "cp" or "tma"; NULL if none does.
const char *attnStForbids(AttnStager *s, const AttnStLoad *l, const char *transport);
/// Registers (of 32 bits, a lane) that the fragments of a left operand take.
int64_t attnStFragmentRegisters(const AttnStLoad *l);
/// Registers that the sums of the kernel's contractions take, each name once.
int64_t attnStSumRegisters(const AttnStager *s);
/// Slabs: loads of loops that exclude each other share one.
void attnStNameSlabs(AttnStager *s);
/// Bytes of all slabs as staged (also before they are named); text (may be NULL) gets a list of
/// them.
int64_t attnStBytes(const AttnStager *s, char *text, size_t size);

/// Replaces loads by copies, with everything that goes with them.
bool attnStRewrite(AttnStager *s);

bool attnStContains(MlirBlock outer, MlirBlock inner);

#endif // ATTN_PASSES_STAGE_H
