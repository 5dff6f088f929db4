// free_vars.cc: fills in the free variables of every closure, and moves closed local closures to the top level.
//
//   f x = let g = \y -> g (y +# 1#) in h g x     ==>     f_g y = f_g (y +# 1#);   f x = h f_g x
//
// A function (or constructor) that refers only to top-level things, and to its own recursive group, needs no
// allocation: it becomes a static closure. So does a partial application of a top-level function, as the function \y. f
// x y. Thunks stay, since a static thunk would live, and share its value, for ever.
//
// One walk: each variable knows how many closures it was bound inside of; a use inside of more closures than that is
// free in all those between. When a group has moved to the top level its bodies are walked again, since its members are
// no longer free in the closures inside it.
#include <unordered_map>
#include <unordered_set>

#include "stg/stg.h"
#include "support/check.h"

namespace gphc::stg {
namespace {

class FreeVars {
 public:
  explicit FreeVars(Program *p) : prog_(p) {}
  void run();

 private:
  struct Frame {
    std::unordered_set<Id *> seen;
    Vec<Id *> order;
  };
  void use(Id *id);
  void use(const Atom &a) {
    if (a.id) use(a.id);
  }
  void bind(Id *id) {
    if (id) depth_[id] = frames_.size();
  }
  void walk(Expr *e);
  Expr *walk_let(ELet *l);
  void walk_closure(Closure *c);
  bool closed(const Vec<Closure *> &group) const;
  static bool is_constant(const Closure *c);
  void eta_expand(Closure *c);
  void promote(Closure *c);
  void visit(Expr *&e);

  Program *prog_;
  TopBind *top_ = nullptr;
  std::vector<Frame> frames_;
  std::unordered_map<Id *, size_t> depth_;
  std::unordered_map<std::string, uint32_t> names_;
  std::vector<TopBind *> added_;
};

void FreeVars::use(Id *id) {
  if (id->is_global() || id->join) return;
  auto it = depth_.find(id);
  GPHC_CHECK(it != depth_.end(), "STG: unbound variable " + id->occ.string() + " in " + top_->name);
  for (size_t i = frames_.size(); i > it->second; i--) {
    Frame &f = frames_[i - 1];
    if (!f.seen.insert(id).second) break;
    f.order.push_back(id);
  }
}

void FreeVars::walk_closure(Closure *c) {
  if (!c->body) {
    for (const Atom &a : c->args) use(a);
    if (c->fn) use(c->fn);
    return;
  }
  frames_.emplace_back();
  for (Id *p : c->params) bind(p);
  visit(c->body);
  c->fvs = frames_.back().order;
  frames_.pop_back();
}

bool FreeVars::closed(const Vec<Closure *> &group) const {
  for (Closure *c : group) {
    if (c->kind == ClosureKind::Pap) {
      if (!is_constant(c)) return false;
      continue;
    }
    if (c->kind != ClosureKind::Fun && c->kind != ClosureKind::Con) return false;
    for (Id *id : c->fvs) {
      bool own = false;
      for (Closure *o : group) own |= o->id == id;
      if (!own) return false;
    }
    for (size_t i = 0; i < c->args.size(); i++) {
      const Atom &a = c->args[i];
      if (!a.id) continue;
      bool own = false;
      for (Closure *o : group) own |= o->id == a.id;
      bool strict_unknown = false;
      size_t nt = c->con->theta.size();
      if (i >= nt && c->con->fields[i - nt].strict && a.rep == Rep::Lifted && !a.id->evald) strict_unknown = true;
      if ((!own && !a.id->is_global()) || strict_unknown) return false;
    }
  }
  return true;
}

// A partial application of a top-level function to top-level things.
bool FreeVars::is_constant(const Closure *c) {
  if (!c->fn->top || !c->fn->top->closure || c->fn->top->closure->kind != ClosureKind::Fun ||
      c->fn->top->closure->params.size() <= c->args.size())
    return false;
  for (const Atom &a : c->args)
    if (a.id && !a.id->is_global()) return false;
  return true;
}

// f x  ==>  \y. f x y
void FreeVars::eta_expand(Closure *c) {
  const Closure *f = c->fn->top->closure;
  EApp *call = mk<EApp>();
  call->tag = Tag::App;
  call->fn = c->fn;
  call->args = c->args;
  for (size_t i = c->args.size(); i < f->params.size(); i++) {
    const Id *p = f->params[i];
    Id *id = mk<Id>();
    id->occ = p->occ;
    id->num = prog_->ids++;
    id->rep = p->rep;
    id->home = p->home;
    id->strict = p->strict;
    c->params.push_back(id);
    call->args.push_back(Atom{.id = p->rep == Rep::Void ? nullptr : id, .rep = p->rep});
  }
  c->kind = ClosureKind::Fun;
  c->body = call;
  c->ret = f->ret;
  c->ret_home = f->ret_home;
  c->ret_tuple = f->ret_tuple;
  c->fn = nullptr;
  c->args = {};
}

void FreeVars::promote(Closure *c) {
  if (c->kind == ClosureKind::Pap) eta_expand(c);
  TopBind *t = mk<TopBind>();
  t->id = c->id;
  t->closure = c;
  t->module = top_->module;
  t->huge = top_->huge;
  std::string base = top_->name + "_" + z_encode(c->id->occ.str());
  uint32_t n = names_[base]++;
  t->name = n ? base + "_" + std::to_string(n) : base;
  // Names of top-level bindings come from from_core.cc; a clash with one of those is possible only through "_": count
  // on.
  c->id->top = t;
  c->id->closure = nullptr;
  c->fvs.clear();
  added_.push_back(t);
}

Expr *FreeVars::walk_let(ELet *l) {
  for (Closure *c : l->closures) bind(c->id);
  for (Closure *c : l->closures) {
    // A closure's own atoms count for the enclosing frames only when it stays; a Let's closures are walked with the
    // frames.
    if (c->body) walk_closure(c);
  }
  if (closed(l->closures)) {
    for (Closure *c : l->closures) promote(c);
    TopBind *saved = top_;
    std::vector<Frame> frames;
    std::swap(frames, frames_);
    for (Closure *c : l->closures) {
      if (c->kind != ClosureKind::Fun) continue;
      top_ = c->id->top;
      for (Id *p : c->params) bind(p);
      visit(c->body);
    }
    std::swap(frames, frames_);
    top_ = saved;
    visit(l->body);
    return l->body;
  }
  for (Closure *c : l->closures) {
    if (!c->body) walk_closure(c);
  }
  visit(l->body);
  return l;
}

void FreeVars::visit(Expr *&e) {
  if (ELet *l = dyn_cast<ELet>(e)) e = walk_let(l);
  else walk(e);
}

void FreeVars::walk(Expr *e) {
  switch (e->tag) {
    case Tag::Value: use(cast<EValue>(e).atom); break;
    case Tag::Tuple:
      for (const Atom &a : cast<ETuple>(e).atoms) use(a);
      break;
    case Tag::App:
      use(cast<EApp>(e).fn);
      for (const Atom &a : cast<EApp>(e).args) use(a);
      break;
    case Tag::ConApp:
      for (const Atom &a : cast<EConApp>(e).args) use(a);
      break;
    case Tag::Prim:
      for (const Atom &a : cast<EPrim>(e).args) use(a);
      break;
    case Tag::Foreign:
      for (const Atom &a : cast<EForeign>(e).args) use(a);
      break;
    case Tag::Jump:
      for (const Atom &a : cast<EJump>(e).args) use(a);
      break;
    case Tag::Case: {
      ECase &c = cast<ECase>(e);
      visit(c.scrut);
      for (Id *b : c.binders) bind(b);
      for (Alt &a : c.alts) {
        for (Id *f : a.fields) bind(f);
        visit(a.body);
      }
      break;
    }
    case Tag::Join: {
      EJoin &j = cast<EJoin>(e);
      for (JoinPoint *p : j.joins) {
        for (Id *id : p->params) bind(id);
        visit(p->body);
      }
      visit(j.body);
      break;
    }
    case Tag::Let: GPHC_BUG("FreeVars::walk: Let");
  }
}

void FreeVars::run() {
  Vec<TopBind *> all;
  for (TopBind *t : prog_->binds) {
    top_ = t;
    if (t->closure && t->closure->body) {
      for (Id *p : t->closure->params) bind(p);
      visit(t->closure->body);
    }
    for (TopBind *a : added_) all.push_back(a);
    added_.clear();
    all.push_back(t);
  }
  prog_->binds = all;
  std::unordered_map<std::string, uint32_t> taken;
  for (TopBind *t : all) {
    while (taken[t->name]++) t->name += "_l";
  }
}

}  // namespace

void compute_free_vars(Program *p) { FreeVars(p).run(); }

}  // namespace gphc::stg
