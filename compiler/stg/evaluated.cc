// evaluated.cc: finds variables that are always evaluated, and says so (Id::evald): parameters of functions and join
// points, lazy fields of constructors, components of unboxed tuples that functions return. Whoever takes one apart
// needs no test then, saves no registers for the evaluation, and may be a function that only computes (low/effects.cc).
//
//   data T = Node T Int T | Leaf
//   member x t = case t of
//     Node l k r -> .. member x l .. member x r
//
// member is called with what was taken apart (main's t), and with fields. If each Node of the program is built of
// evaluated parts then l and r are evaluated as if T were declared with strict fields, hence t is.
//
// A node is a parameter, a (constructor, field), or the i-th result of a function; an atom that goes into it is known
// to be evaluated, or is the variable of another node, or breaks it. Optimistic: all nodes hold at first; those that
// something breaks go, and what depends on them. What remains holds by induction over the run of the program: the first
// untagged word to arrive in a node would have had to come out of another one.
//
// Note [Strict parameters are evaluated by the caller]
// An atom that is not known to be evaluated does not break the parameter of a function that is strict in it (IdInfo of
// the last demand analysis): the call may evaluate it first, since the result is the same. This is done when at least
// one call passes what is evaluated: in a recursive function the recursive ones. (Measured: no better with a limit on
// how many calls have to evaluate, and no better always.) Not of a variable that was sparked: the function may have
// other work to do while somebody else evaluates it.
//
// Who may break a node unseen, and what is done about it:
//  - callers that we do not see: a function that is used as a value, exported or known to the runtime has parameters of
//    which nothing is known. So has a top-level function of the stdlib, for its code has to be the same in all programs
//    (Note [Code that programs share] in opt/inline_decide.cc); its local functions and its results depend on itself
//    only;
//  - who else builds constructors: the runtime and the stdlib build those of the stdlib's types. So fields are for the
//    program's own types (stg::Program::own_modules). A constructor used as a function is a function like others by
//    now;
//  - unsafeCoerce: a value of one type may be taken apart as one of another. A program that mentions it has no own
//    modules here (driver/compile.cc);
//  - constants (DataLit) are looked at like other constructors;
//  - the collector never unevaluates: a tagged pointer stays one.
//
// Invariant, for Low: Id::evald is a promise of a tagged word. With -debug it is checked wherever a node is read
// (low/function.cc), and in every object by the heap check: the info table of a constructor says which fields are
// always evaluated (GphInfo::arg_mask).
//
// Requires: join points are found. Complexity: linear.
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "stg/stg.h"
#include "support/check.h"

namespace gphc::stg {
namespace {

class Evaluated {
 public:
  explicit Evaluated(Program *p) : prog_(p) {}
  void run() {
    for (Symbol m : prog_->own_modules) own_.insert(m);
    for (TopBind *t : prog_->binds)
      if (t->library && t->closure && t->closure->kind == ClosureKind::Fun) escape(t->id);
    if (prog_->main) escape(prog_->main);
    if (prog_->unpack_string) escape(prog_->unpack_string);
    for (Id *k : prog_->known)
      if (k) escape(k);
    for (const Program::Export &x : prog_->exports) escape(x.id);
    for (TopBind *t : prog_->binds)
      if (t->closure) closure(t->closure);
    decide();
    for (auto &[id, node] : node_of_)
      if (nodes_[size_t(node)].holds) id->evald = true;
    for (auto &[con, first] : fields_)
      for (size_t i = 0; i < con->core_arity(); i++)
        if (nodes_[size_t(first) + i].holds && i < 32) prog_->evaluated_fields[con] |= 1u << i;
    for (TopBind *t : prog_->binds)
      if (t->closure && t->closure->body) rewrite(t->closure->body);
  }

 private:
  static constexpr int kNone = -1;
  // An atom at `at` (its arg-th argument), evaluated if node `from` is (kNone: not known to be).
  struct Flow {
    Expr *at;
    uint32_t arg;
    int from;
  };
  struct Node {
    bool holds = true;
    bool strict = false;
    std::vector<int> then;    // these do not hold if this one does not
    std::vector<Flow> flows;  // strict: what may have to be evaluated by who passes it
    int evaluated = 0;        // strict: so many others pass what is
  };
  struct Function {
    std::vector<int> params, results;
  };

  int new_node(bool strict = false) {
    nodes_.emplace_back().strict = strict;
    return int(nodes_.size()) - 1;
  }
  int node_for(Id *id) {
    if (!id || id->rep != Rep::Lifted || id->evald) return kNone;
    int n = new_node(id->strict);
    node_of_[id] = n;
    return n;
  }
  Function &function(Closure *c) {
    auto [it, fresh] = functions_.try_emplace(c);
    Function &f = it->second;
    if (!fresh) return f;
    for (Id *p : c->params) f.params.push_back(node_for(p));
    if (c->ret_tuple)
      for (Rep r : c->ret) f.results.push_back(r == Rep::Lifted ? new_node() : kNone);
    return f;
  }
  static Closure *known_function(const Id *id) {
    Closure *c = id->top ? id->top->closure : id->closure;
    return c && c->kind == ClosureKind::Fun ? c : nullptr;
  }
  // The first of con's nodes, or kNone: nothing is to be known of its fields.
  int fields_of(DataCon *con) {
    if (!own_.count(con->tycon->module)) return kNone;
    auto it = fields_.find(con);
    if (it != fields_.end()) return it->second;
    int first = int(nodes_.size());
    for (size_t i = 0; i < con->core_arity(); i++) new_node();
    fields_[con] = first;
    return first;
  }
  static bool is_strict_field(const DataCon *con, size_t i) {
    return i >= con->theta.size() && con->fields[i - con->theta.size()].strict;
  }

  // Somebody whom we do not see calls it.
  void escape(const Id *id) {
    if (Closure *c = known_function(id))
      for (int p : function(c).params) broken(p);
  }
  void escape(const Atom &a) {
    if (a.id) escape(a.id);
  }
  void broken(int node) {
    if (node != kNone) nodes_[size_t(node)].holds = false;
  }
  void broken(const std::vector<int> &nodes) {
    for (int n : nodes) broken(n);
  }

  // a arrives in node `to`, and is no call's function.
  void flow(const Atom &a, int to, Expr *at = nullptr, size_t arg = 0) {
    escape(a);
    constant(a);
    if (to == kNone) return;
    Node &n = nodes_[size_t(to)];
    if (!a.id || a.rep != Rep::Lifted || a.id->evald || now_.count(a.id)) {
      n.evaluated++;
      return;
    }
    auto it = node_of_.find(a.id);
    int from = it == node_of_.end() ? kNone : it->second;
    if (n.strict && at && !sparked_.count(a.id)) n.flows.push_back({at, uint32_t(arg), from});
    else if (from == kNone) n.holds = false;
    else nodes_[size_t(from)].then.push_back(to);
  }
  void flow_fields(DataCon *con, const Vec<Atom> &args) {
    int first = fields_of(con);
    for (size_t i = 0; i < args.size(); i++)
      flow(args[i], first == kNone || is_strict_field(con, i) ? kNone : first + int(i));
  }
  void constant(const Atom &a) {
    if (!a.id && a.rep == Rep::Lifted && a.lit.tag == LitTag::Data && !a.nullary && a.lit.data &&
        seen_.insert(a.lit.data).second)
      constant(a.lit.data->tree);
  }
  // The constructors of a constant; a string in it is not evaluated.
  void constant(const core::Expr *e) {
    if (const core::ECast *c = dyn_cast<core::ECast>(e)) return constant(c->body);
    const core::EConApp *c = dyn_cast<core::EConApp>(e);
    if (!c) return;
    int first = fields_of(c->con);
    for (size_t i = 0; i < c->args.size(); i++) {
      const core::Expr *a = c->args[i];
      while (const core::ECast *k = dyn_cast<core::ECast>(a)) a = k->body;
      if (first != kNone && !is<core::EConApp>(a) && !is<core::ELit>(a)) broken(first + int(i));
      constant(a);
    }
  }

  // ---- One walk -----------------------------------------------------------------------------------------------------
  void closure(Closure *c) {
    switch (c->kind) {
      case ClosureKind::Con: return flow_fields(c->con, c->args);
      case ClosureKind::Pap:
        escape(c->fn);
        for (const Atom &a : c->args) flow(a, kNone);
        return;
      case ClosureKind::Fun: {
        std::vector<int> results = function(c).results;
        return walk(c->body, results);
      }
      case ClosureKind::Thunk:
      case ClosureKind::ThunkOnce: return walk(c->body, {});
    }
  }
  // In the scope of f() id is evaluated: Low's locals are what they were evaluated to.
  template <class F>
  void while_evaluated(Id *id, F f) {
    bool fresh = id && !id->top && now_.insert(id).second;
    f();
    if (fresh) now_.erase(id);
  }
  // e's results go to the nodes `to`; none: it has one result, which is evaluated anyway.
  void walk(Expr *e, const std::vector<int> &to) {
    switch (e->tag) {
      case Tag::Value: flow(cast<EValue>(e).atom, kNone); return broken(to);
      case Tag::Tuple: {
        const Vec<Atom> &atoms = cast<ETuple>(e).atoms;
        if (atoms.size() != to.size()) broken(to);
        for (size_t i = 0; i < atoms.size(); i++) flow(atoms[i], atoms.size() == to.size() ? to[i] : kNone);
        return;
      }
      case Tag::App: {
        EApp &a = cast<EApp>(e);
        Closure *c = known_function(a.fn);
        if (!c || a.args.size() < c->params.size()) {
          escape(a.fn);
          for (const Atom &x : a.args) flow(x, kNone);
          return broken(to);
        }
        Function f = function(c);
        for (size_t i = 0; i < a.args.size(); i++) flow(a.args[i], i < f.params.size() ? f.params[i] : kNone, e, i);
        if (a.args.size() > c->params.size()) return broken(to);
        // Other results are none: it diverges, and is polymorphic in its result (as Low has it); one that is no tuple's
        // is evaluated.
        if (f.results.size() != to.size()) return;
        for (size_t i = 0; i < to.size(); i++) {
          if (to[i] == kNone) continue;
          if (f.results[i] == kNone) broken(to[i]);
          else nodes_[size_t(f.results[i])].then.push_back(to[i]);
        }
        return;
      }
      case Tag::ConApp: flow_fields(cast<EConApp>(e).con, cast<EConApp>(e).args); return broken(to);
      case Tag::Prim:
        for (const Atom &x : cast<EPrim>(e).args) {
          flow(x, kNone);
          if (core::PrimId id = core::PrimId(cast<EPrim>(e).op->index);
              x.id && (id == core::PrimId::Par || id == core::PrimId::Spark))
            sparked_.insert(x.id);
        }
        if (cast<EPrim>(e).op->effect != core::PrimEffect::Throws) broken(to);
        return;
      case Tag::Foreign:
        for (const Atom &x : cast<EForeign>(e).args) flow(x, kNone);
        return broken(to);
      case Tag::Case: return walk_case(cast<ECase>(e), to);
      case Tag::Let:
        for (Closure *c : cast<ELet>(e).closures) closure(c);
        return walk(cast<ELet>(e).body, to);
      case Tag::Join: {
        EJoin &j = cast<EJoin>(e);
        for (JoinPoint *p : j.joins) {
          std::vector<int> &params = joins_[p];
          for (Id *id : p->params) params.push_back(node_for(id));
        }
        for (JoinPoint *p : j.joins) walk(p->body, to);
        return walk(j.body, to);
      }
      case Tag::Jump: {
        EJump &j = cast<EJump>(e);
        const std::vector<int> &params = joins_.at(j.join);
        for (size_t i = 0; i < j.args.size(); i++) flow(j.args[i], i < params.size() ? params[i] : kNone, e, i);
        return;
      }
    }
  }
  void walk_case(ECase &c, const std::vector<int> &to) {
    Id *entered = nullptr;
    EValue *v = dyn_cast<EValue>(c.scrut);
    if (v && !v->atom.is_token() && c.binders.size() == 1) {  // as Low has it: an evaluation
      flow(v->atom, kNone);
      if (v->atom.rep == Rep::Lifted) entered = v->atom.id;
    } else {
      std::vector<int> results;
      for (Id *b : c.binders) results.push_back(node_for(b));
      walk(c.scrut, results.size() == 1 && results[0] == kNone ? std::vector<int>{} : results);
    }
    Id *same = v && c.binders.size() == 1 && c.binders[0]->rep == Rep::Lifted ? c.binders[0] : nullptr;
    while_evaluated(entered, [&] {
      while_evaluated(same, [&] {
        for (Alt &a : c.alts) {
          if (a.con)
            if (int first = fields_of(a.con); first != kNone)
              for (size_t i = 0; i < a.fields.size(); i++)
                if (Id *f = a.fields[i]; f && f->rep == Rep::Lifted && !f->evald) node_of_[f] = first + int(i);
          walk(a.body, to);
        }
      });
    });
  }

  // ---- Solution -----------------------------------------------------------------------------------------------------
  bool is_unknown(const Flow &f) const { return f.from == kNone || !nodes_[size_t(f.from)].holds; }
  void spread() {
    std::vector<int> work;
    for (size_t i = 0; i < nodes_.size(); i++)
      if (!nodes_[i].holds) work.push_back(int(i));
    while (!work.empty()) {
      int i = work.back();
      work.pop_back();
      for (int t : nodes_[size_t(i)].then)
        if (nodes_[size_t(t)].holds) {
          nodes_[size_t(t)].holds = false;
          work.push_back(t);
        }
      nodes_[size_t(i)].then.clear();
    }
  }
  void decide() {
    for (bool changed = true; changed;) {
      changed = false;
      spread();
      for (Node &n : nodes_) {
        if (!n.holds || n.flows.empty()) continue;
        int unknown = 0;
        for (const Flow &f : n.flows) unknown += is_unknown(f);
        // See Note [Strict parameters are evaluated by the caller].
        int evaluated = n.evaluated + int(n.flows.size()) - unknown;
        if (unknown == 0 || evaluated > 0) continue;
        n.holds = false;
        changed = true;
      }
    }
    for (Node &n : nodes_) {
      if (!n.holds || prog_->fuel < 0) continue;
      if (prog_->fuel == 0) n.holds = false;
      else prog_->fuel--;
    }
    spread();
    for (Node &n : nodes_)
      if (n.holds)
        for (const Flow &f : n.flows)
          if (is_unknown(f)) sites_[f.at].push_back(f.arg);
  }

  // Calls evaluate what their functions find evaluated.
  void rewrite(Expr *&e) {
    for_each_child(e, [&](Expr *&x) { rewrite(x); });
    auto it = sites_.find(e);
    if (it == sites_.end()) return;
    Vec<Atom> *args = e->tag == Tag::Jump ? &cast<EJump>(e).args : &cast<EApp>(e).args;
    for (uint32_t i : it->second) {
      Atom a = (*args)[i];
      Id *b = mk<Id>();
      b->occ = a.id->occ;
      b->num = ++prog_->ids;
      b->rep = Rep::Lifted;
      b->home = a.id->home;
      b->evald = true;
      (*args)[i] = Atom{.id = b, .rep = b->rep};
      EValue *v = mk<EValue>();
      v->tag = Tag::Value;
      v->atom = a;
      if (const EApp *call = dyn_cast<EApp>(e)) v->place = call->place;
      ECase *c = mk<ECase>();
      c->tag = Tag::Case;
      c->scrut = v;
      c->binders.push_back(b);
      c->alts.push_back(Alt{.body = e});
      e = c;
    }
  }

  Program *prog_;
  std::unordered_set<Symbol> own_;
  std::vector<Node> nodes_;
  std::unordered_map<Id *, int> node_of_;
  std::unordered_map<Closure *, Function> functions_;
  std::unordered_map<JoinPoint *, std::vector<int>> joins_;
  std::unordered_map<DataCon *, int> fields_;
  std::unordered_set<const core::DataLit *> seen_;
  std::unordered_set<Id *> now_;  // evaluated here
  std::unordered_set<Id *> sparked_;
  std::unordered_map<Expr *, std::vector<uint32_t>> sites_;
};

}  // namespace

void find_evaluated(Program *p) { Evaluated(p).run(); }

}  // namespace gphc::stg
