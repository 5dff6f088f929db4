// stack.c: light threads' memory: the first block with the GphThread in it, further segments, saving and loading the thread's context,
// and what the segment stub needs (growing, yielding at a stack check). Layout: sched/thread.h; the switch itself: stubs.S.
//
// Blocks are powers of two from 4 KiB to 256 KiB (2 MiB for one that a huge frame asks for), cut from 2 MiB slabs and kept in free lists by size: creating a thread is a list
// operation and a few stores. Memory of free blocks of 64 KiB and more is given back after major collections.
#include "eval/offsets.h"
#include "eval/stack.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "eval/exception.h"
#include "prof/eventlog.h"
#include "heap/alloc.h"
#include "heap/closure.h"
#include "sched/schedule.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define CHECK_OFFSET(type, field, off) _Static_assert(offsetof(type, field) == (off), #type "." #field)
CHECK_OFFSET(GphReg, hplim, R_HPLIM);
CHECK_OFFSET(GphReg, splim, R_SPLIM);
CHECK_OFFSET(GphReg, hp, R_HP);
CHECK_OFFSET(GphReg, rs, R_RS);
CHECK_OFFSET(GphReg, seg, R_SEG);
CHECK_OFFSET(GphReg, sp, R_SP);
CHECK_OFFSET(GphReg, wsp, R_WSP);
CHECK_OFFSET(GphReg, status, R_STATUS);
CHECK_OFFSET(GphReg, old_base, R_OLD_BASE);
CHECK_OFFSET(GphReg, hec, R_HEC);
CHECK_OFFSET(GphReg, thread, R_THREAD);
CHECK_OFFSET(GphReg, masked, R_MASKED);
CHECK_OFFSET(GphReg, catch_top, R_CATCH_TOP);
CHECK_OFFSET(GphReg, owner, R_OWNER);
CHECK_OFFSET(GphInfo, kind, INFO_KIND);
_Static_assert(GphKind_Thunk == KIND_THUNK && GphKind_ThunkAp == KIND_THUNK_AP && GphKind_ThunkSel == KIND_THUNK_SEL && GphKind_ThunkStatic == KIND_THUNK_STATIC, "kinds");
CHECK_OFFSET(GphReg, rs_limit, R_RS_LIMIT);
CHECK_OFFSET(GphReg, rem_free, R_REM_FREE);
CHECK_OFFSET(GphReg, rem_limit, R_REM_LIMIT);
CHECK_OFFSET(GphReg, update_base, R_UPDATE_BASE);
CHECK_OFFSET(GphReg, ret, R_RET);
CHECK_OFFSET(GphSegment, prev_sp, SEG_PREV_SP);
CHECK_OFFSET(GphSegment, prev_rs, SEG_PREV_RS);
CHECK_OFFSET(GphSegment, prev, SEG_PREV);
CHECK_OFFSET(GphSegment, next, SEG_NEXT);
CHECK_OFFSET(GphSegment, limit, SEG_LIMIT);
CHECK_OFFSET(GphSegment, ctl_top, SEG_CTL_TOP);
CHECK_OFFSET(GphSegment, rs_limit, SEG_RS_LIMIT);
CHECK_OFFSET(GphSegment, rs_top, SEG_RS_TOP);
CHECK_OFFSET(GphSegment, dirty, SEG_DIRTY);
CHECK_OFFSET(GphSegment, size, SEG_SIZE);
CHECK_OFFSET(GphRec, masked, REC_MASKED);
CHECK_OFFSET(GphThread, attention, 0);
_Static_assert(sizeof(GphRec) == 64, "record size");

// ---- blocks: lock:pool_lock
enum { SIZE_CLASSES = 10, SLAB = 2 << 20 };            // 4K .. 2M
static GphLock pool_lock = GPH_LOCK_INIT;
typedef struct FreeBlock { struct FreeBlock *next; } FreeBlock;
static FreeBlock *pool[SIZE_CLASSES];
static FreeBlock *discarded[SIZE_CLASSES];             // free, memory given back
static char *slab, *slab_end;
static size_t in_use;                                  // bytes in allocated blocks; atomic
uint64_t gph_threads_created;

static int class_of(size_t size) { return __builtin_ctzll(size) - 12; }

static void *block_new(size_t size) {
  int c = class_of(size);
  gph_add_relaxed(&in_use, size);
  gph_lock(&pool_lock);
  FreeBlock *b = pool[c];
  if (b) pool[c] = b->next;
  else if ((b = discarded[c])) discarded[c] = b->next;
  else {
    if (slab + size > slab_end) {
      // The rest of the slab is cut into blocks of smaller classes: nothing is lost.
      while (slab < slab_end) {
        size_t rest = (size_t)(slab_end - slab);
        int k = 63 - __builtin_clzll(rest) - 12;
        if (k >= SIZE_CLASSES) k = SIZE_CLASSES - 1;
        FreeBlock *f = (FreeBlock *)slab;
        f->next = pool[k];
        pool[k] = f;
        slab += (size_t)4096 << k;
      }
      slab = gph_os_alloc(SLAB);
      slab_end = slab + SLAB;
    }
    b = (FreeBlock *)slab;
    slab += size;
  }
  gph_unlock(&pool_lock);
  return b;
}

static void block_delete(void *p, size_t size) {
  int c = class_of(size);
  __atomic_fetch_sub(&in_use, size, __ATOMIC_RELAXED);
  FreeBlock *b = p;
  gph_lock(&pool_lock);
  b->next = pool[c];
  pool[c] = b;
  gph_unlock(&pool_lock);
}

void gph_stack_release(void) {
  gph_lock(&pool_lock);
  for (int c = class_of(64 << 10); c < SIZE_CLASSES; c++) {
    FreeBlock *b = pool[c];
    for (int keep = 2; b && keep > 1; keep--) b = b->next;      // a few stay warm
    if (!b) continue;
    FreeBlock *next = b->next;
    b->next = NULL;
    while ((b = next)) {
      next = b->next;
      gph_os_discard((char *)b + 4096, ((size_t)4096 << c) - 4096);
      b->next = discarded[c];
      discarded[c] = b;
    }
  }
  gph_unlock(&pool_lock);
}

size_t gph_stack_in_use(void) { return gph_load_relaxed(&in_use); }

// ---- segments
// `header` bytes of the block are taken by what stands before the stacks.
static void segment_init(GphSegment *s, char *block, size_t size, size_t header) {
  s->next = s->prev = NULL;
  s->prev_sp = 0;
  s->prev_rs = NULL;
  s->size = size;
  s->dirty = GPH_SEG_DIRTY;
  s->first = 0;
  size_t room = size - header - GPH_STACK_RESERVE - GPH_ROOT_RESERVE;
  s->limit = (uintptr_t)block + header + GPH_STACK_RESERVE;
  s->ctl_top = (s->limit + room / 2) & ~(uintptr_t)15;
  s->rs_limit = (W *)(s->ctl_top + GPH_ROOT_RESERVE);
  s->rs_top = (W *)(block + size);
}

static void segment_delete(GphThread *t, GphSegment *s) {
  t->stack_bytes -= s->size;
  block_delete(s, s->size);
}

static void delete_after(GphThread *t, GphSegment *s) {
  GphSegment *n = s->next;
  s->next = NULL;
  while (n) {
    GphSegment *next = n->next;
    segment_delete(t, n);
    n = next;
  }
}

void gph_stack_trim(GphThread *t) {
  if (t->seg && t->seg->next) delete_after(t, t->seg->next);
}

static GphSegment *grow(GphReg *R, size_t least) {
  GphThread *t = R->thread;
  GphSegment *s = R->seg;
  if (s->next) delete_after(t, s);                     // too small for the one who asks
  size_t size = s->size * 2;
  if (size > GPH_STACK_MAX_SEGMENT) size = GPH_STACK_MAX_SEGMENT;
  if (size < least) size = least;
  if (t->stack_bytes + size > gph_flags.max_stack) return NULL;
  if (size >= GPH_STACK_MAX_SEGMENT) {                 // deep: claim the thunks under evaluation, so that a loop through one is found
    gph_thread_save(R);
    gph_pause_thread(gph_hec_of(R), t);
  }
  GphSegment *n = block_new(size);
  segment_init(n, (char *)n, size, sizeof(GphSegment));
  n->prev = s;
  s->next = n;
  t->stack_bytes += size;
  return n;
}

GphSegment *gph_stack_segment_for(GphThread *t, size_t control, size_t roots) {
  size_t size = 8192;
  while ((size - sizeof(GphSegment) - GPH_STACK_RESERVE - GPH_ROOT_RESERVE) / 2 < (control > roots ? control : roots) + 64) size *= 2;
  GphSegment *n = block_new(size);
  segment_init(n, (char *)n, size, sizeof(GphSegment));
  n->prev = &t->first;
  n->prev_rs = t->first.rs_top;
  t->first.next = n;
  return n;
}

W gph_stack_grow_c(GphReg *R) {
  if (!grow(R, 0)) gph_stack_overflow(R);
  return 0;
}
W gph_stack_grow_big_c(GphReg *R) {
  if (!grow(R, 64 << 10)) gph_stack_overflow(R);
  return 0;
}

W gph_stack_grow_huge_c(GphReg *R) {
  if (!grow(R, SLAB)) gph_stack_overflow(R);
  return 0;
}

// ---- yielding at a stack check: what SAVE_ARGS and the 192 bytes below it hold
typedef struct { W args[24], xmm[8], r11, r10, r9, r8, rcx, rdx, rsi, rdi; } YieldArea;

static W *area_reg(YieldArea *a, int i) {
  W *const regs[6] = { &a->rdi, &a->rsi, &a->rdx, &a->rcx, &a->r8, &a->r9 };
  return regs[i];
}
W gph_yield_save(GphReg *R, YieldArea *a) {
  W mask = a->r11;
  memcpy(a->args, R->args, sizeof a->args);
  for (int i = 0; i < 6; i++)
    if (mask >> i & 1) *--R->rs = *area_reg(a, i);
  for (int i = 0; i < 24; i++)
    if (mask >> (8 + i) & 1) *--R->rs = a->args[i];
  return 0;
}
W gph_yield_restore(GphReg *R, YieldArea *a) {
  W mask = a->r11;
  for (int i = 23; i >= 0; i--)
    if (mask >> (8 + i) & 1) a->args[i] = *R->rs++;
  for (int i = 5; i >= 0; i--)
    if (mask >> i & 1) *area_reg(a, i) = *R->rs++;
  memcpy(R->args, a->args, sizeof a->args);
  return 0;
}

// ---- threads
GphThread *gph_thread_new(GphHec *h, void *start, size_t size) {
  static uint32_t next_id;
  GphThread *t = block_new(size);
  memset(t, 0, sizeof *t);
  t->id = gph_add_relaxed(&next_id, 1) + 1;
  gph_add_relaxed(&gph_threads_created, 1);
  t->hec = h;
  t->state = GPH_T_READY;
  t->result = GPH_TOKEN;
  t->stack_bytes = size;
  t->seg = &t->first;
  segment_init(&t->first, (char *)t, size, sizeof *t);
  t->first.first = 1;
  t->rs = t->first.rs_top;
  GphRec *rec = (GphRec *)(t->first.ctl_top - sizeof(GphRec));
  *rec = (GphRec){ .prev = NULL, .rs = t->rs, .seg = &t->first, .kind = GPH_REC_STOP };
  t->catch_top = (uintptr_t)rec;
  uintptr_t *frame = (uintptr_t *)rec - 4;             // See Note [The resume frame] in eval/stubs.S
  frame[0] = frame[1] = frame[2] = 0;
  frame[3] = (uintptr_t)start;
  t->sp = (uintptr_t)frame;
  return t;
}

void gph_thread_adopt(GphHec *h, GphThread *t) {
  W *p = gph_alloc_side(h, 2);
  p[0] = (W)&gph_thread_info;
  p[1] = (W)t;
  t->handle = (W)p | 1;
  gph_log_created(t);
  t->all_next = h->new_threads;
  h->new_threads = t;
}

void gph_thread_free(GphThread *t) {
  delete_after(t, &t->first);
  free(t->label);
  block_delete(t, t->first.size);
}

void gph_thread_push_root(GphThread *t, W x) { *--t->rs = x; }

void gph_thread_save(GphReg *R) {
  GphThread *t = R->thread;
  t->rs = R->rs;
  t->sp = R->sp;
  t->seg = R->seg;
  t->catch_top = R->catch_top;
  t->masked = R->masked;
}

void gph_thread_load(GphReg *R, GphThread *t) {
  GphHec *h = gph_hec_of(R);
  gph_tsan_release(t);
  R->thread = t;
  R->owner = (W)t | GPH_TAG_UPDATE;
  R->rs = t->rs;
  R->sp = t->sp;
  R->seg = t->seg;
  R->catch_top = t->catch_top;
  R->masked = t->masked;
  R->rs_limit = t->seg->rs_limit;
  gph_store_seq(&R->splim, t->seg->limit);
  gph_store_seq(&R->hplim, h->alloc_end);
  if (gph_load_seq(&h->interrupted)) gph_hec_zap(h);
  gph_thread_mark_dirty(h, t);
  t->seg->dirty = GPH_SEG_DIRTY;
}

void gph_thread_mark_dirty(GphHec *h, GphThread *t) {
  if (t->dirty) return;
  t->dirty = 1;
  t->dirty_next = h->dirty_threads;
  h->dirty_threads = t;
}
