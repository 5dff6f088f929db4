// timer.h: the wall time of a stage and what it took of the arena, for -ddump-passes.
#pragma once
#include <chrono>
#include <cstdio>

#include "driver/options.h"
#include "support/arena.h"

namespace gphc {

class Timer {
 public:
  Timer(const Options &o, const char *stage)
      : on_(o.dump_passes), stage_(stage), start_(std::chrono::steady_clock::now()), used_(g_arena.used()) {}
  ~Timer() {
    if (!on_) return;
    std::chrono::duration<double> d = std::chrono::steady_clock::now() - start_;
    std::fprintf(stderr, "%-24s %8.3f s %8.1f MB\n", stage_, d.count(), double(g_arena.used() - used_) / 1e6);
  }

 private:
  bool on_;
  const char *stage_;
  std::chrono::steady_clock::time_point start_;
  size_t used_;
};

}  // namespace gphc
