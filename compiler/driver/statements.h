// statements.h: what -e runs.
#pragma once
#include <string>
#include <vector>

#include "support/source.h"

namespace gphc {

enum class StatementSort { Import, Declaration, Statement, Definition, Expression };
// By its first words: a declaration is one with a keyword, a definition has `=`, a statement is `let` or has `<-`.
StatementSort statement_sort(const std::string &statement);
// The modules of the stdlib that qualified names in it mention.
std::vector<std::string> mentioned_modules(const std::string &statement);

// The module, kPromptModule, with the statements in one do block, kPromptMain. A module of the stdlib that a qualified
// name mentions is there without an import. `in_module`: they stand in the scope of a module of the program, which
// brings its own Prelude. Messages show the statements alone, one below the other, as GHCi's user would have typed
// them: `shown`.
SourceFile *statements_module(const std::vector<std::string> &statements, bool in_module, SourceFile *shown);

}  // namespace gphc
