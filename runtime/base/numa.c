// numa.c: see numa.h.
//
// Note [NUMA]
// ~~~~~~~~~~~
// Each of the heap's two ranges of addresses is divided among the nodes, so the address of a block says whose it is: it
// is bound to that node when it is committed, and returns to that node's free lists, whoever frees it (heap/block.c).
// What remains is the choice for each new group of blocks (--numa-place), for which Auhagen, Bergstrom, Fluet and Reppy
// ("Garbage Collection for Multicore NUMA Machines", section 4.3) compare three policies:
//
//   local        from the node of the HEC that it is for: nurseries, large objects; survivors go to the node of the
//                worker that copied them, which begins with the roots of its own HEC
//   interleave   from one node after the other
//   one          from node 0
//
// The first is the default: in that paper it is slightly better than the second everywhere but where all threads read
// one small piece of data, and the third does not scale beyond a package. Workers run on their node's processors, or
// with -qa each on a processor of its own.
//
// libnuma is opened when --numa is given and at no other time: programs do not depend on it. --numa-debug=N pretends
// that there are N nodes: all the above happens but for the binding of pages and of workers.
#define _GNU_SOURCE
#include "base/numa.h"
#include "base/atomic.h"
#include "base/die.h"
#include "base/flags.h"
#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <string.h>

int gph_nodes = 1;

static int system_node[GPH_MAX_NODES];  // const after init
static bool real;                       // pages and workers are bound
static cpu_set_t usable;                // processors at the start
// atomic: of --numa-place=interleave; relaxed: any order will do
static uint32_t turn;
static void (*tonode_memory)(void *, size_t, int);
static int (*node_of_cpu)(int);
static __thread int my_node, my_hec = -1;
static __thread bool foreign;

static void *symbol(void *lib, const char *name) {
  void *p = dlsym(lib, name);
  if (!p) gph_fail(1, "--numa: libnuma.so.1 lacks %s", name);
  return p;
}

static void find_nodes(void) {
  void *lib = dlopen("libnuma.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (!lib) gph_fail(1, "--numa needs libnuma.so.1 (Debian: libnuma1), which cannot be opened: %s", dlerror());
  int (*available)(void) = (int (*)(void))symbol(lib, "numa_available"),
      (*max_node)(void) = (int (*)(void))symbol(lib, "numa_max_node");
  long long (*size_of)(int, long long *) = (long long (*)(int, long long *))symbol(lib, "numa_node_size64");
  tonode_memory = (void (*)(void *, size_t, int))symbol(lib, "numa_tonode_memory");
  node_of_cpu = (int (*)(int))symbol(lib, "numa_node_of_cpu");
  if (available() < 0) return;  // the kernel knows no nodes: there is one
  int n = 0, most = max_node();
  for (int i = 0; i <= most && n < GPH_MAX_NODES; i++) {
    if (!(i < 64 && (gph_flags.numa_mask >> i & 1)) || size_of(i, NULL) <= 0) continue;
    bool can_run = false;
    for (int c = 0; c < CPU_SETSIZE && !can_run; c++) can_run = CPU_ISSET(c, &usable) && node_of_cpu(c) == i;
    if (can_run) system_node[n++] = i;
  }
  if (n == 0) gph_fail(1, "--numa: none of the nodes in the mask has memory and processors that we may use");
  gph_nodes = n;
  real = n > 1;
}

void gph_numa_init(void) {
  if (sched_getaffinity(0, sizeof usable, &usable) != 0) CPU_ZERO(&usable);
  if (gph_flags.numa_debug > 0) gph_nodes = gph_flags.numa_debug;
  else if (gph_flags.numa) find_nodes();
}

static int place(int node) {
  switch (gph_flags.numa_place) {
    case GPH_PLACE_INTERLEAVE: return (int)(gph_add_relaxed(&turn, 1u) % (uint32_t)gph_nodes);
    case GPH_PLACE_ONE: return 0;
    default: return node;
  }
}
int gph_numa_place_here(void) { return gph_nodes == 1 ? 0 : place(my_node); }
int gph_numa_place_for(int hec) { return gph_nodes == 1 ? 0 : place(gph_node_of_hec(hec)); }

void gph_numa_bind(void *p, size_t size, int node) {
  if (real) tonode_memory(p, size, system_node[node]);
}

// The processors of a HEC: its node's; with -qa one of them.
static void processors(int hec, cpu_set_t *set) {
  const int node = gph_node_of_hec(hec);
  CPU_ZERO(set);
  for (int c = 0; c < CPU_SETSIZE; c++)
    if (CPU_ISSET(c, &usable) && (!real || node_of_cpu(c) == system_node[node])) CPU_SET(c, set);
  if (!gph_flags.pin || CPU_COUNT(set) == 0) return;
  int which = (real ? hec / gph_nodes : hec) % CPU_COUNT(set);
  for (int c = 0; c < CPU_SETSIZE; c++)
    if (CPU_ISSET(c, set) && which-- != 0) CPU_CLR(c, set);
}

void gph_numa_enter(int hec) {
  if (hec == my_hec) return;
  my_hec = hec;
  my_node = gph_node_of_hec(hec);
  if (foreign || !(real || gph_flags.pin)) return;
  cpu_set_t set;
  processors(hec, &set);
  // fails when the processors were taken from us meanwhile: then it runs where it may
  if (CPU_COUNT(&set) > 0) sched_setaffinity(0, sizeof set, &set);
}
void gph_numa_foreign(void) { foreign = true; }

const char *gph_numa_kind(void) {
  static const char *const names[] = {"local", "interleave", "one"};
  return names[gph_flags.numa_place];
}
