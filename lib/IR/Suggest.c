//===- Suggest.c - "did you mean" -----------------------------------------===//
// See Suggest.h. Optimal string alignment: insert, delete, replace and swapping two neighbours each
// cost one edit. A third of the longer word may differ, no more.
//===----------------------------------------------------------------------===//
#include "IR/Suggest.h"

#include <string.h>

enum { MAX_WORD = 64 };

static size_t min3(size_t a, size_t b, size_t c) {
  size_t m = a < b ? a : b;
  return m < c ? m : c;
}

static size_t edits(const char *a, size_t n, const char *b, size_t m) {
  size_t row[3][MAX_WORD + 1]; // the row before the last, the last one, this one
  for (size_t j = 0; j <= m; ++j)
    row[1][j] = j;
  for (size_t i = 1; i <= n; ++i) {
    row[2][0] = i;
    for (size_t j = 1; j <= m; ++j) {
      row[2][j] = min3(row[1][j] + 1, row[2][j - 1] + 1, row[1][j - 1] + (a[i - 1] != b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          row[0][j - 2] + 1 < row[2][j])
        row[2][j] = row[0][j - 2] + 1;
    }
    memcpy(row[0], row[1], sizeof row[0]);
    memcpy(row[1], row[2], sizeof row[1]);
  }
  return row[1][m];
}

void attnSuggestOffer(AttnSuggest *s, const char *name) {
  size_t n = strlen(name);
  if (!s->length || !n || s->length > MAX_WORD || n > MAX_WORD)
    return;
  size_t longer = n > s->length ? n : s->length;
  size_t distance = edits(s->word, s->length, name, n);
  if (distance <= (longer + 2) / 3 && (!s->best || distance < s->distance)) {
    s->best = name;
    s->distance = distance;
  }
}
