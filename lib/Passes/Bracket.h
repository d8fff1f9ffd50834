//===- Bracket.h - Inside attn-bracket: model, masks, emission ------------===//
//
// Shared by the Bracket*.c files only.
//
//   BracketModel.c   reads a carrier op: axes, dependence sets, channels; gives each axis its role
//   BracketAffine.c  mask predicates as affine constraints
//   BracketMask.c    ranges of fold tiles that constraints leave
//   BracketTest.c    other predicates: which of them can be decided for a tile, and how
//   BracketVisit.c   lists of the fold tiles that are visited then, from small kernels in front
//   BracketVisitor.c what these are made of
//   BracketBounds.c  in them: the bounds of what masks compare
//   BracketHoist.c   right operands that are computed become maps in front of the fold
//   BracketSees.c    whether each row sees an element
//   BracketDivide.c  divisions by one denominator a row
//   BracketAtom.c    which contractions can take a tensor-core atom
//   BracketTile.c    tile sizes from the schedule or the defaults
//   BracketEmit.c    tile values of lift values (tile.load, tile.contract, tile.map)
//   BracketFold.c    the kernel: loops, projection, stores
//   BracketStep.c    what a tile adds to the states: the merge derived from the channels
//   Bracket.c        the pass
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_BRACKET_H
#define ATTN_PASSES_BRACKET_H

#include "Dialect/Axes.h"
#include "Dialect/Symbols.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Schedule/Schedule.h"

enum {
  ATTN_BR_MAX_AXES = 24,
  ATTN_BR_MAX_CHANNELS = 16,
  ATTN_BR_MAX_KEEPS = 8,
  ATTN_BR_MAX_FACTORS = 4,
  ATTN_BR_MAX_CONSTRAINTS = 16,
  ATTN_BR_MAX_TESTS = 16, ///< conjuncts of masks
};

/// A set of axes, bit i is axis i.
typedef uint32_t AttnAxisSet;
#define ATTN_AXIS(i) ((AttnAxisSet)1 << (i))

//===--- model ------------------------------------------------------------===//

/// How the schedule uses an axis. BATCH axes are grid axes of tile 1 and no tile dimension.
typedef enum AttnAxisUse { ATTN_BATCH, ATTN_ROW, ATTN_COLUMN, ATTN_STREAM, ATTN_INNER } AttnAxisUse;

typedef struct AttnBrAxis {
  const char *name;
  AttnAxisRole role;
  int64_t extent; ///< of a symbolic axis: the stand-in, larger than any length
  int symbol;     ///< -1: the extent is a number
  AttnAxisUse use;
  int64_t tile;
  bool onGrid;
} AttnBrAxis;

typedef struct AttnBrChannel {
  const char *name, *monoid; ///< monoid: NULL where the fold names a carrier
  const char *contraction;   ///< NULL if none was named
  MlirType type;
  MlirAttribute identity;
  bool twisted;
  int pivot;                          ///< channel number of the pivot of a twisted channel
  MlirValue lift;                     ///< what the lift yields, carrier.mask stripped
  MlirValue keeps[ATTN_BR_MAX_KEEPS]; ///< conditions of the stripped masks
  int nKeeps;
  AttnAxisSet dep;   ///< axes of lift and keeps
  AttnAxisSet state; ///< axes of the state: free axes of dep, and of the pivot's
  bool bilinear;     ///< plain channel whose lift is a carrier.product of these:
  MlirValue lhs, rhs;
  double unit;     ///< of a pivot under MATH=exp2: the state is unit * max(lift), in log2; else 0
  bool contracted; ///< twisted channel whose lift has a tiled column axis
  /// Of a twisted channel: factors that vary with rows and elements (a mask of dropout) and join
  /// the weights; `lift` is the rest, an operand of `factored`.
  MlirValue factors[ATTN_BR_MAX_FACTORS];
  int nFactors;
  MlirOperation factored;
} AttnBrChannel;

typedef struct AttnBrInfo {
  MlirValue value;
  AttnAxisSet dep;
  bool pure; ///< a function of coordinates and constants only
} AttnBrInfo;

typedef struct AttnBrModel {
  MlirOperation op;
  MlirContext ctx;
  bool isMap;
  MlirOperation define;    ///< the carrier.define that says how states merge; null: the channels do
  MlirBlock body, project; ///< project is the body itself for carrier.map
  AttnSymbols symbols;
  int nAxes;
  AttnBrAxis axes[ATTN_BR_MAX_AXES];
  int fold;      ///< -1 for carrier.map
  int row;       ///< -1: none
  int64_t parts; ///< of these an axis is the batch (attn-split); 1: it has not been split
  bool merges;   ///< it merges the states of such parts
  bool packed;   ///< attn-pack has made its rows of two axes
  int spread;    ///< the column axis of a fold that results have and no state; -1: none
  bool bulk;     ///< the chip has bulk tensor copies
  AttnMath math; ///< MATH: weights of twisted channels by base 2, tanh
  bool down;     ///< WALK: the stream goes from its end to its begin
  bool lazy;     ///< RESCALE: states keep their reference while the maximum is near it
  bool votes;    ///< RESCALE: a warp all of whose factors are one leaves its states alone
  bool streamK;  ///< GRID: work items may be stretches of a stream
  int nChannels; ///< 0 for carrier.map
  AttnBrChannel channels[ATTN_BR_MAX_CHANNELS];
  bool testTiles;        ///< MASK: tiles are classified at run time
  MlirOperation visits;  ///< then: the kernel that lists them (BracketVisit.c); null: none
  MlirOperation classes; ///< the kernel that it reads; null: none
  MlirOperation ranks;   ///< the kernel that sorts row tiles by their lists' length; null: none
  AttnAxisSet visitAxes; ///< batch axes that it has
  bool visitsFull;       ///< some of them may need no mask
  AttnBrInfo *info;
  intptr_t nInfo, capInfo;
} AttnBrModel;

/// Reads a carrier.fold or carrier.map and decides the use of each axis (tile sizes: attnBrTile).
/// Emits an error and returns false on what it cannot bracket. Free with attnBrFree in any case.
bool attnBrRead(MlirOperation op, AttnBrModel *m);
void attnBrFree(AttnBrModel *m);
/// Dependence of a value of a region (state arguments: their state axes); empty for values from
/// outside.
AttnAxisSet attnBrDep(const AttnBrModel *m, MlirValue v);
bool attnBrPure(const AttnBrModel *m, MlirValue v);
/// For a value that was made after the model was read.
void attnBrSetInfo(AttnBrModel *m, MlirValue v, AttnAxisSet dep, bool pure);
int attnBrAxisIndex(const AttnBrModel *m, const char *name); ///< -1 if there is none
/// Those axes of `dep` that are tile dimensions.
AttnAxisSet attnBrTiled(const AttnBrModel *m, AttnAxisSet dep);
/// v without the widening casts (arith.extf) a contraction does itself.
MlirValue attnBrStripWiden(MlirValue v);
/// The value of a symbol, in front of m->op.
MlirValue attnBrSymbol(const AttnBrModel *m, int symbol);
/// The extent of an axis as a value at `b`: a constant, or the symbol's.
MlirValue attnBrExtent(const AttnBrModel *m, const AttnBuilder *b, int axis);
/// Is there a last tile that is not whole, at some length at least?
bool attnBrRagged(const AttnBrAxis *a);
/// The extent that predictions are made for.
int64_t attnBrHint(const AttnBrModel *m, int axis);
/// The two operands of a carrier.contract or the bilinear channel, ordered so that the left one has
/// the row axis (or lacks the fold axis).
void attnBrOrient(const AttnBrModel *m, MlirValue *lhs, MlirValue *rhs);

/// Divisions of a fold's projection by a sum of weights become a reciprocal a row. True: there are
/// some, and the model is stale.
bool attnBrDivisions(const AttnBrModel *m);

/// Moves one computed right operand of a contraction into a carrier.map of its own, *map, in front
/// of m->op; false if there is none. The model is stale after true: read the op again.
bool attnBrHoist(const AttnBrModel *m, MlirOperation *map);

//===--- atoms ------------------------------------------------------------===//

/// Whether tensor-core atoms are possible: the element type of the operands, or the rule that
/// forbids them.
typedef struct AttnBrAtom {
  char type[8];   ///< f16, bf16
  char rule[160]; ///< "": none
} AttnBrAtom;

/// A carrier.contract of the lift; a channel that is contracted or bilinear; all of them together
/// (false too where there is none). False: `rule` says why not.
bool attnBrAtomOfLift(const AttnBrModel *m, MlirOperation op, AttnBrAtom *atom);
bool attnBrAtomOfChannel(const AttnBrModel *m, const AttnBrChannel *c, AttnBrAtom *atom);
bool attnBrAtomOfAll(const AttnBrModel *m, AttnBrAtom *atom);
/// Does a channel reduce the columns of a tile to a value a row?
bool attnBrReduces(const AttnBrModel *m);

//===--- tile sizes -------------------------------------------------------===//

/// What became of a pin. Not honoured: the rule, or NULL where the op has nothing of that name.
typedef struct AttnBrPin {
  bool honoured;
  const char *rule;
} AttnBrPin;

/// Decides `tile` and `onGrid` of every axis from `pins` (entries TILE, GRID, MATH, MASK,
/// WALK, RESCALE that concern this op; fates[i] tells which) or the defaults, and adds the
/// decisions to `out`.
bool attnBrTile(AttnBrModel *m, const AttnSchedule *pins, AttnBrPin *fates, AttnSchedule *out);
/// Is there a decision in this op that the entry could be for?
bool attnBrConcerns(const AttnBrModel *m, const AttnScheduleEntry *e);
/// Why RESCALE cannot be lazy here, with exponentials by base 2 or not; NULL if it can.
const char *attnBrLazyRule(const AttnBrModel *m, bool base2);
/// Why MATH cannot be `math` here; NULL if it can.
const char *attnBrMathRule(const AttnBrModel *m, AttnMath math);

//===--- masks ------------------------------------------------------------===//

/// sum of coef[i] * axis i + sum of symbol[i] * length i + constant; as a constraint: >= 0.
typedef struct AttnLinear {
  int64_t coef[ATTN_BR_MAX_AXES], symbol[ATTN_MAX_SYMBOLS];
  int64_t constant;
} AttnLinear;

/// What a constraint says of an element that it holds for, and of one that it does not.
typedef enum AttnBrSense {
  ATTN_BR_EXACT,
  ATTN_BR_NECESSARY,  ///< without it nothing is kept; with it something may be
  ATTN_BR_SUFFICIENT, ///< with all of these the conjunct keeps it; without it may
} AttnBrSense;

/// Constraints of masks; `unknown`: there is a conjunct that is none (it can only remove elements).
typedef struct AttnBrConstraints {
  AttnLinear c[ATTN_BR_MAX_CONSTRAINTS];
  AttnBrSense sense[ATTN_BR_MAX_CONSTRAINTS];
  int n;
  bool unknown;
} AttnBrConstraints;

/// *to += a * b; false on overflow.
bool attnBrAddMul(int64_t *to, int64_t a, int64_t b);
/// *to += k * l; false on overflow.
bool attnBrAccumulate(const AttnBrModel *m, AttnLinear *to, const AttnLinear *l, int64_t k);
/// Smallest and largest value over the whole domain; false on overflow.
bool attnBrInterval(const AttnBrModel *m, const AttnLinear *l, int64_t *lo, int64_t *hi);
/// v as an affine function of the coordinates.
bool attnBrAffine(const AttnBrModel *m, MlirValue v, AttnLinear *l);
/// Adds those of a channel's masks and of its pivot's; of one predicate.
void attnBrConstraints(const AttnBrModel *m, const AttnBrChannel *c, AttnBrConstraints *cs);
void attnBrConstraintsOf(const AttnBrModel *m, MlirValue v, AttnBrConstraints *cs);

/// The ranges of fold tiles a grid tile visits, in elements, multiples of the tile:
/// [begin, split1) partial, [split1, split2) full, [split2, end) partial. Loops that are empty for
/// every grid tile are marked; values of bounds that no kept loop needs are null. WALK=down: the
/// loops turned round; the tile at j begins at last - j.
typedef struct AttnBrRanges {
  bool has[3];
  MlirValue lo[3], hi[3];
  MlirValue last;
  MlirValue lower, upper; ///< GRID=persistent/streamk: of the item's stretch
} AttnBrRanges;

/// Is it certain that each row has an element on the fold axis that the masks of the channel keep?
bool attnBrEveryRowSees(const AttnBrModel *m, const AttnBrChannel *c);
/// Does a mask of the channel keep nothing beyond the fold's extent, in any row?
bool attnBrMaskEnds(const AttnBrModel *m, const AttnBrChannel *c);
/// Does a channel need the condition `fold coordinate < extent` on a ragged last tile?
bool attnBrNeedsTail(const AttnBrModel *m, const AttnBrChannel *c);
/// Emits the bounds at `b`; origins[i] is the origin of axis i. With m->visits one range: what is
/// left of the tiles by constraints.
bool attnBrRanges(const AttnBrModel *m, const AttnBuilder *b, const MlirValue *origins,
                  AttnBrRanges *r);

//===--- tests of tiles ---------------------------------------------------===//

/// A conjunct of the channels' masks; `shared`: all channels have it.
typedef struct AttnBrTest {
  MlirValue v;
  bool shared;
} AttnBrTest;

/// How the conjuncts are decided for a tile. DENSE: by all of its elements; BOUNDS: by the least
/// and the largest values along its rows and along its columns.
typedef enum AttnBrTestKind { ATTN_BR_NONE, ATTN_BR_BOUNDS, ATTN_BR_DENSE } AttnBrTestKind;

typedef struct AttnBrTests {
  AttnBrTestKind kind;
  AttnBrTest t[ATTN_BR_MAX_TESTS];
  int n;
  bool unknown; ///< there are conjuncts beside them that cannot be decided
} AttnBrTests;

/// What can be decided beyond the constraints of BracketAffine.c; ATTN_BR_NONE if nothing.
AttnBrTests attnBrTests(const AttnBrModel *m);
/// May MASK say `tiles`?
bool attnBrHasTests(const AttnBrModel *m);
/// Calls `visit` for each side of a conjunct whose bounds decide it.
void attnBrSides(const AttnBrModel *m, MlirValue v, void (*visit)(void *, MlirValue), void *data);

/// i1 values: can some element be kept, must all be?
typedef struct AttnBrClass {
  MlirValue some, all;
} AttnBrClass;

/// Bounds of integers over a tile, all of one type.
typedef struct AttnBrInterval {
  MlirValue least, most;
} AttnBrInterval;

/// Where the bounds come from: of a side, and of an affine form.
typedef struct AttnBrLeaves {
  const AttnBrModel *m;
  const AttnBuilder *b;
  void *data;
  AttnBrInterval (*ofSide)(void *data, MlirValue side);
  AttnBrInterval (*ofAffine)(void *data, const AttnLinear *l);
} AttnBrLeaves;
AttnBrClass attnBrClassOf(const AttnBrLeaves *leaves, MlirValue v);

/// Makes the kernels in front of m->op that list the tiles to be visited, and sets m->visits.
/// `name` is that of the kernel they serve. Tile sizes are known. False: an error was emitted.
bool attnBrVisits(AttnBrModel *m, const char *name, bool inOrder);
/// The loops over the list in place of `r`, which has one range: what constraints leave.
void attnBrVisitRanges(const AttnBrModel *m, const AttnBuilder *b, const MlirValue *origins,
                       AttnBrRanges *r);
/// The origin of the fold tile at position `at` of the list; `full`: it is not a ragged last one.
MlirValue attnBrVisited(const AttnBrModel *m, const AttnBuilder *b, const MlirValue *origins,
                        MlirValue at, bool full);

//===--- emission ---------------------------------------------------------===//

/// A tile value and the axes of its dimensions; `value` null: an error was emitted.
typedef struct AttnTile {
  MlirValue value;
  int rank;
  int axes[2];
} AttnTile;

typedef struct AttnCached {
  MlirValue from;
  AttnTile tile;
} AttnCached;

/// Where tile values go whose dependences are available there.
typedef struct AttnBrScope {
  AttnBuilder at;
  AttnAxisSet axes; ///< streamed axes that have an origin in this scope (and not outside)
  AttnCached *cache;
  intptr_t nCache, capCache;
  struct AttnBrScope *outer;
} AttnBrScope;

typedef struct AttnBrEmit {
  const AttnBrModel *m;
  AttnBrScope *scope; ///< innermost
  MlirBlock source;   ///< region block whose values are being emitted
  MlirValue zero;     ///< index 0 at the kernel's top
  MlirValue origins[ATTN_BR_MAX_AXES];
  bool failed;
} AttnBrEmit;

/// A tile.map under construction: build scalars at `in`, then close it.
typedef struct AttnBrMap {
  AttnBrEmit *e;
  MlirRegion region;
  AttnBuilder in;
  AttnAxisSet axes;
} AttnBrMap;

void attnBrPush(AttnBrEmit *e, AttnBrScope *scope, AttnBuilder at, AttnAxisSet axes);
void attnBrPop(AttnBrEmit *e);
/// Axes of a tile in the canonical order (row, stream, inner, column); false and an error if there
/// are more than two.
bool attnBrOrder(AttnBrEmit *e, AttnAxisSet axes, AttnTile *t);
MlirAttribute attnBrAxesAttr(const AttnBrEmit *e, const AttnTile *t);
MlirType attnBrTileType(const AttnBrEmit *e, const AttnTile *t, MlirType element);
/// Null if there is none.
AttnTile attnBrLookup(const AttnBrEmit *e, MlirValue v);
void attnBrRemember(AttnBrScope *s, MlirValue v, AttnTile t);

/// Is v a contraction, or a sum of several that nothing else reads, over the same axes? They go
/// into one accumulator.
bool attnBrIsContractions(const AttnBrModel *m, MlirValue v);
/// The tile of a value of `e->source`, made where its dependences are available, once.
AttnTile attnBrTileOf(AttnBrEmit *e, MlirValue v);
/// Opens a tile.map at the innermost scope; roots (values of e->source) are evaluated in it, their
/// scalars go to `scalars`. The map has at least the axes `axes` and those of the roots.
bool attnBrMapOpen(AttnBrEmit *e, AttnAxisSet axes, int nRoots, const MlirValue *roots,
                   MlirValue *scalars, AttnBrMap *map);
MlirValue attnBrMapElement(AttnBrMap *map, AttnTile t);
/// The coordinate on an axis (tile.coord, or the origin of a batch axis).
MlirValue attnBrMapCoord(AttnBrMap *map, int axis);
AttnTile attnBrMapClose(AttnBrMap *map, MlirValue result);
/// tile.fill of a typed attribute.
AttnTile attnBrFill(AttnBrEmit *e, AttnAxisSet axes, MlirAttribute value, MlirType element);
/// tile.reduce at the innermost scope.
AttnTile attnBrReduce(AttnBrEmit *e, const char *monoid, int axis, AttnTile t);
/// tile.contract at the innermost scope.
AttnTile attnBrContract(AttnBrEmit *e, const char *name, int axis, AttnTile lhs, AttnTile rhs,
                        AttnTile acc);
/// x (+) y of a monoid.
MlirValue attnBrMonoid(const AttnBuilder *b, const char *monoid, MlirValue x, MlirValue y);
/// tile.store of a tile to result `index` through `map` (from all axes).
bool attnBrStore(AttnBrEmit *e, AttnTile t, int index, MlirAffineMap map);

/// MATH=exp2: pivots in units of log2, without their constant positive factor.
void attnBrBaseTwo(AttnBrModel *m);

/// Does a pivot's lift end in a tanh (times a constant) of a contraction of 16-bit operands?
bool attnBrSaturates(const AttnBrModel *m);
/// Writes a tanh that the lift ends in as MATH allows (not ATTN_MATH_EXP).
MlirValue attnBrSaturate(AttnBrModel *m, MlirValue lift);

/// A tile.kernel under construction, in front of m->op.
typedef struct AttnBrKernel {
  AttnBrEmit *e;
  AttnBuilder outer, in;
  MlirRegion region;
  AttnBrScope top;
  int nGrid, grid[ATTN_BR_MAX_AXES]; ///< axes, the last one moving first
} AttnBrKernel;

/// Opens it with the origins of the axes that are on the grid; axes of tile 0 are left out of it.
void attnBrKernelOpen(AttnBrKernel *k, AttnBrEmit *e, const AttnBrModel *m, int nGrid,
                      const int *grid);
/// Null on failure (error emitted).
MlirOperation attnBrKernelClose(AttnBrKernel *k, const char *symName, const char *schedule,
                                intptr_t nResults, const MlirType *results);

/// Why GRID cannot be persistent/streamk here; NULL if it can.
const char *attnBrStreamKRule(const AttnBrModel *m);

/// Builds the tile.kernel of m->op; null on failure (error emitted).
MlirOperation attnBrFold(const AttnBrModel *m, const char *symName, const char *schedule);

#endif // ATTN_PASSES_BRACKET_H
