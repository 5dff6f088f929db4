// emit_c.cc: prints Low as C for gcc. Every decision has been taken; here is only how each statement is spelled with the macros of
// runtime/include/gph/codegen.h, and which declarations a unit needs. units.cc groups units to files and names their symbols.
//
// Note [Multiple results in C]
// As abi.h says: one word or one double in the ordinary result registers, two as a struct of two words/doubles (rax:rdx, xmm0:xmm1,
// or mixed), the third and later in R->ret[2..]. A float among several results travels as the bits of a word.
#include "backend/c/emit_c.h"

#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "backend/foreign.h"
#include "support/check.h"
#include "support/hash.h"

namespace gphc::backend_c {

void hash_units(std::vector<Unit> *units);   // units.cc

namespace {

using namespace low;

std::string c_string(std::string_view bytes) {
  std::string s = "\"";
  size_t line = 0;
  bool after_escape = false;
  for (char ch : bytes) {
    unsigned char c = static_cast<unsigned char>(ch);
    if (line >= 400) {   // long lines are chunked; adjacent literals join
      s += "\"\n  \"";
      line = 0;
      after_escape = false;
    }
    char buf[8];
    if (c == '"' || c == '\\') {
      snprintf(buf, sizeof buf, "\\%c", c);
    } else if (c >= 32 && c < 127 && c != '?' && !(after_escape && c >= '0' && c <= '7')) {
      snprintf(buf, sizeof buf, "%c", c);
      after_escape = false;
    } else {
      snprintf(buf, sizeof buf, "\\%03o", c);   // three digits: nothing after it can join in
    }
    s += buf;
    line += strlen(buf);
  }
  return s + "\"";
}

std::string int_text(int64_t n, Ty ty) {
  if (ty == Ty::Int) {
    if (n == INT64_MIN) return "(-9223372036854775807l - 1)";
    return n < 0 ? "(" + std::to_string(n) + "l)" : std::to_string(n) + "l";
  }
  return std::to_string(uint64_t(n)) + "ul";
}

std::string double_text(double d, bool is_float) {
  if (std::isnan(d)) return is_float ? "__builtin_nanf(\"\")" : "__builtin_nan(\"\")";
  if (std::isinf(d)) return std::string(d < 0 ? "(-" : "(") + (is_float ? "__builtin_inff())" : "__builtin_inf())");
  char buf[64];
  snprintf(buf, sizeof buf, "(%a%s)", is_float ? double(float(d)) : d, is_float ? "f" : "");
  return buf;
}

const char *c_type(Ty t) {
  switch (t) {
    case Ty::Ptr: case Ty::Word: return "W";
    case Ty::Int: return "I";
    case Ty::Double: return "double";
    case Ty::Float: return "float";
  }
  return "W";
}
const char *sig_type(Ty t) { return t == Ty::Double ? "double" : t == Ty::Float ? "float" : "W"; }

// The C result type of a function with these results. See Note [Multiple results in C].
std::string result_type(const Vec<Ty> &ret) {
  if (ret.empty()) return "W";
  if (ret.size() == 1) return sig_type(ret[0]);
  std::string s = "Gph";
  for (size_t i = 0; i < 2; i++) s += ret[i] == Ty::Double ? "D" : "W";
  return s;
}

std::string from_bits(Ty t, const std::string &w) {
  switch (t) {
    case Ty::Ptr: case Ty::Word: return w;
    case Ty::Int: return "(I)" + w;
    case Ty::Double: return "gph_double_from_bits(" + w + ")";
    case Ty::Float: return "gph_float_from_bits(" + w + ")";
  }
  return w;
}
std::string to_bits(Ty t, const std::string &x) {
  if (t == Ty::Double) return "gph_double_bits(" + x + ")";
  if (t == Ty::Float) return "gph_float_bits(" + x + ")";
  return "(W)" + x;
}
// A component of a struct of results.
std::string from_part(Ty t, const std::string &x) { return t == Ty::Double ? x : from_bits(t, x); }
std::string to_part(Ty t, const std::string &x) { return t == Ty::Double ? x : to_bits(t, x); }

static bool is_string(const Info *i) { return i->kind == ObjKind::StringThunk || i->kind == ObjKind::StringCaf; }

// One unit under construction.
class Writer {
 public:
  Writer(const Program &p, const std::unordered_map<uint32_t, int> &units, Unit *out, bool lines = false) : prog_(p), units_(units), out_(out), lines_(lines) {}
  void function(const Function *f);
  void info(const Info *i);
  void static_object(const Static *s);
  void named_string(const StringLit *s);
  void program_constant(const EmitOptions &o);
  void twins();
  void exported(const Program::Export &x);
  void finish();

 private:
  // Declarations
  bool declare(const std::string &symbol, const std::string &before, uint32_t unit, const std::string &suffix = "");
  void need_fn(const Function *f);
  void need_info(const Info *i);
  void need_static(const Static *s);
  std::string info_ref(const Info *i) { need_info(i); return i->module || i->kind == ObjKind::Con || is_string(i) ? i->name + "_info" : i->name; }
  std::string string_ref(const StringLit *s);
  std::string static_ref(const Static *s) {
    need_static(s);
    return s->tag ? "((W)" + s->name + "_cl + " + std::to_string(s->tag) + ")" : "((W)" + s->name + "_cl)";
  }
  std::string prototype(const Function *f, const std::string &suffix);
  std::string info_def(const Info *i, bool twinned = false);
  std::string static_def(const Static *s);
  std::string call_wrapper(const Function *f);
  std::string call_prototype(const Function *f);
  // A name that only this unit uses, different from those of other units in the same file.
  std::string private_name(const char *what) { return what + std::to_string(++temps_) + "_" + out_->name; }

  // Operands
  std::string local(const Local *l) {
    std::string &s = names_[l];
    if (s.empty()) {
      for (char c : l->hint.str()) {
        if (s.size() >= 24) break;
        if (isalnum(static_cast<unsigned char>(c)) || c == '_') s += c;
      }
      s += "_" + std::to_string(l->num);
      if (isdigit(static_cast<unsigned char>(s[0]))) s = "v" + s;
    }
    return s;
  }
  std::string operand(const Operand &o);
  std::string bits(const Operand &o) { return to_bits(o.ty, operand(o)); }
  // As an argument of the type that the signature has.
  std::string arg(const Operand &o, Ty want) {
    std::string s = operand(o);
    if (is_float_ty(want) && !is_float_ty(o.ty)) return from_bits(want, "(W)" + s);
    if (!is_float_ty(want) && is_float_ty(o.ty)) return to_bits(o.ty, s);
    return s;
  }

  // Statements
  void line(const std::string &s) { body_.append(size_t(indent_) * 2, ' ').append(s).append("\n"); }
  void block(const Block &b) {
    indent_++;
    for (Stmt *s : b) statement(s);
    indent_--;
  }
  void statement(Stmt *s);
  void call(const SCall &c);
  void tail_call(const STailCall &c);
  std::string call_text(const Callee &callee, const Vec<Operand> &args, const Vec<Ty> &ret);
  void prim(const SPrim &p);
  void foreign(const SForeign &f);
  void ccall(const std::string &symbol, const std::vector<std::string> &args, const std::vector<Ty> &tys, const std::string &result_cast, const Local *dst,
             bool dynamic);
  void results(const Vec<Local *> &dsts, const Vec<Ty> &ret, const std::string &text);
  void push(const Vec<Local *> &roots, std::string *s) {
    if (roots.empty()) return;
    *s += "rs -= " + std::to_string(roots.size()) + "; ";
    for (size_t i = 0; i < roots.size(); i++) *s += "rs[" + std::to_string(i) + "] = " + local(roots[i]) + "; ";
  }
  void pop(const Vec<Local *> &roots, const Vec<Local *> &reloads, std::string *s) {
    if (roots.empty()) return;
    for (size_t i = 0; i < roots.size(); i++) *s += local(roots[i]) + " = rs[" + std::to_string(i) + "]; ";
    *s += "rs += " + std::to_string(roots.size()) + "; ";
    for (Local *l : reloads)
      *s += local(l) + " = GPH_FIELD(" + local(fn_->self) + ", " + std::to_string(fn_->info->tag) + ", " + std::to_string(l->from_self) + "); ";
  }
  std::string label(const Label *l) { return "L" + std::to_string(l->num); }
  std::string test(const SIf &s);
  void jump(const SGoto &g);
  void switch_stmt(const SSwitch &w);
  std::string expand(const char *text, const Vec<Operand> &args, const Vec<Local *> &dsts);

  const Program &prog_;
  const std::unordered_map<uint32_t, int> &units_;
  Unit *out_;
  bool lines_;
  const Function *fn_ = nullptr;
  std::string body_, strings_text_, shims_;
  int indent_ = 0;
  uint32_t temps_ = 0;
  std::unordered_map<const Local *, std::string> names_;
  std::unordered_set<std::string> declared_;
  std::unordered_map<const StringLit *, std::string> strings_;
};

bool Writer::declare(const std::string &symbol, const std::string &before, uint32_t unit, const std::string &suffix) {
  if (!declared_.insert(symbol).second) return false;
  auto it = units_.find(unit);
  GPHC_CHECK(it != units_.end(), "C back end: no unit for " + symbol);
  out_->decls.push_back({symbol, before, it->second, suffix});
  return true;
}

void Writer::need_fn(const Function *f) {
  if (declared_.count(f->name + "_fn")) return;
  std::unordered_map<const Local *, std::string> saved;   // the prototype's parameter names are its own
  std::swap(saved, names_);
  std::string before = prototype(f, "_fn");
  std::swap(saved, names_);
  declare(f->name + "_fn", before, f->unit);
}

// The code that all string literals share (low.h), once in each C file that needs it.
static std::string string_code(const Info *i) {
  bool caf = i->kind == ObjKind::StringCaf;
  std::string n = i->name, fn = n + "_fn", info = n + "_info";
  std::string s = "static W " + fn + "(W self);\nstatic const GphInfo " + info + " = { " + fn + ", 1, 0, GphKind_" + (caf ? "ThunkStatic" : "Thunk") + ", 0, 0, 0, 0, 1, 0u, \"string\", 0, 0 };\n";
  s += "extern W " + fn + "_more(W self);\nGPH_MORE(" + fn + ", 129);\n";
  s += "static __attribute__((used, noinline, noclone)) W " + fn + "(W self) {\n  GPH_STKCHK(" + fn + ", self);\n  W s = ((W *)self)[" + (caf ? "4" : "2") + "];\n";
  s += caf ? "  if (!GPH_CAF_ENTER(self, &" + info + ")) return GPH_ENTER(self);\n" : "  GPH_THUNK_ENTER(self, &" + info + ");\n";
  return s + "  return GPH_UPDATE(&" + info + ", " + i->code->name + "_fn(s));\n}\n";
}

void Writer::need_info(const Info *i) {
  if (is_string(i)) {
    std::string symbol = i->name + "_info";
    need_fn(i->code);
    if (!declared_.insert(symbol).second) return;
    std::string def = string_code(i);
    Hash128 h;
    h.add(def);
    out_->shared.push_back({symbol, "static const GphInfo " + symbol, def, h.hex()});
    return;
  }
  if (i->kind == ObjKind::Con) {
    std::string symbol = i->name + "_info";
    if (!declared_.insert(symbol).second) return;
    std::string def = info_def(i);
    Hash128 h;
    h.add(def);
    out_->shared.push_back({symbol, "extern const GphInfo " + symbol, def, h.hex()});
  } else if (i->module) {
    declare(i->name + "_info", "extern const GphInfo " + i->name + "_info", i->unit);
  }
}

void Writer::need_static(const Static *s) {
  if (s->module) {
    declare(s->name + "_cl", "extern W " + s->name + "_cl[]", s->unit);
    return;
  }
  std::string symbol = s->name + "_cl";
  if (!declared_.insert(symbol).second) return;
  std::string def = "__attribute__((weak)) " + static_def(s);
  Hash128 h;
  h.add(def);
  out_->shared.push_back({symbol, "extern W " + symbol + "[]", def, h.hex()});
}

std::string Writer::string_ref(const StringLit *s) {
  std::string &n = strings_[s];
  if (n.empty()) {
    if (s->name.empty()) {
      n = private_name("s");
      strings_text_ += "static const char " + n + "[] = " + c_string(s->bytes) + ";\n";
    } else {
      n = s->name + "_str";
      declare(n, "extern const char " + n + "[]", s->unit);
    }
  }
  return "((W)" + n + ")";
}

std::string Writer::operand(const Operand &o) {
  switch (o.kind) {
    case Operand::Kind::Local: return local(o.local);
    case Operand::Kind::Int: return int_text(o.i, o.ty);
    case Operand::Kind::Double: return double_text(o.d, false);
    case Operand::Kind::Float: return double_text(o.d, true);
    case Operand::Kind::Closure: return o.i ? "(" + static_ref(o.obj) + " + " + std::to_string(o.i) + ")" : static_ref(o.obj);
    case Operand::Kind::Info: return "&" + info_ref(o.info);
    case Operand::Kind::String: return string_ref(o.str);
  }
  return "";
}

Vec<Ty> param_types(const Function *f) {
  Vec<Ty> v;
  for (Local *p : f->params) v.push_back(p->ty);
  return v;
}

std::string Writer::prototype(const Function *f, const std::string &suffix) {
  std::string s = result_type(f->ret) + " " + f->name + suffix + "(";
  Vec<Ty> tys = param_types(f);
  ArgLayout l = layout_args(tys, f->self != nullptr);
  std::string sep;
  for (size_t i = 0; i < tys.size(); i++)
    if (l.args[i].where != ArgPlace::Memory) {
      s += sep + c_type(tys[i]) + " " + (suffix == "_fn" ? local(f->params[i]) : "");
      sep = ", ";
    }
  if (f->self) {
    s += sep + "W " + (suffix == "_fn" ? local(f->self) : "");
    sep = ", ";
  }
  if (sep.empty()) s += "void";
  return s + ")";
}

std::string Writer::call_prototype(const Function *f) {
  std::string s = result_type(f->ret) + " " + f->name + "_call(";
  for (size_t i = 0; i < f->params.size() && i < 5; i++) s += "W, ";
  return s + "W)";
}

// info->call of a function whose direct code takes other registers: all words, a6.. in R->args.
std::string Writer::call_wrapper(const Function *f) {
  std::string s = result_type(f->ret) + " " + f->name + "_call(";
  size_t n = f->params.size();
  for (size_t i = 0; i < n && i < 5; i++) s += "W a" + std::to_string(i) + ", ";
  s += "W self) {\n";
  Vec<Ty> tys = param_types(f);
  ArgLayout l = layout_args(tys, f->self != nullptr);
  for (size_t i = 5; i < n; i++) s += "  W a" + std::to_string(i) + " = R->args[" + std::to_string(i - 5) + "];\n";
  std::string args, sep;
  for (size_t i = 0; i < n; i++) {
    std::string a = "a" + std::to_string(i);
    if (l.args[i].where == ArgPlace::Memory) s += "  R->args[" + std::to_string(l.args[i].index) + "] = " + a + ";\n";
    else {
      args += sep + (is_float_ty(tys[i]) ? from_bits(tys[i], a) : a);
      sep = ", ";
    }
  }
  if (f->self) args += sep + "self";
  return s + "  return " + f->name + "_fn(" + args + ");\n}\n";
}

std::string Writer::info_def(const Info *i, bool twinned) {
  std::string kind, whnf, call = "0";
  switch (i->kind) {
    case ObjKind::Con: kind = "Con"; whnf = "gph_whnf_value"; break;
    case ObjKind::Fun: {
      kind = "Fun";
      whnf = "gph_whnf_value";
      bool wrap = needs_call_wrapper(i->code);
      call = "(void *)" + i->code->name + (wrap ? "_call" : "_fn");
      break;
    }
    case ObjKind::Thunk: kind = "Thunk"; whnf = i->code->name + "_fn"; break;
    case ObjKind::ThunkOnce: kind = "ThunkOnce"; whnf = i->code->name + "_fn"; break;
    case ObjKind::Caf: kind = "ThunkStatic"; whnf = i->code->name + "_fn"; break;
    case ObjKind::Pap: case ObjKind::Ap: case ObjKind::Sel: case ObjKind::Bytes: case ObjKind::StringThunk: case ObjKind::StringCaf: GPHC_BUG("info of the runtime's");
  }
  auto table = [&](const std::string &name, uint64_t nf, const std::string &twin) {
    return "const GphInfo " + name + " = { " + whnf + ", " + std::to_string(nf) + "ul, " + call + ", GphKind_" + kind + ", " + std::to_string(i->tag) + ", " +
           std::to_string(i->arity) + ", " + std::to_string(i->con) + ", " + std::to_string(i->ptrs) + ", " + std::to_string(i->nptrs) + ", " +
           std::to_string(i->arg_mask) + "u, " + c_string(i->shown) + ", " + (i->source.empty() ? "0" : c_string(i->source)) + ", " + twin + " };\n";
  };
  std::string name = i->name + "_info";
  if (!twinned) return (i->kind == ObjKind::Con ? "__attribute__((weak)) " : "") + table(name, nf_of(i), "0");
  std::string twin = i->name + "_nf_info";
  return "static " + table(twin, 0, "&" + name) + table(name, i->nf, "&" + twin);
}

std::string Writer::static_def(const Static *s) {
  std::string t = "W " + s->name + "_cl[] = { (W)&" + info_ref(s->info);
  for (const Operand &o : s->payload) {
    if (o.kind == Operand::Kind::Double || o.kind == Operand::Kind::Float) {
      uint64_t w = 0;
      if (o.kind == Operand::Kind::Double) memcpy(&w, &o.d, 8);
      else {
        float f = float(o.d);
        memcpy(&w, &f, 4);
      }
      t += ", " + std::to_string(w) + "ul";
    } else {
      t += ", (W)" + operand(o);
    }
  }
  return t + " };\n";
}

void Writer::static_object(const Static *s) {
  need_static(s);
  body_ += static_def(s);
}

void Writer::named_string(const StringLit *s) {
  string_ref(s);
  body_ += "const char " + s->name + "_str[] = " + c_string(s->bytes) + ";\n";
}

void Writer::info(const Info *i) {
  need_info(i);
  if (i->code) need_fn(i->code);
  if (i->code && needs_call_wrapper(i->code)) declare(i->code->name + "_call", call_prototype(i->code), i->code->unit);
  body_ += info_def(i);
}

// ---- Statements --------------------------------------------------------------------------------------------------------
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
void Writer::ccall(const std::string &symbol, const std::vector<std::string> &args, const std::vector<Ty> &tys, const std::string &result_cast,
                 const Local *dst, bool dynamic) {
  static const char *const kIntRegs[] = {"rdi", "rsi", "rdx", "rcx", "r8", "r9"};
  size_t ints = 0, floats = 0;
  for (Ty t : tys) (is_float_ty(t) ? floats : ints)++;
  if (dynamic) ints--;
  std::string shim = private_name("shim");
  if (ints > 6 || floats > 8) {   // through a shim that finds its arguments in R->args
    std::string cast_args, types;
    std::string t = "{ ";
    for (size_t i = dynamic ? 1 : 0; i < args.size(); i++) {
      std::string slot = "args[" + std::to_string(i) + "]";
      types += std::string(types.empty() ? "" : ", ") + sig_type(tys[i]);
      cast_args += std::string(cast_args.empty() ? "" : ", ") + from_bits(tys[i], slot);
    }
    for (size_t i = 0; i < args.size(); i++) t += "R->args[" + std::to_string(i) + "] = " + to_bits(tys[i], args[i]) + "; ";
    std::string rt = dst ? sig_type(dst->ty) : "void";
    std::string fn;
    if (dynamic) fn = "args[0]";
    else {
      fn = private_name("c");
      shims_ += "extern const char " + fn + "[] __asm__(\"" + symbol + "\");\n";
    }
    std::string callee = "((" + rt + " (*)(" + types + "))" + fn + ")(" + cast_args + ")";
    shims_ += "static GPH_SHIM void " + shim + "(W *args, W *ret) { " + (dst ? "ret[0] = " + to_bits(dst->ty, callee) : callee) + "; }\n";
    t += "gph_unsafe_ccall(" + shim + "); ";
    if (dst) t += local(dst) + " = " + (result_cast.empty() ? "" : "(" + result_cast + ")") + from_bits(dst->ty, "R->ret[0]") + "; ";
    line(t + "}");
    return;
  }
  std::string t = "{ ";
  size_t ni = 0, nf = 0;
  std::string regs, outs, ins;
  for (size_t i = 0; i < args.size(); i++) t += std::string(is_float_ty(tys[i]) ? sig_type(tys[i]) : "W") + " t" + std::to_string(i) + "_ = " + (is_float_ty(tys[i]) ? "" : "(W)") + args[i] + "; ";
  for (size_t i = 0; i < args.size(); i++) {
    std::string name = "a" + std::to_string(i) + "_", reg;
    if (dynamic && i == 0) reg = "r10";
    else if (is_float_ty(tys[i])) reg = "xmm" + std::to_string(nf++);
    else reg = kIntRegs[ni++];
    regs += std::string("register ") + (is_float_ty(tys[i]) ? sig_type(tys[i]) : "W") + " " + name + " __asm__(\"" + reg + "\") = t" + std::to_string(i) + "_; ";
    outs += std::string(outs.empty() ? "" : ", ") + (is_float_ty(tys[i]) ? "\"+x\"(" : "\"+r\"(") + name + ")";
  }
  bool float_result = dst && is_float_ty(dst->ty);
  std::string result = "r_";
  regs += "register W r_ __asm__(\"rax\") = " + std::to_string(nf) + "; ";
  outs += std::string(outs.empty() ? "" : ", ") + "\"+r\"(r_)";
  if (float_result) {
    if (nf > 0) {   // the first floating argument's register holds the result
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
  for (size_t i = std::max(nf, size_t(float_result ? 1 : 0)); i < 16; i++) clobbers += ", \"xmm" + std::to_string(i) + "\"";
  t += regs + "__asm__ volatile(\"movq %%rsp, %%rbx\\n\\tmovq 48(%%r13), %%rsp\\n\\tcall " + (dynamic ? "*%%r10" : symbol) + "\\n\\tmovq %%rbx, %%rsp\" : " +
       outs + " : : " + clobbers + "); ";
  if (dst) t += local(dst) + " = " + (result_cast.empty() ? "" : "(" + result_cast + ")") + result + "; ";
  line(t + "}");
}

// The C type of a foreign argument as a cast that narrows as C would.
std::string narrow_cast(std::string_view type) { return narrow_type(type).bits ? std::string(type) : std::string(); }

void Writer::foreign(const SForeign &f) {
  const core::ForeignCall *c = f.call;
  bool dynamic = !c->symbol;
  if (c->c_result == "&") {   // the address of the symbol
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
  for (size_t i = 0; i < args.size(); i++) t += "R->args[" + std::to_string(i) + "] = " + to_bits(tys[i], args[i]) + "; ";
  for (size_t i = dynamic ? 1 : 0; i < args.size(); i++) {
    types += std::string(types.empty() ? "" : ", ") + sig_type(tys[i]);
    cast_args += std::string(cast_args.empty() ? "" : ", ") + from_bits(tys[i], "args[" + std::to_string(i) + "]");
  }
  std::string fn = "args[0]";
  if (!dynamic) {
    fn = private_name("c");
    shims_ += "extern const char " + fn + "[] __asm__(\"" + c->symbol.string() + "\");\n";
  }
  std::string callee = "((" + std::string(dst ? sig_type(dst->ty) : "void") + " (*)(" + (types.empty() ? "void" : types) + "))" + fn + ")(" + cast_args + ")";
  shims_ += "static GPH_SHIM void " + shim + "(W *args, W *ret) { " + (dst ? "ret[0] = " + to_bits(dst->ty, callee) : callee) + "; }\n";
  push(f.roots, &t);
  t += "gph_safe_ccall(" + shim + "); ";
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
      return "GPH_LIKELY(GPH_TAG(" + f + ") == " + n + ") ? (" + fn + "GPH_INFO(" + f + ")->call)(" + list + f + ") : " + generic;
    }
    case Callee::Kind::Runtime: {
      if (declared_.insert(callee.symbol).second) shims_ += std::string("extern const char ") + callee.symbol + "[];\n";
      std::string s = "GPH_RT" + std::to_string(args.size()) + "(" + callee.symbol;
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
    s += local(dsts[i]) + " = " + (i < 2 ? from_part(ret[i], parts[i]) : from_bits(ret[i], "R->ret[" + std::to_string(i) + "]")) + "; ";
  line(s + "}");
}

// Arguments that travel in memory are stored before the call.
static std::string memory_args(const Function *f, const Vec<Operand> &args, const std::vector<std::string> &texts) {
  Vec<Ty> tys = param_types(f);
  ArgLayout l = layout_args(tys, f->self != nullptr);
  std::string s;
  for (size_t i = 0; i < args.size(); i++)
    if (l.args[i].where == ArgPlace::Memory) s += "R->args[" + std::to_string(l.args[i].index) + "] = " + texts[i] + "; ";
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
  if (c.callee.kind == Callee::Kind::Runtime) {   // the first result, then R->ret[1..]
    std::string t = call_text(c.callee, c.args, ret);
    if (c.dsts.empty()) line(t + ";");
    else {
      line(local(c.dsts[0]) + " = " + from_bits(c.dsts[0]->ty, t) + ";");
      for (size_t i = 1; i < c.dsts.size(); i++) line(local(c.dsts[i]) + " = " + from_bits(c.dsts[i]->ty, "R->ret[" + std::to_string(i) + "]") + ";");
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
    for (size_t i = 0; i < moves.size(); i++) s += std::string(c_type(moves[i].first->ty)) + " t" + std::to_string(i) + "_ = " + operand(moves[i].second) + "; ";
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

void Writer::statement(Stmt *s) {
  switch (s->tag) {
    case Tag::Move: line(local(cast<SMove>(s).dst) + " = " + arg(cast<SMove>(s).src, cast<SMove>(s).dst->ty) + ";"); break;
    case Tag::Load: {
      SLoad &l = cast<SLoad>(s);
      std::string w = "GPH_FIELD(" + operand(l.base) + ", " + std::to_string(l.ptr_tag) + ", " + std::to_string(l.index) + ")";
      line(local(l.dst) + " = " + from_bits(l.dst->ty, w) + ";");
      break;
    }
    case Tag::Prim: prim(cast<SPrim>(s)); break;
    case Tag::Unbox: {
      SUnbox &u = cast<SUnbox>(s);
      if (u.small) {
        line(local(u.dst) + " = GPH_IMM_WORD(" + operand(u.src) + ");");
        break;
      }
      line(local(u.dst) + " = " + (u.dst->ty == Ty::Int ? "(I)" : "") + (u.is_signed ? "GPH_UNBOX_INT(" : "GPH_UNBOX_WORD(") + operand(u.src) + ", " +
           std::to_string(u.ptr_tag) + ");");
      break;
    }
    case Tag::Box: {
      SBox &b = cast<SBox>(s);
      if (b.small) {
        line(local(b.dst) + " = GPH_IMM(" + operand(b.src) + ");");
        break;
      }
      line(local(b.dst) + " = " + (b.is_signed ? "GPH_BOX_INT(" : "GPH_BOX_WORD(") + operand(b.src) + ", &" + info_ref(b.info) + ");");
      break;
    }
    case Tag::ConIndex: {
      SConIndex &c = cast<SConIndex>(s);
      std::string x = operand(c.x), con = "(I)GPH_INFO(" + x + ")->con", imm = c.imm >= 0 ? std::to_string(c.imm) : "(I)GPH_IMM_WORD(" + x + ")";
      line(local(c.dst) + " = " + (c.where == IndexIn::Immediate ? imm : c.where == IndexIn::Info ? con : "GPH_IS_IMM(" + x + ") ? " + imm + " : " + con) + ";");
      break;
    }
    case Tag::Spark: {
      SSpark &p = cast<SSpark>(s);
      std::string site = private_name("site");
      shims_ += "static const GphSparkSite " + site + " = { " + c_string(p.loc ? p.loc.str() : std::string_view("")) + ", " + c_string(fn_->info->shown) + " };\n";
      line("GPH_SPARK_AT(" + operand(p.x) + ", &" + site + ");");
      break;
    }
    case Tag::Alloc: {
      SAlloc &a = cast<SAlloc>(s);
      for (const Object &o : a.objects)
        line(local(o.dst) + " = (W)(hp + " + std::to_string(o.offset) + ")" + (o.tag ? " + " + std::to_string(o.tag) : "") + ";");
      for (const Object &o : a.objects) {
        std::string t = "hp[" + std::to_string(o.offset) + "] = (W)&" + info_ref(o.info) + ";";
        for (size_t i = 0; i < o.payload.size(); i++) {
          // The result word of a thunk is written by the update only.
          bool thunk = i == 0 && (o.info->kind == ObjKind::Thunk || o.info->kind == ObjKind::ThunkOnce || o.info->kind == ObjKind::StringThunk || o.info->kind == ObjKind::Ap || o.info->kind == ObjKind::Sel);
          if (thunk) continue;
          t += " hp[" + std::to_string(o.offset + 1 + i) + "] = " + bits(o.payload[i]) + ";";
        }
        line(t);
      }
      break;
    }
    case Tag::HeapCheck: {
      SHeapCheck &h = cast<SHeapCheck>(s);
      std::string bytes = std::to_string(h.words * 8), t = h.words ? "if (GPH_HP_SHORT(" + bytes + ")) { " : "if (GPH_ASKED()) { ";
      push(h.roots, &t);
      t += "GPH_GC(" + bytes + "); ";
      pop(h.roots, h.reloads, &t);
      line(t + "}");
      break;
    }
    case Tag::HeapBump: line("hp += " + std::to_string(cast<SHeapBump>(s).words) + ";"); break;
    case Tag::Eval: {
      SEval &e = cast<SEval>(s);
      std::string x = local(e.x), t = is_caf(e) ? "if (!GPH_CAF_VALUE(" + x + ")) { " : "if (GPH_NEEDS_EVAL(" + x + ")) { ";
      push(e.roots, &t);
      t += x + " = GPH_ENTER(" + x + "); ";
      pop(e.roots, e.reloads, &t);
      line(t + "}");
      break;
    }
    case Tag::Call: call(cast<SCall>(s)); break;
    case Tag::TailCall: tail_call(cast<STailCall>(s)); break;
    case Tag::Foreign: foreign(cast<SForeign>(s)); break;
    case Tag::Return: {
      SReturn &r = cast<SReturn>(s);
      const Vec<Ty> &ret = fn_->ret;
      if (ret.empty()) line("return 7;");
      else if (ret.size() == 1) line("return " + arg(r.values[0], ret[0]) + ";");
      else {
        std::string t;
        for (size_t i = 2; i < ret.size(); i++) t += "R->ret[" + std::to_string(i) + "] = " + bits(r.values[i]) + "; ";
        line(t + "return (" + result_type(ret) + "){" + to_part(ret[0], operand(r.values[0])) + ", " + to_part(ret[1], operand(r.values[1])) + "};");
      }
      break;
    }
    case Tag::ReturnEval: {
      std::string x = operand(cast<SReturnEval>(s).x);
      if (result_type(fn_->ret) != "W") {
        // A value where several results (or a double) are due can only be one that diverges: error calls have every type.
        line("GPH_ENTER(" + x + ");");
        line("__builtin_unreachable();");
        break;
      }
      if (cast<SReturnEval>(s).x.kind == Operand::Kind::Local) line("if (!GPH_NEEDS_EVAL(" + x + ")) return " + x + ";");
      line("return GPH_ENTER(" + x + ");");
      break;
    }
    case Tag::Enter: {
      std::string self = local(fn_->self), info = "&" + info_ref(cast<SEnter>(s).info);
      if (fn_->kind == FnKind::Caf) line("if (!GPH_CAF_ENTER(" + self + ", " + info + ")) return GPH_ENTER(" + self + ");");
      else line("GPH_THUNK_ENTER(" + self + ", " + info + ");");
      break;
    }
    case Tag::UpdateEval: {
      std::string x = operand(cast<SUpdateEval>(s).x);
      if (cast<SUpdateEval>(s).x.kind == Operand::Kind::Local) line("if (!GPH_NEEDS_EVAL(" + x + ")) return GPH_UPDATE(&" + info_ref(cast<SUpdateEval>(s).info) + ", " + x + ");");
      line("return gph_update_enter(" + x + ");");
      break;
    }
    case Tag::Update: line("return GPH_UPDATE(&" + info_ref(cast<SUpdate>(s).info) + ", " + operand(cast<SUpdate>(s).value) + ");"); break;
    case Tag::If: {
      SIf &i = cast<SIf>(s);
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
      break;
    }
    case Tag::Switch: switch_stmt(cast<SSwitch>(s)); break;
    case Tag::Join: {
      SJoin &j = cast<SJoin>(s);
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
      break;
    }
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

void Writer::function(const Function *f) {
  fn_ = f;
  need_fn(f);
  Vec<Ty> tys = param_types(f);
  ArgLayout l = layout_args(tys, f->self != nullptr);
  // The check, with its out-of-line half. See GPH_STKCHK in codegen.h.
  StackCheck check = stack_check(f, f->locals.size() > kVeryManyLocals ? Frame::Huge : Frame::Small);
  bool huge = check.frame == Frame::Huge, big = check.frame == Frame::Big;
  std::string body = std::move(body_);
  body_.clear();
  indent_ = 1;
  std::string header;
  if (check.needed) {
    uint32_t mask = check_mask(f, tys, l);
    std::string args;
    for (size_t i = 0; i < tys.size(); i++)
      if (l.args[i].where != ArgPlace::Memory) args += ", " + local(f->params[i]);
    if (f->self) args += ", " + local(f->self);
    declare(f->name + "_fn_more", "__attribute__((cold)) " + prototype(f, "_fn_more"), f->unit, "fn");
    out_->checked.push_back(f->name + "_fn");
    header += std::string(huge ? "GPH_MORE_HUGE_AS(A_" : big ? "GPH_MORE_BIG_AS(A_" : "GPH_MORE_AS(A_") + f->name + "_fn, " + std::to_string(mask) + ");\n";
    if (args.empty()) args = ", ";
    if (huge) line("GPH_STKCHK_HUGE(" + f->name + "_fn" + args + ");");
    else if (big) line("GPH_STKCHK_BIG(" + f->name + "_fn" + args + ");");
    else if (f->max_roots > 2) line("GPH_STKCHK_ROOTS(" + f->name + "_fn, " + std::to_string(f->max_roots) + args + ");");
    else line("GPH_STKCHK(" + f->name + "_fn" + args + ");");
  }
  for (size_t i = 0; i < tys.size(); i++)
    if (l.args[i].where == ArgPlace::Memory) line(local(f->params[i]) + " = " + from_bits(tys[i], "R->args[" + std::to_string(l.args[i].index) + "]") + ";");
  indent_ = 0;
  block(f->body);
  std::string code = std::move(body_);
  // Only the locals that are mentioned.
  std::unordered_map<std::string, std::string> by_type;
  std::unordered_set<const Local *> in_signature;
  for (size_t i = 0; i < tys.size(); i++) if (l.args[i].where != ArgPlace::Memory) in_signature.insert(f->params[i]);
  if (f->self) in_signature.insert(f->self);
  std::string decls;
  for (Ty t : {Ty::Ptr, Ty::Int, Ty::Double, Ty::Float}) {
    std::string list;
    for (Local *v : f->locals) {
      Ty vt = v->ty == Ty::Word ? Ty::Ptr : v->ty;
      if (vt != t || in_signature.count(v) || !names_.count(v)) continue;
      list += (list.empty() ? "" : ", ") + local(v);
    }
    if (!list.empty()) decls += std::string("  ") + c_type(t) + " " + list + ";\n";
  }
  body_ = std::move(body);
  body_ += "\n" + header;
  if (lines_ && f->info && !f->info->source.empty()) {   // all of the function is at its binding's line
    const std::string &at = f->info->source;
    size_t col = at.rfind(':'), line = col == at.npos || col == 0 ? at.npos : at.rfind(':', col - 1);
    if (line != at.npos) {
      std::string text = code.empty() ? "" : code, here = "#line " + at.substr(line + 1, col - line - 1) + " " + c_string(at.substr(0, line)) + "\n";
      code.clear();
      for (size_t i = 0; i < text.size();) {
        size_t end = text.find('\n', i);
        code += here + text.substr(i, end + 1 - i);
        i = end + 1;
      }
      body_ += here;
    }
  }
  body_ += prototype(f, "_fn") + " {\n" + decls + code + "}\n";
  if (needs_call_wrapper(f)) body_ += call_wrapper(f);
  names_.clear();
  fn_ = nullptr;
}

void Writer::program_constant(const EmitOptions &o) {
  const Program &p = prog_;
  std::string t = "const GphProgram gph_program = { " + (p.main ? static_ref(p.main) : "0");
  size_t n = 0;
#define KNOWN_CLOSURE(field, module, name) \
  t += ", " + (n < p.known.size() && p.known[n] ? static_ref(p.known[n]) : std::string("0")); \
  n++;
#include "gph/known_closures.def"
#undef KNOWN_CLOSURE
  t += ", " + c_string(p.main_module.str()) + ", " + c_string(o.rtsopts) + ", " + (o.with_rtsopts.empty() ? "0" : c_string(o.with_rtsopts)) + ", " + c_string(functions_text(p)) + ", " + std::to_string(p.exports.size()) + ", GPH_ABI_HASH };\n";
  body_ += t;
}

// The info tables of constructors with their twins, stronger than the weak ones of other units: Note [Normal form] in abi.h. They have the same symbols.
void Writer::twins() {
  if (!prog_.marks_normal) return;
  for (const Info *i : prog_.infos) {
    if (i->kind != ObjKind::Con || i->nf == 0) continue;
    need_info(i);
    for (SharedDef &d : out_->shared)
      if (d.symbol == i->name + "_info") d.definition = info_def(i, true);
    out_->twins.push_back(i);
  }
}

// A function that C may call: a stub that leaves the closure to gph_export_enter (eval/stubs.S).
void Writer::exported(const Program::Export &x) {
  body_ += "const W " + export_closure(x) + " = " + static_ref(x.closure) + ";\n";
  body_ += "__asm__(" + c_string(export_stub(x)) + ");\n";
}

void Writer::finish() {
  out_->body = strings_text_ + shims_ + body_;
  std::unordered_set<int> seen;
  for (const Decl &d : out_->decls)
    if (seen.insert(d.unit).second) out_->refs.push_back(d.unit);
}

}  // namespace

std::vector<Unit> emit(const Program &p, const EmitOptions &o) {
  // What belongs to each unit, in program order.
  struct Parts { std::vector<const Function *> functions; std::vector<const Static *> statics; std::vector<const StringLit *> strings; Symbol module; };
  std::map<uint32_t, Parts> parts;
  for (const Function *f : p.functions) { parts[f->unit].functions.push_back(f); parts[f->unit].module = f->module; }
  for (const Static *s : p.statics) if (s->module) { parts[s->unit].statics.push_back(s); parts[s->unit].module = s->module; }
  for (const StringLit *s : p.strings) { parts[s->unit].strings.push_back(s); parts[s->unit].module = s->module; }
  std::unordered_map<uint32_t, int> index;
  for (auto &[number, part] : parts) index.emplace(number, int(index.size()));
  // Info tables that something refers to: those of allocated and of static objects, and of what updates.
  std::unordered_set<const Info *> used;
  for (const Static *s : p.statics) used.insert(s->info);
  struct Scan {
    std::unordered_set<const Info *> *used;
    void block(const Block &b) {
      for (Stmt *s : b) {
        if (SAlloc *a = dyn_cast<SAlloc>(s)) for (const Object &x : a->objects) used->insert(x.info);
        if (SEnter *e = dyn_cast<SEnter>(s)) used->insert(e->info);
        for_each_block(s, [&](Block &inner) { block(inner); });
      }
    }
  } scan{&used};
  for (const Function *f : p.functions) scan.block(f->body);
  std::vector<Unit> units(parts.size() + 1);
  size_t k = 0;
  for (auto &[number, part] : parts) {
    Unit &u = units[k++];
    u.module = part.module.string();
    u.name = !part.statics.empty() ? part.statics[0]->name : !part.functions.empty() ? part.functions[0]->name : part.strings[0]->name;
    Writer w(p, index, &u, o.lines);
    u.number = number;
    u.functions = part.functions;
    u.statics = part.statics;
    u.strings = part.strings;
    for (const Function *f : part.functions)
      if (used.count(f->info)) {
        u.infos.push_back(f->info);
        w.info(f->info);
      }
    for (const Static *s : part.statics) w.static_object(s);
    for (const StringLit *s : part.strings) w.named_string(s);
    for (const Function *f : part.functions) {
      u.huge |= f->huge;
      w.function(f);
    }
    w.finish();
  }
  Unit &u = units.back();
  u.name = "program";
  u.module = p.main_module.string();
  Writer w(p, index, &u);
  for (const Program::Export &x : p.exports) w.exported(x);
  w.program_constant(o);
  w.twins();
  w.finish();
  hash_units(&units);
  return units;
}

}  // namespace gphc::backend_c
