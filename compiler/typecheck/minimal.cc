// minimal.cc: which methods an instance lacks, by its class's MINIMAL pragma.
//
// A formula of names, `,` for and, `|` for or, parentheses. What an instance lacks is what is left of it when the names
// it defines are true: of `pure, ((<*>) | liftA2)` in an instance that defines pure, "either `<*>' or `liftA2'".
#include "typecheck/infer.h"

namespace gphc::check {
namespace {

std::unordered_map<const Class *, std::string_view> g_minimal;

struct Formula {
  enum class Kind : uint8_t { True, Name, All, Any } kind = Kind::True;
  std::string_view name{};
  std::vector<Formula> parts{};  // All, Any: two or more, none of which is of the same kind
};

// Combines without what is true: of `all` nothing else is left, an `any` holds with it.
Formula combine(Formula::Kind kind, std::vector<Formula> parts) {
  Formula out{kind};
  for (Formula &f : parts) {
    if (f.kind == Formula::Kind::True) {
      if (kind == Formula::Kind::Any) return {};
    } else if (f.kind == kind) {
      for (Formula &g : f.parts) out.parts.push_back(std::move(g));
    } else {
      out.parts.push_back(std::move(f));
    }
  }
  if (out.parts.empty()) return {};
  if (out.parts.size() == 1) return Formula(std::move(out.parts[0]));
  return out;
}

// Reads a formula and leaves out what is defined.
struct Minimal {
  std::string_view text;
  const std::unordered_set<std::string_view> &defined;
  size_t at = 0;

  void blanks() {
    while (at < text.size() && isspace((unsigned char)text[at])) at++;
  }
  bool eat(char c) {
    blanks();
    if (at >= text.size() || text[at] != c) return false;
    at++;
    return true;
  }
  Formula any() {
    std::vector<Formula> parts{all()};
    while (eat('|')) parts.push_back(all());
    return combine(Formula::Kind::Any, std::move(parts));
  }
  Formula all() {
    std::vector<Formula> parts{atom()};
    while (eat(',')) parts.push_back(atom());
    return combine(Formula::Kind::All, std::move(parts));
  }
  Formula of_name(std::string_view name) const {
    return defined.count(name) ? Formula{} : Formula{Formula::Kind::Name, name};
  }
  Formula atom() {
    blanks();
    size_t open = at;
    if (eat('(')) {
      blanks();
      if (at < text.size() && !isalpha((unsigned char)text[at]) && text[at] != '_' && text[at] != '(') {  // (==)
        size_t from = at;
        while (at < text.size() && text[at] != ')') at++;
        std::string_view name = text.substr(from, at - from);
        while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
        eat(')');
        return of_name(name);
      }
      Formula r = any();
      eat(')');
      return r;
    }
    while (at < text.size() &&
           (isalnum((unsigned char)text[at]) || text[at] == '_' || text[at] == '\'' || text[at] == '#'))
      at++;
    if (at == open) {
      at = text.size();
      return {};
    }
    return of_name(text.substr(open, at - open));
  }
};

// As GHC says it: `a', `b', and (either `c' or `d').
std::string show_formula(const Formula &f, Formula::Kind in = Formula::Kind::True) {
  if (f.kind == Formula::Kind::Name) return "`" + std::string(f.name) + "'";
  const bool all = f.kind == Formula::Kind::All;
  std::string s = all ? "" : "either ";
  for (size_t i = 0; i < f.parts.size(); i++) {
    if (i > 0) s += !all ? " or " : f.parts.size() == 2 ? " and " : i + 1 == f.parts.size() ? ", and " : ", ";
    s += show_formula(f.parts[i], f.kind);
  }
  return in == Formula::Kind::True ? s : "(" + s + ")";
}

}  // namespace

void note_minimal(const Class *c, std::string_view pragma) { g_minimal[c] = pragma; }

std::string what_it_lacks(const Decl *instance, const std::vector<std::string_view> &missing) {
  Formula lacks;
  auto minimal = g_minimal.find(instance->inst->cls);
  if (minimal != g_minimal.end()) {
    std::unordered_set<std::string_view> defined;
    if (instance->body)
      for (Bind *b : instance->body->binds) defined.insert(b->name.occ.str());
    lacks = Minimal{minimal->second, defined}.any();
  } else {
    std::vector<Formula> all;
    for (std::string_view m : missing) all.push_back({Formula::Kind::Name, m});
    lacks = combine(Formula::Kind::All, std::move(all));
  }
  return lacks.kind == Formula::Kind::True ? "" : show_formula(lacks);
}

}  // namespace gphc::check
