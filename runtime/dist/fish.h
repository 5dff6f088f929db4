// fish.h: how PEs come by sparks: FISH and SCHEDULE. See fish.c.
#pragma once
#include "state/hecs.h"
#include <stddef.h>

// The gateway, with gph_dist_lock.
int64_t gph_fish_due(GphHec *h);         // ns until a FISH should be sent; 0: now; < 0: none is wanted, or one is out
void gph_fish_send(GphHec *h);           // one, if it is due
void gph_fish_came(GphHec *h, int origin, uint32_t hops);
void gph_fish_caught(GphHec *h, int from, const W *packet, size_t n);
