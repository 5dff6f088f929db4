// scc.h: strongly connected components of a graph.
#pragma once
#include <cstdint>
#include <vector>

namespace gphc {

// The components of the graph whose node i has edges to edges[i] ("needs"), each component after those it needs; nodes
// of a component, and independent components, in the order of the nodes. In constant stack.
std::vector<std::vector<uint32_t>> sccs(const std::vector<std::vector<uint32_t>> &edges);

}  // namespace gphc
