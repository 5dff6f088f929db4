// convention.cc: which registers arguments and results are in.
//
// Note [The LLVM convention]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~
// Generated code keeps hp, rs and R in r15, r14 and r13, takes integers where SysV has them, and returns them in rax
// and rdx (docs/abi.md). gcc has global register variables for that; LLVM has none, and no calling convention that is
// so. So a generated function is, to LLVM,
//     {ptr R, ptr rs, ptr hp, i64 x results, double x results} f(ptr R, ptr rs, ptr hp, i64 x arguments, double x ..)
// by x86_regcallcc, which passes and returns up to eleven integers in rax, rcx, rdx, rdi, rsi, r8, r9, r12, r13, r14,
// r15; and right after instruction selection, where all mentions of registers are copies at the entry, at calls and at
// returns, this pass puts each where we have it:
//     LLVM's                   rax  rcx  rdx  rdi  rsi  r8   r9   r12  r13
//     an argument              r13  r14  r15  rdi  rsi  rdx  rcx  r8   r9
//     a result                 r13  r14  r15  rax  rdx
// Values stay where they are: what comes out is what gcc makes with pinned registers, to the register. Doubles are in
// xmm0 .. in both. Preserved by calls are rbx and rbp alone: r12 is not (gcc is told so by -fcall-used-r12), and the
// xmm registers are not.
//    wrong alternative: eleven integers in and out of every function, poison for what is not used, which puts R, rs and
//    hp into the last three without a pass: each call defines eleven registers. A sixth of LLVM's time.
// A tail call is `musttail`, which demands a callee of the caller's type: LLVM's verifier does; its code generation
// only wants all arguments in registers. So it is marked after the verifier has run (must_tail in emit_llvm.cc).
//
// Note [Stubs that preserve]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~
// What is called on rare paths (a full nursery, a number that is too large for an immediate, a thunk to be claimed, a
// spark) preserves all registers but the few that it says: functions that call nothing else have no frame and save
// nothing. To LLVM it is a function as above; here it gets its own registers and mask, and no longer counts as a call
// for the frame: the stubs align the stack themselves.
//    wrong alternative: inline assembly: LLVM compares each constraint with the name of every register there is, twice
//    or more. A tenth of its time.
#include "backend/llvm/convention.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/CodeGen/MachineFrameInfo.h>
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/MachineInstr.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/CodeGen/TargetRegisterInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Target/TargetMachine.h>

#include "backend/llvm/frames.h"
#include "support/check.h"

namespace gphc::backend_llvm {

namespace {

using llvm::MachineBasicBlock;
using llvm::MachineFunction;
using llvm::MachineInstr;
using llvm::MachineOperand;
using llvm::MCRegister;

// LLVM does not publish its numbers: by name.
class Registers {
 public:
  explicit Registers(const llvm::TargetRegisterInfo &t) {
    auto number = [&](llvm::StringRef name) {
      for (unsigned i = 1; i < t.getNumRegs(); i++)
        if (name == t.getName(i)) return MCRegister(i);
      GPHC_BUG("LLVM has no register " + name.str());
    };
    auto map = [&](std::initializer_list<std::pair<const char *, const char *>> pairs) {
      Map m;
      for (auto [from, to] : pairs) m.push_back({number(from), number(to)});
      return m;
    };
    arguments = map({{"RAX", "R13"},
                     {"RCX", "R14"},
                     {"RDX", "R15"},
                     {"RDI", "RDI"},
                     {"RSI", "RSI"},
                     {"R8", "RDX"},
                     {"R9", "RCX"},
                     {"R12", "R8"},
                     {"R13", "R9"}});
    results = map({{"RAX", "R13"}, {"RCX", "R14"}, {"RDX", "R15"}, {"RDI", "RAX"}, {"RSI", "RDX"}});
    gc_arguments = map({{"RAX", "R13"}, {"RCX", "R14"}, {"RDX", "R15"}, {"RDI", "R11"}});
    same = map({{"RAX", "RAX"}});
    for (const char *n :
         {"R12", "R13", "R14", "R15", "XMM8", "XMM9", "XMM10", "XMM11", "XMM12", "XMM13", "XMM14", "XMM15"})
      not_preserved.push_back(number(n));
    eflags = number("EFLAGS");
    r11 = number("R11");
    rax = number("RAX");
  }
  using Map = llvm::SmallVector<std::pair<MCRegister, MCRegister>, 9>;
  Map arguments, results, gc_arguments, same;
  llvm::SmallVector<MCRegister, 12> not_preserved;  // though regcallcc does
  MCRegister eflags, r11, rax;

  static MCRegister in(const Map &m, llvm::Register r) {
    if (r.isPhysical())
      for (auto [from, to] : m)
        if (from == r.asMCReg()) return to;
    return MCRegister();
  }
};

// What a stub that preserves overwrites. Note [Stubs that preserve]
struct Stub {
  bool is, gc, result, r11;
};
Stub stub(const MachineInstr &call) {
  const MachineOperand &o = call.getOperand(0);
  if (!o.isGlobal()) return {};
  return llvm::StringSwitch<Stub>(o.getGlobal()->getName())
      .Case("gph_gc_stub", {true, true, true, true})
      .Case("gph_box_slow", {true, false, true, false})
      .Case("gph_thunk_claim", {true, false, true, true})
      .Case("gph_spark_at", {true, false, false, false})
      .Default({});
}

class Convention : public llvm::MachineFunctionPass {
 public:
  static char ID;
  Convention() : MachineFunctionPass(ID) {}
  llvm::StringRef getPassName() const override { return "Registers of arguments and results"; }

  bool runOnMachineFunction(MachineFunction &f) override {
    if (f.getFunction().getCallingConv() != llvm::CallingConv::X86_RegCall) return false;
    const llvm::TargetRegisterInfo &t = *f.getSubtarget().getRegisterInfo();
    static const Registers known(t);
    r_ = &known;
    const uint32_t *c_mask = t.getCallPreservedMask(f, llvm::CallingConv::C);
    call_mask_ = nullptr;
    bool calls = false;
    for (MCRegister r : r_->not_preserved) f.getRegInfo().disableCalleeSavedRegister(r);
    entry(f.front());
    for (MachineBasicBlock &b : f)
      for (MachineInstr &i : b) {  // drop_frame takes away its neighbours, not itself
        if (i.isCall()) {
          MachineOperand *mask = mask_of(i);
          if (!mask) GPHC_BUG("a call without a mask");
          if (mask->getRegMask() == c_mask) {
            calls = true;  // of a function of C
            continue;
          }
          const Stub s = stub(i);
          before(i, s.gc ? r_->gc_arguments : r_->arguments);
          if (!i.isReturn()) after(i, s.is && !s.gc ? r_->same : r_->results);
          if (s.is) {
            mask->setRegMask(stub_mask(f, t, s));
            drop_frame(i);
          } else {
            mask->setRegMask(call_mask(f, t));
            calls |= !i.isReturn();
          }
        } else if (i.isReturn()) before(i, r_->results);
      }
    f.getFrameInfo().setHasCalls(calls);
    f.getFrameInfo().setAdjustsStack(calls);
    return true;
  }

 private:
  static MachineOperand *mask_of(MachineInstr &i) {
    for (MachineOperand &o : i.operands())
      if (o.isRegMask()) return &o;
    return nullptr;
  }
  void entry(MachineBasicBlock &b) {
    llvm::SmallVector<MCRegister, 16> in;
    for (const MachineBasicBlock::RegisterMaskPair &p : b.liveins()) in.push_back(p.PhysReg);
    for (MCRegister r : in)
      if (Registers::in(r_->arguments, r)) b.removeLiveIn(r);
    for (MCRegister r : in)
      if (MCRegister to = Registers::in(r_->arguments, r)) b.addLiveIn(to);
    b.sortUniqueLiveIns();
    for (MachineInstr &i : b) {
      if (i.isDebugInstr()) continue;
      if (!i.isCopy() || !i.getOperand(1).getReg().isPhysical()) break;
      if (MCRegister to = Registers::in(r_->arguments, i.getOperand(1).getReg())) i.getOperand(1).setReg(to);
    }
  }
  // What i uses, and the copies in front of it: nothing else is between.
  void before(MachineInstr &i, const Registers::Map &m) {
    llvm::SmallVector<llvm::Register, 9> wanted;
    for (MachineOperand &o : i.operands()) {
      // what a return uses is not implicit; nor is the address of what is called, which is in no register yet
      if (!o.isReg() || !o.isUse()) continue;
      if (MCRegister to = Registers::in(m, o.getReg())) {
        wanted.push_back(o.getReg());
        o.setReg(to);
      }
    }
    MachineBasicBlock::iterator at = i.getIterator(), begin = i.getParent()->begin();
    while (!wanted.empty() && at != begin) {
      --at;
      if (at->isDebugInstr()) continue;
      if (!at->isCopy() || !at->getOperand(0).getReg().isPhysical()) break;
      auto found = llvm::find(wanted, at->getOperand(0).getReg());
      if (found == wanted.end()) continue;  // a double
      at->getOperand(0).setReg(Registers::in(m, *found));
      wanted.erase(found);
    }
    if (!wanted.empty()) GPHC_BUG("arguments that are not copied right before the call");
  }
  // What the call defines, and the copies behind it.
  void after(MachineInstr &call, const Registers::Map &m) {
    for (MachineOperand &o : call.operands())
      if (o.isReg() && o.isDef() && o.isImplicit())
        if (MCRegister to = Registers::in(m, o.getReg())) o.setReg(to);
    const unsigned destroy = call.getMF()->getSubtarget().getInstrInfo()->getCallFrameDestroyOpcode();
    MachineBasicBlock::iterator at = call.getIterator(), end = call.getParent()->end();
    while (++at != end) {
      if (at->isDebugInstr() || at->getOpcode() == destroy) continue;
      if (!at->isCopy() || !at->getOperand(1).getReg().isPhysical()) break;
      if (MCRegister to = Registers::in(m, at->getOperand(1).getReg())) at->getOperand(1).setReg(to);
    }
  }
  static void drop_frame(MachineInstr &call) {
    const llvm::TargetInstrInfo &t = *call.getMF()->getSubtarget().getInstrInfo();
    MachineBasicBlock::iterator up = call.getIterator(), down = call.getIterator();
    while (up->getOpcode() != t.getCallFrameSetupOpcode()) --up;
    while (down->getOpcode() != t.getCallFrameDestroyOpcode()) ++down;
    up->eraseFromParent();
    down->eraseFromParent();
  }
  static void clear(uint32_t *mask, const llvm::TargetRegisterInfo &t, MCRegister r) {
    for (MCRegister s : t.subregs_inclusive(r)) mask[s / 32] &= ~(1u << s % 32);
  }
  const uint32_t *call_mask(MachineFunction &f, const llvm::TargetRegisterInfo &t) {
    if (call_mask_) return call_mask_;
    uint32_t *m = f.allocateRegMask();
    const uint32_t *from = t.getCallPreservedMask(f, llvm::CallingConv::X86_RegCall);
    std::copy(from, from + MachineOperand::getRegMaskSize(t.getNumRegs()), m);
    for (MCRegister r : r_->not_preserved) clear(m, t, r);
    return call_mask_ = m;
  }
  const uint32_t *stub_mask(MachineFunction &f, const llvm::TargetRegisterInfo &t, const Stub &s) const {
    uint32_t *m = f.allocateRegMask();
    for (unsigned i = 1; i < t.getNumRegs(); i++) m[i / 32] |= 1u << i % 32;
    clear(m, t, r_->eflags);
    if (s.r11) clear(m, t, r_->r11);
    if (s.gc)
      for (size_t k = 0; k < kArgInts; k++) clear(m, t, r_->results[k].second);
    else if (s.result) clear(m, t, r_->rax);
    return m;
  }

  const Registers *r_ = nullptr;
  const uint32_t *call_mask_ = nullptr;  // of the current function
};
char Convention::ID;

}  // namespace

// As LLVMTargetMachine::addPassesToEmitFile, which leaves no room for a pass of ours.
bool add_code_passes(llvm::LLVMTargetMachine *tm, llvm::legacy::PassManagerBase &passes, llvm::raw_pwrite_stream &out,
                     bool object) {
  llvm::MachineModuleInfoWrapperPass *info = new llvm::MachineModuleInfoWrapperPass(tm);
  llvm::TargetPassConfig *config = tm->createPassConfig(passes);
  config->setDisableVerify(true);
  passes.add(config);
  passes.add(info);
  config->insertPass(&llvm::FinalizeISelID, new Convention);
  config->insertPass(&llvm::FixupStatepointCallerSavedID, frames_for_roots());
  config->insertPass(&llvm::PrologEpilogCodeInserterID, check_frames());
  if (config->addISelPasses()) return false;
  config->addMachinePasses();
  config->setInitialized();
  if (tm->addAsmPrinter(passes, out, nullptr,
                        object ? llvm::CodeGenFileType::ObjectFile : llvm::CodeGenFileType::AssemblyFile,
                        info->getMMI().getContext()))
    return false;
  passes.add(llvm::createFreeMachineFunctionPass());
  return true;
}

}  // namespace gphc::backend_llvm
