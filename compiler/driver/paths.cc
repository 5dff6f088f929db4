#include "driver/paths.h"

#include <unistd.h>

#include <climits>

namespace gphc {

std::string lib_dir() {
  static std::string dir;
  if (dir.empty()) {
    char buf[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", buf, sizeof buf - 1);
    std::string exe(buf, n > 0 ? size_t(n) : 0);
    dir = exe.substr(0, exe.rfind('/')) + "/../lib/gphc";
  }
  return dir;
}

std::string include_dir() { return lib_dir() + "/include"; }
std::string stdlib_dir() { return lib_dir() + "/stdlib"; }
std::string installed_units_dir() { return lib_dir() + "/units"; }
std::string llvm_module() { return lib_dir() + "/gphc-llvm.so"; }
bool have_llvm() { return access(llvm_module().c_str(), R_OK) == 0; }

}  // namespace gphc
