// backtrace.h: which functions a light thread's stack goes back to. See backtrace.c.
#pragma once
#include "state/hecs.h"

// The Haskell functions (prof/symbols.h, which have been loaded) that the control stack from sp in `seg` goes back
// to, innermost first, each once; at most `room`. Returns how many.
int gph_backtrace(const GphThread *t, uintptr_t sp, GphSegment *seg, uint32_t *codes, int room);
// The return addresses on that control stack, innermost first, as they stand there, but for repetitions; n of `at`
// are there already. Returns how many there are, at most `room`. Takes no memory and no lock: for signals' handlers,
// too. Of a deep stack the innermost and the outermost part.
uint32_t gph_return_addresses(uintptr_t *at, uint32_t n, uint32_t room, const GphThread *t, uintptr_t sp,
                              const GphSegment *seg);
// The innermost of the program's own modules, or else the innermost at all; 0: none.
uint32_t gph_backtrace_own(const uint32_t *codes, int n);
