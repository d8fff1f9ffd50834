//===- Driver.c - The CUDA driver API, opened at run time -----------------===//
#include "Runtime/Driver.h"
#include "Runtime/Status.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool attnCudaOpen(AttnCuda *cuda, const char *path, AttnStatus *st) {
  const char *name = path ? path : "libcuda.so.1";
  memset(cuda, 0, sizeof *cuda);
  cuda->library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!cuda->library)
    return attnFail(st, ATTN_STATUS_NO_GPU,
                    "no GPU: the NVIDIA driver library cannot be opened (%s)", dlerror());
  static const struct {
    const char *symbol;
    size_t offset;
  } functions[] = {
#define ATTN_CUDA_ROW(symbol, member, parameters) {symbol, offsetof(AttnCuda, member)},
      ATTN_CUDA_FUNCTIONS(ATTN_CUDA_ROW)
#undef ATTN_CUDA_ROW
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
    void *address = dlsym(cuda->library, functions[i].symbol);
    if (!address) {
      attnFail(st, ATTN_STATUS_NO_GPU,
               "no GPU: %s has no %s (driver too old? 11.4 or later is needed)", name,
               functions[i].symbol);
      attnCudaClose(cuda);
      return false;
    }
    memcpy((char *)cuda + functions[i].offset, &address, sizeof address);
  }
  void *encode = dlsym(cuda->library, "cuTensorMapEncodeTiled"); // CUDA 12
  memcpy(&cuda->tensorMapEncode, &encode, sizeof encode);
  void *launch = dlsym(cuda->library, "cuLaunchKernelEx"); // CUDA 11.8
  memcpy(&cuda->launchKernelEx, &launch, sizeof launch);
  return attnOk(st);
}

void attnCudaClose(AttnCuda *cuda) {
  // Never dlclose: the driver starts threads of its own.
  cuda->library = NULL;
}

bool attnCudaCheck(const AttnCuda *cuda, int error, const char *what, AttnStatus *st) {
  if (!error)
    return true;
  const char *name = NULL, *text = NULL;
  cuda->getErrorName(error, &name);
  cuda->getErrorString(error, &text);
  return attnFail(st, ATTN_STATUS_DRIVER, "%s: %s (%s, error %d)", what,
                  text ? text : "unknown error", name ? name : "?", error);
}

static bool query(AttnDevice *d, AttnStatus *st) {
  AttnCuda *cu = &d->cuda;
  AttnDeviceInfo *info = &d->info;
  size_t memory = 0;
  int l2 = 0;
  const struct {
    int attribute, *value;
    bool optional; // only shown to people
  } attributes[] = {{CU_MAJOR, &info->major, false},
                    {CU_MINOR, &info->minor, false},
                    {CU_MULTIPROCESSORS, &info->multiprocessors, true},
                    {CU_CLOCK_KHZ, &info->clock_khz, true},
                    {CU_MEMORY_CLOCK_KHZ, &info->memory_clock_khz, true},
                    {CU_L2_BYTES, &l2, true},
                    {CU_MAX_SHARED_OPTIN, &d->maxShared, false}};
  for (size_t i = 0; i < sizeof attributes / sizeof *attributes; ++i) {
    int error = cu->deviceGetAttribute(attributes[i].value, attributes[i].attribute, d->device);
    if (!attributes[i].optional && !attnCudaCheck(cu, error, "reading a device attribute", st))
      return false;
  }
  info->l2 = l2;
  if (!attnCudaCheck(cu, cu->driverGetVersion(&info->driver), "reading the driver version", st) ||
      !attnCudaCheck(cu, cu->deviceGetName(info->name, sizeof info->name, d->device),
                     "reading the device name", st) ||
      !attnCudaCheck(cu, cu->deviceTotalMem(&memory, d->device), "reading the memory size", st))
    return false;
  info->memory = (int64_t)memory;
  return true;
}

AttnDevice *attnDeviceOpen(const AttnDeviceOptions *options, AttnStatus *st) {
  AttnDeviceOptions o = options ? *options : (AttnDeviceOptions){0};
  AttnDevice *d = attnAlloc(sizeof *d, st);
  if (!d || !attnCudaOpen(&d->cuda, o.libcuda, st)) {
    free(d);
    return NULL;
  }
  AttnCuda *cu = &d->cuda;
  int error = cu->init(0), count = 0;
  if (!error)
    error = cu->deviceGetCount(&count);
  bool ok = true;
  if (error) {
    // Whatever the reason (no device, no kernel module, a device in a bad state): nothing to run
    // on.
    AttnStatus why;
    attnCudaCheck(cu, error, "cuInit", &why);
    ok = attnFail(st, ATTN_STATUS_NO_GPU, "no GPU: %.900s", why.message);
  } else if (o.ordinal < 0 || o.ordinal >= count) {
    ok = count
             ? attnFail(st, ATTN_STATUS_NO_GPU, "no GPU number %d: there are %d", o.ordinal, count)
             : attnFail(st, ATTN_STATUS_NO_GPU, "no GPU: the driver reports no device");
  }
  ok = ok && attnCudaCheck(cu, cu->deviceGet(&d->device, o.ordinal), "opening the device", st) &&
       query(d, st) &&
       attnCudaCheck(cu, cu->primaryContextRetain(&d->context, d->device),
                     "creating the device context", st);
  if (!ok) {
    attnCudaClose(cu);
    free(d);
    return NULL;
  }
  attnOk(st);
  return d;
}

const AttnDeviceInfo *attnDeviceGetInfo(const AttnDevice *d) { return &d->info; }

void attnDeviceDestroy(AttnDevice *d) {
  if (!d)
    return;
  d->cuda.primaryContextRelease(d->device);
  attnCudaClose(&d->cuda);
  free(d);
}

bool attnDeviceEnter(AttnDevice *d, AttnStatus *st) {
  CuContext current = NULL;
  if (!d->cuda.contextGetCurrent(&current) && current == d->context)
    return true;
  return attnCudaCheck(&d->cuda, d->cuda.contextSetCurrent(d->context),
                       "making the device context current", st);
}
