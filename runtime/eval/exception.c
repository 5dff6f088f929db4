// exception.c: catching, raising, masking; asynchronous exceptions freeze what they cut off.
//
// catch# pushes a GphRec on the control stack (the handler on the root stack) and runs its body; R->catch_top is the innermost record. To
// raise is to walk the root stack from the top to that record's position: every thunk under evaluation met on the way becomes an
// indirection to a Raise of the exception (whoever needs it gets the same exception), then the thread goes on in the handler.
//
// Note [Freezing]
// ~~~~~~~~~~~~~~~
// An asynchronous exception says nothing about the values being computed, and a thunk under evaluation has lost its free variables.
// So what it cuts off is kept as it is: the part of the stacks above the record becomes a light thread of its own, state FROZEN,
// and the new owner of those thunks. When somebody needs one of them (and so waits for its black hole), the frozen thread runs, and it
// stops again as soon as nobody waits any more. When the outermost of the thunks has its value it ends: what lies below is
// the interrupted IO code, which must not run. Segments after the record's are handed over; the part of the record's own segment is
// copied, and the addresses of control stack in it adjusted. These are known: catch records, and the saved rsp at each segment crossing;
// native frames hold none (generated functions take no addresses of locals).
//    example:  timeout 1000 (evaluate xs) `catch` ..., then xs is used after all: the work done in the first 1000 us is not lost
//    wrong alternative: revert the thunk to be evaluated again: its free variables are gone
// A computation that was blocked inside unsafePerformIO (MVar, delay) when it was cut off is not resumable: its thunks raise the exception.
#include "eval/exception.h"
#include "base/die.h"
#include "base/flags.h"
#include "eval/blackhole.h"
#include "gc/remember.h"
#include "gph/abi.h"
#include "heap/alloc.h"
#include "heap/closure.h"
#include "prim/stm.h"
#include "sched/schedule.h"
#include <stdlib.h>
#include <string.h>

// ---- the thread's frames
static void goto_thread(GphThread *t, uintptr_t below, void *label) {
  uintptr_t *frame = (uintptr_t *)below - 4;           // See Note [The resume frame] in eval/stubs.S
  frame[0] = frame[1] = frame[2] = 0;
  frame[3] = (uintptr_t)label;
  t->sp = (uintptr_t)frame;
}
void gph_goto(GphReg *R, uintptr_t below, void *label) {
  uintptr_t *frame = (uintptr_t *)below - 4;
  frame[0] = frame[1] = frame[2] = 0;
  frame[3] = (uintptr_t)label;
  R->sp = (uintptr_t)frame;
}

GphRec *gph_push_rec(GphReg *R, GphRecKind kind, void *body) {
  GphRec *rec = (GphRec *)(R->sp - 32);
  rec->prev = (GphRec *)R->catch_top;
  rec->rs = R->rs;
  rec->seg = R->seg;
  rec->kind = kind;
  rec->masked = R->masked;
  R->catch_top = (uintptr_t)rec;
  gph_goto(R, (uintptr_t)rec, body);
  return rec;
}

// Between gph_thread_save and this, the GphThread is changed; R follows.
void gph_reload(GphReg *R, GphThread *t) {
  R->rs = t->rs;
  R->sp = t->sp;
  R->seg = t->seg;
  R->catch_top = t->catch_top;
  R->masked = t->masked;
  R->rs_limit = t->seg->rs_limit;
  gph_store_seq(&R->splim, t->seg->limit);
  if (gph_load_seq(&gph_hec_of(R)->interrupted)) gph_hec_zap(gph_hec_of(R));
}

// Calls f on every update entry between the top of t's root stack and rec, innermost first.
typedef void (*EntryFn)(GphHec *h, GphThread *t, GphSegment *seg, W *entry, W arg);
static void for_update_entries(GphHec *h, GphThread *t, GphRec *rec, EntryFn f, W arg) {
  W *lo = t->rs;
  for (GphSegment *s = t->seg; ; s = s->prev) {
    W *hi = s == rec->seg ? rec->rs : s->rs_top;
    for (W *p = lo; p < hi; p++)
      if ((*p & 7) == GPH_TAG_UPDATE) f(h, t, s, p, arg);
    if (s == rec->seg) break;
    lo = s->prev_rs;
  }
}

static void unwind_to(GphThread *t, GphRec *rec) {
  t->seg = rec->seg;
  t->seg->dirty = GPH_SEG_DIRTY;
  t->rs = rec->rs;
  t->catch_top = (uintptr_t)rec->prev;
}

// The thread leaves rec's computation for its handler.
static void run_handler(GphThread *t, GphRec *rec, W exception) {
  unwind_to(t, rec);
  *--t->rs = exception;                                // above the handler
  t->masked = rec->masked ? (uint8_t)rec->masked : 1;  // the handler runs masked; gph_handler_body restores
  goto_thread(t, (uintptr_t)rec, gph_handler_body);
}

typedef struct { W exception, raise; } Raising;   // raise: the object, made for the first entry
static void raise_entry(GphHec *h, GphThread *t, GphSegment *s, W *entry, W arg) {
  Raising *r = (Raising *)arg;
  if (r->raise == 0) r->raise = gph_raise_object(h, r->exception);
  gph_update_raise(h, t, gph_untag(*entry), r->raise);
}
static void raise_updates(GphHec *h, GphThread *t, GphRec *rec, W exception) {
  Raising r = { exception, 0 };
  for_update_entries(h, t, rec, raise_entry, (W)&r);
}

// Nothing catches it. A frozen thread's outermost thunk stands in block_value: See Note [Freezing].
static void die(GphHec *h, GphThread *t, GphRec *rec, W exception) {
  if (t->frozen && t->block_value && !(t->block_value & 7)) gph_update_raise(h, t, gph_untag(t->block_value), gph_raise_object(h, exception));
  t->state = GPH_T_DIED;
  unwind_to(t, rec);
  t->catch_top = (uintptr_t)rec;
}

// Innermost record that takes an exception; those of transactions passed on the way are undone.
static void raise_in(GphHec *h, GphThread *t, W exception) {
  for (;;) {
    GphRec *rec = (GphRec *)t->catch_top;
    raise_updates(h, t, rec, exception);
    switch ((GphRecKind)rec->kind) {
    case GPH_REC_CATCH: case GPH_REC_CATCH_SYNC:
      run_handler(t, rec, exception);
      return;
    case GPH_REC_CATCH_STM:
      gph_stm_abandon_nested(t);
      run_handler(t, rec, exception);
      return;
    case GPH_REC_CATCH_RETRY:
      gph_stm_abandon_nested(t);
      break;
    case GPH_REC_ATOMICALLY:
      if (!gph_stm_valid(t)) {                         // it saw an inconsistent state: run it again
        gph_stm_restart(t, rec);
        return;
      }
      gph_stm_abandon(t);
      break;
    case GPH_REC_STOP:
      die(h, t, rec, exception);
      return;
    }
    unwind_to(t, rec);
    if (rec->kind == GPH_REC_CATCH_RETRY) t->rs += 2;  // its own roots: see prim/stm.c
    else t->rs += 1;
    t->masked = (uint8_t)rec->masked;
  }
}

void gph_raise(GphReg *R, W exception) {
  GphThread *t = R->thread;
  gph_thread_save(R);
  raise_in(gph_hec_of(R), t, exception);
  if (t->state == GPH_T_DIED) {
    gph_thread_died(gph_hec_of(R), t, exception);
    R->status = GPH_WHY_FINISHED;
  }
  gph_reload(R, t);
}

typedef struct { W *entry; GphSegment *seg; } Outermost;
static void note_entry(GphHec *h, GphThread *t, GphSegment *s, W *entry, W arg) { *(Outermost *)arg = (Outermost){ entry, s }; }
static void take_over(GphHec *h, GphThread *k, GphSegment *s, W *entry, W from) {
  W *thunk = gph_untag(*entry);
  if (thunk[1] == from) thunk[1] = (W)k | GPH_TAG_UPDATE;
}

static void freeze(GphHec *h, GphThread *t, GphRec *rec) {
  Outermost out = { NULL, NULL };
  for_update_entries(h, t, rec, note_entry, (W)&out);
  if (!out.entry) return;
  GphThread *k = gph_thread_new(h, gph_thread_start, GPH_STACK_FIRST);
  GphSegment *s0 = rec->seg;
  bool only = t->seg == s0;
  uintptr_t lo = only ? t->sp : s0->next->prev_sp;
  W *rlo = only ? t->rs : s0->next->prev_rs;
  size_t ctl = (uintptr_t)rec - lo, roots = (size_t)(rec->rs - rlo);
  GphSegment *b = gph_stack_segment_for(k, ctl + sizeof(GphRec) + GPH_STACK_RESERVE, (roots + 64) * sizeof(W));
  GphRec *krec = (GphRec *)(b->ctl_top - sizeof(GphRec));
  *krec = (GphRec){ .prev = NULL, .rs = b->rs_top, .seg = b, .kind = GPH_REC_STOP };
  intptr_t shift = (intptr_t)krec - (intptr_t)rec;
  ptrdiff_t rshift = (char *)b->rs_top - (char *)rec->rs;
  memcpy((char *)krec - ctl, (void *)lo, ctl);
  memcpy(b->rs_top - roots, rlo, roots * sizeof(W));
#define MOVED(a) ((uintptr_t)(a) >= lo && (uintptr_t)(a) < (uintptr_t)rec ? (uintptr_t)(a) + (uintptr_t)shift : (uintptr_t)(a))
  // Catch records inside, innermost first.
  uintptr_t *link = &k->catch_top;
  for (GphRec *r = (GphRec *)t->catch_top; r != rec; ) {
    GphRec *there = (GphRec *)MOVED(r);
    *link = (uintptr_t)there;
    if (there != r) {
      there->seg = b;
      there->rs = (W *)((char *)there->rs + rshift);
    }
    link = (uintptr_t *)&there->prev;
    r = there->prev;                                   // not yet moved
  }
  *link = (uintptr_t)krec;
  if (only) {
    k->seg = b;
    k->sp = t->sp + (uintptr_t)shift;
    k->rs = (W *)((char *)t->rs + rshift);
    k->stack_bytes += b->size;
  } else {
    GphSegment *s1 = s0->next;
    s1->prev = b;
    b->next = s1;
    s1->prev_sp += (uintptr_t)shift;
    s1->prev_rs = (W *)((char *)s1->prev_rs + rshift);
    *(uintptr_t *)(s1->ctl_top - 16) += (uintptr_t)shift;             // what __morestack goes back to
    k->seg = t->seg;
    k->sp = t->sp;
    k->rs = t->rs;
    k->stack_bytes += b->size;
    for (GphSegment *s = s1; s; s = s->next) {
      k->stack_bytes += s->size;
      t->stack_bytes -= s->size;
    }
    s0->next = NULL;
  }
  k->masked = t->masked;
  k->result = t->result;
  k->frozen = 1;
  k->attention = 1;
  k->state = GPH_T_FROZEN;
  gph_thread_adopt(h, k);
  // The thunks change owner; who waited for one waits for the frozen thread now, and makes it run.
  for_update_entries(h, k, krec, take_over, (W)t | GPH_TAG_UPDATE);
  // The outermost entry must take the long way whatever happens to its thunk (a duplicate may update it): it gets a black hole of
  // its own, and the thunk stands in block_value.
  k->frozen_bottom = out.seg == s0 ? (W *)((char *)out.entry + rshift) : out.entry;
  k->block_value = *k->frozen_bottom & ~(W)7;
  W *proxy = gph_alloc_side(h, 2);
  proxy[0] = (W)&gph_blackhole_info;
  proxy[1] = (W)k | GPH_TAG_UPDATE;
  *k->frozen_bottom = (W)proxy | GPH_TAG_UPDATE;
  gph_waiters_move(t, k);
  if (k->waiters) gph_thaw(h, k);
  gph_thread_mark_dirty(h, k);
}

// Leave rec's computation, which stays resumable; t stands at rec afterwards.
void gph_cut(GphHec *h, GphThread *t, GphRec *rec) {
  gph_pause_thread(h, t);
  freeze(h, t, rec);
  t->seg = rec->seg;
  t->seg->dirty = GPH_SEG_DIRTY;
  t->rs = rec->rs;
}

static bool resumable(GphThread *t) {
  switch ((GphThreadState)t->state) {
  case GPH_T_READY: case GPH_T_BLOCKED_BLACKHOLE: return true;
  default: return false;
  }
}

void gph_raise_async(GphHec *h, GphThread *t, W exception) {
  gph_pause_thread(h, t);
  gph_thread_mark_dirty(h, t);
  bool can = resumable(t);
  GphRec *rec = (GphRec *)t->catch_top;
  while (rec->kind != GPH_REC_CATCH && rec->kind != GPH_REC_STOP) rec = rec->prev;
  if (t->stm) {                                        // transactions cut off are undone
    bool inside = false;
    for (GphRec *r = (GphRec *)t->catch_top; r != rec; r = r->prev) inside |= r->kind == GPH_REC_ATOMICALLY;
    if (inside) {
      gph_stm_abandon(t);
      can = false;
    }
  }
  if (can) freeze(h, t, rec);
  else raise_updates(h, t, rec, exception);
  t->blocked_on = 0;
  if (!t->frozen) t->block_value = 0;
  if (rec->kind == GPH_REC_STOP) die(h, t, rec, exception);
  else {
    run_handler(t, rec, exception);
    t->state = GPH_T_READY;
  }
}

void gph_stack_overflow(GphReg *R) {
  W e = gph_program.stack_overflow;
  if (e == 0) gph_fail(2, "stack overflow");
  // As an asynchronous exception: the thunks under evaluation would only fail for this stack. They keep what they have.
  gph_raise_async_self(R, e);
}

void gph_raise_async_self(GphReg *R, W exception) {
  GphThread *t = R->thread;
  gph_thread_save(R);
  gph_raise_async(gph_hec_of(R), t, exception);
  if (t->state == GPH_T_DIED) {
    gph_thread_died(gph_hec_of(R), t, exception);
    R->status = GPH_WHY_FINISHED;
  }
  gph_reload(R, t);
}

bool gph_deliver_pending(GphReg *R) {
  GphThread *t = R->thread;
  if (!t->pending) return false;
  GphPending *e = t->pending;
  t->pending = e->next;
  W exception = e->exception;
  gph_notify_sender(gph_hec_of(R), e);
  free(e);
  gph_raise_async_self(R, exception);
  return true;
}

// ---- primitives
W gph_prim_Raise(GphReg *R, W exception) {
  gph_raise(R, exception);
  return GPH_UNIT;
}
W gph_prim_RaiseIO(GphReg *R, W exception) { return gph_prim_Raise(R, exception); }

W gph_prim_Catch(GphReg *R, W io, W handler) {
  *--R->rs = handler;
  gph_push_rec(R, GPH_REC_CATCH, gph_catch_body);
  *--R->rs = io;
  return 0;
}

// A handler that asynchronous exceptions pass by: what they cut off, the record in it, stays resumable (Note [Freezing]).
W gph_prim_CatchSync(GphReg *R, W io, W handler) {
  *--R->rs = handler;
  gph_push_rec(R, GPH_REC_CATCH_SYNC, gph_catch_body);
  *--R->rs = io;
  return 0;
}

// io with the masking state `state`; afterwards the present one again.
static W run_masked(GphReg *R, W io, uint8_t state) {
  *--R->rs = io;
  uint8_t before = R->masked;
  R->masked = state;
  if (state == 0 && R->thread->pending) {
    if (gph_deliver_pending(R)) return 0;
  }
  uintptr_t *words = (uintptr_t *)R->sp - 2;
  words[0] = before;
  gph_goto(R, (uintptr_t)words, gph_mask_body);
  return 0;
}
W gph_prim_MaskAsync(GphReg *R, W io) { return run_masked(R, io, 1); }
W gph_prim_MaskUninterruptible(GphReg *R, W io) { return run_masked(R, io, 2); }
W gph_prim_UnmaskAsync(GphReg *R, W io) { return run_masked(R, io, 0); }

W gph_mask_restore_c(GphReg *R, W state) {
  R->masked = (uint8_t)state;
  if (state == 0 && R->thread->pending) gph_deliver_pending(R);
  return 0;
}
