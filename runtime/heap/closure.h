// closure.h: what an object is: its info table, its size, and the walker over its value words.
#pragma once
#include "gph/abi.h"
#include "base/atomic.h"
#include "base/die.h"
#include "heap/hooks.h"
#include <emmintrin.h>

static inline W *gph_untag(W x) { return (W *)(x & ~(W)7); }
static inline const GphInfo *gph_info(W x) { return (const GphInfo *)*gph_untag(x); }

// Entries of the root stack: a thunk under evaluation; an object that a walk will mark (Note [Walk entries] in abi.h).
static inline bool gph_is_update_entry(W x) { return (x & (GPH_WALK | 7)) == GPH_TAG_UPDATE; }

// The first update entry from p on; end: there is none. Where a recursion stands on the root stack most entries are
// values: sixteen words at a time (SSE2 compares 32 bits: the lower halves, of four words together; one that is a walk
// entry costs a second look).
static inline W *gph_next_update_entry(W *p, W *end) {
  const __m128i tags = _mm_set1_epi32(7), update = _mm_set1_epi32(GPH_TAG_UPDATE);
  if (((uintptr_t)p & 8) && p < end) {
    if (gph_is_update_entry(*p)) return p;
    p++;
  }
  for (; end - p >= 16; p += 16) {
    __m128i found = _mm_setzero_si128();
#pragma GCC unroll 4
    for (int i = 0; i < 16; i += 4) {
      const __m128 a = _mm_load_ps((const float *)(p + i)), b = _mm_load_ps((const float *)(p + i + 2));
      const __m128i halves = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
      found = _mm_or_si128(found, _mm_cmpeq_epi32(_mm_and_si128(halves, tags), update));
    }
    if (_mm_movemask_ps(_mm_castsi128_ps(found)))
      for (int i = 0; i < 16; i++)
        if (gph_is_update_entry(p[i])) return p + i;
  }
  while (p < end && !gph_is_update_entry(*p)) p++;
  return p;
}

static inline bool gph_is_walk_entry(W x) { return (x & (GPH_WALK | 7)) == GPH_WALK; }

// Has this thunk its value (in p[1])? The word decides: see Note [Claiming thunks] in eval/blackhole.c. For the
// collector: the world is stopped.
static inline bool gph_has_value(const W *p, const GphInfo *i) {
  return (i->kind == GphKind_Ind || i->kind == GphKind_BlackHole) && (gph_load_relaxed(&p[1]) & 7) != GPH_TAG_UPDATE;
}

// Likewise while others run: what it is an indirection to, or has been updated with; 0: it has no value yet, or is
// being claimed just now (a whitehole's word is anything:
// Note [Claiming thunks]). i: p's info pointer, acquired.
static inline W gph_value_seen(const W *p, const GphInfo *i) {
  if ((i->kind != GphKind_Ind && i->kind != GphKind_BlackHole) || i == &gph_whitehole_info) return 0;
  const W x = gph_load_acquire(&p[1]);
  return (x & 7) == GPH_TAG_UPDATE ? 0 : x;
}

// ---- What closure_types.def says. All of it is by constants, once the kind is.
#define GPH_VALUES_NO 0
#define GPH_VALUES_ONE 1
#define GPH_VALUES_THREE 3
#define GPH_VALUES_PTRS (size_t)i->ptrs
#define GPH_VALUES_WORD1 p[1]
#define GPH_VALUES_WORD2 p[2]
#define GPH_VALUES_WORD3 p[3]
#define GPH_RAW_NO 0
#define GPH_RAW_ONE 1
#define GPH_RAW_TWO 2
#define GPH_RAW_NPTRS i->nptrs
#define GPH_RAW_BYTES (p[1] + 7) / 8

_Noreturn void gph_closure_bad(const W *p, const GphInfo *i);

// In words, header included. What stays allocated for an updated thunk is larger than this; nobody walks the heap
// linearly.
static inline __attribute__((always_inline)) size_t gph_kind_words(GphKind kind, const W *p, const GphInfo *i) {
  switch (kind) {
#define KIND(name, state, head, extra, values, raw, class, copied) \
  case GphKind_##name: return head + GPH_VALUES_##values + GPH_RAW_##raw;
#include "gph/closure_types.def"
#undef KIND
    case GphKind_count: break;
  }
  gph_closure_bad(p, i);
}
static inline size_t gph_closure_words(const W *p, const GphInfo *i) { return gph_kind_words((GphKind)i->kind, p, i); }

// Has it an identity? Else a parallel collection may copy it twice.
static inline bool gph_kind_once(GphKind kind) {
  enum { SHARED, ONCE };
  switch (kind) {
#define KIND(name, state, head, extra, values, raw, class, copied) \
  case GphKind_##name: return copied;
#include "gph/closure_types.def"
#undef KIND
    case GphKind_count: break;
  }
  return ONCE;
}

typedef enum { GPH_KIND_VALUE, GPH_KIND_THUNK, GPH_KIND_WAS_THUNK } GphKindState;
static inline GphKindState gph_kind_state(GphKind kind) {
  switch (kind) {
#define KIND(name, state, head, extra, values, raw, class, copied) \
  case GphKind_##name: return GPH_KIND_##state;
#include "gph/closure_types.def"
#undef KIND
    case GphKind_count: break;
  }
  return GPH_KIND_VALUE;
}
static inline bool gph_kind_is_value(GphKind kind) { return gph_kind_state(kind) == GPH_KIND_VALUE; }

// The walker: the value words of p, whose kind is `kind`, in the order of their addresses. Returns p's size in words.
//   values    is given each run of value words
//   function  is given the word of a Pap that holds its function, and says its arg_mask: before or after it has changed
//             that word
typedef void GphOnValues(void *at, W *from, size_t n);
typedef W GphOnFunction(void *at, W *fun);
static inline __attribute__((always_inline)) size_t gph_kind_walk(GphKind kind, W *p, const GphInfo *i, void *at,
                                                                  GphOnValues *values, GphOnFunction *function) {
#define GPH_WALK_PLAIN(head, n) values(at, p + head, n)
#define GPH_WALK_ARRAY GPH_WALK_PLAIN
#define GPH_WALK_MUT_VAR GPH_WALK_PLAIN
#define GPH_WALK_MVAR GPH_WALK_PLAIN
#define GPH_WALK_TVAR GPH_WALK_PLAIN
#define GPH_WALK_WEAK GPH_WALK_PLAIN
#define GPH_WALK_BLACK_HOLE(head, n) \
  do { \
    if (gph_has_value(p, i)) values(at, p + head, n); \
  } while (0)
#define GPH_WALK_PAP(head, n) \
  do { \
    for (W k = 0, m = n; k < m; k++) \
      if (mask >> k & 1) values(at, p + head + k, 1); \
  } while (0)
#define GPH_WALK_NEVER(head, n) gph_closure_bad(p, i)
#define GPH_EXTRA_PAP(word) mask = function(at, p + word)
#define GPH_EXTRA_PLAIN(word) values(at, p + word, 1)
#define GPH_EXTRA_ARRAY GPH_EXTRA_PLAIN
#define GPH_EXTRA_MUT_VAR GPH_EXTRA_PLAIN
#define GPH_EXTRA_MVAR GPH_EXTRA_PLAIN
#define GPH_EXTRA_TVAR GPH_EXTRA_PLAIN
#define GPH_EXTRA_WEAK GPH_EXTRA_PLAIN
#define GPH_EXTRA_BLACK_HOLE GPH_EXTRA_PLAIN
#define GPH_EXTRA_NEVER(word) ((void)0)
  W mask = 0;
  switch (kind) {
#define KIND(name, state, head, extra, number, raw, class, copied) \
  case GphKind_##name: \
    if (extra) GPH_EXTRA_##class(extra); \
    GPH_WALK_##class(head, GPH_VALUES_##number); \
    return head + GPH_VALUES_##number + GPH_RAW_##raw;
#include "gph/closure_types.def"
#undef KIND
    case GphKind_count: break;
  }
  (void)mask;
  gph_closure_bad(p, i);
}
