// selector_thunks.cc: who needs one component of a pair that is computed lazily holds a selector thunk of it instead of
// the pair.
//
//   let p = span q xs                                             let p = span q xs
//   in putStr (case p of (a, _) -> map toUpper a) >>       ==>        a = case p of (a, _) -> a
//      print (case p of (_, b) -> length b)                           b = case p of (_, b) -> b
//                                                                 in putStr (map toUpper a) >> print (length b)
//
// When p has been evaluated the collector evaluates the selectors, and the pair is garbage (Wadler, "Fixing some space
// leaks with a garbage collector", 1987). Without them p keeps all of `a` while it is consumed, for the sake of b. The
// source mostly has the selectors, `let (a, b) = span q xs`, but the simplifier inlines what is used once. They are
// made where p is, not where they are used: that may be after `a` has been consumed.
//
// Only where
//   - p is bound by a let and used more than once, in a closure among others: otherwise nobody waits with p while
//     another consumes a component;
//   - another component may be large, by its type (sharing.h);
//   - what is done with the component evaluates it first: to evaluate p, and not the component, would be another thing.
// A selector costs three words.
//
// Requires: the simplifier does not run any more. Preserves: lint, sharing, strictness. Complexity: linear.
#include <vector>

#include "core/fvs.h"
#include "core/subst.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/sharing.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

class SelectorThunks {
 public:
  explicit SelectorThunks(PassContext &cx) : cx_(cx) {}
  void top_level(Binding &b) {
    pairs_.clear();
    look(b.rhs, 0);
    bool any = false;
    for (Pair &p : pairs_) any |= p.suspended && uses_.get(p.var->uniq) > 1 && !p.fields.empty();
    if (any) b.rhs = rebuild(b.rhs);
    for (const Pair &p : pairs_) index_[p.var->uniq] = 0;
  }

 private:
  struct Field {
    const ECase *example;
    size_t index;
    Var *selector = nullptr;
  };
  // A let-bound thunk.
  struct Pair {
    Var *var;
    int depth;                    // closures around its binding
    bool suspended = false;       // used in a closure inside of that
    std::vector<Field> fields{};  // selected
  };
  Pair *pair(const Var *v) {
    uint32_t i = index_.get(v->uniq);
    return i ? &pairs_[i - 1] : nullptr;
  }

  // ---- What is there ------------------------------------------------------------------------------------------------
  // The component that is all that `case p of K .. y .. -> body` needs, and that it evaluates first; -1: no such thing.
  static int selected(const ECase &c) {
    if (c.alts.size() != 1 || !c.alts[0].con || c.alts[0].con->tycon->cons.size() != 1 ||
        c.alts[0].con->tycon->is_unboxed_tuple)
      return -1;
    const Alt &a = c.alts[0];
    if (!a.ex_tvs.empty() || occurs_in(c.binder, a.body)) return -1;
    int one = -1;
    bool large = false;
    for (size_t i = 0; i < a.fields.size(); i++) {
      if (!occurs_in(a.fields[i], a.body)) {
        large |= !is_flat_type(a.fields[i]->type);
        continue;
      }
      size_t theta = a.con->theta.size();
      if (one >= 0 || i < theta || a.con->fields[i - theta].strict || type_rep(a.fields[i]->type) != Rep::Lifted)
        return -1;
      one = int(i);
    }
    return large && one >= 0 && evaluates_first(a.body, a.fields[size_t(one)]) ? one : -1;
  }
  static bool evaluates_first(const Expr *e, const Var *v) {
    for (;;) switch (e->tag) {
        case Tag::Var: return cast<EVar>(e).var == v;
        case Tag::App: e = cast<EApp>(e).fn; break;
        case Tag::TyApp: e = cast<ETyApp>(e).fn; break;
        case Tag::Cast: e = cast<ECast>(e).body; break;
        case Tag::Let: e = cast<ELet>(e).body; break;
        case Tag::LetRec: e = cast<ELetRec>(e).body; break;
        case Tag::Case: e = cast<ECase>(e).scrut; break;
        default: return false;
      }
  }
  // e stands inside of so many closures.
  void look(const Expr *e, int depth) {
    auto lazy = [&](const Expr *x) {
      look(x, depth + (is_trivial(x) || x->tag == Tag::Lam || is_unlifted(expr_type(x)) ? 0 : 1));
    };
    switch (e->tag) {
      case Tag::Var: {
        const Var *v = cast<EVar>(e).var;
        uses_[v->uniq]++;
        if (Pair *p = pair(v)) p->suspended |= depth > p->depth;
        return;
      }
      case Tag::App:
        look(cast<EApp>(e).fn, depth);
        for (const Expr *x : cast<EApp>(e).args) lazy(x);
        return;
      case Tag::ConApp:
        for (const Expr *x : cast<EConApp>(e).args) lazy(x);
        return;
      case Tag::Lam: return look(cast<ELam>(e).body, depth + 1);
      case Tag::Let: return let({&cast<ELet>(e).bind, 1}, cast<ELet>(e).body, depth);
      case Tag::LetRec: return let(cast<ELetRec>(e).binds, cast<ELetRec>(e).body, depth);
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        if (const EVar *v = dyn_cast<EVar>(c.scrut))
          if (Pair *p = pair(v->var))
            if (int i = selected(c); i >= 0) {
              bool known = false;
              for (const Field &f : p->fields) known |= f.index == size_t(i);
              if (!known) p->fields.push_back({&c, size_t(i)});
            }
        break;
      }
      default: break;
    }
    for_each_child(e, [&](const Expr *x) { look(x, depth); });
  }
  void let(std::span<const Binding> binds, const Expr *body, int depth) {
    for (const Binding &b : binds) {
      Tag t = strip_casts(b.rhs)->tag;
      if (is_join_var(b.var) || is_unlifted(b.var->type) ||
          (t != Tag::App && t != Tag::Case && t != Tag::Let && t != Tag::LetRec))
        continue;
      pairs_.push_back({b.var, depth});
      index_[b.var->uniq] = uint32_t(pairs_.size());
    }
    for (const Binding &b : binds) {
      const ELam *l = dyn_cast<ELam>(b.rhs);
      if (is_join_var(b.var)) look(l ? l->body : b.rhs, depth);
      else look(b.rhs, depth + (l || is_unlifted(b.var->type) ? 0 : 1));
    }
    look(body, depth);
  }

  // ---- Rewriting ----------------------------------------------------------------------------------------------------
  // The selectors of v, which is bound here.
  void select(const Var *v, Vec<Binding> *out) {
    Pair *p = pair(v);
    if (!p || !p->suspended || uses_.get(v->uniq) < 2) return;
    for (Field &f : p->fields) {
      if (!cx_.tick()) return;
      const ECase &c = *f.example;
      Alt a = c.alts[0];
      a.fields = {};
      for (const Var *x : c.alts[0].fields) a.fields.push_back(fresh_like(x, x->type));
      Var *y = a.fields[f.index];
      a.body = mk_var(y);
      f.selector = fresh_like(y, y->type);
      out->push_back({f.selector, mk_case(c.scrut, fresh_like(c.binder, c.binder->type), y->type, {a})});
    }
  }
  const Expr *rebuild(const Expr *e) {
    switch (e->tag) {
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        Vec<Binding> selectors;
        select(l.bind.var, &selectors);
        if (selectors.empty()) break;
        const Expr *body = rebuild(l.body);
        for (size_t i = selectors.size(); i-- > 0;) body = mk_let(selectors[i].var, selectors[i].rhs, body);
        return mk_let(l.bind.var, rebuild(l.bind.rhs), body);
      }
      case Tag::LetRec: {
        const ELetRec &l = cast<ELetRec>(e);
        Vec<Binding> selectors, bs;
        for (const Binding &b : l.binds) select(b.var, &selectors);
        if (selectors.empty()) break;
        for (const Binding &b : l.binds) bs.push_back({b.var, rebuild(b.rhs)});
        bs.append(selectors);
        return mk_letrec(bs, rebuild(l.body));
      }
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        const EVar *v = dyn_cast<EVar>(c.scrut);
        Pair *p = v ? pair(v->var) : nullptr;
        int i = p ? selected(c) : -1;
        if (i < 0) break;
        for (const Field &f : p->fields)
          if (f.index == size_t(i) && f.selector)
            return subst_var(rebuild(c.alts[0].body), c.alts[0].fields[size_t(i)], mk_var(f.selector));
        break;
      }
      default: break;
    }
    return map_children(e, [this](const Expr *x) { return rebuild(x); });
  }

  PassContext &cx_;
  std::vector<Pair> pairs_;
  UniqTable<uint32_t> index_, uses_;  // + 1; occurrences
};

}  // namespace

void selector_thunks(Program &p, PassContext &cx) {
  SelectorThunks s(cx);
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) s.top_level(b);
}

}  // namespace gphc::opt
