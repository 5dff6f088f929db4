// pin.h: byte arrays that stay where they are for a while. See pin.c.
#pragma once
#include "heap/block.h"
#include "heap/visit.h"

void gph_pin_add(W array, W token);
void gph_pin_remove(W token);

// ---- for the collector, the world is stopped
bool gph_pins_begin(void);              // a collection begins: are there any?
bool gph_pinned(const W *array);        // ... meanwhile: is this one of them?
bool gph_pinned_in(const GphBlock *b);  // ... is one of them in this group?
void gph_pins_roots(GphVisitor *v);
void gph_pins_prune(GphIsAlive is_alive);
