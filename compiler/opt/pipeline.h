// pipeline.h: the optimiser's door. Takes the whole program in Core and gives back the whole program in Core, pruned to
// what the roots reach; at -O1 and above transformed by the passes in the table of pipeline.cc.
#pragma once
#include <string>
#include <vector>

#include "core/core.h"

namespace gphc::opt {

struct OptOptions {
  int level = 1;           // -O0, -O1, -O2
  int library_level = 1;   // of the stdlib's part, when it is more than level (library_part.cc)
  bool lint = false;       // Core Lint after each pass
  long fuel = -1;          // stop rewriting after so many steps (inlinings, rule firings, specialisations)
  int outline = 0;         // definitions beyond so many nodes are cut up; 0: as outline.cc has it
  std::string stop_after;  // name of a pass, after which the rest is skipped
  std::string passes;      // comma-separated: run exactly these instead of the table's order
  // names of passes whose result is to be printed; "simpl" is the final result, "all" each pass
  std::vector<std::string> dumps;
  bool dump_passes = false;  // time and size of each pass on stderr
  bool suppress_uniques = false;
  std::vector<std::string> flags;  // -f[no-]NAME: "no-spec-constr", "float-out" ...
};

core::Program *optimise(core::Program *program, const OptOptions &options);

// Names of all passes, for the option parser's -ddump-NAME and -dpasses.
std::vector<std::string> pass_names();

}  // namespace gphc::opt
