// finish.c: the end of a run on several processes, and what they say of themselves (-s).
//
// Note [The end]
// ~~~~~~~~~~~~~~
// The program ends when PE 0's main does (gph_exit). It sends FINISH to all; who gets the first FINISH
// sends FINISH to all others, and drops what comes until it has one of each: then no message is on its way to it, and
// MPI may be left. All that is by who ends the program, on whatever thread: it takes the transport and never gives it
// back. FINISH brings counts.def's numbers.
//
// Note [Accounts]
// ~~~~~~~~~~~~~~~
// With -debug each PE then says to each other one what weight it holds of that one's exports (ACCOUNT):
// its imports, what it has not sent home, and what was in the messages that it dropped. The home compares that with
// what is out (Note [Weights] in dist/addresses.c). The program is over by then, so any difference is our fault: a slot
// that would be freed too early, or never.
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "dist/addresses.h"
#include "dist/fetch.h"
#include "dist/fish.h"
#include "dist/gateway.h"
#include "dist/pack.h"
#include "dist/transport.h"
#include "dist/unpack.h"
#include "heap/alloc.h"
#include "heap/block.h"
#include "heap/gc_stats.h"
#include "prof/hooks.h"
#include "sched/hooks.h"
#include "sched/spark.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- what a PE says
#define TABLE(title)
#define COUNT(name, heading, value) SAID_##name,
enum {
#include "dist/counts.def"
  SAID
};
#undef COUNT
// of all HECs; HECs that were the gateway, and whose sparks were given
typedef struct {
  GphSparkCounts sparks;
  uint64_t stolen, allocated, gateways, givers;
} Sum;

static void say(W *said) {
  Sum sum = {0};
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    sum.sparks.converted += gph_load_relaxed(&h->sparks.converted);
    sum.stolen += gph_load_relaxed(&h->stolen);
    sum.allocated += h->allocated + gph_nursery_used(h) + h->large_bytes;
    sum.gateways += h->handled > 0;
    sum.givers += h->exported > 0;
  }
  size_t exports, imports;
  gph_addresses_count(&exports, &imports);
#define COUNT(name, heading, value) said[SAID_##name] = value;
#include "dist/counts.def"
#undef COUNT
#undef TABLE
}

static const struct {
  const char *table, *heading;
} lines[] = {
#define TABLE(title) {title, NULL},
#define COUNT(name, heading, value) {NULL, heading},
#include "dist/counts.def"
#undef COUNT
#undef TABLE
};
enum { LINES = sizeof lines / sizeof lines[0] };

static int width(int line) {
  const int n = (int)strlen(lines[line].heading);
  return n < 8 ? 8 : n;
}
static void print(FILE *f, W *const *said) {  // of each PE; NULL: it has said nothing
  fprintf(f, "  The processes, each by its number (docs/distributed.md says what the columns are):\n");
  for (int i = 0, at = 0; i < LINES;) {
    fprintf(f, "  %-9s", lines[i].table);
    int end = i + 1;
    for (; end < LINES && lines[end].heading; end++) fprintf(f, " %*s", width(end), lines[end].heading);
    fprintf(f, "\n");
    for (int pe = 0; pe < gph_pes; pe++) {
      fprintf(f, "  PE %3d:  ", pe);
      for (int k = i + 1; said[pe] && k < end; k++)
        fprintf(f, " %*lu", width(k), (unsigned long)said[pe][at + k - i - 1]);
      fprintf(f, "\n");
    }
    at += end - i - 1;
    i = end;
  }
  fprintf(f, "\n");
  fflush(f);
}

// ---- accounts
#ifdef GPH_DEBUG
static GphAddress *held;
static size_t held_used, held_room;
static void hold(uint32_t pe, uint32_t slot, uint64_t weight) {
  if (held_used == held_room) {
    held_room = held_room ? 2 * held_room : 256;
    held = realloc(held, held_room * sizeof *held);
    if (!held) gph_fail(251, "out of memory");
  }
  held[held_used++] = (GphAddress){pe, slot, weight};
}
static void hold_reference(GphAddress a) { hold(a.pe, a.slot, a.weight); }

static void dropped(int from, const W *m, size_t n) {
  switch ((GphDistKind)m[0]) {
    case GPH_DIST_SCHEDULE:
      gph_packet_references(from, m + GPH_SCHEDULE_HEAD, n - GPH_SCHEDULE_HEAD, hold_reference);
      break;
    case GPH_DIST_RESUME:
    case GPH_DIST_RESULT: gph_packet_references(from, m + GPH_RESUME_HEAD, n - GPH_RESUME_HEAD, hold_reference); break;
    case GPH_DIST_ACK:
      for (size_t i = 1; i + 2 < n; i += 3) hold((uint32_t)from, (uint32_t)m[i + 1], m[i + 2]);
      break;
    case GPH_DIST_FREE:
      for (size_t i = 1; i + 1 < n; i += 2) hold((uint32_t)gph_pe, (uint32_t)m[i], m[i + 1]);
      break;
    case GPH_DIST_FISH:
    case GPH_DIST_FETCH:
    case GPH_DIST_CANNOT:
    case GPH_DIST_PROBE:
    case GPH_DIST_OFFER:
    case GPH_DIST_DROPPED:
    case GPH_DIST_STATE:
    case GPH_DIST_FINISH:
    case GPH_DIST_ACCOUNT:
    case GPH_DIST_KINDS: break;
  }
}

// [can it tell?][slot][weight] ...
static bool all_tell = true;
static int accounts_missing;
static void accounted(const W *m, size_t n) {
  all_tell &= m[1] != 0;
  for (size_t i = 2; i + 1 < n; i += 2) hold((uint32_t)gph_pe, (uint32_t)m[i], m[i + 1]);
  accounts_missing--;
}
static void send_accounts(void) {
  // A thread that is no HEC's worker (the ticker) ends the program while a collection may be under way: it cannot look
  // at the imports.
  const bool tells = gph_worker_self() != NULL;
  gph_lock(&gph_dist_lock);
  if (tells) gph_imports_held(hold_reference);
  all_tell &= tells;
  gph_unlock(&gph_dist_lock);
  const size_t mine = held_used;
  for (int pe = 0; pe < gph_pes; pe++) {
    if (pe == gph_pe) continue;
    W *m = gph_message(GPH_DIST_ACCOUNT, 1 + 2 * mine);
    size_t n = 1;
    m[n++] = tells;
    for (size_t i = 0; i < mine; i++)
      if (held[i].pe == (uint32_t)pe) {
        m[n++] = held[i].slot;
        m[n++] = held[i].weight;
      }
    gph_message_send(pe, m, n);
  }
  accounts_missing += gph_pes - 1;
}
static void check_accounts(void) {
  if (!all_tell) return;
  gph_exports_unhold();
  for (size_t i = 0; i < held_used; i++)
    // it complains if there is more than was given
    if (held[i].pe == (uint32_t)gph_pe) gph_export_returned(held[i].slot, held[i].weight);
  size_t exports, imports;
  gph_addresses_count(&exports, &imports);
  if (exports > 0) gph_die("at the end %zu exported objects have weight out that nobody holds", exports);
}
#else
static int accounts_missing;
static void dropped(int from, const W *m, size_t n) {}
static void accounted(const W *m, size_t n) {}
static void send_accounts(void) {}
static void check_accounts(void) {}
#endif

// ---- the end
static bool prints(void) {
  return gph_pe == 0 && (gph_flags.stats == GPH_STATS_SUMMARY || gph_flags.stats == GPH_STATS_EACH);
}

// What comes next, if anything has. FINISH is kept in `said`.
static bool receive(W **said) {
  int from;
  size_t n;
  W *m = gph_message_receive(&from, &n);
  if (!m) return false;
  if (m[0] == GPH_DIST_FINISH && !gph_pe_finished[from]) {
    gph_pe_finished[from] = true;
    gph_pes_finished++;
    if (n == 1 + SAID) {
      memmove(m, m + 1, SAID * sizeof(W));
      said[from] = m;
      return true;
    }
  } else if (m[0] == GPH_DIST_ACCOUNT) accounted(m, n);
  else dropped(from, m, n);
  free(m);
  return true;
}

int gph_dist_end(int code) {
  // Of time that this process itself had: a look that came late counts for STEP_NS, because where processors are scarce
  // the others come late as well.
  enum { PATIENCE_S = 10, STEP_NS = 1000000 };
  gph_lock(&gph_transport_lock);  // for good
  W **said = calloc((size_t)gph_pes, sizeof *said), mine[SAID];
  say(mine);
  said[gph_pe] = mine;
  for (int i = 0; i < gph_pes; i++)
    if (i != gph_pe) {
      W *m = gph_message(GPH_DIST_FINISH, SAID);
      memcpy(m + 1, mine, sizeof mine);
      gph_message_send(i, m, 1 + SAID);
    }
  int64_t last = gph_os_clock_ns(), waited = 0;
  for (bool told = false;;) {
    if (gph_pes_finished == gph_pes - 1 && !told) {
      told = true;
      send_accounts();
    }
    if (told && accounts_missing == 0) break;
    if (receive(said)) continue;
    gph_transport_progress();
    usleep(20);
    const int64_t now = gph_os_clock_ns();
    waited += now - last < STEP_NS ? now - last : STEP_NS;
    last = now;
    if (waited > PATIENCE_S * (int64_t)1000000000) {  // it is stopped, or its machine
      for (int i = 0; i < gph_pes; i++)
        if (i != gph_pe && !gph_pe_finished[i])
          gph_log("%s: process %d does not answer process %d at the end of the program", gph_prog_name, i, gph_pe);
      if (told) gph_log("%s: process %d: %d accounts are missing at the end", gph_prog_name, gph_pe, accounts_missing);
      gph_transport_abort(code ? code : 1);
    }
  }
  check_accounts();
  if (prints()) print(gph_flags.stats_file, said);
  return gph_transport_end(code);
}
