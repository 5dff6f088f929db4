// paths.h: where gphc's own files are, relative to its executable: BIN/gphc,
// BIN/../lib/gphc/{libgph*.a,include,stdlib}. The build tree and an installed tree have the same shape, so both can be
// moved.
#pragma once
#include <string>

namespace gphc {

std::string lib_dir();              // runtime libraries
std::string include_dir();          // gph/codegen.h and friends
std::string stdlib_dir();           // the stdlib's sources
std::string llvm_module();          // the LLVM back end, a shared object that is loaded when it is needed
std::string installed_units_dir();  // objects of the stdlib that were made with gphc: the object cache looks here too
bool have_llvm();                   // it is there

}  // namespace gphc
