// stack.c: light threads and their stacks: the first block with the GphThread in it, further segments, saving and
// loading the thread's context, and what the segment stub needs (growing, yielding at a stack check). Layout:
// state/thread.h; the switch itself: stubs.S; where the memory comes from: stack_blocks.c.
//
// Note [Parked stacks]
// ~~~~~~~~~~~~~~~~~~~~
// A thread that evaluates sparks has a large stack, so that a loop in a spark does not call across the edge of a small
// one; and when its spark needs what somebody else evaluates, it waits, and another one takes the next spark. There may
// be as many as there are sparks, and nearly all wait with some hundred bytes on their stacks; so do the threads of a
// program that forks a million. So a thread's stack stands apart from its GphThread: when it blocks, what is on the
// stack is copied into the rest of the GphThread's own block, or a block that is just as large as it must be, and the
// stack is free for the next thread (gph_stack_wait, by run_thread, or later: Note [Standing threads]); before it goes
// on, or its stack is changed by an exception, it is copied to one of its size again (gph_stack_unpark). What addresses
// there are in a stack:
// Note [Freezing] in eval/exception.c. The copy back is to where it was, counted from the top: a function that has
// checked for much room (__morestack_big) goes on there. forkIO's threads are born parked: with what they will run, and
// no stack before they do (NEWBORN). A HEC keeps one free stack of each size, so that threads which come and go, or
// wait for each other, pass on one that is in the cache, without the lock. A parked stack is like any to whoever reads
// it: the collector, gph_pause_thread. It has no room (but a newborn's, for what it is given), and nobody runs on it.
//    example:  4,000 sparks that need one thunk: 4 MiB; a stack of 64 KiB for each, of which four pages were touched:
//              260 MiB
//    wrong alternative: small stacks for all: a hot loop at their edge
// One that blocks in a function of a large frame stands on a further segment, of 64 KiB at least. Then that one's part
// of the stack, mostly as little, is copied to a block that is just as large as it must be, and again to a segment of
// its size before the thread goes on; what is below it stays.
//    example:  a thread for each element of a matrix, 60,000, that waits for its neighbours: 4.2 GB without that
// Not main's, and not a frozen thread's. The tests: testsuite/tests/runtime/space/blocked_sparks.sh,
// blocked_threads.sh.
//
// Note [Standing threads]
// ~~~~~~~~~~~~~~~~~~~~~~~
// Most programs have a handful of threads, which wait for each other all the time: to copy their stacks away and back
// would be a third of each switch. So the last ones of a HEC that began to wait stand as they are, if their stacks are
// small, until others come after them. Only a thread that does not run stands: it may be parked at any time, by its
// HEC, whose it is until that gives it to another one (gph_stack_leave): whoever wakes it, or has an exception for it,
// posts it to its HEC, and whoever reads its stack has stopped the world. Where more threads take turns than there are
// places each would be parked just before its turn, and the stacks be many: so when too many of them are parked after
// all, those that come are parked at once for a while.
//    example:  two threads that pass a number back and forth by two MVars: 970 instructions a switch, GHC 450; standing
//              640
//    wrong alternative: to leave running threads in the table: one that waits in C for a call back into Haskell would
//              be parked by the thread that this call runs
#include "eval/stack.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "eval/blackhole.h"
#include "eval/exception.h"
#include "eval/hooks.h"
#include "eval/stack_blocks.h"
#include "eval/stubs.h"
#include "heap/alloc.h"
#include "heap/closure.h"
#include "prof/eventlog.h"
#include "prof/exception_trace.h"
#include "prof/hooks.h"
#include "prof/strands.h"
#include "state/offsets.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifdef GPH_DEBUG
// From gph_rtcall.
_Noreturn void gph_rtcall_nested(void), gph_rtcall_beyond(void);
void gph_rtcall_nested(void) { gph_die("a primitive of the runtime called what is for compiled code"); }
void gph_rtcall_beyond(void) { gph_die("a stack is beyond its half of the segment"); }
#endif

_Static_assert(GPH_DELAY_AT_ENTER == GPH_DELAY_ENTER && GPH_DELAY_AT_CLAIMED == GPH_DELAY_CLAIMED &&
                   GPH_DELAY_AT_OWNED == GPH_DELAY_OWNED && GPH_DELAY_AT_SLOW == GPH_DELAY_SLOW &&
                   GPH_DELAY_AT_HOLE == GPH_DELAY_HOLE && GPH_DELAY_AT_IND == GPH_DELAY_IND &&
                   GPH_DELAY_AT_SELECTOR == GPH_DELAY_SELECTOR && GPH_DELAY_AT_AP == GPH_DELAY_AP &&
                   GPH_DELAY_AT_FIELD == GPH_DELAY_FIELD,
               "places that assembly knows");
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
CHECK_OFFSET(GphReg, eager_blackhole, R_EAGER);
CHECK_OFFSET(GphReg, masked, R_MASKED);
CHECK_OFFSET(GphReg, catch_top, R_CATCH_TOP);
CHECK_OFFSET(GphReg, owner, R_OWNER);
CHECK_OFFSET(GphInfo, kind, INFO_KIND);
_Static_assert(GphKind_Thunk == KIND_THUNK && GphKind_ThunkAp == KIND_THUNK_AP && GphKind_ThunkSel == KIND_THUNK_SEL &&
                   GphKind_ThunkStatic == KIND_THUNK_STATIC && GphKind_Ind == KIND_IND &&
                   GphKind_BlackHole == KIND_BLACK_HOLE,
               "kinds");
CHECK_OFFSET(GphReg, rs_limit, R_RS_LIMIT);
CHECK_OFFSET(GphReg, rem_free, R_REM_FREE);
CHECK_OFFSET(GphReg, rem_limit, R_REM_LIMIT);
CHECK_OFFSET(GphReg, update_base, R_UPDATE_BASE);
CHECK_OFFSET(GphReg, update_span, R_UPDATE_SPAN);
CHECK_OFFSET(GphReg, zone_end, R_ZONE_END);
CHECK_OFFSET(GphReg, zones, R_ZONES);
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
CHECK_OFFSET(GphRec, prev, REC_PREV);
CHECK_OFFSET(GphRec, rs, REC_RS);
CHECK_OFFSET(GphRec, seg, REC_SEG);
CHECK_OFFSET(GphRec, masked, REC_MASKED);
_Static_assert(KIND_CATCH == GPH_REC_CATCH, "record kind");
CHECK_OFFSET(GphThread, attention, 0);
CHECK_OFFSET(GphThread, pending, THREAD_PENDING);
_Static_assert(sizeof(GphRec) == 64, "record size");

// ---- segments
enum { SEGMENT_LEAST = 2 * GPH_STACK_FIRST };
static uint64_t threads_created;

// `header` bytes of the block are taken by what stands before the stacks.
static void segment_init(GphSegment *s, char *block, size_t size, size_t header) {
  s->next = s->prev = NULL;
  s->prev_sp = 0;
  s->prev_rs = NULL;
  s->size = size;
  s->dirty = GPH_SEG_DIRTY;
  s->first = 0;
  if (size == GPH_STACK_MAX_SEGMENT) {
    s->limit = (uintptr_t)block + header + GPH_STACK_RESERVE;
    s->ctl_top = (uintptr_t)block + GPH_DEEP_HALF;
    s->rs_limit = (W *)(block + GPH_DEEP_SPAN + GPH_ROOT_RESERVE);
    s->rs_top = (W *)(block + GPH_DEEP_SPAN + GPH_DEEP_HALF);
    return;
  }
  size_t room = size - header - GPH_STACK_RESERVE - GPH_ROOT_RESERVE;
  s->limit = (uintptr_t)block + header + GPH_STACK_RESERVE;
  s->ctl_top = (s->limit + room / 2) & ~(uintptr_t)15;
  s->rs_limit = (W *)(s->ctl_top + GPH_ROOT_RESERVE);
  s->rs_top = (W *)(block + size);
}

static void segment_delete(GphThread *t, GphSegment *s) {
  t->stack_bytes -= s->size;
  gph_stack_block_free(s, s->size);
}

// Apart, as most threads have but one, and whoever ends saves no registers for this.
static __attribute__((noinline)) void delete_after(GphThread *t, GphSegment *s) {
  GphSegment *n = s->next;
  s->next = NULL;
  while (n) {
    GphSegment *next = n->next;
    segment_delete(t, n);
    n = next;
  }
}

// All but t's first segment is free, the next one for h's next thread.
static inline void give_stack_back(GphHec *h, GphThread *t) {
  GphSegment *n = t->first.next;
  if (n && t->apart && !t->parked && !h->spare_stacks[t->large]) {
    if (n->next) delete_after(t, n);
    t->first.next = NULL;
    t->stack_bytes -= n->size;
    h->spare_stacks[t->large] = n;
  } else if (n) {
    delete_after(t, &t->first);
  }
}

static inline void drop_stack(GphHec *h, GphThread *t) {
  GPH_ASSERT(t->state == GPH_T_FINISHED || t->state == GPH_T_DIED);
  give_stack_back(h, t);
  t->parked = 0;
  t->seg = &t->first;
  t->rs = t->first.rs_top;
  t->sp = t->catch_top = t->first.ctl_top;
}
void gph_stack_drop(GphHec *h, GphThread *t) { drop_stack(h, t); }

// A frozen thread (Note [Freezing] in eval/exception.c) works for those who wait: what its stack holds below the
// outermost thunk that they want does not count for the limit, as it would not if they evaluated that thunk themselves.
// The bytes that count.
static size_t charged(GphReg *R) {
  GphThread *t = R->thread;
  if (!t->frozen) return t->stack_bytes;
  size_t above = 0, bytes = t->stack_bytes;
  W *lo = R->rs;
  for (GphSegment *s = R->seg; s; lo = s->prev_rs, s = s->prev) {
    above += s->size;
    for (W *p = lo; p < s->rs_top; p++)
      if (gph_is_update_entry(*p))
        for (GphThread *w = t->waiters; w; w = w->next)
          if (w->blocked_on == (p == t->frozen_bottom ? t->frozen_thunk : *p & ~(W)7)) bytes = above;
  }
  return bytes;
}

// Note [Huge frames and -K]
// A function that asks for a segment of 2 MiB may need next to nothing of it: the C back end guesses a frame by the
// number of locals (low.h, kVeryManyLocals), and what a frame does not touch takes no memory. So one such segment
// counts as one for a large frame where the limit would be passed; a second one, as in a recursion through such a
// function, counts in full.
static bool has_slab(const GphSegment *s) {
  for (; s; s = s->prev)
    if (s->size >= GPH_STACK_SLAB) return true;
  return false;
}

// -M is for what deep recursions stand on, too: a chain of a hundred million thunks takes more there than in the heap.
static bool over_limit(size_t more) {
  return gph_flags.max_heap > 0 &&
         (gph_block_in_use(GPH_SPACE_YOUNG) + gph_block_in_use(GPH_SPACE_OLD)) * GPH_BLOCK_SIZE + gph_stack_in_use() +
                 more >
             gph_flags.max_heap;
}

// Whenever a thread stops, the thunks under evaluation in its innermost segment are claimed, for which all of that is
// looked through. One that stops again and again while it goes deeper (forM, replicateM over what forks, or waits) gets
// the smallest ones: what is below them was claimed when they were begun, and stays so.
//    example:  600,000 timeouts in a forM spent 40 % of their time there
enum { OFTEN = 16 };

static GphSegment *grow(GphReg *R, size_t least) {
  GphThread *t = R->thread;
  GphSegment *s = R->seg;
  if (s->next) delete_after(t, s);  // too small for the one who asks
  size_t size = s->size * 2;
  if (size > GPH_STACK_MAX_SEGMENT) size = GPH_STACK_MAX_SEGMENT;
  if ((t->stops & GPH_STOPS_MOST) >= OFTEN && size > SEGMENT_LEAST) size = SEGMENT_LEAST;
  t->stops &= GPH_STOPPED_DEEP;
  if (size < least) size = least;
  if (t->stack_bytes + size > gph_flags.max_stack) {
    const size_t bytes = charged(R), enough = least > SEGMENT_LEAST ? least : SEGMENT_LEAST;
    // the last ones are as large as the limit allows
    while (bytes + size > gph_flags.max_stack && size / 2 >= enough) size /= 2;
    if (bytes + size > gph_flags.max_stack &&
        !(least == GPH_STACK_SLAB && bytes + GPH_SEGMENT_BIG <= gph_flags.max_stack && !has_slab(s)))
      return NULL;
  }
  if (size >= GPH_STACK_MAX_SEGMENT && least < GPH_STACK_SLAB && over_limit(size)) return NULL;
  // deep: claim the thunks under evaluation, so that a loop through one is found
  if (size >= GPH_STACK_MAX_SEGMENT) {
    gph_thread_save(R);
    gph_pause_thread(gph_hec_of(R), t);
  }
  const size_t roots = (size_t)((char *)s->rs_top - (char *)R->rs);
  GphSegment *n = gph_stack_block(size, roots > s->size / 8);
  segment_init(n, (char *)n, size, sizeof(GphSegment));
  n->prev = s;
  s->next = n;
  t->stack_bytes += size;
  return n;
}

// Bytes for frames, and for roots at least as many.
static size_t segment_room(size_t size) {
  const size_t taken = sizeof(GphSegment) + GPH_STACK_RESERVE + GPH_ROOT_RESERVE;
  return size == GPH_STACK_MAX_SEGMENT ? GPH_DEEP_HALF - taken : (size - taken) / 2;
}
GphSegment *gph_stack_segment_for(GphThread *t, size_t control, size_t roots) {
  size_t size = SEGMENT_LEAST;
  while (segment_room(size) < (control > roots ? control : roots) + 64) size *= 2;
  GphSegment *n = gph_stack_block(size, false);
  segment_init(n, (char *)n, size, sizeof(GphSegment));
  n->prev = &t->first;
  n->prev_rs = t->first.rs_top;
  t->first.next = n;
  return n;
}

// 0: the stack is at its limit; then the stub saves the arguments, because the thread will be left as it is, and calls
// gph_stack_overflow_c.
W gph_stack_grow_c(GphReg *R) { return grow(R, 0) != NULL; }
W gph_stack_grow_big_c(GphReg *R) { return grow(R, GPH_SEGMENT_BIG) != NULL; }
W gph_stack_grow_huge_c(GphReg *R) { return grow(R, GPH_STACK_SLAB) != NULL; }
W gph_stack_overflow_c(GphReg *R) {
  gph_stack_overflow(R);
  return 0;
}

// ---- yielding at a stack check: what SAVE_ARGS and the 192 bytes below it hold
typedef struct {
  W args[24], xmm[8], r11, r10, r9, r8, rcx, rdx, rsi, rdi;
} YieldArea;

static W *area_reg(YieldArea *a, int i) {
  W *const regs[6] = {&a->rdi, &a->rsi, &a->rdx, &a->rcx, &a->r8, &a->r9};
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
enum { NEWBORN = 2 };  // GphThread.parked: it has not run yet; no size is 2^2

// What a new thread has on its stack, at the base of s: it will run `start`.
static void begin(GphThread *t, GphSegment *s, void *start) {
  t->seg = s;
  t->rs = s->rs_top;
  GphRec *rec = (GphRec *)(s->ctl_top - sizeof(GphRec));
  *rec = (GphRec){.prev = NULL, .rs = t->rs, .seg = s, .kind = GPH_REC_STOP};
  t->catch_top = (uintptr_t)rec;
  uintptr_t *frame = (uintptr_t *)rec - 4;  // See Note [The resume frame] in eval/stubs.S
  frame[0] = frame[1] = frame[2] = 0;
  frame[3] = (uintptr_t)start;
  t->sp = (uintptr_t)frame;
}

// Note [Threads that have ended]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// A thread that the program made lives until a collection finds that its handle is not reached, and a program that
// makes many short ones would spend its time there: each is looked at several times, in memory that no cache holds. So
// a thread that has ended is used again for the next one. The old handle stays with the program: it has the thread's
// number, and refers to gph_gone[0] or, if it died, [1] from now on. Who else knows the thread? Its handle is young, so
// it is in the list of young threads, where it stays, perhaps among the dirty ones, too; nobody waits for it (waiters,
// pending), nor expects an answer from it (it never waited in throwTo); no thunk is under evaluation by it, for each of
// its update entries was returned through, or raised, or given to a frozen thread. So where there is one HEC, nobody.
//
// Another HEC may have read its address, in the handle or as the owner of a black hole, and be about to send it
// something. So with several HECs it is used again when that cannot be: at one moment (look_at_ended), after its handle
// was changed and its last thunk updated,
//   - no other HEC runs. A HEC that does not, has no thread's address in its hands: it is where a collection may free
//     threads. What such a HEC, or one that has stopped the world, refers to is what collections look at: handles,
//     queues, lists of waiters, black holes, inboxes. One that runs again after that finds the changed handle, and the
//     values of the thunks: the fence before we look at `state` pairs with the one after gph_hec_become_running has set
//     it, so either we see that it runs, or it sees what we did.
//   - this HEC's inbox is empty, and it is not handling messages (it makes a thread for one that runs). The thread
//     has never been another HEC's, nor was on the way there (GPH_KNOWN_ELSEWHERE), so whatever was sent to it, or is
//     to wait for it, or looks for it there (msg_owner), is in this inbox. The one message that names it otherwise says
//     that it waits no more (GPH_MSG_CANCEL): it is not used again either.
// Others than HECs (the ticker, a worker in C) have in their hands only threads that wait, or are out in C, until they
// have posted them.
// Where that is not so yet, it is looked again when there are more of them. At a collection no HEC runs, and if all
// inboxes are empty, nobody knows any of them, those that have been elsewhere among them (gph_threads_ended_settle):
// they have no handle (0) from then on, and that collection frees them, as those that may be used again and were not.
// Else their handles are as they were again, and they are threads like others that have ended.
//    example:  a thread that makes the next one and ends, three million times, -N2: 0.95 s if each was left to the
//              collections
//    wrong alternative: messages that name handles, and are looked at again when they come: who reads the thread's
//              `hec` between two lives of it, or waits for its thunk and is cancelled, or labels it, each needs an
//              argument of its own
// Not with -parallel: its gateway looks at threads while it counts as stopped.
// The model checker's clients: testsuite/model/client_ended.c.
#ifdef GPH_DIST
static const bool several = false;
#else
static const bool several = true;
#endif

void gph_thread_ended(GphHec *h, GphThread *t) {
  drop_stack(h, t);
  const bool alone = gph_alone();
  if (!(alone || several) || !t->apart || t->handle >= gph_old_base) return;
  // Each is 0 in nearly all: one branch. Relaxed: ended_thread frees a label that comes later; a ticket that is not 0
  // never becomes 0, whoever changes it.
  const W something = (W)t->bound_to | (W)t->waiters | (W)t->pending | (W)t->stm | (W)t->followers | (W)t->trace |
                      (W)gph_load_relaxed(&t->label) | (W)t->strands,
          number = t->demand | gph_load_relaxed(&t->wait_ticket),
          flag = t->large | t->is_main | t->inherited_pin | t->frozen | t->queued | t->msg_kind;
  _Static_assert(GPH_MSG_NONE == 0, "no message");
  if ((something | number | flag) != 0 || GPH_SCALING) return;
  gph_store_release(&gph_untag(t->handle)[1], (W)&gph_gone[t->state == GPH_T_DIED]);
  if (alone) {
    t->next = h->ended_threads;
    h->ended_threads = t;
    return;
  }
  if (t->known & GPH_KNOWN_ELSEWHERE) {
    t->next = h->ended_elsewhere;
    h->ended_elsewhere = t;
    return;
  }
  t->next = h->ended_lately;
  h->ended_lately = t;
  h->ended_count++;
}

// Those that have ended lately may be used again if nobody else can know them.
enum { ENDED_FEW = 8 };
static void look_at_ended(GphHec *h) {
  h->ended_look = 2 * h->ended_count;
  gph_fence_seq();  // pairs with gph_hec_become_running
  for (int i = 0; i < gph_hecs_used; i++)
    if (gph_hecs[i] != h && gph_load_seq(&gph_hecs[i]->state)) return;
  // after that: what they had posted is there
  if (gph_load_seq(&h->inbox) || gph_load_seq(&h->inbox_msgs)) return;
  h->ended_threads = h->ended_lately;
  h->ended_lately = NULL;
  h->ended_count = 0;
  h->ended_look = ENDED_FEW;
}

static bool any_messages(void) {
  for (int i = 0; i < gph_hecs_used; i++)
    if (gph_load_seq(&gph_hecs[i]->inbox) || gph_load_seq(&gph_hecs[i]->inbox_msgs)) return true;
  return false;
}
static void settle(GphThread *t, bool may_be_known) {
  for (; t; t = t->next)
    if (may_be_known) gph_untag(t->handle)[1] = (W)t;
    else t->handle = 0;
}
void gph_threads_ended_settle(void) {
  const bool may_be_known = any_messages();
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    settle(h->ended_threads, false);
    settle(h->ended_lately, may_be_known);
    settle(h->ended_elsewhere, may_be_known);
    h->ended_threads = h->ended_lately = h->ended_elsewhere = NULL;
    h->ended_count = 0;
    h->ended_look = ENDED_FEW;
  }
}

static inline void number(GphThread *t) {
  if (gph_alone()) {  // nobody else makes one: no locked operation
    const uint64_t n = gph_load_relaxed(&threads_created) + 1;
    gph_store_relaxed(&threads_created, n);
    t->id = (uint32_t)n;
  } else {
    t->id = (uint32_t)gph_add_relaxed(&threads_created, 1) + 1;
  }
}

// memset, which the C compiler makes `rep stos` of for this size: that takes three times as long.
static inline void clear_fields(GphThread *t) {
  typedef W Two __attribute__((vector_size(2 * sizeof(W)), aligned(sizeof(W)), may_alias));
  // The segment's first word is set by whoever makes it a segment.
  _Static_assert(offsetof(GphThread, first) % sizeof(W) == 0 && sizeof(GphSegment) >= sizeof(W), "whole words");
#pragma GCC unroll 32
  for (Two *p = (Two *)t, *end = (Two *)&t->first; p < end; p++) {
    *p = (Two){0};
    __asm__("" ::: "memory");  // no memset again
  }
}
static inline void thread_init(GphHec *h, GphThread *t, size_t size) {
  number(t);
  t->hec = h;
  t->state = GPH_T_READY;
  t->result = GPH_TOKEN;
  t->stack_bytes = size;
}
static GphThread *thread_new(GphHec *h, size_t size) {
  GphThread *t = size == GPH_STACK_APART ? gph_thread_block(h) : gph_stack_block(size, false);
  clear_fields(t);
  thread_init(h, t, size);
  if (gph_stack_collection_due()) gph_hec_zap_own(h);  // soon: gph_heap_check, or the scheduler
  return t;
}

GphThread *gph_thread_new(GphHec *h, void *start, size_t size) {
  GphThread *t = thread_new(h, size);
  segment_init(&t->first, (char *)t, size, sizeof *t);
  t->first.first = 1;
  begin(t, &t->first, start);
  if (GPH_SCALING) gph_strands_new(h, t, GPH_SITE_THREADS);
  return t;
}

// ---- See Note [Parked stacks]
// A segment without room for more: its stacks are filled from the end of the block downwards.
static void segment_init_full(GphSegment *s, char *block, size_t size) {
  *s = (GphSegment){.size = size, .dirty = GPH_SEG_DIRTY};
  s->limit = s->ctl_top = (uintptr_t)block + size;
  s->rs_limit = s->rs_top = (W *)(block + size);
}
// t's only segment beside its first one.
static void stand_on(GphThread *t, GphSegment *n) {
  n->prev = &t->first;
  n->prev_rs = t->first.rs_top;
  t->first.next = n;
  t->stack_bytes += n->size;
}
// What t runs on.
static inline GphSegment *new_stack(GphHec *h, GphThread *t) {
  const size_t size = t->large ? GPH_STACK_FIRST_LARGE : GPH_STACK_FIRST;
  GphSegment *n = h->spare_stacks[t->large];
  if (n) {  // as segment_init made it, but for what stand_on says
    GPH_ASSERT(n->size == size && !n->next && !n->first);
    h->spare_stacks[t->large] = NULL;
    n->prev_sp = 0;
    n->dirty = GPH_SEG_DIRTY;
    return n;
  }
  n = gph_stack_block(size, false);
  segment_init(n, (char *)n, size, sizeof(GphSegment));
  return n;
}

// One that has ended, as if it were new, but for the lists that it is in.
static GphThread *ended_thread(GphHec *h) {
  GphThread *t = h->ended_threads;
  h->ended_threads = t->next;
  // by a HEC that had its handle in its hands when it ended
  char *label = gph_load_relaxed(&t->label);
  if (__builtin_expect(label != NULL, 0)) free(label);
  const uint8_t dirty = t->dirty;
  GphThread *const dirty_next = t->dirty_next, *const all_next = t->all_next, *const all_prev = t->all_prev;
  clear_fields(t);
  thread_init(h, t, GPH_STACK_APART);
  t->dirty = dirty;
  t->dirty_next = dirty_next;
  t->all_next = all_next;
  t->all_prev = all_prev;
  t->linked = 1;
  return t;
}

static inline GphThread *thread_new_apart(GphHec *h, bool large) {
  GphThread *t;
  if (!h->ended_threads && h->ended_count > h->ended_look) look_at_ended(h);
  if (!large && h->ended_threads) {
    t = ended_thread(h);
    t->first.dirty = GPH_SEG_DIRTY;  // else as when it ended: full, and alone
  } else {
    t = thread_new(h, GPH_STACK_APART);
    segment_init_full(&t->first, (char *)t, GPH_STACK_APART);
    t->first.first = 1;
  }
  t->apart = 1;
  t->large = large;
  return t;
}

GphThread *gph_thread_new_apart(GphHec *h, void *start) {
  GphThread *t = thread_new_apart(h, true);
  GphSegment *n = new_stack(h, t);
  stand_on(t, n);
  begin(t, n, start);
  if (GPH_SCALING) gph_strands_new(h, t, GPH_SITE_NONE);
  return t;
}

// It has what it will run on its control stack, and its roots: no frame and no record, which would be copied before it
// runs (unpark_newborn).
static inline GphThread *new_parked(GphHec *h, void *start) {
  enum { ROOTS = 4 * sizeof(W) };  // pushed by whoever makes it
  GphThread *t = thread_new_apart(h, false);
  GphSegment *f = &t->first;
  f->ctl_top = f->limit = ((uintptr_t)f->rs_top - ROOTS) & ~(uintptr_t)15;
  f->rs_limit = (W *)f->ctl_top;
  t->seg = f;
  t->rs = f->rs_top;
  uintptr_t *what = (uintptr_t *)f->ctl_top - 2;
  what[0] = (uintptr_t)start;
  what[1] = 0;
  t->sp = (uintptr_t)what;
  GPH_ASSERT(t->sp >= (uintptr_t)(t + 1));
  t->parked = NEWBORN;
  if (GPH_SCALING) gph_strands_new(h, t, GPH_SITE_THREADS);
  return t;
}
GphThread *gph_thread_new_parked(GphHec *h, void *start) { return new_parked(h, start); }

GphThread *gph_thread_again(GphHec *h, GphThread *t, void *start) {
  GPH_ASSERT(t->large && t->hec == h && (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED) && !t->waiters &&
             !t->pending && !t->stm && !t->frozen);
  number(t);
  t->state = GPH_T_READY;
  t->result = GPH_TOKEN;
  t->raise = t->blocked_on = t->block_value = 0;
  t->masked = t->yielded = t->stops = 0;
  t->next = NULL;
  GphSegment *n = new_stack(h, t);
  stand_on(t, n);
  begin(t, n, start);
  if (GPH_SCALING) gph_strands_new(h, t, GPH_SITE_NONE);
  return t;
}

// What t's top segment holds goes to `to`, whose tops are given.
static void move_stack(GphThread *t, GphSegment *to) {
  GphSegment *from = t->seg;
  const size_t control = from->ctl_top - t->sp, roots = (size_t)((char *)from->rs_top - (char *)t->rs);
  const intptr_t shift = (intptr_t)to->ctl_top - (intptr_t)from->ctl_top;
  const ptrdiff_t rshift = (char *)to->rs_top - (char *)from->rs_top;
  GPH_ASSERT(shift % 16 == 0);  // frames are aligned as they were
  memcpy((char *)t->sp + shift, (void *)t->sp, control);
  memcpy((char *)t->rs + rshift, t->rs, roots);
  for (uintptr_t *link = &t->catch_top; *link && ((GphRec *)*link)->seg == from;) {
    GphRec *r = (GphRec *)(*link + (uintptr_t)shift);
    *link = (uintptr_t)r;
    r->rs = (W *)((char *)r->rs + rshift);
    r->seg = to;
    link = (uintptr_t *)&r->prev;
  }
  t->sp += (uintptr_t)shift;
  t->rs = (W *)((char *)t->rs + rshift);
  t->seg = to;
  to->dirty = from->dirty;
}

// t's top segment, beyond its first stack, makes place for `to`.
static void replace_top(GphHec *h, GphThread *t, GphSegment *to) {
  GphSegment *s = t->seg;
  delete_after(t, s);  // kept for later
  to->prev = s->prev;
  to->prev_sp = s->prev_sp;
  to->prev_rs = s->prev_rs;
  move_stack(t, to);
  to->prev->next = to;
  t->stack_bytes += to->size;
  if (s->size == GPH_STACK_FIRST_LARGE && !h->spare_stacks[1]) {
    t->stack_bytes -= s->size;
    h->spare_stacks[1] = s;
  } else {
    segment_delete(t, s);
  }
}

// The size of a block that holds so much besides a GphSegment; 0: more than `most`.
static size_t parked_size(size_t least, size_t bytes, size_t most) {
  size_t size = least;
  while (size < sizeof(GphSegment) + bytes) size *= 2;
  return size > most ? 0 : size;
}

static void park(GphHec *h, GphThread *t) {
  GphSegment *s = t->seg, *f = &t->first, *to = f;
  const bool further = s->prev != f;
  // The small ones of a recursion stay, and what would take long to copy each time.
  if (further && s->size < GPH_STACK_FIRST_LARGE) return;
  const size_t control = s->ctl_top - t->sp, roots = (size_t)((char *)s->rs_top - (char *)t->rs),
               all = control + roots + 16;
  char *end = (char *)t + f->size;
  if (further || sizeof *t + all > f->size) {
    const size_t size = further ? parked_size(GPH_STACK_APART, all, GPH_STACK_FIRST)
                                : parked_size(2 * GPH_STACK_APART, all, s->size / 2);
    if (!size) return;
    to = gph_stack_block(size, false);
    segment_init_full(to, (char *)to, size);
    end = (char *)to + size;
  }
  to->ctl_top = to->limit = ((uintptr_t)end - roots) & ~(uintptr_t)15;
  to->rs_limit = (W *)to->ctl_top;
  if (further) {
    t->parked = (uint8_t)__builtin_ctzll(s->size);
    replace_top(h, t, to);
    return;
  }
  move_stack(t, to);
  give_stack_back(h, t);
  if (to != f) stand_on(t, to);
  t->parked = 1;
}

// See Note [Standing threads].
void gph_stack_leave(GphThread *t) {
  if (!t->standing) return;
  t->hec->standing[t->standing - 1] = NULL;
  t->standing = 0;
}

// One that is parked after all has cost more than one that stood has saved.
enum { STOOD_MOST = 32, STOOD_IN_VAIN = 2, STANDS_AGAIN = 2000 };
_Static_assert(GPH_STANDING < UINT16_MAX, "GphThread.standing");

void gph_stack_wait(GphHec *h, GphThread *t) {
  GPH_ASSERT(t->hec == h && !t->standing);
  if (!t->apart || t->parked) return;
  if (t->large || t->seg->prev != &t->first || h->none_stands > 0) {
    if (h->none_stands > 0) h->none_stands--;
    park(h, t);
    return;
  }
  const uint32_t place = h->next_standing;
  h->next_standing = (place + 1) % GPH_STANDING;
  GphThread *longest = h->standing[place];
  h->standing[place] = t;
  t->standing = (uint16_t)(place + 1);
  if (!longest) return;
  longest->standing = 0;
  park(h, longest);
  h->stood -= STOOD_IN_VAIN;
  if (h->stood >= 0) return;
  h->stood = STOOD_MOST;
  h->none_stands = STANDS_AGAIN;
}

// Nothing is left in its first segment: gph_pause_thread need not look there (GPH_SEG_CLAIMED).
static void unpark_newborn(GphHec *h, GphThread *t) {
  GphSegment *f = &t->first, *n = new_stack(h, t);
  const W *const from = t->rs, *root = f->rs_top;
  begin(t, n, *(void **)t->sp);
  while (root > from) *--t->rs = *--root;
  n->dirty = f->dirty;
  f->limit = f->ctl_top = (uintptr_t)f->rs_top;
  f->rs_limit = f->rs_top;
  f->dirty = GPH_SEG_CLAIMED;
  stand_on(t, n);
  t->parked = 0;
}

static __attribute__((noinline)) void unpark_parked(GphHec *h, GphThread *t) {
  const size_t size = (size_t)1 << t->parked;
  GphSegment *f = &t->first, *n;
  if (t->parked > 1) {
    t->parked = 0;
    n = size == GPH_STACK_FIRST_LARGE ? h->spare_stacks[1] : NULL;
    if (n) h->spare_stacks[1] = NULL;
    else n = gph_stack_block(size, false);
    segment_init(n, (char *)n, size, sizeof(GphSegment));
    replace_top(h, t, n);
    return;
  }
  t->parked = 0;
  n = new_stack(h, t);
  move_stack(t, n);
  delete_after(t, f);
  segment_init_full(f, (char *)t, f->size);
  f->first = 1;
  f->dirty = GPH_SEG_CLAIMED;
  stand_on(t, n);
}

void gph_stack_unpark(GphHec *h, GphThread *t) {
  if (t->standing) {
    gph_stack_leave(t);
    if (h->stood < STOOD_MOST) h->stood++;
  } else if (t->parked == NEWBORN) {
    unpark_newborn(h, t);
  } else if (t->parked) {
    unpark_parked(h, t);
  }
}

static inline void adopt(GphHec *h, GphThread *t) {
  GPH_ASSERT(!t->handle);
  W *p = gph_alloc_side(h, 3);
  p[0] = (W)&gph_thread_info;
  p[1] = (W)t;
  p[2] = t->id;
  t->handle = (W)p | 1;
  gph_log_created(t);
  if (t->linked) return;
  t->all_next = h->new_threads;
  t->all_prev = NULL;
  if (h->new_threads) h->new_threads->all_prev = t;
  else h->new_threads_last = t;
  h->new_threads = t;
}
void gph_thread_adopt(GphHec *h, GphThread *t) { adopt(h, t); }

GphThread *gph_spawn(GphReg *R, W closure) {
  GphHec *h = gph_hec_of(R);
  GphThread *t = new_parked(h, gph_thread_start);
  *--t->rs = closure;
  t->masked = R->masked;
  adopt(h, t);
  // Nobody else knows it, so this takes no exchange (gph_thread_mark_dirty). One that is used again may be on the list.
  if (!gph_load_relaxed(&t->dirty)) {
    gph_store_relaxed(&t->dirty, (uint8_t)1);
    t->dirty_next = h->dirty_threads;
    h->dirty_threads = t;
  }
  return t;
}

void gph_thread_free(GphThread *t) {
  gph_stack_leave(t);
  if (t->followers) gph_sparks_forget(t);
  if (t->strands) gph_strands_free(t);
  if (t->trace) gph_trace_free(t);
  delete_after(t, &t->first);
  for (GphPending *e = t->pending, *next; e; e = next) {
    next = e->next;
    free(e);
  }
  free(t->label);
  gph_stack_block_free(t, t->first.size);
}

// t may have been looked at by a collection as it stands, and its top segment found to have nothing young in it.
void gph_thread_push_root(GphThread *t, W x) {
  *--t->rs = x;
  if (t->seg->dirty == GPH_SEG_CLEAN) t->seg->dirty = GPH_SEG_CLAIMED;
}

void gph_thread_save(GphReg *R) {
  GphThread *t = R->thread;
  t->rs = R->rs;
  t->sp = R->sp;
  t->seg = R->seg;
  t->catch_top = R->catch_top;
  t->masked = R->masked;
}

void gph_thread_load(GphReg *R, GphThread *t) {
  GPH_ASSERT(!t->parked);
  GphHec *h = gph_hec_of(R);
  gph_tsan_release(t);
  // there may have been a collection: Note [Sparks that wait] in sched/spark.c
  t->spark = 0;
  R->thread = t;
  R->owner = (W)t | GPH_TAG_UPDATE;
  R->rs = t->rs;
  R->sp = t->sp;
  R->seg = t->seg;
  R->catch_top = t->catch_top;
  R->masked = t->masked;
  R->rs_limit = t->seg->rs_limit;
  // The limits are mostly what they have to be: threads that wait pass on one stack (Note [Parked stacks]). Then
  // nothing is stored, so no request is lost, and there is no locked operation, of which a switch of threads would
  // mostly consist. Relaxed, all four: else the fence stands between the stores and the look at `interrupted`, which
  // gph_hec_zap_limits has set before it zaps; and what it zaps after the first look is not overwritten.
  h->limit = t->seg->limit;
  if (gph_load_relaxed(&R->splim) != h->limit || gph_load_relaxed(&R->hplim) != h->alloc_end) {
    gph_store_relaxed(&R->splim, h->limit);
    gph_store_relaxed(&R->hplim, h->alloc_end);
    gph_fence_seq();
    if (gph_load_seq(&h->interrupted) || h->zapped_own) gph_hec_zap(h);
  }
  gph_thread_mark_dirty(h, t);
  t->seg->dirty = GPH_SEG_DIRTY;
}

void gph_thread_mark_dirty(GphHec *h, GphThread *t) {
  // Whoever wakes a thread marks it, on any HEC, while its own HEC may have an exception for it: one of them puts it on
  // its list.
  if (gph_load_relaxed(&t->dirty)) return;  // it is on a list, and no collection comes between
  if (gph_exchange(&t->dirty, (uint8_t)1)) return;
  t->dirty_next = h->dirty_threads;
  h->dirty_threads = t;
}
