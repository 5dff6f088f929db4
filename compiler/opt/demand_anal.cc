// demand_anal.cc: backward strictness and usage analysis, whole program (Sergey, Vytiniotis, Peyton Jones & Breitner,
// "Modular, higher-order cardinality analysis in theory and practice", JFP 2017; GHC's analysis is its descendant).
//
// anal(e, d) says: if e is evaluated and its value then used as d says, how are e's free variables used? A let-bound
// function is analysed once for a call with as many arguments as it has lambdas; its signature (demands on the
// arguments, on free variables, divergence) is applied at each call. Recursive functions start from the best signature
// (diverges, everything strict) and iterate down.
//
// Result: StrSig in IdInfo::sig of each function, a demand for each local binder (demand_of), and a program in which
//   let x = e in b   with x strict   is   case e of x { _ -> b }
//   f e              with f strict   is   case e of x { _ -> f x }
// and thunks entered at most once are marked (IdInfo::single_entry). What a loop takes apart, and its start surely
// needs, is taken apart before it:
//   letrec go i = .. case v of UArray l u n a -> .. in go 0   is   case v of UArray l u n a -> letrec go i = .. in go 0
//
// Note [Precise exceptions]: after an effect that the world can see, or an exception that IO code may catch, later
// strictness must not be used earlier: `putStr "a" >> evaluate x` prints before x diverges. So what follows a call,
// foreign call or blocking operation in IO counts as lazy. So does what follows a spark or a pseq, which have a State#
// token for that. Reads and writes of memory do not count.
//
// Note [The demand S]: `length xs` evaluates xs, and the rest of it, to the end. So what the rest of a list is computed
// from is strict where the list is, and
//   let xs = y : f z in length xs   is   case f z of r -> let xs = y : r in length xs
// without a thunk. "The rest" is a field whose declared type is the data type again: the type of a polymorphic field
// may be that, too, where the constructor is used, but not where the list was walked. No more than the first cell of
// the rest is there earlier than it would be: a list that is produced as it is consumed still is (an argument is never
// built to its end because of S).
//
// Note [The demand N]: a function that walks a tree and adds up what is in it evaluates all of it (the exhaustive
// demand of the EQUALS paper): each field on each path, a flat one (Int) strictly, others under N themselves; through
// recursion as S. Then what a cell is built of is strict where the cell is, elements, too, and
//   let t = Node l (f x) r in sum t   is   case f x of y -> let t = Node l y r in sum t
// Again the parts of one cell, no more: what they are built of stays suspended, and a structure that is consumed as it
// is produced still is.
// Of what a path hands on or returns whole under N the parts count as evaluated there (parts_of_normal).
//
// Note [Certainly needed]: what evaluates a structure to the end, or raises an exception in the middle of it, does not
// demand N (search that ends by an exception: the rest, which may be infinite or fail otherwise, is not asked for).
// What raises before it looks at the structure at all, or calls something that raises, is taken to return.
//
// Note [Virgin analysis]: when the analysis of an outer loop visits an inner one again, the inner one starts from the
// signature that it had found before (free variables included), not from the bottom: then one round tells that nothing
// changed. Otherwise every level of nesting would at least double the time. Any fixpoint is a right answer; this one
// may be less precise than the least. So the innermost of n loops is still looked at n times; what is inside of
// kDeepLoops (do in the list monad has a loop for each generator) once in each of their rounds, its calls of itself
// taken to be lazy.
#include "opt/demand_anal.h"

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "core/fvs.h"
#include "opt/demand_env.h"
#include "opt/expr_util.h"
#include "opt/facts.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

constexpr int kDeepLoops = 16;  // See Note [Virgin analysis]

uint64_t recursive_fields(const DataCon *con) {
  uint64_t mask = 0;
  const Vec<const Type *> types = con_field_types(con);
  for (size_t i = con->theta.size(); i < types.size() && i < 64; i++)
    if (!is_unlifted(types[i]) && split_tcon_app(unwrap_newtypes(types[i]), nullptr) == con->tycon)
      mask |= uint64_t(1) << i;
  return mask;
}

namespace {

struct DmdType {
  DemandEnv env;
  Vec<Demand> args;  // when the expression was analysed as called
};

struct LocalSig {
  Vec<Demand> args;
  DemandEnv fvs;  // with div
  bool valid = false;
};

Demand called(size_t n, const Demand &result) {
  Demand d = result;
  d.strict = true;
  d.usage = Usage::Once;
  for (size_t i = 0; i < n; i++) {
    Demand c;
    c.strict = true;
    c.usage = Usage::Once;
    c.kind = DmdKind::Call;
    c.call_once = true;
    c.fields = {d};
    d = c;
  }
  return d;
}
size_t call_depth(const Demand *d) {
  size_t n = 0;
  while (d->kind == DmdKind::Call && !d->fields.empty()) {
    n++;
    d = &d->fields[0];
  }
  return n;
}

// Has the type a spine: is there a constructor with such a field?
bool has_spine(const TyCon *tc) {
  if (!tc || tc->sort != TyConSort::Data) return false;
  return std::any_of(tc->cons.begin(), tc->cons.end(), [](const DataCon *c) { return recursive_fields(c) != 0; });
}

int lambda_count(const Expr *e) {
  while (e->tag == Tag::TyLam || e->tag == Tag::Cast)
    e = e->tag == Tag::Cast ? cast<ECast>(e).body : cast<ETyLam>(e).body;
  return e->tag == Tag::Lam ? int(cast<ELam>(e).params.size()) : 0;
}

class DemandAnal {
 public:
  explicit DemandAnal(bool normal_results = false) : normal_results_(normal_results) {}
  Invariants invariants;
  void program(Program &p) {
    for (Vec<Binding> &g : p.groups) top_group(g);
  }

 private:
  bool tracked(const Var *v) const { return local_.get(v->uniq); }

  // ---- Expressions --------------------------------------------------------------------------------------------------
  DmdType anal(const Expr *e, const Demand &d) {
    switch (e->tag) {
      case Tag::Var: return var(cast<EVar>(e).var, d);
      case Tag::Lit: return {};
      case Tag::App: return app(cast<EApp>(e), d);
      case Tag::TyApp: return anal(cast<ETyApp>(e).fn, d);
      case Tag::TyLam: return anal(cast<ETyLam>(e).body, d);
      case Tag::Cast: return anal(cast<ECast>(e).body, d);
      case Tag::Tick: return anal(cast<ETick>(e).body, d);
      case Tag::Lam: return lam(cast<ELam>(e), d);
      case Tag::Let: return let(cast<ELet>(e), d);
      case Tag::LetRec: return letrec(cast<ELetRec>(e), d);
      case Tag::Case: return case_of(cast<ECase>(e), d);
      case Tag::ConApp: return con_app(cast<EConApp>(e), d);
      case Tag::PrimApp: return prim_app(cast<EPrimApp>(e));
      case Tag::CCall: {
        DmdType t;
        for (const Expr *a : cast<ECCall>(e).args) t.env.both_with(arg(a, kEvaluated));
        return t;
      }
    }
    return {};
  }

  // What the calls that d makes of a function with m parameters have in common with one call: do they surely happen,
  // and once at most? A partial application may be called many times, or never, though it is made once.
  static void calls(const Demand &d, size_t m, bool *surely, bool *once) {
    *surely = true;
    *once = d.usage != Usage::Many;
    const Demand *c = &d;
    for (size_t i = 0; i < m; i++) {
      *once = *once && c->call_once;
      c = &c->fields[0];
      *surely = *surely && c->strict;
    }
  }
  // From what one call does with the arguments and free variables.
  static void as_called(const Demand &d, DmdType *t) {
    bool surely, once;
    calls(d, t->args.size(), &surely, &once);
    Vec<Demand> args;
    for (const Demand &a : t->args) {
      Demand b = surely ? a : lazily(a);
      args.push_back(once ? b : many(b));
    }
    t->args = args;
    if (!surely) t->env.lazify();
    if (!once) t->env.use_many();
  }
  DmdType var(Var *v, const Demand &d) {
    DmdType t;
    size_t n = call_depth(&d);
    if (LocalSig *s = sigs_.get(v->uniq); s && s->valid) {
      t.env = s->fvs;
      if (n >= s->args.size()) {
        t.args = s->args;
        as_called(d, &t);
      } else {
        // Not called here: what it uses may be used at any time, any number of times.
        t.env.lazify();
        t.env.use_many();
      }
    } else if (const StrSig *g = !tracked(v) ? sig_under(v, d) : nullptr) {
      if (n >= g->args.size()) {
        t.args = g->args;
        t.env.div = g->diverges;
        t.env.raises = g->diverges && g->raises;
        as_called(d, &t);
      }
    }
    if (tracked(v)) {
      Demand u = d;
      u.strict = true;
      u.usage = Usage::Once;
      u.ever_normal = u.normal;
      t.env.and_use(v, u);
    }
    return t;
  }

  // Of a global function.
  const StrSig *sig_under(const Var *v, const Demand &d) const {
    const StrSig *g = sig_of(v);
    if (!normal_results_ || !g) return g;
    const Demand *result = &d;
    for (size_t i = 0; i < g->args.size() && result->kind == DmdKind::Call && !result->fields.empty(); i++)
      result = &result->fields[0];
    const VarFacts *f = whenever_normal(*result) ? g_facts.find(v->uniq) : nullptr;
    return f && f->normal_sig && f->normal_sig->args.size() == g->args.size() ? f->normal_sig : g;
  }
  // An expression that is bound to something with demand d: an argument, a let's right-hand side.
  DemandEnv arg(const Expr *e, const Demand &d) {
    if (d.usage == Usage::Absent) return {};
    if (const Var *v0 = head_var(e)) {
      Var *v = const_cast<Var *>(v0);
      if (!tracked(v)) return {};
      Demand as_call = d;
      if (LocalSig *s = sigs_.get(v->uniq); s && s->valid) {
        DmdType t = var(v, as_call);
        if (!d.strict) t.env.lazify();
        if (d.usage == Usage::Many) t.env.use_many();
        return t.env;
      }
      DemandEnv env;
      env.set(v, d);
      return env;
    }
    Demand run = d;
    if (!d.strict && d.ever_normal) run.strict = run.spine = run.normal = true;
    DmdType t = anal(e, run);
    if (!d.strict) t.env.lazify();
    // A thunk runs once however often it is used; a lambda runs at each call, which `d` says as Call.
    return t.env;
  }

  DmdType app(const EApp &a, const Demand &d) {
    size_t n = a.args.size();
    DmdType t = anal(a.fn, called(n, d));
    DmdType r;
    r.env = std::move(t.env);
    for (size_t i = 0; i < n; i++) {
      Demand ad = i < t.args.size() ? t.args[i] : kLazy;
      r.env.both_with(arg(a.args[i], ad));
    }
    for (size_t i = n; i < t.args.size(); i++) r.args.push_back(t.args[i]);
    return r;
  }

  DmdType lam(const ELam &l, const Demand &d) {
    const Demand *c = &d;
    bool called_fully = true, once = true, surely = true;
    Demand inner;
    for (size_t i = 0; i < l.params.size(); i++) {
      if (c->kind == DmdKind::Call && !c->fields.empty()) {
        once = once && c->call_once && d.usage != Usage::Many;
        c = &c->fields[0];
        surely = surely && c->strict;
      } else {
        called_fully = once = false;
        break;
      }
    }
    if (called_fully) inner = *c;
    for (Var *p : l.params) local_[p->uniq] = true;
    DmdType t = anal(l.body, inner);
    Vec<Demand> args;
    for (Var *p : l.params) {
      Demand pd = t.env.take(p);
      g_facts[p->uniq].demand = pd;
      args.push_back(pd);
    }
    DmdType r;
    r.env = std::move(t.env);
    r.args = args;
    r.args.append(t.args);
    if (!called_fully || !surely) r.env.lazify();
    if (!once) r.env.use_many();
    return r;
  }

  static bool unlifted_expr(const Expr *e) {
    if (const EVar *v = dyn_cast<EVar>(e)) return is_unlifted(v->var->type);
    if (e->tag == Tag::Lit) return is_unlifted_lit(cast<ELit>(e).lit);
    if (e->tag == Tag::PrimApp) return is_unlifted(expr_type(e));
    return false;
  }

  DmdType con_app(const EConApp &c, const Demand &d) {
    DmdType t;
    bool prod = d.kind == DmdKind::Prod && d.fields.size() == c.args.size();
    const uint64_t rest = d.strict && d.spine ? recursive_fields(c.con) : 0;
    const bool normal = whenever_normal(d) && !c.con->tycon->is_unboxed_tuple && !c.con->dict_of;
    for (size_t i = 0; i < c.args.size(); i++)
      t.env.both_with(arg(c.args[i], unlifted_expr(c.args[i])             ? kEvaluated
                                     : normal && i >= c.con->theta.size() ? kNormal
                                     : i < 64 && (rest >> i & 1)          ? kSpine
                                     : prod                               ? d.fields[i]
                                     : d.kind == DmdKind::Head            ? kAbsentButBuilt
                                                                          : kLazy));
    return t;
  }
  // A constructor whose fields nobody looks at still mentions them.
  static inline const Demand kAbsentButBuilt{.usage = Usage::Many, .kind = DmdKind::Top};

  DmdType prim_app(const EPrimApp &p) {
    DmdType t;
    PrimId id = PrimId(p.op->index);
    for (size_t i = 0; i < p.args.size(); i++) {
      bool evaluates = unlifted_expr(p.args[i]) || ((id == PrimId::SeqState || id == PrimId::DataToTag) && i == 0);
      t.env.both_with(arg(p.args[i], evaluates ? kEvaluated : kLazy));
    }
    if (id == PrimId::Raise) t.env.div = t.env.raises = true;
    return t;
  }

  // See Note [Precise exceptions].
  static bool may_interrupt(const Expr *scrut, const Var *binder) {
    const Type *t = binder->type;
    Vec<const Type *> args;
    if (is_state_token_type(t)) {
    } else {
      TyCon *tc = split_tcon_app(t, &args);
      if (!tc || !tc->is_unboxed_tuple || args.empty() || !is_state_token_type(args[0])) return false;
      t = args[0];
    }
    const Type *world = static_cast<const TApp *>(t)->arg;
    if (world->tag == TypeTag::Con && static_cast<const TCon *>(world)->con != g_builtin.real_world) return false;
    if (world->tag == TypeTag::Var) return false;  // ST: no effect that anybody sees
    scrut = strip_casts(scrut);
    if (const EPrimApp *p = dyn_cast<EPrimApp>(scrut)) {
      // par and pseq (and evaluate): what follows must not be evaluated before, or nothing is left for another HEC to
      // do.
      if (PrimId(p->op->index) == PrimId::Spark || PrimId(p->op->index) == PrimId::SeqState) return true;
      // what is evaluated with exceptions masked, and what not, is the program's to say
      if (PrimId(p->op->index) == PrimId::SetMaskingState) return true;
      return runs_in_runtime(p->op) && !is_allocation(p->op);
    }
    if (scrut->tag == Tag::ConApp) return false;
    return true;
  }
  static bool is_allocation(const PrimOp *op) { return std::string_view(op->name).substr(0, 3) == "new"; }

  DmdType case_of(const ECase &c, const Demand &d) {
    local_[c.binder->uniq] = true;
    DmdType r;
    bool first = true;
    Demand scrut_demand;
    scrut_demand.strict = true;
    scrut_demand.usage = Usage::Once;
    scrut_demand.kind = DmdKind::Head;
    Vec<Demand> result_args;
    TyCon *tc = split_tcon_app(unwrap_newtypes(c.binder->type), nullptr);
    bool product = tc && tc->cons.size() == 1;
    const bool spine = has_spine(tc);
    const Var *owner = normal_results_ ? head_var(c.scrut) : nullptr;
    for (const Alt &a : c.alts) {
      for (Var *f : a.fields) local_[f->uniq] = true;
      Vec<Var *> outer = owner ? parts_.get(owner->uniq) : Vec<Var *>{};
      if (normal_results_) owns(owner, c.binder, a.fields);
      DmdType t = anal(a.body, d);
      if (normal_results_) {
        parts_of_normal(&t.env);
        owns(owner, c.binder, {});
      }
      if (owner) parts_[owner->uniq] = outer;
      Demand ad;
      ad.strict = true;
      ad.usage = Usage::Once;
      ad.kind = DmdKind::Head;
      if (a.con && product) ad.kind = DmdKind::Prod;
      else if (!a.is_default()) ad.kind = DmdKind::Top;
      ad.spine = spine && (a.con || t.env.div || rest_is_flat(c, *tc));
      const uint64_t rest = spine && a.con ? recursive_fields(a.con) : 0;
      ad.normal = (t.env.div && !t.env.raises) || a.is_lit || (a.con && a.con->theta.empty() && !a.con->dict_of) ||
                  (tc && tc->sort == TyConSort::Data && rest_has_no_fields(c, *tc));
      for (size_t i = 0; i < a.fields.size(); i++) {
        Var *f = a.fields[i];
        Demand fd = trimmed(t.env.take(f), kDeepest);
        g_facts[f->uniq].demand = fd;
        if ((rest >> std::min<size_t>(i, 63) & 1) && !(fd.strict && fd.spine)) ad.spine = false;
        ad.normal = ad.normal && (is_unlifted(f->type) || (fd.strict && (fd.normal || is_normal_type(f->type))));
        if (ad.kind == DmdKind::Prod) ad.fields.push_back(fd);
      }
      scrut_demand = first ? ad : lub(scrut_demand, ad);
      if (first) {
        r = std::move(t);
        result_args = r.args;
      } else {
        r.env.lub_with(t.env);
        if (result_args.size() == t.args.size())
          for (size_t i = 0; i < result_args.size(); i++) result_args[i] = lub(result_args[i], t.args[i]);
        else result_args = {};
      }
      first = false;
    }
    r.args = result_args;
    Demand bd = r.env.take(c.binder);
    g_facts[c.binder->uniq].demand = bd;
    if (bd.usage != Usage::Absent) scrut_demand = both(scrut_demand, bd);
    scrut_demand.strict = true;
    if (may_interrupt(c.scrut, c.binder)) {
      r.env.lazify();
      r.args = {};
    }
    if (is_unlifted(c.binder->type) && !(tc && tc->is_unboxed_tuple)) scrut_demand = kEvaluated;
    scrut_demand.ever_normal = scrut_demand.normal;
    g_facts[c.binder->uniq].scrut_normal = scrut_demand.normal;
    if (within_) g_facts[c.binder->uniq].normal_within = g_facts[c.binder->uniq].strict_within = scrut_demand.normal;
    r.env.both_with(arg(c.scrut, scrut_demand));
    return r;
  }

  // On one path the parts of a structure are evaluated to normal form, on another all of it: in
  //   merge a@(x : xs) b@(y : ys) = if x < y then x : merge xs b else y : merge a ys
  // the parts are on both. owns: the fields are the parts of the two variables, until it is said otherwise.
  void owns(const Var *scrut, const Var *binder, const Vec<Var *> &fields) {
    if (scrut) parts_[scrut->uniq] = fields;
    parts_[binder->uniq] = fields;
  }
  void parts_of_normal(DemandEnv *env) {
    std::vector<Var *> more;
    env->for_each([&](const Var *v, const Demand &d) { normal_parts(*env, v, d, &more); });
    while (!more.empty()) {
      Var *f = more.back();
      more.pop_back();
      env->and_use(f, kNormal);
      normal_parts(*env, f, kNormal, &more);
    }
  }
  void normal_parts(const DemandEnv &env, const Var *v, const Demand &d, std::vector<Var *> *more) {
    if (!d.strict || !d.normal || d.usage == Usage::Absent) return;
    for (Var *f : parts_.get(v->uniq)) {
      const Demand now = env.get(f);
      if (!is_unlifted(f->type) && !(now.strict && now.normal)) more->push_back(f);
    }
  }

  // Taken apart, in several places maybe: is each part evaluated to normal form?
  static bool all_normal(const Demand &d) {
    return d.strict && d.kind == DmdKind::Prod && !d.fields.empty() &&
           std::all_of(d.fields.begin(), d.fields.end(), [](const Demand &f) { return f.strict && f.normal; });
  }

  // Have the constructors that the default alternative stands for no fields?
  static bool rest_has_no_fields(const ECase &c, const TyCon &tc) {
    for (const DataCon *con : tc.cons)
      if (con->core_arity() > 0 &&
          std::none_of(c.alts.begin(), c.alts.end(), [con](const Alt &a) { return a.con == con; }))
        return false;
    return !tc.cons.empty();
  }
  // Are the constructors that the default alternative stands for without fields of the type itself?
  static bool rest_is_flat(const ECase &c, const TyCon &tc) {
    for (const DataCon *con : tc.cons)
      if (recursive_fields(con) != 0 &&
          std::none_of(c.alts.begin(), c.alts.end(), [con](const Alt &a) { return a.con == con; }))
        return false;
    return true;
  }

  // ---- Bindings -----------------------------------------------------------------------------------------------------
  LocalSig *new_sig(Var *v) {
    LocalSig *&s = sigs_[v->uniq];
    if (!s) {
      sig_store_.push_back(std::make_unique<LocalSig>());
      s = sig_store_.back().get();
    }
    return s;
  }

  void function_rhs(Var *v, const Expr *rhs, int n, const Demand &result, LocalSig *s) {
    DmdType t = anal(rhs, called(size_t(n), result));
    s->args = {};
    for (int i = 0; i < n; i++) s->args.push_back(size_t(i) < t.args.size() ? t.args[i] : kLazy);
    s->fvs = std::move(t.env);
    s->fvs.take(v);
    s->valid = true;
    store_sig(v, s->args, s->fvs);
  }
  static void store_sig(Var *v, const Vec<Demand> &args, const DemandEnv &env) {
    StrSig *g = mk<StrSig>();
    g->args = args.clone();
    g->diverges = env.div;
    g->raises = env.raises;
    if (const StrSig *old = sig_of(v)) g->cpr = old->cpr;
    info(v).sig = g;
  }

  DmdType let(const ELet &l, const Demand &d) {
    Var *v = l.bind.var;
    local_[v->uniq] = true;
    int n = is_join_var(v) ? v->info->join_arity : lambda_count(l.bind.rhs);
    if (n > 0 || is_join_var(v)) {
      LocalSig *s = new_sig(v);
      s->valid = false;
      Demand result = is_join_var(v) ? d : Demand{};
      function_rhs(v, l.bind.rhs, n, result, s);
      DmdType t = anal(l.body, d);
      g_facts[v->uniq].demand = t.env.take(v);
      s->valid = false;
      return t;
    }
    sigs_[v->uniq] = nullptr;
    DmdType t = anal(l.body, d);
    Demand vd = t.env.take(v);
    if (normal_results_ && all_normal(vd)) vd.normal = vd.spine = vd.ever_normal = true;
    g_facts[v->uniq].demand = vd;
    if (within_) {
      g_facts[v->uniq].normal_within = vd.usage != Usage::Absent && whenever_normal(vd);
      g_facts[v->uniq].strict_within = vd.usage != Usage::Absent && vd.strict && vd.normal;
    }
    t.env.both_with(arg(l.bind.rhs, vd));
    return t;
  }

  DmdType letrec(const ELetRec &l, const Demand &d) {
    bool join = is_join_var(l.binds[0].var);
    Demand result = join ? d : Demand{};
    const bool deep = depth_ >= kDeepLoops;
    struct Rec {
      LocalSig *sig;
      int n;
    };
    std::vector<Rec> recs;
    for (const Binding &b : l.binds) {
      local_[b.var->uniq] = true;
      int n = join ? b.var->info->join_arity : lambda_count(b.rhs);
      if (n == 0 && !join) {
        recs.push_back({nullptr, 0});
        sigs_[b.var->uniq] = nullptr;
        continue;
      }
      LocalSig *s = new_sig(b.var);
      // else as it was: see Note [Virgin analysis]
      if (depth_ == 0 || !visited_.get(b.var->uniq) || int(s->args.size()) != n) {
        s->args = {};
        s->fvs = DemandEnv();
        s->fvs.div = true;
        for (int i = 0; i < n; i++) s->args.push_back(kBottom);
      }
      if (deep) expect_anything(s, b.var, n, b.rhs);
      s->valid = true;
      recs.push_back({s, n});
    }
    depth_++;
    for (int round = 0;; round++) {
      bool stable = true;
      for (size_t i = 0; i < l.binds.size(); i++) {
        if (!recs[i].sig) continue;
        LocalSig next;
        DmdType t = anal(l.binds[i].rhs, called(size_t(recs[i].n), result));
        for (int k = 0; k < recs[i].n; k++) next.args.push_back(size_t(k) < t.args.size() ? t.args[k] : kLazy);
        next.fvs = std::move(t.env);
        // Recursive uses of the group are not uses from outside.
        for (const Binding &b : l.binds) next.fvs.take(b.var);
        bool eq = next.args.size() == recs[i].sig->args.size() && next.fvs.equal(recs[i].sig->fvs);
        for (size_t k = 0; eq && k < next.args.size(); k++) eq = same_demand(next.args[k], recs[i].sig->args[k]);
        stable = stable && eq;
        next.valid = true;
        *recs[i].sig = std::move(next);
        if (round >= 8) give_up(recs[i].sig);
      }
      if (stable || deep || round > 9) break;
    }
    depth_--;
    for (size_t i = 0; i < l.binds.size(); i++)
      if (recs[i].sig) {
        store_sig(l.binds[i].var, recs[i].sig->args, recs[i].sig->fvs);
        visited_[l.binds[i].var->uniq] = true;
      }
    DmdType t = anal(l.body, d);
    for (size_t i = 0; i < l.binds.size(); i++) {
      if (recs[i].sig) continue;
      // A recursive thunk: anything may happen.
      DemandEnv e = arg(l.binds[i].rhs, kLazy);
      e.use_many();
      t.env.both_with(e);
    }
    for (size_t i = 0; i < l.binds.size(); i++) {
      g_facts[l.binds[i].var->uniq].demand = many(lazily(t.env.take(l.binds[i].var)));
      if (recs[i].sig) recs[i].sig->valid = false;
    }
    std::vector<Invariant> &out = invariants[l.binds[0].var->uniq];
    out.clear();
    for (const Rec &r : recs) {
      if (!r.sig) {
        out.clear();
        break;
      }
      r.sig->fvs.for_each([&](Var *v, const Demand &inside) {
        const Demand whole = t.env.get(v);
        if (inside.kind != DmdKind::Prod || !whole.strict || whole.kind != DmdKind::Prod || is_unlifted(v->type) ||
            is_join_var(v))
          return;
        if (std::none_of(out.begin(), out.end(), [v](const Invariant &i) { return i.var == v; }))
          out.push_back({v, whole});
      });
    }
    return t;
  }
  // Of the function v, of n arguments: everything that is so whatever it is.
  void expect_anything(LocalSig *s, Var *v, int n, const Expr *rhs) {
    auto [known, fresh] = free_of_.try_emplace(v->uniq);
    std::vector<Var *> &vars = known->second;
    if (fresh) {
      VarSet free;
      free_vars(rhs, &free);
      for (const Var *x : free)
        if (tracked(x)) vars.push_back(const_cast<Var *>(x));
      std::sort(vars.begin(), vars.end(), [](const Var *x, const Var *y) { return x->uniq < y->uniq; });
    }
    s->args = {};
    for (int i = 0; i < n; i++) s->args.push_back(kLazy);
    s->fvs = DemandEnv();
    for (Var *x : vars) s->fvs.set(x, Demand{});
  }
  static void give_up(LocalSig *s) {
    for (Demand &d : s->args) d = kLazy;
    s->fvs.forget();
  }

  void top_group(Vec<Binding> &g) {
    std::vector<int> arity;
    bool rec = g.size() > 1;
    for (Binding &b : g) {
      int n = lambda_count(b.rhs);
      arity.push_back(n);
      if (b.rhs->tag == Tag::Lit) continue;
      rec = rec || (b.var->info && b.var->info->is_loop_breaker);
    }
    if (rec)
      for (size_t i = 0; i < g.size(); i++) {
        if (arity[i] == 0) {
          if (g[i].var->info) g[i].var->info->sig = nullptr;
          continue;
        }
        Vec<Demand> args;
        for (int k = 0; k < arity[i]; k++) args.push_back(kBottom);
        DemandEnv start;
        start.div = true;
        store_sig(g[i].var, args, start);
      }
    for (int round = 0; round < 10; round++) {
      bool stable = true;
      for (size_t i = 0; i < g.size(); i++) {
        if (g[i].rhs->tag == Tag::Lit) continue;
        depth_ = round > 0 ? 1 : 0;
        DmdType t = anal(g[i].rhs, called(size_t(arity[i]), Demand{}));
        depth_ = 0;
        if (arity[i] == 0) {
          // A top-level thunk that diverges: error "..."
          if (t.env.div && !rec) store_sig(g[i].var, {}, t.env);
          else if (g[i].var->info) g[i].var->info->sig = nullptr;
          continue;
        }
        Vec<Demand> args;
        for (int k = 0; k < arity[i]; k++) args.push_back(size_t(k) < t.args.size() ? t.args[k] : kLazy);
        if (round >= 8) {
          for (Demand &d : args) d = kLazy;
          t.env.forget();
        }
        const StrSig *old = sig_of(g[i].var);
        bool eq = old && old->diverges == t.env.div && old->raises == t.env.raises && old->args.size() == args.size();
        for (size_t k = 0; eq && k < args.size(); k++) eq = same_demand(old->args[k], args[k]);
        stable = stable && eq;
        store_sig(g[i].var, args, t.env);
      }
      if (!rec || stable) break;
    }
    if (normal_results_) normal_sigs(g, arity, rec);
  }
  // The same under N: what each function of the group does with its arguments when normal form is demanded of its
  // result.
  void normal_sigs(const Vec<Binding> &g, const std::vector<int> &arity, bool rec) {
    std::vector<bool> wanted(g.size());
    for (size_t i = 0; i < g.size(); i++) {
      const StrSig *s = sig_of(g[i].var);
      if (arity[i] == 0 || !s || s->diverges) continue;
      const Expr *e = g[i].rhs;
      while (e->tag == Tag::TyLam) e = cast<ETyLam>(e).body;
      if (e->tag != Tag::Lam || int(cast<ELam>(e).params.size()) != arity[i]) continue;
      const Type *result = expr_type(cast<ELam>(e).body);
      TyCon *tc = split_tcon_app(unwrap_newtypes(result), nullptr);
      wanted[i] = tc && tc->sort == TyConSort::Data && !tc->is_unboxed_tuple && !is_normal_type(result);
      if (wanted[i]) g_facts[g[i].var->uniq].normal_sig = bottom_sig(arity[i]);
    }
    for (int round = 0; round < 10; round++) {
      bool stable = true;
      for (size_t i = 0; i < g.size(); i++) {
        if (!wanted[i]) continue;
        depth_ = 1;
        within_ = true;
        DmdType t = anal(g[i].rhs, called(size_t(arity[i]), kNormal));
        within_ = false;
        depth_ = 0;
        StrSig *s = mk<StrSig>();
        for (int k = 0; k < arity[i]; k++)
          s->args.push_back(round < 8 && size_t(k) < t.args.size() ? t.args[k] : kLazy);
        s->diverges = round < 8 && t.env.div;
        s->raises = t.env.raises;
        const StrSig *old = g_facts[g[i].var->uniq].normal_sig;
        bool eq = old && old->diverges == s->diverges && old->raises == s->raises;
        for (int k = 0; eq && k < arity[i]; k++) eq = same_demand(old->args[k], s->args[k]);
        stable = stable && eq;
        g_facts[g[i].var->uniq].normal_sig = s;
      }
      if (!rec || stable) break;
    }
    // The facts on what is inside are those of any call.
    if (std::find(wanted.begin(), wanted.end(), true) != wanted.end())
      for (size_t i = 0; i < g.size(); i++) {
        if (!wanted[i]) continue;
        depth_ = 1;
        anal(g[i].rhs, called(size_t(arity[i]), Demand{}));
        depth_ = 0;
      }
  }
  static const StrSig *bottom_sig(int arity) {
    StrSig *s = mk<StrSig>();
    for (int k = 0; k < arity; k++) s->args.push_back(kBottom);
    s->diverges = true;
    return s;
  }

  bool normal_results_;
  bool within_ = false;  // in a function of whose result normal form is demanded
  // By function of a deep loop: its free variables, in order.
  std::unordered_map<uint64_t, std::vector<Var *>> free_of_;
  UniqTable<bool> local_;
  UniqTable<LocalSig *> sigs_;
  UniqTable<bool> visited_;
  UniqTable<Vec<Var *>> parts_;
  std::vector<std::unique_ptr<LocalSig>> sig_store_;
  int depth_ = 0;
};

}  // namespace

// Signatures only: before fusion, so that the simplifier can move a case out of an argument that is evaluated anyway.
void strictness(Program &p, PassContext &) { DemandAnal().program(p); }

void find_normal_demands(Program &p) { DemandAnal(true).program(p); }

void demand_anal(Program &p, PassContext &cx) {
  DemandAnal anal;
  anal.program(p);
  apply_demands(p, cx, anal.invariants);
}

}  // namespace gphc::opt
