// sanity.c: the heap check of the debug build (+RTS -DS), right after a collection, world stopped.
//
// Checked: every object in the aged space and, after a major collection, in the old generation (updated thunks leave
// gaps there, so it can be walked only when freshly copied, or by its mark bits); every word of every stack. A value
// word must be an immediate, or refer to an object with a plausible info table, that lives where live objects are (not
// in the nurseries, which are empty, not in a free block), and whose kind fits the word's tag. An old object that
// refers to a young one must be remembered; a field that is always evaluated (GphInfo::arg_mask) has a tag, those of an
// object marked to be in normal form are evaluated; a clean segment holds no young references; a thread with an old
// handle and young references is dirty. With simulated or real nodes, nurseries lie on their HEC's.
#include "gc/sanity.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/numa.h"
#include "gc/mark.h"
#include "gc/roots.h"
#include "heap/gc_stats.h"
#include "heap/print.h"
#include "heap/remember.h"
#include "prof/strands.h"
#include "prim/stm.h"
#include "sched/stw.h"
#include <stdlib.h>
#include <string.h>

extern char __executable_start[], end[];
static const char *where;  // what is being checked, for the message
static const W *where_object;

static bool is_static(W p) { return p >= (W)__executable_start && p < (W)end; }

static _Noreturn void bad(W x, const char *why) {
  if (where_object) gph_heap_print((W)where_object, 1);
  const GphInfo *i = where_object ? (const GphInfo *)where_object[0] : NULL;
  gph_die("heap check after collection %lu: %s: word %#lx in %s %p (%s)", (unsigned long)gph_gc_number, why,
          (unsigned long)x, where, (const void *)where_object, i && is_static((W)i) && i->name ? i->name : "");
}

static const GphInfo *check_object(W x, W *p) {
  if (!is_static((W)p)) {
    if (!gph_in_heap((W)p)) bad(x, "outside heap and program");
    uint8_t s = gph_block_state((W)p);
    bool young = (W)p < gph_old_base;
    if (young && !(s & GPH_BS_LARGE) && !(s & GPH_BS_PROMOTE)) bad(x, "refers to an empty nursery");
    if (gc.major && (s & GPH_BS_MARK) && !gph_is_marked((W)p)) bad(x, "refers to an object that was not marked");
    if (s & GPH_BS_LARGE) {
      GphBlock *b = gph_block_of((W)p);
      if (!(b->flags & (GPH_BF_OLD | GPH_BF_AGED))) bad(x, "refers to a freed large object");
    }
  }
  const GphInfo *i = (const GphInfo *)p[0];
  if ((p[0] & 7) || !is_static((W)i)) bad(x, "no info table where it points");
  if (i->kind >= GphKind_count) bad(x, "info table of no kind");
  return i;
}

// A value word; true: refers to a young object.
static bool check_value(W x) {
  W tag = x & 7;
  if (tag == 7 || x == 0) return false;
  if (tag == GPH_TAG_UPDATE) bad(x, "an update entry");
  W *p = gph_untag(x);
  const GphInfo *i = check_object(x, p);
  if (!gph_kind_is_value((GphKind)i->kind)) {
    if (tag != 0) bad(x, "tagged, but not evaluated");
  } else if (tag != 0 && tag != i->tag) bad(x, "wrong tag");
  return gph_still_young(x);
}

static size_t remembered_room;
static W *remembered;
static void add_remembered(W *p) {
  size_t h = ((W)p >> 3) * 0x9e3779b97f4a7c15ull >> 20;
  while (remembered[h & (remembered_room - 1)] && remembered[h & (remembered_room - 1)] != (W)p) h++;
  remembered[h & (remembered_room - 1)] = (W)p;
}
static bool is_remembered(const W *p) {
  size_t h = ((W)p >> 3) * 0x9e3779b97f4a7c15ull >> 20;
  while (remembered[h & (remembered_room - 1)]) {
    if (remembered[h & (remembered_room - 1)] == (W)p) return true;
    h++;
  }
  return false;
}
static void collect_remembered(void) {
  size_t n = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < gph_hecs_used; i++) {
      GphHec *h = gph_hecs[i];
      GphRemBuffer *b = h->rem_current;
      W **e = h->reg.rem_free;
      for (GphRemBuffer *f = b; f; f = f == b ? h->rem_full : f->next) {
        for (W **p = f->items; p < (f == b ? e : f->end); p++)
          if (pass) add_remembered(*p);
          else n++;
      }
    }
    if (!pass) {
      remembered_room = 64;
      while (remembered_room < 4 * n) remembered_room *= 2;
      remembered = calloc(remembered_room, sizeof(W));
    }
  }
}

static void on_values(void *young, W *from, size_t n) {
  for (size_t i = 0; i < n; i++) *(bool *)young |= check_value(from[i]);
}
static W on_function(void *young, W *fun) {
  on_values(young, fun, 1);
  return gph_info(*fun)->arg_mask;
}

// Behind indirections, and what stands for a strand's value: an evaluated object's info table has a tag.
static bool is_unevaluated(W x) {
  while ((x & 7) == 0) {
    if (GPH_SCALING && gph_strand_over(x)) return false;
    const W *p = (const W *)x;
    const GphInfo *i = (const GphInfo *)p[0];
    if (!gph_has_value(p, i)) return i->tag == 0;
    x = p[1];
  }
  return false;
}

static void check_constructor(const W *p, const GphInfo *i) {
  for (uint32_t k = 0; k < i->ptrs && k < 32; k++)
    if ((i->arg_mask >> k & 1) && (p[1 + k] & 7) == 0) bad(p[1 + k], "a field that is always evaluated is not");
  if (i->nf == 0 && i->twin)
    for (uint32_t k = 0; k < i->ptrs; k++)
      if ((i->twin->nf >> (k < 63 ? k : 63) & 1) && is_unevaluated(p[1 + k]))
        bad(p[1 + k], "a field of an object in normal form is not evaluated");
}

static size_t check_one(W *p, bool old) {
  where_object = p;
  const GphInfo *i = (const GphInfo *)p[0];
  if ((p[0] & 7) || !is_static((W)i) || i->kind >= GphKind_count) bad(p[0], "no info table");
  GphKind kind = (GphKind)i->kind;
  bool young = false;
  size_t words = gph_kind_walk(kind, p, i, &young, on_values, on_function);
  if (kind == GphKind_Con) check_constructor(p, i);
  if (kind == GphKind_BlackHole && !gph_has_value(p, i)) young = check_value(((GphThread *)(p[1] & ~(W)7))->handle);
  if (kind == GphKind_Array && !old && p[2] == 0) bad(p[2], "a young array marked clean");
  if ((kind == GphKind_MVar || kind == GphKind_TVar) && (p[2] & GPH_REMEMBERED) && !(old && is_remembered(p)))
    bad((W)p, "says that it is remembered, and is not");
  // those are in gc/weak.c's tables
  if (old && young && kind != GphKind_Weak && !is_remembered(p))
    bad((W)p, "refers to a young object and is not remembered");
  return words;
}

static void check_blocks(GphBlock *b, bool old) {
  for (; b; b = b->link)
    if (gph_block_state((W)b->start) & GPH_BS_MARK) {
      for (W *p = b->start; p < b->free; p++)
        if (gph_is_marked((W)p)) check_one(p, old);
    } else
      for (W *p = b->start; p < b->free;) p += check_one(p, old);
}

static void visit_slot(GphVisitor *v, W *slot) { check_value(*slot); }
static void visit_thread(GphVisitor *v, GphThread *t) {
  check_value(t->handle);
  if (gph_untag(t->handle)[1] != (W)t) bad(t->handle, "a thread's handle refers to another thread");
}
static GphVisitor checking = {visit_slot, visit_thread, false};

static void check_thread(GphThread *t) {
  where_object = NULL;
  where = "a thread";
  visit_thread(&checking, t);
  bool young = false;
#define SLOT(name) young |= check_value(t->name);
  GPH_THREAD_SLOTS(SLOT)
#undef SLOT
  if (t->stm) gph_stm_roots(&checking, t->stm);
  if (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED) return;
  W *lo = t->rs;
  where = "the stack of a thread";
  for (GphSegment *s = t->seg; s; s = s->prev) {
    where_object = NULL;
    if (lo > s->rs_top || (char *)lo < (char *)s->rs_limit - GPH_ROOT_RESERVE)
      bad((W)lo, "root stack pointer outside its segment");
    bool here = false;
    for (W *p = lo; p < s->rs_top; p++) {
      if (gph_is_walk_entry(*p)) {
        W x = *p & ~GPH_WALK;
        if (x == 0) continue;
        check_object(*p, (W *)x);
        here |= gph_still_young(x);
      } else if (gph_is_update_entry(*p)) {
        W *q = gph_untag(*p);
        const GphInfo *i = check_object(*p, q);
        if (i->kind == GphKind_Con || i->kind == GphKind_Fun) bad(*p, "update entry of an evaluated object");
        here |= gph_still_young((W)q);
      } else here |= check_value(*p);
    }
    if (here && !s->dirty) bad(0, "a clean segment refers to a young object");
    young |= here;
    lo = s->prev_rs;
  }
  if (young && t->handle >= gph_old_base && !t->dirty) bad(t->handle, "a clean old thread refers to a young object");
}

void gph_sanity_check(void) {
  GPH_ASSERT(gph_stw_is_wanted() && !gc.parallel);
  collect_remembered();
  for (int i = 0; i < gph_hecs_used; i++) {
    where = "object of the aged space";
    check_blocks(gph_hecs[i]->gc_worker->dest[GPH_DEST_AGED].first, false);
    where = "object of the old generation";
    if (gc.major) check_blocks(gph_hecs[i]->gc_worker->old_groups, true);
  }
  if (gph_nodes > 1 && gph_flags.numa_place == GPH_PLACE_LOCAL)
    for (int i = 0; i < gph_hecs_used; i++)
      for (GphBlock *b = gph_hecs[i]->nursery; b; b = b->link)
        if (gph_block_node((uintptr_t)b) != gph_node_of_hec(i))
          gph_die("heap check after collection %lu: a nursery of HEC %d is on node %d", (unsigned long)gph_gc_number, i,
                  gph_block_node((uintptr_t)b));
  where = "large object";
  for (GphBlock *b = gph_large_aged; b; b = b->link)
    if (!(b->flags & GPH_BF_PINNED)) check_one(b->start, false);
  for (GphBlock *b = gph_large_old; b; b = b->link)
    if (!(b->flags & GPH_BF_PINNED)) check_one(b->start, true);
  for (GphThread *t = gph_threads_young; t; t = t->all_next) check_thread(t);
  for (GphThread *t = gph_threads_old; t; t = t->all_next) check_thread(t);
  where_object = NULL;
  where = "a table of the runtime";
  gph_roots_common(&checking, GPH_ROOTS_EVERY);
  for (int i = 0; i < gph_hecs_used; i++) gph_roots_of(&checking, gph_hecs[i], GPH_ROOTS_EVERY);
  gph_block_check();
  free(remembered);
}
