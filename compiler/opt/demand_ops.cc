// demand_ops.cc: how demands combine, and their text in dumps.
#include "opt/demand_ops.h"

#include <algorithm>

namespace gphc::opt {

std::string show_demand(const Demand &d) {
  std::string s = d.usage == Usage::Absent ? (d.strict ? "B" : "A") : d.usage == Usage::Once ? "1" : "";
  if (d.usage == Usage::Absent) return s;
  s += d.strict ? 'S' : 'L';
  if (d.normal) s += "n";
  else if (d.ever_normal) s += "e";
  else if (d.spine) s += "s";
  if (d.kind == DmdKind::Head) s += "h";
  if (d.kind == DmdKind::Call) s += d.call_once ? "C1" : "C";
  if (d.kind == DmdKind::Prod) s += d.boxed ? "!P" : "P";
  if (!d.fields.empty()) {
    s += "(";
    for (size_t i = 0; i < d.fields.size(); i++) s += (i ? "," : "") + show_demand(d.fields[i]);
    s += ")";
  }
  return s;
}

bool same_demand(const Demand &a, const Demand &b) {
  if (a.strict != b.strict || a.usage != b.usage || a.kind != b.kind || a.boxed != b.boxed ||
      a.call_once != b.call_once || a.spine != b.spine || a.normal != b.normal || a.ever_normal != b.ever_normal ||
      a.fields.size() != b.fields.size())
    return false;
  for (size_t i = 0; i < a.fields.size(); i++)
    if (!same_demand(a.fields[i], b.fields[i])) return false;
  return true;
}

namespace {

// The insides of two demands of which at least one holds (either = lub) or both do.
void merge_kind(const Demand &a, const Demand &b, bool either, Demand *r) {
  // Nothing inside: the other's.
  const Demand *only = nullptr;
  if (a.usage == Usage::Absent || a.kind == DmdKind::Head) only = &b;
  else if (b.usage == Usage::Absent || b.kind == DmdKind::Head) only = &a;
  if (only) {
    r->kind = only->kind;
    r->boxed = only->boxed;
    r->call_once = only->call_once;
    r->fields = only->fields;
    // A lub with something that does not look inside: the fields are no longer surely looked at.
    bool unreached = (a.usage == Usage::Absent && a.strict) || (b.usage == Usage::Absent && b.strict);
    if (either && !unreached && r->kind == DmdKind::Prod) {
      r->fields = {};
      for (const Demand &f : only->fields) r->fields.push_back(lub(f, kAbsent));
    }
    if (either && !unreached && r->kind == DmdKind::Call && !r->fields.empty())
      r->fields = {lub(r->fields[0], kAbsent)};
    return;
  }
  if (a.kind == b.kind && a.fields.size() == b.fields.size() && a.kind != DmdKind::Top) {
    r->kind = a.kind;
    r->boxed = a.boxed || b.boxed;
    r->call_once = a.call_once && b.call_once && either;
    if (a.kind == DmdKind::Call) {
      // Each call's result is used on its own.
      if (!a.fields.empty()) r->fields.push_back(lub(a.fields[0], b.fields[0]));
      return;
    }
    for (size_t i = 0; i < a.fields.size(); i++)
      r->fields.push_back(either ? lub(a.fields[i], b.fields[i]) : both(a.fields[i], b.fields[i]));
    return;
  }
  const Demand *prod = a.kind == DmdKind::Prod && b.kind == DmdKind::Top   ? &a
                       : b.kind == DmdKind::Prod && a.kind == DmdKind::Top ? &b
                                                                           : nullptr;
  if (prod) {
    r->kind = DmdKind::Prod;
    r->boxed = true;
    for (const Demand &f : prod->fields) r->fields.push_back(either ? lub(f, kLazy) : both(f, kLazy));
    return;
  }
  r->kind = DmdKind::Top;
}

}  // namespace

Demand lub(const Demand &a, const Demand &b) {
  Demand r;
  r.strict = a.strict && b.strict;
  r.spine = a.spine && b.spine;
  r.normal = a.normal && b.normal;
  r.ever_normal = whenever_normal(a) && whenever_normal(b);
  r.usage = std::max(a.usage, b.usage);
  merge_kind(a, b, true, &r);
  return r;
}
// The insides of a lazy demand hold only when this use evaluates; beside a use that does, they are lazy too: in
// `let y = case p of (a, b) -> a + b in case p of (a, _) -> ..` p is evaluated, but b is not.
static Demand maybe_inside(const Demand &d) {
  if (d.strict || d.fields.empty()) return d;
  Demand r = d;
  r.fields = {};
  for (const Demand &f : d.fields) r.fields.push_back(lub(f, kAbsent));
  return r;
}
Demand both(const Demand &a0, const Demand &b0) {
  if (a0.usage == Usage::Absent && !a0.strict) return b0;
  if (b0.usage == Usage::Absent && !b0.strict) return a0;
  const Demand a = maybe_inside(a0), b = maybe_inside(b0);
  Demand r;
  r.strict = a.strict || b.strict;
  r.spine = a.spine || b.spine;
  r.normal = a.normal || b.normal;
  r.ever_normal = a.ever_normal && b.ever_normal;
  r.usage = a.usage == Usage::Absent ? b.usage : b.usage == Usage::Absent ? a.usage : Usage::Many;
  merge_kind(a, b, false, &r);
  return r;
}
Demand trimmed(const Demand &d, int depth) {
  if (d.fields.empty()) return d;
  Demand r = d;
  r.fields = {};
  if (depth == 0) {
    r.kind = DmdKind::Top;
    r.boxed = r.call_once = false;
    return r;
  }
  for (const Demand &f : d.fields) r.fields.push_back(trimmed(f, depth - 1));
  return r;
}
Demand lazily(Demand d) {
  d.ever_normal = whenever_normal(d);
  d.strict = d.spine = d.normal = false;
  return d;
}
Demand many(Demand d) {
  if (d.usage == Usage::Once) d.usage = Usage::Many;
  if (d.kind == DmdKind::Call) d.call_once = false;
  if (d.kind == DmdKind::Prod) {  // taken apart each time
    Vec<Demand> fields;
    for (const Demand &f : d.fields) fields.push_back(many(f));
    d.fields = fields;
  }
  return d;
}

}  // namespace gphc::opt
