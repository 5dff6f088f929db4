// eventlog.h: +RTS -l: what happened when, in GHC's event log format. See eventlog.c.
//
// Each function here costs a load and a branch when nothing is logged. They write to the buffer of the calling worker's
// HEC, which it must own.
#pragma once
#include "base/die.h"
#include "base/flags.h"
#include "state/hecs.h"

// atomic: which classes are logged; 0: none. Set once at the start, cleared at the end
extern uint32_t gph_log_classes;

typedef enum {
#define EVENT(name, number, bytes, text) GphEv_##name = number,
#include "prof/events.def"
#undef EVENT
} GphEventType;

typedef enum {
  GPH_STOP_HEAP = 1,
  GPH_STOP_YIELD = 3,
  GPH_STOP_FINISHED = 5,
  GPH_STOP_FOREIGN = 6 /* and 6 + GHC's numbers of what it is blocked on */
} GphStopReason;

void gph_eventlog_start(int argc, char **argv);  // before HECs are made; flags have been read
void gph_eventlog_add_hec(GphHec *h);            // a new HEC, before it is used
void gph_eventlog_end(void);                     // everything that is complete goes into the file, and its end
// the same from a signal handler or a failing runtime: waits for nobody for long
void gph_eventlog_crash(void);
void gph_eventlog_tick(void);  // from the ticker: --eventlog-flush-interval

// ---- out of line: only when that class is logged
void gph_log_event(GphEventType e);
void gph_log_thread(GphEventType e, uint32_t thread);
void gph_log_thread_cap(GphEventType e, uint32_t thread, int cap);
void gph_log_run(GphThread *t);
void gph_log_stop(GphThread *t, GphStopReason why);
void gph_log_text(GphEventType e, const char *text);
void gph_log_label(GphThread *t, const char *label);
// pool: whose spark it is; another HEC's only while the world is stopped
void gph_log_spark(GphHec *pool, GphEventType e);
void gph_log_steal(int victim);
void gph_log_spark_counters(GphHec *h);      // not more often than makes sense
void gph_log_task(GphEventType e, int cap);  // the calling OS thread
void gph_log_site(uint32_t site, const char *function, const char *place);
void gph_log_site_counts(uint32_t site, const uint64_t counts[11]);
// n numbers, at most 100, and a text
void gph_log_figures(GphEventType e, const uint64_t *figures, int n, const char *text);

void gph_log_heap_profile(uint32_t breakdown, uint64_t interval_ns);
void gph_log_heap_sample(GphEventType e, uint64_t number);
void gph_log_heap_band(uint64_t bytes, const char *label);

#define GPH_LOGS(class) GPH_EVENT_UNLIKELY(gph_load_relaxed(&gph_log_classes) & (class))
#define GPH_EVENT_UNLIKELY(c) __builtin_expect(!!(c), 0)

// ---- threads
GphStopReason gph_log_reason(GphThread *t);  // what a thread that is blocked waits for
static inline void gph_log_created(GphThread *t) {
  if (GPH_LOGS(GPH_LOG_SCHED)) gph_log_thread(GphEv_CreateThread, t->id);
}
static inline void gph_log_running(GphThread *t) {
  if (GPH_LOGS(GPH_LOG_SCHED | GPH_LOG_SITES)) gph_log_run(t);
}
static inline void gph_log_stopped(GphThread *t, GphStopReason why) {
  if (GPH_LOGS(GPH_LOG_SCHED | GPH_LOG_SITES)) gph_log_stop(t, why);
}
static inline void gph_log_blocked(GphThread *t) {
  if (GPH_LOGS(GPH_LOG_SCHED | GPH_LOG_SITES)) gph_log_stop(t, gph_log_reason(t));
}
static inline void gph_log_woken(GphThread *t, GphHec *h) {
  if (GPH_LOGS(GPH_LOG_SCHED)) gph_log_thread_cap(GphEv_ThreadWakeup, t->id, h->no);
}
static inline void gph_log_migrated(GphThread *t, GphHec *to) {
  if (GPH_LOGS(GPH_LOG_SCHED)) gph_log_thread_cap(GphEv_MigrateThread, t->id, to->no);
}
static inline void gph_log_sparks(GphHec *h) {
  if (GPH_LOGS(GPH_LOG_SPARKS)) gph_log_spark_counters(h);
}

// ---- collections
typedef struct {
  bool major;
  int workers;
  uint64_t copied, most_copied, balanced, slop, live;
} GphGcReport;
void gph_log_gc_requested(GphHec *h);
void gph_log_gc_begins(GphHec *h);  // the leader's, the world is stopped
void gph_log_gc_ends(GphHec *h, const GphGcReport *r);
typedef enum { GPH_WAIT_BEGINS, GPH_WAIT_HELPS, GPH_WAIT_GOES_ON, GPH_WAIT_ENDS } GphGcWait;
void gph_log_gc_wait(GphHec *h, GphGcWait what);  // another HEC's, which waits for the world to go on, or helps
