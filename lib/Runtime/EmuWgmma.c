//===- EmuWgmma.c - Asynchronous matrix products --------------------------===//
//
// wgmma.mma_async (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions") of f16 or bf16 with
// f32 accumulators, m64nNk16. Between its issue and the wait that completes its group
//
//   operands in shared memory   are being read: a write to them is reported. They are read at the
//                               wait. At the issue all lanes must know them written, with a proxy
//                               fence behind a generic write.
//   accumulators                do not exist: the operation gives tokens, NaNs of a pattern that no
//                               arithmetic produces, which say what they stand for
//
//     0 11111111 01 sssssssssssss s rrrrrrr      s: serial number of the accumulator (14 bits),
//                                                r: register (7 bits)
//
// A token may go to another product as its accumulator (the same registers, in the same order) and
// through a wait as a tied operand; once its product is complete the wait gives the value for it.
// convert-nvvm-to-host puts attnEmuTouch in front of every other use of a value that may be a
// token: a token that arrives there is a report.
//
// Where waits have no operands (nvvm.wgmma.wait.group.sync.aligned) nothing ties accumulators to
// them; there a touch of a completed accumulator gives its value. After a wait in PTX it is a
// report: a compiler may move the use above the wait.
//
// wgmma.fence: has to come between whatever writes registers and the products that use them, other
// than accumulators that products hand on. What is checked: since the last wait there was a fence
// before a product that takes A from registers or begins with other accumulators than tokens.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuWgmma.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUM_CHAINS = 32, SERIALS = 1 << 14, TOKEN = 0x7fa00000, TOKEN_MASK = 0xffe00000 };

/// An accumulator that products work on one after the other.
typedef struct Chain {
  bool live;
  bool untied; ///< completed by a wait that has no operands at all
  uint32_t serial;
  uint32_t n, capacity; ///< columns
  uint32_t pending;     ///< products that are not complete
  uint32_t site;        ///< of the last product
  float *d;             ///< 64 x n
} Chain;

typedef struct Product {
  uint32_t site, chain, group;
  bool add, bf16, mnMajorA, mnMajorB;
  uint32_t (*registersA)[4]; ///< of each lane; NULL: A lies in shared memory
  EmuWgmmaOperand *a, *b;    ///< one allocation
} Product;

struct EmuWgmma {
  Chain chains[NUM_CHAINS];
  uint32_t nextSerial;
  Product *products; ///< issued, not complete
  uint32_t n, capacity;
  uint32_t group; ///< number of the open group
  bool fenced;
};

static void freeProduct(Product *p) {
  free(p->registersA);
  free(p->a);
}

void emuWgmmaStart(EmuWarpgroup *g) {
  struct EmuWgmma *w = g->wgmma;
  if (!w)
    return;
  for (uint32_t i = 0; i < w->n; ++i)
    freeProduct(&w->products[i]);
  for (uint32_t i = 0; i < NUM_CHAINS; ++i)
    w->chains[i].live = false;
  w->n = w->group = w->nextSerial = 0;
  w->fenced = false;
}

void emuWgmmaFree(EmuWarpgroup *g) {
  emuWgmmaStart(g);
  for (uint32_t i = 0; g->wgmma && i < NUM_CHAINS; ++i)
    free(g->wgmma->chains[i].d);
  if (g->wgmma)
    free(g->wgmma->products);
  free(g->wgmma);
  g->wgmma = NULL;
}

static _Noreturn void noMemory(EmuWarpgroup *g, uint32_t site) {
  fprintf(stderr, "the emulator is out of memory\n");
  (void)g, (void)site;
  abort();
}

static struct EmuWgmma *stateOf(EmuWarpgroup *g, uint32_t site) {
  if (!g->wgmma)
    g->wgmma = calloc(1, sizeof *g->wgmma);
  if (!g->wgmma)
    noMemory(g, site);
  return g->wgmma;
}

//===--- tokens -----------------------------------------------------------===//

static bool isToken(uint32_t bits) { return (bits & TOKEN_MASK) == TOKEN; }
static uint32_t token(const Chain *c, uint32_t i) { return TOKEN | c->serial << 7 | i; }

static Chain *chainOf(struct EmuWgmma *w, uint32_t bits) {
  uint32_t serial = bits >> 7 & (SERIALS - 1);
  Chain *c = w ? &w->chains[serial % NUM_CHAINS] : NULL;
  return c && c->live && c->serial == serial && (bits & 127) < c->n / 2 ? c : NULL;
}

static uint32_t valueOf(const Chain *c, uint32_t t, uint32_t i) {
  uint32_t bits;
  memcpy(&bits, &c->d[emuWgmmaRow(t, i) * c->n + emuWgmmaColumn(t, i)], 4);
  return bits;
}

static Chain *newChain(EmuWarpgroup *g, uint32_t site, uint32_t n) {
  struct EmuWgmma *w = g->wgmma;
  Chain *c = &w->chains[w->nextSerial % NUM_CHAINS];
  if (c->live && c->pending) {
    emuReport(&g->lanes[0], ATTN_EMU_ILLEGAL, site,
              "more than %d accumulators of a warpgroup under way are not emulated", NUM_CHAINS);
    return NULL;
  }
  if (c->capacity < n) {
    free(c->d);
    c->d = malloc((size_t)n * EMU_WGMMA_M * sizeof *c->d);
    if (!c->d)
      noMemory(g, site);
    c->capacity = n;
  }
  c->live = true;
  c->untied = false;
  c->serial = w->nextSerial++ % SERIALS;
  c->n = n;
  c->pending = 0;
  return c;
}

//===--- issue ------------------------------------------------------------===//

/// Operands come as: number of registers, (tied, value) each; number of inputs, inputs; numbers.
typedef struct Form {
  uint32_t numOut, numIn;
  const uint64_t *out, *in, *rest; ///< of a lane
} Form;

static Form formOf(const uint64_t *args) {
  Form f = {.numOut = (uint32_t)args[0], .out = args + 1};
  f.in = f.out + 2 * (size_t)f.numOut + 1;
  f.numIn = (uint32_t)f.in[-1];
  f.rest = f.in + f.numIn;
  return f;
}

/// What an operation says apart from its operands.
typedef struct Says {
  uint32_t n;
  bool registersA, add, mnMajorA, mnMajorB, bf16, ones; ///< ones: scale-a and scale-b are 1
} Says;

/// The accumulator that the product goes on with, or a new one with the values that came.
static Chain *accumulator(EmuWarpgroup *g, uint32_t site, const Says *s, bool *continues) {
  struct EmuWgmma *w = g->wgmma;
  Form first = formOf(g->lanes[0].wait.args);
  Chain *same = NULL;
  *continues = false;
  if (first.numOut && first.out[0] && isToken((uint32_t)first.out[1]))
    same = chainOf(w, (uint32_t)first.out[1]);
  if (same && same->pending && same->n == s->n) {
    for (uint32_t t = 0; t < EMU_WARPGROUP; ++t) {
      Form f = formOf(g->lanes[t].wait.args);
      for (uint32_t i = 0; i < f.numOut; ++i)
        if (!f.out[2 * i] || (uint32_t)f.out[2 * i + 1] != token(same, i)) {
          emuReport(&g->lanes[t], ATTN_EMU_WGMMA, site,
                    "register %u of the accumulator is not that of the product under way whose "
                    "register 0 comes in",
                    i);
          return NULL;
        }
    }
    *continues = true;
    return same;
  }
  Chain *c = newChain(g, site, s->n);
  for (uint32_t t = 0; c && t < EMU_WARPGROUP; ++t) {
    Form f = formOf(g->lanes[t].wait.args);
    for (uint32_t i = 0; i < f.numOut; ++i) {
      uint32_t bits = f.out[2 * i] ? (uint32_t)f.out[2 * i + 1] : 0;
      if (s->add && isToken(bits)) {
        Chain *from = chainOf(w, bits);
        if (!from || from->pending) {
          emuReport(&g->lanes[t], ATTN_EMU_WGMMA, site,
                    "register %u of the accumulator comes from a product under way of another "
                    "shape or register",
                    i);
          c->live = false;
          return NULL;
        }
        bits = valueOf(from, t, bits & 127);
      }
      memcpy(&c->d[emuWgmmaRow(t, i) * c->n + emuWgmmaColumn(t, i)], &bits, 4);
    }
  }
  return c;
}

static bool sameInputs(EmuWarpgroup *g, uint32_t site, uint32_t from) {
  Form first = formOf(g->lanes[0].wait.args);
  for (uint32_t t = 1; t < EMU_WARPGROUP; ++t) {
    Form f = formOf(g->lanes[t].wait.args);
    for (uint32_t i = from; i < f.numIn; ++i)
      if (f.in[i] != first.in[i]) {
        emuReport(&g->lanes[t], ATTN_EMU_DIVERGENCE, site,
                  "the lanes of the warpgroup give different descriptors");
        return false;
      }
  }
  return true;
}

/// Two lanes for each thing that lanes may know: if one of them wrote something, the other did not.
static uint32_t witnesses(EmuWarpgroup *g, AttnEmuLane **lanes) {
  uint32_t n = 0;
  for (uint32_t t = 0; t < EMU_WARPGROUP; ++t) {
    uint32_t same = 0;
    for (uint32_t i = 0; i < n; ++i)
      same += lanes[i]->base == g->lanes[t].base;
    if (same < 2)
      lanes[n++] = &g->lanes[t];
  }
  return n;
}

static bool canRead(AttnEmuLane *const *lanes, uint32_t n, const EmuWgmmaOperand *x,
                    uint32_t site) {
  for (uint32_t i = 0; i < x->numChunks; ++i)
    if (!emuBulkCanRead(lanes, n, x->chunks[i] - ATTN_EMU_SHARED_BASE, 16, site))
      return false;
  return true;
}

static void setBusy(EmuCta *cta, const EmuWgmmaOperand *x, int by) {
  for (uint32_t i = 0; i < x->numChunks; ++i)
    emuBusy(cta, x->chunks[i] - ATTN_EMU_SHARED_BASE, 16, by);
}

static bool checkForm(AttnEmuLane *l, uint32_t site, const Says *s, const Form *f) {
  if (s->n % 8 || s->n < 8 || s->n > EMU_WGMMA_MAX_N || f->numOut != s->n / 2) {
    emuReport(l, ATTN_EMU_ILLEGAL, site,
              "n = %u with %u accumulator registers; n is a multiple of 8 up to 256 and takes half "
              "as many",
              s->n, f->numOut);
    return false;
  }
  if (f->numIn != (s->registersA ? 5u : 2u) || !s->ones) {
    emuReport(l, ATTN_EMU_ILLEGAL, site, "operands or scales that are not emulated");
    return false;
  }
  return true;
}

/// Takes the operands of all lanes into the product. False after a report.
static bool takeOperands(EmuWarpgroup *g, uint32_t site, const Says *s, Product *p) {
  AttnEmuLane *lanes[EMU_WARPGROUP];
  AttnEmuLane *l = &g->lanes[0];
  Form f = formOf(l->wait.args);
  p->a = calloc(2, sizeof *p->a);
  if (!p->a)
    noMemory(g, site);
  p->b = p->a + 1;
  if (!sameInputs(g, site, s->registersA ? 4 : 0))
    return false;
  if (!emuWgmmaDecode(l, site, "B", f.in[f.numIn - 1], s->mnMajorB, s->n, p->b) ||
      (!s->registersA && !emuWgmmaDecode(l, site, "A", f.in[0], s->mnMajorA, EMU_WGMMA_M, p->a)))
    return false;
  uint32_t n = witnesses(g, lanes);
  if (canRead(lanes, n, p->b, site) && !s->registersA)
    canRead(lanes, n, p->a, site);
  if (!s->registersA)
    return true;
  p->registersA = malloc(EMU_WARPGROUP * sizeof *p->registersA);
  if (!p->registersA)
    noMemory(g, site);
  for (uint32_t t = 0; t < EMU_WARPGROUP; ++t) {
    Form of = formOf(g->lanes[t].wait.args);
    for (uint32_t i = 0; i < 4; ++i)
      p->registersA[t][i] = (uint32_t)of.in[i];
  }
  return true;
}

static void giveTokens(EmuWarpgroup *g, const Chain *c, uint32_t numOut) {
  for (uint32_t t = 0; t < EMU_WARPGROUP; ++t)
    for (uint32_t i = 0; i < numOut; ++i)
      g->lanes[t].wait.results[i] = c ? token(c, i) : 0x7fffffff;
}

static Product *append(EmuWarpgroup *g, uint32_t site) {
  struct EmuWgmma *w = g->wgmma;
  if (w->n == w->capacity) {
    uint32_t wanted = w->capacity ? 2 * w->capacity : 32;
    Product *grown = realloc(w->products, wanted * sizeof *grown);
    if (!grown)
      noMemory(g, site);
    w->products = grown;
    w->capacity = wanted;
  }
  return &w->products[w->n++];
}

static bool issue(EmuWarpgroup *g, uint32_t site, const Says *s) {
  struct EmuWgmma *w = stateOf(g, site);
  AttnEmuLane *l = &g->lanes[0];
  Form f = formOf(l->wait.args);
  Product p = {.site = site,
               .group = w->group,
               .add = s->add,
               .bf16 = s->bf16,
               .mnMajorA = s->mnMajorA,
               .mnMajorB = s->mnMajorB};
  bool continues = false;
  Chain *c = NULL;
  if (checkForm(l, site, s, &f) && takeOperands(g, site, s, &p))
    c = accumulator(g, site, s, &continues);
  giveTokens(g, c, f.numOut);
  if (!c) {
    freeProduct(&p);
    return true;
  }
  if (!w->fenced && (s->registersA || !continues))
    emuReport(l, ATTN_EMU_WGMMA, site,
              "uses registers with no wgmma.fence since the last wait before it");
  setBusy(g->cta, p.b, 1);
  if (!s->registersA)
    setBusy(g->cta, p.a, 1);
  p.chain = (uint32_t)(c - w->chains);
  ++c->pending;
  c->site = site;
  *append(g, site) = p;
  return true;
}

/// rest: n, number of A, number of B, scale-d, scale-a, scale-b, trans-a, trans-b; bf16
static bool issueShared(EmuWarpgroup *g, uint32_t site) {
  const uint64_t *r = formOf(g->lanes[0].wait.args).rest;
  return issue(g, site,
               &(Says){.n = (uint32_t)r[0],
                       .add = r[3],
                       .ones = r[4] == 1 && r[5] == 1,
                       .mnMajorA = r[6],
                       .mnMajorB = r[7],
                       .bf16 = r[8]});
}

/// rest: n, number of B, scale-d, scale-a, scale-b, trans-b; bf16
static bool issueRegisters(EmuWarpgroup *g, uint32_t site) {
  const uint64_t *r = formOf(g->lanes[0].wait.args).rest;
  return issue(g, site,
               &(Says){.n = (uint32_t)r[0],
                       .registersA = true,
                       .add = r[2],
                       .ones = r[3] == 1 && r[4] == 1,
                       .mnMajorB = r[5],
                       .bf16 = r[6]});
}

/// rest: type of A, of B (0 f16, 1 bf16), scale-d, layout of A (0 row), of B (0 col)
static bool issueOp(EmuWarpgroup *g, uint32_t site) {
  Form f = formOf(g->lanes[0].wait.args);
  const uint64_t *r = f.rest;
  return issue(g, site,
               &(Says){.n = 2 * f.numOut,
                       .add = r[2],
                       .ones = r[0] == r[1],
                       .mnMajorA = r[3],
                       .mnMajorB = r[4],
                       .bf16 = r[0]});
}

void attnEmuWgmmaShared(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeetGroup(l, site, issueShared, args, results);
}

void attnEmuWgmmaRegisters(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeetGroup(l, site, issueRegisters, args, results);
}

void attnEmuWgmmaOp(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeetGroup(l, site, issueOp, args, results);
}

//===--- completion -------------------------------------------------------===//

static void noteReads(EmuWarpgroup *g, const EmuWgmmaOperand *x, uint32_t engine) {
  EmuCta *cta = g->cta;
  for (uint32_t i = 0; i < x->numChunks; ++i)
    emuNoteEngineRead(cta, engine, cta->engineClock[engine], x->chunks[i] - ATTN_EMU_SHARED_BASE,
                      16);
  cta->worker->sharedRead += (int64_t)x->numChunks * 16;
  setBusy(cta, x, -1);
}

static void complete(EmuWarpgroup *g, Product *p, bool untied) {
  EmuCta *cta = g->cta;
  Chain *c = &g->wgmma->chains[p->chain];
  uint32_t engine = EMU_BULK_ENGINES + g->number;
  emuWgmmaProduct(cta->shared, c->d, c->n, p->add, p->bf16, (const uint32_t(*)[4])p->registersA,
                  p->a, p->mnMajorA, p->b, p->mnMajorB);
  noteReads(g, p->b, engine);
  if (!p->registersA)
    noteReads(g, p->a, engine);
  if (cta->worker->sites)
    cta->worker->sites[p->site].bytes += (p->a->numChunks + p->b->numChunks) * 16;
  --c->pending;
  c->untied = untied;
  freeProduct(p);
}

/// All groups but the last `pending` ones are complete for every lane.
static void waitGroups(EmuWarpgroup *g, uint32_t site, uint64_t pending, bool untied) {
  struct EmuWgmma *w = stateOf(g, site);
  EmuCta *cta = g->cta;
  uint32_t n = 0, engine = EMU_BULK_ENGINES + g->number;
  while (n < w->n && (uint64_t)w->products[n].group + pending < w->group)
    complete(g, &w->products[n++], untied);
  w->fenced = false;
  if (!n)
    return;
  w->n -= n;
  memmove(w->products, w->products + n, w->n * sizeof *w->products);
  EmuSync over = {NULL};
  emuEngineRelease(cta, &over, engine, cta->engineClock[engine]++);
  for (uint32_t t = 0; t < EMU_WARPGROUP; ++t)
    emuAcquire(&g->lanes[t], &over);
  emuSyncReset(cta, &over);
}

/// What a wait gives for a register that comes in. With nothing left under way the conversion takes
/// it for a value (Pending.c), so that it has to be one.
static uint32_t waited(EmuWarpgroup *g, uint32_t t, uint32_t site, uint32_t bits, bool all) {
  Chain *c = isToken(bits) ? chainOf(g->wgmma, bits) : NULL;
  if (c && !c->pending)
    return valueOf(c, t, bits & 127);
  if (!isToken(bits) || !all)
    return bits;
  emuReport(&g->lanes[t], ATTN_EMU_WGMMA, site,
            "takes an accumulator that it does not complete: %s",
            c ? "its product was not committed to a group" : "it was never waited for");
  return 0x7fffffff;
}

static bool waitTied(EmuWarpgroup *g, uint32_t site) {
  Form first = formOf(g->lanes[0].wait.args);
  uint64_t pending = first.rest[0];
  waitGroups(g, site, pending, false);
  for (uint32_t t = 0; t < EMU_WARPGROUP; ++t) {
    Form f = formOf(g->lanes[t].wait.args);
    for (uint32_t i = 0; i < f.numOut; ++i)
      g->lanes[t].wait.results[i] = waited(g, t, site, (uint32_t)f.out[2 * i + 1], pending == 0);
  }
  return true;
}

static bool waitUntied(EmuWarpgroup *g, uint32_t site) {
  waitGroups(g, site, g->lanes[0].wait.args[0], true);
  return true;
}

void attnEmuWgmmaWait(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeetGroup(l, site, waitTied, args, results);
}

void attnEmuWgmmaWaitOp(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeetGroup(l, site, waitUntied, args, results);
}

static bool fence(EmuWarpgroup *g, uint32_t site) {
  stateOf(g, site)->fenced = true;
  return true;
}

void attnEmuWgmmaFence(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeetGroup(l, site, fence, args, results);
}

static bool commit(EmuWarpgroup *g, uint32_t site) {
  ++stateOf(g, site)->group;
  return true;
}

void attnEmuWgmmaCommit(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  emuMeetGroup(l, site, commit, args, results);
}

void emuWgmmaFinish(EmuWarpgroup *g) {
  struct EmuWgmma *w = g->wgmma;
  if (w && w->n)
    emuReport(&g->lanes[0], ATTN_EMU_WGMMA, w->products[0].site,
              "is still under way when the CTA ends; nothing waited for its group");
}

//===--- uses -------------------------------------------------------------===//

float attnEmuTouch(AttnEmuLane *l, float value, uint32_t site) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  if (!isToken(bits))
    return value;
  EmuWarpgroup *g = &l->cta->groups[l->thread / EMU_WARPGROUP];
  Chain *c = chainOf(g->wgmma, bits);
  const AttnEmuSite *s = c ? &l->cta->launch->kernel->sites[c->site] : NULL;
  if (c && c->pending) {
    emuReport(l, ATTN_EMU_WGMMA, site,
              "uses register %u of the accumulator of %s (%s), which is under way; no wait for it "
              "lies between",
              bits & 127, s->op, s->location);
    return __builtin_nanf("");
  }
  if (!c) {
    emuReport(l, ATTN_EMU_WGMMA, site, "uses an accumulator that was never waited for");
    return __builtin_nanf("");
  }
  if (!c->untied)
    emuReport(l, ATTN_EMU_WGMMA, site,
              "uses register %u of the accumulator of %s (%s), which did not go through the wait: "
              "a compiler may move the use above it",
              bits & 127, s->op, s->location);
  bits = valueOf(c, l->thread % EMU_WARPGROUP, bits & 127);
  memcpy(&value, &bits, 4);
  return value;
}
