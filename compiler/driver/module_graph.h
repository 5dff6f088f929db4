// module_graph.h: finds, reads and parses the modules of a program and puts them in dependency order.
//
// A module A.B.C is A/B/C with one of the extensions .gph .hs .lgph .lhs, below the main file's folder, then below each
// -i folder, then below the stdlib. Every module imports Prelude unless it says otherwise. The modules that the
// compiler itself refers to (types/known.def) are part of every program; they and what they need come first in the
// order.
#pragma once
#include <string>
#include <vector>

#include "rename/scope.h"
#include "syntax/ast.h"

namespace gphc {

struct ModuleGraphOptions {
  std::vector<std::string> import_dirs;  // -i
  std::string stdlib_dir;
  std::vector<Symbol> extensions;   // -X flags: for the program's own modules, not the stdlib's
  bool cpp = false;                 // -cpp, likewise
  bool on_demand = true;            // of stdlib modules only what is used is checked
  Vec<std::string_view> cpp_flags;  // -D, -I, -U
  // The first file, which -e made, sees what the second one's module does: its top-level names and its imports.
  bool in_scope_of_second = false;
  bool several_programs = false;  // `check`: of a folder's files several may be Main
};

struct ModuleGraph {
  // dependency order: what is imported comes before its importer; without GPH.Prim
  std::vector<Module *> modules;
  // the one named Main, else of the first file; null when that could not be read or parsed
  Module *main = nullptr;
  std::vector<Module *> other_mains;
};

// Errors (not found, cycle, name mismatch, everything the parser says) go to diags(); the caller stops on them.
// `sources`: the files of the command line, at least one. An import means one of them before it means a file in a
// folder.
ModuleGraph load_modules(const std::vector<std::string> &sources, const ModuleGraphOptions &options);

}  // namespace gphc
