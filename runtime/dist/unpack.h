// unpack.h: see unpack.c.
#pragma once
#include "dist/addresses.h"
#include "gph/abi.h"
#include "state/hecs.h"
#include <stddef.h>

// a thunk of the packet: the sender's import for it, and its new address
typedef struct {
  uint32_t ticket, slot;
  uint64_t weight;
} GphMoved;

// The root of the packet of n words that `from` sent. *moved: so many thunks that are now ours, valid until the next
// call. By the gateway, with gph_dist_lock. Never collects.
W gph_unpack(GphHec *h, int from, const W *packet, size_t n, GphMoved **moved, size_t *moved_used);
size_t gph_unpacked_words(void);  // since the last call
// of a packet that is not unpacked
void gph_packet_references(int from, const W *packet, size_t n, void (*each)(GphAddress a));
