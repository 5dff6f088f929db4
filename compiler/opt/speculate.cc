// speculate.cc: a lazy value that is cheap to compute, and cannot fail, is computed where its thunk would be made.
// (After Faxén, "Cheap eagerness: speculative evaluation in a lazy functional language", ICFP 2000.)
//
//   escape cr ci = go 0 0 0
//     where go k x y | k >= limit = limit
//                    | x * x + y * y > 4 = k
//                    | otherwise = go (k + 1) (x * x - y * y + cr) (2 * x * y + ci)
//
// Here x, y, cr and ci are not surely needed: go may stop before it looks at them. But x * x - y * y + cr costs three
// instructions once x, y and cr are evaluated, and a thunk costs more. So go is called with values only, and
// worker_wrap.cc can pass them unboxed.
//
// What may be computed early: constructors, primitive operations without preconditions, and cases on what is evaluated,
// up to kMostCost; no call, and nothing that evaluates a variable which may be a thunk.
//
// Which variables are evaluated depends on callers: a parameter is, when every call passes it something that is a
// value, or that may be computed early. All calls must be in view (the program is whole): a function that is passed on
// as a value, exported, or mentioned by a template or a rule has none; nor has a function of the stdlib
// (Note [Code that programs share] in inline_decide.cc). The assumption is optimistic, and recursive: a fact is a
// conjunction of assumptions on parameters; those that a call breaks go, with all that depends on them. What remains
// holds by induction over the run of the program. A variable that a local function takes apart counts as one of its
// parameters: it may be evaluated at all calls though not where the function is defined.
//
// A lazy field of a constructor counts as a parameter, too, of which each application of the constructor is a call,
// when the type is one of the program's own modules (Program::own_modules: nobody else builds such values). So x * x is
// cheap where x comes out of data V = V Double Double, if no V of the program has a field that is costly or may fail.
//
// Note [Constructors in knots]
// The thunks of a constructor that is bound recursively (or at the top level) stay: x = K (case x of K _ -> e) is a
// value, and would not be if its field were computed first. Such a field is not evaluated: with x = K (case x of K y ->
// y) the assumption on K would rest on itself.
//
// The rewriting: `let t = E in e` becomes `case E of t { _ -> e }`, and so does a thunk among arguments. A parameter
// that is always evaluated, of a type that worker_wrap.cc unboxes, is taken apart at the head of the function when its
// body takes it apart and does not need it whole: the demand analysis finds it strict then. So the transformed program
// means the same whatever later passes do to it.
//
// Space: an early value holds on to less than its thunk would have; it never is a structure with an unevaluated part
// that was not there before. Requires: templates and rules are gone; after a worker_wrap, which shows what is evaluated
// by strictness. A simplifier step and demand-anal follow. Complexity: linear; kMostCost nodes of an expression are
// looked at again for each let around it.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/fvs.h"
#include "opt/cpr_anal.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

constexpr int kMostCost = 24;    // instructions and words of an expression, about
constexpr size_t kMostFree = 6;  // variables that count as parameters of a function
constexpr int kSlow = 5;         // of a division or square root

// Is something evaluated? Never, or when each parameter named is.
class Evaluated {
 public:
  static Evaluated always() {
    Evaluated e;
    e.n_ = 0;
    return e;
  }
  static Evaluated when(int param) {
    Evaluated e;
    e.n_ = 1;
    e.params_[0] = param;
    return e;
  }
  bool never() const { return n_ < 0; }
  const int *begin() const { return params_; }
  const int *end() const { return params_ + (n_ < 0 ? 0 : n_); }
  Evaluated operator&(const Evaluated &o) const {
    if (never() || o.never()) return {};
    Evaluated r = *this;
    for (int p : o) {
      bool there = false;
      for (int q : r) there = there || q == p;
      if (there) continue;
      if (r.n_ == kMost) return {};
      r.params_[r.n_++] = p;
    }
    return r;
  }

 private:
  static constexpr int kMost = 6;
  int n_ = -1;
  int params_[kMost];
};

class Speculate {
 public:
  explicit Speculate(PassContext &cx) : cx_(cx) {}
  void program(Program &p) {
    for (Symbol m : p.own_modules) own_.insert(m);
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) bound(b);
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) elsewhere(b.var);
    for (const Rule *r : p.rules) elsewhere(r->rhs);
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) scope(b.rhs);
    for (Var *v : p.roots) escapes(v);
    for (Var *v : p.known)
      if (v) escapes(v);
    for (const Program::Export &e : p.exports) escapes(e.var);
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) look_knot(b);
    for (auto &[field, a] : fills_) constrain(field, thunks_.at(a));
    spread();
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) b.rhs = is_knot(b) ? knot(b.rhs) : rhs(b);
  }

 private:
  struct Param {
    Var *var = nullptr;
    bool evaluated = true;              // assumed, until a call says otherwise
    bool apart = false, whole = false;  // taken apart; needed as an object
    std::vector<int> then;              // these are not evaluated if this one is not
    std::vector<int> passed_to;         // is an argument for these
  };
  // The indices of its parameters (none: not one of ours), and of the variables free in it that count as such, which
  // come behind.
  struct Function {
    int first = 0, params = 0, free = 0;
  };

  // ---- Free variables that local functions take apart ---------------------------------------------------------------
  void enters(const Var *v) { depth_[v->uniq] = int(nest_.size()) + 1; }
  void scope_binding(const Binding &b) {
    const ELam *l = lambda(b.rhs);
    if (!l) return scope(b.rhs);
    nest_.push_back(b.var);
    scope(l);
    nest_.pop_back();
  }
  void scope(const Expr *e) {
    switch (e->tag) {
      case Tag::Lam:
        for (const Var *p : cast<ELam>(e).params) enters(p);
        return scope(cast<ELam>(e).body);
      case Tag::Let:
        enters(cast<ELet>(e).bind.var);
        scope_binding(cast<ELet>(e).bind);
        return scope(cast<ELet>(e).body);
      case Tag::LetRec:
        for (const Binding &b : cast<ELetRec>(e).binds) enters(b.var);
        for (const Binding &b : cast<ELetRec>(e).binds) scope_binding(b);
        return scope(cast<ELetRec>(e).body);
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        Var *v = is_trivial(c.scrut) && !is_unlifted(c.binder->type) ? head_var(c.scrut) : nullptr;
        if (!v) scope(c.scrut);
        else if (int d = depth_.get(v->uniq))
          for (size_t i = size_t(d - 1); i < nest_.size(); i++) {
            std::vector<Var *> &free = free_[nest_[i]->uniq];
            if (free.size() < kMostFree && std::find(free.begin(), free.end(), v) == free.end()) free.push_back(v);
          }
        enters(c.binder);
        for (const Alt &a : c.alts) {
          for (const Var *f : a.fields) enters(f);
          scope(a.body);
        }
        return;
      }
      default: for_each_child(e, [this](const Expr *x) { scope(x); });
    }
  }

  // ---- Facts --------------------------------------------------------------------------------------------------------
  // What the scope of a binding may know of it before the right-hand side is looked at.
  void bound(const Binding &b) {
    const IdInfo *i = b.var->info;
    const ELam *l = lambda(b.rhs);
    if (!l) {
      if (is_value(b.rhs)) facts_[b.var->uniq] = Evaluated::always();
      return;
    }
    if (!is_join_var(b.var)) facts_[b.var->uniq] = Evaluated::always();
    size_t n = is_join_var(b.var) ? size_t(i->join_arity) : l->params.size();
    if ((i && i->is_exported) || b.var->library || n > l->params.size()) return;
    Function f{int(params_.size()), int(n)};
    for (size_t k = 0; k < n; k++) {
      Var *v = l->params[k];
      params_.emplace_back().var = v;
      if (is_unlifted(v->type)) continue;
      facts_[v->uniq] = Evaluated::when(f.first + int(k));
      index_[v->uniq] = f.first + int(k) + 1;
    }
    auto it = free_.find(b.var->uniq);
    if (it != free_.end())
      for (Var *v : it->second) {
        params_.emplace_back().var = v;
        f.free++;
      }
    functions_[b.var->uniq] = f;
  }
  static const ELam *lambda(const Expr *e) {
    if (const ETyLam *t = dyn_cast<ETyLam>(e)) e = t->body;
    return dyn_cast<ELam>(e);
  }
  // What templates and rules mention.
  void elsewhere(const Var *v) {
    if (!v->info) return;
    if (v->info->unfolding) elsewhere(v->info->unfolding);
    for (const Rule *r : v->info->rules) elsewhere(r->rhs);
  }
  void elsewhere(const Expr *e) {
    if (const EVar *v = dyn_cast<EVar>(e)) escapes(v->var);
    if (const EConApp *c = dyn_cast<EConApp>(e))
      for (size_t i = 0; i < c->args.size(); i++)
        fill(c->con, i, is_trivial(c->args[i]) && !head_var(c->args[i]) ? Evaluated::always() : Evaluated{});
    if (const ELit *l = dyn_cast<ELit>(e)) constant(l->lit);
    for_each_child(e, [this](const Expr *x) { elsewhere(x); });
  }
  // Somebody calls v whom we do not see.
  void escapes(const Var *v) {
    Function f = functions_.get(v->uniq);
    for (int k = 0; k < f.params + f.free; k++) params_[size_t(f.first + k)].evaluated = false;
  }
  Evaluated fact(const Var *v) {
    if (is_unlifted(v->type)) return Evaluated::always();
    return is_join_var(v) ? Evaluated{} : facts_.get(v->uniq);
  }

  // May e, which is no variable, be evaluated early? What it costs is taken off *fuel.
  Evaluated early(const Expr *e, int *fuel) {
    if (--*fuel < 0) return {};
    switch (e->tag) {
      case Tag::Var: return fact(cast<EVar>(e).var);
      case Tag::Lit:
      case Tag::Lam: return Evaluated::always();
      case Tag::ConApp: {
        Evaluated r = Evaluated::always();
        for (const Expr *a : cast<EConApp>(e).args)
          if (!is_trivial(a)) r = r & early(a, fuel);
        return r;
      }
      case Tag::PrimApp: {
        const EPrimApp &p = cast<EPrimApp>(e);
        if (p.op->effect != PrimEffect::Pure && !is_speculable(e)) return {};
        if (is_slow(p)) *fuel -= kSlow;
        Evaluated r = Evaluated::always();
        bool coerce = PrimId(p.op->index) == PrimId::UnsafeCoerce;
        for (const Expr *a : p.args)
          if (coerce || !is_trivial(a)) r = r & early(a, fuel);
        return r;
      }
      case Tag::App: return is_value(e) ? Evaluated::always() : Evaluated{};
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        if (is_join_var(l.bind.var)) return {};
        *fuel -= 2;
        Evaluated r = early(l.bind.rhs, fuel);
        if (r.never()) return r;
        facts_[l.bind.var->uniq] = r;
        return r & early(l.body, fuel);
      }
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        Evaluated r = early(c.scrut, fuel);
        if (r.never()) return r;
        for (const Alt &a : c.alts) {
          fields(a);
          facts_[c.binder->uniq] = r;
          r = r & early(a.body, fuel);
        }
        return r;
      }
      case Tag::TyApp: return early(cast<ETyApp>(e).fn, fuel);
      case Tag::TyLam: return early(cast<ETyLam>(e).body, fuel);
      case Tag::Cast: return early(cast<ECast>(e).body, fuel);
      default: return {};
    }
  }
  static bool is_slow(const EPrimApp &p) {
    switch (PrimId(p.op->index)) {
      case PrimId::DoubleDiv:
      case PrimId::FloatDiv:
      case PrimId::DoubleSqrt:
      case PrimId::FloatSqrt:
      case PrimId::IntQuot:
      case PrimId::IntRem:
      case PrimId::IntQuotRem:
      case PrimId::WordQuot:
      case PrimId::WordRem:
      case PrimId::WordQuotRem: return true;
      default: return p.op->impl != PrimImpl::Inline;
    }
  }
  // Strict fields are evaluated; others when the assumption on them holds.
  void fields(const Alt &a) {
    if (!a.con) return;
    for (size_t i = 0; i < a.fields.size(); i++) {
      if (is_unlifted(a.fields[i]->type)) continue;
      if (is_strict_field(a.con, i)) facts_[a.fields[i]->uniq] = Evaluated::always();
      else if (int f = field(a.con, i); f >= 0) facts_[a.fields[i]->uniq] = Evaluated::when(f);
    }
  }
  static bool is_strict_field(const DataCon *con, size_t i) {
    return i >= con->theta.size() && con->fields[i - con->theta.size()].strict;
  }
  // The index of con's i-th field in params_; -1: nothing is known of it.
  int field(const DataCon *con, size_t i) {
    if (!own_.count(con->tycon->module) || is_strict_field(con, i)) return -1;
    auto [it, fresh] = fields_.try_emplace(con, int(params_.size()));
    if (fresh) params_.resize(params_.size() + con->core_arity());
    return it->second + int(i);
  }
  // con is applied to e as its i-th argument.
  void fill(const DataCon *con, size_t i, const Evaluated &e) {
    if (int f = field(con, i); f >= 0) constrain(f, e);
  }
  void fill(const DataCon *con, size_t i, const Expr *a) {
    int f = field(con, i);
    if (f < 0 || is_unlifted(expr_type(a))) return;
    if (const Var *v = is_trivial(a) ? head_var(a) : nullptr) constrain(f, fact(v));
    else if (is_thunk(a)) fills_.push_back({f, a});  // a node may be shared: what is known of it is known in the end
  }
  void constant(const Literal &l) {
    if (l.tag == LitTag::Data && constants_.insert(l.data).second) constant(l.data->tree);
  }
  // In a constant all is evaluated but strings.
  void constant(const Expr *e) {
    if (const EConApp *c = dyn_cast<EConApp>(strip_casts(e)))
      for (size_t i = 0; i < c->args.size(); i++) {
        if (strip_casts(c->args[i])->tag == Tag::App) fill(c->con, i, Evaluated{});
        constant(c->args[i]);
      }
  }
  static bool is_thunk(const Expr *e) { return !is_trivial(e) && !is_value(e); }

  // ---- What the program does ----------------------------------------------------------------------------------------
  Evaluated thunk(const Expr *e) {
    int fuel = kMostCost;
    return early(e, &fuel);
  }
  // v's object is needed.
  void whole(const Var *v) {
    if (const Var *const *of = binder_of(v)) v = *of;
    if (int p = index_.get(v->uniq)) params_[size_t(p - 1)].whole = true;
  }
  const Var *const *binder_of(const Var *v) const {
    auto it = binders_.find(v->uniq);
    return it == binders_.end() ? nullptr : &it->second;
  }
  // An argument of a call, for parameter `to` (or -1), of a constructor or of a primitive operation.
  void argument(const Expr *a, int to) {
    if (is_unlifted(expr_type(a))) return look(a);
    Evaluated e;
    if (const Var *v = is_trivial(a) ? head_var(a) : nullptr) {
      e = fact(v);
      int p = index_.get(v->uniq);
      if (to >= 0 && p) params_[size_t(p - 1)].passed_to.push_back(to);
      else whole(v);
      escapes(v);
    } else {
      if (is_thunk(a)) {
        e = thunk(a);
        auto [it, fresh] = thunks_.try_emplace(a, e);
        if (!fresh) it->second = e = it->second & e;
      } else e = Evaluated::always();
      look(a);
    }
    if (to >= 0) constrain(to, e);
  }
  // A call finds e of what is its parameter `to`.
  void constrain(int to, const Evaluated &e) {
    if (e.never()) params_[size_t(to)].evaluated = false;
    for (int p : e) params_[size_t(p)].then.push_back(to);
  }
  void look_rhs(const Binding &b) {
    const ELam *l = lambda(b.rhs);
    Function f = functions_.get(b.var->uniq);
    std::vector<const Var *> set;
    for (int i = f.first + f.params; i < f.first + f.params + f.free; i++) {
      const Var *v = params_[size_t(i)].var;
      if (!facts_.get(v->uniq).never()) continue;
      facts_[v->uniq] = Evaluated::when(i);
      set.push_back(v);
    }
    look(l ? l->body : b.rhs);
    for (const Var *v : set) facts_[v->uniq] = {};
  }
  // See Note [Constructors in knots].
  static bool is_knot(const Binding &b) {
    return !lambda(b.rhs) && is_value(b.rhs) && strip_casts(b.rhs)->tag == Tag::ConApp;
  }
  void look_knot(const Binding &b) {
    if (is_knot(b)) look_knot(b.rhs);
    else look_rhs(b);
  }
  void look_knot(const Expr *e) {
    const EConApp *c = dyn_cast<EConApp>(strip_casts(e));
    if (!c) return look(e);
    for (size_t i = 0; i < c->args.size(); i++) {
      const Expr *a = c->args[i];
      if (is_unlifted(expr_type(a))) look(a);
      else if (is_trivial(a)) {
        argument(a, -1);
        fill(c->con, i, a);
      } else {
        if (is_thunk(a)) fill(c->con, i, Evaluated{});
        look_knot(a);
      }
    }
  }
  void look(const Expr *e) {
    switch (e->tag) {
      case Tag::Var: whole(cast<EVar>(e).var); return escapes(cast<EVar>(e).var);
      case Tag::Lit: return constant(cast<ELit>(e).lit);
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        const Expr *f = a.fn->tag == Tag::TyApp ? cast<ETyApp>(a.fn).fn : a.fn;
        const EVar *v = dyn_cast<EVar>(f);
        Function fn = v ? functions_.get(v->var->uniq) : Function{};
        if (int(a.args.size()) < fn.params) {
          escapes(v->var);
          fn = {};
        }
        if (!fn.params) look(a.fn);
        for (int k = fn.first + fn.params; k < fn.first + fn.params + fn.free; k++)
          constrain(k, fact(params_[size_t(k)].var));
        for (size_t i = 0; i < a.args.size(); i++) argument(a.args[i], int(i) < fn.params ? fn.first + int(i) : -1);
        return;
      }
      case Tag::TyApp: return look(cast<ETyApp>(e).fn);
      case Tag::TyLam: return look(cast<ETyLam>(e).body);
      case Tag::Cast: return look(cast<ECast>(e).body);
      case Tag::Tick: return look(cast<ETick>(e).body);
      case Tag::Lam: return look(cast<ELam>(e).body);
      case Tag::Let: {
        const Binding &b = cast<ELet>(e).bind;
        bound(b);
        elsewhere(b.var);
        if (!is_join_var(b.var) && !is_unlifted(b.var->type) && !lambda(b.rhs) && facts_.get(b.var->uniq).never()) {
          Evaluated r = thunk(b.rhs);
          facts_[b.var->uniq] = r;
          if (!is_trivial(b.rhs)) lets_[b.var->uniq] = r;
        }
        look_rhs(b);
        return look(cast<ELet>(e).body);
      }
      case Tag::LetRec:
        for (const Binding &b : cast<ELetRec>(e).binds) bound(b);
        for (const Binding &b : cast<ELetRec>(e).binds) elsewhere(b.var);
        for (const Binding &b : cast<ELetRec>(e).binds) look_knot(b);
        return look(cast<ELetRec>(e).body);
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        const Var *v = is_trivial(c.scrut) && !is_unlifted(c.binder->type) ? head_var(c.scrut) : nullptr;
        Evaluated before;
        if (v) {
          before = facts_.get(v->uniq);
          facts_[v->uniq] = Evaluated::always();
          const Var *of = v;
          if (const Var *const *o = binder_of(v)) of = *o;
          if (int p = index_.get(of->uniq)) {
            params_[size_t(p - 1)].apart |= !c.alts.empty() && c.alts[0].con;
            binders_[c.binder->uniq] = of;
          }
        } else look(c.scrut);
        facts_[c.binder->uniq] = Evaluated::always();
        for (const Alt &a : c.alts) {
          fields(a);
          look(a.body);
        }
        if (v) facts_[v->uniq] = before;
        return;
      }
      case Tag::ConApp: {
        const EConApp &c = cast<EConApp>(e);
        for (size_t i = 0; i < c.args.size(); i++) {
          argument(c.args[i], -1);
          fill(c.con, i, c.args[i]);
        }
        return;
      }
      case Tag::PrimApp:
        for (const Expr *a : cast<EPrimApp>(e).args) argument(a, -1);
        return;
      case Tag::CCall:
        for (const Expr *a : cast<ECCall>(e).args) argument(a, -1);
        return;
    }
  }

  // What is not evaluated makes what depends on it not evaluated; what is needed whole by a function that gets it is
  // needed whole.
  void spread() {
    std::vector<int> work;
    for (size_t i = 0; i < params_.size(); i++)
      if (!params_[i].evaluated) work.push_back(int(i));
    while (!work.empty()) {
      int i = work.back();
      work.pop_back();
      for (int t : params_[size_t(i)].then)
        if (params_[size_t(t)].evaluated) {
          params_[size_t(t)].evaluated = false;
          work.push_back(t);
        }
    }
    std::vector<std::vector<int>> from(params_.size());
    for (size_t i = 0; i < params_.size(); i++)
      for (int t : params_[i].passed_to) from[size_t(t)].push_back(int(i));
    // A function that gets it whole, or does not take it apart itself or by passing it on.
    std::vector<int> apart;
    for (size_t i = 0; i < params_.size(); i++) {
      if (params_[i].whole || !params_[i].evaluated) work.push_back(int(i));
      if (params_[i].apart) apart.push_back(int(i));
    }
    while (!work.empty()) {
      int i = work.back();
      work.pop_back();
      for (int f : from[size_t(i)])
        if (!params_[size_t(f)].whole) {
          params_[size_t(f)].whole = true;
          work.push_back(f);
        }
    }
    while (!apart.empty()) {
      int i = apart.back();
      apart.pop_back();
      for (int f : from[size_t(i)])
        if (!params_[size_t(f)].apart) {
          params_[size_t(f)].apart = true;
          apart.push_back(f);
        }
    }
  }
  bool holds(const Evaluated &e) const {
    if (e.never()) return false;
    for (int p : e)
      if (!params_[size_t(p)].evaluated) return false;
    return true;
  }

  // ---- Rewriting ----------------------------------------------------------------------------------------------------
  const Expr *rhs(const Binding &b) {
    const Expr *e = b.rhs;
    const ELam *l = lambda(e);
    Function f = functions_.get(b.var->uniq);
    if (!l || !f.params) return expr(e);
    const Expr *body = expr(l->body);
    for (int k = f.params; k-- > 0;) {
      const Param &p = params_[size_t(f.first + k)];
      if (p.evaluated && p.apart && !p.whole && !is_unlifted(p.var->type)) body = take_apart(p.var, body);
    }
    if (body == l->body) return e;
    const Expr *r = mk_lam(l->params, body);
    const ETyLam *t = dyn_cast<ETyLam>(e);
    return t ? mk_ty_lam(t->vars, r) : r;
  }
  // See Note [Constructors in knots].
  const Expr *knot(const Expr *e) {
    if (e->tag == Tag::ConApp || e->tag == Tag::Cast) return map_children(e, [this](const Expr *x) { return knot(x); });
    return is_value(e) && !lambda(e) ? e : expr(e);
  }
  const Expr *take_apart(Var *p, const Expr *body) {
    Vec<const Type *> types;
    DataCon *con = product_con(p->type, &types);
    if (!con || con->core_arity() == 0 || con->core_arity() > 10 || !cx_.tick()) return body;
    Alt a;
    a.con = con;
    for (const Type *t : core::con_field_types(con))
      a.fields.push_back(fresh_like(p, con->univ.empty() ? t : subst_type(t, con->univ, types)));
    a.body = body;
    const Type *data = mk_tcon_app(con->tycon, types);
    return mk_case(mk_cast(mk_var(p), data), mk_core_var("wild", data), expr_type(body), {a});
  }

  // The thunks of e's arguments that are computed early are bound in *first, which goes around e.
  const Expr *argument(const Expr *a, Vec<Binding> *first) {
    auto it = thunks_.find(a);
    if (it != thunks_.end() && holds(it->second) && cx_.tick()) {
      Var *v = mk_core_var("s", expr_type(a));
      first->push_back({v, expr(a)});
      return mk_var(v);
    }
    return inside(a, first);
  }
  // e, which does not become a thunk, nor a function.
  const Expr *inside(const Expr *e, Vec<Binding> *first) {
    switch (e->tag) {
      case Tag::ConApp:
      case Tag::PrimApp: return map_children(e, [&](const Expr *a) { return argument(a, first); });
      case Tag::Cast: return map_children(e, [&](const Expr *x) { return inside(x, first); });
      default: return expr(e);
    }
  }
  static const Expr *after(const Vec<Binding> &first, const Expr *e) {
    for (size_t i = first.size(); i-- > 0;) e = mk_strict_let(first[i].var, first[i].rhs, e);
    return e;
  }
  const Expr *expr(const Expr *e) {
    switch (e->tag) {
      case Tag::App: {
        Vec<Binding> first;
        bool head = true;
        const Expr *r =
            map_children(e, [&](const Expr *x) { return std::exchange(head, false) ? expr(x) : argument(x, &first); });
        return after(first, r);
      }
      case Tag::ConApp:
      case Tag::PrimApp:
      case Tag::CCall: {
        Vec<Binding> first;
        const Expr *r = map_children(e, [&](const Expr *a) { return argument(a, &first); });
        return after(first, r);
      }
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        const Binding &b = l.bind;
        if (holds(lets_.get(b.var->uniq)) && cx_.tick()) {
          const Expr *r = expr(b.rhs);
          return mk_strict_let(b.var, r, expr(l.body));
        }
        Vec<Binding> first;
        const Expr *r =
            lambda(b.rhs) || (!is_value(b.rhs) && !is_unlifted(b.var->type)) ? rhs(b) : inside(b.rhs, &first);
        const Expr *body = expr(l.body);
        return after(first, r == b.rhs && body == l.body ? e : mk_let(b.var, r, body));
      }
      case Tag::LetRec: {
        const ELetRec &l = cast<ELetRec>(e);
        Vec<Binding> bs;
        bool changed = false;
        for (const Binding &b : l.binds) {
          bs.push_back({b.var, is_knot(b) ? knot(b.rhs) : lambda(b.rhs) || !is_value(b.rhs) ? rhs(b) : b.rhs});
          changed |= bs.back().rhs != b.rhs;
        }
        const Expr *body = expr(l.body);
        return changed || body != l.body ? mk_letrec(bs, body) : e;
      }
      default: return map_children(e, [this](const Expr *x) { return expr(x); });
    }
  }

  PassContext &cx_;
  std::vector<const Var *> nest_;  // functions around
  // of a local variable: functions around its binding, and one
  UniqTable<int> depth_;
  std::unordered_map<uint32_t, std::vector<Var *>> free_;  // of local functions
  std::vector<Param> params_;
  std::unordered_set<Symbol> own_;
  std::unordered_map<const DataCon *, int> fields_;  // the first of so many in params_
  std::vector<std::pair<int, const Expr *>> fills_;  // a field, and a thunk that goes into it
  std::unordered_set<const DataLit *> constants_;    // looked at
  UniqTable<Function> functions_;
  UniqTable<int> index_;  // of lifted parameters in params_, and one
  UniqTable<Evaluated> facts_;
  UniqTable<Evaluated> lets_;                           // thunks that may be computed early
  std::unordered_map<const Expr *, Evaluated> thunks_;  // the same of arguments
  std::unordered_map<uint32_t, const Var *> binders_;   // of cases on parameters
};

}  // namespace

void speculate(Program &p, PassContext &cx) { Speculate(cx).program(p); }

}  // namespace gphc::opt
