// prompt_input.cc: an input becomes a module, which a fork compiles, and what it defines stays in the session. See Note
// [How the prompt works] in driver/prompt.cc
#include "driver/prompt_session.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>

#include "driver/files.h"
#include "driver/statements.h"
#include "support/diag.h"
#include "syntax/ast.h"
#include "syntax/header.h"

namespace gphc::session {
namespace {

// ---- Compiling an input ---------------------------------------------------------------------------------------------
void add(SourceFile *f, const std::string &text, LineOrigin::Where where, uint32_t indent = 0) {
  uint32_t from = 1;
  for (size_t i = 0; i < text.size();) {
    size_t end = std::min(text.find('\n', i), text.size());
    f->text += std::string(indent, ' ') + text.substr(i, end - i) + "\n";
    f->origins.push_back({from, indent, where});
    if (where == LineOrigin::Where::Itself) from++;
    i = end + 1;
  }
}

// What the user typed, as messages show it.
SourceFile *typed_file(const std::string &text) {
  SourceFile *f = new SourceFile;
  f->path = "<interactive>";
  f->text = text + "\n";
  f->line_start.push_back(0);
  for (size_t i = 0; i < text.size(); i++)
    if (text[i] == '\n') f->line_start.push_back(uint32_t(i + 1));
  return f;
}

// Places in it are those of the input that it was.
void add(SourceFile *f, const Chunk &c) {
  std::vector<std::string> lines;
  std::istringstream in(c.text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::string typed;
  for (size_t i = c.head; i + c.tail < lines.size(); i++)
    typed += (i > c.head ? "\n" : "") + lines[i].substr(std::min<size_t>(c.indent, lines[i].size()));
  const SourceFile *written = typed_file(typed);
  const uint32_t last = uint32_t(lines.size()) - c.head - c.tail;
  for (uint32_t i = 0; i < lines.size(); i++) {
    f->text += lines[i] + "\n";
    if (i < c.head) f->origins.push_back({1, 0, LineOrigin::Where::Before, written});
    else if (i < c.head + last) f->origins.push_back({i - c.head + 1, c.indent, LineOrigin::Where::Itself, written});
    else f->origins.push_back({last, 0, LineOrigin::Where::After, written});
  }
}

SourceFile *module_of(const Session &s, const Typed &t) {
  using Where = LineOrigin::Where;
  SourceFile *f = new SourceFile;
  f->written = typed_file(t.text);
  std::string hidden;
  auto hide = [&](const std::string &name) {
    if (!name.empty() && name.find(' ') == name.npos && name.find('\'') == name.npos)
      hidden += (hidden.empty() ? "" : ", ") + name;
  };
  for (const Chunk &c : s.chunks) hide(c.name);
  if (t.as == Typed::Definition) hide(defined_name(t.text));
  const std::string hiding = hidden.empty() ? "" : " hiding (" + hidden + ")";
  add(f, "{-# LANGUAGE ExtendedDefaultRules, NoMonomorphismRestriction #-}\n", Where::Before);
  add(f, std::string("module ") + kPromptModule + " where\nimport qualified GPH.Prompt\nimport qualified Prelude\n",
      Where::Before);
  if (s.prelude) add(f, "import Prelude" + hiding, Where::Before);
  for (const std::string &m : s.modules) add(f, "import " + m + hiding, Where::Before);
  for (const std::string &i : s.imports) add(f, i, Where::Before);
  Strings mentioned = mentioned_modules(t.text + " " + t.before);
  for (const Chunk &c : s.chunks)
    for (const std::string &m : mentioned_modules(c.text)) mentioned.push_back(m);
  std::sort(mentioned.begin(), mentioned.end());
  mentioned.erase(std::unique(mentioned.begin(), mentioned.end()), mentioned.end());
  for (const std::string &m : mentioned)
    if (m != "GPH.Prompt") add(f, "import qualified " + m, Where::Before);
  if (t.as == Typed::Import) {
    add(f, t.before, Where::Before);
    add(f, t.text, Where::Itself, t.before.empty() ? 0 : 4);
  }
  for (const Chunk &c : s.chunks) add(f, c);
  if (t.as == Typed::Definition) {
    add(f, t.text, Where::Itself);
    add(f, "\n", Where::After);
  }
  if (t.as != Typed::Import) add(f, t.before, Where::Before);
  if (t.as == Typed::Expression) add(f, t.text, Where::Itself, 4);
  add(f, t.after, Where::After);
  return f;
}

// Runs `work` in a fork, and gives what it wrote to the pipe. False when it failed; its messages have been printed.
bool in_fork(const std::function<void(FILE *)> &work, std::string *answer) {
  int p[2];
  if (pipe(p) != 0) return false;
  std::fflush(stdout);
  pid_t pid = fork();
  if (pid < 0) {
    std::fprintf(stderr, "gphc: cannot fork: %s\n", std::strerror(errno));
    return false;
  }
  if (pid == 0) {
    signal(SIGINT, SIG_DFL);
    close(p[0]);
    FILE *out = fdopen(p[1], "w");
    work(out);
    std::fclose(out);
    std::fflush(stdout);
    std::_Exit(0);
  }
  close(p[1]);
  char buf[4096];
  for (ssize_t n; (n = read(p[0], buf, sizeof buf)) != 0;) {
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) break;
    answer->append(buf, size_t(n));
  }
  close(p[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) std::fprintf(stderr, "Interrupted.\n");
  else if (WIFSIGNALED(status))
    std::fprintf(stderr, "gphc: compiling this ended by signal %d (%s)\n", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

bool compile(Session &s, const Typed &t, const std::string &asked, const std::string &about, std::string *answer) {
  return in_fork(
      [&](FILE *out) {
        if (s.quiet && !std::freopen("/dev/null", "w", stderr)) return;
        Options o = s.options;
        o.interactive = true;
        o.asked = asked;
        o.asked_about = about;
        o.sources = s.files;
        g_answer = out;
        std::string source = s.folder + "/Input.hs";
        SourceFile *made = module_of(s, t);
        made->path = source;
        g_made_source = made;
        std::ofstream(source) << made->text;
        Strings objects = s.compiler.objects(o, source);
        diags().flush();
        if (objects.empty()) return;
        std::fprintf(out, "%s\n", temp_dir().c_str());
        for (const std::string &x : objects) std::fprintf(out, "%s\n", x.c_str());
      },
      answer);
}

bool accepts_extension(const std::string &name) {
  std::string answer;
  return in_fork(
      [&](FILE *) {
        check_extension(name, Span{});
        diags().stop_if_errors();
      },
      &answer);
}

namespace {

// The text as an expression between brackets, unless it is a part of one: `1 +` would be a section in parentheses.
constexpr const char *kOpen = "(let { prompt'typed =\n", *kClose = "  } in prompt'typed)";

// Slots with values that no chunk has.
std::vector<int> dead_slots(const Session &s) {
  std::vector<int> out;
  for (int n : s.slots)
    if (std::none_of(s.chunks.begin(), s.chunks.end(), [n](const Chunk &c) { return c.slot == n; })) out.push_back(n);
  return out;
}

// Evaluates what compile() made: a folder and objects, a line each.
bool evaluate_answer(Session &s, const std::string &answer) {
  std::istringstream in(answer);
  Strings objects;
  std::string dir, line;
  std::getline(in, dir);
  while (std::getline(in, line)) objects.push_back(line);
  auto begin = std::chrono::steady_clock::now();
  const std::vector<int> dead = dead_slots(s);  // that the statement forgets
  bool good = evaluate(s, objects);
  for (int n : dead) s.slots.erase(n);
  if (s.timed)
    std::fprintf(stderr, "(%.2f secs)\n",
                 std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  remove_folder(dir);
  return good;
}

bool compile_and_evaluate(Session &s, const Typed &t) {
  std::string answer;
  return compile(s, t, "", "", &answer) && evaluate_answer(s, answer);
}

// ---- Chunks ---------------------------------------------------------------------------------------------------------
Chunk &add_chunk(Session &s, const std::string &name, const std::string &text, int slot = -1) {
  Chunk c;
  c.name = name;
  c.text = text;
  c.value = slot >= 0;
  c.slot = slot;
  c.id = ++s.ids;
  s.chunks.push_back(c);
  if (slot >= 0 && !name.empty()) s.slots.insert(slot);
  return s.chunks.back();
}

// A chunk that begins with a line before the text that the user typed, and may have one behind it.
void add_chunk_around(Session &s, const std::string &name, const std::string &before, const std::string &text,
                      const std::string &after, int slot = -1) {
  Chunk &c = add_chunk(s, name, before + "\n" + indented(text) + "\n" + after, slot);
  c.head = 1;
  c.tail = after.empty() ? 0 : 1;
  c.indent = 4;
}

// An input will be compiled: code of values that it mentions may be anywhere from now on.
void note_uses(Session &s, const std::string &text) {
  for (Chunk &c : s.chunks)
    if (!c.used && c.slot >= 0 && !c.name.empty() && mentions(text, c.name)) {
      c.used = true;
      s.slots.erase(c.slot);
    }
}

// In a statement: the values of slots that no chunk has any more, and that no input has mentioned, go.
std::string forgetting(const Session &s) {
  std::string list;
  for (int n : dead_slots(s)) list += (list.empty() ? "" : ", ") + std::to_string(n);
  return list.empty() ? "" : "GPH.Prompt.forget [" + list + "] Prelude.>> ";
}

// ---- Inputs ---------------------------------------------------------------------------------------------------------
// A name is defined anew: what refers to the old one goes on doing so.
void make_room(Session &s, const std::string &name) {
  if (name.empty()) return;
  size_t old = s.chunks.size();
  for (size_t i = 0; i < s.chunks.size(); i++)
    if (s.chunks[i].name == name) old = i;
  if (old == s.chunks.size()) return;
  bool used = false;
  for (size_t i = 0; i < s.chunks.size(); i++)
    used = used || (i != old && name.find(' ') == name.npos && mentions(s.chunks[i].text, name));
  if (!used) {
    s.chunks.erase(s.chunks.begin() + long(old));
    return;
  }
  const std::string other = "prompt'" + std::to_string(s.count) + "'" + name;
  bool found;
  for (Chunk &c : s.chunks) c.text = replaced(c.text, name, &other, &found);
  s.chunks[old].name = other;
  s.chunks[old].id = ++s.ids;
}

// Expressions that nothing refers to any more.
void drop_expressions(Session &s) {
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < s.chunks.size() && !again; i++) {
      const std::string &name = s.chunks[i].name;
      if (name.rfind("prompt'it", 0) != 0 || name == s.it) continue;
      bool used = false;
      for (size_t k = 0; k < s.chunks.size(); k++) used = used || (k != i && mentions(s.chunks[k].text, name));
      if (used) continue;
      s.chunks.erase(s.chunks.begin() + long(i));
      again = true;
    }
  }
}

void define(Session &s, const std::string &text) {
  Typed t;
  t.as = Typed::Definition;
  t.text = text;
  Session trial = s;  // the old definitions, out of the way
  make_room(trial, defined_name(text));
  std::string answer;
  if (!compile(trial, t, "check", "", &answer)) return;
  s.chunks = trial.chunks;
  s.ids = trial.ids;
  add_chunk(s, defined_name(text), text);
  drop_expressions(s);
}

void bind(Session &s, const std::string &text) {
  size_t arrow = text.find("<-");
  const std::string pattern = trimmed(text.substr(0, arrow)), action = trimmed(text.substr(arrow + 2)),
                    n = std::to_string(s.count);
  Typed t;
  t.as = Typed::Expression;
  t.text = text;
  t.before = std::string(kPromptMain) + " = GPH.Prompt.run (" + forgetting(s) + "GPH.Prompt.bind " + n + " (do {\n";
  t.after = "    ; Prelude.return (" + pattern + ") }))\n";
  if (!compile_and_evaluate(s, t)) return;
  const bool plain = std::all_of(pattern.begin(), pattern.end(), [](char c) { return is_name((unsigned char)c); });
  if (plain) {
    make_room(s, pattern);
    add_chunk_around(s, pattern, pattern + " = GPH.Prompt.slot " + n + " (", action, "  )\n", int(s.count));
  } else {
    const std::string again =
        " (do {\n    " + pattern + " <- \n" + indented(action) + "\n    ; Prelude.return (" + pattern + ") })\n";
    add_chunk(s, "", "(" + pattern + ") = GPH.Prompt.slot " + n + again, int(s.count));
  }
}

}  // namespace

void expression(Session &s, const std::string &text) {
  const std::string name = kPromptIt + std::to_string(s.count), n = std::to_string(s.count);
  Typed t;
  t.as = Typed::Expression;
  t.text = text;
  t.before = std::string(kPromptMain) + " = GPH.Prompt.run (" + forgetting(s) + "GPH.Prompt.print " + name + ")\n" +
             name + " =\n";
  t.after = "\n";
  // Its type says whether it is a value, whose code comes with the answer, or an action, which is another statement.
  std::string answer;
  if (!compile(s, t, "value", name, &answer)) return;
  const size_t line = answer.find('\n'), space = answer.find(' ');
  const bool action = answer.rfind("action", 0) == 0;
  if (action) {
    t.before =
        std::string(kPromptMain) + " = GPH.Prompt.run (" + forgetting(s) + "GPH.Prompt.action " + n + " " + kOpen;
    t.after = std::string(kClose) + ")\n";
  }
  if (s.typed) std::printf("it :: %s\n", trimmed(answer.substr(space, line - space)).c_str());
  if (action ? !compile_and_evaluate(s, t) : !evaluate_answer(s, answer.substr(line + 1))) return;
  s.it = name;
  if (action)
    add_chunk_around(s, name, trimmed(name + " = GPH.Prompt.slot " + n + " " + kOpen), text, std::string(kClose) + "\n",
                     int(s.count));
  else add_chunk_around(s, name, name + " =", text, "");
  drop_expressions(s);
}

void run_function(Session &s, const std::string &function, const Strings &args) {
  s.count++;
  note_uses(s, function);
  Typed t;
  t.as = Typed::Expression;
  t.text = function;
  t.before = std::string(kPromptMain) + " = GPH.Prompt.run (" + forgetting(s) + "System.Environment.withArgs " +
             haskell_list(args) + " (" + kOpen;
  t.after = std::string(kClose) + " Prelude.>> Prelude.return ()))\n";
  compile_and_evaluate(s, t);
}

bool import(Session &s, const std::string &text) {
  Typed t;
  t.as = Typed::Import;
  t.text = text;
  Session trial = s;
  Strings w = words(text);
  if (std::find(w.begin(), w.end(), "Prelude") != w.end()) trial.prelude = false;
  std::string answer;
  if (!compile(trial, t, "check", "", &answer)) return false;
  s.prelude = trial.prelude;
  std::istringstream in(text);
  // Each by itself where it is a line, so that :module can take it away.
  const bool lines = text.find("\n ") == text.npos && text.find("\n\t") == text.npos;
  for (std::string line; std::getline(in, line, lines ? '\n' : '\0');)
    if (!is_blank(line) && std::find(s.imports.begin(), s.imports.end(), line) == s.imports.end())
      s.imports.push_back(line);
  return true;
}

void input(Session &s, std::string text) {
  if (is_blank(text)) return;
  s.count++;
  if (!s.it.empty()) {
    bool found = false;
    text = replaced(text, "it", &s.it, &found);
  }
  note_uses(s, text);
  StatementSort sort = statement_sort(text);
  {
    // A signature with the definition behind it.
    size_t n = 0;
    while (n < text.size() && is_name((unsigned char)text[n])) n++;
    size_t colons = text.find_first_not_of(' ', n), more = text.find_first_of(";\n", n);
    const bool signature = n > 0 && colons != text.npos && text.compare(colons, 2, "::") == 0;
    if (sort == StatementSort::Expression && signature && more != text.npos && text.find('=', more) != text.npos)
      sort = StatementSort::Definition;
  }
  switch (sort) {
    case StatementSort::Import: import(s, text); return;
    case StatementSort::Declaration:
    case StatementSort::Definition: return define(s, text);
    case StatementSort::Expression: return expression(s, text);
    case StatementSort::Statement: {
      const std::string t = trimmed(text);
      if (t.rfind("let", 0) == 0 && !is_name((unsigned char)t[3])) define(s, without_let(t));
      else bind(s, t);
    }
  }
}

}  // namespace gphc::session
