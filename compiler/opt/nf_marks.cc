// nf_marks.cc: functions that do nothing but evaluate their argument to normal form stop at what is known to be in
// normal form, and mark what they have done.
//
//   rnf t = case t of                        rnf t = $complete START t
//     Leaf -> ()                             $complete n t = case t of t' -> case walkOf# t' of w ->
//     Node l x r -> case rnf l of     ==>                    case $chain n t' of () -> markNormal# w
//       () -> case x of I# _ -> rnf r        $chain n t = case t of t'
//                                              Leaf -> ()
//                                              Node l x r -> case isNormal# t' of
//                                                1# -> ()
//                                                _ -> case (case n & 4 of
//                                                             { 0# -> $complete START l; _ -> $chain (n - 1) l }) of
//                                                  () -> case x of I# _ -> case count n of
//                                                    0# -> $complete (twice n) r
//                                                    _ -> $chain (n - 1) r
//
// Marks and what normal form means: Note [Normal form] in runtime/include/gph/abi.h. Why a chain sets few marks:
// Note [The walk to normal form] in stdlib/GPH/NormalForm.hs, which is the same for values of any type.
//
// Which functions: nf_walks.cc says.
//
// Only recursive ones are changed: another one does a bounded amount of work around calls of those.
//
// Requires: after specialisation, when inlining has resolved the methods; before the demand analysis. Preserves: lint.
// Complexity: linear.
#include <unordered_map>

#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/nf_walks.h"
#include "opt/passes.h"

namespace gphc::opt {

namespace {

// step and count of links between marks, at first; as in GPH.NormalForm
constexpr int64_t kStart = (int64_t(64) << 32) | 63;

class NfMarks {
 public:
  NfMarks(Program &p, PassContext &cx) : p_(p), cx_(cx) {}
  void run() {
    walks_ = find_nf_walks(p_);
    if (walks_.recursive.empty()) return;
    Vec<Vec<Binding>> groups;
    for (const Vec<Binding> &g : p_.groups) groups.push_back(group(g));
    p_.groups = groups;
  }

 private:
  struct Parts {
    Var *complete, *chain;
  };
  Var *mk_function(const Var *like, const char *prefix, const Type *type) {
    Var *v = mk_global_like(like, type, prefix + like->occ.string());
    v->library = like->library;
    info(v).loc = like->info ? like->info->loc : Symbol();
    return v;
  }
  Vec<Binding> group(const Vec<Binding> &g) {
    bool any = false;
    parts_.clear();
    for (const Binding &b : g)
      if (walks_.recursive.count(b.var) && cx_.tick()) {
        const Type *n = mk_tcon(g_builtin.int_prim), *walk = b.var->type;
        parts_[b.var] = {mk_function(b.var, "$complete", mk_tfun(n, walk)),
                         mk_function(b.var, "$chain", mk_tfun(n, walk))};
        any = true;
      }
    if (!any) return g;
    Vec<Binding> out;
    for (const Binding &b : g) {
      auto it = parts_.find(b.var);
      if (it == parts_.end()) {
        out.push_back(b);
        continue;
      }
      out.push_back({it->second.complete, complete_rhs(b, it->second)});
      out.push_back({it->second.chain, chain_rhs(b)});
      Var *x = fresh_like(cast<ELam>(b.rhs).params[0], cast<ELam>(b.rhs).params[0]->type);
      info(b.var).sig = nullptr;
      info(b.var).unfolding = nullptr;
      out.push_back(
          {b.var, mk_lam(Vec<Var *>{x}, mk_app(mk_var(it->second.complete), {mk_int_lit(kStart), mk_var(x)}))});
    }
    return out;
  }
  static Alt default_alt(const Expr *body) {
    Alt a;
    a.body = body;
    return a;
  }
  static Alt int_alt(int64_t n, const Expr *body) {
    Alt a;
    a.is_lit = true;
    a.lit = cast<ELit>(mk_int_lit(n)).lit;
    a.body = body;
    return a;
  }
  static const Type *unit_type() { return mk_tcon(g_builtin.unit); }
  static const Expr *unit() { return mk_con_app(g_builtin.unit_con, {}, {}); }
  static const Expr *int_case(const Expr *scrut, int64_t n, const Expr *if_equal, const Expr *otherwise) {
    return mk_case(scrut, mk_core_var("n", mk_tcon(g_builtin.int_prim)), unit_type(),
                   {int_alt(n, if_equal), default_alt(otherwise)});
  }
  const Expr *complete_rhs(const Binding &b, const Parts &p) {
    const Var *param = cast<ELam>(b.rhs).params[0];
    Var *n = mk_core_var("n", mk_tcon(g_builtin.int_prim)), *x = fresh_like(param, param->type),
        *v = fresh_like(param, param->type);
    const Expr *token = mk_prim_app(primop(PrimId::RealWorldToken), Vec<const Type *>{}, Vec<const Expr *>{});
    const Expr *begin =
        mk_prim_app(primop(PrimId::WalkOf), Vec<const Type *>{v->type}, Vec<const Expr *>{mk_var(v), token});
    const Type *begin_type = expr_type(begin);
    Vec<const Type *> parts;
    Alt a;
    a.con = split_tcon_app(begin_type, &parts)->cons[0];
    for (const Type *t : parts) a.fields.push_back(mk_core_var("w", t));
    const Expr *mark =
        mk_prim_app(primop(PrimId::MarkNormal), {}, Vec<const Expr *>{mk_var(a.fields[1]), mk_var(a.fields[0])});
    mark = mk_strict_let(mk_core_var("s", expr_type(mark)), mark, unit());
    const Expr *walk = mk_app(mk_var(p.chain), {mk_var(n), mk_var(v)});
    a.body = mk_case(walk, mk_core_var("u", unit_type()), unit_type(), {default_alt(mark)});
    const Expr *body = mk_case(begin, mk_core_var("w", begin_type), unit_type(), {a});
    return mk_lam(Vec<Var *>{n, x}, mk_strict_let(v, mk_var(x), body));
  }
  const Expr *chain_rhs(const Binding &b) {
    const Expr *rhs = clone_expr(b.rhs);
    const ELam &l = cast<ELam>(rhs);
    n_ = mk_core_var("n", mk_tcon(g_builtin.int_prim));
    const Expr *body = l.body;
    while (body->tag == Tag::Tick) body = cast<ETick>(body).body;
    const ECase *c = dyn_cast<ECase>(body);
    if (c && is_trivial(c->scrut) && head_var(c->scrut) == l.params[0]) {
      Vec<Alt> alts;
      for (Alt a : c->alts) {
        a.body = tail(a.body);
        bool open = !a.con;
        for (size_t i = a.con ? a.con->theta.size() : 0; i < a.fields.size(); i++)
          open |= !is_closed_field(*a.con, i, a.fields[i]->type);
        if (open) a.body = unless_marked(c->binder, a.body);
        alts.push_back(a);
      }
      body = mk_case(c->scrut, c->binder, c->type, alts);
    } else {
      Var *v = fresh_like(l.params[0], l.params[0]->type);
      body = mk_strict_let(v, mk_var(l.params[0]), unless_marked(v, tail(body)));
    }
    return mk_lam(Vec<Var *>{n_, l.params[0]}, body);
  }
  static const Expr *unless_marked(Var *v, const Expr *body) {
    return int_case(mk_prim_app(primop(PrimId::IsNormal), Vec<const Type *>{v->type}, Vec<const Expr *>{mk_var(v)}), 1,
                    unit(), body);
  }
  static const Expr *prim(PrimId id, const Vec<const Expr *> &args) { return mk_prim_app(primop(id), {}, args); }
  static const Expr *word_case(const Expr *scrut, const Expr *if_zero, const Expr *otherwise) {
    Alt zero;
    zero.is_lit = true;
    zero.lit = cast<ELit>(mk_word_lit(0)).lit;
    zero.body = if_zero;
    return mk_case(scrut, mk_core_var("n", mk_tcon(g_builtin.word_prim)), unit_type(), {zero, default_alt(otherwise)});
  }
  // The next link.
  const Expr *step(const Parts &p, const Expr *arg) {
    return mk_app(mk_var(p.chain), {prim(PrimId::IntSub, {mk_var(n_), mk_int_lit(1)}), arg});
  }
  // e, a call that something follows.
  const Expr *part(const Expr *e) {
    Var *callee = nullptr;
    if (!walks_.argument(e, &callee)) return e;
    auto it = parts_.find(callee);
    return it == parts_.end() ? e
                              : int_case(prim(PrimId::IntAnd, {mk_var(n_), mk_int_lit(4)}), 0, e,
                                         step(it->second, cast<EApp>(e).args[0]));
  }
  // e, in tail position of a chain.
  const Expr *tail(const Expr *e) {
    switch (e->tag) {
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        Vec<Alt> alts;
        for (Alt a : c.alts) {
          a.body = tail(a.body);
          alts.push_back(a);
        }
        return mk_case(is_unit(c.binder->type) ? part(c.scrut) : c.scrut, c.binder, c.type, alts);
      }
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        const Expr *rhs = l.bind.rhs;
        if (const ELam *j = dyn_cast<ELam>(rhs); j && int(j->params.size()) == l.bind.var->info->join_arity)
          rhs = mk_lam(j->params, tail(j->body));
        else if (l.bind.var->info->join_arity == 0) rhs = tail(rhs);
        return mk_let(l.bind.var, rhs, tail(l.body));
      }
      case Tag::Tick: return tail(cast<ETick>(e).body);
      case Tag::App: {
        Var *callee = nullptr;
        if (!walks_.argument(e, &callee)) return e;
        auto it = parts_.find(callee);
        if (it == parts_.end()) return e;
        const Expr *arg = cast<EApp>(e).args[0];
        const Expr *count = prim(PrimId::Narrow32Word, {prim(PrimId::IntToWord, {mk_var(n_)})});
        const Expr *twice = prim(
            PrimId::IntOr, {prim(PrimId::IntShl, {mk_var(n_), mk_int_lit(1)}),
                            prim(PrimId::IntSub, {prim(PrimId::IntSra, {mk_var(n_), mk_int_lit(31)}), mk_int_lit(1)})});
        return word_case(count, mk_app(mk_var(it->second.complete), {twice, arg}), step(it->second, arg));
      }
      default: return e;
    }
  }

  Program &p_;
  PassContext &cx_;
  NfWalks walks_;
  // Of the group that is changed
  std::unordered_map<const Var *, Parts> parts_;
  Var *n_ = nullptr;  // the chain's step and count
};

}  // namespace

void nf_marks(Program &p, PassContext &cx) { NfMarks(p, cx).run(); }

}  // namespace gphc::opt
