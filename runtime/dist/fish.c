// fish.c: see fish.h; the paper's passive load distribution.
//
// A PE with a HEC that has nothing to do sends FISH to another one at random. Who has a spark that nobody has begun gives its oldest (SCHEDULE); who has none sends the FISH on, again at random, until
// it has made --fish-age hops; then it goes back to where it came from, which waits --fish-delay before it sends the next one. One FISH is out at a time.
// A PE gives a spark while all its own HECs are busy or find others: the youngest would be theirs anyway.
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

static bool out;                                       // a FISH of ours. The gateway's, as all here
static int64_t again_at;                               // no FISH before that
static uint64_t random_state;

static int random_pe(void) {                           // not this one
  if (random_state == 0) random_state = (uint64_t)gph_pe * 0x9e3779b97f4a7c15ull + gph_flags.steal_seed + 1;
  random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
  const int k = (int)((random_state >> 33) % (uint64_t)(gph_pes - 1));
  return k < gph_pe ? k : k + 1;
}

int64_t gph_fish_due(GphHec *h) {
  if (out || gph_spark_available(h)) return -1;
  const int64_t left = again_at - gph_os_clock_ns();
  return left > 0 ? left : 0;
}

static void send(int to, int origin, uint32_t hops) {
  W *m = gph_message(GPH_DIST_FISH, 2);
  m[1] = (W)origin;
  m[2] = hops;
  gph_message_send(to, m, 3);
}
void gph_fish_send(GphHec *h) {
  if (gph_fish_due(h) != 0) return;
  out = true;
  send(random_pe(), gph_pe, 0);
}

static bool can_move(W x) {
  if (x < gph_young_base) return false;                // a CAF: each PE has its own
  const GphKind kind = (GphKind)((const GphInfo *)gph_load_acquire((W *)x))->kind;
  return kind == GphKind_Thunk || kind == GphKind_ThunkAp || kind == GphKind_ThunkSel;
}

void gph_fish_came(GphHec *h, int origin, uint32_t hops) {
  if (origin == gph_pe) {
    out = false;
    again_at = gph_os_clock_ns() + gph_flags.fish_delay_ns;
    return;
  }
  W x;
  for (int64_t tries = gph_sparks_waiting(); tries > 0 && (x = gph_spark_export(h)) != 0; tries--) {
    size_t n;
    W *m = can_move(x) ? gph_pack(origin, x, false, 1, &n) : NULL;
    if (m) {
      m[0] = GPH_DIST_SCHEDULE;
      gph_message_send(origin, m, n);
      return;
    }
    gph_spark_keep(h, x);                              // it must stay here, or somebody has begun it
  }
  if (hops + 1 >= gph_flags.fish_age || gph_pes == 2) send(origin, origin, hops + 1);
  else send(random_pe(), origin, hops + 1);
}

void gph_fish_caught(GphHec *h, int from, const W *packet, size_t n) {
  GphMoved *moved;
  size_t moved_used;
  const W x = gph_unpack(h, from, packet, n, &moved, &moved_used);
  out = false;
  again_at = 0;
  gph_spark_import(h, x);
  gph_acknowledge(from, moved, moved_used);
}
