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

#include <poll.h>
#include <signal.h>
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
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "driver/files.h"
#include "driver/line_editor.h"
#include "driver/paths.h"
#include "driver/process.h"
#include "driver/statements.h"
#include "rename/scope.h"
#include "stg/stg.h"
#include "support/diag.h"
#include "support/hash.h"
#include "syntax/ast.h"
#include "version.h"

namespace gphc {
namespace {

using Strings = std::vector<std::string>;

struct Chunk {
  std::string name;  // what it defines; "" where that does not matter (instances)
  std::string text;
  bool value = false;  // of a slot: goes with the evaluating process
  int slot = -1;       // its number
  bool used = false;   // some input mentions it
  unsigned id = 0;     // what tells it from another of the same name, and from itself before it was renamed
};

struct Session {
  Options options;
  PromptCompiler compiler;
  std::string folder;               // of this session, below the system's for temporary files
  Strings imports, files, modules;  // modules: of the files that :load named
  Strings wanted;                   // what :reload loads: the same, also after errors
  std::vector<Chunk> chunks;
  std::string it;      // the name of the last expression; "" before the first
  unsigned count = 0;  // inputs
  unsigned ids = 0;    // chunks
  bool timed = false, typed = false, prelude = true;
  Strings rts, args;
  std::string program_name = "<interactive>";
  // the evaluating process
  pid_t server = -1;
  std::map<unsigned, std::string> known;  // chunks, by id, that it may have loaded
  std::set<std::string> told;             // names that it keeps the values of: of the words of all chunks
  std::set<int> slots;                    // that have values, and that no code refers to but that of a chunk
  bool starting = false;                  // it has not said yet that it waits for the first statement
  FILE *to = nullptr, *from = nullptr;
};
Session *g_session;

// ---- Text -----------------------------------------------------------------------------------------------------------
std::string trimmed(const std::string &s) {
  size_t a = s.find_first_not_of(" \t\r\n"), b = s.find_last_not_of(" \t\r\n");
  return a == s.npos ? "" : s.substr(a, b - a + 1);
}
Strings words(const std::string &s) {
  std::istringstream in(s);
  Strings out;
  for (std::string w; in >> w;) out.push_back(w);
  return out;
}
bool is_name(unsigned char c) { return std::isalnum(c) || c == '_' || c == '\'' || c >= 0x80; }

// The text with one identifier replaced, or, without a replacement, whether it is there. Strings, characters and
// qualified names are left alone.
std::string replaced(const std::string &s, const std::string &name, const std::string *by, bool *found) {
  std::string out;
  for (size_t i = 0; i < s.size();) {
    size_t from = i;
    if (s[i] == '"') {
      for (i++; i < s.size() && s[i] != '"'; i++)
        if (s[i] == '\\') i++;
      i = std::min(i + 1, s.size());
    } else if (is_name((unsigned char)s[i])) {
      while (i < s.size() && is_name((unsigned char)s[i])) i++;
      if (s.compare(from, i - from, name) == 0 &&
          !(from > 0 && s[from - 1] == '.' && from > 1 && is_name((unsigned char)s[from - 2]))) {
        *found = true;
        if (by) {
          out += *by;
          continue;
        }
      }
    } else {
      i++;
    }
    out += s.substr(from, i - from);
  }
  return out;
}
bool mentions(const std::string &s, const std::string &name) {
  bool found = false;
  replaced(s, name, nullptr, &found);
  return found;
}

// The words of a text that may name a variable: what a definition defines is among them, whatever its pattern. Not
// those that are too long for a line to the evaluating process.
void variables_of(const std::string &s, std::set<std::string> *out) {
  static const std::string symbols = "!#$%&*+./<=>?@\\^|-~:";
  auto is_symbol = [](char c) { return symbols.find(c) != std::string::npos; };
  for (size_t i = 0; i < s.size();) {
    const size_t from = i;
    if (is_name((unsigned char)s[i])) {
      while (i < s.size() && is_name((unsigned char)s[i])) i++;
      if (!std::isdigit((unsigned char)s[from]) && !std::isupper((unsigned char)s[from]) && i - from < 200)
        out->insert(s.substr(from, i - from));
    } else if (is_symbol(s[i])) {
      while (i < s.size() && is_symbol(s[i])) i++;
      if (i - from < 200) out->insert(s.substr(from, i - from));
    } else i++;
  }
}

// The name that a definition's text defines: its first word, for data and its like the second.
std::string defined_name(const std::string &text) {
  Strings w = words(text);
  static const Strings declares = {"data", "newtype", "type", "class"};
  if (w.empty()) return "";
  if (std::find(declares.begin(), declares.end(), w[0]) != declares.end()) return w.size() > 1 ? w[0] + " " + w[1] : "";
  if (w[0] == "foreign") {
    for (size_t i = 1; i < w.size(); i++)
      if (w[i] == "::") return w[i - 1];
    return "";
  }
  size_t n = 0;
  while (n < text.size() && is_name((unsigned char)text[n])) n++;
  static const Strings nameless = {"instance", "deriving", "infix", "infixl", "infixr", "default"};
  const bool variable = n > 0 && (std::islower((unsigned char)text[0]) || text[0] == '_');
  return variable && std::find(nameless.begin(), nameless.end(), w[0]) == nameless.end() ? text.substr(0, n) : "";
}

// `let x = 1` and its continuation lines as they stand at top level.
std::string without_let(const std::string &s) {
  size_t at = s.find("let") + 3;
  while (at < s.size() && (s[at] == ' ' || s[at] == '\t')) at++;
  size_t line = s.rfind('\n', at);
  const size_t indent = at - (line == s.npos ? 0 : line + 1);
  std::string body = s.substr(at), out;
  if (!body.empty() && body[0] == '{' && trimmed(body).back() == '}')
    return trimmed(trimmed(body).substr(1, trimmed(body).size() - 2));
  for (size_t i = 0; i < body.size();) {
    size_t end = std::min(body.find('\n', i), body.size()), from = i;
    if (i > 0)
      for (size_t k = 0; k < indent && from < end && body[from] == ' '; k++) from++;
    out += body.substr(from, end - from) + "\n";
    i = end + 1;
  }
  return out;
}

// ---- The evaluating process -----------------------------------------------------------------------------------------
std::string cache_folder() {
  const char *x = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  return x && *x ? std::string(x) + "/gphc" : home && *home ? std::string(home) + "/.cache/gphc" : "";
}

std::string stamp(const std::string &path) {
  struct stat st;
  if (stat(path.c_str(), &st) != 0) return "";
  return std::to_string(st.st_size) + "." + std::to_string(st.st_mtim.tv_sec) + "." +
         std::to_string(st.st_mtim.tv_nsec) + " ";
}

// A response file that keeps all of the runtime: its names, from the archive's index, are roots for the linker.
std::string keep_file(const Session &s, const std::string &archive) {
  std::ifstream in(archive, std::ios::binary);
  std::string index(std::istreambuf_iterator<char>(in), {}), flags;
  // "!<arch>\n", then the first member: how many names, that many places, the names
  constexpr size_t kHeader = 8, kMember = 60;
  if (index.size() < kHeader + kMember + 4) return "";
  auto number = [&](size_t at) {
    size_t value = 0;
    for (size_t i = 0; i < 4; i++) value = value << 8 | (unsigned char)index[at + i];
    return value;
  };
  const size_t count = number(kHeader + kMember);
  size_t at = kHeader + kMember + 4 + 4 * count;
  for (size_t i = 0; i < count && at < index.size(); i++) {
    const std::string name = index.c_str() + at;
    flags += "-Wl,-u," + name + "\n";
    at += name.size() + 1;
  }
  write_file(s.folder + "/keep", flags);
  return s.folder + "/keep";
}

// The program that evaluates, made once for this gphc and kept in the cache.
std::string server_program(Session &s, bool made) {
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  std::string key = stamp(n > 0 ? std::string(self, size_t(n)) : "") + stamp(lib_dir() + "/libgph-thr.a");
  for (const char *m : {"/GPH/Prompt.hs", "/GPH/Exception.hs"}) key += stamp(stdlib_dir() + m);
  Hash128 hash;
  hash.add(key);
  std::string folder = cache_folder(), name = "prompt-" + hash.hex();
  bool kept = !folder.empty() && s.options.object_cache &&
              (mkdir(folder.c_str(), 0777) == 0 || access(folder.c_str(), W_OK) == 0);
  std::string path = (kept ? folder : s.folder) + "/" + name;
  if (access(path.c_str(), X_OK) == 0) return path;
  if (made) return "";
  std::string source = s.folder + "/Server.hs";
  write_file(
      source,
      "module Interactive where\nimport qualified GPH.Prompt\nprompt'main :: IO ()\nprompt'main = GPH.Prompt.serve\n");
  std::fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    Options o = s.options;
    o.interactive = true;
    o.threaded = true;
    o.rtsopts = "all";
    std::string lib = lib_dir() + "/libgph-thr.a";
    o.link_inputs = {"@" + keep_file(s, lib)};
    s.compiler.program(o, source, path);
    diags().flush();
    std::_Exit(0);
  }
  if (!wait_for(pid)) return "";
  return path;
}

void stop_server(Session &s) {
  if (s.server < 0) return;
  if (s.to) fclose(s.to);
  if (s.from) fclose(s.from);
  int status;
  while (waitpid(s.server, &status, 0) < 0 && errno == EINTR) {}
  s.server = -1;
  s.to = s.from = nullptr;
  s.known.clear();
  s.told.clear();
  s.slots.clear();
}

// Starts it; it says when it waits for the first statement. `made` only: when it need not be made first.
bool start_server(Session &s, const Strings &more = {}, bool made = false) {
  std::string program = server_program(s, made);
  if (program.empty()) return false;
  int in[2], out[2];
  if (pipe(in) != 0 || pipe(out) != 0) return false;
  s.server = fork();
  if (s.server == 0) {
    close(in[1]);
    close(out[0]);
    own_limits_back();
    signal(SIGINT, SIG_DFL);
    std::string fds = std::to_string(in[0]) + "," + std::to_string(out[1]);
    setenv("GPHC_PROMPT", fds.c_str(), 1);
    // A recursion or a list without end ends in an exception while there is memory left; the user's flags win.
    const size_t memory = size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGESIZE));
    Strings args = {s.program_name, "+RTS", "-K1g", "-M" + std::to_string((memory >> 20) / 10 * 8) + "m"};
    args.insert(args.end(), s.rts.begin(), s.rts.end());
    args.insert(args.end(), more.begin(), more.end());
    args.push_back("--RTS");
    args.insert(args.end(), s.args.begin(), s.args.end());
    std::vector<char *> argv;
    for (std::string &a : args) argv.push_back(a.data());
    argv.push_back(nullptr);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  s.to = fdopen(in[1], "w");
  s.from = fdopen(out[0], "r");
  s.starting = true;
  return true;
}

// The evaluating process's line: how the statement ended. False: it died.
bool read_status(Session &s, int *status) {
  char line[64];
  for (;;) {
    errno = 0;
    if (fgets(line, sizeof line, s.from)) {
      *status = std::atoi(line);
      return true;
    }
    if (errno != EINTR) return false;
    clearerr(s.from);
  }
}

// Values of slots are lost with the process.
void forget_values(Session &s) {
  size_t before = s.chunks.size();
  std::vector<std::string> gone;
  for (const Chunk &c : s.chunks)
    if (c.value) gone.push_back(c.name);
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < s.chunks.size(); i++) {
      bool lost = s.chunks[i].value;
      for (const std::string &g : gone) lost = lost || (!g.empty() && mentions(s.chunks[i].text, g));
      if (!lost) continue;
      gone.push_back(s.chunks[i].name);
      if (s.chunks[i].name == s.it) s.it.clear();
      s.chunks.erase(s.chunks.begin() + long(i));
      again = true;
      break;
    }
  }
  if (s.chunks.size() != before)
    std::fprintf(stderr, "gphc: what was bound by <- is gone; the other definitions stay\n");
}

// Runs the statement that the objects hold. False when the process died or the statement raised an exception.
bool evaluate(Session &s, const Strings &objects) {
  if (s.server < 0 && !start_server(s)) {
    std::fprintf(stderr, "gphc: the evaluating process does not start\n");
    return false;
  }
  std::map<unsigned, std::string> before;
  before.swap(s.known);
  for (const Chunk &c : s.chunks)
    if (!c.name.empty()) s.known[c.id] = c.name;
  auto tell = [&](char what, const std::string &name) {
    std::fprintf(s.to, "%c%s_%s\n", what, kPromptModule, stg::z_encode(name).c_str());
  };
  std::set<std::string> names;
  for (const Chunk &c : s.chunks) variables_of(c.text, &names);
  for (const auto &[id, name] : before)
    if (!s.known.count(id)) {
      tell('-', name);
      s.told.erase(name);
    }
  for (const std::string &name : s.told)
    if (!names.count(name)) tell('~', name);
  for (const std::string &name : names)
    if (!s.told.count(name)) tell('+', name);
  s.told.swap(names);
  // The last statement, too.
  for (const std::string &name :
       {stg::z_encode(kPromptModule) + "_" + stg::z_encode(kPromptMain), stg::z_encode(":Main") + "_main"})
    std::fprintf(s.to, "-%s\n", name.c_str());
  for (const std::string &x : objects) std::fprintf(s.to, "%s\n", x.c_str());
  std::fprintf(s.to, "\n");
  std::fflush(s.to);
  int status = 0;
  if ((!s.starting || read_status(s, &status)) && read_status(s, &status)) {
    s.starting = false;
    return status == 0;
  }
  while (waitpid(s.server, &status, 0) < 0 && errno == EINTR) {}
  fclose(s.to);
  fclose(s.from);
  s.server = -1;
  s.to = s.from = nullptr;
  s.known.clear();
  s.told.clear();
  s.slots.clear();
  if (WIFSIGNALED(status))
    std::fprintf(stderr, "gphc: the evaluating process was ended by signal %d (%s)\n", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
  else std::fprintf(stderr, "gphc: the evaluating process ended with status %d\n", WEXITSTATUS(status));
  forget_values(s);
  return false;
}

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

// What the user typed, and what stands before and after it in the module.
struct Typed {
  enum As { Import, Definition, Expression, Nothing } as = Nothing;
  std::string text, before, after;
};

SourceFile *module_of(const Session &s, const Typed &t) {
  using Where = LineOrigin::Where;
  SourceFile *f = new SourceFile, *shown = new SourceFile;
  shown->path = "<interactive>";
  shown->text = t.text + "\n";
  shown->line_start.push_back(0);
  for (size_t i = 0; i < t.text.size(); i++)
    if (t.text[i] == '\n') shown->line_start.push_back(uint32_t(i + 1));
  f->written = shown;
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
  if (t.as == Typed::Import) add(f, t.text, Where::Itself);
  for (const Chunk &c : s.chunks) add(f, c.text, Where::Before);
  if (t.as == Typed::Definition) add(f, t.text, Where::Itself);
  add(f, t.before, Where::Before);
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

FILE *g_answer;  // in the fork: where answer_prompt writes

bool compile(Session &s, const Typed &t, const std::string &asked, const std::string &about, std::string *answer) {
  return in_fork(
      [&](FILE *out) {
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

void remove_folder(const std::string &dir) {
  std::error_code ignored;
  if (!dir.empty()) std::filesystem::remove_all(dir, ignored);
}

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
void add_chunk(Session &s, const std::string &name, const std::string &text, int slot = -1) {
  Chunk c;
  c.name = name;
  c.text = text;
  c.value = slot >= 0;
  c.slot = slot;
  c.id = ++s.ids;
  s.chunks.push_back(c);
  if (slot >= 0 && !name.empty()) s.slots.insert(slot);
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

std::string indented(const std::string &s) {
  std::string out = "    ";
  for (char c : s) {
    out += c;
    if (c == '\n') out += "    ";
  }
  return out;
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
    add_chunk(s, pattern, pattern + " = GPH.Prompt.slot " + n + " (\n" + indented(action) + "\n  )\n", int(s.count));
  } else {
    const std::string again =
        " (do {\n    " + pattern + " <- \n" + indented(action) + "\n    ; Prelude.return (" + pattern + ") })\n";
    add_chunk(s, "", "(" + pattern + ") = GPH.Prompt.slot " + n + again, int(s.count));
  }
}

void expression(Session &s, const std::string &text) {
  const std::string name = kPromptIt + std::to_string(s.count), n = std::to_string(s.count);
  Typed t;
  t.as = Typed::Expression;
  t.text = text;
  t.before = name + " = (\n";
  t.after = "  )\n" + std::string(kPromptMain) + " = GPH.Prompt.run (" + forgetting(s) + "GPH.Prompt.evaluate " + name +
            ")\n";
  // Its type says whether it is a value, whose code comes with the answer, or an action, which is another statement.
  std::string answer;
  if (!compile(s, t, "value", name, &answer)) return;
  const size_t line = answer.find('\n'), space = answer.find(' ');
  const bool action = answer.rfind("action", 0) == 0;
  if (action) {
    t.before = std::string(kPromptMain) + " = GPH.Prompt.run (" + forgetting(s) + "GPH.Prompt.action " + n + " (\n";
    t.after = "  ))\n";
  }
  if (s.typed) std::printf("it :: %s\n", trimmed(answer.substr(space, line - space)).c_str());
  if (action ? !compile_and_evaluate(s, t) : !evaluate_answer(s, answer.substr(line + 1))) return;
  s.it = name;
  if (action) add_chunk(s, name, name + " = GPH.Prompt.slot " + n + " (\n" + indented(text) + "\n  )\n", int(s.count));
  else add_chunk(s, name, name + " = (\n" + indented(text) + "\n  )\n");
  drop_expressions(s);
}

void import(Session &s, const std::string &text) {
  Typed t;
  t.as = Typed::Import;
  t.text = text;
  Session trial = s;
  Strings w = words(text);
  const bool prelude = std::find(w.begin(), w.end(), "Prelude") != w.end();
  if (prelude) trial.prelude = false;
  std::string answer;
  if (!compile(trial, t, "check", "", &answer)) return;
  s.prelude = trial.prelude;
  if (std::find(s.imports.begin(), s.imports.end(), text) == s.imports.end()) s.imports.push_back(text);
}

void input(Session &s, std::string text) {
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
    case StatementSort::Import: return import(s, text);
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
    t.before = std::string(kPromptIt) + " = (\n";
    t.after = "  )\n";
  } else if (what == "kind") {
    t.as = Typed::Expression;
    t.text = text;
    t.before = "type Prompt'Kind =\n";
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

std::string haskell_list(const Strings &ws) {
  std::string out = "[";
  for (const std::string &w : ws) {
    out += out.size() > 1 ? ", \"" : "\"";
    for (char c : w) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += "\"";
  }
  return out + "]";
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
  if (w[0] == "args" || w[0] == "prog" || w[0] == "+RTS") {
    if (w[0] == "args") s.args.assign(w.begin() + 1, w.end());
    else if (w[0] == "prog") s.program_name = w.size() > 1 ? w[1] : "<interactive>";
    else {
      s.rts.assign(w.begin() + 1, w.end());
      while (!s.rts.empty() && s.rts.back() == "-RTS") s.rts.pop_back();
    }
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
    else if (f.rfind("-X", 0) == 0 && f.size() > 2) s.options.extensions.push_back(sym(f.substr(2)));
    else if (f.rfind("-i", 0) == 0 && f.size() > 2) s.options.import_dirs.push_back(f.substr(2));
    else
      std::fprintf(stderr,
                   "gphc: :set knows +s, +t, -XNAME, -iDIR, args ARGUMENTS, prog NAME and +RTS FLAGS, not `%s'\n",
                   f.c_str());
  }
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
    ":main [ARGUMENTS]              main, with these arguments; :run FUNCTION [ARGUMENTS] another one\n"
    ":time EXPRESSION               evaluate it, and say how long that took\n"
    ":spark-report EXPRESSION       evaluate it on two processors, and say what became of its sparks\n"
    ":set                           +s (times), +t (types), -XNAME, -iDIR, args .., prog NAME, +RTS -N4 ..; alone: "
    "shows some\n"
    ":cd DIR  :!COMMAND  :?  :quit\n";

const Strings kCommands = {":load", ":reload", ":type",         ":kind", ":info", ":browse", ":doc", ":main",
                           ":run",  ":time",   ":spark-report", ":set",  ":cd",   ":help",   ":quit"};

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
    input(s, "System.Environment.withArgs " + haskell_list(w) + " (" + function + " Prelude.>> Prelude.return ())");
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
      const bool named = before.rfind("import", 0) == 0 || before.rfind(":b", 0) == 0;
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

// An input: a line, or several between :{ and :}.
bool read_input(const std::string &prompt, std::string *text) {
  if (!read_line(prompt, text)) return false;
  if (trimmed(*text) != ":{") return true;
  text->clear();
  for (std::string line;;) {
    if (!read_line(isatty(0) ? "| " : "", &line)) {
      std::fprintf(stderr, "gphc: the input ends within :{, without :}\n");
      return false;
    }
    if (trimmed(line) == ":}") return true;
    if (text->size() <= kLongestInput) *text += line + "\n";
  }
}

}  // namespace

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

namespace {

std::string type_of(const Entity *e) {
  if (const Var *v = dyn_cast<Var>(e)) return v->type ? show_type(v->type_in_source()) : "";
  if (const DataCon *c = dyn_cast<DataCon>(e)) return c->type ? show_type(c->type) : "";
  return "";
}

std::string operator_or_name(const Entity *e) {
  const std::string s = e->occ.string();
  return is_name((unsigned char)s[0]) || s[0] == '(' || s[0] == '[' ? s : "(" + s + ")";
}

// One line for an entity; of a type with its constructors, of a class with its methods.
std::string shown(const Entity *e) {
  if (const TyCon *t = dyn_cast<TyCon>(e)) {
    std::string s = t->sort == TyConSort::Synonym ? "type " : t->sort == TyConSort::Newtype ? "newtype " : "data ";
    s += t->occ.string();
    for (const TyVar *v : t->params) s += " " + v->occ.string();
    if (t->sort == TyConSort::Synonym && t->synonym_rhs) return s + " = " + show_type(t->synonym_rhs);
    for (size_t i = 0; i < t->cons.size(); i++) {
      s += i ? " | " : " = ";
      s += operator_or_name(t->cons[i]);
      for (const FieldInfo &f : t->cons[i]->fields) s += " " + (f.type ? show_type(f.type, 2) : "_");
    }
    return s;
  }
  if (const Class *c = dyn_cast<Class>(e)) {
    std::string s = "class " + c->occ.string();
    for (const TyVar *v : c->params) s += " " + v->occ.string();
    s += " where";
    for (const Method &m : c->methods)
      s += "\n  " + operator_or_name(m.sel) + " :: " + (m.type ? show_type(m.type) : "");
    return s;
  }
  std::string t = type_of(e);
  return operator_or_name(e) + (t.empty() ? "" : " :: " + t);
}

// The comment that begins with `-- |` above a definition.
std::string comment_above(const Entity *e) {
  if (!e->def.file) return "";
  std::vector<std::string> lines;
  for (uint32_t l = e->def.line; l > 1;) {
    std::string line = trimmed(std::string(e->def.file->line(--l)));
    if (line.rfind("--", 0) == 0) {
      lines.insert(lines.begin(), trimmed(line.substr(line.find_first_not_of("-"))));
      if (!lines[0].empty() && lines[0][0] == '|') {
        lines[0] = trimmed(lines[0].substr(1));
        break;
      }
    } else if (!lines.empty() || line.empty() || line.rfind("{-", 0) == 0) {
      if (lines.empty() && line.rfind("{-#", 0) == 0) continue;
      lines.clear();
      break;
    }
  }
  std::string out;
  for (const std::string &l : lines) out += l + "\n";
  return out;
}

}  // namespace

bool answer_prompt(const Options &o, Module *m) {
  if (o.asked.empty()) return false;
  auto print = [](const std::string &s) { std::fprintf(g_answer, "%s\n", s.c_str()); };
  auto of = [&](const std::string &name, NameSpace ns) -> const Vec<Candidate> & {
    std::string bare = name.size() > 2 && name[0] == '(' && name.back() == ')' ? name.substr(1, name.size() - 2) : name;
    size_t dot = bare.rfind('.');
    const bool qualified = dot != bare.npos && dot > 0 && dot + 1 < bare.size() && std::isupper((unsigned char)bare[0]);
    return lookup_global(m, qualified ? sym(bare.substr(0, dot)) : Symbol{},
                         sym(qualified ? bare.substr(dot + 1) : bare), ns);
  };
  if (o.asked == "type" || o.asked == "value") {
    const Vec<Candidate> &found = of(o.asked == "type" ? kPromptIt : o.asked_about, NameSpace::Value);
    const Var *v = found.empty() ? nullptr : dyn_cast<Var>(found[0].ent);
    if (!v || !v->type) return true;
    std::string text = show_type(v->type);
    bool value = false;
    if (o.asked == "value") {
      const Type *t = repr(v->type);
      for (;;) {
        if (const TForall *f = dyn_cast<TForall>(t)) t = repr(f->body);
        else if (const TQual *q = dyn_cast<TQual>(t)) t = repr(q->body);
        else break;
      }
      Vec<const Type *> args;
      TyCon *c = split_tcon_app(t, &args);
      const bool open = !c && t->tag == TypeTag::App;  // a monad that nothing determines
      value = !open && !(c && c->occ.str() == "IO" && args.size() == 1);
      text = (value ? "value " : "action ") + text;
    }
    print(text);
    return !value;
  } else if (o.asked == "kind") {
    const Vec<Candidate> &found = of("Prompt'Kind", NameSpace::Type);
    const TyCon *t = found.empty() ? nullptr : dyn_cast<TyCon>(found[0].ent);
    if (t) print(show_kind(t->kind));
  } else if (o.asked == "info" || o.asked == "doc") {
    for (NameSpace ns : {NameSpace::Type, NameSpace::Value})
      for (const Candidate &c : of(o.asked_about, ns)) {
        std::string text = o.asked == "doc" ? comment_above(c.ent) : "";
        if (o.asked == "doc") {
          print(shown(c.ent));
          print(text.empty() ? "(no comment above its definition)" : text.substr(0, text.size() - 1));
          continue;
        }
        print(shown(c.ent));
        const std::string origin = origin_of(m, c);
        print("  -- " + origin.substr(0, origin.find(" at line")));
        const TyCon *t = dyn_cast<TyCon>(c.ent);
        const Class *k = dyn_cast<Class>(c.ent);
        for (Module *in : all_modules())
          for (Decl *d : in->instances) {
            if (!d->inst || d->inst->args.empty()) continue;
            Vec<const Type *> args;
            if (!(k && d->inst->cls == k) && !(t && split_tcon_app(d->inst->args.back(), &args) == t)) continue;
            print("instance " + show_pred(Pred{d->inst->cls, d->inst->args}));
          }
      }
  } else if (o.asked == "browse") {
    Module *which = o.asked_about.empty() ? nullptr : find_module(sym("main:" + o.asked_about));
    if (!which && !o.asked_about.empty()) which = find_module(sym(o.asked_about));
    for (Module *in : all_modules()) {
      if (which ? in != which : in->is_stdlib || in == m || !in->scope) continue;
      for (Entity *e : in->scope->exports.order)
        if (e->tag != EntTag::DataCon && !parent_of(e)) print(shown(e));
    }
  } else if (o.asked == "modules") {
    for (Module *in : all_modules())
      for (const std::string &f : o.sources)
        if (in->file && in->file->path == f) print(in->name.string());
  }
  return true;
}

int prompt(Options &o, const PromptCompiler &compiler) {
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
