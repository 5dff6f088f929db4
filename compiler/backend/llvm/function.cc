// function.cc: Low's statements and operands as LLVM IR, one function at a time. Primitive operations and calls of C:
// prim.cc.
#include "backend/llvm/emitter.h"

#include <llvm/IR/InlineAsm.h>

namespace gphc::backend_llvm {

// ---- Calls ----------------------------------------------------------------------------------------------------------
FunctionEmitter::Made FunctionEmitter::call(Value *callee, const std::vector<Value *> &ints,
                                            const std::vector<Value *> &doubles, uint8_t int_results,
                                            uint8_t double_results) {
  Made m;
  m.s = {uint8_t(ints.size()), uint8_t(doubles.size()), int_results, double_results};
  std::vector<Value *> a = {reg(), rs(), hp()};
  a.insert(a.end(), ints.begin(), ints.end());
  a.insert(a.end(), doubles.begin(), doubles.end());
  m.call = b_.CreateCall(m_.type_of(m.s), callee, a);
  m.call->setCallingConv(llvm::CallingConv::X86_RegCall);
  m.call->addFnAttr(llvm::Attribute::NoUnwind);
  b_.CreateStore(b_.CreateExtractValue(m.call, kArgR), reg_);
  b_.CreateStore(b_.CreateExtractValue(m.call, kArgRs), rs_);
  b_.CreateStore(b_.CreateExtractValue(m.call, kArgHp), hp_);
  return m;
}

// Its results are this function's. Afterwards must_tail in emit_llvm.cc.
void FunctionEmitter::tail_call(Value *callee, const std::vector<Value *> &ints, const std::vector<Value *> &doubles) {
  std::vector<Value *> a = {reg(), rs(), hp()};
  a.insert(a.end(), ints.begin(), ints.end());
  a.insert(a.end(), doubles.begin(), doubles.end());
  llvm::CallInst *c = b_.CreateCall(
      m_.type_of({uint8_t(ints.size()), uint8_t(doubles.size()), signature_.int_results, signature_.double_results}),
      callee, a);
  c->setCallingConv(llvm::CallingConv::X86_RegCall);
  c->setTailCallKind(llvm::CallInst::TCK_Tail);
  b_.CreateRet(c);
}

// Instead of a tail call, between those that return by `ret` and others: see low/tree_recursion.cc.
void FunctionEmitter::call_and_return(Value *callee, const std::vector<Value *> &ints,
                                      const std::vector<Value *> &doubles) {
  tail_call(callee, ints, doubles);
  llvm::cast<llvm::CallInst>(b_.GetInsertBlock()->getTerminator()->getPrevNode())
      ->setTailCallKind(llvm::CallInst::TCK_NoTail);
}

// What is missing is not looked at.
void FunctionEmitter::return_parts(const std::vector<Value *> &ints, const std::vector<Value *> &doubles) {
  Value *v = llvm::PoisonValue::get(f_->getReturnType());
  v = b_.CreateInsertValue(v, reg(), kArgR);
  v = b_.CreateInsertValue(v, rs(), kArgRs);
  v = b_.CreateInsertValue(v, hp(), kArgHp);
  for (unsigned i = 0; i < ints.size(); i++) v = b_.CreateInsertValue(v, ints[i], kArgInts + i);
  for (unsigned i = 0; i < doubles.size(); i++)
    v = b_.CreateInsertValue(v, doubles[i], kArgInts + signature_.int_results + i);
  b_.CreateRet(v);
}

llvm::CallInst *FunctionEmitter::stub(const char *symbol, llvm::Type *result, const std::vector<Value *> &args) {
  std::vector<Value *> a = {reg(), rs(), hp()};
  a.insert(a.end(), args.begin(), args.end());
  std::vector<llvm::Type *> t;
  for (Value *v : a) t.push_back(v->getType());
  llvm::CallInst *c = b_.CreateCall(llvm::FunctionType::get(result, t, false), m_.runtime_function(symbol), a);
  c->setCallingConv(llvm::CallingConv::X86_RegCall);
  c->addFnAttr(llvm::Attribute::NoUnwind);
  return c;
}

// void symbol(a, b)
void FunctionEmitter::preserving(const char *symbol, Value *a, Value *b) {
  stub(symbol, llvm::Type::getVoidTy(c_), {a, b});
}

FunctionEmitter::CallParts FunctionEmitter::call_parts(const Callee &callee, const Vec<Operand> &args) {
  CallParts p;
  switch (callee.kind) {
    case Callee::Kind::Known: {
      const Function *f = callee.fn;
      Vec<Ty> tys;
      for (Local *x : f->params) tys.push_back(x->ty);
      ArgLayout l = layout_args(tys, f->self != nullptr);
      for (size_t i = 0; i < args.size(); i++) switch (l.args[i].where) {
          case ArgPlace::Memory: store_slot(args_slot(l.args[i].index), bits(args[i])); break;
          case ArgPlace::IntReg:
            if (p.ints.size() <= l.args[i].index) p.ints.resize(l.args[i].index + 1, llvm::PoisonValue::get(m_.i64));
            p.ints[l.args[i].index] = arg(args[i], tys[i]);
            break;
          case ArgPlace::FloatReg:
            if (p.doubles.size() <= l.args[i].index)
              p.doubles.resize(l.args[i].index + 1, llvm::PoisonValue::get(m_.dbl));
            p.doubles[l.args[i].index] = to_xmm(tys[i], arg(args[i], tys[i]));
            break;
        }
      if (f->self) {
        if (p.ints.size() <= l.self.index) p.ints.resize(l.self.index + 1, llvm::PoisonValue::get(m_.i64));
        p.ints[l.self.index] = operand(callee.closure);
      }
      p.callee = m_.function(f);
      return p;
    }
    case Callee::Kind::Unknown: {
      for (const Operand &a : args) p.ints.push_back(bits(a));
      Value *f = operand(callee.closure);
      p.ints.push_back(f);
      Value *generic = m_.runtime_function("gph_ap" + std::to_string(args.size()));
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
      if (!callee.stub) p.ints.push_back(llvm::ConstantExpr::getPtrToInt(m_.data(callee.symbol), m_.i64));
      for (const Operand &a : args) p.ints.push_back(bits(a));
      p.callee = m_.runtime_function(callee.stub ? callee.symbol : "gph_rtcall");
      return p;
  }
  return p;
}

// How results are returned: of one, a double in xmm0; of several, the first two, doubles in xmm0 and xmm1.
static void count_results(const Vec<Ty> &ret, Signature *s) {
  s->int_results = s->double_results = 0;
  if (ret.size() <= 1) {
    (ret.size() == 1 && is_float_ty(ret[0]) ? s->double_results : s->int_results)++;
    return;
  }
  for (size_t i = 0; i < 2; i++) (ret[i] == Ty::Double ? s->double_results : s->int_results)++;
}

Signature ModuleEmitter::signature_of(const Function *f) {
  Signature s;
  Vec<Ty> tys;
  for (Local *p : f->params) tys.push_back(p->ty);
  ArgLayout l = layout_args(tys, f->self != nullptr);
  for (size_t i = 0; i < tys.size(); i++) {
    if (l.args[i].where == ArgPlace::IntReg) s.ints = std::max(s.ints, uint8_t(l.args[i].index + 1));
    if (l.args[i].where == ArgPlace::FloatReg) s.doubles = std::max(s.doubles, uint8_t(l.args[i].index + 1));
  }
  if (f->self) s.ints = std::max(s.ints, uint8_t(l.self.index + 1));
  count_results(f->ret, &s);
  return s;
}

void FunctionEmitter::call_stmt(const SCall &s) {
  Vec<Ty> ret;
  if (s.callee.kind == Callee::Kind::Known) ret = s.callee.fn->ret;
  else
    for (Local *d : s.dsts) ret.push_back(d->ty);
  push(s.roots);
  CallParts p = call_parts(s.callee, s.args);
  Signature results;
  if (s.callee.kind != Callee::Kind::Runtime) count_results(ret, &results);
  Made r = call(p.callee, p.ints, p.doubles, results.int_results, results.double_results);
  if (s.callee.kind == Callee::Kind::Runtime) {  // the first result, then R->ret[1..]
    for (size_t i = 0; i < s.dsts.size(); i++)
      store(s.dsts[i], from_bits(s.dsts[i]->ty, i == 0 ? int_result(r) : load_slot(ret_slot(i))));
  } else if (!s.dsts.empty() && ret.size() == 1) {
    if (is_float_ty(ret[0])) {
      Value *x = double_result(r);
      store(s.dsts[0], ret[0] == Ty::Float ? float_from_xmm(x) : x);
    } else {
      store(s.dsts[0], int_result(r));
    }
  } else if (!s.dsts.empty()) {
    unsigned ints = 0, doubles = 0;
    for (size_t i = 0; i < s.dsts.size(); i++) {
      Value *v;
      if (i >= 2) v = from_bits(ret[i], load_slot(ret_slot(i)));
      else if (ret[i] == Ty::Double) v = double_result(r, doubles++);
      else v = from_bits(ret[i], int_result(r, ints++));
      store(s.dsts[i], v);
    }
  }
  pop(s.roots, s.reloads);
}

void FunctionEmitter::return_stmt(const SReturn &r) {
  const Vec<Ty> &ret = fn_->ret;
  if (ret.empty()) return return_parts({b_.getInt64(7)});
  if (ret.size() == 1) {
    Value *v = arg(r.values[0], ret[0]);
    return is_float_ty(ret[0]) ? return_parts({}, {to_xmm(ret[0], v)}) : return_parts({v});
  }
  for (size_t i = 2; i < ret.size(); i++) store_slot(ret_slot(i), bits(r.values[i]));
  std::vector<Value *> ints, doubles;
  for (size_t i = 0; i < 2; i++) {
    if (ret[i] == Ty::Double) doubles.push_back(arg(r.values[i], Ty::Double));
    else ints.push_back(bits(r.values[i]));
  }
  return_parts(ints, doubles);
}

// ---- Evaluation, allocation -----------------------------------------------------------------------------------------
// GPH_IND_VALUE: goes on where the value of an indirection is known. *otherwise: where it is not, and there *code is
// what to call.
Value *FunctionEmitter::indirection(Value *x, BasicBlock **otherwise, Value **code) {
  BasicBlock *ind = fresh(), *value = fresh(), *enter = *otherwise = fresh();
  llvm::LoadInst *info = b_.CreateLoad(m_.ptr, b_.CreateIntToPtr(x, m_.ptr));
  info->setAtomic(llvm::AtomicOrdering::Acquire);
  cond(b_.CreateICmpEQ(info, m_.data("gph_ind_info")), ind, enter);
  at(ind);
  llvm::LoadInst *v = b_.CreateLoad(m_.i64, field(x, 8));
  v->setAtomic(llvm::AtomicOrdering::Acquire);
  v->setAlignment(llvm::Align(8));
  cond(b_.CreateICmpNE(tag_of(v), b_.getInt64(0)), value, enter);
  at(enter);
  *code = b_.CreateLoad(m_.ptr, info);
  at(value);
  return v;
}

// What is evaluated has been evaluated, mostly: without weights LLVM puts the reading of indirections between the tests
// of a loop that takes values apart, and such a loop jumps over each of them (a comparison of strings).
// docs/decisions/027 has what it gains and costs; weights of 3 and 24 gained no more.
void FunctionEmitter::eval(const SEval &e) {
  constexpr uint32_t kEvaluated = 8;  // to 1
  BasicBlock *look = fresh(), *enter, *on = fresh();
  Value *x = load(e.x), *code = nullptr;
  if (is_caf(e)) b_.CreateBr(look);
  else
    b_.CreateCondBr(b_.CreateICmpEQ(tag_of(x), b_.getInt64(0)), look, on,
                    llvm::MDBuilder(c_).createBranchWeights(1, kEvaluated));
  at(look);
  if (is_caf(e) || m_.optimised()) {
    store(e.x, indirection(x, &enter, &code));
    b_.CreateBr(on);
    at(enter);
  } else code = enter_call(x);
  push(e.roots);
  store(e.x, int_result(call(code, {x})));
  pop(e.roots, e.reloads);
  b_.CreateBr(on);
  at(on);
}

// A poll in a loop: to LLVM one instruction that changes the roots, with its slow path in a section of its own. As a
// branch it would take part in the layout of the loop, and small loops lose up to a tenth by it.
void FunctionEmitter::poll(const SHeapCheck &h) {
  size_t n = h.roots.size();
  std::string text = "cmpq (%r13), %r15\n\tja 771f\n772:\n\t.pushsection \".text.unlikely." + f_->getName().str() +
                     "_poll\",\"ax\",@progbits\n771:\n\t";
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
  Value *limit = b_.CreateLoad(m_.ptr, reg());  // hplim, at 0
  cond(b_.CreateICmpUGT(b_.CreateConstGEP1_64(m_.i8, hp(), bytes), limit), gc, on, -1);
  at(gc);
  push(h.roots);
  Value *r = stub("gph_gc_stub", llvm::StructType::get(m_.ptr, m_.ptr, m_.ptr), {b_.getInt64(bytes)});
  b_.CreateStore(b_.CreateExtractValue(r, 0), reg_);
  b_.CreateStore(b_.CreateExtractValue(r, 1), rs_);
  b_.CreateStore(b_.CreateExtractValue(r, 2), hp_);
  pop(h.roots, h.reloads);
  b_.CreateBr(on);
  at(on);
}

void FunctionEmitter::alloc(const SAlloc &a) {
  Value *base = hp();
  for (const Object &o : a.objects)
    store(o.dst, b_.CreatePtrToInt(b_.CreateConstGEP1_64(m_.i8, base, uint64_t(o.offset) * 8 + o.tag), m_.i64));
  for (const Object &o : a.objects) {
    b_.CreateStore(m_.info(o.info), b_.CreateConstGEP1_64(m_.i64, base, o.offset));
    bool thunk = o.info->kind == ObjKind::Thunk || o.info->kind == ObjKind::ThunkOnce ||
                 o.info->kind == ObjKind::StringThunk || o.info->kind == ObjKind::Ap || o.info->kind == ObjKind::Sel;
    for (size_t i = thunk ? 1 : 0; i < o.payload.size(); i++)  // a thunk's result word is written by the update only
      b_.CreateStore(bits(o.payload[i]), b_.CreateConstGEP1_64(m_.i64, base, o.offset + 1 + i));
  }
}

void FunctionEmitter::unbox(const SUnbox &u) {
  Value *x = operand(u.src);
  if (u.small) return store(u.dst, b_.CreateLShr(x, 3));
  BasicBlock *imm = fresh(), *boxed = fresh(), *on = fresh();
  // An immediate, or a pointer with this tag: one bit that the tag lacks tells them apart.
  uint64_t bit = 7 & ~uint64_t(u.ptr_tag);
  cond(b_.CreateICmpNE(b_.CreateAnd(x, b_.getInt64(bit & -bit)), b_.getInt64(0)), imm, boxed, 1);
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
  store(x.dst, stub("gph_box_slow", m_.i64, {n, m_.info(x.info)}));
  b_.CreateBr(on);
  at(on);
}

// GPH_THUNK_ENTER
void FunctionEmitter::thunk_enter(Value *self, Constant *info) {
  BasicBlock *eager = fresh(), *other = fresh(), *on = fresh();
  cond(b_.CreateICmpNE(load_reg(offsetof(GphReg, eager_blackhole), m_.i8), b_.getInt8(0)), eager, on, -1);
  at(eager);
  Value *taken = stub("gph_thunk_claim", m_.i64, {self, info});
  cond(b_.CreateICmpNE(taken, b_.getInt64(0)), other, on, -1);
  at(other);
  tail_call(enter_call(self), {self});
  at(on);
  Value *s = b_.CreateConstGEP1_64(m_.i64, rs(), uint64_t(-1));
  b_.CreateStore(b_.CreateOr(self, b_.getInt64(GPH_TAG_UPDATE)), s);
  b_.CreateStore(s, rs_);
}

// GPH_CAF_ENTER
void FunctionEmitter::caf_enter(Value *self, Constant *info) {
  Made r = call(m_.runtime_function("gph_caf_enter"), {self, llvm::ConstantExpr::getPtrToInt(info, m_.i64)});
  BasicBlock *other = fresh(), *on = fresh();
  cond(b_.CreateICmpEQ(b_.CreateTrunc(int_result(r), m_.i32), b_.getInt32(0)), other, on);  // an int
  at(other);
  tail_call(enter_call(self), {self});
  at(on);
}

// GPH_UPDATE, out of line: every thunk ends so, and a jump costs nothing beside it.
void FunctionEmitter::update(Value *value) { tail_call(m_.runtime_function("gph_update_return"), {value}); }

void FunctionEmitter::con_index(const SConIndex &c) {
  Value *x = operand(c.x);
  auto immediate = [&] { return c.imm >= 0 ? b_.getInt64(uint64_t(c.imm)) : b_.CreateLShr(x, 3); };
  if (c.where == IndexIn::Immediate) return store(c.dst, immediate());
  if (c.where == IndexIn::Info) return store(c.dst, con_of(x));
  BasicBlock *imm = fresh(), *object = fresh(), *on = fresh();
  cond(is_imm(x), imm, object);
  at(imm);
  store(c.dst, immediate());
  b_.CreateBr(on);
  at(object);
  store(c.dst, con_of(x));
  b_.CreateBr(on);
  at(on);
}

// GPH_SPARK_AT
void FunctionEmitter::spark(const SSpark &s) {
  Constant *where = m_.c_string(s.loc ? s.loc.str() : std::string_view("")), *function = m_.c_string(fn_->info->shown);
  llvm::StructType *t = llvm::StructType::get(m_.ptr, m_.ptr);
  GlobalVariable *site = new GlobalVariable(m_.m_, t, true, llvm::GlobalValue::InternalLinkage,
                                            llvm::ConstantStruct::get(t, {where, function}), "site");
  Value *x = operand(s.x);
  BasicBlock *push = fresh(), *on = fresh();
  cond(b_.CreateICmpNE(load_slot(offsetof(GphReg, sparks)), b_.getInt64(0)), push, on);
  at(push);
  preserving("gph_spark_at", x, llvm::ConstantExpr::getPtrToInt(site, m_.i64));
  b_.CreateBr(on);
  at(on);
}

// ---- Statements -----------------------------------------------------------------------------------------------------
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
    if (!on) return;  // go on in this block
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
    for (int64_t v : k.values)
      s->addCase(llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(m_.i64), uint64_t(v)), here);
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
      store(l.dst, from_bits(l.dst->ty,
                             b_.CreateLoad(m_.i64, field(operand(l.base), 8 * (1 + int64_t(l.index)) - l.ptr_tag))));
      break;
    }
    case Tag::Prim: prim(cast<SPrim>(s)); break;
    case Tag::Unbox: unbox(cast<SUnbox>(s)); break;
    case Tag::Box: box(cast<SBox>(s)); break;
    case Tag::ConIndex: con_index(cast<SConIndex>(s)); break;
    case Tag::Spark: spark(cast<SSpark>(s)); break;
    case Tag::Alloc: alloc(cast<SAlloc>(s)); break;
    case Tag::HeapCheck: heap_check(cast<SHeapCheck>(s)); break;
    case Tag::HeapBump: b_.CreateStore(b_.CreateConstGEP1_64(m_.i64, hp(), cast<SHeapBump>(s).words), hp_); break;
    case Tag::Eval: eval(cast<SEval>(s)); break;
    case Tag::Call: call_stmt(cast<SCall>(s)); break;
    case Tag::TailCall: {
      STailCall &t = cast<STailCall>(s);
      CallParts p = call_parts(t.callee, t.args);
      const bool there = t.callee.kind == Callee::Kind::Known && t.callee.fn->tree_recursive;
      if (there == fn_->tree_recursive) tail_call(p.callee, p.ints, p.doubles);
      else call_and_return(p.callee, p.ints, p.doubles);
      break;
    }
    case Tag::Foreign: foreign(cast<SForeign>(s)); break;
    case Tag::Return: return_stmt(cast<SReturn>(s)); break;
    case Tag::ReturnEval: {
      Value *x = operand(cast<SReturnEval>(s).x);
      if (fn_->ret.size() > 1 || (fn_->ret.size() == 1 && is_float_ty(fn_->ret[0]))) {
        // A value where several results (or a double) are due can only be one that diverges: error calls have every
        // type.
        call(enter_call(x), {x});
        b_.CreateUnreachable();
        break;
      }
      if (cast<SReturnEval>(s).x.kind == Operand::Kind::Local) {
        BasicBlock *look = fresh(), *done = fresh(), *enter;
        cond(b_.CreateICmpEQ(tag_of(x), b_.getInt64(0)), look, done);
        at(done);
        return_parts({x});
        at(look);
        if (m_.optimised()) {
          Value *code = nullptr;
          return_parts({indirection(x, &enter, &code)});
          at(enter);
          tail_call(code, {x});
          break;
        }
      }
      tail_call(enter_call(x), {x});
      break;
    }
    case Tag::Enter:
      if (fn_->kind == FnKind::Caf) caf_enter(load(fn_->self), m_.info(cast<SEnter>(s).info));
      else thunk_enter(load(fn_->self), m_.info(cast<SEnter>(s).info));
      break;
    case Tag::Update: update(operand(cast<SUpdate>(s).value)); break;
    case Tag::UpdateEval: {
      Value *x = operand(cast<SUpdateEval>(s).x);
      if (cast<SUpdateEval>(s).x.kind == Operand::Kind::Local) {
        BasicBlock *look = fresh(), *done = fresh(), *enter;
        cond(b_.CreateICmpEQ(tag_of(x), b_.getInt64(0)), look, done);
        at(done);
        update(x);
        at(look);
        if (m_.optimised()) {
          Value *code = nullptr;
          update(indirection(x, &enter, &code));
          at(enter);
        }
      }
      tail_call(m_.runtime_function("gph_update_enter"), {x});
      break;
    }
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
      if (x.local)
        b_.CreateCall(
            llvm::InlineAsm::get(llvm::FunctionType::get(llvm::Type::getVoidTy(c_), {type_of(x.local->ty)}, false), "",
                                 "r", true),
            {load(x.local)});
      break;
    }
    case Tag::Stop: b_.CreateUnreachable(); break;
  }
}

void FunctionEmitter::body(const Function *f) {
  fn_ = f;
  floats_ = signature_.doubles || signature_.double_results;
  for (const Local *x : f->locals) floats_ |= is_float_ty(x->ty);
  m_.subprogram(f_, f);
  at_place(0);
  Vec<Ty> tys;
  for (Local *p : f->params) tys.push_back(p->ty);
  ArgLayout l = layout_args(tys, f->self != nullptr);
  for (size_t i = 0; i < tys.size(); i++) switch (l.args[i].where) {
      case ArgPlace::IntReg: store(f->params[i], int_argument(l.args[i].index)); break;
      case ArgPlace::FloatReg: {
        Value *x = double_argument(l.args[i].index);
        store(f->params[i], tys[i] == Ty::Float ? float_from_xmm(x) : x);
        break;
      }
      case ArgPlace::Memory: store(f->params[i], from_bits(tys[i], load_slot(args_slot(l.args[i].index)))); break;
    }
  if (f->self) store(f->self, int_argument(l.self.index));
  block(f->body);
  if (open()) b_.CreateUnreachable();
  // The check at the entry. See Note [Stack checks in LLVM].
  f_->addFnAttr(llvm::Attribute::NullPointerIsValid);  // a program that reads there gets its fault, not any value
  if (f->max_roots > kRootsInMemory || f_->size() > kBlocksInMemory) f_->addFnAttr(kInMemory);
  Frames::const_iterator found = m_.large_frames.find(f_->getName().str());
  StackCheck check = low::stack_check(f, found == m_.large_frames.end() ? Frame::Small : found->second);
  if (check.needed) m_.stack_check(f_, check_mask(f, tys, l), f->max_roots, f->call_roots, check.frame);
  m_.set_code_attributes(f_, check.frame);
}

}  // namespace gphc::backend_llvm
