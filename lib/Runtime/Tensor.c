//===- Tensor.c - Typed buffers in host memory ----------------------------===//
#include "Runtime/Half.h"
#include "Runtime/Status.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  uint8_t size, isFloat;
} types[ATTN_NUM_TYPES] = {
    [ATTN_TYPE_F16] = {"f16", 2, 1}, [ATTN_TYPE_BF16] = {"bf16", 2, 1},
    [ATTN_TYPE_F32] = {"f32", 4, 1}, [ATTN_TYPE_F64] = {"f64", 8, 1},
    [ATTN_TYPE_I1] = {"i1", 1, 0},   [ATTN_TYPE_I8] = {"i8", 1, 0},
    [ATTN_TYPE_I16] = {"i16", 2, 0}, [ATTN_TYPE_I32] = {"i32", 4, 0},
    [ATTN_TYPE_I64] = {"i64", 8, 0},
};

const char *attnTypeName(AttnType type) {
  return (unsigned)type < ATTN_NUM_TYPES ? types[type].name : "?";
}

bool attnTypeParse(const char *name, AttnType *type) {
  for (int i = 0; i < ATTN_NUM_TYPES; ++i)
    if (!strcmp(name, types[i].name)) {
      *type = (AttnType)i;
      return true;
    }
  return false;
}

size_t attnTypeSize(AttnType type) { return types[type].size; }
bool attnTypeIsFloat(AttnType type) { return types[type].isFloat; }

int64_t attnTensorCount(const AttnTensorType *type) {
  int64_t n = 1;
  for (int i = 0; i < type->rank; ++i)
    n *= type->shape[i];
  return n;
}

size_t attnTensorBytes(const AttnTensorType *type) {
  return (size_t)attnTensorCount(type) * attnTypeSize(type->type);
}

bool attnTensorTypeEqual(const AttnTensorType *a, const AttnTensorType *b) {
  return a->type == b->type && a->rank == b->rank &&
         !memcmp(a->shape, b->shape, (size_t)a->rank * sizeof a->shape[0]);
}

bool attnTensorTypeMatches(const AttnTensorType *declared, const AttnTensorType *given) {
  bool same = declared->type == given->type && declared->rank == given->rank;
  for (int d = 0; same && d < given->rank; ++d)
    same =
        given->shape[d] >= 0 && (declared->shape[d] < 0 || declared->shape[d] == given->shape[d]);
  return same;
}

bool attnTensorTypeIsSymbolic(const AttnTensorType *type) {
  for (int d = 0; d < type->rank; ++d)
    if (type->shape[d] < 0)
      return true;
  return false;
}

const char *attnTensorTypeFormat(const AttnTensorType *type, char *buffer, size_t size) {
  size_t n = 0;
  int k = snprintf(buffer, size, "tensor<");
  n += k > 0 ? (size_t)k : 0;
  for (int i = 0; i < type->rank && n < size; ++i)
    n += type->shape[i] < 0
             ? (size_t)snprintf(buffer + n, size - n, "?x")
             : (size_t)snprintf(buffer + n, size - n, "%lldx", (long long)type->shape[i]);
  if (n < size)
    snprintf(buffer + n, size - n, "%s>", attnTypeName(type->type));
  return buffer;
}

bool attnTensorCreate(AttnTensor *t, const AttnTensorType *type, AttnStatus *st) {
  t->type = *type;
  t->data = attnAlloc(attnTensorBytes(type), st);
  return t->data && attnOk(st);
}

void attnTensorDestroy(AttnTensor *t) {
  free(t->data);
  t->data = NULL;
}

double attnTensorGet(const AttnTensor *t, int64_t i) {
  switch (t->type.type) {
  case ATTN_TYPE_F16:
    return attnF16ToDouble(((const uint16_t *)t->data)[i]);
  case ATTN_TYPE_BF16:
    return attnBf16ToDouble(((const uint16_t *)t->data)[i]);
  case ATTN_TYPE_F32:
    return ((const float *)t->data)[i];
  case ATTN_TYPE_F64:
    return ((const double *)t->data)[i];
  case ATTN_TYPE_I1:
    return ((const uint8_t *)t->data)[i] != 0;
  case ATTN_TYPE_I8:
    return ((const int8_t *)t->data)[i];
  case ATTN_TYPE_I16:
    return ((const int16_t *)t->data)[i];
  case ATTN_TYPE_I32:
    return ((const int32_t *)t->data)[i];
  case ATTN_TYPE_I64:
    return (double)((const int64_t *)t->data)[i];
  default:
    return 0;
  }
}

void attnTensorSet(AttnTensor *t, int64_t i, double value) {
  switch (t->type.type) {
  case ATTN_TYPE_F16:
    ((uint16_t *)t->data)[i] = attnF16FromDouble(value);
    break;
  case ATTN_TYPE_BF16:
    ((uint16_t *)t->data)[i] = attnBf16FromDouble(value);
    break;
  case ATTN_TYPE_F32:
    ((float *)t->data)[i] = (float)value;
    break;
  case ATTN_TYPE_F64:
    ((double *)t->data)[i] = value;
    break;
  case ATTN_TYPE_I1:
    ((uint8_t *)t->data)[i] = value != 0;
    break;
  case ATTN_TYPE_I8:
    ((int8_t *)t->data)[i] = (int8_t)value;
    break;
  case ATTN_TYPE_I16:
    ((int16_t *)t->data)[i] = (int16_t)value;
    break;
  case ATTN_TYPE_I32:
    ((int32_t *)t->data)[i] = (int32_t)value;
    break;
  case ATTN_TYPE_I64:
    ((int64_t *)t->data)[i] = (int64_t)value;
    break;
  default:
    break;
  }
}
