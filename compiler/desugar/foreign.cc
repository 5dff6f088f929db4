// foreign.cc: foreign import and export. A Haskell type crosses as the primitive type under it: newtypes are cast away,
// a data type with one constructor over one primitive field is opened or boxed, Bool is 0 or 1. The C type is chosen by
// the data type (Int32 is int32_t, Ptr is void *), so that the C compiler narrows and extends as the ABI wants.
//
//   f :: CInt -> Ptr a -> IO CDouble
//     f = \x p -> (\s -> case x |> Int32 of I32# i -> case p of Ptr a -> case ccall f i a s of (# s1, r #) ->
//                        (# s1, D# r |> CDouble #)) |> IO CDouble
//
// Note [Entries from C]
// C calls Haskell through a machine code stub (eval/stubs.S) that stores the argument registers in a frame and hands
// the runtime a closure and the frame's address. The closure is the entry of the function, of type Int -> IO (): made
// here, so that the layout of C calls is known in one place and both back ends need nothing but the stub's symbol.
//
//   entry of g :: CInt -> Double -> IO Bool
//     = \n -> (\s -> case n of I# i -> case readInt32OffAddr# (int2Addr# i) 0 s of (# s1, a #) ->
//                    case readDoubleOffAddr# .. 6 s1 of (# s2, b #) ->
//                    case (g (I32# a |> CInt) (D# b) |> ..) s2 of (# s3, r #) ->
//                    case writeIntOffAddr# .. 0 (case r of ..) s3 of s4 -> (# s4, () #)) |> IO ()
//
// A frame (System V ABI, all of whose arguments here are scalars): 6 words of integer registers, 8 of SSE registers,
// the saved rbp, the return address, then the arguments on the stack. Narrow integers are read as wide as C passes
// them, since their upper bits are undefined. The result goes to the first word; the stub loads it into rax and xmm0.
//
//   foreign export g              a static closure `callIn entry`, and a stub of the C name made by the back end
//   foreign import "wrapper" mk   = \g -> newCallback (entry of g): a stable pointer to `callIn entry`, and a stub
//                                 made at run time (prim/callback.c)
//
// Note [capi]
// What a capi import names need be no function: a macro, a variable ("hdr.h value stdin"), a function of which C must
// know the prototype (printf). So that it is called by a C function of our own, which the driver compiles with the
// header included:
//
//   foreign import capi "hdr.h f" f :: CInt -> IO CDouble       double gph_capi_1f0a..(int32_t a0) { return f(a0); }
//
// Its name is made of its text and the header's name: code in the object cache calls it by that. The functions of
// math.h on floating point numbers are called as ccall does, which is faster.
#include "desugar/desugarer.h"
#include "support/hash.h"

namespace gphc::desugar {

using namespace core;

namespace {

struct Crossing {
  const Type *type = nullptr;   // as written
  const Type *inner = nullptr;  // newtypes unfolded
  const Type *prim = nullptr;   // what crosses; null for ()
  DataCon *con = nullptr;       // the box; null: none
  CTypes con_types;
  bool is_bool = false;
  std::string_view c;
};

std::string_view prim_c_type(TyCon *tc) {
  if (tc == g_builtin.int_prim) return "int64_t";
  if (tc == g_builtin.word_prim) return "uint64_t";
  if (tc == g_builtin.char_prim) return "uint32_t";
  if (tc == g_builtin.double_prim) return "double";
  if (tc == g_builtin.float_prim) return "float";
  if (tc == g_builtin.addr_prim || tc == g_builtin.stable_ptr_prim || tc == g_builtin.byte_array_prim ||
      tc == g_builtin.mutable_byte_array_prim)
    return "void *";
  return "uint64_t";
}
std::string_view data_c_type(TyCon *tc, TyCon *prim) {
  static const struct {
    const char *name, *c;
  } kTypes[] = {{"Int8", "int8_t"},   {"Int16", "int16_t"},   {"Int32", "int32_t"},   {"Int64", "int64_t"},
                {"Word8", "uint8_t"}, {"Word16", "uint16_t"}, {"Word32", "uint32_t"}, {"Word64", "uint64_t"}};
  for (auto &t : kTypes)
    if (tc->occ.str() == t.name) return t.c;
  return prim_c_type(prim);
}

bool cross(const Type *t, Crossing *out) {
  out->type = t;
  out->inner = unwrap_newtypes(t);
  CTypes args;
  TyCon *tc = split_tcon_app(out->inner, &args);
  if (!tc) return false;
  if (tc == g_builtin.unit) {
    out->c = "void";
    return true;
  }
  if (tc == find_known_tycon(KnownTyCon::Bool)) {
    out->is_bool = true;
    out->prim = mk_tcon(g_builtin.int_prim);
    out->c = "uint8_t";
    return true;
  }
  if (is_unlifted(out->inner)) {
    out->prim = out->inner;
    out->c = prim_c_type(tc);
    return true;
  }
  if (tc->cons.size() != 1 || tc->cons[0]->core_arity() != 1) return false;
  out->con = tc->cons[0];
  out->con_types = args;
  out->prim = subst_type(con_field_types(out->con)[0], out->con->univ, args);
  if (!is_unlifted(out->prim)) return false;
  CTypes none;
  out->c = data_c_type(tc, split_tcon_app(out->prim, &none));
  return true;
}

// k is given the primitive value of v.
CExpr open(const Crossing &x, CExpr v, const std::function<CExpr(CExpr)> &k) {
  CExpr inner = mk_cast(v, x.inner);
  if (x.is_bool) {
    Alt no, yes;
    no.con = known_con(KnownCon::False);
    no.body = mk_int_lit(0);
    yes.con = known_con(KnownCon::True);
    yes.body = mk_int_lit(1);
    Var *n = mk_core_var("n", x.prim);
    return mk_eval(n, mk_case(inner, mk_core_var("b", x.inner), x.prim, {no, yes}), k(mk_var(n)));
  }
  if (!x.con) return k(inner);
  Var *n = mk_core_var("n", x.prim);
  return mk_case_one(inner, x.con, x.con_types, {n}, k(mk_var(n)));
}
CExpr box(const Crossing &x, CExpr prim) {
  CExpr e = prim;
  if (!x.prim) {
    e = mk_con_app(g_builtin.unit_con, {}, {});
  } else if (x.is_bool) {
    Alt zero, other;
    zero.is_lit = true;
    zero.lit = {core::LitTag::Int};
    zero.body = mk_con_app(known_con(KnownCon::False), {}, {});
    other.body = mk_con_app(known_con(KnownCon::True), {}, {});
    e = mk_case(prim, mk_core_var("n", x.prim), x.inner, {zero, other});
  } else if (x.con) {
    e = mk_con_app(x.con, x.con_types, Vec<CExpr>{prim});
  }
  return mk_cast(e, x.type);
}

const Type *state_type() { return mk_tapp(mk_tcon(g_builtin.state_prim), mk_tcon(g_builtin.real_world)); }
const Type *unboxed(const CTypes &ts) { return mk_tcon_app(unboxed_tuple_tycon(ts.size()), ts); }

// The function type taken apart: forall tvs. args -> [IO] result
struct Signature {
  Vec<TyVar *> tvs;
  CTypes args;
  const Type *result = nullptr;  // without IO
  const Type *whole_result = nullptr;
  bool io = false;
};
Signature take_apart(const Type *t) {
  Signature s;
  while (const TForall *f = dyn_cast<TForall>(t)) {
    s.tvs.append(f->vars);
    t = f->body;
  }
  while (const TFun *f = dyn_cast<TFun>(t)) {
    s.args.push_back(f->arg);
    t = f->res;
  }
  s.whole_result = s.result = t;
  CTypes io;
  // IO, or a newtype over it.
  const Type *u = t;
  for (int i = 0; i < 8 && u; i++) {
    io.clear();
    if (split_tcon_app(u, &io) == find_known_tycon(KnownTyCon::IO) && io.size() == 1) {
      s.io = true;
      s.result = io[0];
      break;
    }
    u = unwrap_newtype_once(u);
  }
  return s;
}

bool is_float_class(const Crossing &x) { return x.c == "double" || x.c == "float"; }

// How a value of the C type is read from a frame: the operation and the size of its elements.
struct FrameAccess {
  PrimId read;
  int size;
};
FrameAccess frame_access(const Crossing &x) {
  static const struct {
    const char *c;
    FrameAccess access;
  } kNarrow[] = {{"int8_t", {PrimId::ReadOffAddrInt8, 1}},
                 {"int16_t", {PrimId::ReadOffAddrInt16, 2}},
                 {"int32_t", {PrimId::ReadOffAddrInt32, 4}},
                 {"uint8_t", {PrimId::ReadOffAddrWord8, 1}},
                 {"uint16_t", {PrimId::ReadOffAddrWord16, 2}}};
  if (x.is_bool) return {PrimId::ReadOffAddrInt8, 1};
  for (auto &n : kNarrow)
    if (x.c == n.c) return n.access;
  CTypes none;
  TyCon *tc = split_tcon_app(x.prim, &none);
  if (tc == g_builtin.double_prim) return {PrimId::ReadOffAddrDouble, 8};
  if (tc == g_builtin.float_prim) return {PrimId::ReadOffAddrFloat, 4};
  if (tc == g_builtin.char_prim) return {PrimId::ReadOffAddrWideChar, 4};
  if (tc == g_builtin.addr_prim) return {PrimId::ReadOffAddrAddr, 8};
  if (tc == g_builtin.stable_ptr_prim) return {PrimId::ReadOffAddrStablePtr, 8};
  if (tc == g_builtin.word_prim)
    return x.c == "uint32_t" ? FrameAccess{PrimId::ReadOffAddrWord32, 4} : FrameAccess{PrimId::ReadOffAddrWord, 8};
  if (tc == g_builtin.int_prim) return {PrimId::ReadOffAddrInt, 8};
  return {PrimId::count_, 0};
}
// ... and a result written to its first word, whole where a narrow one lies in a wide primitive type.
PrimId frame_write(const Crossing &x) {
  switch (frame_access(x).read) {
    case PrimId::ReadOffAddrDouble: return PrimId::WriteOffAddrDouble;
    case PrimId::ReadOffAddrFloat: return PrimId::WriteOffAddrFloat;
    case PrimId::ReadOffAddrWideChar: return PrimId::WriteOffAddrWideChar;
    case PrimId::ReadOffAddrAddr: return PrimId::WriteOffAddrAddr;
    case PrimId::ReadOffAddrStablePtr: return PrimId::WriteOffAddrStablePtr;
    case PrimId::ReadOffAddrWord8:
    case PrimId::ReadOffAddrWord16:
    case PrimId::ReadOffAddrWord32:
    case PrimId::ReadOffAddrWord: return PrimId::WriteOffAddrWord;
    case PrimId::count_: return PrimId::count_;
    default: return PrimId::WriteOffAddrInt;
  }
}

// Gives arguments their words of the frame, in order.
class FrameLayout {
 public:
  int next(const Crossing &x) {
    int &n = is_float_class(x) ? sse_ : integer_;
    if (n < (is_float_class(x) ? kSse : kInteger)) return is_float_class(x) ? kInteger + n++ : n++;
    return kInteger + kSse + kLinkage + stack_++;
  }

 private:
  static constexpr int kInteger = 6, kSse = 8, kLinkage = 2 /* saved rbp, return address */;
  int integer_ = 0, sse_ = 0, stack_ = 0;
};

// C's, of a function of these arguments and this result.
std::string c_prototype(const std::string &name, const Vec<Crossing> &args, const Crossing &result) {
  std::string s = std::string(result.c) + " " + name + "(";
  for (size_t i = 0; i < args.size(); i++) s += (i ? ", " : "") + std::string(args[i].c) + " a" + std::to_string(i);
  return s + (args.empty() ? "void)" : ")");
}

// See Note [capi]. what: a call, or a variable.
Symbol capi_function(Program *prog, const Module *m, std::string_view header, const std::string &what,
                     const Vec<Crossing> &args, const Crossing &result) {
  // Of a bool no more than its low byte comes back.
  std::string value = result.is_bool ? "(" + what + ") != 0" : what;
  std::string body = std::string(" { ") + (result.prim ? "return " : "") + value + "; }\n";
  Hash128 hash;
  hash.add(header);
  hash.add(c_prototype("", args, result));
  hash.add(body);
  std::string name = "gph_capi_" + hash.hex();
  prog->c_functions.push_back({sym(m->file->path), sym(header), sym(c_prototype(name, args, result) + body)});
  return sym(name);
}

std::string_view next_word(std::string_view *s) {
  while (!s->empty() && (*s)[0] == ' ') s->remove_prefix(1);
  size_t n = 0;
  if (!s->empty() && (*s)[0] == '&') n = 1;
  else
    while (n < s->size() && (*s)[n] != ' ' && (*s)[n] != '&') n++;
  std::string_view w = s->substr(0, n);
  s->remove_prefix(n);
  return w;
}

// What an import asks for: [static] [header.h] [&] [name] | dynamic | wrapper; of capi also: [header.h] value name
struct ImportEntity {
  std::string_view name, header;
  bool address = false, dynamic = false, wrapper = false, value = false;
};
ImportEntity read_entity(std::string_view text, bool capi) {
  ImportEntity e;
  while (!text.empty()) {
    std::string_view w = next_word(&text);
    if (w.empty() || w == "static") continue;
    if (w.size() > 2 && w.ends_with(".h")) e.header = w;
    else if (w == "&") e.address = true;
    else if (capi && w == "value" && text.find_first_not_of(' ') != text.npos) e.value = true;
    else if (w == "dynamic") e.dynamic = true;
    else if (w == "wrapper") e.wrapper = true;
    else e.name = w;
  }
  return e;
}

}  // namespace

CExpr Desugarer::foreign_import(const Decl *d) {
  const Type *t = d->foreign_var->type;
  Signature sig = take_apart(t);
  auto refuse = [&](const std::string &why) {
    diags().error(d->span, diag::BadForeign, why);
    return error_call(KnownVar::patError, t, "foreign");
  };

  const bool capi = d->callconv == sym("capi");
  const ImportEntity entity = read_entity(d->entity.str(), capi);
  if (entity.wrapper) {  // the type checker has seen that it is ft -> IO (FunPtr ft)
    if (sig.args.size() != 1 || !sig.io) return refuse("the type of a \"wrapper\" is no function type to IO");
    Var *g = mk_core_var("g", sig.args[0]);
    CExpr entry;
    std::string problem;
    if (!entry_from_c(mk_var(g), sig.args[0], &entry, &problem)) return refuse(problem);
    CExpr made = mk_app(mk_ty_app(ref(known_var(KnownVar::newCallback)), CTypes{sig.args[0]}), {entry});
    return mk_ty_lam(sig.tvs, mk_lam(Vec<Var *>{g}, mk_cast(made, sig.whole_result)));
  }
  Symbol symbol = entity.name.empty() ? d->foreign_var->occ : sym(entity.name);

  Vec<Crossing> args;
  for (const Type *a : sig.args) {
    Crossing x;
    if (!cross(a, &x) || !x.prim)
      return refuse("an argument of type `" + show_type(a) + "' cannot be passed to a foreign function");
    args.push_back(x);
  }
  Crossing res;
  if (!cross(sig.result, &res))
    return refuse("a result of type `" + show_type(sig.result) + "' cannot come from a foreign function");

  if (capi && !entity.address && !entity.dynamic && (entity.value || !entity.header.empty())) {
    bool plain = !entity.value && entity.header == "math.h" && is_float_class(res);
    std::string list;
    for (size_t i = 0; i < args.size(); i++) {
      plain = plain && is_float_class(args[i]);
      list += (i ? ", a" : "a") + std::to_string(i);
    }
    std::string what = symbol.string() + (entity.value ? "" : "(" + list + ")");
    if (!plain) symbol = capi_function(prog, module, entity.header, what, args, res);
  }
  ForeignCall *call = mk<ForeignCall>();
  call->symbol = entity.dynamic ? Symbol() : symbol;
  call->safe = d->safe;
  call->interruptible = d->interruptible;
  call->pure = !sig.io;
  for (size_t i = entity.dynamic ? 1 : 0; i < args.size(); i++) call->c_arg_types.push_back(args[i].c);
  call->c_result = entity.address ? "&" : res.c;

  if (entity.address) {  // the value is the symbol's address
    call->pure = true;
    return mk_ty_lam(sig.tvs, box(res, mk_ccall(call, {}, res.prim)));
  }
  Vec<Var *> params;
  for (size_t i = 0; i < args.size(); i++) params.push_back(mk_core_var("a", args[i].type));
  std::function<CExpr(size_t, Vec<CExpr>, const std::function<CExpr(const Vec<CExpr> &)> &)> open_all =
      [&](size_t i, Vec<CExpr> prims, const std::function<CExpr(const Vec<CExpr> &)> &k) -> CExpr {
    if (i == args.size()) return k(prims);
    return open(args[i], mk_var(params[i]), [&](CExpr p) {
      Vec<CExpr> next = prims.clone();
      next.push_back(p);
      return open_all(i + 1, next, k);
    });
  };
  if (!sig.io) {
    CExpr body = open_all(0, {}, [&](const Vec<CExpr> &prims) {
      if (!res.prim) return box(res, nullptr);
      Var *r = mk_core_var("r", res.prim);
      return mk_eval(r, mk_ccall(call, prims, res.prim), box(res, mk_var(r)));
    });
    return mk_ty_lam(sig.tvs, mk_lam(params, body));
  }
  Var *s = mk_core_var("s", state_type());
  CTypes out = {state_type()}, raw = {state_type()};
  out.push_back(res.type);
  if (res.prim) raw.push_back(res.prim);
  CExpr body = open_all(0, {}, [&](const Vec<CExpr> &prims) {
    Vec<CExpr> xs = prims.clone();
    xs.push_back(mk_var(s));
    CExpr e = mk_ccall(call, xs, unboxed(raw));
    Var *s1 = mk_core_var("s", state_type());
    Vec<Var *> fields = {s1};
    Var *r = res.prim ? mk_core_var("r", res.prim) : nullptr;
    if (r) fields.push_back(r);
    CExpr result = mk_con_app(unboxed_tuple_con(2), out, Vec<CExpr>{mk_var(s1), box(res, r ? mk_var(r) : nullptr)});
    return mk_case_one(e, unboxed_tuple_con(raw.size()), raw, fields, result);
  });
  CExpr action = mk_cast(mk_lam(Vec<Var *>{s}, body), sig.whole_result);
  return mk_ty_lam(sig.tvs, mk_lam(params, action));
}

// See Note [Entries from C]. f: a function of the signature's type. False: `problem` says which type cannot cross.
bool Desugarer::entry_from_c(CExpr f, const Type *type, CExpr *entry, std::string *problem) {
  CTypes none;
  for (const Type *u = type; u && split_tcon_app(type, &none) != find_known_tycon(KnownTyCon::IO);
       u = unwrap_newtype_once(type))
    type = u;
  f = mk_cast(f, type);  // of a newtype over a function
  Signature sig = take_apart(type);
  Vec<Crossing> args;
  for (const Type *a : sig.args) {
    Crossing x;
    if (!cross(a, &x) || !x.prim || frame_access(x).read == PrimId::count_) {
      *problem = "an argument of type `" + show_type(a) + "' cannot come from a foreign caller";
      return false;
    }
    args.push_back(x);
  }
  Crossing res;
  if (!cross(sig.result, &res) || (res.prim && frame_write(res) == PrimId::count_)) {
    *problem = "a result of type `" + show_type(sig.result) + "' cannot be given to a foreign caller";
    return false;
  }
  CTypes real_world = {mk_tcon(g_builtin.real_world)};
  const Type *int_type = mk_tcon(find_known_tycon(KnownTyCon::Int)), *unit = mk_tcon(g_builtin.unit);
  Var *n = mk_core_var("n", int_type), *address = mk_core_var("i", mk_tcon(g_builtin.int_prim)),
      *frame = mk_core_var("frame", mk_tcon(g_builtin.addr_prim));
  auto stable_types = [&](const Crossing &x) {  // of read and written stable pointers: their element, too
    CTypes types = real_world.clone(), element;
    if (split_tcon_app(x.prim, &element) == g_builtin.stable_ptr_prim) types.append(element);
    return types;
  };
  auto done = [&](CExpr token) {
    return mk_con_app(unboxed_tuple_con(2), CTypes{state_type(), unit},
                      Vec<CExpr>{token, mk_con_app(g_builtin.unit_con, {}, {})});
  };
  auto give = [&](CExpr value, CExpr token) -> CExpr {
    if (!res.prim) {
      Var *u = mk_core_var("u", expr_type(value));
      return mk_eval(u, value, done(token));
    }
    return open(res, value, [&](CExpr p) {
      Var *s = mk_core_var("s", state_type());
      return mk_eval(
          s,
          mk_prim_app(primop(frame_write(res)), stable_types(res), Vec<CExpr>{mk_var(frame), mk_int_lit(0), p, token}),
          done(mk_var(s)));
    });
  };
  FrameLayout layout;
  std::function<CExpr(size_t, Vec<CExpr>, CExpr)> from = [&](size_t i, Vec<CExpr> boxed, CExpr token) -> CExpr {
    if (i < args.size()) {
      const Crossing &x = args[i];
      FrameAccess access = frame_access(x);
      CExpr read = mk_prim_app(primop(access.read), stable_types(x),
                               Vec<CExpr>{mk_var(frame), mk_int_lit(layout.next(x) * (8 / access.size)), token});
      Var *s = mk_core_var("s", state_type()), *a = mk_core_var("a", x.prim);
      boxed.push_back(box(x, mk_var(a)));
      return mk_case_one(read, unboxed_tuple_con(2), CTypes{state_type(), x.prim}, {s, a},
                         from(i + 1, boxed.clone(), mk_var(s)));
    }
    CExpr result = mk_app(f, boxed);
    if (!sig.io) return give(result, token);
    CTypes pair = {state_type(), res.type};
    Var *s = mk_core_var("s", state_type()), *r = mk_core_var("r", res.type);
    return mk_case_one(mk_app(mk_cast(result, mk_tfun(state_type(), unboxed(pair))), {token}), unboxed_tuple_con(2),
                       pair, {s, r}, give(mk_var(r), mk_var(s)));
  };
  Var *s = mk_core_var("s", state_type());
  CExpr body =
      mk_eval(frame, mk_prim_app(primop(PrimId::IntToAddr), {}, Vec<CExpr>{mk_var(address)}), from(0, {}, mk_var(s)));
  body = mk_case_one(mk_var(n), known_con(KnownCon::I), {}, {address}, body);
  CExpr action = mk_cast(mk_lam(Vec<Var *>{s}, body), mk_tapp(mk_tcon(find_known_tycon(KnownTyCon::IO)), unit));
  *entry = mk_lam(Vec<Var *>{n}, action);
  return true;
}

void Desugarer::foreign_export(const Decl *d) {
  CExpr entry;
  std::string problem;
  if (!entry_from_c(wrap(d->foreign_wrap, ref(static_cast<Var *>(d->name.ent))), type(d->foreign_type), &entry,
                    &problem)) {
    diags().error(d->span, diag::BadForeign, problem);
    return;
  }
  Symbol name = d->entity ? d->entity : d->name.occ;
  CExpr closure = mk_app(ref(known_var(KnownVar::callIn)), {entry});
  Var *v = mk_core_var("export_" + name.string(), expr_type(closure));
  v->sort = VarSort::Global;
  v->module = module->name;
  emit(v, closure);
  prog->roots.push_back(v);
  prog->exports.push_back({name, v});
  Signature sig = take_apart(type(d->foreign_type));
  Vec<Crossing> args;
  for (const Type *a : sig.args) {
    Crossing x;
    cross(a, &x);
    args.push_back(x);
  }
  Crossing res;
  cross(sig.result, &res);
  prog->c_prototypes.push_back(
      {sym(module->file->path), module->name, sym("extern " + c_prototype(name.string(), args, res) + ";\n")});
}

}  // namespace gphc::desugar
