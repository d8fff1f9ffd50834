//===- FakeCuda.c - A CUDA driver that has no device ----------------------===//
//
// For tests of lib/Runtime: device memory is host memory, copies are checked against the
// allocations, launches are written down, and a few kernels by name have an effect:
//
//   copy      copies what its first pointer points to, to where the second one does
//   overrun   the same, and one byte behind the end
//   (others)  nothing: results stay poisoned
//
// With FAKE_CUDA_OLD defined it lacks cuLaunchKernelEx, as drivers before CUDA 11.8.
//
// Any image is accepted as code and holds any kernel but one called "missing". Environment:
//
//   FAKE_CUDA_DEVICES=N       number of devices (1)
//   FAKE_CUDA_CC=90           compute capability
//   FAKE_CUDA_FAIL=NAME:CODE  function NAME fails with CODE
//   FAKE_CUDA_LOG=FILE        one line is appended for every launch, copy on the device, graph
//                             launch and tensor map that is made
//
//===----------------------------------------------------------------------===//
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { INVALID_VALUE = 1, NO_DEVICE = 100, NOT_FOUND = 500, ILLEGAL_ADDRESS = 700 };

typedef struct Allocation {
  struct Allocation *next;
  char *start;
  size_t bytes;
} Allocation;

typedef struct Function {
  char name[256];
  int maxShared;
} Function;

// One launch of a captured graph.
typedef struct Node {
  struct Node *next;
  char line[512];
} Node;

typedef struct Graph {
  Node *first, **last;
} Graph;

static Allocation *allocations;
static int modules, contexts;
static Graph *capturing;
static void *current;
static double clockMs;

/// The code that FAKE_CUDA_FAIL wants for this function, else 0.
static int fails(const char *name) {
  const char *wanted = getenv("FAKE_CUDA_FAIL");
  size_t n = strlen(name);
  return wanted && !strncmp(wanted, name, n) && wanted[n] == ':' ? atoi(wanted + n + 1) : 0;
}

#define ENTER()                                                                                    \
  do {                                                                                             \
    int code = fails(__func__);                                                                    \
    if (code)                                                                                      \
      return code;                                                                                 \
  } while (0)

static void logLine(const char *line) {
  const char *path = getenv("FAKE_CUDA_LOG");
  if (capturing) {
    Node *n = calloc(1, sizeof *n);
    snprintf(n->line, sizeof n->line, "%s", line);
    *capturing->last = n;
    capturing->last = &n->next;
    return;
  }
  FILE *f = path ? fopen(path, "a") : NULL;
  if (!f)
    return;
  fprintf(f, "%s\n", line);
  fclose(f);
}

/// Is [p, p + bytes) inside one allocation?
static bool inside(uint64_t p, size_t bytes) {
  for (Allocation *a = allocations; a; a = a->next)
    if (p >= (uintptr_t)a->start && bytes <= a->bytes &&
        p - (uintptr_t)a->start <= a->bytes - bytes)
      return true;
  return false;
}

/// Bytes of the tensor that starts at p: the allocation without the guard behind it.
static size_t sizeAt(uint64_t p) {
  for (Allocation *a = allocations; a; a = a->next)
    if (p == (uintptr_t)a->start)
      return a->bytes > 256 ? a->bytes - 256 : a->bytes;
  return 0;
}

//===--- what is left when all is freed -----------------------------------===//

/// For tests: allocations, modules and contexts that are still alive.
EXPORT int fakeCudaAlive(void);
EXPORT int fakeCudaAlive(void) {
  int n = modules + contexts;
  for (Allocation *a = allocations; a; a = a->next)
    ++n;
  return n;
}

//===--- the driver API ---------------------------------------------------===//

#define API(name, ...)                                                                             \
  EXPORT int name(__VA_ARGS__);                                                                    \
  EXPORT int name(__VA_ARGS__)

API(cuInit, unsigned flags) {
  ENTER();
  (void)flags;
  const char *n = getenv("FAKE_CUDA_DEVICES");
  return n && !atoi(n) ? NO_DEVICE : 0;
}
API(cuDriverGetVersion, int *version) {
  ENTER();
  *version = 13000;
  return 0;
}
API(cuGetErrorName, int error, const char **name) {
  *name = error == INVALID_VALUE     ? "CUDA_ERROR_INVALID_VALUE"
          : error == NO_DEVICE       ? "CUDA_ERROR_NO_DEVICE"
          : error == NOT_FOUND       ? "CUDA_ERROR_NOT_FOUND"
          : error == ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                                     : "CUDA_ERROR_UNKNOWN";
  return 0;
}
API(cuGetErrorString, int error, const char **text) {
  *text = error == INVALID_VALUE     ? "invalid argument"
          : error == NO_DEVICE       ? "no CUDA-capable device is detected"
          : error == NOT_FOUND       ? "named symbol not found"
          : error == ILLEGAL_ADDRESS ? "an illegal memory access was encountered"
                                     : "unknown error";
  return 0;
}
API(cuDeviceGetCount, int *count) {
  ENTER();
  const char *n = getenv("FAKE_CUDA_DEVICES");
  *count = n ? atoi(n) : 1;
  return 0;
}
API(cuDeviceGet, int *device, int ordinal) {
  ENTER();
  *device = ordinal;
  return 0;
}
API(cuDeviceGetName, char *name, int size, int device) {
  ENTER();
  snprintf(name, (size_t)size, "Fake GPU %d", device);
  return 0;
}
API(cuDeviceGetAttribute, int *value, int attribute, int device) {
  ENTER();
  (void)device;
  const char *cc = getenv("FAKE_CUDA_CC");
  int number = cc ? atoi(cc) : 90;
  switch (attribute) {
  case 75:
    *value = number / 10;
    return 0;
  case 76:
    *value = number % 10;
    return 0;
  case 97:
    *value = 227 * 1024;
    return 0;
  case 16:
    *value = 132;
    return 0;
  case 13:
    *value = 1980000;
    return 0;
  case 36:
    *value = 3201000;
    return 0;
  case 38:
    *value = 1 << 20;
    return 0;
  }
  return INVALID_VALUE;
}
API(cuDeviceTotalMem_v2, size_t *bytes, int device) {
  ENTER();
  (void)device;
  *bytes = (size_t)1 << 30;
  return 0;
}
API(cuDevicePrimaryCtxRetain, void **context, int device) {
  ENTER();
  static int some;
  (void)device;
  ++contexts;
  *context = &some;
  return 0;
}
API(cuDevicePrimaryCtxRelease_v2, int device) {
  ENTER();
  (void)device;
  --contexts;
  current = NULL;
  return 0;
}
API(cuCtxGetCurrent, void **context) {
  ENTER();
  *context = current;
  return 0;
}
API(cuCtxSetCurrent, void *context) {
  ENTER();
  current = context;
  return 0;
}
API(cuModuleLoadData, void **module, const void *image) {
  ENTER();
  if (!image || !current)
    return INVALID_VALUE;
  ++modules;
  *module = calloc(1, 1);
  return 0;
}
API(cuModuleUnload, void *module) {
  ENTER();
  --modules;
  free(module);
  return 0;
}
API(cuModuleGetFunction, void **function, void *module, const char *name) {
  ENTER();
  static Function functions[64];
  static int count;
  if (!module || !strcmp(name, "missing"))
    return NOT_FOUND;
  Function *f = &functions[count++ % 64];
  *f = (Function){.maxShared = 48 * 1024};
  snprintf(f->name, sizeof f->name, "%s", name);
  *function = f;
  return 0;
}
API(cuFuncSetAttribute, void *function, int attribute, int value) {
  ENTER();
  if (attribute != 8)
    return INVALID_VALUE;
  ((Function *)function)->maxShared = value;
  return 0;
}
API(cuMemAlloc_v2, uint64_t *pointer, size_t bytes) {
  ENTER();
  Allocation *a = calloc(1, sizeof *a);
  if (!bytes || !current || !a)
    return INVALID_VALUE;
  a->start = aligned_alloc(256, (bytes + 255) / 256 * 256);
  a->bytes = bytes;
  a->next = allocations;
  allocations = a;
  *pointer = (uintptr_t)a->start;
  return 0;
}
API(cuMemFree_v2, uint64_t pointer) {
  ENTER();
  for (Allocation **a = &allocations; *a; a = &(*a)->next)
    if ((uintptr_t)(*a)->start == pointer) {
      Allocation *dead = *a;
      *a = dead->next;
      free(dead->start);
      free(dead);
      return 0;
    }
  return INVALID_VALUE;
}
API(cuMemcpyHtoD_v2, uint64_t to, const void *from, size_t bytes) {
  ENTER();
  if (!inside(to, bytes))
    return INVALID_VALUE;
  memcpy((void *)(uintptr_t)to, from, bytes);
  return 0;
}
API(cuMemcpyDtoH_v2, void *to, uint64_t from, size_t bytes) {
  ENTER();
  if (!inside(from, bytes))
    return INVALID_VALUE;
  memcpy(to, (void *)(uintptr_t)from, bytes);
  return 0;
}
API(cuMemcpyDtoDAsync_v2, uint64_t to, uint64_t from, size_t bytes, void *stream) {
  ENTER();
  (void)stream;
  char line[64];
  if (!inside(to, bytes) || !inside(from, bytes))
    return INVALID_VALUE;
  memmove((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
  snprintf(line, sizeof line, "copy %zu bytes", bytes);
  logLine(line);
  return 0;
}
API(cuMemsetD8Async, uint64_t to, unsigned char value, size_t bytes, void *stream) {
  ENTER();
  (void)stream;
  if (!inside(to, bytes))
    return INVALID_VALUE;
  memset((void *)(uintptr_t)to, value, bytes);
  return 0;
}
static int launch(Function *f, const unsigned *grid, const unsigned *block, unsigned shared,
                  const char *how, void **parameters) {
  char line[512];
  if (!f || (int)shared > f->maxShared || block[0] * block[1] * block[2] > 1024)
    return INVALID_VALUE;
  snprintf(line, sizeof line, "launch %s grid %u %u %u block %u %u %u shared %u%s", f->name,
           grid[0], grid[1], grid[2], block[0], block[1], block[2], shared, how);
  logLine(line);
  if (!strcmp(f->name, "copy") || !strcmp(f->name, "overrun")) {
    uint64_t from = *(uint64_t *)parameters[0], to = *(uint64_t *)parameters[1];
    size_t bytes = sizeAt(from) < sizeAt(to) ? sizeAt(from) : sizeAt(to);
    if (!bytes || !inside(to, bytes))
      return ILLEGAL_ADDRESS;
    memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
    if (!strcmp(f->name, "overrun"))
      ((char *)(uintptr_t)to)[bytes] ^= 1;
  }
  return 0;
}
API(cuLaunchKernel, void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
    unsigned bz, unsigned shared, void *stream, void **parameters, void **extra) {
  ENTER();
  (void)stream;
  (void)extra;
  return launch(function, (unsigned[]){gx, gy, gz}, (unsigned[]){bx, by, bz}, shared, "",
                parameters);
}

#ifndef FAKE_CUDA_OLD
// CUlaunchConfig of cuda.h, with its attributes.
typedef struct Attribute {
  int id, pad;
  union {
    int number;
    char bytes[64];
  } value;
} Attribute;
typedef struct Config {
  unsigned grid[3], block[3], shared;
  void *stream;
  Attribute *attributes;
  unsigned numAttributes;
} Config;
API(cuLaunchKernelEx, const Config *config, void *function, void **parameters, void **extra) {
  ENTER();
  (void)extra;
  enum { SERIALIZATION = 6 };
  bool dependent = false;
  for (unsigned i = 0; i < config->numAttributes; ++i) {
    if (config->attributes[i].id != SERIALIZATION)
      return INVALID_VALUE;
    dependent = config->attributes[i].value.number == 1;
  }
  return launch(function, config->grid, config->block, config->shared,
                dependent ? " dependent" : "", parameters);
}
#endif
API(cuTensorMapEncodeTiled, void *map, int type, uint32_t rank, void *address, const uint64_t *dims,
    const uint64_t *strides, const uint32_t *box, const uint32_t *elementStrides, int interleave,
    int swizzle, int promotion, int fill) {
  ENTER();
  char line[512];
  int n = snprintf(line, sizeof line, "map type %d swizzle %d", type, swizzle);
  if ((uintptr_t)map % 64 || (uintptr_t)address % 16 || rank < 1 || rank > 5 || interleave ||
      fill || promotion < 0 || promotion > 3 || !inside((uintptr_t)address, 1))
    return INVALID_VALUE;
  for (uint32_t d = 0; d < rank; ++d) {
    if (!dims[d] || !box[d] || box[d] > 256 || elementStrides[d] != 1 || (d && strides[d - 1] % 16))
      return INVALID_VALUE;
    n += snprintf(line + n, sizeof line - (size_t)n, " [%llu box %u stride %llu]",
                  (unsigned long long)dims[d], box[d],
                  d ? (unsigned long long)strides[d - 1] : 0ull);
  }
  memset(map, 0, 128);
  memcpy(map, &address, sizeof address);
  logLine(line);
  return 0;
}
API(cuStreamCreate, void **stream, unsigned flags) {
  ENTER();
  (void)flags;
  *stream = calloc(1, 1);
  return 0;
}
API(cuStreamDestroy_v2, void *stream) {
  ENTER();
  free(stream);
  return 0;
}
API(cuStreamSynchronize, void *stream) {
  ENTER();
  (void)stream;
  return 0;
}
API(cuStreamBeginCapture_v2, void *stream, int mode) {
  ENTER();
  (void)mode;
  if (!stream || capturing)
    return INVALID_VALUE;
  capturing = calloc(1, sizeof *capturing);
  capturing->last = &capturing->first;
  return 0;
}
static void freeGraph(Graph *graph) {
  for (Node *n = graph->first, *next; n; n = next) {
    next = n->next;
    free(n);
  }
  free(graph);
}
API(cuStreamEndCapture, void *stream, void **graph) {
  (void)stream;
  Graph *captured = capturing;
  capturing = NULL;
  if (fails(__func__))
    freeGraph(captured);
  ENTER();
  *graph = captured;
  return 0;
}
API(cuGraphInstantiateWithFlags, void **exec, void *graph, unsigned long long flags) {
  ENTER();
  (void)flags;
  *exec = graph;
  return 0;
}
API(cuGraphLaunch, void *exec, void *stream) {
  ENTER();
  (void)stream;
  for (Node *n = ((Graph *)exec)->first; n; n = n->next)
    logLine(n->line);
  clockMs += 0.25;
  return 0;
}
API(cuGraphExecDestroy, void *exec) {
  ENTER();
  (void)exec;
  return 0;
}
API(cuGraphDestroy, void *graph) {
  ENTER();
  freeGraph(graph);
  return 0;
}
API(cuEventCreate, double **event, unsigned flags) {
  ENTER();
  (void)flags;
  *event = calloc(1, sizeof **event);
  return 0;
}
API(cuEventRecord, double *event, void *stream) {
  ENTER();
  (void)stream;
  *event = clockMs;
  return 0;
}
API(cuEventSynchronize, double *event) {
  ENTER();
  (void)event;
  return 0;
}
API(cuEventElapsedTime, float *milliseconds, double *start, double *stop) {
  ENTER();
  *milliseconds = (float)(*stop - *start);
  return 0;
}
API(cuEventDestroy_v2, double *event) {
  ENTER();
  free(event);
  return 0;
}
