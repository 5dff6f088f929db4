// pass.h: what a Core-to-Core pass is. A pass is one function from program to program; only the runner in pipeline.cc
// times, dumps, lints and counts. Passes change the Program they are given and the IdInfo of its binders in place and
// share expression nodes freely; expressions themselves are never changed.
#pragma once
#include "core/core.h"
#include "opt/pipeline.h"

namespace gphc::opt {

using namespace core;

bool has_flag(const OptOptions &o, std::string_view flag);  // -fFLAG, as it was written (pipeline.cc)

struct PassContext {
  const OptOptions *options = nullptr;
  int phase = 0;       // simplifier phase: kGentle, then 2, 1, 0. INLINE and RULES activations refer to it
  long fuel = -1;      // rewrites left; -1: no limit
  long ticks = 0;      // rewrites done by the pass: iteration of the simplifier stops at none
  long own_ticks = 0;  // simplify: those outside of the stdlib's bindings (Var::library)
  // counts the passes that keep nothing (kPasses); see Note [Rounds visit what changed] in simplify_top.cc
  uint32_t generation = 1;
  // One rewrite. False when the fuel is spent: then do not do it.
  bool tick() {
    if (!spend()) return false;
    ticks++;
    return true;
  }
  // The same of one that calls for no further round.
  bool spend() {
    if (fuel == 0) return false;
    if (fuel > 0) fuel--;
    return true;
  }
};
constexpr int kGentlePhase = 1000;
constexpr int kLastPhase = -1;  // of the simplifier after the last demand analysis that anything is made strict by

using PassFn = void (*)(Program &, PassContext &);

}  // namespace gphc::opt
