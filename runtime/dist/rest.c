// rest.c: see rest.h.
//
// Note [Rest]
// ~~~~~~~~~~~
// A computation may need itself by way of other PEs, and then each of them waits for a message. On one PE that is found
// by a collection (sched/deadlock.c); here it is when nothing runs anywhere and no message is on its way, which is
// Mattern's method of four counters: PE 0, when it has been idle for -I seconds, asks each PE whether it is at rest and
// how many messages it has sent and received. If all are, and the sums are equal, and the next round finds the same
// sums, then nothing was on its way at the end of the first round, and nobody has done anything since: who is at rest
// goes on only when a message comes, for delays, files and foreign calls are no rest. FISH, PROBE and STATE do not
// count: they find nothing where there is no spark, and a PE with sparks is not at rest. Then PE 0's main thread waits
// for what will never come, and gets the exception that it would have on one PE.
#include "dist/rest.h"
#include "dist/gateway.h"
#include "sched/hooks.h"
#include "sched/schedule.h"

static uint64_t number;  // of the round. The gateway's, as all here
static int missing;      // answers
static bool all_rest, known, found;
static uint64_t sent, received, sent_before;

static void begin(void) {
  number++;
  missing = gph_pes;
  all_rest = true;
  sent = received = 0;
  for (int i = 0; i < gph_pes; i++) {
    W *m = gph_message(GPH_DIST_PROBE, 1);
    m[1] = number;
    gph_message_send(i, m, 2);
  }
}
void gph_rest_ask(void) {
  if (missing > 0 || found) return;
  known = false;
  begin();
}
void gph_rest_answer(GphHec *h, int to, uint64_t round) {
  W *m = gph_message(GPH_DIST_STATE, 4);
  m[1] = round;
  m[2] = gph_sched_at_rest(h);
  m[3] = gph_messages_sent;
  m[4] = gph_messages_received;
  gph_message_send(to, m, 5);
}
void gph_rest_answered(GphHec *h, uint64_t round, bool at_rest, uint64_t s, uint64_t r) {
  if (round != number || missing == 0) return;
  all_rest &= at_rest;
  sent += s;
  received += r;
  if (--missing > 0) return;
  if (!all_rest || sent != received) {
    known = false;
    return;
  }
  if (known && sent == sent_before) {
    found = true;
    return;
  }
  known = true;
  sent_before = sent;
  begin();
}
bool gph_rest_found(void) {
  const bool was = found;
  found = false;
  return was;
}
