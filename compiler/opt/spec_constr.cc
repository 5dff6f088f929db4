// spec_constr.cc: call-pattern specialisation (Peyton Jones, "Call-pattern specialisation for Haskell programs", ICFP
// 2007). A recursive function that takes an argument apart and is called with that argument freshly built gets a copy
// that takes the parts.
//
//   letrec go = \acc n. case acc of { Nothing -> .. ; Just m -> .. go (Just (m + n)) .. }
//   in go Nothing 1
//   ==>
//   letrec go = \acc n. ..
//          $sgo1 = \n.   let acc = Nothing in case acc of ..                      the pattern go Nothing _
//          $sgo2 = \m n. let acc = Just m in case acc of { .. Just m -> .. $sgo2 (m + n) .. }
//   in $sgo1 1
//
// Strictness (worker_wrap.cc) unboxes arguments that are products and surely evaluated. This pass needs neither: sums,
// and arguments that are evaluated on some paths only; but it needs to see what the callers build.
//
//   - A pattern says for each parameter either nothing or the constructor that it is made of, nested as deep as the
//     function's body looks. Constructors with existentials or contexts stay closed. A pattern's types follow from the
//     parameters' types.
//   - An argument's constructor is known when it stands in the call, when a let binds it, or when a case around the
//     call found it. In the last two cases the object may exist anyway, and taking it apart pays only if the function
//     never needs it whole (it would be built again).
//   - Copies are made while the bodies are walked, and the copies are walked with what their patterns say, so that a
//     loop that stays in a pattern calls its own copy. Calls of top-level functions from outside use the copies that
//     are there, and small functions of the program's own are copied for them, too: the copy is a first round that
//     knows what the loop begins with (an accumulator that is Nothing, a flag).
//   - A recursive join point is a loop like others; its copies are join points.
//
// Must not: copy without bound (kMaxCopies of a function, kMaxSize for the body, a budget for the program; large loops
// once); make a
// thunk of a function whose parts are none (worker_wrap.cc, Note [A worker keeps an argument]). Laziness and sharing:
// the parts are passed as they stood in the constructor, evaluated or not; nothing is evaluated that was not, and what
// was shared by being a field still is, by being a parameter.
//
// Requires: nothing. Establishes: nothing; known cases in copies are for the next round of the simplifier. Complexity:
// linear in the program and the copies made, times the nesting of recursive local functions (an inner loop is looked at
// again in each copy).
#include <string>
#include <unordered_map>
#include <vector>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

constexpr size_t kMaxCopies = 4;      // of one function
constexpr int kMaxSize = 300;         // of a function that is copied
constexpr int kMaxSizeLoop = 4000;    // ... of a local one whose copy alone is left (Fn::large)
constexpr int kMaxSizeOutside = 150;  // ... for a call from outside
constexpr size_t kMaxParams = 10;     // of a copy: arguments beyond the registers cost what the constructor did
constexpr int kMaxDepth = 3;          // of a pattern

// How a function's body uses a parameter or a part of one.
struct Use {
  struct Kid {
    DataCon *con;
    std::vector<Use *> fields;
  };
  bool scrutinised = false;
  // needed as an object, in a branch that goes on with a call of the function (or before any branch)
  bool whole = false;
  bool whole_at_end = false;  // needed as an object in a branch that leads to no call
  std::vector<Kid> kids;
  std::vector<Use *> *fields_of(const DataCon *c) {
    for (Kid &k : kids)
      if (k.con == c) return &k.fields;
    return nullptr;
  }
};

// What a variable is known to be.
struct Known {
  DataCon *con;
  Vec<const Expr *> args;  // cheap: may be repeated
};

struct Pattern {
  DataCon *con = nullptr;  // null: anything
  std::vector<Pattern> fields;
};

struct Fn {
  struct Copy {
    std::string key;
    std::vector<Pattern> pattern;
    Var *var;
    const Expr *rhs;
    bool walked = false;
  };
  Var *var = nullptr;
  const Expr *rhs = nullptr;  // as it came
  Vec<TyVar *> tvs;
  Vec<Var *> params;  // those that a call saturates
  std::vector<Use *> uses;
  bool top = false, join = false;
  bool open = false;    // new copies may be made
  bool called = false;  // as it is, from where it is bound
  // A local loop over kMaxSize, such as an interpreter whose state is a record. If all its own calls build what it
  // takes apart, one copy is all that is left of it, as a rule, and no code is there twice.
  bool large = false;
  int size = 0;
  size_t own_calls = 0, building = 0;  // calls in the bodies of its group, and those with a constructor as argument
  Vec<Binding> *group = nullptr;       // top: where its copies go
  std::vector<Copy> copies;
};

Vec<const Type *> field_types(const DataCon *c, const Vec<const Type *> &types) {
  Vec<const Type *> r;
  for (const Type *t : con_field_types(c)) r.push_back(c->univ.empty() ? t : subst_type(t, c->univ, types));
  return r;
}
const Expr *strip(const Expr *e) {
  while (e->tag == Tag::Cast) e = cast<ECast>(e).body;
  return e;
}
const EVar *as_var(const Expr *e) { return dyn_cast<EVar>(strip(e)); }
bool is_open_con(const DataCon *c) {
  return c->exist.empty() && c->theta.empty() && !c->dict_of && !c->tycon->is_unboxed_tuple;
}
class SpecConstr {
 public:
  SpecConstr(Program &p, PassContext &cx) : p_(p), cx_(cx) {}

  void run() {
    long size = 0;
    for (const Vec<Binding> &g : p_.groups)
      for (const Binding &b : g) {
        size += expr_size(b.rhs, 1 << 20);
        note_constructor(b.var, b.rhs);
      }
    budget_ = std::max(4000L, size / 4);
    for (Vec<Binding> &g : p_.groups) {
      const Vec<Binding> before = g;
      g = group(before, nullptr);
      for (const Binding &b : before)
        if (Fn *f = fn_of(b.var)) f->group = &g;
    }
    for (size_t i = 0; i < outside_.size(); i++) {  // grows meanwhile
      Fn *f = outside_[i].first;
      const size_t k = outside_[i].second;
      const Expr *rhs = walk(f->copies[k].rhs);
      f->group->push_back({f->copies[k].var, rhs});
    }
  }

 private:
  Fn *fn_of(const Var *v) const { return fns_.get(v->uniq); }

  // ---- Bindings -----------------------------------------------------------------------------------------------------
  // A recursive group with the copies that its calls ask for. Local: `body` is walked first, for the patterns that the
  // loop starts with.
  Vec<Binding> group(const Vec<Binding> &g, const Expr **body) {
    std::vector<Fn *> fns;
    for (const Binding &b : g) fns.push_back(candidate(b, body == nullptr));
    bool any = false;
    for (Fn *f : fns) any |= f != nullptr;
    if (any) find_uses(fns);
    if (body) *body = walk(*body);
    Vec<Binding> out;
    std::vector<const Expr *> walked(g.size());
    for (bool more = true; more;) {
      more = false;
      for (size_t i = 0; i < g.size(); i++) {
        Fn *f = fns[i];
        // A local function that is only called at patterns is dead: its own calls ask for nothing.
        if (!walked[i] && (!body || !f || f->called || !any)) {
          walked[i] = walk(g[i].rhs);
          more = true;
        }
        for (size_t k = 0; f && k < f->copies.size(); k++) {
          if (f->copies[k].walked) continue;
          f->copies[k].walked = true;
          const Expr *rhs = walk(f->copies[k].rhs);
          f->copies[k].rhs = rhs;
          more = true;
        }
      }
    }
    for (size_t i = 0; i < g.size(); i++) {
      out.push_back({g[i].var, walked[i] ? walked[i] : g[i].rhs});
      if (!fns[i]) continue;
      fns[i]->open = false;
      for (Fn::Copy &c : fns[i]->copies) out.push_back({c.var, c.rhs});
    }
    return out;
  }

  Fn *candidate(const Binding &b, bool top) {
    const IdInfo *i = b.var->info;
    if (i && (i->inline_spec == InlineSpec::Inline || i->inline_spec == InlineSpec::NoInline)) return nullptr;
    if (i && (i->is_selector || i->is_dfun || !i->rules.empty())) return nullptr;
    const Expr *e = b.rhs;
    Fn f;
    if (const ETyLam *t = dyn_cast<ETyLam>(e)) {
      f.tvs = t->vars;
      e = t->body;
    }
    const ELam *l = dyn_cast<ELam>(e);
    if (!l) return nullptr;
    f.join = is_join_var(b.var);
    size_t n = f.join ? size_t(i->join_arity) : l->params.size();
    if (n == 0 || n > l->params.size()) return nullptr;
    bool data = false;
    for (size_t k = 0; k < n; k++) {
      f.params.push_back(l->params[k]);
      f.uses.push_back(mk<Use>());
      data |= !is_unlifted(l->params[k]->type);
    }
    f.size = expr_size(b.rhs, kMaxSizeLoop + 1);
    f.large = f.size > kMaxSize;
    if (!data || (f.large && (top || f.size > kMaxSizeLoop))) return nullptr;
    f.var = b.var;
    f.rhs = b.rhs;
    f.top = top;
    f.open = true;
    Fn *r = mk<Fn>(f);
    fns_[b.var->uniq] = r;
    return r;
  }

  // ---- How the bodies use their parameters --------------------------------------------------------------------------
  void find_uses(const std::vector<Fn *> &fns) {
    bool scrutinised = false;
    calls_ = 0;
    for (Fn *f : fns) {
      if (!f) continue;
      for (size_t i = 0; i < f->params.size(); i++) use_[f->params[i]->uniq] = f->uses[i];
      uses(f->rhs);
      for (Use *u : f->uses) scrutinised |= u->scrutinised;
    }
    for (Use *u : wholes_) u->whole = true;
    wholes_.clear();
    const bool all = calls_ == 0 || !scrutinised;
    for (Fn *f : fns)
      if (f && (all || (f->large && (f->own_calls == 0 || f->building < f->own_calls)))) {
        fns_[f->var->uniq] = nullptr;
        f->open = false;
        f->called = true;
      }
  }
  void all_uses(const Vec<const Expr *> &es) {
    for (const Expr *e : es) uses(e);
  }
  void uses(const Expr *e) {
    switch (e->tag) {
      case Tag::Var:
        if (Use *u = use_.get(cast<EVar>(e).var->uniq)) wholes_.push_back(u);
        return;
      case Tag::Lit: return;
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        const Expr *h = a.fn;
        if (const ETyApp *t = dyn_cast<ETyApp>(h)) h = t->fn;
        const EVar *v = dyn_cast<EVar>(h);
        Fn *f = v ? fn_of(v->var) : nullptr;
        if (!f || !f->open) {
          uses(a.fn);
          return all_uses(a.args);
        }
        calls_++;
        f->own_calls++;
        for (size_t i = 0; i < std::min(a.args.size(), f->params.size()); i++)
          if (strip(a.args[i])->tag == Tag::ConApp) {
            f->building++;
            break;
          }
        for (size_t i = 0; i < a.args.size(); i++) {
          // Passed on: the callee says how it is used.
          if (i < f->params.size() && as_var(a.args[i])) continue;
          uses(a.args[i]);
        }
        return;
      }
      case Tag::TyApp: return uses(cast<ETyApp>(e).fn);
      case Tag::Lam: return uses(cast<ELam>(e).body);
      case Tag::TyLam: return uses(cast<ETyLam>(e).body);
      case Tag::Let: uses(cast<ELet>(e).bind.rhs); return uses(cast<ELet>(e).body);
      case Tag::LetRec:
        for (const Binding &b : cast<ELetRec>(e).binds) uses(b.rhs);
        return uses(cast<ELetRec>(e).body);
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        const EVar *v = as_var(c.scrut);
        Use *u = v ? use_.get(v->var->uniq) : nullptr;
        if (!u) uses(c.scrut);
        else use_[c.binder->uniq] = u;
        for (const Alt &a : c.alts) {
          if (u && a.con) {
            u->scrutinised = true;
            std::vector<Use *> *fs = u->fields_of(a.con);
            if (!fs) {
              u->kids.push_back({a.con, {}});
              fs = &u->kids.back().fields;
              for (size_t i = 0; i < a.fields.size(); i++) fs->push_back(mk<Use>());
            }
            for (size_t i = 0; i < a.fields.size(); i++) use_[a.fields[i]->uniq] = (*fs)[i];
          }
          size_t calls = calls_, wholes = wholes_.size();
          uses(a.body);
          if (calls_ != calls) continue;
          for (size_t i = wholes; i < wholes_.size(); i++) wholes_[i]->whole_at_end = true;
          wholes_.resize(wholes);
        }
        return;
      }
      case Tag::ConApp: return all_uses(cast<EConApp>(e).args);
      case Tag::PrimApp: return all_uses(cast<EPrimApp>(e).args);
      case Tag::Cast: return uses(cast<ECast>(e).body);
      case Tag::CCall: return all_uses(cast<ECCall>(e).args);
      case Tag::Tick: return uses(cast<ETick>(e).body);
    }
  }

  // ---- Calls --------------------------------------------------------------------------------------------------------
  // The pattern of an argument of type t; `args`: what stands in its holes.
  Pattern match(const Expr *e, const Type *t, Use *u, int depth, Vec<const Expr *> *args) {
    const Expr *s = strip(e);
    if (u && u->scrutinised && depth < kMaxDepth && !is_unlifted(t)) {
      DataCon *con = nullptr;
      Vec<const Expr *> parts;
      if (const EConApp *c = dyn_cast<EConApp>(s)) {
        con = c->con;
        parts = c->args;
      } else if (const EVar *v = dyn_cast<EVar>(s)) {
        const Known *k = known_.get(v->var->uniq);
        if (k && !u->whole && (!u->whole_at_end || in_parts_.get(v->var->uniq))) {
          con = k->con;
          parts = k->args;
        }
      }
      Vec<const Type *> targs;
      if (con && is_open_con(con) && split_tcon_app(unwrap_newtypes(t), &targs) == con->tycon) {
        Pattern p;
        p.con = con;
        Vec<const Type *> fts = field_types(con, targs);
        std::vector<Use *> *us = u->fields_of(con);
        for (size_t i = 0; i < parts.size(); i++)
          p.fields.push_back(match(parts[i], fts[i], us ? (*us)[i] : nullptr, depth + 1, args));
        return p;
      }
    }
    args->push_back(e->tag == Tag::Cast || depth > 0 ? mk_cast(e, t) : e);
    return {};
  }
  static void key_of(const Pattern &p, std::string *k) {
    if (!p.con) {
      *k += '_';
      return;
    }
    *k += 'K';
    k->append(reinterpret_cast<const char *>(&p.con), sizeof p.con);
    for (const Pattern &f : p.fields) key_of(f, k);
  }

  // f @types args, walked; null: stays.
  const Expr *call(Fn *f, const Vec<const Type *> &types, const Vec<const Expr *> &args) {
    size_t n = f->params.size();
    if (args.size() < n || types.size() != f->tvs.size()) return nullptr;
    std::vector<Pattern> pattern;
    Vec<const Expr *> holes;
    std::string key;
    bool any = false;
    for (size_t i = 0; i < n; i++) {
      const Type *t = f->params[i]->type;
      if (!f->tvs.empty()) t = subst_type(t, f->tvs, types);
      // of a large one the outermost constructor, lest what the loop begins with be a pattern of its own
      pattern.push_back(match(args[i], t, f->uses[i], f->large ? kMaxDepth - 1 : 0, &holes));
      any |= pattern.back().con != nullptr;
      key_of(pattern.back(), &key);
    }
    if (!any || holes.size() > std::max(kMaxParams, n)) return nullptr;
    Fn::Copy *copy = nullptr;
    for (Fn::Copy &c : f->copies)
      if (c.key == key) copy = &c;
    if (!copy) {
      if (!f->open && (!f->group || f->var->library || f->size > kMaxSizeOutside)) return nullptr;
      if (f->copies.size() >= (f->large ? 1 : kMaxCopies) || (!f->large && f->size > budget_) || !cx_.tick())
        return nullptr;
      if (!f->large) budget_ -= f->size;
      copy = make(f, pattern, key);
      if (!f->open) outside_.push_back({f, f->copies.size() - 1});
    }
    if (holes.empty() && !f->join)
      holes.push_back(mk_prim_app(primop(PrimId::RealWorldToken), Vec<const Type *>{}, Vec<const Expr *>{}));
    for (size_t i = n; i < args.size(); i++) holes.push_back(args[i]);
    return mk_app(mk_ty_app(mk_var(copy->var), types), holes);
  }

  Fn::Copy *make(Fn *f, const std::vector<Pattern> &pattern, const std::string &key) {
    const Expr *e = clone_expr(f->rhs);
    Vec<TyVar *> tvs;
    if (const ETyLam *t = dyn_cast<ETyLam>(e)) {
      tvs = t->vars;
      e = t->body;
    }
    const ELam &l = cast<ELam>(e);
    size_t n = f->params.size();
    Vec<Var *> params, later;
    std::vector<Binding> lets;  // outermost first; an evaluation where the variable is bound to a variable
    for (size_t i = 0; i < n; i++) {
      if (!pattern[i].con) params.push_back(l.params[i]);
      else rebuild(l.params[i], pattern[i], &params, &lets);
    }
    for (size_t i = n; i < l.params.size(); i++) later.push_back(l.params[i]);
    const Expr *body = mk_lam(later, l.body);
    for (size_t i = lets.size(); i-- > 0;)
      body = lets[i].rhs->tag == Tag::Var ? mk_strict_let(lets[i].var, lets[i].rhs, body)
                                          : mk_let(lets[i].var, lets[i].rhs, body);
    if (params.empty() && !f->join)
      params.push_back(mk_core_var("void", mk_tapp(mk_tcon(g_builtin.state_prim), mk_tcon(g_builtin.real_world))));
    const Expr *rhs = mk_ty_lam(tvs, mk_lam(params, body));
    std::string name = "$s" + f->var->occ.string();
    Var *v = f->top ? mk_global_like(f->var, expr_type(rhs), name) : mk_core_var(name, expr_type(rhs));
    v->library = f->top && f->var->library;
    if (f->var->info) v->info = mk<IdInfo>(*f->var->info);
    IdInfo &i = info(v);
    i.sig = nullptr;
    i.unfolding = nullptr;
    i.is_exported = false;
    i.is_loop_breaker = false;
    i.single_entry = false;
    i.arity = f->join ? int(params.size()) : manifest_arity(rhs);
    i.join_arity = f->join ? int(params.size()) : -1;
    f->copies.push_back({key, pattern, v, rhs});
    return &f->copies.back();
  }
  // let v = pattern; its holes become parameters.
  void rebuild(Var *v, const Pattern &p, Vec<Var *> *params, std::vector<Binding> *lets) {
    Vec<const Type *> targs;
    split_tcon_app(unwrap_newtypes(v->type), &targs);
    Vec<const Type *> fts = field_types(p.con, targs);
    Vec<const Expr *> atoms;
    for (size_t i = 0; i < fts.size(); i++) {
      Var *x = mk_core_var(v->occ.str(), fts[i]);
      if (p.fields[i].con) {
        rebuild(x, p.fields[i], params, lets);
      } else {
        params->push_back(x);
        // A strict field is evaluated already, which the copy's callees do not know: a test, and the demand analysis
        // sees it.
        if (p.con->fields[i].strict && !is_unlifted(fts[i])) {
          Var *y = mk_core_var(v->occ.str(), fts[i]);
          lets->push_back({y, mk_var(x)});
          x = y;
        }
      }
      atoms.push_back(mk_var(x));
    }
    in_parts_[v->uniq] = true;
    lets->push_back({v, mk_cast(mk_con_app(p.con, targs, atoms), v->type)});
  }

  // ---- The walk -----------------------------------------------------------------------------------------------------
  void note_constructor(Var *v, const Expr *rhs) {
    const Expr *s = strip(rhs);
    if (const EVar *x = dyn_cast<EVar>(s)) {
      if (const Known *k = known_.get(x->var->uniq)) known_[v->uniq] = k;
      return;
    }
    const EConApp *c = dyn_cast<EConApp>(s);
    if (!c || !is_open_con(c->con)) return;
    for (const Expr *a : c->args)
      if (!is_trivial(a) && !(is_unlifted(expr_type(a)) && is_speculable(a) && expr_size(a, 5) < 5)) return;
    known_[v->uniq] = mk<Known>(Known{c->con, c->args});
  }
  Vec<const Expr *> all(const Vec<const Expr *> &es) {
    Vec<const Expr *> r;
    r.reserve(es.size());
    for (const Expr *e : es) r.push_back(walk(e));
    return r;
  }
  const Expr *walk(const Expr *e) {
    switch (e->tag) {
      case Tag::Var:
        if (Fn *f = fn_of(cast<EVar>(e).var)) f->called = true;
        return e;
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        const Expr *h = a.fn;
        Vec<const Type *> types;
        if (const ETyApp *t = dyn_cast<ETyApp>(h)) {
          types = t->types;
          h = t->fn;
        }
        const EVar *v = dyn_cast<EVar>(h);
        Fn *f = v ? fn_of(v->var) : nullptr;
        Vec<const Expr *> args = all(a.args);
        if (f)
          if (const Expr *r = call(f, types, args)) return with_place(r, v->place);
        return mk_app(walk(a.fn), args);
      }
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        const Expr *rhs = walk(l.bind.rhs);
        if (!is_join_var(l.bind.var)) note_constructor(l.bind.var, rhs);
        return mk_let(l.bind.var, rhs, walk(l.body));
      }
      case Tag::LetRec: {
        const Expr *body = cast<ELetRec>(e).body;
        Vec<Binding> bs = group(cast<ELetRec>(e).binds, &body);
        return mk_letrec(bs, body);
      }
      case Tag::Case: return walk_case(cast<ECase>(e));
      default: return map_children(e, [this](const Expr *x) { return walk(x); });
    }
  }

  const Expr *walk_case(const ECase &c) {
    const EVar *v = as_var(c.scrut);
    const Known *k = v ? known_.get(v->var->uniq) : nullptr;
    if (k)
      for (const Alt &a : c.alts)
        if ((a.con == k->con && a.ex_tvs.empty()) || a.is_default()) return select(c, a, *k);
    const Expr *scrut = walk(c.scrut);
    Vec<Alt> alts;
    alts.reserve(c.alts.size());
    for (Alt a : c.alts) {
      if (a.con && is_open_con(a.con)) {
        Vec<const Expr *> args;
        for (Var *f : a.fields) args.push_back(mk_var(f));
        const Known *here = mk<Known>(Known{a.con, args});
        known_[c.binder->uniq] = here;
        if (v) known_[v->var->uniq] = here;
      }
      a.body = walk(a.body);
      known_[c.binder->uniq] = nullptr;
      if (v) known_[v->var->uniq] = nullptr;
      alts.push_back(a);
    }
    return mk_case(scrut, c.binder, c.type, alts);
  }
  // Without this the alternatives that a copy never takes would ask for copies.
  const Expr *select(const ECase &c, const Alt &a, const Known &k) {
    known_[c.binder->uniq] = &k;
    if (a.con)
      for (size_t i = 0; i < a.fields.size(); i++) note_constructor(a.fields[i], k.args[i]);
    const Expr *body = walk(a.body);
    if (a.con)
      for (size_t i = a.fields.size(); i-- > 0;) {
        Var *f = a.fields[i];
        const Expr *x = mk_cast(k.args[i], f->type);
        body = is_unlifted(f->type) ? mk_strict_let(f, x, body) : mk_let(f, x, body);
      }
    return mk_let(c.binder, mk_cast(c.scrut, c.binder->type), body);
  }

  Program &p_;
  PassContext &cx_;
  UniqTable<Fn *> fns_;
  UniqTable<Use *> use_;
  UniqTable<const Known *> known_;
  std::vector<std::pair<Fn *, size_t>> outside_;  // copies for calls from outside
  UniqTable<bool> in_parts_;                      // parameters that a copy takes in parts
  size_t calls_ = 0;                              // while uses are looked for: calls of the functions so far
  std::vector<Use *> wholes_;                     // likewise: what is needed whole, by no branch that has ended
  long budget_ = 0;
};

}  // namespace

void spec_constr(Program &p, PassContext &cx) { SpecConstr(p, cx).run(); }

}  // namespace gphc::opt
