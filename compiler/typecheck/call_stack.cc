// call_stack.cc: constraints HasCallStack to evidence.
//
// Note [Call stacks]
// HasCallStack is a class without parameters and with one method, the stack (stdlib/GPH/CallStack.hs). GHC has an
// implicit parameter there; the rules are GHC's:
//   - a use of a function whose type has the constraint is solved where it stands: by the stack of the innermost
//     enclosing signature that gives one, or else the empty stack, and this call on top of it. It never becomes a
//     constraint of an inferred type, and never waits;
//   - a use of the method is the given stack itself (GHC's `?callStack`), and so is a constraint that arises from no
//     use of a name. So two constraints are never one, and the evidence of each is its own. The call is an Addr#
//     literal, "line col line col package module name file", which only `getCallStack` takes apart; without an
//     enclosing stack the evidence is constant data. In both cases it is used where the function is called, which in a
//     program that does not fail is a branch that is not taken, and float-in takes it there: an `error` in a loop costs
//     nothing. In the stdlib a use adds no call: our own places would say nothing to the programmer. Where GHC's
//     library shows one, ours names GHC's (GPH.Exception.errorAt).
#include "typecheck/infer.h"

namespace gphc::check {

Tc::Solved Tc::call_stack(Wanted *w, Implic *i) {
  EvTerm *term = mk<EvTerm>();
  term->tag = EvTag::CallSite;
  term->cls = w->pred.cls;
  if (Given *g = find_given(w->pred, i, nullptr)) {
    term->dict = mk<EvTerm>();
    term->dict->tag = EvTag::Var;
    term->dict->var = g->ev;
  }
  const bool method = w->pred.cls->methods.size() > 0 && w->origin.name == w->pred.cls->methods[0].sel->occ;
  if (w->origin.name && w->span && !method && !mod.is_stdlib) {
    const Span s = as_written(w->span);
    // of what was typed, GHC's names
    const std::string home = w->span.file->written ? " interactive Ghci1 " : " main " + mod.name.string() + " ";
    const std::string from = std::to_string(s.line) + " " + std::to_string(s.col),
                      to = std::to_string(s.end_line) + " " + std::to_string(s.end_col);
    term->site = sym(from + " " + to + home + w->origin.name.string() + " " + s.file->run_path());
  } else if (term->dict) {
    term = term->dict;
  }
  GPHC_CHECK(i->binds != nullptr, "a call stack outside of every binding");
  i->binds->binds.push_back({w->ev, term});
  return Solved::Yes;
}

}  // namespace gphc::check
