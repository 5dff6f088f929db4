// from_core_app.cc: Core's applications, of functions and of primitive operations. See from_core.cc.
#include <algorithm>

#include "stg/from_core.h"

namespace gphc::stg {

Expr *FromCore::convert_prim(const core::EPrimApp &p) {
  using core::PrimId;
  size_t m = mark();
  switch (PrimId(p.op->index)) {
    case PrimId::UnsafeCoerce: return convert(p.args[0]);
    case PrimId::RealWorldToken: return mk_value(token_atom());
    case PrimId::VoidToken: return node<ETuple>();
    case PrimId::Seq:
    case PrimId::SeqState:
    case PrimId::DataToTag: {
      Expr *scrut = convert(p.args[0]);
      Id *b = new_id(sym("v"), Rep::Lifted);
      b->evald = true;
      ECase *c = node<ECase>();
      c->scrut = scrut;
      c->binders.push_back(b);
      Expr *body;
      if (p.op->index == int(PrimId::Seq)) {
        body = convert(p.args[1]);
      } else if (p.op->index == int(PrimId::SeqState)) {
        ETuple *t = node<ETuple>();
        t->atoms.push_back(id_atom(b));
        body = t;
      } else {
        EPrim *e = node<EPrim>();
        e->op = p.op;
        e->args.push_back(id_atom(b));
        e->results.push_back(Rep::Int);
        if (!p.types.empty()) {
          Vec<const Type *> args;
          e->tycon = split_tcon_app(core::unwrap_newtypes(p.types[0]), &args);
        }
        body = e;
      }
      c->alts.push_back(Alt{.body = body});
      return c;
    }
    default: break;
  }
  EPrim *e = node<EPrim>();
  e->op = p.op;
  for (const core::Expr *a : p.args) {
    Atom atom = atomize(a);
    if (!atom.is_token()) e->args.push_back(atom);
  }
  if (p.op->index == int(PrimId::TagToEnum)) {
    Vec<const Type *> args;
    GPHC_CHECK(!p.types.empty(), "STG: tagToEnum# without its type");
    e->tycon = split_tcon_app(core::unwrap_newtypes(p.types[0]), &args);
    e->results.push_back(Rep::Lifted);
  } else {
    const Type *t = core::primop_type(p.op);
    while (const TForall *f = dyn_cast<TForall>(t)) t = f->body;
    for (uint32_t i = 0; i < p.op->arity; i++) t = cast<TFun>(t).res;
    result_reps(t, &e->results);
  }
  if (p.op->index == int(PrimId::Par) || p.op->index == int(PrimId::Spark)) e->loc = p.op->place ? p.op->place : loc_;
  return wrap(m, e);
}

// Does a call of f with n arguments enter argument i at most once?
static bool enters_once(const Var *f, size_t i, size_t n) {
  const core::IdInfo *info = f->info;
  return info && i < 64 && n >= info->single_entry_arity && info->single_entry_args >> i & 1;
}

Expr *FromCore::convert_app(const core::Expr *head, const Vec<const core::Expr *> &args) {
  size_t m = mark();
  if (const core::EVar *v = dyn_cast<core::EVar>(head)) {
    const Meaning &meaning = lookup(v->var);
    GPHC_CHECK(!meaning.is_tuple && meaning.atom.id,
               "STG: application of something that is no variable: " + v->var->occ.string());
    Id *fn = meaning.atom.id;
    if (fn->join) {
      EJump *j = node<EJump>();
      j->join = fn->join;
      for (const core::Expr *a : args) tuple_atoms(a, &j->args);
      return wrap(m, j);
    }
    EApp *e = node<EApp>();
    e->place = v->place;
    e->fn = fn;
    for (size_t i = 0; i < args.size(); i++) e->args.push_back(atomize(args[i], enters_once(v->var, i, args.size())));
    return wrap(m, e);
  }
  if (const core::ELam *l = dyn_cast<core::ELam>(head)) {  // a beta-redex that the casts hid
    size_t n = std::min(l->params.size(), args.size());
    for (size_t i = 0; i < n; i++) alias(l->params[i], atomize(args[i]));
    const core::Expr *body = l->body;
    if (n < l->params.size())
      body = core::mk_lam(std::span<Var *const>(l->params.begin() + n, l->params.size() - n), body);
    Vec<const core::Expr *> rest;
    for (size_t i = n; i < args.size(); i++) rest.push_back(args[i]);
    Expr *e;
    if (rest.empty()) {
      e = convert(body);
    } else {
      const core::Expr *h = strip_coerce(body);
      e = convert_app(h, rest);
    }
    return wrap(m, e);
  }
  if (const core::EApp *a = dyn_cast<core::EApp>(head)) {
    Vec<const core::Expr *> all = a->args.clone();
    all.append(args);
    return convert_app(strip_coerce(a->fn), all);
  }
  // Anything else: evaluate the function, then apply it.
  Id *f = new_id(sym("f"), Rep::Lifted);
  f->evald = true;
  Expr *scrut = convert(head);
  pending_.push_back({nullptr, scrut, f});
  EApp *e = node<EApp>();
  e->fn = f;
  for (const core::Expr *a : args) e->args.push_back(atomize(a));
  return wrap(m, e);
}

}  // namespace gphc::stg
