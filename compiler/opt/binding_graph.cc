// binding_graph.cc: which bindings break the loops of a recursive group.
//
// Note [Loop breakers]: a binder is chosen to break a loop when inlining it would help least: never a dictionary, a
// selector or a data constructor application if something else will do; INLINE functions late; big functions first.
// What counts as a loop is what inlining would bring in: for an INLINE function its template, otherwise the right-hand
// side, and for each function mentioned there also what its rules would put in its place. (filterFB's rule makes a
// filterFB of two; its template mentions none.) The rest is GHC's scheme (Peyton Jones & Marlow, "Secrets of the GHC
// inliner", 2002).
//
// Of two that are as good, the one stays that was a breaker in the last round. Otherwise each round could choose the
// other one, inline the first, and leave something for the next round to do; and what a library's function became would
// depend on how many rounds a program takes, so that it would not be found compiled.
#include "opt/binding_graph.h"

#include <unordered_map>

#include "opt/expr_util.h"

namespace gphc::opt {

UniqTable<GroupPos> g_group_pos;
uint32_t g_last_group = 0;

static bool is_dict_con(const Expr *e) {
  const EConApp *c = dyn_cast<EConApp>(strip_casts(e));
  return c && c->con->dict_of;
}
// How much inlining it would help.
static int keep_score(const Node &n) {
  const Var *v = n.bind.var;
  const Expr *r = strip_casts(n.bind.rhs);
  if (v->info) {
    if (v->info->inline_spec == InlineSpec::NoInline) return -1;
    if (v->info->is_selector) return 100;
    if (v->info->is_dfun) return 60;
    if (v->info->inline_spec == InlineSpec::Inline) return 40;
  }
  if (is_trivial(r)) return 90;
  if (r->tag == Tag::ConApp) return 50;
  const ELam *l = dyn_cast<ELam>(r);
  if (l && strip_casts(l->body)->tag == Tag::ConApp && is_dict_con(l->body)) return 60;
  int size = expr_size(r, 200);
  int score = size < 30 ? 20 : size < 100 ? 10 : 0;
  OccInfo o = occ_of(v);
  if (o.kind == Occ::Once && o.one_branch) score += 5;
  return score;
}

void break_loops(std::vector<Node> &nodes, const std::vector<uint32_t> &comp, std::vector<uint32_t> Node::*edges) {
  std::vector<std::vector<uint32_t>> work;
  auto add_components = [&](const std::vector<uint32_t> &rest) {
    std::vector<Node> sub(rest.size());
    std::unordered_map<uint32_t, uint32_t> pos;
    for (size_t k = 0; k < rest.size(); k++) pos[rest[k]] = uint32_t(k);
    for (size_t k = 0; k < rest.size(); k++)
      for (uint32_t s : nodes[rest[k]].*edges) {
        auto it = pos.find(s);
        if (it != pos.end()) sub[k].succ.push_back(it->second);
      }
    std::function<void(std::vector<uint32_t> &)> again = [&](std::vector<uint32_t> &k) {
      bool loop = k.size() > 1;
      for (uint32_t s : sub[k[0]].succ) loop |= s == k[0];
      if (!loop) return;
      std::vector<uint32_t> next;
      for (uint32_t i : k) next.push_back(rest[i]);
      work.push_back(std::move(next));
    };
    Scc scc(sub, again);
    for (uint32_t i = 0; i < sub.size(); i++) scc.visit(i);
  };
  // Choose the worst, look for loops in what remains, and so on.
  for (uint32_t i : comp) nodes[i].keep = keep_score(nodes[i]);
  add_components(comp);
  while (!work.empty()) {
    std::vector<uint32_t> c = std::move(work.back());
    work.pop_back();
    uint32_t worst = c[0];
    int best_score = INT32_MAX;
    auto was_breaker = [&](uint32_t i) { return nodes[i].bind.var->info && nodes[i].bind.var->info->is_loop_breaker; };
    for (uint32_t i : c) {
      int s = nodes[i].keep;
      if (s < best_score || (s == best_score && was_breaker(i) && !was_breaker(worst))) best_score = s, worst = i;
    }
    // All equally bad ones at once when the component is large: keeps this near-linear.
    std::vector<uint32_t> rest;
    for (uint32_t i : c) {
      bool cut = i == worst || (c.size() > 40 && nodes[i].keep == best_score);
      if (cut) nodes[i].breaker = true;
      else rest.push_back(i);
    }
    if (rest.empty()) continue;
    add_components(rest);
  }
}

}  // namespace gphc::opt
