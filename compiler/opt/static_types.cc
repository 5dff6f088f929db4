// static_types.cc: a local function that is used at one type only is no longer polymorphic.
//
//   let go = /\a. \m. case m of { Bin k x l r -> .. go @a l .. Just @a x .. } in case go @Int t of ..
//   ==>   let go = \m. case m of { Bin k x l r -> .. go l .. Just @Int x .. } in case go t of ..
//
// Haskell generalises local bindings whether anybody needs it or not. But a function that is polymorphic in its result
// cannot be a join point (what it returns to has one type), and its type hides what its values are made of: unboxing
// and constructed results stop there.
//
// The type must be in scope where the function is bound. In its own right-hand side the function is used at its own
// type variables.
//
// The type variables may also come after parameters, where they are those of a newtype's contents (Church encodings,
// parsers in continuation-passing style): all calls have those parameters then. Without them static-args sees the
// continuations that such a loop passes on.
//
// Requires: unique binders. Preserves: lint, sharing. Complexity: linear, times the nesting of such functions.
#include <vector>

#include "core/fvs.h"
#include "core/subst.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

class StaticTypes {
 public:
  explicit StaticTypes(PassContext &cx) : cx_(cx) {}
  const Expr *top_level(const Expr *e) {
    functions_.clear();
    look(e);
    bool any = false;
    for (Function &f : functions_) any |= decide(f);
    const Expr *r = any ? rebuild(e) : e;
    for (const Function &f : functions_) index_[f.var->uniq] = 0;
    return r;
  }

 private:
  struct Function {
    Var *var;
    const ETyLam *lambda;
    size_t after;     // parameters before the type variables
    uint32_t serial;  // of its binding: type variables with smaller ones are in scope there
    bool varies = false;
    const Vec<const Type *> *types = nullptr;  // at which it is used; null: no use seen yet
    Var *replacement = nullptr;
  };
  Function *function(const Var *v) {
    uint32_t i = index_.get(v->uniq);
    return i ? &functions_[i - 1] : nullptr;
  }

  // The function that is applied to types, where they come.
  Function *called(const ETyApp &t) {
    const EApp *a = dyn_cast<EApp>(t.fn);
    const EVar *v = dyn_cast<EVar>(a ? a->fn : t.fn);
    Function *f = v ? function(v->var) : nullptr;
    return f && f->after == (a ? a->args.size() : 0) ? f : nullptr;
  }

  // ---- At which types it is used ------------------------------------------------------------------------------------
  void bind(std::span<const Binding> binds) {
    uint32_t here = ++serial_;
    for (const Binding &b : binds) {
      const ELam *outer = dyn_cast<ELam>(b.rhs);
      const ETyLam *l = dyn_cast<ETyLam>(outer ? outer->body : b.rhs);
      const IdInfo *i = b.var->info;
      if (!l || (i && (i->is_exported || i->join_arity >= 0 || !i->rules.empty() || i->unfolding))) continue;
      functions_.push_back({b.var, l, outer ? outer->params.size() : 0, here});
      index_[b.var->uniq] = uint32_t(functions_.size());
    }
    for (const Binding &b : binds) look(b.rhs);
  }
  bool in_scope_at(const Type *t, uint32_t serial) const {
    switch (t->tag) {
      case TypeTag::Var: return bound_.get(static_cast<const TVar *>(t)->var->uniq) < serial;
      case TypeTag::App:
        return in_scope_at(static_cast<const TApp *>(t)->fn, serial) &&
               in_scope_at(static_cast<const TApp *>(t)->arg, serial);
      case TypeTag::Fun:
        return in_scope_at(static_cast<const TFun *>(t)->arg, serial) &&
               in_scope_at(static_cast<const TFun *>(t)->res, serial);
      case TypeTag::Forall: return in_scope_at(static_cast<const TForall *>(t)->body, serial);
      case TypeTag::Con: return true;
      default: return false;
    }
  }
  void use(Function &f, const Vec<const Type *> &types) {
    if (types.size() != f.lambda->vars.size()) {
      f.varies = true;
      return;
    }
    bool own = true;
    for (size_t i = 0; i < types.size(); i++)
      own = own && types[i]->tag == TypeTag::Var && static_cast<const TVar *>(types[i])->var == f.lambda->vars[i];
    if (own || f.varies) return;
    for (size_t i = 0; i < types.size(); i++)
      if (f.types ? !same_type(types[i], (*f.types)[i]) : !in_scope_at(types[i], f.serial)) f.varies = true;
    f.types = &types;
  }
  void look(const Expr *e) {
    switch (e->tag) {
      case Tag::Var:
        if (Function *f = function(cast<EVar>(e).var)) f->varies = true;
        return;
      case Tag::TyApp: {
        const ETyApp &t = cast<ETyApp>(e);
        Function *f = called(t);
        if (!f) return look(t.fn);
        if (f->after > 0)
          for (const Expr *a : cast<EApp>(t.fn).args) look(a);
        return use(*f, t.types);
      }
      case Tag::TyLam:
        for (const TyVar *v : cast<ETyLam>(e).vars) bound_[v->uniq] = ++serial_;
        return look(cast<ETyLam>(e).body);
      case Tag::Let: bind({&cast<ELet>(e).bind, 1}); return look(cast<ELet>(e).body);
      case Tag::LetRec: bind(cast<ELetRec>(e).binds); return look(cast<ELetRec>(e).body);
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        look(c.scrut);
        for (const Alt &a : c.alts) {
          for (const TyVar *v : a.ex_tvs) bound_[v->uniq] = ++serial_;
          look(a.body);
        }
        return;
      }
      default: for_each_child(e, [this](const Expr *x) { look(x); });
    }
  }

  // ---- Rewriting ----------------------------------------------------------------------------------------------------
  bool decide(Function &f) {
    const Type *t = f.var->type;
    Vec<const Type *> params;
    for (; params.size() < f.after && t->tag == TypeTag::Fun; t = static_cast<const TFun *>(t)->res)
      params.push_back(static_cast<const TFun *>(t)->arg);
    if (f.varies || !f.types || params.size() < f.after || t->tag != TypeTag::Forall) return false;
    const TForall *fa = static_cast<const TForall *>(t);
    if (fa->vars.size() != f.types->size() || !cx_.tick()) return false;
    f.replacement = fresh_like(f.var, mk_tfuns(params, subst_type(fa->body, fa->vars, *f.types)));
    if (f.var->info) {
      f.replacement->info = mk<IdInfo>(*f.var->info);
      f.replacement->info->sig = nullptr;
    }
    return true;
  }
  Binding rebuild(const Binding &b) {
    Function *f = function(b.var);
    if (!f || !f->replacement) return {b.var, rebuild(b.rhs)};
    const Expr *body = subst_types(rebuild(f->lambda->body), f->lambda->vars, *f->types);
    return {f->replacement, f->after > 0 ? mk_lam(cast<ELam>(b.rhs).params, body) : body};
  }
  const Expr *rebuild(const Expr *e) {
    if (const ETyApp *t = dyn_cast<ETyApp>(e)) {
      Function *f = called(*t);
      if (f && f->replacement) {
        Vec<const Expr *> args;
        if (f->after > 0)
          for (const Expr *a : cast<EApp>(t->fn).args) args.push_back(rebuild(a));
        return mk_app(mk_var(f->replacement, head_place(t)), args);
      }
    }
    if (const EApp *a = dyn_cast<EApp>(e); a && a->fn->tag == Tag::TyApp) {  // (f x) @t y: f x y
      Vec<const Expr *> args;
      for (const Expr *x : a->args) args.push_back(rebuild(x));
      return mk_app(rebuild(a->fn), args);
    }
    return map_children(
        e, [this](const Binding &b) { return rebuild(b); }, [this](const Expr *x) { return rebuild(x); });
  }

  PassContext &cx_;
  std::vector<Function> functions_;
  UniqTable<uint32_t> index_;  // of a function, + 1
  UniqTable<uint32_t> bound_;  // serial numbers of type variables; 0: bound outside
  uint32_t serial_ = 0;
};

}  // namespace

void static_types(Program &p, PassContext &cx) {
  StaticTypes s(cx);
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) b.rhs = s.top_level(b.rhs);
}

}  // namespace gphc::opt
