// demand_ops.h: the algebra of demands (demand.h): the demand of one use or the other, and of one use and the other.
#pragma once
#include "opt/demand.h"

namespace gphc::opt {

inline const Demand kLazy{};  // L
inline const Demand kAbsent{.usage = Usage::Absent, .kind = DmdKind::Head, .ever_normal = true};
inline const Demand kBottom{
    .strict = true, .usage = Usage::Absent, .kind = DmdKind::Head, .spine = true, .normal = true, .ever_normal = true};
// The same where an exception is raised: what was not evaluated yet will not be. See Note [Certainly needed] in
// demand_anal.cc.
inline const Demand kRaised{
    .strict = true, .usage = Usage::Absent, .kind = DmdKind::Head, .spine = true, .ever_normal = true};
inline const Demand kEvaluated{.strict = true};  // S, Many, Top
inline const Demand kSpine{.strict = true, .spine = true};
inline const Demand kNormal{.strict = true, .spine = true, .normal = true, .ever_normal = true};  // N

bool same_demand(const Demand &a, const Demand &b);
Demand lub(const Demand &a, const Demand &b);   // on one of several paths: a or b
Demand both(const Demand &a, const Demand &b);  // one use after the other: a and b
Demand lazily(Demand d);                        // of a use that may not happen
Demand many(Demand d);                          // of a use that may happen several times
// Demands on values of a recursive type grow with every round of an iteration (and they are trees: the size is
// exponential); what is known this deep inside is not used.
constexpr int kDeepest = 4;
Demand trimmed(const Demand &d, int depth);

}  // namespace gphc::opt
