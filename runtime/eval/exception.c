// exception.c: catching, raising, masking; asynchronous exceptions freeze what they cut off.
//
// catch# pushes a GphRec on the control stack (the handler on the root stack) and runs its body; R->catch_top is the
// innermost record. To raise is to walk the root stack from the top to that record's position: every thunk under
// evaluation met on the way becomes an indirection to a Raise of the exception (whoever needs it gets the same
// exception), then the thread goes on in the handler.
//
// Note [Freezing]
// ~~~~~~~~~~~~~~~
// An asynchronous exception says nothing about the values being computed, and a thunk under evaluation has lost its
// free variables. So what it cuts off is kept as it is: the part of the stacks above the record becomes a light thread
// of its own, state FROZEN, and the new owner of those thunks. When somebody needs one of them (and so waits for its
// black hole), the frozen thread runs, and it stops again as soon as nobody waits any more (gph_heap_check;
// gph_refreeze, if it is blocked). When the outermost of the thunks has its value it ends: what lies below is the
// interrupted IO code, which must not run. Segments after the record's are handed over; the part of the record's own
// segment is copied, and the addresses of control stack in it adjusted. These are known: catch records, and the saved
// rsp at each segment crossing; native frames hold none: generated functions take no addresses of locals, and both back
// ends compile without frame pointers.
//    example:  timeout 1000 (evaluate xs) `catch` ..., then xs is used after all: the work done in the first 1000 us is
//              not lost
//    wrong alternative: revert the thunk to be evaluated again: its free variables are gone
// What records there are below the outermost thunk belongs to that code, too: the frozen thread does not have them. A
// transaction that was cut off as a whole is abandoned, and the thunks that it evaluated are frozen like any. A
// transaction above a thunk (unsafePerformIO) goes with it, log and all. A thread that is cut off while it waits for an
// MVar, a time or a file (inside unsafePerformIO) does so again when it goes on: Note [Doing it again].
//
// A frozen thread works for those who wait for it, and has no handler of its own for what befalls it: a stack overflow,
// or a deadlock, is an asynchronous exception of everyone who waits, and it stays frozen (pass_on). They may catch it
// and ask again.
//
// When nobody waits for it any more it may be in a handler, or masked: in withMVar, say, in unsafePerformIO. Who
// evaluated this himself would be sent through the handlers, which give back what has been taken; here nobody is, so it
// goes on until it has left them (gph_goes_on), for some seconds at most: it may be an endless
// loop. If it is lost meanwhile, it is told, before others are: they may wait for what it gives back.
//    example:  a value that was frozen takes the lock of a table, for one whose timeout ends then: without that nobody
//              got the lock any more (testsuite/tests/runtime/exceptions/frozen_lock.gph)
//
// Collections: the handle of a frozen thread is reached through its thunks alone. Old ones are remembered when they
// change hands (take_over), and a clean segment that gets the young black hole of the outermost entry is clean no more.
// Who waits is found through the thread, so it is dirty whenever its list of waiters grows.
//
// Note [Doing it again]
// ~~~~~~~~~~~~~~~~~~~~~
// A blocked thread would go on with the result of what it waited for. If it is cut off first, it gets another resume
// frame above that one, in r12 the C function that does the operation, and its two arguments on the root stack:
// gph_redo_body (eval/stubs.S) takes them and calls it in the place of the first call, so however often this happens
// the stack is as it was.
#include "eval/exception.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "eval/blackhole.h"
#include "eval/hooks.h"
#include "eval/stack.h"
#include "eval/stubs.h"
#include "eval/waiters.h"
#include "gph/abi.h"
#include "heap/alloc.h"
#include "heap/closure.h"
#include "heap/remember.h"
#include "prof/eventlog.h"
#include "prof/exception_trace.h"
#include "prof/strands.h"
#include <stdlib.h>
#include <string.h>

// ---- the thread's frames
static void goto_thread(GphThread *t, uintptr_t below, void *label) {
  uintptr_t *frame = (uintptr_t *)below - 4;  // See Note [The resume frame] in eval/stubs.S
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
  rec->strands = GPH_SCALING ? gph_strand_depth(R->thread) : 0;
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
  for (GphSegment *s = t->seg;; s = s->prev) {
    W *hi = s == rec->seg ? rec->rs : s->rs_top;
    for (W *p = lo; (p = gph_next_update_entry(p, hi)) < hi; p++) f(h, t, s, p, arg);
    if (s == rec->seg) break;
    lo = s->prev_rs;
  }
}

static void unwind_to(GphThread *t, GphRec *rec) {
  if (GPH_SCALING) gph_strands_unwind(t, rec->strands);
  t->seg = rec->seg;
  t->seg->dirty = GPH_SEG_DIRTY;
  t->rs = rec->rs;
  t->catch_top = (uintptr_t)rec->prev;
}

void gph_stand_at(GphThread *t, GphRec *rec, void *label) {
  if (GPH_SCALING) gph_strands_unwind(t, rec->strands);
  t->seg = rec->seg;
  t->seg->dirty = GPH_SEG_DIRTY;
  t->rs = rec->rs;
  t->masked = (uint8_t)rec->masked;
  goto_thread(t, (uintptr_t)rec, label);
}

void gph_unwind_past(GphThread *t, GphRec *rec) {
  unwind_to(t, rec);
  t->rs += 1;  // its own root
  t->sp = (uintptr_t)rec->saved;
  t->masked = (uint8_t)rec->masked;
}

// The thread leaves rec's computation for its handler.
static void run_handler(GphThread *t, GphRec *rec, W exception) {
  unwind_to(t, rec);
  gph_thread_push_root(t, exception);  // above the handler
  // catch#'s handler runs masked; gph_handler_body restores. catchSTM#'s is part of the transaction like any other.
  t->masked = rec->masked || rec->kind == GPH_REC_CATCH_STM ? (uint8_t)rec->masked : 1;
  goto_thread(t, (uintptr_t)rec, gph_handler_body);
}

typedef struct {
  W exception, raise;
} Raising;  // raise: the object, made for the first entry
static void raise_entry(GphHec *h, GphThread *t, GphSegment *s, W *entry, W arg) {
  Raising *r = (Raising *)arg;
  if (r->raise == 0) r->raise = gph_raise_object(h, r->exception);
  gph_update_raise(h, t, gph_untag(*entry), r->raise);
}
static void raise_updates(GphHec *h, GphThread *t, GphRec *rec, W exception) {
  Raising r = {exception, 0};
  for_update_entries(h, t, rec, raise_entry, (W)&r);
}

// Nothing catches it. A frozen thread's outermost thunk stands beside its stack: See Note [Freezing].
static void die(GphHec *h, GphThread *t, GphRec *rec, W exception) {
  if (t->frozen_thunk) gph_update_raise(h, t, gph_untag(t->frozen_thunk), gph_raise_object(h, exception));
  t->frozen_thunk = 0;
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
      case GPH_REC_CATCH:
      case GPH_REC_CATCH_SYNC: run_handler(t, rec, exception); return;
      case GPH_REC_CATCH_STM:
        gph_stm_abandon_nested(t);
        run_handler(t, rec, exception);
        return;
      case GPH_REC_CATCH_RETRY: gph_stm_abandon_nested(t); break;
      case GPH_REC_ATOMICALLY:
        if (!gph_stm_valid(t)) {  // it saw an inconsistent state: run it again
          gph_stm_restart(t, rec);
          return;
        }
        gph_stm_abandon(t);
        break;
      case GPH_REC_STOP: die(h, t, rec, exception); return;
    }
    gph_unwind_past(t, rec);
  }
}

// The thread itself raises, a catch# is innermost, and no thunk is under evaluation above it: what raise_in would do,
// but the context need not go to the GphThread and back.
static bool to_handler_near(GphReg *R, W exception) {
  GphRec *rec = (GphRec *)R->catch_top;
  if ((rec->kind != GPH_REC_CATCH && rec->kind != GPH_REC_CATCH_SYNC) || rec->seg != R->seg || GPH_SCALING ||
      gph_next_update_entry(R->rs, rec->rs) < rec->rs)
    return false;
  rec->seg->dirty = GPH_SEG_DIRTY;
  R->rs = rec->rs - 1;
  *R->rs = exception;
  R->catch_top = (uintptr_t)rec->prev;
  R->masked = rec->masked ? (uint8_t)rec->masked : 1;
  gph_goto(R, (uintptr_t)rec, gph_handler_body);
  return true;
}

void gph_raise(GphReg *R, W exception) {
  GphThread *t = R->thread;
  if (!GPH_EVENT_UNLIKELY(gph_traces_wanted()) && to_handler_near(R, exception)) return;
  gph_thread_save(R);
  if (GPH_EVENT_UNLIKELY(gph_traces_wanted())) gph_trace_exception(t, exception);
  raise_in(gph_hec_of(R), t, exception);
  if (t->state == GPH_T_DIED) {
    gph_thread_died(gph_hec_of(R), t, exception);
    R->status = GPH_WHY_FINISHED;
  }
  gph_reload(R, t);
}

typedef struct {
  W *entry;
  GphSegment *seg;
} Outermost;
static void note_entry(GphHec *h, GphThread *t, GphSegment *s, W *entry, W arg) {
  *(Outermost *)arg = (Outermost){entry, s};
}
// A CAS: a thunk that somebody else updates meanwhile keeps its value.
static void take_over(GphHec *h, GphThread *k, GphSegment *s, W *entry, W from) {
  W *thunk = gph_untag(*entry);
  if (gph_load_acquire(&thunk[1]) != from || !gph_cas(&thunk[1], from, (W)k | GPH_TAG_UPDATE)) return;
  if ((W)thunk >= gph_old_base) gph_remember(h, thunk);  // it keeps k alive, which is young
}
// Was rec there before the outermost entry?
static bool below(GphRec *rec, Outermost *out) {
  if (rec->seg == out->seg) return out->entry < rec->rs;
  GphSegment *s = out->seg;
  while (s && s != rec->seg) s = s->prev;
  return s != NULL;
}

static void freeze(GphHec *h, GphThread *t, GphRec *rec) {
  Outermost out = {NULL, NULL};
  for_update_entries(h, t, rec, note_entry, (W)&out);
  if (!out.entry) return;
  GphThread *k = gph_thread_new(h, gph_thread_start, GPH_STACK_FIRST);
  GphSegment *s0 = rec->seg;
  bool only = t->seg == s0;
  uintptr_t lo = only ? t->sp : s0->next->prev_sp;
  W *rlo = only ? t->rs : s0->next->prev_rs;
  size_t ctl = (uintptr_t)rec - lo, roots = (size_t)(rec->rs - rlo);
  // A function that goes on there has checked for room here; in a large segment perhaps for more than the usual
  // (__morestack_big): then there is as much as here.
  size_t ctl_room = GPH_STACK_RESERVE, root_room = 64 * sizeof(W);
  if (s0->size >= (64 << 10)) {
    if (lo > s0->limit + ctl_room) ctl_room = lo - s0->limit;
    if (rlo > s0->rs_limit + 64) root_room = (size_t)((char *)rlo - (char *)s0->rs_limit);
  }
  GphSegment *b = gph_stack_segment_for(k, ctl + sizeof(GphRec) + ctl_room, roots * sizeof(W) + root_room);
  GphRec *krec = (GphRec *)(b->ctl_top - sizeof(GphRec));
  *krec = (GphRec){.prev = NULL, .rs = b->rs_top, .seg = b, .kind = GPH_REC_STOP};
  intptr_t shift = (intptr_t)krec - (intptr_t)rec;
  GPH_ASSERT(shift % 16 == 0);  // frames are aligned as they were
  ptrdiff_t rshift = (char *)b->rs_top - (char *)rec->rs;
  memcpy((char *)krec - ctl, (void *)lo, ctl);
  memcpy(b->rs_top - roots, rlo, roots * sizeof(W));
#define MOVED(a) \
  ((uintptr_t)(a) >= lo && (uintptr_t)(a) < (uintptr_t)rec ? (uintptr_t)(a) + (uintptr_t)shift : (uintptr_t)(a))
  // Catch records inside, innermost first.
  uintptr_t *link = &k->catch_top;
  bool transaction = false;
  for (GphRec *r = (GphRec *)t->catch_top; r != rec && !below(r, &out);) {
    transaction |= r->kind == GPH_REC_ATOMICALLY;
    GphRec *there = (GphRec *)MOVED(r);
    *link = (uintptr_t)there;
    if (there != r) {
      there->seg = b;
      there->rs = (W *)((char *)there->rs + rshift);
    }
    link = (uintptr_t *)&there->prev;
    r = there->prev;  // not yet moved
  }
  *link = (uintptr_t)krec;
  if (transaction) gph_stm_hand_over(t, k);
  k->stack_bytes += b->size;
  if (only) {
    k->seg = b;
    k->sp = t->sp + (uintptr_t)shift;
    k->rs = (W *)((char *)t->rs + rshift);
  } else {
    GphSegment *s1 = s0->next;
    s1->prev = b;
    b->next = s1;
    s1->prev_sp += (uintptr_t)shift;
    s1->prev_rs = (W *)((char *)s1->prev_rs + rshift);
    *(uintptr_t *)(s1->ctl_top - 16) += (uintptr_t)shift;  // what __morestack goes back to
    k->seg = t->seg;
    k->sp = t->sp;
    k->rs = t->rs;
    for (GphSegment *s = s1; s; s = s->next) {
      k->stack_bytes += s->size;
      t->stack_bytes -= s->size;
    }
    s0->next = NULL;
  }
  if (GPH_SCALING) gph_strands_copy(k, t);
  k->masked = t->masked;
  k->result = t->result;
  k->c_errno = t->c_errno;
  k->frozen = 1;
  k->attention = 1;
  k->state = GPH_T_FROZEN;
  gph_thread_adopt(h, k);
  // The outermost entry must take the long way whatever happens to its thunk (somebody else may update it): it gets a
  // black hole of its own, and the thunk stands in frozen_thunk.
  k->frozen_bottom = out.seg == s0 ? (W *)((char *)out.entry + rshift) : out.entry;
  k->frozen_thunk = *k->frozen_bottom & ~(W)7;
  W *proxy = gph_alloc_side(h, 2);
  proxy[0] = (W)&gph_blackhole_info;
  proxy[1] = (W)k | GPH_TAG_UPDATE;
  if (out.seg != s0 && out.seg->dirty == GPH_SEG_CLEAN) out.seg->dirty = GPH_SEG_CLAIMED;  // the proxy is young
  gph_thread_mark_dirty(h, k);
  // The thunks change owner; k is complete by now. Who waited for one waits for the frozen thread, and makes it run.
  for_update_entries(h, k, krec, take_over, (W)t | GPH_TAG_UPDATE);
  *k->frozen_bottom = (W)proxy | GPH_TAG_UPDATE;
  if (t->waiters) gph_recheck_waiters(h, t);
}

// Leave rec's computation, which stays resumable; t is to be sent on from rec afterwards.
void gph_cut(GphHec *h, GphThread *t, GphRec *rec) {
  Outermost out = {NULL, NULL};
  for_update_entries(h, t, rec, note_entry, (W)&out);
  if (!out.entry) return;  // nothing that anybody else could need
  gph_pause_thread(h, t);
  freeze(h, t, rec);
}

// ---- See Note [Doing it again]
// t was blocked, and has been taken off what it waited for: it may go on at any time. False: it cannot.
static bool make_ready(GphThread *t) {
  void *f = NULL;
  W a = t->blocked_on, b = GPH_UNIT;
  switch ((GphThreadState)t->state) {
    case GPH_T_READY:
    case GPH_T_BLOCKED_BLACKHOLE:         // it looks at the thunk again
    case GPH_T_BLOCKED_STM: return true;  // it has been arranged to begin again (prim/stm.c)
    case GPH_T_BLOCKED_THROWTO:
      f = gph_prim_KillThread;
      b = t->block_value;
      break;
    case GPH_T_BLOCKED_MVAR:
      f = t->block_value ? (void *)gph_prim_PutMVar : (void *)gph_prim_TakeMVar;
      if (t->block_value) b = t->block_value;
      break;
    case GPH_T_BLOCKED_MVAR_READ: f = gph_prim_ReadMVar; break;
    case GPH_T_BLOCKED_DELAY: {
      int64_t left = (t->wake_time - gph_os_clock_ns()) / 1000;
      f = gph_redo_delay;
      a = GPH_NUMBER(left > 0 ? left : 0);
      break;
    }
    case GPH_T_BLOCKED_READ:
      f = gph_redo_read;
      a = GPH_NUMBER(t->fd);
      break;
    case GPH_T_BLOCKED_WRITE:
      f = gph_redo_write;
      a = GPH_NUMBER(t->fd);
      break;
    case GPH_T_FINISHED:
    case GPH_T_DIED:
    case GPH_T_BLOCKED_FOREIGN:
    case GPH_T_REMOTE:
    case GPH_T_FROZEN:
    default: return false;
  }
  gph_thread_push_root(t, b);
  gph_thread_push_root(t, a);
  goto_thread(t, t->sp, gph_redo_body);
  *(uintptr_t *)t->sp = (uintptr_t)f;  // r12
  return true;
}

void gph_deliver_before(GphReg *R, void *f, W a, W b) {
  R->rs -= 2;
  R->rs[0] = a;
  R->rs[1] = b;
  gph_goto(R, R->sp, gph_redo_body);
  *(uintptr_t *)R->sp = (uintptr_t)f;
  gph_deliver_pending(R);
}

void gph_redo(GphHec *h, GphThread *t) {
  make_ready(t);
  t->blocked_on = t->block_value = 0;
  gph_thread_mark_dirty(h, t);
}

enum { LONG = 250 };  // time slices, and times that it was told
bool gph_frozen_handler(const GphThread *k) {
  const GphRec *rec = (const GphRec *)k->catch_top;
  while (rec->kind != GPH_REC_CATCH && rec->kind != GPH_REC_STOP) rec = rec->prev;
  return rec->kind == GPH_REC_CATCH && k->frozen < LONG;
}
bool gph_goes_on(const GphThread *k) {
  return k->waiters || (k->masked != 0 && k->frozen < LONG) || gph_frozen_handler(k);
}

void gph_freeze_blocked(GphHec *h, GphThread *k) {
  gph_redo(h, k);
  k->state = GPH_T_FROZEN;
}

// k, which belongs to h and does not run, is needed by nobody. If it is blocked it stops waiting; what it waits for may
// be such a thread, too.
void gph_refreeze(GphHec *h, GphThread *k) {
  while (k && k->frozen && gph_load_seq(&k->hec) == h && !gph_goes_on(k)) {
    GphThread *on = NULL;
    switch ((GphThreadState)k->state) {
      case GPH_T_BLOCKED_BLACKHOLE: {
        GphThread *owner = gph_load_seq(&k->msg_owner);
        if (owner == k) {
          gph_unblock(h, k, false);
          break;
        }
        if (!owner || gph_load_seq(&owner->hec) != h || !gph_waiter_remove(owner, k)) {
          gph_unblock(h, k, false);  // run_thread will find that nobody needs it
          return;
        }
        on = owner;
        break;
      }
      case GPH_T_BLOCKED_MVAR:
      case GPH_T_BLOCKED_MVAR_READ:
      case GPH_T_BLOCKED_STM:
      case GPH_T_BLOCKED_DELAY:
      case GPH_T_BLOCKED_READ:
      case GPH_T_BLOCKED_WRITE:
      case GPH_T_BLOCKED_THROWTO:
        if (!gph_unblock(h, k, false)) return;  // woken already: likewise
        break;
      case GPH_T_READY:
      case GPH_T_FINISHED:
      case GPH_T_DIED:
      case GPH_T_BLOCKED_FOREIGN:
      case GPH_T_REMOTE:
      case GPH_T_FROZEN:
      default: return;
    }
    gph_freeze_blocked(h, k);
    k = on;
  }
}

// Everybody who waits for the frozen thread k gets its exception. See Note [Freezing].
static void pass_on(GphHec *h, GphThread *k, W exception) {
  GphThread *list = gph_waiters_take(k, NULL);
  while (list) {
    GphThread *w = list;
    list = w->next;
    w->next = NULL;
    w->raise = exception;
    gph_thread_mark_dirty(h, w);
    gph_wake_waiter(h, w);
  }
}

static GphRec *catching(GphThread *t) {
  GphRec *rec = (GphRec *)t->catch_top;
  while (rec->kind != GPH_REC_CATCH && rec->kind != GPH_REC_STOP) rec = rec->prev;
  return rec;
}

void gph_raise_async(GphHec *h, GphThread *t, W exception) {
  gph_stack_unpark(h, t);
  gph_pause_thread(h, t);
  gph_thread_mark_dirty(h, t);
  if (GPH_EVENT_UNLIKELY(gph_traces_wanted())) gph_trace_exception(t, exception);
  bool can = make_ready(t);
  GphRec *rec = catching(t);
  bool transaction = false;
  for (GphRec *r = (GphRec *)t->catch_top; r != rec; r = r->prev) transaction |= r->kind == GPH_REC_ATOMICALLY;
  t->blocked_on = t->block_value = 0;
  t->told = 0;
  if (t->frozen && rec->kind == GPH_REC_STOP && can) {
    pass_on(h, t, exception);
    t->state = GPH_T_READY;  // run_thread finds that nobody needs it
    return;
  }
  if (can) freeze(h, t, rec);
  else raise_updates(h, t, rec, exception);
  if (transaction) gph_stm_abandon(t);  // unless it is frozen, in a thunk
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
  } else if (t->frozen && !t->waiters) {  // passed on
    t->state = GPH_T_FROZEN;
    R->status = GPH_WHY_BLOCKED;
  }
  gph_reload(R, t);
}

bool gph_deliver_pending(GphReg *R) {
  GphThread *t = R->thread;
  for (GphPending *e; (e = t->pending);) {
    t->pending = e->next;
    W exception = e->exception;
    bool mine = gph_pending_claim(e);
    if (mine) gph_notify_sender(gph_hec_of(R), e);
    free(e);
    if (!mine) continue;
    gph_raise_async_self(R, exception);
    return true;
  }
  return false;
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

// A handler that asynchronous exceptions pass by: what they cut off, the record in it, stays resumable
// (Note [Freezing]).
W gph_prim_CatchSync(GphReg *R, W io, W handler) {
  *--R->rs = handler;
  gph_push_rec(R, GPH_REC_CATCH_SYNC, gph_catch_body);
  *--R->rs = io;
  return 0;
}

// What it cuts off goes on with what follows.
W gph_prim_DeliverExceptions(GphReg *R) {
  if (R->masked == 0) gph_deliver_pending(R);
  return 0;
}

// A handler has returned.
W gph_mask_restore_c(GphReg *R, W state) {
  R->masked = (uint8_t)state;
  if (state == 0 && R->thread->pending) gph_deliver_pending(R);
  return 0;
}
