// split_joins.cc: a join point that begins by taking a parameter apart becomes one for each alternative.
//
//   join j m = case m of { Nothing -> e1; Just x -> e2 } in case s of { [] -> j Nothing; y : _ -> .. j (Just y) .. }
//   ==>   join j1 = e1 in join j2 x = e2 in case s of { [] -> j1; y : _ -> .. j2 y .. }
//
// That is what the continuation of a monadic action becomes whose result is known where the action ends: k in m >>= k
// is shared by the branches of m. No constructor is built, and what only one branch jumps to goes into it, where the
// simplifier knows what that branch has found out (here: that s is y : _).
//
// Known is what is a constructor's application at the jump, or a variable that a case around it has taken apart. A jump
// with something else becomes the case itself, with jumps as alternatives: so many of these are allowed as cost little
// code (kMostUnknown). Where an alternative needs the object as a whole, it gets it as a parameter, too, and then a
// known jump saves the test only.
//
// Requires: unique binders; join points are marked. Establishes: the same. Preserves: lint, sharing. The new join
// points' bodies are the old alternatives, so the program does not grow but for the cases at unknown jumps. Complexity:
// linear.
#include <algorithm>
#include <vector>

#include "core/fvs.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

constexpr int kMostUnknown = 2;  // jumps that become cases,
constexpr size_t kMostAlts = 4;  // of so many alternatives

class SplitJoins {
 public:
  explicit SplitJoins(PassContext &cx) : cx_(cx) {}
  const Expr *top_level(const Expr *e) {
    joins_.clear();
    look(e);
    bool any = false;
    for (Join &j : joins_) any |= decide(j);
    const Expr *r = any ? rebuild(e) : e;
    for (const Join &j : joins_)
      index_[j.var->uniq] = object_of_[j.lambda->params[j.param]->uniq] = object_of_[j.body->binder->uniq] = 0;
    return r;
  }

 private:
  struct Part {  // an alternative's join point
    Var *var = nullptr;
    bool whole = false;  // it gets the object, behind all others
  };
  struct Join {
    Var *var;
    const ELam *lambda;
    const ECase *body;
    size_t param;  // the one that is taken apart
    int known = 0, unknown = 0;
    bool split = false;
    std::vector<Part> parts{};  // of body->alts
    size_t here = size_t(-1);   // the alternative that is being looked at
  };
  Join *join(const Var *v) {
    const uint32_t i = index_.get(v->uniq);
    return i ? &joins_[i - 1] : nullptr;
  }

  // ---- Which there are, and how they are jumped to ------------------------------------------------------------------
  void bound(const Binding &b) {
    const ELam *l = dyn_cast<ELam>(b.rhs);
    if (!l || !is_join_var(b.var) || size_t(b.var->info->join_arity) != l->params.size()) return;
    const ECase *c = dyn_cast<ECase>(l->body);
    const EVar *v = c ? dyn_cast<EVar>(c->scrut) : nullptr;
    if (!v || is_unlifted(v->var->type)) return;
    const auto p = std::find(l->params.begin(), l->params.end(), v->var);
    if (p == l->params.end()) return;
    bool cons = false;
    for (const Alt &a : c->alts) {
      if (a.is_lit || !a.ex_tvs.empty() || (a.con && !a.con->theta.empty())) return;
      cons |= a.con != nullptr;
    }
    if (!cons) return;
    joins_.push_back({.var = b.var, .lambda = l, .body = c, .param = size_t(p - l->params.begin())});
    joins_.back().parts.resize(c->alts.size());
    index_[b.var->uniq] = object_of_[v->var->uniq] = object_of_[c->binder->uniq] = uint32_t(joins_.size());
  }
  // The constructor that a case around has found v to be; or null.
  const DataCon *known(const Var *v) const {
    const Alt *a = known_.get(v->uniq);
    return a ? a->con : nullptr;
  }
  // The alternative that an argument takes; -1: it does not say.
  int taken(const Join &j, const Expr *arg) {
    const DataCon *con = nullptr;
    if (const EConApp *c = dyn_cast<EConApp>(arg)) con = c->con;
    else if (const EVar *v = dyn_cast<EVar>(arg)) con = known(v->var);
    if (!con) return -1;
    int otherwise = -1;
    for (size_t i = 0; i < j.body->alts.size(); i++) {
      if (j.body->alts[i].con == con) return int(i);
      if (j.body->alts[i].is_default()) otherwise = int(i);
    }
    return otherwise;
  }
  template <class F>
  void in_alt(const ECase &c, const Alt &a, F f) {
    const EVar *v = dyn_cast<EVar>(c.scrut);
    const Alt *before = v ? known_.get(v->var->uniq) : nullptr;
    const Alt *here = a.con && a.ex_tvs.empty() ? &a : nullptr;
    if (v && here) known_[v->var->uniq] = here;
    known_[c.binder->uniq] = here;
    f(a.body);
    if (v) known_[v->var->uniq] = before;
  }
  void look(const Expr *e) {
    switch (e->tag) {
      case Tag::Var:
        if (const uint32_t i = object_of_.get(cast<EVar>(e).var->uniq); i && joins_[i - 1].here != size_t(-1))
          joins_[i - 1].parts[joins_[i - 1].here].whole = true;
        return;
      case Tag::Let: bound(cast<ELet>(e).bind); break;
      case Tag::App:
        if (const EVar *v = dyn_cast<EVar>(cast<EApp>(e).fn))
          if (Join *j = join(v->var)) {
            const EApp &a = cast<EApp>(e);
            if (a.args.size() == j->lambda->params.size()) (taken(*j, a.args[j->param]) >= 0 ? j->known : j->unknown)++;
            else j->unknown = kMostUnknown + 1;
          }
        break;
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        look(c.scrut);
        const uint32_t i = object_of_.get(c.binder->uniq);
        for (size_t k = 0; k < c.alts.size(); k++) {
          if (i) joins_[i - 1].here = k;
          in_alt(c, c.alts[k], [this](const Expr *x) { look(x); });
        }
        if (i) joins_[i - 1].here = size_t(-1);
        return;
      }
      default: break;
    }
    for_each_child(e, [this](const Expr *x) { look(x); });
  }
  bool decide(Join &j) {
    if (j.known == 0 || j.unknown > kMostUnknown || (j.unknown > 0 && j.body->alts.size() > kMostAlts)) return false;
    return j.split = cx_.tick();
  }

  // ---- Rewriting ----------------------------------------------------------------------------------------------------
  const Expr *renamed(const Var *v, const Expr *e) {
    Var *n = renaming_.get(v->uniq);
    return n ? mk_var(n) : e;
  }
  // The parts' bindings, and what is jumped from, inside them.
  const Expr *split(Join &j, const Expr *rest) {
    const ECase &c = *j.body;
    Var *object = j.lambda->params[j.param];
    std::vector<Binding> parts;
    for (size_t i = 0; i < c.alts.size(); i++) {
      const Alt &a = c.alts[i];
      Part &part = j.parts[i];
      Vec<Var *> params;
      // the first part may have the parameters themselves: binders are unique
      for (Var *p : j.lambda->params)
        if (p != object) {
          Var *n = parts.empty() ? p : fresh_like(p, p->type);
          renaming_[p->uniq] = n == p ? nullptr : n;
          params.push_back(n);
        }
      for (Var *f : a.fields) params.push_back(f);
      if (part.whole) {
        Var *o = fresh_like(object, object->type);
        renaming_[object->uniq] = renaming_[c.binder->uniq] = o;
        params.push_back(o);
      }
      const Expr *body = nullptr;
      in_alt(c, a, [&](const Expr *x) { body = rebuild(x); });
      for (Var *p : j.lambda->params) renaming_[p->uniq] = nullptr;
      renaming_[c.binder->uniq] = nullptr;
      Vec<const Type *> types;
      for (Var *p : params) types.push_back(p->type);
      part.var = fresh_like(j.var, mk_tfuns(types, c.type));
      info(part.var).join_arity = info(part.var).arity = int32_t(params.size());
      parts.push_back({part.var, mk_lam(params, body)});
    }
    const Expr *r = rebuild(rest);
    for (size_t i = parts.size(); i-- > 0;) r = mk_let(parts[i].var, parts[i].rhs, r);
    return r;
  }
  // e as a variable or something as good; what it stands for is bound in *first.
  static const Expr *named(const Expr *e, Vec<Binding> *first) {
    if (is_trivial(e)) return e;
    Var *v = mk_core_var("a", expr_type(e));
    first->push_back({v, e});
    return mk_var(v);
  }
  static const Expr *after(const Vec<Binding> &first, const Expr *e) {
    for (size_t i = first.size(); i-- > 0;)
      e = is_unlifted(first[i].var->type) ? mk_strict_let(first[i].var, first[i].rhs, e)
                                          : mk_let(first[i].var, first[i].rhs, e);
    return e;
  }
  const Expr *jump(const Join &j, const EApp &a) {
    Vec<const Expr *> args;
    for (size_t i = 0; i < a.args.size(); i++)
      if (i != j.param) args.push_back(rebuild(a.args[i]));
    const Expr *was = a.args[j.param], *object = rebuild(was);
    const int i = taken(j, was);
    Vec<Binding> first;
    if (i >= 0) {
      const Part &part = j.parts[size_t(i)];
      if (j.body->alts[size_t(i)].con) {
        if (const EConApp *c = dyn_cast<EConApp>(object)) {
          Vec<const Expr *> fields;
          for (const Expr *f : c->args) fields.push_back(part.whole ? named(f, &first) : f);
          for (const Expr *f : fields) args.push_back(f);
          if (part.whole) object = named(mk_con_app(c->con, c->types, fields), &first);
        } else
          for (Var *f : known_.get(cast<EVar>(was).var->uniq)->fields) args.push_back(renamed(f, mk_var(f)));
      }
      if (part.whole) args.push_back(object);
      return after(first, mk_app(mk_var(part.var), args));
    }
    for (const Expr *&x : args) x = named(x, &first);
    Var *binder = fresh_like(j.body->binder, j.body->binder->type);
    Vec<Alt> alts;
    for (size_t k = 0; k < j.parts.size(); k++) {
      Alt alt = j.body->alts[k];
      Vec<Var *> fields;
      Vec<const Expr *> all = args.clone();
      for (Var *f : alt.fields) {
        fields.push_back(fresh_like(f, f->type));
        all.push_back(mk_var(fields.back()));
      }
      alt.fields = fields;
      if (j.parts[k].whole) all.push_back(mk_var(binder));
      alt.body = mk_app(mk_var(j.parts[k].var), all);
      alts.push_back(alt);
    }
    return after(first, mk_case(object, binder, j.body->type, alts));
  }
  const Expr *rebuild(const Expr *e) {
    switch (e->tag) {
      case Tag::Var: return renamed(cast<EVar>(e).var, e);
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        Join *j = join(l.bind.var);
        if (j && j->split) return split(*j, l.body);
        break;
      }
      case Tag::App:
        if (const EVar *v = dyn_cast<EVar>(cast<EApp>(e).fn))
          if (const Join *j = join(v->var); j && j->split) return jump(*j, cast<EApp>(e));
        break;
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        const Expr *scrut = rebuild(c.scrut);
        Vec<Alt> alts;
        bool same = scrut == c.scrut;
        for (const Alt &a : c.alts) {
          Alt n = a;
          in_alt(c, a, [&](const Expr *x) { n.body = rebuild(x); });
          same &= n.body == a.body;
          alts.push_back(n);
        }
        return same ? e : mk_case(scrut, c.binder, c.type, alts);
      }
      default: break;
    }
    return map_children(e, [this](const Expr *x) { return rebuild(x); });
  }

  PassContext &cx_;
  std::vector<Join> joins_;
  UniqTable<uint32_t> index_;      // of a join point, + 1
  UniqTable<uint32_t> object_of_;  // of the parameter that it takes apart, and of the case binder: the same
  UniqTable<const Alt *> known_;   // of variables that cases around have taken apart: as what
  UniqTable<Var *> renaming_;      // of parameters, in a part
};

}  // namespace

void split_joins(Program &p, PassContext &cx) {
  SplitJoins s(cx);
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) b.rhs = s.top_level(b.rhs);
}

}  // namespace gphc::opt
