//===- Suggest.h - "did you mean" -----------------------------------------===//
#ifndef ATTN_SCHEDULE_SUGGEST_H
#define ATTN_SCHEDULE_SUGGEST_H

#include <stddef.h>

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`, upper and
/// lower case being the same.
size_t attnEditDistance(const char *a, const char *b);

/// The candidate nearest to `word` if it is near enough to be a misspelling (one edit in three
/// letters, at least one); the first of equals; NULL if there is none.
const char *attnSuggest(const char *word, const char *const *candidates, size_t n);

/// The same where the candidates do not stand in one array: start with the word and zeros, offer
/// every known name, read `best` (NULL: none is near enough). Names must outlive the struct.
typedef struct AttnSuggest {
  const char *word;
  size_t length; ///< of the word, which need not end in NUL
  const char *best;
  size_t distance; ///< edits between the word and best
} AttnSuggest;
void attnSuggestOffer(AttnSuggest *s, const char *name);

#endif // ATTN_SCHEDULE_SUGGEST_H
