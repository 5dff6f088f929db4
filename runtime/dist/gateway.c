// gateway.c: who talks to the other PEs, and what about; the beginning and the end of a run on several.
//
// Note [The gateway]
// ~~~~~~~~~~~~~~~~~~
// HEC 0 is the gateway: it alone sends and receives, in its scheduler, between threads, where a collection may come and go. It looks for messages
//   - whenever it comes by there (gph_dist_poll)
//   - when it runs a thread: the ticker asks it every --poll seconds (gph_dist_tick), and the thread leaves at its next check if there is something to do (gph_dist_due)
//   - when it has nothing to do: again and again, with growing pauses of sleep in between (gph_dist_wait); whoever has something for it (a FetchMe to be fetched, a thread) wakes it as any HEC
// What other HECs want of it they leave in tables, with gph_dist_lock (dist/fetch.c). Messages are dealt with while that lock is held, and none of that collects; what they bring is heap memory beside the
// nursery, so a collection is made when much has come.
//
// What the protocol takes for granted: messages from one PE to another arrive, once, in the order they were sent. Of that order it needs: that ACK comes before a FREE or FETCH for what it
// names (its slots are known by nothing else), and that FINISH is the last.
//
// Note [The end]
// ~~~~~~~~~~~~~~
// The program ends when PE 0's main does (gph_exit). It sends FINISH to all; who gets the first FINISH sends FINISH to all others, and drops what comes until it has one of each: then no message is on its
// way to it, and MPI may be left. All that is by who ends the program, on whatever thread: it takes the transport and never gives it back.
#include "dist/gateway.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "dist/addresses.h"
#include "dist/fetch.h"
#include "dist/fish.h"
#include "dist/rest.h"
#include "dist/transport.h"
#include "dist/unpack.h"
#include "gph/rts.h"
#include "heap/alloc.h"
#include "sched/deadlock.h"
#include "sched/hec.h"
#include "sched/hooks.h"
#include "sched/spark.h"
#include "sched/worker.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

uint64_t gph_messages_sent, gph_messages_received;
static GphLock transport = GPH_LOCK_INIT;              // whoever calls dist/transport.c
static uint32_t due;                                   // atomic: the ticker asks
static uint32_t begun;                                 // atomic: HEC 0 has its worker. The ticker must not give it one before
static bool *finished;                                 // PEs whose FINISH has come
static int finished_count;
static uint64_t counts[GPH_DIST_KINDS], words;         // sent

static bool makes_work(W kind) { return kind != GPH_DIST_FISH && kind != GPH_DIST_PROBE && kind != GPH_DIST_STATE && kind != GPH_DIST_FINISH; }

W *gph_message(GphDistKind kind, size_t n) {
  W *m = malloc((n + 1) * sizeof(W));
  if (!m) gph_fail(251, "out of memory");
  m[0] = kind;
  return m;
}
void gph_message_send(int to, W *m, size_t n) {
  counts[m[0]]++;
  words += n;
  if (makes_work(m[0])) gph_messages_sent++;
  gph_transport_send(to, m, n);
}

// ---- messages
static void handle(GphHec *h, int from, const W *m, size_t n) {
  if (n == 0 || m[0] >= GPH_DIST_KINDS) gph_fail(1, "a message from process %d is damaged: its kind", from);
  if (makes_work(m[0])) gph_messages_received++;
  static const uint8_t least[GPH_DIST_KINDS] = { [GPH_DIST_FISH] = 3, [GPH_DIST_SCHEDULE] = 3, [GPH_DIST_FETCH] = 3, [GPH_DIST_RESUME] = 4, [GPH_DIST_CANNOT] = 2, [GPH_DIST_PROBE] = 2, [GPH_DIST_STATE] = 5 };
  if (n < least[m[0]]) gph_fail(1, "a message from process %d is damaged: it is too short", from);
  switch ((GphDistKind)m[0]) {
  case GPH_DIST_FISH:
    if (m[1] >= (W)gph_pes) gph_fail(1, "a message from process %d is damaged: a process that there is not", from);
    gph_fish_came(h, (int)m[1], (uint32_t)m[2]);
    break;
  case GPH_DIST_SCHEDULE: gph_fish_caught(h, from, m + 1, n - 1); break;
  case GPH_DIST_ACK:
    for (size_t i = 1; i + 2 < n; i += 3) gph_fetch_moved(from, (uint32_t)m[i], (uint32_t)m[i + 1], m[i + 2]);
    break;
  case GPH_DIST_FETCH: gph_fetch_requested(h, from, (uint32_t)m[1], (uint32_t)m[2]); break;
  case GPH_DIST_RESUME: gph_fetch_answered(h, from, (uint32_t)m[1], m + 2, n - 2); break;
  case GPH_DIST_CANNOT: gph_fetch_refused(h, from, (uint32_t)m[1]); break;
  case GPH_DIST_FREE:
    for (size_t i = 1; i + 1 < n; i += 2) gph_export_returned((uint32_t)m[i], m[i + 1]);
    break;
  case GPH_DIST_PROBE: gph_rest_answer(h, from, m[1]); break;
  case GPH_DIST_STATE: gph_rest_answered(h, m[1], m[2] != 0, m[3], m[4]); break;
  case GPH_DIST_FINISH:
    finished[from] = true;
    finished_count++;
    break;
  case GPH_DIST_KINDS: break;
  }
}

// What has died goes home, in one message for each PE that is in turn.
static void send_returns(void) {
  GphAddress a;
  static W *to[2];                                     // [0]: of PE `pe`, n words
  static int pe = -1;
  static size_t n, room;
  while (gph_returns_next(&a)) {
    if (pe != (int)a.pe || n + 2 > room) {
      if (to[0]) gph_message_send(pe, to[0], n);
      room = 256;
      to[0] = gph_message(GPH_DIST_FREE, room);
      pe = (int)a.pe;
      n = 1;
    }
    to[0][n++] = a.slot;
    to[0][n++] = a.weight;
  }
  if (to[0]) gph_message_send(pe, to[0], n);
  to[0] = NULL;
  pe = -1;
}

static bool hungry(GphHec *h) { return gph_load_relaxed(&gph_hungry_hecs) > 0 || (!h->run_head && !gph_spark_available(h)); }

void gph_dist_poll(GphHec *h) {
  enum { MOST = 64 };                                  // messages at a time
  if (!gph_try_lock(&transport)) return;               // the program is ending
  gph_store_relaxed(&due, 0u);
  gph_store_release(&begun, 1u);
  gph_lock(&gph_dist_lock);
  for (int i = 0; i < MOST; i++) {
    int from;
    size_t n;
    W *m = gph_transport_receive(&from, &n);
    if (!m) break;
    handle(h, from, m, n);
    free(m);
  }
  if (gph_fetch_waiting()) gph_fetch_send(h);
  send_returns();
  if (hungry(h)) gph_fish_send(h);
  gph_transport_progress();
  const bool over = finished_count > 0, stuck = gph_rest_found();
  gph_unlock(&gph_dist_lock);
  gph_unlock(&transport);
  if (over) gph_exit(0);
  if (stuck) gph_break_deadlock(h);
  static size_t came;
  if ((came += gph_unpacked_words() * sizeof(W)) > gph_nursery_size()) {
    came = 0;
    gph_collect(h, GPH_GC_YOUNG);
  }
}

bool gph_dist_due(GphHec *h) {
  if (gph_fetch_waiting()) return true;
  if (!gph_load_relaxed(&due)) return false;           // relaxed: the next tick asks again
  gph_store_relaxed(&due, 0u);
  if (!gph_try_lock(&transport)) return false;
  gph_transport_progress();
  const bool ready = gph_transport_ready() || (gph_load_relaxed(&gph_hungry_hecs) > 0 && gph_fish_due(h) == 0);
  gph_unlock(&transport);
  return ready;
}
bool gph_dist_work(void) { return gph_fetch_waiting(); }

void gph_dist_tick(void) {
  GphHec *h = gph_hecs[0];
  if (!gph_load_acquire(&begun)) return;
  gph_store_relaxed(&due, 1u);
  if (gph_load_seq(&h->owner) == NULL) gph_hec_kick(h);
  else if (gph_load_relaxed(&h->state)) gph_hec_zap_limits(h);
}

// h does not run. Until there is a message, or *wake is no longer `ticket`, or the time is over; then true.
bool gph_dist_wait(GphHec *h, const uint32_t *wake, uint32_t ticket, int64_t timeout_ns) {
  enum { SPIN_NS = 20000, SLEEP_LEAST_NS = 20000, SLEEP_MOST_NS = 500000 };
  const int64_t t0 = gph_os_clock_ns();
  int64_t sleep = SLEEP_LEAST_NS;
  for (;;) {
    if (gph_load_seq(wake) != ticket || gph_dist_work()) return false;
    bool ready = false;
    int64_t fish = -1;
    if (gph_try_lock(&transport)) {
      gph_transport_progress();
      ready = gph_transport_ready();
      fish = gph_fish_due(h);
      gph_unlock(&transport);
    }
    if (ready || fish == 0) return false;
    const int64_t past = gph_os_clock_ns() - t0;
    if (timeout_ns >= 0 && past >= timeout_ns) return true;
    if (past < SPIN_NS) {
      gph_pause();
      continue;
    }
    int64_t most = sleep;
    if (timeout_ns >= 0 && timeout_ns - past < most) most = timeout_ns - past;
    if (fish > 0 && fish < most) most = fish;
    gph_os_futex_wait((uint32_t *)wake, ticket, most);
    if (sleep < SLEEP_MOST_NS) sleep *= 2;
  }
}
void gph_dist_idle(GphHec *h) {
  if (gph_pe != 0 || !gph_try_lock(&transport)) return;
  gph_rest_ask();
  gph_unlock(&transport);
}

// ---- the beginning
static uint64_t fingerprint(void) {
  extern char __executable_start __attribute__((weak)), etext __attribute__((weak));
  uint64_t x = gph_program.abi_hash;
  for (const W *p = (const W *)&__executable_start; p && p + 1 <= (const W *)&etext; p++) x = (x ^ *p) * 0x100000001b3ull;
  return x;
}

void gph_dist_start(char **argv) {
  gph_transport_start(gph_flags.pes, argv);
  if (gph_pes == 1) return;
  if (!gph_transport_agree(fingerprint())) {
    if (gph_pe == 0) gph_log("%s: the processes do not run the same program", gph_prog_name);
    gph_transport_end();
    _exit(1);
  }
  if (gph_flags.scaling) gph_fail(1, "--scaling says how one process scales: not with several");
  finished = calloc((size_t)gph_pes, sizeof *finished);
  if (gph_pe == 0) return;
  gph_flags.stats = GPH_STATS_NONE;                    // PE 0's are printed
  gph_flags.spark_report = false;
  if (gph_flags.log_classes) {
    char name[4096];
    snprintf(name, sizeof name, "%s.%d.eventlog", gph_flags.log_file ? gph_flags.log_file : gph_prog_name, gph_pe);
    gph_flags.log_file = strdup(name);
  }
}

// ---- the end
// What FINISH says of its sender, for PE 0's -s.
enum { SAID_WORDS = GPH_DIST_KINDS, SAID_CONVERTED, SAID_EXPORTS, SAID_IMPORTS, SAID };
static void say(W *said) {
  for (int i = 0; i < GPH_DIST_KINDS; i++) said[i] = counts[i];
  said[SAID_WORDS] = words;
  said[SAID_CONVERTED] = 0;
  for (int i = 0; i < gph_hecs_used; i++) said[SAID_CONVERTED] += gph_load_relaxed(&gph_hecs[i]->sparks.converted);
  size_t exports, imports;
  gph_addresses_count(&exports, &imports);
  said[SAID_EXPORTS] = exports;
  said[SAID_IMPORTS] = imports;
}
static void print_said(int pe, const W *said) {
  fprintf(gph_flags.stats_file, "  PE %3d: %6lu %8lu %6lu %6lu %6lu %6lu %10lu %10lu %8lu %8lu\n", pe, (unsigned long)said[GPH_DIST_FISH], (unsigned long)said[GPH_DIST_SCHEDULE],
          (unsigned long)said[GPH_DIST_ACK], (unsigned long)said[GPH_DIST_FETCH], (unsigned long)said[GPH_DIST_RESUME], (unsigned long)said[GPH_DIST_FREE], (unsigned long)(said[SAID_WORDS] * sizeof(W)),
          (unsigned long)said[SAID_CONVERTED], (unsigned long)said[SAID_EXPORTS], (unsigned long)said[SAID_IMPORTS]);
}
static bool prints(void) { return gph_pe == 0 && (gph_flags.stats == GPH_STATS_SUMMARY || gph_flags.stats == GPH_STATS_EACH); }

void gph_dist_end(void) {
  gph_lock(&transport);                                // for good
  for (int i = 0; i < gph_pes; i++)
    if (i != gph_pe) {
      W *m = gph_message(GPH_DIST_FINISH, SAID);
      say(m + 1);
      gph_message_send(i, m, 1 + SAID);
    }
  if (prints()) {
    W said[SAID];
    say(said);
    fprintf(gph_flags.stats_file, "  Sent:     FISH SCHEDULE    ACK  FETCH RESUME   FREE      bytes     sparks  exports  imports   (sparks converted, and what is left, there)\n");
    print_said(0, said);
  }
  const int64_t t0 = gph_os_clock_ns();
  while (finished_count < gph_pes - 1) {
    int from;
    size_t n;
    W *m = gph_transport_receive(&from, &n);
    if (!m) {
      gph_transport_progress();
      usleep(20);
      if (gph_os_clock_ns() - t0 > (int64_t)10 * 1000000000) gph_transport_abort(1);   // a PE is out in a foreign call, say
      continue;
    }
    if (m[0] == GPH_DIST_FINISH && !finished[from]) {
      finished[from] = true;
      finished_count++;
      if (prints() && n == 1 + SAID) print_said(from, m + 1);
    }
    free(m);
  }
  if (prints()) fflush(gph_flags.stats_file);
  gph_transport_end();
}
