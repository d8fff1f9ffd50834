//===- Chip.c - What we know of the chips we compile for ------------------===//
// See Chip.h. Sources: CUDA C programming guide, "Technical specifications per compute capability";
// PTX ISA, "Target directives" and "Release history".
//===----------------------------------------------------------------------===//
#include "Conversion/NVVMToCubin/Chip.h"
#include "Schedule/Suggest.h"

#include <stdio.h>
#include <string.h>

static const AttnChip chips[] = {
    {"sm_80", 70, 163 * 1024, false, false}, {"sm_86", 71, 99 * 1024, false, false},
    {"sm_89", 78, 99 * 1024, false, false},  {"sm_90", 80, 227 * 1024, true, true},
    {"sm_90a", 80, 227 * 1024, true, true},  {"sm_100", 86, 227 * 1024, true, true},
    {"sm_100a", 86, 227 * 1024, true, true}, {"sm_120", 87, 99 * 1024, true, true},
    {"sm_120a", 87, 99 * 1024, true, true},
};
enum { N_CHIPS = sizeof chips / sizeof *chips };

const AttnChip *attnChipFind(const char *name, char *err, size_t errSize) {
  const char *names[N_CHIPS];
  char list[256] = "";
  for (int i = 0; i < N_CHIPS; ++i) {
    if (strcmp(chips[i].name, name) == 0)
      return &chips[i];
    names[i] = chips[i].name;
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s", i ? " " : "", chips[i].name);
  }
  const char *near = attnSuggest(name, names, N_CHIPS);
  if (near)
    snprintf(err, errSize, "unknown chip '%s'; did you mean '%s'? (known: %s)", name, near, list);
  else
    snprintf(err, errSize, "unknown chip '%s' (known: %s)", name, list);
  return NULL;
}

// CUDA release -> PTX ISA. From 12.0 on the minor versions run together, with two exceptions: 12.6
// brought no new PTX, and 12.7 was not released.
static const struct {
  int major, minor, ptx;
} releases[] = {
    {11, 0, 70}, {11, 1, 71}, {11, 2, 72}, {11, 3, 73}, {11, 4, 74}, {11, 5, 75}, {11, 6, 76},
    {11, 7, 77}, {11, 8, 78}, {12, 0, 80}, {12, 1, 81}, {12, 2, 82}, {12, 3, 83}, {12, 4, 84},
    {12, 5, 85}, {12, 6, 85}, {12, 7, 86}, {12, 8, 87}, {12, 9, 88}, {13, 0, 90},
};

int attnPtxOfCuda(int major, int minor) {
  int ptx = 0; // an unknown newer release accepts at least what the newest known one does
  for (size_t i = 0; i < sizeof releases / sizeof *releases; ++i)
    if (releases[i].major < major || (releases[i].major == major && releases[i].minor <= minor))
      ptx = releases[i].ptx;
  return ptx;
}
