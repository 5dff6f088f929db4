// static_objects.cc: literals, strings, constant data structures and top-level closures as static objects.
#include "low/from_stg.h"
#include "support/hash.h"

namespace gphc::low {

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
  for (size_t at = neg; at < text.size();) {  // 19 digits at a time: 10^19 is the largest power of ten in a limb
    uint64_t scale = 1, digits = 0;
    for (; at < text.size() && scale < 10000000000000000000ul; at++, scale *= 10)
      digits = digits * 10 + uint64_t(text[at] - '0');
    unsigned __int128 carry = digits;
    for (uint64_t &w : limbs) {
      carry += (unsigned __int128)w * scale;
      w = uint64_t(carry);
      carry >>= 64;
    }
    if (carry) limbs.push_back(uint64_t(carry));
  }
  std::string digits = text[0] == '-' ? text.substr(1) : text;
  if (digits.size() > 48) {  // a name of bounded length: the hash of the text
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
  Operand inside(size_t word, uint8_t tag) {
    return {.kind = Operand::Kind::Closure, .i = int64_t(word * 8 + tag), .obj = s_, .ty = Ty::Ptr};
  }
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
    if (const core::ELit *l = dyn_cast<core::ELit>(e))
      return all_->static_atom(Atom{.rep = Rep::Lifted, .lit = l->lit});
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
          if (l.imm_signed ? (v >> 3) == n->lit.i : uint64_t(v) >> 3 == uint64_t(n->lit.i))
            return op_int(v | 7, Ty::Ptr);
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
      case Operand::Kind::Int:
      case Operand::Kind::Local: hash_.add("i" + std::to_string(o.i)); break;
      case Operand::Kind::Double:
      case Operand::Kind::Float: {
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
    if (Closure *c = a.id->top->closure; c->kind == ClosureKind::Con) {  // x = I# 3#: an immediate, no object
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
    case LitTag::Word:
    case LitTag::Char: return op_int(a.lit.i, Ty::Word);
    case LitTag::NullAddr: return op_int(0, Ty::Word);
    case LitTag::Double: return {.kind = Operand::Kind::Double, .d = a.lit.d, .ty = Ty::Double};
    case LitTag::Float: return {.kind = Operand::Kind::Float, .d = a.lit.d, .ty = Ty::Float};
    case LitTag::String: return {.kind = Operand::Kind::String, .str = string_of(a.lit.text), .ty = Ty::Word};
    case LitTag::Integer: return integer_literal(a.lit);
    case LitTag::Data: return {.kind = Operand::Kind::Closure, .obj = data_literal(a.lit.data), .ty = Ty::Ptr};
  }
  GPHC_BUG("Low: literal");
}

// Of a closure that is a string literal: `literal` becomes its address. Null for any other.
Info *FromStg::string_info(const Closure *c, Operand *literal) {
  if ((c->kind != ClosureKind::Thunk && c->kind != ClosureKind::ThunkOnce) || !c->fvs.empty()) return nullptr;
  const stg::EApp *a = dyn_cast<stg::EApp>(c->body);
  if (!a || a->args.size() != 1 || !a->fn->top || !a->fn->top->closure || a->fn->occ.str() != "unpackCString#" ||
      a->fn->top->closure->kind != ClosureKind::Fun)
    return nullptr;
  if (a->args[0].id && !a->args[0].id->top) return nullptr;
  *literal = static_atom(a->args[0]);
  if (literal->kind != Operand::Kind::String) return nullptr;
  return string_object(a->fn, c->id->top);
}

// What the objects of string literals point to; fn: unpackCString#.
Info *FromStg::string_object(Id *fn, bool caf) {
  Info *i =
      runtime_info(caf ? "gph_string_caf" : "gph_string_thunk", caf ? ObjKind::StringCaf : ObjKind::StringThunk, 0);
  i->nptrs = 1;
  if (i->code) return i;
  Closure *unpack = fn->top->closure;
  bool fresh = !functions_.count(unpack);
  i->code = function_of(unpack, fn->top, fn->top->name);
  if (fresh) work_.push_back({unpack, i->code, {}, fn->top});
  return i;
}

// The static object of a top-level closure; its contents are made by the work list.
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
    case ClosureKind::Thunk:
    case ClosureKind::ThunkOnce:
      s->tag = 0;
      s->writable = true;
      break;
  }
  static_work_.push_back(t);
  return s;
}

}  // namespace gphc::low
