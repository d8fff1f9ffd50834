//===- EmuFiber.c - Stacks that one thread switches between ---------------===//
//
// Switching saves what the calling convention says a callee must keep, on the old stack, and loads
// the same from the new one:
//
//   x86-64   rbx rbp r12-r15          (rsp -> r15 r14 r13 r12 rbx rbp return-address)
//   aarch64  x19-x30, d8-d15          (sp  -> 160 bytes)
//
// A fresh stack looks as if it had been switched away from just before the trampoline, which calls
// fn(arg) held in two of the kept registers.
//===----------------------------------------------------------------------===//
#include "Runtime/EmuFiber.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define FIBER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FIBER_ASAN 1
#endif
#endif

#ifdef FIBER_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

//===--- stacks -----------------------------------------------------------===//

static size_t pageSize(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static size_t pitch(size_t size) {
  size_t page = pageSize();
  return (size + page - 1) / page * page + page;
}

void *attnFiberStacks(int n, size_t size) {
  size_t step = pitch(size), total = step * (size_t)n;
  void *p = mmap(NULL, total, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (p == MAP_FAILED)
    return NULL;
  for (int i = 0; i < n; ++i)
    if (mprotect((char *)p + step * (size_t)i, pageSize(), PROT_NONE) != 0) {
      munmap(p, total);
      return NULL;
    }
  return p;
}

void attnFiberFreeStacks(void *stacks, int n, size_t size) {
  if (stacks)
    munmap(stacks, pitch(size) * (size_t)n);
}

void *attnFiberStack(void *stacks, int i, size_t size) {
  return (char *)stacks + pitch(size) * (size_t)i + pageSize();
}

//===--- the switch -------------------------------------------------------===//

#if defined(__x86_64__) && defined(__ELF__)

void attnFiberSwap(void **from, void *to);
void attnFiberStart(void);

__asm__(".text\n"
        ".p2align 4\n"
        ".hidden attnFiberSwap\n.globl attnFiberSwap\n.type attnFiberSwap,@function\n"
        "attnFiberSwap:\n"
        "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
        "  movq %rsp, (%rdi)\n"
        "  movq %rsi, %rsp\n"
        "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
        "  ret\n"
        ".size attnFiberSwap,.-attnFiberSwap\n"
        ".hidden attnFiberStart\n.globl attnFiberStart\n.type attnFiberStart,@function\n"
        "attnFiberStart:\n"
        "  movq %r12, %rdi\n"
        "  callq *%r13\n"
        "  ud2\n"
        ".size attnFiberStart,.-attnFiberStart\n");

static void *freshStack(AttnFiber *f, void (*start)(void *)) {
  uint64_t *top = (uint64_t *)(((uintptr_t)f->stack + f->size) & ~(uintptr_t)15);
  *--top = 0; // keeps the trampoline's call aligned
  *--top = 0;
  *--top = (uint64_t)(uintptr_t)attnFiberStart;
  *--top = 0;                          // rbp
  *--top = 0;                          // rbx
  *--top = (uint64_t)(uintptr_t)f;     // r12
  *--top = (uint64_t)(uintptr_t)start; // r13
  *--top = 0;                          // r14
  *--top = 0;                          // r15
  return top;
}

static void swap(AttnFiber *from, AttnFiber *to) { attnFiberSwap(&from->sp, to->sp); }
void attnFiberDestroy(AttnFiber *f) { (void)f; }

#elif defined(__aarch64__) && defined(__ELF__)

void attnFiberSwap(void **from, void *to);
void attnFiberStart(void);

__asm__(".text\n"
        ".p2align 4\n"
        ".hidden attnFiberSwap\n.globl attnFiberSwap\n.type attnFiberSwap,%function\n"
        "attnFiberSwap:\n"
        "  sub sp, sp, #160\n"
        "  stp x19, x20, [sp, #0]\n  stp x21, x22, [sp, #16]\n  stp x23, x24, [sp, #32]\n"
        "  stp x25, x26, [sp, #48]\n  stp x27, x28, [sp, #64]\n  stp x29, x30, [sp, #80]\n"
        "  stp d8, d9, [sp, #96]\n  stp d10, d11, [sp, #112]\n"
        "  stp d12, d13, [sp, #128]\n  stp d14, d15, [sp, #144]\n"
        "  mov x9, sp\n  str x9, [x0]\n  mov sp, x1\n"
        "  ldp x19, x20, [sp, #0]\n  ldp x21, x22, [sp, #16]\n  ldp x23, x24, [sp, #32]\n"
        "  ldp x25, x26, [sp, #48]\n  ldp x27, x28, [sp, #64]\n  ldp x29, x30, [sp, #80]\n"
        "  ldp d8, d9, [sp, #96]\n  ldp d10, d11, [sp, #112]\n"
        "  ldp d12, d13, [sp, #128]\n  ldp d14, d15, [sp, #144]\n"
        "  add sp, sp, #160\n"
        "  ret\n"
        ".size attnFiberSwap,.-attnFiberSwap\n"
        ".hidden attnFiberStart\n.globl attnFiberStart\n.type attnFiberStart,%function\n"
        "attnFiberStart:\n"
        "  mov x0, x19\n"
        "  blr x20\n"
        "  brk #1\n"
        ".size attnFiberStart,.-attnFiberStart\n");

static void *freshStack(AttnFiber *f, void (*start)(void *)) {
  uint64_t *top = (uint64_t *)(((uintptr_t)f->stack + f->size) & ~(uintptr_t)15) - 20;
  memset(top, 0, 160);
  top[0] = (uint64_t)(uintptr_t)f;
  top[1] = (uint64_t)(uintptr_t)start;
  top[11] = (uint64_t)(uintptr_t)attnFiberStart;
  return top;
}

static void swap(AttnFiber *from, AttnFiber *to) { attnFiberSwap(&from->sp, to->sp); }
void attnFiberDestroy(AttnFiber *f) { (void)f; }

#else // any other machine

#include <ucontext.h>

static void startFiber(void *);

static void startUcontext(unsigned high, unsigned low) {
  startFiber((void *)(((uintptr_t)high << 16 << 16) | low));
}

static void *freshStack(AttnFiber *f, void (*start)(void *)) {
  ucontext_t *c = malloc(sizeof *c);
  if (!c || getcontext(c) != 0)
    abort();
  c->uc_stack.ss_sp = f->stack;
  c->uc_stack.ss_size = f->size;
  c->uc_link = NULL;
  (void)start;
  makecontext(c, (void (*)(void))startUcontext, 2, (unsigned)((uintptr_t)f >> 16 >> 16),
              (unsigned)(uintptr_t)f);
  return c;
}

static void swap(AttnFiber *from, AttnFiber *to) {
  ucontext_t here;
  if (!from->sp)
    from->sp = &here; // the owning thread: its frame stays alive until it is switched back to
  swapcontext(from->sp, to->sp);
  if (from->sp == &here)
    from->sp = NULL;
}

void attnFiberDestroy(AttnFiber *f) {
  if (f->stack)
    free(f->sp);
  f->sp = NULL;
}

#endif

//===--- what a fiber does first ------------------------------------------===//

static void finishSwitch(AttnFiber *to) {
#ifdef FIBER_ASAN
  __sanitizer_finish_switch_fiber(to->fake, NULL, NULL);
#else
  (void)to;
#endif
}

static void startFiber(void *user) {
  AttnFiber *f = user;
  finishSwitch(f);
  f->fn(f->arg);
  abort(); // fn leaves by attnFiberLeave
}

void attnFiberInit(AttnFiber *f, void *stack, size_t size, void (*fn)(void *), void *arg) {
  attnFiberDestroy(f);
  *f = (AttnFiber){.stack = stack, .size = size, .fn = fn, .arg = arg};
#ifdef FIBER_ASAN
  // Whoever ran here before may have left marks of frames that never returned.
  extern void __asan_unpoison_memory_region(void const volatile *, size_t);
  __asan_unpoison_memory_region(stack, size);
#endif
  f->sp = freshStack(f, startFiber);
}

static void startSwitch(AttnFiber *from, AttnFiber *to, bool last) {
#ifdef FIBER_ASAN
  __sanitizer_start_switch_fiber(last ? NULL : &from->fake, to->stack, to->size);
#else
  (void)from, (void)to, (void)last;
#endif
}

#ifdef FIBER_ASAN
/// AddressSanitizer wants to know the bounds of the stack that is switched to; those of the owning
/// thread are asked of the C library once.
#include <pthread.h>
static void knowOwnStack(AttnFiber *f) {
  pthread_attr_t attr;
  if (f->stack || pthread_getattr_np(pthread_self(), &attr) != 0)
    return;
  pthread_attr_getstack(&attr, &f->stack, &f->size);
  pthread_attr_destroy(&attr);
}
#else
static void knowOwnStack(AttnFiber *f) { (void)f; }
#endif

void attnFiberSwitch(AttnFiber *from, AttnFiber *to) {
  knowOwnStack(from);
  startSwitch(from, to, false);
  swap(from, to);
  finishSwitch(from);
}

_Noreturn void attnFiberLeave(AttnFiber *from, AttnFiber *to) {
  startSwitch(from, to, true);
  swap(from, to);
  abort();
}
