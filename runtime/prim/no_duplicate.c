// no_duplicate.c: noDuplicate#. Next to nothing to do: where there are several HECs every thunk that this thread
// evaluates was claimed on entry, by it alone (Note [Claiming thunks] in eval/blackhole.c). A file of its own: the
// linker takes it from the library only for a program that uses noDuplicate#, and sched/hec.c asks whether it is there.
#include "prim/prim.h"

extern const char gph_has_no_duplicate;
const char gph_has_no_duplicate = 1;

W gph_prim_NoDuplicate(GphReg *R) {
  // what it evaluates may not be begun again: Note [Sparks that wait] in sched/spark.c
  R->thread->spark = 0;
  return GPH_UNIT;
}
