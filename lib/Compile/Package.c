//===- Package.c - Compiled modules to packages ---------------------------===//
//
// Takes a module after attn-nvvm-to-cubin: the entry function is a straight line of calls of
// declarations that carry attn.launch; gpu.modules carry attn.cubin and attn.chip. Gives the bytes
// of a package. The module is not changed.
//
//   tensor.empty, constants, reshapes, casts   no code: buffers, or other names for them
//   func.call with attn.launch                 a kernel step; its results are new buffers
//   func.return                                buffers become results; what cannot (an argument, a
//                                              constant, a buffer returned twice) is copied
//   anything else                              an error: not placed on the device
//
//===----------------------------------------------------------------------===//
#include "Runtime/Package.h"
#include "Compile/EntryTypes.h"
#include "Compile/OracleEmit.h"
#include "Compile/Plan.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Runtime/File.h"
#include "Runtime/Status.h"
#include "attn-c/Compile.h"
#include "attn-c/Passes.h"
#include "attn-c/Version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Emits the diagnostic and keeps the same sentence in the status.
static bool refuse(MlirOperation op, AttnStatus *st, AttnCode code, const char *text) {
  char place[256];
  attnFail(st, code, "%s: %s", attnPlace(op, place, sizeof place), text);
  mlirEmitError(mlirOperationGetLocation(op), text);
  return false;
}

#define REFUSE(op, st, ...)                                                                        \
  do {                                                                                             \
    char refuseText[768];                                                                          \
    snprintf(refuseText, sizeof refuseText, __VA_ARGS__);                                          \
    return refuse(op, st, ATTN_STATUS_INVALID, refuseText);                                        \
  } while (0)

static bool outOfMemory(AttnStatus *st) {
  return attnFail(st, ATTN_STATUS_MEMORY, "out of memory");
}

//===--- the package under construction -----------------------------------===//

/// Arrays grow by doubling inside the package's arena; what is left behind is freed with it.
static bool push(AttnPackage *p, void *array, int *count, size_t size, const void *item) {
  void *old;
  memcpy(&old, array, sizeof old);
  if ((*count & (*count - 1)) == 0) { // 0, 1, 2, 4 ...
    void *bigger = attnArenaAlloc(&p->arena, (size_t)(*count ? 2 * *count : 1) * size);
    if (!bigger)
      return false;
    if (*count)
      memcpy(bigger, old, (size_t)*count * size);
    old = bigger;
    memcpy(array, &bigger, sizeof bigger);
  }
  memcpy((char *)old + (size_t)*count * size, item, size);
  ++*count;
  return true;
}

static int addBlob(AttnPackage *p, const void *bytes, size_t size) {
  AttnPackageBlob b = {attnArenaCopy(&p->arena, bytes, size), size};
  return b.bytes && push(p, &p->blobs, &p->numBlobs, sizeof b, &b) ? p->numBlobs - 1 : -1;
}

/// One walk over the entry function.
typedef struct Walk {
  AttnPackage *p;
  AttnPackageVariant *v;
  MlirModule module;
  AttnStatus *st;
  AttnSymbols symbols; ///< of the function; symbol k is length k of the package
  MlirValue *values;   ///< malloc'd
  int *buffers;
  int numValues, capacity;
} Walk;

static bool bindValue(Walk *w, MlirValue v, int buffer) {
  if (w->numValues == w->capacity) {
    int capacity = w->capacity ? 2 * w->capacity : 64;
    MlirValue *values = realloc(w->values, (size_t)capacity * sizeof *values);
    w->values = values ? values : w->values;
    int *buffers = realloc(w->buffers, (size_t)capacity * sizeof *buffers);
    w->buffers = buffers ? buffers : w->buffers;
    if (!values || !buffers)
      return outOfMemory(w->st);
    w->capacity = capacity;
  }
  w->values[w->numValues] = v;
  w->buffers[w->numValues++] = buffer;
  return true;
}

static int addBuffer(Walk *w, AttnBufferRole role, int index, const AttnTensorType *type) {
  AttnPackageBuffer b = {.role = role, .index = index, .type = *type};
  return push(w->p, &w->v->buffers, &w->v->numBuffers, sizeof b, &b) ? w->v->numBuffers - 1 : -1;
}

/// The buffer that holds a value; constants and tensor.empty get one at their first use. -1: none.
static int bufferOf(Walk *w, MlirOperation user, MlirValue v) {
  for (int i = w->numValues - 1; i >= 0; --i)
    if (mlirValueEqual(w->values[i], v))
      return w->buffers[i];
  MlirOperation def = attnDef(v);
  AttnTensorType type;
  int buffer = -1;
  if (mlirOperationIsNull(def) || !attnSymbolicType(&w->symbols, mlirValueGetType(v), &type)) {
    refuse(user, w->st, ATTN_STATUS_INVALID,
           "an operand that is no tensor of static shape and known element type");
    return -1;
  }
  if (attnIs(def, "tensor.empty")) {
    buffer = addBuffer(w, ATTN_BUFFER_TEMPORARY, 0, &type);
  } else if (attnIs(def, "arith.constant")) {
    void *bytes;
    if (!attnDenseBytes(attnAttr(def, "value"), &type, &bytes, w->st)) {
      refuse(def, w->st, ATTN_STATUS_INVALID, "a constant that cannot be put into a package");
      return -1;
    }
    buffer = addBuffer(w, ATTN_BUFFER_CONSTANT, 0, &type);
    int blob = addBlob(w->p, bytes, attnTensorBytes(&type));
    free(bytes);
    if (buffer >= 0)
      w->v->buffers[buffer].blob = blob;
    if (blob < 0)
      buffer = -1;
  }
  if (buffer < 0 || !bindValue(w, v, buffer)) {
    outOfMemory(w->st);
    return -1;
  }
  return buffer;
}

//===--- launches ---------------------------------------------------------===//

/// {scale, of = [["s0", div], ...] [, most]}
static bool readSize(const Walk *w, MlirAttribute dict, AttnPackageSize *s) {
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
static bool readDim3(const Walk *w, MlirAttribute dict, const char *key, uint32_t *out,
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
static MlirAttribute launchOf(Walk *w, MlirOperation call) {
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

static bool noteSchedule(Walk *w, const char *kernel, const char *schedule) {
  if (!schedule || !*schedule)
    return true;
  // One kernel: its schedule as it stands. More: each with its name.
  const char *have = w->v->schedule;
  size_t size = (have ? strlen(have) : 0) + strlen(kernel) + strlen(schedule) + 8;
  char *text = attnArenaAlloc(&w->p->arena, size);
  if (!text)
    return outOfMemory(w->st);
  if (!have)
    snprintf(text, size, "%s", schedule);
  else
    snprintf(text, size, "%s | %s: %s", have, kernel, schedule);
  w->v->schedule = text;
  return true;
}

/// Numbers of an array attribute; their count, -1 if it is none or holds more than `max`. With
/// `sizes` some may be made of lengths.
static int readNumbers(const Walk *w, MlirAttribute dict, const char *key, int max, uint64_t *out,
                       AttnPackageSize *sizes) {
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
static bool readMaps(Walk *w, MlirOperation op, MlirAttribute launch, AttnPackageStep *s) {
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
    if (!push(w->p, &s->maps, &s->numMaps, sizeof m, &m))
      return outOfMemory(w->st);
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
static bool zeroBuffers(Walk *w, MlirOperation op, MlirAttribute launch, const AttnPackageStep *s) {
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
      return outOfMemory(w->st);
    if (!push(w->p, &zero.buffers, &zero.numBuffers, sizeof(int), &s->buffers[at]) ||
        !push(w->p, &w->v->steps, &w->v->numSteps, sizeof zero, &zero))
      return outOfMemory(w->st);
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
static bool readLengths(Walk *w, MlirOperation op, MlirAttribute launch, AttnPackageStep *s) {
  MlirAttribute a = attnDictGet(launch, "lengths");
  intptr_t n =
      mlirAttributeIsNull(a) || !mlirAttributeIsAArray(a) ? 0 : mlirArrayAttrGetNumElements(a);
  for (intptr_t i = 0; i < n; ++i) {
    const char *name = attnStrValue(mlirArrayAttrGetElement(a, i));
    int k = attnSymbolNamed(&w->symbols, name);
    if (k < 0)
      REFUSE(op, w->st, "attn.launch: the function has no length '%s'", name ? name : "");
    if (!push(w->p, &s->lengths, &s->numLengths, sizeof k, &k))
      return outOfMemory(w->st);
  }
  return true;
}

static bool walkCall(Walk *w, MlirOperation op) {
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
    int b = bufferOf(w, op, mlirOperationGetOperand(op, i));
    if (b < 0)
      return false;
    if (!push(w->p, &s.buffers, &s.numBuffers, sizeof b, &b))
      return outOfMemory(w->st);
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i) {
    MlirValue r = mlirOperationGetResult(op, i);
    AttnTensorType type;
    if (!attnSymbolicType(&w->symbols, mlirValueGetType(r), &type))
      REFUSE(op, w->st, "result %d is no tensor of static shape and known element type", (int)i);
    int b = addBuffer(w, ATTN_BUFFER_TEMPORARY, 0, &type);
    if (b < 0 || !bindValue(w, r, b) || !push(w->p, &s.buffers, &s.numBuffers, sizeof b, &b))
      return outOfMemory(w->st);
  }
  if (!readMaps(w, op, launch, &s) || !readLengths(w, op, launch, &s) ||
      !zeroBuffers(w, op, launch, &s))
    return false;
  s.dependent = !mlirAttributeIsNull(attnDictGet(launch, "dependent"));
  if (!s.kernel || !push(w->p, &w->v->steps, &w->v->numSteps, sizeof s, &s))
    return outOfMemory(w->st);
  return noteSchedule(w, s.kernel, attnDictStr(launch, "schedule"));
}

static bool walkReturn(Walk *w, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    int b = bufferOf(w, op, mlirOperationGetOperand(op, i));
    if (b < 0)
      return false;
    const AttnTensorType *type = &w->p->results[i];
    if (w->v->buffers[b].role == ATTN_BUFFER_TEMPORARY) {
      w->v->buffers[b] =
          (AttnPackageBuffer){.role = ATTN_BUFFER_RESULT, .index = (int)i, .type = *type};
      continue;
    }
    AttnPackageStep copy = {.numBuffers = 0};
    int to = addBuffer(w, ATTN_BUFFER_RESULT, (int)i, type);
    if (to < 0 || !push(w->p, &copy.buffers, &copy.numBuffers, sizeof b, &b) ||
        !push(w->p, &copy.buffers, &copy.numBuffers, sizeof to, &to) ||
        !push(w->p, &w->v->steps, &w->v->numSteps, sizeof copy, &copy))
      return outOfMemory(w->st);
  }
  return true;
}

static bool walkOp(Walk *w, MlirOperation op) {
  const char *name = attnOpName(op);
  if (!strcmp(name, "func.call"))
    return walkCall(w, op);
  if (!strcmp(name, "func.return"))
    return walkReturn(w, op);
  if (!strcmp(name, "tensor.empty") || !strcmp(name, "arith.constant") ||
      !strcmp(name, "carrier.size"))
    return true; // a buffer if somebody needs it
  if (!strcmp(name, "tensor.expand_shape") || !strcmp(name, "tensor.collapse_shape") ||
      !strcmp(name, "tensor.cast")) {
    int b = bufferOf(w, op, mlirOperationGetOperand(op, 0));
    return b >= 0 && bindValue(w, mlirOperationGetResult(op, 0), b);
  }
  REFUSE(op, w->st, "not placed on the device: '%s'", name);
}

static bool hasValues(MlirOperation slice, const char *attr) {
  MlirAttribute numbers = attnAttr(slice, attr);
  for (intptr_t d = 0; d < mlirDenseArrayGetNumElements(numbers); ++d)
    if (mlirDenseI64ArrayGetElement(numbers, d) == mlirShapedTypeGetDynamicSize())
      return true;
  return false;
}

/// Views that move with data and are in none of the forms that kernels read (IR/Moved.h).
static bool noMovingViews(Walk *w, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    bool extract = attnIs(op, "tensor.extract_slice");
    if ((extract && mlirOperationGetNumOperands(op) > 1) ||
        (attnIs(op, "tensor.insert_slice") && mlirOperationGetNumOperands(op) > 2))
      REFUSE(op, w->st, "not placed on the device: a slice %s",
             hasValues(op, "static_sizes")     ? "of a size that is a value"
             : hasValues(op, "static_strides") ? "in steps that are a value"
                                               : "at an offset that is a value, which is written "
                                                 "in steps other than one");
  }
  return true;
}

static bool walkFunction(Walk *w, MlirOperation func) {
  MlirBlock block = attnBody(func, 0);
  if (!attnSymbolsRead(func, &w->symbols))
    REFUSE(func, w->st, "the attribute 'attn.symbols' is malformed");
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
    int b = addBuffer(w, ATTN_BUFFER_ARGUMENT, (int)i, &w->p->arguments[i]);
    if (b < 0 || !bindValue(w, mlirBlockGetArgument(block, i), b))
      return outOfMemory(w->st);
  }
  bool ok = noMovingViews(w, block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); ok && !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    ok = walkOp(w, op);
  return ok;
}

//===--- modules ----------------------------------------------------------===//

static bool readSignature(AttnPackage *p, MlirOperation func, AttnStatus *st) {
  AttnEntryTypes s;
  bool ok = attnEntryTypesOf(func, &s, st);
  for (int i = 0; ok && i < s.symbols.n; ++i) {
    AttnPackageLength l = s.lengths[i];
    l.name = attnArenaString(&p->arena, l.name);
    ok = (l.name && push(p, &p->lengths, &p->numLengths, sizeof l, &l)) || outOfMemory(st);
  }
  for (int i = 0; ok && i < s.numArguments; ++i)
    ok = push(p, &p->arguments, &p->numArguments, sizeof *s.arguments, &s.arguments[i]) ||
         outOfMemory(st);
  for (int i = 0; ok && i < s.numResults; ++i)
    ok = push(p, &p->results, &p->numResults, sizeof *s.results, &s.results[i]) || outOfMemory(st);
  attnEntryTypesFree(&s);
  return ok;
}

static bool readResources(AttnPackage *p, AttnPackageVariant *v, MlirOperation gpu,
                          AttnStatus *st) {
  for (intptr_t i = 0; i < attnAttrArraySize(gpu, "attn.resources"); ++i) {
    MlirAttribute d = attnAttrArrayGet(gpu, "attn.resources", i);
    const char *kernel = attnDictStr(d, "kernel");
    int64_t registers = 0, stores = 0, loads = 0, shared = 0;
    attnDictI64(d, "registers", &registers);
    attnDictI64(d, "spill_stores", &stores);
    attnDictI64(d, "spill_loads", &loads);
    attnDictI64(d, "shared", &shared);
    AttnPackageResources r = {attnArenaString(&p->arena, kernel ? kernel : ""), (int)registers,
                              (int)stores, (int)loads, (int)shared};
    if (!push(p, &v->resources, &v->numResources, sizeof r, &r))
      return outOfMemory(st);
  }
  return true;
}

/// The bytes of attn.cubin: a string, or a dense tensor of i8.
static int cubinBlob(AttnPackage *p, MlirOperation gpu) {
  MlirAttribute a = attnAttr(gpu, "attn.cubin");
  if (mlirAttributeIsNull(a))
    return -1;
  if (mlirAttributeIsAString(a)) {
    MlirStringRef s = mlirStringAttrGetValue(a);
    return addBlob(p, s.data, s.length);
  }
  if (mlirAttributeIsADenseElements(a) && !mlirDenseElementsAttrIsSplat(a))
    return addBlob(p, mlirDenseElementsAttrGetRawData(a),
                   (size_t)mlirElementsAttrGetNumElements(a));
  return -1;
}

static bool addVariant(AttnPackage *p, MlirModule module, MlirOperation func, MlirOperation gpu,
                       AttnStatus *st) {
  AttnPackageVariant v = {.code = cubinBlob(p, gpu)};
  const char *chip = attnAttrStr(gpu, "attn.chip"), *ptxas = attnAttrStr(gpu, "attn.ptxas_version");
  if (v.code < 0 || !chip)
    REFUSE(gpu, st, "no machine code (attn.cubin, attn.chip): run attn-nvvm-to-cubin first");
  v.chip = attnArenaString(&p->arena, chip);
  v.ptxas = attnArenaString(&p->arena, ptxas ? ptxas : "");
  if (!readResources(p, &v, gpu, st))
    return false;
  Walk w = {.p = p, .v = &v, .module = module, .st = st};
  bool ok = walkFunction(&w, func);
  free(w.values);
  free(w.buffers);
  return ok && (push(p, &p->variants, &p->numVariants, sizeof v, &v) || outOfMemory(st));
}

/// Adds what a compiled module holds: one variant per gpu.module.
static bool addModule(AttnPackage *p, MlirModule module, const char *entry, AttnStatus *st) {
  MlirOperation func = attnFindEntry(module, entry, st), root = mlirModuleGetOperation(module);
  if (mlirOperationIsNull(func)) {
    mlirEmitError(mlirOperationGetLocation(root), st->message);
    return false;
  }
  if (!p->entry) {
    p->entry = attnArenaString(&p->arena, attnAttrStr(func, "sym_name"));
    if (!readSignature(p, func, st))
      return false;
  }
  int before = p->numVariants;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (attnIs(op, "gpu.module") && !addVariant(p, module, func, op, st))
      return false;
  if (p->numVariants == before)
    REFUSE(func, st, "nothing to package: the module has no gpu.module with machine code");
  return true;
}

AttnPackage *attnPlanLaunches(MlirModule compiled, const char *entry, AttnStatus *st) {
  AttnPackage *p = attnAlloc(sizeof *p, st);
  if (!p)
    return NULL;
  p->oracle = -1;
  MlirOperation func = attnFindEntry(compiled, entry, st);
  bool ok = !mlirOperationIsNull(func);
  if (!ok)
    mlirEmitError(mlirOperationGetLocation(mlirModuleGetOperation(compiled)), st->message);
  AttnPackageVariant v = {.code = -1};
  Walk w = {.p = p, .v = &v, .module = compiled, .st = st};
  if (ok)
    p->entry = attnArenaString(&p->arena, attnAttrStr(func, "sym_name"));
  ok = ok && readSignature(p, func, st) && walkFunction(&w, func) &&
       (push(p, &p->variants, &p->numVariants, sizeof v, &v) || outOfMemory(st));
  free(w.values);
  free(w.buffers);
  if (ok)
    return p;
  attnPackageDestroy(p);
  return NULL;
}

static AttnPackage *begin(const AttnPackageOptions *o, AttnStatus *st) {
  AttnPackage *p = attnAlloc(sizeof *p, st);
  if (!p)
    return NULL;
  p->oracle = -1;
  p->tool = "attn-mlir " ATTN_VERSION;
  p->mlir = ATTN_MLIR_VERSION;
  p->sourceFile = attnArenaString(&p->arena, o->source_file ? o->source_file : "");
  p->sourceHash = attnArenaString(&p->arena, o->source_hash ? o->source_hash : "");
  if (o->oracle)
    p->oracle = addBlob(p, o->oracle, o->oracle_size);
  return p;
}

static bool finish(AttnPackage *p, bool ok, void **bytes, size_t *size, AttnStatus *st) {
  ok = ok && attnPackageSerialize(p, bytes, size, st);
  attnPackageDestroy(p);
  return ok;
}

//===--- public -----------------------------------------------------------===//

static void hashText(MlirStringRef s, void *user) {
  uint64_t *h = user;
  for (size_t i = 0; i < s.length; ++i)
    *h = (*h ^ (unsigned char)s.data[i]) * 0x100000001B3u;
}

void attnSourceHash(MlirModule module, char hash[17]) {
  uint64_t h = 0xCBF29CE484222325u;
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsPrintGenericOpForm(flags);
  mlirOperationPrintWithFlags(mlirModuleGetOperation(module), flags, hashText, &h);
  mlirOpPrintingFlagsDestroy(flags);
  snprintf(hash, 17, "%016llx", (unsigned long long)h);
}

bool attnCompileOracle(MlirModule module, const char *entry, void **bytes, size_t *size,
                       AttnStatus *st) {
  AttnOracle *o = attnOracleFromModule(module, entry, st);
  bool ok = o && attnOracleSerialize(o, bytes, size, st);
  attnOracleDestroy(o);
  return ok;
}

bool attnBuildPackage(MlirModule compiled, const AttnPackageOptions *options, void **bytes,
                      size_t *size, AttnStatus *status) {
  AttnStatus own;
  AttnStatus *st = status ? status : &own;
  AttnPackageOptions o = options ? *options : (AttnPackageOptions){0};
  attnOk(st);
  AttnPackage *p = begin(&o, st);
  return p && finish(p, addModule(p, compiled, o.entry, st), bytes, size, st);
}

bool attnWritePackage(MlirModule compiled, const AttnPackageOptions *options, const char *path,
                      AttnStatus *st) {
  void *bytes;
  size_t size;
  if (!attnBuildPackage(compiled, options, &bytes, &size, st))
    return false;
  bool ok = attnFileWrite(path, 1, &(AttnFilePart){bytes, size}, st);
  free(bytes);
  return ok;
}

static void keepMessage(const char *message, void *user) {
  attnFail(user, ATTN_STATUS_INVALID, "%s", message);
}

/// Runs the road to a cubin for one chip on a copy of the module and adds its variant.
static bool compileChip(AttnPackage *p, MlirModule module, const AttnCompileOptions *o,
                        const char *chip, AttnStatus *st) {
  MlirContext ctx = mlirModuleGetContext(module);
  MlirModule copy = mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(module)));
  MlirPassManager pm = mlirPassManagerCreate(ctx);
  char options[1024];
  int n = snprintf(options, sizeof options, "chip=%s schedule=\"%s\"", chip,
                   o->schedule ? o->schedule : "");
  bool ok = (size_t)n < sizeof options ||
            attnFail(st, ATTN_STATUS_INVALID, "the schedule is longer than 900 characters");
  MlirOpPassManager top = mlirPassManagerGetAsOpPassManager(pm);
  if (ok && mlirLogicalResultIsFailure(
                o->pipeline ? attnAddPipeline(ctx, top, o->pipeline, keepMessage, st)
                            : attnAddPass(ctx, top, "attn-to-cubin", options, keepMessage, st)))
    ok = false;
  if (ok && mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(pm, mlirModuleGetOperation(copy))))
    ok = attnFail(st, ATTN_STATUS_INVALID, "compiling for %s failed (see the diagnostics)", chip);
  ok = ok && addModule(p, copy, o->entry, st);
  mlirPassManagerDestroy(pm);
  mlirModuleDestroy(copy);
  return ok;
}

bool attnCompilePackage(MlirModule module, const AttnCompileOptions *options, void **bytes,
                        size_t *size, AttnStatus *status) {
  AttnStatus own;
  AttnStatus *st = status ? status : &own;
  AttnCompileOptions o = options ? *options : (AttnCompileOptions){0};
  char hash[17];
  void *oracle = NULL;
  size_t oracleSize = 0;
  attnOk(st);
  attnSourceHash(module, hash);
  AttnStatus why;
  if (!attnCompileOracle(module, o.entry, &oracle, &oracleSize, &why)) {
    // The code may be good all the same; only --verify will be missing.
    attnWarning(mlirOperationGetLocation(mlirModuleGetOperation(module)),
                "the package gets no oracle, so results cannot be verified with it: %s",
                why.message);
    oracle = NULL;
  }
  AttnPackageOptions po = {.struct_size = sizeof po,
                           .source_file = o.source_file,
                           .source_hash = hash,
                           .oracle = oracle,
                           .oracle_size = oracleSize};
  AttnPackage *p = begin(&po, st);
  free(oracle);
  bool ok = p != NULL;
  // Chips are separated by commas.
  const char *chips = o.chips && *o.chips ? o.chips : "sm_90a";
  while (ok && *chips) {
    size_t n = strcspn(chips, ",");
    char chip[64];
    snprintf(chip, sizeof chip, "%.*s", (int)(n < 63 ? n : 63), chips);
    ok = compileChip(p, module, &o, chip, st);
    chips += n + (chips[n] == ',');
  }
  return p && finish(p, ok, bytes, size, st);
}
