// kind_infer.cc: data, newtype, synonym and class declarations: kinds by unification over a whole group of mutually
// recursive declarations (Module::type_groups), and with them the types of constructors, fields and methods.
//
// Conversion of a type builds it and checks its kinds at once; types hold no kinds but through their variables and
// constructors, so nothing has to be converted again when the kinds are known.
#include <algorithm>

#include "typecheck/infer.h"

namespace gphc::check {

static std::vector<const Type *> var_types(const Vec<TyVar *> &vs) {
  std::vector<const Type *> out;
  for (TyVar *v : vs) out.push_back(mk_tvar(v));
  return out;
}

void Tc::infer_type_group(const Vec<Decl *> &group) {
  for (Decl *d : group) start_decl(d);
  for (Decl *d : group)
    if (d->tag == DeclTag::Synonym) convert_synonym(d);
  for (Decl *d : group) {
    if (d->tag == DeclTag::Data || d->tag == DeclTag::Newtype) convert_data(d);
    if (d->tag == DeclTag::Class) convert_class(d);
  }
  settle_kinds();
  for (Decl *d : group) {
    if (d->tag == DeclTag::Class) check_superclass_cycle(d);
    if (d->tag == DeclTag::Data || d->tag == DeclTag::Newtype) finish_data(d);
  }
  for (Decl *d : group)
    if (d->tag == DeclTag::Class) finish_class(d);
}

void Tc::start_decl(Decl *d) {
  for (size_t i = 0; i < d->vars.size(); i++) bind_tyvar(d->vars[i]);
  for (TyVar *v : d->tvs)
    if (!v->kind) {
      v->kind = mk_kind_meta();
      kind_pending.push_back(v);
    }
  if (Class *c = d->tag == DeclTag::Class ? d->cls : nullptr) {
    if (c->dict) return;
    TyCon *t = mk<TyCon>();
    t->tag = EntTag::TyCon;
    t->occ = sym("D:" + c->occ.string());
    t->module = c->module;
    t->uniq = fresh_uniq();
    t->def = c->def;
    t->sort = TyConSort::Dict;
    t->params = c->params;
    t->cls = c;
    t->kind = kind_star();
    for (size_t i = c->params.size(); i-- > 0;) t->kind = mk_kind_arrow(c->params[i]->kind, t->kind);
    tycon_pending.push_back(t);
    c->dict = t;
    return;
  }
  TyCon *t = d->tycon;
  if (!t) return;
  Kind *res = kind_star();
  if (d->tag == DeclTag::Synonym) {
    res = mk_kind_meta();
    synonym_todo[t] = d;
  } else if (d->kind_sig) {
    // data T a :: k -> * : the kind's arguments are parameters without names
    Kind *k = repr_kind(conv_kind(d->kind_sig));
    Vec<TyVar *> params = t->params.clone();
    for (int n = 0; k->tag == KindTag::Arrow; k = repr_kind(k->res), n++)
      params.push_back(mk_tyvar(sym("t" + std::to_string(n)), k->arg));
    t->params = params;
    for (DataCon *c : t->cons) c->univ = params;
  }
  for (size_t i = t->params.size(); i-- > 0;) res = mk_kind_arrow(t->params[i]->kind, res);
  t->kind = res;
  tycon_pending.push_back(t);
}

void Tc::convert_synonym(Decl *d) {
  TyCon *t = d->tycon;
  if (!t || !synonym_todo.count(t)) return;
  if (std::find(synonyms_in_progress.begin(), synonyms_in_progress.end(), t) != synonyms_in_progress.end()) {
    error(d->span, diag::ClassCycle, "the type synonym " + quote(t->occ) + " is defined by itself");
    synonym_todo.erase(t);
    t->synonym_rhs = error_type(kind_star());
    return;
  }
  Kind *res = repr_kind(t->kind);
  for (size_t i = 0; i < t->params.size(); i++) res = repr_kind(res->res);
  synonyms_in_progress.push_back(t);
  bool partial = partial_synonym;
  int depth = conv_depth;
  partial_synonym = false;
  conv_depth = 0;
  const Type *rhs = conv(d->rhs, res);
  conv_depth = depth;
  partial_synonym = partial;
  synonyms_in_progress.pop_back();
  synonym_todo.erase(t);
  t->synonym_rhs = rhs;
}

static HsType *field_type(HsType *t) {
  HsType *inner = t;
  while (inner->tag == HsTypeTag::Paren) inner = inner->a;
  return inner->tag == HsTypeTag::Bang ? inner->a : t;
}

void Tc::convert_data(Decl *d) {
  TyCon *t = d->tycon;
  if (!t) return;
  conv_context(d->context);
  const Type *result = mk_tcon_app(t, var_types(t->params));
  for (ConDecl *c : d->cons) {
    DataCon *con = c->con;
    if (!con) continue;
    for (const TyVarBndr &b : c->exist) bind_tyvar(b);
    for (TyVar *v : con->exist)
      if (!v->kind) {
        v->kind = mk_kind_meta();
        kind_pending.push_back(v);
      }
    con->theta = conv_context(c->context);
    size_t i = 0;
    std::vector<const Type *> types;
    for (const ConField &f : c->fields) {
      const Type *ft = conv_open(field_type(f.type));
      for (size_t n = 0, labels = f.labels.empty() ? 1 : f.labels.size(); n < labels; n++, i++) {
        if (i >= con->fields.size()) con->fields.push_back({});
        con->fields[i].type = ft;
        types.push_back(ft);
      }
    }
    Vec<TyVar *> all = con->univ.clone();
    all.append(con->exist);
    con->type = mk_forall(all, mk_qual(con->theta, mk_tfuns(types, result)));
  }
}

static bool mentions(const Type *t, const Vec<TyVar *> &vs) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::Var: return std::find(vs.begin(), vs.end(), cast<TVar>(t).var) != vs.end();
    case TypeTag::App: return mentions(cast<TApp>(t).fn, vs) || mentions(cast<TApp>(t).arg, vs);
    case TypeTag::Fun: return mentions(cast<TFun>(t).arg, vs) || mentions(cast<TFun>(t).res, vs);
    case TypeTag::Forall: return mentions(cast<TForall>(t).body, vs);
    case TypeTag::Qual: return mentions(cast<TQual>(t).body, vs);
    default: return false;
  }
}

void Tc::finish_data(Decl *d) {
  TyCon *t = d->tycon;
  if (!t) return;
  if (d->tag == DeclTag::Newtype) {
    if (t->cons.size() != 1 || t->cons[0]->fields.size() != 1)
      error(d->span, diag::BadType, "a newtype must have exactly one constructor with exactly one field");
    else if (!t->cons[0]->exist.empty() || !t->cons[0]->theta.empty())
      error(d->span, diag::BadType, "a newtype's constructor cannot have a context or existential type variables");
    else if (repr_kind(kind_of(t->cons[0]->fields[0].type))->tag == KindTag::Hash)
      error(d->span, diag::BadType, "a newtype cannot be of an unlifted type");
  }
  const Type *result = mk_tcon_app(t, var_types(t->params));
  for (DataCon *c : t->cons) {
    for (FieldInfo &f : c->fields) {
      Var *s = f.selector;
      if (!s || !f.type) continue;
      if (mentions(f.type, c->exist)) continue;  // no selector function
      const Type *st = mk_forall(t->params, mk_tfun(result, f.type));
      if (s->type && !same_type(s->type, st))
        error(c->def ? c->def : d->span, diag::BadRecord,
              "the field " + quote(f.label) + " has different types in different constructors");
      s->type = st;
    }
  }
}

void Tc::convert_class(Decl *d) {
  Class *c = d->cls;
  if (!c) return;
  c->supers = conv_context(d->context);
  if (!d->body) return;
  for (SigDecl *s : d->body->sigs) {
    const Type *t = conv(s->type, kind_star());
    for (Name &n : s->names) {
      if (!n.ent || n.ent->tag != EntTag::Var) continue;
      Var *v = &cast<Var>(n.ent);
      if (v->cls != c || v->index >= c->methods.size()) continue;
      c->methods[v->index].type = t;
      if (!v->def) v->def = n.span;
    }
  }
}

static bool reaches(Class *from, Class *to, std::vector<Class *> &seen) {
  for (const Pred &p : from->supers) {
    if (p.cls == to) return true;
    if (std::find(seen.begin(), seen.end(), p.cls) != seen.end()) continue;
    seen.push_back(p.cls);
    if (reaches(p.cls, to, seen)) return true;
  }
  return false;
}

void Tc::check_superclass_cycle(Decl *d) {
  Class *c = d->cls;
  std::vector<Class *> seen;
  if (!c || !reaches(c, c, seen)) return;
  error(d->span, diag::ClassCycle, "the class " + quote(c->occ) + " is its own superclass");
  c->supers = {};
}

void Tc::finish_class(Decl *d) {
  Class *c = d->cls;
  if (!c) return;
  Pred self{c, {}};
  for (const Type *t : var_types(c->params)) self.args.push_back(t);
  DataCon *con = mk<DataCon>();
  con->tag = EntTag::DataCon;
  con->occ = sym("C:" + c->occ.string());
  con->module = c->module;
  con->uniq = fresh_uniq();
  con->def = c->def;
  con->tycon = c->dict;
  con->univ = c->params;
  con->dict_of = c;
  Vec<const Type *> types;
  for (const Pred &p : c->supers) {
    FieldInfo f;
    f.type = dict_type(p);
    con->fields.push_back(f);
    types.push_back(f.type);
  }
  for (size_t i = 0; i < c->methods.size(); i++) {
    Method &m = c->methods[i];
    if (!m.type) m.type = fresh();
    Vec<Pred> ctx{self};
    m.sel->type = mk_forall(c->params, mk_qual(ctx, m.type));
    FieldInfo f;
    f.type = m.type;
    con->fields.push_back(f);
    types.push_back(m.type);
  }
  con->type = mk_forall(c->params, mk_tfuns(types, dict_type(self)));
  c->dict->cons = {};
  c->dict->cons.push_back(con);
  if (!d->body) return;
  for (SigDecl *s : d->body->sigs)
    for (Name &n : s->names)
      if (n.ent && n.ent->tag == EntTag::Var && cast<Var>(n.ent).type && cast<Var>(n.ent).cls == c)
        check_ambiguity(s->span, "the type signature for " + quote(n.occ), cast<Var>(n.ent).type);
  for (Bind *b : d->body->binds) {
    if (!b->name.ent || b->name.ent->tag != EntTag::Var) continue;
    Var *v = &cast<Var>(b->name.ent);
    if (v->cls != c || v->index >= c->methods.size()) continue;
    Method &m = c->methods[v->index];
    if (m.default_impl) continue;
    Var *dm = mk_local_var(sym("$dm" + v->occ.string()), v->type, b->name.span);
    dm->sort = VarSort::Global;
    dm->module = c->module;
    m.default_impl = dm;
  }
}

}  // namespace gphc::check
