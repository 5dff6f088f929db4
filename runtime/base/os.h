// os.h: what the runtime wants from the operating system (os_linux.c is the only implementation).
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

void *gph_os_reserve(size_t size, uintptr_t hint);  // address space only; NULL when refused
bool gph_os_commit(void *p, size_t size);           // make reserved pages usable; false: out of memory
void gph_os_large_pages(void *p, size_t size);      // ask for 2 MiB pages there
void gph_os_small_pages(void *p, size_t size);      // ... no longer
void gph_os_discard(void *p, size_t size);          // give the pages back, keep them usable (they read as zero)
void *gph_os_alloc(size_t size);                    // committed, zeroed, page aligned; dies when refused
bool gph_os_make_code(void *p, size_t size);        // pages may be executed, and written no more; false: refused
void gph_os_free(void *p, size_t size);
bool gph_os_readable(const void *p, size_t size);  // may these bytes, a few, be read?
uintptr_t gph_os_program_break(void);              // where brk's memory begins (it ends at sbrk(0)); 0: not known
int64_t gph_os_clock_ns(void);                     // monotonic
int64_t gph_os_cpu_ns(void);                       // CPU time of the process
int64_t gph_os_thread_cpu_ns(void);
// processors that we may use: affinity and cgroup quota counted
int gph_os_cpus(void);
// Core and package numbers of the processors that we may use, at most `room`; returns how many.
int gph_os_topology(int *core, int *package, int room);
size_t gph_os_cache_size(int level);  // bytes, data or unified; 0 if unknown
uint64_t gph_os_memory(void);         // physical memory, bytes
// The process dies of it, as if nothing handled it; returns if that cannot be (no such signal, SIGSTOP and its like).
void gph_os_die_of_signal(int sig);
// Sleeps while *p == expected, at most timeout_ns (< 0: no limit).
void gph_os_futex_wait(uint32_t *p, uint32_t expected, int64_t timeout_ns);
void gph_os_futex_wake(uint32_t *p, int count);
