// places.h: gphc -g: where in the source a return address stands. See places.c.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  const char *function, *local, *place;  // Module.name; the local function in it or ""; "File.gph:line:col"
} GphPlace;
// The functions that a return address in the function `symbol` (prof/symbols.h) is in, innermost first: each was
// inlined into the next one. *own: the last is the function itself, or a part of it; else it was inlined into that.
// Returns how many; 0: not known.
uint32_t gph_places_at(uintptr_t return_address, uint32_t symbol, const GphPlace **chain, bool *own);
