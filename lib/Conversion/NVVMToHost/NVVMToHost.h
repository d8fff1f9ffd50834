//===- NVVMToHost.h - convert-nvvm-to-host --------------------------------===//
#ifndef ATTN_CONVERSION_NVVMTOHOST_NVVMTOHOST_H
#define ATTN_CONVERSION_NVVMTOHOST_NVVMTOHOST_H

#include "attn-c/Plugin.h"

MlirLogicalResult attnRunConvertNVVMToHost(MlirOperation op, const AttnPassContext *pass);

#endif // ATTN_CONVERSION_NVVMTOHOST_NVVMTOHOST_H
