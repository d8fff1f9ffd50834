//===- PackageBind.c - Packages for the lengths of a call -----------------===//
// See Package.h.
//===----------------------------------------------------------------------===//
#include "Runtime/Bytes.h"
#include "Runtime/Package.h"
#include "Runtime/Status.h"

#include <stdlib.h>
#include <string.h>

int attnPackageNumLengths(const AttnPackage *p) { return p->numLengths; }

bool attnLengthsFrom(int numLengths, const AttnPackageLength *lengths, int numArguments,
                     const AttnTensorType *declared, const AttnTensorType *given, int64_t *values,
                     AttnStatus *st) {
  int argument[ATTN_MAX_LENGTHS], dim[ATTN_MAX_LENGTHS];
  for (int k = 0; k < numLengths; ++k)
    argument[k] = -1;
  for (int i = 0; i < numArguments; ++i) {
    const AttnTensorType *t = &declared[i], *g = &given[i];
    if (!attnTensorTypeMatches(t, g)) {
      char have[256], expected[256];
      return attnFail(st, ATTN_STATUS_INVALID, "argument %d is %s, expected %s", i,
                      attnTensorTypeFormat(g, have, sizeof have),
                      attnTensorTypeFormat(t, expected, sizeof expected));
    }
    for (int d = 0; d < t->rank; ++d) {
      int k = (int)(-1 - t->shape[d]);
      if (k < 0)
        continue;
      if (k >= numLengths)
        return attnFail(st, ATTN_STATUS_FORMAT, "argument %d has an unknown length", i);
      if (argument[k] >= 0 && values[k] != g->shape[d])
        return attnFail(st, ATTN_STATUS_INVALID,
                        "dimension %d of argument %d is %lld, but it has to equal dimension %d of "
                        "argument %d, which is %lld (both are the length '%s')",
                        d, i, (long long)g->shape[d], dim[k], argument[k], (long long)values[k],
                        lengths[k].name);
      if (g->shape[d] > lengths[k].limit)
        return attnFail(st, ATTN_STATUS_INVALID,
                        "dimension %d of argument %d is %lld, the code is for lengths of at most "
                        "%lld (attn.limit)",
                        d, i, (long long)g->shape[d], (long long)lengths[k].limit);
      if (argument[k] < 0)
        argument[k] = i, dim[k] = d;
      values[k] = g->shape[d];
    }
  }
  for (int k = 0; k < numLengths; ++k)
    if (lengths[k].div) {
      int64_t v = values[lengths[k].of], div = lengths[k].div;
      values[k] = v / div + (v % div != 0);
    } else if (argument[k] < 0)
      return attnFail(st, ATTN_STATUS_FORMAT, "no argument shows the length '%s'", lengths[k].name);
  return true;
}

bool attnPackageSizeValue(const AttnPackageSize *s, const int64_t *values, int64_t *out) {
  *out = s->scale;
  for (int i = 0; i < s->n; ++i) {
    int64_t v = values[s->of[i].length], q = v / s->of[i].div + (v % s->of[i].div != 0);
    if (!attnMulInt64(*out, q, out))
      return false;
  }
  *out = s->most && *out > s->most ? s->most : *out;
  return true;
}

AttnTensorType attnTensorTypeAt(const AttnTensorType *type, const int64_t *values) {
  AttnTensorType t = *type;
  for (int d = 0; d < t.rank; ++d)
    if (t.shape[d] < 0)
      t.shape[d] = values[-1 - t.shape[d]];
  return t;
}

bool attnPackageMapFits(const AttnPackageMap *m, const AttnTensorType *type) {
  size_t size = attnTypeSize(m->type), span = (size_t)m->dims[0] * size;
  for (int d = 1; d < m->rank; ++d) {
    int64_t step;
    if (!attnMulInt64((int64_t)m->dims[d] - 1, (int64_t)m->strides[d], &step) || step > (int64_t)1
                                                                                            << 40)
      return false;
    span += (size_t)step;
  }
  return m->empty || span <= attnTensorBytes(type);
}

void attnPackageMapSettle(AttnPackageMap *m, const AttnTensorType *type) {
  for (int d = 0; d < type->rank; ++d)
    m->empty |= type->shape[d] == 0;
  for (int d = 0; d < m->rank; ++d)
    m->empty |= m->dims[d] == 0 && !m->dimOf[d].n;
  for (int d = 0; d < m->rank && m->empty; ++d) {
    m->dims[d] = 1;
    m->strides[d] = d ? 16 : 0;
    m->dimOf[d] = m->strideOf[d] = (AttnPackageSize){.n = 0};
  }
}

//===--- binding ----------------------------------------------------------===//

typedef struct Bind {
  AttnPackage *to;
  const int64_t *values;
  AttnStatus *st;
} Bind;

static bool noMemory(Bind *b) { return attnFail(b->st, ATTN_STATUS_MEMORY, "out of memory"); }

static bool bindTypes(Bind *b, AttnTensorType **types, int n) {
  *types = attnArenaCopy(&b->to->arena, *types, (size_t)n * sizeof **types);
  for (int i = 0; *types && i < n; ++i)
    (*types)[i] = attnTensorTypeAt(&(*types)[i], b->values);
  return *types || noMemory(b);
}

static bool bindMap(Bind *b, AttnPackageMap *m, const AttnTensorType *buffer) {
  int64_t v;
  for (int d = 0; d < m->rank; ++d) {
    if (m->dimOf[d].n) {
      if (!attnPackageSizeValue(&m->dimOf[d], b->values, &v) || v > UINT32_MAX)
        return attnFail(b->st, ATTN_STATUS_INVALID, "a tensor map's dimension is too long");
      m->dims[d] = (uint64_t)v;
      m->dimOf[d].n = 0;
    }
    if (m->strideOf[d].n) {
      if (!attnPackageSizeValue(&m->strideOf[d], b->values, &v) || v > (int64_t)1 << 40)
        return attnFail(b->st, ATTN_STATUS_INVALID, "a tensor map's stride is too long");
      m->strides[d] = (uint64_t)v;
      m->strideOf[d].n = 0;
    }
  }
  attnPackageMapSettle(m, buffer);
  return attnPackageMapFits(m, buffer) ||
         attnFail(b->st, ATTN_STATUS_FORMAT, "a tensor map reaches beyond its buffer");
}

static bool bindStep(Bind *b, const AttnPackageVariant *v, AttnPackageStep *s) {
  int64_t n;
  if (s->ctas.n) {
    if (!attnPackageSizeValue(&s->ctas, b->values, &n) || n > INT32_MAX)
      return attnFail(b->st, ATTN_STATUS_INVALID,
                      "kernel '%.200s' would have more than %d CTAs at these lengths", s->kernel,
                      INT32_MAX);
    s->grid[0] = (uint32_t)n;
  }
  s->maps = attnArenaCopy(&b->to->arena, s->maps, (size_t)s->numMaps * sizeof *s->maps);
  if (!s->maps && s->numMaps)
    return noMemory(b);
  for (int i = 0; i < s->numMaps; ++i)
    if (!bindMap(b, &s->maps[i], &v->buffers[s->buffers[s->maps[i].buffer]].type))
      return false;
  return true;
}

static bool bindVariant(Bind *b, AttnPackageVariant *v) {
  v->buffers = attnArenaCopy(&b->to->arena, v->buffers, (size_t)v->numBuffers * sizeof *v->buffers);
  v->steps = attnArenaCopy(&b->to->arena, v->steps, (size_t)v->numSteps * sizeof *v->steps);
  if ((!v->buffers && v->numBuffers) || (!v->steps && v->numSteps))
    return noMemory(b);
  for (int i = 0; i < v->numBuffers; ++i) {
    AttnPackageBuffer *x = &v->buffers[i];
    x->type = attnTensorTypeAt(&x->type, b->values);
    const AttnTensorType *is = x->role == ATTN_BUFFER_ARGUMENT ? &b->to->arguments[x->index]
                               : x->role == ATTN_BUFFER_RESULT ? &b->to->results[x->index]
                                                               : &x->type;
    if (attnTensorBytes(is) != attnTensorBytes(&x->type))
      return attnFail(b->st, ATTN_STATUS_FORMAT, "buffer %d has another size than it stands for",
                      i);
  }
  for (int i = 0; i < v->numSteps; ++i) {
    const AttnPackageStep *s = &v->steps[i];
    if (!bindStep(b, v, &v->steps[i]))
      return false;
    if (!s->kernel && s->numBuffers == 2 &&
        attnTensorBytes(&v->buffers[s->buffers[0]].type) !=
            attnTensorBytes(&v->buffers[s->buffers[1]].type))
      return attnFail(b->st, ATTN_STATUS_FORMAT, "a copy between buffers of different sizes");
  }
  return true;
}

AttnPackage *attnPackageBind(const AttnPackage *from, const AttnTensorType *arguments,
                             AttnStatus *status) {
  AttnStatus own;
  AttnStatus *st = status ? status : &own;
  AttnPackage *p = attnAlloc(sizeof *p, st);
  if (!p)
    return NULL;
  *p = *from;
  p->arena = (AttnArena){0};
  p->parsed = NULL;
  p->values = attnArenaAlloc(&p->arena, sizeof *p->values * ATTN_MAX_LENGTHS);
  Bind b = {p, p->values, st};
  bool ok = p->values || noMemory(&b);
  ok = ok && attnLengthsFrom(p->numLengths, p->lengths, p->numArguments, p->arguments, arguments,
                             p->values, st);
  p->variants =
      attnArenaCopy(&p->arena, from->variants, (size_t)p->numVariants * sizeof *p->variants);
  ok = ok && (p->variants || !p->numVariants || noMemory(&b));
  ok = ok && bindTypes(&b, &p->arguments, p->numArguments) &&
       bindTypes(&b, &p->results, p->numResults);
  for (int i = 0; ok && i < p->numVariants; ++i)
    ok = bindVariant(&b, &p->variants[i]);
  if (ok) {
    attnOk(st);
    return p;
  }
  attnPackageDestroy(p);
  return NULL;
}
