// primop.cc: the table of primitive operations in memory, lookup by GHC's name, and their types, parsed from
// primops.def. The types are over primitive type constructors, type variables of kind *, functions and unboxed tuples
// only, so a parser of forty lines does; the parser of whole programs (parse.cc) has its own for everything else.
#include <unordered_map>

#include "core/core.h"
#include "support/check.h"

namespace gphc::core {

static const PrimOp kPrimOps[] = {
#define PRIMOP(id, name, arity, type, effect, impl, c, llvm) \
  {name, #id, int(PrimId::id), type, PrimEffect::effect, PrimImpl::impl, c, llvm, arity},
#include "core/primops.def"
#undef PRIMOP
};

const PrimOp *primop(PrimId id) { return &kPrimOps[size_t(id)]; }
const PrimOp *primop_at(PrimId id, Symbol place) {
  static std::unordered_map<Symbol, PrimOp> table[size_t(PrimId::count_)];
  auto [it, fresh] = table[size_t(id)].emplace(place, *primop(id));  // nodes of the table stay where they are
  if (fresh) it->second.place = place;
  return &it->second;
}
std::span<const PrimOp> all_primops() { return kPrimOps; }

const PrimOp *find_primop(Symbol name) {
  static std::unordered_map<Symbol, const PrimOp *> table;
  if (table.empty())
    for (const PrimOp &p : kPrimOps) table[sym(p.name)] = &p;
  auto it = table.find(name);
  return it == table.end() ? nullptr : it->second;
}

namespace {

class TypeText {
 public:
  explicit TypeText(std::string_view text) : all_(text), rest_(text) { next(); }
  const Type *whole() {
    const Type *t = type();
    GPHC_CHECK(token_.empty(), fault("trailing text"));
    return t;
  }

 private:
  std::string fault(const char *what) {
    return "type text `" + std::string(all_) + "': " + what + " at `" + std::string(token_) + "'";
  }
  void next() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
    size_t n = 0;
    if (rest_.starts_with("(#") || rest_.starts_with("#)") || rest_.starts_with("->")) n = 2;
    else if (!rest_.empty() && strchr("(),.", rest_[0])) n = 1;
    else
      while (n < rest_.size() && !strchr(" (),.", rest_[n])) n++;
    token_ = rest_.substr(0, n);
    rest_.remove_prefix(n);
  }
  bool take(std::string_view t) {
    if (token_ != t) return false;
    next();
    return true;
  }
  const Type *type() {
    if (take("forall")) {
      Vec<TyVar *> vars;
      while (token_ != ".") {
        GPHC_CHECK(!token_.empty(), fault("no dot"));
        vars.push_back(mk_tyvar(sym(token_), kind_star()));
        scope_.push_back(vars.back());
        next();
      }
      next();
      return mk_forall(vars, type());
    }
    const Type *t = app();
    if (take("->")) return mk_tfun(t, type());
    return t;
  }
  const Type *app() {
    const Type *t = atom();
    GPHC_CHECK(t, fault("no type"));
    while (const Type *a = atom()) t = mk_tapp(t, a);
    return t;
  }
  const Type *atom() {
    if (take("(")) {
      const Type *t = type();
      GPHC_CHECK(take(")"), fault("no closing parenthesis"));
      return t;
    }
    if (take("(#")) {
      Vec<const Type *> parts;
      if (!take("#)")) {
        do parts.push_back(type());
        while (take(","));
        GPHC_CHECK(take("#)"), fault("no closing #)"));
      }
      return mk_tcon_app(unboxed_tuple_tycon(parts.size()), parts);
    }
    if (token_.empty() || token_ == ")" || token_ == "#)" || token_ == "," || token_ == "->" || token_ == ".")
      return nullptr;
    Symbol name = sym(token_);
    for (size_t i = scope_.size(); i-- > 0;)
      if (scope_[i]->occ == name) {
        next();
        return mk_tvar(scope_[i]);
      }
    TyCon *tc = find_prim_tycon(name);
    GPHC_CHECK(tc, fault("unknown type"));
    next();
    return mk_tcon(tc);
  }

  std::string_view all_, rest_, token_;
  Vec<TyVar *> scope_;
};

}  // namespace

const Type *parse_type_text(std::string_view text) { return TypeText(text).whole(); }

const Type *primop_type(const PrimOp *op) {
  static const Type *types[std::size(kPrimOps)];
  const Type *&t = types[op->index];
  if (!t) t = parse_type_text(op->type_text);
  return t;
}

void init_primops() {
  Vec<Var *> vars;
  for (const PrimOp &p : kPrimOps) {
    Var *v = mk_local_var(sym(p.name), primop_type(&p));
    v->sort = VarSort::PrimOp;
    v->module = prim_module_name();
    v->primop = &p;
    vars.push_back(v);
  }
  register_primop_vars(vars);
}

}  // namespace gphc::core
