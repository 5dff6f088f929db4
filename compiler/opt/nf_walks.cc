// nf_walks.cc: see nf_walks.h.
//
// Which functions are walks: those of one parameter whose result is () and of which is shown that
//  - when they return, the parameter is in normal form: each lazy part was evaluated, and given to such a function
//    unless its type is flat;
//  - applied to something in normal form they return: nothing is done but taking apart the parameter and its parts, and
//    calling such functions on proper parts.
// That is so of instances of NFData as they are derived and as most are written, specialised to their element types: no
// instance is known by name, and one that does anything else (fails, traces, leaves something out) is none of them, nor
// is one that calls it. So a mark never replaces what could be observed. Optimistic: all candidates hold at first;
// those go that call one that does not.
//
// Complexity: linear, times the length of the longest chain of functions that drop out one after the other.
#include "opt/nf_walks.h"

#include <unordered_map>
#include <vector>

#include "core/fvs.h"
#include "opt/expr_util.h"

namespace gphc::opt {

bool is_closed_field(const DataCon &con, size_t field, const Type *type) {
  return is_normal_type(type) && (is_unlifted(type) || con.fields[field - con.theta.size()].strict);
}

bool is_unit(const Type *t) { return split_tcon_app(t, nullptr) == g_builtin.unit; }

const Expr *NfWalks::argument(const Expr *e, Var **callee) const {
  const EApp *a = dyn_cast<EApp>(e);
  const EVar *f = a && a->args.size() == 1 ? dyn_cast<EVar>(a->fn) : nullptr;
  if (!f || !all.count(f->var)) return nullptr;
  if (callee) *callee = f->var;
  return a->args[0];
}

namespace {

constexpr int kMaxVisits = 2000;  // of one function: join points are visited once for each jump

class Finder {
 public:
  explicit Finder(const Program &p) : p_(&p) {}
  // Walks are known: for walked_first.
  explicit Finder(const NfWalks &known) {
    for (const Var *v : known.all) walks_[v] = 0;
  }
  bool walked_first(const Expr *e, const Var *x) {
    param_ = x;
    prefix_ = true;
    return visit(e) && called_;
  }
  NfWalks find() {
    std::vector<Walk> candidates;
    for (size_t i = 0; i < p_->groups.size(); i++)
      for (const Binding &b : p_->groups[i]) {
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
    NfWalks r;
    for (const Walk &w : candidates) {
      if (!walks_.count(w.bind->var)) continue;
      r.all.insert(w.bind->var);
      if (w.recursive) r.recursive.insert(w.bind->var);
    }
    return r;
  }

 private:
  struct Walk {
    const Binding *bind;
    size_t group;
    std::vector<Var *> whole;  // functions it gives its parameter itself to
    bool recursive = false;
  };
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
  struct Fact {
    enum Kind { Same, Done, Parts, Part } kind;
    const Var *var, *other;
    const Alt *alt;
  };
  const Var *canonical(const Var *v) const {
    for (size_t i = facts_.size(); i-- > 0;)
      if (facts_[i].kind == Fact::Same && facts_[i].var == v) return canonical(facts_[i].other);
    return v;
  }
  bool complete(const Var *v) const {
    v = canonical(v);
    for (size_t i = facts_.size(); i-- > 0;) {
      const Fact &f = facts_[i];
      if (f.var != v || f.kind == Fact::Same || f.kind == Fact::Part) continue;
      if (f.kind == Fact::Done) return true;
      for (const Var *field : f.alt->fields)
        if (!complete(field)) return false;
      return true;
    }
    return false;
  }
  // Is it the parameter, or did it come out of it? Anything else may do more, when it is evaluated, than normal form
  // tells.
  bool is_part(const Var *v) const {
    v = canonical(v);
    if (v == param_) return true;
    for (const Fact &f : facts_)
      if (f.kind == Fact::Part && f.var == v) return true;
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
    if (!is_part(arg)) return prefix_ && !captured_;
    done(arg);
    called_ = true;
    if (prefix_) return true;
    if (canonical(arg) == param_) walk_->whole.push_back(callee);
    for (const Binding &b : p_->groups[walk_->group]) walk_->recursive |= b.var == callee;
    return true;
  }
  bool visit(const Expr *e) {
    if (++visits_ > kMaxVisits) return false;
    if (prefix_ && complete(param_)) return true;
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
        if (is_join_var(l.bind.var)) joins_[l.bind.var] = l.bind.rhs;
        else if (!prefix_) return false;
        else captured_ |= occurs_in(param_, l.bind.rhs);
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
      if (!v) continue;  // a constant: nothing is known of the parameter
      if (v != l->params[i]) facts_.push_back({Fact::Same, l->params[i], v, nullptr});
    }
    return visit(l->body);
  }
  bool visit_case(const ECase &c) {
    if (c.alts.empty()) return false;
    if (is_unit(c.binder->type) && !(is_trivial(c.scrut) && head_var(c.scrut))) {  // something is walked first
      if (c.alts.size() != 1) return false;
      if (call(c.scrut)) return note_call(c.scrut) && visit(c.alts[0].body);
      conts_.push_back(c.alts[0].body);
      bool ok = visit(c.scrut);
      conts_.pop_back();
      return ok;
    }
    const Var *v = is_trivial(c.scrut) ? head_var(c.scrut) : nullptr;
    if (!v || !is_part(v)) return false;
    v = canonical(v);
    if (c.binder != v) facts_.push_back({Fact::Same, c.binder, v, nullptr});
    if (is_normal_type(v->type)) done(v);
    for (const Alt &a : c.alts) {
      size_t facts = facts_.size();
      if (a.con) {
        for (const Var *field : a.fields) facts_.push_back({Fact::Part, field, nullptr, nullptr});
        for (size_t i = 0; i < a.fields.size(); i++)
          if (i < a.con->theta.size() || is_closed_field(*a.con, i, a.fields[i]->type))
            facts_.push_back({Fact::Done, a.fields[i], nullptr, nullptr});
        if (!complete(v)) facts_.push_back({Fact::Parts, v, nullptr, &a});
      } else if (a.is_default() && !complete(v) && rest_is_closed_field(c)) {
        done(v);
      }
      if (!visit(a.body)) return false;
      facts_.resize(facts);
    }
    return true;
  }
  // Have the constructors that the default alternative stands for no other fields?
  static bool rest_is_closed_field(const ECase &c) {
    TyCon *tc = split_tcon_app(unwrap_newtypes(c.binder->type), nullptr);
    if (!tc || tc->sort != TyConSort::Data) return false;
    for (const DataCon *con : tc->cons) {
      bool covered = false;
      for (const Alt &a : c.alts) covered |= a.con == con;
      if (covered) continue;
      Vec<const Type *> fields = con_field_types(con);
      for (size_t i = con->theta.size(); i < fields.size(); i++)
        if (!is_closed_field(*con, i, fields[i])) return false;
    }
    return true;
  }

  const Program *p_ = nullptr;
  std::unordered_map<const Var *, size_t> walks_;  // candidates that hold so far
  // Of the function that is looked at
  Walk *walk_ = nullptr;
  const Var *param_ = nullptr;
  std::vector<Fact> facts_;
  std::vector<const Expr *> conts_;  // what follows, innermost last
  std::unordered_map<const Var *, const Expr *> joins_;
  int visits_ = 0;
  // For walked_first
  bool prefix_ = false;
  bool captured_ = false;  // something bound on the way mentions it
  bool called_ = false;    // a walk was called: it is not just a case that takes apart something small
};

}  // namespace

bool NfWalks::walked_first(const Expr *e, const Var *x) const { return Finder(*this).walked_first(e, x); }
NfWalks find_nf_walks(const Program &p) { return Finder(p).find(); }

}  // namespace gphc::opt
