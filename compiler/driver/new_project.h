// new_project.h: gphc new NAME.
#pragma once
#include <string>

namespace gphc {

// Makes the folder `path` with a parallel program, a Makefile and a test in it, and says what to do next. Nothing that
// is there is changed.
void new_project(const std::string &path);

}  // namespace gphc
