//===- Rank.c - Every row of the schedule language, best first ------------===//
// See Rank.h.
//===----------------------------------------------------------------------===//
#include "Schedule/RankStep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What a cycle of each unit adds to the step of a warp that the tensor pipe paces. mma.sync feeds
/// the pipe through the register ports that every other instruction needs: on an H200 it takes 6.0
/// of a scheduler's cycles, 7.6 with two multiplications beside each, 9.7 with four. So units add
/// up, each instruction with its slot; what a unit does behind its queue (mufu, shared, l2) adds
/// little. Where one unit is busier than all that, OTHERS is what a cycle of the rest adds to it.
///
/// Fitted on an H200 to 210 measured schedules of attention (head dimensions 64 and 128, full and
/// causal, 1k to 16k) and of products: 5 % off in the mean of squares.
static const double WEIGHT[] = {0.86, 0.74, 0.08, 0.74, 0.21, 0.04};
static const double OTHERS = 0.03;
/// The only warp of a scheduler overlaps little with itself.
static const double ALONE = 0.49;
static const double SLOTS = 0.06; ///< more of what memory takes with one slot (measured: 4 to 15 %)
static const double LATENCY = 0.3; ///< of a chain's latencies that other chains leave visible
/// Cycles that a CTA loses where a step ends: its warps wait for the last one of them and for the
/// first fragments of the next slab. Other CTAs of the SM go on meanwhile.
static const double TURN = 75, TURN_WARP = 48;
static const double CTA_CYCLES = 4000; ///< start, first loads, results
static const double LAUNCH_MICROSECONDS = 2.5;
static const double COUNTER_MICROSECONDS = 1.5; ///< zeroing it is a step in front of the launch
/// Registers that do not fit: the traffic costs little, but a default must not spill.
static const double SPILL = 0.3, SPILL_EACH = 0.002;

/// What documents and the like leave of a stream, nobody knows.
static const double LEFT_BY_DATA = 0.33;
/// What it costs then to have a CTA for each tile and no chain of items (documents 4k 4 %, 16k 6 %,
/// bool masks 7 and 2 %).
static const double UNEVEN_APART = 1.05;

static const char *const unitNames[UNITS] = {"mma", "fma", "exp", "issue", "shared", "l2"};

/// Tiles that are neither whole pages nor parts of one are copied in smaller boxes, of what both
/// are multiples of. That costs next to nothing: pages of 64, tiles of 160 columns 818 us, without
/// pages 809, of 128 columns 794 and 812; pages of 16, tiles of 160, 814 (pages-h200.txt).
static const double CUT_PAGES = 1.01;

/// What TMA copies has boxes of at least so many rows, and multiples.
enum { BOX_ROWS = 8 };

//===--- masks ------------------------------------------------------------===//

/// Do streams begin at other keys (a window)? Even where all are as long, groups share better than
/// neighbours that follow each other: window of 1024 at 16k 242 us against 249.
static bool beginsDiffer(const AttnProblem *p) {
  for (int i = 1; i < p->nSamples; ++i)
    if (p->lo[i] != p->lo[0])
      return !p->uneven;
  return false;
}

static double sample(const int64_t *at, int n, double row, int64_t rows) {
  double x = rows > 1 ? row * (n - 1) / (double)(rows - 1) : 0;
  int i = (int)x;
  if (i >= n - 1)
    return (double)at[n - 1];
  return (double)at[i] + (x - i) * (double)(at[i + 1] - at[i]);
}

/// Do tiles of this size lie in the blocks of a mask that is read, whose sizes are powers of two?
/// (With blocks of 128, tiles of 144 columns took 3.4 times as long on an H200: most are cut.)
static bool isAligned(int64_t tile) { return (tile & (tile - 1)) == 0; }

/// Steps of a tile of rows: all, and those with a mask.
static void steps(const AttnProblem *p, int64_t r0, int64_t r1, int64_t C, double *all,
                  double *partial) {
  if (!p->nSamples) {
    *all = (double)attnCeilDiv(p->fold > 0 ? p->fold : 1, C);
    *partial = p->maskedInside ? *all : p->fold % C != 0;
    if (p->dense && isAligned(C) && isAligned(r1 - r0 + 1))
      *partial = *all / 4;
    return;
  }
  double lo0 = sample(p->lo, p->nSamples, (double)r0, p->rows);
  double lo1 = sample(p->lo, p->nSamples, (double)r1, p->rows);
  double hi0 = sample(p->hi, p->nSamples, (double)r0, p->rows);
  double hi1 = sample(p->hi, p->nSamples, (double)r1, p->rows);
  double lo = lo0 < lo1 ? lo0 : lo1, hi = attnLarger(hi0, hi1);
  double from = lo0 + lo1 - lo, to = hi0 + hi1 - hi; // kept by every row
  if (hi <= lo) {
    *all = *partial = 0;
    return;
  }
  int64_t first = (int64_t)lo / C, end = attnCeilDiv((int64_t)(hi + 0.999), C);
  int64_t fullFirst = attnCeilDiv((int64_t)(from + 0.999), C), fullEnd = (int64_t)to / C;
  *all = (double)(end - first);
  *partial = *all - (fullEnd > fullFirst && !p->maskedInside ? (double)(fullEnd - fullFirst) : 0);
}

//===--- time -------------------------------------------------------------===//

/// CTAs of this row that an SM has room for; 0 where not even one fits.
static int resident(const AttnChipFacts *chip, const AttnRow *row, int registers) {
  int64_t perWarp = attnRoundUp((int64_t)registers * 32, 256);
  int64_t n = chip->registers / (perWarp * (row->threads / 32));
  int64_t other = row->shared ? chip->shared / (row->shared + chip->sharedReserved) : chip->ctas;
  n = other < n ? other : n;
  other = chip->threads / row->threads;
  n = other < n ? other : n;
  return (int)(n < chip->ctas ? n : chip->ctas);
}

/// Cycles in which `n` CTAs of an SM do a step each.
static double roundCycles(const AttnStep *s, int n, double spill, bool masked, int *busiest) {
  double sum = 0, most = 0;
  if (s->direct > 0) {
    *busiest = s->unit[UNIT_MMA] > 0 ? UNIT_MMA : UNIT_MUFU;
    return n * (s->direct + (masked ? s->bare : 0));
  }
  for (int u = 0; u < UNITS; ++u) {
    double c = s->unit[u] / s->chains;
    if (masked && (u == UNIT_ISSUE || u == UNIT_FMA))
      c += s->bare / s->chains;
    sum += u == UNIT_FMA || u == UNIT_ISSUE ? 0 : c;
    if (c > most)
      most = c, *busiest = u;
  }
  // The scheduler issues what the FMA lanes do: one of them counts in the sum.
  sum += attnLarger(s->unit[UNIT_FMA], s->unit[UNIT_ISSUE]) / s->chains;
  double q = attnLarger(1, (double)n * s->warps / SCHEDULERS) * s->chains;
  double weighted = 0;
  for (int u = 0; u < UNITS; ++u) {
    double c = s->unit[u] / s->chains;
    bool other = u == (s->unit[UNIT_FMA] > s->unit[UNIT_ISSUE] ? UNIT_ISSUE : UNIT_FMA);
    weighted +=
        other ? 0
              : WEIGHT[u] *
                    (c + (masked && (u == UNIT_ISSUE || u == UNIT_FMA) ? s->bare / s->chains : 0));
  }
  double t = q * attnLarger(weighted, most + OTHERS * (sum - most));
  t = attnLarger(t, s->lone * s->chains * sum) + LATENCY * s->latency;
  if (s->copy > 0)
    t += (TURN + TURN_WARP * s->warps) / n;
  if (s->ahead)
    t += attnLarger(s->copy - s->ahead * t, 0.1 * s->copy / s->ahead);
  else if (s->copy > 0)
    t += s->copy / (n > 1 ? 2 : 1);
  return t * (spill > 0 ? 1 + SPILL + SPILL_EACH * spill : 1);
}

bool attnRankPredict(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row) {
  AttnStep s = {.chains = 1, .lone = ALONE};
  bool contraction = p->kind == ATTN_PROBLEM_CHAIN || p->kind == ATTN_PROBLEM_PRODUCT;
  bool ok = !contraction                    ? attnPredictFlat(p, chip, row, &s)
            : !row->tensor                  ? attnPredictContractScalar(p, chip, row, &s)
            : row->pingpong                 ? attnPredictChainGroups(p, chip, row, &s)
            : row->consumers                ? attnPredictSums(p, chip, row, &s)
            : p->kind == ATTN_PROBLEM_CHAIN ? attnPredictChainAtoms(p, chip, row, &s)
                                            : attnPredictProductAtoms(p, chip, row, &s);
  if (!ok || row->shared > chip->sharedPerCta || row->threads > 1024)
    return false;
  bool paged = p->page > 0 && strcmp(row->stage.transport, "tma") == 0;
  if (paged && (p->page % BOX_ROWS != 0 || s.columns % BOX_ROWS != 0))
    return false;
  if (row->consumers) // they take all registers
    row->ctas = 1;
  int limit = row->consumers ? 240 : chip->registers / row->threads / 8 * 8;
  limit = limit < chip->registersPerThread ? limit : chip->registersPerThread;
  // Beyond the limit it is the order of the program that counts, which attn-nvvm-to-cubin keeps
  // then.
  if (row->registers > limit && s.tight > 0)
    row->registers = s.tight > limit ? s.tight : limit;
  double spill = row->registers > limit ? row->registers - limit : 0;
  if (spill > 64)
    return false; // more memory traffic than work
  row->registers = row->registers > limit ? limit : row->registers;
  if (!row->consumers)
    row->ctas = resident(chip, row, row->registers);
  if (row->ctas < 1)
    return false;
  row->occupancy = (double)row->ctas * row->threads / chip->threads;

  int64_t rowTiles = attnCeilDiv(p->rows > 0 ? p->rows : 1, s.rows),
          other = p->batch > 0 ? p->batch : 1;
  double all = 0, most = 0, fewest = 0, masked = 0;
  if (p->kind == ATTN_PROBLEM_PRODUCT) {
    other *= attnCeilDiv(p->columns > 0 ? p->columns : 1, s.columns);
    all = most = (double)attnCeilDiv(p->fold > 0 ? p->fold : 1, s.depth);
  } else if (p->kind == ATTN_PROBLEM_MAP) {
    other *= attnCeilDiv(p->fold > 0 ? p->fold : 1, s.columns);
    all = most = 1;
  } else {
    int64_t jump = attnCeilDiv(rowTiles, 64); // a sample of the row tiles does
    int64_t seen = 0;
    for (int64_t i = 0; i < rowTiles; i += jump, ++seen) {
      double a, m;
      int64_t last = (i + 1) * s.rows < p->rows ? (i + 1) * s.rows : p->rows;
      steps(p, i * s.rows, last - 1, s.columns, &a, &m);
      all += a, masked += m;
      most = attnLarger(most, a);
      fewest = seen && fewest < a ? fewest : a;
    }
    all /= (double)seen, masked /= (double)seen;
    if (p->uneven && !p->dense)
      all *= LEFT_BY_DATA, masked *= LEFT_BY_DATA, most *= LEFT_BY_DATA;
  }
  int busiest = 0, bare = 0;
  int64_t ctas = rowTiles * other, perSm = attnCeilDiv(ctas, chip->sms);
  int n = row->ctas < perSm ? row->ctas : (int)perSm;
  double full = roundCycles(&s, n, spill, false, &busiest);
  double extra = roundCycles(&s, n, spill, true, &bare) - full;
  double cycles, once = s.once > 0 ? s.once : CTA_CYCLES;
  // Else nobody knows which are the longest, or none is.
  bool sorted = most - all >= 0.5 || (beginsDiffer(p) && fewest < most);
  row->longestFirst = row->persistent && (sorted || p->uneven);
  if (row->persistent && ctas <= chip->sms)
    return false;          // nobody has a second one
  if (row->longestFirst) { // what is left at the end is short; but the longest takes its time
    double end = sorted ? 0.5 * full : all * full; // or may be the last
    cycles = (double)ctas * (all * full + masked * extra + once) / chip->sms + end;
    cycles = attnLarger(cycles, most * full + masked * extra + once);
  } else if (most - all < 0.5) { // all CTAs do the same
    int rest = (int)(perSm % n);
    cycles = (double)(perSm / n) * (all * full + masked * extra + once);
    if (rest)
      cycles += all * roundCycles(&s, rest, spill, false, &bare) + masked * extra + once;
  } else if (ctas <= (int64_t)n * chip->sms) {
    // All at once; of several the longest has the SM more and more for itself, of two the other is
    // often nearly as long.
    double later = roundCycles(&s, n > 2 ? (n + 1) / 2 : n, spill, false, &bare);
    cycles = most * (full + later) / 2 + masked * extra + once;
  } else {
    double average = all * full + masked * extra + once;
    cycles = (double)ctas * average / ((double)n * chip->sms) + 0.5 * (most * full + once);
  }
  row->bound = unitNames[busiest];
  if (p->uneven && row->consumers && !row->persistent)
    cycles *= UNEVEN_APART;
  if (paged && p->page % s.columns != 0 && s.columns % p->page != 0)
    cycles *= CUT_PAGES;
  double us = cycles / (chip->gigahertz * 1e3),
         memory = (double)p->bytes / (chip->dramGigabytes * 1e3);
  if (row->stage.depth) // what is under way fills the memory's latency
    memory *= 1 + SLOTS / row->stage.depth;
  if (memory > us)
    us = memory + 0.1 * us, row->bound = "dram";
  row->microseconds = us + LAUNCH_MICROSECONDS + (row->longestFirst ? COUNTER_MICROSECONDS : 0);
  return true;
}
//===--- all rows ---------------------------------------------------------===//

void attnRankAdd(AttnRankList *l, AttnRow row) {
  if (!attnRankPredict(l->p, l->chip, &row))
    return;
  if (l->size == l->capacity) {
    l->capacity = l->capacity ? 2 * l->capacity : 256;
    l->rows = realloc(l->rows, l->capacity * sizeof *l->rows);
  }
  l->rows[l->size++] = row;
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
  AttnRankList l = {.p = p, .chip = chip};
  if (p->kind == ATTN_PROBLEM_CHAIN || p->kind == ATTN_PROBLEM_PRODUCT) {
    if (p->tensor && p->kind == ATTN_PROBLEM_CHAIN)
      attnChainRows(&l), attnGroupRows(&l), attnSumRows(&l);
    else if (p->tensor)
      attnProductRows(&l), attnSumRows(&l);
    attnScalarRows(&l);
  } else {
    attnFlatRows(&l);
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
    snprintf(text, sizeof text, "p1:c%d%s%s", row->consumers, row->pingpong ? "/pingpong" : "",
             row->overlap ? "/overlap" : "");
    attnScheduleSet(s, "ROLE", p->foldName, text);
    if (row->down)
      attnScheduleSet(s, "WALK", p->foldName, "down");
    if (row->raster && !row->longestFirst) {
      snprintf(text, sizeof text, "%s/raster%d", row->persistent ? "persistent" : "tile",
               row->raster);
      attnScheduleSet(s, "GRID", "", text);
    } else if (row->persistent) {
      snprintf(text, sizeof text, "persistent%s%s", row->longestFirst ? "/lpt" : "",
               row->cluster ? "/cluster2" : "");
      attnScheduleSet(s, "GRID", "", text);
    }
    int n = snprintf(text, sizeof text, "a:wgmma_m64n%dk16_%s/w%dx1/f1x1", row->atom.n, p->atomType,
                     row->consumers);
    if (row->atom.bk)
      snprintf(text + n, sizeof text - (size_t)n, "/k%d", row->atom.bk);
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
  bool chunked = p->kind == ATTN_PROBLEM_CHAIN && p->chunked; // both operands go along it
  attnScheduleSet(s, "STAGE", chunked ? p->first : p->foldName, text);
  if (row->hold && !chunked) {
    // Fragments that stay in registers come through a slab as well: read from global memory, lane
    // by lane and with bounds, they cost more registers.
    AttnStage left = row->hold == ATTN_HOLD_RELOAD ? (AttnStage){0} : row->stage;
    left.depth = left.depth > 1 ? 1 : left.depth, left.ring = false;
    if (strcmp(left.transport, "tma") == 0 && row->atom.wm * row->atom.fm * row->atom.m > TMA_ROWS)
      snprintf(left.transport, sizeof left.transport, "cp");
    printStage(&left, text, sizeof text);
    attnScheduleSet(s, "STAGE", p->rowName, text);
    attnScheduleSet(s, "HOLD", p->rowName, holds[row->hold]);
  }
  if (row->cells)
    attnScheduleSet(s, "HOLD", p->foldName, holds[row->cells]);
  if (row->weights)
    attnScheduleSet(s, "HOLD", p->second, holds[row->weights]);
  if (row->saysMath)
    attnScheduleSet(s, "MATH", "", attnMathNames[row->math]);
}
