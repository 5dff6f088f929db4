// static_args.cc: parameters that are always the same. A local function, or join point, all of whose calls are in view
// and pass one and the same variable or literal for a parameter, or in its own recursion the parameter itself, loses
// the parameter. So does one to which a single call passes a lambda: that is bound before the function, which calls it
// as a known one then.
//
//   let arr = STUArray l u n a in                             let arr = STUArray l u n a in
//   join j r = .. case r of STUArray .. -> ..         ==>     join j = .. case arr of STUArray .. -> ..
//   in case n of 0 -> j arr ; _ -> .. j arr                   in case n of 0 -> j ; _ -> .. j
//
// What the argument is made of is known in the body then, and a loop does not carry what does not change. Join points
// with such parameters come from case-of-case: each branch of the inner case returned the same thing.
//
// The variable must be in scope where the function is bound. A function (no join point) keeps its last parameter: it
// would become a thunk, which is another thing. State tokens stay, they carry the order of effects.
//
// Requires: unique binders. Preserves: lint, sharing. Facts about a function that loses a parameter are dropped.
// Complexity: linear.
#include <vector>

#include "core/fvs.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

class StaticArgs {
 public:
  explicit StaticArgs(PassContext &cx) : cx_(cx) {}
  const Expr *top_level(const Expr *e) {
    functions_.clear();
    serial_ = 0;
    look(e);
    bool any = false;
    for (Function &f : functions_) any |= decide(f);
    const Expr *r = any ? rebuild(e) : e;
    for (const Function &f : functions_) index_[f.var->uniq] = 0;
    return r;
  }

 private:
  struct Argument {
    const Expr *always = nullptr;  // what the calls pass; null: none seen yet
    const Expr *lambda = nullptr;  // what `always` is a new variable for
    bool varies = false, drop = false;
  };
  struct Function {
    Var *var;
    const ELam *lambda;
    uint32_t serial;       // of its binding: variables with smaller ones are in scope there
    bool escapes = false;  // not only called with all its arguments
    Vec<Argument> args;
    Var *replacement = nullptr;
  };

  Function *function(const Var *v) {
    uint32_t i = index_.get(v->uniq);
    return i ? &functions_[i - 1] : nullptr;
  }
  void bound(const Var *v) { bound_[v->uniq] = ++serial_; }

  // ---- What the calls pass ------------------------------------------------------------------------------------------
  void bind(std::span<const Binding> binds) {
    uint32_t here = ++serial_;
    for (const Binding &b : binds) {
      bound_[b.var->uniq] = here;
      const ELam *l = dyn_cast<ELam>(b.rhs);
      const IdInfo *i = b.var->info;
      if (!l || (i && (i->is_exported || i->inline_spec != InlineSpec::None || !i->rules.empty() || i->unfolding)))
        continue;
      Function f{b.var, l, here, false, {}, nullptr};
      for (size_t k = 0; k < l->params.size(); k++) f.args.push_back({});
      functions_.push_back(std::move(f));
      index_[b.var->uniq] = uint32_t(functions_.size());
    }
    for (const Binding &b : binds) look(b.rhs);
  }
  void call(Function &f, const Vec<const Expr *> &args) {
    if (args.size() < f.args.size()) {
      f.escapes = true;
      return;
    }
    for (size_t i = 0; i < f.args.size(); i++) {
      Argument &a = f.args[i];
      const EVar *v = dyn_cast<EVar>(args[i]);
      if (a.varies || (v && v->var == f.lambda->params[i])) continue;
      if (strip_casts(args[i])->tag == Tag::Lam && !a.always && in_scope_at(args[i], f.serial))
        a.always = a.lambda = args[i];
      else if (a.lambda) a.varies = true;
      else if (v ? is_join_var(v->var) || bound_.get(v->var->uniq) >= f.serial
                 : args[i]->tag != Tag::Lit || !is_trivial(args[i]))
        a.varies = true;
      else if (!a.always) a.always = args[i];
      else a.varies = !same_atom(a.always, args[i]);
    }
  }
  // Nothing that e mentions is bound in f's scope or later, and nothing of it jumps.
  bool in_scope_at(const Expr *e, uint32_t serial) const {
    VarSet vars;
    TyVarSet types;
    free_vars(e, &vars);
    free_ty_vars(e, &types);
    for (const Var *v : vars)
      if (is_join_var(v) || bound_.get(v->uniq) >= serial) return false;
    for (const TyVar *t : types)
      if (ty_bound_.get(t->uniq) >= serial) return false;
    return true;
  }
  static bool same_atom(const Expr *a, const Expr *b) {
    if (a->tag != b->tag) return false;
    if (const EVar *v = dyn_cast<EVar>(a)) return v->var == cast<EVar>(b).var;
    const Literal &x = cast<ELit>(a).lit, &y = cast<ELit>(b).lit;
    return x.tag == y.tag && x.tag != LitTag::Double && x.tag != LitTag::Float && x.i == y.i && x.text == y.text &&
           x.data == y.data;
  }
  void look(const Expr *e) {
    switch (e->tag) {
      case Tag::Var:
        if (Function *f = function(cast<EVar>(e).var)) f->escapes = true;
        return;
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        const EVar *v = dyn_cast<EVar>(a.fn);
        Function *f = v ? function(v->var) : nullptr;
        if (f) call(*f, a.args);
        else look(a.fn);
        for (const Expr *x : a.args) look(x);
        return;
      }
      case Tag::Lam:
        for (const Var *p : cast<ELam>(e).params) bound(p);
        return look(cast<ELam>(e).body);
      case Tag::TyLam:
        for (const TyVar *v : cast<ETyLam>(e).vars) ty_bound_[v->uniq] = ++serial_;
        return look(cast<ETyLam>(e).body);
      case Tag::Let: bind({&cast<ELet>(e).bind, 1}); return look(cast<ELet>(e).body);
      case Tag::LetRec: bind(cast<ELetRec>(e).binds); return look(cast<ELetRec>(e).body);
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        look(c.scrut);
        bound(c.binder);
        for (const Alt &a : c.alts) {
          for (const TyVar *t : a.ex_tvs) ty_bound_[t->uniq] = ++serial_;
          for (const Var *f : a.fields) bound(f);
          look(a.body);
        }
        return;
      }
      default: for_each_child(e, [this](const Expr *x) { look(x); });
    }
  }

  // ---- Which parameters go ------------------------------------------------------------------------------------------
  bool decide(Function &f) {
    if (f.escapes) return false;
    size_t dropped = 0;
    for (size_t i = 0; i < f.args.size(); i++) {
      Argument &a = f.args[i];
      a.drop = a.always && !a.varies && !is_state_token_type(f.lambda->params[i]->type);
      dropped += a.drop;
    }
    bool join = is_join_var(f.var);
    if (!join && dropped == f.args.size()) {
      f.args.back().drop = false;
      dropped--;
    }
    // A join point may return a lambda: the parameters of that do not count.
    if (join && size_t(f.var->info->join_arity) != f.args.size()) return false;
    if (dropped == 0 || !cx_.tick()) {
      for (Argument &a : f.args) a.drop = false;
      return false;
    }
    Vec<const Type *> types;
    const Type *result = f.var->type;
    for (size_t i = 0; i < f.args.size(); i++) {
      FunView t = fun_view(result);
      if (!t.arg) {
        for (Argument &a : f.args) a.drop = false;
        return false;
      }
      if (!f.args[i].drop) types.push_back(t.arg);
      result = t.res;
    }
    for (size_t i = 0; i < f.args.size(); i++)
      if (Argument &a = f.args[i]; a.drop && a.lambda)
        a.always = mk_var(fresh_like(f.lambda->params[i], f.lambda->params[i]->type));
    f.replacement = fresh_like(f.var, mk_tfuns(types, result));
    if (f.var->info) {
      f.replacement->info = mk<IdInfo>(*f.var->info);
      f.replacement->info->sig = nullptr;
      f.replacement->info->arity = int32_t(types.size());
      if (join) f.replacement->info->join_arity = int32_t(types.size());
    }
    return true;
  }

  // ---- Rewriting ----------------------------------------------------------------------------------------------------
  Binding rebuild(const Binding &b) {
    Function *f = function(b.var);
    if (!f || !f->replacement) return {b.var, rebuild(b.rhs)};
    const Expr *body = rebuild(f->lambda->body);
    Vec<Var *> params;
    for (size_t i = f->args.size(); i-- > 0;)
      if (f->args[i].drop) body = alias(f->lambda->params[i], f->args[i].always, body);
    for (size_t i = 0; i < f->args.size(); i++)
      if (!f->args[i].drop) params.push_back(f->lambda->params[i]);
    return {f->replacement, mk_lam(params, body)};
  }
  // let p = atom in body
  static const Expr *alias(Var *p, const Expr *atom, const Expr *body) {
    if (!is_unlifted(p->type)) return mk_let(p, atom, body);
    Alt a;
    a.body = body;
    return mk_case(atom, p, expr_type(body), {a});
  }
  const Expr *rebuild(const Expr *e) {
    switch (e->tag) {
      case Tag::Var: {
        Function *f = function(cast<EVar>(e).var);
        return f && f->replacement ? mk_var(f->replacement, cast<EVar>(e).place) : e;
      }
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        const EVar *v = dyn_cast<EVar>(a.fn);
        Function *f = v ? function(v->var) : nullptr;
        if (!f || !f->replacement) break;
        Vec<const Expr *> args;
        for (size_t i = 0; i < a.args.size(); i++)
          if (i >= f->args.size() || !f->args[i].drop) args.push_back(rebuild(a.args[i]));
        return mk_app(mk_var(f->replacement, v->place), args);
      }
      default: break;
    }
    const Expr *r =
        map_children(e, [this](const Binding &b) { return rebuild(b); }, [this](const Expr *x) { return rebuild(x); });
    if (e->tag == Tag::Let) return with_lambdas({&cast<ELet>(e).bind, 1}, r);
    if (e->tag == Tag::LetRec) return with_lambdas(cast<ELetRec>(e).binds, r);
    return r;
  }
  // The lambdas that the functions were given, around their binding.
  const Expr *with_lambdas(std::span<const Binding> binds, const Expr *e) {
    for (const Binding &b : binds)
      if (Function *f = function(b.var); f && f->replacement)
        for (const Argument &a : f->args)
          if (a.drop && a.lambda) e = mk_let(cast<EVar>(a.always).var, rebuild(a.lambda), e);
    return e;
  }

  PassContext &cx_;
  std::vector<Function> functions_;
  UniqTable<uint32_t> index_;             // of a function, + 1
  UniqTable<uint32_t> bound_, ty_bound_;  // serial numbers; 0: bound outside
  uint32_t serial_ = 0;
};

}  // namespace

void static_args(Program &p, PassContext &cx) {
  StaticArgs s(cx);
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) b.rhs = s.top_level(b.rhs);
}

}  // namespace gphc::opt
