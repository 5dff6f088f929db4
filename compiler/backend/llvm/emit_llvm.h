// emit_llvm.h: Low -> LLVM IR -> objects, in process. See Note [The LLVM convention] in convention.cc.
#pragma once
#include <string>
#include <vector>

#include "backend/c/emit_c.h"

namespace gphc::backend_llvm {

struct Request {
  const low::Program *program = nullptr;
  // all of the program: for the names of what other objects define
  const std::vector<backend_c::Unit> *units = nullptr;
  std::vector<int> which;          // those that this object has
  backend_c::EmitOptions options;  // of the program's own unit
  std::string title;
  int opt_level = 1;  // 0, 1, 2
  enum class Output : uint8_t { Object, Assembly, Ir } output = Output::Object;
  bool unwind_tables = false, debug_info = false;
  bool verify = false;   // LLVM's own checker runs over the IR (-dlint)
  bool labelled = true;  // symbols with their hashes, as in backend_c::assemble
};

// The object file (or text), or an error message. Thread-safe: each call has a context of its own.
struct Result {
  std::string bytes, error;
  bool limit = false;  // the error is the program's: a function is too large
};
Result compile(const Request &r);

}  // namespace gphc::backend_llvm
