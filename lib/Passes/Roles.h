//===- Roles.h - Inside attn-roles ----------------------------------------===//
//
// Roles.c splits a kernel into producer and consumers, RolesOverlap.c rotates the consumers' stream
// so that a tile's scores are issued before the tile before it is folded, RolesItems.c puts both
// into the loops over work items of a persistent kernel, RolesChain.c begins an item in the last
// step of the one before (RolesWhether.c: whether it can), RolesSum.c keeps a product under way
// where a step is nothing else, RolesStore.c chooses how results leave, RolesCluster.c what the
// CTAs of a cluster copy together, RolesPins.c reads the schedule.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_PASSES_ROLES_H
#define ATTN_PASSES_ROLES_H

#include "Dialect/Axes.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Schedule/Schedule.h"

enum { ATTN_ROLES_MAX_LOADS = 64, ATTN_ROLES_MAX_LOOPS = 8 };
/// Shared memory of a CTA on the chips that have roles (sm_90), and what barriers take at most.
enum { ATTN_ROLES_SHARED = 227 << 10, ATTN_ROLES_BARRIERS = 1 << 10 };

typedef struct AttnRoleLoad {
  MlirOperation op;
  MlirType type;
  MlirOperation loop;  ///< null: at the top level
  MlirOperation outer; ///< the top level's loop: `loop`, or the one around it
  int slab, slots, swizzle;
  const char *axis; ///< of STAGE
  bool cells;       ///< read by maps, an element for each cell of a row and the stream
  bool looksUp;     ///< data say where its boxes are
  bool part;        ///< columns of what another load of its loop has in this slab: not copied
  int multicast;    ///< CTAs of the cluster that fill and read the slab together; 0: each its own
  /// Persistent kernels, loads at the top level: the tile in the consumers, and whether its slot
  /// has been released already.
  MlirValue tile;
  bool released;
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
  bool cells;    ///< maps read something for each cell of a row and the stream
  bool together; ///< consumers share the scores of the same rows: each has a part of a product
  bool persistent;
  const char *clusterAxis; ///< NULL: no clusters
  int64_t cluster;         ///< CTAs in one
  /// Persistent: results leave through the slab of this load at the top level. NULL: of their own.
  const AttnRoleLoad *through;
  bool chained;      ///< an item begins in the last step of the one before
  bool mayBeEmpty;   ///< chained: streams without a tile get their first one
  MlirValue stretch; ///< where an item's stretch begins (tile.part); null: its stream is whole
  /// Of the first tile of the consumers' stream, then of the one behind its last.
  MlirValue slot, phase;
  MlirValue mine; ///< the slot of what is loaded once an item
} AttnSplit;

/// The kernel's ROLE: its own, which must be for the axis that it folds, or the option's; NULL:
/// none. False after an error.
bool attnRolesRead(AttnSplit *s, const AttnSchedule *option, const AttnScheduleEntry **role);
/// With the loads known: the pins that something here is for stay in s->schedule. The first `own`
/// are the kernel's, the others the option's. False after an error.
bool attnRolesCheckPins(AttnSplit *s, size_t own);
/// The swizzle of an operand's slab at the axis ("": any), the widest; 0 where nothing is staged.
int attnRolesSwizzle(const AttnSplit *s, const char *axis);
/// An error that names the pin and the rule; false.
bool attnRolesRefuse(const AttnSplit *s, const char *rule);
int attnRolesDepth(const AttnSplit *s);     ///< slots of the stream's slabs
int attnRolesItemDepth(const AttnSplit *s); ///< of what is loaded once an item
/// Slot and phase of the next tile: the slot counts modulo the depth, the phase turns at each wrap.
void attnRolesNext(const AttnBuilder *b, int slots, MlirValue slot, MlirValue phase,
                   MlirValue *nextSlot, MlirValue *nextPhase);
/// tile.wait and tile.slot for a load: the tile.
MlirValue attnRolesTake(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l,
                        MlirValue slot, MlirValue phase);
/// tile.slot alone, of a tile that has been waited for.
MlirValue attnRolesSlot(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l,
                        MlirValue slot);
/// tile.release; `behind`, a tile of f32 or null: not before a part of it has been computed.
void attnRolesRelease(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l,
                      MlirValue slot, MlirValue behind);
/// tile.release that waits first until what the warp's tile.store operations left has been read.
void attnRolesReleaseStored(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l,
                            MlirValue slot);
/// tile.prefetch of what the load's next copy reads.
void attnRolesPrefetch(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l);
/// The copy of a load to a slot, its operands mapped.
void attnRolesCopy(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l, MlirValue slot,
                   const AttnValueMap *map);
void attnRolesAcquire(const AttnSplit *s, const AttnBuilder *b, const AttnRoleLoad *l,
                      MlirValue slot, MlirValue phase);
/// What a producer runs through: loops that continue each other and fill the same slabs are one.
typedef struct AttnRolesSpan {
  int loop; ///< whose loads are copied
  MlirValue lo, hi;
} AttnRolesSpan;
int attnRolesSpans(const AttnSplit *s, AttnRolesSpan *spans);
/// The producer's loop over a span: copies the loads `first` .. `last` - 1 (in the order of the
/// loop's body) of each tile; slot and phase move on if `moves`.
bool attnRolesProduce(AttnSplit *s, const AttnBuilder *b, AttnRolesSpan span, int first, int last,
                      bool moves, AttnValueMap *map, MlirValue *slot, MlirValue *phase);
/// The loop inside one of the top level that reads the stream's operands; null: it does itself.
MlirOperation attnRolesInner(const AttnSplit *s, MlirOperation outer);
/// The operation of `block` that is op or holds it.
MlirOperation attnRolesAncestor(MlirBlock block, MlirOperation op);
/// Bytes of a tile in a slab, rounded up to the alignment of swizzled slabs.
int64_t attnRolesSlabBytes(MlirType tile, int64_t swizzle);
/// Puts wait and slot where a load stood; `release`: and a release behind the last reader in the
/// block.
void attnRolesConsume(const AttnSplit *s, AttnRoleLoad *l, MlirValue slot, MlirValue phase,
                      bool release);
/// Fills both regions of a persistent kernel with a tile.items. What the consumers do stands in
/// their region already, what origins and bounds need in front of the tile.roles.
bool attnRolesItems(AttnSplit *s, AttnBuilder producer, AttnBuilder consumer);
/// Is the operation of a block made anew for each work item? Constants are not.
bool attnRolesIsPerItem(MlirOperation op);
/// Sets s->chained, and gives what is loaded once an item its second slot, where that can be and no
/// pin of STAGE says otherwise. NULL, or the rule that forbids it.
const char *attnRolesPlanChain(AttnSplit *s);
/// Can what stands in front of the stream and behind it be chained (before the split)?
bool attnRolesCanCarry(AttnSplit *s);
/// Fills the consumers' region with a tile.chain. False after an error.
bool attnRolesChain(AttnSplit *s, MlirBlock region);
/// Is each step of the stream a product that is only added (attnRolesIsSum)?
bool attnRolesAreSums(const AttnSplit *s);
/// The stream in the consumers' code, overlapped or not; s->slot and s->phase move on.
bool attnRolesStream(AttnSplit *s);
/// What a producer copies, as s->loads (RolesLoads.c); false with an error.
bool attnRolesFindLoads(AttnSplit *s);
/// The load that the operation is; NULL: none that a producer copies.
/// Of a load that is a part: where its columns begin (index).
MlirValue attnRolesColumn(const AttnRoleLoad *l);
/// Has another load of its loop a part of it, which is read last and releases the slot?
bool attnRolesHasPart(const AttnSplit *s, const AttnRoleLoad *l);
const AttnRoleLoad *attnRolesLoadOf(const AttnSplit *s, MlirOperation op);
MlirAttribute attnRolesSlabName(const AttnSplit *s, int slab);
/// Marks the stores that can leave as boxes, each with its slab; false with an error.
bool attnRolesStoreByTma(AttnSplit *s);
/// The load at the top level whose slab a result of that type could leave through; NULL: none.
const AttnRoleLoad *attnRolesLikeResult(const AttnSplit *s, MlirType result);
/// Does a step of the loop nothing but add a product of slabs to a state?
bool attnRolesIsSum(const AttnSplit *s, MlirOperation loop);
/// Replaces such a loop by one that has the product before under way; slot and phase move on.
void attnRolesSum(AttnSplit *s, MlirOperation loop, MlirValue *slot, MlirValue *phase);
/// Marks what the CTAs of a cluster copy together. False after an error.
bool attnRolesCluster(AttnSplit *s);
/// At a producer's end: waits until no CTA of the cluster has anything to do with this one any
/// more.
void attnRolesDrain(const AttnSplit *s, const AttnBuilder *b, MlirValue slot, MlirValue phase);
/// Replaces the consumers' loops (s->loops, in the consumer region) by the rotated stream.
bool attnRolesOverlap(AttnSplit *s);

#endif // ATTN_PASSES_ROLES_H
