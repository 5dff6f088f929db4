// load.c: --load-control=SEQ,PAR.
//
// Note [Load control]
// ~~~~~~~~~~~~~~~~~~~
// The EQUALS paper's, 5.2. The program is in parallel mode, in which sparks are made, or in sequential mode, in which
// none is: whoever needs the value computes it. When more than SEQ sparks wait in all pools together the mode becomes
// sequential; when fewer than PAR do, parallel again. Between the two it stays what it was: a program at the edge
// does not change its mode with each spark. What is not made counts as overflowed. Compiled code that asks first
// (sparkRoom#: copies of recursive functions without sparks, opt/spark_clones.cc and opt/auto_par.cc) is told the
// same, instead of what gph_spark_room has decided by itself.
//
// The paper changes the mode when a task is enqueued or dequeued. Here whoever is about to make a spark does, before
// it does: the number of sparks grows by nothing else, so a fall below PAR is seen by the next one who wants to make
// one, and nobody before could have cared.
//
// The mode is advisory. Two HECs may count at one time and store what they found, either of which was so a moment
// ago; no other memory depends on it: relaxed. A pool that is watched looks full to its owner (state/pool.c), so the
// flag costs a push nothing where it is not given.
#include "state/load.h"
#include "base/flags.h"
#include "state/hecs.h"

static int sequential;  // atomic, relaxed: the mode. See Note [Load control]

bool gph_load_high(void) {
  if (gph_flags.load_seq == 0) return false;
  int64_t n = 0;
  for (int i = 0; i < gph_hecs_used; i++) n += gph_pool_size(&gph_hecs[i]->pool);
  const int mode = gph_load_relaxed(&sequential), now = mode ? n >= gph_flags.load_par : n > gph_flags.load_seq;
  if (now != mode) gph_store_relaxed(&sequential, now);
  return now;
}
