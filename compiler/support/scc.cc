// scc.cc: strongly connected components by Tarjan's algorithm. It emits a component only after all that it reaches,
// which is the order that bindings must be checked in.
#include "support/scc.h"

#include <algorithm>

namespace gphc {

namespace {

struct Tarjan {
  const std::vector<std::vector<uint32_t>> &edges;
  std::vector<uint32_t> number, low;
  std::vector<bool> on_stack;
  std::vector<uint32_t> stack;
  std::vector<std::vector<uint32_t>> out;
  uint32_t next = 1;

  struct Visit {
    uint32_t node;
    size_t edge = 0;  // of edges[node], the next one to look at
  };
  std::vector<Visit> visits;  // instead of recursion: programs call through 100,000 functions in a row

  void begin(uint32_t v) {
    number[v] = low[v] = next++;
    stack.push_back(v);
    on_stack[v] = true;
    visits.push_back({v});
  }
  void visit(uint32_t root) {
    for (begin(root); !visits.empty();) {
      const uint32_t v = visits.back().node;
      if (visits.back().edge < edges[v].size()) {
        uint32_t w = edges[v][visits.back().edge++];
        if (!number[w]) begin(w);
        else if (on_stack[w]) low[v] = std::min(low[v], number[w]);
        continue;
      }
      visits.pop_back();
      if (low[v] == number[v]) emit(v);
      if (!visits.empty()) low[visits.back().node] = std::min(low[visits.back().node], low[v]);
    }
  }
  void emit(uint32_t v) {
    std::vector<uint32_t> component;
    uint32_t w;
    do {
      w = stack.back();
      stack.pop_back();
      on_stack[w] = false;
      component.push_back(w);
    } while (w != v);
    std::sort(component.begin(), component.end());
    out.push_back(std::move(component));
  }
};

}  // namespace

std::vector<std::vector<uint32_t>> sccs(const std::vector<std::vector<uint32_t>> &edges) {
  size_t n = edges.size();
  Tarjan t{edges, std::vector<uint32_t>(n, 0), std::vector<uint32_t>(n, 0), std::vector<bool>(n, false), {}, {}, 1, {}};
  for (uint32_t v = 0; v < n; v++)
    if (!t.number[v]) t.visit(v);
  return t.out;
}

}  // namespace gphc
