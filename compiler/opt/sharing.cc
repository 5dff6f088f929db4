// sharing.cc: see sharing.h. Types nest little: a type is looked into 12 deep at most. Finding sparks is one walk of
// the program.
#include "opt/sharing.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "opt/expr_util.h"

namespace gphc::opt {

static bool flat(const Type *type, std::vector<const TyCon *> *open, int depth) {
  if (depth > 12) return false;
  Vec<const Type *> targs;
  const Type *t = unwrap_newtypes(type);
  if (t->tag == TypeTag::Fun || t->tag == TypeTag::Forall || t->tag == TypeTag::Var) return false;
  TyCon *tc = split_tcon_app(t, &targs);
  if (!tc) return false;
  if (tc == g_integer_tycon) return true;
  if (is_unlifted(t)) {
    switch (type_rep(t)) {
      case Rep::Int:
      case Rep::Word:
      case Rep::Char:
      case Rep::Double:
      case Rep::Float: return true;
      case Rep::Unlifted: break;
      default: return false;
    }
    if (tc->occ.str() == "ByteArray#") return true;
    if (tc->occ.str() == "Array#" || tc->occ.str() == "SmallArray#") return flat(targs[0], open, depth + 1);
    return false;
  }
  if (tc->sort != TyConSort::Data || tc->is_abstract || tc->cons.empty()) return false;
  for (const TyCon *o : *open)
    if (o == tc) return true;  // through a strict field: below
  open->push_back(tc);
  bool ok = true;
  for (const DataCon *c : tc->cons) {
    if (!c->exist.empty() || !c->theta.empty()) {
      ok = false;
      break;
    }
    Vec<const Type *> fts = con_field_types(c);
    for (size_t i = 0; ok && i < fts.size(); i++) {
      const Type *ft = c->univ.empty() ? fts[i] : subst_type(fts[i], c->univ, targs);
      Vec<const Type *> unused;
      const TyCon *ftc = split_tcon_app(unwrap_newtypes(ft), &unused);
      bool again = false;
      for (const TyCon *o : *open) again |= o == ftc;
      ok = again ? c->fields[i].strict : flat(ft, open, depth + 1);
    }
    if (!ok) break;
  }
  open->pop_back();
  return ok;
}

bool is_flat_type(const Type *t) {
  std::vector<const TyCon *> open;
  return flat(t, &open, 0);
}

bool is_data_type(const Type *type) {
  Vec<const Type *> targs;
  const Type *t = unwrap_newtypes(type);
  if (t->tag == TypeTag::Fun || t->tag == TypeTag::Forall) return false;
  if (t->tag == TypeTag::Var) return true;
  const TyCon *tc = split_tcon_app(t, &targs);
  return tc && tc->sort == TyConSort::Data;
}

constexpr int kMostNodes = 400;  // of an expression or a function: larger ones are not cheap
constexpr int kDeepestCalls = 20;

CheapToMake::CheapToMake(const Program &p) {
  for (const Vec<Binding> &g : p.groups)
    for (const Binding &b : g) rhs_[b.var->uniq] = b.rhs;
}

bool CheapToMake::operator()(const Expr *e, int place) {
  budget_ = kMostNodes;
  here_ = place + 1;
  query_++;
  loop_ = walk_ = false;
  return cell(e, Seen::Tail);
}

bool CheapToMake::function(const Var *v) {
  State &s = state_[v->uniq];
  if (s == State::Unknown) {
    const Expr *rhs = rhs_.get(v->uniq);
    if (!rhs || depth_ >= kDeepestCalls) return false;
    s = State::Open;
    opened_[v->uniq] = lambdas_;
    int selves = selves_;
    depth_++;
    int left = std::exchange(budget_, kMostNodes);
    bool loop = std::exchange(loop_, false), walk = std::exchange(walk_, false), applies = applies_;
    bool ok = cell(rhs, Seen::Tail) && closes(v);
    walks_[v->uniq] = walk_ || recursive_.get(v->uniq);
    loop_ = loop;
    walk_ = walk;
    applies_ = applies;
    budget_ = left;
    depth_--;
    selves_ = selves;
    state_[v->uniq] = ok ? State::Cheap : State::Dear;
    return ok;
  }
  return s != State::Dear;
}

// f has been looked at: does it take a loop in each of its rounds?
bool CheapToMake::closes(const Var *f) {
  if (recursive_.get(f->uniq) && loop_) return false;
  loops_[f->uniq] |= loop_;
  return true;
}

// Of the parts of one object, or the arguments of one call, one at most goes on with the function. `rounds`: of a
// recursive function, which takes a function in each; `layers`: and applies it to what it gives itself.
bool CheapToMake::cells(const Vec<const Expr *> &es, Seen seen, bool call, bool rounds, bool layers) {
  int before = selves_;
  bool again = false;
  for (const Expr *x : es) {
    bool lambda = call && x->tag == Tag::Lam;
    int selves = selves_;
    lambdas_ += lambda;
    bool loop = std::exchange(loop_, false), walk = std::exchange(walk_, false);
    bool ok = cell(x, seen);
    if (((loop_ && rounds) || (walk_ && layers)) && (lambda || x->tag == Tag::Var)) return false;
    loop_ |= loop;
    walk_ |= walk;
    lambdas_ -= lambda;
    if (!ok || (again && selves_ != selves)) return false;
    again |= selves_ != selves;
  }
  selves_ = std::min(selves_, before + 1);
  return true;
}

bool CheapToMake::self(const Var *f, Seen seen) {
  selves_++;
  recursive_[f->uniq] = true;
  loops_[f->uniq] |= seen == Seen::Tail;
  return seen != Seen::Used && opened_.get(f->uniq) == lambdas_;
}

// What a function gives itself for the next round: made by a recursive function, it would lie in one more layer at each
// cell (of `fig n' (delete n' xs)` the k-th cell goes through k of them).
bool CheapToMake::next_round(const Var *f, const Vec<const Expr *> &args) {
  bool walk = std::exchange(walk_, false), applies = std::exchange(applies_, false);
  bool ok = cells(args, Seen::Used, true) && !walk_;
  layers_[f->uniq] |= applies_;
  walk_ = walk;
  applies_ |= applies;
  return ok;
}

bool CheapToMake::cell(const Expr *e, Seen seen) {
  if (--budget_ < 0) return false;
  switch (e->tag) {
    case Tag::Var: {
      const Var *v = cast<EVar>(e).var;
      uint32_t u = v->uniq;
      // A function that is given to another one is called there.
      bool inside = inside_.get(u) == query_;
      if (inside ? local_.get(u) : state_.get(u) == State::Open) return false;
      if (const Expr *rhs = inside ? nullptr : rhs_.get(u); rhs && own_lambdas(rhs) > 0 && !function(v)) return false;
      loop_ |= loops_.get(u);
      walk_ |= walks_.get(u) || walked_.get(u) == query_;
      bool as_dear = place_.get(u) == here_ && !is_flat_type(v->type);  // of a flat value it is an enumeration
      return !as_dear && (seen != Seen::Used || again_.get(u) != query_);
    }
    case Tag::Lit: return true;
    case Tag::Lam:
      for (const Var *v : cast<ELam>(e).params) bind(v);
      return cell(cast<ELam>(e).body, seen);
    case Tag::App: {
      const EApp &a = cast<EApp>(e);
      const Var *f = head_var(a.fn);
      if (!f) return false;
      if (is_join_var(f)) {
        if (inside_.get(f->uniq) == query_ && local_.get(f->uniq)) recursive_[f->uniq] = loops_[f->uniq] = true;
        loop_ |= loops_.get(f->uniq);
        return cells(a.args, Seen::Used, false);
      }
      // a method: nobody knows yet; often an enumeration
      if (f->info && (f->info->is_selector || f->info->is_dfun)) return cells(a.args, Seen::Used, true);
      bool inside = inside_.get(f->uniq) == query_;
      if (inside ? local_.get(f->uniq) : state_.get(f->uniq) == State::Open)
        return self(f, seen) && next_round(f, a.args);
      // arithmetic, too: its loops are over limbs
      if (f->module && f->module.str() == "GPH.Integer") return cells(a.args, Seen::Used, true);
      if (!inside && !function(f)) return false;
      applies_ |= inside;
      loop_ |= loops_.get(f->uniq);
      walk_ |= walks_.get(f->uniq) || (inside && recursive_.get(f->uniq));
      return cells(a.args, inside ? within(seen) : Seen::Used, true, recursive_.get(f->uniq), layers_.get(f->uniq));
    }
    case Tag::TyApp: return cell(cast<ETyApp>(e).fn, seen);
    case Tag::TyLam: return cell(cast<ETyLam>(e).body, seen);
    case Tag::Cast: return cell(cast<ECast>(e).body, seen);
    case Tag::Tick: return cell(cast<ETick>(e).body, seen);
    case Tag::ConApp: return cells(cast<EConApp>(e).args, within(seen), false);
    case Tag::PrimApp: {
      const EPrimApp &p = cast<EPrimApp>(e);
      return p.op->effect != PrimEffect::Control && cells(p.args, Seen::Used, false);
    }
    case Tag::CCall: return cells(cast<ECCall>(e).args, Seen::Used, false);  // arithmetic
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      if (!cell(c.scrut, Seen::Used)) return false;
      bind(c.binder);
      int before = selves_, most = selves_;
      for (const Alt &a : c.alts) {
        for (const Var *f : a.fields) bind(f);
        selves_ = before;
        if (!cell(a.body, seen)) return false;
        most = std::max(most, selves_);
      }
      selves_ = most;
      return true;
    }
    case Tag::Let: {
      const ELet &l = cast<ELet>(e);
      bind(l.bind.var);
      int before = selves_;
      bool walk = std::exchange(walk_, false);
      bool ok = cell(l.bind.rhs, Seen::Used);
      if (walk_) walked_[l.bind.var->uniq] = query_;
      walk_ |= walk;
      if (!ok) {
        selves_ = before;
        if (seen == Seen::Used || !cell(l.bind.rhs, Seen::Tail)) return false;
        again_[l.bind.var->uniq] = query_;
      }
      int between = selves_;
      return cell(l.body, seen) && (between == before || selves_ == between);
    }
    case Tag::LetRec: {
      const ELetRec &l = cast<ELetRec>(e);
      for (const Binding &b : l.binds) bind(b.var), local_[b.var->uniq] = true, opened_[b.var->uniq] = lambdas_;
      bool ok = true;
      int before = selves_;
      for (const Binding &b : l.binds) {
        bool loop = std::exchange(loop_, false);
        ok = ok && cell(b.rhs, Seen::Tail) && closes(b.var);
        loop_ = loop;
      }
      selves_ = before;
      for (const Binding &b : l.binds) local_[b.var->uniq] = false;
      return ok && cell(l.body, seen);
    }
  }
  return false;
}

bool is_spark(const PrimOp *op) {
  PrimId id = PrimId(op->index);
  return id == PrimId::Par || id == PrimId::Spark;
}

static void note_sparks(const Expr *e, UniqTable<bool> *sparked, UniqTable<int> *count) {
  auto all = [&](const Vec<const Expr *> &es) {
    for (const Expr *x : es) note_sparks(x, sparked, count);
  };
  switch (e->tag) {
    case Tag::Var:
      if (count) (*count)[cast<EVar>(e).var->uniq]++;
      return;
    case Tag::Lit: return;
    case Tag::App: note_sparks(cast<EApp>(e).fn, sparked, count); return all(cast<EApp>(e).args);
    case Tag::TyApp: return note_sparks(cast<ETyApp>(e).fn, sparked, count);
    case Tag::Lam: return note_sparks(cast<ELam>(e).body, sparked, count);
    case Tag::TyLam: return note_sparks(cast<ETyLam>(e).body, sparked, count);
    case Tag::Let:
      note_sparks(cast<ELet>(e).bind.rhs, sparked, count);
      return note_sparks(cast<ELet>(e).body, sparked, count);
    case Tag::LetRec:
      for (const Binding &b : cast<ELetRec>(e).binds) note_sparks(b.rhs, sparked, count);
      return note_sparks(cast<ELetRec>(e).body, sparked, count);
    case Tag::Case:
      note_sparks(cast<ECase>(e).scrut, sparked, count);
      for (const Alt &a : cast<ECase>(e).alts) note_sparks(a.body, sparked, count);
      return;
    case Tag::ConApp: return all(cast<EConApp>(e).args);
    case Tag::PrimApp: {
      const EPrimApp &p = cast<EPrimApp>(e);
      if (is_spark(p.op))
        if (const Var *v = head_var(p.args[0])) (*sparked)[v->uniq] = true;
      return all(p.args);
    }
    case Tag::Cast: return note_sparks(cast<ECast>(e).body, sparked, count);
    case Tag::CCall: return all(cast<ECCall>(e).args);
    case Tag::Tick: return note_sparks(cast<ETick>(e).body, sparked, count);
  }
}

void find_sparked(const Program &p, UniqTable<bool> *sparked, UniqTable<int> *count) {
  for (const Vec<Binding> &g : p.groups)
    for (const Binding &b : g) note_sparks(b.rhs, sparked, count);
}

}  // namespace gphc::opt
