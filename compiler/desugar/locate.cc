// locate.cc: source positions as GHC prints them, for the messages of failed matches at run time. Span ends are
// exclusive here and inclusive in the text.
#include "desugar/desugarer.h"

namespace gphc::desugar {

std::string span_text(Span s) {
  if (!s.file) return "<no location>";
  s = as_written(s);
  uint32_t end = s.end_col > 1 ? s.end_col - 1 : 1;
  std::string at = s.file->run_path() + ":";
  if (s.line != s.end_line)
    return at + "(" + std::to_string(s.line) + "," + std::to_string(s.col) + ")-(" + std::to_string(s.end_line) + "," +
           std::to_string(end) + ")";
  at += std::to_string(s.line) + ":" + std::to_string(s.col);
  return end > s.col ? at + "-" + std::to_string(end) : at;
}

Symbol location(Span s) {
  s = as_written(s);
  return sym(s.file->run_path() + ":" + std::to_string(s.line) + ":" + std::to_string(s.col));
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

// Parentheses stand where they were written; outermost ones are dropped, and outermost ~ and !, as GHC does.
static std::string pat_inner(const Pat *p) {
  auto list = [](const Vec<Pat *> &ps, const char *open, const char *close) {
    std::string s = open;
    for (size_t i = 0; i < ps.size(); i++) s += (i ? ", " : "") + pat_inner(ps[i]);
    return s + close;
  };
  switch (p->tag) {
    case PatTag::Wild: return "_";
    case PatTag::Var: return p->name.occ.string();
    case PatTag::Paren: return "(" + pat_inner(p->sub) + ")";
    case PatTag::As: return p->name.occ.string() + "@" + pat_inner(p->sub);
    case PatTag::Lazy: return "~" + pat_inner(p->sub);
    case PatTag::Bang: return "!" + pat_inner(p->sub);
    case PatTag::Tuple: return list(p->args, "(", ")");
    case PatTag::UnboxedTuple: return list(p->args, "(# ", " #)");
    case PatTag::List: return list(p->args, "[", "]");
    case PatTag::Con: {
      std::string name = p->name.occ.string();
      bool op = !name.empty() && !isalpha(static_cast<unsigned char>(name[0])) && name[0] != '_' && name[0] != '(' &&
                name[0] != '[';
      if (op && p->args.size() == 2) return pat_inner(p->args[0]) + " " + name + " " + pat_inner(p->args[1]);
      std::string s = op ? "(" + name + ")" : name;
      for (const Pat *a : p->args) s += " " + pat_inner(a);
      return s;
    }
    case PatTag::RecCon: {
      std::string s = p->name.occ.string() + " {";
      bool first = true;
      for (const FieldPat &f : p->fields) {
        s += (first ? "" : ", ") + f.field.occ.string() + (f.pun ? "" : " = " + pat_inner(f.pat));
        first = false;
      }
      return s + "}";
    }
    default: return source_text(p->span);
  }
}
std::string pat_text(const Pat *p) {
  while (p->tag == PatTag::Paren || p->tag == PatTag::Lazy || p->tag == PatTag::Bang) p = p->sub;
  return pat_inner(p);
}

}  // namespace gphc::desugar
