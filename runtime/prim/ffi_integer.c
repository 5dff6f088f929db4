// ffi_integer.c: big integers, for stdlib/GPH/Integer.hs. Plain C functions over limbs; no heap access.
//
// A number is its magnitude in little-endian 64-bit limbs and a signed limb count n: |n| limbs, negative for n < 0,
// zero for n == 0. Arguments may have leading zero limbs; results have none: every function returns the result's signed
// count. Result buffers have the size that Integer.hs says (always enough). Buffers never overlap arguments.
#include <gmp.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t W;
typedef int64_t I;

static I abs_i(I n) { return n < 0 ? -n : n; }
static I norm(const W *a, I n) {
  while (n > 0 && a[n - 1] == 0) n--;
  return n;
}
static I signed_size(I n, int negative) { return negative ? -n : n; }
static W magnitude(I b) { return b < 0 ? 0 - (W)b : (W)b; }

// ---- Addition ------------------------------------------------------------------------------------------------------
static I add_signed(W *r, const W *a, I an, int aneg, const W *b, I bn, int bneg) {
  an = norm(a, an), bn = norm(b, bn);
  if (an < bn) {
    const W *t = a;
    a = b;
    b = t;
    I tn = an;
    an = bn;
    bn = tn;
    int ts = aneg;
    aneg = bneg;
    bneg = ts;
  }
  if (bn == 0) {
    memcpy(r, a, (size_t)an * 8);
    return signed_size(an, aneg);
  }
  if (aneg == bneg) {
    W carry = mpn_add((mp_limb_t *)r, (const mp_limb_t *)a, an, (const mp_limb_t *)b, bn);
    if (carry) r[an++] = carry;
    return signed_size(an, aneg);
  }
  if (an == bn && mpn_cmp((const mp_limb_t *)a, (const mp_limb_t *)b, an) < 0) {
    mpn_sub_n((mp_limb_t *)r, (const mp_limb_t *)b, (const mp_limb_t *)a, an);
    return signed_size(norm(r, an), bneg);
  }
  mpn_sub((mp_limb_t *)r, (const mp_limb_t *)a, an, (const mp_limb_t *)b, bn);
  return signed_size(norm(r, an), aneg);
}
I gph_integer_add(W *r, const W *a, I an, const W *b, I bn) {
  return add_signed(r, a, abs_i(an), an < 0, b, abs_i(bn), bn < 0);
}
I gph_integer_sub(W *r, const W *a, I an, const W *b, I bn) {
  return add_signed(r, a, abs_i(an), an < 0, b, abs_i(bn), bn > 0);
}
I gph_integer_add_small(W *r, const W *a, I an, I b) {
  W m = magnitude(b);
  return add_signed(r, a, abs_i(an), an < 0, &m, 1, b < 0);
}
I gph_integer_small_sub(W *r, I a, const W *b, I bn) {  // a - b
  W m = magnitude(a);
  return add_signed(r, b, abs_i(bn), bn > 0, &m, 1, a < 0);
}

// ---- Multiplication -------------------------------------------------------------------------------------------------
I gph_integer_mul(W *r, const W *a, I sa, const W *b, I sb) {
  I an = norm(a, abs_i(sa)), bn = norm(b, abs_i(sb));
  if (an == 0 || bn == 0) return 0;
  if (an < bn) {
    const W *t = a;
    a = b;
    b = t;
    I tn = an;
    an = bn;
    bn = tn;
  }
  if (a == b && an == bn) mpn_sqr((mp_limb_t *)r, (const mp_limb_t *)a, an);
  else mpn_mul((mp_limb_t *)r, (const mp_limb_t *)a, an, (const mp_limb_t *)b, bn);
  return signed_size(norm(r, an + bn), (sa < 0) != (sb < 0));
}
I gph_integer_mul_small(W *r, const W *a, I sa, I b) {
  I an = norm(a, abs_i(sa));
  if (an == 0 || b == 0) return 0;
  W carry = mpn_mul_1((mp_limb_t *)r, (const mp_limb_t *)a, an, magnitude(b));
  if (carry) r[an++] = carry;
  return signed_size(an, (sa < 0) != (b < 0));
}

// ---- Division -------------------------------------------------------------------------------------------------------
// Quotient into q (|an| + 2 limbs of room), remainder into r (|bn| + 2 limbs of room, the last of which takes its
// signed count). floored: the quotient is rounded down and the remainder has the divisor's sign; else truncated.
I gph_integer_quotrem(W *q, W *r, const W *a, I sa, const W *b, I sb, I floored) {
  I an = norm(a, abs_i(sa)), bn = norm(b, abs_i(sb)), rroom = abs_i(sb) + 1;
  int aneg = sa < 0, bneg = sb < 0;
  I qn, rn;
  if (an < bn) {
    qn = 0, rn = an;
    memcpy(r, a, (size_t)an * 8);
  } else {
    mpn_tdiv_qr((mp_limb_t *)q, (mp_limb_t *)r, 0, (const mp_limb_t *)a, an, (const mp_limb_t *)b, bn);
    qn = norm(q, an - bn + 1), rn = norm(r, bn);
  }
  if (floored && rn != 0 && aneg != bneg) {
    // q := -(|q| + 1), r := b - r (in magnitude), with b's sign
    if (qn == 0) {
      q[0] = 1;
      qn = 1;
    } else {
      W c = mpn_add_1((mp_limb_t *)q, (const mp_limb_t *)q, qn, 1);
      if (c) q[qn++] = c;
    }
    memset(r + rn, 0, (size_t)(bn - rn) * 8);
    mpn_sub_n((mp_limb_t *)r, (const mp_limb_t *)b, (const mp_limb_t *)r, bn);
    rn = norm(r, bn);
    r[rroom] = (W)signed_size(rn, bneg);
  } else r[rroom] = (W)signed_size(rn, aneg);
  return signed_size(qn, aneg != bneg);
}
// By one limb: quotient into q (|an| limbs of room, and one for rounding down; NULL: not wanted), the magnitude of the
// remainder. d is not 0. For a few limbs the processor's division is faster than GMP's way, which begins with an
// inverse of the divisor.
static W divide_by_limb(W *q, const W *a, I an, W d) {
  if (an > 4)
    return q ? mpn_divrem_1((mp_limb_t *)q, 0, (const mp_limb_t *)a, an, d) : mpn_mod_1((const mp_limb_t *)a, an, d);
  W r = 0;
  for (I i = an; i-- > 0;) {
    W x;
    __asm__("divq %4" : "=a"(x), "=d"(r) : "0"(a[i]), "1"(r), "rm"(d) : "cc");
    if (q) q[i] = x;
  }
  return r;
}
I gph_integer_rem_small(const W *a, I sa, I b, I floored) {
  W d = magnitude(b), r = divide_by_limb(NULL, a, norm(a, abs_i(sa)), d);
  if (floored && r != 0 && (sa < 0) != (b < 0)) return b < 0 ? -(I)(d - r) : (I)(d - r);
  return sa < 0 ? -(I)r : (I)r;
}
I gph_integer_quot_small(W *q, const W *a, I sa, I b, I floored) {
  I an = norm(a, abs_i(sa));
  W r = divide_by_limb(q, a, an, magnitude(b));
  bool negative = (sa < 0) != (b < 0);
  I qn = norm(q, an);
  if (floored && r != 0 && negative) {
    W carry = qn ? mpn_add_1((mp_limb_t *)q, (const mp_limb_t *)q, qn, 1) : 1;
    if (carry) q[qn++] = carry;
  }
  return signed_size(qn, negative);
}

// One of the two: the other's room is not the caller's affair.
enum { ScratchLimbs = 64 };
static W *scratch(W *few, I n) {
  W *p = n <= ScratchLimbs ? few : malloc((size_t)n * 8);
  if (!p) abort();  // as GMP does
  return p;
}
I gph_integer_quot(W *q, const W *a, I sa, const W *b, I sb, I floored) {
  W few[ScratchLimbs];
  W *r = scratch(few, abs_i(sb) + 2);
  I qn = gph_integer_quotrem(q, r, a, sa, b, sb, floored);
  if (r != few) free(r);
  return qn;
}
I gph_integer_rem(W *r, const W *a, I sa, const W *b, I sb, I floored) {
  W few[ScratchLimbs];
  W *q = scratch(few, abs_i(sa) + 2);
  gph_integer_quotrem(q, r, a, sa, b, sb, floored);
  if (q != few) free(q);
  return (I)r[abs_i(sb) + 1];
}

I gph_integer_cmp(const W *a, I sa, const W *b, I sb) {
  if ((sa < 0) != (sb < 0)) return sa < 0 ? -1 : 1;
  I an = norm(a, abs_i(sa)), bn = norm(b, abs_i(sb));
  I c = an != bn ? (an < bn ? -1 : 1) : an == 0 ? 0 : mpn_cmp((const mp_limb_t *)a, (const mp_limb_t *)b, an);
  return sa < 0 ? -c : c;
}

W gph_gcd_word(W a, W b) {
  if (a == 0) return b;
  if (b == 0) return a;
  int za = __builtin_ctzll(a), zb = __builtin_ctzll(b);
  a >>= za, b >>= zb;
  while (a != b) {
    if (a > b) a -= b, a >>= __builtin_ctzll(a);
    else b -= a, b >>= __builtin_ctzll(b);
  }
  return a << (za < zb ? za : zb);
}
// The result, at most 2^63, is returned as its bits.
I gph_integer_gcd_small(const W *a, I sa, I b) {
  I an = norm(a, abs_i(sa));
  return (I)mpn_gcd_1((const mp_limb_t *)a, an, magnitude(b));
}
I gph_integer_gcd(W *r, const W *a, I sa, const W *b, I sb) {
  mpz_t x, y, g;
  I an = norm(a, abs_i(sa)), bn = norm(b, abs_i(sb));
  mpz_roinit_n(x, (const mp_limb_t *)a, an), mpz_roinit_n(y, (const mp_limb_t *)b, bn), mpz_init(g);
  mpz_gcd(g, x, y);
  I n = (I)mpz_size(g);
  memcpy(r, mpz_limbs_read(g), (size_t)n * 8);
  mpz_clear(g);
  return n;
}
I gph_integer_powmod(W *r, const W *b, I bn, const W *e, I en, const W *m, I mn) {
  mpz_t x, y, z, g;
  mpz_roinit_n(x, (const mp_limb_t *)b, bn), mpz_roinit_n(y, (const mp_limb_t *)e, en),
      mpz_roinit_n(z, (const mp_limb_t *)m, mn);
  mpz_init(g);
  mpz_powm(g, x, y, z);
  I n = (I)mpz_size(g);
  memcpy(r, mpz_limbs_read(g), (size_t)n * 8);
  mpz_clear(g);
  return n;
}
I gph_integer_sqrt(W *r, const W *a, I an) {
  an = norm(a, an);
  if (an == 0) return 0;
  mpn_sqrtrem((mp_limb_t *)r, NULL, (const mp_limb_t *)a, an);
  return norm(r, (an + 1) / 2);
}

// ---- Bits -----------------------------------------------------------------------------------------------------------
// Limb i of the two's complement of an infinite precision number: carry is the running +1 of a negative one.
static W twos(const W *a, I n, int neg, I i, W *carry) {
  W w = i < n ? a[i] : 0;
  if (!neg) return w;
  w = ~w + *carry;
  *carry = *carry && w == 0;
  return w;
}
// op: 0 and, 1 or, 2 xor. r has max(an, bn) + 1 limbs.
I gph_integer_logic(I op, W *r, const W *a, I sa, const W *b, I sb) {
  I an = abs_i(sa), bn = abs_i(sb), n = (an > bn ? an : bn) + 1;
  int aneg = sa < 0, bneg = sb < 0, neg = op == 0 ? aneg & bneg : op == 1 ? aneg | bneg : aneg ^ bneg;
  W ca = 1, cb = 1, cr = 1;
  for (I i = 0; i < n; i++) {
    W x = twos(a, an, aneg, i, &ca), y = twos(b, bn, bneg, i, &cb);
    W w = op == 0 ? x & y : op == 1 ? x | y : x ^ y;
    if (neg) {
      w = ~w + cr;
      cr = cr && w == 0;
    }
    r[i] = w;
  }
  return signed_size(norm(r, n), neg);
}
I gph_integer_shiftl(W *r, const W *a, I sa, I k) {
  I an = norm(a, abs_i(sa)), limbs = k / 64, bits = k % 64;
  if (an == 0) return 0;
  memset(r, 0, (size_t)limbs * 8);
  if (bits == 0) memcpy(r + limbs, a, (size_t)an * 8);
  else {
    W carry = mpn_lshift((mp_limb_t *)(r + limbs), (const mp_limb_t *)a, an, (unsigned)bits);
    if (carry) r[limbs + an++] = carry;
  }
  return signed_size(limbs + an, sa < 0);
}
// Rounds towards minus infinity. The places may be 2^63: -minBound.
I gph_integer_shiftr(W *r, const W *a, I sa, W k) {
  I an = norm(a, abs_i(sa)), limbs = (I)(k / 64), bits = (I)(k % 64);
  int neg = sa < 0, lost = 0;
  if (limbs >= an) {
    if (!neg || an == 0) return 0;
    r[0] = 1;
    return -1;
  }
  if (neg) {
    for (I i = 0; i < limbs && !lost; i++) lost = a[i] != 0;
    if (bits && (a[limbs] << (64 - bits))) lost = 1;
  }
  I n = an - limbs;
  if (bits == 0) memcpy(r, a + limbs, (size_t)n * 8);
  else mpn_rshift((mp_limb_t *)r, (const mp_limb_t *)(a + limbs), n, (unsigned)bits);
  n = norm(r, n);
  if (lost) {
    if (n == 0) {
      r[0] = 1;
      n = 1;
    } else {
      W c = mpn_add_1((mp_limb_t *)r, (const mp_limb_t *)r, n, 1);
      if (c) r[n++] = c;
    }
  }
  return signed_size(n, neg);
}
I gph_integer_testbit(const W *a, I sa, I k) {
  I an = abs_i(sa), limb = k / 64;
  if (sa >= 0) return limb < an ? (I)(a[limb] >> (k % 64) & 1) : 0;
  if (limb >= an) return 1;
  W carry = 1, w = 0;
  for (I i = 0; i <= limb; i++) w = twos(a, an, 1, i, &carry);
  return (I)(w >> (k % 64) & 1);
}
I gph_integer_popcount(const W *a, I sa) {
  I an = norm(a, abs_i(sa)), n = an ? (I)mpn_popcount((const mp_limb_t *)a, an) : 0;
  return sa < 0 ? -n : n;
}
I gph_integer_bits(const W *a, I sa) {
  I an = norm(a, abs_i(sa));
  return an == 0 ? 0 : an * 64 - __builtin_clzll(a[an - 1]);
}

// ---- Floating point -------------------------------------------------------------------------------------------------
// encode: n * 2^e as GHC computes it: a small number is rounded to nearest, a big one truncated, then scaled.
static int clamp(I e) { return e > 100000 ? 100000 : e < -100000 ? -100000 : (int)e; }
double gph_int_encode_double(I n, I e) { return ldexp((double)n, clamp(e)); }
float gph_int_encode_float(I n, I e) { return (float)ldexp((double)(float)n, clamp(e)); }
double gph_integer_encode_double(const W *a, I sa, I e) {
  I an = norm(a, abs_i(sa));
  if (an == 0) return 0;
  int z = __builtin_clzll(a[an - 1]);
  W top = a[an - 1] << z;
  if (an > 1 && z) top |= a[an - 2] >> (64 - z);
  if (e > 1 << 20) e = 1 << 20;
  if (e < -((I)1 << 40)) e = -((I)1 << 40);
  double d = ldexp((double)(top >> 11), clamp(e + an * 64 - z - 53));
  return sa < 0 ? -d : d;
}
float gph_integer_encode_float(const W *a, I an, I e) { return (float)gph_integer_encode_double(a, an, e); }
// round: n * 2^e rounded once to nearest. A long double holds 64 bits exactly, and its exponents go far beyond
// double's.
static long double scaled(I n, I e) { return ldexpl((long double)n, clamp(e)); }
double gph_int_round_double(I n, I e) { return (double)scaled(n, e); }
float gph_int_round_float(I n, I e) { return (float)scaled(n, e); }

// ---- Decimal text ---------------------------------------------------------------------------------------------------
// Writes the digits (and '-'), returns their number. `out` has 20 bytes for each limb and two more.
I gph_integer_to_decimal(unsigned char *out, const W *a, I sa) {
  I an = norm(a, abs_i(sa)), at = 0;
  if (sa < 0) out[at++] = '-';
  if (an == 0) {
    out[at++] = '0';
    return at;
  }
  W *copy = malloc((size_t)(an + 1) * 8);  // mpn_get_str destroys its argument
  unsigned char *digits = malloc((size_t)an * 20 + 2);
  memcpy(copy, a, (size_t)an * 8);
  size_t n = mpn_get_str(digits, 10, (mp_limb_t *)copy, an), i = 0;
  while (i + 1 < n && digits[i] == 0) i++;
  for (; i < n; i++) out[at++] = (unsigned char)('0' + digits[i]);
  free(copy), free(digits);
  return at;
}
// From n digits with values 0 to 9, most significant first.
I gph_integer_from_decimal(W *r, const unsigned char *digits, I n) {
  while (n > 0 && *digits == 0) digits++, n--;
  if (n == 0) return 0;
  return norm(r, (I)mpn_set_str((mp_limb_t *)r, digits, (size_t)n, 10));
}
