// from_core.cc: Core -> STG: atoms, expressions, the top level. from_core.h lists the other files.
//
//   f = \x -> g (h x) (I# (n +# 1#))        ==>   f = {} \n [x] -> let t = {x} \u [] -> h x in
//                                                     case +# n 1# of m { _ -> let b = I# m in g t b }
//
// Types, casts, type abstractions and ticks are dropped while walking; lambdas that only a cast separated become one.
// Non-atomic arguments are bound first: lifted ones to closures (lazily), unlifted ones by a Case (strictly). Variables
// are mapped to atoms by `env_`: an alias (let x = y, a case on an evaluated variable, a State# token, a component of a
// known unboxed tuple) costs nothing.
//
// Note [Strict fields are tagged]
// A strict lifted field always holds an evaluated, tagged word, so that nobody tests it again. Low evaluates an atom
// that goes into a strict field unless it is known to be evaluated; a static constructor whose strict field is a CAF
// becomes a CAF.
#include "stg/from_core.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

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

Rep lit_rep(const Literal &l) {
  switch (l.tag) {
    case LitTag::Int: return Rep::Int;
    case LitTag::Word: return Rep::Word;
    case LitTag::Char: return Rep::Char;
    case LitTag::Double: return Rep::Double;
    case LitTag::Float: return Rep::Float;
    case LitTag::String:
    case LitTag::NullAddr: return Rep::Addr;
    case LitTag::Integer:
    case LitTag::Data: return Rep::Lifted;
  }
  return Rep::Lifted;
}

bool result_types(const Type *t, Vec<const Type *> *out) {
  t = core::unwrap_newtypes(t);
  while (const TForall *f = dyn_cast<TForall>(t)) t = core::unwrap_newtypes(f->body);
  Vec<const Type *> args;
  TyCon *tc = split_tcon_app(t, &args);
  if (tc && tc->is_unboxed_tuple) {
    for (const Type *a : args) result_types(a, out);
    return true;
  }
  if (core::type_rep(t) != Rep::Void) out->push_back(t);
  return false;
}
bool result_reps(const Type *t, Vec<Rep> *out) {
  Vec<const Type *> types;
  bool tuple = result_types(t, &types);
  for (const Type *a : types) out->push_back(core::type_rep(a));
  return tuple;
}

Expr *mk_value(const Atom &a, core::PlaceId place) {
  EValue *e = node<EValue>();
  e->atom = a;
  e->place = place;
  return e;
}

const core::Expr *strip(const core::Expr *e) {
  for (;;) {
    if (const core::ECast *c = dyn_cast<core::ECast>(e)) e = c->body;
    else if (const core::ETyApp *t = dyn_cast<core::ETyApp>(e)) e = t->fn;
    else if (const core::ETyLam *t = dyn_cast<core::ETyLam>(e)) e = t->body;
    else if (const core::ETick *t = dyn_cast<core::ETick>(e)) e = t->body;
    else return e;
  }
}

Symbol location(const Span &span) {
  if (!span.file) return Symbol();
  const Span s = as_written(span);
  return sym(s.file->run_path() + ":" + std::to_string(s.line) + ":" + std::to_string(s.col));
}

bool is_prim(const core::Expr *e, core::PrimId id) {
  const core::EPrimApp *p = dyn_cast<core::EPrimApp>(e);
  return p && p->op->index == int(id);
}

const core::Expr *strip_coerce(const core::Expr *e) {
  e = strip(e);
  while (is_prim(e, core::PrimId::UnsafeCoerce)) e = strip(cast<core::EPrimApp>(e).args[0]);
  return e;
}

const FromCore::Meaning &FromCore::lookup(const Var *v) {
  auto it = env_.find(v);
  if (it == env_.end()) {
    auto a = top_alias_.find(v);
    if (a != top_alias_.end()) {
      const core::Expr *rhs = a->second;
      top_alias_.erase(a);  // a cycle of aliases finds nothing below
      Meaning m;
      if (const core::EVar *y = dyn_cast<core::EVar>(rhs)) m = lookup(y->var);
      else m.atom = lit_atom(cast<core::ELit>(rhs).lit);
      return env_[v] = m;
    }
    GPHC_BUG("STG: variable without binding: " + v->module.string() + "." + v->occ.string() + " in " +
             (top_ ? top_->name : ""));
  }
  return it->second;
}

void FromCore::bind_parts(const Var *v, Vec<Id *> *out) {
  Vec<const Type *> types;
  result_types(v->type, &types);
  Meaning m;
  m.is_tuple = true;
  for (const Type *t : types) {
    Id *id = new_id(v->occ, core::type_rep(t), t);
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

// Lambdas at the head of rhs, looking through what has no meaning at run time. A function of more than kMostParams
// parameters returns one of the rest: R->args, the masks of stack checks and of info tables have room for so many.
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
    Id *id = new_id(sym("t"), rep, t);
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
  if (core::type_rep(core::expr_type(e)) == Rep::Tuple) {  // a component that is itself an unboxed tuple, computed
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
      return mk_value(m.atom, cast<core::EVar>(e).place);
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
    case CT::Let:
    case CT::LetRec: return convert_let(e);
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

// ---- Top level ------------------------------------------------------------------------------------------------------
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
    t->closure->params.resize(params.size());  // for known_arity; filled in by convert_top
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
        if (core::is_unlifted(core::expr_type(a)) && try_atom(a, &atom) && atom.is_var() && atom.id->top &&
            !atom.id->top->closure)
          ok = true;
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
      for (const FieldInfo &f : con->con->fields)
        if (f.strict) sure = false;
      for (const core::Expr *a : con->args)
        if (core::is_unlifted(core::expr_type(a)) && !is<core::ELit>(strip(a))) sure = false;
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
        if (c->con->fields[i - nt].strict && c->args[i].rep == Rep::Lifted && c->args[i].id && !c->args[i].id->evald)
          ok = false;
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
  for (Var *k : p.known)
    prog_->known.push_back(k && (env_.count(k) || top_alias_.count(k)) ? lookup(k).atom.id : nullptr);
  for (const core::Program::Export &x : p.exports) prog_->exports.push_back({x.c_name, lookup(x.var).atom.id});
  prog_->modules = p.modules;
  prog_->own_modules = p.own_modules;
  prog_->fuel = p.fuel;
  prog_->ids = counter_;
  return prog_;
}

Program *from_core(const core::Program &p, bool locations) { return FromCore(locations).run(p); }

}  // namespace gphc::stg
