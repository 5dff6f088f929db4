// returns.cc: calls and returns of compiled code as the processor's indirect branches, not as its calls and returns.
//
// Note [Returns by jumps]
// ~~~~~~~~~~~~~~~~~~~~~~~
// A processor predicts a return by a stack of the last 16 to 64 calls. Lazy evaluation goes deeper: a thunk's code
// evaluates another one, and so on through a list of filters, or a chain of (++). Where the returns go to different
// places, those beyond the end of that stack are mispredicted, one by one: 7 to 9 ns for each level on Zen 5 (nofib's
// primes, ansi, atom: twice to 2.5 times the time). An indirect branch is predicted by the branches before it, at any
// depth. So, where GPH_JUMP_RETURNS (gph/returns.h) says so, in compiled code
//     call f    is   push $1f; jmp f; 1:          (addresses fit: programs are linked below 2 GB)
//     ret       is   pop %r11; jmp *%r11
// One without the other is right, too, but then the two predictors disagree. Calls of C functions and of stubs that
// return by `ret` stay calls: of direct ones all but those of functions that Haskell's names have (_fn), and of
// gph_apN. And functions that recurse over a tree keep `call` and `ret` (low/tree_recursion.cc): random data, in
// shallow recursion, predicts worse. Measurements: docs/decisions/027-returns-by-jumps.md.
#include "backend/llvm/returns.h"

#include <llvm/MC/MCAsmBackend.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCELFStreamer.h>
#include <llvm/MC/MCExpr.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCObjectWriter.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSymbol.h>
#include <llvm/MC/TargetRegistry.h>

namespace gphc::backend_llvm {

namespace {

// Numbers that LLVM does not publish: by name.
struct Codes {
  unsigned call, call_register, call_memory, ret, push, pop, jump, jump_register, jump_memory, rsp, r11;
  bool complete = true;

  Codes(const llvm::Target &t, const char *triple) {
    std::unique_ptr<llvm::MCInstrInfo> instructions(t.createMCInstrInfo());
    std::unique_ptr<llvm::MCRegisterInfo> registers(t.createMCRegInfo(triple));
    auto opcode = [&](llvm::StringRef name) {
      for (unsigned i = 0; i < instructions->getNumOpcodes(); i++)
        if (instructions->getName(i) == name) return i;
      complete = false;
      return 0U;
    };
    auto reg = [&](llvm::StringRef name) {
      for (unsigned i = 1; i < registers->getNumRegs(); i++)
        if (name == registers->getName(i)) return i;
      complete = false;
      return 0U;
    };
    call = opcode("CALL64pcrel32");
    call_register = opcode("CALL64r");
    call_memory = opcode("CALL64m");
    ret = opcode("RET64");
    push = opcode("PUSH64i32");
    pop = opcode("POP64r");
    jump = opcode("JMP_1");
    jump_register = opcode("JMP64r");
    jump_memory = opcode("JMP64m");
    rsp = reg("RSP");
    r11 = reg("R11");
  }
};

const Codes *g_codes = nullptr;                // owned by use_jump_returns, written once before any code is made
thread_local const ByRet *t_by_ret = nullptr;  // of the module that this thread is making an object of

bool is_by_ret(llvm::StringRef name) { return t_by_ret && t_by_ret->count(name.str()); }

bool is_compiled_code(const llvm::MCOperand &o) {
  if (!o.isExpr()) return false;
  const auto *s = llvm::dyn_cast<llvm::MCSymbolRefExpr>(o.getExpr());
  if (!s) return false;
  llvm::StringRef n = s->getSymbol().getName();
  if (n.starts_with("gph_ap") && n.size() == 7) return true;
  size_t end = n.rfind("_fn");
  return end != llvm::StringRef::npos && (end + 3 == n.size() || n[end + 3] == '.') && !is_by_ret(n);
}

class JumpStreamer final : public llvm::MCELFStreamer {
 public:
  using MCELFStreamer::MCELFStreamer;

  void emitLabel(llvm::MCSymbol *s, llvm::SMLoc at) override {
    if (!s->isTemporary()) by_ret_ = is_by_ret(s->getName());
    MCELFStreamer::emitLabel(s, at);
  }

  void emitInstruction(const llvm::MCInst &i, const llvm::MCSubtargetInfo &info) override {
    const Codes &c = *g_codes;
    unsigned op = i.getOpcode();
    if (op == c.ret && !by_ret_) {
      llvm::MCInst pop, jump;
      pop.setOpcode(c.pop);
      pop.addOperand(llvm::MCOperand::createReg(c.r11));
      jump.setOpcode(c.jump_register);
      jump.addOperand(llvm::MCOperand::createReg(c.r11));
      MCELFStreamer::emitInstruction(pop, info);
      MCELFStreamer::emitInstruction(jump, info);
      return;
    }
    bool direct = op == c.call && is_compiled_code(i.getOperand(0));
    if (!direct && op != c.call_register && op != c.call_memory) return MCELFStreamer::emitInstruction(i, info);
    llvm::MCSymbol *back = getContext().createTempSymbol();
    llvm::MCInst push, jump;
    push.setOpcode(c.push);
    push.addOperand(llvm::MCOperand::createExpr(llvm::MCSymbolRefExpr::create(back, getContext())));
    jump.setOpcode(direct ? c.jump : op == c.call_register ? c.jump_register : c.jump_memory);
    for (const llvm::MCOperand &o : i) jump.addOperand(o);
    // base, scale, index, displacement, segment: the push has moved what rsp points to
    if (op == c.call_memory && jump.getOperand(0).isReg() && jump.getOperand(0).getReg() == c.rsp) {
      if (!jump.getOperand(3).isImm()) return MCELFStreamer::emitInstruction(i, info);
      jump.getOperand(3).setImm(jump.getOperand(3).getImm() + 8);
    }
    MCELFStreamer::emitInstruction(push, info);
    MCELFStreamer::emitInstruction(jump, info);
    emitLabel(back, llvm::SMLoc());
  }

 private:
  bool by_ret_ = false;  // the function that is being emitted
};

llvm::MCStreamer *make_streamer(const llvm::Triple &, llvm::MCContext &context,
                                std::unique_ptr<llvm::MCAsmBackend> &&backend,
                                std::unique_ptr<llvm::MCObjectWriter> &&writer,
                                std::unique_ptr<llvm::MCCodeEmitter> &&emitter) {
  return new JumpStreamer(context, std::move(backend), std::move(writer), std::move(emitter));
}

}  // namespace

KeepCalls::KeepCalls(const ByRet *names) { t_by_ret = names; }
KeepCalls::~KeepCalls() { t_by_ret = nullptr; }

void use_jump_returns(const char *triple) {
  std::string error;
  const llvm::Target *t = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!t) return;
  static const Codes codes(*t, triple);
  if (!codes.complete) return;
  g_codes = &codes;
  llvm::TargetRegistry::RegisterELFStreamer(const_cast<llvm::Target &>(*t), make_streamer);
}

}  // namespace gphc::backend_llvm
