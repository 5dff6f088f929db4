// emit_c.h: Low -> C text for gcc, one file per partition.
#pragma once
#include <string>
#include <vector>

#include "low/low.h"

namespace gphc::backend_c {

struct CFile {
  std::string name;      // "GPH.List", "Main", "GPH.List.2": for file names and messages
  std::string text;
};
struct EmitOptions {
  std::string rtsopts = "some", with_rtsopts;
  size_t partition_bytes = 160 * 1024;   // text of a partition, about
};

// The program as C files: stdlib modules first, then the user's, then one file with what belongs to the whole program.
std::vector<CFile> emit(const low::Program &p, const EmitOptions &o);
// One function, for -ddump-c and tests.
std::string show_function(const low::Program &p, const low::Function *f);

}  // namespace gphc::backend_c
