// policy.c: see policy.h; the paper's sections 4.1 and 6: passive load distribution, watermarks, and whom to ask.
//
// Nothing here locks, sends or looks at the clock: dist/fish.c does, and asks. So each policy stands in one place.
//
// Note [Load distribution]
// ~~~~~~~~~~~~~~~~~~~~~~~~
// A PE that lacks sparks sends a FISH to another one (the victim). Who has a spark to give
// sends it (SCHEDULE); who has none sends the FISH on to a random PE, until it has made --fish-age hops; then it goes
// home. After a FISH that came home empty its PE waits --fish-delay before the next one, and longer after each further
// one, up to 16 times that: where there is nothing to be had, asking does not keep everybody busy.
//
// The low watermark. A PE wants to have so many sparks waiting, and asks for some before any of its HECs is idle: an
// answer takes as long as a busy gateway takes to look at its messages, and as the network. The paper switches that off
// on its main PE and names its fault: at the end, where sparks are few, those held back are missed by PEs that idle.
// Here a FISH says whether its PE is HUNGRY (has an idle HEC) or asks AHEAD. Who is hungry gets whatever there is; who
// asks ahead gets what is above the low watermark of the one that gives. So sparks that wait never keep anybody idle,
// and two PEs that both ask ahead do not send the same spark to and fro. Nor do two that are both hungry: idle HECs of
// the one that is asked have been woken, and get theirs first. Else gateways that look without pause (--fish-delay=0)
// pass the last spark around before anybody has begun it, for ever.
//
// Whom to ask. At random, as in the paper, a FISH of eight hops finds the one PE that has sparks in a third of all
// cases among 20 PEs, and in four of a hundred among 200; the simulator (tools/gph-sim) says where that ends. Who gave
// one is likely to have more, so he is asked first, until he has none.
//
// The high watermark. A PE with more sparks gives some away unasked, one each --fish-delay; to nobody of whom it has
// heard that he has as many, and more and more seldom while all have.
#include "dist/policy.h"

enum { LONGEST_DELAY = 4 };  // a power of 2, times the delay

static uint64_t random_number(GphPolicy *p) {
  p->random = p->random * 6364136223846793005ull + 1442695040888963407ull;
  return p->random >> 33;
}
static int random_pe(GphPolicy *p) {  // not this one
  const int k = (int)(random_number(p) % (uint64_t)(p->pes - 1));
  return k < p->pe ? k : k + 1;
}

void gph_policy_heard(GphPolicy *p, int pe, uint32_t load) { p->loads[pe] = load; }

GphWant gph_policy_want(const GphPolicy *p, uint32_t sparks, uint32_t idle) {
  const uint32_t coming = sparks + p->out;
  if (coming < idle) return GPH_WANT_HUNGRY;
  return coming < p->low ? sparks < idle ? GPH_WANT_HUNGRY : GPH_WANT_AHEAD : GPH_WANT_NOTHING;
}

int64_t gph_policy_due(const GphPolicy *p, int64_t now) {
  if (p->out >= p->fishes) return -1;
  return p->again_at > now ? p->again_at - now : 0;
}

static int most_loaded(const GphPolicy *p) {
  int best = -1;
  for (int i = 0; i < p->pes; i++)
    if (i != p->pe && p->loads[i] > 0 && (best < 0 || p->loads[i] > p->loads[best])) best = i;
  return best;
}

int gph_policy_ask(GphPolicy *p) {
  if (++p->out > p->most_out) p->most_out = p->out;
  GphVictim why = p->victim;
  int to = why == GPH_VICTIM_LAST ? p->last : why == GPH_VICTIM_LOAD ? most_loaded(p) : -1;
  if (to < 0) {
    to = random_pe(p);
    why = GPH_VICTIM_RANDOM;
  }
  p->chosen[why]++;
  p->asked = to;
  return to;
}

bool gph_policy_gives(const GphPolicy *p, GphWant want, uint32_t sparks, uint32_t idle) {
  return sparks > idle && (want == GPH_WANT_HUNGRY || sparks > p->low);
}

int gph_policy_onward(GphPolicy *p, int origin, uint32_t hops) {
  if (hops + 1 >= p->age || p->pes == 2) return origin;
  return random_pe(p);
}

void gph_policy_missed(GphPolicy *p, int64_t now) {
  if (p->out > 0) p->out--;
  p->last = -1;
  if (p->asked >= 0) p->loads[p->asked] = 0;
  p->again_at = now + (p->delay_ns << (p->misses < LONGEST_DELAY ? p->misses : LONGEST_DELAY));
  p->misses++;
}

void gph_policy_caught(GphPolicy *p, int from, bool pushed) {
  if (pushed) return;
  if (p->out > 0) p->out--;
  p->last = from;
  p->misses = 0;
  p->again_at = 0;
}

int gph_policy_push(GphPolicy *p, uint32_t sparks, int64_t now) {
  if (p->high == 0 || sparks <= p->high || now < p->push_at) return -1;
  const int to = random_pe(p);
  if (p->loads[to] >= p->high) {  // as far as we know: it is asked again, later
    p->push_at = now + (p->delay_ns << (p->pushes < LONGEST_DELAY ? p->pushes : LONGEST_DELAY));
    p->pushes++;
    p->loads[to] /= 2;
    return -1;
  }
  p->pushes = 0;
  p->push_at = now + p->delay_ns;
  p->loads[to]++;
  return to;
}
