// primops.h: what the C texts of compiler/core/primops.def mention. Included by gph/codegen.h (generated code only:
// hp, rs and R are in their registers). Everything here is inline but the slow paths of the write barriers.
#pragma once
#include "gph/abi.h"
#include "gph/racy.h"
#include <math.h>
#include <string.h>

// ---- Memory ----------------------------------------------------------------------------------------------------------
// Element i of type t at address a; the types may alias anything.
#define GPH_ALIAS(t) __attribute__((may_alias)) t
#define GPH_AT(t, a, i) (((GPH_ALIAS(t) *)(a))[i])
typedef struct { uint16_t v; } __attribute__((packed, may_alias)) GphUnaligned_uint16_t;
typedef struct { int16_t v; } __attribute__((packed, may_alias)) GphUnaligned_int16_t;
typedef struct { uint32_t v; } __attribute__((packed, may_alias)) GphUnaligned_uint32_t;
typedef struct { int32_t v; } __attribute__((packed, may_alias)) GphUnaligned_int32_t;
typedef struct { uint64_t v; } __attribute__((packed, may_alias)) GphUnaligned_uint64_t;
typedef struct { int64_t v; } __attribute__((packed, may_alias)) GphUnaligned_int64_t;
typedef struct { uint8_t v; } __attribute__((packed, may_alias)) GphUnaligned_uint8_t;
typedef struct { float v; } __attribute__((packed, may_alias)) GphUnaligned_float;
typedef struct { double v; } __attribute__((packed, may_alias)) GphUnaligned_double;
#define GPH_AT_BYTE(t, a, i) (((GphUnaligned_##t *)((a) + (i)))->v)        // element of type t at byte offset i

// Unlifted heap values are always evaluated and always carry tag 1. Payloads: see closure_types.def.
#define GPH_BYTES(x) ((char *)((x) - 1) + 16)                               // Bytes: [info][nbytes][bytes ...]
#define GPH_ARRAY_ELEM(x, i) (((W *)((x) - 1))[3 + (i)])                      // Array: [info][n][dirty][elements ...]
#define GPH_READ_ARRAY(x, i) __atomic_load_n(&GPH_ARRAY_ELEM(x, i), __ATOMIC_ACQUIRE)
#define GPH_READ_MUTVAR(x) __atomic_load_n((W *)((x) - 1) + 1, __ATOMIC_ACQUIRE)
#define GPH_WRITE_MUTVAR(x, v) gph_write_mutvar((x), (v))
#define GPH_WRITE_ARRAY(x, i, v) gph_write_array((x), (i), (v))

// The store has been done and the object must be remembered: a MutVar at or above R->old_base, an array whose mark word is 0 (old and
// clean; a large array stays where it was allocated, so its address does not tell). Argument: untagged object.
extern void gph_dirty_mutvar(W *obj) __attribute__((no_caller_saved_registers));
extern void gph_dirty_array(W *obj, I index) __attribute__((no_caller_saved_registers));

// A store publishes what it points to (release), for readers on other HECs.
#define gph_write_mutvar(x, v)                                                                                         \
  ({ W *o_ = (W *)((x) - 1); __atomic_store_n(o_ + 1, (v), __ATOMIC_RELEASE);                                          \
     if (__builtin_expect((W)o_ >= R->old_base, 0)) gph_dirty_mutvar(o_); (void)0; })
#define gph_write_array(x, i, v)                                                                                       \
  ({ W *o_ = (W *)((x) - 1); I i_ = (i); __atomic_store_n(o_ + 3 + i_, (v), __ATOMIC_RELEASE);                         \
     if (__builtin_expect(GPH_RACY(o_[2]) == 0, 0)) gph_dirty_array(o_, i_); (void)0; })

// ---- Normal form: Note [Normal form] in abi.h ----------------------------------------------------------------------------
#define gph_is_normal(x)                                                                                               \
  ({ W n_ = (x); (I)((n_ & 7) == 7 || ((const GphInfo *)__atomic_load_n((W *)(n_ & ~(W)7), __ATOMIC_RELAXED))->nf == 0); })
#define gph_walk_of(x) ({ W n_ = (x); ((n_ & 7) == 7 ? 0 : n_ & ~(W)7) | GPH_WALK; })                                  // Note [Walk entries] in abi.h
#define gph_mark_normal(x)                                                                                             \
  ({ W *o_ = (W *)((x) & ~GPH_WALK);                                                                                   \
     if (o_ != NULL) {                                                                                                 \
       const GphInfo *i_ = (const GphInfo *)__atomic_load_n(o_, __ATOMIC_RELAXED);                                     \
       if (i_->nf != 0 && i_->twin != NULL) __atomic_store_n(o_, (W)i_->twin, __ATOMIC_RELEASE);                       \
     } (void)0; })

// ---- par -------------------------------------------------------------------------------------------------------------
// Offers x for evaluation by another HEC, unless there are none or x is evaluated. Yields x. Never collects.
extern void gph_spark(W x) __attribute__((no_caller_saved_registers));
#define GPH_SPARK(x) ({ W x_ = (x); if (R->sparks != NULL && (x_ & 7) == 0) gph_spark(x_); x_; })

#define gph_masking_state() ((I)(R->masked ? 3 - R->masked : 0))           // GHC's numbers: 1 uninterruptible, 2 interruptible

// ---- Numbers ---------------------------------------------------------------------------------------------------------
static inline W gph_abs_word(I n) { return n < 0 ? 0 - (W)n : (W)n; }
static inline W gph_quot_word2(W hi, W lo, W d) { return (W)((((unsigned __int128)hi << 64) | lo) / d); }
static inline W gph_rem_word2(W hi, W lo, W d) { return (W)((((unsigned __int128)hi << 64) | lo) % d); }
static inline W gph_bit_reverse(W x) {
  x = ((x >> 1) & 0x5555555555555555ull) | ((x & 0x5555555555555555ull) << 1);
  x = ((x >> 2) & 0x3333333333333333ull) | ((x & 0x3333333333333333ull) << 2);
  x = ((x >> 4) & 0x0f0f0f0f0f0f0f0full) | ((x & 0x0f0f0f0f0f0f0f0full) << 4);
  return __builtin_bswap64(x);
}
static inline W gph_pdep(W src, W mask) {
  W r = 0;
  for (; mask; mask &= mask - 1, src >>= 1)
    if (src & 1) r |= mask & (0 - mask);
  return r;
}
static inline W gph_pext(W src, W mask) {
  W r = 0;
  for (int k = 0; mask; mask &= mask - 1, k++)
    if (src & mask & (0 - mask)) r |= (W)1 << k;
  return r;
}
static inline W gph_double_bits(double d) { W w; memcpy(&w, &d, 8); return w; }
static inline double gph_double_from_bits(W w) { double d; memcpy(&d, &w, 8); return d; }
static inline W gph_float_bits(float f) { uint32_t w; memcpy(&w, &f, 4); return w; }
static inline float gph_float_from_bits(W w) { uint32_t v = (uint32_t)w; float f; memcpy(&f, &v, 4); return f; }
// As the processor does it: out of range and NaN give the least Int#.
static inline I gph_double_to_int(double d) { I r; __asm__("cvttsd2siq %1, %0" : "=r"(r) : "x"(d)); return r; }
static inline I gph_float_to_int(float f) { I r; __asm__("cvttss2siq %1, %0" : "=r"(r) : "x"(f)); return r; }

// value = mantissa * 2^exponent; the mantissa of a number other than 0 has exactly 53 (24) bits. Infinities: what the bits give, as GHC does.
// NaNs: what the bits of the one give that an invalid operation makes on x86-64. Back ends compute with NaNs as they like, so that a sign says nothing.
static inline I gph_decode_double_mantissa(double d) {
  if (d != d) return -(3l << 51);
  W w = gph_double_bits(d), m = w & 0xfffffffffffffull, e = (w >> 52) & 0x7ff;
  if (e) m |= 1ull << 52;
  else if (m) m <<= __builtin_clzll(m) - 11;
  return (I)w < 0 ? -(I)m : (I)m;
}
static inline I gph_decode_double_exponent(double d) {
  W w = gph_double_bits(d), m = w & 0xfffffffffffffull, e = (w >> 52) & 0x7ff;
  if (e) return (I)e - 1075;
  return m ? -1074 - (__builtin_clzll(m) - 11) : 0;
}
static inline I gph_decode_float_mantissa(float f) {
  if (f != f) return -(3l << 22);
  uint32_t w = (uint32_t)gph_float_bits(f), m = w & 0x7fffff, e = (w >> 23) & 0xff;
  if (e) m |= 1u << 23;
  else if (m) m <<= __builtin_clz(m) - 8;
  return (int32_t)w < 0 ? -(I)m : (I)m;
}
static inline I gph_decode_float_exponent(float f) {
  uint32_t w = (uint32_t)gph_float_bits(f), m = w & 0x7fffff, e = (w >> 23) & 0xff;
  if (e) return (I)e - 150;
  return m ? -149 - (__builtin_clz(m) - 8) : 0;
}
