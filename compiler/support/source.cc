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

const SourceFile *g_made_source;

static const LineOrigin &origin_of_line(const SourceFile *f, uint32_t line) {
  return f->origins[line == 0 || line > f->origins.size() ? f->origins.size() - 1 : line - 1];
}

bool is_written(Span s) {
  return !s.file || !s.file->written || origin_of_line(s.file, s.line).where == LineOrigin::Where::Itself;
}

Span as_written(Span s) {
  if (!s.file || !s.file->written) return s;
  const LineOrigin &first = origin_of_line(s.file, s.line);
  const SourceFile *f = first.file ? first.file : s.file->written;
  auto move = [&](uint32_t *line, uint32_t *col) {
    const LineOrigin &o = origin_of_line(s.file, *line);
    *line = o.line;
    if (o.where == LineOrigin::Where::Itself) {
      *col = *col > o.indent ? *col - o.indent : 1;
      return;
    }
    *col = 1;
    if (o.where == LineOrigin::Where::After)
      for (char c : f->line(o.line)) *col += (c & 0xC0) != 0x80;
  };
  move(&s.line, &s.col);
  move(&s.end_line, &s.end_col);
  if (s.end_line == s.line && s.end_col <= s.col) s.end_col = s.col + 1;
  s.file = f;
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
