// print.cc: Core as text that parse.cc reads back. The grammar is in docs/core.md. Names: a local variable is occ_uniq,
// a top-level one Module.occ_uniq; type and data constructors are Module.occ (wired-in ones bare). A token is a maximal
// run of characters other than blanks and ()[]{},;"` so operators need no quoting; names with one of those characters
// stand in backquotes. Without uniques the text is stable across runs, for goldens and reading, and may be ambiguous.
#include <cinttypes>
#include <unordered_set>

#include "core/core.h"
#include "core/fvs.h"

namespace gphc::core {

std::string escape_bytes(std::string_view bytes) {
  std::string s;
  for (unsigned char c : bytes) {
    if (c == '"' || c == '\\') s += '\\', s += char(c);
    else if (c >= 32 && c < 127) s += char(c);
    else {
      char buf[8];
      snprintf(buf, sizeof buf, "\\x%02x", c);
      s += buf;
    }
  }
  return s;
}

namespace {

class Printer {
 public:
  Printer(std::string *out, bool uniques) : out_(*out), uniques_(uniques) {}

  // ---- Names and types ----
  static std::string quote(std::string s) {
    if (s == "->" || s.find_first_of("()[]{},;\"` ") != std::string::npos) return "`" + s + "`";
    return s;
  }
  std::string entity(const Entity *e) const {
    std::string s =
        e->module && e->module != prim_module_name() ? e->module.string() + "." + e->occ.string() : e->occ.string();
    return quote(s);
  }
  std::string var(const Var *v) const {
    if (v->sort == VarSort::PrimOp) return quote(v->occ.string());
    std::string s = v->module && is_top_level(v) ? v->module.string() + "." + v->occ.string() : v->occ.string();
    if (uniques_) s += "_" + std::to_string(v->uniq);
    return quote(s);
  }
  std::string ty_var(const TyVar *v) const {
    return quote(uniques_ ? v->occ.string() + "_" + std::to_string(v->uniq) : v->occ.string());
  }
  std::string kind(Kind *k, int prec = 0) const {
    k = repr_kind(k);
    switch (k->tag) {
      case KindTag::Hash: return "#";
      case KindTag::Constraint: return "Constraint";
      case KindTag::Arrow: {
        std::string s = kind(k->arg, 1) + " -> " + kind(k->res);
        return prec ? "(" + s + ")" : s;
      }
      case KindTag::Star:
      case KindTag::Meta: break;
    }
    return "*";
  }
  std::string ty_binder(const TyVar *v) const {
    if (!v->kind || repr_kind(v->kind)->tag == KindTag::Star || repr_kind(v->kind)->tag == KindTag::Meta)
      return ty_var(v);
    return "(" + ty_var(v) + " :: " + kind(v->kind) + ")";
  }
  // prec: 0 anything, 1 left of an arrow, 2 an argument
  std::string type(const Type *t, int prec = 0) const {
    t = repr(t);
    std::string s;
    int level = 2;
    switch (t->tag) {
      case TypeTag::Var: return ty_var(cast<TVar>(t).var);
      case TypeTag::Con: return entity(cast<TCon>(t).con);
      case TypeTag::App: {
        Vec<const Type *> args;
        TyCon *tc = split_tcon_app(t, &args);
        if (tc && tc->is_unboxed_tuple && args.size() == tc->params.size()) {
          s = "(#";
          for (size_t i = 0; i < args.size(); i++) s += (i ? ", " : " ") + type(args[i]);
          return s + " #)";
        }
        s = type(cast<TApp>(t).fn, 1) + " " + type(cast<TApp>(t).arg, 2);
        level = 1;
        break;
      }
      case TypeTag::Fun:
        s = type(cast<TFun>(t).arg, 1) + " -> " + type(cast<TFun>(t).res);
        level = 0;
        break;
      case TypeTag::Forall:
        s = "forall";
        for (TyVar *v : cast<TForall>(t).vars) s += " " + ty_binder(v);
        s += " . " + type(cast<TForall>(t).body);
        level = 0;
        break;
      case TypeTag::Qual:
      case TypeTag::Meta: return "?" + show_type(t, 2);
    }
    return prec > level ? "(" + s + ")" : s;
  }

  // ---- Expressions ----
  static std::string literal(const Literal &l) {
    char buf[64];
    switch (l.tag) {
      case LitTag::Int: return std::to_string(l.i) + "#";
      case LitTag::Word: return std::to_string(uint64_t(l.i)) + "##";
      case LitTag::Char: return "#c" + std::to_string(l.i);
      case LitTag::Double: snprintf(buf, sizeof buf, "#d%.17g", l.d); return buf;
      case LitTag::Float: snprintf(buf, sizeof buf, "#f%.9g", l.d); return buf;
      case LitTag::String: return "\"" + escape_bytes(l.text) + "\"";
      case LitTag::NullAddr: return "#null";
      case LitTag::Integer: return "#n" + (l.text.empty() ? std::to_string(l.i) : std::string(l.text));
      case LitTag::Data: break;
    }
    return "?";
  }
  std::string attributes(const Var *v) const {
    const IdInfo *i = v->info;
    if (!i) return "";
    std::string s;
    if (i->join_arity >= 0) s += ", join " + std::to_string(i->join_arity);
    if (i->inline_spec != InlineSpec::None) {
      s += i->inline_spec == InlineSpec::Inline     ? ", inline"
           : i->inline_spec == InlineSpec::NoInline ? ", noinline"
                                                    : ", inlinable";
      if (i->phase >= 0) s += std::string(i->phase_before ? " ~" : " ") + std::to_string(i->phase);
    }
    if (i->conlike) s += ", conlike";
    if (i->is_dfun) s += ", dfun";
    if (i->is_selector) s += ", selector";
    if (i->is_exported) s += ", exported";
    if (i->is_loop_breaker) s += ", breaker";
    if (i->one_shot) s += ", once";
    if (i->single_entry) s += ", single";
    return s.empty() ? s : " [" + s.substr(2) + "]";
  }
  std::string binder(const Var *v) const { return var(v) + attributes(v) + " :: " + type(v->type); }
  static bool small(const Expr *e) { return expr_size(e, 8) < 8; }
  void line(int indent) {
    out_ += '\n';
    out_.append(size_t(indent), ' ');
  }
  void atom(const Expr *e, int indent) {
    bool plain = is<EVar>(e) || (is<ELit>(e) && !cast<ELit>(e).lit.data) ||
                 (is<EConApp>(e) && cast<EConApp>(e).args.empty() && cast<EConApp>(e).types.empty());
    if (!plain) out_ += '(';
    expr(e, indent + (plain ? 0 : 1));
    if (!plain) out_ += ')';
  }
  void args(const Vec<const Type *> &types, const Vec<const Expr *> &values, int indent) {
    for (const Type *t : types) out_ += " @" + type(t, 2);
    bool big = false;
    for (const Expr *a : values) big = big || !small(a);
    for (const Expr *a : values) {
      if (big) line(indent + 2);
      else out_ += ' ';
      atom(a, indent + 2);
    }
  }
  void sub(const Expr *e, int indent) {  // a body: on the same line when small
    if (small(e)) {
      out_ += ' ';
      expr(e, indent);
    } else {
      line(indent + 2);
      expr(e, indent + 2);
    }
  }
  void bind(const Binding &b, int indent) {
    out_ += binder(b.var) + " =";
    sub(b.rhs, indent);
  }
  void expr(const Expr *e, int indent) {
    switch (e->tag) {
      case Tag::Var: out_ += var(cast<EVar>(e).var); return;
      case Tag::Lit:
        if (const DataLit *d = cast<ELit>(e).lit.data) return expr(d->tree, indent);
        out_ += literal(cast<ELit>(e).lit);
        return;
      case Tag::App: {
        const EApp &x = cast<EApp>(e);
        if (const ETyApp *ta = dyn_cast<ETyApp>(x.fn)) {
          atom(ta->fn, indent);
          return args(ta->types, x.args, indent);
        }
        atom(x.fn, indent);
        return args({}, x.args, indent);
      }
      case Tag::TyApp: atom(cast<ETyApp>(e).fn, indent); return args(cast<ETyApp>(e).types, {}, indent);
      case Tag::Lam:
        out_ += "\\";
        for (Var *v : cast<ELam>(e).params) out_ += " (" + binder(v) + ")";
        out_ += " ->";
        return sub(cast<ELam>(e).body, indent);
      case Tag::TyLam:
        out_ += "/\\";
        for (TyVar *v : cast<ETyLam>(e).vars) out_ += " " + ty_binder(v);
        out_ += " ->";
        return sub(cast<ETyLam>(e).body, indent);
      case Tag::Let:
        out_ += "let ";
        bind(cast<ELet>(e).bind, indent);
        line(indent);
        out_ += "in ";
        return expr(cast<ELet>(e).body, indent);
      case Tag::LetRec:
        out_ += "letrec {";
        for (const Binding &b : cast<ELetRec>(e).binds) {
          line(indent + 2);
          bind(b, indent + 2);
          out_ += ";";
        }
        out_ += " }";
        line(indent);
        out_ += "in ";
        return expr(cast<ELetRec>(e).body, indent);
      case Tag::Case: {
        const ECase &x = cast<ECase>(e);
        out_ += "case ";
        expr(x.scrut, indent + 2);
        out_ += " of (" + binder(x.binder) + ") => " + type(x.type) + " {";
        for (const Alt &a : x.alts) {
          line(indent + 2);
          if (a.con) {
            out_ += entity(a.con);
            for (TyVar *v : a.ex_tvs) out_ += " @" + ty_binder(v);
            for (Var *v : a.fields) out_ += " " + var(v);
          } else {
            out_ += a.is_lit ? literal(a.lit) : "_";
          }
          out_ += " ->";
          sub(a.body, indent + 2);
          out_ += ";";
        }
        out_ += " }";
        return;
      }
      case Tag::ConApp:
        out_ += entity(cast<EConApp>(e).con);
        return args(cast<EConApp>(e).types, cast<EConApp>(e).args, indent);
      case Tag::PrimApp:
        out_ += quote(cast<EPrimApp>(e).op->name);
        return args(cast<EPrimApp>(e).types, cast<EPrimApp>(e).args, indent);
      case Tag::Cast:
        atom(cast<ECast>(e).body, indent);
        out_ += " |> " + type(cast<ECast>(e).type, 2);
        return;
      case Tag::CCall: {
        const ECCall &x = cast<ECCall>(e);
        out_ += std::string("ccall ") + (x.call->safe ? "safe" : "unsafe") + (x.call->pure ? " pure" : "") + " \"" +
                x.call->symbol.string() + "\" (";
        for (size_t i = 0; i < x.call->c_arg_types.size(); i++)
          out_ += (i ? ", \"" : "\"") + std::string(x.call->c_arg_types[i]) + "\"";
        out_ += ") \"" + std::string(x.call->c_result) + "\" " + type(x.type, 2);
        return args({}, x.args, indent);
      }
      case Tag::Tick:
        out_ += "tick \"" + escape_bytes(cast<ETick>(e).cost_centre.str()) + "\" ";
        return expr(cast<ETick>(e).body, indent);
    }
  }

  // ---- Programs ----
  void need_type(const Type *t) {
    t = repr(t);
    switch (t->tag) {
      case TypeTag::Con: need(cast<TCon>(t).con); return;
      case TypeTag::App:
        need_type(cast<TApp>(t).fn);
        need_type(cast<TApp>(t).arg);
        return;
      case TypeTag::Fun:
        need_type(cast<TFun>(t).arg);
        need_type(cast<TFun>(t).res);
        return;
      case TypeTag::Forall: need_type(cast<TForall>(t).body); return;
      default: return;
    }
  }
  void need(TyCon *tc) {
    if (tc->sort == TyConSort::Prim || tc->module == prim_module_name() || tc->tuple_arity || !seen_.insert(tc).second)
      return;
    tycons_.push_back(tc);
    for (DataCon *c : tc->cons) {
      for (const Pred &p : c->theta) need_type(dict_type(p));
      for (const FieldInfo &f : c->fields) need_type(core_type(f.type));
    }
  }
  void collect(const Expr *e) {
    switch (e->tag) {
      case Tag::Lit:
        if (cast<ELit>(e).lit.tag == LitTag::Integer) need(g_integer_tycon);
        if (const DataLit *d = cast<ELit>(e).lit.data) collect(d->tree);
        break;
      case Tag::TyApp:
        for (const Type *t : cast<ETyApp>(e).types) need_type(t);
        break;
      case Tag::Lam:
        for (Var *v : cast<ELam>(e).params) need_type(v->type);
        break;
      case Tag::Let: need_type(cast<ELet>(e).bind.var->type); break;
      case Tag::LetRec:
        for (const Binding &b : cast<ELetRec>(e).binds) need_type(b.var->type);
        break;
      case Tag::Case:
        need_type(cast<ECase>(e).binder->type);
        for (const Alt &a : cast<ECase>(e).alts)
          if (a.con) need(a.con->tycon);
        break;
      case Tag::ConApp:
        need(cast<EConApp>(e).con->tycon);
        for (const Type *t : cast<EConApp>(e).types) need_type(t);
        break;
      case Tag::PrimApp:
        for (const Type *t : cast<EPrimApp>(e).types) need_type(t);
        break;
      case Tag::Cast: need_type(cast<ECast>(e).type); break;
      case Tag::CCall: need_type(cast<ECCall>(e).type); break;
      default: break;
    }
    for_each_child(e, [this](const Expr *c) { collect(c); });
  }
  void tycon(TyCon *tc) {
    out_ += tc->sort == TyConSort::Newtype ? "newtype " : tc->sort == TyConSort::Dict ? "dict " : "data ";
    out_ += entity(tc);
    for (TyVar *v : tc->params) out_ += " " + ty_binder(v);
    for (size_t i = 0; i < tc->cons.size(); i++) {
      DataCon *c = tc->cons[i];
      out_ += (i ? " | " : " = ") + entity(c);
      for (TyVar *v : c->exist) out_ += " @" + ty_binder(v);
      for (const Pred &p : c->theta) out_ += " " + type(dict_type(p), 2);
      for (const FieldInfo &f : c->fields) out_ += std::string(f.strict ? " !" : " ") + type(core_type(f.type), 2);
    }
    out_ += ";\n";
  }
  void program(const Program &p) {
    for (const Vec<Binding> &g : p.groups)
      for (const Binding &b : g) {
        need_type(b.var->type);
        collect(b.rhs);
      }
    for (TyCon *tc : tycons_) tycon(tc);
    for (const Vec<Binding> &g : p.groups) {
      out_ += '\n';
      bool rec = g.size() > 1;
      for (const Binding &b : g) rec = rec || occurs_in(b.var, b.rhs);
      if (rec) out_ += "rec {\n";
      for (const Binding &b : g) {
        bind(b, 0);
        out_ += ";\n";
      }
      if (rec) out_ += "}\n";
    }
    for (const Rule *r : p.rules) {
      out_ += "\nrule \"" + escape_bytes(r->name.str()) + "\"";
      if (r->phase >= 0) out_ += std::string(" [") + (r->phase_before ? "~" : "") + std::to_string(r->phase) + "]";
      for (TyVar *v : r->tvs) out_ += " @" + ty_binder(v);
      for (Var *v : r->vars) out_ += " (" + binder(v) + ")";
      out_ += " -> " + var(r->head);
      args(r->lhs_types, r->lhs_args, 2);
      out_ += " =";
      sub(r->rhs, 2);
      out_ += ";\n";
    }
    if (p.main) out_ += "\nmain " + var(p.main) + ";\n";
    if (!p.roots.empty()) {
      out_ += "roots";
      for (Var *v : p.roots) out_ += " " + var(v);
      out_ += ";\n";
    }
  }

 private:
  std::string &out_;
  bool uniques_;
  std::unordered_set<const TyCon *> seen_;
  Vec<TyCon *> tycons_;
};

}  // namespace

void print_program(const Program &p, std::string *out, bool uniques) { Printer(out, uniques).program(p); }

std::string show_expr(const Expr *e, bool uniques) {
  std::string s;
  Printer(&s, uniques).expr(e, 0);
  return s;
}

}  // namespace gphc::core
