//===- EmuBulk.c - Bulk tensor copies (TMA) -------------------------------===//
//
// cp.async.bulk.tensor (PTX ISA, "cp.async.bulk.tensor", "Tiled mode"): a box of a tensor in global
// memory to or from shared memory. Row-major in shared memory, the contiguous dimension first; with
// a swizzle of W = 32, 64, 128 bytes the 16-byte chunk at shared address a lies at
//
//   a ^ ((a >> 7 & (W/16 - 1)) << 4)           "Swizzling Modes": chunk index XOR row, per 8 rows
//
// (addresses are absolute, so a slab that does not start at a pattern's start is swizzled the
// same). Elements outside of the tensor read as zero and are not written.
//
//   load    from its issue on the destination is poisoned and in flight; it lands when no lane can
//           run any more and somebody waits for its mbarrier: as late as possible. By multicast it
//           is a load in each of the CTAs, to the same place and for the same mbarrier there.
//           st.async of a word to a CTA of the cluster lands likewise
//   store   shared memory is read at the wait (.read or not) that the issuing lane makes for its
//           group, or at the end; until then a write to it is reported. Global memory is written at
//           the full wait, or at the end.
//
// Both go through the async proxy: a generic write to the same bytes needs fence.proxy.async.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"

#include <stdlib.h>
#include <string.h>

/// A load under way.
typedef struct EmuBulk {
  const EmuTensorMap *map; ///< NULL: `word`
  uint32_t word;
  int32_t at[5];
  uint32_t to; ///< shared address
  uint32_t mbarrier;
  AttnEmuLane *lane; ///< that issued it, perhaps in another CTA of the cluster
  uint32_t site;
} EmuBulk;

typedef struct EmuStore {
  const EmuTensorMap *map;
  int32_t at[5];
  uint32_t from, site, group;
  uint8_t *data; ///< what was read; NULL: not read yet
} EmuStore;

/// Of one lane, in order of issue.
struct EmuStores {
  EmuStore *s;
  uint32_t n, capacity;
  uint32_t group; ///< number of the open group
};

static _Noreturn void noMemory(AttnEmuLane *l, uint32_t site) {
  emuReport(l, ATTN_EMU_ILLEGAL, site, "the emulator is out of memory");
  emuAbort(l);
}

//===--- boxes ------------------------------------------------------------===//

/// One row of the box: `bytes` bytes at `global`, the first `before` bytes of the row and those
/// after them being outside of the tensor.
typedef struct Row {
  uint64_t global;
  uint32_t before, bytes;
} Row;

static uint32_t rowBytes(const EmuTensorMap *m) { return (uint32_t)m->box[0] * m->elementBytes; }

static uint32_t numRows(const EmuTensorMap *m) {
  uint32_t n = 1;
  for (uint32_t d = 1; d < m->rank; ++d)
    n *= m->box[d];
  return n;
}

static Row rowAt(const EmuTensorMap *m, const int32_t *at, uint32_t row) {
  Row r = {.global = m->base};
  for (uint32_t d = 1; d < m->rank; ++d) {
    int64_t i = (int64_t)at[d] + row % m->box[d];
    row /= m->box[d];
    if (i < 0 || i >= (int64_t)m->dims[d])
      return r;
    r.global += (uint64_t)i * m->strides[d - 1];
  }
  int64_t first = at[0] < 0 ? 0 : at[0], end = (int64_t)at[0] + m->box[0];
  if (end > (int64_t)m->dims[0])
    end = (int64_t)m->dims[0];
  if (end <= first)
    return r;
  r.global += (uint64_t)first * m->elementBytes;
  r.before = (uint32_t)(first - at[0]) * m->elementBytes;
  r.bytes = (uint32_t)(end - first) * m->elementBytes;
  return r;
}

enum { MAX_ROW = 256 * 8 };

static void countCopy(AttnEmuLane *l, uint32_t site, uint32_t bytes) {
  AttnEmuSiteCounters *c = l->cta->worker->sites;
  if (c) {
    c[site].executions++;
    c[site].bytes += bytes;
  }
}

/// The operands that loads and stores share.
static const EmuTensorMap *mapOf(AttnEmuLane *l, uint32_t site, uint64_t address, uint32_t rank,
                                 const uint64_t *coordinates, int32_t *at) {
  const EmuTensorMap *m = emuTensorMapAt(l, address, site);
  if (m && m->rank != rank) {
    emuReport(l, ATTN_EMU_ILLEGAL, site, "copies with %u coordinates and a tensor map of rank %u",
              rank, m->rank);
    return NULL;
  }
  for (uint32_t d = 0; m && d < 5; ++d)
    at[d] = d < rank ? (int32_t)(uint32_t)coordinates[d] : 0;
  return m;
}

//===--- loads ------------------------------------------------------------===//

void emuBulkStart(EmuCta *cta) {
  cta->numBulk = 0;
  for (uint32_t i = 0; i < EMU_ENGINES; ++i)
    cta->engineClock[i] = 1;
  for (uint32_t i = 0; i < cta->numLanes; ++i) {
    struct EmuStores *s = cta->lanes[i].stores;
    for (uint32_t k = 0; s && k < s->n; ++k)
      free(s->s[k].data);
    if (s)
      s->n = s->group = 0;
  }
}

uint32_t emuBulkCount(const EmuCta *cta, uint32_t mbarrier) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < cta->numBulk; ++i)
    n += cta->bulk[i].mbarrier == mbarrier;
  return n;
}

/// May the copy engine use the mbarrier?
static bool canComplete(AttnEmuLane *l, const EmuMbarrier *b, uint32_t site) {
  if (b->fenced || emuFenced(l, b->init))
    return true;
  emuReport(l, ATTN_EMU_PROXY, site,
            "completes on the mbarrier at 0x%x, whose initialisation the async proxy need not see; "
            "fence.mbarrier_init is missing behind it",
            b->address);
  return false;
}

static uint32_t bytesOf(const EmuBulk *c) { return c->map ? emuTensorMapBoxBytes(c->map) : 4; }

/// Into one CTA of the cluster.
static void loadTo(AttnEmuLane *l, EmuCta *cta, EmuBulk c, uint64_t mbarrier) {
  uint32_t bytes = bytesOf(&c), site = c.site;
  EmuMbarrier *b = emuMbarrierOf(l, cta, mbarrier, site);
  if (!b)
    return;
  canComplete(l, b, site);
  c.mbarrier = b->address;
  if (!emuBulkBeginFlight(l, cta, c.to, bytes, c.map ? 128 : 4, site))
    return;
  countCopy(l, site, bytes);
  if (cta->numBulk == cta->capBulk) {
    uint32_t wanted = cta->capBulk ? 2 * cta->capBulk : 16;
    EmuBulk *grown = realloc(cta->bulk, wanted * sizeof *grown);
    if (!grown)
      noMemory(l, site);
    cta->bulk = grown;
    cta->capBulk = wanted;
  }
  cta->bulk[cta->numBulk++] = c;
}

static void load(AttnEmuLane *l, uint32_t site, uint64_t to, uint64_t map, uint32_t rank,
                 const uint64_t *coordinates, uint64_t mbarrier, const uint64_t *mask) {
  EmuCluster *cluster = l->cta->cluster;
  EmuBulk c = {.to = (uint32_t)emuSharedOffset(l, to), .lane = l, .site = site};
  l->wait.site = site;
  c.map = mapOf(l, site, map, rank, coordinates, c.at);
  mbarrier = emuSharedOffset(l, mbarrier);
  if (emuIsElsewhere(mbarrier)) {
    emuSharedIsRange(l, mbarrier, 8, 8, site, "uses");
    return;
  }
  uint16_t ctas = mask ? (uint16_t)*mask : (uint16_t)(1u << l->cta->rank);
  if (!ctas || ctas >> cluster->numCtas)
    emuReport(l, ATTN_EMU_ILLEGAL, site, "copies to CTAs 0x%x of a cluster that has %u", ctas,
              cluster->numCtas);
  for (uint32_t i = 0; i < cluster->numCtas && c.map; ++i)
    if (ctas >> i & 1)
      loadTo(l, &cluster->ctas[i], c, mbarrier);
}

static void land(EmuCta *cta, const EmuBulk *c, uint32_t engine) {
  const EmuTensorMap *m = c->map;
  if (!m) {
    emuBulkLand(cta, c->to - ATTN_EMU_SHARED_BASE, &c->word, 4, engine, cta->engineClock[engine]);
    return;
  }
  uint32_t bytes = rowBytes(m), rows = numRows(m);
  uint8_t row[MAX_ROW];
  for (uint32_t i = 0; i < rows; ++i) {
    Row r = rowAt(m, c->at, i);
    memset(row, 0, bytes);
    const void *from = r.bytes ? emuGlobalRead(c->lane, r.global, r.bytes, 1, c->site) : NULL;
    if (from)
      memcpy(row + r.before, from, r.bytes);
    for (uint32_t k = 0; k < bytes; k += 16)
      emuBulkLand(cta, emuSwizzled(c->to + i * bytes + k, m->swizzle) - ATTN_EMU_SHARED_BASE,
                  row + k, 16, engine, cta->engineClock[engine]);
  }
}

/// All copies for one mbarrier land.
static void landFor(EmuCta *cta, EmuMbarrier *b) {
  uint32_t kept = 0;
  int64_t bytes = 0;
  uint32_t address = b->address, engine = b->engine;
  for (uint32_t i = 0; i < cta->numBulk; ++i) {
    EmuBulk c = cta->bulk[i];
    if (c.mbarrier != address) {
      cta->bulk[kept++] = c;
      continue;
    }
    land(cta, &c, engine);
    bytes += bytesOf(&c);
  }
  cta->numBulk = kept;
  emuEngineRelease(cta, &b->arriving, engine, cta->engineClock[engine]++);
  emuMbarrierTransactions(cta, b, bytes);
}

static bool isAwaited(const EmuCta *cta, const EmuMbarrier *b) {
  for (uint32_t i = 0; i < cta->numLanes; ++i) {
    const AttnEmuLane *l = &cta->lanes[i];
    if (l->state == EMU_WAITING && l->wait.kind == EMU_AT_MBARRIER && l->wait.id == b->address &&
        l->wait.parity == (b->phase & 1))
      return true;
  }
  return false;
}

/// Lanes that only test go on, without success.
static bool giveUpTests(EmuCta *cta) {
  bool any = false;
  for (uint32_t i = 0; i < cta->numLanes; ++i) {
    AttnEmuLane *l = &cta->lanes[i];
    if (l->state == EMU_WAITING && l->wait.kind == EMU_AT_MBARRIER && l->wait.test) {
      emuWake(l);
      any = true;
    }
  }
  return any;
}

static bool landOne(EmuCta *cta) {
  for (uint32_t i = 0; i < cta->numBulk; ++i) {
    EmuMbarrier *b = emuMbarrierFind(cta, cta->bulk[i].mbarrier);
    if (b && b->pending == 0 && isAwaited(cta, b)) {
      landFor(cta, b);
      return true;
    }
  }
  return false;
}

bool emuBulkIdle(EmuCluster *cluster) {
  enum { LIMIT = 1 << 16 }; // nothing else happened in between: they will test for ever
  bool any = false;
  for (uint32_t c = 0; c < cluster->numCtas; ++c)
    if (landOne(&cluster->ctas[c]))
      return true;
  for (uint32_t c = 0; cluster->idleTests < LIMIT && c < cluster->numCtas; ++c)
    any |= giveUpTests(&cluster->ctas[c]);
  ++cluster->idleTests;
  return any;
}

/// args: address, word, mbarrier
void attnEmuStoreAsync(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  uint64_t to = args[0], mbarrier = args[2];
  EmuCta *cta = emuClusterOwner(l, &to, site), *of = emuClusterOwner(l, &mbarrier, site);
  l->wait.site = site;
  if (l->cta->cluster->numCtas < 2) // an illegal instruction on an H200
    emuReport(l, ATTN_EMU_ILLEGAL, site, "st.async in a launch without clusters");
  else if (cta != of)
    emuReport(l, ATTN_EMU_ILLEGAL, site, "the mbarrier lies in another CTA than what is written");
  else if (cta)
    loadTo(l, cta,
           (EmuBulk){.word = (uint32_t)args[1], .to = (uint32_t)to, .lane = l, .site = site},
           mbarrier);
}

/// args: count (of operands), destination, map, coordinates, mbarrier
void attnEmuBulkLoad(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  uint32_t rank = (uint32_t)args[0] - 3;
  load(l, site, args[1], args[2], rank, args + 3, args[3 + rank], NULL);
}

/// args: likewise, mask
void attnEmuBulkLoadMulticast(AttnEmuLane *l, uint32_t site, const uint64_t *args,
                              uint64_t *results) {
  (void)results;
  uint32_t rank = (uint32_t)args[0] - 4;
  load(l, site, args[1], args[2], rank, args + 3, args[3 + rank], &args[4 + rank]);
}

/// Groups: destination, map, coordinates, mbarrier, im2col offsets, multicast mask, cache hint,
/// predicate
void attnEmuBulkLoadOp(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  const uint64_t *group[8];
  for (int i = 0; i < 8; ++i) {
    group[i] = args;
    args += *args + 1;
  }
  if (group[4][0]) {
    emuReport(l, ATTN_EMU_ILLEGAL, site, "im2col is not emulated");
    return;
  }
  if (group[7][0] && !group[7][1])
    return;
  load(l, site, group[0][1], group[1][1], (uint32_t)group[2][0], group[2] + 1, group[3][1],
       group[5][0] ? &group[5][1] : NULL);
}

//===--- stores -----------------------------------------------------------===//

void emuStoresFree(AttnEmuLane *l) {
  struct EmuStores *s = l->stores;
  for (uint32_t i = 0; s && i < s->n; ++i)
    free(s->s[i].data);
  if (s)
    free(s->s);
  free(s);
  l->stores = NULL;
}

static struct EmuStores *storesOf(AttnEmuLane *l, uint32_t site) {
  if (!l->stores)
    l->stores = calloc(1, sizeof *l->stores);
  if (!l->stores)
    noMemory(l, site);
  return l->stores;
}

static void store(AttnEmuLane *l, uint32_t site, uint64_t map, uint64_t from, uint32_t rank,
                  const uint64_t *coordinates) {
  EmuCta *cta = l->cta;
  EmuStore c = {.from = (uint32_t)emuSharedOffset(l, from), .site = site};
  l->wait.site = site;
  c.map = mapOf(l, site, map, rank, coordinates, c.at);
  if (!c.map)
    return;
  uint32_t bytes = emuTensorMapBoxBytes(c.map);
  if (!emuSharedIsRange(l, c.from, bytes, 128, site, "reads"))
    return;
  emuBulkCanRead(&l, 1, c.from - ATTN_EMU_SHARED_BASE, bytes, site);
  emuBusy(cta, c.from - ATTN_EMU_SHARED_BASE, bytes, 1);
  countCopy(l, site, bytes);
  struct EmuStores *s = storesOf(l, site);
  if (s->n == s->capacity) {
    uint32_t wanted = s->capacity ? 2 * s->capacity : 16;
    EmuStore *grown = realloc(s->s, wanted * sizeof *grown);
    if (!grown)
      noMemory(l, site);
    s->s = grown;
    s->capacity = wanted;
  }
  c.group = s->group;
  s->s[s->n++] = c;
}

/// The source may be written again.
static void readSource(AttnEmuLane *l, EmuStore *c) {
  uint32_t bytes = emuTensorMapBoxBytes(c->map), at = c->from - ATTN_EMU_SHARED_BASE;
  if (c->data)
    return;
  c->data = malloc(bytes);
  if (!c->data)
    emuReport(l, ATTN_EMU_ILLEGAL, c->site, "the emulator is out of memory");
  for (uint32_t k = 0; k < bytes && c->data; k += 16)
    memcpy(c->data + k,
           l->cta->shared + (emuSwizzled(c->from + k, c->map->swizzle) - ATTN_EMU_SHARED_BASE), 16);
  emuBusy(l->cta, at, bytes, -1);
  emuNoteRead(l, at, bytes);
  l->cta->worker->sharedRead += bytes;
}

static void writeGlobal(AttnEmuLane *l, EmuStore *c) {
  const EmuTensorMap *m = c->map;
  uint32_t bytes = rowBytes(m), rows = numRows(m);
  for (uint32_t i = 0; i < rows && c->data; ++i) {
    Row r = rowAt(m, c->at, i);
    if (r.bytes)
      emuGlobalWrite(l, r.global, c->data + (size_t)i * bytes + r.before, r.bytes, 1, c->site);
  }
  free(c->data);
  c->data = NULL;
}

static void waitStores(AttnEmuLane *l, uint64_t pending, bool readOnly) {
  struct EmuStores *s = l->stores;
  uint32_t n = 0;
  while (s && n < s->n && (uint64_t)s->s[n].group + pending < s->group)
    ++n;
  for (uint32_t i = 0; i < n; ++i) {
    readSource(l, &s->s[i]);
    if (!readOnly)
      writeGlobal(l, &s->s[i]);
  }
  if (readOnly || !n)
    return;
  s->n -= n;
  memmove(s->s, s->s + n, s->n * sizeof *s->s);
}

/// args: count (of operands), map, coordinates, source
void attnEmuBulkStore(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  uint32_t rank = (uint32_t)args[0] - 2;
  store(l, site, args[1], args[2 + rank], rank, args + 2);
}

/// Groups: map, source, coordinates, cache hint, predicate
void attnEmuBulkStoreOp(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  const uint64_t *group[5];
  for (int i = 0; i < 5; ++i) {
    group[i] = args;
    args += *args + 1;
  }
  if (group[4][0] && !group[4][1])
    return;
  store(l, site, group[0][1], group[1][1], (uint32_t)group[2][0], group[2] + 1);
}

void attnEmuBulkCommit(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)args, (void)results;
  ++storesOf(l, site)->group;
}

/// args: groups that may stay under way, only-read
void attnEmuBulkWait(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  l->wait.site = site;
  waitStores(l, args[0], args[1]);
}

/// args: count (of operands), map, coordinates: nothing is copied, but the map must be one.
void attnEmuBulkPrefetch(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  int32_t at[5];
  (void)results;
  mapOf(l, site, args[1], (uint32_t)args[0] - 1, args + 2, at);
}

/// args: count (of operands), address, ...
void attnEmuPrefetchMap(AttnEmuLane *l, uint32_t site, const uint64_t *args, uint64_t *results) {
  (void)results;
  emuTensorMapAt(l, args[1], site);
}

//===--- the end ----------------------------------------------------------===//

void emuBulkFinish(EmuCta *cta) {
  for (uint32_t i = 0; i < cta->numBulk; ++i)
    emuReport(cta->bulk[i].lane, ATTN_EMU_ASYNC, cta->bulk[i].site,
              "the copy to shared address 0x%x is still under way when the CTA ends; nobody waited "
              "for the mbarrier at 0x%x",
              cta->bulk[i].to, cta->bulk[i].mbarrier);
  for (uint32_t i = 0; i < cta->numLanes; ++i) {
    AttnEmuLane *l = &cta->lanes[i];
    struct EmuStores *s = l->stores;
    for (uint32_t k = 0; s && k < s->n; ++k) {
      if (!s->s[k].data)
        emuReport(l, ATTN_EMU_ASYNC, s->s[k].site,
                  "the copy from shared address 0x%x is still under way when the CTA ends; %s",
                  s->s[k].from,
                  s->s[k].group == s->group ? "its group was not committed"
                                            : "nothing waited for its group");
      readSource(l, &s->s[k]);
      writeGlobal(l, &s->s[k]);
    }
    if (s)
      s->n = 0;
  }
  for (int i = 0; i < EMU_MAX_WARPGROUPS; ++i)
    emuWgmmaFinish(&cta->groups[i]);
}
