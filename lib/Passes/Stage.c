//===- Stage.c - attn-stage: operands of contractions in shared memory ----===//
//
// Takes:  tile.kernel operations (after attn-atomize).
// Gives:  a tile.copy into a slab of shared memory in place of every tile.load that only
//         contractions read, and the barriers that go with it:
//
//           copy q                      loop-invariant operands, once    STAGE@<its free axis>,
//           HOLD for tile of the stream:
//             barrier                   last step's readers are done
//             copy k; copy v            all copies of a step together    STAGE@<fold axis>
//             barrier                   the slabs are filled
//             ...
//
// Leaves: loads with a layout (they go to registers), loads of an axis staged as `none`.
//
// A slab is row-major, its rows `pad` bytes longer than the data. Where lanes run along the rows
// (the contracted axis is contiguous) the row pitch is an odd number of 16-byte units: the 16-byte
// reads of 8 lanes in 8 rows then fall in 8 different bank groups. Where lanes run along the
// contiguous axis the pitch is just a multiple of 16 bytes. STAGE's pad<bytes> is the first kind's.
//
// Slabs of loops that exclude each other share memory. More shared memory than the chip has is an
// error.
//
//===----------------------------------------------------------------------===//
#include "Dialect/Axes.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Passes/Defaults.h"
#include "Schedule/Schedule.h"
#include "attn-c/Plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunStage(MlirOperation op, const AttnPassContext *pass);

enum { MAX_LOADS = 256, MAX_PINS = sizeof((AttnSchedule *)0)->entries / sizeof(AttnScheduleEntry) };

typedef struct Load {
  MlirOperation op;
  MlirBlock block;
  const char *axis; ///< of STAGE
  bool invariant;   ///< does not depend on the fold axis
  bool alongRows;   ///< lanes run along the slab's rows
  AttnStage stage;
  int64_t rowBytes, rows, pad;
  int slab;
} Load;

typedef struct Stager {
  MlirOperation kernel;
  MlirContext ctx;
  AttnAxes axes;
  const char *fold; ///< NULL: none
  AttnSchedule pins, out;
  bool used[MAX_PINS];
  Load loads[MAX_LOADS];
  int nLoads, nSlabs;
} Stager;

//===--- which loads ------------------------------------------------------===//

static bool onlyContracted(MlirOperation load, MlirOperation *user) {
  bool any = false;
  for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(load, 0));
       !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u)) {
    *user = mlirOpOperandGetOwner(u);
    if (!attnIs(*user, "tile.contract") || mlirOpOperandGetOperandNumber(u) > 1)
      return false;
    any = true;
  }
  return any;
}

static const char *nameAt(MlirOperation op, const char *attr, intptr_t i) {
  return attnStrValue(attnAttrArrayGet(op, attr, i));
}

static int64_t bytesOf(MlirType t) {
  int bits = mlirTypeIsAFloat(t)     ? (int)mlirFloatTypeGetWidth(t)
             : mlirTypeIsAInteger(t) ? (int)mlirIntegerTypeGetWidth(t)
                                     : 64;
  return bits < 8 ? 1 : bits / 8;
}

static bool describe(Stager *s, MlirOperation op, MlirOperation contract, Load *l) {
  MlirType t = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t rank = attnAttrArraySize(op, "axes"), over = attnAttrArraySize(op, "over");
  const char *axis = attnAttrStr(contract, "axis");
  if (rank < 0 || rank > 2 || over < 0 || !axis || mlirShapedTypeGetRank(t) != rank) {
    attnOpError(op, "cannot be staged: expected one or two axes");
    return false;
  }
  *l = (Load){.op = op, .block = mlirOperationGetBlock(op), .invariant = true, .slab = -1};
  for (intptr_t i = 0; i < over; ++i)
    if (s->fold && strcmp(nameAt(op, "over", i), s->fold) == 0)
      l->invariant = false;
  for (intptr_t i = 0; i < rank && l->invariant && !l->axis; ++i)
    if (strcmp(nameAt(op, "axes", i), axis) != 0)
      l->axis = nameAt(op, "axes", i);
  if (!l->axis)
    l->axis = l->invariant ? axis : s->fold;
  l->alongRows = rank == 2 && strcmp(nameAt(op, "axes", 1), axis) == 0;
  l->rowBytes = rank ? mlirShapedTypeGetDimSize(t, rank - 1) : 1;
  l->rowBytes *= bytesOf(attnElementType(t));
  l->rows = rank == 2 ? mlirShapedTypeGetDimSize(t, 0) : 1;
  return true;
}

//===--- pins -------------------------------------------------------------===//

static bool refuse(const Stager *s, const AttnScheduleEntry *e, const char *rule) {
  attnOpError(s->kernel, "cannot honour %s%s%s=%s: %s", e->key, *e->axis ? "@" : "", e->axis,
              e->value, rule);
  return false;
}

static const AttnScheduleEntry *pinned(Stager *s, const char *key, const char *axis) {
  const AttnScheduleEntry *e = attnScheduleGet(&s->pins, key, axis);
  if (e)
    s->used[e - s->pins.entries] = true;
  return e;
}

static bool readStage(Stager *s, Load *l) {
  const AttnScheduleEntry *e = pinned(s, "STAGE", l->axis);
  l->stage = (AttnStage){.depth = 1, .transport = "sync", .pad = -1};
  if (e && !attnParseStage(e->value, &l->stage))
    return refuse(s, e, "expected d<depth>/<transport>[/pad<bytes>]");
  if (l->stage.depth > 1 || l->stage.ring)
    return refuse(s, e, "not supported by this version: rings (depth above 1)");
  if (l->stage.depth == 1 && strcmp(l->stage.transport, "sync") != 0)
    return refuse(s, e, "not supported by this version: transports other than sync");
  if (l->stage.swizzle)
    return refuse(s, e, "not supported by this version: swizzled slabs");
  if (l->stage.prefetch)
    return refuse(s, e, "not supported by this version: register double buffers");
  int64_t rest = l->rowBytes % (l->alongRows ? 32 : 16);
  l->pad = l->alongRows ? (48 - rest) % 32 : (16 - rest) % 16;
  if (l->alongRows && l->stage.pad >= 0) {
    if ((l->rowBytes + l->stage.pad) % 16 != 0) {
      attnOpError(s->kernel,
                  "cannot honour %s@%s=%s: a slab's rows start at multiples of 16 bytes, %ld bytes "
                  "of data and the pad are %ld",
                  e->key, l->axis, e->value, (long)l->rowBytes, (long)(l->rowBytes + l->stage.pad));
      return false;
    }
    l->pad = l->stage.pad;
  }
  if (!l->invariant || l->stage.depth == 0)
    return true;
  e = pinned(s, "HOLD", l->axis);
  if (e && strcmp(e->value, "smem") != 0)
    return refuse(s, e,
                  "not supported by this version: loop-invariant operands stay in shared "
                  "memory (smem)");
  return attnScheduleSet(&s->out, "HOLD", e ? e->axis : l->axis, "smem");
}

/// STAGE@axis as decided, one entry for all loads of the axis.
static bool record(Stager *s, const Load *l) {
  int64_t pad = -1;
  for (int i = 0; i < s->nLoads; ++i)
    if (strcmp(s->loads[i].axis, l->axis) == 0 && s->loads[i].pad > pad)
      pad = s->loads[i].pad;
  char text[64];
  snprintf(text, sizeof text, l->stage.depth ? "d1/sync/pad%ld" : "none", (long)pad);
  return attnScheduleSet(&s->out, "STAGE", l->axis, text);
}

//===--- slabs ------------------------------------------------------------===//

static bool contains(MlirBlock outer, MlirBlock inner) {
  while (!mlirBlockIsNull(inner)) {
    if (mlirBlockEqual(outer, inner))
      return true;
    MlirOperation parent = mlirBlockGetParentOperation(inner);
    inner = mlirOperationIsNull(parent) ? (MlirBlock){NULL} : mlirOperationGetBlock(parent);
  }
  return false;
}

static bool sameBox(const Load *x, const Load *y) {
  static const char *const attrs[] = {"over", "map", "axes"};
  if (!mlirValueEqual(mlirOperationGetOperand(x->op, 0), mlirOperationGetOperand(y->op, 0)) ||
      x->pad != y->pad)
    return false;
  for (int i = 0; i < 3; ++i)
    if (!mlirAttributeEqual(attnAttr(x->op, attrs[i]), attnAttr(y->op, attrs[i])))
      return false;
  return true;
}

static void nameSlabs(Stager *s) {
  for (int i = 0; i < s->nLoads; ++i) {
    Load *l = &s->loads[i];
    for (int k = 0; k < i && l->slab < 0; ++k) {
      const Load *o = &s->loads[k];
      bool shared = o->stage.depth && sameBox(l, o);
      for (int j = 0; j < i && shared; ++j) // nobody else of that slab may be alive here
        shared = s->loads[j].slab != o->slab ||
                 (!contains(s->loads[j].block, l->block) && !contains(l->block, s->loads[j].block));
      if (shared)
        l->slab = o->slab;
    }
    if (l->slab < 0 && l->stage.depth)
      l->slab = s->nSlabs++;
  }
}

static bool checkSize(const Stager *s, const char *chip) {
  int64_t total = 0, limit = attnSharedLimit(chip);
  char text[256] = "";
  size_t used = 0;
  for (int slab = 0; slab < s->nSlabs; ++slab)
    for (int i = 0; i < s->nLoads; ++i) {
      const Load *l = &s->loads[i];
      if (l->slab != slab)
        continue;
      int64_t bytes = (l->rows * (l->rowBytes + l->pad) + 15) / 16 * 16;
      total += bytes;
      if (used < sizeof text - 64)
        used += (size_t)snprintf(text + used, sizeof text - used, "%ss%d: %ld rows of %ld + %ld",
                                 used ? ", " : "", slab, (long)l->rows, (long)l->rowBytes,
                                 (long)l->pad);
      break;
    }
  if (total <= limit)
    return true;
  attnOpError(s->kernel,
              "needs %ld bytes of shared memory (%s), a CTA of %s has at most %ld: make TILE "
              "smaller",
              (long)total, text, chip, (long)limit);
  return false;
}

//===--- rewriting --------------------------------------------------------===//

static void barrier(AttnBuilder b) { attnBuildOp(&b, &(AttnOpDesc){.name = "tile.barrier"}); }

/// The tile.copy of a load, in front of `before`.
static void copy(Stager *s, const Load *l, MlirOperation before) {
  AttnBuilder b = attnBuilderBefore(before);
  b.loc = mlirOperationGetLocation(l->op);
  char slab[16];
  snprintf(slab, sizeof slab, "s%d", l->slab);
  MlirNamedAttribute attrs[] = {attnNamed(s->ctx, "over", attnAttr(l->op, "over")),
                                attnNamed(s->ctx, "map", attnAttr(l->op, "map")),
                                attnNamed(s->ctx, "axes", attnAttr(l->op, "axes")),
                                attnNamed(s->ctx, "slab", attnStr(s->ctx, slab)),
                                attnNamed(s->ctx, "transport", attnStr(s->ctx, "sync")),
                                attnNamed(s->ctx, "pad", attnI64(s->ctx, l->pad))};
  intptr_t n = mlirOperationGetNumOperands(l->op);
  MlirValue *operands = malloc((size_t)n * sizeof *operands);
  for (intptr_t i = 0; i < n; ++i)
    operands[i] = mlirOperationGetOperand(l->op, i);
  MlirValue v = attnBuild(&b, "tile.copy", n, operands,
                          mlirValueGetType(mlirOperationGetResult(l->op, 0)), 6, attrs);
  free(operands);
  attnReplaceOp(l->op, 1, &v);
}

/// Do all readers of the kernel's own copies stand in loops that begin with barriers?
static bool loopsSynchronize(const Stager *s, MlirBlock top) {
  for (int i = 0; i < s->nLoads; ++i) {
    const Load *l = &s->loads[i];
    if (l->slab < 0 || !mlirBlockEqual(l->block, top))
      continue;
    for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(l->op, 0));
         !mlirOpOperandIsNull(u); u = mlirOpOperandGetNextUse(u)) {
      MlirBlock reader = mlirOperationGetBlock(mlirOpOperandGetOwner(u));
      bool covered = false;
      for (int k = 0; k < s->nLoads && !covered; ++k)
        covered = s->loads[k].slab >= 0 && !mlirBlockEqual(s->loads[k].block, top) &&
                  contains(s->loads[k].block, reader);
      if (!covered)
        return false;
    }
  }
  return true;
}

/// The copies of a loop's body go together to its front.
static bool stageLoop(Stager *s, MlirBlock block) {
  MlirOperation first = mlirBlockGetFirstOperation(block);
  for (int i = 0; i < s->nLoads; ++i) {
    const Load *l = &s->loads[i];
    if (l->slab < 0 || !mlirBlockEqual(l->block, block))
      continue;
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(l->op); ++k) {
      MlirOperation d = attnDef(mlirOperationGetOperand(l->op, k));
      if (!mlirOperationIsNull(d) && mlirBlockEqual(mlirOperationGetBlock(d), block)) {
        attnOpError(l->op, "cannot be staged: its origins are computed inside the loop body");
        return false;
      }
    }
  }
  barrier(attnBuilderBefore(first));
  // A load may itself be the first operation: keep the place by a barrier, which comes after.
  AttnBuilder b = attnBuilderBefore(first);
  MlirOperation last = attnBuildOp(&b, &(AttnOpDesc){.name = "tile.barrier"});
  for (int i = 0; i < s->nLoads; ++i)
    if (s->loads[i].slab >= 0 && mlirBlockEqual(s->loads[i].block, block))
      copy(s, &s->loads[i], last);
  return true;
}

static bool rewrite(Stager *s) {
  MlirBlock top = attnBody(s->kernel, 0);
  bool covered = loopsSynchronize(s, top);
  MlirOperation after = {NULL};
  for (int i = 0; i < s->nLoads; ++i) {
    const Load *l = &s->loads[i];
    if (l->slab < 0 || mlirBlockEqual(l->block, top))
      continue;
    bool done = false;
    for (int k = 0; k < i; ++k)
      done |= s->loads[k].slab >= 0 && mlirBlockEqual(s->loads[k].block, l->block);
    if (!done && !stageLoop(s, l->block))
      return false;
  }
  for (int i = 0; i < s->nLoads; ++i) {
    const Load *l = &s->loads[i];
    if (l->slab < 0 || !mlirBlockEqual(l->block, top))
      continue;
    after = mlirOperationGetNextInBlock(l->op);
    copy(s, l, l->op);
  }
  if (!covered && !mlirOperationIsNull(after))
    barrier(attnBuilderBefore(after));
  return true;
}

//===--- the pass ---------------------------------------------------------===//

static bool isOwnKey(const AttnScheduleEntry *e) {
  return strcmp(e->key, "STAGE") == 0 || strcmp(e->key, "HOLD") == 0 || strcmp(e->key, "ROLE") == 0;
}

static bool roles(Stager *s) {
  for (size_t i = 0; i < s->pins.size; ++i) {
    const AttnScheduleEntry *e = &s->pins.entries[i];
    if (strcmp(e->key, "ROLE") != 0)
      continue;
    if (strcmp(e->value, "u") != 0)
      return refuse(s, e, "not supported by this version: producer warps");
    s->used[i] = !*e->axis || attnAxesFind(&s->axes, e->axis) >= 0;
  }
  return true;
}

static bool findLoads(Stager *s) {
  MlirOperation *ops, user;
  intptr_t n = attnCollect(s->kernel, "tile.load", &ops);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i) {
    if (!mlirAttributeIsNull(attnAttr(ops[i], "layout")) || !onlyContracted(ops[i], &user))
      continue;
    if (s->nLoads == MAX_LOADS) {
      attnOpError(s->kernel, "has more than %d loads to stage", MAX_LOADS);
      ok = false;
      break;
    }
    ok = describe(s, ops[i], user, &s->loads[s->nLoads]) && readStage(s, &s->loads[s->nLoads]);
    ++s->nLoads;
  }
  free(ops);
  return ok;
}

/// What an earlier run staged keeps its entries.
static bool keepStaged(Stager *s, size_t own) {
  MlirOperation *copies;
  intptr_t n = attnCollect(s->kernel, "tile.copy", &copies);
  free(copies);
  for (size_t i = 0; i < own && n; ++i) {
    const AttnScheduleEntry *e = &s->pins.entries[i];
    if (!isOwnKey(e) || s->used[i])
      continue;
    s->used[i] = true;
    if (!attnScheduleSet(&s->out, e->key, e->axis, e->value))
      return false;
  }
  return true;
}

static bool stageKernel(MlirOperation kernel, const AttnSchedule *option, bool *honoured,
                        const char *chip) {
  Stager *s = calloc(1, sizeof *s);
  s->kernel = kernel;
  s->ctx = mlirOperationGetContext(kernel);
  char err[256];
  bool ok = attnAxesRead(kernel, &s->axes);
  if (!ok)
    attnOpError(kernel, "has no readable 'axes'");
  if (ok && !attnScheduleParse(attnAttrStr(kernel, "schedule"), &s->pins, err, sizeof err)) {
    attnOpError(kernel, "schedule attribute: %s", err);
    ok = false;
  }
  for (int i = 0; i < s->axes.size; ++i)
    if (s->axes.a[i].role == ATTN_AXIS_FOLD)
      s->fold = s->axes.a[i].name;
  size_t own = s->pins.size;
  AttnSchedule mine = {0};
  for (size_t i = 0; i < option->size; ++i)
    if (isOwnKey(&option->entries[i]))
      mine.entries[mine.size++] = option->entries[i];
  if (ok && !attnScheduleMerge(&s->pins, &mine, err, sizeof err)) {
    attnOpError(kernel, "schedule: %s", err);
    ok = false;
  }
  for (size_t i = 0; i < own; ++i)
    if (!isOwnKey(&s->pins.entries[i]))
      s->out.entries[s->out.size++] = s->pins.entries[i];
  ok = ok && roles(s) && findLoads(s) && keepStaged(s, own);
  for (int i = 0; i < s->nLoads && ok; ++i)
    ok = record(s, &s->loads[i]);
  for (size_t i = 0; i < own && ok; ++i)
    if (isOwnKey(&s->pins.entries[i]) && !s->used[i])
      ok = refuse(s, &s->pins.entries[i], "the kernel stages nothing along that axis");
  for (size_t i = 0; i < s->pins.size; ++i)
    for (size_t k = 0; k < option->size; ++k)
      honoured[k] |= s->used[i] && strcmp(option->entries[k].key, s->pins.entries[i].key) == 0 &&
                     strcmp(option->entries[k].axis, s->pins.entries[i].axis) == 0;
  if (ok) {
    nameSlabs(s);
    ok = checkSize(s, chip) && rewrite(s);
  }
  if (ok) {
    char *text = attnSchedulePrint(&s->out);
    attnSetAttr(kernel, "schedule", attnStr(s->ctx, text));
    free(text);
  }
  free(s);
  return ok;
}

MlirLogicalResult attnRunStage(MlirOperation op, const AttnPassContext *pass) {
  AttnSchedule option;
  char err[256];
  const char *chip = pass->getString(pass, "chip");
  if (!attnScheduleParse(pass->getString(pass, "schedule"), &option, err, sizeof err))
    return attnOpError(op, "attn-stage: option 'schedule': %s", err);
  if (attnSharedLimit(chip) < 0)
    return attnOpError(op, "attn-stage: option 'chip': found '%s', expected one of %s", chip,
                       attnKnownChips());
  bool honoured[MAX_PINS] = {false};
  MlirOperation *kernels;
  intptr_t n = attnCollect(op, "tile.kernel", &kernels);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i)
    ok = stageKernel(kernels[i], &option, honoured, chip);
  free(kernels);
  for (size_t i = 0; i < option.size && ok; ++i) {
    const AttnScheduleEntry *e = &option.entries[i];
    if (!isOwnKey(e) || honoured[i])
      continue;
    attnOpError(op, "cannot honour %s%s%s=%s: no kernel here stages anything along that axis",
                e->key, *e->axis ? "@" : "", e->axis, e->value);
    ok = false;
  }
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
