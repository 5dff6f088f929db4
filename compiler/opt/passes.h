// passes.h: the passes, one function a file. pipeline.cc says when each runs and why there.
#pragma once
#include "opt/pass.h"

namespace gphc::opt {

void prune(Program &, PassContext &);          // reachable bindings only
void unpack_fields(Program &, PassContext &);  // strict fields hold the contents of small objects
void static_data(Program &, PassContext &);    // large constant structures become literals
void normalise(Program &, PassContext &);      // the shape that the other passes expect of the desugarer's output
void outline(Program &, PassContext &);        // huge definitions become several
void occur_anal(Program &, PassContext &);     // occurrence facts, dead code, SCCs, loop breakers, join points
void simplify(Program &, PassContext &);       // inlining, beta, case-of-known, case-of-case, rules, folding: one round
void specialise(Program &, PassContext &);     // copies of overloaded functions at known dictionaries
void strictness(Program &p, PassContext &cx);
void demand_anal(Program &, PassContext &);  // strictness, usage, CPR signatures
void worker_wrap(Program &, PassContext &);  // unboxed arguments and results
// copies of recursive functions at the constructors that they are called with
void spec_constr(Program &, PassContext &);
// copies of recursive functions of functions for the functions that they are called with
void spec_functions(Program &, PassContext &);
void call_arity(Program &, PassContext &);    // functions take the arguments that all their calls have
void single_entry(Program &, PassContext &);  // thunks that are entered at most once
// a join point that takes a parameter apart becomes one for each alternative
void split_joins(Program &, PassContext &);
// what a join point may need of each jump's own is computed in it
void sink_arguments(Program &, PassContext &);
void speculate(Program &, PassContext &);     // cheap lazy values are computed where their thunks would be made
void spark_places(Program &, PassContext &);  // sparks get the place of who asks for them
void par_operands(Program &, PassContext &);  // what may be worth a spark stays together (-fauto-par)
void auto_par(Program &, PassContext &);      // what is surely needed and surely expensive is sparked (-fauto-par)
void spark_clones(Program &, PassContext &);  // copies of recursive functions that make no sparks
void nf_workers(Program &, PassContext &);    // what is evaluated to normal form is built of evaluated parts
void nf_marks(Program &, PassContext &);      // walks to normal form stop at marks, and set them
void float_out(Program &, PassContext &);     // full laziness: out of lambdas what does not depend on them
void static_args(Program &, PassContext &);   // parameters that are the same in all calls
void static_types(Program &, PassContext &);  // local functions used at one type
void float_in(Program &, PassContext &);      // lets towards their uses, into the branch that needs them
void cse(Program &, PassContext &);           // equal expressions in scope
// top-level thunks that only main uses become local ones, which the collector can free
void localise_cafs(Program &, PassContext &);
// local functions that are only called become top-level ones, with more parameters
void late_lambda_lift(Program &, PassContext &);
void selector_thunks(Program &, PassContext &);  // thunks that need one component of a pair do not hold the pair
void drop_rules(Program &, PassContext &);  // end of the phases in which RULES and INLINE templates keep code alive

}  // namespace gphc::opt
