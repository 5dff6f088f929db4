// link.h: objects become the program, or one object.
#pragma once
#include <string>
#include <vector>

#include "driver/options.h"

namespace gphc {

// math: the program needs the C library's functions on floating-point numbers. Where it says no and they are needed
// nevertheless, they are found, but the linker runs twice.
void link_program(const Options &o, const std::vector<std::string> &objects, bool math, const std::string &output);
// -c: one relocatable object.
// exports: the names of foreign exports, which are kept.
void join_objects(const Options &o, const std::vector<std::string> &objects, const std::vector<std::string> &exports,
                  const std::string &output);

}  // namespace gphc
