//===- Rank.c - Every row of the schedule language, best first ------------===//
// See Rank.h.
//===----------------------------------------------------------------------===//
#include "Schedule/Rank.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  SCHEDULERS = 4, ///< of an SM
  WHOLE = 256,    ///< a summed axis up to this stays in one chunk, as in attn-bracket
  CHUNK = 64,     ///< otherwise it goes in chunks of this
  MAX_STAGES = 16,
};

// Latencies in cycles, round numbers of published microbenchmarks.
static const double BARRIER = 30, SHUFFLE = 25, MUFU_LATENCY = 40, MMA_LATENCY = 35,
                    LDS_LATENCY = 30,
                    MEMORY = 700; ///< L2, some of it DRAM, from the issue of a copy to its data
/// Units do not overlap perfectly. What a cycle of each adds to a step of work that the tensor pipe
/// paces; and what a cycle of the others adds where one unit is much busier than they are. Fitted
/// on an H200 to some 30 schedules of attention with head dimensions 64 and 128 (within 8 %).
static const double WEIGHT[] = {1.1, 0.42, 0.42, 0.42, 0.21, 0.05};
static const double OTHERS = 0.12;
/// One chain alone overlaps little with itself.
static const double ALONE = 0.4;
static const double LATENCY = 0.42;    ///< of a chain's latencies that other chains leave visible
static const double CTA_CYCLES = 4000; ///< start, first loads, results
static const double LAUNCH_MICROSECONDS = 2.5;
/// Registers that do not fit: the traffic costs little, but a default must not spill.
static const double SPILL = 0.12, SPILL_EACH = 0.002;

static int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
static int64_t roundUp(int64_t v, int64_t unit) { return ceilDiv(v > 0 ? v : 1, unit) * unit; }
static double larger(double a, double b) { return a > b ? a : b; }

//===--- the work of one chain --------------------------------------------===//

/// Cycles of one scheduler's share of each unit, for one step of one chain.
typedef enum Unit { MMA, FMA, MUFU, ISSUE, SHARED, L2, NUNITS } Unit;
static const char *const unitNames[] = {"mma", "fma", "exp", "issue", "shared", "l2"};

typedef struct Step {
  double unit[NUNITS];   ///< of a warp
  int chains;            ///< of a warp
  int warps;             ///< of a CTA
  double direct;         ///< cycles of a step of the only CTA, where nothing else is to be said
  double latency;        ///< that nothing inside the chain hides
  double copy;           ///< latency of the copies of a step; the ring hides it
  int ahead;             ///< steps that copies run ahead
  double bare;           ///< issue and FMA cycles more on tiles with a mask
  int64_t rows, columns; ///< of the tile; columns along the streamed axis (PRODUCT: of the result)
  int64_t depth;         ///< PRODUCT: elements of the fold axis a step
} Step;

static void units(Step *s, const AttnChipFacts *chip, double mmaFlops, double fma, double mufu,
                  double issue, double sharedBytes, double l2Bytes) {
  s->unit[MMA] = mmaFlops / ((double)chip->mmaFlops / SCHEDULERS);
  s->unit[FMA] = fma / ((double)chip->fmaLanes / SCHEDULERS);
  s->unit[MUFU] = mufu / ((double)chip->mufuLanes / SCHEDULERS);
  s->unit[ISSUE] = issue / ((double)chip->issue / SCHEDULERS);
  s->unit[SHARED] = sharedBytes / ((double)chip->ldsBytes / SCHEDULERS);
  s->unit[L2] = l2Bytes / (chip->l2Bytes / SCHEDULERS);
}

/// A slab row of `bytes`: with what a pad adds.
static int64_t slabRow(const AttnStage *st, int64_t bytes) {
  return bytes + (st->pad > 0 ? st->pad : 0);
}

/// How often an ldmatrix of 8 rows is replayed: rows whose distance is a multiple of 128 bytes lie
/// in the same banks. Padded rows are no longer lines: measured 7 % slower than swizzled ones.
static double replays(const AttnStage *st, int64_t rowBytes) {
  if (st->swizzle)
    return st->swizzle == 128 ? 1 : st->swizzle == 64 ? 2 : 4;
  int64_t pitch = slabRow(st, rowBytes) % 128;
  int64_t group = 128;
  while (pitch % group)
    group /= 2; // the largest power of two that divides the distance
  return pitch == 0 ? 8 : group > 16 ? (double)group / 16 : 1.25;
}

/// Issue slots of a warp for `bytes` copied to a slab. TMA frees these slots, but that has not been
/// measured here: it counts as cp, and comes after it.
static double copyIssue(const AttnStage *st, double bytes) {
  double lines = bytes / 512; // 16 bytes a lane
  return strcmp(st->transport, "sync") == 0 ? 6 * lines + 4 : 3 * lines + 4;
}

static void waits(Step *s, const AttnStage *st) {
  s->ahead = st->depth > 1 ? st->depth - 1 : 0;
  s->copy = strcmp(st->transport, "sync") == 0 ? 1.3 * MEMORY : MEMORY;
  s->latency += (st->depth > 1 ? 1 : 2) * BARRIER;
}

//===--- a contraction in the lift, tensor-core atoms ---------------------===//

static bool chainAtoms(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row, Step *s) {
  const AttnAtomTile *t = &row->atom;
  const AttnStage *st = &row->stage;
  double warps = t->wm * t->wn, threads = 32 * warps;
  int64_t R = 16 * t->wm * t->fm, C = 8 * t->wn * t->fn;
  int64_t D = roundUp(p->inner, 16), W = p->columns ? roundUp(p->columns, 8) : 0;
  int64_t chunk = t->bk ? 16 * t->bk : D <= WHOLE ? D : CHUNK;
  if (chunk > D)
    chunk = D;
  bool chunked = chunk < D; // the left operand streams along as well
  double mine = 16.0 * t->fm, scores = mine * (double)C / t->wn, wide = (double)W / t->wn;
  double mma = 2 * scores * (double)D + 2 * mine * (double)C * wide;

  // Shared memory a warp reads: right operands by every row of warps, left ones where they lie
  // there.
  double right = (double)(C / t->wn * D) * p->rightBytes + (double)C * wide * p->wideBytes;
  double left = mine * (double)D * p->leftBytes, weights = mine * (double)C * 2;
  double copied = (double)(C * D) * p->rightBytes + (double)(C * W) * p->wideBytes;
  if (chunked && st->depth)
    copied += (double)(R * D) * p->leftBytes;
  double shared = 0, l2 = 0, issue = mma / 4096, latency = 0;
  if (st->depth) {
    int64_t rowBytes = chunk * p->rightBytes;
    shared += right * replays(st, rowBytes) + copied / warps;
    issue += right / 512 + copyIssue(st, copied / warps);
    l2 += copied / warps;
  } else {
    // Fragments from global memory: 4 bytes a lane, eight rows an access, no sharing by warps
    // beyond what L1 keeps; the operand that is contiguous along the columns, 2 bytes a lane.
    issue += 3 * right / 128 + (double)C * wide * p->wideBytes / 64;
    shared += 8 * right;
    l2 += right / 2;
    latency += 2 * MEMORY;
  }
  if (row->hold == ATTN_HOLD_SMEM)
    shared += left, issue += left / 512;
  else if (row->hold == ATTN_HOLD_RELOAD)
    shared += 4 * left, issue += 3 * left / 128, latency += MEMORY;
  if (row->weights == ATTN_HOLD_SMEM && W) {
    shared += 3 * weights;
    issue += weights / 128 + weights / 512 + 8;
    latency += 2 * BARRIER + 2 * LDS_LATENCY;
  }

  // Arithmetic on scores and states.
  double exp = p->twisted ? 1 : 0;
  double perScore =
      p->flops + p->rowStates + (p->twisted ? (row->exp2 ? 1 : 2) : 0) + (W ? 0.5 : 0);
  double perRow = mine * (wide + 8 * p->rowStates);
  double fma = scores * perScore + (p->twisted ? perRow : 0);
  double mufu = scores * (p->mufu + exp) + (p->twisted ? mine * 32 / 8 : 0);
  issue += (fma + mufu) / 32 + 40 + t->fm * (p->reduces ? 8 * p->rowStates : 0);
  if (p->reduces)
    latency += 2 * p->rowStates * SHUFFLE;
  latency += 2 * LDS_LATENCY + (W ? 2 : 1) * MMA_LATENCY + MUFU_LATENCY;
  s->bare = scores * 4 / 32; // coordinates, comparison, selection
  s->chains = t->fm;
  s->warps = (int)warps;
  s->latency = latency;
  s->rows = R, s->columns = C;
  units(s, chip, mma, fma, mufu, issue, shared, l2);
  if (st->depth)
    waits(s, st);
  if (chunked && !s->ahead)
    s->latency += (double)(D / chunk - 1) * (s->copy + 2 * BARRIER);

  // Registers: states, scores, held fragments; fragments in flight and addresses are the rest.
  double regs = t->fm * (wide / 2 + t->fn * 4 + 2.0 * (p->rowStates - 1));
  regs += row->hold == ATTN_HOLD_REG ? t->fm * (double)D / 4 : 0;
  regs += row->hold == ATTN_HOLD_REG ? 16 * (t->fm - 1) : 12 * t->fm;
  regs += p->nSamples || p->maskedInside || p->fold % C != 0 ? 1.25 * t->fm * t->fn : 0;
  regs += st->depth ? 44 : 60;
  row->registers = (int)roundUp((int64_t)regs, 8);

  row->threads = (int)threads;
  row->shared = 0;
  if (st->depth) {
    int64_t step = C * slabRow(st, chunk * p->rightBytes);
    if (W)
      step += C * slabRow(st, roundUp(W * p->wideBytes, st->swizzle ? st->swizzle : 16));
    if (chunked)
      step += R * slabRow(st, chunk * p->leftBytes);
    row->shared += st->depth * step;
  }
  if (st->depth && row->hold != ATTN_HOLD_RELOAD &&
      !chunked) // registers are filled from a slab, too
    row->shared += R * (D * p->leftBytes + (st->swizzle ? 0 : 16));
  if (row->weights == ATTN_HOLD_SMEM && W)
    row->shared += R * (C * 2 + 16);
  return true;
}

//===--- a contraction in the lift, wgmma and roles -----------------------===//

/// One producer warp, consumers that alternate: products of one run under the exponentials of
/// another. Fitted on an H200 to 20 schedules, head dimensions 64 to 256 (within 7 %).
static bool chainGroups(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row, Step *s) {
  int64_t R = 64 * row->consumers, C = row->atom.n, D = roundUp(p->inner, 16),
          W = roundUp(p->columns, 8);
  double scores = (double)(R * C), flops = 2 * scores * (double)(D + W);
  double perScore = p->flops + p->rowStates + (row->exp2 ? 1 : 2) + 0.5;
  double products = flops / chip->wgmmaFlops;
  double weights = scores * (p->mufu + 1) / chip->mufuLanes +
                   (scores * perScore + (double)(R * W)) / chip->fmaLanes;
  double most = larger(products, weights), least = products + weights - most;
  // Exponentials hide products better than products hide exponentials.
  double seen = products > weights ? 0.6 : row->consumers > 2 ? 0.2 : 0.4;
  s->direct = most + seen * least + 100;
  s->bare = scores * 2 / chip->fmaLanes;
  s->rows = R, s->columns = C;
  s->unit[products > weights ? MMA : MUFU] = most;
  s->warps = 4 * row->consumers;
  // What a consumer holds once the producer has given its registers away; work on scores other than
  // a scale, and masks, which compare coordinates, need some of their own.
  bool work = p->flops > 1 || p->mufu > 0 || p->nSamples || p->maskedInside;
  row->registers = (int)(W / 2 + C / 2 + C / 4 + (work ? 64 : 32));
  if (row->registers > (row->consumers > 2 ? 160 : 240))
    return false;
  row->threads = 128 * (row->consumers + 1);
  row->shared =
      R * D * p->leftBytes + row->stage.depth * C * (D * p->rightBytes + W * p->wideBytes) + 1024;
  if (W != D) // results leave through a slab of their own
    row->shared += R * W * 2 + 3072;
  return true;
}

//===--- a fold that is a contraction, tensor-core atoms ------------------===//

static bool productAtoms(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row, Step *s) {
  const AttnAtomTile *t = &row->atom;
  const AttnStage *st = &row->stage;
  double warps = t->wm * t->wn;
  int64_t R = 16 * t->wm * t->fm, C = 8 * t->wn * t->fn, K = 16 * (t->bk ? t->bk : CHUNK / 16);
  double mma = 2.0 * 16 * t->fm * 8 * t->fn * (double)K;
  double read = 16.0 * t->fm * (double)K * p->leftBytes + 8.0 * t->fn * (double)K * p->rightBytes;
  double copied = (double)(R * K) * p->leftBytes + (double)(C * K) * p->rightBytes;
  double shared = 0, l2 = 0, issue = mma / 4096 + 24;
  s->latency = LDS_LATENCY + MMA_LATENCY;
  if (st->depth) {
    shared = read * replays(st, K * p->leftBytes) + copied / warps;
    issue += read / 512 + copyIssue(st, copied / warps);
    l2 = copied / warps;
  } else {
    shared = 4 * read, issue += 3 * read / 128, l2 = read / 2;
    s->latency += MEMORY;
  }
  s->chains = t->fm, s->warps = (int)warps;
  s->rows = R, s->columns = C, s->depth = K;
  units(s, chip, mma, 0, 0, issue, shared, l2);
  if (st->depth)
    waits(s, st);
  double regs = t->fm * t->fn * 4 + 2 * (t->fm * 4 + t->fn * 2) + (st->depth ? 40 : 56);
  row->registers = (int)roundUp((int64_t)regs, 8);
  row->threads = (int)(32 * warps);
  row->shared = st->depth * (R * slabRow(st, K * p->leftBytes) +
                             (p->rightBytes ? K * slabRow(st, C * p->rightBytes) : 0));
  return true;
}

//===--- scalar atoms -----------------------------------------------------===//

static bool contractScalar(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row, Step *s) {
  const AttnScalarTile *t = &row->scalar;
  bool chain = p->kind == ATTN_PROBLEM_CHAIN;
  int64_t R = (int64_t)t->m * t->fm, C = (int64_t)t->n * t->fn, W = chain ? p->columns : 0;
  double wide = (double)ceilDiv(W, t->n), warps = (double)(t->n * t->m) / 32;
  int64_t D = chain ? p->inner : CHUNK;
  // A lane's instructions: each value is read from the slab (16 bytes at a time), widened, used.
  double once = 1 + (p->rightBytes < 4 ? 1 : 0.25);
  double lane = (double)D * (t->fm * t->fn + (t->fm + t->fn) * once);
  lane += (double)C * (W ? t->fm * (1 + wide) + wide * once : 0); // a weight is fetched by shuffle
  double scores = t->fm * t->fn;
  lane += chain ? scores * (p->flops + p->rowStates + (p->twisted ? 4 : 0)) + t->fm * wide : 0;
  double bytes =
      (double)D * (t->fm * p->leftBytes + t->fn * p->rightBytes) + (double)C * wide * p->wideBytes;
  double copied = (double)(C * D) * p->rightBytes + (double)(C * W) * p->wideBytes +
                  (chain && p->invariantLeft ? 0 : (double)(R * D) * p->leftBytes);
  s->chains = 2, s->warps = (int)warps;
  s->latency = 6 * SHUFFLE + 2 * BARRIER + LDS_LATENCY + (row->stage.depth ? 0 : 2 * MEMORY);
  s->rows = R, s->columns = C, s->depth = D;
  units(s, chip, 0, lane * 32, chain ? scores * 32 * (p->mufu + (p->twisted ? 1 : 0)) : 0,
        1.4 * lane + (row->stage.depth ? copyIssue(&row->stage, copied / warps) : bytes),
        bytes * 32 / 2, row->stage.depth ? copied / warps : bytes * 8);
  if (row->stage.depth)
    waits(s, &row->stage);
  s->bare = chain ? scores * 4 : 0;
  row->registers = (int)roundUp((int64_t)(scores + t->fm * wide + 8 * (t->fm + t->fn) + 48), 8);
  row->threads = t->n * t->m;
  int64_t pad = 16;
  row->shared = 0;
  if (row->stage.depth) {
    int64_t d = D <= WHOLE ? D : CHUNK;
    row->shared = R * (d * p->leftBytes + pad) + C * (d * p->rightBytes + pad);
    row->shared += W ? C * (W * p->wideBytes + pad) : 0;
  }
  return true;
}

/// Folds without contraction and maps: bytes, and how many of them are in flight.
static bool flat(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row, Step *s) {
  const AttnScalarTile *t = &row->scalar;
  double cells = t->fn * t->fm, warps = (double)(t->n * t->m) / 32;
  double bytes =
      larger(1, (double)p->bytes / larger(1, (double)p->batch * (double)p->rows * (double)p->fold));
  s->chains = 1, s->warps = (int)warps;
  s->rows = (int64_t)t->m * t->fm, s->columns = (int64_t)t->n * t->fn;
  s->depth = s->columns;
  // Neighbouring lanes along the contiguous axis make lines of 128 bytes, with up to 16 bytes a
  // lane.
  double across = p->foldContiguous ? t->n : t->m;
  double vector = p->foldContiguous && t->fn * bytes > 16 ? 16
                  : p->foldContiguous                     ? t->fn * bytes
                                                          : bytes;
  double run = larger(1, across < 32 ? across : 32) * vector;
  double waste = larger(1, 128 / run);
  units(s, chip, 0, cells * 32 * (p->flops + 2), cells * 32 * (p->mufu + (p->twisted ? 1 : 0)),
        cells * (p->flops + 4 + 4 * p->mufu) + 30, 0, cells * 32 * bytes * waste);
  s->latency = MEMORY + (p->reduces && t->n > 1 ? 10 * SHUFFLE : 0);
  row->registers = (int)roundUp((int64_t)(cells * 2 + 24), 8);
  row->threads = t->n * t->m;
  row->shared = 0;
  return true;
}

//===--- masks ------------------------------------------------------------===//

static double sample(const int64_t *at, int n, double row, int64_t rows) {
  double x = rows > 1 ? row * (n - 1) / (double)(rows - 1) : 0;
  int i = (int)x;
  if (i >= n - 1)
    return (double)at[n - 1];
  return (double)at[i] + (x - i) * (double)(at[i + 1] - at[i]);
}

/// Steps of a tile of rows: all, and those with a mask.
static void steps(const AttnProblem *p, int64_t r0, int64_t r1, int64_t C, double *all,
                  double *partial) {
  if (!p->nSamples) {
    *all = (double)ceilDiv(p->fold > 0 ? p->fold : 1, C);
    *partial = p->maskedInside ? *all : p->fold % C != 0;
    return;
  }
  double lo0 = sample(p->lo, p->nSamples, (double)r0, p->rows);
  double lo1 = sample(p->lo, p->nSamples, (double)r1, p->rows);
  double hi0 = sample(p->hi, p->nSamples, (double)r0, p->rows);
  double hi1 = sample(p->hi, p->nSamples, (double)r1, p->rows);
  double lo = lo0 < lo1 ? lo0 : lo1, hi = larger(hi0, hi1);
  double from = lo0 + lo1 - lo, to = hi0 + hi1 - hi; // kept by every row
  if (hi <= lo) {
    *all = *partial = 0;
    return;
  }
  int64_t first = (int64_t)lo / C, end = ceilDiv((int64_t)(hi + 0.999), C);
  int64_t fullFirst = ceilDiv((int64_t)(from + 0.999), C), fullEnd = (int64_t)to / C;
  *all = (double)(end - first);
  *partial = *all - (fullEnd > fullFirst && !p->maskedInside ? (double)(fullEnd - fullFirst) : 0);
}

//===--- time -------------------------------------------------------------===//

/// CTAs of this row that an SM has room for; 0 where not even one fits.
static int resident(const AttnChipFacts *chip, const AttnRow *row, int registers) {
  int64_t perWarp = roundUp((int64_t)registers * 32, 256);
  int64_t n = chip->registers / (perWarp * (row->threads / 32));
  int64_t other = row->shared ? chip->shared / (row->shared + chip->sharedReserved) : chip->ctas;
  n = other < n ? other : n;
  other = chip->threads / row->threads;
  n = other < n ? other : n;
  return (int)(n < chip->ctas ? n : chip->ctas);
}

/// Cycles in which `n` CTAs of an SM do a step each.
static double roundCycles(const Step *s, int n, double spill, bool masked, int *busiest) {
  double sum = 0, most = 0;
  if (s->direct > 0) {
    *busiest = s->unit[MMA] > 0 ? MMA : MUFU;
    return n * (s->direct + (masked ? s->bare : 0));
  }
  for (int u = 0; u < NUNITS; ++u) {
    double c = s->unit[u] / s->chains;
    if (masked && (u == ISSUE || u == FMA))
      c += s->bare / s->chains;
    sum += u == FMA || u == ISSUE ? 0 : c;
    if (c > most)
      most = c, *busiest = u;
  }
  // The scheduler issues what the FMA lanes do: one of them counts in the sum.
  sum += larger(s->unit[FMA], s->unit[ISSUE]) / s->chains;
  double q = (double)ceilDiv((int64_t)n * s->warps, SCHEDULERS) * s->chains;
  double weighted = 0;
  for (int u = 0; u < NUNITS; ++u) {
    double c = s->unit[u] / s->chains;
    bool other = u == (s->unit[FMA] > s->unit[ISSUE] ? ISSUE : FMA);
    weighted +=
        other ? 0
              : WEIGHT[u] * (c + (masked && (u == ISSUE || u == FMA) ? s->bare / s->chains : 0));
  }
  double t = q * larger(weighted, most + OTHERS * (sum - most));
  t = larger(t, ALONE * sum) + LATENCY * s->latency;
  if (s->ahead)
    t += larger(s->copy - s->ahead * t, 0.1 * s->copy / s->ahead);
  else if (s->copy > 0)
    t += s->copy / (n > 1 ? 2 : 1);
  return t * (spill > 0 ? 1 + SPILL + SPILL_EACH * spill : 1);
}

bool attnRankPredict(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row) {
  Step s = {.chains = 1};
  bool contraction = p->kind == ATTN_PROBLEM_CHAIN || p->kind == ATTN_PROBLEM_PRODUCT;
  bool ok = !contraction                    ? flat(p, chip, row, &s)
            : !row->tensor                  ? contractScalar(p, chip, row, &s)
            : row->consumers                ? chainGroups(p, chip, row, &s)
            : p->kind == ATTN_PROBLEM_CHAIN ? chainAtoms(p, chip, row, &s)
                                            : productAtoms(p, chip, row, &s);
  if (!ok || row->shared > chip->sharedPerCta || row->threads > 1024)
    return false;
  if (row->consumers) // they take all registers
    row->ctas = 1;
  int limit = row->consumers ? 240 : chip->registers / row->threads / 8 * 8;
  limit = limit < chip->registersPerThread ? limit : chip->registersPerThread;
  double spill = row->registers > limit ? row->registers - limit : 0;
  if (spill > 64)
    return false; // more memory traffic than work
  row->registers = row->registers > limit ? limit : row->registers;
  if (!row->consumers)
    row->ctas = resident(chip, row, row->registers);
  if (row->ctas < 1)
    return false;
  row->occupancy = (double)row->ctas * row->threads / chip->threads;

  int64_t rowTiles = ceilDiv(p->rows > 0 ? p->rows : 1, s.rows),
          other = p->batch > 0 ? p->batch : 1;
  double all = 0, most = 0, masked = 0;
  if (p->kind == ATTN_PROBLEM_PRODUCT) {
    other *= ceilDiv(p->columns > 0 ? p->columns : 1, s.columns);
    all = most = (double)ceilDiv(p->fold > 0 ? p->fold : 1, s.depth);
  } else if (p->kind == ATTN_PROBLEM_MAP) {
    other *= ceilDiv(p->fold > 0 ? p->fold : 1, s.columns);
    all = most = 1;
  } else {
    int64_t jump = ceilDiv(rowTiles, 64); // a sample of the row tiles does
    int64_t seen = 0;
    for (int64_t i = 0; i < rowTiles; i += jump, ++seen) {
      double a, m;
      int64_t last = (i + 1) * s.rows < p->rows ? (i + 1) * s.rows : p->rows;
      steps(p, i * s.rows, last - 1, s.columns, &a, &m);
      all += a, masked += m;
      most = larger(most, a);
    }
    all /= (double)seen, masked /= (double)seen;
  }
  int busiest = 0, bare = 0;
  int64_t ctas = rowTiles * other, perSm = ceilDiv(ctas, chip->sms);
  int n = row->ctas < perSm ? row->ctas : (int)perSm;
  double full = roundCycles(&s, n, spill, false, &busiest);
  double extra = roundCycles(&s, n, spill, true, &bare) - full;
  double cycles;
  if (most - all < 0.5) { // all CTAs do the same
    int rest = (int)(perSm % n);
    cycles = (double)(perSm / n) * (all * full + masked * extra + CTA_CYCLES);
    if (rest)
      cycles += all * roundCycles(&s, rest, spill, false, &bare) + masked * extra + CTA_CYCLES;
  } else if (ctas <= (int64_t)n * chip->sms) {
    // All at once; of several the longest has the SM more and more for itself, of two the other is
    // often nearly as long.
    double later = roundCycles(&s, n > 2 ? (n + 1) / 2 : n, spill, false, &bare);
    cycles = most * (full + later) / 2 + masked * extra + CTA_CYCLES;
  } else {
    double average = all * full + masked * extra + CTA_CYCLES;
    cycles = (double)ctas * average / ((double)n * chip->sms) + 0.5 * (most * full + CTA_CYCLES);
  }
  row->bound = unitNames[busiest];
  double us = cycles / (chip->gigahertz * 1e3),
         memory = (double)p->bytes / (chip->dramGigabytes * 1e3);
  if (memory > us)
    us = memory + 0.1 * us, row->bound = "dram";
  row->microseconds = us + LAUNCH_MICROSECONDS;
  return true;
}

//===--- all rows ---------------------------------------------------------===//

typedef struct List {
  const AttnProblem *p;
  const AttnChipFacts *chip;
  AttnRow *rows;
  size_t size, capacity;
} List;

static void add(List *l, AttnRow row) {
  if (!attnRankPredict(l->p, l->chip, &row))
    return;
  if (l->size == l->capacity) {
    l->capacity = l->capacity ? 2 * l->capacity : 256;
    l->rows = realloc(l->rows, l->capacity * sizeof *l->rows);
  }
  l->rows[l->size++] = row;
}

static AttnStage stageOf(int depth, const char *transport, int pad, int swizzle) {
  AttnStage st = {.depth = depth, .pad = pad, .ring = depth > 1, .swizzle = swizzle};
  snprintf(st.transport, sizeof st.transport, "%s", transport);
  return st;
}

/// The widest swizzle that rows of both lengths are multiples of; 0: none.
static int swizzleOf(int64_t a, int64_t b) {
  for (int s = 128; s >= 32; s /= 2)
    if (a % s == 0 && b % s == 0)
      return s;
  return 0;
}

/// Ways to get operands to the atoms whose slab rows have `a` and `b` bytes.
static int stages(const List *l, int64_t a, int64_t b, AttnStage *out) {
  int n = 0, swizzle = swizzleOf(a, b);
  out[n++] = stageOf(0, "sync", -1, 0);
  out[n++] = stageOf(1, "sync", 16, 0);
  out[n++] = stageOf(1, "cp", 0, 0);
  for (int d = 1; d <= 4; ++d) {
    if (swizzle)
      out[n++] = stageOf(d, "cp", -1, swizzle);
    out[n++] = stageOf(d, "cp", 16, 0);
    if (l->chip->tma && swizzle)
      out[n++] = stageOf(d, "tma", -1, swizzle);
  }
  return n;
}

static void chainRows(List *l) {
  static const int fns[] = {2, 4, 8, 16};
  const AttnProblem *p = l->p;
  bool chunked = p->inner > WHOLE;
  for (int wm = 1; wm <= 8; wm *= 2)
    for (int fm = 1; fm <= 4; fm *= 2)
      for (int f = 0; f < 4; ++f) {
        AttnRow row = {.tensor = true, .math = p->twisted};
        row.atom = (AttnAtomTile){.family = ATTN_ATOM_MMA,
                                  .m = 16,
                                  .n = 8,
                                  .k = 16,
                                  .wm = wm,
                                  .wn = 1,
                                  .fm = fm,
                                  .fn = fns[f],
                                  .bk = chunked ? CHUNK / 16 : 0};
        if ((wm > 1 && 16 * (wm / 2) * fm >= p->rows) ||
            (fm > 1 && 16 * wm * (fm / 2) >= p->rows) ||
            (fns[f] > 2 && 8 * (fns[f] / 2) >= p->fold))
          continue; // half of the tile would be outside
        int64_t D = chunked ? CHUNK : roundUp(p->inner, 16), W = roundUp(p->columns, 8);
        AttnStage all[MAX_STAGES];
        int n = stages(l, D * p->rightBytes, p->columns ? W * p->wideBytes : 0, all);
        for (int st = 0; st < n; ++st)
          for (int hold = ATTN_HOLD_REG; hold <= ATTN_HOLD_RELOAD; ++hold)
            for (int weights = ATTN_HOLD_REG; weights <= ATTN_HOLD_SMEM; ++weights)
              for (int exp2 = 1; exp2 >= 0; --exp2) {
                bool none = all[st].depth == 0;
                if ((none && !chunked && hold == ATTN_HOLD_SMEM) ||
                    (!p->columns && weights != ATTN_HOLD_REG) || (!p->twisted && !exp2) ||
                    (chunked && hold != ATTN_HOLD_SMEM))
                  continue;
                row.stage = all[st], row.hold = (AttnHold)hold, row.exp2 = exp2;
                row.weights = p->columns ? (AttnHold)weights : ATTN_HOLD_NONE;
                add(l, row);
              }
      }
}

static void groupRows(List *l) {
  const AttnProblem *p = l->p;
  int64_t D = p->inner, W = p->columns;
  int swizzle = swizzleOf(D * p->rightBytes, W * p->wideBytes);
  if (!l->chip->wgmmaFlops || !p->twisted || !W || !swizzle || D > WHOLE || p->leftBytes != 2)
    return;
  for (int groups = 2; groups <= 3; ++groups)
    for (int n = 64; n <= 192; n += 16)
      for (int exp2 = 1; exp2 >= 0; --exp2) {
        if (64 * (groups - 1) >= p->rows || n / 2 >= p->fold)
          continue;
        AttnRow row = {.tensor = true,
                       .math = true,
                       .exp2 = exp2,
                       .consumers = groups,
                       .weights = ATTN_HOLD_REG};
        row.atom = (AttnAtomTile){.family = ATTN_ATOM_WGMMA,
                                  .m = 64,
                                  .n = n,
                                  .k = 16,
                                  .wm = groups,
                                  .wn = 1,
                                  .fm = 1,
                                  .fn = 1};
        row.stage = stageOf(2, "tma", -1, swizzle);
        add(l, row);
      }
}

static void productRows(List *l) {
  const AttnProblem *p = l->p;
  for (int wm = 1; wm <= 8; wm *= 2)
    for (int wn = 1; wn * wm <= 8; wn *= 2)
      for (int fm = 1; fm <= 4; fm *= 2)
        for (int fn = 1; fn <= 16; fn *= 2)
          for (int bk = 2; bk <= 4; bk *= 2) {
            AttnRow row = {.tensor = true};
            row.atom = (AttnAtomTile){.family = ATTN_ATOM_MMA,
                                      .m = 16,
                                      .n = 8,
                                      .k = 16,
                                      .wm = wm,
                                      .wn = wn,
                                      .fm = fm,
                                      .fn = fn,
                                      .bk = bk};
            int64_t R = 16 * wm * fm, C = 8 * wn * fn;
            if ((wm * fm > 1 && R / 2 >= p->rows) || (wn * fn > 1 && C / 2 >= p->columns) ||
                wm * wn < 2)
              continue;
            AttnStage all[MAX_STAGES];
            int n = stages(l, 16 * bk * p->leftBytes, C * p->rightBytes, all);
            for (int st = 0; st < n; ++st) {
              row.stage = all[st];
              add(l, row);
            }
          }
}

static void scalarRows(List *l) {
  const AttnProblem *p = l->p;
  int64_t across = p->kind == ATTN_PROBLEM_PRODUCT ? p->columns : p->fold;
  for (int n = 8; n <= 32; n *= 2)
    for (int threads = 64; threads <= 512; threads *= 2)
      for (int fn = 1; fn <= 8; fn *= 2)
        for (int fm = 1; fm <= 8; fm *= 2) {
          AttnRow row = {.scalar = {.n = n, .m = threads / n, .fn = fn, .fm = fm},
                         .math = p->twisted};
          if ((fn > 1 && n * (fn / 2) >= across) || (fm > 1 && threads / n * (fm / 2) >= p->rows))
            continue;
          row.stage = stageOf(1, "sync", 16, 0);
          row.exp2 = true;
          add(l, row);
        }
}

static void flatRows(List *l) {
  bool map = l->p->kind == ATTN_PROBLEM_MAP;
  for (int n = 1; n <= (map ? 256 : 32); n *= 2)
    for (int m = 1; m <= 256; m *= 2)
      for (int fn = 1; fn <= 32; fn *= 2) {
        AttnRow row = {.scalar = {.n = n, .m = m, .fn = fn, .fm = 1}};
        if (n * m < 32 || n * m > 512 || (fn > 1 && (int64_t)n * fn / 2 >= l->p->fold) ||
            (m > 1 && m / 2 >= l->p->rows && n * (m / 2) >= 32))
          continue;
        add(l, row);
      }
}

static int better(const void *x, const void *y) {
  const AttnRow *a = x, *b = y;
  if (a->microseconds != b->microseconds)
    return a->microseconds < b->microseconds ? -1 : 1;
  int x1 = a->ctas * a->threads,
      y1 = b->ctas * b->threads; // more warps forgive what is not modelled
  return x1 != y1 ? (x1 > y1 ? -1 : 1) : a->order - b->order;
}

size_t attnRankRows(const AttnProblem *p, const AttnChipFacts *chip, AttnRow **rows) {
  List l = {.p = p, .chip = chip};
  if (p->kind == ATTN_PROBLEM_CHAIN || p->kind == ATTN_PROBLEM_PRODUCT) {
    if (p->tensor && p->kind == ATTN_PROBLEM_CHAIN)
      chainRows(&l), groupRows(&l);
    else if (p->tensor)
      productRows(&l);
    scalarRows(&l);
  } else {
    flatRows(&l);
  }
  // Rows that the model cannot tell apart may differ in the last bits of their times.
  for (size_t i = 0; i < l.size; ++i)
    l.rows[i].order = (int)i,
    l.rows[i].microseconds = (double)(int64_t)(l.rows[i].microseconds * 1e5 + 0.5) / 1e5;
  if (l.size)
    qsort(l.rows, l.size, sizeof *l.rows, better);
  *rows = l.rows;
  return l.size;
}

//===--- text -------------------------------------------------------------===//

static void printStage(const AttnStage *st, char *text, size_t size) {
  if (!st->depth) {
    snprintf(text, size, "none");
    return;
  }
  int n = snprintf(text, size, "d%d/%s%s", st->depth, st->transport, st->ring ? "/ring" : "");
  if (st->swizzle)
    snprintf(text + n, size - (size_t)n, "/swz%d", st->swizzle);
  else if (st->pad >= 0)
    snprintf(text + n, size - (size_t)n, "/pad%d", st->pad);
}

void attnRowSchedule(const AttnProblem *p, const AttnRow *row, AttnSchedule *s) {
  static const char *const holds[] = {"", "reg", "smem", "reload"};
  char text[96];
  s->size = 0;
  if (row->consumers) {
    snprintf(text, sizeof text, "p1:c%d/pingpong/overlap", row->consumers);
    attnScheduleSet(s, "ROLE", p->foldName, text);
    snprintf(text, sizeof text, "a:wgmma_m64n%dk16_%s/w%dx1/f1x1", row->atom.n, p->atomType,
             row->consumers);
  } else if (row->tensor) {
    int n = snprintf(text, sizeof text, "a:mma_m16n8k16_%s/w%dx%d/f%dx%d", p->atomType,
                     row->atom.wm, row->atom.wn, row->atom.fm, row->atom.fn);
    if (row->atom.bk)
      snprintf(text + n, sizeof text - (size_t)n, "/k%d", row->atom.bk);
  } else {
    snprintf(text, sizeof text, "n%dx%d/f%dx%d", row->scalar.n, row->scalar.m, row->scalar.fn,
             row->scalar.fm);
  }
  attnScheduleSet(s, "TILE", p->first, text);
  if (p->kind == ATTN_PROBLEM_STREAM || p->kind == ATTN_PROBLEM_MAP)
    return;
  printStage(&row->stage, text, sizeof text);
  bool chunked = p->kind == ATTN_PROBLEM_CHAIN && p->inner > WHOLE; // both operands go along it
  attnScheduleSet(s, "STAGE", chunked ? p->first : p->foldName, text);
  if (row->hold && !chunked) {
    // Fragments that stay in registers come through a slab as well: read from global memory, lane
    // by lane and with bounds, they cost more registers.
    AttnStage left = row->hold == ATTN_HOLD_RELOAD ? (AttnStage){0} : row->stage;
    left.depth = left.depth > 1 ? 1 : left.depth, left.ring = false;
    if (strcmp(left.transport, "tma") == 0)
      snprintf(left.transport, sizeof left.transport, "cp");
    printStage(&left, text, sizeof text);
    attnScheduleSet(s, "STAGE", p->rowName, text);
    attnScheduleSet(s, "HOLD", p->rowName, holds[row->hold]);
  }
  if (row->weights)
    attnScheduleSet(s, "HOLD", p->second, holds[row->weights]);
  if (row->math)
    attnScheduleSet(s, "MATH", "", row->exp2 ? "exp2" : "exp");
}
