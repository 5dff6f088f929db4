// stm.h: transactions, as far as others must know them. See stm.c; more are hooks of eval/ and sched/.
#pragma once
#include "heap/visit.h"
#include "eval/hooks.h"
bool gph_stm_unblock(GphThread *t);               // take t off the watch lists; false: woken already
void gph_stm_roots(GphVisitor *v, GphStmRec *r);  // the logs of a transaction, from the innermost record on
void gph_tvar_roots(GphVisitor *v, W *tvar);      // who watches it
