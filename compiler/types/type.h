// type.h: kinds, types and the named entities (variables, constructors, type constructors, classes, instances) that all
// phases share. Data only. Entities are identified by address; the renamer makes them, the type checker completes them.
#pragma once
#include <span>
#include <string>

#include "support/arena.h"
#include "support/match.h"
#include "support/source.h"
#include "support/symbol.h"

namespace gphc {

struct Type;
struct TyCon;
struct DataCon;
struct PatSyn;
struct Class;
struct Instance;
struct Var;
struct TyVar;
struct MetaVar;
namespace core {
struct IdInfo;
struct Expr;
struct PrimOp;
}

// ---- Kinds ---------------------------------------------------------------------------------------------------------
enum class KindTag : uint8_t { Star, Hash, Constraint, Arrow, Meta };
struct Kind {
  KindTag tag;
  Kind *arg = nullptr, *res = nullptr;  // Arrow; Meta: res = solution or null (follow with repr_kind)
};
Kind *kind_star();  // lifted types
Kind *kind_hash();  // unlifted and unboxed types (Int#, Array#, (# , #), ...)
Kind *kind_constraint();
Kind *mk_kind_arrow(Kind *arg, Kind *res);
Kind *mk_kind_meta();
Kind *repr_kind(Kind *k);  // follows solved metas at the top

// ---- Types ---------------------------------------------------------------------------------------------------------
// Source types use Qual for contexts; in Core (see core_type) a context has become ordinary dictionary arguments and
// there is neither Qual nor Meta. Synonyms are expanded by the type checker's conversion from syntax: no type after it
// mentions a synonym. For messages a node that is the expansion of one knows what was written: see mk_spelled.
enum class TypeTag : uint8_t { Var, Con, App, Fun, Forall, Qual, Meta };
struct Type {
  TypeTag tag;
  uint32_t spelled = 0;  // Con, App, Fun: not 0 where the user wrote a synonym
};

struct Pred {  // a class constraint C t1 .. tn, or (cls == nullptr) an equality-free placeholder never used
  Class *cls = nullptr;
  Vec<const Type *> args;
};
struct TVar : Type {
  static constexpr auto kTag = TypeTag::Var;
  TyVar *var;
};
struct TCon : Type {
  static constexpr auto kTag = TypeTag::Con;
  TyCon *con;
};
struct TApp : Type {
  static constexpr auto kTag = TypeTag::App;
  const Type *fn, *arg;
};
struct TFun : Type {
  static constexpr auto kTag = TypeTag::Fun;
  const Type *arg, *res;
};
struct TForall : Type {
  static constexpr auto kTag = TypeTag::Forall;
  Vec<TyVar *> vars;
  const Type *body;
};
struct TQual : Type {
  static constexpr auto kTag = TypeTag::Qual;
  Vec<Pred> preds;
  const Type *body;
};
struct TMeta : Type {
  static constexpr auto kTag = TypeTag::Meta;
  MetaVar *meta;
};

struct MetaVar {  // a unification variable; lives only in the type checker
  uint32_t uniq;
  uint32_t level;
  Kind *kind;
  const Type *ref = nullptr;  // solution
  Span origin;
  // stands for types without foralls and contexts only. See Note [Impredicativity] in typecheck/unify.cc
  bool mono = false;
};

void count_type_node();           // ends the compiler when types that are copied without sharing become too many
void check_type_nodes(size_t n);  // the same for `n` that were met in one walk
const Type *mk_tvar(TyVar *v);
const Type *mk_tcon(TyCon *c);                      // shared node per TyCon
const Type *mk_tapp(const Type *f, const Type *a);  // no normalisation: `(->) a b` is built by mk_tfun
const Type *mk_tapps(const Type *f, std::span<const Type *const> args);
const Type *mk_tcon_app(TyCon *c, std::span<const Type *const> args);
const Type *mk_tfun(const Type *a, const Type *r);
const Type *mk_tfuns(std::span<const Type *const> args, const Type *r);
const Type *mk_forall(const Vec<TyVar *> &vars, const Type *body);  // body itself when vars is empty
const Type *mk_qual(const Vec<Pred> &preds, const Type *body);      // body itself when preds is empty
// Splits T t1 .. tn; looks through solved metas; a TFun counts as (->) applied to two. Null when the head is no TyCon.
TyCon *split_tcon_app(const Type *t, Vec<const Type *> *args);
// Function part and argument of a type seen as an application, a function type, too; false when it is none.
bool as_type_app(const Type *t, const Type **fn, const Type **arg);
const Type *repr(const Type *t);  // follows solved metas at the top
// capture-avoiding
const Type *subst_type(const Type *t, std::span<TyVar *const> vars, std::span<const Type *const> types);
// t again, which messages show as the synonym's application `written`
const Type *mk_spelled(const Type *t, const Type *written);
const Type *spelling(const Type *t);  // what was written for t, or null
// made, a new node of equal meaning, is spelled as `from`
const Type *respelled(const Type *from, const Type *made);
bool same_type(const Type *a, const Type *b);        // alpha-equivalence; looks through solved metas
const Type *core_type(const Type *t);                // Qual -> dictionary arguments, deep; metas zonked
const Type *dict_type(const Pred &p);                // the dictionary TyCon of the class applied to args
std::string show_type(const Type *t, int prec = 0);  // as a user would write it
std::string show_unfolded(const Type *t);            // likewise, with a synonym at the top unfolded
std::string show_pred(const Pred &p);
std::string show_kind(Kind *k, int prec = 0);

// ---- Entities ------------------------------------------------------------------------------------------------------
enum class EntTag : uint8_t { Var, DataCon, TyCon, Class, TyVar, PatSyn };
struct Entity {
  EntTag tag;
  Symbol occ;     // the name as written: "map", "+", ":", "Just"
  Symbol module;  // defining module; null for local things
  uint32_t uniq = 0;
  Span def;  // of the binding occurrence
};

enum class VarSort : uint8_t { Local, Global, Method, Field, Dict, PrimOp, Foreign };
struct Var : Entity {
  static constexpr auto kTag = EntTag::Var;
  VarSort sort = VarSort::Local;
  // before desugaring: source type (Forall/Qual); in Core: core type. See Var::core_ty
  const Type *type = nullptr;
  // What `type` was before it became a Core type, for definitions that are checked later; null: it has not.
  const Type *source_type = nullptr;
  const Type *type_in_source() const { return source_type ? source_type : type; }
  Class *cls = nullptr;       // Method: its class;
  uint32_t index = 0;         //   position among the class's methods. Field: unused
  Vec<DataCon *> field_cons;  // Field selectors: the constructors that have the field
  const core::PrimOp *primop = nullptr;
  core::IdInfo *info = nullptr;  // Core's facts (arity, strictness, unfolding, pragmas); owned by core/ and opt/
  void *check = nullptr;         // the type checker's, while the variable's binding group is inferred
  // its code can be what it is in other programs: of the stdlib, or made from such a binding alone
  bool library = false;
  // defined by the source at top level: module and occ tell it from all others, in every program
  bool own_name = false;
};

struct TyVar : Entity {
  static constexpr auto kTag = EntTag::TyVar;
  Kind *kind = nullptr;
  bool skolem = false;
  bool inferred = false;  // of a type that no signature gives: `f @t' passes it over
  // a skolem of a class or instance declaration, or existential: the choice of instances does not wait for it
  bool settled = false;
  uint32_t level = 0;  // type checker: depth of the scope that a skolem belongs to
};

enum class TyConSort : uint8_t { Data, Newtype, Synonym, Dict, Prim };
// How a value of a (saturated) type is held. Lifted and Unlifted are value words; Void is State# and friends.
enum class Rep : uint8_t { Lifted, Unlifted, Int, Word, Char, Double, Float, Addr, Void, Tuple };
struct TyCon : Entity {
  static constexpr auto kTag = EntTag::TyCon;
  TyConSort sort = TyConSort::Data;
  Kind *kind = nullptr;
  Vec<TyVar *> params;
  Vec<DataCon *> cons;                // Data, Newtype (one), Dict (one)
  const Type *synonym_rhs = nullptr;  // Synonym, over params
  Class *cls = nullptr;               // Dict
  Rep rep = Rep::Lifted;              // of a saturated application
  uint32_t tuple_arity = 0;           // boxed or unboxed tuples
  bool is_unboxed_tuple = false;
  bool is_abstract = false;         // constructors not visible anywhere (primitive)
  const Type *type_node = nullptr;  // cache of mk_tcon
  Vec<PatSyn *> synonyms;           // pattern synonyms that the export list of their module made parts of this type
};

struct FieldInfo {
  Symbol label;  // null: positional
  Var *selector = nullptr;
  const Type *type = nullptr;  // source type over the constructor's variables; may be polymorphic
  bool strict = false, unpack = false;
};
struct DataCon : Entity {
  static constexpr auto kTag = EntTag::DataCon;
  TyCon *tycon = nullptr;
  uint32_t index = 0;   // declaration order, from 0
  bool infix = false;   // declared infix (for derived Show)
  bool record = false;  // declared with field labels
  Vec<TyVar *> univ;    // the TyCon's params
  Vec<TyVar *> exist;   // existentials
  Vec<Pred> theta;      // context of an existential constructor: its dictionaries are the first fields
  Vec<FieldInfo> fields;
  const Type *type = nullptr;  // forall univ exist. theta => fields -> T univ
  Class *dict_of = nullptr;    // the constructor of a class's dictionary: superclasses, then methods
  // Number of Core fields: dictionaries of theta, then fields.
  size_t core_arity() const { return theta.size() + fields.size(); }
};

// A pattern synonym. Only the renamer meets it in names: a pattern becomes a view pattern of the matcher, an expression
// the builder. See
// Note [Pattern synonyms] in rename/pattern_synonym.cc.
struct PatSyn : Entity {
  static constexpr auto kTag = EntTag::PatSyn;
  size_t arity = 0;
  Var *matcher = nullptr;         // T -> Maybe (a, b, ..)
  Var *builder = nullptr;         // a -> b -> .. -> T; null: it is no expression
  TyCon *bundled_with = nullptr;  // T(P) in an export list
  Vec<Vec<Entity *>> complete;    // the COMPLETE sets it is in: synonyms and constructors
};

struct FunDep {
  Vec<uint32_t> from, to;
};
struct Method {
  Var *sel = nullptr;           // sort Method; its type: forall class_vars. C class_vars => type
  const Type *type = nullptr;   // over the class variables, without the class constraint
  Var *default_impl = nullptr;  // global of the same type as sel, or null. Set by the type checker
};
struct Class : Entity {
  static constexpr auto kTag = EntTag::Class;
  Vec<TyVar *> params;
  Vec<FunDep> fundeps;
  Vec<Pred> supers;
  Vec<Method> methods;
  TyCon *dict = nullptr;      // sort Dict; dict->cons[0]: fields are supers' dictionaries, then methods
  Vec<Instance *> instances;  // all of the program: instances travel
};
// What the program says of an instance beside others that match, too: it may be passed over for a more specific one, it
// may be preferred to a less specific one, both, or both and whatever else could match later.
enum class Overlap : uint8_t { None, Overlappable, Overlapping, Overlaps, Incoherent };
struct Instance {
  Class *cls = nullptr;
  Vec<TyVar *> vars;
  Vec<Pred> context;
  Vec<const Type *> args;  // the head, over vars
  Var *dfun = nullptr;     // global: forall vars. context => C args
  Symbol module;
  Span span;
  bool derived = false;
  Overlap overlap = Overlap::None;
};

// ---- Wired-in entities (made by types/builtin.cc before any module is read) ----------------------------------------
struct Builtin {
  TyCon *fun, *list, *unit;  // (->), [], ()
  DataCon *nil, *cons, *unit_con;
  // Primitive types, exported by the built-in module GPH.Prim under GHC's names.
  TyCon *int_prim, *word_prim, *char_prim, *double_prim, *float_prim, *addr_prim, *state_prim, *real_world;
  TyCon *array_prim, *mutable_array_prim, *small_array_prim, *small_mutable_array_prim, *byte_array_prim,
      *mutable_byte_array_prim;
  TyCon *mut_var_prim, *mvar_prim, *tvar_prim, *weak_prim, *stable_name_prim, *stable_ptr_prim, *thread_id_prim,
      *bco_prim;
  TyCon *type_kind, *constraint_kind;  // `Type` (also `*`) and `Constraint`: only in kinds
};
extern Builtin g_builtin;
void init_builtin();
// The primitive type of that name ("Int#", "State#", "->", "[]", "()", "(,)", ...), or null.
TyCon *find_prim_tycon(Symbol name);
std::span<TyCon *const> prim_tycons();  // those that GPH.Prim exports by name
// The primops as variables (sort PrimOp, module GPH.Prim, type and primop set). core/primop.cc makes and registers them
// at start-up.
void register_primop_vars(std::span<Var *const> vars);
std::span<Var *const> primop_vars();
Symbol prim_module_name();     // GPH.Prim
TyCon *tuple_tycon(size_t n);  // n >= 2; n == 0 is unit
DataCon *tuple_con(size_t n);
TyCon *unboxed_tuple_tycon(size_t n);  // n >= 0
DataCon *unboxed_tuple_con(size_t n);

TyVar *mk_tyvar(Symbol name, Kind *kind);
Var *mk_local_var(Symbol occ, const Type *type, Span def = {});

}  // namespace gphc
