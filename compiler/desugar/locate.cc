// locate.cc: source positions as GHC prints them, for the messages of failed matches at run time. Span ends are exclusive
// here and inclusive in the text.
#include "desugar/desugarer.h"

namespace gphc::desugar {

std::string span_text(Span s) {
  if (!s.file) return "<no location>";
  uint32_t end = s.end_col > 1 ? s.end_col - 1 : 1;
  std::string at = s.file->path + ":";
  if (s.line != s.end_line) return at + "(" + std::to_string(s.line) + "," + std::to_string(s.col) + ")-(" + std::to_string(s.end_line) + "," + std::to_string(end) + ")";
  at += std::to_string(s.line) + ":" + std::to_string(s.col);
  return end > s.col ? at + "-" + std::to_string(end) : at;
}

std::string source_text(Span s) {
  std::string out;
  if (!s.file) return out;
  for (uint32_t l = s.line; l <= s.end_line; l++) {
    std::string_view line = s.file->line(l);
    uint32_t col = 1;
    for (size_t i = 0; i < line.size(); i++) {
      unsigned char c = static_cast<unsigned char>(line[i]);
      bool inside = (l > s.line || col >= s.col) && (l < s.end_line || col < s.end_col);
      bool blank = c == ' ' || c == '\t';
      if (inside && blank && !out.empty() && out.back() != ' ') out += ' ';
      else if (inside && !blank) out += char(c);
      if (c == '\t') col = (col - 1) / 8 * 8 + 9;
      else if (i + 1 >= line.size() || (static_cast<unsigned char>(line[i + 1]) & 0xC0) != 0x80) col++;
    }
    if (!out.empty() && out.back() != ' ') out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace gphc::desugar
