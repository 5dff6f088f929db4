// scav.c: scavenging: the fields of every object that was copied (or is remembered) are evacuated.
//
// An old object must be remembered when afterwards it still refers to a young one. Immutable old objects promote what
// they refer to (gc.promote), so that happens only when it had been copied to the aged space before; mutable ones do
// not promote, because what they hold now is likely to be replaced.
//
// Compiled twice: see Note [Two variants] in collector.h. See Note [Races of a collection] in variant.h.
#include "gc/scav.h"
#include "gc/copy.h"
#include "gc/evac.h"
#include "gc/mark.h"
#include "gc/parallel.h"
#include "gc/variant.h"
#include "eval/stack.h"
#include "prim/stm.h"
#include <stdlib.h>

// What needs nothing done, and what is copied already, is dealt with here, without a call.
static inline void evac_slot(GphGcWorker *w, W *slot) {
  W x = load(slot);
  if ((x & 7) == 7 || x - gph_young_base >= gc.reach) return;
  // What is marked in place has its bits elsewhere: its own words are not looked at here, a cache miss for each.
  if (x >= gc.marked_from) {
    VARIANT(gph_evac)(w, slot, x);
    return;
  }
  W h = load(gph_untag(x));
  if (gph_is_forward(h)) {
    W n = gph_forward_to(h);
    if (w->promote && n < gph_old_base) w->failed = true;
    store(slot, n | gph_forward_tag(h));
    return;
  }
  VARIANT(gph_evac)(w, slot, x);
}
static inline void evac_fields(GphGcWorker *w, W *p, size_t n) {
  for (W *e = p + n; p < e; p++) evac_slot(w, p);
}
static inline bool young(const W *slot) { return gph_still_young(load(slot)); }
static inline bool any_young(const W *p, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (young(p + i)) return true;
  return false;
}
static void mark_owner(GphGcWorker *w, W owner) {
  if ((owner & 7) == GPH_TAG_UPDATE) {
    GphThread *t = (GphThread *)(owner & ~(W)7);
    // Note [A value that needs itself] in eval/blackhole.c
    if (__builtin_expect(!gph_waits_for_itself(t), 1)) evac_slot(w, &t->handle);
  }
}
// True: one of them is still young.
static bool mark_queue(GphGcWorker *w, GphThread *t) {
  bool any = false;
  for (; t; t = t->next) {
    evac_slot(w, &t->handle);
    any |= young(&t->handle);
  }
  return any;
}

// See Note [Remembered once] in remember.h.
static void still_remembered(GphGcWorker *w, W *p, bool refers_to_young) {
  w->failed = refers_to_young;
  store(&p[2], (W)gph_waiting(p) | (refers_to_young ? GPH_REMEMBERED : 0));
}

// For gph_kind_walk.
static inline void on_values(void *w, W *from, size_t n) { evac_fields(w, from, n); }
// which arguments are value words, the function knows, at its new address: Note [Tags of functions]
static inline W on_function(void *w, W *fun) {
  evac_slot(w, fun);
  return ((const GphInfo *)load(gph_untag(load(fun))))->arg_mask;
}

// One function for each class of closure_types.def: the fields of p, whose size is returned. They set w->failed, too,
// where they do not promote.
#define WALK(kind) gph_kind_walk(kind, p, i, w, on_values, on_function)
#define SCAV_PLAIN(kind) WALK(kind)
#define SCAV_PAP(kind) WALK(kind)
#define SCAV_WEAK(kind) gph_kind_words(kind, p, i)  // weak.c
#define SCAV_NEVER(kind) scav_never(p, i)
#define SCAV_BLACK_HOLE(kind) scav_black_hole(w, p, i, old)
#define SCAV_ARRAY(kind) scav_array(w, p, i, old)
#define SCAV_MUT_VAR(kind) scav_mut_var(w, p, i, old)
#define SCAV_MVAR(kind) scav_mvar(w, p, i, old)
#define SCAV_TVAR(kind) scav_tvar(w, p, i, old)

static _Noreturn size_t scav_never(W *p, const GphInfo *i) {
  gph_die("scavenging %p: bad info table %p (kind %d)", (void *)p, (void *)i, i->kind);
}
static inline size_t scav_black_hole(GphGcWorker *w, W *p, const GphInfo *i, bool old) {
  if (gph_has_value(p, i)) {
    store(&p[0], (W)&gph_ind_info);
    evac_slot(w, &p[1]);
  } else {
    w->promote = false;
    mark_owner(w, p[1]);
    if (old && (p[1] & 7) == GPH_TAG_UPDATE && young(&((GphThread *)(p[1] & ~(W)7))->handle)) w->failed = true;
  }
  return gph_kind_words(GphKind_BlackHole, p, i);
}
static inline size_t scav_array(GphGcWorker *w, W *p, const GphInfo *i, bool old) {
  w->promote = false;
  size_t words = WALK(GphKind_Array);
  w->looked_at_words += p[1];
  store(&p[2], 1);
  if (old) {
    w->failed = any_young(p + 3, p[1]);
    if (!w->failed) store(&p[2], 0);
  }
  return words;
}
static inline size_t scav_mut_var(GphGcWorker *w, W *p, const GphInfo *i, bool old) {
  w->promote = false;
  size_t words = WALK(GphKind_MutVar);
  store(&p[0], (W)&gph_mutvar_dirty_info);
  if (old) {
    w->failed = young(&p[1]);
    if (!w->failed) store(&p[0], (W)&gph_mutvar_clean_info);
  }
  return words;
}
static inline size_t scav_mvar(GphGcWorker *w, W *p, const GphInfo *i, bool old) {
  w->promote = false;
  size_t words = WALK(GphKind_MVar);
  bool any = mark_queue(w, gph_waiting(p)) | young(&p[1]);
  if (old) still_remembered(w, p, any);
  return words;
}
static inline size_t scav_tvar(GphGcWorker *w, W *p, const GphInfo *i, bool old) {
  w->promote = false;
  size_t words = WALK(GphKind_TVar);
  GphCopying c = gph_copying(w);
  gph_tvar_roots(&c.v, p);
  if (old) still_remembered(w, p, young(&p[1]) || c.young);
  return words;
}

// The fields of p; old: p is in the old generation. Returns p's size in words.
static inline size_t scav_object(GphGcWorker *w, W *p, bool old) {
  const GphInfo *i = (const GphInfo *)load(&p[0]);
  size_t words = 0;
  w->promote = old;
  w->failed = false;
  switch ((GphKind)i->kind) {
#define KIND(name, state, head, extra, values, raw, class, copied) \
  case GphKind_##name: words = SCAV_##class(GphKind_##name); break;
#include "gph/closure_types.def"
#undef KIND
    case GphKind_count: SCAV_NEVER(GphKind_count);
  }
  if (__builtin_expect(w->failed, 0)) gph_remember(w->hec, p);
  w->promote = false;
  return words;
}

// Remembered objects are old; an array may be remembered more than once.
void VARIANT(gph_scavenge_remembered)(GphGcWorker *w, GphRemBuffer *b) {
  W *last = NULL;
  for (GphRemBuffer *next; b; b = next) {
    next = b->next;
    if (!gc.major)
      for (W **p = b->items; p < b->end; p++)
        if (*p != last) scav_object(w, last = *p, true);  // an array that is written again and again
    free(b);
  }
}

// Note [Prefetching]
// ~~~~~~~~~~~~~~~~~~
// Where what is collected is not in the processor's caches, most of a collection's time is waiting for the info
// pointers of objects that are about to be evacuated. A to-space block is a queue of them: while one object is
// scavenged, those that the next words refer to are prefetched (Cher, Hosking & Vitek, "Software prefetching for
// mark-sweep garbage collection", ASPLOS 2004, put a queue of their own before the mark stack). What is in the caches
// pays for it: a third of a young collection's time. Hence only if there is much (gph_sizes_exceed_caches).
enum { GPH_PREFETCH_WORDS = 32 };

// From p to end: whole objects.
static inline void scav_words(GphGcWorker *w, W *p, W *end, bool old) {
  if (!gc.prefetch) {
    while (p < end) p += scav_object(w, p, old);
    return;
  }
  const W reach = gc.reach;
  W *ahead = p;
  while (p < end) {
    if (ahead < p) ahead = p;
    for (W *stop = p + GPH_PREFETCH_WORDS < end ? p + GPH_PREFETCH_WORDS : end; ahead < stop; ahead++) {
      W x = PAR ? gph_load_relaxed(ahead) : *ahead;
      if (x - gph_young_base < reach) __builtin_prefetch((const void *)x, 1);
    }
    p += scav_object(w, p, old);
  }
}

#if PAR
// See Note [Narrow work] in parallel.c. What is still to be scavenged of p to end: the rest was given away.
enum { SPLIT_LEAST = 6, SPLIT_AFTER = 256, SPLIT_AFTER_STRESS = 8 };
static W *split(GphGcWorker *w, W *p, W *end) {
  W *mid = p;
  while (mid - p < (end - p) / 2) mid += gph_closure_words(mid, (const GphInfo *)load(&mid[0]));
  if (mid >= end) return end;
  gph_gc_offer_range(w, mid, end);
  return mid;
}
#endif

// What is not scavenged yet of a block of d, or (d NULL) of one that is full. True: there was something.
static inline bool scav_block(GphGcWorker *w, GphBlock *b, GphDest *d, bool old) {
  W *p = b->scan;
  bool any = false;
#if PAR
  ptrdiff_t since = 0;  // words since the last part was given away
#endif
  for (;;) {
    W *end = d && b == d->last ? d->free : b->free, *stop = end;
    if (p >= end) break;
    any = true;
#if PAR
    if (d && since >= (GPH_STRESS ? SPLIT_AFTER_STRESS : SPLIT_AFTER) && end - p >= SPLIT_LEAST && gph_gc_hungry(w)) {
      stop = split(w, p, end);
      since = 0;
    }
    since += end - p;
#endif
    // Objects of this block only: `end` moves while its last block is being filled.
    scav_words(w, p, stop, old);
    p = end;
  }
  b->scan = p;
  return any;
}

void VARIANT(gph_scavenge_large)(GphGcWorker *w, GphBlock *b) {
  bool old = b->flags & GPH_BF_OLD;
  b->link = w->large_done[old];
  w->large_done[old] = b;
  if (!(b->flags & GPH_BF_PINNED)) scav_object(w, b->start, old);
}

// ---- marked objects: Note [Marks] in mark.c
// how much sooner what the fields refer to is prefetched than they are looked at
enum { AHEAD = 4 };

static inline W unscavenged(const W *pair) { return gph_load_relaxed(&pair[0]) & ~gph_load_relaxed(&pair[1]); }

// What the pointers in p refer to; p's words may belong to its neighbour already, but not to another block: behind the
// last one is nothing.
static inline void prefetch_fields(const W *p) {
  for (int i = 1; i < 5 && ((W)&p[i] & (GPH_BLOCK_SIZE - 1)) != 0; i++) {
    W x = gph_load_relaxed(&p[i]);
    if (x - gph_old_base >= gph_heap_end - gph_old_base || (x & 7) == 7) continue;
    __builtin_prefetch(gph_mark_pair(x), 1);
    if ((x & 7) == 0) __builtin_prefetch((const void *)x);
  }
}

static inline size_t scav_in_place(GphGcWorker *w, W *p) {
  if (((const GphInfo *)load(&p[0]))->kind == GphKind_Thread) reached_thread(w, (GphThread *)p[1]);
  return scav_object(w, p, true);
}

// The objects of a block that are marked and not scavenged yet: who gets them into `objects` is to scavenge them.
enum { MOST_OBJECTS = GPH_BLOCK_SIZE / sizeof(W) };  // as many as there are bits
static size_t claim_marked(W *block, W **objects) {
  size_t n = 0;
  W *pair = gph_mark_pair((W)block);
  for (W *span = block, *end = block + GPH_BLOCK_SIZE / sizeof(W); span < end; span += GPH_MARK_SPAN, pair += 2) {
    W todo = unscavenged(pair);
    if (!todo) continue;
#if PAR
    todo &= ~gph_or(&pair[1], todo);
#else
    pair[1] |= todo;
#endif
    for (; todo; todo &= todo - 1) {
      objects[n] = span + __builtin_ctzll(todo);
      __builtin_prefetch(objects[n++], 1);
    }
  }
  return n;
}

// True: there was something.
static bool scav_marked(GphGcWorker *w, W *block) {
  W *objects[MOST_OBJECTS];
  const size_t n = claim_marked(block, objects);
  size_t words = 0;
  for (size_t i = 0; i < n; i++) {
    if (i + AHEAD < n) prefetch_fields(objects[i + AHEAD]);
    words += scav_in_place(w, objects[i]);
  }
  w->marked_words += words;
  size_t *sum = &gph_block_of((W)block)->marked_words;
  if (PAR) gph_add_relaxed(sum, words);
  else *sum += words;
  return n != 0;
}

void VARIANT(gph_scavenge_marked)(GphGcWorker *w, GphBlock *b) {
  W *block = (W *)gph_block_address(b);
  while (scav_marked(w, block)) {}
  uint8_t *state = gph_block_state_at((W)block);
#if PAR
  gph_and(state, (uint8_t)~GPH_BS_QUEUED);
  while (scav_marked(w, block)) {}
#else
  *state &= (uint8_t)~GPH_BS_QUEUED;
#endif
}

bool VARIANT(gph_scavenge_queue)(GphGcWorker *w) {
  bool any = false;
  for (;; any = true) {
    while (w->ring_first != w->ring_end) {
      if (w->ring_end - w->ring_first > AHEAD) prefetch_fields(w->ring[(w->ring_first + AHEAD) % GPH_RING]);
      W *p = w->ring[w->ring_first++ % GPH_RING];
      size_t words = scav_in_place(w, p), *sum = &gph_block_of((W)p)->marked_words;
      w->marked_words += words;
      if (PAR) gph_add_relaxed(sum, words);  // read when all workers have left
      else *sum += words;
      any = true;
    }
    GphBlock *b = w->mark_first;
    if (!b) return any;
    if (!(w->mark_first = b->mark_next)) w->mark_last = NULL;
    VARIANT(gph_scavenge_marked)(w, b);
  }
}

// ---- threads
static bool scan_roots(GphGcWorker *w, W *lo, W *hi) {  // true: one is still young
  bool any = false;
  for (W *p = lo; p < hi; p++) {
    W x = *p;
    if ((x & 7) == GPH_TAG_UPDATE) {
      if (gph_is_walk_entry(x)) any |= gph_walk_entry(w, p);
      else VARIANT(gph_evac_update)(w, p);
    } else evac_slot(w, p);
    if (!any && gph_still_young(*p)) any = true;
  }
  return any;
}

void VARIANT(gph_scan_thread)(GphGcWorker *w, GphThread *t) {
  w->promote = false;
#define SLOT(name) evac_slot(w, &t->name);
  GPH_THREAD_SLOTS(SLOT)
#undef SLOT
#define SLOT(name) || gph_still_young(t->name)
  bool any = false GPH_THREAD_SLOTS(SLOT);
#undef SLOT
  for (GphPending *e = t->pending; e; e = e->next) {
    evac_slot(w, &e->exception);
    if (e->sender) evac_slot(w, &e->sender->handle);
    any = true;
  }
  for (GphThread *u = t->waiters; u; u = u->next) {
    evac_slot(w, &u->handle);
    any |= young(&u->handle);
  }
  if (t->msg_owner && t->msg_kind == GPH_MSG_BLACKHOLE) {
    evac_slot(w, &t->msg_owner->handle);
    any = true;
  }
  if (t->stm) {
    GphCopying c = gph_copying(w);
    gph_stm_roots(&c.v, t->stm);
    any = true;
  }
  W *lo = t->rs;
  size_t above = 0;  // bytes of stack between here and the top
  for (GphSegment *s = t->seg; s; s = s->prev) {
    if (gc.major || s->dirty) {
      w->looked_at_words += (size_t)(s->rs_top - lo);
      if (above >= (64 << 10)) {
        w->promote = true;
        w->failed = false;
        for (W *p = lo; p < s->rs_top; p++) {
          if (gph_is_walk_entry(*p)) w->failed |= gph_walk_entry(w, p);
          else if ((*p & 7) == GPH_TAG_UPDATE) VARIANT(gph_evac_update)(w, p);
          else evac_slot(w, p);
        }
        s->dirty = w->failed ? GPH_SEG_CLAIMED : GPH_SEG_CLEAN;  // it was claimed before the collection
        w->promote = false;
      } else s->dirty = scan_roots(w, lo, s->rs_top) ? GPH_SEG_CLAIMED : GPH_SEG_CLEAN;
      any |= s->dirty != GPH_SEG_CLEAN;
    }
    above += s->size;
    lo = s->prev_rs;
  }
  if (load(&t->handle) >= gph_old_base && any) gph_thread_mark_dirty(w->hec, t);
}

#if PAR
// See Note [Work items] in parallel.c: d->scan is the block being scavenged here, which gph_copy_alloc_slow then does
// not offer.
bool gph_scavenge_last_par(GphGcWorker *w) {
  bool any = false;
  for (int i = GPH_DEST_OLD; i >= GPH_DEST_AGED; i--) {
    GphDest *d = &w->dest[i];
    if (!d->last || d->last->scan == d->free) continue;
    d->scan = d->last;
    any |= scav_block(w, d->scan, d, i == GPH_DEST_OLD);
    d->scan = NULL;
  }
  return any;
}
void gph_scavenge_range_par(GphGcWorker *w, W *from, W *to) { scav_words(w, from, to, (W)from >= gph_old_base); }
void gph_scavenge_block_par(GphGcWorker *w, GphBlock *b) { scav_block(w, b, NULL, (W)b->start >= gph_old_base); }
#else
static bool scav_dest(GphGcWorker *w, GphDest *d, bool old) {
  bool any = false;
  while (d->scan) {
    GphBlock *b = d->scan;
    any |= scav_block(w, b, d, old);
    if (b == d->last) break;
    d->scan = b->link;
  }
  return any;
}

void gph_scavenge_seq(GphGcWorker *w) {
  bool more;
  do {
    more = scav_dest(w, &w->dest[GPH_DEST_OLD], true);
    more |= scav_dest(w, &w->dest[GPH_DEST_AGED], false);
    GphBlock *b;
    while ((b = w->large_todo)) {
      w->large_todo = b->link;
      gph_scavenge_large_seq(w, b);
      more = true;
    }
    more |= gph_scavenge_queue_seq(w);
    GphThread *t;
    while ((t = w->thread_todo)) {
      w->thread_todo = t->gc_next;
      gph_scan_thread_seq(w, t);
      more = true;
    }
  } while (more);
}
#endif
