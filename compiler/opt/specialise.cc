// specialise.cc: no dictionary is passed where it is known. Whole program: every call `f @types dicts` whose
// dictionaries are known (a global instance, or a dictionary function applied to known ones) becomes a call of a copy
// of f made for them, transitively, starting from the roots.
//
//   sum = /\a. \d xs. .. + @a d ..                  $ssum = \xs. .. $c+ ..
//   main = sum @Int dNumInt ys               ==>    main = $ssum ys
//
//   - A dictionary function applied to known dictionaries becomes a global of its own ($dShowList_Int), a constructor
//     whose fields are global; so dictionaries are allocated once, statically.
//   - Selecting a method or superclass from a known dictionary is done here, so that one pass reaches the end of a
//     chain.
//   - A copy is as general as its dictionaries: type variables that no known dictionary fixes stay parameters (`mapM_`
//     at IO is one copy for all element types), and a dictionary's own type arguments do too (Monoid (Endo b) is one
//     for all b). That also makes recursion at growing types come back to the same copy.
//   - Local overloaded functions, join points among them, get local copies, beside the original.
//   - Polymorphic recursion (dictionaries or types that grow at each call) stops at kMaxDepth or kMaxTypeSize and keeps
//     its dictionaries.
// Functions with RULES or an INLINE template are left to the simplifier in the first run: they will be inlined or
// rewritten by name; the second run, after the rules are dropped, takes what is left.
//
// Requires: dictionary functions in the shape that the desugarer gives (/\vars. \dicts. D:C ..). Preserves: lint.
#include "opt/specialise.h"

#include "core/fvs.h"
#include "opt/passes.h"

namespace gphc::opt {

void Specialiser::run() {
  for (Vec<Binding> &g : p_.groups)
    for (Binding &b : g) {
      Fn *f = add(b.var, b.rhs, false);
      originals_.push_back(f);
    }
  for (Var *v : p_.roots) touch(v);
  for (Var *v : p_.known)
    if (v) touch(v);
  if (p_.main) touch(p_.main);
  for (Program::Export &x : p_.exports) touch(x.var);
  for (Fn *f : originals_)
    if (f->var->info && f->var->info->is_exported) touch(f->var);
  while (!work_.empty()) {
    Fn *f = work_.back();
    work_.pop_back();
    walk_fn(f);
    if (work_.empty()) walk_templates();
  }
  Vec<Vec<Binding>> groups;
  for (Vec<Binding> &g : p_.groups) {
    Vec<Binding> n;
    for (Binding &b : g) {
      Fn *f = fn_of(b.var);
      n.push_back({b.var, f->walked ? f->walked : f->rhs});
    }
    groups.push_back(n);
  }
  for (Fn *f : made_) groups.push_back({{f->var, f->walked ? f->walked : f->rhs}});
  p_.groups = groups;
}

Fn *Specialiser::add(Var *v, const Expr *rhs, bool local) {
  Fn *f = mk<Fn>();
  f->var = v;
  f->rhs = rhs;
  f->local = local;
  fns_[v->uniq] = f;
  return f;
}

void Specialiser::touch(Var *v) {
  Fn *f = fn_of(v);
  if (!f || f->local || f->queued) return;
  f->queued = true;
  work_.push_back(f);
}

void Specialiser::note(const Expr *e) {
  if (const Var *v = head_var(e))
    if (Fn *f = fn_of(v)) reference(f);
}

void Specialiser::reference(Fn *f) {
  if (f->local) f->queued = true;
  else touch(f->var);
}

// Templates of what was made here speak of copies as well: the simplifier, which only selects, need not find them
// again.
void Specialiser::walk_templates() {
  for (; templates_done_ < made_.size(); templates_done_++) {
    Var *v = made_[templates_done_]->var;
    if (!v->info || v->info->inline_spec != InlineSpec::Inline || !v->info->unfolding) continue;
    Vec<TyVar *> outer;
    std::swap(outer, scope_);
    v->info->unfolding = walk(v->info->unfolding);
    std::swap(outer, scope_);
  }
}

void Specialiser::walk_fn(Fn *f) {
  if (f->walked || f->in_progress) return;
  if (is_dict_con(f->rhs)) {
    fields_of(f);
    return;
  }
  f->in_progress = true;
  Vec<TyVar *> outer;
  std::swap(outer, scope_);
  f->walked = walk(f->rhs);
  std::swap(outer, scope_);
  f->in_progress = false;
}

// ---- The walk -------------------------------------------------------------------------------------------------------
const Expr *Specialiser::walk_under(const Vec<TyVar *> &tvs, const Expr *e) {
  size_t n = scope_.size();
  for (TyVar *v : tvs) scope_.push_back(v);
  const Expr *r = walk(e);
  scope_.resize(n);
  return r;
}

Vec<const Expr *> Specialiser::walk_all(const Vec<const Expr *> &es) {
  Vec<const Expr *> r;
  r.reserve(es.size());
  for (const Expr *e : es) r.push_back(walk(e));
  return r;
}

// The function part: a variable is not noted as used yet, the call may go elsewhere.
const Expr *Specialiser::walk_head(const Expr *e) {
  if (const EVar *v = dyn_cast<EVar>(e)) {
    const Expr *s = subst_.get(v->var->uniq);
    return s ? with_place(s, v->place) : named_dict(v->var, e, {});
  }
  if (const ETyApp *t = dyn_cast<ETyApp>(e)) {
    const Expr *fn = walk_head(t->fn);
    if (const EVar *v = dyn_cast<EVar>(fn)) return named_dict(v->var, mk_ty_app(fn, t->types), t->types);
    return mk_ty_app(fn, t->types);
  }
  return walk(e);
}

const Expr *Specialiser::walk(const Expr *e) {
  switch (e->tag) {
    case Tag::Var:
    case Tag::TyApp: {
      const Expr *r = walk_head(e);
      note(r);
      return r;
    }
    case Tag::App: {
      const EApp &a = cast<EApp>(e);
      const Expr *f = walk_head(a.fn);
      Vec<const Expr *> args = walk_all(a.args);
      if (const EApp *inner = dyn_cast<EApp>(f)) {
        Vec<const Expr *> all = inner->args.clone();
        all.append(args);
        return apply(inner->fn, all);
      }
      return apply(f, args);
    }
    case Tag::TyLam: return mk_ty_lam(cast<ETyLam>(e).vars, walk_under(cast<ETyLam>(e).vars, cast<ETyLam>(e).body));
    case Tag::Let: return walk_let(cast<ELet>(e));
    case Tag::LetRec: return walk_letrec(cast<ELetRec>(e).binds, cast<ELetRec>(e).body);
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      const Expr *s = walk(c.scrut);
      if (Fn *d = known_dict(s))
        if (c.alts.size() == 1 && c.alts[0].con && c.alts[0].con->dict_of && fields_of(d)) {
          cx_.ticks++;
          subst_[c.binder->uniq] = s;
          for (size_t i = 0; i < c.alts[0].fields.size(); i++) subst_[c.alts[0].fields[i]->uniq] = field(s, d, i);
          return walk(c.alts[0].body);
        }
      Vec<Alt> alts;
      for (Alt a : c.alts) {
        a.body = walk_under(a.ex_tvs, a.body);
        alts.push_back(a);
      }
      return mk_case(s, c.binder, c.type, alts);
    }
    default: return map_children(e, [this](const Expr *x) { return walk(x); });
  }
}

static bool is_overloaded(const Binding &b) {
  const Expr *e = b.rhs;
  while (e->tag == Tag::TyLam) e = cast<ETyLam>(e).body;
  const ELam *l = dyn_cast<ELam>(e);
  if (!l) return false;
  for (const Var *p : l->params)
    if (is_dict_type(p->type)) return true;
  return false;
}

const Expr *Specialiser::walk_let(const ELet &l) {
  if (is_dict_type(l.bind.var->type)) {
    const Expr *rhs = walk(l.bind.rhs);
    if (known_dict(rhs)) {
      subst_[l.bind.var->uniq] = rhs;
      return walk(l.body);
    }
    return mk_let(l.bind.var, rhs, walk(l.body));
  }
  if (is_overloaded(l.bind)) return walk_letrec({l.bind}, l.body);
  const Expr *rhs = walk(l.bind.rhs);
  return mk_let(l.bind.var, rhs, walk(l.body));
}

const Expr *Specialiser::walk_letrec(const Vec<Binding> &binds, const Expr *body) {
  std::vector<Fn *> group;
  bool any = false;
  for (const Binding &b : binds) any |= is_overloaded(b);
  if (!any) {
    Vec<Binding> out;
    for (const Binding &b : binds) out.push_back({b.var, walk(b.rhs)});
    return mk_letrec(out, walk(body));
  }
  for (const Binding &b : binds) {
    if (!is_overloaded(b)) continue;
    Fn *f = add(b.var, b.rhs, true);
    f->siblings = &group;
    f->scope = scope_.clone();
  }
  const Expr *r = walk(body);
  Vec<Binding> out;
  for (const Binding &b : binds)
    if (!is_overloaded(b)) out.push_back({b.var, walk(b.rhs)});
  // Originals that are still used as they are, and copies; each may ask for more.
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < group.size(); i++) {
      if (group[i]->walked) continue;
      group[i]->walked = walk(group[i]->rhs);
      out.push_back({group[i]->var, group[i]->walked});
      again = true;
    }
    for (const Binding &b : binds) {
      Fn *f = fn_of(b.var);
      if (!f || !f->local || !f->queued || f->walked) continue;
      f->walked = walk(f->rhs);
      out.push_back({f->var, f->walked});
      again = true;
    }
  }
  return mk_letrec(out, r);
}

void specialise(Program &p, PassContext &cx) { Specialiser(p, cx, cx.phase <= 0).run(); }

}  // namespace gphc::opt
