// frames.h: frames that are as large as what their functions have on the root stack. See Note [Frames and roots] in
// runtime/include/gph/codegen.h.
#pragma once
#include <cstdint>

namespace llvm {
class Function;
class MachineFunctionPass;
}  // namespace llvm

namespace gphc::backend_llvm {

// Of a function that checks the stack: how many words it may have on the root stack while other code runs.
constexpr char kCallRootsAttribute[] = "gph-call-roots";
uint64_t call_roots(const llvm::Function &f);

// After register allocation: makes frames larger. Behind the prologues: checks that they are, as a check of ourselves.
llvm::MachineFunctionPass *frames_for_roots();
llvm::MachineFunctionPass *check_frames();

}  // namespace gphc::backend_llvm
