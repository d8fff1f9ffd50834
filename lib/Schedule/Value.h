//===- Value.h - Grammar of the schedule's values (inside lib/Schedule) ---===//
#ifndef ATTN_SCHEDULE_VALUE_H
#define ATTN_SCHEDULE_VALUE_H

#include "Schedule/Schedule.h"

/// A value being read: `pos` moves on; at the first misfit `expected` says what was wanted at
/// `pos`.
typedef struct AttnValueCursor {
  const char *text;
  size_t pos;
  char expected[128];
} AttnValueCursor;

/// Each key with the roles of the axis it stands at, its grammar in words and its parser.
typedef struct AttnScheduleKey {
  const char *key;
  bool takesAxis;
  const char *grammar;
  bool (*check)(AttnValueCursor *c);
} AttnScheduleKey;

extern const AttnScheduleKey attnScheduleKeys[];
extern const size_t attnNumScheduleKeys;

#endif // ATTN_SCHEDULE_VALUE_H
