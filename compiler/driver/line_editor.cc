// line_editor.cc: libedit is loaded when a terminal is there, so that gphc needs it neither to be built nor to run.
// Without it, or without a terminal, lines are read as they come, a byte at a time: what follows belongs to the program
// that the line may start.
//
// Note [Ctrl-C at the prompt]
// While a line is read, SIGINT has a handler that only notes it, and does not restart the read that it interrupts:
// libedit gives the terminal its mode back, sends the signal again to this handler, and returns no line, as at the end
// of the input. The note tells the two apart. What was typed is dropped. Between lines the prompt ignores the signal;
// what it has started has its own handler.
#include "driver/line_editor.h"

#include <dlfcn.h>
#include <langinfo.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace gphc {
namespace {

// The interface of readline, which libedit has, too.
char *(*g_readline)(const char *);
int (*g_add_history)(const char *);
int (*g_read_history)(const char *);
int (*g_write_history)(const char *);
using Generator = char *(*)(const char *, int);
char **(*g_matches)(const char *, Generator);
char **g_line_buffer;

Completer g_completer;
std::vector<std::string> g_found;

char *next_found(const char *, int state) {
  static size_t at;
  if (state == 0) at = 0;
  return at < g_found.size() ? strdup(g_found[at++].c_str()) : nullptr;
}

char **complete(const char *word, int start, int) {
  bool files = false;
  std::string line = *g_line_buffer ? std::string(*g_line_buffer).substr(0, size_t(start)) : "";
  g_found = g_completer(line, word, &files);
  if (files) return nullptr;
  if (int *over = static_cast<int *>(dlsym(RTLD_DEFAULT, "rl_attempted_completion_over"))) *over = 1;
  return g_found.empty() ? nullptr : g_matches(word, next_found);
}

std::string history_file() {
  const char *home = getenv("HOME");
  return home && *home ? std::string(home) + "/.gphi_history" : "";
}

volatile sig_atomic_t g_interrupted;

void note_interrupt(int) { g_interrupted = 1; }

// See Note [Ctrl-C at the prompt].
class NotesInterrupts {
 public:
  NotesInterrupts() {
    g_interrupted = 0;
    struct sigaction a{};
    a.sa_handler = note_interrupt;
    sigaction(SIGINT, &a, &before_);
  }
  ~NotesInterrupts() { sigaction(SIGINT, &before_, nullptr); }

 private:
  struct sigaction before_;
};

}  // namespace

void start_line_editor(Completer completer) {
  g_completer = completer;
  if (!isatty(0) || !isatty(1)) return;
  const char *term = getenv("TERM");
  if (!term || !*term || !strcmp(term, "dumb")) return;
  void *lib = dlopen("libedit.so.2", RTLD_NOW | RTLD_GLOBAL);
  if (!lib) return;
  // libedit takes characters for what the locale says. Source text is UTF-8, whatever the environment names.
  if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
  g_readline = reinterpret_cast<decltype(g_readline)>(dlsym(lib, "readline"));
  g_add_history = reinterpret_cast<decltype(g_add_history)>(dlsym(lib, "add_history"));
  g_read_history = reinterpret_cast<decltype(g_read_history)>(dlsym(lib, "read_history"));
  g_write_history = reinterpret_cast<decltype(g_write_history)>(dlsym(lib, "write_history"));
  g_matches = reinterpret_cast<decltype(g_matches)>(dlsym(lib, "rl_completion_matches"));
  g_line_buffer = static_cast<char **>(dlsym(lib, "rl_line_buffer"));
  if (const char **name = static_cast<const char **>(dlsym(lib, "rl_readline_name"))) *name = "gphi";
  if (char ***attempt = static_cast<char ***>(dlsym(lib, "rl_attempted_completion_function"));
      attempt && g_matches && g_line_buffer)
    *reinterpret_cast<char **(**)(const char *, int, int)>(attempt) = complete;
  if (g_read_history && !history_file().empty()) g_read_history(history_file().c_str());
}

LineRead read_line(const std::string &prompt, std::string *line) {
  line->clear();
  if (g_readline) {
    NotesInterrupts notes;
    char *s = g_readline(prompt.c_str());
    if (g_interrupted) {
      free(s);
      std::fputs("\n", stdout);
      return LineRead::Interrupted;
    }
    if (!s) return LineRead::End;
    *line = s;
    free(s);
    if (!line->empty() && g_add_history) g_add_history(line->c_str());
    return LineRead::Line;
  }
  std::fputs(prompt.c_str(), stdout);
  std::fflush(stdout);
  std::optional<NotesInterrupts> notes;
  if (isatty(0)) notes.emplace();
  for (char c;;) {
    ssize_t n = read(0, &c, 1);
    if (notes && g_interrupted) {
      std::fputs("\n", stdout);
      return LineRead::Interrupted;
    }
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return line->empty() ? LineRead::End : LineRead::Line;
    if (c == '\n') return LineRead::Line;
    if (line->size() <= kLongestInput) *line += c;
  }
}

void end_line_editor() {
  if (g_write_history && !history_file().empty()) g_write_history(history_file().c_str());
}

}  // namespace gphc
