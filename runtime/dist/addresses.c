// addresses.c: see addresses.h; the paper's GIT.
//
// Note [Weights]
// ~~~~~~~~~~~~~~
// Each PE collects alone, so nobody sees at once who still refers to an object of another PE. A global address carries
// a weight, and for each slot
//
//     out  =  the weights of all imports of it, of all copies in packets and of all FREE messages on their way
//
// A new reference that its home makes is worth GIVEN, and out grows by that (home may always mint more). Whoever passes
// an import on gives half of its weight away. If nothing can be halved it exports its own FetchMe instead: one more
// station on the way, but no question to home. A reference that comes home, and an import that has died or has its
// value, gives its weight back; when out is 0 there is no reference anywhere, the slot is no root any more and may be
// used again. All steps keep the equation, whatever order messages of different PEs come in: weight is only ever moved,
// and a slot cannot reach 0 while any of it is out. A FETCH needs none: the import that waits keeps its weight until
// RESUME.
//
// Cycles over several PEs keep each other alive until the program ends.
//
// Note [Values sent once]
// ~~~~~~~~~~~~~~~~~~~~~~~
// Sparks share evaluated values: a table, a function with its environment. These are copied when a spark is sent, and
// compiled code may take their words for evaluated, so no FetchMe can stand there. But the copy that was sent with the
// spark before is as good as another one. So a value that goes to a PE for the second time is exported, and the packet
// says by which slot; the receiver keeps its copy in a table (COPIES), a root, with the weight of a reference; and
// packets that follow say "your copy of my slot" (GPH_PACKED_HELD) and nothing more. That must be there when the packet
// comes, whatever is collected: so the holder never just forgets it. When it has not been referred to in some
// collections, the holder OFFERs it back; its home takes that PE from the slot's holders and answers DROPPED, and since
// messages keep their order, no packet that comes after this one refers to it. Then the weight goes home.
//
// Exports are found by their object's address, by a table that is made anew at the first question after a collection.
// Imports are found by their address.
#include "dist/addresses.h"
#include "base/die.h"
#include "dist/pack.h"
#include "gc/hooks.h"
#include "heap/closure.h"
#include "heap/gc_stats.h"
#include "sched/hooks.h"
#include <stdlib.h>
#include <string.h>

GphLock gph_dist_lock = GPH_LOCK_INIT;
enum { GIVEN = 1 << 20 };

static void *grow(void *p, uint32_t *room, size_t size) {
  if (*room > UINT32_MAX / 4) gph_fail(251, "out of memory: too many global addresses");
  *room = *room ? 2 * *room : 256;
  p = realloc(p, *room * size);
  if (!p) gph_fail(251, "out of memory");
  return p;
}
static uint64_t hash(W x) { return (x >> 3) * 0x9e3779b97f4a7c15ull >> 20; }

// ---- exports
typedef struct {
  W object;  // a root while out > 0
  uint64_t out;
  uint32_t next;           // free list, + 1, or the chain of its bucket
  uint32_t held, demands;  // demands: that are under way here (dist/fetch.c)
  uint32_t moves;          // of the thunk, until it came here
  uint32_t owed;           // to that PE, + 1: Note [Results go home] in fetch.c
  // Note [Values sent ahead] in fetch.c: from whom it came, + 1, and its neighbours in the packet (or itself)
  uint32_t from, behind, before;
  uint32_t turn;      // what comes next: after so many that were sent ahead, + 1
  uint64_t *holders;  // a bit for each PE, `held` of them set, or NULL
} Export;
static Export *exports;
static uint32_t exports_used, exports_room, exports_free, exports_live;
static uint32_t *by_object, by_object_size;
static uint64_t by_object_at = ~(uint64_t)0;  // as of that collection

static void rehash_exports(void) {
  uint32_t size = by_object_size ? by_object_size : 256;
  while (size < exports_room) size *= 2;
  if (size != by_object_size) {
    by_object = realloc(by_object, size * sizeof *by_object);
    if (!by_object) gph_fail(251, "out of memory");
    by_object_size = size;
  }
  memset(by_object, 0, size * sizeof *by_object);
  for (uint32_t i = 0; i < exports_used; i++)
    if (exports[i].out) {
      uint32_t *b = &by_object[hash(exports[i].object) & (size - 1)];
      exports[i].next = *b;
      *b = i + 1;
    }
  by_object_at = gph_gc_number;
}

// Its number + 1; 0: it is not exported.
static uint32_t find_export(W x) {
  if (by_object_at != gph_gc_number) rehash_exports();
  uint32_t i = by_object[hash(x) & (by_object_size - 1)];
  while (i && gph_untag(exports[i - 1].object) != gph_untag(x)) i = exports[i - 1].next;
  return i;
}
uint32_t gph_moves_of(W x) {
  const uint32_t i = exports_live > 0 ? find_export(x) : 0;
  return i == 0 ? 0 : exports[i - 1].moves;
}
bool gph_is_demanded(W x) {
  const uint32_t i = exports_live > 0 ? find_export(x) : 0;
  return i != 0 && exports[i - 1].demands > 0;
}

GphAddress gph_export(W x) {
  uint32_t i = find_export(x);
  if (i == 0) {
    if (exports_free) {
      i = exports_free;
      exports_free = exports[i - 1].next;
    } else {
      if (exports_used == exports_room) exports = grow(exports, &exports_room, sizeof *exports);
      i = ++exports_used;
      if (exports_room > by_object_size) {
        exports[i - 1] = (Export){0};
        rehash_exports();
      }
    }
    uint32_t *b = &by_object[hash(x) & (by_object_size - 1)];
    exports[i - 1] = (Export){.object = x, .next = *b};
    *b = i;
    exports_live++;
  }
  exports[i - 1].out += GIVEN;
  return (GphAddress){.pe = (uint32_t)gph_pe, .slot = i - 1, .weight = GIVEN};
}

static Export *export_at(uint32_t slot) {
  if (slot >= exports_used || exports[slot].out == 0)
    gph_die("a message from another process names slot %u, which there is not", slot);
  return &exports[slot];
}
void gph_export_moved(uint32_t slot, uint32_t moves, int pe, uint32_t before) {
  Export *e = export_at(slot);
  e->moves = moves;
  e->from = (uint32_t)pe + 1;
  e->before = before;
  e->behind = slot;
  if (before != slot) export_at(before)->behind = slot;
}
bool gph_export_behind(uint32_t slot, int pe, uint32_t *next) {
  const Export *e = &exports[slot];
  if (slot >= exports_used || e->out == 0 || e->from != (uint32_t)pe + 1 || e->behind == slot) return false;
  *next = e->behind;
  return true;
}
void gph_export_turn(uint32_t slot, uint32_t ahead) { export_at(slot)->turn = ahead + 1; }
bool gph_export_in_turn(uint32_t slot, int pe, uint32_t *ahead) {
  enum { LITTLE = 32 };  // what moved along with a list's elements lies between them
  Export *e = export_at(slot);
  for (int k = 0; k < LITTLE && e->from == (uint32_t)pe + 1; k++, e = &exports[e->before]) {
    if (e->turn) {
      *ahead = e->turn - 1;
      e->turn = 0;
      return true;
    }
    if (&exports[e->before] == e) break;
  }
  return false;
}
static void unlink_export(uint32_t slot) {
  const Export *e = &exports[slot];
  if (e->from == 0) return;
  if (e->before != slot) exports[e->before].behind = e->behind == slot ? e->before : e->behind;
  if (e->behind != slot) {
    exports[e->behind].before = e->before == slot ? e->behind : e->before;
    if (e->turn) exports[e->behind].turn = e->turn;
  }
}
bool gph_export_has_value(uint32_t slot, W *x) {
  const Export *e = export_at(slot);
  *x = e->object;
  return e->owed == 0 && e->demands == 0 && gph_is_value(x);
}
W gph_exported(uint32_t slot) { return export_at(slot)->object; }
void gph_export_demanded(uint32_t slot, bool begins) {
  Export *e = export_at(slot);
  GPH_ASSERT(begins || e->demands > 0);
  if (begins) e->demands++;
  else e->demands--;
}
void gph_export_set(uint32_t slot, W x) {
  export_at(slot)->object = x;
  by_object_at = ~(uint64_t)0;
}
void gph_export_returned(uint32_t slot, uint64_t weight) {
  Export *e = export_at(slot);
  if (weight > e->out) gph_die("slot %u gets back more weight than it gave", slot);
  if ((e->out -= weight) > 0) return;
  if (by_object_at == gph_gc_number) {  // out of its chain
    uint32_t *p = &by_object[hash(e->object) & (by_object_size - 1)];
    while (*p && *p != slot + 1) p = &exports[*p - 1].next;
    if (*p) *p = e->next;
    else by_object_at = ~(uint64_t)0;
  }
  GPH_ASSERT(e->held == 0);
  unlink_export(slot);
  free(e->holders);
  e->holders = NULL;
  e->object = GPH_UNIT;
  e->next = exports_free;
  exports_free = slot + 1;
  exports_live--;
}

// ---- results that are owed
static uint32_t *owed;  // slots. One that was given back, and perhaps given out again, may still stand here
static uint32_t owed_used, owed_room;
void gph_result_owe(uint32_t slot, int pe) {
  export_at(slot)->owed = (uint32_t)pe + 1;
  if (owed_used == owed_room) owed = grow(owed, &owed_room, sizeof *owed);
  owed[owed_used++] = slot;
}
void gph_result_settled(uint32_t slot, int pe) {
  Export *e = export_at(slot);
  if (e->owed == (uint32_t)pe + 1) e->owed = 0;
}
bool gph_result_next(uint32_t *slot, int *pe, W *x) {
  for (uint32_t i = 0; i < owed_used;) {
    Export *e = &exports[owed[i]];
    const bool owes = e->out > 0 && e->owed > 0;
    *x = e->object;
    if (owes && (e->demands > 0 || !gph_is_value(x))) {
      i++;
      continue;
    }
    *slot = owed[i];
    owed[i] = owed[--owed_used];
    if (!owes) continue;
    *pe = (int)e->owed - 1;
    e->owed = 0;
    return true;
  }
  return false;
}

// ---- holders
static uint32_t held_now;  // by all PEs
bool gph_any_held(void) { return held_now > 0; }
bool gph_export_held(W x, int pe, uint32_t *slot) {
  const uint32_t i = find_export(x);
  if (i == 0 || !exports[i - 1].holders || !(exports[i - 1].holders[pe / 64] >> pe % 64 & 1)) return false;
  *slot = i - 1;
  return true;
}
void gph_export_hold(uint32_t slot, int pe) {
  Export *e = export_at(slot);
  if (!e->holders) e->holders = calloc(((size_t)gph_pes + 63) / 64, sizeof *e->holders);
  if (!e->holders) gph_fail(251, "out of memory");
  GPH_ASSERT(!(e->holders[pe / 64] >> pe % 64 & 1));
  e->holders[pe / 64] |= (uint64_t)1 << pe % 64;
  e->held++;
  held_now++;
}
void gph_export_dropped(uint32_t slot, int pe) {
  Export *e = export_at(slot);
  if (!e->holders || !(e->holders[pe / 64] >> pe % 64 & 1)) gph_die("process %d drops what it does not hold", pe);
  e->holders[pe / 64] &= ~((uint64_t)1 << pe % 64);
  e->held--;
  held_now--;
}
void gph_exports_unhold(void) {
  for (uint32_t i = 0; i < exports_used; i++) exports[i].held = 0;
}

// ---- copies
enum { COPY_CHAINS = 256, COPY_UNUSED = 16 };  // so many collections
typedef struct Copy {
  struct Copy *next;
  uint32_t pe, slot;
  uint64_t weight, used;  // used: as of that collection
  W object;               // root
  bool offered;
} Copy;
static Copy *copies[COPY_CHAINS];
static size_t copies_live;
static uint64_t copies_looked;  // as of that collection all have been looked at
size_t gph_copies_count(void) { return copies_live; }

static Copy **copy_at(uint32_t pe, uint32_t slot) {
  Copy **p = &copies[hash((W)slot << 20 ^ (W)pe << 3) % COPY_CHAINS];
  while (*p && ((*p)->pe != pe || (*p)->slot != slot)) p = &(*p)->next;
  return p;
}
void gph_copy_put(uint32_t pe, uint32_t slot, uint64_t weight, W object) {
  Copy **p = copy_at(pe, slot), *c = *p;
  if (c) gph_die("process %u sends what it has sent, slot %u", pe, slot);
  c = malloc(sizeof *c);
  if (!c) gph_fail(251, "out of memory");
  *c = (Copy){.pe = pe, .slot = slot, .weight = weight, .used = gph_gc_number, .object = object};
  *p = c;
  copies_live++;
}
W gph_copy_find(uint32_t pe, uint32_t slot) {
  Copy *c = *copy_at(pe, slot);
  if (!c) return 0;
  c->used = gph_gc_number;
  return c->object;
}
void gph_copy_drop(uint32_t pe, uint32_t slot) {
  Copy **p = copy_at(pe, slot), *c = *p;
  if (!c || !c->offered) gph_die("process %u says that slot %u was dropped, which it was not", pe, slot);
  gph_return((GphAddress){pe, slot, c->weight});
  *p = c->next;
  free(c);
  copies_live--;
}
bool gph_copies_unused(uint32_t *pe, uint32_t *slot) {
  if (copies_looked == gph_gc_number) return false;
  for (int k = 0; copies_live > 0 && k < COPY_CHAINS; k++)
    for (Copy *c = copies[k]; c; c = c->next)
      if (!c->offered && gph_gc_number - c->used > COPY_UNUSED) {
        c->offered = true;
        *pe = c->pe;
        *slot = c->slot;
        return true;
      }
  copies_looked = gph_gc_number;
  return false;
}

// ---- imports
static GphImport *imports;
static uint32_t imports_used, imports_room, imports_free, imports_live;  // imports_free: + 1
static uint32_t *by_address, by_address_size, by_address_used;
static GphAddress *returns;
static uint32_t returns_used, returns_room;

static uint32_t *bucket(uint32_t pe, uint32_t slot) {
  return &by_address[hash((W)slot << 20 ^ (W)pe << 3) & (by_address_size - 1)];
}
static void rehash_imports(void) {
  by_address_size = by_address_size ? 2 * by_address_size : 256;
  by_address = realloc(by_address, by_address_size * sizeof *by_address);
  if (!by_address) gph_fail(251, "out of memory");
  memset(by_address, 0, by_address_size * sizeof *by_address);
  for (uint32_t i = 0; i < imports_used; i++)
    if (imports[i].state == GPH_IMPORT_KNOWN) {
      uint32_t *b = bucket(imports[i].pe, imports[i].slot);
      imports[i].next = *b;
      *b = i + 1;
    }
}

GphImport *gph_import(uint32_t n) {
  if (n >= imports_used || imports[n].state == GPH_IMPORT_FREE)
    gph_die("a message from another process names import %u, which there is not", n);
  return &imports[n];
}
uint32_t gph_import_new(W object, int pe) {
  uint32_t i = imports_free;
  if (i) imports_free = imports[i - 1].next;
  else {
    if (imports_used == imports_room) imports = grow(imports, &imports_room, sizeof *imports);
    i = ++imports_used;
  }
  imports_live++;
  imports[i - 1] = (GphImport){.object = object, .pe = (uint32_t)pe, .state = GPH_IMPORT_IN_TRANSIT};
  return i - 1;
}
void gph_import_known(uint32_t n, GphAddress a) {
  GphImport *e = gph_import(n);
  e->pe = a.pe;
  e->slot = a.slot;
  e->weight = a.weight;
  e->state = GPH_IMPORT_KNOWN;
  if (++by_address_used > by_address_size) {
    rehash_imports();
    return;
  }
  uint32_t *b = bucket(a.pe, a.slot);
  e->next = *b;
  *b = n + 1;
}
uint32_t gph_import_find(uint32_t pe, uint32_t slot) {
  if (by_address_size == 0) return GPH_NO_IMPORT;
  for (uint32_t i = *bucket(pe, slot); i; i = imports[i - 1].next)
    if (imports[i - 1].pe == pe && imports[i - 1].slot == slot) return i - 1;
  return GPH_NO_IMPORT;
}
void gph_return(GphAddress a) {
  if (returns_used == returns_room) returns = grow(returns, &returns_room, sizeof *returns);
  returns[returns_used++] = a;
}
void gph_import_answered(uint32_t n) {
  GphImport *e = gph_import(n);
  GPH_ASSERT(e->state == GPH_IMPORT_KNOWN && e->weight > 0);
  uint32_t *p = bucket(e->pe, e->slot);
  while (*p != n + 1) p = &imports[*p - 1].next;
  *p = e->next;
  by_address_used--;
  gph_return((GphAddress){e->pe, e->slot, e->weight});
  *e = (GphImport){.pe = e->pe, .state = GPH_IMPORT_ANSWERED};
}
void gph_import_forget(uint32_t n) {
  *gph_import(n) = (GphImport){.state = GPH_IMPORT_FREE, .next = imports_free};
  imports_free = n + 1;
  imports_live--;
}
void gph_import_done(uint32_t n) {
  gph_import_answered(n);
  gph_import_forget(n);
}
bool gph_import_wanted(uint32_t n) {
  const GphImport *e = &imports[n];
  return e->state == GPH_IMPORT_KNOWN && e->wanted && !e->asked;
}
bool gph_returns_next(GphAddress *a) {
  if (returns_used == 0) return false;
  *a = returns[--returns_used];
  return true;
}
void gph_imports_held(void (*each)(GphAddress a)) {
  for (uint32_t i = 0; i < imports_used; i++)
    if (imports[i].state == GPH_IMPORT_KNOWN) each((GphAddress){imports[i].pe, imports[i].slot, imports[i].weight});
  for (uint32_t i = 0; i < returns_used; i++) each(returns[i]);
  for (int k = 0; k < COPY_CHAINS; k++)
    for (Copy *c = copies[k]; c; c = c->next) each((GphAddress){c->pe, c->slot, c->weight});
}
void gph_addresses_count(size_t *e, size_t *i) {
  *e = exports_live;
  *i = imports_live;
}

// ---- collector, world stopped
void gph_exports_roots(GphVisitor *v) {
  for (uint32_t i = 0; i < exports_used; i++)
    if (exports[i].out) gph_visit(v, &exports[i].object);
}
void gph_copies_roots(GphVisitor *v) {
  for (int k = 0; k < COPY_CHAINS; k++)
    for (Copy *c = copies[k]; c; c = c->next) gph_visit(v, &c->object);
}
// What is fetched, and who waits for it: its value comes from outside, so it is alive whoever else refers to it.
void gph_fetched_roots(GphVisitor *v) {
  for (uint32_t i = 0; i < imports_used; i++)
    if (imports[i].state != GPH_IMPORT_FREE && imports[i].fetching) {
      gph_visit(v, &imports[i].object);
      gph_visit_thread(v, imports[i].fetching);
    }
}
void gph_imports_roots(GphVisitor *v) {
  for (uint32_t i = 0; i < imports_used; i++)
    if (imports[i].state != GPH_IMPORT_FREE && !imports[i].fetching && imports[i].object)
      gph_visit(v, &imports[i].object);
}
void gph_imports_prune(GphIsAlive is_alive) {
  for (uint32_t i = 0; i < imports_used; i++) {
    GphImport *e = &imports[i];
    if (e->state == GPH_IMPORT_FREE || e->fetching || !e->object || is_alive(&e->object)) continue;
    e->object = 0;
    if (e->state == GPH_IMPORT_KNOWN) gph_import_done(i);  // else when its address comes
  }
}
