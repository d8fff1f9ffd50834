//===- Draw.c - Seeded inputs, the same on every machine ------------------===//
//
// Counter-based: the 64 bits of element i are mix(mix(seed, stream) + i * odd constant), mix being
// the finaliser of splitmix64 (Steele, Lea, Flood 2014), so that any element can be drawn alone.
//
// randn: the sum of twelve 16-bit uniforms is not good enough in the tails, and libm's log and cos
// differ between machines in the last bit, which can flip a rounding to f16. So the normal quantile
// is evaluated with the four basic operations and sqrt only, which IEEE 754 rounds exactly:
// Marsaglia's polar method with an own logarithm.
//
//===----------------------------------------------------------------------===//
#include "Runtime/Status.h"

#include <math.h>
#include <string.h>

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static uint64_t bitsAt(uint64_t key, uint64_t counter) {
  return mix(key + (counter + 1) * 0x9E3779B97F4A7C15u);
}

/// 53 bits in [0, 1).
static double unit(uint64_t bits) { return (double)(bits >> 11) * 0x1p-53; }

/// Natural logarithm of x in (0, 1] with +, *, / only. (C17 without GNU extensions: the compiler
/// may not contract a product and a sum into one rounding.) x = m * 2^e, m in [sqrt(1/2), sqrt(2));
/// ln m = 2 atanh((m-1)/(m+1)) as a series.
static double portableLog(double x) {
  int e;
  double m = frexp(x, &e); // exact
  if (m < 0.70710678118654752) {
    m *= 2;
    --e;
  }
  double t = (m - 1) / (m + 1), t2 = t * t; // |t| < 0.1716
  double s = 0;
  for (int k = 21; k >= 1; k -= 2)
    s = s * t2 + 1.0 / k;
  return 2 * t * s + e * 0.69314718055994531;
}

/// Marsaglia's polar method; the counter's low bits number the attempts.
static double normal(uint64_t key, uint64_t i) {
  for (uint64_t attempt = 0; attempt < 64; ++attempt) {
    uint64_t c = i * 128 + 2 * attempt;
    double u = 2 * unit(bitsAt(key, c)) - 1, v = 2 * unit(bitsAt(key, c + 1)) - 1;
    double s = u * u + v * v;
    if (s > 0 && s < 1)
      return u * sqrt(-2 * portableLog(s) / s);
  }
  return 0; // 2^-142 likely
}

bool attnTensorDraw(AttnTensor *t, const char *distribution, uint64_t seed, uint64_t stream,
                    AttnStatus *st) {
  enum { RANDN, UNIFORM, ZEROS, ONES, IOTA, NONE } kind = NONE;
  static const char *const names[] = {"randn", "uniform", "zeros", "ones", "iota"};
  for (int k = 0; k < NONE; ++k)
    if (!strcmp(distribution, names[k]))
      kind = k;
  if (kind == NONE)
    return attnFail(st, ATTN_STATUS_INVALID,
                    "unknown distribution '%s' (randn, uniform, zeros, ones, iota)", distribution);
  uint64_t key = mix(mix(seed) ^ (stream + 1) * 0xD1B54A32D192ED03u);
  bool isFloat = attnTypeIsFloat(t->type.type);
  // A normal deviate makes no sense for integers (ids, masks): draw them uniformly.
  if (kind == RANDN && !isFloat)
    kind = UNIFORM;
  int64_t n = attnTensorCount(&t->type);
  for (int64_t i = 0; i < n; ++i) {
    double x = 0;
    switch (kind) {
    case RANDN:
      x = normal(key, (uint64_t)i);
      break;
    case UNIFORM: {
      uint64_t bits = bitsAt(key, (uint64_t)i);
      x = isFloat ? unit(bits) : (double)(bits >> (t->type.type == ATTN_TYPE_I1 ? 63 : 57));
      break;
    }
    case ONES:
      x = 1;
      break;
    case IOTA:
      x = (double)i;
      break;
    default:
      break;
    }
    attnTensorSet(t, i, x);
  }
  return attnOk(st);
}
