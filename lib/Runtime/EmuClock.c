//===- EmuClock.c - What is ordered before what ---------------------------===//
//
// Vector clocks with sharing. A lane knows a base vector (immutable, shared by all that left the
// same barrier) and its own clock. Then
//
//   release:  v = max(v, base), v[me] = clock, clock += 1
//   acquire:  base = max(base, v)
//   an access (who, t) is over for me  iff  who == me or t <= base[who]
//
// A second vector p says the same for the async proxy (PTX ISA, "Proxy-preserved base causality
// order": a proxy fence has to lie on the way from the one access to the other):
//
//   fence.proxy.async:  base.p = base.t, my own accesses so far are fenced
//
// Release and acquire carry p along.
//
// The full vector work is done once per distinct base; the other lanes of a barrier find the result
// remembered, so that a barrier of n lanes costs n steps and not n * n.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t allAgents(const EmuCluster *cluster) {
  return cluster->numLanes + cluster->numCtas * EMU_ENGINES;
}

/// Zero for engines that come later, and for the proxy.
static EmuClock *newClock(EmuCluster *cluster) {
  EmuClock *c = cluster->pool;
  if (c) {
    cluster->pool = c->next;
  } else {
    uint32_t agents = allAgents(cluster);
    c = malloc(sizeof *c + 2 * agents * sizeof *c->t);
    if (!c) {
      fprintf(stderr, "the emulator is out of memory\n");
      abort();
    }
    c->p = c->t + agents;
  }
  c->refs = 1;
  c->next = c->fenced = NULL;
  c->isFenced = false;
  memset(c->t + cluster->numAgents, 0, (allAgents(cluster) - cluster->numAgents) * sizeof *c->t);
  memset(c->p, 0, allAgents(cluster) * sizeof *c->p);
  return c;
}

static EmuClock *copyClock(EmuCluster *cluster, const EmuClock *from) {
  EmuClock *c = newClock(cluster);
  memcpy(c->t, from->t, cluster->numAgents * sizeof *c->t);
  if (cluster->fences)
    memcpy(c->p, from->p, cluster->numAgents * sizeof *c->p);
  return c;
}

static void drop(EmuCluster *cluster, EmuClock *c) {
  if (!c || --c->refs)
    return;
  drop(cluster, c->fenced);
  c->next = cluster->pool;
  cluster->pool = c;
}

static void join(const EmuCluster *cluster, EmuClock *into, const EmuClock *c) {
  uint32_t n = cluster->numAgents;
  for (uint32_t i = 0; i < n; ++i)
    into->t[i] = into->t[i] < c->t[i] ? c->t[i] : into->t[i];
  for (uint32_t i = 0; cluster->fences && i < n; ++i)
    into->p[i] = into->p[i] < c->p[i] ? c->p[i] : into->p[i];
}

/// Is all that `a` knows known to `b`?
static bool covered(const EmuCluster *cluster, const EmuClock *a, const EmuClock *b) {
  bool yes = true;
  for (uint32_t i = 0; i < cluster->numAgents && yes; ++i)
    yes = a->t[i] <= b->t[i] && a->p[i] <= b->p[i];
  return yes;
}

void emuClockStart(EmuCluster *cluster) {
  cluster->numAgents = cluster->numLanes;
  cluster->fences = false;
  EmuClock *zero = newClock(cluster);
  memset(zero->t, 0, cluster->numAgents * sizeof *zero->t);
  zero->refs = cluster->numLanes;
  for (uint32_t c = 0; c < cluster->numCtas; ++c)
    for (uint32_t i = 0; i < cluster->ctas[c].numLanes; ++i) {
      AttnEmuLane *l = &cluster->ctas[c].lanes[i];
      drop(cluster, l->base);
      l->base = zero;
      l->clock = 1;
      l->fenced = 0;
    }
}

void emuClockForget(AttnEmuLane *l) {
  drop(l->cta->cluster, l->base);
  l->base = NULL;
}

void emuClockDrain(EmuCluster *cluster) {
  while (cluster->pool) {
    EmuClock *next = cluster->pool->next;
    free(cluster->pool);
    cluster->pool = next;
  }
}

static void forget(EmuCluster *cluster, EmuSync *s) {
  drop(cluster, s->to);
  s->from = s->to = NULL;
}

void emuSyncReset(EmuCta *cta, EmuSync *s) {
  forget(cta->cluster, s);
  drop(cta->cluster, s->v);
  *s = (EmuSync){NULL};
}

/// Somebody may have taken the vector already.
static void makeOwn(EmuCluster *cluster, EmuSync *s) {
  if (s->v->refs == 1 && !s->v->fenced)
    return;
  EmuClock *copy = copyClock(cluster, s->v);
  drop(cluster, s->v);
  s->v = copy;
}

static void tick(AttnEmuLane *l) {
  if (l->clock < EMU_MAX_CLOCK)
    ++l->clock;
  else
    emuReport(l, ATTN_EMU_ILLEGAL, l->wait.site,
              "more than %d synchronising operations of one lane: the emulator cannot order them",
              EMU_MAX_CLOCK);
}

void emuRelease(AttnEmuLane *l, EmuSync *s) {
  EmuCluster *cluster = l->cta->cluster;
  if (!s->v) {
    s->v = copyClock(cluster, l->base);
  } else if (s->merged != l->base) {
    makeOwn(cluster, s);
    join(cluster, s->v, l->base);
  }
  s->merged = l->base;
  if (s->v->t[l->agent] < l->clock)
    s->v->t[l->agent] = l->clock;
  if (s->v->p[l->agent] < l->fenced)
    s->v->p[l->agent] = l->fenced;
  forget(cluster, s);
  tick(l);
}

void emuEngineRelease(EmuCta *cta, EmuSync *s, uint32_t engine, uint32_t clock) {
  EmuCluster *cluster = cta->cluster;
  uint32_t agent = emuEngine(cta, engine);
  if (!s->v) {
    s->v = newClock(cluster);
    memset(s->v->t, 0, cluster->numAgents * sizeof *s->v->t);
  } else {
    makeOwn(cluster, s);
  }
  if (s->v->t[agent] < clock)
    s->v->t[agent] = clock;
  forget(cluster, s);
}

uint32_t emuEngine(EmuCta *cta, uint32_t engine) {
  EmuCluster *cluster = cta->cluster;
  cluster->numAgents = allAgents(cluster); // the clocks there are know nothing of engines: zeros
  return cluster->numLanes + cta->rank * EMU_ENGINES + engine;
}

void emuProxyFence(AttnEmuLane *l) {
  EmuCluster *cluster = l->cta->cluster;
  EmuClock *base = l->base;
  cluster->fences = true;
  l->fenced = l->clock;
  tick(l);
  if (base->isFenced)
    return;
  if (!base->fenced) {
    base->fenced = copyClock(cluster, base);
    memcpy(base->fenced->p, base->t, cluster->numAgents * sizeof *base->t);
    base->fenced->isFenced = true;
  }
  l->base = base->fenced;
  ++l->base->refs;
  drop(cluster, base);
}

void emuAcquire(AttnEmuLane *l, EmuSync *s) {
  EmuCluster *cluster = l->cta->cluster;
  if (!s->v || l->base == s->v)
    return;
  if (s->from != l->base || !s->to) {
    EmuClock *to = s->v;
    if (covered(cluster, l->base, s->v)) {
      ++to->refs;
    } else {
      to = copyClock(cluster, l->base);
      join(cluster, to, s->v);
    }
    forget(cluster, s);
    s->from = l->base;
    s->to = to;
  }
  EmuClock *old = l->base;
  l->base = s->to;
  ++s->to->refs;
  drop(cluster, old);
}
