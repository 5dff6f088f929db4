// link.cc: see link.h. gcc runs the linker.
#include "driver/link.h"

#include <unistd.h>

#include "driver/files.h"
#include "driver/foreign_c.h"
#include "driver/paths.h"
#include "driver/process.h"
#include "support/diag.h"

namespace gphc {

// C sources among the link inputs are compiled as the user's own; the rest goes to the linker as it is.
static std::vector<std::string> link_inputs(const Options &o) {
  std::vector<std::string> out;
  size_t n = 0;
  for (const std::string &in : o.link_inputs) {
    if (in.size() < 3 || in.compare(in.size() - 2, 2, ".c") != 0 || in[0] == '-') {
      out.push_back(in);
      continue;
    }
    std::string object = temp_dir() + "/c" + std::to_string(n++) + "_" + base_name(in) + ".o";
    Command c = {
        o.cc, "-c",   "-fno-pie", "-O2", "-I" + include_dir(), "-I" + stdlib_dir() + "/include", "-I" + stub_folder(),
        "-o", object, in};
    for (const std::string &f : o.cc_flags) c.push_back(f);
    if (!wait_for(start(o, c, ""))) fail(diag::ToolFailed, "compiling " + in + " failed");
    out.push_back(object);
  }
  return out;
}

void link_program(const Options &o, const std::vector<std::string> &objects, bool math, const std::string &output) {
  std::string lib = lib_dir() + "/libgph" +
                    (o.parallel   ? "-par"
                     : o.threaded ? "-thr"
                                  : "") +
                    (o.debug ? "-debug" : "") + ".a";
  if (access(lib.c_str(), R_OK) != 0)
    fail(diag::ToolFailed, "cannot find the runtime library " + lib +
                               (o.parallel ? ": gphc was built without MPI, which -parallel needs" : ""));
  std::string temp = temp_for(output);
  Command c = {o.cc, "-no-pie", "-Wl,-z,now", "-Wl,--gc-sections", "-Wl,-z,muldefs", "-o", temp};
  for (const std::string &x : objects) c.push_back(x);
  for (const std::string &x : link_inputs(o)) c.push_back(x);
  c.push_back(lib);
  for (const std::string &x : o.ld_flags) c.push_back(x);
  // libc before libm: it has ldexp and its like, too, and most programs need nothing else of libm, which costs 0.4 MB
  // resident. A cached object has code of other programs, too, and what that refers to counts as needed although it is
  // left out: so without libm where the program itself calls nothing of it.
  c.push_back("-Wl,--as-needed");
  // The runtime's debug information takes the linker half its time.
  if (!o.debug && !o.debug_info && o.link_inputs.empty()) c.push_back("-Wl,-S");
  if (o.parallel) c.push_back("-lmpi");
  for (const char *x : {"-lgmp", "-lc", "-lm", "-lpthread"}) c.push_back(x);
  std::string errors = temp_dir() + "/link.err";
  // gold takes half the time of GNU ld for objects of thousands of sections. What it refuses, the usual linker judges.
  struct stat st;
  bool linked = false;
  if (o.ld_flags.empty() && !find_tool("ld.gold", &st).empty()) {
    Command fast = c;
    fast.insert(fast.begin() + 1, "-fuse-ld=gold");
    if (!math && o.link_inputs.empty()) std::erase(fast, "-lm");
    linked = wait_for(start(o, fast, errors));
  }
  if (!linked && !wait_for(start(o, c, errors))) {
    unlink(temp.c_str());
    std::string text = read_file(errors);
    if (text.size() > 8000) text.resize(8000);
    // The linker's way of saying that the disk is full has many lines.
    if (text.find("No space left on device") != text.npos || text.find("file truncated") != text.npos ||
        text.find("File too large") != text.npos)
      fail(diag::CannotWrite, "cannot write " + output + ": the disk is full");
    if (only_links(o) && text.find("undefined reference to `gph_program'") != text.npos)
      fail(diag::ToolFailed, "none of the objects is a program's: gphc -c makes one from the file with Main");
    fail(diag::ToolFailed, "linking failed\n" + without_temp_dir(text));
  }
  rename_output(temp, output);
}

void join_objects(const Options &o, const std::vector<std::string> &objects, const std::vector<std::string> &exports,
                  const std::string &output) {
  std::string temp = temp_for(output);
  // Cached objects overlap, as in link_program, and have what only other programs use.
  Command c = {o.cc, "-r", "-nostdlib", "-Wl,-z,muldefs", "-Wl,--gc-sections", "-Wl,-u,gph_program", "-o", temp};
  for (const std::string &x : exports) c.push_back("-Wl,-u," + x);
  for (const std::string &x : objects) c.push_back(x);
  if (!wait_for(start(o, c, ""))) {
    unlink(temp.c_str());
    fail(diag::ToolFailed, "joining the objects failed");
  }
  rename_output(temp, output);
}

}  // namespace gphc
