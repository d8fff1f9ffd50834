//===- RankTime.c - From the work of a step to the time of a row ----------===//
//
// A step's cycles (roundCycles) from what it asks of each unit, CTAs from their steps, the grid
// from how many CTAs run at a time; beside it what memory takes. See Rank.h for what is left away.
//
//===----------------------------------------------------------------------===//
#include "Schedule/RankStep.h"

#include <math.h>
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
/// One query a row, where memory is the bound (bench/results/decode-schedules-h200.json): more of
/// what memory takes with 32 KB of copies under way an SM; falls as their square; more again for
/// each 64 KB beyond the first. Rows of a slab that are copied in panels, and rows that are padded.
static const double UNDER_WAY = 0.07 * 32768 * 32768, TOO_MUCH = 0.02, PANELS = 1.08, PADDED = 1.07;
static const double LATENCY = 0.3; ///< of a chain's latencies that other chains leave visible
/// Cycles that a CTA loses where a step ends: its warps wait for the last one of them and for the
/// first fragments of the next slab. Other CTAs of the SM go on meanwhile.
static const double TURN = 75, TURN_WARP = 48;
static const double CTA_CYCLES = 4000; ///< start, first loads, results
static const double LAUNCH_MICROSECONDS = 2.5;
static const double COUNTER_MICROSECONDS = 1.5; ///< zeroing it is a step in front of the launch
/// Multiprocessors that idle leave their power to the others' tensor pipes (wgmma; measured: 16
/// CTAs 0.79 and 0.83 of the time that is told for as many as there are multiprocessors).
static const double IDLE = 0.17;
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

/// Cycles of a unit for a step of one chain, where schedulers have `warps` warps each. Shared
/// memory and L2 serve the whole SM: fewer warps than schedulers have it for themselves.
static double unitCycles(const AttnStep *s, int u, double warps, bool masked) {
  double c = s->unit[u];
  if (masked && (u == UNIT_ISSUE || u == UNIT_FMA))
    c += s->bare;
  if ((u == UNIT_SHARED || u == UNIT_L2) && warps < 1)
    c *= warps;
  return c / s->chains;
}

/// Cycles in which `n` CTAs of an SM do a step each.
static double roundCycles(const AttnStep *s, int n, double spill, bool masked, int *busiest) {
  double sum = 0, most = 0;
  if (s->direct > 0) {
    *busiest = s->unit[UNIT_MMA] > 0 ? UNIT_MMA : UNIT_MUFU;
    return n * (s->direct + (masked ? s->bare : 0));
  }
  double warps = (double)n * s->warps / SCHEDULERS, q = attnLarger(1, warps) * s->chains;
  for (int u = 0; u < UNITS; ++u) {
    double c = unitCycles(s, u, warps, masked);
    sum += u == UNIT_FMA || u == UNIT_ISSUE ? 0 : c;
    if (c > most)
      most = c, *busiest = u;
  }
  // The scheduler issues what the FMA lanes do: one of them counts in the sum.
  sum += attnLarger(s->unit[UNIT_FMA], s->unit[UNIT_ISSUE]) / s->chains;
  double weighted = 0;
  for (int u = 0; u < UNITS; ++u) {
    bool other = u == (s->unit[UNIT_FMA] > s->unit[UNIT_ISSUE] ? UNIT_ISSUE : UNIT_FMA);
    weighted += other ? 0 : WEIGHT[u] * unitCycles(s, u, warps, masked);
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

/// How many times what memory takes at its best, with `n` CTAs an SM.
static double memoryTimes(const AttnStep *s, const AttnStage *st, double n) {
  if (!st->depth)
    return 1;
  if (s->copied <= 0)
    return 1 + SLOTS / st->depth;
  double underWay = n * (st->depth > 1 ? st->depth - 1 : 0.5) * s->copied;
  double more = attnLarger(underWay / 65536 - 1, 0);
  return (1 + UNDER_WAY / (underWay * underWay) + TOO_MUCH * more) *
         (strcmp(st->transport, "tma") == 0 ? PANELS
          : st->pad > 0                     ? PADDED
                                            : 1);
}

/// Cycles of CTAs whose work takes `work` and whose copies take `copies`. Where a warp or a few of
/// them stream tiles of their own both are in each other's way if they take as long (measured: 1.15
/// to 1.3 times), and the first copies come before the work.
static double together(const AttnStep *s, double work, double copies, double steps) {
  double most = attnLarger(work, copies), least = work + copies - most;
  if (s->copied <= 0)
    return copies > work ? copies + 0.1 * work : work;
  return most * pow(1 + pow(least / most, 5), 0.2) + least / (steps + 2);
}

/// Registers, and CTAs an SM; `spill`: registers that do not fit. False where no CTA fits.
static bool occupy(const AttnChipFacts *chip, const AttnStep *s, AttnRow *row, double *spill) {
  if (row->consumers) // they take all registers
    row->ctas = 1;
  int limit = row->consumers ? 240 : chip->registers / row->threads / 8 * 8;
  limit = limit < chip->registersPerThread ? limit : chip->registersPerThread;
  // Beyond the limit it is the order of the program that counts, which attn-nvvm-to-cubin keeps
  // then.
  if (row->registers > limit && s->tight > 0)
    row->registers = s->tight > limit ? s->tight : limit;
  *spill = row->registers > limit ? row->registers - limit : 0;
  if (*spill > 64)
    return false; // more memory traffic than work
  row->registers = row->registers > limit ? limit : row->registers;
  if (!row->consumers)
    row->ctas = resident(chip, row, row->registers);
  row->occupancy = (double)row->ctas * row->threads / chip->threads;
  return row->ctas >= 1;
}

/// The CTAs (or work items) of a row, and the steps of their streams.
typedef struct Streams {
  int64_t ctas;
  double all, masked; ///< in the mean; of these with a mask
  double most, fewest;
} Streams;

static Streams streamsOf(const AttnProblem *p, const AttnStep *s) {
  int64_t rowTiles = attnCeilDiv(p->rows > 0 ? p->rows : 1, s->rows);
  Streams t = {.ctas = rowTiles * (p->batch > 0 ? p->batch : 1)};
  if (p->kind == ATTN_PROBLEM_PRODUCT) {
    t.ctas *= attnCeilDiv(p->columns > 0 ? p->columns : 1, s->columns);
    t.all = t.most = (double)attnCeilDiv(p->fold > 0 ? p->fold : 1, s->depth);
    return t;
  }
  if (p->kind == ATTN_PROBLEM_MAP) {
    t.ctas *= attnCeilDiv(p->fold > 0 ? p->fold : 1, s->columns);
    t.all = t.most = 1;
    return t;
  }
  int64_t jump = attnCeilDiv(rowTiles, 64); // a sample of the row tiles does
  int64_t seen = 0;
  for (int64_t i = 0; i < rowTiles; i += jump, ++seen) {
    double a, m;
    int64_t last = (i + 1) * s->rows < p->rows ? (i + 1) * s->rows : p->rows;
    steps(p, i * s->rows, last - 1, s->columns, &a, &m);
    t.all += a, t.masked += m;
    t.most = attnLarger(t.most, a);
    t.fewest = seen && t.fewest < a ? t.fewest : a;
  }
  t.all /= (double)seen, t.masked /= (double)seen;
  if (p->uneven && !p->dense)
    t.all *= LEFT_BY_DATA, t.masked *= LEFT_BY_DATA, t.most *= LEFT_BY_DATA;
  return t;
}

/// A row whose time is being told.
typedef struct Told {
  const AttnProblem *p;
  const AttnChipFacts *chip;
  AttnRow *row;
  AttnStep s;
  Streams t;
  double spill;
  double copies; ///< cycles that what is read and written takes at the memory's best
  bool sorted;   ///< it is known which CTAs are the longest
  double times;  ///< so many times the cycles of the work
} Told;

/// Cycles of a share of the CTAs, `n` of them an SM at a time, and of its copies, which go on
/// beside the work.
static double shareCycles(const Told *o, double share, double work, double n, int busiest) {
  double copies = share * o->copies * memoryTimes(&o->s, &o->row->stage, attnLarger(n, 1));
  work *= o->times;
  if (share > 0.5)
    o->row->bound = copies > work ? "dram" : unitNames[busiest];
  return together(&o->s, work, copies, o->t.all);
}

/// Cycles of a CTA among `n` of an SM; `step`: of one of its steps.
static double ctaCycles(const Told *o, int n, double *step, double *once, int *busiest) {
  int bare;
  *step = roundCycles(&o->s, n, o->spill, false, busiest);
  *once = o->s.once > 0 ? o->s.once : CTA_CYCLES;
  double masks = roundCycles(&o->s, n, o->spill, true, &bare) - *step;
  return o->t.all * *step + o->t.masked * masks + *once;
}

static double allCycles(const Told *o) {
  const Streams *t = &o->t;
  int64_t sms = o->chip->sms, perSm = attnCeilDiv(t->ctas, sms);
  int n = o->row->ctas < perSm ? o->row->ctas : (int)perSm, rest = (int)(perSm % n), busiest;
  double step, once, cta = ctaCycles(o, n, &step, &once, &busiest), masks = cta - t->all * step;
  if (o->row->longestFirst) { // what is left at the end is short; but the longest takes its time
    double end = o->sorted ? 0.5 * step : t->all * step; // or may be the last
    double work = (double)t->ctas * cta / (double)sms + end;
    return shareCycles(o, 1, attnLarger(work, t->most * step + masks), n, busiest);
  }
  if (t->most - t->all < 0.5) { // all CTAs do the same
    double running = (double)t->ctas / (double)sms, first = (double)(perSm / n) * cta;
    double last = rest ? ctaCycles(o, rest, &step, &once, &busiest) : 0;
    running = running < n ? running : n;
    if (!rest || o->s.copied <= 0)
      return shareCycles(o, 1, first + last, running, busiest);
    // The last ones have the memory for themselves, and less under way.
    double filled = (double)((perSm - rest) * sms) / (double)t->ctas;
    return shareCycles(o, filled, first, running, busiest) +
           shareCycles(o, 1 - filled, last, rest, busiest);
  }
  if (t->ctas <= n * sms) {
    // All at once; of several the longest has the SM more and more for itself, of two the other is
    // often nearly as long.
    int bare;
    double later = roundCycles(&o->s, n > 2 ? (n + 1) / 2 : n, o->spill, false, &bare);
    return shareCycles(o, 1, t->most * (step + later) / 2 + masks, n, busiest);
  }
  double work = (double)t->ctas * cta / (double)(n * sms) + 0.5 * (t->most * step + once);
  return shareCycles(o, 1, work, n, busiest);
}

/// A round of CTAs that is not full leaves some idle, unless the streams of its tiles (and of one
/// more round, where that one is short) are shared out by a kernel in front. Measured on an H200,
/// head dimensions 64 to 256, 160 to 2816 tiles of 1k to 16k keys: of the CTAs' 1.5 to 2.3
/// stretches each costs 6 us with 64 columns, 4 to 9 with 128, 10 to 15 with 256. Where it gains
/// less than 1.5 % it is not worth a second kernel, which takes as long to compile; of products,
/// whose rate is what power leaves, it gains nothing (8192 in each dimension 1759 us against 1716).
/// False: the row stays as it is.
static bool shareStreams(const Told *o, double *microseconds) {
  static const double STRETCH = 2.5, STATE = 7.5e-5, LEAST = 0.985;
  const AttnProblem *p = o->p;
  AttnRow *row = o->row;
  int64_t n = row->cluster ? row->cluster : 1, tiles = attnCeilDiv(o->t.ctas, n);
  int64_t groups = attnChipResident(o->chip, (int)n) / n, rest = tiles % groups;
  if (!p->shares || p->kind != ATTN_PROBLEM_CHAIN || !row->persistent || !row->consumers ||
      row->longestFirst || p->uneven || p->nSamples || !rest)
    return false;
  int64_t taken = 2 * rest < groups && tiles > groups ? rest + groups : rest;
  double stretches = 1 + (double)taken / (double)groups;
  double time =
      *microseconds * ((double)tiles / (double)groups) / (double)attnCeilDiv(tiles, groups) +
      stretches * (STRETCH + STATE * 4 * (double)(p->columns * o->s.rows));
  if (time > LEAST * *microseconds)
    return false;
  *microseconds = time;
  return true;
}

/// CTAs that have a part of the columns each stream the right operand once more; half of that finds
/// it in L2 (measured, one query of 512 columns: 168 us, of which reading once takes 112).
static double readAgain(const AttnProblem *p) {
  if (p->kind != ATTN_PROBLEM_CHAIN || p->allColumns <= p->columns)
    return 1;
  double right = (double)p->inner * p->rightBytes,
         all = right + (p->wideInRight ? 0 : (double)p->allColumns * p->wideBytes);
  return 1 + 0.5 * (double)(attnCeilDiv(p->allColumns, p->columns) - 1) * right / all;
}

bool attnRankPredict(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row) {
  AttnProblem both;
  if (row->consumers && row->atom.wn > 1) {
    both = attnRankSideBySide(p);
    p = &both;
  }
  Told o = {.p = p, .chip = chip, .row = row, .s = {.chains = 1, .lone = ALONE}, .times = 1};
  AttnStep *s = &o.s;
  bool contraction = p->kind == ATTN_PROBLEM_CHAIN || p->kind == ATTN_PROBLEM_PRODUCT;
  bool groups = row->consumers > 0, wide = p->kind == ATTN_PROBLEM_CHAIN && p->columns > 0;
  bool ok = !contraction                    ? attnPredictFlat(p, chip, row, s)
            : !row->tensor                  ? attnPredictContractScalar(p, chip, row, s)
            : groups && wide                ? attnPredictChainGroups(p, chip, row, s)
            : groups                        ? attnPredictSums(p, chip, row, s)
            : p->kind == ATTN_PROBLEM_CHAIN ? attnPredictChainAtoms(p, chip, row, s)
                                            : attnPredictProductAtoms(p, chip, row, s);
  if (!ok || row->shared > chip->sharedPerCta || row->threads > 1024)
    return false;
  bool paged = p->page > 0 && strcmp(row->stage.transport, "tma") == 0;
  if (paged && (p->page % BOX_ROWS != 0 || s->columns % BOX_ROWS != 0))
    return false;
  if (!occupy(chip, s, row, &o.spill))
    return false;

  o.t = streamsOf(p, s);
  if (row->persistent && o.t.ctas <= chip->sms && !p->stays)
    return false; // nobody has a second one
  o.sorted = o.t.most - o.t.all >= 0.5 || (beginsDiffer(p) && o.t.fewest < o.t.most);
  row->longestFirst = row->persistent && (o.sorted || p->uneven);
  o.copies = (double)p->bytes / chip->dramGigabytes * chip->gigahertz;
  o.copies *= readAgain(p);
  if (p->uneven && !p->dense && p->rows <= s->rows) // what no row sees is not read
    o.copies *= LEFT_BY_DATA;
  if (p->uneven && row->consumers && !row->persistent)
    o.times *= UNEVEN_APART;
  if (paged && p->page % s->columns != 0 && s->columns % p->page != 0)
    o.times *= CUT_PAGES;
  if (row->consumers && s->unit[UNIT_MMA] > 0 && o.t.ctas < chip->sms)
    o.times *= 1 - IDLE * (1 - (double)o.t.ctas / chip->sms);
  row->microseconds = allCycles(&o) / (chip->gigahertz * 1e3) + LAUNCH_MICROSECONDS +
                      (row->longestFirst ? COUNTER_MICROSECONDS : 0);
  row->streamK = shareStreams(&o, &row->microseconds);
  return true;
}
