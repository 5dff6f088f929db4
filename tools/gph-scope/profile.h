// profile.h: a profile (+RTS -p of gphc's programs, and GHC's) as one HTML page with a flame graph. See profile.cc.
#pragma once
#include <cstdio>
#include <string>

bool is_profile(const std::string &path);  // it begins as such a file does
// Empty: written. Else why it cannot be read.
std::string write_flame_page(FILE *out, const std::string &path);
