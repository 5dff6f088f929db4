// literal.cc: literals: numbers as the types want them, strings.
#include <cmath>

#include "desugar/desugarer.h"

namespace gphc::desugar {

using namespace core;

static uint64_t decimal_mod_2_64(std::string_view s) {
  bool neg = !s.empty() && s[0] == '-';
  uint64_t n = 0;
  for (char c : s)
    if (c >= '0' && c <= '9') n = n * 10 + uint64_t(c - '0');
  return neg ? 0 - n : n;
}
static std::string negate_text(std::string_view s) {
  return !s.empty() && s[0] == '-' ? std::string(s.substr(1)) : "-" + std::string(s);
}

CExpr integer_lit(std::string_view digits, bool negated) {
  return mk_integer_lit(negated ? negate_text(digits) : std::string(digits));
}

Literal double_literal(std::string_view rational, bool negated, core::LitTag tag) {
  size_t slash = rational.find('/');
  std::string num(rational.substr(0, slash));
  std::string den = slash == std::string_view::npos ? "1" : std::string(rational.substr(slash + 1));
  double d;
  float f;
  if (den[0] == '1' && den.find_first_not_of('0', 1) == std::string::npos) {
    std::string text = num + "e-" + std::to_string(den.size() - 1);
    d = strtod(text.c_str(), nullptr);
    f = strtof(text.c_str(), nullptr);
  } else {
    d = strtod(num.c_str(), nullptr) / strtod(den.c_str(), nullptr);
    f = float(d);
  }
  if (tag == core::LitTag::Float) d = double(f);
  Literal l{tag};
  l.d = negated ? -d : d;
  return l;
}

// Decimal text divided by a small number, when it divides.
static bool divide_text(std::string *s, int by) {
  std::string q;
  int rem = 0;
  for (char c : *s) {
    rem = rem * 10 + (c - '0');
    q += char('0' + rem / by);
    rem %= by;
  }
  if (rem) return false;
  size_t nz = q.find_first_not_of('0');
  *s = nz == std::string::npos ? "0" : q.substr(nz);
  return true;
}

// Denominators are products of 2s and 5s.
std::string reduce_rational(std::string_view rational, std::string *den) {
  size_t slash = rational.find('/');
  std::string num(rational.substr(0, slash));
  *den = slash == std::string_view::npos ? "1" : std::string(rational.substr(slash + 1));
  bool neg = num[0] == '-';
  if (neg) num = num.substr(1);
  if (num.find_first_not_of('0') == std::string::npos) {
    *den = "1";
    return "0";
  }
  for (int p : {2, 5}) {
    std::string n = num, d = *den;
    while (d != "1" && divide_text(&n, p) && divide_text(&d, p)) {
      num = n;
      *den = d;
    }
  }
  return neg ? "-" + num : num;
}

CExpr Desugarer::string_expr(std::string_view text) {
  if (text.empty()) return mk_nil(mk_tcon(known_tycon(KnownTyCon::Char)));
  std::string s;
  for (char c : text)
    if (c) s += c;
    else s += "\xC0\x80";
  return mk_app(ref(known_var(KnownVar::unpackCString)), {mk_string_lit(s)});
}

CExpr Desugarer::literal(const HsLit &lit, const Type *t, bool negated, const Expr *inner) {
  using HT = gphc::LitTag;
  switch (lit.tag) {
    case HT::IntPrim: return mk_int_lit(int64_t(decimal_mod_2_64(lit.text)) * (negated ? -1 : 1));
    case HT::WordPrim: return mk_word_lit(decimal_mod_2_64(lit.text));
    case HT::CharPrim: return mk_char_lit(lit.ch);
    case HT::StringPrim: return mk_string_lit(lit.text);
    case HT::DoublePrim: return mk_lit(double_literal(lit.text, negated, core::LitTag::Double));
    case HT::FloatPrim: return mk_lit(double_literal(lit.text, negated, core::LitTag::Float));
    case HT::Char: return mk_box(KnownCon::C, mk_char_lit(lit.ch));
    case HT::String: {
      CExpr s = string_expr(lit.text);
      return inner ? mk_app(expr(inner), {s}) : s;
    }
    case HT::Integer:
    case HT::Rational: break;
  }
  bool whole = lit.tag == HT::Integer;
  if (inner) {
    CExpr arg;
    if (whole) {
      arg = integer_lit(lit.text, negated);
    } else {
      std::string den, num = reduce_rational(lit.text, &den);
      CExpr parts[] = {integer_lit(num, negated), integer_lit(den, false)};
      const Type *ts[] = {mk_tcon(known_tycon(KnownTyCon::Integer))};
      arg = mk_con_app(known_con(KnownCon::Ratio), ts, parts);
    }
    return mk_app(expr(inner), {arg});
  }
  Vec<const Type *> args;
  TyCon *tc = split_tcon_app(t, &args);
  if (tc == known_tycon(KnownTyCon::Double))
    return mk_box(KnownCon::D, mk_lit(double_literal(lit.text, negated, core::LitTag::Double)));
  if (tc == known_tycon(KnownTyCon::Float))
    return mk_box(KnownCon::F, mk_lit(double_literal(lit.text, negated, core::LitTag::Float)));
  if (tc == known_tycon(KnownTyCon::Integer)) return integer_lit(lit.text, negated);
  uint64_t n = decimal_mod_2_64(lit.text);
  if (negated) n = 0 - n;
  if (tc == known_tycon(KnownTyCon::Int)) return mk_box(KnownCon::I, mk_int_lit(int64_t(n)));
  if (tc == known_tycon(KnownTyCon::Word)) return mk_box(KnownCon::W, mk_word_lit(n));
  if (tc == g_builtin.int_prim) return mk_int_lit(int64_t(n));
  if (tc == g_builtin.word_prim) return mk_word_lit(n);
  if (tc == g_builtin.double_prim) return mk_lit(double_literal(lit.text, negated, core::LitTag::Double));
  GPHC_BUG("literal of type " + show_type(t));
}

}  // namespace gphc::desugar
