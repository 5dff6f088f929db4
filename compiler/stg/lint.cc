// lint.cc: checks an STG program: variables are in scope, join points are jumped to from their scope with the right
// number of arguments, constructors and primitive operations are saturated, closures list all their free variables.
#include <unordered_set>

#include "stg/stg.h"

namespace gphc::stg {
namespace {

class Lint {
 public:
  explicit Lint(std::vector<std::string> *out) : out_(out) {}
  void top(TopBind *t) {
    top_ = t;
    if (t->closure) closure(t->closure);
  }

 private:
  using Scope = std::unordered_set<const Id *>;
  void problem(const std::string &what) { out_->push_back("in " + top_->name + ": " + what); }
  void use(const Id *id) {
    if (id->is_global() || id->join) return;
    if (!scope_.count(id)) problem("variable " + id->occ.string() + "_" + std::to_string(id->num) + " is not in scope");
  }
  void use(const Vec<Atom> &v) {
    for (const Atom &a : v)
      if (a.id) use(a.id);
  }
  void bind(const Id *id) {
    if (id) scope_.insert(id);
  }
  void closure(Closure *c) {
    if (!c->body) {
      use(c->args);
      if (c->fn) use(c->fn);
      if (c->kind == ClosureKind::Con && c->args.size() != c->con->core_arity())
        problem("constructor " + c->con->occ.string() + " is not saturated");
      return;
    }
    Scope saved;
    std::swap(saved, scope_);
    std::unordered_set<const JoinPoint *> joins;
    std::swap(joins, joins_);
    for (Id *v : c->fvs) {
      if (!saved.count(v)) problem("free variable " + v->occ.string() + " of a closure is not in scope");
      bind(v);
    }
    for (Id *p : c->params) bind(p);
    expr(c->body);
    std::swap(saved, scope_);
    std::swap(joins, joins_);
  }
  void expr(Expr *e) {
    switch (e->tag) {
      case Tag::Value:
        if (cast<EValue>(e).atom.id) use(cast<EValue>(e).atom.id);
        break;
      case Tag::Tuple: use(cast<ETuple>(e).atoms); break;
      case Tag::App:
        use(cast<EApp>(e).fn);
        use(cast<EApp>(e).args);
        if (cast<EApp>(e).args.empty()) problem("application without arguments");
        break;
      case Tag::ConApp:
        use(cast<EConApp>(e).args);
        if (cast<EConApp>(e).args.size() != cast<EConApp>(e).con->core_arity())
          problem("constructor " + cast<EConApp>(e).con->occ.string() + " is not saturated");
        break;
      case Tag::Prim: use(cast<EPrim>(e).args); break;
      case Tag::Foreign: use(cast<EForeign>(e).args); break;
      case Tag::Case: {
        ECase &c = cast<ECase>(e);
        expr(c.scrut);
        for (Id *b : c.binders) bind(b);
        for (Alt &a : c.alts) {
          for (Id *f : a.fields) bind(f);
          if (a.con && c.tycon != a.con->tycon) problem("alternative " + a.con->occ.string() + " of another type");
          expr(a.body);
        }
        if (c.alts.empty()) problem("case without alternatives");
        break;
      }
      case Tag::Let: {
        ELet &l = cast<ELet>(e);
        if (l.rec)
          for (Closure *c : l.closures) bind(c->id);
        for (Closure *c : l.closures) closure(c);
        for (Closure *c : l.closures) bind(c->id);
        expr(l.body);
        break;
      }
      case Tag::Join: {
        EJoin &j = cast<EJoin>(e);
        if (j.rec)
          for (JoinPoint *p : j.joins) joins_.insert(p);
        for (JoinPoint *p : j.joins) {
          for (Id *id : p->params) bind(id);
          expr(p->body);
        }
        for (JoinPoint *p : j.joins) joins_.insert(p);
        expr(j.body);
        break;
      }
      case Tag::Jump: {
        EJump &j = cast<EJump>(e);
        use(j.args);
        if (!joins_.count(j.join)) problem("jump to " + j.join->id->occ.string() + " from outside its scope");
        if (j.args.size() != j.join->params.size())
          problem("jump to " + j.join->id->occ.string() + " with " + std::to_string(j.args.size()) + " arguments");
        break;
      }
    }
  }

  std::vector<std::string> *out_;
  TopBind *top_ = nullptr;
  Scope scope_;
  std::unordered_set<const JoinPoint *> joins_;
};

}  // namespace

std::vector<std::string> lint_program(const Program &p) {
  std::vector<std::string> out;
  Lint l(&out);
  for (TopBind *t : p.binds) l.top(t);
  return out;
}

}  // namespace gphc::stg
