//===- RolesOverlap.h - Inside attn-roles: the rotated stream --------------===//
//
// RolesOverlap.c takes a stream apart and writes its steps; RolesChain.c writes them across work
// items.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_ROLESOVERLAP_H
#define ATTN_PASSES_ROLESOVERLAP_H

#include "Passes/Roles.h"

enum { ATTN_ROLES_MAX_STATES = 16, ATTN_ROLES_MAX_BODY = 512, ATTN_ROLES_MAX_SCORES = 4 };

/// A loop of the stream taken apart.
typedef struct AttnStepBody {
  MlirOperation loop;
  MlirBlock block;
  intptr_t nStates;
  MlirOperation last;   ///< B's contraction
  int lastState;        ///< the state it yields
  MlirOperation scores; ///< A's contraction; of several into one accumulator the last one
  const AttnRoleLoad *scoreLoads[ATTN_ROLES_MAX_SCORES]; ///< rhs of A's
  int nScoreLoads;
  const AttnRoleLoad *lastLoad; ///< rhs of B's
  int nOps;
  MlirOperation ops[ATTN_ROLES_MAX_BODY];
  bool early[ATTN_ROLES_MAX_BODY];  ///< A, what the scores' contraction needs, itself included
  bool ofLast[ATTN_ROLES_MAX_BODY]; ///< B
  bool late[ATTN_ROLES_MAX_BODY];   ///< A, what depends on the state that B yields
  bool soon[ATTN_ROLES_MAX_BODY];   ///< A, read from memory behind the scores' contraction
  /// Of another load that a producer copies: it is released behind this operation.
  int lastReader[ATTN_ROLES_MAX_BODY];
  /// Of such a load: the layout in which it is read before the scores are awaited; null: it is not.
  MlirAttribute ahead[ATTN_ROLES_MAX_BODY];
} AttnStepBody;

typedef struct AttnRotation {
  AttnSplit *s;
  AttnStepBody bodies[ATTN_ROLES_MAX_LOOPS];
  bool async; ///< the contractions can be issued without waiting
} AttnRotation;

/// What one step hands to the next: the states but B's, then B's operands, then slots.
typedef struct AttnCarry {
  MlirValue state[ATTN_ROLES_MAX_STATES]; ///< at B's place: unused
  MlirValue acc, weights;                 ///< B's accumulator and left operand
  MlirValue slot, phase;                  ///< of this step's tile
} AttnCarry;

/// Does the operation, or its region, read v?
bool attnRolesReads(MlirOperation op, MlirValue v);
/// Takes the loops of the stream apart. Free with free(); NULL after an error.
AttnRotation *attnRotationTake(AttnSplit *s);
/// The body of the stream's first tile: the first loop's, where that has a tile in every item; else
/// one that is right for any tile, of a partial loop, where there is one.
const AttnStepBody *attnRotationFirst(const AttnRotation *r);
/// Has the first loop a tile in every item (RolesChain.c)?
bool attnRolesFirstLoopRuns(const AttnSplit *s);
/// Is lo >= hi in every item, by constants and where stretches may begin alone?
bool attnRolesNeverRuns(const AttnSplit *s, MlirValue lo, MlirValue hi);
/// One step for the tile at iv: A of it around B of the step before (prev NULL: there is none).
/// `out` has the slot and phase of this tile already. What stands outside of the loops is read as
/// `outer` maps it. With `last` the step before is another item's: *last is the state that its B
/// yields, and A begins with `states`. `cut` (i1; null: always): scores are masked.
void attnRotationStep(const AttnRotation *r, const AttnStepBody *body, const AttnBuilder *b,
                      const AttnValueMap *outer, MlirValue iv, MlirValue cut,
                      const MlirValue *states, const AttnCarry *prev, AttnCarry *out,
                      MlirValue *last);
/// The loops `begin` .. `end` - 1, their tiles from `second` on; the carry moves on.
void attnRotationLoops(const AttnRotation *r, const AttnBuilder *b, const AttnValueMap *outer,
                       MlirValue second, int begin, int end, AttnCarry *carry);
/// B of the last step, awaited and released: the state.
MlirValue attnRotationLast(const AttnRotation *r, const AttnBuilder *b, const AttnCarry *carry);
/// Carry as values of iter_args: states but B's, acc, weights, slot and phase of the last tile.
intptr_t attnCarryPack(const AttnStepBody *b, const AttnCarry *c, MlirValue *values);
void attnCarryUnpack(const AttnStepBody *b, const MlirValue *values, AttnCarry *c);

#endif // ATTN_PASSES_ROLESOVERLAP_H
