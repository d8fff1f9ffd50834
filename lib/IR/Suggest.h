//===- Suggest.h - "did you mean" -----------------------------------------===//
#ifndef ATTN_IR_SUGGEST_H
#define ATTN_IR_SUGGEST_H

#include <stddef.h>

/// The best candidate so far for a misspelt word. Start with the word and zeros, offer every known
/// name, read `best` (NULL if none is near enough to be worth a question).
typedef struct AttnSuggest {
  const char *word;
  size_t length; ///< of the word
  const char *best;
  size_t distance; ///< edits between the word and best
} AttnSuggest;

/// Takes `name` as the best candidate if it is nearer than the one before. `name` must outlive `s`.
void attnSuggestOffer(AttnSuggest *s, const char *name);

#endif // ATTN_IR_SUGGEST_H
