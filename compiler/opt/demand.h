// demand.h: demands and strictness signatures, what demand_anal.cc finds and the simplifier, worker_wrap.cc use.
//
// A demand says how a function or scope uses one variable:
//   strict   it is surely evaluated to WHNF (or the whole diverges)
//   usage    Absent: never looked at; Once: evaluated or called at most once; Many
//   kind     Top: nothing known inside; Prod: a product taken apart, with a demand on each field; Call: a function that is
//            called, with the demand on its result (and whether each evaluation is called at most once)
//
//            lazy ----- strict
//   Absent    A          (diverges: every demand is strict)
//   Once      1L  ...    1S, S(..), C1(..)
//   Many      L          S
#pragma once
#include "core/core.h"

namespace gphc::opt {

enum class Usage : uint8_t { Absent, Once, Many };
enum class DmdKind : uint8_t { Top, Prod, Call };

struct Demand {
  bool strict = false;
  Usage usage = Usage::Many;
  DmdKind kind = DmdKind::Top;
  bool call_once = false;                 // Call: each value is called at most once
  Vec<const Demand *> fields;             // Prod: one for each core field. Call: one, the demand on the result
};

// How much a function returns as a fresh constructor that its caller may get unboxed (CPR).
enum class CprTag : uint8_t { None, Con };
struct Cpr {
  CprTag tag = CprTag::None;
  DataCon *con = nullptr;           // the constructor of every result
  Vec<const Cpr *> fields;                // nested; null entries: nothing known
};

struct StrSig {
  Vec<const Demand *> args;               // demand on each value argument when called with that many
  bool diverges = false;                  // a call with args.size() arguments surely diverges or raises
  const Cpr *cpr = nullptr;               // of the result of a saturated call
};

inline const Demand *demand_of(const core::IdInfo *i) { return i ? static_cast<const Demand *>(i->demand) : nullptr; }
inline const StrSig *sig_of(const Var *v) { return v->info ? static_cast<const StrSig *>(v->info->sig) : nullptr; }
// Number of arguments after which a call of v surely diverges; -1 when it may return.
inline int diverges_after(const Var *v) {
  const StrSig *s = sig_of(v);
  return s && s->diverges ? int(s->args.size()) : -1;
}

}  // namespace gphc::opt
