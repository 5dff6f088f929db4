// module_graph.cc: from the main file to every module of the program, in dependency order.
//
// A depth-first walk along the imports: a module is appended to the order when everything it imports has been. Meeting
// a module that is still being walked is a cycle. The walk starts from the modules of types/known.def, so that whatever
// the compiler refers to by itself has been dealt with before any module that does not import it.
//
// A module of the program may have the name of one of the standard library, as a copy of a package has. Then there are
// two modules: the library's imports mean the library's, the program's the program's. Its Module::name is `main:M'.
#include "driver/module_graph.h"

#include <sys/stat.h>

#include <algorithm>
#include <unordered_map>

#include "rename/known.h"
#include "rename/rename.h"
#include "support/diag.h"

namespace gphc {

namespace {

bool is_file(const std::string &path) {
  struct stat st;
  return ::stat(path.c_str(), &st) == 0 && S_ISREG(st.st_mode);
}

std::string folder_of(const std::string &path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

std::string in_folder(const std::string &folder, const std::string &name) {
  if (folder.empty() || folder == ".") return name;
  return folder.back() == '/' ? folder + name : folder + "/" + name;
}

// One that nobody wrote.
ImportDecl *import_of(Symbol module, Span at) {
  ImportDecl *imp = mk<ImportDecl>();
  imp->module.occ = module;
  imp->module.span = imp->span = at;
  imp->implicit = true;
  return imp;
}

const char *const kExtensions[] = {".gph", ".hs", ".lgph", ".lhs"};

struct Walk {
  ModuleGraph &graph;
  const ModuleGraphOptions &options;
  std::string main_folder;
  std::vector<Module *> path;                       // being walked
  std::unordered_map<Symbol, Module *> given = {};  // modules of the command line's files, parsed already

  struct Found {
    std::string file;
    bool stdlib = false;
  };
  std::unordered_map<Symbol, Found> found[2] = {};  // by the program, by the stdlib

  // The file of a module; empty when there is none. The stdlib's own imports mean the stdlib, whatever the program has.
  std::string find(Symbol name, bool from_stdlib, bool *stdlib) {
    auto [at, fresh] = found[from_stdlib].try_emplace(name);
    if (fresh) at->second.file = search(name, from_stdlib, &at->second.stdlib);
    *stdlib = at->second.stdlib;
    return at->second.file;
  }

  std::string search(Symbol name, bool from_stdlib, bool *stdlib) const {
    std::string rel = name.string();
    std::replace(rel.begin(), rel.end(), '.', '/');
    std::vector<std::string> folders;
    if (!from_stdlib) {
      folders.push_back(main_folder);
      if (g_made_source && !main_folder.empty()) folders.push_back("");
      folders.insert(folders.end(), options.import_dirs.begin(), options.import_dirs.end());
    }
    folders.push_back(options.stdlib_dir);
    for (size_t i = 0; i < folders.size(); i++)
      for (const char *ext : kExtensions) {
        std::string file = in_folder(folders[i], rel + ext);
        if (!is_file(file)) continue;
        *stdlib = i + 1 == folders.size();
        return file;
      }
    return "";
  }

  // The name of a module of the program among all modules. See Module::name.
  Symbol identity(Symbol name) {
    bool stdlib = false;
    return find(name, true, &stdlib).empty() ? name : sym("main:" + name.string());
  }

  void enter(Module *m) {
    m->written = m->name;
    if (!m->is_stdlib) m->name = identity(m->name);
    register_module(m);
  }

  // Of a second Main nobody imports anything; it has a name of its own among all modules.
  void enter_other(Module *m, size_t number) {
    m->written = m->name;
    m->name = sym("main:Main " + std::to_string(number));
    register_module(m);
  }

  Module *parse(const std::string &file, bool stdlib) {
    LoadOptions load;
    if (stdlib) {
      // else its code would differ by where gphc is installed, and programs would say where that was
      load.root = options.stdlib_dir;
    } else {
      load.cpp = options.cpp;
      load.cpp_flags = options.cpp_flags.clone();
      load.cpp_flags.push_back("-idirafter");  // MachDeps.h and ghcconfig.h
      load.cpp_flags.push_back(sym(options.stdlib_dir + "/include").str());
    }
    const SourceFile *source = load_source(file, load);
    if (!source) return nullptr;
    Module *m = stdlib ? parse_module(source, {}, options.on_demand) : parse_module(source, options.extensions);
    if (m) { m->is_stdlib = stdlib; }
    return m;
  }

  void add_prelude(Module *m) {
    if (m->ext("NoImplicitPrelude")) return;
    Symbol prelude = sym("Prelude");
    if (m->written == prelude) return;
    for (ImportDecl *imp : m->imports)
      if (imp->module.occ == prelude) return;
    m->imports.push_back(import_of(prelude, m->span));
  }

  void report_cycle(const ImportDecl *imp, const Module *target) {
    Diagnostic &d = diags().error(imp->span, diag::ModuleCycle, "module imports form a cycle");
    size_t from = 0;
    while (path[from] != target) from++;
    for (size_t i = from; i < path.size(); i++)
      d.note("`" + path[i]->known_as().string() + "' (" + path[i]->file->path + ") imports `" +
             (i + 1 < path.size() ? path[i + 1] : target)->known_as().string() + "'");
  }

  void report_missing(Symbol name, Span at, const Module *importer) {
    Diagnostic &d = diags().error(at, diag::ModuleNotFound, "could not find module `" + name.string() + "'");
    std::string rel = name.string();
    std::replace(rel.begin(), rel.end(), '.', '/');
    d.note("there is no " + rel + ".gph (or .hs, .lgph, .lhs) below " +
           (main_folder.empty() ? "the current folder" : main_folder) +
           (options.import_dirs.empty() ? "" : ", the -i folders") + " or in the standard library");
    if (importer && importer->is_stdlib) d.note("imported by the standard library's `" + importer->name.string() + "'");
  }

  // Loads a module and all it imports, if need be. Null after reporting.
  Module *visit_named(Symbol name, const ImportDecl *imp, const Module *importer) {
    const bool by_library = !imp || (importer && importer->is_stdlib);
    std::unordered_map<Symbol, Module *>::const_iterator g = by_library ? given.end() : given.find(name);
    bool stdlib = false;
    std::string file;
    if (g == given.end()) file = find(name, by_library, &stdlib);
    if (Module *m = find_module(g == given.end() && (stdlib || file.empty()) ? name : identity(name))) {
      if (std::find(path.begin(), path.end(), m) == path.end()) return m;
      report_cycle(imp, m);
      return nullptr;
    }
    if (g != given.end()) {
      enter(g->second);
      visit(g->second);
      return g->second;
    }
    if (file.empty()) {
      report_missing(name, imp ? imp->span : Span{}, importer);
      return nullptr;
    }
    size_t errors = diags().error_count();
    Module *m = parse(file, stdlib);
    if (!m) return nullptr;
    if (m->name != name) {
      if (diags().error_count() == errors) {
        Diagnostic &d = diags().error(
            m->span, diag::ModuleNameMismatch,
            "this file should contain module `" + name.string() + "', but it contains `" + m->name.string() + "'");
        if (imp) d.note(imp->span, "imported here");
      }
      m->name = name;
    }
    enter(m);
    visit(m);
    return m;
  }

  void visit(Module *m) {
    path.push_back(m);
    add_prelude(m);
    for (ImportDecl *imp : m->imports) imp->target = visit_named(imp->module.occ, imp, m);
    path.pop_back();
    graph.modules.push_back(m);
  }
};

}  // namespace

ModuleGraph load_modules(const std::vector<std::string> &sources, const ModuleGraphOptions &options) {
  ModuleGraph graph;
  // The files named are read first, so that a missing or malformed one is what the user hears about. They are not
  // registered yet: a stdlib module of the same name stays itself.
  Walk walk{graph, options, folder_of(sources[0]), {}};
  std::vector<Module *> parsed, others;  // others: the second and further ones named Main
  for (const std::string &source : sources) {
    Module *m = walk.parse(source, false);
    parsed.push_back(m);
    if (!m) continue;
    std::pair<std::unordered_map<Symbol, Module *>::iterator, bool> added = walk.given.insert({m->name, m});
    if (added.second) continue;
    if (options.several_programs && m->name == sym("Main") &&
        folder_of(source) == folder_of(added.first->second->file->path))
      others.push_back(m);
    else
      diags()
          .error(m->span, diag::ModuleNameMismatch, "two files contain module `" + m->name.string() + "'")
          .note(added.first->second->span, "the other one is here");
  }
  if (diags().has_errors()) return graph;
  if (options.in_scope_of_second) parsed[0]->imports.push_back(import_of(parsed[1]->name, parsed[0]->span));
  Module *main = parsed[0];
  for (Module *m : parsed)
    if (m && m->name == main_name().module) main = m;
  // What the prompt made of an input has no folder of its own: modules are where the first file is that was loaded, and
  // here.
  if (main != parsed[0] || !main->file->written) walk.main_folder = folder_of(main->file->path);
  else walk.main_folder = parsed.size() > 1 ? folder_of(parsed[1]->file->path) : "";
  for (Symbol name : known_modules()) {
    bool stdlib = false;
    if (find_module(name)) continue;
    // One that is missing is an error only when it is asked for.
    if (!walk.find(name, true, &stdlib).empty()) walk.visit_named(name, nullptr, nullptr);
  }
  graph.main = main;
  walk.enter(main);
  walk.visit(main);
  size_t programs = 1;
  // Files that nothing imports are checked like the others.
  for (Module *m : parsed)
    if (std::find(graph.modules.begin(), graph.modules.end(), m) == graph.modules.end()) {
      const bool other = std::find(others.begin(), others.end(), m) != others.end();
      if (other) walk.enter_other(m, ++programs);
      else walk.enter(m);
      walk.visit(m);
      if (other) graph.other_mains.push_back(m);
    }
  if (options.in_scope_of_second)
    for (const ImportDecl *imp : parsed[1]->imports) {
      ImportDecl *again = mk<ImportDecl>(*imp);
      again->implicit = true;  // it is not redundant where the statements do not need it
      parsed[0]->imports.push_back(again);
    }
  return graph;
}

}  // namespace gphc
