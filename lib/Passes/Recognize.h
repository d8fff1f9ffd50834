//===- Recognize.h - Fold plans: what attn-recognize finds ----------------===//
//
// Shared by Recognize.c (which values to compute how), RecognizeFold.c, RecognizeWeight.c and
// RecognizeSum.c (the algebra of one fold) and RecognizeEmit.c (carrier operations from plans).
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_RECOGNIZE_H
#define ATTN_PASSES_RECOGNIZE_H

#include "Dialect/Symbols.h"
#include "IR/Diag.h"
#include "IR/Expr.h"

#define ATTN_MAX_CHANNELS 8
#define ATTN_MAX_TARGETS 8

/// A channel being built. Expressions are over the plan's space.
typedef struct FoldChannel {
  const char *name;
  const char *monoid;
  MlirType type;
  bool twisted;              ///< relative to channel 0, the pivot
  const AttnExpr *lift;      ///< NULL for a product
  const AttnExpr *lhs, *rhs; ///< the factors of a bilinear plain channel
  const AttnExpr *keep;      ///< mask predicate, NULL: every element counts
} FoldChannel;

/// A reduction of the input that the plan computes, as an expression in the channels' states.
typedef struct FoldMember {
  MlirOperation op;
  int rank;
  MlirAffineExpr idx[ATTN_MAX_DIMS]; ///< where its result's dimensions lie, over the plan's space
  const AttnExpr *value;             ///< over states
} FoldMember;

/// A tensor of the function that the plan's projection gives.
typedef struct FoldTarget {
  MlirValue value;
  const AttnExpr *expr; ///< over states and free dimensions
  int rank;
  MlirAffineExpr map[ATTN_MAX_DIMS];
} FoldTarget;

/// A sum of products that is read along the fold axis, and what it became in the lift.
typedef struct FoldInner {
  const AttnExpr *load, *value;
} FoldInner;

typedef struct FoldPlan {
  AttnSpace space;
  int fold;            ///< the folded dimension
  unsigned contracted; ///< dimensions summed inside the lift
  FoldInner inner[ATTN_MAX_CHANNELS];
  int numInner;
  int numChannels, numMembers, numTargets;
  FoldChannel channel[ATTN_MAX_CHANNELS];
  FoldMember member[ATTN_MAX_CHANNELS];
  FoldTarget target[ATTN_MAX_TARGETS];
  const AttnExpr *score; ///< what the maximum is taken of, before masks and contractions are found
  double scale;          ///< the pivot is the maximum of scale * score
  bool squeezed;         ///< results are written without their dimensions of size one
  const char *untwisted; ///< why an exponential inside is no weight relative to a maximum, or NULL
} FoldPlan;

/// An elementwise value computed by itself.
typedef struct MapPlan {
  MlirValue value;
  const AttnExpr *expr;
  AttnSpace space;
} MapPlan;

/// Options that change meaning.
typedef struct RecognizeOptions {
  bool assumeMasked;          ///< finite fills are masks without proof
  bool strictAccumulate;      ///< refuse to widen accumulations that the input writes in f16/bf16
  const AttnSymbols *symbols; ///< of the function
} RecognizeOptions;

#define MAX_PLANS 64
#define MAX_DEMANDS 256

/// What one run of the pass knows.
typedef struct Recognizer {
  AttnExprPool *pool;
  MlirContext ctx;
  RecognizeOptions options;
  FoldPlan *plans;
  int numPlans;
  MapPlan *maps;
  int numMaps;
  MlirValue demanded[MAX_DEMANDS];
  int numDemanded;
  MlirValue late[MAX_DEMANDS]; ///< plain sums, which join a fold of the same scores if there is one
  int numLate;
  MlirOperation remarked[MAX_DEMANDS];
  int numRemarked;
} Recognizer;

/// Builds the plan whose first member is the reduction `r`. False: `why` names the clause.
bool attnPlanFold(AttnExprPool *pool, const AttnReduction *r, const RecognizeOptions *options,
                  FoldPlan *plan, const char **why);
/// Makes the reduction loaded by `load` (over the plan's space) a member if the plan's carrier can
/// compute it. False with the failing clause.
bool attnPlanMember(AttnExprPool *pool, FoldPlan *plan, const AttnExpr *load,
                    const RecognizeOptions *options, const char **why);
/// A sum without weights in a fold that has a maximum: joins where it reads along the axis nothing
/// but what the fold reads for its scores (RecognizeSum.c). `lift` is over the plan's space, *value
/// over channel states. False with the failing clause.
bool attnPlanPlainSum(AttnExprPool *pool, FoldPlan *plan, const AttnExpr *lift,
                      const AttnSymbols *symbols, MlirType type, const AttnExpr **value,
                      const char **why);
/// Where the plan's scores read the same tensor as the lift of the reduction: a load of its result
/// over the plan's space; NULL: they do not, or not the same axis.
const AttnExpr *attnPlanReach(AttnExprPool *pool, const FoldPlan *plan, const AttnReduction *r);
/// One more channel; NULL where there are too many.
FoldChannel *attnPlanChannel(FoldPlan *plan, const char *name, const char *monoid, MlirType type);
/// The member that `load` reads, or NULL.
const FoldMember *attnPlanFind(const FoldPlan *plan, const AttnExpr *load);

/// exp(k*(x - c)) with c not varying along the axis and with the maximum of x in it.
typedef struct FoldWeight {
  const AttnExpr *score;   ///< x
  double scale;            ///< k > 0, ln 2 in it for exp2
  const AttnExpr *max;     ///< the load of the maximum in c
  bool clamped;            ///< the maximum starts from a value
  const AttnExpr *shift;   ///< c; NULL if it is the maximum itself
  const AttnExpr *norm[4]; ///< c = shift + log(norm[0]) + ...: the weight is divided by them
  int nNorm;
} FoldWeight;

/// Is `e` = exp(k*(x - c)), c free of the fold axis and made with the maximum of x over it? Then
///   exp(k*(x - c)) = exp(k*x - p) * exp(p - k*c),   p = max of k*x
/// for whatever c: a weight relative to the pivot times a factor that leaves the sum. c is the
/// maximum itself (the factor is 1), the maximum clamped or joined with other scores (a sink), or
/// the maximum plus the logarithm of a sum (the normalisation is inside: the factor is 1 / sum).
bool attnIsWeight(AttnExprPool *pool, const FoldPlan *plan, const AttnExpr *e, FoldWeight *w,
                  const char **why);
/// x = *shift less than what is returned, *shift (NULL: 0) all that is added to x or subtracted
/// from it and does not vary along the fold axis.
const AttnExpr *attnStripShift(AttnExprPool *pool, const FoldPlan *plan, const AttnExpr *x,
                               const AttnExpr **shift);
/// Does r reduce one axis, and which?
bool attnSingleAxis(const AttnReduction *r, int *axis);
/// The lift of r, read by a load at idx, over the plan's space with r's axis at dimension `fold`.
const AttnExpr *attnLiftAt(AttnExprPool *pool, const FoldPlan *plan, const AttnReduction *r,
                           const MlirAffineExpr *idx, int fold);

/// not p
const AttnExpr *attnNegated(AttnExprPool *pool, const AttnSpace *s, const AttnExpr *p);
/// Peels masks off the score: *x becomes the score where it counts, *keep the predicate (NULL:
/// always). (RecognizeMask.c)
void attnPeelMasks(AttnExprPool *pool, const FoldPlan *plan, const RecognizeOptions *options,
                   const AttnExpr **x, const AttnExpr **keep);

/// With all members known: where all channels are masked by `j < c`, the fold axis ends at c.
void attnTrimFold(AttnExprPool *pool, FoldPlan *plan, const AttnSymbols *symbols);

/// Simplifies and guards a projection (RecognizeProject.c).
const AttnExpr *attnFinishProjection(AttnExprPool *pool, const FoldPlan *plan, const AttnExpr *e);

/// Is e the factor exp(p - c) of a sum whose weights are relative to another shift than the pivot
/// p, 0 where p is -inf? *shift is c.
bool attnIsRescale(const AttnExpr *e, const AttnExpr **shift);
/// The guards of weights and quotients that no channel carries (RecognizeGuard.c). `plan`: whose
/// states e reads, or NULL.
const AttnExpr *attnGuardRows(AttnExprPool *pool, const AttnSpace *space, const FoldPlan *plan,
                              const AttnExpr *e);

/// Writes all plans and maps into the block in place of the values they compute.
void attnEmitPlans(Recognizer *z, MlirBlock block);

/// Of a plan with several targets, some of which were taken away, the channels that are needed.
void attnKeepTargets(AttnExprPool *pool, FoldPlan *plan);
/// Orders, squeezes and splits plans so that each is one operation (RecognizeResults.c).
void attnSettleResults(Recognizer *z);
/// The type of result t as the operation has it, the axes that its dimensions are (the number is
/// returned), and behind the operation the value for target t.
MlirType attnResultType(const FoldPlan *plan, int t);
int attnResultMap(const FoldPlan *plan, int t, MlirAffineExpr *map);
MlirValue attnRestoreResult(const AttnBuilder *b, const FoldPlan *plan, int t, MlirValue v);

/// Writes the carrier operation at the builder; result k is that of target k.
MlirOperation attnEmitFold(AttnExprPool *pool, const FoldPlan *plan, AttnBuilder b);
MlirOperation attnEmitMap(const MapPlan *plan, AttnBuilder b);

/// Writes the sums of products that x (over plan->space) reads along the fold axis as contractions
/// over dimensions of their own, which it adds to the space and to plan->contracted.
const AttnExpr *attnInlineContractions(AttnExprPool *pool, FoldPlan *plan, const AttnExpr *x);
/// A load of an expression as a carrier.element, for emitters over all axes of a fold.
MlirValue attnRecognizeLoad(AttnExprEmitter *e, const AttnExpr *load);

#endif // ATTN_PASSES_RECOGNIZE_H
