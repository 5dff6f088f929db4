// library_index.h: which modules of the stdlib export a name, for the hint of "not in scope". Only an error pays for
// it.
#pragma once
#include <string>

namespace gphc {

// the renamer's hints read the index from now on, made at its first use
void use_library_index(const std::string &stdlib_dir);

}  // namespace gphc
