// prompt.cc: the prompt, gphc --interactive.
//
// Note [How the prompt works]
// Three kinds of processes. This one reads lines and keeps the session: imports, definitions as source text, and which
// statements gave values. Each input is compiled by a fork of it, which has read what all inputs need of the stdlib
// already; it makes objects and ends, so that nothing of an input stays behind. One process for the whole session
// evaluates: it loads the objects (runtime/prim/loader.c) and runs the statement (stdlib/GPH/Prompt.hs).
//
// An input becomes a module: the imports, all definitions, and the statement. That costs little, for code that was
// loaded before is found by the hash of its text; and for the same reason a top-level value of an earlier input is the
// same object, evaluated or not. Definitions are neither inlined into each other nor made local (-O0,
// -fno-localise-cafs). The value of `x <- action` stands in a table of the evaluating process; its definition is `x =
// GPH.Prompt.slot n (action)`, where the action tells the type and is not run. `it` is the last expression: each has a
// name of its own, and `it` in an input is replaced by that name. A definition of a name that others use renames what
// they use, so that they go on meaning what they meant. An input that does not compile, or raises an exception, changes
// nothing.
#include "driver/prompt.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <thread>

#include "driver/files.h"
#include "driver/line_editor.h"
#include "driver/process.h"
#include "driver/prompt_session.h"
#include "rename/scope.h"
#include "syntax/ast.h"
#include "syntax/header.h"
#include "version.h"

namespace gphc {
namespace session {
namespace {

Session *g_session;

// ---- Commands -------------------------------------------------------------------------------------------------------
void ask(Session &s, const std::string &what, const std::string &about) {
  Typed t;
  std::string text = about;
  if (!s.it.empty()) {
    bool found = false;
    text = replaced(text, "it", &s.it, &found);
  }
  if (what == "type") {
    t.as = Typed::Expression;
    t.text = text;
    t.before = std::string(kPromptIt) + " =\n";
    t.after = "\n";
  } else if (what == "kind") {
    t.as = Typed::Expression;
    t.text = text;
    t.before = "type Prompt'Kind =\n";
  }
  if (what == "browse" && !about.empty()) {
    t.as = Typed::Import;
    t.text = about;
    t.before = "import qualified\n";
  }
  if (t.as == Typed::Nothing) t.before = "-- " + about + "\n";  // its qualifier is a module to import
  std::string answer;
  if (!compile(s, t, what, about, &answer)) return;
  if (what == "type" || what == "kind") std::printf("%s :: %s\n", about.c_str(), trimmed(answer).c_str());
  else if (answer.empty()) std::printf("gphc knows nothing about `%s'\n", about.c_str());
  else std::fputs(answer.c_str(), stdout);
}

// What :load names: files, or modules by their name.
void load(Session &s, const Strings &names) {
  Session trial = s;
  trial.files.clear();
  trial.modules.clear();
  trial.chunks.clear();
  trial.it.clear();
  for (const std::string &n : names) {
    std::string path = n;
    if (access(path.c_str(), R_OK) != 0) {
      std::string rel = n;
      std::replace(rel.begin(), rel.end(), '.', '/');
      for (const char *ext : {".gph", ".hs", ".lgph", ".lhs"}) {
        if (access((n + ext).c_str(), R_OK) == 0) path = n + ext;
        else if (access((rel + ext).c_str(), R_OK) == 0) path = rel + ext;
      }
    }
    if (access(path.c_str(), R_OK) != 0) {
      std::fprintf(stderr, "gphc: there is no file or module `%s' to load\n", n.c_str());
      return;
    }
    std::error_code none;
    if (std::none_of(trial.files.begin(), trial.files.end(),
                     [&](const std::string &f) { return std::filesystem::equivalent(f, path, none); }))
      trial.files.push_back(path);
  }
  std::string answer;
  const bool good = compile(trial, Typed{}, "modules", "", &answer);
  s.wanted = trial.files;
  s.files = good ? trial.files : Strings{};
  s.modules = good ? words(answer) : Strings{};
  s.chunks.clear();  // they may speak of what is no longer there
  s.it.clear();
  if (!good) {
    std::fprintf(stderr, "Failed, nothing is loaded.\n");
    return;
  }
  std::string list;
  for (const std::string &m : s.modules) list += (list.empty() ? "" : ", ") + m;
  std::printf("Ok, %s loaded.\n", list.empty() ? "nothing" : list.c_str());
}

// What was defined before is read anew with every input: an extension that it needs stays.
void set_language(Session &s, const std::string &name) {
  if (!accepts_extension(name)) return;
  s.options.extensions.push_back(sym(name));
  std::string answer;
  if (name.rfind("No", 0) != 0 || compile(s, Typed{}, "check", "", &answer)) return;
  std::fprintf(stderr, "gphc: what was defined or loaded before needs the extension: -X%s is ignored\n", name.c_str());
  s.options.extensions.pop_back();
}

void set(Session &s, const std::string &rest) {
  Strings w = words(rest);
  if (w.empty()) {
    std::string rts;
    for (const std::string &f : s.rts) rts += " " + f;
    std::printf("args: %s\nprog: %s\nruntime: +RTS%s\n", haskell_list(s.args).c_str(), s.program_name.c_str(),
                rts.c_str());
    return;
  }
  if (w[0] == "+RTS") {
    Strings flags(w.begin() + 1, w.end());
    while (!flags.empty() && flags.back() == "-RTS") flags.pop_back();
    if (!set_runtime_flags(s, flags)) std::fprintf(stderr, "gphc: the runtime's flags stay what they were\n");
    return;
  }
  if (w[0] == "args" || w[0] == "prog") {
    if (w[0] == "args") s.args.assign(w.begin() + 1, w.end());
    else s.program_name = w.size() > 1 ? w[1] : "<interactive>";
    if (s.server >= 0) {
      stop_server(s);
      forget_values(s);
    }
    return;
  }
  for (const std::string &f : w) {
    if (f == "+s") s.timed = true;
    else if (f == "+t") s.typed = true;
    else if (f == "-s") s.timed = false;
    else if (f == "-t") s.typed = false;
    else if (f.rfind("-X", 0) == 0 && f.size() > 2) set_language(s, f.substr(2));
    else if (f.rfind("-i", 0) == 0 && f.size() > 2) {
      std::error_code none;
      if (std::filesystem::is_directory(f.substr(2), none)) s.options.import_dirs.push_back(f.substr(2));
      else std::fprintf(stderr, "gphc: there is no folder `%s'\n", f.c_str() + 2);
    } else
      std::fprintf(stderr,
                   "gphc: :set knows +s, +t, -XNAME, -iDIR, args ARGUMENTS, prog NAME and +RTS FLAGS, not `%s'\n",
                   f.c_str());
  }
}

// :module: without a sign, these modules and no others.
void module(Session &s, const std::string &rest) {
  Session trial = s;
  char sign = '=';
  Strings names = words(rest);
  std::string added;
  if (names.empty() || (names[0][0] != '+' && names[0][0] != '-')) {
    trial.imports.clear();
    trial.modules.clear();
  } else {
    sign = names[0][0];
    names[0].erase(0, 1);
  }
  for (std::string n : names) {
    if (!n.empty() && n[0] == '*') n.erase(0, 1);  // what is loaded is open as it is
    if (n.empty()) continue;
    if (!is_name((unsigned char)n[0])) {
      std::fprintf(stderr, "gphc: :module wants names of modules, all behind one + or - or without, not `%s'\n",
                   n.c_str());
      return;
    }
    if (sign != '-') {
      added += "import " + n + "\n";
      continue;
    }
    std::erase_if(trial.imports, [&](const std::string &i) {
      Strings w = words(i.substr(0, i.find('(')));
      return std::find(w.begin(), w.end(), n) != w.end();
    });
    std::erase(trial.modules, n);
  }
  Session with_all = s;
  if (!added.empty() && !import(with_all, trimmed(added))) return;
  std::istringstream in(added);
  for (std::string line; std::getline(in, line);)
    if (std::find(trial.imports.begin(), trial.imports.end(), line) == trial.imports.end())
      trial.imports.push_back(line);
  trial.prelude = std::none_of(trial.imports.begin(), trial.imports.end(),
                               [](const std::string &i) { return mentions(i.substr(0, i.find('(')), "Prelude"); });
  // What is still needed of what goes: `it` goes, too, definitions hold it.
  auto good = [&] {
    std::string answer;
    return compile(trial, Typed{}, "check", "", &answer);
  };
  trial.quiet = true;
  if (sign != '+' && !good()) {
    trial.it.clear();
    std::erase_if(trial.chunks, [](const Chunk &c) { return c.name.rfind(kPromptIt, 0) == 0; });
    if (!good()) {
      std::fprintf(stderr, "gphc: definitions of this session use names of these modules: the imports stay\n");
      return;
    }
  }
  s.chunks = trial.chunks;
  s.it = trial.it;
  s.imports = trial.imports;
  s.modules = trial.modules;
  s.prelude = trial.prelude;
}

void spark_report(Session &s, const std::string &text) {
  Session other = s;
  other.server = -1;
  other.to = other.from = nullptr;
  bool hecs = false;
  for (const std::string &f : s.rts) hecs = hecs || f.rfind("-N", 0) == 0;
  for (const Chunk &c : s.chunks)
    if (c.value && mentions(text, c.name)) {
      std::fprintf(stderr, "gphc: :spark-report runs in a process of its own, which does not have the value of `%s'\n",
                   c.name.c_str());
      return;
    }
  Strings more = {"--spark-report"};
  if (!hecs) more.push_back("-N2");
  if (!start_server(other, more)) return;
  other.count++;
  expression(other, text);
  stop_server(other);
}

const char kHelp[] =
    "EXPRESSION                     evaluate and print it, or run it as an action; `it' is the last one\n"
    "let x = ..; f x = ..; x <- action; data, class, instance ..; import M\n"
    ":{ LINES :}                    an input of several lines\n"
    ":load FILES  :reload           the modules of files, everything in them; again\n"
    ":type EXPRESSION  :kind TYPE   :info NAME  :browse [MODULE]  :doc NAME\n"
    ":module [+|-] MODULES          import these, in place of the others, too, or no more\n"
    ":main [ARGUMENTS]              main, with these arguments; :run FUNCTION [ARGUMENTS] another one\n"
    ":time EXPRESSION               evaluate it, and say how long that took\n"
    ":spark-report EXPRESSION       evaluate it on two processors, and say what became of its sparks\n"
    ":set                           +s (times), +t (types), -XNAME, -iDIR, args .., prog NAME, +RTS -N4 ..; alone: "
    "shows some\n"
    ":cd DIR  :!COMMAND  :?  :quit\n";

const Strings kCommands = {":load", ":reload", ":type", ":kind",         ":info", ":browse", ":doc",  ":module",
                           ":main", ":run",    ":time", ":spark-report", ":set",  ":cd",     ":help", ":quit"};

// False: the session ends.
bool command(Session &s, const std::string &line) {
  size_t space = line.find_first_of(" \t\n");
  std::string name = line.substr(0, space), rest = space == line.npos ? "" : trimmed(line.substr(space));
  if (line.rfind(":!", 0) == 0) {
    std::fflush(stdout);
    run_shell(line.substr(2));
    return true;
  }
  if (name == ":?") name = ":help";
  std::string full;
  for (const std::string &c : kCommands)
    if (full.empty() && name.size() > 1 && c.rfind(name, 0) == 0) full = c;
  auto wants = [&](const char *what) {
    if (rest.empty()) std::fprintf(stderr, "gphc: %s wants %s\n", full.c_str(), what);
    return rest.empty();
  };
  if (full == ":quit") return false;
  if (full == ":help") std::fputs(kHelp, stdout);
  else if (full == ":load") load(s, words(rest));
  else if (full == ":reload") load(s, Strings(s.wanted));
  else if (full == ":type") {
    if (!wants("an expression")) ask(s, "type", rest);
  } else if (full == ":kind") {
    if (!wants("a type")) ask(s, "kind", rest);
  } else if (full == ":info") {
    if (!wants("a name")) ask(s, "info", rest);
  } else if (full == ":doc") {
    if (!wants("a name")) ask(s, "doc", rest);
  } else if (full == ":browse") ask(s, "browse", rest);
  else if (full == ":module") module(s, rest);
  else if (full == ":set") set(s, rest);
  else if (full == ":cd") {
    if (!wants("a folder") && chdir(rest.c_str()) != 0)
      std::fprintf(stderr, "gphc: cannot go to %s: %s\n", rest.c_str(), std::strerror(errno));
  } else if (full == ":main" || full == ":run") {
    Strings w = words(rest);
    std::string function = "main";
    if (full == ":run") {
      if (wants("a function")) return true;
      function = w[0];
      w.erase(w.begin());
    }
    run_function(s, function, w);
  } else if (full == ":time") {
    if (wants("an expression")) return true;
    bool before = s.timed;
    s.timed = true;
    input(s, rest);
    s.timed = before;
  } else if (full == ":spark-report") {
    if (!wants("an expression")) spark_report(s, rest);
  } else {
    std::fprintf(stderr, "gphc: there is no command `%s' (:? lists them)\n", name.c_str());
  }
  return true;
}

// ---- Completion -----------------------------------------------------------------------------------------------------
Strings completions(const std::string &line, const std::string &word, bool *files) {
  Strings out;
  auto offer = [&](const std::string &w) {
    if (w.rfind(word, 0) == 0) out.push_back(w);
  };
  const std::string before = trimmed(line);
  if (before.empty() && word[0] == ':')
    for (const std::string &c : kCommands) offer(c);
  else if (before.rfind(":l", 0) == 0 || before == ":cd") *files = true;
  else {
    for (const Chunk &c : g_session->chunks)
      if (c.name.find_first_of(" '") == c.name.npos) offer(c.name);
    for (Module *m : all_modules()) {
      const bool named = before.rfind("import", 0) == 0 || before.rfind(":b", 0) == 0 || before.rfind(":m", 0) == 0;
      if (named) {
        if (m->name.str().rfind("GPH.", 0) != 0) offer(m->known_as().string());
        continue;
      }
      if (m->name.str() != "Prelude" || !m->scope) continue;
      for (Entity *e : m->scope->exports.order) offer(e->occ.string());
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// An input: a line, or several between :{ and :}. Empty when it was interrupted.
bool read_input(const std::string &prompt, std::string *text) {
  const LineRead first = read_line(prompt, text);
  if (first == LineRead::Interrupted) text->clear();
  if (first != LineRead::Line) return first != LineRead::End;
  if (trimmed(*text) != ":{") return true;
  text->clear();
  for (std::string line;;) {
    const LineRead next = read_line(isatty(0) ? "| " : "", &line);
    if (next == LineRead::Interrupted) {
      text->clear();
      return true;
    }
    if (next == LineRead::End) {
      std::fprintf(stderr, "gphc: the input ends within :{, without :}\n");
      return false;
    }
    if (trimmed(line) == ":}") return true;
    if (text->size() <= kLongestInput) *text += line + "\n";
  }
}

}  // namespace
}  // namespace session

Var *prompt_main(Module *m) {
  const Vec<Candidate> &found = lookup_global(m, {}, sym(kPromptMain), NameSpace::Value);
  return found.empty() ? nullptr : dyn_cast<Var>(found[0].ent);
}

std::vector<Var *> prompt_roots() {
  std::vector<Var *> out;
  const Module *m = find_module(sym("GPH.Prompt"));
  if (!m || !m->scope) return out;
  for (Entity *e : m->scope->exports.order)
    if (Var *v = dyn_cast<Var>(e)) out.push_back(v);
  return out;
}

int prompt(Options &o, const PromptCompiler &compiler) {
  using namespace session;
  Session s;
  g_session = &s;
  s.compiler = compiler;
  s.options = o;
  s.options.opt_level = 0;
  s.options.opt_flags.push_back("no-localise-cafs");
  s.options.interactive = true;
  s.folder = temporary_folder();
  signal(SIGPIPE, SIG_IGN);
  const bool terminal = isatty(0) && isatty(1);
  if (terminal) std::printf("gphi, the prompt of gphc %s (:? for help)\n", GPHC_VERSION);
  // The stdlib, the evaluating process and the back end are needed soon, each by itself: they are read at once.
  start_server(s, {}, true);
  {
    std::thread back_end(compiler.preload, o);
    Options w = s.options;
    w.warming = true;
    std::string source = s.folder + "/Warm.hs";
    write_file(source, "module Prompt'Warm where\nimport qualified GPH.Prompt\n");
    s.compiler.warm(w, source);
    back_end.join();
  }
  start_line_editor(completions);
  signal(SIGINT, SIG_IGN);
  if (!o.sources.empty()) load(s, o.sources);
  std::fflush(stdout);
  for (std::string text; read_input(terminal ? "gphi> " : "", &text);) {
    if (text.size() > kLongestInput) {
      std::fprintf(stderr, "gphc: an input of more than a million bytes: that is the most\n");
      continue;
    }
    const std::string t = trimmed(text);
    if (t.empty()) continue;
    if (t[0] == ':') {
      if (!command(s, t)) break;
    } else input(s, text);
    std::fflush(stdout);
  }
  if (terminal) std::printf("\n");
  end_line_editor();
  stop_server(s);
  remove_folder(s.folder);
  return 0;
}

}  // namespace gphc
