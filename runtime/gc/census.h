// census.h: looking at everything that is alive, at the end of a major collection. See census.c.
#pragma once
#include "state/hecs.h"
// By the leader of a major collection that began at `begun` (ns): the sample or report that somebody asked for.
void gph_census(GphHec *h, int64_t begun);
