// thread.h: light threads and their stacks.
//
// A light thread has a control stack (native frames; the collector never looks at it) and a root stack (value words, and the thunks
// under evaluation with tag 6). Both live in linked SEGMENTS:
//
//     | header | reserve | <- control stack grows down | <- root stack grows down |
//              limit                                    ctl_top                    rs_top
//
// The first segment (4 KiB; 64 KiB for threads that there are few of: main and those that evaluate sparks, because a loop that calls across the
// edge of a small one pays for it each time) also holds the GphThread; each next one is twice as large up to 256 KiB. Both halves switch together
// (eval/stubs.S, __morestack). The roots of segment s are  [s->next's prev_rs, s->rs_top)  or, in the top one, [rs, rs_top).
//
// Who may touch a GphThread: the HEC that owns it (t->hec), when it does not run; all fields marked owner belong to it. A blocked thread
// that hangs in an MVar's queue belongs to whoever holds that MVar's lock as far as its queue fields go.
#pragma once
#include "gph/abi.h"
#include "base/atomic.h"

struct GphSegment {            // offsets known to stubs.S
  uintptr_t prev_sp;           // 0: rsp of the previous segment when it moved on to this one
  W *prev_rs;                  // 8: rs likewise
  GphSegment *prev;            // 16
  GphSegment *next;            // 24: the next segment, or one kept for later use
  uintptr_t limit;             // 32: control-stack limit
  uintptr_t ctl_top;           // 40: 16-byte aligned
  W *rs_limit;                 // 48
  W *rs_top;                   // 56
  uint32_t dirty;              // 64: GPH_SEG_*
  uint32_t first;              // 68: the one that holds the GphThread
  size_t size;                 // 72: bytes of the whole block
};
enum {                         // GphSegment.dirty; only the owner and the collector
  GPH_SEG_CLEAN,               // not touched since the last collection, and nothing young in it: no need to scan
  GPH_SEG_DIRTY,               // control came back here since (stubs.S writes this 1)
  GPH_SEG_CLAIMED              // to be scanned; but all thunks under evaluation in it are claimed, and control did not come back since
};
enum {
  GPH_STACK_FIRST = 4096, GPH_STACK_FIRST_LARGE = 64 << 10, GPH_STACK_MAX_SEGMENT = 256 << 10,
  GPH_STACK_RESERVE = 1024,    // below the limit: one unchecked frame (512 bytes), libm, the stubs
  GPH_ROOT_RESERVE = 512       // below rs_limit: what unchecked functions and stubs push
};

// What stands on the control stack where a computation may be cut off; R->catch_top is the innermost. In memory, upwards:
// this record, then r12, rbx, rbp and the return address of the primitive's caller (as gph_rtcall pushed them).
typedef enum { GPH_REC_STOP, GPH_REC_CATCH, GPH_REC_ATOMICALLY, GPH_REC_CATCH_RETRY, GPH_REC_CATCH_STM, GPH_REC_CATCH_SYNC } GphRecKind;
typedef struct GphRec {
  struct GphRec *prev;
  W *rs;                       // root stack at this point: rs[0..] are the record's own values (handler, ...)
  GphSegment *seg;
  uint32_t kind;               // GphRecKind
  uint32_t masked;             // masking state to restore
  uintptr_t saved[4];          // r12, rbx, rbp, return address
} GphRec;

typedef enum {
  GPH_T_READY,                 // in a run queue, or running
  GPH_T_FINISHED, GPH_T_DIED,
  GPH_T_BLOCKED_BLACKHOLE,     // blocked_on: the thunk
  GPH_T_BLOCKED_MVAR,          // take or put; blocked_on: the MVar
  GPH_T_BLOCKED_MVAR_READ,
  GPH_T_BLOCKED_STM,           // blocked_on: unit
  GPH_T_BLOCKED_THROWTO,       // waits until its exception was received; blocked_on: the target's handle
  GPH_T_BLOCKED_DELAY,         // until wake_time
  GPH_T_BLOCKED_READ, GPH_T_BLOCKED_WRITE,   // on file descriptor `fd`
  GPH_T_BLOCKED_FOREIGN,       // out in a safe foreign call
  GPH_T_FROZEN                 // cut off by an asynchronous exception: runs only while somebody waits for its thunks
} GphThreadState;

typedef enum { GPH_MSG_NONE, GPH_MSG_WAKE, GPH_MSG_BLACKHOLE } GphMsgKind;

typedef struct GphPending {    // an asynchronous exception on its way
  struct GphPending *next;
  W exception;                 // root, scanned with the target thread
  GphThread *sender;           // blocked in throwTo with wait_ticket == ticket, or NULL
  uint32_t ticket;
} GphPending;

typedef struct GphStmRec GphStmRec;

struct GphThread {
  W attention;                 // 0 (stubs.S): updates must take the long way: waiters != NULL, or frozen
  // owner: context while not running
  W *rs;
  uintptr_t sp, catch_top;
  GphSegment *seg;
  W result;                    // root: what the blocked call returns when resumed
  uint8_t masked;
  uint8_t dirty;               // ran or was written to since the last collection: it is in some HEC's list of dirty threads
  uint8_t is_main, is_spark, frozen, on_young_list;
  uint8_t inherited_pin;       // forkOn: never migrates
  uint8_t state;               // GphThreadState
  uint8_t msg_kind;            // GphMsgKind of the message that this thread itself is (a thread is in at most one inbox)
  uint8_t queued;              // lock:MVar: in the queue of the MVar blocked_on
  uint8_t yielded;             // owner: it gave up its turn by yield#
  uint8_t stm_retry;           // owner: it waits, or waited, in retry#
  uint8_t cancel;              // atomic: blocked on a black hole, and an exception waits for it: do not queue it, wake it
  uint32_t id;
  uint32_t wait_ticket;        // owner: counts the waits in throwTo; a notice with another number is stale
  W handle;                    // root while alive: the heap object ThreadId# (tag 1)
  W blocked_on;                // root: see GphThreadState; 0
  W block_value;               // root: value of a blocked putMVar
  GphThread *next;             // run queue, MVar queue, list of waiters, inbox
  GphThread *prev;             // MVar queue
  GphHec *hec;                 // atomic: written by the owner, read by anybody; a hint that the message protocol corrects
  GphThread *waiters;          // owner: threads that wait for thunks this one evaluates
  GphPending *pending;         // owner: exceptions not yet delivered, oldest first
  GphThread *msg_owner;        // GPH_MSG_BLACKHOLE: the thread believed to evaluate blocked_on
  GphStmRec *stm;              // owner: innermost transaction record
  GphThread *all_next, *all_prev;   // owner:HEC while new (h->new_threads), then STW: list of all threads, by generation of the handle
  GphThread *dirty_next, *gc_next;  // list of dirty threads; the collector's lists
  int64_t wake_time;           // monotonic ns
  int fd;
  int pad;
  size_t stack_bytes;          // of all segments
  W *frozen_bottom;            // frozen: address of the outermost update entry: when it is updated the thread ends
  char *label;
  struct GphWorker *bound_to;  // runs on behalf of a C call into Haskell: on this worker only (threaded)
  int64_t spark_since, spark_ns;   // owner, a spark thread whose sparks are timed: runs since; ran before that, for this spark
  uint32_t spark_site;         // and the spark's site (prof/spark_sites.c), 0: none
  GphSegment first;
};

extern uint64_t gph_threads_created;

GphThread *gph_thread_new(GphHec *h, void *start, size_t size);   // its first segment; ready to run `start` (a label in stubs.S); to be adopted
void gph_thread_free(GphThread *t);
void gph_thread_push_root(GphThread *t, W x);        // on the root stack of a thread that does not run
void gph_thread_mark_dirty(GphHec *h, GphThread *t); // it will have to be scanned by the next collection
void gph_thread_save(GphReg *R);                     // R's thread state into the GphThread, and back
void gph_thread_load(GphReg *R, GphThread *t);
void gph_stack_trim(GphThread *t);                   // drop the segments kept beyond the next one (or all: during collections)
GphSegment *gph_stack_segment_for(GphThread *t, size_t control, size_t roots);  // after t->first: room for so many bytes of each
void gph_thread_adopt(GphHec *h, GphThread *t);      // give a new thread its handle (never collects) and put it on the list of threads
void gph_stack_release(void);                        // free blocks back to the system
size_t gph_stack_in_use(void);                       // bytes in stack segments
