// io_wait.h: threads that wait for file descriptors. See io_wait.c; more are hooks of sched/.
#pragma once
#include "heap/visit.h"

bool gph_io_cancel(GphThread *t);
void gph_io_roots(GphVisitor *v);
