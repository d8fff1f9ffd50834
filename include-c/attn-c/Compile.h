//===- Compile.h - Module in, text or package out -------------------------===//
//
// What attn-opt does, as functions.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_C_COMPILE_H
#define ATTN_C_COMPILE_H

#include "attn-c/Runtime.h"
#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

//===--- examples and listings --------------------------------------------===//

/// Writes a program in the standard form, as linalg on tensors (what --example prints).
///
/// `spec` is `FAMILY[:ENTRY,ENTRY...]`; an entry is `key=value`, a flag (`causal`) or an element
/// type
/// (`f16`, `bf16`, `f32`, `f64`). Entries that are left out have defaults; attnPrintExampleHelp
/// lists them. The text ends in a newline, parses with any MLIR 22 and does not depend on a
/// context.
///
/// Returns false and puts a message into `err` (at most errSize bytes, with NUL) where the
/// specification is wrong; nothing has been written then.
bool attnExample(const char *spec, MlirStringCallback callback, void *user, char *err,
                 size_t errSize);

/// Writes the families, their keys, defaults and meaning, two blanks deep.
void attnPrintExampleHelp(MlirStringCallback callback, void *user);

/// Writes a page that a person can read (what --emit=listing prints): every function, and in it
/// each fold, map and kernel with its loops, channels, layouts and schedule, in program order.
/// Operations of other dialects are counted, not shown. Works on the IR after any pass; the text is
/// for reading only and depends on nothing but the IR.
void attnPrintListing(MlirModule module, MlirStringCallback callback, void *user);

//===--- schedules --------------------------------------------------------===//

typedef struct AttnRowsOptions {
  size_t struct_size;   ///< sizeof(AttnRowsOptions)
  const char *chip;     ///< NULL: "sm_90a"
  const char *schedule; ///< pins that the rows have to agree with; NULL: none
  int most;             ///< rows for each operation; 0: all
} AttnRowsOptions;

/// Writes, for each fold and map that is recognised, the rows of the schedule language that build,
/// best first by the model of docs/schedule.md (what --list-schedules prints): predicted
/// microseconds, registers a thread, shared memory a CTA, CTAs an SM, warps in residence, the unit
/// that limits, and the schedule, which --schedule takes. The module is not changed. False after
/// diagnostics.
bool attnPrintRows(MlirModule module, const AttnRowsOptions *options, MlirStringCallback callback,
                   void *user);

//===--- the CPU executor -------------------------------------------------===//

/// A function compiled for this machine. It keeps no reference to the module or the context it was
/// made from. One program may run in several threads at the same time.
typedef struct AttnHostProgram AttnHostProgram;

typedef struct AttnHostOptions {
  size_t struct_size; ///< sizeof(AttnHostOptions)
  /// Name of the function to run; NULL: the one public function with a body.
  const char *entry;
  /// Passes to run first, anchored on builtin.module, ours and upstream's, without the enclosing
  /// `builtin.module(...)`; NULL or "": none. For example
  /// "attn-normalize,func.func(attn-recognize)".
  const char *pipeline;
  int opt_level; ///< LLVM's 0 to 3; a negative number: the default (2)
  /// Types of the arguments, one for each. Needed where the entry has dynamic dimensions: host code
  /// is for one set of lengths.
  const AttnTensorType *arguments;
} AttnHostOptions;

/// The types of the arguments of the entry (NULL: the one public function with a body), as it
/// stands or after attn-symbols: dynamic dimensions that are proved equal are the same length
/// -1-k. `*types` is malloc'd and owned by the caller. False after diagnostics.
bool attnCompileArguments(MlirModule module, const char *entry, AttnTensorType **types, int *count,
                          AttnStatus *status);

/// Compiles a copy of the module (the caller keeps its own). Whatever level the functions are at
/// (linalg, carrier or tile operations, mixed) is lowered to loops; nothing is recognised or
/// scheduled unless `pipeline` says so. The entry must take and return ranked tensors of rank
/// <= ATTN_MAX_RANK with the element types of AttnType.
///
/// `options` may be NULL. On failure returns NULL, fills `status` (may be NULL) and has emitted
/// diagnostics with locations through the context.
AttnHostProgram *attnCompileHost(MlirModule module, const AttnHostOptions *options,
                                 AttnStatus *status);
void attnHostDestroy(AttnHostProgram *program);

/// The entry's signature. Strings and types live as long as the program.
const char *attnHostEntry(const AttnHostProgram *program);
int attnHostNumArguments(const AttnHostProgram *program);
int attnHostNumResults(const AttnHostProgram *program);
const AttnTensorType *attnHostArgument(const AttnHostProgram *program, int i);
const AttnTensorType *attnHostResult(const AttnHostProgram *program, int i);

/// Runs on the caller's buffers: contiguous, row-major, aligned to the element type, i1 as one byte
/// (0 or 1). Results are written completely; they may not overlap arguments or each other.
/// Arguments are not modified.
bool attnHostRunBuffers(AttnHostProgram *program, const void *const *arguments,
                        void *const *results, AttnStatus *status);
/// The same on tensors whose types are checked. `results` are allocated by the call and owned by
/// the caller (attnTensorDestroy).
bool attnHostRun(AttnHostProgram *program, const AttnTensor *arguments, AttnTensor *results,
                 AttnStatus *status);

//===--- the emulator -----------------------------------------------------===//
//
// Runs the device IR itself without a GPU: convert-nvvm-to-host makes host code of each kernel, and
// every lane of every CTA runs it on a fiber of its own. Accesses to memory and what lanes do
// together are checked; what hardware would hide (races, uninitialised reads, missing waits,
// divergence, deadlocks ...) is reported. docs/emulator.md tells what is modelled.

/// A function whose kernels are ready to be emulated. It keeps no reference to the module or the
/// context.
typedef struct AttnEmulator AttnEmulator;

typedef struct AttnEmulateOptions {
  size_t struct_size;   ///< sizeof(AttnEmulateOptions)
  const char *entry;    ///< function to run; NULL: the one public function with a body
  const char *chip;     ///< NULL: "sm_90a"
  const char *schedule; ///< pinned schedule; NULL: defaults
  const char *pipeline; ///< passes on builtin.module instead of attn-to-nvvm (chip and schedule are
                        ///< then its own business); "": none, the module is device IR already
  int opt_level;        ///< LLVM's 0 to 3 for the host code; a negative number: the default (0)
} AttnEmulateOptions;

/// Compiles a copy of the module. `options` may be NULL. On failure returns NULL, fills `status`
/// (may be NULL) and has emitted diagnostics with locations through the context.
AttnEmulator *attnEmulateCompile(MlirModule module, const AttnEmulateOptions *options,
                                 AttnStatus *status);
void attnEmulateDestroy(AttnEmulator *emulator);

/// The entry's signature. Strings and types live as long as the emulator.
const char *attnEmulateEntry(const AttnEmulator *emulator);
int attnEmulateNumArguments(const AttnEmulator *emulator);
int attnEmulateNumResults(const AttnEmulator *emulator);
const AttnTensorType *attnEmulateArgument(const AttnEmulator *emulator, int i);
const AttnTensorType *attnEmulateResult(const AttnEmulator *emulator, int i);

/// For an entry with dynamic dimensions: what attnEmulateArgument and attnEmulateResult tell from
/// now on. attnEmulateRun takes arguments of any lengths, told or not.
bool attnEmulateShapes(AttnEmulator *emulator, const AttnTensorType *arguments, AttnStatus *status);

typedef struct AttnEmulateRunOptions {
  size_t struct_size; ///< sizeof(AttnEmulateRunOptions)
  int threads;        ///< host threads; 0: as many as the machine has. Results do not depend on it
  int max_reports;    ///< distinct reports that are told; 0: 20
  bool counters;      ///< count per operation; costs time
  /// Called for each report after the run, in a fixed order. `count`: occurrences at that
  /// operation.
  void (*report)(const char *text, int64_t count, void *user);
  void *user;
  /// Arguments that begin at multiples of 256 bytes are read where they are instead of from copies:
  /// for tensors of gigabytes. What lies beside them is not told from what belongs to nobody.
  bool in_place;
} AttnEmulateRunOptions;

/// Runs all launches in order on host tensors. Results and temporaries are poisoned (NaN bytes)
/// first. `results` are allocated by the call and owned by the caller. With hazards:
/// ATTN_STATUS_HAZARD after the reports, and no results. `options` may be NULL. Not thread-safe per
/// emulator.
bool attnEmulateRun(AttnEmulator *emulator, const AttnTensor *arguments, AttnTensor *results,
                    const AttnEmulateRunOptions *options, AttnStatus *status);
/// Bytes per memory space and, with AttnEmulateRunOptions.counters, bank conflicts and executions
/// per operation of the last run: a page for people. Lives until the next run.
const char *attnEmulateCounters(const AttnEmulator *emulator);

//===--- packages ---------------------------------------------------------===//
//
// Functions with an AttnStatus fill it on failure (it may be NULL) and emit diagnostics with
// locations through the context. `*bytes` is malloc'd and owned by the caller.

typedef struct AttnCompileOptions {
  size_t struct_size;   ///< sizeof(AttnCompileOptions)
  const char *entry;    ///< function to run; NULL: the one public function with a body
  const char *chips;    ///< separated by commas; NULL: "sm_90a"
  const char *schedule; ///< pinned schedule; NULL: defaults
  const char *pipeline; ///< passes on builtin.module instead of attn-to-cubin (chips and schedule
                        ///< are then its own business)
  const char *source_file; ///< recorded for people
} AttnCompileOptions;

/// The whole road: oracle program, passes for each chip, package. The module is not changed.
bool attnCompilePackage(MlirModule module, const AttnCompileOptions *options, void **bytes,
                        size_t *size, AttnStatus *status);

/// The same in steps, for hosts that run the passes themselves.

/// The oracle program (attn-c/Runtime.h) of a module as the front end gave it: call it BEFORE any
/// pass.
bool attnCompileOracle(MlirModule module, const char *entry, void **bytes, size_t *size,
                       AttnStatus *status);
/// 16 hexadecimal digits of the module's text, and NUL.
void attnSourceHash(MlirModule module, char hash[17]);

typedef struct AttnPackageOptions {
  size_t struct_size; ///< sizeof(AttnPackageOptions)
  const char *entry;
  const char *source_file, *source_hash; ///< recorded; may be NULL
  const void *oracle;                    ///< from attnCompileOracle; NULL: none
  size_t oracle_size;
} AttnPackageOptions;

/// From a module after attn-nvvm-to-cubin. Anything left in the entry function that is no kernel
/// launch, constant, reshape or cast is an error at its location. `options` may be NULL.
bool attnBuildPackage(MlirModule compiled, const AttnPackageOptions *options, void **bytes,
                      size_t *size, AttnStatus *status);
/// The same into a file, which appears whole or not at all.
bool attnWritePackage(MlirModule compiled, const AttnPackageOptions *options, const char *path,
                      AttnStatus *status);

#ifdef __cplusplus
}
#endif
#endif // ATTN_C_COMPILE_H
