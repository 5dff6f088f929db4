// float_in.cc: lets move towards their uses, into the one branch that needs them.
//
//   let l = f (n-1)                                   case n < 2 of
//       r = f (n-2)                                     True  -> 1
//   in case n < 2 of True  -> 1              ==>        False -> let l = f (n-1) in
//                    False -> l `par` (r `seq` ..)               l `par` (let r = f (n-2) in r `seq` ..)
//
// A thunk that a branch does not need is not allocated there; where the branch begins by evaluating it, it becomes no
// thunk at all (the demand analysis sees the let and its evaluation together); and a join point that moves into the
// branch that jumps to it knows what the scrutinised variables are there.
//
// Each place to which a let may move is a region: an alternative of a case, the right-hand side of a thunk, of a join
// point. A let goes to the smallest region that has all its uses: their lowest common ancestor in the tree of regions.
// One walk finds it, inner lets before outer ones, so that what a moved right-hand side mentions counts where it goes;
// a second walk rebuilds. A lambda runs any number of times, so uses below one count where the lambda stands. No work
// is copied: a region is entered once at most. A small call that several alternatives of one case need (a `where` of a
// function with guards) is copied to each of them: at most one of the copies is made, and an alternative that begins by
// evaluating it makes none. So is anything small, if one of these alternatives surely evaluates it: GpH's own idiom is
//
//   parfib n | n > threshold = left `par` (right `pseq` left + right)
//            | otherwise     = left + right
//     where left = ..; right = ..
//
// in which nothing but the sparks needs the thunks. So is a constructor of atoms that several branches use, and others
// do not: the boxed index and size for the two ways in which an index can be wrong.
//
// A local function that the scrutinee of a case calls in its tail, and nothing else, moves into the scrutinee. There it
// is a join point, and the simplifier pushes the case into its exits:
//
//   let go i = .. go (i+1) .. True .. False in case go 1 of { True -> a; False -> b }
//     ==>   joinrec go i = .. jump go (i+1) .. a .. b in jump go 1
//
// Not moved: selector thunks (`case p of (_, b) -> b`). The collector evaluates them when p is evaluated, and frees the
// rest of p; made later they would hold the whole of p until then (Wadler, "Fixing some space leaks with a garbage
// collector", 1987). Nor primitive values: the code generators know where to compute them.
//
// Requires: unique binders. Preserves: lint, sharing. Complexity: linear, times the depth of nesting at worst.
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

using Region = uint32_t;  // 0: none
// an expression's tail positions have one number, which a scrutinee or a closure's body opens; 0: no tail position
using Tail = uint32_t;

class FloatIn {
 public:
  explicit FloatIn(PassContext &cx) : cx_(cx) {}
  const Expr *top_level(const Expr *e) {
    regions_.assign(1, {});
    moved_.clear();
    copied_.clear();
    last_tail_ = 0;
    walk(e, child(0, false), ++last_tail_);
    return moved_.empty() && copied_.empty() ? e : rebuild(e);
  }

 private:
  struct Node {
    Region parent = 0;
    uint32_t depth = 0;
    bool barrier = false;        // a lambda's body: it may run many times for each time that its surroundings do
    uint32_t of_case = 0;        // an alternative: which case's
    const Expr *body = nullptr;  // an alternative's
    // a scrutinee: its tail positions. Only functions that are called there may move to it
    Tail scrutinee = 0;
  };
  static constexpr uint32_t kMaxPlaces = 6;
  // Of a let's binder: where it stands, the lowest region with all uses, its right-hand side's region; the regions of
  // the uses, if there are few.
  struct Place {
    Region own = 0, uses = 0, rhs = 0;
    uint32_t places = 0;
    Region at[kMaxPlaces] = {};
    Tail tail = 0;  // where all uses are calls with `args` arguments; kNoTail: they are not
    uint32_t args = 0;
  };
  static constexpr Tail kNoTail = ~Tail(0);

  Region child(Region parent, bool barrier) {
    regions_.push_back({parent, parent ? regions_[parent].depth + 1 : 0, barrier});
    return Region(regions_.size() - 1);
  }
  Region common(Region a, Region b) const {
    while (a != b) {
      Region &lower = regions_[a].depth < regions_[b].depth ? b : a;
      lower = regions_[lower].parent;
    }
    return a;
  }

  // ---- Where it is used ---------------------------------------------------------------------------------------------
  void use(const Var *v, Region r, Tail tail, uint32_t args) {
    if (place_.get(v->uniq).own == 0) return;
    Place &p = place_[v->uniq];
    if (p.uses == 0) {
      p.tail = tail ? tail : kNoTail;
      p.args = args;
    } else if (p.tail != tail || p.args != args) p.tail = kNoTail;
    while (r != p.own && regions_[r].scrutinee && regions_[r].scrutinee != p.tail) r = regions_[r].parent;
    if (p.uses != p.own) p.uses = p.uses == 0 ? r : common(p.uses, r);
    for (uint32_t i = 0; i < p.places && i < kMaxPlaces; i++)
      if (p.at[i] == r) return;
    if (p.places < kMaxPlaces) p.at[p.places] = r;
    p.places++;
  }
  // The lowest region that has all uses and that no lambda separates from where the binding stands.
  Region target(const Place &p) const {
    Region t = p.uses;
    for (Region r = p.uses; r != p.own; r = regions_[r].parent)
      if (regions_[r].barrier) t = regions_[r].parent;
    return t;
  }
  // The functions are called in the tail of the scrutinee t, and by themselves only so, too.
  bool become_join_points(std::span<const Binding> binds, Region t) const {
    for (const Binding &b : binds) {
      const Place &p = place_.get(b.var->uniq);
      if (is_join_var(b.var) || own_lambdas(b.rhs) == 0 ||
          (p.uses && (p.tail != regions_[t].scrutinee || p.args != own_lambdas(b.rhs))))
        return false;
    }
    return only_tail_calls(binds);
  }
  // A copy for each of the alternatives, below region `from`, of one case that use it? Where each goes; empty: no.
  struct Copy {
    Region alternative, target;
    Binding bind;
  };
  std::vector<Copy> copies(const Binding &b, const Place &p, Region from) const {
    std::vector<Copy> r;
    if (p.places < 2 || p.places > kMaxPlaces || is_join_var(b.var)) return r;
    if (is_flat_constructor(b.rhs)) return constructor_copies(p, from);
    const bool call = is_small_call(b.rhs);
    if (!call && is_value(b.rhs)) return r;
    uint32_t of_case = 0;
    for (uint32_t i = 0; i < p.places; i++) {
      Region below = 0, t = p.at[i];
      for (Region u = p.at[i]; u != from; u = regions_[u].parent) {
        if (regions_[u].barrier) t = regions_[u].parent;
        below = u;
      }
      while (regions_[t].scrutinee && t != from) t = regions_[t].parent;
      if (t == from || below == 0 || regions_[below].of_case == 0 || (of_case && regions_[below].of_case != of_case))
        return {};
      of_case = regions_[below].of_case;
      bool known = false;
      for (Copy &c : r)
        if (c.alternative == below) {
          c.target = common(c.target, t);
          known = true;
        }
      if (!known) r.push_back({below, t, {}});
    }
    const int size = expr_size(b.rhs, kMaxCopiedStrict) * int(r.size());
    if (call && size <= kMaxCopied) return r;
    if (size > kMaxCopiedStrict) return {};
    for (const Copy &c : r)
      if (surely_evaluates(regions_[c.alternative].body, {b.var}, Sparked::Suspended)) return r;
    return {};
  }
  // A constructor of atoms: each place that uses it can make its own if no two of them are met in one run, and gains if
  // there is a way past all of them.
  std::vector<Copy> constructor_copies(const Place &p, Region from) const {
    std::vector<Copy> r;
    std::unordered_set<Region> met;  // alternatives above a place
    for (uint32_t i = 0; i < p.places; i++) {
      Region t = p.at[i];
      for (Region u = p.at[i]; u != from; u = regions_[u].parent)
        if (regions_[u].barrier || regions_[u].scrutinee) t = regions_[u].parent;
      if (t == from) return {};
      bool known = false;
      for (Copy &c : r) {
        if (c.target != t && !exclude_each_other(c.target, t)) return {};
        known |= c.target == t;
      }
      if (!known) r.push_back({t, t, {}});
      for (Region u = t; u != from; u = regions_[u].parent)
        if (regions_[u].of_case) met.insert(u);
    }
    for (Region u : met)
      for (Region v = regions_[u].of_case; v < regions_.size() && regions_[v].of_case == regions_[u].of_case; v++)
        if (!met.count(v)) return r;
    return {};
  }
  // In different alternatives of one case.
  bool exclude_each_other(Region a, Region b) const {
    Region a_below = 0, b_below = 0;
    while (a != b) {
      const bool a_lower = regions_[a].depth >= regions_[b].depth;
      Region &lower = a_lower ? a : b;
      (a_lower ? a_below : b_below) = lower;
      lower = regions_[lower].parent;
    }
    return a_below && b_below && regions_[a_below].of_case && regions_[a_below].of_case == regions_[b_below].of_case;
  }
  static bool is_flat_constructor(const Expr *e) {
    const EConApp *c = dyn_cast<EConApp>(strip_casts(e));
    if (!c || c->args.size() == 0 || c->args.size() > 4) return false;
    for (const Expr *a : c->args)
      if (!is_trivial(a)) return false;
    return true;
  }
  static constexpr int kMaxCopied = 40, kMaxCopiedStrict = 60;
  // A call, and in its arguments nothing that binds a variable.
  static bool is_small_call(const Expr *e) {
    e = strip_casts(e);
    if (e->tag != Tag::App) return false;
    bool ok = true;
    std::function<void(const Expr *)> look = [&](const Expr *x) {
      ok = ok && x->tag != Tag::Lam && x->tag != Tag::TyLam && x->tag != Tag::Let && x->tag != Tag::LetRec &&
           x->tag != Tag::Case && x->tag != Tag::Tick;
      if (ok) for_each_child(x, look);
    };
    look(e);
    return ok && e->tag == Tag::App;
  }
  static bool is_selector_thunk(const Expr *rhs) {
    const ECase *c = dyn_cast<ECase>(strip_casts(rhs));
    if (!c || c->alts.size() != 1 || !c->alts[0].con || !head_var(c->scrut)) return false;
    const Var *field = head_var(c->alts[0].body);
    for (const Var *f : c->alts[0].fields)
      if (f == field) return true;
    return false;
  }
  static bool may_move(const Binding &b) {
    const IdInfo *i = b.var->info;
    return !is_unlifted(b.var->type) && !is_selector_thunk(b.rhs) && !(i && (i->is_exported || !i->rules.empty()));
  }

  void walk(const Expr *e, Region r, Tail tail) {
    switch (e->tag) {
      case Tag::Var: return use(cast<EVar>(e).var, r, tail, 0);
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        for (const Expr *x : a.args) walk(x, r, 0);
        if (const Var *v = called_var(a)) return use(v, r, tail, uint32_t(a.args.size()));
        return walk(a.fn, r, 0);
      }
      case Tag::Lam: return walk(cast<ELam>(e).body, child(r, true), ++last_tail_);
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        return bindings({&l.bind, 1}, l.body, r, tail, false);
      }
      case Tag::LetRec: return bindings(cast<ELetRec>(e).binds, cast<ELetRec>(e).body, r, tail, true);
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        Region first = Region(regions_.size());
        for (size_t i = 0; i < c.alts.size(); i++) {
          Node &n = regions_[child(r, false)];
          n.of_case = first;
          n.body = c.alts[i].body;
        }
        alternatives_[c.binder->uniq] = first;
        Region scrutinee = child(r, false);  // first + alts.size(); see rebuild
        regions_[scrutinee].scrutinee = ++last_tail_;
        const Expr *scrut = c.scrut;
        // what moves goes below casts: behind one is no tail position
        while (scrut->tag == Tag::Cast) scrut = cast<ECast>(scrut).body;
        walk(scrut, scrutinee, regions_[scrutinee].scrutinee);
        for (size_t i = 0; i < c.alts.size(); i++) walk(c.alts[i].body, first + Region(i), tail);
        return;
      }
      default: for_each_child(e, [&](const Expr *x) { walk(x, r, 0); });
    }
  }
  void bindings(std::span<const Binding> binds, const Expr *body, Region r, Tail tail, bool rec) {
    bool movable = true;
    for (const Binding &b : binds) movable = movable && may_move(b);
    for (const Binding &b : binds) {
      place_[b.var->uniq] = {};
      place_[b.var->uniq].own = r;
    }
    walk(body, r, tail);
    Region t = 0;
    for (const Binding &b : binds) {
      Place &p = place_[b.var->uniq];
      if (p.uses == 0) continue;
      Region here = target(p);
      t = t == 0 ? here : common(t, here);
    }
    while (t != r && regions_[t].scrutinee && !become_join_points(binds, t)) t = regions_[t].parent;
    if (t != 0 && movable && !rec) {
      std::vector<Copy> to = copies(binds[0], place_[binds[0].var->uniq], t);
      if (!to.empty() && cx_.tick()) {
        place_[binds[0].var->uniq] = {};
        for (Copy &c : to) {
          c.bind = {fresh_like(binds[0].var, binds[0].var->type), clone_expr(binds[0].rhs)};
          if (binds[0].var->info) c.bind.var->info = mk<IdInfo>(*binds[0].var->info);
          right_hand_side(c.bind, c.target, false, 0);
        }
        copied_[binds[0].var->uniq] = to;
        return;
      }
    }
    if (t != 0 && t != r && movable && cx_.tick())
      for (const Binding &b : binds) moved_[b.var->uniq] = t;
    else t = r;
    for (const Binding &b : binds) {
      right_hand_side(b, t, rec, tail);
      if (b.var->info)
        for (const Rule *rule : b.var->info->rules) {
          walk(rule->rhs, r, 0);
          for (const Expr *a : rule->lhs_args) walk(a, r, 0);
        }
    }
  }
  // t: where the let goes; tail: what a join point's tail positions are.
  void right_hand_side(const Binding &b, Region t, bool rec, Tail tail) {
    bool join = is_join_var(b.var), value = !join && is_value(b.rhs);
    place_[b.var->uniq] = {};  // uses in the right-hand sides go with the group
    const Expr *rhs = b.rhs;
    // What a value is made of is needed where it is made; a function is entered any number of times, a join point and
    // a thunk once.
    Region inside = value && strip_casts(rhs)->tag != Tag::Lam ? t : child(t, join ? rec : value);
    if (inside != t) place_[b.var->uniq].rhs = inside;
    while (join && rhs->tag == Tag::TyLam) rhs = cast<ETyLam>(rhs).body;
    if (join && rhs->tag == Tag::Lam) rhs = cast<ELam>(rhs).body;
    walk(rhs, inside, join ? tail : inside != t ? ++last_tail_ : 0);
  }

  // ---- Moving -------------------------------------------------------------------------------------------------------
  struct Group {
    Vec<Binding> binds;  // as they stood; right-hand sides are rebuilt where they arrive
    bool rec;
    const Var *original;  // whose copy binds[0] is: that is its name here; or null
  };
  const Expr *in_region(Region r, const Expr *e) {
    auto it = arriving_.find(r);
    if (it == arriving_.end()) return rebuild(e);
    std::vector<Group> groups = std::move(it->second);
    arriving_.erase(it);
    for (const Group &g : groups)
      if (g.original) renamed_[g.original->uniq] = g.binds[0].var;
    const Expr *body = rebuild(e);
    for (size_t i = groups.size(); i-- > 0;) {  // outer lets arrived first
      const Group &g = groups[i];
      if (g.rec) body = mk_letrec(rebuild_all(g.binds), body);
      else body = mk_let(g.binds[0].var, rebuild_rhs(g.binds[0]), body);
    }
    for (const Group &g : groups)
      if (g.original) renamed_[g.original->uniq] = nullptr;
    return body;
  }
  Vec<Binding> rebuild_all(const Vec<Binding> &binds) {
    Vec<Binding> r;
    for (const Binding &b : binds) r.push_back({b.var, rebuild_rhs(b)});
    return r;
  }
  const Expr *rebuild_rhs(const Binding &b) {
    Region inside = place_.get(b.var->uniq).rhs;
    if (!is_join_var(b.var)) return inside ? in_region(inside, b.rhs) : rebuild(b.rhs);
    // A join point's region is below its parameters.
    const Expr *e = b.rhs;
    Vec<TyVar *> tvs;
    if (const ETyLam *t = dyn_cast<ETyLam>(e)) {
      tvs = t->vars;
      e = t->body;
    }
    if (const ELam *l = dyn_cast<ELam>(e)) e = mk_lam(l->params, in_region(inside, l->body));
    else e = in_region(inside, e);
    return tvs.empty() ? e : mk_ty_lam(tvs, e);
  }
  const Expr *rebuild(const Expr *e) {
    switch (e->tag) {
      case Tag::Var: {
        Var *v = renamed_.get(cast<EVar>(e).var->uniq);
        return v ? mk_var(v, cast<EVar>(e).place) : e;
      }
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        if (Region t = destination(l.bind.var)) {
          arriving_[t].push_back({{l.bind}, false, nullptr});
          return rebuild(l.body);
        }
        if (auto it = copied_.find(l.bind.var->uniq); it != copied_.end()) {
          for (const Copy &c : it->second) arriving_[c.target].push_back({{c.bind}, false, l.bind.var});
          return rebuild(l.body);
        }
        const Expr *rhs = rebuild_rhs(l.bind);
        return mk_let(l.bind.var, rhs, rebuild(l.body));
      }
      case Tag::LetRec: {
        const ELetRec &l = cast<ELetRec>(e);
        if (Region t = destination(l.binds[0].var)) {
          arriving_[t].push_back({l.binds, true, nullptr});
          return rebuild(l.body);
        }
        Vec<Binding> bs = rebuild_all(l.binds);
        return mk_letrec(bs, rebuild(l.body));
      }
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        Region first = alternatives_.get(c.binder->uniq);
        const Expr *scrut = scrutinee(first + Region(c.alts.size()), c.scrut);
        Vec<Alt> alts;
        alts.reserve(c.alts.size());
        for (size_t i = 0; i < c.alts.size(); i++) {
          alts.push_back(c.alts[i]);
          alts.back().body = in_region(first + Region(i), c.alts[i].body);
        }
        return mk_case(scrut, c.binder, c.type, alts);
      }
      default: return map_children(e, [this](const Expr *x) { return rebuild(x); });
    }
  }
  const Expr *scrutinee(Region r, const Expr *e) {
    const ECast *c = dyn_cast<ECast>(e);
    return c ? mk_cast(scrutinee(r, c->body), c->type) : in_region(r, e);
  }
  Region destination(const Var *v) const {
    auto it = moved_.find(v->uniq);
    return it == moved_.end() ? 0 : it->second;
  }

  PassContext &cx_;
  std::vector<Node> regions_;
  Tail last_tail_ = 0;
  UniqTable<Place> place_;
  UniqTable<Region> alternatives_;                          // a case's first; by its binder
  std::unordered_map<uint32_t, Region> moved_;              // by binder
  std::unordered_map<uint32_t, std::vector<Copy>> copied_;  // by binder
  UniqTable<Var *> renamed_;                                // inside the region of a copy
  std::unordered_map<Region, std::vector<Group>> arriving_;
};

}  // namespace

void float_in(Program &p, PassContext &cx) {
  FloatIn f(cx);
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) b.rhs = f.top_level(b.rhs);
}

}  // namespace gphc::opt
