// load.cc: from a file's name to the text that is lexed: read, check UTF-8, unliterate, preprocess.
//
// Every step keeps line numbers: unliterating blanks the commentary and the bird tracks in place; the preprocessor's
// output is laid out again by its line markers, so that line n of the text is line n of the file. Only text that an
// #include brings in has no line of its own: it stays, followed by a marker `# n` that the lexer obeys.
#include <array>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "support/diag.h"
#include "syntax/header.h"
#include "syntax/lexer.h"

namespace gphc {

namespace {

void index_lines(SourceFile *f) {
  f->line_start.clear();
  f->line_start.push_back(0);
  const std::string &t = f->text;
  for (size_t i = t.find('\n'); i != t.npos; i = t.find('\n', i + 1)) {
    // After a marker `# n` comes line n; the lines of included text before it share the number they displaced.
    if (i + 3 < t.size() && t[i + 1] == '#' && t[i + 2] == ' ' && t[i + 3] >= '0' && t[i + 3] <= '9') {
      size_t n = size_t(std::strtoul(t.c_str() + i + 3, nullptr, 10));
      size_t eol = t.find('\n', i + 1);
      if (eol == t.npos) break;
      uint32_t last = f->line_start.back();
      f->line_start.resize(n ? n : 1, last);
      f->line_start[n ? n - 1 : 0] = uint32_t(eol + 1);
      i = eol;
      continue;
    }
    f->line_start.push_back(uint32_t(i + 1));
  }
}

bool read_all(int fd, std::string *out) {
  char buf[65536];
  for (;;) {
    ssize_t n = read(fd, buf, sizeof buf);
    if (n == 0) return true;
    if (n < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    out->append(buf, size_t(n));
  }
}

// The offset of the first byte from `from` on that is not UTF-8, or npos.
size_t find_bad_utf8(const std::string &s, size_t from) {
  const unsigned char *p = reinterpret_cast<const unsigned char *>(s.data());
  size_t n = s.size();
  for (size_t i = from; i < n;) {
    uint64_t eight;  // ASCII goes by eight
    if (i + sizeof eight <= n) {
      memcpy(&eight, p + i, sizeof eight);
      if (!(eight & 0x8080808080808080u)) {
        i += sizeof eight;
        continue;
      }
    }
    unsigned char c = p[i];
    if (c < 0x80) {
      i++;
      continue;
    }
    size_t len = c >= 0xC2 && c <= 0xDF ? 2 : (c & 0xF0) == 0xE0 ? 3 : c >= 0xF0 && c <= 0xF4 ? 4 : 0;
    if (len == 0 || i + len > n) return i;
    for (size_t k = 1; k < len; k++)
      if ((p[i + k] & 0xC0) != 0x80) return i;
    if (c == 0xE0 && p[i + 1] < 0xA0) return i;
    if (c == 0xED && p[i + 1] >= 0xA0) return i;
    if (c == 0xF0 && p[i + 1] < 0x90) return i;
    if (c == 0xF4 && p[i + 1] >= 0x90) return i;
    i += len;
  }
  return std::string::npos;
}

bool is_literate(const std::string &path) {
  size_t dot = path.rfind('.');
  return dot != path.npos && (path.compare(dot, path.npos, ".lhs") == 0 || path.compare(dot, path.npos, ".lgph") == 0);
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r\f\v") == line.npos; }

// Blanks what is not code. The Report (10.4): a program line must not touch a comment line.
void unliterate(SourceFile *f) {
  std::string &t = f->text;
  bool in_code = false;
  enum { Blank, Program, Comment } previous = Blank;
  size_t open_at = 0;
  for (size_t from = 0; from < t.size();) {
    size_t to = t.find('\n', from);
    if (to == t.npos) to = t.size();
    std::string_view line = std::string_view(t).substr(from, to - from);
    auto wipe = [&] {
      for (size_t i = from; i < to; i++)
        if (t[i] != '\r') t[i] = ' ';
    };
    if (in_code) {
      if (line.substr(0, 10) == "\\end{code}") {
        in_code = false;
        wipe();
        previous = Blank;
      }
    } else if (line.substr(0, 12) == "\\begin{code}") {
      in_code = true;
      open_at = from;
      wipe();
    } else if (line.substr(0, 10) == "\\end{code}") {
      diags().error(span_of(f, from, from + 10), diag::LayoutError, "\\end{code} without \\begin{code}");
      wipe();
    } else if (!line.empty() && line[0] == '>') {
      if (previous == Comment)
        diags().error(span_of(f, from, from + 1), diag::LayoutError,
                      "a program line (`>') directly after a comment line; put a blank line between them");
      t[from] = ' ';
      previous = Program;
    } else if (is_blank(line)) {
      previous = Blank;
    } else {
      if (previous == Program && line[0] != '#')
        diags().error(span_of(f, from, from + 1), diag::LayoutError,
                      "a comment line directly after a program line (`>'); put a blank line between them");
      if (line[0] != '#') {
        wipe();
        previous = Comment;
      }
    }
    from = to + 1;
  }
  if (in_code)
    diags().error(span_of(f, open_at, open_at + 12), diag::LexUnterminated, "\\begin{code} without \\end{code}");
}

struct Package {
  const char *name;
  std::array<int, 3> version;
};
constexpr Package kPackages[] = {
#define PACKAGE(name, a, b, c) {name, {a, b, c}},
#include "syntax/packages.def"
#undef PACKAGE
};

// A condition of the preprocessor: the version is at least what the macro's arguments say.
std::string at_least(const std::array<std::string, 3> &wanted, const std::array<int, 3> &version) {
  std::string text = "1";
  for (int i = 2; i >= 0; i--) {
    std::string w = "(" + wanted[i] + ")", v = std::to_string(version[i]);
    text = "(" + w + "<" + v + "||(" + w + "==" + v + "&&" + text + "))";
  }
  return text;
}

// A file of the preprocessor's, in the folder for such; gone when this is.
struct TemporaryFile {
  std::string name;
  int fd;

  explicit TemporaryFile(const std::string &dir) : name(dir + "/gphc-cpp-XXXXXX"), fd(mkstemp(name.data())) {}
  TemporaryFile(const TemporaryFile &) = delete;
  ~TemporaryFile() {
    if (fd < 0) return;
    close(fd);
    unlink(name.c_str());
  }
  bool contents(std::string *out) const {
    lseek(fd, 0, SEEK_SET);
    return read_all(fd, out);
  }
};

std::vector<std::string> cpp_command(const SourceFile *f, const LoadOptions &options, const std::string &in_name) {
  // As assembler source: what begins with # and is no directive is the program's (`#-}`).
  std::vector<std::string> args = {
      "cpp",
      "-x",
      "assembler-with-cpp",
      "-traditional-cpp",
      "-undef",
      "-nostdinc",
      "-w",
      "-D__GPHC__=1",
      "-Dlinux_HOST_OS=1",
      "-Dx86_64_HOST_ARCH=1",
      "-D__GLASGOW_HASKELL__=900",
      "-D__GLASGOW_HASKELL_FULL_VERSION__=9.0.2",
      "-D__GLASGOW_HASKELL_PATCHLEVEL1__=2",
      "-DMIN_VERSION_GLASGOW_HASKELL(a,b,c,d)=" + at_least({"(a)*100+(b)", "c", "d"}, {900, 2, 0})};
  for (const Package &p : kPackages)
    args.push_back(std::string("-DMIN_VERSION_") + p.name + "(a,b,c)=" + at_least({"a", "b", "c"}, p.version));
  for (std::string_view s : options.cpp_flags) args.push_back(std::string(s));
  size_t slash = f->path.rfind('/');
  args.push_back("-I" + (slash == std::string::npos ? "." : f->path.substr(0, slash)));
  args.push_back(in_name);
  return args;
}

// The preprocessor's exit status, as waitpid gives it; false: it could not be started.
bool run_cpp(std::vector<std::string> args, int out, int err, int *status) {
  std::vector<char *> argv;
  for (std::string &a : args) argv.push_back(a.data());
  argv.push_back(nullptr);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(out, 1);
    if (err >= 0) dup2(err, 2);
    execvp("cpp", argv.data());
    _exit(127);
  }
  while (pid > 0 && waitpid(pid, status, 0) < 0 && errno == EINTR) {}
  return pid >= 0;
}

void report_cpp_failure(SourceFile *f, int status, const std::string &errors, const std::string &in_name) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
    diags().error(Span{}, diag::ToolFailed, "the C preprocessor `cpp' cannot be run; it is needed for " + f->path);
    return;
  }
  // "name:line:col: error: text" of the preprocessor, at that line of the file.
  uint32_t line = 1;
  std::string what = "the C preprocessor failed";
  if (errors.compare(0, in_name.size() + 1, in_name + ":") == 0) {
    line = uint32_t(std::strtoul(errors.c_str() + in_name.size() + 1, nullptr, 10));
    size_t colon = errors.find(": ", in_name.size());
    if (colon != errors.npos) what = errors.substr(colon + 2, errors.find('\n', colon) - colon - 2);
    if (what.rfind("fatal error: ", 0) == 0) what = what.substr(13);
    if (what.rfind("error: ", 0) == 0) what = what.substr(7);
  }
  // Of an #include that it does not find the traditional preprocessor names the line behind.
  const size_t colon = what.find(": No such file");
  if (colon != what.npos && line > 1) {
    const std::string_view above = f->line(line - 1);
    if (above.starts_with('#') && above.find(what.substr(0, colon)) != above.npos) line--;
  }
  diags().error(Span{f, line, 1, line, 1}, diag::ToolFailed, "C preprocessor: " + what);
}

// The preprocessor's output laid out by its markers, so that line n of the file is line n again.
std::string laid_out(const std::string &text, const std::string &in_name) {
  std::string result;
  uint32_t line = 1;      // the line that would be written next
  bool own = true;        // inside the file itself, not something it includes
  bool inserted = false;  // foreign text was written since the last own line
  for (size_t from = 0; from < text.size();) {
    size_t to = text.find('\n', from);
    if (to == text.npos) to = text.size();
    std::string_view l = std::string_view(text).substr(from, to - from);
    from = to + 1;
    if (l.size() > 3 && l[0] == '#' && l[1] == ' ' && l[2] >= '0' && l[2] <= '9') {
      uint32_t n = uint32_t(std::strtoul(std::string(l.substr(2, 12)).c_str(), nullptr, 10));
      own = l.find('"' + in_name + '"') != l.npos;
      if (own && n > 0) {  // 0: before the first
        if (inserted || n < line) {
          result += "# " + std::to_string(n) + "\n";
          line = n;
          inserted = false;
        }
        while (line < n) {
          result += '\n';
          line++;
        }
      }
      continue;
    }
    if (!own) {
      if (is_blank(l)) continue;
      result += l;
      result += '\n';
      inserted = true;
      continue;
    }
    result += l;
    result += '\n';
    line++;
  }
  return result;
}

// Runs the system preprocessor over the file's text. False after reporting.
bool preprocess(SourceFile *f, const LoadOptions &options) {
  std::string dir = std::getenv("TMPDIR") ? std::getenv("TMPDIR") : "/tmp";
  TemporaryFile in(dir), out(dir);
  if (in.fd < 0 || out.fd < 0 || write(in.fd, f->text.data(), f->text.size()) != ssize_t(f->text.size())) {
    diags().error(Span{}, diag::CannotWrite, "cannot write a temporary file in " + dir + ": " + std::strerror(errno));
    return false;
  }
  TemporaryFile err(dir);
  int status = 0;
  bool ok = run_cpp(cpp_command(f, options, in.name), out.fd, err.fd, &status);
  std::string text, errors;
  ok = out.contents(&text) && ok;
  if (err.fd >= 0) err.contents(&errors);
  if (!ok || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    report_cpp_failure(f, status, errors, in.name);
    return false;
  }
  f->text = laid_out(text, in.name);
  index_lines(f);
  return true;
}

}  // namespace

const SourceFile *load_source(const std::string &path, const LoadOptions &options) {
  SourceFile *f = new SourceFile;
  f->path = path;
  if (!options.root.empty() && path.starts_with(std::string(options.root) + "/"))
    f->library_path = path.substr(options.root.size() + 1);
  if (g_made_source && g_made_source->path == path) {
    f->written = g_made_source->written;
    f->origins = g_made_source->origins;
  }
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat st;
  if (fd < 0 || fstat(fd, &st) != 0) {
    diags().error(Span{}, diag::CannotRead, "cannot read " + path + ": " + std::strerror(errno));
    if (fd >= 0) close(fd);
    return nullptr;
  }
  if (S_ISDIR(st.st_mode)) {
    diags().error(Span{}, diag::CannotRead, "cannot read " + path + ": it is a directory");
    close(fd);
    return nullptr;
  }
  bool ok = read_all(fd, &f->text);
  int read_errno = errno;
  close(fd);
  if (!ok) {
    diags().error(Span{}, diag::CannotRead, "cannot read " + path + ": " + std::strerror(read_errno));
    return nullptr;
  }
  if (f->text.size() > 0xF0000000u) {
    diags().error(Span{}, diag::CannotRead, "cannot read " + path + ": it is larger than 4 GB");
    return nullptr;
  }
  if (f->text.compare(0, 3, "\xEF\xBB\xBF") == 0) f->text.erase(0, 3);
  index_lines(f);
  size_t bad = find_bad_utf8(f->text, 0);
  if (bad != std::string::npos && f->text.find('\0') != std::string::npos) {  // UTF-16, or no text at all
    Span s = span_of(f, bad, bad);
    s.end_col = s.col + 1;
    report_bad_byte(s, (unsigned char)f->text[bad]);
    // The excerpt in the message must be printable.
    for (char &c : f->text)
      if ((unsigned char)c >= 0x80) c = '?';
    return nullptr;
  }
  if (bad != std::string::npos) {
    f->not_utf8 = true;
    std::string text;
    size_t from = 0;
    for (; bad != std::string::npos; bad = find_bad_utf8(f->text, from)) {
      const unsigned char b = (unsigned char)f->text[bad];
      text.append(f->text, from, bad - from).append(kBadByte);
      text += char(0x80 | (0x3C + (b >> 6)));
      text += char(0x80 | (b & 0x3F));
      from = bad + 1;
    }
    f->text = text.append(f->text, from);
    index_lines(f);
  }
  size_t errors = diags().error_count();
  if (is_literate(path)) unliterate(f);
  bool cpp = options.cpp;
  HeaderPragmas header = scan_header(f);
  for (const HeaderPragmas::Word &w : header.words)
    cpp = cpp_after(w.language ? "-X" + std::string(w.text) : std::string(w.text), cpp);
  if (cpp && !preprocess(f, options)) return nullptr;
  return diags().error_count() == errors ? f : nullptr;
}

}  // namespace gphc
