// unpack_fields.cc: strict fields hold the contents of what they were declared with, where that is one object of a
// known shape.
//
//   data P = P !Double !Int [a]                          data P = P Double# Int# [a]
//   P x y zs                                     ==>     case x of D# u -> case y of I# v -> P u v zs
//   case p of P x y zs -> e                              case p of P u v zs -> let x = D# u; y = I# v in e
//
// Unpacked: a strict field whose type has one constructor of one primitive field (Int, Double, Ptr, Word8, ...), as GHC
// does from -O on (-funbox-small-strict-fields); and, where an UNPACK pragma asks for it, of any type with a single
// constructor of up to kMaxFields fields, whose own strict fields are unpacked first. The field's value is there
// already, being strict, so nothing is evaluated earlier. A use of the whole (x above) makes the object anew; where it
// is only taken apart the simplifier removes it.
//
// The constructors themselves are changed (DataCon::fields), so this is for the whole program, once, and before any
// pass that looks at fields. A rule whose left-hand side mentions such a constructor is dropped.
//
// Not unpacked: constructors with existentials or contexts inside, a type into itself.
//
// Requires: nothing. Establishes: con_field_types() of changed constructors. Complexity: linear.
#include <unordered_map>

#include "core/fvs.h"
#include "opt/expr_util.h"
#include "opt/passes.h"

namespace gphc::opt {

namespace {

constexpr size_t kMaxFields = 8;

class UnpackFields {
 public:
  explicit UnpackFields(PassContext &cx) : cx_(cx) {}
  void program(Program &p) {
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) decide(b.rhs);
    for (Rule *r : p.rules) decide(r->rhs);
    bool any = false;
    for (auto &[con, plan] : plans_) {
      any |= plan.changes;
      if (plan.changes) set_con_fields(const_cast<DataCon *>(con), plan.fields);
    }
    if (!any) return;
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) b.rhs = expr(b.rhs);
    Vec<Rule *> rules;
    for (Rule *r : p.rules) {
      bool keep = true;
      for (const Expr *a : r->lhs_args) keep = keep && !mentions_changed(a);
      if (!keep) continue;
      r->rhs = expr(r->rhs);
      rules.push_back(r);
    }
    p.rules = rules;
  }

 private:
  struct Plan {
    bool deciding = true, changes = false;
    Vec<const Type *> before;  // core types of the fields as declared
    Vec<DataCon *> inner;      // for each of them the constructor whose fields replace it; null: stays
    Vec<FieldInfo> fields;     // afterwards
  };

  // ---- Which fields -------------------------------------------------------------------------------------------------
  const Plan &plan_of(const DataCon *con) {
    auto it = plans_.find(con);
    if (it != plans_.end()) return it->second;
    plans_[con] = {};  // being decided: a type is not unpacked into itself
    Plan p;
    p.before = con_field_types(con);
    for (size_t i = 0; i < con->theta.size(); i++) p.inner.push_back(nullptr);
    for (size_t i = 0; i < con->fields.size(); i++) {
      const FieldInfo &f = con->fields[i];
      Vec<const Type *> types;
      DataCon *inner =
          f.strict && !con->dict_of ? contents(p.before[con->theta.size() + i], f.unpack, &types) : nullptr;
      if (inner && !cx_.tick()) inner = nullptr;
      p.inner.push_back(inner);
      if (!inner) {
        p.fields.push_back(f);
        continue;
      }
      p.changes = true;
      for (const FieldInfo &g : plan_of(inner).fields) {
        FieldInfo h = g;
        h.type = subst_type(core_type(g.type), inner->univ, types);
        h.label = {};
        h.selector = nullptr;
        p.fields.push_back(h);
      }
    }
    p.deciding = false;
    return plans_[con] = p;
  }
  // The constructor of an object of type t, if a field may hold what is in it instead.
  DataCon *contents(const Type *t, bool asked, Vec<const Type *> *types) {
    TyCon *tc = split_tcon_app(unwrap_newtypes(t), types);
    if (!tc || tc->sort != TyConSort::Data || tc->is_unboxed_tuple || tc->is_abstract || tc->cons.size() != 1)
      return nullptr;
    DataCon *c = tc->cons[0];
    if (!c->exist.empty() || !c->theta.empty() || c->fields.empty() || types->size() != c->univ.size()) return nullptr;
    if (!asked && c->fields.size() > 1) return nullptr;
    auto it = plans_.find(c);
    if (it != plans_.end() && it->second.deciding) return nullptr;
    const Plan &inner = plan_of(c);
    if (inner.fields.size() > kMaxFields) return nullptr;
    if (!asked && (inner.fields.size() != 1 || !is_unlifted(core_type(inner.fields[0].type)))) return nullptr;
    return c;
  }
  static Vec<const Type *> types_after(const DataCon *c, std::span<const Type *const> types) {
    Vec<const Type *> r;
    for (const Type *t : con_field_types(c)) r.push_back(subst_type(t, c->univ, types));
    return r;
  }
  // The fields of the constructors in e.
  void decide(const Expr *e) {
    if (const EConApp *c = dyn_cast<EConApp>(e)) plan_of(c->con);
    if (const ECase *c = dyn_cast<ECase>(e))
      for (const Alt &a : c->alts)
        if (a.con) plan_of(a.con);
    for_each_child(e, [this](const Expr *x) { decide(x); });
  }
  bool mentions_changed(const Expr *e) {
    if (const EConApp *c = dyn_cast<EConApp>(e); c && plan_of(c->con).changes) return true;
    bool r = false;
    for_each_child(e, [&](const Expr *x) { r = r || mentions_changed(x); });
    return r;
  }

  // ---- Rewriting ----------------------------------------------------------------------------------------------------
  const Expr *expr(const Expr *e) {
    if (const EConApp *c = dyn_cast<EConApp>(e); c && plan_of(c->con).changes) return build(*c);
    if (const ECase *c = dyn_cast<ECase>(e)) {
      bool changes = false;
      for (const Alt &a : c->alts) changes |= a.con && plan_of(a.con).changes;
      if (changes) return take_apart(*c);
    }
    return map_children(e, [this](const Expr *x) { return expr(x); });
  }
  const Expr *build(const EConApp &c) {
    const Plan &p = plan_of(c.con);
    Vec<TyVar *> vars = c.con->univ.clone();
    vars.append(c.con->exist);
    struct Open {
      const Expr *scrut;
      Var *binder;
      Alt alt;
    };
    std::vector<Open> opens;
    Vec<const Expr *> args;
    for (size_t i = 0; i < c.args.size(); i++) {
      const Expr *a = expr(c.args[i]);
      DataCon *inner = p.inner[i];
      if (!inner) {
        args.push_back(a);
        continue;
      }
      if (const EConApp *known = dyn_cast<EConApp>(strip_casts(a)); known && known->con == inner) {
        for (const Expr *x : known->args) args.push_back(x);
        continue;
      }
      Vec<const Type *> types;
      const Type *t = unwrap_newtypes(subst_type(p.before[i], vars, c.types));
      split_tcon_app(t, &types);
      Alt alt;
      alt.con = inner;
      for (const Type *ft : types_after(inner, types)) {
        alt.fields.push_back(mk_core_var("u", ft));
        args.push_back(mk_var(alt.fields.back()));
      }
      opens.push_back({mk_cast(a, t), mk_core_var("field", t), alt});
    }
    const Expr *e = mk_con_app(c.con, c.types, args);
    const Type *type = expr_type(&c);
    for (size_t i = opens.size(); i-- > 0;) {
      opens[i].alt.body = e;
      e = mk_case(opens[i].scrut, opens[i].binder, type, {opens[i].alt});
    }
    return e;
  }
  const Expr *take_apart(const ECase &c) {
    Vec<Alt> alts;
    for (const Alt &in : c.alts) {
      Alt a = in;
      a.body = expr(in.body);
      if (a.con && plan_of(a.con).changes) {
        const Plan &p = plan_of(a.con);
        a.fields = {};
        struct Whole {
          Var *var;
          const Expr *parts;
        };
        std::vector<Whole> wholes;
        for (size_t i = 0; i < in.fields.size(); i++) {
          Var *f = in.fields[i];
          DataCon *inner = p.inner[i];
          if (!inner) {
            a.fields.push_back(f);
            continue;
          }
          Vec<const Type *> types;
          split_tcon_app(unwrap_newtypes(f->type), &types);
          Vec<const Expr *> parts;
          for (const Type *t : types_after(inner, types)) {
            a.fields.push_back(mk_core_var(std::string(f->occ.str()), t));
            parts.push_back(mk_var(a.fields.back()));
          }
          wholes.push_back({f, mk_cast(mk_con_app(inner, types, parts), f->type)});
        }
        for (size_t i = wholes.size(); i-- > 0;) a.body = mk_let(wholes[i].var, wholes[i].parts, a.body);
      }
      alts.push_back(a);
    }
    return mk_case(expr(c.scrut), c.binder, c.type, alts);
  }
  PassContext &cx_;
  std::unordered_map<const DataCon *, Plan> plans_;
};

}  // namespace

void unpack_fields(Program &p, PassContext &cx) { UnpackFields(cx).program(p); }

}  // namespace gphc::opt
