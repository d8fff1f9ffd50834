//===- Ptxas.h - Finding and running ptxas --------------------------------===//
#ifndef ATTN_CONVERSION_NVVMTOCUBIN_PTXAS_H
#define ATTN_CONVERSION_NVVMTOCUBIN_PTXAS_H

#include <stdbool.h>
#include <stddef.h>

/// Where ptxas is: `option` if it is not empty (and nothing else then), $CUDA_HOME/bin, the folders
/// of PATH, ../cuda/bin below the running program (where set-up leaves one). True with a path, or
/// false with the places that were looked at.
bool attnPtxasFind(const char *option, char *path, size_t pathSize, char *looked,
                   size_t lookedSize);

/// Bytes, owned by the caller; NUL-terminated (the NUL is not counted).
typedef struct AttnBytes {
  char *data;
  size_t size;
} AttnBytes;

/// Runs a program without a shell and waits for it. Its stdout and stderr go to *output (also on
/// failure). Returns its exit status, or -1 with a message in *output if it could not be run.
int attnRunProgram(char *const argv[], AttnBytes *output);

/// PTX to cubin: `ptxas -v LEVEL -arch=CHIP`, LEVEL "-O3", say, and one more flag if it is not
/// NULL, on temporary files; several kernels at the same time. False if ptxas failed; *log is its
/// output either way.
bool attnPtxasRun(const char *ptxas, const char *chip, const char *level, const char *flag,
                  const char *ptx, AttnBytes *cubin, AttnBytes *log);

#endif // ATTN_CONVERSION_NVVMTOCUBIN_PTXAS_H
