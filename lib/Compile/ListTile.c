//===- ListTile.c - The listing of kernels --------------------------------===//
//
// A kernel: its axes and tiles, grid, schedule, slabs and layouts (one a line, named L0, L1 ... in
// order of first use), then its body, one line an operation, maps as formulas.
//
//===----------------------------------------------------------------------===//
#include "Compile/Listing.h"
#include "IR/Build.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct Kernel {
  AttnText *t;
  const char *layouts[64]; ///< distinct, in order of first use
  int numLayouts;
} Kernel;

static int layoutIndex(Kernel *k, const char *layout) {
  for (int i = 0; i < k->numLayouts; ++i)
    if (strcmp(k->layouts[i], layout) == 0)
      return i;
  if (k->numLayouts == (int)(sizeof k->layouts / sizeof *k->layouts))
    return -1;
  k->layouts[k->numLayouts] = layout;
  return k->numLayouts++;
}

/// [m, kv] from an array of strings.
static void addStrings(AttnText *t, MlirOperation op, const char *attr) {
  attnTextAdd(t, "[");
  for (intptr_t i = 0, n = attnAttrArraySize(op, attr); i < n; ++i) {
    const char *s = attnStrValue(attnAttrArrayGet(op, attr, i));
    attnTextAdd(t, "%s%s", i ? ", " : "", s ? s : "?");
  }
  attnTextAdd(t, "]");
}

/// [b, h, m, qk] at kv = %arg3: the map in axis names, then the origins that say more than that:
/// not zero, and not the first coordinate of this CTA.
static void addBox(AttnText *t, MlirOperation op, intptr_t firstOrigin) {
  const char *names[ATTN_LIST_MAX_AXES];
  intptr_t n = attnAttrArraySize(op, "over");
  if (n > ATTN_LIST_MAX_AXES)
    n = ATTN_LIST_MAX_AXES;
  for (intptr_t i = 0; i < n; ++i) {
    const char *name = attnStrValue(attnAttrArrayGet(op, "over", i));
    names[i] = name ? name : "?";
  }
  MlirAffineMap map;
  attnTextAdd(t, "[");
  if (attnAttrMap(op, "map", &map))
    attnTextMap(t, map, (AttnDims){n > 0 ? n : 0, names, NULL});
  attnTextAdd(t, "]");
  bool first = true;
  for (intptr_t i = 0; i < n && firstOrigin + i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue origin = mlirOperationGetOperand(op, firstOrigin + i);
    MlirOperation def = attnDef(origin);
    const char *ofAxis = attnIs(def, "tile.origin") ? attnAttrStr(def, "axis") : NULL;
    int64_t value = -1;
    if (ofAxis && strcmp(ofAxis, names[i]) == 0)
      continue;
    if (attnIs(def, "arith.constant") && attnAttrI64(def, "value", &value) && value == 0)
      continue;
    attnTextAdd(t, "%s%s = ", first ? " at " : ", ", names[i]);
    attnTextFormula(t, origin, &(AttnScope){0});
    first = false;
  }
}

static const char *orElse(const char *s, const char *otherwise) { return s ? s : otherwise; }

/// A scalar operand: a constant as its value.
static void addScalar(AttnText *t, MlirOperation op, intptr_t i) {
  if (i < mlirOperationGetNumOperands(op))
    attnTextFormula(t, mlirOperationGetOperand(op, i), &(AttnScope){0});
  else
    attnTextAdd(t, "?");
}

/// "slot %5 of s1" where operand i is the slot.
static void addSlot(AttnText *t, MlirOperation op, intptr_t i) {
  attnTextAdd(t, "slot ");
  addScalar(t, op, i);
  attnTextAdd(t, " of %s", orElse(attnAttrStr(op, "slab"), "?"));
}

/// Where a copy goes: " to [slot %5 of] s1 by cp".
static void addDestination(AttnText *t, MlirOperation op) {
  int64_t slots = 1;
  attnAttrI64(op, "slots", &slots);
  attnTextAdd(t, " to ");
  if (slots > 1)
    addSlot(t, op, mlirOperationGetNumOperands(op) - 1);
  else
    attnTextAdd(t, "%s", orElse(attnAttrStr(op, "slab"), "?"));
  attnTextAdd(t, " by %s", orElse(attnAttrStr(op, "transport"), "?"));
}

/// Synchronisation: operations without a result; false if `op` is none.
static bool addSync(AttnText *t, MlirOperation op) {
  int64_t pending = 0;
  attnAttrI64(op, "pending", &pending);
  if (attnIs(op, "tile.barrier")) {
    attnTextAdd(t, "barrier");
  } else if (attnIs(op, "tile.commit")) {
    attnTextAdd(t, "commit the copies issued so far as a group");
  } else if (attnIs(op, "tile.wait") && mlirOperationGetNumOperands(op)) {
    attnTextAdd(t, "wait for ");
    addSlot(t, op, 0);
    attnTextAdd(t, ", phase ");
    addScalar(t, op, 1);
  } else if (attnIs(op, "tile.wait")) {
    attnTextAdd(t, "wait until at most %" PRId64 " groups of copies are under way", pending);
  } else if (attnIs(op, "tile.acquire")) {
    attnTextAdd(t, "acquire ");
    addSlot(t, op, 0);
    attnTextAdd(t, ", phase ");
    addScalar(t, op, 1);
  } else if (attnIs(op, "tile.prefetch")) {
    attnTextAdd(t, "bring to L2 what goes to %s next", attnAttrStr(op, "slab"));
  } else if (attnIs(op, "tile.ask")) {
    attnTextAdd(t, "ask for the next work item");
  } else if (attnIs(op, "tile.release")) {
    attnTextAdd(t, "release ");
    addSlot(t, op, 0);
    if (mlirOperationGetNumOperands(op) > 1) {
      attnTextAdd(t, ", behind a part of ");
      addScalar(t, op, 1);
    }
    if (!mlirAttributeIsNull(attnAttr(op, "behind_stores")))
      attnTextAdd(t, ", when results have left it");
  } else if (attnIs(op, "tile.ranks")) {
    attnTextAdd(t, "take work items in the order of ");
    attnTextName(t, mlirOperationGetOperand(op, 0));
    addStrings(t, op, "over");
  } else if (attnIs(op, "tile.leave")) {
    attnTextAdd(t, "leave ");
    attnTextName(t, mlirOperationGetOperand(op, 0));
  } else if (attnIs(op, "tile.arrive")) {
    attnTextAdd(t, "say that states have been left");
  } else if (attnIs(op, "tile.turn")) {
    attnTextAdd(t, "%s the turn", orElse(attnAttrStr(op, "action"), "?"));
  } else {
    return false;
  }
  return true;
}

/// The right-hand side of a tile operation with a result.
static void addTileOp(AttnText *t, MlirOperation op) {
  const char *axis = orElse(attnAttrStr(op, "axis"), "?");
  if (attnIs(op, "tile.origin")) {
    attnTextAdd(t, "first %s of this CTA", axis);
  } else if (attnIs(op, "tile.part")) {
    bool lower = strcmp(orElse(attnAttrStr(op, "bound"), "lower"), "lower") == 0;
    attnTextAdd(t, "%s of this item's stretch along %s", lower ? "begin" : "end", axis);
  } else if (attnIs(op, "tile.gather")) {
    attnTextAdd(t, "number of stretches, when the others' states have been left");
  } else if (attnIs(op, "tile.fetch")) {
    int64_t state = 0;
    attnAttrI64(op, "state", &state);
    attnTextAdd(t, "state %" PRId64 " of stretch ", state);
    attnTextName(t, mlirOperationGetOperand(op, 0));
  } else if (attnIs(op, "tile.load") || attnIs(op, "tile.copy")) {
    bool isCopy = attnIs(op, "tile.copy");
    attnTextAdd(t, isCopy ? "copy " : "load ");
    attnTextName(t, mlirOperationGetOperand(op, 0));
    addBox(t, op, 1);
    if (isCopy)
      addDestination(t, op);
  } else if (attnIs(op, "tile.read")) {
    attnTextAdd(t, "element of ");
    attnTextName(t, mlirOperationGetOperand(op, 0));
    addBox(t, op, 1);
  } else if (attnIs(op, "tile.fill")) {
    attnTextAttr(t, attnAttr(op, "value"));
  } else if (attnIs(op, "tile.reduce")) {
    attnTextAdd(t, "%s over %s of ", orElse(attnAttrStr(op, "monoid"), "?"), axis);
    attnTextName(t, mlirOperationGetOperand(op, 0));
    addStrings(t, op, "operand_axes");
    if (mlirOperationGetNumOperands(op) > 1) {
      attnTextAdd(t, "  # as words where ");
      attnTextName(t, mlirOperationGetOperand(op, 1));
    }
  } else if (attnIs(op, "tile.nonnegative")) {
    attnTextAdd(t, "all of this warp's ");
    attnTextName(t, mlirOperationGetOperand(op, 0));
    attnTextAdd(t, " >= 0");
  } else if (attnIs(op, "tile.contract")) {
    MlirAttribute async = attnAttr(op, "async");
    attnTextName(t, mlirOperationGetOperand(op, 2));
    addStrings(t, op, "axes");
    attnTextAdd(t, " + sum over %s of ", axis);
    attnTextName(t, mlirOperationGetOperand(op, 0));
    addStrings(t, op, "lhs_axes");
    attnTextAdd(t, " * ");
    attnTextName(t, mlirOperationGetOperand(op, 1));
    addStrings(t, op, "rhs_axes");
    attnTextAdd(t, "  # contraction %s, atom %s%s", orElse(attnAttrStr(op, "name"), "?"),
                orElse(attnAttrStr(op, "atom"), "open"),
                mlirAttributeIsNull(async) ? "" : ", not waited for");
  } else if (attnIs(op, "tile.slot")) {
    addSlot(t, op, 0);
    if (mlirOperationGetNumOperands(op) > 1) {
      attnTextAdd(t, ", columns from ");
      addScalar(t, op, 1);
    }
  } else if (attnIs(op, "tile.relayout")) {
    attnTextName(t, mlirOperationGetOperand(op, 0));
    addStrings(t, op, "axes");
    attnTextAdd(t, " moved through %s", orElse(attnAttrStr(op, "via"), "?"));
  } else if (attnIs(op, "tile.await")) {
    int64_t pending = 0;
    attnAttrI64(op, "pending", &pending);
    attnTextName(t, mlirOperationGetOperand(op, 0));
    addStrings(t, op, "axes");
    attnTextAdd(t, " when at most %" PRId64 " contractions are under way", pending);
  } else if (attnIs(op, "tile.total")) {
    attnTextName(t, mlirOperationGetOperand(op, 0));
    addStrings(t, op, "axes");
    attnTextAdd(t, " and the other warpgroup's part");
  } else {
    attnTextOperation(t, op);
  }
}

static void listBlock(Kernel *k, MlirBlock block, int depth);

static void addTileMap(Kernel *k, MlirOperation op, int depth) {
  AttnScope scope = {.block = attnBody(op, 0)};
  if (mlirBlockIsNull(scope.block))
    return;
  attnTextTemporaries(k->t, &scope, depth + 1);
  attnTextIndent(k->t, depth);
  attnTextName(k->t, mlirOperationGetResult(op, 0));
  addStrings(k->t, op, "axes");
  attnTextAdd(k->t, " = ");
  MlirOperation yield = attnListTerminator(scope.block);
  if (!mlirOperationIsNull(yield) && mlirOperationGetNumOperands(yield))
    attnTextFormula(k->t, mlirOperationGetOperand(yield, 0), &scope);
}

static void addLoop(Kernel *k, MlirOperation op, int depth) {
  AttnText *t = k->t;
  MlirBlock body = attnBody(op, 0);
  const char *class = attnAttrStr(op, "class");
  AttnScope none = {0};
  attnTextIndent(t, depth);
  attnTextAdd(t, "for ");
  attnTextName(t, mlirBlockGetArgument(body, 0));
  static const char *const words[] = {" from ", " to ", " step "};
  for (int i = 0; i < 3; ++i) {
    attnTextAdd(t, "%s", words[i]);
    attnTextFormula(t, mlirOperationGetOperand(op, i), &none);
  }
  attnTextAdd(t, ":");
  if (class)
    attnTextAdd(t, "  # %s tiles", class);
  attnTextAdd(t, "\n");
  for (intptr_t i = 1, n = mlirBlockGetNumArguments(body); i < n; ++i) {
    attnTextIndent(t, depth + 1);
    attnTextName(t, mlirBlockGetArgument(body, i));
    attnTextAdd(t, " starts as ");
    attnTextFormula(t, mlirOperationGetOperand(op, 2 + i), &none);
    attnTextAdd(t, ", ends as ");
    attnTextName(t, mlirOperationGetResult(op, i - 1));
    attnTextAdd(t, "\n");
  }
  listBlock(k, body, depth + 1);
}

static void addOther(Kernel *k, MlirOperation op, int depth) {
  AttnText *t = k->t;
  attnTextIndent(t, depth);
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i) {
    attnTextAdd(t, i ? ", " : "");
    attnTextName(t, mlirOperationGetResult(op, i));
  }
  attnTextAdd(t, mlirOperationGetNumResults(op) ? " = " : "");
  if (mlirOperationGetNumRegions(op)) {
    attnTextAdd(t, "%s ", attnOpName(op));
    attnListOperands(t, op);
    attnTextAdd(t, ":");
  } else {
    attnTextOperation(t, op);
  }
}

static void addRoles(Kernel *k, MlirOperation op, int depth) {
  static const char *const counts[] = {"producer_warps", "consumer_warpgroups"};
  static const char *const registers[] = {"producer_registers", "consumer_registers"};
  static const char *const who[] = {"producer: %" PRId64 " warps",
                                    "consumers: %" PRId64 " warpgroups"};
  for (int i = 0; i < 2; ++i) {
    int64_t count = 0, regs = 0;
    attnAttrI64(op, counts[i], &count);
    attnTextIndent(k->t, depth);
    attnTextAdd(k->t, who[i], count);
    if (attnAttrI64(op, registers[i], &regs))
      attnTextAdd(k->t, " of %" PRId64 " registers a thread", regs);
    attnTextAdd(k->t, "\n");
    if (!mlirBlockIsNull(attnBody(op, i)))
      listBlock(k, attnBody(op, i), depth + 1);
  }
}

static void addItems(Kernel *k, MlirOperation op, int depth) {
  attnTextIndent(k->t, depth);
  AttnScope none = {0};
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i) {
    attnTextAdd(k->t, i ? ", " : "");
    attnTextName(k->t, mlirOperationGetResult(op, i));
    attnTextAdd(k->t, i + 1 < n ? "" : " = ");
  }
  attnTextAdd(k->t, "for each work item of the CTA:\n");
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
    attnTextIndent(k->t, depth + 1);
    attnTextName(k->t, mlirBlockGetArgument(attnBody(op, 0), i));
    attnTextAdd(k->t, " starts as ");
    attnTextFormula(k->t, mlirOperationGetOperand(op, i), &none);
    attnTextAdd(k->t, "\n");
  }
  listBlock(k, attnBody(op, 0), depth + 1);
}

static void addChain(Kernel *k, MlirOperation op, int depth) {
  static const char *const names[] = {
      "begin the CTA's first work item:", "go on with each work item:",
      "end a work item and begin the next:", "end the last work item:"};
  AttnScope none = {0};
  for (int r = 0; r < 4; ++r) {
    attnTextIndent(k->t, depth);
    attnTextAdd(k->t, "%s\n", names[r]);
    MlirBlock block = attnBody(op, r);
    for (intptr_t i = 0, n = mlirBlockGetNumArguments(block); i < n; ++i) {
      attnTextIndent(k->t, depth + 1);
      attnTextName(k->t, mlirBlockGetArgument(block, i));
      attnTextAdd(k->t, r ? " is handed on" : " starts as ");
      if (r == 0)
        attnTextFormula(k->t, mlirOperationGetOperand(op, i), &none);
      attnTextAdd(k->t, "\n");
    }
    listBlock(k, block, depth + 1);
  }
}

/// "result 0[b, h, m, n] = %7[m, n]"
static void addStore(AttnText *t, MlirOperation op) {
  int64_t result = 0;
  attnAttrI64(op, "result", &result);
  attnTextAdd(t, "result %" PRId64, result);
  addBox(t, op, 1);
  attnTextAdd(t, " = ");
  attnTextName(t, mlirOperationGetOperand(op, 0));
  addStrings(t, op, "axes");
  int64_t slots = 1;
  if (attnAttrI64(op, "slots", &slots) && slots > 1) {
    attnTextAdd(t, " through ");
    addSlot(t, op, mlirOperationGetNumOperands(op) - 1);
  }
}

static void addOrder(AttnText *t, MlirOperation op) {
  int64_t result = 0;
  attnAttrI64(op, "result", &result);
  attnTextAdd(t, "result %" PRId64, result);
  addBox(t, op, 2);
  MlirAttribute sorted = attnAttr(op, "sorted");
  bool isSorted = !mlirAttributeIsNull(sorted) && mlirBoolAttrGetValue(sorted);
  attnTextAdd(t, " = coordinates %s by ", isSorted ? "sorted" : "grouped");
  attnTextName(t, mlirOperationGetOperand(op, 0));
  addStrings(t, op, "axes");
  attnTextAdd(t, " from ");
  attnTextName(t, mlirOperationGetOperand(op, 1));
}

static void listOp(Kernel *k, MlirOperation op, int depth) {
  AttnText *t = k->t;
  if (attnIs(op, "arith.constant") ||
      (attnIs(op, "gpu.yield") && mlirOperationGetNumOperands(op) == 0))
    return;
  if (attnIs(op, "scf.for")) {
    addLoop(k, op, depth);
    return;
  }
  if (attnIs(op, "tile.roles")) {
    addRoles(k, op, depth);
    return;
  }
  if (attnIs(op, "tile.items")) {
    addItems(k, op, depth);
    return;
  }
  if (attnIs(op, "tile.chain")) {
    addChain(k, op, depth);
    return;
  }
  if (attnIs(op, "tile.map")) {
    addTileMap(k, op, depth);
  } else if (strncmp(attnOpName(op), "tile.", 5) == 0 && !mlirOperationGetNumRegions(op)) {
    attnTextIndent(t, depth);
    if (mlirOperationGetNumResults(op)) {
      attnTextName(t, mlirOperationGetResult(op, 0));
      if (!attnIs(op, "tile.origin"))
        addStrings(t, op, "axes");
      attnTextAdd(t, " = ");
      addTileOp(t, op);
    } else if (attnIs(op, "tile.store")) {
      addStore(t, op);
    } else if (attnIs(op, "tile.order")) {
      addOrder(t, op);
    } else if (!addSync(t, op)) {
      attnTextOperation(t, op);
    }
  } else if (attnIs(op, "scf.yield")) {
    attnTextIndent(t, depth);
    attnTextAdd(t, "carry ");
    attnListOperands(t, op);
  } else {
    addOther(k, op, depth);
  }
  const char *layout = attnAttrStr(op, "layout");
  int index = layout ? layoutIndex(k, layout) : -1;
  if (index >= 0)
    attnTextAdd(t, "  @L%d", index);
  attnTextAdd(t, "\n");
  if (!attnIs(op, "tile.map"))
    for (intptr_t r = 0, n = mlirOperationGetNumRegions(op); r < n; ++r)
      if (!mlirBlockIsNull(attnBody(op, r)))
        listBlock(k, attnBody(op, r), depth + 1);
}

static void listBlock(Kernel *k, MlirBlock block, int depth) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    listOp(k, op, depth);
}

static void addGrid(AttnText *t, MlirOperation op, const AttnListAxes *a) {
  int64_t ctas = 1, threads = 0;
  bool any = false;
  attnListLabel(t, 2, "grid");
  for (intptr_t i = 0, n = attnAttrArraySize(op, "grid"); i < n; ++i) {
    const char *name = attnStrValue(attnAttrArrayGet(op, "grid", i));
    int axis = attnListAxis(a, name);
    int64_t count =
        axis >= 0 && a->tile[axis] > 0 ? (a->extent[axis] + a->tile[axis] - 1) / a->tile[axis] : 0;
    int symbol = axis >= 0 ? attnSymbolOf(&t->symbols, a->extent[axis]) : -1;
    attnTextAdd(t, "%s%s ", i ? " x " : "", name ? name : "?");
    if (symbol >= 0)
      attnTextAdd(t, "ceil(%s / %" PRId64 ")", t->symbols.s[symbol].name, a->tile[axis]);
    else
      attnTextAdd(t, "%" PRId64, count);
    ctas *= symbol >= 0 ? 0 : count; // not known
    any |= symbol >= 0;
  }
  const char *persistent = attnAttrStr(op, "persistent");
  if (!any)
    attnTextAdd(t, " = %" PRId64, ctas);
  attnTextAdd(t, " %s", persistent ? "work items of CTAs" : "CTAs");
  if (attnAttrI64(op, "threads", &threads))
    attnTextAdd(t, " of %" PRId64 " threads", threads);
  attnTextAdd(t, "\n");
}

/// One line for each slab: its axes and shape, how often it is there, what keeps banks apart.
static void addSlabs(AttnText *t, MlirOperation op) {
  MlirOperation *copies;
  intptr_t n = attnCollect(op, "tile.copy", &copies);
  bool first = true;
  for (intptr_t i = 0; i < n; ++i) {
    const char *slab = attnAttrStr(copies[i], "slab");
    bool seen = !slab;
    for (intptr_t k = 0; k < i && !seen; ++k) {
      const char *other = attnAttrStr(copies[k], "slab");
      seen = other && strcmp(other, slab) == 0;
    }
    if (seen)
      continue;
    int64_t pad = 0, slots = 1, swizzle = 0;
    attnAttrI64(copies[i], "pad", &pad);
    attnAttrI64(copies[i], "slots", &slots);
    attnAttrI64(copies[i], "swizzle", &swizzle);
    attnListLabel(t, 2, first ? "slabs" : "");
    first = false;
    attnTextAdd(t, "%s", slab);
    addStrings(t, copies[i], "axes");
    attnTextAdd(t, " ");
    attnTextType(t, mlirValueGetType(mlirOperationGetResult(copies[i], 0)));
    if (slots > 1)
      attnTextAdd(t, ", %" PRId64 " slots", slots);
    if (swizzle)
      attnTextAdd(t, ", swizzled in panels of %" PRId64 " bytes\n", swizzle);
    else
      attnTextAdd(t, ", each row padded by %" PRId64 " bytes\n", pad);
  }
  free(copies);
}

void attnListKernel(AttnText *t, MlirOperation op) {
  AttnListAxes a = attnListReadAxes(op);
  Kernel k = {.t = t};
  const char *name = attnAttrStr(op, "sym_name");
  attnTextAdd(t, "  kernel @%s", name ? name : "?");
  attnListResults(t, op);
  attnTextAdd(t, "\n");
  attnListAxes(t, 2, &a);
  addGrid(t, op, &a);
  attnListSchedule(t, 2, op);
  addSlabs(t, op);
  MlirOperation *ops;
  intptr_t n = attnCollect(op, NULL, &ops);
  for (intptr_t i = 0; i < n; ++i) {
    const char *layout = attnAttrStr(ops[i], "layout");
    int before = k.numLayouts;
    if (layout && layoutIndex(&k, layout) == before) {
      attnListLabel(t, 2, before ? "" : "layouts");
      attnTextAdd(t, "L%d  %s\n", before, layout);
    }
  }
  free(ops);
  if (!mlirBlockIsNull(attnBody(op, 0)))
    listBlock(&k, attnBody(op, 0), 2);
}
