// memory.h: what memory cost a program. See memory.c.
#pragma once
#include <stdint.h>
#include <stdbool.h>

typedef struct {
  uint64_t cpu_ns;           // of all processors, collections and all
  uint64_t pages, pages_ns;  // that the system gave for the first time
  uint64_t written_ns;       // the allocation area was not in the processors' caches
} GphMemoryCost;
GphMemoryCost gph_memory_cost(void);  // at the end of the program: takes some milliseconds
