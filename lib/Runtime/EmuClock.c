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

static uint32_t allAgents(const EmuCta *cta) { return cta->numLanes + EMU_ENGINES; }

/// Zero for engines that come later, and for the proxy.
static EmuClock *newClock(EmuCta *cta) {
  EmuClock *c = cta->pool;
  if (c) {
    cta->pool = c->next;
  } else {
    c = malloc(sizeof *c);
    if (!c) {
      fprintf(stderr, "the emulator is out of memory\n");
      abort();
    }
  }
  c->refs = 1;
  c->next = c->fenced = NULL;
  c->isFenced = false;
  memset(c->t + cta->numAgents, 0, (allAgents(cta) - cta->numAgents) * sizeof *c->t);
  memset(c->p, 0, allAgents(cta) * sizeof *c->p);
  return c;
}

static EmuClock *copyClock(EmuCta *cta, const EmuClock *from) {
  EmuClock *c = newClock(cta);
  memcpy(c->t, from->t, cta->numAgents * sizeof *c->t);
  if (cta->fences)
    memcpy(c->p, from->p, cta->numAgents * sizeof *c->p);
  return c;
}

static void drop(EmuCta *cta, EmuClock *c) {
  if (!c || --c->refs)
    return;
  drop(cta, c->fenced);
  c->next = cta->pool;
  cta->pool = c;
}

static void join(const EmuCta *cta, EmuClock *into, const EmuClock *c) {
  uint32_t n = cta->numAgents;
  for (uint32_t i = 0; i < n; ++i)
    into->t[i] = into->t[i] < c->t[i] ? c->t[i] : into->t[i];
  for (uint32_t i = 0; cta->fences && i < n; ++i)
    into->p[i] = into->p[i] < c->p[i] ? c->p[i] : into->p[i];
}

/// Is all that `a` knows known to `b`?
static bool covered(const EmuCta *cta, const EmuClock *a, const EmuClock *b) {
  bool yes = true;
  for (uint32_t i = 0; i < cta->numAgents && yes; ++i)
    yes = a->t[i] <= b->t[i] && a->p[i] <= b->p[i];
  return yes;
}

void emuClockStart(EmuCta *cta) {
  cta->numAgents = cta->numLanes;
  cta->fences = false;
  EmuClock *zero = newClock(cta);
  memset(zero->t, 0, cta->numAgents * sizeof *zero->t);
  zero->refs = cta->numLanes;
  for (uint32_t i = 0; i < cta->numLanes; ++i) {
    drop(cta, cta->lanes[i].base);
    cta->lanes[i].base = zero;
    cta->lanes[i].clock = 1;
    cta->lanes[i].fenced = 0;
  }
}

void emuClockForget(AttnEmuLane *l) {
  drop(l->cta, l->base);
  l->base = NULL;
}

void emuClockDrain(EmuCta *cta) {
  while (cta->pool) {
    EmuClock *next = cta->pool->next;
    free(cta->pool);
    cta->pool = next;
  }
}

static void forget(EmuCta *cta, EmuSync *s) {
  drop(cta, s->to);
  s->from = s->to = NULL;
}

void emuSyncReset(EmuCta *cta, EmuSync *s) {
  forget(cta, s);
  drop(cta, s->v);
  *s = (EmuSync){NULL};
}

/// Somebody may have taken the vector already.
static void makeOwn(EmuCta *cta, EmuSync *s) {
  if (s->v->refs == 1 && !s->v->fenced)
    return;
  EmuClock *copy = copyClock(cta, s->v);
  drop(cta, s->v);
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
  EmuCta *cta = l->cta;
  if (!s->v) {
    s->v = copyClock(cta, l->base);
  } else if (s->merged != l->base) {
    makeOwn(cta, s);
    join(cta, s->v, l->base);
  }
  s->merged = l->base;
  if (s->v->t[l->thread] < l->clock)
    s->v->t[l->thread] = l->clock;
  if (s->v->p[l->thread] < l->fenced)
    s->v->p[l->thread] = l->fenced;
  forget(cta, s);
  tick(l);
}

void emuEngineRelease(EmuCta *cta, EmuSync *s, uint32_t engine, uint32_t clock) {
  uint32_t agent = emuEngine(cta, engine);
  if (!s->v) {
    s->v = newClock(cta);
    memset(s->v->t, 0, cta->numAgents * sizeof *s->v->t);
  } else {
    makeOwn(cta, s);
  }
  if (s->v->t[agent] < clock)
    s->v->t[agent] = clock;
  forget(cta, s);
}

uint32_t emuEngine(EmuCta *cta, uint32_t engine) {
  cta->numAgents = allAgents(cta); // the clocks there are know nothing about engines: zeros
  return cta->numLanes + engine;
}

void emuProxyFence(AttnEmuLane *l) {
  EmuCta *cta = l->cta;
  EmuClock *base = l->base;
  cta->fences = true;
  l->fenced = l->clock;
  tick(l);
  if (base->isFenced)
    return;
  if (!base->fenced) {
    base->fenced = copyClock(cta, base);
    memcpy(base->fenced->p, base->t, cta->numAgents * sizeof *base->t);
    base->fenced->isFenced = true;
  }
  l->base = base->fenced;
  ++l->base->refs;
  drop(cta, base);
}

void emuAcquire(AttnEmuLane *l, EmuSync *s) {
  EmuCta *cta = l->cta;
  if (!s->v || l->base == s->v)
    return;
  if (s->from != l->base || !s->to) {
    EmuClock *to = s->v;
    if (covered(cta, l->base, s->v)) {
      ++to->refs;
    } else {
      to = copyClock(cta, l->base);
      join(cta, to, s->v);
    }
    forget(cta, s);
    s->from = l->base;
    s->to = to;
  }
  EmuClock *old = l->base;
  l->base = s->to;
  ++s->to->refs;
  drop(cta, old);
}
