#include "support/check.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace gphc {

static std::vector<std::string> &context() {
  static std::vector<std::string> stack;
  return stack;
}

CrashContext::CrashContext(std::string what) { context().push_back(std::move(what)); }
CrashContext::~CrashContext() { context().pop_back(); }

void bug(const char *file, int line, const std::string &what) {
  std::fflush(stdout);
  std::fprintf(stderr, "gphc: internal error: %s\n", what.c_str());
  for (auto it = context().rbegin(); it != context().rend(); ++it) std::fprintf(stderr, "  while %s\n", it->c_str());
  std::fprintf(stderr, "  at %s:%d\n  This is a bug in gphc: please report it with the program and the command line.\n",
               file, line);
  std::_Exit(70);
}

}  // namespace gphc
