//===- Rank.c - Every row of the schedule language, best first ------------===//
// See Rank.h.
//===----------------------------------------------------------------------===//
#include "Schedule/RankStep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
      snprintf(text, sizeof text, "%s%s/raster%d", row->persistent ? "persistent" : "tile",
               row->streamK ? "/streamk" : "", row->raster);
      attnScheduleSet(s, "GRID", "", text);
    } else if (row->persistent) {
      snprintf(text, sizeof text, "persistent%s%s%s", row->longestFirst ? "/lpt" : "",
               row->streamK ? "/streamk" : "", row->cluster ? "/cluster2" : "");
      attnScheduleSet(s, "GRID", "", text);
    }
    int n = snprintf(text, sizeof text, "a:wgmma_m64n%dk16_%s/w%dx%d/f1x1", row->atom.n,
                     p->atomType, row->consumers / row->atom.wn, row->atom.wn);
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
  // Both operands go along it; not where a consumer has room for whole rows.
  bool chunked = p->kind == ATTN_PROBLEM_CHAIN && p->chunked && !(row->consumers && p->columns);
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
