//===- Buffers.c - attn-buffers: functions on memory to functions on tensors ===//
//
// Takes:  func.func with memref arguments, results or values: what bufferization and front ends
// that
//         think in buffers leave. One block, no control flow; layouts of arguments are the
//         identity.
// Gives:  the same function on tensors. Memory is written in the order of the block, so each buffer
//         has one value at a time; a view reads its part of it and writes it back:
//
//           linalg.generic ins(%a) outs(%b)     the value of b is the operation's result
//           memref.copy, bufferization.materialize_in_destination, .to_tensor, .to_buffer
//           memref.alloc                        tensor.empty; dealloc goes
//           memref.subview, cast, reshapes      extract_slice of the value; written: insert_slice
//           memref.load, get_global             tensor.extract, arith.constant
//
//         An argument that is written becomes a result, behind those of the function and in the
//         order of the arguments; it stays an argument only where what it held before is read.
//         Arguments are taken to be different memory.
// Leaves: functions without memrefs.
//
//===----------------------------------------------------------------------===//
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Passes/Passes.h"
#include "attn-c/Plugin.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_RANK = 16, MAX_VALUES = 256 };

/// A memref value: a buffer with its current value, or (parent >= 0) a view of another.
typedef struct Memory {
  MlirValue memref;
  MlirValue value;    ///< of a buffer: the tensor it holds now
  MlirOperation view; ///< the operation that makes a view of `parent`
  int parent;
  int argument; ///< block argument that it is; -1
  bool written;
} Memory;

typedef struct Raiser {
  MlirContext ctx;
  MlirOperation func;
  Memory *memory;
  int n, capacity;
} Raiser;

static bool isMemory(MlirType t) { return mlirTypeIsAMemRef(t) || mlirTypeIsAUnrankedMemRef(t); }

/// The tensor type of a memref; null where it has no place here.
static MlirType tensorOf(MlirType t) {
  int64_t shape[MAX_RANK];
  intptr_t n = mlirTypeIsAMemRef(t) ? mlirShapedTypeGetRank(t) : MAX_RANK + 1;
  if (n > MAX_RANK)
    return (MlirType){NULL};
  for (intptr_t d = 0; d < n; ++d)
    shape[d] = mlirShapedTypeGetDimSize(t, d);
  return attnTensorType(n, shape, mlirShapedTypeGetElementType(t));
}

static Memory *add(Raiser *r, MlirValue memref) {
  if (r->n == r->capacity) {
    r->capacity = r->capacity ? 2 * r->capacity : 16;
    r->memory = realloc(r->memory, (size_t)r->capacity * sizeof *r->memory);
  }
  r->memory[r->n] = (Memory){.memref = memref, .parent = -1, .argument = -1};
  return &r->memory[r->n++];
}

static int find(const Raiser *r, MlirValue memref) {
  for (int i = 0; i < r->n; ++i)
    if (mlirValueEqual(r->memory[i].memref, memref))
      return i;
  return -1;
}

//===--- views ------------------------------------------------------------===//

/// The operation `name` with the operands of a view behind `first` tensors, and its attributes.
static MlirValue likeView(const AttnBuilder *b, const char *name, MlirOperation view,
                          intptr_t nTensors, const MlirValue *tensors, MlirType result,
                          intptr_t nNames, const char *const *names) {
  MlirValue operands[4 * MAX_RANK];
  MlirNamedAttribute attrs[8];
  intptr_t n = 0, nAttrs = 0;
  for (; n < nTensors; ++n)
    operands[n] = tensors[n];
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(view); ++i)
    operands[n++] = mlirOperationGetOperand(view, i);
  for (intptr_t i = 0; i < nNames; ++i)
    attrs[nAttrs++] = attnNamed(b->ctx, names[i], attnAttr(view, names[i]));
  MlirAttribute segments = attnAttr(view, "operandSegmentSizes");
  if (!mlirAttributeIsNull(segments)) {
    int32_t sizes[8];
    intptr_t m = 0;
    for (intptr_t i = 0; i < nTensors; ++i)
      sizes[m++] = 1;
    for (intptr_t i = 1; i < mlirDenseArrayGetNumElements(segments); ++i)
      sizes[m++] = mlirDenseI32ArrayGetElement(segments, i);
    attrs[nAttrs++] =
        attnNamed(b->ctx, "operandSegmentSizes", mlirDenseI32ArrayGet(b->ctx, m, sizes));
  }
  return attnBuild(b, name, n, operands, result, nAttrs, attrs);
}

static const char *const sliceNames[] = {"static_offsets", "static_sizes", "static_strides"};

/// collapse_shape and expand_shape by their reassociation.
static MlirValue reshape(const AttnBuilder *b, MlirOperation view, MlirValue x, MlirType to,
                         bool expand) {
  MlirAttribute groups = attnAttr(view, "reassociation");
  MlirNamedAttribute attr = attnNamed(b->ctx, "reassociation", groups);
  return expand ? attnBuildExpand(b, x, groups, to)
                : attnBuild(b, "tensor.collapse_shape", 1, &x, to, 1, &attr);
}

/// What the memory holds.
static MlirValue readAt(Raiser *r, const AttnBuilder *b, int at) {
  const Memory *m = &r->memory[at];
  if (m->parent < 0)
    return m->value;
  MlirValue whole = readAt(r, b, m->parent);
  MlirType type = tensorOf(mlirValueGetType(m->memref)), from = mlirValueGetType(whole);
  if (attnIs(m->view, "memref.subview"))
    return likeView(b, "tensor.extract_slice", m->view, 1, &whole, type, 3, sliceNames);
  if (attnIs(m->view, "memref.cast"))
    return mlirTypeEqual(type, from) ? whole : attnBuild1(b, "tensor.cast", whole, type);
  bool expand = attnIs(m->view, "memref.expand_shape");
  return reshape(b, m->view, whole, type, expand);
}

static void writeAt(Raiser *r, const AttnBuilder *b, int at, MlirValue v) {
  Memory *m = &r->memory[at];
  if (m->parent < 0) {
    m->value = v;
    m->written = true;
    return;
  }
  MlirType type = mlirValueGetType(v), to = tensorOf(mlirValueGetType(r->memory[m->parent].memref));
  if (attnIs(m->view, "memref.subview")) {
    MlirValue both[] = {v, readAt(r, b, m->parent)};
    v = likeView(b, "tensor.insert_slice", m->view, 2, both, to, 3, sliceNames);
  } else if (attnIs(m->view, "memref.cast")) {
    v = mlirTypeEqual(type, to) ? v : attnBuild1(b, "tensor.cast", v, to);
  } else {
    bool expand = attnIs(m->view, "memref.collapse_shape"); // back
    v = reshape(b, m->view, v, to, expand);
  }
  writeAt(r, b, m->parent, v);
}

static bool known(Raiser *r, MlirOperation op, intptr_t operand, int *at) {
  *at = find(r, mlirOperationGetOperand(op, operand));
  if (*at < 0)
    attnOpError(op, "attn-buffers: operand %d is memory that nothing here makes", (int)operand);
  return *at >= 0;
}

//===--- linalg -----------------------------------------------------------===//

/// Is every element of operand k written, and what it held not read?
static bool overwrites(MlirOperation op, intptr_t k, intptr_t nLoops) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(attnAttrArrayGet(op, "indexing_maps", k));
  MlirValue held = mlirBlockGetArgument(attnBody(op, 0), k);
  if (!mlirOpOperandIsNull(mlirValueGetFirstUse(held)) || !mlirAffineMapIsPermutation(map) ||
      mlirAffineMapGetNumDims(map) != nLoops)
    return false;
  MlirAttribute parallel =
      attnParseAttr(mlirOperationGetContext(op), "#linalg.iterator_type<parallel>");
  for (intptr_t d = 0; d < nLoops; ++d)
    if (!mlirAttributeEqual(attnAttrArrayGet(op, "iterator_types", d), parallel))
      return false;
  return true;
}

static bool isStatic(MlirType t) { return mlirShapedTypeHasStaticShape(t); }

/// Loads of the body that reads memory by itself.
static bool loadsInside(Raiser *r, const AttnBuilder *b, MlirOperation op) {
  MlirOperation *ops;
  bool ok = true;
  for (intptr_t i = 0, n = attnCollect(op, NULL, &ops); i < n && ok; ++i) {
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(ops[i]) && ok; ++k)
      if (isMemory(mlirValueGetType(mlirOperationGetOperand(ops[i], k))) &&
          !attnIs(ops[i], "memref.load")) {
        attnOpError(ops[i], "attn-buffers: not supported by this version: a body that does more "
                            "with memory than memref.load");
        ok = false;
      }
    int at;
    if (!ok || !attnIs(ops[i], "memref.load") || !(ok = known(r, ops[i], 0, &at)))
      continue;
    MlirValue operands[MAX_RANK + 1] = {readAt(r, b, at)};
    intptr_t m = mlirOperationGetNumOperands(ops[i]);
    for (intptr_t k = 1; k < m; ++k)
      operands[k] = mlirOperationGetOperand(ops[i], k);
    AttnBuilder in = attnBuilderBefore(ops[i]);
    MlirValue x = attnBuild(&in, "tensor.extract", m, operands,
                            mlirValueGetType(mlirOperationGetResult(ops[i], 0)), 0, NULL);
    attnReplaceOp(ops[i], 1, &x);
  }
  free(ops);
  return ok;
}

static bool raiseGeneric(Raiser *r, const AttnBuilder *b, MlirOperation op) {
  MlirAttribute segments = attnAttr(op, "operandSegmentSizes");
  intptr_t n = mlirOperationGetNumOperands(op), nIn = mlirDenseI32ArrayGetElement(segments, 0);
  intptr_t nLoops = attnAttrArraySize(op, "iterator_types");
  if (mlirOperationGetNumResults(op) > 0 || n > 64) {
    attnOpError(op, "attn-buffers: not supported by this version: linalg on memory and on tensors "
                    "at once");
    return false;
  }
  if (!loadsInside(r, b, op))
    return false;
  MlirValue operands[64];
  MlirAttribute maps[64];
  int to[64] = {0};
  for (intptr_t k = 0; k < n; ++k) {
    MlirValue x = mlirOperationGetOperand(op, k);
    operands[k] = x;
    maps[k] = attnAttrArrayGet(op, "indexing_maps", k);
    if (!isMemory(mlirValueGetType(x)))
      continue;
    if (!known(r, op, k, &to[k]))
      return false;
    MlirType type = tensorOf(mlirValueGetType(x));
    operands[k] = k >= nIn && isStatic(type) && overwrites(op, k, nLoops)
                      ? attnBuild0(b, "tensor.empty", type, 0, NULL)
                      : readAt(r, b, to[k]);
  }
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  MlirOperation made =
      attnBuildGeneric(b, nIn, n - nIn, operands, maps, attnAttr(op, "iterator_types"), body);
  for (intptr_t k = nIn; k < n; ++k)
    writeAt(r, b, to[k], mlirOperationGetResult(made, k - nIn));
  return true;
}

//===--- the other operations ---------------------------------------------===//

static bool isView(MlirOperation op) {
  return attnIs(op, "memref.subview") || attnIs(op, "memref.cast") ||
         attnIs(op, "memref.expand_shape") || attnIs(op, "memref.collapse_shape");
}

static bool raiseGlobal(Raiser *r, const AttnBuilder *b, MlirOperation op) {
  MlirAttribute name = attnAttr(op, "name");
  MlirStringRef wanted = mlirFlatSymbolRefAttrGetValue(name);
  MlirOperation *globals;
  MlirAttribute value = {NULL};
  MlirOperation module = mlirModuleGetOperation(attnModuleOf(op));
  for (intptr_t i = 0, n = attnCollect(module, "memref.global", &globals); i < n; ++i) {
    const char *own = attnAttrStr(globals[i], "sym_name");
    if (own && strlen(own) == wanted.length && memcmp(own, wanted.data, wanted.length) == 0 &&
        !mlirAttributeIsNull(attnAttr(globals[i], "constant")))
      value = attnAttr(globals[i], "initial_value");
  }
  free(globals);
  if (mlirAttributeIsNull(value) || !mlirAttributeIsAElements(value)) {
    attnOpError(op, "attn-buffers: the global is no constant with values");
    return false;
  }
  MlirNamedAttribute attr = attnNamed(r->ctx, "value", value);
  MlirValue v = attnBuild0(b, "arith.constant", mlirAttributeGetType(value), 1, &attr);
  add(r, mlirOperationGetResult(op, 0))->value = v;
  return true;
}

static bool raiseOp(Raiser *r, MlirOperation op) {
  AttnBuilder b = attnBuilderBefore(op);
  int at = -1, from = -1;
  MlirValue result =
      mlirOperationGetNumResults(op) ? mlirOperationGetResult(op, 0) : (MlirValue){NULL};
  bool touches = !mlirValueIsNull(result) && isMemory(mlirValueGetType(result));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    touches |= isMemory(mlirValueGetType(mlirOperationGetOperand(op, i)));
  MlirOperation *inner;
  for (intptr_t i = attnCollect(op, NULL, &inner); i-- > 0;)
    touches |= strncmp(attnOpName(inner[i]), "memref.", 7) == 0;
  free(inner);
  if (!touches || attnIs(op, "memref.dealloc") || attnIs(op, "func.return"))
    return true;
  if (attnIs(op, "linalg.generic"))
    return raiseGeneric(r, &b, op);
  if (attnIs(op, "memref.alloc") || attnIs(op, "memref.alloca")) {
    MlirValue sizes[MAX_RANK];
    intptr_t n = mlirOperationGetNumOperands(op);
    MlirType type = tensorOf(mlirValueGetType(result));
    for (intptr_t i = 0; i < n && i < MAX_RANK; ++i)
      sizes[i] = mlirOperationGetOperand(op, i);
    if (!mlirTypeIsNull(type)) {
      MlirValue v = attnBuild(&b, "tensor.empty", n, sizes, type, 0, NULL);
      add(r, result)->value = v;
      return true;
    }
  }
  if (isView(op) && !mlirTypeIsNull(tensorOf(mlirValueGetType(result)))) {
    if (!known(r, op, 0, &from))
      return false;
    Memory *m = add(r, result);
    m->view = op;
    m->parent = from;
    return true;
  }
  if (attnIs(op, "memref.get_global"))
    return raiseGlobal(r, &b, op);
  if (attnIs(op, "memref.copy")) {
    if (!known(r, op, 0, &from) || !known(r, op, 1, &at))
      return false;
    MlirValue v = readAt(r, &b, from);
    MlirType type = tensorOf(mlirValueGetType(r->memory[at].memref));
    if (!mlirTypeEqual(type, mlirValueGetType(v)))
      v = attnBuild1(&b, "tensor.cast", v, type);
    writeAt(r, &b, at, v);
    return true;
  }
  if (attnIs(op, "bufferization.materialize_in_destination") && mlirValueIsNull(result)) {
    if (!known(r, op, 1, &at))
      return false;
    writeAt(r, &b, at, mlirOperationGetOperand(op, 0));
    return true;
  }
  if (attnIs(op, "bufferization.to_buffer")) {
    add(r, result)->value = mlirOperationGetOperand(op, 0);
    return true;
  }
  MlirValue v = {NULL};
  if (attnIs(op, "bufferization.to_tensor")) {
    if (!known(r, op, 0, &at))
      return false;
    v = readAt(r, &b, at);
  } else if (attnIs(op, "memref.load") || attnIs(op, "memref.dim")) {
    if (!known(r, op, 0, &at))
      return false;
    MlirValue operands[MAX_RANK + 1] = {readAt(r, &b, at)};
    intptr_t n = mlirOperationGetNumOperands(op);
    for (intptr_t i = 1; i < n && i <= MAX_RANK; ++i)
      operands[i] = mlirOperationGetOperand(op, i);
    v = attnBuild(&b, attnIs(op, "memref.dim") ? "tensor.dim" : "tensor.extract", n, operands,
                  mlirValueGetType(result), 0, NULL);
  } else {
    attnOpError(op, "attn-buffers: not supported by this version: '%s' on memory", attnOpName(op));
    return false;
  }
  MlirOpOperand use;
  while (!mlirOpOperandIsNull(use = mlirValueGetFirstUse(result)))
    mlirOperationSetOperand(mlirOpOperandGetOwner(use), mlirOpOperandGetOperandNumber(use), v);
  return true;
}

//===--- the function -----------------------------------------------------===//

static bool takeArguments(Raiser *r, MlirBlock block) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); ++i) {
    MlirValue arg = mlirBlockGetArgument(block, i);
    MlirType t = mlirValueGetType(arg), tensor = isMemory(t) ? tensorOf(t) : t;
    if (!isMemory(t))
      continue;
    if (mlirTypeIsNull(tensor) || !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(t)) ||
        !mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(t))) {
      attnOpError(r->func,
                  "argument %d is memory with a layout, a space or a rank that is not supported: "
                  "expected a memref of rank <= %d, contiguous and row-major",
                  (int)i, (int)MAX_RANK);
      return false;
    }
    Memory *m = add(r, arg);
    m->argument = (int)i;
    m->value = mlirBlockInsertArgument(block, i + 1, tensor, mlirOperationGetLocation(r->func));
    ++i; // the tensor stands behind the memref
  }
  return true;
}

/// The return with tensors, and what was written behind them.
static void closeFunction(Raiser *r, MlirOperation ret) {
  MlirBlock block = mlirOperationGetBlock(ret);
  MlirValue values[MAX_VALUES];
  MlirType types[MAX_VALUES];
  AttnBuilder b = attnBuilderBefore(ret);
  intptr_t n = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(ret); ++i) {
    MlirValue v = mlirOperationGetOperand(ret, i);
    values[n++] = isMemory(mlirValueGetType(v)) ? readAt(r, &b, find(r, v)) : v;
  }
  for (int i = 0; i < r->n; ++i)
    if (r->memory[i].argument >= 0 && r->memory[i].written)
      values[n++] = r->memory[i].value;
  for (intptr_t i = 0; i < n; ++i)
    types[i] = mlirValueGetType(values[i]);
  attnBuildYield(&b, "func.return", n, values);
  mlirOperationDestroy(ret);
  // Nothing reads memory any more: last first, since views read what they are of.
  MlirOperation *ops;
  for (intptr_t i = attnCollect(r->func, NULL, &ops); i-- > 0;) {
    bool memory = false;
    if (!mlirBlockEqual(mlirOperationGetBlock(ops[i]), block))
      continue;
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(ops[i]); ++k)
      memory |= isMemory(mlirValueGetType(mlirOperationGetOperand(ops[i], k)));
    for (intptr_t k = 0; k < mlirOperationGetNumResults(ops[i]); ++k)
      memory |= isMemory(mlirValueGetType(mlirOperationGetResult(ops[i], k)));
    if (memory)
      mlirOperationDestroy(ops[i]);
  }
  free(ops);
  attnEraseDead(block);
  MlirAttribute argAttrs = attnAttr(r->func, "arg_attrs");
  MlirAttribute kept[MAX_VALUES];
  MlirType inputs[MAX_VALUES];
  intptr_t nIn = 0, number = 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block);) {
    MlirValue arg = mlirBlockGetArgument(block, i);
    bool memory = isMemory(mlirValueGetType(arg)), drop = false;
    if (memory) {
      const Memory *m = &r->memory[find(r, arg)];
      mlirBlockEraseArgument(block, (unsigned)i);
      arg = mlirBlockGetArgument(block, i);
      drop = m->written && mlirOpOperandIsNull(mlirValueGetFirstUse(arg));
    }
    if (drop) {
      mlirBlockEraseArgument(block, (unsigned)i);
    } else {
      kept[nIn] = mlirAttributeIsNull(argAttrs) ? mlirDictionaryAttrGet(r->ctx, 0, NULL)
                                                : mlirArrayAttrGetElement(argAttrs, number);
      inputs[nIn++] = mlirValueGetType(arg);
      ++i;
    }
    ++number;
  }
  attnSetAttr(r->func, "function_type",
              mlirTypeAttrGet(mlirFunctionTypeGet(r->ctx, nIn, inputs, n, types)));
  if (!mlirAttributeIsNull(argAttrs))
    attnSetAttr(r->func, "arg_attrs", mlirArrayAttrGet(r->ctx, nIn, kept));
  mlirOperationRemoveAttributeByName(r->func, mlirStringRefCreateFromCString("res_attrs"));
}

static bool hasMemory(MlirOperation func) {
  MlirBlock block = attnBody(func, 0);
  bool has = false;
  for (intptr_t i = 0; !mlirBlockIsNull(block) && i < mlirBlockGetNumArguments(block); ++i)
    has |= isMemory(mlirValueGetType(mlirBlockGetArgument(block, i)));
  MlirOperation *ops;
  for (intptr_t i = attnCollect(func, NULL, &ops); i-- > 0;)
    for (intptr_t k = 0; k < mlirOperationGetNumResults(ops[i]); ++k)
      has |= isMemory(mlirValueGetType(mlirOperationGetResult(ops[i], k)));
  free(ops);
  return has;
}

static bool raiseFunction(MlirOperation func) {
  MlirBlock block = attnBody(func, 0);
  Raiser r = {.ctx = mlirOperationGetContext(func), .func = func};
  if (!mlirBlockIsNull(mlirBlockGetNextInRegion(block))) {
    attnOpError(func, "attn-buffers: not supported by this version: control flow around memory");
    return false;
  }
  MlirOperation last = mlirBlockGetTerminator(block);
  if (mlirBlockGetNumArguments(block) + mlirOperationGetNumOperands(last) > MAX_VALUES) {
    attnOpError(func, "attn-buffers: more than %d arguments and results", (int)MAX_VALUES);
    return false;
  }
  bool ok = takeArguments(&r, block);
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (MlirOperation next; ok && !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    ok = raiseOp(&r, op);
  }
  if (ok)
    closeFunction(&r, last);
  free(r.memory);
  return ok;
}

MlirLogicalResult attnRunBuffers(MlirOperation module, const AttnPassContext *pass) {
  (void)pass;
  MlirOperation *funcs;
  intptr_t n = attnCollect(module, "func.func", &funcs);
  bool any = false, ok = true;
  for (intptr_t i = 0; i < n; ++i)
    any |= hasMemory(funcs[i]);
  free(funcs);
  if (!any)
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(
          attnRunPipeline(module, "builtin.module(inline{default-pipeline=},symbol-dce,func.func("
                                  "linalg-generalize-named-ops))")))
    return mlirLogicalResultFailure();
  n = attnCollect(module, "func.func", &funcs);
  for (intptr_t i = 0; i < n && ok; ++i)
    ok = !hasMemory(funcs[i]) || raiseFunction(funcs[i]);
  free(funcs);
  MlirOperation *globals;
  for (intptr_t i = ok ? attnCollect(module, "memref.global", &globals) : 0; i-- > 0;) {
    mlirOperationDestroy(globals[i]);
    if (!i)
      free(globals);
  }
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
