// library_index.cc: the export lists of the stdlib's modules, read as words. See library_index.h.
//
// A program loads only the modules that it imports, so the renamer cannot know who else would export a name. Here every
// module's text is read up to the `where` of its header, without parsing: a word between the parentheses is an export,
// `module M` stands for what M exports. That is near enough for a hint, and takes some
// milliseconds. What `T(..)` brings is read off the declarations of T at the margin of any module.
#include "driver/library_index.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "driver/files.h"
#include "rename/scope.h"

namespace gphc {

namespace {

// What a module exports: types and classes, values, and types with all their parts; modules of which it exports what it
// imports.
struct Exports {
  std::set<std::string> types, values, with_parts;
  std::vector<std::string> modules;
};

struct Index {
  std::map<std::string, Exports> modules;
  // Constructors, fields and methods of a type or class, whatever module it is from.
  std::map<std::string, std::set<std::string>> parts;
};

std::string g_dir;

bool in_word(char c) { return std::isalnum((unsigned char)c) || c == '_' || c == '\'' || c == '.'; }
bool in_operator(char c) { return std::string_view("!#$%&*+/<=>?@\\^|-~:.").find(c) != std::string_view::npos; }
bool is_capital(const std::string &word) { return std::isupper((unsigned char)word[0]) || word[0] == ':'; }
std::string unqualified(const std::string &word) {
  const size_t dot = word.rfind('.');
  return dot == word.npos || dot + 1 == word.size() || !in_word(word[0]) ? word : word.substr(dot + 1);
}

// The next name, operator or single character from i on, which goes behind it; "" at the end. Comments, pragmas and
// lines of the preprocessor are left out.
std::string next_word(const std::string &text, size_t *at) {
  for (size_t i = *at; i < text.size();) {
    const char c = text[i];
    if ((text.compare(i, 2, "--") == 0 &&
         !in_operator(i + 2 < text.size() && text[i + 2] != '-' ? text[i + 2] : ' ')) ||
        (c == '#' && (i == 0 || text[i - 1] == '\n'))) {
      while (i < text.size() && text[i] != '\n') i++;
      continue;
    }
    if (text.compare(i, 2, "{-") == 0) {
      const size_t end = text.find("-}", i + 2);
      i = end == text.npos ? text.size() : end + 2;
      continue;
    }
    if (std::isspace((unsigned char)c)) {
      i++;
      continue;
    }
    const size_t from = i;
    if (in_word(c) && c != '.') {
      while (i < text.size() && in_word(text[i])) i++;
      while (i < text.size() && text[i] == '#') i++;  // MagicHash
      if (text[i - 1] == '.') i--;                    // a type's `forall a.'
    } else if (in_operator(c)) {
      while (i < text.size() && in_operator(text[i])) i++;
    } else i++;
    *at = i;
    return text.substr(from, i - from);
  }
  *at = text.size();
  return "";
}

// The export list, up to the `where` of the header.
Exports read_header(const std::string &text) {
  Exports out;
  int depth = 0;
  std::string item, before;  // the type that an open parenthesis belongs to; the word before this one
  bool pattern = false;
  size_t at = 0;
  if (next_word(text, &at) != "module") return out;
  for (std::string word; !(word = next_word(text, &at)).empty(); before = word) {
    if (depth == 0 && word == "where") return out;
    if (word == "(" || word == ")") {
      depth += word == "(" ? 1 : -1;
    } else if (word == ",") {
      if (depth == 1) item.clear();
    } else if (depth == 0 || word == "module" || word == "type") {
    } else if (before == "module") {
      out.modules.push_back(word);
    } else if (word == "..") {
      out.with_parts.insert(item);
    } else if (word == "pattern") {
      pattern = true;
      continue;
    } else if (in_word(word[0]) || in_operator(word[0])) {
      // An operator of the list has parentheses of its own; what stands deeper is a part.
      const bool part = !item.empty() || pattern;
      if (!part && is_capital(unqualified(word))) out.types.insert(item = unqualified(word));
      else out.values.insert(unqualified(word));
      pattern = false;
    }
  }
  return {};  // no header
}

// The parts of what a declaration at the margin declares.
void read_declaration(const std::string &text, Index *out) {
  size_t at = 0;
  const std::string keyword = next_word(text, &at);
  std::vector<std::string> words;
  for (std::string word; !(word = next_word(text, &at)).empty();) words.push_back(word);
  size_t start = 0;
  for (size_t i = 0; i < words.size() && words[i] != "=" && words[i] != "where"; i++)
    if (words[i] == "=>") start = i + 1;
  if (start >= words.size()) return;
  std::set<std::string> &parts = out->parts[words[start]];
  if (keyword == "class") {
    // names before `::`, with commas between them; operators in parentheses
    for (size_t i = start; i < words.size(); i++)
      for (size_t k = i; words[i] == "::" && k > start + 2; k--) {
        const bool symbol = words[k - 1] == ")";
        parts.insert(words[symbol ? k - 2 : k - 1]);
        k -= symbol ? 3 : 1;
        if (words[k - 1] != ",") break;
      }
    return;
  }
  int depth = 0;
  bool constructor = false, field = false;
  for (size_t i = start; i < words.size() && words[i] != "deriving"; i++) {
    const std::string &w = words[i];
    if (w == "(" || w == "[") depth++;
    else if (w == ")" || w == "]") depth--;
    else if (depth == 0 && (w == "=" || w == "|")) constructor = true;
    else if (w == "{" || (w == "," && depth == 0)) field = true;
    else if (w == "::" || w == "}") field = false;
    else if (field && in_word(w[0])) parts.insert(w);
    else if (depth == 0 && w[0] == ':' && w != ":") parts.insert(w), constructor = false;
    else if (depth == 0 && constructor && std::isupper((unsigned char)w[0])) {
      const bool infix = i + 1 < words.size() && words[i + 1][0] == ':' && words[i + 1] != "::";
      if (!infix) parts.insert(w);
      constructor = false;
    }
  }
}

void read_declarations(const std::string &text, Index *out) {
  for (const char *keyword : {"\nclass ", "\ndata ", "\nnewtype "})
    for (size_t at = text.find(keyword); at != text.npos; at = text.find(keyword, at + 1)) {
      size_t end = at + 1;
      do end = text.find('\n', end + 1);
      while (end != text.npos && end + 1 < text.size() && (text[end + 1] == ' ' || text[end + 1] == '\n'));
      read_declaration(text.substr(at + 1, end == text.npos ? end : end - at - 1), out);
    }
}

const Index &index() {
  static Index all;
  if (!all.modules.empty()) return all;
  namespace fs = std::filesystem;
  std::error_code ec;
  for (fs::recursive_directory_iterator it(g_dir, ec), end; !ec && it != end; it.increment(ec)) {
    std::string path = it->path().string(), ext = it->path().extension().string();
    if (ext != ".hs" && ext != ".gph") continue;
    std::string name = path.substr(g_dir.size(), path.size() - g_dir.size() - ext.size());
    name.erase(0, name.find_first_not_of('/'));
    std::replace(name.begin(), name.end(), '/', '.');
    const std::string text = read_file(path);
    all.modules[name] = read_header(text);
    read_declarations(text, &all);
  }
  for (auto &[name, exports] : all.modules)
    for (const std::string &type : exports.with_parts)
      if (auto parts = all.parts.find(type); parts != all.parts.end())
        exports.values.insert(parts->second.begin(), parts->second.end());
  return all;
}

bool provides(const std::string &module, const std::string &name, NameSpace ns, int depth) {
  auto it = index().modules.find(module);
  if (it == index().modules.end()) return false;
  if ((ns == NameSpace::Type ? it->second.types : it->second.values).count(name)) return true;
  if (depth == 0) return false;
  for (const std::string &m : it->second.modules)
    if (m != module && provides(m, name, ns, depth - 1)) return true;
  return false;
}

// Of several modules that export a name, the one that a program would import: what most programs mean by it comes
// first. All others come after these, by their names.
const char *const kWellKnown[] = {
#define WELL_KNOWN(module) module,
#include "driver/well_known_modules.def"
#undef WELL_KNOWN
};
size_t rank(const std::string &module) {
  constexpr size_t kWell = std::size(kWellKnown);
  for (size_t i = 0; i < kWell; i++)
    if (module == kWellKnown[i]) return i;
  if (module.starts_with("GHC.")) return kWell + 2;  // for want of others
  for (const char *part : {".Internal", ".Base", ".Unsafe", ".Safe"})
    if (module.find(part) != module.npos) return kWell + 1;
  return kWell;
}

// Without the internal modules, best first.
std::vector<std::string> exporters(Symbol occ, NameSpace ns) {
  std::vector<std::string> found;
  for (const auto &[module, exports] : index().modules)
    if (!module.starts_with("GPH.") && provides(module, occ.string(), ns, 3)) found.push_back(module);
  std::sort(found.begin(), found.end(), [](const std::string &a, const std::string &b) {
    return std::tuple(rank(a), a.size(), a) < std::tuple(rank(b), b.size(), b);
  });
  return found;
}

std::vector<std::string> modules_like(Symbol qual) {
  std::vector<std::string> found;
  std::string suffix = "." + qual.string();
  for (auto &[module, exports] : index().modules)
    if (!module.starts_with("G") && (module == qual.str() || module.ends_with(suffix))) found.push_back(module);
  std::sort(found.begin(), found.end(),
            [](const std::string &a, const std::string &b) { return std::pair(a.size(), a) < std::pair(b.size(), b); });
  return found;
}

}  // namespace

void use_library_index(const std::string &stdlib_dir) {
  g_dir = stdlib_dir;
  g_library_exporters = exporters;
  g_library_modules = modules_like;
}

}  // namespace gphc
