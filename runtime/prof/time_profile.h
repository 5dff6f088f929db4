// time_profile.h: where the processors' time and the memory that is allocated go, by samples: +RTS -p. See
// time_profile.c.
#pragma once
#include "heap/hooks.h"
#include "state/hecs.h"

void gph_profile_start(int argc, char **argv);  // flags have been read; before HECs are made
void gph_profile_add_hec(GphHec *h);            // a new HEC, before it is used
void gph_profile_tick(void);                    // from the ticker: every HEC that runs takes a sample
void gph_profile_end(void);                     // writes the file
// If gph_profile_wanted (heap/hooks.h):
// the calling OS thread will run Haskell code; or comes back from C, whose time is not counted
void gph_profile_worker(void);
void gph_profile_collects(bool begins);  // the leader of a collection; the world is stopped
