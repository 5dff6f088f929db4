// frames.cc: frames that are as large as what their functions have on the root stack.
#include "backend/llvm/frames.h"

#include <string>

#include <llvm/CodeGen/MachineFrameInfo.h>
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/IR/Function.h>

#include "support/check.h"

namespace gphc::backend_llvm {

namespace {

// Bytes of frame that the roots of f ask for: with its return address, a word for each.
uint64_t wanted(const llvm::MachineFunction &f) {
  uint64_t roots = call_roots(f.getFunction());
  return roots > 1 && f.getFrameInfo().hasCalls() ? 8 * (roots - 1) : 0;
}

class FramesForRoots : public llvm::MachineFunctionPass {
 public:
  static char ID;
  FramesForRoots() : MachineFunctionPass(ID) {}
  llvm::StringRef getPassName() const override { return "Frames as large as the roots"; }
  bool runOnMachineFunction(llvm::MachineFunction &f) override {
    uint64_t want = wanted(f), have = 0;
    if (!want) return false;
    llvm::MachineFrameInfo &frame = f.getFrameInfo();
    for (int i = 0; i < frame.getObjectIndexEnd(); i++)
      if (!frame.isDeadObjectIndex(i)) have += uint64_t(frame.getObjectSize(i)) & ~uint64_t(7);
    const llvm::MachineRegisterInfo &registers = f.getRegInfo();
    for (const llvm::MCPhysReg *r = registers.getCalleeSavedRegs(); r && *r; r++)
      if (registers.isPhysRegModified(*r)) have += 8;
    if (have >= want) return false;
    frame.CreateStackObject(want - have, llvm::Align(8), false);
    return true;
  }
};
char FramesForRoots::ID;

class CheckFrames : public llvm::MachineFunctionPass {
 public:
  static char ID;
  CheckFrames() : MachineFunctionPass(ID) {}
  llvm::StringRef getPassName() const override { return "Frames as large as the roots: check"; }
  bool runOnMachineFunction(llvm::MachineFunction &f) override {
    if (f.getFrameInfo().getStackSize() < wanted(f))
      GPHC_BUG("a frame that is smaller than its roots: " + f.getName().str());
    return false;
  }
};
char CheckFrames::ID;

}  // namespace

uint64_t call_roots(const llvm::Function &f) {
  llvm::Attribute a = f.getFnAttribute(kCallRootsAttribute);
  return a.isValid() ? std::stoull(a.getValueAsString().str()) : 0;
}

llvm::MachineFunctionPass *frames_for_roots() { return new FramesForRoots; }
llvm::MachineFunctionPass *check_frames() { return new CheckFrames; }

}  // namespace gphc::backend_llvm
