//===- Status.h - Filling an AttnStatus -----------------------------------===//
#ifndef ATTN_RUNTIME_STATUS_H
#define ATTN_RUNTIME_STATUS_H

#include "attn-c/Runtime.h"

/// Writes code and message (st may be NULL); returns false so that `return attnFail(...)` reads
/// well.
bool attnFail(AttnStatus *st, AttnCode code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/// Sets ATTN_STATUS_OK; returns true.
bool attnOk(AttnStatus *st);
/// malloc/calloc that report ATTN_STATUS_MEMORY. Size 0 gives a pointer that can be freed.
void *attnAlloc(size_t bytes, AttnStatus *st);
/// False if a * b does not fit in 63 bits (or a factor is negative).
bool attnMulInt64(int64_t a, int64_t b, int64_t *product);

#endif // ATTN_RUNTIME_STATUS_H
