// occur_top.cc: the occurrence analyser at the top level: which bindings are reachable, in which order, and which are
// loop breakers. A right-hand side that nobody touched since the last run is not walked again.
#include "opt/occur_top.h"

#include <functional>

#include "opt/binding_graph.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

static UniqTable<TopOccurrences *> g_top_occurrences;
static UniqTable<const Var *> g_only_user;
const Var *only_user(const Var *v) { return g_only_user.get(v->uniq); }
const std::vector<Var *> &top_refs(const Var *v) { return g_top_occurrences.get(v->uniq)->refs; }
bool has_phased_local(const Var *v) { return g_top_occurrences.get(v->uniq)->phased_local; }
void forget_occurrences(const Var *v) {
  if (TopOccurrences *t = g_top_occurrences.get(v->uniq)) t->generation = 0;
}

void occur_anal(Program &p, PassContext &cx) {
  std::vector<Node> nodes;
  uint32_t group = ++g_last_group;
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) {
      nodes.emplace_back();
      nodes.back().bind = b;
    }
  for (size_t i = 0; i < nodes.size(); i++) {
    Var *v = nodes[i].bind.var;
    g_group_pos[v->uniq] = {group, uint32_t(i)};
    occur_top_level(v);
  }
  auto edges = [&](const std::vector<Var *> &vars, std::vector<uint32_t> *out) {
    for (Var *x : vars)
      if (GroupPos g = g_group_pos.get(x->uniq); g.group == group) out->push_back(g.index);
  };
  std::vector<std::vector<uint32_t>> rule_succ(nodes.size());
  std::vector<TopOccurrences *> tops;
  for (Node &n : nodes) {
    Var *v = n.bind.var;
    TopOccurrences *&t = g_top_occurrences[v->uniq];
    if (!t) t = new TopOccurrences;
    if (t->generation != cx.generation || t->rhs != n.bind.rhs ||
        t->unfolding != (v->info ? v->info->unfolding : nullptr))
      occur_top_binding(&n.bind, t);
    t->generation = cx.generation;
    tops.push_back(t);
    edges(t->inlined, &n.inlined);
    edges(t->ruled, &rule_succ[size_t(&n - nodes.data())]);
    edges(t->refs, &n.succ);
  }
  for (Node &n : nodes) {
    size_t own = n.inlined.size();
    for (size_t i = 0; i < own; i++) {
      const std::vector<uint32_t> &r = rule_succ[n.inlined[i]];
      n.inlined.insert(n.inlined.end(), r.begin(), r.end());
    }
  }
  // Reachable components, dependencies first.
  std::vector<std::vector<uint32_t>> comps;
  std::function<void(std::vector<uint32_t> &)> collect = [&](std::vector<uint32_t> &c) { comps.push_back(c); };
  Scc scc(nodes, collect);
  UseMap total;
  auto root = [&](Var *v) {
    if (!v) return;
    if (GroupPos g = g_group_pos.get(v->uniq); g.group == group) scc.visit(g.index);
    Use x;
    x.var = v;
    x.count = 1;
    x.many = x.in_lam = true;
    total.add_seq(x);
  };
  for (Var *v : p.roots) root(v);
  root(p.main);
  for (Var *v : p.known) root(v);
  for (Program::Export &x : p.exports) root(x.var);
  for (Node &n : nodes)
    if (n.bind.var->info && n.bind.var->info->is_exported) root(n.bind.var);
  Vec<Vec<Binding>> groups;
  for (std::vector<uint32_t> &comp : comps)
    for (uint32_t i : comp) total.add_all(tops[i]->uses);
  for (std::vector<uint32_t> &comp : comps)
    for (uint32_t i : comp)
      for (const Use &x : tops[i]->uses.all())
        if (x.count == 1 && total.find(x.var)->count == 1) g_only_user[x.var->uniq] = nodes[i].bind.var;
  for (std::vector<uint32_t> &comp : comps) {
    bool rec = comp.size() > 1;
    for (uint32_t s : nodes[comp[0]].succ) rec |= s == comp[0];
    Vec<Binding> g;
    for (uint32_t i : comp) {
      Var *v = nodes[i].bind.var;
      if (v->info) v->info->is_loop_breaker = false, v->info->join_arity = -1;
      Use *x = total.find(v);
      store_occurrence(v, x ? *x : Use{});
      if (rec) g_facts[v->uniq].occ.kind = Occ::Many;
      g.push_back(nodes[i].bind);
    }
    if (rec) {
      break_loops(nodes, comp, &Node::inlined);
      for (uint32_t i : comp)
        if (nodes[i].breaker) info(nodes[i].bind.var).is_loop_breaker = true;
    }
    groups.push_back(g);
  }
  p.groups = groups;
}

}  // namespace gphc::opt
