//===- Lower.h - Inside convert-tile-to-nvvm ------------------------------===//
//
// One notion carries the whole lowering: a tile value is either
//
//   DISTRIBUTED  each lane holds some of its elements in registers; the distribution layout
//                (lib/Schedule/Layout.h) says which, and the value is one scalar SSA value per
//                register, the same in the code of every lane;
//   IN MEMORY    a box in a slab of shared memory or in a tensor in global memory, described by a
//                view: a pointer and one coefficient per axis.
//
// A coordinate of a layout is a sum of a constant (the register's part) and of a value that depends
// on the lane and the warp only. The second is computed once at the entry of the kernel; everything
// else folds into constants and the offsets of load instructions.
//
// Files: TileToNVVM.c the pass, Lower.c operations of a kernel's body,
// Map.c tile.map, Reduce.c reductions, Emit.c single operations and
// lane arithmetic, Scalar.c scalar operations, Function.c and FunctionF64.c functions of math,
// View.c boxes in memory, Slab.c shared memory, Copy.c tile.load / copy / store, StoreMatrix.c
// fragments by stmatrix, Relayout.c from one layout to another, Tma.c and TmaBox.c copies by the
// TMA unit, Roles.c producers and consumers, Items.c the work items of a persistent kernel,
// Contract.c the contraction on scalars, Fragment.c and ContractMma.c on tensor cores.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_CONVERSION_TILETONVVM_LOWER_H
#define ATTN_CONVERSION_TILETONVVM_LOWER_H

#include "Conversion/NVVMToCubin/Chip.h"
#include "Dialect/Symbols.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "IR/Moved.h"
#include "Schedule/Layout.h"
#include "Schedule/MmaLayout.h"
#include "Schedule/Schedule.h"

enum { ATTN_MAX_RANK = 8, ATTN_MAX_SLABS = 32 };

/// Elements are there where low <= coordinate < high, index values; the coordinate is `at` of the
/// origins plus the element's place, or dimension `dim` of the tensor.
typedef struct AttnGuard {
  int dim;
  MlirAffineExpr at;
  MlirValue low, high;
} AttnGuard;

/// A box in memory: element t (one number per axis) is at base + sum of coeff[i] * t[i] elements.
typedef struct AttnView {
  bool shared;
  MlirType element; ///< in memory; i1 lies as i8
  int rank;
  const char *axes[ATTN_MAX_RANK];
  int64_t size[ATTN_MAX_RANK];  ///< of the box
  int64_t coeff[ATTN_MAX_RANK]; ///< in elements
  /// Null: the whole box is there. Otherwise an i32: elements with t[i] >= room[i] are not, they
  /// read as zero and are not written.
  MlirValue room[ATTN_MAX_RANK];
  /// Null: yes. Otherwise an i1: is the box there at all? In place of the room of axes along which
  /// a box is there either whole or not at all.
  MlirValue present;
  /// Of a gather (IR/Moved.h): the tensor. Element t is where its coordinates, `at` of the origins
  /// plus t, say; base, start and map are unused. An axis of coefficient 1 is contiguous.
  MlirValue gather;
  MlirAffineMap at;
  int nGuards; ///< of a window in zeros: others are not there, either
  AttnGuard guard[ATTN_MAX_RANK];
  MlirValue base;   ///< address of t = 0
  MlirValue start;  ///< of the tensor's first element, or where it would be
  MlirValue anchor; ///< some readable address: where lanes look that have nothing to read
  /// Elements: base and every coefficient but 1 (and room, along the axis of coefficient 1) are
  /// multiples of it, so that accesses of up to this width along that axis are legal.
  int64_t align;
  /// Bytes of a panel (32, 64, 128) of a swizzled slab, 0: none. The slab is [panel][row][bytes],
  /// chunk c of 16 bytes of row r lies at c XOR (r * swizzle / 128) mod (swizzle / 16). coeff is
  /// that within a panel; the base is aligned to 1024 bytes.
  int swizzle;
  /// A map that is not linear along the box: element t is at start + map(origins + t); coeff is
  /// unused. `map` is one expression (an element offset) over `over` axes.
  bool general;
  MlirAffineMap map;
  int nOver;
  MlirValue origins[ATTN_MAX_RANK];
  int overOf[ATTN_MAX_RANK]; ///< axis i of the box -> position in `over`
} AttnView;

typedef struct AttnTile {
  bool inMemory;
  int rank;
  const char *axes[ATTN_MAX_RANK];
  int64_t shape[ATTN_MAX_RANK];
  MlirType element;
  AttnLayout layout; ///< distributed
  int nRegs;
  MlirValue *regs; ///< distributed: nRegs of `element`
  /// Distributed, f32: NULL, or what is still to be added to each register (null: nothing), one
  /// value for many of them. Map.c makes such tiles where all that read them can do with it.
  MlirValue *plus;
  AttnView view; ///< in memory
} AttnTile;

/// A coordinate: an i32 value (null: 0) plus a constant.
typedef struct AttnCoord {
  MlirValue dynamic;
  int64_t constant;
  /// Of a layout's coordinate (attnLCoord): the bits that `dynamic`, a value of the entry, may have
  /// set. 0: anything is possible.
  int64_t bits;
} AttnCoord;

typedef struct AttnKernelAxis {
  const char *name;
  int64_t extent, tile;
  int symbol; ///< whose length the extent stands for; -1: it is a number
} AttnKernelAxis;

typedef struct AttnSlab {
  const char *name;
  int64_t bytes, offset; ///< of one slot; of slot 0
  int64_t slots;
  /// Filled by the TMA unit: offsets of the barriers of slot 0, eight bytes each. `full`: what was
  /// copied has landed; `empty` (kernels with roles): the consumers are done with it.
  bool tma;
  bool multicast; ///< by all CTAs of the cluster, for all of them
  int64_t full, empty;
} AttnSlab;

enum { ATTN_MAX_TENSOR_MAPS = 16, ATTN_MAX_MAP_RANK = 5 };

/// What cuTensorMapEncodeTiled needs, but for the address; dimensions innermost first.
typedef struct AttnTensorMap {
  int operand; ///< kernel parameter that holds the address
  MlirType element;
  int rank;
  int64_t dims[ATTN_MAX_MAP_RANK], box[ATTN_MAX_MAP_RANK]; ///< elements
  int64_t strides[ATTN_MAX_MAP_RANK];                      ///< bytes; [0] is the element's size
  /// Stand-ins of symbols (Dialect/Symbols.h) are in dims, alone, and in strides, as factors.
  int swizzle; ///< bytes, 0: none
} AttnTensorMap;

/// Streams that are shared out (StreamK.c); of `axis` none: there are no tile.part.
enum { ATTN_STREAMK_STATES = 32 };
/// Which work items a function is for, where streams are shared out.
typedef enum AttnItems { ATTN_ITEMS_WHOLE, ATTN_ITEMS_STRETCHES } AttnItems;

typedef struct AttnStreamK {
  const AttnKernelAxis *axis;
  int64_t steps;  ///< of a stream
  int64_t groups; ///< CTAs or clusters of the launch
  int64_t tiles;  ///< whose streams are shared, the first ones; 0: none
  int64_t quota;  ///< steps of these that a group has
  int64_t others; ///< tiles whose streams are not shared
  AttnItems part;
  int64_t most; ///< stretches of a tile
  int nStates;
  int64_t offset[ATTN_STREAMK_STATES + 1]; ///< of a lane's registers of each state
} AttnStreamK;

/// What an item has: a tile, by the number of a CTA or cluster, and steps of its stream (i32).
typedef struct AttnStretch {
  MlirValue tile, lower, upper;
} AttnStretch;

/// Which part of the CTA the code being emitted is for.
typedef enum AttnPart { ATTN_PART_ALL, ATTN_PART_PRODUCER, ATTN_PART_CONSUMER } AttnPart;

/// One kernel being lowered. Functions that return a MlirLogicalResult or a pointer have emitted an
/// error when they fail.
typedef struct AttnLower {
  MlirContext ctx;
  MlirOperation kernel; ///< the tile.kernel
  MlirOperation func;   ///< the llvm.func
  const AttnChip *chip;
  AttnBuilder b;     ///< where code goes now
  AttnBuilder entry; ///< for what depends on lane, warp and CTA only
  MlirType i1, i8, i32, i64, f32, index, global, shared;
  AttnMath math;
  int warps;
  AttnSymbols symbols;                 ///< of the function
  MlirValue lengths[ATTN_MAX_SYMBOLS]; ///< as index values; parameters behind the tensor maps
  int nAxes;
  AttnKernelAxis axes[32];
  // captured tensors, in the order of the kernel's parameters; results follow
  int nInputs;
  MlirValue *inputs;
  AttnValueMap scalars;
  int nTiles, tileCapacity;
  struct {
    MlirValue value;
    AttnTile *tile;
  } * tiles;
  int nSlabs;
  AttnSlab slabs[ATTN_MAX_SLABS];
  int64_t sharedBytes;
  AttnPart part;
  int producerThreads; ///< launched beyond 32 * warps; 0: no roles
  MlirValue items;     ///< i32, of a persistent kernel, whose CTAs take several; null: a CTA is one
  MlirOperation ranks; ///< tile.ranks, in a dynamic kernel; null: none
  bool dynamic;        ///< from a counter in global memory, a parameter behind the results
  AttnStreamK streamK; ///< static: some are stretches
  MlirValue joins;     ///< i32, the item that tile.leave, arrive and fetch are of
  int nOwn;            ///< results of the kernel's own: a counter, or counts and states
  MlirValue asked;     ///< i32, the item that tile.ask has asked for; null: none
  int64_t cluster;     ///< CTAs that run at the same time; 1
  bool dependent;      ///< on kernels in front of it
  const AttnKernelAxis *neighbours; ///< the axis along which their tiles lie; null: no clusters
  MlirValue rank;                   ///< i32, of a CTA in its cluster
  MlirValue peer; ///< i32: from a shared address to the same place in the cluster's CTA lane % size
  struct {
    int64_t item, full, empty; ///< offsets: the number, and the barriers of its only slot
  } mailbox;                   ///< dynamic: from the producer to the consumers
  int nMaps;                   ///< tensor maps, parameters behind the pointers
  AttnTensorMap maps[ATTN_MAX_TENSOR_MAPS];
  struct AttnTmaPlace *ahead; ///< of the next copy (TmaBox.h); null: nothing
  MlirValue sharedBase, thread, lane, warp;
  int nParts; ///< cache of attnLanePart
  struct {
    char key[160];
    MlirValue value;
  } parts[128];
  int nSwizzled; ///< cache of the lanes' parts of addresses in swizzled slabs
  struct {
    int swizzle;
    int64_t rows;
    MlirValue row, column, value;
  } swizzled[64];
} AttnLower;

//===--- Emit.c -----------------------------------------------------------===//

MlirValue attnLI32(AttnLower *k, int64_t v);
MlirValue attnLOp2(AttnLower *k, const char *name, MlirValue x, MlirValue y);
/// x + c and x * c for constants; nothing is emitted where it changes nothing.
MlirValue attnLAddC(AttnLower *k, MlirValue x, int64_t c);
MlirValue attnLMulC(AttnLower *k, MlirValue x, int64_t c);
/// Sum of two values, either of which may be null (0).
MlirValue attnLAdd(AttnLower *k, MlirValue x, MlirValue y);
/// An i32 value of a coordinate.
MlirValue attnLCoordValue(AttnLower *k, AttnCoord c);
MlirValue attnLIntrinsic(AttnLower *k, const char *name, int n, const MlirValue *args,
                         MlirType result);
/// Pointer plus bytes (an i32 or i64 value, null for none, and a constant).
MlirValue attnLPointer(AttnLower *k, MlirValue pointer, MlirValue bytes, int64_t constant);
MlirValue attnLLoad(AttnLower *k, MlirValue pointer, MlirType type, int64_t align);
void attnLStore(AttnLower *k, MlirValue value, MlirValue pointer, int64_t align);
MlirValue attnLExtract(AttnLower *k, MlirValue vector, int i);
MlirValue attnLInsert(AttnLower *k, MlirValue vector, MlirValue x, int i);
/// Field i of a struct value.
MlirValue attnLField(AttnLower *k, MlirValue fields, MlirType type, int64_t i);
MlirValue attnLZero(AttnLower *k, MlirType type);
MlirType attnLVector(int64_t n, MlirType element);
/// Inline PTX; `result` null for none. Operands and constraints as LLVM has them: with "~{memory}"
/// it has side effects, without it is a function of its operands.
MlirValue attnLPtx(AttnLower *k, const char *text, const char *constraints, int n,
                   const MlirValue *operands, MlirType result);
/// A pointer to shared memory as 32 bits, for PTX.
MlirValue attnLShared32(AttnLower *k, MlirValue pointer);
int64_t attnLBytes(MlirType element); ///< in memory: i1 takes one
/// shfl.sync of a value of any scalar type of up to 64 bits: kind "bfly" (lane xor offset) or "idx"
/// (from lane `offset`).
MlirValue attnLShuffle(AttnLower *k, const char *kind, MlirValue value, MlirValue offset);
/// A bit for each lane of the warp: is `predicate` (i1) true there?
MlirValue attnLBallot(AttnLower *k, MlirValue predicate);
/// Is `predicate` true in all lanes of the warp, or in any? The answer (i1) is the same in all.
MlirValue attnLVote(AttnLower *k, bool all, MlirValue predicate);
/// Opens an scf.for over i32 from lo to hi by step (constants); code then goes inside it, until End
/// yields and gives the results.
MlirOperation attnLForBegin(AttnLower *k, int64_t lo, int64_t hi, int64_t step, intptr_t n,
                            const MlirValue *inits, MlirValue *iv, MlirValue *iterArgs);
void attnLForEnd(AttnLower *k, MlirOperation loop, intptr_t n, const MlirValue *yields,
                 MlirValue *results);

/// The part of the coordinate along `axis` that depends on lane and warp (null where it is 0).
/// Emitted once, at the entry.
MlirValue attnLanePart(AttnLower *k, const AttnLayout *l, const char *axis);
/// The lane's number with the digits of the factors along `axis` set to zero.
MlirValue attnLaneWithout(AttnLower *k, const AttnLayout *l, const char *axis);
/// True in one of the lanes (and warps) that hold copies; null where there are no copies.
MlirValue attnLaneIsFirstCopy(AttnLower *k, const AttnLayout *l);
/// The coordinate along `axis` of register `reg`.
AttnCoord attnLCoord(AttnLower *k, const AttnLayout *l, const char *axis, int reg);
/// A number that divides every lane's and warp's part of the coordinate along `axis`.
int64_t attnLanePartMultiple(const AttnLayout *l, const char *axis);
/// The bits that the lane's and warp's part may have set (all below the highest where a size is no
/// power of two).
int64_t attnLanePartBits(const AttnLayout *l, const char *axis);

//===--- TileToNVVM.c -----------------------------------------------------===//

/// Gives every tile.origin in `scope`, of an item that `ended` or not, its value in the tile with
/// this number (i32) of the grid.
void attnLMapOrigins(AttnLower *k, MlirRegion scope, bool ended, MlirValue number);
/// The number of the tile that a work item's number means (tile.ranks); k->items behind the last
/// one.
MlirValue attnLRanked(AttnLower *k, MlirValue number);

//===--- Lower.c ----------------------------------------------------------===//

MlirLogicalResult attnLowerBlock(AttnLower *k, MlirBlock block);
AttnTile *attnLTileNew(AttnLower *k, MlirValue value);
AttnTile *attnLTileOf(AttnLower *k, MlirOperation user, MlirValue value);
/// Appends the values that stand for `v`: itself for a scalar, the registers of a tile, laid out
/// like those of `like`, if given.
MlirLogicalResult attnLExpand(AttnLower *k, MlirOperation user, MlirValue v, const AttnTile *like,
                              MlirValue **list, intptr_t *n);
/// Binds `v` to values of the list from *at on, laid out like the tile `model` where it is a tile.
void attnLBind(AttnLower *k, MlirValue v, const AttnTile *model, const MlirValue *list,
               intptr_t *at);
/// Index values that a loop carries, and back. Coordinates and slots fit 32 bits; where a producer
/// has to do with few registers they take no more.
MlirValue attnLNarrow(AttnLower *k, MlirValue v);
MlirValue attnLWiden(AttnLower *k, MlirValue v, MlirType to);
/// Reads the string array attribute `name` (rank strings) into axes.
MlirLogicalResult attnLAxes(MlirOperation op, const char *name, intptr_t n, const char **axes);
const AttnKernelAxis *attnLAxis(AttnLower *k, const char *name);
/// The tile in registers with `layout`, its dimensions called `axes`: read from memory where it
/// lies there. The result lives as long as the kernel's lowering.
AttnTile *attnLDistribute(AttnLower *k, MlirOperation user, const AttnTile *t,
                          const char *const *axes, const AttnLayout *layout);
/// A layout with the axes `from` called `to` (by position).
AttnLayout attnLRenamedLayout(const AttnLayout *l, int n, const char *const *from,
                              const char *const *to);
/// A new tile for the (first, or i-th) result of `op`, in the layout that its attribute says,
/// registers still empty.
MlirLogicalResult attnLResultTile(AttnLower *k, MlirOperation op, AttnTile **t);
MlirLogicalResult attnLResultTileAt(AttnLower *k, MlirOperation op, int i, AttnTile **t);
/// The layout attribute of `op`, checked against the kernel's threads and the result's shape.
MlirLogicalResult attnLLayout(AttnLower *k, MlirOperation op, AttnLayout *l);

//===--- Window.c ---------------------------------------------------------===//

/// Where a captured tensor lies.
typedef struct AttnMemory {
  MlirValue pointer; ///< of its first element, which for a window in zeros may be nobody's
  MlirValue anchor;  ///< some readable address
  MlirType type;     ///< whose strides it has
  int64_t step;      ///< elements: the pointer is a multiple of it, of at most 16
  int nGuards;       ///< by dimension
  AttnGuard guard[ATTN_MAX_RANK];
} AttnMemory;

/// Notes what the kernel has to be given so that it can read the tensor.
void attnLAddInput(AttnLower *k, MlirValue tensor);
MlirLogicalResult attnLMemory(AttnLower *k, MlirOperation op, MlirValue tensor, AttnMemory *m);
/// A window's offset in dimension d of its source, which it stays in; `window` is its type.
MlirLogicalResult attnLWindowOffset(AttnLower *k, MlirOperation op, const AttnMoved *m,
                                    MlirType window, int d, MlirValue *offset);
/// The view of a load or copy.
MlirLogicalResult attnLSourceView(AttnLower *k, MlirOperation op, AttnView *v);
/// The coordinates in the table of an element of a gather at `coords` (index values).
MlirLogicalResult attnLGatherCoordinates(AttnLower *k, MlirValue gather, const MlirValue *coords,
                                         MlirValue *table);
/// The address of an element of a gather, by its coordinates along its dimensions (index values).
MlirValue attnLGatherAddress(AttnLower *k, MlirValue gather, const MlirValue *coords);
/// A tensor.extract outside of the kernel, of a tensor that it takes.
MlirLogicalResult attnLElement(AttnLower *k, MlirOperation extract, AttnValueMap *local);

//===--- Map.c ------------------------------------------------------------===//

MlirLogicalResult attnLowerMap(AttnLower *k, MlirOperation op);

//===--- Reduce.c ---------------------------------------------------------===//

/// tile.reduce, and linalg.reduce of several tiles by a merge that is written out.
MlirLogicalResult attnLowerReduce(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerNonnegative(AttnLower *k, MlirOperation op);

//===--- Order.c ----------------------------------------------------------===//

MlirLogicalResult attnLowerOrder(AttnLower *k, MlirOperation op);

//===--- Scalar.c ---------------------------------------------------------===//

/// Clones or lowers one scalar operation (arith, math, affine); operands are looked up in `local`,
/// then among the kernel's scalars. Results are mapped in `local`.
MlirLogicalResult attnLScalar(AttnLower *k, MlirOperation op, AttnValueMap *local);
/// The value in the kernel of a scalar used by `user`; constants from outside are cloned.
MlirLogicalResult attnLScalarValue(AttnLower *k, MlirOperation user, MlirValue v,
                                   const AttnValueMap *local, MlirValue *out);
/// An affine expression over index values.
MlirValue attnLAffine(AttnLower *k, MlirAffineExpr e, const MlirValue *dims,
                      const MlirValue *symbols);
/// x (+) y for a monoid; null if the monoid is not one of the type's.
MlirValue attnLMonoid(AttnLower *k, const char *monoid, MlirValue x, MlirValue y);

//===--- Facts.c ----------------------------------------------------------===//

/// A divisor of an index value in the kernel (0: the value is zero), and an upper bound (INT64_MAX:
/// none known). On the tile-level IR.
int64_t attnLDivisor(AttnLower *k, MlirValue v);
int64_t attnLUpperBound(AttnLower *k, MlirValue v);
/// Is v + size at most the length of `symbol`, where v is the induction variable of a loop of full
/// tiles (its end a multiple of the step, at most the length)?
bool attnLEndsWithin(AttnLower *k, MlirValue v, int symbol, int64_t size);
/// A divisor of an affine expression, given divisors of its dimensions.
int64_t attnLExprDivisor(MlirAffineExpr e, const int64_t *dims, intptr_t nDims);

//===--- Lengths.c --------------------------------------------------------===//

/// The extent of an axis as an index value.
MlirValue attnLExtent(AttnLower *k, const AttnKernelAxis *axis);
/// The number of its tiles, along a cluster that of clusters; of a symbolic axis INT64_MAX, and the
/// value (i32).
int64_t attnLTiles(const AttnLower *k, const AttnKernelAxis *axis);
MlirValue attnLTilesValue(AttnLower *k, const AttnKernelAxis *axis);
/// A number for the launch: as it stands, or, where stand-ins are among its factors, how it is made
/// of lengths.
MlirAttribute attnLSizeAttr(AttnLower *k, int64_t number);
/// The number of CTAs: tiles of the kernel's grid, at most `most` (0: all of them).
MlirAttribute attnLGridAttr(AttnLower *k, int64_t most);
/// The size of dimension d of a tensor as an affine expression: a constant, or a symbol.
MlirAffineExpr attnLDimExpr(AttnLower *k, MlirType tensor, intptr_t d);

//===--- View.c -----------------------------------------------------------===//

/// The box that tile.load, tile.copy or tile.store names, in `tensor` (a kernel parameter).
MlirLogicalResult attnLGlobalView(AttnLower *k, MlirOperation op, MlirValue pointer,
                                  MlirType tensor, intptr_t firstOrigin, AttnView *v);
/// e = coefficient * dimension + (something that does not depend on it)?
bool attnLLinearIn(MlirAffineExpr e, intptr_t dim, int64_t *coefficient);
/// How an element type lies in memory: i1 as i8, index as i64.
MlirType attnLMemoryType(AttnLower *k, MlirType element);
/// Between an element in memory and in a register: they differ for i1 and index only.
MlirValue attnLConverted(AttnLower *k, MlirValue x, MlirType to);
/// The largest power of two up to `limit` (one itself) that divides v.
int64_t attnLPowerOfTwo(int64_t v, int64_t limit);
/// The same box with its axes called otherwise.
AttnView attnLRenamed(const AttnView *v, const char *const *axes);
/// Position of the axis with coefficient 1 (the contiguous one); -1 if there is none.
int attnLContiguous(const AttnView *v);
int attnLViewAxis(const AttnView *v, const char *axis); ///< -1 if there is none
/// Reads n consecutive elements along the contiguous axis (n = 1: anywhere) at `coords`, which must
/// be a legal access (View.align). Elements beyond the room are zero. out: n values of `element`.
void attnLViewRead(AttnLower *k, const AttnView *v, const AttnCoord *coords, int n,
                   MlirType element, MlirValue *out);
/// Writes likewise; nothing is written beyond the room, or where `when` (may be null) is false.
void attnLViewWrite(AttnLower *k, const AttnView *v, const AttnCoord *coords, int n,
                    const MlirValue *values, MlirValue when);
/// Fills registers of truth values where rows can be read as bits (Bits.c); false: they cannot.
bool attnLReadBits(AttnLower *k, const AttnView *v, const AttnLayout *to, AttnTile *out);
/// The condition that element `coords` is there; null: always.
MlirValue attnLViewInside(AttnLower *k, const AttnView *v, const AttnCoord *coords);
/// Byte address of an element.
MlirValue attnLViewAddress(AttnLower *k, const AttnView *v, const AttnCoord *coords);

/// Do two registers of a lane hold the same element of the box?
bool attnLSameElement(const AttnView *v, const AttnLayout *l, int a, int b);
/// How many elements along the contiguous axis, from register `first` on, lie in registers of one
/// lane and may be read or written by one access. members (16): their registers, first included.
int attnLRegisterRun(const AttnView *v, const AttnLayout *l, int nRegs, int first, int *members);

//===--- Slab.c -----------------------------------------------------------===//

/// The slot of the slab that a tile.copy names; allocates the slab at first sight.
MlirLogicalResult attnLSlabView(AttnLower *k, MlirOperation op, AttnView *v);
/// A slab of the lowering's own, one slot, rows padded by `pad` bytes. `name` must not be one that
/// tile.copy can name.
MlirLogicalResult attnLOwnSlab(AttnLower *k, MlirOperation op, const char *name, MlirType element,
                               int rank, const char *const *axes, const int64_t *shape, int64_t pad,
                               AttnView *v);
/// The box of a slot, given the operation that fills the slab; `slot` an index value, null for slot
/// 0.
MlirLogicalResult attnLSlotView(AttnLower *k, MlirOperation copy, MlirValue slot, AttnView *v);
/// Of the box of a slot, the `columns` from `column` on (index), both multiples of a panel's.
void attnLSlabColumns(AttnLower *k, AttnView *v, MlirValue column, int64_t columns);
/// Byte address of an element of a swizzled slab.
MlirValue attnLSwizzledAddress(AttnLower *k, const AttnView *v, const AttnCoord *coords);

/// Bytes that the base of a slab's slot is a multiple of.
int64_t attnLSlabAlign(const AttnView *v);
/// The slab called `name`; null if there is none yet.
AttnSlab *attnLSlabFind(AttnLower *k, const char *name);
/// `bytes` of shared memory, aligned; the offset.
int64_t attnLReserve(AttnLower *k, int64_t bytes, int64_t align);

//===--- Call.c -----------------------------------------------------------===//

/// Replaces the tile.kernel by a call of a declaration that says how to launch the function.
/// `stretches`: CTAs of the function <name>_stretches in front of it; null: there is none.
void attnLMakeCall(AttnLower *, MlirOperation module, const char *name, MlirAttribute ctas,
                   MlirAttribute stretches, const char *schedule);

//===--- Dependent.c ------------------------------------------------------===//

/// Is there a kernel in front of this one in its block, be it the one that zeroes counters?
bool attnLIsDependent(const AttnLower *);
/// Nothing that they write is read, and nothing that they read written, in front of this.
void attnLWaitForKernels(AttnLower *);
/// At the function's end.
void attnLWaitAtEnd(AttnLower *);
/// The name of the kernel that zeroes the kernel's first own result.
void attnLZeroName(const AttnLower *, char *name, size_t size);
/// Adds it to the kernels, once.
void attnLMakeZero(AttnLower *, MlirBlock kernels);

//===--- Tma.c ------------------------------------------------------------===//

/// Collects the tensor maps of the kernel's tile.copy by TMA in k->maps. Before the function is
/// made: each is a parameter.
MlirLogicalResult attnLTensorMaps(AttnLower *k);
/// The attribute of a launch that lists them; null if there are none.
MlirAttribute attnLTensorMapsAttr(AttnLower *k);
/// Reserves and initialises the barriers of all slabs that the TMA unit fills.
MlirLogicalResult attnLInitBarriers(AttnLower *k);
/// Parameter of the function that holds a tensor map.
MlirValue attnLMapParameter(AttnLower *k, int number);
/// Address of the barrier of a slot (an index value, null: slot 0), `offset` that of slot 0's.
MlirValue attnLSlotBarrier(AttnLower *k, int64_t offset, MlirValue slot);
/// Waits until the phase of this parity (i32) is over.
void attnLWaitBarrier(AttnLower *k, MlirValue barrier, MlirValue parity);
/// A tile.store by TMA, through a slab.
MlirLogicalResult attnLowerStoreTma(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerPrefetch(AttnLower *k, MlirOperation op);
/// Waits until the slabs of all stores that are under way have been read.
void attnLDrainStores(AttnLower *k);
MlirLogicalResult attnLowerCopyTma(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerWaitTma(AttnLower *k, MlirOperation op);

//===--- Roles.c ----------------------------------------------------------===//

MlirLogicalResult attnLowerRoles(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerAcquire(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerRelease(AttnLower *k, MlirOperation op);
/// The shared address (i32) of the same place in CTA `rank` (i32) of the cluster.
MlirValue attnLInCta(AttnLower *k, MlirValue address, MlirValue rank);
/// This lane arrives at the barrier; `cluster`: an address of the cluster's.
void attnLArrive(AttnLower *k, MlirValue address, bool cluster);
/// All lanes of the warp are done with what the barrier guards: one of them arrives; `cluster`: at
/// the barrier of each CTA of the cluster.
void attnLReleaseBarrier(AttnLower *k, MlirValue barrier, MlirValue behind, bool cluster);
MlirLogicalResult attnLowerSlot(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerTurn(AttnLower *k, MlirOperation op);
/// All threads of the part that computes meet.
void attnLBarrier(AttnLower *k);

//===--- Items.c ----------------------------------------------------------===//

MlirLogicalResult attnLowerItems(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerAsk(AttnLower *k, MlirOperation op);
/// A special register (i32), e.g. "ctaid.x".
MlirValue attnLSpecial(AttnLower *k, const char *name);
/// In a consumer, where items come from a counter: the next one (i32); `turn` is its number's
/// parity.
MlirValue attnLReceiveItem(AttnLower *k, MlirValue turn);
/// Are there stores below `op` that nothing has waited for at its end?
bool attnLLeavesStores(MlirOperation op);

//===--- StreamK.c --------------------------------------------------------===//

/// Reads the kernel's tile.part; `ctas` tiles, as many CTAs at once as `resident`.
MlirLogicalResult attnLPlanStreamK(AttnLower *k, int64_t ctas, int64_t resident, AttnItems part);
/// CTAs of the function's launch.
int64_t attnLStreamKGrid(const AttnLower *k);
/// Is the function one for stretches?
bool attnLShares(const AttnLower *k);
/// Elements of the kernel's own results.
int64_t attnLStreamKCounts(const AttnLower *k);
int64_t attnLStreamKStates(const AttnLower *k);
/// Work items of a static kernel, as i32: a tile's number, or a place.
MlirValue attnLFirstItem(AttnLower *k);
MlirValue attnLFollowingItem(AttnLower *k, MlirValue item);
MlirValue attnLItemIsThere(AttnLower *k, MlirValue item);
/// Gives every tile.origin and tile.part in `scope`, of an item that `ended` or not, its value.
void attnLEnterItem(AttnLower *k, MlirRegion scope, bool ended, MlirValue item);
MlirLogicalResult attnLowerLeave(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerArrive(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerGather(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerFetch(AttnLower *k, MlirOperation op);

//===--- Chain.c ----------------------------------------------------------===//

MlirLogicalResult attnLowerChain(AttnLower *k, MlirOperation op);

//===--- Copy.c, StoreMatrix.c, Relayout.c, Contract.c --------------------===//

MlirLogicalResult attnLowerRead(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerLoad(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerCopy(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerStore(AttnLower *k, MlirOperation op);
/// Writes a tile in registers into a box whose axes are called as the tile's.
void attnLWriteTile(AttnLower *k, const AttnTile *t, const AttnView *box);
/// The columns from `first` on that the box has room for; lanes hold columns of one such part each.
void attnLWriteColumns(AttnLower *k, const AttnTile *t, const AttnView *box, int64_t first);
/// The same by stmatrix, of 16-bit C fragments of which no two warps hold copies; false, and
/// nothing emitted: the chip, the tile or the box is none for it.
bool attnLStoreMatrices(AttnLower *k, const AttnTile *t, const AttnView *box, int64_t first);
MlirLogicalResult attnLowerCommit(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerWait(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerRelayout(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerContract(AttnLower *k, MlirOperation op);
MlirLogicalResult attnLowerContractMma(AttnLower *k, MlirOperation op, bool bf16);

//===--- ContractMma.c, ContractWgmma.c -----------------------------------===//

/// A contraction of matrices on a tensor-core atom: rows, columns and contracted axis by name.
typedef struct AttnMatrixShape {
  const char *axes[2], *sides[2][2]; ///< of the result, of lhs and rhs
  const char *m, *n, *c;
  int contracted; ///< extent of the contracted axis' tile, a multiple of 16
  AttnLayout layout;
  AttnMmaTile mma;
} AttnMatrixShape;
/// Reads it from a tile.contract and checks what all atoms ask: f16 or bf16 operands of rank 2, an
/// f32 C fragment.
MlirLogicalResult attnLMatrixShape(AttnLower *k, MlirOperation op, MlirType element,
                                   AttnMatrixShape *s);
/// atom: wgmma_m64n<N>k16_<type>
MlirLogicalResult attnLowerContractWgmma(AttnLower *k, MlirOperation op, const char *atom);
MlirLogicalResult attnLowerAwait(AttnLower *k, MlirOperation op);

//===--- Exchange.c -------------------------------------------------------===//

MlirLogicalResult attnLowerTotal(AttnLower *k, MlirOperation op);

//===--- Fragment.c -------------------------------------------------------===//

/// The A or B fragments of one operand of mma.m16n8k16 (Schedule/MmaLayout.h).
typedef struct AttnFragments {
  bool isA;
  const char *outer, *contracted; ///< rows (A) or columns (B), and the contracted axis
  int atoms, steps;               ///< of a warp along outer; of 16 along the contracted axis
  int words;                      ///< packed pairs of an atom and step in a lane: 4 (A), 2 (B)
  MlirType element;               ///< f16 or bf16
  AttnLayout layout;              ///< of the fragments, one register per element
  MlirValue *regs;                ///< not null: in registers, in that layout; owned by a tile
  AttnView view;                  ///< else in a slab, read by ldmatrix
  bool transposed;                ///< the slab is contiguous along `outer`
  MlirValue lane[ATTN_MAX_RANK];  ///< per axis of the view: where lane and warp point
  int64_t bits[ATTN_MAX_RANK];
} AttnFragments;

/// Fragments of `t`, whose dimensions are called `axes` here: outer, contracted in any order. What
/// lies in global memory is read now.
MlirLogicalResult attnLFragments(AttnLower *k, MlirOperation op, const AttnTile *t,
                                 const char *const *axes, bool isA, const AttnMmaTile *mma,
                                 const char *outer, const char *contracted, AttnFragments *f);
/// The words of one atom and step: vector<2 x element> each.
void attnLFragmentWords(AttnLower *k, const AttnFragments *f, int atom, int step, MlirValue *words);
/// Two neighbouring elements as one word, and back.
MlirValue attnLPack(AttnLower *k, MlirValue low, MlirValue high);
/// Do the lanes hold in `l`, over two axes, what they hold of A fragments? (C fragments of an even
/// number of atoms along the columns are such.) Then the geometry, which axis is which, and the A
/// fragments' register that each one of `l` is.
bool attnLFindFragmentA(const AttnLower *k, const AttnLayout *l, const char *const *axes,
                        AttnMmaTile *mma, const char **outer, const char **contracted, int *regs);

#endif // ATTN_CONVERSION_TILETONVVM_LOWER_H
