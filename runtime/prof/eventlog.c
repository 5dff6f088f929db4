// eventlog.c: the event log (+RTS -l): buffers, and GHC's file format. What is logged is called for where it happens; which events there are
// stands in events.def.
//
// The file: a header with every kind of event and its size, then blocks. All numbers are big-endian. A block is a BlockMarker (its size, the time of its
// end, its HEC) and the events of that HEC, in order of time; blocks of different HECs follow each other in any order, and readers sort. What belongs to
// no HEC stands in blocks of "HEC" 0xffff. The last two bytes are 0xffff.
//
// Each HEC has a buffer of fixed size, to which its owner alone appends: no lock, no atomic instruction. When it is full the owner writes it to the file
// as one block. So memory is bounded, and a block is whole or not there.
//
// Note [The file is whole at any time]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// A program may end in any way: kill -9, a fault, an exit call in C. The log in the file always ends with the end mark, where readers stop: a flush writes
// all of its block but the first two bytes, and a new end mark behind it, BEYOND the old end mark; then the two bytes, over the old end mark. Before that
// store the log ends where it ended before, afterwards with the new block, and two bytes are never half written. (On a pipe, which cannot be written at a
// place, blocks just follow each other.)
//
// What is in buffers is lost with kill -9: the events of the last second (--eventlog-flush-interval), and of HECs that sleep since. Everything else that ends a
// process comes through here (gph_eventlog_end, gph_eventlog_crash): exits, uncaught exceptions, faults, SIGTERM, SIGHUP. `shown` of a buffer counts complete
// events, says which intervals they leave open, and is stored with release after them, so whoever ends the log, be it a signal's handler in the middle of the
// owner's work, can take the events and close the intervals. Nobody empties a buffer but under log_lock, and after `closed` nobody writes to the file.
#define _GNU_SOURCE
#include "prof/eventlog.h"
#include "prof/spark_sites.h"
#include "base/flags.h"
#include "base/os.h"
#include "heap/block.h"
#include "heap/alloc.h"
#include "prof/hooks.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 128 << 10, MARKER = 10 + 14, EVENT_HEAD = 10, NO_HEC = 0xffff, MOST_TEXT = 0xffff - 64, CAPSET_PROCESS = 0, CAPSET_CLOCK = 1, TAIL = 512 };

typedef struct GphEventBuffer {
  unsigned char *start;              // const; BUFFER bytes
  uint32_t used;                     // bytes, the room for the block's marker counted
  uint32_t running;                  // thread whose RunThread has no StopThread yet
  uint32_t in_gc;                    // GcStart has no GcEnd yet
  uint64_t shown;                    // atomic: these three as of the last complete event, for who ends the log: Note [The file is whole at any time]
  uint32_t locked;                   // atomic: only while the world is stopped, when the leader and the HEC's owner may both write
  uint32_t flush_wanted;             // atomic: by the ticker
  uint16_t cap;
  int64_t begun;                     // when the first event of the block was
  int64_t counted;                   // when spark counters were logged last
  GphSparkCounts last;               // and what they were
} Buffer;

uint32_t gph_log_classes;
static Buffer common;                // lock:log_lock: events of no HEC
static uint32_t log_lock;            // atomic
static uint32_t closed = 1;          // lock:log_lock: no file (any more)
static int fd = -1;
static bool seekable;                // const after gph_eventlog_start
static off_t end_at;                 // where the end mark stands
static int64_t start_ns;
static const char *file_name;

static int64_t now_ns(void) { return gph_os_clock_ns() - start_ns; }

// 0: free, 1: taken, 2: taken and somebody may sleep. Its holder may be waiting for a disk.
static bool try_lock(uint32_t *l) { return gph_cas(l, 0u, 1u); }
static void lock(uint32_t *l) {
  for (int i = 0; i < GPH_SPINS(100); i++) {
    if (try_lock(l)) return;
    gph_pause();
  }
  while (gph_exchange(l, 2u)) gph_os_futex_wait(l, 2, -1);
}
static void unlock(uint32_t *l) {
  if (gph_exchange(l, 0u) == 2) gph_os_futex_wake(l, 1);
}

// log_lock is held with the signals blocked that may end the process (not on a pipe, whose reader may never come): the handler of one ends the log, and
// on the thread that is just writing a block it could neither wait for the lock nor go without. Faults cannot be put off; log_enter_soon looks for them.
static sigset_t mask_before;                           // lock:log_lock: of its holder
static _Thread_local bool holds_log;                   // this thread has log_lock, or is about to have it

static void block_signals(sigset_t *before) {
  sigset_t most;
  sigfillset(&most);
  static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT };
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) sigdelset(&most, faults[i]);
  sigemptyset(before);
  if (seekable) pthread_sigmask(SIG_BLOCK, &most, before);
  holds_log = true;
}
static void restore_signals(const sigset_t *before) {
  holds_log = false;
  if (seekable) pthread_sigmask(SIG_SETMASK, before, NULL);
}
static void log_enter(void) {
  sigset_t before;
  block_signals(&before);
  lock(&log_lock);
  mask_before = before;
}
static bool log_try_enter(void) {
  sigset_t before;
  block_signals(&before);
  bool free = try_lock(&log_lock);
  if (free) mask_before = before;
  else restore_signals(&before);
  return free;
}
static void log_leave(void) {
  sigset_t before = mask_before;
  unlock(&log_lock);
  restore_signals(&before);
}
// For the end of a process: false when this thread has the lock, or who has it does not come back from the disk, or soon from the pipe.
static bool log_enter_soon(void) {
  if (holds_log) return false;
  sigset_t before;
  block_signals(&before);
  for (int64_t until = gph_os_clock_ns() + (seekable ? 5000000000 : 100000000); !try_lock(&log_lock); sched_yield())
    if (gph_os_clock_ns() > until) {
      restore_signals(&before);
      return false;
    }
  mask_before = before;
  return true;
}

// ---- numbers
static unsigned char *put16(unsigned char *p, uint64_t x) { p[0] = (unsigned char)(x >> 8); p[1] = (unsigned char)x; return p + 2; }
static unsigned char *put32(unsigned char *p, uint64_t x) { return put16(put16(p, x >> 16), x); }
static unsigned char *put64(unsigned char *p, uint64_t x) { return put32(put32(p, x >> 32), x); }
static unsigned char *put_head(unsigned char *p, GphEventType e, int64_t time) { return put64(put16(p, (uint64_t)e), (uint64_t)time); }

// ---- the file; lock:log_lock
static void write_failed(void) {
  int e = errno;
  closed = 1;
  gph_store_relaxed(&gph_log_classes, gph_log_classes & GPH_LOG_SITES);
  if (seekable && ftruncate(fd, end_at + 2) != 0) e = errno;
  gph_log("the event log ends here: cannot write %s: %s", file_name, strerror(e));
}
static bool write_at(const unsigned char *p, size_t n, off_t at) {
  while (n > 0) {
    ssize_t k = seekable ? pwrite(fd, p, n, at) : write(fd, p, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) {
      write_failed();
      return false;
    }
    p += k;
    at += k;
    n -= (size_t)k;
  }
  return true;
}
// n > 2 bytes of p. See Note [The file is whole at any time]
static void append(unsigned char *p, size_t n) {
  if (closed) return;
  if (!seekable) {
    write_at(p, n, 0);
    return;
  }
  // The mark is not stored behind p: when the log is ended by another thread the buffer's owner may be writing there.
  static const unsigned char mark[2] = { 0xff, 0xff };
  struct iovec parts[2] = { { p + 2, n - 2 }, { (void *)mark, 2 } };
  ssize_t k = pwritev(fd, parts, 2, end_at + 2);
  if (k != (ssize_t)n) {                                  // interrupted, or failing
    size_t whole = k < 0 ? 0 : (size_t)k;
    if (whole < n - 2 && !write_at(p + 2 + whole, n - 2 - whole, end_at + 2 + (off_t)whole)) return;
    if (!write_at(mark, 2, end_at + (off_t)n)) return;
  }
  if (write_at(p, 2, end_at)) end_at += (off_t)n;
}

static void write_block(unsigned char *p, size_t n, int cap, int64_t begun, int64_t ended) {
  put16(put64(put32(put_head(p, GphEv_BlockMarker, begun), n), (uint64_t)ended), (uint64_t)cap);
  append(p, n);
}

static void show(Buffer *b) { gph_store_release(&b->shown, b->used | (uint64_t)b->in_gc << 31 | (uint64_t)b->running << 32); }

static void flush(Buffer *b) {                         // its owner, who holds log_lock
  if (b->used > MARKER) write_block(b->start, b->used, b->cap, b->begun, now_ns());
  b->used = MARKER;
  show(b);
}

// ---- events: room for one with so many bytes of payload, its head written; then done(b, end of the payload)
static unsigned char *begin(Buffer *b, GphEventType e, size_t bytes) {
  int64_t t = now_ns();
  if (b->used + EVENT_HEAD + bytes > BUFFER || GPH_EVENT_UNLIKELY(gph_load_relaxed(&b->flush_wanted))) {
    bool ours = b != &common;
    gph_store_relaxed(&b->flush_wanted, 0u);
    if (ours) log_enter();
    flush(b);
    if (ours) log_leave();
  }
  if (b->used == MARKER) b->begun = t;
  return put_head(b->start + b->used, e, t);
}
static void done(Buffer *b, unsigned char *p) {
  b->used = (uint32_t)(p - b->start);
  show(b);
}

static Buffer *own(void) {
  GphWorker *w = gph_worker_self();
  return w ? w->hec->events : NULL;                    // NULL: before the first worker is one
}

// ---- HECs and what is said once
static void buffer_init(Buffer *b, int cap) {
  b->start = gph_os_alloc(BUFFER);
  b->used = MARKER;
  show(b);
  b->cap = (uint16_t)cap;
}

static void common_capset(GphEventType e, int capset, int cap) {
  unsigned char *p = begin(&common, e, 6);
  done(&common, put16(put32(p, (uint64_t)capset), (uint64_t)cap));
}
static void common_cap(GphEventType e, int cap) { done(&common, put16(begin(&common, e, 2), (uint64_t)cap)); }

static void common_text(GphEventType e, uint32_t number, const char *text, size_t n) {
  if (n > MOST_TEXT) n = MOST_TEXT;
  unsigned char *p = put32(put16(begin(&common, e, 6 + n), 4 + n), number);
  memcpy(p, text, n);
  done(&common, p + n);
}

void gph_eventlog_add_hec(GphHec *h) {
  if (closed) return;
  Buffer *b = gph_os_alloc(sizeof *b);
  buffer_init(b, h->no);
  log_enter();
  common_cap(GphEv_CapCreate, h->no);
  common_capset(GphEv_CapsetAssignCap, CAPSET_PROCESS, h->no);
  common_capset(GphEv_CapsetAssignCap, CAPSET_CLOCK, h->no);
  flush(&common);                                      // who is killed soon leaves this much
  log_leave();
  h->events = b;
}

static void write_header(void) {
  static const struct { uint16_t number, bytes; const char *text; } kinds[] = {
#define VAR 0xffff
#define EVENT(name, number, bytes, text) { number, bytes, text },
#include "prof/events.def"
#undef EVENT
#undef VAR
  };
  unsigned char *p = common.start;
  p = (unsigned char *)memcpy(p, "hdrbhetb", 8) + 8;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    size_t n = strlen(kinds[i].text);
    p = (unsigned char *)memcpy(p, "etb", 4) + 4;
    p = put32(put16(put16(p, kinds[i].number), kinds[i].bytes), n);
    p = (unsigned char *)memcpy(p, kinds[i].text, n) + n;
    p = (unsigned char *)memcpy(put32(p, 0), "ete", 4) + 4;
  }
  p = (unsigned char *)memcpy(p, "hetehdredatb", 12) + 12;
  put16(p, 0xffff);
  size_t n = (size_t)(p - common.start);
  if (write_at(common.start, n + (seekable ? 2 : 0), 0)) end_at = (off_t)n;
}

void gph_eventlog_start(int argc, char **argv) {
  start_ns = gph_os_clock_ns();
  if (gph_flags.spark_report || gph_flags.scaling) gph_log_classes = GPH_LOG_SITES;
  if (gph_flags.log_classes == 0) return;
  file_name = gph_flags.log_file;
  if (!file_name) {
    size_t n = strlen(gph_prog_name);
    char *name = gph_os_alloc(n + 16);
    memcpy(name, gph_prog_name, n);
    memcpy(name + n, ".eventlog", 10);
    file_name = name;
  }
  fd = open(file_name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) gph_fail(1, "cannot write the event log %s: %s", file_name, strerror(errno));
  seekable = lseek(fd, 0, SEEK_SET) == 0;
  buffer_init(&common, NO_HEC);
  closed = 0;
  gph_log_classes |= gph_flags.log_classes;
  if (gph_log_classes & GPH_LOG_SPARKS_FULL) gph_log_classes |= GPH_LOG_SITES;
  write_header();
  common_capset(GphEv_CapsetCreate, CAPSET_PROCESS, 2);
  common_capset(GphEv_CapsetCreate, CAPSET_CLOCK, 3);
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  unsigned char *p = put32(begin(&common, GphEv_WallClockTime, 16), CAPSET_CLOCK);
  done(&common, put32(put64(p, (uint64_t)t.tv_sec), (uint64_t)t.tv_nsec));
  done(&common, put32(put32(begin(&common, GphEv_OsProcessPid, 8), CAPSET_PROCESS), (uint64_t)getpid()));
  done(&common, put32(put32(begin(&common, GphEv_OsProcessPpid, 8), CAPSET_PROCESS), (uint64_t)getppid()));
#ifdef GPH_THREADED
  const char *rts = "gphc-0.1 rts_thr";
#else
  const char *rts = "gphc-0.1 rts";
#endif
  common_text(GphEv_RtsIdentifier, CAPSET_PROCESS, rts, strlen(rts));
  size_t n = 0;
  for (int i = 0; i < argc && n + strlen(argv[i]) + 1 < MOST_TEXT; i++) n += strlen(argv[i]) + 1;
  char *args = gph_os_alloc(n + 1);
  n = 0;
  for (int i = 0; i < argc && n + strlen(argv[i]) + 1 < MOST_TEXT; i++) {
    memcpy(args + n, argv[i], strlen(argv[i]) + 1);
    n += strlen(argv[i]) + 1;
  }
  common_text(GphEv_ProgramArgs, CAPSET_PROCESS, args, n ? n - 1 : 0);
  gph_os_free(args, n + 1);
  p = put16(put32(begin(&common, GphEv_HeapInfoGhc, 38), CAPSET_PROCESS), (uint64_t)gph_flags.generations);
  done(&common, put64(put64(put64(put64(p, gph_flags.max_heap), gph_flags.nursery), 1 << 20), GPH_BLOCK_SIZE));
  gph_at_death(gph_eventlog_crash);
}

// ---- single events
void gph_log_event(GphEventType e) {
  Buffer *b = own();
  if (b) done(b, begin(b, e, 0));
}
void gph_log_thread(GphEventType e, uint32_t thread) {
  Buffer *b = own();
  if (b) done(b, put32(begin(b, e, 4), thread));
}
void gph_log_thread_cap(GphEventType e, uint32_t thread, int cap) {
  Buffer *b = own();
  if (b) done(b, put16(put32(begin(b, e, 6), thread), (uint64_t)cap));
}

void gph_log_run(GphThread *t) {
  if (t->is_spark) gph_site_runs(t);
  Buffer *b = own();
  if (!b || !GPH_LOGS(GPH_LOG_SCHED)) return;
  unsigned char *p = put32(begin(b, GphEv_RunThread, 4), t->id);
  b->running = t->id;
  done(b, p);
}
void gph_log_stop(GphThread *t, GphStopReason why) {
  if (t->is_spark) gph_site_pauses(t);
  Buffer *b = own();
  if (!b || !GPH_LOGS(GPH_LOG_SCHED)) return;
  GphThread *owner = why == 8 ? gph_load_relaxed(&t->msg_owner) : NULL;
  unsigned char *p = put32(put16(put32(begin(b, GphEv_StopThread, 10), t->id), why), owner ? owner->id : 0);
  b->running = 0;
  done(b, p);
}
GphStopReason gph_log_reason(GphThread *t) {
  switch ((GphThreadState)t->state) {
  case GPH_T_BLOCKED_BLACKHOLE: return 6 + 2;
  case GPH_T_BLOCKED_MVAR: return 6 + 1;
  case GPH_T_BLOCKED_MVAR_READ: return 6 + 14;
  case GPH_T_BLOCKED_STM: return 6 + 6;
  case GPH_T_BLOCKED_THROWTO: return 6 + 12;
  case GPH_T_BLOCKED_DELAY: return 6 + 5;
  case GPH_T_BLOCKED_READ: return 6 + 3;
  case GPH_T_BLOCKED_WRITE: return 6 + 4;
  case GPH_T_READY: case GPH_T_FINISHED: case GPH_T_DIED: case GPH_T_BLOCKED_FOREIGN: case GPH_T_REMOTE: case GPH_T_FROZEN:
  default: return GPH_STOP_YIELD;                      // frozen; or awake again already
  }
}

void gph_log_text(GphEventType e, const char *text) {
  Buffer *b = own();
  if (!b) return;
  size_t n = strlen(text);
  if (n > MOST_TEXT)
    for (n = MOST_TEXT; n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80; n--) {}     // no half of a character
  unsigned char *p = put16(begin(b, e, 2 + n), n);
  memcpy(p, text, n);
  done(b, p + n);
}
void gph_log_label(GphThread *t, const char *label) {
  Buffer *b = own();
  if (!b) return;
  size_t n = strnlen(label, MOST_TEXT);
  unsigned char *p = put32(put16(begin(b, GphEv_ThreadLabel, 6 + n), 4 + n), t->id);
  memcpy(p, label, n);
  done(b, p + n);
}

// ---- sparks
void gph_log_spark(GphHec *pool, GphEventType e) {
  Buffer *b = pool->events;
  if (!b) return;
  lock(&b->locked);
  done(b, begin(b, e, 0));
  unlock(&b->locked);
}
void gph_log_steal(int victim) {
  Buffer *b = own();
  if (b) done(b, put16(begin(b, GphEv_SparkSteal, 2), (uint64_t)victim));
}

static unsigned char *put_counters(unsigned char *p, GphHec *h) {
  GphSparkCounts *s = &h->sparks;
  p = put64(put64(put64(p, s->created), s->dud), s->overflowed);
  return put64(put64(put64(put64(p, s->converted), s->collected), s->fizzled), (uint64_t)gph_pool_size(&h->pool));
}
static void log_counters(GphHec *h, Buffer *b) {
  b->counted = now_ns();
  b->last = h->sparks;
  done(b, put_counters(begin(b, GphEv_SparkCounters, 56), h));
}
void gph_log_spark_counters(GphHec *h) {
  Buffer *b = h->events;
  if (b && now_ns() - b->counted > 1000000 && memcmp(&b->last, &h->sparks, sizeof b->last) != 0) log_counters(h, b);
}

void gph_log_site(uint32_t site, const char *function, const char *place) {
  size_t m = strnlen(function, 1000), n = strnlen(place, 4000);
  char text[5002];
  memcpy(text, function, m);
  text[m] = 0;
  memcpy(text + m + 1, place, n);
  log_enter();
  if (!closed) common_text(GphEv_GphSparkSite, site, text, m + 1 + n);
  log_leave();
}
void gph_log_site_counts(uint32_t site, const uint64_t counts[11]) {
  log_enter();
  if (!closed) {
    unsigned char *p = put32(begin(&common, GphEv_GphSparkSiteCounts, 92), site);
    for (int i = 0; i < 11; i++) p = put64(p, counts[i]);
    done(&common, p);
  }
  log_leave();
}

void gph_log_figures(GphEventType e, const uint64_t *figures, int n, const char *text) {
  const size_t m = strnlen(text, 4000), bytes = 8 * (size_t)n + m;
  log_enter();
  if (!closed) {
    unsigned char *p = put16(begin(&common, e, 2 + bytes), bytes);
    for (int i = 0; i < n; i++) p = put64(p, figures[i]);
    memcpy(p, text, m);
    done(&common, p + m);
  }
  log_leave();
}

// ---- heap profiles: there is one, profile 0
void gph_log_heap_profile(uint32_t breakdown, uint64_t interval_ns) {
  enum { FILTERS = 7, BYTES = 1 + 8 + 4 + FILTERS };
  log_enter();
  if (!closed) {
    unsigned char *p = put16(begin(&common, GphEv_HeapProfBegin, 2 + BYTES), BYTES);
    *p++ = 0;
    p = put32(put64(p, interval_ns), breakdown);
    done(&common, (unsigned char *)memset(p, 0, FILTERS) + FILTERS);
  }
  log_leave();
}
void gph_log_heap_sample(GphEventType e, uint64_t number) {
  log_enter();
  if (!closed) done(&common, put64(begin(&common, e, 8), number));
  log_leave();
}
void gph_log_heap_band(uint64_t bytes, const char *label) {
  const size_t m = strlen(label) + 1, n = 1 + 8 + m;
  log_enter();
  if (!closed) {
    unsigned char *p = put16(begin(&common, GphEv_HeapProfSampleString, 2 + n), n);
    *p++ = 0;
    p = put64(p, bytes);
    memcpy(p, label, m);
    done(&common, p + m);
  }
  log_leave();
}

// ---- OS threads
void gph_log_task(GphEventType e, int cap) {
  log_enter();
  if (!closed) {
    uint64_t id = (uint64_t)syscall(SYS_gettid);
    unsigned char *p = put64(begin(&common, e, 18), id);
    if (e == GphEv_TaskCreate) p = put64(put16(p, (uint64_t)cap), id);
    done(&common, p);
  }
  log_leave();
}

// ---- collections
void gph_log_gc_requested(GphHec *h) {
  if (!GPH_LOGS(GPH_LOG_GC)) return;
  gph_log_event(gph_hecs_used > 1 && gph_flags.par_gc_gen != 2 ? GphEv_RequestParGc : GphEv_RequestSeqGc);
}
static void gc_event(Buffer *b, GphEventType e, uint32_t in_gc) {
  unsigned char *p = begin(b, e, 0);
  b->in_gc = in_gc;
  done(b, p);
}
static void capset_number(Buffer *b, GphEventType e, uint64_t x) { done(b, put64(put32(begin(b, e, 12), CAPSET_PROCESS), x)); }

void gph_log_gc_begins(GphHec *h) {
  if (!GPH_LOGS(GPH_LOG_GC)) return;
  gc_event(h->events, GphEv_GcStart, 1);
  gph_log_event(GphEv_GcGlobalSync);
  gph_log_event(GphEv_GcWork);
}
void gph_log_gc_ends(GphHec *h, const GphGcReport *r) {
  if (!GPH_LOGS(GPH_LOG_GC)) {
    if (GPH_LOGS(GPH_LOG_SPARKS)) log_counters(h, h->events);
    return;
  }
  Buffer *b = h->events;
  lock(&b->locked);
  done(b, begin(b, GphEv_GcDone, 0));
  gc_event(b, GphEv_GcEnd, 0);
  unsigned char *p = put16(put32(begin(b, GphEv_GcStatsGhc, 58), CAPSET_PROCESS), r->major);
  p = put32(put64(put64(put64(p, r->copied), r->slop), 0), (uint64_t)r->workers);
  done(b, put64(put64(put64(p, r->most_copied), r->copied), r->balanced));
  capset_number(b, GphEv_HeapAllocated, h->allocated);
  capset_number(b, GphEv_HeapSize, gph_block_mapped());
  if (r->major) capset_number(b, GphEv_HeapLive, r->live);
  if (GPH_LOGS(GPH_LOG_SPARKS)) log_counters(h, b);
  unlock(&b->locked);
}

void gph_log_gc_wait(GphHec *h, GphGcWait what) {
  if (!GPH_LOGS(GPH_LOG_GC)) return;
  Buffer *b = h->events;
  lock(&b->locked);                                    // the leader may log this HEC's sparks
  switch (what) {
  case GPH_WAIT_BEGINS:
    gc_event(b, GphEv_GcStart, 1);
    done(b, begin(b, GphEv_GcIdle, 0));
    break;
  case GPH_WAIT_HELPS: done(b, begin(b, GphEv_GcWork, 0)); break;
  case GPH_WAIT_GOES_ON: done(b, begin(b, GphEv_GcIdle, 0)); break;
  case GPH_WAIT_ENDS:
    done(b, begin(b, GphEv_GcDone, 0));
    gc_event(b, GphEv_GcEnd, 0);
    capset_number(b, GphEv_HeapAllocated, h->allocated);
    if (GPH_LOGS(GPH_LOG_SPARKS)) log_counters(h, b);
  }
  unlock(&b->locked);
}

// ---- the end
// Every buffer's complete events, whoever owns it; then what closes the open intervals of each HEC.
static void write_rest(bool orderly) {
  static unsigned char tail[TAIL + 16];
  for (int i = 0; i < gph_hecs_now(); i++) {
    GphHec *h = gph_hecs[i];
    Buffer *b = h->events;
    if (!b) continue;
    uint64_t shown = gph_load_acquire(&b->shown);
    uint32_t used = shown & 0x7fffffff, running = (uint32_t)(shown >> 32);
    int64_t now = now_ns();
    if (used > MARKER) write_block(b->start, used, b->cap, b->begun, now);
    unsigned char *p = tail + MARKER;
    if (running) p = put32(put16(put32(put_head(p, GphEv_StopThread, now), running), GPH_STOP_YIELD), 0);
    if (shown >> 31 & 1) p = put_head(put_head(p, GphEv_GcDone, now), GphEv_GcEnd, now);
    if (gph_flags.log_classes & GPH_LOG_SPARKS) p = put_counters(put_head(p, GphEv_SparkCounters, now), h);
    if (gph_flags.log_classes & GPH_LOG_GC) p = put64(put32(put_head(p, GphEv_HeapAllocated, now), CAPSET_PROCESS), h->allocated + (orderly ? gph_nursery_used(h) + h->large_bytes : 0));
    if (p > tail + MARKER) write_block(tail, (size_t)(p - tail), b->cap, now, now);
    if (orderly) {
      common_capset(GphEv_CapsetRemoveCap, CAPSET_PROCESS, h->no);
      common_capset(GphEv_CapsetRemoveCap, CAPSET_CLOCK, h->no);
      common_cap(GphEv_CapDelete, h->no);
    }
  }
  done(&common, put32(begin(&common, GphEv_CapsetDelete, 4), CAPSET_PROCESS));
  done(&common, put32(begin(&common, GphEv_CapsetDelete, 4), CAPSET_CLOCK));
  flush(&common);
  if (!seekable) write_at((const unsigned char *)"\xff\xff", 2, 0);
  closed = 1;
}

void gph_eventlog_end(void) {
  log_enter();
  gph_store_relaxed(&gph_log_classes, 0u);
  if (!closed) write_rest(true);
  log_leave();
}
void gph_eventlog_crash(void) {
  gph_store_relaxed(&gph_log_classes, 0u);
  if (fd < 0 || !log_enter_soon()) return;         // the file is whole as it is
  if (!closed) write_rest(false);
  log_leave();
}

void gph_eventlog_tick(void) {
  static int64_t last;
  if (gph_flags.log_flush_ns == 0 || !(gph_load_relaxed(&gph_log_classes) & GPH_LOG_ALL)) return;
  int64_t now = now_ns();
  if (now - last < gph_flags.log_flush_ns) return;
  last = now;
  for (int i = 0; i < gph_hecs_now(); i++)
    if (gph_hecs[i]->events) gph_store_relaxed(&gph_hecs[i]->events->flush_wanted, 1u);
  if (!log_try_enter()) return;                          // who has it may be waiting for the disk, and threads for the ticker
  if (!closed) flush(&common);
  log_leave();
}
