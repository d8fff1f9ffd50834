//===- Program.c - A package's code on a device ---------------------------===//
#include "Runtime/Program.h"
#include "Runtime/Status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool noMemory(AttnStatus *st) { return attnFail(st, ATTN_STATUS_MEMORY, "out of memory"); }

/// What the package offers, for the message that it does not fit.
static bool noCode(const AttnDevice *d, const AttnPackage *p, AttnStatus *st) {
  char chips[512] = "";
  for (int i = 0; i < p->numVariants; ++i) {
    size_t n = strlen(chips);
    snprintf(chips + n, sizeof chips - n, "%s%s", n ? ", " : "", p->variants[i].chip);
  }
  return attnFail(
      st, ATTN_STATUS_NO_CODE,
      "%.300s: the package has code for %s, the device (%s) has compute capability %d.%d", p->name,
      *chips ? chips : "no chip", d->info.name, d->info.major, d->info.minor);
}

//===--- tensor maps ------------------------------------------------------===//

static bool loadMaps(AttnProgram *prog, const AttnPackageStep *from, AttnPlacedStep *to,
                     AttnStatus *st) {
  to->numMaps = from->numMaps;
  if (!from->numMaps)
    return true;
  if (!prog->device->cuda.tensorMapEncode)
    return attnFail(st, ATTN_STATUS_NO_CODE,
                    "kernel '%.200s' copies by tensor maps, which the driver (CUDA %d.%d) does not "
                    "know; 12.0 or later is needed",
                    from->kernel, prog->device->info.driver / 1000,
                    prog->device->info.driver % 1000 / 10);
  to->maps = attnArenaAlloc(&prog->arena, (size_t)to->numMaps * sizeof *to->maps);
  char *bytes =
      attnArenaAlloc(&prog->arena, (size_t)to->numMaps * CU_TENSOR_MAP_BYTES + CU_TENSOR_MAP_ALIGN);
  if (!to->maps || !bytes)
    return noMemory(st);
  bytes += -(uintptr_t)bytes % CU_TENSOR_MAP_ALIGN;
  for (int i = 0; i < to->numMaps; ++i)
    to->maps[i] =
        (AttnPlacedMap){.recipe = from->maps[i], .bytes = bytes + (size_t)i * CU_TENSOR_MAP_BYTES};
  return true;
}

/// CUtensorMapDataType; -1 for a type that tensor maps do not have.
static int mapType(AttnType type) {
  switch (type) {
  case ATTN_TYPE_F16:
    return 6;
  case ATTN_TYPE_BF16:
    return 9;
  case ATTN_TYPE_F32:
    return 7;
  case ATTN_TYPE_F64:
    return 8;
  case ATTN_TYPE_I1:
  case ATTN_TYPE_I8:
    return 0;
  case ATTN_TYPE_I16:
    return 1;
  case ATTN_TYPE_I32:
    return 3;
  case ATTN_TYPE_I64:
    return 5;
  default:
    return -1;
  }
}

/// Where maps of tensors without elements point.
static bool needEmpty(AttnProgram *prog, AttnStatus *st) {
  return prog->empty ||
         attnCudaCheck(&prog->device->cuda, prog->device->cuda.memoryAlloc(&prog->empty, 256),
                       "allocating memory", st);
}

/// Makes the map for `address`, if it is not that already.
static bool makeMap(AttnProgram *prog, AttnPlacedMap *map, CuPointer address, AttnStatus *st) {
  if (map->recipe.empty)
    address = prog->empty;
  if (map->made && map->address == address)
    return true;
  const AttnPackageMap *m = &map->recipe;
  enum { NO_INTERLEAVE = 0, PROMOTE_256 = 3, FILL_ZEROS = 0 };
  uint32_t ones[ATTN_MAX_MAP_RANK] = {1, 1, 1, 1, 1};
  int swizzle = m->swizzle == 128 ? 3 : m->swizzle == 64 ? 2 : m->swizzle == 32 ? 1 : 0;
  int error = prog->device->cuda.tensorMapEncode(
      map->bytes, mapType(m->type), (uint32_t)m->rank, (void *)(uintptr_t)address, m->dims,
      m->strides + 1, m->box, ones, NO_INTERLEAVE, swizzle, PROMOTE_256, FILL_ZEROS);
  if (error)
    return attnCudaCheck(&prog->device->cuda, error, "making a tensor map", st);
  map->made = true;
  map->address = address;
  return true;
}

static bool loadStep(AttnProgram *prog, const AttnPackageStep *from, AttnPlacedStep *to,
                     AttnStatus *st) {
  AttnCuda *cu = &prog->device->cuda;
  to->numBuffers = from->numBuffers;
  to->buffers =
      attnArenaCopy(&prog->arena, from->buffers, (size_t)from->numBuffers * sizeof *from->buffers);
  if (!to->buffers)
    return noMemory(st);
  to->numLengths = from->numLengths;
  to->lengths =
      attnArenaCopy(&prog->arena, from->lengths, (size_t)from->numLengths * sizeof *from->lengths);
  if (!to->lengths)
    return noMemory(st);
  if (from->numBuffers + from->numMaps + from->numLengths > prog->maxParameters)
    prog->maxParameters = from->numBuffers + from->numMaps + from->numLengths;
  if (from->by && !attnCudaCheck(cu, cu->moduleGetFunction(&to->zeroes, prog->module, from->by),
                                 "finding the kernel that zeroes", st))
    return false;
  if (!from->kernel)
    return true;
  if (!loadMaps(prog, from, to, st))
    return false;
  for (int i = 0; i < from->numMaps; ++i)
    if (from->maps[i].empty && !needEmpty(prog, st))
      return false;
  char what[300];
  snprintf(what, sizeof what, "finding kernel '%.200s'", from->kernel);
  to->kernel = attnArenaString(&prog->arena, from->kernel);
  memcpy(to->grid, from->grid, sizeof to->grid);
  memcpy(to->block, from->block, sizeof to->block);
  to->shared = from->shared;
  to->dependent = from->dependent;
  if (!to->kernel)
    return noMemory(st);
  if (!attnCudaCheck(cu, cu->moduleGetFunction(&to->function, prog->module, from->kernel), what,
                     st))
    return false;
  if ((int64_t)to->shared > prog->device->maxShared)
    return attnFail(st, ATTN_STATUS_NO_CODE,
                    "kernel '%.200s' needs %u bytes of shared memory, the device offers %d",
                    from->kernel, to->shared, prog->device->maxShared);
  // Static limit 48 KB: more has to be asked for.
  return to->shared <= 48 * 1024 ||
         attnCudaCheck(
             cu,
             cu->functionSetAttribute(to->function, CU_FUNC_MAX_DYNAMIC_SHARED, (int)to->shared),
             "raising the shared memory limit", st);
}

static void placeBuffer(AttnProgram *prog, const AttnPackageBuffer *from, AttnPlacedBuffer *to) {
  to->role = from->role;
  to->index = from->index;
  to->bytes = attnTensorTypeIsSymbolic(&from->type) ? 0 : attnTensorBytes(&from->type);
  if (to->role == ATTN_BUFFER_TEMPORARY) {
    to->offset = prog->workspace;
    prog->workspace += (to->bytes + 255) / 256 * 256;
  }
}

static bool loadBuffer(AttnProgram *prog, const AttnPackage *p, const AttnPackageBuffer *from,
                       AttnPlacedBuffer *to, AttnStatus *st) {
  AttnCuda *cu = &prog->device->cuda;
  placeBuffer(prog, from, to);
  if (to->role != ATTN_BUFFER_CONSTANT)
    return true;
  return attnCudaCheck(cu, cu->memoryAlloc(&to->fixed, to->bytes ? to->bytes : 1),
                       "allocating a constant", st) &&
         attnCudaCheck(cu, cu->copyToDevice(to->fixed, p->blobs[from->blob].bytes, to->bytes),
                       "copying a constant", st);
}

//===--- lengths ----------------------------------------------------------===//

/// Keeps what attnProgramShapes needs.
static bool keepPackage(AttnProgram *prog, const AttnPackage *p, const AttnPackageVariant *v,
                        AttnStatus *st) {
  void *bytes;
  size_t size;
  if (!attnPackageSerialize(p, &bytes, &size, st))
    return false;
  prog->own = attnPackageOpenMemory(bytes, size, p->name, st);
  prog->variant = (int)(v - p->variants);
  free(bytes);
  return prog->own && attnDeviceEnter(prog->device, st) && needEmpty(prog, st);
}

bool attnProgramShapes(AttnProgram *prog, const AttnTensorType *types, AttnStatus *st) {
  if (!prog->own) {
    int64_t none;
    return attnLengthsFrom(0, NULL, prog->numArguments, prog->arguments, types, &none, st) &&
           attnOk(st);
  }
  bool same = prog->shaped;
  for (int i = 0; same && i < prog->numArguments; ++i)
    same = attnTensorTypeEqual(&types[i], &prog->arguments[i]);
  if (same) // placed already, maps and all
    return attnOk(st);
  AttnPackage *bound = attnPackageBind(prog->own, types, st);
  if (!bound)
    return false;
  const AttnPackageVariant *v = &bound->variants[prog->variant];
  memcpy(prog->arguments, bound->arguments, (size_t)prog->numArguments * sizeof *prog->arguments);
  memcpy(prog->results, bound->results, (size_t)prog->numResults * sizeof *prog->results);
  for (int i = 0; i < bound->numLengths; ++i)
    prog->lengths[i] = (int32_t)bound->values[i];
  prog->workspace = 0;
  for (int i = 0; i < prog->numBuffers; ++i)
    placeBuffer(prog, &v->buffers[i], &prog->buffers[i]);
  for (int i = 0; i < prog->numSteps; ++i) {
    AttnPlacedStep *to = &prog->steps[i];
    memcpy(to->grid, v->steps[i].grid, sizeof to->grid);
    for (int k = 0; k < to->numMaps; ++k) {
      to->maps[k].recipe = v->steps[i].maps[k];
      to->maps[k].made = false;
    }
  }
  attnPackageDestroy(bound);
  prog->shaped = true;
  return attnOk(st);
}

static bool load(AttnProgram *prog, const AttnPackage *p, const AttnPackageVariant *v,
                 AttnStatus *st) {
  AttnCuda *cu = &prog->device->cuda;
  if (p->numLengths && !p->values && !keepPackage(prog, p, v, st))
    return false;
  for (int i = 0; p->values && i < p->numLengths; ++i)
    prog->lengths[i] = (int32_t)p->values[i];
  prog->shaped = !prog->own;
  prog->numArguments = p->numArguments;
  prog->numResults = p->numResults;
  prog->arguments =
      attnArenaCopy(&prog->arena, p->arguments, (size_t)p->numArguments * sizeof *p->arguments);
  prog->results =
      attnArenaCopy(&prog->arena, p->results, (size_t)p->numResults * sizeof *p->results);
  prog->buffers = attnArenaAlloc(&prog->arena, (size_t)v->numBuffers * sizeof *prog->buffers);
  prog->steps = attnArenaAlloc(&prog->arena, (size_t)v->numSteps * sizeof *prog->steps);
  prog->addresses = attnArenaAlloc(&prog->arena, (size_t)v->numBuffers * sizeof *prog->addresses);
  if (!prog->arguments || !prog->results || !prog->buffers || !prog->steps || !prog->addresses)
    return noMemory(st);
  if (!attnDeviceEnter(prog->device, st))
    return false;
  // A package without kernels (only copies) has no module.
  bool kernels = false;
  for (int i = 0; i < v->numSteps; ++i)
    kernels |= v->steps[i].kernel != NULL;
  if (kernels && !attnCudaCheck(cu, cu->moduleLoadData(&prog->module, p->blobs[v->code].bytes),
                                "loading the device code", st))
    return false;
  for (int i = 0; i < v->numBuffers; ++i) {
    prog->numBuffers = i + 1;
    if (!loadBuffer(prog, p, &v->buffers[i], &prog->buffers[i], st))
      return false;
  }
  for (int i = 0; i < v->numSteps; ++i)
    if (!loadStep(prog, &v->steps[i], &prog->steps[i], st))
      return false;
  prog->numSteps = v->numSteps;
  prog->parameters =
      attnArenaAlloc(&prog->arena, (size_t)(prog->maxParameters + 1) * sizeof *prog->parameters);
  return prog->parameters || noMemory(st);
}

AttnProgram *attnProgramLoad(AttnDevice *d, const AttnPackage *p, AttnStatus *st) {
  const AttnPackageVariant *v = attnPackageSelect(p, d->info.major, d->info.minor);
  if (!v) {
    noCode(d, p, st);
    return NULL;
  }
  AttnProgram *prog = attnAlloc(sizeof *prog, st);
  if (!prog)
    return NULL;
  prog->device = d;
  if (!load(prog, p, v, st)) {
    attnProgramDestroy(prog);
    return NULL;
  }
  attnOk(st);
  return prog;
}

void attnProgramDestroy(AttnProgram *prog) {
  if (!prog)
    return;
  AttnCuda *cu = &prog->device->cuda;
  if (attnDeviceEnter(prog->device, NULL)) {
    for (int i = 0; i < prog->numBuffers; ++i)
      if (prog->buffers[i].fixed)
        cu->memoryFree(prog->buffers[i].fixed);
    if (prog->empty)
      cu->memoryFree(prog->empty);
    if (prog->module)
      cu->moduleUnload(prog->module);
  }
  attnPackageDestroy(prog->own);
  attnArenaFree(&prog->arena);
  free(prog);
}

size_t attnProgramWorkspace(const AttnProgram *prog) { return prog->workspace; }

/// A step that is no kernel of the program's own. `behind`: it ends with a kernel.
static bool zeroOrCopy(AttnProgram *prog, const AttnPlacedStep *s, bool *behind, CuStream stream,
                       AttnStatus *st) {
  AttnCuda *cu = &prog->device->cuda;
  CuPointer *first = &prog->addresses[s->buffers[0]];
  size_t bytes = prog->buffers[s->buffers[0]].bytes;
  *behind = s->zeroes && cu->launchKernelEx;
  if (*behind)
    return attnCudaCheck(
        cu, cu->launchKernel(s->zeroes, 1, 1, 1, 1, 1, 1, 0, stream, (void *[]){first}, NULL),
        "zeroing a buffer", st);
  if (s->numBuffers == 1)
    return !bytes ||
           attnCudaCheck(cu, cu->memsetAsync(*first, 0, bytes, stream), "zeroing a buffer", st);
  return !bytes ||
         attnCudaCheck(cu, cu->copyOnDevice(prog->addresses[s->buffers[1]], *first, bytes, stream),
                       "copying a buffer", st);
}

/// Launches a kernel; `behind`: right behind another one of the same call. One that waits for it by
/// itself is launched meanwhile.
static int launchKernel(AttnProgram *prog, const AttnPlacedStep *s, bool behind, CuStream stream) {
  AttnCuda *cu = &prog->device->cuda;
  if (!behind || !s->dependent || !cu->launchKernelEx)
    return cu->launchKernel(s->function, s->grid[0], s->grid[1], s->grid[2], s->block[0],
                            s->block[1], s->block[2], s->shared, stream, prog->parameters, NULL);
  CuLaunchAttribute attribute = {.id = CU_LAUNCH_DEPENDENT, .value.allowed = 1};
  CuLaunchConfig config = {.grid = {s->grid[0], s->grid[1], s->grid[2]},
                           .block = {s->block[0], s->block[1], s->block[2]},
                           .shared = s->shared,
                           .stream = stream,
                           .attributes = &attribute,
                           .numAttributes = 1};
  return cu->launchKernelEx(&config, s->function, prog->parameters, NULL);
}

bool attnLaunchAsync(AttnProgram *prog, const uint64_t *pointers, uint64_t workspace, void *stream,
                     AttnStatus *st) {
  AttnCuda *cu = &prog->device->cuda;
  if (!prog->shaped)
    return attnFail(st, ATTN_STATUS_INVALID,
                    "the program takes any lengths: say the arguments' shapes first "
                    "(attnProgramShapes)");
  if (prog->workspace && !workspace)
    return attnFail(st, ATTN_STATUS_INVALID, "the launch needs a workspace of %zu bytes",
                    prog->workspace);
  if (workspace % 256)
    return attnFail(st, ATTN_STATUS_INVALID, "the workspace is not aligned to 256 bytes");
  for (int i = 0; i < prog->numArguments + prog->numResults; ++i)
    if (pointers[i] % 16)
      return attnFail(st, ATTN_STATUS_INVALID, "%s %d is not aligned to 16 bytes",
                      i < prog->numArguments ? "argument" : "result",
                      i < prog->numArguments ? i : i - prog->numArguments);
  if (!attnDeviceEnter(prog->device, st))
    return false;
  for (int i = 0; i < prog->numBuffers; ++i) {
    const AttnPlacedBuffer *b = &prog->buffers[i];
    prog->addresses[i] = b->role == ATTN_BUFFER_ARGUMENT   ? pointers[b->index]
                         : b->role == ATTN_BUFFER_RESULT   ? pointers[prog->numArguments + b->index]
                         : b->role == ATTN_BUFFER_CONSTANT ? b->fixed
                                                           : workspace + b->offset;
  }
  bool behind = false; // a kernel of this call
  for (int s = 0; s < prog->numSteps; ++s) {
    AttnPlacedStep *step = &prog->steps[s];
    if (!step->function) {
      if (!zeroOrCopy(prog, step, &behind, stream, st))
        return false;
      continue;
    }
    if (step->grid[0] == 0)
      continue; // no tile: its results have no elements
    for (int k = 0; k < step->numBuffers; ++k)
      prog->parameters[k] = &prog->addresses[step->buffers[k]];
    for (int k = 0; k < step->numMaps; ++k) {
      AttnPlacedMap *map = &step->maps[k];
      if (!makeMap(prog, map, prog->addresses[step->buffers[map->recipe.buffer]], st))
        return false;
      prog->parameters[step->numBuffers + k] = map->bytes;
    }
    for (int k = 0; k < step->numLengths; ++k)
      prog->parameters[step->numBuffers + step->numMaps + k] = &prog->lengths[step->lengths[k]];
    int error = launchKernel(prog, step, behind, stream);
    behind = true;
    char what[300];
    if (error) {
      snprintf(what, sizeof what, "launching kernel '%.200s'", step->kernel);
      return attnCudaCheck(cu, error, what, st);
    }
  }
  return attnOk(st);
}

//===--- guarded memory ---------------------------------------------------===//

#define GUARD 256 // bytes behind every buffer
#define GUARD_BYTE 0xA5
#define POISON 0xFF // as f16, bf16, f32: NaN; as an integer: -1

bool attnMemoryCreate(AttnMemory *m, AttnProgram *prog, const AttnTensor *arguments,
                      AttnStatus *st) {
  AttnCuda *cu = &prog->device->cuda;
  AttnTensorType *types = attnAlloc((size_t)prog->numArguments * sizeof *types, st);
  for (int i = 0; types && i < prog->numArguments; ++i)
    types[i] = arguments[i].type;
  bool shaped = types && attnProgramShapes(prog, types, st);
  free(types);
  if (!shaped)
    return false;
  *m = (AttnMemory){.program = prog, .count = prog->numArguments + prog->numResults + 1};
  m->pointers = attnAlloc((size_t)m->count * sizeof *m->pointers, st);
  m->bytes = attnAlloc((size_t)m->count * sizeof *m->bytes, st);
  bool ok = m->pointers && m->bytes && attnDeviceEnter(prog->device, st);
  for (int i = 0; ok && i < m->count; ++i) {
    m->bytes[i] = i < prog->numArguments ? attnTensorBytes(&prog->arguments[i])
                  : i + 1 < m->count     ? attnTensorBytes(&prog->results[i - prog->numArguments])
                                         : prog->workspace;
    ok = attnCudaCheck(cu, cu->memoryAlloc(&m->pointers[i], m->bytes[i] + GUARD),
                       "allocating device memory", st);
  }
  if (!ok)
    attnMemoryDestroy(m);
  return ok;
}

bool attnMemoryFill(AttnMemory *m, const AttnTensor *arguments, AttnStatus *st) {
  AttnProgram *prog = m->program;
  AttnCuda *cu = &prog->device->cuda;
  for (int i = 0; i < m->count; ++i) {
    if (i < prog->numArguments) {
      if (!attnTensorTypeEqual(&arguments[i].type, &prog->arguments[i])) {
        char have[256], expected[256];
        return attnFail(st, ATTN_STATUS_INVALID, "argument %d is %s, the program takes %s", i,
                        attnTensorTypeFormat(&arguments[i].type, have, sizeof have),
                        attnTensorTypeFormat(&prog->arguments[i], expected, sizeof expected));
      }
      if (m->bytes[i] &&
          !attnCudaCheck(cu, cu->copyToDevice(m->pointers[i], arguments[i].data, m->bytes[i]),
                         "copying an argument to the device", st))
        return false;
    } else if (m->bytes[i] &&
               !attnCudaCheck(cu, cu->memsetAsync(m->pointers[i], POISON, m->bytes[i], NULL),
                              "poisoning device memory", st)) {
      return false;
    }
    if (!attnCudaCheck(cu, cu->memsetAsync(m->pointers[i] + m->bytes[i], GUARD_BYTE, GUARD, NULL),
                       "writing guard bytes", st))
      return false;
  }
  return attnCudaCheck(cu, cu->streamSynchronize(NULL), "preparing device memory", st);
}

bool attnMemoryCheckGuards(AttnMemory *m, AttnStatus *st) {
  AttnCuda *cu = &m->program->device->cuda;
  unsigned char guard[GUARD];
  for (int i = 0; i < m->count; ++i) {
    if (!attnCudaCheck(cu, cu->copyToHost(guard, m->pointers[i] + m->bytes[i], GUARD),
                       "reading guard bytes", st))
      return false;
    for (int k = 0; k < GUARD; ++k)
      if (guard[k] != GUARD_BYTE) {
        int r = i - m->program->numArguments;
        char name[32] = "the temporaries";
        if (i < m->program->numArguments)
          snprintf(name, sizeof name, "argument %d", i);
        else if (i + 1 < m->count)
          snprintf(name, sizeof name, "result %d", r);
        return attnFail(st, ATTN_STATUS_OVERRUN,
                        "a kernel wrote behind the end of %s (byte %d after it)", name, k);
      }
  }
  return true;
}

bool attnMemoryLaunch(AttnMemory *m, CuStream stream, AttnStatus *st) {
  return attnLaunchAsync(m->program, m->pointers, m->pointers[m->count - 1], stream, st);
}

void attnMemoryDestroy(AttnMemory *m) {
  for (int i = 0; m->pointers && i < m->count; ++i)
    if (m->pointers[i])
      m->program->device->cuda.memoryFree(m->pointers[i]);
  free(m->pointers);
  free(m->bytes);
  *m = (AttnMemory){0};
}

bool attnProgramRun(AttnProgram *prog, const AttnTensor *arguments, AttnTensor *results,
                    AttnStatus *st) {
  AttnCuda *cu = &prog->device->cuda;
  AttnMemory m;
  for (int i = 0; i < prog->numResults; ++i)
    results[i].data = NULL;
  if (!attnMemoryCreate(&m, prog, arguments, st))
    return false;
  bool ok = attnMemoryFill(&m, arguments, st) && attnMemoryLaunch(&m, NULL, st) &&
            attnCudaCheck(cu, cu->streamSynchronize(NULL), "running the kernels", st) &&
            attnMemoryCheckGuards(&m, st);
  for (int i = 0; ok && i < prog->numResults; ++i)
    ok = attnTensorCreate(&results[i], &prog->results[i], st) &&
         (!m.bytes[prog->numArguments + i] ||
          attnCudaCheck(cu,
                        cu->copyToHost(results[i].data, m.pointers[prog->numArguments + i],
                                       m.bytes[prog->numArguments + i]),
                        "copying a result to the host", st));
  if (!ok)
    for (int i = 0; i < prog->numResults; ++i)
      attnTensorDestroy(&results[i]);
  attnMemoryDestroy(&m);
  return ok && attnOk(st);
}
