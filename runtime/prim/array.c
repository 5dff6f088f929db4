// array.c: byte arrays and arrays of value words. Layouts: closure_types.def. They are made mutable (gph_freeze in
// gph/prim_functions.def). An array's mark word is 1 while it is young or remembered and 0 when it is old and clean
// (set by the collector); stores look at it (gph/primops.h).
#include "base/die.h"
#include "eval/exception.h"
#include "heap/pin.h"
#include "prim/prim.h"
#include "sched/worker.h"
#include <string.h>

// There is no array of such a size: the thread that asked for it gets HeapOverflow. Nothing of the caller may be on
// R->rs.
static W no_room(GphReg *R, I n) {
  if (gph_program.heap_overflow == 0) gph_fail(251, "heap exhausted: no room for an array of size %ld", (long)n);
  gph_raise(R, gph_program.heap_overflow);
  return 0;
}

// 0: no room.
static W new_bytes(GphReg *R, I n) {
  W *p = n < 0 ? NULL : gph_alloc_any(R, 2 + ((W)n + 7) / 8);
  if (!p) return 0;
  p[0] = (W)&gph_mutable_bytes_info;
  p[1] = (W)n;
  return (W)p | 1;
}
// Compiled code calls gph_new_bytes (eval/stubs.S), which leaves to this what is large or finds no room.
W gph_prim_NewByteArray(GphReg *R, I n) {
  W a = new_bytes(R, n);
  return a ? a : no_room(R, n);
}

W gph_prim_NewAlignedPinnedByteArray(GphReg *R, I n, I align) {
  if (align > (I)GPH_BLOCK_SIZE)
    gph_fail(251, "pinned memory is aligned to %ld bytes at most, not to %ld", (long)GPH_BLOCK_SIZE, (long)align);
  W *p = n < 0 ? NULL : gph_alloc_pinned(R, 16 + (W)n, align < 16 ? 16 : (size_t)align, 16);
  if (!p) return no_room(R, n);
  p[0] = (W)&gph_mutable_bytes_info;
  p[1] = (W)n;
  return (W)p | 1;
}
W gph_prim_NewPinnedByteArray(GphReg *R, I n) { return gph_prim_NewAlignedPinnedByteArray(R, n, 16); }

I gph_prim_ByteArrayIsPinned(W a) { return !gph_in_heap(a) || (gph_block_state(a) & GPH_BS_LARGE) != 0; }

W gph_prim_PinByteArray(GphReg *R, W a) {
  ROOT(a);
  W token = new_bytes(R, 0);
  UNROOT(a);
  gph_pin_add(a, token);
  R->ret[1] = (W)(gph_untag(a) + 2);
  return token;
}
W gph_prim_UnpinByteArray(GphReg *R, W token) {
  gph_pin_remove(token);
  return GPH_UNIT;
}

W gph_prim_ResizeMutableByteArray(GphReg *R, W a, I n) {
  W *p = gph_untag(a);
  if (n <= (I)p[1]) {
    p[1] = (W)n;
    return a;
  }
  ROOT(a);
  W b = new_bytes(R, n);
  UNROOT(a);
  if (!b) return no_room(R, n);
  p = gph_untag(a);
  memcpy(gph_untag(b) + 2, p + 2, p[1]);
  return b;
}

// ---- arrays of values
// NULL: no room.
static W *alloc_array(GphReg *R, I n, const GphInfo *info) {
  W *p = n < 0 ? NULL : gph_alloc_any(R, 3 + (W)n);
  if (!p) return NULL;
  p[0] = (W)info;
  p[1] = (W)n;
  p[2] = 1;
  return p;
}
W gph_prim_NewArray(GphReg *R, I n, W x) {
  ROOT(x);
  W *p = alloc_array(R, n, &gph_mutable_array_info);
  UNROOT(x);
  if (!p) return no_room(R, n);
  for (I i = 0; i < n; i++) p[3 + i] = x;
  return (W)p | 1;
}
W gph_prim_NewSmallArray(GphReg *R, I n, W x) { return gph_prim_NewArray(R, n, x); }

// What the primitives of arrays take for granted, and the library has looked at.
static inline bool has_range(W a, I off, I n) {
  return ((const GphInfo *)gph_load_relaxed(gph_untag(a)))->kind == GphKind_Array && off >= 0 && n >= 0 &&
         (W)(off + n) <= gph_untag(a)[1];
}

static W clone(GphReg *R, W a, I off, I n, const GphInfo *info) {
  GPH_ASSERT(n < 0 || has_range(a, off, n));
  ROOT(a);
  W *p = alloc_array(R, n, info);
  UNROOT(a);
  if (!p) return no_room(R, n);
  memcpy(p + 3, gph_untag(a) + 3 + off, (size_t)n * sizeof(W));
  return (W)p | 1;
}

W gph_prim_CloneArray(GphReg *R, W a, I off, I n) { return clone(R, a, off, n, &gph_array_info); }
W gph_prim_CloneMutableArray(GphReg *R, W a, I off, I n) { return clone(R, a, off, n, &gph_mutable_array_info); }

W gph_prim_UnsafeThaw(W a) {
  W *p = gph_untag(a);
  gph_store_release(&p[0], ((const GphInfo *)gph_load_relaxed(&p[0]))->kind == GphKind_Bytes
                               ? (W)&gph_mutable_bytes_info
                               : (W)&gph_mutable_array_info);
  return a;
}

// copyArray# and its kin. From compiled code, but on the worker's stack ("Call" in primops.def): the barrier is the C
// one, and the HEC the worker's.
void gph_prim_CopyArray(W src, I soff, W dst, I doff, I n) {
  GPH_ASSERT(has_range(src, soff, n) && has_range(dst, doff, n));
  W *d = gph_untag(dst);
  // Another HEC may read the elements as they arrive. Stores are seen in their order (x86), but memmove may write large
  // pieces past the caches, and those stores may overtake the ones that made the elements.
  if (n >= 4096) __atomic_thread_fence(__ATOMIC_SEQ_CST);
  memmove(d + 3 + doff, gph_untag(src) + 3 + soff, (size_t)n * sizeof(W));
  // relaxed: as in gph_write_array
  if (n > 0 && gph_load_relaxed(&d[2]) == 0) gph_dirty_array_c(&gph_worker_self()->hec->reg, d, (W)doff);
}

W gph_prim_ShrinkSmallMutableArray(GphReg *R, W a, I n) {
  GPH_ASSERT(has_range(a, 0, n));
  gph_untag(a)[1] = (W)n;
  return GPH_UNIT;
}

W gph_prim_CasArray(GphReg *R, W a, I i, W old, W new) {
  GPH_ASSERT(has_range(a, i, 1));
  W *p = gph_untag(a), seen = old;
  if (__atomic_compare_exchange_n(&p[3 + i], &seen, new, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    if (p[2] == 0) gph_dirty_array_c(R, p, (W)i);
    R->ret[1] = new;
    return 0;
  }
  R->ret[1] = seen;
  return 1;
}
