// fish.h: how PEs come by sparks: FISH and SCHEDULE. See fish.c.
#pragma once
#include "dist/policy.h"
#include "state/hecs.h"
#include <stddef.h>

// The gateway, with gph_dist_lock.
void gph_fish_start(void);  // at the beginning, with several PEs
// ns until a FISH should be sent; 0: now; < 0: none is wanted, or enough are out
int64_t gph_fish_due(GphHec *h);
void gph_fish_send(GphHec *h);                                    // those that are due
void gph_fish_push(GphHec *h);                                    // above the high watermark: a spark to somebody else
void gph_fish_came(GphHec *h, int from, const W *m);              // FISH
void gph_fish_caught(GphHec *h, int from, const W *m, size_t n);  // SCHEDULE

typedef struct {
  uint64_t given, pushed, came, kept;     // sparks: sent, of these unasked; received; that had to stay
  uint64_t hungry, ahead, passed, empty;  // FISHes: of ours, for whom; of others, sent on; of ours, that came home
} GphFishCounts;
extern GphFishCounts gph_fish_counts;
extern GphPolicy gph_policy;
