// thread.h: light threads and their stacks.
//
// A light thread has a control stack (native frames; the collector never looks at it) and a root stack (value words,
// and the thunks under evaluation with tag 6). Both live in linked SEGMENTS:
//
//     | header | reserve | <- control stack grows down | <- root stack grows down |
//              limit                                    ctl_top                    rs_top
//
// The first segment (of main: 64 KiB, because a loop that calls across the edge of a small one pays for it each time)
// also holds the GphThread; each next one is twice as large up to 256 KiB: the two halves of one of that size are not
// beside each other (Note [Deep stacks] in eval/stack_blocks.c). Other threads run on 4 KiB, those that evaluate
// sparks, or what C calls, on 64 KiB; but these are a second segment: their first one has no room, until they are
// parked there (Note [Parked stacks] in eval/stack.c). Both halves switch together
// (eval/stubs.S, __morestack). The roots of segment s are  [s->next's prev_rs, s->rs_top)  or, in the top one, [rs,
// rs_top).
//
// Who may touch a GphThread: the HEC that owns it (t->hec), when it does not run; all fields marked owner belong to it.
// A blocked thread that hangs in an MVar's queue belongs to whoever holds that MVar's lock as far as its queue fields
// go.
#pragma once
#include "gph/abi.h"
#include "base/atomic.h"
#include "state/offsets.h"
#include <stddef.h>

struct GphSegment {   // offsets known to stubs.S
  uintptr_t prev_sp;  // 0: rsp of the previous segment when it moved on to this one
  W *prev_rs;         // 8: rs likewise
  GphSegment *prev;   // 16
  GphSegment *next;   // 24: the next segment, or one kept for later use
  uintptr_t limit;    // 32: control-stack limit
  uintptr_t ctl_top;  // 40: 16-byte aligned
  W *rs_limit;        // 48
  W *rs_top;          // 56
  uint32_t dirty;     // 64: GPH_SEG_*
  uint32_t first;     // 68: the one that holds the GphThread
  size_t size;        // 72: bytes of the whole block
};
enum {            // GphSegment.dirty; only the owner and the collector
  GPH_SEG_CLEAN,  // not touched since the last collection, and nothing young in it: no need to scan
  GPH_SEG_DIRTY,  // control came back here since (stubs.S writes this 1)
  // To be scanned; but all thunks under evaluation in it are claimed, and control did not come back since.
  GPH_SEG_CLAIMED
};
enum {
#ifdef GPH_TSAN_CODE
  GPH_STACK_FIRST = 32 << 10,
#else
  GPH_STACK_FIRST = 4096,
#endif
  GPH_STACK_FIRST_LARGE = 64 << 10,
  GPH_STACK_MAX_SEGMENT = 256 << 10,
  // the block of a thread whose stack stands apart: See Note [Parked stacks] in eval/stack.c
  GPH_STACK_APART = 1024,
  // so many bytes of stacks are no reason to collect: threads that have ended are used again before they are out of the
  // caches
  GPH_STACK_COLLECT_LEAST = 4 << 20
};

// What stands on the control stack where a computation may be cut off; R->catch_top is the innermost. In memory,
// upwards: this record, then r12, rbx, rbp and the return address of the primitive's caller (as gph_rtcall pushed
// them).
enum { GPH_SPARK_SHARED = 4 };
typedef enum {
  GPH_REC_STOP,
  GPH_REC_CATCH,
  GPH_REC_ATOMICALLY,
  GPH_REC_CATCH_RETRY,
  GPH_REC_CATCH_STM,
  GPH_REC_CATCH_SYNC
} GphRecKind;
typedef struct GphRec {
  struct GphRec *prev;
  W *rs;  // root stack at this point: rs[0..] are the record's own values (handler, ...)
  GphSegment *seg;
  uint32_t kind : 8;      // GphRecKind
  uint32_t strands : 24;  // +RTS --scaling: the depth of the thread's strands here (prof/strands.h)
  uint32_t masked;        // masking state to restore
  uintptr_t saved[4];     // r12, rbx, rbp, return address
} GphRec;

typedef enum {
  GPH_T_READY,  // in a run queue, or running
  GPH_T_FINISHED,
  GPH_T_DIED,
  GPH_T_BLOCKED_BLACKHOLE,  // blocked_on: the thunk
  GPH_T_BLOCKED_MVAR,       // take or put; blocked_on: the MVar
  GPH_T_BLOCKED_MVAR_READ,
  GPH_T_BLOCKED_STM,      // blocked_on: unit
  GPH_T_BLOCKED_THROWTO,  // waits until its exception was received; blocked_on: the target's handle
  GPH_T_BLOCKED_DELAY,    // until wake_time
  GPH_T_BLOCKED_READ,
  GPH_T_BLOCKED_WRITE,    // on file descriptor `fd`
  GPH_T_BLOCKED_FOREIGN,  // out in a safe foreign call
  // -parallel: no computation, but the owner of a black hole whose value comes from another process: Note [Fetching] in
  // dist/fetch.c
  GPH_T_REMOTE,
  GPH_T_FROZEN  // cut off by an asynchronous exception: runs only while somebody waits for its thunks
} GphThreadState;

typedef enum { GPH_MSG_NONE, GPH_MSG_WAKE, GPH_MSG_BLACKHOLE } GphMsgKind;

typedef struct GphPending {  // an asynchronous exception on its way
  struct GphPending *next;
  W exception;  // root, scanned with the target thread
  // blocked in throwTo with wait_ticket == ticket, or NULL; if it has another one by now, the exception is revoked
  GphThread *sender;
  uint32_t ticket;
} GphPending;

// GphThread.stops: at its last stop so much of its stack had to be looked through that it had better run on; the rest
enum { GPH_STOPPED_DEEP = 128, GPH_STOPS_MOST = 127 };
// GphThread.known: who may know it when it has ended, so that it is not used again
enum {
  GPH_KNOWN_HANDLE = 1,    // a large one: the program has its handle
  GPH_KNOWN_ELSEWHERE = 2  // any other: another HEC: Note [Threads that have ended] in eval/stack.c
};

enum { GPH_TICKET_RECEIVED = 1, GPH_TICKET_NEXT = 2 };  // added to GphThread.wait_ticket

typedef struct GphStmRec GphStmRec;

// Most threads are touched when they go on, after long, and by collections: what is looked at then is in the first
// three lines of the cache.
struct GphThread {
  W attention;  // 0 (stubs.S): updates must take the long way: waiters != NULL, or frozen
  // owner: exceptions not yet delivered, oldest first (prim_functions.def knows where it is)
  GphPending *pending;
  // owner: context while not running
  W *rs;
  uintptr_t sp, catch_top;
  GphSegment *seg;
  W result;  // root: what the blocked call returns when resumed
  uint8_t masked;
  // atomic: ran or was written to since the last collection: it is in some HEC's list of dirty threads
  uint8_t dirty;
  uint8_t is_main, is_spark;
  // 1, and, while nobody waits for it, more after each time slice: gph_goes_on in eval/exception.c. The owner stores
  // it, atomic, relaxed: who waits in a stale transaction on another HEC reads it to say whose patience counts
  // (prim/stm.c)
  uint8_t frozen;
  uint8_t inherited_pin;  // forkOn: never migrates
  uint8_t state;          // GphThreadState
  // GphMsgKind of the message that this thread itself is (a thread is in at most one inbox)
  uint8_t msg_kind;
  // ---- 64. What each collection looks at, of each thread, is together: handle to gc_next, and `state` before.
  W handle;  // root while alive: the heap object ThreadId# (tag 1)
  // owner:HEC while new (h->new_threads), then STW: list of all threads, by generation of the handle
  GphThread *all_next, *all_prev;
  GphThread *dirty_next, *gc_next;  // list of dirty threads; the collector's lists
  GphThread *next;                  // run queue, MVar queue, list of waiters, inbox
  // atomic: written by the owner, read by anybody; a hint that the message protocol corrects
  GphHec *hec;
  // owner: threads that wait for thunks this one evaluates (see waiters_table)
  GphThread *waiters;
  // ---- 128
  uint8_t queued;  // lock:MVar: in the queue of the MVar blocked_on
  // owner: its stack is not in its own block; it is parked, 1, or its top segment is, of 2^parked bytes, or it has not
  // run yet, 2: Note [Parked stacks] in eval/stack.c
  uint8_t apart, parked;
  uint8_t large;      // const: apart, and that stack is large
  uint16_t standing;  // owner: 1 + its place in its HEC's `standing`, or 0
  uint8_t known;      // owner: GPH_KNOWN_*
  uint8_t yielded;    // owner: it gave up its turn by yield#
  uint8_t stm_retry;  // owner: it waits, or waited, in retry#
  // owner: nobody can stop its wait for itself: Note [A value that needs itself] in eval/blackhole.c
  uint8_t told;
  // atomic: blocked on a black hole, and an exception waits for it: do not queue it, wake it
  uint8_t cancel;
  uint8_t stops;  // owner: GPH_STOPPED_DEEP; how often it has stopped since its innermost segment was begun, or more
  uint32_t id;
  W blocked_on;    // root: see GphThreadState; 0
  W raise;         // root: whoever woke it from a black hole wants this exception in it, masked or not; 0
  GphStmRec *stm;  // owner: innermost transaction record
  // owner, a spark thread: the spark that it has begun, while it may be put back (Note [Sparks that wait] in
  // sched/spark.c); else 0
  W spark;
  // owner, a spark thread that waits for a black hole: sparks that wait with it; or NULL
  struct GphFollowers *followers;
  int c_errno;  // owner: C's errno, as its last foreign call left it: it may go on on another worker
  // atomic: the wait in throwTo: even. The owner makes new ones; by a CAS either whoever delivers makes it odd:
  // received; or the owner, because an exception interrupts the wait, makes it the next even one: revoked.
  // (GPH_TICKET_RECEIVED)
  uint32_t wait_ticket;
  // ---- 192
  // owner, -parallel: it computes for another process: its demand (dist/fetch.c) and 1; else 0
  uint32_t demand;
  W block_value;    // root: value of a blocked putMVar
  W frozen_thunk;   // root, frozen: the outermost thunk; its update entry has a black hole of its own
  W traced;         // root: the exception that `trace` is of (prof/exception_trace.c); 0
  GphThread *prev;  // MVar queue, list of waiters
  // owner: of `waiters`, if they are many, their table by thunk, else NULL; how many; and, of a waiter, the others in
  // its bucket (eval/waiters.c)
  struct GphWaitersTable *waiters_table;
  uint32_t waiters_count;
  GphThread *same, **same_at;
  // atomic, relaxed: in whose list of waiters it is. Others than that one's HEC read it, and learn no more than that it
  // is not in the list of one of theirs: only the HEC of a list's owner stores that owner, and takes it away.
  GphThread *waits_for;
  GphHec *wake_to;  // with GPH_MSG_WAKE and -qw: who woke it, where it moves
  // atomic: the thread believed to evaluate blocked_on, while this one is on its way to its waiters or among them; else
  // NULL
  GphThread *msg_owner;
  int64_t wake_time;  // monotonic ns
  int64_t given_ns;   // owner: when it was last given to another HEC (share in sched/schedule.c), monotonic; 0: never
  int fd;
  size_t stack_bytes;  // of all segments
  // owner: the youngest of `pending`, where there is one: a thousand senders may wait for one that masks
  GphPending *last_pending;
  W *frozen_bottom;  // frozen: address of the outermost update entry: when that is updated the thread ends
  // lock:out_lock (prim/foreign.c): in an interruptible foreign call: on this worker; else NULL
  struct GphWorker *interruptible;
  bool interrupt_wanted;       // lock:out_lock: and an exception waits for it
  struct GphWorker *bound_to;  // runs on behalf of a C call into Haskell: on this worker only (threaded)
  int64_t spark_first;         // atomic, relaxed: when its spark was begun (ns), if sites are wanted
  // owner, a spark thread whose sparks are timed: runs since; ran before that, for this spark
  int64_t spark_since, spark_ns;
  // owner: see Note [Values that nobody looks at] in prof/spark_sites.c: the spark under evaluation may be judged
  uint8_t spark_judged, spark_shares;        // ... so many of:
  uintptr_t spark_shared[GPH_SPARK_SHARED];  // owner: what it may evaluate besides, as it was at
  uint64_t spark_collections;                // owner: so many collections
  uint8_t spark_awaited;  // atomic, relaxed: somebody waits, or has waited, for a thunk of this spark thread
  // atomic, relaxed (a number of a table that never changes, and a count more or less): and the spark's site
  // (prof/spark_sites.c), 0: none
  uint32_t spark_site;
  W spark_info;                // what `spark` was entered by
  uint64_t spark_began;        // and when: the processor's count of time
  uint8_t linked;              // owner: used again: it is in the list of threads already
  uint8_t bound_as;            // owner: to the program it counts as bound, 1, or not, 2; 0: as it was made
  char *label;                 // atomic: exchanged by anybody
  struct GphTrace *trace;      // owner, gphc -g or +RTS -xc: where it was raised; or NULL
  struct GphStrands *strands;  // owner, +RTS --scaling: what it has under way (prof/strands.h); else NULL
  GphSegment first;
};

_Static_assert(offsetof(GphThread, handle) == 64 && offsetof(GphThread, queued) == 128 &&
                   offsetof(GphThread, wait_ticket) == 188,
               "three lines");

// It needs, to compute a value, that value: Note [A value that needs itself] in eval/blackhole.c.
static inline bool gph_waits_for_itself(const GphThread *t) {
  return t->state == GPH_T_BLOCKED_BLACKHOLE && gph_load_relaxed(&t->msg_owner) == t;
}

// Its roots among its fields, but for the handle.
#define GPH_THREAD_SLOTS(SLOT) \
  SLOT(result) SLOT(blocked_on) SLOT(block_value) SLOT(frozen_thunk) SLOT(traced) SLOT(raise)
