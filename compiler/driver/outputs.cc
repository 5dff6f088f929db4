// outputs.cc: see outputs.h.
#include "driver/outputs.h"

#include <cstdio>
#include <unordered_map>

#include "driver/files.h"
#include "driver/objects.h"
#include "driver/paths.h"
#include "support/check.h"

namespace gphc {
namespace {

// The program as one C file a module, with plain names: for reading, -C and -S.
struct Readable {
  std::string name, text;
  std::vector<int> units;
};
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
  for (const std::string &m : modules)
    out.push_back({m, backend_c::assemble(units, by_module[m], false, m), by_module[m]});
  return out;
}

std::string llvm_text(const Readable &f, backend_llvm::Request::Output output, const Lowered &code, const Options &o) {
  backend_llvm::Request r = llvm_request(o, code, f.units, f.name);
  r.output = output;
  r.labelled = false;
  backend_llvm::Result text = load_llvm()(r);
  if (!text.error.empty()) {
    remove_temp_dir();
    GPHC_BUG("LLVM rejected generated code of " + f.name + "\n" + text.error);
  }
  return text.bytes;
}

std::string assembly(const Readable &f, const Lowered &code, const Options &o) {
  if (use_llvm(o)) return llvm_text(f, backend_llvm::Request::Output::Assembly, code, o);
  std::string c = temp_dir() + "/" + f.name + ".c", s = temp_dir() + "/" + f.name + ".s";
  write_file(c, f.text);
  Command cmd = {o.cc, "-S", "-o", s};
  for (const std::string &x : c_flags(o)) cmd.push_back(x);
  cmd.push_back("-I" + include_dir());
  cmd.push_back(c);
  if (!wait_for(start(o, cmd, ""))) fail(diag::ToolFailed, "the C compiler failed on " + f.name);
  return read_file(s);
}

}  // namespace

void dump_code(const Lowered &code, const Options &o) {
  bool c = o.dump("c"), llvm = o.dump("llvm"), asm_text = o.dump("asm");
  if (!c && !llvm && !asm_text) return;
  std::vector<Readable> files = readable(code.units);
  if (c)
    for (const Readable &f : files) fputs(f.text.c_str(), stdout);
  if (llvm)
    for (const Readable &f : files) fputs(llvm_text(f, backend_llvm::Request::Output::Ir, code, o).c_str(), stdout);
  if (asm_text)
    for (const Readable &f : files) fputs(assembly(f, code, o).c_str(), stdout);
}

void write_code(const Lowered &code, const Options &o, const std::string &base) {
  for (const Readable &f : readable(code.units)) {
    if (o.stop == StopAt::C) write_file(base + "." + f.name + ".c", f.text);
    else write_file(base + "." + f.name + ".s", assembly(f, code, o));
  }
}

}  // namespace gphc
