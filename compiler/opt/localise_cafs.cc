// localise_cafs.cc: top-level thunks (CAFs) that only the program's main action uses, or another such thunk, become its
// local thunks.
//
//   primes = sieve [2 ..]                          main = \s -> letrec primes = sieve [2 ..]
//   main = \s -> ... primes ... rest       ==>                  in ... primes ... rest
//
// The collector keeps what static objects refer to for ever: it does not know which code can still run. A local thunk
// is an ordinary root, dropped after its last use, so a long list that is consumed once takes no space. This is sound
// because the main action runs once: the thunk is made once and shared as before. It needs the whole program, and no
// support of the runtime.
//
// What moves: the largest set of thunks and constructor applications that are mentioned by one another and by the main
// action only, and of it the thunks that can hold much, with whatever mentions them. Functions do not move: they would
// become closures, and what they mention would be loaded from there in every call. NOINLINE asks that a binding stays
// what it is: global variables made by unsafePerformIO.
//
// A thunk that stays, since functions use it, say, is evaluated once, too: what it alone mentions moves into it.
//
//   facts = scanl (*) 1 [1 ..]                     sums = letrec facts = scanl (*) 1 [1 ..] in scanl (+) 0 facts
//   sums = scanl (+) 0 facts               ==>
#include <vector>

#include "core/fvs.h"
#include "core/subst.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

class Localiser {
 public:
  Localiser(Program &p, PassContext &cx) : p_(p), cx_(cx) {}
  void run() {
    if (!p_.main) return;
    for (Vec<Binding> &g : p_.groups)
      for (Binding &b : g) {
        tops_.emplace_back().binding = &b;
        index_[b.var->uniq] = uint32_t(tops_.size());
      }
    for (uint32_t i = 0; i < tops_.size(); i++) mentions(tops_[i].binding->rhs, i);
    pin();
    for (uint32_t i = 0; i < tops_.size(); i++)
      for (uint32_t u : tops_[i].users) tops_[u].uses.push_back(i);
    size_t best = 0;
    uint32_t best_home = 0;
    for (uint32_t home : homes())
      if (size_t n = select(home, everything(home)); n > best) best = n, best_home = home;
    if (best > 0) {
      select(best_home, everything(best_home));
      settle(best_home);
    }
    for (uint32_t i = 0; i < tops_.size(); i++)
      if (tops_[i].home == kStays && is_thunk(*tops_[i].binding) && select(i, below(i)) > 0) settle(i);
    move();
  }

 private:
  struct Top {
    Binding *binding = nullptr;
    std::vector<uint32_t> users;  // who mentions it, once for each occurrence
    std::vector<uint32_t> uses;   // whom it mentions, likewise
    bool pinned = false;          // used by what we do not see
    bool in_set = false, moves = false;
    uint32_t home = kStays;          // where it moves to
    uint32_t reached_from = kStays;  // see below
  };
  static constexpr uint32_t kStays = ~uint32_t(0);

  uint32_t index(const Var *v) { return index_.get(v->uniq); }  // 0: not a top-level binding
  void mentions(const Expr *e, uint32_t user) {
    if (const EVar *v = dyn_cast<EVar>(e))
      if (uint32_t i = index(v->var)) tops_[i - 1].users.push_back(user);
    for_each_child(e, [&](const Expr *x) { mentions(x, user); });
  }
  void pin(const Var *v) {
    if (uint32_t i = v ? index(v) : 0) tops_[i - 1].pinned = true;
  }
  void pin_mentioned(const Expr *e) {
    if (const EVar *v = dyn_cast<EVar>(e)) pin(v->var);
    for_each_child(e, [&](const Expr *x) { pin_mentioned(x); });
  }
  void pin() {
    for (Var *v : p_.roots) pin(v);
    for (Var *v : p_.known) pin(v);
    for (Program::Export &x : p_.exports) pin(x.var);
    pin(p_.main);
    for (Rule *r : p_.rules) {
      pin(r->head);
      pin_mentioned(r->rhs);
      for (const Expr *a : r->lhs_args) pin_mentioned(a);
    }
    for (Top &t : tops_)
      if (t.binding->var->info && t.binding->var->info->is_exported) t.pinned = true;
  }

  // The top-level variable that e, which runs once with *count arguments, begins with calling, or evaluating; then with
  // *count of them.
  static const Var *first_called(const Expr *e, size_t *count) {
    size_t &args = *count;
    for (;;) switch (e->tag) {
        case Tag::Var: return cast<EVar>(e).var;
        case Tag::App:
          args += cast<EApp>(e).args.size();
          e = cast<EApp>(e).fn;
          break;
        case Tag::TyApp: e = cast<ETyApp>(e).fn; break;
        case Tag::Cast: e = cast<ECast>(e).body; break;
        case Tag::Case:
          e = cast<ECase>(e).scrut;
          args = 0;
          break;
        case Tag::Lam:
          if (cast<ELam>(e).params.size() > args) return nullptr;
          args -= cast<ELam>(e).params.size();
          e = cast<ELam>(e).body;
          break;
        case Tag::PrimApp:
          if (PrimId(cast<EPrimApp>(e).op->index) != PrimId::Catch) return nullptr;
          e = cast<EPrimApp>(e).args[0];
          args = 1;
          break;
        default: return nullptr;
      }
  }
  // The bindings whose right-hand sides are evaluated, or run, once: main's, and those of functions that only such a
  // one mentions, and calls first (all that main does may be in another function).
  std::vector<uint32_t> homes() {
    std::vector<uint32_t> r;
    uint32_t i = index(p_.main);
    if (!i || !tops_[i - 1].users.empty()) return r;
    size_t args = 1;  // the token
    for (;;) {
      r.push_back(i - 1);
      const Var *v = first_called(tops_[i - 1].binding->rhs, &args);
      i = v ? index(v) : 0;
      if (!i || tops_[i - 1].pinned || tops_[i - 1].users.size() != 1) return r;
      const Expr *e = strip_casts(tops_[i - 1].binding->rhs);
      if (e->tag == Tag::TyLam) e = strip_casts(cast<ETyLam>(e).body);
      // a partial application: may be called often
      if (const ELam *l = dyn_cast<ELam>(e); l && l->params.size() > args) return r;
    }
  }

  static bool is_function(const Expr *e) {
    e = strip_casts(e);
    return e->tag == Tag::Lam || e->tag == Tag::TyLam;
  }
  bool may_move(const Top &t) {
    const Var *v = t.binding->var;
    return !t.pinned && !(v->info && v->info->inline_spec == InlineSpec::NoInline) &&
           type_rep(v->type) == Rep::Lifted && !is_function(t.binding->rhs);
  }
  // Is it evaluated, once, when it is needed?
  static bool is_thunk(const Binding &b) {
    const Expr *e = strip_casts(b.rhs);
    return type_rep(b.var->type) == Rep::Lifted && (e->tag == Tag::App || e->tag == Tag::Case || e->tag == Tag::Let ||
                                                    e->tag == Tag::LetRec || e->tag == Tag::PrimApp);
  }

  // A thunk whose value can be large: of a data type with a constructor that refers to other objects. String literals
  // stay static.
  bool holds_much(const Binding &b) {
    if (!is_thunk(b)) return false;
    const Expr *e = strip_casts(b.rhs);
    if (const EApp *a = dyn_cast<EApp>(e)) {
      bool literal = true;
      for (const Expr *x : a->args) literal &= x->tag == Tag::Lit && cast<ELit>(x).lit.tag == LitTag::String;
      if (literal) return false;
    }
    const Type *t = unwrap_newtypes(b.var->type);
    while (t->tag == TypeTag::App) t = static_cast<const TApp *>(t)->fn;
    if (t->tag != TypeTag::Con || static_cast<const TCon *>(t)->con->sort != TyConSort::Data) return false;
    for (const DataCon *d : static_cast<const TCon *>(t)->con->cons)
      for (const Type *f : con_field_types(d)) {
        Rep r = type_rep(f);
        if (r == Rep::Lifted || r == Rep::Unlifted) return true;
      }
    return false;
  }

  // What may move into home, if it may at all: all, for the main action, which comes to them through functions;
  std::vector<uint32_t> everything(uint32_t home) {
    std::vector<uint32_t> r;
    for (uint32_t i = 0; i < tops_.size(); i++)
      if (i != home && may_move(tops_[i])) r.push_back(i);
    return r;
  }
  // and what a thunk comes to.
  std::vector<uint32_t> below(uint32_t home) {
    std::vector<uint32_t> r;
    auto add = [&](uint32_t of) {
      for (uint32_t i : tops_[of].uses)
        if (i != home && tops_[i].home != home && may_move(tops_[i]) && tops_[i].reached_from != home) {
          tops_[i].reached_from = home;
          r.push_back(i);
        }
    };
    add(home);
    for (size_t k = 0; k < r.size(); k++) add(r[k]);
    return r;
  }

  // What of these moves into home; how many bindings.
  size_t select(uint32_t home, const std::vector<uint32_t> &from) {
    for (uint32_t i : selected_) tops_[i].in_set = tops_[i].moves = false;
    selected_ = from;
    for (uint32_t i : from) tops_[i].in_set = true;
    for (bool again = true; again;) {  // those with another user go, and then those that they use
      again = false;
      for (uint32_t i : from) {
        Top &t = tops_[i];
        if (!t.in_set) continue;
        for (uint32_t u : t.users)
          if (u != home && !tops_[u].in_set) {
            t.in_set = false;
            again = true;
            break;
          }
      }
    }
    std::vector<uint32_t> work;
    auto add = [&](uint32_t i) {
      if (!tops_[i].in_set || tops_[i].moves) return;
      tops_[i].moves = true;
      work.push_back(i);
    };
    for (uint32_t i : from)
      if (tops_[i].in_set && holds_much(*tops_[i].binding)) add(i);
    size_t moved = 0;
    while (!work.empty()) {
      uint32_t i = work.back();
      work.pop_back();
      moved++;
      for (uint32_t u : tops_[i].users) add(u);
    }
    return moved;
  }
  // They move into home, with what was to move into them.
  void settle(uint32_t home) {
    for (Top &t : tops_)
      if (t.home != kStays && tops_[t.home].moves) t.home = home;
    for (uint32_t i : selected_)
      if (tops_[i].moves) tops_[i].home = home;
  }

  void move() {
    Subst s;
    std::vector<Vec<Binding>> local(tops_.size());
    std::vector<const Top *> moved;
    for (const Top &t : tops_) {
      if (t.home == kStays) continue;
      if (moved.empty() && !cx_.tick()) return;
      moved.push_back(&t);
      Var *v = fresh_like(t.binding->var, t.binding->var->type);
      info(v).loc = info(t.binding->var).loc;
      local[t.home].push_back({v, t.binding->rhs});
      s.bind(t.binding->var, mk_var(v));
    }
    if (moved.empty()) return;
    for (size_t i = 0; i < tops_.size(); i++) {
      if (local[i].empty()) continue;
      for (Binding &b : local[i]) b.rhs = s.expr(b.rhs);
      Binding &home = *tops_[i].binding;
      home.rhs = place(s.expr(home.rhs), local[i]);
    }
    UniqTable<bool> gone;
    for (const Top *t : moved) gone[t->binding->var->uniq] = true;
    Vec<Vec<Binding>> groups;
    for (const Vec<Binding> &g : p_.groups) {
      Vec<Binding> kept;
      for (const Binding &b : g)
        if (!gone.get(b.var->uniq)) kept.push_back(b);
      if (!kept.empty()) groups.push_back(kept);
    }
    p_.groups = groups;
  }
  // Below the lambdas of an action: what is outside them is evaluated before the action runs.
  static const Expr *place(const Expr *e, const Vec<Binding> &local) {
    if (const ELam *l = dyn_cast<ELam>(e)) return mk_lam(l->params, place(l->body, local));
    if (const ETyLam *l = dyn_cast<ETyLam>(e)) return mk_ty_lam(l->vars, place(l->body, local));
    if (const ECast *c = dyn_cast<ECast>(e)) return mk_cast(place(c->body, local), c->type);
    return mk_letrec(local, e);
  }

  Program &p_;
  PassContext &cx_;
  UniqTable<uint32_t> index_;
  std::vector<Top> tops_;
  std::vector<uint32_t> selected_;  // from which was selected last
};

}  // namespace

void localise_cafs(Program &p, PassContext &cx) { Localiser(p, cx).run(); }

}  // namespace gphc::opt
