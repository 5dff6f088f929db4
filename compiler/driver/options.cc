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
#include "support/diag.h"
#include "support/spelling.h"
#include "syntax/header.h"

namespace gphc {

bool Options::dump(const char *what) const {
  for (const std::string &d : dumps)
    if (d == what || d == "all") return true;
  return false;
}

namespace {

enum Arg { None, Joined, Separate, Either, Equals, OptEquals, EqualsOrSeparate, Prefix };

bool g_in_pragma = false;
// What is wrong in an OPTIONS pragma was perhaps meant for another compiler: no reason to refuse the program.
void complain(const std::string &text, diag::Kind kind = diag::BadOption) {
  if (g_in_pragma) diags().warn(Span{}, diag::UnknownPragma, "in an OPTIONS pragma: " + text);
  else diags().error(Span{}, kind, text);
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
std::vector<std::string> dump_names() {
  std::vector<std::string> all = {"tokens", "parsed", "rn",  "tc", "ds",   "core", "simpl", "prep",
                                  "par",    "stg",    "low", "c",  "llvm", "asm",  "all"};
  all.insert(all.end(), pass_names().begin(), pass_names().end());
  return all;
}

void check_package(const std::string &name) {
  static const char *const kCovered[] = {"base",         "ghc-prim", "array",  "containers", "deepseq",  "mtl",
                                         "transformers", "stm",      "random", "parallel",   "pretty",   "bytestring",
                                         "text",         "parsec",   "vector", "time",       "old-time", "process"};
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

// -W, -Wall, -Wextra, -Werror, -WNAME, -Wno-NAME. GHC's other names are accepted; what does not exist at all is an
// error.
void set_warning(const std::string &v) {
  std::string name = v;
  bool on = true;
  if (name == "error") {
    diags().options.werror = true;
    return;
  }
  if (name == "no-error" || name == "warn") {
    diags().options.werror = false;
    return;
  }
  if (name.rfind("no-", 0) == 0) {
    on = false;
    name = name.substr(3);
  }
  if (name.rfind("error=", 0) == 0) name = name.substr(6);
  if (name == "all" || name == "extra" || name == "everything" || name.empty() || name == "compat" ||
      name == "default") {
    for (const char *w : kDefaultWarnings) turn(w, on);
    if (name != "default" && name != "compat")
      for (const char *w : kWall) turn(w, on);
    return;
  }
  if (name == "unused-top-binds" || name == "unused-local-binds") name = "unused-binds";
  if (name == "unrecognized-pragmas") name = "unrecognised-pragmas";
  for (const WarningName &w : kWarnings)
    if (name == w.flag) {
      turn(name, on);
      return;
    }
  // clang-format off
  static const char *const kAccepted[] = {
      "unused-do-bind", "unused-pattern-binds", "missing-export-lists", "missing-local-signatures", "identities",
      "dodgy-imports", "dodgy-exports", "duplicate-exports", "redundant-constraints", "monomorphism-restriction",
      "incomplete-record-updates", "partial-fields", "missing-home-modules", "wrong-do-bind",
      "noncanonical-monad-instances", "star-is-type", "missing-deriving-strategies", "unticked-promoted-constructors",
      "implicit-prelude", "unused-foralls", "deferred-type-errors", "missing-pattern-synonym-signatures",
      "simplifiable-class-constraints", "unused-packages", "missing-import-lists", "unsafe", "safe",
      "warnings-deprecations", "compat-unqualified-imports"};
  // clang-format on
  for (const char *w : kAccepted)
    if (name == w) return;
  std::vector<std::string> all = {"all", "extra", "error", "everything", "compat", "default"};
  for (const WarningName &w : kWarnings) all.push_back(w.flag);
  all.insert(all.end(), std::begin(kAccepted), std::end(kAccepted));
  for (std::string &w : all) w = std::string("-W") + (on ? "" : "no-") + w;
  complain("unknown warning `-W" + v + "'" + did_you_mean("-W" + v, all, ""));
}

std::vector<std::string> flag_names();

// Optimisations by GHC's names change no program's meaning: they are passed on to the optimiser, which heeds those it
// has.
void optimiser_flag(Options &o, const std::string &v) {
  // clang-format off
  static const char *const kNames[] = {
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
  std::string name = v.substr(0, v.find('='));
  bool no = name.rfind("no-", 0) == 0;
  if (no) name = name.substr(3);
  // GHC's name of the pass
  if (name == "full-laziness") {
    o.opt_flags.push_back(no ? "no-float-out" : "float-out");
    return;
  }
  if (v == "glasgow-exts") {
    for (const char *x : glasgow_extensions()) o.extensions.push_back(sym(x));
    return;
  }
  for (const char *n : kNames)
    if (name == n) {
      o.opt_flags.push_back(v);
      return;
    }
  for (const std::string &n : pass_names())
    if (name == n) {
      o.opt_flags.push_back(v);
      return;
    }
  std::vector<std::string> all = flag_names();
  all.push_back("-fglasgow-exts");
  for (const char *n : kNames) all.push_back(std::string(no ? "-fno-" : "-f") + n);
  for (const std::string &n : pass_names()) all.push_back((no ? "-fno-" : "-f") + n);
  complain("unknown flag `-f" + v + "'" + did_you_mean("-f" + v, all, " (gphc --help lists the flags)"));
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
    {"-prof", "profiling is not available in this version"},
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

// Tries to read argv[*i] as a flag; true when it was one (an error about it counts).
bool take_flag(Options &o, const std::vector<std::string> &args, size_t *i, bool in_pragma) {
  const std::string &a = args[*i];
  const Flag *best = nullptr;
  std::string value;
  bool needs_next = false;
  size_t best_len = 0;
  for (const Flag &f : kFlags) {
    if (!f.name || (in_pragma && !f.pragma)) continue;
    size_t n = std::strlen(f.name);
    if (n < best_len || !starts_with(a, f.name)) continue;
    bool whole = a.size() == n;
    std::string v;
    bool next = false;
    switch (f.arg) {
        // clang-format off
      case None: if (!whole) continue; break;
      case Joined: if (whole) continue; v = a.substr(n); break;
      case Separate: if (!whole) continue; next = true; break;
      case Either: if (whole) next = true; else v = a.substr(n); break;
      case Equals: if (whole || a[n] != '=') continue; v = a.substr(n + 1); break;
      case OptEquals: if (!whole && a[n] != '=') continue; if (!whole) v = a.substr(n + 1); break;
      case EqualsOrSeparate: if (whole) next = true; else { if (a[n] != '=') continue; v = a.substr(n + 1); } break;
      case Prefix: v = a.substr(n); break;
    }
    best = &f; best_len = n; value = v; needs_next = next;
    // clang-format on
  }
  if (!best) return false;
  // -o, -i, -l, -L, -D, -X, -optc alone take the next word, as GHC's do; -i alone empties the list.
  if (best->arg == Prefix && value.empty() && std::strcmp(best->name, "-i") && std::strcmp(best->name, "-W") &&
      std::strcmp(best->name, "-j"))
    needs_next = true;
  if (value.empty() && !std::strcmp(best->name, "-j") && *i + 1 < args.size() && !args[*i + 1].empty() &&
      args[*i + 1].find_first_not_of("0123456789") == std::string::npos)
    needs_next = true;
  if (needs_next) {
    if (*i + 1 >= args.size()) {
      complain(std::string(best->name) + " wants an argument: " + best->arg_name);
      return true;
    }
    value = args[++*i];
    if (value.empty()) {
      complain(std::string(best->name) + " wants an argument: " + best->arg_name);
      return true;
    }
  }
  best->set(o, value);
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
        complain("unknown flag `" + a + "'" + did_you_mean(a, flag_names(), " (gphc --help lists the flags)"));
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

void apply_pragma_options(Options &o, const std::vector<std::string> &words) {
  g_in_pragma = true;
  for (size_t i = 0; i < words.size(); i++)
    if (!words[i].empty() && words[i][0] == '-') take_flag(o, words, &i, true);
  g_in_pragma = false;
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
