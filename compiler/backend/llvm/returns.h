// returns.h: how compiled code calls and returns. Note [Returns by jumps] in returns.cc.
#pragma once
#include <string>
#include <unordered_set>

namespace gphc::backend_llvm {

/// The names of functions in the module at hand that are called by `call` and return by `ret` all the same.
using ByRet = std::unordered_set<std::string>;

/// While it lives, objects that this thread makes keep `call` and `ret` for those.
class KeepCalls {
 public:
  explicit KeepCalls(const ByRet *names);
  ~KeepCalls();
  KeepCalls(const KeepCalls &) = delete;
};

/// Objects that are made from now on for this target return by jumps. Once, before the first.
void use_jump_returns(const char *triple);

}  // namespace gphc::backend_llvm
