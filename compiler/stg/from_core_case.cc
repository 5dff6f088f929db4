// from_core_case.cc: Core's cases: of data, of unboxed tuples, of tokens. See from_core.cc.
#include "stg/from_core.h"

namespace gphc::stg {

// The components of an unboxed tuple that has a name are the alternative's fields.
void FromCore::tuple_fields(const core::Alt &alt, const Meaning &tuple) {
  size_t k = 0;
  for (Var *f : alt.fields) {
    Vec<Rep> reps;
    bool tup = result_reps(f->type, &reps);
    Meaning fm;
    if (tup) {
      fm.is_tuple = true;
      for (size_t i = 0; i < reps.size(); i++) fm.parts.push_back(tuple.parts[k++]);
    } else if (!reps.empty()) {
      fm.atom = id_atom(tuple.parts[k++]);
    }
    env_[f] = fm;
  }
}

Expr *FromCore::tuple_case(const core::ECase &c) {
  size_t m = mark();
  const core::Alt &alt = c.alts[0];
  const core::Expr *s = strip(c.scrut);
  Vec<Id *> binders;
  if (const core::EConApp *con = dyn_cast<core::EConApp>(s); con && con->con->tycon->is_unboxed_tuple && alt.con) {
    bool flat = true;
    for (Var *f : alt.fields)
      if (core::type_rep(f->type) == Rep::Tuple) flat = false;
    if (flat) {  // a known tuple: names for its components
      Meaning all;
      all.is_tuple = true;
      for (size_t i = 0; i < alt.fields.size(); i++) alias(alt.fields[i], atomize(con->args[i]));
      return wrap(m, convert(alt.body));
    }
  }
  if (const core::EVar *v = dyn_cast<core::EVar>(s)) {
    Meaning meaning = lookup(v->var);
    if (meaning.is_tuple) {
      env_[c.binder] = meaning;
      if (alt.con) tuple_fields(alt, meaning);
      return convert(alt.body);
    }
  }
  Expr *scrut = convert(c.scrut);
  if (alt.con) {
    for (Var *f : alt.fields) {
      if (core::type_rep(f->type) == Rep::Tuple) bind_parts(f, &binders);
      else if (Id *id = bind_var(f)) binders.push_back(id);
    }
    Meaning whole;
    whole.is_tuple = true;
    whole.parts = binders.clone();
    env_[c.binder] = whole;
  } else {
    bind_parts(c.binder, &binders);
  }
  ECase *e = node<ECase>();
  e->scrut = scrut;
  e->binders = binders;
  e->alts.push_back(Alt{.body = convert(alt.body)});
  return e;
}

Expr *FromCore::token_case(const core::ECase &c) {
  Atom a;
  alias(c.binder, token_atom());
  if (try_atom(c.scrut, &a)) return convert(c.alts[0].body);
  ECase *e = node<ECase>();
  e->scrut = convert(c.scrut);
  e->alts.push_back(Alt{.body = convert(c.alts[0].body)});
  return e;
}

// A value under construction needs no Case: null if it is none.
Expr *FromCore::constructed(const core::ECase &c) {
  size_t m = mark();
  const core::Expr *s = strip_coerce(c.scrut);
  const core::EConApp *con = dyn_cast<core::EConApp>(s);
  if (is<core::ELam>(s) || (con && !con->args.empty())) {
    Id *id = new_id(c.binder);
    Vec<Closure *> group;
    Closure *cl = make_closure(id, s, &group);
    if (cl->kind != ClosureKind::Thunk) {
      env_[c.binder].atom = id_atom(id);
      for (Closure *g : group) pending_.push_back({g, nullptr, nullptr});
      pending_.push_back({cl, nullptr, nullptr});
      return wrap(m, convert(c.alts[0].body));
    }
  }
  return nullptr;
}

Expr *FromCore::data_case(const core::ECase &c) {
  ECase *e = node<ECase>();
  e->scrut = convert(c.scrut);
  Id *b = new_id(c.binder);
  b->evald = core::type_rep(c.binder->type) == Rep::Lifted;
  env_[c.binder].atom = id_atom(b);
  e->binders.push_back(b);
  for (const core::Alt &a : c.alts) {
    Alt out;
    out.con = a.con;
    out.is_lit = a.is_lit;
    out.lit = a.lit;
    if (a.con) e->tycon = a.con->tycon;
    for (size_t i = 0; i < a.fields.size(); i++) {
      Id *id = bind_var(a.fields[i]);
      if (id) {
        size_t nt = a.con->theta.size();
        id->evald = id->rep == Rep::Lifted && i >= nt && a.con->fields[i - nt].strict;
      }
      out.fields.push_back(id);
    }
    out.body = convert(a.body);
    e->alts.push_back(out);
  }
  return e;
}

Expr *FromCore::convert_case(const core::ECase &c) {
  Rep rep = core::type_rep(c.binder->type);
  if (rep == Rep::Tuple) return tuple_case(c);
  if (rep == Rep::Void) return token_case(c);
  bool only_default = c.alts.size() == 1 && c.alts[0].is_default();
  Atom known;
  if (only_default && try_atom(c.scrut, &known) && (rep != Rep::Lifted || !known.id || known.id->evald)) {
    alias(c.binder, known);
    return convert(c.alts[0].body);
  }
  if (rep == Rep::Lifted && only_default)
    if (Expr *e = constructed(c)) return e;
  return data_case(c);
}

}  // namespace gphc::stg
