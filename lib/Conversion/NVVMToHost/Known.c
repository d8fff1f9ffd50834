//===- Known.c - Looking operations up in Known.def -----------------------===//
#include "Conversion/NVVMToHost/Known.h"
#include "IR/Build.h"
#include "IR/Diag.h"
#include "Runtime/EmuCalls.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NAME(fn) #fn
static const AttnKnown rows[] = {
#define MATH(kind, text, fn) {ATTN_KNOWN_##kind, text, NAME(fn), true, ATTN_KNOWN_NONE, ""},
#define LANE(kind, text, fn, effect, immediates)                                                   \
  {ATTN_KNOWN_##kind, text, NAME(fn), false, ATTN_KNOWN_##effect, immediates},
#include "Conversion/NVVMToHost/Known.def"
#undef MATH
#undef LANE
};

static const struct {
  const char *name;
  void (*address)(void);
} symbols[] = {
#define MATH(kind, text, fn) {NAME(fn), (void (*)(void))fn},
#define LANE(kind, text, fn, effect, immediates) {NAME(fn), (void (*)(void))fn},
#include "Conversion/NVVMToHost/Known.def"
#undef MATH
#undef LANE
#define MEMORY(fn) {NAME(fn), (void (*)(void))fn},
    MEMORY(attnEmuReadShared) MEMORY(attnEmuReadGlobal) MEMORY(attnEmuReadGeneric)
        MEMORY(attnEmuFmaF16) MEMORY(attnEmuFmaBf16) MEMORY(attnEmuWriteShared)
            MEMORY(attnEmuWriteGlobal) MEMORY(attnEmuWriteGeneric) MEMORY(attnEmuTouch)
                MEMORY(attnEmuOwnRank)
#undef MEMORY
};

bool attnNVVMToHostSymbol(size_t i, const char **name, void (**address)(void)) {
  if (i >= sizeof symbols / sizeof *symbols)
    return false;
  *name = symbols[i].name;
  *address = symbols[i].address;
  return true;
}

//===--- PTX text ---------------------------------------------------------===//

static bool isWord(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

/// Skips blanks; they matter only between two words.
static const char *skip(const char *s) {
  while (*s == ' ' || *s == '\n' || *s == '\t' || *s == '\r')
    ++s;
  return s;
}

static bool matchPtx(const char *pattern, const char *text, int64_t *numbers, int *n) {
  *n = 0;
  const char *p = skip(pattern), *t = skip(text);
  char last = 0;
  while (*p || *t) {
    if (*p == '%' && isdigit((unsigned char)*t) && *n < 8) {
      char *end;
      numbers[(*n)++] = strtoll(t, &end, 10);
      last = end[-1];
      ++p, t = end;
    } else if (*p == '*' && last == '{') {
      while (*t && *t != '}')
        ++t;
      ++p;
    } else if (*p && *p == *t) {
      last = *p;
      ++p, ++t;
    } else {
      return false;
    }
    const char *nextP = skip(p), *nextT = skip(t);
    bool glued = isWord(last) && isWord(*nextP);
    if (glued && (nextP == p) != (nextT == t))
      return false;
    p = nextP, t = nextT;
  }
  return true;
}

const AttnKnown *attnKnownFind(MlirOperation op, int64_t *numbers, int *n) {
  AttnKnownKind kind = ATTN_KNOWN_OP;
  const char *text = attnOpName(op);
  if (attnIs(op, "llvm.call_intrinsic")) {
    kind = ATTN_KNOWN_INTRINSIC;
    text = attnAttrStr(op, "intrin");
  } else if (attnIs(op, "llvm.inline_asm")) {
    kind = ATTN_KNOWN_PTX;
    text = attnAttrStr(op, "asm_string");
  } else if (attnIs(op, "nvvm.inline_ptx")) {
    kind = ATTN_KNOWN_PTX;
    text = attnAttrStr(op, "ptxCode");
  }
  *n = 0;
  for (size_t i = 0; text && i < sizeof rows / sizeof *rows; ++i)
    if (rows[i].kind == kind && (kind == ATTN_KNOWN_PTX ? matchPtx(rows[i].text, text, numbers, n)
                                                        : strcmp(rows[i].text, text) == 0))
      return &rows[i];
  *n = 0;
  return NULL;
}

//===--- immediates -------------------------------------------------------===//

/// The value in an enum attribute's text: `#nvvm<shfl_kind bfly>`, `#nvvm.mma_layout<row>`.
static bool isEnumValue(const char *printed, const char *choice, size_t size) {
  const char *open = strchr(printed, '<'), *close = strrchr(printed, '>');
  if (!open || !close || close < open)
    return false;
  size_t n = (size_t)(close - open - 1);
  const char *inside = open + 1;
  if (n == size && strncmp(inside, choice, size) == 0)
    return true;
  return n > size && inside[n - size - 1] == ' ' && strncmp(inside + n - size, choice, size) == 0;
}

static MlirLogicalResult enumValue(MlirOperation op, const char *name, const char *choices,
                                   int64_t *value) {
  MlirAttribute attr = attnAttr(op, name);
  char printed[256] = "";
  if (!mlirAttributeIsNull(attr))
    attnPrintAttr(attr, printed, sizeof printed);
  *value = 0;
  for (const char *c = choices;; ++*value) {
    size_t size = strcspn(c, "|");
    if (size == 0 ? mlirAttributeIsNull(attr) : isEnumValue(printed, c, size))
      return mlirLogicalResultSuccess();
    if (!c[size])
      break;
    c += size + 1;
  }
  return attnOpError(op, "has %s = %s, which the emulator does not know; expected one of %s", name,
                     *printed ? printed : "nothing", choices);
}

MlirLogicalResult attnKnownImmediates(const AttnKnown *row, MlirOperation op, int64_t *values,
                                      int *n) {
  *n = 0;
  for (const char *s = row->immediates; *s && *n < ATTN_KNOWN_MAX_IMMEDIATES;) {
    size_t size = strcspn(s, ";");
    char token[256];
    if (size >= sizeof token)
      break;
    memcpy(token, s, size);
    token[size] = 0;
    s += size + (s[size] == ';');
    if (strcmp(token, "count") == 0 || strcmp(token, "tied") == 0)
      continue;
    char *equals = strchr(token, '='), last = size ? token[size - 1] : 0;
    int64_t *v = &values[(*n)++];
    *v = 0;
    if (isdigit((unsigned char)*token)) {
      *v = strtoll(token, NULL, 10);
    } else if (equals) {
      *equals = 0;
      if (mlirLogicalResultIsFailure(enumValue(op, token, equals + 1, v)))
        return mlirLogicalResultFailure();
    } else if (last == '?' || last == '#') {
      token[size - 1] = 0;
      MlirAttribute attr = attnAttr(op, token);
      if (last == '?')
        *v = !mlirAttributeIsNull(attr);
      else if (!mlirAttributeIsNull(attr) && mlirAttributeIsABool(attr))
        *v = mlirBoolAttrGetValue(attr);
      else
        attnAttrI64(op, token, v);
    } else if (strncmp(token, "float(", 6) == 0) {
      MlirValue x = mlirOperationGetOperand(op, strtoll(token + 6, NULL, 10));
      *v = attnIsFloat(mlirValueGetType(x));
    } else if (strncmp(token, "isState(", 8) == 0) {
      MlirType type = mlirValueGetType(mlirOperationGetOperand(op, strtoll(token + 8, NULL, 10)));
      *v = mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 64;
    }
  }
  return mlirLogicalResultSuccess();
}
