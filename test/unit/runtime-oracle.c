//===- runtime-oracle.c - Oracle programs built by hand -------------------===//
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "Runtime/Compare.h"
#include "Runtime/OracleProgram.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static AttnStatus st;

//===--- building ---------------------------------------------------------===//

static AttnTensorType tensor(AttnType type, int rank, int64_t a, int64_t b, int64_t c) {
  return (AttnTensorType){.type = type, .rank = rank, .shape = {a, b, c}};
}

static AttnOracleNode *node(AttnOracle *o, AttnNodeKind kind, AttnTensorType type, int numOperands,
                            const int32_t *operands) {
  AttnOracleNode *n = attnOracleAddNode(o, kind, 1);
  assert_non_null(n);
  o->values[n->firstValue].type = type;
  n->numOperands = numOperands;
  n->operands = attnArenaCopy(&o->arena, operands, (size_t)numOperands * 4);
  return n;
}

static int32_t argument(AttnOracle *o, AttnTensorType type) {
  AttnOracleNode *n = node(o, ATTN_NODE_ARGUMENT, type, 0, NULL);
  int32_t *all = attnOracleAlloc(o, (size_t)(o->numArguments + 1) * 4);
  if (o->numArguments)
    memcpy(all, o->arguments, (size_t)o->numArguments * 4);
  all[o->numArguments] = n->firstValue;
  o->arguments = all;
  n->argument = o->numArguments++;
  return n->firstValue;
}

static int32_t splat(AttnOracle *o, AttnTensorType type, double f, int64_t i) {
  AttnOracleNode *n = node(o, ATTN_NODE_CONSTANT, type, 0, NULL);
  n->splat = true;
  n->data = attnTypeIsFloat(type.type) ? attnArenaCopy(&o->arena, &f, 8)
                                       : attnArenaCopy(&o->arena, &i, 8);
  return n->firstValue;
}

static void result(AttnOracle *o, int32_t value) {
  o->results = attnArenaCopy(&o->arena, &value, 4);
  o->numResults = 1;
}

/// A map to plain dimensions, given as digits: "02" is (d0, d2). '-' alone: gathered only.
static AttnOracleMap dims(AttnOracle *o, const char *digits) {
  AttnOracleMap m = {.numResults = -1};
  if (*digits == '-')
    return m;
  m.numExprs = m.numResults = (int32_t)strlen(digits);
  m.exprs = attnOracleAlloc(o, (size_t)m.numExprs * sizeof *m.exprs);
  m.results = attnOracleAlloc(o, (size_t)m.numExprs * 4);
  for (int32_t i = 0; i < m.numExprs; ++i) {
    m.exprs[i] = (AttnOracleExpr){.kind = ATTN_EXPR_DIM, .value = digits[i] - '0'};
    m.results[i] = i;
  }
  return m;
}

/// kinds: 'p' or 'r' for each iteration dimension.
static AttnOracleNode *generic(AttnOracle *o, AttnTensorType type, const char *kinds,
                               const int64_t *extents, int numOperands, const int32_t *operands,
                               const char *const *maps, int numInstrs,
                               const AttnOracleInstr *instrs) {
  AttnOracleNode *n = node(o, ATTN_NODE_GENERIC, type, numOperands, operands);
  n->numDims = (int32_t)strlen(kinds);
  n->extents = attnArenaCopy(&o->arena, extents, (size_t)n->numDims * 8);
  n->reduction = attnOracleAlloc(o, (size_t)n->numDims);
  for (int d = 0; d < n->numDims; ++d)
    n->reduction[d] = kinds[d] == 'r';
  n->maps = attnOracleAlloc(o, (size_t)numOperands * sizeof *n->maps);
  for (int k = 0; k < numOperands; ++k)
    n->maps[k] = dims(o, maps[k]);
  n->numInstrs = numInstrs;
  n->instrs = attnArenaCopy(&o->arena, instrs, (size_t)numInstrs * sizeof *instrs);
  n->indices = attnOracleAlloc(o, 0);
  int32_t yield = numInstrs - 1;
  n->yields = attnArenaCopy(&o->arena, &yield, 4);
  return n;
}

#define F(operation, ...)                                                                          \
  { .op = ATTN_OP_##operation, .isFloat = true, __VA_ARGS__ }
#define I(operation, ...)                                                                          \
  { .op = ATTN_OP_##operation, .width = 64, .sourceWidth = 64, __VA_ARGS__ }

static AttnTensor filled(AttnTensorType type, const double *values) {
  AttnTensor t;
  assert_true(attnTensorCreate(&t, &type, &st));
  for (int64_t i = 0; i < attnTensorCount(&type); ++i)
    attnTensorSet(&t, i, values[i]);
  return t;
}

static void valid(const AttnOracle *o) {
  if (!attnOracleValidate(o, &st))
    fail_msg("%s", st.message);
}

/// C = A * B, plus a sum over rows as another way to reduce.
static AttnOracle *product(int64_t m, int64_t n, int64_t k) {
  AttnOracle *o = attnOracleCreate(&st);
  int32_t a = argument(o, tensor(ATTN_TYPE_F32, 2, m, k, 0)),
          b = argument(o, tensor(ATTN_TYPE_F32, 2, k, n, 0)),
          zero = splat(o, tensor(ATTN_TYPE_F32, 2, m, n, 0), 0, 0);
  const AttnOracleInstr mac[] = {F(LOAD, .imm.i = 0), F(LOAD, .imm.i = 1), F(MULF, .a = 0, .b = 1),
                                 F(ACC, .imm.i = 0), F(ADDF, .a = 3, .b = 2)};
  int32_t c = generic(o, tensor(ATTN_TYPE_F32, 2, m, n, 0), "ppr", (int64_t[]){m, n, k}, 3,
                      (int32_t[]){a, b, zero}, (const char *[]){"02", "21", "01"}, 5, mac)
                  ->firstValue;
  result(o, c);
  valid(o);
  return o;
}

//===--- tests ------------------------------------------------------------===//

static void contraction(void **state) {
  (void)state;
  // Shapes that make the strip dimension parallel, reduced, short, and longer than a strip.
  static const int64_t shapes[][3] = {
      {2, 3, 4}, {1, 1, 300}, {300, 1, 2}, {1, 300, 5}, {7, 130, 9}};
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
    int64_t m = shapes[s][0], n = shapes[s][1], k = shapes[s][2];
    AttnOracle *o = product(m, n, k);
    AttnTensor args[2];
    for (int i = 0; i < 2; ++i) {
      assert_true(attnTensorCreate(&args[i], attnOracleArgument(o, i), &st));
      assert_true(attnTensorDraw(&args[i], "randn", 3, (uint64_t)i, &st));
    }
    double *values = calloc((size_t)(m * n), 8), one;
    assert_true(attnOracleEvaluate(o, args, 0, NULL, 0, values, &st));
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        double sum = 0;
        for (int64_t l = 0; l < k; ++l)
          sum += attnTensorGet(&args[0], i * k + l) * attnTensorGet(&args[1], l * n + j);
        assert_true(fabs(values[i * n + j] - sum) < 1e-12);
        if ((i * n + j) % 17 == 0) {
          AttnBox box = {{i, j}, {i + 1, j + 1}};
          assert_true(attnOracleEvaluate(o, args, 0, &box, 0, &one, &st));
          assert_true(fabs(one - sum) < 1e-12);
        }
      }
    AttnOracleCost cost;
    assert_true(attnOracleEstimate(o, 0, NULL, &cost, &st));
    assert_true(cost.flops == 2.0 * (double)(m * n * k));
    AttnBox row = {{0, 0}, {1, n}};
    assert_true(attnOracleEstimate(o, 0, &row, &cost, &st));
    assert_true(cost.flops == 2.0 * (double)(n * k));
    free(values);
    attnTensorDestroy(&args[0]);
    attnTensorDestroy(&args[1]);
    attnOracleDestroy(o);
  }
}

static void emptyReduction(void **state) {
  (void)state;
  AttnOracle *o = product(2, 3, 0);
  AttnTensor args[2];
  for (int i = 0; i < 2; ++i)
    assert_true(attnTensorCreate(&args[i], attnOracleArgument(o, i), &st));
  double values[6] = {9, 9, 9, 9, 9, 9};
  assert_true(attnOracleEvaluate(o, args, 0, NULL, 0, values, &st));
  for (int i = 0; i < 6; ++i)
    assert_true(values[i] == 0);
  attnTensorDestroy(&args[0]);
  attnTensorDestroy(&args[1]);
  attnOracleDestroy(o);
}

/// exp(x - max(x)) / sum over the last dimension of a 2 x n tensor.
static AttnOracle *softmax(int64_t n) {
  AttnOracle *o = attnOracleCreate(&st);
  AttnTensorType whole = tensor(ATTN_TYPE_F32, 2, 2, n, 0), row = tensor(ATTN_TYPE_F32, 1, 2, 0, 0);
  int64_t extents[] = {2, n};
  int32_t x = argument(o, whole), lowest = splat(o, row, -INFINITY, 0), zero = splat(o, row, 0, 0),
          any = node(o, ATTN_NODE_EMPTY, whole, 0, NULL)->firstValue;
  const AttnOracleInstr max[] = {F(LOAD, .imm.i = 0), F(ACC, .imm.i = 0),
                                 F(MAXIMUMF, .a = 1, .b = 0)},
                        weigh[] = {F(LOAD, .imm.i = 0), F(LOAD, .imm.i = 1),
                                   F(SUBF, .a = 0, .b = 1), F(EXP, .a = 2)},
                        sum[] = {F(LOAD, .imm.i = 0), F(ACC, .imm.i = 0), F(ADDF, .a = 1, .b = 0)},
                        divide[] = {F(LOAD, .imm.i = 0), F(LOAD, .imm.i = 1),
                                    F(DIVF, .a = 0, .b = 1)};
  int32_t m =
      generic(o, row, "pr", extents, 2, (int32_t[]){x, lowest}, (const char *[]){"01", "0"}, 3, max)
          ->firstValue;
  int32_t w = generic(o, whole, "pp", extents, 3, (int32_t[]){x, m, any},
                      (const char *[]){"01", "0", "01"}, 4, weigh)
                  ->firstValue;
  int32_t d =
      generic(o, row, "pr", extents, 2, (int32_t[]){w, zero}, (const char *[]){"01", "0"}, 3, sum)
          ->firstValue;
  int32_t r = generic(o, whole, "pp", extents, 3, (int32_t[]){w, d, any},
                      (const char *[]){"01", "0", "01"}, 3, divide)
                  ->firstValue;
  result(o, r);
  valid(o);
  return o;
}

static void maskedRows(void **state) {
  (void)state;
  AttnOracle *o = softmax(3);
  double inf = INFINITY, values[6];
  int64_t masked = 0;
  AttnTensor x = filled(*attnOracleArgument(o, 0), (double[]){0, 0, -inf, -inf, -inf, -inf});
  // As written: a wholly masked row is NaN.
  assert_true(attnOracleEvaluate(o, &x, 0, NULL, 0, values, &st));
  assert_true(values[0] == 0.5 && values[2] == 0 && isnan(values[3]));
  // Semantics rule 2: it is 0.
  assert_true(attnOracleEvaluateMasked(o, &x, 0, NULL, values, &masked, &st));
  assert_true(values[0] == 0.5 && values[3] == 0 && values[5] == 0);
  assert_int_equal(masked, 3);
  // A NaN that was in the input stays one.
  attnTensorSet(&x, 4, NAN);
  masked = 0;
  assert_true(attnOracleEvaluateMasked(o, &x, 0, NULL, values, &masked, &st));
  assert_true(isnan(values[3]) && isnan(values[5]));
  assert_int_equal(masked, 0);
  attnTensorDestroy(&x);
  attnOracleDestroy(o);
}

static void quotientOfZeros(void **state) {
  (void)state;
  // x / x: 0 / 0 is NaN by the input's own doing, no masked row.
  AttnOracle *o = attnOracleCreate(&st);
  AttnTensorType t = tensor(ATTN_TYPE_F32, 1, 2, 0, 0);
  int32_t x = argument(o, t), any = node(o, ATTN_NODE_EMPTY, t, 0, NULL)->firstValue;
  const AttnOracleInstr divide[] = {F(LOAD, .imm.i = 0), F(DIVF, .a = 0, .b = 0)};
  result(o, generic(o, t, "p", (int64_t[]){2}, 2, (int32_t[]){x, any}, (const char *[]){"0", "0"},
                    2, divide)
                ->firstValue);
  valid(o);
  AttnTensor in = filled(t, (double[]){0, 2});
  double values[2];
  int64_t masked = 0;
  assert_true(attnOracleEvaluateMasked(o, &in, 0, NULL, values, &masked, &st));
  assert_true(isnan(values[0]) && values[1] == 1);
  attnTensorDestroy(&in);
  attnOracleDestroy(o);
}

/// out[i] = table[min(max(id[i], 0), 9)] and out of bounds without the clamp.
static void gather(void **state) {
  (void)state;
  AttnOracle *o = attnOracleCreate(&st);
  AttnTensorType ids = tensor(ATTN_TYPE_I32, 1, 4, 0, 0),
                 table = tensor(ATTN_TYPE_F32, 1, 10, 0, 0),
                 out = tensor(ATTN_TYPE_F32, 1, 4, 0, 0);
  int32_t i = argument(o, ids), t = argument(o, table),
          any = node(o, ATTN_NODE_EMPTY, out, 0, NULL)->firstValue;
  const AttnOracleInstr in[] = {I(LOAD, .imm.i = 0), F(GATHER, .imm.i = 1, .firstIndex = 0)};
  AttnOracleNode *n = generic(o, out, "p", (int64_t[]){4}, 3, (int32_t[]){i, t, any},
                              (const char *[]){"0", "-", "0"}, 2, in);
  n->numIndices = 1;
  n->indices = attnArenaCopy(&o->arena, &(int32_t){0}, 4);
  result(o, n->firstValue);
  valid(o);
  AttnTensor args[2] = {filled(ids, (double[]){3, 0, 10, -1}),
                        filled(table, (double[]){0, 10, 20, 30, 40, 50, 60, 70, 80, 90})};
  double values[4];
  assert_true(attnOracleEvaluate(o, args, 0, NULL, 0, values, &st));
  assert_true(values[0] == 30 && values[1] == 0 && isnan(values[2]) && isnan(values[3]));
  attnTensorDestroy(&args[0]);
  attnTensorDestroy(&args[1]);
  attnOracleDestroy(o);
}

/// out[i] = i < 3 ? a[i] : b[i - 3]: intervals keep each gather inside its tensor.
static void concatenation(void **state) {
  (void)state;
  AttnOracle *o = attnOracleCreate(&st);
  AttnTensorType ta = tensor(ATTN_TYPE_F32, 1, 3, 0, 0), tb = tensor(ATTN_TYPE_F32, 1, 2, 0, 0),
                 out = tensor(ATTN_TYPE_F32, 1, 5, 0, 0);
  int32_t a = argument(o, ta), b = argument(o, tb),
          any = node(o, ATTN_NODE_EMPTY, out, 0, NULL)->firstValue;
  const AttnOracleInstr in[] = {
      I(INDEX, .imm.i = 0),
      I(CONSTI, .imm.i = 3),
      {.op = ATTN_OP_CMPI, .width = 1, .sourceWidth = 64, .a = 0, .b = 1, .imm.i = 6},
      F(GATHER, .imm.i = 0, .firstIndex = 0),
      I(SUBI, .a = 0, .b = 1),
      F(GATHER, .imm.i = 1, .firstIndex = 1),
      F(SELECT, .a = 2, .b = 3, .c = 5)};
  AttnOracleNode *n = generic(o, out, "p", (int64_t[]){5}, 3, (int32_t[]){a, b, any},
                              (const char *[]){"-", "-", "0"}, 7, in);
  n->numIndices = 2;
  n->indices = attnArenaCopy(&o->arena, (int32_t[]){0, 4}, 8);
  result(o, n->firstValue);
  valid(o);
  AttnTensor args[2] = {filled(ta, (double[]){1, 2, 3}), filled(tb, (double[]){4, 5})};
  double values[5];
  assert_true(attnOracleEvaluate(o, args, 0, NULL, 0, values, &st));
  for (int i = 0; i < 5; ++i)
    assert_true(values[i] == i + 1);
  // The last element alone needs nothing of `a`.
  AttnOracleCost cost, all;
  AttnBox last = {{4}, {5}};
  assert_true(attnOracleEvaluate(o, args, 0, &last, 0, values, &st) && values[0] == 5);
  assert_true(attnOracleEstimate(o, 0, &last, &cost, &st));
  assert_true(attnOracleEstimate(o, 0, NULL, &all, &st));
  assert_true(cost.bytes < all.bytes);
  attnTensorDestroy(&args[0]);
  attnTensorDestroy(&args[1]);
  attnOracleDestroy(o);
}

static void reshapeAndInsert(void **state) {
  (void)state;
  // (2, 6) -> (2, 2, 3) -> inserted at [0, 1::2, ...] of a (2, 5, 3) of -1.
  AttnOracle *o = attnOracleCreate(&st);
  AttnTensorType flat = tensor(ATTN_TYPE_F32, 2, 2, 6, 0), cube = tensor(ATTN_TYPE_F32, 3, 2, 2, 3),
                 big = tensor(ATTN_TYPE_F32, 3, 2, 5, 3);
  int32_t x = argument(o, flat), y = node(o, ATTN_NODE_RESHAPE, cube, 1, &x)->firstValue,
          back = splat(o, big, -1, 0);
  AttnOracleNode *n = node(o, ATTN_NODE_INSERT, big, 2, (int32_t[]){y, back});
  n->offsets = attnArenaCopy(&o->arena, (int64_t[]){0, 1, 0}, 24);
  n->strides = attnArenaCopy(&o->arena, (int64_t[]){1, 2, 1}, 24);
  n->sourceDims = attnArenaCopy(&o->arena, (int32_t[]){0, 1, 2}, 12);
  result(o, n->firstValue);
  valid(o);
  double in[12], values[30], one;
  for (int i = 0; i < 12; ++i)
    in[i] = i;
  AttnTensor t = filled(flat, in);
  assert_true(attnOracleEvaluate(o, &t, 0, NULL, 0, values, &st));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 5; ++j)
      for (int k = 0; k < 3; ++k) {
        double expected = j % 2 ? i * 6 + j / 2 * 3 + k : -1;
        assert_true(values[(i * 5 + j) * 3 + k] == expected);
        AttnBox box = {{i, j, k}, {i + 1, j + 1, k + 1}};
        assert_true(attnOracleEvaluate(o, &t, 0, &box, 0, &one, &st) && one == expected);
      }
  attnTensorDestroy(&t);
  attnOracleDestroy(o);
}

/// A map with floordiv and mod: out[i] = x[i floordiv 3, i mod 3], and one box of it.
static void nonLinearMap(void **state) {
  (void)state;
  AttnOracle *o = attnOracleCreate(&st);
  AttnTensorType in = tensor(ATTN_TYPE_F32, 2, 2, 3, 0), out = tensor(ATTN_TYPE_F32, 1, 6, 0, 0);
  int32_t x = argument(o, in), any = node(o, ATTN_NODE_EMPTY, out, 0, NULL)->firstValue;
  const AttnOracleInstr load[] = {F(LOAD, .imm.i = 0), F(NEGF, .a = 0)};
  AttnOracleNode *n = generic(o, out, "p", (int64_t[]){6}, 2, (int32_t[]){x, any},
                              (const char *[]){"0", "0"}, 2, load);
  AttnOracleExpr e[] = {{.kind = ATTN_EXPR_DIM},
                        {.kind = ATTN_EXPR_CONST, .value = 3},
                        {.kind = ATTN_EXPR_FLOORDIV, .a = 0, .b = 1},
                        {.kind = ATTN_EXPR_DIM},
                        {.kind = ATTN_EXPR_CONST, .value = 3},
                        {.kind = ATTN_EXPR_MOD, .a = 3, .b = 4}};
  n->maps[0] = (AttnOracleMap){6, 2, attnArenaCopy(&o->arena, e, sizeof e),
                               attnArenaCopy(&o->arena, (int32_t[]){2, 5}, 8)};
  result(o, n->firstValue);
  valid(o);
  AttnTensor t = filled(in, (double[]){1, 2, 3, 4, 5, 6});
  double values[6];
  assert_true(attnOracleEvaluate(o, &t, 0, NULL, 0, values, &st));
  for (int i = 0; i < 6; ++i)
    assert_true(values[i] == -(i + 1));
  AttnBox box = {{4}, {6}};
  assert_true(attnOracleEvaluate(o, &t, 0, &box, 0, values, &st));
  assert_true(values[0] == -5 && values[1] == -6);
  // The same map one step further leaves the tensor: refused.
  n->maps[0].exprs[1].value = 2;
  assert_false(attnOracleValidate(o, &st));
  assert_non_null(strstr(st.message, "leaves its operand"));
  attnTensorDestroy(&t);
  attnOracleDestroy(o);
}

/// Two results in one node: the maximum and where it is; the body cannot be split.
static void twoResults(void **state) {
  (void)state;
  AttnOracle *o = attnOracleCreate(&st);
  AttnTensorType in = tensor(ATTN_TYPE_F32, 2, 2, 4, 0), f = tensor(ATTN_TYPE_F32, 1, 2, 0, 0),
                 i = tensor(ATTN_TYPE_I64, 1, 2, 0, 0);
  int32_t x = argument(o, in), lowest = splat(o, f, -INFINITY, 0), none = splat(o, i, 0, -1);
  AttnOracleNode *n = attnOracleAddNode(o, ATTN_NODE_GENERIC, 2);
  o->values[n->firstValue].type = f;
  o->values[n->firstValue + 1].type = i;
  const AttnOracleInstr body[] = {
      F(LOAD, .imm.i = 0),
      F(ACC, .imm.i = 0),
      I(ACC, .imm.i = 1),
      {.op = ATTN_OP_CMPF, .width = 1, .sourceWidth = 64, .a = 0, .b = 1, .imm.i = 2},
      I(INDEX, .imm.i = 1),
      F(SELECT, .a = 3, .b = 0, .c = 1),
      I(SELECT, .a = 3, .b = 4, .c = 2)};
  n->numOperands = 3;
  n->operands = attnArenaCopy(&o->arena, (int32_t[]){x, lowest, none}, 12);
  n->numDims = 2;
  n->extents = attnArenaCopy(&o->arena, (int64_t[]){2, 4}, 16);
  n->reduction = attnArenaCopy(&o->arena, (uint8_t[]){0, 1}, 2);
  n->maps = attnArenaCopy(&o->arena, (AttnOracleMap[]){dims(o, "01"), dims(o, "0"), dims(o, "0")},
                          3 * sizeof(AttnOracleMap));
  n->numInstrs = 7;
  n->instrs = attnArenaCopy(&o->arena, body, sizeof body);
  n->indices = attnOracleAlloc(o, 0);
  n->yields = attnArenaCopy(&o->arena, (int32_t[]){5, 6}, 8);
  o->numResults = 2;
  o->results = attnArenaCopy(&o->arena, (int32_t[]){n->firstValue, n->firstValue + 1}, 8);
  valid(o);
  AttnTensor t = filled(in, (double[]){1, 7, 3, 7, -5, -9, -2, -3});
  double values[2];
  assert_true(attnOracleEvaluate(o, &t, 0, NULL, 0, values, &st));
  assert_true(values[0] == 7 && values[1] == -2);
  assert_true(attnOracleEvaluate(o, &t, 1, NULL, 0, values, &st));
  assert_true(values[0] == 1 && values[1] == 2);
  attnTensorDestroy(&t);
  attnOracleDestroy(o);
}

/// Every integer width wraps as MLIR's does; i1 is -1 where it is signed.
static void integers(void **state) {
  (void)state;
  static const struct {
    AttnOracleOp op;
    uint8_t width, source;
    int64_t a, b, expected;
  } rows[] = {
      {ATTN_OP_ADDI, 32, 32, INT32_MAX, 1, INT32_MIN},
      {ATTN_OP_MULI, 8, 8, 100, 3, 44},
      {ATTN_OP_EXTUI, 32, 1, 1, 0, 1},
      {ATTN_OP_EXTSI, 32, 1, 1, 0, -1},
      {ATTN_OP_EXTUI, 64, 32, -1, 0, 4294967295},
      {ATTN_OP_TRUNCI, 8, 32, 300, 0, 44},
      {ATTN_OP_TRUNCI, 1, 32, 3, 0, 1},
      {ATTN_OP_DIVSI, 32, 32, -7, 2, -3},
      {ATTN_OP_FLOORDIVSI, 32, 32, -7, 2, -4},
      {ATTN_OP_CEILDIVSI, 32, 32, 7, 2, 4},
      {ATTN_OP_REMSI, 32, 32, -7, 2, -1},
      {ATTN_OP_DIVSI, 64, 64, INT64_MIN, -1, INT64_MIN},
      {ATTN_OP_DIVSI, 64, 64, 5, 0, 0},
      {ATTN_OP_MAXUI, 32, 32, -1, 5, -1},
      {ATTN_OP_MINSI, 32, 32, -1, 5, -1},
      {ATTN_OP_SHRUI, 32, 32, -1, 28, 15},
      {ATTN_OP_SHRSI, 32, 32, -16, 2, -4},
      {ATTN_OP_SHLI, 32, 32, 1, 40, 0},
      {ATTN_OP_XORI, 1, 1, 1, 1, 0},
  };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
    AttnOracle *o = attnOracleCreate(&st);
    AttnTensorType t = tensor(ATTN_TYPE_I64, 0, 0, 0, 0);
    int32_t any = node(o, ATTN_NODE_EMPTY, t, 0, NULL)->firstValue;
    const AttnOracleInstr in[] = {{.op = ATTN_OP_CONSTI, .width = 64, .imm.i = rows[k].a},
                                  {.op = ATTN_OP_CONSTI, .width = 64, .imm.i = rows[k].b},
                                  {.op = (uint16_t)rows[k].op,
                                   .width = rows[k].width,
                                   .sourceWidth = rows[k].source,
                                   .a = 0,
                                   .b = 1}};
    result(o, generic(o, t, "", NULL, 1, &any, (const char *[]){""}, 3, in)->firstValue);
    valid(o);
    double value;
    assert_true(attnOracleEvaluate(o, NULL, 0, NULL, 0, &value, &st));
    assert_true(value == (double)rows[k].expected);
    attnOracleDestroy(o);
  }
}

/// Damage anywhere gives an error or another valid program, never a crash. (Under the sanitizers
/// this also evaluates what is still valid.)
static void damage(void **state) {
  (void)state;
  AttnOracle *o = softmax(3);
  void *bytes;
  size_t size;
  assert_true(attnOracleSerialize(o, &bytes, &size, &st));
  attnOracleDestroy(o);
  for (size_t n = 0; n < size; ++n) {
    assert_null(attnOracleParse(bytes, n, &st));
    assert_int_equal(st.code, ATTN_STATUS_FORMAT);
  }
  for (size_t i = 0; i < size; ++i)
    for (int bit = 0; bit < 8; ++bit) {
      ((unsigned char *)bytes)[i] ^= (unsigned char)(1 << bit);
      AttnOracle *p = attnOracleParse(bytes, size, &st);
      AttnOracleCost cost;
      if (p && p->numArguments == 1 && p->numResults == 1 &&
          attnOracleEstimate(p, 0, NULL, &cost, &st) && cost.bytes < 1e6) {
        AttnTensor x;
        if (attnTensorBytes(attnOracleArgument(p, 0)) < 4096 &&
            attnTensorCount(attnOracleResult(p, 0)) < 4096) {
          double values[4096];
          assert_true(attnTensorCreate(&x, attnOracleArgument(p, 0), &st));
          attnOracleEvaluate(p, &x, 0, NULL, 0, values, &st);
          attnTensorDestroy(&x);
        }
      }
      attnOracleDestroy(p);
      ((unsigned char *)bytes)[i] ^= (unsigned char)(1 << bit);
    }
  AttnOracle *p = attnOracleParse(bytes, size, &st);
  assert_non_null(p);
  attnOracleDestroy(p);
  free(bytes);
}

static void wrongArguments(void **state) {
  (void)state;
  AttnOracle *o = product(2, 3, 4);
  AttnTensor args[2] = {filled(tensor(ATTN_TYPE_F16, 2, 2, 4, 0), (double[8]){0}),
                        filled(tensor(ATTN_TYPE_F32, 2, 4, 3, 0), (double[12]){0})};
  double values[6];
  assert_false(attnOracleEvaluate(o, args, 0, NULL, 0, values, &st));
  assert_non_null(strstr(st.message, "argument 0 is tensor<2x4xf16>"));
  assert_false(attnOracleEvaluate(o, args, 1, NULL, 0, values, &st));
  AttnBox outside = {{0, 2}, {1, 4}};
  assert_false(attnOracleEvaluate(o, args, 0, &outside, 0, values, &st));
  attnTensorDestroy(&args[0]);
  attnTensorDestroy(&args[1]);
  attnOracleDestroy(o);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contraction),      cmocka_unit_test(emptyReduction),
      cmocka_unit_test(maskedRows),       cmocka_unit_test(quotientOfZeros),
      cmocka_unit_test(gather),           cmocka_unit_test(concatenation),
      cmocka_unit_test(reshapeAndInsert), cmocka_unit_test(nonLinearMap),
      cmocka_unit_test(twoResults),       cmocka_unit_test(integers),
      cmocka_unit_test(damage),           cmocka_unit_test(wrongArguments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
