// returns.h: how compiled code calls and returns. Note [Returns by jumps] in returns.cc.
#pragma once

namespace gphc::backend_llvm {

/// Objects that are made from now on for this target return by jumps. Once, before the first.
void use_jump_returns(const char *triple);

}  // namespace gphc::backend_llvm
