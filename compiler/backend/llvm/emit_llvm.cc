// emit_llvm.cc: prints Low as LLVM IR, by the same contract as the C back end (docs/abi.md): objects of both link together.
//
// Note [The LLVM convention]
// Generated code keeps hp, rs and R in r15, r14 and r13. gcc has global register variables for that; LLVM has none, but its calling
// convention x86_regcallcc passes eleven integers in rax, rcx, rdx, rdi, rsi, r8, r9, r12, r13, r14, r15, and returns a struct of eleven in the
// same registers. So a generated function is
//     {i64 x 8, ptr, ptr, ptr} f(i64 rax, rcx, rdx, rdi, rsi, r8, r9, r12, ptr R, ptr rs, ptr hp)
// with the SysV argument registers where SysV has them, and poison for what is not used, which costs nothing. Values stay where
// they are: what comes out is what gcc makes with pinned registers, to the register. Two differences to SysV:
//   - r12 is not preserved (gcc is told so by -fcall-used-r12).
//   - xmm8 to xmm15 would be preserved. Functions that have floating locals, and calls in them, therefore take 16 doubles more (and
//     return two), so that LLVM counts on none of them: prototype D below. The others keep nothing in xmm registers across calls.
// A tail call is `musttail`, which demands the caller's prototype; a call with another prototype than the definition's goes through a
// second declaration of the same symbol (a leading \01 makes two LLVM names of one symbol).
//
// Note [Stack checks in LLVM]
// The check of GPH_STKCHK is machine code put in front of the function by LLVM as "prologue data" (executed at the entry, before the frame
// is made), and its out-of-line half as "prefix data" before the symbol: mov f, r10d; jmp gph_morestack_jump, which finds the mask
// 16 bytes before f. So no register or block of the function is touched by it.
#include "backend/llvm/emit_llvm.h"

#include <mutex>
#include <optional>
#include <unordered_map>

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
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
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "backend/foreign.h"
#include "backend/llvm/c_expr.h"
#include "gph/abi.h"
#include "support/check.h"

namespace gphc::backend_llvm {
namespace {

using namespace low;
using backend_c::Unit;
using core::PrimId;
using llvm::BasicBlock;
using llvm::Constant;
using llvm::GlobalVariable;
using llvm::Value;

// Positions of registers in the prototypes.
enum : unsigned { kRax, kRcx, kRdx, kRdi, kRsi, kR8, kR9, kR12, kR13, kR14, kR15, kXmm0 };
constexpr unsigned kIntArgs[] = {kRdi, kRsi, kRdx, kRcx, kR8, kR9};
constexpr unsigned kDoubles = 16, kDoubleResults = 2;
constexpr size_t kPollRoots = 4;
// The stack checks by the frame that fits, in bytes; see GPH_STKCHK_BIG, _HUGE in codegen.h. Less than there: what the call pushes.
enum class Frame : uint8_t { Small, Big, Huge };
constexpr unsigned kFrameLimits[] = {480, 16000, 982000};
using Frames = std::unordered_map<std::string, Frame>;

bool is_string(const Info *i) { return i->kind == ObjKind::StringThunk || i->kind == ObjKind::StringCaf; }

// Of all functions of a module.
class ModuleEmitter {
 public:
  ModuleEmitter(llvm::LLVMContext &context, llvm::Module &m, const Request &r, const Frames &large)
      : c(context), m_(m), r_(r), large_frames(large), b(context) {
    i8 = llvm::Type::getInt8Ty(c);
    i16 = llvm::Type::getInt16Ty(c);
    i32 = llvm::Type::getInt32Ty(c);
    i64 = llvm::Type::getInt64Ty(c);
    ptr = llvm::PointerType::get(c, 0);
    dbl = llvm::Type::getDoubleTy(c);
    flt = llvm::Type::getFloatTy(c);
    std::vector<llvm::Type *> t(8, i64);
    t.insert(t.end(), {ptr, ptr, ptr});
    llvm::StructType *result = llvm::StructType::create(c, t, "I");
    proto_i = llvm::FunctionType::get(result, t, false);
    std::vector<llvm::Type *> rt = t;
    rt.insert(rt.end(), kDoubleResults, dbl);
    t.insert(t.end(), kDoubles, dbl);
    proto_d = llvm::FunctionType::get(llvm::StructType::create(c, rt, "D"), t, false);
    info_type = llvm::StructType::create(c, {ptr, ptr, ptr, i8, i8, i16, i16, i16, i32, i32, ptr, ptr, ptr}, "Info");
    for (size_t i = 0; i < r.units->size(); i++) {
      const Unit &u = (*r.units)[i];
      unit_hash_[u.number] = "." + u.hash.substr(0, 16);
    }
    for (int k : r.which)
      for (const backend_c::SharedDef &d : (*r.units)[size_t(k)].shared) shared_name_[d.symbol] = r.labelled ? d.symbol + "." + d.hash.substr(0, 16) : d.symbol;
  }
  void run();

  // Symbols. A name from another unit is only declared.
  std::string name_of(const std::string &base, uint32_t unit) { return r_.labelled ? base + unit_hash_.at(unit) : base; }
  llvm::Function *function(const Function *f);                     // with its own prototype
  Value *callee(const Function *f, llvm::FunctionType *call_type); // as one of this prototype
  Value *runtime_function(const std::string &name, llvm::FunctionType *t);
  Constant *info(const Info *i);
  Constant *static_object(const Static *s);                        // untagged, a pointer
  Constant *string(const StringLit *s);
  Constant *c_string(std::string_view bytes);
  Constant *data(const std::string &name) {                        // a symbol of C: address only
    if (llvm::GlobalValue *g = m_.getNamedValue(name)) return g;
    GlobalVariable *g = new GlobalVariable(m_, i8, true, llvm::GlobalValue::ExternalLinkage, nullptr, name);
    g->setDSOLocal(true);
    return g;
  }
  llvm::FunctionType *prototype_of(const Function *f) {
    auto [it, fresh] = is_d_.emplace(f, false);
    if (fresh) {
      bool d = calls_with_floats(f->body);
      for (const Local *l : f->locals) d |= is_float_ty(l->ty);
      for (Ty t : f->ret) d |= is_float_ty(t);
      it->second = d;
    }
    return it->second ? proto_d : proto_i;
  }
  // Literals may be passed where no local is floating.
  static bool calls_with_floats(const Block &b) {
    for (Stmt *s : b) {
      const Callee *callee = nullptr;
      if (SCall *x = dyn_cast<SCall>(s)) callee = &x->callee;
      if (STailCall *x = dyn_cast<STailCall>(s)) callee = &x->callee;
      if (callee && callee->kind == Callee::Kind::Known) {
        for (const Local *l : callee->fn->params) if (is_float_ty(l->ty)) return true;
        for (Ty t : callee->fn->ret) if (is_float_ty(t)) return true;
      }
      bool inner = false;
      for_each_block(s, [&](const Block &x) { inner |= calls_with_floats(x); });
      if (inner) return true;
    }
    return false;
  }
  void set_code_attributes(llvm::Function *f, Frame frame) {
    f->setCallingConv(llvm::CallingConv::X86_RegCall);
    f->addFnAttr(llvm::Attribute::NoUnwind);
    f->addFnAttr(llvm::Attribute::NoRedZone);
    if (r_.unwind_tables) f->setUWTableKind(llvm::UWTableKind::Async);
    f->addFnAttr("warn-stack-size", std::to_string(kFrameLimits[int(frame)]));
  }
  void stack_check(llvm::Function *f, uint32_t mask, uint32_t roots, Frame frame);
  // Debug information: f is the function that its info table names; all of its code is at the line of its binding.
  llvm::DISubprogram *subprogram(llvm::Function *f, const Info *i);

  llvm::LLVMContext &c;
  llvm::Module &m_;
  const Request &r_;
  const Frames &large_frames;   // functions that turned out to have large frames
  llvm::IRBuilder<> b;
  llvm::Type *i8, *i16, *i32, *i64, *dbl, *flt;
  llvm::PointerType *ptr;
  llvm::FunctionType *proto_i, *proto_d;
  llvm::StructType *info_type;

 private:
  Constant *word(const Operand &o);
  llvm::Function *call_wrapper(const Function *f);
  bool needs_call_wrapper(const Function *f) const {
    if (f->kind != FnKind::Fun) return false;
    if (!f->self && f->params.size() > 5) return true;
    for (Local *p : f->params) if (is_float_ty(p->ty)) return true;
    return false;
  }
  Constant *info_contents(const Info *i, Constant *whnf, Constant *call);
  void define_info(const Info *i);
  void string_code(const Info *i);
  void program_constant();

  std::unique_ptr<llvm::DIBuilder> debug_;
  std::unordered_map<uint32_t, std::string> unit_hash_;
  std::unordered_map<std::string, std::string> shared_name_;
  std::unordered_map<const Function *, bool> is_d_;
  std::unordered_map<const StringLit *, Constant *> strings_;
  friend class FunctionEmitter;
};

// Of one function: its statements.
class FunctionEmitter : public CContext {
 public:
  FunctionEmitter(ModuleEmitter &m, llvm::Function *llvm_fn) : m_(m), b_(m.b), f_(llvm_fn), c_(m.c) {
    type_ = f_->getFunctionType();
    is_d_ = type_ == m.proto_d;
    entry_ = BasicBlock::Create(c_, "", f_);
    b_.SetInsertPoint(entry_);
    b_.SetCurrentDebugLocation(llvm::DebugLoc());
    reg_ = b_.CreateAlloca(m.ptr);
    rs_ = b_.CreateAlloca(m.ptr);
    hp_ = b_.CreateAlloca(m.ptr);
    b_.CreateStore(f_->getArg(kR13), reg_);
    b_.CreateStore(f_->getArg(kR14), rs_);
    b_.CreateStore(f_->getArg(kR15), hp_);
  }
  void body(const Function *f);

  // Pieces that are used for code without Low as well.
  Value *int_argument(unsigned i) { return f_->getArg(kIntArgs[i]); }
  Value *load_slot(unsigned offset) { return b_.CreateLoad(m_.i64, b_.CreateConstGEP1_64(m_.i8, reg(), offset)); }
  void store_slot(unsigned offset, Value *v) { b_.CreateStore(v, b_.CreateConstGEP1_64(m_.i8, reg(), offset)); }
  static unsigned args_slot(uint32_t i) { return unsigned(offsetof(GphReg, args)) + 8 * i; }
  static unsigned ret_slot(size_t i) { return unsigned(offsetof(GphReg, ret) + 8 * i); }
  // A call by the convention: ints in the SysV registers' order, doubles in xmm0 ... Afterwards hp, rs, R are those that it returned.
  llvm::CallInst *call(llvm::FunctionType *t, Value *callee, const std::vector<Value *> &ints, const std::vector<Value *> &doubles);
  void tail_call(Value *callee, const std::vector<Value *> &ints, const std::vector<Value *> &doubles);
  void return_parts(Value *rax, Value *rdx = nullptr, Value *xmm0 = nullptr, Value *xmm1 = nullptr);
  Value *rax_of(llvm::CallInst *c) { return b_.CreateExtractValue(c, kRax); }
  Value *enter_call(Value *x) {
    llvm::LoadInst *info = b_.CreateLoad(m_.ptr, b_.CreateIntToPtr(x, m_.ptr));
    info->setAtomic(llvm::AtomicOrdering::Acquire);
    return b_.CreateLoad(m_.ptr, info);
  }
  void thunk_enter(Value *self);
  void caf_enter(Value *self, Constant *info);
  void update(Value *value);
  Value *from_bits(Ty t, Value *w) {
    if (t == Ty::Double) return b_.CreateBitCast(w, m_.dbl);
    if (t == Ty::Float) return b_.CreateBitCast(b_.CreateTrunc(w, m_.i32), m_.flt);
    return w;
  }
  Value *to_bits(Ty t, Value *x) {
    if (t == Ty::Double) return b_.CreateBitCast(x, m_.i64);
    if (t == Ty::Float) return b_.CreateZExt(b_.CreateBitCast(x, m_.i32), m_.i64);
    return x;
  }
  // A float in the low half of an xmm register.
  Value *float_to_xmm(Value *x) {
    llvm::Type *v2 = llvm::FixedVectorType::get(m_.flt, 2);
    return b_.CreateBitCast(b_.CreateInsertElement(llvm::PoisonValue::get(v2), x, b_.getInt32(0)), m_.dbl);
  }
  Value *float_from_xmm(Value *d) { return b_.CreateExtractElement(b_.CreateBitCast(d, llvm::FixedVectorType::get(m_.flt, 2)), b_.getInt32(0)); }
  Value *to_xmm(Ty t, Value *x) { return t == Ty::Float ? float_to_xmm(x) : x; }

  // CContext
  CValue argument(unsigned i) override {
    const Operand &o = prim_->args[i];
    Value *v = operand(o);
    if (o.ty == Ty::Double) return {v, 64, true, true};
    if (o.ty == Ty::Float) return {v, 32, true, true};
    return {v, 64, o.ty == Ty::Int, false};
  }
  CValue result(unsigned i) override {
    Local *l = prim_->dsts[i];
    return {load(l), l->ty == Ty::Float ? 32u : 64u, l->ty == Ty::Int || is_float_ty(l->ty), is_float_ty(l->ty)};
  }
  void set_result(unsigned i, CValue v) override {
    Local *l = prim_->dsts[i];
    store(l, convert(b_, v, l->ty == Ty::Float ? 32 : 64, l->ty == Ty::Int, is_float_ty(l->ty)).v);
  }
  Value *load_reg(unsigned offset, llvm::Type *t) override { return b_.CreateLoad(t, b_.CreateConstGEP1_64(m_.i8, reg(), offset)); }
  void preserving_call(const char *symbol, Value *a, Value *b) override { preserving(symbol, a, b); }

 private:
  Value *reg() { return b_.CreateLoad(m_.ptr, reg_); }
  Value *rs() { return b_.CreateLoad(m_.ptr, rs_); }
  Value *hp() { return b_.CreateLoad(m_.ptr, hp_); }
  void preserving(const char *symbol, Value *a, Value *b);
  llvm::Type *type_of(Ty t) { return t == Ty::Double ? m_.dbl : t == Ty::Float ? m_.flt : m_.i64; }
  llvm::AllocaInst *slot(const Local *l) {
    llvm::AllocaInst *&a = slots_[l->num];
    if (!a) {
      llvm::IRBuilder<>::InsertPointGuard g(b_);
      b_.SetInsertPoint(entry_, entry_->begin());
      a = b_.CreateAlloca(type_of(l->ty));
    }
    return a;
  }
  Value *load(const Local *l) { return b_.CreateLoad(type_of(l->ty), slot(l)); }
  void store(const Local *l, Value *v) { b_.CreateStore(v, slot(l)); }
  Value *operand(const Operand &o) {
    switch (o.kind) {
      case Operand::Kind::Local: return load(o.local);
      case Operand::Kind::Int: return b_.getInt64(uint64_t(o.i));
      case Operand::Kind::Double: return llvm::ConstantFP::get(m_.dbl, o.d);
      case Operand::Kind::Float: return llvm::ConstantFP::get(c_, llvm::APFloat(float(o.d)));
      case Operand::Kind::Closure: case Operand::Kind::Info: return m_.word(o);
      case Operand::Kind::String: return llvm::ConstantExpr::getPtrToInt(m_.string(o.str), m_.i64);
    }
    return nullptr;
  }
  Value *bits(const Operand &o) { return to_bits(o.ty, operand(o)); }
  // In the type that a signature wants.
  Value *arg(const Operand &o, Ty want) {
    Value *v = operand(o);
    if (is_float_ty(want) && !is_float_ty(o.ty)) return from_bits(want, v);
    if (!is_float_ty(want) && is_float_ty(o.ty)) return to_bits(o.ty, v);
    if (want == Ty::Float && o.ty == Ty::Double) return b_.CreateFPTrunc(v, m_.flt);
    if (want == Ty::Double && o.ty == Ty::Float) return b_.CreateFPExt(v, m_.dbl);
    return v;
  }
  Value *field(Value *x, int64_t offset) { return b_.CreateConstGEP1_64(m_.i8, b_.CreateIntToPtr(x, m_.ptr), uint64_t(offset)); }
  Value *info_of(Value *x) { return b_.CreateLoad(m_.ptr, b_.CreateIntToPtr(b_.CreateAnd(x, b_.getInt64(~7ull)), m_.ptr)); }
  Value *con_of(Value *x) {
    llvm::LoadInst *l = b_.CreateLoad(m_.i16, b_.CreateConstGEP1_64(m_.i8, info_of(x), offsetof(GphInfo, con)));
    l->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(c_, {}));
    return b_.CreateZExt(l, m_.i64);
  }
  Value *tag_of(Value *x) { return b_.CreateAnd(x, b_.getInt64(7)); }
  Value *is_imm(Value *x) { return b_.CreateICmpEQ(tag_of(x), b_.getInt64(7)); }

  // Control flow. The builder's block always exists; after a terminator it is a fresh one that nothing reaches.
  BasicBlock *fresh() { return BasicBlock::Create(c_, "", f_); }
  void branch(BasicBlock *to) { if (!b_.GetInsertBlock()->getTerminator()) b_.CreateBr(to); }
  bool open() { return b_.GetInsertBlock()->getTerminator() == nullptr; }
  void at(BasicBlock *x) { b_.SetInsertPoint(x); }
  void cond(Value *test, BasicBlock *yes, BasicBlock *no, int likely = 0) {   // likely: 1 yes, -1 no
    llvm::MDNode *w = likely == 0 ? nullptr : likely > 0 ? llvm::MDBuilder(c_).createBranchWeights(2000, 1) : llvm::MDBuilder(c_).createBranchWeights(1, 2000);
    b_.CreateCondBr(test, yes, no, w);
  }
  BasicBlock *label(const Label *l) {
    BasicBlock *&x = labels_[l->num];
    if (!x) x = fresh();
    return x;
  }

  void push(const Vec<Local *> &roots) {
    if (roots.empty()) return;
    Value *s = b_.CreateConstGEP1_64(m_.i64, rs(), uint64_t(-int64_t(roots.size())));
    for (size_t i = 0; i < roots.size(); i++) b_.CreateStore(load(roots[i]), b_.CreateConstGEP1_64(m_.i64, s, i));
    b_.CreateStore(s, rs_);
  }
  void pop(const Vec<Local *> &roots, const Vec<Local *> &reloads) {
    if (roots.empty()) return;
    Value *s = rs();
    for (size_t i = 0; i < roots.size(); i++) store(roots[i], b_.CreateLoad(m_.i64, b_.CreateConstGEP1_64(m_.i64, s, i)));
    b_.CreateStore(b_.CreateConstGEP1_64(m_.i64, s, roots.size()), rs_);
    for (Local *l : reloads) store(l, b_.CreateLoad(m_.i64, field(load(fn_->self), 8 * (1 + int64_t(l->from_self)) - int64_t(fn_->info->tag))));
  }

  void block(const Block &b) {
    for (Stmt *s : b) {
      if (!open()) return;   // what follows a jump
      statement(s);
    }
  }
  void statement(Stmt *s);
  void eval(const SEval &e);
  void heap_check(const SHeapCheck &h);
  void poll(const SHeapCheck &h);
  void alloc(const SAlloc &a);
  void unbox(const SUnbox &u);
  void box(const SBox &x);
  void if_stmt(const SIf &i);
  void switch_stmt(const SSwitch &w);
  void join(const SJoin &j);
  void jump(const SGoto &g);
  void return_stmt(const SReturn &r);
  struct CallParts { Value *callee; std::vector<Value *> ints, doubles; };
  CallParts call_parts(const Callee &callee, const Vec<Operand> &args);
  void call_stmt(const SCall &c);
  void prim(const SPrim &p);
  bool prim_by_instruction(const SPrim &p);
  void foreign(const SForeign &f);
  Value *c_call(const std::string &symbol, std::vector<Value *> args, const std::vector<Ty> &tys, std::optional<Ty> result, bool dynamic);
  Value *narrow(std::string_view type, Value *v) {
    NarrowType n = narrow_type(type);
    if (n.bits == 0) return v;
    if (n.bits == 1) return b_.CreateZExt(b_.CreateICmpNE(v, b_.getInt64(0)), m_.i64);
    Value *t = b_.CreateTrunc(v, b_.getIntNTy(n.bits));
    return n.is_signed ? b_.CreateSExt(t, m_.i64) : b_.CreateZExt(t, m_.i64);
  }
  llvm::Function *shim(const std::string &symbol, const std::vector<Ty> &tys, std::optional<Ty> result, bool dynamic);

  ModuleEmitter &m_;
  llvm::IRBuilder<> &b_;
  llvm::Function *f_;
  llvm::LLVMContext &c_;
  llvm::FunctionType *type_;
  bool is_d_ = false;
  BasicBlock *entry_;
  llvm::AllocaInst *reg_, *rs_, *hp_;
  const Function *fn_ = nullptr;
  const SPrim *prim_ = nullptr;
  std::unordered_map<uint32_t, llvm::AllocaInst *> slots_;
  std::unordered_map<uint32_t, BasicBlock *> labels_;
};

// ---- Calls -------------------------------------------------------------------------------------------------------------
static std::vector<Value *> registers(llvm::FunctionType *t, Value *reg, Value *rs, Value *hp, const std::vector<Value *> &ints,
                                      const std::vector<Value *> &doubles) {
  std::vector<Value *> a(t->getNumParams());
  for (unsigned i = 0; i < a.size(); i++) a[i] = llvm::PoisonValue::get(t->getParamType(i));
  for (size_t i = 0; i < ints.size(); i++) a[kIntArgs[i]] = ints[i];
  for (size_t i = 0; i < doubles.size(); i++) a[kXmm0 + i] = doubles[i];
  a[kR13] = reg;
  a[kR14] = rs;
  a[kR15] = hp;
  return a;
}

llvm::CallInst *FunctionEmitter::call(llvm::FunctionType *t, Value *callee, const std::vector<Value *> &ints, const std::vector<Value *> &doubles) {
  llvm::CallInst *c = b_.CreateCall(t, callee, registers(t, reg(), rs(), hp(), ints, doubles));
  c->setCallingConv(llvm::CallingConv::X86_RegCall);
  c->addFnAttr(llvm::Attribute::NoUnwind);
  b_.CreateStore(b_.CreateExtractValue(c, kR13), reg_);
  b_.CreateStore(b_.CreateExtractValue(c, kR14), rs_);
  b_.CreateStore(b_.CreateExtractValue(c, kR15), hp_);
  return c;
}

void FunctionEmitter::tail_call(Value *callee, const std::vector<Value *> &ints, const std::vector<Value *> &doubles) {
  llvm::CallInst *c = b_.CreateCall(type_, callee, registers(type_, reg(), rs(), hp(), ints, doubles));
  c->setCallingConv(llvm::CallingConv::X86_RegCall);
  c->setTailCallKind(llvm::CallInst::TCK_MustTail);
  b_.CreateRet(c);
}

void FunctionEmitter::return_parts(Value *rax, Value *rdx, Value *xmm0, Value *xmm1) {
  Value *v = llvm::PoisonValue::get(type_->getReturnType());
  if (rax) v = b_.CreateInsertValue(v, rax, kRax);
  if (rdx) v = b_.CreateInsertValue(v, rdx, kRdx);
  v = b_.CreateInsertValue(v, reg(), kR13);
  v = b_.CreateInsertValue(v, rs(), kR14);
  v = b_.CreateInsertValue(v, hp(), kR15);
  if (xmm0) v = b_.CreateInsertValue(v, xmm0, kXmm0);
  if (xmm1) v = b_.CreateInsertValue(v, xmm1, kXmm0 + 1);
  b_.CreateRet(v);
}

// void symbol(a, b), every register preserved.
void FunctionEmitter::preserving(const char *symbol, Value *a, Value *b) {
  llvm::FunctionType *t = llvm::FunctionType::get(llvm::Type::getVoidTy(c_), {m_.i64, m_.i64, m_.ptr, m_.ptr, m_.ptr}, false);
  b_.CreateCall(llvm::InlineAsm::get(t, std::string("call ") + symbol, "{rdi},{rsi},{r13},{r14},{r15},~{memory},~{flags}", true), {a, b, reg(), rs(), hp()});
}

FunctionEmitter::CallParts FunctionEmitter::call_parts(const Callee &callee, const Vec<Operand> &args) {
  CallParts p;
  switch (callee.kind) {
    case Callee::Kind::Known: {
      const Function *f = callee.fn;
      Vec<Ty> tys;
      for (Local *x : f->params) tys.push_back(x->ty);
      ArgLayout l = layout_args(tys, f->self != nullptr);
      for (size_t i = 0; i < args.size(); i++)
        switch (l.args[i].where) {
          case ArgPlace::Memory: store_slot(args_slot(l.args[i].index), bits(args[i])); break;
          case ArgPlace::IntReg:
            if (p.ints.size() <= l.args[i].index) p.ints.resize(l.args[i].index + 1, llvm::PoisonValue::get(m_.i64));
            p.ints[l.args[i].index] = arg(args[i], tys[i]);
            break;
          case ArgPlace::FloatReg:
            if (p.doubles.size() <= l.args[i].index) p.doubles.resize(l.args[i].index + 1, llvm::PoisonValue::get(m_.dbl));
            p.doubles[l.args[i].index] = to_xmm(tys[i], arg(args[i], tys[i]));
            break;
        }
      if (f->self) {
        if (p.ints.size() <= l.self.index) p.ints.resize(l.self.index + 1, llvm::PoisonValue::get(m_.i64));
        p.ints[l.self.index] = operand(callee.closure);
      }
      p.callee = m_.callee(f, type_);
      return p;
    }
    case Callee::Kind::Unknown: {
      for (const Operand &a : args) p.ints.push_back(bits(a));
      Value *f = operand(callee.closure);
      p.ints.push_back(f);
      Value *generic = m_.runtime_function("gph_ap" + std::to_string(args.size()), type_);
      p.callee = generic;
      if (args.size() > 4) return p;
      // The common case without a detour: a function of this arity.
      BasicBlock *here = b_.GetInsertBlock(), *direct = fresh(), *go = fresh();
      cond(b_.CreateICmpEQ(tag_of(f), b_.getInt64(args.size())), direct, go, 1);
      at(direct);
      Value *info = b_.CreateLoad(m_.ptr, field(f, -int64_t(args.size())));
      Value *code = b_.CreateLoad(m_.ptr, b_.CreateConstGEP1_64(m_.i8, info, offsetof(GphInfo, call)));
      b_.CreateBr(go);
      at(go);
      llvm::PHINode *phi = b_.CreatePHI(m_.ptr, 2);
      phi->addIncoming(code, direct);
      phi->addIncoming(generic, here);
      p.callee = phi;
      return p;
    }
    case Callee::Kind::Runtime:
      p.ints.push_back(llvm::ConstantExpr::getPtrToInt(m_.data(callee.symbol), m_.i64));
      for (const Operand &a : args) p.ints.push_back(bits(a));
      p.callee = m_.runtime_function("gph_rtcall", type_);
      return p;
  }
  return p;
}

void FunctionEmitter::call_stmt(const SCall &s) {
  Vec<Ty> ret;
  if (s.callee.kind == Callee::Kind::Known) ret = s.callee.fn->ret;
  else for (Local *d : s.dsts) ret.push_back(d->ty);
  push(s.roots);
  CallParts p = call_parts(s.callee, s.args);
  llvm::CallInst *r = call(type_, p.callee, p.ints, p.doubles);
  if (s.callee.kind == Callee::Kind::Runtime) {   // the first result, then R->ret[1..]
    for (size_t i = 0; i < s.dsts.size(); i++) store(s.dsts[i], from_bits(s.dsts[i]->ty, i == 0 ? rax_of(r) : load_slot(ret_slot(i))));
  } else if (!s.dsts.empty() && ret.size() == 1) {
    if (is_float_ty(ret[0])) {
      Value *x = b_.CreateExtractValue(r, kXmm0);
      store(s.dsts[0], ret[0] == Ty::Float ? float_from_xmm(x) : x);
    } else {
      store(s.dsts[0], rax_of(r));
    }
  } else if (!s.dsts.empty()) {
    unsigned ints = 0, doubles = 0;
    static constexpr unsigned kInts[] = {kRax, kRdx};
    for (size_t i = 0; i < s.dsts.size(); i++) {
      Value *v;
      if (i >= 2) v = from_bits(ret[i], load_slot(ret_slot(i)));
      else if (ret[i] == Ty::Double) v = b_.CreateExtractValue(r, kXmm0 + doubles++);
      else v = from_bits(ret[i], b_.CreateExtractValue(r, kInts[ints++]));
      store(s.dsts[i], v);
    }
  }
  pop(s.roots, s.reloads);
}

void FunctionEmitter::return_stmt(const SReturn &r) {
  const Vec<Ty> &ret = fn_->ret;
  if (ret.empty()) return return_parts(b_.getInt64(7));
  if (ret.size() == 1) {
    Value *v = arg(r.values[0], ret[0]);
    return is_float_ty(ret[0]) ? return_parts(nullptr, nullptr, to_xmm(ret[0], v)) : return_parts(v);
  }
  for (size_t i = 2; i < ret.size(); i++) store_slot(ret_slot(i), bits(r.values[i]));
  Value *ints[2] = {}, *doubles[2] = {};
  unsigned ni = 0, nd = 0;
  for (size_t i = 0; i < 2; i++) {
    if (ret[i] == Ty::Double) doubles[nd++] = arg(r.values[i], Ty::Double);
    else ints[ni++] = bits(r.values[i]);
  }
  return_parts(ints[0], ints[1], doubles[0], doubles[1]);
}

// ---- Evaluation, allocation ----------------------------------------------------------------------------------------------
void FunctionEmitter::eval(const SEval &e) {
  BasicBlock *enter = fresh(), *on = fresh();
  cond(b_.CreateICmpEQ(tag_of(load(e.x)), b_.getInt64(0)), enter, on);
  at(enter);
  push(e.roots);
  Value *x = load(e.x);
  store(e.x, rax_of(call(type_, enter_call(x), {x}, {})));
  pop(e.roots, e.reloads);
  b_.CreateBr(on);
  at(on);
}

// A poll in a loop: to LLVM one instruction that changes the roots, with its slow path in a section of its own. As a branch it would take part in
// the layout of the loop, and small loops lose up to a tenth by it.
void FunctionEmitter::poll(const SHeapCheck &h) {
  size_t n = h.roots.size();
  std::string text = "cmpq (%r13), %r15\n\tja 771f\n772:\n\t.pushsection \".text.unlikely." + f_->getName().str() + "_poll\",\"ax\",@progbits\n771:\n\t";
  std::string outs = "={r13},={r14},={r15}", ins = ",{r13},{r14},{r15}";
  std::vector<llvm::Type *> types(3, m_.ptr);
  std::vector<Value *> values = {reg(), rs(), hp()};
  auto slot = [](size_t i) { return std::to_string(8 * i) + "(%r14)"; };
  auto reg_name = [](size_t i) { return "$" + std::to_string(3 + i); };
  if (n) text += "leaq -" + std::to_string(8 * n) + "(%r14), %r14\n\t";
  for (size_t i = 0; i < n; i++) text += "movq " + reg_name(i) + ", " + slot(i) + "\n\t";
  text += "call gph_poll_stub\n\t";
  for (size_t i = 0; i < n; i++) text += "movq " + slot(i) + ", " + reg_name(i) + "\n\t";
  if (n) text += "leaq " + std::to_string(8 * n) + "(%r14), %r14\n\t";
  text += "jmp 772b\n\t.popsection";
  for (size_t i = 0; i < n; i++) {
    outs += ",=r";
    ins += "," + std::to_string(3 + i);
    types.push_back(m_.i64);
    values.push_back(load(h.roots[i]));
  }
  llvm::FunctionType *t = llvm::FunctionType::get(llvm::StructType::get(c_, types), types, false);
  Value *r = b_.CreateCall(llvm::InlineAsm::get(t, text, outs + ins + ",~{memory},~{flags}", true), values);
  b_.CreateStore(b_.CreateExtractValue(r, 0), reg_);
  b_.CreateStore(b_.CreateExtractValue(r, 1), rs_);
  b_.CreateStore(b_.CreateExtractValue(r, 2), hp_);
  for (size_t i = 0; i < n; i++) store(h.roots[i], b_.CreateExtractValue(r, unsigned(3 + i)));
}

void FunctionEmitter::heap_check(const SHeapCheck &h) {
  uint32_t bytes = h.words * 8;
  if (bytes == 0 && h.roots.size() <= kPollRoots && h.reloads.empty()) return poll(h);
  BasicBlock *gc = fresh(), *on = fresh();
  Value *limit = b_.CreateLoad(m_.ptr, reg());   // hplim, at 0
  cond(b_.CreateICmpUGT(b_.CreateConstGEP1_64(m_.i8, hp(), bytes), limit), gc, on, -1);
  at(gc);
  push(h.roots);
  llvm::FunctionType *t = llvm::FunctionType::get(llvm::StructType::get(m_.ptr, m_.ptr, m_.ptr), {m_.ptr, m_.ptr, m_.ptr, m_.i32}, false);
  Value *r = b_.CreateCall(llvm::InlineAsm::get(t, "movl $6, %r11d\n\tcall gph_gc_stub", "={r13},={r14},={r15},{r13},{r14},{r15},i,~{r11},~{memory},~{flags}", true),
                           {reg(), rs(), hp(), b_.getInt32(bytes)});
  b_.CreateStore(b_.CreateExtractValue(r, 0), reg_);
  b_.CreateStore(b_.CreateExtractValue(r, 1), rs_);
  b_.CreateStore(b_.CreateExtractValue(r, 2), hp_);
  pop(h.roots, h.reloads);
  b_.CreateBr(on);
  at(on);
}

void FunctionEmitter::alloc(const SAlloc &a) {
  Value *base = hp();
  for (const Object &o : a.objects) store(o.dst, b_.CreatePtrToInt(b_.CreateConstGEP1_64(m_.i8, base, uint64_t(o.offset) * 8 + o.tag), m_.i64));
  for (const Object &o : a.objects) {
    b_.CreateStore(m_.info(o.info), b_.CreateConstGEP1_64(m_.i64, base, o.offset));
    bool thunk = o.info->kind == ObjKind::Thunk || o.info->kind == ObjKind::ThunkOnce || o.info->kind == ObjKind::StringThunk || o.info->kind == ObjKind::Ap || o.info->kind == ObjKind::Sel;
    for (size_t i = thunk ? 1 : 0; i < o.payload.size(); i++)   // a thunk's result word is written by the update only
      b_.CreateStore(bits(o.payload[i]), b_.CreateConstGEP1_64(m_.i64, base, o.offset + 1 + i));
  }
}

void FunctionEmitter::unbox(const SUnbox &u) {
  Value *x = operand(u.src);
  if (u.small) return store(u.dst, b_.CreateLShr(x, 3));
  BasicBlock *imm = fresh(), *boxed = fresh(), *on = fresh();
  cond(is_imm(x), imm, boxed, 1);
  at(imm);
  store(u.dst, u.is_signed ? b_.CreateAShr(x, 3) : b_.CreateLShr(x, 3));
  b_.CreateBr(on);
  at(boxed);
  store(u.dst, b_.CreateLoad(m_.i64, field(x, 8 - u.ptr_tag)));
  b_.CreateBr(on);
  at(on);
}

void FunctionEmitter::box(const SBox &x) {
  Value *n = operand(x.src), *r = b_.CreateOr(b_.CreateShl(n, 3), b_.getInt64(7));
  if (x.small) return store(x.dst, r);
  store(x.dst, r);
  BasicBlock *slow = fresh(), *on = fresh();
  cond(b_.CreateICmpNE(x.is_signed ? b_.CreateAShr(r, 3) : b_.CreateLShr(r, 3), n), slow, on, -1);
  at(slow);
  llvm::FunctionType *t = llvm::FunctionType::get(m_.i64, {m_.i64, m_.ptr, m_.ptr, m_.ptr, m_.ptr}, false);
  store(x.dst, b_.CreateCall(llvm::InlineAsm::get(t, "call gph_box_slow", "={rax},{rdi},{rsi},{r13},{r14},{r15},~{memory},~{flags}", true),
                             {n, m_.info(x.info), reg(), rs(), hp()}));
  b_.CreateBr(on);
  at(on);
}

// GPH_THUNK_ENTER
void FunctionEmitter::thunk_enter(Value *self) {
  Value *s = b_.CreateConstGEP1_64(m_.i64, rs(), uint64_t(-1));
  b_.CreateStore(b_.CreateOr(self, b_.getInt64(GPH_TAG_UPDATE)), s);
  b_.CreateStore(s, rs_);
  BasicBlock *eager = fresh(), *on = fresh();
  cond(b_.CreateICmpNE(load_reg(offsetof(GphReg, eager_blackhole), m_.i8), b_.getInt8(0)), eager, on, -1);
  at(eager);
  b_.CreateStore(load_slot(offsetof(GphReg, owner)), field(self, 8));
  b_.CreateStore(m_.data("gph_eager_blackhole_info"), b_.CreateIntToPtr(self, m_.ptr))->setAtomic(llvm::AtomicOrdering::Release);
  b_.CreateBr(on);
  at(on);
}

// GPH_CAF_ENTER
void FunctionEmitter::caf_enter(Value *self, Constant *info) {
  llvm::CallInst *r = call(type_, m_.runtime_function("gph_caf_enter", type_), {self, llvm::ConstantExpr::getPtrToInt(info, m_.i64)}, {});
  BasicBlock *other = fresh(), *on = fresh();
  cond(b_.CreateICmpEQ(b_.CreateTrunc(rax_of(r), m_.i32), b_.getInt32(0)), other, on);   // an int
  at(other);
  tail_call(enter_call(self), {self}, {});
  at(on);
}

// GPH_UPDATE, out of line: every thunk ends so, and a jump costs nothing beside it.
void FunctionEmitter::update(Value *value) { tail_call(m_.runtime_function("gph_update_return", type_), {value}, {}); }

// ---- Primitive operations, foreign calls -----------------------------------------------------------------------------------
// The "llvm" column of primops.def: comparisons and binary instructions.
bool FunctionEmitter::prim_by_instruction(const SPrim &p) {
  std::string_view t = p.op->llvm;
  if (t.empty() || p.dsts.size() != 1 || p.args.size() != 2) return false;
  using P = llvm::CmpInst::Predicate;
  static const std::unordered_map<std::string_view, P> kCompare = {
      {"icmp eq", P::ICMP_EQ}, {"icmp ne", P::ICMP_NE}, {"icmp sgt", P::ICMP_SGT}, {"icmp sge", P::ICMP_SGE}, {"icmp slt", P::ICMP_SLT}, {"icmp sle", P::ICMP_SLE},
      {"icmp ugt", P::ICMP_UGT}, {"icmp uge", P::ICMP_UGE}, {"icmp ult", P::ICMP_ULT}, {"icmp ule", P::ICMP_ULE},
      {"fcmp oeq", P::FCMP_OEQ}, {"fcmp une", P::FCMP_UNE}, {"fcmp ogt", P::FCMP_OGT}, {"fcmp oge", P::FCMP_OGE}, {"fcmp olt", P::FCMP_OLT}, {"fcmp ole", P::FCMP_OLE}};
  auto k = kCompare.find(t);
  if (k != kCompare.end()) {
    store(p.dsts[0], b_.CreateZExt(b_.CreateCmp(k->second, operand(p.args[0]), operand(p.args[1])), m_.i64));
    return true;
  }
  using B = llvm::Instruction::BinaryOps;
  static const std::unordered_map<std::string_view, B> kBinary = {{"add", B::Add}, {"sub", B::Sub}, {"mul", B::Mul}, {"and", B::And}, {"or", B::Or}, {"xor", B::Xor},
                                                                  {"sdiv", B::SDiv}, {"srem", B::SRem}, {"udiv", B::UDiv}, {"urem", B::URem},
                                                                  {"fadd", B::FAdd}, {"fsub", B::FSub}, {"fmul", B::FMul}, {"fdiv", B::FDiv}};
  auto i = kBinary.find(t);
  if (i == kBinary.end()) return false;
  store(p.dsts[0], b_.CreateBinOp(i->second, operand(p.args[0]), operand(p.args[1])));
  return true;
}

void FunctionEmitter::prim(const SPrim &p) {
  prim_ = &p;
  auto a = [&](size_t i) { return operand(p.args[i]); };
  switch (PrimId(p.op->index)) {
    case PrimId::TagToEnum: return store(p.dsts[0], b_.CreateOr(b_.CreateShl(a(0), 3), b_.getInt64(7)));
    case PrimId::DataToTag: {
      TyCon *tc = p.tycon;
      bool all_nullary = tc && !tc->cons.empty(), none = tc && !tc->cons.empty();
      int64_t imm = -1;
      if (tc)
        for (DataCon *con : tc->cons) {
          const ConLayout &l = con_layout(con);
          all_nullary &= l.nullary;
          none &= !l.nullary;
          if (l.imm) imm = int64_t(con->index);
        }
      Value *x = a(0);
      if (all_nullary) return store(p.dsts[0], b_.CreateLShr(x, 3));
      if (none && imm < 0) return store(p.dsts[0], con_of(x));
      BasicBlock *i = fresh(), *boxed = fresh(), *on = fresh();
      cond(is_imm(x), i, boxed);
      at(i);
      store(p.dsts[0], imm >= 0 ? b_.getInt64(uint64_t(imm)) : b_.CreateLShr(x, 3));
      b_.CreateBr(on);
      at(boxed);
      store(p.dsts[0], con_of(x));
      b_.CreateBr(on);
      at(on);
      return;
    }
    case PrimId::IntQuotRem:
    case PrimId::WordQuotRem: {
      bool s = PrimId(p.op->index) == PrimId::IntQuotRem;
      Value *x = a(0), *y = a(1);
      Value *q = s ? b_.CreateSDiv(x, y) : b_.CreateUDiv(x, y), *r = s ? b_.CreateSRem(x, y) : b_.CreateURem(x, y);
      store(p.dsts[0], q);
      store(p.dsts[1], r);
      return;
    }
    case PrimId::Par: case PrimId::Spark: {
      Constant *where = m_.c_string(p.loc ? p.loc.str() : std::string_view(fn_->info->shown));
      llvm::StructType *t = llvm::StructType::get(m_.ptr, llvm::ArrayType::get(m_.i64, 8), m_.ptr);
      GlobalVariable *site = new GlobalVariable(m_.m_, t, false, llvm::GlobalValue::InternalLinkage,
                                                llvm::ConstantStruct::get(t, {where, Constant::getNullValue(t->getElementType(1)), llvm::ConstantPointerNull::get(m_.ptr)}), "site");
      Value *x = a(0);
      BasicBlock *spark = fresh(), *on = fresh();
      cond(b_.CreateICmpNE(load_slot(offsetof(GphReg, sparks)), b_.getInt64(0)), spark, on);
      at(spark);
      preserving("gph_spark_at", x, llvm::ConstantExpr::getPtrToInt(site, m_.i64));
      b_.CreateBr(on);
      at(on);
      if (!p.dsts.empty()) store(p.dsts[0], PrimId(p.op->index) == PrimId::Par ? b_.getInt64(1) : x);
      return;
    }
    default: break;
  }
  if (p.op->impl == core::PrimImpl::Call) {
    std::vector<Value *> args;
    std::vector<Ty> tys;
    for (const Operand &o : p.args) {
      args.push_back(operand(o));
      tys.push_back(o.ty);
    }
    std::optional<Ty> result;
    if (!p.dsts.empty()) result = p.dsts[0]->ty;
    Value *v = c_call(p.op->c, args, tys, result, false);
    if (!p.dsts.empty()) store(p.dsts[0], v);
    return;
  }
  GPHC_CHECK(p.op->impl == core::PrimImpl::Inline, std::string("LLVM back end: primitive operation ") + p.op->name);
  if (prim_by_instruction(p)) return;
  CValue v = translate_c(b_, *this, p.op->c);
  if (p.dsts.size() == 1 && !strstr(p.op->c, "$r")) set_result(0, v);
}

// C: void shim(W *args, W *ret)
llvm::Function *FunctionEmitter::shim(const std::string &symbol, const std::vector<Ty> &tys, std::optional<Ty> result, bool dynamic) {
  llvm::IRBuilder<>::InsertPointGuard g(b_);
  llvm::Function *f = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(c_), {m_.ptr, m_.ptr}, false), llvm::GlobalValue::InternalLinkage, "shim", m_.m_);
  f->addFnAttr(llvm::Attribute::NoUnwind);
  at(BasicBlock::Create(c_, "", f));
  std::vector<llvm::Type *> types;
  std::vector<Value *> args;
  auto slot_of = [&](size_t i) { return b_.CreateLoad(m_.i64, b_.CreateConstGEP1_64(m_.i64, f->getArg(0), i)); };
  for (size_t i = dynamic ? 1 : 0; i < tys.size(); i++) {
    types.push_back(type_of(tys[i]));
    args.push_back(from_bits(tys[i], slot_of(i)));
  }
  // Variadic in name: a function of variable arguments (printf) finds the number of floating ones in al, others do not care.
  llvm::FunctionType *t = llvm::FunctionType::get(result ? type_of(*result) : llvm::Type::getVoidTy(c_), types, true);
  Value *callee = dynamic ? b_.CreateIntToPtr(slot_of(0), m_.ptr) : m_.data(symbol);
  llvm::CallInst *r = b_.CreateCall(t, callee, args);
  if (result) b_.CreateStore(to_bits(*result, r), f->getArg(1));
  b_.CreateRetVoid();
  return f;
}

// An unsafe call of a C function: on the worker's stack, but for small mathematical functions.
Value *FunctionEmitter::c_call(const std::string &symbol, std::vector<Value *> args, const std::vector<Ty> &tys, std::optional<Ty> result, bool dynamic) {
  if (!dynamic && is_small_math(symbol) && result && is_float_ty(*result)) {
    std::vector<llvm::Type *> types;
    for (Ty t : tys) types.push_back(type_of(t));
    llvm::FunctionCallee f = m_.m_.getOrInsertFunction(symbol, llvm::FunctionType::get(type_of(*result), types, false));
    llvm::CallInst *c = b_.CreateCall(f, args);
    c->addFnAttr(llvm::Attribute::NoUnwind);
    c->setDoesNotAccessMemory();   // -fno-math-errno
    return c;
  }
  size_t ints = 0, floats = 0;
  for (Ty t : tys) (is_float_ty(t) ? floats : ints)++;
  if (dynamic) ints--;
  if (ints > 6 || floats > 8) {   // through a shim that finds its arguments in R->args
    for (size_t i = 0; i < args.size(); i++) store_slot(args_slot(uint32_t(i)), to_bits(tys[i], args[i]));
    call(type_, m_.runtime_function("gph_unsafe_ccall", type_), {llvm::ConstantExpr::getPtrToInt(shim(symbol, tys, result, dynamic), m_.i64)}, {});
    return result ? from_bits(*result, load_slot(ret_slot(0))) : nullptr;
  }
  static const char *const kRegs[] = {"rdi", "rsi", "rdx", "rcx", "r8", "r9"};
  std::string outs = "={rax},={xmm0}", ins, clobbers = "~{rbx},~{memory},~{flags},~{r11}";
  std::vector<llvm::Type *> types;
  std::vector<Value *> values;
  size_t ni = 0, nf = 0;
  bool used[16] = {};
  for (size_t i = 0; i < args.size(); i++) {
    std::string reg;
    Value *v = args[i];
    if (dynamic && i == 0) reg = "r10";
    else if (is_float_ty(tys[i])) {
      used[nf] = true;
      reg = "xmm" + std::to_string(nf++);
    } else {
      reg = kRegs[ni++];
    }
    ins += ",{" + reg + "}";
    types.push_back(v->getType());
    values.push_back(v);
  }
  // Input registers are not preserved either: they are outputs nobody uses.
  std::vector<llvm::Type *> out_types = {m_.i64, result == Ty::Float ? m_.flt : m_.dbl};
  for (size_t i = 0; i < ni; i++) {
    outs += std::string(",={") + kRegs[i] + "}";
    out_types.push_back(m_.i64);
  }
  for (size_t i = 1; i < nf; i++) {
    outs += ",={xmm" + std::to_string(i) + "}";
    out_types.push_back(m_.dbl);
  }
  if (dynamic) {
    outs += ",={r10}";
    out_types.push_back(m_.i64);
  } else {
    clobbers += ",~{r10}";
  }
  for (size_t i = ni; i < 6; i++) clobbers += std::string(",~{") + kRegs[i] + "}";
  for (size_t i = 1; i < 16; i++) if (!used[i]) clobbers += ",~{xmm" + std::to_string(i) + "}";
  ins += ",{rax},{r13}";
  types.insert(types.end(), {m_.i64, m_.ptr});
  values.insert(values.end(), {b_.getInt64(nf), reg()});
  std::string text = std::string("movq %rsp, %rbx\n\tmovq 48(%r13), %rsp\n\tcall ") + (dynamic ? "*%r10" : symbol) + "\n\tmovq %rbx, %rsp";
  llvm::StructType *out = llvm::StructType::get(c_, out_types);
  Value *r = b_.CreateCall(llvm::InlineAsm::get(llvm::FunctionType::get(out, types, false), text, outs + ins + "," + clobbers, true), values);
  if (!result) return nullptr;
  return b_.CreateExtractValue(r, is_float_ty(*result) ? 1 : 0);
}

void FunctionEmitter::foreign(const SForeign &f) {
  const core::ForeignCall *c = f.call;
  bool dynamic = !c->symbol;
  if (c->c_result == "&") {   // the address of the symbol
    if (!f.dsts.empty()) store(f.dsts[0], llvm::ConstantExpr::getPtrToInt(m_.data(c->symbol.string()), m_.i64));
    return;
  }
  std::vector<Value *> args;
  std::vector<Ty> tys;
  for (size_t i = 0; i < f.args.size(); i++) {
    Value *a = operand(f.args[i]);
    Ty t = f.args[i].ty;
    if (f.arg_reps[i] == Rep::Unlifted) a = b_.CreateAdd(a, b_.getInt64(15));   // GPH_BYTES
    size_t ci = dynamic ? i - 1 : i;
    if (!(dynamic && i == 0) && ci < c->c_arg_types.size() && !is_float_ty(t)) a = narrow(c->c_arg_types[ci], a);
    args.push_back(a);
    tys.push_back(t == Ty::Ptr ? Ty::Word : t);
  }
  Local *dst = f.dsts.empty() ? nullptr : f.dsts[0];
  std::optional<Ty> result;
  if (dst) result = dst->ty;
  Value *r;
  if (!c->safe) {
    r = c_call(dynamic ? "" : c->symbol.string(), args, tys, result, dynamic);
  } else {
    for (size_t i = 0; i < args.size(); i++) store_slot(args_slot(uint32_t(i)), to_bits(tys[i], args[i]));
    push(f.roots);
    call(type_, m_.runtime_function("gph_safe_ccall", type_), {llvm::ConstantExpr::getPtrToInt(shim(dynamic ? "" : c->symbol.string(), tys, result, dynamic), m_.i64)}, {});
    r = result ? from_bits(*result, load_slot(ret_slot(0))) : nullptr;
  }
  if (dst) store(dst, is_float_ty(dst->ty) ? r : narrow(c->c_result, r));
  if (c->safe) pop(f.roots, f.reloads);
}

// ---- Statements ----------------------------------------------------------------------------------------------------------
void FunctionEmitter::if_stmt(const SIf &i) {
  Value *x = operand(i.x), *t = nullptr;
  switch (i.test) {
    case Test::Bit: t = b_.CreateICmpNE(b_.CreateAnd(x, operand(i.value)), b_.getInt64(0)); break;
    case Test::Equal: {
      Value *v = operand(i.value);
      t = x->getType()->isFloatingPointTy() ? b_.CreateFCmpOEQ(x, v) : b_.CreateICmpEQ(x, v);
      break;
    }
    case Test::TagEqual: t = b_.CreateICmpEQ(tag_of(x), operand(i.value)); break;
    case Test::ConIndex: t = b_.CreateICmpEQ(con_of(x), operand(i.value)); break;
  }
  BasicBlock *yes = fresh(), *no = fresh(), *on = nullptr;
  cond(t, yes, no);
  at(yes);
  block(i.then);
  if (open()) {
    on = fresh();
    b_.CreateBr(on);
  }
  at(no);
  block(i.otherwise);
  if (open()) {
    if (!on) return;   // go on in this block
    b_.CreateBr(on);
  }
  if (on) at(on);
}

void FunctionEmitter::switch_stmt(const SSwitch &w) {
  Value *x = operand(w.x);
  switch (w.on) {
    case SwitchOn::Raw: break;
    case SwitchOn::TagBits: x = tag_of(x); break;
    case SwitchOn::Index: x = b_.CreateLShr(x, 3); break;
    case SwitchOn::ConIndex: x = con_of(x); break;
  }
  BasicBlock *otherwise = fresh(), *on = nullptr;
  llvm::SwitchInst *s = b_.CreateSwitch(x, otherwise, unsigned(w.cases.size()));
  auto finish = [&] {
    if (!open()) return;
    if (!on) on = fresh();
    b_.CreateBr(on);
  };
  for (const SwitchCase &k : w.cases) {
    BasicBlock *here = fresh();
    for (int64_t v : k.values) s->addCase(llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(m_.i64), uint64_t(v)), here);
    at(here);
    block(k.body);
    finish();
  }
  at(otherwise);
  if (w.has_default) {
    block(w.otherwise);
    finish();
  } else {
    b_.CreateUnreachable();
  }
  if (on) at(on);
}

void FunctionEmitter::join(const SJoin &j) {
  BasicBlock *on = nullptr;
  auto finish = [&] {
    if (!open()) return;
    if (!on) on = fresh();
    b_.CreateBr(on);
  };
  block(j.body);
  finish();
  for (const JoinBlock &p : j.joins) {
    if (!p.label->used) continue;
    at(label(p.label));
    block(p.body);
    finish();
  }
  if (on) at(on);
}

void FunctionEmitter::jump(const SGoto &g) {
  std::vector<Value *> v;
  for (const Operand &o : g.args) v.push_back(operand(o));
  for (size_t i = 0; i < v.size(); i++) store(g.label->params[i], v[i]);
  b_.CreateBr(label(g.label));
}

void FunctionEmitter::statement(Stmt *s) {
  switch (s->tag) {
    case Tag::Move: store(cast<SMove>(s).dst, arg(cast<SMove>(s).src, cast<SMove>(s).dst->ty)); break;
    case Tag::Load: {
      SLoad &l = cast<SLoad>(s);
      store(l.dst, from_bits(l.dst->ty, b_.CreateLoad(m_.i64, field(operand(l.base), 8 * (1 + int64_t(l.index)) - l.ptr_tag))));
      break;
    }
    case Tag::Prim: prim(cast<SPrim>(s)); break;
    case Tag::Unbox: unbox(cast<SUnbox>(s)); break;
    case Tag::Box: box(cast<SBox>(s)); break;
    case Tag::Alloc: alloc(cast<SAlloc>(s)); break;
    case Tag::HeapCheck: heap_check(cast<SHeapCheck>(s)); break;
    case Tag::HeapBump: b_.CreateStore(b_.CreateConstGEP1_64(m_.i64, hp(), cast<SHeapBump>(s).words), hp_); break;
    case Tag::Eval: eval(cast<SEval>(s)); break;
    case Tag::Call: call_stmt(cast<SCall>(s)); break;
    case Tag::TailCall: {
      STailCall &t = cast<STailCall>(s);
      CallParts p = call_parts(t.callee, t.args);
      tail_call(p.callee, p.ints, p.doubles);
      break;
    }
    case Tag::Foreign: foreign(cast<SForeign>(s)); break;
    case Tag::Return: return_stmt(cast<SReturn>(s)); break;
    case Tag::ReturnEval: {
      Value *x = operand(cast<SReturnEval>(s).x);
      if (fn_->ret.size() > 1 || (fn_->ret.size() == 1 && is_float_ty(fn_->ret[0]))) {
        // A value where several results (or a double) are due can only be one that diverges: error calls have every type.
        call(type_, enter_call(x), {x}, {});
        b_.CreateUnreachable();
        break;
      }
      if (cast<SReturnEval>(s).x.kind == Operand::Kind::Local) {
        BasicBlock *enter = fresh(), *done = fresh();
        cond(b_.CreateICmpEQ(tag_of(x), b_.getInt64(0)), enter, done);
        at(done);
        return_parts(x);
        at(enter);
      }
      tail_call(enter_call(x), {x}, {});
      break;
    }
    case Tag::Enter:
      if (fn_->kind == FnKind::Caf) caf_enter(load(fn_->self), m_.info(cast<SEnter>(s).info));
      else thunk_enter(load(fn_->self));
      break;
    case Tag::Update: update(operand(cast<SUpdate>(s).value)); break;
    case Tag::If: if_stmt(cast<SIf>(s)); break;
    case Tag::Switch: switch_stmt(cast<SSwitch>(s)); break;
    case Tag::Join: join(cast<SJoin>(s)); break;
    case Tag::Goto: jump(cast<SGoto>(s)); break;
    case Tag::Loop: {
      BasicBlock *head = label(cast<SLoop>(s).label);
      b_.CreateBr(head);
      at(head);
      block(cast<SLoop>(s).body);
      break;
    }
    case Tag::Keep: {
      const Operand &x = cast<SKeep>(s).x;
      if (x.local) b_.CreateCall(llvm::InlineAsm::get(llvm::FunctionType::get(llvm::Type::getVoidTy(c_), {type_of(x.local->ty)}, false), "", "r", true), {load(x.local)});
      break;
    }
    case Tag::Stop: b_.CreateUnreachable(); break;
  }
}

void FunctionEmitter::body(const Function *f) {
  fn_ = f;
  if (llvm::DISubprogram *sp = m_.subprogram(f_, f->info)) b_.SetCurrentDebugLocation(llvm::DILocation::get(c_, sp->getLine(), 1, sp));
  Vec<Ty> tys;
  for (Local *p : f->params) tys.push_back(p->ty);
  ArgLayout l = layout_args(tys, f->self != nullptr);
  for (size_t i = 0; i < tys.size(); i++)
    switch (l.args[i].where) {
      case ArgPlace::IntReg: store(f->params[i], int_argument(l.args[i].index)); break;
      case ArgPlace::FloatReg: {
        Value *x = f_->getArg(kXmm0 + l.args[i].index);
        store(f->params[i], tys[i] == Ty::Float ? float_from_xmm(x) : x);
        break;
      }
      case ArgPlace::Memory: store(f->params[i], from_bits(tys[i], load_slot(args_slot(l.args[i].index)))); break;
    }
  if (f->self) store(f->self, int_argument(l.self.index));
  block(f->body);
  if (open()) b_.CreateUnreachable();
  // The check at the entry. See Note [Stack checks in LLVM].
  Frame frame = f->max_roots > kVeryManyRoots ? Frame::Huge : f->max_roots > kManyRoots || f->locals.size() > kManyLocals ? Frame::Big : Frame::Small;
  Frames::const_iterator found = m_.large_frames.find(f_->getName().str());
  if (found != m_.large_frames.end()) frame = std::max(frame, found->second);
  if ((f->needs_check || f->max_roots > 16 || frame != Frame::Small) && l.memory <= 24) {
    uint32_t mask = 0;
    for (size_t i = 0; i < tys.size(); i++) {
      if (tys[i] != Ty::Ptr) continue;
      if (l.args[i].where == ArgPlace::IntReg) mask |= 1u << l.args[i].index;
      if (l.args[i].where == ArgPlace::Memory) mask |= 1u << (8 + l.args[i].index);
    }
    if (f->self) mask |= 1u << l.self.index;
    if (f->kind != FnKind::Fun) mask |= 0x80;   // code of a thunk: see GPH_MORE in codegen.h
    m_.stack_check(f_, mask, f->max_roots, frame);
  }
  m_.set_code_attributes(f_, frame);
}

// ---- Modules ---------------------------------------------------------------------------------------------------------------
// roots: the most words that the function has on the root stack at once. See GPH_STKCHK, _ROOTS, _BIG in codegen.h.
void ModuleEmitter::stack_check(llvm::Function *f, uint32_t mask, uint32_t roots, Frame frame) {
  auto byte_array = [&](const std::vector<uint8_t> &v) { return llvm::ConstantDataArray::get(c, llvm::ArrayRef<uint8_t>(v)); };
  auto word32 = [](std::vector<uint8_t> *v, uint32_t w) { for (int i = 0; i < 4; i++) v->push_back(uint8_t(w >> (8 * i))); };
  // Before f, 16 bytes: the mask, int3, mov $f, %r10d, jmp gph_morestack_jump.
  std::vector<uint8_t> before;
  word32(&before, mask);
  llvm::Function *more = llvm::cast<llvm::Function>(runtime_function(frame == Frame::Huge ? "gph_morestack_huge_jump" : frame == Frame::Big ? "gph_morestack_big_jump" : "gph_morestack_jump", proto_i));
  Constant *address = llvm::ConstantExpr::getPtrToInt(f, i64);
  Constant *distance = llvm::ConstantExpr::getTrunc(llvm::ConstantExpr::getSub(llvm::ConstantExpr::getPtrToInt(more, i64), address), i32);
  f->setPrefixData(llvm::ConstantStruct::getAnon({byte_array(before), byte_array({0xcc, 0x41, 0xba}), llvm::ConstantExpr::getTrunc(address, i32), byte_array({0xe9}), distance}, true));
  constexpr int kBack = -11;   // from f to the mov
  std::vector<uint8_t> code;
  auto jb = [&] {
    code.push_back(0x72);
    code.push_back(uint8_t(kBack - int(code.size()) - 1));
  };
  auto compare = [&](uint8_t modrm, size_t offset) { code.insert(code.end(), {0x49, 0x3b, modrm, uint8_t(offset)}); };   // cmp offset(%r13), reg
  if (frame != Frame::Small) {
    code.insert(code.end(), {0x48, 0x8d, 0x84, 0x24});   // lea -n(%rsp), %rax
    word32(&code, uint32_t(frame == Frame::Huge ? -983040 : -16384));
    compare(0x45, offsetof(GphReg, splim));
  } else {
    compare(0x65, offsetof(GphReg, splim));              // %rsp
  }
  jb();
  if (frame != Frame::Small || roots > 2) {
    code.insert(code.end(), {0x49, 0x8d, 0x86});         // lea -8n(%r14), %rax
    word32(&code, uint32_t(-int32_t(8 * (frame == Frame::Huge ? 65536 : frame == Frame::Big ? 1024 : roots))));
    compare(0x45, offsetof(GphReg, rs_limit));
    jb();
  }
  f->setPrologueData(byte_array(code));
}

Value *ModuleEmitter::runtime_function(const std::string &name, llvm::FunctionType *t) {
  std::string n = t == proto_d ? "\01" + name : name;
  if (llvm::Function *f = m_.getFunction(n)) return f;
  llvm::Function *f = llvm::Function::Create(t, llvm::GlobalValue::ExternalLinkage, n, m_);
  f->setCallingConv(llvm::CallingConv::X86_RegCall);
  f->setDSOLocal(true);
  return f;
}

llvm::Function *ModuleEmitter::function(const Function *f) {
  std::string n = name_of(f->name + "_fn", f->unit);
  if (llvm::Function *g = m_.getFunction(n)) return g;
  llvm::Function *g = llvm::Function::Create(prototype_of(f), llvm::GlobalValue::ExternalLinkage, n, m_);
  g->setCallingConv(llvm::CallingConv::X86_RegCall);
  g->setDSOLocal(true);
  return g;
}

Value *ModuleEmitter::callee(const Function *f, llvm::FunctionType *call_type) {
  if (prototype_of(f) == call_type) return function(f);
  std::string n = "\01" + name_of(f->name + "_fn", f->unit);
  if (llvm::Function *g = m_.getFunction(n)) return g;
  llvm::Function *g = llvm::Function::Create(call_type, llvm::GlobalValue::ExternalLinkage, n, m_);
  g->setCallingConv(llvm::CallingConv::X86_RegCall);
  g->setDSOLocal(true);
  return g;
}

Constant *ModuleEmitter::info(const Info *i) {
  std::string n;
  if (i->kind == ObjKind::Con) n = shared_name_.at(i->name + "_info");
  else if (is_string(i)) n = shared_name_.at(i->name + "_info");
  else if (i->module) n = name_of(i->name + "_info", i->unit);
  else if (size_t bracket = i->name.find('['); bracket != std::string::npos)   // gph_thunk_sel_info[k]
    return llvm::ConstantExpr::getGetElementPtr(info_type, data(i->name.substr(0, bracket)), b.getInt64(uint64_t(std::stoi(i->name.substr(bracket + 1)))));
  else return data(i->name);
  if (GlobalVariable *g = m_.getNamedGlobal(n)) return g;
  GlobalVariable *g = new GlobalVariable(m_, info_type, true, llvm::GlobalValue::ExternalLinkage, nullptr, n);
  g->setDSOLocal(true);
  g->setAlignment(llvm::Align(16));
  if (i->kind == ObjKind::Con) {
    g->setLinkage(llvm::GlobalValue::WeakAnyLinkage);
    g->setInitializer(info_contents(i, llvm::cast<Constant>(runtime_function("gph_whnf_value", proto_i)), nullptr));
  } else if (is_string(i)) {
    g->setLinkage(llvm::GlobalValue::InternalLinkage);
    string_code(i);
  }
  return g;
}

Constant *ModuleEmitter::info_contents(const Info *i, Constant *whnf, Constant *call) {
  Constant *null = llvm::ConstantPointerNull::get(ptr);
  GphKind kind = GphKind_Con;
  switch (i->kind) {
    case ObjKind::Con: kind = GphKind_Con; break;
    case ObjKind::Fun: kind = GphKind_Fun; break;
    case ObjKind::Thunk: case ObjKind::StringThunk: kind = GphKind_Thunk; break;
    case ObjKind::ThunkOnce: kind = GphKind_ThunkOnce; break;
    case ObjKind::Caf: case ObjKind::StringCaf: kind = GphKind_ThunkStatic; break;
    case ObjKind::Pap: case ObjKind::Ap: case ObjKind::Sel: case ObjKind::Bytes: GPHC_BUG("info of the runtime's");
  }
  return llvm::ConstantStruct::get(info_type, {whnf, null, call ? call : null, b.getInt8(uint8_t(kind)), b.getInt8(i->tag), b.getInt16(i->arity), b.getInt16(i->con),
                                               b.getInt16(uint16_t(i->ptrs)), b.getInt32(i->nptrs), b.getInt32(i->arg_mask), c_string(i->shown),
                                               i->source.empty() ? null : c_string(i->source), null});
}

void ModuleEmitter::define_info(const Info *i) {
  GlobalVariable *g = llvm::cast<GlobalVariable>(info(i));
  Constant *whnf, *call = nullptr;
  if (i->kind == ObjKind::Fun) {
    whnf = llvm::cast<Constant>(runtime_function("gph_whnf_value", proto_i));
    call = needs_call_wrapper(i->code) ? call_wrapper(i->code) : function(i->code);
  } else {
    whnf = function(i->code);
  }
  g->setInitializer(info_contents(i, whnf, call));
}

// The code that all string literals share (low.h), once in each module that needs it.
void ModuleEmitter::string_code(const Info *i) {
  llvm::IRBuilder<>::InsertPointGuard guard(b);
  GlobalVariable *g = m_.getNamedGlobal(shared_name_.at(i->name + "_info"));
  llvm::Function *f = llvm::Function::Create(proto_i, llvm::GlobalValue::InternalLinkage, i->name + "_fn", m_);
  Info code = *i;
  code.shown = "string";
  code.ptrs = 0;
  code.nptrs = 1;
  g->setInitializer(info_contents(&code, f, nullptr));
  FunctionEmitter e(*this, f);
  Value *self = e.int_argument(0);
  Value *s = b.CreateLoad(i64, b.CreateConstGEP1_64(i64, b.CreateIntToPtr(self, ptr), i->kind == ObjKind::StringCaf ? 4 : 2));
  if (i->kind == ObjKind::StringCaf) e.caf_enter(self, g);
  else e.thunk_enter(self);
  e.update(e.rax_of(e.call(proto_i, callee(i->code, proto_i), {s}, {})));
  stack_check(f, 0x81, 1, Frame::Small);
  set_code_attributes(f, Frame::Small);
}

// info->call of a function whose direct code takes other registers: all words, a6.. in R->args.
llvm::Function *ModuleEmitter::call_wrapper(const Function *f) {
  std::string n = name_of(f->name + "_call", f->unit);
  if (llvm::Function *g = m_.getFunction(n)) return g;
  llvm::Function *g = llvm::Function::Create(prototype_of(f), llvm::GlobalValue::ExternalLinkage, n, m_);
  g->setDSOLocal(true);
  FunctionEmitter e(*this, g);
  size_t count = f->params.size();
  Vec<Ty> tys;
  for (Local *p : f->params) tys.push_back(p->ty);
  ArgLayout l = layout_args(tys, f->self != nullptr);
  std::vector<Value *> in, ints, doubles;
  for (size_t i = 0; i < count; i++) in.push_back(i < 5 ? e.int_argument(unsigned(i)) : e.load_slot(FunctionEmitter::args_slot(uint32_t(i - 5))));
  for (size_t i = 0; i < count; i++)
    switch (l.args[i].where) {
      case ArgPlace::Memory: e.store_slot(FunctionEmitter::args_slot(l.args[i].index), in[i]); break;
      case ArgPlace::IntReg: ints.push_back(in[i]); break;
      case ArgPlace::FloatReg: doubles.push_back(e.to_xmm(tys[i], e.from_bits(tys[i], in[i]))); break;
    }
  if (f->self) {
    ints.resize(std::max<size_t>(ints.size(), l.self.index + 1), llvm::PoisonValue::get(i64));
    ints[l.self.index] = e.int_argument(unsigned(std::min<size_t>(count, 5)));
  }
  e.tail_call(callee(f, g->getFunctionType()), ints, doubles);
  set_code_attributes(g, Frame::Small);
  return g;
}

Constant *ModuleEmitter::static_object(const Static *s) {
  std::string n = s->module ? name_of(s->name + "_cl", s->unit) : shared_name_.at(s->name + "_cl");
  if (GlobalVariable *g = m_.getNamedGlobal(n)) return g;
  GlobalVariable *g = new GlobalVariable(m_, llvm::ArrayType::get(i64, 1 + s->payload.size()), false, llvm::GlobalValue::ExternalLinkage, nullptr, n);
  g->setDSOLocal(true);
  g->setAlignment(llvm::Align(8));
  if (!s->module) {   // a literal: each user has it
    g->setLinkage(llvm::GlobalValue::WeakAnyLinkage);
    std::vector<Constant *> words = {llvm::ConstantExpr::getPtrToInt(info(s->info), i64)};
    for (const Operand &o : s->payload) words.push_back(word(o));
    g->setInitializer(llvm::ConstantArray::get(llvm::cast<llvm::ArrayType>(g->getValueType()), words));
  }
  return g;
}

Constant *ModuleEmitter::word(const Operand &o) {
  switch (o.kind) {
    case Operand::Kind::Int: return b.getInt64(uint64_t(o.i));
    case Operand::Kind::Double: {
      uint64_t w;
      memcpy(&w, &o.d, 8);
      return b.getInt64(w);
    }
    case Operand::Kind::Float: {
      float f = float(o.d);
      uint32_t w;
      memcpy(&w, &f, 4);
      return b.getInt64(w);
    }
    case Operand::Kind::Closure: {
      Constant *p = llvm::ConstantExpr::getPtrToInt(static_object(o.obj), i64);
      int64_t add = o.obj->tag + o.i;
      return add ? llvm::ConstantExpr::getAdd(p, b.getInt64(uint64_t(add))) : p;
    }
    case Operand::Kind::String: return llvm::ConstantExpr::getPtrToInt(string(o.str), i64);
    case Operand::Kind::Info: return llvm::ConstantExpr::getPtrToInt(info(o.info), i64);
    case Operand::Kind::Local: break;
  }
  GPHC_BUG("LLVM back end: a variable in static data");
}

Constant *ModuleEmitter::c_string(std::string_view bytes) {
  Constant *text = llvm::ConstantDataArray::getString(c, llvm::StringRef(bytes.data(), bytes.size()), true);
  GlobalVariable *g = new GlobalVariable(m_, text->getType(), true, llvm::GlobalValue::PrivateLinkage, text, "");
  g->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  g->setAlignment(llvm::Align(1));
  return g;
}

Constant *ModuleEmitter::string(const StringLit *s) {
  Constant *&k = strings_[s];
  if (k) return k;
  if (s->name.empty()) return k = c_string(s->bytes);
  std::string n = name_of(s->name + "_str", s->unit);
  llvm::ArrayType *t = llvm::ArrayType::get(i8, s->bytes.size() + 1);
  GlobalVariable *g = new GlobalVariable(m_, t, true, llvm::GlobalValue::ExternalLinkage, nullptr, n);
  g->setDSOLocal(true);
  return k = g;
}

void ModuleEmitter::program_constant() {
  const Program &p = *r_.program;
  std::vector<Constant *> fields;
  auto closure = [&](const Static *s) -> Constant * {
    if (!s) return b.getInt64(0);
    Operand o;
    o.kind = Operand::Kind::Closure;
    o.obj = const_cast<Static *>(s);
    return word(o);
  };
  fields.push_back(closure(p.main));
  size_t n = 0;
#define KNOWN_CLOSURE(field, module, name) fields.push_back(closure(n < p.known.size() ? p.known[n] : nullptr)); n++;
#include "gph/known_closures.def"
#undef KNOWN_CLOSURE
  fields.push_back(c_string(p.main_module.str()));
  fields.push_back(c_string(r_.options.rtsopts));
  fields.push_back(r_.options.with_rtsopts.empty() ? static_cast<Constant *>(llvm::ConstantPointerNull::get(ptr)) : c_string(r_.options.with_rtsopts));
  fields.push_back(b.getInt64(GPH_ABI_HASH));
  Constant *v = llvm::ConstantStruct::getAnon(c, fields);
  new GlobalVariable(m_, v->getType(), true, llvm::GlobalValue::ExternalLinkage, v, "gph_program");
}

llvm::DISubprogram *ModuleEmitter::subprogram(llvm::Function *f, const Info *i) {
  if (!r_.debug_info || !i || i->source.empty()) return nullptr;
  const std::string &at = i->source;   // File.gph:line:col
  size_t col = at.rfind(':'), line = col == at.npos || col == 0 ? at.npos : at.rfind(':', col - 1);
  if (line == at.npos) return nullptr;
  std::string path = at.substr(0, line);
  size_t slash = path.rfind('/');
  unsigned n = unsigned(std::stoul(at.substr(line + 1)));
  if (!debug_) {
    debug_ = std::make_unique<llvm::DIBuilder>(m_);
    m_.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
    m_.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 4);
    debug_->createCompileUnit(llvm::dwarf::DW_LANG_C99 /* so that gdb shows the names as they are */, debug_->createFile(r_.title, "."), "gphc", true, "", 0);
  }
  llvm::DIFile *file = debug_->createFile(path.substr(slash + 1), slash == path.npos ? "." : path.substr(0, slash));
  llvm::DISubroutineType *type = debug_->createSubroutineType(debug_->getOrCreateTypeArray({}));
  llvm::DISubprogram *sp = debug_->createFunction(file, i->shown, f->getName(), file, n, type, n, llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
  f->setSubprogram(sp);
  return sp;
}

void ModuleEmitter::run() {
  for (int k : r_.which) {
    const Unit &u = (*r_.units)[size_t(k)];
    if (size_t(k) + 1 == r_.units->size()) {
      program_constant();
      continue;
    }
    for (const Info *i : u.infos) define_info(i);
    for (const Static *s : u.statics) {
      GlobalVariable *g = llvm::cast<GlobalVariable>(static_object(s));
      std::vector<Constant *> words = {llvm::ConstantExpr::getPtrToInt(info(s->info), i64)};
      for (const Operand &o : s->payload) words.push_back(word(o));
      g->setInitializer(llvm::ConstantArray::get(llvm::cast<llvm::ArrayType>(g->getValueType()), words));
    }
    for (const StringLit *s : u.strings)
      llvm::cast<GlobalVariable>(string(s))->setInitializer(llvm::ConstantDataArray::getString(c, llvm::StringRef(s->bytes.data(), s->bytes.size()), true));
    for (const Function *f : u.functions) {
      llvm::Function *g = function(f);
      FunctionEmitter e(*this, g);
      e.body(f);
    }
  }
  if (debug_) debug_->finalize();
}

// ---- From IR to an object ----------------------------------------------------------------------------------------------------
// Small functions that call themselves (not in tail position) are inlined into themselves, a few levels deep, as gcc does: a call's stack
// check, saves and return cost more than such a function's own work. (LLVM's inliner never inlines recursive calls.)
constexpr unsigned kSmallRecursive = 40, kUnrolledRecursive = 300, kRecursiveLevels = 3;   // instructions, instructions, calls deep

class InlineRecursion : public llvm::PassInfoMixin<InlineRecursion> {
 public:
  llvm::PreservedAnalyses run(llvm::Function &f, llvm::FunctionAnalysisManager &) {
    std::vector<llvm::CallInst *> calls = self_calls(f);
    unsigned size = f.getInstructionCount();
    if (calls.empty() || size > kSmallRecursive) return llvm::PreservedAnalyses::all();
    llvm::ValueToValueMapTy map;
    llvm::Function *body = llvm::CloneFunction(&f, map);   // calls in it are still those of f
    for (unsigned level = 0; level < kRecursiveLevels && f.getInstructionCount() + calls.size() * size <= kUnrolledRecursive; level++) {
      for (llvm::CallInst *c : calls) {
        c->setCalledFunction(body);
        llvm::InlineFunctionInfo info;
        if (!llvm::InlineFunction(*c, info).isSuccess()) c->setCalledFunction(&f);
      }
      calls = self_calls(f);
    }
    body->eraseFromParent();
    return llvm::PreservedAnalyses::none();
  }

 private:
  static std::vector<llvm::CallInst *> self_calls(llvm::Function &f) {
    std::vector<llvm::CallInst *> out;
    for (llvm::Instruction &i : llvm::instructions(f))
      if (llvm::CallInst *c = llvm::dyn_cast<llvm::CallInst>(&i); c && c->getCalledOperand() == &f && !c->isMustTailCall()) out.push_back(c);
    return out;
  }
};

void optimise(llvm::Module &m, llvm::TargetMachine *tm, int level) {
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
  f.addPass(llvm::PromotePass());
  if (level >= 1) {
    // The optimiser has done what can be done on Core; here: redundant tests of tags, address arithmetic, the shape of branches, loops.
    f.addPass(llvm::EarlyCSEPass(level >= 2));
    f.addPass(llvm::SimplifyCFGPass());
    f.addPass(llvm::InstCombinePass());
    if (level >= 2) {
      f.addPass(llvm::JumpThreadingPass());
      f.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopRotatePass(), false, false));
      f.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), true, false));
      f.addPass(llvm::GVNPass());
      f.addPass(llvm::DSEPass());
      f.addPass(llvm::InstCombinePass());
    }
    f.addPass(llvm::SimplifyCFGPass());
  }
  std::vector<llvm::Function *> functions;   // InlineRecursion makes and erases functions
  for (llvm::Function &x : m) if (!x.isDeclaration()) functions.push_back(&x);
  for (llvm::Function *x : functions) {
    f.run(*x, fam);
    if (level >= 2) {
      InlineRecursion().run(*x, fam);
      fam.clear(*x, x->getName());
    }
  }
  if (level < 2) return;
  llvm::FunctionPassManager after;
  after.addPass(llvm::EarlyCSEPass(true));
  after.addPass(llvm::InstCombinePass());
  after.addPass(llvm::SimplifyCFGPass());
  for (llvm::Function *x : functions) after.run(*x, fam);
}

}  // namespace

namespace {
// Emitting looks into tables that Low and Core fill as they are asked: one at a time. What takes the time comes after it.
std::mutex g_emit;
}  // namespace

Result compile(const Request &r) {
  static bool initialised = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    // Scheduling costs a sixth of the time and gains nothing on this code.
    const char *flags[] = {"gphc", "-enable-misched=0", "-enable-post-misched=0"};
    llvm::cl::ParseCommandLineOptions(3, flags);
    return true;
  }();
  (void)initialised;
  std::string triple = "x86_64-pc-linux-gnu", error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) return {"", error};
  llvm::TargetOptions options;
  options.FunctionSections = options.DataSections = true;
  options.MCOptions.AsmVerbose = false;
  llvm::CodeGenOptLevel cg = r.opt_level == 0 ? llvm::CodeGenOptLevel::None : r.opt_level == 1 ? llvm::CodeGenOptLevel::Less : llvm::CodeGenOptLevel::Default;
  std::unique_ptr<llvm::TargetMachine> tm(target->createTargetMachine(triple, "x86-64", "", options, llvm::Reloc::Static, llvm::CodeModel::Small, cg));
  Frames large;
  for (int attempt = 0;; attempt++) {
    llvm::LLVMContext context;
    context.setDiscardValueNames(r.output != Request::Output::Ir);
    // A frame larger than what its function checks for: made again with the check for larger ones.
    struct Found { Frames large; std::string error, limit; } found;
    context.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo *d, void *data) {
      Found *x = static_cast<Found *>(data);
      if (d->getKind() == llvm::DK_StackSize) {
        const llvm::DiagnosticInfoStackSize *s = llvm::cast<llvm::DiagnosticInfoStackSize>(d);
        std::string name = s->getFunction().getName().str();
        if (s->getStackSize() > kFrameLimits[int(Frame::Huge)]) x->limit = "function " + name + " is too large: its frame has " + std::to_string(s->getStackSize()) + " bytes, the most is " + std::to_string(kFrameLimits[int(Frame::Huge)]);
        x->large[name] = s->getStackSize() > kFrameLimits[int(Frame::Big)] ? Frame::Huge : Frame::Big;
      } else if (d->getSeverity() == llvm::DS_Error) {
        llvm::raw_string_ostream out(x->error);
        llvm::DiagnosticPrinterRawOStream printer(out);
        d->print(printer);
        out << "\n";
      }
    }, &found);
    llvm::Module m(r.title, context);
    m.setTargetTriple(triple);
    m.setDataLayout(tm->createDataLayout());
    {
      std::lock_guard<std::mutex> lock(g_emit);
      ModuleEmitter(context, m, r, large).run();
    }
    if (r.verify) {
      std::string problems;
      llvm::raw_string_ostream out(problems);
      if (llvm::verifyModule(m, &out)) return {"", out.str()};
    }
    optimise(m, tm.get(), r.opt_level);
    llvm::SmallVector<char, 0> buffer;
    llvm::raw_svector_ostream out(buffer);
    if (r.output == Request::Output::Ir) {
      m.print(out, nullptr);
      return {std::string(buffer.data(), buffer.size()), ""};
    }
    llvm::legacy::PassManager pm;
    if (tm->addPassesToEmitFile(pm, out, nullptr, r.output == Request::Output::Object ? llvm::CodeGenFileType::ObjectFile : llvm::CodeGenFileType::AssemblyFile))
      return {"", "LLVM cannot emit objects for this target"};
    pm.run(m);
    if (!found.error.empty()) return {"", found.error};
    if (!found.limit.empty()) {
      if (cg != llvm::CodeGenOptLevel::None) return {"", found.limit, true};
      cg = llvm::CodeGenOptLevel::Less;   // its register allocator lets values share slots of the frame
      tm->setOptLevel(cg);
      continue;
    }
    if (found.large.empty() || attempt > 2) return {std::string(buffer.data(), buffer.size()), ""};
    for (const Frames::value_type &f : found.large) large[f.first] = f.second;
  }
}

}  // namespace gphc::backend_llvm

// What gphc looks up in this shared object.
extern "C" __attribute__((visibility("default"))) gphc::backend_llvm::Result gphc_llvm_compile(const gphc::backend_llvm::Request &r) {
  return gphc::backend_llvm::compile(r);
}
