//===- PackageRead.c - Packages from bytes --------------------------------===//
//
// Everything a later use relies on is checked here, so that a damaged file gives an error and never
// a crash: header, checksums, the manifest's structure, numbers in range, types in agreement.
//
//===----------------------------------------------------------------------===//
#include "Runtime/Bytes.h"
#include "Runtime/File.h"
#include "Runtime/OracleProgram.h"
#include "Runtime/Package.h"
#include "Runtime/Status.h"

#include <jansson.h>
#include <stdio.h>

// What jansson's reference to stdin becomes; see lib/CMakeLists.txt. Nothing is ever read from it.
extern FILE *attnJsonStdin;
__attribute__((visibility("hidden"))) FILE *attnJsonStdin;

typedef struct Read {
  AttnPackage *p;
  AttnStatus *st;
  const unsigned char *bytes;
  size_t size, blobStart;
} Read;

static bool damaged(Read *r, const char *what) {
  return attnFail(r->st, ATTN_STATUS_FORMAT, "%s: damaged package: %s", r->p->name, what);
}

//===--- JSON helpers -----------------------------------------------------===//

static bool getText(Read *r, const json_t *j, const char *key, const char **out) {
  const json_t *v = json_object_get(j, key);
  if (!json_is_string(v))
    return damaged(r, key);
  *out = attnArenaString(&r->p->arena, json_string_value(v));
  return *out || attnFail(r->st, ATTN_STATUS_MEMORY, "out of memory");
}

static bool getInt(Read *r, const json_t *j, const char *key, int64_t min, int64_t max,
                   int64_t *out) {
  const json_t *v = json_object_get(j, key);
  if (!json_is_integer(v) || json_integer_value(v) < min || json_integer_value(v) > max)
    return damaged(r, key);
  *out = json_integer_value(v);
  return true;
}

static bool getSmall(Read *r, const json_t *j, const char *key, int min, int max, int *out) {
  int64_t v = 0;
  if (!getInt(r, j, key, min, max, &v))
    return false;
  *out = (int)v;
  return true;
}

/// An array and zeroed memory for its elements.
static bool getArray(Read *r, const json_t *j, const char *key, size_t size, const json_t **array,
                     int *count, void *out) {
  *array = json_object_get(j, key);
  if (!json_is_array(*array) || json_array_size(*array) > 1 << 20)
    return damaged(r, key);
  *count = (int)json_array_size(*array);
  void *memory = attnArenaAlloc(&r->p->arena, (size_t)*count * size);
  memcpy(out, &memory, sizeof memory);
  return memory || attnFail(r->st, ATTN_STATUS_MEMORY, "out of memory");
}

static bool getType(Read *r, const json_t *j, AttnTensorType *t) {
  const json_t *shape = json_object_get(j, "shape"), *type = json_object_get(j, "type");
  if (!json_is_array(shape) || json_array_size(shape) > ATTN_MAX_RANK || !json_is_string(type) ||
      !attnTypeParse(json_string_value(type), &t->type))
    return damaged(r, "tensor type");
  t->rank = (int32_t)json_array_size(shape);
  int64_t n = 1;
  for (int d = 0; d < t->rank; ++d) {
    const json_t *v = json_array_get(shape, (size_t)d);
    int k = 0;
    while (json_is_string(v) && k < r->p->numLengths &&
           strcmp(json_string_value(v), r->p->lengths[k].name))
      ++k;
    if (json_is_string(v) && k < r->p->numLengths) {
      t->shape[d] = -1 - k;
      continue;
    }
    t->shape[d] = json_is_integer(v) ? json_integer_value(v) : -1;
    if (t->shape[d] < 0 || !attnMulInt64(n, t->shape[d], &n) || n > (int64_t)1 << 40)
      return damaged(r, "shape");
  }
  return true;
}

/// A number made of lengths.
static bool getSize(Read *r, const json_t *j, AttnPackageSize *s) {
  const json_t *of = json_object_get(j, "of");
  if (!getInt(r, j, "scale", 0, (int64_t)1 << 40, &s->scale) ||
      !getInt(r, j, "most", 0, INT32_MAX, &s->most))
    return false;
  if (!json_is_array(of) || json_array_size(of) < 1 || json_array_size(of) > ATTN_MAX_FACTORS)
    return damaged(r, "a size of lengths");
  for (; s->n < (int)json_array_size(of); ++s->n) {
    const json_t *f = json_array_get(of, (size_t)s->n);
    const json_t *length = json_array_get(f, 0), *div = json_array_get(f, 1);
    if (!json_is_integer(length) || !json_is_integer(div) || json_integer_value(length) < 0 ||
        json_integer_value(length) >= r->p->numLengths || json_integer_value(div) < 1)
      return damaged(r, "a size of lengths");
    s->of[s->n].length = (int)json_integer_value(length);
    s->of[s->n].div = json_integer_value(div);
  }
  return true;
}

static bool getDim3(Read *r, const json_t *j, const char *key, uint32_t *out, AttnPackageSize *x) {
  const json_t *a = json_object_get(j, key);
  if (!json_is_array(a) || json_array_size(a) != 3)
    return damaged(r, key);
  for (size_t i = 0; i < 3; ++i) {
    const json_t *v = json_array_get(a, i);
    if (i == 0 && x && json_is_object(v)) {
      if (!getSize(r, v, x))
        return false;
      continue;
    }
    if (!json_is_integer(v) || json_integer_value(v) < 1 || json_integer_value(v) > INT32_MAX)
      return damaged(r, key);
    out[i] = (uint32_t)json_integer_value(v);
  }
  return true;
}

//===--- manifest ---------------------------------------------------------===//

/// Padding is zero: so every byte of the file is accounted for.
static bool isPadding(const Read *r, size_t from, size_t to) {
  for (; from < to; ++from)
    if (r->bytes[from])
      return false;
  return true;
}

/// Blobs stand one behind the other, each at the next multiple of 64.
static bool getBlobs(Read *r, const json_t *m) {
  const json_t *array;
  size_t at = r->blobStart;
  if (!getArray(r, m, "blobs", sizeof *r->p->blobs, &array, &r->p->numBlobs, &r->p->blobs))
    return false;
  for (int i = 0; i < r->p->numBlobs; ++i) {
    const json_t *j = json_array_get(array, (size_t)i);
    int64_t offset = 0, size = 0, room = (int64_t)(r->size - r->blobStart);
    const char *checksum;
    char actual[24];
    if (!getInt(r, j, "offset", 0, room, &offset) ||
        !getInt(r, j, "size", 0, room - offset, &size) || !getText(r, j, "checksum", &checksum))
      return false;
    AttnPackageBlob *b = &r->p->blobs[i];
    b->bytes = r->bytes + r->blobStart + offset;
    b->size = (size_t)size;
    snprintf(actual, sizeof actual, "%016llx", (unsigned long long)attnChecksum(b->bytes, b->size));
    if (strcmp(actual, checksum))
      return damaged(r, "checksum of a blob");
    size_t end = r->blobStart + (size_t)offset + b->size, next = (end + 63) / 64 * 64;
    if (r->blobStart + (size_t)offset != at || next > r->size || !isPadding(r, end, next))
      return damaged(r, "blobs");
    at = next;
  }
  return at == r->size || damaged(r, "blobs");
}

static bool getBuffer(Read *r, const json_t *j, AttnPackageBuffer *b) {
  static const char *const roles[] = {"argument", "result", "temporary", "constant"};
  const AttnPackage *p = r->p;
  const char *role;
  if (!getText(r, j, "role", &role) || !getType(r, j, &b->type))
    return false;
  int k = 0;
  while (k < 4 && strcmp(role, roles[k]))
    ++k;
  if (k == 4)
    return damaged(r, "role of a buffer");
  b->role = (AttnBufferRole)k;
  if (b->role == ATTN_BUFFER_CONSTANT) {
    if (!getSmall(r, j, "blob", 0, p->numBlobs - 1, &b->blob))
      return false;
    return p->blobs[b->blob].size == attnTensorBytes(&b->type) || damaged(r, "size of a constant");
  }
  if (b->role == ATTN_BUFFER_TEMPORARY)
    return true;
  bool argument = b->role == ATTN_BUFFER_ARGUMENT;
  if (!getSmall(r, j, "index", 0, (argument ? p->numArguments : p->numResults) - 1, &b->index))
    return false;
  const AttnTensorType *t = argument ? &p->arguments[b->index] : &p->results[b->index];
  // A reshape on the way is allowed: only the bytes count.
  return attnTensorBytes(t) == attnTensorBytes(&b->type) || damaged(r, "size of a buffer");
}

/// `n` numbers of at least `min`, at most `max`; with `sizes`, some may be made of lengths.
static bool getNumbers(Read *r, const json_t *j, const char *key, size_t n, int64_t min,
                       int64_t max, uint64_t *out, AttnPackageSize *sizes) {
  const json_t *a = json_object_get(j, key);
  if (!json_is_array(a) || json_array_size(a) != n)
    return damaged(r, key);
  for (size_t i = 0; i < n; ++i) {
    const json_t *v = json_array_get(a, i);
    if (sizes && json_is_object(v)) {
      if (!getSize(r, v, &sizes[i]))
        return false;
      continue;
    }
    if (!json_is_integer(v) || json_integer_value(v) < min || json_integer_value(v) > max)
      return damaged(r, key);
    out[i] = (uint64_t)json_integer_value(v);
  }
  return true;
}

static bool getMap(Read *r, const json_t *j, const AttnPackageVariant *v, const AttnPackageStep *s,
                   AttnPackageMap *m) {
  const char *type;
  uint64_t box[ATTN_MAX_MAP_RANK];
  size_t rank = json_array_size(json_object_get(j, "dims"));
  if (rank < 1 || rank > ATTN_MAX_MAP_RANK ||
      !getSmall(r, j, "buffer", 0, s->numBuffers - 1, &m->buffer) || !getText(r, j, "type", &type))
    return damaged(r, "tensor map");
  m->rank = (int)rank;
  if (!attnTypeParse(type, &m->type) || !getSmall(r, j, "swizzle", 0, 128, &m->swizzle) ||
      !getNumbers(r, j, "dims", rank, 1, UINT32_MAX, m->dims, m->dimOf) ||
      !getNumbers(r, j, "strides", rank, 0, (int64_t)1 << 40, m->strides, m->strideOf) ||
      !getNumbers(r, j, "box", rank, 1, 256, box, NULL))
    return damaged(r, "tensor map");
  bool made = false;
  for (size_t d = 0; d < rank; ++d) {
    m->box[d] = (uint32_t)box[d];
    made |= m->dimOf[d].n || m->strideOf[d].n;
  }
  const AttnTensorType *of = &v->buffers[s->buffers[m->buffer]].type;
  attnPackageMapSettle(m, of);
  return made || attnPackageMapFits(m, of) || damaged(r, "span of a tensor map");
}

static bool getStep(Read *r, const json_t *j, const AttnPackageVariant *v, AttnPackageStep *s) {
  bool copy = json_object_get(j, "copy") != NULL, zero = json_object_get(j, "zero") != NULL;
  const json_t *array;
  int64_t shared = 0;
  if (!getArray(r, j,
                copy   ? "copy"
                : zero ? "zero"
                       : "buffers",
                sizeof *s->buffers, &array, &s->numBuffers, &s->buffers))
    return false;
  for (int i = 0; i < s->numBuffers; ++i) {
    const json_t *b = json_array_get(array, (size_t)i);
    if (!json_is_integer(b) || json_integer_value(b) < 0 || json_integer_value(b) >= v->numBuffers)
      return damaged(r, "buffers of a step");
    s->buffers[i] = (int)json_integer_value(b);
  }
  if (copy)
    return (s->numBuffers == 2 && attnTensorBytes(&v->buffers[s->buffers[0]].type) ==
                                      attnTensorBytes(&v->buffers[s->buffers[1]].type)) ||
           damaged(r, "copy");
  if (zero)
    return (s->numBuffers == 1 || damaged(r, "zero")) &&
           (!json_object_get(j, "by") || getText(r, j, "by", &s->by));
  if (!getText(r, j, "kernel", &s->kernel) || !getDim3(r, j, "grid", s->grid, &s->ctas) ||
      !getDim3(r, j, "block", s->block, NULL) || !getInt(r, j, "shared", 0, 1 << 20, &shared))
    return false;
  s->shared = (uint32_t)shared;
  if (json_object_get(j, "lengths") &&
      !getArray(r, j, "lengths", sizeof *s->lengths, &array, &s->numLengths, &s->lengths))
    return false;
  for (int i = 0; i < s->numLengths; ++i) {
    const json_t *k = json_array_get(array, (size_t)i);
    if (!json_is_integer(k) || json_integer_value(k) < 0 ||
        json_integer_value(k) >= r->p->numLengths)
      return damaged(r, "lengths of a step");
    s->lengths[i] = (int)json_integer_value(k);
  }
  const json_t *dependent = json_object_get(j, "dependent");
  if (dependent && !json_is_boolean(dependent))
    return damaged(r, "dependent of a step");
  s->dependent = json_is_true(dependent);
  if (!json_object_get(j, "maps"))
    return true;
  if (!getArray(r, j, "maps", sizeof *s->maps, &array, &s->numMaps, &s->maps))
    return false;
  for (int i = 0; i < s->numMaps; ++i)
    if (!getMap(r, json_array_get(array, (size_t)i), v, s, &s->maps[i]))
      return false;
  return true;
}

static bool getVariant(Read *r, const json_t *j, AttnPackageVariant *v) {
  const json_t *buffers, *steps, *resources;
  if (!getText(r, j, "chip", &v->chip) || !getText(r, j, "schedule", &v->schedule) ||
      !getText(r, j, "ptxas", &v->ptxas) ||
      !getSmall(r, j, "code", 0, r->p->numBlobs - 1, &v->code) ||
      !getArray(r, j, "buffers", sizeof *v->buffers, &buffers, &v->numBuffers, &v->buffers) ||
      !getArray(r, j, "steps", sizeof *v->steps, &steps, &v->numSteps, &v->steps) ||
      !getArray(r, j, "resources", sizeof *v->resources, &resources, &v->numResources,
                &v->resources))
    return false;
  for (int i = 0; i < v->numBuffers; ++i)
    if (!getBuffer(r, json_array_get(buffers, (size_t)i), &v->buffers[i]))
      return false;
  for (int i = 0; i < r->p->numResults; ++i) {
    int found = 0;
    for (int b = 0; b < v->numBuffers; ++b)
      found += v->buffers[b].role == ATTN_BUFFER_RESULT && v->buffers[b].index == i;
    if (found != 1)
      return damaged(r, "a result without a buffer");
  }
  for (int i = 0; i < v->numSteps; ++i)
    if (!getStep(r, json_array_get(steps, (size_t)i), v, &v->steps[i]))
      return false;
  for (int i = 0; i < v->numResources; ++i) {
    const json_t *o = json_array_get(resources, (size_t)i);
    AttnPackageResources *k = &v->resources[i];
    if (!getText(r, o, "kernel", &k->kernel) ||
        !getSmall(r, o, "registers", 0, 1 << 20, &k->registers) ||
        !getSmall(r, o, "spill_stores", 0, 1 << 30, &k->spillStores) ||
        !getSmall(r, o, "spill_loads", 0, 1 << 30, &k->spillLoads) ||
        !getSmall(r, o, "shared", 0, 1 << 30, &k->shared))
      return false;
  }
  return true;
}

static bool getLengths(Read *r, const json_t *m) {
  AttnPackage *p = r->p;
  const json_t *array;
  if (!json_object_get(m, "lengths"))
    return true;
  if (!getArray(r, m, "lengths", sizeof *p->lengths, &array, &p->numLengths, &p->lengths))
    return false;
  if (p->numLengths > ATTN_MAX_LENGTHS)
    return damaged(r, "lengths");
  for (int i = 0; i < p->numLengths; ++i) {
    const json_t *j = json_array_get(array, (size_t)i);
    if (!getText(r, j, "name", &p->lengths[i].name) ||
        !getInt(r, j, "limit", 1, INT32_MAX, &p->lengths[i].limit))
      return false;
    int64_t of = 0;
    p->lengths[i].div = 0;
    if (json_object_get(j, "of") && (!getInt(r, j, "of", 0, i - 1, &of) ||
                                     !getInt(r, j, "div", 1, INT32_MAX, &p->lengths[i].div)))
      return false;
    p->lengths[i].of = (int)of;
  }
  return true;
}

static bool getManifest(Read *r, const json_t *m) {
  AttnPackage *p = r->p;
  const json_t *arguments, *results, *variants, *source = json_object_get(m, "source");
  if (!getText(r, m, "tool", &p->tool) || !getText(r, m, "mlir", &p->mlir) ||
      !getText(r, m, "entry", &p->entry) || !getText(r, source, "file", &p->sourceFile) ||
      !getText(r, source, "hash", &p->sourceHash) || !getBlobs(r, m) || !getLengths(r, m) ||
      !getArray(r, m, "arguments", sizeof *p->arguments, &arguments, &p->numArguments,
                &p->arguments) ||
      !getArray(r, m, "results", sizeof *p->results, &results, &p->numResults, &p->results) ||
      !getArray(r, m, "variants", sizeof *p->variants, &variants, &p->numVariants, &p->variants))
    return false;
  for (int i = 0; i < p->numArguments; ++i)
    if (!getType(r, json_array_get(arguments, (size_t)i), &p->arguments[i]))
      return false;
  for (int i = 0; i < p->numResults; ++i)
    if (!getType(r, json_array_get(results, (size_t)i), &p->results[i]))
      return false;
  for (int i = 0; i < p->numVariants; ++i)
    if (!getVariant(r, json_array_get(variants, (size_t)i), &p->variants[i]))
      return false;
  p->oracle = -1;
  return !json_object_get(m, "oracle") || getSmall(r, m, "oracle", 0, p->numBlobs - 1, &p->oracle);
}

//===--- header -----------------------------------------------------------===//

static bool readHeader(Read *r) {
  AttnPackage *p = r->p;
  if (r->size < 8 || memcmp(r->bytes, "ATTNPKG", 8))
    return attnFail(r->st, ATTN_STATUS_FORMAT, "%s: not an attn-mlir package%s", p->name,
                    r->size ? "" : " (the file is empty)");
  if (r->size < 64)
    return attnFail(r->st, ATTN_STATUS_FORMAT, "%s: package cut short (%zu bytes)", p->name,
                    r->size);
  AttnReader h = {r->bytes + 8, r->bytes + 64, false};
  uint64_t version = attnGetU64(&h);
  // The version comes first: nothing else is known to stand where it does in version 1.
  if ((uint32_t)version != ATTN_PACKAGE_FORMAT)
    return attnFail(r->st, ATTN_STATUS_FORMAT,
                    "%s: package of format %u, this tool (attn-mlir %s) reads format %d", p->name,
                    (unsigned)(uint32_t)version, ATTN_VERSION_STRING, ATTN_PACKAGE_FORMAT);
  uint64_t size = attnGetU64(&h), offset = attnGetU64(&h), length = attnGetU64(&h),
           manifestSum = attnGetU64(&h), headerSum = attnGetU64(&h);
  if (headerSum != attnChecksum(r->bytes, 48))
    return damaged(r, "checksum of the header");
  if (size != r->size)
    return attnFail(r->st, ATTN_STATUS_FORMAT,
                    "%s: package %s: %zu bytes, the header promises %llu", p->name,
                    r->size < size ? "cut short" : "with bytes behind its end", r->size,
                    (unsigned long long)size);
  if (version >> 32 != 64 || offset != 64 || length > size - 64)
    return damaged(r, "header");
  if (manifestSum != attnChecksum(r->bytes + 64, length))
    return damaged(r, "checksum of the manifest");
  r->blobStart = 64 + (length + 63) / 64 * 64;
  if (r->blobStart > size || !isPadding(r, 56, 64) || !isPadding(r, 64 + length, r->blobStart))
    return damaged(r, "header");
  char *text = attnArenaAlloc(&p->arena, length + 1);
  if (!text)
    return attnFail(r->st, ATTN_STATUS_MEMORY, "out of memory");
  memcpy(text, r->bytes + 64, length);
  p->manifest = text;
  return true;
}

AttnPackage *attnPackageOpenMemory(const void *bytes, size_t size, const char *name,
                                   AttnStatus *st) {
  AttnPackage *p = attnAlloc(sizeof *p, st);
  if (!p)
    return NULL;
  p->name = attnArenaString(&p->arena, name ? name : "package");
  Read r = {.p = p, .st = st, .size = size};
  r.bytes = attnArenaCopy(&p->arena, bytes, size);
  bool ok = p->name && r.bytes;
  if (!ok)
    attnFail(st, ATTN_STATUS_MEMORY, "out of memory");
  ok = ok && readHeader(&r);
  if (ok) {
    json_error_t error;
    json_t *m = json_loads(p->manifest, JSON_REJECT_DUPLICATES, &error);
    ok = m ? getManifest(&r, m) : damaged(&r, error.text);
    json_decref(m);
  }
  if (!ok) {
    attnPackageDestroy(p);
    return NULL;
  }
  attnOk(st);
  return p;
}

AttnPackage *attnPackageOpen(const char *path, AttnStatus *st) {
  unsigned char *bytes;
  size_t size;
  if (!attnFileRead(path, &bytes, &size, st))
    return NULL;
  AttnPackage *p = attnPackageOpenMemory(bytes, size, path, st);
  free(bytes);
  return p;
}

//===--- queries ----------------------------------------------------------===//

void attnPackageDestroy(AttnPackage *p) {
  if (!p)
    return;
  attnOracleDestroy(p->parsed);
  attnArenaFree(&p->arena);
  free(p);
}

const char *attnPackageEntry(const AttnPackage *p) { return p->entry; }
int attnPackageNumArguments(const AttnPackage *p) { return p->numArguments; }
int attnPackageNumResults(const AttnPackage *p) { return p->numResults; }
const AttnTensorType *attnPackageArgument(const AttnPackage *p, int i) { return &p->arguments[i]; }
const AttnTensorType *attnPackageResult(const AttnPackage *p, int i) { return &p->results[i]; }
const char *attnPackageManifest(const AttnPackage *p) { return p->manifest; }

const AttnOracle *attnPackageOracle(const AttnPackage *package, AttnStatus *st) {
  AttnPackage *p = (AttnPackage *)package; // the cache is no observable state
  if (p->parsed)
    return p->parsed;
  if (p->oracle < 0) {
    attnFail(st, ATTN_STATUS_UNSUPPORTED, "%s: the package holds no oracle program", p->name);
    return NULL;
  }
  if (p->numLengths && !p->values) {
    attnFail(st, ATTN_STATUS_INVALID, "%s: the oracle needs the arguments' shapes", p->name);
    return NULL;
  }
  AttnOracle *o = attnOracleParseFor(p->blobs[p->oracle].bytes, p->blobs[p->oracle].size,
                                     p->numArguments, p->arguments, st);
  if (!o)
    return NULL;
  bool same = o->numArguments == p->numArguments && o->numResults == p->numResults;
  for (int i = 0; same && i < p->numArguments; ++i)
    same = attnTensorTypeEqual(attnOracleArgument(o, i), &p->arguments[i]);
  for (int i = 0; same && i < p->numResults; ++i)
    same = attnTensorTypeEqual(attnOracleResult(o, i), &p->results[i]);
  if (!same) {
    attnFail(st, ATTN_STATUS_FORMAT, "%s: the oracle program has another signature than the entry",
             p->name);
    attnOracleDestroy(o);
    return NULL;
  }
  return p->parsed = o;
}

bool attnChipRunsOn(const char *chip, int major, int minor, int *distance) {
  unsigned number;
  char suffix = 0;
  if (sscanf(chip, "sm_%u%c", &number, &suffix) < 1)
    return false;
  int codeMajor = (int)number / 10, codeMinor = (int)number % 10;
  // Machine code runs within its major version on the same or a later minor one; `a` code (features
  // of one architecture) on exactly that one, `f` code within its family.
  if (codeMajor != major || codeMinor > minor || (suffix == 'a' && codeMinor != minor))
    return false;
  *distance = 4 * (minor - codeMinor) + (suffix == 'a' ? 0 : suffix == 'f' ? 1 : 2);
  return true;
}

const AttnPackageVariant *attnPackageSelect(const AttnPackage *p, int major, int minor) {
  const AttnPackageVariant *best = NULL;
  int bestDistance = 0;
  for (int i = 0; i < p->numVariants; ++i) {
    int distance;
    if (attnChipRunsOn(p->variants[i].chip, major, minor, &distance) &&
        (!best || distance < bestDistance)) {
      best = &p->variants[i];
      bestDistance = distance;
    }
  }
  return best;
}
