// pack.c: see pack.h; the paper's section on packing, and design: "What may travel".
//
// Note [Packing]
// ~~~~~~~~~~~~~~
// Breadth first, from the root. A value is copied. A thunk is moved: it is claimed (by the CAS that would begin its evaluation, so it is not under evaluation and will not be), its image goes
// into the packet, and in its place remains a FetchMe. What is under evaluation, or remote itself, becomes a reference (a global address), and so does what is beyond the limits: --packet bytes,
// --thunks thunks besides the root.
//
// Where may a reference stand? Compiled code takes a tagged word for a value of its kind (stg/evaluated.cc), so only a word that may have to be evaluated can become one:
//   - any untagged word
//   - a tagged one in a constructor's field that is not always evaluated (info->arg_mask), in an array or a Raise: nobody has looked at that field yet when he reads it
//   - not the free variables of thunks, functions, and arguments of partial applications: what was evaluated when they were built may be taken for evaluated
//   - and never what has no thunks: arrays, byte arrays, mutable objects
// Words that may not are followed at once. So the graph falls into UNITS: an object that may be referred to, and all that is reached from it through words which may not be cut. A unit travels as a whole
// or not at all: if there is a mutable object in it, say, what was packed of it is taken back (its thunks are given back their code), and a reference to it goes instead. The thunk that refers
// to an MVar stays at home.
//
// What never travels: MutVar, MVar, TVar, Weak, StableName, ThreadId, arrays and byte arrays that are not frozen (their info pointer says so: gph_freeze in gph/prim_functions.def), and pinned
// ones. Information tables, code and static objects have the same address everywhere: the programs are the same and are linked non-PIE (gph_dist_start compares).
// Entered CAFs are static: each PE evaluates them for itself.
//
// Note [Addresses]
// ~~~~~~~~~~~~~~~~
// A raw word may be an Addr#, and nothing tells it from a number. One that looks like an address of memory which is not the program's own text and data keeps its thunk, function or constructor at
// home: to stay is right whatever it is. But when such a function or constructor is a value that another PE asks for, it goes: nearly always it is a number, and to refuse it would end the
// run for nothing. Not so a Ptr, a FunPtr or a Handle, which hold addresses and nothing else: an exception of reading may contain a Handle, in a field that nobody looks at. So a pure value that
// hides an Addr# of memory that was allocated in a type of its own is the program's own danger (docs/distributed.md).
//
// Other HECs run meanwhile, but nobody collects. What is read of an object that they may change: the info pointer, by acquire, decides (Note [Claiming thunks] in eval/blackhole.c). Whoever
// enters a claimed thunk spins until it is given back or has become a FetchMe: as long as packing takes.
#include "dist/pack.h"
#include "base/die.h"
#include "base/flags.h"
#include "dist/addresses.h"
#include "heap/block.h"
#include "heap/closure.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char end __attribute__((weak));                 // of the program's own data

typedef struct {
  W *object;
  W info;                                              // what the image says, or GPH_PACKED_REFERENCE
  size_t at;                                           // of the image
  bool claimed;
} Item;
typedef struct { size_t at; W x; } Word;               // the word at `at`, which is still to be packed: x

static W *out;
static size_t out_used, out_room;
static Item *items;
static size_t items_used, items_room;
static uint32_t *numbers;                              // by the object's address: its item + 1
static size_t numbers_room;
static Word *cuttable, *rigid;                         // queue; stack, of one unit
static size_t cuttable_first, cuttable_end, cuttable_room, rigid_used, rigid_room;
static size_t thunks;                                  // claimed
static bool addresses_too;                             // Note [Addresses]

#define RESERVE(array, used, more, room) do { if ((used) + (more) > (room)) array = reserve(array, (used) + (more), &(room), sizeof *(array)); } while (0)
static void *reserve(void *p, size_t least, size_t *room, size_t size) {
  size_t n = *room ? *room : 1024;
  while (n < least) n *= 2;
  *room = n;
  p = realloc(p, n * size);
  if (!p) gph_fail(251, "out of memory");
  return p;
}

// ---- the items by address
static size_t place_of(const W *p) {                   // where it is, or would be
  size_t i = ((W)p >> 3) * 0x9e3779b97f4a7c15ull >> 20 & (numbers_room - 1);
  while (numbers[i] && items[numbers[i] - 1].object != p) i = (i + 1) & (numbers_room - 1);
  return i;
}
static uint32_t add_item(W *p, W info, bool claimed) {
  if (2 * items_used >= numbers_room) {
    numbers_room = numbers_room ? 2 * numbers_room : 2048;
    numbers = realloc(numbers, numbers_room * sizeof *numbers);
    if (!numbers) gph_fail(251, "out of memory");
    memset(numbers, 0, numbers_room * sizeof *numbers);
    for (size_t i = 0; i < items_used; i++) numbers[place_of(items[i].object)] = (uint32_t)i + 1;
  }
  RESERVE(items, items_used, 1, items_room);
  const size_t place = place_of(p);
  items[items_used] = (Item){ .object = p, .info = info, .at = out_used, .claimed = claimed };
  numbers[place] = (uint32_t)++items_used;
  return (uint32_t)items_used - 1;
}
// The last ones go, until so many are left: what came last into an open-addressed table leaves no gap.
static void take_back(size_t left) {
  while (items_used > left) {
    Item *i = &items[items_used - 1];
    numbers[place_of(i->object)] = 0;
    if (i->claimed) {
      gph_store_release(&i->object[0], i->info);
      thunks--;
    }
    items_used--;
  }
}

// ---- what is it?
static bool unlifted(GphKind kind) {
  switch (kind) {
  case GphKind_Bytes: case GphKind_Array: case GphKind_MutVar: case GphKind_MVar: case GphKind_TVar: case GphKind_Weak: case GphKind_StableName: case GphKind_Thread: return true;
  case GphKind_Con: case GphKind_Fun: case GphKind_Pap: case GphKind_Thunk: case GphKind_ThunkOnce: case GphKind_ThunkAp: case GphKind_ThunkSel: case GphKind_ThunkStatic:
  case GphKind_Ind: case GphKind_BlackHole: case GphKind_Raise: case GphKind_FetchMe: case GphKind_count: default: return false;
  }
}
static bool is_plain(W x) { return (x & 7) == GPH_TAG_IMM || x < gph_young_base; }   // an immediate, or static
static GphKind kind_at(W x) { return (GphKind)((const GphInfo *)gph_load_acquire(gph_untag(x)))->kind; }

static bool pinned(const W *p) { return (gph_block_state((uintptr_t)p) & GPH_BS_LARGE) && (gph_block_of((uintptr_t)p)->flags & GPH_BF_PINNED); }
static bool looks_like_address(W x) {
  return gph_in_heap(x) || (x >= (W)&end && x < (W)sbrk(0)) || (x >= (W)0x7e0000000000 && x < (W)0x800000000000);
}
static bool has_address(const W *p, const GphInfo *i, size_t head) {
  for (size_t k = 0; k < i->nptrs; k++)
    if (looks_like_address(p[head + i->ptrs + k])) return true;
  return false;
}
static bool is_pointer(const GphInfo *i) {             // given that it has an address
  return i->ptrs == 0 && i->nptrs == 1 && i->name && (strcmp(i->name, "Ptr") == 0 || strcmp(i->name, "FunPtr") == 0 || strcmp(i->name, "Handle") == 0);
}

typedef enum { PLAIN, KNOWN, REFERENCE, VALUE, MOVABLE, STUCK } What;
enum { MOST_HOPS = 1 << 16 };                          // indirections: there may be a cycle
// *x: by way of indirections. *info: of an object that is packed; *number: of one that is KNOWN.
static What look(W *x, W *info, uint32_t *number) {
  for (unsigned hops = 0; ; ) {
    if (is_plain(*x)) return PLAIN;
    W *p = gph_untag(*x);
    if ((*number = numbers ? numbers[place_of(p)] : 0)) {
      --*number;
      return KNOWN;
    }
    const GphInfo *i = (const GphInfo *)gph_load_acquire(&p[0]);
    *info = (W)i;
    switch ((GphKind)i->kind) {
    case GphKind_Ind: case GphKind_BlackHole: {
      if (i == &gph_whitehole_info) {                  // somebody claims it just now
        gph_pause();
        continue;
      }
      const W v = gph_load_acquire(&p[1]);
      if ((v & 7) == GPH_TAG_UPDATE || ++hops > MOST_HOPS) return REFERENCE;
      *x = v;
      continue;
    }
    case GphKind_FetchMe: return REFERENCE;
    case GphKind_Thunk: return has_address(p, i, 2) ? REFERENCE : MOVABLE;
    case GphKind_ThunkAp: case GphKind_ThunkSel: return MOVABLE;
    case GphKind_ThunkOnce: return has_address(p, i, 2) ? REFERENCE : VALUE;   // whoever has the only reference will enter it, here or there
    case GphKind_Fun: return !addresses_too && has_address(p, i, 1) ? STUCK : VALUE;
    case GphKind_Con: return has_address(p, i, 1) && (!addresses_too || is_pointer(i)) ? STUCK : VALUE;
    case GphKind_Pap: case GphKind_Raise: return VALUE;
    case GphKind_Bytes: return i == &gph_bytes_info && !pinned(p) ? VALUE : STUCK;
    case GphKind_Array: return i == &gph_array_info ? VALUE : STUCK;
    case GphKind_ThunkStatic: case GphKind_MutVar: case GphKind_MVar: case GphKind_TVar: case GphKind_Weak: case GphKind_StableName: case GphKind_Thread:
    case GphKind_count: default: return STUCK;
    }
  }
}
bool gph_is_value(W *x) {
  W info = 0;
  uint32_t number = 0;
  if (items_used) gph_die("gph_is_value while packing");
  const What w = look(x, &info, &number);
  if (w == PLAIN) return (*x & 7) != 0 || gph_kind_state(kind_at(*x)) != GPH_KIND_THUNK;
  if (w != VALUE && w != STUCK) return false;
  return gph_kind_state((GphKind)((const GphInfo *)info)->kind) == GPH_KIND_VALUE || (GphKind)((const GphInfo *)info)->kind == GphKind_Raise;
}

static W packed(uint32_t number, W tag) { return GPH_PACKED | (W)number << 3 | tag; }

// ---- images
typedef struct { const GphInfo *info; size_t at; } Image;
static void later(bool may_be_cut, size_t at, W x) {
  if (may_be_cut) {
    RESERVE(cuttable, cuttable_end, 1, cuttable_room);
    cuttable[cuttable_end++] = (Word){ at, x };
  } else {
    RESERVE(rigid, rigid_used, 1, rigid_room);
    rigid[rigid_used++] = (Word){ at, x };
  }
}
static bool may_be_cut(const Image *m, size_t at, W x) {
  const GphKind kind = kind_at(x);
  if (unlifted(kind)) return false;
  if ((x & 7) == 0) return true;
  switch ((GphKind)m->info->kind) {
  case GphKind_Con: {
    const size_t field = at - m->at - 1;
    return field < 32 && !(m->info->arg_mask >> field & 1);
  }
  case GphKind_Array: case GphKind_Raise: return true;
  case GphKind_Fun: case GphKind_Pap: case GphKind_Thunk: case GphKind_ThunkOnce: case GphKind_ThunkAp: case GphKind_ThunkSel: case GphKind_ThunkStatic: case GphKind_Ind:
  case GphKind_BlackHole: case GphKind_Bytes: case GphKind_MutVar: case GphKind_MVar: case GphKind_TVar: case GphKind_Weak: case GphKind_StableName: case GphKind_Thread:
  case GphKind_FetchMe: case GphKind_count: default: return false;
  }
}
static void on_values(void *at, W *from, size_t n) {
  const Image *m = at;
  for (size_t k = 0; k < n; k++) {
    const W x = gph_load_relaxed(&from[k]);
    if (is_plain(x)) continue;
    const size_t place = (size_t)(from + k - out);
    later(may_be_cut(m, place, x), place, x);
  }
}
static W on_function(void *at, W *fun) {
  const W mask = gph_info(*fun)->arg_mask;
  on_values(at, fun, 1);
  return mask;
}

static uint32_t add_image(W *p, const GphInfo *i, bool claimed) {
  const GphKind kind = (GphKind)i->kind;
  const size_t words = gph_kind_words(kind, p, i);
  RESERVE(out, out_used, words, out_room);
  memcpy(out + out_used, p, words * sizeof(W));
  if (kind == GphKind_Con && i->nf == 0 && i->twin) i = i->twin;   // a mark of normal form says something about what may be left behind
  const uint32_t number = add_item(p, (W)i, claimed);
  W *image = out + out_used;
  image[0] = (W)i;
  if (gph_kind_state(kind) == GPH_KIND_THUNK) image[1] = 0;
  const Image m = { i, out_used };
  out_used += words;
  gph_kind_walk(kind, image, i, (void *)&m, on_values, on_function);
  return number;
}
static uint32_t add_reference(W *p) {
  RESERVE(out, out_used, 4, out_room);
  const uint32_t number = add_item(p, GPH_PACKED_REFERENCE, false);
  out[out_used] = GPH_PACKED_REFERENCE;
  out_used += 4;                                       // the address comes last: it costs weight
  return number;
}

// The unit of x, for the word at `at`. False: it cannot travel.
static bool add_unit(size_t at, W x) {
  const size_t items_before = items_used, out_before = out_used, cuttable_before = cuttable_end;
  rigid_used = 0;
  later(false, at, x);
  for (bool first = true; rigid_used > 0; first = false) {
    Word w = rigid[--rigid_used];
    W info = 0;
    uint32_t number = 0;
    What what = look(&w.x, &info, &number);
    if (what == KNOWN && items[number].info == GPH_PACKED_REFERENCE && (w.x & 7) != 0) {
      if (first) w.x = (W)items[number].object;        // untagged
      else what = STUCK;                               // it was left behind, and must not be
    }
    switch (what) {
    case PLAIN: out[w.at] = w.x; continue;
    case KNOWN: break;
    case REFERENCE: number = add_reference(gph_untag(w.x)); break;
    case MOVABLE:
      if (thunks > gph_flags.packet_thunks) {
        number = add_reference(gph_untag(w.x));
        break;
      }
      if (!gph_cas(gph_untag(w.x), info, (W)&gph_whitehole_info)) {
        later(false, w.at, w.x);
        continue;
      }
      thunks++;
      number = add_image(gph_untag(w.x), (const GphInfo *)info, true);
      break;
    case VALUE: number = add_image(gph_untag(w.x), (const GphInfo *)info, false); break;
    case STUCK:
      take_back(items_before);
      out_used = out_before;
      cuttable_end = cuttable_before;
      return false;
    }
    out[w.at] = packed(number, w.x & 7);
  }
  return true;
}

// The word x, which may be cut, as a reference (or as it is, or one to what is in the packet).
static void add_cut(size_t at, W x) {
  W info = 0;
  uint32_t number = 0;
  const What w = look(&x, &info, &number);
  if (w == PLAIN) out[at] = x;
  else if (w == KNOWN) out[at] = packed(number, items[number].info == GPH_PACKED_REFERENCE ? 0 : x & 7);
  else out[at] = packed(add_reference(gph_untag(x)), 0);
}

static GphAddress address_of(W *p) {
  const GphInfo *i = (const GphInfo *)gph_load_acquire(&p[0]);
  uint32_t n = GPH_NO_IMPORT;
  if (i->kind == GphKind_FetchMe) n = (uint32_t)(p[1] >> 3);
  else if (i->kind == GphKind_BlackHole && i != &gph_whitehole_info) {
    const W o = gph_load_acquire(&p[1]);
    const GphThread *t = (const GphThread *)(o & ~(W)7);
    if ((o & 7) == GPH_TAG_UPDATE && t->state == GPH_T_REMOTE) n = t->demand - 1;
  }
  if (n != GPH_NO_IMPORT) {
    GphImport *e = gph_import(n);
    if (e->state == GPH_IMPORT_KNOWN && e->weight > 1) {
      const uint64_t half = e->weight / 2;
      e->weight -= half;
      return (GphAddress){ e->pe, e->slot, half };
    }
  }
  return gph_export((W)p);
}

static W *pack(int pe, W x, size_t head, size_t *n) {
  out_used = head + GPH_PACKET_HEAD;
  RESERVE(out, 0, out_used, out_room);
  memset(out, 0, out_used * sizeof(W));
  items_used = cuttable_first = cuttable_end = thunks = 0;
  if (!add_unit(head + 1, x)) return NULL;
  if (items_used > 0 && items[0].info == GPH_PACKED_REFERENCE) {   // it cannot be moved, or somebody evaluates it
    take_back(0);
    return NULL;
  }
  while (cuttable_first < cuttable_end) {
    const Word w = cuttable[cuttable_first++];
    if (out_used * sizeof(W) >= gph_flags.packet || !add_unit(w.at, w.x)) add_cut(w.at, w.x);
  }
  for (size_t k = 0; k < items_used; k++) {
    Item *i = &items[k];
    if (i->info == GPH_PACKED_REFERENCE) {
      const GphAddress a = address_of(i->object);
      out[i->at + 1] = a.pe;
      out[i->at + 2] = a.slot;
      out[i->at + 3] = a.weight;
    } else if (i->claimed) {
      const uint32_t import = gph_import_new((W)i->object, pe);
      out[i->at + 1] = import;
      gph_store_release(&i->object[1], (W)import << 3 | GPH_TAG_IMM);
      gph_store_release(&i->object[0], (W)&gph_fetch_me_info);
    }
  }
  out[head] = items_used;
  RESERVE(out, out_used, 1, out_room);                 // for the check sum
  for (; items_used > 0; items_used--) numbers[place_of(items[items_used - 1].object)] = 0;
  W *message = out;
  *n = out_used;
  out = NULL;
  out_room = 0;
  return message;
}

W *gph_pack(int pe, W x, bool demanded, size_t head, size_t *n) {
  W *m = pack(pe, x, head, n);
  if (m || !demanded) return m;
  addresses_too = true;
  m = pack(pe, x, head, n);
  addresses_too = false;
  return m;
}
