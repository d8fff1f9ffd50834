//===- EmuWarpgroup.c - Four warps that work together ---------------------===//
//
// A warpgroup is four warps in a row, the first a multiple of four (PTX ISA, "Warpgroup"). What all
// of its lanes do together (wgmma.*, setmaxnreg) is a meeting: each comes and waits, the last one
// computes. All have to come to the same operation, in the same order.
//
// setmaxnreg (PTX ISA, "setmaxnreg"): the CTA starts with (registers per lane) x lanes; .dec gives
// to the CTA's pool, .inc takes from it and waits until it has enough.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

//===--- meetings ---------------------------------------------------------===//

void emuWarpgroupsStart(EmuCta *cta) {
  uint32_t registers = cta->launch->kernel->registers;
  cta->freeRegisters = registers ? 0 : -1;
  for (uint32_t i = 0; i < EMU_MAX_WARPGROUPS; ++i) {
    EmuWarpgroup *g = &cta->groups[i];
    g->cta = cta;
    g->number = i;
    g->lanes = cta->lanes + (size_t)i * EMU_WARPGROUP;
    g->arrived = 0;
    g->registers = registers;
    emuWgmmaStart(g);
  }
}

void emuWarpgroupWake(EmuWarpgroup *g) {
  for (uint32_t i = 0; i < EMU_WARPGROUP; ++i)
    emuWake(&g->lanes[i]);
}

static void checkSame(AttnEmuLane *l, const EmuWarpgroup *g, uint32_t site) {
  if (!g->arrived || g->site == site)
    return;
  const AttnEmuSite *s = &l->cta->launch->kernel->sites[g->site];
  emuReport(l, ATTN_EMU_DIVERGENCE, site,
            "comes here while %u lanes of its warpgroup wait at %s (%s)", g->arrived, s->op,
            s->location);
  emuAbort(l);
}

void emuMeetGroup(AttnEmuLane *l, uint32_t site, EmuGroupCompute *compute, const uint64_t *args,
                  uint64_t *results) {
  EmuCta *cta = l->cta;
  EmuWarpgroup *g = &cta->groups[l->thread / EMU_WARPGROUP];
  l->wait = (EmuWait){.kind = EMU_AT_WARPGROUP, .site = site, .args = args, .results = results};
  if ((g->number + 1) * EMU_WARPGROUP > cta->numLanes) {
    emuReport(l, ATTN_EMU_DIVERGENCE, site,
              "needs a whole warpgroup of %d lanes; from warp %u on the CTA has %u", EMU_WARPGROUP,
              g->number * 4, cta->numLanes - g->number * EMU_WARPGROUP);
    emuAbort(l);
  }
  checkSame(l, g, site);
  g->site = site;
  if (++g->arrived < EMU_WARPGROUP) {
    emuBlock(l);
    return;
  }
  g->arrived = 0;
  if (cta->worker->sites) {
    cta->worker->sites[site].executions += EMU_WARPGROUP;
    for (uint32_t w = 0; w < 4; ++w)
      emuFlushLog(&cta->warps[g->number * 4 + w]);
  }
  if (compute(g, site))
    emuWarpgroupWake(g);
  else
    emuBlock(l);
}

//===--- setmaxnreg -------------------------------------------------------===//

enum { FEWEST = 24, MOST = 256 };

/// Gives groups that wait for registers what there is, in their order.
static void supply(EmuCta *cta) {
  for (uint32_t i = 0; i < cta->numLanes / EMU_WARPGROUP; ++i) {
    EmuWarpgroup *g = &cta->groups[i];
    AttnEmuLane *l = &g->lanes[0];
    if (l->state != EMU_WAITING || l->wait.kind != EMU_AT_REGISTERS)
      continue;
    int64_t more = (int64_t)(l->wait.parity - g->registers) * EMU_WARPGROUP;
    if (more > cta->freeRegisters)
      continue;
    cta->freeRegisters -= more;
    g->registers = l->wait.parity;
    emuWarpgroupWake(g);
  }
}

static bool setRegisters(EmuWarpgroup *g, uint32_t site) {
  EmuCta *cta = g->cta;
  AttnEmuLane *l = &g->lanes[0];
  uint32_t wanted = (uint32_t)l->wait.args[0], decrease = (uint32_t)l->wait.args[1];
  if (wanted < FEWEST || wanted > MOST || wanted % 8) {
    emuReport(l, ATTN_EMU_ILLEGAL, site, "%u registers; expected a multiple of 8 from %d to %d",
              wanted, FEWEST, MOST);
    return true;
  }
  if (!g->registers) {
    emuReport(l, ATTN_EMU_ILLEGAL, site,
              "needs a limit of registers at the kernel's entry (nvvm.maxnreg, or nvvm.maxntid or "
              "nvvm.reqntid)");
    return true;
  }
  // The other way round nothing is certain: a kernel may start with fewer than its limit.
  if (decrease && wanted > g->registers) {
    emuReport(l, ATTN_EMU_ILLEGAL, site, "decreases to %u registers; the warpgroup has %u", wanted,
              g->registers);
    return true;
  }
  int64_t more = ((int64_t)wanted - g->registers) * EMU_WARPGROUP;
  if (more > cta->freeRegisters) {
    for (uint32_t i = 0; i < EMU_WARPGROUP; ++i) {
      g->lanes[i].wait.kind = EMU_AT_REGISTERS;
      g->lanes[i].wait.parity = wanted;
    }
    return false;
  }
  cta->freeRegisters -= more;
  g->registers = wanted;
  if (more < 0)
    supply(cta);
  return true;
}

/// args: registers per lane, decrease
void attnEmuSetRegisters(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeetGroup(l, site, setRegisters, args, results);
}
