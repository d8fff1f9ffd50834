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
#include "Compile/EntryTypes.h"
#include "Compile/OracleEmit.h"
#include "Compile/PackageBuild.h"
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

bool attnPkRefuse(MlirOperation op, AttnStatus *st, AttnCode code, const char *text) {
  char place[256];
  attnFail(st, code, "%s: %s", attnPlace(op, place, sizeof place), text);
  mlirEmitError(mlirOperationGetLocation(op), text);
  return false;
}

bool attnPkOutOfMemory(AttnStatus *st) { return attnFail(st, ATTN_STATUS_MEMORY, "out of memory"); }

//===--- the package under construction -----------------------------------===//

bool attnPkPush(AttnPackage *p, void *array, int *count, size_t size, const void *item) {
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
  return b.bytes && attnPkPush(p, &p->blobs, &p->numBlobs, sizeof b, &b) ? p->numBlobs - 1 : -1;
}

bool attnPkBind(AttnPkWalk *w, MlirValue v, int buffer) {
  if (w->numValues == w->capacity) {
    int capacity = w->capacity ? 2 * w->capacity : 64;
    MlirValue *values = realloc(w->values, (size_t)capacity * sizeof *values);
    w->values = values ? values : w->values;
    int *buffers = realloc(w->buffers, (size_t)capacity * sizeof *buffers);
    w->buffers = buffers ? buffers : w->buffers;
    if (!values || !buffers)
      return attnPkOutOfMemory(w->st);
    w->capacity = capacity;
  }
  w->values[w->numValues] = v;
  w->buffers[w->numValues++] = buffer;
  return true;
}

int attnPkAddBuffer(AttnPkWalk *w, AttnBufferRole role, int index, const AttnTensorType *type) {
  AttnPackageBuffer b = {.role = role, .index = index, .type = *type};
  return attnPkPush(w->p, &w->v->buffers, &w->v->numBuffers, sizeof b, &b) ? w->v->numBuffers - 1
                                                                           : -1;
}

int attnPkBufferOf(AttnPkWalk *w, MlirOperation user, MlirValue v) {
  for (int i = w->numValues - 1; i >= 0; --i)
    if (mlirValueEqual(w->values[i], v))
      return w->buffers[i];
  MlirOperation def = attnDef(v);
  AttnTensorType type;
  int buffer = -1;
  if (mlirOperationIsNull(def) || !attnSymbolicType(&w->symbols, mlirValueGetType(v), &type)) {
    attnPkRefuse(user, w->st, ATTN_STATUS_INVALID,
                 "an operand that is no tensor of static shape and known element type");
    return -1;
  }
  if (attnIs(def, "tensor.empty")) {
    buffer = attnPkAddBuffer(w, ATTN_BUFFER_TEMPORARY, 0, &type);
  } else if (attnIs(def, "arith.constant")) {
    void *bytes;
    if (!attnDenseBytes(attnAttr(def, "value"), &type, &bytes, w->st)) {
      attnPkRefuse(def, w->st, ATTN_STATUS_INVALID, "a constant that cannot be put into a package");
      return -1;
    }
    buffer = attnPkAddBuffer(w, ATTN_BUFFER_CONSTANT, 0, &type);
    int blob = addBlob(w->p, bytes, attnTensorBytes(&type));
    free(bytes);
    if (buffer >= 0)
      w->v->buffers[buffer].blob = blob;
    if (blob < 0)
      buffer = -1;
  }
  if (buffer < 0 || !attnPkBind(w, v, buffer)) {
    attnPkOutOfMemory(w->st);
    return -1;
  }
  return buffer;
}

static bool walkReturn(AttnPkWalk *w, MlirOperation op) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    int b = attnPkBufferOf(w, op, mlirOperationGetOperand(op, i));
    if (b < 0)
      return false;
    const AttnTensorType *type = &w->p->results[i];
    if (w->v->buffers[b].role == ATTN_BUFFER_TEMPORARY) {
      w->v->buffers[b] =
          (AttnPackageBuffer){.role = ATTN_BUFFER_RESULT, .index = (int)i, .type = *type};
      continue;
    }
    AttnPackageStep copy = {.numBuffers = 0};
    int to = attnPkAddBuffer(w, ATTN_BUFFER_RESULT, (int)i, type);
    if (to < 0 || !attnPkPush(w->p, &copy.buffers, &copy.numBuffers, sizeof b, &b) ||
        !attnPkPush(w->p, &copy.buffers, &copy.numBuffers, sizeof to, &to) ||
        !attnPkPush(w->p, &w->v->steps, &w->v->numSteps, sizeof copy, &copy))
      return attnPkOutOfMemory(w->st);
  }
  return true;
}

static bool walkOp(AttnPkWalk *w, MlirOperation op) {
  const char *name = attnOpName(op);
  if (!strcmp(name, "func.call"))
    return attnPkWalkCall(w, op);
  if (!strcmp(name, "func.return"))
    return walkReturn(w, op);
  if (!strcmp(name, "tensor.empty") || !strcmp(name, "arith.constant") ||
      !strcmp(name, "carrier.size"))
    return true; // a buffer if somebody needs it
  if (!strcmp(name, "tensor.expand_shape") || !strcmp(name, "tensor.collapse_shape") ||
      !strcmp(name, "tensor.cast")) {
    int b = attnPkBufferOf(w, op, mlirOperationGetOperand(op, 0));
    return b >= 0 && attnPkBind(w, mlirOperationGetResult(op, 0), b);
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
static bool noMovingViews(AttnPkWalk *w, MlirBlock block) {
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

static bool walkFunction(AttnPkWalk *w, MlirOperation func) {
  MlirBlock block = attnBody(func, 0);
  if (!attnSymbolsRead(func, &w->symbols))
    REFUSE(func, w->st, "the attribute 'attn.symbols' is malformed");
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
    int b = attnPkAddBuffer(w, ATTN_BUFFER_ARGUMENT, (int)i, &w->p->arguments[i]);
    if (b < 0 || !attnPkBind(w, mlirBlockGetArgument(block, i), b))
      return attnPkOutOfMemory(w->st);
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
    ok = (l.name && attnPkPush(p, &p->lengths, &p->numLengths, sizeof l, &l)) ||
         attnPkOutOfMemory(st);
  }
  for (int i = 0; ok && i < s.numArguments; ++i)
    ok = attnPkPush(p, &p->arguments, &p->numArguments, sizeof *s.arguments, &s.arguments[i]) ||
         attnPkOutOfMemory(st);
  for (int i = 0; ok && i < s.numResults; ++i)
    ok = attnPkPush(p, &p->results, &p->numResults, sizeof *s.results, &s.results[i]) ||
         attnPkOutOfMemory(st);
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
    if (!attnPkPush(p, &v->resources, &v->numResources, sizeof r, &r))
      return attnPkOutOfMemory(st);
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
  AttnPkWalk w = {.p = p, .v = &v, .module = module, .st = st};
  bool ok = walkFunction(&w, func);
  free(w.values);
  free(w.buffers);
  return ok &&
         (attnPkPush(p, &p->variants, &p->numVariants, sizeof v, &v) || attnPkOutOfMemory(st));
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
  AttnPkWalk w = {.p = p, .v = &v, .module = compiled, .st = st};
  if (ok)
    p->entry = attnArenaString(&p->arena, attnAttrStr(func, "sym_name"));
  ok = ok && readSignature(p, func, st) && walkFunction(&w, func) &&
       (attnPkPush(p, &p->variants, &p->numVariants, sizeof v, &v) || attnPkOutOfMemory(st));
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
