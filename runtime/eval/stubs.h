// stubs.h: what stubs.S defines, for C: where a thread goes on, and how one is entered.
#pragma once
#include "gph/abi.h"

// the thread whose context is in R runs, until it leaves with R->status
void gph_enter(GphReg *R);
// where C's function pointers for Haskell functions lead (prim/callback.c)
void gph_callback_enter(void);
extern char gph_thread_start[], gph_thread_start_entry[], gph_spark_start[], gph_catch_body[], gph_handler_body[],
    gph_stm_body[], gph_second_body[], gph_redo_body[];
