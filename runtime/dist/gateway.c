// gateway.c: who talks to the other PEs, and what about; the beginning of a run on several. Its end: dist/finish.c.
//
// Note [The gateway]
// ~~~~~~~~~~~~~~~~~~
// A HEC is the gateway: it sends and receives, in its scheduler, between threads, where a collection may come and go.
// It looks for messages
//   - whenever it comes by there (gph_dist_poll)
//   - between sparks, if it has not for SPARKS_NS (gph_dist_overdue)
//   - when it runs a thread: the ticker looks every --poll seconds (gph_dist_tick), and LIVELY times as often when a
//     message has come or gone a short while ago; if there is something to do it asks the gateway, whose thread leaves
//     at its next check
//   - when it has nothing to do: all the time as long as something has happened in the last EAGER_NS, since the next
//     message is likely to come at once and to be woken takes longer than all else; but not where others want the
//     processor, which shows when yielding it takes long. Then again and again, with growing pauses of sleep in between
//     (gph_dist_wait: up to half a ms, and 2 ms when nothing has come for long: 1 or 2 % of a processor); whoever has
//     something for it (a FetchMe to be fetched, a thread) wakes it as any HEC
// What other HECs want of it they leave in tables, with gph_dist_lock (dist/fetch.c). Messages are dealt with while
// that lock is held, and none of that collects; what they bring is heap memory beside the nursery, so a collection is
// made when much has come.
//
// Which HEC that is, --gateway= says:
//   hec     HEC 0, which runs threads and sparks as well
//   thread  one more HEC, which is disabled (Note [Disabled HECs] in sched/hec.c): it runs no threads, and gives those
//           that answer FETCH to the others. Its worker is a thread of its own
//   any     whichever comes by its scheduler and finds nobody else at it. Of those that idle, one at a time waits for
//           messages as above; where none does, the ticker asks one HEC after the other. The black holes of what is
//           fetched stay HEC 0's; who receives the value tells it (GPH_MSG_UPDATED)
//
// What the protocol takes for granted: messages from one PE to another arrive, once, in the order they were sent. Of
// that order it needs: that ACK comes before a FREE or FETCH for what it names (its slots are known by nothing else),
// and that FINISH is the last. testsuite/model/client_dist.c checks what follows from that.
//
// A message ends with a check sum. The transport loses and changes nothing; but where it did after all, or a PE's
// memory is not what it was, a word taken for the address of an information table would end in a memory fault, or in
// another value.
#include "dist/gateway.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "dist/addresses.h"
#include "dist/fetch.h"
#include "dist/fish.h"
#include "dist/pack.h"
#include "dist/rest.h"
#include "dist/transport.h"
#include "dist/unpack.h"
#include "gph/rts.h"
#include "heap/alloc.h"
#include "sched/deadlock.h"
#include "sched/hec.h"
#include "sched/hooks.h"
#include "sched/schedule.h"
#include "sched/spark.h"
#include "sched/worker.h"
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

uint64_t gph_messages_sent, gph_messages_received;
uint64_t gph_messages_of[GPH_DIST_KINDS], gph_message_words;
GphLock gph_transport_lock = GPH_LOCK_INIT;
int gph_gateway;
static uint32_t due;        // atomic: the ticker asks
static uint64_t polled_at;  // atomic, by the processor's clock: when somebody has dealt with messages last
enum { LIVELY = 5, LIVELY_NS = 2000000 };
// atomic: the gateway has its worker. The ticker must not give it one before
static uint32_t begun;
// when there was something to do last, for the pauses of who waits: a message that makes work, a thread that has run
static int64_t busy_at;
static uint64_t ran;       // lock:gph_transport_lock, both
static int64_t lively_at;  // atomic: when a message that makes work was last sent, or came
static uint32_t looked;    // atomic: how often somebody has looked for messages
bool *gph_pe_finished;
int gph_pes_finished;

static bool makes_work(W kind) {
  return kind != GPH_DIST_FISH && kind != GPH_DIST_PROBE && kind != GPH_DIST_STATE && kind != GPH_DIST_FINISH &&
         kind != GPH_DIST_ACCOUNT;
}

W *gph_message(GphDistKind kind, size_t n) {
  W *m = malloc((n + 2) * sizeof(W));
  if (!m) gph_fail(251, "out of memory");
  m[0] = kind;
  return m;
}
// Four sums at once: one alone would wait for its multiplications.
static W check_sum(const W *m, size_t n) {
  enum { LANES = 4 };
  W sum[LANES] = {n, 1, 2, 3};
  size_t i = 0;
  for (; i + LANES <= n; i += LANES)
    for (size_t k = 0; k < LANES; k++) sum[k] = (sum[k] ^ m[i + k]) * 0x9e3779b97f4a7c15ull;
  for (; i < n; i++) sum[0] = (sum[0] ^ m[i]) * 0x9e3779b97f4a7c15ull;
  W x = 0;
  for (size_t k = 0; k < LANES; k++) x = (x ^ sum[k] ^ sum[k] >> 29) * 0xbf58476d1ce4e5b9ull;
  return x ^ x >> 32;
}
void gph_message_send(int to, W *m, size_t n) {
  gph_messages_of[m[0]]++;
  gph_message_words += n;
  if (makes_work(m[0])) {
    gph_messages_sent++;
    gph_store_relaxed(&lively_at, gph_os_clock_ns());
  }
  m[n] = check_sum(m, n);
  gph_transport_send(to, m, n + 1);
}
#ifdef GPH_DEBUG
// --damage=SEED: one of the first messages that come loses a word, or has another one in its place.
static void damage(W *m, size_t *n) {
  static uint64_t left, random;
  if (gph_flags.damage == 0) return;
  if (random == 0) {
    random = gph_flags.damage * 0x9e3779b97f4a7c15ull | 1;
    left = 1 + (random >> 40) % 50;
  }
  if (left == 0 || --left > 0) return;
  random = random * 6364136223846793005ull + 1442695040888963407ull;
  const uint64_t r = random >> 20;
  if (r % 8 == 0) --*n;
  else m[(r >> 3) % *n] ^= r % 8 < 4 ? (W)1 << (r >> 20 & 63) : random | 1;
}
#endif
W *gph_message_receive(int *from, size_t *n) {
  W *m = gph_transport_receive(from, n);
  if (!m) return NULL;
#ifdef GPH_DEBUG
  damage(m, n);
#endif
  if (*n < 2 || m[*n - 1] != check_sum(m, *n - 1))
    gph_fail(1, "a message from process %d is damaged: its check sum", *from);
  --*n;
  return m;
}

// ---- messages
static void handle(GphHec *h, int from, const W *m, size_t n) {
  if (n == 0 || m[0] >= GPH_DIST_KINDS) gph_fail(1, "a message from process %d is damaged: its kind", from);
  if (makes_work(m[0])) gph_messages_received++;
  h->handled++;
  static const uint8_t least[GPH_DIST_KINDS] = {
      [GPH_DIST_FISH] = 5,   [GPH_DIST_SCHEDULE] = 5, [GPH_DIST_FETCH] = 3, [GPH_DIST_RESUME] = 4,
      [GPH_DIST_RESULT] = 4, [GPH_DIST_CANNOT] = 2,   [GPH_DIST_PROBE] = 2, [GPH_DIST_STATE] = 5};
  if (n < least[m[0]]) gph_fail(1, "a message from process %d is damaged: it is too short", from);
  switch ((GphDistKind)m[0]) {
    case GPH_DIST_FISH:
      if (m[1] >= (W)gph_pes) gph_fail(1, "a message from process %d is damaged: a process that there is not", from);
      gph_fish_came(h, from, m);
      break;
    case GPH_DIST_SCHEDULE: gph_fish_caught(h, from, m, n); break;
    case GPH_DIST_ACK:
      for (size_t i = 1; i + 2 < n; i += 3) gph_fetch_moved(from, (uint32_t)m[i], (uint32_t)m[i + 1], m[i + 2]);
      break;
    case GPH_DIST_FETCH: gph_fetch_requested(h, from, (uint32_t)m[1], (uint32_t)m[2]); break;
    case GPH_DIST_RESUME: gph_fetch_answered(h, from, (uint32_t)m[1], m + GPH_RESUME_HEAD, n - GPH_RESUME_HEAD); break;
    case GPH_DIST_RESULT: gph_result_came(h, from, (uint32_t)m[1], m + GPH_RESUME_HEAD, n - GPH_RESUME_HEAD); break;
    case GPH_DIST_CANNOT: gph_fetch_refused(h, from, (uint32_t)m[1]); break;
    case GPH_DIST_FREE:
      for (size_t i = 1; i + 1 < n; i += 2) gph_export_returned((uint32_t)m[i], m[i + 1]);
      break;
    case GPH_DIST_OFFER: {
      W *d = gph_message(GPH_DIST_DROPPED, n - 1);
      for (size_t i = 1; i < n; i++) gph_export_dropped((uint32_t)(d[i] = m[i]), from);
      gph_message_send(from, d, n);
      break;
    }
    case GPH_DIST_DROPPED:
      for (size_t i = 1; i < n; i++) gph_copy_drop((uint32_t)from, (uint32_t)m[i]);
      break;
    case GPH_DIST_PROBE: gph_rest_answer(h, from, m[1]); break;
    case GPH_DIST_STATE: gph_rest_answered(h, m[1], m[2] != 0, m[3], m[4]); break;
    case GPH_DIST_FINISH:
      gph_pe_finished[from] = true;
      gph_pes_finished++;
      break;
    case GPH_DIST_ACCOUNT:
    case GPH_DIST_KINDS: gph_die("a message of the end from process %d, which goes on", from);
  }
}

// What has died goes home, in one message for each PE that is in turn.
static void send_returns(void) {
  GphAddress a;
  static W *to[2];  // [0]: of PE `pe`, n words
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

static void send_offers(void) {
  uint32_t pe, slot;
  while (gph_copies_unused(&pe, &slot)) {
    W *m = gph_message(GPH_DIST_OFFER, 1);
    m[1] = slot;
    gph_message_send((int)pe, m, 2);
  }
}

void gph_dist_poll(GphHec *h) {
  enum { MOST = 64 };  // messages at a time
  static size_t came;
  if (!gph_try_lock(&gph_transport_lock)) return;  // the program is ending, or another HEC is at it
  gph_store_relaxed(&due, 0u);
  gph_store_relaxed(&polled_at, __builtin_ia32_rdtsc());
  gph_store_release(&begun, 1u);
  gph_add_relaxed(&looked, 1u);
  gph_lock(&gph_dist_lock);
  for (int i = 0; i < MOST; i++) {
    int from;
    size_t n;
    W *m = gph_message_receive(&from, &n);
    if (!m) break;
    if (makes_work(m[0])) {
      busy_at = gph_os_clock_ns();
      gph_store_relaxed(&lively_at, busy_at);
    }
    handle(h, from, m, n);
    free(m);
  }
  if (gph_fetch_waiting()) gph_fetch_send(h);
  gph_results_send();
  send_returns();
  send_offers();
  gph_fish_send(h);
  gph_fish_push(h);
  gph_transport_progress();
  const bool over = gph_pes_finished > 0, stuck = gph_rest_found();
  bool much = (came += gph_unpacked_words() * sizeof(W)) > gph_nursery_size();
  if (much) came = 0;
  gph_unlock(&gph_dist_lock);
  gph_unlock(&gph_transport_lock);
  if (over) gph_exit(0);
  if (stuck) gph_break_deadlock(h, gph_sched_activity());
  if (much) gph_collect(h, GPH_GC_YOUNG);
}

bool gph_dist_due(void) {
  return gph_fetch_waiting() || gph_load_relaxed(&due);  // relaxed: the next tick asks again
}
bool gph_dist_work(void) { return gph_fetch_waiting(); }
bool gph_dist_overdue(void) {
  enum { SPARKS = 100000 };  // some tens of us
  return __builtin_ia32_rdtsc() - gph_load_relaxed(&polled_at) > SPARKS;
}

// ---- the ticker
// Is there something to do for whoever is the gateway? Somebody who is at it sees for himself.
static bool wanted(void) {
  if (!gph_try_lock(&gph_transport_lock)) return false;
  gph_transport_progress();
  const bool is = gph_transport_ready() || gph_fish_due(NULL) == 0;
  gph_unlock(&gph_transport_lock);
  return is;
}
static void ask(GphHec *h) {
  gph_store_relaxed(&due, 1u);
  if (gph_load_seq(&h->owner) == NULL) gph_hec_kick(h);
  else if (gph_load_relaxed(&h->state)) gph_hec_zap_limits(h);
}
// Whoever should look for messages may be in a call that lasts. What has come then is taken from the transport, so that
// the end of the program is seen: nobody waits for that call.
static void look_after(void) {
  if (!gph_try_lock(&gph_transport_lock)) return;
  const bool over = gph_transport_pump(GPH_DIST_FINISH);
  gph_unlock(&gph_transport_lock);
  if (over) gph_exit(0);
}
int64_t gph_dist_tick_ns(void) {
  const bool lively = gph_os_clock_ns() - gph_load_relaxed(&lively_at) < LIVELY_NS;
  return lively ? gph_flags.poll_ns / LIVELY : gph_flags.poll_ns;
}
void gph_dist_tick(void) {
  enum { TICKS = 500 };
  static int turn;
  if (!gph_load_acquire(&begun)) return;
  gph_transport_watch();
  static uint32_t before, same;  // ticks in which nobody has looked, though there was reason to
  const uint32_t now = gph_load_relaxed(&looked);
  const bool is = wanted();
  same = is && now == before ? same + 1 : 0;
  before = now;
  if (!is) return;
  if (same > TICKS) look_after();
  if (gph_flags.gateway != GPH_GATEWAY_ANY) {
    ask(gph_hecs[gph_gateway]);
    return;
  }
  if (gph_load_seq(&gph_gateway_idles)) return;  // it looks by itself
  const int n = gph_hecs_now();
  for (int i = 0; i < n; i++)
    if (gph_load_seq(&gph_hecs[i]->sleeping)) {
      gph_hec_kick(gph_hecs[i]);
      return;
    }
  turn = (turn + 1) % n;
  ask(gph_hecs[turn]);
}

static int64_t quiet_for(const GphHec *h, int64_t now) {
  if (ran != h->runs) {
    ran = h->runs;
    busy_at = now;
  }
  return now - busy_at;
}

// Until when others are taken to want the processors: longer each time that they still do. lock:gph_transport_lock
static int64_t crowded_till, crowded_for;
static void yielded(int64_t from, int64_t to) {
  enum { OTHERS_NS = 50000, LEAST_NS = 1000000, MOST_NS = 64000000 };
  if (to - from < OTHERS_NS) {  // nobody else has had it
    crowded_for -= crowded_for / 16;
    return;
  }
  crowded_for = crowded_for < LEAST_NS ? LEAST_NS : crowded_for < MOST_NS ? 2 * crowded_for : MOST_NS;
  crowded_till = to + crowded_for;
}

// h does not run. Until there is a message, or *wake is no longer `ticket`, or the time is over; then true.
bool gph_dist_wait(GphHec *h, const uint32_t *wake, uint32_t ticket, int64_t timeout_ns) {
  enum {
    EAGER_NS = 500000,
    SLEEP_LEAST_NS = 20000,
    SLEEP_MOST_NS = 500000,
    SLEEP_LONGEST_NS = 2000000,
    QUIET_NS = 1000000,
    LONG_QUIET_NS = 20000000
  };
  const int64_t t0 = gph_os_clock_ns();
  int64_t sleep = SLEEP_LEAST_NS, quiet = 0, last = 0;
  for (;;) {
    if (gph_load_seq(wake) != ticket || gph_dist_work()) return false;
    const int64_t now = gph_os_clock_ns();
    bool ready = false, eager = false;
    int64_t fish = -1;
    if (gph_try_lock(&gph_transport_lock)) {
      if (last) yielded(last, now);
      gph_transport_progress();
      ready = gph_transport_ready();
      fish = gph_fish_due(h);
      quiet = quiet_for(h, now);
      eager = quiet <= EAGER_NS && now >= crowded_till;
      gph_unlock(&gph_transport_lock);
    }
    if (ready || fish == 0) return false;
    const int64_t past = now - t0;
    if (timeout_ns >= 0 && past >= timeout_ns) return true;
    if (eager) {
      last = now;
      sched_yield();
      continue;
    }
    last = 0;
    const int64_t longest = quiet > LONG_QUIET_NS ? SLEEP_LONGEST_NS : SLEEP_MOST_NS;
    if (quiet > QUIET_NS) sleep = longest;
    int64_t most = sleep;
    if (timeout_ns >= 0 && timeout_ns - past < most) most = timeout_ns - past;
    if (fish > 0 && fish < most) most = fish;
    gph_os_futex_wait((uint32_t *)wake, ticket, most);
    if (sleep < longest) sleep *= 2;
  }
}
void gph_dist_idle(GphHec *h) {
  if (gph_pe != 0 || !gph_try_lock(&gph_transport_lock)) return;
  gph_rest_ask();
  gph_unlock(&gph_transport_lock);
}

// ---- the beginning
static uint64_t fingerprint(void) {
  extern char __executable_start __attribute__((weak)), etext __attribute__((weak));
  uint64_t x = gph_program.abi_hash;
  const uintptr_t first = (uintptr_t)&__executable_start, end = (uintptr_t)&etext;
  for (uintptr_t p = first; p && p + sizeof(W) <= end; p += sizeof(W)) x = (x ^ *(const W *)p) * 0x100000001b3ull;
  return x;
}

// The others' messages say whose they are. Standard input is PE 0's: who reads it elsewhere gets an error, and no early
// end of it.
static void other_process(void) {
  static char name[32];
  snprintf(name, sizeof name, " (process %d)", gph_pe);
  gph_prog_process = name;
  const int fd = open("/dev/null", O_WRONLY);
  if (fd > 0) {
    dup2(fd, 0);
    close(fd);
  }
}

void gph_dist_start(char **argv) {
  gph_transport_start(gph_flags.pes, argv);
  if (gph_pes == 1) return;
  if (!gph_transport_agree(fingerprint())) {
    if (gph_pe == 0) gph_log("%s: the processes do not run the same program", gph_prog_name);
    _exit(gph_transport_end(1));
  }
  if (gph_flags.scaling || gph_flags.tick_ns == 0) {
    if (gph_pe > 0) sleep(1);  // one line is enough
    gph_fail(1, gph_flags.scaling ? "--scaling says how one process scales: not with several"
                                  : "-V0: several processes need the timer");
  }
  prctl(PR_SET_TIMERSLACK, 1000ul);  // of this thread and those that it makes: they sleep for tens of us
  gph_pe_finished = calloc((size_t)gph_pes, sizeof *gph_pe_finished);
  gph_fish_start();
  gph_pack_start();
  if (gph_pe == 0) return;
  other_process();
  gph_flags.stats = GPH_STATS_NONE;  // PE 0's are printed, and what the others say at the end
  gph_flags.spark_report = false;
  if (gph_flags.log_classes) {
    char name[4096];
    snprintf(name, sizeof name, "%s.%d.eventlog", gph_flags.log_file ? gph_flags.log_file : gph_prog_name, gph_pe);
    gph_flags.log_file = strdup(name);
  }
}
