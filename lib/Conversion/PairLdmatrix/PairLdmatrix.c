//===- PairLdmatrix.c - attn-pair-ldmatrix --------------------------------===//
//
// Takes: functions in the LLVM and NVVM dialects (after convert-tile-to-nvvm). An nvvm.ldmatrix of
// two matrices with the attribute attn.repeat = A promises that its address is the same in lanes i
// and i + 16, which the instruction does not look at, and that the pointer to which the lane's part
// is added is a multiple of A bytes.
// Gives: two such reads of a block, next to each other among its reads and with no write to memory
// between them, as one read of four matrices: half the instructions, the same bytes.
//
//   x = ldmatrix.x2 [p]         ->   xy = ldmatrix.x4 [lane < 16 ? p : q]
//   y = ldmatrix.x2 [q]
//
// Leaves alone: everything else, whatever computes it.
//
// The address. Both are taken apart into  ((base + lane's part) XOR flip) + offset  with constants
// flip and offset. Of one base and one lane's part,
//
//   lane < 16 ? p : q  =  ((base + part') XOR flip(p)) + offset(p)
//     part' = (part XOR f) + d
//     f = lane < 16 ? 0 : flip(p) XOR flip(q)        d = lane < 16 ? 0 : offset(q) - offset(p)
//
// where part' is made once at the function's entry, so that the pair costs no more address
// arithmetic and no more registers than one of the two did. f may stand beside the part as long as
// the base has no bits there (A). Addresses of different bases or parts are not paired.
//===----------------------------------------------------------------------===//
#include "IR/Build.h"
#include "IR/Diag.h"
#include "attn-c/Plugin.h"

#include "mlir-c/Dialect/LLVM.h"

#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1};

//===--- addresses --------------------------------------------------------===//

typedef struct Address {
  MlirValue base, part; ///< a pointer; an i32 or i64 defined in the entry block, may be null
  int64_t flip, offset;
} Address;

static bool constantOf(MlirValue v, int64_t *c) {
  MlirOperation op = attnDef(v);
  if (mlirOperationIsNull(op) || !attnIs(op, "llvm.mlir.constant"))
    return false;
  return attnAttrI64(op, "value", c);
}

/// The constant bytes of a getelementptr with one constant index into i8.
static bool constantStep(MlirOperation op, int64_t *bytes) {
  MlirAttribute indices = attnAttr(op, "rawConstantIndices"), type = attnAttr(op, "elem_type");
  if (!attnIs(op, "llvm.getelementptr") || mlirOperationGetNumOperands(op) != 1 ||
      mlirAttributeIsNull(indices) || mlirDenseArrayGetNumElements(indices) != 1)
    return false;
  MlirType element = mlirTypeAttrGetValue(type);
  if (!mlirTypeIsAInteger(element) || mlirIntegerTypeGetWidth(element) != 8)
    return false;
  *bytes = mlirDenseI32ArrayGetElement(indices, 0);
  return true;
}

/// The value that a getelementptr with one dynamic index into i8 adds; null if it is none.
static MlirValue dynamicStep(MlirOperation op) {
  MlirAttribute indices = attnAttr(op, "rawConstantIndices"), type = attnAttr(op, "elem_type");
  if (!attnIs(op, "llvm.getelementptr") || mlirOperationGetNumOperands(op) != 2 ||
      mlirAttributeIsNull(indices) || mlirDenseArrayGetNumElements(indices) != 1)
    return (MlirValue){NULL};
  MlirType element = mlirTypeAttrGetValue(type);
  bool bytes = mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 8;
  return bytes ? mlirOperationGetOperand(op, 1) : (MlirValue){NULL};
}

/// Is it defined by an operation of this block?
static bool isDefinedIn(MlirValue v, MlirBlock block) {
  MlirOperation def = attnDef(v);
  return !mlirOperationIsNull(def) && mlirBlockEqual(mlirOperationGetBlock(def), block);
}

static Address takeApart(MlirValue pointer, MlirBlock entry) {
  Address a = {pointer, {NULL}, 0, 0};
  int64_t step, bits;
  MlirOperation op = attnDef(pointer);
  while (!mlirOperationIsNull(op) && constantStep(op, &step)) {
    a.offset += step;
    a.base = mlirOperationGetOperand(op, 0);
    op = attnDef(a.base);
  }
  if (!mlirOperationIsNull(op) && attnIs(op, "llvm.inttoptr")) {
    MlirOperation flip = attnDef(mlirOperationGetOperand(op, 0)), integer = {NULL};
    if (!mlirOperationIsNull(flip) && attnIs(flip, "llvm.xor") &&
        constantOf(mlirOperationGetOperand(flip, 1), &bits))
      integer = attnDef(mlirOperationGetOperand(flip, 0));
    if (mlirOperationIsNull(integer) || !attnIs(integer, "llvm.ptrtoint"))
      return a;
    a.base = mlirOperationGetOperand(integer, 0);
    a.flip = bits;
    op = attnDef(a.base);
  }
  if (mlirOperationIsNull(op))
    return a;
  MlirValue part = dynamicStep(op);
  if (!mlirValueIsNull(part) && isDefinedIn(part, entry)) {
    a.base = mlirOperationGetOperand(op, 0);
    a.part = part;
  }
  return a;
}

//===--- what depends on the lane -----------------------------------------===//

typedef struct Pairing {
  MlirContext ctx;
  MlirType i32;
  MlirOperation func;
  MlirBlock entry;
  MlirValue upper; ///< i1: lane >= 16
  int n;           ///< of the parts made
  struct {
    MlirValue part, made;
    int64_t flip, offset;
  } parts[64];
} Pairing;

static MlirValue constant(Pairing *p, const AttnBuilder *b, int64_t v) {
  MlirNamedAttribute attr = attnNamed(p->ctx, "value", mlirIntegerAttrGet(p->i32, v));
  return attnBuild0(b, "llvm.mlir.constant", p->i32, 1, &attr);
}

/// lane < 16 ? 0 : c
static MlirValue selected(Pairing *p, const AttnBuilder *b, int64_t c) {
  MlirValue operands[] = {p->upper, constant(p, b, c), constant(p, b, 0)};
  return attnBuild(b, "llvm.select", 3, operands, p->i32, 0, NULL);
}

/// (part XOR (lane < 16 ? 0 : flip)) + (lane < 16 ? 0 : offset), at the entry; part may be null.
static MlirValue partOf(Pairing *p, MlirValue part, int64_t flip, int64_t offset) {
  for (int i = 0; i < p->n; ++i)
    if (mlirValueEqual(p->parts[i].part, part) && p->parts[i].flip == flip &&
        p->parts[i].offset == offset)
      return p->parts[i].made;
  if (mlirValueIsNull(p->upper)) {
    AttnBuilder first = attnBuilderBefore(mlirBlockGetFirstOperation(p->entry));
    MlirValue lane = attnBuild0(&first, "nvvm.read.ptx.sreg.laneid", p->i32, 0, NULL);
    MlirValue operands[] = {lane, constant(p, &first, 16)};
    MlirNamedAttribute uge =
        attnNamed(p->ctx, "predicate", attnI64(p->ctx, 9)); // unsigned, greater or equal
    p->upper = attnBuild(&first, "llvm.icmp", 2, operands, mlirIntegerTypeGet(p->ctx, 1), 1, &uge);
  }
  AttnBuilder b = attnBuilderAfter(attnDef(mlirValueIsNull(part) ? p->upper : part));
  MlirValue v = part;
  if (flip && mlirValueIsNull(v))
    v = constant(p, &b, 0);
  if (flip)
    v = attnBuild2(&b, "llvm.xor", v, selected(p, &b, flip));
  if (offset) {
    MlirValue d = selected(p, &b, offset);
    v = mlirValueIsNull(v) ? d : attnBuild2(&b, "llvm.add", v, d);
  }
  if (p->n < (int)(sizeof p->parts / sizeof *p->parts)) {
    p->parts[p->n].part = part, p->parts[p->n].made = v;
    p->parts[p->n].flip = flip, p->parts[p->n++].offset = offset;
  }
  return v;
}

static MlirValue step(Pairing *p, const AttnBuilder *b, MlirValue pointer, MlirValue dynamic,
                      int64_t bytes) {
  bool isDynamic = !mlirValueIsNull(dynamic);
  int32_t index = isDynamic ? INT32_MIN : (int32_t)bytes; // INT32_MIN stands for an operand
  if (!isDynamic && bytes == 0)
    return pointer;
  MlirNamedAttribute attrs[] = {
      attnNamed(p->ctx, "rawConstantIndices", mlirDenseI32ArrayGet(p->ctx, 1, &index)),
      attnNamed(p->ctx, "elem_type", mlirTypeAttrGet(mlirIntegerTypeGet(p->ctx, 8)))};
  MlirValue operands[] = {pointer, dynamic};
  return attnBuild(b, "llvm.getelementptr", isDynamic ? 2 : 1, operands, mlirValueGetType(pointer),
                   2, attrs);
}

static MlirValue flipped(Pairing *p, const AttnBuilder *b, MlirValue pointer, MlirValue bits) {
  MlirValue address = attnBuild1(b, "llvm.ptrtoint", pointer, p->i32);
  return attnBuild1(b, "llvm.inttoptr", attnBuild2(b, "llvm.xor", address, bits),
                    mlirValueGetType(pointer));
}

static MlirValue joined(Pairing *p, const AttnBuilder *b, const Address *x, const Address *y) {
  MlirValue part = partOf(p, x->part, x->flip ^ y->flip, y->offset - x->offset), none = {NULL};
  MlirValue pointer = x->base;
  if (!mlirValueIsNull(part))
    pointer = step(p, b, pointer, part, 0);
  if (x->flip)
    pointer = flipped(p, b, pointer, constant(p, b, x->flip));
  return step(p, b, pointer, none, x->offset);
}

/// Can the two addresses be joined? A lane's part of 64 bits would need other constants.
static bool fit(const Pairing *p, const Address *x, const Address *y, int64_t align) {
  int64_t flips = x->flip | y->flip, offset = y->offset - x->offset;
  return mlirValueEqual(x->base, y->base) && mlirValueEqual(x->part, y->part) &&
         (mlirValueIsNull(x->part) || mlirTypeEqual(mlirValueGetType(x->part), p->i32)) &&
         // Neither the part's flipped bits nor the offset may reach the base's or each other's.
         (flips == 0 || (flips < align && offset % (align < 128 ? align : 128) == 0));
}

//===--- pairs ------------------------------------------------------------===//

static bool isPair(MlirOperation op) {
  int64_t num = 0;
  return attnIs(op, "nvvm.ldmatrix") && attnAttrI64(op, "num", &num) && num == 2 &&
         !mlirAttributeIsNull(attnAttr(op, "attn.repeat"));
}

/// May a read of shared memory move above this operation?
static bool isCrossed(MlirOperation op) {
  static const char *const clean[] = {"nvvm.mma.sync", "nvvm.ldmatrix", "nvvm.shfl.sync",
                                      "llvm.load"};
  static const char *const writing[] = {
      "llvm.store",     "llvm.call",    "llvm.call_intrinsic", "llvm.inline_asm", "llvm.fence",
      "llvm.atomicrmw", "llvm.cmpxchg", "llvm.intr.memcpy",    "llvm.intr.memset"};
  const char *name = attnOpName(op);
  for (size_t i = 0; i < sizeof clean / sizeof *clean; ++i)
    if (strcmp(name, clean[i]) == 0)
      return true;
  for (size_t i = 0; i < sizeof writing / sizeof *writing; ++i)
    if (strcmp(name, writing[i]) == 0) {
      const char *intrinsic = attnAttrStr(op, "intrin"); // approximations are pure
      return intrinsic && strstr(intrinsic, ".approx");
    }
  return strncmp(name, "llvm.", 5) == 0 || strncmp(name, "nvvm.read.ptx.", 14) == 0;
}

static bool onlyFields(MlirValue v) {
  for (MlirOpOperand use = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    if (!attnIs(mlirOpOperandGetOwner(use), "llvm.extractvalue"))
      return false;
  return true;
}

/// Fields of `from` become fields `first`.. of `to`.
static void redirect(Pairing *p, MlirValue from, MlirValue to, int64_t first) {
  for (;;) {
    MlirOpOperand use = mlirValueGetFirstUse(from);
    if (mlirOpOperandIsNull(use))
      return;
    MlirOperation field = mlirOpOperandGetOwner(use);
    int64_t at = mlirDenseI64ArrayGetElement(attnAttr(field, "position"), 0) + first;
    mlirOperationSetAttributeByName(field, mlirStringRefCreateFromCString("position"),
                                    mlirDenseI64ArrayGet(p->ctx, 1, &at));
    mlirOperationSetOperand(field, 0, to);
  }
}

static bool pair(Pairing *p, MlirOperation first, MlirOperation second) {
  Address x = takeApart(mlirOperationGetOperand(first, 0), p->entry);
  Address y = takeApart(mlirOperationGetOperand(second, 0), p->entry);
  int64_t align = 1;
  attnAttrI64(first, "attn.repeat", &align);
  MlirValue a = mlirOperationGetResult(first, 0), b = mlirOperationGetResult(second, 0);
  if (!fit(p, &x, &y, align) || !onlyFields(a) || !onlyFields(b) ||
      !mlirAttributeEqual(attnAttr(first, "layout"), attnAttr(second, "layout")))
    return false;
  AttnBuilder at = attnBuilderBefore(first);
  MlirValue pointer = joined(p, &at, &x, &y);
  MlirType types[] = {p->i32, p->i32, p->i32, p->i32};
  MlirNamedAttribute attrs[] = {attnNamed(p->ctx, "num", mlirIntegerAttrGet(p->i32, 4)),
                                attnNamed(p->ctx, "layout", attnAttr(first, "layout")),
                                attnNamed(p->ctx, "shape", attnAttr(first, "shape")),
                                attnNamed(p->ctx, "eltType", attnAttr(first, "eltType"))};
  MlirValue four = attnBuild(&at, "nvvm.ldmatrix", 1, &pointer,
                             mlirLLVMStructTypeLiteralGet(p->ctx, 4, types, false), 4, attrs);
  redirect(p, a, four, 0);
  redirect(p, b, four, 2);
  return true;
}

static void pairBlock(Pairing *p, MlirBlock block) {
  MlirOperation waiting = {NULL}, next;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (isPair(op)) {
      if (!mlirOperationIsNull(waiting) && pair(p, waiting, op)) {
        mlirOperationDestroy(waiting);
        mlirOperationDestroy(op);
        waiting = (MlirOperation){NULL};
      } else {
        waiting = op;
      }
    } else if (attnIs(op, "nvvm.ldmatrix") || !isCrossed(op)) {
      waiting = (MlirOperation){NULL};
    }
  }
}

/// Address arithmetic that nobody uses any more.
static void eraseDead(MlirOperation func) {
  static const char *const names[] = {"llvm.getelementptr", "llvm.inttoptr", "llvm.ptrtoint",
                                      "llvm.xor"};
  MlirOperation *ops;
  intptr_t n = attnCollect(func, NULL, &ops);
  for (intptr_t i = n - 1; i >= 0; --i) // users come after what they use, but for loops' arguments
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k)
      if (attnIs(ops[i], names[k]) && !attnHasUses(ops[i])) {
        mlirOperationDestroy(ops[i]);
        break;
      }
  free(ops);
}

MlirLogicalResult attnRunPairLdmatrix(MlirOperation root, const AttnPassContext *pass) {
  (void)pass;
  MlirOperation *funcs;
  intptr_t n = attnCollect(root, "llvm.func", &funcs);
  for (intptr_t i = 0; i < n; ++i) {
    MlirContext ctx = mlirOperationGetContext(root);
    Pairing p = {.ctx = ctx, .i32 = mlirIntegerTypeGet(ctx, 32), .func = funcs[i]};
    p.entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(funcs[i], 0));
    for (MlirBlock block = p.entry; !mlirBlockIsNull(block);
         block = mlirBlockGetNextInRegion(block))
      pairBlock(&p, block);
    eraseDead(funcs[i]);
  }
  free(funcs);
  return OK;
}
