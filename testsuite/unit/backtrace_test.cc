// backtrace_test.cc: reading a control stack (prof/backtrace.c) from wherever a signal's handler finds a thread.
#include <gtest/gtest.h>

#include <cstdint>

#include "rts.h"
extern "C" {
#include "prof/backtrace.h"
#include "prof/symbols.h"
}

// A handler takes the stack pointer from a register in which anything may be: also a small negative number, to which
// adding wraps around. (+RTS -p --scaling: a memory fault in one of 50 runs.)
TEST(Backtrace, AnyStackPointer) {
  GphHec *h = rts_start();
  gph_symbols_load();
  GphThread *t = gph_thread_new(h, nullptr, GPH_STACK_FIRST);
  GphSegment *s = t->seg;
  const uintptr_t text = reinterpret_cast<uintptr_t>(s);
  uintptr_t at[8];
  for (uintptr_t sp : {uintptr_t(0), uintptr_t(8), text - 8, text, uintptr_t(s->ctl_top), uintptr_t(s->ctl_top) + 8,
                       ~uintptr_t(0) - 7, ~uintptr_t(0) - 215, ~uintptr_t(0) - 4095})
    EXPECT_EQ(gph_return_addresses(at, 0, 8, t, sp, s), 0u) << sp;
  for (uintptr_t sp = s->ctl_top - 512; sp < s->ctl_top; sp += 8) gph_return_addresses(at, 0, 8, t, sp, s);
}
