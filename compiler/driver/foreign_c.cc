// foreign_c.cc: see foreign_c.h.
#include "driver/foreign_c.h"

#include <sys/stat.h>

#include <algorithm>
#include <map>

#include "driver/files.h"
#include "driver/paths.h"
#include "driver/process.h"
#include "support/diag.h"

namespace gphc {

std::string stub_folder() { return temp_dir() + "/stubs"; }

namespace {

std::string folder_of(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == path.npos ? "." : path.substr(0, slash + 1);
}

// Foo/Bar_stub.h for Foo.Bar; that of the file's name, too, which is GHC's for a Main in another file.
void write_headers(const Vec<core::Program::CText> &prototypes) {
  if (prototypes.empty()) return;
  std::map<std::string, std::string> texts;
  for (const core::Program::CText &p : prototypes) {
    std::string name = p.header.string(), file = base_name(without_extension(p.source.string()));
    std::replace(name.begin(), name.end(), '.', '/');
    texts[name] += p.text.string();
    if (base_name(name) != file) texts[file] += p.text.string();
  }
  mkdir(stub_folder().c_str(), 0777);
  for (const auto &[name, text] : texts) {
    for (size_t i = name.find('/'); i != name.npos; i = name.find('/', i + 1))
      mkdir((stub_folder() + "/" + name.substr(0, i)).c_str(), 0777);
    write_file(stub_folder() + "/" + name + "_stub.h",
               "#pragma once\n#include \"HsFFI.h\"\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n" + text +
                   "#ifdef __cplusplus\n}\n#endif\n");
  }
}

}  // namespace

std::vector<std::string> make_foreign_c(const core::Program &program, const Options &o) {
  write_headers(program.c_prototypes);
  // A file for each module: what it includes may not go together with what another one does.
  std::map<std::string, std::vector<core::Program::CText>> modules;
  for (const core::Program::CText &f : program.c_functions) modules[f.source.string()].push_back(f);
  std::vector<std::string> objects;
  for (const auto &[source, functions] : modules) {
    std::vector<std::string> lines = {"#include <stdint.h>\n"};
    auto add = [&](const std::string &line) {
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    };
    for (const core::Program::CText &f : functions)
      if (!f.header.str().empty()) add("#include \"" + f.header.string() + "\"\n");
    for (const core::Program::CText &f : functions) add(f.text.string());
    std::string text, stem = temp_dir() + "/capi" + std::to_string(objects.size());
    for (const std::string &line : lines) text += line;
    write_file(stem + ".c", text);
    Command c = {o.cc,       "-c",
                 "-w",       "-fno-pie",
                 "-O2",      "-iquote" + folder_of(source),
                 "-iquote.", "-I" + stdlib_dir() + "/include",
                 "-o",       stem + ".o",
                 stem + ".c"};
    for (const std::string &f : o.cc_flags) c.push_back(f);
    if (!wait_for(start(o, c, ""))) fail(diag::ToolFailed, "compiling the capi imports of " + source + " failed");
    objects.push_back(stem + ".o");
  }
  return objects;
}

}  // namespace gphc
