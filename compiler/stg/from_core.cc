// from_core.cc: Core -> STG.
//
//   f = \x -> g (h x) (I# (n +# 1#))        ==>   f = {} \n [x] -> let t = {x} \u [] -> h x in
//                                                     case +# n 1# of m { _ -> let b = I# m in g t b }
//
// Types, casts, type abstractions and ticks are dropped while walking; lambdas that only a cast separated become one.
// Non-atomic arguments are bound first: lifted ones to closures (lazily), unlifted ones by a Case (strictly). Variables are
// mapped to atoms by `env_`: an alias (let x = y, a case on an evaluated variable, a State# token, a component of a known
// unboxed tuple) costs nothing.
//
// Note [Strict fields are tagged]
// A strict lifted field always holds an evaluated, tagged word, so that nobody tests it again. Low evaluates an atom that
// goes into a strict field unless it is known to be evaluated; a static constructor whose strict field is a CAF becomes a CAF.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "stg/stg.h"
#include "support/check.h"

namespace gphc::stg {

std::string z_encode(std::string_view text) {
  std::string s;
  for (char ch : text) {
    unsigned char c = static_cast<unsigned char>(ch);
    if (c == 'z') s += "zz";
    else if (c == 'Z') s += "ZZ";
    else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) s += ch;
    else switch (c) {
      case '_': s += "zu"; break;
      case '\'': s += "zq"; break;
      case '.': s += "zi"; break;
      case '$': s += "zd"; break;
      case ':': s += "ZC"; break;
      case '#': s += "zh"; break;
      case '+': s += "zp"; break;
      case '-': s += "zm"; break;
      case '*': s += "zt"; break;
      case '/': s += "zs"; break;
      case '<': s += "zl"; break;
      case '>': s += "zg"; break;
      case '=': s += "ze"; break;
      case '&': s += "za"; break;
      case '|': s += "zb"; break;
      case '!': s += "zn"; break;
      case '(': s += "ZL"; break;
      case ')': s += "ZR"; break;
      case '[': s += "ZM"; break;
      case ']': s += "ZN"; break;
      default: {
        char buf[8];
        snprintf(buf, sizeof buf, "zx%02x", c);
        s += buf;
      }
    }
  }
  return s;
}

namespace {

template <class T>
T *node() {
  T *e = mk<T>();
  e->tag = T::kTag;
  return e;
}

Rep lit_rep(const Literal &l) {
  switch (l.tag) {
    case LitTag::Int: return Rep::Int;
    case LitTag::Word: return Rep::Word;
    case LitTag::Char: return Rep::Char;
    case LitTag::Double: return Rep::Double;
    case LitTag::Float: return Rep::Float;
    case LitTag::String: case LitTag::NullAddr: return Rep::Addr;
    case LitTag::Integer: case LitTag::Data: return Rep::Lifted;
  }
  return Rep::Lifted;
}

// Appends the representations of a result of type t: the components of an unboxed tuple (nested ones flattened) without
// tokens. Returns whether it is an unboxed tuple.
bool result_reps(const Type *t, Vec<Rep> *out) {
  t = core::unwrap_newtypes(t);
  while (const TForall *f = dyn_cast<TForall>(t)) t = core::unwrap_newtypes(f->body);
  Vec<const Type *> args;
  TyCon *tc = split_tcon_app(t, &args);
  if (tc && tc->is_unboxed_tuple) {
    for (const Type *a : args) result_reps(a, out);
    return true;
  }
  Rep r = core::type_rep(t);
  if (r != Rep::Void) out->push_back(r);
  return false;
}

Atom token_atom() { return Atom{}; }
Atom id_atom(Id *id) { return Atom{.id = id, .rep = id->rep}; }

Expr *mk_value(const Atom &a) {
  EValue *e = node<EValue>();
  e->atom = a;
  return e;
}

// What stands between an expression and its head.
const core::Expr *strip(const core::Expr *e) {
  for (;;) {
    if (const core::ECast *c = dyn_cast<core::ECast>(e)) e = c->body;
    else if (const core::ETyApp *t = dyn_cast<core::ETyApp>(e)) e = t->fn;
    else if (const core::ETyLam *t = dyn_cast<core::ETyLam>(e)) e = t->body;
    else if (const core::ETick *t = dyn_cast<core::ETick>(e)) e = t->body;
    else return e;
  }
}

// "File.gph:line:col"; null when nothing in a file is meant.
Symbol location(const Span &s) {
  if (!s.file) return Symbol();
  return sym(s.file->path + ":" + std::to_string(s.line) + ":" + std::to_string(s.col));
}

bool is_prim(const core::Expr *e, core::PrimId id) {
  const core::EPrimApp *p = dyn_cast<core::EPrimApp>(e);
  return p && p->op->index == int(id);
}

// strip, and through unsafeCoerce#.
const core::Expr *strip_coerce(const core::Expr *e) {
  e = strip(e);
  while (is_prim(e, core::PrimId::UnsafeCoerce)) e = strip(cast<core::EPrimApp>(e).args[0]);
  return e;
}

class FromCore {
 public:
  explicit FromCore(bool locations) : locations_(locations) {}
  Program *run(const core::Program &p);

 private:
  // What a Core variable stands for.
  struct Meaning {
    Atom atom;
    bool is_tuple = false;
    Vec<Id *> parts;   // of an unboxed tuple, without tokens
  };
  // Bindings to put around the expression under construction, outermost first.
  struct Pending {
    Closure *closure;  // a Let
    Expr *scrut;       // or a Case with a default
    Id *binder;
  };

  Id *new_id(Symbol occ, Rep rep) {
    Id *id = mk<Id>();
    id->occ = occ;
    id->num = ++counter_;
    id->rep = rep;
    return id;
  }
  Id *new_id(const Var *v) { return new_id(v->occ, core::type_rep(v->type)); }
  // Binds a variable that is held as a value (not an unboxed tuple); null for a token.
  Id *bind_var(const Var *v) {
    Rep r = core::type_rep(v->type);
    Id *id = r == Rep::Void ? nullptr : new_id(v->occ, r);
    env_[v].atom = id ? id_atom(id) : token_atom();
    return id;
  }
  void bind_parts(const Var *v, Vec<Id *> *out);
  void alias(const Var *v, const Atom &a) { env_[v].atom = a; }
  const Meaning &lookup(const Var *v);

  Atom lit_atom(const Literal &l) {
    if (l.data && l.data->unpack && !prog_->unpack_string) prog_->unpack_string = lookup(l.data->unpack).atom.id;
    return Atom{.rep = lit_rep(l), .lit = l};
  }

  size_t mark() const { return pending_.size(); }
  Expr *wrap(size_t m, Expr *e);
  Expr *convert(const core::Expr *e);
  Expr *convert_app(const core::Expr *head, const Vec<const core::Expr *> &args);
  Expr *convert_case(const core::ECase &c);
  Expr *convert_prim(const core::EPrimApp &p);
  Expr *convert_let(const core::Expr *e);
  Expr *convert_con(const core::EConApp &c);
  Expr *atoms_to_tuple(const Vec<const core::Expr *> &args);
  void tuple_atoms(const core::Expr *e, Vec<Atom> *out);
  Atom atomize(const core::Expr *e, bool once = false);
  bool try_atom(const core::Expr *e, Atom *out);
  Closure *make_closure(Id *id, const core::Expr *rhs, Vec<Closure *> *group);
  void fill_function(Closure *c, const core::Expr *rhs);
  bool peel_lambdas(const core::Expr *rhs, Vec<Var *> *params, const core::Expr **body);
  int known_arity(const Id *id) const;
  void add_top(const core::Binding &b);
  bool is_known_string(const core::Binding &b, Symbol module, const core::Expr *rhs);
  void convert_top(TopBind *t, const core::Expr *rhs);
  TopBind *new_top(Id *id, Symbol module, const std::string &base);
  Closure *top_part(TopBind *parent, const core::Expr *e);

  Program *prog_ = nullptr;
  uint32_t counter_ = 0;
  std::unordered_map<const Var *, Meaning> env_;
  std::vector<Pending> pending_;
  std::unordered_map<std::string, uint32_t> names_;
  std::vector<std::pair<TopBind *, const core::Expr *>> todo_;
  std::unordered_map<const Var *, const core::Expr *> top_alias_;   // top-level x = y, not yet resolved
  std::unordered_map<std::string, Var *> strings_;                  // see is_known_string
  bool locations_ = false;
  Symbol loc_;                 // of what is being converted
  TopBind *top_ = nullptr;
};

const FromCore::Meaning &FromCore::lookup(const Var *v) {
  auto it = env_.find(v);
  if (it == env_.end()) {
    auto a = top_alias_.find(v);
    if (a != top_alias_.end()) {
      const core::Expr *rhs = a->second;
      top_alias_.erase(a);   // a cycle of aliases finds nothing below
      Meaning m;
      if (const core::EVar *y = dyn_cast<core::EVar>(rhs)) m = lookup(y->var);
      else m.atom = lit_atom(cast<core::ELit>(rhs).lit);
      return env_[v] = m;
    }
    GPHC_BUG("STG: variable without binding: " + v->module.string() + "." + v->occ.string() + " in " + (top_ ? top_->name : ""));
  }
  return it->second;
}

void FromCore::bind_parts(const Var *v, Vec<Id *> *out) {
  Vec<Rep> reps;
  result_reps(v->type, &reps);
  Meaning m;
  m.is_tuple = true;
  for (Rep r : reps) {
    Id *id = new_id(v->occ, r);
    m.parts.push_back(id);
    out->push_back(id);
  }
  env_[v] = m;
}

Expr *FromCore::wrap(size_t m, Expr *e) {
  while (pending_.size() > m) {
    Pending p = pending_.back();
    pending_.pop_back();
    if (p.closure) {
      ELet *l = node<ELet>();
      l->rec = false;
      l->closures.push_back(p.closure);
      l->body = e;
      e = l;
    } else {
      ECase *c = node<ECase>();
      c->scrut = p.scrut;
      if (p.binder) c->binders.push_back(p.binder);
      c->alts.push_back(Alt{.body = e});
      e = c;
    }
  }
  return e;
}

// Lambdas at the head of rhs, looking through what has no meaning at run time. A function of more than kMostParams parameters returns one of the rest:
// R->args, the masks of stack checks and of info tables have room for so many.
constexpr size_t kMostParams = 24;

bool FromCore::peel_lambdas(const core::Expr *rhs, Vec<Var *> *params, const core::Expr **body) {
  rhs = strip(rhs);
  while (const core::ELam *l = dyn_cast<core::ELam>(rhs)) {
    size_t take = std::min(l->params.size(), kMostParams - params->size());
    for (size_t i = 0; i < take; i++) params->push_back(l->params[i]);
    if (take < l->params.size()) {
      rhs = core::mk_lam(std::span<Var *const>(l->params.begin() + take, l->params.size() - take), l->body);
      break;
    }
    rhs = strip(l->body);
  }
  *body = rhs;
  return !params->empty();
}

int FromCore::known_arity(const Id *id) const {
  const Closure *c = id->top ? id->top->closure : id->closure;
  return c && c->kind == ClosureKind::Fun ? int(c->params.size()) : -1;
}

// An atom if e is one already: a variable, a literal, a nullary constructor.
bool FromCore::try_atom(const core::Expr *e, Atom *out) {
  e = strip_coerce(e);
  if (const core::EVar *v = dyn_cast<core::EVar>(e)) {
    const Meaning &m = lookup(v->var);
    if (m.is_tuple) return false;
    *out = m.atom;
    return true;
  }
  if (const core::ELit *l = dyn_cast<core::ELit>(e)) {
    *out = lit_atom(l->lit);
    return true;
  }
  if (const core::EConApp *c = dyn_cast<core::EConApp>(e)) {
    if (c->con->tycon->is_unboxed_tuple || c->args.size() != 0) return false;
    *out = Atom{.rep = Rep::Lifted, .nullary = c->con};
    return true;
  }
  if (is_prim(e, core::PrimId::RealWorldToken)) {
    *out = token_atom();
    return true;
  }
  return false;
}

// e as an atom, with what it needs added to pending_. `once`: a thunk for it is entered at most once.
Atom FromCore::atomize(const core::Expr *e, bool once) {
  Atom a;
  if (try_atom(e, &a)) return a;
  const Type *t = core::expr_type(e);
  Rep rep = core::type_rep(t);
  if (rep == Rep::Lifted) {
    Id *id = new_id(sym("t"), rep);
    Vec<Closure *> group;
    Closure *c = make_closure(id, e, &group);
    if (once && c->kind == ClosureKind::Thunk) c->kind = ClosureKind::ThunkOnce;
    for (Closure *g : group) pending_.push_back({g, nullptr, nullptr});
    pending_.push_back({c, nullptr, nullptr});
    return id_atom(id);
  }
  Expr *scrut = convert(e);
  Id *id = rep == Rep::Void ? nullptr : new_id(sym("u"), rep);
  pending_.push_back({nullptr, scrut, id});
  return id ? id_atom(id) : token_atom();
}

// The components of an unboxed tuple given as arguments of its constructor.
void FromCore::tuple_atoms(const core::Expr *e, Vec<Atom> *out) {
  const core::Expr *s = strip(e);
  if (const core::EConApp *c = dyn_cast<core::EConApp>(s); c && c->con->tycon->is_unboxed_tuple) {
    for (const core::Expr *a : c->args) tuple_atoms(a, out);
    return;
  }
  if (const core::EVar *v = dyn_cast<core::EVar>(s)) {
    const Meaning &m = lookup(v->var);
    if (m.is_tuple) {
      for (Id *id : m.parts) out->push_back(id_atom(id));
      return;
    }
  }
  if (core::type_rep(core::expr_type(e)) == Rep::Tuple) {   // a component that is itself an unboxed tuple, computed
    Vec<Rep> reps;
    result_reps(core::expr_type(e), &reps);
    GPHC_CHECK(reps.size() <= 1, "STG: nested unboxed tuple computed in an argument");
    Expr *scrut = convert(e);
    Id *id = reps.empty() ? nullptr : new_id(sym("u"), reps[0]);
    pending_.push_back({nullptr, scrut, id});
    if (id) out->push_back(id_atom(id));
    return;
  }
  Atom a = atomize(e);
  if (!a.is_token()) out->push_back(a);
}

Expr *FromCore::atoms_to_tuple(const Vec<const core::Expr *> &args) {
  size_t m = mark();
  ETuple *t = node<ETuple>();
  for (const core::Expr *a : args) tuple_atoms(a, &t->atoms);
  return wrap(m, t);
}

Expr *FromCore::convert_con(const core::EConApp &c) {
  if (c.con->tycon->is_unboxed_tuple) return atoms_to_tuple(c.args);
  size_t m = mark();
  if (c.args.empty()) return mk_value(Atom{.rep = Rep::Lifted, .nullary = c.con});
  EConApp *e = node<EConApp>();
  e->con = c.con;
  for (const core::Expr *a : c.args) e->args.push_back(atomize(a));
  return wrap(m, e);
}

void FromCore::fill_function(Closure *c, const core::Expr *rhs) {
  Vec<Var *> params;
  const core::Expr *body;
  peel_lambdas(rhs, &params, &body);
  c->kind = ClosureKind::Fun;
  for (Var *v : params) {
    Id *id = bind_var(v);
    if (id) id->strict = v->info && v->info->strict_param && !is<core::ELam>(body);   // a Lam: only the call of the rest is strict
    c->params.push_back(id ? id : new_id(v->occ, Rep::Void));
  }
  c->ret_tuple = result_reps(core::expr_type(body), &c->ret);
  size_t m = mark();
  c->body = convert(body);
  GPHC_CHECK(mark() == m, "STG: binding left over");
}

bool is_cheap_prim(const core::Expr *e) {
  e = strip(e);
  if (is<core::EVar>(e) || is<core::ELit>(e)) return true;
  const core::EPrimApp *p = dyn_cast<core::EPrimApp>(e);
  if (!p || p->op->effect != core::PrimEffect::Pure || p->op->impl != core::PrimImpl::Inline) return false;
  for (const core::Expr *a : p->args) if (!is_cheap_prim(a)) return false;
  return true;
}

// The closure for `id = rhs`. Further closures that it needs go to `group` (before it); strict parts go to pending_.
Closure *FromCore::make_closure(Id *id, const core::Expr *rhs, Vec<Closure *> *group) {
  Closure *c = id->closure ? id->closure : mk<Closure>();
  c->id = id;
  c->loc = loc_;
  id->closure = c;
  const core::Expr *e = strip_coerce(rhs);
  if (is<core::ELam>(e)) {
    id->evald = true;
    fill_function(c, e);
    return c;
  }
  if (const core::EConApp *con = dyn_cast<core::EConApp>(e); con && !con->con->tycon->is_unboxed_tuple) {
    bool ok = true;
    for (const core::Expr *a : con->args)
      if (core::is_unlifted(core::expr_type(a)) && !is_cheap_prim(a)) ok = false;
    if (ok) {
      c->kind = ClosureKind::Con;
      c->con = con->con;
      id->evald = true;
      for (const core::Expr *a : con->args) {
        Atom atom;
        if (try_atom(a, &atom)) {
          c->args.push_back(atom);
        } else if (core::is_unlifted(core::expr_type(a))) {
          c->args.push_back(atomize(a));
        } else {
          Id *part = new_id(sym("t"), Rep::Lifted);
          group->push_back(make_closure(part, a, group));
          c->args.push_back(id_atom(part));
        }
      }
      return c;
    }
  }
  if (is<core::EApp>(e)) {   // a partial application of a known function is a value
    const core::Expr *head = e;
    Vec<const core::Expr *> args;
    while (const core::EApp *a = dyn_cast<core::EApp>(head)) {
      Vec<const core::Expr *> all = a->args.clone();
      all.append(args);
      args = all;
      head = strip_coerce(a->fn);
    }
    if (const core::EVar *v = dyn_cast<core::EVar>(head)) {
      const Meaning &m = lookup(v->var);
      Id *fn = m.is_tuple ? nullptr : m.atom.id;
      bool plain = true;
      for (const core::Expr *a : args) {
        Atom atom;
        if (core::is_unlifted(core::expr_type(a)) && !try_atom(a, &atom)) plain = false;
      }
      if (fn && fn != id && plain && known_arity(fn) > int(args.size())) {
        c->kind = ClosureKind::Pap;
        c->fn = fn;
        id->evald = true;
        for (const core::Expr *a : args) {
          Atom atom;
          if (!try_atom(a, &atom)) {
            Id *part = new_id(sym("t"), Rep::Lifted);
            group->push_back(make_closure(part, a, group));
            atom = id_atom(part);
          }
          c->args.push_back(atom);
        }
        return c;
      }
    }
  }
  c->kind = ClosureKind::Thunk;
  size_t m = mark();
  c->body = convert(rhs);
  GPHC_CHECK(mark() == m, "STG: binding left over");
  return c;
}

Expr *FromCore::convert_let(const core::Expr *e) {
  Vec<core::Binding> binds;
  const core::Expr *body;
  bool rec = is<core::ELetRec>(e);
  if (rec) {
    binds = cast<core::ELetRec>(e).binds.clone();
    // The group's order depends on how often the simplifier came by, and so on the rest of the program (Note [Names in C] in stable_names.cc).
    std::stable_sort(binds.begin(), binds.end(), [](const core::Binding &a, const core::Binding &b) { return a.var->occ.str() < b.var->occ.str(); });
    body = cast<core::ELetRec>(e).body;
  } else {
    binds.push_back(cast<core::ELet>(e).bind);
    body = cast<core::ELet>(e).body;
  }
  if (core::info(binds[0].var).join_arity >= 0) {
    EJoin *j = node<EJoin>();
    j->rec = rec;
    for (const core::Binding &b : binds) {
      JoinPoint *p = mk<JoinPoint>();
      p->id = new_id(b.var->occ, Rep::Lifted);
      p->id->join = p;
      env_[b.var].atom = id_atom(p->id);
      j->joins.push_back(p);
    }
    size_t m = mark();
    for (size_t i = 0; i < binds.size(); i++) {
      size_t n = size_t(core::info(binds[i].var).join_arity);
      Vec<Var *> params;
      const core::Expr *rhs = strip(binds[i].rhs);
      while (params.size() < n) {
        const core::ELam *l = dyn_cast<core::ELam>(rhs);
        GPHC_CHECK(l, "STG: join point with too few lambdas: " + binds[i].var->occ.string());
        size_t take = std::min(n - params.size(), l->params.size());
        for (size_t k = 0; k < take; k++) params.push_back(l->params[k]);
        if (take < l->params.size()) {
          rhs = core::mk_lam(std::span<Var *const>(l->params.begin() + take, l->params.size() - take), l->body);
          break;
        }
        rhs = params.size() < n ? strip(l->body) : l->body;
      }
      for (Var *v : params) {
        if (core::type_rep(v->type) == Rep::Tuple) bind_parts(v, &j->joins[i]->params);
        else if (Id *id = bind_var(v)) {
          id->strict = v->info && v->info->strict_param;
          j->joins[i]->params.push_back(id);
        }
      }
      j->joins[i]->body = convert(rhs);
    }
    j->body = convert(body);
    GPHC_CHECK(mark() == m, "STG: binding left over");
    return j;
  }
  if (!rec) {
    Var *v = binds[0].var;
    Atom a;
    if (try_atom(binds[0].rhs, &a)) {
      alias(v, a);
      return convert(body);
    }
    size_t m = mark();
    if (core::is_unlifted(v->type)) {
      if (core::type_rep(v->type) == Rep::Tuple) {
        Vec<Id *> parts;
        Expr *scrut = convert(binds[0].rhs);
        bind_parts(v, &parts);
        ECase *c = node<ECase>();
        c->scrut = scrut;
        c->binders = parts;
        c->alts.push_back(Alt{.body = convert(body)});
        return c;
      }
      Expr *scrut = convert(binds[0].rhs);
      pending_.push_back({nullptr, scrut, bind_var(v)});
    } else {
      Id *id = new_id(v);
      Vec<Closure *> group;
      Closure *c = make_closure(id, binds[0].rhs, &group);
      if (c->kind == ClosureKind::Thunk && v->info && v->info->single_entry) c->kind = ClosureKind::ThunkOnce;
      env_[v].atom = id_atom(id);
      for (Closure *g : group) pending_.push_back({g, nullptr, nullptr});
      pending_.push_back({c, nullptr, nullptr});
    }
    return wrap(m, convert(body));
  }
  // A recursive group. Arities first, for partial applications; aliases inside are bindings to thunks.
  size_t m = mark();
  Vec<Id *> ids;
  for (const core::Binding &b : binds) {
    Id *id = new_id(b.var);
    env_[b.var].atom = id_atom(id);
    ids.push_back(id);
    Vec<Var *> params;
    const core::Expr *rhs;
    if (peel_lambdas(b.rhs, &params, &rhs)) id->evald = true;
  }
  ELet *l = node<ELet>();
  l->rec = true;
  for (size_t i = 0; i < binds.size(); i++) {
    Vec<Closure *> group;
    Closure *c = make_closure(ids[i], binds[i].rhs, &group);
    for (Closure *g : group) l->closures.push_back(g);
    l->closures.push_back(c);
  }
  l->body = convert(body);
  return wrap(m, l);
}

Expr *FromCore::convert_prim(const core::EPrimApp &p) {
  using core::PrimId;
  size_t m = mark();
  switch (PrimId(p.op->index)) {
    case PrimId::UnsafeCoerce: return convert(p.args[0]);
    case PrimId::RealWorldToken: return mk_value(token_atom());
    case PrimId::VoidToken: return node<ETuple>();
    case PrimId::Seq: case PrimId::SeqState: case PrimId::DataToTag: {
      Expr *scrut = convert(p.args[0]);
      Id *b = new_id(sym("v"), Rep::Lifted);
      b->evald = true;
      ECase *c = node<ECase>();
      c->scrut = scrut;
      c->binders.push_back(b);
      Expr *body;
      if (p.op->index == int(PrimId::Seq)) {
        body = convert(p.args[1]);
      } else if (p.op->index == int(PrimId::SeqState)) {
        ETuple *t = node<ETuple>();
        t->atoms.push_back(id_atom(b));
        body = t;
      } else {
        EPrim *e = node<EPrim>();
        e->op = p.op;
        e->args.push_back(id_atom(b));
        e->results.push_back(Rep::Int);
        if (!p.types.empty()) {
          Vec<const Type *> args;
          e->tycon = split_tcon_app(core::unwrap_newtypes(p.types[0]), &args);
        }
        body = e;
      }
      c->alts.push_back(Alt{.body = body});
      return c;
    }
    default: break;
  }
  EPrim *e = node<EPrim>();
  e->op = p.op;
  for (const core::Expr *a : p.args) {
    Atom atom = atomize(a);
    if (!atom.is_token()) e->args.push_back(atom);
  }
  if (p.op->index == int(PrimId::TagToEnum)) {
    Vec<const Type *> args;
    GPHC_CHECK(!p.types.empty(), "STG: tagToEnum# without its type");
    e->tycon = split_tcon_app(core::unwrap_newtypes(p.types[0]), &args);
    e->results.push_back(Rep::Lifted);
  } else {
    const Type *t = core::primop_type(p.op);
    while (const TForall *f = dyn_cast<TForall>(t)) t = f->body;
    for (uint32_t i = 0; i < p.op->arity; i++) t = cast<TFun>(t).res;
    result_reps(t, &e->results);
  }
  if (p.op->index == int(PrimId::Par) || p.op->index == int(PrimId::Spark)) e->loc = p.op->place ? p.op->place : loc_;
  return wrap(m, e);
}

// Does a call of f with n arguments enter argument i at most once?
static bool enters_once(const Var *f, size_t i, size_t n) {
  const core::IdInfo *info = f->info;
  return info && i < 64 && n >= info->single_entry_arity && info->single_entry_args >> i & 1;
}

Expr *FromCore::convert_app(const core::Expr *head, const Vec<const core::Expr *> &args) {
  size_t m = mark();
  if (const core::EVar *v = dyn_cast<core::EVar>(head)) {
    const Meaning &meaning = lookup(v->var);
    GPHC_CHECK(!meaning.is_tuple && meaning.atom.id, "STG: application of something that is no variable: " + v->var->occ.string());
    Id *fn = meaning.atom.id;
    if (fn->join) {
      EJump *j = node<EJump>();
      j->join = fn->join;
      for (const core::Expr *a : args) tuple_atoms(a, &j->args);
      return wrap(m, j);
    }
    EApp *e = node<EApp>();
    e->fn = fn;
    for (size_t i = 0; i < args.size(); i++) e->args.push_back(atomize(args[i], enters_once(v->var, i, args.size())));
    return wrap(m, e);
  }
  if (const core::ELam *l = dyn_cast<core::ELam>(head)) {   // a beta-redex that the casts hid
    size_t n = std::min(l->params.size(), args.size());
    for (size_t i = 0; i < n; i++) alias(l->params[i], atomize(args[i]));
    const core::Expr *body = l->body;
    if (n < l->params.size()) body = core::mk_lam(std::span<Var *const>(l->params.begin() + n, l->params.size() - n), body);
    Vec<const core::Expr *> rest;
    for (size_t i = n; i < args.size(); i++) rest.push_back(args[i]);
    Expr *e;
    if (rest.empty()) {
      e = convert(body);
    } else {
      const core::Expr *h = strip_coerce(body);
      e = convert_app(h, rest);
    }
    return wrap(m, e);
  }
  if (const core::EApp *a = dyn_cast<core::EApp>(head)) {
    Vec<const core::Expr *> all = a->args.clone();
    all.append(args);
    return convert_app(strip_coerce(a->fn), all);
  }
  // Anything else: evaluate the function, then apply it.
  Id *f = new_id(sym("f"), Rep::Lifted);
  f->evald = true;
  Expr *scrut = convert(head);
  pending_.push_back({nullptr, scrut, f});
  EApp *e = node<EApp>();
  e->fn = f;
  for (const core::Expr *a : args) e->args.push_back(atomize(a));
  return wrap(m, e);
}

Expr *FromCore::convert_case(const core::ECase &c) {
  size_t m = mark();
  Rep rep = core::type_rep(c.binder->type);
  if (rep == Rep::Tuple) {
    const core::Alt &alt = c.alts[0];
    const core::Expr *s = strip(c.scrut);
    Vec<Id *> binders;
    if (const core::EConApp *con = dyn_cast<core::EConApp>(s); con && con->con->tycon->is_unboxed_tuple && alt.con) {
      bool flat = true;
      for (Var *f : alt.fields) if (core::type_rep(f->type) == Rep::Tuple) flat = false;
      if (flat) {   // a known tuple: names for its components
        Meaning all;
        all.is_tuple = true;
        for (size_t i = 0; i < alt.fields.size(); i++) alias(alt.fields[i], atomize(con->args[i]));
        return wrap(m, convert(alt.body));
      }
    }
    if (const core::EVar *v = dyn_cast<core::EVar>(s)) {
      Meaning meaning = lookup(v->var);
      if (meaning.is_tuple) {
        env_[c.binder] = meaning;
        if (alt.con) {
          size_t k = 0;
          for (Var *f : alt.fields) {
            Vec<Rep> reps;
            bool tup = result_reps(f->type, &reps);
            Meaning fm;
            if (tup) {
              fm.is_tuple = true;
              for (size_t i = 0; i < reps.size(); i++) fm.parts.push_back(meaning.parts[k++]);
            } else if (!reps.empty()) {
              fm.atom = id_atom(meaning.parts[k++]);
            }
            env_[f] = fm;
          }
        }
        return convert(alt.body);
      }
    }
    Expr *scrut = convert(c.scrut);
    if (alt.con) {
      for (Var *f : alt.fields) {
        if (core::type_rep(f->type) == Rep::Tuple) bind_parts(f, &binders);
        else if (Id *id = bind_var(f)) binders.push_back(id);
      }
      Meaning whole;
      whole.is_tuple = true;
      whole.parts = binders.clone();
      env_[c.binder] = whole;
    } else {
      bind_parts(c.binder, &binders);
    }
    ECase *e = node<ECase>();
    e->scrut = scrut;
    e->binders = binders;
    e->alts.push_back(Alt{.body = convert(alt.body)});
    return e;
  }
  if (rep == Rep::Void) {
    Atom a;
    alias(c.binder, token_atom());
    if (try_atom(c.scrut, &a)) return convert(c.alts[0].body);
    ECase *e = node<ECase>();
    e->scrut = convert(c.scrut);
    e->alts.push_back(Alt{.body = convert(c.alts[0].body)});
    return e;
  }
  bool only_default = c.alts.size() == 1 && c.alts[0].is_default();
  Atom known;
  if (only_default && try_atom(c.scrut, &known) && (rep != Rep::Lifted || !known.id || known.id->evald)) {
    alias(c.binder, known);
    return convert(c.alts[0].body);
  }
  if (rep == Rep::Lifted && only_default) {   // a value under construction needs no Case
    const core::Expr *s = strip_coerce(c.scrut);
    const core::EConApp *con = dyn_cast<core::EConApp>(s);
    if (is<core::ELam>(s) || (con && !con->args.empty())) {
      Id *id = new_id(c.binder);
      Vec<Closure *> group;
      Closure *cl = make_closure(id, s, &group);
      if (cl->kind != ClosureKind::Thunk) {
        env_[c.binder].atom = id_atom(id);
        for (Closure *g : group) pending_.push_back({g, nullptr, nullptr});
        pending_.push_back({cl, nullptr, nullptr});
        return wrap(m, convert(c.alts[0].body));
      }
    }
  }
  ECase *e = node<ECase>();
  e->scrut = convert(c.scrut);
  Id *b = new_id(c.binder);
  b->evald = rep == Rep::Lifted;
  env_[c.binder].atom = id_atom(b);
  e->binders.push_back(b);
  for (const core::Alt &a : c.alts) {
    Alt out;
    out.con = a.con;
    out.is_lit = a.is_lit;
    out.lit = a.lit;
    if (a.con) e->tycon = a.con->tycon;
    for (size_t i = 0; i < a.fields.size(); i++) {
      Id *id = bind_var(a.fields[i]);
      if (id) {
        size_t nt = a.con->theta.size();
        id->evald = id->rep == Rep::Lifted && i >= nt && a.con->fields[i - nt].strict;
      }
      out.fields.push_back(id);
    }
    out.body = convert(a.body);
    e->alts.push_back(out);
  }
  return e;
}

Expr *FromCore::convert(const core::Expr *e) {
  using CT = core::Tag;
  switch (e->tag) {
    case CT::Cast: return convert(cast<core::ECast>(e).body);
    case CT::TyApp: return convert(cast<core::ETyApp>(e).fn);
    case CT::TyLam: return convert(cast<core::ETyLam>(e).body);
    case CT::Tick: {
      const core::ETick &t = cast<core::ETick>(e);
      Symbol saved = loc_;
      if (t.span) loc_ = location(t.span);
      Expr *r = convert(t.body);
      loc_ = saved;
      return r;
    }
    case CT::Var: {
      const Meaning &m = lookup(cast<core::EVar>(e).var);
      if (m.is_tuple) {
        ETuple *t = node<ETuple>();
        for (Id *id : m.parts) t->atoms.push_back(id_atom(id));
        return t;
      }
      if (m.atom.id && m.atom.id->join) {
        EJump *j = node<EJump>();
        j->join = m.atom.id->join;
        return j;
      }
      return mk_value(m.atom);
    }
    case CT::Lit: return mk_value(lit_atom(cast<core::ELit>(e).lit));
    case CT::App: {
      const core::EApp &a = cast<core::EApp>(e);
      return convert_app(strip_coerce(a.fn), a.args);
    }
    case CT::Lam: {
      size_t m = mark();
      Atom a = atomize(e);
      return wrap(m, mk_value(a));
    }
    case CT::Let: case CT::LetRec: return convert_let(e);
    case CT::Case: return convert_case(cast<core::ECase>(e));
    case CT::ConApp: return convert_con(cast<core::EConApp>(e));
    case CT::PrimApp: return convert_prim(cast<core::EPrimApp>(e));
    case CT::CCall: {
      const core::ECCall &c = cast<core::ECCall>(e);
      size_t m = mark();
      EForeign *f = node<EForeign>();
      f->call = c.call;
      for (const core::Expr *a : c.args) {
        Atom atom = atomize(a);
        if (!atom.is_token()) f->args.push_back(atom);
      }
      result_reps(c.type, &f->results);
      return wrap(m, f);
    }
  }
  GPHC_BUG("STG: unknown Core node");
}

// ---- Top level ---------------------------------------------------------------------------------------------------------
// See Note [Names in C] in stable_names.cc.
TopBind *FromCore::new_top(Id *id, Symbol module, const std::string &base) {
  TopBind *t = mk<TopBind>();
  t->id = id;
  t->module = module;
  t->base = base;
  uint32_t n = names_[base]++;
  t->name = n ? base + "_" + std::to_string(n) : base;
  if (n) names_[t->name]++;
  id->top = t;
  return t;
}

// One String of a text is enough for a module, and equal ones would be told apart by counters (Note [Names in C]).
bool FromCore::is_known_string(const core::Binding &b, Symbol module, const core::Expr *rhs) {
  const core::EApp *a = dyn_cast<core::EApp>(rhs);
  if (!a || b.var->own_name || a->args.size() != 1 || core::info(b.var).is_exported) return false;
  const core::EVar *f = dyn_cast<core::EVar>(a->fn);
  const core::ELit *text = dyn_cast<core::ELit>(a->args[0]);
  if (!f || f->var->occ.str() != "unpackCString#" || !text || text->lit.tag != LitTag::String) return false;
  Var *&same = strings_[module.string() + ":" + std::to_string(f->var->uniq) + ":" + std::string(text->lit.text)];
  if (same) top_alias_[b.var] = core::mk_var(same);
  else same = b.var;
  return same != b.var;
}

void FromCore::add_top(const core::Binding &b) {
  const core::Expr *rhs = strip_coerce(b.rhs);
  if (is<core::EVar>(rhs) || (is<core::ELit>(rhs) && cast<core::ELit>(rhs).lit.tag != LitTag::String)) {
    top_alias_[b.var] = rhs;
    return;
  }
  Symbol module = b.var->module;
  if (!module) module = prog_->binds.empty() ? prog_->main_module : prog_->binds.back()->module;
  if (is_known_string(b, module, rhs)) return;
  Id *id = new_id(b.var);
  env_[b.var].atom = id_atom(id);
  TopBind *t = new_top(id, module, z_encode(module.str()) + "_" + z_encode(b.var->occ.str()));
  t->huge = b.var->info && b.var->info->huge;
  t->own_name = b.var->own_name && t->name == t->base;
  t->library = b.var->library;
  prog_->binds.push_back(t);
  if (const core::ELit *l = dyn_cast<core::ELit>(rhs)) {
    t->string = l->lit.text;
    return;
  }
  t->closure = mk<Closure>();
  t->closure->id = id;
  t->closure->loc = core::info(b.var).loc;
  if (locations_ && !t->closure->loc) t->closure->loc = location(b.var->def);
  Vec<Var *> params;
  const core::Expr *body;
  if (peel_lambdas(rhs, &params, &body)) {
    t->closure->kind = ClosureKind::Fun;
    t->closure->params.resize(params.size());   // for known_arity; filled in by convert_top
    id->evald = true;
  }
  todo_.push_back({t, rhs});
}

// A non-atomic argument of a static constructor: a static closure of its own.
Closure *FromCore::top_part(TopBind *parent, const core::Expr *e) {
  Id *id = new_id(sym("part"), Rep::Lifted);
  TopBind *t = new_top(id, parent->module, parent->base + "_p");
  t->closure = mk<Closure>();
  t->closure->id = id;
  t->closure->loc = loc_;
  prog_->binds.push_back(t);
  convert_top(t, strip_coerce(e));
  return t->closure;
}

void FromCore::convert_top(TopBind *t, const core::Expr *rhs) {
  TopBind *saved_top = top_;
  Symbol saved_loc = loc_;
  top_ = t;
  if (t->closure->loc) loc_ = t->closure->loc;
  Closure *c = t->closure;
  if (is<core::ELam>(rhs)) {
    c->params.clear();
    t->id->evald = true;
    fill_function(c, rhs);
  } else {
    bool done = false;
    if (const core::EConApp *con = dyn_cast<core::EConApp>(rhs); con && !con->con->tycon->is_unboxed_tuple) {
      bool ok = true;
      for (const core::Expr *a : con->args) {
        Atom atom;
        if (core::is_unlifted(core::expr_type(a)) && !(try_atom(a, &atom) && !atom.is_var())) ok = false;
        // An unlifted atom that is a top-level string is static too.
        if (core::is_unlifted(core::expr_type(a)) && try_atom(a, &atom) && atom.is_var() && atom.id->top && !atom.id->top->closure) ok = true;
      }
      if (ok) {
        c->kind = ClosureKind::Con;
        c->con = con->con;
        for (const core::Expr *a : con->args) {
          Atom atom;
          if (!try_atom(a, &atom)) atom = id_atom(top_part(t, a)->id);
          c->args.push_back(atom);
        }
        done = true;
      }
    }
    if (!done) {
      c->kind = ClosureKind::Thunk;
      c->body = convert(rhs);
    }
  }
  GPHC_CHECK(pending_.empty(), "STG: binding left over in " + t->name);
  top_ = saved_top;
  loc_ = saved_loc;
}

Program *FromCore::run(const core::Program &p) {
  prog_ = mk<Program>();
  prog_->main_module = p.main ? p.main->module : Symbol();
  if (!prog_->main_module) prog_->main_module = sym("Main");
  for (const Vec<core::Binding> &group : p.groups)
    for (const core::Binding &b : group) add_top(b);
  // x = y where y is x in the end: a thunk that needs itself.
  for (const Vec<core::Binding> &group : p.groups)
    for (const core::Binding &b : group) {
      std::unordered_set<const Var *> seen;
      const Var *v = b.var;
      while (top_alias_.count(v) && seen.insert(v).second) {
        const core::EVar *y = dyn_cast<core::EVar>(top_alias_[v]);
        if (!y) break;
        v = y->var;
      }
      if (top_alias_.count(v) && seen.count(v) && is<core::EVar>(top_alias_[v])) {
        const core::Expr *rhs = top_alias_[v];
        top_alias_.erase(v);
        Id *id = new_id(v);
        env_[v].atom = id_atom(id);
        TopBind *t = new_top(id, prog_->main_module, z_encode(v->module.str()) + "_" + z_encode(v->occ.str()));
        t->closure = mk<Closure>();
        t->closure->id = id;
        prog_->binds.push_back(t);
        todo_.push_back({t, rhs});
      }
    }
  // What is surely a static constructor is known to be evaluated from the start.
  for (auto &[t, rhs] : todo_)
    if (const core::EConApp *con = dyn_cast<core::EConApp>(rhs); con && !con->con->tycon->is_unboxed_tuple) {
      bool sure = true;
      for (const FieldInfo &f : con->con->fields) if (f.strict) sure = false;
      for (const core::Expr *a : con->args) if (core::is_unlifted(core::expr_type(a)) && !is<core::ELit>(strip(a))) sure = false;
      if (sure) t->id->evald = true;
    }
  for (size_t i = 0; i < todo_.size(); i++) {
    std::pair<TopBind *, const core::Expr *> work = todo_[i];
    CrashContext ctx("translating " + work.first->name + " to STG");
    convert_top(work.first, work.second);
  }
  // See Note [Strict fields are tagged].
  for (TopBind *t : prog_->binds)
    if (t->closure) t->id->evald = t->closure->kind != ClosureKind::Thunk;
  for (bool changed = true; changed;) {
    changed = false;
    for (TopBind *t : prog_->binds) {
      Closure *c = t->closure;
      if (!c || c->kind != ClosureKind::Con) continue;
      bool ok = true;
      size_t nt = c->con->theta.size();
      for (size_t i = nt; i < c->args.size(); i++)
        if (c->con->fields[i - nt].strict && c->args[i].rep == Rep::Lifted && c->args[i].id && !c->args[i].id->evald) ok = false;
      if (ok) continue;
      EConApp *e = node<EConApp>();
      e->con = c->con;
      e->args = c->args;
      c->kind = ClosureKind::Thunk;
      c->body = e;
      t->id->evald = false;
      changed = true;
    }
  }
  if (p.main) prog_->main = lookup(p.main).atom.id;
  for (Var *k : p.known) prog_->known.push_back(k && (env_.count(k) || top_alias_.count(k)) ? lookup(k).atom.id : nullptr);
  for (const core::Program::Export &x : p.exports) prog_->exports.push_back({x.c_name, lookup(x.var).atom.id});
  prog_->modules = p.modules;
  prog_->own_modules = p.own_modules;
  prog_->fuel = p.fuel;
  prog_->ids = counter_;
  return prog_;
}

}  // namespace

Program *from_core(const core::Program &p, bool locations) { return FromCore(locations).run(p); }

}  // namespace gphc::stg
