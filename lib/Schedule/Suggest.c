//===- Suggest.c - "did you mean" -----------------------------------------===//
// See Suggest.h. Edit distance with swaps of neighbours (optimal string alignment), three rows of
// the usual table at a time.
//===----------------------------------------------------------------------===//
#include "Schedule/Suggest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t min3(size_t a, size_t b, size_t c) {
  size_t m = a < b ? a : b;
  return m < c ? m : c;
}

static int low(char c) { return tolower((unsigned char)c); }

size_t attnEditDistance(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  size_t *cells = malloc(3 * (m + 1) * sizeof *cells);
  if (!cells)
    return n > m ? n : m;
  size_t *before = cells, *last = cells + m + 1, *row = cells + 2 * (m + 1);
  for (size_t k = 0; k <= m; ++k)
    last[k] = k;
  for (size_t i = 1; i <= n; ++i) {
    row[0] = i;
    for (size_t k = 1; k <= m; ++k) {
      size_t replaced = last[k - 1] + (low(a[i - 1]) != low(b[k - 1]));
      row[k] = min3(last[k] + 1, row[k - 1] + 1, replaced);
      if (i > 1 && k > 1 && low(a[i - 1]) == low(b[k - 2]) && low(a[i - 2]) == low(b[k - 1]) &&
          before[k - 2] + 1 < row[k])
        row[k] = before[k - 2] + 1;
    }
    size_t *free = before;
    before = last, last = row, row = free;
  }
  size_t distance = last[m];
  free(cells);
  return distance;
}

void attnSuggestOffer(AttnSuggest *s, const char *name) {
  char word[128];
  if (!s->length || s->length >= sizeof word)
    return;
  memcpy(word, s->word, s->length);
  word[s->length] = 0;
  size_t limit = s->length / 3 ? s->length / 3 : 1, d = attnEditDistance(word, name);
  // A word of one or two letters is one edit away from half of everything.
  if (d > limit || d >= strlen(name) || (s->best && d >= s->distance))
    return;
  s->best = name;
  s->distance = d;
}

const char *attnSuggest(const char *word, const char *const *candidates, size_t n) {
  AttnSuggest s = {word, strlen(word), NULL, 0};
  for (size_t i = 0; i < n; ++i)
    attnSuggestOffer(&s, candidates[i]);
  return s.best;
}
