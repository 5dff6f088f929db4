// print.cc: STG as text (-ddump-stg).
#include "stg/stg.h"

namespace gphc::stg {
namespace {

std::string show(const Id *id) {
  if (!id) return "_";
  if (id->top) return id->top->name;
  return id->occ.string() + "_" + std::to_string(id->num);
}
std::string show(const Literal &l) {
  switch (l.tag) {
    case LitTag::Int: return std::to_string(l.i) + "#";
    case LitTag::Word: return std::to_string(uint64_t(l.i)) + "##";
    case LitTag::Char: return "'" + std::to_string(l.i) + "'#";
    case LitTag::Double: return std::to_string(l.d) + "##";
    case LitTag::Float: return std::to_string(l.d) + "#";
    case LitTag::String: return "\"" + core::escape_bytes(l.text) + "\"#";
    case LitTag::NullAddr: return "null#";
    case LitTag::Data: return "data";
    case LitTag::Integer: return l.text.empty() ? std::to_string(l.i) : std::string(l.text);
  }
  return "";
}
std::string show(const Atom &a) {
  if (a.is_token()) return "token";
  if (a.nullary) return a.nullary->occ.string();
  return a.id ? show(a.id) : show(a.lit);
}
// What is bound; "!": always evaluated.
std::string binders(const Vec<Id *> &v) {
  std::string s;
  for (const Id *x : v) s += (s.empty() ? "" : " ") + show(x) + (x && x->evald && x->rep == Rep::Lifted ? "!" : "");
  return s;
}
template <class T>
std::string list(const T &v) {
  std::string s;
  for (const auto &x : v) s += (s.empty() ? "" : " ") + show(x);
  return s;
}
std::string pad(int n) { return "\n" + std::string(size_t(n) * 2, ' '); }

std::string show_closure(const Closure *c, int in) {
  switch (c->kind) {
    case ClosureKind::Con: return c->con->occ.string() + " " + list(c->args);
    case ClosureKind::Pap: return "pap " + show(c->fn) + " " + list(c->args);
    case ClosureKind::Fun:
      return "{" + list(c->fvs) + "} \\ [" + binders(c->params) + "] ->" + pad(in + 1) + show_expr(c->body, in + 1);
    case ClosureKind::Thunk: return "{" + list(c->fvs) + "} \\u [] ->" + pad(in + 1) + show_expr(c->body, in + 1);
    case ClosureKind::ThunkOnce: return "{" + list(c->fvs) + "} \\1 [] ->" + pad(in + 1) + show_expr(c->body, in + 1);
  }
  return "";
}

}  // namespace

std::string show_expr(const Expr *e, int in) {
  switch (e->tag) {
    case Tag::Value: return show(cast<EValue>(e).atom);
    case Tag::Tuple: return "(# " + list(cast<ETuple>(e).atoms) + " #)";
    case Tag::App: return show(cast<EApp>(e).fn) + " " + list(cast<EApp>(e).args);
    case Tag::ConApp: return cast<EConApp>(e).con->occ.string() + " " + list(cast<EConApp>(e).args);
    case Tag::Prim: return std::string(cast<EPrim>(e).op->name) + " " + list(cast<EPrim>(e).args);
    case Tag::Foreign: return "foreign " + cast<EForeign>(e).call->symbol.string() + " " + list(cast<EForeign>(e).args);
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      std::string s = "case " + show_expr(c.scrut, in + 1) + " of [" + binders(c.binders) + "]";
      for (const Alt &a : c.alts) {
        s += pad(in + 1);
        if (a.con) s += a.con->occ.string() + " " + binders(a.fields);
        else s += a.is_lit ? show(a.lit) : "_";
        s += " -> " + show_expr(a.body, in + 2);
      }
      return s;
    }
    case Tag::Let: {
      const ELet &l = cast<ELet>(e);
      std::string s;
      for (const Closure *c : l.closures)
        s += std::string(s.empty() ? "" : pad(in)) + (l.rec ? "letrec " : "let ") + show(c->id) + " = " +
             show_closure(c, in);
      return s + pad(in) + show_expr(l.body, in);
    }
    case Tag::Join: {
      const EJoin &j = cast<EJoin>(e);
      std::string s;
      for (const JoinPoint *p : j.joins)
        s += std::string(s.empty() ? "" : pad(in)) + (j.rec ? "joinrec " : "join ") + show(p->id) + " [" +
             binders(p->params) + "] =" + pad(in + 1) + show_expr(p->body, in + 1);
      return s + pad(in) + show_expr(j.body, in);
    }
    case Tag::Jump: return "jump " + show(cast<EJump>(e).join->id) + " " + list(cast<EJump>(e).args);
  }
  return "";
}

void print_program(const Program &p, std::string *out) {
  for (const TopBind *t : p.binds) {
    *out += t->name + " = ";
    *out += t->closure ? show_closure(t->closure, 0) : "\"" + std::string(t->string) + "\"#";
    *out += "\n\n";
  }
}

}  // namespace gphc::stg
