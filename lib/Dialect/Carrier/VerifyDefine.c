//===- VerifyDefine.c - carrier.define ------------------------------------===//
// Shapes of the regions: see carrier.irdl.mlir.
//===----------------------------------------------------------------------===//
#include "Dialect/Carrier/Define.h"
#include "Dialect/Verify.h"

#include <stdlib.h>
#include <string.h>

enum {
  LIFT = ATTN_DEFINE_LIFT,
  MERGE = ATTN_DEFINE_MERGE,
  PROJECT = ATTN_DEFINE_PROJECT,
  TO_BASE = ATTN_DEFINE_TO_BASE,
  BASE = ATTN_DEFINE_BASE
};

static bool isEmpty(MlirOperation op, intptr_t region) {
  return mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region)));
}

/// Scalar arithmetic only, on what is inside.
static bool checkBody(MlirOperation op, intptr_t r, const char *name) {
  MlirRegion region = mlirOperationGetRegion(op, r);
  MlirBlock block = attnBody(op, r);
  for (MlirOperation o = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(o);
       o = mlirOperationGetNextInBlock(o)) {
    const char *opName = attnOpName(o);
    if (strncmp(opName, "arith.", 6) && strncmp(opName, "math.", 5) && strcmp(opName, "gpu.yield"))
      return attnBad(o, "cannot stand in the %s of a carrier.define: arith and math only", name);
    for (intptr_t k = 0, n = mlirOperationGetNumOperands(o); k < n; ++k)
      if (!attnValueIsInside(mlirOperationGetOperand(o, k), region))
        return attnBad(o, "reads a value from outside of the %s", name);
  }
  return true;
}

/// The types of `n` values from `first` on are those of the channels, repeated.
static bool checkTypes(MlirOperation op, const char *what, intptr_t n, const MlirType *types,
                       intptr_t channels, MlirValue (*get)(MlirOperation, intptr_t, intptr_t),
                       intptr_t region) {
  for (intptr_t i = 0; i < n; ++i)
    if (!mlirTypeEqual(mlirValueGetType(get(op, region, i)), types[i % channels]))
      return attnBad(op, "%s %td must have the type of channel %td", what, i, i % channels);
  return true;
}

static MlirValue argument(MlirOperation op, intptr_t region, intptr_t i) {
  return mlirBlockGetArgument(attnBody(op, region), i);
}

static MlirValue yielded(MlirOperation op, intptr_t region, intptr_t i) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(attnBody(op, region)), i);
}

static intptr_t numYields(MlirOperation op, intptr_t region) {
  MlirBlock block = attnBody(op, region);
  return mlirBlockIsNull(block) ? -1 : mlirOperationGetNumOperands(mlirBlockGetTerminator(block));
}

static bool checkLaws(MlirOperation op) {
  for (intptr_t i = 0, n = attnAttrArraySize(op, "laws"); i < n; ++i) {
    const char *law = attnStrValue(attnAttrArrayGet(op, "laws", i));
    if (strcmp(law, "associative") && strcmp(law, "commutative"))
      return attnBad(op, "claims the law '%s', expected \"associative\" or \"commutative\"", law);
  }
  return true;
}

bool attnVerifyDefine(MlirOperation op) {
  static const char *const keys[] = {"name", "type", "identity"};
  static const char *const names[] = {"lift", "merge", "projection", "map to the base", "base"};
  enum { MAX = 16 };
  MlirType types[MAX];
  intptr_t n = attnAttrArraySize(op, "channels");
  if (!attnVerifyName(op, "carrier", attnAttrStr(op, "sym_name")) || !checkLaws(op))
    return false;
  if (n < 1 || n > MAX)
    return attnBad(op, "has %td channels, expected 1 to %d", n, MAX);
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute d = attnAttrArrayGet(op, "channels", i), type = attnDictGet(d, "type"),
                  identity = attnDictGet(d, "identity");
    if (!attnVerifyKeys(op, "channels", i, d, keys, 3))
      return false;
    if (!attnDictStr(d, "name") || mlirAttributeIsNull(type) || !mlirAttributeIsAType(type))
      return attnBad(op, "channels[%td] needs a 'name' (a string) and a 'type'", i);
    types[i] = mlirTypeAttrGetValue(type);
    bool integer = mlirTypeIsAInteger(types[i]) && mlirIntegerTypeGetWidth(types[i]) <= 64;
    if (!integer && !attnIsFloat(types[i])) {
      char *text = attnTypeText(types[i]);
      attnBad(op,
              "channel '%s' has the type '%s', expected an integer of up to 64 bits, f16, bf16, "
              "f32 or f64",
              attnDictStr(d, "name"), text);
      free(text);
      return false;
    }
    bool number = !mlirAttributeIsNull(identity) &&
                  (mlirAttributeIsAFloat(identity) || mlirAttributeIsAInteger(identity));
    if (!number || !mlirTypeEqual(mlirAttributeGetType(identity), types[i]))
      return attnBad(op, "channel '%s' needs an 'identity' of its type", attnDictStr(d, "name"));
  }
  for (intptr_t r = LIFT; r <= PROJECT; ++r)
    if (isEmpty(op, r))
      return attnBad(op, "needs a %s", names[r]);
  if (isEmpty(op, TO_BASE) != isEmpty(op, BASE))
    return attnBad(op, "needs the base and the map to it, or neither");
  intptr_t lifted = mlirBlockGetNumArguments(attnBody(op, LIFT));
  if (!attnVerifyBlock(op, LIFT, names[LIFT], lifted, n) ||
      !attnVerifyBlock(op, MERGE, names[MERGE], 2 * n, n) ||
      !attnVerifyBlock(op, PROJECT, names[PROJECT], n, numYields(op, PROJECT)))
    return false;
  if (!checkTypes(op, "what the lift yields,", n, types, n, yielded, LIFT) ||
      !checkTypes(op, "argument of the merge", 2 * n, types, n, argument, MERGE) ||
      !checkTypes(op, "what the merge yields,", n, types, n, yielded, MERGE) ||
      !checkTypes(op, "argument of the projection", n, types, n, argument, PROJECT))
    return false;
  intptr_t last = PROJECT;
  if (!isEmpty(op, BASE)) {
    last = BASE;
    intptr_t m = numYields(op, TO_BASE);
    if (m > MAX)
      return attnBad(op, "has a base of %td values, at most %d are supported", m, MAX);
    if (!attnVerifyBlock(op, TO_BASE, names[TO_BASE], n, m) ||
        !attnVerifyBlock(op, BASE, names[BASE], 2 * m, m))
      return false;
  }
  for (intptr_t r = LIFT; r <= last; ++r)
    if (!checkBody(op, r, names[r]))
      return false;
  return true;
}
