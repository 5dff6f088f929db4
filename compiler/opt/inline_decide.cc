// inline_decide.cc: whether to inline a call. The question is asked at each call of a variable whose unfolding may be
// copied without repeating work (simplify_binds.cc: set_unfolding).
//
//   INLINE, selectors     yes, once they have all the arguments that their definition shows
//   smaller than a call   yes
//   else                  size - discounts <= threshold, and something is gained: an argument is known that the body
//                         scrutinises, calls, or gives to a function with rules for such, or the result is scrutinised;
//                         or it is a constructor, and the body little more than a call, to which it may matter
//                         (spec_constr.cc); or the result is a list (`build`) that what consumes it fuses with
//   called once           yes, whatever the size; but see Note [Code that programs share]
//
// Note [Code that programs share]
// Whether a function of the stdlib is called once depends on what else the program reaches. If it went into its caller
// for that reason, the caller (a function of the stdlib, too, which has nothing to do with the program's own code)
// would differ from program to program, and whatever refers to it as well: the object cache found half of the stdlib's
// code only where another program reached just the same functions. So between bindings of the stdlib (Var::library)
// calling once is no reason. Copies for dictionaries of the program's own types are not among them. Between the
// program and the stdlib it is one, but for large actions that look at no argument that is known: they gain nothing
// beside the call, and every program that prints one thing had the loop that fills the buffer, and what encodes
// characters, in its own main, to be compiled again with each change of it: nine tenths of the code of a small program.
//
// Note [Called once]
// "Once" is said of the program's text as the occurrence analyser saw it. The call may stand in a function that is
// itself inlined, in a thousand places: each copy of its body has a copy of the call, and if each of them counted as
// the one call, a large function's code would be in all of them, whatever the thresholds say of what calls it (2,000
// lines of print had 2,000 copies of the loop that fills a buffer). So the reason holds for the binding in which the
// analyser saw the call, and for the first such call there.
//
// Sizes are in tens, GHC's unit: a call costs 10 for itself and 10 for each argument, so thresholds can be compared.
#include "opt/simplify.h"

namespace gphc::opt {

static constexpr int kUseThreshold = 90;        // size after discounts
static constexpr int kCreationThreshold = 750;  // larger bodies are never considered
static constexpr int kFunAppDiscount = 60;      // a parameter that is called, when the argument is a lambda
static constexpr int kFusionDiscount = 60;      // a list that is consumed where the call is: none is made
static constexpr int kRuleDiscount = 30;        // a parameter that rules of a function that it is given to ask for
// what a body may be beyond a call of its own size, to show a constructor to that
static constexpr int kLittle = 20;
// ... to meet how an argument is computed; larger ones would make their callers too large to be inlined
static constexpr int kSmall = 50;
static constexpr int kKeenness = 15;  // discounts count one and a half times (in tenths)

bool Simplifier::is_active(const IdInfo *i) const {
  if (i->phase < 0) return i->inline_spec != InlineSpec::NoInline;
  return i->phase_before ? cx_.phase > i->phase : cx_.phase <= i->phase;
}

namespace {

struct Size {
  int n = 0;
  int result_discount = 0;
};

class Sizer {
 public:
  explicit Sizer(Guidance *g) : g_(g) {}
  void param(const Var *v, int i) { params_.push_back({v, i}); }
  int limit = kCreationThreshold;

  Size expr(const Expr *e) {
    if (total_ > limit) return {limit, 0};
    switch (e->tag) {
      case Tag::Var: return {0, 0};
      case Tag::Lit:
        return {!is_unlifted_lit(cast<ELit>(e).lit) || cast<ELit>(e).lit.tag == LitTag::String ? cost(10) : 0, 0};
      case Tag::TyApp: return expr(cast<ETyApp>(e).fn);
      case Tag::TyLam: return expr(cast<ETyLam>(e).body);
      case Tag::Cast: return expr(cast<ECast>(e).body);
      case Tag::Tick: return expr(cast<ETick>(e).body);
      case Tag::Lam: {
        bool token_only = true;
        for (const Var *p : cast<ELam>(e).params) token_only = token_only && is_state_token_type(p->type);
        Size b = expr(cast<ELam>(e).body);
        return {b.n + (token_only ? 0 : cost(10)), 0};
      }
      case Tag::App: return app(cast<EApp>(e));
      case Tag::ConApp: {
        const EConApp &c = cast<EConApp>(e);
        int n = args(c.args);
        if (c.args.empty()) return {n, 10};
        if (c.con->tycon->is_unboxed_tuple) return {n, 10 * (1 + int(c.args.size()))};
        return {n + cost(10), 10 * (10 + int(c.args.size()))};
      }
      case Tag::PrimApp: {
        const EPrimApp &p = cast<EPrimApp>(e);
        int n = args(p.args);
        if (PrimId(p.op->index) == PrimId::Raise || PrimId(p.op->index) == PrimId::TagToEnum) return {n, 0};
        return {n + cost(p.op->impl == PrimImpl::Inline ? 10 : 10 * (1 + int(p.args.size()))), 10};
      }
      // a wrapper is smaller than its call
      case Tag::CCall: return {args(cast<ECCall>(e).args) + cost(10 * (1 + int(cast<ECCall>(e).args.size()))), 0};
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        int n = expr(l.bind.rhs).n;
        bool free = l.bind.var->info && l.bind.var->info->join_arity >= 0;
        if (!free) n += cost(10);
        Size b = expr(l.body);
        return {n + b.n, b.result_discount};
      }
      case Tag::LetRec: {
        int n = 0;
        for (const Binding &b : cast<ELetRec>(e).binds) n += expr(b.rhs).n + cost(10);
        Size b = expr(cast<ELetRec>(e).body);
        return {n + b.n, b.result_discount};
      }
      case Tag::Case: return case_of(cast<ECase>(e));
    }
    return {0, 0};
  }

 private:
  int cost(int n) {
    total_ += n;
    return n;
  }
  int args(const Vec<const Expr *> &as) {
    int n = 0;
    for (const Expr *a : as)
      if (!is_trivial(a)) n += expr(a).n + (a->tag == Tag::App || a->tag == Tag::Case ? cost(10) : 0);
    return n;
  }
  Size app(const EApp &a) {
    int n = args(a.args);
    int real = 0;
    for (const Expr *x : a.args) {
      const EVar *v = dyn_cast<EVar>(x);
      if (!(v && is_state_token_type(v->var->type))) real++;
    }
    const Expr *f = a.fn;
    while (f->tag == Tag::TyApp || f->tag == Tag::Cast)
      f = f->tag == Tag::Cast ? cast<ECast>(f).body : cast<ETyApp>(f).fn;
    const EVar *v = dyn_cast<EVar>(f);
    if (!v) return {n + cost(10) + expr(a.fn).n, 0};
    if (v->var->info && v->var->info->join_arity >= 0) return {n + cost(10), 0};
    if (v->var->info && v->var->info->is_selector) {
      discount(head_var(a.args[0]), kFunAppDiscount);
      return {n + cost(10), 0};
    }
    if (is_bottoming(&a)) return {n / 2, 0};
    discount(v->var, kFunAppDiscount);
    if (v->var->info && !v->var->info->rules.empty())
      for (size_t i = 0; i < a.args.size(); i++)
        if (rules_ask_for(v->var, i)) discount(head_var(a.args[i]), kRuleDiscount);
    return {n + cost(10 * (1 + real)), 0};
  }
  static bool rules_ask_for(const Var *f, size_t arg) {
    for (const Rule *r : f->info->rules)
      if (arg < r->lhs_args.size() && (r->lhs_args[arg]->tag == Tag::App || r->lhs_args[arg]->tag == Tag::ConApp))
        return true;
    return false;
  }
  void discount(const Var *v, int by) {
    if (!v) return;
    for (std::pair<const Var *, int> &p : params_)
      if (p.first == v) g_->discounts[p.second] += by;
  }
  Size case_of(const ECase &c) {
    const EVar *v = dyn_cast<EVar>(strip_casts(c.scrut));
    int before = total_;
    int worst = 0, sum = 0, result = 0;
    bool unboxed = is_unlifted(c.binder->type);
    for (const Alt &a : c.alts) {
      Size s = expr(a.body);
      int n = s.n + (c.alts.size() > 1 ? cost(10) : 0);
      sum += n;
      worst = std::max(worst, n);
      result = std::max(result, s.result_discount);
    }
    if (v) {
      bool is_param = false;
      for (std::pair<const Var *, int> &p : params_) is_param |= p.first == v->var;
      if (is_param) discount(v->var, unboxed ? sum - worst : 20 + sum - worst);
      (void)before;
      return {sum, result};
    }
    Size s = expr(c.scrut);
    return {s.n + sum, result};
  }

  Guidance *g_;
  std::vector<std::pair<const Var *, int>> params_;
  int total_ = 0;
};

}  // namespace

// Is what e evaluates to, in some branch, a list that is there for a consumer to fuse with?
static bool makes_list(const Expr *e) {
  for (;;) switch (e->tag) {
      case Tag::Let: e = cast<ELet>(e).body; break;
      case Tag::LetRec: e = cast<ELetRec>(e).body; break;
      case Tag::Cast: e = cast<ECast>(e).body; break;
      case Tag::Tick: e = cast<ETick>(e).body; break;
      case Tag::Case:
        for (const Alt &a : cast<ECase>(e).alts)
          if (makes_list(a.body)) return true;
        return false;
      case Tag::App: {
        const Var *f = called_var(cast<EApp>(e));
        return f && f->occ.str() == "build" && f->module.str() == "GPH.Base";
      }
      default: return false;
    }
}

Guidance *guidance_of(Unfolding *u) {
  if (u->guidance) return u->guidance;
  Guidance *g = mk<Guidance>();
  u->guidance = g;
  const Expr *e = u->expr;
  Sizer s(g);
  for (;;) {
    if (const ETyLam *t = dyn_cast<ETyLam>(e)) {
      e = t->body;
      continue;
    }
    if (const ECast *c = dyn_cast<ECast>(e)) {
      e = c->body;
      continue;
    }
    const ELam *l = dyn_cast<ELam>(e);
    if (!l) break;
    for (Var *p : l->params) {
      s.param(p, g->params);
      g->params++;
      g->discounts.push_back(0);
    }
    e = l->body;
  }
  Size r = s.expr(e);
  g->size = r.n > kCreationThreshold ? kTooBig : r.n;
  g->result_discount = r.result_discount;
  g->builds = makes_list(e);
  return g;
}

// How much is known about an argument: 0 nothing, 1 something (at least, how it is computed: what the body does with it
// meets that), 2 a value (constructor, lambda, literal).
int Simplifier::arg_interest(const Expr *e, bool out, int depth) {
  if (depth > 6) return 0;
  switch (e->tag) {
    case Tag::Lit: return cast<ELit>(e).lit.data ? 0 : 2;  // nobody looks inside static data
    case Tag::Lam:
    case Tag::ConApp: return 2;
    case Tag::TyApp: return arg_interest(cast<ETyApp>(e).fn, out, depth);
    case Tag::TyLam: return arg_interest(cast<ETyLam>(e).body, out, depth);
    case Tag::Cast: return arg_interest(cast<ECast>(e).body, out, depth);
    case Tag::Tick: return arg_interest(cast<ETick>(e).body, out, depth);
    case Tag::Let: return arg_interest(cast<ELet>(e).body, out, depth + 1);
    case Tag::LetRec: return arg_interest(cast<ELetRec>(e).body, out, depth + 1);
    case Tag::PrimApp: return cast<EPrimApp>(e).args.empty() ? 0 : 1;
    case Tag::App: {
      const Expr *f = cast<EApp>(e).fn;
      while (f->tag == Tag::TyApp || f->tag == Tag::Cast)
        f = f->tag == Tag::Cast ? cast<ECast>(f).body : cast<ETyApp>(f).fn;
      const EVar *v = dyn_cast<EVar>(f);
      if (!v) return 1;
      if (v->var->info && v->var->info->is_dfun) return 2;
      if (v->var->info && v->var->info->arity > int(cast<EApp>(e).args.size())) return 2;
      return 1;
    }
    case Tag::Case: {
      // One of several functions, of which some is known: a call of it becomes calls in the branches. The rest of a
      // list that is made where its consumer is called: c x (if i == n then end else go (i + 1)).
      const ECase &c = cast<ECase>(e);
      if (!fun_view(c.type).arg) return 1;
      int most = 1;
      for (const Alt &a : c.alts) most = std::max(most, arg_interest(a.body, out, depth + 1));
      return most;
    }
    case Tag::Var: {
      Var *v = cast<EVar>(e).var;
      SubstEntry s = subst_.get(v->uniq);
      if (s.kind != SubstKind::None) return arg_interest(s.e, s.kind != SubstKind::Susp, depth + 1);
      if (v->info && v->info->arity > 0) return 2;
      Unfolding *u = unfolding_of(v);
      if (u && u->expr) {
        if (u->expr->tag == Tag::ConApp || u->expr->tag == Tag::Lit) return 2;
        if (is_trivial(u->expr)) return arg_interest(u->expr, true, depth + 1);
        return 1;
      }
      return is_evaluated_var(v) && !is_unlifted(v->type) ? 1 : 0;
    }
    default: return 0;
  }
}

// Are all the arguments of the call global (dictionaries)?
bool Simplifier::known_dicts(Cont *k) {
  for (; k->tag == ContTag::TyApp || k->tag == ContTag::App; k = k->next) {
    if (k->tag == ContTag::TyApp) continue;
    const Expr *a = k->arg;
    if (const Var *v = head_var(a); v && subst_.get(v->uniq).kind != SubstKind::None) a = subst_.get(v->uniq).e;
    int n = 0;
    const EVar *v = dyn_cast<EVar>(app_head(a, &n));
    if (!v || !is_top(v->var)) return false;
  }
  return true;
}

// Is what is called here an argument itself?
static bool is_given(Cont *k) {
  while (k->tag == ContTag::TyApp || k->tag == ContTag::Cast || k->tag == ContTag::App) k = k->next;
  return k->tag == ContTag::Stop && k->ctx == StopCtx::Arg;
}

static bool takes_token(const Expr *e) {
  for (;;) {
    if (const ETyLam *t = dyn_cast<ETyLam>(e)) e = t->body;
    else if (const ECast *c = dyn_cast<ECast>(e)) e = c->body;
    else if (const ELam *l = dyn_cast<ELam>(e)) {
      for (const Var *p : l->params)
        if (is_state_token_type(p->type)) return true;
      e = l->body;
    } else return false;
  }
}

// Of a function of the stdlib that is called once: its code is in the installation's objects, unless it goes into its
// caller. See Note [Code that programs share].
bool Simplifier::worth_a_copy(Unfolding *u, Cont *k) {
  if (now_->library) return false;
  const Guidance *g = guidance_of(u);
  if (g->size <= kUseThreshold || !takes_token(u->expr)) return true;
  int idx = 0;
  for (Cont *c = k; idx < g->params; c = c->next) {
    if (c->tag != ContTag::App) continue;
    if (g->discounts[idx] > 0 && arg_interest(c->arg, c->done, 0) == 2) return true;
    idx++;
  }
  return false;
}

// A call that has what stands left of the function's = sign, but lacks arguments, of a small function that calls one of
// those that are there, a lambda: what binds actions in a monad that the program defines (m >>= \x -> ..: the state is
// what lacks). As a lambda of its own it meets what it is given to, and its own argument: else each step makes partial
// applications, and a loop of such steps never takes its state as a parameter. (Not what fusion made of a list's
// consumer, which is shared by the branches that produce elements: life allocated 1.3 times as much.)
bool Simplifier::worth_a_lambda(const Guidance *g, Cont *k, int n) {
  if (g->size > 10 * g->params + 10 + kLittle) return false;
  int idx = 0;
  for (Cont *c = k; idx < n; c = c->next) {
    if (c->tag != ContTag::App) continue;
    if (g->discounts[idx] > 0 && arg_interest(c->arg, c->done, 0) == 2) return true;
    idx++;
  }
  return false;
}

// Is it what an instance says of a method, and a function beside its dictionaries?
static bool is_function_method(const Var *v) {
  if (!v->occ.str().starts_with("$c")) return false;
  for (const Type *t = v->type;;) {
    if (t->tag == TypeTag::Forall) t = static_cast<const TForall *>(t)->body;
    else if (FunView f = fun_view(t); !f.arg || !is_dict_type(f.arg)) return f.arg != nullptr;
    else t = f.res;
  }
}

// The lambdas of an INLINE template. What a class's default needs of its dictionary may be bound behind that:
// $dmliftA2 = \d -> let f = $p1Applicative d in \g x -> .., which is no reason to inline it when it gets d alone.
static int template_params(const Expr *e) {
  int n = 0;
  for (;;) {
    if (const ETyLam *t = dyn_cast<ETyLam>(e)) e = t->body;
    else if (const ECast *c = dyn_cast<ECast>(e)) e = c->body;
    else if (const ELam *l = dyn_cast<ELam>(e)) {
      n += int(l->params.size());
      e = l->body;
    } else if (const ELet *l = dyn_cast<ELet>(e); l && is_dict_type(l->bind.var->type)) e = l->body;
    else return n;
  }
}

bool Simplifier::want_inline(Var *v, Unfolding *u, Cont *k) {
  if (is_trivial(u->expr->tag == Tag::TyLam ? cast<ETyLam>(u->expr).body : u->expr)) return true;
  const IdInfo *i = v->info;
  if (i && i->inline_spec != InlineSpec::None && i->phase >= 0 && !is_active(i)) return false;
  if (i && !i->rules.empty() && !u->stable && !u->always && cx_.phase > 0) return false;  // let the rules see it
  // The specialiser makes it, once, with all its copies. What is given to a function may become known when the caller
  // is specialised: instance NFData a => NFData (Tree a) where rnf (Tree x ts) = rnf x `seq` rnf ts.
  if (i && i->is_dfun && cx_.phase == kGentlePhase && (known_dicts(k) || is_given(k))) return false;
  Guidance *g = guidance_of(u);
  // The frames of the call.
  int n = 0, interesting = 0, discount = 0;
  Cont *c = k;
  for (;; c = c->next) {
    if (c->tag == ContTag::TyApp || c->tag == ContTag::Cast) continue;
    if (c->tag != ContTag::App) break;
    n++;
  }
  const StopCtx ctx = c->tag == ContTag::Stop ? c->ctx : StopCtx::Boring;
  const bool fuses = ctx == StopCtx::ListArg, ruled = fuses || ctx == StopCtx::RuleArg;
  const bool select = c->tag == ContTag::Select || c->tag == ContTag::Call || ruled;
  // Rules name instances: allPull @Vector @a ($fVecVector @a) p.
  if (i && i->is_dfun && ruled) return false;
  if (u->always) return n >= 1;
  if (u->stable) {
    // As many arguments as stand left of the = sign, and the dictionaries: what is right of it may be a lambda
    // (lengthFB _ r = \a -> ..).
    int want = template_params(u->expr);
    if (i->source_params >= 0) {
      const Expr *e = u->expr;
      while (e->tag == Tag::TyLam || e->tag == Tag::Cast)
        e = e->tag == Tag::Cast ? cast<ECast>(e).body : cast<ETyLam>(e).body;
      int dicts = 0;
      if (const ELam *l = dyn_cast<ELam>(e))
        for (const Var *p : l->params) dicts += is_dict_type(p->type);
      want = std::min(want, dicts + i->source_params);
      // A method m = g that is not called: a copy of g in the instance's dictionary has not m's pragma. (What else has
      // no parameters is called by what it is given to: sum in sum . map f is better there as its right-hand side. So
      // is what a variable is bound to: f = sum dict would not follow its call into a lambda.)
      const bool named = ctx == StopCtx::Rhs && n > 0;
      if (i->source_params == 0 && n <= dicts && !named && is_function_method(v)) return false;
    }
    return n >= want;
  }
  // see Note [Called once], Note [Code that programs share]
  if (u->once && n >= g->params && now_ && now_ == only_user(v) && (!v->library || worth_a_copy(u, k))) {
    u->once = false;
    return true;
  }
  if (g->size >= kTooBig) return false;
  if (n < g->params) {
    // A class's default, as it is for an instance, shows no = sign: mappend of Endo takes two functions and an
    // argument.
    const bool shown = i && (i->source_params >= 0 ? n >= i->source_params : is_top(v) && is_function_method(v));
    return n > 0 && shown && worth_a_lambda(g, k, n);
  }
  if (g->params == 0 && n == 0 && !select) return false;
  if (g->size <= 10 * g->params + 10) return true;
  // What a variable is bound to: a thunk that would call the function holds it otherwise, instead of what the function
  // is made of.
  if (g->params > 0 && (ctx == StopCtx::Rhs || ctx == StopCtx::Arg) && g->size <= 10 * g->params + 30) return true;
  const bool small = g->size <= 10 * g->params + 10 + kSmall;
  const bool little = g->size <= 10 * g->params + 10 + kLittle;
  int idx = 0;
  for (c = k; idx < g->params; c = c->next) {
    if (c->tag != ContTag::App) continue;
    int w = arg_interest(c->arg, c->done, 0);
    if (w == 2 && (g->discounts[idx] > 0 || little)) {
      discount += g->discounts[idx];
      // What a local function consumes, element by element, is made by the few loops that call it: each makes the rest
      // of the list as a function for each of them, unless it is inlined.
      if (g->discounts[idx] >= kFunAppDiscount && !is_top(v) && c->arg->tag == Tag::Case) discount += kFunAppDiscount;
      interesting++;
    } else if (w == 1 && (g->discounts[idx] > 0 || small)) {
      discount += std::min(10, g->discounts[idx]);
      interesting++;
    }
    idx++;
  }
  bool over = n > g->params;
  if (select || over) discount += std::min(g->result_discount, select ? 400 : 40);
  if (!interesting && !select && !over) return false;
  if (fuses && g->builds) discount += kFusionDiscount;
  else if (!interesting && select && !over && g->result_discount == 0) return false;
  int size = g->size - 10 - 10 * g->params - discount * kKeenness / 10;
  return size <= kUseThreshold;
}

}  // namespace gphc::opt
