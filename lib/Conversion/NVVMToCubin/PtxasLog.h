//===- PtxasLog.h - What `ptxas -v` says, as data -------------------------===//
#ifndef ATTN_CONVERSION_NVVMTOCUBIN_PTXASLOG_H
#define ATTN_CONVERSION_NVVMTOCUBIN_PTXASLOG_H

#include <stdbool.h>
#include <stddef.h>

typedef struct AttnPtxasKernel {
  char name[128];
  int registers;                      ///< per thread
  int spillStores, spillLoads, stack; ///< bytes per thread
  int shared;                         ///< bytes of static shared memory
  int barriers;                       ///< named barriers
  bool serialized;                    ///< wgmma serialized (C7510 and its like)
} AttnPtxasKernel;

typedef enum AttnPtxasSeverity { ATTN_PTXAS_WARNING, ATTN_PTXAS_ERROR } AttnPtxasSeverity;

typedef struct AttnPtxasMessage {
  AttnPtxasSeverity severity;
  int line; ///< in the PTX; 0 if the message has none
  char text[400];
} AttnPtxasMessage;

typedef struct AttnPtxasLog {
  size_t nKernels, nMessages;
  AttnPtxasKernel *kernels;
  AttnPtxasMessage *messages; ///< warnings (serialization included) and errors, in order
} AttnPtxasLog;

/// Reads a log (NUL-terminated). Lines it does not know are skipped. Release with attnPtxasLogFree.
void attnPtxasLogParse(const char *text, AttnPtxasLog *log);
void attnPtxasLogFree(AttnPtxasLog *log);

/// Release numbers from `ptxas --version` ("... release 12.8, V12.8.93"); false if there are none.
bool attnPtxasVersionParse(const char *text, int *major, int *minor);

#endif // ATTN_CONVERSION_NVVMTOCUBIN_PTXASLOG_H
