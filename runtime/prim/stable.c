// stable.c: stable pointers (roots named by a number that foreign code may hold) and stable names (numbers for objects
// that stay the same while objects move and are evaluated).
//
// A stable pointer is (index + 1) * 8. Stable names: a table of (object, its StableName#), both weak, found through a
// hash of the object's address that is rebuilt when a collection moved objects. StableName object: [0][number].
#include "prim/stable.h"
#include "base/die.h"
#include "prim/prim.h"
#include "sched/stw.h"
#include <stdlib.h>
#include <string.h>

static GphLock lock = GPH_LOCK_INIT;

// ---- stable pointers
static W *ptrs;  // root, or (next free index << 1 | 1) ... free slots hold tag-7 words
static size_t ptr_used, ptr_room;
static size_t ptr_free = (size_t)-1;
enum { FREE_SHIFT = 3 };

W gph_prim_MakeStablePtr(GphReg *R, W x) {
  gph_lock(&lock);
  size_t i = ptr_free;
  if (i != (size_t)-1) {
    ptr_free = ptrs[i] >> FREE_SHIFT == ((size_t)-1 >> FREE_SHIFT) ? (size_t)-1 : ptrs[i] >> FREE_SHIFT;
  } else {
    if (ptr_used == ptr_room) {
      ptr_room = ptr_room ? 2 * ptr_room : 64;
      ptrs = realloc(ptrs, ptr_room * sizeof(W));
      if (!ptrs) gph_fail(251, "out of memory");
    }
    i = ptr_used++;
  }
  ptrs[i] = x;
  gph_unlock(&lock);
  return (i + 1) * 8;
}
W gph_prim_DeRefStablePtr(GphReg *R, W p) {
  gph_lock(&lock);
  W x = ptrs[p / 8 - 1];
  gph_unlock(&lock);
  return x;
}
W gph_prim_FreeStablePtr(GphReg *R, W p) {
  gph_lock(&lock);
  size_t i = p / 8 - 1;
  if (p != 0 && i < ptr_used) {
    ptrs[i] = ptr_free << FREE_SHIFT | 7;  // an immediate: the collector leaves it alone
    ptr_free = i;
  }
  gph_unlock(&lock);
  return GPH_UNIT;
}
void gph_stable_ptrs_roots(GphVisitor *v) {
  for (size_t i = 0; i < ptr_used; i++) gph_visit(v, &ptrs[i]);
}

// ---- stable names
typedef struct {
  W object, name;
  uint32_t next;
  W number;
} Name;  // both weak; name 0: free
static Name *names;
static uint32_t name_used, name_room, name_free;  // index + 1
static uint32_t *buckets, bucket_count;
static W next_number = 1;
bool gph_stable_values;

static uint32_t bucket_of(W object) {
  return (uint32_t)((object >> 3) * 0x9e3779b97f4a7c15ull >> 40) & (bucket_count - 1);
}
static void rehash(void) {
  if (bucket_count < name_room) {
    bucket_count = 64;
    while (bucket_count < name_room) bucket_count *= 2;
    buckets = realloc(buckets, bucket_count * sizeof *buckets);
  }
  if (!buckets) return;
  memset(buckets, 0, bucket_count * sizeof *buckets);
  for (uint32_t i = 0; i < name_used; i++)
    if (names[i].name && names[i].object) {
      uint32_t b = bucket_of(names[i].object & ~(W)7);
      names[i].next = buckets[b];
      buckets[b] = i + 1;
    }
}

enum { MOST_HOPS = 1 << 20 };  // from one indirection to the next: there may be a cycle
static W follow(W x) {
  for (unsigned hops = 0;
       hops < MOST_HOPS && !(x & 7) && gph_info(x)->kind == GphKind_Ind && (gph_untag(x)[1] & 7) != GPH_TAG_UPDATE;
       hops++)
    x = gph_untag(x)[1];
  return x;
}
// An immediate names itself; its number is made from its bits.
W gph_prim_MakeStableName(GphReg *R, W x) {
  ROOT(x);
  W *p = gph_alloc(R, 3);
  UNROOT(x);
  x = follow(x);
  W key = (x & 7) == 7 ? x : x & ~(W)7;
  gph_store_relaxed(&gph_stable_values, true);  // See Note [Claiming] in gc/evac.c
  gph_lock(&lock);
  if (buckets)
    for (uint32_t i = buckets[bucket_of(key & ~(W)7)]; i; i = names[i - 1].next) {
      W o = names[i - 1].object;
      if (((o & 7) == 7 ? o : o & ~(W)7) == key) {
        W n = names[i - 1].name;
        gph_unlock(&lock);
        R->hp -= 3;
        return n;
      }
    }
  uint32_t i = name_free;
  if (i) name_free = names[i - 1].next;
  else {
    if (name_used == name_room) {
      name_room = name_room ? 2 * name_room : 64;
      names = realloc(names, name_room * sizeof *names);
      if (!names) gph_fail(251, "out of memory");
      rehash();
    }
    i = ++name_used;
  }
  p[0] = (W)&gph_stable_name_info;
  p[1] = 0;
  p[2] = next_number;
  names[i - 1] = (Name){.object = x, .name = (W)p | 1, .number = next_number++};
  uint32_t b = bucket_of(key & ~(W)7);
  names[i - 1].next = buckets[b];
  buckets[b] = i;
  gph_unlock(&lock);
  return (W)p | 1;
}
W gph_prim_StableNameToInt(GphReg *R, W n) { return gph_untag(n)[2]; }

void gph_stable_names_roots(GphVisitor *v) {
  for (uint32_t i = 0; i < name_used; i++) {
    gph_visit(v, &names[i].name);
    gph_visit(v, &names[i].object);
  }
  if (name_used) rehash();  // what it goes by may have moved
}

void gph_stable_names_prune(GphIsAlive is_alive) {
  GPH_ASSERT(gph_stw_is_wanted());
  if (!name_used) return;
  name_free = 0;
  for (uint32_t i = 0; i < name_used; i++) {
    Name *n = &names[i];
    if (n->name && !is_alive(&n->name)) n->name = 0;
    if (n->name && n->object && !is_alive(&n->object)) n->object = 0;  // its number is never given again
    if (!n->name) {
      n->object = 0;
      n->next = name_free;
      name_free = i + 1;
    }
  }
  rehash();
}
