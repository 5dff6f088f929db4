// nf_marks.cc: functions that do nothing but evaluate their argument to normal form stop at what is known to be in normal form, and mark what they
// have done.
//
//   rnf t = case t of                                      rnf t = $complete START t
//     Leaf -> ()                                           $complete n t = case t of t' -> case walkOf# t' of w -> case $chain n t' of () -> markNormal# w
//     Node l x r -> case rnf l of                    ==>   $chain n t = case t of t'
//       () -> case x of I# _ -> rnf r                        Leaf -> ()
//                                                            Node l x r -> case isNormal# t' of
//                                                              1# -> ()
//                                                              _ -> case (case n & 4 of { 0# -> $complete START l; _ -> $chain (n - 1) l }) of () ->
//                                                                case x of I# _ -> case count n of { 0# -> $complete (twice n) r; _ -> $chain (n - 1) r }
//
// Marks and what normal form means: Note [Normal form] in runtime/include/gph/abi.h. Why a chain sets few marks: Note [The walk to normal form] in
// stdlib/GPH/NormalForm.hs, which is the same for values of any type.
//
// Which functions: those of one parameter whose result is () and of which is shown that
//  - when they return, the parameter is in normal form: each lazy part was evaluated, and given to such a function unless its type is flat;
//  - applied to something in normal form they return: nothing is done but taking apart the parameter and its parts, and calling such functions
//    on proper parts.
// That is so of instances of NFData as they are derived and as most are written, specialised to their element types: no instance is known by name, and
// one that does anything else (fails, traces, leaves something out) is none of them, nor is one that calls it. So a mark never replaces what could be
// observed. Optimistic: all candidates hold at first; those go that call one that does not.
//
// Only recursive ones are changed: another one does a bounded amount of work around calls of those.
//
// Requires: after specialisation, when inlining has resolved the methods; before the demand analysis. Preserves: lint. Complexity: linear, times
// the length of the longest chain of functions that drop out one after the other.
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "support/check.h"

namespace gphc::opt {

namespace {

constexpr int64_t kStart = (int64_t(64) << 32) | 63;   // step and count of links between marks, at first; as in GPH.NormalForm
constexpr int kMaxVisits = 2000;       // of one function: join points are visited once for each jump

bool is_unit(const Type *t) { return split_tcon_app(t, nullptr) == g_builtin.unit; }

class NfMarks {
 public:
  NfMarks(Program &p, PassContext &cx) : p_(p), cx_(cx) {}
  void run() {
    find();
    if (walks_.empty()) return;
    Vec<Vec<Binding>> groups;
    for (const Vec<Binding> &g : p_.groups) groups.push_back(group(g));
    p_.groups = groups;
  }

 private:
  struct Walk {
    const Binding *bind;
    size_t group;
    std::vector<Var *> whole;          // functions it gives its parameter itself to
    bool recursive = false;
  };

  // ---- Which functions ----------------------------------------------------------------------------------------------------
  void find() {
    std::vector<Walk> candidates;
    for (size_t i = 0; i < p_.groups.size(); i++)
      for (const Binding &b : p_.groups[i]) {
        const ELam *l = dyn_cast<ELam>(b.rhs);
        if (!l || l->params.size() != 1 || is_unlifted(l->params[0]->type) || !is_unit(expr_type(l->body))) continue;
        walks_[b.var] = candidates.size();
        candidates.push_back({&b, i, {}});
      }
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = 0; i < candidates.size(); i++) {
        Walk &w = candidates[i];
        if (!walks_.count(w.bind->var)) continue;
        w.whole.clear();
        w.recursive = false;
        if (!holds(&w) || on_cycle(candidates, w)) {
          walks_.erase(w.bind->var);
          changed = true;
        }
      }
    }
    for (const Walk &w : candidates)
      if (w.recursive && walks_.count(w.bind->var)) recursive_.insert(w.bind->var);
  }
  // Does it come back to itself, always with the whole parameter?
  bool on_cycle(const std::vector<Walk> &all, const Walk &w) const {
    std::unordered_set<const Var *> seen;
    std::vector<Var *> open(w.whole.begin(), w.whole.end());
    while (!open.empty()) {
      Var *v = open.back();
      open.pop_back();
      if (v == w.bind->var) return true;
      auto it = walks_.find(v);
      if (it == walks_.end() || !seen.insert(v).second) continue;
      open.insert(open.end(), all[it->second].whole.begin(), all[it->second].whole.end());
    }
    return false;
  }

  // What is known on the way to a place in a function's body. Undone by cutting back to an earlier length.
  struct Fact { enum Kind { Same, Done, Parts } kind; const Var *var, *other; const Alt *alt; };
  const Var *canonical(const Var *v) const {
    for (size_t i = facts_.size(); i-- > 0;)
      if (facts_[i].kind == Fact::Same && facts_[i].var == v) return canonical(facts_[i].other);
    return v;
  }
  bool complete(const Var *v) const {
    v = canonical(v);
    for (size_t i = facts_.size(); i-- > 0;) {
      const Fact &f = facts_[i];
      if (f.var != v || f.kind == Fact::Same) continue;
      if (f.kind == Fact::Done) return true;
      for (const Var *field : f.alt->fields)
        if (!complete(field)) return false;
      return true;
    }
    return false;
  }
  void done(const Var *v) { facts_.push_back({Fact::Done, canonical(v), nullptr, nullptr}); }

  bool holds(Walk *w) {
    const ELam &l = cast<ELam>(w->bind->rhs);
    walk_ = w;
    param_ = l.params[0];
    facts_.clear();
    conts_.clear();
    joins_.clear();
    visits_ = 0;
    return visit(l.body);
  }
  // The end of a path: go on with what waits for it.
  bool leaf() {
    if (conts_.empty()) return complete(param_);
    const Expr *next = conts_.back();
    conts_.pop_back();
    size_t facts = facts_.size();
    bool ok = visit(next);
    facts_.resize(facts);
    conts_.push_back(next);
    return ok;
  }
  // A call of a candidate: its argument, which is then done. Null: anything else.
  const Var *call(const Expr *e, Var **callee = nullptr) const {
    const EApp *a = dyn_cast<EApp>(e);
    const EVar *f = a && a->args.size() == 1 ? dyn_cast<EVar>(a->fn) : nullptr;
    if (!f || !walks_.count(f->var) || !is_trivial(a->args[0])) return nullptr;
    if (callee) *callee = f->var;
    return head_var(a->args[0]);
  }
  bool note_call(const Expr *e) {
    Var *callee = nullptr;
    const Var *arg = call(e, &callee);
    if (!arg) return false;
    if (canonical(arg) == canonical(param_)) walk_->whole.push_back(callee);
    const Vec<Binding> &own = p_.groups[walk_->group];
    for (const Binding &b : own) walk_->recursive |= b.var == callee;
    done(arg);
    return true;
  }
  bool visit(const Expr *e) {
    if (++visits_ > kMaxVisits) return false;
    while (e->tag == Tag::Tick) e = cast<ETick>(e).body;
    size_t facts = facts_.size();
    bool ok = visit_node(e);
    facts_.resize(facts);
    return ok;
  }
  bool visit_node(const Expr *e) {
    switch (e->tag) {
      case Tag::ConApp: return cast<EConApp>(e).args.empty() && leaf();
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        const EVar *f = dyn_cast<EVar>(a.fn);
        if (!f || !is_join_var(f->var)) return note_call(e) && leaf();
        auto j = joins_.find(f->var);
        return j != joins_.end() && jump(j->second, a.args);
      }
      case Tag::Var: {
        auto j = joins_.find(cast<EVar>(e).var);
        return j != joins_.end() && jump(j->second, {});
      }
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        if (!is_join_var(l.bind.var)) return false;
        joins_[l.bind.var] = l.bind.rhs;
        return visit(l.body);
      }
      case Tag::Case: return visit_case(cast<ECase>(e));
      default: return false;
    }
  }
  bool jump(const Expr *rhs, std::span<const Expr *const> args) {
    if (args.empty()) return visit(rhs);
    const ELam *l = dyn_cast<ELam>(rhs);
    if (!l || l->params.size() != args.size()) return false;
    for (size_t i = 0; i < args.size(); i++) {
      const Var *v = is_trivial(args[i]) ? head_var(args[i]) : nullptr;
      if (!v) continue;                                   // a constant: nothing is known of the parameter
      if (v != l->params[i]) facts_.push_back({Fact::Same, l->params[i], v, nullptr});
    }
    return visit(l->body);
  }
  bool visit_case(const ECase &c) {
    if (c.alts.empty()) return false;
    if (is_unit(c.binder->type) && !(is_trivial(c.scrut) && head_var(c.scrut))) {   // something is walked first
      if (c.alts.size() != 1) return false;
      if (call(c.scrut)) return note_call(c.scrut) && visit(c.alts[0].body);
      conts_.push_back(c.alts[0].body);
      bool ok = visit(c.scrut);
      conts_.pop_back();
      return ok;
    }
    const Var *v = is_trivial(c.scrut) ? head_var(c.scrut) : nullptr;
    if (!v || is_join_var(v)) return false;
    v = canonical(v);
    if (c.binder != v) facts_.push_back({Fact::Same, c.binder, v, nullptr});
    if (is_flat_type(v->type)) done(v);
    for (const Alt &a : c.alts) {
      size_t facts = facts_.size();
      if (a.con) {
        for (size_t i = 0; i < a.fields.size(); i++)
          if (i < a.con->theta.size() || is_closed(*a.con, i, a.fields[i]->type)) facts_.push_back({Fact::Done, a.fields[i], nullptr, nullptr});
        if (!complete(v)) facts_.push_back({Fact::Parts, v, nullptr, &a});
      } else if (a.is_default() && !complete(v) && rest_is_closed(c)) {
        done(v);
      }
      if (!visit(a.body)) return false;
      facts_.resize(facts);
    }
    return true;
  }
  // Is this field in normal form, whatever it is?
  static bool is_closed(const DataCon &con, size_t field, const Type *type) {
    return is_flat_type(type) && (is_unlifted(type) || con.fields[field - con.theta.size()].strict);
  }
  // Have the constructors that the default alternative stands for no other fields?
  static bool rest_is_closed(const ECase &c) {
    TyCon *tc = split_tcon_app(unwrap_newtypes(c.binder->type), nullptr);
    if (!tc || tc->sort != TyConSort::Data) return false;
    for (const DataCon *con : tc->cons) {
      bool covered = false;
      for (const Alt &a : c.alts) covered |= a.con == con;
      if (covered) continue;
      Vec<const Type *> fields = con_field_types(con);
      for (size_t i = con->theta.size(); i < fields.size(); i++)
        if (!is_closed(*con, i, fields[i])) return false;
    }
    return true;
  }

  // ---- What becomes of them -----------------------------------------------------------------------------------------------
  struct Parts { Var *complete, *chain; };
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
      if (recursive_.count(b.var) && cx_.tick()) {
        const Type *n = mk_tcon(g_builtin.int_prim), *walk = b.var->type;
        parts_[b.var] = {mk_function(b.var, "$complete", mk_tfun(n, walk)), mk_function(b.var, "$chain", mk_tfun(n, walk))};
        any = true;
      }
    if (!any) return g;
    Vec<Binding> out;
    for (const Binding &b : g) {
      auto it = parts_.find(b.var);
      if (it == parts_.end()) { out.push_back(b); continue; }
      out.push_back({it->second.complete, complete_rhs(b, it->second)});
      out.push_back({it->second.chain, chain_rhs(b)});
      Var *x = fresh_like(cast<ELam>(b.rhs).params[0], cast<ELam>(b.rhs).params[0]->type);
      info(b.var).sig = nullptr;
      info(b.var).unfolding = nullptr;
      out.push_back({b.var, mk_lam(Vec<Var *>{x}, mk_app(mk_var(it->second.complete), {mk_int_lit(kStart), mk_var(x)}))});
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
    return mk_case(scrut, mk_core_var("n", mk_tcon(g_builtin.int_prim)), unit_type(), {int_alt(n, if_equal), default_alt(otherwise)});
  }
  const Expr *complete_rhs(const Binding &b, const Parts &p) {
    const Var *param = cast<ELam>(b.rhs).params[0];
    Var *n = mk_core_var("n", mk_tcon(g_builtin.int_prim)), *x = fresh_like(param, param->type), *v = fresh_like(param, param->type);
    const Expr *token = mk_prim_app(primop(PrimId::RealWorldToken), Vec<const Type *>{}, Vec<const Expr *>{});
    const Expr *begin = mk_prim_app(primop(PrimId::WalkOf), Vec<const Type *>{v->type}, Vec<const Expr *>{mk_var(v), token});
    const Type *begin_type = expr_type(begin);
    Vec<const Type *> parts;
    Alt a;
    a.con = split_tcon_app(begin_type, &parts)->cons[0];
    for (const Type *t : parts) a.fields.push_back(mk_core_var("w", t));
    const Expr *mark = mk_prim_app(primop(PrimId::MarkNormal), {}, Vec<const Expr *>{mk_var(a.fields[1]), mk_var(a.fields[2]), mk_var(a.fields[0])});
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
        for (size_t i = a.con ? a.con->theta.size() : 0; i < a.fields.size(); i++) open |= !is_closed(*a.con, i, a.fields[i]->type);
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
    return int_case(mk_prim_app(primop(PrimId::IsNormal), Vec<const Type *>{v->type}, Vec<const Expr *>{mk_var(v)}), 1, unit(), body);
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
  const Expr *step(const Parts &p, const Expr *arg) { return mk_app(mk_var(p.chain), {prim(PrimId::IntSub, {mk_var(n_), mk_int_lit(1)}), arg}); }
  // e, a call that something follows.
  const Expr *part(const Expr *e) {
    Var *callee = nullptr;
    if (!call(e, &callee)) return e;
    auto it = parts_.find(callee);
    return it == parts_.end() ? e : int_case(prim(PrimId::IntAnd, {mk_var(n_), mk_int_lit(4)}), 0, e, step(it->second, cast<EApp>(e).args[0]));
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
        if (const ELam *j = dyn_cast<ELam>(rhs); j && int(j->params.size()) == l.bind.var->info->join_arity) rhs = mk_lam(j->params, tail(j->body));
        else if (l.bind.var->info->join_arity == 0) rhs = tail(rhs);
        return mk_let(l.bind.var, rhs, tail(l.body));
      }
      case Tag::Tick: return tail(cast<ETick>(e).body);
      case Tag::App: {
        Var *callee = nullptr;
        if (!call(e, &callee)) return e;
        auto it = parts_.find(callee);
        if (it == parts_.end()) return e;
        const Expr *arg = cast<EApp>(e).args[0];
        const Expr *count = prim(PrimId::Narrow32Word, {prim(PrimId::IntToWord, {mk_var(n_)})});
        const Expr *twice = prim(PrimId::IntOr, {prim(PrimId::IntShl, {mk_var(n_), mk_int_lit(1)}), prim(PrimId::IntSub, {prim(PrimId::IntSra, {mk_var(n_), mk_int_lit(31)}), mk_int_lit(1)})});
        return word_case(count, mk_app(mk_var(it->second.complete), {twice, arg}), step(it->second, arg));
      }
      default: return e;
    }
  }

  Program &p_;
  PassContext &cx_;
  std::unordered_map<const Var *, size_t> walks_;        // candidates that hold so far
  std::unordered_set<const Var *> recursive_;
  // Of the function that is looked at
  Walk *walk_ = nullptr;
  const Var *param_ = nullptr;
  std::vector<Fact> facts_;
  std::vector<const Expr *> conts_;    // what follows, innermost last
  std::unordered_map<const Var *, const Expr *> joins_;
  int visits_ = 0;
  // Of the group that is changed
  std::unordered_map<const Var *, Parts> parts_;
  Var *n_ = nullptr;                   // the chain's step and count
};

}  // namespace

void nf_marks(Program &p, PassContext &cx) { NfMarks(p, cx).run(); }

}  // namespace gphc::opt
