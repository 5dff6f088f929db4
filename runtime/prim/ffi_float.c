// ffi_float.c: decimal digits of Double and Float, for stdlib/GPH/Float.hs.
//
// The digits are those of GHC's show: the shortest sequence that identifies the number among its neighbours, where a
// decimal that lies exactly on the border to a neighbour does not count (Steele and White, Dragon4, free format), the
// last digit chosen nearest to the true value. All arithmetic is exact, on small big integers.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t W;
typedef int64_t I;

// ---- Small big integers: enough limbs for 2^1075 * 10 * 4 -----------------------------------------------------------
enum { LIMBS = 38 };
typedef struct {
  int n;
  uint32_t d[2 * LIMBS];
} Big;

static void big_set(Big *b, W v) {
  b->n = 0;
  while (v) b->d[b->n++] = (uint32_t)v, v >>= 32;
}
static void big_mul_small(Big *b, uint32_t k) {
  W carry = 0;
  for (int i = 0; i < b->n; i++) {
    W t = (W)b->d[i] * k + carry;
    b->d[i] = (uint32_t)t;
    carry = t >> 32;
  }
  if (carry) b->d[b->n++] = (uint32_t)carry;
}
static void big_shift(Big *b, int k) {
  if (b->n == 0 || k == 0) return;
  int words = k / 32, bits = k % 32;
  if (bits) {
    uint32_t carry = 0;
    for (int i = 0; i < b->n; i++) {
      uint32_t t = b->d[i];
      b->d[i] = t << bits | carry;
      carry = t >> (32 - bits);
    }
    if (carry) b->d[b->n++] = carry;
  }
  if (words) {
    memmove(b->d + words, b->d, (size_t)b->n * 4);
    memset(b->d, 0, (size_t)words * 4);
    b->n += words;
  }
}
static void big_mul_pow10(Big *b, int k) {
  for (; k >= 9; k -= 9) big_mul_small(b, 1000000000u);
  static const uint32_t small[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
  if (k) big_mul_small(b, small[k]);
}
static int big_cmp(const Big *a, const Big *b) {
  if (a->n != b->n) return a->n < b->n ? -1 : 1;
  for (int i = a->n - 1; i >= 0; i--)
    if (a->d[i] != b->d[i]) return a->d[i] < b->d[i] ? -1 : 1;
  return 0;
}
static void big_sub(Big *a, const Big *b) {  // a >= b
  W borrow = 0;
  for (int i = 0; i < a->n; i++) {
    W t = (W)a->d[i] - (i < b->n ? b->d[i] : 0) - borrow;
    a->d[i] = (uint32_t)t, borrow = t >> 63;
  }
  while (a->n && a->d[a->n - 1] == 0) a->n--;
}
static void big_add(Big *a, const Big *b) {
  W carry = 0;
  int n = a->n > b->n ? a->n : b->n;
  for (int i = 0; i < n; i++) {
    W t = (i < a->n ? (W)a->d[i] : 0) + (i < b->n ? b->d[i] : 0) + carry;
    a->d[i] = (uint32_t)t, carry = t >> 32;
  }
  a->n = n;
  if (carry) a->d[a->n++] = (uint32_t)carry;
}
static int sum_cmp(const Big *a, const Big *b, const Big *c) {  // a + b compared with c
  Big t = *a;
  big_add(&t, b);
  return big_cmp(&t, c);
}

// f * 2^e > 0; `border`: f is the least mantissa of its exponent, so the lower neighbour is half as far. Digits as
// values; returns their number, *k with value = 0.d1d2.. * 10^k.
static int shortest(unsigned char *out, W f, int e, int border, int *k) {
  Big r, s, up, down;
  big_set(&r, f), big_set(&s, 1), big_set(&up, 1);
  int extra = border ? 2 : 1;  // everything times 2 (or 4), so that the half gaps are integers
  big_shift(&r, extra), big_shift(&s, extra);
  if (e >= 0) big_shift(&r, e), big_shift(&up, e);
  else big_shift(&s, -e);
  down = up;
  if (border) big_shift(&up, 1);
  // estimate k = ceiling(log10(value)): the top bit's position is a lower bound
  int top = 63 - __builtin_clzll(f) + e;
  double est = top * 0.30102999566398119521;
  int kk = (int)est;
  if (est > kk) kk++;
  if (kk >= 0) big_mul_pow10(&s, kk);
  else big_mul_pow10(&r, -kk), big_mul_pow10(&up, -kk), big_mul_pow10(&down, -kk);
  while (sum_cmp(&r, &up, &s) > 0) big_mul_small(&s, 10), kk++;  // r + up <= s afterwards
  int n = 0;
  for (;;) {
    big_mul_small(&r, 10), big_mul_small(&up, 10), big_mul_small(&down, 10);
    int d = 0;
    while (big_cmp(&r, &s) >= 0) big_sub(&r, &s), d++;
    int low = big_cmp(&r, &down) < 0, high = sum_cmp(&r, &up, &s) > 0;
    if (!low && !high) {
      out[n++] = (unsigned char)d;
      continue;
    }
    if (low && high) {
      big_shift(&r, 1);
      if (big_cmp(&r, &s) >= 0) d++;
    } else if (high) d++;
    out[n++] = (unsigned char)d;
    break;
  }
  *k = kk;
  return n;
}

static int double_digits(unsigned char *out, double x, int *k) {
  W bits;
  memcpy(&bits, &x, 8);
  W f = bits & 0xfffffffffffffull;
  int e = (int)(bits >> 52 & 0x7ff);
  if (e == 0 && f == 0) {
    out[0] = 0;
    *k = 0;
    return 1;
  }
  int border = e > 1 && f == 0;
  if (e == 0) e = 1;
  else f |= 1ull << 52;
  return shortest(out, f, e - 1075, border, k);
}
static int float_digits(unsigned char *out, float x, int *k) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  W f = bits & 0x7fffff;
  int e = (int)(bits >> 23 & 0xff);
  if (e == 0 && f == 0) {
    out[0] = 0;
    *k = 0;
    return 1;
  }
  int border = e > 1 && f == 0;
  if (e == 0) e = 1;
  else f |= 1u << 23;
  return shortest(out, f, e - 150, border, k);
}

// Digits as characters; count + 64 * (exponent + 4096). The sign is ignored.
static I packed(unsigned char *out, int n, int k) {
  for (int i = 0; i < n; i++) out[i] = (unsigned char)(out[i] + '0');
  return n + 64 * (I)(k + 4096);
}
I gph_double_digits(unsigned char *out, double x) {
  int k, n = double_digits(out, x, &k);
  return packed(out, n, k);
}
I gph_float_digits(unsigned char *out, float x) {
  int k, n = float_digits(out, x, &k);
  return packed(out, n, k);
}

// As show writes it, in at most 32 bytes; returns the length.
static I show(unsigned char *out, int negative, const unsigned char *d, int n, int k) {
  unsigned char *p = out;
  if (negative) *p++ = '-';
  if (k > 0 && k <= 7) {
    for (int i = 0; i < k; i++) *p++ = (unsigned char)('0' + (i < n ? d[i] : 0));
    *p++ = '.';
    if (n <= k) *p++ = '0';
    for (int i = k; i < n; i++) *p++ = (unsigned char)('0' + d[i]);
  } else if (k == 0) {
    *p++ = '0', *p++ = '.';
    for (int i = 0; i < n; i++) *p++ = (unsigned char)('0' + d[i]);
  } else {
    *p++ = (unsigned char)('0' + d[0]), *p++ = '.';
    if (n == 1) *p++ = '0';
    for (int i = 1; i < n; i++) *p++ = (unsigned char)('0' + d[i]);
    p += sprintf((char *)p, "e%d", k - 1);
  }
  return p - out;
}
static I special(unsigned char *out, const char *text) {
  size_t n = strlen(text);
  memcpy(out, text, n);
  return (I)n;
}
I gph_double_show(unsigned char *out, double x) {
  unsigned char d[32];
  int k;
  if (x != x) return special(out, "NaN");
  if (x - x != 0) return special(out, x < 0 ? "-Infinity" : "Infinity");
  int n = double_digits(d, x, &k);
  return show(out, __builtin_signbit(x) != 0, d, n, k);
}
I gph_float_show(unsigned char *out, float x) {
  unsigned char d[32];
  int k;
  if (x != x) return special(out, "NaN");
  if (x - x != 0) return special(out, x < 0 ? "-Infinity" : "Infinity");
  int n = float_digits(d, x, &k);
  return show(out, __builtin_signbit(x) != 0, d, n, k);
}

// ---- Reading: NUL-terminated decimal text ---------------------------------------------------------------------------
double gph_strtod(const char *text, I n) {
  (void)n;
  return strtod(text, NULL);
}
