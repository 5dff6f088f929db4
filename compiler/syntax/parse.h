// parse.h: entry points of syntax/ beside those in ast.h.
#pragma once
#include <string>
#include "syntax/ast.h"

namespace gphc {

// -ddump-tokens: the tokens as the parser gets them, the layout's braces written as `{` `}` `;` in quotes of their own.
void dump_tokens(const SourceFile *file, std::span<const Symbol> extensions, std::string *out);

}  // namespace gphc
