// statements.h: what -e runs.
#pragma once
#include <string>
#include <vector>

#include "support/source.h"

namespace gphc {

// The module with the statements in one do block. A module of the stdlib that a qualified name mentions is there without an import. Messages show the
// statements alone, one below the other, as GHCi's user would have typed them: `shown`.
SourceFile *statements_module(const std::vector<std::string> &statements, SourceFile *shown);

}  // namespace gphc
