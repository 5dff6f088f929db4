// size.cc: a rough count of the code an expression stands for: calls, allocations and branches count, what disappears
// (types, casts, variables, ticks) does not. Saturates, so that asking "is it smaller than n?" costs O(n).
#include "core/fvs.h"

namespace gphc::core {

static void count(const Expr *e, int limit, int *n) {
  if (*n >= limit) return;
  switch (e->tag) {
    case Tag::App: *n += 1 + int(cast<EApp>(e).args.size()); break;
    case Tag::Case: *n += 1 + int(cast<ECase>(e).alts.size()) / 2; break;
    case Tag::Lam: *n += 1; break;
    case Tag::Let: *n += 1; break;
    case Tag::LetRec: *n += int(cast<ELetRec>(e).binds.size()); break;
    case Tag::ConApp: *n += cast<EConApp>(e).args.empty() ? 0 : 1; break;
    case Tag::PrimApp: *n += 1; break;
    case Tag::CCall: *n += 3; break;
    case Tag::Lit: *n += is_unlifted_lit(cast<ELit>(e).lit) ? 0 : 1; break;
    case Tag::Var:
    case Tag::TyApp:
    case Tag::TyLam:
    case Tag::Cast:
    case Tag::Tick: break;
  }
  for_each_child(e, [&](const Expr *c) { count(c, limit, n); });
}

int expr_size(const Expr *e, int limit) {
  int n = 0;
  count(e, limit, &n);
  return n < limit ? n : limit;
}

}  // namespace gphc::core
