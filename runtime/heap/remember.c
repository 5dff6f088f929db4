// remember.c: remembered sets: for each HEC a sequence of buffers of old objects that may refer to young ones: updated
// thunks, mutable objects dirtied for the first time since the last collection. The current buffer is bounded by
// R->rem_free and R->rem_limit (filled by eval/stubs.S without a call); a full one moves to h->rem_full.
#include "heap/remember.h"
#include "base/die.h"
#include <stdlib.h>

static GphRemBuffer *new_buffer(void) {
  GphRemBuffer *b = malloc(sizeof *b);
  if (!b) gph_fail(251, "out of memory");
  b->next = NULL;
  b->end = b->items;
  return b;
}

static void use(GphHec *h, GphRemBuffer *b) {
  h->rem_current = b;
  h->reg.rem_free = b->items;
  h->reg.rem_limit = b->items + GPH_REM_ITEMS;
}

void gph_remember_init(GphHec *h) { use(h, new_buffer()); }

void gph_remember(GphHec *h, W *object) {
  GPH_ASSERT(((W)object & 7) == 0);
  if (h->reg.rem_free == h->reg.rem_limit) {
    GphRemBuffer *b = h->rem_current;
    b->end = h->reg.rem_free;
    b->next = h->rem_full;
    h->rem_full = b;
    use(h, new_buffer());
  }
  *h->reg.rem_free++ = object;
}

GphRemBuffer *gph_remember_take(GphHec *h) {
  GphRemBuffer *b = h->rem_current;
  b->end = h->reg.rem_free;
  b->next = h->rem_full;
  h->rem_full = NULL;
  use(h, new_buffer());
  return b;
}

void gph_remembered_roots(GphVisitor *v, GphHec *h) {
  h->rem_current->end = h->reg.rem_free;
  h->rem_current->next = h->rem_full;
  for (GphRemBuffer *b = h->rem_current; b; b = b->next)
    for (W **p = b->items; p < b->end; p++) gph_visit(v, (W *)p);
}

// ---- write barriers (gph/primops.h): the object is old, and clean as far as the mutator could see. Several HECs may
// write to it at once: one of them remembers it. The others go on; it is remembered before the world stops, for that
// one comes to no safe point before.
W gph_dirty_mutvar_c(GphReg *R, W *object) {
  W i = gph_load_relaxed(&object[0]);  // relaxed: the barrier reads nothing else of it
  // else: an MVar or TVar, by the runtime itself
  if (i == (W)&gph_mutvar_clean_info ? gph_cas(&object[0], i, (W)&gph_mutvar_dirty_info)
                                     : i != (W)&gph_mutvar_dirty_info)
    gph_remember(gph_hec_of(R), object);
  return 0;
}

W gph_dirty_array_c(GphReg *R, W *object, W index) {
  if (gph_cas(&object[2], (W)0, (W)1)) gph_remember(gph_hec_of(R), object);
  return 0;
}
