// statement.cc: each statement of Low with the macros of runtime/include/gph/codegen.h.
#include "backend/c/writer.h"

#include "backend/foreign.h"
#include "support/check.h"

namespace gphc::backend_c {

// $i and $ri of a primitive operation's text.
std::string Writer::expand(const char *text, const Vec<Operand> &args, const Vec<Local *> &dsts) {
  std::string s;
  for (const char *p = text; *p; p++) {
    if (*p != '$') {
      s += *p;
      continue;
    }
    bool r = p[1] == 'r';
    if (r) p++;
    size_t n = 0;
    while (isdigit(static_cast<unsigned char>(p[1]))) n = n * 10 + size_t(*++p - '0');
    if (r) s += n < dsts.size() ? local(dsts[n]) : "?";
    else {
      GPHC_CHECK(n < args.size(), std::string("primop text: ") + text);
      s += operand(args[n]);
    }
  }
  return s;
}

void Writer::prim(const SPrim &p) {
  std::string d = p.dsts.empty() ? "" : local(p.dsts[0]);
  if (p.op->impl == core::PrimImpl::Call) {
    std::vector<std::string> args;
    std::vector<Ty> tys;
    for (const Operand &o : p.args) {
      args.push_back(operand(o));
      tys.push_back(o.ty);
    }
    if (is_small_math(p.op->c)) {
      std::string t = d + " = " + p.op->c + "(";
      for (size_t i = 0; i < args.size(); i++) t += (i ? ", " : "") + args[i];
      line(t + ");");
      return;
    }
    ccall(p.op->c, args, tys, "", p.dsts.empty() ? nullptr : p.dsts[0], false);
    return;
  }
  std::string t = expand(p.op->c, p.args, p.dsts);
  if (p.dsts.empty()) line("(void)(" + t + ");");
  else if (p.dsts.size() == 1 && !strstr(p.op->c, "$r")) line(d + " = " + t + ";");
  else line(t + ";");
}

// An unsafe call of a C function on the worker's stack: args are C expressions of type W, I, double or float.
void Writer::ccall(const std::string &symbol, const std::vector<std::string> &args, const std::vector<Ty> &tys,
                   const std::string &result_cast, const Local *dst, bool dynamic) {
  static const char *const kIntRegs[] = {"rdi", "rsi", "rdx", "rcx", "r8", "r9"};
  size_t ints = 0, floats = 0;
  for (Ty t : tys) (is_float_ty(t) ? floats : ints)++;
  if (dynamic) ints--;
  std::string shim = private_name("shim");
  if (ints > 6 || floats > 8) {  // through a shim that finds its arguments in R->args
    std::string cast_args, types;
    std::string t = "{ ";
    for (size_t i = dynamic ? 1 : 0; i < args.size(); i++) {
      std::string slot = "args[" + std::to_string(i) + "]";
      types += std::string(types.empty() ? "" : ", ") + sig_type(tys[i]);
      cast_args += std::string(cast_args.empty() ? "" : ", ") + from_bits(tys[i], slot);
    }
    for (size_t i = 0; i < args.size(); i++)
      t += "R->args[" + std::to_string(i) + "] = " + to_bits(tys[i], args[i]) + "; ";
    std::string rt = dst ? sig_type(dst->ty) : "void";
    std::string fn;
    if (dynamic) fn = "args[0]";
    else {
      fn = private_name("c");
      shims_ += "extern const char " + fn + "[] __asm__(\"" + symbol + "\");\n";
    }
    std::string callee = "((" + rt + " (*)(" + types + "))" + fn + ")(" + cast_args + ")";
    shims_ += "static GPH_SHIM void " + shim + "(W *args, W *ret) { " +
              (dst ? "ret[0] = " + to_bits(dst->ty, callee) : callee) + "; }\n";
    t += "gph_unsafe_ccall(" + shim + "); ";
    if (dst)
      t += local(dst) + " = " + (result_cast.empty() ? "" : "(" + result_cast + ")") + from_bits(dst->ty, "R->ret[0]") +
           "; ";
    line(t + "}");
    return;
  }
  std::string t = "{ ";
  size_t ni = 0, nf = 0;
  std::string regs, outs, ins;
  for (size_t i = 0; i < args.size(); i++)
    t += std::string(is_float_ty(tys[i]) ? sig_type(tys[i]) : "W") + " t" + std::to_string(i) +
         "_ = " + (is_float_ty(tys[i]) ? "" : "(W)") + args[i] + "; ";
  for (size_t i = 0; i < args.size(); i++) {
    std::string name = "a" + std::to_string(i) + "_", reg;
    if (dynamic && i == 0) reg = "r10";
    else if (is_float_ty(tys[i])) reg = "xmm" + std::to_string(nf++);
    else reg = kIntRegs[ni++];
    regs += std::string("register ") + (is_float_ty(tys[i]) ? sig_type(tys[i]) : "W") + " " + name + " __asm__(\"" +
            reg + "\") = t" + std::to_string(i) + "_; ";
    outs += std::string(outs.empty() ? "" : ", ") + (is_float_ty(tys[i]) ? "\"+x\"(" : "\"+r\"(") + name + ")";
  }
  bool float_result = dst && is_float_ty(dst->ty);
  std::string result = "r_";
  regs += "register W r_ __asm__(\"rax\") = " + std::to_string(nf) + "; ";
  outs += std::string(outs.empty() ? "" : ", ") + "\"+r\"(r_)";
  if (float_result) {
    if (nf > 0) {  // the first floating argument's register holds the result
      for (size_t i = 0; i < args.size(); i++)
        if (is_float_ty(tys[i])) {
          result = "a" + std::to_string(i) + "_";
          if (tys[i] != dst->ty) {
            regs += std::string("register ") + sig_type(dst->ty) + " f_ __asm__(\"xmm0\"); ";
            result = "f_";
          }
          break;
        }
    } else {
      regs += std::string("register ") + sig_type(dst->ty) + " f_ __asm__(\"xmm0\"); ";
      outs += ", \"=x\"(f_)";
      result = "f_";
    }
  }
  std::string clobbers = "\"rbx\", \"memory\", \"cc\", \"r11\"";
  if (!dynamic) clobbers += ", \"r10\"";
  for (size_t i = ni; i < 6; i++) clobbers += std::string(", \"") + kIntRegs[i] + "\"";
  for (size_t i = std::max(nf, size_t(float_result ? 1 : 0)); i < 16; i++)
    clobbers += ", \"xmm" + std::to_string(i) + "\"";
  t += regs + "__asm__ volatile(\"movq %%rsp, %%rbx\\n\\tmovq 48(%%r13), %%rsp\\n\\tcall " +
       (dynamic ? "*%%r10" : symbol) + "\\n\\tmovq %%rbx, %%rsp\" : " + outs + " : : " + clobbers + "); ";
  if (dst) t += local(dst) + " = " + (result_cast.empty() ? "" : "(" + result_cast + ")") + result + "; ";
  line(t + "}");
}

// The C type of a foreign argument as a cast that narrows as C would.
std::string narrow_cast(std::string_view type) { return narrow_type(type).bits ? std::string(type) : std::string(); }

void Writer::foreign(const SForeign &f) {
  const core::ForeignCall *c = f.call;
  bool dynamic = !c->symbol;
  if (c->c_result == "&") {  // the address of the symbol
    std::string name = private_name("c");
    shims_ += "extern const char " + name + "[] __asm__(\"" + c->symbol.string() + "\");\n";
    if (!f.dsts.empty()) line(local(f.dsts[0]) + " = (W)" + name + ";");
    return;
  }
  std::vector<std::string> args;
  std::vector<Ty> tys;
  for (size_t i = 0; i < f.args.size(); i++) {
    std::string a = operand(f.args[i]);
    Ty t = f.args[i].ty;
    if (f.arg_reps[i] == Rep::Unlifted) a = "GPH_BYTES(" + a + ")";
    size_t ci = dynamic ? i - 1 : i;
    if (!(dynamic && i == 0) && ci < c->c_arg_types.size()) {
      std::string n = narrow_cast(c->c_arg_types[ci]);
      if (!n.empty() && !is_float_ty(t)) a = "(" + n + ")" + a;
    }
    if (t == Ty::Ptr) t = Ty::Word;
    args.push_back(a);
    tys.push_back(t);
  }
  std::string cast = narrow_cast(c->c_result);
  Local *dst = f.dsts.empty() ? nullptr : f.dsts[0];
  if (!c->safe) {
    if (!dynamic && is_small_math(c->symbol.str()) && dst && is_float_ty(dst->ty)) {
      std::string t = local(dst) + " = " + c->symbol.string() + "(";
      for (size_t i = 0; i < args.size(); i++) t += (i ? ", " : "") + args[i];
      line(t + ");");
      return;
    }
    ccall(c->symbol.string(), args, tys, cast, dst, dynamic);
    return;
  }
  std::string shim = private_name("shim");
  std::string t = "{ ", types, cast_args;
  for (size_t i = 0; i < args.size(); i++)
    t += "R->args[" + std::to_string(i) + "] = " + to_bits(tys[i], args[i]) + "; ";
  for (size_t i = dynamic ? 1 : 0; i < args.size(); i++) {
    types += std::string(types.empty() ? "" : ", ") + sig_type(tys[i]);
    cast_args += std::string(cast_args.empty() ? "" : ", ") + from_bits(tys[i], "args[" + std::to_string(i) + "]");
  }
  std::string fn = "args[0]";
  if (!dynamic) {
    fn = private_name("c");
    shims_ += "extern const char " + fn + "[] __asm__(\"" + c->symbol.string() + "\");\n";
  }
  std::string callee = "((" + std::string(dst ? sig_type(dst->ty) : "void") + " (*)(" +
                       (types.empty() ? "void" : types) + "))" + fn + ")(" + cast_args + ")";
  shims_ += "static GPH_SHIM void " + shim + "(W *args, W *ret) { " +
            (dst ? "ret[0] = " + to_bits(dst->ty, callee) : callee) + "; }\n";
  push(f.roots, &t);
  t += (c->interruptible ? "gph_interruptible_ccall(" : "gph_safe_ccall(") + shim + "); ";
  if (dst) t += local(dst) + " = " + (cast.empty() ? "" : "(" + cast + ")") + from_bits(dst->ty, "R->ret[0]") + "; ";
  pop(f.roots, f.reloads, &t);
  line(t + "}");
}

std::string Writer::call_text(const Callee &callee, const Vec<Operand> &args, const Vec<Ty> &ret) {
  switch (callee.kind) {
    case Callee::Kind::Known: {
      need_fn(callee.fn);
      Vec<Ty> tys = param_types(callee.fn);
      ArgLayout l = layout_args(tys, callee.fn->self != nullptr);
      std::string pre, s = callee.fn->name + "_fn(", sep;
      for (size_t i = 0; i < args.size(); i++) {
        if (l.args[i].where == ArgPlace::Memory) continue;
        s += sep + arg(args[i], tys[i]);
        sep = ", ";
      }
      if (callee.fn->self) s += sep + operand(callee.closure);
      return s + ")";
    }
    case Callee::Kind::Unknown: {
      std::string n = std::to_string(args.size());
      std::string types, list;
      for (const Operand &a : args) {
        types += "W, ";
        list += bits(a) + ", ";
      }
      std::string f = operand(callee.closure), fn = "(" + result_type(ret) + " (*)(" + types + "W))";
      std::string generic = "(" + fn + "(W)gph_ap" + n + ")(" + list + f + ")";
      if (args.size() > 4) return generic;
      // The common case without a detour: a function of this arity.
      return "GPH_LIKELY(GPH_TAG(" + f + ") == " + n + ") ? (" + fn + "GPH_INFO(" + f + ")->call)(" + list + f +
             ") : " + generic;
    }
    case Callee::Kind::Runtime: {
      if (declared_.insert(callee.symbol).second) shims_ += std::string("extern const char ") + callee.symbol + "[];\n";
      std::string s = (callee.stub ? "GPH_STUB" : "GPH_RT") + std::to_string(args.size()) + "(" + callee.symbol;
      for (const Operand &a : args) s += ", " + bits(a);
      return s + ")";
    }
  }
  return "";
}

// Assigns the results of a call to dsts.
void Writer::results(const Vec<Local *> &dsts, const Vec<Ty> &ret, const std::string &text) {
  if (dsts.empty()) return line(text + ";");
  if (ret.size() == 1) return line(local(dsts[0]) + " = " + (ret[0] == Ty::Int ? "(I)" : "") + text + ";");
  std::string s = "{ " + result_type(ret) + " t_ = " + text + "; ";
  const char *parts[] = {"t_.a", "t_.b"};
  for (size_t i = 0; i < dsts.size(); i++)
    s += local(dsts[i]) + " = " +
         (i < 2 ? from_part(ret[i], parts[i]) : from_bits(ret[i], "R->ret[" + std::to_string(i) + "]")) + "; ";
  line(s + "}");
}

// Arguments that travel in memory are stored before the call.
static std::string memory_args(const Function *f, const Vec<Operand> &args, const std::vector<std::string> &texts) {
  Vec<Ty> tys = param_types(f);
  ArgLayout l = layout_args(tys, f->self != nullptr);
  std::string s;
  for (size_t i = 0; i < args.size(); i++)
    if (l.args[i].where == ArgPlace::Memory)
      s += "R->args[" + std::to_string(l.args[i].index) + "] = " + texts[i] + "; ";
  return s;
}

void Writer::call(const SCall &c) {
  Vec<Ty> ret;
  for (Local *d : c.dsts) ret.push_back(d->ty);
  if (c.callee.kind == Callee::Kind::Known) ret = c.callee.fn->ret;
  std::string pre;
  push(c.roots, &pre);
  if (c.callee.kind == Callee::Kind::Known) {
    std::vector<std::string> texts;
    for (const Operand &a : c.args) texts.push_back(bits(a));
    pre += memory_args(c.callee.fn, c.args, texts);
  }
  if (!pre.empty()) line(pre);
  if (c.callee.kind == Callee::Kind::Runtime) {  // the first result, then R->ret[1..]
    std::string t = call_text(c.callee, c.args, ret);
    if (c.dsts.empty()) line(t + ";");
    else {
      line(local(c.dsts[0]) + " = " + from_bits(c.dsts[0]->ty, t) + ";");
      for (size_t i = 1; i < c.dsts.size(); i++)
        line(local(c.dsts[i]) + " = " + from_bits(c.dsts[i]->ty, "R->ret[" + std::to_string(i) + "]") + ";");
    }
  } else {
    results(c.dsts, ret, call_text(c.callee, c.args, ret));
  }
  std::string post;
  pop(c.roots, c.reloads, &post);
  if (!post.empty()) line(post);
}

void Writer::tail_call(const STailCall &c) {
  if (c.callee.kind == Callee::Kind::Known) {
    std::vector<std::string> texts;
    for (const Operand &a : c.args) texts.push_back(bits(a));
    std::string pre = memory_args(c.callee.fn, c.args, texts);
    if (!pre.empty()) line(pre);
  }
  std::string t = call_text(c.callee, c.args, fn_->ret);
  line("return " + t + ";");
}

std::string Writer::test(const SIf &s) {
  std::string x = operand(s.x), v = operand(s.value);
  switch (s.test) {
    case Test::Bit: return "(" + x + " & " + v + ") != 0";
    case Test::Equal: return x + " == " + v;
    case Test::TagEqual: return "GPH_TAG(" + x + ") == " + v;
    case Test::ConIndex: return "GPH_INFO(" + x + ")->con == " + v;
  }
  return "";
}

// Parallel assignment to the label's parameters.
void Writer::jump(const SGoto &g) {
  std::vector<std::pair<Local *, Operand>> moves;
  for (size_t i = 0; i < g.args.size(); i++)
    if (g.args[i].local != g.label->params[i]) moves.push_back({g.label->params[i], g.args[i]});
  std::string s;
  bool clash = false;
  for (size_t i = 0; i < moves.size(); i++)
    for (size_t j = i + 1; j < moves.size(); j++) clash |= moves[j].second.local == moves[i].first;
  if (clash) {
    s += "{ ";
    for (size_t i = 0; i < moves.size(); i++)
      s +=
          std::string(c_type(moves[i].first->ty)) + " t" + std::to_string(i) + "_ = " + operand(moves[i].second) + "; ";
    for (size_t i = 0; i < moves.size(); i++) s += local(moves[i].first) + " = t" + std::to_string(i) + "_; ";
    s += "} ";
  } else {
    for (auto &m : moves) s += local(m.first) + " = " + operand(m.second) + "; ";
  }
  line(s + "goto " + label(g.label) + ";");
}

void Writer::switch_stmt(const SSwitch &w) {
  std::string x = operand(w.x);
  switch (w.on) {
    case SwitchOn::Raw: line("switch ((I)" + x + ") {"); break;
    case SwitchOn::TagBits: line("switch (GPH_TAG(" + x + ")) {"); break;
    case SwitchOn::Index: line("switch (GPH_IMM_WORD(" + x + ")) {"); break;
    case SwitchOn::ConIndex: line("switch (GPH_INFO(" + x + ")->con) {"); break;
  }
  for (const SwitchCase &c : w.cases) {
    std::string s;
    for (int64_t v : c.values) s += "case " + int_text(v, Ty::Int) + ": ";
    line(s + "{");
    block(c.body);
    line(falls_through(c.body) ? "} break;" : "}");
  }
  if (w.has_default) {
    line("default: {");
    block(w.otherwise);
    line("}");
  } else {
    line("default: GPH_UNREACHABLE();");
  }
  line("}");
}

void Writer::unbox(const SUnbox &u) {
  if (u.small) {
    line(local(u.dst) + " = GPH_IMM_WORD(" + operand(u.src) + ");");
    return;
  }
  line(local(u.dst) + " = " + (u.dst->ty == Ty::Int ? "(I)" : "") +
       (u.is_signed ? "GPH_UNBOX_INT(" : "GPH_UNBOX_WORD(") + operand(u.src) + ", " + std::to_string(u.ptr_tag) + ");");
}

void Writer::box(const SBox &b) {
  if (b.small) {
    line(local(b.dst) + " = GPH_IMM(" + operand(b.src) + ");");
    return;
  }
  line(local(b.dst) + " = " + (b.is_signed ? "GPH_BOX_INT(" : "GPH_BOX_WORD(") + operand(b.src) + ", &" +
       info_ref(b.info) + ");");
}

void Writer::con_index(const SConIndex &c) {
  std::string x = operand(c.x), con = "(I)GPH_INFO(" + x + ")->con",
              imm = c.imm >= 0 ? std::to_string(c.imm) : "(I)GPH_IMM_WORD(" + x + ")";
  line(local(c.dst) + " = " +
       (c.where == IndexIn::Immediate ? imm
        : c.where == IndexIn::Info    ? con
                                      : "GPH_IS_IMM(" + x + ") ? " + imm + " : " + con) +
       ";");
}

void Writer::spark(const SSpark &p) {
  std::string site = private_name("site");
  shims_ += "static const GphSparkSite " + site + " = { " + c_string(p.loc ? p.loc.str() : std::string_view("")) +
            ", " + c_string(fn_->info->shown) + " };\n";
  line("GPH_SPARK_AT(" + operand(p.x) + ", &" + site + ");");
}

void Writer::alloc(const SAlloc &a) {
  for (const Object &o : a.objects)
    line(local(o.dst) + " = (W)(hp + " + std::to_string(o.offset) + ")" + (o.tag ? " + " + std::to_string(o.tag) : "") +
         ";");
  for (const Object &o : a.objects) {
    std::string t = "hp[" + std::to_string(o.offset) + "] = (W)&" + info_ref(o.info) + ";";
    for (size_t i = 0; i < o.payload.size(); i++) {
      // The result word of a thunk is written by the update only.
      bool thunk = i == 0 && (o.info->kind == ObjKind::Thunk || o.info->kind == ObjKind::ThunkOnce ||
                              o.info->kind == ObjKind::StringThunk || o.info->kind == ObjKind::Ap ||
                              o.info->kind == ObjKind::Sel);
      if (thunk) continue;
      t += " hp[" + std::to_string(o.offset + 1 + i) + "] = " + bits(o.payload[i]) + ";";
    }
    line(t);
  }
}

void Writer::heap_check(const SHeapCheck &h) {
  std::string bytes = std::to_string(h.words * 8),
              t = h.words ? "if (GPH_HP_SHORT(" + bytes + ")) { " : "if (GPH_ASKED()) { ";
  push(h.roots, &t);
  t += "GPH_GC(" + bytes + "); ";
  pop(h.roots, h.reloads, &t);
  line(t + "}");
}

void Writer::eval(const SEval &e) {
  std::string x = local(e.x), t = std::string(is_caf(e) ? "if (" : "if (GPH_NEEDS_EVAL(" + x + ") && ") +
                                  "!GPH_IND_VALUE(" + x + ")) { ";
  push(e.roots, &t);
  t += x + " = GPH_ENTER(" + x + "); ";
  pop(e.roots, e.reloads, &t);
  line(t + "}");
}

void Writer::return_stmt(const SReturn &r) {
  const Vec<Ty> &ret = fn_->ret;
  if (ret.empty()) line("return 7;");
  else if (ret.size() == 1) line("return " + arg(r.values[0], ret[0]) + ";");
  else {
    std::string t;
    for (size_t i = 2; i < ret.size(); i++) t += "R->ret[" + std::to_string(i) + "] = " + bits(r.values[i]) + "; ";
    line(t + "return (" + result_type(ret) + "){" + to_part(ret[0], operand(r.values[0])) + ", " +
         to_part(ret[1], operand(r.values[1])) + "};");
  }
}

void Writer::return_eval(const SReturnEval &r) {
  std::string x = operand(r.x);
  if (result_type(fn_->ret) != "W") {
    // A value where several results (or a double) are due can only be one that diverges: error calls have every type.
    line("GPH_ENTER(" + x + ");");
    line("__builtin_unreachable();");
    return;
  }
  if (r.x.kind == Operand::Kind::Local)
    line("if (!GPH_NEEDS_EVAL(" + x + ") || GPH_IND_VALUE(" + x + ")) return " + x + ";");
  line("return GPH_ENTER(" + x + ");");
}

void Writer::update_eval(const SUpdateEval &u) {
  std::string x = operand(u.x);
  if (u.x.kind == Operand::Kind::Local)
    line("if (!GPH_NEEDS_EVAL(" + x + ") || GPH_IND_VALUE(" + x + ")) return GPH_UPDATE(&" + info_ref(u.info) + ", " +
         x + ");");
  line("return gph_update_enter(" + x + ");");
}

void Writer::if_stmt(const SIf &i) {
  line("if (" + test(i) + ") {");
  block(i.then);
  if (!falls_through(i.then)) {
    line("}");
    indent_--;
    block(i.otherwise);
    indent_++;
  } else {
    line("} else {");
    block(i.otherwise);
    line("}");
  }
}

void Writer::join(const SJoin &j) {
  indent_--;
  block(j.body);
  indent_++;
  bool after = false, reaches = falls_through(j.body);
  for (const JoinBlock &p : j.joins) {
    if (!p.label->used) continue;
    if (reaches) {
      line("goto A" + std::to_string(j.joins[0].label->num) + ";");
      after = true;
    }
    line(label(p.label) + ":;");
    indent_--;
    block(p.body);
    indent_++;
    reaches = falls_through(p.body);
  }
  if (after) line("A" + std::to_string(j.joins[0].label->num) + ":;");
}

void Writer::statement(Stmt *s) {
  switch (s->tag) {
    case Tag::Move:
      line(local(cast<SMove>(s).dst) + " = " + arg(cast<SMove>(s).src, cast<SMove>(s).dst->ty) + ";");
      break;
    case Tag::Load: {
      SLoad &l = cast<SLoad>(s);
      std::string w =
          "GPH_FIELD(" + operand(l.base) + ", " + std::to_string(l.ptr_tag) + ", " + std::to_string(l.index) + ")";
      line(local(l.dst) + " = " + from_bits(l.dst->ty, w) + ";");
      break;
    }
    case Tag::Prim: prim(cast<SPrim>(s)); break;
    case Tag::Unbox: unbox(cast<SUnbox>(s)); break;
    case Tag::Box: box(cast<SBox>(s)); break;
    case Tag::ConIndex: con_index(cast<SConIndex>(s)); break;
    case Tag::Spark: spark(cast<SSpark>(s)); break;
    case Tag::Alloc: alloc(cast<SAlloc>(s)); break;
    case Tag::HeapCheck: heap_check(cast<SHeapCheck>(s)); break;
    case Tag::HeapBump: line("hp += " + std::to_string(cast<SHeapBump>(s).words) + ";"); break;
    case Tag::Eval: eval(cast<SEval>(s)); break;
    case Tag::Call: call(cast<SCall>(s)); break;
    case Tag::TailCall: tail_call(cast<STailCall>(s)); break;
    case Tag::Foreign: foreign(cast<SForeign>(s)); break;
    case Tag::Return: return_stmt(cast<SReturn>(s)); break;
    case Tag::ReturnEval: return_eval(cast<SReturnEval>(s)); break;
    case Tag::Enter: {
      std::string self = local(fn_->self), info = "&" + info_ref(cast<SEnter>(s).info);
      if (fn_->kind == FnKind::Caf)
        line("if (!GPH_CAF_ENTER(" + self + ", " + info + ")) return GPH_ENTER(" + self + ");");
      else line("GPH_THUNK_ENTER(" + self + ", " + info + ");");
      break;
    }
    case Tag::UpdateEval: update_eval(cast<SUpdateEval>(s)); break;
    case Tag::Update:
      line("return GPH_UPDATE(&" + info_ref(cast<SUpdate>(s).info) + ", " + operand(cast<SUpdate>(s).value) + ");");
      break;
    case Tag::If: if_stmt(cast<SIf>(s)); break;
    case Tag::Switch: switch_stmt(cast<SSwitch>(s)); break;
    case Tag::Join: join(cast<SJoin>(s)); break;
    case Tag::Goto: jump(cast<SGoto>(s)); break;
    case Tag::Loop:
      line(label(cast<SLoop>(s).label) + ":;");
      indent_--;
      block(cast<SLoop>(s).body);
      indent_++;
      break;
    case Tag::Keep: {
      const Operand &x = cast<SKeep>(s).x;
      if (x.local) line("__asm__ volatile(\"\" : : \"r\"(" + local(x.local) + "));");
      break;
    }
    case Tag::Stop: line("GPH_UNREACHABLE();"); break;
  }
}

}  // namespace gphc::backend_c
