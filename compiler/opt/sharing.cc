// sharing.cc: see sharing.h. Types nest little: a type is looked into 12 deep at most. Finding sparks is one walk of the program.
#include "opt/sharing.h"

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
      case Rep::Int: case Rep::Word: case Rep::Char: case Rep::Double: case Rep::Float: return true;
      case Rep::Unlifted: break;
      default: return false;
    }
    if (tc->occ.str() == "ByteArray#") return true;
    if (tc->occ.str() == "Array#" || tc->occ.str() == "SmallArray#") return flat(targs[0], open, depth + 1);
    return false;
  }
  if (tc->sort != TyConSort::Data || tc->is_abstract || tc->cons.empty()) return false;
  for (const TyCon *o : *open)
    if (o == tc) return true;    // through a strict field: below
  open->push_back(tc);
  bool ok = true;
  for (const DataCon *c : tc->cons) {
    if (!c->exist.empty() || !c->theta.empty()) { ok = false; break; }
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

bool is_spark(const PrimOp *op) {
  PrimId id = PrimId(op->index);
  return id == PrimId::Par || id == PrimId::Spark;
}

static void note_sparks(const Expr *e, UniqTable<bool> *sparked, UniqTable<int> *count) {
  auto all = [&](const Vec<const Expr *> &es) { for (const Expr *x : es) note_sparks(x, sparked, count); };
  switch (e->tag) {
    case Tag::Var: if (count) (*count)[cast<EVar>(e).var->uniq]++; return;
    case Tag::Lit: return;
    case Tag::App: note_sparks(cast<EApp>(e).fn, sparked, count); return all(cast<EApp>(e).args);
    case Tag::TyApp: return note_sparks(cast<ETyApp>(e).fn, sparked, count);
    case Tag::Lam: return note_sparks(cast<ELam>(e).body, sparked, count);
    case Tag::TyLam: return note_sparks(cast<ETyLam>(e).body, sparked, count);
    case Tag::Let: note_sparks(cast<ELet>(e).bind.rhs, sparked, count); return note_sparks(cast<ELet>(e).body, sparked, count);
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
