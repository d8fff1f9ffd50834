//===- NVVMToCubin.c - attn-nvvm-to-cubin ---------------------------------===//
//
// Takes: gpu.modules in the LLVM and NVVM dialects with an #nvvm.target (after
// convert-tile-to-nvvm); anchored on the builtin.module or on one gpu.module.
// Gives: on each gpu.module
//   attn.chip       the chip
//   attn.ptxas_version  CUDA release of the ptxas, "13.0"
//   attn.ptx        the PTX, a string
//   attn.cubin      the code for the chip, a dense tensor of i8
//   attn.resources  [{kernel, registers, spill_stores, spill_loads, stack, shared, barriers,
//                     serialized}], what ptxas says of each kernel
// Leaves alone: the functions. A gpu.module without functions is skipped.
//
//   chip and PTX version checked -> LLVM IR -> PTX (EmitPtx.c) -> ptxas (Ptxas.c) -> its log as
//   data (PtxasLog.c); once more where it spilled for the sake of occupancy (Relax.c), and where
//   it still spills, with -O1: at -O3 ptxas moves loads up and sums down, and with tiles that fill
//   the registers rather spills than leave them where they are; at -O1 it keeps our order; asked to
//   use fewer registers it has some left for the last few of a role. What spills least is taken.
//
// Errors of ptxas are errors here; its warnings, spills and serialized wgmma are warnings.
//===----------------------------------------------------------------------===//
#include "Conversion/NVVMToCubin/Chip.h"
#include "Conversion/NVVMToCubin/EmitPtx.h"
#include "Conversion/NVVMToCubin/Ptxas.h"
#include "Conversion/NVVMToCubin/PtxasLog.h"
#include "Conversion/NVVMToCubin/Relax.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "attn-c/Plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const MlirLogicalResult OK = {1}, FAILED = {0};

/// The newest PTX ISA that LLVM 22 writes.
enum { LLVM_PTX = 90 };

typedef struct Options {
  const AttnPassContext *pass;
  const char *chip, *ptxas;
  bool verbose, allowMissing;
} Options;

//===--- the target -------------------------------------------------------===//

static void collectText(MlirStringRef s, void *user) {
  AttnBytes *b = user;
  b->data = realloc(b->data, b->size + s.length + 1);
  memcpy(b->data + b->size, s.data, s.length);
  b->size += s.length;
  b->data[b->size] = 0;
}

/// Field `key = "value"` of a printed attribute.
static bool field(const char *text, const char *key, char *value, size_t size) {
  char pattern[32];
  int n = snprintf(pattern, sizeof pattern, "%s = \"", key);
  const char *p = strstr(text, pattern);
  if (!p)
    return false;
  snprintf(value, size, "%.*s", (int)strcspn(p + n, "\""), p + n);
  return true;
}

/// Chip and PTX version of the module's #nvvm.target. mlir-c 22 has no getters for it: its text is
/// read.
static bool readTarget(MlirOperation op, char *chip, size_t chipSize, int *ptx) {
  char features[128] = "";
  bool found = false;
  *ptx = 0;
  for (intptr_t i = 0, n = attnAttrArraySize(op, "targets"); i < n && !found; ++i) {
    AttnBytes text = {0};
    mlirAttributePrint(attnAttrArrayGet(op, "targets", i), collectText, &text);
    if (text.data && strncmp(text.data, "#nvvm.target", 12) == 0) {
      found = true;
      if (!field(text.data, "chip", chip, chipSize))
        snprintf(chip, chipSize, "sm_50"); // the attribute's default
      if (field(text.data, "features", features, sizeof features)) {
        const char *p = strstr(features, "+ptx");
        *ptx = p ? atoi(p + 4) : 0;
      }
    }
    free(text.data);
  }
  return found;
}

static void setTarget(MlirOperation op, const AttnChip *chip) {
  char text[128];
  snprintf(text, sizeof text, "[#nvvm.target<O = 3, chip = \"%s\", features = \"+ptx%d\">]",
           chip->name, chip->ptx);
  attnSetAttr(
      op, "targets",
      mlirAttributeParseGet(mlirOperationGetContext(op), mlirStringRefCreateFromCString(text)));
}

/// The chip to compile for and the PTX version to write, both checked.
static const AttnChip *chooseTarget(MlirOperation op, const Options *o, int *ptx) {
  char name[64] = "", err[512];
  bool hasTarget = readTarget(op, name, sizeof name, ptx);
  bool asked = o->chip && *o->chip && strcmp(o->chip, name) != 0;
  if (!hasTarget && !asked) {
    attnOpError(op, "has no #nvvm.target; give the chip (attn-nvvm-to-cubin{chip=sm_90a})");
    return NULL;
  }
  const AttnChip *chip = attnChipFind(asked ? o->chip : name, err, sizeof err);
  if (!chip) {
    attnOpError(op, "%s", err);
    return NULL;
  }
  if (asked)
    setTarget(op, chip);
  if (asked || *ptx == 0)
    *ptx = chip->ptx;
  if (*ptx < chip->ptx || *ptx > LLVM_PTX) {
    attnOpError(op, "asks for PTX %d.%d; %s needs at least %d.%d, LLVM writes up to %d.%d",
                *ptx / 10, *ptx % 10, chip->name, chip->ptx / 10, chip->ptx % 10, LLVM_PTX / 10,
                LLVM_PTX % 10);
    return NULL;
  }
  return chip;
}

//===--- ptxas ------------------------------------------------------------===//

/// Is there a ptxas that reads PTX version `ptx`? False with a message if not. `release` is its
/// CUDA release, e.g. "13.0".
static bool findPtxas(const Options *o, int ptx, char *path, size_t size, char release[32],
                      char *err, size_t errSize) {
  char looked[2048];
  if (!attnPtxasFind(o->ptxas, path, size, looked, sizeof looked)) {
    snprintf(err, errSize,
             "no ptxas, which makes the cubin from PTX; looked at %.1500s; set CUDA_HOME to a CUDA "
             "toolkit or give the option ptxas=PATH",
             looked);
    return false;
  }
  AttnBytes text;
  int major = 0, minor = 0;
  int status = attnRunProgram((char *[]){path, "--version", NULL}, &text);
  bool ok = status == 0 && attnPtxasVersionParse(text.data, &major, &minor);
  if (!ok)
    snprintf(err, errSize,
             "'%.3000s --version' does not name a CUDA release (exit status %d): %.200s", path,
             status, text.data);
  free(text.data);
  snprintf(release, 32, "%d.%d", major, minor);
  if (ok && attnPtxOfCuda(major, minor) < ptx) {
    int newest = attnPtxOfCuda(major, minor);
    snprintf(
        err, errSize,
        "'%.3000s' is of CUDA %d.%d and reads PTX up to %d.%d; this module needs PTX %d.%d: take a "
        "newer CUDA toolkit",
        path, major, minor, newest / 10, newest % 10, ptx / 10, ptx % 10);
    ok = false;
  }
  return ok;
}

static MlirAttribute resources(MlirContext ctx, const AttnPtxasLog *log) {
  MlirAttribute *list = malloc((log->nKernels + 1) * sizeof *list);
  for (size_t i = 0; i < log->nKernels; ++i) {
    const AttnPtxasKernel *k = &log->kernels[i];
    MlirNamedAttribute fields[] = {
        attnNamed(ctx, "kernel", attnStr(ctx, k->name)),
        attnNamed(ctx, "registers", attnI64(ctx, k->registers)),
        attnNamed(ctx, "spill_stores", attnI64(ctx, k->spillStores)),
        attnNamed(ctx, "spill_loads", attnI64(ctx, k->spillLoads)),
        attnNamed(ctx, "stack", attnI64(ctx, k->stack)),
        attnNamed(ctx, "shared", attnI64(ctx, k->shared)),
        attnNamed(ctx, "barriers", attnI64(ctx, k->barriers)),
        attnNamed(ctx, "serialized", mlirBoolAttrGet(ctx, k->serialized))};
    list[i] = mlirDictionaryAttrGet(ctx, sizeof fields / sizeof *fields, fields);
  }
  MlirAttribute a = mlirArrayAttrGet(ctx, (intptr_t)log->nKernels, list);
  free(list);
  return a;
}

/// Says what ptxas complained of. False if there was an error.
static bool report(MlirOperation op, const Options *o, const AttnPtxasLog *log) {
  MlirLocation loc = mlirOperationGetLocation(op);
  bool ok = true;
  char text[600];
  for (size_t i = 0; i < log->nMessages; ++i) {
    const AttnPtxasMessage *m = &log->messages[i];
    char where[32] = "";
    if (m->line)
      snprintf(where, sizeof where, " (PTX line %d)", m->line);
    if (m->severity == ATTN_PTXAS_ERROR) {
      ok = attnOpError(op, "ptxas%s: %s", where, m->text).value;
    } else {
      snprintf(text, sizeof text, "ptxas%s: %s", where, m->text);
      o->pass->warning(loc, text);
    }
  }
  for (size_t i = 0; i < log->nKernels && ok; ++i) {
    const AttnPtxasKernel *k = &log->kernels[i];
    if (k->spillStores || k->spillLoads) {
      snprintf(
          text, sizeof text,
          "kernel '%s' spills registers (%d bytes stored, %d loaded per thread): its tiles are "
          "too large for its threads (TILE)",
          k->name, k->spillStores, k->spillLoads);
      o->pass->warning(loc, text);
    }
    if (o->verbose) {
      snprintf(text, sizeof text, "kernel '%s': %d registers, %d bytes stack, %d barriers", k->name,
               k->registers, k->stack, k->barriers);
      o->pass->remark(loc, text);
    }
  }
  return ok;
}

/// One run of ptxas.
typedef struct Attempt {
  bool ok;
  AttnBytes cubin, text;
  AttnPtxasLog log;
  int spilled; ///< bytes of all kernels, stored and loaded
} Attempt;

/// Ways to run it, the later ones where what stands in front of them spills. Levels of register
/// usage: 0 the fewest, 10 the most, 5 what it does unasked (5, 3 and less: 256 columns, causal, 8
/// bytes spilled and none, 379.4 and 378.0 us).
static const char *const ways[][2] = {
    {"-O3", NULL}, {"-O1", NULL}, {"-O3", "--register-usage-level=3"}};

static Attempt attempt(MlirOperation op, const Options *o, const AttnChip *chip, const char *ptxas,
                       int way, const char *ptx) {
  Attempt a = {0};
  a.ok = attnPtxasRun(ptxas, chip->name, ways[way][0], ways[way][1], ptx, &a.cubin, &a.text);
  if (o->verbose && a.text.data)
    o->pass->remark(mlirOperationGetLocation(op), a.text.data);
  attnPtxasLogParse(a.text.data ? a.text.data : "", &a.log);
  for (size_t i = 0; i < a.log.nKernels; ++i)
    a.spilled += a.log.kernels[i].spillStores + a.log.kernels[i].spillLoads;
  return a;
}

static void freeAttempt(Attempt *a) {
  attnPtxasLogFree(&a->log);
  free(a->cubin.data);
  free(a->text.data);
}

static MlirLogicalResult assemble(MlirOperation op, const Options *o, const AttnChip *chip,
                                  const char *ptxas, const char *ptx) {
  MlirContext ctx = mlirOperationGetContext(op);
  Attempt a = attempt(op, o, chip, ptxas, 0, ptx);
  char *relaxed = a.ok ? attnPtxRelax(ptx, &a.log) : NULL;
  if (relaxed) {
    freeAttempt(&a);
    a = attempt(op, o, chip, ptxas, 0, relaxed);
    attnSetAttr(op, "attn.ptx", attnStr(ctx, relaxed));
  }
  for (int way = 1; a.ok && a.spilled && way < (int)(sizeof ways / sizeof *ways); ++way) {
    Attempt b = attempt(op, o, chip, ptxas, way, relaxed ? relaxed : ptx);
    bool less = b.ok && b.spilled < a.spilled;
    freeAttempt(less ? &a : &b);
    a = less ? b : a;
  }
  free(relaxed);
  bool said = report(op, o, &a.log);
  if (!a.ok && said)
    attnOpError(op, "'%s' failed: %.400s", ptxas,
                a.text.data && *a.text.data ? a.text.data : "no output");
  if (a.ok && said) {
    int64_t size = (int64_t)a.cubin.size;
    MlirType type = attnTensorType(1, &size, mlirIntegerTypeGet(ctx, 8));
    attnSetAttr(op, "attn.cubin",
                mlirDenseElementsAttrRawBufferGet(type, a.cubin.size, a.cubin.data));
    attnSetAttr(op, "attn.resources", resources(ctx, &a.log));
  }
  MlirLogicalResult result = a.ok && said ? OK : FAILED;
  freeAttempt(&a);
  return result;
}

//===--- the pass ---------------------------------------------------------===//

static bool hasFunction(MlirOperation op) {
  MlirOperation *functions;
  intptr_t n = attnCollect(op, "llvm.func", &functions);
  free(functions);
  return n > 0;
}

static MlirLogicalResult compileModule(MlirOperation op, const Options *o) {
  if (!hasFunction(op))
    return OK;
  int ptxVersion;
  const AttnChip *chip = chooseTarget(op, o, &ptxVersion);
  if (!chip)
    return FAILED;
  char ptxas[4096], release[32], err[8192];
  bool havePtxas = findPtxas(o, ptxVersion, ptxas, sizeof ptxas, release, err, sizeof err);
  if (!havePtxas && !o->allowMissing)
    return attnOpError(op, "%s", err);
  if (!havePtxas)
    o->pass->warning(mlirOperationGetLocation(op), err);
  char *ptx = attnEmitPtx(op, chip->name, ptxVersion);
  if (!ptx)
    return FAILED;
  MlirContext ctx = mlirOperationGetContext(op);
  attnSetAttr(op, "attn.chip", attnStr(ctx, chip->name));
  if (havePtxas)
    attnSetAttr(op, "attn.ptxas_version", attnStr(ctx, release));
  attnSetAttr(op, "attn.ptx", attnStr(ctx, ptx));
  MlirLogicalResult ok = havePtxas ? assemble(op, o, chip, ptxas, ptx) : OK;
  free(ptx);
  return ok;
}

MlirLogicalResult attnRunNVVMToCubin(MlirOperation op, const AttnPassContext *pass);

MlirLogicalResult attnRunNVVMToCubin(MlirOperation op, const AttnPassContext *pass) {
  Options o = {pass, pass->getString(pass, "chip"), pass->getString(pass, "ptxas"),
               pass->getBool(pass, "verbose"), pass->getBool(pass, "allow-missing")};
  if (attnIs(op, "gpu.module"))
    return compileModule(op, &o);
  MlirOperation *modules;
  intptr_t n = attnCollect(op, "gpu.module", &modules);
  MlirLogicalResult ok = OK;
  for (intptr_t i = 0; i < n && ok.value; ++i)
    ok = compileModule(modules[i], &o);
  free(modules);
  return ok;
}
