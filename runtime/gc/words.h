// words.h: everything that may refer to code, word by word. See words.c.
#pragma once
#include "gph/abi.h"
#include <stdbool.h>

// Calls `word` for each word of the heap, of the threads and their stacks, and of the tables of the runtime: values,
// info tables, return addresses, raw data, and some that mean nothing any more. At the end of a major collection (the
// nurseries are empty), the world stopped. False: not now.
bool gph_each_word(void (*word)(W x));
