// binding_graph.h: binding groups as graphs: which binding mentions which. Their strongly connected components, in
// order, and who breaks the loops.
#pragma once
#include <algorithm>
#include <functional>
#include <vector>

#include "opt/pass.h"
#include "opt/uniq_table.h"
#include "opt/use_map.h"

namespace gphc::opt {

// For a binder of a letrec (or of the top level): which group, and its place there.
struct GroupPos {
  uint32_t group = 0, index = 0;
};
extern UniqTable<GroupPos> g_group_pos;
extern uint32_t g_last_group;  // groups are numbered as they are met, from 1

// One vertex of a binding group.
struct Node {
  Binding bind;
  UseMap uses;
  std::vector<uint32_t> succ;
  uint32_t low = 0, num = 0;
  // top level: what inlining it brings in; see Note [Loop breakers] in binding_graph.cc
  std::vector<uint32_t> inlined;
  bool on_stack = false, breaker = false;
  uint32_t loop = UINT32_MAX;  // its number while its right-hand side was walked; none: no function
  int keep = 0;                // keep_score
};

// Tarjan. Calls f(component) with dependencies first.
class Scc {
 public:
  Scc(std::vector<Node> &nodes, const std::function<void(std::vector<uint32_t> &)> &f) : nodes_(nodes), f_(f) {}
  void visit(uint32_t v) {
    Node &n = nodes_[v];
    if (n.num) return;
    n.num = n.low = ++count_;
    n.on_stack = true;
    stack_.push_back(v);
    for (uint32_t w : n.succ) {
      if (!nodes_[w].num) {
        visit(w);
        n.low = std::min(n.low, nodes_[w].low);
      } else if (nodes_[w].on_stack) n.low = std::min(n.low, nodes_[w].num);
    }
    if (n.low != n.num) return;
    std::vector<uint32_t> comp;
    for (;;) {
      uint32_t w = stack_.back();
      stack_.pop_back();
      nodes_[w].on_stack = false;
      comp.push_back(w);
      if (w == v) break;
    }
    std::sort(comp.begin(), comp.end());
    f_(comp);
  }

 private:
  std::vector<Node> &nodes_;
  const std::function<void(std::vector<uint32_t> &)> &f_;
  std::vector<uint32_t> stack_;
  uint32_t count_ = 0;
};

// Marks enough nodes of a recursive component as breakers that no loop of these edges remains. See Note [Loop breakers]
// in binding_graph.cc.
void break_loops(std::vector<Node> &nodes, const std::vector<uint32_t> &comp, std::vector<uint32_t> Node::*edges);

}  // namespace gphc::opt
