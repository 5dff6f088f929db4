// float_out.cc: full laziness (Peyton Jones & Lester, "A modular fully-lazy lambda lifter in Haskell", 1991; Peyton
// Jones, Partain & Santos, "Let-floating", ICFP 1996), with restraint. What does not depend on a lambda's parameters
// moves out of it, as far as its variables allow, so that it is evaluated once and not at each call.
//
//   f = \x. g (x + expensive 10)                ==>    lvl = expensive 10        f = \x. g (x + lvl)
//   h = \n. map (\x. x * fact n) xs             ==>    h = \n. let lvl = fact n in map (\x. x * lvl) xs
//
// A let that is used by such an expression only goes along with it, inside, whatever its type.
//
// What moves are the right-hand sides of lets, lazy arguments and scrutinees; to the top level, also what is in tail
// position; and, in the late run (phase 0: what is inlined has been), local functions without free variables, which
// then need no closure.
//
// Must not:
//   - leave a one-shot lambda only (a State# token's, or one marked so): nothing is saved. What leaves two lambdas
//     leaves the other one. But data that mentions nothing local and is dear to make leaves any action: actions run
//     again (replicateM_ 200 (print (parse input))). What only main uses goes back (localise_cafs.cc).
//   - be cheap (evaluating it again costs what entering it does), be bottom (which would only make its context longer
//     to start), or be unlifted.
//   - retain what would have been consumed as it was made: values of flat types move (sharing.h); lists, trees and what
//     is of a variable type only when they are dear to make (CheapToMake there): a search, a parse, a sort, not an
//     enumeration or what maps a cheap function over one. Strings of the program's text, which are no longer than that,
//     go to the top level when nothing is left that consumes them as they are made (late).
//   - touch a state thread: an expression that mentions realWorld# (an inlined runST or unsafePerformIO) stays.
//   - touch sparks: a variable that is sparked stays where it is bound, and nothing leaves its right-hand side or an
//     expression around par#, spark# or seq#.
//   - leave a join point's place: join points stay, and what is in tail position of one does.
//   - leave a loop of join points that it is the exit of: a loop is left once (mark_exits);
//   - be a loop that starts again: f's call of f in tail position, where that makes a number. It would be a thunk that
//     the loop ends with, no loop, and the number a boxed one; and a loop without an end would be `<<loop>>`, which no
//     timeout ends (`f n = f (if n == 0 then 100 else n `quot` 10)`).
//
// Where an expression goes: each binding construct is a scope; the innermost scope that binds one of its variables
// takes it, right under its binder, or, for a letrec's, into the letrec. To the top level it takes its type variables
// as parameters, which costs nothing at run time.
//
// Requires: nothing. Establishes: nothing (the new groups are not in dependency order). Complexity: linear, with sets
// of at most kMaxDepth scopes; what moves is copied once.
#include <array>
#include <bit>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/sharing.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

constexpr int kMaxDepth = 255;  // scopes nested deeper count as one: nothing moves within

// The scopes whose variables an expression mentions.
struct Scopes {
  std::array<uint64_t, 4> bits{};
  void add(int d) { bits[size_t(d) / 64] |= uint64_t(1) << (d % 64); }
  void remove(int d) { bits[size_t(d) / 64] &= ~(uint64_t(1) << (d % 64)); }
  void merge(const Scopes &o) {
    for (size_t i = 0; i < 4; i++) bits[i] |= o.bits[i];
  }
  int innermost() const {
    for (size_t i = 4; i-- > 0;)
      if (bits[i]) return int(i) * 64 + 63 - std::countl_zero(bits[i]);
    return 0;
  }
};

struct Scope {
  int lambdas = 0;               // that may run several times, around its inside
  int actions = 0;               // State# lambdas
  const Binding *let = nullptr;  // of a let whose binding may move along with its only use
  Scopes let_free;
  Vec<Binding> floats;  // in dependency order
};

struct Result {
  const Expr *e;
  Scopes free;
  bool pinned = false;  // state, sparks
};

void collect_type(const Type *t, std::vector<TyVar *> *bound, Vec<TyVar *> *out) {
  switch (t->tag) {
    case TypeTag::Var: {
      TyVar *v = static_cast<const TVar *>(t)->var;
      for (const TyVar *b : *bound)
        if (b == v) return;
      for (const TyVar *o : *out)
        if (o == v) return;
      out->push_back(v);
      return;
    }
    case TypeTag::App:
      collect_type(static_cast<const TApp *>(t)->fn, bound, out);
      return collect_type(static_cast<const TApp *>(t)->arg, bound, out);
    case TypeTag::Fun:
      collect_type(static_cast<const TFun *>(t)->arg, bound, out);
      return collect_type(static_cast<const TFun *>(t)->res, bound, out);
    case TypeTag::Forall: {
      size_t n = bound->size();
      for (TyVar *v : static_cast<const TForall *>(t)->vars) bound->push_back(v);
      collect_type(static_cast<const TForall *>(t)->body, bound, out);
      bound->resize(n);
      return;
    }
    default: return;
  }
}

// The type variables that are free in e, binders' types included.
void collect_types(const Expr *e, std::vector<TyVar *> *bound, Vec<TyVar *> *out) {
  auto type = [&](const Type *t) {
    if (t && t->tag != TypeTag::Con) collect_type(t, bound, out);
  };
  auto types = [&](const Vec<const Type *> &ts) {
    for (const Type *t : ts) type(t);
  };
  auto all = [&](const Vec<const Expr *> &es) {
    for (const Expr *x : es) collect_types(x, bound, out);
  };
  switch (e->tag) {
    case Tag::Var:
    case Tag::Lit: return;
    case Tag::App: collect_types(cast<EApp>(e).fn, bound, out); return all(cast<EApp>(e).args);
    case Tag::TyApp: types(cast<ETyApp>(e).types); return collect_types(cast<ETyApp>(e).fn, bound, out);
    case Tag::Lam:
      for (const Var *v : cast<ELam>(e).params) type(v->type);
      return collect_types(cast<ELam>(e).body, bound, out);
    case Tag::TyLam: {
      size_t n = bound->size();
      for (TyVar *v : cast<ETyLam>(e).vars) bound->push_back(v);
      collect_types(cast<ETyLam>(e).body, bound, out);
      bound->resize(n);
      return;
    }
    case Tag::Let:
      type(cast<ELet>(e).bind.var->type);
      collect_types(cast<ELet>(e).bind.rhs, bound, out);
      return collect_types(cast<ELet>(e).body, bound, out);
    case Tag::LetRec:
      for (const Binding &b : cast<ELetRec>(e).binds) {
        type(b.var->type);
        collect_types(b.rhs, bound, out);
      }
      return collect_types(cast<ELetRec>(e).body, bound, out);
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      collect_types(c.scrut, bound, out);
      type(c.binder->type);
      type(c.type);
      for (const Alt &a : c.alts) {
        size_t n = bound->size();
        for (TyVar *v : a.ex_tvs) bound->push_back(v);
        for (const Var *f : a.fields) type(f->type);
        collect_types(a.body, bound, out);
        bound->resize(n);
      }
      return;
    }
    case Tag::ConApp: types(cast<EConApp>(e).types); return all(cast<EConApp>(e).args);
    case Tag::PrimApp: types(cast<EPrimApp>(e).types); return all(cast<EPrimApp>(e).args);
    case Tag::Cast: type(cast<ECast>(e).type); return collect_types(cast<ECast>(e).body, bound, out);
    case Tag::CCall: type(cast<ECCall>(e).type); return all(cast<ECCall>(e).args);
    case Tag::Tick: return collect_types(cast<ETick>(e).body, bound, out);
  }
}

class FloatOut {
 public:
  FloatOut(Program &p, PassContext &cx) : p_(p), cx_(cx), cheap_to_make_(p) {}

  void run() {
    Vec<Vec<Binding>> groups;
    find_sparked(p_, &sparked_, &count_);
    for (const Vec<Binding> &g : p_.groups) {
      Vec<Binding> out;
      scopes_.assign(1, {});
      group_ = &g;
      for (const Binding &b : g) {
        top_ = b.var;
        out.push_back({b.var, is_fixed(b.var) ? b.rhs : walk(b.rhs).e});
      }
      out.append(scopes_[0].floats);
      groups.push_back(out);
    }
    p_.groups = groups;
  }

 private:
  static bool is_fixed(const Var *v) {
    return v->info && (v->info->is_selector || v->info->is_dfun || v->info->inline_spec == InlineSpec::Inline);
  }

  // ---- Scopes -------------------------------------------------------------------------------------------------------
  int here() const { return int(scopes_.size()) - 1; }
  int enter(int lambdas, int actions = 0) {
    Scope s;
    s.lambdas = scopes_.back().lambdas + lambdas;
    s.actions = scopes_.back().actions + actions;
    scopes_.push_back(s);
    return here();
  }
  static int clamp(int d) { return std::min(d, kMaxDepth); }
  void bind(const Var *v) { depth_[v->uniq] = clamp(here()); }
  void bind(const TyVar *v) { ty_depth_[v->uniq] = here(); }
  // Leaves the innermost scope; what was floated to it goes around e.
  void leave(Result *r) {
    int d = here();
    Vec<Binding> fs = scopes_.back().floats;
    scopes_.pop_back();
    for (size_t i = fs.size(); i-- > 0;) r->e = mk_let(fs[i].var, fs[i].rhs, r->e);
    if (d < kMaxDepth) r->free.remove(d);
    merge_floats(r, fs);
  }
  // The scopes that the floats mention were those of the expression that they came from: all inside are known to be
  // there already.
  void merge_floats(Result *r, const Vec<Binding> &fs) {
    for (const Binding &f : fs) r->free.merge(float_free_[f.var->uniq]);
  }

  // ---- What may move ------------------------------------------------------------------------------------------------
  bool is_worthwhile(const Expr *e, const Type *t, int d) {
    if (is_trivial(e) || is_value(e) || is_cheap(e) || is_bottoming(e) || is_unlifted(t)) return false;
    if (d == 0 && cx_.phase == 0 && is_string(e)) return true;
    return (leaves_lambdas(d) && is_flat_type(t)) || (is_data_type(t) && !cheap_to_make_(e, d));
  }
  // unpackCString# "..."#
  static bool is_string(const Expr *e) {
    const EApp *a = dyn_cast<EApp>(e);
    const Var *f = a && a->args.size() == 1 && a->args[0]->tag == Tag::Lit ? head_var(a->fn) : nullptr;
    return f && f->occ.str() == "unpackCString#" && f->module && f->module.str() == "GPH.Base";
  }
  // Do the lambdas between scope d and here run several times? The loops that are left on the way do not count.
  bool leaves_lambdas(int d) const {
    int n = scopes_.back().lambdas - scopes_[size_t(d)].lambdas;
    for (int loop : left_) n -= loop > d;
    return n > 0;
  }
  // Where an expression with these free variables goes; -1: it stays. `along`: the lets that would go with it,
  // innermost first.
  int destination(const Result &r, Scopes *free, std::vector<const Binding *> *along) const {
    if (r.pinned || quiet_ > 0) return -1;
    *free = r.free;
    for (;;) {
      int d = free->innermost();
      if (d >= kMaxDepth) return -1;
      const Scope &s = scopes_[size_t(d)];
      if (leaves_lambdas(d) || (d == 0 && scopes_.back().actions > 0)) return d;
      if (!s.let || !s.floats.empty()) return -1;
      along->push_back(s.let);
      free->remove(d);
      free->merge(s.let_free);
    }
  }
  // Nobody else uses what goes along: it is moved, not copied.
  bool may_take(const Expr *e, const std::vector<const Binding *> &along) {
    if (along.empty()) return true;
    if (along.size() > 8) return false;
    for (const Binding *b : along) {
      int n = occurrences(e, b->var);
      for (const Binding *o : along) n += occurrences(o->rhs, b->var);
      if (n != count_.get(b->var->uniq)) return false;
    }
    return true;
  }
  static int occurrences(const Expr *e, const Var *v) {
    int n = 0;
    auto all = [&](const Vec<const Expr *> &es) {
      for (const Expr *x : es) n += occurrences(x, v);
    };
    switch (e->tag) {
      case Tag::Var: return cast<EVar>(e).var == v;
      case Tag::Lit: return 0;
      case Tag::App: all(cast<EApp>(e).args); return n + occurrences(cast<EApp>(e).fn, v);
      case Tag::TyApp: return occurrences(cast<ETyApp>(e).fn, v);
      case Tag::Lam: return occurrences(cast<ELam>(e).body, v);
      case Tag::TyLam: return occurrences(cast<ETyLam>(e).body, v);
      case Tag::Let: return occurrences(cast<ELet>(e).bind.rhs, v) + occurrences(cast<ELet>(e).body, v);
      case Tag::LetRec:
        for (const Binding &b : cast<ELetRec>(e).binds) n += occurrences(b.rhs, v);
        return n + occurrences(cast<ELetRec>(e).body, v);
      case Tag::Case:
        for (const Alt &a : cast<ECase>(e).alts) n += occurrences(a.body, v);
        return n + occurrences(cast<ECase>(e).scrut, v);
      case Tag::ConApp: all(cast<EConApp>(e).args); return n;
      case Tag::PrimApp: all(cast<EPrimApp>(e).args); return n;
      case Tag::Cast: return occurrences(cast<ECast>(e).body, v);
      case Tag::CCall: all(cast<ECCall>(e).args); return n;
      case Tag::Tick: return occurrences(cast<ETick>(e).body, v);
    }
    return n;
  }
  // Lets around what they move with, fresh: the original ones are dead code from now on.
  static const Expr *take(const Expr *e, const std::vector<const Binding *> &along) {
    for (const Binding *b : along) e = mk_let(b->var, b->rhs, e);
    return along.empty() ? e : clone_expr(e);
  }
  bool types_allow(const Vec<TyVar *> &tvs, int d) const {
    for (const TyVar *v : tvs)
      if (ty_depth_.get(v->uniq) > d) return false;
    return true;
  }
  static Vec<TyVar *> free_types(const Expr *e, const Type *t) {
    Vec<TyVar *> out;
    std::vector<TyVar *> bound;
    collect_types(e, &bound, &out);
    collect_type(t, &bound, &out);
    return out;
  }

  // Binds r.e, of type t, at scope d; gives what stands for it. `v`: the variable that it had, or null.
  bool place(Result *r, const Type *t, int d, Var *v) {
    Vec<TyVar *> tvs = free_types(r->e, t);
    if (d > 0 && !types_allow(tvs, d)) return false;
    if (!cx_.tick()) return false;
    Scope &s = scopes_[size_t(d)];
    if (d > 0) {
      if (!v) v = mk_core_var("lvl", t);
      s.floats.push_back({v, r->e});
      depth_[v->uniq] = d;
      cheap_to_make_.goes_to(v, d);
      float_free_[v->uniq] = r->free;
      float_free_[v->uniq].remove(d);
      r->e = mk_var(v, head_place(r->e));
      r->free = {};
      r->free.add(d);
      if (v->info) v->info->single_entry = false;
      return true;
    }
    r->e = to_top({{v, r->e}}, {t}, tvs)[0];
    r->free = {};
    return true;
  }
  // Bindings that mention nothing local but each other become top-level ones.
  Vec<const Expr *> to_top(const std::vector<Binding> &bs, const std::vector<const Type *> &types,
                           const Vec<TyVar *> &tvs) {
    Vec<TyVar *> fresh;
    Vec<const Type *> outer, inner;
    for (TyVar *v : tvs) {
      fresh.push_back(mk_tyvar(v->occ, v->kind));
      inner.push_back(mk_tvar(fresh.back()));
      outer.push_back(mk_tvar(v));
    }
    Vec<Var *> from, globals;
    Vec<const Expr *> by, uses;
    for (size_t i = 0; i < bs.size(); i++) {
      const Type *t = tvs.empty() ? types[i] : mk_forall(fresh, subst_type(types[i], tvs, inner));
      std::string name = bs[i].var ? std::string(top_->occ.str()) + "_" + std::string(bs[i].var->occ.str()) : "lvl";
      Var *g = mk_global_like(top_, t, name);
      g->library = top_->library;
      if (bs[i].var && bs[i].var->info) {
        g->info = mk<IdInfo>(*bs[i].var->info);
        g->info->unfolding = nullptr;
        g->info->single_entry = false;
        if (!tvs.empty()) g->info->sig = nullptr;
      }
      take_place(g, top_);
      if (is_value(bs[i].rhs)) cheap_to_make_.learn(g, bs[i].rhs);
      else cheap_to_make_.goes_to(g, 0);
      globals.push_back(g);
      uses.push_back(mk_ty_app(mk_var(g, bs[i].var ? 0 : head_place(bs[i].rhs)), outer));
      if (bs[i].var) {
        from.push_back(bs[i].var);
        by.push_back(mk_ty_app(mk_var(g), inner));
      }
    }
    for (size_t i = 0; i < bs.size(); i++) {
      // Each copy has type variables of its own.
      Vec<TyVar *> mine;
      Vec<const Type *> mine_types;
      for (TyVar *v : tvs) {
        mine.push_back(mk_tyvar(v->occ, v->kind));
        mine_types.push_back(mk_tvar(mine.back()));
      }
      Vec<const Expr *> mine_by;
      for (size_t k = 0; k < by.size(); k++) mine_by.push_back(mk_ty_app(mk_var(globals[k]), mine_types));
      const Expr *rhs = clone_expr(bs[i].rhs, tvs, mine_types, from, from.empty() ? Vec<const Expr *>{} : mine_by);
      scopes_[0].floats.push_back({globals[i], mk_ty_lam(mine, rhs)});
    }
    return uses;
  }

  // Is it a call of a function that is being walked?
  bool starts_again(const Expr *e) const {
    int args;
    const EVar *f = dyn_cast<EVar>(app_head(e, &args));
    if (!f) return false;
    for (const Binding &b : *group_)
      if (b.var == f->var) return true;
    return false;
  }

  // A lazy argument or a scrutinee; what is in tail position, too, but only to the top level: a loop takes its exit
  // once each time, so nothing would be saved elsewhere. (A list that is cheap to make stays there; a number, which is
  // what is left when such a list was consumed, does not.)
  void maybe_float(Result *r, bool tail = false) {
    if (is_trivial(r->e) || r->e->tag == Tag::Lam || r->e->tag == Tag::ConApp) return;
    Scopes free;
    std::vector<const Binding *> along;
    int d = destination(*r, &free, &along);
    if (d < 0 || (tail && d > 0)) return;
    const Type *t = expr_type(r->e);
    if (tail && is_flat_type(t) && starts_again(r->e)) return;
    if (tail && (is_unlifted(t) || (!is_flat_type(t) && cheap_to_make_(r->e, d) && !is_string(r->e)))) return;
    if (!is_worthwhile(r->e, t, d) || !may_take(r->e, along)) return;
    Result moved{take(r->e, along), free, false};
    if (place(&moved, t, d, nullptr)) *r = moved;
  }

  // ---- The walk -----------------------------------------------------------------------------------------------------
  // e, which binds nothing, with its children walked. All but a head (of an application, a cast) are arguments, which
  // may float.
  Result children(const Expr *e) {
    Result r{e, {}, false};
    bool head = e->tag == Tag::App || e->tag == Tag::TyApp || e->tag == Tag::Cast || e->tag == Tag::Tick;
    r.e = map_children(e, [&](const Expr *x) {
      Result a = walk(x);
      if (!std::exchange(head, false)) maybe_float(&a);
      r.free.merge(a.free);
      r.pinned |= a.pinned;
      return a.e;
    });
    return r;
  }
  Result walk(const Expr *e) {
    Result r{e, {}, false};
    switch (e->tag) {
      case Tag::Var: {
        Var *v = cast<EVar>(e).var;
        if (const Expr *s = subst_.get(v->uniq)) {
          r.e = with_place(s, cast<EVar>(e).place);
          return r;
        }
        if (int d = depth_.get(v->uniq)) r.free.add(d);
        return r;
      }
      case Tag::Lit: return r;
      case Tag::App:
      case Tag::TyApp:
      case Tag::Cast:
      case Tag::ConApp:
      case Tag::CCall: return children(e);
      case Tag::Tick:
        r = children(e);
        r.pinned = true;
        return r;
      case Tag::Lam: return lambda(cast<ELam>(e), false);
      case Tag::TyLam: {
        enter(0);
        for (TyVar *v : cast<ETyLam>(e).vars) bind(v);
        r = walk(cast<ETyLam>(e).body);
        leave(&r);
        r.e = mk_ty_lam(cast<ETyLam>(e).vars, r.e);
        return r;
      }
      case Tag::Let: return let(cast<ELet>(e));
      case Tag::LetRec: return letrec(cast<ELetRec>(e));
      case Tag::Case: return case_of(cast<ECase>(e));
      case Tag::PrimApp: {
        const EPrimApp &p = cast<EPrimApp>(e);
        bool quiet = is_spark(p.op) || PrimId(p.op->index) == PrimId::SeqState;
        quiet_ += quiet;
        r = children(e);
        quiet_ -= quiet;
        if (quiet || PrimId(p.op->index) == PrimId::RealWorldToken) r.pinned = true;
        return r;
      }
    }
    return r;
  }
  // The exits of a loop of join points: alternatives and join points in tail position that lead to none of `loop`, the
  // loop and what leads back to it. Marks the largest such, with the scope of the loop's lambdas; true: e itself leads
  // to none.
  bool mark_exits(const Expr *e, std::vector<const Var *> *loop, int scope) {
    switch (e->tag) {
      case Tag::Cast: return mark_exits(cast<ECast>(e).body, loop, scope);
      case Tag::Tick: return mark_exits(cast<ETick>(e).body, loop, scope);
      case Tag::Let: {
        const Binding &b = cast<ELet>(e).bind;
        bool out = !is_join_var(b.var) || mark_exits(b.rhs, loop, scope);
        if (!out) loop->push_back(b.var);
        bool body = mark_exits(cast<ELet>(e).body, loop, scope);
        if (out && !body && is_join_var(b.var)) exits_[b.rhs].push_back(scope);
        return out && body;
      }
      case Tag::LetRec: {
        const Vec<Binding> &bs = cast<ELetRec>(e).binds;
        bool join = is_join_var(bs[0].var), out = true;
        for (const Binding &b : bs) out &= !join || !mentions(b.rhs, *loop);
        if (!out)
          for (const Binding &b : bs) loop->push_back(b.var);
        for (const Binding &b : bs)
          if (!out) mark_exits(b.rhs, loop, scope);
        bool body = mark_exits(cast<ELetRec>(e).body, loop, scope);
        for (const Binding &b : bs)
          if (join && out && !body) exits_[b.rhs].push_back(scope);
        return out && body;
      }
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        std::vector<const Expr *> out;
        for (const Alt &a : c.alts)
          if (mark_exits(a.body, loop, scope)) out.push_back(a.body);
        if (out.size() == c.alts.size()) return true;
        for (const Expr *x : out) exits_[x].push_back(scope);
        return false;
      }
      case Tag::Lam: return mark_exits(cast<ELam>(e).body, loop, scope);
      default: return !mentions(e, *loop);
    }
  }
  struct Exit {  // while what is bound or chosen there is walked, its loops are left
    Exit(FloatOut *f, const Expr *e) : left(&f->left_), n(left->size()) {
      if (auto it = f->exits_.find(e); it != f->exits_.end())
        left->insert(left->end(), it->second.begin(), it->second.end());
    }
    ~Exit() { left->resize(n); }
    std::vector<int> *left;
    size_t n;
  };
  static bool mentions(const Expr *e, const std::vector<const Var *> &vars) {
    for (const Var *v : vars)
      if (occurrences(e, v) > 0) return true;
    return false;
  }
  // `once`: it runs once for each time that it is reached (a join point that does not loop).
  Result lambda(const ELam &l, bool once) {
    bool shot = true;
    for (size_t i = 0; i < l.params.size(); i++)
      shot &= is_state_token_type(l.params[i]->type) || (l.params[i]->info && l.params[i]->info->one_shot);
    enter(once || shot ? 0 : 1, shot && !once ? 1 : 0);
    for (size_t i = 0; i < l.params.size(); i++) bind(l.params[i]);
    Result r = walk(l.body);
    if (!once) maybe_float(&r, true);
    leave(&r);
    r.e = mk_lam(l.params, r.e);
    return r;
  }
  Result rhs(const Binding &b, bool rec) {
    Exit exit(this, b.rhs);
    const ELam *l = dyn_cast<ELam>(b.rhs);
    if (own_lambdas(b.rhs) > 0) cheap_to_make_.learn(b.var, b.rhs);
    if (is_join_var(b.var) && l) return lambda(*l, !rec);
    bool spark = sparked_.get(b.var->uniq);
    quiet_ += spark;
    Result r = walk(b.rhs);
    quiet_ -= spark;
    return r;
  }

  Result let(const ELet &l) {
    Var *v = l.bind.var;
    Result r = rhs(l.bind, false);
    bool join = is_join_var(v);
    if (!join && !sparked_.get(v->uniq)) {
      if (float_function({{v, r.e}}, r)) return walk(l.body);
      Scopes free;
      std::vector<const Binding *> along;
      int d = destination(r, &free, &along);
      if (d >= 0 && is_worthwhile(r.e, v->type, d) && may_take(r.e, along)) {
        bool top = d == 0;
        Result moved{take(r.e, along), free, false};
        if (place(&moved, v->type, d, v)) {
          if (top) subst_[v->uniq] = moved.e;
          return walk(l.body);
        }
      }
    }
    enter(0);
    bind(v);
    Binding b_here{v, r.e};
    if (!join && !r.pinned && !sparked_.get(v->uniq)) {
      scopes_.back().let = &b_here;
      scopes_.back().let_free = r.free;
    }
    Result b = walk(l.body);
    leave(&b);
    b.e = mk_let(v, r.e, b.e);
    b.free.merge(r.free);
    b.pinned |= r.pinned;
    return b;
  }
  Result letrec(const ELetRec &l) {
    int d = enter(0);
    bool join = false;
    for (const Binding &b : l.binds) {
      bind(b.var);
      join |= is_join_var(b.var);
    }
    if (join) {
      std::vector<const Var *> loop;
      for (const Binding &b : l.binds) loop.push_back(b.var);
      for (const Binding &b : l.binds) mark_exits(b.rhs, &loop, d + 1);
    }
    Result r{nullptr, {}, false};
    Vec<Binding> bs;
    std::vector<Binding> plain;
    for (const Binding &b : l.binds) {
      Result x = rhs(b, true);
      bs.push_back({b.var, x.e});
      plain.push_back(bs.back());
      r.free.merge(x.free);
      r.pinned |= x.pinned;
    }
    // Floats that mention the letrec's variables belong to it.
    Vec<Binding> fs = scopes_.back().floats;
    scopes_.back().floats = {};
    merge_floats(&r, fs);
    if (d < kMaxDepth) r.free.remove(d);
    for (const Binding &f : fs) {
      bs.push_back(f);
      plain.push_back(f);
    }
    if (!join && d < kMaxDepth && fs.empty() && !(l.binds.size() == 1 && becomes_join_point(l.binds[0], l.body)) &&
        float_function(plain, r)) {
      scopes_.pop_back();
      return walk(l.body);
    }
    Result b = walk(l.body);
    for (const Binding &f : scopes_.back().floats) bs.push_back(f);
    merge_floats(&b, scopes_.back().floats);
    scopes_.pop_back();
    if (d < kMaxDepth) b.free.remove(d);
    b.e = mk_letrec(bs, b.e);
    b.free.merge(r.free);
    b.pinned |= r.pinned;
    return b;
  }
  // A loop whose one call is the scrutinee of a case stays: float_in.cc makes it a join point there, and its exits meet
  // the alternatives. (At the top level it would return, without knowing what its caller evaluates.)
  static bool becomes_join_point(const Binding &b, const Expr *body) {
    return own_lambdas(b.rhs) > 0 && scrutinises(body, b) && occurrences(body, b.var) == 1 && only_tail_calls({&b, 1});
  }
  static bool scrutinises(const Expr *e, const Binding &b) {
    switch (e->tag) {
      case Tag::Let: return scrutinises(cast<ELet>(e).body, b) || scrutinises(cast<ELet>(e).bind.rhs, b);
      case Tag::LetRec: return scrutinises(cast<ELetRec>(e).body, b);
      case Tag::Cast: return scrutinises(cast<ECast>(e).body, b);
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        const Expr *s = c.scrut;
        while (s->tag == Tag::Cast) s = cast<ECast>(s).body;
        if (const EApp *a = dyn_cast<EApp>(s); a && called_var(*a) == b.var)
          return a->args.size() == own_lambdas(b.rhs);
        if (scrutinises(s, b)) return true;
        for (const Alt &alt : c.alts)
          if (scrutinises(alt.body, b)) return true;
        return false;
      }
      default: return false;
    }
  }
  // Functions without free variables need no closure at the top level.
  bool float_function(const std::vector<Binding> &bs, const Result &r) {
    if (cx_.phase != 0 || r.free.innermost() != 0 || quiet_ > 0) return false;
    std::vector<const Type *> types;
    Vec<TyVar *> tvs;
    std::vector<TyVar *> bound;
    for (const Binding &b : bs) {
      const Expr *e = b.rhs;
      while (e->tag == Tag::TyLam) e = cast<ETyLam>(e).body;
      if (e->tag != Tag::Lam || (b.var->info && b.var->info->inline_spec == InlineSpec::Inline)) return false;
      collect_types(b.rhs, &bound, &tvs);
      collect_type(b.var->type, &bound, &tvs);
      types.push_back(b.var->type);
    }
    if (!cx_.tick()) return false;
    Vec<const Expr *> uses = to_top(bs, types, tvs);
    for (size_t i = 0; i < bs.size(); i++) subst_[bs[i].var->uniq] = uses[i];
    return true;
  }

  Result case_of(const ECase &c) {
    Result s = walk(c.scrut);
    bool spark = c.scrut->tag == Tag::PrimApp && is_spark(cast<EPrimApp>(c.scrut).op);
    if (!spark) maybe_float(&s);
    Result r{nullptr, s.free, s.pinned};
    Vec<Alt> alts;
    alts.reserve(c.alts.size());
    for (Alt a : c.alts) {
      enter(0);
      bind(c.binder);
      for (TyVar *v : a.ex_tvs) bind(v);
      for (Var *f : a.fields) bind(f);
      Exit exit(this, a.body);
      Result b = walk(a.body);
      maybe_float(&b, true);
      leave(&b);
      a.body = b.e;
      alts.push_back(a);
      r.free.merge(b.free);
      r.pinned |= b.pinned;
    }
    r.e = mk_case(s.e, c.binder, c.type, alts);
    return r;
  }

  Program &p_;
  PassContext &cx_;
  CheapToMake cheap_to_make_;
  Var *top_ = nullptr;                   // being walked
  const Vec<Binding> *group_ = nullptr;  // with these
  std::vector<Scope> scopes_;
  int quiet_ = 0;
  std::unordered_map<const Expr *, std::vector<int>> exits_;  // of loops with these scopes
  std::vector<int> left_;                                     // the scopes of the loops that have been left here
  UniqTable<int> depth_, ty_depth_;
  UniqTable<Scopes> float_free_;
  UniqTable<const Expr *> subst_;
  UniqTable<bool> sparked_;
  UniqTable<int> count_;
};

}  // namespace

void float_out(Program &p, PassContext &cx) { FloatOut(p, cx).run(); }

}  // namespace gphc::opt
