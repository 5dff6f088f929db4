// auto_par.cc: parallelism that nobody wrote (-fauto-par): of several things that are surely needed and surely
// expensive all but one are sparked.
//
//   fib n = if n < 2 then n else
//     case fib (n - 1) of x -> case fib (n - 2) of y -> x + y
//   ==>
//   fib n = if n < 2 then n else
//     join done x y = x + y in
//     if n - 1 < 2 or n - 2 < 2 or enough sparks wait
//       then case fib (n - 1) of x -> case fib (n - 2) of y -> done x y
//       else let t = fib (n - 1) in t `par` case fib (n - 2) of y -> case t of x -> done x y
//
// The conservative parallelism of the EQUALS paper: only what is needed anyway is evaluated, so no work is ever done
// in vain, and no spark can fail to end that the program does not wait for. What is surely needed the demand analysis
// has found; it stands in the scrutinee of a case. So this pass looks at straight stretches of cases and lets, and
// for scrutinees in them that do not depend on each other. (par_operands.cc sees to it that they are still there.)
//
// Note [What is surely expensive]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// Each function has a level. 0: a bounded amount of work, or nobody knows (calls of unknown functions). 1: a loop: on
// some path through its body it calls itself once, and nothing else of level 1. 2: it calls itself twice on a path
// (fib, a walk of a tree), or it is a loop with another one in each round (a row of a matrix product). A call of C
// counts as a loop. Only level 2 is sparked: a loop of three rounds, as gcd's often is, costs less than its spark.
// Calls in what is suspended do not count, for whoever evaluates the caller does not wait for them. An expression has
// the level that each of its paths has at least, but for those that fail. A function is assumed not to be at its base
// case: where it calls itself no more, or where a test of numbers ends it without a loop. Where the call's arguments
// tell, as numbers do, the test at the head of the callee is copied before the spark, and what is at its base case is
// not sparked (the paper's LG-Tak; -fno-par-base-cases leaves that out, as its OrigTak). A call with constants only
// has a constant size, and is not sparked either.
//
// Which one the parent keeps: the last one, but one that calls the function which we are in, if there is one. So
// `euler k + sum (k + 1)` sparks euler k and goes on making sparks; else each spark would make the next one, and the
// parent would wait for it.
//
// The load. sparkRoom# is asked each time (gph_spark_room in runtime/sched/spark.c, there also --load-control). Where
// what is sparked calls the function itself, the branch without sparks calls a copy that has none at all
// (spark_clones.cc, which knows the shape that is built here): on one HEC the program runs that copy.
//
// Note [What is not moved]
// ~~~~~~~~~~~~~~~~~~~~~~~~
// Evaluation is moved over evaluation: of several errors another one may be raised, as usual, but there is one. A
// case whose result nobody uses is there for its evaluation alone (seq, a check of a precondition that what follows
// relies on), and an effect has its place: a stretch ends at both. What an expensive expression needs goes before it
// only if it is cheap and cannot fail.
//
// The report (-ddump-par) names for each candidate what became of it, or why it was left alone.
//
// Requires: demand-anal, for strict lets are cases then; worker-wrap, for unboxed arguments, which tell base cases;
// occur-anal for join points. Before spark-clones. Preserves: lint; results. Complexity: linear, but for stretches of
// kLongest steps, which are looked at again from each of their beginnings; expressions of up to kMaxSize nodes are
// there twice.
#include <algorithm>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/cost.h"
#include "opt/expr_util.h"
#include "opt/par_code.h"
#include "opt/passes.h"

namespace gphc::opt {

namespace {

constexpr int kMaxSize = 250;        // of what is there twice
constexpr size_t kLongest = 40;      // steps of a stretch
constexpr size_t kMostTogether = 4;  // expressions that are evaluated together

struct Step {
  const Expr *node;  // a let, a letrec, or a case of one alternative
  Vec<Var *> bound;
  bool candidate = false;
};

class AutoPar {
 public:
  AutoPar(Program &p, PassContext &cx) : p_(p), cx_(cx), cost_(p) {}
  void run() {
    for (const std::string &d : cx_.options->dumps) report_ = report_ || d == "par" || d == "all";
    for (const std::string &f : cx_.options->flags) base_cases_ = base_cases_ && f != "no-par-base-cases";
    for (const Vec<Binding> &g : p_.groups)
      for (const Binding &b : g) boxes_.find(b.rhs);
    for (const Vec<Binding> &g : p_.groups)
      for (const Binding &b : g) give_back(b.var, b.rhs);
    for (Vec<Binding> &g : p_.groups) {
      for (const Binding &b : g) enclosing_[b.var->uniq] = true;
      for (Binding &b : g) {
        if (b.var->library) continue;
        in_ = b.var;
        b.rhs = walk(b.rhs);
        print_report();
      }
      for (const Binding &b : g) enclosing_[b.var->uniq] = false;
    }
  }

 private:
  // What par_operands.cc kept from being inlined.
  void give_back(Var *v, const Expr *rhs) {
    if (v->info && v->info->par_kept) {
      v->info->par_kept = false;
      v->info->inline_spec = InlineSpec::None;
    }
    for_each_binding(rhs, [this](const Binding &b) { give_back(b.var, b.rhs); });
  }
  template <class F>
  static void for_each_binding(const Expr *e, F &&f) {  // the outermost ones in e
    if (const ELet *l = dyn_cast<ELet>(e)) {
      f(l->bind);
      return for_each_binding(l->body, f);
    }
    if (const ELetRec *l = dyn_cast<ELetRec>(e)) {
      for (const Binding &b : l->binds) f(b);
      return for_each_binding(l->body, f);
    }
    for_each_child(e, [&](const Expr *x) { for_each_binding(x, f); });
  }

  // ---- The report ---------------------------------------------------------------------------------------------------
  // Of what is said of an expression the last counts.
  void say(const Expr *e, const std::string &what) {
    if (!report_) return;
    if (!said_.count(e)) order_.push_back(e);
    said_[e] = what;
  }
  void print_report() {
    for (const Expr *e : order_) print_line(e, said_[e]);
    order_.clear();
    said_.clear();
  }
  void print_line(const Expr *e, const std::string &what) const {
    std::string text = show_expr(e, false), line;
    for (char c : text)
      if (c != '\n' && (c != ' ' || line.empty() || line.back() != ' ')) line += c;
      else if (!line.empty() && line.back() != ' ') line += ' ';
    if (line.size() > 70) line = line.substr(0, 67) + "...";
    Symbol loc = in_->info ? in_->info->loc : Symbol();
    std::printf("%s%s%s: %s: %s\n", loc ? loc.string().c_str() : "", loc ? ": " : "", in_->occ.string().c_str(),
                line.c_str(), what.c_str());
  }

  // ---- Stretches ----------------------------------------------------------------------------------------------------
  static bool has_state(const Type *t) {
    for (const Type *p : Boxes::parts(t))
      if (is_state_token_type(p)) return true;
    return false;
  }
  static bool is_pure(const Expr *e) {
    if (has_state(expr_type(e))) return false;
    for (const Var *v : free_vars(e))
      if (is_state_token_type(v->type)) return false;
    return true;
  }
  static bool is_constant_call(const Expr *e) {
    const EApp *a = dyn_cast<EApp>(e);
    if (!a) return false;
    for (const Expr *x : a->args)
      if (x->tag != Tag::Lit && !(x->tag == Tag::ConApp && cast<EConApp>(x).args.empty())) return false;
    return true;
  }
  // Is e one to be evaluated together with others? Why not is said when it is expensive.
  bool is_candidate(const Expr *e) {
    if (cost_.certain(e) < 2 || has_state(expr_type(e))) return false;
    const char *why = is_constant_call(e)                     ? "not sparked: its size is constant"
                      : !boxes_.has(expr_type(e))             ? "not sparked: a thunk cannot hold its result"
                      : expr_size(e, kMaxSize + 1) > kMaxSize ? "not sparked: it is too large to be there twice"
                                                              : nullptr;
    if (why) say(e, why);
    return !why;
  }
  // The stretch that begins with e; *tail: what follows.
  std::vector<Step> stretch(const Expr *e, const Expr **tail) {
    std::vector<Step> steps;
    for (; steps.size() < kLongest;) {
      if (const ELet *l = dyn_cast<ELet>(e); l && !is_join_var(l->bind.var)) {
        steps.push_back({e, {l->bind.var}});
        e = l->body;
        continue;
      }
      if (const ELetRec *l = dyn_cast<ELetRec>(e); l && !is_join_var(l->binds[0].var)) {
        Step s{e, {}};
        for (const Binding &b : l->binds) s.bound.push_back(b.var);
        steps.push_back(s);
        e = l->body;
        continue;
      }
      const ECase *c = dyn_cast<ECase>(e);
      if (!c || c->alts.empty() || !is_pure(c->scrut)) break;
      if (c->alts.size() > 1) {  // its scrutinee may be the last one
        if (steps.empty() || !is_candidate(c->scrut)) break;
        Var *x = fresh_like(c->binder, c->binder->type);
        const Expr *rest = mk_case(mk_var(x), c->binder, c->type, c->alts);
        Alt a;
        a.body = rest;
        const Expr *first = mk_case(c->scrut, x, c->type, Vec<Alt>{a});
        steps.push_back({first, {x}, true});
        e = rest;
        break;
      }
      const Alt &a = c->alts[0];
      if (!a.ex_tvs.empty() || a.is_lit) break;
      Step s{e, {c->binder}};
      for (Var *f : a.fields) s.bound.push_back(f);
      s.candidate = is_candidate(c->scrut);
      steps.push_back(s);
      e = a.body;
    }
    *tail = e;
    absorb(&steps, e);
    return steps;
  }
  // What only one expensive expression needs is computed with it: case f x of y -> case g y of z -> .. is case (case
  // f x of y -> g y) of z -> ..
  void absorb(std::vector<Step> *steps, const Expr *tail) const {
    if (std::none_of(steps->begin(), steps->end(), [](const Step &s) { return s.candidate; })) return;
    std::vector<VarSet> uses;
    for (const Step &s : *steps) uses.push_back(used_by(s));
    const VarSet after = free_vars(tail);
    for (size_t k = steps->size(); k-- > 0;) {
      const Step &s = (*steps)[k];
      if (s.candidate) continue;
      auto used = [&](const VarSet &by) {
        return std::any_of(s.bound.begin(), s.bound.end(), [&](const Var *v) { return by.count(v); });
      };
      size_t user = 0, users = used(after) ? 2 : 0;
      for (size_t i = k + 1; i < steps->size(); i++)
        if (used(uses[i])) {
          user = i;
          users++;
        }
      if (users != 1 || !(*steps)[user].candidate) continue;
      const ECase &c = cast<ECase>((*steps)[user].node);
      const Expr *scrut = with_body(s.node, c.scrut);
      if (expr_size(scrut, kMaxSize + 1) > kMaxSize) continue;
      (*steps)[user].node = mk_case(scrut, c.binder, c.type, c.alts);
      uses[user].insert(uses[k].begin(), uses[k].end());
      steps->erase(steps->begin() + ptrdiff_t(k));
      uses.erase(uses.begin() + ptrdiff_t(k));
    }
  }
  static const Expr *body_of(const Expr *e) {
    if (const ELet *l = dyn_cast<ELet>(e)) return l->body;
    if (const ELetRec *l = dyn_cast<ELetRec>(e)) return l->body;
    return cast<ECase>(e).alts[0].body;
  }
  static const Expr *with_body(const Expr *e, const Expr *body) {
    if (const ELet *l = dyn_cast<ELet>(e)) return mk_let(l->bind.var, l->bind.rhs, body);
    if (const ELetRec *l = dyn_cast<ELetRec>(e)) return mk_letrec(l->binds, body);
    const ECase &c = cast<ECase>(e);
    Alt a = c.alts[0];
    a.body = body;
    return mk_case(c.scrut, c.binder, expr_type(body), Vec<Alt>{a});
  }
  static VarSet used_by(const Step &s) {
    VarSet r;
    if (const ELet *l = dyn_cast<ELet>(s.node)) free_vars(l->bind.rhs, &r);
    else if (const ELetRec *l = dyn_cast<ELetRec>(s.node))
      for (const Binding &b : l->binds) free_vars(b.rhs, &r);
    else free_vars(cast<ECase>(s.node).scrut, &r);
    return r;
  }
  // See Note [What is not moved].
  static bool may_move(const Step &s) {
    const ECase *c = dyn_cast<ECase>(s.node);
    return !c || is_speculable(c->scrut) || (is_trivial(c->scrut) && !is_unlifted(expr_type(c->scrut)));
  }

  // Note [Scrutinees that were moved away]
  // ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  // The simplifier makes join j x = B in case c of { .. -> case f y of r -> j r; .. -> j z } of case (case c of { ..
  // -> f y; .. -> z }) of x -> B. Here it is the scrutinee that counts, for B may hold another expensive expression.
  // Where all that S comes to are jumps to j, join j x = B in S is looked at as case S' of x -> B, in which S' has x
  // for the jump to j.
  const Expr *with_scrutinee(const ELet &l) {
    const Var *j = l.bind.var;
    const ELam *b = dyn_cast<ELam>(l.bind.rhs);
    if (!is_join_var(j) || j->info->join_arity != 1 || !b || b->params.size() != 1 ||
        expensive_ahead(b->body, false) == 0)
      return nullptr;
    const Expr *s = without_jumps(l.body, j, b->params[0]->type);
    return s && cost_.certain(s) == 2 ? mk_strict_let(b->params[0], s, b->body) : nullptr;
  }
  static const Expr *without_jumps(const Expr *e, const Var *j, const Type *type) {
    switch (e->tag) {
      case Tag::App: return called_var(cast<EApp>(e)) == j ? cast<EApp>(e).args[0] : nullptr;
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        const Expr *body = is_join_var(l.bind.var) ? nullptr : without_jumps(l.body, j, type);
        return body ? mk_let(l.bind.var, l.bind.rhs, body) : nullptr;
      }
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        Vec<Alt> alts;
        for (Alt a : c.alts) {
          a.body = without_jumps(a.body, j, type);
          if (!a.body) return nullptr;
          alts.push_back(a);
        }
        return mk_case(c.scrut, c.binder, type, alts);
      }
      default: return nullptr;
    }
  }
  const Expr *walk(const Expr *e) {
    if (const ELetRec *l = dyn_cast<ELetRec>(e))
      for (const Binding &b : l->binds) enclosing_[b.var->uniq] = true;
    if (const Expr *better = together(e)) return better;
    if (const ELet *l = dyn_cast<ELet>(e))
      if (const Expr *moved = with_scrutinee(*l))
        if (const Expr *better = together(moved)) return better;
    if (const ELet *l = dyn_cast<ELet>(e);
        l && !is_join_var(l->bind.var) && !is_unlifted(l->bind.var->type) && cost_.certain(l->bind.rhs) == 2)
      say(l->bind.rhs, "not sparked: not surely needed");
    return map_children(e, [this](const Expr *x) { return walk(x); });
  }

  // So many candidates are in the stretch that begins with e.
  size_t expensive_ahead(const Expr *e, bool tell) {
    size_t n = 0;
    const Expr *one = nullptr;
    for (size_t i = 0; i < kLongest; i++) {
      if (const ELet *l = dyn_cast<ELet>(e)) {
        e = l->body;
        continue;
      }
      if (const ELetRec *l = dyn_cast<ELetRec>(e)) {
        e = l->body;
        continue;
      }
      const ECase *c = dyn_cast<ECase>(e);
      if (!c || c->alts.empty()) break;
      if (is_candidate(c->scrut)) {
        n++;
        one = c->scrut;
      }
      if (c->alts.size() > 1) break;
      e = c->alts[0].body;
    }
    if (tell && n == 1 && !said_.count(one)) say(one, "not sparked: nothing to do beside it");
    return n;
  }
  // What is evaluated together, in the stretch that begins with e; null: nothing.
  const Expr *together(const Expr *e) {
    if (expensive_ahead(e, true) < 2) return nullptr;
    const Expr *tail = nullptr;
    std::vector<Step> steps = stretch(e, &tail);
    if (steps.empty() || !steps[0].candidate) return nullptr;  // what stands before the first one stays
    // Nobody uses the result: its evaluation is what counts.
    auto is_used = [&](size_t i) {
      const Expr *body = body_of(steps[i].node);
      for (Var *v : steps[i].bound)
        if (occurs_in(v, body)) return true;
      return false;
    };
    enum Place : uint8_t { Before, Group, After };
    std::vector<Place> place(steps.size(), After);
    std::vector<VarSet> uses;
    for (const Step &s : steps) uses.push_back(used_by(s));
    VarSet late;  // bound by the group, or by what depends on it
    std::vector<size_t> group;
    std::vector<bool> is_late(steps.size(), false);
    for (size_t i = 0; i < steps.size(); i++) {
      const ECase *c = dyn_cast<ECase>(steps[i].node);
      if (c && !is_used(i) && !is_speculable(c->scrut)) break;
      const bool dependent = std::any_of(uses[i].begin(), uses[i].end(), [&](const Var *v) { return late.count(v); });
      is_late[i] = dependent || steps[i].candidate;
      if (steps[i].candidate) {
        if (dependent) say(c->scrut, "not sparked: it needs another one's result");
        else if (!group.empty() && !can_precede(i, steps, uses, is_late))
          say(c->scrut, "not sparked: what it needs may fail, and comes later");
        else if (group.size() < kMostTogether) {
          group.push_back(i);
          place[i] = Group;
        }
      }
      if (is_late[i]) late.insert(steps[i].bound.begin(), steps[i].bound.end());
    }
    if (group.size() < 2) {
      const Expr *lone = cast<ECase>(steps[0].node).scrut;
      if (!said_.count(lone))
        say(lone, group.empty() ? "not sparked: nobody uses its result, only its evaluation"
                                : "not sparked: nothing to do beside it");
      return nullptr;
    }
    if (!cx_.tick()) return nullptr;
    // What the group needs goes before it.
    VarSet wanted;
    for (size_t i : group) wanted.insert(uses[i].begin(), uses[i].end());
    for (size_t i = steps.size(); i-- > 0;) {
      if (place[i] == Group) continue;
      if (std::any_of(steps[i].bound.begin(), steps[i].bound.end(), [&](const Var *v) { return wanted.count(v); })) {
        place[i] = Before;
        wanted.insert(uses[i].begin(), uses[i].end());
      }
    }
    // So does what is evaluated among them and cheap: the group may use it, too.
    for (size_t i = 0; i < group.back(); i++) {
      if (place[i] != After || is_late[i] || steps[i].node->tag != Tag::Case || !may_move(steps[i])) continue;
      bool free = true;
      for (size_t k = 0; k < i; k++)
        for (const Var *v : steps[k].bound) free = free && (place[k] == Before || !uses[i].count(v));
      if (free) place[i] = Before;
    }
    const Expr *rest = tail;
    for (size_t i = steps.size(); i-- > 0;)
      if (place[i] == After) rest = with_body(steps[i].node, rest);
    std::vector<const ECase *> cases;
    for (size_t i : group) cases.push_back(&cast<ECase>(steps[i].node));
    const Expr *r = build(cases, walk(rest));
    for (size_t i = steps.size(); i-- > 0;)
      if (place[i] == Before)
        r = with_body(
            map_children(steps[i].node,
                         [this, &steps, i](const Expr *x) { return x == body_of(steps[i].node) ? x : walk(x); }),
            r);
    return r;
  }
  // Can what step i needs be computed before the group?
  static bool can_precede(size_t i, const std::vector<Step> &steps, const std::vector<VarSet> &uses,
                          const std::vector<bool> &is_late) {
    VarSet wanted = uses[i];
    for (size_t k = i; k-- > 0;) {
      if (!std::any_of(steps[k].bound.begin(), steps[k].bound.end(), [&](const Var *v) { return wanted.count(v); }))
        continue;
      if (!may_move(steps[k]) || is_late[k]) return false;
      wanted.insert(uses[k].begin(), uses[k].end());
    }
    return true;
  }

  // ---- Building -----------------------------------------------------------------------------------------------------
  // Does e call the function that we are in?
  bool calls_enclosing(const Expr *e) const {
    if (const EVar *v = dyn_cast<EVar>(e)) return enclosing_.get(v->var->uniq) && cost_.rhs_of(v->var);
    bool found = false;
    for_each_child(e, [&](const Expr *x) { found = found || calls_enclosing(x); });
    return found;
  }
  const Expr *build(const std::vector<const ECase *> &cases, const Expr *rest) {
    const size_t n = cases.size();
    const Type *type = expr_type(rest);
    size_t parent = n - 1;
    for (size_t i = n; i-- > 0;)
      if (calls_enclosing(cases[i]->scrut)) {
        parent = i;
        break;
      }
    // What the rest wants of them.
    Vec<Var *> params;
    for (const ECase *c : cases) {
      Vec<Var *> bound = c->alts[0].fields.clone();
      bound.push_back(c->binder);
      for (Var *v : bound)
        if (occurs_in(v, rest) && !has_state(v->type)) params.push_back(v);
    }
    std::vector<const Expr *> scruts, tests;
    for (const ECase *c : cases) scruts.push_back(walk(c->scrut));
    size_t known = 0;
    for (const ECase *c : cases) {
      tests.push_back(base_cases_ ? base_case(cost_, c->scrut) : nullptr);
      known += tests.back() != nullptr;
    }
    for (size_t i = 0; i < n; i++)
      say(cases[i]->scrut, std::string(i == parent ? "evaluated by the parent" : "sparked") +
                               (tests[i] ? ", but for its base case" : ""));
    Var *done = join_point("done", params, rest);
    auto jump = [&](Renamed &to) {
      Vec<const Expr *> args;
      for (Var *v : params) args.push_back(to[v]);
      return mk_app(mk_var(done), args);
    };
    // One after the other.
    Renamed to;
    std::function<const Expr *(size_t)> in_turn = [&](size_t i) {
      if (i == n) return jump(to);
      return rename_case(*cases[i], scruts[i], [&] { return in_turn(i + 1); }, &to);
    };
    const Expr *sequential = in_turn(0);
    // Together.
    Vec<Var *> thunks;
    Vec<const Expr *> rhss;
    for (size_t i = 0; i < n; i++) {
      if (i == parent) {
        thunks.push_back(nullptr);
        rhss.push_back(nullptr);
        continue;
      }
      rhss.push_back(boxes_.boxed(clone_expr(scruts[i])));
      thunks.push_back(mk_core_var("spark", expr_type(rhss.back())));
      if (in_->info) info(thunks.back()).loc = in_->info->loc;
    }
    Renamed to2;
    // the youngest one first: others take the oldest
    std::function<const Expr *(size_t)> collect = [&](size_t k) -> const Expr * {
      if (k == n) return jump(to2);
      size_t i = n - 1 - k;
      if (i == parent) return collect(k + 1);
      return boxes_.unboxed(*cases[i], thunks[i], [&] { return collect(k + 1); }, &to2);
    };
    const Expr *parallel = rename_case(*cases[parent], clone_expr(scruts[parent]), [&] { return collect(0); }, &to2);
    // Base cases are not sparked: bits[i] is 1 for one.
    std::vector<Var *> bits(n, nullptr);
    if (n > 2 && known > 0)
      for (size_t i = 0; i < n; i++)
        if (tests[i]) bits[i] = mk_core_var("base", int_type());
    for (size_t i = n; i-- > 0;)
      if (thunks[i]) parallel = sparked(thunks[i], bits[i], parallel, type);
    for (size_t i = n; i-- > 0;)
      if (thunks[i]) parallel = mk_let(thunks[i], rhss[i], parallel);
    // Are there two at least, and is there room?
    const Expr *room = mk_prim_app(primop(PrimId::SparkRoom), Vec<const Type *>{mk_tcon(g_builtin.real_world)},
                                   Vec<const Expr *>{token()});
    const Expr *worth = after(room, int_type(), [](Var *x) { return mk_var(x); });
    if (n == 2) {
      for (size_t i = n; i-- > 0;)
        if (tests[i])
          worth = mk_case(tests[i], mk_core_var("c", int_type()), int_type(),
                          Vec<Alt>{literal_alt(1, mk_int_lit(0)), default_alt(worth)});
    } else if (known > n - 2) {
      const Expr *sum = nullptr;
      for (Var *b : bits)
        if (b)
          sum = sum ? mk_prim_app(primop(PrimId::IntAdd), Vec<const Type *>{}, Vec<const Expr *>{sum, mk_var(b)})
                    : mk_var(b);
      const Expr *few =
          mk_prim_app(primop(PrimId::IntLe), Vec<const Type *>{}, Vec<const Expr *>{sum, mk_int_lit(int64_t(n) - 2)});
      worth = mk_case(few, mk_core_var("c", int_type()), int_type(),
                      Vec<Alt>{literal_alt(0, mk_int_lit(0)), default_alt(worth)});
    }
    const Expr *r =
        mk_case(worth, mk_core_var("c", int_type()), type, Vec<Alt>{literal_alt(0, sequential), default_alt(parallel)});
    for (size_t i = n; i-- > 0;)
      if (bits[i]) r = mk_strict_let(bits[i], tests[i], r);
    return mk_let(done, mk_lam(params, rest), r);
  }
  // rest, after a spark of t; not if base is 1.
  const Expr *sparked(Var *t, Var *base, const Expr *rest, const Type *type) const {
    const PrimOp *op = in_->info && in_->info->loc ? primop_at(PrimId::Spark, in_->info->loc) : primop(PrimId::Spark);
    const Expr *spark = mk_prim_app(op, Vec<const Type *>{t->type, mk_tcon(g_builtin.real_world)},
                                    Vec<const Expr *>{mk_var(t), token()});
    if (!base) return after(spark, type, [&](Var *) { return rest; });
    Var *unused = mk_core_var("unused", int_type());
    Var *go = join_point("go", {unused}, rest);
    auto jump = [&] { return mk_app(mk_var(go), {mk_int_lit(0)}); };
    const Expr *r = after(spark, type, [&](Var *) { return jump(); });
    r = mk_case(mk_var(base), mk_core_var("c", int_type()), type, Vec<Alt>{literal_alt(1, jump()), default_alt(r)});
    return mk_let(go, mk_lam(Vec<Var *>{unused}, rest), r);
  }

  Program &p_;
  PassContext &cx_;
  CostAnal cost_;
  Boxes boxes_;
  UniqTable<bool> enclosing_;  // functions that we are in
  const Var *in_ = nullptr;    // the top-level one
  bool report_ = false, base_cases_ = true;
  std::vector<const Expr *> order_;
  std::unordered_map<const Expr *, std::string> said_;
};

}  // namespace

void auto_par(Program &p, PassContext &cx) { AutoPar(p, cx).run(); }

}  // namespace gphc::opt
