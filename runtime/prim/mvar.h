// mvar.h: what others must know of MVars.
#pragma once
#include "state/hecs.h"
#define GPH_MVAR_EMPTY ((W)0)
bool gph_mvar_unblock(GphThread *t);                  // take t out of the queue of t->blocked_on; false: it has been served already
