// cse.cc: common subexpressions. What has been computed, or built, and is still in scope under a name is not computed
// again.
//
//   case f x of a { I# n -> .. g (f x) .. }       ==>   case f x of a { I# n -> .. g a .. }
//   case p of b { (x, y) -> .. h (x, y) .. }      ==>   case p of b { (x, y) -> .. h b .. }
//   let u = f x in let v = f x in e               ==>   let u = f x in e[u/v]
//
// and top-level bindings with the same right-hand side become one. (Chitil, "Common subexpressions are uncommon in lazy
// functional languages", IFL 1997, says what to expect: few, mostly made by inlining.)
//
// An expression is compared by its text: calls, constructors, pure operations, literals and variables, nested, up to
// kMaxNodes; nothing that binds.
//   - A constructor application stands for the object that a case or a let around it has at hand: it holds on to the
//     same fields. In tail position it stays, because functions return constructors in registers (cpr_anal.cc).
//   - Work (a call) is shared only when its value is of a flat type (sharing.h): to keep a list because it is needed
//     again later may turn a constant-space program into one that is not.
//   - Sparked variables stay (what is sparked is what the program says), and nothing that holds a state token is
//     compared.
//
// Requires: nothing. Establishes: nothing. Complexity: linear, a table of texts in scope.
#include <string>
#include <unordered_map>
#include <vector>

#include "core/fvs.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/sharing.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

constexpr int kMaxNodes = 24;

void key_ptr(const void *p, std::string *k) { k->append(reinterpret_cast<const char *>(&p), sizeof p); }

bool key_type(const Type *t, std::string *k) {
  switch (t->tag) {
    case TypeTag::Var:
      *k += 'v';
      key_ptr(static_cast<const TVar *>(t)->var, k);
      return true;
    case TypeTag::Con:
      *k += 'C';
      key_ptr(static_cast<const TCon *>(t)->con, k);
      return true;
    case TypeTag::App:
      *k += '@';
      return key_type(static_cast<const TApp *>(t)->fn, k) && key_type(static_cast<const TApp *>(t)->arg, k);
    case TypeTag::Fun:
      *k += '>';
      return key_type(static_cast<const TFun *>(t)->arg, k) && key_type(static_cast<const TFun *>(t)->res, k);
    default: return false;
  }
}

class Cse {
 public:
  Cse(Program &p, PassContext &cx) : p_(p), cx_(cx) {}

  void run() {
    find_sparked(p_, &sparked_);
    for (Vec<Binding> &g : p_.groups)
      for (Binding &b : g) same_top(b);
    for (Vec<Binding> &g : p_.groups)
      for (Binding &b : g) b.rhs = walk(b.rhs, true);
  }

 private:
  // ---- Texts --------------------------------------------------------------------------------------------------------
  bool key(const Expr *e, std::string *k, int *fuel) {
    if (--*fuel < 0) return false;
    auto all = [&](const Vec<const Expr *> &es) {
      *k += '(';
      for (const Expr *x : es)
        if (!key(x, k, fuel)) return false;
      *k += ')';
      return true;
    };
    auto types = [&](const Vec<const Type *> &ts) {
      for (const Type *t : ts)
        if (!key_type(t, k)) return false;
      return true;
    };
    switch (e->tag) {
      case Tag::Var: {
        const Var *v = cast<EVar>(e).var;
        if (const Expr *s = subst_.get(v->uniq)) return key(s, k, fuel);
        if (is_join_var(v) || is_state_token_type(v->type)) return false;
        *k += 'x';
        key_ptr(v, k);
        return true;
      }
      case Tag::Lit: {
        const Literal &l = cast<ELit>(e).lit;
        if (l.tag == LitTag::Data) return false;
        *k += 'l';
        *k += char('0' + int(l.tag));
        k->append(reinterpret_cast<const char *>(&l.i), sizeof l.i);
        k->append(reinterpret_cast<const char *>(&l.d), sizeof l.d);
        *k += std::to_string(l.text.size()) + ":";
        *k += l.text;
        return true;
      }
      case Tag::App: *k += 'a'; return key(cast<EApp>(e).fn, k, fuel) && all(cast<EApp>(e).args);
      case Tag::TyApp: *k += 't'; return key(cast<ETyApp>(e).fn, k, fuel) && types(cast<ETyApp>(e).types);
      case Tag::Cast: *k += 'c'; return key(cast<ECast>(e).body, k, fuel) && key_type(cast<ECast>(e).type, k);
      case Tag::ConApp:
        *k += 'K';
        key_ptr(cast<EConApp>(e).con, k);
        return types(cast<EConApp>(e).types) && all(cast<EConApp>(e).args);
      case Tag::PrimApp: {
        const EPrimApp &p = cast<EPrimApp>(e);
        if (p.args.empty() || !has_no_effect(p.op)) return false;
        *k += 'p';
        key_ptr(p.op, k);
        return types(p.types) && all(p.args);
      }
      default: return false;
    }
  }
  // Empty: not to be compared. `t`: its type.
  std::string text_of(const Expr *e, const Type *t) {
    std::string k;
    int fuel = kMaxNodes;
    if (is_trivial(e) || is_unlifted(t)) return "";
    switch (e->tag) {
      case Tag::ConApp:
        if (cast<EConApp>(e).con->tycon->is_unboxed_tuple || !trivial_args(cast<EConApp>(e))) return "";
        break;
      case Tag::App:
        if (is_value(e) || is_bottoming(e) || !is_flat_type(t)) return "";
        break;
      default: return "";
    }
    return key(e, &k, &fuel) ? k : "";
  }
  static bool trivial_args(const EConApp &c) {
    for (const Expr *a : c.args)
      if (!is_trivial(a)) return false;
    return true;
  }
  static std::string con_text(DataCon *con, const Vec<const Type *> &types, const Vec<Var *> &fields) {
    std::string k = "K";
    key_ptr(con, &k);
    for (const Type *t : types)
      if (!key_type(t, &k)) return "";
    k += '(';
    for (const Var *f : fields) {
      k += 'x';
      key_ptr(f, &k);
    }
    return k + ')';
  }

  // ---- What is at hand ----------------------------------------------------------------------------------------------
  struct Undo {
    std::string key;
    const Var *before;
  };
  size_t mark() const { return undo_.size(); }
  void enter(const std::string &k, const Var *v) {
    if (k.empty()) return;
    const Var *&slot = known_[k];
    undo_.push_back({k, slot});
    slot = v;
  }
  void leave(size_t mark) {
    while (undo_.size() > mark) {
      known_[undo_.back().key] = undo_.back().before;
      undo_.pop_back();
    }
  }
  // The variable that is e already; null.
  const Expr *at_hand(const std::string &k, const Type *t) {
    if (k.empty()) return nullptr;
    auto it = known_.find(k);
    if (it == known_.end() || !it->second) return nullptr;
    const Expr *v = mk_var(const_cast<Var *>(it->second));
    if (!coercible(it->second->type, t) || !cx_.tick()) return nullptr;
    return mk_cast(v, t);
  }

  // ---- The top level ------------------------------------------------------------------------------------------------
  void same_top(Binding &b) {
    const IdInfo *i = b.var->info;
    if (i && (i->is_selector || i->is_dfun || i->inline_spec != InlineSpec::None || !i->rules.empty())) return;
    std::string k = text_of(b.rhs, b.var->type);
    if (k.empty()) return;
    // a module of the stdlib refers to what it has itself (Note [Code that programs share] in inline_decide.cc)
    if (b.var->library) k += b.var->module.str();
    auto it = top_.find(k);
    if (it == top_.end()) {
      top_[k] = b.var;
      return;
    }
    // Only what everybody reaches by name may go: its uses are replaced, the binding is dead.
    if ((i && i->is_exported) || is_root(b.var) || !coercible(it->second->type, b.var->type) ||
        !is_closed_type(b.var->type) || !cx_.tick())
      return;
    subst_[b.var->uniq] = mk_cast(mk_var(it->second), b.var->type);
  }
  bool is_root(const Var *v) const {
    for (const Var *r : p_.roots)
      if (r == v) return true;
    for (const Var *r : p_.known)
      if (r == v) return true;
    for (const Program::Export &x : p_.exports)
      if (x.var == v) return true;
    return v == p_.main;
  }

  // ---- The walk -----------------------------------------------------------------------------------------------------
  Vec<const Expr *> all(const Vec<const Expr *> &es) {
    Vec<const Expr *> r;
    r.reserve(es.size());
    for (const Expr *e : es) r.push_back(arg(e));
    return r;
  }
  const Expr *arg(const Expr *e) {
    const Expr *x = walk(e, false);
    if (is_trivial(x) || (x->tag != Tag::App && x->tag != Tag::ConApp)) return x;
    const Type *t = expr_type(x);
    const Expr *v = at_hand(text_of(x, t), t);
    return v ? v : x;
  }
  const Expr *walk(const Expr *e, bool tail) {
    switch (e->tag) {
      case Tag::Var: {
        const Expr *s = subst_.get(cast<EVar>(e).var->uniq);
        return s ? s : e;
      }
      case Tag::App: {
        const Expr *f = walk(cast<EApp>(e).fn, false);
        return mk_app(f, all(cast<EApp>(e).args));
      }
      case Tag::TyApp: return children(e, false);
      case Tag::Lam: return children(e, true);
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        Var *v = l.bind.var;
        const Expr *rhs = walk(l.bind.rhs, is_join_var(v));
        size_t m = mark();
        if (!is_join_var(v) && !sparked_.get(v->uniq)) {
          std::string k = text_of(rhs, v->type);
          if (const Expr *x = at_hand(k, v->type)) {
            subst_[v->uniq] = x;
            return walk(l.body, tail);
          }
          enter(k, v);
        }
        const Expr *body = walk(l.body, tail);
        leave(m);
        return mk_let(v, rhs, body);
      }
      case Tag::LetRec: {
        Vec<Binding> bs;
        for (const Binding &b : cast<ELetRec>(e).binds) bs.push_back({b.var, walk(b.rhs, true)});
        return mk_letrec(bs, walk(cast<ELetRec>(e).body, tail));
      }
      case Tag::Case: return walk_case(cast<ECase>(e), tail);
      case Tag::ConApp:
      case Tag::PrimApp:
      case Tag::CCall: return map_children(e, [this](const Expr *x) { return arg(x); });
      case Tag::Lit:
      case Tag::TyLam:
      case Tag::Cast:
      case Tag::Tick: return children(e, tail);
    }
    return e;
  }
  const Expr *children(const Expr *e, bool tail) {
    return map_children(e, [this, tail](const Expr *x) { return walk(x, tail); });
  }
  const Expr *walk_case(const ECase &c, bool tail) {
    const Expr *scrut = walk(c.scrut, false);
    size_t m = mark();
    if (scrut->tag == Tag::App) {
      std::string k = text_of(scrut, c.binder->type);
      if (const Expr *x = at_hand(k, c.binder->type)) scrut = x;
      else enter(k, c.binder);
    }
    Vec<const Type *> targs;
    const TyCon *tc = is_unlifted(c.binder->type) ? nullptr : split_tcon_app(unwrap_newtypes(c.binder->type), &targs);
    Vec<Alt> alts;
    alts.reserve(c.alts.size());
    for (Alt a : c.alts) {
      size_t inner = mark();
      if (tc && a.con && a.con->tycon == tc && a.con->exist.empty() && a.con->theta.empty() && !a.fields.empty())
        enter(con_text(a.con, targs, a.fields), c.binder);
      a.body = walk(a.body, tail);
      leave(inner);
      alts.push_back(a);
    }
    leave(m);
    return mk_case(scrut, c.binder, c.type, alts);
  }

  Program &p_;
  PassContext &cx_;
  UniqTable<const Expr *> subst_;
  UniqTable<bool> sparked_;
  std::unordered_map<std::string, const Var *> known_;
  std::unordered_map<std::string, Var *> top_;
  std::vector<Undo> undo_;
};

}  // namespace

void cse(Program &p, PassContext &cx) { Cse(p, cx).run(); }

}  // namespace gphc::opt
