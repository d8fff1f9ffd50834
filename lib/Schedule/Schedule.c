//===- Schedule.c - The schedule language ---------------------------------===//
// See Schedule.h; the grammar of the values is in Value.c.
//===----------------------------------------------------------------------===//
#include "Schedule/Schedule.h"
#include "Schedule/Suggest.h"
#include "Schedule/Value.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ENTRIES = sizeof((AttnSchedule *)0)->entries / sizeof *((AttnSchedule *)0)->entries };

static bool fail(char *err, size_t errSize, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static bool fail(char *err, size_t errSize, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  if (err && errSize)
    vsnprintf(err, errSize, fmt, args);
  va_end(args);
  return false;
}

static AttnScheduleEntry *exact(const AttnSchedule *s, const char *key, const char *axis) {
  for (size_t i = 0; i < s->size; ++i)
    if (strcmp(s->entries[i].key, key) == 0 && strcmp(s->entries[i].axis, axis) == 0)
      return (AttnScheduleEntry *)&s->entries[i];
  return NULL;
}

static const AttnScheduleKey *findKey(const char *name) {
  for (size_t i = 0; i < attnNumScheduleKeys; ++i)
    if (strcmp(attnScheduleKeys[i].key, name) == 0)
      return &attnScheduleKeys[i];
  return NULL;
}

static bool unknownKey(const char *key, int column, char *err, size_t errSize) {
  const char *names[16];
  char all[128] = "";
  for (size_t i = 0; i < attnNumScheduleKeys; ++i) {
    names[i] = attnScheduleKeys[i].key;
    strcat(strcat(all, i ? ", " : ""), names[i]);
  }
  const char *near = attnSuggest(key, names, attnNumScheduleKeys);
  if (near)
    return fail(err, errSize, "column %d: unknown key '%s'; did you mean '%s'?", column, key, near);
  return fail(err, errSize, "column %d: unknown key '%s', expected one of %s", column, key, all);
}

static bool isName(const char *s) {
  for (; *s; ++s)
    if (!isalnum((unsigned char)*s) && *s != '_')
      return false;
  return true;
}

/// Copies text[0..n) into a field; false if it does not fit.
static bool copyField(char *to, size_t size, const char *text, size_t n) {
  if (n >= size)
    return false;
  memcpy(to, text, n);
  to[n] = 0;
  return true;
}

/// One entry: `text` of length n at 1-based `column`.
static bool parseEntry(const char *text, size_t n, int column, AttnSchedule *s, char *err,
                       size_t errSize) {
  AttnScheduleEntry e = {0};
  const char *equals = memchr(text, '=', n);
  if (!equals)
    return fail(err, errSize, "column %d: found '%.*s', expected KEY@axis=value", column, (int)n,
                text);
  size_t nameLength = (size_t)(equals - text);
  const char *at = memchr(text, '@', nameLength);
  size_t keyLength = at ? (size_t)(at - text) : nameLength;
  char key[32];
  if (!copyField(key, sizeof key, text, keyLength) || !keyLength)
    return fail(err, errSize, "column %d: found '%.*s', expected a key", column, (int)keyLength,
                text);
  const AttnScheduleKey *k = findKey(key);
  if (!k)
    return unknownKey(key, column, err, errSize);
  copyField(e.key, sizeof e.key, key, keyLength);
  if (at) {
    size_t length = nameLength - keyLength - 1;
    int axisColumn = column + (int)keyLength + 1;
    if (!k->takesAxis)
      return fail(err, errSize, "column %d: %s takes no axis, expected '%s=%s'", axisColumn, key,
                  key, k->grammar);
    if (!copyField(e.axis, sizeof e.axis, at + 1, length) || !length || !isName(e.axis))
      return fail(err, errSize, "column %d: found '%.*s', expected the name of an axis", axisColumn,
                  (int)length, at + 1);
  }
  size_t valueLength = n - nameLength - 1;
  int valueColumn = column + (int)nameLength + 1;
  if (!copyField(e.value, sizeof e.value, equals + 1, valueLength))
    return fail(err, errSize, "column %d: the value is longer than %zu letters", valueColumn,
                sizeof e.value - 1);
  AttnValueCursor c = {.text = e.value};
  if (!k->check(&c)) {
    const char *found = e.value + c.pos;
    return fail(err, errSize, "column %d: found %s%s%s, expected %s; %s is %s",
                valueColumn + (int)c.pos, *found ? "'" : "", *found ? found : "the end",
                *found ? "'" : "", c.expected, key, k->grammar);
  }
  if (exact(s, e.key, e.axis))
    return fail(err, errSize, "column %d: %s%s%s is given twice", column, e.key, *e.axis ? "@" : "",
                e.axis);
  if (s->size == MAX_ENTRIES)
    return fail(err, errSize, "column %d: more than %d entries", column, (int)MAX_ENTRIES);
  s->entries[s->size++] = e;
  return true;
}

bool attnScheduleParse(const char *text, AttnSchedule *s, char *err, size_t errSize) {
  memset(s, 0, sizeof *s);
  const char *p = text ? text : "";
  if (!p[strspn(p, " ")])
    return true;
  for (;;) {
    const char *end = p + strcspn(p, ";"), *last = end;
    while (p < last && *p == ' ')
      ++p;
    while (p < last && last[-1] == ' ')
      --last;
    int column = (int)(p - text) + 1;
    if (p == last) {
      if (!*end) // one ';' may end the list
        return true;
      return fail(err, errSize, "column %d: found an empty entry, expected KEY@axis=value", column);
    }
    if (!parseEntry(p, (size_t)(last - p), column, s, err, errSize))
      return false;
    if (!*end)
      return true;
    p = end + 1;
  }
}

const AttnScheduleEntry *attnScheduleGet(const AttnSchedule *s, const char *key, const char *axis) {
  const AttnScheduleEntry *e = axis && *axis ? exact(s, key, axis) : NULL;
  return e ? e : exact(s, key, "");
}

bool attnScheduleSet(AttnSchedule *s, const char *key, const char *axis, const char *value) {
  AttnScheduleEntry *e = exact(s, key, axis ? axis : ""), fresh = {0};
  if (!copyField(fresh.key, sizeof fresh.key, key, strlen(key)) ||
      !copyField(fresh.axis, sizeof fresh.axis, axis ? axis : "", axis ? strlen(axis) : 0) ||
      !copyField(fresh.value, sizeof fresh.value, value, strlen(value)))
    return false;
  if (!e) {
    if (s->size == MAX_ENTRIES)
      return false;
    e = &s->entries[s->size++];
  }
  *e = fresh;
  return true;
}

char *attnSchedulePrint(const AttnSchedule *s) {
  size_t capacity = s->size * sizeof *s->entries + 1, used = 0;
  char *text = malloc(capacity);
  if (!text)
    return NULL;
  text[0] = 0;
  for (size_t i = 0; i < s->size; ++i) {
    const AttnScheduleEntry *e = &s->entries[i];
    used += (size_t)snprintf(text + used, capacity - used, "%s%s%s%s=%s", i ? ";" : "", e->key,
                             *e->axis ? "@" : "", e->axis, e->value);
  }
  return text;
}

bool attnScheduleMerge(AttnSchedule *base, const AttnSchedule *pins, char *err, size_t errSize) {
  for (size_t i = 0; i < pins->size; ++i) {
    const AttnScheduleEntry *pin = &pins->entries[i], *e = exact(base, pin->key, pin->axis);
    const char *at = *pin->axis ? "@" : "";
    if (e && strcmp(e->value, pin->value) != 0)
      return fail(err, errSize, "%s%s%s=%s contradicts %s%s%s=%s, which stands already", pin->key,
                  at, pin->axis, pin->value, pin->key, at, pin->axis, e->value);
    if (!e && !attnScheduleSet(base, pin->key, pin->axis, pin->value))
      return fail(err, errSize, "no room for %s%s%s=%s: more than %d entries", pin->key, at,
                  pin->axis, pin->value, (int)MAX_ENTRIES);
  }
  return true;
}
