// c_expr.cc: a recursive-descent translator of the C expressions in primops.def. It knows the subset that they use: casts,
// arithmetic, comparisons, the conditional operator, assignment to results and to elements, and the helpers of gph/primops.h.
#include "backend/llvm/c_expr.h"

#include <cctype>
#include <string>

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "gph/abi.h"
#include "support/check.h"

namespace gphc::backend_llvm {

using llvm::Value;

CValue convert(llvm::IRBuilder<> &b, CValue x, unsigned bits, bool is_signed, bool is_float) {
  if (is_float) {
    llvm::Type *t = bits == 64 ? b.getDoubleTy() : b.getFloatTy();
    if (x.is_float) return {x.bits == bits ? x.v : x.bits < bits ? b.CreateFPExt(x.v, t) : b.CreateFPTrunc(x.v, t), bits, true, true};
    return {x.is_signed ? b.CreateSIToFP(x.v, t) : b.CreateUIToFP(x.v, t), bits, true, true};
  }
  llvm::Type *t = b.getIntNTy(bits);
  if (x.is_float) return {is_signed ? b.CreateFPToSI(x.v, t) : b.CreateFPToUI(x.v, t), bits, is_signed, false};
  Value *v = x.bits == bits ? x.v : x.bits > bits ? b.CreateTrunc(x.v, t) : x.is_signed ? b.CreateSExt(x.v, t) : b.CreateZExt(x.v, t);
  return {v, bits, is_signed, false};
}

namespace {

struct CType { unsigned bits = 0; bool is_signed = false, is_float = false; };

class Translator {
 public:
  Translator(llvm::IRBuilder<> &b, CContext &c, std::string_view text) : b_(b), c_(c), text_(text) {}
  CValue all() {
    CValue v = comma();
    skip();
    GPHC_CHECK(at_ == text_.size(), "primitive operation's text: " + std::string(text_));
    return v;
  }

 private:
  // An element in memory: what GPH_AT and GPH_AT_BYTE denote.
  struct Place { Value *address = nullptr; CType type; bool aligned = true; };

  void skip() { while (at_ < text_.size() && text_[at_] == ' ') at_++; }
  bool accept(std::string_view s) {
    skip();
    if (text_.substr(at_, s.size()) != s) return false;
    at_ += s.size();
    return true;
  }
  void expect(std::string_view s) { GPHC_CHECK(accept(s), "primitive operation's text: " + std::string(text_)); }
  std::string_view identifier() {
    skip();
    size_t from = at_;
    while (at_ < text_.size() && (isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) at_++;
    return text_.substr(from, at_ - from);
  }

  CValue word(Value *v) { return {v, 64, false, false}; }
  CValue as_word(CValue x) { return convert(b_, x, 64, false, false); }
  CValue promote(CValue x) { return x.is_float || x.bits >= 32 ? x : convert(b_, x, 32, true, false); }
  CValue truth(Value *bit) { return {b_.CreateZExt(bit, b_.getInt32Ty()), 32, true, false}; }
  Value *condition(CValue x) {
    return x.is_float ? b_.CreateFCmpUNE(x.v, llvm::ConstantFP::get(x.v->getType(), 0.0)) : b_.CreateICmpNE(x.v, llvm::ConstantInt::get(x.v->getType(), 0));
  }
  // The usual arithmetic conversions.
  void balance(CValue *x, CValue *y) {
    *x = promote(*x);
    *y = promote(*y);
    CType t;
    if (x->is_float || y->is_float) t = {std::max(x->is_float ? x->bits : 0, y->is_float ? y->bits : 0), true, true};
    else if (x->bits != y->bits) t = x->bits > y->bits ? CType{x->bits, x->is_signed, false} : CType{y->bits, y->is_signed, false};
    else t = {x->bits, x->is_signed && y->is_signed, false};
    *x = convert(b_, *x, t.bits, t.is_signed, t.is_float);
    *y = convert(b_, *y, t.bits, t.is_signed, t.is_float);
  }

  // A type's name in parentheses, if one follows.
  bool cast(CType *t) {
    size_t from = at_;
    if (!accept("(")) return false;
    if (type_name(t) && (accept("*"), accept(")"))) return true;
    at_ = from;
    return false;
  }
  bool type_name(CType *t) {
    size_t from = at_;
    std::string_view s = identifier();
    if (s == "unsigned") {
      std::string_view u = identifier();
      GPHC_CHECK(u == "__int128", "unsigned " + std::string(u));
      *t = {128, false, false};
      return true;
    }
    static const struct { std::string_view name; CType type; } kTypes[] = {
        {"I", {64, true}}, {"W", {64, false}}, {"int8_t", {8, true}}, {"uint8_t", {8, false}}, {"int16_t", {16, true}}, {"uint16_t", {16, false}},
        {"int32_t", {32, true}}, {"uint32_t", {32, false}}, {"int64_t", {64, true}}, {"uint64_t", {64, false}}, {"int", {32, true}}, {"size_t", {64, false}},
        {"char", {64, false}} /* char *: an address */, {"__int128", {128, true}}, {"double", {64, true, true}}, {"float", {32, true, true}}};
    for (auto &k : kTypes)
      if (k.name == s) {
        *t = k.type;
        return true;
      }
    at_ = from;
    return false;
  }

  CValue comma() {
    CValue v = assignment();
    while (accept(",")) v = assignment();
    return v;
  }

  CValue assignment() {
    size_t from = at_;
    if (accept("$r")) {
      unsigned n = number();
      skip();
      if (text_.substr(at_, 1) == "=" && text_.substr(at_, 2) != "==") {
        at_++;
        CValue v = assignment();
        c_.set_result(n, v);
        return v;
      }
      at_ = from;
    }
    skip();
    if (text_.substr(at_, 6) == "GPH_AT") {
      Place p = place();
      skip();
      if (text_.substr(at_, 1) == "=" && text_.substr(at_, 2) != "==") {
        at_++;
        CValue v = assignment();
        v = convert(b_, v, p.type.bits, p.type.is_signed, p.type.is_float);
        b_.CreateAlignedStore(v.v, p.address, align(p));
        return {};
      }
      at_ = from;
    }
    return conditional();
  }
  unsigned number() {
    unsigned n = 0;
    while (at_ < text_.size() && isdigit(static_cast<unsigned char>(text_[at_]))) n = n * 10 + unsigned(text_[at_++] - '0');
    return n;
  }

  CValue conditional() {
    CValue c = binary(0);
    if (!accept("?")) return c;
    Value *test = condition(c);   // both sides are pure and cannot trap: a select
    CValue x = comma();
    expect(":");
    CValue y = conditional();
    balance(&x, &y);
    return {b_.CreateSelect(test, x.v, y.v), x.bits, x.is_signed, x.is_float};
  }

  CValue binary(int level) {
    static const std::vector<std::vector<std::string_view>> kLevels = {{"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
    if (size_t(level) == kLevels.size()) return unary();
    CValue x = binary(level + 1);
    for (;;) {
      skip();
      std::string_view op;
      for (std::string_view o : kLevels[size_t(level)]) {
        if (text_.substr(at_, o.size()) != o) continue;
        std::string_view two = text_.substr(at_, 2);
        if (o.size() == 1 && (two == "<<" || two == ">>" || two == "==")) continue;
        op = o;
        break;
      }
      if (op.empty()) return x;
      at_ += op.size();
      x = apply(op, x, binary(level + 1));
    }
  }

  CValue apply(std::string_view op, CValue x, CValue y) {
    if (op == "<<" || op == ">>") {
      x = promote(x);
      Value *n = convert(b_, y, x.bits, false, false).v;
      return {op == "<<" ? b_.CreateShl(x.v, n) : x.is_signed ? b_.CreateAShr(x.v, n) : b_.CreateLShr(x.v, n), x.bits, x.is_signed, false};
    }
    balance(&x, &y);
    bool f = x.is_float, s = x.is_signed;
    if (op == "==") return truth(f ? b_.CreateFCmpOEQ(x.v, y.v) : b_.CreateICmpEQ(x.v, y.v));
    if (op == "!=") return truth(f ? b_.CreateFCmpUNE(x.v, y.v) : b_.CreateICmpNE(x.v, y.v));
    if (op == "<") return truth(f ? b_.CreateFCmpOLT(x.v, y.v) : s ? b_.CreateICmpSLT(x.v, y.v) : b_.CreateICmpULT(x.v, y.v));
    if (op == ">") return truth(f ? b_.CreateFCmpOGT(x.v, y.v) : s ? b_.CreateICmpSGT(x.v, y.v) : b_.CreateICmpUGT(x.v, y.v));
    if (op == "<=") return truth(f ? b_.CreateFCmpOLE(x.v, y.v) : s ? b_.CreateICmpSLE(x.v, y.v) : b_.CreateICmpULE(x.v, y.v));
    if (op == ">=") return truth(f ? b_.CreateFCmpOGE(x.v, y.v) : s ? b_.CreateICmpSGE(x.v, y.v) : b_.CreateICmpUGE(x.v, y.v));
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
      default: GPHC_BUG("primitive operation's text: " + std::string(text_));
    }
    return {v, x.bits, s, f};
  }

  CValue unary() {
    skip();
    CType t;
    if (cast(&t)) return convert(b_, unary(), t.bits, t.is_signed, t.is_float);
    if (accept("-")) {
      CValue x = promote(unary());
      return {x.is_float ? b_.CreateFNeg(x.v) : b_.CreateNeg(x.v), x.bits, x.is_signed, x.is_float};
    }
    if (accept("~")) {
      CValue x = promote(unary());
      return {b_.CreateNot(x.v), x.bits, x.is_signed, false};
    }
    return primary();
  }

  CValue primary() {
    skip();
    if (accept("(")) {
      CValue v = comma();
      expect(")");
      return v;
    }
    if (accept("$r")) return c_.result(number());
    if (accept("$")) return c_.argument(number());
    if (at_ < text_.size() && isdigit(static_cast<unsigned char>(text_[at_]))) return literal();
    if (text_.substr(at_, 6) == "GPH_AT") return load(place());
    std::string_view name = identifier();
    GPHC_CHECK(!name.empty(), "primitive operation's text: " + std::string(text_));
    return call(name);
  }

  CValue literal() {
    uint64_t n = 0;
    if (accept("0x"))
      for (; at_ < text_.size() && isxdigit(static_cast<unsigned char>(text_[at_])); at_++)
        n = n * 16 + uint64_t(isdigit(static_cast<unsigned char>(text_[at_])) ? text_[at_] - '0' : tolower(text_[at_]) - 'a' + 10);
    else
      for (; at_ < text_.size() && isdigit(static_cast<unsigned char>(text_[at_])); at_++) n = n * 10 + uint64_t(text_[at_] - '0');
    unsigned bits = 32;
    bool is_signed = true;
    while (at_ < text_.size() && (text_[at_] == 'u' || text_[at_] == 'l')) {
      if (text_[at_] == 'u') is_signed = false;
      else bits = 64;
      at_++;
    }
    if (bits == 32 && n > 0x7fffffff) n > 0xffffffff ? (bits = 64) : (is_signed = false);
    return {llvm::ConstantInt::get(b_.getIntNTy(bits), n), bits, is_signed, false};
  }

  Value *address(Value *base, Value *bytes) { return b_.CreateGEP(b_.getInt8Ty(), b_.CreateIntToPtr(base, b_.getPtrTy()), bytes); }
  // GPH_AT(type, address, index), GPH_AT_BYTE(type, address, bytes)
  Place place() {
    bool by_byte = identifier() == "GPH_AT_BYTE";
    expect("(");
    Place p;
    GPHC_CHECK(type_name(&p.type), "primitive operation's text: " + std::string(text_));
    expect(",");
    Value *base = as_word(conditional()).v;
    expect(",");
    Value *index = as_word(conditional()).v;
    expect(")");
    if (!by_byte && p.type.bits > 8) index = b_.CreateMul(index, b_.getInt64(p.type.bits / 8));
    p.address = address(base, index);
    p.aligned = !by_byte;
    return p;
  }
  llvm::Align align(const Place &p) { return llvm::Align(p.aligned ? p.type.bits / 8 : 1); }
  llvm::Type *memory_type(CType t) { return t.is_float ? (t.bits == 64 ? b_.getDoubleTy() : b_.getFloatTy()) : b_.getIntNTy(t.bits); }
  CValue load(const Place &p) { return {b_.CreateAlignedLoad(memory_type(p.type), p.address, align(p)), p.type.bits, p.type.is_signed, p.type.is_float}; }

  Value *field(Value *object, int64_t offset) { return b_.CreateConstGEP1_64(b_.getInt8Ty(), b_.CreateIntToPtr(object, b_.getPtrTy()), uint64_t(offset)); }
  Value *intrinsic(llvm::Intrinsic::ID id, Value *x) { return b_.CreateUnaryIntrinsic(id, x); }
  // Leading or trailing zeros of a 64-bit word, the word's size for 0.
  CValue zeros(llvm::Intrinsic::ID id, CValue x) {
    Value *n = b_.CreateBinaryIntrinsic(id, as_word(x).v, b_.getFalse());
    return {b_.CreateTrunc(n, b_.getInt32Ty()), 32, true, false};
  }
  Value *element(Value *array, Value *index) { return address(b_.CreateAdd(array, b_.getInt64(23)), b_.CreateShl(index, 3)); }

  CValue call(std::string_view name) {
    expect("(");
    if (name == "__atomic_load_n" || name == "__atomic_store_n" || name == "__sync_val_compare_and_swap" || name.substr(0, 15) == "__atomic_fetch_") return atomic(name);
    if (name.substr(name.size() - std::min(name.size(), size_t(11))) == "_overflow_p") {
      CValue x = conditional();
      expect(",");
      CValue y = conditional();
      expect(",");
      CValue type = conditional();
      expect(")");
      bool s = type.is_signed;
      llvm::Intrinsic::ID id = name == "__builtin_add_overflow_p" ? (s ? llvm::Intrinsic::sadd_with_overflow : llvm::Intrinsic::uadd_with_overflow)
                               : name == "__builtin_sub_overflow_p" ? (s ? llvm::Intrinsic::ssub_with_overflow : llvm::Intrinsic::usub_with_overflow)
                                                                    : (s ? llvm::Intrinsic::smul_with_overflow : llvm::Intrinsic::umul_with_overflow);
      return truth(b_.CreateExtractValue(b_.CreateBinaryIntrinsic(id, x.v, y.v), 1));
    }
    std::vector<CValue> a;
    if (!accept(")")) {
      do a.push_back(conditional());
      while (accept(","));
      expect(")");
    }
    auto w = [&](size_t i) { return as_word(a[i]).v; };
    if (name == "GPH_BYTES") return word(b_.CreateAdd(w(0), b_.getInt64(15)));
    if (name == "GPH_FIELD") {   // (x, tag, i), the latter two constant
      int64_t tag = llvm::cast<llvm::ConstantInt>(a[1].v)->getSExtValue(), i = llvm::cast<llvm::ConstantInt>(a[2].v)->getSExtValue();
      return word(b_.CreateLoad(b_.getInt64Ty(), field(w(0), 8 * (1 + i) - tag)));
    }
    if (name == "GPH_ARRAY_ELEM") return word(b_.CreateLoad(b_.getInt64Ty(), element(w(0), w(1))));
    if (name == "GPH_READ_MUTVAR" || name == "GPH_READ_ARRAY") {
      llvm::LoadInst *l = b_.CreateLoad(b_.getInt64Ty(), name == "GPH_READ_ARRAY" ? element(w(0), w(1)) : field(w(0), 7));
      l->setAtomic(llvm::AtomicOrdering::Acquire);
      return word(l);
    }
    if (name == "GPH_WRITE_MUTVAR" || name == "GPH_WRITE_ARRAY") {
      bool array = name == "GPH_WRITE_ARRAY";
      Value *object = w(0), *index = array ? w(1) : nullptr;
      llvm::StoreInst *s = b_.CreateStore(w(array ? 2 : 1), array ? element(object, index) : field(object, 7));
      s->setAtomic(llvm::AtomicOrdering::Release);
      Value *untagged = b_.CreateSub(object, b_.getInt64(1));
      Value *slow = array ? b_.CreateICmpEQ(b_.CreateLoad(b_.getInt64Ty(), field(object, 15)), b_.getInt64(0))
                          : b_.CreateICmpUGE(untagged, c_.load_reg(offsetof(GphReg, old_base), b_.getInt64Ty()));
      llvm::Function *f = b_.GetInsertBlock()->getParent();
      llvm::BasicBlock *dirty = llvm::BasicBlock::Create(b_.getContext(), "", f), *on = llvm::BasicBlock::Create(b_.getContext(), "", f);
      b_.CreateCondBr(slow, dirty, on, llvm::MDBuilder(b_.getContext()).createBranchWeights(1, 2000));
      b_.SetInsertPoint(dirty);
      c_.preserving_call(array ? "gph_dirty_array" : "gph_dirty_mutvar", untagged, array ? index : b_.getInt64(0));
      b_.CreateBr(on);
      b_.SetInsertPoint(on);
      return {};
    }
    if (name == "gph_walk_of") {
      Value *none = b_.CreateICmpEQ(b_.CreateAnd(w(0), b_.getInt64(7)), b_.getInt64(7));
      return word(b_.CreateOr(b_.CreateSelect(none, b_.getInt64(0), b_.CreateAnd(w(0), b_.getInt64(~uint64_t(7)))), b_.getInt64(GPH_WALK)));
    }
    if (name == "gph_is_normal" || name == "gph_mark_normal") {
      bool mark = name == "gph_mark_normal";
      Value *x = w(0);
      llvm::Function *f = b_.GetInsertBlock()->getParent();
      llvm::BasicBlock *from = b_.GetInsertBlock(), *pointer = llvm::BasicBlock::Create(b_.getContext(), "", f), *on = llvm::BasicBlock::Create(b_.getContext(), "", f);
      Value *untagged = b_.CreateAnd(x, b_.getInt64(mark ? ~GPH_WALK : ~uint64_t(7)));
      Value *no = mark ? b_.CreateICmpEQ(untagged, b_.getInt64(0)) : b_.CreateICmpEQ(b_.CreateAnd(x, b_.getInt64(7)), b_.getInt64(7));
      b_.CreateCondBr(no, on, pointer);
      b_.SetInsertPoint(pointer);
      Value *object = b_.CreateIntToPtr(untagged, b_.getPtrTy());
      llvm::LoadInst *info = b_.CreateAlignedLoad(b_.getPtrTy(), object, llvm::Align(8));
      info->setAtomic(llvm::AtomicOrdering::Monotonic);
      auto info_field = [&](size_t offset) { return b_.CreateLoad(b_.getInt64Ty(), b_.CreateConstGEP1_64(b_.getInt8Ty(), info, offset)); };
      Value *open = b_.CreateICmpNE(info_field(offsetof(GphInfo, nf)), b_.getInt64(0));
      if (!mark) {
        Value *closed = b_.CreateNot(open);
        b_.CreateBr(on);
        b_.SetInsertPoint(on);
        llvm::PHINode *known = b_.CreatePHI(b_.getInt1Ty(), 2);
        known->addIncoming(b_.getTrue(), from);
        known->addIncoming(closed, pointer);
        return {b_.CreateZExt(known, b_.getInt64Ty()), 64, true, false};
      }
      llvm::BasicBlock *paired = llvm::BasicBlock::Create(b_.getContext(), "", f), *store = llvm::BasicBlock::Create(b_.getContext(), "", f);
      b_.CreateCondBr(open, paired, on);
      b_.SetInsertPoint(paired);
      Value *twin = info_field(offsetof(GphInfo, twin));
      b_.CreateCondBr(b_.CreateICmpNE(twin, b_.getInt64(0)), store, on);
      b_.SetInsertPoint(store);
      b_.CreateAlignedStore(twin, object, llvm::Align(8))->setAtomic(llvm::AtomicOrdering::Release);
      b_.CreateBr(on);
      b_.SetInsertPoint(on);
      return {};
    }
    if (name == "gph_masking_state") {
      Value *m = b_.CreateZExt(c_.load_reg(offsetof(GphReg, masked), b_.getInt8Ty()), b_.getInt64Ty());
      return {b_.CreateSelect(b_.CreateICmpEQ(m, b_.getInt64(0)), m, b_.CreateSub(b_.getInt64(3), m)), 64, true, false};
    }
    if (name == "memcpy" || name == "memmove") {
      Value *to = b_.CreateIntToPtr(w(0), b_.getPtrTy()), *from = b_.CreateIntToPtr(w(1), b_.getPtrTy());
      name == "memcpy" ? b_.CreateMemCpy(to, llvm::Align(1), from, llvm::Align(1), w(2)) : b_.CreateMemMove(to, llvm::Align(1), from, llvm::Align(1), w(2));
      return {};
    }
    if (name == "memset") {
      b_.CreateMemSet(b_.CreateIntToPtr(w(0), b_.getPtrTy()), convert(b_, a[1], 8, false, false).v, w(2), llvm::Align(1));
      return {};
    }
    if (name == "memcmp") {
      llvm::FunctionType *t = llvm::FunctionType::get(b_.getInt32Ty(), {b_.getPtrTy(), b_.getPtrTy(), b_.getInt64Ty()}, false);
      llvm::CallInst *c = b_.CreateCall(module()->getOrInsertFunction("memcmp", t), {b_.CreateIntToPtr(w(0), b_.getPtrTy()), b_.CreateIntToPtr(w(1), b_.getPtrTy()), w(2)});
      return {c, 32, true, false};
    }
    if (name == "__builtin_popcountll") return {b_.CreateTrunc(intrinsic(llvm::Intrinsic::ctpop, w(0)), b_.getInt32Ty()), 32, true, false};
    if (name == "__builtin_clzll") return zeros(llvm::Intrinsic::ctlz, a[0]);
    if (name == "__builtin_ctzll") return zeros(llvm::Intrinsic::cttz, a[0]);
    if (name == "__builtin_bswap64") return word(intrinsic(llvm::Intrinsic::bswap, w(0)));
    if (name == "__builtin_bswap32") return {intrinsic(llvm::Intrinsic::bswap, convert(b_, a[0], 32, false, false).v), 32, false, false};
    if (name == "__builtin_bswap16") return {intrinsic(llvm::Intrinsic::bswap, convert(b_, a[0], 16, false, false).v), 16, false, false};
    if (name == "__builtin_fabs" || name == "__builtin_fabsf") return {intrinsic(llvm::Intrinsic::fabs, a[0].v), a[0].bits, true, true};
    if (name == "__builtin_sqrt" || name == "__builtin_sqrtf") return {intrinsic(llvm::Intrinsic::sqrt, a[0].v), a[0].bits, true, true};
    if (name == "gph_bit_reverse") return word(intrinsic(llvm::Intrinsic::bitreverse, w(0)));
    if (name == "gph_double_bits") return word(b_.CreateBitCast(a[0].v, b_.getInt64Ty()));
    if (name == "gph_float_bits") return word(b_.CreateZExt(b_.CreateBitCast(a[0].v, b_.getInt32Ty()), b_.getInt64Ty()));
    if (name == "gph_double_from_bits") return {b_.CreateBitCast(w(0), b_.getDoubleTy()), 64, true, true};
    if (name == "gph_float_from_bits") return {b_.CreateBitCast(b_.CreateTrunc(w(0), b_.getInt32Ty()), b_.getFloatTy()), 32, true, true};
    if (name == "gph_double_to_int" || name == "gph_float_to_int") {   // out of range and NaN give the least Int#: fptosi does not promise it
      bool d = name == "gph_double_to_int";
      llvm::Type *vt = llvm::FixedVectorType::get(a[0].v->getType(), d ? 2 : 4);
      Value *v = b_.CreateInsertElement(llvm::PoisonValue::get(vt), a[0].v, b_.getInt32(0));
      return {b_.CreateIntrinsic(b_.getInt64Ty(), d ? llvm::Intrinsic::x86_sse2_cvttsd2si64 : llvm::Intrinsic::x86_sse_cvttss2si64, {v}), 64, true, false};
    }
    if (name == "gph_abs_word") {
      Value *n = w(0);
      return word(b_.CreateSelect(b_.CreateICmpSLT(n, b_.getInt64(0)), b_.CreateNeg(n), n));
    }
    if (name == "gph_decode_double_mantissa") return decode(a[0], true, true);
    if (name == "gph_decode_double_exponent") return decode(a[0], true, false);
    if (name == "gph_decode_float_mantissa") return decode(a[0], false, true);
    if (name == "gph_decode_float_exponent") return decode(a[0], false, false);
    if (name == "gph_quot_word2" || name == "gph_rem_word2") {   // the high word is less than the divisor
      Value *r = b_.CreateCall(llvm::InlineAsm::get(llvm::FunctionType::get(llvm::StructType::get(b_.getInt64Ty(), b_.getInt64Ty()), {b_.getInt64Ty(), b_.getInt64Ty(), b_.getInt64Ty()}, false),
                                                    "divq $2", "={rax},={rdx},r,0,1,~{flags}", false), {w(2), w(1), w(0)});
      return word(b_.CreateExtractValue(r, name == "gph_quot_word2" ? 0 : 1));
    }
    if (name == "gph_pdep" || name == "gph_pext") {   // out of line (runtime/prim/misc.c): rarely used
      llvm::FunctionType *t = llvm::FunctionType::get(b_.getInt64Ty(), {b_.getInt64Ty(), b_.getInt64Ty()}, false);
      return word(b_.CreateCall(module()->getOrInsertFunction(name == "gph_pdep" ? "gph_pdep_c" : "gph_pext_c", t), {w(0), w(1)}));
    }
    GPHC_BUG("LLVM back end: " + std::string(name) + " in the text of a primitive operation");
  }
  llvm::Module *module() { return b_.GetInsertBlock()->getModule(); }

  // As gph_decode_double_mantissa & co. in gph/primops.h say.
  CValue decode(CValue x, bool is_double, bool mantissa) {
    unsigned bits = is_double ? 52 : 23;
    Value *w = is_double ? b_.CreateBitCast(x.v, b_.getInt64Ty()) : b_.CreateZExt(b_.CreateBitCast(x.v, b_.getInt32Ty()), b_.getInt64Ty());
    Value *m = b_.CreateAnd(w, b_.getInt64((1ull << bits) - 1)), *e = b_.CreateAnd(b_.CreateLShr(w, bits), b_.getInt64(is_double ? 0x7ff : 0xff));
    Value *zero = b_.getInt64(0), *normal = b_.CreateICmpNE(e, zero), *is_zero = b_.CreateICmpEQ(m, zero);
    // A denormal number's shift; for 0 it is not used, but must not be out of range.
    Value *shift = b_.CreateSub(b_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, b_.CreateOr(m, b_.CreateZExt(is_zero, b_.getInt64Ty())), b_.getFalse()), b_.getInt64(63 - bits));
    if (!mantissa) {
      int64_t bias = is_double ? 1075 : 150;
      Value *small = b_.CreateSelect(is_zero, zero, b_.CreateSub(b_.getInt64(uint64_t(1 - bias)), shift));
      return {b_.CreateSelect(normal, b_.CreateSub(e, b_.getInt64(uint64_t(bias))), small), 64, true, false};
    }
    Value *v = b_.CreateSelect(normal, b_.CreateOr(m, b_.getInt64(1ull << bits)), b_.CreateSelect(is_zero, zero, b_.CreateShl(m, b_.CreateAnd(shift, b_.getInt64(63)))));
    Value *negative = b_.CreateICmpNE(b_.CreateAnd(w, b_.getInt64(is_double ? 1ull << 63 : 1ull << 31)), zero);
    v = b_.CreateSelect(negative, b_.CreateNeg(v), v);
    return {b_.CreateSelect(b_.CreateFCmpUNO(x.v, x.v), b_.getInt64(uint64_t(-(int64_t(3) << (bits - 1)))), v), 64, true, false};
  }

  // Of 64-bit elements: (&GPH_AT(...), operands, order). All sequentially consistent.
  CValue atomic(std::string_view name) {
    expect("&");
    Place p = place();
    std::vector<Value *> a;
    while (accept(",")) {
      if (accept("__ATOMIC_SEQ_CST")) continue;
      a.push_back(as_word(conditional()).v);
    }
    expect(")");
    llvm::AtomicOrdering seq = llvm::AtomicOrdering::SequentiallyConsistent;
    llvm::Align al(8);
    if (name == "__atomic_load_n") {
      llvm::LoadInst *l = b_.CreateAlignedLoad(b_.getInt64Ty(), p.address, al);
      l->setAtomic(seq);
      return {l, 64, true, false};
    }
    if (name == "__atomic_store_n") {
      b_.CreateAlignedStore(a[0], p.address, al)->setAtomic(seq);
      return {};
    }
    if (name == "__sync_val_compare_and_swap")
      return {b_.CreateExtractValue(b_.CreateAtomicCmpXchg(p.address, a[0], a[1], al, seq, seq), 0), 64, true, false};
    std::string_view op = name.substr(15);
    llvm::AtomicRMWInst::BinOp k = op == "add" ? llvm::AtomicRMWInst::Add : op == "sub" ? llvm::AtomicRMWInst::Sub : op == "and" ? llvm::AtomicRMWInst::And
                                   : op == "nand" ? llvm::AtomicRMWInst::Nand : op == "or" ? llvm::AtomicRMWInst::Or : llvm::AtomicRMWInst::Xor;
    GPHC_CHECK(op == "add" || op == "sub" || op == "and" || op == "nand" || op == "or" || op == "xor", std::string(name));
    return {b_.CreateAtomicRMW(k, p.address, a[0], al, seq), 64, true, false};
  }

  llvm::IRBuilder<> &b_;
  CContext &c_;
  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

CValue translate_c(llvm::IRBuilder<> &b, CContext &context, std::string_view text) { return Translator(b, context, text).all(); }

}  // namespace gphc::backend_llvm
