// evac.c: evacuation: the object a slot refers to is copied out of from-space (once: its info pointer is replaced by
// `new address | 1`), and the slot redirected. On the way indirections are removed, selector thunks reduced, and
// pointers to evaluated objects get their tags.
//
// Where to: block states decide (heap/block.h). Nursery objects go to the aged space, aged ones to the old generation;
// with w->promote everything does. Pointers at or above gph_old_base are not touched in a young collection.
//
// Compiled twice: see Note [Two variants] in collector.h.
//
// Note [Claiming]
// ~~~~~~~~~~~~~~~
// Several workers may meet the same object. Each copies it first and publishes the copy afterwards, so nobody ever
// waits for a worker that the system has put aside:
// - Thunks and all that is mutable or has an identity: the forwarding word is put in place by a CAS. Who loses it gives
//   the memory of its copy back (it was the last allocation) and looks again. An object's words do not change meanwhile
//   (Note [Races of a collection] in variant.h), so a copy made before the CAS is as good as one made after.
// - Constructors, functions, partial applications: a plain store. Two workers may both copy, and both copies live on,
//   each behind the references that its worker redirected: equal for ever, since what they refer to is copied once.
//   This is told apart only by a stable name, or a weak pointer's key, of such an object; a program that has made one
//   (gph_stable_values, gph_weak_values), or +RTS --gc-lock=all, claims everything by CAS.
#include "gc/evac.h"
#include "gc/copy.h"
#include "gc/mark.h"
#include "gc/parallel.h"
#include "gc/variant.h"
#include "heap/pin.h"
#include <string.h>

static void evac_large(GphGcWorker *w, W *p) {
  GphBlock *b = gph_block_of((uintptr_t)p);
  if (PAR) gph_lock(&gc.large_lock);
  uint8_t state = gph_block_state((uintptr_t)p);
  bool mine = state & GPH_BS_FROM;  // else another worker was faster
  if (mine) {
    bool old = (state & GPH_BS_PROMOTE) || w->promote;
    b->back->link = b->link;
    if (b->link) b->link->back = b->back;
    gph_store_relaxed(&b->flags, (b->flags & GPH_BF_PINNED) | (old ? GPH_BF_OLD : GPH_BF_AGED));
    gph_block_set_state(b, GPH_BS_LARGE);
  }
  if (PAR) gph_unlock(&gc.large_lock);
  if (!mine) return;
#if PAR
  gph_gc_offer(w, (W)b | GPH_ITEM_LARGE);
#else
  b->link = w->large_todo;
  w->large_todo = b;
#endif
}

// See Note [Marks] in mark.c. Who has less than that waiting gives nothing away: a list's cells would go to and fro.
enum { NARROW = 8 };
static inline void mark(GphGcWorker *w, W p) {
  W *pair = gph_mark_pair(p), bit = gph_mark_bit(p);
  if (gph_load_relaxed(pair) & bit) return;
  uint8_t *state = gph_block_state_at(p);
#if PAR
  if (gph_or(pair, bit) & bit) return;
  const uint32_t ring = w->ring_end - w->ring_first;
  const bool give = ring >= NARROW && gph_gc_wanted(w);
  if (ring < GPH_RING && !give) {
    if (gph_or(pair + 1, bit) & bit) return;  // somebody who scavenges this block
    __builtin_prefetch((const void *)p, 1);
    w->ring[w->ring_end++ % GPH_RING] = (W *)p;
    return;
  }
  if ((gph_load_seq(state) & GPH_BS_QUEUED) || (gph_or(state, GPH_BS_QUEUED) & GPH_BS_QUEUED)) return;
  if (give) {
    gph_gc_offer(w, (W)gph_block_of(p) | GPH_ITEM_MARKED);
    return;
  }
#else
  *pair |= bit;
  if (w->ring_end - w->ring_first < GPH_RING) {
    pair[1] |= bit;
    __builtin_prefetch((const void *)p, 1);
    w->ring[w->ring_end++ % GPH_RING] = (W *)p;
    return;
  }
  if (*state & GPH_BS_QUEUED) return;
  *state |= GPH_BS_QUEUED;
#endif
  GphBlock *b = gph_block_of(p);
  b->mark_next = NULL;
  if (w->mark_last) w->mark_last->mark_next = b;
  else w->mark_first = b;
  w->mark_last = b;
}

// Copies `words` words of p, whose info pointer is h; the new address with the tag. 0: somebody else was faster, look
// again.
static inline W copy(GphGcWorker *w, W *p, W h, size_t words, uint8_t state, W tag, bool claim) {
  GphDest *d = &w->dest[((state & GPH_BS_PROMOTE) || w->promote) ? GPH_DEST_OLD : GPH_DEST_AGED];
  W *n = gph_copy_alloc(w, d, words);
  n[0] = h;
  for (size_t i = 1; i < words; i++) n[i] = PAR ? gph_load_relaxed(&p[i]) : p[i];
  W f = gph_forward(n, tag);
  if (!PAR) p[0] = f;
  else if (!claim && !gc.lock_all) gph_store_release(&p[0], f);
  else if (!gph_cas(&p[0], h, f)) {
    d->free = n;
    return 0;
  }
  return (W)n | tag;
}

// In gph_evac: i, an object of that kind, as it stands in closure_types.def.
#define COPY(kind, tag) copy(w, p, h, gph_kind_words(kind, p, i), state, tag, gph_kind_once(kind))

// Note [Lists stay together]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~
// To-space is a queue of objects: of many lists that are reached at one time, first the first cells are copied, then
// the second ones, and whoever walks one of the lists afterwards has a cache miss, and often one of the TLB, at each
// cell. So when a cell is copied what follows it comes with it, cell by cell. (Moon, "Garbage
// collection in a large Lisp system", 1984, goes depth-first for all objects, a page at a time.) Which constructors are
// cells their info tables say (GphInfo::arity); trees gain nothing. The scavenging of a cell finds the next one copied.
// Into the aged space, too, though what lives there is copied again soon, in most programs: matrices that survived one
// collection, the last one for long, were walked in four times the time of those that survived none or two.
// Not without end, since following a list cannot be prefetched (Note [Prefetching] in scav.c): after LIST_PART cells
// the queue goes on with the others. With several workers: somebody else may scavenge the first cells while the last
// are still copied, and put another copy of a cell in place. Case "constructors" of Note [Claiming]: whichever store is
// last, the cell is whole. What follows a cell of the old generation goes there, so none is remembered.
enum { LIST_PART = 64 };
static void copy_list(GphGcWorker *w, W n, W h, const GphInfo *i) {
  const bool promote = w->promote;
  const size_t next = i->ptrs, words = 1 + next + i->nptrs;
  for (int k = 0; k < LIST_PART; k++) {
    W *cell = gph_untag(n), y = load(&cell[next]);
    w->promote |= n >= gph_old_base;
    if ((y & 7) != i->tag || !gph_in_heap(y) || (y >= gph_old_base && !gc.major)) break;
    W *p = gph_untag(y);
    uint8_t state = gph_block_state((uintptr_t)p);
    if ((state & (GPH_BS_FROM | GPH_BS_LARGE)) != GPH_BS_FROM || load(&p[0]) != h) break;
    n = copy(w, p, h, words, state, i->tag, false);
    if (PAR && n == 0) break;
    // What is in the cells is copied after all of them.
    for (size_t f = 1; f < next; f++) __builtin_prefetch((const void *)load(&gph_untag(n)[f]), 1);
    store(&cell[next], n);
  }
  w->promote = promote;
}

// ---- selector thunks
// A selector thunk p (info h) in from-space turns out to be v: it becomes an indirection. False: it is no selector
// thunk any more. Several workers may store words, all of them addresses of the one value, before one changes the info.
static inline bool reduce(W *p, W h, W v) {
  if (PAR) {
    gph_store_relaxed(&p[1], v);
    return gph_cas(&p[0], h, (W)&gph_ind_info);
  }
  p[0] = (W)&gph_ind_info;
  p[1] = v;
  return true;
}

// The program refers to p (info h): See Note [Values that nobody looks at] in prof/spark_sites.c.
static inline void seen(W *p, W h) {
  if (__builtin_expect(h == (W)&gph_ind_unseen_info, 0)) store(&p[0], (W)&gph_ind_info);
}

// Follows indirections and forwarding from x to an object that is one of neither; 0 if that is not possible.
static W resolve(W x, int depth);
static W select_field(W *sel, const GphInfo *i, int depth) {
  if (depth > 60) return 0;
  W s = resolve(load(&sel[2]), depth + 1);
  if (s == 0 || (s & 7) == 7) return 0;
  W *q = gph_untag(s);
  W h = load(&q[0]);
  if (PAR && gph_is_forward(h)) {  // evacuated since resolve looked
    q = (W *)gph_forward_to(h);
    h = load(&q[0]);
  }
  return ((const GphInfo *)h)->kind == GphKind_Con ? load(&q[1 + i->con]) : 0;
}
static W resolve(W x, int depth) {
  for (int steps = 0; steps < 1000; steps++) {
    if ((x & 7) == 7) return x;
    W *p = gph_untag(x);
    W h = load(&p[0]);
    if (gph_is_forward(h)) {
      x = gph_forward_to(h);
      continue;
    }
    const GphInfo *i = (const GphInfo *)h;
    if (i->kind == GphKind_Ind || i->kind == GphKind_BlackHole) {
      seen(p, h);
      W v = load(&p[1]);
      if ((v & 7) == GPH_TAG_UPDATE) return x;  // the word decides
      if ((v & 7) == 0) {
        W end = gph_collapse(x);
        if (end == 0) return 0;
        if (end != x) v = end;  // else it stays where it is
      }
      x = v;
    } else if (i->kind == GphKind_ThunkSel && gph_in_heap(x) && (gph_block_state(x) & (GPH_BS_FROM | GPH_BS_MARK))) {
      W v = select_field(p, i, depth);
      if (v == 0) return 0;
      // One that stays where it is may be marked already, by somebody who could not reduce it: it would refer to what
      // its scavenger has not seen.
      if (gph_block_state(x) & GPH_BS_FROM) reduce(p, h, v);
      x = v;
    } else return x;
  }
  return 0;
}

// p is an indirection with a value, in from-space or marked: what to go on with; 0 if there is only a cycle. What has a
// tag is no indirection: the usual case.
static inline W pass(W *p) {
  W v = load(&p[1]);
  return (v & 7) != 0 ? v : gph_collapse((W)p);
}

// What to refer to instead of p, which is marked in place, without a tag: what it leads to, or p itself, with its tag.
static inline W look_through(W *p) {
  const W h = load(&p[0]);
  const GphInfo *i = (const GphInfo *)h;
  W v = 0;
  if (i->kind == GphKind_Ind || i->kind == GphKind_BlackHole) {
    seen(p, h);
    if (gph_has_value(p, i)) v = pass(p);
  } else if (i->kind == GphKind_ThunkSel) {
    if (!gph_is_marked((W)p)) v = select_field(p, i, 0);
  } else return (W)p | i->tag;
  return v != 0 ? v : (W)p;
}

// What x refers to is where it will be.
static inline void stays(GphGcWorker *w, W *slot, W x) {
  if (w->promote && gph_still_young(x)) w->failed = true;
  store(slot, x);
}

// x may be another worker's copy: case 2 of Note [Races of a collection]
void VARIANT(gph_evac)(GphGcWorker *w, W *slot, W x) {
  GPH_ASSERT(gph_in_heap(x));
  goto again;
leads_to_x:
  if ((x & 7) == 7 || !gph_in_heap(x)) return store(slot, x);
again:
  if (x >= gph_old_base && !gc.major) return store(slot, x);
  W *p = gph_untag(x);
  uint8_t state = gph_block_state((uintptr_t)p);
  if (state & GPH_BS_MARK) {
    if ((x & 7) == 0) {  // a tagged one refers to the value itself
      x = look_through(p);
      if (gph_untag(x) != p) goto leads_to_x;
    }
    mark(w, (W)p);
    return store(slot, x);
  }
  if (!(state & GPH_BS_FROM)) return stays(w, slot, x);
  if (state & GPH_BS_LARGE) {
    evac_large(w, p);
    return stays(w, slot, x);
  }
  W h = load(&p[0]);
  if (gph_is_forward(h)) {
    W n = gph_forward_to(h);
    if (w->promote && n < gph_old_base) w->failed = true;
    store(slot, n | gph_forward_tag(h));
    return;
  }
  const GphInfo *i = (const GphInfo *)h;
  W n;
  switch ((GphKind)i->kind) {
    case GphKind_Con:
      n = COPY(GphKind_Con, i->tag);
      if (i->arity && n != 0) {
        store(slot, n);
        copy_list(w, n, h, i);
        return;
      }
      break;
    case GphKind_Fun: n = COPY(GphKind_Fun, i->tag); break;
    case GphKind_Thunk:
    case GphKind_ThunkOnce: n = COPY(GphKind_Thunk, 0); break;
    case GphKind_Ind:
    case GphKind_BlackHole:
      seen(p, h);
      if (gph_has_value(p, i)) {
        W v = pass(p);
        if (v != 0) {
          x = v;
          goto leads_to_x;
        }
        n = COPY(GphKind_Ind, 0);  // as it is: one of a cycle
        break;
      }
      n = COPY(GphKind_BlackHole, 0);  // under evaluation: the free variables are not needed any more
      break;
    case GphKind_Raise: n = COPY(GphKind_Raise, 0); break;
    case GphKind_FetchMe: n = COPY(GphKind_FetchMe, 0); break;
    case GphKind_ThunkSel: {
      W v = select_field(p, i, 0);
      if (v != 0) {
        if (!reduce(p, h, v)) goto again;
        x = v;
        goto leads_to_x;
      }
      n = COPY(GphKind_ThunkSel, 0);
      break;
    }
    case GphKind_Thread: {
      n = COPY(GphKind_Thread, 1);
      if (PAR && n == 0) goto again;
      GphThread *t = (GphThread *)p[1];  // ours: nobody else copied its handle
      if (!gph_thread_gone(t)) store(&t->handle, n);
      store(slot, n);
      reached_thread(w, t);
      return;
    }
    case GphKind_Pap: n = COPY(GphKind_Pap, i->tag); break;
    case GphKind_Bytes:
      if (gc.pins && gph_pinned(p)) return stays(w, slot, x);
      n = copy(w, p, h, gph_closure_words(p, i), state, i->tag, true);
      break;
    case GphKind_ThunkAp:
    case GphKind_Array:
    case GphKind_MutVar:
    case GphKind_MVar:
    case GphKind_TVar:
    case GphKind_Weak:
    case GphKind_StableName: n = copy(w, p, h, gph_closure_words(p, i), state, i->tag, true); break;
    case GphKind_ThunkStatic:
    case GphKind_count:
    default: gph_die("evacuating %p: bad info table %p (kind %d)", (void *)p, (void *)i, i->kind);
  }
  if (PAR && n == 0) goto again;
  store(slot, n);
}

void VARIANT(gph_evac_update)(GphGcWorker *w, W *slot) {
  W *p = gph_untag(*slot);
  if (!gph_in_heap((W)p) || ((W)p >= gph_old_base && !gc.major)) return;
  for (;;) {
    uint8_t state = gph_block_state((uintptr_t)p);
    if (!(state & (GPH_BS_FROM | GPH_BS_MARK))) {
      if (w->promote && gph_still_young((W)p)) w->failed = true;
      return;
    }
    W h = load(&p[0]);
    if (gph_is_forward(h)) {
      W n = gph_forward_to(h);
      if (w->promote && n < gph_old_base) w->failed = true;
      *slot = n | GPH_TAG_UPDATE;
      return;
    }
    if (state & GPH_BS_MARK) {
      mark(w, (W)p);
      return;
    }
    W n = copy(w, p, h, gph_closure_words(p, (const GphInfo *)h), state, 0, true);
    if (PAR && n == 0) continue;
    *slot = n | GPH_TAG_UPDATE;
    return;
  }
}
