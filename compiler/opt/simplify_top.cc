// simplify_top.cc: a round of the simplifier: which top-level bindings it visits, and what it keeps of them for the
// next.
//
// Note [Rounds visit what changed]
// Most bindings are done after one round of a phase; the later rounds are for those where something happened. A binding
// is passed over when nothing was rewritten in it the last time, it is what it was then, and so is all that it can see
// of the top-level variables it mentions: their right-hand sides (nothing was rewritten there since) and the facts in
// `visible`. A new phase also counts as a change of the variables and local binders with INLINE phases or rules. Other
// passes change facts on binders at will: after one (PassContext::generation) every binding is visited. The occurrence
// analyser keeps what it found out about a binding that was passed over.
#include "opt/simplify.h"

#include "opt/passes.h"
#include "support/check.h"

namespace gphc::opt {

namespace {

struct TopState {
  const Expr *rhs = nullptr;  // as the last round left it
  uint32_t generation = 0;
  uint32_t visible = 0;
  bool rewritten = false, breaker = false;
};
UniqTable<TopState> g_top_state;
int g_last_phase = 0;

bool is_breaker(const Var *v) { return v->info && v->info->is_loop_breaker; }

// What code that mentions v depends on, beside its right-hand side.
uint32_t visible(const Var *v) {
  OccInfo o = occ_of(v);
  uint32_t h = uint32_t(o.kind) | uint32_t(o.in_lambda) << 2 | uint32_t(o.one_branch) << 3 |
               uint32_t(o.interesting) << 4 | uint32_t(is_evaluated_var(v)) << 5;
  if (const IdInfo *i = v->info) {
    h |= uint32_t(i->is_loop_breaker) << 6 | uint32_t(i->inline_spec) << 7 | uint32_t(i->sig != nullptr) << 9;
    h |= uint32_t(i->arity & 0xff) << 10 | uint32_t(i->rules.size() & 0xff) << 18;
  }
  return h;
}
bool depends_on_phase(const Var *v) { return v->info && (v->info->phase >= 0 || !v->info->rules.empty()); }
}  // namespace

// May the group stay as it is? See Note [Rounds visit what changed].
bool Simplifier::is_settled(const Vec<Binding> &group) const {
  for (const Binding &b : group) {
    const TopState s = g_top_state.get(b.var->uniq);
    if (s.generation != cx_.generation || s.rewritten || s.rhs != b.rhs || s.breaker != is_breaker(b.var)) return false;
    if (is_trivial(b.rhs) || (new_phase_ && has_phased_local(b.var))) return false;
    for (const Var *v : top_refs(b.var))
      if (changed_.get(v->uniq)) return false;
  }
  return true;
}

void Simplifier::top_group(Vec<Binding> &group, Vec<Vec<Binding>> *out) {
  if (group.size() == 1 && goes_to_its_user(group[0])) {
    subst(group[0].var) = {group[0].rhs, SubstKind::Susp};
    changed_[group[0].var->uniq] = true;
    return;
  }
  if (is_settled(group)) {
    out->push_back(group);
    return;
  }
  Vec<Binding> done;
  for (Binding &b : group) {
    Var *v = b.var;
    long before = cx_.ticks;
    CrashContext crash("simplifying " + v->occ.string());
    busy_[v->uniq] = true;
    now_ = v;
    g_conts.clear();
    inlined_ = 0;
    inline_limit_ = 500 + 8 * expr_size(b.rhs, 20000);
    const Expr *r = b.rhs;
    if (r->tag != Tag::Lit) {
      r = simpl_rhs(v, r, group.size() > 1 || (v->info && v->info->is_loop_breaker));
      Wraps floats;
      r = complete_rhs(v, r, BoundIn::Top, &floats);
      for (Wrap &w : floats)
        for (const Binding &f : w.binds) {
          to_top_level(f.var, v);
          done.push_back(f);
        }
    }
    busy_[v->uniq] = false;
    set_unfolding(v, r, true);
    done.push_back({v, r});
    forget_occurrences(v);
    TopState &s = g_top_state[v->uniq];
    s.rhs = r;
    s.generation = cx_.generation;
    s.rewritten = cx_.ticks != before;
    s.breaker = is_breaker(v);
    if (s.rewritten) changed_[v->uniq] = true;
    if (!v->library) cx_.own_ticks += cx_.ticks - before;
    if (is_trivial(r) && !occurs_trivially(v, r)) subst(v) = {r, SubstKind::Done};
  }
  if (!done.empty()) out->push_back(done);
}

void Simplifier::to_top_level(Var *v, const Var *from) {
  if (v->sort == VarSort::Local || v->sort == VarSort::Dict) v->sort = VarSort::Global;
  if (!v->module) v->module = from->module;
  v->library = from->library;
  take_place(v, from);
  top_[v->uniq] = true;
}

void Simplifier::run() {
  for (Vec<Binding> &g : program_.groups)
    for (Binding &b : g) {
      top_[b.var->uniq] = true;
      set_unfolding(b.var, b.rhs, true, true);
    }
  new_phase_ = cx_.phase != g_last_phase;
  g_last_phase = cx_.phase;
  for (Vec<Binding> &g : program_.groups)
    for (Binding &b : g) {
      TopState &s = g_top_state[b.var->uniq];
      uint32_t now = visible(b.var);
      changed_[b.var->uniq] =
          s.generation != cx_.generation || s.rewritten || s.visible != now || (new_phase_ && depends_on_phase(b.var));
      s.visible = now;
    }
  Vec<Vec<Binding>> out;
  for (Vec<Binding> &g : program_.groups) top_group(g, &out);
  program_.groups = out;
}

void simplify(Program &p, PassContext &cx) { Simplifier(p, cx).run(); }

}  // namespace gphc::opt
