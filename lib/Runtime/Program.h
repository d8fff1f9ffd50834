//===- Program.h - A package's code on a device ---------------------------===//
#ifndef ATTN_RUNTIME_PROGRAM_H
#define ATTN_RUNTIME_PROGRAM_H

#include "Runtime/Driver.h"
#include "Runtime/Package.h"

/// Where a buffer of the package's variant lies at a launch.
typedef struct AttnPlacedBuffer {
  AttnBufferRole role;
  int index; ///< argument or result number
  size_t bytes;
  size_t offset;   ///< TEMPORARY: in the workspace
  CuPointer fixed; ///< CONSTANT: uploaded at load
} AttnPlacedBuffer;

/// A tensor map as the kernel takes it, made for one address and kept until another one comes.
typedef struct AttnPlacedMap {
  AttnPackageMap recipe;
  bool made;
  CuPointer address;
  void *bytes; ///< CU_TENSOR_MAP_BYTES, aligned
} AttnPlacedMap;

typedef struct AttnPlacedStep {
  CuFunction function; ///< NULL: copy buffer 0 to buffer 1
  char *kernel;
  unsigned grid[3], block[3], shared;
  int numBuffers;
  int *buffers;
  int numMaps;
  AttnPlacedMap *maps;
  bool dependent;    ///< as in the package
  CuFunction zeroes; ///< a kernel that zeroes buffer 0; null: the driver does
  int numLengths;    ///< parameters behind the maps
  int *lengths;
} AttnPlacedStep;

struct AttnProgram {
  AttnArena arena;
  AttnDevice *device;
  CuModule module;
  int numArguments, numResults, numBuffers, numSteps, maxParameters;
  AttnTensorType *arguments, *results;
  AttnPlacedBuffer *buffers;
  AttnPlacedStep *steps;
  void **parameters;    ///< maxParameters, refilled for every launch
  CuPointer *addresses; ///< numBuffers, refilled for every attnLaunchAsync
  size_t workspace;
  // Of packages with lengths:
  AttnPackage *own; ///< a copy, to bind; NULL: all shapes are static
  int variant;      ///< of `own`
  bool shaped;      ///< the arguments' types are known
  int32_t lengths[ATTN_MAX_LENGTHS];
  CuPointer empty; ///< 256 bytes, where maps of tensors without elements point
};

/// Device memory for one run: arguments, results and workspace, each followed by guard bytes.
typedef struct AttnMemory {
  AttnProgram *program;
  CuPointer *pointers; ///< arguments, results, workspace
  size_t *bytes;
  int count;
} AttnMemory;

/// For arguments of these types (attnProgramShapes).
bool attnMemoryCreate(AttnMemory *, AttnProgram *, const AttnTensor *arguments, AttnStatus *);
/// Copies the arguments in; poisons results and workspace; writes the guards. Asynchronous.
bool attnMemoryFill(AttnMemory *, const AttnTensor *arguments, AttnStatus *);
/// ATTN_STATUS_OVERRUN naming the buffer if a guard byte has changed.
bool attnMemoryCheckGuards(AttnMemory *, AttnStatus *);
bool attnMemoryLaunch(AttnMemory *, CuStream stream, AttnStatus *);
void attnMemoryDestroy(AttnMemory *);

#endif // ATTN_RUNTIME_PROGRAM_H
