// std.h: the headers of the standard library that most files of the compiler include, once as a precompiled header
// (Makefile, PCH): reading them took two thirds of the time of a build. Each file still includes what it uses, so it
// compiles without this one, too.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>
