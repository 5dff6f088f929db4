// nf_workers.cc: what the program evaluates to normal form at once is built of evaluated parts.
//
//   let t = build a b in case rnf t of () -> ..       let t = $nfbuild a b in case rnf t of () -> ..
//   build a b = if a > b then Leaf else          ==>  $nfbuild a b = if a > b then Leaf else
//     Node (build a (m-1)) (f m) (build (m+1) b)        case $nfbuild a (m-1) of l -> case f m of x ->
//                                                       Node l x ($nfbuild (m+1) b)
//
// (The demand N of the EQUALS paper, where the program asks for it: force, deepseq, $!!, rdeepseq are walks to normal
// form once they are inlined; nf_walks.cc recognises walks.) The demand spreads from an expression to the branches of
// its cases, to the bodies of its lets, to known functions that it calls, as a copy for that demand, and to the
// arguments of constructors; also to a variable's right-hand side when that is its only use. An argument of a
// constructor is then evaluated instead of suspended (parameters too, so that callers need not suspend them; not what
// came out of an object), with one exception:
//
// Note [The last field stays lazy]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// Of the fields whose type is not flat the last one is suspended as before; its thunk calls the copy. The walk comes
// back to it by a jump, so a list needs no stack, and one that is garbage behind the walk is never there as a whole.
// Evaluated in the constructor's place it would need stack for all of its length. The other fields are walked by calls,
// so they may be built by calls.
//
// The first thing that happens to the variable must be the walk. Then nobody can want less of it: what is asked for
// when it is evaluated is its normal form; if the walk is interrupted, it is all of the expression that is resumed; if
// it raises, the variable is unreachable. Which of several exceptions is raised may change, as usual.
//
// Requires: as nf-marks, and before it, which changes the walks. Before the demand analysis: the copies are stricter,
// so what is passed to them is unboxed by worker-wrap. Preserves: lint. Complexity: linear; copies of functions up to
// kMaxSize, at most kMaxCopies.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/nf_walks.h"
#include "opt/passes.h"
#include "opt/sharing.h"

namespace gphc::opt {

namespace {

constexpr int kMaxSize = 300;  // of a function that gets a copy
constexpr size_t kMaxCopies = 200;

int count(const Var *v, const Expr *e) {
  if (const EVar *x = dyn_cast<EVar>(e)) return x->var == v;
  int n = 0;
  for_each_child(e, [&](const Expr *c) { n += count(v, c); });
  return n;
}

class NfWorkers {
 public:
  NfWorkers(Program &p, PassContext &cx) : p_(p), cx_(cx) {}
  void run() {
    walks_ = find_nf_walks(p_);
    if (walks_.all.empty()) return;
    for (size_t i = 0; i < p_.groups.size(); i++)
      for (const Binding &b : p_.groups[i]) functions_[b.var] = {b.rhs, i};
    std::vector<std::vector<Binding>> more(p_.groups.size());
    for (Vec<Binding> &g : p_.groups)
      for (Binding &b : g)
        if (!walks_.all.count(b.var)) b.rhs = outside(b.rhs);
    for (const Copy &c : copies_) more[c.group].push_back(c.bind);
    Vec<Vec<Binding>> groups;
    for (size_t i = 0; i < p_.groups.size(); i++) {
      Vec<Binding> g = p_.groups[i].clone();
      for (const Binding &b : more[i]) g.push_back(b);
      groups.push_back(g);
    }
    p_.groups = groups;
  }

 private:
  struct Function {
    const Expr *rhs;
    size_t group;
  };
  struct Copy {
    Binding bind;
    size_t group;
    Var *of;
  };

  // ---- Where normal form is demanded --------------------------------------------------------------------------------
  const Expr *outside(const Expr *e) {
    e = map_children(e, [this](const Expr *x) { return outside(x); });
    switch (e->tag) {
      case Tag::App: {
        const Expr *arg = walks_.argument(e);
        if (!arg || is_trivial(arg)) return e;
        const Expr *better = try_demand(arg);
        return better == arg ? e : mk_app(cast<EApp>(e).fn, {better});
      }
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        if (is_join_var(l.bind.var) || is_unlifted(l.bind.var->type) || is_value(l.bind.rhs) ||
            !walks_.walked_first(l.body, l.bind.var))
          return e;
        const Expr *better = try_demand(l.bind.rhs);
        return better == l.bind.rhs ? e : mk_let(l.bind.var, better, l.body);
      }
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        if (c.alts.size() != 1 || !c.alts[0].is_default() || is_trivial(c.scrut) || is_unlifted(c.binder->type) ||
            !walks_.walked_first(c.alts[0].body, c.binder))
          return e;
        const Expr *better = try_demand(c.scrut);
        return better == c.scrut ? e : mk_case(better, c.binder, c.type, c.alts);
      }
      default: return e;
    }
  }
  // e for the demand, if anything is evaluated then that would be suspended; else e itself.
  const Expr *try_demand(const Expr *e) {
    size_t copies = attempt_ = copies_.size();
    int eager = eager_;
    own_.clear();
    in_field_.clear();
    calls_.clear();
    const Expr *better = demand(e);
    if (eager_ > eager && cx_.tick()) return better;
    eager_ = eager;
    while (copies_.size() > copies) {
      copy_of_.erase(copies_.back().of);
      copies_.pop_back();
    }
    return e;
  }

  // ---- Under the demand ---------------------------------------------------------------------------------------------
  // By hand, not by map_children: the demand goes to the tail of e only, and its other children stay as they are.
  const Expr *demand(const Expr *e) {
    switch (e->tag) {
      case Tag::Tick: return mk_tick(cast<ETick>(e).cost_centre, cast<ETick>(e).span, demand(cast<ETick>(e).body));
      case Tag::Cast: return is_trivial(e) ? e : mk_cast(demand(cast<ECast>(e).body), cast<ECast>(e).type);
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        own_.insert(l.bind.var);
        const Expr *body = demand(l.body), *rhs = l.bind.rhs;
        if (is_join_var(l.bind.var)) {
          rhs = join(l.bind);
        } else if (!is_unlifted(l.bind.var->type) && !is_value(rhs) && is_in_field(l.bind.var) &&
                   count(l.bind.var, body) == 1) {
          rhs = demand(rhs);
        }
        return mk_let(l.bind.var, rhs, body);
      }
      case Tag::LetRec: return letrec(cast<ELetRec>(e));
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        // What was sparked is for others to evaluate, while this thread makes more sparks. The same after a pseq.
        if (const EPrimApp *p = dyn_cast<EPrimApp>(c.scrut);
            p && (is_spark(p->op) || PrimId(p->op->index) == PrimId::SeqState))
          return e;
        Vec<Alt> alts;
        for (Alt a : c.alts) {
          a.body = demand(a.body);
          alts.push_back(a);
        }
        return mk_case(c.scrut, c.binder, c.type, alts);
      }
      case Tag::App: return call(cast<EApp>(e));
      case Tag::ConApp: {
        std::vector<std::pair<Var *, const Expr *>> first;
        e = con_app(cast<EConApp>(e), &first);
        for (size_t i = first.size(); i-- > 0;) e = mk_strict_let(first[i].first, first[i].second, e);
        return e;
      }
      default: return e;
    }
  }
  const Expr *lambda(const ELam &l) {
    own_.insert(l.params.begin(), l.params.end());
    return mk_lam(l.params, demand(l.body));
  }
  const Expr *join(const Binding &b) {
    const ELam *l = dyn_cast<ELam>(b.rhs);
    int arity = b.var->info->join_arity;
    if (arity == 0) return demand(b.rhs);
    return l && int(l->params.size()) == arity ? lambda(*l) : b.rhs;
  }
  // A local function all of whose calls are under the demand is changed in place.
  const Expr *letrec(const ELetRec &l) {
    Vec<Binding> binds;
    if (is_join_var(l.binds[0].var)) {
      for (const Binding &b : l.binds) binds.push_back({b.var, join(b)});
      return mk_letrec(binds, demand(l.body));
    }
    bool all = true;
    for (const Binding &b : l.binds) {
      const ELam *f = dyn_cast<ELam>(b.rhs);
      all = all && f;
      calls_[b.var] = {0, f ? f->params.size() : 0};
    }
    const Expr *body = demand(l.body);
    // Undone where it does not hold: what was seen under the demand then is not.
    int eager = eager_;
    size_t in_field = in_field_.size();
    std::unordered_map<const Var *, Calls> calls = calls_;
    for (const Binding &b : l.binds) {
      if (!all) break;
      const ELam &f = cast<ELam>(b.rhs);
      binds.push_back({b.var, lambda(f)});
    }
    for (const Binding &b : l.binds) {
      int uses = count(b.var, l.body);
      for (const Binding &c : l.binds) uses += count(b.var, c.rhs);
      all = all && uses == calls_[b.var].count;
    }
    if (all) return mk_letrec(binds, body);
    eager_ = eager;
    in_field_.resize(in_field);
    calls_ = calls;
    return mk_letrec(l.binds, body);
  }
  const Expr *call(const EApp &a) {
    const EVar *f = dyn_cast<EVar>(a.fn->tag == Tag::TyApp ? cast<ETyApp>(a.fn).fn : a.fn);
    if (!f || is_join_var(f->var)) return mk_app(a.fn, a.args);
    if (auto c = calls_.find(f->var); c != calls_.end()) {
      if (a.fn->tag == Tag::Var && a.args.size() == c->second.params) c->second.count++;
      return mk_app(a.fn, a.args);
    }
    Var *copy = copy_of(f->var, a.args.size());
    if (!copy) return mk_app(a.fn, a.args);
    return mk_app(a.fn->tag == Tag::TyApp ? mk_ty_app(mk_var(copy), cast<ETyApp>(a.fn).types) : mk_var(copy), a.args);
  }
  // The copy of a top-level function for the demand; null if there is none.
  Var *copy_of(Var *f, size_t args) {
    auto known = copy_of_.find(f);
    if (known != copy_of_.end()) {
      eager_ += known->second < attempt_;
      return copies_[known->second].bind.var;
    }
    auto it = functions_.find(f);
    if (it == functions_.end() || walks_.all.count(f) || copies_.size() >= kMaxCopies) return nullptr;
    const ETyLam *t = dyn_cast<ETyLam>(it->second.rhs);
    const ELam *l = dyn_cast<ELam>(t ? t->body : it->second.rhs);
    if (!l || l->params.size() != args ||
        (f->info && (f->info->huge || f->info->is_dfun || f->info->inline_spec == InlineSpec::NoInline)))
      return nullptr;
    if (expr_size(l->body, kMaxSize + 1) > kMaxSize) return nullptr;
    Var *v = mk_global_like(f, f->type, "$nf" + f->occ.string());
    v->library = f->library;
    info(v).arity = int32_t(args);
    if (f->info) info(v).loc = f->info->loc;
    size_t at = copy_of_[f] = copies_.size();
    copies_.push_back({{v, nullptr}, it->second.group, f});
    const Expr *rhs = clone_expr(it->second.rhs);
    t = dyn_cast<ETyLam>(rhs);
    l = &cast<ELam>(t ? t->body : rhs);
    const Expr *body = lambda(*l);
    copies_[at].bind.rhs = t ? mk_ty_lam(t->vars, body) : body;
    return v;
  }
  bool is_in_field(const Var *v) const { return std::find(in_field_.begin(), in_field_.end(), v) != in_field_.end(); }
  // first: what is to be evaluated before.
  const Expr *con_app(const EConApp &c, std::vector<std::pair<Var *, const Expr *>> *first) {
    size_t n = c.args.size(), theta = c.con->theta.size(), last = n;
    auto is_lazy = [&](size_t i) {
      return i >= theta && !is_unlifted(expr_type(c.args[i])) && !c.con->fields[i - theta].strict;
    };
    for (size_t i = theta; i < n; i++)
      if (!is_unlifted(expr_type(c.args[i])) && !is_normal_type(expr_type(c.args[i]))) last = i;
    Vec<const Expr *> args;
    for (size_t i = 0; i < n; i++) {
      const Expr *a = c.args[i];
      if (const EConApp *inner = dyn_cast<EConApp>(a)) {
        args.push_back(con_app(*inner, first));
        continue;
      }
      Var *v = is_trivial(a) ? head_var(a) : nullptr;
      if (!is_lazy(i) || is_value(a) || (is_trivial(a) && (!v || !own_.count(v)))) {
        args.push_back(a);
        continue;
      }
      if (v) in_field_.push_back(v);
      else a = demand(a);
      if (i == last) {
        args.push_back(a);
        continue;
      }
      Var *x = v ? fresh_like(v, expr_type(a)) : mk_core_var("x", expr_type(a));
      eager_++;
      first->push_back({x, a});
      args.push_back(mk_var(x));
    }
    return mk_con_app(c.con, c.types, args);
  }

  Program &p_;
  PassContext &cx_;
  NfWalks walks_;
  std::unordered_map<const Var *, Function> functions_;
  std::unordered_map<const Var *, size_t> copy_of_;  // index in copies_
  std::vector<Copy> copies_;
  // Of the demand that is followed now
  struct Calls {
    int count = 0;
    size_t params = 0;
  };
  std::unordered_map<const Var *, Calls> calls_;  // of local functions: so many are under the demand
  // variables of lets and parameters below it: what they stand for may not be suspended
  std::unordered_set<const Var *> own_;
  std::vector<const Var *> in_field_;  // variables that it reaches through a constructor
  size_t attempt_ = 0;                 // copies from here on were made for it
  int eager_ = 0;                      // so many parts were suspended before
};

}  // namespace

void nf_workers(Program &p, PassContext &cx) { NfWorkers(p, cx).run(); }

}  // namespace gphc::opt
