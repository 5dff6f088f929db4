// from_stg.cc: STG -> Low. Here the representation of everything is decided: which calls are direct, what is an immediate,
// what is a static object, how a case is tested, what a closure holds.
//
// Code is made on demand, from the roots (main, the closures that the runtime knows, foreign exports): what they do not reach is
// not in the result. A function is made when it is first mentioned; its body waits in a work list.
//
// An expression is lowered in a context: tail (return the results) or into locals, after which control falls through. In a
// tail context a call is a jump, a self call goes to the head of the function, and a join point's code returns by itself;
// otherwise the same shapes assign and go on behind the statement, so no case-of-case is needed for good code.
//
// Evaluating a variable assigns the value to its own local: variable and case binder are the same local from there on.
// `evald_` holds the variables known to be evaluated at the point of emission (scoped: see Scope).
#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "low/low.h"
#include "support/check.h"
#include "support/hash.h"

namespace gphc::low {
namespace {

using stg::Atom;
using stg::Closure;
using stg::ClosureKind;
using stg::Expr;
using stg::Id;
using core::LitTag;
using core::PrimId;

template <class T>
T *stmt() {
  T *s = mk<T>();
  s->tag = T::kTag;
  return s;
}

uint8_t fun_tag(size_t arity) { return uint8_t(std::min<size_t>(arity, 5)); }

class FromStg {
 public:
  explicit FromStg(stg::Program *p) : stg_(p) {}
  Program *run();

  struct Work { Closure *closure; Function *fn; std::vector<bool> fv_evald; stg::TopBind *top; };
  Function *function_of(Closure *c, stg::TopBind *top, const std::string &name);
  Info *con_info(DataCon *con);
  Info *runtime_info(const std::string &name, ObjKind kind, uint8_t tag);
  Static *static_of(stg::TopBind *t);
  Info *string_info(const Closure *c, Operand *literal);
  Static *literal_box(const core::Literal &l);
  Operand integer_literal(const core::Literal &l);
  Static *data_literal(const core::DataLit *d);
  Info *string_object(Id *unpack, bool caf);
  Operand static_atom(const Atom &a);
  StringLit *string_of(std::string_view bytes);
  StringLit *top_string(stg::TopBind *t);
  std::string local_name(stg::TopBind *top, Symbol occ);

  stg::Program *stg_;
  Program *low_ = nullptr;
  std::deque<Work> work_;
  std::unordered_map<Closure *, Function *> functions_;
  std::unordered_map<DataCon *, Info *> con_infos_;
  std::unordered_map<std::string, Info *> runtime_infos_;
  std::unordered_map<stg::TopBind *, Static *> statics_;
  std::deque<stg::TopBind *> static_work_;
  std::unordered_map<std::string, Static *> literal_boxes_;
  std::unordered_map<const core::DataLit *, Static *> data_;
  std::unordered_map<std::string, Static *> data_by_name_;
  uint32_t data_units_ = 0;
  std::unordered_map<std::string_view, StringLit *> strings_;
  std::unordered_map<stg::TopBind *, StringLit *> top_strings_;
  std::unordered_map<stg::TopBind *, std::unordered_map<Symbol, uint32_t>> local_names_;
  std::unordered_map<stg::TopBind *, size_t> order_;
  std::unordered_map<Function *, std::pair<size_t, size_t>> fn_order_;
  Symbol cur_module_;
};

// ---- Things shared between functions -----------------------------------------------------------------------------------
Info *FromStg::con_info(DataCon *con) {
  Info *&i = con_infos_[con];
  if (i) return i;
  const ConLayout &l = con_layout(con);
  i = mk<Info>();
  i->name = (con->tycon->module ? stg::z_encode(con->tycon->module.str()) : "gph") + "_" + stg::z_encode(con->occ.str()) + "_con";
  // Constructors of wired-in types (tuples, lists) have no module; tuples differ by their name "(,)".
  i->kind = ObjKind::Con;
  i->tag = l.tag;
  i->con = uint16_t(con->index);
  i->ptrs = l.ptrs;
  i->nptrs = l.nptrs;
  i->shown = con->occ.string();
  low_->infos.push_back(i);
  return i;
}

Info *FromStg::runtime_info(const std::string &name, ObjKind kind, uint8_t tag) {
  Info *&i = runtime_infos_[name];
  if (i) return i;
  i = mk<Info>();
  i->name = name;
  i->kind = kind;
  i->tag = tag;
  return i;   // not in infos: the runtime has it
}

std::string FromStg::local_name(stg::TopBind *top, Symbol occ) {
  uint32_t n = local_names_[top][occ]++;
  return top->name + "__" + stg::z_encode(occ.str()) + "_" + std::to_string(n);   // "__" occurs in no top-level name
}

Function *FromStg::function_of(Closure *c, stg::TopBind *top, const std::string &name) {
  Function *&f = functions_[c];
  if (f) return f;
  f = mk<Function>();
  f->name = name;
  f->module = top->module;
  f->unit = uint32_t(order_[top]);
  Info *info = mk<Info>();
  info->name = name;
  info->module = top->module;
  info->unit = f->unit;
  info->code = f;
  info->shown = top->module.string() + "." + top->id->occ.string();
  if (c->id != top->id) info->shown += "." + c->id->occ.string();
  info->source = c->loc.string();
  if (size_t at = info->source.find("/lib/gphc/stdlib/"); at != std::string::npos) info->source = info->source.substr(at + 17);   // wherever gphc is
  f->info = info;
  auto local = [&](Ty ty, Symbol hint) {
    Local *l = mk<Local>();
    l->num = uint32_t(f->locals.size());
    l->ty = ty;
    l->hint = hint;
    f->locals.push_back(l);
    return l;
  };
  if (c->kind == ClosureKind::Fun) {
    f->kind = FnKind::Fun;
    info->kind = ObjKind::Fun;
    info->arity = uint16_t(c->params.size());
    info->tag = fun_tag(c->params.size());
    for (size_t i = 0; i < c->params.size(); i++) {
      Id *p = c->params[i];
      f->params.push_back(local(ty_of(p->rep), p->occ));
      f->param_is_token.push_back(p->rep == Rep::Void);
      if (stg::is_value_rep(p->rep) && i < 32) info->arg_mask |= 1u << i;
    }
    for (Rep r : c->ret) f->ret.push_back(ty_of(r));
    f->ret_tuple = c->ret_tuple;
    if (c->id->top == nullptr) f->self = local(Ty::Ptr, sym("self"));
  } else {
    f->kind = c->kind == ClosureKind::ThunkOnce ? FnKind::ThunkOnce : c->id->top ? FnKind::Caf : FnKind::Thunk;
    info->kind = f->kind == FnKind::Caf ? ObjKind::Caf : f->kind == FnKind::ThunkOnce ? ObjKind::ThunkOnce : ObjKind::Thunk;
    f->ret.push_back(Ty::Ptr);
    f->self = local(Ty::Ptr, sym("self"));
  }
  uint32_t ptrs = 0, raws = 0;
  for (Id *v : c->fvs) {
    if (v == c->id && c->kind == ClosureKind::Fun) continue;
    (stg::is_value_rep(v->rep) ? ptrs : raws)++;
  }
  info->ptrs = ptrs;
  info->nptrs = raws;
  low_->functions.push_back(f);
  low_->infos.push_back(info);
  fn_order_[f] = {order_[top], low_->functions.size()};
  return f;
}

StringLit *FromStg::string_of(std::string_view bytes) {
  StringLit *&s = strings_[bytes];
  if (!s) {
    s = mk<StringLit>();
    s->bytes = bytes;
  }
  return s;
}

StringLit *FromStg::top_string(stg::TopBind *t) {
  StringLit *&s = top_strings_[t];
  if (!s) {
    s = mk<StringLit>();
    s->bytes = t->string;
    s->name = t->name;
    s->module = t->module;
    s->unit = uint32_t(order_[t]);
    low_->strings.push_back(s);
  }
  return s;
}

// A static Int-like box for a number that is no immediate.
Static *FromStg::literal_box(const core::Literal &l) {
  GPHC_CHECK(l.tag == LitTag::Integer && core::g_integer_tycon, "Low: boxed literal");
  std::string text = l.text.empty() ? std::to_string(l.i) : std::string(l.text);
  Static *&s = literal_boxes_[text];
  if (s) return s;
  // Magnitude in 64-bit limbs, least significant first.
  std::vector<uint64_t> limbs;
  bool neg = text[0] == '-';
  for (size_t at = neg; at < text.size();) {   // 19 digits at a time: 10^19 is the largest power of ten in a limb
    uint64_t scale = 1, digits = 0;
    for (; at < text.size() && scale < 10000000000000000000ul; at++, scale *= 10) digits = digits * 10 + uint64_t(text[at] - '0');
    unsigned __int128 carry = digits;
    for (uint64_t &w : limbs) {
      carry += (unsigned __int128)w * scale;
      w = uint64_t(carry);
      carry >>= 64;
    }
    if (carry) limbs.push_back(uint64_t(carry));
  }
  std::string digits = text[0] == '-' ? text.substr(1) : text;
  if (digits.size() > 48) {   // a name of bounded length: the hash of the text
    uint64_t h = 0xcbf29ce484222325ull;
    for (char ch : digits) h = (h ^ uint8_t(ch)) * 0x100000001b3ull;
    digits = "h" + std::to_string(h) + "_" + std::to_string(digits.size());
  }
  std::string base = "gph_integer_" + std::string(neg ? "m" : "") + digits;
  TyCon *tc = core::g_integer_tycon;
  s = mk<Static>();
  s->name = base;
  bool small = limbs.size() <= 1 && (limbs.empty() || limbs[0] < (1ull << 63) || (neg && limbs[0] == (1ull << 63)));
  if (small) {
    uint64_t n = limbs.empty() ? 0 : limbs[0];
    s->info = con_info(tc->cons[0]);
    s->payload.push_back(op_int(neg ? int64_t(0 - n) : int64_t(n), Ty::Int));
  } else {
    Static *b = mk<Static>();
    b->name = base + "_limbs";
    b->info = runtime_info("gph_bytes_info", ObjKind::Bytes, 1);
    b->tag = 1;
    b->payload.push_back(op_int(int64_t(limbs.size() * 8), Ty::Int));
    for (uint64_t w : limbs) b->payload.push_back(op_int(int64_t(w), Ty::Int));
    low_->statics.push_back(b);
    s->info = con_info(tc->cons[neg ? 2 : 1]);
    s->payload.push_back({.kind = Operand::Kind::Closure, .obj = b, .ty = Ty::Ptr});
  }
  s->tag = s->info->tag;
  low_->statics.push_back(s);
  return s;
}

Operand FromStg::integer_literal(const core::Literal &l) {
  if (l.text.empty() && ((l.i << 3) >> 3) == l.i && has_immediate_con(core::g_integer_tycon))
    return op_int((int64_t(uint64_t(l.i) << 3)) | 7, Ty::Ptr);
  return {.kind = Operand::Kind::Closure, .obj = literal_box(l), .ty = Ty::Ptr};
}

// The objects of a constant data structure, one after the other in one Static.
class DataBuilder {
 public:
  DataBuilder(FromStg *all, Static *s) : all_(all), s_(s) {}
  void build(const core::Expr *e) {
    Operand first = value(e);
    GPHC_CHECK(first.kind == Operand::Kind::Closure && first.obj == s_, "Low: a data structure without a cell");
    s_->tag = uint8_t(first.i);
    // A pointer is the address of the Static and its tag, and what Operand::i adds.
    for (Operand &o : s_->payload)
      if (o.kind == Operand::Kind::Closure && o.obj == s_) o.i -= s_->tag;
    hash_.add(s_->info->name);
    for (const Operand &o : s_->payload) name(o);
    s_->name = "data_" + hash_.hex();
  }

 private:
  static const core::Expr *strip(const core::Expr *e) {
    while (const core::ECast *c = dyn_cast<core::ECast>(e)) e = c->body;
    return e;
  }
  Operand inside(size_t word, uint8_t tag) { return {.kind = Operand::Kind::Closure, .i = int64_t(word * 8 + tag), .obj = s_, .ty = Ty::Ptr}; }
  // Room for an object of n words after the header; the place of the header.
  size_t object(Info *info, size_t n) {
    if (!s_->info) {
      s_->info = info;
      s_->payload.resize(n, op_int(0, Ty::Int));
      return 0;
    }
    size_t at = s_->payload.size() + 1;
    s_->payload.push_back({.kind = Operand::Kind::Info, .info = info, .ty = Ty::Word});
    s_->payload.resize(at + n, op_int(0, Ty::Int));
    return at;
  }
  Operand value(const core::Expr *e) {
    e = strip(e);
    if (const core::ELit *l = dyn_cast<core::ELit>(e)) return all_->static_atom(Atom{.rep = Rep::Lifted, .lit = l->lit});
    if (const core::EApp *a = dyn_cast<core::EApp>(e)) {
      size_t at = object(all_->string_object(all_->stg_->unpack_string, true), 4);
      s_->writable = true;
      s_->payload[at + 3] = all_->static_atom(Atom{.rep = Rep::Addr, .lit = cast<core::ELit>(a->args[0]).lit});
      return inside(at, 0);
    }
    const core::EConApp &c = cast<core::EConApp>(e);
    const ConLayout &l = con_layout(c.con);
    if (l.nullary) return op_int(int64_t(c.con->index) << 3 | 7, Ty::Ptr);
    if (l.imm)
      for (const core::Expr *x : c.args)
        if (const core::ELit *n = dyn_cast<core::ELit>(strip(x))) {
          int64_t v = int64_t(uint64_t(n->lit.i) << 3);
          if (l.imm_signed ? (v >> 3) == n->lit.i : uint64_t(v) >> 3 == uint64_t(n->lit.i)) return op_int(v | 7, Ty::Ptr);
        }
    size_t at = object(all_->con_info(c.con), l.ptrs + l.nptrs);
    for (size_t i = 0; i < c.args.size(); i++) {
      if (l.reps[i] == Rep::Void) continue;
      Operand o = value(c.args[i]);
      s_->payload[at + l.word[i]] = o;
    }
    return inside(at, l.tag);
  }
  // Equal structures get equal names, whatever program they are in.
  void name(const Operand &o) {
    switch (o.kind) {
      case Operand::Kind::Int: case Operand::Kind::Local: hash_.add("i" + std::to_string(o.i)); break;
      case Operand::Kind::Double: case Operand::Kind::Float: {
        char buf[48];
        snprintf(buf, sizeof buf, "d%a", o.d);
        hash_.add(buf);
        break;
      }
      case Operand::Kind::Closure: hash_.add("c" + std::to_string(o.i) + (o.obj == s_ ? "" : o.obj->name)); break;
      case Operand::Kind::String: hash_.add("s" + std::string(o.str->bytes)); break;
      case Operand::Kind::Info: hash_.add(o.info->name); break;
    }
  }

  FromStg *all_;
  Static *s_;
  Hash128 hash_;
};

Static *FromStg::data_literal(const core::DataLit *d) {
  Static *&s = data_[d];
  if (s) return s;
  s = mk<Static>();
  s->module = stg_->main_module;
  s->unit = uint32_t(stg_->binds.size()) + data_units_++;
  DataBuilder(this, s).build(d->tree);
  Static *&same = data_by_name_[s->name];
  if (same) return data_[d] = same;
  low_->statics.push_back(s);
  return same = s;
}

Operand FromStg::static_atom(const Atom &a) {
  if (a.is_token()) return op_int(7, Ty::Word);
  if (a.nullary) return op_int(int64_t(a.nullary->index) << 3 | 7, Ty::Ptr);
  if (a.id) {
    GPHC_CHECK(a.id->top, "Low: not a static atom: " + a.id->occ.string());
    if (!a.id->top->closure) return {.kind = Operand::Kind::String, .str = top_string(a.id->top), .ty = Ty::Word};
    if (Closure *c = a.id->top->closure; c->kind == ClosureKind::Con) {   // x = I# 3#: an immediate, no object
      const ConLayout &l = con_layout(c->con);
      if (l.nullary) return op_int(int64_t(c->con->index) << 3 | 7, Ty::Ptr);
      for (size_t i = 0; l.imm && i < c->args.size(); i++) {
        const Atom &n = c->args[i];
        if (n.rep == Rep::Void || n.id) continue;
        int64_t v = int64_t(uint64_t(n.lit.i) << 3);
        if (l.imm_signed ? (v >> 3) == n.lit.i : uint64_t(v) >> 3 == uint64_t(n.lit.i)) return op_int(v | 7, Ty::Ptr);
      }
    }
    return {.kind = Operand::Kind::Closure, .obj = static_of(a.id->top), .ty = Ty::Ptr};
  }
  switch (a.lit.tag) {
    case LitTag::Int: return op_int(a.lit.i, Ty::Int);
    case LitTag::Word: case LitTag::Char: return op_int(a.lit.i, Ty::Word);
    case LitTag::NullAddr: return op_int(0, Ty::Word);
    case LitTag::Double: return {.kind = Operand::Kind::Double, .d = a.lit.d, .ty = Ty::Double};
    case LitTag::Float: return {.kind = Operand::Kind::Float, .d = a.lit.d, .ty = Ty::Float};
    case LitTag::String: return {.kind = Operand::Kind::String, .str = string_of(a.lit.text), .ty = Ty::Word};
    case LitTag::Integer: return integer_literal(a.lit);
    case LitTag::Data: return {.kind = Operand::Kind::Closure, .obj = data_literal(a.lit.data), .ty = Ty::Ptr};
  }
  GPHC_BUG("Low: literal");
}

// The static object of a top-level closure; its contents are made by the work list.
// Of a closure that is a string literal: `literal` becomes its address. Null for any other.
Info *FromStg::string_info(const Closure *c, Operand *literal) {
  if ((c->kind != ClosureKind::Thunk && c->kind != ClosureKind::ThunkOnce) || !c->fvs.empty()) return nullptr;
  const stg::EApp *a = dyn_cast<stg::EApp>(c->body);
  if (!a || a->args.size() != 1 || !a->fn->top || !a->fn->top->closure || a->fn->occ.str() != "unpackCString#" || a->fn->top->closure->kind != ClosureKind::Fun) return nullptr;
  if (a->args[0].id && !a->args[0].id->top) return nullptr;
  *literal = static_atom(a->args[0]);
  if (literal->kind != Operand::Kind::String) return nullptr;
  return string_object(a->fn, c->id->top);
}

// What the objects of string literals point to; fn: unpackCString#.
Info *FromStg::string_object(Id *fn, bool caf) {
  Info *i = runtime_info(caf ? "gph_string_caf" : "gph_string_thunk", caf ? ObjKind::StringCaf : ObjKind::StringThunk, 0);
  i->nptrs = 1;
  if (i->code) return i;
  Closure *unpack = fn->top->closure;
  bool fresh = !functions_.count(unpack);
  i->code = function_of(unpack, fn->top, fn->top->name);
  if (fresh) work_.push_back({unpack, i->code, {}, fn->top});
  return i;
}

Static *FromStg::static_of(stg::TopBind *t) {
  Static *&s = statics_[t];
  if (s) return s;
  s = mk<Static>();
  s->name = t->name;
  s->module = t->module;
  s->unit = uint32_t(order_[t]);
  Closure *c = t->closure;
  switch (c->kind) {
    case ClosureKind::Fun: s->tag = fun_tag(c->params.size()); break;
    case ClosureKind::Con: s->tag = con_layout(c->con).tag; break;
    case ClosureKind::Pap: s->tag = 5; break;
    case ClosureKind::Thunk: case ClosureKind::ThunkOnce: s->tag = 0; s->writable = true; break;
  }
  static_work_.push_back(t);
  return s;
}

// ---- One function --------------------------------------------------------------------------------------------------------
struct Ctx {
  bool tail;
  Vec<Local *> dsts;
};

class FnBuilder {
 public:
  FnBuilder(FromStg *all, const FromStg::Work &w) : all_(all), fn_(w.fn), closure_(w.closure), top_(w.top) { build(w.fv_evald); }

 private:
  void build(const std::vector<bool> &fv_evald);
  void emit(Stmt *s) { cur_->push_back(s); }
  Local *new_local(Ty ty, Symbol hint) {
    Local *l = mk<Local>();
    l->num = uint32_t(fn_->locals.size());
    l->ty = ty;
    l->hint = hint;
    fn_->locals.push_back(l);
    return l;
  }
  Local *bind(Id *id) {
    Local *l = new_local(ty_of(id->rep), id->occ);
    env_[id] = op_local(l);
    return l;
  }
  Label *new_label() {
    Label *l = mk<Label>();
    l->num = ++fn_->labels;
    return l;
  }
  Operand operand(Id *id);
  Operand operand(const Atom &a) { return a.id ? operand(a.id) : all_->static_atom(a); }
  bool is_evald(const Atom &a) const { return !a.id || a.id->evald || evald_.count(a.id); }
  void set_evald(Id *id) {
    if (id && !id->evald && evald_.insert(id).second) undo_.push_back(id);
  }
  size_t scope() const { return undo_.size(); }
  void leave(size_t m) {
    while (undo_.size() > m) {
      evald_.erase(undo_.back());
      undo_.pop_back();
    }
  }
  template <class F>
  void in_block(Block *b, F f) {
    Block *saved = cur_;
    size_t m = scope();
    cur_ = b;
    f();
    cur_ = saved;
    leave(m);
  }

  void lower(Expr *e, const Ctx &ctx);
  void lower_value(const Atom &a, const Ctx &ctx);
  void yield(const Vec<Operand> &values, const Ctx &ctx);
  void lower_app(stg::EApp *e, const Ctx &ctx);
  void call(Callee callee, const Vec<Operand> &args, const Vec<Ty> &ret, bool ret_known, const Ctx &ctx);
  void call_unknown(Operand f, bool evald, Vec<Operand> args, const Ctx &ctx);
  void lower_con(DataCon *con, const Vec<Atom> &args, const Ctx &ctx);
  Operand con_value(DataCon *con, const Vec<Operand> &args);
  void lower_prim(stg::EPrim *e, const Ctx &ctx);
  void lower_foreign(stg::EForeign *e, const Ctx &ctx);
  void lower_case(stg::ECase *e, const Ctx &ctx);
  void con_alternatives(Operand x, stg::ECase *e, const Ctx &ctx);
  void lit_alternatives(Operand x, stg::ECase *e, const Ctx &ctx);
  void alternative(Operand x, stg::Alt &a, const Ctx &ctx);
  void lower_let(stg::ELet *e);
  void lower_join(stg::EJoin *e, const Ctx &ctx);
  void eval(Local *x) {
    SEval *s = stmt<SEval>();
    s->x = x;
    emit(s);
  }
  void move(Local *dst, const Operand &src) {
    SMove *s = stmt<SMove>();
    s->dst = dst;
    s->src = src;
    emit(s);
  }
  Closure *known_function(Id *fn) const {
    Closure *c = fn->top ? fn->top->closure : fn->closure;
    return c && c->kind == ClosureKind::Fun ? c : nullptr;
  }
  Function *fn_of(Closure *c);
  Vec<Operand> con_operands(DataCon *con, const Vec<Atom> &args);
  Object closure_object(Closure *c);
  void object_payload(Object *o, Closure *c);

  FromStg *all_;
  Function *fn_;
  Closure *closure_;
  stg::TopBind *top_;
  Block *cur_ = nullptr;
  std::unordered_map<Id *, Operand> env_;
  std::unordered_map<stg::JoinPoint *, Label *> labels_;
  std::unordered_set<Id *> evald_;
  std::vector<Id *> undo_;
  Label *self_loop_ = nullptr;
  Vec<Ty> ctx_ret_;
};

Operand FnBuilder::operand(Id *id) {
  if (id->top) return all_->static_atom(Atom{.id = id, .rep = id->rep});
  auto it = env_.find(id);
  GPHC_CHECK(it != env_.end(), "Low: unbound variable " + id->occ.string() + " in " + fn_->name);
  return it->second;
}

Function *FnBuilder::fn_of(Closure *c) {
  auto it = all_->functions_.find(c);
  if (it != all_->functions_.end()) return it->second;
  if (c->id->top) {
    Function *f = all_->function_of(c, c->id->top, c->id->top->name);
    all_->work_.push_back({c, f, {}, c->id->top});
    return f;
  }
  Function *f = all_->function_of(c, top_, all_->local_name(top_, c->id->occ));
  std::vector<bool> ev;
  for (Id *v : c->fvs) ev.push_back(v->evald || evald_.count(v));
  all_->work_.push_back({c, f, ev, top_});
  return f;
}

void FnBuilder::build(const std::vector<bool> &fv_evald) {
  cur_ = &fn_->body;
  ctx_ret_ = fn_->ret;
  for (size_t i = 0; i < closure_->params.size(); i++) env_[closure_->params[i]] = op_local(fn_->params[i]);
  // Free variables.
  bool is_fun = fn_->kind == FnKind::Fun;
  uint32_t ptr = 0, raw = fn_->info->ptrs;
  for (size_t i = 0; i < closure_->fvs.size(); i++) {
    Id *v = closure_->fvs[i];
    if (v == closure_->id && is_fun) {
      env_[v] = op_local(fn_->self);
      continue;
    }
    SLoad *l = stmt<SLoad>();
    l->dst = bind(v);
    l->base = op_local(fn_->self);
    uint32_t word = stg::is_value_rep(v->rep) ? ptr++ : raw++;
    l->index = is_fun ? word : word + 1;   // after the result word
    l->ptr_tag = is_fun ? fn_->info->tag : 0;
    emit(l);
    if (i < fv_evald.size() && fv_evald[i]) set_evald(v);
  }
  if (is_fun) {
    self_loop_ = new_label();
    self_loop_->is_loop = true;
    for (size_t i = 0; i < fn_->params.size(); i++)
      if (!fn_->param_is_token[i]) self_loop_->params.push_back(fn_->params[i]);
    SLoop *loop = stmt<SLoop>();
    loop->label = self_loop_;
    in_block(&loop->body, [&] { lower(closure_->body, Ctx{true, {}}); });
    if (self_loop_->used) emit(loop);
    else fn_->body.append(loop->body);
  } else if (fn_->kind == FnKind::ThunkOnce) {
    lower(closure_->body, Ctx{true, {}});
  } else {
    SEnter *s = stmt<SEnter>();
    s->info = fn_->info;
    emit(s);
    Local *r = new_local(Ty::Ptr, sym("r"));
    Ctx ctx{false, {}};
    ctx.dsts.push_back(r);
    lower(closure_->body, ctx);
    if (falls_through(fn_->body)) {
      SUpdate *u = stmt<SUpdate>();
      u->info = fn_->info;
      u->value = op_local(r);
      emit(u);
    }
  }
}

// The results of an expression are `values`.
void FnBuilder::yield(const Vec<Operand> &values, const Ctx &ctx) {
  if (ctx.tail) {
    SReturn *r = stmt<SReturn>();
    r->values = values;
    emit(r);
    return;
  }
  for (size_t i = 0; i < values.size() && i < ctx.dsts.size(); i++) move(ctx.dsts[i], values[i]);
}

void FnBuilder::lower_value(const Atom &a, const Ctx &ctx) {
  if (a.is_token()) return yield({}, ctx);
  Operand x = operand(a);
  if (a.rep != Rep::Lifted || is_evald(a)) {
    Vec<Operand> v;
    v.push_back(x);
    return yield(v, ctx);
  }
  if (ctx.tail) {
    SReturnEval *r = stmt<SReturnEval>();
    r->x = x;
    emit(r);
    return;
  }
  if (ctx.dsts.size() != 1 || ctx.dsts[0]->ty != Ty::Ptr) {   // only something that diverges has every type
    Local *l = new_local(Ty::Ptr, sym("never"));
    move(l, x);
    eval(l);
    emit(stmt<SStop>());
    return;
  }
  move(ctx.dsts[0], x);
  eval(ctx.dsts[0]);
}

// A call whose results go to ctx. `ret`: what the callee returns, when it is known.
void FnBuilder::call(Callee callee, const Vec<Operand> &args, const Vec<Ty> &ret, bool ret_known, const Ctx &ctx) {
  Vec<Ty> want;
  if (ctx.tail) want = ctx_ret_;
  else for (Local *d : ctx.dsts) want.push_back(d->ty);
  bool fits = !ret_known || want.size() == ret.size();
  if (fits && ret_known)
    for (size_t i = 0; i < want.size(); i++)
      if (want[i] != ret[i] && (is_float_ty(want[i]) || is_float_ty(ret[i]))) fits = false;
  if (ctx.tail && fits) {
    STailCall *t = stmt<STailCall>();
    t->callee = callee;
    t->args = args;
    emit(t);
    return;
  }
  SCall *c = stmt<SCall>();
  c->callee = callee;
  c->args = args;
  if (fits) {
    c->dsts = ctx.dsts;
    emit(c);
    return;
  }
  // The callee cannot return (it is polymorphic in its result, and raises).
  for (Ty t : ret) c->dsts.push_back(new_local(t, sym("never")));
  emit(c);
  emit(stmt<SStop>());
}

void FnBuilder::call_unknown(Operand f, bool evald, Vec<Operand> args, const Ctx &ctx) {
  bool raw = false;
  for (const Operand &a : args)
    if (a.ty != Ty::Ptr && !(a.kind == Operand::Kind::Int && a.i == 7)) raw = true;
  if (!raw && args.size() <= 5) {
    Callee callee{.kind = Callee::Kind::Unknown, .closure = f, .evald = evald};
    return call(callee, args, {}, false, ctx);
  }
  // More than five arguments, or raw ones: see codegen.h. f is evaluated here; a function of just this arity is called at once, else
  // arguments go in groups.
  Local *fl = new_local(Ty::Ptr, sym("f"));
  move(fl, f);
  if (!evald) eval(fl);
  auto in_groups = [&] {
    size_t k = raw ? 1 : 5;
    Operand cur = op_local(fl);
    size_t i = 0;
    while (args.size() - i > k) {
      Vec<Operand> part;
      for (size_t j = 0; j < k; j++) part.push_back(args[i + j]);
      i += k;
      Local *next = new_local(Ty::Ptr, sym("f"));
      Ctx c{false, {}};
      c.dsts.push_back(next);
      call({.kind = Callee::Kind::Unknown, .closure = cur, .evald = true}, part, {}, false, c);
      cur = op_local(next);
    }
    Vec<Operand> part;
    for (; i < args.size(); i++) part.push_back(args[i]);
    call({.kind = Callee::Kind::Unknown, .closure = cur, .evald = true}, part, {}, false, ctx);
  };
  if (args.size() == 1 || args.size() > 4) return in_groups();
  SIf *s = stmt<SIf>();
  s->test = Test::TagEqual;
  s->x = op_local(fl);
  s->value = op_int(int64_t(args.size()), Ty::Word);
  in_block(&s->then, [&] { call({.kind = Callee::Kind::Unknown, .closure = op_local(fl), .evald = true}, args, {}, false, ctx); });
  in_block(&s->otherwise, in_groups);
  emit(s);
}

void FnBuilder::lower_app(stg::EApp *e, const Ctx &ctx) {
  Closure *known = known_function(e->fn);
  Vec<Operand> args;
  for (const Atom &a : e->args) args.push_back(operand(a));
  if (!known) return call_unknown(operand(e->fn), is_evald(Atom{.id = e->fn, .rep = Rep::Lifted}), args, ctx);
  size_t arity = known->params.size();
  if (args.size() < arity) {
    Closure *pap = mk<Closure>();
    pap->kind = ClosureKind::Pap;
    pap->fn = e->fn;
    pap->args = e->args;
    Local *dst = new_local(Ty::Ptr, sym("pap"));
    SAlloc *al = stmt<SAlloc>();
    Object o = closure_object(pap);
    o.dst = dst;
    object_payload(&o, pap);
    al->objects.push_back(o);
    emit(al);
    Vec<Operand> v;
    v.push_back(op_local(dst));
    return yield(v, ctx);
  }
  Function *f = fn_of(known);
  Callee callee{.kind = Callee::Kind::Known, .fn = f};
  if (f->self) callee.closure = operand(e->fn);
  if (args.size() == arity) {
    if (ctx.tail && f == fn_ && self_loop_) {   // a self tail call is a jump
      bool same = !f->self || (callee.closure.local == fn_->self);
      if (same) {
        SGoto *g = stmt<SGoto>();
        g->label = self_loop_;
        self_loop_->used = true;
        for (size_t i = 0; i < arity; i++) if (!fn_->param_is_token[i]) g->args.push_back(args[i]);
        emit(g);
        return;
      }
    }
    return call(callee, args, f->ret, true, ctx);
  }
  Local *fl = new_local(Ty::Ptr, sym("f"));
  Ctx c{false, {}};
  c.dsts.push_back(fl);
  Vec<Operand> first, rest;
  for (size_t i = 0; i < args.size(); i++) (i < arity ? first : rest).push_back(args[i]);
  call(callee, first, f->ret, true, c);
  if (!cur_->empty() && cur_->back()->tag == Tag::Stop) return;
  call_unknown(op_local(fl), true, rest, ctx);
}

// The arguments of a constructor, strict ones evaluated. See Note [Strict fields are tagged] in stg/from_core.cc.
Vec<Operand> FnBuilder::con_operands(DataCon *con, const Vec<Atom> &args) {
  Vec<Operand> out;
  size_t nt = con->theta.size();
  for (size_t i = 0; i < args.size(); i++) {
    bool strict = i >= nt && con->fields[i - nt].strict && args[i].rep == Rep::Lifted && !is_evald(args[i]);
    if (!strict) {
      out.push_back(operand(args[i]));
      continue;
    }
    Operand x = operand(args[i]);
    if (!x.local) {   // a CAF
      Local *l = new_local(Ty::Ptr, args[i].id->occ);
      move(l, x);
      x = op_local(l);
    } else {
      set_evald(args[i].id);
    }
    eval(x.local);
    out.push_back(x);
  }
  return out;
}

// The value of a constructor application; allocates or boxes as needed.
Operand FnBuilder::con_value(DataCon *con, const Vec<Operand> &args) {
  const ConLayout &l = con_layout(con);
  if (l.nullary) return op_int(int64_t(con->index) << 3 | 7, Ty::Ptr);
  if (l.imm) {
    Operand n{};
    for (size_t i = 0; i < args.size(); i++) if (l.reps[i] != Rep::Void) n = args[i];
    if (n.kind == Operand::Kind::Int) {
      int64_t v = int64_t(uint64_t(n.i) << 3);
      if (l.imm_signed ? (v >> 3) == n.i : uint64_t(v) >> 3 == uint64_t(n.i)) return op_int(v | 7, Ty::Ptr);
    }
    SBox *b = stmt<SBox>();
    b->dst = new_local(Ty::Ptr, con->occ);
    b->src = n;
    b->info = all_->con_info(con);
    b->is_signed = l.imm_signed;
    b->small = l.imm_small;
    emit(b);
    return op_local(b->dst);
  }
  SAlloc *al = stmt<SAlloc>();
  Object o;
  o.dst = new_local(Ty::Ptr, con->occ);
  o.info = all_->con_info(con);
  o.tag = l.tag;
  o.payload.resize(l.ptrs + l.nptrs);
  for (size_t i = 0; i < args.size(); i++) if (l.reps[i] != Rep::Void) o.payload[l.word[i]] = args[i];
  al->objects.push_back(o);
  emit(al);
  return op_local(o.dst);
}

void FnBuilder::lower_con(DataCon *con, const Vec<Atom> &args, const Ctx &ctx) {
  Vec<Operand> v;
  v.push_back(con_value(con, con_operands(con, args)));
  yield(v, ctx);
}

void FnBuilder::lower_prim(stg::EPrim *e, const Ctx &ctx) {
  Vec<Operand> args;
  for (const Atom &a : e->args) args.push_back(operand(a));
  Vec<Ty> ret;
  for (Rep r : e->results) ret.push_back(ty_of(r));
  PrimId id = PrimId(e->op->index);
  if (id == PrimId::Touch) {
    SKeep *k = stmt<SKeep>();
    k->x = args[0];
    emit(k);
    return yield({}, ctx);
  }
  if (e->op->impl == core::PrimImpl::Runtime) {
    Callee callee{.kind = Callee::Kind::Runtime, .symbol = e->op->c};
    if (e->op->effect == core::PrimEffect::Throws) {   // never returns: any result type
      SCall *c = stmt<SCall>();
      c->callee = callee;
      c->args = args;
      emit(c);
      emit(stmt<SStop>());
      return;
    }
    if (ctx.tail && ret.size() == 1 && ctx_ret_.size() == 1 && !is_float_ty(ctx_ret_[0])) return call(callee, args, {}, false, ctx);
    Ctx into{false, ctx.dsts};
    if (ctx.tail) {
      into.dsts.clear();
      for (Ty t : ret) into.dsts.push_back(new_local(t, sym("u")));
    }
    // A lifted result that is not a component of a tuple does not occur: runtime primitives yield unlifted things or tuples.
    call(callee, args, ret, true, into);
    if (ctx.tail) {
      Vec<Operand> v;
      for (Local *l : into.dsts) v.push_back(op_local(l));
      yield(v, ctx);
    }
    return;
  }
  SPrim *p = stmt<SPrim>();
  p->op = e->op;
  p->args = args;
  p->tycon = e->tycon;
  p->loc = e->loc;
  for (size_t i = 0; i < ret.size(); i++) {
    bool direct = !ctx.tail && i < ctx.dsts.size();
    for (const Operand &a : args) if (direct && a.local == ctx.dsts[i]) direct = false;
    p->dsts.push_back(direct ? ctx.dsts[i] : new_local(ret[i], sym("u")));
  }
  emit(p);
  Vec<Operand> v;
  for (Local *l : p->dsts) v.push_back(op_local(l));
  if (ctx.tail) return yield(v, ctx);
  for (size_t i = 0; i < v.size() && i < ctx.dsts.size(); i++) if (v[i].local != ctx.dsts[i]) move(ctx.dsts[i], v[i]);
}

void FnBuilder::lower_foreign(stg::EForeign *e, const Ctx &ctx) {
  SForeign *s = stmt<SForeign>();
  s->call = e->call;
  for (const Atom &a : e->args) {
    s->args.push_back(operand(a));
    s->arg_reps.push_back(a.rep);
  }
  Vec<Operand> v;
  for (size_t i = 0; i < e->results.size(); i++) {
    Local *l = ctx.tail || i >= ctx.dsts.size() ? new_local(ty_of(e->results[i]), sym("u")) : ctx.dsts[i];
    s->dsts.push_back(l);
    v.push_back(op_local(l));
  }
  emit(s);
  if (ctx.tail) yield(v, ctx);
}

// The object of a closure, without its payload (which may refer to objects of the same group).
Object FnBuilder::closure_object(Closure *c) {
  Object o;
  switch (c->kind) {
    case ClosureKind::Fun: {
      Function *f = fn_of(c);
      o.info = f->info;
      o.tag = f->info->tag;
      break;
    }
    case ClosureKind::Con:
      o.info = all_->con_info(c->con);
      o.tag = con_layout(c->con).tag;
      break;
    case ClosureKind::Pap:
      o.info = all_->runtime_info("gph_pap_info", ObjKind::Pap, 5);
      o.tag = 5;
      break;
    case ClosureKind::Thunk: case ClosureKind::ThunkOnce: o.tag = 0; break;   // the payload decides on the info
  }
  return o;
}

// f x y of an unknown f: the runtime's application thunk.
static bool is_generic_ap(Closure *c, stg::EApp **app) {
  if (c->kind != ClosureKind::Thunk) return false;
  stg::EApp *a = dyn_cast<stg::EApp>(c->body);
  if (!a || a->args.size() > 5) return false;
  Closure *k = a->fn->top ? a->fn->top->closure : a->fn->closure;
  if (k && k->kind == ClosureKind::Fun) return false;
  for (const Atom &x : a->args) if (!stg::is_value_rep(x.rep)) return false;
  *app = a;
  return true;
}

// case x of K .. y .. -> y, one constructor: the runtime's selector thunk.
static bool is_selector(Closure *c, Id **x, uint32_t *word) {
  if (c->kind != ClosureKind::Thunk) return false;
  stg::ECase *k = dyn_cast<stg::ECase>(c->body);
  if (!k || k->alts.size() != 1 || !k->alts[0].con || k->tycon->cons.size() != 1) return false;
  stg::EValue *s = dyn_cast<stg::EValue>(k->scrut);
  stg::EValue *b = dyn_cast<stg::EValue>(k->alts[0].body);
  if (!s || !b || !s->atom.id || s->atom.id->top || !b->atom.id || b->atom.rep != Rep::Lifted) return false;
  const ConLayout &l = con_layout(k->alts[0].con);
  if (l.imm) return false;
  for (size_t i = 0; i < k->alts[0].fields.size(); i++)
    if (k->alts[0].fields[i] == b->atom.id && l.word[i] < 16) {
      *x = s->atom.id;
      *word = l.word[i];
      return true;
    }
  return false;
}

void FnBuilder::object_payload(Object *o, Closure *c) {
  switch (c->kind) {
    case ClosureKind::Con: {
      const ConLayout &l = con_layout(c->con);
      o->payload.resize(l.ptrs + l.nptrs);
      for (size_t i = 0; i < c->args.size(); i++) if (l.reps[i] != Rep::Void) o->payload[l.word[i]] = operand(c->args[i]);
      return;
    }
    case ClosureKind::Pap:
      o->payload.push_back(operand(c->fn));
      o->payload.push_back(op_int(int64_t(c->args.size()), Ty::Int));
      for (const Atom &a : c->args) o->payload.push_back(operand(a));
      return;
    case ClosureKind::Thunk: case ClosureKind::ThunkOnce: {
      o->payload.push_back(op_int(0, Ty::Int));
      stg::EApp *app;
      Id *x;
      uint32_t word;
      if (is_generic_ap(c, &app)) {
        o->info = all_->runtime_info("gph_thunk_ap_info", ObjKind::Ap, 0);
        o->payload.push_back(operand(app->fn));
        o->payload.push_back(op_int(int64_t(app->args.size()), Ty::Int));
        for (const Atom &a : app->args) o->payload.push_back(operand(a));
        return;
      }
      if (is_selector(c, &x, &word)) {
        o->info = all_->runtime_info("gph_thunk_sel_info[" + std::to_string(word) + "]", ObjKind::Sel, 0);
        o->payload.push_back(operand(x));
        return;
      }
      Operand literal;
      if (Info *i = all_->string_info(c, &literal)) {
        o->info = i;
        o->payload.push_back(literal);
        return;
      }
      o->info = fn_of(c)->info;
      break;
    }
    case ClosureKind::Fun: break;
  }
  for (int pass = 0; pass < 2; pass++)
    for (Id *v : c->fvs) {
      if (v == c->id && c->kind == ClosureKind::Fun) continue;
      if (stg::is_value_rep(v->rep) == (pass == 0)) o->payload.push_back(operand(v));
    }
}

void FnBuilder::lower_let(stg::ELet *e) {
  if (!e->rec) {   // what needs no memory
    Closure *c = e->closures[0];
    if (c->kind == ClosureKind::Con) {
      env_[c->id] = con_value(c->con, con_operands(c->con, c->args));
      return;
    }
  }
  SAlloc *al = stmt<SAlloc>();
  // Boxed numbers in a recursive group depend on nothing in it.
  Vec<Closure *> objects;
  for (Closure *c : e->closures) {
    if (c->kind == ClosureKind::Con && (con_layout(c->con).imm || con_layout(c->con).nullary)) {
      env_[c->id] = con_value(c->con, con_operands(c->con, c->args));
      continue;
    }
    objects.push_back(c);
    if (c->kind != ClosureKind::Con) continue;
    // What goes into strict fields, unless it belongs to the group, is evaluated before.
    for (size_t i = c->con->theta.size(); i < c->args.size(); i++) {
      const Atom &a = c->args[i];
      bool own = false;
      for (Closure *o : e->closures) own |= o->id == a.id;
      if (own || !c->con->fields[i - c->con->theta.size()].strict || a.rep != Rep::Lifted || is_evald(a)) continue;
      Operand x = operand(a);
      if (!x.local) continue;   // a CAF in a strict field of a recursive group: the optimiser makes no such thing
      eval(x.local);
      set_evald(a.id);
    }
  }
  for (Closure *c : objects) bind(c->id);
  for (Closure *c : objects) {
    Object o = closure_object(c);
    o.dst = env_[c->id].local;
    al->objects.push_back(o);
  }
  for (size_t i = 0; i < objects.size(); i++) object_payload(&al->objects[i], objects[i]);
  if (!objects.empty()) emit(al);
}

void FnBuilder::lower_join(stg::EJoin *e, const Ctx &ctx) {
  SJoin *s = stmt<SJoin>();
  for (stg::JoinPoint *p : e->joins) {
    Label *l = new_label();
    l->is_loop = e->rec;
    for (Id *id : p->params) l->params.push_back(bind(id));
    labels_[p] = l;
    s->joins.push_back(JoinBlock{l, {}});
  }
  in_block(&s->body, [&] { lower(e->body, ctx); });
  for (size_t i = 0; i < e->joins.size(); i++)
    in_block(&s->joins[i].body, [&] { lower(e->joins[i]->body, ctx); });
  emit(s);
}

// ---- Case ------------------------------------------------------------------------------------------------------------------
void FnBuilder::alternative(Operand x, stg::Alt &a, const Ctx &ctx) {
  if (a.con) {
    const ConLayout &l = con_layout(a.con);
    for (size_t i = 0; i < a.fields.size(); i++) {
      Id *f = a.fields[i];
      if (!f || l.reps[i] == Rep::Void) continue;
      Local *dst = bind(f);
      if (l.imm) {
        SUnbox *u = stmt<SUnbox>();
        u->dst = dst;
        u->src = x;
        u->ptr_tag = l.tag;
        u->is_signed = l.imm_signed;
        u->small = l.imm_small;
        emit(u);
      } else {
        SLoad *s = stmt<SLoad>();
        s->dst = dst;
        s->base = x;
        s->ptr_tag = l.tag;
        s->index = l.word[i];
        emit(s);
      }
    }
  }
  lower(a.body, ctx);
}

void FnBuilder::con_alternatives(Operand x, stg::ECase *e, const Ctx &ctx) {
  TyCon *tc = e->tycon;
  size_t ncons = tc->cons.size();
  std::vector<stg::Alt *> target(ncons, nullptr);
  stg::Alt *def = nullptr;
  for (stg::Alt &a : e->alts) {
    if (a.con) target[a.con->index] = &a;
    else def = &a;
  }
  std::vector<stg::Alt *> distinct;
  for (stg::Alt *&t : target) {
    if (!t) t = def;   // null still: the optimiser knows that it cannot be
    if (t && std::find(distinct.begin(), distinct.end(), t) == distinct.end()) distinct.push_back(t);
  }
  GPHC_CHECK(!distinct.empty(), "Low: case without alternatives in " + fn_->name);
  if (distinct.size() == 1) return alternative(x, *distinct[0], ctx);
  // What each target looks like: pointer tags, and indices of immediates.
  size_t with_fields = 0;
  for (DataCon *c : tc->cons) if (!con_layout(c).nullary) with_fields++;
  bool shared5 = with_fields > 5;
  struct Pattern { uint32_t tags = 0; std::vector<int64_t> imms; bool any_imm = false; std::vector<int64_t> shared; };
  auto pattern = [&](stg::Alt *t) {
    Pattern p;
    for (size_t i = 0; i < ncons; i++) {
      if (target[i] != t) continue;
      const ConLayout &l = con_layout(tc->cons[i]);
      if (l.nullary) p.imms.push_back(int64_t(i));
      else if (l.tag == 5 && shared5) p.shared.push_back(int64_t(i));
      else p.tags |= 1u << l.tag;
      if (l.imm) p.any_imm = true;
    }
    return p;
  };
  if (distinct.size() == 2) {
    for (int swap = 0; swap < 2; swap++) {
      stg::Alt *a = distinct[size_t(swap)], *b = distinct[size_t(1 - swap)];
      Pattern pa = pattern(a), pb = pattern(b);
      SIf *s = stmt<SIf>();
      s->x = x;
      bool ok = false;
      uint32_t set_a = pa.tags | (pa.shared.empty() ? 0 : 1u << 5), set_b = pb.tags | (pb.shared.empty() ? 0 : 1u << 5);
      bool imm_a = !pa.imms.empty() || pa.any_imm, imm_b = !pb.imms.empty() || pb.any_imm;
      if (imm_a) set_a |= 1u << 7;
      if (imm_b) set_b |= 1u << 7;
      if ((set_a & set_b) == 0) {
        for (int bit = 0; bit < 3 && !ok; bit++) {   // one bit of the tag tells them apart
          bool fits = true;
          for (int t = 1; t < 8; t++) {
            if ((set_a >> t & 1) && !(t >> bit & 1)) fits = false;
            if ((set_b >> t & 1) && (t >> bit & 1)) fits = false;
          }
          if (fits) {
            s->test = Test::Bit;
            s->value = op_int(int64_t(1) << bit, Ty::Word);
            ok = true;
          }
        }
        for (int t = 1; t < 8 && !ok; t++)
          if (set_a == 1u << t) {
            s->test = Test::TagEqual;
            s->value = op_int(t, Ty::Word);
            ok = true;
          }
      } else if (pa.imms.size() == 1 && set_a == 1u << 7) {
        if (ncons == 2) {
          if (pa.imms[0] == 1) {
            s->test = Test::Bit;
            s->value = op_int(8, Ty::Word);
            ok = true;
          }
        } else {
          s->test = Test::Equal;
          s->value = op_int(pa.imms[0] << 3 | 7, Ty::Ptr);
          ok = true;
        }
      }
      if (!ok) continue;
      in_block(&s->then, [&] { alternative(x, *a, ctx); });
      in_block(&s->otherwise, [&] { alternative(x, *b, ctx); });
      emit(s);
      return;
    }
  }
  // A switch on the tag bits; inside it one on the index of immediates, and one on the constructor for tag 5. A target that several
  // of them need is a label.
  std::vector<stg::Alt *> by_tag(8, nullptr);
  std::vector<std::pair<int64_t, stg::Alt *>> by_index, by_con;
  for (size_t i = 0; i < ncons; i++) {
    if (!target[i]) continue;
    const ConLayout &l = con_layout(tc->cons[i]);
    if (l.nullary) by_index.push_back({int64_t(i), target[i]});
    else if (l.tag == 5 && shared5) by_con.push_back({int64_t(i), target[i]});
    else by_tag[l.tag] = target[i];
    if (l.imm) by_tag[7] = target[i];
  }
  auto uniform = [](const std::vector<std::pair<int64_t, stg::Alt *>> &v) {
    for (auto &p : v) if (p.second != v[0].second) return false;
    return !v.empty();
  };
  if (uniform(by_index)) { by_tag[7] = by_index[0].second; by_index.clear(); }
  if (uniform(by_con)) { by_tag[5] = by_con[0].second; by_con.clear(); }
  // How many switches mention a target.
  auto mentions = [&](stg::Alt *t) {
    int n = 0;
    if (std::find(by_tag.begin(), by_tag.end(), t) != by_tag.end()) n++;
    for (auto &p : by_index) if (p.second == t) { n++; break; }
    for (auto &p : by_con) if (p.second == t) { n++; break; }
    return n;
  };
  std::unordered_map<stg::Alt *, Label *> shared;
  SJoin *join = stmt<SJoin>();
  for (stg::Alt *t : distinct)
    if (mentions(t) > 1) {
      Label *l = new_label();
      shared[t] = l;
      join->joins.push_back(JoinBlock{l, {}});
      in_block(&join->joins.back().body, [&] { alternative(x, *t, ctx); });
    }
  auto branch = [&](Block *b, stg::Alt *t) {
    in_block(b, [&] {
      auto it = shared.find(t);
      if (it == shared.end()) return alternative(x, *t, ctx);
      SGoto *g = stmt<SGoto>();
      g->label = it->second;
      it->second->used = true;
      emit(g);
    });
  };
  auto switch_on = [&](SwitchOn on, const std::vector<std::pair<int64_t, stg::Alt *>> &cases) {
    SSwitch *w = stmt<SSwitch>();
    w->on = on;
    w->x = x;
    w->has_default = false;
    std::vector<stg::Alt *> done;
    for (auto &p : cases) {
      if (std::find(done.begin(), done.end(), p.second) != done.end()) continue;
      done.push_back(p.second);
      SwitchCase k;
      for (auto &q : cases) if (q.second == p.second) k.values.push_back(q.first);
      w->cases.push_back(k);
      branch(&w->cases.back().body, p.second);
    }
    return w;
  };
  in_block(join->joins.empty() ? cur_ : &join->body, [&] {
    std::vector<std::pair<int64_t, stg::Alt *>> tags;
    for (int t = 1; t < 8; t++) if (by_tag[size_t(t)]) tags.push_back({t, by_tag[size_t(t)]});
    if (tags.empty() && by_con.empty()) {
      emit(switch_on(SwitchOn::Index, by_index));
      return;
    }
    SSwitch *w = switch_on(SwitchOn::TagBits, tags);
    if (!by_index.empty()) {
      SwitchCase k;
      k.values.push_back(7);
      in_block(&k.body, [&] { emit(switch_on(SwitchOn::Index, by_index)); });
      w->cases.push_back(k);
    }
    if (!by_con.empty()) {
      SwitchCase k;
      k.values.push_back(5);
      in_block(&k.body, [&] { emit(switch_on(SwitchOn::ConIndex, by_con)); });
      w->cases.push_back(k);
    }
    emit(w);
  });
  if (!join->joins.empty()) emit(join);
}

void FnBuilder::lit_alternatives(Operand x, stg::ECase *e, const Ctx &ctx) {
  stg::Alt *def = e->alts.back().is_default() ? &e->alts.back() : nullptr;
  size_t n = e->alts.size() - (def ? 1 : 0);
  bool fp = is_float_ty(x.ty);
  if (n == 1 && !def) return alternative(x, e->alts[0], ctx);
  if (n <= 1 || fp) {
    // A chain of tests; the last alternative needs none when there is no default.
    Block *b = cur_;
    Block *saved = cur_;
    size_t m = scope();
    for (size_t i = 0; i < n; i++) {
      cur_ = b;
      if (!def && i + 1 == n) {
        alternative(x, e->alts[i], ctx);
        cur_ = saved;
        leave(m);
        return;
      }
      SIf *s = stmt<SIf>();
      s->test = Test::Equal;
      s->x = x;
      s->value = all_->static_atom(Atom{.rep = Rep::Int, .lit = e->alts[i].lit});
      in_block(&s->then, [&] { alternative(x, e->alts[i], ctx); });
      emit(s);
      b = &s->otherwise;
    }
    cur_ = b;
    alternative(x, *def, ctx);
    cur_ = saved;
    leave(m);
    return;
  }
  SSwitch *w = stmt<SSwitch>();
  w->on = SwitchOn::Raw;
  w->x = x;
  w->has_default = def != nullptr;
  for (size_t i = 0; i < n; i++) {
    SwitchCase k;
    k.values.push_back(e->alts[i].lit.i);
    in_block(&k.body, [&] { alternative(x, e->alts[i], ctx); });
    w->cases.push_back(k);
  }
  if (def) in_block(&w->otherwise, [&] { alternative(x, *def, ctx); });
  emit(w);
}

void FnBuilder::lower_case(stg::ECase *e, const Ctx &ctx) {
  Operand x{};
  stg::EValue *v = dyn_cast<stg::EValue>(e->scrut);
  if (v && !v->atom.is_token() && e->binders.size() == 1) {
    x = operand(v->atom);
    Id *b = e->binders[0];
    if (v->atom.rep == Rep::Lifted && !is_evald(v->atom)) {
      if (!x.local) {
        Local *l = new_local(Ty::Ptr, b->occ);
        move(l, x);
        x = op_local(l);
      }
      eval(x.local);
      if (!v->atom.id->top) set_evald(v->atom.id);
    }
    env_[b] = x;
    set_evald(b);
  } else {
    Ctx into{false, {}};
    for (Id *b : e->binders) into.dsts.push_back(bind(b));
    if (!into.dsts.empty()) x = op_local(into.dsts[0]);
    lower(e->scrut, into);
    if (!falls_through(*cur_)) return;   // the scrutinee never yields a value
  }
  if (e->alts.size() == 1 && e->alts[0].is_default()) return lower(e->alts[0].body, ctx);
  if (e->tycon) con_alternatives(x, e, ctx);
  else lit_alternatives(x, e, ctx);
}

void FnBuilder::lower(Expr *e, const Ctx &ctx) {
  switch (e->tag) {
    case stg::Tag::Value: return lower_value(cast<stg::EValue>(e).atom, ctx);
    case stg::Tag::Tuple: {
      Vec<Operand> v;
      for (const Atom &a : cast<stg::ETuple>(e).atoms) v.push_back(operand(a));
      return yield(v, ctx);
    }
    case stg::Tag::App: return lower_app(&cast<stg::EApp>(e), ctx);
    case stg::Tag::ConApp: return lower_con(cast<stg::EConApp>(e).con, cast<stg::EConApp>(e).args, ctx);
    case stg::Tag::Prim: return lower_prim(&cast<stg::EPrim>(e), ctx);
    case stg::Tag::Foreign: return lower_foreign(&cast<stg::EForeign>(e), ctx);
    case stg::Tag::Case: return lower_case(&cast<stg::ECase>(e), ctx);
    case stg::Tag::Let:
      lower_let(&cast<stg::ELet>(e));
      return lower(cast<stg::ELet>(e).body, ctx);
    case stg::Tag::Join: return lower_join(&cast<stg::EJoin>(e), ctx);
    case stg::Tag::Jump: {
      stg::EJump &j = cast<stg::EJump>(e);
      SGoto *g = stmt<SGoto>();
      g->label = labels_.at(j.join);
      g->label->used = true;
      for (const Atom &a : j.args) g->args.push_back(operand(a));
      emit(g);
      return;
    }
  }
}

Program *FromStg::run() {
  low_ = mk<Program>();
  low_->main_module = stg_->main_module;
  for (size_t i = 0; i < stg_->binds.size(); i++) order_[stg_->binds[i]] = i;
  GPHC_CHECK(stg_->main && stg_->main->top, "Low: no main closure");
  low_->main = static_of(stg_->main->top);
  for (Id *k : stg_->known) low_->known.push_back(k && k->top && k->top->closure ? static_of(k->top) : nullptr);
  for (stg::Program::Export &x : stg_->exports) low_->exports.push_back({x.c_name, static_of(x.id->top), x.call});
  while (!work_.empty() || !static_work_.empty()) {
    if (!work_.empty()) {
      Work w = work_.front();
      work_.pop_front();
      CrashContext ctx("lowering " + w.fn->name);
      FnBuilder(this, w);
      continue;
    }
    stg::TopBind *t = static_work_.front();
    static_work_.pop_front();
    Static *s = statics_[t];
    Closure *c = t->closure;
    if (c->kind == ClosureKind::Con) {
      const ConLayout &l = con_layout(c->con);
      s->info = con_info(c->con);
      s->payload.resize(l.ptrs + l.nptrs);
      for (size_t i = 0; i < c->args.size(); i++) if (l.reps[i] != Rep::Void) s->payload[l.word[i]] = static_atom(c->args[i]);
    } else if (Operand literal; Info *i = string_info(c, &literal)) {
      s->info = i;
      for (int k = 0; k < 3; k++) s->payload.push_back(op_int(0, Ty::Int));
      s->payload.push_back(literal);
    } else {
      bool fresh = !functions_.count(c);
      Function *f = function_of(c, t, t->name);
      if (fresh) work_.push_back({c, f, {}, t});
      s->info = f->info;
      if (c->kind != ClosureKind::Fun) for (int i = 0; i < 3; i++) s->payload.push_back(op_int(0, Ty::Int));
    }
    low_->statics.push_back(s);
  }
  // Program order, whatever the order of demand was.
  std::stable_sort(low_->functions.begin(), low_->functions.end(), [&](Function *a, Function *b) { return fn_order_[a] < fn_order_[b]; });
  return low_;
}

}  // namespace

Program *from_stg(stg::Program *p) { return FromStg(p).run(); }

}  // namespace gphc::low
