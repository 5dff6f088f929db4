// outputs.h: the generated code as text, a file for each module: -C, -S, -ddump-c, -ddump-llvm, -ddump-asm.
#pragma once
#include <string>

#include "driver/lower.h"

namespace gphc {

void dump_code(const Lowered &code, const Options &o);
// base.MODULE.c or base.MODULE.s, as o.stop says.
void write_code(const Lowered &code, const Options &o, const std::string &base);

}  // namespace gphc
