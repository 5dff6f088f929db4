// link.h: from optimised Core to files: STG, Low, C text, objects (through the object cache), the linked program.
#pragma once
#include "core/core.h"
#include "driver/options.h"

namespace gphc {

// Loading LLVM takes 20 to 40 ms, most of it relocations: begun on a thread of its own while the optimiser works.
void preload_back_end(const Options &options);

// Runs the back half of the compiler and gcc. `output` is the program to write (or the base name for -C, -S, -c). Reports and exits
// through diags()/fatal() on failure, leaving no partial output. Times go to stderr under -ddump-passes.
void generate_and_link(core::Program *program, const Options &options, const std::string &output);

}  // namespace gphc
