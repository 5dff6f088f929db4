// mvar.h: what others must know of MVars.
#pragma once
#include "state/hecs.h"
#define GPH_MVAR_EMPTY ((W)0)
// take t out of the queue of t->blocked_on; false: it has been served already
bool gph_mvar_unblock(GphThread *t);
