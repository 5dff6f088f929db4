// library_part.h: the stdlib's part of a program, as a program of its own. See library_part.cc.
#pragma once
#include "core/core.h"

namespace gphc::opt {

// Takes the bindings that reach nothing of the program's own, and the rules about them, out of p; what of them the rest
// mentions is exported. join_library_part puts them back, before the rest.
core::Program split_library_part(core::Program *p);
void join_library_part(core::Program *p, const core::Program &library);

}  // namespace gphc::opt
