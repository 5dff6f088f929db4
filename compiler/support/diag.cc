// diag.cc: collects, sorts and prints messages. See diag.h.
#include "support/diag.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <tuple>

namespace gphc {

namespace {

struct Row {
  int code;
  const char *name;
  bool warning;
  const char *flag;
  const char *summary;
};
constexpr bool error = false, warning = true;
const Row kRows[] = {
#define DIAG(code, Name, severity, flag, summary) {code, #Name, severity, flag, summary},
#include "support/diag.def"
#undef DIAG
};

const Row &row(diag::Kind kind) {
  for (const Row &r : kRows)
    if (r.code == kind) return r;
  return kRows[0];
}

std::string json_escape(std::string_view s) {
  std::string out;
  for (char c : s) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') out += "\\n";
    else if (c == '\t') out += "\\t";
    else if ((unsigned char)c < 0x20) {
      char b[8];
      std::snprintf(b, sizeof b, "\\u%04x", c);
      out += b;
    } else out += c;
  }
  return out;
}

std::string place(Span s) { return s.file->path + ":" + std::to_string(s.line) + ":" + std::to_string(s.col); }

// The source line with carets below the span (tabs expanded so that the columns agree with Span's; other control
// characters, which a terminal would obey, and bytes that are not UTF-8, as U+FFFD).
std::string excerpt(Span s, bool color) {
  std::string_view line = s.file->line(s.line);
  if (line.size() > 2000) return "";
  std::string shown;
  uint32_t col = 1;
  for (size_t i = 0; i < line.size(); i++) {
    if (line[i] == '\t') {
      do {
        shown += ' ';
        col++;
      } while ((col - 1) % 8);
    } else if ((unsigned char)line[i] < ' ' || line[i] == 0x7F) {
      if (line[i] == '\r' && i + 1 == line.size()) continue;
      shown += "\xEF\xBF\xBD";
      col++;
    } else if (s.file->not_utf8 && line.substr(i, 2) == kBadByte) {
      shown += "\xEF\xBF\xBD";
      col++;
      i += 3;
    } else {
      shown += line[i];
      if ((line[i] & 0xC0) != 0x80) col++;
    }
  }
  uint32_t to = s.end_line == s.line && s.end_col > s.col ? s.end_col : (s.end_line > s.line ? col : s.col + 1);
  if (to > col + 1) to = col + 1;
  if (to <= s.col) to = s.col + 1;
  std::string num = std::to_string(s.line);
  std::string out =
      " " + num + " | " + shown + "\n" + std::string(num.size() + 1, ' ') + " | " + std::string(s.col - 1, ' ');
  if (color) out += "\033[1;31m";
  out += std::string(to - s.col, '^');
  if (color) out += "\033[0m";
  return out + "\n";
}

}  // namespace

Diagnostics &diags() {
  static Diagnostics d;
  return d;
}

// A file of another kind, as 10 MB of zeros, has an error a byte: they are not all kept until the phase ends.
constexpr size_t kMaxPending = 100'000;

Diagnostic &Diagnostics::error(Span span, diag::Kind kind, std::string text) {
  if (pending_.size() >= std::max(kMaxPending, 2 * options.max_errors)) stop_if_errors();
  errors_++;
  pending_.push_back(new Diagnostic{span, kind, false, false, false, std::move(text), {}, {}});
  return *pending_.back();
}

Diagnostic &Diagnostics::cause(Span span, diag::Kind kind, std::string text) {
  pending_.push_back(new Diagnostic{span, kind, false, false, true, std::move(text), {}, {}});
  return *pending_.back();
}

bool Diagnostics::has_errors_in(const SourceFile *file) const {
  return std::any_of(pending_.begin(), pending_.end(),
                     [&](const Diagnostic *d) { return !d->is_warning && !d->is_cause && d->span.file == file; });
}

const WarningOptions &Diagnostics::options_of(const SourceFile *file) const {
  auto own = of_file.find(file);
  return own == of_file.end() ? options : own->second;
}

bool Diagnostics::is_on(diag::Kind kind, const SourceFile *file) const {
  const Row &r = row(kind);
  const std::vector<std::string> &on = options_of(file).warnings;
  return std::find(on.begin(), on.end(), r.flag) != on.end();
}

Diagnostic &Diagnostics::warn(Span span, diag::Kind kind, std::string text) {
  static Diagnostic ignored;
  if (!is_on(kind, span.file)) {
    ignored = Diagnostic{};
    return ignored;
  }
  const WarningOptions &own = options_of(span.file);
  const bool werror =
      own.werror != (std::find(own.otherwise.begin(), own.otherwise.end(), row(kind).flag) != own.otherwise.end());
  fatal_warnings_ += werror;
  pending_.push_back(new Diagnostic{span, kind, true, werror, false, std::move(text), {}, {}});
  return *pending_.back();
}

void Diagnostics::flush() {
  std::fflush(stdout);
  for (Diagnostic *d : pending_) d->span = as_written(d->span);
  std::stable_sort(pending_.begin(), pending_.end(), [](const Diagnostic *a, const Diagnostic *b) {
    std::string_view fa = a->span ? std::string_view(a->span.file->path) : "",
                     fb = b->span ? std::string_view(b->span.file->path) : "";
    return std::tie(fa, a->span.line, a->span.col) < std::tie(fb, b->span.line, b->span.col);
  });
  size_t shown = 0;
  const Diagnostic *last = nullptr;
  std::vector<Diagnostic *> later;
  for (Diagnostic *d : pending_) {
    if (d->is_cause && !(d->span ? has_errors_in(d->span.file) : has_errors())) {
      later.push_back(d);
      continue;
    }
    if (last && last->span.file == d->span.file && last->span.line == d->span.line && last->span.col == d->span.col &&
        last->is_warning == d->is_warning && d->span)
      continue;
    last = d;
    if (!d->is_warning && ++shown > options.max_errors) {
      std::fprintf(stderr, "gphc: more than %zu errors; the rest is not shown\n", options.max_errors);
      break;
    }
    if (d->when_shown) d->when_shown(*d);
    for (DiagNote &n : d->notes) n.span = as_written(n.span);
    bool as_error = !d->is_warning || d->werror;
    const char *sev = as_error ? "error" : "warning";
    if (options.json) {
      std::string s =
          "{\"severity\":\"" + std::string(sev) + "\",\"code\":\"GPH-" + std::to_string(int(d->kind)) + "\"";
      if (d->span)
        s += ",\"file\":\"" + json_escape(d->span.file->path) + "\",\"line\":" + std::to_string(d->span.line) +
             ",\"column\":" + std::to_string(d->span.col) + ",\"endLine\":" + std::to_string(d->span.end_line) +
             ",\"endColumn\":" + std::to_string(d->span.end_col);
      s += ",\"message\":\"" + json_escape(d->text) + "\",\"notes\":[";
      for (size_t i = 0; i < d->notes.size(); i++)
        s += (i ? ",\"" : "\"") +
             json_escape((d->notes[i].span ? place(d->notes[i].span) + ": " : "") + d->notes[i].text) + "\"";
      std::fprintf(stderr, "%s]}\n", s.c_str());
      continue;
    }
    std::string out;
    const char *on = options.color ? (as_error ? "\033[1;31m" : "\033[1;35m") : "",
               *off = options.color ? "\033[0m" : "";
    out += d->span ? place(d->span) + ": " : "gphc: ";
    out += on + std::string(sev) + ":" + off + " [GPH-" + std::to_string(int(d->kind)) + "]";
    if (d->is_warning) out += std::string(d->werror ? " [-Werror=" : " [-W") + row(d->kind).flag + "]";
    out += " " + d->text + "\n";
    if (d->span) out += excerpt(d->span, options.color);
    for (const DiagNote &n : d->notes) {
      out += "    ";
      if (n.span) out += place(n.span) + ": ";
      for (char c : n.text) {
        out += c;
        if (c == '\n') out += "    ";
      }
      out += "\n";
    }
    std::fputs(out.c_str(), stderr);
  }
  pending_ = std::move(later);
}

void Diagnostics::stop_if_errors() {
  flush();
  if (errors_ == 0 && fatal_warnings_ == 0) return;
  for (void (*f)() : at_exit) f();
  std::fflush(stdout);
  std::_Exit(1);
}

void fatal(diag::Kind kind, std::string text) {
  diags().error(Span{}, kind, std::move(text));
  diags().stop_if_errors();
  std::_Exit(1);
}

void fatal(std::string text) {
  diags().flush();
  std::fprintf(stderr, "gphc: %s\n", text.c_str());
  for (void (*f)() : diags().at_exit) f();
  std::fflush(stdout);
  std::_Exit(1);
}

}  // namespace gphc
