// compile.cc: the compiler as one page. Each stage is a call; between stages errors stop the run. The table of stages is in
// docs/pipeline.md.
#include "driver/compile.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "core/core.h"
#include "core/fvs.h"
#include "desugar/desugar.h"
#include "driver/explain.h"
#include "driver/library_index.h"
#include "driver/link.h"
#include "driver/module_graph.h"
#include "driver/options.h"
#include "driver/paths.h"
#include "opt/pipeline.h"
#include "rename/rename.h"
#include "support/check.h"
#include "support/diag.h"
#include "syntax/parse.h"
#include "typecheck/typecheck.h"

namespace gphc {

void register_pass_names(const std::vector<std::string> &names);

namespace {

// Prints the wall time of a stage under -ddump-passes.
class Timer {
 public:
  Timer(const Options &o, const char *stage) : on_(o.dump_passes), stage_(stage), start_(std::chrono::steady_clock::now()) {}
  ~Timer() {
    if (!on_) return;
    std::chrono::duration<double> d = std::chrono::steady_clock::now() - start_;
    std::fprintf(stderr, "%-24s %8.3f s\n", stage_, d.count());
  }

 private:
  bool on_;
  const char *stage_;
  std::chrono::steady_clock::time_point start_;
};

std::string without_extension(const std::string &path) {
  size_t dot = path.rfind('.'), slash = path.rfind('/');
  return dot == std::string::npos || (slash != std::string::npos && dot < slash) ? path : path.substr(0, dot);
}

bool is_core_file(const std::string &path) { return path.size() > 5 && path.compare(path.size() - 5, 5, ".core") == 0; }

void dump_modules(const Options &o, const char *what, const ModuleGraph &graph) {
  if (!o.dump(what)) return;
  for (const Module *m : graph.modules) {
    if (m->is_stdlib) continue;
    std::string text;
    print_ast(m, &text);
    std::fputs(text.c_str(), stdout);
  }
}

bool mentions_coercion(const core::Expr *e) {
  if (const core::EVar *v = dyn_cast<core::EVar>(e); v && v->var->occ.str().starts_with("unsafeCoerce")) return true;
  if (const core::EPrimApp *p = dyn_cast<core::EPrimApp>(e); p && core::PrimId(p->op->index) == core::PrimId::UnsafeCoerce) return true;
  bool found = false;
  core::for_each_child(e, [&](const core::Expr *x) { found = found || mentions_coercion(x); });
  return found;
}
// See core::Program::modules and own_modules.
void set_modules(core::Program *p, const ModuleGraph &graph) {
  for (const Module *m : graph.modules)
    if (!m->is_stdlib) p->modules.push_back(m->name);
  p->own_modules = p->modules;
  for (const Vec<core::Binding> &g : p->groups)
    for (const core::Binding &b : g) {
      if (std::find(p->modules.begin(), p->modules.end(), b.var->module) == p->modules.end()) continue;
      if (mentions_coercion(b.rhs)) p->own_modules = {};
    }
}

void dump_core(const Options &o, const char *what, const core::Program &p) {
  if (!o.dump(what)) return;
  std::string text;
  core::print_program(p, &text, !o.suppress_uniques);
  std::fputs(text.c_str(), stdout);
}

void lint_core(const Options &o, const char *after, const core::Program &p) {
  if (!o.core_lint) return;
  std::vector<std::string> problems = core::lint_program(p);
  if (problems.empty()) return;
  for (size_t i = 0; i < problems.size() && i < 20; i++) std::fprintf(stderr, "core lint after %s: %s\n", after, problems[i].c_str());
  GPHC_BUG(std::string("Core is ill-formed after ") + after);
}

// Source to Core: the front half. Sets o.main_file to the file with Main.
core::Program *front_end(Options &o, const std::vector<std::string> &sources) {
  ModuleGraphOptions mo;
  mo.import_dirs = o.import_dirs;
  mo.stdlib_dir = stdlib_dir();
  use_library_index(mo.stdlib_dir);
  mo.extensions = o.extensions;
  mo.cpp = o.cpp;
  for (const std::string &f : o.cpp_flags) mo.cpp_flags.push_back(sym(f).str());
  ModuleGraph graph;
  {
    Timer t(o, "parse");
    graph = load_modules(sources, mo);
    diags().stop_if_errors();
    o.main_file = graph.main->file->path;
  }
  for (Module *m : graph.modules) {
    if (m->is_stdlib) continue;
    std::vector<std::string> words;
    for (std::string_view w : m->options) words.emplace_back(w);
    apply_pragma_options(o, words);
  }
  if (o.dump("tokens"))
    for (const Module *m : graph.modules) {
      if (m->is_stdlib) continue;
      std::string text;
      dump_tokens(m->file, m->extensions, &text);
      std::fputs(text.c_str(), stdout);
    }
  dump_modules(o, "parsed", graph);
  Var *main = nullptr;
  {
    Timer t(o, "rename");
    rename_program({graph.modules.data(), graph.modules.size()});
    if (!diags().has_errors() && graph.main) main = find_main(graph.main);
    dump_modules(o, "rn", graph);
    diags().stop_if_errors();
  }
  {
    Timer t(o, "typecheck");
    for (Module *m : graph.modules) {
      CrashContext c("type checking module " + m->name.string());
      typecheck_module(*m);
    }
    dump_modules(o, "tc", graph);
    diags().stop_if_errors();
  }
  core::Program *program;
  {
    Timer t(o, "desugar");
    CrashContext c("desugaring");
    program = desugar_program({graph.modules.data(), graph.modules.size()}, main, o.opt_level > 0);
    diags().stop_if_errors();
  }
  set_modules(program, graph);
  dump_core(o, "ds", *program);
  lint_core(o, "desugaring", *program);
  return program;
}

core::Program *run_optimiser(const Options &o, core::Program *program) {
  Timer t(o, "optimise");
  opt::OptOptions oo;
  oo.level = o.opt_level;
  oo.lint = o.core_lint;
  oo.fuel = o.fuel;
  oo.outline = o.outline;
  oo.stop_after = o.stop_after;
  oo.passes = o.passes;
  oo.dumps = o.dumps;
  oo.dump_passes = o.dump_passes;
  oo.suppress_uniques = o.suppress_uniques;
  oo.flags = o.opt_flags;
  return opt::optimise(program, oo);
}

// A textual Core program: parsed, linted, run through the passes asked for, printed (or compiled, with -o).
int compile_core_file(const Options &o) {
  const SourceFile *file = load_source(o.main_file, LoadOptions{});
  diags().stop_if_errors();
  core::Program *program = core::parse_program(file);
  diags().stop_if_errors();
  lint_core(o, "parsing", *program);
  program = run_optimiser(o, program);
  if (!o.output.empty()) {
    generate_and_link(program, o, o.output);
    return 0;
  }
  std::string text;
  core::print_program(*program, &text, !o.suppress_uniques);
  std::fputs(text.c_str(), stdout);
  return 0;
}

// A fresh folder below the system's temporary one.
std::string temporary_folder() {
  const char *t = std::getenv("TMPDIR");
  std::string dir = std::string(t && *t ? t : "/tmp") + "/gphc-XXXXXX";
  if (!mkdtemp(dir.data())) fatal(diag::CannotWrite, "cannot make a temporary folder in " + dir.substr(0, dir.rfind('/')) + ": " + std::strerror(errno));
  return dir;
}

// Said before the work rather than after it; what can only be seen when writing (a full disk) is said there.
void check_writable(const Options &o, const std::string &output) {
  struct stat st, in;
  bool exists = stat(output.c_str(), &st) == 0;
  if (exists && S_ISDIR(st.st_mode)) fatal(diag::CannotWrite, "cannot write " + output + ": it is a folder");
  for (const std::vector<std::string> *inputs : {&o.sources, &o.link_inputs})
    for (const std::string &f : *inputs)
      if (exists && stat(f.c_str(), &in) == 0 && in.st_dev == st.st_dev && in.st_ino == st.st_ino) fatal(diag::CannotWrite, "the output " + output + " would overwrite the input " + f);
  size_t slash = output.rfind('/');
  std::string dir = slash == std::string::npos ? "." : slash == 0 ? "/" : output.substr(0, slash);
  if (access(exists && !S_ISREG(st.st_mode) ? output.c_str() : dir.c_str(), W_OK) != 0) fatal(diag::CannotWrite, "cannot write " + output + ": " + std::strerror(errno));
}

int run_program(const std::string &program, const std::vector<std::string> &args) {
  std::fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    std::vector<char *> argv;
    argv.push_back(const_cast<char *>(program.c_str()));
    for (const std::string &a : args) argv.push_back(const_cast<char *>(a.c_str()));
    argv.push_back(nullptr);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Where --run and -e put the program (and -e its module); goes away at the end, whatever the end.
std::string run_folder;
void remove_run_folder() {
  unlink((run_folder + "/Main.hs").c_str());
  unlink((run_folder + "/program").c_str());
  rmdir(run_folder.c_str());
}

int compile_and_run(Options &o, const std::vector<std::string> &sources, const std::string &dir) {
  std::string exe = dir + "/" + "program";
  core::Program *program = run_optimiser(o, front_end(o, sources));
  generate_and_link(program, o, exe);
  int status = run_program(exe, o.run_args);
  unlink(exe.c_str());
  return status;
}

// ---- -e ----------------------------------------------------------------------------------------------------------------
// The words and symbols of a statement that tell what it is, at their depth in brackets; strings, characters and comments to the line's end are skipped.
struct Word { std::string text; int depth; };
std::vector<Word> words_of(const std::string &s) {
  static const std::string symbols = "!#$%&*+./<=>?@\\^|-~:";
  std::vector<Word> words;
  int depth = 0;
  for (size_t i = 0; i < s.size();) {
    unsigned char c = (unsigned char)s[i];
    size_t from = i;
    if (std::isalpha(c) || c == '_') {
      // A qualified name, operators too, is one word.
      while (i < s.size() && (std::isalnum((unsigned char)s[i]) || s[i] == '_' || s[i] == '\'' || (s[i] == '.' && std::isupper(c) && i + 1 < s.size() && !std::isspace((unsigned char)s[i + 1])))) {
        if (s[i] == '.') c = (unsigned char)s[i + 1];
        i++;
      }
      words.push_back({s.substr(from, i - from), depth});
    } else if (c == '"') {
      for (i++; i < s.size() && s[i] != '"'; i++) if (s[i] == '\\') i++;
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

enum class StatementSort { Import, Declaration, Statement, Definition, Expression };

StatementSort statement_sort(const std::vector<Word> &words) {
  static const std::vector<std::string> declares = {"data", "newtype", "type", "class", "instance", "infix", "infixl", "infixr", "deriving", "foreign", "default"};
  static const std::vector<std::string> blocks = {"do", "mdo", "let", "case", "if", "where", "\\", "|", "::"};   // what an arrow or `=` after them belongs to
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
    if (w.text == "|") { guards = true; continue; }
    if (w.depth == 0 && std::find(blocks.begin(), blocks.end(), w.text) != blocks.end()) break;
  }
  return StatementSort::Expression;
}

// What -e runs: its statements in one do block. A module of the stdlib that a qualified name mentions is there without an import. Messages show the
// statements alone, one below the other, as GHCi's user would have typed them: `shown`.
SourceFile *statements_module(const std::vector<std::string> &statements, SourceFile *shown) {
  struct Part { std::string text; std::vector<LineOrigin> origins; };
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
    for (const Word &w : words) {
      size_t dot = w.text.rfind('.');
      if (dot == std::string::npos || dot == 0 || !std::isupper((unsigned char)w.text[0])) continue;
      std::string module = w.text.substr(0, dot), path = stdlib_dir() + "/";
      for (char c : module) path += c == '.' ? '/' : c;
      if (module != "Prelude" && (access((path + ".hs").c_str(), R_OK) == 0 || access((path + ".gph").c_str(), R_OK) == 0))
        add(imports, "import qualified " + module, 0, Where::Before, line);
    }
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
  add(head, "{-# LANGUAGE ExtendedDefaultRules, NoMonomorphismRestriction #-}\nmodule Main (main) where\nimport Prelude\nimport qualified GPH.Eval", 0, Where::Before, 1);
  add(declarations, "main :: GPH.Eval.Main\nmain = do", 0, Where::Before, 1);
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

}  // namespace

int gphc_main(int argc, char **argv) {
  init_builtin();
  core::init_primops();
  register_pass_names(opt::pass_names());
  Options o = parse_options(argc, argv);
  switch (o.action) {
    case Action::Help: std::fputs(help_text().c_str(), stdout); return 0;
    case Action::Version: std::fputs(version_text().c_str(), stdout); return 0;
    case Action::Info: std::fputs(info_text().c_str(), stdout); return 0;
    case Action::Explain: return explain(o.explain);
    case Action::Run: {
      run_folder = temporary_folder();
      diags().at_exit.push_back(remove_run_folder);
      int status = compile_and_run(o, o.sources, run_folder);
      remove_run_folder();
      return status;
    }
    case Action::Eval: {
      run_folder = temporary_folder();
      diags().at_exit.push_back(remove_run_folder);
      std::string source = run_folder + "/Main.hs";
      SourceFile *made = statements_module(o.statements, new SourceFile);
      made->path = source;
      g_made_source = made;
      std::ofstream(source) << made->text;
      o.opt_level = 0;
      int status = compile_and_run(o, {source}, run_folder);
      remove_run_folder();
      return status;
    }
    case Action::Compile: break;
  }
  if (is_core_file(o.main_file)) return compile_core_file(o);
  if (!o.output.empty()) check_writable(o, o.output);
  core::Program *program = front_end(o, o.sources);
  std::string output = o.output.empty() ? without_extension(o.main_file) : o.output;
  check_writable(o, output);
  preload_back_end(o);
  program = run_optimiser(o, program);
  diags().stop_if_errors();
  Timer t(o, "generate and link");
  generate_and_link(program, o, output);
  diags().stop_if_errors();
  return 0;
}

}  // namespace gphc
