// declare.cc: what a unit of C declares and defines besides code: prototypes, info tables, static objects, strings; and
// operands, which need them.
#include "backend/c/writer.h"

#include "backend/foreign.h"
#include "support/check.h"
#include "support/hash.h"

namespace gphc::backend_c {

bool Writer::declare(const std::string &symbol, const std::string &before, uint32_t unit, const std::string &suffix) {
  if (!declared_.insert(symbol).second) return false;
  auto it = units_.find(unit);
  GPHC_CHECK(it != units_.end(), "C back end: no unit for " + symbol);
  out_->decls.push_back({symbol, before, it->second, suffix});
  return true;
}

void Writer::need_fn(const Function *f) {
  if (declared_.count(f->name + "_fn")) return;
  std::unordered_map<const Local *, std::string> saved;  // the prototype's parameter names are its own
  std::swap(saved, names_);
  std::string before = prototype(f, "_fn");
  std::swap(saved, names_);
  declare(f->name + "_fn", before, f->unit);
}

// The code that all string literals share (low.h), once in each C file that needs it.
static std::string string_code(const Info *i) {
  bool caf = i->kind == ObjKind::StringCaf;
  std::string n = i->name, fn = n + "_fn", info = n + "_info";
  std::string s = "static W " + fn + "(W self);\nstatic const GphInfo " + info + " = { " + fn + ", 1, 0, GphKind_" +
                  (caf ? "ThunkStatic" : "Thunk") + ", 0, 0, 0, 0, 0, 1, 0u, \"string\", 0, 0 };\n";
  s += "extern W " + fn + "_more(W self);\nGPH_MORE(" + fn + ", 129);\n";
  s += "static __attribute__((used, noinline, noclone)) W " + fn + "(W self) {\n  GPH_STKCHK(" + fn +
       ", self);\n  W s = ((W *)self)[" + (caf ? "4" : "2") + "];\n";
  s += caf ? "  if (!GPH_CAF_ENTER(self, &" + info + ")) return GPH_ENTER(self);\n"
           : "  GPH_THUNK_ENTER(self, &" + info + ");\n";
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
    case Operand::Kind::Closure:
      return o.i ? "(" + static_ref(o.obj) + " + " + std::to_string(o.i) + ")" : static_ref(o.obj);
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
    case ObjKind::Con:
      kind = "Con";
      whnf = "gph_whnf_value";
      break;
    case ObjKind::Fun: {
      kind = "Fun";
      whnf = "gph_whnf_value";
      bool wrap = needs_call_wrapper(i->code);
      call = "(void *)" + i->code->name + (wrap ? "_call" : "_fn");
      break;
    }
    case ObjKind::Thunk:
      kind = "Thunk";
      whnf = i->code->name + "_fn";
      break;
    case ObjKind::ThunkOnce:
      kind = "ThunkOnce";
      whnf = i->code->name + "_fn";
      break;
    case ObjKind::Caf:
      kind = "ThunkStatic";
      whnf = i->code->name + "_fn";
      break;
    case ObjKind::Pap:
    case ObjKind::Ap:
    case ObjKind::Sel:
    case ObjKind::Bytes:
    case ObjKind::MutVar:
    case ObjKind::MVar:
    case ObjKind::StringThunk:
    case ObjKind::StringCaf: GPHC_BUG("info of the runtime's");
  }
  auto table = [&](const std::string &name, uint64_t nf, const std::string &twin) {
    std::string s;
    s.reserve(256 + i->source.size());  // most of them: one allocation
    s.append("const GphInfo ").append(name).append(" = { ").append(whnf).append(", ").append(std::to_string(nf));
    s.append("ul, ").append(call).append(", GphKind_").append(kind);
    for (uint64_t n : {uint64_t(i->tag), uint64_t(i->arity), uint64_t(i->home), uint64_t(i->con), uint64_t(i->ptrs),
                       uint64_t(i->nptrs), uint64_t(i->arg_mask)})
      s.append(", ").append(std::to_string(n));
    s.append("u, ").append(c_string(i->shown)).append(", ");
    return s.append(i->source.empty() ? "0" : c_string(i->source)).append(", ").append(twin).append(" };\n");
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

}  // namespace gphc::backend_c
