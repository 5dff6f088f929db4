// explain.h: gphc --explain GPH-nnnn.
#pragma once
#include <string>

namespace gphc {

// Prints what a diagnostic means, from diag.def. Returns the exit status: 1 for a code that does not exist.
int explain(const std::string &code);

}  // namespace gphc
