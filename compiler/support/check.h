// check.h: internal errors. A failed check is a bug in gphc: it prints "gphc: internal error", what was being done, how
// to report it, and exits 70. Never use it for what a user can cause.
#pragma once
#include <string>

namespace gphc {

[[noreturn]] void bug(const char *file, int line, const std::string &what);

// The innermost thing the compiler was doing ("typechecking Main.f"), for the report. Nest on the C++ stack.
class CrashContext {
 public:
  CrashContext(std::string what);
  ~CrashContext();
  CrashContext(const CrashContext &) = delete;
};

}  // namespace gphc

#define GPHC_BUG(what) ::gphc::bug(__FILE__, __LINE__, (what))
#define GPHC_CHECK(cond, what) \
  do { \
    if (!(cond)) ::gphc::bug(__FILE__, __LINE__, (what)); \
  } while (0)
