//===- Axes.c - The `axes` attribute --------------------------------------===//
// See Axes.h.
//===----------------------------------------------------------------------===//
#include "Dialect/Axes.h"
#include "IR/Build.h"

#include <string.h>

static const char *const roleNames[] = {"free", "fold", "contract"};

const char *attnAxisRoleName(AttnAxisRole role) { return roleNames[role]; }

bool attnAxesRead(MlirOperation op, AttnAxes *axes) {
  memset(axes, 0, sizeof *axes);
  intptr_t n = attnAttrArraySize(op, "axes");
  if (n < 0 || n > ATTN_MAX_AXES)
    return false;
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute d = attnAttrArrayGet(op, "axes", i);
    if (!mlirAttributeIsADictionary(d))
      return false;
    AttnAxis *a = &axes->a[i];
    a->name = attnDictStr(d, "name");
    const char *role = attnDictStr(d, "role");
    if (!a->name || !role || !attnDictI64(d, "extent", &a->extent))
      return false;
    int r = 0;
    while (r < 3 && strcmp(role, roleNames[r]) != 0)
      ++r;
    if (r == 3)
      return false;
    a->role = (AttnAxisRole)r;
    attnDictI64(d, "tile", &a->tile);
  }
  axes->size = (int)n;
  return true;
}

int attnAxesFind(const AttnAxes *axes, const char *name) {
  for (int i = 0; name && i < axes->size; ++i)
    if (strcmp(axes->a[i].name, name) == 0)
      return i;
  return -1;
}
