// lower.h: from optimised Core to units of code: STG, Low, C text.
#pragma once
#include <vector>

#include "backend/c/emit_c.h"
#include "core/core.h"
#include "driver/options.h"
#include "low/low.h"

namespace gphc {

struct Lowered {
  low::Program *low = nullptr;
  backend_c::EmitOptions emit;
  std::vector<backend_c::Unit> units;
};
// Dumps and lints as the options say.
Lowered lower(core::Program *program, const Options &o);

}  // namespace gphc
