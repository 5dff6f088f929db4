// nf_workers.cc: what the program evaluates to normal form is built of evaluated parts.
//
//   let t = build a b in case sum t of r -> ..        let t = $nfbuild 8 a b in case sum t of r -> ..
//   build a b = if a > b then Leaf else               $nfbuild fuel a b = if a > b then Leaf else
//     Node (build a (m-1)) (f m) (build (m+1) b)  ==>   case f m of x ->
//                                                       if fuel > 0
//                                                         then case $nfbuild (fuel / 2) a (m-1) of l ->
//                                                              case $nfbuild (fuel / 2) (m+1) b of r -> Node l x r
//                                                         else let l = $nfbuild 8 a (m-1); r = $nfbuild 8 (m+1) b in
//                                                              Node l x r
//
// (The demand N of the EQUALS paper.) Two things demand it:
//  - a walk (By::Walk): force, deepseq, $!!, rdeepseq are walks to normal form once they are inlined; nf_walks.cc
//    recognises walks. The first thing that happens to the value must be the walk. Then nobody can want less of it:
//    what is asked for when it is evaluated is its normal form; if the walk is interrupted, it is all of the expression
//    that is resumed; if it raises, the value is unreachable.
//  - functions that evaluate all of their argument (By::Function): sum, a fold over a tree, a walk written by hand. The
//    demand analysis says which (Note [The demand N] there), and of what is bound to a variable whether it is surely
//    evaluated to normal form, or is whenever it is evaluated at all: then, too, nobody wants less of it.
// Which of several exceptions is raised may change, as usual.
//
// The demand spreads from an expression to the branches of its cases, to the bodies of its lets, to known functions
// that it calls, as a copy for that demand (and to those of their arguments that they bring to normal form under it),
// to local functions, as copies, too, to what surely is evaluated to normal form when the result is (facts of the
// analysis under N: VarFacts::normal_within), and to the arguments of constructors. An argument of a constructor
// (parameters as well, so that callers need not suspend them; not what came out of an object; what strict fields hold
// was evaluated before, to the same demand) is
//   small       of a type whose normal forms take a bounded number of words (Int, pairs of such): evaluated
//   a part      of the type of the cell, or of one that has such values inside: evaluated ahead, as far as the fuel
//               goes
//   other       a list in a record, an Integer, an array: the walk's are evaluated, but for the last one, as it comes
//               to that by a jump, with the cell behind it garbage already; the others' are suspended
//
// Note [Parts ahead]
// ~~~~~~~~~~~~~~~~~~
// What streams must go on to stream: sum (build a b) needs no more memory than the height of the tree, whatever the
// order in which sum visits it, and a list needs no stack. So of the parts of a cell a bounded number is there before
// somebody asks for them. A copy of a function gets a number of cells that it may build ahead; it gives each part its
// share; where nothing is left the parts are suspended, and whoever evaluates them begins anew, with 16 for a walk and
// what it walks is computed from, with 8 where nobody wrote force. One in 16 of a list's cells has a thunk, and the
// stack is as deep as 16 calls of the program's own. Holes that are filled later would save the rest:
// docs/decisions/012 says why there are none, docs/decisions/025 why this, and what a smaller number costs.
// What a call may return as it is, ys in xs ++ ys, begins without any: it would be evaluated ahead, at the end of xs,
// as part of a cell of xs, and build another 8 cells, the last of which is a part ahead again, and so on to the end.
// Ahead is only what is small but for its parts: no cell is built ahead for which something is evaluated that may be
// large, as 16 of them would be there where one was.
//
// Note [Functions that take functions]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// map f xs in normal form calls f for its normal form, and the elements are built by f. So where f is known (a lambda,
// a function with some of its arguments) a function that is small, and calls what it is given under N only, is put in
// the place of its call, as a local function when it is recursive, with f in it. A signature says which do: the demand
// on the parameter is that of a call whose result is N.
//
// Requires: as nf-marks, and before it, which changes the walks. Before the demand analysis: the copies are stricter,
// so what is passed to them is unboxed by worker-wrap. Preserves: lint. Complexity: linear, after a demand analysis;
// copies of functions up to kMaxSize, at most kMaxCopies.
#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/cpr_anal.h"
#include "opt/demand_anal.h"
#include "opt/demand_ops.h"
#include "opt/expr_util.h"
#include "opt/nf_walks.h"
#include "opt/passes.h"
#include "opt/sharing.h"

namespace gphc::opt {

namespace {

constexpr int kMaxSize = 300;  // of a function that gets a copy
constexpr size_t kMaxCopies = 200;
constexpr int64_t kFuelOfWalks = 16, kFuel = 8;  // see Note [Parts ahead]
constexpr int kMaxPart = 60;                     // size of a part that is there twice
// of a function that is put in the place of its call, for the functions that it is given; and so many of them
constexpr int kMaxInstance = 60;
constexpr int kMaxInstances = 100;

int count(const Var *v, const Expr *e) {
  if (const EVar *x = dyn_cast<EVar>(e)) return x->var == v;
  int n = 0;
  for_each_child(e, [&](const Expr *c) { n += count(v, c); });
  return n;
}

const Type *int_type() { return mk_tcon(g_builtin.int_prim); }
const Expr *int_op(PrimId id, const Expr *a, int64_t b) {
  return mk_prim_app(primop(id), Vec<const Type *>{}, Vec<const Expr *>{a, mk_int_lit(b)});
}

// What a constructor of this type holds once type variables are known; nothing for one with contexts or existentials.
bool field_types(const DataCon *c, const Vec<const Type *> &args, Vec<const Type *> *out) {
  if (!c->exist.empty() || !c->theta.empty() || c->univ.size() != args.size()) return false;
  for (const Type *t : con_field_types(c)) out->push_back(subst_type(t, c->univ, args));
  return true;
}
// Takes a value of this type a bounded number of words when it is in normal form: numbers, enumerations, tuples of
// such?
bool is_small_type(const Type *t, int depth = 3) {
  t = unwrap_newtypes(t);
  Vec<const Type *> args;
  TyCon *tc = split_tcon_app(t, &args);
  if (!tc || depth == 0) return false;
  if (tc->sort == TyConSort::Prim)
    return tc == g_builtin.int_prim || tc == g_builtin.word_prim || tc == g_builtin.char_prim ||
           tc == g_builtin.double_prim || tc == g_builtin.float_prim;
  if (tc->sort != TyConSort::Data || tc->is_unboxed_tuple) return false;
  for (const DataCon *c : tc->cons) {
    Vec<const Type *> fields;
    if (!field_types(c, args, &fields)) return false;
    for (const Type *f : fields)
      if (!is_small_type(f, depth - 1)) return false;
  }
  return true;
}
// Are there values of type `whole` inside of values of type t?
bool has_inside(const Type *t, const Type *whole, int depth = 3) {
  t = unwrap_newtypes(t);
  if (same_type(t, whole)) return true;
  Vec<const Type *> args;
  TyCon *tc = split_tcon_app(t, &args);
  if (!tc || depth == 0 || tc->sort != TyConSort::Data || tc->cons.size() > 20) return false;
  for (const DataCon *c : tc->cons) {
    Vec<const Type *> fields;
    if (!field_types(c, args, &fields)) continue;
    for (const Type *f : fields)
      if (has_inside(f, whole, depth - 1)) return true;
  }
  return false;
}

class NfWorkers {
 public:
  NfWorkers(Program &p, PassContext &cx) : p_(p), cx_(cx) {}
  void run() {
    walks_ = find_nf_walks(p_);
    find_normal_demands(p_);
    for (size_t i = 0; i < p_.groups.size(); i++)
      for (const Binding &b : p_.groups[i]) functions_[b.var] = {b.rhs, i};
    std::vector<std::vector<Binding>> more(p_.groups.size());
    for (Vec<Binding> &g : p_.groups)
      for (Binding &b : g) {
        library_ = b.var->library;
        if (!walks_.all.count(b.var)) b.rhs = outside(b.rhs);
      }
    for (size_t i = 0; i < copies_.size(); i++) {
      library_ = copies_[i].of->library;
      const Expr *rhs = outside(copies_[i].bind.rhs);
      copies_[i].bind.rhs = rhs;
    }
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
  // Who evaluates to normal form: a walk right away, or a function that is known to (Note [The demand N] in
  // demand_anal.cc), in its own time.
  // Within: what a walk's structure is computed from.
  enum class By : uint8_t { Walk, Within, Function };
  const Expr *full() const { return mk_int_lit(by_ == By::Function ? kFuel : kFuelOfWalks); }
  static By inside(By by) { return by == By::Walk ? By::Within : by; }
  struct Function {
    const Expr *rhs;
    size_t group;
  };
  struct Copy {
    Binding bind;
    size_t group;
    Var *of;
    By by;
  };

  // ---- Where normal form is demanded --------------------------------------------------------------------------------
  const Expr *outside(const Expr *e) {
    e = map_children(e, [this](const Expr *x) { return outside(x); });
    switch (e->tag) {
      case Tag::App: {
        if (const Expr *arg = walks_.argument(e)) {
          const Expr *better = is_trivial(arg) ? arg : try_demand(arg, By::Walk);
          return better == arg ? e : mk_app(cast<EApp>(e).fn, {better});
        }
        return arguments(cast<EApp>(e));
      }
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        if (is_join_var(l.bind.var) || is_unlifted(l.bind.var->type)) return e;
        const Expr *better = l.bind.rhs;
        if (walks_.walked_first(l.body, l.bind.var)) better = try_demand(better, By::Walk);
        else if (is_normal_demand(demand_of(l.bind.var))) better = try_demand(better, By::Function);
        return better == l.bind.rhs ? e : mk_let(l.bind.var, better, l.body);
      }
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        if (is_trivial(c.scrut) || is_unlifted(c.binder->type)) return e;
        const Expr *better = c.scrut;
        const VarFacts *f = g_facts.find(c.binder->uniq);
        if (c.alts.size() == 1 && c.alts[0].is_default() && walks_.walked_first(c.alts[0].body, c.binder))
          better = try_demand(better, By::Walk);
        else if (f && f->scrut_normal) better = try_demand(better, By::Function);
        return better == c.scrut ? e : mk_case(better, c.binder, c.type, c.alts);
      }
      default: return e;
    }
  }
  static bool is_normal_demand(const Demand &d) { return d.usage != Usage::Absent && whenever_normal(d); }
  // Of a function whose signature says N of some.
  const Expr *arguments(const EApp &a) {
    const Var *f = called_var(a);
    const StrSig *s = f ? sig_of(f) : nullptr;
    if (!s || s->diverges || s->args.size() > a.args.size()) return &a;
    Vec<const Expr *> args;
    bool changed = false;
    for (size_t i = 0; i < a.args.size(); i++) {
      const Expr *arg = a.args[i];
      if (i < s->args.size() && !is_trivial(arg) && is_normal_demand(s->args[i]) && !is_unlifted(expr_type(arg)))
        arg = try_demand(arg, By::Function);
      changed |= arg != a.args[i];
      args.push_back(arg);
    }
    return changed ? mk_app(a.fn, args) : &a;
  }
  // e for the demand, if anything is evaluated then that would be suspended; else e itself.
  const Expr *try_demand(const Expr *e, By by) {
    if ((is_value(e) && e->tag != Tag::ConApp) || (by == By::Function && (library_ || is_normal_type(expr_type(e)))))
      return e;
    size_t copies = attempt_ = copies_.size();
    int eager = eager_;
    own_.clear();
    locals_.clear();
    once_.clear();
    by_ = by;
    fuel_ = full();
    const Expr *better = e->tag == Tag::ConApp ? cell_later(cast<EConApp>(e)) : demand(e);
    if (eager_ > eager && cx_.tick()) return better;
    eager_ = eager;
    while (copies_.size() > copies) {
      copy_of_[size_t(copies_.back().by)].erase(copies_.back().of);
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
      case Tag::Let: return let(cast<ELet>(e));
      case Tag::LetRec: return letrec(cast<ELetRec>(e));
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        // What was sparked is for others to evaluate, while this thread makes more sparks. The same after a pseq.
        if (const EPrimApp *p = dyn_cast<EPrimApp>(c.scrut);
            p && (is_spark(p->op) || PrimId(p->op->index) == PrimId::SeqState))
          return e;
        const Expr *scrut = c.scrut;
        if (!is_unlifted(c.binder->type) && (within(c.binder) || (c.alts.size() == 1 && c.alts[0].is_default() &&
                                                                  becomes_part(c.binder, c.alts[0].body))))
          scrut = argument(scrut, kNormal);
        Vec<Alt> alts;
        for (Alt a : c.alts) {
          a.body = demand(a.body);
          alts.push_back(a);
        }
        return mk_case(scrut, c.binder, c.type, alts);
      }
      case Tag::App: return call(cast<EApp>(e));
      case Tag::ConApp: return cell(cast<EConApp>(e));
      default: return e;
    }
  }
  // Is v a part of what e builds, on each path? (What a strict field holds was evaluated before.)
  static bool becomes_part(const Var *v, const Expr *e) {
    switch (e->tag) {
      case Tag::Tick: return becomes_part(v, cast<ETick>(e).body);
      case Tag::Let: return becomes_part(v, cast<ELet>(e).body);
      case Tag::LetRec: return becomes_part(v, cast<ELetRec>(e).body);
      case Tag::Case: {
        const Vec<Alt> &alts = cast<ECase>(e).alts;
        return !alts.empty() &&
               std::all_of(alts.begin(), alts.end(), [v](const Alt &a) { return becomes_part(v, a.body); });
      }
      case Tag::ConApp:
        for (const Expr *a : cast<EConApp>(e).args)
          if ((is_trivial(a) && head_var(a) == v) || (a->tag == Tag::ConApp && becomes_part(v, a))) return true;
        return false;
      default: return false;
    }
  }
  // With a fuel of its own: what is suspended, or is evaluated whole.
  const Expr *demand_afresh(const Expr *e, bool returned = false) {
    const Expr *fuel = fuel_;
    fuel_ = returned ? mk_int_lit(0) : full();
    e = demand(e);
    fuel_ = fuel;
    return e;
  }
  // e, given to a function whose signature under N says d, for a result of a type.
  const Expr *argument(const Expr *e, const Demand &d, const Type *result = nullptr) {
    if (!is_normal_demand(d) || (is_value(e) && e->tag != Tag::ConApp) || is_trivial(e) || is_unlifted(expr_type(e)) ||
        is_normal_type(expr_type(e)))
      return e;
    const By by = by_;
    by_ = inside(by);
    const bool returned = result && same_type(unwrap_newtypes(expr_type(e)), unwrap_newtypes(result));
    e = e->tag == Tag::ConApp ? cell_later(cast<EConApp>(e)) : demand_afresh(e, returned);
    by_ = by;
    return e;
  }
  const Expr *let(const ELet &l) {
    Var *v = l.bind.var;
    own_.insert(v);
    if (is_join_var(v)) {
      const Expr *rhs = join(l.bind);
      return mk_let(v, rhs, demand(l.body));
    }
    const bool thunk = !is_unlifted(v->type) && !is_value(l.bind.rhs);
    const bool once = thunk && count(v, l.body) == 1;
    if (once) once_[v] = l.bind.rhs;
    const VarFacts *f = g_facts.find(v->uniq);
    if (thunk && !once && f && f->strict_within) return shared(l);
    const Expr *body = demand(l.body);
    if (once && !once_.count(v)) return body;  // it stands in its place
    once_.erase(v);
    return mk_let(v, thunk && within(v) ? argument(l.bind.rhs, kNormal, expr_type(body)) : l.bind.rhs, body);
  }
  // Is what v is bound to evaluated to normal form whenever it is evaluated?
  static bool within(const Var *v) {
    const VarFacts *f = g_facts.find(v->uniq);
    return f && f->normal_within;
  }
  // What is surely evaluated to normal form, but used in several places, like the pair in
  //   halves (x : y : zs) = let p = halves zs in (x : fst p, y : snd p)
  // is built ahead like a part.
  const Expr *shared(const ELet &l) {
    Var *v = l.bind.var;
    const Expr *fuel = fuel_, *anew = full();
    const bool whole = fuel->tag == Tag::Lit;
    Var *less = mk_core_var("fuel", int_type());
    int fueled = fueled_;
    if (!whole) fuel_ = mk_var(less);
    const Expr *body = demand(l.body);
    const bool parts = fueled_ > fueled;
    fueled = fueled_;
    const By by = by_;
    by_ = inside(by);
    const Expr *rhs = demand(l.bind.rhs);
    by_ = by;
    fuel_ = fuel;
    const bool calls = fueled_ > fueled;
    if (whole) return mk_let(v, rhs, body);
    auto at = [less](const Expr *e, const Expr *n) { return clone_expr(e, {}, {}, std::array{less}, std::array{n}); };
    if (!calls || expr_size(rhs, kMaxPart + 1) > kMaxPart || expr_size(body, kMaxPart + 1) > kMaxPart)
      return mk_let(v, at(rhs, anew), at(body, fuel));
    eager_++;
    const Expr *later = clone_expr(mk_let(v, at(rhs, anew), at(body, mk_int_lit(0))));
    const Expr *now = taken_apart(v, rhs, body);
    now = mk_let(less, parts ? int_op(PrimId::IntSra, fuel, 1) : int_op(PrimId::IntSub, fuel, 1), now);
    return if_fuel(now, later);
  }
  // case rhs of v { K x y -> body }, where body may say `let a = case v of K x _ -> x`.
  static const Expr *taken_apart(Var *v, const Expr *rhs, const Expr *body) {
    Vec<const Type *> types;
    DataCon *con = product_con(v->type, &types);
    Vec<const Type *> fields;
    if (!con || split_tcon_app(v->type, nullptr) != con->tycon || !field_types(con, types, &fields))
      return mk_strict_let(v, rhs, body);
    Alt a;
    a.con = con;
    for (const Type *t : fields) a.fields.push_back(mk_core_var("r", t));
    std::vector<Var *> vars;
    std::vector<const Expr *> by;
    body = without_selections(body, v, a.fields, &vars, &by);
    a.body = vars.empty() ? body : clone_expr(body, {}, {}, vars, by);
    return mk_case(rhs, v, expr_type(body), {a});
  }
  static const Expr *without_selections(const Expr *e, const Var *v, const Vec<Var *> &fields, std::vector<Var *> *vars,
                                        std::vector<const Expr *> *by) {
    if (const ELet *l = dyn_cast<ELet>(e)) {
      const ECase *c = dyn_cast<ECase>(l->bind.rhs);
      const Var *s = c ? head_var(c->scrut) : nullptr;
      if (s == v && c->scrut->tag == Tag::Var && c->alts.size() == 1 && c->alts[0].fields.size() == fields.size())
        if (const EVar *x = dyn_cast<EVar>(c->alts[0].body))
          for (size_t i = 0; i < fields.size(); i++)
            if (c->alts[0].fields[i] == x->var && same_type(x->var->type, fields[i]->type)) {
              vars->push_back(l->bind.var);
              by->push_back(mk_var(fields[i]));
              return without_selections(l->body, v, fields, vars, by);
            }
    }
    return map_children(e, [&](const Expr *c) { return without_selections(c, v, fields, vars, by); });
  }
  const Expr *lambda(const ELam &l) {
    own_.insert(l.params.begin(), l.params.end());
    return demand(l.body);
  }
  const Expr *join(const Binding &b) {
    const ELam *l = dyn_cast<ELam>(b.rhs);
    int arity = b.var->info->join_arity;
    if (arity == 0) return demand(b.rhs);
    return l && int(l->params.size()) == arity ? mk_lam(l->params, lambda(*l)) : b.rhs;
  }
  // The body of a function, which gets a parameter for the fuel.
  const Expr *function(const ELam &l) {
    const Expr *fuel = fuel_;
    std::unordered_map<const Var *, const Expr *> once;
    once.swap(once_);
    Var *f = mk_core_var("fuel", int_type());
    fuel_ = mk_var(f);
    const Expr *body = lambda(l);
    fuel_ = fuel;
    once.swap(once_);
    Vec<Var *> params;
    params.push_back(f);
    for (Var *p : l.params) params.push_back(p);
    return mk_lam(params, body);
  }
  // Local functions that are called under the demand get copies for it; the others go when nobody calls them.
  const Expr *letrec(const ELetRec &l) {
    Vec<Binding> binds;
    if (is_join_var(l.binds[0].var)) {
      for (const Binding &b : l.binds) binds.push_back({b.var, join(b)});
      return mk_letrec(binds, demand(l.body));
    }
    for (const Binding &b : l.binds) {
      const ELam *f = dyn_cast<ELam>(b.rhs);
      if (!f || expr_size(f->body, kMaxSize + 1) > kMaxSize) return mk_letrec(l.binds, demand(l.body));
    }
    for (const Binding &b : l.binds) {
      Var *v = fresh_like(b.var, mk_tfun(int_type(), b.var->type));
      locals_[b.var] = {v, cast<ELam>(b.rhs).params.size(), by_, false};
    }
    const Expr *body = demand(l.body);
    // Those that are called now, and those that they call.
    std::unordered_set<const Var *> made;
    for (bool again = true; again;) {
      again = false;
      for (const Binding &b : l.binds)
        if (locals_[b.var].called && made.insert(b.var).second) {
          const Expr *rhs = clone_expr(b.rhs);
          binds.push_back({locals_[b.var].copy, function(cast<ELam>(rhs))});
          again = true;
        }
    }
    for (const Binding &b : l.binds) locals_.erase(b.var);
    bool needed = false;
    for (const Binding &b : l.binds) {
      needed = needed || count(b.var, body) > 0;
      for (const Binding &c : binds) needed = needed || count(b.var, c.rhs) > 0;
    }
    if (needed)
      for (const Binding &b : l.binds) binds.push_back(b);
    return binds.empty() ? body : mk_letrec(binds, body);
  }
  const Expr *call(const EApp &a) {
    const EVar *f = dyn_cast<EVar>(a.fn->tag == Tag::TyApp ? cast<ETyApp>(a.fn).fn : a.fn);
    if (!f || is_join_var(f->var)) return mk_app(a.fn, a.args);
    Var *copy = nullptr;
    if (auto c = locals_.find(f->var); c != locals_.end()) {
      if (a.fn->tag == Tag::Var && a.args.size() == c->second.params && by_ == c->second.by) {
        c->second.called = true;
        copy = c->second.copy;
      }
    } else {
      if (const Expr *e = instance(f->var, a)) return demand(e);
      copy = copy_of(f->var, a.args.size());
    }
    if (!copy) return mk_app(a.fn, a.args);
    fueled_++;
    Vec<const Expr *> args;
    args.push_back(fuel_);
    const VarFacts *facts = g_facts.find(f->var->uniq);
    const StrSig *s = facts ? facts->normal_sig : nullptr;
    const bool known = s && !s->diverges && s->args.size() == a.args.size();
    const Type *result = known ? expr_type(&a) : nullptr;
    for (size_t i = 0; i < a.args.size(); i++)
      args.push_back(known ? argument(a.args[i], s->args[i], result) : a.args[i]);
    return mk_app(a.fn->tag == Tag::TyApp ? mk_ty_app(mk_var(copy, head_place(a.fn)), cast<ETyApp>(a.fn).types)
                                          : mk_var(copy, head_place(a.fn)),
                  args);
  }
  // ---- Functions that take functions --------------------------------------------------------------------------------
  // See Note [Functions that take functions].
  struct Fixed {
    Var *param;
    const ELam *fn;
    int calls = 0, others = 0;
  };
  // A function that is known, as a lambda of its own; null if it is none. shared: what it holds.
  const ELam *known_function(const Expr *e, size_t params, std::vector<Binding> *shared) {
    if (const ELam *l = dyn_cast<ELam>(e)) return l->params.size() == params ? &cast<ELam>(clone_expr(l)) : nullptr;
    const EApp *a = dyn_cast<EApp>(e);
    const Expr *head = a ? a->fn : e;
    const EVar *v = dyn_cast<EVar>(head->tag == Tag::TyApp ? cast<ETyApp>(head).fn : head);
    auto it = v ? functions_.find(v->var) : functions_.end();
    if (it == functions_.end() || own_lambdas(it->second.rhs) != params + (a ? a->args.size() : 0)) return nullptr;
    Vec<const Expr *> args;
    if (a) {
      for (const Expr *x : a->args) {
        if (is_unlifted(expr_type(x)) && !is_trivial(x)) return nullptr;
        if (!is_trivial(x)) {
          shared->push_back({mk_core_var("x", expr_type(x)), x});
          x = mk_var(shared->back().var);
        }
        args.push_back(x);
      }
    }
    Vec<Var *> own;
    const Type *t = expr_type(e);
    for (size_t i = 0; i < params; i++) {
      const TFun *fun = dyn_cast<TFun>(t);
      if (!fun) return nullptr;
      own.push_back(mk_core_var("y", fun->arg));
      args.push_back(mk_var(own.back()));
      t = fun->res;
    }
    return &cast<ELam>(mk_lam(own, mk_app(head, args)));
  }
  // a, a call of f, with what it does in its place, if it calls a function that it is given and brings the results to
  // normal form; else null. Its own recursion goes on in a local function.
  const Expr *instance(Var *f, const EApp &a) {
    const VarFacts *facts = g_facts.find(f->uniq);
    const StrSig *s = facts ? facts->normal_sig : nullptr;
    auto it = functions_.find(f);
    if (!s || s->diverges || s->args.size() != a.args.size() || it == functions_.end() || instances_ >= kMaxInstances ||
        (f->info && (f->info->huge || f->info->is_dfun)))
      return nullptr;
    const ETyLam *t = dyn_cast<ETyLam>(it->second.rhs);
    const ELam *l = dyn_cast<ELam>(t ? t->body : it->second.rhs);
    const ETyApp *at = dyn_cast<ETyApp>(a.fn);
    if (!l || l->params.size() != a.args.size() || (t ? t->vars.size() : 0) != (at ? at->types.size() : 0) ||
        expr_size(l->body, kMaxInstance + 1) > kMaxInstance)
      return nullptr;
    std::vector<Fixed> fixed(a.args.size());
    std::vector<Binding> shared;
    bool any = false;
    for (size_t i = 0; i < a.args.size(); i++) {
      size_t n = 0;
      const Demand *d = &s->args[i];
      for (; d->kind == DmdKind::Call && !d->fields.empty(); d = &d->fields[0]) n++;
      if (n == 0 || !whenever_normal(*d) || is_normal_result(expr_type(a.args[i]), n)) continue;
      fixed[i].fn = known_function(a.args[i], n, &shared);
      any |= fixed[i].fn != nullptr;
    }
    if (!any) return nullptr;
    const Expr *own = t ? clone_expr(l, t->vars, at->types) : clone_expr(l);
    l = &cast<ELam>(own);
    Vec<Var *> params;
    Vec<const Expr *> args;
    for (size_t i = 0; i < fixed.size(); i++) {
      if (fixed[i].fn) {
        fixed[i].param = l->params[i];
        continue;
      }
      params.push_back(l->params[i]);
      args.push_back(argument(a.args[i], s->args[i], expr_type(&a)));
    }
    Recursion r{f, at, &fixed, nullptr, 0, true};
    if (!params.empty()) {
      Vec<const Type *> types;
      for (Var *p : params) types.push_back(p->type);
      r.local = mk_core_var("go", mk_tfuns(types, expr_type(l->body)));
    }
    const Expr *body = specialised(l->body, &r);
    if (!r.ok || (r.calls > 0 && !r.local)) return nullptr;
    for (Fixed &x : fixed)
      if (x.fn && (x.calls == 0 || x.calls > 2)) return nullptr;
    instances_++;
    const Expr *e = body;
    if (r.calls > 0) {
      e = mk_letrec(Vec<Binding>{{r.local, mk_lam(params, body)}}, mk_app(mk_var(r.local), args));
    } else {
      for (size_t i = params.size(); i-- > 0;) e = bind(params[i], args[i], e);
    }
    for (Fixed &x : fixed)
      if (x.fn && x.others > 0) e = mk_let(x.param, clone_expr(x.fn), e);
    for (size_t i = shared.size(); i-- > 0;) e = mk_let(shared[i].var, shared[i].rhs, e);
    return e;
  }
  static const Expr *bind(Var *x, const Expr *e, const Expr *body) {
    if (is_trivial(e) || e->tag == Tag::Lit) return clone_expr(body, {}, {}, std::array{x}, std::array{e});
    return is_unlifted(x->type) ? mk_strict_let(x, e, body) : mk_let(x, e, body);
  }
  static bool is_normal_result(const Type *t, size_t params) {
    for (; params > 0; params--) {
      const TFun *f = dyn_cast<TFun>(t);
      if (!f) return true;
      t = f->res;
    }
    return is_unlifted(t);
  }
  struct Recursion {
    Var *f;
    const ETyApp *types;
    std::vector<Fixed> *fixed;
    Var *local;
    int calls;
    bool ok;
  };
  const Expr *specialised(const Expr *e, Recursion *r) {
    if (const EApp *a = dyn_cast<EApp>(e)) {
      const Expr *h = a->fn;
      const ETyApp *t = dyn_cast<ETyApp>(h);
      const EVar *v = dyn_cast<EVar>(t ? t->fn : h);
      Vec<const Expr *> args;
      if (v && v->var == r->f) {
        r->ok = r->ok && a->args.size() == r->fixed->size() && (t != nullptr) == (r->types != nullptr);
        for (size_t i = 0; r->ok && t && i < t->types.size(); i++) r->ok = same_type(t->types[i], r->types->types[i]);
        for (size_t i = 0; r->ok && i < a->args.size(); i++) {
          const Fixed &x = (*r->fixed)[i];
          if (!x.fn) args.push_back(specialised(a->args[i], r));
          else if (const EVar *y = dyn_cast<EVar>(a->args[i]); !y || y->var != x.param) r->ok = false;
        }
        r->calls++;
        return r->ok && r->local ? mk_app(mk_var(r->local, v->place), args) : e;
      }
      if (v && !t)
        for (Fixed &x : *r->fixed)
          if (x.fn && x.param == v->var && x.fn->params.size() == a->args.size()) {
            x.calls++;
            const ELam &fn = cast<ELam>(clone_expr(x.fn));
            const Expr *body = fn.body;
            for (size_t i = a->args.size(); i-- > 0;) body = bind(fn.params[i], specialised(a->args[i], r), body);
            return body;
          }
    } else if (const EVar *v = dyn_cast<EVar>(e)) {
      r->ok = r->ok && v->var != r->f;
      for (Fixed &x : *r->fixed) x.others += x.fn && x.param == v->var;
    }
    return map_children(e, [&](const Expr *c) { return specialised(c, r); });
  }

  // The copy of a top-level function for the demand; null if there is none.
  Var *copy_of(Var *f, size_t args) {
    auto &copies = copy_of_[size_t(by_)];
    auto known = copies.find(f);
    if (known != copies.end()) {
      eager_ += known->second < attempt_;
      return copies_[known->second].bind.var;
    }
    auto it = functions_.find(f);
    if (it == functions_.end() || walks_.all.count(f) || copies_.size() >= kMaxCopies) return nullptr;
    const ETyLam *t = dyn_cast<ETyLam>(it->second.rhs);
    const ELam *l = dyn_cast<ELam>(t ? t->body : it->second.rhs);
    if (!l || l->params.size() != args || (f->info && (f->info->huge || f->info->is_dfun)) ||
        (f->library && f->info && f->info->inline_spec == InlineSpec::NoInline))
      return nullptr;
    if (expr_size(l->body, kMaxSize + 1) > kMaxSize) return nullptr;
    const Expr *rhs = clone_expr(it->second.rhs);
    t = dyn_cast<ETyLam>(rhs);
    l = &cast<ELam>(t ? t->body : rhs);
    const Type *type = mk_tfun(int_type(), expr_type(l));
    Var *v = mk_global_like(f, t ? mk_forall(t->vars, type) : type, "$nf" + f->occ.string());
    v->library = f->library;
    info(v).arity = int32_t(args) + 1;
    if (f->info) {
      info(v).loc = f->info->loc;
      if (f->info->inline_spec == InlineSpec::NoInline) info(v).inline_spec = InlineSpec::NoInline;
    }
    size_t at = copies[f] = copies_.size();
    copies_.push_back({{v, nullptr}, it->second.group, f, by_});
    const int fueled = fueled_;
    const Expr *body = function(*l);
    fueled_ = fueled;
    copies_[at].bind.rhs = t ? mk_ty_lam(t->vars, body) : body;
    return v;
  }

  // ---- Constructors -------------------------------------------------------------------------------------------------
  enum class Field : uint8_t { AsItIs, Inner, Small, Now, Part, Suspended };
  // What becomes of an argument.
  Field field(const EConApp &c, size_t i, size_t last) const {
    const Expr *a = c.args[i];
    if (a->tag == Tag::ConApp) return Field::Inner;
    const Type *t = expr_type(a);
    if (i < c.con->theta.size() || is_unlifted(t) || c.con->fields[i - c.con->theta.size()].strict || is_value(a))
      return Field::AsItIs;
    if (is_trivial(a)) {
      const Var *v = head_var(a);
      if (!v || !own_.count(v)) return Field::AsItIs;  // constants; what came out of an object
      if (!once_.count(v))
        return is_small_type(t) ? Field::Small : by_ == By::Walk && i != last ? Field::Now : Field::AsItIs;
    }
    if (is_small_type(t)) return Field::Small;
    if (has_inside(t, unwrap_newtypes(expr_type(&c)))) return Field::Part;
    return by_ == By::Walk && i != last ? Field::Now : Field::Suspended;
  }
  static size_t last_open(const EConApp &c) {
    size_t last = c.args.size();
    for (size_t i = c.con->theta.size(); i < c.args.size(); i++)
      if (!is_unlifted(expr_type(c.args[i])) && !is_normal_type(expr_type(c.args[i]))) last = i;
    return last;
  }
  // Is anything evaluated for it that may be large?
  bool evaluates_large(const EConApp &c) const {
    const size_t last = last_open(c);
    for (size_t i = 0; i < c.args.size(); i++) {
      Field f = field(c, i, last);
      if (f == Field::Now || (f == Field::Inner && evaluates_large(cast<EConApp>(c.args[i])))) return true;
    }
    return false;
  }
  struct Part {
    Binding bind;
    bool last;
  };
  struct Cell {
    std::vector<Binding> first;        // evaluated before anything else
    std::vector<Vec<Binding>> before;  // values, thunks; functions that parts call
    std::vector<Part> parts;           // of the structure itself
  };
  // An argument, or what its variable is bound to, if that is used here only.
  const Expr *taken(const Expr *a) {
    const Var *v = is_trivial(a) ? head_var(a) : nullptr;
    auto it = v ? once_.find(v) : once_.end();
    if (it == once_.end()) return a;
    const Expr *rhs = it->second;
    once_.erase(it);
    return same_type(expr_type(rhs), expr_type(a)) ? rhs : mk_cast(rhs, expr_type(a));
  }
  const Expr *con_app(const EConApp &c, Cell *cell) {
    const size_t last = last_open(c);
    Vec<const Expr *> args;
    for (size_t i = 0; i < c.args.size(); i++) {
      const Expr *a = c.args[i];
      const Field f = field(c, i, last);
      if (f == Field::Inner) {
        args.push_back(con_app(cast<EConApp>(a), cell));
        continue;
      }
      if (f == Field::AsItIs && (is_trivial(a) || a->tag == Tag::Lit || is_unlifted(expr_type(a)))) {
        args.push_back(a);
        continue;
      }
      const Expr *e = taken(a);
      Var *x = is_trivial(e) ? fresh_like(head_var(e), expr_type(a)) : mk_core_var("x", expr_type(a));
      args.push_back(mk_var(x));
      switch (f) {
        case Field::Part: cell->parts.push_back({{x, e}, i == last}); break;
        case Field::Suspended: cell->before.push_back(Vec<Binding>{{x, demand_afresh(e)}}); break;
        case Field::Small:
        case Field::Now:
          eager_++;
          cell->first.push_back({x, is_trivial(e) || is_normal_type(x->type) ? e : demand_afresh(e)});
          break;
        default: cell->before.push_back(Vec<Binding>{{x, e}});
      }
    }
    return mk_con_app(c.con, c.types, args);
  }
  // A cell that is there before anybody asks for it (an argument, what a variable is bound to): its parts stay
  // suspended.
  const Expr *cell_later(const EConApp &c) {
    if (c.con->tycon->is_unboxed_tuple || c.con->dict_of) return &c;
    Vec<const Expr *> args;
    for (size_t i = 0; i < c.args.size(); i++) {
      const Expr *a = c.args[i];
      if (i < c.con->theta.size() || is_trivial(a) || is_unlifted(expr_type(a)) || is_normal_type(expr_type(a)) ||
          c.con->fields[i - c.con->theta.size()].strict || (is_value(a) && a->tag != Tag::ConApp))
        args.push_back(a);
      else args.push_back(a->tag == Tag::ConApp ? cell_later(cast<EConApp>(a)) : demand_afresh(a));
    }
    return mk_con_app(c.con, c.types, args);
  }
  // See Note [Parts ahead].
  const Expr *cell(const EConApp &c) {
    Cell cell;
    const bool large = evaluates_large(c), whole = fuel_->tag == Tag::Lit, none = whole && cast<ELit>(fuel_).lit.i == 0;
    const Expr *e = con_app(c, &cell), *fuel = fuel_;
    auto may_be_ahead = [large, none](const Part &p) { return !none && (!large || !p.last); };
    const auto n = std::count_if(cell.parts.begin(), cell.parts.end(), may_be_ahead);
    Var *less = mk_core_var("fuel", int_type());
    const Expr *anew = full();
    std::vector<Binding> ahead;
    for (const Part &p : cell.parts) {
      Binding b = p.bind;
      const int fueled = fueled_;
      fuel_ = may_be_ahead(p) && !whole ? mk_var(less) : anew;
      b.rhs = demand(b.rhs);
      const bool calls = fueled_ > fueled;
      while (const ELetRec *l = calls ? dyn_cast<ELetRec>(b.rhs) : nullptr) {  // functions, not to be there twice
        if (!all_functions(*l) || mentions(*l, less)) break;
        cell.before.push_back(l->binds);
        b.rhs = l->body;
      }
      if (may_be_ahead(p) && calls && expr_size(b.rhs, kMaxPart + 1) <= kMaxPart) {
        eager_++;
        ahead.push_back(b);
      } else {
        if (count(less, b.rhs) > 0) b.rhs = clone_expr(b.rhs, {}, {}, std::array{less}, std::array{anew});
        cell.before.push_back(Vec<Binding>{b});
      }
    }
    fuel_ = fuel;
    const Expr *r = e;
    for (size_t i = ahead.size(); i-- > 0;) r = mk_strict_let(ahead[i].var, ahead[i].rhs, r);
    if (!ahead.empty() && !whole) {
      const Expr *later = e;
      for (size_t i = ahead.size(); i-- > 0;) later = mk_let(ahead[i].var, ahead[i].rhs, later);
      later = clone_expr(later, {}, {}, std::array{less}, std::array{anew});
      int bits = 0;
      while (1 << bits < n) bits++;
      r = mk_let(less, bits ? int_op(PrimId::IntSra, fuel, bits) : int_op(PrimId::IntSub, fuel, 1), r);
      r = if_fuel(r, later);
    }
    for (size_t i = cell.before.size(); i-- > 0;) {
      const Vec<Binding> &g = cell.before[i];
      r = g.size() == 1 && count(g[0].var, g[0].rhs) == 0 ? mk_let(g[0].var, g[0].rhs, r) : mk_letrec(g, r);
    }
    for (size_t i = cell.first.size(); i-- > 0;) r = mk_strict_let(cell.first[i].var, cell.first[i].rhs, r);
    return r;
  }
  const Expr *if_fuel(const Expr *now, const Expr *later) const {
    Alt none, some;
    none.is_lit = true;
    none.lit = cast<ELit>(mk_int_lit(0)).lit;
    none.body = later;
    some.body = now;
    return mk_case(int_op(PrimId::IntGt, fuel_, 0), mk_core_var("c", int_type()), expr_type(now), {none, some});
  }
  static bool all_functions(const ELetRec &l) {
    return std::all_of(l.binds.begin(), l.binds.end(), [](const Binding &b) { return b.rhs->tag == Tag::Lam; });
  }
  static bool mentions(const ELetRec &l, const Var *v) {
    return std::any_of(l.binds.begin(), l.binds.end(), [v](const Binding &b) { return count(v, b.rhs) > 0; });
  }

  Program &p_;
  PassContext &cx_;
  NfWalks walks_;
  std::unordered_map<const Var *, Function> functions_;
  std::unordered_map<const Var *, size_t> copy_of_[3];  // by By: index in copies_
  std::vector<Copy> copies_;
  bool library_ = false;  // what is changed now is the stdlib's
  // Of the demand that is followed now
  By by_ = By::Walk;
  const Expr *fuel_ = nullptr;  // a literal outside of copies
  int fueled_ = 0;              // so many calls have taken fuel
  struct Local {
    Var *copy;
    size_t params;
    By by;
    bool called;
  };
  std::unordered_map<const Var *, Local> locals_;       // local functions around
  std::unordered_set<const Var *> own_;                 // variables of lets and parameters below it
  std::unordered_map<const Var *, const Expr *> once_;  // of lets whose variable is used once: the right-hand side
  int instances_ = 0;
  size_t attempt_ = 0;  // copies from here on were made for it
  int eager_ = 0;       // so many parts were suspended before
};

}  // namespace

void nf_workers(Program &p, PassContext &cx) { NfWorkers(p, cx).run(); }

}  // namespace gphc::opt
