//===- Package.h - What a package holds -----------------------------------===//
//
//   offset  size
//        0     8  "ATTNPKG\0"
//        8     4  format version       both readable in every version to come
//       12     4  size of this header (64)
//       16     8  size of the file
//       24     8  offset of the manifest
//       32     8  size of the manifest
//       40     8  checksum of the manifest
//       48     8  checksum of bytes 0..47
//       56     8  zero
//       64        manifest (JSON), then the blobs, each at a multiple of 64
//
// All numbers little-endian; checksums are FNV-1a of 64 bits. The manifest lists the blobs with
// offset, size and checksum. Manifest:
//
//   format, tool, mlir, entry
//   source       {file, hash}
//   lengths      [{name, limit}], or absent: numbers that a call brings along in the arguments'
//                shapes (attnPackageBind)
//   arguments, results   [{shape, type}]; an extent is a number or the name of a length
//   variants     [{chip, schedule, ptxas, code: blob,
//                  buffers: [{role: argument|result|temporary|constant, index, blob, shape, type}],
//                  steps: [{kernel, grid, block, shared, buffers, maps, lengths, dependent}] or
//                         {copy: [from, to]} or {zero: [buffer], by: kernel or absent},
//                    lengths (or absent): those that the kernel takes, by number
//                    dependent (or absent): true; it waits for the kernels in front by itself
//                    maps (or absent): [{buffer: position in buffers, type, dims, strides, box,
//                    swizzle}]
//                    grid[0], dims and strides: a number, or an AttnPackageSize as
//                    {scale, of: [[length, div], ...], most}
//                  resources: [{kernel, registers, spill_stores, spill_loads, shared}]}]
//   oracle       blob, or absent
//   blobs        [{offset, size, checksum}]
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_RUNTIME_PACKAGE_H
#define ATTN_RUNTIME_PACKAGE_H

#include "Runtime/Arena.h"
#include "attn-c/Runtime.h"

#define ATTN_PACKAGE_FORMAT 2

typedef enum AttnBufferRole {
  ATTN_BUFFER_ARGUMENT,
  ATTN_BUFFER_RESULT,
  ATTN_BUFFER_TEMPORARY,
  ATTN_BUFFER_CONSTANT,
} AttnBufferRole;

typedef struct AttnPackageBuffer {
  AttnBufferRole role;
  int index; ///< number of the argument or result
  int blob;  ///< CONSTANT: its bytes
  AttnTensorType type;
} AttnPackageBuffer;

enum { ATTN_MAX_LENGTHS = 8, ATTN_MAX_FACTORS = 4 };

/// A number that a call brings along: extents -1-k of types are length k.
typedef struct AttnPackageLength {
  const char *name;
  int64_t limit; ///< the longest that may be asked for
  int64_t div;   ///< 0: an argument shows it; else it is ceil(length `of` / div)
  int of;        ///< in front of it
} AttnPackageLength;

/// scale * product of ceildiv(length, div), at most `most` (0: any). Without factors it is not
/// used: a number stands in its place.
typedef struct AttnPackageSize {
  int64_t scale, most;
  int n;
  struct {
    int length;
    int64_t div;
  } of[ATTN_MAX_FACTORS];
} AttnPackageSize;

#define ATTN_MAX_MAP_RANK 5

/// What makes a tensor map of a buffer's address. Dimensions innermost first.
typedef struct AttnPackageMap {
  int buffer; ///< position in the step's buffers
  AttnType type;
  int rank;                            ///< 1 .. ATTN_MAX_MAP_RANK
  uint64_t dims[ATTN_MAX_MAP_RANK];    ///< elements
  uint64_t strides[ATTN_MAX_MAP_RANK]; ///< bytes; [0] is 0, the innermost is contiguous
  uint32_t box[ATTN_MAX_MAP_RANK];     ///< elements
  int swizzle;                         ///< bytes: 0, 32, 64 or 128
  AttnPackageSize dimOf[ATTN_MAX_MAP_RANK], strideOf[ATTN_MAX_MAP_RANK];
  /// A dimension is 0, or the tensor has no elements: nothing may be read. All dimensions are 1
  /// then, since drivers take no 0, and the kernel gets them at an address of the runtime's own.
  bool empty;
} AttnPackageMap;

/// A kernel launch, or (kernel NULL) a copy of buffer 0 to buffer 1 or, with one buffer, zeros.
typedef struct AttnPackageStep {
  const char *kernel;
  const char *by; ///< zeros: NULL, or a kernel for it, of one thread and one parameter
  uint32_t grid[3], block[3], shared;
  int numBuffers;
  int *buffers;
  int numMaps; ///< parameters of the kernel behind the buffers
  AttnPackageMap *maps;
  AttnPackageSize ctas; ///< grid[0]
  int numLengths;       ///< parameters behind the maps, 32 bits each
  int *lengths;
  bool dependent; ///< the kernel itself waits for the kernels in front of it
} AttnPackageStep;

typedef struct AttnPackageResources {
  const char *kernel;
  int registers, spillStores, spillLoads, shared;
} AttnPackageResources;

/// The code for one chip and schedule.
typedef struct AttnPackageVariant {
  const char *chip, *schedule, *ptxas;
  int code; ///< blob
  int numBuffers, numSteps, numResources;
  AttnPackageBuffer *buffers;
  AttnPackageStep *steps;
  AttnPackageResources *resources;
} AttnPackageVariant;

typedef struct AttnPackageBlob {
  const void *bytes;
  size_t size;
} AttnPackageBlob;

struct AttnPackage {
  AttnArena arena;  ///< owns everything below
  const char *name; ///< for messages
  const char *tool, *mlir, *entry, *sourceFile, *sourceHash;
  int numArguments, numResults, numVariants, numBlobs, numLengths;
  AttnPackageLength *lengths;
  int64_t *values; ///< of the lengths, after attnPackageBind; else NULL
  AttnTensorType *arguments, *results;
  AttnPackageVariant *variants;
  AttnPackageBlob *blobs;
  int oracle;                ///< blob, -1: none
  const char *manifest;      ///< JSON text (after reading)
  struct AttnOracle *parsed; ///< made at the first attnPackageOracle
};

/// The lengths that arguments of the types `given` bring along, where `declared` names them. False
/// with a message that names the argument, the dimension and the rule.
bool attnLengthsFrom(int numLengths, const AttnPackageLength *lengths, int numArguments,
                     const AttnTensorType *declared, const AttnTensorType *given, int64_t *values,
                     AttnStatus *);
/// The value of a size; false where it does not fit.
bool attnPackageSizeValue(const AttnPackageSize *, const int64_t *values, int64_t *out);
/// The type with lengths in place.
AttnTensorType attnTensorTypeAt(const AttnTensorType *, const int64_t *values);
/// Does what the map spans lie in a buffer of this type? (A map is a way to read beyond it.)
bool attnPackageMapFits(const AttnPackageMap *, const AttnTensorType *);
/// Makes a map `empty` whose tensor, of this type, has no elements (or a dimension of its own is
/// 0).
void attnPackageMapSettle(AttnPackageMap *, const AttnTensorType *);

/// The file's bytes; malloc'd.
bool attnPackageSerialize(const AttnPackage *, void **bytes, size_t *size, AttnStatus *);

/// The variant that runs best on a device of compute capability major.minor; NULL if none does.
const AttnPackageVariant *attnPackageSelect(const AttnPackage *, int major, int minor);

/// Does code for `chip` ("sm_80", "sm_90a", "sm_120f") run on compute capability major.minor? On
/// true, *distance is smaller for the better match.
bool attnChipRunsOn(const char *chip, int major, int minor, int *distance);

#endif // ATTN_RUNTIME_PACKAGE_H
