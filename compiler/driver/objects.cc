// objects.cc: see objects.h. Units that the cache lacks are compiled in partitions, several at once: by LLVM in this
// process, or by gcc.
#include "driver/objects.h"

#include <dlfcn.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <unordered_set>

#include "backend/foreign.h"
#include "driver/files.h"
#include "driver/object_cache.h"
#include "driver/paths.h"
#include "support/check.h"
#include "support/hash.h"

namespace gphc {

bool use_llvm(const Options &o) {
  return o.back_end == BackEnd::Llvm || (o.back_end == BackEnd::Default && have_llvm());
}

namespace {

int job_count(const Options &o) {
  if (o.jobs > 0) return o.jobs;
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  long n = sysconf(_SC_NPROCESSORS_ONLN);
  return n > 0 ? int(n) : 1;
}

// What identifies the compiler: the file that would run, by size and time.
std::string compiler_identity(const std::string &cc) {
  struct stat st;
  std::string f = find_tool(cc, &st);
  return f.empty() ? cc : f + ":" + std::to_string(st.st_size) + ":" + std::to_string(st.st_mtim.tv_sec);
}

std::string header_texts() {
  std::string s;
  for (const char *h : {"abi.h", "returns.h", "closure_types.def", "codegen.h", "primops.h", "prim_functions.def",
                        "racy.h", "tsan.h", "known_closures.def"})
    s += read_file(include_dir() + "/gph/" + h);
  return s;
}

// Units that are compiled together to one object.
struct File {
  std::vector<int> units;
  std::vector<std::string> keys;
  std::string name, object;
  size_t bytes = 0;
  bool huge = false;
  int opt_level = 0;
};

// Units that the cache lacks are joined, in program order, into as many files as can be compiled at once, and into more
// when those would be large: each file costs a C compiler's start, or LLVM's passes being set up. (Bytes of C text;
// code has about a tenth.)
constexpr size_t kSmallFile = 48 * 1024, kLargeFile = 100 * 1024, kLargePartition = 400 * 1024;
// A unit of this size is one function of thousands of lines, usually a long sequence that runs once. Instruction
// selection and register allocation take more than linear time in a function, so LLVM makes it as at -O0 (up to ten
// times faster), as it does the pieces of a huge definition.
constexpr size_t kHugeUnit = 600 * 1024;

// The texts of the headers and of LLVM's module (an installed copy is the same compiler): read once, by the prompt
// before it forks.
const Hash128 &back_end_key(const Options &o) {
  static const Hash128 key = [&o] {
    Hash128 h;
    h.add(header_texts());
    if (use_llvm(o)) h.add(read_file(llvm_module()));
    return h;
  }();
  return key;
}

// What all units' keys have in common: the headers, the compiler and its flags.
Hash128 common_key(const Options &o, const Command &flags, int opt_level) {
  Hash128 common = back_end_key(o);
  if (use_llvm(o)) {
    common.add("llvm" + std::to_string(opt_level) + (o.debug || o.debug_info ? "debug" : "") +
               (o.debug_info ? "g" : ""));
  } else {
    common.add(compiler_identity(o.cc));
    for (const std::string &f : flags) common.add(f);
  }
  return common;
}

// The optimisation that LLVM does for a unit.
int unit_level(const Options &o, const backend_c::Unit &u) { return u.library ? o.library_level() : o.opt_level; }

struct Missing {
  int unit;
  std::string key;
};

// The objects that have units in the cache; the other units.
std::vector<Missing> find_in_cache(const Options &o, const std::vector<backend_c::Unit> &units, const Command &flags,
                                   ObjectCache *cache, std::vector<std::string> *objects) {
  const Hash128 own = common_key(o, flags, o.opt_level), library = common_key(o, flags, o.library_level());
  std::vector<Missing> missing;
  std::unordered_set<uint64_t> chosen;
  for (size_t i = 0; i < units.size(); i++) {
    const backend_c::Unit &u = units[i];
    Hash128 h = u.library ? library : own;
    h.add(u.hash);
    h.add(u.name);  // units of a cycle have one hash
    if (u.huge) h.add("huge");
    std::string key = h.hex(), path;
    uint64_t inode;
    if (cache->find(key, &path, &inode)) {
      if (!chosen.insert(inode).second) continue;
      std::string copy = temp_dir() + "/c" + std::to_string(inode) + ".o";
      objects->push_back(ObjectCache::take(path, copy) ? copy : path);
      continue;
    }
    missing.push_back({int(i), key});
    if (o.verbose) fprintf(stderr, "not in the cache: %s (%zu bytes of C)\n", u.name.c_str(), u.body.size());
  }
  return missing;
}

std::vector<File> to_files(const Options &o, const std::vector<backend_c::Unit> &units,
                           const std::vector<Missing> &missing) {
  std::vector<File> files;
  size_t missing_bytes = 0;
  for (const Missing &m : missing) missing_bytes += units[size_t(m.unit)].body.size();
  size_t file_bytes =
      std::min(std::max(missing_bytes / size_t(job_count(o)), kSmallFile), use_llvm(o) ? kLargePartition : kLargeFile);
  for (const Missing &m : missing) {
    const backend_c::Unit &u = units[size_t(m.unit)];
    bool program = size_t(m.unit) + 1 == units.size();  // its symbols have no hash: an object of its own
    bool huge = use_llvm(o) && (u.huge || u.body.size() > kHugeUnit);
    const int opt_level = huge ? 0 : unit_level(o, u);
    if (files.empty() || program || opt_level != files.back().opt_level || huge != files.back().huge ||
        files.back().bytes > file_bytes) {
      files.emplace_back();
      files.back().opt_level = opt_level;
      files.back().huge = huge;
      files.back().name = std::to_string(files.size()) + (program ? "_program" : "_" + u.module);
      files.back().object = temp_dir() + "/" + files.back().name + ".o";
    }
    File &f = files.back();
    f.units.push_back(m.unit);
    f.keys.push_back(m.key);
    f.bytes += u.body.size();
  }
  return files;
}

}  // namespace

// ---- gcc ------------------------------------------------------------------------------------------------------------
Command c_flags(const Options &o) {
  Command f = {"-std=gnu11",
               "-w",
               "-fno-pie",
               "-fno-strict-aliasing",
               "-fno-delete-null-pointer-checks",
               "-fwrapv",
               "-fno-tree-slp-vectorize",
               "-fcf-protection=none",
               "-fno-stack-protector",
               "-fcall-used-r12",
               "-fno-ipa-icf",
               "-ffunction-sections",
               "-fdata-sections",
               "-mno-red-zone",
               "-foptimize-sibling-calls",
               "-fno-math-errno",
               "-ffp-contract=off",
               "-fno-ident"};
  // A unit's code must not depend on what else is in its file (see Note [Hashes in symbols] in backend/c/units.cc);
  // inlining is the optimiser's.
  for (const char *x :
       {"-fno-inline-small-functions", "-fno-inline-functions-called-once", "-fno-ipa-cp", "-fno-ipa-pure-const",
        "-fno-ipa-modref", "-fno-ipa-reference", "-fno-ipa-ra", "-fno-ipa-vrp", "-fno-ipa-bit-cp", "-fno-ipa-sra"})
    f.push_back(x);
  for (std::string_view name : kRoundedMath) f.push_back("-fno-builtin-" + std::string(name));
  f.push_back(o.opt_level >= 2 ? "-O2" : "-O1");
  if (!o.debug && !o.debug_info) f.push_back("-fno-asynchronous-unwind-tables");
  // Calls that are joined would have the place of one of them.
  if (o.debug_info) f.insert(f.end(), {"-g", "-gdwarf-4", "-fno-crossjumping", "-fno-tree-tail-merge"});
  for (const std::string &x : o.cc_flags) f.push_back(x);
  return f;
}

namespace {

// What the user chose, the C compiler or flags of it, is more likely at fault than our code.
std::string refused_by_cc(const Options &o, const std::string &errors) {
  std::string flags;
  for (const std::string &x : o.cc_flags) flags += " " + x;
  return "`" + o.cc + "' does not take the generated code" +
         (flags.empty() ? "" : " with the flags of the command line (-optc, -I):" + flags) + "\n" +
         errors.substr(0, errors.find_last_not_of('\n') + 1);
}

void compile_by_gcc(const Options &o, const std::vector<backend_c::Unit> &units, const std::vector<File> &files,
                    const Command &flags, ObjectCache *cache) {
  struct Job {
    size_t file;
    pid_t pid;
  };
  std::vector<Job> running;
  size_t jobs = size_t(job_count(o));
  auto name = [&](size_t i, const char *ext) { return temp_dir() + "/" + files[i].name + ext; };
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
        std::string errors = without_temp_dir(read_file(name(i, ".err")));
        if (WIFSIGNALED(status))
          fail(diag::ToolFailed, "the C compiler was killed while compiling " + files[i].name + " (out of memory?)");
        if (o.keep_tmp) fprintf(stderr, "gphc: the C text is in %s\n", name(i, ".c").c_str());
        else remove_temp_dir();
        if (errors.size() > 4000) errors.resize(4000);
        if (!o.cc_flags.empty() || o.cc != "gcc") fail(diag::ToolFailed, refused_by_cc(o, errors));
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

}  // namespace

// ---- LLVM -----------------------------------------------------------------------------------------------------------
// The LLVM back end is a shared object of its own: loading LLVM takes longer than everything else for a program whose
// code is in the cache.
static std::string dl_error() {
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

void load_back_end(const Options &o) {
  back_end_key(o);
  if (use_llvm(o)) dlopen(llvm_module().c_str(), RTLD_NOW | RTLD_LOCAL);  // load_llvm says what is wrong
}

void preload_back_end(const Options &o) {
  if (!use_llvm(o) || job_count(o) < 2 || (o.stop != StopAt::Link && o.stop != StopAt::Object)) return;
  // load_llvm says what is wrong
  std::thread([module = llvm_module()] { dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL); }).detach();
}

backend_llvm::Request llvm_request(const Options &o, const Lowered &code, const std::vector<int> &which,
                                   const std::string &title) {
  backend_llvm::Request r;
  r.program = code.low;
  r.units = &code.units;
  r.which = which;
  r.options = code.emit;
  r.title = title;
  r.opt_level = unit_level(o, code.units[size_t(which[0])]);
  r.unwind_tables = o.debug || o.debug_info;
  r.debug_info = o.debug_info;
  r.verify = o.core_lint;
  return r;
}

static void compile_by_llvm(const Options &o, const Lowered &code, const std::vector<File> &files, ObjectCache *cache) {
  if (files.empty()) return;
  LlvmCompile compile = load_llvm();
  std::atomic<size_t> next{0};
  std::mutex lock;  // of the cache and of error
  std::string error;
  bool limit = false;
  auto work = [&] {
    for (size_t i; (i = next.fetch_add(1)) < files.size();) {
      backend_llvm::Request request = llvm_request(o, code, files[i].units, files[i].name);
      request.opt_level = files[i].opt_level;
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

// ---- All units ------------------------------------------------------------------------------------------------------
std::vector<std::string> make_objects(const Lowered &code, const Options &o) {
  Command flags = c_flags(o);
  ObjectCache cache(o.object_cache);
  std::vector<std::string> objects;
  std::vector<Missing> missing = find_in_cache(o, code.units, flags, &cache, &objects);
  std::vector<File> files = to_files(o, code.units, missing);
  for (const File &f : files) objects.push_back(f.object);
  if (use_llvm(o)) compile_by_llvm(o, code, files, &cache);
  else compile_by_gcc(o, code.units, files, flags, &cache);
  if (o.dump_passes)
    fprintf(stderr, "  %zu units, %zu from the cache, %zu partitions, %zu objects\n", code.units.size(),
            code.units.size() - missing.size(), files.size(), objects.size());
  return objects;
}

}  // namespace gphc
