//===- PackageWrite.c - Packages to bytes ---------------------------------===//
#include "Runtime/Bytes.h"
#include "Runtime/File.h"
#include "Runtime/Package.h"
#include "Runtime/Status.h"

#include <jansson.h>
#include <stdio.h>

static json_t *text(const char *s) { return json_string(s ? s : ""); }

static json_t *typeJson(const AttnPackage *p, const AttnTensorType *t) {
  json_t *shape = json_array();
  for (int d = 0; d < t->rank; ++d)
    json_array_append_new(shape, t->shape[d] < 0 ? text(p->lengths[-1 - t->shape[d]].name)
                                                 : json_integer(t->shape[d]));
  return json_pack("{s:o, s:s}", "shape", shape, "type", attnTypeName(t->type));
}

/// A number, or how it is made of lengths.
static json_t *sizeJson(const AttnPackageSize *s, uint64_t number) {
  if (!s->n)
    return json_integer((json_int_t)number);
  json_t *of = json_array();
  for (int i = 0; i < s->n; ++i)
    json_array_append_new(of, json_pack("[i, I]", s->of[i].length, (json_int_t)s->of[i].div));
  return json_pack("{s:I, s:o, s:I}", "scale", (json_int_t)s->scale, "of", of, "most",
                   (json_int_t)s->most);
}

static json_t *dim3Json(const uint32_t *v, const AttnPackageSize *x) {
  return json_pack("[o, I, I]", sizeJson(x, v[0]), (json_int_t)v[1], (json_int_t)v[2]);
}

static json_t *mapJson(const AttnPackageMap *m) {
  json_t *dims = json_array(), *strides = json_array(), *box = json_array();
  for (int d = 0; d < m->rank; ++d) {
    json_array_append_new(dims, sizeJson(&m->dimOf[d], m->dims[d]));
    json_array_append_new(strides, sizeJson(&m->strideOf[d], m->strides[d]));
    json_array_append_new(box, json_integer(m->box[d]));
  }
  return json_pack("{s:i, s:s, s:o, s:o, s:o, s:i}", "buffer", m->buffer, "type",
                   attnTypeName(m->type), "dims", dims, "strides", strides, "box", box, "swizzle",
                   m->swizzle);
}

static json_t *stepJson(const AttnPackageStep *s) {
  json_t *buffers = json_array();
  for (int i = 0; i < s->numBuffers; ++i)
    json_array_append_new(buffers, json_integer(s->buffers[i]));
  if (!s->kernel) {
    json_t *step = json_pack("{s:o}", s->numBuffers == 1 ? "zero" : "copy", buffers);
    if (s->by)
      json_object_set_new(step, "by", json_string(s->by));
    return step;
  }
  json_t *step =
      json_pack("{s:s, s:o, s:o, s:I, s:o}", "kernel", s->kernel, "grid",
                dim3Json(s->grid, &s->ctas), "block", dim3Json(s->block, &(AttnPackageSize){0}),
                "shared", (json_int_t)s->shared, "buffers", buffers);
  json_t *maps = s->numMaps ? json_array() : NULL;
  for (int i = 0; i < s->numMaps; ++i)
    json_array_append_new(maps, mapJson(&s->maps[i]));
  if (maps)
    json_object_set_new(step, "maps", maps);
  json_t *lengths = s->numLengths ? json_array() : NULL;
  for (int i = 0; i < s->numLengths; ++i)
    json_array_append_new(lengths, json_integer(s->lengths[i]));
  if (lengths)
    json_object_set_new(step, "lengths", lengths);
  if (s->dependent)
    json_object_set_new(step, "dependent", json_true());
  return step;
}

static json_t *bufferJson(const AttnPackage *p, const AttnPackageBuffer *b) {
  static const char *const roles[] = {"argument", "result", "temporary", "constant"};
  json_t *j = typeJson(p, &b->type);
  json_object_set_new(j, "role", json_string(roles[b->role]));
  if (b->role <= ATTN_BUFFER_RESULT)
    json_object_set_new(j, "index", json_integer(b->index));
  if (b->role == ATTN_BUFFER_CONSTANT)
    json_object_set_new(j, "blob", json_integer(b->blob));
  return j;
}

static json_t *variantJson(const AttnPackage *p, const AttnPackageVariant *v) {
  json_t *buffers = json_array(), *steps = json_array(), *resources = json_array();
  for (int i = 0; i < v->numBuffers; ++i)
    json_array_append_new(buffers, bufferJson(p, &v->buffers[i]));
  for (int i = 0; i < v->numSteps; ++i)
    json_array_append_new(steps, stepJson(&v->steps[i]));
  for (int i = 0; i < v->numResources; ++i) {
    const AttnPackageResources *r = &v->resources[i];
    json_array_append_new(resources,
                          json_pack("{s:s, s:i, s:i, s:i, s:i}", "kernel", r->kernel, "registers",
                                    r->registers, "spill_stores", r->spillStores, "spill_loads",
                                    r->spillLoads, "shared", r->shared));
  }
  return json_pack("{s:o, s:o, s:o, s:i, s:o, s:o, s:o}", "chip", text(v->chip), "schedule",
                   text(v->schedule), "ptxas", text(v->ptxas), "code", v->code, "buffers", buffers,
                   "steps", steps, "resources", resources);
}

/// `offset` of the first blob is not known before the manifest's size is: offsets count from the
/// first multiple of 64 behind the manifest.
static json_t *manifestJson(const AttnPackage *p) {
  json_t *arguments = json_array(), *results = json_array(), *variants = json_array(),
         *blobs = json_array();
  for (int i = 0; i < p->numArguments; ++i)
    json_array_append_new(arguments, typeJson(p, &p->arguments[i]));
  for (int i = 0; i < p->numResults; ++i)
    json_array_append_new(results, typeJson(p, &p->results[i]));
  for (int i = 0; i < p->numVariants; ++i)
    json_array_append_new(variants, variantJson(p, &p->variants[i]));
  size_t offset = 0;
  for (int i = 0; i < p->numBlobs; ++i) {
    char checksum[24];
    snprintf(checksum, sizeof checksum, "%016llx",
             (unsigned long long)attnChecksum(p->blobs[i].bytes, p->blobs[i].size));
    json_array_append_new(blobs, json_pack("{s:I, s:I, s:s}", "offset", (json_int_t)offset, "size",
                                           (json_int_t)p->blobs[i].size, "checksum", checksum));
    offset += (p->blobs[i].size + 63) / 64 * 64;
  }
  json_t *m =
      json_pack("{s:i, s:o, s:o, s:o, s:{s:o, s:o}, s:o, s:o, s:o}", "format", ATTN_PACKAGE_FORMAT,
                "tool", text(p->tool), "mlir", text(p->mlir), "entry", text(p->entry), "source",
                "file", text(p->sourceFile), "hash", text(p->sourceHash), "arguments", arguments,
                "results", results, "variants", variants);
  if (p->oracle >= 0)
    json_object_set_new(m, "oracle", json_integer(p->oracle));
  json_t *lengths = p->numLengths ? json_array() : NULL;
  for (int i = 0; i < p->numLengths; ++i) {
    const AttnPackageLength *l = &p->lengths[i];
    json_t *j = json_pack("{s:s, s:I}", "name", l->name, "limit", (json_int_t)l->limit);
    if (l->div) {
      json_object_set_new(j, "of", json_integer(l->of));
      json_object_set_new(j, "div", json_integer(l->div));
    }
    json_array_append_new(lengths, j);
  }
  if (lengths)
    json_object_set_new(m, "lengths", lengths);
  json_object_set_new(m, "blobs", blobs);
  return m;
}

static void pad(AttnWriter *w) {
  static const char zeros[64];
  attnPut(w, zeros, (64 - w->size % 64) % 64);
}

bool attnPackageSerialize(const AttnPackage *p, void **bytes, size_t *size, AttnStatus *st) {
  json_t *json = manifestJson(p);
  char *manifest = json ? json_dumps(json, JSON_COMPACT) : NULL;
  json_decref(json);
  if (!manifest)
    return attnFail(st, ATTN_STATUS_MEMORY,
                    "cannot write the manifest (a name that is not UTF-8, "
                    "or no memory)");
  size_t length = strlen(manifest), total = 64 + (length + 63) / 64 * 64;
  for (int i = 0; i < p->numBlobs; ++i)
    total += (p->blobs[i].size + 63) / 64 * 64;
  AttnWriter w = {0};
  attnPut(&w, "ATTNPKG", 8);
  attnPutU64(&w, ATTN_PACKAGE_FORMAT | (uint64_t)64 << 32);
  attnPutU64(&w, total);
  attnPutU64(&w, 64);
  attnPutU64(&w, length);
  attnPutU64(&w, attnChecksum(manifest, length));
  attnPutU64(&w, attnChecksum(w.bytes, w.size));
  pad(&w);
  attnPut(&w, manifest, length);
  pad(&w);
  for (int i = 0; i < p->numBlobs; ++i) {
    attnPut(&w, p->blobs[i].bytes, p->blobs[i].size);
    pad(&w);
  }
  free(manifest);
  if (w.failed) {
    free(w.bytes);
    return attnFail(st, ATTN_STATUS_MEMORY, "out of memory writing the package");
  }
  *bytes = w.bytes;
  *size = w.size;
  return attnOk(st);
}
