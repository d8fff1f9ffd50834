//===- Atomize.c - attn-atomize: atoms, threads, layouts ------------------===//
//
// Takes:  tile.kernel operations (after attn-bracket).
// Gives:  an `atom` on every tile.contract (scalar), `threads` on the kernel, a distribution layout
//         on every tile value that lives in registers.
// Leaves: a tile.load that only contractions read: it stays in memory (attn-stage decides where).
//
// The geometry is TILE's: N threads along the columns, M along the rows, FN x FM cells each. A tile
// over (row m, column j) is laid out as
//
//   columns   l<N>@j r<FN>@j          lanes fastest: the right operand is contiguous along the
//                                     contracted axis, a lane walks a row of its own
//             r<v>@j l<N>@j r<FN/v>@j registers fastest: it is contiguous along j, a lane reads
//                                     vectors of v
//   rows      r<FM>@m l<32/N>@m w<M*N/32>@m
//
// A value without rows (columns) holds copies where the others have rows (columns), so that maps
// and reductions read what lies in their own lane. Row and column axes are read off the kernel:
// columns are the fold axis, contracted axes, axes of right operands, and the axis TILE names.
//
//   for each operation of the kernel, last to first:
//     layout = demanded by a map that reads it, or the rule above
//     a map demands of what it reads its own layout without the axes that are broadcast
//
//===----------------------------------------------------------------------===//
#include "Dialect/Axes.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Schedule/Layout.h"
#include "Schedule/Schedule.h"
#include "attn-c/Plugin.h"

#include <stdlib.h>
#include <string.h>

MlirLogicalResult attnRunAtomize(MlirOperation op, const AttnPassContext *pass);

typedef struct Atomizer {
  MlirOperation kernel;
  MlirContext ctx;
  AttnAxes axes;
  AttnScalarTile tile;
  int row; ///< -1: none
  bool column[ATTN_MAX_AXES], laneFast[ATTN_MAX_AXES];
  int vector[ATTN_MAX_AXES]; ///< registers side by side where registers are fastest
  int lanesN, warpsN, lanesM, warpsM;
} Atomizer;

//===--- small things -----------------------------------------------------===//

static bool isTileValue(MlirOperation op) {
  return attnIs(op, "tile.load") || attnIs(op, "tile.fill") || attnIs(op, "tile.map") ||
         attnIs(op, "tile.reduce") || attnIs(op, "tile.contract");
}

/// Axes named by an array attribute, at most two of them.
typedef struct Names {
  int n;
  int axis[2];
} Names;

static bool readNames(const Atomizer *a, MlirOperation op, const char *attr, Names *names) {
  intptr_t n = attnAttrArraySize(op, attr);
  if (n < 0 || n > 2) {
    attnOpError(op,
                "expected '%s' with at most two axes: not supported by this version: tiles of "
                "rank 3",
                attr);
    return false;
  }
  names->n = (int)n;
  for (int i = 0; i < names->n; ++i) {
    const char *name = attnStrValue(attnAttrArrayGet(op, attr, i));
    names->axis[i] = attnAxesFind(&a->axes, name);
    if (names->axis[i] < 0) {
      attnOpError(op, "names axis '%s' in '%s', which the kernel does not have", name ? name : "",
                  attr);
      return false;
    }
  }
  return true;
}

static bool has(const Names *s, int axis) {
  return (s->n > 0 && s->axis[0] == axis) || (s->n > 1 && s->axis[1] == axis);
}

/// Is this use the left or right operand of a contraction?
static bool isContractUse(MlirOpOperand u) {
  return attnIs(mlirOpOperandGetOwner(u), "tile.contract") && mlirOpOperandGetOperandNumber(u) < 2;
}

static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }

//===--- reading the kernel -----------------------------------------------===//

static bool findColumns(Atomizer *a, intptr_t n, MlirOperation *ops) {
  for (int i = 0; i < a->axes.size; ++i) {
    a->column[i] = a->axes.a[i].role != ATTN_AXIS_FREE;
    a->vector[i] = 4; // 8 bytes of f16, 16 of f32
  }
  bool seen[ATTN_MAX_AXES] = {false};
  for (intptr_t k = 0; k < n; ++k) {
    Names lhs, rhs, result;
    if (!attnIs(ops[k], "tile.contract"))
      continue;
    int contracted = attnAxesFind(&a->axes, attnAttrStr(ops[k], "axis"));
    if (!readNames(a, ops[k], "lhs_axes", &lhs) || !readNames(a, ops[k], "rhs_axes", &rhs) ||
        !readNames(a, ops[k], "axes", &result))
      return false;
    for (int i = 0; i < rhs.n; ++i) {
      int x = rhs.axis[i];
      if (x == contracted || has(&lhs, x) || seen[x])
        continue;
      seen[x] = true;
      a->column[x] = true;
      a->laneFast[x] = rhs.axis[rhs.n - 1] == contracted;
    }
  }
  // Columns of a contraction that an empty fold axis leaves out: not on the grid, or second.
  intptr_t nGrid = attnAttrArraySize(a->kernel, "grid");
  for (int i = 0; i < a->axes.size; ++i) {
    bool onGrid = false;
    for (intptr_t k = 0; k < nGrid; ++k)
      onGrid |=
          strcmp(attnStrValue(attnAttrArrayGet(a->kernel, "grid", k)), a->axes.a[i].name) == 0;
    a->column[i] |= !onGrid;
  }
  for (intptr_t k = 0; k < n; ++k) {
    Names names;
    if (!attnIs(ops[k], "tile.fill"))
      continue;
    if (!readNames(a, ops[k], "axes", &names))
      return false;
    if (names.n == 2 && !a->column[names.axis[0]] && !a->column[names.axis[1]])
      a->column[names.axis[1]] = true;
  }
  return true;
}

/// Registers side by side along axes that no contraction makes: 16 bytes of the narrowest tensor
/// that is contiguous there.
static bool findVectors(Atomizer *a, intptr_t n, MlirOperation *ops) {
  bool contractions = false;
  for (intptr_t k = 0; k < n; ++k)
    contractions |= attnIs(ops[k], "tile.contract");
  for (intptr_t k = 0; k < n && !contractions; ++k) {
    Names names;
    if (!attnIs(ops[k], "tile.load"))
      continue;
    if (!readNames(a, ops[k], "axes", &names))
      return false;
    MlirType t = attnElementType(mlirValueGetType(mlirOperationGetResult(ops[k], 0)));
    int bits = mlirTypeIsAFloat(t)     ? (int)mlirFloatTypeGetWidth(t)
               : mlirTypeIsAInteger(t) ? (int)mlirIntegerTypeGetWidth(t)
                                       : 64;
    int wide = bits <= 8 ? 16 : 128 / bits;
    if (names.n && wide > a->vector[names.axis[names.n - 1]])
      a->vector[names.axis[names.n - 1]] = wide;
  }
  return true;
}

static bool findGeometry(Atomizer *a, const AttnSchedule *s) {
  bool found = false;
  for (size_t i = 0; i < s->size; ++i) {
    const AttnScheduleEntry *e = &s->entries[i];
    AttnScalarTile t;
    if (strcmp(e->key, "TILE") != 0)
      continue;
    if (!attnParseScalarTile(e->value, &t)) {
      attnOpError(a->kernel,
                  "cannot honour TILE@%s=%s: not supported by this version: "
                  "tensor-core atoms",
                  e->axis, e->value);
      return false;
    }
    if (found && (t.n != a->tile.n || t.m != a->tile.m || t.fm != a->tile.fm)) {
      attnOpError(a->kernel,
                  "cannot honour TILE@%s=%s: N, M and FM must be those of its other "
                  "contractions",
                  e->axis, e->value);
      return false;
    }
    int axis = attnAxesFind(&a->axes, e->axis);
    if (axis >= 0 && !found && a->axes.a[axis].role != ATTN_AXIS_CONTRACT)
      a->column[axis] = true;
    if (!found)
      a->tile = t;
    found = true;
  }
  if (!found) {
    attnOpError(a->kernel, "has no TILE in its schedule: run attn-bracket first");
    return false;
  }
  int64_t threads = (int64_t)a->tile.n * a->tile.m;
  bool power = (a->tile.n & (a->tile.n - 1)) == 0;
  if (!power || threads % 32 != 0 || threads > 1024) {
    attnOpError(a->kernel,
                "cannot honour TILE n%dx%d: N is a power of two and N * M a multiple of "
                "32, at most 1024",
                a->tile.n, a->tile.m);
    return false;
  }
  a->lanesN = a->tile.n < 32 ? a->tile.n : 32;
  a->warpsN = a->tile.n / a->lanesN;
  a->lanesM = 32 / a->lanesN;
  a->warpsM = a->tile.m / a->lanesM;
  return true;
}

static bool findRow(Atomizer *a, intptr_t n, MlirOperation *ops) {
  a->row = -1;
  for (intptr_t k = 0; k < n; ++k) {
    Names names;
    if (!isTileValue(ops[k]))
      continue;
    if (!readNames(a, ops[k], "axes", &names))
      return false;
    for (int i = 0; i < names.n; ++i) {
      int x = names.axis[i];
      if (a->column[x] || x == a->row)
        continue;
      if (a->row >= 0) {
        attnOpError(ops[k],
                    "has rows along axis '%s', another tile along '%s': a kernel has one "
                    "row axis",
                    a->axes.a[x].name, a->axes.a[a->row].name);
        return false;
      }
      a->row = x;
    }
    bool crosses = attnIs(ops[k], "tile.reduce") || attnIs(ops[k], "tile.contract");
    if (crosses && a->warpsN > 1) {
      attnOpError(ops[k],
                  "cannot honour TILE n%dx%d: not supported by this version: columns "
                  "spread over warps where they are reduced",
                  a->tile.n, a->tile.m);
      return false;
    }
  }
  int64_t rows = (int64_t)a->tile.m * a->tile.fm;
  if (a->row < 0 || a->axes.a[a->row].tile == rows)
    return true;
  attnOpError(a->kernel, "has tiles of %ld along axis '%s', TILE says %ld rows",
              (long)a->axes.a[a->row].tile, a->axes.a[a->row].name, (long)rows);
  return false;
}

//===--- layouts ----------------------------------------------------------===//

static bool addColumns(const Atomizer *a, MlirOperation op, AttnLayout *l, int axis) {
  const AttnAxis *x = &a->axes.a[axis];
  if (x->tile % a->tile.n != 0) {
    attnOpError(op,
                "has %ld elements along axis '%s', not a multiple of the %d threads along the "
                "columns",
                (long)x->tile, x->name, a->tile.n);
    return false;
  }
  int regs = (int)(x->tile / a->tile.n);
  int v = a->laneFast[axis] ? 1 : gcd(regs, a->vector[axis]);
  attnLayoutAdd(l, ATTN_REG, v, x->name);
  attnLayoutAdd(l, ATTN_LANE, a->lanesN, x->name);
  attnLayoutAdd(l, ATTN_REG, regs / v, x->name);
  attnLayoutAdd(l, ATTN_WARP, a->warpsN, x->name);
  return true;
}

static void addColumnCopies(const Atomizer *a, AttnLayout *l) {
  attnLayoutAdd(l, ATTN_LANE, a->lanesN, "*");
  attnLayoutAdd(l, ATTN_WARP, a->warpsN, "*");
}

static bool addRows(const Atomizer *a, MlirOperation op, AttnLayout *l, int axis) {
  const AttnAxis *x = &a->axes.a[axis];
  if (x->tile % a->tile.m != 0) {
    attnOpError(op,
                "has %ld elements along axis '%s', not a multiple of the %d threads along the "
                "rows",
                (long)x->tile, x->name, a->tile.m);
    return false;
  }
  attnLayoutAdd(l, ATTN_REG, (int)(x->tile / a->tile.m), x->name);
  attnLayoutAdd(l, ATTN_LANE, a->lanesM, x->name);
  attnLayoutAdd(l, ATTN_WARP, a->warpsM, x->name);
  return true;
}

static void addRowCopies(const Atomizer *a, AttnLayout *l) {
  attnLayoutAdd(l, ATTN_LANE, a->lanesM, "*");
  attnLayoutAdd(l, ATTN_WARP, a->warpsM, "*");
}

/// The layout of a value over these axes where no map demands another. Without the row axis the
/// first of two columns takes its place.
static bool defaultLayout(const Atomizer *a, MlirOperation op, const Names *names, AttnLayout *l) {
  int row = -1, column = -1;
  for (int i = 0; i < names->n; ++i) {
    if (names->axis[i] == a->row)
      row = names->axis[i];
    else if (column < 0)
      column = names->axis[i];
    else
      row = column, column = names->axis[i];
  }
  *l = (AttnLayout){0};
  if (column < 0)
    addColumnCopies(a, l);
  else if (!addColumns(a, op, l, column))
    return false;
  if (row < 0)
    addRowCopies(a, l);
  else if (!addRows(a, op, l, row))
    return false;
  return true;
}

static bool layoutOf(MlirOperation op, AttnLayout *l) {
  const char *text = attnAttrStr(op, "layout");
  char err[128];
  return text && attnLayoutParse(text, l, err, sizeof err);
}

static void setLayout(MlirOperation op, const AttnLayout *l) {
  char *text = attnLayoutPrint(l);
  attnSetAttr(op, "layout", attnStr(mlirOperationGetContext(op), text));
  free(text);
}

//===--- assignment -------------------------------------------------------===//

static bool assign(Atomizer *a, MlirOperation op, int depth);

/// The layout a map of layout `l` over `axes` needs of a value over `of`.
static AttnLayout restricted(const Atomizer *a, const AttnLayout *l, const Names *axes,
                             const Names *of) {
  AttnLayout r = *l;
  for (int i = 0; i < axes->n; ++i)
    if (!has(of, axes->axis[i]))
      r = attnLayoutWithout(&r, a->axes.a[axes->axis[i]].name);
  return r;
}

/// Operand `pos` of `user` shall have layout `l`. A value that already has another and is cheap to
/// make again is made again.
static bool demand(Atomizer *a, MlirOperation user, intptr_t pos, const AttnLayout *l, int depth) {
  MlirOperation d = attnDef(mlirOperationGetOperand(user, pos));
  AttnLayout has;
  if (!isTileValue(d))
    return true; // an iteration argument or a loop's result: checked at the end
  if (!layoutOf(d, &has)) {
    if (attnIs(d, "tile.load") || attnIs(d, "tile.fill") || attnIs(d, "tile.map"))
      setLayout(d, l);
    return true;
  }
  bool cheap = attnIs(d, "tile.load") || attnIs(d, "tile.fill") || attnIs(d, "tile.map");
  if (attnLayoutEqual(&has, l) || !cheap)
    return true;
  MlirOperation clone = mlirOperationClone(d);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(d), d, clone);
  setLayout(clone, l);
  mlirOperationSetOperand(user, pos, mlirOperationGetResult(clone, 0));
  return assign(a, clone, depth + 1);
}

/// A load that contractions and others read becomes two: the contractions' one stays in memory.
static MlirOperation splitLoad(MlirOperation op) {
  bool contract = false, other = false;
  MlirValue v = mlirOperationGetResult(op, 0);
  for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u);
       u = mlirOpOperandGetNextUse(u))
    *(isContractUse(u) ? &contract : &other) = true;
  if (!contract)
    return op;
  if (!other)
    return (MlirOperation){NULL};
  MlirOperation clone = mlirOperationClone(op);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, clone);
  for (bool again = true; again;) {
    again = false;
    for (MlirOpOperand u = mlirValueGetFirstUse(v); !mlirOpOperandIsNull(u) && !again;
         u = mlirOpOperandGetNextUse(u))
      if (!isContractUse(u)) {
        mlirOperationSetOperand(mlirOpOperandGetOwner(u), mlirOpOperandGetOperandNumber(u),
                                mlirOperationGetResult(clone, 0));
        again = true;
      }
  }
  mlirOperationRemoveAttributeByName(op, mlirStringRefCreateFromCString("layout"));
  return clone;
}

static bool assignMap(Atomizer *a, MlirOperation op, const Names *names, const AttnLayout *l,
                      int depth) {
  MlirOperation *elements;
  intptr_t n = attnCollect(op, "tile.element", &elements);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i) {
    Names of;
    ok = readNames(a, elements[i], "axes", &of);
    if (!ok)
      break;
    AttnLayout r = restricted(a, l, names, &of);
    ok = demand(a, elements[i], 0, &r, depth);
  }
  free(elements);
  return ok;
}

static bool assign(Atomizer *a, MlirOperation op, int depth) {
  if (!isTileValue(op) || depth > 64)
    return true;
  if (attnIs(op, "tile.load") && (op = splitLoad(op)).ptr == NULL)
    return true;
  Names names;
  AttnLayout l;
  if (!readNames(a, op, "axes", &names))
    return false;
  if (!layoutOf(op, &l)) {
    if (!defaultLayout(a, op, &names, &l))
      return false;
    setLayout(op, &l);
  }
  if (attnIs(op, "tile.map"))
    return assignMap(a, op, &names, &l, depth);
  if (attnIs(op, "tile.contract")) {
    attnSetAttr(op, "atom", attnStr(a->ctx, "scalar"));
    return demand(a, op, 2, &l, depth);
  }
  return true;
}

//===--- check ------------------------------------------------------------===//

/// The layout of a value through loops: of the operation that made it first.
static bool layoutOfValue(MlirValue v, AttnLayout *l, int depth) {
  if (depth > 16)
    return false;
  if (mlirValueIsABlockArgument(v)) {
    MlirOperation loop = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v));
    intptr_t i = mlirBlockArgumentGetArgNumber(v);
    if (!attnIs(loop, "scf.for") || i == 0)
      return false;
    return layoutOfValue(mlirOperationGetOperand(loop, i + 2), l, depth + 1);
  }
  MlirOperation d = attnDef(v);
  if (attnIs(d, "scf.for"))
    return layoutOfValue(mlirOperationGetOperand(d, mlirOpResultGetResultNumber(v) + 3), l,
                         depth + 1);
  return layoutOf(d, l);
}

static bool expect(MlirOperation op, MlirValue v, const AttnLayout *want) {
  AttnLayout l;
  if (layoutOfValue(v, &l, 0) && attnLayoutEqual(&l, want))
    return true;
  char *text = attnLayoutPrint(want);
  attnOpError(op,
              "needs a value as '%s', which another user needs elsewhere: not supported by "
              "this version: moving values between lanes here",
              text);
  free(text);
  return false;
}

static bool checkOne(const Atomizer *a, MlirOperation op) {
  AttnLayout l;
  Names names, of;
  if (attnIs(op, "tile.element")) {
    MlirOperation map = mlirOperationGetParentOperation(op);
    if (!readNames(a, op, "axes", &of) || !readNames(a, map, "axes", &names))
      return false;
    if (!layoutOf(map, &l)) {
      attnOpError(op, "stands in no tile.map");
      return false;
    }
    l = restricted(a, &l, &names, &of);
    return expect(op, mlirOperationGetOperand(op, 0), &l);
  }
  if (attnIs(op, "tile.contract"))
    return !layoutOf(op, &l) || expect(op, mlirOperationGetOperand(op, 2), &l);
  if (attnIs(op, "tile.reduce")) {
    AttnLayout from;
    const char *axis = attnAttrStr(op, "axis");
    if (axis && layoutOf(op, &l) && layoutOfValue(mlirOperationGetOperand(op, 0), &from, 0)) {
      from = attnLayoutWithout(&from, axis);
      if (attnLayoutEqual(&from, &l))
        return true;
    }
    attnOpError(op, "reduces to a layout that the rest of the kernel does not have");
    return false;
  }
  if (attnIs(op, "scf.for")) {
    MlirOperation yield = mlirBlockGetTerminator(attnBody(op, 0));
    for (intptr_t i = 0; i < mlirOperationGetNumResults(op); ++i)
      if (layoutOfValue(mlirOperationGetOperand(op, i + 3), &l, 0) &&
          !expect(op, mlirOperationGetOperand(yield, i), &l))
        return false;
  }
  return true;
}

//===--- the pass ---------------------------------------------------------===//

static bool atomizeKernel(MlirOperation kernel, const AttnSchedule *option, bool *honoured) {
  Atomizer a = {.kernel = kernel, .ctx = mlirOperationGetContext(kernel)};
  AttnSchedule s;
  char err[256];
  if (!attnAxesRead(kernel, &a.axes)) {
    attnOpError(kernel, "has no readable 'axes'");
    return false;
  }
  if (!attnScheduleParse(attnAttrStr(kernel, "schedule"), &s, err, sizeof err)) {
    attnOpError(kernel, "schedule attribute: %s", err);
    return false;
  }
  for (size_t i = 0; i < option->size; ++i) {
    const AttnScheduleEntry *e = &option->entries[i];
    if (strcmp(e->key, "TILE") != 0)
      continue;
    for (size_t k = 0; k < s.size; ++k) {
      if (strcmp(s.entries[k].key, "TILE") != 0 ||
          (*e->axis && strcmp(s.entries[k].axis, e->axis) != 0))
        continue;
      AttnScalarTile x, y;
      if (!attnParseScalarTile(e->value, &x) || !attnParseScalarTile(s.entries[k].value, &y) ||
          memcmp(&x, &y, sizeof x) != 0) {
        attnOpError(kernel, "cannot honour TILE@%s=%s: attn-bracket decided %s", s.entries[k].axis,
                    e->value, s.entries[k].value);
        return false;
      }
      honoured[i] = true;
      break;
    }
  }
  MlirOperation *ops;
  intptr_t n = attnCollect(kernel, NULL, &ops);
  bool ok = findColumns(&a, n, ops) && findVectors(&a, n, ops) && findGeometry(&a, &s) &&
            findRow(&a, n, ops);
  for (intptr_t i = n - 1; i >= 0 && ok; --i)
    ok = assign(&a, ops[i], 0);
  free(ops);
  n = ok ? attnCollect(kernel, NULL, &ops) : 0;
  for (intptr_t i = 0; i < n && ok; ++i)
    ok = checkOne(&a, ops[i]);
  if (n)
    free(ops);
  if (ok)
    attnSetAttr(kernel, "threads", attnI64(a.ctx, (int64_t)a.tile.n * a.tile.m));
  return ok;
}

MlirLogicalResult attnRunAtomize(MlirOperation op, const AttnPassContext *pass) {
  AttnSchedule option;
  char err[256];
  if (!attnScheduleParse(pass->getString(pass, "schedule"), &option, err, sizeof err))
    return attnOpError(op, "attn-atomize: option 'schedule': %s", err);
  bool honoured[sizeof option.entries / sizeof *option.entries] = {false};
  MlirOperation *kernels;
  intptr_t n = attnCollect(op, "tile.kernel", &kernels);
  bool ok = true;
  for (intptr_t i = 0; i < n && ok; ++i)
    ok = atomizeKernel(kernels[i], &option, honoured);
  free(kernels);
  for (size_t i = 0; i < option.size && ok; ++i) {
    const AttnScheduleEntry *e = &option.entries[i];
    if (strcmp(e->key, "TILE") != 0 || honoured[i])
      continue;
    attnOpError(op,
                "cannot honour TILE%s%s=%s: no kernel here has a contraction or axis of that "
                "name",
                *e->axis ? "@" : "", e->axis, e->value);
    ok = false;
  }
  return ok ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}
