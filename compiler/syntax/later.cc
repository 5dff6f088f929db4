// later.cc: where the equations of a definition end, by the look of their lines.
//
// Note [Text read on demand]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~
// A program uses a tenth of the modules that the Prelude alone imports, and to parse the whole of them was a third of
// the compiler's work on a small program. So of a stdlib module whose definitions are checked on demand (Note
// [Definitions on demand] in typecheck/typecheck.h) the parser leaves out what it need not know: where equations begin
// in the module's block, or in that of an instance or a class, it reads their name, takes them for `name = _`, and goes
// on at the line after them; Bind::unparsed keeps where they stand, and parse_equations puts what they are in place
// when the renamer comes to that definition.
//
// What is left out is found by lines, not by the grammar: a head up to its `=` or `|`, then lines that are indented
// further, then equations of the same name. What looks otherwise is parsed at once. That the two ways agree is true of
// the text that is there, not of any Haskell (a comment in braces may hide the start of a line): the unit test
// layout_test (OnDemand) reads every module of the stdlib both ways.
#include "syntax/later.h"

#include <cstring>

namespace gphc {

namespace {

constexpr size_t kWorthIt = 24;  // bytes: below that a parser's start costs more

bool blank(char c) { return c == ' ' || c == '\n'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool lower(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }
bool symbol(char c) { return c != 0 && std::strchr("!#$%&*+./<=>?@\\^|~-:", c) != nullptr; }

bool keyword(std::string_view w) {
  for (std::string_view k : {"class", "data", "default", "deriving", "foreign", "import", "infix", "infixl", "infixr",
                             "instance", "module", "newtype", "pattern", "type", "where"})
    if (w == k) return true;
  return false;
}

struct Defined {
  size_t from = 0, to = 0;
  bool symbol = false;
};

// The head of one equation: what it defines.
class Head {
 public:
  Head(std::string_view text, size_t from, uint32_t col) : t_(text), from_(from), p_(from), col_(col) {}

  bool read(Defined *name) {
    if (at(p_) == '"') return false;  // a rule's name
    for (; p_ < t_.size();) {
      const char c = t_[p_];
      if (c == '\n') {
        size_t q = p_ + 1;
        while (q < t_.size() && t_[q] == ' ') q++;
        if (q - p_ <= col_) return false;  // the item ended before its `=`
        p_ = q;
      } else if (c == ' ') p_++;
      else if (letter(c)) word();
      else if (digit(c)) number();
      else if (c == '"' || c == '\'') {
        if (!literal(c)) return false;
      } else if (c == '{' && at(p_ + 1) == '-') return false;
      else if (c == '(' || c == '[' || c == '{') {
        depth_++;
        p_++;
      } else if (c == ')' || c == ']' || c == '}') {
        if (depth_-- == 0) return false;
        p_++;
      } else if (c == ',') p_++;
      else if (c == '`') {
        if (!quoted()) return false;
      } else if (symbol(c)) {
        bool ends = false;
        if (!operator_(&ends)) return false;
        if (ends) {
          *name = operators_ ? operator_name_ : first_;
          return (operators_ || !pattern_) && name->to > name->from;
        }
      } else return false;
    }
    return false;
  }

 private:
  std::string_view t_;
  size_t from_, p_;
  uint32_t col_;
  size_t depth_ = 0, operators_ = 0;
  bool pattern_ = false;  // it has an operator that is a constructor's: with no other it defines what its operands name
  Defined first_, operator_name_;  // of first_, empty: the equation does not begin with a variable

  char at(size_t i) const { return i < t_.size() ? t_[i] : '\n'; }
  void word() {
    const size_t from = p_;
    size_t part = p_;  // of a qualified name
    for (;; part = ++p_) {
      while (letter(at(p_)) || digit(at(p_)) || at(p_) == '\'' || at(p_) == '#') p_++;
      if (lower(t_[part]) || at(p_) != '.' || !letter(at(p_ + 1))) break;
    }
    if (!lower(t_[part]) && at(p_) == '.' && symbol(at(p_ + 1))) p_++;  // the operator's
    if (from == from_ && lower(t_[from]) && !keyword(t_.substr(from, p_ - from))) first_ = {from, p_, false};
  }
  void number() {
    while (letter(at(p_)) || digit(at(p_)) || at(p_) == '.' || at(p_) == '#') p_++;
  }
  bool literal(char quote) {
    for (p_++; at(p_) != quote; p_++) {
      if (at(p_) == '\n') return false;
      if (at(p_) == '\\') p_++;
    }
    for (p_++; at(p_) == '#'; p_++) {}
    return true;
  }
  bool quoted() {
    const size_t from = ++p_;
    while (at(p_) != '`' && at(p_) != '\n') p_++;
    if (at(p_) == '\n') return false;
    if (depth_ == 0 && lower(t_[from])) {
      operator_name_ = {from, p_, false};
      if (++operators_ > 1) return false;
    } else if (depth_ == 0) pattern_ = true;
    p_++;
    return true;
  }
  bool operator_(bool *ends) {
    const size_t from = p_;
    while (symbol(at(p_))) p_++;
    const std::string_view s = t_.substr(from, p_ - from);
    if (s.size() > 1 && s.find_first_not_of('-') == s.npos) {  // a comment
      while (at(p_) != '\n') p_++;
      return true;
    }
    if (depth_ > 0 || s == "@") return from != first_.to || first_.to == 0;  // x@p = e is not about x alone
    if (s == "=" || s == "|") {
      *ends = true;
      return true;
    }
    if (s == "::" || s == "\\" || s == "-" || s == "->" || s == "<-" || s == "=>") return false;
    const bool prefix = blank(at(from - 1)) && !blank(at(p_));
    if ((s == "!" || s == "~") && prefix) return true;
    if (s[0] == ':') return pattern_ = true;
    operator_name_ = {from, p_, true};
    return ++operators_ == 1;
  }
};

}  // namespace

bool find_equations(std::string_view text, size_t from, uint32_t col, Equations *out) {
  Defined name;
  if (!Head(text, from, col).read(&name)) return false;
  const std::string_view what = text.substr(name.from, name.to - name.from);
  size_t end = from, line = from;  // of what belongs to it; of the line looked at, after its blanks
  for (;;) {
    size_t next = text.find('\n', line);
    if (next == text.npos) next = text.size();
    end = next;
    // the next line that says something
    size_t indent = 0;
    for (;;) {
      if (next >= text.size()) break;
      line = next + 1;
      while (line < text.size() && text[line] == ' ') line++;
      indent = line - next - 1;
      if (line >= text.size() || text[line] == '\n') {
        next = line;
        continue;
      }
      if (indent < col && text.substr(line, 2) == "--" && !symbol(line + 2 < text.size() ? text[line + 2] : '\n')) {
        next = text.find('\n', line);
        if (next == text.npos) next = text.size();
        continue;
      }
      break;
    }
    if (next >= text.size() || line >= text.size() || indent + 1 < col) break;
    if (text[line] == '\t') return false;
    if (indent + 1 > col) continue;
    Defined other;
    const bool equation = Head(text, line, col).read(&other);
    if (!equation) {
      // The same name in a form that was not understood: all of it at once.
      if (text.substr(line, what.size()) == what && !letter(text[line + what.size()])) {
        size_t q = line + what.size();
        while (q < text.size() && text[q] == ' ') q++;
        if (text.substr(q, 2) != "::") return false;
      }
      break;
    }
    if (text.substr(other.from, other.to - other.from) != what) break;
  }
  if (end - from < kWorthIt) return false;
  *out = {name.from, name.symbol, end};
  return true;
}

}  // namespace gphc
