// objects.h: units of code become objects: from the object cache, else by LLVM, or by gcc with -fvia-C.
#pragma once
#include <string>
#include <vector>

#include "backend/llvm/emit_llvm.h"
#include "driver/lower.h"
#include "driver/process.h"

namespace gphc {

bool use_llvm(const Options &o);
// Loading LLVM takes 20 to 40 ms, most of it relocations: begun on a thread of its own while the optimiser works.
void preload_back_end(const Options &o);
void load_back_end(const Options &o);  // at once, and what its part of the keys of the cache is
// Files in the temporary folder or the cache, which have the code of all units.
std::vector<std::string> make_objects(const Lowered &code, const Options &o);

// For texts of the LLVM back end, and gcc's assembly (outputs.cc).
using LlvmCompile = backend_llvm::Result (*)(const backend_llvm::Request &);
LlvmCompile load_llvm();
backend_llvm::Request llvm_request(const Options &o, const Lowered &code, const std::vector<int> &which,
                                   const std::string &title);
Command c_flags(const Options &o);

}  // namespace gphc
