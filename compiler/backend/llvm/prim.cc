// prim.cc: primitive operations and foreign calls as LLVM IR: by instructions, by what the C text of the operation says
// (c_expr.h), by a call of C on the C stack.
#include "backend/llvm/emitter.h"

#include <llvm/IR/InlineAsm.h>

namespace gphc::backend_llvm {

// The "llvm" column of primops.def: a comparison or binary instruction for each result.
bool FunctionEmitter::prim_by_instruction(const SPrim &p) {
  std::string_view rest = p.op->llvm;
  if (rest.empty() || p.args.size() != 2) return false;
  Value *x = operand(p.args[0]), *y = operand(p.args[1]);
  std::vector<Value *> results;  // stored when all are made: a result may be an operand, too
  while (!rest.empty()) {
    size_t comma = std::min(rest.find(", "), rest.size());
    results.push_back(instruction(rest.substr(0, comma), x, y));
    rest.remove_prefix(std::min(comma + 2, rest.size()));
  }
  for (size_t i = 0; i < p.dsts.size(); i++) store(p.dsts[i], results[i]);
  return true;
}

Value *FunctionEmitter::instruction(std::string_view name, Value *x, Value *y) {
  using P = llvm::CmpInst::Predicate;
  static const std::unordered_map<std::string_view, P> kCompare = {
      {"icmp eq", P::ICMP_EQ},   {"icmp ne", P::ICMP_NE},   {"icmp sgt", P::ICMP_SGT}, {"icmp sge", P::ICMP_SGE},
      {"icmp slt", P::ICMP_SLT}, {"icmp sle", P::ICMP_SLE}, {"icmp ugt", P::ICMP_UGT}, {"icmp uge", P::ICMP_UGE},
      {"icmp ult", P::ICMP_ULT}, {"icmp ule", P::ICMP_ULE}, {"fcmp oeq", P::FCMP_OEQ}, {"fcmp une", P::FCMP_UNE},
      {"fcmp ogt", P::FCMP_OGT}, {"fcmp oge", P::FCMP_OGE}, {"fcmp olt", P::FCMP_OLT}, {"fcmp ole", P::FCMP_OLE}};
  auto k = kCompare.find(name);
  if (k != kCompare.end()) return b_.CreateZExt(b_.CreateCmp(k->second, x, y), m_.i64);
  using B = llvm::Instruction::BinaryOps;
  static const std::unordered_map<std::string_view, B> kBinary = {
      {"add", B::Add},   {"sub", B::Sub},   {"mul", B::Mul},   {"and", B::And},   {"or", B::Or},
      {"xor", B::Xor},   {"sdiv", B::SDiv}, {"srem", B::SRem}, {"udiv", B::UDiv}, {"urem", B::URem},
      {"fadd", B::FAdd}, {"fsub", B::FSub}, {"fmul", B::FMul}, {"fdiv", B::FDiv}};
  auto i = kBinary.find(name);
  GPHC_CHECK(i != kBinary.end(), "primops.def: no instruction " + std::string(name));
  return b_.CreateBinOp(i->second, x, y);
}

void FunctionEmitter::prim(const SPrim &p) {
  prim_ = &p;
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
  if (prim_by_instruction(p)) return;
  CValue v = translate_c(b_, *this, p.op->c);
  if (p.dsts.size() == 1 && !strstr(p.op->c, "$r")) set_result(0, v);
}

// C: void shim(W *args, W *ret)
llvm::Function *FunctionEmitter::shim(const std::string &symbol, const std::vector<Ty> &tys, std::optional<Ty> result,
                                      bool dynamic) {
  llvm::IRBuilder<>::InsertPointGuard g(b_);
  llvm::Function *f =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(c_), {m_.ptr, m_.ptr}, false),
                             llvm::GlobalValue::InternalLinkage, "shim", m_.m_);
  f->addFnAttr(llvm::Attribute::NoUnwind);
  at(BasicBlock::Create(c_, "", f));
  std::vector<llvm::Type *> types;
  std::vector<Value *> args;
  auto slot_of = [&](size_t i) { return b_.CreateLoad(m_.i64, b_.CreateConstGEP1_64(m_.i64, f->getArg(0), i)); };
  for (size_t i = dynamic ? 1 : 0; i < tys.size(); i++) {
    types.push_back(type_of(tys[i]));
    args.push_back(from_bits(tys[i], slot_of(i)));
  }
  // Variadic in name: a function of variable arguments (printf) finds the number of floating ones in al, others do not
  // care.
  llvm::FunctionType *t = llvm::FunctionType::get(result ? type_of(*result) : llvm::Type::getVoidTy(c_), types, true);
  Value *callee = dynamic ? b_.CreateIntToPtr(slot_of(0), m_.ptr) : m_.data(symbol);
  llvm::CallInst *r = b_.CreateCall(t, callee, args);
  if (result) b_.CreateStore(to_bits(*result, r), f->getArg(1));
  b_.CreateRetVoid();
  return f;
}

// An unsafe call of a C function: on the worker's stack, but for small mathematical functions.
Value *FunctionEmitter::c_call(const std::string &symbol, std::vector<Value *> args, const std::vector<Ty> &tys,
                               std::optional<Ty> result, bool dynamic) {
  if (!dynamic && is_small_math(symbol) && result && is_float_ty(*result)) {
    std::vector<llvm::Type *> types;
    for (Ty t : tys) types.push_back(type_of(t));
    llvm::FunctionCallee f = m_.m_.getOrInsertFunction(symbol, llvm::FunctionType::get(type_of(*result), types, false));
    llvm::CallInst *c = b_.CreateCall(f, args);
    c->addFnAttr(llvm::Attribute::NoUnwind);
    c->setDoesNotAccessMemory();  // -fno-math-errno
    if (!is_exact_math(symbol)) c->addFnAttr(llvm::Attribute::NoBuiltin);
    return c;
  }
  size_t ints = 0, floats = 0;
  for (Ty t : tys) (is_float_ty(t) ? floats : ints)++;
  if (dynamic) ints--;
  if (ints > 6 || floats > 8) {  // through a shim that finds its arguments in R->args
    for (size_t i = 0; i < args.size(); i++) store_slot(args_slot(uint32_t(i)), to_bits(tys[i], args[i]));
    call(m_.runtime_function("gph_unsafe_ccall"),
         {llvm::ConstantExpr::getPtrToInt(shim(symbol, tys, result, dynamic), m_.i64)});
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
  // xmm registers only where floating values are: LLVM looks for the name of each.
  for (size_t i = 1; i < (floats_ ? 16 : 1); i++)
    if (!used[i]) clobbers += ",~{xmm" + std::to_string(i) + "}";
  ins += ",{rax},{r13}";
  types.insert(types.end(), {m_.i64, m_.ptr});
  values.insert(values.end(), {b_.getInt64(nf), reg()});
  std::string text = std::string("movq %rsp, %rbx\n\tmovq 48(%r13), %rsp\n\tcall ") + (dynamic ? "*%r10" : symbol) +
                     "\n\tmovq %rbx, %rsp";
  llvm::StructType *out = llvm::StructType::get(c_, out_types);
  Value *r = b_.CreateCall(
      llvm::InlineAsm::get(llvm::FunctionType::get(out, types, false), text, outs + ins + "," + clobbers, true),
      values);
  if (!result) return nullptr;
  return b_.CreateExtractValue(r, is_float_ty(*result) ? 1 : 0);
}

void FunctionEmitter::foreign(const SForeign &f) {
  const core::ForeignCall *c = f.call;
  bool dynamic = !c->symbol;
  if (c->c_result == "&") {  // the address of the symbol
    if (!f.dsts.empty()) store(f.dsts[0], llvm::ConstantExpr::getPtrToInt(m_.data(c->symbol.string()), m_.i64));
    return;
  }
  std::vector<Value *> args;
  std::vector<Ty> tys;
  for (size_t i = 0; i < f.args.size(); i++) {
    Value *a = operand(f.args[i]);
    Ty t = f.args[i].ty;
    if (f.arg_reps[i] == Rep::Unlifted) a = b_.CreateAdd(a, b_.getInt64(15));  // GPH_BYTES
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
    call(m_.runtime_function(c->interruptible ? "gph_interruptible_ccall" : "gph_safe_ccall"),
         {llvm::ConstantExpr::getPtrToInt(shim(dynamic ? "" : c->symbol.string(), tys, result, dynamic), m_.i64)});
    r = result ? from_bits(*result, load_slot(ret_slot(0))) : nullptr;
  }
  if (dst) store(dst, is_float_ty(dst->ty) ? r : narrow(c->c_result, r));
  if (c->safe) pop(f.roots, f.reloads);
}

}  // namespace gphc::backend_llvm
