// reuse.cc: what a case has taken apart is not built again.
//
//   case p ts of r { POk x us -> POk x us; PFail -> q ts }      ==>   case p ts of r { POk x us -> r; PFail -> q ts }
//   case m s of r { Left e -> let l = Left e in (# l, s #); .. }  ==>   case m s of r { Left e -> (# r, s #); .. }
//
// A constructor applied to exactly the fields that an alternative binds is the object that the case has at hand. It
// holds on to the same fields, and saves the allocation of one at each level of such functions: alternatives of
// parsers, monads that pass failures on. Here types are gone, so it may be of another type: Left e :: Either e a was
// Either e b. (opt/cse.cc does the same among equal types, but not where a result is returned, since functions may yet
// be made to return its fields in registers. GHC has it at this place, too: its StgCse.)
// So is what has such an object in a field's place: case p of r { (x, y) -> case x of s { A z -> (A z, y) } } is r.
//
// Only in the closure that took it apart: another one would hold the object beside those of its fields that it needs
// anyway.
//
// Requires: nothing. Establishes: nothing. Complexity: linear.
#include <unordered_map>

#include "stg/stg.h"

namespace gphc::stg {
namespace {

class Reuse {
 public:
  void run(Closure *c) {
    if (!c->body) return;
    const uint32_t outer = closure_;
    closure_ = ++closures_;
    walk(c->body);
    closure_ = outer;
  }

 private:
  struct Taken {
    const Alt *alt;
    Id *object;
    uint32_t closure;
  };

  Id *object(DataCon *con, const Vec<Atom> &args) const {
    for (const Atom &first : args) {
      if (first.is_token()) continue;
      auto it = first.id ? taken_.find(root(first.id)) : taken_.end();
      if (it == taken_.end() || it->second.closure != closure_) return nullptr;
      const Alt &a = *it->second.alt;
      if (a.con != con || a.fields.size() != args.size()) return nullptr;
      for (size_t i = 0; i < args.size(); i++)
        if (args[i].is_token() ? a.fields[i] != nullptr : !args[i].id || root(args[i].id) != a.fields[i])
          return nullptr;
      return it->second.object;
    }
    return nullptr;
  }
  void atoms(Vec<Atom> &as) {
    for (Atom &a : as) atom(a);
  }
  void atom(Atom &a) {
    if (a.id) a.id = now(a.id);
  }
  Id *now(Id *id) const {
    auto it = same_.find(id);
    return it == same_.end() ? id : it->second;
  }

  // case x of b: b is x, which may be a field of what is at hand.
  Id *root(Id *id) const {
    auto it = scrutinised_.find(id);
    return it == scrutinised_.end() ? id : it->second;
  }

  void walk(Expr *&e) {
    switch (e->tag) {
      case Tag::Value: atom(cast<EValue>(e).atom); break;
      case Tag::Tuple: atoms(cast<ETuple>(e).atoms); break;
      case Tag::App:
        cast<EApp>(e).fn = now(cast<EApp>(e).fn);
        atoms(cast<EApp>(e).args);
        break;
      case Tag::ConApp: {
        EConApp &c = cast<EConApp>(e);
        atoms(c.args);
        if (Id *o = object(c.con, c.args)) {
          EValue *v = mk<EValue>();
          v->tag = Tag::Value;
          v->atom.id = o;
          v->atom.rep = Rep::Lifted;
          e = v;
        }
        break;
      }
      case Tag::Prim: atoms(cast<EPrim>(e).args); break;
      case Tag::Foreign: atoms(cast<EForeign>(e).args); break;
      case Tag::Jump: atoms(cast<EJump>(e).args); break;
      case Tag::Case: {
        ECase &c = cast<ECase>(e);
        walk(c.scrut);
        if (c.scrut->tag == Tag::Value && !c.binders.empty() && c.binders[0])
          if (Id *x = cast<EValue>(c.scrut).atom.id) scrutinised_[c.binders[0]] = root(x);
        for (Alt &a : c.alts) {
          if (a.con)
            for (Id *f : a.fields)
              if (f) {  // the first field stands for all
                taken_[f] = Taken{&a, c.binders[0], closure_};
                break;
              }
          walk(a.body);
        }
        break;
      }
      case Tag::Let: {
        ELet &l = cast<ELet>(e);
        if (!l.rec && l.closures.size() == 1 && l.closures[0]->kind == ClosureKind::Con) {
          Closure *c = l.closures[0];
          atoms(c->args);
          if (Id *o = object(c->con, c->args)) {
            same_[c->id] = o;
            e = l.body;
            walk(e);
            return;
          }
        } else
          for (Closure *c : l.closures) {
            if (c->fn) c->fn = now(c->fn);
            atoms(c->args);
            run(c);
          }
        walk(l.body);
        break;
      }
      case Tag::Join: {
        EJoin &j = cast<EJoin>(e);
        for (JoinPoint *p : j.joins) walk(p->body);
        walk(j.body);
        break;
      }
    }
  }

  std::unordered_map<Id *, Taken> taken_;       // by the first field that is no token
  std::unordered_map<Id *, Id *> scrutinised_;  // the binder of a case: the variable
  std::unordered_map<Id *, Id *> same_;         // a constructor that is not built: the object that it is
  uint32_t closures_ = 0, closure_ = 0;
};

}  // namespace

void reuse_objects(Program *p) {
  for (TopBind *t : p->binds)
    if (t->closure) Reuse().run(t->closure);
}

}  // namespace gphc::stg
