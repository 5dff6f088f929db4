// pipeline.cc: the list of passes, why they run in this order, and the one place that runs them.
//
// The runner times, dumps, lints and counts; a pass only transforms. The simplifier is a step of its own: occur_anal
// and simplify alternate until nearly nothing changes or the row's number of rounds is used up.
#include "opt/pipeline.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <sstream>

#include "opt/library_part.h"
#include "opt/passes.h"
#include "support/check.h"
#include "support/diag.h"

namespace gphc::opt {

namespace {

// Which facts on variables (IdInfo, VarFacts) are as right after a pass as they were before. Binders: of every binder
// that is left in place; then what occur-anal and the simplifier found in a binding that nobody touched still holds.
// See Note [Rounds visit what changed] in simplify_top.cc.
enum class Keeps : uint8_t { Nothing, Binders };
struct Pass {
  const char *name;
  PassFn fn;
  const char *what;
  Keeps keeps = Keeps::Nothing;
  bool auto_par = false;  // runs only with -fauto-par
};
const Pass kPasses[] = {
    {"prune", prune, "drop what the program cannot reach"},
    {"spark-places", spark_places, "sparks get the place of the program that asks for them, not of the library"},
    {"unpack-fields", unpack_fields, "strict fields hold the contents of small objects"},
    {"static-data", static_data, "large constant data structures become literals"},
    {"normalise", normalise, "primitive arguments are cheap; INLINE templates"},
    {"outline", outline, "huge definitions become several of bounded size"},
    {"occur-anal", occur_anal, "occurrences, dead code, join points", Keeps::Binders},
    {"simplify", simplify, "inline, beta, case of known constructor, case of case, rules, folding", Keeps::Binders},
    {"specialise", specialise, "copies of overloaded functions at known dictionaries"},
    {"strictness", strictness, "signatures of functions, nothing else (demand_anal.cc)"},
    {"demand-anal", demand_anal, "strictness, usage; strict lets become cases"},
    {"worker-wrap", worker_wrap, "unboxed arguments and results"},
    {"spec-constr", spec_constr, "copies of recursive functions at the constructors that they are called with"},
    {"spec-functions", spec_functions,
     "copies of recursive functions of functions for the functions that they are called with"},
    {"split-joins", split_joins, "join points that take a parameter apart become one for each alternative"},
    {"speculate", speculate, "what is cheap and cannot fail is computed instead of suspended"},
    {"par-operands", par_operands, "with -fauto-par: what may be worth a spark stays together", Keeps::Nothing, true},
    {"auto-par", auto_par, "with -fauto-par: of what is surely needed and surely expensive all but one are sparked",
     Keeps::Nothing, true},
    {"spark-clones", spark_clones,
     "recursive functions that spark get a copy that does not, for when there are sparks enough"},
    {"nf-workers", nf_workers, "what is evaluated to normal form is built of evaluated parts"},
    {"nf-marks", nf_marks, "functions that evaluate to normal form stop at what is, and mark what they did"},
    {"float-out", float_out, "full laziness: out of lambdas what does not depend on them"},
    {"static-types", static_types, "local functions used at one type are not polymorphic"},
    {"sink-arguments", sink_arguments, "arguments of jumps, thunks or functions, are computed in the join point"},
    {"call-arity", call_arity, "functions take the arguments that all their calls have"},
    {"single-entry", single_entry, "thunks that are entered at most once, in recursive functions, too (call_arity.cc)"},
    {"static-args", static_args, "local functions lose parameters that are always the same"},
    {"float-in", float_in, "lets move into the branch that needs them", Keeps::Binders},
    {"cse", cse, "equal expressions in scope are computed once"},
    {"localise-cafs", localise_cafs, "top-level thunks that only main, or another one, uses become local ones"},
    {"late-lambda-lift", late_lambda_lift,
     "local functions that are only called become top-level ones, with more parameters"},
    {"selector-thunks", selector_thunks, "thunks that need one component of a pair do not hold the pair"},
    {"drop-rules", drop_rules, "RULES and INLINE templates no longer keep code alive"},
};

// The order at -O1; `level`: from which -O on. A simplifier step says its phase and how many rounds at most.
struct Step {
  const char *pass;
  int level;
  int phase = 0;
  int rounds = 0;
  const char *why;
};
const Step kSteps[] = {
    {"prune", 0, 0, 0, "the whole stdlib comes in: everything else is proportional to what is used"},
    {"spark-places", 0, 0, 0, "where the desugarer's ticks are the only ones, and nothing is inlined"},
    {"unpack-fields", 1, 0, 0, "before any pass that looks at fields"},
    {"static-data", 0, 0, 0, "before any pass walks a table of constants, or names its cells"},
    {"static-types", 1, 0, 0, "what the desugarer generalised; templates for inlining have it, too"},
    {"normalise", 0, 0, 0, "the other passes rely on it"},
    {"outline", 0, 0, 0,
     "the other passes and the back end may take more than linear time in the size of a definition"},
    {"par-operands", 1, kGentlePhase, 0, "before anything is inlined"},
    {"simplify", 1, kGentlePhase, 2,
     "resolves selections from known dictionaries, removes the desugarer's administrative bindings"},
    {"specialise", 1, 2, 0, "before inlining: one copy of an overloaded function instead of its body at each call"},
    {"float-out", 1, 2, 0, "before inlining dissolves calls into state threads and loops"},
    {"strictness", 1, 0, 0, "rules see through a case in an argument that is evaluated anyway"},
    {"par-operands", 1, 2, 0, "signatures tell what is surely evaluated"},
    {"simplify", 1, 2, 4, "fusion rules fire"},
    {"simplify", 1, 1, 4, "rules that undo failed fusion"},
    {"simplify", 1, 0, 4, "everything may be inlined"},
    {"drop-rules", 1, 0, 0, "templates kept functions alive that nobody calls any more"},
    {"specialise", 1, 0, 0, "calls whose dictionaries became known by inlining; functions that had rules"},
    {"static-types", 1, 0, 0,
     "newtypes' contents have become functions: what they are polymorphic in hides what a loop passes on"},
    {"spec-functions", 1, 0, 0, "before the demand analysis, which sees what a known function is strict in"},
    {"static-args", 1, 0, 0, "what the branches of a case all pass on"},
    {"simplify", 1, 0, 4, "the copies"},
    {"call-arity", 1, 0, 0, "all calls are in view, and monads have become functions; before the demand analysis"},
    {"simplify", 1, 0, 2, "what the expanded functions show"},
    {"split-joins", 1, 0, 0, "continuations of actions are join points; the branches that jump are as they will be"},
    {"sink-arguments", 1, 0, 0, "functions show all their lambdas; before float-in, and the demand analysis of loops"},
    {"float-out", 1, 0, 0, "what inlining brought together; local functions that need no closure"},
    {"float-in", 1, 0, 0, "before the demand analysis: a thunk may meet its evaluation"},
    {"simplify", 1, 0, 1, "loops in scrutinees meet what is done with their results; constants that became known"},
    {"nf-workers", 1, 0, 0,
     "walks to normal form are known functions; nothing is left to fuse; what is walked is bound beside the walk"},
    {"nf-marks", 1, 0, 0,
     "what is not recursive is inlined in the walks; one demand analysis and simplifier step before the end"},
    {"demand-anal", 1, 0, 0, "after inlining, so that fewer calls are unknown"},
    {"worker-wrap", 1, 0, 0, "right after the signatures were found"},
    {"simplify", 1, 0, 4, "wrappers into their callers"},
    {"float-in", 2, 0, 0, "loops behind the evaluation of their strict arguments"},
    {"speculate", 2, 0, 0, "workers show what is evaluated; thunks are in the branches that need them"},
    {"simplify", 2, 0, 1, "what is evaluated there"},
    {"cse", 2, 0, 0, "what inlining and float-out made equal"},
    {"static-args", 2, 0, 0, "what inlining made so"},
    {"spec-constr", 2, 0, 0, "on workers, whose products are unboxed already"},
    {"simplify", 2, 0, 2, "what the copies know"},
    {"float-in", 2, 0, 0, "what the copies and inlined wrappers left"},
    {"auto-par", 1, 0, 0,
     "what is strict is in a case, and what recursive functions take is unboxed, so that base cases can be told"},
    {"spark-clones", 1, 0, 0, "before the demand analysis: without sparks more is strict"},
    {"demand-anal", 1, 0, 0, "workers' own strictness"},
    {"worker-wrap", 2, 0, 0, "the copies' parameters"},
    {"split-joins", 2, 0, 0, "what workers and copies show"},
    {"simplify", 1, kLastPhase, 4, "clean up"},
    {"localise-cafs", 0, 0, 0, "what main uses is final now; the thunks get their demands in the next pass"},
    {"selector-thunks", 1, 0, 0, "after the simplifier, which inlines what is used once"},
    {"occur-anal", 1, 0, 0, "join points, before late-lambda-lift"},
    {"late-lambda-lift", 1, 0, 0, "after the simplifier, which likes to see functions beside their calls"},
    {"occur-anal", 1, 0, 0, "dependency order for the demand analysis"},
    {"demand-anal", 1, 0, 0, "single-entry thunks: the simplifier would make the facts stale"},
    {"occur-anal", 1, 0, 0, "join points and dead code for the code generator"},
    {"single-entry", 1, 0, 0, "what the demand analysis does not see; join points are known"},
};

// {a, b, why}: wherever both stand in kSteps, some a comes before the first b.
struct Order {
  const char *before, *after, *why;
};
const Order kOrder[] = {
    {"prune", "normalise", "normalise costs time for each binding"},
    {"prune", "spark-places", "it looks at the whole program"},
    {"spark-places", "normalise", "INLINE templates are copies"},
    {"unpack-fields", "static-data", "the cells of a table are what they will be"},
    {"static-data", "normalise", "INLINE templates are copies"},
    {"static-data", "outline", "constant data does not count"},
    {"normalise", "outline", "the arguments of a call are bound where they stand"},
    {"normalise", "simplify", "the simplifier keeps primitive arguments cheap but does not make them so"},
    {"simplify", "drop-rules", "rules must have had their chance"},
    {"simplify", "specialise", "dictionaries bound by the desugarer's lets must have reached their uses"},
    {"static-types", "normalise", "INLINE templates are copies"},
    {"drop-rules", "call-arity", "templates and rules mention functions with fewer arguments"},
    {"specialise", "nf-marks", "methods of known instances are functions"},
    {"nf-workers", "nf-marks", "the walks change"},
    {"nf-marks", "demand-anal", "the functions that it makes take unboxed numbers"},
    {"specialise", "spec-functions",
     "methods and operators of known instances are functions whose definitions are in view"},
    {"demand-anal", "single-entry", "the demand analysis sets the marks anew"},
    {"demand-anal", "worker-wrap", "worker-wrap reads the signatures"},
    {"float-out", "float-in", "what leaves a lambda does not go into a branch"},
    {"float-out", "cse", "constants of several functions meet at the top level"},
    {"drop-rules", "speculate", "all calls of a function are in view"},
    {"worker-wrap", "speculate", "what is strict is evaluated in workers"},
    {"drop-rules", "spark-clones", "rules do not know the copies"},
    {"par-operands", "simplify", "functions that loop are inlined by the first one already"},
    {"worker-wrap", "auto-par", "unboxed arguments tell base cases"},
    {"auto-par", "spark-clones", "the copies have none of its sparks"},
    {"demand-anal", "spark-clones", "what is surely evaluated after a spark"},
    {"drop-rules", "late-lambda-lift", "all uses of a local function are in view"},
    {"localise-cafs", "late-lambda-lift", "what only main uses is not used by what was lifted out of main"},
    {"localise-cafs", "selector-thunks", "pairs at the top level that only main uses"},
    {"worker-wrap", "spec-constr", "what strictness unboxes needs no copies"},
};

void check_order() {
  for (const Order &o : kOrder) {
    int before = -1, after = -1, i = 0;
    for (const Step &s : kSteps) {
      if (before < 0 && std::string_view(s.pass) == o.before) before = i;
      if (after < 0 && std::string_view(s.pass) == o.after) after = i;
      i++;
    }
    GPHC_CHECK(before < 0 || after < 0 || before < after,
               std::string("pass ") + o.before + " must come before " + o.after + ": " + o.why);
  }
}

const Pass *find_pass(std::string_view name) {
  for (const Pass &p : kPasses)
    if (name == p.name) return &p;
  return nullptr;
}

size_t program_size(const Program &p) {
  size_t n = 0;
  for (const Vec<Binding> &g : p.groups)
    for (const Binding &b : g) n += size_t(expr_size(b.rhs, 1 << 28));
  return n;
}

class Runner {
 public:
  Runner(Program &p, const OptOptions &o, long fuel) : p_(p), o_(o) {
    cx_.options = &o;
    cx_.fuel = fuel;
  }
  long fuel() const { return cx_.fuel; }
  bool run_step(const std::string &name, int phase, int rounds) {
    cx_.phase = phase;
    if (name != "simplify") return run_pass(name, "");
    for (int i = 0; i < std::max(1, rounds); i++) {
      if (run_pass("occur-anal", "")) return true;
      char detail[64];
      std::snprintf(detail, sizeof detail, "phase %d, round %d", phase == kGentlePhase ? 3 : phase, i + 1);
      if (run_pass("simplify", detail)) return true;
      // Nearly nothing left to do is left to the next step, as another round counts the occurrences in all of the
      // program. What is the program's own gets its rounds whatever happened in the stdlib's part: a fusion must not
      // depend on how much else was to be done.
      if (cx_.own_ticks == 0 && cx_.ticks <= long(program_size(p_) / 300)) break;
    }
    return false;
  }
  // True: stop here.
  bool run_pass(const std::string &name, const std::string &detail) {
    const Pass *pass = find_pass(name);
    if (!pass) fatal("there is no pass '" + name + "'");
    CrashContext crash("running " + name + (detail.empty() ? "" : " (" + detail + ")"));
    auto start = std::chrono::steady_clock::now();
    size_t arena = g_arena.used();
    cx_.ticks = cx_.own_ticks = 0;
    if (pass->keeps == Keeps::Nothing) cx_.generation++;
    pass->fn(p_, cx_);
    double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    serial_++;
    if (o_.dump_passes)
      std::fprintf(stderr, "%3d %-14s %-18s %8.2f ms  %7zu nodes  %6ld rewrites  %6.1f MB\n", serial_, name.c_str(),
                   detail.c_str(), ms, program_size(p_), cx_.ticks, double(g_arena.used() - arena) / 1e6);
    dump(name, detail);
    if (o_.lint) lint(name);
    return name == o_.stop_after;
  }
  void dump(const std::string &name, const std::string &detail) {
    for (const std::string &d : o_.dumps)
      if (d == name || d == "all") {
        print(name + (detail.empty() ? "" : " (" + detail + ")"));
        return;
      }
  }
  void print(const std::string &title) {
    std::string text;
    print_program(p_, &text, !o_.suppress_uniques);
    std::printf("-- %s\n%s\n", title.c_str(), text.c_str());
    std::fflush(stdout);
  }

 private:
  void lint(const std::string &name) {
    std::vector<std::string> problems = lint_program(p_);
    if (problems.empty()) return;
    std::string text;
    for (size_t i = 0; i < problems.size() && i < 10; i++) text += "\n  " + problems[i];
    GPHC_BUG("Core Lint after " + name + ": " + std::to_string(problems.size()) + " problems" + text);
  }
  Program &p_;
  const OptOptions &o_;
  PassContext cx_;
  int serial_ = 0;
};

// The steps at -O`level` from the first one of the pass `from` on (empty: from the beginning) and before the first of
// `before` (empty: to the end). True: a pass was the last one asked for.
bool run_steps(Runner *r, const OptOptions &options, int level, std::string_view from = {},
               std::string_view before = {}) {
  bool on = from.empty();
  for (const Step &s : kSteps) {
    if (s.pass == before) return false;
    if (s.pass == from) on = true;
    if (!on || s.level > level || has_flag(options, std::string("no-") + s.pass)) continue;
    if (const Pass *pass = find_pass(s.pass);
        pass && pass->auto_par &&
        (options.level == 0 || !has_flag(options, "auto-par") || has_flag(options, "no-auto-par")))
      continue;
    if (r->run_step(s.pass, s.phase, s.rounds)) return true;
    if (s.pass == std::string_view("normalise") && level == options.level)
      for (const std::string &d : options.dumps)
        if (d == "core") r->print("core");
  }
  return false;
}

// Returns the rewrites that are left.
long run_all_steps(Program *program, const OptOptions &options, Runner *r) {
  if (options.library_level <= options.level) {
    run_steps(r, options, options.level);
    return r->fuel();
  }
  // See library_part.cc. What looks at the whole program, or changes constructors, comes before the parts are taken
  // apart, or after they have met.
  if (run_steps(r, options, options.library_level, {}, "static-data")) return r->fuel();
  Program library = split_library_part(program);
  Runner l(library, options, r->fuel());
  run_steps(&l, options, options.library_level, "static-data");
  join_library_part(program, library);
  run_steps(r, options, options.level, "static-data");
  return std::min(r->fuel(), l.fuel());
}

}  // namespace

bool has_flag(const OptOptions &o, std::string_view flag) {
  return std::find(o.flags.begin(), o.flags.end(), flag) != o.flags.end();
}

Program *optimise(Program *program, const OptOptions &options) {
  check_order();
  Runner r(*program, options, options.fuel);
  if (!options.passes.empty()) {
    std::stringstream names(options.passes);
    std::string name;
    while (std::getline(names, name, ',')) {
      // simplify:2 is the simplifier's phase 2
      size_t colon = name.find(':');
      int phase = colon == std::string::npos ? 0 : std::atoi(name.c_str() + colon + 1);
      if (r.run_step(name.substr(0, colon), phase, 4)) break;
    }
    program->fuel = r.fuel();
  } else {
    program->fuel = run_all_steps(program, options, &r);
  }
  for (const std::string &d : options.dumps)
    if (d == "simpl" || d == "prep") r.print("optimised");
  return program;
}

std::vector<std::string> pass_names() {
  std::vector<std::string> names;
  for (const Pass &p : kPasses) names.push_back(p.name);
  return names;
}

}  // namespace gphc::opt
