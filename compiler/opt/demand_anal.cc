// demand_anal.cc: backward strictness and usage analysis, whole program (Sergey, Vytiniotis, Peyton Jones & Breitner, "Modular,
// higher-order cardinality analysis in theory and practice", JFP 2017; GHC's analysis is its descendant).
//
// anal(e, d) says: if e is evaluated and its value then used as d says, how are e's free variables used? A let-bound function
// is analysed once for a call with as many arguments as it has lambdas; its signature (demands on the arguments, on
// free variables, divergence) is applied at each call. Recursive functions start from the best signature (diverges,
// everything strict) and iterate down.
//
// Result: StrSig in IdInfo::sig of each function, a demand for each local binder (demand_of), and a program in which
//   let x = e in b   with x strict   is   case e of x { _ -> b }
//   f e              with f strict   is   case e of x { _ -> f x }
// and thunks entered at most once are marked (IdInfo::single_entry). What a loop takes apart, and its start surely needs, is taken apart before it:
//   letrec go i = .. case v of UArray l u n a -> .. in go 0   is   case v of UArray l u n a -> letrec go i = .. in go 0
//
// Note [Precise exceptions]: after an effect that the world can see, or an exception that IO code may catch, later strictness
// must not be used earlier: `putStr "a" >> evaluate x` prints before x diverges. So what follows a call, foreign call or
// blocking operation in IO counts as lazy. So does what follows a spark or a pseq, which have a State# token for that. Reads and writes of memory do not count.
//
// Note [The demand S]: `length xs` evaluates xs, and the rest of it, to the end. So what the rest of a list is computed from is strict where the list is, and
//   let xs = y : f z in length xs   is   case f z of r -> let xs = y : r in length xs
// without a thunk. "The rest" is a field whose declared type is the data type again: the type of a polymorphic field may be that, too, where the
// constructor is used, but not where the list was walked. No more than the first cell of the rest is there earlier than it would be: a list that is
// produced as it is consumed still is (an argument is never built to its end because of S).
//
// Note [Virgin analysis]: when the analysis of an outer loop visits an inner one again, the inner one starts from the
// signature that it had found before (free variables included), not from the bottom: then one round tells that nothing changed.
// Otherwise every level of nesting would at least double the time. Any fixpoint is a right answer; this one may be less
// precise than the least.
#include <algorithm>
#include <memory>
#include <unordered_map>

#include "core/fvs.h"
#include "opt/cpr_anal.h"
#include "opt/expr_util.h"
#include "opt/facts.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

std::string show_demand(const Demand &d) {
  std::string s = d.usage == Usage::Absent ? (d.strict ? "B" : "A") : d.usage == Usage::Once ? "1" : "";
  if (d.usage == Usage::Absent) return s;
  s += d.strict ? 'S' : 'L';
  if (d.spine) s += "s";
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
std::string show_sig(const StrSig &g) {
  std::string s;
  for (const Demand &d : g.args) s += "<" + show_demand(d) + ">";
  if (g.diverges) s += "b";
  if (g.cpr && g.cpr->tag == Cpr::Con) s += "m";
  return s;
}

namespace {

const Demand kLazy{};                                                   // L
const Demand kAbsent{.usage = Usage::Absent, .kind = DmdKind::Head};
const Demand kBottom{.strict = true, .usage = Usage::Absent, .kind = DmdKind::Head, .spine = true};
const Demand kEvaluated{.strict = true};                                // S, Many, Top
const Demand kSpine{.strict = true, .spine = true};

bool same(const Demand &a, const Demand &b) {
  if (a.strict != b.strict || a.usage != b.usage || a.kind != b.kind || a.boxed != b.boxed || a.call_once != b.call_once || a.spine != b.spine || a.fields.size() != b.fields.size())
    return false;
  for (size_t i = 0; i < a.fields.size(); i++)
    if (!same(a.fields[i], b.fields[i])) return false;
  return true;
}

Demand lub(const Demand &a, const Demand &b);
Demand both(const Demand &a, const Demand &b);

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
    if (either && !unreached && r->kind == DmdKind::Call && !r->fields.empty()) r->fields = {lub(r->fields[0], kAbsent)};
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
    for (size_t i = 0; i < a.fields.size(); i++) r->fields.push_back(either ? lub(a.fields[i], b.fields[i]) : both(a.fields[i], b.fields[i]));
    return;
  }
  const Demand *prod = a.kind == DmdKind::Prod && b.kind == DmdKind::Top ? &a : b.kind == DmdKind::Prod && a.kind == DmdKind::Top ? &b : nullptr;
  if (prod) {
    r->kind = DmdKind::Prod;
    r->boxed = true;
    for (const Demand &f : prod->fields) r->fields.push_back(either ? lub(f, kLazy) : both(f, kLazy));
    return;
  }
  r->kind = DmdKind::Top;
}

Demand lub(const Demand &a, const Demand &b) {
  Demand r;
  r.strict = a.strict && b.strict;
  r.spine = a.spine && b.spine;
  r.usage = std::max(a.usage, b.usage);
  merge_kind(a, b, true, &r);
  return r;
}
// The insides of a lazy demand hold only when this use evaluates; beside a use that does, they are lazy too: in
// `let y = case p of (a, b) -> a + b in case p of (a, _) -> ..` p is evaluated, but b is not.
Demand maybe_inside(const Demand &d) {
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
  r.usage = a.usage == Usage::Absent ? b.usage : b.usage == Usage::Absent ? a.usage : Usage::Many;
  merge_kind(a, b, false, &r);
  return r;
}
// Demands on values of a recursive type grow with every round of an iteration (and they are trees: the size is exponential); what
// is known this deep inside is not used.
constexpr int kDeepest = 4;
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
  d.strict = d.spine = false;
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

// Demands on free variables. Variables not in it are Absent, or Bottom when `div`.
class Env {
 public:
  bool div = false;
  Demand get(const Var *v) const {
    int i = find(v);
    return i >= 0 ? items_[i].second : div ? kBottom : kAbsent;
  }
  void set(Var *v, const Demand &d) {
    int i = find(v);
    if (i >= 0) items_[i].second = d;
    else items_.push_back({v, d});
    if (items_.size() > kScan) index_item(items_.size() - 1, i < 0);
  }
  void and_use(Var *v, const Demand &d) {
    int i = find(v);
    if (i >= 0) items_[i].second = both(items_[i].second, d);
    else set(v, div ? both(kBottom, d) : d);
  }
  Demand take(Var *v) {
    int i = find(v);
    if (i < 0) return div ? kBottom : kAbsent;
    Demand d = items_[i].second;
    if (items_.size() <= kScan || index_.empty()) {
      index_.clear();
    } else {   // the last one moves
      index_[slot(size_t(i))] = kGone;
      if (size_t(i) + 1 < items_.size()) index_[slot(items_.size() - 1)] = uint32_t(i) + 1;
      gone_++;
    }
    items_[size_t(i)] = items_.back();
    items_.pop_back();
    return d;
  }
  void both_with(const Env &o) {
    if (o.items_.empty() && !o.div) return;
    if (items_.empty() && !div) { *this = o; return; }
    bool d = div, od = o.div;
    if (od)
      for (auto &x : items_)
        if (o.find(x.first) < 0) x.second = both(x.second, kBottom);
    for (const auto &x : o.items_) {
      int i = find(x.first);
      if (i >= 0) items_[i].second = both(items_[i].second, x.second);
      else set(x.first, d ? both(kBottom, x.second) : x.second);
    }
    div = d || od;
  }
  void lub_with(const Env &o) {
    const Demand other = o.div ? kBottom : kAbsent, mine = div ? kBottom : kAbsent;
    for (auto &x : items_)
      if (o.find(x.first) < 0) x.second = lub(x.second, other);
    for (const auto &x : o.items_) {
      int i = find(x.first);
      if (i >= 0) items_[i].second = lub(items_[i].second, x.second);
      else set(x.first, lub(mine, x.second));
    }
    div = div && o.div;
  }
  void lazify() {
    for (auto &x : items_) x.second.strict = x.second.spine = false;
    div = false;
  }
  void use_many() { for (auto &x : items_) x.second = many(x.second); }
  template <class F>
  void for_each(F &&f) const {
    for (const auto &x : items_) f(x.first, x.second);
  }
  bool equal(const Env &o) const {
    if (div != o.div || items_.size() != o.items_.size()) return false;
    for (const auto &x : items_) {
      int i = o.find(x.first);
      if (i < 0 || !same(x.second, o.items_[i].second)) return false;
    }
    return true;
  }

 private:
  static constexpr size_t kScan = 12;
  int find(const Var *v) const {
    if (items_.size() <= kScan) {
      for (size_t i = 0; i < items_.size(); i++)
        if (items_[i].first == v) return int(i);
      return -1;
    }
    if (index_.empty()) rebuild();
    uint32_t mask = uint32_t(index_.size() - 1);
    for (uint32_t h = v->uniq * 0x9e3779b1u;; h++) {
      uint32_t i = index_[h & mask];
      if (!i) return -1;
      if (i != kGone && items_[i - 1].first == v) return int(i - 1);
    }
  }
  // Where items_[i] stands in index_.
  size_t slot(size_t i) const {
    uint32_t mask = uint32_t(index_.size() - 1), h = items_[i].first->uniq * 0x9e3779b1u;
    while (index_[h & mask] != i + 1) h++;
    return h & mask;
  }
  void rebuild() const {
    gone_ = 0;
    size_t n = 64;
    while (n < items_.size() * 3) n *= 2;
    index_.assign(n, 0);
    for (size_t i = 0; i < items_.size(); i++) put(uint32_t(i));
  }
  void put(uint32_t i) const {
    uint32_t mask = uint32_t(index_.size() - 1), h = items_[i].first->uniq * 0x9e3779b1u;
    while (index_[h & mask]) h++;
    index_[h & mask] = i + 1;
  }
  void index_item(size_t i, bool added) {
    if (!added || index_.empty()) return;
    if ((items_.size() + gone_) * 2 > index_.size()) { index_.clear(); return; }
    put(uint32_t(i));
  }
  std::vector<std::pair<Var *, Demand>> items_;
  static constexpr uint32_t kGone = 0xffffffff;
  mutable std::vector<uint32_t> index_;   // of items_, plus 1; kGone: taken out
  mutable size_t gone_ = 0;
};

struct DmdType {
  Env env;
  Vec<Demand> args;       // when the expression was analysed as called
};

struct LocalSig {
  Vec<Demand> args;
  Env fvs;                // with div
  bool valid = false;
};

Demand called(size_t n, const Demand &result) {
  Demand d = result;
  d.strict = true;
  d.usage = Usage::Once;
  for (size_t i = 0; i < n; i++) {
    Demand c;
    c.strict = true;
    c.usage = Usage::Once;
    c.kind = DmdKind::Call;
    c.call_once = true;
    c.fields = {d};
    d = c;
  }
  return d;
}
size_t call_depth(const Demand *d) {
  size_t n = 0;
  while (d->kind == DmdKind::Call && !d->fields.empty()) { n++; d = &d->fields[0]; }
  return n;
}

// Which fields of con are of its own type: see Note [The demand S].
uint64_t recursive_fields(const DataCon *con) {
  uint64_t mask = 0;
  const Vec<const Type *> types = con_field_types(con);
  for (size_t i = con->theta.size(); i < types.size() && i < 64; i++)
    if (!is_unlifted(types[i]) && split_tcon_app(unwrap_newtypes(types[i]), nullptr) == con->tycon) mask |= uint64_t(1) << i;
  return mask;
}
// Has the type a spine: is there a constructor with such a field?
bool has_spine(const TyCon *tc) {
  if (!tc || tc->sort != TyConSort::Data) return false;
  return std::any_of(tc->cons.begin(), tc->cons.end(), [](const DataCon *c) { return recursive_fields(c) != 0; });
}

int lambda_count(const Expr *e) {
  while (e->tag == Tag::TyLam || e->tag == Tag::Cast) e = e->tag == Tag::Cast ? cast<ECast>(e).body : cast<ETyLam>(e).body;
  return e->tag == Tag::Lam ? int(cast<ELam>(e).params.size()) : 0;
}

// What a recursive group takes apart that is bound outside, and the demand of the group and its scope on it.
struct Invariant { Var *var; Demand demand; };

class DemandAnal {
 public:
  std::unordered_map<uint32_t, std::vector<Invariant>> invariants;   // by the first variable of the group
  void program(Program &p) {
    for (Vec<Binding> &g : p.groups) top_group(g);
  }

 private:
  bool tracked(const Var *v) const { return local_.get(v->uniq); }

  // ---- Expressions ------------------------------------------------------------------------------------------------------
  DmdType anal(const Expr *e, const Demand &d) {
    switch (e->tag) {
      case Tag::Var: return var(cast<EVar>(e).var, d);
      case Tag::Lit: return {};
      case Tag::App: return app(cast<EApp>(e), d);
      case Tag::TyApp: return anal(cast<ETyApp>(e).fn, d);
      case Tag::TyLam: return anal(cast<ETyLam>(e).body, d);
      case Tag::Cast: return anal(cast<ECast>(e).body, d);
      case Tag::Tick: return anal(cast<ETick>(e).body, d);
      case Tag::Lam: return lam(cast<ELam>(e), d);
      case Tag::Let: return let(cast<ELet>(e), d);
      case Tag::LetRec: return letrec(cast<ELetRec>(e), d);
      case Tag::Case: return case_of(cast<ECase>(e), d);
      case Tag::ConApp: return con_app(cast<EConApp>(e), d);
      case Tag::PrimApp: return prim_app(cast<EPrimApp>(e));
      case Tag::CCall: {
        DmdType t;
        for (const Expr *a : cast<ECCall>(e).args) t.env.both_with(arg(a, kEvaluated));
        return t;
      }
    }
    return {};
  }

  DmdType var(Var *v, const Demand &d) {
    DmdType t;
    size_t n = call_depth(&d);
    if (LocalSig *s = sigs_.get(v->uniq); s && s->valid) {
      if (n >= s->args.size()) {
        t.env = s->fvs;
        t.args = s->args;
      } else {
        // Not called here: what it uses may be used at any time, any number of times.
        t.env = s->fvs;
        t.env.lazify();
        t.env.use_many();
      }
    } else if (const StrSig *g = !tracked(v) ? sig_of(v) : nullptr) {
      if (n >= g->args.size()) {
        t.args = g->args;
        t.env.div = g->diverges;
      }
    }
    if (tracked(v)) {
      Demand u = d;
      u.strict = true;
      u.usage = Usage::Once;
      t.env.and_use(v, u);
    }
    return t;
  }

  // An expression that is bound to something with demand d: an argument, a let's right-hand side.
  Env arg(const Expr *e, const Demand &d) {
    if (d.usage == Usage::Absent) return {};
    if (const Var *v0 = head_var(e)) {
      Var *v = const_cast<Var *>(v0);
      if (!tracked(v)) return {};
      Demand as_call = d;
      if (LocalSig *s = sigs_.get(v->uniq); s && s->valid) {
        DmdType t = var(v, as_call);
        if (!d.strict) t.env.lazify();
        if (d.usage == Usage::Many) t.env.use_many();
        return t.env;
      }
      Env env;
      env.set(v, d);
      return env;
    }
    DmdType t = anal(e, d);
    if (!d.strict) t.env.lazify();
    // A thunk runs once however often it is used; a lambda runs at each call, which `d` says as Call.
    return t.env;
  }

  DmdType app(const EApp &a, const Demand &d) {
    size_t n = a.args.size();
    DmdType t = anal(a.fn, called(n, d));
    DmdType r;
    r.env = std::move(t.env);
    for (size_t i = 0; i < n; i++) {
      Demand ad = i < t.args.size() ? t.args[i] : kLazy;
      r.env.both_with(arg(a.args[i], ad));
    }
    for (size_t i = n; i < t.args.size(); i++) r.args.push_back(t.args[i]);
    return r;
  }

  DmdType lam(const ELam &l, const Demand &d) {
    const Demand *c = &d;
    bool called_fully = true, once = true, surely = true;
    Demand inner;
    for (size_t i = 0; i < l.params.size(); i++) {
      if (c->kind == DmdKind::Call && !c->fields.empty()) {
        once = once && c->call_once && d.usage != Usage::Many;
        c = &c->fields[0];
        surely = surely && c->strict;
      } else {
        called_fully = once = false;
        break;
      }
    }
    if (called_fully) inner = *c;
    for (Var *p : l.params) local_[p->uniq] = true;
    DmdType t = anal(l.body, inner);
    Vec<Demand> args;
    for (Var *p : l.params) {
      Demand pd = t.env.take(p);
      g_facts[p->uniq].demand = pd;
      args.push_back(pd);
    }
    DmdType r;
    r.env = std::move(t.env);
    r.args = args;
    r.args.append(t.args);
    if (!called_fully || !surely) r.env.lazify();
    if (!once) r.env.use_many();
    return r;
  }

  static bool unlifted_expr(const Expr *e) {
    if (const EVar *v = dyn_cast<EVar>(e)) return is_unlifted(v->var->type);
    if (e->tag == Tag::Lit) return is_unlifted_lit(cast<ELit>(e).lit);
    if (e->tag == Tag::PrimApp) return is_unlifted(expr_type(e));
    return false;
  }

  DmdType con_app(const EConApp &c, const Demand &d) {
    DmdType t;
    bool prod = d.kind == DmdKind::Prod && d.fields.size() == c.args.size();
    const uint64_t rest = d.strict && d.spine ? recursive_fields(c.con) : 0;
    for (size_t i = 0; i < c.args.size(); i++)
      t.env.both_with(arg(c.args[i], unlifted_expr(c.args[i]) ? kEvaluated : i < 64 && (rest >> i & 1) ? kSpine : prod ? d.fields[i] : d.kind == DmdKind::Head ? kAbsentButBuilt : kLazy));
    return t;
  }
  // A constructor whose fields nobody looks at still mentions them.
  static inline const Demand kAbsentButBuilt{.usage = Usage::Many, .kind = DmdKind::Top};

  DmdType prim_app(const EPrimApp &p) {
    DmdType t;
    PrimId id = PrimId(p.op->index);
    for (size_t i = 0; i < p.args.size(); i++) {
      bool evaluates = unlifted_expr(p.args[i]) || ((id == PrimId::SeqState || id == PrimId::DataToTag) && i == 0);
      t.env.both_with(arg(p.args[i], evaluates ? kEvaluated : kLazy));
    }
    if (id == PrimId::Raise) t.env.div = true;
    return t;
  }

  // See Note [Precise exceptions].
  static bool may_interrupt(const Expr *scrut, const Var *binder) {
    const Type *t = binder->type;
    Vec<const Type *> args;
    if (is_state_token_type(t)) {
    } else {
      TyCon *tc = split_tcon_app(t, &args);
      if (!tc || !tc->is_unboxed_tuple || args.empty() || !is_state_token_type(args[0])) return false;
      t = args[0];
    }
    const Type *world = static_cast<const TApp *>(t)->arg;
    if (world->tag == TypeTag::Con && static_cast<const TCon *>(world)->con != g_builtin.real_world) return false;
    if (world->tag == TypeTag::Var) return false;  // ST: no effect that anybody sees
    scrut = strip_casts(scrut);
    if (const EPrimApp *p = dyn_cast<EPrimApp>(scrut)) {
      // par and pseq (and evaluate): what follows must not be evaluated before, or nothing is left for another HEC to do.
      if (PrimId(p->op->index) == PrimId::Spark || PrimId(p->op->index) == PrimId::SeqState) return true;
      if (PrimId(p->op->index) == PrimId::SetMaskingState) return true;   // what is evaluated with exceptions masked, and what not, is the program's to say
      return p->op->impl == PrimImpl::Runtime && !is_allocation(p->op);
    }
    if (scrut->tag == Tag::ConApp) return false;
    return true;
  }
  static bool is_allocation(const PrimOp *op) { return std::string_view(op->name).substr(0, 3) == "new"; }

  DmdType case_of(const ECase &c, const Demand &d) {
    local_[c.binder->uniq] = true;
    DmdType r;
    bool first = true;
    Demand scrut_demand;
    scrut_demand.strict = true;
    scrut_demand.usage = Usage::Once;
    scrut_demand.kind = DmdKind::Head;
    Vec<Demand> result_args;
    TyCon *tc = split_tcon_app(unwrap_newtypes(c.binder->type), nullptr);
    bool product = tc && tc->cons.size() == 1;
    const bool spine = has_spine(tc);
    for (const Alt &a : c.alts) {
      for (Var *f : a.fields) local_[f->uniq] = true;
      DmdType t = anal(a.body, d);
      Demand ad;
      ad.strict = true;
      ad.usage = Usage::Once;
      ad.kind = DmdKind::Head;
      if (a.con && product) ad.kind = DmdKind::Prod;
      else if (!a.is_default()) ad.kind = DmdKind::Top;
      ad.spine = spine && (a.con || t.env.div || rest_is_flat(c, *tc));
      const uint64_t rest = spine && a.con ? recursive_fields(a.con) : 0;
      for (size_t i = 0; i < a.fields.size(); i++) {
        Var *f = a.fields[i];
        Demand fd = trimmed(t.env.take(f), kDeepest);
        g_facts[f->uniq].demand = fd;
        if ((rest >> std::min<size_t>(i, 63) & 1) && !(fd.strict && fd.spine)) ad.spine = false;
        if (ad.kind == DmdKind::Prod) ad.fields.push_back(fd);
      }
      scrut_demand = first ? ad : lub(scrut_demand, ad);
      if (first) { r = std::move(t); result_args = r.args; }
      else {
        r.env.lub_with(t.env);
        if (result_args.size() == t.args.size())
          for (size_t i = 0; i < result_args.size(); i++) result_args[i] = lub(result_args[i], t.args[i]);
        else result_args = {};
      }
      first = false;
    }
    r.args = result_args;
    Demand bd = r.env.take(c.binder);
    g_facts[c.binder->uniq].demand = bd;
    if (bd.usage != Usage::Absent) scrut_demand = both(scrut_demand, bd);
    scrut_demand.strict = true;
    if (may_interrupt(c.scrut, c.binder)) {
      r.env.lazify();
      r.args = {};
    }
    if (is_unlifted(c.binder->type) && !(tc && tc->is_unboxed_tuple)) scrut_demand = kEvaluated;
    r.env.both_with(arg(c.scrut, scrut_demand));
    return r;
  }

  // Are the constructors that the default alternative stands for without fields of the type itself?
  static bool rest_is_flat(const ECase &c, const TyCon &tc) {
    for (const DataCon *con : tc.cons)
      if (recursive_fields(con) != 0 && std::none_of(c.alts.begin(), c.alts.end(), [con](const Alt &a) { return a.con == con; })) return false;
    return true;
  }

  // ---- Bindings ---------------------------------------------------------------------------------------------------------
  LocalSig *new_sig(Var *v) {
    LocalSig *&s = sigs_[v->uniq];
    if (!s) { sig_store_.push_back(std::make_unique<LocalSig>()); s = sig_store_.back().get(); }
    return s;
  }

  void function_rhs(Var *v, const Expr *rhs, int n, const Demand &result, LocalSig *s) {
    DmdType t = anal(rhs, called(size_t(n), result));
    s->args = {};
    for (int i = 0; i < n; i++) s->args.push_back(size_t(i) < t.args.size() ? t.args[i] : kLazy);
    s->fvs = std::move(t.env);
    s->fvs.take(v);
    s->valid = true;
    store_sig(v, s->args, s->fvs.div);
  }
  static void store_sig(Var *v, const Vec<Demand> &args, bool div) {
    StrSig *g = mk<StrSig>();
    g->args = args.clone();
    g->diverges = div;
    if (const StrSig *old = sig_of(v)) g->cpr = old->cpr;
    info(v).sig = g;
  }

  DmdType let(const ELet &l, const Demand &d) {
    Var *v = l.bind.var;
    local_[v->uniq] = true;
    int n = is_join_var(v) ? v->info->join_arity : lambda_count(l.bind.rhs);
    if (n > 0 || is_join_var(v)) {
      LocalSig *s = new_sig(v);
      s->valid = false;
      Demand result = is_join_var(v) ? d : Demand{};
      function_rhs(v, l.bind.rhs, n, result, s);
      DmdType t = anal(l.body, d);
      g_facts[v->uniq].demand = t.env.take(v);
      s->valid = false;
      return t;
    }
    sigs_[v->uniq] = nullptr;
    DmdType t = anal(l.body, d);
    Demand vd = t.env.take(v);
    g_facts[v->uniq].demand = vd;
    t.env.both_with(arg(l.bind.rhs, vd));
    return t;
  }

  DmdType letrec(const ELetRec &l, const Demand &d) {
    bool join = is_join_var(l.binds[0].var);
    Demand result = join ? d : Demand{};
    struct Rec { LocalSig *sig; int n; };
    std::vector<Rec> recs;
    for (const Binding &b : l.binds) {
      local_[b.var->uniq] = true;
      int n = join ? b.var->info->join_arity : lambda_count(b.rhs);
      if (n == 0 && !join) { recs.push_back({nullptr, 0}); sigs_[b.var->uniq] = nullptr; continue; }
      LocalSig *s = new_sig(b.var);
      if (depth_ == 0 || !visited_.get(b.var->uniq) || int(s->args.size()) != n) {  // else as it was: see Note [Virgin analysis]
        s->args = {};
        s->fvs = Env();
        s->fvs.div = true;
        for (int i = 0; i < n; i++) s->args.push_back(kBottom);
      }
      s->valid = true;
      recs.push_back({s, n});
    }
    depth_++;
    for (int round = 0;; round++) {
      bool stable = true;
      for (size_t i = 0; i < l.binds.size(); i++) {
        if (!recs[i].sig) continue;
        LocalSig next;
        DmdType t = anal(l.binds[i].rhs, called(size_t(recs[i].n), result));
        for (int k = 0; k < recs[i].n; k++) next.args.push_back(size_t(k) < t.args.size() ? t.args[k] : kLazy);
        next.fvs = std::move(t.env);
        // Recursive uses of the group are not uses from outside.
        for (const Binding &b : l.binds) next.fvs.take(b.var);
        bool eq = next.args.size() == recs[i].sig->args.size() && next.fvs.equal(recs[i].sig->fvs);
        for (size_t k = 0; eq && k < next.args.size(); k++) eq = same(next.args[k], recs[i].sig->args[k]);
        stable = stable && eq;
        next.valid = true;
        *recs[i].sig = std::move(next);
        if (round >= 8) give_up(recs[i].sig);
      }
      if (stable || round > 9) break;
    }
    depth_--;
    for (size_t i = 0; i < l.binds.size(); i++)
      if (recs[i].sig) {
        store_sig(l.binds[i].var, recs[i].sig->args, recs[i].sig->fvs.div);
        visited_[l.binds[i].var->uniq] = true;
      }
    DmdType t = anal(l.body, d);
    for (size_t i = 0; i < l.binds.size(); i++) {
      if (recs[i].sig) continue;
      // A recursive thunk: anything may happen.
      Env e = arg(l.binds[i].rhs, kLazy);
      e.use_many();
      t.env.both_with(e);
    }
    for (size_t i = 0; i < l.binds.size(); i++) {
      g_facts[l.binds[i].var->uniq].demand = many(lazily(t.env.take(l.binds[i].var)));
      if (recs[i].sig) recs[i].sig->valid = false;
    }
    std::vector<Invariant> &out = invariants[l.binds[0].var->uniq];
    out.clear();
    for (const Rec &r : recs) {
      if (!r.sig) { out.clear(); break; }
      r.sig->fvs.for_each([&](Var *v, const Demand &inside) {
        const Demand whole = t.env.get(v);
        if (inside.kind != DmdKind::Prod || !whole.strict || whole.kind != DmdKind::Prod || is_unlifted(v->type) || is_join_var(v)) return;
        if (std::none_of(out.begin(), out.end(), [v](const Invariant &i) { return i.var == v; })) out.push_back({v, whole});
      });
    }
    return t;
  }
  static void give_up(LocalSig *s) {
    for (Demand &d : s->args) d = kLazy;
    s->fvs.lazify();
    s->fvs.use_many();
  }

  void top_group(Vec<Binding> &g) {
    std::vector<int> arity;
    bool rec = g.size() > 1;
    for (Binding &b : g) {
      int n = lambda_count(b.rhs);
      arity.push_back(n);
      if (b.rhs->tag == Tag::Lit) continue;
      rec = rec || (b.var->info && b.var->info->is_loop_breaker);
    }
    if (rec)
      for (size_t i = 0; i < g.size(); i++) {
        if (arity[i] == 0) { if (g[i].var->info) g[i].var->info->sig = nullptr; continue; }
        Vec<Demand> args;
        for (int k = 0; k < arity[i]; k++) args.push_back(kBottom);
        store_sig(g[i].var, args, true);
      }
    for (int round = 0; round < 10; round++) {
      bool stable = true;
      for (size_t i = 0; i < g.size(); i++) {
        if (g[i].rhs->tag == Tag::Lit) continue;
        depth_ = round > 0 ? 1 : 0;
        DmdType t = anal(g[i].rhs, called(size_t(arity[i]), Demand{}));
        depth_ = 0;
        if (arity[i] == 0) {
          // A top-level thunk that diverges: error "..."
          if (t.env.div && !rec) store_sig(g[i].var, {}, true);
          else if (g[i].var->info) g[i].var->info->sig = nullptr;
          continue;
        }
        Vec<Demand> args;
        for (int k = 0; k < arity[i]; k++) args.push_back(size_t(k) < t.args.size() ? t.args[k] : kLazy);
        bool div = t.env.div;
        if (round >= 8) {
          for (Demand &d : args) d = kLazy;
          div = false;
        }
        const StrSig *old = sig_of(g[i].var);
        bool eq = old && old->diverges == div && old->args.size() == args.size();
        for (size_t k = 0; eq && k < args.size(); k++) eq = same(old->args[k], args[k]);
        stable = stable && eq;
        store_sig(g[i].var, args, div);
      }
      if (!rec || stable) break;
    }
  }

  UniqTable<bool> local_;
  UniqTable<LocalSig *> sigs_;
  UniqTable<bool> visited_;
  std::vector<std::unique_ptr<LocalSig>> sig_store_;
  int depth_ = 0;
};

// ---- Applying what was found -------------------------------------------------------------------------------------------
class Apply {
 public:
  Apply(PassContext &cx, const std::unordered_map<uint32_t, std::vector<Invariant>> &invariants) : cx_(cx), invariants_(invariants) {}
  const Expr *expr(const Expr *e) {
    switch (e->tag) {
      case Tag::App: return app(cast<EApp>(e));
      case Tag::Lam:
        for (Var *p : cast<ELam>(e).params) param(p);
        return children(e);
      case Tag::Let: return let(cast<ELet>(e));
      case Tag::LetRec: {
        const Var *first = cast<ELetRec>(e).binds[0].var;
        const Expr *r = children(e);
        auto it = invariants_.find(first->uniq);
        if (it != invariants_.end())
          for (const Invariant &i : it->second) r = take_apart(i.var, i.demand, r, 0);
        return r;
      }
      default: return children(e);
    }
  }

 private:
  const Expr *children(const Expr *e) { return map_children(e, [this](const Expr *x) { return expr(x); }); }
  Vec<const Expr *> all(const Vec<const Expr *> &es) {
    Vec<const Expr *> r;
    r.reserve(es.size());
    for (const Expr *e : es) r.push_back(expr(e));
    return r;
  }
  // See Note [Strict parameters are evaluated by the caller] in stg/evaluated.cc. What is strict because the body diverges is not evaluated before.
  void param(Var *p) {
    if (is_unlifted(p->type)) return;
    Demand d = demand_of(p);
    if (d.strict && d.usage != Usage::Absent) info(p).strict_param = true;
    else if (p->info) p->info->strict_param = false;
  }
  const Expr *let(const ELet &l) {
    Var *v = l.bind.var;
    const Expr *rhs = expr(l.bind.rhs), *body = expr(l.body);
    if (v->info && v->info->join_arity >= 0) return mk_let(v, rhs, body);
    Demand d = demand_of(v);
    if (d.strict && d.spine && d.usage != Usage::Absent)
      if (const EConApp *c = dyn_cast<EConApp>(rhs)) {
        std::vector<Binding> first;
        rhs = spine(*c, &first);
        const Expr *r = mk_let(v, rhs, body);
        for (size_t i = first.size(); i-- > 0;) r = mk_strict_let(first[i].var, first[i].rhs, r);
        if (v->info) v->info->single_entry = false;
        return r;
      }
    if (!is_value(rhs) && d.strict && !is_unlifted(v->type)) {
      cx_.ticks++;
      return mk_strict_let(v, rhs, body);
    }
    if (!is_value(rhs) && d.usage == Usage::Once) info(v).single_entry = true;
    else if (v->info) v->info->single_entry = false;
    return mk_let(v, rhs, body);
  }
  // See Note [The demand S]. first: what is evaluated before.
  const Expr *spine(const EConApp &c, std::vector<Binding> *first) {
    const uint64_t rest = recursive_fields(c.con);
    Vec<const Expr *> args;
    for (size_t i = 0; i < c.args.size(); i++) {
      const Expr *a = c.args[i];
      if (i >= 64 || !(rest >> i & 1) || is_trivial(a)) {
        args.push_back(a);
      } else if (const EConApp *inner = dyn_cast<EConApp>(a)) {
        args.push_back(spine(*inner, first));
      } else if (is_value(a) || !cx_.tick()) {
        args.push_back(a);
      } else {
        Var *x = mk_core_var("r", expr_type(a));
        first->push_back({x, a});
        args.push_back(mk_var(x));
      }
    }
    return mk_con_app(c.con, c.types, args);
  }
  // case v of K x y -> e, and so on inside of x and y.
  const Expr *take_apart(Var *v, const Demand &d, const Expr *e, int depth) {
    Vec<const Type *> types;
    DataCon *con = product_con(v->type, &types);
    if (!con || depth > 2 || con->core_arity() > kMostInvariantFields || d.fields.size() != con->core_arity()) return e;
    if (std::all_of(d.fields.begin(), d.fields.end(), [](const Demand &f) { return f.usage == Usage::Absent; })) return e;
    if (!cx_.tick()) return e;
    Alt a;
    a.con = con;
    for (const Type *t : core::con_field_types(con)) a.fields.push_back(fresh_like(v, con->univ.empty() ? t : subst_type(t, con->univ, types)));
    for (size_t i = 0; i < a.fields.size(); i++)
      if (d.fields[i].strict && d.fields[i].kind == DmdKind::Prod && !is_unlifted(a.fields[i]->type)) e = take_apart(a.fields[i], d.fields[i], e, depth + 1);
    a.body = e;
    const Type *data = mk_tcon_app(con->tycon, types);
    return mk_case(mk_cast(mk_var(v), data), mk_core_var("wild", data), expr_type(e), {a});
  }
  const Expr *app(const EApp &a) {
    const Expr *f = expr(a.fn);
    Vec<const Expr *> args = all(a.args);
    const Expr *h = f;
    while (h->tag == Tag::TyApp) h = cast<ETyApp>(h).fn;
    const EVar *v = dyn_cast<EVar>(h);
    const StrSig *s = v ? sig_of(v->var) : nullptr;
    if (!s || s->diverges || s->args.size() > args.size()) return mk_app(f, args);
    Vec<Binding> first;
    for (size_t i = 0; i < s->args.size(); i++) {
      if (!s->args[i].strict || is_trivial(args[i]) || is_value(args[i]) || args[i]->tag == Tag::Lit) continue;
      const Type *t = expr_type(args[i]);
      if (is_unlifted(t)) continue;
      Var *x = mk_core_var("x", t);
      first.push_back({x, args[i]});
      args[i] = mk_var(x);
      cx_.ticks++;
    }
    const Expr *e = mk_app(f, args);
    for (size_t i = first.size(); i-- > 0;) e = mk_strict_let(first[i].var, first[i].rhs, e);
    return e;
  }
  static constexpr size_t kMostInvariantFields = 8;   // more are more than there are registers
  PassContext &cx_;
  const std::unordered_map<uint32_t, std::vector<Invariant>> &invariants_;
};

}  // namespace

// Signatures only: before fusion, so that the simplifier can move a case out of an argument that is evaluated anyway.
void strictness(Program &p, PassContext &) { DemandAnal().program(p); }

void demand_anal(Program &p, PassContext &cx) {
  DemandAnal anal;
  anal.program(p);
  Apply apply(cx, anal.invariants);
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) b.rhs = apply.expr(b.rhs);
}

}  // namespace gphc::opt
