// block.h: blocks and megablocks: where all heap memory comes from.
//
// Two ranges of addresses are reserved at start-up, young below old, so that `p >= old_base` is the old-generation test
// of generated code. Each range is cut into 1 MiB megablocks, aligned; a megablock is
//
//     | state[256] | GphBlock[256] | mark bits | block 13 | block 14 | ... | block 255 |        blocks of 4 KiB
//
// A GROUP is a run of blocks in one megablock, or a run of whole megablocks (then the memory after the first
// megablock's header is one piece, and the later megablocks have no header). Its first block's descriptor describes it.
// state[i] says what a collection does with an object that starts in block i: one byte load, no descriptor touched.
#pragma once
#include "base/atomic.h"
#include "gph/abi.h"

#define GPH_BLOCK_SHIFT 12
#define GPH_BLOCK_SIZE ((size_t)1 << GPH_BLOCK_SHIFT)
#define GPH_MB_SHIFT 20
#define GPH_MB_SIZE ((size_t)1 << GPH_MB_SHIFT)
// two bits for each word of the old range: gc/mark.c; not touched in the young one
#define GPH_MB_BITS ((size_t)5 << GPH_BLOCK_SHIFT)
#define GPH_MB_FIRST 13  // first usable block: states and descriptors take 16.25 KiB, mark bits 32 KiB
#define GPH_MB_BLOCKS (256 - GPH_MB_FIRST)  // usable blocks of a megablock
#define GPH_LARGE_BYTES ((size_t)3276)      // objects at least this large get a group of their own

typedef enum { GPH_SPACE_YOUNG, GPH_SPACE_OLD } GphSpaceId;

// Bits of state[]:
enum {
  // objects in this block are to be evacuated in the running (or, between collections, the next) collection
  GPH_BS_FROM = 1,
  GPH_BS_LARGE = 2,    // one large object, or a block of pinned objects: never copied, the group changes lists instead
  GPH_BS_PROMOTE = 4,  // survivors go to the old generation (else: to the aged part of the young one)
  GPH_BS_MARK = 8,     // objects in this block are marked where they are (gc/mark.c)
  GPH_BS_QUEUED = 16   // ... and it is on a list of blocks to be scavenged
};

enum {
  GPH_BF_FREE = 1,
  GPH_BF_PINNED = 2,
  GPH_BF_DISCARDED = 4,
  GPH_BF_OLD = 8,
  GPH_BF_AGED = 16,
  GPH_BF_MB_RUN = 32,
  GPH_BF_REGION = 64,
  GPH_BF_SPARSE = 128
};

typedef struct GphBlock {
  W *start, *free;  // the group's memory; next free word
  W *scan;          // collector: next word to scavenge
  struct GphBlock *link, *back;
  uint32_t blocks;  // blocks of the group (free run of megablocks: their number)
  uint32_t flags;   // GPH_BF_*
  union {
    struct GphBlock *mark_next;  // each block of a group, in its own descriptor: Note [Marks] in gc/mark.c
    W *limit;                    // GPH_BF_REGION: the end of a hole, Note [Holes] in gc/mark.c
  };
  // atomic; each block of a group, in its own descriptor: of marked objects that start in it
  size_t marked_words;
} GphBlock;
_Static_assert(sizeof(GphBlock) == 64, "descriptor size");

// const after init
extern uintptr_t gph_young_base, gph_old_base, gph_heap_end;

void gph_block_init(void);
GphBlock *gph_block_try_alloc(GphSpaceId space, size_t blocks);  // NULL when the system refuses memory
// never fails: exits with 251 when the system refuses memory
GphBlock *gph_block_alloc(GphSpaceId space, size_t blocks);
GphBlock *gph_block_alloc_for(int hec, GphSpaceId space, size_t blocks);  // ... for the use of that HEC
int gph_block_node(uintptr_t p);                                          // the node of an address of the heap
size_t gph_block_taken(int node);                                         // blocks ever taken from it
void gph_block_free(GphBlock *b);
void gph_block_free_list(GphBlock *b);  // all groups of a list through link
// give free megablocks of each range above these numbers back to the system
void gph_block_release(size_t keep_young, size_t keep_old);
// the system was so slow to find large pages that they are not asked for any more
bool gph_block_large_pages_slow(void);
size_t gph_block_in_use(GphSpaceId space);  // blocks in allocated groups
size_t gph_block_mapped_peak(void);         // most bytes ever committed
size_t gph_block_mapped(void);              // committed and not given back
void gph_block_check(void);                 // debug: free lists and counts are consistent

static inline uint8_t *gph_block_states(uintptr_t p) { return (uint8_t *)(p & ~(GPH_MB_SIZE - 1)); }
static inline uint8_t *gph_block_state_at(uintptr_t p) { return gph_block_states(p) + ((p >> GPH_BLOCK_SHIFT) & 255); }
static inline uint8_t gph_block_state(uintptr_t p) { return gph_load_acquire(gph_block_state_at(p)); }
static inline GphBlock *gph_block_descr(uintptr_t mb, unsigned i) { return (GphBlock *)(mb + 256) + i; }
static inline GphBlock *gph_block_of(uintptr_t p) {
  return gph_block_descr(p & ~(GPH_MB_SIZE - 1), (p >> GPH_BLOCK_SHIFT) & 255);
}
static inline uintptr_t gph_block_address(const GphBlock *b) {  // of the block that has this descriptor
  uintptr_t mb = (uintptr_t)b & ~(GPH_MB_SIZE - 1);
  return mb + ((uintptr_t)(b - gph_block_descr(mb, 0)) << GPH_BLOCK_SHIFT);
}
static inline W *gph_block_end(const GphBlock *b) {
  return (W *)((char *)b->start + (size_t)b->blocks * GPH_BLOCK_SIZE);
}
void gph_block_set_state(GphBlock *b, uint8_t state);
static inline size_t gph_blocks_for(size_t bytes) { return (bytes + GPH_BLOCK_SIZE - 1) >> GPH_BLOCK_SHIFT; }
static inline bool gph_in_heap(W x) { return x - gph_young_base < gph_heap_end - gph_young_base; }
