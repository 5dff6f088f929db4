// pack.h: a piece of graph as words: to another PE, and from there. See pack.c; unpack.c reads what it writes.
#pragma once
#include "gph/abi.h"
#include "state/hecs.h"
#include <stddef.h>

// A packet: [how many objects][root][how many copies][object ...][copy ...]. An object is its image, [info][payload],
// or PACKED_REFERENCE and a global address of three words, or PACKED_HELD and the sender's slot of which the receiver
// has a copy. A value word of an image, and the root, is itself if it is an immediate or static, else PACKED | the
// object's number << 3 | its tag. The result word of a thunk is the sender's import that stands for it now, and in the
// upper half how often it has moved. A copy, [object's number][slot][weight], is one that the receiver is to keep
// (Note [Values sent once] in addresses.c).
#define GPH_PACKED ((W)1 << 63)
enum {
  GPH_PACKED_REFERENCE = 1,
  GPH_PACKED_HELD = 2,
  GPH_PACKET_HEAD = 3,
  GPH_PACKED_REFERENCE_WORDS = 4,
  GPH_PACKED_HELD_WORDS = 2,
  GPH_PACKED_COPY_WORDS = 3
};
extern uint64_t gph_values_held;  // that needed not be sent again

void gph_pack_start(void);  // before the first packet

// The graph of x, for `pe`, behind `head` words that are the caller's; the message, from malloc, has *n words. NULL: x
// itself cannot travel. demanded: it must, if it can at all (Note [Addresses] in pack.c). By the gateway, with
// gph_dist_lock.
W *gph_pack(int pe, W x, bool demanded, size_t head, size_t *n);
bool gph_is_value(W *x);  // is it evaluated (or a Raise)? *x becomes what it is by way of indirections
