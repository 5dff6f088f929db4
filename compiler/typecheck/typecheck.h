// typecheck.h: the type checker's interface, and the elaboration contract with the desugarer.
//
// typecheck_module infers and checks one renamed module in place: it completes the entities the module defines, fills
// the fields marked [check] in ast.h, and reports what is wrong to diags(). Modules come in dependency order. After
// errors the tree is not fit for desugaring: the caller stops with diags().stop_if_errors().
//
// ELABORATION CONTRACT (beyond the comments in ast.h; holds when no error was reported)
//
// Types. Every type in the tree and in the module's entities is zonked: no Meta is left (one that nothing determined
//   has become (), or for other kinds some type constructor of that kind), `(->) a b` is always a TFun, no synonym
//   occurs. Kinds are zonked too. Every Expr::type and Pat::type is set.
// Wrappers. Steps apply in order, the first innermost: [TyApp Int, EvApp d, EvLet bs, EvLam d2, TyLam a] on e is
//   /\a. \d2. let bs in (e @Int d). Several lambdas stand innermost first: `\d1 d2` is EvLam d2, EvLam d1.
//   Step Eta (vars, inner): \vars. inner(e vars): e's free evidence and type variables may be bound by the steps of
//   `inner`, so e must stay inside it. It arises only for functions with a signature like Int -> forall a. C a => a ->
//   b.
// Variables. Expr::name.ent of a Var expression is the variable to use: poly inside and outside its group, or the
//   group's mono variable for a recursive occurrence without signature (the checker redirects name.ent). sort Method:
//   the selector of type forall class_vars. C class_vars => type, used at `wrap` = TyApps of the class variables, EvApp
//   of the dictionary, then the instantiation of the method's own type. Con expressions: `wrap` = TyApps of univ, then
//   exist, then EvApps of theta. The same TyVar may be bound by several lambdas (a signature shared by two names, a
//   class's variables in each of its default methods and in the selector types, an instance's variables in dfun and
//   each method): clone binders where uniqueness matters.
// Evidence. Every evidence Var used is bound by an EvLam, an AbsBinds' ev_params or ev_binds, an EvLet, a pattern's
//   ex_evs or ev_binds, an InstElab. An EvBinds is recursive in general, and may be empty. Unused bindings occur.
//   EvTag::Inst: inst->dfun @types args. EvTag::TypeableCon: the dictionary of class Typeable (one method, typeRep#, of
//   type forall a. Typeable a => Proxy a -> TypeRep) whose method is \_ -> mkTyConTypeable h# k# "module"# "name"#
//   (known variable mkTyConTypeable :: Int# -> Int# -> Addr# -> Addr# -> TypeRep; two hashes of both names first) for
//   `tycon`; types[0] is the type. EvTag::TypeableApp:
//   likewise with mkAppTypeable :: TypeRep -> TypeRep -> TypeRep applied to the typeReps of args[0], args[1]; types[0]
//   is f, types[1] is a of (f a). EvTag::CallSite: the dictionary of class HasCallStack (one method, a CallStack) with
//   the stack `CallSite "site"# below`, below being the one of `dict` or EmptyCallStack. See Note [Call stacks] in
//   typecheck/call_stack.cc.
// Literals. Expr::inner == null: `type` is Int, Word, Integer, Double, Float (numbers), Char, [Char]; the primitive
// literals always.
//   Otherwise inner has type Integer -> type, Ratio Integer -> type or [Char] -> type, wrap included. Lit text of a
//   negated literal of type Int, Integer, Double, Float may begin with '-' (Neg of a literal is folded into it). Pat
//   Lit: lit_expr == eq_expr == null when `type` is one of those (or primitive): match directly, negated if `negated`.
//   Otherwise lit_expr :: type (the negation included), eq_expr :: type -> type -> Bool; the value is its first
//   argument. NPlusK: lit_expr is the literal, eq_expr (>=) and minus_expr (-), always set.
// AbsBinds. poly = /\tvs. \ev_params. letrec ev_binds; binds in wrap(mono). When tvs and ev_params are empty, poly may
//   be == mono (then its export needs no binding of its own, ev_binds scopes over binds as ever). Every export of one
//   AbsBinds has all its tvs and ev_params. A Fun bind defines mono (Bind::mono), with Bind::wrap around the function
//   made of `matches` (its type is what the wrapper takes; after wrap it is mono->type). A Pat bind defines the `mono`s
//   that its Pat::var's are. Pattern variables: Pat::var is the mono variable (== name.ent unless the binding was
//   generalised). One BindGroup is one letrec: abs in an order that is not significant.
// Op nodes whose operator is ($) become App: `f $ x` is f x. Otherwise the shape of expressions is as the renamer left
// it.
//   Op: op->type is the operator's type after op's wrap; sections likewise. The result of an Op or App node may have
//   `wrap` (a result type that is itself polymorphic).
// Statements. bind_op :: m a -> (a -> m b) -> m b, or (>>) :: m a -> m b -> m b, fail_op :: [Char] -> m b; fail_op is
// set exactly
//   where the pattern can fail. Rec statements have become Bind statements: (vars) <- mfix (\ ~(vars) -> do { ...;
//   return (vars) }); the variables then are bound three times with the same Var (lambda, inner statements, outer
//   pattern), inner hides outer. Guards, list comprehensions: no operators. ArithSeq: inner applied to a [b] [c].
// Record construction: con_wrap as for Con; fields that are not given are absent from `fields`. Update: con_types,
// con_types2.
//   A field whose type mentions an existential variable has selector->type == null: no selector function exists.
// Patterns. Con: con_types are the TyCon's arguments; ex_tvs, ex_evs bind; ev_binds scopes over everything to the right
//   of the pattern and the right-hand sides. `wrap` of a pattern applies to the scrutinee before matching (a Con, Lit,
//   Tuple.. pattern against a polymorphic field).
// Instances. dfun: forall vars. context => dict type. InstElab as in ast.h; `rep_dict` is set for via_newtype: the
//   evidence, bound by ev_binds, of the class at newtype_rep (last argument); each method is selected from it and cast;
//   supers are at the new type. Default methods: Method::default_impl, defined by ClassElab::defaults[i]: poly =
//   default_impl, tvs = class params, one ev_param.
// Foreign: foreign_var->type is the converted signature (newtypes not unfolded).  Foreign export: foreign_wrap
//   instantiates name.ent (the Haskell function) at `foreign_type`.
// Rules: tvs, evs, lhs_binds, rhs_binds: /\tvs \evs vars. lhs (under let lhs_binds) = let rhs_binds in rhs. A rule that
//   did not check is removed from its Decl.
//
// Note [Definitions on demand]
// A program uses little of the stdlib modules that it imports, and what uses a function with a signature, a default
// method or an instance's method needs its type only. So in a stdlib module the definitions of these are neither
// renamed nor checked with the module: Bind::rename_later and AbsBinds::check_later keep how to, and the desugarer,
// which goes from definition to definition as far as the program reaches, asks for it (check_definition). By then types
// of top-level variables may have become Core's; Var::type_in_source is what a checker goes by. With -dcore-lint
// everything is checked, and so are a program's own modules.
#pragma once
#include "syntax/ast.h"

namespace gphc {

// Checks one renamed module; the modules it imports have been checked.
void typecheck_module(Module &m);
// What was left for later.
void check_definition(AbsBinds *abs);

// What a type that nothing determines becomes: () when it is of kind *.
const Type *undetermined_type(Kind *kind);

}  // namespace gphc
