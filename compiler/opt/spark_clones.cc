// spark_clones.cc: a recursive function that makes a spark in each call gets a copy that makes none, for when there are
// sparks enough.
//
//   fib n | n < 2 = n                              fib n | n < 2 = n
//         | otherwise = x `par` (y `pseq` x + y)         | enough sparks wait = $seqfib (n - 1) + $seqfib (n - 2)
//     where x = fib (n - 1)                  ==>         | otherwise = x `par` (y `pseq` x + y), x and y as before
//           y = fib (n - 2)                        $seqfib n = .. $seqfib (n - 1) + $seqfib (n - 2)
//
// Likewise what is sparked without a name, which is what rpar and the strategies come to: spark# (fib (n - 1)) s.
//
// Naive divide and conquer sparks millions of small things, and most of its time would go into making sparks that
// nobody takes. (Users add a threshold by hand, which the best value of depends on the machine. Cf. lazy task creation:
// Mohr, Kranz & Halstead, 1991; the load control of the EQUALS system.) sparkRoom# says whether the HEC's pool holds
// fewer sparks that are not begun than others could want; on one HEC nobody wants any. (See gph_spark_room in
// runtime/sched/spark.c.) A call that finds enough of them runs without sparks to its end; its parents' sparks, which
// are larger, are there for others.
//
// Only where leaving the spark out costs no parallelism but that of the small part: the sparked expression calls the
// function itself, so that it looks again in its turn, and is surely evaluated after the spark, by the same call.
// parMap's elements are not such, nor is what ends in a lazy field.
//
// A child of Control.Monad.Par is registered besides, for it may fill variables that somebody waits for before its
// result is asked for. Where nothing that the copies run has effects, of children or of the others, a child that is
// begun when its result is needed is as good, and the copy leaves that out, too.
//
// What auto_par.cc sparks asks sparkRoom# already, and has a branch without sparks: there that branch calls the copy.
// (It is surely evaluated, by construction.)
//
// Requires: no rules; signatures of functions, for what is surely evaluated. Before a demand analysis, for the copies
// are stricter. Preserves: lint; results, whatever sparkRoom# says. Complexity: linear; copies of functions up to
// kMaxSize, no further copies inside of them.
#include <algorithm>
#include <unordered_set>
#include <vector>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/demand.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

constexpr int kMaxSize = 300;    // of a recursive group
constexpr int kMaxTested = 900;  // of one that has a branch without sparks already: only that is copied

class SparkClones {
 public:
  explicit SparkClones(PassContext &cx) : cx_(cx) {}
  void program(Program &p) {
    for (const Vec<Binding> &g : p.groups)
      for (const Binding &b : g) auto_par_ = auto_par_ || has_room_test(b.rhs);
    Vec<Vec<Binding>> groups;
    for (Vec<Binding> &g : p.groups) {
      for (Binding &b : g) b.rhs = inside(b.rhs);
      group(&g, true);
      groups.push_back(g);
    }
    p.groups = groups;
  }

 private:
  // ---- Which sparks -------------------------------------------------------------------------------------------------
  bool mentions_member(const Expr *e) const {
    if (const EVar *v = dyn_cast<EVar>(e)) return member_.get(v->var->uniq);
    bool found = false;
    for_each_child(e, [&](const Expr *x) { found = found || mentions_member(x); });
    return found;
  }
  // The first spark of v in e, but for what comes after a branch.
  static bool sparks(const Expr *e, const Var *v) {
    for (;;) switch (e->tag) {
        case Tag::Let: e = cast<ELet>(e).body; continue;
        case Tag::LetRec: e = cast<ELetRec>(e).body; continue;
        case Tag::Tick: e = cast<ETick>(e).body; continue;
        case Tag::Case: {
          const ECase &c = cast<ECase>(e);
          if (const EPrimApp *p = spark_of(c.scrut))
            if (head_var(p->args[0]) == v) return true;
          if (c.alts.size() != 1) return false;
          e = c.alts[0].body;
          continue;
        }
        default: return false;
      }
  }
  bool qualifies(const ELet &l) const {
    const Var *v = l.bind.var;
    return !is_join_var(v) && !is_unlifted(v->type) && !is_value(l.bind.rhs) && sparks(l.body, v) &&
           mentions_member(l.bind.rhs) && surely_evaluates(l.body, {v}, Sparked::Evaluated);
  }
  // case spark# rhs s of (# s1, a #) -> body: its name is a.
  static const Var *name_of_spark(const ECase &c) {
    const EPrimApp *p = spark_of(c.scrut);
    return p && !is_trivial(p->args[0]) ? c.alts[0].fields[1] : nullptr;
  }
  bool qualifies(const ECase &c) const {
    const Var *a = name_of_spark(c);
    if (!a) return false;
    const Expr *rhs = cast<EPrimApp>(c.scrut).args[0];
    return !is_value(rhs) && mentions_member(rhs) && surely_evaluates(c.alts[0].body, {a}, Sparked::Evaluated);
  }
  // case .. sparkRoom# .. of { 0# -> without sparks; _ -> let spark = .. in .. }, as auto_par.cc makes it.
  static bool asks_room(const Expr *e) {
    if (const EPrimApp *p = dyn_cast<EPrimApp>(e)) return PrimId(p->op->index) == PrimId::SparkRoom;
    const ECase *c = dyn_cast<ECase>(e);
    if (!c) return false;
    for (const Alt &a : c->alts)
      if (asks_room(a.body)) return true;
    return asks_room(c->scrut);
  }
  static const ECase *room_test(const Expr *e) {
    const ECase *c = dyn_cast<ECase>(e);
    return c && c->scrut->tag == Tag::Case && c->alts.size() == 2 && c->alts[0].is_lit && asks_room(c->scrut) ? c
                                                                                                              : nullptr;
  }
  static bool has_room_test(const Expr *e) {
    bool found = room_test(e) != nullptr;
    for_each_child(e, [&](const Expr *x) { found = found || has_room_test(x); });
    return found;
  }
  bool find_in_test(const ECase &c) {
    const Expr *e = c.alts[1].body;
    bool ours = false, any = false;
    for (const ELet *l; (l = dyn_cast<ELet>(e)) && !is_join_var(l->bind.var); e = l->body) {
      ours |= mentions_member(l->bind.rhs);
      any |= find(l->bind.rhs);
    }
    if (ours) tests_.insert(&c);
    any |= find(e);
    return find(c.alts[0].body) || any || ours;
  }
  bool find(const Expr *e) {
    if (const ECase *c = room_test(e)) return find_in_test(*c);
    bool any = false;
    if (const ELet *l = dyn_cast<ELet>(e); l && qualifies(*l)) {
      dropped_[l->bind.var->uniq] = true;
      any = true;
    }
    if (const ECase *c = dyn_cast<ECase>(e); c && qualifies(*c)) {
      dropped_[name_of_spark(*c)->uniq] = true;
      any = true;
    }
    for_each_child(e, [&](const Expr *x) { any |= find(x); });
    return any;
  }

  // ---- Registered sparks --------------------------------------------------------------------------------------------
  // case registration# a s of (# s1, i #) -> case register .. i s1 of s2 -> body, where the spark of a is dropped.
  struct Registered {
    const ECase *call = nullptr;
  };
  Registered registered(const Expr *e) const {
    const ECase *c = dyn_cast<ECase>(e);
    const EPrimApp *p = c ? dyn_cast<EPrimApp>(c->scrut) : nullptr;
    if (!p || PrimId(p->op->index) != PrimId::Registration) return {};
    const Var *v = head_var(p->args[0]);
    const ECase *call = dyn_cast<ECase>(c->alts[0].body);
    const EApp *a = call && call->alts.size() == 1 ? dyn_cast<EApp>(call->scrut) : nullptr;
    if (!v || !dropped_.get(v->uniq) || !a || !is_state_token_type(expr_type(call->scrut))) return {};
    for (const Expr *x : a->args)
      if (head_var(x) == c->alts[0].fields[1]) return {call};
    return {};
  }
  // No effects when e is evaluated or run, but what registers those sparks. `ours`: functions that are bound in what is
  // looked at.
  bool quiet(const Expr *e, UniqTable<bool> &ours) const {
    if (Registered r = registered(e); r.call) return quiet(r.call->alts[0].body, ours);
    if (const ELet *l = dyn_cast<ELet>(e)) ours[l->bind.var->uniq] = true;
    if (const ELetRec *l = dyn_cast<ELetRec>(e))
      for (const Binding &b : l->binds) ours[b.var->uniq] = true;
    if (const EPrimApp *p = dyn_cast<EPrimApp>(e)) switch (p->op->effect) {
        case PrimEffect::Write:
          if (PrimId(p->op->index) != PrimId::Spark && PrimId(p->op->index) != PrimId::NoDuplicate) return false;
          break;
        case PrimEffect::Read:
          if (PrimId(p->op->index) != PrimId::SparkRoom && PrimId(p->op->index) != PrimId::Registration) return false;
          break;
        case PrimEffect::Control:
          if (PrimId(p->op->index) != PrimId::SeqState && PrimId(p->op->index) != PrimId::Par &&
              PrimId(p->op->index) != PrimId::Seq && PrimId(p->op->index) != PrimId::DataToTag)
            return false;
          break;
        default: break;
      }
    if (const ECCall *c = dyn_cast<ECCall>(e); c && !c->call->pure) return false;
    if (const EApp *a = dyn_cast<EApp>(e)) {
      const Var *f = head_var(a->fn);
      for (const Expr *x : a->args)
        if (is_state_token_type(expr_type(x)) && !(f && (member_.get(f->uniq) || ours.get(f->uniq)))) return false;
    }
    bool all = true;
    for_each_child(e, [&](const Expr *x) { all = all && quiet(x, ours); });
    return all;
  }
  static const Expr *without_no_duplicate(const Expr *e) {
    const ECase *c = dyn_cast<ECase>(e);
    const EPrimApp *p = c ? dyn_cast<EPrimApp>(c->scrut) : nullptr;
    return p && PrimId(p->op->index) == PrimId::NoDuplicate ? mk_case(p->args[0], c->binder, c->type, c->alts) : e;
  }

  // ---- Copies -------------------------------------------------------------------------------------------------------
  // case seq# e s of ..  ==>  let v = e in case seq# v s of ..: then the demand analysis sees that v is evaluated, and
  // need not be a box.
  static const Expr *name_evaluated(const Expr *e) {
    const ECase *c = dyn_cast<ECase>(e);
    const EPrimApp *p = c ? dyn_cast<EPrimApp>(c->scrut) : nullptr;
    if (!p || PrimId(p->op->index) != PrimId::SeqState || is_trivial(p->args[0])) return e;
    Var *x = mk_core_var("evaluated", p->types[0]);
    return mk_let(
        x, p->args[0],
        mk_case(mk_prim_app(p->op, p->types, Vec<const Expr *>{mk_var(x), p->args[1]}), c->binder, c->type, c->alts));
  }
  // e without those sparks.
  const Expr *drop(const Expr *e) {
    const ECase *c = dyn_cast<ECase>(e);
    if (c && tests_.count(c)) return drop(c->alts[0].body);
    if (Registered r = quiet_ ? registered(e) : Registered{}; r.call) {
      const EPrimApp &p = cast<EPrimApp>(c->scrut);
      const EApp &call = cast<EApp>(r.call->scrut);
      Alt a = c->alts[0], after = r.call->alts[0];
      after.body = drop(after.body);
      a.body = mk_case(call.args[call.args.size() - 1], r.call->binder, r.call->type, {after});
      const Expr *one = mk_int_lit(1);
      const Expr *pair =
          mk_con_app(a.con, Vec<const Type *>{expr_type(p.args[1]), expr_type(one)}, Vec<const Expr *>{p.args[1], one});
      return mk_case(pair, c->binder, c->type, {a});
    }
    if (const ELet *l = dyn_cast<ELet>(e); l && quiet_ && dropped_.get(l->bind.var->uniq))
      return mk_let(l->bind.var, drop(without_no_duplicate(l->bind.rhs)), drop(l->body));
    const EPrimApp *p = c ? spark_of(c->scrut) : nullptr;
    const Var *named = c ? name_of_spark(*c) : nullptr, *v = named ? named : p ? head_var(p->args[0]) : nullptr;
    if (!v || !dropped_.get(v->uniq)) return map_children(name_evaluated(e), [this](const Expr *x) { return drop(x); });
    Alt a = c->alts[0];
    a.body = drop(a.body);
    Var *x = named ? mk_core_var("unsparked", named->type) : nullptr;
    const Expr *value = named ? mk_var(x) : p->args[0];
    const Expr *pair =
        mk_con_app(a.con, Vec<const Type *>{expr_type(p->args[1]), p->types[0]}, Vec<const Expr *>{p->args[1], value});
    const Expr *r = mk_case(pair, c->binder, c->type, {a});
    return named ? mk_let(x, drop(p->args[0]), r) : r;
  }
  const Expr *sequential(const Expr *e) { return clone_expr(drop(e), {}, {}, from_, to_); }
  // e, which looks whether there is room before it makes a spark.
  const Expr *choose(const Expr *e) {
    const ELet *l = dyn_cast<ELet>(e);
    const ECase *c = dyn_cast<ECase>(e);
    if (c && tests_.count(c)) {
      Alt without = c->alts[0], with = c->alts[1];
      without.body = sequential(without.body);
      with.body = choose(with.body);
      return mk_case(c->scrut, c->binder, c->type, {without, with});
    }
    const Var *v = l ? l->bind.var : c ? name_of_spark(*c) : nullptr;
    if (!v || !dropped_.get(v->uniq)) return map_children(e, [this](const Expr *x) { return choose(x); });
    const Type *world = mk_tcon(g_builtin.real_world), *state = mk_tapp(mk_tcon(g_builtin.state_prim), world);
    const Expr *token = mk_prim_app(primop(PrimId::RealWorldToken), Vec<const Type *>{}, Vec<const Expr *>{});
    const Expr *room = mk_prim_app(primop(PrimId::SparkRoom), Vec<const Type *>{world}, Vec<const Expr *>{token});
    const Type *type = expr_type(e), *room_type = expr_type(room);
    Vec<const Type *> parts;
    TyCon *pair = split_tcon_app(room_type, &parts);
    Alt both, none, some;
    both.con = pair->cons[0];
    Var *r = mk_core_var("room", parts[1]);
    both.fields = {mk_core_var("s", state), r};
    none.is_lit = true;
    none.lit = cast<ELit>(mk_int_lit(0)).lit;
    none.body = sequential(e);
    some.body = e;
    both.body = mk_case(mk_var(r), mk_core_var("wild", parts[1]), type, {none, some});
    return mk_case(room, mk_core_var("wild", room_type), type, {both});
  }

  // Adds the copies of a group's functions to it.
  void group(Vec<Binding> *binds, bool top) {
    int size = 0;
    bool tested = false;
    for (const Binding &b : *binds) {
      if (manifest_arity(b.rhs) > 0 && !is_join_var(b.var)) member_[b.var->uniq] = true;
      size += expr_size(b.rhs, kMaxTested + 1);
      tested = tested || (auto_par_ && has_room_test(b.rhs));
    }
    bool any = false;
    if (size <= (tested ? kMaxTested : kMaxSize))
      for (const Binding &b : *binds) any |= find(b.rhs);
    if (any && cx_.tick()) {
      UniqTable<bool> ours;
      quiet_ = true;
      for (const Binding &b : *binds) quiet_ = quiet_ && quiet(b.rhs, ours);
      from_ = {};
      to_ = {};
      std::vector<Var *> copies;
      for (const Binding &b : *binds) {
        if (!member_.get(b.var->uniq)) {
          copies.push_back(nullptr);
          continue;
        }
        std::string name = "$seq" + b.var->occ.string();
        Var *v = top ? mk_global_like(b.var, b.var->type, name) : fresh_like(b.var, b.var->type);
        v->library = top && b.var->library;
        if (b.var->info) v->info = mk<IdInfo>(*b.var->info);
        IdInfo &i = info(v);
        i.inline_spec = InlineSpec::None;
        i.is_exported = i.is_dfun = false;
        i.rules = {};
        i.sig = nullptr;
        i.unfolding = nullptr;
        copies.push_back(v);
        from_.push_back(b.var);
        to_.push_back(mk_var(v));
      }
      Vec<Binding> out;
      for (size_t i = 0; i < binds->size(); i++)
        if (copies[i]) out.push_back({copies[i], sequential((*binds)[i].rhs)});
      for (Binding b : *binds) {
        b.rhs = choose(b.rhs);
        if (b.var->info) b.var->info->sig = nullptr;
        out.push_back(b);
      }
      *binds = out;
    }
    for (const Binding &b : *binds) member_[b.var->uniq] = false;
  }
  // The groups inside of e.
  const Expr *inside(const Expr *e) {
    e = map_children(e, [this](const Expr *x) { return inside(x); });
    const ELetRec *l = dyn_cast<ELetRec>(e);
    if (!l || is_join_var(l->binds[0].var)) return e;
    Vec<Binding> binds = l->binds.clone();
    size_t before = binds.size();
    group(&binds, false);
    return binds.size() == before ? e : mk_letrec(binds, l->body);
  }

  PassContext &cx_;
  UniqTable<bool> member_;                   // of the group that is looked at
  UniqTable<bool> dropped_;                  // sparked variables that qualify
  std::unordered_set<const ECase *> tests_;  // auto_par.cc's, likewise
  bool auto_par_ = false;                    // there are any
  bool quiet_ = false;                       // the copies have no effects
  Vec<Var *> from_;
  Vec<const Expr *> to_;
};

}  // namespace

void spark_clones(Program &p, PassContext &cx) { SparkClones(cx).program(p); }

}  // namespace gphc::opt
