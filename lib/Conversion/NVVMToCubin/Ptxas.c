//===- Ptxas.c - Finding and running ptxas --------------------------------===//
// See Ptxas.h.
//===----------------------------------------------------------------------===//
#include "Conversion/NVVMToCubin/Ptxas.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/// From the folder of the running program: the layout of the build and of the install tree.
#ifndef ATTN_PTXAS_BESIDE
#define ATTN_PTXAS_BESIDE "../cuda/bin/ptxas"
#endif

extern char **environ;

static bool isProgram(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

static void say(char *looked, size_t size, const char *what) {
  size_t used = strlen(looked);
  snprintf(looked + used, size - used, "%s%s", used ? ", " : "", what);
}

bool attnPtxasFind(const char *option, char *path, size_t pathSize, char *looked,
                   size_t lookedSize) {
  looked[0] = 0;
  if (option && *option) {
    snprintf(path, pathSize, "%s", option);
    say(looked, lookedSize, option);
    return isProgram(path);
  }
  const char *home = getenv("CUDA_HOME");
  if (home && *home) {
    snprintf(path, pathSize, "%s/bin/ptxas", home);
    say(looked, lookedSize, path);
    if (isProgram(path))
      return true;
  } else {
    say(looked, lookedSize, "CUDA_HOME (not set)");
  }
  say(looked, lookedSize, "PATH");
  for (const char *p = getenv("PATH"); p && *p;) {
    size_t n = strcspn(p, ":");
    snprintf(path, pathSize, "%.*s/ptxas", (int)n, p);
    if (n && isProgram(path))
      return true;
    p += n + (p[n] == ':');
  }
  char self[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n > 0) {
    self[n] = 0;
    char *slash = strrchr(self, '/');
    if (slash)
      *slash = 0;
    snprintf(path, pathSize, "%s/%s", self, ATTN_PTXAS_BESIDE);
    say(looked, lookedSize, path);
    if (isProgram(path))
      return true;
  }
  return false;
}

static void append(AttnBytes *b, const char *data, size_t n) {
  b->data = realloc(b->data, b->size + n + 1);
  if (n)
    memcpy(b->data + b->size, data, n);
  b->size += n;
  b->data[b->size] = 0;
}

int attnRunProgram(char *const argv[], AttnBytes *output) {
  *output = (AttnBytes){0};
  append(output, "", 0);
  int fds[2], status = 0, error;
  if (pipe(fds) != 0) {
    append(output, "no pipe", 7);
    return -1;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fds[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fds[1], STDERR_FILENO);
  posix_spawn_file_actions_addclose(&actions, fds[0]);
  posix_spawn_file_actions_addclose(&actions, fds[1]);
  pid_t pid;
  error = posix_spawn(&pid, argv[0], &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(fds[1]);
  if (error) {
    close(fds[0]);
    append(output, strerror(error), strlen(strerror(error)));
    return -1;
  }
  char buffer[4096];
  for (;;) {
    ssize_t n = read(fds[0], buffer, sizeof buffer);
    if (n > 0)
      append(output, buffer, (size_t)n);
    else if (n == 0 || errno != EINTR)
      break;
  }
  close(fds[0]);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool writeAll(const char *path, const char *data, size_t size) {
  FILE *f = fopen(path, "wb");
  bool ok = f && fwrite(data, 1, size, f) == size;
  return f ? fclose(f) == 0 && ok : false;
}

static bool readAll(const char *path, AttnBytes *out) {
  FILE *f = fopen(path, "rb");
  char buffer[65536];
  size_t n;
  *out = (AttnBytes){0};
  append(out, "", 0);
  if (!f)
    return false;
  while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
    append(out, buffer, n);
  bool ok = !ferror(f);
  fclose(f);
  return ok;
}

/// Has the text more than one kernel?
static bool hasSeveral(const char *ptx) {
  static const char entry[] = ".entry ";
  const char *first = strstr(ptx, entry);
  return first && strstr(first + 1, entry);
}

bool attnPtxasRun(const char *ptxas, const char *chip, const char *level, const char *flag,
                  const char *ptx, AttnBytes *cubin, AttnBytes *log) {
  *cubin = *log = (AttnBytes){0};
  const char *tmp = getenv("TMPDIR");
  char folder[PATH_MAX], in[PATH_MAX + 16], out[PATH_MAX + 16], arch[64];
  snprintf(folder, sizeof folder, "%s/attn-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  if (!mkdtemp(folder)) {
    append(log, "cannot make a temporary folder in ", 34);
    append(log, folder, strlen(folder));
    return false;
  }
  snprintf(in, sizeof in, "%s/k.ptx", folder);
  snprintf(out, sizeof out, "%s/k.cubin", folder);
  snprintf(arch, sizeof arch, "-arch=%s", chip);
  bool ok = writeAll(in, ptx, strlen(ptx));
  if (!ok) {
    append(log, "cannot write ", 13);
    append(log, in, strlen(in));
  } else {
    // Kernels are compiled at the same time: the code is the same, and with a number of threads
    // that does not depend on the machine so is the file. A ptxas that does not know how is asked
    // again.
    char *argv[] = {(char *)ptxas, "-v", (char *)level, arch, in, "-o", out, NULL, NULL, NULL};
    int n = 7, status;
    bool several = hasSeveral(ptx);
    if (flag)
      argv[n++] = (char *)flag;
    if (several)
      argv[n] = "--split-compile=4";
    status = attnRunProgram(argv, log);
    if (status != 0 && several && strstr(log->data, "split-compile")) {
      free(log->data);
      argv[n] = NULL;
      status = attnRunProgram(argv, log);
    }
    ok = status == 0 && readAll(out, cubin) && cubin->size > 0;
  }
  unlink(in);
  unlink(out);
  rmdir(folder);
  return ok;
}
