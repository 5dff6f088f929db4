// timer.h: the wall time of a stage, for -ddump-passes.
#pragma once
#include <chrono>
#include <cstdio>

#include "driver/options.h"

namespace gphc {

class Timer {
 public:
  Timer(const Options &o, const char *stage)
      : on_(o.dump_passes), stage_(stage), start_(std::chrono::steady_clock::now()) {}
  ~Timer() {
    if (!on_) return;
    std::chrono::duration<double> d = std::chrono::steady_clock::now() - start_;
    std::fprintf(stderr, "%-24s %8.3f s\n", stage_, d.count());
  }

 private:
  bool on_;
  const char *stage_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace gphc
