// rest.h: are all PEs at rest? See rest.c.
#pragma once
#include "state/hecs.h"

// PE 0 has nothing to do, and has not had for a while: asks the others, if no question is out
void gph_rest_ask(void);
void gph_rest_answer(GphHec *h, int to, uint64_t round);  // the gateway: PROBE
void gph_rest_answered(GphHec *h, uint64_t round, bool at_rest, uint64_t sent, uint64_t received);  // STATE
bool gph_rest_found(void);  // the program can never go on; true once
