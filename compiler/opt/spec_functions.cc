// spec_functions.cc: a recursive function of functions gets a copy for the functions that it is called with.
//
//   foldT = \f z t. case t of { L -> z ; N l x r -> f (foldT f z l) x (foldT f z r) }
//   total = \t. foldT (\a x b -> a + x + b) 0 t
//   ==>
//   total = \t. let f = \a x b. a + x + b
//               in letrec foldT' = \t. case t of { L -> 0 ; N l x r -> f (foldT' l) x (foldT' r) } in foldT' t
//
// In the copy the function is a known one: it is inlined where it is small, what it is strict in is evaluated before
// the call, and its results need no boxes. GHC's SpecConstr does the same for lambdas, after its demand analysis; the
// static argument transformation (Santos, "Compilation by transformation in non-strict functional languages", 1995,
// chapter 7) does it for all calls, whether they know something or not.
//
//   - A parameter is static if all calls in the function's own right-hand side pass it on, at the same types. It goes
//     if the call passes a lambda, a function whose definition is in view, a partial application of one, or a constant;
//     and there must be one among these that the function calls, or takes functions out of (a record of them), or
//     passes on to another that this pass copies.
//   - A function may be given fewer arguments than it takes, if the static ones are among them: map (foldRose f).
//   - Copies are local, so that a lambda with free variables is no other case; float-out takes closed ones to the top
//     level. Copies are looked at again: a walk over a rose tree calls another function of functions.
//   - What the program forbids to inline is not copied, either.
//
// Must not: copy without bound (kMaxCopies of a function, kMaxSize for its body, kMaxDepth of copies in copies, a
// budget for the program). Laziness and sharing: what is moved are values.
//
// Requires: unique binders. Preserves: lint. Complexity: linear in the program and the copies.
#include <algorithm>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

constexpr int kMaxCopies = 8;  // of one function
constexpr int kMaxSize = 150;  // of a function that is copied
constexpr int kMaxDepth = 3;   // of copies in copies
constexpr int kMaxFree = 2;    // variables of a lambda: the copy's thunks hold them instead of the lambda

struct Function {
  Var *var = nullptr;
  Vec<TyVar *> tvs;
  const ELam *lambda = nullptr;
  Vec<bool> passed_on;  // for each parameter: the same in all of its own calls
  // for each parameter: called, or taken apart, or passed on to another function that does so in all its rounds
  Vec<bool> called;
  int size = 0;
  int copies = 0;
  bool recursive = false;
  bool same_types = true;  // in all of its own calls
};

// Takes f's right-hand side apart.
class Look {
 public:
  Look(Function *f, const UniqTable<Function *> &others) : f_(f), others_(others) {}
  void look(const Expr *e) {
    if (e->tag == Tag::App) {
      const EApp &a = cast<EApp>(e);
      const Expr *h = strip_types(a.fn);
      const EVar *v = dyn_cast<EVar>(h);
      if (v && v->var == f_->var) {
        own_call(a.fn, a.args);
      } else {
        if (v) note_called(v->var);
        if (const Function *g = v ? others_.get(v->var->uniq) : nullptr)
          for (size_t k = 0; k < a.args.size() && k < g->called.size(); k++)
            if (const EVar *x = dyn_cast<EVar>(a.args[k]); x && g->called[k] && g->passed_on[k]) note_called(x->var);
        look(a.fn);
      }
      for (const Expr *x : a.args) look(x);
      return;
    }
    if (e->tag == Tag::Case)
      if (const EVar *v = dyn_cast<EVar>(strip_casts(cast<ECase>(e).scrut))) note_called(v->var);
    if (e->tag == Tag::Var || e->tag == Tag::TyApp) {
      const EVar *v = dyn_cast<EVar>(strip_types(e));
      if (v && v->var == f_->var) own_call(e, {});
      if (v || e->tag == Tag::Var) return;
    }
    for_each_child(e, [this](const Expr *x) { look(x); });
  }
  static const Expr *strip_types(const Expr *e) {
    const ETyApp *t = dyn_cast<ETyApp>(e);
    return t ? t->fn : e;
  }

 private:
  void own_call(const Expr *head, const Vec<const Expr *> &args) {
    f_->recursive = true;
    const ETyApp *t = dyn_cast<ETyApp>(head);
    bool same = (t ? t->types.size() : 0) == f_->tvs.size();
    for (size_t i = 0; same && i < f_->tvs.size(); i++) same = same_tyvar(t->types[i], f_->tvs[i]);
    f_->same_types &= same;
    for (size_t i = 0; i < f_->passed_on.size(); i++) {
      const EVar *v = i < args.size() ? dyn_cast<EVar>(args[i]) : nullptr;
      f_->passed_on[i] = f_->passed_on[i] && v && v->var == f_->lambda->params[i];
    }
  }
  void note_called(const Var *v) {
    for (size_t i = 0; i < f_->called.size(); i++) f_->called[i] |= f_->lambda->params[i] == v;
  }
  static bool same_tyvar(const Type *t, const TyVar *v) {
    return t->tag == TypeTag::Var && static_cast<const TVar *>(t)->var == v;
  }
  Function *f_;
  const UniqTable<Function *> &others_;
};

class SpecFunctions {
 public:
  SpecFunctions(Program &p, PassContext &cx) : p_(p), cx_(cx) {}
  void run() {
    long size = 0;
    for (const Vec<Binding> &g : p_.groups)
      for (const Binding &b : g) {
        size += expr_size(b.rhs, 1 << 28);
        known_[b.var->uniq] = own_lambdas(b.rhs);
      }
    for (const Vec<Binding> &g : p_.groups) {
      for (const Binding &b : g) holds_[b.var->uniq] = holds_function(b.rhs);
      if (g.size() == 1) candidate(g[0]);
    }
    budget_ = std::max(2000L, size / 8);
    for (Vec<Binding> &g : p_.groups)
      for (Binding &b : g) b.rhs = walk(b.rhs);
  }

 private:
  void candidate(const Binding &b) {
    const IdInfo *i = b.var->info;
    if (i && (i->join_arity >= 0 || i->inline_spec != InlineSpec::None || !i->rules.empty() || i->unfolding)) return;
    Function f;
    f.var = b.var;
    const Expr *e = b.rhs;
    if (const ETyLam *t = dyn_cast<ETyLam>(e)) {
      f.tvs = t->vars;
      e = t->body;
    }
    f.lambda = dyn_cast<ELam>(e);
    if (!f.lambda) return;
    for (size_t k = 0; k < f.lambda->params.size(); k++) {
      f.passed_on.push_back(true);
      f.called.push_back(false);
    }
    if ((f.size = expr_size(b.rhs, kMaxSize + 1)) > kMaxSize) return;
    Look(&f, functions_).look(f.lambda->body);
    bool any = false;
    for (size_t k = 0; k < f.called.size(); k++) any |= f.called[k] && f.passed_on[k];
    if (f.recursive && f.same_types && any) functions_[b.var->uniq] = mk<Function>(std::move(f));
  }

  // How many arguments the function that e names takes at least; 0: it is none that is known.
  uint32_t known_arity(const Expr *e) const {
    e = strip_casts(e);
    if (e->tag == Tag::Lam) return uint32_t(cast<ELam>(e).params.size());
    if (const Var *v = head_var(e)) return is_join_var(v) ? 0 : known_.get(v->uniq);
    const EApp *a = dyn_cast<EApp>(e);
    uint32_t n = a ? known_arity(a->fn) : 0;
    return a && n > a->args.size() ? n - uint32_t(a->args.size()) : 0;
  }

  // A record with a known function in it.
  bool holds_function(const Expr *e) const {
    e = strip_casts(e);
    if (const Var *v = head_var(e)) return holds_.get(v->uniq);
    const EConApp *c = dyn_cast<EConApp>(e);
    return c && std::any_of(c->args.begin(), c->args.end(), [this](const Expr *x) { return known_arity(x) > 0; });
  }
  static int free_locals(const Expr *e) {
    VarSet vars;
    free_vars(e, &vars);
    return int(vars.size());
  }

  // f @types args, args walked; null: stays.
  const Expr *call(Function *f, const Vec<const Type *> &types, const Vec<const Expr *> &args) {
    if (types.size() != f->tvs.size() || depth_ >= kMaxDepth) return nullptr;
    const Vec<Var *> &params = f->lambda->params;
    Vec<bool> goes = Vec<bool>::of_size(params.size(), false);
    bool worth = false;
    size_t left = params.size();
    for (size_t i = 0; i < params.size() && i < args.size(); i++) {
      if (!f->passed_on[i]) continue;
      int free = free_locals(args[i]);
      bool function = known_arity(args[i]) > 0 && free <= kMaxFree;
      bool constant = free == 0 && (is_trivial(args[i]) || is_value(args[i])) && !is_state_token_type(params[i]->type);
      goes[i] = function || constant;
      worth |= f->called[i] && (function || (constant && holds_function(args[i])));
      left -= goes[i];
    }
    if (!worth || left == 0 || f->copies >= kMaxCopies || f->size > budget_ || !cx_.tick()) return nullptr;
    f->copies++;
    budget_ -= f->size;

    // Inside: the calls pass what stays.
    Vec<Var *> gone, stay;
    Vec<const Expr *> by;
    Vec<Binding> lets;
    for (size_t i = 0; i < params.size(); i++) {
      if (!goes[i]) {
        stay.push_back(params[i]);
        continue;
      }
      gone.push_back(params[i]);
      if (is_trivial(args[i])) {
        by.push_back(args[i]);
      } else {
        Var *v = fresh_like(params[i], subst_type(params[i]->type, f->tvs, types));
        lets.push_back({v, args[i]});
        by.push_back(mk_var(v));
        known_[v->uniq] = known_arity(args[i]);
      }
    }
    Vec<const Type *> param_types;
    for (const Var *v : stay) param_types.push_back(subst_type(v->type, f->tvs, types));
    Var *copy = fresh_like(f->var, mk_tfuns(param_types, subst_type(expr_type(f->lambda->body), f->tvs, types)));
    info(copy).arity = int32_t(stay.size());
    Var *inner = fresh_like(f->var, copy->type);  // stands for the copy until the types are those of the call
    const Expr *rhs = mk_lam(stay, own_calls(f, goes, inner, f->lambda->body));
    gone.push_back(inner);
    by.push_back(mk_var(copy));
    rhs = clone_expr(rhs, f->tvs, types, gone, by);
    depth_++;
    rhs = walk(rhs);
    depth_--;
    Vec<const Expr *> rest;
    for (size_t i = 0; i < args.size(); i++)
      if (i >= goes.size() || !goes[i]) rest.push_back(args[i]);
    const Expr *r = mk_letrec({{copy, rhs}}, mk_app(mk_var(copy), rest));
    for (size_t i = lets.size(); i-- > 0;) r = mk_let(lets[i].var, lets[i].rhs, r);
    return r;
  }
  // e with calls of `inner` for those of f.
  const Expr *own_calls(const Function *f, const Vec<bool> &goes, Var *inner, const Expr *e) {
    const EApp *a = dyn_cast<EApp>(e);
    const EVar *v = a ? dyn_cast<EVar>(Look::strip_types(a->fn)) : nullptr;
    if (!v || v->var != f->var) return map_children(e, [&](const Expr *x) { return own_calls(f, goes, inner, x); });
    Vec<const Expr *> rest;
    for (size_t i = 0; i < a->args.size(); i++)
      if (i >= goes.size() || !goes[i]) rest.push_back(own_calls(f, goes, inner, a->args[i]));
    return mk_app(mk_var(inner, v->place), rest);
  }

  void bind(std::span<const Binding> binds) {
    for (const Binding &b : binds)
      if (!is_join_var(b.var)) known_[b.var->uniq] = own_lambdas(b.rhs);
    if (binds.size() == 1) candidate(binds[0]);
  }
  const Expr *walk(const Expr *e) {
    switch (e->tag) {
      case Tag::Let: bind({&cast<ELet>(e).bind, 1}); break;
      case Tag::LetRec: bind(cast<ELetRec>(e).binds); break;
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        const EVar *v = dyn_cast<EVar>(Look::strip_types(a.fn));
        Function *f = v ? functions_.get(v->var->uniq) : nullptr;
        if (!f) break;
        Vec<const Type *> types;
        if (const ETyApp *t = dyn_cast<ETyApp>(a.fn)) types = t->types;
        Vec<const Expr *> args;
        for (const Expr *x : a.args) args.push_back(walk(x));
        if (const Expr *r = call(f, types, args)) return with_place(r, v->place);
        return mk_app(a.fn, args);
      }
      default: break;
    }
    return map_children(e, [this](const Expr *x) { return walk(x); });
  }

  Program &p_;
  PassContext &cx_;
  UniqTable<Function *> functions_;
  UniqTable<uint32_t> known_;  // value lambdas of functions whose definitions are in view
  UniqTable<bool> holds_;      // top-level records of functions
  int depth_ = 0;
  long budget_ = 0;
};

}  // namespace

void spec_functions(Program &p, PassContext &cx) { SpecFunctions(p, cx).run(); }

}  // namespace gphc::opt
