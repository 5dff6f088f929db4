// rename.h: the renamer. It makes the entities of a module, decides what every name means, and leaves a tree in which
// scope and fixity are gone: names carry entities, infix chains are Op/Con/Neg trees, equations are joined into
// functions, bindings are sorted into groups.
//
// What the renamer has filled in when it is done with a module (everything else of an entity is the type checker's):
//   Name::ent           of every name; null only after an error was reported
//   TyCon               sort, params (== Decl::tvs), cons; kind, rep, synonym_rhs are the type checker's
//   DataCon             tycon, index, infix, record, univ (== TyCon::params), exist, fields (label, selector, strict,
//                       unpack)
//   Class               params (== Decl::tvs), fundeps, methods[i].sel; supers and dict are the type checker's
//   Var                 sort, cls/index of methods, field_cons of fields. Top-level things have Entity::module
//   TyVar               kind is null: the type checker infers it
//   Decl                tycon/cls; tvs; Instance: cls, tvs (the head's and context's variables); foreign_var
//   Instance bodies     Bind::name.ent and SigDecl names are the class's method selectors
//   Class bodies        names of signatures and of default bindings are the method selectors
//   HsType              a signature with free variables and no explicit forall is put under a Forall with
//                       implicit_forall. A scoped variable's TyVar is the one of the signature (or class, or instance)
//                       that binds it
//   Pat::sig_binds      the type variables that a pattern signature brings into scope
//   LocalBinds::groups  SCCs in dependency order, each with its `inference` order (see BindGroup)
//   Do                  the final statement is Last; MDo has become Do with Rec statements
//   Kinds               `*` and `Type` are g_builtin.type_kind, `Constraint` is g_builtin.constraint_kind
#pragma once
#include <span>

#include "syntax/ast.h"

namespace gphc {

// Renames one module; the modules it imports must have been renamed. Errors go to diags().
void rename_module(Module *m);
// Renames all; `modules` is in dependency order, as the module graph returns it.
void rename_program(std::span<Module *const> modules);

// Where the program starts: `main` of the module Main, or what -main-is says (M.f, M or f).
struct MainName {
  Symbol module, function;
};
const MainName &main_name();
void set_main_name(const std::string &name);

// The program's main, as the module of that name defines or imports it. Null after reporting NoMain.
Var *find_main(Module *m);

// Fixity of an operator or of any other name used infix. 9, left for what has no declaration.
struct Fixity {
  int assoc = -1 /* -1 left, 0 none, 1 right */;
  int prec = 9;
};
Fixity fixity_of(const Entity *e);
bool has_fixity(const Entity *e);  // a declaration gave it one
void set_fixity(const Entity *e, Fixity f);

// The text of a DEPRECATED or WARNING pragma on an entity; null symbol when there is none.
Symbol deprecation_of(const Entity *e);

}  // namespace gphc
