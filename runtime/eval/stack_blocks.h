// stack_blocks.h: the memory of stacks. See stack_blocks.c.
#pragma once
#include "state/thread.h"

enum {
  GPH_STACK_SLAB = 2 << 20,
  // of a deep recursion's segment: Note [Deep stacks] in stack_blocks.c
  GPH_DEEP_HALF = GPH_STACK_MAX_SEGMENT / 2,  // its frames; as many bytes of roots
  GPH_DEEP_SPAN = 4 * GPH_STACK_SLAB          // from the ones to the others
};

// `size`: a power of two. `many_roots` matters for those of a deep recursion only.
void *gph_stack_block(size_t size, bool many_roots);
void gph_stack_block_free(void *p, size_t size);
// Of GPH_STACK_APART bytes, for a thread that h makes. They are taken some at a time: one lock for all of them, and
// they lie together.
void *gph_thread_block(GphHec *h);

void gph_stack_release(void);          // free blocks back to the system
int gph_stack_collection_due(void);    // for their sake: 0: none, 1: a young one, 2: a major one
void gph_stack_collected(bool major);  // world stopped
