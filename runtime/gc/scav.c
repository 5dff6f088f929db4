// scav.c: scavenging: the fields of every object that was copied (or is remembered) are evacuated.
//
// An old object must be remembered when afterwards it still refers to a young one. Immutable old objects promote what they refer to
// (gc.promote), so that happens only when it had been copied to the aged space before; mutable ones do not promote, because
// what they hold now is likely to be replaced.
#include "gc/collector.h"
#include "heap/alloc.h"

static void remember(W *p) { gph_remember(gc.hec, p); }

static inline void evac_fields(W *p, size_t n) {
  for (W *e = p + n; p < e; p++) gph_evac_slot(p);
}
static inline bool any_young(const W *p, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (gph_still_young(p[i])) return true;
  return false;
}
static void mark_owner(W owner) {
  if ((owner & 7) == GPH_TAG_UPDATE) {
    GphThread *t = (GphThread *)(owner & ~(W)7);
    gph_evac_slot(&t->handle);
  }
}
static void mark_queue(GphThread *t) {
  for (; t; t = t->next) gph_evac_slot(&t->handle);
}
static bool queue_young(GphThread *t) {
  for (; t; t = t->next)
    if (gph_still_young(t->handle)) return true;
  return false;
}

// The fields of p; old: p is in the old generation. Returns p's size in words.
static inline size_t scav_object(W *p, bool old) {
  const GphInfo *i = (const GphInfo *)p[0];
  size_t words;
  gc.promote = old;
  gc.failed = false;
  switch ((GphKind)i->kind) {
  case GphKind_Con: case GphKind_Fun:
    evac_fields(p + 1, i->ptrs);
    words = 1 + (size_t)i->ptrs + i->nptrs;
    break;
  case GphKind_Thunk: case GphKind_ThunkOnce:
    evac_fields(p + 2, i->ptrs);
    words = 2 + (size_t)i->ptrs + i->nptrs;
    break;
  case GphKind_Pap: {
    // See Note [Tags of functions]: which arguments are value words, the function knows.
    gph_evac_slot(&p[1]);
    W mask = gph_info(p[1])->arg_mask;
    for (W k = 0; k < p[2]; k++)
      if (mask >> k & 1) gph_evac_slot(&p[3 + k]);
    words = 3 + p[2];
    break;
  }
  case GphKind_ThunkAp:
    gph_evac_slot(&p[2]);
    evac_fields(p + 4, p[3]);
    words = 4 + p[3];
    break;
  case GphKind_ThunkSel:
    gph_evac_slot(&p[2]);
    words = 3;
    break;
  case GphKind_Ind:
    if ((p[1] & 7) == GPH_TAG_UPDATE) mark_owner(p[1]);
    else gph_evac_slot(&p[1]);
    words = 2;
    break;
  case GphKind_BlackHole:
    if (gph_has_value(p, i)) {
      p[0] = (W)&gph_ind_info;
      gph_evac_slot(&p[1]);
      words = 2;
      break;
    }
    gc.promote = false;
    mark_owner(p[1]);
    if (old && (p[1] & 7) == GPH_TAG_UPDATE && gph_still_young(((GphThread *)(p[1] & ~(W)7))->handle)) gc.failed = true;
    words = 2;
    break;
  case GphKind_Raise:
    gph_evac_slot(&p[1]);
    words = 2;
    break;
  case GphKind_Bytes:
    words = 2 + (p[1] + 7) / 8;
    break;
  case GphKind_Array:
    gc.promote = false;
    evac_fields(p + 3, p[1]);
    words = 3 + p[1];
    gc.looked_at_words += p[1];
    p[2] = 1;
    if (old) {
      gc.failed = any_young(p + 3, p[1]);
      if (!gc.failed) p[2] = 0;
    }
    break;
  case GphKind_MutVar:
    gc.promote = false;
    gph_evac_slot(&p[1]);
    words = 2;
    p[0] = (W)&gph_mutvar_dirty_info;
    if (old) {
      gc.failed = gph_still_young(p[1]);
      if (!gc.failed) p[0] = (W)&gph_mutvar_clean_info;
    }
    break;
  case GphKind_MVar:
    gc.promote = false;
    gph_evac_slot(&p[1]);
    mark_queue((GphThread *)p[2]);
    if (old) gc.failed = gph_still_young(p[1]) || queue_young((GphThread *)p[2]);
    words = 4;
    break;
  case GphKind_TVar: {
    extern void gph_tvar_scan_watchers(W *p);
    extern bool gph_tvar_watchers_young(W *p);
    gc.promote = false;
    gph_evac_slot(&p[1]);
    gph_tvar_scan_watchers(p);
    if (old) gc.failed = gph_still_young(p[1]) || gph_tvar_watchers_young(p);
    words = 4;
    break;
  }
  case GphKind_Weak: words = 6; break;                  // weak.c
  case GphKind_StableName: words = 3; break;            // its object is weak
  case GphKind_Thread: words = 2; break;                // thread_todo
  case GphKind_Raw: words = 1 + (size_t)i->nptrs; break;
  case GphKind_ThunkStatic: case GphKind_Forward: case GphKind_count: default:
    gph_die("scavenging %p: bad info table %p (kind %d)", (void *)p, (void *)i, i->kind);
  }
  if (__builtin_expect(gc.failed, 0)) remember(p);
  gc.promote = false;
  return words;
}

void gph_scavenge_remembered(W *p) {
  // Remembered objects are old; an array or MVar may be remembered more than once.
  scav_object(p, true);
}

// Note [Prefetching]: most of a collection's time is waiting for the info pointers of objects that are about to be evacuated. A to-space block is a
// queue of them: while one object is scavenged, those that the next words refer to are prefetched (Cher, Hosking & Vitek, "Software prefetching
// for mark-sweep garbage collection", ASPLOS 2004, put a queue of their own before the mark stack).
enum { GPH_PREFETCH_WORDS = 32 };

static bool scav_dest(GphDest *d, bool old) {
  bool any = false;
  const W reach = (gc.major ? gph_heap_end : gph_old_base) - gph_young_base;
  while (d->scan) {
    GphBlock *b = d->scan;
    W *p = b->scan, *ahead = p;
    for (;;) {
      W *end = b == d->last ? d->free : b->free;
      if (p >= end) break;
      any = true;
      // Objects of this block only: `end` moves while its last block is being filled.
      while (p < end) {
        if (ahead < p) ahead = p;
        for (W *stop = p + GPH_PREFETCH_WORDS < end ? p + GPH_PREFETCH_WORDS : end; ahead < stop; ahead++)
          if (*ahead - gph_young_base < reach) __builtin_prefetch((const void *)*ahead, 1);
        p += scav_object(p, old);
      }
    }
    b->scan = p;
    if (b == d->last) break;
    d->scan = b->link;
  }
  return any;
}

static bool scav_large(void) {
  bool any = false;
  GphBlock *b;
  while ((b = gc.large_todo)) {
    gc.large_todo = b->link;
    bool old = b->flags & GPH_BF_OLD;
    GphBlock **list = old ? &gph_large_old : &gph_large_aged;
    b->link = *list;
    *list = b;
    if (old) gc.large_old_blocks += b->blocks;
    if (!(b->flags & GPH_BF_PINNED)) scav_object(b->start, old);
    any = true;
  }
  return any;
}

// ---- threads
static bool scan_roots(W *lo, W *hi) {                  // true: one is still young
  bool young = false;
  for (W *p = lo; p < hi; p++) {
    W x = *p;
    if ((x & 7) == GPH_TAG_UPDATE) gph_evac_update(p);
    else gph_evac_slot(p);
    if (!young && gph_still_young(*p)) young = true;
  }
  return young;
}

void gph_scan_thread(GphThread *t) {
  gc.promote = false;
  gph_evac_slot(&t->result);
  gph_evac_slot(&t->blocked_on);
  gph_evac_slot(&t->block_value);
  bool young = gph_still_young(t->result) || gph_still_young(t->blocked_on) || gph_still_young(t->block_value);
  for (GphPending *e = t->pending; e; e = e->next) {
    gph_evac_slot(&e->exception);
    if (e->sender) gph_evac_slot(&e->sender->handle);
    young = true;
  }
  for (GphThread *w = t->waiters; w; w = w->next) {
    gph_evac_slot(&w->handle);
    young |= gph_still_young(w->handle);
  }
  if (t->msg_owner && t->msg_kind == GPH_MSG_BLACKHOLE) { gph_evac_slot(&t->msg_owner->handle); young = true; }
  if (t->stm) { gph_stm_scan(t->stm); young = true; }
  W *lo = t->rs;
  size_t above = 0;                                     // bytes of stack between here and the top
  for (GphSegment *s = t->seg; s; s = s->prev) {
    if (gc.major || s->dirty) {
      gc.looked_at_words += (size_t)(s->rs_top - lo);
      if (above >= (64 << 10)) {
        gc.promote = true;
        gc.failed = false;
        for (W *p = lo; p < s->rs_top; p++) {
          if ((*p & 7) == GPH_TAG_UPDATE) gph_evac_update(p);
          else gph_evac_slot(p);
        }
        s->dirty = gc.failed ? GPH_SEG_CLAIMED : GPH_SEG_CLEAN;   // it was claimed before the collection
        gc.promote = false;
      } else
        s->dirty = scan_roots(lo, s->rs_top) ? GPH_SEG_CLAIMED : GPH_SEG_CLEAN;
      young |= s->dirty != GPH_SEG_CLEAN;
    }
    above += s->size;
    lo = s->prev_rs;
  }
  if (t->handle >= gph_old_base && young) gph_thread_mark_dirty(gc.hec, t);
}

void gph_scavenge(void) {
  bool more;
  do {
    more = scav_dest(&gc.dest[GPH_DEST_OLD], true);
    more |= scav_dest(&gc.dest[GPH_DEST_AGED], false);
    more |= scav_large();
    GphThread *t;
    while ((t = gc.thread_todo)) {
      gc.thread_todo = t->gc_next;
      gph_scan_thread(t);
      more = true;
    }
  } while (more);
}
