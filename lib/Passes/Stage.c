//===- Stage.c - attn-stage: operands of contractions in shared memory ----===//
//
// Takes:  tile.kernel operations (after attn-atomize).
// Gives:  a tile.copy into a slab of shared memory in place of every tile.load that only
//         contractions read, and what makes it visible; tile.relayout where an operand is held in
//         registers. StageRing.c shows the loops.
//
//           STAGE@<axis of a loop>         what its steps read, all copies of a step together
//           STAGE@m, HOLD@m                a left operand that no loop changes, m its rows:
//             HOLD=smem                    copied once
//             HOLD=reg                     ... and read into fragments in front of the loop
//             HOLD=reload                  read where it is, at every step
//           HOLD@<contraction>=reg|smem    how a left operand that the kernel computes becomes
//                                          fragments: in registers, or through shared memory
//
// Leaves: loads with a layout (they go to registers), loads of an axis staged as `none`.
//
// Slabs are row-major. Banks, scalar atoms: where lanes run along the rows (the contracted axis is
// contiguous) the row pitch is an odd number of 16-byte units: the 16-byte reads of 8 lanes in 8
// rows then fall in 8 different bank groups. Where lanes run along the contiguous axis the pitch is
// just a multiple of 16 bytes. STAGE's pad<bytes> is the first kind's. Tensor-core atoms read 8
// rows of 16 bytes at a time (ldmatrix): pad<bytes> is for rows of an even number of units, others
// have none; or the 16-byte chunks are permuted, swz<bytes>.
//
// Slabs of loops that exclude each other share memory. More shared memory than the chip has is an
// error.
//
//===----------------------------------------------------------------------===//
#include "Passes/Stage.h"

#include "Passes/Defaults.h"
#include "attn-c/Plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunStage(MlirOperation op, const AttnPassContext *pass);

enum { MAX_BUFFERS = 4 };

//===--- pins -------------------------------------------------------------===//

static bool refuse(const AttnStager *s, const AttnScheduleEntry *e, const char *rule) {
  attnOpError(s->kernel, "cannot honour %s%s%s=%s: %s", e->key, *e->axis ? "@" : "", e->axis,
              e->value, rule);
  return false;
}

static const AttnScheduleEntry *pinned(AttnStager *s, const char *key, const char *axis) {
  const AttnScheduleEntry *e = attnScheduleGet(&s->pins, key, axis);
  if (e)
    s->used[e - s->pins.entries] = true;
  return e;
}

/// What the grammar allows and no load can have.
static bool checkStage(const AttnStager *s, const AttnScheduleEntry *e, const AttnStage *st) {
  bool sync = strcmp(st->transport, "sync") == 0;
  if (st->prefetch > MAX_BUFFERS)
    return refuse(s, e, "fragments of at most four steps are in registers at a time");
  if (st->depth > 1 && !st->ring)
    return refuse(s, e, "more than one slot is a ring: d<depth>/<transport>/ring");
  if (st->ring && st->depth < 2)
    return refuse(s, e, "a ring has at least two slots");
  if (st->ring && sync)
    return refuse(s, e, "a ring is filled while the threads compute: its transport is cp or tma");
  if (st->depth > 8)
    return refuse(s, e, "a ring has at most eight slots");
  if (strcmp(st->transport, "tma") == 0 && st->pad > 0)
    return refuse(s, e, "a bulk tensor copy leaves no pad between rows: use swz<bytes>");
  return true;
}

static int64_t scalarPad(const AttnStLoad *l) {
  int64_t rest = l->rowBytes % (l->alongRows ? 32 : 16);
  return l->alongRows ? (48 - rest) % 32 : (16 - rest) % 16;
}

static bool pinnedPad(const AttnStager *s, AttnStLoad *l, const AttnScheduleEntry *e) {
  int64_t pad = l->stage.pad;
  char rule[160];
  if (!l->tensor && !l->alongRows)
    return true;
  if ((l->rowBytes + pad) % 16 == 0) {
    l->pad = l->tensor && l->rowBytes / 16 % 2 ? 0 : pad;
    return true;
  }
  snprintf(rule, sizeof rule,
           "a slab's rows start at multiples of 16 bytes, %ld bytes of data and the pad are %ld",
           (long)l->rowBytes, (long)(l->rowBytes + pad));
  attnOpError(s->kernel, "cannot honour %s@%s=%s: %s", e->key, l->axis, e->value, rule);
  return false;
}

static bool applyPin(AttnStager *s, AttnStLoad *l, const AttnScheduleEntry *e) {
  AttnStage *st = &l->stage;
  if (!attnParseStage(e->value, st))
    return refuse(s, e, "expected none or d<depth>/<transport>[/ring][/pad<bytes> or /swz<bytes>]");
  const char *atom = attnAttrStr(l->contract, "atom");
  if (atom && strncmp(atom, "wgmma", 5) == 0 && !l->left &&
      (strcmp(st->transport, "tma") != 0 || !st->swizzle))
    return refuse(s, e,
                  "a warpgroup's atom reads slabs that tma filled and swizzled: "
                  "d<depth>/tma[/ring]/swz<bytes>");
  if (st->depth == 0)
    return true;
  if (!checkStage(s, e, st))
    return false;
  if (l->invariant && st->depth > 1) {
    if (*e->axis)
      return refuse(s, e, "what no loop changes is copied once: d1");
    st->depth = 1, st->ring = false;
  }
  if (st->swizzle && !l->tensor)
    return refuse(s, e, "swizzled slabs are read by tensor-core atoms only");
  if (st->prefetch > 1 && !(atom && strncmp(atom, "mma_", 4) == 0))
    return refuse(s, e, "register buffers (p<n>) are of fragments, which only mma.sync reads");
  if (st->swizzle && l->rowBytes % st->swizzle != 0) {
    char rule[96];
    snprintf(rule, sizeof rule, "the slab's rows of %ld bytes are no multiple of the swizzle",
             (long)l->rowBytes);
    return refuse(s, e, rule);
  }
  const char *rule = strcmp(st->transport, "sync") == 0 ? NULL : attnStForbids(s, l, st->transport);
  if (rule)
    return refuse(s, e, rule);
  bool packed = st->swizzle || strcmp(st->transport, "tma") == 0;
  l->pad = l->tensor || packed ? 0 : scalarPad(l);
  return packed || st->pad < 0 || pinnedPad(s, l, e);
}

static int64_t ctasOf(const AttnStager *s) {
  int64_t n = 1;
  for (intptr_t i = 0; i < attnAttrArraySize(s->kernel, "grid"); ++i) {
    int at = attnAxesFind(&s->axes, attnStrValue(attnAttrArrayGet(s->kernel, "grid", i)));
    if (at >= 0)
      n *= (attnSymbolHint(&s->symbols, s->axes.a[at].extent) + s->axes.a[at].tile - 1) /
           s->axes.a[at].tile;
  }
  return n;
}

/// What no pin decides: tma or cp where all loads of the axis can.
static void applyDefault(AttnStager *s, AttnStLoad *l) {
  l->stage = (AttnStage){.depth = 1, .transport = "sync", .pad = -1};
  l->pad = scalarPad(l);
  if (!l->tensor)
    return;
  int64_t unit = 0; // what divides the rows of all of the axis' slabs
  for (int i = 0; i < s->nLoads; ++i)
    if (strcmp(s->loads[i].axis, l->axis) == 0)
      unit |= s->loads[i].rowBytes;
  bool bulk = attnHasBulkCopies(s->chip);
  for (int i = 0; i < s->nLoads; ++i)
    if (strcmp(s->loads[i].axis, l->axis) == 0) {
      AttnStLoad swizzled = s->loads[i]; // as the default is, where rows allow
      swizzled.stage.swizzle = swizzled.rowBytes % 128 == 0 ? 128 : 0;
      bulk &= !attnStForbids(s, &swizzled, "tma");
    }
  l->stage = attnDefaultStage(unit, ctasOf(s), bulk);
  l->pad = l->stage.swizzle || l->rowBytes / 16 % 2 ? 0 : l->stage.pad;
  if (l->invariant)
    l->stage.depth = 1, l->stage.ring = false;
  for (int i = 0; i < s->nLoads; ++i) {
    const AttnStLoad *o = &s->loads[i];
    const char *rule = strcmp(o->axis, l->axis) == 0 ? attnStForbids(s, o, "cp") : NULL;
    if (!rule)
      continue;
    if (o == l)
      attnWarning(mlirOperationGetLocation(l->op), "STAGE@%s is d1/sync, not d%d/cp: %s", l->axis,
                  l->stage.depth, rule);
    l->stage.depth = 1, l->stage.ring = false;
    snprintf(l->stage.transport, sizeof l->stage.transport, "sync");
  }
}

static bool readStage(AttnStager *s, AttnStLoad *l) {
  const AttnScheduleEntry *e = pinned(s, "STAGE", l->axis);
  if (e)
    return applyPin(s, l, e);
  applyDefault(s, l);
  return true;
}

/// A left operand that a loop changes is read at every step.
static bool streamedHold(AttnStager *s, const AttnStLoad *l) {
  for (intptr_t i = 0; l->left && i < attnAttrArraySize(l->op, "axes"); ++i) {
    const char *axis = attnStrValue(attnAttrArrayGet(l->op, "axes", i));
    const AttnScheduleEntry *e = attnScheduleGet(&s->pins, "HOLD", axis);
    if (!e || !*e->axis || strcmp(axis, l->axis) == 0)
      continue;
    s->used[e - s->pins.entries] = true;
    if (strcmp(e->value, "reload") != 0)
      return refuse(s, e,
                    "its contraction goes over it in chunks, so it is read at every step: "
                    "reload");
    if (!attnScheduleSet(&s->out, "HOLD", axis, "reload"))
      return false;
  }
  return true;
}

static bool readHold(AttnStager *s, AttnStLoad *l) {
  static const char *const words[] = {NULL, "reg", "smem", "reload"};
  if (!l->invariant)
    return streamedHold(s, l);
  const AttnScheduleEntry *stage = attnScheduleGet(&s->pins, "STAGE", l->axis);
  const AttnScheduleEntry *e = pinned(s, "HOLD", l->axis);
  bool fragments = l->tensor && l->left;
  l->hold =
      !l->stage.depth ? ATTN_HOLD_NONE
      : fragments && attnDefaultHoldRegisters(attnStFragmentRegisters(l), attnStSumRegisters(s))
          ? ATTN_HOLD_REG
          : ATTN_HOLD_SMEM;
  if (e)
    l->hold = e->value[2] == 'g'   ? ATTN_HOLD_REG
              : e->value[0] == 's' ? ATTN_HOLD_SMEM
                                   : ATTN_HOLD_RELOAD;
  if (l->hold == ATTN_HOLD_REG && !fragments)
    return refuse(s, e, "registers hold left operands of tensor-core atoms only");
  if (l->hold == ATTN_HOLD_SMEM && !l->stage.depth)
    return refuse(s, e, "STAGE says none, so the operand is not in shared memory");
  if (l->hold == ATTN_HOLD_RELOAD && l->stage.depth) {
    if (stage && *stage->axis)
      return refuse(s, e,
                    "an operand that is read where it is has no slab: STAGE of its axis is "
                    "none");
    l->stage.depth = 0;
  }
  return l->hold == ATTN_HOLD_NONE ||
         attnScheduleSet(&s->out, "HOLD", e ? e->axis : l->axis, words[l->hold]);
}

/// STAGE@axis as decided, one entry for all loads of the axis.
static bool record(AttnStager *s, const AttnStLoad *l) {
  const AttnStage *st = &l->stage;
  int64_t pad = l->tensor ? (st->pad > 0 ? st->pad : 0) : -1;
  for (int i = 0; i < s->nLoads; ++i)
    if (strcmp(s->loads[i].axis, l->axis) == 0 && s->loads[i].pad > pad)
      pad = s->loads[i].pad;
  char text[64], fix[24] = "", buffers[16] = "";
  if (st->swizzle)
    snprintf(fix, sizeof fix, "/swz%d", st->swizzle);
  else if (strcmp(st->transport, "tma") != 0)
    snprintf(fix, sizeof fix, "/pad%ld", (long)pad);
  if (st->prefetch > 1)
    snprintf(buffers, sizeof buffers, "/p%d", st->prefetch);
  if (st->depth)
    snprintf(text, sizeof text, "d%d/%s%s%s%s", st->depth, st->transport, st->ring ? "/ring" : "",
             fix, buffers);
  else
    snprintf(text, sizeof text, "none");
  return attnScheduleSet(&s->out, "STAGE", l->axis, text);
}

/// HOLD@<contraction>: left operands that the kernel computes.
static bool holdComputed(AttnStager *s) {
  MlirOperation *ops;
  intptr_t n = attnCollect(s->kernel, "tile.contract", &ops);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i) {
    MlirOperation r = attnDef(mlirOperationGetOperand(ops[i], 0));
    const char *name = attnAttrStr(ops[i], "name"), *via = attnAttrStr(r, "via");
    if (mlirOperationIsNull(r) && name) { // carried around a rotated loop, in fragments
      const AttnScheduleEntry *e = pinned(s, "HOLD", name);
      if (e && strcmp(e->value, "reg") != 0)
        ok = refuse(s, e, "overlapped weights stay in registers");
      ok = ok && attnScheduleSet(&s->out, "HOLD", name, "reg");
      continue;
    }
    if (!attnIs(r, "tile.relayout") || !name || !via || strcmp(via, "memory") == 0)
      continue;
    const AttnScheduleEntry *e = pinned(s, "HOLD", name);
    bool registers = strcmp(via, "registers") == 0;
    if (e && strcmp(e->value, "reload") == 0)
      ok = refuse(s, e, "the operand is computed: reg or smem");
    else if (e && strcmp(e->value, "reg") == 0 && !registers)
      ok = refuse(s, e, "its elements are in other warps than need them: smem");
    else if (e && strcmp(e->value, "smem") == 0)
      attnSetAttr(r, "via", attnStr(s->ctx, "shared"));
    registers = registers && !(e && strcmp(e->value, "smem") == 0);
    ok = ok && attnScheduleSet(&s->out, "HOLD", e ? e->axis : name, registers ? "reg" : "smem");
  }
  free(ops);
  return ok;
}

/// STAGE's p<n>: the contractions that read the load have n sets of fragments.
static void setBuffers(AttnStager *s, const AttnStLoad *l) {
  for (MlirOpOperand u = mlirValueGetFirstUse(mlirOperationGetResult(l->op, 0));
       l->stage.depth && l->stage.prefetch > 1 && !mlirOpOperandIsNull(u);
       u = mlirOpOperandGetNextUse(u))
    attnSetAttr(mlirOpOperandGetOwner(u), "buffers", attnI64(s->ctx, l->stage.prefetch));
}

static bool checkSize(AttnStager *s) {
  int64_t limit = attnSharedLimit(s->chip);
  char text[256];
  attnStNameSlabs(s);
  // Rings that nobody asked for give way, slot by slot.
  for (int i = 0; i < s->nLoads; ++i) {
    AttnStLoad *l = &s->loads[i];
    while (attnStBytes(s, NULL, 0) > limit && l->stage.depth > 1 &&
           !attnScheduleGet(&s->pins, "STAGE", l->axis)) {
      int depth = l->stage.depth - 1;
      for (int k = 0; k < s->nLoads; ++k)
        if (strcmp(s->loads[k].axis, l->axis) == 0 && s->loads[k].stage.depth > depth)
          s->loads[k].stage.depth = depth, s->loads[k].stage.ring = depth > 1;
    }
  }
  int64_t total = attnStBytes(s, text, sizeof text);
  if (total <= limit)
    return true;
  attnOpError(s->kernel,
              "needs %ld bytes of shared memory (%s), a CTA of %s has at most %ld: make TILE "
              "smaller",
              (long)total, text, s->chip, (long)limit);
  return false;
}

//===--- the pass ---------------------------------------------------------===//

static bool isOwnKey(const AttnScheduleEntry *e) {
  return strcmp(e->key, "STAGE") == 0 || strcmp(e->key, "HOLD") == 0 || strcmp(e->key, "ROLE") == 0;
}

/// ROLE is attn-roles' business, which comes first and stages what it splits.
static bool roles(AttnStager *s) {
  MlirOperation *found;
  bool done = attnCollect(s->kernel, "tile.roles", &found) > 0;
  free(found);
  for (size_t i = 0; i < s->pins.size; ++i) {
    const AttnScheduleEntry *e = &s->pins.entries[i];
    if (strcmp(e->key, "ROLE") != 0)
      continue;
    bool split = strcmp(e->value, "u") != 0;
    bool folds = s->fold && (!*e->axis || strcmp(e->axis, s->fold) == 0);
    if (split && !done && !folds)
      continue; // another kernel's
    if (split && !done)
      return refuse(s, e, "attn-roles did not split the kernel; it comes before attn-stage");
    s->used[i] = folds;
    if (folds && !attnScheduleSet(&s->out, e->key, s->fold, e->value))
      return false;
  }
  return true;
}

/// What an earlier run staged keeps its entries.
static bool keepStaged(AttnStager *s, size_t own) {
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
  AttnStager *s = calloc(1, sizeof *s);
  s->kernel = kernel;
  s->chip = chip;
  s->ctx = mlirOperationGetContext(kernel);
  char err[256];
  bool ok = attnAxesRead(kernel, &s->axes) && attnSymbolsRead(kernel, &s->symbols);
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
  ok = ok && roles(s) && attnStLoads(s);
  for (int i = 0; i < s->nLoads && ok; ++i)
    ok = readStage(s, &s->loads[i]) && readHold(s, &s->loads[i]);
  ok = ok && holdComputed(s) && keepStaged(s, own) && checkSize(s);
  for (int i = 0; i < s->nLoads && ok; ++i)
    ok = record(s, &s->loads[i]);
  for (size_t i = 0; i < own && ok; ++i)
    if (isOwnKey(&s->pins.entries[i]) && !s->used[i])
      ok = refuse(s, &s->pins.entries[i], "the kernel stages nothing along that axis");
  for (size_t i = 0; i < s->pins.size; ++i)
    for (size_t k = 0; k < option->size; ++k)
      honoured[k] |= s->used[i] && strcmp(option->entries[k].key, s->pins.entries[i].key) == 0 &&
                     strcmp(option->entries[k].axis, s->pins.entries[i].axis) == 0;
  for (int i = 0; i < s->nLoads && ok; ++i)
    setBuffers(s, &s->loads[i]);
  ok = ok && attnStRewrite(s);
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
  bool honoured[ATTN_ST_MAX_PINS] = {false};
  MlirOperation *kernels;
  intptr_t n = attnCollect(op, "tile.kernel", &kernels);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i)
    ok = !mlirAttributeIsNull(attnAttr(kernels[i], "serves")) ||
         stageKernel(kernels[i], &option, honoured, chip);
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
