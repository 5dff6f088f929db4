// options.cc: the parser of gphc's command line. The table is options.def; GHC's spelling and habits (flags and files
// in any order, the last of several wins) are kept.
#include "driver/options.h"
#include "version.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "driver/paths.h"
#include "rename/rename.h"
#include "support/diag.h"
#include "support/spelling.h"
#include "syntax/ast.h"
#include "syntax/header.h"

namespace gphc {

bool Options::dump(const char *what) const {
  for (const std::string &d : dumps)
    if (d == what || d == "all") return true;
  return false;
}

namespace {

enum Arg { None, Joined, Separate, Either, Equals, OptEquals, EqualsOrSeparate, Prefix };

Span g_pragma;  // the word of an OPTIONS pragma that is read; none: the command line is
// What is wrong in an OPTIONS pragma was perhaps meant for another compiler: no reason to refuse the program.
Diagnostic &complain(const std::string &text, diag::Kind kind = diag::BadOption) {
  if (g_pragma) return diags().warn(g_pragma, diag::UnknownPragma, "in an OPTIONS pragma: " + text);
  return diags().error(Span{}, kind, text);
}

// " (did you mean X?)", or what to do instead.
std::string did_you_mean(const std::string &word, const std::vector<std::string> &all, const std::string &otherwise) {
  std::string near = nearest_word(word, all);
  return near.empty() ? otherwise : " (did you mean `" + near + "'?)";
}

void split_paths(const std::string &v, std::vector<std::string> *out) {
  if (v.empty()) {
    out->clear();
    return;
  }
  std::stringstream s(v);
  std::string part;
  while (std::getline(s, part, ':'))
    if (!part.empty()) out->push_back(part);
}

int to_int(const char *flag, const std::string &v, long lo, long hi) {
  char *end;
  long n = std::strtol(v.c_str(), &end, 10);
  if (v.empty() || *end || n < lo || n > hi) {
    complain(std::string(flag) + " wants a number from " + std::to_string(lo) + " to " + std::to_string(hi) +
             ", not `" + v + "'");
    return int(lo);
  }
  return int(n);
}

std::string choice(const char *flag, const std::string &v, const std::vector<std::string> &all) {
  if (std::find(all.begin(), all.end(), v) != all.end()) return v;
  std::string list;
  for (const std::string &s : all) list += (list.empty() ? "" : ", ") + s;
  complain(std::string(flag) + " does not know `" + v + "'" + did_you_mean(v, all, " (it knows: " + list + ")"));
  return all[0];
}

std::vector<std::string> &pass_names() {
  static std::vector<std::string> names;
  return names;
}
// What -dstop-after and -dpasses take; with -dpasses `simplify:2' is the simplifier's phase 2.
void check_pass(const char *flag, const std::string &v, bool phase) {
  const std::string name = phase ? v.substr(0, v.find(':')) : v;
  if (std::find(pass_names().begin(), pass_names().end(), name) != pass_names().end()) return;
  std::string list;
  for (const std::string &s : pass_names()) list += (list.empty() ? "" : ", ") + s;
  complain((v.empty() ? std::string(flag) + " wants the name of a pass"
                      : std::string(flag) + " does not know the pass `" + v + "'") +
           did_you_mean(name, v.empty() ? std::vector<std::string>{} : pass_names(), ""))
      .note("the passes: " + list);
}
void check_passes(const char *flag, const std::string &v) {
  for (size_t from = 0; from <= v.size();) {
    const size_t comma = std::min(v.find(',', from), v.size());
    check_pass(flag, v.substr(from, comma - from), true);
    from = comma + 1;
  }
}
std::vector<std::string> dump_names() {
  std::vector<std::string> all = {"tokens", "parsed", "rn",  "tc", "ds",   "core", "simpl", "prep",
                                  "par",    "stg",    "low", "c",  "llvm", "asm",  "all"};
  all.insert(all.end(), pass_names().begin(), pass_names().end());
  return all;
}

void check_package(const std::string &name) {
  static const char *const kCovered[] = {
      "base",      "ghc-prim", "array",    "containers", "deepseq",    "mtl",      "transformers", "stm",
      "random",    "splitmix", "parallel", "pretty",     "bytestring", "text",     "parsec",       "vector",
      "primitive", "time",     "old-time", "process",    "directory",  "filepath", "exceptions",   "monad-par"};
  std::string bare =
      name.substr(0, name.find_last_of('-') != std::string::npos && std::isdigit((unsigned char)name.back())
                         ? name.find_last_of('-')
                         : name.size());
  for (const char *p : kCovered)
    if (bare == p || name == p) return;
  complain("package `" + name + "' is not covered by gphc's library" +
               did_you_mean(bare, {std::begin(kCovered), std::end(kCovered)}, ""),
           diag::BadPackage);
}

const char *const kDefaultWarnings[] = {"deprecations", "overlapping-patterns", "missing-methods", "missing-fields",
                                        "tabs",         "unrecognised-pragmas"};
const char *const kWall[] = {"incomplete-patterns",    "unused-binds",   "unused-imports", "unused-matches",
                             "missing-signatures",     "name-shadowing", "type-defaults",  "orphans",
                             "incomplete-uni-patterns"};

struct WarningName {
  const char *flag;
};
const WarningName kWarnings[] = {
#define WARNING_error(flag)
#define WARNING_warning(flag) {flag},
#define DIAG(code, Name, severity, flag, summary) WARNING_##severity(flag)
#include "support/diag.def"
#undef DIAG
};

void turn(const std::string &name, bool on) {
  std::vector<std::string> &w = diags().options.warnings;
  w.erase(std::remove(w.begin(), w.end(), name), w.end());
  if (on) w.push_back(name);
}

// clang-format off
const char *const kAcceptedWarnings[] = {
    "unused-do-bind", "unused-pattern-binds", "missing-export-lists", "missing-local-signatures", "identities",
    "dodgy-imports", "dodgy-exports", "duplicate-exports", "redundant-constraints", "monomorphism-restriction",
    "incomplete-record-updates", "partial-fields", "missing-home-modules", "wrong-do-bind",
    "noncanonical-monad-instances", "star-is-type", "missing-deriving-strategies", "unticked-promoted-constructors",
    "implicit-prelude", "unused-foralls", "deferred-type-errors", "missing-pattern-synonym-signatures",
    "simplifiable-class-constraints", "unused-packages", "missing-import-lists", "unsafe", "safe",
    "warnings-deprecations", "compat-unqualified-imports"};
// clang-format on

// The warnings that a name of -W stands for: one, or a group's. GHC's other names are accepted, and stand for none.
// False: it does not exist.
bool warnings_named(std::string name, std::vector<std::string> *out) {
  if (name == "all" || name == "extra" || name == "everything" || name == "compat" || name == "default") {
    out->assign(std::begin(kDefaultWarnings), std::end(kDefaultWarnings));
    if (name != "default" && name != "compat") out->insert(out->end(), std::begin(kWall), std::end(kWall));
    return true;
  }
  if (name == "unused-top-binds" || name == "unused-local-binds") name = "unused-binds";
  if (name == "unrecognized-pragmas") name = "unrecognised-pragmas";
  for (const WarningName &w : kWarnings)
    if (name == w.flag) {
      out->push_back(name);
      return true;
    }
  return std::find(std::begin(kAcceptedWarnings), std::end(kAcceptedWarnings), name) != std::end(kAcceptedWarnings);
}

// -W, -Wall, -Wextra, -Werror, -WNAME, -Wno-NAME; -Werror=NAME, -Wwarn=NAME, -Wno-error=NAME. The last word about a
// warning holds.
void set_warning(const std::string &v) {
  WarningOptions &w = diags().options;
  if (v == "error" || v == "no-error" || v == "warn") {
    w.werror = v == "error";
    w.otherwise.clear();
    return;
  }
  const bool is_no = v.rfind("no-", 0) == 0;
  std::string name = is_no ? v.substr(3) : v, prefix = is_no ? "no-" : "";
  bool makes_error = false, makes_warning = false;
  for (const char *p : {"error=", "warn="})
    if (name.rfind(p, 0) == 0 && !(is_no && p[0] == 'w')) {
      makes_error = !is_no && p[0] == 'e';
      makes_warning = !makes_error;
      prefix += p;
      name = name.substr(std::strlen(p));
    }
  std::vector<std::string> named;
  if (!warnings_named(v.empty() ? "all" : name, &named)) {
    std::vector<std::string> all = {"all", "extra", "everything", "compat", "default"};
    if (prefix.empty() || prefix == "no-") all.push_back("error");
    for (const WarningName &known : kWarnings) all.push_back(known.flag);
    if (name.empty()) {
      std::string list;
      for (const std::string &a : all) list += (list.empty() ? "" : ", ") + a;
      complain("-W" + v + " wants the name of a warning: " + list);
      return;
    }
    all.insert(all.end(), std::begin(kAcceptedWarnings), std::end(kAcceptedWarnings));
    for (std::string &a : all) a = "-W" + prefix + a;
    complain("unknown warning `-W" + v + "'" + did_you_mean("-W" + v, all, ""));
    return;
  }
  for (const std::string &n : named) {
    if (!makes_warning) turn(n, !is_no);
    if (!makes_error && !makes_warning) continue;
    std::erase(w.otherwise, n);
    if (makes_error != w.werror) w.otherwise.push_back(n);
  }
}

std::vector<std::string> flag_names();

// Optimisations by GHC's names change no program's meaning: they are passed on to the optimiser, which heeds those it
// has.
// clang-format off
const char *const kOptimisations[] = {
    "case-merge", "case-folding", "cse", "stg-cse", "dicts-cheap", "dicts-strict", "do-eta-reduction",
    "do-lambda-eta-expansion", "pedantic-bottoms", "enable-rewrite-rules", "excess-precision",
    "expose-all-unfoldings", "float-in", "full-laziness", "fun-to-thunk", "ignore-asserts", "late-dmd-anal",
    "late-specialise", "liberate-case", "loopification", "omit-yields", "par-base-cases", "spec-constr", "spec-constr-keen",
    "specialise", "specialise-aggressively", "cross-module-specialise", "solve-constant-dicts",
    "static-argument-transformation", "stg-lift-lams", "strictness", "unbox-small-strict-fields",
    "unbox-strict-fields", "worker-wrapper", "cpr-anal", "exitification", "ignore-interface-pragmas",
    "omit-interface-pragmas", "max-worker-args", "simplifier-phases", "max-simplifier-iterations",
    "spec-constr-count", "spec-constr-threshold", "unfolding-creation-threshold", "unfolding-use-threshold",
    "unfolding-dict-discount", "unfolding-fun-discount", "unfolding-keeness-factor", "liberate-case-threshold",
    "simpl-tick-factor", "context-stack", "constraint-solver-iterations", "asm", "PIC"};
// clang-format on

// NAME, no-NAME or NAME=VALUE: one of those, or a pass
bool is_optimisation(const std::string &v) {
  std::string name = v.substr(0, v.find('='));
  if (name.rfind("no-", 0) == 0) name = name.substr(3);
  return v == "glasgow-exts" ||
         std::find(std::begin(kOptimisations), std::end(kOptimisations), name) != std::end(kOptimisations) ||
         std::find(pass_names().begin(), pass_names().end(), name) != pass_names().end();
}

// Every flag, for "did you mean".
std::vector<std::string> all_flag_names() {
  std::vector<std::string> all = flag_names();
  all.push_back("-fglasgow-exts");
  for (const char *no : {"-f", "-fno-"}) {
    for (const char *n : kOptimisations) all.push_back(no + std::string(n));
    for (const std::string &n : pass_names()) all.push_back(no + n);
  }
  return all;
}

void optimiser_flag(Options &o, const std::string &v) {
  if (!is_optimisation(v))
    complain("unknown flag `-f" + v + "'" + did_you_mean("-f" + v, all_flag_names(), " (gphc --help lists the flags)"));
  else if (v == "glasgow-exts")
    for (const char *x : glasgow_extensions()) o.extensions.push_back(sym(x));
  else if (v == "full-laziness") o.opt_flags.push_back("float-out");  // GHC's name of the pass
  else if (v == "no-full-laziness") o.opt_flags.push_back("no-float-out");
  else o.opt_flags.push_back(v);
}

void set_color(const std::string &v) { diags().options.color = v == "always" || (v == "auto" && isatty(2)); }

struct Flag {
  const char *section;  // not null: a heading
  const char *name;
  Arg arg;
  const char *arg_name;
  bool pragma;
  void (*set)(Options &o, const std::string &v);
  const char *help;
};

const Flag kFlags[] = {
#define SECTION(title) {title, nullptr, None, nullptr, false, nullptr, nullptr},
#define FLAG(name, arg, arg_name, pragma, effect, help) \
  {nullptr, \
   name, \
   arg, \
   arg_name, \
   pragma, \
   [](Options &o, const std::string &v) { \
     (void)o; \
     (void)v; \
     effect \
   }, \
   help},
#include "driver/options.def"
#undef FLAG
#undef SECTION
};

// Flags of GHC that mean something here only later or never: each is refused in so many words.
struct Refused {
  const char *name;
  const char *why;
};
const Refused kRefused[] = {
    {"-prof",
     "profiling is not available at compile time, and needs no other build: +RTS -p (time) and -h (heap) profile any "
     "program"},
    {"-dynamic", "programs are linked statically with their runtime"},
    {"-shared", "gphc does not make shared libraries"},
};

std::vector<std::string> flag_names() {
  std::vector<std::string> all;
  for (const Flag &f : kFlags)
    if (f.name) all.push_back(f.name);
  for (const Refused &r : kRefused) all.push_back(r.name);
  return all;
}

bool starts_with(const std::string &s, const std::string &p) { return s.compare(0, p.size(), p) == 0; }

// Flags of GHC that a pragma may have and that mean nothing here.
bool is_ghc_flag(const std::string &flag) {
  static const char *const kLists[] = {
#define GHC_FLAGS(names) " " names " ",
#include "driver/ghc_flags.def"
#undef GHC_FLAGS
  };
  for (const char *family : {"-ddump-", "-dsuppress-", "-dppr-", "-pgm", "-opt"})
    if (flag.starts_with(family)) return true;
  std::string name = flag.substr(0, flag.find('='));
  while (name.size() > 2 && std::isdigit((unsigned char)name.back())) name.pop_back();
  if (name.starts_with("-fno-") || name.starts_with("-dno-")) name.erase(2, 3);
  return std::any_of(std::begin(kLists), std::end(kLists),
                     [&](const char *names) { return std::strstr(names, (" " + name + " ").c_str()) != nullptr; });
}

// The flag that a word is, the longest of several; `in_pragma`: of those that may stand there.
struct Match {
  const Flag *flag = nullptr;
  std::string value;
  bool needs_next = false;   // its value is the next word
  bool lacks_value = false;  // it ends where `=' should be
};
Match match_flag(const std::string &a, bool in_pragma) {
  Match best;
  size_t best_len = 0;
  for (const Flag &f : kFlags) {
    if (!f.name || (in_pragma && !f.pragma)) continue;
    const size_t n = std::strlen(f.name);
    if (n < best_len || !starts_with(a, f.name)) continue;
    const bool whole = a.size() == n;
    Match m{&f, {}, false, false};
    switch (f.arg) {
        // clang-format off
      case None: if (!whole) continue; break;
      case Joined: if (whole) continue; m.value = a.substr(n); break;
      case Separate: if (!whole) continue; m.needs_next = true; break;
      case Either: if (whole) m.needs_next = true; else m.value = a.substr(n); break;
      case Equals: if (whole) m.lacks_value = true; else { if (a[n] != '=') continue; m.value = a.substr(n + 1); } break;
      case OptEquals: if (!whole) { if (a[n] != '=') continue; m.value = a.substr(n + 1); m.lacks_value = m.value.empty(); } break;
      case EqualsOrSeparate: if (whole) m.needs_next = true; else { if (a[n] != '=') continue; m.value = a.substr(n + 1); } break;
      case Prefix: m.value = a.substr(n); break;
        // clang-format on
    }
    best = m;
    best_len = n;
  }
  return best;
}

// Tries to read argv[*i] as a flag; true when it was one (an error about it counts).
bool take_flag(Options &o, const std::vector<std::string> &args, size_t *i, bool in_pragma) {
  Match m = match_flag(args[*i], in_pragma);
  if (!m.flag) return false;
  const std::string name = m.flag->name;
  if (m.lacks_value) {
    complain(name + " wants a value: " + name + "=" + m.flag->arg_name);
    return true;
  }
  // -o, -i, -l, -L, -D, -X, -optc alone take the next word, as GHC's do; -i alone empties the list.
  if (m.flag->arg == Prefix && m.value.empty() && name != "-i" && name != "-W" && name != "-fwarn-" &&
      name != "-fno-warn-" && name != "-j")
    m.needs_next = true;
  if (m.value.empty() && name == "-j" && *i + 1 < args.size() && !args[*i + 1].empty() &&
      args[*i + 1].find_first_not_of("0123456789") == std::string::npos)
    m.needs_next = true;
  if (m.needs_next) {
    if (*i + 1 >= args.size() || args[*i + 1].empty()) {
      complain(name + " wants an argument: " + m.flag->arg_name);
      ++*i;  // the empty one
      return true;
    }
    m.value = args[++*i];
  }
  m.flag->set(o, m.value);
  return true;
}

bool has_suffix(const std::string &s, const char *suffix) {
  size_t n = std::strlen(suffix);
  return s.size() > n && s.compare(s.size() - n, n, suffix) == 0;
}

void take_input(Options &o, const std::string &a) {
  for (const char *s : {".gph", ".hs", ".lgph", ".lhs", ".core"})
    if (has_suffix(a, s)) {
      o.sources.push_back(a);
      return;
    }
  for (const char *s : {".c", ".o", ".a", ".so", ".s", ".S"})
    if (has_suffix(a, s)) {
      o.link_inputs.push_back(a);
      return;
    }
  complain("`" + a + "' is neither a flag nor a file that gphc knows (.gph .hs .lgph .lhs .c .o .a)" +
           did_you_mean(a, {"check", "new"}, ""));
}

std::vector<std::string> expand_response_files(const std::vector<std::string> &in) {
  std::vector<std::string> out;
  for (const std::string &a : in) {
    if (a.size() < 2 || a[0] != '@') {
      out.push_back(a);
      continue;
    }
    std::ifstream f(a.substr(1));
    if (!f) {
      complain("cannot read the response file `" + a.substr(1) + "'", diag::CannotRead);
      continue;
    }
    std::string w;
    while (f >> w) out.push_back(w);
  }
  return out;
}

}  // namespace

// Objects alone: what -c made is linked, with the runtime that -threaded, -parallel and -debug choose.
bool only_links(const Options &o) {
  return o.action == Action::Compile && o.stop == StopAt::Link && o.sources.empty() &&
         std::any_of(o.link_inputs.begin(), o.link_inputs.end(),
                     [](const std::string &in) { return in[0] != '-' && has_suffix(in, ".o"); });
}

// The optimiser's pass names, for -ddump-PASS; called once by main before parse_options.
void register_pass_names(const std::vector<std::string> &names) { pass_names() = names; }

Options parse_options(int argc, char **argv) {
  Options o;
  diags().options.warnings.assign(std::begin(kDefaultWarnings), std::end(kDefaultWarnings));
  set_color("auto");
  std::vector<std::string> args = expand_response_files({argv + 1, argv + argc});
  if (std::string(argv[0]).ends_with("gphi")) args.insert(args.begin(), "--interactive");
  for (size_t i = 0; i < args.size(); i++) {
    const std::string &a = args[i];
    if (a == "--") {
      o.run_args.assign(args.begin() + long(i) + 1, args.end());
      break;
    }
    const bool command = i == 0 && (a == "check" || a == "new");
    if (command || (a.size() > 1 && a[0] == '-')) {
      bool refused = false;
      for (const Refused &r : kRefused)
        if (a == r.name) {
          complain(a + ": " + r.why);
          refused = true;
        }
      if (!refused && !take_flag(o, args, &i, false))
        complain("unknown flag `" + a + "'" + did_you_mean(a, all_flag_names(), " (gphc --help lists the flags)"));
      continue;
    }
    take_input(o, a);
  }
  diags().stop_if_errors();
  if (o.action == Action::Compile || o.action == Action::Run) {
    if (o.sources.empty() && !only_links(o))
      fatal(diag::BadOption, "no source file (usage: gphc [flags] File.gph; gphc --help)");
    if (!o.sources.empty()) o.main_file = o.sources[0];
    else if (o.rtsopts != "some" || !o.with_rtsopts.empty() || !o.blackholing.empty())
      fatal(diag::BadOption,
            "-rtsopts, -with-rtsopts and -f(no-)eager-blackholing become part of the program's code: give them where "
            "the object is made, with -c");
  }
  return o;
}

void apply_pragma_options(Options &o, std::span<const PragmaOption> options) {
  std::vector<std::string> words;
  for (const PragmaOption &p : options) words.emplace_back(p.text);
  bool value = false;  // what follows may be the value of a flag that is ignored
  for (size_t i = 0; i < words.size(); i++) {
    const std::string &word = words[i];
    g_pragma = options[i].span;
    if (word[0] != '-') {
      if (!value) complain("`" + word + "' is no flag");
      value = false;
      continue;
    }
    value = false;
    if (take_flag(o, words, &i, true)) continue;
    if (is_ghc_flag(word) || (word.starts_with("-f") && is_optimisation(word.substr(2)))) value = true;
    else if (const Flag *f = match_flag(word, false).flag; f && std::strcmp(f->name, "-f") != 0) {
      complain("`" + word + "' has no effect here: give it on the command line");
      value = true;
    } else complain("unknown flag `" + word + "'" + did_you_mean(word, all_flag_names(), ""));
  }
  g_pragma = Span{};
}

std::string help_text() {
  std::string out =
      "Usage: gphc [flags] File.gph [more.gph | .c | .o | -lfoo]\n\nCompiles the program whose Main is in File.gph, "
      "and all it imports, and links it. Of objects alone (-c) it makes the program.\n";
  for (const Flag &f : kFlags) {
    if (f.section) {
      out += std::string("\n") + f.section + ":\n";
      continue;
    }
    std::string left = std::string("  ") + f.name;
    switch (f.arg) {
      case None: break;
      case Separate:
      case Either: left += std::string(" ") + f.arg_name; break;
      case Equals:
      case EqualsOrSeparate: left += std::string("=") + f.arg_name; break;
      case OptEquals: left += std::string("[=") + f.arg_name + "]"; break;
      case Joined:
      case Prefix: left += f.arg_name; break;
    }
    left += left.size() < 30 ? std::string(30 - left.size(), ' ') : "\n" + std::string(30, ' ');
    out += left + f.help + "\n";
  }
  return out;
}

std::string version_text() { return "gphc, the compiler for Glasgow Parallel Haskell, version " GPHC_VERSION "\n"; }

std::string info_text() {
  return version_text() + "back ends: C (gcc)" + (have_llvm() ? ", LLVM 19" : "") + "\nways: plain, -threaded, " +
         (access((lib_dir() + "/libgph-par.a").c_str(), R_OK) == 0 ? "-parallel, " : "") +
         "-debug\nruntime libraries: " + lib_dir() + "\nstdlib: " + stdlib_dir() + "\n";
}

}  // namespace gphc
