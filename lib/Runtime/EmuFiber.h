//===- EmuFiber.h - Stacks that one thread switches between ---------------===//
//
// A fiber is a stack and a saved stack pointer. The emulator runs each lane of a CTA on one; a
// switch costs a few nanoseconds (x86-64 and aarch64 by hand, elsewhere ucontext).
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_RUNTIME_EMUFIBER_H
#define ATTN_RUNTIME_EMUFIBER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct AttnFiber {
  void *sp;    ///< saved stack pointer (ucontext: the context)
  void *stack; ///< lowest usable address; NULL for the thread that owns the fibers
  size_t size; ///< bytes
  void *fake;  ///< AddressSanitizer's fake stack
  void (*fn)(void *);
  void *arg;
} AttnFiber;

/// A row of `n` stacks of `size` bytes each, with an inaccessible page below each; NULL if there is
/// no memory. Pages are committed when touched.
void *attnFiberStacks(int n, size_t size);
void attnFiberFreeStacks(void *stacks, int n, size_t size);
/// The lowest usable address of stack i.
void *attnFiberStack(void *stacks, int i, size_t size);

/// Makes `f` start in fn(arg) when it is switched to for the first time. fn must not return: it
/// leaves by attnFiberLeave. `stack` may have been in use by a fiber that will not run again.
void attnFiberInit(AttnFiber *f, void *stack, size_t size, void (*fn)(void *), void *arg);
/// Saves the caller in `from` and continues `to`.
void attnFiberSwitch(AttnFiber *from, AttnFiber *to);
/// Like attnFiberSwitch, from a fiber that will not run again.
_Noreturn void attnFiberLeave(AttnFiber *from, AttnFiber *to);
/// Frees what attnFiberInit allocated, if anything.
void attnFiberDestroy(AttnFiber *f);

#endif // ATTN_RUNTIME_EMUFIBER_H
