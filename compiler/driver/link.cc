// link.cc: from Core to files. STG, Low, C text and LLVM's objects are made in this process; with -fvia-C gcc compiles the C files,
// several at once, unless the object cache has them; gcc links. Everything is written under a temporary folder first; the output
// appears by rename, whole or not at all.
#include "driver/link.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "backend/c/emit_c.h"
#include "backend/llvm/emit_llvm.h"
#include "backend/foreign.h"
#include "driver/object_cache.h"
#include "driver/paths.h"
#include "low/low.h"
#include "stg/stg.h"
#include "support/check.h"
#include "support/diag.h"
#include "support/hash.h"

extern char **environ;

namespace gphc {
namespace {

std::string g_temp_dir;      // removed when the process ends, whichever way
std::string g_temp_output;   // the same for what the linker writes beside the output

void remove_temp_dir() {
  if (!g_temp_output.empty()) unlink(g_temp_output.c_str());
  g_temp_output.clear();
  if (g_temp_dir.empty()) return;
  if (DIR *d = opendir(g_temp_dir.c_str())) {
    while (dirent *f = readdir(d))
      if (f->d_name[0] != '.') unlink((g_temp_dir + "/" + f->d_name).c_str());
    closedir(d);
  }
  rmdir(g_temp_dir.c_str());
  g_temp_dir.clear();
}

[[noreturn]] void fail(diag::Kind kind, const std::string &text) {
  remove_temp_dir();
  fatal(kind, text);
}

class Stage {
 public:
  Stage(const Options &o, const char *name) : on_(o.dump_passes), name_(name), start_(std::chrono::steady_clock::now()) {}
  ~Stage() {
    if (!on_) return;
    std::chrono::duration<double> d = std::chrono::steady_clock::now() - start_;
    fprintf(stderr, "  %-22s %8.3f s\n", name_, d.count());
  }

 private:
  bool on_;
  const char *name_;
  std::chrono::steady_clock::time_point start_;
};

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
  char buf[65536];
  for (size_t n; (n = fread(buf, 1, sizeof buf, f)) > 0;) s.append(buf, n);
  fclose(f);
  return s;
}

// ---- Running commands --------------------------------------------------------------------------------------------------
using Command = std::vector<std::string>;

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
  if (!errors.empty()) posix_spawn_file_actions_addopen(&actions, 2, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  pid_t pid = -1;
  int e = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (e == ENOENT) fail(diag::ToolFailed, "cannot find the C compiler `" + c[0] + "': gphc needs gcc (Debian package gcc); -pgmc names another one");
  if (e != 0) fail(diag::ToolFailed, "cannot run `" + c[0] + "': " + strerror(e));
  return pid;
}

bool wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// ---- gcc -----------------------------------------------------------------------------------------------------------------
Command c_flags(const Options &o) {
  Command f = {"-std=gnu11", "-w", "-fno-pie", "-fno-strict-aliasing", "-fwrapv", "-fno-tree-slp-vectorize", "-fcf-protection=none",
               "-fno-stack-protector", "-fcall-used-r12", "-fno-ipa-icf", "-ffunction-sections", "-fdata-sections", "-mno-red-zone", "-foptimize-sibling-calls", "-fno-math-errno",
               "-ffp-contract=off", "-fno-ident"};
  // A unit's code must not depend on what else is in its file (see Note [Hashes in symbols] in backend/c/units.cc); inlining is the optimiser's.
  for (const char *x : {"-fno-inline-small-functions", "-fno-inline-functions-called-once", "-fno-ipa-cp", "-fno-ipa-pure-const", "-fno-ipa-modref",
                        "-fno-ipa-reference", "-fno-ipa-ra", "-fno-ipa-vrp", "-fno-ipa-bit-cp", "-fno-ipa-sra"})
    f.push_back(x);
  for (std::string_view name : kRoundedMath) f.push_back("-fno-builtin-" + std::string(name));
  f.push_back(o.opt_level >= 2 ? "-O2" : "-O1");
  if (!o.debug && !o.debug_info) f.push_back("-fno-asynchronous-unwind-tables");
  if (o.debug_info) f.push_back("-g");
  for (const std::string &x : o.cc_flags) f.push_back(x);
  return f;
}

// The file that would run, or "".
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

// What identifies the compiler: the file that would run, by size and time.
std::string compiler_identity(const std::string &cc) {
  struct stat st;
  std::string f = find_tool(cc, &st);
  return f.empty() ? cc : f + ":" + std::to_string(st.st_size) + ":" + std::to_string(st.st_mtim.tv_sec);
}

std::string header_texts() {
  std::string s;
  for (const char *h : {"abi.h", "closure_types.def", "codegen.h", "primops.h", "prim_functions.def", "racy.h", "tsan.h", "known_closures.def"}) s += read_file(include_dir() + "/gph/" + h);
  return s;
}

bool use_llvm(const Options &o) { return o.back_end == BackEnd::Llvm || (o.back_end == BackEnd::Default && have_llvm()); }

int job_count(const Options &o) {
  if (o.jobs > 0) return o.jobs;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? int(n) : 1;
}

std::string base_name(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

// Units that are compiled together to one object.
struct File { std::vector<int> units; std::vector<std::string> keys; std::string name, object; size_t bytes = 0; bool huge = false; };

void compile_by_gcc(const Options &o, const std::vector<backend_c::Unit> &units, const std::vector<File> &files, const Command &flags, ObjectCache *cache) {
  struct Job { size_t file; pid_t pid; };
  std::vector<Job> running;
  size_t jobs = size_t(job_count(o));
  auto name = [&](size_t i, const char *ext) { return g_temp_dir + "/" + files[i].name + ext; };
  auto finish_one = [&] {
    int status = 0;
    pid_t pid;
    while ((pid = waitpid(-1, &status, 0)) < 0 && errno == EINTR) {}
    for (size_t k = 0; k < running.size(); k++) {
      if (running[k].pid != pid) continue;
      size_t i = running[k].file;
      running.erase(running.begin() + long(k));
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        while (!running.empty()) {
          kill(running.back().pid, SIGTERM);
          wait_for(running.back().pid);
          running.pop_back();
        }
        std::string errors = read_file(name(i, ".err"));
        if (WIFSIGNALED(status)) fail(diag::ToolFailed, "the C compiler was killed while compiling " + files[i].name + " (out of memory?)");
        if (o.keep_tmp) fprintf(stderr, "gphc: the C text is in %s\n", name(i, ".c").c_str());
        else remove_temp_dir();
        if (errors.size() > 4000) errors.resize(4000);
        GPHC_BUG("the C compiler rejected generated code of " + files[i].name + "\n" + errors);
      }
      cache->store(files[i].keys, name(i, ".o"));
      return;
    }
  };
  for (size_t i = 0; i < files.size(); i++) {
    write_file(name(i, ".c"), backend_c::assemble(units, files[i].units, true, files[i].name));
    Command c = {o.cc, "-c", "-o", name(i, ".o")};
    for (const std::string &f : flags) c.push_back(f);
    c.push_back("-I" + include_dir());
    c.push_back(name(i, ".c"));
    while (running.size() >= jobs) finish_one();
    running.push_back({i, start(o, c, name(i, ".err"))});
  }
  while (!running.empty()) finish_one();
}

// The LLVM back end is a shared object of its own: loading LLVM takes longer than everything else for a program whose code is in the cache.
using LlvmCompile = backend_llvm::Result (*)(const backend_llvm::Request &);
std::string dl_error() {
  const char *e = dlerror();
  return e ? e : llvm_module();
}
LlvmCompile load_llvm() {
  static LlvmCompile entry = [] {
    void *m = dlopen(llvm_module().c_str(), RTLD_NOW | RTLD_LOCAL);
    std::string why = m ? "" : dl_error();
    if (why.find("memory") != std::string::npos || why.find("failed to map") != std::string::npos) fatal(kOutOfMemory);
    if (!m) fail(diag::ToolFailed, "cannot load the LLVM back end: " + why);
    void *f = dlsym(m, "gphc_llvm_compile");
    if (!f) fail(diag::ToolFailed, "this is not gphc's LLVM back end: " + llvm_module());
    return reinterpret_cast<LlvmCompile>(f);
  }();
  return entry;
}

}  // namespace

void preload_back_end(const Options &o) {
  if (!use_llvm(o) || job_count(o) < 2 || (o.stop != StopAt::Link && o.stop != StopAt::Object)) return;
  std::thread([module = llvm_module()] { dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL); }).detach();   // load_llvm says what is wrong
}

namespace {

backend_llvm::Request llvm_request(const Options &o, const std::vector<backend_c::Unit> &units, const low::Program &program, const backend_c::EmitOptions &eo,
                                   const std::vector<int> &which, const std::string &title) {
  backend_llvm::Request r;
  r.program = &program;
  r.units = &units;
  r.which = which;
  r.options = eo;
  r.title = title;
  r.opt_level = o.opt_level;
  r.unwind_tables = o.debug || o.debug_info;
  r.debug_info = o.debug_info;
  r.verify = o.core_lint;
  return r;
}

void compile_by_llvm(const Options &o, const std::vector<backend_c::Unit> &units, const low::Program &program, const backend_c::EmitOptions &eo,
                     const std::vector<File> &files, ObjectCache *cache) {
  if (files.empty()) return;
  LlvmCompile compile = load_llvm();
  std::atomic<size_t> next{0};
  std::mutex lock;         // of the cache and of error
  std::string error;
  bool limit = false;
  auto work = [&] {
    for (size_t i; (i = next.fetch_add(1)) < files.size();) {
      backend_llvm::Request request = llvm_request(o, units, program, eo, files[i].units, files[i].name);
      if (files[i].huge) request.opt_level = 0;
      backend_llvm::Result out = compile(request);
      std::lock_guard<std::mutex> g(lock);
      if (!out.error.empty()) {
        limit = out.limit;
        error = limit ? out.error : "LLVM rejected generated code of " + files[i].name + "\n" + out.error;
        next = files.size();
        return;
      }
      write_file(files[i].object, out.bytes);
      cache->store(files[i].keys, files[i].object);
    }
  };
  std::vector<std::thread> threads;
  for (size_t n = std::min(size_t(job_count(o)), files.size()); n > 1; n--) threads.emplace_back(work);
  work();
  for (std::thread &t : threads) t.join();
  if (error.empty()) return;
  remove_temp_dir();
  if (limit) fatal(error);
  GPHC_BUG(error);
}

// Objects that have the code of all units: from the cache, or compiled now. Units that the cache lacks are joined, in program order, into as
// many files as can be compiled at once, and into more when those would be large: each file costs a C compiler's start, or LLVM's passes being
// set up. (Bytes of C text; code has about a tenth.)
constexpr size_t kSmallFile = 48 * 1024, kLargeFile = 100 * 1024, kLargePartition = 400 * 1024;
// A unit of this size is one function of thousands of lines, usually a long sequence that runs once. Instruction selection and register allocation take
// more than linear time in a function, so LLVM makes it as at -O0 (up to ten times faster), as it does the pieces of a huge definition.
constexpr size_t kHugeUnit = 600 * 1024;

std::vector<std::string> compile_units(const Options &o, const std::vector<backend_c::Unit> &units, const low::Program &program, const backend_c::EmitOptions &eo) {
  bool llvm = use_llvm(o);
  Command flags = c_flags(o);
  ObjectCache cache(o.object_cache);
  Hash128 common;
  common.add(header_texts());
  if (llvm) {
    common.add("llvm" + std::to_string(o.opt_level) + (o.debug || o.debug_info ? "debug" : "") + (o.debug_info ? "g" : "") + read_file(llvm_module()));   // its text: an installed copy is the same compiler
  } else {
    common.add(compiler_identity(o.cc));
    for (const std::string &f : flags) common.add(f);
  }
  std::vector<File> files;
  struct Missing { int unit; std::string key; };
  std::vector<Missing> missing;
  size_t missing_bytes = 0;
  std::vector<std::string> objects;
  std::unordered_set<uint64_t> chosen;
  size_t hits = 0;
  for (size_t i = 0; i < units.size(); i++) {
    const backend_c::Unit &u = units[i];
    Hash128 h = common;
    h.add(u.hash);
    h.add(u.name);   // units of a cycle have one hash
    if (u.huge) h.add("huge");
    std::string key = h.hex(), path;
    uint64_t inode;
    if (cache.find(key, &path, &inode)) {
      hits++;
      if (!chosen.insert(inode).second) continue;
      std::string own = g_temp_dir + "/c" + std::to_string(inode) + ".o";
      objects.push_back(ObjectCache::take(path, own) ? own : path);
      continue;
    }
    missing.push_back({int(i), key});
    if (o.verbose) fprintf(stderr, "not in the cache: %s (%zu bytes of C)\n", u.name.c_str(), u.body.size());
    missing_bytes += u.body.size();
  }
  size_t file_bytes = std::min(std::max(missing_bytes / size_t(job_count(o)), kSmallFile), llvm ? kLargePartition : kLargeFile);
  for (const Missing &m : missing) {
    const backend_c::Unit &u = units[size_t(m.unit)];
    bool program = size_t(m.unit) + 1 == units.size();   // its symbols have no hash: an object of its own
    bool huge = llvm && (u.huge || u.body.size() > kHugeUnit);
    if (files.empty() || program || huge != files.back().huge || files.back().bytes > file_bytes) {
      files.emplace_back();
      files.back().huge = huge;
      files.back().name = std::to_string(files.size()) + (program ? "_program" : "_" + u.module);
    }
    File &f = files.back();
    f.units.push_back(m.unit);
    f.keys.push_back(m.key);
    f.bytes += u.body.size();
  }
  for (File &f : files) {
    f.object = g_temp_dir + "/" + f.name + ".o";
    objects.push_back(f.object);
  }
  if (llvm) compile_by_llvm(o, units, program, eo, files, &cache);
  else compile_by_gcc(o, units, files, flags, &cache);
  if (o.dump_passes) fprintf(stderr, "  %zu units, %zu from the cache, %zu partitions, %zu objects\n", units.size(), hits, files.size(), objects.size());
  return objects;
}

// Not async-signal-safe in letter: opendir may allocate. A second signal while it hangs ends the process at once (SA_RESETHAND).
void remove_and_die(int signal) {
  remove_temp_dir();
  raise(signal);
}

void make_temp_dir() {
  const char *t = getenv("TMPDIR");
  std::string dir = std::string(t && *t ? t : "/tmp") + "/gphc-XXXXXX";
  if (!mkdtemp(dir.data())) fatal(diag::CannotWrite, "cannot make a temporary folder in " + dir.substr(0, dir.rfind('/')) + ": " + strerror(errno));
  g_temp_dir = dir;
  struct sigaction a = {};
  a.sa_handler = remove_and_die;
  a.sa_flags = int(SA_RESETHAND | SA_NODEFER);
  for (int s : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old;
    if (sigaction(s, nullptr, &old) == 0 && old.sa_handler == SIG_DFL) sigaction(s, &a, nullptr);
  }
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
    else if (n == 0 || errno != EINTR) fail(diag::CannotWrite, "cannot write " + output + ": " + strerror(n == 0 ? ENOSPC : errno));
  }
  if (close(fd) != 0) fail(diag::CannotWrite, "cannot write " + output + ": " + strerror(errno));
}

// Where the linker writes: beside the output, so that renaming cannot fail for want of space.
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

// C sources among the link inputs are compiled as the user's own; the rest goes to the linker as it is.
std::vector<std::string> link_inputs(const Options &o) {
  std::vector<std::string> out;
  size_t n = 0;
  for (const std::string &in : o.link_inputs) {
    if (in.size() < 3 || in.compare(in.size() - 2, 2, ".c") != 0 || in[0] == '-') {
      out.push_back(in);
      continue;
    }
    std::string object = g_temp_dir + "/c" + std::to_string(n++) + "_" + base_name(in) + ".o";
    Command c = {o.cc, "-c", "-fno-pie", "-O2", "-I" + include_dir(), "-o", object, in};
    for (const std::string &f : o.cc_flags) c.push_back(f);
    if (!wait_for(start(o, c, ""))) fail(diag::ToolFailed, "compiling " + in + " failed");
    out.push_back(object);
  }
  return out;
}

void link(const Options &o, const std::vector<std::string> &objects, const std::string &output) {
  std::string lib = lib_dir() + "/libgph" + (o.threaded ? "-thr" : "") + (o.debug ? "-debug" : "") + ".a";
  if (access(lib.c_str(), R_OK) != 0) fail(diag::ToolFailed, "cannot find the runtime library " + lib);
  std::string temp = temp_for(output);
  Command c = {o.cc, "-no-pie", "-Wl,-z,now", "-Wl,--gc-sections", "-Wl,-z,muldefs", "-o", temp};
  for (const std::string &x : objects) c.push_back(x);
  for (const std::string &x : link_inputs(o)) c.push_back(x);
  c.push_back(lib);
  for (const std::string &x : o.ld_flags) c.push_back(x);
  // libc before libm: it has ldexp and its like, too, and most programs need nothing else of libm, which costs 0.4 MB resident.
  for (const char *x : {"-Wl,--as-needed", "-lgmp", "-lc", "-lm", "-lpthread"}) c.push_back(x);
  std::string errors = g_temp_dir + "/link.err";
  // gold takes half the time of GNU ld for objects of thousands of sections. What it refuses, the usual linker judges.
  struct stat st;
  bool linked = false;
  if (o.ld_flags.empty() && !find_tool("ld.gold", &st).empty()) {
    Command fast = c;
    fast.insert(fast.begin() + 1, "-fuse-ld=gold");
    linked = wait_for(start(o, fast, errors));
  }
  if (!linked && !wait_for(start(o, c, errors))) {
    unlink(temp.c_str());
    std::string text = read_file(errors);
    if (text.size() > 8000) text.resize(8000);
    // The linker's way of saying that the disk is full has many lines.
    if (text.find("No space left on device") != text.npos || text.find("file truncated") != text.npos || text.find("File too large") != text.npos)
      fail(diag::CannotWrite, "cannot write " + output + ": the disk is full");
    fail(diag::ToolFailed, "linking failed\n" + text);
  }
  rename_output(temp, output);
}

// The program as one C file a module, with plain names: for reading, -C and -S.
struct Readable { std::string name, text; std::vector<int> units; };
std::vector<Readable> readable(const std::vector<backend_c::Unit> &units) {
  std::vector<std::string> modules;
  std::unordered_map<std::string, std::vector<int>> by_module;
  for (size_t i = 0; i < units.size(); i++) {
    std::string m = i + 1 == units.size() ? "program" : units[i].module;
    if (m.size() && m[0] == ':') m = m.substr(1);
    std::vector<int> &v = by_module[m];
    if (v.empty()) modules.push_back(m);
    v.push_back(int(i));
  }
  std::vector<Readable> out;
  for (const std::string &m : modules) out.push_back({m, backend_c::assemble(units, by_module[m], false, m), by_module[m]});
  return out;
}

void dump_text(const Options &o, const char *what, const std::string &text) {
  if (o.dump(what)) fputs(text.c_str(), stdout);
}

}  // namespace

void generate_and_link(core::Program *program, const Options &o, const std::string &output) {
  std::vector<backend_c::Unit> units;
  low::Program *low = nullptr;
  backend_c::EmitOptions eo;
  {
    Stage t(o, "stg");
    stg::Program *s;
    {
      CrashContext c("translating to STG");
      s = stg::from_core(*program, o.debug_info);
    }
    stg::name_by_content(s);
    stg::find_join_points(s);
    if (o.opt_level >= 1) stg::find_evaluated(s);
    stg::compute_free_vars(s);
    if (o.dump("stg")) {
      std::string text;
      stg::print_program(*s, &text);
      dump_text(o, "stg", text);
    }
    if (o.core_lint) {
      std::vector<std::string> problems = stg::lint_program(*s);
      for (size_t i = 0; i < problems.size() && i < 20; i++) fprintf(stderr, "stg lint: %s\n", problems[i].c_str());
      if (!problems.empty()) GPHC_BUG("STG is ill-formed");
    }
    low::Program *l = low = low::from_stg(s, o.debug);
    low::analyse_effects(l);
    low::insert_heap_checks(l);
    if (o.opt_level >= 2) low::unroll_polls(l);
    low::compute_roots(l);
    if (o.core_lint) {
      std::vector<std::string> problems = low::lint_program(*l);
      for (size_t i = 0; i < problems.size() && i < 20; i++) fprintf(stderr, "low lint: %s\n", problems[i].c_str());
      if (!problems.empty()) GPHC_BUG("Low is ill-formed");
    }
    if (o.dump("low")) {
      std::string text;
      low::print_program(*l, &text);
      dump_text(o, "low", text);
    }
    eo.rtsopts = o.rtsopts;
    eo.lines = o.debug_info;
    // Before the user's own built-in flags, so that those win.
    eo.with_rtsopts = o.blackholing.empty() ? o.with_rtsopts : "--blackhole=" + o.blackholing + (o.with_rtsopts.empty() ? "" : " " + o.with_rtsopts);
    units = backend_c::emit(*l, eo);
    if (o.dump("c"))
      for (const Readable &f : readable(units)) dump_text(o, "c", f.text);
  }
  make_temp_dir();
  if (!o.keep_tmp) diags().at_exit.push_back(remove_temp_dir);
  bool llvm = use_llvm(o);
  auto llvm_text = [&](const Readable &f, backend_llvm::Request::Output output) {
    backend_llvm::Request r = llvm_request(o, units, *low, eo, f.units, f.name);
    r.output = output;
    r.labelled = false;
    backend_llvm::Result text = load_llvm()(r);
    if (!text.error.empty()) {
      remove_temp_dir();
      GPHC_BUG("LLVM rejected generated code of " + f.name + "\n" + text.error);
    }
    return text.bytes;
  };
  auto assembly = [&](const Readable &f) {
    if (llvm) return llvm_text(f, backend_llvm::Request::Output::Assembly);
    std::string c = g_temp_dir + "/" + f.name + ".c", s = g_temp_dir + "/" + f.name + ".s";
    write_file(c, f.text);
    Command cmd = {o.cc, "-S", "-o", s};
    for (const std::string &x : c_flags(o)) cmd.push_back(x);
    cmd.push_back("-I" + include_dir());
    cmd.push_back(c);
    if (!wait_for(start(o, cmd, ""))) fail(diag::ToolFailed, "the C compiler failed on " + f.name);
    return read_file(s);
  };
  if (o.dump("llvm"))
    for (const Readable &f : readable(units)) dump_text(o, "llvm", llvm_text(f, backend_llvm::Request::Output::Ir));
  if (o.dump("asm"))
    for (const Readable &f : readable(units)) dump_text(o, "asm", assembly(f));
  std::string dir = o.odir.empty() ? "" : o.odir + "/";
  if (!dir.empty()) {
    std::error_code failed;
    std::filesystem::create_directories(o.odir, failed);
    if (failed) fail(diag::CannotWrite, "cannot make the folder " + o.odir + ": " + failed.message());
  }
  std::string base = dir.empty() ? output : dir + base_name(output);
  if (o.stop == StopAt::C) {
    for (const Readable &f : readable(units)) write_file(base + "." + f.name + ".c", f.text);
    remove_temp_dir();
    return;
  }
  if (o.stop == StopAt::Assembly) {
    for (const Readable &f : readable(units)) write_file(base + "." + f.name + ".s", assembly(f));
    remove_temp_dir();
    return;
  }
  std::vector<std::string> objects;
  {
    Stage t(o, use_llvm(o) ? "llvm" : "gcc");
    objects = compile_units(o, units, *low, eo);
  }
  if (o.stop == StopAt::Object) {   // one relocatable object
    std::string out = output.size() > 2 && output.compare(output.size() - 2, 2, ".o") == 0 ? output : output + ".o";
    if (!dir.empty()) out = dir + base_name(out);
    std::string temp = temp_for(out);
    Command c = {o.cc, "-r", "-nostdlib", "-Wl,-z,muldefs", "-o", temp};   // cached objects overlap, as in link()
    for (const std::string &x : objects) c.push_back(x);
    if (!wait_for(start(o, c, ""))) {
      unlink(temp.c_str());
      fail(diag::ToolFailed, "joining the objects failed");
    }
    rename_output(temp, out);
  } else {
    Stage t(o, "link");
    link(o, objects, output);
  }
  if (!o.keep_tmp) remove_temp_dir();
  else fprintf(stderr, "gphc: intermediate files are in %s\n", g_temp_dir.c_str());
}

}  // namespace gphc
