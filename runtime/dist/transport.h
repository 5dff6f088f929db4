// transport.h: messages between the processes (PEs) of one run. MPI; nothing above this file knows it. See transport.c.
#pragma once
#include "gph/abi.h"
#include <stdbool.h>

// At the beginning, before any thread is made. Joins the others if we were started as one of several (mpirun), or
// starts `pes` processes that run this program again (and is replaced by what starts them); with neither we are alone,
// and MPI is not even initialised.
void gph_transport_start(int pes, char **argv);
bool gph_transport_agree(uint64_t number);  // do all PEs say the same number? Each asks, once
// What follows is called by one thread at a time: who has the gateway (dist/gateway.c).
void gph_transport_send(int pe, W *words, size_t n);  // words comes from malloc, and is freed when it has gone
bool gph_transport_ready(void);                       // is there a message?
W *gph_transport_receive(int *from, size_t *n);       // the next one, to be freed; NULL: none
// takes what there is, and keeps it for gph_transport_receive. Is there one among them that begins with that word?
bool gph_transport_pump(W kind);
void gph_transport_progress(void);  // frees what has gone
// every message has been received. What to exit with, for the program to end with that code
int gph_transport_end(int code);
_Noreturn void gph_transport_abort(int code);  // all PEs end at once
void gph_transport_watch(void);                // the ticker: ends this PE when who started it is gone
