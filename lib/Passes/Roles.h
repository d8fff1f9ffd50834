//===- Roles.h - Inside attn-roles ----------------------------------------===//
//
// Roles.c splits a kernel into producer and consumers, RolesOverlap.c rotates the consumers' stream
// so that a tile's scores are issued before the tile before it is folded.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_ROLES_H
#define ATTN_PASSES_ROLES_H

#include "Dialect/Axes.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Schedule/Schedule.h"

enum { ATTN_ROLES_MAX_LOADS = 64, ATTN_ROLES_MAX_LOOPS = 8 };

typedef struct AttnRoleLoad {
  MlirOperation op;
  MlirType type;
  MlirOperation loop; ///< null: at the top level
  int slab, slots, swizzle;
  const char *axis; ///< of STAGE
} AttnRoleLoad;

typedef struct AttnSplit {
  MlirOperation kernel;
  MlirContext ctx;
  AttnAxes axes;
  AttnSchedule schedule;
  AttnRole role;
  const char *fold;
  AttnRoleLoad loads[ATTN_ROLES_MAX_LOADS];
  int nLoads, nSlabs;
  MlirOperation loops[ATTN_ROLES_MAX_LOOPS];
  int nLoops;
} AttnSplit;

/// An error that names the pin and the rule; false.
bool attnRolesRefuse(const AttnSplit *s, const char *rule);
int attnRolesDepth(const AttnSplit *s); ///< slots of the stream's slabs
/// Slot and phase of the next tile: the slot counts modulo the depth, the phase turns at each wrap.
void attnRolesNext(const AttnBuilder *b, int slots, MlirValue slot, MlirValue phase,
                   MlirValue *nextSlot, MlirValue *nextPhase);
/// tile.wait and tile.slot for a load: the tile.
MlirValue attnRolesTake(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l,
                        MlirValue slot, MlirValue phase);
void attnRolesRelease(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l,
                      MlirValue slot);
/// Replaces the consumers' loops (s->loops, in the consumer region) by the rotated stream.
bool attnRolesOverlap(AttnSplit *s);

#endif // ATTN_PASSES_ROLES_H
