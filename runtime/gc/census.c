// census.c: a sample of the heap profile (prof/heap_profile.c), at the end of a major collection, world stopped:
// every object that is alive, once.
//
// Where they are: as the heap check (gc/sanity.c) finds them. What was copied lies in its blocks without gaps; what
// was marked in place is found by its mark bits. Nurseries are empty.
#include "gc/census.h"
#include "gc/collector.h"
#include "gc/mark.h"
#include "gc/retainers.h"
#include "prof/heap_profile.h"
#include "heap/closure.h"

static inline size_t count(const W *p) {
  const GphInfo *i = (const GphInfo *)p[0];
  const size_t words = gph_closure_words(p, i);
  gph_heap_profile_add(i, words);
  return words;
}

// The objects of a marked group, by the first word of each pair of the bitmap.
static void count_marked(const GphBlock *b) {
  for (uintptr_t at = (uintptr_t)b->start; at < (uintptr_t)b->free;) {
    const uintptr_t span = at & ~(GPH_MARK_SPAN * sizeof(W) - 1);
    W bits = gph_load_relaxed(gph_mark_pair(at)) & ~(W)0 << ((at - span) / sizeof(W));
    for (; bits; bits &= bits - 1) {
      const W *p = (const W *)(span + (uintptr_t)__builtin_ctzl(bits) * sizeof(W));
      if (p < b->free) count(p);
    }
    at = span + GPH_MARK_SPAN * sizeof(W);
  }
}
static void count_blocks(const GphBlock *b) {
  for (; b; b = b->link)
    if (gph_block_state((W)b->start) & GPH_BS_MARK) count_marked(b);
    else
      for (const W *p = b->start; p < b->free;) p += count(p);
}
// Groups with one object; or with pinned byte arrays, whose ends only they themselves know: they count as one.
static void count_large(const GphBlock *b) {
  for (; b; b = b->link)
    if (b->flags & GPH_BF_PINNED) gph_heap_profile_add(&gph_bytes_info, (size_t)(b->free - b->start));
    else count(b->start);
}
static void count_stacks(const GphThread *t) {
  for (; t; t = t->all_next) gph_heap_profile_add_stacks(t->stack_bytes);
}

void gph_census(GphHec *h, int64_t begun) {
  const uint32_t wanted = gph_census_due();
  if (wanted & GPH_CENSUS_SAMPLE) {
    gph_heap_profile_begin(begun);
    for (int i = 0; i < gph_hecs_used; i++) {
      count_blocks(gph_hecs[i]->gc_worker->dest[GPH_DEST_AGED].first);
      count_blocks(gph_hecs[i]->gc_worker->old_groups);
    }
    count_large(gph_large_aged);
    count_large(gph_large_old);
    count_stacks(gph_threads_young);
    count_stacks(gph_threads_old);
    gph_heap_profile_end();
  }
  if (wanted & GPH_CENSUS_REPORT) gph_retainers_report("asked for by SIGUSR2");
}
