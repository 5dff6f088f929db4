// emitter.h: how Low becomes LLVM IR: the emitter of a module (module.cc) and that of one function (function.cc). The
// conventions are Notes in emit_llvm.cc.
#pragma once
#include <optional>
#include <unordered_map>

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "backend/foreign.h"
#include "backend/llvm/c_expr.h"
#include "backend/llvm/convention.h"
#include "backend/llvm/emit_llvm.h"
#include "backend/llvm/frames.h"
#include "backend/llvm/returns.h"
#include "gph/abi.h"
#include "support/check.h"

namespace gphc::backend_llvm {

using namespace low;
using backend_c::Unit;
using llvm::BasicBlock;
using llvm::Constant;
using llvm::GlobalVariable;
using llvm::Value;

// How many integers and doubles a function takes and returns in registers, besides R, rs and hp: its type.
struct Signature {
  uint8_t ints = 0, doubles = 0, int_results = 1, double_results = 0;
};
constexpr size_t kPollRoots = 4;
// The frames that the checks allow (low::Frame), in bytes. Less than in codegen.h: what the call pushes.
constexpr unsigned kFrameLimits[] = {480, 16000, 982000};
using Frames = std::unordered_map<std::string, Frame>;

// Note [Locals in memory]
// Each call saves all roots that are alive after it, and defines them anew. Of a function with hundreds of roots the
// locals stay in the frame, where LLVM is told so by this attribute: SSA form would have a phi for each of them behind
// each call (quadratic), and takes longer still to be made. So would one of thousands of blocks that go on at the same
// place.
constexpr uint32_t kRootsInMemory = 120;
constexpr size_t kBlocksInMemory = 6000;
constexpr char kInMemory[] = "gph-locals-in-memory";

// Of a function with a small frame that checks the stack: how many words it may have on the root stack.
constexpr char kRootsAttribute[] = "gph-roots";
// The check in front of a function, which may have so many words on the root stack. See Note [Stack checks in LLVM] in
// emit_llvm.cc.
Constant *stack_check_code(llvm::LLVMContext &c, uint32_t roots, Frame frame);

inline bool is_string(const Info *i) { return i->kind == ObjKind::StringThunk || i->kind == ObjKind::StringCaf; }

// Of all functions of a module.
class ModuleEmitter {
 public:
  // by_ret: what functions it meets that return by `ret`
  ModuleEmitter(llvm::LLVMContext &context, llvm::Module &m, const Request &r, const Frames &large, ByRet *by_ret)
      : c(context), m_(m), r_(r), large_frames(large), b(context), by_ret_(by_ret) {
    i8 = llvm::Type::getInt8Ty(c);
    i16 = llvm::Type::getInt16Ty(c);
    i32 = llvm::Type::getInt32Ty(c);
    i64 = llvm::Type::getInt64Ty(c);
    ptr = llvm::PointerType::get(c, 0);
    dbl = llvm::Type::getDoubleTy(c);
    flt = llvm::Type::getFloatTy(c);
    info_type = llvm::StructType::create(c, {ptr, i64, ptr, i8, i8, i8, i8, i16, i16, i32, i32, ptr, ptr, ptr}, "Info");
    for (size_t i = 0; i < r.units->size(); i++) {
      const Unit &u = (*r.units)[i];
      unit_hash_[u.number] = "." + u.hash.substr(0, 16);
    }
    for (int k : r.which)
      for (const backend_c::SharedDef &d : (*r.units)[size_t(k)].shared)
        shared_name_[d.symbol] = r.labelled ? d.symbol + "." + d.hash.substr(0, 16) : d.symbol;
  }
  bool optimised() const { return r_.opt_level > 0; }
  void run();

  // Symbols. A name from another unit is only declared.
  std::string name_of(const std::string &base, uint32_t unit) {
    return r_.labelled ? base + unit_hash_.at(unit) : base;
  }
  llvm::Function *function(const Function *f);
  Value *runtime_function(const std::string &name);
  Constant *info(const Info *i);
  Constant *static_object(const Static *s);  // untagged, a pointer
  Constant *string(const StringLit *s);
  Constant *c_string(std::string_view bytes);
  Constant *data(const std::string &name) {  // a symbol of C: address only
    if (llvm::GlobalValue *g = m_.getNamedValue(name)) return g;
    GlobalVariable *g = new GlobalVariable(m_, i8, true, llvm::GlobalValue::ExternalLinkage, nullptr, name);
    g->setDSOLocal(true);
    return g;
  }
  static Signature signature_of(const Function *f);
  llvm::FunctionType *type_of(const Signature &s) {
    std::vector<llvm::Type *> args(kArgInts, ptr), results(kArgInts, ptr);
    args.insert(args.end(), s.ints, i64);
    args.insert(args.end(), s.doubles, dbl);
    results.insert(results.end(), s.int_results, i64);
    results.insert(results.end(), s.double_results, dbl);
    return llvm::FunctionType::get(llvm::StructType::get(c, results), args, false);
  }
  void set_code_attributes(llvm::Function *f, Frame frame) {
    f->setCallingConv(llvm::CallingConv::X86_RegCall);
    f->addFnAttr(llvm::Attribute::NoUnwind);
    f->addFnAttr(llvm::Attribute::NoRedZone);
    if (r_.unwind_tables) f->setUWTableKind(llvm::UWTableKind::Async);
    f->addFnAttr("warn-stack-size", std::to_string(kFrameLimits[int(frame)]));
  }
  void stack_check(llvm::Function *f, uint32_t mask, uint32_t roots, uint32_t call_roots, Frame frame);
  // Debug information: f is the code of low_fn.
  llvm::DISubprogram *subprogram(llvm::Function *f, const Function *low_fn);

  llvm::LLVMContext &c;
  llvm::Module &m_;
  const Request &r_;
  const Frames &large_frames;  // functions that turned out to have large frames
  llvm::IRBuilder<> b;
  llvm::Type *i8, *i16, *i32, *i64, *dbl, *flt;
  llvm::PointerType *ptr;
  llvm::StructType *info_type;

 private:
  Constant *word(const Operand &o);
  llvm::Function *call_wrapper(const Function *f);
  Constant *info_contents(const Info *i, Constant *whnf, Constant *call, Constant *twin = nullptr);
  void twins(const Info *i);
  void define_info(const Info *i);
  void string_code(const Info *i);
  void program_constant();

  std::unique_ptr<llvm::DIBuilder> debug_;
  std::unordered_map<uint32_t, std::string> unit_hash_;
  std::unordered_map<std::string, std::string> shared_name_;
  std::unordered_map<const StringLit *, Constant *> strings_;
  ByRet *by_ret_;
  friend class FunctionEmitter;
};

// Of one function: its statements.
class FunctionEmitter : public CContext {
 public:
  FunctionEmitter(ModuleEmitter &m, llvm::Function *llvm_fn, const Signature &s)
      : m_(m), b_(m.b), f_(llvm_fn), c_(m.c), signature_(s) {
    entry_ = BasicBlock::Create(c_, "", f_);
    b_.SetInsertPoint(entry_);
    b_.SetCurrentDebugLocation(llvm::DebugLoc());
    reg_ = b_.CreateAlloca(m.ptr);
    rs_ = b_.CreateAlloca(m.ptr);
    hp_ = b_.CreateAlloca(m.ptr);
    b_.CreateStore(f_->getArg(kArgR), reg_);
    b_.CreateStore(f_->getArg(kArgRs), rs_);
    b_.CreateStore(f_->getArg(kArgHp), hp_);
  }
  void body(const Function *f);

  // Pieces that are used for code without Low as well.
  Value *int_argument(unsigned i) { return f_->getArg(kArgInts + i); }
  Value *double_argument(unsigned i) { return f_->getArg(kArgInts + signature_.ints + i); }
  Value *load_slot(unsigned offset) { return b_.CreateLoad(m_.i64, b_.CreateConstGEP1_64(m_.i8, reg(), offset)); }
  void store_slot(unsigned offset, Value *v) { b_.CreateStore(v, b_.CreateConstGEP1_64(m_.i8, reg(), offset)); }
  static unsigned args_slot(uint32_t i) { return unsigned(offsetof(GphReg, args)) + 8 * i; }
  static unsigned ret_slot(size_t i) { return unsigned(offsetof(GphReg, ret) + 8 * i); }
  // A call by the convention, of what returns so many. Afterwards hp, rs, R are those that it returned.
  struct Made {
    llvm::CallInst *call;
    Signature s;
  };
  Made call(Value *callee, const std::vector<Value *> &ints, const std::vector<Value *> &doubles = {},
            uint8_t int_results = 1, uint8_t double_results = 0);
  void tail_call(Value *callee, const std::vector<Value *> &ints, const std::vector<Value *> &doubles = {});
  void call_and_return(Value *callee, const std::vector<Value *> &ints, const std::vector<Value *> &doubles);
  void return_parts(const std::vector<Value *> &ints, const std::vector<Value *> &doubles = {});
  Value *int_result(const Made &m, unsigned i = 0) { return b_.CreateExtractValue(m.call, kArgInts + i); }
  Value *double_result(const Made &m, unsigned i = 0) {
    return b_.CreateExtractValue(m.call, kArgInts + m.s.int_results + i);
  }
  // A call of a stub that preserves (Note [Stubs that preserve] in convention.cc).
  llvm::CallInst *stub(const char *symbol, llvm::Type *result, const std::vector<Value *> &args);
  Value *indirection(Value *x, BasicBlock **otherwise, Value **code);
  Value *enter_call(Value *x) {
    llvm::LoadInst *info = b_.CreateLoad(m_.ptr, b_.CreateIntToPtr(x, m_.ptr));
    info->setAtomic(llvm::AtomicOrdering::Acquire);
    return b_.CreateLoad(m_.ptr, info);
  }
  void thunk_enter(Value *self, Constant *info);
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
  Value *float_from_xmm(Value *d) {
    return b_.CreateExtractElement(b_.CreateBitCast(d, llvm::FixedVectorType::get(m_.flt, 2)), b_.getInt32(0));
  }
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
  Value *load_reg(unsigned offset, llvm::Type *t) override {
    return b_.CreateLoad(t, b_.CreateConstGEP1_64(m_.i8, reg(), offset));
  }
  void store_reg(unsigned offset, Value *v) override { b_.CreateStore(v, b_.CreateConstGEP1_64(m_.i8, reg(), offset)); }
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
      case Operand::Kind::Closure:
      case Operand::Kind::Info: return m_.word(o);
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
  Value *field(Value *x, int64_t offset) {
    return b_.CreateConstGEP1_64(m_.i8, b_.CreateIntToPtr(x, m_.ptr), uint64_t(offset));
  }
  Value *info_of(Value *x) {
    return b_.CreateLoad(m_.ptr, b_.CreateIntToPtr(b_.CreateAnd(x, b_.getInt64(~7ull)), m_.ptr));
  }
  Value *con_of(Value *x) {
    llvm::LoadInst *l = b_.CreateLoad(m_.i16, b_.CreateConstGEP1_64(m_.i8, info_of(x), offsetof(GphInfo, con)));
    l->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(c_, {}));
    return b_.CreateZExt(l, m_.i64);
  }
  Value *tag_of(Value *x) { return b_.CreateAnd(x, b_.getInt64(7)); }
  Value *is_imm(Value *x) { return b_.CreateICmpEQ(tag_of(x), b_.getInt64(7)); }

  // Control flow. The builder's block always exists; after a terminator it is a fresh one that nothing reaches.
  BasicBlock *fresh() { return BasicBlock::Create(c_, "", f_); }
  void branch(BasicBlock *to) {
    if (!b_.GetInsertBlock()->getTerminator()) b_.CreateBr(to);
  }
  bool open() { return b_.GetInsertBlock()->getTerminator() == nullptr; }
  void at(BasicBlock *x) { b_.SetInsertPoint(x); }
  void cond(Value *test, BasicBlock *yes, BasicBlock *no, int likely = 0) {  // likely: 1 yes, -1 no
    llvm::MDNode *w = likely == 0  ? nullptr
                      : likely > 0 ? llvm::MDBuilder(c_).createBranchWeights(2000, 1)
                                   : llvm::MDBuilder(c_).createBranchWeights(1, 2000);
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
    for (size_t i = 0; i < roots.size(); i++)
      store(roots[i], b_.CreateLoad(m_.i64, b_.CreateConstGEP1_64(m_.i64, s, i)));
    b_.CreateStore(b_.CreateConstGEP1_64(m_.i64, s, roots.size()), rs_);
    for (Local *l : reloads)
      store(l,
            b_.CreateLoad(m_.i64, field(load(fn_->self), 8 * (1 + int64_t(l->from_self)) - int64_t(fn_->info->tag))));
  }

  void block(const Block &b) {
    for (Stmt *s : b) {
      if (!open()) return;  // what follows a jump
      const uint32_t place = low::place_of(s);
      if (place) at_place(place);
      statement(s);
      if (place) at_place(0);
    }
  }
  void statement(Stmt *s);
  // What follows belongs to a statement of that place. See Note [Columns are places] in low/places.cc.
  void at_place(uint32_t place) {
    if (llvm::DISubprogram *sp = f_->getSubprogram())
      b_.SetCurrentDebugLocation(llvm::DILocation::get(c_, low::debug_line(fn_, place), low::debug_column(place), sp));
  }
  void eval(const SEval &e);
  void heap_check(const SHeapCheck &h);
  void poll(const SHeapCheck &h);
  void alloc(const SAlloc &a);
  void unbox(const SUnbox &u);
  void con_index(const SConIndex &c);
  void spark(const SSpark &s);
  void box(const SBox &x);
  void if_stmt(const SIf &i);
  void switch_stmt(const SSwitch &w);
  void join(const SJoin &j);
  void jump(const SGoto &g);
  void return_stmt(const SReturn &r);
  struct CallParts {
    Value *callee;
    std::vector<Value *> ints, doubles;
  };
  CallParts call_parts(const Callee &callee, const Vec<Operand> &args);
  void call_stmt(const SCall &c);
  void prim(const SPrim &p);
  bool prim_by_instruction(const SPrim &p);
  Value *instruction(std::string_view name, Value *x, Value *y);
  void foreign(const SForeign &f);
  Value *c_call(const std::string &symbol, std::vector<Value *> args, const std::vector<Ty> &tys,
                std::optional<Ty> result, bool dynamic);
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
  Signature signature_;
  bool floats_ = false;  // it has floating values
  BasicBlock *entry_;
  llvm::AllocaInst *reg_, *rs_, *hp_;
  const Function *fn_ = nullptr;
  const SPrim *prim_ = nullptr;
  std::unordered_map<uint32_t, llvm::AllocaInst *> slots_;
  std::unordered_map<uint32_t, BasicBlock *> labels_;
};

}  // namespace gphc::backend_llvm
