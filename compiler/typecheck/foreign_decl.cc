// foreign_decl.cc: foreign declarations: which types may go to C and come from it.
#include <sstream>

#include "typecheck/infer.h"

namespace gphc::check {
namespace {

// What a newtype stands for; null where t is none.
const Type *unwrap_newtype(const Type *t) {
  Vec<const Type *> args;
  TyCon *c = split_tcon_app(t, &args);
  if (!c || c->sort != TyConSort::Newtype || c->cons.size() != 1 || c->cons[0]->fields.size() != 1 ||
      args.size() != c->params.size())
    return nullptr;
  return repr(subst_type(c->cons[0]->fields[0].type, c->params, args));
}
// Newtypes taken off, but for IO.
const Type *unwrap_to_io(const Type *t) {
  t = repr(t);
  for (int depth = 0; depth < 20 && head_tycon(t) != find_known_tycon(KnownTyCon::IO); depth++) {
    const Type *inner = unwrap_newtype(t);
    if (!inner) break;
    t = inner;
  }
  return t;
}

bool marshallable(const Type *t, int depth = 0) {
  t = repr(t);
  TyCon *c = head_tycon(t);
  if (!c || depth > 20) return false;
  if (c == g_builtin.fun) return false;
  if (c->sort == TyConSort::Prim) return c->rep != Rep::Lifted;
  static const KnownTyCon basic[] = {KnownTyCon::Int,       KnownTyCon::Word,  KnownTyCon::Char,   KnownTyCon::Double,
                                     KnownTyCon::Float,     KnownTyCon::Bool,  KnownTyCon::Ptr,    KnownTyCon::FunPtr,
                                     KnownTyCon::StablePtr, KnownTyCon::Int8,  KnownTyCon::Int16,  KnownTyCon::Int32,
                                     KnownTyCon::Int64,     KnownTyCon::Word8, KnownTyCon::Word16, KnownTyCon::Word32,
                                     KnownTyCon::Word64};
  for (KnownTyCon k : basic)
    if (find_known_tycon(k) == c) return true;
  if (const Type *inner = unwrap_newtype(t)) return marshallable(inner, depth + 1);
  // A box around one primitive value.
  return c->sort == TyConSort::Data && c->cons.size() == 1 && c->cons[0]->fields.size() == 1 &&
         marshallable(c->cons[0]->fields[0].type, depth + 1) &&
         kind_of(c->cons[0]->fields[0].type)->tag == KindTag::Hash;
}

}  // namespace

void Tc::foreign_decl(Decl *d) {
  begin_binding();
  const Type *t = conv_sigma(d->sig);
  const Type *body = repr(t);
  while (const TForall *f = dyn_cast<TForall>(body)) body = repr(f->body);
  if (body->tag == TypeTag::Qual)
    error(d->span, diag::BadForeign, "the type of a foreign declaration cannot have a context");
  // The entity: see Desugarer::foreign_import.
  bool address = false, dynamic = false, wrapper = false;
  if (!d->is_export) {
    std::istringstream words(d->entity.string());
    for (std::string w; words >> w;) {
      address = address || w[0] == '&';
      dynamic = dynamic || w == "dynamic";
      wrapper = wrapper || w == "wrapper";
    }
  }
  const char *where = " in a foreign declaration";
  auto refuse = [&](const char *what, const Type *at, const std::string &why = "") {
    error(d->span, diag::BadForeign, std::string("unacceptable ") + what + where + ": `" + show_tidy(at) + "'" + why);
  };
  // args -> [IO] result; false when something was said.
  constexpr size_t kMostArguments = 60;  // GPH_MAX_ARGS holds them, and what a dynamic call has besides
  auto check_function = [&](const Type *at) {
    const Type *arg, *res = unwrap_to_io(at);
    size_t count = dynamic ? 1 : 0;
    while (match_fun(res, &arg, &res)) {
      count++;
      if (!marshallable(repr(arg))) return refuse("argument type", repr(arg)), false;
      res = repr(res);
    }
    if (count > kMostArguments && !d->is_export && !wrapper) {
      error(d->span, diag::BadForeign,
            "a foreign function of " + std::to_string(count) + " arguments: the most is " +
                std::to_string(kMostArguments));
      return false;
    }
    Vec<const Type *> args;
    const Type *io = unwrap_to_io(res), *r = res;
    TyCon *c = split_tcon_app(io, &args);
    if (c && c == find_known_tycon(KnownTyCon::IO) && args.size() == 1) r = repr(args[0]);
    c = head_tycon(r);
    if (c != g_builtin.unit && !marshallable(r) && !(c && c->is_unboxed_tuple)) return refuse("result type", r), false;
    return true;
  };
  // T ft, for T one of the two; else null.
  auto points_to = [&](const Type *at, KnownTyCon t, KnownTyCon u) -> const Type * {
    Vec<const Type *> args;
    TyCon *c = split_tcon_app(unwrap_to_io(at), &args);
    return c && (c == find_known_tycon(t) || c == find_known_tycon(u)) && args.size() == 1 ? args[0] : nullptr;
  };
  const Type *arg, *res;
  if (wrapper) {  // ft -> IO (FunPtr ft)
    Vec<const Type *> args;
    if (!match_fun(body, &arg, &res)) refuse("type", body, ", where one argument was expected");
    else if (check_function(arg)) {
      TyCon *c = split_tcon_app(unwrap_to_io(res), &args);
      if (!c || c != find_known_tycon(KnownTyCon::IO) || args.size() != 1)
        refuse("result type", res, ": the result of a \"wrapper\" is in IO");
      else if (const Type *ft = points_to(args[0], KnownTyCon::FunPtr, KnownTyCon::FunPtr); !ft || !same_type(ft, arg))
        refuse("result type", res, ": the result of this \"wrapper\" is a FunPtr to `" + show_tidy(arg) + "'");
    }
  } else if (dynamic) {  // FunPtr ft -> ft
    if (!match_fun(body, &arg, &res)) refuse("type", body, ", where one argument was expected");
    else if (const Type *ft = points_to(arg, KnownTyCon::FunPtr, KnownTyCon::Ptr); !ft || !same_type(ft, res))
      refuse("argument type", arg, ": the first argument of this \"dynamic\" is a FunPtr to `" + show_tidy(res) + "'");
    else check_function(res);
  } else if (address) {
    if (!points_to(body, KnownTyCon::FunPtr, KnownTyCon::Ptr))
      refuse("type", body, ": a label has a type Ptr or FunPtr");
  } else {
    check_function(body);
  }
  if (!d->is_export) {
    if (d->foreign_var) d->foreign_var->type = t;
    return;
  }
  d->foreign_type = t;
  Var *v = d->name.ent ? dyn_cast<Var>(d->name.ent) : nullptr;
  if (!v || !v->type) return;
  Implic *i = push_implic(d->span);
  const Type *have = instantiate(v->type, d->foreign_wrap, d->span, {"a foreign export", {}});
  unify(d->span, have, t);
  pop_implic();
  WrapStep let{WrapTag::EvLet};
  let.binds = i->binds;
  d->foreign_wrap.push_back(let);
  finish_toplevel(i);
}

}  // namespace gphc::check
