// alloc.c: see alloc.h.
#include "heap/alloc.h"
#include "base/die.h"
#include "base/flags.h"
#include "heap/gc_stats.h"
#include "heap/hooks.h"
#include <string.h>

// Note [Size of the nursery]
// A small nursery stays in the cache and makes a small process; a large one gives objects time to die. Without -A, and
// with one HEC, it begins with NURSERY_LEAST and is doubled, up to gph_flags.nursery, when young collections do too
// much work for what is allocated: over the last MEMORY nurseries or so, as a sum in which the past counts half. The
// larger the nursery is already, the more work is too much; and above NURSERY_FREE the old generation must be so large
// that the nursery is small beside it. It is halved when they have next to nothing to do. The measure is work (words
// copied, and words of remembered objects and stacks looked at), not time, so that a run can be repeated. With several
// HECs each collection stops all of them: there it has the full size from the start.
//
// With one generation (-G1) each collection deals with all that is alive. The nurseries together are then as large as
// that, times -F - 1, lest a large heap be copied again for each 512 KiB; with -M what is left of the limit, but an
// eighth of what is alive in any case (as gph_sizes_decide has it; with -c a twentieth). What -A says is then the
// least, as in GHC: a heap of 8 MiB that is copied for each 16 KiB takes a hundred times the program's own time.
enum { NURSERY_LEAST = 512 << 10, NURSERY_FREE = 2 << 20, MUCH = 8, LITTLE = 256, MEMORY = 8 };
static size_t nursery_bytes;  // of each HEC; changed under STW, in force from the next reset on

static GphBlock *new_chunks(const GphHec *h, size_t bytes) {
  GphBlock *list = NULL, **tail = &list;
  size_t left = gph_blocks_for(bytes), chunk = gph_blocks_for(gph_flags.nursery_chunk);
  if (chunk == 0 || chunk > GPH_MB_BLOCKS) chunk = GPH_MB_BLOCKS;
  while (left > 0) {
    size_t n = left < chunk ? left : chunk;
    GphBlock *b = gph_block_alloc_for(h->no, GPH_SPACE_YOUNG, n);
    gph_block_set_state(b, GPH_BS_FROM);
    *tail = b;
    tail = &b->link;
    left -= n;
    if (left < (chunk < 16 ? chunk : 16)) break;  // no tiny last chunk
  }
  return list;
}

static void use_chunk(GphHec *h, GphBlock *b) {
  h->nursery_cur = b;
  h->reg.hp = b->start;
  h->alloc_end = gph_block_end(b);
  h->reg.zone_end = (W)h->alloc_end;
  b->free = b->start;
#ifdef GPH_DEBUG
  memset(b->start, 0xa5, (size_t)b->blocks * GPH_BLOCK_SIZE);
#endif
  gph_store_seq(&h->reg.hplim, h->alloc_end);
  if (gph_load_seq(&h->interrupted) || h->zapped_own) gph_store_seq(&h->reg.hplim, (W *)0);
}

static bool adapts(void) { return !gph_flags.nursery_given && gph_hecs_used <= 1; }

void gph_nursery_init(GphHec *h) {
  if (nursery_bytes == 0)
    nursery_bytes = gph_flags.nursery_given || gph_flags.hecs > 1 || gph_flags.nursery < NURSERY_LEAST
                        ? gph_flags.nursery
                        : NURSERY_LEAST;
  h->nursery = new_chunks(h, nursery_bytes);
  use_chunk(h, h->nursery);
}

void gph_nursery_adapt(uint64_t allocated, uint64_t work, uint64_t old) {
  static uint64_t all_allocated, all_work;
  size_t n = nursery_bytes;
  if (!adapts()) {
    nursery_bytes = gph_flags.nursery;
    return;
  }
  all_allocated += allocated;
  all_work += work;
  if (all_allocated < MEMORY * n / 2) return;
  uint64_t much = n >= NURSERY_FREE ? MUCH : MUCH * NURSERY_FREE / n;
  if (all_work > all_allocated / much &&
      (gph_flags.compact ? 2 * n <= old / 32 : 2 * n <= NURSERY_FREE || 2 * n <= old / 4))
    n *= 2;
  else if (all_work < all_allocated / LITTLE) n /= 2;
  if (all_allocated >= MEMORY * nursery_bytes || n != nursery_bytes) all_allocated /= 2, all_work /= 2;
  if (n > gph_flags.nursery || n < NURSERY_LEAST || n == nursery_bytes) return;
  if (n > nursery_bytes) gph_gc_stats.nursery_grown++;
  else gph_gc_stats.nursery_shrunk++;
  nursery_bytes = n;
}

void gph_nursery_for_live(uint64_t live, bool marks) {
  const double all = (double)live, limit = (double)gph_flags.max_heap,
               least_part = gph_flags.compact ? all / 20 : all / 8;
  double want = all * (gph_old_factor() - 1);
  if (gph_flags.compact) want /= 2;  // what survives in it stands beside it
  else if (want < (double)gph_flags.suggested_heap / 2) want = (double)gph_flags.suggested_heap / 2;
  if (limit > 0) {
    double room = marks ? (limit - all) / 2 : limit - 2 * all;
    if (want > room) want = room;
  }
  if (want < least_part) want = least_part;
  size_t n = want > 0 ? (size_t)want / (size_t)gph_hecs_used : 0,
         least = gph_hecs_used > 1 || gph_flags.nursery_given ? gph_flags.nursery : NURSERY_LEAST;
  if (least > gph_flags.nursery) least = gph_flags.nursery;
  n = n < least ? least : n & ~(GPH_BLOCK_SIZE - 1);
  if (n > nursery_bytes) gph_gc_stats.nursery_grown++;
  else if (n < nursery_bytes) gph_gc_stats.nursery_shrunk++;
  nursery_bytes = n;
}

size_t gph_nursery_size(void) { return nursery_bytes; }

void gph_nursery_reset(GphHec *h) {
  // chunks do not come in all sizes
  size_t have = 0, want = gph_blocks_for(nursery_bytes), slack = want > 16 ? 16 : want - 1;
  GphBlock **end = &h->nursery;
  while (*end && have + slack < want) {
    have += (*end)->blocks;
    end = &(*end)->link;
  }
  gph_block_free_list(*end);
  *end = NULL;
  if (have + slack < want) *end = new_chunks(h, (want - have) * GPH_BLOCK_SIZE);
  for (GphBlock *b = h->nursery; b; b = b->link) b->free = b->start;
  use_chunk(h, h->nursery);
}

size_t gph_nursery_used(GphHec *h) {
  size_t words = 0;
  for (GphBlock *b = h->nursery; b; b = b->link) {
    words += (size_t)((b == h->nursery_cur ? h->reg.hp : b->free) - b->start);
    if (b == h->nursery_cur) break;
  }
  return words * sizeof(W);
}

bool gph_nursery_next(GphHec *h) {
  GphBlock *b = h->nursery_cur;
  b->free = h->reg.hp;
  if (gph_profile_wanted && h->current) gph_profile_allocated(&h->reg, (size_t)((char *)b->free - (char *)b->start));
  if (!b->link) return false;
  use_chunk(h, b->link);
  return true;
}

W *gph_alloc(GphReg *R, size_t words) {
  GphHec *h = gph_hec_of(R);
  GPH_ASSERT(words * sizeof(W) < GPH_LARGE_BYTES + 64);
  if (__builtin_expect(R->hp + words > h->alloc_end, 0))
    while (R->hp + words > h->alloc_end)
      if (!gph_nursery_next(h)) gph_collect(h, GPH_GC_YOUNG);
  W *p = R->hp;
  R->hp += words;
  return p;
}

static void hold_large(GphHec *h, GphBlock *b, size_t words) {
  gph_block_set_state(b, GPH_BS_FROM | GPH_BS_LARGE);
  b->free = b->start + words;
  b->link = h->large;
  b->back = NULL;
  if (h->large) h->large->back = b;
  h->large = b;
  h->large_bytes += words * sizeof(W);
  if (gph_profile_wanted && h->current) gph_profile_allocated(&h->reg, words * sizeof(W));
}

// NULL: no room, in the address space, for the system or under -M.
static W *alloc_large(GphReg *R, size_t words) {
  GphHec *h = gph_hec_of(R);
  if (words > (gph_old_base - gph_young_base) / sizeof(W)) return NULL;
  size_t bytes = words * sizeof(W);
  if (h->large_bytes + bytes > nursery_bytes + bytes / 2 && h->large_bytes > 0) gph_collect(h, GPH_GC_YOUNG);
  if (!gph_check_heap_limit(R, bytes)) return NULL;
  GphBlock *b = gph_block_try_alloc(GPH_SPACE_YOUNG, gph_blocks_for(bytes));
  if (!b) {
    gph_collect(h, GPH_GC_MAJOR);
    if (!(b = gph_block_try_alloc(GPH_SPACE_YOUNG, gph_blocks_for(bytes)))) return NULL;
  }
  hold_large(h, b, words);
  return b->start;
}

W *gph_alloc_any(GphReg *R, size_t words) {
  return words >= GPH_LARGE_BYTES / sizeof(W) ? alloc_large(R, words) : gph_alloc(R, words);
}

W *gph_alloc_pinned(GphReg *R, size_t bytes, size_t align, size_t offset) {
  GphHec *h = gph_hec_of(R);
  if (align < 8) align = 8;
  size_t words = (bytes + 7) / 8;
  GPH_ASSERT(align <= GPH_BLOCK_SIZE);
  if (bytes + align >= GPH_LARGE_BYTES) {
    W *p = alloc_large(R, words + align / 8);
    if (!p) return NULL;
    // It begins in the first block of its group (the alignment is a block's at most), but not always where that begins.
    // Nobody looks for its header there: the group is one of pinned objects, which have no pointers.
    gph_block_of((uintptr_t)p)->flags |= GPH_BF_PINNED;
    uintptr_t at = ((uintptr_t)p + offset + align - 1) & ~(align - 1);
    return (W *)(at - offset);
  }
  for (int tries = 0;; tries++) {
    GphBlock *b = h->pinned;
    if (b) {
      uintptr_t at = (((uintptr_t)b->free + offset + align - 1) & ~(align - 1)) - offset;
      if (at + words * 8 <= (uintptr_t)gph_block_end(b)) {
        b->free = (W *)at + words;
        return (W *)at;
      }
    }
    if (tries) gph_die("pinned allocation of %zu bytes", bytes);
    W *p = alloc_large(R, GPH_BLOCK_SIZE / sizeof(W));
    if (!p) return NULL;
    b = gph_block_of((uintptr_t)p);
    b->flags |= GPH_BF_PINNED;
    b->free = b->start;
    h->pinned = b;
  }
}

W *gph_alloc_side(GphHec *h, size_t words) {
  GPH_ASSERT(words <= GPH_BLOCK_SIZE / sizeof(W));
  GphBlock *b = h->side;
  if (!b || b->free + words > gph_block_end(b)) {
    b = gph_block_alloc(GPH_SPACE_YOUNG, 1);
    gph_block_set_state(b, GPH_BS_FROM);
    b->link = h->side;
    h->side = b;
  }
  W *p = b->free;
  b->free += words;
  return p;
}

W *gph_alloc_aside(GphHec *h, size_t words) {
  if (words < GPH_LARGE_BYTES / sizeof(W)) return gph_alloc_side(h, words);
  GphBlock *b = gph_block_alloc(GPH_SPACE_YOUNG, gph_blocks_for(words * sizeof(W)));
  hold_large(h, b, words);
  return b->start;
}

W gph_box_c(GphReg *R, W n, const GphInfo *info) {
  W *p = gph_alloc_side(gph_hec_of(R), 2);
  p[0] = (W)info;
  p[1] = n;
  return (W)p | info->tag;
}
