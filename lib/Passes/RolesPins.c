//===- RolesPins.c - What ROLE, STAGE and HOLD are for in a kernel --------===//
// See Roles.h. A pin of the kernel's own schedule that nothing here is for is an error; one of the
// pass's option may be for another kernel.
//===----------------------------------------------------------------------===//
#include "Passes/Roles.h"

#include <stdlib.h>
#include <string.h>

static bool refusePin(const AttnSplit *s, const AttnScheduleEntry *e, const char *rule) {
  attnOpError(s->kernel, "cannot honour %s%s%s=%s: %s", e->key, *e->axis ? "@" : "", e->axis,
              e->value, rule);
  return false;
}

/// Is there a contraction of that name whose left operand is computed?
static bool computesFor(const AttnSplit *s, const char *name) {
  MlirOperation *ops;
  bool any = false;
  for (intptr_t i = attnCollect(s->kernel, "tile.contract", &ops); i-- > 0;) {
    const char *own = attnAttrStr(ops[i], "name");
    any |= own && strcmp(own, name) == 0 &&
           !attnIs(attnDef(mlirOperationGetOperand(ops[i], 0)), "tile.load");
  }
  free(ops);
  return any;
}

/// Is there something here that STAGE or HOLD at an axis is for?
static bool concerns(const AttnSplit *s, const AttnScheduleEntry *e) {
  if (strcmp(e->key, "HOLD") == 0)
    return !*e->axis || (strcmp(e->axis, s->fold) == 0 ? s->cells : computesFor(s, e->axis));
  if (strcmp(e->key, "STAGE") != 0 || !*e->axis)
    return true;
  for (int i = 0; i < s->nLoads; ++i)
    if (strcmp(s->loads[i].axis, e->axis) == 0)
      return true;
  return false;
}

/// Does a loop change what is staged at the axis?
static bool isStreamed(const AttnSplit *s, const char *axis) {
  for (int i = 0; i < s->nLoads; ++i)
    if (strcmp(s->loads[i].axis, axis) == 0 && !mlirOperationIsNull(s->loads[i].loop))
      return true;
  return false;
}

int attnRolesSwizzle(const AttnSplit *s, const char *axis) {
  int swizzle = 0;
  for (int i = 0; i < s->nLoads; ++i)
    if (!s->loads[i].cells && (!*axis || strcmp(s->loads[i].axis, axis) == 0) &&
        s->loads[i].swizzle > swizzle)
      swizzle = s->loads[i].swizzle;
  return swizzle;
}

bool attnRolesCheckPins(AttnSplit *s, size_t own) {
  const char *chains = attnRolesPlanChain(s);
  AttnSchedule rest = {0};
  for (size_t i = 0; i < s->schedule.size; ++i) {
    const AttnScheduleEntry *e = &s->schedule.entries[i];
    AttnStage st = {0};
    if (concerns(s, e)) {
      rest.entries[rest.size++] = *e;
      if (strcmp(e->key, "STAGE") != 0 || !attnParseStage(e->value, &st))
        continue;
      if (*e->axis && st.depth > 1 && !isStreamed(s, e->axis) && (st.depth > 2 || !s->chained))
        return refusePin(s, e, st.depth > 2 ? "what no loop changes has a slot, or two" : chains);
      if (st.prefetch > 1)
        return refusePin(s, e, "register buffers (p<n>) are of fragments that mma.sync reads");
      if (st.swizzle && attnRolesSwizzle(s, e->axis) != st.swizzle)
        return refusePin(s, e, "the slab's rows are no multiple of the swizzle");
    } else if (i < own) {
      return refusePin(s, e,
                       strcmp(e->key, "STAGE") == 0
                           ? "the kernel stages nothing along that axis"
                           : "a producer copies the operands of contractions to shared memory, and "
                             "nothing else has to be held");
    }
  }
  s->schedule = rest;
  return true;
}

bool attnRolesRead(AttnSplit *s, const AttnSchedule *option, const AttnScheduleEntry **role) {
  for (size_t i = 0; i < s->schedule.size; ++i) {
    const AttnScheduleEntry *e = &s->schedule.entries[i];
    if (strcmp(e->key, "ROLE") == 0 && (!s->fold || (*e->axis && strcmp(e->axis, s->fold) != 0)))
      return refusePin(s, e, s->fold ? "the kernel does not fold that axis" : "it folds nothing");
  }
  *role = s->fold ? attnScheduleGet(option, "ROLE", s->fold) : NULL;
  if (!*role && s->fold)
    *role = attnScheduleGet(&s->schedule, "ROLE", s->fold);
  return true;
}
