// header.h: what a file says about itself before its first token: LANGUAGE and OPTIONS pragmas. See header.cc.
#pragma once
#include <vector>
#include "syntax/ast.h"

namespace gphc {

struct HeaderPragmas {
  struct Word {
    std::string_view text;
    Span span;
  };
  std::vector<Word> languages;  // names in LANGUAGE pragmas
  std::vector<Word> options;    // words of OPTIONS_GPHC, OPTIONS_GHC and OPTIONS pragmas
};
HeaderPragmas scan_header(const SourceFile *file);

// Whether a flag or LANGUAGE pragma may name this extension; reports UnsupportedExtension when not (span may be empty).
bool check_extension(std::string_view name, Span span);
std::span<const char *const> glasgow_extensions();

// The span of [from, to) in the file's text.
Span span_of(const SourceFile *file, size_t from, size_t to);

}  // namespace gphc
