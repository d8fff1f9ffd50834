//===- Schedule.h - The schedule language ---------------------------------===//
//
// A schedule is a list `KEY@axis=value` joined by ';'. The axis may be left out where only one is
// eligible. The same text is a pass option, an attribute in the IR (`schedule`), part of a package
// and a row of --list-schedules. This header parses and prints it and knows every key; what a value
// means is the business of the pass that owns the key.
//
//   key     owner           value
//   PLACE   attn-place      fuse | cut
//   REDUCE  attn-bracket    (later)
//   TILE    attn-bracket and attn-atomize   scalar: n<N>[x<M>]/f<FN>[x<FM>]
//   STAGE   attn-stage      d<depth>/<transport>[/pad<bytes>]
//   HOLD    attn-stage      reg | smem | reload
//   MATH    convert-tile-to-nvvm            exp | exp2
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_SCHEDULE_SCHEDULE_H
#define ATTN_SCHEDULE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct AttnScheduleEntry {
  char key[16];
  char axis[32]; ///< "" where none was given
  char value[96];
} AttnScheduleEntry;

typedef struct AttnSchedule {
  size_t size;
  AttnScheduleEntry entries[32];
} AttnSchedule;

/// Parses `text` (NULL or "" is the empty schedule). On failure returns false and puts a message into
/// err (what was found, what was expected, at which column). Unknown keys (with "did you mean"), a key
/// given twice for one axis and values that do not fit the key's grammar are errors.
bool attnScheduleParse(const char *text, AttnSchedule *s, char *err, size_t errSize);

/// The entry for `key` at `axis`, or the bare entry for `key`; NULL if neither. `axis` NULL: bare only.
const AttnScheduleEntry *attnScheduleGet(const AttnSchedule *s, const char *key, const char *axis);

/// Adds or replaces KEY@axis=value (axis NULL or "": bare). False if the schedule is full.
bool attnScheduleSet(AttnSchedule *s, const char *key, const char *axis, const char *value);

/// Prints in entry order; returns a malloc'd string.
char *attnSchedulePrint(const AttnSchedule *s);

/// Puts every entry of `pins` that `base` lacks into base; where both have the key and axis and the
/// values differ, returns false with a message naming both.
bool attnScheduleMerge(AttnSchedule *base, const AttnSchedule *pins, char *err, size_t errSize);

/// TILE, scalar atoms: n<N>[x<M>]/f<FN>[x<FM>]: N threads along the columns of the tile, M along the
/// rows, each with FN x FM cells. Missing M and FM are 1.
typedef struct AttnScalarTile {
  int n, m, fn, fm;
} AttnScalarTile;
bool attnParseScalarTile(const char *value, AttnScalarTile *t);

/// STAGE: d<depth>/<transport>[/pad<bytes>].
typedef struct AttnStage {
  int depth;
  char transport[8]; ///< sync, cp, tma
  int pad;           ///< bytes; -1 where not given
} AttnStage;
bool attnParseStage(const char *value, AttnStage *st);

#endif // ATTN_SCHEDULE_SCHEDULE_H
