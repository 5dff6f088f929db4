// cost.cc: levels of functions: Note [What is surely expensive] in auto_par.cc.
//
// One walk over the program, in dependency order. A recursive group is looked at with its members at level 1; what
// its paths come to decides. A local function that calls one that encloses it passes that on to its callers
// (Function::inside): twice, if it is a loop itself.
#include "opt/cost.h"

#include <algorithm>

#include "core/fvs.h"
#include "opt/expr_util.h"

namespace gphc::opt {

CostAnal::CostAnal(const Program &p) {
  for (const Vec<Binding> &g : p.groups) group(g);
}

void CostAnal::add(Path *p, const Path &q) {
  for (int i = 0; i < kDepth; i++) p->calls[i] = uint8_t(std::min(2, p->calls[i] + q.calls[i]));
  p->level = std::max(p->level, q.level);
}

int CostAnal::weight(const Path &p) {
  int n = p.level;
  for (uint8_t c : p.calls) n += 3 * c;
  return n;
}

// Nobody sees into C: gcd is a loop there. The address of a symbol is nothing.
static uint8_t c_level(const ECCall &c) { return c.call->c_result != "&"; }

static const Expr *function_body(const Expr *rhs) {
  while (rhs->tag == Tag::TyLam) rhs = cast<ETyLam>(rhs).body;
  return rhs->tag == Tag::Lam ? cast<ELam>(rhs).body : rhs;
}

const CostAnal::Function *CostAnal::function(const Var *f, size_t args) const {
  const Function *r = functions_.find(f->uniq);
  return r && r->rhs && args >= own_lambdas(r->rhs) ? r : nullptr;
}

CostAnal::Path CostAnal::call(const Var *f, size_t args) const {
  const Function *r = function(f, args);
  Path p;
  if (!r) return p;
  if (r->open > 0) {
    if (r->open <= kDepth) p.calls[r->open - 1] = 1;
    return p;
  }
  p = r->inside;
  p.level = r->level;
  return p;
}

void CostAnal::group(const Vec<Binding> &binds) {
  auto is_function = [](const Binding &b) { return own_lambdas(b.rhs) > 0 || is_join_var(b.var); };
  bool recursive = binds.size() > 1;
  for (const Binding &b : binds) recursive = recursive || occurs_in(b.var, b.rhs);
  if (!recursive) {
    const Binding &b = binds[0];
    Path p = path(function_body(b.rhs));
    if (!is_function(b)) return;
    p.level = 0;
    const Expr *body = function_body(b.rhs);
    functions_[b.var->uniq] = {b.rhs, uint8_t(is_join_var(b.var) ? certain(body) : beyond_base(body)), 0, false, p};
    return;
  }
  depth_++;
  for (const Binding &b : binds)
    if (is_function(b)) functions_[b.var->uniq] = {b.rhs, 1, uint8_t(depth_), true, {}};
  Path most;
  for (const Binding &b : binds) {
    Path p = path(function_body(b.rhs));
    if (!is_function(b)) continue;
    if (weight(p) > weight(most)) most = p;
  }
  // A loop around one that encloses it is two calls of that.
  int own = depth_ <= kDepth ? most.calls[depth_ - 1] : 0;
  bool outer = false;
  for (int i = 0; i < kDepth; i++) {
    if (i >= depth_ - 1) {
      most.calls[i] = 0;
      continue;
    }
    outer = outer || most.calls[i] > 0;
    if (own > 0 && most.calls[i] > 0) most.calls[i] = 2;
  }
  int level = own >= 2 || (own == 1 && (most.level > 0 || outer)) ? 2 : own;
  most.level = 0;
  for (const Binding &b : binds)
    if (is_function(b)) functions_[b.var->uniq] = {b.rhs, uint8_t(level), 0, true, most};
  for (const Binding &b : binds)  // nothing that it waits for: as if it were not recursive
    if (level == 0 && is_function(b)) functions_[b.var->uniq].level = uint8_t(certain(function_body(b.rhs)));
  depth_--;
}

CostAnal::Path CostAnal::path(const Expr *e) {
  switch (e->tag) {
    case Tag::Var: return call(cast<EVar>(e).var, 0);
    case Tag::App: {
      const EApp &a = cast<EApp>(e);
      for (const Expr *x : a.args) path(x);  // suspended, or cheap
      const Var *f = called_var(a);
      if (f) return call(f, a.args.size());
      return path(a.fn);
    }
    case Tag::TyApp: return path(cast<ETyApp>(e).fn);
    case Tag::Cast: return path(cast<ECast>(e).body);
    case Tag::Tick: return path(cast<ETick>(e).body);
    case Tag::Let: {
      Vec<Binding> one{cast<ELet>(e).bind};
      group(one);
      return path(cast<ELet>(e).body);
    }
    case Tag::LetRec: group(cast<ELetRec>(e).binds); return path(cast<ELetRec>(e).body);
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      Path p = path(c.scrut), most;
      for (const Alt &a : c.alts) {
        Path q = path(a.body);
        if (weight(q) > weight(most)) most = q;
      }
      add(&p, most);
      return p;
    }
    case Tag::CCall: {
      Path p;
      p.level = c_level(cast<ECCall>(e));
      return p;
    }
    default: for_each_child(e, [this](const Expr *x) { path(x); }); return {};
  }
}

int CostAnal::certain(const Expr *e) const {
  switch (e->tag) {
    case Tag::Var: {
      const Function *f = is_join_var(cast<EVar>(e).var) ? function(cast<EVar>(e).var, 0) : nullptr;
      return f ? f->level : 0;
    }
    case Tag::App: {
      const EApp &a = cast<EApp>(e);
      const Var *v = called_var(a);
      const Function *f = v ? function(v, a.args.size()) : nullptr;
      return f ? f->level : 0;
    }
    case Tag::TyApp: return certain(cast<ETyApp>(e).fn);
    case Tag::Cast: return certain(cast<ECast>(e).body);
    case Tag::Tick: return certain(cast<ETick>(e).body);
    case Tag::Let: return certain(cast<ELet>(e).body);
    case Tag::LetRec: return certain(cast<ELetRec>(e).body);
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      int s = certain(c.scrut), least = -1;
      if (s == 2) return 2;
      for (const Alt &a : c.alts) {
        if (is_bottoming(a.body)) continue;
        int n = certain(a.body);
        least = least < 0 ? n : std::min(least, n);
        if (least == 0) break;
      }
      return std::max(s, least);
    }
    case Tag::CCall: return c_level(cast<ECCall>(e));
    default: return 0;
  }
}

int CostAnal::beyond_base(const Expr *e) const {
  const ECase *c = dyn_cast<ECase>(e);
  if (!c || !is_unlifted(c->binder->type) || !is_speculable(c->scrut)) return certain(e);
  int least = -1;
  for (const Alt &a : c->alts) {
    if (is_bottoming(a.body) || !loops(a.body)) continue;
    int n = beyond_base(a.body);
    least = least < 0 ? n : std::min(least, n);
  }
  return std::max(least, 0);
}

bool CostAnal::loops(const Expr *e) const {
  if (const EApp *a = dyn_cast<EApp>(e)) {
    const Var *v = called_var(*a);
    const Function *f = v ? functions_.find(v->uniq) : nullptr;
    if (!f || !f->rhs || f->recursive || f->level > 0) return true;
  } else if (const EVar *v = dyn_cast<EVar>(e)) {
    const Function *f = functions_.find(v->var->uniq);
    return f && f->rhs && (f->recursive || f->level > 0);
  }
  bool found = e->tag == Tag::CCall && c_level(cast<ECCall>(e)) > 0;
  for_each_child(e, [&](const Expr *x) { found = found || loops(x); });
  return found;
}

const Expr *CostAnal::rhs_of(const Var *v) const {
  const Function *f = functions_.find(v->uniq);
  return f ? f->rhs : nullptr;
}

}  // namespace gphc::opt
