//===- Schedule.h - The schedule language ---------------------------------===//
//
// A schedule is a list `KEY@axis=value` joined by ';'. The axis may be left out where only one is
// eligible. The same text is a pass option, an attribute in the IR (`schedule`), part of a package
// and a row of --list-schedules. This header parses and prints it and knows every key; what a value
// means is the business of the pass that owns the key.
//
//   key      at        owner                        value
//   PLACE    fold      attn-place                   fuse | cut
//   PACK     -         attn-pack                    rows | none
//   REDUCE   fold axis attn-split                   [g<n>k][/b<n>][/r<n>]
//   TILE     contract  attn-bracket, attn-atomize   scalar: n<N>[x<M>]/f<FN>[x<FM>]
//                                                   tensor core:
//                                                   a:<atom>/w<WM>x<WN>/f<FM>x<FN>[/k<BK>]
//   STAGE    axis      attn-stage                   none, d<depth>/<sync|cp|tma>[/ring]
//                                                       [/pad<bytes>|/swz<32|64|128>][/p<n>]
//   HOLD     axis      attn-stage, attn-roles       reg | smem | reload
//   ROLE     fold axis attn-roles                   u | p<warps>:c<groups>[/regs<p>,<c>]
//                                                       [/pingpong][/overlap][/stmatrix]
//   GRID     -         attn-raster, attn-roles      raster<n> | <tile,persistent>[/lpt][/raster<n>]
//                                                       [/cluster<2,4>]
//   MATH     -         attn-bracket,                exp | exp2[/tanh]
//                      convert-tile-to-nvvm
//   MASK     fold axis attn-bracket                 tiles | elements
//   WALK     fold axis attn-bracket                 up | down
//   RESCALE  fold axis attn-bracket                 step | vote | lazy
//
// All values are parsed here, whether or not a pass can honour them yet: a pass that cannot says
// so.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_SCHEDULE_SCHEDULE_H
#define ATTN_SCHEDULE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct AttnScheduleEntry {
  char key[16];
  char axis[32]; ///< "" where none was given
  char value[96];
} AttnScheduleEntry;

typedef struct AttnSchedule {
  size_t size;
  AttnScheduleEntry entries[32];
} AttnSchedule;

/// Parses `text` (NULL or "" is the empty schedule). On failure returns false and puts a message
/// into err (what was found, what was expected, at which column). Unknown keys (with "did you
/// mean"), a key given twice for one axis and values that do not fit the key's grammar are errors.
bool attnScheduleParse(const char *text, AttnSchedule *s, char *err, size_t errSize);

/// The entry for `key` at `axis`, or the bare entry for `key`; NULL if neither. `axis` NULL: bare
/// only.
const AttnScheduleEntry *attnScheduleGet(const AttnSchedule *s, const char *key, const char *axis);

/// Adds or replaces KEY@axis=value (axis NULL or "": bare). False if the schedule is full.
bool attnScheduleSet(AttnSchedule *s, const char *key, const char *axis, const char *value);

/// Prints in entry order; returns a malloc'd string.
char *attnSchedulePrint(const AttnSchedule *s);

/// Puts every entry of `pins` that `base` lacks into base; where both have the key and axis and the
/// values differ, returns false with a message naming both.
bool attnScheduleMerge(AttnSchedule *base, const AttnSchedule *pins, char *err, size_t errSize);

//===--- values -----------------------------------------------------------===//
// Each parser takes the whole value and returns false where it does not fit the grammar. Numbers
// are decimal, positive (pad may be 0), without leading zeros, at most 1048576.

/// TILE, scalar atoms: n<N>[x<M>]/f<FN>[x<FM>]: N threads along the columns of the tile, M along
/// the rows, each with FN x FM cells. Missing M and FM are 1.
typedef struct AttnScalarTile {
  int n, m, fn, fm;
} AttnScalarTile;
bool attnParseScalarTile(const char *value, AttnScalarTile *t);

/// TILE, tensor-core atoms: a:<atom>/w<WM>x<WN>/f<FM>x<FN>[/k<BK>]: a grid of WM x WN warps
/// (warpgroups for wgmma), each with FM x FN atoms; BK is the chunk of the contracted axis in
/// atoms.
typedef enum AttnAtomFamily { ATTN_ATOM_MMA, ATTN_ATOM_WGMMA } AttnAtomFamily;
typedef struct AttnAtomTile {
  char atom[32]; ///< as written, e.g. mma_m16n8k16_f16
  AttnAtomFamily family;
  int m, n, k;  ///< shape of the atom in elements
  char type[8]; ///< of the operands: f16, bf16, e4m3, e5m2
  int wm, wn, fm, fn;
  int bk; ///< 0 where not given
} AttnAtomTile;
/// Is it the name of an atom, `scalar` included?
bool attnIsAtom(const char *name);
bool attnParseAtomTile(const char *value, AttnAtomTile *t);

/// STAGE: d<depth>/<transport>[/ring][/pad<bytes>|/swz<bytes>][/p<n>]; `none` has depth 0.
typedef struct AttnStage {
  int depth;
  char transport[8]; ///< sync, cp, tma
  int pad;           ///< bytes; -1 where not given
  bool ring;         ///< cyclic prefetch
  int swizzle;       ///< 32, 64 or 128 bytes; 0 where not given
  int prefetch;      ///< register buffers; 0 where not given
} AttnStage;
bool attnParseStage(const char *value, AttnStage *st);

/// REDUCE: [g<n>k][/b<n>][/r<n>], at least one part; missing ones are 1.
typedef struct AttnReduceSplit {
  int grid;      ///< CTAs that share one fold axis, with workspace and a combining kernel
  int block;     ///< cooperating threads
  int registers; ///< independent accumulators
} AttnReduceSplit;
bool attnParseReduce(const char *value, AttnReduceSplit *r);

/// ROLE: u, or p<warps>:c<warpgroups>[/regs<p>,<c>][/pingpong][/overlap][/stmatrix].
typedef struct AttnRole {
  bool uniform;
  int producerWarps, consumerGroups; ///< 0 where uniform
  int producerRegs, consumerRegs;    ///< 0 where not given
  bool pingpong, overlap;
  bool stmatrix; ///< results go into their slab by it
} AttnRole;
bool attnParseRole(const char *value, AttnRole *r);

/// MATH, each level with what the last one allows.
typedef enum AttnMath {
  ATTN_MATH_EXP,       ///< functions to a few ulp
  ATTN_MATH_EXP2,      ///< exponentials by base 2
  ATTN_MATH_EXP2_TANH, ///< tanh in scores by the hardware's instruction
  ATTN_NUM_MATH
} AttnMath;
bool attnParseMath(const char *value, AttnMath *m);
extern const char *const attnMathNames[ATTN_NUM_MATH];

/// GRID: tile[/lpt] or persistent[/lpt|/streamk] with [/raster<n>][/cluster<2|4>], persistent also
/// with [/sms<n>], or raster<n>.
typedef struct AttnGrid {
  bool persistent, longestFirst, streamK;
  int raster;  ///< 0 where not given
  int cluster; ///< CTAs; 0 where not given
  int sms;     ///< at most so many multiprocessors; 0 where not given
} AttnGrid;
bool attnParseGrid(const char *value, AttnGrid *g);

#endif // ATTN_SCHEDULE_SCHEDULE_H
