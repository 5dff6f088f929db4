// compile.cc: the compiler as one page. Each stage is a call; between stages errors stop the run. The table of stages
// is in docs/pipeline.md.
#include "driver/compile.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>

#include "backend/foreign.h"
#include "core/core.h"
#include "core/fvs.h"
#include "desugar/desugar.h"
#include "driver/explain.h"
#include "driver/files.h"
#include "driver/foreign_c.h"
#include "driver/library_index.h"
#include "driver/link.h"
#include "driver/lower.h"
#include "driver/module_graph.h"
#include "driver/new_project.h"
#include "driver/objects.h"
#include "driver/options.h"
#include "driver/outputs.h"
#include "driver/paths.h"
#include "driver/process.h"
#include "driver/prompt.h"
#include "driver/statements.h"
#include "driver/timer.h"
#include "opt/pipeline.h"
#include "rename/rename.h"
#include "support/check.h"
#include "support/diag.h"
#include "syntax/parse.h"
#include "typecheck/typecheck.h"

namespace gphc {

void register_pass_names(const std::vector<std::string> &names);

namespace {

bool is_core_file(const std::string &path) { return path.size() > 5 && path.compare(path.size() - 5, 5, ".core") == 0; }

void dump_modules(const Options &o, const char *what, const ModuleGraph &graph) {
  if (!o.dump(what)) return;
  for (const Module *m : graph.modules) {
    if (m->is_stdlib) continue;
    std::string text;
    print_ast(m, &text);
    std::fputs(text.c_str(), stdout);
  }
}

bool mentions_coercion(const core::Expr *e) {
  if (const core::EVar *v = dyn_cast<core::EVar>(e); v && v->var->occ.str().starts_with("unsafeCoerce")) return true;
  if (const core::EPrimApp *p = dyn_cast<core::EPrimApp>(e);
      p && core::PrimId(p->op->index) == core::PrimId::UnsafeCoerce)
    return true;
  bool found = false;
  core::for_each_child(e, [&](const core::Expr *x) { found = found || mentions_coercion(x); });
  return found;
}
// See core::Program::modules and own_modules.
void set_modules(core::Program *p, const ModuleGraph &graph) {
  for (const Module *m : graph.modules)
    if (!m->is_stdlib) p->modules.push_back(m->name);
  p->own_modules = p->modules;
  for (const Vec<core::Binding> &g : p->groups)
    for (const core::Binding &b : g) {
      if (std::find(p->modules.begin(), p->modules.end(), b.var->module) == p->modules.end()) continue;
      if (mentions_coercion(b.rhs)) p->own_modules = {};
    }
}

void dump_core(const Options &o, const char *what, const core::Program &p) {
  if (!o.dump(what)) return;
  std::string text;
  core::print_program(p, &text, !o.suppress_uniques);
  std::fputs(text.c_str(), stdout);
}

void lint_core(const Options &o, const char *after, const core::Program &p) {
  if (!o.core_lint) return;
  std::vector<std::string> problems = core::lint_program(p);
  if (problems.empty()) return;
  for (size_t i = 0; i < problems.size() && i < 20; i++)
    std::fprintf(stderr, "core lint after %s: %s\n", after, problems[i].c_str());
  GPHC_BUG(std::string("Core is ill-formed after ") + after);
}

// `check` after errors of the renamer: the types of the modules that have none and import none that has; then it ends.
[[noreturn]] void check_types_of_renamed(const ModuleGraph &graph) {
  std::set<const Module *> bad;
  for (Module *m : graph.modules) {
    bool good = !diags().has_errors_in(m->file);
    for (const ImportDecl *imp : m->imports) good = good && imp->target && !bad.count(imp->target);
    size_t errors = diags().error_count();
    if (good) typecheck_module(*m);
    if (!good || diags().error_count() > errors) bad.insert(m);
  }
  diags().stop_if_errors();
  std::_Exit(1);
}

// The prompt's: modules that have been checked before it forked. A later graph has only what is new.
std::vector<Module *> g_warm;

// Source to Core: the front half. Sets o.main_file to the file with Main.
core::Program *front_end(Options &o, const std::vector<std::string> &sources) {
  ModuleGraphOptions mo;
  mo.import_dirs = o.import_dirs;
  mo.stdlib_dir = stdlib_dir();
  use_library_index(mo.stdlib_dir);
  mo.extensions = o.extensions;
  mo.cpp = o.cpp;
  mo.on_demand = !o.core_lint;
  mo.several_programs = o.stop == StopAt::Check;
  mo.in_scope_of_second = o.action == Action::Eval && sources.size() > 1;
  for (const std::string &f : o.cpp_flags) mo.cpp_flags.push_back(sym(f).str());
  ModuleGraph graph;
  {
    Timer t(o, "parse");
    graph = load_modules(sources, mo);
    diags().stop_if_errors();
    o.main_file = graph.main->file->path;
  }
  for (Module *m : graph.modules) {
    if (m->is_stdlib) continue;
    // Warnings are the module's own; all other flags are the program's, which is compiled as a whole.
    const WarningOptions before = diags().options;
    apply_pragma_options(o, m->options);
    WarningOptions &all = diags().options, own = all;
    all = before;
    if (own != static_cast<const WarningOptions &>(before)) diags().of_file[m->file] = std::move(own);
  }
  if (o.dump("tokens"))
    for (const Module *m : graph.modules) {
      if (m->is_stdlib) continue;
      std::string text;
      dump_tokens(m->file, m->extensions, &text);
      std::fputs(text.c_str(), stdout);
    }
  dump_modules(o, "parsed", graph);
  if (o.interactive)
    for (Module *m : graph.modules)  // of the files that :load or -e names everything can be used
      if (!m->is_stdlib && std::find(o.sources.begin(), o.sources.end(), m->file->path) != o.sources.end()) {
        m->has_exports = false;
        m->exports = {};
      }
  Var *main = nullptr;
  {
    Timer t(o, "rename");
    rename_program({graph.modules.data(), graph.modules.size()});
    const bool checked = o.stop == StopAt::Check;
    if (o.interactive) graph.main = find_module(sym(kPromptModule));
    if (o.interactive && graph.main && !diags().has_errors()) main = prompt_main(graph.main);
    else if (!o.warming && !diags().has_errors() && graph.main && !(checked && graph.main->name.str() != "Main"))
      main = find_main(graph.main);
    for (Module *m : graph.other_mains)
      if (!diags().has_errors()) find_main(m);
    dump_modules(o, "rn", graph);
    if (!checked || !diags().has_errors()) diags().stop_if_errors();
    else check_types_of_renamed(graph);
  }
  {
    Timer t(o, "typecheck");
    for (Module *m : graph.modules) {
      CrashContext c("type checking module " + m->name.string());
      typecheck_module(*m);
    }
    dump_modules(o, "tc", graph);
    diags().stop_if_errors();
    if (o.interactive && !o.warming && answer_prompt(o, graph.main)) return nullptr;
    if (o.warming) {
      for (Module *m : graph.modules)
        if (m->is_stdlib) g_warm.push_back(m);
      desugar_ahead(g_warm, prompt_roots());
      diags().stop_if_errors();
      return nullptr;
    }
    graph.modules.insert(graph.modules.begin(), g_warm.begin(), g_warm.end());
  }
  core::Program *program;
  {
    Timer t(o, "desugar");
    CrashContext c("desugaring");
    program = desugar_program({graph.modules.data(), graph.modules.size()}, main, o.opt_level > 0, false, o.debug_info);
    diags().stop_if_errors();
  }
  set_modules(program, graph);
  dump_core(o, "ds", *program);
  lint_core(o, "desugaring", *program);
  return program;
}

core::Program *run_optimiser(const Options &o, core::Program *program) {
  Timer t(o, "optimise");
  opt::OptOptions oo;
  oo.level = o.opt_level;
  oo.library_level = o.library_level();
  oo.lint = o.core_lint;
  oo.fuel = o.fuel;
  oo.outline = o.outline;
  oo.stop_after = o.stop_after;
  oo.passes = o.passes;
  oo.dumps = o.dumps;
  oo.dump_passes = o.dump_passes;
  oo.suppress_uniques = o.suppress_uniques;
  oo.flags = o.opt_flags;
  return opt::optimise(program, oo);
}

// Optimised Core to files: `output` is the program (or the base name for -C, -S, -c). Leaves no partial output.
void back_end(core::Program *program, const Options &o, const std::string &output) {
  Lowered code = lower(program, o);
  make_temp_dir();
  if (!o.keep_tmp) diags().at_exit.push_back(remove_temp_dir);
  dump_code(code, o);
  if (!o.odir.empty()) make_folder(o.odir);
  std::string there = o.odir.empty() ? output : o.odir + "/" + base_name(output);
  if (o.stop == StopAt::C || o.stop == StopAt::Assembly) {
    write_code(code, o, there);
    return remove_temp_dir();
  }
  std::vector<std::string> objects;
  {
    Timer t(o, use_llvm(o) ? "llvm" : "gcc");
    objects = make_objects(code, o);
    for (std::string &object : make_foreign_c(*program, o)) objects.push_back(std::move(object));
  }
  if (o.stop == StopAt::Object) {
    std::vector<std::string> exports;
    for (const core::Program::Export &e : program->exports) exports.push_back(e.c_name.string());
    join_objects(o, objects, exports, there.ends_with(".o") && there.size() > 2 ? there : there + ".o");
  } else {
    Timer t(o, "link");
    bool math = false;
    for (std::string_view f : code.low->c_functions) math |= is_small_math(f);
    link_program(o, objects, math, output);
  }
  if (!o.keep_tmp) remove_temp_dir();
  else fprintf(stderr, "gphc: intermediate files are in %s\n", temp_dir().c_str());
}

// Objects that -c made, with the runtime that the flags choose.
int link_objects(const Options &o) {
  const std::string output = o.output.empty() ? "a.out" : o.output;
  check_writable(o, output);
  make_temp_dir();
  if (!o.keep_tmp) diags().at_exit.push_back(remove_temp_dir);
  Timer t(o, "link");
  link_program(o, {}, true, output);
  if (!o.keep_tmp) remove_temp_dir();
  return 0;
}

// A textual Core program: parsed, linted, run through the passes asked for, printed (or compiled, with -o).
int compile_core_file(const Options &o) {
  const SourceFile *file = load_source(o.main_file, LoadOptions{});
  diags().stop_if_errors();
  core::Program *program = core::parse_program(file);
  diags().stop_if_errors();
  lint_core(o, "parsing", *program);
  program = run_optimiser(o, program);
  if (!o.output.empty()) {
    back_end(program, o, o.output);
    return 0;
  }
  std::string text;
  core::print_program(*program, &text, !o.suppress_uniques);
  std::fputs(text.c_str(), stdout);
  return 0;
}

// Where --run and -e put the program (and -e its module); goes away at the end, whatever the end.
std::string run_folder;
void remove_run_folder() {
  unlink((run_folder + "/Main.hs").c_str());
  unlink((run_folder + "/program").c_str());
  rmdir(run_folder.c_str());
}

void warm_prompt(Options &o, const std::string &source) { front_end(o, {source}); }
// What the prompt's process loads: the paths of objects, in a temporary folder that the caller removes, and in the
// cache.
std::vector<std::string> objects_for_prompt(Options &o, const std::string &source) {
  std::vector<std::string> sources = {source};
  sources.insert(sources.end(), o.sources.begin(), o.sources.end());
  core::Program *program = front_end(o, sources);
  if (!program) return {};
  program = run_optimiser(o, program);
  Lowered code = lower(program, o);
  make_temp_dir();
  std::vector<std::string> objects = make_objects(code, o);
  for (std::string &object : make_foreign_c(*program, o)) objects.push_back(std::move(object));
  return objects;
}
void program_for_prompt(Options &o, const std::string &source, const std::string &output) {
  back_end(run_optimiser(o, front_end(o, {source})), o, output);
}

int compile_and_run(Options &o, const std::vector<std::string> &sources, const std::string &dir) {
  std::string exe = dir + "/program";
  core::Program *program = run_optimiser(o, front_end(o, sources));
  back_end(program, o, exe);
  int status = run_program(exe, o.action == Action::Eval ? "<interactive>" : base_name(without_extension(o.main_file)),
                           o.run_args);
  unlink(exe.c_str());
  return status;
}

}  // namespace

int gphc_main(int argc, char **argv) {
  init_builtin();
  core::init_primops();
  register_pass_names(opt::pass_names());
  Options o = parse_options(argc, argv);
  switch (o.action) {
    case Action::Help: std::fputs(help_text().c_str(), stdout); return 0;
    case Action::Version: std::fputs(version_text().c_str(), stdout); return 0;
    case Action::Info: std::fputs(info_text().c_str(), stdout); return 0;
    case Action::Explain: return explain(o.explain);
    case Action::Prompt: return prompt(o, {warm_prompt, objects_for_prompt, program_for_prompt, load_back_end});
    case Action::New: new_project(o.new_name); return 0;
    case Action::Run: {
      run_folder = temporary_folder();
      diags().at_exit.push_back(remove_run_folder);
      int status = compile_and_run(o, o.sources, run_folder);
      remove_run_folder();
      return status;
    }
    case Action::Eval: {
      run_folder = temporary_folder();
      diags().at_exit.push_back(remove_run_folder);
      std::string source = run_folder + "/Main.hs";
      SourceFile *made = statements_module(o.statements, !o.sources.empty(), new SourceFile);
      made->path = source;
      g_made_source = made;
      std::ofstream(source) << made->text;
      o.opt_level = 0;
      o.optimised_library = false;  // it runs once
      o.interactive = true;
      std::vector<std::string> sources = {source};
      sources.insert(sources.end(), o.sources.begin(), o.sources.end());
      int status = compile_and_run(o, sources, run_folder);
      remove_run_folder();
      return status;
    }
    case Action::Compile: break;
  }
  if (only_links(o)) return link_objects(o);
  if (is_core_file(o.main_file)) {
    o.optimised_library = false;  // there is none in it
    return compile_core_file(o);
  }
  if (o.stop == StopAt::Check) {
    front_end(o, o.sources);
    return 0;
  }
  if (!o.output.empty()) check_writable(o, o.output);
  core::Program *program = front_end(o, o.sources);
  std::string output = o.output.empty() ? without_extension(o.main_file) : o.output;
  check_writable(o, output);
  preload_back_end(o);
  program = run_optimiser(o, program);
  diags().stop_if_errors();
  Timer t(o, "generate and link");
  back_end(program, o, output);
  diags().stop_if_errors();
  return 0;
}

}  // namespace gphc
