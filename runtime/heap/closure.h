// closure.h: the size of every kind of object. The field walkers are the collector's (gc/scav.c) and the sanity checker's
// (heap/sanity.c).
#pragma once
#include "gph/abi.h"
#include "base/atomic.h"
#include "base/die.h"

extern const GphInfo gph_ind_info, gph_ind_unseen_info, gph_blackhole_info, gph_eager_blackhole_info, gph_whitehole_info, gph_raise_info, gph_pap_info, gph_thunk_ap_info, gph_bytes_info,
    gph_array_info, gph_mutvar_clean_info, gph_mutvar_dirty_info, gph_mvar_info, gph_mvar_locked_info, gph_tvar_info, gph_weak_info, gph_dead_weak_info, gph_stable_name_info,
    gph_thread_info;
extern const GphInfo gph_thunk_sel_info[];

static inline W *gph_untag(W x) { return (W *)(x & ~(W)7); }
static inline const GphInfo *gph_info(W x) { return (const GphInfo *)*gph_untag(x); }

// Entries of the root stack: a thunk under evaluation; an object that a walk will mark (Note [Walk entries] in abi.h).
static inline bool gph_is_update_entry(W x) { return (x & (GPH_WALK | 7)) == GPH_TAG_UPDATE; }

static inline bool gph_is_walk_entry(W x) { return (x & (GPH_WALK | 7)) == GPH_WALK; }

// Has this thunk its value (in p[1])? The word decides: see Note [Claiming thunks] in eval/blackhole.c. For the collector: the world is stopped.
static inline bool gph_has_value(const W *p, const GphInfo *i) {
  return (i->kind == GphKind_Ind || i->kind == GphKind_BlackHole) && (gph_load_relaxed(&p[1]) & 7) != GPH_TAG_UPDATE;
}

// In words, header included. What stays allocated for an updated thunk is larger than this; nobody walks the heap linearly.
static inline size_t gph_closure_words(const W *p, const GphInfo *i) {
  switch ((GphKind)i->kind) {
  case GphKind_Con: case GphKind_Fun: case GphKind_Raw: return 1 + (size_t)i->ptrs + i->nptrs;
  case GphKind_Pap: return 3 + p[2];
  case GphKind_Thunk: case GphKind_ThunkOnce: return 2 + (size_t)i->ptrs + i->nptrs;
  case GphKind_ThunkAp: return 4 + p[3];
  case GphKind_ThunkSel: return 3;
  case GphKind_ThunkStatic: return 4;
  case GphKind_Ind: case GphKind_BlackHole: case GphKind_Raise: case GphKind_MutVar: case GphKind_Thread: case GphKind_Forward: return 2;
  case GphKind_Bytes: return 2 + (p[1] + 7) / 8;
  case GphKind_Array: return 3 + p[1];
  case GphKind_MVar: case GphKind_TVar: return 4;
  case GphKind_Weak: return 6;
  case GphKind_StableName: return 3;
  case GphKind_count: break;
  }
  gph_die("object %p has a bad info table %p (kind %d)", (const void *)p, (const void *)i, i->kind);
}
