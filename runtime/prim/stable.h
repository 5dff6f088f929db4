// stable.h: stable names, as far as the collector must know them. See stable.c.
#pragma once
#include "heap/visit.h"
extern bool gph_stable_values;                        // atomic: there are stable names of what is no mutable object: its identity matters
void gph_stable_names_prune(GphIsAlive is_alive);     // collector, world stopped, everything has been reached
