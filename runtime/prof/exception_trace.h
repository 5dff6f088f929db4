// exception_trace.h: where an exception was raised: gphc -g, +RTS -xc. See exception_trace.c.
#pragma once
#include "state/hecs.h"

static inline bool gph_traces_wanted(void) { return gph_program.debug_info || gph_flags.trace_exceptions; }
// If wanted: t, whose context is saved, is about to raise it.
void gph_trace_exception(GphThread *t, W exception);
void gph_trace_free(GphThread *t);
// for the stdlib: nobody catches what the calling thread raised last; its message has been printed
void gph_trace_uncaught(void);
