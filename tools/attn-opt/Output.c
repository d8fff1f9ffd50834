//===- Output.c - Writing results -----------------------------------------===//
// See Output.h.
//===----------------------------------------------------------------------===//
#include "Output.h"

#include "IR/Build.h"
#include "IR/Diag.h"
#include "IR/Text.h"
#include "Inspect.h"
#include "attn-c/Compile.h"

#include "mlir-c/BuiltinAttributes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

//===--- files ------------------------------------------------------------===//

static bool isStdout(const char *path) { return !path || strcmp(path, "-") == 0; }

static bool report(const char *path) {
  fprintf(stderr, "attn-opt: error: cannot write output file '%s': %s\n", path, strerror(errno));
  return false;
}

/// Devices and pipes are written in place; everything else by renaming.
static bool isSpecial(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

static char *directoryOf(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? attnCopy(path, slash == path ? 1 : (size_t)(slash - path)) : attnCopy(".", 1);
}

bool outputCheck(const char *path) {
  if (isStdout(path))
    return true;
  struct stat st;
  bool exists = stat(path, &st) == 0;
  if (exists && S_ISDIR(st.st_mode)) {
    errno = EISDIR;
    return report(path);
  }
  if (exists && access(path, W_OK) != 0)
    return report(path);
  if (isSpecial(path))
    return true;
  char *directory = directoryOf(path);
  bool ok = stat(directory, &st) == 0;
  if (ok && !S_ISDIR(st.st_mode)) {
    errno = ENOTDIR;
    ok = false;
  }
  ok = ok && access(directory, W_OK) == 0;
  free(directory);
  return ok || report(path);
}

static bool writeAll(FILE *out, const char *data, size_t size) {
  bool ok = fwrite(data, 1, size, out) == size;
  return fflush(out) == 0 && ok;
}

bool outputWrite(const char *path, const char *data, size_t size) {
  if (isStdout(path))
    return writeAll(stdout, data, size) || report("<stdout>");
  if (isSpecial(path)) {
    FILE *out = fopen(path, "wb");
    bool ok = out && writeAll(out, data, size);
    if (!ok)
      report(path);
    if (out)
      fclose(out);
    return ok;
  }
  char *target = realpath(path, NULL); // through a symbolic link, not over it
  if (!target)
    target = attnCopy(path, strlen(path));
  char *temporary = attnFormat("%s.XXXXXX", target);
  int fd = mkstemp(temporary);
  FILE *out = fd < 0 ? NULL : fdopen(fd, "wb");
  bool ok = out != NULL;
  if (ok) {
    struct stat st;
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, stat(target, &st) == 0 ? st.st_mode & 07777 : 0666 & ~mask);
    ok = writeAll(out, data, size);
    ok = fclose(out) == 0 && ok;
    ok = ok && rename(temporary, target) == 0;
  }
  if (!ok) {
    report(path);
    if (fd >= 0)
      unlink(temporary);
  }
  free(temporary);
  free(target);
  return ok;
}

//===--- kinds of output --------------------------------------------------===//

/// The one gpu.module with attribute `name`; null, with a diagnostic, if there is none or several.
static MlirAttribute deviceCode(MlirModule module, const char *name, const char *kind) {
  MlirOperation root = mlirModuleGetOperation(module), *modules;
  MlirLocation loc = mlirOperationGetLocation(root);
  intptr_t n = attnCollect(root, "gpu.module", &modules);
  MlirAttribute found = {NULL};
  int count = 0;
  for (intptr_t i = 0; i < n; ++i) {
    MlirAttribute attr = attnAttr(modules[i], name);
    if (mlirAttributeIsNull(attr))
      continue;
    found = attr;
    ++count;
  }
  free(modules);
  if (count == 1)
    return found;
  if (!count)
    attnError(loc,
              "--emit=%s: no gpu.module has the attribute '%s' after the pipeline; run "
              "attn-nvvm-to-cubin, or leave the pipeline to --emit",
              kind, name);
  else
    attnError(loc, "--emit=%s: %d gpu.modules have the attribute '%s', expected one", kind, count,
              name);
  return (MlirAttribute){NULL};
}

static MlirLogicalResult emitDevice(const Command *command, MlirModule module, FILE *out) {
  bool ptx = command->emit == EMIT_PTX;
  const char *name = ptx ? "attn.ptx" : "attn.cubin";
  MlirAttribute attr = deviceCode(module, name, ptx ? "ptx" : "cubin");
  if (mlirAttributeIsNull(attr))
    return mlirLogicalResultFailure();
  if (mlirAttributeIsAString(attr)) {
    attnToFile(mlirStringAttrGetValue(attr), out);
    return mlirLogicalResultSuccess();
  }
  if (mlirAttributeIsADenseElements(attr)) {
    size_t size = (size_t)mlirElementsAttrGetNumElements(attr);
    fwrite(mlirDenseElementsAttrGetRawData(attr), 1, size, out);
    return mlirLogicalResultSuccess();
  }
  return attnError(mlirOperationGetLocation(mlirModuleGetOperation(module)),
                   "attribute '%s' is neither a string nor a dense i8 tensor", name);
}

void emitPrepare(const Command *command, MlirModule module, PackageInput *input) {
  *input = (PackageInput){0};
  if (command->emit != EMIT_PACKAGE)
    return;
  AttnStatus status;
  attnSourceHash(module, input->hash);
  if (attnCompileOracle(module, NULL, &input->oracle, &input->oracleSize, &status))
    return;
  input->oracle = NULL;
  attnWarning(mlirOperationGetLocation(mlirModuleGetOperation(module)),
              "the package gets no oracle, so results cannot be verified with it: %s",
              status.message);
}

void emitDiscard(PackageInput *input) {
  free(input->oracle);
  *input = (PackageInput){0};
}

static MlirLogicalResult emitPackage(MlirModule module, const PackageInput *input,
                                     const char *source, FILE *out) {
  AttnPackageOptions options = {.struct_size = sizeof options,
                                .source_file = source,
                                .source_hash = input->hash,
                                .oracle = input->oracle,
                                .oracle_size = input->oracleSize};
  void *bytes = NULL;
  size_t size = 0;
  if (!attnBuildPackage(module, &options, &bytes, &size, NULL)) // emits its diagnostics
    return mlirLogicalResultFailure();
  fwrite(bytes, 1, size, out);
  free(bytes);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult emitModule(const Command *command, MlirModule module, const PackageInput *input,
                             const char *source, FILE *out) {
  MlirOperation root = mlirModuleGetOperation(module);
  switch (command->emit) {
  case EMIT_MLIR: {
    MlirOpPrintingFlags flags = printingFlags(command);
    mlirOperationPrintWithFlags(root, flags, attnToFile, out);
    mlirOpPrintingFlagsDestroy(flags);
    break;
  }
  case EMIT_LISTING:
    attnPrintListing(module, attnToFile, out);
    break;
  case EMIT_PTX:
  case EMIT_CUBIN:
    return emitDevice(command, module, out);
  case EMIT_PACKAGE:
    return emitPackage(module, input, source, out);
  }
  return mlirLogicalResultSuccess();
}

bool listSchedules(const Command *command, MlirModule module, FILE *out) {
  AttnRowsOptions options = {.struct_size = sizeof options,
                             .chip = command->value[FLAG_CHIP],
                             .schedule = command->value[FLAG_SCHEDULE],
                             .most = command->mostRows};
  return attnPrintRows(module, &options, attnToFile, out);
}

bool isForSeveralChips(const Command *command) {
  const char *chips = command->value[FLAG_CHIP];
  return command->emit == EMIT_PACKAGE && chips && strchr(chips, ',') &&
         !command->on[FLAG_PASS_PIPELINE] && !command->numPipelines;
}

MlirLogicalResult emitForSeveralChips(const Command *command, MlirModule module, const char *source,
                                      FILE *out) {
  AttnCompileOptions options = {.struct_size = sizeof options,
                                .chips = command->value[FLAG_CHIP],
                                .schedule = command->value[FLAG_SCHEDULE],
                                .source_file = source};
  void *bytes = NULL;
  size_t size = 0;
  AttnStatus status;
  if (!attnCompilePackage(module, &options, &bytes, &size, &status))
    return attnError(mlirOperationGetLocation(mlirModuleGetOperation(module)), "%s",
                     status.message);
  fwrite(bytes, 1, size, out);
  free(bytes);
  return mlirLogicalResultSuccess();
}
