// constant_fold.cc: primitive operations on literals, and algebraic identities that need one literal or two equal
// arguments. Floating point is folded with the compiler's own double arithmetic (IEEE, round to nearest: what the
// program does), and no identity is used that is false for NaN, infinities or -0.0. An operation that fails at run time
// is left alone.
#include <cmath>
#include <cstring>

#include "opt/simplify.h"

namespace gphc::opt {

namespace {

using I = int64_t;
using W = uint64_t;

const Literal *lit(const Expr *e) { return e->tag == Tag::Lit ? &cast<ELit>(e).lit : nullptr; }
bool is_int(const Expr *e, I n) {
  const Literal *l = lit(e);
  return l && (l->tag == LitTag::Int || l->tag == LitTag::Word) && l->i == n;
}
bool same_var(const Expr *a, const Expr *b) {
  return a->tag == Tag::Var && b->tag == Tag::Var && cast<EVar>(a).var == cast<EVar>(b).var;
}
const Expr *finite(double d) { return std::isfinite(d) ? mk_double_lit(d) : nullptr; }
const Expr *flag(bool b) { return mk_int_lit(b ? 1 : 0); }

const Expr *pair(const Expr *a, const Expr *b) {
  return mk_con_app(unboxed_tuple_con(2), Vec<const Type *>{expr_type(a), expr_type(b)}, Vec<const Expr *>{a, b});
}

// One literal argument.
const Expr *fold1(PrimId id, const Literal &a) {
  switch (id) {
    case PrimId::IntNegate: return mk_int_lit(I(0 - W(a.i)));
    case PrimId::IntNot: return mk_int_lit(~a.i);
    case PrimId::WordNot: return mk_word_lit(~W(a.i));
    case PrimId::CharOrd: return mk_int_lit(a.i);
    case PrimId::IntChr: return a.i >= 0 && a.i <= 0x10ffff ? mk_char_lit(uint32_t(a.i)) : nullptr;
    case PrimId::IntToWord: return mk_word_lit(W(a.i));
    case PrimId::WordToInt: return mk_int_lit(a.i);
    case PrimId::IntToDouble: return mk_double_lit(double(a.i));
    case PrimId::IntToFloat: return mk_float_lit(double(float(a.i)));
    case PrimId::WordToDouble: return mk_double_lit(double(W(a.i)));
    case PrimId::DoubleNegate: return mk_double_lit(-a.d);
    case PrimId::FloatNegate: return mk_float_lit(-a.d);
    case PrimId::DoubleFabs: return mk_double_lit(std::fabs(a.d));
    case PrimId::FloatFabs: return mk_float_lit(std::fabs(a.d));
    case PrimId::FloatToDouble: return mk_double_lit(a.d);
    case PrimId::DoubleToFloat: return mk_float_lit(double(float(a.d)));
    case PrimId::DoubleToInt: return a.d > -9.2e18 && a.d < 9.2e18 ? mk_int_lit(I(a.d)) : nullptr;
    case PrimId::Narrow8Int: return mk_int_lit(int8_t(a.i));
    case PrimId::Narrow16Int: return mk_int_lit(int16_t(a.i));
    case PrimId::Narrow32Int: return mk_int_lit(int32_t(a.i));
    case PrimId::Narrow8Word: return mk_word_lit(uint8_t(a.i));
    case PrimId::Narrow16Word: return mk_word_lit(uint16_t(a.i));
    case PrimId::Narrow32Word: return mk_word_lit(uint32_t(a.i));
    default: return nullptr;
  }
}

// Two literal arguments.
const Expr *fold2(PrimId id, const Literal &x, const Literal &y) {
  I a = x.i, b = y.i;
  W u = W(a), v = W(b);
  double d = x.d, f = y.d;
  switch (id) {
    case PrimId::IntAdd: return mk_int_lit(I(u + v));
    case PrimId::IntSub: return mk_int_lit(I(u - v));
    case PrimId::IntMul: return mk_int_lit(I(u * v));
    case PrimId::IntQuot: return b == 0 || b == -1 ? nullptr : mk_int_lit(a / b);
    case PrimId::IntRem: return b == 0 || b == -1 ? nullptr : mk_int_lit(a % b);
    case PrimId::IntQuotRem: return b == 0 || b == -1 ? nullptr : pair(mk_int_lit(a / b), mk_int_lit(a % b));
    case PrimId::IntAnd: return mk_int_lit(a & b);
    case PrimId::IntOr: return mk_int_lit(a | b);
    case PrimId::IntXor: return mk_int_lit(a ^ b);
    case PrimId::IntShl: return b < 0 || b > 63 ? nullptr : mk_int_lit(I(u << b));
    case PrimId::IntSra: return b < 0 || b > 63 ? nullptr : mk_int_lit(a >> b);
    case PrimId::IntSrl: return b < 0 || b > 63 ? nullptr : mk_int_lit(I(u >> b));
    case PrimId::IntMulMayOflo: {
      I r;
      return flag(__builtin_mul_overflow(a, b, &r));
    }
    case PrimId::IntAddC: {
      I r;
      bool o = __builtin_add_overflow(a, b, &r);
      return pair(mk_int_lit(I(u + v)), flag(o));
    }
    case PrimId::IntSubC: {
      I r;
      bool o = __builtin_sub_overflow(a, b, &r);
      return pair(mk_int_lit(I(u - v)), flag(o));
    }
    case PrimId::IntGt: return flag(a > b);
    case PrimId::IntGe: return flag(a >= b);
    case PrimId::IntEq:
    case PrimId::CharEq:
    case PrimId::WordEq: return flag(a == b);
    case PrimId::IntNe:
    case PrimId::CharNe:
    case PrimId::WordNe: return flag(a != b);
    case PrimId::IntLt: return flag(a < b);
    case PrimId::IntLe: return flag(a <= b);
    case PrimId::CharGt:
    case PrimId::WordGt: return flag(u > v);
    case PrimId::CharGe:
    case PrimId::WordGe: return flag(u >= v);
    case PrimId::CharLt:
    case PrimId::WordLt: return flag(u < v);
    case PrimId::CharLe:
    case PrimId::WordLe: return flag(u <= v);
    case PrimId::WordAdd: return mk_word_lit(u + v);
    case PrimId::WordSub: return mk_word_lit(u - v);
    case PrimId::WordMul: return mk_word_lit(u * v);
    case PrimId::WordQuot: return v == 0 ? nullptr : mk_word_lit(u / v);
    case PrimId::WordRem: return v == 0 ? nullptr : mk_word_lit(u % v);
    case PrimId::WordAnd: return mk_word_lit(u & v);
    case PrimId::WordOr: return mk_word_lit(u | v);
    case PrimId::WordXor: return mk_word_lit(u ^ v);
    case PrimId::WordShl: return v > 63 ? nullptr : mk_word_lit(u << v);
    case PrimId::WordShr: return v > 63 ? nullptr : mk_word_lit(u >> v);
    case PrimId::DoubleAdd: return finite(d + f);
    case PrimId::DoubleSub: return finite(d - f);
    case PrimId::DoubleMul: return finite(d * f);
    case PrimId::DoubleDiv: return f == 0 ? nullptr : finite(d / f);
    case PrimId::FloatGt:
    case PrimId::DoubleGt: return flag(d > f);
    case PrimId::FloatGe:
    case PrimId::DoubleGe: return flag(d >= f);
    case PrimId::FloatEq:
    case PrimId::DoubleEq: return flag(d == f);
    case PrimId::FloatNe:
    case PrimId::DoubleNe: return flag(d != f);
    case PrimId::FloatLt:
    case PrimId::DoubleLt: return flag(d < f);
    case PrimId::FloatLe:
    case PrimId::DoubleLe: return flag(d <= f);
    default: return nullptr;
  }
}

// An identity with the literal on the right, or with equal variables.
const Expr *identity(PrimId id, const Expr *x, const Expr *y) {
  switch (id) {
    case PrimId::IntAdd:
    case PrimId::WordAdd:
    case PrimId::IntOr:
    case PrimId::WordOr:
    case PrimId::IntXor:
    case PrimId::WordXor:
      if (is_int(y, 0)) return x;
      if (is_int(x, 0)) return y;
      return nullptr;
    case PrimId::IntSub:
    case PrimId::WordSub:
      if (is_int(y, 0)) return x;
      if (same_var(x, y)) return id == PrimId::IntSub ? mk_int_lit(0) : mk_word_lit(0);
      return nullptr;
    case PrimId::IntMul:
    case PrimId::WordMul:
      if (is_int(y, 1)) return x;
      if (is_int(x, 1)) return y;
      if (is_int(y, 0)) return y;
      if (is_int(x, 0)) return x;
      return nullptr;
    case PrimId::IntQuot:
    case PrimId::WordQuot: return is_int(y, 1) ? x : nullptr;
    case PrimId::IntShl:
    case PrimId::IntSra:
    case PrimId::IntSrl:
    case PrimId::WordShl:
    case PrimId::WordShr: return is_int(y, 0) ? x : nullptr;
    case PrimId::IntShlAny:
    case PrimId::IntSraAny:
    case PrimId::IntSrlAny:
    case PrimId::WordShlAny:
    case PrimId::WordShrAny: return is_int(x, 0) || is_int(y, 0) ? x : nullptr;
    case PrimId::IntEq:
    case PrimId::WordEq:
    case PrimId::CharEq:
    case PrimId::IntGe:
    case PrimId::IntLe:
    case PrimId::WordGe:
    case PrimId::WordLe:
    case PrimId::CharGe:
    case PrimId::CharLe: return same_var(x, y) ? flag(true) : nullptr;
    case PrimId::IntNe:
    case PrimId::WordNe:
    case PrimId::CharNe:
    case PrimId::IntGt:
    case PrimId::IntLt:
    case PrimId::WordGt:
    case PrimId::WordLt:
    case PrimId::CharGt:
    case PrimId::CharLt: return same_var(x, y) ? flag(false) : nullptr;
    default: return nullptr;
  }
}

// (x + 3) + 4 and the like, for Int#: literals gather on the right.
const Expr *reassociate(PrimId id, const PrimOp *op, const Expr *x, const Expr *y) {
  if (id != PrimId::IntAdd && id != PrimId::IntSub) return nullptr;
  if (id == PrimId::IntAdd && lit(x) && !lit(y)) return mk_prim_app(op, Vec<const Type *>{}, Vec<const Expr *>{y, x});
  const Literal *k = lit(y);
  const EPrimApp *p = dyn_cast<EPrimApp>(x);
  if (!k || !p) return nullptr;
  PrimId pid = PrimId(p->op->index);
  if (pid != PrimId::IntAdd && pid != PrimId::IntSub) return nullptr;
  const Literal *j = lit(p->args[1]);
  if (!j) return nullptr;
  W n = (pid == PrimId::IntAdd ? W(j->i) : 0 - W(j->i)) + (id == PrimId::IntAdd ? W(k->i) : 0 - W(k->i));
  if (n == 0) return p->args[0];
  return mk_prim_app(primop(PrimId::IntAdd), Vec<const Type *>{}, Vec<const Expr *>{p->args[0], mk_int_lit(I(n))});
}

// A shift by any amount, when the amount is known.
const Expr *shift_by(PrimId id, const Expr *x, I n) {
  PrimId plain;
  switch (id) {
    case PrimId::IntShlAny: plain = PrimId::IntShl; break;
    case PrimId::IntSraAny: plain = PrimId::IntSra; break;
    case PrimId::IntSrlAny: plain = PrimId::IntSrl; break;
    case PrimId::WordShlAny: plain = PrimId::WordShl; break;
    case PrimId::WordShrAny: plain = PrimId::WordShr; break;
    default: return nullptr;
  }
  if (n < 0) return nullptr;
  if (n > 63 && id == PrimId::IntSraAny) n = 63;
  if (n > 63) return id == PrimId::IntShlAny || id == PrimId::IntSrlAny ? mk_int_lit(0) : mk_word_lit(0);
  return mk_prim_app(primop(plain), Vec<const Type *>{}, Vec<const Expr *>{x, mk_int_lit(n)});
}

}  // namespace

const Expr *fold_primop(const PrimOp *op, const Vec<const Type *> &types, const Vec<const Expr *> &args) {
  PrimId id = PrimId(op->index);
  if (id == PrimId::TagToEnum) {
    const Literal *l = lit(args[0]);
    TyCon *tc = l ? split_tcon_app(unwrap_newtypes(types[0]), nullptr) : nullptr;
    if (!tc || tc != split_tcon_app(types[0], nullptr) || l->i < 0 || size_t(l->i) >= tc->cons.size() ||
        tc->cons[l->i]->core_arity() > 0)
      return nullptr;
    Vec<const Type *> targs;
    split_tcon_app(types[0], &targs);
    return mk_con_app(tc->cons[l->i], targs, Vec<const Expr *>{});
  }
  if (args.size() == 1) {
    const Literal *a = lit(args[0]);
    if (a && a->tag != LitTag::String) return fold1(id, *a);
    // int2Word# (word2Int# x) and the like
    if (const EPrimApp *p = dyn_cast<EPrimApp>(args[0])) {
      PrimId pid = PrimId(p->op->index);
      if ((id == PrimId::IntToWord && pid == PrimId::WordToInt) ||
          (id == PrimId::WordToInt && pid == PrimId::IntToWord) || (id == PrimId::CharOrd && pid == PrimId::IntChr) ||
          (id == PrimId::IntChr && pid == PrimId::CharOrd))
        return p->args[0];
    }
    return nullptr;
  }
  if (args.size() == 2) {
    const Literal *a = lit(args[0]), *b = lit(args[1]);
    if (a && b && a->tag != LitTag::String && b->tag != LitTag::String)
      if (const Expr *r = fold2(id, *a, *b)) return r;
    if (const Expr *r = identity(id, args[0], args[1])) return r;
    if (b && b->tag != LitTag::String)
      if (const Expr *r = shift_by(id, args[0], b->i)) return r;
    return reassociate(id, op, args[0], args[1]);
  }
  return nullptr;
}

}  // namespace gphc::opt
