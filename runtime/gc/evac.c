// evac.c: evacuation: the object a slot refers to is copied out of from-space (once: its info pointer is replaced by
// `new address | 1`), and the slot redirected. On the way indirections are removed, selector thunks reduced, and pointers
// to evaluated objects get their tags.
//
// Where to: block states decide (heap/block.h). Nursery objects go to the aged space, aged ones to the old generation; with gc.promote
// everything does. Pointers at or above gph_old_base are not touched in a young collection.
#include "gc/collector.h"
#include <string.h>

GphCollector gph_collector;

W *gph_copy_alloc_slow(GphDest *d, size_t words) {
  size_t blocks = gph_blocks_for(words * sizeof(W));
  if (blocks < GPH_COPY_BLOCKS) blocks = GPH_COPY_BLOCKS;
  GphBlock *b = gph_block_alloc(d == &gc.dest[GPH_DEST_OLD] ? GPH_SPACE_OLD : GPH_SPACE_YOUNG, blocks);
  if (d->last) {
    d->last->free = d->free;
    d->full_words += (size_t)(d->free - d->last->start);
    d->last->link = b;
  } else
    d->first = b;
  if (!d->scan) d->scan = b;
  d->last = b;
  d->free = b->start + words;
  d->limit = gph_block_end(b);
  return b->start;
}

static void evac_large(W *p, uint8_t state) {
  GphBlock *b = gph_block_of((uintptr_t)p);
  bool old = (state & GPH_BS_PROMOTE) || gc.promote;
  b->back->link = b->link;
  if (b->link) b->link->back = b->back;
  b->flags = (b->flags & GPH_BF_PINNED) | (old ? GPH_BF_OLD : GPH_BF_AGED);
  gph_block_set_state(b, GPH_BS_LARGE);
  b->link = gc.large_todo;
  gc.large_todo = b;
}

bool gph_still_young(W x) {
  if ((x & 7) == 7 || x - gph_young_base >= gph_old_base - gph_young_base) return false;
  if (gph_block_state(x) & GPH_BS_LARGE) return !(gph_block_of(x)->flags & GPH_BF_OLD);
  return true;
}

// Copies `words` words of p; the new address with the tag.
static inline W copy(W *p, size_t words, uint8_t state, W tag) {
  GphDest *d = &gc.dest[((state & GPH_BS_PROMOTE) || gc.promote) ? GPH_DEST_OLD : GPH_DEST_AGED];
  W *n = gph_copy_alloc(d, words);
  for (size_t i = 0; i < words; i++) n[i] = p[i];
  p[0] = gph_forward(n, tag);
  return (W)n | tag;
}

// ---- selector thunks
// Follows indirections and forwarding from x to an object that is one of neither; 0 if that is not possible.
static W resolve(W x, int depth);
static W select_field(W *sel, const GphInfo *i, int depth) {
  if (depth > 60) return 0;
  W s = resolve(sel[2], depth + 1);
  if (s == 0 || (s & 7) == 7) return 0;
  W *q = gph_untag(s);
  const GphInfo *qi = (const GphInfo *)q[0];
  return qi->kind == GphKind_Con ? q[1 + i->con] : 0;
}
static W resolve(W x, int depth) {
  for (int steps = 0; steps < 1000; steps++) {
    if ((x & 7) == 7) return x;
    W *p = gph_untag(x);
    W h = p[0];
    if (gph_is_forward(h)) { x = gph_forward_to(h); continue; }
    const GphInfo *i = (const GphInfo *)h;
    if (gph_has_value(p, i)) {
      x = p[1];
    } else if (i->kind == GphKind_Ind) {
      return 0;
    } else if (i->kind == GphKind_ThunkSel && gph_in_heap(x) && (gph_block_state(x) & GPH_BS_FROM)) {
      W v = select_field(p, i, depth);
      if (v == 0) return 0;
      p[0] = (W)&gph_ind_info;
      p[1] = v;
      x = v;
    } else
      return x;
  }
  return 0;
}

void gph_evac(W *slot) {
  W x = *slot;
  unsigned hops = 0;
again:
  if (x >= gph_old_base && !gc.major) { *slot = x; return; }
  W *p = gph_untag(x);
  uint8_t state = gph_block_state((uintptr_t)p);
  if (!(state & GPH_BS_FROM)) {
    if (gc.promote && gph_still_young(x)) gc.failed = true;
    *slot = x;
    return;
  }
  if (state & GPH_BS_LARGE) {
    evac_large(p, state);
    if (gc.promote && gph_still_young(x)) gc.failed = true;
    *slot = x;
    return;
  }
  W h = p[0];
  if (gph_is_forward(h)) {
    W n = gph_forward_to(h);
    if (gc.promote && n < gph_old_base) gc.failed = true;
    *slot = n | gph_forward_tag(h);
    return;
  }
  const GphInfo *i = (const GphInfo *)h;
  switch ((GphKind)i->kind) {
  case GphKind_Con: case GphKind_Fun:
    *slot = copy(p, 1 + (size_t)i->ptrs + i->nptrs, state, i->tag);
    return;
  case GphKind_Thunk: case GphKind_ThunkOnce:
    *slot = copy(p, 2 + (size_t)i->ptrs + i->nptrs, state, 0);
    return;
  case GphKind_Ind: case GphKind_BlackHole:
    if (gph_has_value(p, i)) {
      x = p[1];
      if ((x & 7) == 7 || !gph_in_heap(x)) { *slot = x; return; }
      if (++hops < GPH_MOST_HOPS) goto again;
      *slot = copy(p, 2, state, 0);                              // as it is: it may be one of a cycle
      return;
    }
    if (i->kind == GphKind_Ind) p[0] = (W)&gph_blackhole_info;   // an update was lost to a claim: the owner will do it (eval/blackhole.c)
    *slot = copy(p, 2, state, 0);
    return;
  case GphKind_Raise:
    *slot = copy(p, 2, state, 0);
    return;
  case GphKind_ThunkSel: {
    W v = select_field(p, i, 0);
    if (v != 0) {
      p[0] = (W)&gph_ind_info;
      p[1] = v;
      x = v;
      if ((x & 7) == 7 || !gph_in_heap(x)) { *slot = x; return; }
      goto again;
    }
    *slot = copy(p, 3, state, 0);
    return;
  }
  case GphKind_Thread: {
    GphThread *t = (GphThread *)p[1];
    *slot = t->handle = copy(p, 2, state, 1);
    t->gc_next = gc.thread_todo;
    gc.thread_todo = t;
    return;
  }
  case GphKind_Pap: case GphKind_ThunkAp: case GphKind_Bytes: case GphKind_Array: case GphKind_MutVar: case GphKind_MVar: case GphKind_TVar:
  case GphKind_Weak: case GphKind_StableName: case GphKind_Raw: {
    *slot = copy(p, gph_closure_words(p, i), state, i->tag);
    return;
  }
  case GphKind_ThunkStatic: case GphKind_Forward: case GphKind_count: break;
  }
  gph_die("evacuating %p: bad info table %p (kind %d)", (void *)p, (void *)i, i->kind);
}

W gph_dummy_updatee[2];                                // what update entries of thunks that have their value refer to

void gph_evac_update(W *slot) {
  W *p = gph_untag(*slot);
  if (!gph_in_heap((W)p) || ((W)p >= gph_old_base && !gc.major)) return;
  uint8_t state = gph_block_state((uintptr_t)p);
  if (!(state & GPH_BS_FROM)) {
    if (gc.promote && gph_still_young((W)p)) gc.failed = true;
    return;
  }
  W h = p[0];
  if (gph_is_forward(h)) {
    W n = gph_forward_to(h);
    if (gc.promote && n < gph_old_base) gc.failed = true;
    *slot = n | GPH_TAG_UPDATE;
    return;
  }
  const GphInfo *i = (const GphInfo *)h;
  if (gph_has_value(p, i)) {
    *slot = (W)gph_dummy_updatee | GPH_TAG_UPDATE;     // somebody else finished it; the update will go nowhere
    return;
  }
  if (i->kind == GphKind_Ind) p[0] = (W)&gph_blackhole_info;
  *slot = copy(p, gph_closure_words(p, i), state, 0) | GPH_TAG_UPDATE;
}

bool gph_is_alive(W *slot) {
  for (unsigned hops = 0; hops < GPH_MOST_HOPS; hops++) {
    W x = *slot;
    if ((x & 7) == 7 || !gph_in_heap(x) || (x >= gph_old_base && !gc.major)) return true;
    W *p = gph_untag(x);
    uint8_t state = gph_block_state((uintptr_t)p);
    if (!(state & GPH_BS_FROM)) return true;
    if (state & GPH_BS_LARGE) return false;
    W h = p[0];
    if (gph_is_forward(h)) {
      *slot = gph_forward_to(h) | gph_forward_tag(h);
      return true;
    }
    if (!gph_has_value(p, (const GphInfo *)h)) return false;
    *slot = p[1];
  }
  return false;
}
