// expr_util.cc: see expr_util.h. The predicates look at the outermost few nodes only; each gives up (answers "no") at
// a small depth, so they cost constant time wherever a pass asks them (but for surely_evaluates, which has fuel).
#include "opt/expr_util.h"

#include <algorithm>
#include <cmath>

#include "core/fvs.h"

#include "opt/demand.h"
#include "opt/facts.h"

namespace gphc::opt {

UniqTable<VarFacts> g_facts;

static bool is_small_lit(const Literal &l) {
  return l.tag != LitTag::String && (l.tag != LitTag::Integer || l.text.empty());
}

bool is_trivial(const Expr *e) {
  for (;;) switch (e->tag) {
      case Tag::Var: return true;
      case Tag::Lit: return is_small_lit(cast<ELit>(e).lit);
      case Tag::ConApp: return cast<EConApp>(e).args.empty() && !cast<EConApp>(e).con->tycon->is_unboxed_tuple;
      case Tag::PrimApp: return cast<EPrimApp>(e).args.empty();
      case Tag::TyApp: e = cast<ETyApp>(e).fn; continue;
      case Tag::Cast: e = cast<ECast>(e).body; continue;
      default: return false;
    }
}

Var *head_var(const Expr *e) {
  for (;;) switch (e->tag) {
      case Tag::Var: return cast<EVar>(e).var;
      case Tag::TyApp: e = cast<ETyApp>(e).fn; continue;
      case Tag::Cast: e = cast<ECast>(e).body; continue;
      default: return nullptr;
    }
}

const Expr *strip_casts(const Expr *e) {
  for (;;) switch (e->tag) {
      case Tag::Cast: e = cast<ECast>(e).body; continue;
      case Tag::TyLam: e = cast<ETyLam>(e).body; continue;
      case Tag::TyApp: e = cast<ETyApp>(e).fn; continue;
      case Tag::Tick: e = cast<ETick>(e).body; continue;
      default: return e;
    }
}

const Expr *app_head(const Expr *e, int *value_args) {
  int n = 0;
  for (;;) switch (e->tag) {
      case Tag::App:
        n += int(cast<EApp>(e).args.size());
        e = cast<EApp>(e).fn;
        continue;
      case Tag::TyApp: e = cast<ETyApp>(e).fn; continue;
      case Tag::Cast: e = cast<ECast>(e).body; continue;
      default: *value_args = n; return e;
    }
}

int manifest_arity(const Expr *e) {
  int n = 0;
  for (;;) switch (e->tag) {
      case Tag::Lam:
        n += int(cast<ELam>(e).params.size());
        e = cast<ELam>(e).body;
        continue;
      case Tag::TyLam: e = cast<ETyLam>(e).body; continue;
      case Tag::Cast: e = cast<ECast>(e).body; continue;
      default: return n;
    }
}

static int var_arity(const Var *v) { return v->info ? v->info->arity : 0; }

bool is_value(const Expr *e) {
  for (;;) switch (e->tag) {
      case Tag::Lit:
      case Tag::Lam: return true;
      case Tag::ConApp: return true;
      case Tag::Var: {
        const Var *v = cast<EVar>(e).var;
        return !is_join_var(v) && (is_evaluated_var(v) || var_arity(v) > 0);
      }
      case Tag::App: {
        int n = 0;
        const Expr *h = app_head(e, &n);
        const EVar *v = dyn_cast<EVar>(h);
        return v && !is_join_var(v->var) && var_arity(v->var) > n;
      }
      case Tag::PrimApp: return cast<EPrimApp>(e).args.empty();
      case Tag::TyApp: e = cast<ETyApp>(e).fn; continue;
      case Tag::TyLam: e = cast<ETyLam>(e).body; continue;
      case Tag::Cast: e = cast<ECast>(e).body; continue;
      case Tag::Tick: e = cast<ETick>(e).body; continue;
      default: return false;
    }
}

const EPrimApp *spark_of(const Expr *e) {
  const EPrimApp *p = dyn_cast<EPrimApp>(e);
  return p && PrimId(p->op->index) == PrimId::Spark ? p : nullptr;
}

namespace {
class SurelyEvaluates {
 public:
  using Names = std::vector<const Var *>;
  SurelyEvaluates(Sparked sparked, int fuel) : sparked_(sparked), fuel_(fuel) {}
  bool in(const Expr *e, Names names) {
    while (fuel_-- > 0) {
      if (is_one_of(e, names)) return true;
      switch (e->tag) {
        case Tag::Cast: e = cast<ECast>(e).body; continue;
        case Tag::Tick: e = cast<ETick>(e).body; continue;
        case Tag::Let: e = cast<ELet>(e).body; continue;
        case Tag::LetRec: e = cast<ELetRec>(e).body; continue;
        case Tag::App: {
          const EApp &a = cast<EApp>(e);
          if (is_one_of(a.fn, names)) return true;
          const Var *f = called_var(a);
          const StrSig *s = f ? sig_of(f) : nullptr;
          if (s && s->args.size() <= a.args.size())
            for (size_t i = 0; i < s->args.size(); i++)
              if (s->args[i].strict && in(a.args[i], names)) return true;
          return is_bottoming(e);
        }
        case Tag::PrimApp: {
          const EPrimApp &p = cast<EPrimApp>(e);
          for (size_t i = 0; i < p.args.size(); i++) {
            const bool evaluated = (PrimId(p.op->index) == PrimId::SeqState && i == 0) ||
                                   (!is_trivial(p.args[i]) && is_unlifted(expr_type(p.args[i])));
            if (evaluated && in(p.args[i], names)) return true;
          }
          return is_bottoming(e);
        }
        case Tag::Case: {
          const ECase &c = cast<ECase>(e);
          const EPrimApp *p = spark_of(c.scrut);
          if (p && is_one_of(p->args[0], names)) {
            if (sparked_ == Sparked::Suspended) return false;
            names.push_back(c.alts[0].fields[1]);
          } else if (!p && in(c.scrut, names)) return true;
          if (c.alts.empty()) return false;
          for (const Alt &a : c.alts)
            if (!in(a.body, names)) return false;
          return true;
        }
        default: return false;
      }
    }
    return false;
  }

 private:
  static bool is_one_of(const Expr *e, const Names &names) {
    const Var *v = is_trivial(e) ? head_var(e) : nullptr;
    return v && std::find(names.begin(), names.end(), v) != names.end();
  }
  Sparked sparked_;
  int fuel_;
};
}  // namespace

bool surely_evaluates(const Expr *e, std::vector<const Var *> names, Sparked sparked, int fuel) {
  return SurelyEvaluates(sparked, fuel).in(e, std::move(names));
}

bool has_no_effect(const PrimOp *op) { return op->effect == PrimEffect::Pure || op->effect == PrimEffect::CanFail; }

// Division by a literal other than 0 and -1 (minBound `quot` -1 traps) cannot fail.
static bool is_safe_division(const EPrimApp &p) {
  switch (PrimId(p.op->index)) {
    case PrimId::IntQuot:
    case PrimId::IntRem:
    case PrimId::IntQuotRem:
    case PrimId::WordQuot:
    case PrimId::WordRem:
    case PrimId::WordQuotRem: {
      const ELit *l = dyn_cast<ELit>(p.args[1]);
      return l && l->lit.i != 0 && l->lit.i != -1;
    }
    default: return false;
  }
}

static bool ok_for_spec(const Expr *e, int depth) {
  if (depth > 12) return false;
  switch (e->tag) {
    case Tag::Lit: return true;
    case Tag::Var: {
      const Var *v = cast<EVar>(e).var;
      return !is_join_var(v) && (is_evaluated_var(v) || var_arity(v) > 0 || is_unlifted(v->type));
    }
    case Tag::Lam: return true;
    case Tag::ConApp: {
      for (const Expr *a : cast<EConApp>(e).args)
        if (!is_trivial(a) && !(is_value(a) && a->tag != Tag::Lam) && !ok_for_spec(a, depth + 1)) return false;
      return true;
    }
    case Tag::PrimApp: {
      const EPrimApp &p = cast<EPrimApp>(e);
      bool ok = p.op->effect == PrimEffect::Pure || (p.op->effect == PrimEffect::CanFail && (is_safe_division(p)));
      if (!ok) return false;
      if (PrimId(p.op->index) == PrimId::UnsafeCoerce) return is_value(p.args[0]) || is_unlifted(expr_type(p.args[0]));
      for (const Expr *a : p.args)
        if (!is_trivial(a) && !ok_for_spec(a, depth + 1)) return false;
      return true;
    }
    case Tag::App: return is_value(e);
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      if (!ok_for_spec(c.scrut, depth + 1)) return false;
      for (const Alt &a : c.alts)
        if (!ok_for_spec(a.body, depth + 4)) return false;
      return true;
    }
    case Tag::TyApp: return ok_for_spec(cast<ETyApp>(e).fn, depth);
    case Tag::TyLam: return ok_for_spec(cast<ETyLam>(e).body, depth);
    case Tag::Cast: return ok_for_spec(cast<ECast>(e).body, depth);
    default: return false;
  }
}
bool is_speculable(const Expr *e) { return ok_for_spec(e, 0); }

// One instruction, but one that takes as long as ten or twenty: not to be moved into a loop.
static bool is_slow_instruction(PrimId id) {
  switch (id) {
    case PrimId::DoubleDiv:
    case PrimId::DoubleSqrt:
    case PrimId::FloatDiv:
    case PrimId::FloatSqrt: return true;
    default: return false;  // the integer divisions can fail: the other test decides
  }
}

static bool cheap_args(const Vec<const Expr *> &args, int depth, bool divides);
static bool cheap(const Expr *e, int depth, bool divides) {
  if (depth > 8) return false;
  switch (e->tag) {
    case Tag::Var:
    case Tag::Lit:
    case Tag::Lam: return true;
    // what a constructor's thunks do is shared through it
    case Tag::ConApp: return cheap_args(cast<EConApp>(e).args, depth, divides);
    case Tag::TyLam: return cheap(cast<ETyLam>(e).body, depth, divides);
    case Tag::TyApp: return cheap(cast<ETyApp>(e).fn, depth, divides);
    case Tag::Cast: return cheap(cast<ECast>(e).body, depth, divides);
    case Tag::Tick: return false;
    case Tag::PrimApp: {
      const EPrimApp &p = cast<EPrimApp>(e);
      if (!(p.op->effect == PrimEffect::Pure && p.op->impl == PrimImpl::Inline) && !p.args.empty() &&
          PrimId(p.op->index) != PrimId::TagToEnum && PrimId(p.op->index) != PrimId::UnsafeCoerce &&
          !(divides && is_safe_division(p)))
        return false;
      return !is_slow_instruction(PrimId(p.op->index)) && cheap_args(p.args, depth, divides);
    }
    case Tag::App: {
      int n = 0;
      const Expr *h = app_head(e, &n);
      const EVar *v = dyn_cast<EVar>(h);
      if (!v || is_join_var(v->var)) return false;
      if (v->var->info && v->var->info->is_selector && n <= 1) return cheap(cast<EApp>(e).args[0], depth + 1, divides);
      if (var_arity(v->var) <= n) return false;
      for (const Expr *f = e; f->tag != Tag::Var;) {
        if (const EApp *a = dyn_cast<EApp>(f)) {
          if (!cheap_args(a->args, depth, divides)) return false;
          f = a->fn;
        } else f = f->tag == Tag::Cast ? cast<ECast>(f).body : cast<ETyApp>(f).fn;
      }
      return true;
    }
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      if (!cheap(c.scrut, depth + 1, divides)) return false;
      for (const Alt &a : c.alts)
        if (!cheap(a.body, depth + 1, divides)) return false;
      return true;
    }
    case Tag::Let: {
      const ELet &l = cast<ELet>(e);
      return is_value(l.bind.rhs) && cheap(l.bind.rhs, depth + 1, divides) && cheap(l.body, depth + 1, divides);
    }
    case Tag::LetRec: {
      const ELetRec &l = cast<ELetRec>(e);
      for (const Binding &b : l.binds)
        if (!is_value(b.rhs) || !cheap(b.rhs, depth + 1, divides)) return false;
      return cheap(l.body, depth + 1, divides);
    }
    default: return false;
  }
}
static bool cheap_args(const Vec<const Expr *> &args, int depth, bool divides) {
  for (const Expr *a : args)
    if (!is_trivial(a) && !cheap(a, depth + 1, divides)) return false;
  return true;
}
bool is_cheap(const Expr *e, bool divides) { return cheap(e, 0, divides); }

static bool bottoming(const Expr *e, int depth) {
  if (depth > 20) return false;
  switch (e->tag) {
    case Tag::PrimApp: {
      PrimId id = PrimId(cast<EPrimApp>(e).op->index);
      return id == PrimId::Raise || id == PrimId::RaiseIO;
    }
    case Tag::App:
    case Tag::Var: {
      int n = 0;
      const EVar *v = dyn_cast<EVar>(app_head(e, &n));
      int d = v && !is_join_var(v->var) ? diverges_after(v->var) : -1;  // a jump must stay one
      return d >= 0 && n >= d;
    }
    case Tag::TyApp: return bottoming(cast<ETyApp>(e).fn, depth);
    case Tag::Cast: return bottoming(cast<ECast>(e).body, depth);
    case Tag::Tick: return bottoming(cast<ETick>(e).body, depth);
    case Tag::TyLam: return bottoming(cast<ETyLam>(e).body, depth);
    case Tag::Let: return bottoming(cast<ELet>(e).body, depth + 1);
    case Tag::LetRec: return bottoming(cast<ELetRec>(e).body, depth + 1);
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      if (bottoming(c.scrut, depth + 1)) return true;
      for (const Alt &a : c.alts)
        if (!bottoming(a.body, depth + 2)) return false;
      return true;
    }
    default: return false;
  }
}
bool is_bottoming(const Expr *e) { return bottoming(e, 0); }

const Var *called_var(const EApp &a) {
  const Expr *f = a.fn;
  while (f->tag == Tag::TyApp) f = cast<ETyApp>(f).fn;
  return f->tag == Tag::Var ? cast<EVar>(f).var : nullptr;
}
uint32_t own_lambdas(const Expr *e) {
  while (e->tag == Tag::TyLam) e = cast<ETyLam>(e).body;
  return e->tag == Tag::Lam ? uint32_t(cast<ELam>(e).params.size()) : 0;
}
static const Expr *join_body(const Expr *e) {
  while (e->tag == Tag::TyLam) e = cast<ETyLam>(e).body;
  return e->tag == Tag::Lam ? cast<ELam>(e).body : e;
}
static bool only_tail_calls(std::span<const Binding> binds, const Expr *e, bool tail) {
  switch (e->tag) {
    case Tag::Var:
      for (const Binding &b : binds)
        if (b.var == cast<EVar>(e).var) return false;
      return true;
    case Tag::App: {
      const EApp &a = cast<EApp>(e);
      for (const Expr *x : a.args)
        if (!only_tail_calls(binds, x, false)) return false;
      for (const Binding &b : binds)
        if (b.var == called_var(a)) return tail && a.args.size() == own_lambdas(b.rhs);
      return only_tail_calls(binds, a.fn, false);
    }
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      if (!only_tail_calls(binds, c.scrut, false)) return false;
      for (const Alt &a : c.alts)
        if (!only_tail_calls(binds, a.body, tail)) return false;
      return true;
    }
    case Tag::Let: {
      const ELet &l = cast<ELet>(e);
      bool join = is_join_var(l.bind.var);
      return only_tail_calls(binds, join ? join_body(l.bind.rhs) : l.bind.rhs, tail && join) &&
             only_tail_calls(binds, l.body, tail);
    }
    case Tag::LetRec: {
      const ELetRec &l = cast<ELetRec>(e);
      for (const Binding &b : l.binds)
        if (!only_tail_calls(binds, is_join_var(b.var) ? join_body(b.rhs) : b.rhs, tail && is_join_var(b.var)))
          return false;
      return only_tail_calls(binds, l.body, tail);
    }
    default: {
      bool ok = true;
      for_each_child(e, [&](const Expr *x) { ok = ok && only_tail_calls(binds, x, false); });
      return ok;
    }
  }
}
bool only_tail_calls(std::span<const Binding> binds) {
  for (const Binding &b : binds)
    if (!only_tail_calls(binds, join_body(b.rhs), true)) return false;
  return true;
}

bool is_state_token_type(const Type *t) {
  const TApp *a = t->tag == TypeTag::App ? static_cast<const TApp *>(t) : nullptr;
  return a && a->fn->tag == TypeTag::Con && static_cast<const TCon *>(a->fn)->con == g_builtin.state_prim;
}

bool is_dict_type(const Type *t) {
  for (;;) switch (t->tag) {
      case TypeTag::Con: return static_cast<const TCon *>(t)->con->sort == TyConSort::Dict;
      case TypeTag::App: t = static_cast<const TApp *>(t)->fn; continue;
      default: return false;
    }
}

static bool closed_under(const Type *t, std::vector<const TyVar *> *bound) {
  switch (t->tag) {
    case TypeTag::Con: return true;
    case TypeTag::Var: {
      for (const TyVar *b : *bound)
        if (b == static_cast<const TVar *>(t)->var) return true;
      return false;
    }
    case TypeTag::App:
      return closed_under(static_cast<const TApp *>(t)->fn, bound) &&
             closed_under(static_cast<const TApp *>(t)->arg, bound);
    case TypeTag::Fun:
      return closed_under(static_cast<const TFun *>(t)->arg, bound) &&
             closed_under(static_cast<const TFun *>(t)->res, bound);
    case TypeTag::Forall: {
      const TForall *f = static_cast<const TForall *>(t);
      size_t n = bound->size();
      for (TyVar *v : f->vars) bound->push_back(v);
      bool r = closed_under(f->body, bound);
      bound->resize(n);
      return r;
    }
    default: return false;
  }
}
bool is_closed_type(const Type *t) {
  std::vector<const TyVar *> bound;
  return closed_under(t, &bound);
}

FunView fun_view(const Type *t) {
  if (t->tag != TypeTag::Fun) return {};
  return {static_cast<const TFun *>(t)->arg, static_cast<const TFun *>(t)->res};
}

int type_arity(const Type *t, int limit) {
  int n = 0;
  for (int steps = 0; n < limit && steps < 64; steps++) {
    if (t->tag == TypeTag::Forall) t = static_cast<const TForall *>(t)->body;
    else if (t->tag == TypeTag::Fun) {
      n++;
      t = static_cast<const TFun *>(t)->res;
    } else {
      const Type *u = unwrap_newtypes(t);
      if (u == t || (u->tag != TypeTag::Fun && u->tag != TypeTag::Forall)) break;
      t = u;
    }
  }
  return n;
}

bool same_literal(const Literal &a, const Literal &b) {
  if (a.tag != b.tag || a.data != b.data) return false;
  switch (a.tag) {
    case LitTag::Double:
    case LitTag::Float: return a.d == b.d;
    case LitTag::String: return a.text == b.text;
    default: return a.i == b.i && a.text == b.text;
  }
}

bool same_small_expr(const Expr *a, const Expr *b, int fuel) {
  if (a == b) return true;
  if (a->tag != b->tag || fuel <= 0) return false;
  switch (a->tag) {
    case Tag::Var: return cast<EVar>(a).var == cast<EVar>(b).var;
    case Tag::Lit:
      return same_literal(cast<ELit>(a).lit, cast<ELit>(b).lit) &&
             std::signbit(cast<ELit>(a).lit.d) == std::signbit(cast<ELit>(b).lit.d);
    case Tag::App: {
      const EApp &x = cast<EApp>(a), &y = cast<EApp>(b);
      if (x.args.size() != y.args.size() || !same_small_expr(x.fn, y.fn, fuel - 1)) return false;
      for (size_t i = 0; i < x.args.size(); i++)
        if (!same_small_expr(x.args[i], y.args[i], fuel - 1)) return false;
      return true;
    }
    case Tag::TyApp: {
      const ETyApp &x = cast<ETyApp>(a), &y = cast<ETyApp>(b);
      if (x.types.size() != y.types.size() || !same_small_expr(x.fn, y.fn, fuel - 1)) return false;
      for (size_t i = 0; i < x.types.size(); i++)
        if (!same_type(x.types[i], y.types[i])) return false;
      return true;
    }
    case Tag::ConApp: {
      const EConApp &x = cast<EConApp>(a), &y = cast<EConApp>(b);
      if (x.con != y.con) return false;
      for (size_t i = 0; i < x.types.size(); i++)
        if (!same_type(x.types[i], y.types[i])) return false;
      for (size_t i = 0; i < x.args.size(); i++)
        if (!same_small_expr(x.args[i], y.args[i], fuel - 1)) return false;
      return true;
    }
    case Tag::PrimApp: {
      const EPrimApp &x = cast<EPrimApp>(a), &y = cast<EPrimApp>(b);
      if (x.op != y.op) return false;
      for (size_t i = 0; i < x.types.size(); i++)
        if (!same_type(x.types[i], y.types[i])) return false;
      for (size_t i = 0; i < x.args.size(); i++)
        if (!same_small_expr(x.args[i], y.args[i], fuel - 1)) return false;
      return true;
    }
    case Tag::Cast:
      return same_type(cast<ECast>(a).type, cast<ECast>(b).type) &&
             same_small_expr(cast<ECast>(a).body, cast<ECast>(b).body, fuel - 1);
    default: return false;
  }
}

static void mark_occurring(const Expr *e, const UniqTable<int> &index, Vec<bool> *occurs) {
  if (const EVar *v = dyn_cast<EVar>(e)) {
    if (int i = index.get(v->var->uniq)) (*occurs)[size_t(i) - 1] = true;
    return;
  }
  for_each_child(e, [&](const Expr *x) { mark_occurring(x, index, occurs); });
}
Vec<bool> which_occur(const Vec<Var *> &vs, const Expr *e) {
  static UniqTable<int> index;  // 1 + the place in vs
  Vec<bool> occurs = Vec<bool>::of_size(vs.size(), false);
  for (size_t i = 0; i < vs.size(); i++) index[vs[i]->uniq] = int(i + 1);
  mark_occurring(e, index, &occurs);
  for (const Var *v : vs) index[v->uniq] = 0;
  return occurs;
}

Var *fresh_like(const Var *v, const Type *type, const char *suffix) {
  return mk_core_var(std::string(v->occ.str()) + suffix, type);
}

Var *mk_global_like(const Var *v, const Type *type, const std::string &name) {
  Var *g = mk_core_var(name, type);
  g->sort = VarSort::Global;
  if (v) g->module = v->module, g->def = v->def;
  if (v && v->info && v->info->huge) info(g).huge = true;
  if (v && v->info && v->info->loc) info(g).loc = v->info->loc;
  return g;
}

// The file of "File.gph:line:column".
static std::string_view file_of(Symbol loc) {
  std::string_view s = loc.str();
  for (int i = 0; i < 2; i++) s = s.substr(0, s.rfind(':'));
  return s;
}

void take_place(Var *v, const Var *from) {
  if (!from->info || !from->info->loc) return;
  Symbol mine = v->info ? v->info->loc : Symbol();
  if (!mine || file_of(mine) != file_of(from->info->loc)) info(v).loc = from->info->loc;
}

}  // namespace gphc::opt
