// emit_llvm.cc: Low as LLVM IR (emitter.h), by the same contract as the C back end (docs/abi.md): objects of both link
// together; LLVM's passes and objects.
//
// Note [Stack checks in LLVM]
// The check of GPH_STKCHK is machine code put in front of the function by LLVM as "prologue data" (executed at the
// entry, before the frame is made), and its out-of-line half as "prefix data" before the symbol: mov f, r10d; jmp
// gph_morestack_jump, which finds the mask 16 bytes before f. So no register or block of the function is touched by it.
// A copy of the function that is inlined has no check: whose copies are several at once checks for the roots of all of
// them (InlineRecursion).
#include "backend/llvm/emit_llvm.h"

#include <mutex>
#include <new>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "backend/llvm/emitter.h"
#include "backend/llvm/returns.h"
#include "gph/returns.h"

namespace gphc::backend_llvm {
namespace {

// Small functions that call themselves (not in tail position) are inlined into themselves, a few levels deep, as gcc
// does: a call's stack check, saves and return cost more than such a function's own work. (LLVM's inliner never inlines
// recursive calls.)
// instructions, instructions, calls deep
constexpr unsigned kSmallRecursive = 40, kUnrolledRecursive = 300, kRecursiveLevels = 3;

class InlineRecursion : public llvm::PassInfoMixin<InlineRecursion> {
 public:
  llvm::PreservedAnalyses run(llvm::Function &f, llvm::FunctionAnalysisManager &) {
    std::vector<llvm::CallInst *> calls = self_calls(f);
    unsigned size = f.getInstructionCount();
    if (calls.empty() || size > kSmallRecursive) return llvm::PreservedAnalyses::all();
    llvm::ValueToValueMapTy map;
    llvm::Function *body = llvm::CloneFunction(&f, map);  // calls in it are still those of f
    uint32_t levels = 0;
    for (; levels < kRecursiveLevels && f.getInstructionCount() + calls.size() * size <= kUnrolledRecursive; levels++) {
      for (llvm::CallInst *c : calls) {
        c->setCalledFunction(body);
        llvm::InlineFunctionInfo info;
        if (!llvm::InlineFunction(*c, info).isSuccess()) c->setCalledFunction(&f);
      }
      calls = self_calls(f);
    }
    body->eraseFromParent();
    // An activation has on the root stack now what several had.
    if (llvm::Attribute roots = f.getFnAttribute(kRootsAttribute); roots.isValid()) {
      uint32_t n = uint32_t(std::stoul(roots.getValueAsString().str())) * (levels + 1);
      f.setPrologueData(stack_check_code(f.getContext(), n, Frame::Small));
    }
    if (uint64_t roots = call_roots(f)) f.addFnAttr(kCallRootsAttribute, std::to_string(roots * (levels + 1)));
    return llvm::PreservedAnalyses::none();
  }

 private:
  static std::vector<llvm::CallInst *> self_calls(llvm::Function &f) {
    std::vector<llvm::CallInst *> out;
    for (llvm::Instruction &i : llvm::instructions(f))
      if (llvm::CallInst *c = llvm::dyn_cast<llvm::CallInst>(&i);
          c && c->getCalledOperand() == &f && !c->isMustTailCall())
        out.push_back(c);
    return out;
  }
};

// A function that was inlined into itself is all of a program's time if it is any: where it lies in the lines of the
// instruction cache is worth a quarter of that (fib: 0.34 s at 0, 16 and 32 in a line, 0.42 s at 48; 0.37 s across the
// border of two pages, 0.31 within one), and must not depend on what else is linked. An instruction here takes two to
// three bytes of code, so that one that begins where a power of two does that is no less than its size lies in one
// page.
void align_recursive(llvm::Function &f) {
  f.setAlignment(llvm::Align(std::max<uint64_t>(64, llvm::PowerOf2Ceil(3 * uint64_t(f.getInstructionCount())))));
}

// LLVM joins all returns of a function in one block. Its results are then variables that live since the blocks where
// they are known, often constants in a loop with calls: they take a register that has to be saved at the entry, for a
// path that needs none. So each place that returns gets the return back.
constexpr unsigned kMostReturn = 12;  // instructions

class SplitReturns : public llvm::PassInfoMixin<SplitReturns> {
 public:
  llvm::PreservedAnalyses run(llvm::Function &f, llvm::FunctionAnalysisManager &) {
    std::vector<llvm::BasicBlock *> joined;
    for (llvm::BasicBlock &b : f)
      if (llvm::isa<llvm::ReturnInst>(b.getTerminator()) && llvm::isa<llvm::PHINode>(b.front()) && only_returns(b))
        joined.push_back(&b);
    for (llvm::BasicBlock *b : joined) {
      std::vector<llvm::BasicBlock *> preds(llvm::pred_begin(b), llvm::pred_end(b));
      for (llvm::BasicBlock *p : preds)
        if (llvm::is_contained(llvm::predecessors(b), p)) split(b, p);
      if (llvm::pred_empty(b)) llvm::DeleteDeadBlock(b);
    }
    return joined.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
  }

 private:
  static bool only_returns(const llvm::BasicBlock &b) {
    if (b.size() > kMostReturn) return false;
    for (const llvm::Instruction &i : b)
      if (!llvm::isa<llvm::PHINode, llvm::InsertValueInst, llvm::ExtractValueInst, llvm::ReturnInst>(i)) return false;
    return true;
  }
  // A copy of b that only p goes to, at the end of p where nothing else follows.
  static void split(llvm::BasicBlock *b, llvm::BasicBlock *p) {
    llvm::ValueToValueMapTy map;
    llvm::BasicBlock *copy = llvm::BasicBlock::Create(b->getContext(), "", b->getParent(), p->getNextNode());
    for (llvm::Instruction &i : *b) {
      if (llvm::PHINode *phi = llvm::dyn_cast<llvm::PHINode>(&i)) {
        map[phi] = phi->getIncomingValueForBlock(p);
        continue;
      }
      llvm::Instruction *c = i.clone();
      c->insertInto(copy, copy->end());
      llvm::RemapInstruction(c, map, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
      map[&i] = c;
    }
    llvm::Instruction *t = p->getTerminator();
    for (unsigned k = 0; k < t->getNumSuccessors(); k++)
      if (t->getSuccessor(k) == b) {
        t->setSuccessor(k, copy);
        b->removePredecessor(p, true);
      }
    if (p->getSingleSuccessor() == copy && llvm::isa<llvm::BranchInst>(t)) llvm::MergeBlockIntoPredecessor(copy);
  }
};

void optimise(llvm::Module &m, llvm::TargetMachine *tm, int level, bool few_blocks) {
  llvm::PassBuilder pb(tm);
  llvm::LoopAnalysisManager lam;
  llvm::FunctionAnalysisManager fam;
  llvm::CGSCCAnalysisManager cam;
  llvm::ModuleAnalysisManager mam;
  pb.registerModuleAnalyses(mam);
  pb.registerCGSCCAnalyses(cam);
  pb.registerFunctionAnalyses(fam);
  pb.registerLoopAnalyses(lam);
  pb.crossRegisterProxies(lam, fam, cam, mam);
  llvm::FunctionPassManager f;
  llvm::FunctionPassManager in_memory;  // see Note [Locals in memory]
  in_memory.addPass(llvm::SimplifyCFGPass());
  in_memory.addPass(llvm::EarlyCSEPass(false));
  f.addPass(llvm::PromotePass());
  if (few_blocks) f.addPass(llvm::SimplifyCFGPass());
  if (level >= 1) {
    // The optimiser has done what can be done on Core; here: redundant tests of tags, address arithmetic, the shape of
    // branches, loops.
    f.addPass(llvm::EarlyCSEPass(false));
    f.addPass(llvm::SimplifyCFGPass());
    f.addPass(llvm::InstCombinePass());
    if (level >= 2) {
      f.addPass(llvm::JumpThreadingPass());
      f.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopRotatePass(), false, false));
      f.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), true, false));
      f.addPass(llvm::GVNPass());
      f.addPass(llvm::DSEPass());
    }
  }
  // What loops have become is made simpler again (without: collatz 1.36 times as long), once more when tests have been
  // joined (floyd's two ends of an index are one comparison, 1.07 times the instructions without); other code is, as
  // far as LLVM can.
  llvm::FunctionPassManager loops, last;
  loops.addPass(llvm::InstCombinePass());
  last.addPass(llvm::SimplifyCFGPass());
  // Likewise what is inlined into itself; and a test of the outer level decides one of an inner level: without, what is
  // left of both is a matter of luck (nfib 1.11 times as long).
  llvm::FunctionPassManager after;
  after.addPass(llvm::EarlyCSEPass(true));
  after.addPass(llvm::InstCombinePass());
  after.addPass(llvm::JumpThreadingPass());
  after.addPass(llvm::SimplifyCFGPass());
  std::vector<llvm::Function *> functions;  // InlineRecursion makes and erases functions
  for (llvm::Function &x : m)
    if (!x.isDeclaration()) functions.push_back(&x);
  for (llvm::Function *x : functions) {
    if (x->hasFnAttribute(kInMemory)) {
      in_memory.run(*x, fam);
      continue;
    }
    f.run(*x, fam);
    if (level >= 2 && !fam.getResult<llvm::LoopAnalysis>(*x).empty()) {
      loops.run(*x, fam);
      last.run(*x, fam);
      loops.run(*x, fam);
    }
    if (level >= 1) last.run(*x, fam);
    if (level >= 2) {
      if (!InlineRecursion().run(*x, fam).areAllPreserved()) {
        fam.clear(*x, x->getName());
        after.run(*x, fam);
        align_recursive(*x);
      }
      SplitReturns().run(*x, fam);
    }
    fam.clear(*x, x->getName());  // what is known of it is not asked for again
  }
}

// The tail calls of generated code are always made as such. See Note [The LLVM convention] in convention.cc.
void must_tail(llvm::Module &m) {
  for (llvm::Function &f : m)
    for (llvm::BasicBlock &b : f)
      if (llvm::ReturnInst *r = llvm::dyn_cast_or_null<llvm::ReturnInst>(b.getTerminator()))
        if (llvm::CallInst *c = llvm::dyn_cast_or_null<llvm::CallInst>(r->getPrevNode()))
          if (c->getTailCallKind() == llvm::CallInst::TCK_Tail) c->setTailCallKind(llvm::CallInst::TCK_MustTail);
}

// Emitting looks into tables that Low and Core fill as they are asked: one at a time. What takes the time comes after
// it.
std::mutex g_emit;

// What the user reads about a function whose frame has `size` bytes; `symbol`: its code's.
std::string frame_limit(const Request &r, const std::string &symbol, uint64_t size) {
  std::string text = "a function is too large: its code needs " + std::to_string(size) +
                     " bytes of stack, the most is " + std::to_string(kFrameLimits[int(Frame::Huge)]);
  for (const Function *f : r.program->functions) {
    std::string name = f->name + "_fn";
    if (symbol.compare(0, name.size(), name) != 0 || (symbol.size() > name.size() && symbol[name.size()] != '.'))
      continue;
    return f->info && !f->info->source.empty() ? f->info->source + ": " + text : text;
  }
  return text;
}

constexpr const char *kTriple = "x86_64-pc-linux-gnu";

// Once in the life of the process.
bool initialise() {
  // What fails to get memory without `new` ends as everything else does: the driver's handler does not come back.
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) {
    if (std::new_handler h = std::get_new_handler()) h();
  });
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
  // Scheduling costs a sixth of the time and gains nothing on this code. Saving and reloading a hundred roots around
  // each of a hundred calls makes chains of stores and loads for which the merging of stores and of token factors
  // takes cubic time; without them, code grows by 0.1%. Strength reduction keeps a second counter, the immediate, for
  // an Int that is boxed when the loop is left: another addition in each round. Copies that are left after registers
  // are allocated are looked for, a fiftieth of the time: what compares the argument itself and not its copy can return
  // before anything is saved (nfib takes 1.24 times as long without).
  const char *flags[] = {"gphc",
                         "-enable-misched=0",
                         "-enable-post-misched=0",
                         "-combiner-store-merging=0",
                         "-combiner-tokenfactor-inline-limit=16",
                         "-disable-lsr"};
  llvm::cl::ParseCommandLineOptions(int(std::size(flags)), flags);
#if GPH_JUMP_RETURNS
  use_jump_returns(kTriple);
#endif
  return true;
}

// Null, and the error, when LLVM has no such target.
std::unique_ptr<llvm::TargetMachine> target_machine(int opt_level, llvm::CodeGenOptLevel cg, std::string *error) {
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(kTriple, *error);
  if (!target) return nullptr;
  llvm::TargetOptions options;
  options.FunctionSections = options.DataSections = true;
  options.MCOptions.AsmVerbose = false;
  // Where a small loop lies in the lines of the instruction cache is worth a fifth of its time (knapsack in
  // testsuite/perf: the same instructions, 0.26 s at 0 and 0.32 s at 16 of 32), and must not depend on what else is
  // linked.
  if (opt_level >= 2) options.LoopAlignment = 32;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(kTriple, "x86-64", "", options, llvm::Reloc::Static, llvm::CodeModel::Small, cg));
}

// What LLVM says while it makes code.
struct Found {
  Frames large;                  // frames larger than what their functions check for
  std::string error, too_large;  // too_large: a function that no check fits
  uint64_t size = 0;             // its frame's
};

void note_diagnostic(const llvm::DiagnosticInfo *d, void *data) {
  Found *x = static_cast<Found *>(data);
  if (d->getKind() == llvm::DK_StackSize) {
    const llvm::DiagnosticInfoStackSize *s = llvm::cast<llvm::DiagnosticInfoStackSize>(d);
    std::string name = s->getFunction().getName().str();
    if (s->getStackSize() > kFrameLimits[int(Frame::Huge)]) {
      x->too_large = name;
      x->size = s->getStackSize();
    }
    x->large[name] = s->getStackSize() > kFrameLimits[int(Frame::Big)] ? Frame::Huge : Frame::Big;
  } else if (d->getSeverity() == llvm::DS_Error) {
    llvm::raw_string_ostream out(x->error);
    llvm::DiagnosticPrinterRawOStream printer(out);
    d->print(printer);
    out << "\n";
  }
}

// One attempt: the text or the object, with the checks that `large` says, or the error.
Result make_code(const Request &r, llvm::TargetMachine *tm, llvm::CodeGenOptLevel cg, const Frames &large,
                 Found *found) {
  llvm::LLVMContext context;
  context.setDiscardValueNames(r.output != Request::Output::Ir);
  context.setDiagnosticHandlerCallBack(note_diagnostic, found);
  llvm::Module m(r.title, context);
  m.setTargetTriple(kTriple);
  m.setDataLayout(tm->createDataLayout());
  ByRet by_ret;
  {
    std::lock_guard<std::mutex> lock(g_emit);
    ModuleEmitter(context, m, r, large, &by_ret).run();
  }
  if (r.verify) {
    std::string problems;
    llvm::raw_string_ostream out(problems);
    if (llvm::verifyModule(m, &out)) return {"", out.str()};
  }
  must_tail(m);
  // LLVM's own preparation of code takes quadratic time for thousands of empty blocks in front of one.
  optimise(m, tm, r.opt_level, r.opt_level == 0 && cg != llvm::CodeGenOptLevel::None);
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream out(buffer);
  if (r.output == Request::Output::Ir) {
    m.print(out, nullptr);
  } else {
    KeepCalls keep(&by_ret);
    llvm::legacy::PassManager pm;
    if (!add_code_passes(static_cast<llvm::LLVMTargetMachine *>(tm), pm, out, r.output == Request::Output::Object))
      return {"", "LLVM cannot emit objects for this target"};
    pm.run(m);
    if (!found->error.empty()) return {"", found->error};
  }
  return {std::string(buffer.data(), buffer.size()), ""};
}
}  // namespace

Result compile(const Request &r) {
  static bool initialised = initialise();
  (void)initialised;
  llvm::CodeGenOptLevel cg = r.opt_level == 0   ? llvm::CodeGenOptLevel::None
                             : r.opt_level == 1 ? llvm::CodeGenOptLevel::Less
                                                : llvm::CodeGenOptLevel::Default;
  std::string error;
  std::unique_ptr<llvm::TargetMachine> tm = target_machine(r.opt_level, cg, &error);
  if (!tm) return {"", error};
  Frames large;
  for (int attempt = 0;; attempt++) {
    Found found;
    Result made = make_code(r, tm.get(), cg, large, &found);
    if (!made.error.empty() || r.output == Request::Output::Ir) return made;
    // A frame larger than what its function checks for: made again with the check for larger ones.
    if (!found.too_large.empty()) {
      if (cg != llvm::CodeGenOptLevel::None) return {"", frame_limit(r, found.too_large, found.size), true};
      cg = llvm::CodeGenOptLevel::Less;  // its register allocator lets values share slots of the frame
      tm->setOptLevel(cg);
      continue;
    }
    if (found.large.empty() || attempt > 2) return made;
    for (const Frames::value_type &f : found.large) large[f.first] = f.second;
  }
}

}  // namespace gphc::backend_llvm

// What gphc looks up in this shared object.
extern "C" __attribute__((visibility("default"))) gphc::backend_llvm::Result gphc_llvm_compile(
    const gphc::backend_llvm::Request &r) {
  return gphc::backend_llvm::compile(r);
}
