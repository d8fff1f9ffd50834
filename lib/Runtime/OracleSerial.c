//===- OracleSerial.c - Oracle programs as bytes --------------------------===//
//
// Magic, version, stand-ins of lengths, then nodes in order, arguments, results. Numbers are zigzag
// base-128 (Bytes.h), floating constants their 64 bits. The parser checks only that bytes are
// there; meaning is checked by attnOracleValidate.
//
//===----------------------------------------------------------------------===//
#include "Runtime/Bytes.h"
#include "Runtime/OracleProgram.h"
#include "Runtime/Status.h"

static const char magic[8] = "ATTNORA";
#define VERSION 2
#define MAX_STANDS 8

//===--- writing ----------------------------------------------------------===//

static void putType(AttnWriter *w, const AttnTensorType *t) {
  attnPutU8(w, (uint8_t)t->type);
  attnPutInt(w, t->rank);
  for (int d = 0; d < t->rank; ++d)
    attnPutInt(w, t->shape[d]);
}

static void putMap(AttnWriter *w, const AttnOracleMap *m) {
  attnPutInt(w, m->numResults);
  if (m->numResults < 0)
    return;
  attnPutInt(w, m->numExprs);
  for (int32_t i = 0; i < m->numExprs; ++i) {
    const AttnOracleExpr *e = &m->exprs[i];
    attnPutU8(w, e->kind);
    if (e->kind <= ATTN_EXPR_CONST) {
      attnPutInt(w, e->value);
    } else {
      attnPutInt(w, e->a);
      attnPutInt(w, e->b);
    }
  }
  for (int32_t i = 0; i < m->numResults; ++i)
    attnPutInt(w, m->results[i]);
}

static void putInstr(AttnWriter *w, const AttnOracleInstr *in) {
  attnPutInt(w, in->op);
  attnPutU8(w, in->isFloat);
  attnPutU8(w, in->width);
  attnPutU8(w, in->sourceWidth);
  attnPutInt(w, in->a);
  attnPutInt(w, in->b);
  attnPutInt(w, in->c);
  attnPutInt(w, in->firstIndex);
  if (in->op == ATTN_OP_CONSTF)
    attnPutDouble(w, in->imm.f);
  else
    attnPutInt(w, in->imm.i);
}

static void putGeneric(AttnWriter *w, const AttnOracleNode *n) {
  attnPutInt(w, n->numDims);
  for (int32_t d = 0; d < n->numDims; ++d) {
    attnPutInt(w, n->extents[d]);
    attnPutU8(w, n->reduction[d]);
  }
  for (int32_t k = 0; k < n->numOperands; ++k)
    putMap(w, &n->maps[k]);
  attnPutInt(w, n->numInstrs);
  for (int32_t i = 0; i < n->numInstrs; ++i)
    putInstr(w, &n->instrs[i]);
  attnPutInt(w, n->numIndices);
  for (int32_t i = 0; i < n->numIndices; ++i)
    attnPutInt(w, n->indices[i]);
  for (int32_t r = 0; r < n->numValues; ++r)
    attnPutInt(w, n->yields[r]);
}

static void putConstant(AttnWriter *w, const AttnOracle *o, const AttnOracleNode *n) {
  const AttnTensorType *t = &o->values[n->firstValue].type;
  int64_t count = n->splat ? 1 : attnTensorCount(t);
  attnPutU8(w, n->splat);
  for (int64_t i = 0; i < count; ++i)
    if (attnTypeIsFloat(t->type))
      attnPutDouble(w, ((const double *)n->data)[i]);
    else
      attnPutInt(w, ((const int64_t *)n->data)[i]);
}

bool attnOracleSerialize(const AttnOracle *o, void **bytes, size_t *size, AttnStatus *st) {
  AttnWriter w = {0};
  attnPut(&w, magic, sizeof magic);
  attnPutInt(&w, VERSION);
  attnPutInt(&w, o->numStands);
  for (int32_t i = 0; i < o->numStands; ++i)
    attnPutInt(&w, o->stands[i]);
  attnPutInt(&w, o->numNodes);
  for (int32_t i = 0; i < o->numNodes; ++i) {
    const AttnOracleNode *n = &o->nodes[i];
    attnPutU8(&w, n->kind);
    attnPutInt(&w, n->numValues);
    for (int32_t r = 0; r < n->numValues; ++r)
      putType(&w, &o->values[n->firstValue + r].type);
    attnPutInt(&w, n->numOperands);
    for (int32_t k = 0; k < n->numOperands; ++k)
      attnPutInt(&w, n->operands[k]);
    if (n->kind == ATTN_NODE_ARGUMENT)
      attnPutInt(&w, n->argument);
    else if (n->kind == ATTN_NODE_CONSTANT)
      putConstant(&w, o, n);
    else if (n->kind == ATTN_NODE_INSERT)
      for (int d = 0; d < o->values[n->firstValue].type.rank; ++d) {
        attnPutInt(&w, n->offsets[d]);
        attnPutInt(&w, n->strides[d]);
        attnPutInt(&w, n->sourceDims[d]);
      }
    else if (n->kind == ATTN_NODE_GENERIC)
      putGeneric(&w, n);
  }
  attnPutInt(&w, o->numArguments);
  for (int32_t i = 0; i < o->numArguments; ++i)
    attnPutInt(&w, o->arguments[i]);
  attnPutInt(&w, o->numResults);
  for (int32_t i = 0; i < o->numResults; ++i)
    attnPutInt(&w, o->results[i]);
  if (w.failed) {
    free(w.bytes);
    return attnFail(st, ATTN_STATUS_MEMORY, "out of memory writing the oracle program");
  }
  *bytes = w.bytes;
  *size = w.size;
  return attnOk(st);
}

//===--- parsing ----------------------------------------------------------===//

typedef struct Parser {
  AttnReader r;
  AttnOracle *o;
  int count; ///< of the arguments' types; -1: there are none
  const AttnTensorType *given;
  int nextArgument;
  int32_t numStands;
  int64_t stands[MAX_STANDS], values[MAX_STANDS]; ///< value -1: not seen yet
} Parser;

/// A number of the program, the length where a stand-in stands.
static int64_t getLength(Parser *p) {
  int64_t n = attnGetInt(&p->r);
  for (int32_t i = 0; i < p->numStands; ++i)
    if (n == p->stands[i])
      return p->values[i];
  return n;
}

/// An array in the oracle's memory; marks failure when there is none.
static void *array(Parser *p, int64_t n, size_t size) {
  void *a = p->r.failed ? NULL : attnOracleAlloc(p->o, (size_t)n * size);
  if (!a)
    p->r.failed = true;
  return a;
}

static AttnTensorType getType(Parser *p) {
  AttnTensorType t = {.type = attnGetU8(&p->r), .rank = attnGetI32(&p->r)};
  if ((unsigned)t.type >= ATTN_NUM_TYPES || t.rank < 0 || t.rank > ATTN_MAX_RANK) {
    p->r.failed = true;
    return (AttnTensorType){0};
  }
  int64_t n = 1;
  for (int d = 0; d < t.rank; ++d) {
    t.shape[d] = getLength(p);
    if (t.shape[d] < 0 || !attnMulInt64(n, t.shape[d], &n) || n >= (int64_t)1 << 40)
      p->r.failed = true;
  }
  return p->r.failed ? (AttnTensorType){0} : t;
}

static void getInts32(Parser *p, int32_t n, int32_t **out) {
  *out = array(p, n, sizeof **out);
  for (int32_t i = 0; i < n && !p->r.failed; ++i)
    (*out)[i] = attnGetI32(&p->r);
}

static void getMap(Parser *p, AttnOracleMap *m) {
  m->numResults = attnGetI32(&p->r);
  if (m->numResults < 0) {
    m->numResults = -1;
    return;
  }
  m->numExprs = attnGetCount(&p->r);
  if (m->numResults > ATTN_MAX_RANK)
    p->r.failed = true;
  m->exprs = array(p, m->numExprs, sizeof *m->exprs);
  for (int32_t i = 0; i < m->numExprs && !p->r.failed; ++i) {
    AttnOracleExpr *e = &m->exprs[i];
    e->kind = attnGetU8(&p->r);
    if (e->kind <= ATTN_EXPR_CONST) {
      e->value = attnGetInt(&p->r);
    } else {
      e->a = attnGetI32(&p->r);
      e->b = attnGetI32(&p->r);
    }
  }
  if (!p->r.failed)
    getInts32(p, m->numResults, &m->results);
}

static void getInstr(Parser *p, AttnOracleInstr *in) {
  in->op = (uint16_t)attnGetI32(&p->r);
  in->isFloat = attnGetU8(&p->r) != 0;
  in->width = attnGetU8(&p->r);
  in->sourceWidth = attnGetU8(&p->r);
  in->a = attnGetI32(&p->r);
  in->b = attnGetI32(&p->r);
  in->c = attnGetI32(&p->r);
  in->firstIndex = attnGetI32(&p->r);
  if (in->op == ATTN_OP_CONSTF)
    in->imm.f = attnGetDouble(&p->r);
  else if (in->op == ATTN_OP_CONSTI)
    in->imm.i = getLength(p);
  else
    in->imm.i = attnGetInt(&p->r);
}

static void getGeneric(Parser *p, AttnOracleNode *n) {
  n->numDims = attnGetI32(&p->r);
  if (n->numDims < 0 || n->numDims > ATTN_MAX_RANK) {
    p->r.failed = true;
    return;
  }
  n->extents = array(p, n->numDims, sizeof *n->extents);
  n->reduction = array(p, n->numDims, 1);
  for (int32_t d = 0; d < n->numDims && !p->r.failed; ++d) {
    n->extents[d] = getLength(p);
    n->reduction[d] = attnGetU8(&p->r);
  }
  n->maps = array(p, n->numOperands, sizeof *n->maps);
  for (int32_t k = 0; k < n->numOperands && !p->r.failed; ++k)
    getMap(p, &n->maps[k]);
  n->numInstrs = attnGetCount(&p->r);
  n->instrs = array(p, n->numInstrs, sizeof *n->instrs);
  for (int32_t i = 0; i < n->numInstrs && !p->r.failed; ++i)
    getInstr(p, &n->instrs[i]);
  n->numIndices = attnGetCount(&p->r);
  if (!p->r.failed)
    getInts32(p, n->numIndices, &n->indices);
  if (!p->r.failed)
    getInts32(p, n->numValues, &n->yields);
}

static void getConstant(Parser *p, AttnOracleNode *n, const AttnTensorType *t) {
  n->splat = attnGetU8(&p->r) != 0;
  int64_t count = n->splat ? 1 : attnTensorCount(t);
  if ((uint64_t)count > attnLeft(&p->r)) // an element takes at least one byte
    p->r.failed = true;
  n->data = array(p, count, 8);
  for (int64_t i = 0; i < count && !p->r.failed; ++i)
    if (attnTypeIsFloat(t->type))
      ((double *)n->data)[i] = attnGetDouble(&p->r);
    else
      ((int64_t *)n->data)[i] = getLength(p);
}

/// The lengths that the type of the next argument shows; arguments stand first, in order.
static void learn(Parser *p, const AttnTensorType *given) {
  attnGetU8(&p->r);
  int32_t rank = attnGetI32(&p->r);
  for (int32_t d = 0; d < rank && d < given->rank && !p->r.failed; ++d) {
    int64_t n = attnGetInt(&p->r);
    for (int32_t i = 0; i < p->numStands; ++i)
      if (n == p->stands[i] && p->values[i] < 0)
        p->values[i] = given->shape[d];
  }
}

static void getNode(Parser *p) {
  AttnReader *r = &p->r;
  uint8_t kind = attnGetU8(r);
  int32_t numValues = attnGetCount(r);
  AttnOracleNode *n = r->failed ? NULL : attnOracleAddNode(p->o, kind, numValues);
  if (!n) {
    r->failed = true;
    return;
  }
  for (int32_t i = 0; i < numValues; ++i) {
    const unsigned char *at = r->at;
    bool argument = kind == ATTN_NODE_ARGUMENT && p->numStands && p->nextArgument < p->count;
    if (argument)
      learn(p, &p->given[p->nextArgument++]);
    r->at = at;
    p->o->values[n->firstValue + i].type = getType(p);
  }
  n->numOperands = attnGetCount(r);
  if (!r->failed)
    getInts32(p, n->numOperands, &n->operands);
  if (r->failed)
    return;
  if (kind == ATTN_NODE_ARGUMENT) {
    n->argument = attnGetI32(r);
  } else if (kind == ATTN_NODE_CONSTANT && numValues == 1) {
    getConstant(p, n, &p->o->values[n->firstValue].type);
  } else if (kind == ATTN_NODE_INSERT && numValues == 1) {
    int32_t rank = p->o->values[n->firstValue].type.rank;
    n->offsets = array(p, rank, 8);
    n->strides = array(p, rank, 8);
    n->sourceDims = array(p, rank, 4);
    for (int32_t d = 0; d < rank && !r->failed; ++d) {
      n->offsets[d] = attnGetInt(r);
      n->strides[d] = attnGetInt(r);
      n->sourceDims[d] = attnGetI32(r);
    }
  } else if (kind == ATTN_NODE_GENERIC) {
    getGeneric(p, n);
  }
}

AttnOracle *attnOracleParse(const void *bytes, size_t size, AttnStatus *st) {
  return attnOracleParseFor(bytes, size, -1, NULL, st);
}

AttnOracle *attnOracleParseFor(const void *bytes, size_t size, int count,
                               const AttnTensorType *arguments, AttnStatus *st) {
  if (size < sizeof magic || memcmp(bytes, magic, sizeof magic)) {
    attnFail(st, ATTN_STATUS_FORMAT, "not an oracle program");
    return NULL;
  }
  AttnOracle *o = attnOracleCreate(st);
  if (!o)
    return NULL;
  Parser p = {{(const unsigned char *)bytes + sizeof magic, (const unsigned char *)bytes + size, 0},
              o,
              .count = count,
              .given = arguments};
  int64_t version = attnGetInt(&p.r);
  if (!p.r.failed && version != VERSION) {
    attnFail(st, ATTN_STATUS_FORMAT, "oracle program of version %lld, this reader knows %d",
             (long long)version, VERSION);
    attnOracleDestroy(o);
    return NULL;
  }
  int32_t numStands = attnGetI32(&p.r);
  p.r.failed |= numStands < 0 || numStands > MAX_STANDS;
  for (int32_t i = 0; i < numStands && !p.r.failed; ++i) {
    p.stands[i] = attnGetInt(&p.r);
    p.values[i] = -1;
    p.numStands = i + 1;
  }
  if (p.numStands && count < 0) {
    attnFail(st, ATTN_STATUS_INVALID, "an oracle program with lengths needs the arguments' shapes");
    attnOracleDestroy(o);
    return NULL;
  }
  int32_t numNodes = attnGetCount(&p.r);
  for (int32_t i = 0; i < numNodes && !p.r.failed; ++i)
    getNode(&p);
  o->numArguments = attnGetCount(&p.r);
  if (!p.r.failed)
    getInts32(&p, o->numArguments, &o->arguments);
  o->numResults = attnGetCount(&p.r);
  if (!p.r.failed)
    getInts32(&p, o->numResults, &o->results);
  bool ok = true;
  if (p.r.failed || p.r.at != p.r.end)
    ok = attnFail(st, ATTN_STATUS_FORMAT, "damaged oracle program: %s",
                  p.r.failed ? "cut short" : "bytes behind the end");
  if (!ok || !attnOracleValidate(o, st)) {
    attnOracleDestroy(o);
    return NULL;
  }
  return o;
}
