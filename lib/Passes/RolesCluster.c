//===- RolesCluster.c - attn-roles in kernels with clusters ---------------===//
//
// The CTAs of a cluster take the same steps. A streamed box that does not depend on where a CTA
// lies in its cluster comes once for all of them: each producer copies its share of the rows to the
// same slot of every CTA (`multicast`), and fills a slot again when the consumers of all CTAs have
// released it.
//
//   slot of CTA 0   [ rows from producer 0 | rows from producer 1 ]
//   slot of CTA 1   [ rows from producer 0 | rows from producer 1 ]
//
// No CTA can wait for another one for ever: all producers make the same copies in the same order,
// so the one that is furthest behind waits for consumers that have everything they need.
//
// A CTA's shared memory goes with its last thread. So a producer stays until all slots that it
// shares have been released: then everything has arrived that other CTAs send, and everybody has
// what it sent.
//
//   for the slots of a ring, from the next one on:   acquire k[slot], v[slot], ...
//
// Shares are multiples of 8 rows, which is what a swizzle repeats after. Boxes of cells that cannot
// be shared, for that or any reason, stay each CTA's own.
//===----------------------------------------------------------------------===//
#include "Dialect/Tile/Origin.h"
#include "Passes/Roles.h"

static bool refuse(const AttnSplit *s, const char *rule, int64_t rows) {
  const AttnScheduleEntry *e = attnScheduleGet(&s->schedule, "GRID", NULL);
  attnOpError(s->kernel, "cannot honour GRID=%s: %s (it has %lld)", e ? e->value : "", rule,
              (long long)rows);
  return false;
}

bool attnRolesCluster(AttnSplit *s) {
  MlirAttribute cluster = attnAttr(s->kernel, "cluster");
  if (mlirAttributeIsNull(cluster))
    return true;
  s->clusterAxis = attnDictStr(cluster, "axis");
  attnDictI64(cluster, "size", &s->cluster);
  for (int i = 0; i < s->nLoads; ++i) {
    AttnRoleLoad *l = &s->loads[i];
    int64_t rows = mlirShapedTypeGetRank(l->type) == 2 ? mlirShapedTypeGetDimSize(l->type, 0) : 1;
    bool fits = rows % (8 * s->cluster) == 0;
    if (mlirOperationIsNull(l->loop) || l->part || attnBoxMoves(s->kernel, l->op, s->clusterAxis))
      continue;
    if (!fits && !l->cells)
      return refuse(s, "each CTA copies a share of a tile's rows, a multiple of 8", rows);
    l->multicast = fits ? (int)s->cluster : 0;
  }
  return true;
}

void attnRolesDrain(const AttnSplit *s, const AttnBuilder *b, MlirValue slot, MlirValue phase) {
  AttnBuilder in;
  MlirValue iv, args[2], inits[2] = {slot, phase}, next[2];
  attnBuildFor(b, attnConstIndex(b, 0), attnConstIndex(b, attnRolesDepth(s)), attnConstIndex(b, 1),
               2, inits, &in, &iv, args);
  for (int i = 0, slab = 0; i < s->nLoads; ++i)
    if (s->loads[i].slab == slab) { // the first load of each slab
      ++slab;
      if (s->loads[i].multicast)
        attnRolesAcquire(s, &in, &s->loads[i], args[0], args[1]);
    }
  attnRolesNext(&in, attnRolesDepth(s), args[0], args[1], &next[0], &next[1]);
  attnBuildYield(&in, "scf.yield", 2, next);
}
