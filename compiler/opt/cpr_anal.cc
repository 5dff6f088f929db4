// cpr_anal.cc: which functions surely return a freshly built constructor of a product type (Baker-Finch, Glynn & Peyton
// Jones, "Constructed product result analysis for Haskell", JFP 2004), so that worker_wrap can return its fields
// instead.
//
//   sumTo acc n = if n == 0 then I# acc else sumTo .. ..      has it: both branches do
//   State loops   \s. case go .. of (# s1, r #) -> (# s1, I# x #)    nested: the component of an unboxed tuple
//
// A forward analysis. Recursive functions are assumed to have it (Any) until a branch says otherwise. A parameter that
// worker_wrap will unbox counts as constructed: the wrapper has taken it apart anyway. A field counts only when it is a
// constructor application already, or a little arithmetic on numbers that are surely evaluated (return (x + y), where x
// and y are results of such functions): any other thunk must not be forced.
#include "opt/cpr_anal.h"

#include "opt/expr_util.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

DataCon *product_con(const Type *t, Vec<const Type *> *type_args) {
  TyCon *tc = split_tcon_app(unwrap_newtypes(t), type_args);
  if (!tc || tc->sort != TyConSort::Data || tc->cons.size() != 1 || !tc->cons[0]->exist.empty() ||
      !tc->cons[0]->theta.empty())
    return nullptr;
  if (tc->is_unboxed_tuple || tc->rep != Rep::Lifted) return nullptr;
  return tc->cons[0];
}

bool unboxes(const Type *t, const Demand &d, int depth) {
  if (!d.strict || d.usage == Usage::Absent || d.kind != DmdKind::Prod || depth > 3) return false;
  DataCon *c = product_con(t, nullptr);
  if (!c || d.fields.size() != c->core_arity() || c->core_arity() == 0) return false;
  if (!d.boxed) return c->core_arity() <= 10;
  return c->core_arity() == 1 && is_unlifted(core::con_field_types(c)[0]);
}

namespace {

const Cpr kAny{Cpr::Any, nullptr, {}};
const Cpr kNone{Cpr::None, nullptr, {}};
using C = const Cpr *;

C con_cpr(DataCon *con, const Vec<C> &fields) { return mk<Cpr>(Cpr{Cpr::Con, con, fields}); }

C lub(C a, C b) {
  if (!a || !b || a->tag == Cpr::None || b->tag == Cpr::None) return &kNone;
  if (a->tag == Cpr::Any) return b;
  if (b->tag == Cpr::Any) return a;
  if (a->con != b->con) return &kNone;
  Vec<C> fields;
  for (size_t i = 0; i < a->fields.size(); i++) fields.push_back(lub(a->fields[i], b->fields[i]));
  return con_cpr(a->con, fields);
}
bool same(C a, C b) {
  if (a == b) return true;
  if (!a || !b || a->tag != b->tag || a->con != b->con || a->fields.size() != b->fields.size()) return false;
  for (size_t i = 0; i < a->fields.size(); i++)
    if (!same(a->fields[i], b->fields[i])) return false;
  return true;
}

class CprAnal {
 public:
  void program(Program &p) {
    for (Vec<Binding> &g : p.groups) {
      for (Binding &b : g) set(b.var, &kAny);
      for (int round = 0; round < 6; round++) {
        bool stable = true;
        for (Binding &b : g) {
          if (arity_of(b.rhs) == 0) {
            set(b.var, nullptr);
            if (b.rhs->tag != Tag::Lit) expr(b.rhs);
            continue;
          }
          C c = function(b.rhs);
          if (round == 5) c = &kNone;
          stable = stable && same(c, get(b.var));
          set(b.var, c);
        }
        if (stable) break;
      }
    }
  }

 private:
  int fixpoints_ = 0;  // enclosing letrecs being iterated

  static int arity_of(const Expr *e) {
    while (e->tag == Tag::TyLam) e = cast<ETyLam>(e).body;
    return e->tag == Tag::Lam ? int(cast<ELam>(e).params.size()) : 0;
  }
  static void set(Var *v, C c) {
    StrSig *s = const_cast<StrSig *>(sig_of(v));
    if (s) s->cpr = c;
  }
  static C get(const Var *v) {
    const StrSig *s = sig_of(v);
    return s ? s->cpr : nullptr;
  }

  // What a product value with this demand turns into when it is unboxed.
  C unboxed(const Type *t, const Demand &d, int depth) {
    if (!unboxes(t, d, depth)) return nullptr;
    Vec<const Type *> targs;
    DataCon *c = product_con(t, &targs);
    Vec<C> fields = Vec<C>::of_size(c->core_arity(), nullptr);
    return con_cpr(c, fields);
  }

  C function(const Expr *e) {
    while (e->tag == Tag::TyLam) e = cast<ETyLam>(e).body;
    const ELam &l = cast<ELam>(e);
    for (Var *p : l.params) value_[p->uniq] = unboxed(p->type, demand_of(p), 0);
    return expr(l.body);
  }

  // Of an argument or component: only what is built already, or may as well be built at once.
  C component(const Expr *e) {
    e = strip_casts(e);
    if (e->tag == Tag::ConApp) return expr(e);
    if (const EVar *v = dyn_cast<EVar>(e)) return value_.get(v->var->uniq);
    return e->tag == Tag::Case && expr_size(e, kMaxArithmetic + 1) <= kMaxArithmetic && arithmetic(e) ? expr(e)
                                                                                                      : nullptr;
  }
  // Takes evaluated values apart and computes on numbers what cannot fail, in the end a constructor of numbers: less
  // work than to make its thunk.
  static constexpr int kMaxArithmetic = 24;
  bool arithmetic(const Expr *e) const {
    e = strip_casts(e);
    if (const ECase *c = dyn_cast<ECase>(e)) {
      if (is_unlifted(c->binder->type) ? !number(c->scrut) : !evaluated(c->scrut)) return false;
      for (const Alt &a : c->alts)
        if (!arithmetic(a.body)) return false;
      return true;
    }
    if (const EConApp *c = dyn_cast<EConApp>(e)) {
      for (const Expr *a : c->args)
        if (!number(a)) return false;
      return !c->con->tycon->is_unboxed_tuple;
    }
    return false;
  }
  static bool number(const Expr *e) {
    if (e->tag == Tag::Lit) return true;
    if (const EVar *v = dyn_cast<EVar>(e)) return is_unlifted(v->var->type);
    const EPrimApp *p = dyn_cast<EPrimApp>(e);
    if (!p || p->op->effect != PrimEffect::Pure) return false;
    for (const Expr *a : p->args)
      if (!number(a)) return false;
    return true;
  }
  bool evaluated(const Expr *e) const {
    const EVar *v = dyn_cast<EVar>(strip_casts(e));
    return v && (evaluated_.get(v->var->uniq) || value_.get(v->var->uniq));
  }

  C expr(const Expr *e) {
    switch (e->tag) {
      case Tag::Var: {
        Var *v = cast<EVar>(e).var;
        if (diverges_after(v) == 0) return &kAny;
        if (v->info && v->info->join_arity == 0) return get(v);
        return value_.get(v->uniq);
      }
      case Tag::Cast: return expr(cast<ECast>(e).body);
      case Tag::TyApp: return expr(cast<ETyApp>(e).fn);
      case Tag::TyLam: return expr(cast<ETyLam>(e).body);
      case Tag::Tick: return expr(cast<ETick>(e).body);
      case Tag::Lam:
        for (Var *p : cast<ELam>(e).params) value_[p->uniq] = nullptr;
        expr(cast<ELam>(e).body);
        return nullptr;
      case Tag::App: {
        int n = 0;
        const EVar *v = dyn_cast<EVar>(app_head(e, &n));
        for (const Expr *a : cast<EApp>(e).args) visit(a);
        if (!v) {
          visit(cast<EApp>(e).fn);
          return nullptr;
        }
        const StrSig *s = sig_of(v->var);
        if (!s || int(s->args.size()) != n) return s && s->diverges && int(s->args.size()) <= n ? &kAny : nullptr;
        return s->diverges ? &kAny : s->cpr;
      }
      case Tag::ConApp: return con_app(cast<EConApp>(e));
      case Tag::PrimApp:
        for (const Expr *a : cast<EPrimApp>(e).args) visit(a);
        return PrimId(cast<EPrimApp>(e).op->index) == PrimId::Raise ? &kAny : nullptr;
      case Tag::CCall: return nullptr;
      case Tag::Lit: return nullptr;
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        binding(l.bind);
        return expr(l.body);
      }
      case Tag::LetRec: return letrec(cast<ELetRec>(e));
      case Tag::Case: return case_of(cast<ECase>(e));
    }
    return nullptr;
  }
  C con_app(const EConApp &c) {
    for (const Expr *a : c.args) visit(a);
    if (!c.con->tycon->is_unboxed_tuple && (c.con->tycon->sort != TyConSort::Data || c.con->tycon->cons.size() != 1 ||
                                            !c.con->exist.empty() || c.args.empty()))
      return nullptr;
    Vec<C> fields;
    for (const Expr *a : c.args) fields.push_back(component(a));
    return con_cpr(c.con, fields);
  }
  C letrec(const ELetRec &l) {
    // Of join points, which are only called in tail position, the exits decide, and one round finds them at any depth:
    // what a jump to one of them contributes to the result is in it already.
    if (is_join_var(l.binds[0].var)) {
      for (const Binding &b : l.binds) {
        set(b.var, &kAny);
        value_[b.var->uniq] = nullptr;
      }
      C all = &kAny;
      for (const Binding &b : l.binds) all = lub(all, b.var->info->join_arity == 0 ? expr(b.rhs) : function(b.rhs));
      for (const Binding &b : l.binds) set(b.var, all);
      return expr(l.body);
    }
    // Sequential loops nest, each in the exit of the one before: iterating at every level would be exponential. Inner
    // ones get a single round that starts from the safe side.
    bool once = fixpoints_ >= 2;
    for (const Binding &b : l.binds) {
      set(b.var, once ? &kNone : &kAny);
      value_[b.var->uniq] = nullptr;
    }
    fixpoints_++;
    for (int round = 0; round < (once ? 1 : 6); round++) {
      bool stable = true;
      for (const Binding &b : l.binds) {
        bool join0 = b.var->info && b.var->info->join_arity == 0;
        if (arity_of(b.rhs) == 0 && !join0) {
          set(b.var, nullptr);
          expr(b.rhs);
          continue;
        }
        C c = join0 ? expr(b.rhs) : function(b.rhs);
        if (round == 5) c = &kNone;
        stable = stable && same(c, get(b.var));
        set(b.var, c);
      }
      if (stable) break;
    }
    fixpoints_--;
    return expr(l.body);
  }
  C case_of(const ECase &c) {
    C s = expr(c.scrut);
    if (is_bottoming(c.scrut)) return &kAny;
    value_[c.binder->uniq] = s && s->tag == Cpr::Con ? s : nullptr;
    evaluated_[c.binder->uniq] = true;
    const EVar *of = dyn_cast<EVar>(strip_casts(c.scrut));  // evaluated in the alternatives only
    const bool was = of && evaluated_.get(of->var->uniq);
    if (of) evaluated_[of->var->uniq] = true;
    if (const EPrimApp *p = dyn_cast<EPrimApp>(c.scrut); p && PrimId(p->op->index) == PrimId::SeqState)
      evaluated_[c.alts[0].fields[1]->uniq] = true;
    C r = nullptr;
    bool first = true;
    for (const Alt &a : c.alts) {
      bool known = s && s->tag == Cpr::Con && s->con == a.con;
      for (size_t i = 0; i < a.fields.size(); i++) {
        C f = known ? s->fields[i] : s && s->tag == Cpr::Any ? &kAny : nullptr;
        if (f && f->tag == Cpr::None) f = nullptr;
        value_[a.fields[i]->uniq] = f;
      }
      // Handing on the value that was taken apart here means building it again, which is free only if the scrutinee
      // itself need not exist: not counted.
      C x = expr(a.body);
      r = first ? (x ? x : &kNone) : lub(r, x);
      first = false;
    }
    if (of) evaluated_[of->var->uniq] = was;
    return r && r->tag == Cpr::None ? nullptr : r;
  }
  void visit(const Expr *e) {
    if (!is_trivial(e)) expr(e);
  }
  void binding(const Binding &b) {
    bool join0 = b.var->info && b.var->info->join_arity == 0;
    if (arity_of(b.rhs) > 0) {
      value_[b.var->uniq] = nullptr;
      set(b.var, function(b.rhs));
      return;
    }
    C c = expr(b.rhs);
    if (join0) {
      if (!sig_of(b.var)) info(b.var).sig = mk<StrSig>();
      set(b.var, c);
    }
    value_[b.var->uniq] = strip_casts(b.rhs)->tag == Tag::ConApp ? c : nullptr;
  }

  UniqTable<C> value_;  // of variables: Con, Any (a component of what has Any itself), or null
  UniqTable<bool> evaluated_;
};

}  // namespace

void cpr_anal(Program &p) { CprAnal().program(p); }

}  // namespace gphc::opt
