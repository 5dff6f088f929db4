// stw.h: stopping the world. See stw.c.
#pragma once
#include "state/hecs.h"

extern uint32_t gph_stw_wanted;  // atomic
void gph_stw_begin(GphHec *h);   // returns when every other HEC has stopped
void gph_stw_end(GphHec *h);
// Is the world stopped, or about to be? For assertions.
static inline bool gph_stw_is_wanted(void) {
#ifdef GPH_THREADED
  return gph_load_relaxed(&gph_stw_wanted);
#else
  return true;
#endif
}
// how many other HECs ran or waited when the world was stopped; of whoever stopped it
extern int gph_stw_others;
extern uint32_t gph_stw_asleep;          // atomic: stopped HECs whose workers have stopped spinning
void gph_stw_rouse(int count);           // so many of them look again whether they can help to collect
void gph_hec_become_running(GphHec *h);  // waits while the world is stopped
void gph_hec_become_stopped(GphHec *h);
