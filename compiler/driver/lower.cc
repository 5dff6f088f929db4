// lower.cc: the stages behind the optimiser as a table, and the one place that runs them, as opt/pipeline.cc for its
// passes.
#include "driver/lower.h"

#include <cstdio>
#include <string>
#include <unordered_set>

#include "driver/outputs.h"
#include "driver/timer.h"
#include "stg/stg.h"
#include "support/check.h"

namespace gphc {
namespace {

struct State {
  const Options &o;
  core::Program *core;
  stg::Program *stg = nullptr;
  Lowered out{};
};

struct Stage {
  const char *name;
  int level;  // from which -O on
  void (*run)(State &);
  const char *what;
};
// Units of the stdlib's part, which is optimised at -O0, too (opt/library_part.cc).
void mark_library(State &s) {
  std::unordered_set<std::string> own = {":Main"};
  for (Symbol m : s.core->modules) own.insert(m.string());
  for (size_t i = 0; i + 1 < s.out.units.size(); i++) s.out.units[i].library = !own.count(s.out.units[i].module);
}

// clang-format off
const Stage kStgStages[] = {
    {"stg", 0, [](State &s) { s.stg = stg::from_core(*s.core, s.o.debug_info); }, "A-normal form: thunks and closures are explicit"},
    {"stable-names", 0, [](State &s) { stg::name_by_content(s.stg); }, "symbols that depend on what they name, for the object cache"},
    {"join-points", 0, [](State &s) { stg::find_join_points(s.stg); }, "functions that are only jumped to"},
    {"reuse", 1, [](State &s) { stg::reuse_objects(s.stg); }, "what a case has taken apart is not built again"},
    {"evaluated", 1, [](State &s) { stg::find_evaluated(s.stg); }, "variables that are always evaluated"},
    {"free-vars", 0, [](State &s) { stg::compute_free_vars(s.stg); }, "what each closure holds"},
};
// clang-format on
// clang-format off
const Stage kLowStages[] = {
    {"low", 0, [](State &s) { s.out.low = low::from_stg(s.stg, s.o.debug, s.o.debug_info); }, "functions, blocks, objects: decides all representations"},
    {"effects", 0, [](State &s) { low::analyse_effects(s.out.low); }, "which functions cannot collect, which check the stack"},
    {"heap-checks", 0, [](State &s) { low::insert_heap_checks(s.out.low); }, "one for each straight stretch of allocations; polls in loops"},
    {"unroll-polls", 2, [](State &s) { low::unroll_polls(s.out.low); }, "small loops that poll, several rounds for each poll"},
    {"roots", 0, [](State &s) { low::compute_roots(s.out.low); }, "what is saved where a collection may happen"},
    {"same-code", 1, [](State &s) { if (!s.o.debug_info) low::merge_same_code(s.out.low); }, "of functions with the same code one stays; not with -g"},
    {"tree-recursion", 2, [](State &s) { low::find_tree_recursion(s.out.low); }, "shallow recursion that branches, over numbers or search trees: LLVM's code keeps `call` and `ret` for it"},
};
// clang-format on
// clang-format off
const Stage kUnitStages[] = {
    {"units", 0, [](State &s) { s.out.units = backend_c::emit(*s.out.low, s.out.emit); mark_library(s); }, "C text of each top-level binding, which identifies its code in the object cache"},
};
// clang-format on

template <size_t n>
void run(const Stage (&stages)[n], State &s) {
  for (const Stage &x : stages) {
    if (x.level > s.o.opt_level) continue;
    Timer t(s.o, x.name);
    CrashContext c(std::string("stage ") + x.name);
    x.run(s);
  }
}

void lint(const char *form, const std::vector<std::string> &problems) {
  for (size_t i = 0; i < problems.size() && i < 20; i++) fprintf(stderr, "%s lint: %s\n", form, problems[i].c_str());
  if (!problems.empty()) GPHC_BUG(std::string(form) + " is ill-formed");
}

backend_c::EmitOptions emit_options(const Options &o) {
  backend_c::EmitOptions e;
  e.rtsopts = o.rtsopts;
  e.lines = o.debug_info;
  // Before the user's own built-in flags, so that those win.
  e.with_rtsopts = o.blackholing.empty()
                       ? o.with_rtsopts
                       : "--blackhole=" + o.blackholing + (o.with_rtsopts.empty() ? "" : " " + o.with_rtsopts);
  return e;
}

}  // namespace

Lowered lower(core::Program *program, const Options &o) {
  State s{.o = o, .core = program};
  run(kStgStages, s);
  if (o.dump("stg")) {
    std::string text;
    stg::print_program(*s.stg, &text);
    fputs(text.c_str(), stdout);
  }
  if (o.core_lint) lint("STG", stg::lint_program(*s.stg));
  run(kLowStages, s);
  if (o.core_lint) lint("Low", low::lint_program(*s.out.low));
  if (o.dump("low")) {
    std::string text;
    low::print_program(*s.out.low, &text);
    fputs(text.c_str(), stdout);
  }
  s.out.emit = emit_options(o);
  run(kUnitStages, s);
  return std::move(s.out);
}

}  // namespace gphc
