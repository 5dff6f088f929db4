// files.cc: see files.h.
#include "driver/files.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace gphc {
namespace {

std::string g_temp_dir;     // removed when the process ends, whichever way
std::string g_temp_output;  // the same for what the linker writes beside the output

// Removes a folder of files. Also for a signal's handler, which may have come in the middle of malloc: it takes no
// memory. (opendir does, and waited for the lock that its own thread held.)
void remove_files(const char *folder) {
  struct Entry {  // what the kernel writes
    uint64_t inode, offset;
    uint16_t length;
    uint8_t type;
    char name[];
  };
  alignas(Entry) char buf[4096];
  // Under another name, so that other threads write nothing there any more.
  static char gone[4096];
  const size_t n = strlen(folder);
  if (n + 2 <= sizeof gone) {
    memcpy(gone, folder, n);
    gone[n] = '-';
    if (rename(folder, gone) == 0) folder = gone;
  }
  const int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (dir < 0) return;
  for (bool some = true; some; lseek(dir, 0, SEEK_SET)) {  // removing may hide others from a reader
    some = false;
    for (long read; (read = syscall(SYS_getdents64, dir, buf, sizeof buf)) > 0;)
      for (long at = 0; at < read;) {
        const Entry *e = reinterpret_cast<const Entry *>(buf + at);
        if (e->name[0] != '.') some |= unlinkat(dir, e->name, 0) == 0;
        at += e->length;
      }
  }
  close(dir);
  rmdir(folder);
}
void remove_temps() {
  if (!g_temp_output.empty()) unlink(g_temp_output.c_str());
  if (!g_temp_dir.empty()) remove_files(g_temp_dir.c_str());
}
// A second signal ends the process at once (SA_RESETHAND).
void remove_and_die(int signal) {
  remove_temps();
  raise(signal);
}

// A device or a pipe (-o /dev/null) is written to, never replaced.
bool is_special(const std::string &output) {
  struct stat st;
  return stat(output.c_str(), &st) == 0 && !S_ISREG(st.st_mode);
}

void write_special(const std::string &temp, const std::string &output) {
  std::string text = read_file(temp);
  int fd = open(output.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) fail(diag::CannotWrite, "cannot write " + output + ": " + strerror(errno));
  for (size_t at = 0; at < text.size();) {
    ssize_t n = write(fd, text.data() + at, text.size() - at);
    if (n > 0) at += size_t(n);
    else if (n == 0 || errno != EINTR)
      fail(diag::CannotWrite, "cannot write " + output + ": " + strerror(n == 0 ? ENOSPC : errno));
  }
  if (close(fd) != 0) fail(diag::CannotWrite, "cannot write " + output + ": " + strerror(errno));
}

}  // namespace

void remove_temp_dir() {
  remove_temps();
  g_temp_output.clear();
  g_temp_dir.clear();
}

const std::string &temp_dir() { return g_temp_dir; }

std::string without_temp_dir(std::string text) {
  const std::string folder = g_temp_dir + "/";
  if (g_temp_dir.empty()) return text;
  for (size_t at = 0; (at = text.find(folder, at)) != text.npos;) text.erase(at, folder.size());
  return text;
}

void fail(diag::Kind kind, const std::string &text) {
  remove_temp_dir();
  fatal(kind, text);
}

void write_file(const std::string &path, const std::string &text) {
  FILE *f = fopen(path.c_str(), "wb");
  if (!f) fail(diag::CannotWrite, "cannot write " + path + ": " + strerror(errno));
  bool ok = fwrite(text.data(), 1, text.size(), f) == text.size();
  ok &= fclose(f) == 0;
  if (!ok) {
    int e = errno;
    unlink(path.c_str());
    fail(diag::CannotWrite, "cannot write " + path + ": " + strerror(e));
  }
}

std::string read_file(const std::string &path) {
  std::string s;
  FILE *f = fopen(path.c_str(), "rb");
  if (!f) return s;
  struct stat st;  // a size is a guess: of a pipe 0, and a file may grow
  size_t n = 0, step = fstat(fileno(f), &st) == 0 && st.st_size > 0 ? size_t(st.st_size) + 1 : 65536;
  do {
    s.resize(n + step);
    n += fread(&s[n], 1, s.size() - n, f);
    step = 65536;
  } while (n == s.size());
  s.resize(n);
  fclose(f);
  return s;
}

std::string base_name(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string without_extension(const std::string &path) {
  size_t dot = path.rfind('.'), slash = path.rfind('/');
  return dot == std::string::npos || (slash != std::string::npos && dot < slash) ? path : path.substr(0, dot);
}

void make_folder(const std::string &path) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed) fail(diag::CannotWrite, "cannot make the folder " + path + ": " + failed.message());
}

std::string temporary_folder() {
  const char *t = getenv("TMPDIR");
  std::string dir = std::string(t && *t ? t : "/tmp") + "/gphc-XXXXXX";
  if (!mkdtemp(dir.data()))
    fatal(diag::CannotWrite,
          "cannot make a temporary folder in " + dir.substr(0, dir.rfind('/')) + ": " + strerror(errno));
  return dir;
}

void remove_folder(const std::string &dir) {
  std::error_code ignored;
  if (!dir.empty()) std::filesystem::remove_all(dir, ignored);
}

void make_temp_dir() {
  g_temp_dir = temporary_folder();
  struct sigaction a = {};
  a.sa_handler = remove_and_die;
  a.sa_flags = int(SA_RESETHAND | SA_NODEFER);
  for (int s : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old;
    if (sigaction(s, nullptr, &old) == 0 && old.sa_handler == SIG_DFL) sigaction(s, &a, nullptr);
  }
}

// Beside the output, so that renaming cannot fail for want of space.
std::string temp_for(const std::string &output) {
  if (is_special(output)) return g_temp_dir + "/output";
  return g_temp_output = output + "." + std::to_string(getpid()) + ".tmp";
}

void rename_output(const std::string &temp, const std::string &output) {
  if (is_special(output)) return write_special(temp, output);
  g_temp_output.clear();
  if (rename(temp.c_str(), output.c_str()) == 0) return;
  int e = errno;
  unlink(temp.c_str());
  fail(diag::CannotWrite, "cannot write " + output + ": " + strerror(e));
}

void check_writable(const Options &o, const std::string &output) {
  struct stat st, in;
  bool exists = stat(output.c_str(), &st) == 0;
  if (exists && S_ISDIR(st.st_mode)) fatal(diag::CannotWrite, "cannot write " + output + ": it is a folder");
  for (const std::vector<std::string> *inputs : {&o.sources, &o.link_inputs})
    for (const std::string &f : *inputs)
      if (exists && stat(f.c_str(), &in) == 0 && in.st_dev == st.st_dev && in.st_ino == st.st_ino)
        fatal(diag::CannotWrite, "the output " + output + " would overwrite the input " + f);
  size_t slash = output.rfind('/');
  std::string dir = slash == std::string::npos ? "." : slash == 0 ? "/" : output.substr(0, slash);
  if (access(exists && !S_ISREG(st.st_mode) ? output.c_str() : dir.c_str(), W_OK) != 0)
    fatal(diag::CannotWrite, "cannot write " + output + ": " + strerror(errno));
}

}  // namespace gphc
