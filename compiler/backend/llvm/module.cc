// module.cc: what surrounds the functions of a module: stack checks, info tables, static objects, string literals,
// wrappers, debug information.
#include "backend/llvm/emitter.h"

namespace gphc::backend_llvm {

// roots: the most words that the function has on the root stack at once; call_roots: while other code runs. See
// GPH_STKCHK, _ROOTS, _BIG, GPH_FRAME_OF in codegen.h.
void ModuleEmitter::stack_check(llvm::Function *f, uint32_t mask, uint32_t roots, uint32_t call_roots, Frame frame) {
  auto byte_array = [&](const std::vector<uint8_t> &v) {
    return llvm::ConstantDataArray::get(c, llvm::ArrayRef<uint8_t>(v));
  };
  auto word32 = [](std::vector<uint8_t> *v, uint32_t w) {
    for (int i = 0; i < 4; i++) v->push_back(uint8_t(w >> (8 * i)));
  };
  // Before f, 16 bytes: the mask, int3, mov $f, %r10d, jmp gph_morestack_jump.
  std::vector<uint8_t> before;
  word32(&before, mask);
  llvm::Function *more = llvm::cast<llvm::Function>(runtime_function(frame == Frame::Huge  ? "gph_morestack_huge_jump"
                                                                     : frame == Frame::Big ? "gph_morestack_big_jump"
                                                                                           : "gph_morestack_jump"));
  Constant *address = llvm::ConstantExpr::getPtrToInt(f, i64);
  Constant *distance = llvm::ConstantExpr::getTrunc(
      llvm::ConstantExpr::getSub(llvm::ConstantExpr::getPtrToInt(more, i64), address), i32);
  f->setPrefixData(
      llvm::ConstantStruct::getAnon({byte_array(before), byte_array({0xcc, 0x41, 0xba}),
                                     llvm::ConstantExpr::getTrunc(address, i32), byte_array({0xe9}), distance},
                                    true));
  f->setPrologueData(stack_check_code(c, roots, frame));
  if (frame == Frame::Small) f->addFnAttr(kRootsAttribute, std::to_string(roots));
  f->addFnAttr(kCallRootsAttribute, std::to_string(call_roots));
}

Constant *stack_check_code(llvm::LLVMContext &c, uint32_t roots, Frame frame) {
  constexpr int kBack = -11;  // from the function to the mov before it
  std::vector<uint8_t> code;
  auto word32 = [&](uint32_t w) {
    for (int i = 0; i < 4; i++) code.push_back(uint8_t(w >> (8 * i)));
  };
  auto jb = [&] {
    code.push_back(0x72);
    code.push_back(uint8_t(kBack - int(code.size()) - 1));
  };
  // cmp offset(%r13), reg
  auto compare = [&](uint8_t modrm, size_t offset) { code.insert(code.end(), {0x49, 0x3b, modrm, uint8_t(offset)}); };
  if (frame != Frame::Small) {
    code.insert(code.end(), {0x48, 0x8d, 0x84, 0x24});  // lea -n(%rsp), %rax
    word32(uint32_t(frame == Frame::Huge ? -983040 : -16384));
    compare(0x45, offsetof(GphReg, splim));
  } else {
    compare(0x65, offsetof(GphReg, splim));  // %rsp
  }
  jb();
  if (frame != Frame::Small || roots > 2) {
    code.insert(code.end(), {0x49, 0x8d, 0x86});  // lea -8n(%r14), %rax
    word32(uint32_t(-int32_t(8 * (frame == Frame::Huge ? 65536 : frame == Frame::Big ? 1024 : roots))));
    compare(0x45, offsetof(GphReg, rs_limit));
    jb();
  }
  return llvm::ConstantDataArray::get(c, llvm::ArrayRef<uint8_t>(code));
}

// Of any type: each call says its own. ("thunk": LLVM leaves it at that.)
Value *ModuleEmitter::runtime_function(const std::string &name) {
  if (llvm::Function *f = m_.getFunction(name)) return f;
  llvm::Function *f = llvm::Function::Create(type_of(Signature()), llvm::GlobalValue::ExternalLinkage, name, m_);
  f->setCallingConv(llvm::CallingConv::X86_RegCall);
  f->addFnAttr("thunk");
  f->setDSOLocal(true);
  return f;
}

llvm::Function *ModuleEmitter::function(const Function *f) {
  std::string n = name_of(f->name + "_fn", f->unit);
  if (llvm::Function *g = m_.getFunction(n)) return g;
  llvm::Function *g = llvm::Function::Create(type_of(signature_of(f)), llvm::GlobalValue::ExternalLinkage, n, m_);
  g->setCallingConv(llvm::CallingConv::X86_RegCall);
  g->setDSOLocal(true);
  if (f->tree_recursive) by_ret_->insert(n);
  return g;
}

Constant *ModuleEmitter::info(const Info *i) {
  std::string n;
  if (i->kind == ObjKind::Con) n = shared_name_.at(i->name + "_info");
  else if (is_string(i)) n = shared_name_.at(i->name + "_info");
  else if (i->module) n = name_of(i->name + "_info", i->unit);
  else if (size_t bracket = i->name.find('['); bracket != std::string::npos)  // gph_thunk_sel_info[k]
    return llvm::ConstantExpr::getGetElementPtr(info_type, data(i->name.substr(0, bracket)),
                                                b.getInt64(uint64_t(std::stoi(i->name.substr(bracket + 1)))));
  else return data(i->name);
  if (GlobalVariable *g = m_.getNamedGlobal(n)) return g;
  GlobalVariable *g = new GlobalVariable(m_, info_type, true, llvm::GlobalValue::ExternalLinkage, nullptr, n);
  g->setDSOLocal(true);
  g->setAlignment(llvm::Align(16));
  if (i->kind == ObjKind::Con) {
    g->setLinkage(llvm::GlobalValue::WeakAnyLinkage);
    g->setInitializer(info_contents(i, llvm::cast<Constant>(runtime_function("gph_whnf_value")), nullptr));
  } else if (is_string(i)) {
    g->setLinkage(llvm::GlobalValue::InternalLinkage);
    string_code(i);
  }
  return g;
}

// A constructor's info table with its twin, stronger than the weak ones of other modules: Note [Normal form] in abi.h.
void ModuleEmitter::twins(const Info *i) {
  GlobalVariable *g = llvm::cast<GlobalVariable>(info(i));
  Constant *whnf = llvm::cast<Constant>(runtime_function("gph_whnf_value"));
  Info marked = *i;
  marked.nf = 0;
  GlobalVariable *twin = new GlobalVariable(m_, info_type, true, llvm::GlobalValue::PrivateLinkage,
                                            info_contents(&marked, whnf, nullptr, g), i->name + "_nf_info");
  twin->setAlignment(llvm::Align(16));
  g->setLinkage(llvm::GlobalValue::ExternalLinkage);
  g->setInitializer(info_contents(i, whnf, nullptr, twin));
}

Constant *ModuleEmitter::info_contents(const Info *i, Constant *whnf, Constant *call, Constant *twin) {
  Constant *null = llvm::ConstantPointerNull::get(ptr);
  GphKind kind = GphKind_Con;
  switch (i->kind) {
    case ObjKind::Con: kind = GphKind_Con; break;
    case ObjKind::Fun: kind = GphKind_Fun; break;
    case ObjKind::Thunk:
    case ObjKind::StringThunk: kind = GphKind_Thunk; break;
    case ObjKind::ThunkOnce: kind = GphKind_ThunkOnce; break;
    case ObjKind::Caf:
    case ObjKind::StringCaf: kind = GphKind_ThunkStatic; break;
    case ObjKind::Pap:
    case ObjKind::Ap:
    case ObjKind::Sel:
    case ObjKind::Bytes:
    case ObjKind::MutVar:
    case ObjKind::MVar: GPHC_BUG("info of the runtime's");
  }
  return llvm::ConstantStruct::get(
      info_type, {whnf, b.getInt64(nf_of(i)), call ? call : null, b.getInt8(uint8_t(kind)), b.getInt8(i->tag),
                  b.getInt8(uint8_t(i->arity)), b.getInt8(i->home), b.getInt16(i->con), b.getInt16(uint16_t(i->ptrs)),
                  b.getInt32(i->nptrs), b.getInt32(i->arg_mask), c_string(i->shown),
                  i->source.empty() ? null : c_string(i->source), twin ? twin : null});
}

void ModuleEmitter::define_info(const Info *i) {
  GlobalVariable *g = llvm::cast<GlobalVariable>(info(i));
  Constant *whnf, *call = nullptr;
  if (i->kind == ObjKind::Fun) {
    whnf = llvm::cast<Constant>(runtime_function("gph_whnf_value"));
    call = needs_call_wrapper(i->code) || i->code->tree_recursive ? call_wrapper(i->code) : function(i->code);
  } else {
    whnf = function(i->code);
  }
  g->setInitializer(info_contents(i, whnf, call));
}

// The code that all string literals share (low.h), once in each module that needs it.
void ModuleEmitter::string_code(const Info *i) {
  llvm::IRBuilder<>::InsertPointGuard guard(b);
  GlobalVariable *g = m_.getNamedGlobal(shared_name_.at(i->name + "_info"));
  const Signature entry = {1, 0, 1, 0};
  llvm::Function *f = llvm::Function::Create(type_of(entry), llvm::GlobalValue::InternalLinkage, i->name + "_fn", m_);
  Info code = *i;
  code.shown = "string";
  code.ptrs = 0;
  code.nptrs = 1;
  g->setInitializer(info_contents(&code, f, nullptr));
  FunctionEmitter e(*this, f, entry);
  Value *self = e.int_argument(0);
  Value *s =
      b.CreateLoad(i64, b.CreateConstGEP1_64(i64, b.CreateIntToPtr(self, ptr), i->kind == ObjKind::StringCaf ? 4 : 2));
  if (i->kind == ObjKind::StringCaf) e.caf_enter(self, g);
  else e.thunk_enter(self, g);
  e.update(e.int_result(e.call(function(i->code), {s})));
  stack_check(f, 0x81, 1, 1, Frame::Small);
  set_code_attributes(f, Frame::Small);
}

// info->call of a function whose direct code takes other registers, or returns by `ret` (low/tree_recursion.cc): all
// words, a6.. in R->args.
llvm::Function *ModuleEmitter::call_wrapper(const Function *f) {
  std::string n = name_of(f->name + "_call", f->unit);
  if (llvm::Function *g = m_.getFunction(n)) return g;
  size_t count = f->params.size();
  Signature s = signature_of(f);
  s.ints = uint8_t(std::min<size_t>(count, 5) + 1);
  s.doubles = 0;
  llvm::Function *g = llvm::Function::Create(type_of(s), llvm::GlobalValue::ExternalLinkage, n, m_);
  g->setDSOLocal(true);
  FunctionEmitter e(*this, g, s);
  Vec<Ty> tys;
  for (Local *p : f->params) tys.push_back(p->ty);
  ArgLayout l = layout_args(tys, f->self != nullptr);
  std::vector<Value *> in, ints, doubles;
  for (size_t i = 0; i < count; i++)
    in.push_back(i < 5 ? e.int_argument(unsigned(i)) : e.load_slot(FunctionEmitter::args_slot(uint32_t(i - 5))));
  for (size_t i = 0; i < count; i++) switch (l.args[i].where) {
      case ArgPlace::Memory: e.store_slot(FunctionEmitter::args_slot(l.args[i].index), in[i]); break;
      case ArgPlace::IntReg: ints.push_back(in[i]); break;
      case ArgPlace::FloatReg: doubles.push_back(e.to_xmm(tys[i], e.from_bits(tys[i], in[i]))); break;
    }
  if (f->self) {
    ints.resize(std::max<size_t>(ints.size(), l.self.index + 1), llvm::PoisonValue::get(i64));
    ints[l.self.index] = e.int_argument(unsigned(std::min<size_t>(count, 5)));
  }
  if (f->tree_recursive) e.call_and_return(function(f), ints, doubles);
  else e.tail_call(function(f), ints, doubles);
  set_code_attributes(g, Frame::Small);
  return g;
}

Constant *ModuleEmitter::static_object(const Static *s) {
  std::string n = s->module ? name_of(s->name + "_cl", s->unit) : shared_name_.at(s->name + "_cl");
  if (GlobalVariable *g = m_.getNamedGlobal(n)) return g;
  GlobalVariable *g = new GlobalVariable(m_, llvm::ArrayType::get(i64, 1 + s->payload.size()), false,
                                         llvm::GlobalValue::ExternalLinkage, nullptr, n);
  g->setDSOLocal(true);
  g->setAlignment(llvm::Align(8));
  if (!s->module) {  // a literal: each user has it
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
#define KNOWN_CLOSURE(field, module, name) \
  fields.push_back(closure(n < p.known.size() ? p.known[n] : nullptr)); \
  n++;
#include "gph/known_closures.def"
#undef KNOWN_CLOSURE
  fields.push_back(c_string(p.main_module.str()));
  fields.push_back(c_string(r_.options.rtsopts));
  fields.push_back(r_.options.with_rtsopts.empty() ? static_cast<Constant *>(llvm::ConstantPointerNull::get(ptr))
                                                   : c_string(r_.options.with_rtsopts));
  fields.push_back(c_string(functions_text(p)));
  fields.push_back(b.getInt64(p.exports.size()));
  fields.push_back(b.getInt64(r_.debug_info));
  fields.push_back(b.getInt64(p.once));
  fields.push_back(b.getInt64(GPH_ABI_HASH));
  Constant *v = llvm::ConstantStruct::getAnon(c, fields);
  new GlobalVariable(m_, v->getType(), true, llvm::GlobalValue::ExternalLinkage, v, "gph_program");
  for (const Program::Export &x : p.exports) {
    Constant *k = closure(x.closure);
    new GlobalVariable(m_, k->getType(), true, llvm::GlobalValue::ExternalLinkage, k, backend_c::export_closure(x));
    m_.appendModuleInlineAsm(backend_c::export_stub(x));
  }
}

llvm::DISubprogram *ModuleEmitter::subprogram(llvm::Function *f, const Function *low_fn) {
  if (!r_.debug_info || low::debug_file(low_fn).empty()) return nullptr;
  std::string path(low::debug_file(low_fn));
  size_t slash = path.rfind('/');
  unsigned n = low::debug_line(low_fn, 0);
  if (!debug_) {
    debug_ = std::make_unique<llvm::DIBuilder>(m_);
    m_.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
    m_.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 4);
    debug_->createCompileUnit(llvm::dwarf::DW_LANG_C99 /* so that gdb shows the names as they are */,
                              debug_->createFile(r_.title, "."), "gphc", true, "", 0);
  }
  llvm::DIFile *file = debug_->createFile(path.substr(slash + 1), slash == path.npos ? "." : path.substr(0, slash));
  llvm::DISubroutineType *type = debug_->createSubroutineType(debug_->getOrCreateTypeArray({}));
  llvm::DISubprogram *sp = debug_->createFunction(file, low_fn->info->shown, f->getName(), file, n, type, n,
                                                  llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
  f->setSubprogram(sp);
  return sp;
}

void ModuleEmitter::run() {
  for (int k : r_.which) {
    const Unit &u = (*r_.units)[size_t(k)];
    if (size_t(k) + 1 == r_.units->size()) {
      program_constant();
      for (const Info *i : u.twins) twins(i);
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
      llvm::cast<GlobalVariable>(string(s))->setInitializer(
          llvm::ConstantDataArray::getString(c, llvm::StringRef(s->bytes.data(), s->bytes.size()), true));
    for (const Function *f : u.functions) {
      llvm::Function *g = function(f);
      FunctionEmitter e(*this, g, signature_of(f));
      e.body(f);
    }
  }
  if (debug_) debug_->finalize();
}

}  // namespace gphc::backend_llvm
