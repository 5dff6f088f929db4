// compact.c: sliding compaction of the old generation (-c), after a collection that marked it in place.
//
// What is alive slides towards the first addresses of its worker's groups, in the order it had, so that afterwards
// there are no gaps, and the groups behind are free. Room is needed for nothing but what stands in bitmaps and block
// descriptors already. (The address calculation is that of Kermany & Petrank, "The Compressor", PLDI 2006, section 3: a
// bit for each live word, and the new address of each block's first object.)
//
//   1. new addresses: the second bitmap (Note [Marks] in mark.c; nobody scavenges any more) gets a bit for each word
//      that is alive; each block the address that its first live word would have
//   2. every reference to such an object is changed, wherever it stands: once, since a changed one cannot be told from
//      one that is not
//   3. the objects move
//
// By one worker, the leader, with the world stopped. Objects that were promoted in this collection are in groups of
// their own, have no marks, and stay.
//
// Note [Where a block's objects go]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// Objects that begin in one block of 4 KiB go to one group, or, when that is full, the rest of them to another one:
// `to`, the offset `rest` from which on the second address counts, and `to_rest` stand in the block's own descriptor. A
// target group in which the rest would not fit is skipped and becomes free. No object moves behind where it was: within
// its own group it fits before itself, and a group further on is taken up to the object's own group at most, where
// there is room for the whole block. So objects can be moved in order, by memmove.
#include "gc/compact.h"
#include "base/flags.h"
#include "gc/mark.h"
#include "gc/roots.h"
#include "prim/stm.h"
#include <string.h>

enum { BLOCK_WORDS = GPH_BLOCK_SIZE / sizeof(W), BLOCK_SPANS = BLOCK_WORDS / GPH_MARK_SPAN };

// Fields of the descriptor of each marked block while this runs; the others belong to the group.
static inline W **to(GphBlock *b) { return &b->scan; }
static inline W **to_rest(GphBlock *b) { return (W **)&b->back; }
static inline size_t *rest(GphBlock *b) { return &b->marked_words; }
// Of a group's first block: the end of what moves into the group.
static inline W **filled(GphBlock *group) { return &group->limit; }

static inline W *block_start(const W *p) { return (W *)((W)p & ~(W)(GPH_BLOCK_SIZE - 1)); }

// Not __builtin_popcountll: without an instruction for it, which not every x86-64 has, that is a call.
static inline size_t ones(W x) {
  x -= x >> 1 & 0x5555555555555555u;
  x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (x * 0x0101010101010101u) >> 56;
}

// How many live words of p's block stand before p.
static inline size_t live_before(const W *p) {
  const W *start = block_start(p), *pair = gph_mark_pair((W)start);
  size_t n = 0;
  for (; start + GPH_MARK_SPAN <= p; start += GPH_MARK_SPAN, pair += 2) n += ones(pair[1]);
  return n + ones(pair[1] & (gph_mark_bit((W)p) - 1));
}

static inline W *new_address(const W *p) {
  GphBlock *b = gph_block_of((W)p);
  size_t offset = (size_t)(p - block_start(p));
  return (offset < *rest(b) ? *to(b) : *to_rest(b)) + live_before(p);
}

// A reference: *slot gets the new address of the object that it refers to. To be called once for each slot.
static void change(W *slot) {
  W x = *slot;
  if ((x & 7) == 7 || x - gph_old_base >= gph_heap_end - gph_old_base) return;
  if (!(gph_block_state(x) & GPH_BS_MARK)) return;  // large, or promoted just now
  *slot = (W)new_address(gph_untag(x)) | (x & 7);
}

static void on_values(void *at, W *from, size_t n) {
  for (W *e = from + n; from < e; from++) change(from);
}
static W on_function(void *at, W *fun) {
  W mask = gph_info(*fun)->arg_mask;  // of the function, which has not moved yet
  change(fun);
  return mask;
}
// The fields of p, where it still is. Returns its size in words.
static size_t fields(W *p) {
  const GphInfo *i = (const GphInfo *)p[0];
  return gph_kind_walk((GphKind)i->kind, p, i, NULL, on_values, on_function);
}

// ---- 1. new addresses
#define EACH_MARKED(p, group) \
  for (W *span_ = (group)->start, *pair_ = gph_mark_pair((W)span_), *end_ = gph_block_end(group); span_ < end_; \
       span_ += GPH_MARK_SPAN, pair_ += 2) \
    for (W bits_ = pair_[0], *p; bits_ && (p = span_ + __builtin_ctzll(bits_), true); bits_ &= bits_ - 1)

static void set_live(W *p, size_t n) {
  while (n > 0) {
    size_t at = (size_t)((W)p >> 3) & (GPH_MARK_SPAN - 1), here = GPH_MARK_SPAN - at < n ? GPH_MARK_SPAN - at : n;
    gph_mark_pair((W)p)[1] |= (here == GPH_MARK_SPAN ? ~(W)0 : ((W)1 << here) - 1) << at;
    p += here;
    n -= here;
  }
}

// The words of the objects that begin in p's block, from p on.
static size_t words_from(const W *p) {
  W *start = block_start(p), *pair = gph_mark_pair((W)start);
  size_t n = 0;
  for (int k = 0; k < BLOCK_SPANS; k++, start += GPH_MARK_SPAN, pair += 2)
    for (W bits = pair[0]; bits; bits &= bits - 1) {
      W *q = start + __builtin_ctzll(bits);
      if (q >= p) n += gph_closure_words(q, (const GphInfo *)q[0]);
    }
  return n;
}

static void addresses(GphBlock *groups) {
  for (GphBlock *g = groups; g; g = g->link) {
    W *pair = gph_mark_pair((W)g->start);
    for (size_t k = 0; k < (size_t)g->blocks * BLOCK_SPANS; k++) pair[2 * k + 1] = 0;
    *filled(g) = g->start;
  }
  GphBlock *target = groups, *block = NULL;
  for (GphBlock *g = groups; g; g = g->link) EACH_MARKED(p, g) {
      size_t n = gph_closure_words(p, (const GphInfo *)p[0]), before = live_before(p);
      set_live(p, n);
      GphBlock *b = gph_block_of((W)p);
      bool first = b != block;
      if (*filled(target) + n > gph_block_end(target)) {
        // See Note [Where a block's objects go].
        size_t all = words_from(p);
        do target = target->link;
        while (target != g && (size_t)target->blocks * BLOCK_WORDS < all);
        if (!first) {
          *rest(b) = (size_t)(p - block_start(p));
          *to_rest(b) = *filled(target) - before;
        }
      }
      if (first) {
        block = b;
        *to(b) = *filled(target) - before;
        *rest(b) = BLOCK_WORDS;
      }
      *filled(target) += n;
    }
}

// ---- 2. references
static void walk(GphBlock *b) {
  for (; b; b = b->link)
    for (W *p = b->start; p < b->free;) p += fields(p);
}
static void large(GphBlock *b) {
  for (; b; b = b->link)
    if (!(b->flags & GPH_BF_PINNED)) fields(b->start);
}
static void visit_slot(GphVisitor *v, W *slot) { change(slot); }
static void visit_thread(GphVisitor *v, GphThread *t) {}  // its handle is changed with its other fields
static GphVisitor changing = {visit_slot, visit_thread, false};

static void threads(GphThread *t) {
  for (; t; t = t->all_next) {
    change(&t->handle);
#define SLOT(name) change(&t->name);
    GPH_THREAD_SLOTS(SLOT)
#undef SLOT
    for (GphPending *e = t->pending; e; e = e->next) change(&e->exception);
    if (t->stm) gph_stm_roots(&changing, t->stm);
    W *lo = t->rs;
    for (GphSegment *s = t->seg; s; s = s->prev) {
      for (W *p = lo; p < s->rs_top; p++) {  // update entries too: their tag stays
        W walk = gph_is_walk_entry(*p) ? GPH_WALK : 0;
        *p &= ~walk;
        change(p);
        *p |= walk;
      }
      lo = s->prev_rs;
    }
  }
}
static void references(void) {
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    GphGcWorker *w = h->gc_worker;
    for (GphBlock *g = w->old_groups; g; g = g->link) EACH_MARKED(p, g) fields(p);
    if (w->dest[GPH_DEST_OLD].last) w->dest[GPH_DEST_OLD].last->free = w->dest[GPH_DEST_OLD].free;
    walk(w->dest[GPH_DEST_OLD].first);
    walk(w->dest[GPH_DEST_AGED].first);
    gph_roots_of(&changing, h, GPH_ROOTS_EVERY);
  }
  large(gph_large_aged);
  large(gph_large_old);
  threads(gph_threads_young);
  threads(gph_threads_old);
  gph_roots_common(&changing, GPH_ROOTS_EVERY);
}

// ---- 3. the move
static void move(GphBlock *groups) {
  for (GphBlock *g = groups; g; g = g->link) EACH_MARKED(p, g) {
      W *n = new_address(p);
      if (n != p) memmove(n, p, gph_closure_words(p, (const GphInfo *)p[0]) * sizeof(W));
    }
}

// Groups sorted by address: what stays then lies in few megablocks.
static GphBlock *sorted(GphBlock *list) {
  if (!list || !list->link) return list;
  GphBlock *half[2] = {NULL, NULL};
  for (bool k = false; list; k = !k) {
    GphBlock *next = list->link;
    list->link = half[k];
    half[k] = list;
    list = next;
  }
  half[0] = sorted(half[0]);
  half[1] = sorted(half[1]);
  GphBlock *first = NULL, **end = &first;
  while (half[0] && half[1]) {
    bool k = half[1]->start < half[0]->start;
    *end = half[k];
    half[k] = half[k]->link;
    end = &(*end)->link;
  }
  *end = half[0] ? half[0] : half[1];
  return first;
}

// Gaps that are larger than this part of what is alive.
enum { GAPS = 16 };
bool gph_compact_wanted(size_t live) {
  GPH_ASSERT(gc.marking && !gc.parallel);
  if (GPH_STRESS) return gph_flags.compact;
  size_t blocks = 0;
  for (int i = 0; i < gph_hecs_used; i++)
    for (GphBlock *g = gph_hecs[i]->gc_worker->old_groups; g; g = g->link) blocks += g->blocks;
  return gph_flags.compact && blocks * BLOCK_WORDS > live + live / GAPS;
}

void gph_compact(void) {
  GPH_ASSERT(gc.marking && !gc.parallel);
  for (int i = 0; i < gph_hecs_used; i++) {
    GphGcWorker *w = gph_hecs[i]->gc_worker;
    w->old_groups = sorted(w->old_groups);
    addresses(w->old_groups);
  }
  references();
  for (int i = 0; i < gph_hecs_used; i++) {
    GphGcWorker *w = gph_hecs[i]->gc_worker;
    move(w->old_groups);
    for (GphBlock **list = &w->old_groups, *g; (g = *list);) {
      W *end = *filled(g);
      if (end == g->start) {
        *list = g->link;
        gph_block_free(g);
        continue;
      }
      // The heap check walks by the marks.
      memset(gph_mark_pair((W)g->start), 0, (size_t)g->blocks * BLOCK_SPANS * 2 * sizeof(W));
      if (gph_flags.sanity)
        for (W *p = g->start; p < end; p += gph_closure_words(p, (const GphInfo *)p[0]))
          gph_mark_pair((W)p)[0] |= gph_mark_bit((W)p);
      g->free = gph_block_end(g);
      gph_gap(end, g->free);
      list = &g->link;
    }
  }
}
