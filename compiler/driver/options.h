// options.h: gphc's command line. Every flag is a row of options.def: its spelling, what it takes, what it does, its
// help.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "support/symbol.h"

namespace gphc {

struct PragmaOption;

enum class Action { Compile, Run, Eval, Prompt, New, Help, Version, Info, Explain };
enum class BackEnd { Default, C, Llvm };
enum class StopAt { Link, Object /* -c */, Assembly /* -S */, C /* -C */, Check /* check, -fno-code */ };

struct Options {
  Action action = Action::Compile;
  StopAt stop = StopAt::Link;
  // inputs
  std::string main_file;                 // the first source file
  std::vector<std::string> sources;      // all Haskell sources named on the command line
  std::vector<std::string> link_inputs;  // .c .o .a .so, -l and -L, in order
  std::vector<std::string> statements;   // -e, in order
  std::string explain;                   // --explain
  bool interactive = false;              // the prompt's, and -e: what they load is open, their own module has main
  bool warming = false;                  // only what all inputs need is read
  std::string asked, asked_about;        // types: a command and its argument
  std::string new_name;                  // new
  std::vector<std::string> run_args;     // after -- with --run
  // outputs
  std::string output;  // -o
  std::string odir;
  bool keep_tmp = false;
  // search and language
  std::vector<std::string> import_dirs;  // -i
  std::vector<std::string> cpp_flags;    // -D, -U, -I as written
  bool cpp = false;
  std::vector<Symbol> extensions;  // -X
  // how to compile
  int opt_level = 1;
  bool optimised_library = true;  // at -O0
  // of the stdlib's part; the program's own is opt_level
  int library_level() const { return opt_level == 0 && optimised_library && !interactive ? 1 : opt_level; }
  bool threaded = false, parallel = false, debug = false, debug_info = false;
  bool core_lint = false, object_cache = true;
  BackEnd back_end = BackEnd::Default;
  int jobs = 0;                        // 0: as many as cores
  long fuel = -1;                      // -dfuel
  int outline = 0;                     // -doutline
  std::string stop_after;              // -dstop-after
  std::string passes;                  // -dpasses: run only these (comma separated); input may be textual Core
  std::vector<std::string> opt_flags;  // -f[no-]NAME of the optimiser
  std::vector<std::string> cc_flags;   // -optc
  std::vector<std::string> ld_flags;   // -optl
  std::string cc = "gcc";              // -pgmc
  // dumps: names after -ddump-
  std::vector<std::string> dumps;
  bool dump_passes = false, suppress_uniques = false;
  bool verbose = false;
  // the program
  std::string rtsopts = "some", with_rtsopts;
  std::string blackholing;  // -f[no-]eager-blackholing: both, lazy; empty: the runtime's default

  bool dump(const char *what) const;
};

// Parses argv (and @files). Bad flags: one line each on stderr, then exit 1.
Options parse_options(int argc, char **argv);
// There is nothing to compile: objects that -c made, and C, are linked.
bool only_links(const Options &o);
// Applies flags from an OPTIONS_GPHC / OPTIONS_GHC pragma: what gphc knows and a pragma may set. GHC's other flags are
// ignored, the rest is warned about.
void apply_pragma_options(Options &o, std::span<const PragmaOption> words);
std::string help_text();
std::string version_text();
std::string info_text();

}  // namespace gphc
