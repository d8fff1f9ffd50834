//===- Listing.c - The page for --emit=listing ----------------------------===//
//
// Takes a module at any level; gives text. One block for each function, in it one for each fold,
// map, kernel and launch, in program order; one block for each device module. Operations of other
// dialects are counted.
//
//===----------------------------------------------------------------------===//
#include "Compile/Listing.h"
#include "IR/Build.h"
#include "attn-c/Compile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL = 14 };

size_t attnListLabelColumn(void) { return LABEL; }

//===--- axes -------------------------------------------------------------===//

AttnListAxes attnListReadAxes(MlirOperation op) {
  AttnListAxes a = {0};
  intptr_t n = attnAttrArraySize(op, "axes");
  for (intptr_t i = 0; i < n && i < ATTN_LIST_MAX_AXES; ++i) {
    MlirAttribute d = attnAttrArrayGet(op, "axes", i);
    bool isDict = mlirAttributeIsADictionary(d);
    const char *name = isDict ? attnDictStr(d, "name") : NULL;
    const char *role = isDict ? attnDictStr(d, "role") : NULL;
    a.name[i] = name ? name : "?";
    a.role[i] = role ? role : "?";
    if (isDict) {
      attnDictI64(d, "extent", &a.extent[i]);
      attnDictI64(d, "tile", &a.tile[i]);
    }
    a.n = i + 1;
  }
  return a;
}

AttnDims attnListDims(const AttnListAxes *a) { return (AttnDims){a->n, a->name, NULL}; }

int attnListAxis(const AttnListAxes *a, const char *name) {
  for (intptr_t i = 0; name && i < a->n; ++i)
    if (strcmp(a->name[i], name) == 0)
      return (int)i;
  return -1;
}

void attnListLabel(AttnText *t, int depth, const char *text) {
  attnTextIndent(t, depth);
  attnTextAdd(t, "%s", text);
  attnTextColumn(t, LABEL);
}

void attnListAxes(AttnText *t, int depth, const AttnListAxes *a) {
  attnListLabel(t, depth, "axes");
  for (intptr_t i = 0; i < a->n; ++i) {
    attnTextAdd(t, "%s%s ", i ? " | " : "", a->name[i]);
    attnTextSize(t, a->extent[i]);
    attnTextAdd(t, " %s", a->role[i]);
    if (a->tile[i])
      attnTextAdd(t, " by %" PRId64, a->tile[i]);
  }
  attnTextAdd(t, "\n");
}

/// The axes whose bit is set, as "b, h, m".
void attnListAxisNames(AttnText *t, const AttnListAxes *a, uint32_t set) {
  bool first = true;
  for (intptr_t i = 0; i < a->n; ++i)
    if (set >> i & 1) {
      attnTextAdd(t, "%s%s", first ? "" : ", ", a->name[i]);
      first = false;
    }
}

void attnListSchedule(AttnText *t, int depth, MlirOperation op) {
  const char *schedule = attnAttrStr(op, "schedule");
  if (!schedule || !*schedule)
    return;
  attnListLabel(t, depth, "schedule");
  attnTextAdd(t, "%s\n", schedule);
}

/// " -> %0: TYPE, %1: TYPE" or nothing.
void attnListResults(AttnText *t, MlirOperation op) {
  for (intptr_t i = 0, n = mlirOperationGetNumResults(op); i < n; ++i) {
    MlirValue v = mlirOperationGetResult(op, i);
    attnTextAdd(t, i ? ", " : " -> ");
    attnTextName(t, v);
    attnTextAdd(t, ": ");
    attnTextType(t, mlirValueGetType(v));
  }
}

void attnListOperands(AttnText *t, MlirOperation op) {
  for (intptr_t i = 0, n = mlirOperationGetNumOperands(op); i < n; ++i) {
    attnTextAdd(t, i ? ", " : "");
    attnTextName(t, mlirOperationGetOperand(op, i));
  }
}

MlirOperation attnListTerminator(MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block), last = op;
  while (!mlirOperationIsNull(op)) {
    last = op;
    op = mlirOperationGetNextInBlock(op);
  }
  return last;
}

uint32_t attnListFreeAxes(const AttnListAxes *a) {
  uint32_t set = 0;
  for (intptr_t i = 0; i < a->n; ++i)
    set |= strcmp(a->role[i], "free") == 0 ? 1u << i : 0;
  return set;
}

//===--- device level -----------------------------------------------------===//

/// "registers 64, spill_stores 0 ..." without the entry `skip`.
static void addDict(AttnText *t, MlirAttribute dict, const char *skip) {
  bool first = true;
  for (intptr_t i = 0, n = mlirDictionaryAttrGetNumElements(dict); i < n; ++i) {
    MlirNamedAttribute e = mlirDictionaryAttrGetElement(dict, i);
    MlirStringRef key = mlirIdentifierStr(e.name);
    if (key.length == strlen(skip) && strncmp(key.data, skip, key.length) == 0)
      continue;
    attnTextAdd(t, "%s%.*s ", first ? "" : ", ", (int)key.length, key.data);
    attnTextAttr(t, e.attribute);
    first = false;
  }
}

/// Blobs of the gpu.module: "attn.cubin 12345 bytes".
static void addBlob(AttnText *t, MlirOperation op, const char *name) {
  MlirAttribute a = attnAttr(op, name);
  if (mlirAttributeIsNull(a))
    return;
  int64_t bytes = mlirAttributeIsAString(a)     ? (int64_t)mlirStringAttrGetValue(a).length
                  : mlirAttributeIsAElements(a) ? mlirElementsAttrGetNumElements(a)
                                                : 0;
  attnListLabel(t, 1, name + 5); // without "attn."
  attnTextAdd(t, "%" PRId64 " bytes\n", bytes);
}

/// The operations of one dialect below `op`, counted by name in order of first appearance.
static void addCounts(AttnText *t, intptr_t n, const MlirOperation *ops, const char *prefix) {
  bool first = true;
  for (intptr_t i = 0; i < n; ++i) {
    const char *name = attnOpName(ops[i]);
    if (strncmp(name, prefix, strlen(prefix)) != 0)
      continue;
    intptr_t count = 0;
    bool seen = false;
    for (intptr_t k = 0; k < n && !seen; ++k)
      if (strcmp(attnOpName(ops[k]), name) == 0) {
        seen = k < i;
        ++count;
      }
    if (seen)
      continue;
    attnTextAdd(t, "%s%s %" PRIdPTR, first ? "" : ", ", name, count);
    first = false;
  }
}

static void listGpuModule(AttnText *t, MlirOperation op) {
  const char *name = attnAttrStr(op, "sym_name"), *chip = attnAttrStr(op, "attn.chip");
  attnTextAdd(t, "device module @%s%s%s\n", name ? name : "?", chip ? " for " : "",
              chip ? chip : "");
  addBlob(t, op, "attn.ptx");
  addBlob(t, op, "attn.cubin");
  MlirOperation *funcs;
  intptr_t n = attnCollect(op, "llvm.func", &funcs);
  for (intptr_t i = 0; i < n; ++i) {
    const char *kernel = attnAttrStr(funcs[i], "sym_name");
    MlirOperation *ops;
    intptr_t count = attnCollect(funcs[i], NULL, &ops);
    if (count) {
      attnTextAdd(t, "  kernel @%s\n", kernel ? kernel : "?");
      for (intptr_t r = 0, m = attnAttrArraySize(op, "attn.resources"); r < m; ++r) {
        MlirAttribute dict = attnAttrArrayGet(op, "attn.resources", r);
        const char *of = mlirAttributeIsADictionary(dict) ? attnDictStr(dict, "kernel") : NULL;
        if (!of || !kernel || strcmp(of, kernel) != 0)
          continue;
        attnListLabel(t, 2, "resources");
        addDict(t, dict, "kernel");
        attnTextAdd(t, "\n");
      }
      attnListLabel(t, 2, "code");
      attnTextAdd(t, "%" PRIdPTR " operations; ", count);
      addCounts(t, count, ops, "nvvm.");
      attnTextAdd(t, "\n");
    }
    free(ops);
  }
  free(funcs);
}

//===--- functions --------------------------------------------------------===//

/// Operations that are not shown, counted until one is that is.
typedef struct Hidden {
  MlirOperation *ops;
  intptr_t n, capacity;
} Hidden;

static void flushHidden(AttnText *t, Hidden *h) {
  if (h->n) {
    attnTextAdd(t, "  other operations: ");
    addCounts(t, h->n, h->ops, "");
    attnTextAdd(t, "\n");
  }
  h->n = 0;
}

static void hide(Hidden *h, MlirOperation op) {
  if (h->n == h->capacity) {
    h->capacity = h->capacity ? 2 * h->capacity : 16;
    h->ops = realloc(h->ops, (size_t)h->capacity * sizeof *h->ops);
  }
  h->ops[h->n++] = op;
}

/// The declaration that a call names, if it carries the launch of a kernel.
static MlirAttribute launchOf(MlirOperation call, MlirBlock module) {
  MlirAttribute callee = attnAttr(call, "callee");
  if (!mlirAttributeIsNull(callee) && mlirAttributeIsAFlatSymbolRef(callee)) {
    MlirStringRef name = mlirFlatSymbolRefAttrGetValue(callee);
    for (MlirOperation op = mlirBlockGetFirstOperation(module); !mlirOperationIsNull(op);
         op = mlirOperationGetNextInBlock(op)) {
      const char *symbol = attnAttrStr(op, "sym_name");
      if (symbol && strlen(symbol) == name.length && memcmp(symbol, name.data, name.length) == 0)
        return attnAttr(op, "attn.launch");
    }
  }
  return mlirAttributeGetNull();
}

static void listLaunch(AttnText *t, MlirOperation call, MlirAttribute launch) {
  const char *kernel = attnDictStr(launch, "kernel");
  attnTextAdd(t, "  launch %s(", kernel ? kernel : "?");
  attnListOperands(t, call);
  attnTextAdd(t, ")");
  attnListResults(t, call);
  attnTextAdd(t, "\n");
  for (intptr_t i = 0, n = mlirDictionaryAttrGetNumElements(launch); i < n; ++i) {
    MlirNamedAttribute e = mlirDictionaryAttrGetElement(launch, i);
    const char *key = mlirIdentifierStr(e.name).data;
    if (strcmp(key, "kernel") == 0)
      continue;
    attnListLabel(t, 2, key);
    attnTextAttr(t, e.attribute);
    attnTextAdd(t, "%s\n", strcmp(key, "shared") == 0 ? " bytes" : "");
  }
}

static void listFunction(AttnText *t, MlirOperation func, MlirBlock module) {
  MlirBlock body = attnBody(func, 0);
  const char *name = attnAttrStr(func, "sym_name");
  if (mlirBlockIsNull(body))
    return; // a declaration
  if (!attnSymbolsRead(func, &t->symbols))
    t->symbols.n = 0; // attnVerify says what is wrong
  attnTextAdd(t, "function @%s(", name ? name : "?");
  for (intptr_t i = 0, n = mlirBlockGetNumArguments(body); i < n; ++i) {
    attnTextAdd(t, i ? ", " : "");
    attnTextName(t, mlirBlockGetArgument(body, i));
    attnTextAdd(t, ": ");
    attnTextType(t, mlirValueGetType(mlirBlockGetArgument(body, i)));
  }
  attnTextAdd(t, ")");
  for (int i = 0; i < t->symbols.n; ++i)
    attnTextAdd(t, "%s%s <= %" PRId64, i ? ", " : " for lengths ", t->symbols.s[i].name,
                t->symbols.s[i].limit);
  attnTextAdd(t, "\n");
  Hidden hidden = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    bool isFold = attnIs(op, "carrier.fold"), isMap = attnIs(op, "carrier.map");
    bool isKernel = attnIs(op, "tile.kernel"), isReturn = attnIs(op, "func.return");
    MlirAttribute launch = attnIs(op, "func.call") ? launchOf(op, module) : mlirAttributeGetNull();
    bool isLaunch = !mlirAttributeIsNull(launch) && mlirAttributeIsADictionary(launch);
    if (!isFold && !isMap && !isKernel && !isReturn && !isLaunch) {
      if (!attnIs(op, "arith.constant") && !attnIs(op, "carrier.size"))
        hide(&hidden, op);
      continue;
    }
    flushHidden(t, &hidden);
    if (isFold)
      attnListFold(t, op);
    else if (isMap)
      attnListMap(t, op);
    else if (isKernel)
      attnListKernel(t, op);
    else if (isLaunch)
      listLaunch(t, op, launch);
    else {
      attnTextAdd(t, "  return ");
      attnListOperands(t, op);
      attnTextAdd(t, "\n");
    }
  }
  flushHidden(t, &hidden);
  free(hidden.ops);
}

static void listModule(AttnText *t, MlirBlock body) {
  for (MlirOperation op = mlirBlockGetFirstOperation(body); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (attnIs(op, "func.func"))
      listFunction(t, op, body);
    else if (attnIs(op, "gpu.module"))
      listGpuModule(t, op);
    else if (attnIs(op, "builtin.module"))
      listModule(t, attnBody(op, 0));
  }
}

void attnPrintListing(MlirModule module, MlirStringCallback callback, void *user) {
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsAssumeVerified(flags);
  AttnText t = {
      .names = mlirAsmStateCreateForOperation(mlirModuleGetOperation(module), flags),
  };
  listModule(&t, mlirModuleGetBody(module));
  callback(mlirStringRefCreate(t.data ? t.data : "", t.size), user);
  attnTextFree(&t);
  mlirAsmStateDestroy(t.names);
  mlirOpPrintingFlagsDestroy(flags);
}
