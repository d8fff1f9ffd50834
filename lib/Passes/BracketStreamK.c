//===- BracketStreamK.c - Streams in stretches (GRID=persistent/streamk) ---===//
// See Bracket.h.
//
// A CTA may get a stretch of a row tile's stream instead of all of it. What the kernel has for
// that:
//
//   lower, upper = tile.part          the stretch, in elements of the stream, whole tiles
//   loops from lower to upper         (each of them cut off at both)
//   if it is a stretch {
//     if it is the first of its tile { n = tile.gather; for 1 .. n - 1: tile.fetch, merge }
//     else { tile.leave each state; tile.arrive }
//   }
//   if it has the beginning { project, store }
//
// So states are merged in the order of the stream. The merge is that of the channels; it is the
// only thing that stretches ask for.
//
//   plain       base(x, y)
//   twisted     r = reference(base(p, q));  x * exp(p - r) + y * exp(q - r)
//
//===----------------------------------------------------------------------===//
#include "Passes/BracketFold.h"

#include <string.h>

static MlirValue part(const AttnBrModel *m, const AttnBuilder *b, const char *bound) {
  MlirNamedAttribute attrs[] = {attnNamed(m->ctx, "axis", attnStr(m->ctx, m->axes[m->fold].name)),
                                attnNamed(m->ctx, "bound", attnStr(m->ctx, bound))};
  return attnBuild0(b, "tile.part", mlirIndexTypeGet(m->ctx), 2, attrs);
}

static bool isConstant(MlirValue v) { return attnIs(attnDef(v), "arith.constant"); }

static bool isZero(MlirValue v) {
  int64_t value = -1;
  return isConstant(v) && attnAttrI64(attnDef(v), "value", &value) && value == 0;
}

bool attnBrCut(const AttnBrModel *m, const AttnBuilder *b, AttnBrRanges *r) {
  MlirValue at = {NULL};
  for (int i = 0; i < 3; ++i) {
    if (!r->has[i])
      continue;
    if (!isConstant(r->lo[i]) || !isConstant(r->hi[i]) || (!at.ptr && !isZero(r->lo[i]))) {
      attnOpError(m->op, "cannot honour GRID=persistent/streamk: streams differ in length");
      return false;
    }
    if (!at.ptr) {
      at = r->lower = part(m, b, "lower");
      r->upper = part(m, b, "upper");
    }
    MlirValue end = attnBuild2(b, "arith.minsi", r->hi[i], r->upper);
    r->lo[i] = at;
    at = r->hi[i] = attnBuild2(b, "arith.maxsi", at, end);
  }
  return true;
}

//===--- the merge --------------------------------------------------------===//

/// Opens a map that reads two tiles. False after an error.
static bool open(AttnFolder *f, AttnTile x, AttnTile y, AttnBrMap *map, MlirValue *a,
                 MlirValue *b) {
  if (f->e.failed || !attnBrMapOpen(&f->e, 0, 0, NULL, NULL, map)) {
    f->e.failed = true;
    return false;
  }
  *a = attnBrMapElement(map, x);
  *b = attnBrMapElement(map, y);
  return true;
}

static AttnTile plain(AttnFolder *f, const AttnBrChannel *c, AttnTile x, AttnTile y) {
  AttnBrMap map;
  MlirValue a, b;
  if (!open(f, x, y, &map, &a, &b))
    return (AttnTile){0};
  return attnBrMapClose(&map, attnBrMonoid(&map.in, c->monoid, a, b));
}

/// x * alpha + y * beta
static AttnTile rescaledSum(AttnFolder *f, AttnTile x, AttnTile alpha, AttnTile y, AttnTile beta) {
  AttnBrMap map;
  MlirValue a, s;
  if (!open(f, x, alpha, &map, &a, &s))
    return (AttnTile){0};
  MlirType t = mlirValueGetType(a);
  a = attnBuild2(&map.in, "arith.mulf", a, attnCast(&map.in, s, t));
  MlirValue b = attnBrMapElement(&map, y), u = attnCast(&map.in, attnBrMapElement(&map, beta), t);
  return attnBrMapClose(&map,
                        attnBuild(&map.in, "math.fma", 3, (MlirValue[]){b, u, a}, t, 0, NULL));
}

static void merge(AttnFolder *f, const AttnTile *x, const AttnTile *y, AttnTile *z) {
  const AttnBrModel *m = f->e.m;
  AttnTile alpha[ATTN_BR_MAX_CHANNELS], beta[ATTN_BR_MAX_CHANNELS];
  memset(alpha, 0, sizeof alpha);
  for (int i = 0; i < m->nChannels && !f->e.failed; ++i) {
    const AttnBrChannel *c = &m->channels[i];
    if (!c->twisted) {
      z[i] = plain(f, c, x[i], y[i]);
      continue;
    }
    int p = c->pivot;
    if (!alpha[p].value.ptr) {
      AttnTile ref = attnBrReference(f, z[p]);
      alpha[p] = attnBrFactor(f, p, x[p], ref);
      beta[p] = attnBrFactor(f, p, y[p], ref);
    }
    z[i] = rescaledSum(f, x[i], alpha[p], y[i], beta[p]);
  }
}

static MlirNamedAttribute number(const AttnBrModel *m, int state) {
  return attnNamed(m->ctx, "state", attnI64(m->ctx, state));
}

static AttnTile fetch(AttnFolder *f, const AttnBuilder *b, int i, MlirValue stretch) {
  const AttnBrModel *m = f->e.m;
  AttnTile t = f->state[i];
  MlirNamedAttribute attrs[] = {number(m, i), attnNamed(m->ctx, "axes", attnBrAxesAttr(&f->e, &t))};
  t.value = attnBuild(b, "tile.fetch", 1, &stretch, mlirValueGetType(t.value), 2, attrs);
  return t;
}

/// In the branch of who has the first stretch: `all`, its states, become those of all stretches.
static void fetchAll(AttnFolder *f, const AttnBuilder *b, MlirValue *all) {
  int n = f->e.m->nChannels;
  AttnTile x[ATTN_BR_MAX_CHANNELS], y[ATTN_BR_MAX_CHANNELS], z[ATTN_BR_MAX_CHANNELS];
  MlirValue args[ATTN_BR_MAX_CHANNELS], iv, one = attnConstIndex(b, 1);
  MlirValue stretches = attnBuild0(b, "tile.gather", mlirIndexTypeGet(b->ctx), 0, NULL);
  AttnBuilder body;
  MlirOperation loop = attnBuildFor(b, one, stretches, one, n, all, &body, &iv, args);
  AttnBrScope scope;
  attnBrPush(&f->e, &scope, body, 0);
  for (int i = 0; i < n; ++i) {
    x[i] = f->state[i];
    x[i].value = args[i];
    y[i] = fetch(f, &scope.at, i, iv);
  }
  memset(z, 0, sizeof z);
  merge(f, x, y, z);
  for (int i = 0; i < n && !f->e.failed; ++i)
    args[i] = z[i].value;
  attnBuildYield(&scope.at, "scf.yield", n, args);
  attnBrPop(&f->e);
  for (int i = 0; i < n; ++i)
    all[i] = mlirOperationGetResult(loop, i);
}

static void leaveAll(const AttnFolder *f, const AttnBuilder *b) {
  for (int i = 0; i < f->e.m->nChannels; ++i) {
    MlirNamedAttribute state = number(f->e.m, i);
    attnBuildOp(b, &(AttnOpDesc){.name = "tile.leave",
                                 .nOperands = 1,
                                 .operands = &f->state[i].value,
                                 .nAttrs = 1,
                                 .attrs = &state});
  }
  attnBuildOp(b, &(AttnOpDesc){.name = "tile.arrive"});
}

MlirValue attnBrJoin(AttnFolder *f, const AttnBrRanges *r) {
  const AttnBrModel *m = f->e.m;
  const AttnBrAxis *fold = &m->axes[m->fold];
  AttnBuilder b = f->e.scope->at, then, els, leads, follows;
  int n = m->nChannels;
  MlirValue own[ATTN_BR_MAX_CHANNELS], all[ATTN_BR_MAX_CHANNELS];
  MlirType types[ATTN_BR_MAX_CHANNELS];
  for (int i = 0; i < n; ++i) {
    all[i] = own[i] = f->state[i].value;
    types[i] = mlirValueGetType(own[i]);
  }
  int64_t whole = (fold->extent + fold->tile - 1) / fold->tile * fold->tile;
  MlirValue length = attnBuild2(&b, "arith.subi", r->upper, r->lower);
  MlirValue some = attnCmpi(&b, 2, length, attnConstIndex(&b, whole)); // slt
  MlirValue first = attnCmpi(&b, 0, r->lower, attnConstIndex(&b, 0));
  MlirOperation branch = attnBuildIf(&b, some, n, types, &then, &els);
  MlirOperation side = attnBuildIf(&then, first, n, types, &leads, &follows);
  fetchAll(f, &leads, all);
  attnBuildYield(&leads, "scf.yield", n, all);
  leaveAll(f, &follows);
  attnBuildYield(&follows, "scf.yield", n, own);
  for (int i = 0; i < n; ++i)
    all[i] = mlirOperationGetResult(side, i);
  attnBuildYield(&then, "scf.yield", n, all);
  attnBuildYield(&els, "scf.yield", n, own);
  for (int i = 0; i < n; ++i)
    f->state[i].value = mlirOperationGetResult(branch, i);
  return first;
}

const char *attnBrStreamKRule(const AttnBrModel *m) {
  if (!mlirOperationIsNull(m->define))
    return "it is no fold by channels, whose states stretches of a stream could leave";
  if (m->symbols.n)
    return "the launch alone knows all lengths";
  if (!mlirOperationIsNull(m->visits))
    return "the tiles to be visited are listed at run time";
  if (m->spread >= 0)
    return "results have columns that are spread over CTAs";
  for (int i = 0; i < m->nChannels; ++i) {
    if (!mlirTypeIsAF32(m->channels[i].type))
      return "a state is not of f32";
    if (m->channels[i].twisted && strcmp(m->channels[i].monoid, "add") != 0)
      return "a state in units of another one is not a sum";
  }
  return NULL;
}
