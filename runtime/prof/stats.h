// stats.h: times and counters: -s, -S, -t. See stats.c.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include "base/flags.h"
#include "base/os.h"
void gph_stats_init_done(void);
// of this thread, if anybody asks
static inline int64_t gph_stats_cpu_ns(void) {
  return gph_flags.stats != GPH_STATS_NONE || gph_flags.scaling ? gph_os_thread_cpu_ns() : 0;
}
// cpu_ns: of the leader alone.
void gph_stats_collection(bool major, uint64_t allocated, uint64_t copied, uint64_t live, int64_t cpu_ns,
                          int64_t elapsed_ns);
void gph_stats_stop(int64_t ns);  // the world has been stopped, ns after the request; by the leader of the collection
void gph_stats_exit(void);        // print what was asked for
