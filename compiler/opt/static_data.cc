// static_data.cc: large constant data structures (a table, a long list literal) become literals (core.h: DataLit).
//
//   xs = 1 : 2 : .. : []      ==>   xs = <data>
//
// Without this each cell is a top-level binding of its own after the first round of the simplifier, and each pass, the
// cache of objects and the linker treat it as one. Nothing is lost: nobody unrolls a loop over a long literal, and a
// selection from it costs a load.
//
// Runs before `normalise`, on what the desugarer made, in one walk: an expression's answer says how many cells it is
// when it is constant, and a large one is cut off where the constant part ends.
#include "core/fvs.h"
#include "opt/expr_util.h"
#include "opt/passes.h"

namespace gphc::opt {

namespace {

// From so many cells on. Smaller structures stay open to the simplifier: short lists unroll, records of constants are
// selected from.
constexpr int kMinCells = 64;

class StaticData {
 public:
  // What e becomes when it is not part of a larger constant.
  const Expr *whole(const Expr *e) {
    int cells = -1;
    e = expr(e, &cells);
    return cut(e, cells);
  }

 private:
  const Expr *cut(const Expr *e, int cells) {
    if (cells < kMinCells) return e;
    DataLit *d = mk<DataLit>();
    d->tree = e;
    d->type = expr_type(e);
    d->unpack = unpack_;
    Literal l{.tag = LitTag::Data};
    l.data = d;
    return mk_lit(l);
  }
  bool is_unpack(const Expr *e) {
    const EApp *a = dyn_cast<EApp>(e);
    if (!a || a->args.size() != 1 || a->fn->tag != Tag::Var || a->args[0]->tag != Tag::Lit ||
        cast<ELit>(a->args[0]).lit.tag != LitTag::String)
      return false;
    Var *v = cast<EVar>(a->fn).var;
    if (v != unpack_) {
      if (v->occ.str() != "unpackCString#" || v->module.str() != "GPH.Base") return false;
      unpack_ = v;
    }
    return true;
  }
  // Elements of a list share their type arguments: the last answer is mostly the next one.
  bool closed(const Type *t) {
    if (t == closed_) return true;
    if (!is_closed_type(t)) return false;
    closed_ = t;
    return true;
  }
  bool may_be_static(const EConApp &c) {
    if (c.con->tycon->is_unboxed_tuple || c.con->dict_of || !c.con->theta.empty()) return false;
    for (const Type *t : c.types)
      if (!closed(t)) return false;
    return true;
  }

  // The new e; *cells: how many cells it has when it is constant, else -1.
  const Expr *expr(const Expr *e, int *cells) {
    *cells = -1;
    switch (e->tag) {
      case Tag::Var: return e;
      case Tag::Lit: *cells = 0; return e;
      case Tag::ConApp: return con_app(cast<EConApp>(e), e, cells);
      case Tag::Cast: {
        const ECast &c = cast<ECast>(e);
        const Expr *b = expr(c.body, cells);
        if (*cells >= 0 && !closed(c.type)) {
          b = cut(b, *cells);
          *cells = -1;
        }
        return b == c.body ? e : mk_cast(b, c.type);
      }
      case Tag::App:
        if (is_unpack(e)) {
          *cells = 1;
          return e;
        }
        break;
      default: break;
    }
    return map_children(e, [this](const Expr *x) { return whole(x); });
  }
  const Expr *con_app(const EConApp &c, const Expr *self, int *cells) {
    Vec<const Expr *> args;
    std::vector<int> sizes;
    args.reserve(c.args.size());
    bool constant = may_be_static(c), changed = false;
    int total = c.args.empty() ? 0 : 1;
    for (size_t i = 0; i < c.args.size(); i++) {
      int n;
      args.push_back(expr(c.args[i], &n));
      sizes.push_back(n);
      // See Note [Strict fields are tagged] in stg/from_core.cc.
      if (n < 0 || (c.con->fields[i].strict && strip_casts(args[i])->tag == Tag::App)) constant = false;
      total += std::max(n, 0);
    }
    if (constant) *cells = total;
    for (size_t i = 0; i < args.size(); i++) {
      if (!constant) args[i] = cut(args[i], sizes[i]);
      changed |= args[i] != c.args[i];
    }
    return changed ? mk_con_app(c.con, c.types, args) : self;
  }

  Var *unpack_ = nullptr;
  const Type *closed_ = nullptr;
};

}  // namespace

void static_data(Program &p, PassContext &) {
  StaticData s;
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) {
      if (b.var->info && b.var->info->is_exported) continue;  // needs an object of its own name
      b.rhs = s.whole(b.rhs);
    }
}

}  // namespace gphc::opt
