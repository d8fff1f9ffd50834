//===- Executor.h - Something that runs a function ------------------------===//
//
// One interface for the GPU (Gpu.c), the CPU and the emulator (Mlir.c): a new one is a new function
// that fills the struct.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_RUN_EXECUTOR_H
#define ATTN_RUN_EXECUTOR_H

#include "Options.h"

typedef struct Executor {
  char device[320]; ///< for people, e.g. "gpu NVIDIA H200 (sm_90)"
  const char *entry;
  int numArguments, numResults;
  const AttnTensorType *arguments, *results; ///< owned by `self`
  /// NULL: all types are static. Otherwise called first, with the types of the arguments: the
  /// executor takes that form and fills in what the struct says of types.
  bool (*bind)(struct Executor *, const AttnTensorType *arguments, AttnStatus *);
  bool (*run)(void *self, const AttnTensor *arguments, AttnTensor *results, AttnStatus *);
  bool (*bench)(void *self, const AttnTensor *arguments, const AttnBenchOptions *,
                AttnBenchResult *, AttnStatus *);
  /// The oracle, made at the first call; owned by `self`.
  const AttnOracle *(*oracle)(void *self, AttnStatus *);
  void (*destroy)(void *self);
  void *self;
  const AttnDeviceInfo *gpu; ///< NULL on other devices
  const char *manifest;      ///< JSON of the package; NULL without one
} Executor;

/// Runs a package on a device; takes over both, also on failure.
bool gpuExecutor(AttnDevice *device, AttnPackage *package, Executor *out, AttnStatus *st);

/// The chip to compile for on a device, e.g. "sm_90a".
void chipOfDevice(const AttnDeviceInfo *info, char *chip, size_t size);

//===--- Mlir.c, or NoMlir.c in the build without a compiler ---------------===//

/// Compiles an .mlir file for this machine. Diagnostics go to stderr.
bool cpuExecutor(const Options *o, Executor *out, AttnStatus *st);
/// Compiles an .mlir file down to device IR and emulates that. Reports go to stderr.
bool emuExecutor(const Options *o, Executor *out, AttnStatus *st);
/// Compiles an .mlir file for `chip` to a package in memory. NULL: failed.
AttnPackage *compilePackage(const Options *o, const char *chip, AttnStatus *st);

#endif // ATTN_RUN_EXECUTOR_H
