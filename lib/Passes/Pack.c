//===- Pack.c - attn-pack: two free axes as one axis of rows --------------===//
//
// Takes: carrier.fold operations (after attn-place); the key PACK of the schedule, from the option
// or an operation's own `schedule`. Gives: where a free axis has few rows, and another one's rows
// are contracted with the same streamed operand, one axis for both:
//
//   a[h G + g, m, :]   g < G on the outer axis, m < M rows       a'[h G M + r, :],  r = g M + m
//
// What is streamed is then read once, not once for each g, and rows fill a tile that M of them
// leave empty. (In attention with grouped heads: g a head of a group, m a query, the keys and
// values streamed.) What is read and written by both axes is seen with the two dimensions as one
// (tensor.collapse_shape), which moves nothing. What asks for a row's number gets r mod M, or
// r / M for the outer axis'.
//
// It says so by `packed`, and by PACK=rows in the operation's schedule. Pinned so, M may be 128 and
// more; PACK=none leaves folds as they are.
//
// Leaves alone (with PACK=rows in a fold's own schedule, or in the option where there is no other
// fold: error): folds with lengths that only the launch knows in other axes than the fold axis,
// whose streamed operands differ along one of the two axes, and those where what is read or
// written by both has other dimensions between the two (heads behind time).
//
//===----------------------------------------------------------------------===//
#include "Dialect/Axes.h"
#include "Dialect/Symbols.h"
#include "IR/Affine.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Passes/Passes.h"
#include "Schedule/Schedule.h"
#include "attn-c/Dialects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Rows that are as good as a tile of their own.
enum { ENOUGH_ROWS = 128 };

typedef struct Packer {
  MlirOperation fold;
  MlirContext ctx;
  AttnAxes axes;
  int outer, row; ///< the axes that become one
  int64_t outers, rows;
  int64_t enough; ///< so many rows are left alone
} Packer;

/// The name of the axis of both: of the inner one, as the row axis of any fold is called.
static const char *nameOfBoth(const Packer *p) {
  return p->axes.a[p->outer > p->row ? p->outer : p->row].name;
}

static bool uses(MlirAffineMap map, int axis) {
  bool any = false;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i)
    any |= mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, i), axis);
  return any;
}

/// The dimension of a tensor that the outer axis counts in (E + outer), if rows are all of the next
/// one, and no other dimension knows of either; -1: it is not so.
static int packedDim(const Packer *p, MlirAffineMap map, MlirType tensor) {
  int64_t coeffs[ATTN_MAX_AXES], constant;
  int at = -1;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, i);
    bool outer = mlirAffineExprIsFunctionOfDim(e, p->outer),
         row = mlirAffineExprIsFunctionOfDim(e, p->row);
    if (!outer && !row)
      continue;
    if (!attnAffineLinear(e, p->axes.size, coeffs, &constant))
      return -1;
    if (outer && !row && at < 0 && coeffs[p->outer] == 1) {
      at = (int)i;
      continue;
    }
    bool alone = constant == 0 && coeffs[p->row] == 1;
    for (int k = 0; k < p->axes.size; ++k)
      alone &= k == p->row || coeffs[k] == 0;
    if (!row || at < 0 || i != at + 1 || !alone || mlirShapedTypeGetDimSize(tensor, i) != p->rows)
      return -1;
  }
  bool both = at >= 0 && uses(map, p->row);
  return both ? at : -1;
}

/// Is what a map reads or writes the same along both axes, or packed?
static bool agrees(const Packer *p, MlirAffineMap map, MlirType tensor) {
  return (!uses(map, p->outer) && !uses(map, p->row)) || packedDim(p, map, tensor) >= 0;
}

/// A tensor's dimensions k and k + 1 as one; k < 0: as it is.
static MlirType packedType(MlirType t, int k) {
  int64_t shape[ATTN_MAX_AXES];
  intptr_t rank = mlirShapedTypeGetRank(t), n = 0;
  for (intptr_t i = 0; i < rank; ++i) {
    int64_t size = mlirShapedTypeGetDimSize(t, i);
    if (k >= 0 && i == k + 1)
      shape[n - 1] *= size;
    else
      shape[n++] = size;
  }
  return attnTensorType(n, shape, mlirShapedTypeGetElementType(t));
}

/// [[0], .., [k, k + 1], ..] of a tensor of `rank` dimensions.
static MlirAttribute reassociation(MlirContext ctx, intptr_t rank, int k) {
  MlirAttribute groups[ATTN_MAX_AXES];
  intptr_t n = 0;
  for (intptr_t i = 0; i < rank; ++i) {
    MlirAttribute pair[2] = {attnI64(ctx, i), attnI64(ctx, i + 1)};
    groups[n++] = mlirArrayAttrGet(ctx, i == k ? 2 : 1, pair);
    i += i == k;
  }
  return mlirArrayAttrGet(ctx, n, groups);
}

//===--- may it be packed? ------------------------------------------------===//

/// Every element that the fold reads, and every result.
static bool allAgree(const Packer *p) {
  MlirOperation *elements;
  intptr_t n = attnCollect(p->fold, "carrier.element", &elements);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i) {
    MlirAffineMap map;
    ok = attnAttrMap(elements[i], "map", &map) &&
         agrees(p, map, mlirValueGetType(mlirOperationGetOperand(elements[i], 0)));
  }
  free(elements);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(p->fold) && ok; ++r) {
    MlirAffineMap map = mlirAffineMapAttrGetValue(attnAttrArrayGet(p->fold, "maps", r));
    MlirType t = mlirValueGetType(mlirOperationGetResult(p->fold, r));
    ok = packedDim(p, map, t) >= 0;
  }
  return ok;
}

static bool elementUses(MlirValue v, int axis) {
  MlirAffineMap map;
  MlirOperation d = attnDef(v);
  return attnIs(d, "carrier.element") && attnAttrMap(d, "map", &map) && uses(map, axis);
}

/// Is there a product of something of both axes, and something that is the same along both?
static bool sharesOperand(const Packer *p) {
  MlirOperation *contracts;
  intptr_t n = attnCollect(p->fold, "carrier.contract", &contracts);
  bool found = false;
  for (intptr_t i = 0; i < n; ++i) {
    MlirValue left = mlirOperationGetOperand(contracts[i], 0),
              right = mlirOperationGetOperand(contracts[i], 1);
    found |= elementUses(left, p->outer) && elementUses(left, p->row) &&
             attnIs(attnDef(right), "carrier.element") && !elementUses(right, p->outer) &&
             !elementUses(right, p->row);
  }
  free(contracts);
  return found;
}

/// Finds the two axes.
static bool findAxes(Packer *p) {
  AttnSymbols symbols;
  if (!attnSymbolsRead(p->fold, &symbols) || attnAttrStr(p->fold, "carrier"))
    return false;
  for (int i = 0; i < p->axes.size; ++i)
    if (p->axes.a[i].role != ATTN_AXIS_FOLD && attnSymbolOf(&symbols, p->axes.a[i].extent) >= 0)
      return false;
  for (p->outer = 0; p->outer < p->axes.size; ++p->outer)
    for (p->row = 0; p->row < p->axes.size; ++p->row) {
      const AttnAxis *g = &p->axes.a[p->outer], *m = &p->axes.a[p->row];
      p->outers = g->extent, p->rows = m->extent;
      if (p->outer != p->row && g->role == ATTN_AXIS_FREE && m->role == ATTN_AXIS_FREE &&
          p->outers > 1 && p->rows > 1 && p->rows < p->enough && sharesOperand(p) && allAgree(p))
        return true;
    }
  return false;
}

//===--- the new fold -----------------------------------------------------===//

/// The new position of an axis.
static int moved(const Packer *p, int axis) { return axis - (axis > p->outer); }

static MlirAttribute newAxes(const Packer *p) {
  MlirAttribute axes[ATTN_MAX_AXES];
  intptr_t n = 0;
  for (int i = 0; i < p->axes.size; ++i) {
    const AttnAxis *a = &p->axes.a[i];
    MlirNamedAttribute fields[] = {
        attnNamed(p->ctx, "name", attnStr(p->ctx, i == p->row ? nameOfBoth(p) : a->name)),
        attnNamed(p->ctx, "role", attnStr(p->ctx, attnAxisRoleName(a->role))),
        attnNamed(p->ctx, "extent",
                  attnI64(p->ctx, i == p->row ? p->outers * p->rows : a->extent))};
    if (i != p->outer)
      axes[n++] = mlirDictionaryAttrGet(p->ctx, 3, fields);
  }
  return mlirArrayAttrGet(p->ctx, n, axes);
}

/// The map over the new axes, of the tensor with dimensions k and k + 1 as one.
static MlirAttribute newMap(const Packer *p, MlirAffineMap map, int k) {
  MlirAffineExpr olds[ATTN_MAX_AXES], results[ATTN_MAX_AXES];
  for (int i = 0; i < p->axes.size; ++i)
    olds[i] = i == p->outer || i == p->row ? mlirAffineConstantExprGet(p->ctx, 0)
                                           : mlirAffineDimExprGet(p->ctx, moved(p, i));
  map = attnAffineOver(map, mlirAffineMapGet(p->ctx, p->axes.size - 1, 0, p->axes.size, olds));
  MlirAffineExpr row = mlirAffineDimExprGet(p->ctx, moved(p, p->row)),
                 rows = mlirAffineConstantExprGet(p->ctx, p->rows);
  intptr_t n = 0;
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    MlirAffineExpr e = mlirAffineMapGetResult(map, i);
    if (k >= 0 && i == k + 1)
      continue;
    results[n++] = i == k ? mlirAffineAddExprGet(mlirAffineMulExprGet(e, rows), row) : e;
  }
  return attnMapAttr(mlirAffineMapGet(p->ctx, p->axes.size - 1, 0, n, results));
}

/// The tensor with dimensions k and k + 1 as one, in front of the fold.
static MlirValue collapse(const Packer *p, MlirValue tensor, int k) {
  AttnBuilder b = attnBuilderBefore(p->fold);
  MlirType t = mlirValueGetType(tensor);
  MlirNamedAttribute groups =
      attnNamed(p->ctx, "reassociation", reassociation(p->ctx, mlirShapedTypeGetRank(t), k));
  return attnBuild(&b, "tensor.collapse_shape", 1, &tensor, packedType(t, k), 1, &groups);
}

static void packElement(const Packer *p, MlirOperation element) {
  MlirAffineMap map;
  MlirValue tensor = mlirOperationGetOperand(element, 0);
  if (!attnAttrMap(element, "map", &map))
    return;
  int k = packedDim(p, map, mlirValueGetType(tensor));
  if (k >= 0)
    mlirOperationSetOperand(element, 0, collapse(p, tensor, k));
  attnSetAttr(element, "map", newMap(p, map, k));
}

/// What asks for a number on one of the two axes.
static void packIndex(const Packer *p, MlirOperation index) {
  const char *axis = attnAttrStr(index, "axis");
  bool outer = axis && strcmp(axis, p->axes.a[p->outer].name) == 0;
  if (!outer && !(axis && strcmp(axis, p->axes.a[p->row].name) == 0))
    return;
  AttnBuilder b = attnBuilderBefore(index);
  MlirType t = mlirValueGetType(mlirOperationGetResult(index, 0));
  MlirNamedAttribute name = attnNamed(p->ctx, "axis", attnStr(p->ctx, nameOfBoth(p)));
  MlirValue r = attnBuild0(&b, "carrier.index", t, 1, &name);
  MlirValue value =
      attnBuild2(&b, outer ? "arith.divui" : "arith.remui", r, attnConstInt(&b, t, p->rows));
  attnReplaceOp(index, 1, &value);
}

static void pack(Packer *p, const char *schedule) {
  MlirOperation *ops;
  intptr_t n = attnCollect(p->fold, "carrier.element", &ops);
  for (intptr_t i = 0; i < n; ++i)
    packElement(p, ops[i]);
  free(ops);
  n = attnCollect(p->fold, "carrier.index", &ops);
  for (intptr_t i = 0; i < n; ++i)
    packIndex(p, ops[i]);
  free(ops);

  AttnBuilder b = attnBuilderBefore(p->fold);
  intptr_t nResults = mlirOperationGetNumResults(p->fold);
  MlirType *types = malloc((size_t)(nResults + 1) * sizeof *types);
  MlirAttribute *maps = malloc((size_t)(nResults + 1) * sizeof *maps);
  MlirValue *values = malloc((size_t)(nResults + 1) * sizeof *values);
  for (intptr_t r = 0; r < nResults; ++r) {
    MlirAffineMap map = mlirAffineMapAttrGetValue(attnAttrArrayGet(p->fold, "maps", r));
    MlirType t = mlirValueGetType(mlirOperationGetResult(p->fold, r));
    int k = packedDim(p, map, t);
    types[r] = packedType(t, k);
    maps[r] = newMap(p, map, k);
  }
  MlirRegion regions[2] = {mlirRegionCreate(), mlirRegionCreate()};
  for (int i = 0; i < 2; ++i)
    mlirRegionTakeBody(regions[i], mlirOperationGetRegion(p->fold, i));
  intptr_t nAttrs = mlirOperationGetNumAttributes(p->fold);
  MlirNamedAttribute *attrs = malloc((size_t)(nAttrs + 1) * sizeof *attrs);
  for (intptr_t i = 0; i < nAttrs; ++i)
    attrs[i] = mlirOperationGetAttribute(p->fold, i);
  MlirOperation packed = attnBuildOp(&b, &(AttnOpDesc){.name = "carrier.fold",
                                                       .nResults = nResults,
                                                       .results = types,
                                                       .nAttrs = nAttrs,
                                                       .attrs = attrs,
                                                       .nRegions = 2,
                                                       .regions = regions});
  attnSetAttr(packed, "axes", newAxes(p));
  attnSetAttr(packed, "maps", mlirArrayAttrGet(p->ctx, nResults, maps));
  attnSetAttr(packed, "packed", mlirBoolAttrGet(p->ctx, true));
  attnSetAttr(packed, "schedule", attnStr(p->ctx, schedule));
  for (intptr_t r = 0; r < nResults; ++r) {
    MlirAffineMap map = mlirAffineMapAttrGetValue(attnAttrArrayGet(p->fold, "maps", r));
    MlirType t = mlirValueGetType(mlirOperationGetResult(p->fold, r));
    MlirAttribute groups = reassociation(p->ctx, mlirShapedTypeGetRank(t), packedDim(p, map, t));
    values[r] = attnBuildExpand(&b, mlirOperationGetResult(packed, r), groups, t);
  }
  attnReplaceOp(p->fold, nResults, values);
  free(types);
  free(maps);
  free(values);
  free(attrs);
}

//===--- pins -------------------------------------------------------------===//

static const char RULE[] =
    "no two free axes lie beside each other in all that both read and write, share what is "
    "streamed, and have lengths that are known";

static bool isRows(const AttnScheduleEntry *pin) { return pin && strcmp(pin->value, "rows") == 0; }

static bool isPacked(MlirOperation fold) {
  MlirAttribute a = attnAttr(fold, "packed");
  return !mlirAttributeIsNull(a) && mlirBoolAttrGetValue(a);
}

/// One fold; *packed: it is so now. False with an error.
static bool packFold(MlirOperation fold, const AttnSchedule *option, bool *packed) {
  Packer p = {.fold = fold, .ctx = mlirOperationGetContext(fold), .enough = ENOUGH_ROWS};
  AttnSchedule own;
  char err[256];
  if (!attnScheduleParse(attnAttrStr(fold, "schedule"), &own, err, sizeof err))
    return attnOpError(fold, "attribute 'schedule': %s", err).value;
  const AttnScheduleEntry *pin = attnScheduleGet(&own, "PACK", NULL),
                          *other = attnScheduleGet(option, "PACK", NULL);
  if (pin && other && strcmp(pin->value, other->value) != 0)
    return attnOpError(fold, "PACK=%s contradicts PACK=%s", pin->value, other->value).value;
  bool mine = isRows(pin);
  pin = pin ? pin : other;
  *packed = isPacked(fold);
  if (*packed || (pin && !isRows(pin)) || !attnAxesRead(fold, &p.axes))
    return true;
  p.enough = isRows(pin) ? INT64_MAX : ENOUGH_ROWS;
  if (!findAxes(&p))
    return !mine || attnOpError(fold, "cannot honour PACK=rows: %s", RULE).value;
  if (!attnScheduleSet(&own, "PACK", NULL, "rows"))
    return attnOpError(fold, "attribute 'schedule' has no room for PACK").value;
  char *schedule = attnSchedulePrint(&own);
  pack(&p, schedule ? schedule : "");
  free(schedule);
  return *packed = true;
}

MlirLogicalResult attnRunPack(MlirOperation op, const AttnPassContext *pass) {
  AttnSchedule option;
  char err[512];
  if (!attnScheduleParse(pass->getString(pass, "schedule"), &option, err, sizeof err))
    return attnOpError(op, "option 'schedule': %s", err);
  if (mlirLogicalResultIsFailure(attnVerify(op)))
    return mlirLogicalResultFailure();
  MlirOperation *folds;
  intptr_t n = attnCollect(op, "carrier.fold", &folds);
  bool ok = true, any = false, one = false;
  for (intptr_t i = 0; i < n && ok; ++i, any |= one)
    ok = packFold(folds[i], &option, &one);
  if (ok && n > 0 && !any && isRows(attnScheduleGet(&option, "PACK", NULL)))
    ok = attnOpError(folds[0], "cannot honour PACK=rows: %s", RULE).value;
  free(folds);
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
