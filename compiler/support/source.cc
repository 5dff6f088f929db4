#include "support/source.h"

namespace gphc {

std::string_view SourceFile::line(uint32_t n) const {
  if (n == 0 || n > line_start.size()) return {};
  size_t from = line_start[n - 1];
  size_t to = n < line_start.size() ? line_start[n] : text.size();
  std::string_view s = std::string_view(text).substr(from, to - from);
  while (!s.empty() && (s.back() == '\n' || s.back() == '\r')) s.remove_suffix(1);
  return s;
}

Span join(Span a, Span b) {
  if (!a) return b;
  if (!b) return a;
  a.end_line = b.end_line;
  a.end_col = b.end_col;
  return a;
}

}  // namespace gphc
