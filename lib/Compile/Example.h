//===- Example.h - Pieces of the example writer (inside lib/Compile) ------===//
//
// Example.c reads the specification, ExampleFamilies.c holds the families and writes their programs
// with ExampleEmit.c. Everything is written from axis names: a value is a name, the axes of its
// dimensions and an element type, so that types, indexing maps and iterator types follow from one
// table of extents.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_COMPILE_EXAMPLE_H
#define ATTN_COMPILE_EXAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// LENGTH: as INT, or `?`: a dynamic dimension.
typedef enum AttnExampleKind { INT, LENGTH, REAL, WORD, FLAG } AttnExampleKind;

typedef struct AttnExampleKey {
  const char *name;
  AttnExampleKind kind;
  const char *fallback; ///< NULL: absent unless given (or as the help says)
  const char *words;    ///< WORD and FLAG: the legal values joined by '|'
  const char *help;
} AttnExampleKey;

typedef struct AttnExample AttnExample;

typedef struct AttnExampleFamily {
  const char *name;
  const char *element; ///< default element type
  size_t nKeys;
  const AttnExampleKey *keys;
  const char *help;
  void (*write)(AttnExample *);
} AttnExampleFamily;

enum { ATTN_EXAMPLE_MAX_KEYS = 20 };
extern const AttnExampleFamily attnExampleFamilies[];
extern const size_t attnNumExampleFamilies;

typedef struct AttnExampleAxisDef {
  const char *name;
  int64_t extent;
} AttnExampleAxisDef;

struct AttnExample {
  const AttnExampleFamily *family;
  const char *element; ///< element type of the operands
  const char *acc;     ///< f32, or f64 where the operands are
  char given[ATTN_EXAMPLE_MAX_KEYS][32];
  bool isGiven[ATTN_EXAMPLE_MAX_KEYS];

  AttnExampleAxisDef axes[12];
  size_t nAxes;

  char *text;
  size_t size, capacity;
  char *err;
  size_t errSize;
  bool failed;
};

/// A tensor value: %name with dimensions along `axes` (blank-separated names).
typedef struct AttnExampleValue {
  const char *name, *axes, *element;
} AttnExampleValue;

//===--- reading (Example.c) ----------------------------------------------===//

/// The text of a key: given, or its default, or NULL.
const char *attnExampleText(const AttnExample *ex, const char *key);
bool attnExampleHas(const AttnExample *ex, const char *key);
/// Negative: dynamic.
int64_t attnExampleInt(const AttnExample *ex, const char *key, int64_t fallback);
double attnExampleReal(const AttnExample *ex, const char *key, double fallback);
/// The first failure counts.
void attnExampleFail(AttnExample *ex, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

//===--- writing (ExampleEmit.c) ------------------------------------------===//

void attnExamplePut(AttnExample *ex, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void attnExampleAxis(AttnExample *ex, const char *name, int64_t extent);
void attnExamplePutType(AttnExample *ex, AttnExampleValue v);
void attnExampleConstant(AttnExample *ex, const char *name, double v);
/// The heads of the function, with %len_AXIS for every dynamic axis, and its last lines.
void attnExampleFunction(AttnExample *ex, size_t nIn, const AttnExampleValue *ins, size_t nOut,
                         const AttnExampleValue *outs);
void attnExampleReturn(AttnExample *ex, size_t n, const AttnExampleValue *values);
/// out = a linalg.generic over `domain`; its axes that `out` lacks are reduced, from the constant
/// `fill` (NULL: nothing is reduced). Inside, the elements are %a0, %a1 ... and the old value of
/// the result %acc; `text` is the lines of the body, in which $A stands for the accumulator's type
/// and $E for the operands'.
void attnExampleStep(AttnExample *ex, const char *domain, size_t n, const AttnExampleValue *ins,
                     AttnExampleValue out, const char *fill, const char *text);
/// %out = tensor.OP_shape of %in, OP being "expand" or "collapse"; `groups` is the reassociation.
void attnExampleReshape(AttnExample *ex, const char *op, AttnExampleValue in, AttnExampleValue out,
                        const char *groups);

#endif // ATTN_COMPILE_EXAMPLE_H
