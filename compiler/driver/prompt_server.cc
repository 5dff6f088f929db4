// prompt_server.cc: the process that evaluates: it is made, started, told what to run, and stopped. See Note [How the
// prompt works] in driver/prompt.cc
#include "driver/prompt_session.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "driver/files.h"
#include "driver/paths.h"
#include "driver/process.h"
#include "stg/stg.h"
#include "support/diag.h"
#include "support/hash.h"

namespace gphc::session {
namespace {

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
  const std::string index = read_file(archive);
  std::string flags;
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

}  // namespace

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

bool start_server(Session &s, const Strings &more, bool made) {
  std::string program = server_program(s, made);
  if (program.empty()) return false;
  int in[2], out[2];
  // Another process that is started must not keep these open.
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) return false;
  s.server = fork();
  if (s.server == 0) {
    fcntl(in[0], F_SETFD, 0);
    fcntl(out[1], F_SETFD, 0);
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

bool set_runtime_flags(Session &s, const Strings &flags) {
  Session other = s;
  other.server = -1;
  other.to = other.from = nullptr;
  other.rts = flags;
  int status = 0;
  if (!start_server(other) || !read_status(other, &status)) {
    stop_server(other);
    return false;
  }
  stop_server(s);
  forget_values(s);
  s.rts = flags;
  s.server = other.server;
  s.to = other.to;
  s.from = other.from;
  s.starting = false;
  return true;
}

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

}  // namespace gphc::session
