// load.h: --load-control=SEQ,PAR: how many sparks there may be. See Note [Load control] in load.c.
#pragma once
#include <stdbool.h>
bool gph_load_high(void);  // are there enough sparks, so that none is to be made? Never without the flag
