// prompt_text.cc: the prompt looks at what the user typed as text: which names are in it, what it defines, how it
// stands in a module.
#include "driver/prompt_session.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace gphc::session {

std::string trimmed(const std::string &s) {
  size_t a = s.find_first_not_of(" \t\r\n"), b = s.find_last_not_of(" \t\r\n");
  return a == s.npos ? "" : s.substr(a, b - a + 1);
}
Strings words(const std::string &s) {
  std::istringstream in(s);
  Strings out;
  for (std::string w; in >> w;) out.push_back(w);
  return out;
}
bool is_name(unsigned char c) { return std::isalnum(c) || c == '_' || c == '\'' || c >= 0x80; }

std::string replaced(const std::string &s, const std::string &name, const std::string *by, bool *found) {
  std::string out;
  for (size_t i = 0; i < s.size();) {
    size_t from = i;
    if (s[i] == '"') {
      for (i++; i < s.size() && s[i] != '"'; i++)
        if (s[i] == '\\') i++;
      i = std::min(i + 1, s.size());
    } else if (is_name((unsigned char)s[i])) {
      while (i < s.size() && is_name((unsigned char)s[i])) i++;
      if (s.compare(from, i - from, name) == 0 &&
          !(from > 0 && s[from - 1] == '.' && from > 1 && is_name((unsigned char)s[from - 2]))) {
        *found = true;
        if (by) {
          out += *by;
          continue;
        }
      }
    } else {
      i++;
    }
    out += s.substr(from, i - from);
  }
  return out;
}
bool mentions(const std::string &s, const std::string &name) {
  bool found = false;
  replaced(s, name, nullptr, &found);
  return found;
}

void variables_of(const std::string &s, std::set<std::string> *out) {
  static const std::string symbols = "!#$%&*+./<=>?@\\^|-~:";
  auto is_symbol = [](char c) { return symbols.find(c) != std::string::npos; };
  for (size_t i = 0; i < s.size();) {
    const size_t from = i;
    if (is_name((unsigned char)s[i])) {
      while (i < s.size() && is_name((unsigned char)s[i])) i++;
      if (!std::isdigit((unsigned char)s[from]) && !std::isupper((unsigned char)s[from]) && i - from < 200)
        out->insert(s.substr(from, i - from));
    } else if (is_symbol(s[i])) {
      while (i < s.size() && is_symbol(s[i])) i++;
      if (i - from < 200) out->insert(s.substr(from, i - from));
    } else i++;
  }
}

std::string defined_name(const std::string &text) {
  Strings w = words(text);
  static const Strings declares = {"data", "newtype", "type", "class"};
  if (w.empty()) return "";
  if (std::find(declares.begin(), declares.end(), w[0]) != declares.end()) return w.size() > 1 ? w[0] + " " + w[1] : "";
  if (w[0] == "foreign") {
    for (size_t i = 1; i < w.size(); i++)
      if (w[i] == "::") return w[i - 1];
    return "";
  }
  size_t n = 0;
  while (n < text.size() && is_name((unsigned char)text[n])) n++;
  static const Strings nameless = {"instance", "deriving", "infix", "infixl", "infixr", "default"};
  const bool variable = n > 0 && (std::islower((unsigned char)text[0]) || text[0] == '_');
  return variable && std::find(nameless.begin(), nameless.end(), w[0]) == nameless.end() ? text.substr(0, n) : "";
}

std::string without_let(const std::string &s) {
  size_t at = s.find("let") + 3;
  while (at < s.size() && (s[at] == ' ' || s[at] == '\t')) at++;
  size_t line = s.rfind('\n', at);
  const size_t indent = at - (line == s.npos ? 0 : line + 1);
  std::string body = s.substr(at), out;
  if (!body.empty() && body[0] == '{' && trimmed(body).back() == '}')
    return trimmed(trimmed(body).substr(1, trimmed(body).size() - 2));
  for (size_t i = 0; i < body.size();) {
    size_t end = std::min(body.find('\n', i), body.size()), from = i;
    if (i > 0)
      for (size_t k = 0; k < indent && from < end && body[from] == ' '; k++) from++;
    out += body.substr(from, end - from) + "\n";
    i = end + 1;
  }
  return out;
}

std::string indented(const std::string &s) {
  std::string out = "    ";
  for (char c : s) {
    out += c;
    if (c == '\n') out += "    ";
  }
  return out;
}

std::string haskell_list(const Strings &ws) {
  std::string out = "[";
  for (const std::string &w : ws) {
    out += out.size() > 1 ? ", \"" : "\"";
    for (char c : w) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += "\"";
  }
  return out + "]";
}

bool is_blank(const std::string &s) {
  static const std::string symbols = "!#$%&*+./<=>?@\\^|-~:";
  int depth = 0;
  for (size_t i = 0; i < s.size();) {
    if (s.compare(i, 2, "{-") == 0) depth++, i += 2;
    else if (depth > 0 && s.compare(i, 2, "-}") == 0) depth--, i += 2;
    else if (depth > 0 || std::isspace((unsigned char)s[i])) i++;
    else {
      const size_t end = std::min(s.find_first_not_of('-', i), s.size());
      if (end - i < 2 || (end < s.size() && symbols.find(s[end]) != symbols.npos)) return false;
      i = std::min(s.find('\n', i), s.size());
    }
  }
  return depth == 0;
}

}  // namespace gphc::session
