// primops.h: what the C texts of compiler/core/primops.def mention, as C. Included by gph/codegen.h (generated code
// only: hp, rs and R are in their registers). GPH_AT, GPH_AT_BYTE, GPH_BITS are C's words for memory and bits; the
// functions are those of gph/prim_functions.def.
#pragma once
#include "gph/abi.h"
#include "gph/racy.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

// ---- Memory ---------------------------------------------------------------------------------------------------------
// Element i of type t at address a; the types may alias anything.
#define GPH_ALIAS(t) __attribute__((may_alias)) t
#define GPH_AT(t, a, i) (((GPH_ALIAS(t) *)(a))[i])
typedef struct {
  uint16_t v;
} __attribute__((packed, may_alias)) GphUnaligned_uint16_t;
typedef struct {
  int16_t v;
} __attribute__((packed, may_alias)) GphUnaligned_int16_t;
typedef struct {
  uint32_t v;
} __attribute__((packed, may_alias)) GphUnaligned_uint32_t;
typedef struct {
  int32_t v;
} __attribute__((packed, may_alias)) GphUnaligned_int32_t;
typedef struct {
  uint64_t v;
} __attribute__((packed, may_alias)) GphUnaligned_uint64_t;
typedef struct {
  int64_t v;
} __attribute__((packed, may_alias)) GphUnaligned_int64_t;
typedef struct {
  uint8_t v;
} __attribute__((packed, may_alias)) GphUnaligned_uint8_t;
typedef struct {
  float v;
} __attribute__((packed, may_alias)) GphUnaligned_float;
typedef struct {
  double v;
} __attribute__((packed, may_alias)) GphUnaligned_double;
#define GPH_AT_BYTE(t, a, i) (((GphUnaligned_##t *)((a) + (i)))->v)  // element of type t at byte offset i

// The bits of x as a value of another type of that size.
#define GPH_BITS(t, x) \
  ({ \
    __typeof__(x) x_ = (x); \
    t r_; \
    __builtin_memcpy(&r_, &x_, sizeof r_); \
    r_; \
  })

#define PRIM_FUNCTION(type, name, params, ...) static inline __attribute__((always_inline)) type name params __VA_ARGS__
#define PRIM_MACHINE PRIM_FUNCTION
#define PRIM_SLOW(name, params) extern void name params __attribute__((no_caller_saved_registers));
#include "gph/prim_functions.def"
#undef PRIM_FUNCTION
#undef PRIM_MACHINE
#undef PRIM_SLOW
