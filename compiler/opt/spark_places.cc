// spark_places.cc: sparks get their place in the source: the line of the program that asks for them, not the line of
// the library that makes them.
//
// The desugarer marks the program's own occurrences of the functions of Control.Parallel, Control.Parallel.Strategies
// and Control.Monad.Par with a tick, which has the place. Where such a function makes sparks, by itself or by others of
// these modules, the occurrence becomes one of a copy of the function, in which that is so for the others, too, and
// spark# is spark# of that place (PrimOp::place). So each occurrence has its own, whatever is inlined or floated later,
// and without the optimiser as well.
//    example:  xs `using` parList rseq in line 7: parList@7, which calls evalList and rparWith@7, which calls
//              parEval@7, .., rpar@7, which does spark#@7
//    wrong alternative: the copy's right-hand side in the occurrence's place. Functions would be inlined in another
//    order than their pragmas say: what is sparked was bound outside of the spark then, and not found by spark-clones
//    wrong alternative: ticks that stay until code is generated: every pass would have to see through them
// Copied: all that makes sparks there; a recursive one calls its copy. A strategy of the program's own has the place of
// the par, rpar or parList in it. Requires: prune's program, the desugarer's ticks. Establishes: there are no ticks.
// Linear in the program, and in what is copied: some functions of ten nodes for each occurrence.
#include <unordered_map>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/passes.h"

namespace gphc::opt {
namespace {

class SparkPlaces {
 public:
  explicit SparkPlaces(PassContext &cx) : cx_(cx) {}
  void program(Program &p) {
    for (const Vec<Binding> &g : p.groups)
      for (const Binding &b : g)
        if (b.var->library && b.var->module &&
            (b.var->module.str().starts_with("Control.Parallel") ||
             b.var->module.str().starts_with("Control.Monad.Par")))
          rhs_[b.var] = b.rhs;
    Vec<Vec<Binding>> groups;
    for (Vec<Binding> &g : p.groups) {
      for (Binding &b : g) b.rhs = walk(b.rhs);
      for (const Binding &b : made_) groups.push_back({b});
      made_.clear();
      groups.push_back(g);
    }
    p.groups = groups;
  }

 private:
  static bool is_spark(const Expr *e) {
    const EPrimApp *p = dyn_cast<EPrimApp>(e);
    return p && (p->op->index == int(PrimId::Par) || p->op->index == int(PrimId::Spark));
  }
  // Does e make sparks, or mention one of these modules' functions that does?
  bool sparks_in(const Expr *e) {
    if (is_spark(e)) return true;
    if (const EVar *v = dyn_cast<EVar>(e)) return sparks(v->var);
    bool found = false;
    for_each_child(e, [&](const Expr *x) { found = found || sparks_in(x); });
    return found;
  }
  bool sparks(const Var *v) {
    auto it = rhs_.find(v);
    if (it == rhs_.end()) return false;
    // while it is looked at: no, so what is recursive is not copied for that
    auto [known, fresh] = sparks_.emplace(v, false);
    if (!fresh) return known->second;
    bool r = sparks_in(it->second);
    return sparks_[v] = r;
  }

  const Expr *walk(const Expr *e) {
    if (const ETick *t = dyn_cast<ETick>(e)) {
      const EVar *v = dyn_cast<EVar>(t->body);
      if (!v || !t->span || !sparks(v->var) || !cx_.tick()) return walk(t->body);
      const Span s = as_written(t->span);
      const std::string at = s.file->run_path() + ":" + std::to_string(s.line) + ":" + std::to_string(s.col);
      return with_place(copy(v->var, sym(at)), v->place);
    }
    return map_children(e, [&](const Expr *x) { return walk(x); });
  }

  // v at that place.
  const Expr *copy(Var *v, Symbol place) {
    Var *&c = copies_[v][place];
    if (c) return mk_var(c);
    Var *mine = c = mk_global_like(v, v->type, v->occ.string());
    if (v->info) mine->info = mk<IdInfo>(*v->info);
    info(mine).unfolding = nullptr;
    info(mine).is_exported = false;
    const Expr *rhs = placed(clone_expr(rhs_[v]), place);
    made_.push_back({mine, rhs});  // after those that it mentions
    return mk_var(mine);
  }
  const Expr *placed(const Expr *e, Symbol place) {
    if (const EVar *v = dyn_cast<EVar>(e)) return sparks(v->var) ? copy(v->var, place) : e;
    e = map_children(e, [&](const Expr *x) { return placed(x, place); });
    if (!is_spark(e)) return e;
    const EPrimApp &p = cast<EPrimApp>(e);
    return mk_prim_app(primop_at(PrimId(p.op->index), place), p.types, p.args);
  }

  PassContext &cx_;
  std::unordered_map<const Var *, const Expr *> rhs_;
  std::unordered_map<const Var *, bool> sparks_;
  std::unordered_map<const Var *, std::unordered_map<Symbol, Var *>> copies_;
  Vec<Binding> made_;  // copies that the group which is being looked at mentions
};

}  // namespace

void spark_places(Program &p, PassContext &cx) { SparkPlaces(cx).program(p); }

}  // namespace gphc::opt
