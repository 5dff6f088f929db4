// statements.cc: see statements.h. What a statement is shows in its first words: an import, a declaration, a
// definition, a binding with `<-`, else an expression, which is printed.
#include "driver/statements.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>

#include "driver/paths.h"
#include "driver/prompt.h"

namespace gphc {
namespace {

// The words and symbols of a statement that tell what it is, at their depth in brackets; strings, characters and
// comments to the line's end are skipped.
struct Word {
  std::string text;
  int depth;
};
std::vector<Word> words_of(const std::string &s) {
  static const std::string symbols = "!#$%&*+./<=>?@\\^|-~:";
  std::vector<Word> words;
  int depth = 0;
  for (size_t i = 0; i < s.size();) {
    unsigned char c = (unsigned char)s[i];
    size_t from = i;
    if (std::isalpha(c) || c == '_') {
      // A qualified name, operators too, is one word.
      while (i < s.size() &&
             (std::isalnum((unsigned char)s[i]) || s[i] == '_' || s[i] == '\'' ||
              (s[i] == '.' && std::isupper(c) && i + 1 < s.size() && !std::isspace((unsigned char)s[i + 1])))) {
        if (s[i] == '.') c = (unsigned char)s[i + 1];
        i++;
      }
      words.push_back({s.substr(from, i - from), depth});
    } else if (c == '"') {
      for (i++; i < s.size() && s[i] != '"'; i++)
        if (s[i] == '\\') i++;
      i++;
    } else if (c == '\'') {
      size_t close = i + 1 < s.size() && s[i + 1] == '\\' ? s.find('\'', i + 3) : i + 2;
      i = close < s.size() && s[close] == '\'' ? close + 1 : i + 1;
    } else if (symbols.find(char(c)) != std::string::npos) {
      while (i < s.size() && symbols.find(s[i]) != std::string::npos) i++;
      words.push_back({s.substr(from, i - from), depth});
    } else {
      if (c == '(' || c == '[' || c == '{') depth++;
      if (c == ')' || c == ']' || c == '}') depth--;
      i++;
    }
  }
  return words;
}

StatementSort statement_sort(const std::vector<Word> &words) {
  static const std::vector<std::string> declares = {"data",   "newtype", "type",     "class",   "instance", "infix",
                                                    "infixl", "infixr",  "deriving", "foreign", "default"};
  // what an arrow or `=` after them belongs to
  static const std::vector<std::string> blocks = {"do", "mdo", "let", "case", "if", "where", "\\", "|", "::"};
  if (words.empty()) return StatementSort::Expression;
  if (words[0].text == "import") return StatementSort::Import;
  if (std::find(declares.begin(), declares.end(), words[0].text) != declares.end()) return StatementSort::Declaration;
  if (words[0].text == "let") {
    int open = 0;
    for (const Word &w : words) open += w.text == "let" ? 1 : w.text == "in" ? -1 : 0;
    return open > 0 ? StatementSort::Statement : StatementSort::Expression;
  }
  bool guards = false;
  for (const Word &w : words) {
    if (w.depth == 0 && w.text == "<-" && !guards) return StatementSort::Statement;
    if (w.depth == 0 && w.text == "=") return StatementSort::Definition;
    if (w.text == "|") {
      guards = true;
      continue;
    }
    if (w.depth == 0 && std::find(blocks.begin(), blocks.end(), w.text) != blocks.end()) break;
  }
  return StatementSort::Expression;
}

}  // namespace

StatementSort statement_sort(const std::string &statement) { return statement_sort(words_of(statement)); }

std::vector<std::string> mentioned_modules(const std::string &statement) {
  std::vector<std::string> out;
  for (const Word &w : words_of(statement)) {
    size_t dot = w.text.rfind('.');
    if (dot == std::string::npos || dot == 0 || !std::isupper((unsigned char)w.text[0])) continue;
    std::string module = w.text.substr(0, dot), path = stdlib_dir() + "/";
    for (char c : module) path += c == '.' ? '/' : c;
    if (module != "Prelude" &&
        (access((path + ".hs").c_str(), R_OK) == 0 || access((path + ".gph").c_str(), R_OK) == 0))
      out.push_back(module);
  }
  return out;
}

SourceFile *statements_module(const std::vector<std::string> &statements, bool in_module, SourceFile *shown) {
  struct Part {
    std::string text;
    std::vector<LineOrigin> origins;
  };
  Part head, imports, declarations, body;
  using Where = LineOrigin::Where;
  uint32_t line = 1;
  auto add = [&](Part &to, const std::string &text, uint32_t indent, Where where, uint32_t from) {
    for (size_t i = 0; i <= text.size();) {
      size_t end = std::min(text.find('\n', i), text.size());
      to.text += std::string(indent, ' ') + text.substr(i, end - i) + "\n";
      to.origins.push_back({from, indent, where});
      if (where == Where::Itself) from++;
      i = end + 1;
    }
  };
  for (const std::string &s : statements) {
    const uint32_t last = line + uint32_t(std::count(s.begin(), s.end(), '\n'));
    std::vector<Word> words = words_of(s);
    for (const std::string &module : mentioned_modules(s))
      add(imports, "import qualified " + module, 0, Where::Before, line);
    switch (statement_sort(words)) {
      case StatementSort::Import: add(imports, s, 0, Where::Itself, line); break;
      case StatementSort::Declaration: add(declarations, s, 0, Where::Itself, line); break;
      case StatementSort::Statement: add(body, s, 2, Where::Itself, line); break;
      case StatementSort::Definition:
        add(body, "  let", 0, Where::Before, line);
        add(body, s, 4, Where::Itself, line);
        break;
      case StatementSort::Expression:
        add(body, "  GPH.Eval.print (", 0, Where::Before, line);
        add(body, s, 4, Where::Itself, line);
        add(body, "    )", 0, Where::After, last);
        break;
    }
    shown->line_start.push_back(uint32_t(shown->text.size()));
    for (size_t i = 0; i < s.size(); i++)
      if (s[i] == '\n') shown->line_start.push_back(uint32_t(shown->text.size() + i + 1));
    shown->text += s + "\n";
    line = last + 1;
  }
  // The module's names, its main above all, are none that a program has. What is in scope in a module of the program
  // comes with that (ModuleGraphOptions::in_scope_of_second), its Prelude, too.
  const std::string start = kPromptMain;
  add(head,
      std::string("{-# LANGUAGE ExtendedDefaultRules, NoMonomorphismRestriction, NoImplicitPrelude #-}\nmodule ") +
          kPromptModule + " where\nimport qualified Prelude\nimport qualified GPH.Eval",
      0, Where::Before, 1);
  if (!in_module) add(head, "import Prelude", 0, Where::Before, 1);
  add(declarations, start + " :: GPH.Eval.Main\n" + start + " = do", 0, Where::Before, 1);
  add(body, "  GPH.Eval.done", 0, Where::After, line - 1);
  SourceFile *f = new SourceFile;
  for (const Part *p : {&head, &imports, &declarations, &body}) {
    f->text += p->text;
    f->origins.insert(f->origins.end(), p->origins.begin(), p->origins.end());
  }
  shown->path = "<interactive>";
  f->written = shown;
  return f;
}

}  // namespace gphc
