// library_index.cc: the export lists of the stdlib's modules, read as words. See library_index.h.
//
// A program loads only the modules that it imports, so the renamer cannot know who else would export a name. Here every
// module's text is read up to the `where` of its header, without parsing: a word between the parentheses is an export,
// `module M` stands for what M exports, `T(..)` for T alone. That is near enough for a hint, and takes some
// milliseconds.
#include "driver/library_index.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "driver/files.h"
#include "rename/scope.h"

namespace gphc {

namespace {

struct Exports {
  std::set<std::string> names;
  std::vector<std::string> modules;
};

std::string g_dir;

bool in_word(char c) { return std::isalnum((unsigned char)c) || c == '_' || c == '\'' || c == '.'; }
bool in_operator(char c) { return std::string_view("!#$%&*+/<=>?@\\^|-~:.").find(c) != std::string_view::npos; }

// The words of a module's header, comments and pragmas left out; stops at `where` outside of parentheses.
Exports read_header(const std::string &text) {
  Exports out;
  int depth = 0;
  bool named = false, reexport = false;
  for (size_t i = 0; i < text.size();) {
    char c = text[i];
    if (text.compare(i, 2, "--") == 0 && !in_operator(i + 2 < text.size() && text[i + 2] != '-' ? text[i + 2] : ' ')) {
      while (i < text.size() && text[i] != '\n') i++;
    } else if (text.compare(i, 2, "{-") == 0) {
      size_t end = text.find("-}", i + 2);
      i = end == text.npos ? text.size() : end + 2;
    } else if (c == '(' || c == ')') {
      depth += c == '(' ? 1 : -1;
      i++;
    } else if (in_word(c) && c != '.') {
      size_t from = i;
      while (i < text.size() && in_word(text[i])) i++;
      std::string word = text.substr(from, i - from);
      if (depth == 0 && word == "where") return out;
      if (depth == 0 && named) continue;
      if (word == "module") {
        reexport = true;
        named = true;
      } else if (depth > 0 && reexport) {
        out.modules.push_back(word);
        reexport = false;
      } else if (depth > 0) out.names.insert(word.substr(word.rfind('.') == word.npos ? 0 : word.rfind('.') + 1));
      else reexport = false;
    } else if (in_operator(c)) {
      size_t from = i;
      while (i < text.size() && in_operator(text[i])) i++;
      if (depth > 0) out.names.insert(text.substr(from, i - from));
    } else {
      i++;
    }
  }
  return {};  // no header
}

const std::map<std::string, Exports> &index() {
  static std::map<std::string, Exports> all;
  if (!all.empty()) return all;
  namespace fs = std::filesystem;
  std::error_code ec;
  for (fs::recursive_directory_iterator it(g_dir, ec), end; !ec && it != end; it.increment(ec)) {
    std::string path = it->path().string(), ext = it->path().extension().string();
    if (ext != ".hs" && ext != ".gph") continue;
    std::string name = path.substr(g_dir.size(), path.size() - g_dir.size() - ext.size());
    name.erase(0, name.find_first_not_of('/'));
    std::replace(name.begin(), name.end(), '/', '.');
    all[name] = read_header(read_file(path));
  }
  return all;
}

bool provides(const std::string &module, const std::string &name, int depth) {
  auto it = index().find(module);
  if (it == index().end()) return false;
  if (it->second.names.count(name)) return true;
  if (depth == 0) return false;
  for (const std::string &m : it->second.modules)
    if (m != module && provides(m, name, depth - 1)) return true;
  return false;
}

// What a program would import: not the internal modules, and GHC's only for want of others.
std::vector<std::string> exporters(Symbol occ) {
  std::vector<std::string> found, ghc;
  for (auto &[module, exports] : index()) {
    if (module.starts_with("GPH.") || !provides(module, occ.string(), 3)) continue;
    (module.starts_with("GHC.") ? ghc : found).push_back(module);
  }
  return found.empty() ? ghc : found;
}

std::vector<std::string> modules_like(Symbol qual) {
  std::vector<std::string> found;
  std::string suffix = "." + qual.string();
  for (auto &[module, exports] : index())
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
