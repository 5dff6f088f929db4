// unpack.h: see unpack.c.
#pragma once
#include "dist/addresses.h"
#include "gph/abi.h"
#include "state/hecs.h"
#include <stddef.h>

typedef struct { uint32_t ticket, slot; uint64_t weight; } GphMoved;   // a thunk of the packet: the sender's import for it, and its new address

// The root of the packet of n words that `from` sent. *moved: so many thunks that are now ours, valid until the next call. By the gateway, with gph_dist_lock. Never collects.
W gph_unpack(GphHec *h, int from, const W *packet, size_t n, GphMoved **moved, size_t *moved_used);
size_t gph_unpacked_words(void);         // since the last call
void gph_packet_references(int from, const W *packet, size_t n, void (*each)(GphAddress a));   // of a packet that is not unpacked
