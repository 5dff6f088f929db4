// type_app.cc: types applied with `@` (TypeApplications).
//
// In `f @Int @_ x` the types stand for the first variables of the type that f's signature gives, in the order in which
// it names them; `_` leaves one to inference. Variables of inferred types have no order that a program could rely on:
// no type can be given for them. The nodes of `@` are taken out of the tree: what they say is in the wrapper of what
// is applied. A head that is no variable, constructor or expression with a signature is instantiated already when
// its types are seen, and takes none.
//
// Note [Types of representations]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// GHC's `error`, `undefined`, `throw` and `$` have a variable for the representation of the result before the others,
// which programs pass over: `undefined @_ @Int`. Ours have none (Tc::fresh_for's `open` does what it is for), so their
// first type is left out. Test: testsuite/tests/typecheck/types/type_applications.gph.
#include "typecheck/infer.h"

namespace gphc::check {

// See Note [Types of representations]
static bool has_representation(const Expr *head) {
  Var *v = head->tag == ExprTag::Var && head->name.ent ? dyn_cast<Var>(head->name.ent) : nullptr;
  if (!v || v->sort != VarSort::Global || !v->module || !v->module.str().starts_with("GPH.")) return false;
  for (const char *name : {"error", "errorWithoutStackTrace", "undefined", "throw", "$", "$!"})
    if (v->occ.str() == name) return true;
  return false;
}

TypeArgs Tc::type_args(const Expr *head, const Vec<Expr *> &nodes, size_t from) {
  TypeArgs args{head, nodes, from, from};
  while (args.end < nodes.size() && nodes[args.end]->tag == ExprTag::AppType) args.end++;
  if (args.next < args.end && from == 0 && has_representation(head)) {
    if (nodes[0]->sig->tag != HsTypeTag::Wild)
      error(nodes[0]->sig->span, diag::BadType,
            "the first type of " + quote(head->name.occ) + " is a representation: write `@_' before this one");
    args.next++;
  }
  return args;
}

// The type for the variable v: the next of `args`, if it may have one.
const Type *Tc::type_for(TyVar *v, TypeArgs &args, Span s, bool open) {
  const Type *fresh = fresh_for(v, s, open);
  if (args.next == args.end || v->inferred) return fresh;
  HsType *given = args.nodes[args.next++]->sig;
  bool outer = wildcards;
  wildcards = true;
  const Type *t = conv(given, kind_of(fresh));
  wildcards = outer;
  settle_kinds();
  if (is_poly(t)) error(given->span, diag::BadType, "a type with a forall or a context is applied with `@'");
  else unify(given->span, t, fresh);
  return fresh;
}

// All types have been used, or it is an error. Then the nodes are what they are applied to, of this type.
void Tc::end_type_args(TypeArgs &args, const Type *fun, const Type *type) {
  if (args.next < args.end) {
    const Expr *h = args.head;
    while (h->tag == ExprTag::Paren) h = h->a;
    bool named = h->tag == ExprTag::Var || h->tag == ExprTag::Con, inferred = false;
    if (const TForall *f = dyn_cast<TForall>(repr(fun)))
      for (TyVar *v : f->vars) inferred = inferred || v->inferred;
    Diagnostic &d = error(join(h->span, args.nodes[args.end - 1]->span), diag::TypeMismatch,
                          (named ? quote(h->name.occ) : std::string("the expression")) +
                              " is applied to a type with `@', but its type `" + show_tidy(fun) + "' has " +
                              (args.next > args.from ? "no further" : "no") + " variable for it");
    if (inferred || fun->tag == TypeTag::Meta)
      d.hint("give it a type signature: types can be given for the variables of one only");
  }
  for (size_t i = args.from; i < args.end; i++) {
    args.nodes[i]->tag = ExprTag::Paren;
    args.nodes[i]->type = type;
  }
}

}  // namespace gphc::check
