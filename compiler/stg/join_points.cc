// join_points.cc: local functions that are only tail-called with all their arguments become join points.
//
//   f n = let go i acc = case i of 0# -> acc; _ -> go (i -# 1#) (acc +# i) in go n 0#
//   ==>   f n = joinrec go i acc = ... in jump go n 0#              -- a loop
//
// The optimiser marks what it finds; this pass catches the rest, and all of -O0. A function bound by a Let is a join
// point when every use is a saturated call in tail position of that Let's expression (or of a join point of the same
// group). "Contexts" number the tail positions: a Case scrutinee and a closure's body open a new one; a use of a
// candidate is good only in the context of its Let. First all candidates are taken for join points (their bodies are in
// the context of the Let); the ones with a bad use are dropped and the function is looked at again, until nothing
// changes.
#include <unordered_map>

#include "stg/stg.h"

namespace gphc::stg {
namespace {

struct Candidate {
  Vec<Closure *> *group;
  uint32_t context = 0;
};

class FindJoins {
 public:
  void run(Expr **body);

 private:
  void mark(Expr *e);  // collects the candidates
  void check(Expr *e, uint32_t context);
  void use(Id *id) {
    auto it = cand_.find(id);
    if (it != cand_.end()) drop(it->second);
  }
  void use(const Atom &a) {
    if (a.id) use(a.id);
  }
  void drop(const Candidate &c) {
    Vec<Closure *> group = *c.group;
    for (Closure *g : group) cand_.erase(g->id);
    changed_ = true;
  }
  bool is_candidate(const Vec<Closure *> &group) const { return cand_.count(group[0]->id) != 0; }
  Expr *rewrite(Expr *e);

  std::unordered_map<Id *, Candidate> cand_;
  uint32_t contexts_ = 0;
  bool changed_ = false;
};

void FindJoins::mark(Expr *e) {
  if (ELet *l = dyn_cast<ELet>(e)) {
    bool ok = true;
    for (Closure *c : l->closures) ok &= c->kind == ClosureKind::Fun;
    if (ok)
      for (Closure *c : l->closures) cand_[c->id] = Candidate{&l->closures};
  }
  for_each_child(e, [&](Expr *&c) { mark(c); });
}

void FindJoins::check(Expr *e, uint32_t context) {
  switch (e->tag) {
    case Tag::Value: use(cast<EValue>(e).atom); break;
    case Tag::Tuple:
      for (const Atom &a : cast<ETuple>(e).atoms) use(a);
      break;
    case Tag::App: {
      EApp &a = cast<EApp>(e);
      for (const Atom &x : a.args) use(x);
      auto it = cand_.find(a.fn);
      if (it != cand_.end() && (it->second.context != context || a.fn->closure->params.size() != a.args.size()))
        drop(it->second);
      break;
    }
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
      check(c.scrut, ++contexts_);
      for (Alt &a : c.alts) check(a.body, context);
      break;
    }
    case Tag::Let: {
      ELet &l = cast<ELet>(e);
      bool join = is_candidate(l.closures);
      if (join)
        for (Closure *c : l.closures) cand_[c->id].context = context;
      for (Closure *c : l.closures) {
        for (const Atom &a : c->args) use(a);
        if (c->fn) use(c->fn);
        if (c->body) check(c->body, join ? context : ++contexts_);
      }
      check(l.body, context);
      break;
    }
    case Tag::Join: {
      EJoin &j = cast<EJoin>(e);
      for (JoinPoint *p : j.joins) check(p->body, context);
      check(j.body, context);
      break;
    }
  }
}

Expr *FindJoins::rewrite(Expr *e) {
  for_each_child(e, [&](Expr *&c) { c = rewrite(c); });
  if (ELet *l = dyn_cast<ELet>(e); l && is_candidate(l->closures)) {
    EJoin *j = mk<EJoin>();
    j->tag = Tag::Join;
    j->rec = l->rec;
    j->body = l->body;
    for (Closure *c : l->closures) {
      JoinPoint *p = c->id->join;
      for (Id *id : c->params)
        if (id->rep != Rep::Void) p->params.push_back(id);
      p->body = c->body;
      j->joins.push_back(p);
    }
    return j;
  }
  if (EApp *a = dyn_cast<EApp>(e); a && a->fn->join) {
    EJump *j = mk<EJump>();
    j->tag = Tag::Jump;
    j->join = a->fn->join;
    for (const Atom &x : a->args)
      if (!x.is_token()) j->args.push_back(x);
    return j;
  }
  return e;
}

void FindJoins::run(Expr **body) {
  mark(*body);
  if (cand_.empty()) return;
  do {
    changed_ = false;
    contexts_ = 0;
    check(*body, ++contexts_);
  } while (changed_ && !cand_.empty());
  if (cand_.empty()) return;
  for (auto &[id, c] : cand_) {
    id->join = mk<JoinPoint>();
    id->join->id = id;
  }
  *body = rewrite(*body);
  for (auto &[id, c] : cand_) id->closure = nullptr;
}

}  // namespace

void find_join_points(Program *p) {
  for (TopBind *t : p->binds)
    if (t->closure && t->closure->body) FindJoins().run(&t->closure->body);
}

}  // namespace gphc::stg
