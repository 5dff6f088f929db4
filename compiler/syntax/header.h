// header.h: what a file says about itself before its first token: LANGUAGE and OPTIONS pragmas. See header.cc.
#pragma once
#include <vector>
#include "syntax/ast.h"

namespace gphc {

struct HeaderPragmas {
  struct Word {
    std::string_view text;
    Span span;
    bool language;
  };
  // In the order of the file: words of OPTIONS_GPHC, OPTIONS_GHC and OPTIONS pragmas, and names in LANGUAGE pragmas.
  std::vector<Word> words;
};
HeaderPragmas scan_header(const SourceFile *file);

bool is_extension(std::string_view name);  // of the table and not Missing, or known with a `No' before it
// Whether a flag or LANGUAGE pragma may name this extension; reports UnsupportedExtension when not (span may be empty),
// and with another error when it may but is not implemented.
bool check_extension(std::string_view name, Span span);
std::span<const char *const> glasgow_extensions();
// Adds one to those in force: the last word about an extension holds. A name that is not known is left out.
void set_extension(Vec<Symbol> *in_force, std::string_view name);
// Whether the preprocessor runs after this word of the command line or of a pragma (LANGUAGE's as -XNAME), if it ran
// before as `on` says.
bool cpp_after(std::string_view flag, bool on);

// The span of [from, to) in the file's text.
Span span_of(const SourceFile *file, size_t from, size_t to);

}  // namespace gphc
