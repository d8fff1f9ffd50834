//===- pins.c - Every pin is honoured, or refused with the rule ------------===//
//
// Every key of the schedule language, with several values, at every axis and contraction of several
// kinds of modules, at one that does not exist, and bare; as the pipeline's option and as the
// attribute of each operation. Down to tiles, a pin must end in
//
//   an error     at a location, that names the entry and says why; or
//   a decision   in the schedule of a kernel, as pinned; a bare one as well.
//
// And it must do something: of the values of a key that are accepted at one place, no two give the
// same kernels, unless the decision is the same (`tile/lpt` in groups of 2 may be the default). So
// a key that nobody looks at is found, whatever it is written to.
//
//===----------------------------------------------------------------------===//
#include "context.h"

#include "IR/Build.h"
#include "Schedule/Schedule.h"
#include "attn-c/Passes.h"

#include "mlir-c/Pass.h"

static char diagnostic[2048];
static bool located;

static void onDiagnostic(AttnSeverity severity, MlirLocation loc, const char *text, void *user) {
  (void)user;
  if (severity != ATTN_ERROR || *diagnostic)
    return;
  snprintf(diagnostic, sizeof diagnostic, "%s", text);
  located = !mlirLocationEqual(loc, mlirLocationUnknownGet(ctx));
}

//===--- modules ----------------------------------------------------------===//

typedef struct Kind {
  const char *name;
  const char *spec; ///< of an example; NULL: `text`
  const char *text;
  const char *base; ///< pins that come with each pin
  bool attributes;  ///< try attributes as well
} Kind;

static const char *const addText =
    "func.func @main(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> tensor<64x128xf32> {\n"
    "  %e = tensor.empty() : tensor<64x128xf32>\n"
    "  %r = linalg.add ins(%x, %y : tensor<64x128xf32>, tensor<64x128xf32>)\n"
    "                  outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>\n"
    "  return %r : tensor<64x128xf32>\n"
    "}\n";
static const char *const expText =
    "func.func @main(%x: tensor<64x128xf32>, %y: tensor<64xf32>) -> tensor<64x128xf32> {\n"
    "  %e = tensor.empty() : tensor<64x128xf32>\n"
    "  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,\n"
    "      affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],\n"
    "      iterator_types = [\"parallel\", \"parallel\"]}\n"
    "      ins(%x, %y : tensor<64x128xf32>, tensor<64xf32>) outs(%e : tensor<64x128xf32>) {\n"
    "  ^bb0(%a: f32, %b: f32, %o: f32):\n"
    "    %d = arith.subf %a, %b : f32\n"
    "    %p = math.exp %d : f32\n"
    "    linalg.yield %p : f32\n"
    "  } -> tensor<64x128xf32>\n"
    "  return %r : tensor<64x128xf32>\n"
    "}\n";

#define ATTENTION "attention:b=1,h=4,sq=256,sk=256,d=64,f16"
#define WGMMA "TILE@qk=a:wgmma_m64n64k16_f16/w2x1/f1x1"
#define GROUPS WGMMA ";ROLE@kv=p1:c2"
static const Kind kinds[] = {
    {"attention", ATTENTION, NULL, "", true},
    {"attention of f32", "attention:b=1,h=2,sq=64,sk=64,d=32,f32", NULL, "", false},
    {"causal attention", ATTENTION ",causal", NULL, "", false},
    {"documents", ATTENTION ",document", NULL, "", true},
    {"capped scores", ATTENTION ",softcap=20", NULL, "", false},
    {"warpgroups", ATTENTION, NULL, WGMMA, false},
    {"producers and consumers", ATTENTION, NULL, GROUPS, false},
    {"short rows", "attention:b=1,h=1,sq=128,sk=128,d=32,f16", NULL, GROUPS, false},
    {"producers, consumers and a bias", ATTENTION ",bias,causal", NULL, GROUPS, true},
    {"heads that share keys", "attention:b=1,h=4,gqa=2,sq=8,sk=128,d=64,f16", NULL, "", true},
    {"product", "matmul:m=128,n=128,k=128,f16", NULL, "", false},
    {"softmax", "softmax:rows=64,cols=256,f32", NULL, "", true},
    {"norm", "layernorm:rows=64,cols=256,f32", NULL, "", false},
    {"sum of two", NULL, addText, "", true},
    {"exponentials", NULL, expText, "", false},
};

/// The module at carrier level.
static MlirModule carrierModule(const Kind *kind) {
  MlirModule m = kind->spec ? contextExample(kind->spec) : contextParse(kind->name, kind->text);
  MlirPassManager pm = mlirPassManagerCreate(ctx);
  assert_true(
      attnAddPipeline(ctx, mlirPassManagerGetAsOpPassManager(pm), "attn-to-carrier", NULL, NULL)
          .value);
  assert_true(mlirPassManagerRunOnOp(pm, mlirModuleGetOperation(m)).value);
  mlirPassManagerDestroy(pm);
  return m;
}

//===--- places -----------------------------------------------------------===//

typedef struct Places {
  char name[16][32];
  int n;
} Places;

static void addPlace(Places *p, const char *name) {
  for (int i = 0; i < p->n; ++i)
    if (!name || strcmp(p->name[i], name) == 0)
      return;
  assert_true(p->n < 16);
  snprintf(p->name[p->n++], sizeof *p->name, "%s", name);
}

/// Bare, no axis at all, `fold`, and the names of axes and contractions.
static void placesOf(MlirModule m, Places *p) {
  *p = (Places){.name = {"", "zz", "fold"}, .n = 3};
  MlirOperation *ops;
  intptr_t n = attnCollect(mlirModuleGetOperation(m), NULL, &ops);
  for (intptr_t i = 0; i < n; ++i) {
    for (intptr_t k = 0; k < attnAttrArraySize(ops[i], "axes"); ++k)
      addPlace(p, attnDictStr(attnAttrArrayGet(ops[i], "axes", k), "name"));
    for (intptr_t k = 0; k < attnAttrArraySize(ops[i], "channels"); ++k)
      addPlace(p, attnDictStr(attnAttrArrayGet(ops[i], "channels", k), "contraction"));
  }
  free(ops);
}

/// The n-th fold or map; null where there are no more.
static MlirOperation carrierOp(MlirOperation m, int n) {
  MlirOperation *ops, found = {NULL};
  intptr_t size = attnCollect(m, NULL, &ops);
  for (intptr_t i = 0; i < size && mlirOperationIsNull(found); ++i)
    if ((attnIs(ops[i], "carrier.fold") || attnIs(ops[i], "carrier.map")) && n-- == 0)
      found = ops[i];
  free(ops);
  return found;
}

//===--- a run ------------------------------------------------------------===//

typedef struct Run {
  bool ok;
  bool decided; ///< the entry stands in a kernel's schedule:
  AttnScheduleEntry as;
  char *kernels; ///< without their schedules
} Run;

/// As pinned, with what the pin left open.
static bool confirms(const AttnScheduleEntry *pin, const AttnScheduleEntry *e) {
  size_t n = strlen(pin->value), m = strlen(e->value);
  AttnStage a, b;
  if (strcmp(pin->key, e->key) != 0 || (*pin->axis && *e->axis && strcmp(pin->axis, e->axis) != 0))
    return false;
  if (strcmp(pin->key, "STAGE") == 0)
    return attnParseStage(pin->value, &a) && attnParseStage(e->value, &b) && a.depth == b.depth &&
           strcmp(a.transport, b.transport) == 0 && a.ring == b.ring &&
           (a.pad < 0 || a.pad == b.pad) && (!a.swizzle || a.swizzle == b.swizzle) &&
           (!a.prefetch || a.prefetch == b.prefetch);
  if (strncmp(pin->value, "raster", 6) == 0) // of GRID; the rest is the default
    return m > n && strcmp(e->value + m - n, pin->value) == 0;
  bool more = strcmp(pin->key, "TILE") == 0 || strcmp(pin->key, "GRID") == 0;
  return strncmp(pin->value, e->value, n) == 0 && (!e->value[n] || (more && e->value[n] == '/'));
}

/// `at`: the carrier operation whose attribute the text is, counted; negative: it is the option.
static Run runPins(MlirModule carrier, const char *text, const AttnScheduleEntry *pin, int at) {
  Run r = {0};
  MlirOperation m = mlirOperationClone(mlirModuleGetOperation(carrier));
  if (at >= 0) {
    attnSetAttr(carrierOp(m, at), "schedule", attnStr(ctx, text));
    text = "";
  }
  char pipeline[4096], err[256];
  snprintf(
      pipeline, sizeof pipeline,
      "attn-place{schedule=\"%s\"},attn-bracket{schedule=\"%s\"},attn-raster{schedule=\"%s\"},"
      "attn-atomize{schedule=\"%s\"},attn-roles{schedule=\"%s\"},attn-stage{schedule=\"%s\"}%s%s%s",
      text, text, text, text, text, text,
      strcmp(pin->key, "MATH") == 0 ? ",convert-tile-to-nvvm{schedule=\"" : "",
      strcmp(pin->key, "MATH") == 0 ? text : "", strcmp(pin->key, "MATH") == 0 ? "\"}" : "");
  MlirPassManager pm = mlirPassManagerCreate(ctx);
  assert_true(
      attnAddPipeline(ctx, mlirPassManagerGetAsOpPassManager(pm), pipeline, NULL, NULL).value);
  *diagnostic = 0;
  r.ok = mlirPassManagerRunOnOp(pm, m).value;
  mlirPassManagerDestroy(pm);
  MlirOperation *ops;
  intptr_t n = r.ok ? attnCollect(m, NULL, &ops) : 0;
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute launch = attnAttr(ops[i], "attn.launch");
    const char *s = mlirAttributeIsNull(launch) ? attnAttrStr(ops[i], "schedule")
                                                : attnDictStr(launch, "schedule");
    AttnSchedule schedule;
    if (!s)
      continue;
    assert_true(attnScheduleParse(s, &schedule, err, sizeof err));
    for (size_t k = 0; k < schedule.size; ++k)
      if ((!r.decided || *schedule.entries[k].axis) && confirms(pin, &schedule.entries[k]))
        r.decided = true, r.as = schedule.entries[k];
    attnSetAttr(ops[i], mlirAttributeIsNull(launch) ? "schedule" : "attn.launch", attnStr(ctx, ""));
  }
  if (r.ok) {
    free(ops);
    size_t size;
    FILE *f = open_memstream(&r.kernels, &size);
    mlirOperationPrint(m, contextWrite, f);
    fclose(f);
  }
  mlirOperationDestroy(m);
  return r;
}

//===--- the table --------------------------------------------------------===//

enum { MAX = 8 };
static const struct {
  const char *key;
  const char *values[MAX];
} pins[] = {
    {"PLACE", {"fuse", "cut"}},
    {"PACK", {"rows", "none"}},
    {"TILE",
     {"n16x4/f2x2", "n16x8/f4x2", "a:mma_m16n8k16_f16/w2x1/f1x8", "a:wgmma_m64n64k16_f16/w2x1/f1x1",
      "a:wgmma_m64n64k16_f16/w1x2/f1x1"}},
    {"REDUCE", {"g1k", "g2k", "b2", "r2"}},
    {"GRID",
     {"tile", "tile/lpt", "raster2", "persistent", "persistent/lpt", "tile/cluster2",
      "persistent/streamk", "persistent/sms2"}},
    {"STAGE",
     {"none", "d1/sync", "d1/sync/pad32", "d1/cp", "d2/cp/ring", "d2/cp/ring/p2", "d2/tma/ring",
      "d2/tma/ring/swz64"}},
    {"HOLD", {"reg", "smem", "reload"}},
    {"ROLE",
     {"u", "p1:c2", "p1:c1", "p2:c2", "p1:c2/regs40,232", "p1:c2/overlap", "p1:c2/pingpong",
      "p1:c2/pingpong/overlap"}},
    {"MATH", {"exp", "exp2", "exp2/tanh"}},
    {"MASK", {"tiles", "elements"}},
    {"WALK", {"up", "down"}},
    {"RESCALE", {"step", "vote", "lazy"}},
};

static int faults;

/// Does the error name one of the entries?
static bool namesOne(const char *text) {
  AttnSchedule s;
  char err[256];
  bool any = false;
  assert_true(attnScheduleParse(text, &s, err, sizeof err));
  for (size_t i = 0; i < s.size; ++i)
    any |= strstr(diagnostic, s.entries[i].key) != NULL;
  return any;
}

static void tryPlace(const Kind *kind, MlirModule carrier, size_t key, const char *place, int at) {
  Run runs[MAX] = {0};
  AttnScheduleEntry entries[MAX] = {0};
  for (int v = 0; v < MAX && pins[key].values[v]; ++v) {
    char text[512], err[256];
    int n = snprintf(text, sizeof text, "%s%s%s=%s", pins[key].key, *place ? "@" : "", place,
                     pins[key].values[v]);
    AttnSchedule s;
    if (!attnScheduleParse(text, &s, err, sizeof err))
      continue; // the key takes no axis, which is an error
    entries[v] = s.entries[0];
    if (strstr(kind->base, pins[key].key)) // what the base pins is another test's
      continue;
    snprintf(text + n, sizeof text - (size_t)n, "%s%s", *kind->base ? ";" : "", kind->base);
    runs[v] = runPins(carrier, text, &entries[v], at);
    const char *fault = NULL;
    if (!runs[v].ok)
      fault = !*diagnostic      ? "fails without an error"
              : !located        ? "its error has no location"
              : !namesOne(text) ? "its error does not name it"
                                : NULL;
    else if (strcmp(place, "zz") == 0)
      fault = "is accepted at an axis that does not exist";
    else if (!runs[v].decided)
      fault = "is accepted and in no schedule";
    text[n] = 0;
    for (int o = 0; o < v && runs[v].ok && !fault; ++o)
      if (runs[o].ok && strcmp(runs[o].kernels, runs[v].kernels) == 0 &&
          memcmp(&runs[o].as, &runs[v].as, sizeof runs[v].as) != 0)
        fault = "makes the same kernels as another value";
    if (fault) {
      print_error("%s, %s %d: %s %s%s%s\n", kind->name, at < 0 ? "option" : "operation", at, text,
                  fault, runs[v].ok ? "" : ": ", runs[v].ok ? "" : diagnostic);
      ++faults;
    }
  }
  for (int v = 0; v < MAX; ++v)
    free(runs[v].kernels);
}

static void everyPin(void **state) {
  (void)state;
  attnDiagSetSink(ctx, onDiagnostic, NULL);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
    MlirModule carrier = carrierModule(&kinds[i]);
    MlirOperation root = mlirModuleGetOperation(carrier);
    Places places;
    placesOf(carrier, &places);
    for (size_t k = 0; k < sizeof pins / sizeof *pins; ++k)
      for (int p = 0; p < places.n; ++p)
        for (int at = -1;
             at < 0 || (kinds[i].attributes && !mlirOperationIsNull(carrierOp(root, at))); ++at)
          tryPlace(&kinds[i], carrier, k, places.name[p], at);
    mlirModuleDestroy(carrier);
  }
  assert_int_equal(faults, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(everyPin)};
  return cmocka_run_group_tests(tests, contextSetUp, contextTearDown);
}
