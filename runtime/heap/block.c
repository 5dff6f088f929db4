// block.c: see block.h.
//
// Within a megablock, free groups are kept in lists by the logarithm of their size and joined with free neighbours at
// once: the first and the last descriptor of a free group carry GPH_BF_FREE, and the last one's `link` leads to the
// first. A group that becomes a whole megablock goes to the list of free megablock runs, sorted by address, neighbours
// joined. lock: space->lock for everything in a GphSpace (mutators allocate large objects and side blocks
// concurrently).
//
// Each range is divided among the nodes of the machine (Note [NUMA] in base/numa.c), in equal parts by address: a
// GphSpace is one of these parts, and blocks never leave theirs. Without --numa there is one for each range.
#include "heap/block.h"
#include "base/die.h"
#include "base/numa.h"
#include "base/os.h"
#include <string.h>

uintptr_t gph_young_base, gph_old_base, gph_heap_end;

typedef struct {
  GphLock lock;
  uintptr_t base, end, fresh;  // fresh: lowest address never committed
  GphBlock *free[8];           // free groups with 2^i <= blocks < 2^(i+1), doubly linked
  GphBlock *runs;              // free runs of megablocks, by address
  // blocks in use (stored under the lock, read by anybody: about what it was a moment ago); megablocks in `runs`
  size_t used, free_mbs;
  size_t taken;    // blocks ever taken
  int slow_pages;  // large pages that were long in coming
  int node;
} GphSpace;

static GphSpace spaces[2][GPH_MAX_NODES];
static int part_shift = 63;         // const after init: offset in a range >> this = node
static size_t mapped, mapped_peak;  // atomic

// Note [Large pages]: beyond its first megabytes the old generation asks for pages of 2 MiB, which cost one fault
// instead of 512 and one entry of the TLB. The system gives one where a whole aligned pair of megablocks is committed
// at the first access, so they are committed in pairs. A page of 2 MiB is cleared in 0.1 to 0.2 ms. But in a virtual
// machine the host may have to find the memory first, piece by piece, which took 6 ms for each of them (and then 0.5 s
// for 180 MiB); the guest's small free pages are mostly ones that it has already. So after a few that took long we ask
// for no more.
#define GPH_LARGE_PAGES_FROM ((uintptr_t)32 << 20)
enum { SLOW_PAGE_NS = 1000000, SLOW_PAGES = 2 };

void gph_block_init(void) {
  // As much address space as the system lets us have: 1 TiB for each range, less under ulimit -v.
  for (size_t size = (size_t)2 << 40; size >= (size_t)64 << 20; size >>= 1) {
    char *p = gph_os_reserve(size + 2 * GPH_MB_SIZE, 0x420000000000);
    if (!p) continue;
    uintptr_t base = ((uintptr_t)p + 2 * GPH_MB_SIZE - 1) & ~(2 * GPH_MB_SIZE - 1);
    gph_young_base = base;
    gph_old_base = base + size / 2;
    gph_heap_end = base + size;
    size_t part = size / 2;
    if (gph_nodes > 1) {
      for (part_shift = __builtin_ctzll(part); (size_t)gph_nodes << part_shift > size / 2; part_shift--) {}
      part = (size_t)1 << part_shift;
    }
    for (int i = 0; i < 2; i++)
      for (int k = 0; k < gph_nodes; k++) {
        GphSpace *s = &spaces[i][k];
        s->base = s->fresh = (i ? gph_old_base : base) + (size_t)k * part;
        s->end = s->base + part;
        s->node = k;
        gph_lock_init(&s->lock);
      }
    gph_os_large_pages((void *)(gph_old_base + GPH_LARGE_PAGES_FROM), size / 2 - GPH_LARGE_PAGES_FROM);
    return;
  }
  gph_fail(251, "cannot reserve address space for the heap");
}

int gph_block_node(uintptr_t p) {
  return (int)((p - (p >= gph_old_base ? gph_old_base : gph_young_base)) >> part_shift);
}
static inline GphSpace *space_of(uintptr_t p) { return &spaces[p >= gph_old_base][gph_block_node(p)]; }
static inline uintptr_t mb_of(const GphBlock *b) { return (uintptr_t)b & ~(GPH_MB_SIZE - 1); }
static inline unsigned index_of(const GphBlock *b) { return (unsigned)(b - gph_block_descr(mb_of(b), 0)); }
static inline int log2_of(unsigned n) { return 31 - __builtin_clz(n); }

void gph_block_set_state(GphBlock *b, uint8_t state) {
  unsigned i = index_of(b);
  size_t n = b->blocks;
  if (n > 256 - i) n = 256 - i;
  // Other workers of a collection may read them: gph_block_state.
  for (uint8_t *p = gph_block_states(mb_of(b)) + i, *e = p + n; p < e; p++) gph_store_release(p, state);
}

// ---- free groups inside a megablock ----
static void insert_free(GphSpace *s, GphBlock *b) {
  GphBlock **list = &s->free[log2_of(b->blocks)];
  GphBlock *last = b + b->blocks - 1;
  last->flags = GPH_BF_FREE;
  if (last != b) last->link = b;
  b->flags = GPH_BF_FREE;
  b->link = *list;
  b->back = NULL;
  if (*list) (*list)->back = b;
  *list = b;
}
static void remove_free(GphSpace *s, GphBlock *b) {
  if (b->back) b->back->link = b->link;
  else s->free[log2_of(b->blocks)] = b->link;
  if (b->link) b->link->back = b->back;
  b[b->blocks - 1].flags = 0;
  b->flags = 0;
}

static void init_group(GphBlock *b, size_t n) {
  b->start = b->free = b->scan = (W *)(mb_of(b) + ((uintptr_t)index_of(b) << GPH_BLOCK_SHIFT));
  b->blocks = (uint32_t)n;
  b->flags = 0;
  b->link = b->back = NULL;
}

// ---- runs of megablocks ----
static void insert_run(GphSpace *s, GphBlock *b, uint32_t mbs, bool discarded) {
  b->blocks = mbs;
  b->flags = GPH_BF_MB_RUN | (discarded ? GPH_BF_DISCARDED : 0);
  s->free_mbs += mbs;
  GphBlock **p = &s->runs, *before = NULL;
  while (*p && *p < b) {
    before = *p;
    p = &(*p)->link;
  }
  b->link = *p;
  *p = b;
  // Neighbours are joined when both are resident or neither is.
  if (b->link && b->link->flags == b->flags && mb_of(b) + (uintptr_t)b->blocks * GPH_MB_SIZE == mb_of(b->link)) {
    GphBlock *next = b->link;
    b->blocks += next->blocks;
    b->link = next->link;
  }
  if (before && before->flags == b->flags && mb_of(before) + (uintptr_t)before->blocks * GPH_MB_SIZE == mb_of(b)) {
    before->blocks += b->blocks;
    before->link = b->link;
  }
}

static void count_mapped(intptr_t bytes) {
  size_t now = __atomic_add_fetch(&mapped, (size_t)bytes, __ATOMIC_RELAXED);
  size_t peak = gph_load_relaxed(&mapped_peak);
  while (now > peak &&
         !__atomic_compare_exchange_n(&mapped_peak, &peak, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
}

// k megablocks in a row; the descriptor of the first block of the first. NULL: the system refuses so much.
static GphBlock *alloc_mbs(GphSpace *s, uint32_t k) {
  GphBlock **best = NULL;
  for (GphBlock **p = &s->runs; *p; p = &(*p)->link)
    if ((*p)->blocks >= k && (!best || (*p)->blocks < (*best)->blocks)) {
      best = p;
      if ((*p)->blocks == k) break;
    }
  uintptr_t mb;
  if (best) {
    GphBlock *b = *best;
    bool discarded = b->flags & GPH_BF_DISCARDED;
    uint32_t rest = b->blocks - k;
    *best = b->link;
    s->free_mbs -= b->blocks;
    mb = mb_of(b);
    if (discarded) count_mapped((intptr_t)(k * GPH_MB_SIZE));
    if (rest) insert_run(s, gph_block_descr(mb + k * GPH_MB_SIZE, GPH_MB_FIRST), rest, discarded);
  } else {
    mb = s->fresh;
    uint32_t more = k;
    // See Note [Large pages].
    bool large = s->base >= gph_old_base && mb - gph_old_base >= GPH_LARGE_PAGES_FROM;
    if (large) more += (uint32_t)((mb - s->base) / GPH_MB_SIZE + k) % 2;
    if ((s->end - mb) / GPH_MB_SIZE < more || !gph_os_commit((void *)mb, (size_t)more * GPH_MB_SIZE)) return NULL;
    gph_numa_bind((void *)mb, (size_t)more * GPH_MB_SIZE, s->node);
    s->fresh += (uintptr_t)more * GPH_MB_SIZE;
    count_mapped((intptr_t)(k * GPH_MB_SIZE));
    if (large && s->slow_pages < SLOW_PAGES) {
      int64_t t = gph_os_thread_cpu_ns();
      *(volatile char *)mb = 0;
      if (gph_os_thread_cpu_ns() - t > SLOW_PAGE_NS && ++s->slow_pages == SLOW_PAGES)
        gph_os_small_pages((void *)s->fresh, s->end - s->fresh);
    }
    if (more > k) insert_run(s, gph_block_descr(mb + k * GPH_MB_SIZE, GPH_MB_FIRST), more - k, true);
  }
  memset((void *)mb, 0, 256 + 256 * sizeof(GphBlock));
  return gph_block_descr(mb, GPH_MB_FIRST);
}

static GphBlock *alloc_in(GphSpace *s, size_t n) {
  GphBlock *b = NULL;
  gph_lock(&s->lock);
  if (n >= GPH_MB_BLOCKS) {
    size_t mbs = 1 + ((n - GPH_MB_BLOCKS) * GPH_BLOCK_SIZE + GPH_MB_SIZE - 1) / GPH_MB_SIZE;
    b = mbs <= UINT32_MAX ? alloc_mbs(s, (uint32_t)mbs) : NULL;
  } else {
    for (int i = log2_of((unsigned)n); i < 8 && !b; i++)
      for (GphBlock *f = s->free[i]; f; f = f->link)
        if (f->blocks >= n) {
          b = f;
          break;
        }
    if (b) remove_free(s, b);
    else if ((b = alloc_mbs(s, 1))) b->blocks = GPH_MB_BLOCKS;
    if (b && b->blocks > n) {
      GphBlock *rest = b + n;
      rest->blocks = b->blocks - (uint32_t)n;
      insert_free(s, rest);
    }
  }
  if (b) {
    init_group(b, n);
    gph_store_relaxed(&s->used, s->used + n);
    s->taken += n;
  }
  gph_unlock(&s->lock);
  if (b) gph_block_set_state(b, 0);
  return b;
}

// From `node`, or when nothing is left there from another one. NULL: the system refuses so much.
static GphBlock *try_alloc_on(int node, GphSpaceId space, size_t n) {
  for (int i = 0; i < gph_nodes; i++) {
    GphBlock *b = alloc_in(&spaces[space][(node + i) % gph_nodes], n);
    if (b) return b;
  }
  return NULL;
}
static GphBlock *alloc_on(int node, GphSpaceId space, size_t n) {
  GphBlock *b = try_alloc_on(node, space, n);
  if (b) return b;
  gph_fail(251, "heap exhausted: the system refuses %zu MiB more",
           (n * GPH_BLOCK_SIZE + GPH_MB_SIZE - 1) / GPH_MB_SIZE);
}
GphBlock *gph_block_try_alloc(GphSpaceId space, size_t n) { return try_alloc_on(gph_numa_place_here(), space, n); }
GphBlock *gph_block_alloc(GphSpaceId space, size_t n) { return alloc_on(gph_numa_place_here(), space, n); }
GphBlock *gph_block_alloc_for(int hec, GphSpaceId space, size_t n) {
  return alloc_on(gph_numa_place_for(hec), space, n);
}

void gph_block_free(GphBlock *b) {
  GphSpace *s = space_of((uintptr_t)b);
  GPH_ASSERT(!(b->flags & GPH_BF_FREE));
#ifdef GPH_DEBUG
  memset(b->start, 0xd5, (size_t)b->blocks * GPH_BLOCK_SIZE);
#endif
  gph_lock(&s->lock);
  gph_store_relaxed(&s->used, s->used - b->blocks);
  if (b->blocks >= GPH_MB_BLOCKS) {
    size_t mbs = 1 + ((b->blocks - GPH_MB_BLOCKS) * GPH_BLOCK_SIZE + GPH_MB_SIZE - 1) / GPH_MB_SIZE;
    insert_run(s, b, (uint32_t)mbs, false);
  } else {
    gph_block_set_state(b, 0);
    unsigned i = index_of(b), n = b->blocks;
    b->flags = b[n - 1].flags = 0;
    if (i + n < 256 && (b[n].flags & GPH_BF_FREE)) {
      GphBlock *next = b + n;
      remove_free(s, next);
      n += next->blocks;
    }
    if (i > GPH_MB_FIRST && (b[-1].flags & GPH_BF_FREE)) {
      GphBlock *last = b - 1, *prev = last;
      if (index_of(last) > GPH_MB_FIRST && last->link && last->link < last &&
          last->link + last->link->blocks - 1 == last && (last->link->flags & GPH_BF_FREE) &&
          mb_of(last->link) == mb_of(last))
        prev = last->link;
      else GPH_ASSERT(last->blocks == 1);
      remove_free(s, prev);
      n += prev->blocks;
      b = prev;
    }
    b->blocks = n;
    if (n == GPH_MB_BLOCKS) insert_run(s, b, 1, false);
    else insert_free(s, b);
  }
  gph_unlock(&s->lock);
}

void gph_block_free_list(GphBlock *b) {
  while (b) {
    GphBlock *next = b->link;
    gph_block_free(b);
    b = next;
  }
}

bool gph_block_large_pages_slow(void) {
  bool slow = false;
  for (int k = 0; k < gph_nodes; k++) {
    gph_lock(&spaces[GPH_SPACE_OLD][k].lock);
    slow |= spaces[GPH_SPACE_OLD][k].slow_pages == SLOW_PAGES;
    gph_unlock(&spaces[GPH_SPACE_OLD][k].lock);
  }
  return slow;
}

void gph_block_release(size_t keep_young, size_t keep_old) {
  for (int i = 0; i < 2 * gph_nodes; i++) {
    GphSpace *s = &spaces[i & 1][i >> 1];
    size_t keep_mbs = ((i & 1) == GPH_SPACE_YOUNG ? keep_young : keep_old) / (size_t)gph_nodes;
    gph_lock(&s->lock);
    size_t resident = 0;
    for (GphBlock *b = s->runs; b; b = b->link) {
      if (b->flags & GPH_BF_DISCARDED) continue;
      if (resident + b->blocks <= keep_mbs) {
        resident += b->blocks;
        continue;
      }
      // The header of the first megablock stays: it holds this descriptor.
      uintptr_t from = mb_of(b) + GPH_MB_FIRST * GPH_BLOCK_SIZE;
      gph_os_discard((void *)from, mb_of(b) + (uintptr_t)b->blocks * GPH_MB_SIZE - from);
      b->flags |= GPH_BF_DISCARDED;  // not joined with a discarded neighbour: next time
      count_mapped(-(intptr_t)(b->blocks * GPH_MB_SIZE));
    }
    gph_unlock(&s->lock);
  }
}

size_t gph_block_in_use(GphSpaceId space) {
  size_t n = 0;
  for (int i = 0; i < gph_nodes; i++) n += gph_load_relaxed(&spaces[space][i].used);
  return n;
}
size_t gph_block_taken(int node) { return spaces[GPH_SPACE_YOUNG][node].taken + spaces[GPH_SPACE_OLD][node].taken; }
size_t gph_block_mapped_peak(void) { return gph_load_relaxed(&mapped_peak); }
size_t gph_block_mapped(void) { return gph_load_relaxed(&mapped); }

void gph_block_check(void) {
  for (int i = 0; i < 2 * gph_nodes; i++) {
    GphSpace *s = &spaces[i & 1][i >> 1];
    size_t free_blocks = 0, run_mbs = 0;
    for (int k = 0; k < 8; k++)
      for (GphBlock *b = s->free[k]; b; b = b->link) {
        if (!(b->flags & GPH_BF_FREE) || log2_of(b->blocks) != k || index_of(b) + b->blocks > 256 ||
            (b->link && b->link->back != b))
          gph_die("block allocator: bad free group %p", (void *)b);
        if (index_of(b) + b->blocks < 256 && (b[b->blocks].flags & GPH_BF_FREE))
          gph_die("block allocator: free neighbours %p", (void *)b);
        free_blocks += b->blocks;
      }
    for (GphBlock *b = s->runs; b; b = b->link) {
      if (!(b->flags & GPH_BF_MB_RUN) || (b->link && mb_of(b) + (uintptr_t)b->blocks * GPH_MB_SIZE > mb_of(b->link)))
        gph_die("block allocator: bad run %p", (void *)b);
      run_mbs += b->blocks;
    }
    if (run_mbs != s->free_mbs)
      gph_die("block allocator: %zu free megablocks counted, %zu recorded", run_mbs, s->free_mbs);
    if (free_blocks > (s->fresh - s->base) / GPH_BLOCK_SIZE) gph_die("block allocator: too many free blocks");
  }
}
