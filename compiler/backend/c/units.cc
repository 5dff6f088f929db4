// units.cc: what units mean, by hash, and how they are put together to C files.
//
// Note [Hashes in symbols]
// The object cache works on units: a program finds most of the stdlib's code in objects that were made for other
// programs. Such an object holds other units too, and they may be other versions of units of this program (another
// specialisation of the same name, another version of the user's Main). So each symbol's assembler name carries a hash
// of everything that its unit is and refers to, transitively: equal names are equal code, whatever object they come
// from (the linker may take any), and what is not referred to is dropped (--gc-sections). The hash of a unit in a cycle
// of references is that of the whole cycle.
#include <algorithm>
#include <functional>
#include <unordered_set>

#include "backend/c/emit_c.h"
#include "support/hash.h"

namespace gphc::backend_c {

// Tarjan's algorithm; components come out callees first.
void hash_units(std::vector<Unit> *units) {
  size_t n = units->size();
  std::vector<int> number(n, -1), low(n, 0);
  std::vector<bool> open(n, false);
  std::vector<int> stack;
  int count = 0;
  std::function<void(int)> visit = [&](int v) {
    number[size_t(v)] = low[size_t(v)] = count++;
    stack.push_back(v);
    open[size_t(v)] = true;
    for (int w : (*units)[size_t(v)].refs) {
      if (number[size_t(w)] < 0) {
        visit(w);
        low[size_t(v)] = std::min(low[size_t(v)], low[size_t(w)]);
      } else if (open[size_t(w)]) {
        low[size_t(v)] = std::min(low[size_t(v)], number[size_t(w)]);
      }
    }
    if (low[size_t(v)] != number[size_t(v)]) return;
    std::vector<int> members;
    for (;;) {
      int w = stack.back();
      stack.pop_back();
      open[size_t(w)] = false;
      members.push_back(w);
      if (w == v) break;
    }
    std::sort(members.begin(), members.end());
    Hash128 h;
    for (int m : members) {
      const Unit &u = (*units)[size_t(m)];
      h.add(u.name);
      h.add(u.body);
      for (const Decl &d : u.decls) {
        h.add(d.before);
        if (!std::binary_search(members.begin(), members.end(), d.unit)) h.add((*units)[size_t(d.unit)].hash);
      }
      for (const SharedDef &s : u.shared) h.add(s.definition);
    }
    std::string hex = h.hex();
    for (int m : members) (*units)[size_t(m)].hash = hex;
  };
  for (size_t i = 0; i < n; i++)
    if (number[i] < 0) visit(int(i));
}

std::string assemble(const std::vector<Unit> &all, const std::vector<int> &which, bool labelled,
                     const std::string &title) {
  std::string s = "// " + title + "\n#include \"gph/codegen.h\"\n";
  std::unordered_set<std::string> seen;
  auto label = [&](const std::string &name) { return labelled ? " __asm__(\"" + name + "\")" : std::string(); };
  std::string definitions;
  for (int k : which) {
    const Unit &u = all[size_t(k)];
    for (const Decl &d : u.decls) {
      if (!seen.insert(d.symbol).second) continue;
      // The out-of-line half of a checked function is named after it.
      std::string base = d.suffix == "fn" ? d.symbol.substr(0, d.symbol.size() - 5) : d.symbol,
                  hash = "." + all[size_t(d.unit)].hash.substr(0, 16);
      s += d.before + label(base + hash + (d.suffix == "fn" ? "_more" : "")) + ";\n";
    }
    for (const SharedDef &d : u.shared) {
      if (!seen.insert(d.symbol).second) continue;
      s += d.declaration + label(d.symbol + "." + d.hash.substr(0, 16)) + ";\n";
      definitions += d.definition;
    }
    for (const std::string &f : u.checked)
      s += "#define A_" + f + " \"" + f + (labelled ? "." + u.hash.substr(0, 16) : "") + "\"\n";
  }
  s += definitions;
  for (int k : which) s += all[size_t(k)].body;
  return s;
}

}  // namespace gphc::backend_c
