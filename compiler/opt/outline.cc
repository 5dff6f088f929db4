// outline.cc: a huge definition becomes several of bounded size.
//
//   main = do { l1; l2; .. l3000 }        ==>     main   = do { l1; ..; l200; main_s1 }
//                                                 main_s1 = do { l201; ..; main_s2 }          {-# NOINLINE #-}
//
// The passes, and LLVM's register allocator more than they, take more than linear time, and memory, in the size of a
// definition, or of what is alive across it; a generated table or test program of ten thousand lines would take hours.
// Nobody misses what is optimised across such a cut: it costs a call that passes the free variables.
//
// A definition beyond kLarge nodes is cut bottom-up wherever what has gathered below exceeds kPiece: the largest
// children leave first, so that a long chain (of statements, operators, cells, lets, nested cases) falls into pieces of
// kPiece nodes. An expression can leave when it has a lifted type. A wide node (a switch, a letrec) gives away smaller
// children, too, while it is far too large; of many tiny ones it stays whole.
//
// The pieces are NOINLINE, or the simplifier would glue them together; they are top-level functions of their free
// variables and types, so each pass, and the back end, meets them one by one. A piece that jumps to a join point has a
// copy of it (its code is a piece, too, unless it is small). Constant data does not count: static-data has made
// literals of it. What has many free variables stays (a thousand values bound one after another and all alive at the
// end cannot be cut at all).
//
// The code generators make the pieces of a definition beyond kHuge nodes quickly rather than well (IdInfo::huge).
//
// What it costs besides calls: a piece without free variables is a CAF, and localise-cafs does not take it back into
// main, so that what it holds stays alive.
//
// Runs at every level, after normalise. Sharing is preserved: a lazy argument stays a thunk, whose code calls the
// piece. Complexity: linear, and for each cut the number of its free variables.
#include <algorithm>
#include <unordered_map>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/passes.h"

namespace gphc::opt {

namespace {

constexpr int kLarge = 6000;  // a do-block of some 500 lines
constexpr int kHuge = 15000;  // nobody wrote this by hand
constexpr int kPiece = 1200;
constexpr int kLeast = 150;    // smaller expressions are not worth a function
constexpr int kCopy = 40;      // a join point's code, for each piece that jumps there
constexpr int kManyFree = 24;  // stg/from_core.cc: kMostParams

class Outliner {
 public:
  explicit Outliner(PassContext &cx) : cx_(cx) {
    int n = cx.options->outline;
    if (n == 0) return;
    // -doutline
    large_ = n;
    piece_ = n / 5 + 1;
    least_ = n / 40 + 2;
  }
  void group(Vec<Binding> *g) {
    pieces_ = {};
    for (Binding &b : *g) {
      int size = count(b.rhs);
      if (size <= large_) continue;
      top_ = b.var;
      if (size > kHuge) info(top_).huge = true;
      serial_ = 0;
      joins_.clear();
      b.rhs = top_level(b.rhs);
    }
    for (const Binding &b : pieces_) g->push_back(b);
  }

 private:
  struct Part {
    const Expr *e;
    int size;
    int wait = 0;  // it could not leave: not worth another look before it has this size
  };

  static int count(const Expr *e) {
    int n = 1;
    for_each_child(e, [&](const Expr *x) { n += count(x); });
    return n;
  }

  // The definition keeps its parameters and the outermost expression.
  const Expr *top_level(const Expr *e) {
    if (e->tag == Tag::Lam || e->tag == Tag::TyLam || e->tag == Tag::Cast)
      return map_children(e, [&](const Expr *x) { return top_level(x); });
    return expr(e).e;
  }
  // e without what was cut out of it.
  Part expr(const Expr *e) {
    std::vector<Part> parts;
    int size = 1, wait = 0;
    for_each_child(e, [&](const Expr *x) {
      parts.push_back(expr(x));
      if (parts.size() == 1 && e->tag == Tag::Let && is_join_var(cast<ELet>(e).bind.var))
        parts[0] = join(cast<ELet>(e).bind.var, parts[0]);
      size += parts.back().size;
    });
    if (size > piece_) {
      std::vector<size_t> order;
      for (size_t i = 0; i < parts.size(); i++) order.push_back(i);
      std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return parts[a].size > parts[b].size; });
      for (size_t i : order) {
        if (parts[i].size < (size > 4 * piece_ ? least_ / 6 : least_) || size <= piece_) break;
        if (!may_leave(e, i) || parts[i].size < parts[i].wait) continue;
        size -= parts[i].size;
        parts[i] = cut(parts[i]);
        size += parts[i].size;
      }
      for (const Part &x : parts) wait = std::max(wait, x.wait);
    }
    size_t next = 0;
    // map_children visits them in the order of for_each_child.
    return {map_children(e, [&](const Expr *) { return parts[next++].e; }), size, wait};
  }
  // The right-hand side of a join point. It is kept small, so that pieces which jump there can have copies of it.
  Part join(const Var *j, Part p) {
    if (p.size > kCopy && size_t(j->info->join_arity) == size_t(manifest_arity(p.e)))
      if (const ELam *l = dyn_cast<ELam>(p.e)) {
        Part body = cut({l->body, p.size, 0});
        p = {mk_lam(l->params, body.e), body.size + 1, p.wait};
      }
    if (p.size > kCopy && j->info->join_arity == 0) p = cut(p);
    if (p.size <= kCopy) joins_[j] = p;
    return p;
  }
  // e with copies of the join points that it jumps to, and of those that they jump to; null when that is too much.
  const Expr *with_joins(const Expr *e, VarSet *free) {
    for (int copied = 0;;) {
      free->clear();
      free_vars(e, free);
      const Var *j = nullptr;
      for (const Var *v : *free)
        if (is_join_var(v) && (!j || v->uniq > j->uniq)) j = v;
      if (!j) return e;
      auto it = joins_.find(j);
      if (it == joins_.end() || (copied += it->second.size) > 4 * kCopy) return nullptr;
      e = mk_let(const_cast<Var *>(j), it->second.e, e);
    }
  }
  // Child i of e. A function part of an application, or under a lambda or cast, leaves as part of the whole. A join
  // point keeps its parameters.
  static bool may_leave(const Expr *e, size_t i) {
    switch (e->tag) {
      case Tag::App: return i > 0;
      case Tag::TyApp:
      case Tag::Cast:
      case Tag::TyLam: return false;
      case Tag::Let: return i > 0 || !is_join_var(cast<ELet>(e).bind.var);
      case Tag::LetRec: return i >= cast<ELetRec>(e).binds.size() || !is_join_var(cast<ELetRec>(e).binds[i].var);
      default: return true;
    }
  }
  // What takes p's place; p itself when it cannot leave.
  Part cut(Part p) {
    const Expr *e = p.e;
    const Type *t = expr_type(e);
    if (is_unlifted(t) || type_rep(t) != Rep::Lifted) return p;
    VarSet free;
    e = with_joins(e, &free);
    std::vector<Var *> vars;
    for (const Var *v : free) vars.push_back(const_cast<Var *>(v));
    if (!e || int(vars.size()) > kManyFree) {
      p.wait = p.size + p.size / 2;
      return p;
    }
    std::sort(vars.begin(), vars.end(), [](const Var *a, const Var *b) { return a->uniq < b->uniq; });
    TyVarSet free_types;
    free_ty_vars(e, &free_types);
    free_ty_vars(t, &free_types);
    for (const Var *v : vars) free_ty_vars(v->type, &free_types);
    std::vector<TyVar *> tvs;
    for (const TyVar *v : free_types) tvs.push_back(const_cast<TyVar *>(v));
    std::sort(tvs.begin(), tvs.end(), [](const TyVar *a, const TyVar *b) { return a->uniq < b->uniq; });
    if (!cx_.tick()) return p;

    Vec<TyVar *> from_types, params_types;
    Vec<const Type *> outer, inner;
    for (TyVar *v : tvs) {
      from_types.push_back(v);
      params_types.push_back(mk_tyvar(v->occ, v->kind));
      inner.push_back(mk_tvar(params_types.back()));
      outer.push_back(mk_tvar(v));
    }
    Vec<Var *> from, params;
    Vec<const Expr *> by, args;
    Vec<const Type *> types;
    for (Var *v : vars) {
      const Type *vt = subst_type(v->type, from_types, inner);
      from.push_back(v);
      params.push_back(fresh_like(v, vt));
      types.push_back(vt);
      by.push_back(mk_var(params.back()));
      args.push_back(mk_var(v));
    }
    const Expr *rhs = mk_ty_lam(params_types, mk_lam(params, clone_expr(e, from_types, inner, from, by)));
    Vec<TyVar *> sig;
    Vec<const Type *> sig_types;
    for (TyVar *v : tvs) {
      sig.push_back(mk_tyvar(v->occ, v->kind));
      sig_types.push_back(mk_tvar(sig.back()));
    }
    const Type *type = mk_tfuns(types, subst_type(t, from_types, inner));
    if (!tvs.empty()) type = mk_forall(sig, subst_type(type, params_types, sig_types));
    Var *g = mk_global_like(top_, type, std::string(top_->occ.str()) + "_s" + std::to_string(++serial_));
    info(g).inline_spec = InlineSpec::NoInline;
    if (top_->info) g->info->loc = top_->info->loc, g->info->huge = top_->info->huge;
    pieces_.push_back({g, rhs});
    return {mk_app(mk_ty_app(mk_var(g), outer), args), 1 + int(args.size())};
  }

  PassContext &cx_;
  int large_ = kLarge, piece_ = kPiece, least_ = kLeast;
  Vec<Binding> pieces_;
  std::unordered_map<const Var *, Part> joins_;
  Var *top_ = nullptr;
  int serial_ = 0;
};

}  // namespace

void outline(Program &p, PassContext &cx) {
  Outliner o(cx);
  for (Vec<Binding> &g : p.groups) o.group(&g);
}

}  // namespace gphc::opt
