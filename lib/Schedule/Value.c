//===- Value.c - Grammar of the schedule's values -------------------------===//
//
// One recursive-descent reader per key over a cursor. The public attnParse... functions and the
// check of a whole schedule use the same readers, so that what parses here parses there.
//
//===----------------------------------------------------------------------===//
#include "Schedule/Value.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NUMBER = 1 << 20 };

//===--- reading ----------------------------------------------------------===//

static bool want(AttnValueCursor *c, const char *what) {
  snprintf(c->expected, sizeof c->expected, "%s", what);
  return false;
}

/// Reads `word` if it stands here and is not the beginning of a longer word.
static bool eat(AttnValueCursor *c, const char *word) {
  size_t n = strlen(word);
  if (strncmp(c->text + c->pos, word, n) != 0)
    return false;
  if (isalpha((unsigned char)word[n - 1]) && isalpha((unsigned char)c->text[c->pos + n]))
    return false;
  c->pos += n;
  return true;
}

/// Reads a prefix that a number follows.
static bool eatPrefix(AttnValueCursor *c, const char *word) {
  size_t n = strlen(word);
  if (strncmp(c->text + c->pos, word, n) != 0 || !isdigit((unsigned char)c->text[c->pos + n]))
    return false;
  c->pos += n;
  return true;
}

static bool number(AttnValueCursor *c, int least, int *v) {
  const char *p = c->text + c->pos;
  char what[64];
  snprintf(what, sizeof what, "a number from %d to %d", least, MAX_NUMBER);
  if (!isdigit((unsigned char)*p))
    return want(c, what);
  if (*p == '0' && isdigit((unsigned char)p[1]))
    return want(c, "a number without leading zeros");
  long n = 0;
  size_t digits = 0;
  for (; isdigit((unsigned char)p[digits]); ++digits)
    if ((n = 10 * n + (p[digits] - '0')) > MAX_NUMBER)
      return want(c, what);
  if (n < least)
    return want(c, what);
  c->pos += digits;
  *v = (int)n;
  return true;
}

/// `<letter><number>`
static bool lettered(AttnValueCursor *c, const char *letter, int *v) {
  char what[64];
  snprintf(what, sizeof what, "'%s' and a number", letter);
  if (strncmp(c->text + c->pos, letter, strlen(letter)) != 0)
    return want(c, what);
  c->pos += strlen(letter);
  return number(c, 1, v);
}

static bool slash(AttnValueCursor *c) { return eat(c, "/") || want(c, "'/'"); }

static bool atEnd(AttnValueCursor *c, const char *what) {
  return c->text[c->pos] == 0 || want(c, what);
}

/// One of the words, index in *which.
static bool oneOf(AttnValueCursor *c, const char *const *words, size_t n, const char *what,
                  size_t *which) {
  for (*which = 0; *which < n; ++*which)
    if (eat(c, words[*which]))
      return true;
  return want(c, what);
}

//===--- TILE -------------------------------------------------------------===//

static bool readScalarTile(AttnValueCursor *c, AttnScalarTile *t) {
  *t = (AttnScalarTile){1, 1, 1, 1};
  if (!lettered(c, "n", &t->n))
    return false;
  if (eat(c, "x") && !number(c, 1, &t->m))
    return false;
  if (!slash(c) || !lettered(c, "f", &t->fn))
    return false;
  if (eat(c, "x") && !number(c, 1, &t->fm))
    return false;
  return atEnd(c, "the end of the value");
}

/// mma_m16n8k<K>_<type> or wgmma_m64n<N>k<K>_<type>; K is 16 for f16 and bf16, 32 for e4m3 and
/// e5m2.
static bool readAtom(AttnValueCursor *c, AttnAtomTile *t) {
  static const char *const types[] = {"f16", "bf16", "e4m3", "e5m2"};
  static const char what[] = "an atom: mma_m16n8k16_{f16,bf16}, mma_m16n8k32_{e4m3,e5m2}, "
                             "wgmma_m64n<N>k.._.. (scalar: n<N>/f<FN>)";
  size_t start = c->pos, type;
  if (eatPrefix(c, "mma_m16n")) {
    t->family = ATTN_ATOM_MMA, t->m = 16;
  } else if (eatPrefix(c, "wgmma_m64n")) {
    t->family = ATTN_ATOM_WGMMA, t->m = 64;
  } else {
    return want(c, what);
  }
  if (!number(c, 8, &t->n))
    return false;
  if (!eatPrefix(c, "k"))
    return want(c, "'k16' or 'k32'");
  if (!number(c, 16, &t->k))
    return false;
  if (!eat(c, "_"))
    return want(c, "'_' and the type of the operands");
  if (!oneOf(c, types, 4, "f16, bf16, e4m3 or e5m2", &type))
    return false;
  bool shaped = t->family == ATTN_ATOM_MMA ? t->n == 8 : t->n % 8 == 0 && t->n <= 256;
  if (!shaped || t->k != (type < 2 ? 16 : 32)) {
    c->pos = start;
    return want(c, what);
  }
  snprintf(t->type, sizeof t->type, "%s", types[type]);
  snprintf(t->atom, sizeof t->atom, "%.*s", (int)(c->pos - start), c->text + start);
  return true;
}

static bool readAtomTile(AttnValueCursor *c, AttnAtomTile *t) {
  memset(t, 0, sizeof *t);
  if (strncmp(c->text + c->pos, "a:", 2) != 0)
    return want(c, "'a:'");
  c->pos += 2;
  if (!readAtom(c, t) || !slash(c) || !lettered(c, "w", &t->wm))
    return false;
  if (!eat(c, "x"))
    return want(c, "'x'");
  if (!number(c, 1, &t->wn) || !slash(c) || !lettered(c, "f", &t->fm))
    return false;
  if (!eat(c, "x"))
    return want(c, "'x'");
  if (!number(c, 1, &t->fn))
    return false;
  if (eat(c, "/") && !lettered(c, "k", &t->bk))
    return false;
  return atEnd(c, t->bk ? "the end of the value" : "'/k<BK>' or the end of the value");
}

static bool checkTile(AttnValueCursor *c) {
  AttnScalarTile s;
  AttnAtomTile a;
  if (*c->text == 'a')
    return readAtomTile(c, &a);
  if (*c->text == 'n')
    return readScalarTile(c, &s);
  return want(c, "'n' (scalar) or 'a:' (tensor core)");
}

//===--- STAGE ------------------------------------------------------------===//

static bool readStage(AttnValueCursor *c, AttnStage *st) {
  static const char *const transports[] = {"sync", "cp", "tma"};
  memset(st, 0, sizeof *st);
  st->pad = -1;
  size_t which;
  if (eat(c, "none")) // depth 0: operands are read where they are
    return atEnd(c, "the end of the value");
  if (!lettered(c, "d", &st->depth) || !slash(c) ||
      !oneOf(c, transports, 3, "sync, cp or tma", &which))
    return false;
  snprintf(st->transport, sizeof st->transport, "%s", transports[which]);
  st->ring = eat(c, "/ring");
  if (eatPrefix(c, "/pad")) {
    if (!number(c, 0, &st->pad))
      return false;
  } else if (eatPrefix(c, "/swz")) {
    size_t start = c->pos;
    if (!number(c, 1, &st->swizzle) ||
        (st->swizzle != 32 && st->swizzle != 64 && st->swizzle != 128)) {
      c->pos = start;
      return want(c, "32, 64 or 128");
    }
  }
  if (eatPrefix(c, "/p") && !number(c, 1, &st->prefetch))
    return false;
  return atEnd(c, "/ring, /pad<bytes> or /swz<bytes>, /p<n> in this order, or the end");
}

static bool checkStage(AttnValueCursor *c) {
  AttnStage st;
  return readStage(c, &st);
}

//===--- REDUCE -----------------------------------------------------------===//

static bool readReduce(AttnValueCursor *c, AttnReduceSplit *r) {
  static const char what[] = "g<n>k, b<n>, r<n> in this order, joined by '/'";
  *r = (AttnReduceSplit){1, 1, 1};
  int *parts[] = {&r->grid, &r->block, &r->registers};
  bool any = false;
  for (int i = 0; i < 3; ++i) {
    char prefix[3] = {'/', "gbr"[i], 0};
    if (!eatPrefix(c, any ? prefix : prefix + 1))
      continue;
    any = true;
    if (!number(c, 1, parts[i]))
      return false;
    if (i == 0 && !eat(c, "k"))
      return want(c, "'k' (g<n>k)");
  }
  return any ? atEnd(c, what) : want(c, what);
}

static bool checkReduce(AttnValueCursor *c) {
  AttnReduceSplit r;
  return readReduce(c, &r);
}

//===--- ROLE -------------------------------------------------------------===//

static bool readRole(AttnValueCursor *c, AttnRole *r) {
  memset(r, 0, sizeof *r);
  if (eat(c, "u")) {
    r->uniform = true;
    return atEnd(c, "the end of the value");
  }
  if (!eatPrefix(c, "p"))
    return want(c, "'u' or p<warps>:c<groups>");
  if (!number(c, 1, &r->producerWarps))
    return false;
  if (c->text[c->pos] != ':')
    return want(c, "':c<groups>'");
  ++c->pos;
  if (!lettered(c, "c", &r->consumerGroups))
    return false;
  if (eatPrefix(c, "/regs")) {
    if (!number(c, 1, &r->producerRegs))
      return false;
    if (c->text[c->pos] != ',')
      return want(c, "',' and the consumers' registers");
    ++c->pos;
    if (!number(c, 1, &r->consumerRegs))
      return false;
  }
  r->pingpong = eat(c, "/pingpong");
  r->overlap = eat(c, "/overlap");
  r->stmatrix = eat(c, "/stmatrix");
  return atEnd(c, "/regs<p>,<c>, /pingpong, /overlap, /stmatrix in this order, or the end");
}

static bool checkRole(AttnValueCursor *c) {
  AttnRole r;
  return readRole(c, &r);
}

//===--- GRID and the keys that are one word ------------------------------===//

static bool readGrid(AttnValueCursor *c, AttnGrid *g) {
  memset(g, 0, sizeof *g);
  if (eatPrefix(c, "raster"))
    return number(c, 1, &g->raster) && atEnd(c, "the end of the value");
  g->persistent = eat(c, "persistent");
  if (!g->persistent && !eat(c, "tile"))
    return want(c, "tile[/lpt] or persistent[/lpt|/streamk] with [/raster<n>][/cluster<2|4>], "
                   "persistent also with [/sms<n>], or raster<n>");
  g->longestFirst = eat(c, "/lpt");
  g->streamK = g->persistent && !g->longestFirst && eat(c, "/streamk");
  if (eatPrefix(c, "/raster") && !number(c, 1, &g->raster))
    return false;
  if (eatPrefix(c, "/cluster")) {
    size_t start = c->pos;
    if (!number(c, 1, &g->cluster) || (g->cluster != 2 && g->cluster != 4)) {
      c->pos = start;
      return want(c, "2 or 4");
    }
  }
  if (g->persistent && eatPrefix(c, "/sms")) {
    size_t start = c->pos;
    if (!number(c, 1, &g->sms))
      return false;
    if (g->sms < g->cluster) {
      c->pos = start;
      return want(c, "at least as many as a cluster has CTAs");
    }
  }
  return atEnd(c, g->persistent ? "/lpt or /streamk, /raster<n>, /cluster<2|4>, /sms<n> in this "
                                  "order, or the end"
                                : "/lpt, /raster<n>, /cluster<2|4> in this order, or the end");
}

static bool checkGrid(AttnValueCursor *c) {
  AttnGrid g;
  return readGrid(c, &g);
}

static bool checkPlace(AttnValueCursor *c) {
  size_t which;
  return oneOf(c, (const char *const[]){"fuse", "cut"}, 2, "fuse or cut", &which) &&
         atEnd(c, "the end of the value");
}

static bool checkHold(AttnValueCursor *c) {
  size_t which;
  return oneOf(c, (const char *const[]){"reg", "smem", "reload"}, 3, "reg, smem or reload",
               &which) &&
         atEnd(c, "the end of the value");
}

const char *const attnMathNames[ATTN_NUM_MATH] = {"exp", "exp2", "exp2/tanh"};

static bool readMath(AttnValueCursor *c, AttnMath *m) {
  *m = ATTN_MATH_EXP;
  if (!eat(c, "exp"))
    return want(c, "exp, exp2 or exp2/tanh");
  if (eat(c, "2"))
    *m = eat(c, "/tanh") ? ATTN_MATH_EXP2_TANH : ATTN_MATH_EXP2;
  return atEnd(c, *m == ATTN_MATH_EXP2 ? "/tanh or the end of the value" : "the end of the value");
}

static bool checkMath(AttnValueCursor *c) {
  AttnMath m;
  return readMath(c, &m);
}

static bool checkPack(AttnValueCursor *c) {
  size_t which;
  return oneOf(c, (const char *const[]){"rows", "none"}, 2, "rows or none", &which) &&
         atEnd(c, "the end of the value");
}

static bool checkMask(AttnValueCursor *c) {
  size_t which;
  return oneOf(c, (const char *const[]){"tiles", "elements"}, 2, "tiles or elements", &which) &&
         atEnd(c, "the end of the value");
}

static bool checkWalk(AttnValueCursor *c) {
  size_t which;
  return oneOf(c, (const char *const[]){"up", "down"}, 2, "up or down", &which) &&
         atEnd(c, "the end of the value");
}

static bool checkRescale(AttnValueCursor *c) {
  size_t which;
  return oneOf(c, (const char *const[]){"step", "vote", "lazy"}, 3, "step, vote or lazy", &which) &&
         atEnd(c, "the end of the value");
}

//===--- the table --------------------------------------------------------===//

const AttnScheduleKey attnScheduleKeys[] = {
    {"PLACE", true, "fuse|cut", checkPlace},
    {"PACK", false, "rows|none", checkPack},
    {"REDUCE", true, "[g<n>k][/b<n>][/r<n>]", checkReduce},
    {"TILE", true, "n<N>[x<M>]/f<FN>[x<FM>] or a:<atom>/w<WM>x<WN>/f<FM>x<FN>[/k<BK>]", checkTile},
    {"STAGE", true, "none or d<depth>/<sync|cp|tma>[/ring][/pad<bytes>|/swz<32|64|128>][/p<n>]",
     checkStage},
    {"HOLD", true, "reg|smem|reload", checkHold},
    {"ROLE", true, "u or p<warps>:c<groups>[/regs<p>,<c>][/pingpong][/overlap][/stmatrix]",
     checkRole},
    {"GRID", false,
     "tile[/lpt] or persistent[/lpt|/streamk] with [/raster<n>][/cluster<2|4>], persistent also "
     "with "
     "[/sms<n>], or raster<n>",
     checkGrid},
    {"MATH", false, "exp|exp2[/tanh]", checkMath},
    {"MASK", true, "tiles|elements", checkMask},
    {"WALK", true, "up|down", checkWalk},
    {"RESCALE", true, "step|vote|lazy", checkRescale},
};
const size_t attnNumScheduleKeys = sizeof attnScheduleKeys / sizeof *attnScheduleKeys;

//===--- public -----------------------------------------------------------===//

bool attnParseScalarTile(const char *value, AttnScalarTile *t) {
  return readScalarTile(&(AttnValueCursor){.text = value}, t);
}
bool attnParseAtomTile(const char *value, AttnAtomTile *t) {
  return readAtomTile(&(AttnValueCursor){.text = value}, t);
}
bool attnIsAtom(const char *name) {
  AttnValueCursor c = {.text = name};
  AttnAtomTile t = {0};
  return strcmp(name, "scalar") == 0 || (readAtom(&c, &t) && !name[c.pos]);
}
bool attnParseStage(const char *value, AttnStage *st) {
  return readStage(&(AttnValueCursor){.text = value}, st);
}
bool attnParseReduce(const char *value, AttnReduceSplit *r) {
  return readReduce(&(AttnValueCursor){.text = value}, r);
}
bool attnParseRole(const char *value, AttnRole *r) {
  return readRole(&(AttnValueCursor){.text = value}, r);
}
bool attnParseMath(const char *value, AttnMath *m) {
  return readMath(&(AttnValueCursor){.text = value}, m);
}

bool attnParseGrid(const char *value, AttnGrid *g) {
  return readGrid(&(AttnValueCursor){.text = value}, g);
}
