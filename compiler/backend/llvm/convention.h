// convention.h: which registers arguments and results are in. See Note [The LLVM convention] in convention.cc.
#pragma once

namespace llvm {
class LLVMTargetMachine;
class raw_pwrite_stream;
namespace legacy {
class PassManagerBase;
}
}  // namespace llvm

namespace gphc::backend_llvm {

// Positions of R, rs and hp among the arguments and the results of a function, and of what follows them.
enum : unsigned { kArgR, kArgRs, kArgHp, kArgInts };

// What LLVM does to make machine code of a module: its own passes, and behind instruction selection ours, which moves
// arguments and results to their registers. False where LLVM cannot emit such files for this target.
bool add_code_passes(llvm::LLVMTargetMachine *tm, llvm::legacy::PassManagerBase &passes, llvm::raw_pwrite_stream &out,
                     bool object);

}  // namespace gphc::backend_llvm
