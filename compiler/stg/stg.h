// stg.h: the STG-like form between Core and Low. What distinguishes it from Core:
//  - A-normal: arguments are atoms (variables and literals); every allocation is a Let, every evaluation a Case.
//  - Types are gone; what is left of them is the representation (Rep) of each variable, the data type of a Case, and
//    the representations that a function returns. Newtypes, casts, type abstractions and ticks are gone.
//  - State# tokens are values of no information: an atom of Rep::Void. They stay in argument lists (they count for
//    arity, see docs/abi.md) and vanish from constructor fields, from the results of unboxed tuples and from free
//    variables.
//  - Each closure lists its free variables (free_vars.cc) and says how it is updated.
//  - Join points are code, not closures: a Jump is a goto. They see the variables of their scope directly.
// Invariants are checked by lint.cc.
#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "core/core.h"

namespace gphc::stg {

using core::Literal;
using core::LitTag;

struct Closure;
struct JoinPoint;
struct TopBind;

// A variable. Made by from_core.cc; compared by address.
struct Id {
  Symbol occ;
  uint32_t num = 0;                       // unique in its program; for dumps only, never in generated names
  Rep rep = Rep::Lifted;                  // never Tuple
  bool evald = false;                     // certainly evaluated and tagged where it is in scope
  core::Home home = core::Home::Unknown;  // what its type says: core/home_type.cc
  bool strict = false;                    // a parameter that the function surely evaluates
  TopBind *top = nullptr;                 // top-level binding
  Closure *closure = nullptr;             // let-bound
  JoinPoint *join = nullptr;
  bool is_global() const { return top != nullptr; }
};

struct Atom {
  Id *id = nullptr;     // null: a literal
  Rep rep = Rep::Void;  // Void: the token, and nothing else matters
  Literal lit{};
  DataCon *nullary = nullptr;  // the literal is this nullary constructor
  bool is_var() const { return id != nullptr; }
  bool is_token() const { return rep == Rep::Void; }
};

enum class Tag : uint8_t {
#define STG_EXPR(name, what) name,
#include "stg/stg.def"
#undef STG_EXPR
};
struct Expr {
  Tag tag;
};

// clang-format off
struct EValue : Expr { static constexpr auto kTag = Tag::Value; core::PlaceId place; Atom atom; };
struct ETuple : Expr { static constexpr auto kTag = Tag::Tuple; Vec<Atom> atoms; };                 // no tokens among them
struct EApp : Expr { static constexpr auto kTag = Tag::App; core::PlaceId place; Id *fn; Vec<Atom> args; };   // at least one argument
struct EConApp : Expr { static constexpr auto kTag = Tag::ConApp; DataCon *con; Vec<Atom> args; };  // core_arity() atoms, tokens included
// clang-format on
struct EPrim : Expr {
  static constexpr auto kTag = Tag::Prim;
  const core::PrimOp *op;
  Vec<Atom> args;          // tokens left out
  Vec<Rep> results;        // Void left out
  TyCon *tycon = nullptr;  // dataToTag#, tagToEnum#: the data type when known
  Symbol loc;              // par#, spark#: the creation site
};
struct EForeign : Expr {
  static constexpr auto kTag = Tag::Foreign;
  const core::ForeignCall *call;
  Vec<Atom> args;  // tokens left out
  Vec<Rep> results;
};
struct Alt {
  DataCon *con = nullptr;
  bool is_lit = false;
  Literal lit{};
  Vec<Id *> fields{};  // core_arity() for a constructor; null for a token
  Expr *body = nullptr;
  bool is_default() const { return !con && !is_lit; }
};
// Evaluates scrut and binds what it yields: `binders` has one Id for each result (none for a State# result only). A
// lifted result is evaluated and bound to binders[0]; alternatives then select on its constructor, or on the value of a
// raw result. With several results, or with one that an unboxed tuple held, there is one default alternative.
struct ECase : Expr {
  static constexpr auto kTag = Tag::Case;
  Expr *scrut;
  Vec<Id *> binders;
  TyCon *tycon = nullptr;  // of constructor alternatives
  Vec<Alt> alts;           // default last
};
enum class ClosureKind : uint8_t { Fun, Thunk, ThunkOnce, Con, Pap };
struct Closure {
  Id *id = nullptr;
  ClosureKind kind = ClosureKind::Thunk;
  // Fun, Thunk, ThunkOnce
  Vec<Id *> params;  // tokens included
  Vec<Id *> fvs;     // free_vars.cc; no tokens, no globals. For Con and Pap: empty
  Expr *body = nullptr;
  Vec<Rep> ret;                               // Fun: results without tokens
  core::Home ret_home = core::Home::Unknown;  // Fun: what the result's type says
  // Fun: the result is an unboxed tuple (a lifted component is then not evaluated)
  bool ret_tuple = false;
  // Con; Pap: fn applied to args
  DataCon *con = nullptr;
  Id *fn = nullptr;
  Vec<Atom> args;
  Symbol loc;
};
// clang-format off
struct ELet : Expr { static constexpr auto kTag = Tag::Let; bool rec; Vec<Closure *> closures; Expr *body; };
struct JoinPoint { Id *id = nullptr; Vec<Id *> params; Expr *body = nullptr; };    // params without tokens
struct EJoin : Expr { static constexpr auto kTag = Tag::Join; bool rec; Vec<JoinPoint *> joins; Expr *body; };
struct EJump : Expr { static constexpr auto kTag = Tag::Jump; JoinPoint *join; Vec<Atom> args; };   // without tokens
// clang-format on

// A top-level binding. Fun: static function; Thunk: a CAF; Con: static constructor; a string (Addr#); an alias is
// resolved away.
struct TopBind {
  Id *id = nullptr;
  Closure *closure = nullptr;  // null: a string
  std::string_view string;
  Symbol module;                           // the partition it belongs to
  std::string name;                        // C name, unique and stable; see Note [Names in C] in stable_names.cc
  std::string base;                        // what its name begins with
  bool own_name = false, library = false;  // as in Var
  bool huge = false;                       // core::IdInfo
};
struct Program {
  Vec<TopBind *> binds;  // in dependency order as in Core
  Id *main = nullptr;
  Id *unpack_string = nullptr;  // unpackCString#, when a Data literal has a string
  Vec<Id *> known;              // as core::Program::known
  struct Export {
    Symbol c_name;
    Id *id;
  };
  Vec<Export> exports;
  Symbol main_module;
  uint32_t ids = 0;                  // so many were numbered
  Vec<Symbol> modules, own_modules;  // as core::Program
  long fuel = -1;
  // evaluated.cc: bit i: lazy field i (of core_arity(), below 32) is always evaluated
  std::unordered_map<DataCon *, uint32_t> evaluated_fields;
};

// locations: every closure gets the place of its binding in the source (-g), not only those that the desugarer marked.
Program *from_core(const core::Program &p, bool locations = false);
void name_by_content(Program *p);   // see Note [Names in C]
void find_join_points(Program *p);  // local functions that are only tail-called, saturated, become join points
void reuse_objects(Program *p);     // a constructor of what a case has taken from an object is that object
void find_evaluated(Program *p);    // parameters, fields and results that are always evaluated
// fills fvs; closed local functions, constructors and partial applications become top-level bindings
void compute_free_vars(Program *p);
void print_program(const Program &p, std::string *out);
std::string show_expr(const Expr *e, int indent = 0);
std::vector<std::string> lint_program(const Program &p);

std::string z_encode(std::string_view text);

inline bool is_value_rep(Rep r) { return r == Rep::Lifted || r == Rep::Unlifted; }
// Calls f on each direct sub-expression; closures' and join points' bodies included.
template <class F>
void for_each_child(Expr *e, F f);

template <class F>
void for_each_child(Expr *e, F f) {
  switch (e->tag) {
    case Tag::Case: {
      ECase &c = cast<ECase>(e);
      f(c.scrut);
      for (Alt &a : c.alts) f(a.body);
      break;
    }
    case Tag::Let: {
      ELet &l = cast<ELet>(e);
      for (Closure *c : l.closures)
        if (c->body) f(c->body);
      f(l.body);
      break;
    }
    case Tag::Join: {
      EJoin &j = cast<EJoin>(e);
      for (JoinPoint *p : j.joins) f(p->body);
      f(j.body);
      break;
    }
    case Tag::Value:
    case Tag::Tuple:
    case Tag::App:
    case Tag::ConApp:
    case Tag::Prim:
    case Tag::Foreign:
    case Tag::Jump: break;
  }
}

}  // namespace gphc::stg
