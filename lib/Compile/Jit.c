//===- Jit.c - The CPU executor: module in, running code out --------------===//
//
//   clone -> the caller's passes -> checks (Guard.h) -> convert-carrier-to-loops,
//   convert-tile-to-loops
//         -> ATTN_HOST_TAIL (upstream) -> LLVM JIT
//
// Where passes come first, the checks of the module before them are a program of their own, which
// runs in front.
//
// The entry becomes a function of buffers only: one memref per argument, then one per result (the
// tail turns results into arguments). It is called through its C wrapper with packed descriptors.
//
//===----------------------------------------------------------------------===//
#include "attn-c/Compile.h"

#include "Compile/Engine.h"
#include "Compile/EntryTypes.h"
#include "Compile/Guard.h"
#include "Compile/Jit.h"
#include "Conversion/CarrierToLoops/HostTail.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Passes/Bind.h"
#include "attn-c/Dialects.h"
#include "attn-c/Passes.h"
#include "mlir-c/Pass.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct AttnHostProgram {
  AttnEngine *engine;
  void (*code)(void **); ///< the packed entry, of pointers to descriptors
  char *entry;
  int nArguments, nResults;
  AttnTensorType *types; ///< arguments, then results
  AttnGuardSites sites;
  AttnHostProgram *guard; ///< NULL: none
};

static MlirStringRef ref(const char *s) { return mlirStringRefCreateFromCString(s); }

static bool fail(AttnStatus *st, AttnCode code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static bool fail(AttnStatus *st, AttnCode code, const char *fmt, ...) {
  if (st) {
    st->code = code;
    va_list args;
    va_start(args, fmt);
    vsnprintf(st->message, sizeof st->message, fmt, args);
    va_end(args);
  }
  return false;
}

//===--- descriptors ------------------------------------------------------===//

/// MLIR's descriptor of a ranked memref: sizes, then strides follow.
typedef struct Descriptor {
  void *allocated, *aligned;
  int64_t offset, dims[2 * ATTN_MAX_RANK];
} Descriptor;

static void fillDescriptor(Descriptor *d, const AttnTensorType *type, const void *data) {
  d->allocated = d->aligned = (void *)(uintptr_t)data;
  d->offset = 0;
  int64_t stride = 1;
  for (int i = type->rank - 1; i >= 0; --i) {
    d->dims[i] = type->shape[i];
    d->dims[type->rank + i] = stride;
    stride *= type->shape[i];
  }
}

//===--- what compiled code may call --------------------------------------===//

/// Compiled code does not look at what malloc returns. Its allocations therefore go through a list,
/// one per thread, and a failure jumps out of the code (which holds nothing else) and frees them.
typedef struct Block {
  struct Block *previous, *next;
  _Alignas(max_align_t) char data[];
} Block;

enum { NO_MEMORY = 1, OUTSIDE };

static _Thread_local struct {
  Block *blocks;
  jmp_buf *out;
  const AttnGuardSites *sites;
  AttnStatus *status;
} arena;

static void *hostMalloc(size_t size) {
  Block *b = size < PTRDIFF_MAX - sizeof *b ? malloc(sizeof *b + size) : NULL;
  if (!b)
    longjmp(*arena.out, NO_MEMORY);
  b->previous = NULL;
  b->next = arena.blocks;
  if (b->next)
    b->next->previous = b;
  arena.blocks = b;
  return b->data;
}

static void hostFree(void *data) {
  if (!data)
    return;
  Block *b = (Block *)(void *)((char *)data - offsetof(Block, data));
  if (b->previous)
    b->previous->next = b->next;
  else
    arena.blocks = b->next;
  if (b->next)
    b->next->previous = b->previous;
  free(b);
}

/// Is the box in the dimension? Written for numbers of any size.
static bool isInside(int64_t offset, int64_t size, int64_t step, int64_t extent) {
  if (offset < 0 || size < 0 || offset > extent || size > extent)
    return false;
  if (size <= 1)
    return size <= extent - offset;
  if (step > extent || step < -extent || offset == extent)
    return false;
  int64_t last = offset + (size - 1) * step;
  return last >= 0 && last < extent;
}

static void hostBox(int64_t site, int64_t dim, int64_t offset, int64_t size, int64_t step,
                    int64_t extent) {
  if (isInside(offset, size, step, extent))
    return;
  char steps[40] = "";
  if (step != 1)
    snprintf(steps, sizeof steps, " in steps of %lld", (long long)step);
  fail(arena.status, ATTN_STATUS_INVALID,
       "%s: %lld element%s from %lld on%s are not all in dimension %lld, which has %lld",
       arena.sites->text[site], (long long)size, size == 1 ? "" : "s", (long long)offset, steps,
       (long long)dim, (long long)extent);
  longjmp(*arena.out, OUTSIDE);
}

static void hostSame(int64_t site, int64_t dim, int64_t size, int64_t expected) {
  if (size == expected)
    return;
  fail(arena.status, ATTN_STATUS_INVALID, "%s: dimension %lld has %lld elements, expected %lld",
       arena.sites->text[site], (long long)dim, (long long)size, (long long)expected);
  longjmp(*arena.out, OUTSIDE);
}

/// Runs the code; false if memory ran out or a check failed.
static bool runGuarded(const AttnHostProgram *p, void **packed, AttnStatus *st) {
  jmp_buf here;
  arena.out = &here;
  arena.blocks = NULL;
  arena.sites = &p->sites;
  arena.status = st;
  volatile bool ok = false;
  switch (setjmp(here)) {
  case 0:
    p->code(packed);
    ok = true;
    break;
  case NO_MEMORY:
    fail(st, ATTN_STATUS_MEMORY, "out of memory");
    break;
  }
  while (arena.blocks) {
    Block *next = arena.blocks->next;
    free(arena.blocks);
    arena.blocks = next;
  }
  arena.out = NULL;
  return ok;
}

typedef struct Unranked {
  int64_t rank;
  Descriptor *descriptor;
} Unranked;

static void copyBox(int64_t elementSize, int64_t rank, int64_t dim, const Descriptor *s,
                    const char *from, const Descriptor *t, char *to) {
  if (dim == rank) {
    memcpy(to, from, (size_t)elementSize);
    return;
  }
  for (int64_t i = 0; i < s->dims[dim]; ++i)
    copyBox(elementSize, rank, dim + 1, s, from + i * s->dims[rank + dim] * elementSize, t,
            to + i * t->dims[rank + dim] * elementSize);
}

/// memref.copy between layouts that are not both contiguous (the name is MLIR's).
static void memrefCopy(int64_t elementSize, Unranked *from, Unranked *to) {
  const Descriptor *s = from->descriptor, *t = to->descriptor;
  copyBox(elementSize, from->rank, 0, s, (const char *)s->aligned + s->offset * elementSize, t,
          (char *)t->aligned + t->offset * elementSize);
}

//===--- the entry --------------------------------------------------------===//

static bool elementType(MlirType t, AttnType *type) {
  if (mlirTypeIsAF16(t))
    *type = ATTN_TYPE_F16;
  else if (mlirTypeIsABF16(t))
    *type = ATTN_TYPE_BF16;
  else if (mlirTypeIsAF32(t))
    *type = ATTN_TYPE_F32;
  else if (mlirTypeIsAF64(t))
    *type = ATTN_TYPE_F64;
  else if (!mlirTypeIsAInteger(t) || mlirIntegerTypeIsUnsigned(t))
    return false;
  else
    switch (mlirIntegerTypeGetWidth(t)) {
    case 1:
      *type = ATTN_TYPE_I1;
      break;
    case 8:
      *type = ATTN_TYPE_I8;
      break;
    case 16:
      *type = ATTN_TYPE_I16;
      break;
    case 32:
      *type = ATTN_TYPE_I32;
      break;
    case 64:
      *type = ATTN_TYPE_I64;
      break;
    default:
      return false;
    }
  return true;
}

static MlirLogicalResult tensorType(MlirOperation func, const char *what, intptr_t i, MlirType t,
                                    bool anyShape, AttnTensorType *out) {
  if (!mlirTypeIsARankedTensor(t))
    return attnOpError(func, "%s %d of the entry is not a ranked tensor", what, (int)i);
  if (!anyShape && !mlirShapedTypeHasStaticShape(t))
    return attnOpError(func, "%s %d of the entry has a dynamic shape: only static shapes run", what,
                       (int)i);
  if (mlirShapedTypeGetRank(t) > ATTN_MAX_RANK)
    return attnOpError(func, "%s %d of the entry has rank %d, at most %d is supported", what,
                       (int)i, (int)mlirShapedTypeGetRank(t), ATTN_MAX_RANK);
  if (!elementType(mlirShapedTypeGetElementType(t), &out->type))
    return attnOpError(func,
                       "%s %d of the entry has an element type that does not run: expected f16, "
                       "bf16, f32, f64, i1, i8, i16, i32 or i64",
                       what, (int)i);
  out->rank = (int32_t)mlirShapedTypeGetRank(t);
  for (int d = 0; d < out->rank; ++d)
    out->shape[d] = mlirShapedTypeGetDimSize(t, d);
  return mlirLogicalResultSuccess();
}

static bool isPublic(MlirOperation func) {
  const char *visibility = attnAttrStr(func, "sym_visibility");
  return !visibility || strcmp(visibility, "public") == 0;
}

static bool hasBody(MlirOperation func) {
  return !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0)));
}

static MlirLogicalResult findEntry(MlirModule module, const char *name, MlirOperation *entry) {
  MlirOperation root = mlirModuleGetOperation(module);
  *entry = (MlirOperation){NULL};
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!attnIs(op, "func.func") || !hasBody(op))
      continue;
    const char *symbol = attnAttrStr(op, "sym_name");
    if (name ? !symbol || strcmp(symbol, name) != 0 : !isPublic(op))
      continue;
    if (!mlirOperationIsNull(*entry))
      return attnOpError(op, "second public function; name the entry to run");
    *entry = op;
  }
  if (!mlirOperationIsNull(*entry))
    return mlirLogicalResultSuccess();
  if (name)
    return attnOpError(root, "no function '%s' with a body in this module", name);
  return attnOpError(root, "no public function with a body in this module");
}

static MlirLogicalResult readSignature(AttnHostProgram *p, MlirOperation func, bool anyShape) {
  MlirType type = mlirTypeAttrGetValue(attnAttr(func, "function_type"));
  p->nArguments = (int)mlirFunctionTypeGetNumInputs(type);
  p->nResults = (int)mlirFunctionTypeGetNumResults(type);
  p->types = calloc((size_t)(p->nArguments + p->nResults) + 1, sizeof *p->types);
  p->entry = strdup(attnAttrStr(func, "sym_name"));
  MlirLogicalResult ok = mlirLogicalResultSuccess();
  for (int i = 0; i < p->nArguments && mlirLogicalResultIsSuccess(ok); ++i)
    ok = tensorType(func, "argument", i, mlirFunctionTypeGetInput(type, i), anyShape, &p->types[i]);
  for (int i = 0; i < p->nResults && mlirLogicalResultIsSuccess(ok); ++i)
    ok = tensorType(func, "result", i, mlirFunctionTypeGetResult(type, i), anyShape,
                    &p->types[p->nArguments + i]);
  return ok;
}

/// Marks the entry for a C wrapper, and its arguments as not to be written.
static void markEntry(MlirOperation func, int nArguments) {
  MlirContext ctx = mlirOperationGetContext(func);
  attnSetAttr(func, "llvm.emit_c_interface", mlirUnitAttrGet(ctx));
  attnSetAttr(func, "sym_visibility", attnStr(ctx, "public"));
  MlirAttribute *dicts = malloc((size_t)(nArguments + 1) * sizeof *dicts);
  MlirNamedAttribute readOnly = attnNamed(ctx, "bufferization.writable", mlirBoolAttrGet(ctx, 0));
  for (int i = 0; i < nArguments; ++i)
    dicts[i] = mlirDictionaryAttrGet(ctx, 1, &readOnly);
  attnSetAttr(func, "arg_attrs", mlirArrayAttrGet(ctx, nArguments, dicts));
  mlirOperationRemoveAttributeByName(func, ref("res_attrs"));
  free(dicts);
}

//===--- lowering ---------------------------------------------------------===//

static void keepMessage(const char *message, void *user) {
  AttnStatus *st = user;
  fail(st, ATTN_STATUS_INVALID, "%s", message);
}

static bool runPipeline(MlirModule module, const char *passes, AttnStatus *st) {
  MlirContext ctx = mlirModuleGetContext(module);
  MlirPassManager pm = mlirPassManagerCreate(ctx);
  MlirLogicalResult ok =
      attnAddPipeline(ctx, mlirPassManagerGetAsOpPassManager(pm), passes, keepMessage, st);
  bool parsed = mlirLogicalResultIsSuccess(ok);
  if (parsed)
    ok = mlirPassManagerRunOnOp(pm, mlirModuleGetOperation(module));
  mlirPassManagerDestroy(pm);
  if (parsed && mlirLogicalResultIsFailure(ok))
    fail(st, ATTN_STATUS_INVALID, "a pass failed on the way to host code");
  return mlirLogicalResultIsSuccess(ok);
}

static bool dialectIsOneOf(MlirOperation op, const char *list) {
  const char *name = attnOpName(op), *dot = strchr(name, '.');
  size_t length = dot ? (size_t)(dot - name) : strlen(name);
  for (const char *at = list; *at;) {
    size_t n = strcspn(at, " ");
    if (n == length && memcmp(at, name, n) == 0)
      return true;
    at += n + (at[n] == ' ');
  }
  return false;
}

/// What can be lowered, and nothing that is called has no body (the declarations that
/// convert-tile-to-nvvm leaves behind, say).
static MlirLogicalResult checkInput(MlirModule module) {
  static const char known[] =
      "builtin func linalg tensor arith math scf affine cf memref bufferization index ub complex "
      "llvm carrier tile gpu";
  MlirOperation *ops;
  MlirLogicalResult ok = mlirLogicalResultSuccess();
  intptr_t n = attnCollect(mlirModuleGetOperation(module), NULL, &ops);
  for (intptr_t i = 0; i < n && mlirLogicalResultIsSuccess(ok); ++i) {
    if (attnIs(ops[i], "gpu.module"))
      ok = attnOpError(ops[i], "this module is already compiled for a GPU; the CPU executor takes "
                               "any level up to the tile dialect");
    else if (attnIs(ops[i], "func.func") && !hasBody(ops[i]))
      ok = attnOpError(ops[i], "function '%s' has no body: it cannot run here",
                       attnAttrStr(ops[i], "sym_name"));
    else if (!dialectIsOneOf(ops[i], known))
      ok =
          attnOpError(ops[i],
                      "'%s' has no lowering to the CPU: lower it to linalg, tensor, arith, math or "
                      "scf first",
                      attnOpName(ops[i]));
  }
  free(ops);
  return ok;
}

/// The upstream passes leave what they do not know (linalg.softmax, say) as it is.
static MlirLogicalResult checkLowered(MlirModule module) {
  MlirOperation *ops, cast = {NULL};
  MlirLogicalResult ok = mlirLogicalResultSuccess();
  intptr_t n = attnCollect(mlirModuleGetOperation(module), NULL, &ops);
  for (intptr_t i = 0; i < n && mlirLogicalResultIsSuccess(ok); ++i) {
    if (attnIs(ops[i], "builtin.unrealized_conversion_cast"))
      cast = ops[i];
    else if (!dialectIsOneOf(ops[i], "builtin llvm"))
      ok = attnOpError(ops[i], "'%s' has no lowering to the CPU", attnOpName(ops[i]));
  }
  free(ops);
  if (mlirLogicalResultIsSuccess(ok) && !mlirOperationIsNull(cast))
    ok = attnOpError(cast, "a type of this operation has no lowering to the CPU");
  return ok;
}

/// Lowers a module of any level, in place, to the LLVM dialect with results as trailing arguments.
static bool lowerToHost(MlirModule module, AttnStatus *st) {
  if (!runPipeline(module,
                   "convert-carrier-to-loops,func.func(convert-tile-to-loops)," ATTN_HOST_TAIL, st))
    return false;
  return mlirLogicalResultIsSuccess(checkLowered(module)) ||
         fail(st, ATTN_STATUS_INVALID, "the module cannot run on the CPU");
}

static bool jit(AttnHostProgram *p, MlirModule module, int optLevel, AttnStatus *st) {
  static const AttnEngineSymbol symbols[] = {{"memrefCopy", (void (*)(void))memrefCopy},
                                             {"malloc", (void (*)(void))hostMalloc},
                                             {"free", (void (*)(void))hostFree},
                                             {ATTN_GUARD_BOX, (void (*)(void))hostBox},
                                             {ATTN_GUARD_SAME, (void (*)(void))hostSame}};
  char name[512], packed[600];
  snprintf(name, sizeof name, "_mlir_ciface_%s", p->entry);
  snprintf(packed, sizeof packed, "%s.packed", name);
  p->engine = attnEngineCreate(module, optLevel, name, st);
  if (!p->engine || !attnEngineDefine(p->engine, symbols, sizeof symbols / sizeof *symbols, st))
    return false;
  p->code = (void (*)(void **))(uintptr_t)attnEngineLookup(p->engine, packed, st);
  return p->code;
}

/// Symbols of the entry get the lengths that the arguments' types show.
static bool bindEntry(MlirOperation entry, const AttnHostOptions *o, AttnStatus *st) {
  AttnEntryTypes s;
  int64_t lengths[ATTN_MAX_LENGTHS] = {0};
  AttnSymbols symbols;
  if (attnSymbolsRead(entry, &symbols) && !symbols.n)
    return true;
  bool ok = attnEntryTypesOf(entry, &s, st);
  if (ok && !o->arguments) {
    attnOpError(entry, "has dynamic dimensions: the CPU executor needs the arguments' shapes");
    ok = fail(st, ATTN_STATUS_INVALID,
              "the entry has dynamic dimensions: give the arguments' "
              "shapes");
  }
  if (ok)
    ok = attnLengthsFrom(s.symbols.n, s.lengths, s.numArguments, s.arguments, o->arguments, lengths,
                         st) &&
         (attnBindSymbols(entry, &s.symbols, lengths) ||
          fail(st, ATTN_STATUS_INVALID, "the lengths do not fit the function"));
  attnEntryTypesFree(&s);
  return ok;
}

/// From the entry, its checks in place, to code.
static bool finish(AttnHostProgram *p, MlirModule module, MlirOperation entry, bool anyShape,
                   int optLevel, AttnStatus *st) {
  if (mlirLogicalResultIsFailure(readSignature(p, entry, anyShape)))
    return fail(st, ATTN_STATUS_INVALID, "no entry that can run");
  markEntry(entry, p->nArguments);
  return lowerToHost(module, st) && jit(p, module, optLevel, st);
}

bool attnCompileGuard(MlirModule module, const char *entry, AttnHostProgram **guard,
                      AttnStatus *status) {
  *guard = NULL;
  if (!attnGuardIsNeeded(module))
    return true;
  MlirModule copy = mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(module)));
  AttnHostProgram *p = calloc(1, sizeof *p);
  MlirOperation function = {NULL};
  bool ok = runPipeline(copy, "attn-buffers,inline{default-pipeline=},symbol-dce", status),
       needed = true;
  if (ok && mlirLogicalResultIsFailure(findEntry(copy, entry, &function)))
    ok = fail(status, ATTN_STATUS_INVALID, "no entry that can run");
  if (ok) {
    attnGuardInsert(copy, &p->sites);
    needed = attnGuardKeepChecks(copy, &p->sites);
  }
  ok = ok && (!needed || finish(p, copy, function, true, 0, status));
  mlirModuleDestroy(copy);
  if (ok && needed)
    *guard = p;
  else
    attnHostDestroy(p);
  return ok;
}

//===--- public -----------------------------------------------------------===//

AttnHostProgram *attnCompileHost(MlirModule module, const AttnHostOptions *options,
                                 AttnStatus *status) {
  AttnHostOptions o = {.opt_level = -1};
  if (options)
    memcpy(&o, options, options->struct_size < sizeof o ? options->struct_size : sizeof o);
  if (status)
    *status = (AttnStatus){.code = ATTN_STATUS_OK};
  AttnHostProgram *p = calloc(1, sizeof *p);
  MlirModule copy = mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(module)));
  MlirOperation entry = {NULL};
  bool ok = runPipeline(copy, "attn-buffers,attn-symbols", status) &&
            (!o.pipeline || !*o.pipeline || runPipeline(copy, o.pipeline, status));
  if (ok && mlirLogicalResultIsFailure(findEntry(copy, o.entry, &entry)))
    ok = fail(status, ATTN_STATUS_INVALID, "no entry that can run");
  ok = ok && bindEntry(entry, &o, status);
  if (ok && mlirLogicalResultIsFailure(checkInput(copy)))
    ok = fail(status, ATTN_STATUS_INVALID, "the module cannot run on the CPU");
  if (ok)
    attnGuardInsert(copy, &p->sites);
  ok = ok && finish(p, copy, entry, false, o.opt_level < 0 ? 2 : o.opt_level, status);
  mlirModuleDestroy(copy);
  ok = ok && (!o.pipeline || !*o.pipeline || attnCompileGuard(module, p->entry, &p->guard, status));
  if (!ok) {
    attnHostDestroy(p);
    return NULL;
  }
  return p;
}

void attnHostDestroy(AttnHostProgram *p) {
  if (!p)
    return;
  attnEngineDestroy(p->engine);
  attnHostDestroy(p->guard);
  attnGuardFree(&p->sites);
  free(p->entry);
  free(p->types);
  free(p);
}

const char *attnHostEntry(const AttnHostProgram *p) { return p->entry; }
int attnHostNumArguments(const AttnHostProgram *p) { return p->nArguments; }
int attnHostNumResults(const AttnHostProgram *p) { return p->nResults; }
const AttnTensorType *attnHostArgument(const AttnHostProgram *p, int i) { return &p->types[i]; }
const AttnTensorType *attnHostResult(const AttnHostProgram *p, int i) {
  return &p->types[p->nArguments + i];
}

/// Calls the code with tensors of these types: arguments, then results.
static bool callWith(const AttnHostProgram *p, const AttnTensorType *types,
                     const void *const *arguments, void *const *results, AttnStatus *status) {
  int n = p->nArguments + p->nResults;
  Descriptor *descriptors = malloc((size_t)(n + 1) * sizeof *descriptors);
  void **packed = malloc((size_t)(n + 1) * sizeof *packed);
  bool ok = descriptors && packed;
  for (int i = 0; i < n && ok; ++i) {
    fillDescriptor(&descriptors[i], &types[i],
                   i < p->nArguments ? arguments[i] : results[i - p->nArguments]);
    packed[i] = &descriptors[i];
  }
  ok = ok ? runGuarded(p, packed, status) : fail(status, ATTN_STATUS_MEMORY, "out of memory");
  free(descriptors);
  free(packed);
  return ok;
}

bool attnGuardRun(AttnHostProgram *guard, const AttnTensor *arguments, AttnStatus *status) {
  const void **data = calloc((size_t)guard->nArguments + 1, sizeof *data);
  AttnTensorType *types = calloc((size_t)guard->nArguments + 1, sizeof *types);
  bool ok = data && types;
  for (int i = 0; ok && i < guard->nArguments; ++i) {
    data[i] = arguments[i].data;
    types[i] = arguments[i].type;
  }
  ok = ok ? callWith(guard, types, data, NULL, status)
          : fail(status, ATTN_STATUS_MEMORY, "out of memory");
  free(data);
  free(types);
  return ok;
}

bool attnHostRunBuffers(AttnHostProgram *p, const void *const *arguments, void *const *results,
                        AttnStatus *status) {
  if (status)
    *status = (AttnStatus){.code = ATTN_STATUS_OK};
  return (!p->guard || callWith(p->guard, p->types, arguments, NULL, status)) &&
         callWith(p, p->types, arguments, results, status);
}

bool attnHostRun(AttnHostProgram *p, const AttnTensor *arguments, AttnTensor *results,
                 AttnStatus *status) {
  const void **in = calloc((size_t)p->nArguments + 1, sizeof *in);
  void **out = calloc((size_t)p->nResults + 1, sizeof *out);
  int made = 0;
  bool ok = in && out;
  if (!ok)
    fail(status, ATTN_STATUS_MEMORY, "out of memory");
  for (int i = 0; i < p->nArguments && ok; ++i) {
    char want[256], got[256];
    in[i] = arguments[i].data;
    if (!attnTensorTypeEqual(&arguments[i].type, &p->types[i]))
      ok = fail(status, ATTN_STATUS_INVALID, "argument %d is %s, expected %s", i,
                attnTensorTypeFormat(&arguments[i].type, got, sizeof got),
                attnTensorTypeFormat(&p->types[i], want, sizeof want));
  }
  for (; made < p->nResults && ok; ++made) {
    ok = attnTensorCreate(&results[made], &p->types[p->nArguments + made], status);
    if (!ok)
      break;
    out[made] = results[made].data;
  }
  ok = ok && attnHostRunBuffers(p, in, out, status);
  for (int i = 0; i < made && !ok; ++i)
    attnTensorDestroy(&results[i]);
  free(in);
  free(out);
  return ok;
}
