// derive_data.cc: derived Data (Data.Data), the folds of "Scrap your boilerplate" (Laemmel and Peyton Jones, 2003).
//
//   $tT = derivedType "T\nA\nB left right\n"#            Note [Tables of constructors] in stdlib/GPH/Data.hs
//   gfoldl k z (B a1 a2) = k (k (z B) a1) a2
//   gfoldl _ z a = z a                                   for all constructors without fields
//   gunfold k z c = case constrIndex c of { 1 -> z A; _ -> k (k (z B)) }
//   toConstr a = constrAt $tT (tag a)
//   dataTypeOf _ = $tT
//   dataCast1 f = gcast1 f                               of a T :: * -> *; dataCast2 of a T :: * -> * -> *
//
// The context has Data for the fields' types. The casts ask for Data of the type's arguments, so that, as in GHC, all
// of them are in the context when all are of kind *, used or not; of others it has Typeable, the superclass.
#include "typecheck/derive_build.h"
#include "typecheck/infer.h"

namespace gphc {

namespace {

bool is_star(Kind *k) {
  k = repr_kind(k);
  return k && k->tag == KindTag::Star;
}

// How many parameters a type of kind * -> .. -> * has; -1: it is of another kind.
int plain_arity(const TyCon *tc) {
  for (const TyVar *p : tc->params)
    if (!is_star(p->kind)) return -1;
  return int(tc->params.size());
}

std::string table_of(const TyCon *tc) {
  std::string out = tc->occ.string() + "\n";
  for (const DataCon *c : tc->cons) {
    out += c->occ.string();
    if (c->record)
      for (const FieldInfo &f : c->fields) out += " " + f.label.string();
    out += "\n";
  }
  return out;
}

void want_context(const Deriving &d) {
  d.want_fields();
  if (plain_arity(d.tycon) >= 0) {
    for (const Type *t : d.to) d.want(t);
    return;
  }
  for (const Type *t : d.to) d.out->wanted.push_back(Pred{known_class(KnownClass::Typeable), {t}});
}

}  // namespace

std::string data_problem(const Deriving &d, bool standalone) {
  for (const DataCon *c : d.tycon->cons) {
    if (!c->exist.empty())
      return "the constructor `" + c->occ.string() + "' has existential type variables: no value of it can be unfolded";
    // A context that is written down may have what the constructor needs.
    if (!standalone && !c->theta.empty())
      return "the constructor `" + c->occ.string() +
             "' has a context; a standalone deriving declaration can have it, too";
    for (const FieldInfo &f : c->fields) {
      const Type *t = repr(f.type);
      if (t->tag == TypeTag::Forall || t->tag == TypeTag::Qual)
        return "a field of `" + c->occ.string() + "' has a polymorphic type";
      if (repr_kind(check::kind_of(t))->tag == KindTag::Hash)
        return "a field of `" + c->occ.string() + "' has an unlifted type";
    }
  }
  return "";
}

void derive_data(const Deriving &d) {
  want_context(d);
  const Vec<DataCon *> &cons = d.tycon->cons;
  Expr *text = d.expr(ExprTag::Lit);
  text->lit.tag = LitTag::StringPrim;
  text->lit.text = Symbol::intern(table_of(d.tycon)).str();
  Var *table = d.top_level("$t" + d.tycon->occ.string(), d.app(d.beside_class("derivedType"), {text}));

  bool nullary = false;
  for (DataCon *c : cons) {
    if (c->fields.empty()) {
      nullary = true;
      continue;
    }
    Var *k = d.fresh("k"), *z = d.fresh("z");
    std::vector<Var *> fields = d.fresh_fields("a", c);
    Expr *out = d.app(d.var(z), {d.con(c)});
    for (Var *f : fields) out = d.app(d.var(k), {out, d.var(f)});
    d.equation("gfoldl", {d.pvar(k), d.pvar(z), d.pcon_vars(c, fields)}, out);
  }
  if (nullary || cons.empty()) {
    Var *z = d.fresh("z"), *a = d.fresh("a");
    // Of no constructor: what gfoldl finds is an error when it is looked at.
    Expr *body = cons.empty() ? d.match_case(d.var(a), {}) : d.app(d.var(z), {d.var(a)});
    d.equation("gfoldl", {d.wild(), d.pvar(z), d.pvar(a)}, body);
  }

  {
    Var *k = d.fresh("k"), *z = d.fresh("z"), *c = d.fresh("c");
    auto made = [&](DataCon *con) {
      Expr *out = d.app(d.var(z), {d.con(con)});
      for (size_t i = 0; i < con->fields.size(); i++) out = d.app(d.var(k), {out});
      return out;
    };
    std::vector<std::pair<Pat *, Expr *>> alts;
    for (size_t i = 0; i < cons.size(); i++)
      alts.push_back({i + 1 < cons.size() ? d.pint(int64_t(i + 1)) : d.wild(), made(cons[i])});
    // The only constructor is not asked for.
    Expr *body =
        alts.size() == 1 ? alts[0].second : d.match_case(d.app(d.beside_class("constrIndex"), {d.var(c)}), alts);
    d.equation("gunfold", {d.pvar(k), d.pvar(z), d.pvar(c)}, body);
  }

  {
    Var *a = d.fresh("a");
    Expr *tag = d.expr(ExprTag::Lit);  // of a newtype, whose constructor has no tag
    tag->lit.tag = LitTag::IntPrim;
    tag->lit.text = "0";
    if (d.tycon->sort != TyConSort::Newtype) tag = d.tag_of(d.var(a));
    Expr *body = cons.empty() ? d.match_case(d.var(a), {}) : d.app(d.beside_class("constrAt"), {d.var(table), tag});
    d.equation("toConstr", {d.pvar(a)}, body);
  }
  d.equation("dataTypeOf", {d.wild()}, d.var(table));

  int arity = plain_arity(d.tycon);
  if (arity == 1 || arity == 2) {
    Var *f = d.fresh("f");
    d.equation(arity == 1 ? "dataCast1" : "dataCast2", {d.pvar(f)},
               d.app(d.beside_class(arity == 1 ? "gcast1" : "gcast2"), {d.var(f)}));
  }
}

}  // namespace gphc
