// print.h: the heap printer, for a debugger. See print.c.
#pragma once
#include "gph/abi.h"

// on stderr: what x, a value word, refers to, and what that refers to, so many levels deep
void gph_heap_print(W x, int depth);
