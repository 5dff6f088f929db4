// stack.h: entry points of eval/stack.c that stubs.S calls; the rest is declared in state/thread.h.
#pragma once
#include "state/thread.h"
W gph_stack_grow_c(GphReg *R);
W gph_stack_grow_big_c(GphReg *R);
W gph_stack_grow_huge_c(GphReg *R);
W gph_stack_overflow_c(GphReg *R);
