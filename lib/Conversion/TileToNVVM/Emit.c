//===- Emit.c - Single operations and lane arithmetic ---------------------===//
// See Lower.h. Integer arithmetic of ours is i32 inside a CTA's box and i64 or index in tensors.
//===----------------------------------------------------------------------===//
#include "Conversion/TileToNVVM/Lower.h"

#include "mlir-c/Dialect/LLVM.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MlirValue attnLI32(AttnLower *k, int64_t v) { return attnConstInt(&k->b, k->i32, v); }

MlirValue attnLOp2(AttnLower *k, const char *name, MlirValue x, MlirValue y) {
  return attnBuild2(&k->b, name, x, y);
}

MlirValue attnLAddC(AttnLower *k, MlirValue x, int64_t c) {
  return c ? attnLOp2(k, "arith.addi", x, attnConstInt(&k->b, mlirValueGetType(x), c)) : x;
}

MlirValue attnLMulC(AttnLower *k, MlirValue x, int64_t c) {
  return c != 1 ? attnLOp2(k, "arith.muli", x, attnConstInt(&k->b, mlirValueGetType(x), c)) : x;
}

MlirValue attnLAdd(AttnLower *k, MlirValue x, MlirValue y) {
  if (mlirValueIsNull(x))
    return y;
  return mlirValueIsNull(y) ? x : attnLOp2(k, "arith.addi", x, y);
}

MlirValue attnLCoordValue(AttnLower *k, AttnCoord c) {
  return mlirValueIsNull(c.dynamic) ? attnLI32(k, c.constant) : attnLAddC(k, c.dynamic, c.constant);
}

static MlirAttribute parsed(AttnLower *k, const char *text) {
  return mlirAttributeParseGet(k->ctx, mlirStringRefCreateFromCString(text));
}

MlirValue attnLIntrinsic(AttnLower *k, const char *name, int n, const MlirValue *args,
                         MlirType result) {
  int32_t segments[2] = {n, 0};
  MlirNamedAttribute attrs[] = {
      attnNamed(k->ctx, "intrin", attnStr(k->ctx, name)),
      attnNamed(k->ctx, "op_bundle_sizes", mlirDenseI32ArrayGet(k->ctx, 0, NULL)),
      attnNamed(k->ctx, "operandSegmentSizes", mlirDenseI32ArrayGet(k->ctx, 2, segments))};
  return attnBuild(&k->b, "llvm.call_intrinsic", n, args, result, 3, attrs);
}

//===--- memory -----------------------------------------------------------===//

static MlirValue gep(AttnLower *k, MlirValue pointer, MlirValue dynamic, int64_t constant) {
  bool isDynamic = !mlirValueIsNull(dynamic);
  int32_t index = isDynamic ? INT32_MIN : (int32_t)constant; // INT32_MIN stands for an operand
  MlirNamedAttribute attrs[] = {
      attnNamed(k->ctx, "rawConstantIndices", mlirDenseI32ArrayGet(k->ctx, 1, &index)),
      attnNamed(k->ctx, "elem_type", mlirTypeAttrGet(k->i8))};
  MlirValue operands[] = {pointer, dynamic};
  return attnBuild(&k->b, "llvm.getelementptr", isDynamic ? 2 : 1, operands,
                   mlirValueGetType(pointer), 2, attrs);
}

MlirValue attnLPointer(AttnLower *k, MlirValue pointer, MlirValue bytes, int64_t constant) {
  if (!mlirValueIsNull(bytes))
    pointer = gep(k, pointer, bytes, 0);
  if (constant > INT32_MAX || constant < -INT32_MAX)
    return gep(k, pointer, attnConstInt(&k->b, k->i64, constant), 0);
  return constant ? gep(k, pointer, (MlirValue){NULL}, constant) : pointer;
}

MlirValue attnLLoad(AttnLower *k, MlirValue pointer, MlirType type, int64_t align) {
  MlirNamedAttribute attr = attnNamed(k->ctx, "alignment", attnI64(k->ctx, align));
  return attnBuild(&k->b, "llvm.load", 1, &pointer, type, 1, &attr);
}

void attnLStore(AttnLower *k, MlirValue value, MlirValue pointer, int64_t align) {
  MlirNamedAttribute attr = attnNamed(k->ctx, "alignment", attnI64(k->ctx, align));
  attnBuildOp(&k->b, &(AttnOpDesc){.name = "llvm.store",
                                   .nOperands = 2,
                                   .operands = (MlirValue[]){value, pointer},
                                   .nAttrs = 1,
                                   .attrs = &attr});
}

MlirType attnLVector(int64_t n, MlirType element) {
  return n == 1 ? element : mlirVectorTypeGet(1, &n, element);
}

MlirValue attnLExtract(AttnLower *k, MlirValue vector, int i) {
  MlirType type = mlirValueGetType(vector);
  if (!mlirTypeIsAVector(type))
    return vector;
  MlirValue operands[] = {vector, attnLI32(k, i)};
  return attnBuild(&k->b, "llvm.extractelement", 2, operands, mlirShapedTypeGetElementType(type), 0,
                   NULL);
}

MlirValue attnLInsert(AttnLower *k, MlirValue vector, MlirValue x, int i) {
  MlirType type = mlirValueGetType(vector);
  if (!mlirTypeIsAVector(type))
    return x;
  MlirValue operands[] = {vector, x, attnLI32(k, i)};
  return attnBuild(&k->b, "llvm.insertelement", 3, operands, type, 0, NULL);
}

MlirValue attnLField(AttnLower *k, MlirValue fields, MlirType type, int64_t i) {
  MlirNamedAttribute at = attnNamed(k->ctx, "position", mlirDenseI64ArrayGet(k->ctx, 1, &i));
  return attnBuild(&k->b, "llvm.extractvalue", 1, &fields, type, 1, &at);
}

MlirValue attnLZero(AttnLower *k, MlirType type) {
  MlirType element = attnElementType(type);
  MlirAttribute value = attnIsFloat(element) ? mlirFloatAttrDoubleGet(k->ctx, element, 0.0)
                                             : mlirIntegerAttrGet(element, 0);
  if (mlirTypeIsAVector(type))
    value = mlirDenseElementsAttrSplatGet(type, value);
  MlirNamedAttribute attr = attnNamed(k->ctx, "value", value);
  return attnBuild0(&k->b, "arith.constant", type, 1, &attr);
}

int64_t attnLBytes(MlirType element) {
  if (mlirTypeIsAIndex(element))
    return 8;
  unsigned bits = mlirTypeIsAInteger(element) ? mlirIntegerTypeGetWidth(element)
                                              : mlirFloatTypeGetWidth(element);
  return bits < 8 ? 1 : bits / 8;
}

MlirValue attnLPtx(AttnLower *k, const char *text, const char *constraints, int n,
                   const MlirValue *operands, MlirType result) {
  MlirNamedAttribute attrs[] = {attnNamed(k->ctx, "asm_string", attnStr(k->ctx, text)),
                                attnNamed(k->ctx, "constraints", attnStr(k->ctx, constraints)),
                                attnNamed(k->ctx, "asm_dialect", mlirIntegerAttrGet(k->i64, 0)),
                                attnNamed(k->ctx, "has_side_effects", mlirUnitAttrGet(k->ctx))};
  int none = mlirTypeIsNull(result), effects = strstr(constraints, "~{memory}") != NULL;
  MlirOperation op = attnBuildOp(&k->b, &(AttnOpDesc){.name = "llvm.inline_asm",
                                                      .nOperands = n,
                                                      .operands = operands,
                                                      .nResults = !none,
                                                      .results = &result,
                                                      .nAttrs = 3 + effects,
                                                      .attrs = attrs});
  return none ? (MlirValue){NULL} : mlirOperationGetResult(op, 0);
}

/// The sum in 32 bits, term by term: LLVM's pointers have 64 bits in every space, and it does not
/// narrow what is computed in them.
MlirValue attnLShared32(AttnLower *k, MlirValue pointer) {
  MlirOperation op = attnDef(pointer);
  if (attnIs(op, "llvm.inttoptr") &&
      mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(op, 0)), k->i32))
    return mlirOperationGetOperand(op, 0);
  if (!attnIs(op, "llvm.getelementptr")) // of bytes: only gep() makes them here
    return attnBuild1(&k->b, "llvm.ptrtoint", pointer, k->i32);
  MlirValue base = attnLShared32(k, mlirOperationGetOperand(op, 0));
  if (mlirOperationGetNumOperands(op) == 2)
    return attnLOp2(k, "arith.addi", base, attnCast(&k->b, mlirOperationGetOperand(op, 1), k->i32));
  MlirAttribute constants = attnAttr(op, "rawConstantIndices");
  return attnLAddC(k, base, mlirDenseI32ArrayGetElement(constants, 0));
}

//===--- shuffles ---------------------------------------------------------===//

static MlirValue shuffle32(AttnLower *k, const char *kind, MlirValue value, MlirValue offset) {
  char text[48];
  snprintf(text, sizeof text, "#nvvm<shfl_kind %s>", kind);
  MlirNamedAttribute attr = attnNamed(k->ctx, "kind", parsed(k, text));
  MlirValue operands[] = {attnLI32(k, -1), value, offset, attnLI32(k, 31)};
  return attnBuild(&k->b, "nvvm.shfl.sync", 4, operands, mlirValueGetType(value), 1, &attr);
}

MlirValue attnLShuffle(AttnLower *k, const char *kind, MlirValue value, MlirValue offset) {
  MlirType type = mlirValueGetType(value);
  if (mlirTypeEqual(type, k->f32) || mlirTypeEqual(type, k->i32))
    return shuffle32(k, kind, value, offset);
  if (mlirTypeIsAIndex(type))
    return attnCast(&k->b, attnLShuffle(k, kind, attnCast(&k->b, value, k->i64), offset), type);
  if (attnIsFloat(type)) {
    MlirType bits = mlirIntegerTypeGet(k->ctx, mlirFloatTypeGetWidth(type));
    MlirValue v = attnBuild1(&k->b, "arith.bitcast", value, bits);
    return attnBuild1(&k->b, "arith.bitcast", attnLShuffle(k, kind, v, offset), type);
  }
  if (mlirIntegerTypeGetWidth(type) < 32) {
    MlirValue v = attnBuild1(&k->b, "arith.extui", value, k->i32);
    return attnBuild1(&k->b, "arith.trunci", shuffle32(k, kind, v, offset), type);
  }
  MlirValue half = attnConstInt(&k->b, type, 32);
  MlirValue low = attnBuild1(&k->b, "arith.trunci", value, k->i32);
  MlirValue high =
      attnBuild1(&k->b, "arith.trunci", attnLOp2(k, "arith.shrui", value, half), k->i32);
  low = attnBuild1(&k->b, "arith.extui", shuffle32(k, kind, low, offset), type);
  high = attnBuild1(&k->b, "arith.extui", shuffle32(k, kind, high, offset), type);
  return attnLOp2(k, "arith.ori", low, attnLOp2(k, "arith.shli", high, half));
}

MlirValue attnLBallot(AttnLower *k, MlirValue predicate) {
  MlirNamedAttribute attr = attnNamed(k->ctx, "kind", parsed(k, "#nvvm<vote_sync_kind ballot>"));
  return attnBuild(&k->b, "nvvm.vote.sync", 2, (MlirValue[]){attnLI32(k, -1), predicate}, k->i32, 1,
                   &attr);
}

MlirValue attnLVote(AttnLower *k, bool all, MlirValue predicate) {
  const char *kind = all ? "#nvvm<vote_sync_kind all>" : "#nvvm<vote_sync_kind any>";
  MlirNamedAttribute attr = attnNamed(k->ctx, "kind", parsed(k, kind));
  return attnBuild(&k->b, "nvvm.vote.sync", 2, (MlirValue[]){attnLI32(k, -1), predicate},
                   mlirIntegerTypeGet(k->ctx, 1), 1, &attr);
}

//===--- loops ------------------------------------------------------------===//

MlirOperation attnLForBegin(AttnLower *k, int64_t lo, int64_t hi, int64_t step, intptr_t n,
                            const MlirValue *inits, MlirValue *iv, MlirValue *iterArgs) {
  MlirType *types = malloc((size_t)(n + 1) * sizeof *types);
  MlirValue *operands = malloc((size_t)(n + 3) * sizeof *operands);
  operands[0] = attnLI32(k, lo), operands[1] = attnLI32(k, hi), operands[2] = attnLI32(k, step);
  types[0] = k->i32;
  for (intptr_t i = 0; i < n; ++i)
    types[i + 1] = mlirValueGetType(inits[i]), operands[i + 3] = inits[i];
  AttnBuilder body;
  MlirRegion region = attnRegionWithBlock(&k->b, n + 1, types, &body);
  MlirOperation op = attnBuildOp(&k->b, &(AttnOpDesc){.name = "scf.for",
                                                      .nOperands = n + 3,
                                                      .operands = operands,
                                                      .nResults = n,
                                                      .results = types + 1,
                                                      .nRegions = 1,
                                                      .regions = &region});
  *iv = mlirBlockGetArgument(body.block, 0);
  for (intptr_t i = 0; i < n; ++i)
    iterArgs[i] = mlirBlockGetArgument(body.block, i + 1);
  k->b = body;
  free(types);
  free(operands);
  return op;
}

void attnLForEnd(AttnLower *k, MlirOperation loop, intptr_t n, const MlirValue *yields,
                 MlirValue *results) {
  attnBuildYield(&k->b, "scf.yield", n, yields);
  k->b = attnBuilderAtEnd(mlirOperationGetBlock(loop), mlirOperationGetLocation(loop));
  for (intptr_t i = 0; i < n; ++i)
    results[i] = mlirOperationGetResult(loop, i);
}

//===--- lanes ------------------------------------------------------------===//

/// digit = (number of the level / stride) mod size
static MlirValue digit(AttnLower *k, AttnLevel level, int stride, int size) {
  MlirValue v = level == ATTN_LANE ? k->lane : k->warp;
  int total = level == ATTN_LANE ? 32 : k->warps;
  if (stride > 1)
    v = attnLOp2(k, "arith.divui", v, attnLI32(k, stride));
  if (stride * size < total)
    v = attnLOp2(k, "arith.remui", v, attnLI32(k, size));
  return v;
}

typedef enum Part { PART_COORD, PART_LANE_DIGITS, PART_FIRST_COPY } Part;

/// One lane or warp factor along an axis: its digit is weighed by its stride along the axis
/// (PART_COORD) or within the lane number (PART_LANE_DIGITS).
typedef struct Term {
  AttnLevel level;
  int stride, size, weight;
} Term;

static int termsOf(const AttnLayout *l, const char *axis, Part part, Term *terms) {
  int levelStride[3] = {1, 1, 1}, axisStride = 1, n = 0;
  for (int i = 0; i < l->size; ++i) {
    const AttnFactor *f = &l->f[i];
    int stride = levelStride[f->level];
    levelStride[f->level] *= f->size;
    if (strcmp(f->axis, axis) != 0)
      continue;
    int weight = part == PART_COORD ? axisStride : part == PART_LANE_DIGITS ? stride : 1;
    axisStride *= f->size;
    if (f->level == ATTN_LANE || (f->level == ATTN_WARP && part != PART_LANE_DIGITS))
      terms[n++] = (Term){f->level, stride, f->size, weight};
  }
  return n;
}

/// The digits of the lane and warp factors along `axis`, combined:
///   PART_COORD        sum of digit * stride along the axis
///   PART_LANE_DIGITS  sum of digit * stride within the lane number (lane factors only)
///   PART_FIRST_COPY   conjunction of digit == 0
/// Null where there are none. Emitted at the entry, once per combination.
static MlirValue partOf(AttnLower *k, const AttnLayout *l, const char *axis, Part part) {
  Term terms[ATTN_LAYOUT_MAX_FACTORS];
  int n = termsOf(l, axis, part, terms);
  char key[sizeof k->parts[0].key];
  int used = snprintf(key, sizeof key, "%d", part);
  for (int i = 0; i < n && used < (int)sizeof key; ++i)
    used += snprintf(key + used, sizeof key - (size_t)used, "|%d:%d:%d:%d", terms[i].level,
                     terms[i].stride, terms[i].size, terms[i].weight);
  bool fits = used < (int)sizeof key;
  for (int i = 0; fits && i < k->nParts; ++i)
    if (strcmp(k->parts[i].key, key) == 0)
      return k->parts[i].value;
  AttnBuilder saved = k->b;
  k->b = k->entry;
  MlirValue sum = {NULL};
  for (int i = 0; i < n; ++i) {
    MlirValue d = digit(k, terms[i].level, terms[i].stride, terms[i].size);
    if (part == PART_FIRST_COPY) {
      d = attnCmpi(&k->b, 0, d, attnLI32(k, 0));
      sum = mlirValueIsNull(sum) ? d : attnLOp2(k, "arith.andi", sum, d);
    } else {
      sum = attnLAdd(k, sum, attnLMulC(k, d, terms[i].weight));
    }
  }
  k->b = saved;
  if (fits && k->nParts < (int)(sizeof k->parts / sizeof *k->parts)) {
    snprintf(k->parts[k->nParts].key, sizeof key, "%s", key);
    k->parts[k->nParts++].value = sum;
  }
  return sum;
}

MlirValue attnLanePart(AttnLower *k, const AttnLayout *l, const char *axis) {
  return partOf(k, l, axis, PART_COORD);
}

MlirValue attnLaneWithout(AttnLower *k, const AttnLayout *l, const char *axis) {
  MlirValue digits = partOf(k, l, axis, PART_LANE_DIGITS);
  if (mlirValueIsNull(digits))
    return k->lane;
  AttnBuilder saved = k->b;
  k->b = k->entry;
  MlirValue v = attnLOp2(k, "arith.subi", k->lane, digits);
  k->b = saved;
  return v;
}

MlirValue attnLaneIsFirstCopy(AttnLower *k, const AttnLayout *l) {
  return partOf(k, l, "*", PART_FIRST_COPY);
}

AttnCoord attnLCoord(AttnLower *k, const AttnLayout *l, const char *axis, int reg) {
  return (AttnCoord){attnLanePart(k, l, axis), attnLayoutCoord(l, axis, reg, 0, 0),
                     attnLanePartBits(l, axis)};
}

int64_t attnLanePartBits(const AttnLayout *l, const char *axis) {
  int64_t stride = 1, bits = 0, top = 0;
  bool powers = true;
  for (int i = 0; i < l->size; ++i) {
    const AttnFactor *f = &l->f[i];
    if (strcmp(f->axis, axis) != 0)
      continue;
    powers &= (f->size & (f->size - 1)) == 0;
    if (f->level != ATTN_REG)
      bits |= (f->size - 1) * stride, top += (f->size - 1) * stride;
    stride *= f->size;
  }
  if (!powers)
    for (bits = 0; bits < top; bits = 2 * bits + 1)
      ;
  return bits;
}

int64_t attnLanePartMultiple(const AttnLayout *l, const char *axis) {
  int64_t stride = 1, multiple = 0;
  for (int i = 0; i < l->size; ++i) {
    if (strcmp(l->f[i].axis, axis) != 0)
      continue;
    if (l->f[i].level != ATTN_REG && multiple == 0)
      multiple = stride; // the innermost lane or warp factor has the smallest stride, a divisor
    stride *= l->f[i].size;
  }
  return multiple; // 0: no lane's part at all
}
