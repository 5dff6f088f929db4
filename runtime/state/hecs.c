// hecs.c: which HECs there are, and which of them share work. They are made in sched/hec.c.
#include "state/hecs.h"
#include "base/os.h"
#include <limits.h>

GphHec **gph_hecs;
int gph_hecs_used, gph_hecs_enabled;
uint32_t gph_idle_hecs, gph_hungry_hecs;
GphThread *gph_threads_young, *gph_threads_old;
GphThread gph_gone[2] = {{.state = GPH_T_FINISHED, .result = GPH_TOKEN}, {.state = GPH_T_DIED, .result = GPH_TOKEN}};

// Note [Surplus HECs]
// ~~~~~~~~~~~~~~~~~~~
// More HECs than processors are no faster, and slower for synchronisation: whoever stops the world waits until the
// system has given every running worker a processor. So the HECs whose number is not below that of the processors that
// we may use do not take part in sharing: no sparks, threads or loops of others are theirs, and nobody wakes them for
// such. They run what must be theirs: threads that were put there (forkOn), calls of foreign threads, and what comes of
// these. -N4 on two processors is then what -N2 is, for a program that only sparks. --surplus-hecs=share, or
// --gc-stress and --delay, which want interleavings, have none of it. Work that may be shared is never required to be:
// its owner does it in the end.
static int most_sharing;  // const once the first HEC is made
bool gph_hec_is_surplus(int no) {
  if (most_sharing == 0)
    most_sharing = gph_flags.surplus_share || gph_flags.gc_stress || gph_flags.delay ? INT_MAX : gph_os_cpus();
  return no >= most_sharing;
}
int gph_hecs_sharing(void) {
  int n = gph_load_relaxed(&gph_hecs_enabled);
  return n < most_sharing ? n : most_sharing;
}
