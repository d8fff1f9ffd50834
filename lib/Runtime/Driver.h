//===- Driver.h - The CUDA driver API, opened at run time -----------------===//
//
// libcuda is opened with dlopen, and the few prototypes used are declared here: nothing of CUDA is
// needed to build. Tests give the path of a library of their own that fakes a device in host
// memory.
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_RUNTIME_DRIVER_H
#define ATTN_RUNTIME_DRIVER_H

#include "attn-c/Runtime.h"

typedef int CuDevice;
typedef uint64_t CuPointer;
typedef struct CuContextOpaque *CuContext;
typedef struct CuModuleOpaque *CuModule;
typedef struct CuFunctionOpaque *CuFunction;
typedef struct CuStreamOpaque *CuStream;
typedef struct CuEventOpaque *CuEvent;
typedef struct CuGraphOpaque *CuGraph;
typedef struct CuGraphExecOpaque *CuGraphExec;

// Device attributes (cuDeviceGetAttribute).
enum {
  CU_CLOCK_KHZ = 13,
  CU_MULTIPROCESSORS = 16,
  CU_MEMORY_CLOCK_KHZ = 36,
  CU_L2_BYTES = 38,
  CU_MAJOR = 75,
  CU_MINOR = 76,
  CU_MAX_SHARED_OPTIN = 97,
};
/// Function attribute (cuFuncSetAttribute).
enum { CU_FUNC_MAX_DYNAMIC_SHARED = 8 };

// name in the library, member, parameters; every function returns an int, 0 for success. The
// suffixed names are those that cuda.h maps the plain ones to.
#define ATTN_CUDA_FUNCTIONS(F)                                                                     \
  F("cuInit", init, (unsigned flags))                                                              \
  F("cuDriverGetVersion", driverGetVersion, (int *version))                                        \
  F("cuGetErrorName", getErrorName, (int error, const char **name))                                \
  F("cuGetErrorString", getErrorString, (int error, const char **text))                            \
  F("cuDeviceGetCount", deviceGetCount, (int *count))                                              \
  F("cuDeviceGet", deviceGet, (CuDevice * device, int ordinal))                                    \
  F("cuDeviceGetName", deviceGetName, (char *name, int size, CuDevice device))                     \
  F("cuDeviceGetAttribute", deviceGetAttribute, (int *value, int attribute, CuDevice device))      \
  F("cuDeviceTotalMem_v2", deviceTotalMem, (size_t * bytes, CuDevice device))                      \
  F("cuDevicePrimaryCtxRetain", primaryContextRetain, (CuContext * context, CuDevice device))      \
  F("cuDevicePrimaryCtxRelease_v2", primaryContextRelease, (CuDevice device))                      \
  F("cuCtxGetCurrent", contextGetCurrent, (CuContext * context))                                   \
  F("cuCtxSetCurrent", contextSetCurrent, (CuContext context))                                     \
  F("cuModuleLoadData", moduleLoadData, (CuModule * module, const void *image))                    \
  F("cuModuleUnload", moduleUnload, (CuModule module))                                             \
  F("cuModuleGetFunction", moduleGetFunction,                                                      \
    (CuFunction * function, CuModule module, const char *name))                                    \
  F("cuFuncSetAttribute", functionSetAttribute, (CuFunction function, int attribute, int value))   \
  F("cuMemAlloc_v2", memoryAlloc, (CuPointer * pointer, size_t bytes))                             \
  F("cuMemFree_v2", memoryFree, (CuPointer pointer))                                               \
  F("cuMemcpyHtoD_v2", copyToDevice, (CuPointer to, const void *from, size_t bytes))               \
  F("cuMemcpyDtoH_v2", copyToHost, (void *to, CuPointer from, size_t bytes))                       \
  F("cuMemcpyDtoDAsync_v2", copyOnDevice,                                                          \
    (CuPointer to, CuPointer from, size_t bytes, CuStream stream))                                 \
  F("cuMemsetD8Async", memsetAsync, (CuPointer to, unsigned char value, size_t bytes, CuStream s)) \
  F("cuLaunchKernel", launchKernel,                                                                \
    (CuFunction function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,         \
     unsigned blockY, unsigned blockZ, unsigned shared, CuStream stream, void **parameters,        \
     void **extra))                                                                                \
  F("cuStreamCreate", streamCreate, (CuStream * stream, unsigned flags))                           \
  F("cuStreamDestroy_v2", streamDestroy, (CuStream stream))                                        \
  F("cuStreamSynchronize", streamSynchronize, (CuStream stream))                                   \
  F("cuStreamBeginCapture_v2", streamBeginCapture, (CuStream stream, int mode))                    \
  F("cuStreamEndCapture", streamEndCapture, (CuStream stream, CuGraph * graph))                    \
  F("cuGraphInstantiateWithFlags", graphInstantiate,                                               \
    (CuGraphExec * exec, CuGraph graph, unsigned long long flags))                                 \
  F("cuGraphLaunch", graphLaunch, (CuGraphExec exec, CuStream stream))                             \
  F("cuGraphExecDestroy", graphExecDestroy, (CuGraphExec exec))                                    \
  F("cuGraphDestroy", graphDestroy, (CuGraph graph))                                               \
  F("cuEventCreate", eventCreate, (CuEvent * event, unsigned flags))                               \
  F("cuEventRecord", eventRecord, (CuEvent event, CuStream stream))                                \
  F("cuEventSynchronize", eventSynchronize, (CuEvent event))                                       \
  F("cuEventElapsedTime", eventElapsed, (float *milliseconds, CuEvent start, CuEvent stop))        \
  F("cuEventDestroy_v2", eventDestroy, (CuEvent event))

/// Newer than the oldest driver that will do: null where the library lacks it. A tensor map is 128
/// bytes aligned to 64.
typedef int CuTensorMapEncode(void *map, int type, uint32_t rank, void *address,
                              const uint64_t *dims, const uint64_t *strides, const uint32_t *box,
                              const uint32_t *elementStrides, int interleave, int swizzle,
                              int promotion, int fill);
enum { CU_TENSOR_MAP_BYTES = 128, CU_TENSOR_MAP_ALIGN = 64 };

/// The same for launches with attributes (CUDA 11.8). CUlaunchAttribute and CUlaunchConfig of
/// cuda.h; of the former's union, which has 64 bytes, one member.
typedef struct CuLaunchAttribute {
  int id, pad;
  union {
    int allowed; ///< CU_LAUNCH_DEPENDENT: 1
    char bytes[64];
  } value;
} CuLaunchAttribute;
typedef struct CuLaunchConfig {
  unsigned grid[3], block[3], shared;
  CuStream stream;
  CuLaunchAttribute *attributes;
  unsigned numAttributes;
} CuLaunchConfig;
typedef int CuLaunchKernelEx(const CuLaunchConfig *config, CuFunction function, void **parameters,
                             void **extra);
/// Programmatic stream serialization: the kernel waits for the one in front by itself.
enum { CU_LAUNCH_DEPENDENT = 6 };

typedef struct AttnCuda {
  void *library;
  CuTensorMapEncode *tensorMapEncode;
  CuLaunchKernelEx *launchKernelEx;
#define ATTN_CUDA_MEMBER(symbol, member, parameters) int(*member) parameters;
  ATTN_CUDA_FUNCTIONS(ATTN_CUDA_MEMBER)
#undef ATTN_CUDA_MEMBER
} AttnCuda;

struct AttnDevice {
  AttnCuda cuda;
  AttnDeviceInfo info;
  CuDevice device;
  CuContext context;
  int maxShared; ///< dynamic shared memory a CTA may ask for, bytes
};

/// Opens the library (NULL: libcuda.so.1) and finds every function. ATTN_STATUS_NO_GPU otherwise.
bool attnCudaOpen(AttnCuda *, const char *path, AttnStatus *);
void attnCudaClose(AttnCuda *);

/// True if `error` is 0; else ATTN_STATUS_DRIVER with `what` and the driver's own words.
bool attnCudaCheck(const AttnCuda *, int error, const char *what, AttnStatus *);

/// Makes the device's context current on this thread if another one is.
bool attnDeviceEnter(AttnDevice *, AttnStatus *);

#endif // ATTN_RUNTIME_DRIVER_H
