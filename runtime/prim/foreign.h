// foreign.h: threads out in foreign calls, and calls from C. See foreign.c.
#pragma once
#include "heap/visit.h"

void gph_foreign_roots(GphVisitor *v);
void gph_foreign_interrupt(GphThread *t);  // an exception waits for t, which is out: threaded

// ---- for stubs.S
void gph_export_run(W closure, W *frame);
void gph_callback_run(W stable, W *frame);
