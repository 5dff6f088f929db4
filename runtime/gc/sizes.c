// sizes.c: the sizes of the heap: by how much the old generation may grow until the next major collection, and which
// memory goes back to the system.
#include "gc/sizes.h"
#include "base/flags.h"
#include "eval/stack_blocks.h"
#include "gc/mark.h"
#include "gc/retainers.h"
#include "heap/alloc.h"
#include "sched/deadlock.h"
#include "state/hecs.h"

static size_t old_limit;      // blocks of old generation that make the next collection a major one
static bool overflow_raised;  // -M was exceeded and the exception is out

static double survived = 1;    // the part of the old generation that was alive at the last major collection
static size_t promoted_young;  // words, by the last young collection
// the old generation after the last major collection; what was allocated since
static size_t words_at_major, allocated_since;
static size_t roots_at_major;  // words of stacks and remembered objects that the last major collection looked at
// of objects in the groups of the old generation: alive at the last major collection, or promoted since
static size_t old_words;

// Without the holes.
size_t gph_sizes_old_words(void) { return old_words; }
size_t gph_sizes_old_blocks(void) { return gph_block_in_use(GPH_SPACE_OLD) - gph_hole_blocks() + gc.large_old_blocks; }

// What a processor's own caches hold; see Note [Prefetching] in scav.c. What another HEC allocated is in its
// processor's.
#define CACHES ((size_t)8 << 20)
bool gph_sizes_exceed_caches(bool major) {
  return gph_hecs_used > 1 || gph_nursery_size() > CACHES || (major && old_words * sizeof(W) > CACHES);
}

bool gph_sizes_major_due(void) {
  if (old_limit == 0) gph_sizes_decide(true, 0);
  return gph_sizes_old_blocks() >= old_limit;
}

#define MARK_FACTOR 1.6
#define GROWTH_FACTOR 3.0
enum { LITTLE = 4096 };  // blocks: 16 MiB
#define LEAST ((size_t)256 << 10)
#define GROWTH_LEAST 0.05
// what a block costs with its share of its megablock's header, and of what is left over there
#define MB_PER_BLOCKS (256.0 / (GPH_MB_BLOCKS - GPH_COPY_BLOCKS / 2))
// Note [How long -c waits]
// ~~~~~~~~~~~~~~~~~~~~~~~~
// By how many blocks the old generation may grow until the next major collection. The whole heap, with nurseries, their
// survivors, and what the next major collection promotes before it frees anything, is to stay within `factor` times
// what is alive then. What is alive then, nobody knows. If nothing of what will be promoted lived, it would be what is
// alive now: so with -F. But then a map that only grows is collected, each time it has grown by a tenth, to no effect
// (40 MB of it: 47 major collections, seven times the time of the default). So without -F as much of it is taken to
// live as lived of late: where a fraction d of what was promoted died (the larger one of the last two times), growth by
// g leaves garbage of d g, and factor (live + (1-d) g) >= live + g. But never by more than half of what is alive, since
// that may be wrong. And where all that is promoted replaces something (a map of constant size whose keys change) the
// room that 1.3 leaves is soon full; then collections would go through many times as many words as the program
// allocates. Without -F they wait until it has allocated as many words as the last one went through; but not longer
// than with a factor of 2.
// words; up to the last major collection, from the one before on
static struct {
  double died[2];
  size_t promoted, allocated, work;
} since_major = {.died = {1, 1}};
#define GROWTH_MOST 0.5
static double compact_room(double factor, size_t live_words) {
  double all = (double)live_words / (GPH_BLOCK_SIZE / sizeof(W)) * factor;
  double used = (double)(gph_block_in_use(GPH_SPACE_YOUNG) + gph_block_in_use(GPH_SPACE_OLD) - gph_hole_blocks()),
         nurseries = 2 * (double)gph_hecs_used * (double)gph_blocks_for(gph_nursery_size());
  return all / MB_PER_BLOCKS - 2 * GPH_MB_BLOCKS - used - nurseries;  // the last megablock of each range is not full
}
static double compact_growth(double factor, double objects, size_t live_words) {
  double room = compact_room(factor, live_words);
  if (room < objects * GROWTH_LEAST) room = objects * GROWTH_LEAST;
  if (gph_flags.old_factor) return room;
  double died = since_major.died[0] > since_major.died[1] ? since_major.died[0] : since_major.died[1],
         left = 1 - factor * (1 - died);
  double most = room > objects * GROWTH_MOST ? room : objects * GROWTH_MOST,
         growth = left * most > room ? room / left : most;
  if (since_major.allocated > 0) {
    double needed = (double)since_major.promoted / (GPH_BLOCK_SIZE / sizeof(W)) * (double)since_major.work /
                    (double)since_major.allocated;
    most = compact_room(2, live_words);
    if (needed > most) needed = most;
    if (growth < needed) growth = needed;
  }
  return growth;
}

void gph_sizes_decide(bool major, size_t live_words) {
  if (!major) return;
  // What is in gaps between objects does not let more garbage accumulate before the next major collection.
  size_t live = gph_sizes_old_blocks(), objects = old_words / (GPH_BLOCK_SIZE / sizeof(W)) + gc.large_old_blocks;
  double factor = gph_old_factor(), limit = (double)live + (double)objects * (factor - 1);
  static size_t objects_before;  // at the last major collection
  if (gph_flags.old_factor == 0 && !gph_flags.compact) {
    double grown = (double)live + (double)objects * (GROWTH_FACTOR - 1);
    if (survived >= 0.9 && 2 * objects >= 3 * objects_before && (grown <= LITTLE || gph_mark_choose((size_t)grown))) {
      // The heap grows and hardly anything dies: collections are in vain. Fewer of them, unless that would need much
      // more memory for copying.
      limit = grown;
    } else if (survived < 0.8 && gph_mark_choose((size_t)limit)) {
      // Marking moves little and needs no room, so it may come more often, for the sake of memory; but not so that it
      // would be copying again.
      limit = (double)live + (double)objects * (MARK_FACTOR - 1);
      while (!gph_mark_choose((size_t)limit)) limit++;
    }
  }
  objects_before = objects;
  if (gph_flags.compact) limit = (double)live + compact_growth(factor, (double)objects, live_words);
  // What is not collected is a good part of a small process, and a major collection of so little takes no longer than a
  // young one, but where stacks and the like hold much. With several HECs it stops all: one for the little that their
  // nurseries left behind is not worth it.
  const size_t most = (size_t)1 << 20, roots = roots_at_major * sizeof(W);
  size_t least = gph_blocks_for(gph_hecs_used == 1 && roots < most - LEAST ? LEAST + roots : most),
         half = (size_t)gph_hecs_sharing() * gph_blocks_for(gph_nursery_size()) / 2;
  if (gph_hecs_used > 1 && !gph_flags.compact && least < half) least = half;
  if (gph_flags.suggested_heap) {
    size_t want = gph_blocks_for(gph_flags.suggested_heap);
    if (want / 2 > least) least = want / 2;
  }
  old_limit = limit < (double)least ? least : (size_t)limit;
  if (gph_flags.max_heap) {
    // Room for the copy, if it is copied; never below what is live already.
    size_t max = gph_blocks_for(gph_flags.max_heap),
           nursery = (size_t)gph_hecs_used * gph_blocks_for(gph_flags.nursery);
    size_t room = max > nursery + live ? max - nursery - live : 0;
    if (gph_flags.compact) room = max > 2 * nursery ? max - 2 * nursery : 0;
    if (old_limit > room) old_limit = room > live ? room : live + live / 8 + 16;
  }
}

void gph_sizes_add_up(GphCollection *c) {
  GPH_ASSERT(!gc.parallel);
  // Of what was in the old generation, how much is still alive. Of what this collection promoted nobody knows how much
  // was there: as much as the last one promoted was not.
  if (c->major)
    survived =
        old_words + promoted_young ? (double)(c->marked + c->promoted) / (double)(old_words + promoted_young) : 1;
  else promoted_young = c->promoted;
  allocated_since += c->allocated / sizeof(W);
  if (c->major) {
    roots_at_major = c->looked_at;
    const size_t block = GPH_BLOCK_SIZE / sizeof(W), before = old_words + c->large_before * block,
                 after = c->marked + gc.large_old_blocks * block;
    size_t died = before > after ? before - after : 0;
    since_major.promoted = before > words_at_major ? before - words_at_major : 0;
    since_major.died[1] = since_major.died[0];
    since_major.died[0] = died < since_major.promoted ? (double)died / (double)since_major.promoted : 1;
    since_major.allocated = allocated_since;
    since_major.work = c->marked + c->copied;
    words_at_major = after + c->promoted;
    allocated_since = 0;
  }
  old_words = (c->major ? c->marked : old_words) + c->promoted;
  c->slop = gph_block_in_use(GPH_SPACE_OLD) * GPH_BLOCK_SIZE - old_words * sizeof(W);
  c->live = (old_words + (uint64_t)gc.large_old_blocks * (GPH_BLOCK_SIZE / sizeof(W))) * sizeof(W);
  c->live += c->aged * sizeof(W);
  for (GphBlock *b = gph_large_aged; b; b = b->link) c->live += (uint64_t)(b->free - b->start) * sizeof(W);
}

void gph_sizes_give_back(GphCollection *c) {
  if (c->major) {
    // What the next major collection will need: growth up to the limit, and room for as much again to copy to. Pages
    // given back before would be cleared by the system once more.
    size_t need = gph_flags.compact ? old_limit : 2 * old_limit, have = gph_block_in_use(GPH_SPACE_OLD);
    // The young range: until then nurseries and their survivors come and go, and large objects, which stay there when
    // they are old.
    size_t young = (gph_flags.compact ? 0 : old_limit) + 4 * (size_t)gph_hecs_used * gph_blocks_for(gph_flags.nursery);
    gph_block_release((young >> 8) + 4, ((need > have ? need - have : 0) >> 8) + 4);
    gph_stack_release();
  }
  gph_stack_collected(c->major);
}

// ---- -M
static size_t heap_bytes(void) {
  return (gph_block_in_use(GPH_SPACE_YOUNG) + gph_block_in_use(GPH_SPACE_OLD)) * GPH_BLOCK_SIZE;
}

bool gph_check_heap_limit(GphReg *R, size_t more) {
  if (gph_flags.max_heap == 0 || heap_bytes() + more <= gph_flags.max_heap) return true;
  gph_collect(gph_hec_of(R), GPH_GC_MAJOR);
  return heap_bytes() + more <= gph_flags.max_heap;
}

void gph_sizes_look_at_limit(GphCollection *c) {
  if (gph_flags.max_heap == 0) return;
  if (c->live + (uint64_t)gph_hecs_used * gph_flags.nursery > gph_flags.max_heap) {
    if (c->major) {
      if (!overflow_raised) gph_retainers_report("the limit, -M, is not enough");
      gph_heap_overflow(c->h, overflow_raised);
      overflow_raised = true;
    } else old_limit = 0;  // look again with a major collection
  } else if (c->major) overflow_raised = false;
  if (!c->major && old_limit == 0) old_limit = 1;
}
