// fish.c: see fish.h; the paper's passive load distribution. What is decided stands in policy.c,
// Note [Load distribution].
#include "dist/fish.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "dist/addresses.h"
#include "dist/fetch.h"
#include "dist/gateway.h"
#include "dist/pack.h"
#include "dist/unpack.h"
#include "heap/block.h"
#include "heap/closure.h"
#include "sched/hooks.h"
#include "sched/spark.h"
#include <stdlib.h>

GphPolicy gph_policy;  // the gateway's, as all here
GphFishCounts gph_fish_counts;

// FISH: [origin][hops][what for][sparks of who sent it here]; SCHEDULE: [pushed][sparks of who sends it] packet.
enum { FISH_ORIGIN = 1, FISH_HOPS, FISH_WANT, FISH_LOAD, FISH_WORDS };
enum { SCHEDULE_PUSHED = 1, SCHEDULE_LOAD };

void gph_fish_start(void) {
  GphPolicy *p = &gph_policy;
  p->pe = gph_pe;
  p->pes = gph_pes;
  p->delay_ns = gph_flags.fish_delay_ns;
  p->age = gph_flags.fish_age;
  p->fishes = gph_flags.fishes;
  p->low = (uint32_t)(gph_flags.low_watermark < 0 ? gph_flags.hecs : gph_flags.low_watermark);
  p->high = gph_flags.high_watermark;
  p->victim = (GphVictim)gph_flags.victim;
  p->random = (uint64_t)gph_pe * 0x9e3779b97f4a7c15ull + gph_flags.steal_seed + 1;
  p->last = p->asked = -1;
  p->loads = calloc((size_t)gph_pes, sizeof *p->loads);
  if (!p->loads) gph_fail(251, "out of memory");
  gph_sparks_reserve(gph_pe == 0 ? gph_flags.inter_first : 0);
}

static uint32_t sparks(void) { return (uint32_t)gph_sparks_waiting(); }
// HECs that have nothing to do: those that sleep, and h itself if it is here for want of work. NULL: the ticker asks.
static uint32_t idle(const GphHec *h) {
  return gph_load_relaxed(&gph_hungry_hecs) +
         (h && !gph_load_relaxed(&h->sleeping) && !h->surplus && !h->current && !h->run_head);
}

int64_t gph_fish_due(GphHec *h) {
  if (gph_policy_want(&gph_policy, sparks(), idle(h)) == GPH_WANT_NOTHING) return -1;
  return gph_policy_due(&gph_policy, gph_os_clock_ns());
}

static void send(int to, int origin, uint32_t hops, GphWant want) {
  W *m = gph_message(GPH_DIST_FISH, FISH_WORDS - 1);
  m[FISH_ORIGIN] = (W)origin;
  m[FISH_HOPS] = hops;
  m[FISH_WANT] = want;
  m[FISH_LOAD] = sparks();
  gph_message_send(to, m, FISH_WORDS);
}
void gph_fish_send(GphHec *h) {
  while (gph_fish_due(h) == 0) {
    const GphWant want = gph_policy_want(&gph_policy, sparks(), idle(h));
    if (want == GPH_WANT_HUNGRY) gph_fish_counts.hungry++;
    else gph_fish_counts.ahead++;
    send(gph_policy_ask(&gph_policy), gph_pe, 0, want);
  }
}

// Note [What moves]
static bool can_move(W x) {
  enum { MOST_MOVES = 16 };
  if (x < gph_young_base) return false;  // a CAF: each PE has its own
  const GphKind kind = (GphKind)((const GphInfo *)gph_load_acquire((W *)x))->kind;
  if (kind != GphKind_Thunk && kind != GphKind_ThunkAp && kind != GphKind_ThunkSel) return false;
  return !gph_is_demanded(x) && gph_moves_of(x) < MOST_MOVES;
}

// Sends one that can travel.
static bool give(GphHec *h, int to, bool pushed) {
  // those that stay go behind the others, so that these have their turn next time
  enum { MOST_TRIES = 16 };
  W x;
  for (int64_t tries = gph_sparks_waiting() < MOST_TRIES ? gph_sparks_waiting() : MOST_TRIES;
       tries > 0 && (x = gph_spark_export(h)) != 0; tries--) {
    size_t n;
    W *m = can_move(x) ? gph_pack(to, x, false, GPH_SCHEDULE_HEAD, &n) : NULL;
    if (m) {
      gph_fish_counts.given++;
      gph_fish_counts.pushed += pushed;
      m[0] = GPH_DIST_SCHEDULE;
      m[SCHEDULE_PUSHED] = pushed;
      m[SCHEDULE_LOAD] = sparks();
      gph_message_send(to, m, n);
      gph_sparks_given(h);
      return true;
    }
    gph_fish_counts.kept++;
    gph_spark_keep(h, x);  // it must stay here, or somebody has begun it
    // as far as --inter-first is concerned: there may be no other ones
    gph_sparks_given(h);
  }
  return false;
}

void gph_fish_came(GphHec *h, int from, const W *m) {
  const int origin = (int)m[FISH_ORIGIN];
  const uint32_t hops = (uint32_t)m[FISH_HOPS];
  const GphWant want = (GphWant)m[FISH_WANT];
  gph_policy_heard(&gph_policy, from, (uint32_t)m[FISH_LOAD]);
  if (origin == gph_pe) {
    gph_fish_counts.empty++;
    gph_policy_missed(&gph_policy, gph_os_clock_ns());
    return;
  }
  if (gph_policy_gives(&gph_policy, want, sparks(), gph_sparks_reserved() ? 0 : idle(h)) && give(h, origin, false))
    return;
  gph_fish_counts.passed++;
  send(gph_policy_onward(&gph_policy, origin, hops), origin, hops + 1, want);
}

void gph_fish_push(GphHec *h) {
  const int to = gph_policy_push(&gph_policy, sparks(), gph_os_clock_ns());
  if (to >= 0) give(h, to, true);
}

void gph_fish_caught(GphHec *h, int from, const W *m, size_t n) {
  GphMoved *moved;
  size_t moved_used;
  const W x = gph_unpack(h, from, m + GPH_SCHEDULE_HEAD, n - GPH_SCHEDULE_HEAD, &moved, &moved_used);
  gph_fish_counts.came++;
  gph_policy_heard(&gph_policy, from, (uint32_t)m[SCHEDULE_LOAD]);
  gph_policy_caught(&gph_policy, from, m[SCHEDULE_PUSHED] != 0);
  if (gph_flags.send_results && moved_used > 0) gph_result_owe(moved[0].slot, from);  // the first one is the spark
  gph_spark_import(h, x);
  gph_acknowledge(from, moved, moved_used);
}
