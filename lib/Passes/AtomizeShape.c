//===- AtomizeShape.c - Rows, columns and layouts of a kernel -------------===//
// See Atomize.h.
//===----------------------------------------------------------------------===//
#include "Passes/Atomize.h"

#include <string.h>

//===--- small things -----------------------------------------------------===//

bool attnAzIsTile(MlirOperation op) {
  return attnIs(op, "tile.load") || attnIs(op, "tile.fill") || attnIs(op, "tile.map") ||
         attnAzReduces(op) || attnIs(op, "tile.contract") || attnIs(op, "tile.fetch") ||
         attnIs(op, "tile.total");
}

bool attnAzReduces(MlirOperation op) {
  return attnIs(op, "tile.reduce") || attnIs(op, "linalg.reduce");
}

bool attnAzNames(const AttnAtomizer *a, MlirOperation op, const char *attr, AttnNames *names) {
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

bool attnAzHas(const AttnNames *s, int axis) {
  return (s->n > 0 && s->axis[0] == axis) || (s->n > 1 && s->axis[1] == axis);
}

static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }

//===--- reading the kernel -----------------------------------------------===//

static bool findColumns(AttnAtomizer *a, intptr_t n, MlirOperation *ops) {
  for (int i = 0; i < a->axes.size; ++i) {
    a->column[i] = a->axes.a[i].role != ATTN_AXIS_FREE;
    a->vector[i] = 4; // 8 bytes of f16, 16 of f32
  }
  bool seen[ATTN_MAX_AXES] = {false};
  for (intptr_t k = 0; k < n; ++k) {
    AttnNames lhs, rhs, result;
    if (!attnIs(ops[k], "tile.contract"))
      continue;
    int contracted = attnAxesFind(&a->axes, attnAttrStr(ops[k], "axis"));
    if (!attnAzNames(a, ops[k], "lhs_axes", &lhs) || !attnAzNames(a, ops[k], "rhs_axes", &rhs) ||
        !attnAzNames(a, ops[k], "axes", &result))
      return false;
    for (int i = 0; i < rhs.n; ++i) {
      int x = rhs.axis[i];
      if (x == contracted || attnAzHas(&lhs, x) || seen[x])
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
    AttnNames names;
    if (!attnIs(ops[k], "tile.fill"))
      continue;
    if (!attnAzNames(a, ops[k], "axes", &names))
      return false;
    if (names.n == 2 && !a->column[names.axis[0]] && !a->column[names.axis[1]])
      a->column[names.axis[1]] = true;
  }
  return true;
}

/// Registers side by side along axes that no contraction makes: 16 bytes of the narrowest tensor
/// that is contiguous there.
static bool findVectors(AttnAtomizer *a, intptr_t n, MlirOperation *ops) {
  bool contractions = false;
  for (intptr_t k = 0; k < n; ++k)
    contractions |= attnIs(ops[k], "tile.contract");
  for (intptr_t k = 0; k < n && !contractions; ++k) {
    AttnNames names;
    if (!attnIs(ops[k], "tile.load"))
      continue;
    if (!attnAzNames(a, ops[k], "axes", &names))
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

static bool findGeometry(AttnAtomizer *a, const AttnSchedule *s) {
  bool found = false;
  for (size_t i = 0; i < s->size; ++i) {
    const AttnScheduleEntry *e = &s->entries[i];
    AttnTileShape t;
    if (strcmp(e->key, "TILE") != 0)
      continue;
    if (!attnParseTileShape(e->value, &t) || (t.tensor && t.atom.k != 16)) {
      attnOpError(a->kernel,
                  "cannot honour TILE@%s=%s: not supported by this version: atoms other than "
                  "scalar, mma_m16n8k16 and wgmma_m64n<N>k16",
                  e->axis, e->value);
      return false;
    }
    if (found && !attnTileSameRows(&t, &a->tile)) {
      attnOpError(a->kernel,
                  "cannot honour TILE@%s=%s: rows and threads (%s) must be those of its other "
                  "contractions",
                  e->axis, e->value, a->tile.tensor ? "WM, WN and FM" : "N, M and FM");
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
  if (attnTileThreads(&a->tile) > 1024) {
    attnOpError(a->kernel, "has a TILE of %ld threads, a CTA has at most 1024",
                (long)attnTileThreads(&a->tile));
    return false;
  }
  if (a->tile.tensor) {
    a->warpsN = a->tile.atom.wn;
    return true;
  }
  const AttnScalarTile *t = &a->tile.scalar;
  if ((t->n & (t->n - 1)) != 0 || (t->n * t->m) % 32 != 0) {
    attnOpError(a->kernel,
                "cannot honour TILE n%dx%d: N is a power of two and N * M a multiple of "
                "32, at most 1024",
                t->n, t->m);
    return false;
  }
  a->lanesN = t->n < 32 ? t->n : 32;
  a->warpsN = t->n / a->lanesN;
  a->lanesM = 32 / a->lanesN;
  a->warpsM = t->m / a->lanesM;
  return true;
}

/// Is the one axis of the tiles the columns? A fold that visits no tile leaves no contraction to
/// tell rows from columns, only what it stores; the TILE of some contraction still does.
static bool isLoneColumn(const AttnAtomizer *a, const AttnSchedule *s) {
  int64_t tile = a->axes.a[a->row].tile;
  bool columns = false;
  for (size_t i = 0; i < s->size; ++i) {
    AttnTileShape t;
    columns |= strcmp(s->entries[i].key, "TILE") == 0 &&
               attnParseTileShape(s->entries[i].value, &t) && tile == attnTileColumns(&t);
  }
  return columns && tile != attnTileRows(&a->tile);
}

static bool findRow(AttnAtomizer *a, const AttnSchedule *s, intptr_t n, MlirOperation *ops) {
  bool any = false; // does anything go across the columns?
  a->row = -1;
  for (intptr_t k = 0; k < n; ++k) {
    AttnNames names;
    if (!attnAzIsTile(ops[k]))
      continue;
    if (!attnAzNames(a, ops[k], "axes", &names))
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
    any |= attnAzReduces(ops[k]) || attnIs(ops[k], "tile.contract");
    bool crosses = attnAzReduces(ops[k]) || (attnIs(ops[k], "tile.contract") && !a->tile.tensor);
    if (crosses && a->warpsN > 1 && !attnTileIsWgmma(&a->tile)) {
      attnOpError(ops[k], "cannot honour the kernel's TILE: not supported by this version: columns "
                          "spread over warps where they are reduced");
      return false;
    }
  }
  int64_t rows = attnTileRows(&a->tile);
  if (a->row >= 0 && !any && isLoneColumn(a, s)) {
    a->column[a->row] = true;
    a->row = -1;
  }
  if (a->row < 0 || a->axes.a[a->row].tile == rows)
    return true;
  attnOpError(a->kernel, "has tiles of %ld along axis '%s', TILE says %ld rows",
              (long)a->axes.a[a->row].tile, a->axes.a[a->row].name, (long)rows);
  return false;
}

//===--- layouts ----------------------------------------------------------===//

static bool addColumns(const AttnAtomizer *a, MlirOperation op, AttnLayout *l, int axis) {
  const AttnAxis *x = &a->axes.a[axis];
  if (x->tile % a->tile.scalar.n != 0) {
    attnOpError(op,
                "has %ld elements along axis '%s', not a multiple of the %d threads along the "
                "columns",
                (long)x->tile, x->name, a->tile.scalar.n);
    return false;
  }
  int regs = (int)(x->tile / a->tile.scalar.n);
  int v = a->laneFast[axis] ? 1 : gcd(regs, a->vector[axis]);
  attnLayoutAdd(l, ATTN_REG, v, x->name);
  attnLayoutAdd(l, ATTN_LANE, a->lanesN, x->name);
  attnLayoutAdd(l, ATTN_REG, regs / v, x->name);
  attnLayoutAdd(l, ATTN_WARP, a->warpsN, x->name);
  return true;
}

static void addColumnCopies(const AttnAtomizer *a, AttnLayout *l) {
  attnLayoutAdd(l, ATTN_LANE, a->lanesN, "*");
  attnLayoutAdd(l, ATTN_WARP, a->warpsN, "*");
}

static bool addRows(const AttnAtomizer *a, MlirOperation op, AttnLayout *l, int axis) {
  const AttnAxis *x = &a->axes.a[axis];
  if (x->tile % a->tile.scalar.m != 0) {
    attnOpError(op,
                "has %ld elements along axis '%s', not a multiple of the %d threads along the "
                "rows",
                (long)x->tile, x->name, a->tile.scalar.m);
    return false;
  }
  attnLayoutAdd(l, ATTN_REG, (int)(x->tile / a->tile.scalar.m), x->name);
  attnLayoutAdd(l, ATTN_LANE, a->lanesM, x->name);
  attnLayoutAdd(l, ATTN_WARP, a->warpsM, x->name);
  return true;
}

static void addRowCopies(const AttnAtomizer *a, AttnLayout *l) {
  attnLayoutAdd(l, ATTN_LANE, a->lanesM, "*");
  attnLayoutAdd(l, ATTN_WARP, a->warpsM, "*");
}

/// Fragments of the atom; the missing axis of a row or a column holds copies. So do warpgroups side
/// by side (wgmma) along the fold axis, whose columns are reduced.
static bool fragment(const AttnAtomizer *a, MlirOperation op, int row, int column, AttnLayout *l) {
  AttnMmaTile t = attnTileMma(&a->tile);
  const AttnAxis *rows = row < 0 ? NULL : &a->axes.a[row];
  const AttnAxis *columns = column < 0 ? NULL : &a->axes.a[column];
  if (t.groups && columns && columns->role == ATTN_AXIS_FOLD)
    t.copies = t.wn, t.wn = 1;
  if (rows && rows->tile != 16 * (int64_t)t.fm * t.wm) {
    attnOpError(op, "has %ld elements along the rows '%s', the atoms have %d", (long)rows->tile,
                rows->name, 16 * t.fm * t.wm);
    return false;
  }
  if (columns && columns->tile % (8 * t.wn) != 0) {
    attnOpError(op,
                "has %ld elements along axis '%s', not a multiple of the %d columns of %d atoms",
                (long)columns->tile, columns->name, 8 * t.wn, t.wn);
    return false;
  }
  t.fn = columns ? (int)(columns->tile / (8 * t.wn)) : 1;
  *l = attnMmaC(&t, rows ? rows->name : "row", columns ? columns->name : "column");
  if (!rows)
    *l = attnLayoutWithout(l, "row");
  if (!columns)
    *l = attnLayoutWithout(l, "column");
  return true;
}

bool attnAzLayout(const AttnAtomizer *a, MlirOperation op, const AttnNames *names, AttnLayout *l) {
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
  if (a->tile.tensor)
    return fragment(a, op, row, column, l);
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

bool attnAzRead(AttnAtomizer *a, const AttnSchedule *s, intptr_t n, MlirOperation *ops) {
  return findColumns(a, n, ops) && findVectors(a, n, ops) && findGeometry(a, s) &&
         findRow(a, s, n, ops);
}
