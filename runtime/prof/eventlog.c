// eventlog.c: the event log (+RTS -l): what it says, in GHC's file format; buffers and the file are event.c's. What is
// logged is called for where it happens; which events there are stands in events.def.
//
// The file: a header with every kind of event and its size, then blocks. All numbers are big-endian. A block is a
// BlockMarker (its size, the time of its end, its HEC) and the events of that HEC, in order of time; blocks of
// different HECs follow each other in any order, and readers sort. What belongs to no HEC stands in blocks of "HEC"
// 0xffff. The last two bytes are 0xffff.
#define _GNU_SOURCE
#include "prof/eventlog.h"
#include "prof/event.h"
#include "prof/spark_sites.h"
#include "base/flags.h"
#include "base/os.h"
#include "heap/block.h"
#include "heap/alloc.h"
#include "prof/hooks.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { CAPSET_PROCESS = 0, CAPSET_CLOCK = 1, TAIL = 512 };

uint32_t gph_log_classes;

static GphEventBuffer *own(void) {
  GphWorker *w = gph_worker_self();
  return w ? w->hec->events : NULL;  // NULL: before the first worker is one
}

// ---- HECs and what is said once
static void common_capset(GphEventType e, int capset, int cap) {
  unsigned char *p = gph_event_begin(&gph_event_common, e, 6);
  gph_event_done(&gph_event_common, put16(put32(p, (uint64_t)capset), (uint64_t)cap));
}
static void common_cap(GphEventType e, int cap) {
  gph_event_done(&gph_event_common, put16(gph_event_begin(&gph_event_common, e, 2), (uint64_t)cap));
}

static void common_text(GphEventType e, uint32_t number, const char *text, size_t n) {
  if (n > GPH_EVENT_MOST_TEXT) n = GPH_EVENT_MOST_TEXT;
  unsigned char *p = put32(put16(gph_event_begin(&gph_event_common, e, 6 + n), 4 + n), number);
  memcpy(p, text, n);
  gph_event_done(&gph_event_common, p + n);
}

void gph_eventlog_add_hec(GphHec *h) {
  if (!gph_event_is_open()) return;
  GphEventBuffer *b = gph_os_alloc(sizeof *b);
  gph_event_buffer_init(b, h->no);
  gph_event_enter();
  common_cap(GphEv_CapCreate, h->no);
  common_capset(GphEv_CapsetAssignCap, CAPSET_PROCESS, h->no);
  common_capset(GphEv_CapsetAssignCap, CAPSET_CLOCK, h->no);
  gph_event_flush(&gph_event_common);  // who is killed soon leaves this much
  gph_event_leave();
  h->events = b;
}


void gph_eventlog_start(int argc, char **argv) {
  if (gph_flags.spark_report || gph_flags.scaling) gph_log_classes = GPH_LOG_SITES;
  if (gph_flags.log_classes == 0) return;
  const char *file_name = gph_flags.log_file;
  if (!file_name) {
    size_t n = strlen(gph_prog_name);
    char *name = gph_os_alloc(n + 16);
    memcpy(name, gph_prog_name, n);
    memcpy(name + n, ".eventlog", 10);
    file_name = name;
  }
  gph_log_classes |= gph_flags.log_classes;
  if (gph_log_classes & GPH_LOG_SPARKS_FULL) gph_log_classes |= GPH_LOG_SITES;
  if (!gph_event_open(file_name)) gph_fail(1, "cannot write the event log %s: %s", file_name, strerror(errno));
  common_capset(GphEv_CapsetCreate, CAPSET_PROCESS, 2);
  common_capset(GphEv_CapsetCreate, CAPSET_CLOCK, 3);
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  unsigned char *p = put32(gph_event_begin(&gph_event_common, GphEv_WallClockTime, 16), CAPSET_CLOCK);
  gph_event_done(&gph_event_common, put32(put64(p, (uint64_t)t.tv_sec), (uint64_t)t.tv_nsec));
  gph_event_done(
      &gph_event_common,
      put32(put32(gph_event_begin(&gph_event_common, GphEv_OsProcessPid, 8), CAPSET_PROCESS), (uint64_t)getpid()));
  gph_event_done(
      &gph_event_common,
      put32(put32(gph_event_begin(&gph_event_common, GphEv_OsProcessPpid, 8), CAPSET_PROCESS), (uint64_t)getppid()));
#ifdef GPH_THREADED
  const char *rts = "gphc-0.1 rts_thr";
#else
  const char *rts = "gphc-0.1 rts";
#endif
  common_text(GphEv_RtsIdentifier, CAPSET_PROCESS, rts, strlen(rts));
  size_t n = 0;
  for (int i = 0; i < argc && n + strlen(argv[i]) + 1 < GPH_EVENT_MOST_TEXT; i++) n += strlen(argv[i]) + 1;
  char *args = gph_os_alloc(n + 1);
  n = 0;
  for (int i = 0; i < argc && n + strlen(argv[i]) + 1 < GPH_EVENT_MOST_TEXT; i++) {
    memcpy(args + n, argv[i], strlen(argv[i]) + 1);
    n += strlen(argv[i]) + 1;
  }
  common_text(GphEv_ProgramArgs, CAPSET_PROCESS, args, n ? n - 1 : 0);
  gph_os_free(args, n + 1);
  p = put16(put32(gph_event_begin(&gph_event_common, GphEv_HeapInfoGhc, 38), CAPSET_PROCESS),
            (uint64_t)gph_flags.generations);
  gph_event_done(&gph_event_common,
                 put64(put64(put64(put64(p, gph_flags.max_heap), gph_flags.nursery), 1 << 20), GPH_BLOCK_SIZE));
  gph_at_death(gph_eventlog_crash);
}

// ---- single events
void gph_log_event(GphEventType e) {
  GphEventBuffer *b = own();
  if (b) gph_event_done(b, gph_event_begin(b, e, 0));
}
void gph_log_thread(GphEventType e, uint32_t thread) {
  GphEventBuffer *b = own();
  if (b) gph_event_done(b, put32(gph_event_begin(b, e, 4), thread));
}
void gph_log_thread_cap(GphEventType e, uint32_t thread, int cap) {
  GphEventBuffer *b = own();
  if (b) gph_event_done(b, put16(put32(gph_event_begin(b, e, 6), thread), (uint64_t)cap));
}

void gph_log_run(GphThread *t) {
  if (t->is_spark) gph_site_runs(t);
  GphEventBuffer *b = own();
  if (!b || !GPH_LOGS(GPH_LOG_SCHED)) return;
  unsigned char *p = put32(gph_event_begin(b, GphEv_RunThread, 4), t->id);
  b->running = t->id;
  gph_event_done(b, p);
}
void gph_log_stop(GphThread *t, GphStopReason why) {
  if (t->is_spark) gph_site_pauses(t);
  GphEventBuffer *b = own();
  if (!b || !GPH_LOGS(GPH_LOG_SCHED)) return;
  GphThread *owner = why == 8 ? gph_load_relaxed(&t->msg_owner) : NULL;
  unsigned char *p = put32(put16(put32(gph_event_begin(b, GphEv_StopThread, 10), t->id), why), owner ? owner->id : 0);
  b->running = 0;
  gph_event_done(b, p);
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
    case GPH_T_READY:
    case GPH_T_FINISHED:
    case GPH_T_DIED:
    case GPH_T_BLOCKED_FOREIGN:
    case GPH_T_REMOTE:
    case GPH_T_FROZEN:
    default: return GPH_STOP_YIELD;  // frozen; or awake again already
  }
}

void gph_log_text(GphEventType e, const char *text) {
  GphEventBuffer *b = own();
  if (!b) return;
  size_t n = strlen(text);
  if (n > GPH_EVENT_MOST_TEXT)
    // no half of a character
    for (n = GPH_EVENT_MOST_TEXT; n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80; n--) {}
  unsigned char *p = put16(gph_event_begin(b, e, 2 + n), n);
  memcpy(p, text, n);
  gph_event_done(b, p + n);
}
void gph_log_label(GphThread *t, const char *label) {
  GphEventBuffer *b = own();
  if (!b) return;
  size_t n = strnlen(label, GPH_EVENT_MOST_TEXT);
  unsigned char *p = put32(put16(gph_event_begin(b, GphEv_ThreadLabel, 6 + n), 4 + n), t->id);
  memcpy(p, label, n);
  gph_event_done(b, p + n);
}

// ---- sparks
void gph_log_spark(GphHec *pool, GphEventType e) {
  GphEventBuffer *b = pool->events;
  if (!b) return;
  gph_event_lock(&b->locked);
  gph_event_done(b, gph_event_begin(b, e, 0));
  gph_event_unlock(&b->locked);
}
void gph_log_steal(int victim) {
  GphEventBuffer *b = own();
  if (b) gph_event_done(b, put16(gph_event_begin(b, GphEv_SparkSteal, 2), (uint64_t)victim));
}

static unsigned char *put_counters(unsigned char *p, GphHec *h) {
  GphSparkCounts *s = &h->sparks;
  p = put64(put64(put64(p, s->created), s->dud), s->overflowed);
  return put64(put64(put64(put64(p, s->converted), s->collected), s->fizzled), (uint64_t)gph_pool_size(&h->pool));
}
static void log_counters(GphHec *h, GphEventBuffer *b) {
  b->counted = gph_event_now();
  b->last = h->sparks;
  gph_event_done(b, put_counters(gph_event_begin(b, GphEv_SparkCounters, 56), h));
}
void gph_log_spark_counters(GphHec *h) {
  GphEventBuffer *b = h->events;
  if (b && gph_event_now() - b->counted > 1000000 && memcmp(&b->last, &h->sparks, sizeof b->last) != 0)
    log_counters(h, b);
}

void gph_log_site(uint32_t site, const char *function, const char *place) {
  size_t m = strnlen(function, 1000), n = strnlen(place, 4000);
  char text[5002];
  memcpy(text, function, m);
  text[m] = 0;
  memcpy(text + m + 1, place, n);
  gph_event_enter();
  if (gph_event_is_open()) common_text(GphEv_GphSparkSite, site, text, m + 1 + n);
  gph_event_leave();
}
void gph_log_site_counts(uint32_t site, const uint64_t counts[11]) {
  gph_event_enter();
  if (gph_event_is_open()) {
    unsigned char *p = put32(gph_event_begin(&gph_event_common, GphEv_GphSparkSiteCounts, 92), site);
    for (int i = 0; i < 11; i++) p = put64(p, counts[i]);
    gph_event_done(&gph_event_common, p);
  }
  gph_event_leave();
}

void gph_log_figures(GphEventType e, const uint64_t *figures, int n, const char *text) {
  const size_t m = strnlen(text, 4000), bytes = 8 * (size_t)n + m;
  gph_event_enter();
  if (gph_event_is_open()) {
    unsigned char *p = put16(gph_event_begin(&gph_event_common, e, 2 + bytes), bytes);
    for (int i = 0; i < n; i++) p = put64(p, figures[i]);
    memcpy(p, text, m);
    gph_event_done(&gph_event_common, p + m);
  }
  gph_event_leave();
}

// ---- heap profiles: there is one, profile 0
void gph_log_heap_profile(uint32_t breakdown, uint64_t interval_ns) {
  enum { FILTERS = 7, BYTES = 1 + 8 + 4 + FILTERS };
  gph_event_enter();
  if (gph_event_is_open()) {
    unsigned char *p = put16(gph_event_begin(&gph_event_common, GphEv_HeapProfBegin, 2 + BYTES), BYTES);
    *p++ = 0;
    p = put32(put64(p, interval_ns), breakdown);
    gph_event_done(&gph_event_common, (unsigned char *)memset(p, 0, FILTERS) + FILTERS);
  }
  gph_event_leave();
}
void gph_log_heap_sample(GphEventType e, uint64_t number) {
  gph_event_enter();
  if (gph_event_is_open()) gph_event_done(&gph_event_common, put64(gph_event_begin(&gph_event_common, e, 8), number));
  gph_event_leave();
}
void gph_log_heap_band(uint64_t bytes, const char *label) {
  const size_t m = strlen(label) + 1, n = 1 + 8 + m;
  gph_event_enter();
  if (gph_event_is_open()) {
    unsigned char *p = put16(gph_event_begin(&gph_event_common, GphEv_HeapProfSampleString, 2 + n), n);
    *p++ = 0;
    p = put64(p, bytes);
    memcpy(p, label, m);
    gph_event_done(&gph_event_common, p + m);
  }
  gph_event_leave();
}

// ---- OS threads
void gph_log_task(GphEventType e, int cap) {
  gph_event_enter();
  if (gph_event_is_open()) {
    uint64_t id = (uint64_t)syscall(SYS_gettid);
    unsigned char *p = put64(gph_event_begin(&gph_event_common, e, 18), id);
    if (e == GphEv_TaskCreate) p = put64(put16(p, (uint64_t)cap), id);
    gph_event_done(&gph_event_common, p);
  }
  gph_event_leave();
}

// ---- collections
void gph_log_gc_requested(GphHec *h) {
  if (!GPH_LOGS(GPH_LOG_GC)) return;
  gph_log_event(gph_hecs_used > 1 && gph_flags.par_gc_gen != 2 ? GphEv_RequestParGc : GphEv_RequestSeqGc);
}
static void gc_event(GphEventBuffer *b, GphEventType e, uint32_t in_gc) {
  unsigned char *p = gph_event_begin(b, e, 0);
  b->in_gc = in_gc;
  gph_event_done(b, p);
}
static void capset_number(GphEventBuffer *b, GphEventType e, uint64_t x) {
  gph_event_done(b, put64(put32(gph_event_begin(b, e, 12), CAPSET_PROCESS), x));
}

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
  GphEventBuffer *b = h->events;
  gph_event_lock(&b->locked);
  gph_event_done(b, gph_event_begin(b, GphEv_GcDone, 0));
  gc_event(b, GphEv_GcEnd, 0);
  unsigned char *p = put16(put32(gph_event_begin(b, GphEv_GcStatsGhc, 58), CAPSET_PROCESS), r->major);
  p = put32(put64(put64(put64(p, r->copied), r->slop), 0), (uint64_t)r->workers);
  gph_event_done(b, put64(put64(put64(p, r->most_copied), r->copied), r->balanced));
  capset_number(b, GphEv_HeapAllocated, h->allocated);
  capset_number(b, GphEv_HeapSize, gph_block_mapped());
  if (r->major) capset_number(b, GphEv_HeapLive, r->live);
  if (GPH_LOGS(GPH_LOG_SPARKS)) log_counters(h, b);
  gph_event_unlock(&b->locked);
}

void gph_log_gc_wait(GphHec *h, GphGcWait what) {
  if (!GPH_LOGS(GPH_LOG_GC)) return;
  GphEventBuffer *b = h->events;
  gph_event_lock(&b->locked);  // the leader may log this HEC's sparks
  switch (what) {
    case GPH_WAIT_BEGINS:
      gc_event(b, GphEv_GcStart, 1);
      gph_event_done(b, gph_event_begin(b, GphEv_GcIdle, 0));
      break;
    case GPH_WAIT_HELPS: gph_event_done(b, gph_event_begin(b, GphEv_GcWork, 0)); break;
    case GPH_WAIT_GOES_ON: gph_event_done(b, gph_event_begin(b, GphEv_GcIdle, 0)); break;
    case GPH_WAIT_ENDS:
      gph_event_done(b, gph_event_begin(b, GphEv_GcDone, 0));
      gc_event(b, GphEv_GcEnd, 0);
      capset_number(b, GphEv_HeapAllocated, h->allocated);
      if (GPH_LOGS(GPH_LOG_SPARKS)) log_counters(h, b);
  }
  gph_event_unlock(&b->locked);
}

// ---- the end
// Every buffer's complete events, whoever owns it; then what closes the open intervals of each HEC.
static void write_rest(bool orderly) {
  static unsigned char tail[TAIL + 16];
  for (int i = 0; i < gph_hecs_now(); i++) {
    GphHec *h = gph_hecs[i];
    GphEventBuffer *b = h->events;
    if (!b) continue;
    uint64_t shown = gph_load_acquire(&b->shown);
    uint32_t used = shown & 0x7fffffff, running = (uint32_t)(shown >> 32);
    int64_t now = gph_event_now();
    if (used > GPH_EVENT_MARKER) gph_event_write_block(b->start, used, b->cap, b->begun, now);
    unsigned char *p = tail + GPH_EVENT_MARKER;
    if (running) p = put32(put16(put32(put_head(p, GphEv_StopThread, now), running), GPH_STOP_YIELD), 0);
    if (shown >> 31 & 1) p = put_head(put_head(p, GphEv_GcDone, now), GphEv_GcEnd, now);
    if (gph_flags.log_classes & GPH_LOG_SPARKS) p = put_counters(put_head(p, GphEv_SparkCounters, now), h);
    if (gph_flags.log_classes & GPH_LOG_GC)
      p = put64(put32(put_head(p, GphEv_HeapAllocated, now), CAPSET_PROCESS),
                h->allocated + (orderly ? gph_nursery_used(h) + h->large_bytes : 0));
    if (p > tail + GPH_EVENT_MARKER) gph_event_write_block(tail, (size_t)(p - tail), b->cap, now, now);
    if (orderly) {
      common_capset(GphEv_CapsetRemoveCap, CAPSET_PROCESS, h->no);
      common_capset(GphEv_CapsetRemoveCap, CAPSET_CLOCK, h->no);
      common_cap(GphEv_CapDelete, h->no);
    }
  }
  gph_event_done(&gph_event_common, put32(gph_event_begin(&gph_event_common, GphEv_CapsetDelete, 4), CAPSET_PROCESS));
  gph_event_done(&gph_event_common, put32(gph_event_begin(&gph_event_common, GphEv_CapsetDelete, 4), CAPSET_CLOCK));
  gph_event_flush(&gph_event_common);
  gph_event_close();
}

void gph_eventlog_end(void) {
  gph_event_enter();
  gph_store_relaxed(&gph_log_classes, 0u);
  if (gph_event_is_open()) write_rest(true);
  gph_event_leave();
}
void gph_eventlog_crash(void) {
  gph_store_relaxed(&gph_log_classes, 0u);
  if (!gph_event_enter_soon()) return;  // the file is whole as it is
  if (gph_event_is_open()) write_rest(false);
  gph_event_leave();
}

void gph_eventlog_tick(void) {
  static int64_t last;
  if (gph_flags.log_flush_ns == 0 || !(gph_load_relaxed(&gph_log_classes) & GPH_LOG_ALL)) return;
  int64_t now = gph_event_now();
  if (now - last < gph_flags.log_flush_ns) return;
  last = now;
  for (int i = 0; i < gph_hecs_now(); i++)
    if (gph_hecs[i]->events) gph_store_relaxed(&gph_hecs[i]->events->flush_wanted, 1u);
  // who has it may be waiting for the disk, and threads for the ticker
  if (!gph_event_try_enter()) return;
  if (gph_event_is_open()) gph_event_flush(&gph_event_common);
  gph_event_leave();
}
