// sanity.c: the heap check of the debug build (+RTS -DS), right after a collection, world stopped.
//
// Checked: every object in the aged space and, after a major collection, in the old generation (updated thunks leave gaps there, so it can be
// walked only when freshly copied, or by its mark bits); every word of every stack. A value word must be an immediate, or refer to an object with a
// plausible info table, that lives where live objects are (not in the nurseries, which are empty, not in a free block), and whose kind fits the word's
// tag. An old object that refers to a young one must be remembered; a field that is always evaluated (GphInfo::arg_mask) has a tag, those of an object
// marked to be in normal form are evaluated; a clean segment holds no young references; a thread with an old handle and young references is dirty.
// With simulated or real nodes, nurseries lie on their HEC's.
#include "heap/sanity.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/numa.h"
#include "gc/mark.h"
#include "gc/remember.h"
#include "prof/strands.h"
#include <stdlib.h>
#include <string.h>

extern char __executable_start[], end[];
static const char *where;                // what is being checked, for the message
static const W *where_object;

static bool is_static(W p) { return p >= (W)__executable_start && p < (W)end; }

static _Noreturn void bad(W x, const char *why) {
  const GphInfo *i = where_object ? (const GphInfo *)where_object[0] : NULL;
  gph_die("heap check after collection %lu: %s: word %#lx in %s %p (%s)", (unsigned long)gph_gc_number, why, (unsigned long)x, where, (const void *)where_object,
          i && is_static((W)i) && i->name ? i->name : "");
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
  switch ((GphKind)i->kind) {
  case GphKind_Thunk: case GphKind_ThunkOnce: case GphKind_ThunkAp: case GphKind_ThunkSel: case GphKind_ThunkStatic: case GphKind_Ind: case GphKind_BlackHole:
  case GphKind_Raise:
    if (tag != 0) bad(x, "tagged, but not evaluated");
    break;
  case GphKind_Forward: case GphKind_count: bad(x, "refers to a forwarded object");
  default:
    if (tag != 0 && tag != i->tag) bad(x, "wrong tag");
  }
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

static bool check_fields(const W *p, size_t n) {
  bool young = false;
  for (size_t i = 0; i < n; i++) young |= check_value(p[i]);
  return young;
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

static size_t check_one(const W *p, bool old) {
  where_object = p;
  const GphInfo *i = (const GphInfo *)p[0];
  if ((p[0] & 7) || !is_static((W)i) || i->kind >= GphKind_count) bad(p[0], "no info table");
  bool young = false;
  switch ((GphKind)i->kind) {
  case GphKind_Con:
    for (uint32_t k = 0; k < i->ptrs && k < 32; k++)
      if ((i->arg_mask >> k & 1) && (p[1 + k] & 7) == 0) bad(p[1 + k], "a field that is always evaluated is not");
    if (i->nf == 0 && i->twin)
      for (uint32_t k = 0; k < i->ptrs; k++)
        if ((i->twin->nf >> (k < 63 ? k : 63) & 1) && is_unevaluated(p[1 + k])) bad(p[1 + k], "a field of an object in normal form is not evaluated");
    young = check_fields(p + 1, i->ptrs);
    break;
  case GphKind_Fun: young = check_fields(p + 1, i->ptrs); break;
  case GphKind_Thunk: case GphKind_ThunkOnce: young = check_fields(p + 2, i->ptrs); break;
  case GphKind_Pap: {
    young = check_value(p[1]);
    W mask = gph_info(p[1])->arg_mask;
    for (W k = 0; k < p[2]; k++)
      if (mask >> k & 1) young |= check_value(p[3 + k]);
    break;
  }
  case GphKind_ThunkAp: young = check_value(p[2]); young |= check_fields(p + 4, p[3]); break;
  case GphKind_ThunkSel: young = check_value(p[2]); break;
  case GphKind_Ind: if ((p[1] & 7) != GPH_TAG_UPDATE) young = check_value(p[1]); break;
  case GphKind_BlackHole:
    if (gph_has_value(p, i)) { young = check_value(p[1]); break; }
    young = check_value(((GphThread *)(p[1] & ~(W)7))->handle); break;
  case GphKind_Raise: case GphKind_MutVar: young = check_value(p[1]); break;
  case GphKind_Array:
    young = check_fields(p + 3, p[1]);
    if (!old && p[2] == 0) bad(p[2], "a young array marked clean");
    break;
  case GphKind_MVar: case GphKind_TVar:
    young = check_value(p[1]);
    if ((p[2] & GPH_REMEMBERED) && !(old && is_remembered(p))) bad((W)p, "says that it is remembered, and is not");
    break;
  default: break;
  }
  if (old && young && !is_remembered(p)) bad((W)p, "refers to a young object and is not remembered");
  return gph_closure_words(p, i);
}

static void check_blocks(GphBlock *b, bool old) {
  for (; b; b = b->link)
    if (gph_block_state((W)b->start) & GPH_BS_MARK) {
      for (W *p = b->start; p < b->free; p++)
        if (gph_is_marked((W)p)) check_one(p, old);
    } else
      for (W *p = b->start; p < b->free; ) p += check_one(p, old);
}

static void check_thread(GphThread *t) {
  where_object = NULL;
  where = "a thread";
  check_value(t->handle);
  if (gph_untag(t->handle)[1] != (W)t) bad(t->handle, "a thread's handle refers to another thread");
  bool young = check_value(t->result);
  young |= check_value(t->blocked_on);
  young |= check_value(t->block_value);
  young |= check_value(t->frozen_thunk);
  young |= check_value(t->raise);
  if (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED) return;
  W *lo = t->rs;
  where = "the stack of a thread";
  for (GphSegment *s = t->seg; s; s = s->prev) {
    where_object = NULL;
    if (lo > s->rs_top || lo < (W *)s->ctl_top) bad((W)lo, "root stack pointer outside its segment");
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
        if (i->kind == GphKind_Con || i->kind == GphKind_Fun || i->kind == GphKind_Forward) bad(*p, "update entry of an evaluated object");
        here |= gph_still_young((W)q);
      } else
        here |= check_value(*p);
    }
    if (here && !s->dirty) bad(0, "a clean segment refers to a young object");
    young |= here;
    lo = s->prev_rs;
  }
  if (young && t->handle >= gph_old_base && !t->dirty) bad(t->handle, "a clean old thread refers to a young object");
}

void gph_sanity_check(void) {
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
          gph_die("heap check after collection %lu: a nursery of HEC %d is on node %d", (unsigned long)gph_gc_number, i, gph_block_node((uintptr_t)b));
  where = "large object";
  for (GphBlock *b = gph_large_aged; b; b = b->link)
    if (!(b->flags & GPH_BF_PINNED)) check_one(b->start, false);
  for (GphBlock *b = gph_large_old; b; b = b->link)
    if (!(b->flags & GPH_BF_PINNED)) check_one(b->start, true);
  for (GphThread *t = gph_threads_young; t; t = t->all_next) check_thread(t);
  for (GphThread *t = gph_threads_old; t; t = t->all_next) check_thread(t);
  gph_block_check();
  free(remembered);
}
