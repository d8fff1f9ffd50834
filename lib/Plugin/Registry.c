//===- Registry.c - Passes by name, plug-ins by path ----------------------===//
// See Registry.h.
//===----------------------------------------------------------------------===//
#include "Plugin/Registry.h"

#include "IR/Text.h"

#include <ctype.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct AttnRegistry {
  AttnPassEntry **entries; // each malloc'd: pointers stay valid when the array grows
  size_t size;
};

static void *grow(void *array, size_t count, size_t size) {
  void *grown = realloc(array, count * size);
  if (!grown) {
    fputs("out of memory\n", stderr);
    abort();
  }
  return grown;
}

//===--- looking up -------------------------------------------------------===//

size_t attnRegistrySize(const AttnRegistry *registry) { return registry->size; }

const AttnPassEntry *attnRegistryGet(const AttnRegistry *registry, size_t i) {
  return registry->entries[i];
}

const AttnPassEntry *attnRegistryFind(const AttnRegistry *registry, const char *name,
                                      size_t length) {
  for (size_t i = 0; i < registry->size; ++i) {
    const char *candidate = registry->entries[i]->desc->name;
    if (strlen(candidate) == length && memcmp(candidate, name, length) == 0)
      return registry->entries[i];
  }
  return NULL;
}

//===--- checking a descriptor --------------------------------------------===//

/// Who a descriptor is from, for messages.
static const char *fileOf(const char *path) { return path ? path : "the built-in table"; }

static bool differs(const char *a, const char *b) { return !a || strcmp(a, b) != 0; }

/// The fields that must agree before any other field may be read.
static char *checkAbi(const AttnPluginDesc *p, const char *path) {
  const char *file = fileOf(path);
  if (p->struct_size < sizeof(AttnPluginDesc))
    return attnFormat("plug-in '%s': its descriptor has %zu bytes, attn-mlir %s expects %zu; build "
                      "the plug-in again with the headers of this attn-mlir",
                      file, p->struct_size, ATTN_VERSION, sizeof(AttnPluginDesc));
  if (p->abi_major != ATTN_PLUGIN_ABI_MAJOR)
    return attnFormat("plug-in '%s': plug-in ABI %u.%u, attn-mlir %s has %u.%u; build the plug-in "
                      "again with the headers of this attn-mlir",
                      file, p->abi_major, p->abi_minor, ATTN_VERSION, ATTN_PLUGIN_ABI_MAJOR,
                      ATTN_PLUGIN_ABI_MINOR);
  if (p->abi_minor > ATTN_PLUGIN_ABI_MINOR)
    return attnFormat("plug-in '%s': plug-in ABI %u.%u is newer than %u.%u of attn-mlir %s; use a "
                      "newer attn-mlir or build the plug-in with its headers",
                      file, p->abi_major, p->abi_minor, ATTN_PLUGIN_ABI_MAJOR,
                      ATTN_PLUGIN_ABI_MINOR, ATTN_VERSION);
  if (differs(p->mlir_version, ATTN_MLIR_VERSION))
    return attnFormat("plug-in '%s': built with MLIR %s, attn-mlir %s with MLIR %s; build it again "
                      "with the same MLIR",
                      file, p->mlir_version ? p->mlir_version : "(none)", ATTN_VERSION,
                      ATTN_MLIR_VERSION);
  if (differs(p->header_hash, ATTN_HEADER_HASH))
    return attnFormat("plug-in '%s': built with public headers of hash %s, attn-mlir %s has hash "
                      "%s; build it again with the headers of this attn-mlir",
                      file, p->header_hash ? p->header_hash : "(none)", ATTN_VERSION,
                      ATTN_HEADER_HASH);
  if (!p->name || !*p->name || !p->version)
    return attnFormat("plug-in '%s': the descriptor has no name or no version", file);
  if (p->num_passes && !p->passes)
    return attnFormat("plug-in '%s': %zu passes announced but the table is NULL", file,
                      p->num_passes);
  return NULL;
}

static bool isPassName(const char *name) {
  if (!name || !islower((unsigned char)*name))
    return false;
  for (const char *p = name; *p; ++p)
    if (!islower((unsigned char)*p) && !isdigit((unsigned char)*p) && *p != '-')
      return false;
  return true;
}

/// Row `i` of a table whose rows have the size that the plug-in was compiled with.
static const AttnPassDesc *rowOf(const AttnPluginDesc *plugin, size_t i) {
  return (const AttnPassDesc *)((const char *)plugin->passes + i * plugin->passes->struct_size);
}

static char *checkPass(const AttnRegistry *registry, const AttnPluginDesc *plugin, size_t index,
                       const char *path) {
  const char *file = fileOf(path);
  const AttnPassDesc *d = rowOf(plugin, index);
  if (d->struct_size < sizeof(AttnPassDesc) || d->struct_size != plugin->passes->struct_size)
    return attnFormat("plug-in '%s': row %zu of its pass table has %zu bytes, expected %zu", file,
                      index, d->struct_size, sizeof(AttnPassDesc));
  if (!isPassName(d->name))
    return attnFormat("plug-in '%s': pass %zu is called '%s', expected lower case words joined by "
                      "'-'",
                      file, index, d->name ? d->name : "(null)");
  if (!d->run || !d->summary || !d->anchor)
    return attnFormat("plug-in '%s': pass '%s' has no %s", file, d->name,
                      !d->run       ? "run function"
                      : !d->summary ? "summary"
                                    : "anchor (\"\" is any operation)");
  const AttnPassEntry *other = attnRegistryFind(registry, d->name, strlen(d->name));
  if (other && other->path)
    return attnFormat("plug-in '%s': pass '%s' is already registered by plug-in '%s' (%s)", file,
                      d->name, other->plugin->name, other->path);
  if (other)
    return attnFormat("plug-in '%s': pass '%s' is already a built-in pass of attn-mlir %s", file,
                      d->name, ATTN_VERSION);
  for (size_t i = 0; i < index; ++i)
    if (strcmp(rowOf(plugin, i)->name, d->name) == 0)
      return attnFormat("plug-in '%s': pass '%s' stands twice in its table", file, d->name);
  for (const AttnUpstreamPass *u = attnUpstreamPasses; u->name; ++u)
    if (strcmp(u->name, d->name) == 0)
      return attnFormat("plug-in '%s': pass '%s' is already a pass of MLIR %s", file, d->name,
                        ATTN_MLIR_VERSION);
  return NULL;
}

bool attnRegistryAdd(AttnRegistry *registry, const AttnPluginDesc *plugin, const char *path,
                     char **error) {
  if ((*error = checkAbi(plugin, path)))
    return false;
  for (size_t i = 0; i < registry->size; ++i) {
    const AttnPassEntry *e = registry->entries[i];
    if (strcmp(e->plugin->name, plugin->name) == 0) {
      *error = attnFormat("plug-in '%s': a plug-in called '%s' (version %s) is already loaded from "
                          "%s (version %s)",
                          fileOf(path), plugin->name, plugin->version, fileOf(e->path),
                          e->plugin->version);
      return false;
    }
  }
  AttnSignature *signatures = calloc(plugin->num_passes + 1, sizeof *signatures);
  if (!signatures)
    abort();
  size_t i = 0;
  for (; i < plugin->num_passes; ++i) {
    if ((*error = checkPass(registry, plugin, i, path)))
      break;
    char *why = NULL;
    if (!attnSignatureParse(rowOf(plugin, i)->options, &signatures[i], &why)) {
      *error = attnFormat("plug-in '%s': options of pass '%s': %s", fileOf(path),
                          rowOf(plugin, i)->name, why);
      free(why);
      attnSignatureFree(&signatures[i]);
      break;
    }
  }
  if (*error) {
    while (i-- > 0)
      attnSignatureFree(&signatures[i]);
    free(signatures);
    return false;
  }
  char *ownPath = path ? attnCopy(path, strlen(path)) : NULL; // lives as long as the entries
  registry->entries =
      grow(registry->entries, registry->size + plugin->num_passes + 1, sizeof *registry->entries);
  for (i = 0; i < plugin->num_passes; ++i) {
    AttnPassEntry *entry = grow(NULL, 1, sizeof *entry);
    *entry = (AttnPassEntry){rowOf(plugin, i), plugin, ownPath, signatures[i]};
    registry->entries[registry->size++] = entry;
  }
  free(signatures);
  return true;
}

//===--- making and loading -----------------------------------------------===//

AttnRegistry *attnRegistryCreate(void) {
  AttnRegistry *registry = grow(NULL, 1, sizeof *registry);
  *registry = (AttnRegistry){0};
  char *error = NULL;
  if (!attnRegistryAdd(registry, &attnBuiltinPlugin, NULL, &error)) {
    fprintf(stderr, "attn-mlir: %s\n", error);
    abort();
  }
  return registry;
}

static AttnRegistry *global;
static void makeGlobal(void) { global = attnRegistryCreate(); }

AttnRegistry *attnRegistryGlobal(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, makeGlobal);
  return global;
}

bool attnPluginLoad(const char *path, AttnRegistry *registry, char **error) {
  if (access(path, R_OK) != 0) {
    *error = attnFormat("plug-in '%s': cannot open the file: no such file, or not readable", path);
    return false;
  }
  // dlopen looks a bare name up in the library path; a path is what was asked for.
  char *file = strchr(path, '/') ? attnCopy(path, strlen(path)) : attnFormat("./%s", path);
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  free(file);
  if (!handle) {
    *error =
        attnFormat("plug-in '%s': not a shared object that can be loaded: %s", path, dlerror());
    return false;
  }
  const AttnPluginDesc *(*query)(void);
  *(void **)&query = dlsym(handle, "attnPluginQuery");
  if (!query) {
    *error = attnFormat("plug-in '%s': does not export attnPluginQuery, the one symbol that "
                        "attn-mlir %s asks for",
                        path, ATTN_VERSION);
    return false;
  }
  const AttnPluginDesc *plugin = query();
  if (!plugin) {
    *error = attnFormat("plug-in '%s': attnPluginQuery returned NULL", path);
    return false;
  }
  return attnRegistryAdd(registry, plugin, path, error);
}
