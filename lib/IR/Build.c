//===- Build.c - Making and reading IR through mlir-c ---------------------===//
// See Build.h. All MLIR 22 gaps that concern plain IR handling are filled here.
//===----------------------------------------------------------------------===//
#include "IR/Build.h"

#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static MlirStringRef ref(const char *s) { return mlirStringRefCreateFromCString(s); }

//===--- insertion point --------------------------------------------------===//

AttnBuilder attnBuilderAtEnd(MlirBlock block, MlirLocation loc) {
  return (AttnBuilder){mlirLocationGetContext(loc), loc, block, {NULL}};
}

AttnBuilder attnBuilderBefore(MlirOperation op) {
  return (AttnBuilder){mlirOperationGetContext(op), mlirOperationGetLocation(op),
                       mlirOperationGetBlock(op), op};
}

AttnBuilder attnBuilderAfter(MlirOperation op) {
  AttnBuilder b = attnBuilderBefore(op);
  b.before = mlirOperationGetNextInBlock(op);
  return b;
}

//===--- operations -------------------------------------------------------===//

MlirOperation attnBuildOp(const AttnBuilder *b, const AttnOpDesc *d) {
  MlirOperationState st = mlirOperationStateGet(ref(d->name), b->loc);
  if (d->nOperands)
    mlirOperationStateAddOperands(&st, d->nOperands, d->operands);
  if (d->nResults)
    mlirOperationStateAddResults(&st, d->nResults, d->results);
  if (d->nAttrs)
    mlirOperationStateAddAttributes(&st, d->nAttrs, d->attrs);
  if (d->nRegions)
    mlirOperationStateAddOwnedRegions(&st, d->nRegions, d->regions);
  MlirOperation op = mlirOperationCreate(&st);
  if (mlirOperationIsNull(b->before))
    mlirBlockAppendOwnedOperation(b->block, op);
  else
    mlirBlockInsertOwnedOperationBefore(b->block, b->before, op);
  return op;
}

MlirValue attnBuild(const AttnBuilder *b, const char *name, intptr_t nOperands,
                    const MlirValue *operands, MlirType result, intptr_t nAttrs,
                    const MlirNamedAttribute *attrs) {
  MlirOperation op = attnBuildOp(b, &(AttnOpDesc){.name = name,
                                                  .nOperands = nOperands,
                                                  .operands = operands,
                                                  .nResults = 1,
                                                  .results = &result,
                                                  .nAttrs = nAttrs,
                                                  .attrs = attrs});
  return mlirOperationGetResult(op, 0);
}

MlirValue attnBuild0(const AttnBuilder *b, const char *name, MlirType result, intptr_t nAttrs,
                     const MlirNamedAttribute *attrs) {
  return attnBuild(b, name, 0, NULL, result, nAttrs, attrs);
}

MlirValue attnBuild1(const AttnBuilder *b, const char *name, MlirValue x, MlirType result) {
  return attnBuild(b, name, 1, &x, result, 0, NULL);
}

int attnFirstResult(int n, const MlirType *types) {
  for (int first = 0; first < n; ++first) {
    int other = first == 0, i = 0;
    while (i < n && (i == first || mlirTypeEqual(types[i], types[other])))
      ++i;
    if (i == n)
      return first;
  }
  return -1;
}

MlirValue attnBuild2(const AttnBuilder *b, const char *name, MlirValue x, MlirValue y) {
  return attnBuild(b, name, 2, (MlirValue[]){x, y}, mlirValueGetType(x), 0, NULL);
}

MlirRegion attnRegionWithBlock(const AttnBuilder *b, intptr_t nArgs, const MlirType *args,
                               AttnBuilder *inner) {
  MlirRegion region = mlirRegionCreate();
  MlirLocation *locs = malloc((size_t)(nArgs ? nArgs : 1) * sizeof *locs);
  for (intptr_t i = 0; i < nArgs; ++i)
    locs[i] = b->loc;
  MlirBlock block = mlirBlockCreate(nArgs, args, locs);
  free(locs);
  mlirRegionAppendOwnedBlock(region, block);
  if (inner)
    *inner = attnBuilderAtEnd(block, b->loc);
  return region;
}

void attnBuildYield(const AttnBuilder *b, const char *name, intptr_t n, const MlirValue *values) {
  attnBuildOp(b, &(AttnOpDesc){.name = name, .nOperands = n, .operands = values});
}

static MlirValue constant(const AttnBuilder *b, MlirType type, MlirAttribute value) {
  MlirNamedAttribute attr = attnNamed(b->ctx, "value", value);
  return attnBuild0(b, "arith.constant", type, 1, &attr);
}

MlirValue attnConstIndex(const AttnBuilder *b, int64_t v) {
  return attnConstInt(b, mlirIndexTypeGet(b->ctx), v);
}

MlirValue attnConstInt(const AttnBuilder *b, MlirType type, int64_t v) {
  return constant(b, type, mlirIntegerAttrGet(type, v));
}

MlirValue attnConstFloat(const AttnBuilder *b, MlirType type, double v) {
  return constant(b, type, mlirFloatAttrDoubleGet(b->ctx, type, v));
}

bool attnConstantOf(MlirValue v, int64_t *c) {
  MlirOperation d = attnDef(v);
  MlirAttribute a = attnIs(d, "arith.constant") ? attnAttr(d, "value") : mlirAttributeGetNull();
  if (mlirAttributeIsNull(a) || !mlirAttributeIsAInteger(a))
    return false;
  *c = mlirIntegerAttrGetValueInt(a);
  return true;
}

MlirValue attnIndexSum(const AttnBuilder *b, MlirValue x, MlirValue y) {
  int64_t c, d;
  bool known = attnConstantOf(x, &c) && attnConstantOf(y, &d);
  return known ? attnConstIndex(b, c + d) : attnBuild2(b, "arith.addi", x, y);
}

MlirValue attnIndexMax(const AttnBuilder *b, MlirValue x, MlirValue y) {
  int64_t c, d;
  bool known = attnConstantOf(x, &c) && attnConstantOf(y, &d);
  return known ? (c < d ? y : x) : attnBuild2(b, "arith.maxsi", x, y);
}

static MlirValue compare(const AttnBuilder *b, const char *name, int64_t predicate, MlirValue x,
                         MlirValue y) {
  MlirNamedAttribute attr = attnNamed(b->ctx, "predicate", attnI64(b->ctx, predicate));
  return attnBuild(b, name, 2, (MlirValue[]){x, y}, mlirIntegerTypeGet(b->ctx, 1), 1, &attr);
}

MlirValue attnCmpi(const AttnBuilder *b, int64_t predicate, MlirValue x, MlirValue y) {
  return compare(b, "arith.cmpi", predicate, x, y);
}

MlirValue attnCmpf(const AttnBuilder *b, int64_t predicate, MlirValue x, MlirValue y) {
  return compare(b, "arith.cmpf", predicate, x, y);
}

MlirValue attnSelect(const AttnBuilder *b, MlirValue cond, MlirValue t, MlirValue f) {
  return attnBuild(b, "arith.select", 3, (MlirValue[]){cond, t, f}, mlirValueGetType(t), 0, NULL);
}

MlirValue attnCast(const AttnBuilder *b, MlirValue v, MlirType to) {
  MlirType from = mlirValueGetType(v);
  if (mlirTypeEqual(from, to))
    return v;
  bool fromFloat = mlirTypeIsAFloat(from), toFloat = mlirTypeIsAFloat(to);
  bool fromInt = mlirTypeIsAInteger(from), toInt = mlirTypeIsAInteger(to);
  bool fromIndex = mlirTypeIsAIndex(from), toIndex = mlirTypeIsAIndex(to);
  if (fromFloat && toFloat) {
    unsigned wf = mlirFloatTypeGetWidth(from), wt = mlirFloatTypeGetWidth(to);
    if (wf == wt) // f16 <-> bf16 go through f32
      return attnCast(b, attnCast(b, v, mlirF32TypeGet(b->ctx)), to);
    return attnBuild1(b, wf < wt ? "arith.extf" : "arith.truncf", v, to);
  }
  if (fromInt && toInt) {
    unsigned wf = mlirIntegerTypeGetWidth(from), wt = mlirIntegerTypeGetWidth(to);
    return attnBuild1(b, wf > wt ? "arith.trunci" : wf == 1 ? "arith.extui" : "arith.extsi", v, to);
  }
  if ((fromIndex && toInt) || (fromInt && toIndex)) {
    bool boolean = fromInt && mlirIntegerTypeGetWidth(from) == 1;
    return attnBuild1(b, boolean ? "arith.index_castui" : "arith.index_cast", v, to);
  }
  if (fromInt && toFloat)
    return attnBuild1(b, mlirIntegerTypeGetWidth(from) == 1 ? "arith.uitofp" : "arith.sitofp", v,
                      to);
  if (fromFloat && toInt)
    return attnBuild1(b, "arith.fptosi", v, to);
  if (fromIndex && toFloat)
    return attnCast(b, attnCast(b, v, mlirIntegerTypeGet(b->ctx, 64)), to);
  return (MlirValue){NULL};
}

MlirValue attnAffineApply(const AttnBuilder *b, MlirAffineMap map, intptr_t n,
                          const MlirValue *dims) {
  MlirNamedAttribute attr = attnNamed(b->ctx, "map", mlirAffineMapAttrGet(map));
  return attnBuild(b, "affine.apply", n, dims, mlirIndexTypeGet(b->ctx), 1, &attr);
}

MlirOperation attnBuildFor(const AttnBuilder *b, MlirValue lo, MlirValue hi, MlirValue step,
                           intptr_t n, const MlirValue *inits, AttnBuilder *body, MlirValue *iv,
                           MlirValue *iterArgs) {
  MlirType *types = malloc((size_t)(n + 1) * sizeof *types);
  MlirValue *operands = malloc((size_t)(n + 3) * sizeof *operands);
  types[0] = mlirValueGetType(lo);
  operands[0] = lo, operands[1] = hi, operands[2] = step;
  for (intptr_t i = 0; i < n; ++i)
    types[i + 1] = mlirValueGetType(inits[i]), operands[i + 3] = inits[i];
  MlirRegion region = attnRegionWithBlock(b, n + 1, types, body);
  MlirOperation op = attnBuildOp(b, &(AttnOpDesc){.name = "scf.for",
                                                  .nOperands = n + 3,
                                                  .operands = operands,
                                                  .nResults = n,
                                                  .results = types + 1,
                                                  .nRegions = 1,
                                                  .regions = &region});
  *iv = mlirBlockGetArgument(body->block, 0);
  for (intptr_t i = 0; i < n; ++i)
    iterArgs[i] = mlirBlockGetArgument(body->block, i + 1);
  free(types);
  free(operands);
  return op;
}

MlirOperation attnBuildWhile(const AttnBuilder *b, intptr_t n, const MlirValue *inits,
                             AttnBuilder *before, AttnBuilder *after) {
  MlirType *types = malloc((size_t)(n + 1) * sizeof *types);
  for (intptr_t i = 0; i < n; ++i)
    types[i] = mlirValueGetType(inits[i]);
  MlirRegion regions[] = {attnRegionWithBlock(b, n, types, before),
                          attnRegionWithBlock(b, n, types, after)};
  MlirOperation op = attnBuildOp(b, &(AttnOpDesc){.name = "scf.while",
                                                  .nOperands = n,
                                                  .operands = inits,
                                                  .nResults = n,
                                                  .results = types,
                                                  .nRegions = 2,
                                                  .regions = regions});
  free(types);
  return op;
}

MlirOperation attnBuildIf(const AttnBuilder *b, MlirValue cond, intptr_t n, const MlirType *results,
                          AttnBuilder *then, AttnBuilder *els) {
  MlirRegion regions[2] = {attnRegionWithBlock(b, 0, NULL, then),
                           els ? attnRegionWithBlock(b, 0, NULL, els) : mlirRegionCreate()};
  return attnBuildOp(b, &(AttnOpDesc){.name = "scf.if",
                                      .nOperands = 1,
                                      .operands = &cond,
                                      .nResults = n,
                                      .results = results,
                                      .nRegions = 2,
                                      .regions = regions});
}

//===--- linalg and slices ------------------------------------------------===//

enum { MAX_LOOPS = 32, MAX_RESULTS = 64 };

MlirAttribute attnIterators(MlirContext ctx, intptr_t n, unsigned reduced) {
  MlirAttribute types[MAX_LOOPS];
  for (intptr_t d = 0; d < n && d < MAX_LOOPS; ++d)
    types[d] = attnParseAttr(ctx, reduced >> d & 1 ? "#linalg.iterator_type<reduction>"
                                                   : "#linalg.iterator_type<parallel>");
  return mlirArrayAttrGet(ctx, n, types);
}

MlirOperation attnBuildGeneric(const AttnBuilder *b, intptr_t nIn, intptr_t nOut,
                               const MlirValue *operands, const MlirAttribute *maps,
                               MlirAttribute iterators, MlirRegion body) {
  MlirType results[MAX_RESULTS];
  for (intptr_t i = 0; i < nOut && i < MAX_RESULTS; ++i)
    results[i] = mlirValueGetType(operands[nIn + i]);
  int32_t segments[] = {(int32_t)nIn, (int32_t)nOut};
  MlirNamedAttribute attrs[] = {
      attnNamed(b->ctx, "indexing_maps", mlirArrayAttrGet(b->ctx, nIn + nOut, maps)),
      attnNamed(b->ctx, "iterator_types", iterators),
      attnNamed(b->ctx, "operandSegmentSizes", mlirDenseI32ArrayGet(b->ctx, 2, segments))};
  return attnBuildOp(b, &(AttnOpDesc){.name = "linalg.generic",
                                      .nOperands = nIn + nOut,
                                      .operands = operands,
                                      .nResults = nOut,
                                      .results = results,
                                      .nAttrs = 3,
                                      .attrs = attrs,
                                      .nRegions = 1,
                                      .regions = &body});
}

MlirValue attnBuildExpand(const AttnBuilder *b, MlirValue x, MlirAttribute reassociation,
                          MlirType result) {
  int64_t shape[32];
  intptr_t n = mlirShapedTypeGetRank(result);
  for (intptr_t d = 0; d < n; ++d)
    shape[d] = mlirShapedTypeGetDimSize(result, d);
  MlirNamedAttribute attrs[] = {
      attnNamed(b->ctx, "reassociation", reassociation),
      attnNamed(b->ctx, "static_output_shape", mlirDenseI64ArrayGet(b->ctx, n, shape))};
  return attnBuild(b, "tensor.expand_shape", 1, &x, result, 2, attrs);
}

MlirValue attnBuildSlice(const AttnBuilder *b, MlirValue x, const int64_t *offsets,
                         const int64_t *sizes, const int64_t *strides, MlirType result) {
  intptr_t n = mlirShapedTypeGetRank(mlirValueGetType(x));
  MlirNamedAttribute attrs[] = {
      attnNamed(b->ctx, "static_offsets", mlirDenseI64ArrayGet(b->ctx, n, offsets)),
      attnNamed(b->ctx, "static_sizes", mlirDenseI64ArrayGet(b->ctx, n, sizes)),
      attnNamed(b->ctx, "static_strides", mlirDenseI64ArrayGet(b->ctx, n, strides)),
      attnNamed(b->ctx, "operandSegmentSizes",
                mlirDenseI32ArrayGet(b->ctx, 4, (int32_t[]){1, 0, 0, 0}))};
  return attnBuild(b, "tensor.extract_slice", 1, &x, result, 4, attrs);
}

//===--- attributes -------------------------------------------------------===//

MlirNamedAttribute attnNamed(MlirContext ctx, const char *name, MlirAttribute attr) {
  return mlirNamedAttributeGet(mlirIdentifierGet(ctx, ref(name)), attr);
}

MlirAttribute attnStr(MlirContext ctx, const char *s) { return mlirStringAttrGet(ctx, ref(s)); }

MlirAttribute attnI64(MlirContext ctx, int64_t v) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(ctx, 64), v);
}

MlirAttribute attnStrs(MlirContext ctx, intptr_t n, const char *const *s) {
  MlirAttribute *attrs = malloc((size_t)(n ? n : 1) * sizeof *attrs);
  for (intptr_t i = 0; i < n; ++i)
    attrs[i] = attnStr(ctx, s[i]);
  MlirAttribute array = mlirArrayAttrGet(ctx, n, attrs);
  free(attrs);
  return array;
}

MlirAttribute attnMapAttr(MlirAffineMap map) { return mlirAffineMapAttrGet(map); }

MlirAttribute attnAttr(MlirOperation op, const char *name) {
  if (mlirOperationIsNull(op)) // the definition of a block argument has no attributes
    return mlirAttributeGetNull();
  return mlirOperationGetAttributeByName(op, ref(name));
}

static bool intValue(MlirAttribute a, int64_t *v) {
  if (mlirAttributeIsNull(a) || !mlirAttributeIsAInteger(a))
    return false;
  *v = mlirIntegerAttrGetValueInt(a);
  return true;
}

bool attnAttrI64(MlirOperation op, const char *name, int64_t *v) {
  return intValue(attnAttr(op, name), v);
}

const char *attnStrValue(MlirAttribute a) {
  if (mlirAttributeIsNull(a) || !mlirAttributeIsAString(a))
    return NULL;
  MlirStringRef s = mlirStringAttrGetValue(a);
  return s.length ? s.data : "";
}

const char *attnAttrStr(MlirOperation op, const char *name) {
  return attnStrValue(attnAttr(op, name));
}

bool attnAttrMap(MlirOperation op, const char *name, MlirAffineMap *map) {
  MlirAttribute a = attnAttr(op, name);
  if (mlirAttributeIsNull(a) || !mlirAttributeIsAAffineMap(a))
    return false;
  *map = mlirAffineMapAttrGetValue(a);
  return true;
}

intptr_t attnAttrArraySize(MlirOperation op, const char *name) {
  MlirAttribute a = attnAttr(op, name);
  if (mlirAttributeIsNull(a) || !mlirAttributeIsAArray(a))
    return -1;
  return mlirArrayAttrGetNumElements(a);
}

MlirAttribute attnAttrArrayGet(MlirOperation op, const char *name, intptr_t i) {
  return mlirArrayAttrGetElement(attnAttr(op, name), i);
}

MlirAttribute attnDictGet(MlirAttribute dict, const char *key) {
  return mlirDictionaryAttrGetElementByName(dict, ref(key));
}

const char *attnDictStr(MlirAttribute dict, const char *key) {
  return attnStrValue(attnDictGet(dict, key));
}

bool attnDictI64(MlirAttribute dict, const char *key, int64_t *v) {
  return intValue(attnDictGet(dict, key), v);
}

typedef struct Printed {
  char *text;
  size_t size, capacity;
} Printed;

static void printPart(MlirStringRef part, void *user) {
  Printed *p = user;
  for (size_t i = 0; i < part.length && p->size + 1 < p->capacity; ++i)
    p->text[p->size++] = part.data[i];
  p->text[p->size] = 0;
}

void attnPrintAttr(MlirAttribute attr, char *buffer, size_t size) {
  Printed p = {buffer, 0, size};
  buffer[0] = 0;
  mlirAttributePrint(attr, printPart, &p);
}

MlirAttribute attnParseAttr(MlirContext ctx, const char *text) {
  return mlirAttributeParseGet(ctx, ref(text));
}

void attnSetAttr(MlirOperation op, const char *name, MlirAttribute attr) {
  mlirOperationSetAttributeByName(op, ref(name), attr);
}

void attnAppendOperand(MlirOperation op, MlirValue v) {
  intptr_t n = mlirOperationGetNumOperands(op);
  MlirValue *operands = malloc((size_t)(n + 1) * sizeof *operands);
  for (intptr_t i = 0; i < n; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  operands[n] = v;
  mlirOperationSetOperands(op, n + 1, operands);
  free(operands);
}

//===--- reading ----------------------------------------------------------===//

const char *attnOpName(MlirOperation op) {
  return mlirIdentifierStr(mlirOperationGetName(op)).data;
}

bool attnIs(MlirOperation op, const char *name) {
  return !mlirOperationIsNull(op) && strcmp(attnOpName(op), name) == 0;
}

MlirOperation attnDef(MlirValue v) {
  return mlirValueIsAOpResult(v) ? mlirOpResultGetOwner(v) : (MlirOperation){NULL};
}

MlirContext attnValueContext(MlirValue v) { return mlirTypeGetContext(mlirValueGetType(v)); }

MlirBlock attnBody(MlirOperation op, intptr_t region) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region));
}

MlirType attnElementType(MlirType t) {
  return mlirTypeIsAShaped(t) ? mlirShapedTypeGetElementType(t) : t;
}

bool attnIsFloat(MlirType t) {
  return mlirTypeIsAF16(t) || mlirTypeIsABF16(t) || mlirTypeIsAF32(t) || mlirTypeIsAF64(t);
}

MlirType attnTensorType(intptr_t rank, const int64_t *shape, MlirType element) {
  return mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull());
}

intptr_t attnNumUses(MlirValue v) {
  intptr_t n = 0;
  for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u);
       u = mlirOpOperandGetNextUse(u))
    ++n;
  return n;
}

bool attnHasUses(MlirOperation op) {
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i)
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op, i))))
      return true;
  return false;
}

MlirOperation attnParentOfName(MlirOperation op, const char *name) {
  MlirOperation p = mlirOperationGetParentOperation(op);
  while (!mlirOperationIsNull(p) && !attnIs(p, name))
    p = mlirOperationGetParentOperation(p);
  return p;
}

MlirModule attnModuleOf(MlirOperation op) {
  MlirOperation p = op;
  while (!mlirOperationIsNull(p) && !attnIs(p, "builtin.module"))
    p = mlirOperationGetParentOperation(p);
  return mlirModuleFromOperation(p);
}

MlirRegion attnParentRegion(MlirOperation op) {
  return mlirBlockGetParentRegion(mlirOperationGetBlock(op));
}

static bool blockIsInside(MlirBlock block, MlirRegion r) {
  while (!mlirBlockIsNull(block)) {
    if (mlirRegionEqual(mlirBlockGetParentRegion(block), r))
      return true;
    MlirOperation parent = mlirBlockGetParentOperation(block);
    if (mlirOperationIsNull(parent))
      return false;
    block = mlirOperationGetBlock(parent);
  }
  return false;
}

bool attnIsInside(MlirOperation op, MlirRegion r) {
  return blockIsInside(mlirOperationGetBlock(op), r);
}

bool attnValueIsInside(MlirValue v, MlirRegion r) {
  return blockIsInside(mlirValueIsABlockArgument(v)
                           ? mlirBlockArgumentGetOwner(v)
                           : mlirOperationGetBlock(mlirOpResultGetOwner(v)),
                       r);
}

typedef struct Collect {
  MlirOperation root;
  const char *name;
  MlirOperation *ops;
  intptr_t size, capacity;
} Collect;

static MlirWalkResult collectOne(MlirOperation op, void *user) {
  Collect *c = user;
  if (mlirOperationEqual(op, c->root) || (c->name && !attnIs(op, c->name)))
    return MlirWalkResultAdvance;
  if (c->size == c->capacity) {
    c->capacity = c->capacity ? 2 * c->capacity : 16;
    c->ops = realloc(c->ops, (size_t)c->capacity * sizeof *c->ops);
  }
  c->ops[c->size++] = op;
  return MlirWalkResultAdvance;
}

intptr_t attnCollect(MlirOperation root, const char *name, MlirOperation **ops) {
  Collect c = {.root = root, .name = name};
  mlirOperationWalk(root, collectOne, &c, MlirWalkPreOrder);
  *ops = c.ops;
  return c.size;
}

bool attnSymbolTaken(MlirOperation root, const char *name) {
  MlirOperation *ops;
  intptr_t n = attnCollect(root, NULL, &ops);
  bool taken = false;
  for (intptr_t i = 0; i < n && !taken; ++i) {
    const char *s = attnAttrStr(ops[i], "sym_name");
    taken = s && strcmp(s, name) == 0;
  }
  free(ops);
  return taken;
}

void attnReplaceOp(MlirOperation op, intptr_t n, const MlirValue *values) {
  for (intptr_t i = 0; i < n; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i), values[i]);
  mlirOperationDestroy(op);
}

static bool erasable(MlirOperation op) {
  static const char *prefixes[] = {"arith.", "math.", "tensor.", "linalg.", "affine.", "carrier."};
  const char *name = attnOpName(op);
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
      return mlirOperationGetNumResults(op) > 0;
  return false;
}

void attnEraseDead(MlirBlock block) {
  for (bool changed = true; changed;) {
    changed = false;
    intptr_t n = 0;
    for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
         op = mlirOperationGetNextInBlock(op))
      ++n;
    MlirOperation *ops = malloc((size_t)(n ? n : 1) * sizeof *ops);
    n = 0;
    for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
         op = mlirOperationGetNextInBlock(op))
      ops[n++] = op;
    while (n-- > 0)
      if (erasable(ops[n]) && !attnHasUses(ops[n])) {
        mlirOperationDestroy(ops[n]);
        changed = true;
      }
    free(ops);
  }
}

static void dropText(MlirStringRef s, void *user) {
  (void)s;
  (void)user;
}

void attnRegisterUpstreamPasses(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, mlirRegisterAllPasses);
}

MlirLogicalResult attnRunPipeline(MlirOperation op, const char *pipeline) {
  attnRegisterUpstreamPasses();
  MlirPassManager pm = mlirPassManagerCreateOnOperation(
      mlirOperationGetContext(op),
      mlirOperationGetName(op).ptr ? mlirIdentifierStr(mlirOperationGetName(op)) : ref("any"));
  MlirLogicalResult r =
      mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(pm), ref(pipeline), dropText, NULL);
  if (mlirLogicalResultIsSuccess(r))
    r = mlirPassManagerRunOnOp(pm, op);
  mlirPassManagerDestroy(pm);
  return r;
}

//===--- cloning ----------------------------------------------------------===//

void attnMapValue(AttnValueMap *m, MlirValue from, MlirValue to) {
  for (intptr_t i = 0; i < m->size; ++i)
    if (mlirValueEqual(m->from[i], from)) {
      m->to[i] = to;
      return;
    }
  if (m->size == m->capacity) {
    m->capacity = m->capacity ? 2 * m->capacity : 32;
    m->from = realloc(m->from, (size_t)m->capacity * sizeof *m->from);
    m->to = realloc(m->to, (size_t)m->capacity * sizeof *m->to);
  }
  m->from[m->size] = from;
  m->to[m->size++] = to;
}

MlirValue attnMapLookup(const AttnValueMap *m, MlirValue v) {
  for (intptr_t i = 0; i < m->size; ++i)
    if (mlirValueEqual(m->from[i], v))
      return m->to[i];
  return v;
}

bool attnMapContains(const AttnValueMap *m, MlirValue v) {
  for (intptr_t i = 0; i < m->size; ++i)
    if (mlirValueEqual(m->from[i], v))
      return true;
  return false;
}

void attnMapFree(AttnValueMap *m) {
  free(m->from);
  free(m->to);
  *m = (AttnValueMap){0};
}

static MlirWalkResult remapOperands(MlirOperation op, void *user) {
  const AttnValueMap *m = user;
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i)
    mlirOperationSetOperand(op, i, attnMapLookup(m, mlirOperationGetOperand(op, i)));
  return MlirWalkResultAdvance;
}

MlirOperation attnCloneMapped(const AttnBuilder *b, MlirOperation op, AttnValueMap *m) {
  MlirOperation clone = mlirOperationClone(op);
  mlirOperationWalk(clone, remapOperands, m, MlirWalkPreOrder);
  if (mlirOperationIsNull(b->before))
    mlirBlockAppendOwnedOperation(b->block, clone);
  else
    mlirBlockInsertOwnedOperationBefore(b->block, b->before, clone);
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i)
    attnMapValue(m, mlirOperationGetResult(op, i), mlirOperationGetResult(clone, i));
  return clone;
}

MlirValue attnCloneScalar(const AttnBuilder *b, MlirValue v, MlirRegion region, AttnValueMap *m) {
  if (attnMapContains(m, v))
    return attnMapLookup(m, v);
  if (!attnValueIsInside(v, region))
    return v;
  MlirOperation d = attnDef(v);
  if (mlirOperationIsNull(d) || mlirOperationGetNumRegions(d) ||
      mlirTypeIsAShaped(mlirValueGetType(v)))
    return (MlirValue){NULL};
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(d); i < n; ++i)
    if (mlirValueIsNull(attnCloneScalar(b, mlirOperationGetOperand(d, i), region, m)))
      return (MlirValue){NULL};
  attnCloneMapped(b, d, m);
  return attnMapLookup(m, v);
}
