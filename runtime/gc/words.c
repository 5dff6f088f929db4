// words.c: every word by which the program could come to a piece of its code or of its static data; for those who give
// code back (prim/loader.c). Words are not told apart here: a number that looks like an address keeps a piece of code,
// which does no harm, while one that is overlooked would be a crash. So whole blocks are read, gaps between objects
// and all; of stacks what is in use.
#include "gc/words.h"
#include "gc/collector.h"
#include "gc/roots.h"
#include "prim/stm.h"

static void (*each)(W x);

static void range(const void *from, const void *to) {
  for (const W *p = from; p < (const W *)to; p++) each(*p);
}
static void blocks(const GphBlock *b) {
  for (; b; b = b->link) range(b->start, b->free);
}
static void on_slot(GphVisitor *v, W *slot) { each(*slot); }
static void on_thread(GphVisitor *v, GphThread *t) {}  // it is on one of the lists
static GphVisitor visitor = {on_slot, on_thread, false};

static void thread(GphThread *t) {
  range(t, &t->first);
  for (const GphPending *e = t->pending; e; e = e->next) each(e->exception);
  if (t->stm) gph_stm_roots(&visitor, t->stm);
  if (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED) return;
  uintptr_t sp = t->sp;
  const W *rs = t->rs;
  for (const GphSegment *s = t->seg; s; s = s->prev) {
    if (sp) range((const void *)sp, (const void *)s->ctl_top);
    range(rs, s->rs_top);
    sp = s->prev_sp;
    rs = s->prev_rs;
  }
}

bool gph_each_word(void (*word)(W x)) {
  if (gc.pins) return false;  // arrays that stay for a while may be in any block
  each = word;
  for (int i = 0; i < gph_hecs_used; i++) {
    const GphHec *h = gph_hecs[i];
    blocks(h->gc_worker->dest[GPH_DEST_AGED].first);
    blocks(h->gc_worker->old_groups);
    range(&h->reg, &h->reg + 1);
  }
  blocks(gph_large_aged);
  blocks(gph_large_old);
  for (GphThread *t = gph_threads_young; t; t = t->all_next) thread(t);
  for (GphThread *t = gph_threads_old; t; t = t->all_next) thread(t);
  gph_roots_common(&visitor, GPH_ROOTS_EVERY);
  for (int i = 0; i < gph_hecs_used; i++) gph_roots_of(&visitor, gph_hecs[i], GPH_ROOTS_EVERY);
  return true;
}
