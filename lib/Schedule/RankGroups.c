//===- RankGroups.c - A contraction in the lift, wgmma and roles ----------===//
// See RankStep.h.
//===----------------------------------------------------------------------===//
#include "Schedule/RankStep.h"

/// Cycles of a row tile beside its steps, for each consumer: the query's way, the states' begin,
/// the projection, the results' way. And what a CTA of its own adds to it: nothing of the next one
/// is under way then; nearly as much if CTAs stay, but results share a slab with the next query.
enum { ROW_TILE = 1280, ALONE = 2200, SHARED = 2000 };

/// Of these, what is hidden where a row tile begins in the last step of the one before (measured:
/// 754 and 739 us, 15.5 row tiles an SM).
enum { CHAINED = 1600 };

/// Cycles for each byte that is read for a score: through a ring (written and read again), and
/// where it lies, in accesses of a warp that touch eight rows (measured: 250 and 1600 more for a
/// step of 128 x 128 scores with a bias of two bytes).
static const double RING_BYTE = 1.0 / 128, LOADED_BYTE = 1.0 / 20;

/// Where scores have a function of their own beside the weights' exponential, so much of the
/// arithmetic is not hidden by these two (measured: tanh, head dimensions 64 and 128).
static const double BESIDE_SPECIAL = 0.43;

/// Where rows differ and items are not chained, tiles of more keys than that take so much longer
/// (measured, 16k causal, 128 columns: 160 keys 1495 us, 144 1494, and 128, chained, 1463).
enum { WIDE_TILE = 128 };
static const double WIDE_APART = 1.025;

/// Columns of both contractions up to which a step is short.
enum { SHORT_STEP = 160 };

enum { PART_BYTES = 4 }; ///< of an element of scores that warpgroups exchange

/// Shared memory: what does not depend on how many items are under way, a query, results.
typedef struct Room {
  int64_t rings, query, results;
  bool chained, own; ///< two queries (attn-roles' chains); results have a slab of their own
} Room;

/// Does every row keep the same keys?
static bool isEven(const AttnProblem *p) {
  bool same = !p->uneven;
  for (int i = 1; i < p->nSamples; ++i)
    same &= p->lo[i] == p->lo[0] && p->hi[i] == p->hi[0];
  return same;
}

/// The panels that rows of slabs are divided in. TMA fills those of 32 bytes too slowly, so rows
/// end in one of 128 that it fills up (measured: 72 and 104 columns, 5 and 7 panels of 32, 12 to 23
/// %).
static int panelOf(const AttnProblem *p) {
  int swizzle = attnRankSwizzle(attnRoundUp(p->inner, 16) * p->rightBytes,
                                attnRoundUp(p->columns, 16) * p->wideBytes);
  return swizzle == 32 ? 128 : swizzle;
}

static Room roomOf(const AttnProblem *p, const AttnChipFacts *chip, const AttnRow *row) {
  int64_t R = 64 * row->consumers / row->atom.wn, C = row->atom.n, D = attnRoundUp(p->inner, 16),
          W = attnRoundUp(p->columns, 16);
  int64_t panel = row->stage.swizzle ? row->stage.swizzle : 32;
  bool once = p->wideInRight && R == 64; // copied once for keys and values
  int64_t columns =
      attnRoundUp(D * p->rightBytes, panel) + (once ? 0 : attnRoundUp(W * p->wideBytes, panel));
  Room m = {.rings = row->stage.depth * C * columns + 1024,
            .query = R * D * p->leftBytes,
            .results = R * W * 2};
  if (row->atom.wn > 1)
    m.rings += row->atom.wn * R * C * PART_BYTES;
  if (row->cells == ATTN_HOLD_SMEM)
    m.rings += row->stage.depth * R * C * p->cellBytes;
  int64_t two = m.rings + 2 * m.query;
  bool apart = two + m.results <= chip->sharedPerCta;
  // Through the ended query's slot where all streams are as long (RolesWhether.c).
  m.chained =
      row->persistent && (apart || (p->resultsFit && isEven(p) && two <= chip->sharedPerCta));
  if (R == 64 && m.rings + m.query + m.results > chip->sharedPerCta) {
    m.results = 0; // they leave lane by lane
    return m;
  }
  m.own =
      !p->resultsFit ||
      (m.chained ? apart : row->persistent && m.rings + m.query + m.results <= chip->sharedPerCta);
  return m;
}

/// Do two CTAs copy together what both stream? Half of it comes from L2 then, which the products
/// wait for, and power: persistent kernels where nothing but products is in the way, along the rows
/// where all streams are as long, else along heads that share keys (measured: 128 columns 1.2 to
/// 1.5 %, ALiBi 4 %, 256 columns 0.1 to 0.8 %, heads with a causal mask 0.2 to 2 % faster; 64
/// columns 1 to 4 %, a bias 4 %, tanh 1.3 %, causal ALiBi 3 % slower).
static bool isPair(const AttnProblem *p, const AttnRow *row, bool products) {
  bool neighbours =
      p->nSamples
          ? p->headsShare && !p->slopes
          : p->rowsShare && attnCeilDiv(p->rows, 64 * row->consumers / row->atom.wn) % 2 == 0;
  return products && row->persistent && row->consumers <= 2 && row->atom.wn == 1 && neighbours &&
         !p->uneven && !p->cellBytes && p->mufu[row->math] == 0;
}

/// What is gained by that.
static const double PAIR = 0.985;

/// One band of rows, whose scores' products take what shared memory delivers (a row of 16 elements
/// of both operands for each; LONE more), and whose fold nothing but its value product is beside,
/// if that: next scores stand in front of it. Where a ring of two slots has the values as well, a
/// slot comes back when they are read, and overlapped scores wait for it. Two warpgroups side by
/// side both fold, and exchange parts of the scores. Measured, latent attention, 576 and 256
/// columns, one consumer: 32 keys 1.0, 48 1.8, 64 2.05 us a step; 512 columns, two, not overlapped:
/// 32 keys 1.38, 48 1.85; within 8 %. Overlapped, where keys and values come apart, they take 0.955
/// of that (512 columns, 681 and 713 us).
static const double BESIDE_OVERLAP = 0.955;
enum { LONE = 425, LATE_SLOT = 1050, ROW16 = 32, SHARED_BYTES = 128 };
static void predictBand(const AttnProblem *p, const AttnChipFacts *chip, const AttnRow *row,
                        double special, double perScore, AttnStep *s) {
  double C = row->atom.n, D = (double)attnRoundUp(p->inner, 16),
         W = (double)attnRoundUp(p->columns, 16), folds = row->atom.wn;
  double scores = D / 16 * (64 + C) * ROW16 / SHARED_BYTES, values = C / 16 * W / 2;
  double fold = folds * (special + 64 * C * perScore / chip->fmaLanes);
  double exchange = folds > 1 ? 2 * folds * 64 * C * PART_BYTES / SHARED_BYTES : 0;
  s->direct = scores + values + fold + exchange + LONE;
  if (p->wideInRight && row->stage.depth == 2 && row->overlap)
    s->direct += LATE_SLOT;
  s->direct *= folds > 1 && row->overlap ? BESIDE_OVERLAP : 1;
}

AttnProblem attnRankSideBySide(const AttnProblem *p) {
  AttnProblem both = *p;
  int64_t most = 2 * WHOLE, tiles = attnCeilDiv(p->allColumns, p->columns);
  both.columns = p->allColumns < most ? p->allColumns : most;
  both.batch = p->batch / tiles * attnCeilDiv(p->allColumns, both.columns);
  both.resultsFit = attnCeilDiv(p->whole, 16) == attnCeilDiv(both.columns, 16);
  return both;
}

/// One producer warp, consumers that alternate: products of one run under the exponentials of
/// another. Fitted on an H200 to 50 persistent schedules, head dimensions 64 and 128: within 6 %,
/// most orders of the rows of a case are the measured ones. Where exponentials take longer they
/// hide the products; products hide two thirds of the exponentials. Between the two neither gets
/// cheaper by the other's growing.
bool attnPredictChainGroups(const AttnProblem *p, const AttnChipFacts *chip, AttnRow *row,
                            AttnStep *s) {
  int64_t R = 64 * row->consumers / row->atom.wn, C = row->atom.n, D = attnRoundUp(p->inner, 16),
          W = attnRoundUp(p->columns, 16); // rows of slabs are multiples of 32 bytes
  double scores = (double)(R * C), flops = 2 * scores * (double)(D + W);
  double perScore =
      p->flops[row->math] + p->rowStates + (p->twisted ? (row->math ? 1 : 2) : 0) + 0.5;
  double products = flops / chip->wgmmaFlops;
  double special = scores * (p->mufu[row->math] + p->twisted) / chip->mufuLanes;
  double rescaled = p->twisted ? (double)(R * W) : 0;
  double weights = special + (p->mufu[row->math] > 0 ? BESIDE_SPECIAL : 1) *
                                 (scores * perScore + rescaled) / chip->fmaLanes;
  s->direct = products > weights ? products + 0.31 * weights : attnLarger(1.31 * products, weights);
  s->direct += scores * p->cellBytes * (row->cells == ATTN_HOLD_SMEM ? RING_BYTE : LOADED_BYTE);
  // Three consumers share what a step costs them all, but not the tensor pipe, unless the others'
  // work hides it clearly.
  s->direct *= row->consumers == 2 ? 1.065 : 1.05 * products > weights ? 1.18 : 0.93;
  s->direct += row->consumers == 2 ? 450 : 390;
  if (R == 64)
    predictBand(p, chip, row, special, perScore, s);
  row->cluster = isPair(p, row, products > weights) ? 2 : 0;
  s->direct *= row->cluster ? PAIR : 1;
  s->bare = scores * 4 / chip->fmaLanes;
  s->rows = R, s->columns = C;
  s->unit[products > weights ? UNIT_MMA : UNIT_MUFU] = s->direct;
  s->warps = 4 * row->consumers;
  // What a consumer holds once the producer has given its registers away. Work on scores other than
  // a scale needs some of its own, and so do masks, which compare coordinates, the more the wider
  // the tile (as measured: what three consumers have room for does not spill).
  int slopes = p->nSamples ? 0 : p->slopes;
  bool work = p->flops[row->math] - slopes > 1 || p->mufu[row->math] > 0 || p->maskedInside;
  int64_t more = work ? 64 : p->nSamples && row->consumers == 2 ? attnLarger(32, C / 4) : 32;
  if (p->maskedInside) // what data mask, element by element
    more = (int64_t)attnLarger((double)more, 7.0 * (double)C / 16);
  if (row->cells == ATTN_HOLD_RELOAD) // addresses of what is read
    more += (C - 64) / 3;
  row->registers = (int)(W / 2 / row->atom.wn + C / 2 + C / 4 + more);
  // What attn-roles leaves the consumers.
  bool reads = (row->persistent && p->uneven) || p->page > 0;
  if (row->registers > (row->consumers > 2 ? 160 : row->consumers == 1 ? 256 : reads ? 232 : 240))
    return false;
  row->threads = 128 * (row->consumers + 1);
  Room m = roomOf(p, chip, row);
  row->shared = m.rings + (m.chained ? 2 : 1) * m.query;
  if (m.own)
    row->shared += m.results + (!p->resultsFit ? 3072 : 0);
  if (row->persistent && !m.chained && !isEven(p) && C > WIDE_TILE)
    s->direct *= WIDE_APART;
  s->once = ROW_TILE * row->consumers / row->atom.wn;
  if (!row->persistent)
    s->once += ALONE;
  else if (m.chained)
    s->once -= CHAINED;
  else if (!m.own)
    s->once += SHARED;
  return true;
}

/// Is a stream better begun at its end? A mask of the last tiles (causal) then costs the first
/// step, which computes it anyway where CTAs stay, and no other one: 2 % with 64 columns, where a
/// step is short, and with a window, 2 to 4 %. With 128 columns and more of a causal mask alone
/// heads that begin at the same keys share them in L2: 1 to 3 % slower.
static bool isBetterDown(const AttnProblem *p) {
  bool first = false, last = false; // do rows differ there?
  for (int i = 1; i < p->nSamples; ++i)
    first |= p->lo[i] != p->lo[0], last |= p->hi[i] != p->hi[0];
  return last && !p->uneven && (first || p->inner + p->columns <= SHORT_STEP);
}

/// Three consumers have 160 registers, and ptxas finds none left where a tile that is cut off by
/// the end of the axis alone comes last, one step behind the loop (C7512, products one by one). As
/// the first one it is a first step. The same with two that are chained.
static bool mustGoDown(const AttnProblem *p, const AttnChipFacts *chip, const AttnRow *row) {
  return (row->consumers == 3 || roomOf(p, chip, row).chained) && isEven(p) &&
         p->fold % row->atom.n != 0;
}

/// Can two warpgroups share the scores of a band of rows, and have half of the columns each
/// (BracketTile.c)? With fewer columns one consumer has room for all.
static bool canStandSideBySide(const AttnProblem *p) {
  return p->whole % 64 == 0 && p->inner % 64 == 0 && p->allColumns > WHOLE &&
         p->allColumns % 128 == 0 &&
         (p->allColumns <= 2 * WHOLE || p->allColumns % (2 * WHOLE) == 0);
}

/// Rows too long for the tiles of two consumers: one has room for all of their columns, so that the
/// query stays, and no step waits for a chunk of it. Or two, side by side, which have twice as many
/// columns of results: where keys and values share a slot overlapped scores wait for it (measured,
/// 512 columns, 48 keys 205 us, 158 without).
static void wholeRows(AttnRankList *l, int swizzle) {
  const AttnProblem *p = l->p;
  if (!p->whole || !p->invariantLeft || p->cellBytes)
    return;
  for (int beside = 1; beside <= (canStandSideBySide(p) ? 2 : 1); ++beside)
    for (int n = 16; n <= 64; n += 16)
      for (int depth = 2; depth <= 4; ++depth)
        for (int choice = 0, most = attnRankMost(p) + 1; choice < 2 * most; ++choice) {
          AttnRow row = {.tensor = true,
                         .saysMath = p->twisted,
                         .math = (AttnMath)(most - 1 - choice / 2),
                         .consumers = beside,
                         .overlap = beside == 1 || !p->wideInRight,
                         .persistent = choice % 2 == 0,
                         .weights = ATTN_HOLD_REG};
          if (n / 2 >= p->fold || (!p->twisted && !row.math))
            continue;
          row.atom = (AttnAtomTile){.family = ATTN_ATOM_WGMMA,
                                    .m = 64,
                                    .n = n,
                                    .k = 16,
                                    .bk = (int)attnCeilDiv(p->whole, 16),
                                    .wm = 1,
                                    .wn = beside,
                                    .fm = 1,
                                    .fn = 1};
          row.stage = attnRankStage(depth, "tma", -1, swizzle);
          row.down = isBetterDown(p) || mustGoDown(p, l->chip, &row);
          attnRankAdd(l, row);
        }
}

void attnGroupRows(AttnRankList *l) {
  const AttnProblem *p = l->p;
  int swizzle = panelOf(p);
  if (!l->chip->wgmmaFlops || !p->columns || !swizzle || p->sums > 1 || p->leftBytes != 2)
    return;
  if (p->chunked) {
    wholeRows(l, swizzle);
    return;
  }
  for (int groups = 2; groups <= 3; ++groups)
    for (int n = 64; n <= 176; n += 16) // 192 measured slower than 176 wherever both fit
      for (int choice = 0, most = attnRankMost(p) + 1; choice < (p->cellsInRows ? 4 : 2) * most;
           ++choice) {
        int math = most - 1 - choice / 2 % most;
        bool persistent = choice % 2 == 0;
        if (64 * (groups - 1) >= p->rows || n / 2 >= p->fold || (!p->twisted && !math))
          continue;
        AttnHold cells = choice < 2 * most && p->cellsInRows ? ATTN_HOLD_SMEM : ATTN_HOLD_RELOAD;
        AttnRow row = {.tensor = true,
                       .saysMath = p->twisted,
                       .math = (AttnMath)math,
                       .consumers = groups,
                       .overlap = true,
                       .pingpong = true,
                       .persistent = persistent,
                       .raster = persistent ? p->cellShare : 0,
                       .cells = p->cellBytes ? cells : ATTN_HOLD_NONE,
                       .weights = ATTN_HOLD_REG};
        row.atom = (AttnAtomTile){.family = ATTN_ATOM_WGMMA,
                                  .m = 64,
                                  .n = n,
                                  .k = 16,
                                  .wm = groups,
                                  .wn = 1,
                                  .fm = 1,
                                  .fn = 1};
        row.stage = attnRankStage(2, "tma", -1, swizzle);
        row.down = isBetterDown(p) || mustGoDown(p, l->chip, &row);
        attnRankAdd(l, row);
      }
}
