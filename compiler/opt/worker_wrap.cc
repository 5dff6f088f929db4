// worker_wrap.cc: splits a function by its signature into a wrapper that is always inlined and a worker on unboxed
// values (Gill & Hutton, "The worker/wrapper transformation", JFP 2009).
//
//   f = \x y. e        f <SP(S)><A>, result Con I#
//   ==>
//   f   = \x y. case x of I# a -> case $wf a of r { _ -> I# r }        INLINE
//   $wf = \a. let x = I# a; y = absent in case e of I# r -> r
//
// Strict products go as their fields, nested; absent arguments go away; results that are surely constructed come back
// as their fields (in an unboxed tuple when there are several). Recursive calls in e go through the wrapper, which the
// next simplifier round inlines. Join points are split too, except for their results.
//
// Requires: fresh signatures (demand_anal right before). Establishes: nothing. Preserves: lint; divergence, because
// only surely evaluated arguments are evaluated by the wrapper.
//
// Note [A worker keeps an argument]: a function whose arguments are all absent would become a thunk, which shares work
// that was repeated (a space leak) or, for a primitive result, cannot be bound: it gets a void argument instead.
#include <functional>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/cpr_anal.h"
#include "opt/expr_util.h"
#include "opt/passes.h"

namespace gphc::opt {

namespace {

constexpr size_t kMaxResults = 4;

struct ArgPlan {
  enum Kind : uint8_t { Keep, Drop, Unbox } kind = Keep;
  DataCon *con = nullptr;
  Vec<const Type *> types;
  Vec<ArgPlan> fields;
  bool useful() const { return kind != Keep; }
};

struct ResultPlan {
  bool unbox = false;
  DataCon *con = nullptr;
  Vec<const Type *> types;
  Vec<const Type *> field_types;
  Vec<ResultPlan> fields;
};

Vec<const Type *> field_types(DataCon *c, const Vec<const Type *> &types) {
  Vec<const Type *> r;
  for (const Type *t : core::con_field_types(c)) r.push_back(c->univ.empty() ? t : subst_type(t, c->univ, types));
  return r;
}

bool can_drop(const Type *t) {
  if (is_state_token_type(t)) return false;
  if (!is_unlifted(t)) return true;
  switch (type_rep(t)) {
    case Rep::Unlifted:
    case Rep::Int:
    case Rep::Word:
    case Rep::Char:
    case Rep::Double:
    case Rep::Float:
    case Rep::Addr: return true;
    default: return false;
  }
}
// What stands for something that nobody looks at. In a strict field, of a box that the worker builds again, it must be
// a value: the code that makes the box evaluates it otherwise, and its readers count on it
// (Note [Strict fields are tagged] in stg/from_core.cc).
const Expr *absent(const Type *t, bool strict_field) {
  if (is_unlifted(t) ? type_rep(t) == Rep::Unlifted : strict_field) {  // any pointer will do
    const Expr *unit = mk_con_app(g_builtin.unit_con, Vec<const Type *>{}, Vec<const Expr *>{});
    return mk_prim_app(primop(PrimId::UnsafeCoerce), Vec<const Type *>{mk_tcon(g_builtin.unit), t},
                       Vec<const Expr *>{unit});
  }
  switch (is_unlifted(t) ? type_rep(t) : Rep::Lifted) {
    case Rep::Int: return mk_int_lit(0);
    case Rep::Word: return mk_word_lit(0);
    case Rep::Char: return mk_char_lit(0);
    case Rep::Double: return mk_double_lit(0);
    case Rep::Float: return mk_float_lit(0);
    case Rep::Addr: return mk_lit({.tag = LitTag::NullAddr});
    default: {
      const Expr *unit = mk_con_app(g_builtin.unit_con, Vec<const Type *>{}, Vec<const Expr *>{});
      return mk_prim_app(primop(PrimId::Raise), Vec<const Type *>{mk_tcon(g_builtin.unit), t}, Vec<const Expr *>{unit});
    }
  }
}

ArgPlan plan_arg(const Type *t, const Demand &d, int depth) {
  ArgPlan p;
  if (d.usage == Usage::Absent && !d.strict && can_drop(t)) {
    p.kind = ArgPlan::Drop;
    return p;
  }
  if (!unboxes(t, d, depth)) return p;
  p.kind = ArgPlan::Unbox;
  p.con = product_con(t, &p.types);
  Vec<const Type *> fts = field_types(p.con, p.types);
  for (size_t i = 0; i < fts.size(); i++) p.fields.push_back(plan_arg(fts[i], d.fields[i], depth + 1));
  return p;
}

ResultPlan plan_result(const Type *t, const Cpr *c, int depth, size_t *count) {
  ResultPlan p;
  if (!c || c->tag != Cpr::Con || depth > 2) {
    ++*count;
    return p;
  }
  Vec<const Type *> targs;
  TyCon *tc = split_tcon_app(unwrap_newtypes(t), &targs);
  if (!tc || tc != c->con->tycon) {
    ++*count;
    return p;
  }
  bool tuple = tc->is_unboxed_tuple;
  if (!tuple && !product_con(t, nullptr)) {
    ++*count;
    return p;
  }
  p.con = c->con;
  p.types = targs;
  p.field_types = field_types(c->con, targs);
  p.unbox = !tuple;
  for (size_t i = 0; i < p.field_types.size(); i++) {
    p.fields.push_back(plan_result(p.field_types[i], c->fields[i], depth + 1, count));
    p.unbox = p.unbox || p.fields.back().unbox;
  }
  return p;
}

class WorkerWrapper {
 public:
  explicit WorkerWrapper(PassContext &cx) : cx_(cx) {}

  // Splits one binding. Pushes the worker (if any) and then the binding.
  void bind(const Binding &b, bool top, Vec<Binding> *out) {
    const Expr *rhs = expr(b.rhs);
    split(b.var, rhs, top, out);
  }

  const Expr *expr(const Expr *e) {
    switch (e->tag) {
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        Vec<Binding> bs;
        bind(l.bind, false, &bs);
        const Expr *body = expr(l.body);
        for (size_t i = bs.size(); i-- > 0;) body = mk_let(bs[i].var, bs[i].rhs, body);
        return body;
      }
      case Tag::LetRec: {
        Vec<Binding> bs;
        for (const Binding &b : cast<ELetRec>(e).binds) bind(b, false, &bs);
        return mk_letrec(bs, expr(cast<ELetRec>(e).body));
      }
      default: return map_children(e, [this](const Expr *x) { return expr(x); });
    }
  }

 private:
  void split(Var *f, const Expr *rhs, bool top, Vec<Binding> *out) {
    const StrSig *s = sig_of(f);
    const Expr *body = rhs;
    Vec<TyVar *> tvs;
    if (const ETyLam *t = dyn_cast<ETyLam>(body)) {
      tvs = t->vars;
      body = t->body;
    }
    const ELam *l = dyn_cast<ELam>(body);
    bool join = f->info && f->info->join_arity >= 0;
    size_t n = l ? (join ? size_t(f->info->join_arity) : l->params.size()) : 0;
    bool inlined = f->info && f->info->inline_spec == InlineSpec::Inline && (f->info->unfolding || !top);
    if (!s || !l || n == 0 || s->args.size() != n || s->diverges || inlined || (f->info && f->info->is_selector)) {
      out->push_back({f, rhs});
      return;
    }
    Vec<Var *> params;
    Vec<Var *> later;
    for (size_t i = 0; i < l->params.size(); i++) (i < n ? params : later).push_back(l->params[i]);
    const Expr *inner = mk_lam(later, l->body);
    Vec<ArgPlan> plans;
    bool useful = false;
    for (size_t i = 0; i < n; i++) {
      plans.push_back(plan_arg(params[i]->type, s->args[i], 0));
      useful = useful || plans.back().useful();
    }
    ResultPlan result;
    const Type *result_type = expr_type(inner);
    if (!join) {
      size_t count = 0;
      result = plan_result(result_type, s->cpr, 0, &count);
      if (count > kMaxResults) result = {};
    }
    if ((!useful && !result.unbox) || !cx_.tick()) {
      out->push_back({f, rhs});
      return;
    }
    // Small ones will be inlined as they are.
    if (!join && !result.unbox && expr_size(rhs, 8) < 6 && !(f->info && f->info->is_loop_breaker)) {
      out->push_back({f, rhs});
      return;
    }
    make(f, top, join, tvs, params, inner, plans, result, result_type, out);
  }

  void make(Var *f, bool top, bool join, const Vec<TyVar *> &tvs, const Vec<Var *> &params, const Expr *inner,
            const Vec<ArgPlan> &plans, const ResultPlan &result, const Type *result_type, Vec<Binding> *out) {
    // Worker: its parameters, and what rebuilds the original ones around the body.
    Vec<Var *> worker_params;
    std::vector<std::function<const Expr *(const Expr *)>> rebuild;
    for (size_t i = 0; i < params.size(); i++) receive(params[i], plans[i], &worker_params, &rebuild);
    bool void_arg = worker_params.empty();
    if (void_arg) worker_params.push_back(mk_core_var("void", state_type()));  // see Note [A worker keeps an argument]
    const Expr *body = inner;
    if (result.unbox) body = take_apart(body, result);
    for (size_t i = rebuild.size(); i-- > 0;) body = rebuild[i](body);
    const Expr *wrhs = mk_ty_lam(tvs, mk_lam(worker_params, body));
    std::string name = "$w" + f->occ.string();
    Var *w = top ? mk_global_like(f, expr_type(wrhs), name) : mk_core_var(name, expr_type(wrhs));
    w->library = top && f->library;
    if (f->info) w->info = mk<IdInfo>(*f->info);
    IdInfo &wi = info(w);
    wi.sig = nullptr;
    wi.unfolding = nullptr;
    wi.rules = {};
    wi.is_exported = false;
    wi.is_dfun = false;
    wi.arity = int(worker_params.size());
    wi.join_arity = join ? int(worker_params.size()) : -1;
    if (wi.inline_spec == InlineSpec::Inline || wi.inline_spec == InlineSpec::Inlinable)
      wi.inline_spec = InlineSpec::None;
    // Wrapper, with binders of its own.
    Vec<TyVar *> wtvs;
    Vec<const Type *> wts;
    for (TyVar *v : tvs) {
      wtvs.push_back(mk_tyvar(v->occ, v->kind));
      wts.push_back(mk_tvar(wtvs.back()));
    }
    auto inst = [&](const Type *t) { return tvs.empty() ? t : subst_type(t, tvs, wts); };
    Vec<Var *> wrapper_params;
    for (Var *p : params) wrapper_params.push_back(fresh_like(p, inst(p->type)));
    Vec<const Expr *> args;
    std::vector<std::function<const Expr *(const Expr *)>> unbox;
    for (size_t i = 0; i < params.size(); i++) send(wrapper_params[i], plans[i], &args, &unbox);
    if (void_arg) args.push_back(mk_prim_app(primop(PrimId::RealWorldToken), Vec<const Type *>{}, Vec<const Expr *>{}));
    const Expr *call = mk_app(mk_ty_app(mk_var(w), wts), args);
    if (result.unbox) call = put_together(call, result, inst(result_type), tvs, wts);
    for (size_t i = unbox.size(); i-- > 0;) call = unbox[i](call);
    const Expr *frhs = mk_ty_lam(wtvs, mk_lam(wrapper_params, call));
    IdInfo &fi = info(f);
    fi.inline_spec = InlineSpec::Inline;
    fi.phase = -1;
    fi.phase_before = false;
    fi.source_params = -1;
    fi.unfolding = top ? clone_expr(frhs) : nullptr;
    fi.is_loop_breaker = false;
    fi.sig = nullptr;
    out->push_back({w, wrhs});
    out->push_back({f, frhs});
  }

  static const Type *state_type() { return mk_tapp(mk_tcon(g_builtin.state_prim), mk_tcon(g_builtin.real_world)); }

  // Worker side of an argument.
  void receive(Var *p, const ArgPlan &plan, Vec<Var *> *params,
               std::vector<std::function<const Expr *(const Expr *)>> *rebuild, bool strict_field = false) {
    switch (plan.kind) {
      case ArgPlan::Keep: {
        // The parameter stays the same variable.
        params->push_back(p);
        return;
      }
      case ArgPlan::Drop: {
        const Type *t = p->type;
        const Expr *a = absent(t, strict_field);
        rebuild->push_back(
            [p, t, a](const Expr *e) { return is_unlifted(t) ? mk_strict_let(p, a, e) : mk_let(p, a, e); });
        return;
      }
      case ArgPlan::Unbox: {
        Vec<const Type *> fts = field_types(plan.con, plan.types);
        Vec<const Expr *> atoms;
        Vec<Var *> fields;
        for (const Type *t : fts) {
          fields.push_back(fresh_like(p, t));
          atoms.push_back(mk_var(fields.back()));
        }
        const Expr *con = mk_cast(mk_con_app(plan.con, plan.types, atoms), p->type);
        rebuild->push_back([p, con](const Expr *e) { return mk_let(p, con, e); });
        // The fields' own bindings go outside this one.
        std::vector<std::function<const Expr *(const Expr *)>> inner;
        size_t dicts = plan.con->theta.size();
        for (size_t i = 0; i < fields.size(); i++)
          receive(fields[i], plan.fields[i], params, &inner, i >= dicts && plan.con->fields[i - dicts].strict);
        rebuild->insert(rebuild->end() - 1, inner.begin(), inner.end());
        return;
      }
    }
  }

  // Wrapper side.
  void send(Var *p, const ArgPlan &plan, Vec<const Expr *> *args,
            std::vector<std::function<const Expr *(const Expr *)>> *unbox) {
    switch (plan.kind) {
      case ArgPlan::Keep: args->push_back(mk_var(p)); return;
      case ArgPlan::Drop: return;
      case ArgPlan::Unbox: {
        Vec<const Type *> types;
        product_con(p->type, &types);
        Vec<const Type *> fts = field_types(plan.con, types);
        Vec<Var *> fields;
        for (const Type *t : fts) fields.push_back(fresh_like(p, t));
        const Type *data = mk_tcon_app(plan.con->tycon, types);
        Var *binder = mk_core_var("wild", data);
        DataCon *con = plan.con;
        unbox->push_back([p, binder, con, fields, data](const Expr *e) {
          Alt a;
          a.con = con;
          a.fields = fields;
          a.body = e;
          return mk_case(mk_cast(mk_var(p), data), binder, expr_type(e), {a});
        });
        for (size_t i = 0; i < fields.size(); i++) send(fields[i], plan.fields[i], args, unbox);
        return;
      }
    }
  }

  // ---- Results ------------------------------------------------------------------------------------------------------
  static void leaves(const ResultPlan &p, const Vec<Var *> &fields, Vec<Var *> *out,
                     std::vector<std::function<const Expr *(const Expr *)>> *open) {
    for (size_t i = 0; i < fields.size(); i++) {
      if (!p.fields[i].unbox) {
        out->push_back(fields[i]);
        continue;
      }
      const ResultPlan &q = p.fields[i];
      Vec<Var *> sub;
      for (const Type *t : q.field_types) sub.push_back(mk_core_var("r", t));
      Var *v = fields[i];
      const Type *data = mk_tcon_app(q.con->tycon, q.types);
      DataCon *con = q.con;
      open->push_back([v, con, sub, data](const Expr *e) {
        Alt a;
        a.con = con;
        a.fields = sub;
        a.body = e;
        return mk_case(mk_cast(mk_var(v), data), mk_core_var("wild", data), expr_type(e), {a});
      });
      leaves(q, sub, out, open);
    }
  }
  // The results' types, in order.
  static void leaf_types(const ResultPlan &p, Vec<const Type *> *out) {
    for (size_t i = 0; i < p.field_types.size(); i++) {
      if (p.fields[i].unbox) leaf_types(p.fields[i], out);
      else out->push_back(p.field_types[i]);
    }
  }
  static bool single(const Vec<const Type *> &types) { return types.size() == 1 && is_unlifted(types[0]); }

  // case body of K a b -> (# a, b #)
  const Expr *take_apart(const Expr *body, const ResultPlan &p) {
    Vec<Var *> fields;
    for (const Type *t : p.field_types) fields.push_back(mk_core_var("r", t));
    Vec<Var *> out;
    std::vector<std::function<const Expr *(const Expr *)>> open;
    leaves(p, fields, &out, &open);
    Vec<const Type *> types;
    Vec<const Expr *> atoms;
    for (Var *v : out) {
      types.push_back(v->type);
      atoms.push_back(mk_var(v));
    }
    const Expr *r = single(types) ? atoms[0] : mk_con_app(unboxed_tuple_con(types.size()), types, atoms);
    for (size_t i = open.size(); i-- > 0;) r = open[i](r);
    const Type *data = mk_tcon_app(p.con->tycon, p.types);
    Alt a;
    a.con = p.con;
    a.fields = fields;
    a.body = r;
    return mk_case(mk_cast(body, data), mk_core_var("wild", data), expr_type(r), {a});
  }

  static const Expr *build(const ResultPlan &p, const Vec<const Expr *> &atoms, size_t *next, const Vec<TyVar *> &tvs,
                           const Vec<const Type *> &wts) {
    Vec<const Expr *> args;
    for (size_t i = 0; i < p.field_types.size(); i++) {
      if (!p.fields[i].unbox) {
        args.push_back(atoms[(*next)++]);
        continue;
      }
      const Expr *e = build(p.fields[i], atoms, next, tvs, wts);
      const Type *t = tvs.empty() ? p.field_types[i] : subst_type(p.field_types[i], tvs, wts);
      args.push_back(mk_cast(e, t));
    }
    Vec<const Type *> types;
    for (const Type *t : p.types) types.push_back(tvs.empty() ? t : subst_type(t, tvs, wts));
    return mk_con_app(p.con, types, args);
  }

  // case $wf .. of (# a, b #) -> K a b
  const Expr *put_together(const Expr *call, const ResultPlan &p, const Type *type, const Vec<TyVar *> &tvs,
                           const Vec<const Type *> &wts) {
    Vec<const Type *> raw, types;
    leaf_types(p, &raw);
    for (const Type *t : raw) types.push_back(tvs.empty() ? t : subst_type(t, tvs, wts));
    Vec<Var *> vars;
    Vec<const Expr *> atoms;
    for (const Type *t : types) {
      vars.push_back(mk_core_var("r", t));
      atoms.push_back(mk_var(vars.back()));
    }
    size_t next = 0;
    const Expr *r = mk_cast(build(p, atoms, &next, tvs, wts), type);
    Alt a;
    a.body = r;
    if (single(types)) return mk_case(call, vars[0], type, {a});
    a.con = unboxed_tuple_con(types.size());
    a.fields = vars;
    return mk_case(call, mk_core_var("wild", mk_tcon_app(unboxed_tuple_tycon(types.size()), types)), type, {a});
  }

  PassContext &cx_;
};

}  // namespace

void worker_wrap(Program &p, PassContext &cx) {
  cpr_anal(p);
  WorkerWrapper ww(cx);
  for (Vec<Binding> &g : p.groups) {
    Vec<Binding> out;
    for (Binding &b : g) ww.bind(b, true, &out);
    g = out;
  }
}

}  // namespace gphc::opt
