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

#endif // ATTN_SCHEDULE_SUGGEST_H
