// hooks.h: what the rooms above heap/ do for it, and for all above it. Each is defined in the file named.
#pragma once
#include "state/hecs.h"

// ---- collections: gc/gc.c; the limit: gc/sizes.c
typedef enum {
  GPH_GC_YOUNG,
  GPH_GC_MAJOR,
  GPH_GC_IDLE /* major, for want of work */,
  GPH_GC_DEADLOCK /* major, and threads nobody can wake get exceptions */
} GphGcKind;

// From a running HEC, inside a runtime call (or the scheduler): stops the world, collects, lets it go on. The current
// thread's context must be in R.
void gph_collect(GphHec *h, GphGcKind kind);
// -M: may the heap grow by so many bytes? Collects when it may not yet
bool gph_check_heap_limit(GphReg *R, size_t more);

// ---- +RTS -p: prof/time_profile.c
extern bool gph_profile_wanted;  // const after gph_profile_start
// if wanted: R's thread, at a safe point, has come to the end of so much memory
void gph_profile_allocated(GphReg *R, size_t bytes);

// ---- info tables of the runtime's own objects, which hold code: eval/entry.c
extern const GphInfo gph_ind_info, gph_ind_unseen_info, gph_fetch_me_info, gph_demand_info, gph_blackhole_info,
    gph_eager_blackhole_info, gph_whitehole_info, gph_raise_info, gph_pap_info, gph_thunk_ap_info, gph_bytes_info,
    gph_array_info, gph_mutable_bytes_info, gph_mutable_array_info, gph_mutvar_clean_info, gph_mutvar_dirty_info,
    gph_mvar_info, gph_mvar_locked_info, gph_tvar_info, gph_weak_info, gph_dead_weak_info, gph_stable_name_info,
    gph_thread_info;
extern const GphInfo gph_thunk_sel_info[];
