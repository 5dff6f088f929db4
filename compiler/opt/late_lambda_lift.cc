// late_lambda_lift.cc: local functions that are only called become top-level ones, with their free variables as further
// parameters, where that saves more memory than it costs. (After Graf & Peyton Jones, "Selective lambda lifting",
// 2019.)
//
//   f k x = let g y = .. k .. g (y + 1) .. in g x + g k   ==>   f_g k y = .. k .. f_g k (y + 1) ..
//                                                               f k x = f_g k x + f_g k k
//
// A local function is a closure that is made each time its let is reached: a header and a word for each free variable.
// At the top level it needs none, but who captures the function, a thunk that will call it, now captures its free
// variables. So what is lifted:
//   - A group of lambdas whose uses are all calls with all their arguments. A function that is passed on or stored,
//     too, needs a closure there; that is then made in the branch that passes it on, and calls the lifted function:
//       let g y = .. k .. in case .. of { A -> g x; B -> h g }  ==>
//       case .. of { A -> f_g k x; B -> h (\y -> f_g k y) }
//     (what writes into a buffer, and is stored where that is full). This must save in one branch, and cost nothing in
//     the others. (A function without free variables is no closure, whatever its uses are; the other functions that
//     mention it capture nothing for it.)
//   - No join points: they are code, not closures.
//   - Nothing that mentions another local function that stays: calls of that would become unknown ones. The functions
//     are looked at from the outside inwards, so what an inner one mentions has been decided.
//   - Only where the free variables and the parameters are passed in registers (docs/abi.md), and State# tokens are
//     none of the former.
//   - Only where fewer words are allocated: for each time that the let is reached, the group's closures are saved, and
//     each closure that mentions the group grows by the variables that it did not have (or shrinks). A closure in a
//     lambda that may be entered many times, or in a loop, must not grow at all; shrinking there, or in a thunk, which
//     may never be entered, counts for nothing. Of the alternatives of a case, the worst.
//
// The free variables keep their meaning: they are bound outside of the group, so each recursive call passes them on.
// Type variables go along as type parameters. What was known of a free variable is found again by the demand analysis,
// which has to follow; that it was evaluated is not known in the lifted function any more, which tests its tag where it
// needs it.
//
// Requires: join points are known (occur_anal). Establishes: nothing (the new groups are not in dependency order).
// Preserves: lint, sharing. Complexity: linear but for the growth, which walks the closures in the scope of each
// candidate: times the nesting of candidates.
#include <algorithm>
#include <deque>
#include <vector>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

class LateLambdaLift {
 public:
  explicit LateLambdaLift(PassContext &cx) : cx_(cx) {}
  // The lifted functions are added to `out`, each group once.
  void top_level(Binding &b, Vec<Vec<Binding>> *out) {
    top_ = b.var;
    Node *root = node(Node::Code);
    walk(b.rhs, root);
    bool any = false;
    for (Group &g : groups_) any |= lift(g);
    if (any) {
      lifted_ = out;
      b.rhs = rebuild(b.rhs);
    }
    for (const Function &f : functions_) function_[f.var->uniq] = 0;
    functions_.clear();
    groups_.clear();
    nodes_.clear();
  }

 private:
  // Registers for arguments of a function without a closure.
  static constexpr size_t kIntRegisters = 6, kFloatRegisters = 8;
  static constexpr int kForbidden = 1 << 20;  // growth without bound

  struct Function;
  // What is allocated where. The closures, in the order and nesting of the expression.
  struct Node {
    enum Kind : uint8_t {
      Code,      // all children may be reached
      Branches,  // one of them
      Thunk,     // a closure whose children are reached once at most
      Lambda,    // a closure whose children are reached any number of times
      Loop       // no closure, but so are these
    } kind;
    // a closure that mentions a State# token, which it need not hold, or an unboxed tuple
    bool token = false;
    Function *function = nullptr;  // of a Lambda
    Function *passed = nullptr;    // the function is passed on here: a closure of it is made, if that is lifted
    bool partly_applied = false;   // that is one already
    std::vector<Var *> free{};     // of a closure
    std::vector<Node *> children{};
  };
  struct Function {
    Var *var;
    const ELam *lambda;
    Vec<TyVar *> own_types;  // of the lambda over types around it
    size_t group;
    Node *node = nullptr;
    bool passed = false;    // not only called with all its arguments
    bool stays = false;     // and so that it cannot be lifted
    Var *global = nullptr;  // lifted
  };
  struct Group {
    std::vector<Function *> functions;
    Node *scope = nullptr;  // the functions and where they may be called
    bool rec = false;
    bool lifted = false;
    std::vector<Var *> params;  // their free variables, which become parameters
    Vec<TyVar *> types;
  };

  Function *function(const Var *v) {
    uint32_t i = function_.get(v->uniq);
    return i ? &functions_[i - 1] : nullptr;
  }
  Group *lifted_group(const Var *v) {
    Function *f = function(v);
    return f && groups_[f->group].lifted ? &groups_[f->group] : nullptr;
  }
  Node *node(Node::Kind k) {
    nodes_.push_back({k});
    return &nodes_.back();
  }

  // ---- Closures and candidates --------------------------------------------------------------------------------------
  static bool is_tuple_or_token(const Var *v) {
    Rep r = type_rep(v->type);
    return r == Rep::Void || r == Rep::Tuple;
  }
  void bound(const Var *v) { depth_[v->uniq] = uint32_t(closures_.size()) + 1; }
  // Free in the closures that were entered since v was bound.
  void use(Var *v) {
    uint32_t d = depth_.get(v->uniq);
    if (d == 0 || d > closures_.size() || is_join_var(v)) return;
    bool none = is_tuple_or_token(v);
    for (size_t i = closures_.size(); i >= d; i--) {
      Node *n = closures_[i - 1];
      if (none) {
        n->token = true;
        continue;
      }
      if (std::find(n->free.begin(), n->free.end(), v) != n->free.end()) break;
      n->free.push_back(v);
    }
  }
  // e as it is evaluated in the closure `n`, or in its code.
  void inside(const Expr *e, Node *n) {
    bool closure = n->kind == Node::Thunk || n->kind == Node::Lambda;
    if (closure) closures_.push_back(n);
    if (const ELam *l = dyn_cast<ELam>(e)) {
      for (const Var *p : l->params) bound(p);
      walk(l->body, n);
    } else {
      walk(e, n);
    }
    if (closure) closures_.pop_back();
  }
  static bool one_shot(const ELam &l) {
    for (const Var *p : l.params)
      if (!is_state_token_type(p->type) && !(p->info && p->info->one_shot)) return false;
    return true;
  }
  static const Expr *without_types(const Expr *e) {
    for (;;) {
      if (const ETyLam *l = dyn_cast<ETyLam>(e)) e = l->body;
      else if (const ECast *c = dyn_cast<ECast>(e)) e = c->body;
      else if (const ETick *t = dyn_cast<ETick>(e)) e = t->body;
      else return e;
    }
  }
  // The right-hand side of a let, or a lazy argument. Gives the closure, if there is one.
  Node *suspended(const Expr *rhs, Node *at) {
    const Expr *e = without_types(rhs);
    if (is_trivial(e) || e->tag == Tag::ConApp || e->tag == Tag::Lit) {
      walk(e, at);
      return nullptr;
    }
    const ELam *l = dyn_cast<ELam>(e);
    Node *n = node(l && !one_shot(*l) ? Node::Lambda : Node::Thunk);
    at->children.push_back(n);
    inside(e, n);
    return n;
  }
  void args(const Vec<const Expr *> &es, Node *at) {
    for (const Expr *e : es) {
      if (e->tag == Tag::Var || e->tag == Tag::Lit || is_unlifted(expr_type(e))) walk(e, at);
      else suspended(e, at);
    }
  }
  void call(const Expr *fn, size_t n, Node *at) {
    const ETyApp *t = dyn_cast<ETyApp>(fn);
    const EVar *v = dyn_cast<EVar>(t ? t->fn : fn);
    Function *f = v ? function(v->var) : nullptr;
    if (!f) return walk(fn, at);
    if (n < f->lambda->params.size() || f->own_types.size() != (t ? t->types.size() : 0)) passed_on(f, true, at);
    use(v->var);
  }
  void passed_on(Function *f, bool partly_applied, Node *at) {
    f->passed = true;
    f->stays |= !f->own_types.empty();
    Node *n = node(Node::Code);
    n->passed = f;
    n->partly_applied = partly_applied;
    at->children.push_back(n);
  }
  void walk(const Expr *e, Node *at) {
    switch (e->tag) {
      case Tag::Var:
        if (Function *f = function(cast<EVar>(e).var)) passed_on(f, false, at);
        return use(cast<EVar>(e).var);
      case Tag::Lit: return;
      case Tag::App: call(cast<EApp>(e).fn, cast<EApp>(e).args.size(), at); return args(cast<EApp>(e).args, at);
      case Tag::ConApp: return args(cast<EConApp>(e).args, at);
      case Tag::PrimApp: {
        PrimId id = PrimId(cast<EPrimApp>(e).op->index);
        if (id == PrimId::UnsafeCoerce || id == PrimId::Seq || id == PrimId::SeqState || id == PrimId::DataToTag)
          return for_each_child(e, [&](const Expr *x) { walk(x, at); });
        return args(cast<EPrimApp>(e).args, at);
      }
      case Tag::Lam: {  // where no let names it
        Node *n = node(one_shot(cast<ELam>(e)) ? Node::Thunk : Node::Lambda);
        at->children.push_back(n);
        return inside(e, n);
      }
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        walk(c.scrut, at);
        bound(c.binder);
        Node *branches = c.alts.size() > 1 ? node(Node::Branches) : nullptr;
        if (branches) at->children.push_back(branches);
        for (const Alt &a : c.alts) {
          for (const Var *f : a.fields) bound(f);
          Node *n = branches ? node(Node::Code) : at;
          if (branches) branches->children.push_back(n);
          walk(a.body, n);
        }
        return;
      }
      case Tag::Let: return let({&cast<ELet>(e).bind, 1}, cast<ELet>(e).body, false, at);
      case Tag::LetRec: return let(cast<ELetRec>(e).binds, cast<ELetRec>(e).body, true, at);
      default: for_each_child(e, [&](const Expr *x) { walk(x, at); });
    }
  }
  void let(std::span<const Binding> binds, const Expr *body, bool rec, Node *at) {
    for (const Binding &b : binds) bound(b.var);
    if (is_join_var(binds[0].var)) {
      Node *n = node(rec ? Node::Loop : Node::Code);
      at->children.push_back(n);
      for (const Binding &b : binds) {
        const ELam *l = dyn_cast<ELam>(b.rhs);  // with more parameters than the jumps pass it returns a function
        if (l && int(l->params.size()) == b.var->info->join_arity) inside(l, n);
        else walk(b.rhs, n);
      }
      return walk(body, at);
    }
    if (!std::all_of(binds.begin(), binds.end(), is_candidate)) {
      for (const Binding &b : binds) {
        if (is_unlifted(b.var->type)) walk(b.rhs, at);
        else if (without_types(b.rhs)->tag == Tag::Lam) stays_[b.var->uniq] = true;
      }
      for (const Binding &b : binds)
        if (!is_unlifted(b.var->type)) suspended(b.rhs, at);
      return walk(body, at);
    }
    size_t index = groups_.size();
    groups_.emplace_back();
    std::vector<Function *> fs;
    for (const Binding &b : binds) {
      const ETyLam *t = dyn_cast<ETyLam>(b.rhs);
      functions_.push_back({b.var, &cast<ELam>(t ? t->body : b.rhs), t ? t->vars : Vec<TyVar *>{}, index});
      function_[b.var->uniq] = uint32_t(functions_.size());
      fs.push_back(&functions_.back());
    }
    Node *scope = node(Node::Code);
    at->children.push_back(scope);
    groups_[index].functions = fs;
    groups_[index].scope = scope;
    groups_[index].rec = rec;
    for (Function *f : fs) {
      f->node = node(Node::Lambda);
      f->node->function = f;
      scope->children.push_back(f->node);
      inside(f->lambda, f->node);
    }
    walk(body, scope);
  }
  static bool is_candidate(const Binding &b) {
    const ETyLam *t = dyn_cast<ETyLam>(b.rhs);
    if ((t ? t->body : b.rhs)->tag != Tag::Lam) return false;
    const IdInfo *i = b.var->info;
    if (i && (i->is_exported || !i->rules.empty())) return false;
    const TForall *all = dyn_cast<TForall>(b.var->type);
    return (all ? all->vars.size() : 0) == (t ? t->vars.size() : 0);
  }

  // ---- Which functions go -------------------------------------------------------------------------------------------
  static bool has(const std::vector<Var *> &vs, const Var *v) { return std::find(vs.begin(), vs.end(), v) != vs.end(); }
  static void add(std::vector<Var *> *vs, Var *v) {
    if (!has(*vs, v)) vs->push_back(v);
  }
  bool in_group(const Group &g, const Var *v) {
    Function *f = function(v);
    return f && &groups_[f->group] == &g;
  }
  // What a closure holds, when the groups that are lifted are.
  std::vector<Var *> held(const Node *n) {
    std::vector<Var *> vs;
    for (Var *v : n->free) {
      if (n->function && n->function->var == v) continue;
      if (Group *l = lifted_group(v))
        for (Var *p : l->params) add(&vs, p);
      else add(&vs, v);
    }
    return vs;
  }
  // The words that are allocated more in n because g is lifted, for each time that n's surroundings are reached: on the
  // worst of the ways through it, and on the best.
  struct Growth {
    int worst = 0, best = 0;
  };
  Growth growth(const Node *n, const Group &g) {
    int own = 0;
    Growth inner;
    bool closure = n->kind == Node::Thunk || n->kind == Node::Lambda;
    bool gone = n->function && (in_group(g, n->function->var) || groups_[n->function->group].lifted);
    if (closure && !gone) {
      std::vector<Var *> vs = held(n);
      int callees = int(std::count_if(vs.begin(), vs.end(), [&](Var *v) { return in_group(g, v); }));
      if (callees > 0) {
        own = -callees;
        for (Var *p : g.params) own += !has(vs, p);
      }
    }
    if (n->passed && in_group(g, n->passed->var)) own = int(g.params.size()) + !n->partly_applied;
    for (const Node *c : n->children) {
      Growth x = growth(c, g);
      if (n->kind != Node::Branches) {
        inner = {std::min(inner.worst + x.worst, kForbidden), std::min(inner.best + x.best, kForbidden)};
      } else if (c == n->children[0]) {
        inner = x;
      } else {
        inner = {std::max(inner.worst, x.worst), std::min(inner.best, x.best)};
      }
    }
    if (n->kind == Node::Thunk) inner = {std::max(inner.worst, 0), std::max(inner.best, 0)};
    if (n->kind == Node::Lambda || n->kind == Node::Loop) {
      int repeated = inner.worst > 0 ? kForbidden : 0;
      inner = {repeated, repeated};
    }
    return {std::min(own + inner.worst, kForbidden), std::min(own + inner.best, kForbidden)};
  }
  bool fits(const Group &g, const Function &f) const {
    size_t ints = 0, floats = 0;
    auto count = [&](const Var *v) {
      Rep r = type_rep(v->type);
      (r == Rep::Double || r == Rep::Float ? floats : ints)++;
    };
    for (const Var *v : g.params) count(v);
    for (const Var *v : f.lambda->params) count(v);
    return ints <= kIntRegisters && floats <= kFloatRegisters;
  }
  bool lift(Group &g) {
    bool passed = false, stays = false;
    int saved = 0;
    for (Function *f : g.functions) {
      passed |= f->passed;
      stays |= f->stays;
      std::vector<Var *> vs = held(f->node);
      saved += 1 + int(vs.size());
      for (Var *v : vs) {
        if (in_group(g, v)) continue;
        if (function(v) || stays_.get(v->uniq)) return false;  // a known function that stays
        add(&g.params, v);
      }
      if (f->node->token) return false;
    }
    if (!g.params.empty()) {
      if (stays) return false;
      for (const Function *f : g.functions)
        if (!fits(g, *f)) return false;
      Growth x = growth(g.scope, g);
      if (passed ? x.worst > saved || x.best >= saved : x.worst >= saved) return false;
    }
    if (!cx_.tick()) return false;
    g.lifted = true;
    std::sort(g.params.begin(), g.params.end(), [](const Var *a, const Var *b) { return a->uniq < b->uniq; });
    find_types(&g);
    for (Function *f : g.functions) f->global = mk_global(*f, g);
    return true;
  }
  void find_types(Group *g) {
    TyVarSet vs;
    for (const Var *p : g->params) free_ty_vars(p->type, &vs);
    for (const Function *f : g->functions) {
      free_ty_vars(f->lambda, &vs);
      free_ty_vars(f->var->type, &vs);
      for (const Var *v : f->node->free)
        if (Group *l = lifted_group(v); l && l != g)
          for (const TyVar *t : l->types) vs.insert(t);
    }
    for (const Function *f : g->functions)
      for (const TyVar *t : f->own_types) vs.erase(t);
    for (const TyVar *t : vs) g->types.push_back(const_cast<TyVar *>(t));
    std::sort(g->types.begin(), g->types.end(), [](const TyVar *a, const TyVar *b) { return a->uniq < b->uniq; });
  }
  // Fresh type variables for the group's and the function's.
  static Vec<TyVar *> fresh_types(const Function &f, const Group &g, Vec<TyVar *> *from, Vec<const Type *> *to) {
    Vec<TyVar *> fresh;
    for (const Vec<TyVar *> *vs : {&g.types, &f.own_types})
      for (TyVar *v : *vs) {
        from->push_back(v);
        fresh.push_back(mk_tyvar(v->occ, v->kind));
        to->push_back(mk_tvar(fresh.back()));
      }
    return fresh;
  }
  Var *mk_global(const Function &f, const Group &g) {
    Vec<TyVar *> from;
    Vec<const Type *> to, params;
    Vec<TyVar *> fresh = fresh_types(f, g, &from, &to);
    const Type *t = f.var->type;
    if (const TForall *all = dyn_cast<TForall>(t)) {  // its variables are not those of the lambda
      Vec<const Type *> own;
      for (const TyVar *v : f.own_types) own.push_back(mk_tvar(const_cast<TyVar *>(v)));
      t = subst_type(all->body, all->vars, own);
    }
    for (const Var *p : g.params) params.push_back(p->type);
    t = mk_forall(fresh, subst_type(mk_tfuns(params, t), from, to));
    Var *v = mk_global_like(top_, t, std::string(top_->occ.str()) + "_" + std::string(f.var->occ.str()));
    v->library = top_->library;
    if (f.var->info) v->info = mk<IdInfo>(*f.var->info);
    IdInfo &i = info(v);
    i.sig = nullptr;
    i.unfolding = nullptr;
    i.single_entry = i.one_shot = false;
    i.huge = top_->info && top_->info->huge;
    i.arity = int32_t(g.params.size() + f.lambda->params.size());
    take_place(v, top_);
    return v;
  }

  // ---- Rewriting ----------------------------------------------------------------------------------------------------
  const Expr *call_of(const Function &f, const Vec<const Type *> &own, const Vec<const Expr *> &rest) {
    const Group &g = groups_[f.group];
    Vec<const Type *> types;
    for (TyVar *v : g.types) types.push_back(mk_tvar(v));
    types.append(own);
    Vec<const Expr *> args;
    for (Var *p : g.params) args.push_back(mk_var(p));
    args.append(rest);
    return mk_app(mk_ty_app(mk_var(f.global), types), args);
  }
  void move(const Group &g) {
    Vec<Binding> bs;
    for (const Function *f : g.functions) {
      // Each copy has variables of its own.
      Vec<TyVar *> from_types;
      Vec<const Type *> to_types;
      Vec<TyVar *> types = fresh_types(*f, g, &from_types, &to_types);
      Vec<Var *> from, params;
      Vec<const Expr *> to;
      for (Var *p : g.params) {
        from.push_back(p);
        params.push_back(mk_core_var(p->occ.str(), subst_type(p->type, from_types, to_types)));
        to.push_back(mk_var(params.back()));
      }
      const Expr *rhs = clone_expr(mk_lam(f->lambda->params, rebuild(f->lambda->body)), from_types, to_types, from, to);
      bs.push_back({f->global, mk_ty_lam(types, mk_lam(params, rhs))});
    }
    if (g.rec) return lifted_->push_back(bs);
    for (const Binding &b : bs) lifted_->push_back({b});
  }
  // A function as a value.
  const Expr *closure_of(const Function &f, PlaceId place) {
    if (groups_[f.group].params.empty() || !f.own_types.empty()) return with_place(call_of(f, {}, {}), place);
    Vec<Var *> params;
    Vec<const Expr *> args;
    for (Var *p : f.lambda->params) {
      params.push_back(mk_core_var(p->occ.str(), p->type));
      args.push_back(mk_var(params.back()));
    }
    return mk_lam(params, with_place(call_of(f, {}, args), place));
  }
  const Expr *rebuild(const Expr *e) {
    switch (e->tag) {
      case Tag::Var: {
        Function *f = function(cast<EVar>(e).var);
        return f && f->global ? closure_of(*f, cast<EVar>(e).place) : e;
      }
      case Tag::TyApp: {
        const EVar *v = dyn_cast<EVar>(cast<ETyApp>(e).fn);
        Function *f = v ? function(v->var) : nullptr;
        if (f && f->global) return with_place(call_of(*f, cast<ETyApp>(e).types, {}), v->place);
        break;
      }
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        const ETyApp *t = dyn_cast<ETyApp>(a.fn);
        const EVar *v = dyn_cast<EVar>(t ? t->fn : a.fn);
        Function *f = v ? function(v->var) : nullptr;
        if (!f || !f->global) break;
        Vec<const Expr *> args;
        for (const Expr *x : a.args) args.push_back(rebuild(x));
        return with_place(call_of(*f, t ? t->types : Vec<const Type *>{}, args), v->place);
      }
      case Tag::Let: {
        if (!lifted_group(cast<ELet>(e).bind.var)) break;
        move(*lifted_group(cast<ELet>(e).bind.var));
        return rebuild(cast<ELet>(e).body);
      }
      case Tag::LetRec: {
        if (!lifted_group(cast<ELetRec>(e).binds[0].var)) break;
        move(*lifted_group(cast<ELetRec>(e).binds[0].var));
        return rebuild(cast<ELetRec>(e).body);
      }
      default: break;
    }
    return map_children(e, [this](const Expr *x) { return rebuild(x); });
  }

  PassContext &cx_;
  Var *top_ = nullptr;
  Vec<Vec<Binding>> *lifted_ = nullptr;
  std::deque<Node> nodes_;
  std::deque<Function> functions_;
  std::deque<Group> groups_;
  std::vector<Node *> closures_;  // around what is walked
  UniqTable<uint32_t> depth_;     // of local variables: the closures around their binding, + 1
  UniqTable<uint32_t> function_;  // + 1
  UniqTable<bool> stays_;         // functions that are no candidates
};

}  // namespace

void late_lambda_lift(Program &p, PassContext &cx) {
  LateLambdaLift l(cx);
  Vec<Vec<Binding>> lifted;
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) l.top_level(b, &lifted);
  for (const Vec<Binding> &g : lifted) p.groups.push_back(g);
}

}  // namespace gphc::opt
