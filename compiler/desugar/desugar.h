// desugar.h: from the elaborated syntax tree to Core, for a whole program at once.
//
// Only what the roots reach is desugared: the program's main (wrapped in the stdlib's top handler), the closures the
// runtime knows (gph/known_closures.def) and foreign exports. The program's own modules are desugared completely, so
// that their warnings (incomplete and overlapping patterns) do not depend on what is used; what is not reached is then
// dropped.
#pragma once
#include <span>

#include "core/core.h"
#include "syntax/ast.h"

namespace gphc {

// `modules` are renamed and type checked, without errors. `main` (find_main) may be null for a library check: then
// nothing but exports and known closures is a root. `fuse`: the optimiser will run, list comprehensions are made for
// its rules. `keep_all`: everything in the program's own modules is a root. `places`: occurrences know
// where they stand (-g). Warnings and errors go to diags(); the
// caller stops on errors.
//
// desugar_ahead does a part of it, once, for programs that are to come: what the known closures and `roots` reach.
void desugar_ahead(std::span<Module *const> modules, std::span<Var *const> roots);
core::Program *desugar_program(std::span<Module *const> modules, Var *main, bool fuse = false, bool keep_all = false,
                               bool places = false);

}  // namespace gphc
