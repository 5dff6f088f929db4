// demand.h: demands and strictness signatures: what demand_anal.cc finds, and worker_wrap.cc and the simplifier use.
//
// A demand says how an expression or function uses one variable:
//   strict   it is surely evaluated to WHNF, or the whole diverges
//   usage    Absent: never looked at; Once: evaluated (a function: called) at most once; Many
//   kind     Top: anything may happen to it; Head: evaluated, nothing inside is looked at; Prod: taken apart as the
//            only constructor of its type, with a demand on each field; Call: called, with a demand on the result in
//            fields[0]
//   boxed    Prod: besides being taken apart it is also used as a whole
//   spine    strict, and so are the parts of it that are of the same type, all the way down: the spine of a list, a
//            tree's nodes (the demand S of the EQUALS paper)
//   normal   strict, and so is all that is in it, all the way down: it is evaluated to normal form, or the whole
//            diverges (the demand N; what is made of it is nf_workers.cc's)
//   ever_normal  each use that evaluates it at all evaluates it to normal form, however many there are and whether
//            there is one or not: nobody wants less of it
// The demand of something that is never reached (the code before it diverges) is strict and Absent: both at once.
#pragma once
#include "core/core.h"

namespace gphc::opt {

enum class Usage : uint8_t { Absent, Once, Many };
enum class DmdKind : uint8_t { Top, Head, Prod, Call };

struct Demand {
  bool strict = false;
  Usage usage = Usage::Many;
  DmdKind kind = DmdKind::Top;
  bool boxed = false;
  bool call_once = false;  // Call: a value is called at most once
  bool spine = false;
  bool normal = false;
  bool ever_normal = false;
  Vec<Demand> fields{};
};

// Is it evaluated to normal form whenever it is evaluated?
inline bool whenever_normal(const Demand &d) { return d.ever_normal || (d.strict && d.normal); }

// What a function's result is surely built of (constructed product result): then the parts are returned instead.
struct Cpr {
  enum Tag : uint8_t { Any, Con, None } tag = None;  // Any: diverges
  DataCon *con = nullptr;
  Vec<const Cpr *> fields{};  // of con; null: None
};

struct StrSig {
  Vec<Demand> args;          // demand on each value argument of a call with that many
  bool diverges = false;     // such a call surely diverges or raises
  bool raises = false;       // diverges: it may raise
  const Cpr *cpr = nullptr;  // of its result
};

inline const StrSig *sig_of(const Var *v) { return v->info ? v->info->sig : nullptr; }
// Number of arguments after which a call of v surely diverges; -1 when it may return.
inline int diverges_after(const Var *v) {
  const StrSig *s = sig_of(v);
  return s && s->diverges ? int(s->args.size()) : -1;
}
std::string show_demand(const Demand &d);

}  // namespace gphc::opt
