// diag.h: every message to the user. Each kind is a row of diag.def; text names only what the user wrote.
//
//   diags().error(span, diag::TypeMismatch, "couldn't match expected type `Int' with actual type `Bool'")
//       .note(span2, "in the first argument of `f'").hint("did you mean ...");
// A hint that takes a search is made when the message is shown: `when_shown`. Most of thousands of messages are not.
// Reporting continues; a phase ends in diags().stop_if_errors(), which prints what was collected (sorted by position,
// duplicates at one span dropped) and exits with 1.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "support/source.h"

namespace gphc {

namespace diag {
enum Kind : int {
#define DIAG(code, Name, severity, flag, summary) Name = code,
#include "support/diag.def"
#undef DIAG
};
}  // namespace diag

struct DiagNote {
  Span span;  // may be empty
  std::string text;
};

struct Diagnostic {
  Span span;
  diag::Kind kind{};
  bool is_warning = false, werror = false, is_cause = false;
  std::string text;
  std::vector<DiagNote> notes;
  std::function<void(Diagnostic &)> when_shown;  // adds notes
  Diagnostic &note(Span s, std::string t) {
    notes.push_back({s, std::move(t)});
    return *this;
  }
  Diagnostic &note(std::string t) { return note(Span{}, std::move(t)); }
  Diagnostic &hint(std::string t) { return note(Span{}, "hint: " + t); }
};

struct WarningOptions {
  bool werror = false;                 // -Werror
  std::vector<std::string> otherwise;  // names of those that -Werror=NAME, -Wwarn=NAME make what `werror` does not
  std::vector<std::string> warnings;   // names of the warnings that are on, without -W (e.g. "incomplete-patterns")
  bool operator==(const WarningOptions &) const = default;
};

struct DiagOptions : WarningOptions {  // the command line's
  bool json = false;                   // -fdiagnostics-format=json
  bool color = false;                  // -fdiagnostics-color=
  size_t max_errors = 50;
};

class Diagnostics {
 public:
  DiagOptions options;
  std::unordered_map<const SourceFile *, WarningOptions> of_file;  // where a pragma says something else
  Diagnostic &error(Span span, diag::Kind kind, std::string text);
  // A warning is kept only when the flag of its row in diag.def is on.
  Diagnostic &warn(Span span, diag::Kind kind, std::string text);
  // What may be the cause of errors: shown as one when there is an error in its file (in any, without a place).
  Diagnostic &cause(Span span, diag::Kind kind, std::string text);
  bool has_errors() const { return errors_ > 0; }
  size_t error_count() const { return errors_; }
  bool has_errors_in(const SourceFile *file) const;  // of those that are not printed yet
  void flush();                                      // prints and forgets what was collected
  void stop_if_errors();  // flush, then exit(1) if there was an error (or a warning under -Werror)
  bool is_on(diag::Kind kind, const SourceFile *file) const;
  // Functions to run before an exit(1) (removing partial outputs).
  std::vector<void (*)()> at_exit;

 private:
  std::vector<Diagnostic *> pending_;
  size_t errors_ = 0;
  size_t fatal_warnings_ = 0;  // under -Werror
  const WarningOptions &options_of(const SourceFile *file) const;
};

Diagnostics &diags();

// A one-line error without a position ("gphc: ..."), then exit 1. Without a kind: the compiler's own troubles.
[[noreturn]] void fatal(std::string text);
[[noreturn]] void fatal(diag::Kind kind, std::string text);

}  // namespace gphc
