//===- bracket-ranges.c - The fold tiles a kernel visits, by brute force ---===//
//
// attn-bracket on small attention-like folds with many masks, sizes and tiles. The bounds of the
// loops it emits are evaluated for every grid tile and compared with the mask, element by element:
//
//   every kept element lies in a visited tile; tiles are visited once, in order;
//   a tile of a full loop keeps every element;
//   where the mask is one comparison, no visited tile is empty, and no tile of a partial loop
//   could have been full.
//
//===----------------------------------------------------------------------===//
#include "context.h"

#include "IR/Build.h"
#include "attn-c/Plugin.h"

MlirLogicalResult attnRunBracket(MlirOperation op, const AttnPassContext *pass);

//===--- masks ------------------------------------------------------------===//

typedef struct Mask {
  const char *name;
  const char *text; ///< makes %keep from %i and %j; `$` stands for rows - columns
  bool (*keep)(int i, int j, int rows, int columns);
  bool single; ///< one comparison
} Mask;

static bool causal(int i, int j, int m, int n) { return (void)m, (void)n, j <= i; }
static bool bottomRight(int i, int j, int m, int n) { return j <= i - (m - n); }
static bool strict(int i, int j, int m, int n) { return (void)m, (void)n, j < i; }
static bool anti(int i, int j, int m, int n) { return (void)m, (void)n, j > i; }
static bool half(int i, int j, int m, int n) { return (void)m, (void)n, 2 * j <= i + 3; }
static bool steep(int i, int j, int m, int n) { return (void)m, (void)n, j >= 3 * i - 7; }
static bool sum(int i, int j, int m, int n) { return (void)m, (void)n, i + j < 40; }
static bool rows(int i, int j, int m, int n) { return (void)m, (void)n, (void)j, i < 20; }
static bool columns(int i, int j, int m, int n) { return (void)m, (void)n, (void)i, j >= 9; }
static bool window(int i, int j, int m, int n) { return (void)m, (void)n, j <= i && j > i - 13; }
static bool band(int i, int j, int m, int n) { return (void)m, (void)n, j < i + 40 && j > i - 40; }
static bool never(int i, int j, int m, int n) { return (void)m, (void)n, (void)i, (void)j, false; }
static bool notAfter(int i, int j, int m, int n) { return (void)m, (void)n, !(j > i || j > 30); }

#define CMP(PRED, X, Y) "%keep = arith.cmpi " PRED ", " X ", " Y " : index\n"
#define TWO(P1, X1, Y1, P2, X2, Y2)                                                                \
  "%k1 = arith.cmpi " P1 ", " X1 ", " Y1 " : index\n"                                              \
  "%k2 = arith.cmpi " P2 ", " X2 ", " Y2 " : index\n"                                              \
  "%keep = arith.andi %k1, %k2 : i1\n"
#define CONST(NAME, V) "%" NAME " = arith.constant " V " : index\n"

static const Mask masks[] = {
    {"causal", CMP("sge", "%i", "%j"), causal, true},
    {"causal unsigned",
     "%i32 = arith.index_cast %i : index to i32\n%j32 = arith.index_cast %j : index to i32\n"
     "%keep = arith.cmpi uge, %i32, %j32 : i32\n",
     causal, true},
    {"bottom right", CONST("off", "$") "%x = arith.subi %i, %off : index\n" CMP("sle", "%j", "%x"),
     bottomRight, true},
    {"strict", CMP("slt", "%j", "%i"), strict, true},
    {"anti", CMP("sgt", "%j", "%i"), anti, true},
    {"half",
     CONST("two", "2")
         CONST("three", "3") "%y = arith.muli %two, %j : index\n"
                             "%x = arith.addi %i, %three : index\n" CMP("sle", "%y", "%x"),
     half, true},
    {"steep",
     CONST("three", "3")
         CONST("seven", "7") "%x0 = arith.muli %i, %three : index\n"
                             "%x = arith.subi %x0, %seven : index\n" CMP("sge", "%j", "%x"),
     steep, true},
    {"sum", CONST("c", "40") "%x = arith.addi %i, %j : index\n" CMP("slt", "%x", "%c"), sum, true},
    {"rows", CONST("c", "20") CMP("slt", "%i", "%c"), rows, true},
    {"columns", CONST("c", "9") CMP("sge", "%j", "%c"), columns, true},
    {"window",
     CONST("c", "13") "%x = arith.subi %i, %c : index\n" TWO("sle", "%j", "%i", "sgt", "%j", "%x"),
     window, false},
    {"band",
     CONST("c", "40") "%x = arith.subi %i, %c : index\n%y = arith.addi %i, %c : index\n" TWO(
         "slt", "%j", "%y", "sgt", "%j", "%x"),
     band, false},
    {"never", CONST("c", "-1") CMP("slt", "%i", "%c"), never, true},
    {"undecided",
     "%k1 = arith.cmpi sle, %j, %i : index\n%k2 = arith.cmpf oeq, %s, %s : f32\n"
     "%keep = arith.andi %k1, %k2 : i1\n",
     causal, false},
    {"not after",
     CONST("c", "30") "%true = arith.constant true\n"
                      "%k1 = arith.cmpi sgt, %j, %i : index\n"
                      "%k2 = arith.cmpi sgt, %j, %c : index\n"
                      "%any = arith.ori %k1, %k2 : i1\n%keep = arith.xori %any, %true : i1\n",
     notAfter, false},
};

static MlirModule build(const Mask *mask, int m, int n) {
  char off[16], keep[1024], *text = NULL;
  snprintf(off, sizeof off, "%d", m - n);
  const char *dollar = strchr(mask->text, '$');
  snprintf(keep, sizeof keep, "%.*s%s%s",
           (int)(dollar ? dollar - mask->text : (long)strlen(mask->text)), mask->text,
           dollar ? off : "", dollar ? dollar + 1 : "");
  if (asprintf(
          &text,
          "func.func @f(%%q: tensor<%dx4xf32>, %%k: tensor<%dx4xf32>) -> tensor<%dxf32> {\n"
          "  %%o = \"carrier.fold\"() ({\n"
          "    %%qe = \"carrier.element\"(%%q) {map = affine_map<(d0, d1, d2) -> (d0, d2)>} : "
          "(tensor<%dx4xf32>) -> f32\n"
          "    %%ke = \"carrier.element\"(%%k) {map = affine_map<(d0, d1, d2) -> (d1, d2)>} : "
          "(tensor<%dx4xf32>) -> f32\n"
          "    %%s = \"carrier.contract\"(%%qe, %%ke) {axis = \"c\"} : (f32, f32) -> f32\n"
          "    %%i = \"carrier.index\"() {axis = \"m\"} : () -> index\n"
          "    %%j = \"carrier.index\"() {axis = \"kv\"} : () -> index\n"
          "    %s"
          "    %%masked = \"carrier.mask\"(%%keep, %%s) : (i1, f32) -> f32\n"
          "    gpu.yield %%masked : f32\n"
          "  }, {\n  ^bb0(%%p: f32):\n    gpu.yield %%p : f32\n  })\n"
          "  {axes = [{name = \"m\", role = \"free\", extent = %d},\n"
          "           {name = \"kv\", role = \"fold\", extent = %d},\n"
          "           {name = \"c\", role = \"contract\", extent = 4}],\n"
          "   maps = [affine_map<(d0, d1, d2) -> (d0)>],\n"
          "   channels = [{name = \"p\", monoid = \"max\", type = f32, identity = 0xFF800000 : "
          "f32}]} : () -> tensor<%dxf32>\n"
          "  return %%o : tensor<%dxf32>\n}\n",
          m, n, m, m, n, keep, m, n, m, m) < 0)
    abort();
  MlirModule module = mlirModuleCreateParse(ctx, mlirStringRefCreateFromCString(text));
  free(text);
  return module;
}

//===--- the pass ---------------------------------------------------------===//

static const char *schedule;

static const char *getString(const AttnPassContext *pass, const char *option) {
  (void)pass;
  if (strcmp(option, "chip") == 0)
    return "sm_90a";
  assert_string_equal(option, "schedule");
  return schedule;
}

//===--- evaluating bounds ------------------------------------------------===//

static int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static int64_t evalExpr(MlirAffineExpr e, const int64_t *dims) {
  if (mlirAffineExprIsAConstant(e))
    return mlirAffineConstantExprGetValue(e);
  if (mlirAffineExprIsADim(e))
    return dims[mlirAffineDimExprGetPosition(e)];
  int64_t x = evalExpr(mlirAffineBinaryOpExprGetLHS(e), dims);
  int64_t y = evalExpr(mlirAffineBinaryOpExprGetRHS(e), dims);
  if (mlirAffineExprIsAAdd(e))
    return x + y;
  if (mlirAffineExprIsAMul(e))
    return x * y;
  if (mlirAffineExprIsAFloorDiv(e))
    return floorDiv(x, y);
  if (mlirAffineExprIsACeilDiv(e))
    return -floorDiv(-x, y);
  fail_msg("an expression the test does not know");
  return 0;
}

static int64_t evalValue(MlirValue v, int64_t origin) {
  MlirOperation op = attnDef(v);
  if (attnIs(op, "tile.origin"))
    return origin;
  if (attnIs(op, "arith.constant"))
    return mlirIntegerAttrGetValueInt(attnAttr(op, "value"));
  MlirAffineMap map;
  bool least = attnIs(op, "affine.min");
  if (!least && !attnIs(op, "affine.max") && !attnIs(op, "affine.apply"))
    fail_msg("a bound made by '%s'", attnOpName(op));
  assert_true(attnAttrMap(op, "map", &map));
  int64_t dims[8], best = 0;
  assert_true(mlirOperationGetNumOperands(op) <= 8);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i)
    dims[i] = evalValue(mlirOperationGetOperand(op, i), origin);
  for (intptr_t i = 0; i < mlirAffineMapGetNumResults(map); ++i) {
    int64_t x = evalExpr(mlirAffineMapGetResult(map, i), dims);
    if (i == 0 || (least ? x < best : x > best))
      best = x;
  }
  return best;
}

//===--- one case ---------------------------------------------------------===//

typedef struct Case {
  const Mask *mask;
  int m, n, tileM, tileN;
} Case;

static void countKept(const Case *c, int m0, int j0, int *kept, int *all, bool *inside) {
  *kept = *all = 0;
  *inside = j0 + c->tileN <= c->n;
  for (int i = m0; i < m0 + c->tileM && i < c->m; ++i)
    for (int j = j0; j < j0 + c->tileN && j < c->n; ++j) {
      ++*all;
      *kept += c->mask->keep(i, j, c->m, c->n);
    }
}

static void checkTile(const Case *c, int m0, intptr_t nLoops, MlirOperation *loops) {
  int next = -1; // no tile below it is visited any more
  bool visited[512] = {false};
  for (intptr_t k = 0; k < nLoops; ++k) {
    bool full = strcmp(attnAttrStr(loops[k], "class"), "full") == 0;
    int64_t lo = evalValue(mlirOperationGetOperand(loops[k], 0), m0);
    int64_t hi = evalValue(mlirOperationGetOperand(loops[k], 1), m0);
    assert_int_equal(evalValue(mlirOperationGetOperand(loops[k], 2), m0), c->tileN);
    for (int64_t j0 = lo; j0 < hi; j0 += c->tileN) {
      if (j0 < 0 || j0 >= c->n || j0 % c->tileN != 0 || j0 <= next)
        fail_msg("%s %dx%d in %dx%d: row %d visits %ld", c->mask->name, c->m, c->n, c->tileM,
                 c->tileN, m0, (long)j0);
      next = (int)j0;
      visited[j0 / c->tileN] = true;
      int kept, all;
      bool inside;
      countKept(c, m0, (int)j0, &kept, &all, &inside);
      if (full && (kept != all || !inside))
        fail_msg("%s %dx%d in %dx%d: full tile (%d, %ld) keeps %d of %d", c->mask->name, c->m, c->n,
                 c->tileM, c->tileN, m0, (long)j0, kept, all);
      if (c->mask->single && kept == 0)
        fail_msg("%s %dx%d in %dx%d: tile (%d, %ld) is empty", c->mask->name, c->m, c->n, c->tileM,
                 c->tileN, m0, (long)j0);
      if (c->mask->single && !full && kept == all && inside && m0 + c->tileM <= c->m)
        fail_msg("%s %dx%d in %dx%d: tile (%d, %ld) could be full", c->mask->name, c->m, c->n,
                 c->tileM, c->tileN, m0, (long)j0);
    }
  }
  for (int j0 = 0; j0 < c->n; j0 += c->tileN) {
    int kept, all;
    bool inside;
    countKept(c, m0, j0, &kept, &all, &inside);
    if (kept && !visited[j0 / c->tileN])
      fail_msg("%s %dx%d in %dx%d: tile (%d, %d) keeps %d and is not visited", c->mask->name, c->m,
               c->n, c->tileM, c->tileN, m0, j0, kept);
  }
}

static void checkCase(const Case *c) {
  MlirModule module = build(c->mask, c->m, c->n);
  assert_false(mlirModuleIsNull(module));
  MlirOperation root = mlirModuleGetOperation(module);
  AttnPassContext pass = {.struct_size = sizeof pass, .getString = getString};
  assert_true(mlirLogicalResultIsSuccess(attnRunBracket(root, &pass)));
  assert_true(mlirOperationVerify(root));
  MlirOperation *loops;
  intptr_t n = attnCollect(root, "scf.for", &loops);
  assert_true(n <= 3);
  for (int m0 = 0; m0 < c->m; m0 += c->tileM)
    checkTile(c, m0, n, loops);
  free(loops);
  mlirModuleDestroy(module);
}

static void everyMask(void **state) {
  (void)state;
  static const int sizes[][2] = {{1, 1},   {1, 100}, {64, 64}, {63, 65},  {65, 63}, {100, 7},
                                 {7, 100}, {33, 90}, {90, 33}, {128, 96}, {61, 131}};
  static const struct {
    const char *schedule;
    int tileM, tileN;
  } tiles[] = {{"TILE@c=n8x4/f1x2", 8, 8},
               {"TILE@c=n16x4/f2x4", 16, 32},
               {"TILE@c=n8x8/f2x4", 32, 16},
               {"TILE@c=n4x8/f1x1", 8, 4}};
  for (size_t k = 0; k < sizeof masks / sizeof *masks; ++k)
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s)
      for (size_t t = 0; t < sizeof tiles / sizeof *tiles; ++t) {
        schedule = tiles[t].schedule;
        checkCase(&(Case){&masks[k], sizes[s][0], sizes[s][1], tiles[t].tileM, tiles[t].tileN});
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(everyMask)};
  return cmocka_run_group_tests_name("bracket-ranges", tests, contextSetUp, contextTearDown);
}
