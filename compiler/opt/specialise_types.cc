// specialise_types.cc: see specialise_types.h.
#include "opt/specialise_types.h"

namespace gphc::opt {

static void collect_tyvars(const Type *t, Vec<TyVar *> *out, std::vector<const TyVar *> *bound) {
  switch (t->tag) {
    case TypeTag::Var: {
      TyVar *v = static_cast<const TVar *>(t)->var;
      for (const TyVar *b : *bound)
        if (b == v) return;
      for (TyVar *o : *out)
        if (o == v) return;
      out->push_back(v);
      return;
    }
    case TypeTag::App:
      collect_tyvars(static_cast<const TApp *>(t)->fn, out, bound);
      return collect_tyvars(static_cast<const TApp *>(t)->arg, out, bound);
    case TypeTag::Fun:
      collect_tyvars(static_cast<const TFun *>(t)->arg, out, bound);
      return collect_tyvars(static_cast<const TFun *>(t)->res, out, bound);
    case TypeTag::Forall: {
      size_t n = bound->size();
      for (TyVar *v : static_cast<const TForall *>(t)->vars) bound->push_back(v);
      collect_tyvars(static_cast<const TForall *>(t)->body, out, bound);
      bound->resize(n);
      return;
    }
    default: return;
  }
}
Vec<TyVar *> tyvars_of(const Vec<const Type *> &ts) {
  Vec<TyVar *> r;
  std::vector<const TyVar *> bound;
  for (const Type *t : ts) collect_tyvars(t, &r, &bound);
  return r;
}

int type_size(const Type *t) {
  switch (t->tag) {
    case TypeTag::App:
      return 1 + type_size(static_cast<const TApp *>(t)->fn) + type_size(static_cast<const TApp *>(t)->arg);
    case TypeTag::Fun:
      return 1 + type_size(static_cast<const TFun *>(t)->arg) + type_size(static_cast<const TFun *>(t)->res);
    case TypeTag::Forall: return 1 + type_size(static_cast<const TForall *>(t)->body);
    default: return 1;
  }
}

void key_ptr(const void *p, std::string *k) { k->append(reinterpret_cast<const char *>(&p), sizeof p); }
static void key_type(const Type *t, const Vec<TyVar *> &free, std::vector<const TyVar *> *bound, std::string *k) {
  switch (t->tag) {
    case TypeTag::Var: {
      const TyVar *v = static_cast<const TVar *>(t)->var;
      for (size_t i = bound->size(); i-- > 0;)
        if ((*bound)[i] == v) {
          *k += "b" + std::to_string(i) + ";";
          return;
        }
      for (size_t i = 0; i < free.size(); i++)
        if (free[i] == v) {
          *k += "f" + std::to_string(i) + ";";
          return;
        }
      *k += "?";
      key_ptr(v, k);
      return;
    }
    case TypeTag::Con: *k += 'C'; return key_ptr(static_cast<const TCon *>(t)->con, k);
    case TypeTag::App:
      *k += '@';
      key_type(static_cast<const TApp *>(t)->fn, free, bound, k);
      return key_type(static_cast<const TApp *>(t)->arg, free, bound, k);
    case TypeTag::Fun:
      *k += '>';
      key_type(static_cast<const TFun *>(t)->arg, free, bound, k);
      return key_type(static_cast<const TFun *>(t)->res, free, bound, k);
    case TypeTag::Forall: {
      size_t n = bound->size();
      *k += 'A';
      for (const TyVar *v : static_cast<const TForall *>(t)->vars) bound->push_back(v);
      key_type(static_cast<const TForall *>(t)->body, free, bound, k);
      bound->resize(n);
      return;
    }
    default: return;
  }
}

void key_type(const Type *t, const Vec<TyVar *> &free, std::string *k) {
  std::vector<const TyVar *> bound;
  key_type(t, free, &bound, k);
}

TyVar *DictTypes::fresh(const Type *actual, Kind *kind) {
  TyVar *q = mk_tyvar(sym("q"), kind);
  qs_.push_back({q, actual, nullptr});
  return q;
}

DictTypes::Q *DictTypes::q_of(const TyVar *v) {
  for (Q &q : qs_)
    if (q.var == v) return &q;
  return nullptr;
}

const Type *DictTypes::actual(TyVar *v) {
  Q *q = q_of(v);
  return q ? q->actual : mk_tvar(v);
}

bool DictTypes::fix(const Type *p, const Type *d, const Vec<TyVar *> &tvs, const Vec<const Type *> &types,
                    Vec<const Type *> *fixed) {
  if (p->tag == TypeTag::Var)
    for (size_t i = 0; i < tvs.size(); i++)
      if (tvs[i] == static_cast<const TVar *>(p)->var) {
        if ((*fixed)[i]) return unify((*fixed)[i], d);
        (*fixed)[i] = d;
        return true;
      }
  // Something bigger: its variables are what they are in this call.
  Vec<TyVar *> vs = tyvars_of({p});
  for (size_t i = 0; i < tvs.size(); i++)
    for (TyVar *v : vs) {
      if (v != tvs[i]) continue;
      if (!(*fixed)[i]) (*fixed)[i] = types[i];
      else if (!unify((*fixed)[i], types[i])) return false;
    }
  return unify(tvs.empty() ? p : subst_type(p, tvs, types), d);
}

bool DictTypes::unify(const Type *a, const Type *b) {
  if (a->tag == TypeTag::Var)
    if (Q *q = q_of(static_cast<const TVar *>(a)->var)) return solve(q, b);
  if (b->tag == TypeTag::Var)
    if (Q *q = q_of(static_cast<const TVar *>(b)->var)) return solve(q, a);
  if (a->tag != b->tag) return false;
  switch (a->tag) {
    case TypeTag::App:
      return unify(static_cast<const TApp *>(a)->fn, static_cast<const TApp *>(b)->fn) &&
             unify(static_cast<const TApp *>(a)->arg, static_cast<const TApp *>(b)->arg);
    case TypeTag::Fun:
      return unify(static_cast<const TFun *>(a)->arg, static_cast<const TFun *>(b)->arg) &&
             unify(static_cast<const TFun *>(a)->res, static_cast<const TFun *>(b)->res);
    default: return same_type(a, b);
  }
}

bool DictTypes::solve(Q *q, const Type *t) {
  if (q->solution) return unify(q->solution, t);
  if (t->tag == TypeTag::Var && static_cast<const TVar *>(t)->var == q->var) return true;
  if (t->tag == TypeTag::Var)
    if (Q *r = q_of(static_cast<const TVar *>(t)->var); r && r->solution) return solve(q, r->solution);
  q->solution = t;
  return true;
}

const Type *DictTypes::zonk(const Type *t) {
  for (int i = 0; i < 8; i++) {
    Vec<TyVar *> from;
    Vec<const Type *> to;
    for (TyVar *v : tyvars_of({t}))
      if (Q *q = q_of(v); q && q->solution) {
        from.push_back(v);
        to.push_back(q->solution);
      }
    if (from.empty()) return t;
    t = subst_type(t, from, to);
  }
  return t;
}

}  // namespace gphc::opt
