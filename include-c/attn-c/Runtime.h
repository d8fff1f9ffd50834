//===- Runtime.h - Package in, launch: no MLIR in it ----------------------===//
//
// Ordered from simple to advanced; stop reading when satisfied.
//
//   AttnStatus st;
//   AttnPackage *pkg = attnPackageOpen("attention.attnpkg", &st);
//   AttnDevice *dev = attnDeviceOpen(NULL, &st);
//   AttnProgram *prog = attnProgramLoad(dev, pkg, &st);
//   attnLaunchAsync(prog, pointers, workspace, stream, &st);   // the caller's memory and stream
//
// Every function that can fail takes a status (may be NULL) and returns false or NULL on failure;
// the status then holds a code and one sentence for a person. Objects are not thread-safe;
// different objects may be used from different threads. The library keeps no global state.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_C_RUNTIME_H
#define ATTN_C_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ATTN_RUNTIME_EXPORT __attribute__((visibility("default")))

//===--- errors -----------------------------------------------------------===//

typedef enum AttnCode {
  ATTN_STATUS_OK = 0,
  ATTN_STATUS_INVALID,     ///< the caller's input is wrong (type, shape, option, file contents)
  ATTN_STATUS_IO,          ///< a file cannot be opened, read or written
  ATTN_STATUS_FORMAT,      ///< not a package, cut short, damaged, or of another version
  ATTN_STATUS_NO_GPU,      ///< no libcuda or no device
  ATTN_STATUS_NO_CODE,     ///< the package has no code for this device
  ATTN_STATUS_DRIVER,      ///< the CUDA driver reported an error
  ATTN_STATUS_MEMORY,      ///< out of host memory
  ATTN_STATUS_OVERRUN,     ///< a kernel wrote outside its buffers
  ATTN_STATUS_UNSUPPORTED, ///< an operation the oracle does not know
  ATTN_STATUS_HAZARD,      ///< the emulator found something wrong with a kernel
} AttnCode;

typedef struct AttnStatus {
  AttnCode code;
  char message[1024]; ///< lower case, no newline, NUL-terminated
} AttnStatus;

//===--- tensors in host memory -------------------------------------------===//

/// Element types. bf16 travels as its 16 bits, i1 as one byte (0 or 1).
typedef enum AttnType {
  ATTN_TYPE_F16,
  ATTN_TYPE_BF16,
  ATTN_TYPE_F32,
  ATTN_TYPE_F64,
  ATTN_TYPE_I1,
  ATTN_TYPE_I8,
  ATTN_TYPE_I16,
  ATTN_TYPE_I32,
  ATTN_TYPE_I64,
  ATTN_NUM_TYPES
} AttnType;

#define ATTN_MAX_RANK 16

/// Contiguous, row-major. In the signature of what is compiled for every length, the extent -1-k
/// stands for length number k, which a call brings along; tensors themselves have none of these.
typedef struct AttnTensorType {
  AttnType type;
  int32_t rank;
  int64_t shape[ATTN_MAX_RANK];
} AttnTensorType;

typedef struct AttnTensor {
  AttnTensorType type;
  void *data; ///< owned when made by attnTensorCreate or attnNpyRead
} AttnTensor;

/// MLIR's name: "f16", "bf16", "i1" ...
ATTN_RUNTIME_EXPORT const char *attnTypeName(AttnType type);
ATTN_RUNTIME_EXPORT bool attnTypeParse(const char *name, AttnType *type);
ATTN_RUNTIME_EXPORT size_t attnTypeSize(AttnType type);
ATTN_RUNTIME_EXPORT bool attnTypeIsFloat(AttnType type);
/// Number of elements (1 for rank 0).
ATTN_RUNTIME_EXPORT int64_t attnTensorCount(const AttnTensorType *type);
ATTN_RUNTIME_EXPORT size_t attnTensorBytes(const AttnTensorType *type);
ATTN_RUNTIME_EXPORT bool attnTensorTypeEqual(const AttnTensorType *a, const AttnTensorType *b);
/// Is a tensor of type `given` one of `declared`, whose lengths may be any?
ATTN_RUNTIME_EXPORT bool attnTensorTypeMatches(const AttnTensorType *declared,
                                               const AttnTensorType *given);
/// Has the type extents that a call brings along?
ATTN_RUNTIME_EXPORT bool attnTensorTypeIsSymbolic(const AttnTensorType *type);
/// Prints as MLIR does, e.g. "tensor<1x4x?x64xf16>"; returns `buffer`.
ATTN_RUNTIME_EXPORT const char *attnTensorTypeFormat(const AttnTensorType *type, char *buffer,
                                                     size_t size);
/// Zero-filled.
ATTN_RUNTIME_EXPORT bool attnTensorCreate(AttnTensor *t, const AttnTensorType *type, AttnStatus *);
ATTN_RUNTIME_EXPORT void attnTensorDestroy(AttnTensor *t);
/// Element i in row-major order as a double (integers exactly up to 2^53).
ATTN_RUNTIME_EXPORT double attnTensorGet(const AttnTensor *t, int64_t i);
/// Rounds to nearest even.
ATTN_RUNTIME_EXPORT void attnTensorSet(AttnTensor *t, int64_t i, double value);

/// Reads a .npy file (format 1 or 2). Fortran order is transposed to row-major. If `expected` is
/// given, another element type or shape is an error that names both; uint16 stands for bf16 where
/// bf16 is expected, and uint8 or bool for i1.
ATTN_RUNTIME_EXPORT bool attnNpyRead(const char *path, const AttnTensorType *expected,
                                     AttnTensor *out, AttnStatus *);
/// Written to a temporary beside `path` and renamed, so that no partial file is ever seen.
ATTN_RUNTIME_EXPORT bool attnNpyWrite(const char *path, const AttnTensor *t, AttnStatus *);

/// Fills a tensor from a distribution: "randn", "uniform" (in [0,1)), "zeros", "ones", "iota".
/// Counter-based: element i depends on (seed, stream, i) only, on every machine the same.
/// `stream` is the argument's number. Integers: uniform draws 0 or 1 for i1, else 0..127.
ATTN_RUNTIME_EXPORT bool attnTensorDraw(AttnTensor *t, const char *distribution, uint64_t seed,
                                        uint64_t stream, AttnStatus *);

//===--- packages ---------------------------------------------------------===//

typedef struct AttnPackage AttnPackage;

/// Opens and validates a package: every offset, size and checksum.
ATTN_RUNTIME_EXPORT AttnPackage *attnPackageOpen(const char *path, AttnStatus *);
/// The bytes are copied. `name` is used in messages.
ATTN_RUNTIME_EXPORT AttnPackage *attnPackageOpenMemory(const void *bytes, size_t size,
                                                       const char *name, AttnStatus *);
ATTN_RUNTIME_EXPORT void attnPackageDestroy(AttnPackage *);

/// How many lengths the package's functions take from the arguments' shapes (0: all are static).
ATTN_RUNTIME_EXPORT int attnPackageNumLengths(const AttnPackage *);
/// The package for arguments of these types (one for each argument), every extent a number: types,
/// grids, tensor maps. An error names the argument where dimensions that have to agree do not, and
/// where a length passes its limit. The result refers to `package` and has to be destroyed before
/// it; its manifest is that of `package`.
ATTN_RUNTIME_EXPORT AttnPackage *attnPackageBind(const AttnPackage *package,
                                                 const AttnTensorType *arguments, AttnStatus *);

ATTN_RUNTIME_EXPORT const char *attnPackageEntry(const AttnPackage *);
ATTN_RUNTIME_EXPORT int attnPackageNumArguments(const AttnPackage *);
ATTN_RUNTIME_EXPORT int attnPackageNumResults(const AttnPackage *);
ATTN_RUNTIME_EXPORT const AttnTensorType *attnPackageArgument(const AttnPackage *, int i);
ATTN_RUNTIME_EXPORT const AttnTensorType *attnPackageResult(const AttnPackage *, int i);
/// The manifest as JSON text: kernels, launches, resources, versions, source hash.
ATTN_RUNTIME_EXPORT const char *attnPackageManifest(const AttnPackage *);

//===--- devices ----------------------------------------------------------===//

typedef struct AttnDevice AttnDevice;
typedef struct AttnProgram AttnProgram;

typedef struct AttnDeviceOptions {
  const char *libcuda; ///< path of the driver library; NULL: libcuda.so.1
  int ordinal;
} AttnDeviceOptions;

typedef struct AttnDeviceInfo {
  char name[256];
  int major, minor; ///< compute capability
  int driver;       ///< CUDA version of the driver, e.g. 13000
  int multiprocessors, clock_khz, memory_clock_khz;
  int64_t memory, l2; ///< bytes
} AttnDeviceInfo;

/// Opens libcuda and retains the device's primary context (the one that torch uses too).
/// ATTN_STATUS_NO_GPU if there is no driver library or no device.
ATTN_RUNTIME_EXPORT AttnDevice *attnDeviceOpen(const AttnDeviceOptions *options, AttnStatus *);
ATTN_RUNTIME_EXPORT const AttnDeviceInfo *attnDeviceGetInfo(const AttnDevice *);
/// Programs of the device must be destroyed before.
ATTN_RUNTIME_EXPORT void attnDeviceDestroy(AttnDevice *);

/// Loads the package's code for the device. ATTN_STATUS_NO_CODE names the device's chip and those
/// of the package. The package may be destroyed afterwards.
ATTN_RUNTIME_EXPORT AttnProgram *attnProgramLoad(AttnDevice *, const AttnPackage *, AttnStatus *);
ATTN_RUNTIME_EXPORT void attnProgramDestroy(AttnProgram *);
/// What the following launches are for: the arguments' types (one for each). Costs host time only,
/// no more than some microseconds; the code stays. For programs without lengths it is a check.
ATTN_RUNTIME_EXPORT bool attnProgramShapes(AttnProgram *, const AttnTensorType *arguments,
                                           AttnStatus *);
/// Bytes of device memory that a launch needs besides arguments and results.
ATTN_RUNTIME_EXPORT size_t attnProgramWorkspace(const AttnProgram *);

/// Enqueues all kernels on the caller's stream and returns: no allocation, no synchronisation.
/// `pointers`: device addresses of the arguments, then of the results, each aligned to 16 bytes,
/// contiguous, row-major. `workspace`: attnProgramWorkspace bytes aligned to 256 bytes, or 0 if
/// that is 0. `stream`: a CUstream, NULL for the default stream.
ATTN_RUNTIME_EXPORT bool attnLaunchAsync(AttnProgram *, const uint64_t *pointers,
                                         uint64_t workspace, void *stream, AttnStatus *);

/// Runs once on host tensors: copies in, launches, copies out. Results and temporaries are poisoned
/// (NaN bytes) before the launch, and guard bytes behind every buffer are checked after it
/// (ATTN_STATUS_OVERRUN). `results` are allocated by the call and owned by the caller.
ATTN_RUNTIME_EXPORT bool attnProgramRun(AttnProgram *, const AttnTensor *arguments,
                                        AttnTensor *results, AttnStatus *);

typedef struct AttnBenchOptions {
  double min_seconds; ///< measure at least this long (0: 0.5)
  int min_reps;       ///< and at least this often (0: 20)
  int max_reps;       ///< and at most this often (0: 2000)
  bool keep_cache;    ///< do not flush L2 between repetitions
} AttnBenchOptions;

/// Seconds.
typedef struct AttnBenchResult {
  int reps;
  double median, p20, p80, min, mean;
} AttnBenchResult;

/// Times the launches of one run as a CUDA graph, with device events, L2 flushed between
/// repetitions, after warm-up. `arguments` as in attnProgramRun.
ATTN_RUNTIME_EXPORT bool attnProgramBench(AttnProgram *, const AttnTensor *arguments,
                                          const AttnBenchOptions *options, AttnBenchResult *result,
                                          AttnStatus *);

//===--- the oracle -------------------------------------------------------===//

/// The original, unfused function as a list of tensor nodes, evaluated in double precision. Every
/// float type counts as double: the mathematically exact function of the given inputs.
typedef struct AttnOracle AttnOracle;

/// From the serialised form that the compiler puts into packages.
ATTN_RUNTIME_EXPORT AttnOracle *attnOracleParse(const void *bytes, size_t size, AttnStatus *);
/// The same of a program with lengths, for arguments of these types (`count` of them).
ATTN_RUNTIME_EXPORT AttnOracle *attnOracleParseFor(const void *bytes, size_t size, int count,
                                                   const AttnTensorType *arguments, AttnStatus *);
/// The package's oracle; owned by the package, NULL (with a status) if it has none. A package with
/// lengths has to be bound first.
ATTN_RUNTIME_EXPORT const AttnOracle *attnPackageOracle(const AttnPackage *, AttnStatus *);
ATTN_RUNTIME_EXPORT void attnOracleDestroy(AttnOracle *);
ATTN_RUNTIME_EXPORT int attnOracleNumArguments(const AttnOracle *);
ATTN_RUNTIME_EXPORT int attnOracleNumResults(const AttnOracle *);
ATTN_RUNTIME_EXPORT const AttnTensorType *attnOracleArgument(const AttnOracle *, int i);
/// Shape, and the element type that the function declares (values come in double).
ATTN_RUNTIME_EXPORT const AttnTensorType *attnOracleResult(const AttnOracle *, int i);

/// What evaluating a box of a result costs.
typedef struct AttnOracleCost {
  double steps; ///< body evaluations
  double bytes; ///< sum of all intermediate tensors
  double flops; ///< 2 for every multiply-add body, over the whole result
} AttnOracleCost;

/// A box of a result: element d is in it iff lo[k] <= d[k] < hi[k] for every dimension.
typedef struct AttnBox {
  int64_t lo[ATTN_MAX_RANK], hi[ATTN_MAX_RANK];
} AttnBox;

/// Rules the evaluation may be asked to follow instead of IEEE arithmetic; see docs/semantics.
/// Together they give a wholly masked row the value 0 (and a log-sum-exp of -inf).
enum {
  ATTN_ORACLE_MASKED_DIFFERENCE = 1, ///< (-inf) - (-inf) is -inf
  ATTN_ORACLE_MASKED_QUOTIENT = 2,   ///< 0 / 0 is 0
};

/// Evaluates one box of result `result` (NULL: all of it) into `values`, row-major over the box.
/// Only what the box depends on is touched. `rules` is 0 or a sum of the above.
ATTN_RUNTIME_EXPORT bool attnOracleEvaluate(const AttnOracle *, const AttnTensor *arguments,
                                            int result, const AttnBox *box, unsigned rules,
                                            double *values, AttnStatus *);
/// Cost of attnOracleEvaluate with the same box.
ATTN_RUNTIME_EXPORT bool attnOracleEstimate(const AttnOracle *, int result, const AttnBox *box,
                                            AttnOracleCost *cost, AttnStatus *);

#ifdef __cplusplus
}
#endif
#endif // ATTN_C_RUNTIME_H
