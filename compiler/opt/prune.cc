// prune.cc: keeps what the roots reach. The whole stdlib comes in, so this runs first; afterwards occur_anal keeps the
// program free of dead code. RULES reach what their right-hand sides mention once their head is reached.
#include <unordered_map>

#include "opt/pass.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

class Pruner {
 public:
  explicit Pruner(Program &p) : p_(p) {}
  void run() {
    uint32_t n = 0;
    for (Vec<Binding> &g : p_.groups) {
      for (Binding &b : g) {
        index_[b.var->uniq] = n + 1;
        rhs_.push_back(b.rhs);
        live_.push_back(false);
        n++;
      }
    }
    for (Rule *r : p_.rules) rules_of_[r->head].push_back(r);
    for (Var *v : p_.roots) reach(v);
    for (Var *v : p_.known)
      if (v) reach(v);
    if (p_.main) reach(p_.main);
    for (Program::Export &x : p_.exports) reach(x.var);
    for (Vec<Binding> &g : p_.groups)
      for (Binding &b : g)
        if (b.var->info && b.var->info->is_exported) reach(b.var);
    while (!work_.empty()) {
      Var *v = work_.back();
      work_.pop_back();
      walk(rhs_[index_[v->uniq] - 1]);
      if (v->info) {
        if (v->info->unfolding) walk(v->info->unfolding);
        for (Rule *r : v->info->rules) rule(r);
      }
    }
    Vec<Vec<Binding>> groups;
    uint32_t i = 0;
    for (Vec<Binding> &g : p_.groups) {
      Vec<Binding> kept;
      for (Binding &b : g)
        if (live_[i++]) kept.push_back(b);
      if (!kept.empty()) groups.push_back(kept);
    }
    p_.groups = groups;
    Vec<Rule *> rules;
    for (Rule *r : p_.rules)
      if (uint32_t k = index_.get(r->head->uniq); k && live_[k - 1]) rules.push_back(r);
    p_.rules = rules;
  }

 private:
  void rule(Rule *r) {
    walk(r->rhs);
    for (const Expr *a : r->lhs_args) walk(a);
  }
  void reach(Var *v) {
    uint32_t i = index_.get(v->uniq);
    if (!i || live_[i - 1]) return;
    live_[i - 1] = true;
    work_.push_back(v);
    auto it = rules_of_.find(v);
    if (it != rules_of_.end())
      for (Rule *r : it->second) rule(r);
  }
  void all(const Vec<const Expr *> &es) {
    for (const Expr *e : es) walk(e);
  }
  void walk(const Expr *e) {
    switch (e->tag) {
      case Tag::Var: return reach(cast<EVar>(e).var);
      case Tag::Lit: return;
      case Tag::App: walk(cast<EApp>(e).fn); return all(cast<EApp>(e).args);
      case Tag::TyApp: return walk(cast<ETyApp>(e).fn);
      case Tag::Lam: return walk(cast<ELam>(e).body);
      case Tag::TyLam: return walk(cast<ETyLam>(e).body);
      case Tag::Let: walk(cast<ELet>(e).bind.rhs); return walk(cast<ELet>(e).body);
      case Tag::LetRec:
        for (const Binding &b : cast<ELetRec>(e).binds) walk(b.rhs);
        return walk(cast<ELetRec>(e).body);
      case Tag::Case:
        walk(cast<ECase>(e).scrut);
        for (const Alt &a : cast<ECase>(e).alts) walk(a.body);
        return;
      case Tag::ConApp: return all(cast<EConApp>(e).args);
      case Tag::PrimApp: return all(cast<EPrimApp>(e).args);
      case Tag::CCall: return all(cast<ECCall>(e).args);
      case Tag::Cast: return walk(cast<ECast>(e).body);
      case Tag::Tick: return walk(cast<ETick>(e).body);
    }
  }

  Program &p_;
  UniqTable<uint32_t> index_;
  std::vector<const Expr *> rhs_;
  std::vector<bool> live_;
  std::vector<Var *> work_;
  std::unordered_map<const Var *, std::vector<Rule *>> rules_of_;
};

}  // namespace

void prune(Program &p, PassContext &) { Pruner(p).run(); }

}  // namespace gphc::opt
