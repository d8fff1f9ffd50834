//===- EmuTensorMap.c - Tensor maps ---------------------------------------===//
//
// What a tensor map says is opaque in PTX; this is the emulator's own form of the 128 bytes. The
// rules are those of cuTensorMapEncodeTiled (CUDA driver API, "Tensor Map Object Management").
//===----------------------------------------------------------------------===//
#include "Runtime/EmuInternal.h"
#include "Runtime/Status.h"

#include <inttypes.h>
#include <string.h>

#define MAGIC UINT64_C(0x50414d524f534e54)

static bool checkBox(const AttnEmuTensorMap *m, AttnStatus *st) {
  uint64_t inner = (uint64_t)m->box[0] * m->elementBytes;
  for (uint32_t d = 0; d < m->rank; ++d)
    if (m->box[d] < 1 || m->box[d] > 256)
      return attnFail(st, ATTN_STATUS_INVALID,
                      "tensor map: the box has %u elements in dimension %u; expected 1 to 256",
                      m->box[d], d);
  if (inner % 16)
    return attnFail(st, ATTN_STATUS_INVALID,
                    "tensor map: a row of the box has %" PRIu64 " bytes; expected a multiple of 16",
                    inner);
  if (m->swizzle != 0 && m->swizzle != 32 && m->swizzle != 64 && m->swizzle != 128)
    return attnFail(st, ATTN_STATUS_INVALID,
                    "tensor map: swizzle of %u bytes; expected 0, 32, 64 or 128", m->swizzle);
  if (m->swizzle && inner > m->swizzle)
    return attnFail(st, ATTN_STATUS_INVALID,
                    "tensor map: a row of the box has %" PRIu64
                    " bytes, more than the swizzle's %u",
                    inner, m->swizzle);
  // Hardware takes narrower rows; where it puts them is not documented well enough to imitate.
  if (m->swizzle && inner < m->swizzle)
    return attnFail(st, ATTN_STATUS_INVALID,
                    "tensor map: a row of the box has %" PRIu64
                    " bytes, less than the swizzle's %u: not emulated",
                    inner, m->swizzle);
  return true;
}

static bool checkTensor(const AttnEmuTensorMap *m, AttnStatus *st) {
  if (m->elementBytes != 1 && m->elementBytes != 2 && m->elementBytes != 4 && m->elementBytes != 8)
    return attnFail(st, ATTN_STATUS_INVALID, "tensor map: elements of %u bytes", m->elementBytes);
  if (m->rank < 1 || m->rank > 5)
    return attnFail(st, ATTN_STATUS_INVALID, "tensor map: rank %u; expected 1 to 5", m->rank);
  if ((uintptr_t)m->data % 16)
    return attnFail(st, ATTN_STATUS_INVALID,
                    "tensor map: the tensor does not start at a multiple of 16 bytes");
  for (uint32_t d = 0; d < m->rank; ++d) {
    if (m->dims[d] < 1 || m->dims[d] > UINT64_C(1) << 32)
      return attnFail(st, ATTN_STATUS_INVALID,
                      "tensor map: dimension %u has %" PRIu64 " elements; expected 1 to 2^32", d,
                      m->dims[d]);
    if (d && (m->strides[d] % 16 || m->strides[d] >= UINT64_C(1) << 40))
      return attnFail(st, ATTN_STATUS_INVALID,
                      "tensor map: dimension %u has a stride of %" PRIu64
                      " bytes; expected a multiple of 16 below 2^40",
                      d, m->strides[d]);
  }
  return true;
}

bool attnEmuTensorMapEncode(void *map, const AttnEmuTensorMap *m, AttnStatus *st) {
  EmuTensorMap e = {.magic = MAGIC,
                    .base = (uint64_t)(uintptr_t)m->data,
                    .rank = (uint8_t)m->rank,
                    .elementBytes = (uint8_t)m->elementBytes,
                    .swizzle = (uint8_t)(m->swizzle / 16)};
  if (!checkTensor(m, st) || !checkBox(m, st))
    return false;
  for (uint32_t d = 0; d < 5; ++d) {
    e.box[d] = d < m->rank ? (uint16_t)m->box[d] : 1;
    e.dims[d] = d < m->rank ? m->dims[d] : 1;
    if (d)
      e.strides[d - 1] = d < m->rank ? m->strides[d] : 0;
  }
  if (m->empty)
    e.dims[0] = 0;
  memset(map, 0, ATTN_EMU_TENSOR_MAP_BYTES);
  memcpy(map, &e, sizeof e);
  return attnOk(st);
}

const EmuTensorMap *emuTensorMapAt(AttnEmuLane *l, uint64_t address, uint32_t site) {
  const AttnEmuLaunchDesc *launch = l->cta->launch;
  for (int i = 0; i < launch->numMaps; ++i) {
    const EmuTensorMap *m = launch->maps[i];
    if ((uint64_t)(uintptr_t)m == address && m->magic == MAGIC)
      return m;
  }
  emuReport(l, ATTN_EMU_ILLEGAL, site,
            "0x%" PRIx64 " is not the address of a tensor map among the kernel's parameters",
            address);
  return NULL;
}

uint32_t emuTensorMapBoxBytes(const EmuTensorMap *m) {
  uint32_t bytes = m->elementBytes;
  for (uint32_t d = 0; d < m->rank; ++d)
    bytes *= m->box[d];
  return bytes;
}
