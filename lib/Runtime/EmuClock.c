//===- EmuClock.c - What is ordered before what ---------------------------===//
//
// Vector clocks with sharing. A lane knows a base vector (immutable, shared by all that left the
// same barrier) and its own clock. Then
//
//   release:  v = max(v, base), v[me] = clock, clock += 1
//   acquire:  base = max(base, v)
//   an access (who, t) is over for me  iff  who == me or t <= base[who]
//
// The full vector work is done once per distinct base; the other lanes of a barrier find the result
// remembered, so that a barrier of n lanes costs n steps and not n * n.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static EmuClock *newClock(EmuCta *cta) {
  EmuClock *c = cta->pool;
  if (c) {
    cta->pool = c->next;
  } else {
    c = malloc(sizeof *c + (EMU_MAX_THREADS + 8) * sizeof *c->t);
    if (!c) {
      fprintf(stderr, "the emulator is out of memory\n");
      abort();
    }
  }
  c->refs = 1;
  c->next = NULL;
  return c;
}

static void drop(EmuCta *cta, EmuClock *c) {
  if (!c || --c->refs)
    return;
  c->next = cta->pool;
  cta->pool = c;
}

static void join(EmuClock *into, const EmuClock *c, uint32_t n) {
  for (uint32_t i = 0; i < n; ++i)
    into->t[i] = into->t[i] < c->t[i] ? c->t[i] : into->t[i];
}

void emuClockStart(EmuCta *cta) {
  EmuClock *zero = newClock(cta);
  memset(zero->t, 0, cta->numAgents * sizeof *zero->t);
  zero->refs = cta->numLanes;
  for (uint32_t i = 0; i < cta->numLanes; ++i) {
    drop(cta, cta->lanes[i].base);
    cta->lanes[i].base = zero;
    cta->lanes[i].clock = 1;
  }
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

void emuRelease(AttnEmuLane *l, EmuSync *s) {
  EmuCta *cta = l->cta;
  if (!s->v) {
    s->v = newClock(cta);
    memcpy(s->v->t, l->base->t, cta->numAgents * sizeof *s->v->t);
  } else if (s->merged != l->base) {
    if (s->v->refs > 1) { // somebody took it already
      EmuClock *copy = newClock(cta);
      memcpy(copy->t, s->v->t, cta->numAgents * sizeof *copy->t);
      drop(cta, s->v);
      s->v = copy;
    }
    join(s->v, l->base, cta->numAgents);
  }
  s->merged = l->base;
  if (s->v->t[l->thread] < l->clock)
    s->v->t[l->thread] = l->clock;
  forget(cta, s);
  if (l->clock < EMU_MAX_CLOCK)
    ++l->clock;
  else
    emuReport(l, ATTN_EMU_ILLEGAL, l->wait.site,
              "more than %d synchronising operations of one lane: the emulator cannot order them",
              EMU_MAX_CLOCK);
}

void emuAcquire(AttnEmuLane *l, EmuSync *s) {
  EmuCta *cta = l->cta;
  if (!s->v || l->base == s->v)
    return;
  if (s->from != l->base || !s->to) {
    bool covered = true;
    for (uint32_t i = 0; i < cta->numAgents && covered; ++i)
      covered = l->base->t[i] <= s->v->t[i];
    EmuClock *to = s->v;
    if (covered) {
      ++to->refs;
    } else {
      to = newClock(cta);
      memcpy(to->t, l->base->t, cta->numAgents * sizeof *to->t);
      join(to, s->v, cta->numAgents);
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
