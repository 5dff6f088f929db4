// c_expr.cc: the trees of c_parse.h as LLVM IR. A call of a function of gph/prim_functions.def becomes its body, as gcc
// inlines it. Variables that are assigned to are in memory, which LLVM's first pass takes away. What `&&`, `||` and
// `?:` guard gets blocks of its own, unless it may be computed anyway: then it is a select.
#include "backend/llvm/c_expr.h"

#include <algorithm>
#include <string>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "gph/abi.h"
#include "support/check.h"

namespace gphc::backend_llvm {

using llvm::BasicBlock;
using llvm::Value;

CValue convert(llvm::IRBuilder<> &b, CValue x, unsigned bits, bool is_signed, bool is_float) {
  if (is_float) {
    llvm::Type *t = bits == 64 ? b.getDoubleTy() : b.getFloatTy();
    if (x.is_float)
      return {x.bits == bits ? x.v : x.bits < bits ? b.CreateFPExt(x.v, t) : b.CreateFPTrunc(x.v, t), bits, true, true};
    return {x.is_signed ? b.CreateSIToFP(x.v, t) : b.CreateUIToFP(x.v, t), bits, true, true};
  }
  llvm::Type *t = b.getIntNTy(bits);
  if (x.is_float) return {is_signed ? b.CreateFPToSI(x.v, t) : b.CreateFPToUI(x.v, t), bits, is_signed, false};
  Value *v = x.bits == bits  ? x.v
             : x.bits > bits ? b.CreateTrunc(x.v, t)
             : x.is_signed   ? b.CreateSExt(x.v, t)
                             : b.CreateZExt(x.v, t);
  return {v, bits, is_signed, false};
}

namespace {

class Translator {
 public:
  Translator(llvm::IRBuilder<> &b, CContext &c, std::string_view text) : b_(b), c_(c), text_(text) {}
  CValue expression(const CNode *e);

 private:
  struct Variable {
    std::string_view name;
    CType type;
    Value *value;
    bool in_memory;
  };
  struct Target {
    Value *address;
    CType type;
    bool aligned;
  };  // of GPH_AT and GPH_AT_BYTE
  // A call that is being inlined.
  struct Frame {
    const CFunction *fn;
    std::vector<Variable> variables{};
    CValue value{};              // of its return, if that is its last statement
    Value *returned = nullptr;   // else: where the value is,
    BasicBlock *exit = nullptr;  // and where it goes on
  };

  [[noreturn]] void bad(std::string_view what) { bad_c(what, text_); }

  // ---- Values
  CValue word(Value *v) { return {v, 64, false, false}; }
  CValue as_word(CValue x) { return convert(b_, x, 64, false, false); }
  CValue as(CType t, CValue x) { return convert(b_, x, t.bits, t.is_signed, t.is_float); }
  CValue promote(CValue x) { return x.is_float || x.bits >= 32 ? x : convert(b_, x, 32, true, false); }
  CValue truth(Value *bit) { return {b_.CreateZExt(bit, b_.getInt32Ty()), 32, true, false}; }
  Value *is_true(CValue x) {
    return x.is_float ? b_.CreateFCmpUNE(x.v, llvm::ConstantFP::get(x.v->getType(), 0.0))
                      : b_.CreateICmpNE(x.v, llvm::ConstantInt::get(x.v->getType(), 0));
  }
  llvm::Type *llvm_type(CType t) {
    return t.is_float ? (t.bits == 64 ? b_.getDoubleTy() : b_.getFloatTy()) : b_.getIntNTy(t.bits);
  }
  // The usual arithmetic conversions.
  CType common(CValue x, CValue y) {
    auto bits = [](CValue v) { return v.is_float ? v.bits : std::max(v.bits, 32u); };
    auto is_signed = [](CValue v) { return v.is_signed || v.bits < 32; };
    if (x.is_float || y.is_float) return {std::max(x.is_float ? x.bits : 0, y.is_float ? y.bits : 0), true, true};
    if (bits(x) != bits(y))
      return bits(x) > bits(y) ? CType{bits(x), is_signed(x), false} : CType{bits(y), is_signed(y), false};
    return {bits(x), is_signed(x) && is_signed(y), false};
  }

  // ---- Control flow
  llvm::Function *function() { return b_.GetInsertBlock()->getParent(); }
  llvm::Module *module() { return b_.GetInsertBlock()->getModule(); }
  BasicBlock *fresh() { return BasicBlock::Create(b_.getContext(), "", function()); }
  void at(BasicBlock *x) { b_.SetInsertPoint(x); }
  void branch_if(const CNode *test, BasicBlock *yes, BasicBlock *no) {
    llvm::MDNode *weights = nullptr;
    if (test->tag == CTag::Call && test->name == "__builtin_expect") {
      bool likely = test->kids[1]->n != 0;
      weights = llvm::MDBuilder(b_.getContext()).createBranchWeights(likely ? 2000 : 1, likely ? 1 : 2000);
    }
    Value *c = condition(test);
    b_.CreateCondBr(c, yes, no, weights);
  }
  Value *condition(const CNode *e);
  // The code of a block that is one of two ways may be computed on both.
  static bool harmless(BasicBlock *x) {
    for (llvm::Instruction &i : *x)
      if (!llvm::isSafeToSpeculativelyExecute(&i)) return false;
    return true;
  }
  void hoist(BasicBlock *from, BasicBlock *to) {
    to->splice(to->end(), from);
    from->eraseFromParent();
  }
  CValue conditional(const CNode *e);

  // ---- Variables
  Variable *variable(std::string_view name) {
    if (!frame_) bad("the name " + std::string(name));
    for (size_t i = frame_->variables.size(); i-- > 0;)
      if (frame_->variables[i].name == name) return &frame_->variables[i];
    bad("the name " + std::string(name));
  }
  Value *memory(CType t) {
    llvm::IRBuilder<>::InsertPointGuard g(b_);
    BasicBlock &entry = function()->getEntryBlock();
    b_.SetInsertPoint(&entry, entry.begin());
    return b_.CreateAlloca(llvm_type(t));
  }
  void declare(std::string_view name, CType t, CValue x) {
    const std::vector<std::string_view> &assigned = frame_->fn->assigned;
    Variable v{name, t, as(t, x).v, std::find(assigned.begin(), assigned.end(), name) != assigned.end()};
    if (v.in_memory) {
      Value *m = memory(t);
      b_.CreateStore(v.value, m);
      v.value = m;
    }
    frame_->variables.push_back(v);
  }

  // ---- Statements, memory, calls
  void statement(const CNode *s);
  CValue assign(const CNode *to, const CNode *value);
  CValue apply(std::string_view op, CValue x, CValue y);
  Target target(const CNode *place);
  llvm::Align align(const Target &p) { return llvm::Align(p.aligned ? p.type.bits / 8 : 1); }
  CValue call(const CNode *e);
  CValue inlined(const CFunction *f, const std::vector<CValue> &args);
  CValue machine(std::string_view name, const std::vector<CValue> &a);
  CValue builtin(const CNode *e, const std::vector<CValue> &a);
  CValue overflow(std::string_view name, CValue x, CValue y, CValue type);
  CValue atomic(const CNode *e);
  struct RegField {
    unsigned offset, bits;
  };
  RegField reg_field(std::string_view name);
  CValue reg(std::string_view name);
  Value *intrinsic(llvm::Intrinsic::ID id, Value *x) { return b_.CreateUnaryIntrinsic(id, x); }
  // Leading or trailing zeros of a 64-bit word, the word's size for 0.
  CValue zeros(llvm::Intrinsic::ID id, CValue x) {
    return {b_.CreateTrunc(b_.CreateBinaryIntrinsic(id, as_word(x).v, b_.getFalse()), b_.getInt32Ty()), 32, true,
            false};
  }

  llvm::IRBuilder<> &b_;
  CContext &c_;
  std::string_view text_;  // for messages
  Frame *frame_ = nullptr;
};

CValue Translator::expression(const CNode *e) {
  switch (e->tag) {
    case CTag::Number:
      return {llvm::ConstantInt::get(b_.getIntNTy(e->type.bits), e->n), e->type.bits, e->type.is_signed, false};
    case CTag::Argument: return c_.argument(unsigned(e->n));
    case CTag::Result: return c_.result(unsigned(e->n));
    case CTag::Variable: {
      Variable *v = variable(e->name);
      return {v->in_memory ? b_.CreateLoad(llvm_type(v->type), v->value) : v->value, v->type.bits, v->type.is_signed,
              v->type.is_float};
    }
    case CTag::Register: return reg(e->name);
    case CTag::Place: {
      Target p = target(e);
      return {b_.CreateAlignedLoad(llvm_type(p.type), p.address, align(p)), p.type.bits, p.type.is_signed,
              p.type.is_float};
    }
    case CTag::Cast: {
      CValue x = expression(e->kids[0]);
      return e->type.bits == 0 ? CValue{} : as(e->type, x);
    }
    case CTag::Bits: {  // of a value of the same size, but for integers that C promotes
      CValue x = expression(e->kids[0]);
      return {b_.CreateBitCast(x.v, llvm_type(e->type)), e->type.bits, e->type.is_signed, e->type.is_float};
    }
    case CTag::Unary: {
      if (e->name == "!") return truth(b_.CreateNot(condition(e->kids[0])));
      CValue x = promote(expression(e->kids[0]));
      if (e->name == "~") return {b_.CreateNot(x.v), x.bits, x.is_signed, false};
      return {x.is_float ? b_.CreateFNeg(x.v) : b_.CreateNeg(x.v), x.bits, x.is_signed, x.is_float};
    }
    case CTag::Binary: {
      CValue x = expression(e->kids[0]);
      return apply(e->name, x, expression(e->kids[1]));
    }
    case CTag::And:
    case CTag::Or: return truth(condition(e));
    case CTag::Conditional: return conditional(e);
    case CTag::Comma: expression(e->kids[0]); return expression(e->kids[1]);
    case CTag::Assign: return assign(e->kids[0], e->kids[1]);
    case CTag::Call: return call(e);
    case CTag::Address:
    case CTag::Declare:
    case CTag::If:
    case CTag::While:
    case CTag::Return:
    case CTag::Block: break;
  }
  bad("this expression");
}

Value *Translator::condition(const CNode *e) {
  if (e->tag == CTag::Call && e->name == "__builtin_expect") return condition(e->kids[0]);
  if (e->tag != CTag::And && e->tag != CTag::Or) return is_true(expression(e));
  bool both = e->tag == CTag::And;
  Value *x = condition(e->kids[0]);
  BasicBlock *from = b_.GetInsertBlock(), *more = fresh();
  at(more);
  Value *y = condition(e->kids[1]);
  BasicBlock *last = b_.GetInsertBlock();
  if (last == more && harmless(more)) {
    hoist(more, from);
    at(from);
    return both ? b_.CreateAnd(x, y) : b_.CreateOr(x, y);
  }
  BasicBlock *on = fresh();
  b_.CreateBr(on);
  at(from);
  both ? b_.CreateCondBr(x, more, on) : b_.CreateCondBr(x, on, more);
  at(on);
  llvm::PHINode *phi = b_.CreatePHI(b_.getInt1Ty(), 2);
  phi->addIncoming(b_.getInt1(!both), from);
  phi->addIncoming(y, last);
  return phi;
}

CValue Translator::conditional(const CNode *e) {
  Value *test = condition(e->kids[0]);
  BasicBlock *from = b_.GetInsertBlock(), *yes = fresh(), *no = fresh();
  at(yes);
  CValue x = expression(e->kids[1]);
  BasicBlock *yes_end = b_.GetInsertBlock();
  at(no);
  CValue y = expression(e->kids[2]);
  BasicBlock *no_end = b_.GetInsertBlock();
  CType t = common(x, y);
  y = as(t, y);
  at(yes_end);
  x = as(t, x);
  if (yes_end == yes && no_end == no && harmless(yes) && harmless(no)) {
    hoist(yes, from);
    hoist(no, from);
    at(from);
    return {b_.CreateSelect(test, x.v, y.v), t.bits, t.is_signed, t.is_float};
  }
  BasicBlock *on = fresh();
  b_.CreateBr(on);
  at(no_end);
  b_.CreateBr(on);
  at(from);
  b_.CreateCondBr(test, yes, no);
  at(on);
  llvm::PHINode *phi = b_.CreatePHI(x.v->getType(), 2);
  phi->addIncoming(x.v, yes_end);
  phi->addIncoming(y.v, no_end);
  return {phi, t.bits, t.is_signed, t.is_float};
}

CValue Translator::apply(std::string_view op, CValue x, CValue y) {
  if (op == "<<" || op == ">>") {
    x = promote(x);
    Value *n = convert(b_, y, x.bits, false, false).v;
    return {op == "<<"    ? b_.CreateShl(x.v, n)
            : x.is_signed ? b_.CreateAShr(x.v, n)
                          : b_.CreateLShr(x.v, n),
            x.bits, x.is_signed, false};
  }
  CType t = common(x, y);
  x = as(t, x);
  y = as(t, y);
  bool f = t.is_float, s = t.is_signed;
  if (op == "==") return truth(f ? b_.CreateFCmpOEQ(x.v, y.v) : b_.CreateICmpEQ(x.v, y.v));
  if (op == "!=") return truth(f ? b_.CreateFCmpUNE(x.v, y.v) : b_.CreateICmpNE(x.v, y.v));
  if (op == "<")
    return truth(f ? b_.CreateFCmpOLT(x.v, y.v) : s ? b_.CreateICmpSLT(x.v, y.v) : b_.CreateICmpULT(x.v, y.v));
  if (op == ">")
    return truth(f ? b_.CreateFCmpOGT(x.v, y.v) : s ? b_.CreateICmpSGT(x.v, y.v) : b_.CreateICmpUGT(x.v, y.v));
  if (op == "<=")
    return truth(f ? b_.CreateFCmpOLE(x.v, y.v) : s ? b_.CreateICmpSLE(x.v, y.v) : b_.CreateICmpULE(x.v, y.v));
  if (op == ">=")
    return truth(f ? b_.CreateFCmpOGE(x.v, y.v) : s ? b_.CreateICmpSGE(x.v, y.v) : b_.CreateICmpUGE(x.v, y.v));
  Value *v = nullptr;
  switch (op[0]) {
    case '|': v = b_.CreateOr(x.v, y.v); break;
    case '^': v = b_.CreateXor(x.v, y.v); break;
    case '&': v = b_.CreateAnd(x.v, y.v); break;
    case '+': v = f ? b_.CreateFAdd(x.v, y.v) : b_.CreateAdd(x.v, y.v); break;
    case '-': v = f ? b_.CreateFSub(x.v, y.v) : b_.CreateSub(x.v, y.v); break;
    case '*': v = f ? b_.CreateFMul(x.v, y.v) : b_.CreateMul(x.v, y.v); break;
    case '/': v = f ? b_.CreateFDiv(x.v, y.v) : s ? b_.CreateSDiv(x.v, y.v) : b_.CreateUDiv(x.v, y.v); break;
    case '%': v = s ? b_.CreateSRem(x.v, y.v) : b_.CreateURem(x.v, y.v); break;
    default: bad("the operator " + std::string(op));
  }
  return {v, t.bits, s, f};
}

// GPH_AT(type, address, index), GPH_AT_BYTE(type, address, bytes)
Translator::Target Translator::target(const CNode *place) {
  bool by_byte = place->n != 0;
  const CNode *a = place->kids[0], *i = place->kids[1];
  // a field of an object: one constant offset
  if (a->tag == CTag::Binary && a->name == "+" && a->kids[1]->tag == CTag::Number && i->tag == CTag::Number) {
    Value *object = b_.CreateIntToPtr(as_word(expression(a->kids[0])).v, b_.getPtrTy());
    return {b_.CreateConstGEP1_64(b_.getInt8Ty(), object, a->kids[1]->n + i->n * (by_byte ? 1 : place->type.bits / 8)),
            place->type, !by_byte};
  }
  Value *base = as_word(expression(place->kids[0])).v, *index = as_word(expression(place->kids[1])).v;
  if (!by_byte && place->type.bits > 8) index = b_.CreateMul(index, b_.getInt64(place->type.bits / 8));
  return {b_.CreateGEP(b_.getInt8Ty(), b_.CreateIntToPtr(base, b_.getPtrTy()), index), place->type, !by_byte};
}

CValue Translator::assign(const CNode *to, const CNode *value) {
  if (to->tag == CTag::Place) {
    Target p = target(to);
    CValue v = as(p.type, expression(value));
    b_.CreateAlignedStore(v.v, p.address, align(p));
    return {};
  }
  CValue v = expression(value);
  if (to->tag == CTag::Register) {
    RegField f = reg_field(to->name);
    c_.store_reg(f.offset, convert(b_, v, f.bits, false, false).v);
    return {};
  }
  if (to->tag == CTag::Result) {
    c_.set_result(unsigned(to->n), v);
    return v;
  }
  Variable *x = variable(to->name);
  v = as(x->type, v);
  b_.CreateStore(v.v, x->value);
  return v;
}

void Translator::statement(const CNode *s) {
  switch (s->tag) {
    case CTag::Block: {
      size_t outer = frame_->variables.size();
      for (const CNode *x : s->kids) statement(x);
      frame_->variables.resize(outer);
      return;
    }
    case CTag::Declare: return declare(s->name, s->type, expression(s->kids[0]));
    case CTag::If: {
      BasicBlock *yes = fresh(), *no = s->kids.size() > 2 ? fresh() : nullptr, *on = fresh();
      branch_if(s->kids[0], yes, no ? no : on);
      at(yes);
      statement(s->kids[1]);
      b_.CreateBr(on);
      if (no) {
        at(no);
        statement(s->kids[2]);
        b_.CreateBr(on);
      }
      return at(on);
    }
    case CTag::While: {
      BasicBlock *head = fresh(), *body = fresh(), *on = fresh();
      b_.CreateBr(head);
      at(head);
      branch_if(s->kids[0], body, on);
      at(body);
      statement(s->kids[1]);
      b_.CreateBr(head);
      return at(on);
    }
    case CTag::Return: {
      CValue v = s->kids.empty() ? CValue{} : as(frame_->fn->result, expression(s->kids[0]));
      if (!frame_->exit) {
        frame_->value = v;
        return;
      }
      if (v.v) b_.CreateStore(v.v, frame_->returned);
      b_.CreateBr(frame_->exit);
      return at(fresh());  // nothing reaches what follows
    }
    default: expression(s);
  }
}

CValue Translator::inlined(const CFunction *f, const std::vector<CValue> &args) {
  Frame frame{.fn = f}, *outer = frame_;
  frame_ = &frame;
  if (!f->returns_last) {
    frame.exit = fresh();
    if (f->result.bits) frame.returned = memory(f->result);
  }
  for (size_t i = 0; i < args.size(); i++) declare(f->params[i].name, f->params[i].type, args[i]);
  for (const CNode *s : f->body->kids) statement(s);
  CValue v = frame.value;
  if (frame.exit) {
    b_.CreateBr(frame.exit);
    at(frame.exit);
    if (frame.returned)
      v = {b_.CreateLoad(llvm_type(f->result), frame.returned), f->result.bits, f->result.is_signed,
           f->result.is_float};
  }
  frame_ = outer;
  return v;
}

CValue Translator::call(const CNode *e) {
  if (!e->kids.empty() && e->kids[0]->tag == CTag::Address) return atomic(e);
  std::vector<CValue> a;
  for (const CNode *x : e->kids) a.push_back(expression(x));
  if (!e->fn) return builtin(e, a);
  switch (e->fn->sort) {
    case CFunctionSort::Function: return inlined(e->fn, a);
    case CFunctionSort::Machine: return machine(e->name, a);
    case CFunctionSort::Slow:
      GPHC_CHECK(a.size() == 1 || a.size() == 2, std::string(e->name));
      c_.preserving_call(std::string(e->name).c_str(), as_word(a[0]).v,
                         a.size() > 1 ? as_word(a[1]).v : b_.getInt64(0));
      return {};
  }
  return {};
}

Translator::RegField Translator::reg_field(std::string_view name) {
#define REG(name) \
  { \
    #name, { unsigned(offsetof(GphReg, name)), unsigned(8 * sizeof(GphReg::name)) } \
  }
  static const struct {
    std::string_view name;
    RegField field;
  } kFields[] = {REG(old_base), REG(masked),          REG(update_span), REG(zones),
                 REG(owner),    REG(eager_blackhole), REG(thread)};
#undef REG
  for (auto &k : kFields)
    if (k.name == name) return k.field;
  bad("R->" + std::string(name));
}

CValue Translator::reg(std::string_view name) {
  RegField f = reg_field(name);
  return {c_.load_reg(f.offset, b_.getIntNTy(f.bits)), f.bits, false, false};
}

// PRIM_MACHINE: rows of gph/prim_functions.def.
CValue Translator::machine(std::string_view name, const std::vector<CValue> &a) {
  auto w = [&](size_t i) { return as_word(a[i]).v; };
  // fptosi does not promise what happens out of range
  if (name == "gph_double_to_int" || name == "gph_float_to_int") {
    bool d = name == "gph_double_to_int";
    llvm::Type *vt = llvm::FixedVectorType::get(a[0].v->getType(), d ? 2 : 4);
    Value *v = b_.CreateInsertElement(llvm::PoisonValue::get(vt), a[0].v, b_.getInt32(0));
    return {b_.CreateIntrinsic(b_.getInt64Ty(),
                               d ? llvm::Intrinsic::x86_sse2_cvttsd2si64 : llvm::Intrinsic::x86_sse_cvttss2si64, {v}),
            64, true, false};
  }
  if (name == "gph_quot_word2" || name == "gph_rem_word2") {
    llvm::Type *i64 = b_.getInt64Ty();
    llvm::FunctionType *t = llvm::FunctionType::get(llvm::StructType::get(i64, i64), {i64, i64, i64}, false);
    Value *r =
        b_.CreateCall(llvm::InlineAsm::get(t, "divq $2", "={rax},={rdx},r,0,1,~{flags}", false), {w(2), w(1), w(0)});
    return word(b_.CreateExtractValue(r, name == "gph_quot_word2" ? 0 : 1));
  }
  bad("the instruction " + std::string(name));
}

// gcc's builtins and functions of the C library.
CValue Translator::builtin(const CNode *e, const std::vector<CValue> &a) {
  std::string_view name = e->name;
  auto w = [&](size_t i) { return as_word(a[i]).v; };
  auto pointer = [&](size_t i) { return b_.CreateIntToPtr(w(i), b_.getPtrTy()); };
  auto needs = [&](size_t n) {
    if (a.size() != n) bad("a call of " + std::string(name) + " with so many arguments");
  };
  if (name.ends_with("_overflow_p")) {
    needs(3);
    return overflow(name, a[0], a[1], a[2]);
  }
  if (name == "memcpy" || name == "memmove" || name == "memset" || name == "memcmp") {
    needs(3);
    if (name == "memset") {
      b_.CreateMemSet(pointer(0), convert(b_, a[1], 8, false, false).v, w(2), llvm::Align(1));
      return {};
    }
    Value *x = pointer(0), *y = pointer(1);
    if (name == "memcmp") {
      llvm::FunctionType *t =
          llvm::FunctionType::get(b_.getInt32Ty(), {b_.getPtrTy(), b_.getPtrTy(), b_.getInt64Ty()}, false);
      return {b_.CreateCall(module()->getOrInsertFunction("memcmp", t), {x, y, w(2)}), 32, true, false};
    }
    if (name == "memcpy") b_.CreateMemCpy(x, llvm::Align(1), y, llvm::Align(1), w(2));
    else b_.CreateMemMove(x, llvm::Align(1), y, llvm::Align(1), w(2));
    return {};
  }
  needs(1);
  if (name == "__builtin_constant_p") return truth(b_.getInt1(llvm::isa<llvm::Constant>(a[0].v)));
  if (name == "__builtin_popcountll")
    return {b_.CreateTrunc(intrinsic(llvm::Intrinsic::ctpop, w(0)), b_.getInt32Ty()), 32, true, false};
  if (name == "__builtin_clzll") return zeros(llvm::Intrinsic::ctlz, a[0]);
  if (name == "__builtin_ctzll") return zeros(llvm::Intrinsic::cttz, a[0]);
  for (unsigned bits : {16u, 32u, 64u})
    if (name == "__builtin_bswap" + std::to_string(bits))
      return {intrinsic(llvm::Intrinsic::bswap, convert(b_, a[0], bits, false, false).v), bits, false, false};
  if (name == "__builtin_fabs" || name == "__builtin_fabsf")
    return {intrinsic(llvm::Intrinsic::fabs, a[0].v), a[0].bits, true, true};
  if (name == "__builtin_sqrt" || name == "__builtin_sqrtf")
    return {intrinsic(llvm::Intrinsic::sqrt, a[0].v), a[0].bits, true, true};
  bad("the function " + std::string(name));
}

CValue Translator::overflow(std::string_view name, CValue x, CValue y, CValue type) {
  bool s = type.is_signed;
  llvm::Intrinsic::ID id = name == "__builtin_add_overflow_p"
                               ? (s ? llvm::Intrinsic::sadd_with_overflow : llvm::Intrinsic::uadd_with_overflow)
                           : name == "__builtin_sub_overflow_p"
                               ? (s ? llvm::Intrinsic::ssub_with_overflow : llvm::Intrinsic::usub_with_overflow)
                               : (s ? llvm::Intrinsic::smul_with_overflow : llvm::Intrinsic::umul_with_overflow);
  return truth(b_.CreateExtractValue(b_.CreateBinaryIntrinsic(id, x.v, y.v), 1));
}

// __atomic_load_n(&place, order), __atomic_store_n(&place, x, order), __atomic_fetch_OP(&place, x, order),
// __sync_val_compare_and_swap(&place, old, new)
CValue Translator::atomic(const CNode *e) {
  std::string_view name = e->name;
  Target p = target(e->kids[0]->kids[0]);
  llvm::AtomicOrdering order = llvm::AtomicOrdering::SequentiallyConsistent;
  std::vector<Value *> a;
  for (size_t i = 1; i < e->kids.size(); i++) {
    const CNode *x = e->kids[i];
    if (x->tag == CTag::Variable && x->name.starts_with("__ATOMIC_")) {
      order = x->name == "__ATOMIC_RELAXED"   ? llvm::AtomicOrdering::Monotonic
              : x->name == "__ATOMIC_ACQUIRE" ? llvm::AtomicOrdering::Acquire
              : x->name == "__ATOMIC_RELEASE" ? llvm::AtomicOrdering::Release
                                              : order;
      continue;
    }
    a.push_back(as(p.type, expression(x)).v);
  }
  llvm::Align al(p.type.bits / 8);
  CValue r{nullptr, p.type.bits, p.type.is_signed, false};
  if (name == "__atomic_load_n" && a.empty()) {
    llvm::LoadInst *l = b_.CreateAlignedLoad(llvm_type(p.type), p.address, al);
    l->setAtomic(order);
    r.v = l;
    return r;
  }
  if (name == "__atomic_store_n" && a.size() == 1) {
    b_.CreateAlignedStore(a[0], p.address, al)->setAtomic(order);
    return {};
  }
  if (name == "__sync_val_compare_and_swap" && a.size() == 2) {
    r.v = b_.CreateExtractValue(b_.CreateAtomicCmpXchg(p.address, a[0], a[1], al, order, order), 0);
    return r;
  }
  static const struct {
    std::string_view name;
    llvm::AtomicRMWInst::BinOp op;
  } kOps[] = {{"__atomic_fetch_add", llvm::AtomicRMWInst::Add}, {"__atomic_fetch_sub", llvm::AtomicRMWInst::Sub},
              {"__atomic_fetch_and", llvm::AtomicRMWInst::And}, {"__atomic_fetch_nand", llvm::AtomicRMWInst::Nand},
              {"__atomic_fetch_or", llvm::AtomicRMWInst::Or},   {"__atomic_fetch_xor", llvm::AtomicRMWInst::Xor}};
  for (auto &k : kOps)
    if (k.name == name && a.size() == 1) {
      r.v = b_.CreateAtomicRMW(k.op, p.address, a[0], al, order);
      return r;
    }
  bad("the function " + std::string(name));
}

}  // namespace

CValue translate_c(llvm::IRBuilder<> &b, CContext &context, std::string_view text) {
  return Translator(b, context, text).expression(parse_c(text));
}

}  // namespace gphc::backend_llvm
