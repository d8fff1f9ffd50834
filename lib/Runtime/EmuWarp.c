//===- EmuWarp.c - What the lanes of a warp do together -------------------===//
//
// A lane comes to a meeting with its operands and waits; the last one computes the results of all.
// All lanes of the mask must come to the same operation with the same mask (PTX ISA, "the executing
// threads ... must execute the same instruction"); otherwise it is a divergence and the CTA is
// given up. Semantics: PTX ISA 8.x, sections shfl.sync, vote.sync, elect.sync, redux.sync,
// bar.warp.sync.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <stdio.h>
#include <string.h>

//===--- meetings ---------------------------------------------------------===//

static void checkOthers(AttnEmuLane *l) {
  EmuWarp *w = l->warp;
  uint32_t bit = 1u << l->lane;
  EMU_FOR_LANES (i, l->wait.mask & ~bit) {
    const AttnEmuLane *other = &w->lanes[i];
    if (other->state == EMU_DONE) {
      emuReport(l, ATTN_EMU_DIVERGENCE, l->wait.site, "waits for lane %u, which has finished", i);
      emuAbort(l);
    }
    if (other->state == EMU_WAITING && other->wait.kind == EMU_AT_MEETING &&
        (other->wait.mask & bit) &&
        (other->wait.site != l->wait.site || other->wait.mask != l->wait.mask)) {
      const AttnEmuSite *s = &l->cta->launch->kernel->sites[other->wait.site];
      emuReport(l, ATTN_EMU_DIVERGENCE, l->wait.site,
                "takes part with mask 0x%08x while lane %u waits for it at %s (%s) with mask "
                "0x%08x",
                l->wait.mask, i, s->op, s->location, other->wait.mask);
      emuAbort(l);
    }
  }
}

void emuMeet(AttnEmuLane *l, uint32_t site, uint32_t mask, EmuCompute *compute,
             const uint64_t *args, uint64_t *results) {
  EmuWarp *w = l->warp;
  if (!(mask >> l->lane & 1)) {
    emuReport(l, ATTN_EMU_DIVERGENCE, site, "takes part, but is not in its own mask 0x%08x", mask);
    emuAbort(l);
  }
  mask &= w->exists;
  l->wait = (EmuWait){.kind = EMU_AT_MEETING,
                      .site = site,
                      .mask = mask,
                      .compute = compute,
                      .args = args,
                      .results = results};
  checkOthers(l);
  EmuMeeting m = {.warp = w, .site = site, .mask = mask};
  bool all = true;
  EMU_FOR_LANES (i, mask) {
    const AttnEmuLane *other = &w->lanes[i];
    m.args[i] = other->wait.args;
    m.results[i] = other->wait.results;
    all &= other == l || (other->state == EMU_WAITING && other->wait.kind == EMU_AT_MEETING &&
                          other->wait.site == site && other->wait.mask == mask);
  }
  if (!all) {
    emuBlock(l);
    return;
  }
  if (l->cta->worker->sites) {
    l->cta->worker->sites[site].executions += __builtin_popcount(mask);
    if (mask == w->exists)
      emuFlushLog(w);
  }
  compute(&m);
  EMU_FOR_LANES (i, mask)
    emuWake(&w->lanes[i]);
}

void emuMeetAll(AttnEmuLane *l, uint32_t site, EmuCompute *compute, const uint64_t *args,
                uint64_t *results) {
  emuMeet(l, site, l->warp->exists, compute, args, results);
}

void emuWarpLaneDone(AttnEmuLane *l) {
  EmuWarp *w = l->warp;
  w->done |= 1u << l->lane;
  EMU_FOR_LANES (i, w->exists & ~w->done) {
    AttnEmuLane *other = &w->lanes[i];
    if (other->state == EMU_WAITING && other->wait.kind == EMU_AT_MEETING &&
        (other->wait.mask >> l->lane & 1)) {
      emuReport(other, ATTN_EMU_DIVERGENCE, other->wait.site,
                "waits for lane %u, which has finished", l->lane);
      emuAbort(l);
    }
  }
  if (w->done == w->exists && l->cta->worker->sites)
    emuFlushLog(w);
}

//===--- shfl.sync --------------------------------------------------------===//

/// PTX ISA, "shfl.sync": c holds the clamp in bits 0-4 and the segment mask in bits 8-12.
static void computeShuffle(EmuMeeting *m) {
  EMU_FOR_LANES (i, m->mask) {
    const uint64_t *a = m->args[i];
    uint32_t b = (uint32_t)a[2] & 31, c = (uint32_t)a[3], kind = (uint32_t)a[4];
    uint32_t clamp = c & 31, segment = c >> 8 & 31;
    uint32_t maxLane = (i & segment) | (clamp & ~segment), minLane = i & segment;
    int32_t j = (int32_t)i;
    bool in = true;
    switch (kind) {
    case 0: // up
      j = (int32_t)i - (int32_t)b;
      in = j >= (int32_t)maxLane;
      break;
    case 1: // down
      j = (int32_t)(i + b);
      in = j <= (int32_t)maxLane;
      break;
    case 2: // bfly
      j = (int32_t)(i ^ b);
      in = j <= (int32_t)maxLane;
      break;
    default: // idx
      j = (int32_t)(minLane | (b & ~segment));
      in = j <= (int32_t)maxLane;
      break;
    }
    if (!in)
      j = (int32_t)i;
    uint64_t value = 0;
    if (m->mask >> j & 1)
      value = m->args[j][1];
    else
      emuReport(&m->warp->lanes[i], ATTN_EMU_DIVERGENCE, m->site,
                "takes the value of lane %d, which is not in the mask 0x%08x", j, m->mask);
    m->results[i][0] = value & 0xffffffff;
    if (a[5])
      m->results[i][1] = in;
  }
}

void attnEmuShuffle(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeet(l, site, (uint32_t)args[0], computeShuffle, args, results);
}

//===--- bar.warp.sync ----------------------------------------------------===//

static void computeSync(EmuMeeting *m) {
  EmuSync s = {NULL};
  EMU_FOR_LANES (i, m->mask)
    emuRelease(&m->warp->lanes[i], &s);
  EMU_FOR_LANES (i, m->mask)
    emuAcquire(&m->warp->lanes[i], &s);
  emuSyncReset(m->warp->cta, &s);
}

void attnEmuWarpSync(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeet(l, site, (uint32_t)args[0], computeSync, args, results);
}

//===--- vote.sync, elect.sync --------------------------------------------===//

static void computeVote(EmuMeeting *m) {
  uint32_t ballot = 0;
  EMU_FOR_LANES (i, m->mask)
    ballot |= (uint32_t)(m->args[i][1] & 1) << i;
  EMU_FOR_LANES (i, m->mask) {
    bool all = ballot == m->mask;
    uint64_t kinds[] = {ballot != 0, all, ballot, all || ballot == 0};
    m->results[i][0] = kinds[m->args[i][2] & 3];
  }
}

void attnEmuVote(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeet(l, site, (uint32_t)args[0], computeVote, args, results);
}

/// The lowest lane; which one it is PTX leaves open, but it is always the same one.
static void computeElect(EmuMeeting *m) {
  uint32_t leader = (uint32_t)__builtin_ctz(m->mask);
  EMU_FOR_LANES (i, m->mask)
    m->results[i][0] = i == leader;
}

void attnEmuElect(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeet(l, site, args[0] ? (uint32_t)args[1] : ~0u, computeElect, args, results);
}

//===--- redux.sync -------------------------------------------------------===//

enum { REDUX_ADD, REDUX_AND, REDUX_MAX, REDUX_MIN, REDUX_OR, REDUX_UMAX, REDUX_UMIN, REDUX_XOR };

static uint32_t reduceInt(uint32_t kind, uint32_t x, uint32_t y) {
  switch (kind) {
  case REDUX_ADD:
    return x + y;
  case REDUX_AND:
    return x & y;
  case REDUX_OR:
    return x | y;
  case REDUX_XOR:
    return x ^ y;
  case REDUX_UMAX:
    return x > y ? x : y;
  case REDUX_UMIN:
    return x < y ? x : y;
  case REDUX_MAX:
    return (int32_t)x > (int32_t)y ? x : y;
  default:
    return (int32_t)x < (int32_t)y ? x : y;
  }
}

static float asFloat(uint64_t bits) {
  uint32_t u = (uint32_t)bits;
  float f;
  memcpy(&f, &u, 4);
  return f;
}

/// min and max of floats: a NaN loses unless `nan` is set; -0 is below +0.
static float reduceFloat(bool max, bool nan, float x, float y) {
  if (x != x || y != y)
    return nan ? __builtin_nanf("") : x != x ? y : x;
  if (x == y)
    return max == !!__builtin_signbit(x) ? y : x;
  return (x > y) == max ? x : y;
}

static void computeRedux(EmuMeeting *m) {
  const uint64_t *a = m->args[__builtin_ctz(m->mask)];
  uint32_t kind = (uint32_t)a[2];
  bool abs = a[3], nan = a[4], isFloat = a[5], first = true, max = kind == 9;
  uint32_t result = 0;
  float f = 0;
  EMU_FOR_LANES (i, m->mask) {
    uint32_t x = (uint32_t)m->args[i][0];
    float y = asFloat(abs ? x & 0x7fffffff : x);
    f = first ? y : reduceFloat(max, nan, f, y);
    result = first ? x : reduceInt(kind, result, x);
    first = false;
  }
  if (isFloat)
    memcpy(&result, &f, 4);
  EMU_FOR_LANES (i, m->mask)
    m->results[i][0] = result;
}

void attnEmuRedux(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeet(l, site, (uint32_t)args[1], computeRedux, args, results);
}
