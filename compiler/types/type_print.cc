// type_print.cc: types, class constraints and kinds as a user would write them. Precedences: 0 anything, 1 the left of
// an arrow, 2 an argument of an application.
#include "types/type.h"

#include <cctype>

namespace gphc {

namespace {

std::string show_top_unfolded(const Type *t, int prec);

bool is_operator(std::string_view s) {
  if (s.empty()) return false;
  unsigned char c = (unsigned char)s[0];
  return !(std::isalnum(c) || c == '_' || c == '(' || c == '[' || c >= 0x80);
}

std::string con_name(const Entity *e) {
  return is_operator(e->occ.str()) ? "(" + e->occ.string() + ")" : e->occ.string();
}

std::string paren_if(bool cond, std::string s) { return cond ? "(" + std::move(s) + ")" : s; }

std::string show_list(std::span<const Type *const> ts) {
  std::string out;
  for (size_t i = 0; i < ts.size(); i++) out += (i ? ", " : "") + show_type(ts[i]);
  return out;
}

}  // namespace

std::string show_pred(const Pred &p) {
  if (!p.cls) return "()";
  std::string out = con_name(p.cls);
  for (const Type *a : p.args) out += " " + show_type(a, 2);
  return out;
}

// Is the function of an application, or the function of that, written as a synonym?
static bool has_spelled_head(const Type *t) {
  while (const TApp *a = dyn_cast<TApp>(t)) {
    t = repr(a->fn);
    if (t->spelled) return true;
  }
  return false;
}

std::string show_type(const Type *t, int prec) {
  if (!t) return "?";
  if (const Type *written = spelling(t)) return show_type(written, prec);
  return show_top_unfolded(repr(t), prec);
}

std::string show_unfolded(const Type *t) { return show_top_unfolded(repr(t), 0); }

namespace {
std::string show_top_unfolded(const Type *t, int prec) {
  switch (t->tag) {
    case TypeTag::Var: {
      std::string name = cast<TVar>(t).var->occ.string();  // may be `PrimState m': Note [Determined types]
      return paren_if(prec > 1 && name.find(' ') != std::string::npos, name);
    }
    case TypeTag::Meta: return "t" + std::to_string(cast<TMeta>(t).meta->uniq);
    case TypeTag::Fun:
      return paren_if(prec > 0, show_type(cast<TFun>(t).arg, 1) + " -> " + show_type(cast<TFun>(t).res, 0));
    case TypeTag::Forall: {
      std::string out = "forall";
      for (TyVar *v : cast<TForall>(t).vars) out += " " + v->occ.string();
      return paren_if(prec > 0, out + ". " + show_type(cast<TForall>(t).body));
    }
    case TypeTag::Qual: {
      const TQual &q = cast<TQual>(t);
      std::string out;
      for (size_t i = 0; i < q.preds.size(); i++) out += (i ? ", " : "") + show_pred(q.preds[i]);
      if (q.preds.size() != 1) out = "(" + out + ")";
      return paren_if(prec > 0, out + " => " + show_type(q.body));
    }
    case TypeTag::Con:
    case TypeTag::App: break;
  }
  Vec<const Type *> args;
  if (TyCon *con = has_spelled_head(t) ? nullptr : split_tcon_app(t, &args)) {
    if (con == g_builtin.list && args.size() == 1) return "[" + show_type(args[0]) + "]";
    if (con->tuple_arity && con->tuple_arity == args.size() && con->is_unboxed_tuple)
      return "(# " + show_list(args) + " #)";
    if (con->tuple_arity && con->tuple_arity == args.size()) return "(" + show_list(args) + ")";
    if (con == g_builtin.fun && args.size() == 2)
      return paren_if(prec > 0, show_type(args[0], 1) + " -> " + show_type(args[1], 0));
    if (args.size() == 2 && is_operator(con->occ.str()))
      return paren_if(prec > 0, show_type(args[0], 1) + " " + con->occ.string() + " " + show_type(args[1], 1));
    std::string out = con_name(con);
    for (const Type *a : args) out += " " + show_type(a, 2);
    return paren_if(prec > 1 && !args.empty(), out);
  }
  const TApp &app = cast<TApp>(t);
  return paren_if(prec > 1, show_type(app.fn, 1) + " " + show_type(app.arg, 2));
}
}  // namespace

std::string show_kind(Kind *k, int prec) {
  k = repr_kind(k);
  if (!k) return "?";
  switch (k->tag) {
    case KindTag::Star: return "*";
    case KindTag::Hash: return "#";
    case KindTag::Constraint: return "Constraint";
    case KindTag::Meta: return "k";
    case KindTag::Arrow: return paren_if(prec > 0, show_kind(k->arg, 1) + " -> " + show_kind(k->res, 0));
  }
  return "?";
}

}  // namespace gphc
