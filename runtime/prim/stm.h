// stm.h: transactions, as far as eval/exception.c and the collector must know them. See stm.c.
#pragma once
#include "heap/visit.h"
#include "state/thread.h"
void gph_stm_abandon(GphThread *t);                   // forget the whole transaction
void gph_stm_abandon_nested(GphThread *t);            // forget the innermost nested one
bool gph_stm_valid(GphThread *t);
void gph_stm_hand_over(GphThread *from, GphThread *to);   // the whole transaction
void gph_stm_restart(GphThread *t, GphRec *rec);      // run the atomically block again
bool gph_stm_unblock(GphThread *t);                   // take t off the watch lists; false: woken already
void gph_stm_roots(GphVisitor *v, GphStmRec *r);        // the logs of a transaction, from the innermost record on
void gph_tvar_roots(GphVisitor *v, W *tvar);          // who watches it
void gph_stm_resume(GphHec *h, GphThread *t);         // before a thread with a log runs again
