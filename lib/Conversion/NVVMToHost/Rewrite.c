//===- Rewrite.c - Single operations of a kernel to host code -------------===//
//
//   load p          ->  load(read(lane, p, bytes|align, site))
//   store x, p      ->  scratch = x; write(lane, p, scratch, bytes|align, site)
//   known (MATH)    ->  f(operands)
//   known (LANE)    ->  words = operands, immediates; f(lane, site, words, words + n); words + n
//   addrspacecast   ->  plus or minus the window of shared memory
//   addressof       ->  a number, in clusters with the CTA's rank in front
//   arithmetic      stays
//   anything else   an error
//
//===----------------------------------------------------------------------===//
#include "Conversion/NVVMToHost/Host.h"
#include "Conversion/NVVMToHost/Known.h"
#include "Runtime/EmuCalls.h"

#include "mlir-c/Dialect/LLVM.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

/// Operations of the LLVM dialect that mean the same on the host.
static const char *const same[] = {
    "llvm.add",
    "llvm.alloca",
    "llvm.and",
    "llvm.ashr",
    "llvm.bitcast",
    "llvm.br",
    "llvm.cond_br",
    "llvm.extractelement",
    "llvm.extractvalue",
    "llvm.fadd",
    "llvm.fcmp",
    "llvm.fdiv",
    "llvm.fmul",
    "llvm.fneg",
    "llvm.fpext",
    "llvm.fptosi",
    "llvm.fptoui",
    "llvm.fptrunc",
    "llvm.freeze",
    "llvm.frem",
    "llvm.fsub",
    "llvm.icmp",
    "llvm.insertelement",
    "llvm.insertvalue",
    "llvm.intr.abs",
    "llvm.intr.bitreverse",
    "llvm.intr.bswap",
    "llvm.intr.ceil",
    "llvm.intr.copysign",
    "llvm.intr.ctlz",
    "llvm.intr.ctpop",
    "llvm.intr.cttz",
    "llvm.intr.fabs",
    "llvm.intr.floor",
    "llvm.intr.fshl",
    "llvm.intr.fshr",
    "llvm.intr.maximum",
    "llvm.intr.maxnum",
    "llvm.intr.minimum",
    "llvm.intr.minnum",
    "llvm.intr.nearbyint",
    "llvm.intr.rint",
    "llvm.intr.round",
    "llvm.intr.roundeven",
    "llvm.intr.smax",
    "llvm.intr.smin",
    "llvm.intr.sqrt",
    "llvm.intr.trunc",
    "llvm.intr.umax",
    "llvm.intr.umin",
    "llvm.inttoptr",
    "llvm.lshr",
    "llvm.mlir.constant",
    "llvm.mlir.poison",
    "llvm.mlir.undef",
    "llvm.mlir.zero",
    "llvm.mul",
    "llvm.or",
    "llvm.ptrtoint",
    "llvm.return",
    "llvm.sdiv",
    "llvm.select",
    "llvm.sext",
    "llvm.shl",
    "llvm.shufflevector",
    "llvm.sitofp",
    "llvm.srem",
    "llvm.sub",
    "llvm.switch",
    "llvm.trunc",
    "llvm.udiv",
    "llvm.uitofp",
    "llvm.unreachable",
    "llvm.urem",
    "llvm.xor",
    "llvm.zext",
};

/// Operations that say something to a compiler only.
static const char *const hints[] = {"llvm.intr.assume", "llvm.intr.lifetime.start",
                                    "llvm.intr.lifetime.end",
                                    "llvm.intr.experimental.noalias.scope.decl"};

static bool isOneOf(const char *name, const char *const *names, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

//===--- small things -----------------------------------------------------===//

MlirValue attnHostConst(AttnHost *h, const AttnBuilder *b, MlirType type, int64_t v) {
  MlirNamedAttribute attr = attnNamed(h->ctx, "value", mlirIntegerAttrGet(type, v));
  return attnBuild0(b, "llvm.mlir.constant", type, 1, &attr);
}

bool attnIsPointer(MlirType type, unsigned *space) {
  if (!mlirTypeIsALLVMPointerType(type))
    return false;
  *space = mlirLLVMPointerTypeGetAddressSpace(type);
  return true;
}

/// Bits of a scalar or vector; 0 for anything else.
static int64_t bitsOf(MlirType type) {
  unsigned space;
  if (mlirTypeIsAInteger(type))
    return mlirIntegerTypeGetWidth(type);
  if (mlirTypeIsAFloat(type))
    return mlirFloatTypeGetWidth(type);
  if (attnIsPointer(type, &space))
    return 64;
  if (mlirTypeIsAVector(type))
    return mlirShapedTypeGetDimSize(type, 0) * bitsOf(mlirShapedTypeGetElementType(type));
  return 0;
}

static MlirValue as(const AttnBuilder *b, const char *op, MlirValue v, MlirType type) {
  return attnBuild1(b, op, v, type);
}

/// The value as a 64-bit word.
static MlirLogicalResult toWord(AttnHost *h, const AttnBuilder *b, MlirOperation op, MlirValue v,
                                MlirValue *word) {
  MlirType type = mlirValueGetType(v);
  int64_t bits = bitsOf(type);
  unsigned space;
  if (bits < 1 || bits > 64)
    return attnOpError(op, "has an operand of a type that the emulator cannot pass on");
  if (attnIsPointer(type, &space)) {
    *word = as(b, "llvm.ptrtoint", v, h->i64);
    return OK;
  }
  if (!mlirTypeIsAInteger(type))
    v = as(b, "llvm.bitcast", v, mlirIntegerTypeGet(h->ctx, (unsigned)bits));
  *word = bits < 64 ? as(b, "llvm.zext", v, h->i64) : v;
  return OK;
}

static MlirLogicalResult fromWord(AttnHost *h, const AttnBuilder *b, MlirOperation op,
                                  MlirValue word, MlirType type, MlirValue *v) {
  int64_t bits = bitsOf(type);
  unsigned space;
  if (bits < 1 || bits > 64)
    return attnOpError(op, "has a result of a type that the emulator cannot give");
  if (attnIsPointer(type, &space)) {
    *v = as(b, "llvm.inttoptr", word, type);
    return OK;
  }
  MlirType integer = mlirIntegerTypeGet(h->ctx, (unsigned)bits);
  *v = bits < 64 ? as(b, "llvm.trunc", word, integer) : word;
  if (!mlirTypeIsAInteger(type))
    *v = as(b, "llvm.bitcast", *v, type);
  return OK;
}

/// base + 8 * i
static MlirValue wordAt(AttnHost *h, const AttnBuilder *b, int64_t i) {
  int32_t index = (int32_t)i;
  MlirNamedAttribute attrs[] = {
      attnNamed(h->ctx, "rawConstantIndices", mlirDenseI32ArrayGet(h->ctx, 1, &index)),
      attnNamed(h->ctx, "elem_type", mlirTypeAttrGet(h->i64))};
  return i ? attnBuild(b, "llvm.getelementptr", 1, &h->words, h->pointer, 2, attrs) : h->words;
}

static void store(const AttnBuilder *b, MlirValue v, MlirValue pointer) {
  attnBuildOp(b, &(AttnOpDesc){
                     .name = "llvm.store", .nOperands = 2, .operands = (MlirValue[]){v, pointer}});
}

MlirValue attnHostSite(AttnHost *h, const AttnBuilder *b, MlirOperation op) {
  if (h->numSites == h->capSites) {
    h->capSites = h->capSites ? 2 * h->capSites : 64;
    h->sites = realloc(h->sites, (size_t)h->capSites * sizeof *h->sites);
  }
  const char *file = NULL, *name = attnOpName(op);
  unsigned line, column;
  char text[1024];
  if (attnIs(op, "llvm.call_intrinsic") && attnAttrStr(op, "intrin"))
    name = attnAttrStr(op, "intrin");
  if (attnLocFileLineCol(mlirOperationGetLocation(op), &file, &line, &column))
    snprintf(text, sizeof text, "%s %s:%u:%u", name, file, line, column);
  else
    snprintf(text, sizeof text, "%s ", name);
  h->sites[h->numSites] = attnStr(h->ctx, text);
  return attnHostConst(h, b, h->i32, h->numSites++);
}

//===--- memory -----------------------------------------------------------===//

/// A variable of the lane itself: it lies on the fiber's stack and needs no check.
static bool isLocal(MlirValue pointer) {
  unsigned space;
  if (attnIsPointer(mlirValueGetType(pointer), &space) && space == 5)
    return true;
  for (;;) {
    MlirOperation def = attnDef(pointer);
    if (mlirOperationIsNull(def))
      return false;
    if (attnIs(def, "llvm.alloca"))
      return true;
    if (!attnIs(def, "llvm.getelementptr") && !attnIs(def, "llvm.addrspacecast"))
      return false;
    pointer = mlirOperationGetOperand(def, 0);
  }
}

static MlirLogicalResult access(AttnHost *h, MlirOperation op, MlirType type, MlirValue pointer,
                                const char **space, int64_t *code) {
  unsigned number;
  int64_t bits = bitsOf(type), bytes = (bits + 7) / 8, align = 1, shift = 0;
  if (!attnIsPointer(mlirValueGetType(pointer), &number))
    return attnOpError(op, "accesses memory through something that is no pointer");
  *space = number == 0 ? "Generic" : number == 1 ? "Global" : number == 3 ? "Shared" : NULL;
  if (!*space)
    return attnOpError(op, "accesses address space %u, which the emulator does not have", number);
  if (bytes < 1 || bytes > 64 || (mlirTypeIsAVector(type) && bits % 8))
    return attnOpError(op, "accesses a type that the emulator cannot load or store");
  if (!attnAttrI64(op, "alignment", &align) || align < 1)
    for (align = 1; 2 * align <= bytes;)
      align *= 2;
  while (2ll << shift <= align)
    ++shift;
  *code = bytes | shift << 16;
  if (bytes > h->maxScratch)
    h->maxScratch = bytes;
  return OK;
}

static MlirLogicalResult load(AttnHost *h, MlirOperation op) {
  MlirValue pointer = mlirOperationGetOperand(op, 0);
  int64_t code;
  const char *space;
  char name[64];
  if (isLocal(pointer))
    return OK;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!access(h, op, type, pointer, &space, &code).value)
    return FAILED;
  AttnBuilder b = attnBuilderBefore(op);
  MlirValue operands[] = {h->lane, as(&b, "llvm.ptrtoint", pointer, h->i64),
                          attnHostConst(h, &b, h->i32, code), attnHostSite(h, &b, op)};
  snprintf(name, sizeof name, "attnEmuRead%s", space);
  MlirOperation call = attnHostCall(h, &b, name, h->pointer, 4, operands);
  MlirNamedAttribute align = attnNamed(h->ctx, "alignment", attnI64(h->ctx, 1));
  MlirValue at = mlirOperationGetResult(call, 0);
  MlirValue v = attnBuild(&b, "llvm.load", 1, &at, type, 1, &align);
  attnReplaceOp(op, 1, &v);
  return OK;
}

static MlirLogicalResult storeTo(AttnHost *h, MlirOperation op) {
  MlirValue value = mlirOperationGetOperand(op, 0), pointer = mlirOperationGetOperand(op, 1);
  int64_t code;
  const char *space;
  char name[64];
  if (isLocal(pointer))
    return OK;
  if (!access(h, op, mlirValueGetType(value), pointer, &space, &code).value)
    return FAILED;
  AttnBuilder b = attnBuilderBefore(op);
  store(&b, value, h->scratch);
  MlirValue operands[] = {h->lane, as(&b, "llvm.ptrtoint", pointer, h->i64), h->scratch,
                          attnHostConst(h, &b, h->i32, code), attnHostSite(h, &b, op)};
  snprintf(name, sizeof name, "attnEmuWrite%s", space);
  attnHostCall(h, &b, name, h->none, 5, operands);
  attnReplaceOp(op, 0, NULL);
  return OK;
}

//===--- addresses --------------------------------------------------------===//

static MlirLogicalResult cast(AttnHost *h, MlirOperation op) {
  MlirValue v = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  unsigned from = 0, to = 0;
  if (!attnIsPointer(mlirValueGetType(v), &from) || !attnIsPointer(type, &to))
    return attnOpError(op, "casts something that is no pointer");
  AttnBuilder b = attnBuilderBefore(op);
  if ((from == 3) != (to == 3)) { // only between shared and generic there is something to do
    MlirValue x = as(&b, "llvm.ptrtoint", v, h->i64);
    MlirValue window = attnHostConst(h, &b, h->i64, (int64_t)ATTN_EMU_WINDOW);
    x = attnBuild2(&b, from == 3 ? "llvm.add" : "llvm.sub", x, window);
    v = as(&b, "llvm.inttoptr", x, h->pointer);
  }
  attnReplaceOp(op, 1, &v);
  return OK;
}

static MlirLogicalResult addressOf(AttnHost *h, MlirOperation op) {
  MlirAttribute symbol = attnAttr(op, "global_name");
  int64_t address = -1;
  if (!mlirAttributeIsNull(symbol) && mlirAttributeIsAFlatSymbolRef(symbol)) {
    MlirStringRef s = mlirFlatSymbolRefAttrGetValue(symbol);
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)s.length, s.data);
    address = attnHostSharedAddress(h, name);
  }
  if (address < 0)
    return attnOpError(op, "takes the address of something that is not in shared memory");
  AttnBuilder b = attnBuilderBefore(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue x = attnHostConst(h, &b, h->i64, address);
  if (!mlirValueIsNull(h->rank))
    x = attnBuild2(&b, "llvm.or", x, h->rank);
  MlirValue v = as(&b, "llvm.inttoptr", x, type);
  attnReplaceOp(op, 1, &v);
  return OK;
}

/// Without the promises about wrapping and bounds, which are about the device's addresses.
static MlirLogicalResult elementPointer(AttnHost *h, MlirOperation op) {
  MlirNamedAttribute attrs[] = {
      attnNamed(h->ctx, "rawConstantIndices", attnAttr(op, "rawConstantIndices")),
      attnNamed(h->ctx, "elem_type", attnAttr(op, "elem_type"))};
  AttnBuilder b = attnBuilderBefore(op);
  intptr_t n = mlirOperationGetNumOperands(op);
  MlirValue *operands = malloc((size_t)n * sizeof *operands);
  for (intptr_t i = 0; i < n; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  MlirValue v = attnBuild(&b, "llvm.getelementptr", n, operands,
                          mlirValueGetType(mlirOperationGetResult(op, 0)), 2, attrs);
  free(operands);
  attnReplaceOp(op, 1, &v);
  return OK;
}

//===--- fma --------------------------------------------------------------===//

/// The host would go through f32 for f16 and bf16, which rounds twice.
static MlirLogicalResult fmaOf(AttnHost *h, MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0)), element = type;
  if (mlirTypeIsAVector(type))
    element = mlirShapedTypeGetElementType(type);
  bool bf16 = mlirTypeIsABF16(element);
  if (!bf16 && !mlirTypeIsAF16(element))
    return OK;
  AttnBuilder b = attnBuilderBefore(op);
  MlirType i16 = mlirIntegerTypeGet(h->ctx, 16);
  int64_t n = mlirTypeIsAVector(type) ? mlirShapedTypeGetDimSize(type, 0) : 1;
  MlirValue result =
      mlirTypeIsAVector(type) ? attnBuild0(&b, "llvm.mlir.undef", type, 0, NULL) : (MlirValue){0};
  for (int64_t i = 0; i < n; ++i) {
    MlirValue at = attnHostConst(h, &b, h->i32, i), x[3];
    for (int k = 0; k < 3; ++k) {
      x[k] = mlirOperationGetOperand(op, k);
      if (mlirTypeIsAVector(type))
        x[k] = attnBuild(&b, "llvm.extractelement", 2, (MlirValue[]){x[k], at}, element, 0, NULL);
      x[k] = as(&b, "llvm.bitcast", x[k], i16);
    }
    MlirOperation call = attnHostCall(h, &b, bf16 ? "attnEmuFmaBf16" : "attnEmuFmaF16", i16, 3, x);
    MlirValue v = as(&b, "llvm.bitcast", mlirOperationGetResult(call, 0), element);
    if (mlirTypeIsAVector(type))
      v = attnBuild(&b, "llvm.insertelement", 3, (MlirValue[]){result, v, at}, type, 0, NULL);
    result = v;
  }
  attnReplaceOp(op, 1, &result);
  return OK;
}

//===--- known operations -------------------------------------------------===//

static MlirLogicalResult callMath(AttnHost *h, MlirOperation op, const AttnKnown *row) {
  intptr_t n = mlirOperationGetNumOperands(op);
  MlirValue operands[4];
  MlirType f32 = mlirF32TypeGet(h->ctx);
  if (n > 4 || mlirOperationGetNumResults(op) != 1 ||
      !mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(op, 0)), f32))
    return attnOpError(op, "is emulated for f32 scalars only");
  for (intptr_t i = 0; i < n; ++i) {
    operands[i] = mlirOperationGetOperand(op, i);
    if (!mlirTypeEqual(mlirValueGetType(operands[i]), f32))
      return attnOpError(op, "is emulated for f32 scalars only");
  }
  AttnBuilder b = attnBuilderBefore(op);
  MlirValue v = mlirOperationGetResult(attnHostCall(h, &b, row->function, f32, n, operands), 0);
  attnReplaceOp(op, 1, &v);
  return OK;
}

/// Appends operands i0 .. i0 + n - 1 to the words.
static MlirLogicalResult putOperands(AttnHost *h, const AttnBuilder *b, MlirOperation op,
                                     intptr_t i0, intptr_t n, int64_t *at) {
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue word = {NULL};
    if (!toWord(h, b, op, mlirOperationGetOperand(op, i0 + i), &word).value)
      return FAILED;
    store(b, word, wordAt(h, b, (*at)++));
  }
  return OK;
}

static void putNumber(AttnHost *h, const AttnBuilder *b, int64_t v, int64_t *at) {
  store(b, attnHostConst(h, b, h->i64, v), wordAt(h, b, (*at)++));
}

static MlirLogicalResult getResult(AttnHost *h, const AttnBuilder *b, MlirOperation op,
                                   MlirType type, int64_t *at, MlirValue *v) {
  if (!mlirTypeIsALLVMStructType(type)) {
    MlirValue pointer = wordAt(h, b, (*at)++);
    MlirValue word = attnBuild1(b, "llvm.load", pointer, h->i64);
    return fromWord(h, b, op, word, type, v);
  }
  *v = attnBuild0(b, "llvm.mlir.undef", type, 0, NULL);
  for (int64_t i = 0; i < mlirLLVMStructTypeGetNumElementTypes(type); ++i) {
    MlirValue field = {NULL};
    if (!getResult(h, b, op, mlirLLVMStructTypeGetElementType(type, i), at, &field).value)
      return FAILED;
    MlirNamedAttribute position =
        attnNamed(h->ctx, "position", mlirDenseI64ArrayGet(h->ctx, 1, &i));
    MlirValue operands[] = {*v, field};
    *v = attnBuild(b, "llvm.insertvalue", 2, operands, type, 1, &position);
  }
  return OK;
}

/// Which operands of an inline assembly are tied to which output (-1: none). The number of outputs;
/// -1 if the text does not name outputs and other inputs in the order of their numbers.
static intptr_t tiesOf(MlirOperation op, const char *text, intptr_t nOperands, int *ties) {
  const char *c = attnAttrStr(op, "constraints");
  intptr_t nOut = 0, nIn = 0, last = -1;
  while (c && *c) {
    if (*c == '=')
      ++nOut;
    else if (*c != '~' && nIn < nOperands)
      ties[nIn++] = isdigit((unsigned char)*c) ? (int)strtol(c, NULL, 10) : -1;
    c += strcspn(c, ",");
    c += *c == ',';
  }
  if (nIn != nOperands)
    return -1;
  for (const char *d = strchr(text, '$'); d; d = strchr(d + 1, '$')) {
    intptr_t k = strtol(d + 1, NULL, 10);
    do // tied inputs have no place of their own in the text
      ++last;
    while (last >= nOut && last < nOut + nIn && ties[last - nOut] >= 0);
    if (k != last)
      return -1;
  }
  return nOut;
}

/// The operands of an operation whose registers are read and written ("tied" in Known.def).
static MlirLogicalResult putTied(AttnHost *h, const AttnBuilder *b, MlirOperation op,
                                 const AttnKnown *row, int64_t *at) {
  intptr_t n = mlirOperationGetNumOperands(op);
  MlirLogicalResult ok = OK;
  if (row->kind == ATTN_KNOWN_OP) { // a struct, then the others
    MlirValue all = mlirOperationGetOperand(op, 0);
    intptr_t fields = mlirLLVMStructTypeGetNumElementTypes(mlirValueGetType(all));
    putNumber(h, b, fields, at);
    for (int64_t i = 0; i < fields && ok.value; ++i) {
      MlirNamedAttribute position =
          attnNamed(h->ctx, "position", mlirDenseI64ArrayGet(h->ctx, 1, &i));
      MlirValue word = {NULL},
                field = attnBuild(b, "llvm.extractvalue", 1, &all,
                                  mlirLLVMStructTypeGetElementType(mlirValueGetType(all), i), 1,
                                  &position);
      ok = toWord(h, b, op, field, &word);
      putNumber(h, b, 1, at);
      if (ok.value)
        store(b, word, wordAt(h, b, (*at)++));
    }
    putNumber(h, b, n - 1, at);
    return ok.value ? putOperands(h, b, op, 1, n - 1, at) : ok;
  }
  int *ties = malloc((size_t)(n + 1) * sizeof *ties);
  intptr_t nOut = tiesOf(op, attnAttrStr(op, "asm_string"), n, ties), nIn = 0;
  if (nOut < 0)
    ok = attnOpError(op, "names its registers in another order than that of its constraints");
  if (ok.value)
    putNumber(h, b, nOut, at);
  for (intptr_t k = 0; k < nOut && ok.value; ++k) {
    intptr_t i = 0;
    while (i < n && ties[i] != k)
      ++i;
    putNumber(h, b, i < n, at);
    if (i < n)
      ok = putOperands(h, b, op, i, 1, at);
    else
      putNumber(h, b, 0, at);
  }
  for (intptr_t i = 0; i < n; ++i)
    nIn += ties[i] < 0;
  if (ok.value)
    putNumber(h, b, nIn, at);
  for (intptr_t i = 0; i < n && ok.value; ++i)
    if (ties[i] < 0)
      ok = putOperands(h, b, op, i, 1, at);
  free(ties);
  return ok;
}

static MlirLogicalResult callLane(AttnHost *h, MlirOperation op, const AttnKnown *row,
                                  const int64_t *numbers, int nNumbers) {
  int64_t immediates[ATTN_KNOWN_MAX_IMMEDIATES], at = 0;
  int n;
  if (!attnKnownImmediates(row, op, immediates, &n).value)
    return FAILED;
  AttnBuilder b = attnBuilderBefore(op);
  MlirAttribute segments = attnAttr(op, "operandSegmentSizes");
  intptr_t nOperands = mlirOperationGetNumOperands(op), first = 0;
  if (strstr(row->immediates, "count"))
    putNumber(h, &b, nOperands, &at);
  if (strstr(row->immediates, "tied")) {
    if (!putTied(h, &b, op, row, &at).value)
      return FAILED;
  } else if (row->kind == ATTN_KNOWN_OP && !mlirAttributeIsNull(segments)) {
    for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(segments); ++i) {
      int32_t size = mlirDenseI32ArrayGetElement(segments, i);
      putNumber(h, &b, size, &at);
      if (!putOperands(h, &b, op, first, size, &at).value)
        return FAILED;
      first += size;
    }
  } else if (!putOperands(h, &b, op, 0, nOperands, &at).value) {
    return FAILED;
  }
  for (int i = 0; i < nNumbers; ++i)
    putNumber(h, &b, numbers[i], &at);
  for (int i = 0; i < n; ++i)
    putNumber(h, &b, immediates[i], &at);
  MlirValue operands[] = {h->lane, attnHostSite(h, &b, op), h->words, wordAt(h, &b, at)};
  attnHostCall(h, &b, row->function, h->none, 4, operands);
  intptr_t nResults = mlirOperationGetNumResults(op);
  MlirValue *results = malloc((size_t)(nResults + 1) * sizeof *results);
  MlirLogicalResult ok = OK;
  for (intptr_t i = 0; i < nResults && ok.value; ++i)
    ok = getResult(h, &b, op, mlirValueGetType(mlirOperationGetResult(op, i)), &at, &results[i]);
  if (at + 1 > h->maxWords)
    h->maxWords = at + 1;
  h->serial |= row->effect == ATTN_KNOWN_SERIAL;
  if (ok.value)
    attnReplaceOp(op, nResults, results);
  free(results);
  return ok;
}

//===--- all --------------------------------------------------------------===//

static MlirLogicalResult unknown(MlirOperation op) {
  if (attnIs(op, "llvm.call_intrinsic"))
    return attnOpError(op, "intrinsic '%s' is not known to the emulator (Known.def)",
                       attnAttrStr(op, "intrin"));
  const char *ptx = attnIs(op, "llvm.inline_asm")   ? attnAttrStr(op, "asm_string")
                    : attnIs(op, "nvvm.inline_ptx") ? attnAttrStr(op, "ptxCode")
                                                    : NULL;
  if (ptx)
    return attnOpError(op, "PTX snippet '%s' is not known to the emulator (Known.def)", ptx);
  return attnOpError(op, "operation is not known to the emulator (Known.def)");
}

MlirLogicalResult attnHostRewrite(AttnHost *h, MlirOperation op) {
  const char *name = attnOpName(op);
  if (isOneOf(name, same, sizeof same / sizeof *same))
    return OK;
  if (isOneOf(name, hints, sizeof hints / sizeof *hints)) {
    attnReplaceOp(op, 0, NULL);
    return OK;
  }
  static const struct {
    const char *name;
    MlirLogicalResult (*rewrite)(AttnHost *, MlirOperation);
  } own[] = {{"llvm.load", load},
             {"llvm.store", storeTo},
             {"llvm.addrspacecast", cast},
             {"llvm.mlir.addressof", addressOf},
             {"llvm.getelementptr", elementPointer},
             {"llvm.intr.fma", fmaOf}};
  for (size_t i = 0; i < sizeof own / sizeof *own; ++i)
    if (strcmp(name, own[i].name) == 0)
      return own[i].rewrite(h, op);
  int64_t numbers[8];
  int n;
  const AttnKnown *row = attnKnownFind(op, numbers, &n);
  if (!row)
    return unknown(op);
  return row->math ? callMath(h, op, row) : callLane(h, op, row, numbers, n);
}
