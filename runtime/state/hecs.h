// hecs.h: Haskell execution contexts. A HEC is what an OS worker needs to run Haskell threads: register table,
// allocation area, run queue, inbox, spark pool, remembered set. Everything that ordinary execution touches is owned by
// the HEC: no atomics there.
//
// Locks, outermost first:  timer and io locks (sched/timer.c, prim/io_wait.c) > hec->lock (ownership) > object locks
// (MVar, STM) > block allocator. A collection holds none: it stops the world (sched/stw.c).
#pragma once
#include "gph/abi.h"
#include "base/atomic.h"
#include "base/flags.h"
#include "state/thread.h"
#include "state/pool.h"
#include <signal.h>

typedef struct GphBlock GphBlock;  // heap/block.h

typedef enum {
  GPH_WHY_NONE,
  GPH_WHY_YIELD,    // goes to the end of the run queue
  GPH_WHY_BLOCKED,  // has been queued somewhere
  GPH_WHY_FINISHED,
  GPH_WHY_INTERRUPT  // look at the inbox, then run it again
} GphWhy;

// a message that is not a thread; for target's HEC, which may have changed by the time it arrives
typedef struct GphMsg {
  struct GphMsg *next;
  enum {
    GPH_MSG_KILL,      // throw `exception` to target, for `sender` (blocked with `ticket`), or for nobody
    GPH_MSG_RECEIVED,  // target's throwTo (with `ticket`) was received
    GPH_MSG_CANCEL,    // `sender` waits for a thunk of target no more: wake it if it is there
    GPH_MSG_UPDATED,   // a thunk of target, which is REMOTE, has its value: who waits for it goes on
    GPH_MSG_STALE      // target was a stale transaction that waits for a thunk: prim/stm.c
  } kind;
  uint32_t ticket;
  GphThread *target, *sender;
  W exception;  // root
#ifdef GPH_DEBUG
  const void *poster;  // an OS thread, whose messages for a HEC come in the order of their numbers
  uint64_t number;
#endif
} GphMsg;

typedef struct GphWorker GphWorker;
struct GphWorker {  // an OS thread: sched/worker.c
  pthread_t os_thread;
  GphHec *hec;           // const: a worker belongs to one HEC
  GphWorker *next;       // lock:hec->lock: spare, parked or returning list
  GphThread *only;       // its own: it is in a call from C, and runs this thread alone (threaded)
  uint32_t granted;      // futex: it owns the HEC now
  stack_t signal_stack;  // its own, of a thread that C made: what it is given while it is a worker
  // its own: innermost foreign call left R in order (a shim call), so C may call into Haskell
  int tidy;
};

// Adds one to a count of the calling HEC, which others read while it runs.
#define GPH_COUNT(n) gph_store_relaxed(&(n), (n) + 1)

typedef struct {          // Note [Looking again before waiting] in eval/blackhole.c
  uint64_t last, away;    // when that was last, and how long it looks away first, in ticks
  uint32_t skip, failed;  // not the next times; how many that were at the last failure
  int64_t ns;             // what it took altogether, with +RTS -s; read at the end
} GphHoleWait;

typedef struct {  // totals of one HEC; GPH_COUNT
  uint64_t created, dud, overflowed, converted, fizzled, collected;
} GphSparkCounts;

enum {
  GPH_SPARK_LEADERS = 64,
  GPH_STANDING = 512,
  GPH_MET = 4,
  GPH_SHARE_SELDOM = 8,                 // GphHec.share_declined
  GPH_BRIEF_NS = 50000,                 // GphHec.busy_ns, run_ns: another HEC is not woken for less
  GPH_BRIEF_MOST_NS = 8 * GPH_BRIEF_NS  // it does not count more: one long time is enough for a while
};

struct GphHec {
  GphReg reg;  // first: R
  int no;      // const after init
  // changes while the world is stopped: takes no work of others; Note [Surplus HECs] in hecs.c
  bool surplus;
  bool disabled;  // likewise: setNumCapabilities went below it; Note [Disabled HECs] in sched/hec.c
  bool hungry;    // owner:HEC: it is counted in gph_hungry_hecs
  // ---- allocation: owner:HEC
  GphBlock *nursery, *nursery_cur;  // chunks; the one being filled
  W *alloc_end;                     // what reg.hplim is when nobody zapped it
  uintptr_t limit;     // what reg.splim was when the last thread began to run: the next one may stand on the same stack
  GphBlock *side;      // blocks for boxes allocated by gph_box_slow, newest first
  GphBlock *pinned;    // block being filled with small pinned byte arrays
  GphBlock *large;     // large objects allocated since the last collection
  size_t large_bytes;  // and their size
  uint64_t allocated;  // bytes, up to the last collection
  struct GphRemBuffer *rem_current, *rem_full;  // buffers of the remembered set (heap/remember.c)
  struct GphGcWorker *gc_worker;                // const: who collects on behalf of this HEC (gc/collector.h)
  GphThread *dirty_threads;
  GphStmRec *stm_spare;  // logs of transactions that have ended, for the next ones, linked by their parents
  unsigned stm_spares;   // how many
  W tvars;               // transaction variables made so far: their numbers
  // created since the last collection, through all_next and all_prev: youngest, eldest
  GphThread *new_threads, *new_threads_last;
  // ---- scheduling
  GphThread *run_head, *run_tail;  // owner:HEC
  int run_length;                  // owner writes, anybody reads
  GphThread *current;              // owner:HEC
  GphHoleWait hole_wait;           // owner:HEC
  // atomic, relaxed (a hint): it met black holes of other HECs while it had sparks: so many thieves shall steal ahead
  // (sched/share_steal.c)
  uint32_t met;
  // owner:HEC, through next: threads for sparks and calls from C that have ended since the last collection, to be used
  // again
  GphThread *spark_threads;
  // owner:HEC, through next: other threads that have ended since, to be used again: Note [Threads that have ended] in
  // eval/stack.c
  GphThread *ended_threads;
  // likewise, several HECs: of which others may know still, the latter as they were there; how many the former are, and
  // more than how many they are to be when it is next looked whether others do
  GphThread *ended_lately, *ended_elsewhere;
  uint32_t ended_count, ended_look;
  struct GphFreeBlock *thread_blocks;  // owner:HEC: memory of its next threads (eval/stack_blocks.c); counted as in use
  // owner:HEC: a free stack, small and large, or NULL: Note [Parked stacks] in eval/stack.c
  struct GphSegment *spare_stacks[2];
  // owner:HEC: threads that wait with their small stacks as they are, or NULL, and which place is the next one's: Note
  // [Standing threads] in eval/stack.c
  GphThread *standing[GPH_STANDING];
  uint32_t next_standing;
  // owner:HEC: below 0 when more of these were parked after all than ran again; then the next none_stands are at once
  int32_t stood;
  uint32_t none_stands;
  uint32_t context_switch;  // atomic: the ticker asks for one
  // owner: threads that its thread has made since it had its turn, roughly: FORKS_IN_TURN in prim/thread.c
  uint32_t forks_in_turn;
  // owner: it has forked a thread while another HEC wants one: to schedule.c's share, and then on with the same thread
  bool share_soon;
  // owner: share found a HEC that idles, and gave it nothing (Note [Brief work] in sched/schedule.c): it is asked again
  // for one of so many threads that are forked, or have ended
  bool share_declined;
  bool ask_lost;  // owner: a thread of it waits for itself: a collection is to say whether anybody can reach that one
  // owner: it has zapped its own limits; cleared when looked at, as `interrupted`, which takes a fence
  bool zapped_own;
  uint32_t interrupted;  // atomic: somebody zapped the limits; cleared when looked at
  bool unheeded;         // owner: the ticker, --preempt=flag: it was `interrupted` at the last tick
  GphThread *inbox;      // atomic: Treiber stack of threads (messages), taken whole by the owner
  GphMsg *inbox_msgs;    // atomic: likewise
#ifdef GPH_DEBUG
  // atomic: posts to the inboxes that have begun, and that have asked for attention: check_attention in schedule.c
  uint64_t posted, kicked;
#endif
  uint32_t state;     // atomic: see stw.c
  uint32_t wake;      // futex: bumped to wake the idle owner
  uint32_t sleeping;  // atomic: the owner sleeps on `wake`
  uint32_t polls;     // atomic: or in poll: prim/io_wait.c
  // Note [Brief work] in sched/schedule.c. All in ns; the owner writes, atomic, relaxed: who reads it decides what is
  // right either way
  int64_t busy_since, idle_since;
  int64_t busy_ns;  // for how long it has work, on the average
  // written by the ticker, atomic, relaxed, likewise: for how long a thread runs there at a time, lately; and its own:
  // how many have run
  int64_t run_ns;
  uint64_t runs_counted;
  int rouser;  // atomic: an eventfd for that, from the first time on; else 0
  GphSparkPool pool;
  GphSparkCounts sparks;
  // Sparks that were put back: Note [Sparks that wait] in spark.c. owner:HEC, or the world stopped
  GphThread *spark_leaders[GPH_SPARK_LEADERS];
  struct GphFollowers *followers;  // those of its threads
  uint64_t put_back;               // how often; GPH_COUNT
  uint64_t stolen;                 // sparks that it took of other HECs; GPH_COUNT
  // Note [Pools that grow] in sched/spark.c; the owner writes, atomic, relaxed: who reads it decides what is right
  // either way
  int32_t long_sparks;   // of those that it ran lately more were long than short, or fewer: negative
  uint64_t spark_since;  // the processor's count of time when it began one; 0: it is at none
  int32_t short_sparks;  // owner: so many in a row were short: Note [Sparks that are not worth taking] there
  // of its sparks, to other processes; messages of these that it dealt with. lock:gph_dist_lock
  uint64_t exported, handled;
  // sparks that may go on, oldest first: items [roused_first, roused_end) of roused_room
  W *roused;
  size_t roused_first, roused_end, roused_room;
  struct GphEventBuffer *events;  // const after init: of the event log (prof/eventlog.c), NULL without one
  // owner:HEC, grows: counts by spark site (prof/spark_sites.c). Both atomic, the table first: read at the end of the
  // program
  struct GphSiteCounts *sites;
  uint32_t sites_room;
  // owner:HEC: values of sparks that nobody has looked at, unseen_used of GPH_UNSEEN (prof/spark_sites.c); NULL: none
  // yet
  struct GphUnseen *unseen;
  uint32_t unseen_used;  // atomic: the owner, or the world is stopped; read at the end of the program
  // atomic: the ticker asks its thread what it does (prof/phases.c): a time in ns; the owner takes it. 0: it does not
  uint64_t sample;
  struct GphProfile *profile;           // const after init: +RTS -p (prof/time_profile.c), else NULL
  struct GphStrandClock *strand_clock;  // const after init: +RTS --scaling (prof/strands.h), else NULL
  uint64_t runs;                        // owner writes, anybody reads: threads run so far
  // evaluations whose value was dropped, since another thread was faster (--blackhole=lazy); GPH_COUNT
  uint64_t duplicates;
  // owner:HEC: clock (ns) when it became running, with +RTS -s or --spark-report; 0: it is not
  int64_t running_since;
  // owner writes, read at the end: time it was running, without collections, and without looking at black holes
  int64_t ran_ns;
  // owner writes, read at the end: CPU time of its owners while the world was stopped by others, with +RTS -s
  int64_t gc_cpu_ns;
  uint32_t steal_seed;
  // --spark-share=push: so many sparks of that HEC's pool are this one's. Atomic: a giver sets them where gift is 0,
  // the owner counts down
  uint32_t gift, giver;
  // ---- ownership: lock:lock
  GphLock lock;
  GphWorker *owner;   // the worker that animates it; NULL: none
  GphWorker *spare;   // workers that wait for work on this HEC
  GphWorker *parked;  // those that wait for the thread bound to them to have its turn
  // workers back from a foreign call that want it: written with the lock, looked at by anybody without (is it NULL?)
  GphWorker *returning;
};

// What handles refer to whose threads have ended and are used again: Note [Threads that have ended] in eval/stack.c.
// Never written to.
extern GphThread gph_gone[2];
static inline bool gph_thread_gone(const GphThread *t) { return t == &gph_gone[0] || t == &gph_gone[1]; }
extern GphHec **gph_hecs;  // const after init (grows only under STW)
extern int gph_hecs_used;  // HECs that there are; grows while the world is stopped
// For a HEC's owner. Relaxed: it changes while the world is stopped, which orders it.
static inline bool gph_alone(void) { return gph_load_relaxed(&gph_hecs_used) == 1; }
// Who does not count as running (the ticker, a HEC that idles, C threads) may read it while it grows: the acquire pairs
// with gph_hec_set, which has made the HECs by then.
static inline int gph_hecs_now(void) { return gph_load_acquire(&gph_hecs_used); }
// those of them that run threads, the first ones; changes while the world is stopped; a C thread without a HEC may look
// at it
extern int gph_hecs_enabled;
extern uint32_t gph_idle_hecs;    // atomic: HECs asleep or about to
extern uint32_t gph_hungry_hecs;  // atomic: those of them that take work of others: spark creation looks at it
bool gph_hec_is_surplus(int no);
int gph_hecs_sharing(void);  // how many HECs are not surplus
// world stopped: all threads, by the generation of their handles; new ones: GphHec.new_threads
extern GphThread *gph_threads_young, *gph_threads_old;

static inline GphHec *gph_hec_of(GphReg *R) { return (GphHec *)R; }

// Ask for attention at the next check. With --preempt=flag: when the allocation chunk is full (gph_heap_check looks at
// `interrupted`); whom the ticker finds asked for a second time, it asks by the limits (gph_hec_zap_limits): a thread
// need not allocate.
static inline void gph_hec_zap_limits(GphHec *h) {
  // seq, as all of these: who sets the limits (gph_unzap, gph_thread_load) looks at it afterwards
  gph_store_seq(&h->interrupted, 1u);
  gph_store_seq(&h->reg.hplim, (W *)0);
  gph_store_seq(&h->reg.splim, ~(uintptr_t)0);
}
static inline void gph_hec_zap(GphHec *h) {
  if (gph_flags.preempt_flag) gph_store_seq(&h->interrupted, 1u);
  else gph_hec_zap_limits(h);
}
// The owner asks itself. Relaxed: it is the owner who looks at them and sets them back, and what others store there
// meanwhile is the same. Without `interrupted`: most who ask themselves have forked, and end before they come by a
// check; then the limits are set back once, behind one fence (gph_thread_load).
static inline void gph_hec_zap_own(GphHec *h) {
  h->zapped_own = true;
  if (gph_flags.preempt_flag) {
    gph_store_relaxed(&h->interrupted, 1u);
    return;
  }
  gph_store_relaxed(&h->reg.hplim, (W *)0);
  gph_store_relaxed(&h->reg.splim, ~(uintptr_t)0);
}
