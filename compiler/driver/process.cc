// process.cc: see process.h.
#include "driver/process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "driver/files.h"

extern char **environ;

namespace gphc {

pid_t start(const Options &o, const Command &c, const std::string &errors) {
  if (o.verbose) {
    std::string s;
    for (const std::string &a : c) s += (s.empty() ? "" : " ") + a;
    fprintf(stderr, "%s\n", s.c_str());
  }
  std::vector<char *> argv;
  for (const std::string &a : c) argv.push_back(const_cast<char *>(a.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!errors.empty())
    posix_spawn_file_actions_addopen(&actions, 2, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  pid_t pid = -1;
  int e = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (e == ENOENT)
    fail(diag::ToolFailed,
         "cannot find the C compiler `" + c[0] + "': gphc needs gcc (Debian package gcc); -pgmc names another one");
  if (e != 0) fail(diag::ToolFailed, "cannot run `" + c[0] + "': " + strerror(e));
  return pid;
}

bool wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string find_tool(const std::string &name, struct stat *st) {
  std::vector<std::string> places;
  if (name.find('/') != std::string::npos) places.push_back(name);
  else if (const char *path = getenv("PATH")) {
    std::string p = path;
    size_t at = 0;
    while (at <= p.size()) {
      size_t colon = p.find(':', at);
      if (colon == std::string::npos) colon = p.size();
      places.push_back(p.substr(at, colon - at) + "/" + name);
      at = colon + 1;
    }
  }
  for (const std::string &f : places)
    if (stat(f.c_str(), st) == 0 && S_ISREG(st->st_mode)) return f;
  return "";
}

static rlimit g_own_limit{RLIM_INFINITY, RLIM_INFINITY};

void limit_memory(unsigned long bytes) {
  rlimit r;
  if (getrlimit(RLIMIT_AS, &r) != 0) return;
  g_own_limit = r;
  if (r.rlim_cur != RLIM_INFINITY && r.rlim_cur <= bytes) return;
  r.rlim_cur = bytes;
  setrlimit(RLIMIT_AS, &r);
}

void own_limits_back() {
  setrlimit(RLIMIT_AS, &g_own_limit);
  signal(SIGXFSZ, SIG_DFL);
}

void run_shell(const std::string &command) {
  std::fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    own_limits_back();
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);  // ignored by the prompt
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  if (pid < 0 || waitpid(pid, nullptr, 0) < 0) fprintf(stderr, "gphc: cannot run a shell\n");
}

int run_program(const std::string &program, const std::string &name, const std::vector<std::string> &args) {
  std::fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    own_limits_back();
    std::vector<char *> argv;
    argv.push_back(const_cast<char *>(name.c_str()));
    for (const std::string &a : args) argv.push_back(const_cast<char *>(a.c_str()));
    argv.push_back(nullptr);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace gphc
