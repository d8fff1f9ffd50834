//===- Points.h - Evaluating a carrier region at the points of a loop nest ===//
//
// A carrier region is a program over one point of the domain. These functions open loops over the
// axes one at a time and evaluate values of the region on demand, each in the outermost open loop
// that binds all axes the value depends on, and once there. So a score is computed once whatever
// the number of channels that use it, and what does not vary along the fold axis leaves its loop.
//
// A guard (scf.if) holds back whatever its own loop binds: behind `keep` nothing of a masked
// element is evaluated.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_CONVERSION_POINTS_H
#define ATTN_CONVERSION_POINTS_H

#include "IR/Build.h"

enum { ATTN_MAX_AXES = 64 };

/// Set of axes: bit i is dimension i of the operation's maps.
typedef uint64_t AttnAxisSet;

typedef struct AttnScope {
  struct AttnScope *outer;
  AttnBuilder builder;
  MlirOperation savedBefore; ///< of outer->builder, put back when this scope closes
  AttnAxisSet axes;          ///< bound here or further out
  bool guard;
  AttnValueMap values;
} AttnScope;

typedef struct AttnPoints {
  MlirOperation op; ///< carrier.fold or carrier.map
  int nAxes;
  const char *name[ATTN_MAX_AXES];
  int64_t extent[ATTN_MAX_AXES];
  AttnAxisSet free, fold, contract; ///< roles
  MlirValue coordinate[ATTN_MAX_AXES];
  AttnScope *scope; ///< innermost
  /// Axes that values depend on, remembered.
  MlirValue *known;
  AttnAxisSet *knownAxes;
  intptr_t nKnown, capKnown;
  /// Projection: how an argument of the region is read at the current point.
  MlirValue (*argument)(struct AttnPoints *p, intptr_t i, void *user);
  AttnAxisSet (*argumentAxes)(const struct AttnPoints *p, intptr_t i, void *user);
  void *user;
  bool failed; ///< a diagnostic has been emitted; values are null from then on
} AttnPoints;

/// Reads the axes of `op`; fails with a diagnostic if there are too many or one is dynamic. The
/// outermost scope builds before `op`.
MlirLogicalResult attnPointsInit(AttnPoints *p, MlirOperation op);
void attnPointsFree(AttnPoints *p);
int attnPointsAxis(const AttnPoints *p, const char *name); ///< -1 if there is none

/// Axes that a value of the region depends on (contracted axes left out).
AttnAxisSet attnPointsAxesOf(AttnPoints *p, MlirValue v);
AttnAxisSet attnPointsAxesOfMap(const AttnPoints *p, MlirAffineMap map);

/// The value at the current point; null and `failed` if it depends on an axis that no open loop
/// binds.
MlirValue attnPointsEval(AttnPoints *p, MlirValue v);
/// One index per result of the map.
void attnPointsIndices(AttnPoints *p, MlirAffineMap map, MlirValue *indices);

//===--- loops and guards; values in `vals` are carried through -----------===//

/// Opens a loop from 0 to the extent; the carried values inside replace `vals`.
void attnPointsOpenLoop(AttnPoints *p, int axis, intptr_t n, MlirValue *vals);
/// Closes a loop or guard: yields `vals` and replaces them by the results. Behind a guard the
/// values are `otherwise` where the condition is false (ignored for loops).
void attnPointsClose(AttnPoints *p, intptr_t n, MlirValue *vals, const MlirValue *otherwise);
void attnPointsOpenGuard(AttnPoints *p, MlirValue cond, intptr_t n, const MlirValue *vals);

/// Loops over several axes, the first outermost.
void attnPointsOpenNest(AttnPoints *p, int nAxes, const int *axes, intptr_t n, MlirValue *vals);
void attnPointsCloseNest(AttnPoints *p, int nAxes, intptr_t n, MlirValue *vals);

//===--- small builders at the innermost scope ----------------------------===//

MlirValue attnPointsExtract(AttnPoints *p, MlirValue tensor, intptr_t n, const MlirValue *indices);
MlirValue attnPointsInsert(AttnPoints *p, MlirValue scalar, MlirValue tensor, intptr_t n,
                           const MlirValue *indices);
MlirValue attnPointsEmpty(AttnPoints *p, MlirType tensorType);

//===--- arithmetic for the monoids ---------------------------------------===//

/// x (+) y for the monoids of both dialects (add, mul, max, min, and, or) on float or integer
/// scalars; null if the monoid does not exist on the type. `reassociate` lets LLVM split the chain
/// into several (a fold may be bracketed in any way).
MlirValue attnCombine(const AttnBuilder *b, const char *monoid, MlirValue x, MlirValue y,
                      bool reassociate);
MlirValue attnMultiply(const AttnBuilder *b, MlirValue x, MlirValue y);

#endif // ATTN_CONVERSION_POINTS_H
