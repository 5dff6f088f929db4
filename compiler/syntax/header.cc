// header.cc: the pragmas before a file's first token, and the table of extensions.
//
// They decide how the rest is read (is it preprocessed? is `x#` a name?), so they are found by a scan of their own over
// white space and comments, before lexing and, for CPP, before preprocessing: lines that start with `#` are skipped
// too.
#include "syntax/header.h"

#include <algorithm>

#include "support/diag.h"

namespace gphc {

namespace {

enum class Status { On, Pragma, Unused, Missing };
struct Row {
  std::string_view name;
  Status status;
};
const Row kExtensions[] = {
#define EXTENSION(Name, status) {#Name, Status::status},
#include "syntax/extensions.def"
#undef EXTENSION
};

const Row *find(std::string_view name) {
  for (const Row &r : kExtensions)
    if (r.name == name) return &r;
  return nullptr;
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

}  // namespace

Span span_of(const SourceFile *file, size_t from, size_t to) {
  auto position = [&](size_t at, uint32_t *line, uint32_t *col) {
    size_t n = size_t(std::upper_bound(file->line_start.begin(), file->line_start.end(), uint32_t(at)) -
                      file->line_start.begin());
    *line = uint32_t(n ? n : 1);
    *col = 1;
    for (size_t i = n ? file->line_start[n - 1] : 0; i < at && i < file->text.size(); i++) {
      unsigned char c = (unsigned char)file->text[i];
      if (c == '\t') *col = (*col - 1) / 8 * 8 + 9;
      else if ((c & 0xC0) != 0x80) ++*col;
    }
  };
  Span s;
  s.file = file;
  position(from, &s.line, &s.col);
  position(to, &s.end_line, &s.end_col);
  return s;
}

HeaderPragmas scan_header(const SourceFile *file) {
  HeaderPragmas out;
  std::string_view t = file->text;
  size_t i = 0;
  auto at = [&](size_t k) { return k < t.size() ? t[k] : '\0'; };
  for (;;) {
    while (i < t.size() && is_space(t[i])) i++;
    bool line_start = i == 0 || t[i - 1] == '\n';
    if (at(i) == '#' && line_start) {
      while (i < t.size() && t[i] != '\n') i++;
      continue;
    }
    if (at(i) == '-' && at(i + 1) == '-') {
      while (i < t.size() && t[i] != '\n') i++;
      continue;
    }
    if (at(i) != '{' || at(i + 1) != '-') return out;
    size_t start = i, depth = 1;
    for (i += 2; i < t.size() && depth;) {
      if (at(i) == '-' && at(i + 1) == '}') {
        depth--;
        i += 2;
      } else if (at(i) == '{' && at(i + 1) == '-') {
        depth++;
        i += 2;
      } else i++;
    }
    if (at(start + 2) != '#') continue;
    size_t p = start + 3, end = i >= 3 ? i - 3 : i;
    while (p < end && is_space(t[p])) p++;
    std::string word;
    while (p < end && is_word(t[p])) word += char(t[p] >= 'a' && t[p] <= 'z' ? t[p] - 32 : t[p]), p++;
    bool language = word == "LANGUAGE";
    if (!language && word != "OPTIONS_GPHC" && word != "OPTIONS_GHC" && word != "OPTIONS") continue;
    while (p < end) {
      while (p < end && (is_space(t[p]) || (language && t[p] == ','))) p++;
      size_t from = p;
      while (p < end && !is_space(t[p]) && !(language && t[p] == ',')) p++;
      if (p > from) out.words.push_back({t.substr(from, p - from), span_of(file, from, p), language});
    }
  }
}

// GHC's -fglasgow-exts: of what it turns on, the extensions that are not always on here.
std::span<const char *const> glasgow_extensions() {
  static const char *const kNames[] = {"MagicHash", "UnboxedTuples", "RecursiveDo", "UnicodeSyntax"};
  return kNames;
}

void set_extension(Vec<Symbol> *in_force, std::string_view name) {
  const bool off = !find(name) && name.starts_with("No");
  const std::string_view bare = off ? name.substr(2) : name;
  if (!find(bare)) return;
  // Another name of the same, or of what is turned on with it (not off: as in GHC).
  constexpr std::pair<std::string_view, std::string_view> kAlso[] = {{"DoRec", "RecursiveDo"},
                                                                     {"RecursiveDo", "DoRec"}};
  auto set = [&](std::string_view which) {
    const std::string no = "No" + std::string(which);
    size_t kept = 0;
    for (Symbol s : *in_force)
      if (s.str() != which && s.str() != no) (*in_force)[kept++] = s;
    in_force->resize(kept);
    in_force->push_back(sym(off ? no : which));
  };
  set(bare);
  for (const auto &[one, other] : kAlso)
    if (bare == one) set(other);
  if (!off && bare == "Strict") set("StrictData");
}

bool cpp_after(std::string_view flag, bool on) {
  if (flag == "-cpp" || flag == "-XCPP") return true;
  return flag == "-XNoCPP" ? false : on;
}

bool is_extension(std::string_view name) {
  const Row *r = find(name);
  return (r && r->status != Status::Missing) || (!r && name.starts_with("No") && find(name.substr(2)));
}

bool check_extension(std::string_view name, Span span) {
  const Row *r = find(name);
  const std::string missing = "the extension " + std::string(name) + " is not implemented by gphc";
  if (r && r->status == Status::Unused) diags().cause(span, diag::UnsupportedExtension, missing);
  if (is_extension(name)) return true;
  Diagnostic &d =
      diags().error(span, diag::UnsupportedExtension, r ? missing : "unsupported extension: " + std::string(name));
  if (!r) {
    // A misspelling is often one letter away.
    for (const Row &k : kExtensions) {
      if (k.name.size() + 1 < name.size() || name.size() + 1 < k.name.size()) continue;
      size_t a = 0, b = 0;
      while (a < std::min(name.size(), k.name.size()) && name[a] == k.name[a]) a++;
      while (b < std::min(name.size(), k.name.size()) - a && name[name.size() - 1 - b] == k.name[k.name.size() - 1 - b])
        b++;
      if (a + b + 1 >= std::max(name.size(), k.name.size())) {
        d.hint("did you mean " + std::string(k.name) + "?");
        break;
      }
    }
  }
  return false;
}

}  // namespace gphc
