//===- PackageLaunch.c - What attn.launch says, as steps of a package ------===//
//
// A call of a declaration with attn.launch is a step: kernel, grid, block, shared memory, the
// buffers of its operands and results, tensor maps, lengths. What it has zeroed is a step in front
// of all launches, its stretches (convert-tile-to-nvvm) one in front of this.
//
//===----------------------------------------------------------------------===//
#include "Compile/EntryTypes.h"
#include "Compile/OracleEmit.h"
#include "Compile/PackageBuild.h"
#include "IR/Build.h"

#include <stdlib.h>
#include <string.h>

/// {scale, of = [["s0", div], ...] [, most]}
static bool readSize(const AttnPkWalk *w, MlirAttribute dict, AttnPackageSize *s) {
  MlirAttribute of = attnDictGet(dict, "of");
  if (!attnDictI64(dict, "scale", &s->scale) || mlirAttributeIsNull(of) ||
      !mlirAttributeIsAArray(of) || mlirArrayAttrGetNumElements(of) < 1 ||
      mlirArrayAttrGetNumElements(of) > ATTN_MAX_FACTORS)
    return false;
  attnDictI64(dict, "most", &s->most);
  for (; s->n < mlirArrayAttrGetNumElements(of); ++s->n) {
    MlirAttribute f = mlirArrayAttrGetElement(of, s->n);
    if (!mlirAttributeIsAArray(f) || mlirArrayAttrGetNumElements(f) != 2 ||
        !mlirAttributeIsAInteger(mlirArrayAttrGetElement(f, 1)))
      return false;
    s->of[s->n].length = attnSymbolNamed(&w->symbols, attnStrValue(mlirArrayAttrGetElement(f, 0)));
    s->of[s->n].div = mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(f, 1));
    if (s->of[s->n].length < 0 || s->of[s->n].div < 1)
      return false;
  }
  return true;
}

/// `first`: the first number may be made of lengths (NULL: it may not).
static bool readDim3(const AttnPkWalk *w, MlirAttribute dict, const char *key, uint32_t *out,
                     AttnPackageSize *first) {
  MlirAttribute a = attnDictGet(dict, key);
  if (mlirAttributeIsNull(a) || !mlirAttributeIsAArray(a) || mlirArrayAttrGetNumElements(a) != 3)
    return false;
  for (int i = 0; i < 3; ++i) {
    MlirAttribute x = mlirArrayAttrGetElement(a, i);
    if (i == 0 && first && mlirAttributeIsADictionary(x)) {
      if (!readSize(w, x, first))
        return false;
      continue;
    }
    int64_t v = mlirAttributeIsAInteger(x) ? mlirIntegerAttrGetValueInt(x) : 0;
    if (v < 1 || v > INT32_MAX)
      return false;
    out[i] = (uint32_t)v;
  }
  return true;
}

/// attn.launch of a call, or of the declaration that it calls.
static MlirAttribute launchOf(AttnPkWalk *w, MlirOperation call) {
  MlirAttribute launch = attnAttr(call, "attn.launch"), callee = attnAttr(call, "callee");
  if (!mlirAttributeIsNull(launch) || mlirAttributeIsNull(callee))
    return launch;
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(callee);
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(w->module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    const char *symbol = attnIs(op, "func.func") ? attnAttrStr(op, "sym_name") : NULL;
    if (symbol && strlen(symbol) == name.length && !memcmp(symbol, name.data, name.length))
      return attnAttr(op, "attn.launch");
  }
  return (MlirAttribute){NULL};
}

static bool noteSchedule(AttnPkWalk *w, const char *kernel, const char *schedule) {
  if (!schedule || !*schedule)
    return true;
  // One kernel: its schedule as it stands. More: each with its name.
  const char *have = w->v->schedule;
  size_t size = (have ? strlen(have) : 0) + strlen(kernel) + strlen(schedule) + 8;
  char *text = attnArenaAlloc(&w->p->arena, size);
  if (!text)
    return attnPkOutOfMemory(w->st);
  if (!have)
    snprintf(text, size, "%s", schedule);
  else
    snprintf(text, size, "%s | %s: %s", have, kernel, schedule);
  w->v->schedule = text;
  return true;
}

/// Numbers of an array attribute; their count, -1 if it is none or holds more than `max`. With
/// `sizes` some may be made of lengths.
static int readNumbers(const AttnPkWalk *w, MlirAttribute dict, const char *key, int max,
                       uint64_t *out, AttnPackageSize *sizes) {
  MlirAttribute a = attnDictGet(dict, key);
  if (mlirAttributeIsNull(a) || !mlirAttributeIsAArray(a) || mlirArrayAttrGetNumElements(a) > max)
    return -1;
  int n = (int)mlirArrayAttrGetNumElements(a);
  for (int i = 0; i < n; ++i) {
    MlirAttribute x = mlirArrayAttrGetElement(a, i);
    if (sizes && mlirAttributeIsADictionary(x)) {
      if (!readSize(w, x, &sizes[i]))
        return -1;
      continue;
    }
    if (!mlirAttributeIsAInteger(x) || mlirIntegerAttrGetValueInt(x) < 1)
      return -1;
    out[i] = (uint64_t)mlirIntegerAttrGetValueInt(x);
  }
  return n;
}

/// attn.launch's `maps`: tensor maps of the step's buffers.
static bool readMaps(AttnPkWalk *w, MlirOperation op, MlirAttribute launch, AttnPackageStep *s) {
  MlirAttribute maps = attnDictGet(launch, "maps");
  intptr_t n = mlirAttributeIsNull(maps) || !mlirAttributeIsAArray(maps)
                   ? 0
                   : mlirArrayAttrGetNumElements(maps);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute d = mlirArrayAttrGetElement(maps, i), element = attnDictGet(d, "element");
    AttnPackageMap m = {.rank = 0};
    int64_t operand = -1, swizzle = 0;
    uint64_t box[ATTN_MAX_MAP_RANK];
    AttnTensorType type;
    m.rank = readNumbers(w, d, "dims", ATTN_MAX_MAP_RANK, m.dims, m.dimOf);
    if (m.rank < 1 || readNumbers(w, d, "box", ATTN_MAX_MAP_RANK, box, NULL) != m.rank ||
        readNumbers(w, d, "strides", ATTN_MAX_MAP_RANK - 1, m.strides + 1, m.strideOf + 1) !=
            m.rank - 1 ||
        !attnDictI64(d, "operand", &operand) || operand < 0 || operand >= s->numBuffers ||
        !attnDictI64(d, "swizzle", &swizzle) || mlirAttributeIsNull(element) ||
        !mlirAttributeIsAType(element) ||
        !attnRuntimeType(attnTensorType(0, NULL, mlirTypeAttrGetValue(element)), false, &type))
      REFUSE(op, w->st,
             "attn.launch: a map must hold operand, dims, strides (one fewer), box, element and "
             "swizzle");
    m.buffer = (int)operand;
    m.type = type.type;
    m.swizzle = (int)swizzle;
    for (int k = 0; k < m.rank; ++k)
      m.box[k] = (uint32_t)box[k];
    attnPackageMapSettle(&m, &w->v->buffers[s->buffers[operand]].type);
    if (!attnPkPush(w->p, &s->maps, &s->numMaps, sizeof m, &m))
      return attnPkOutOfMemory(w->st);
  }
  return true;
}

/// Of "module::name".
static const char *kernelName(const char *symbol) {
  const char *colons = symbol ? strrchr(symbol, ':') : NULL;
  return colons ? colons + 1 : symbol;
}

/// attn.launch's `zeroed`: parameters (results of the call) that have to hold zeros at the launch.
/// All are zeroed in front of the first kernel, so that nothing stands between kernels.
static bool zeroBuffers(AttnPkWalk *w, MlirOperation op, MlirAttribute launch,
                        const AttnPackageStep *s) {
  MlirAttribute list = attnDictGet(launch, "zeroed");
  const char *by = kernelName(attnDictStr(launch, "zeroed_by"));
  intptr_t n = mlirAttributeIsNull(list) || !mlirAttributeIsAArray(list)
                   ? 0
                   : mlirArrayAttrGetNumElements(list);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute x = mlirArrayAttrGetElement(list, i);
    int64_t at = mlirAttributeIsAInteger(x) ? mlirIntegerAttrGetValueInt(x) : -1;
    if (at < mlirOperationGetNumOperands(op) || at >= s->numBuffers)
      REFUSE(op, w->st, "attn.launch: zeroed must hold numbers of parameters that are results");
    AttnPackageStep zero = {.by = by ? attnArenaString(&w->p->arena, by) : NULL};
    if (by && !zero.by)
      return attnPkOutOfMemory(w->st);
    if (!attnPkPush(w->p, &zero.buffers, &zero.numBuffers, sizeof(int), &s->buffers[at]) ||
        !attnPkPush(w->p, &w->v->steps, &w->v->numSteps, sizeof zero, &zero))
      return attnPkOutOfMemory(w->st);
    int first = w->v->numSteps - 1;
    while (first > 0 && w->v->steps[first - 1].kernel)
      --first;
    memmove(&w->v->steps[first + 1], &w->v->steps[first],
            (size_t)(w->v->numSteps - 1 - first) * sizeof zero);
    w->v->steps[first] = zero;
  }
  return true;
}

/// attn.launch's `lengths`: what the kernel takes behind its maps.
static bool readLengths(AttnPkWalk *w, MlirOperation op, MlirAttribute launch, AttnPackageStep *s) {
  MlirAttribute a = attnDictGet(launch, "lengths");
  intptr_t n =
      mlirAttributeIsNull(a) || !mlirAttributeIsAArray(a) ? 0 : mlirArrayAttrGetNumElements(a);
  for (intptr_t i = 0; i < n; ++i) {
    const char *name = attnStrValue(mlirArrayAttrGetElement(a, i));
    int k = attnSymbolNamed(&w->symbols, name);
    if (k < 0)
      REFUSE(op, w->st, "attn.launch: the function has no length '%s'", name ? name : "");
    if (!attnPkPush(w->p, &s->lengths, &s->numLengths, sizeof k, &k))
      return attnPkOutOfMemory(w->st);
  }
  return true;
}

/// attn.launch's `stretches`: a kernel and its grid, launched in front with everything else alike.
static bool stretches(AttnPkWalk *w, MlirOperation op, MlirAttribute first,
                      const AttnPackageStep *s) {
  if (mlirAttributeIsNull(first))
    return true;
  AttnPackageStep step = *s;
  const char *kernel = kernelName(attnDictStr(first, "kernel"));
  if (!kernel || !readDim3(w, first, "grid", step.grid, &step.ctas))
    REFUSE(op, w->st,
           "attn.launch: stretches must hold kernel (string) and grid (three positive "
           "numbers)");
  step.kernel = attnArenaString(&w->p->arena, kernel);
  return (step.kernel && attnPkPush(w->p, &w->v->steps, &w->v->numSteps, sizeof step, &step)) ||
         attnPkOutOfMemory(w->st);
}

bool attnPkWalkCall(AttnPkWalk *w, MlirOperation op) {
  MlirAttribute launch = launchOf(w, op);
  AttnPackageStep s = {.numBuffers = 0};
  int64_t shared = 0;
  if (mlirAttributeIsNull(launch))
    REFUSE(op, w->st, "not placed on the device: a call of a function that is no kernel");
  const char *kernel = attnDictStr(launch, "kernel");
  if (!kernel || !readDim3(w, launch, "grid", s.grid, &s.ctas) ||
      !readDim3(w, launch, "block", s.block, NULL) || !attnDictI64(launch, "shared", &shared) ||
      shared < 0 || shared > 1 << 20)
    REFUSE(
        op, w->st,
        "attn.launch must hold kernel (string), grid and block (three positive numbers each) and "
        "shared (bytes)");
  s.kernel = attnArenaString(&w->p->arena, kernelName(kernel));
  s.shared = (uint32_t)shared;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    int b = attnPkBufferOf(w, op, mlirOperationGetOperand(op, i));
    if (b < 0)
      return false;
    if (!attnPkPush(w->p, &s.buffers, &s.numBuffers, sizeof b, &b))
      return attnPkOutOfMemory(w->st);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue r = mlirOperationGetResult(op, i);
    AttnTensorType type;
    if (!attnSymbolicType(&w->symbols, mlirValueGetType(r), &type))
      REFUSE(op, w->st, "result %d is no tensor of static shape and known element type", (int)i);
    int b = attnPkAddBuffer(w, ATTN_BUFFER_TEMPORARY, 0, &type);
    if (b < 0 || !attnPkBind(w, r, b) || !attnPkPush(w->p, &s.buffers, &s.numBuffers, sizeof b, &b))
      return attnPkOutOfMemory(w->st);
  }
  if (!readMaps(w, op, launch, &s) || !readLengths(w, op, launch, &s) ||
      !zeroBuffers(w, op, launch, &s))
    return false;
  s.dependent = !mlirAttributeIsNull(attnDictGet(launch, "dependent"));
  if (!stretches(w, op, attnDictGet(launch, "stretches"), &s))
    return false;
  if (!s.kernel || !attnPkPush(w->p, &w->v->steps, &w->v->numSteps, sizeof s, &s))
    return attnPkOutOfMemory(w->st);
  return noteSchedule(w, s.kernel, attnDictStr(launch, "schedule"));
}
