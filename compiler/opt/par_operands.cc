// par_operands.cc: with -fauto-par, what may be worth a spark stays together until auto_par.cc looks for it.
//
//   total (n : ns) = euler n + total ns         ==>      total (n : ns) = case euler n of x -> case total ns of y ->
//   x + y
//   euler n = .. a loop ..                                euler n = .. a loop ..               {-# NOINLINE #-} until
//   auto-par
//
// The simplifier inlines what is called once, and a function that evaluates its operands one after the other goes on
// with the first one's alternatives before it comes to the second. That is as good as it gets for one thread; but
// then one operand ends somewhere inside the code of the other one. So the pass runs twice:
//   at first, before anything is inlined: the program's own functions that loop are not to be inlined for now;
//   when signatures are known: where two of them at least are surely evaluated, as operands of one function or one
//   after the other, they are evaluated there in order, and not
//   inlined until auto-par. The others are as they were.
// The demand analysis would do the former later; only when matters. Whether anything is sparked auto_par.cc decides,
// when it can see what loops.
//
// A function may loop, here, if it is recursive or calls one that may. What the library has is not counted as an
// operand, nor is a function of a list, or that makes one: a loop over what it gets, or for who gets its result, may
// be fused with another one.
//
// Requires: the second time signatures and demands of binders. Preserves: lint, results. Establishes:
// InlineSpec::NoInline on functions, which auto_par.cc takes back (IdInfo::par_kept). Complexity: linear, times the
// longest chain of functions that are defined after those that call them, but for stretches of kLongest lets and
// cases, which are looked at again from each of their beginnings.
#include <functional>
#include <unordered_set>
#include <vector>

#include "core/fvs.h"
#include "opt/demand.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

constexpr int kLongest = 40;  // lets and cases of a stretch

class ParOperands {
 public:
  explicit ParOperands(PassContext &cx) : cx_(cx), first_(cx.phase == kGentlePhase) {}
  void program(Program &p) {
    for (bool more = true; more;) {  // the groups are in no order the first time
      more = false;
      for (const Vec<Binding> &g : p.groups)
        if (!g.empty() && !loops_.get(g[0].var->uniq) && find_loops(g)) more = true;
    }
    for (Vec<Binding> &g : p.groups) {
      bind(g, true);
      for (Binding &b : g)
        if (!b.var->library) b.rhs = walk(b.rhs);
    }
    if (first_) return;
    for (Var *v : held_)
      if (!kept_.count(v)) {
        v->info->par_kept = false;
        v->info->inline_spec = InlineSpec::None;
      }
  }

 private:
  bool find_loops(std::span<const Binding> binds) {
    bool loops = binds.size() > 1;
    for (const Binding &b : binds) loops = loops || occurs_in(b.var, b.rhs) || mentions_loop(b.rhs);
    for (const Binding &b : binds) loops_[b.var->uniq] = loops;
    return loops;
  }
  void bind(std::span<const Binding> binds, bool top) {
    bool loops = find_loops(binds);
    for (const Binding &b : binds) {
      own_[b.var->uniq] = loops && own_lambdas(b.rhs) > 0 && !(top && b.var->library) && !is_join_var(b.var);
      if (first_ && own_.get(b.var->uniq) && may_hold(b)) {
        info(b.var).inline_spec = InlineSpec::NoInline;
        info(b.var).par_kept = true;
      }
      if (!first_ && b.var->info && b.var->info->par_kept) held_.push_back(b.var);
    }
  }
  static bool may_hold(const Binding &b) {
    const IdInfo &i = info(b.var);
    if (i.inline_spec != InlineSpec::None || i.is_dfun || i.is_selector || !i.rules.empty()) return false;
    const Expr *e = b.rhs;
    while (e->tag == Tag::TyLam) e = cast<ETyLam>(e).body;
    const ELam *l = dyn_cast<ELam>(e);
    if (!l) return false;
    for (const Var *p : l->params)
      if (is_list(p->type) || is_dict_type(p->type) || is_state_token_type(p->type)) return false;
    const Type *t = unwrap_newtypes(expr_type(l->body));
    return !is_list(t) && !fun_view(t).arg && !is_unlifted(t);
  }
  bool mentions_loop(const Expr *e) const {
    if (const EVar *v = dyn_cast<EVar>(e)) return loops_.get(v->var->uniq);
    bool found = e->tag == Tag::CCall;
    for_each_child(e, [&](const Expr *x) { found = found || mentions_loop(x); });
    return found;
  }
  static bool is_list(const Type *t) { return split_tcon_app(unwrap_newtypes(t), nullptr) == g_builtin.list; }
  static const StrSig *sig_of_call(const EApp &a) {
    const Var *f = called_var(a);
    const StrSig *s = f ? sig_of(f) : nullptr;
    return s && !s->diverges && s->args.size() <= a.args.size() ? s : nullptr;
  }
  // A call of one of the program's functions that may loop; or of something with such an operand.
  bool is_operand(const Expr *e, int depth = 0) const {
    const EApp *a = dyn_cast<EApp>(e);
    const Var *f = a ? called_var(*a) : nullptr;
    if (!f || depth > 4 || is_join_var(f)) return false;
    if (own_.get(f->uniq)) {
      const Type *t = expr_type(e);
      if (is_list(t) || fun_view(t).arg || is_state_token_type(t)) return false;
      for (const Expr *x : a->args)
        if (is_state_token_type(expr_type(x))) return false;
      return true;
    }
    const StrSig *s = sig_of_call(*a);
    if (!s || is_list(expr_type(e))) return false;
    for (size_t i = 0; i < s->args.size(); i++)
      if (s->args[i].strict && is_operand(a->args[i], depth + 1)) return true;
    return false;
  }
  // The functions that are called there stay functions.
  void keep(const Expr *e) {
    const EApp *a = dyn_cast<EApp>(e);
    const Var *f = a ? called_var(*a) : nullptr;
    if (!f) return;
    if (own_.get(f->uniq)) kept_.insert(f);
    else
      for (const Expr *x : a->args)
        if (is_operand(x)) keep(x);
  }
  static bool is_strict_let(const Expr *e) {
    const ELet *l = dyn_cast<ELet>(e);
    if (!l || is_join_var(l->bind.var) || is_unlifted(l->bind.var->type)) return false;
    Demand d = demand_of(l->bind.var);
    return d.strict && d.usage != Usage::Absent;
  }
  // Several that are evaluated one after the other, from e on.
  const Expr *in_turn(const Expr *e) {
    std::vector<const Expr *> found;
    std::vector<const Var *> lets;
    const Expr *x = e;
    for (int i = 0; i < kLongest; i++) {
      if (const ELet *l = dyn_cast<ELet>(x)) {
        if (is_strict_let(x) && is_operand(l->bind.rhs)) {
          found.push_back(l->bind.rhs);
          lets.push_back(l->bind.var);
        }
        x = l->body;
      } else if (const ELetRec *r = dyn_cast<ELetRec>(x)) {
        x = r->body;
      } else if (const ECase *c = dyn_cast<ECase>(x); c && !c->alts.empty() && !has_state(c->binder->type)) {
        if (is_operand(c->scrut)) found.push_back(c->scrut);
        if (c->alts.size() > 1) break;
        x = c->alts[0].body;
      } else {
        break;
      }
    }
    if (found.size() >= 2) {
      for (const Expr *f : found) keep(f);
      in_turn_.insert(lets.begin(), lets.end());
    }
    const ELet *l = dyn_cast<ELet>(e);
    return l && in_turn_.count(l->bind.var) && cx_.tick() ? mk_strict_let(l->bind.var, l->bind.rhs, l->body) : e;
  }
  static bool has_state(const Type *t) {
    Vec<const Type *> parts;
    TyCon *tc = split_tcon_app(t, &parts);
    if (!tc || !tc->is_unboxed_tuple) return is_state_token_type(t);
    for (const Type *p : parts)
      if (is_state_token_type(p)) return true;
    return false;
  }
  const Expr *walk(const Expr *e) {
    if (const ELet *l = dyn_cast<ELet>(e)) bind({&l->bind, 1}, false);
    if (const ELetRec *l = dyn_cast<ELetRec>(e)) bind({l->binds.begin(), l->binds.size()}, false);
    if (!first_) e = in_turn(e);
    e = map_children(e, [this](const Expr *x) { return walk(x); });
    if (first_) return e;
    if (const EApp *a = dyn_cast<EApp>(e)) {
      const StrSig *s = sig_of_call(*a);
      return s ? operands(
                     a->args, [s](size_t i) { return i < s->args.size() && s->args[i].strict; },
                     [a](const Vec<const Expr *> &args) { return mk_app(a->fn, args); }, e)
               : e;
    }
    return e;
  }
  const Expr *operands(const Vec<const Expr *> &args, const std::function<bool(size_t)> &strict,
                       const std::function<const Expr *(const Vec<const Expr *> &)> &call, const Expr *e) {
    size_t n = 0;
    for (size_t i = 0; i < args.size(); i++) n += strict(i) && is_operand(args[i]);
    if (n < 2 || !cx_.tick()) return e;
    Vec<const Expr *> by;
    Vec<Binding> first;
    for (size_t i = 0; i < args.size(); i++) {
      if (!strict(i) || !is_operand(args[i])) {
        by.push_back(args[i]);
        continue;
      }
      keep(args[i]);
      Var *x = mk_core_var("x", expr_type(args[i]));
      first.push_back({x, args[i]});
      by.push_back(mk_var(x));
    }
    const Expr *r = call(by);
    for (size_t i = first.size(); i-- > 0;) r = mk_strict_let(first[i].var, first[i].rhs, r);
    return r;
  }

  PassContext &cx_;
  bool first_;  // the first time
  UniqTable<bool> loops_, own_;
  std::vector<Var *> held_;                         // since the first time
  std::unordered_set<const Var *> kept_, in_turn_;  // functions; variables of lets
};

}  // namespace

void par_operands(Program &p, PassContext &cx) { ParOperands(cx).program(p); }

}  // namespace gphc::opt
