// zones.c: debug: nobody meets what lies in another HEC's zone: Note [Private zones] in blackhole.c. Generated-style
// code: called from gph_thunk_claim (stubs.S), preserves all registers.
#include "gph/codegen.h"
#include "state/hecs.h"
#if defined(GPH_DEBUG) && !defined(GPH_TSAN_CODE)
#pragma GCC target("general-regs-only")

// p is a thunk that the running HEC is about to claim as one that others may know. Before something that lies in a zone
// can be seen by others the zone begins further up, or ends (its span becomes 0), and it begins anew before it has a
// span again. So this sees a zone as it is, or was after p left it.
void gph_zone_check(W p) __attribute__((no_caller_saved_registers));
void gph_zone_check(W p) {
  for (int i = 0; i < gph_hecs_used; i++) {
    GphReg *other = &gph_hecs[i]->reg;
    if (other == R || !other->zones) continue;
    const W base = gph_load_acquire(&other->update_base), end = gph_load_acquire(&other->zone_end);
    if (gph_load_acquire(&other->update_span) == 0 || gph_load_acquire(&other->update_base) != base) continue;
    if (p >= base && p < end) __builtin_trap();
  }
}
#endif
