// pack.c: see pack.h; the paper's section on packing, and design: "What may travel".
//
// Note [Packing]
// ~~~~~~~~~~~~~~
// Breadth first, from the root. A value is copied. A thunk is moved: it is claimed (by the CAS that would begin its
// evaluation, so it is not under evaluation and will not be), its image goes into the packet, and in its place remains
// a FetchMe. What is under evaluation, or remote itself, becomes a reference (a global address), and so does what is
// beyond the limits: --packet bytes, --thunks thunks besides the root. When either is used up the packet ends: a list
// whose spine went on without its elements would have each of these fetched alone.
//
// Where may a reference stand? Compiled code takes a tagged word for a value of its kind (stg/evaluated.cc), so only a
// word that may have to be evaluated can become one:
//   - any untagged word
//   - a tagged one in a constructor's field that is not always evaluated (info->arg_mask), in an array or a Raise:
//     nobody has looked at that field yet when he reads it
//   - not the free variables of thunks, functions, and arguments of partial applications: what was evaluated when they
//     were built may be taken for evaluated
//   - and never what has no thunks: arrays, byte arrays, mutable objects
// Words that may not are followed at once. So the graph falls into UNITS: an object that may be referred to, and all
// that is reached from it through words which may not be cut. A unit travels as a whole or not at all: if there is a
// mutable object in it, say, what was packed of it is taken back (its thunks are given back their code), and a
// reference to it goes instead. The thunk that refers to an MVar stays at home. So does one from which it can be
// reached by way of values alone: what it computes there may need the MVar. That is found when the thunk has long been
// packed; then all is taken back, and packed again with such thunks as ones that stay (`staying`). A value that
// contains an MVar, and is asked for, goes without it.
//
// A thunk may lead to mutable objects that are not there yet, or that only its value will show: its info table says
// that it stays (Note [What stays at home] in abi.h). If its value may be one that stays, those who refer to it need
// that here, too, and so do those who refer to them as long as their own values may be such. So what is left behind
// LEADS when it is a value that cannot travel, or a thunk that stays whose value may not. After so many rounds no thunk
// but the root moves, and if that one leads nothing does.
//
// Note [What moves]
// ~~~~~~~~~~~~~~~~~
// A thunk moves along with what refers to it MOST_MOVES times; then it stays, and a reference goes. Each move adds a
// station to the way of all who referred to it before, and its value makes as many messages as its way has stations.
// Were these to move further thunks that have been moved before, as a table of results that two PEs fill would have it
// (each item's thunk refers to the whole table, so each packet takes along what there is left to do), then each value
// would double the stations of all the others. As a spark it may move further, one step for each FISH; but no spark
// moves for which there is a demand: it would move on before the demand's thread has its turn, that thread would ask
// for it there, and so for ever. Nor does one that has made sixteen moves (dist/fish.c): the demand may come too late
// at each of them, and whoever needs the value runs after it. Why not once only: thunks that belong together, as those
// of a lazy state thread, whose values may not travel, would be parted sooner.
//
// What never travels: MutVar, MVar, TVar, Weak, StableName, ThreadId, arrays and byte arrays that are not frozen (their
// info pointer says so: gph_freeze in gph/prim_functions.def), and pinned ones. Information tables, code and static
// objects have the same address everywhere: the programs are the same and are linked non-PIE (gph_dist_start compares).
// Entered CAFs are static: each PE evaluates them for itself.
//
// Note [Addresses]
// ~~~~~~~~~~~~~~~~
// A raw word may be an Addr#, and nothing tells it from a number. One that looks like an address of memory which is not
// the program's own text and data keeps its thunk, function or constructor at home: to stay is right whatever it is.
// But when such a function or constructor is a value that another PE asks for, it goes: nearly always it is a number,
// and to refuse it would end the run for nothing. Not so a Ptr, a FunPtr or a Handle, which hold addresses and nothing
// else: an exception of reading may contain a Handle, in a field that nobody looks at. So a pure value that hides an
// Addr# of memory that was allocated in a type of its own is the program's own danger (docs/distributed.md).
//
// What is worth sending once: values near the root (the free variables of a spark, those of a function there, and one
// step more) that come by for the second time, in a packet that is not small. `hints` says what has come by: addresses,
// which a collection makes wrong, and that does not matter.
//
// Note [Selectors in packets]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~
// A selector thunk whose selectee has been evaluated is what it selects, as it is for the collector: the packet goes on
// with the field. With the thunk itself its selectee would travel. `chunk n xs = as : chunk n bs where (as, bs) =
// splitAt n xs` sparks `as`, which nobody has needed yet; bs, of the same pair, is all the rest of xs, and its elements
// would move along with the first spark that is given away: each of them was fetched back one by one, two thirds of a
// list of 12,000. Not so the root: it is the thunk that goes.
//
// Other HECs run meanwhile, but nobody collects. What is read of an object that they may change: the info pointer, by
// acquire, decides (Note [Claiming thunks] in eval/blackhole.c). Whoever enters a claimed thunk spins until it is given
// back or has become a FetchMe: as long as packing takes.
#include "dist/pack.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "dist/addresses.h"
#include "heap/block.h"
#include "heap/closure.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char end __attribute__((weak));  // of the program's own data

typedef struct {
  W *object;
  W info;              // what the image says, or GPH_PACKED_REFERENCE
  size_t at;           // of the image
  uint32_t parent;     // an item
  uint8_t depth;       // of references from the root, no more than DEEP
  bool claimed, kept;  // kept: the receiver is to keep it, or what refers to it
  bool leads;          // to what cannot travel: Note [Packing]
} Item;
// the word at `at` of an item, which is still to be packed: x
typedef struct {
  size_t at;
  W x;
  uint32_t parent;
  uint8_t depth;
} Word;
enum { MOST_MOVES = 4, DEEP = 4, NEAR = 3, SMALL_PACKET = 256, HINTS = 1024 };

static W *out;
static size_t out_used, out_room;
static Item *items;
static size_t items_used, items_room;
// By the object's address: its item + 1 (0: free), and a part of the address, so that items of others are not looked
// at.
typedef struct {
  uint32_t number, address;
} Place;
static Place *places;
static size_t places_room;
static Word *cuttable, *rigid;  // queue; stack, of one unit
static size_t cuttable_first, cuttable_end, cuttable_room, rigid_used, rigid_room;
static size_t thunks;       // claimed
static bool addresses_too;  // Note [Addresses]
static W **staying;         // thunks: an open-addressed table by address, of staying_size places
static size_t staying_used, staying_size;
enum { MOST_ROUNDS = 8 };
static W *root;               // the object that is sent
static bool alone;            // no other thunk may move
static size_t root_at;        // the word that refers to the root
static int packing_for = -1;  // a PE; -1: nothing is being packed
static bool left_behind;      // something leads
static uint32_t word_parent;  // of what is added, and its words
static uint8_t word_depth;
static W hints[HINTS];
uint64_t gph_values_held;

#define RESERVE(array, used, more, room) \
  do { \
    if ((used) + (more) > (room)) array = reserve(array, (used) + (more), &(room), sizeof *(array)); \
  } while (0)
// What is large is in large pages: else the kernel takes as long to find small ones as copying takes, and looking for
// an object misses the processor's table of pages. kept: so many bytes of what p has are needed.
static void *larger(void *p, size_t kept, size_t bytes) {
  enum { LARGE_PAGE = 2 << 20, LARGE = 2 * LARGE_PAGE };
  void *q;
  if (bytes < LARGE) q = realloc(p, bytes);
  else {
    bytes = (bytes + LARGE_PAGE - 1) & ~(size_t)(LARGE_PAGE - 1);
    if ((q = aligned_alloc(LARGE_PAGE, bytes))) {
      gph_os_large_pages(q, bytes);
      if (kept) memcpy(q, p, kept);
      free(p);
    }
  }
  if (!q) gph_fail(251, "out of memory");
  return q;
}
static void *reserve(void *p, size_t least, size_t *room, size_t size) {
  const size_t before = *room;
  size_t n = before ? before : 1024;
  while (n < least) n *= 2;
  *room = n;
  return larger(p, before * size, n * size);
}

// ---- the items by address
// What is together in the heap is together in the table: 256 bytes belong to a line or two. So a long list, or what a
// collection has copied, finds most places in the processor's caches, however large the table is.
static size_t place_of(const W *p) {  // where it is, or would be
  enum { TOGETHER = 16 };             // of 16 bytes each, in which no two objects begin
  const W at = (W)p >> 4;
  const uint32_t address = (uint32_t)((W)p >> 3);
  size_t i = ((at / TOGETHER * 0x9e3779b97f4a7c15ull >> 20) * TOGETHER | at % TOGETHER) & (places_room - 1);
  while (places[i].number && (places[i].address != address || items[places[i].number - 1].object != p))
    i = (i + 1) & (places_room - 1);
  return i;
}
static uint32_t add_item(W *p, W info, bool claimed) {
  if (3 * items_used >= places_room) {
    places_room = places_room ? 2 * places_room : 2048;
    places = larger(places, 0, places_room * sizeof *places);
    memset(places, 0, places_room * sizeof *places);
    for (size_t i = 0; i < items_used; i++)
      places[place_of(items[i].object)] = (Place){(uint32_t)i + 1, (uint32_t)((W)items[i].object >> 3)};
  }
  RESERVE(items, items_used, 1, items_room);
  const size_t place = place_of(p);
  items[items_used] =
      (Item){.object = p, .info = info, .at = out_used, .claimed = claimed, .parent = word_parent, .depth = word_depth};
  places[place] = (Place){(uint32_t)++items_used, (uint32_t)((W)p >> 3)};
  return (uint32_t)items_used - 1;
}
// The last ones go, until so many are left: what came last into an open-addressed table leaves no gap.
static void take_back(size_t left) {
  while (items_used > left) {
    Item *i = &items[items_used - 1];
    places[place_of(i->object)].number = 0;
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
    case GphKind_Bytes:
    case GphKind_Array:
    case GphKind_MutVar:
    case GphKind_MVar:
    case GphKind_TVar:
    case GphKind_Weak:
    case GphKind_StableName:
    case GphKind_Thread: return true;
    case GphKind_Con:
    case GphKind_Fun:
    case GphKind_Pap:
    case GphKind_Thunk:
    case GphKind_ThunkOnce:
    case GphKind_ThunkAp:
    case GphKind_ThunkSel:
    case GphKind_ThunkStatic:
    case GphKind_Ind:
    case GphKind_BlackHole:
    case GphKind_Raise:
    case GphKind_FetchMe:
    case GphKind_count:
    default: return false;
  }
}
static bool is_plain(W x) { return (x & 7) == GPH_TAG_IMM || x < gph_young_base; }  // an immediate, or static
static GphKind kind_at(W x) { return (GphKind)((const GphInfo *)gph_load_acquire(gph_untag(x)))->kind; }

static bool pinned(const W *p) {
  return (gph_block_state((uintptr_t)p) & GPH_BS_LARGE) && (gph_block_of((uintptr_t)p)->flags & GPH_BF_PINNED);
}
static W break_from;  // brk's memory; 0: not known
void gph_pack_start(void) { break_from = gph_os_program_break(); }
static bool looks_like_address(W x) {
  return gph_in_heap(x) || (x >= (W)&end && x >= break_from && x < (W)sbrk(0)) ||
         (x >= (W)0x7e0000000000 && x < (W)0x800000000000);
}
static bool has_address(const W *p, const GphInfo *i, size_t head) {
  for (size_t k = 0; k < i->nptrs; k++)
    if (looks_like_address(p[head + i->ptrs + k])) return true;
  return false;
}
static bool is_pointer(const GphInfo *i) {  // given that it has an address
  return i->ptrs == 0 && i->nptrs == 1 && i->name &&
         (strcmp(i->name, "Ptr") == 0 || strcmp(i->name, "FunPtr") == 0 || strcmp(i->name, "Handle") == 0);
}

static size_t staying_place(const W *p) {  // where it is, or would be
  size_t i = ((W)p >> 3) * 0x9e3779b97f4a7c15ull >> 20 & (staying_size - 1);
  while (staying[i] && staying[i] != p) i = (i + 1) & (staying_size - 1);
  return i;
}
static void stay(W *p) {
  if (2 * staying_used >= staying_size) {
    const size_t size = staying_size;
    W **const old = staying;
    staying_size = size ? 2 * size : 256;
    staying = calloc(staying_size, sizeof *staying);
    if (!staying) gph_fail(251, "out of memory");
    for (size_t i = 0; i < size; i++)
      if (old[i]) staying[staying_place(old[i])] = old[i];
    free(old);
  }
  staying[staying_place(p)] = p;
  staying_used++;
}
// The info table of a function, or of that of a partial application; else NULL.
static const GphInfo *function_info(W x) {
  if ((x & 7) == GPH_TAG_IMM) return NULL;
  const W *p = gph_untag(x);
  const GphInfo *i = (const GphInfo *)gph_load_acquire(&p[0]);
  return i->kind == GphKind_Fun ? i : i->kind == GphKind_Pap ? gph_info(p[1]) : NULL;
}
// mask: which words are values, of the first 32
static bool takes_what_stays(const W *from, size_t n, uint32_t mask) {
  for (size_t k = 0; k < n; k++) {
    const GphInfo *f =
        mask == UINT32_MAX || (k < 32 && (mask >> k & 1)) ? function_info(gph_load_relaxed(&from[k])) : NULL;
    if (f && (f->home & GPH_HOME_TAKES)) return true;
  }
  return false;
}
// Note [What stays at home] in abi.h
static bool is_home(const W *p, const GphInfo *i) {
  if (i->home & GPH_HOME_STAYS) return true;
  switch ((GphKind)i->kind) {
    case GphKind_Thunk:
    case GphKind_ThunkOnce: return takes_what_stays(p + 2, i->ptrs, UINT32_MAX);
    case GphKind_ThunkAp: return takes_what_stays(p + 2, 1, UINT32_MAX) || takes_what_stays(p + 4, p[3], UINT32_MAX);
    case GphKind_Fun: return takes_what_stays(p + 1, i->ptrs, UINT32_MAX);
    case GphKind_Pap: return takes_what_stays(p + 3, p[2], gph_info(p[1])->arg_mask);
    case GphKind_ThunkSel:
    case GphKind_Con:
    case GphKind_ThunkStatic:
    case GphKind_Ind:
    case GphKind_BlackHole:
    case GphKind_Raise:
    case GphKind_Bytes:
    case GphKind_Array:
    case GphKind_MutVar:
    case GphKind_MVar:
    case GphKind_TVar:
    case GphKind_Weak:
    case GphKind_StableName:
    case GphKind_Thread:
    case GphKind_FetchMe:
    case GphKind_count:
    default: return false;
  }
}
static bool is_staying(const W *p) { return staying_used > 0 && staying[staying_place(p)]; }
static bool stays(const W *p, const GphInfo *i) { return (alone && p != root) || is_staying(p) || is_home(p, i); }
// Of a thunk: may its value be one that stays? That of an application is the function's result.
static bool value_may_stay(const W *p, const GphInfo *i) {
  const GphInfo *f = i->kind == GphKind_ThunkAp ? function_info(p[2]) : NULL;
  return (f ? f : i)->home & GPH_HOME_VALUE;
}
// Of what is left behind.
static bool leads(const W *p, const GphInfo *i) {
  return gph_kind_state((GphKind)i->kind) == GPH_KIND_THUNK && (is_staying(p) || is_home(p, i)) && value_may_stay(p, i);
}

typedef enum { PLAIN, KNOWN, REFERENCE, VALUE, HELD, MOVABLE, STUCK } What;
enum { MOST_HOPS = 1 << 16 };  // indirections: there may be a cycle
static What value(const W *p, uint32_t *number) {
  return packing_for >= 0 && gph_any_held() && gph_export_held((W)p, packing_for, number) ? HELD : VALUE;
}
// Note [Selectors in packets]. The field that selector p, of info i, comes to; 0 if that takes an evaluation.
static W selected(W *p, const GphInfo *i, int depth) {
  enum { MOST_NESTED = 32 };
  // Relaxed: whoever claims p meanwhile writes words 0 and 1 alone, and nobody collects. (--scaling writes word 2, and
  // is refused with several processes.)
  W s = gph_load_relaxed(&p[2]);
  if (depth > MOST_NESTED) return 0;
  for (unsigned hops = 0; (s & 7) != GPH_TAG_IMM && hops < MOST_HOPS; hops++) {
    W *q = gph_untag(s);
    const GphInfo *j = (const GphInfo *)gph_load_acquire(&q[0]);
    if (j->kind == GphKind_Con) return gph_load_relaxed(&q[1 + i->con]);
    if (j->kind == GphKind_ThunkSel) s = selected(q, j, depth + 1);
    else if (j->kind == GphKind_Ind || (j->kind == GphKind_BlackHole && j != &gph_whitehole_info)) {
      s = gph_load_acquire(&q[1]);
      if ((s & 7) == GPH_TAG_UPDATE) return 0;
    } else return 0;
    if (s == 0) return 0;
  }
  return 0;
}
// *x: by way of indirections and selectors. *info: of an object that is packed; *number: of one that is KNOWN, the slot
// of one that is HELD.
static What look(W *x, W *info, uint32_t *number) {
  for (unsigned hops = 0;;) {
    if (is_plain(*x)) return PLAIN;
    W *p = gph_untag(*x);
    if ((*number = places ? places[place_of(p)].number : 0)) {
      --*number;
      return KNOWN;
    }
    const GphInfo *i = (const GphInfo *)gph_load_acquire(&p[0]);
    *info = (W)i;
    switch ((GphKind)i->kind) {
      case GphKind_Ind:
      case GphKind_BlackHole: {
        if (i == &gph_whitehole_info) {  // somebody claims it just now
          gph_pause();
          continue;
        }
        const W v = gph_load_acquire(&p[1]);
        if ((v & 7) == GPH_TAG_UPDATE || ++hops > MOST_HOPS) return REFERENCE;
        *x = v;
        continue;
      }
      case GphKind_FetchMe: return REFERENCE;
      case GphKind_Thunk: return has_address(p, i, 2) || stays(p, i) ? REFERENCE : MOVABLE;
      case GphKind_ThunkAp: return stays(p, i) ? REFERENCE : MOVABLE;
      case GphKind_ThunkSel: {
        const W v = p != root ? selected(p, i, 0) : 0;
        if (v == 0 || ++hops > MOST_HOPS) return stays(p, i) ? REFERENCE : MOVABLE;
        *x = v;
        continue;
      }
      // whoever has the only reference will enter it, here or there
      case GphKind_ThunkOnce: return has_address(p, i, 2) || stays(p, i) ? REFERENCE : VALUE;
      case GphKind_Fun: return !addresses_too && (has_address(p, i, 1) || is_home(p, i)) ? STUCK : value(p, number);
      case GphKind_Con: return has_address(p, i, 1) && (!addresses_too || is_pointer(i)) ? STUCK : value(p, number);
      case GphKind_Pap: return !addresses_too && is_home(p, i) ? STUCK : value(p, number);
      case GphKind_Raise: return VALUE;
      case GphKind_Bytes: return i == &gph_bytes_info && !pinned(p) ? value(p, number) : STUCK;
      case GphKind_Array: return i == &gph_array_info ? value(p, number) : STUCK;
      case GphKind_ThunkStatic:
      case GphKind_MutVar:
      case GphKind_MVar:
      case GphKind_TVar:
      case GphKind_Weak:
      case GphKind_StableName:
      case GphKind_Thread:
      case GphKind_count:
      default: return STUCK;
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
  return gph_kind_state((GphKind)((const GphInfo *)info)->kind) == GPH_KIND_VALUE ||
         (GphKind)((const GphInfo *)info)->kind == GphKind_Raise;
}

static W packed(uint32_t number, W tag) { return GPH_PACKED | (W)number << 3 | tag; }

// ---- images
typedef struct {
  const GphInfo *info;
  size_t at;
} Image;
static void later(bool may_be_cut, Word w) {
  if (may_be_cut) {
    RESERVE(cuttable, cuttable_end, 1, cuttable_room);
    cuttable[cuttable_end++] = w;
  } else {
    RESERVE(rigid, rigid_used, 1, rigid_room);
    rigid[rigid_used++] = w;
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
    case GphKind_Array:
    case GphKind_Raise: return true;
    case GphKind_Fun:
    case GphKind_Pap:
    case GphKind_Thunk:
    case GphKind_ThunkOnce:
    case GphKind_ThunkAp:
    case GphKind_ThunkSel:
    case GphKind_ThunkStatic:
    case GphKind_Ind:
    case GphKind_BlackHole:
    case GphKind_Bytes:
    case GphKind_MutVar:
    case GphKind_MVar:
    case GphKind_TVar:
    case GphKind_Weak:
    case GphKind_StableName:
    case GphKind_Thread:
    case GphKind_FetchMe:
    case GphKind_count:
    default: return false;
  }
}
static void on_values(void *at, W *from, size_t n) {
  const Image *m = at;
  for (size_t k = 0; k < n; k++) {
    const W x = gph_load_relaxed(&from[k]);
    if (is_plain(x)) continue;
    const size_t place = (size_t)(from + k - out);
    later(may_be_cut(m, place, x),
          (Word){place, x, (uint32_t)items_used - 1, word_depth < DEEP ? word_depth + 1 : DEEP});
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
  // a mark of normal form says something about what may be left behind
  if (kind == GphKind_Con && i->nf == 0 && i->twin) i = i->twin;
  const uint32_t number = add_item(p, (W)i, claimed);
  W *image = out + out_used;
  image[0] = (W)i;
  if (gph_kind_state(kind) == GPH_KIND_THUNK) image[1] = 0;
  const Image m = {i, out_used};
  out_used += words;
  gph_kind_walk(kind, image, i, (void *)&m, on_values, on_function);
  return number;
}
static uint32_t add_reference(W *p, const GphInfo *i) {
  RESERVE(out, out_used, 4, out_room);
  const uint32_t number = add_item(p, GPH_PACKED_REFERENCE, false);
  items[number].leads = leads(p, i);
  left_behind |= items[number].leads;
  out[out_used] = GPH_PACKED_REFERENCE;
  out_used += 4;  // the address comes last: it costs weight
  return number;
}

static uint32_t add_held(W *p, uint32_t slot) {
  RESERVE(out, out_used, GPH_PACKED_HELD_WORDS, out_room);
  const uint32_t number = add_item(p, GPH_PACKED_HELD, false);
  out[out_used] = GPH_PACKED_HELD;
  out[out_used + 1] = slot;
  out_used += GPH_PACKED_HELD_WORDS;
  gph_values_held++;
  return number;
}

// The unit of a word. False: it cannot travel.
static bool add_unit(Word unit) {
  const size_t items_before = items_used, out_before = out_used, cuttable_before = cuttable_end;
  rigid_used = 0;
  later(false, unit);
  for (bool first = true; rigid_used > 0; first = false) {
    Word w = rigid[--rigid_used];
    word_parent = w.parent;
    word_depth = w.depth;
    W info = 0;
    uint32_t number = 0;
    What what = look(&w.x, &info, &number);
    if (what == KNOWN && items[number].info == GPH_PACKED_REFERENCE && (w.x & 7) != 0) {
      if (first) w.x = (W)items[number].object;  // untagged
      else what = STUCK;                         // it was left behind, and must not be
    }
    switch (what) {
      case PLAIN: out[w.at] = w.x; continue;
      case KNOWN: break;
      case REFERENCE: number = add_reference(gph_untag(w.x), (const GphInfo *)info); break;
      case MOVABLE:
        // Note [What moves]
        if (thunks > gph_flags.packet_thunks || (w.at != root_at && gph_moves_of((W)gph_untag(w.x)) >= MOST_MOVES)) {
          number = add_reference(gph_untag(w.x), (const GphInfo *)info);
          break;
        }
        if (!gph_cas(gph_untag(w.x), info, (W)&gph_whitehole_info)) {
          later(false, w);
          continue;
        }
        thunks++;
        number = add_image(gph_untag(w.x), (const GphInfo *)info, true);
        break;
      case VALUE: number = add_image(gph_untag(w.x), (const GphInfo *)info, false); break;
      case HELD: number = add_held(gph_untag(w.x), number); break;
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

// A word that may be cut, as a reference (or as it is, or one to what is in the packet, or is there). refused: its unit
// was not taken.
static void add_cut(Word word, bool refused) {
  W x = word.x, info = 0;
  uint32_t number = 0;
  word_parent = word.parent;
  word_depth = word.depth;
  const What w = look(&x, &info, &number);
  if (w == PLAIN) out[word.at] = x;
  else if (w == KNOWN) out[word.at] = packed(number, items[number].info == GPH_PACKED_REFERENCE ? 0 : x & 7);
  else if (w == HELD) {
    number = add_held(gph_untag(x), number);  // `out` may be another one then
    out[word.at] = packed(number, x & 7);
  } else {
    number = add_reference(gph_untag(x), (const GphInfo *)info);
    out[word.at] = packed(number, 0);
    if (refused && (w == VALUE || w == STUCK)) items[number].leads = left_behind = true;
  }
}

static GphAddress address_of(W *p) {
  const GphInfo *i = (const GphInfo *)gph_load_acquire(&p[0]);
  uint32_t n = GPH_NO_IMPORT;
  if (i->kind == GphKind_FetchMe) n = (uint32_t)(p[1] >> 3);
  else if (i->kind == GphKind_BlackHole && i != &gph_whitehole_info) {
    const W o = gph_load_acquire(&p[1]);
    const GphThread *t = (const GphThread *)(o & ~(W)7);
    // Relaxed: a thread that is not REMOTE never becomes it, and one that is was made so with gph_dist_lock.
    if ((o & 7) == GPH_TAG_UPDATE && gph_load_relaxed(&t->state) == GPH_T_REMOTE) n = t->demand - 1;
  }
  if (n != GPH_NO_IMPORT) {
    GphImport *e = gph_import(n);
    if (e->state == GPH_IMPORT_KNOWN && e->weight > 1) {
      const uint64_t half = e->weight / 2;
      e->weight -= half;
      return (GphAddress){e->pe, e->slot, half};
    }
  }
  return gph_export((W)p);
}

// Which thunks refer, by way of values, to what leads? They shall stay. False: none.
typedef struct {
  bool found;
} Leading;  // to such a value
static void on_leading(void *at, W *from, size_t n) {
  for (size_t k = 0; k < n; k++)
    if ((from[k] & GPH_PACKED) && (from[k] & 7) != GPH_TAG_IMM && items[(from[k] & ~GPH_PACKED) >> 3].leads)
      ((Leading *)at)->found = true;
}
static W on_leading_function(void *at, W *fun) {
  on_leading(at, fun, 1);
  return *fun & GPH_PACKED ? ((const GphInfo *)items[(*fun & ~GPH_PACKED) >> 3].info)->arg_mask
                           : gph_info(*fun)->arg_mask;
}
static bool keep_thunks(void) {
  const size_t before = staying_used;
  for (bool more = true; more;) {
    more = false;
    for (size_t k = items_used; k-- > 0;) {
      Item *i = &items[k];
      if (i->leads || i->info == GPH_PACKED_REFERENCE || i->info == GPH_PACKED_HELD) continue;
      Leading l = {false};
      gph_kind_walk((GphKind)((const GphInfo *)i->info)->kind, out + i->at, (const GphInfo *)i->info, &l, on_leading,
                    on_leading_function);
      if (!l.found) continue;
      const GphInfo *info = (const GphInfo *)i->info;
      if (gph_kind_state((GphKind)info->kind) == GPH_KIND_THUNK) {
        if (!is_staying(i->object)) stay(i->object);
        if (!value_may_stay(i->object, info)) continue;
      }
      i->leads = more = true;
    }
  }
  return staying_used > before;
}

// Which objects the receiver is to keep: behind the packet's objects.
static size_t add_copies(int pe, size_t packet_words) {
  size_t copies = 0;
  if (packet_words < SMALL_PACKET) return 0;
  for (size_t k = 1; k < items_used; k++) {
    Item *i = &items[k];
    if (items[i->parent].kept) i->kept = true;
    if (i->kept || i->depth > NEAR || i->claimed || i->info == GPH_PACKED_REFERENCE || i->info == GPH_PACKED_HELD)
      continue;
    const GphInfo *info = (const GphInfo *)i->info;
    if (gph_kind_state((GphKind)info->kind) != GPH_KIND_VALUE ||
        ((GphKind)info->kind == GphKind_Con && info->ptrs == 0))
      continue;
    W *hint = &hints[((W)i->object >> 3) * 0x9e3779b97f4a7c15ull >> 40 & (HINTS - 1)];
    if (*hint != (W)i->object) {
      *hint = (W)i->object;
      continue;
    }
    const GphAddress a = gph_export((W)i->object);
    gph_export_hold(a.slot, pe);
    RESERVE(out, out_used, GPH_PACKED_COPY_WORDS, out_room);
    out[out_used++] = k;
    out[out_used++] = a.slot;
    out[out_used++] = a.weight;
    i->kept = true;
    copies++;
  }
  return copies;
}

static W *pack(int pe, W x, size_t head, size_t *n) {
  packing_for = pe;
  if (staying_used > 0) memset(staying, 0, staying_size * sizeof *staying);
  staying_used = 0;
  alone = false;
  root = gph_untag(x);
  unsigned rounds = 0;
  root_at = head + 1;
begin:
  left_behind = false;
  word_parent = word_depth = 0;
  out_used = head + GPH_PACKET_HEAD;
  RESERVE(out, 0, out_used, out_room);
  memset(out, 0, out_used * sizeof(W));
  items_used = cuttable_first = cuttable_end = thunks = 0;
  if (!add_unit((Word){head + 1, x, 0, 0})) {
    packing_for = -1;
    return NULL;
  }
  if (items_used > 0 && items[0].info == GPH_PACKED_REFERENCE) {  // it cannot be moved, or somebody evaluates it
    take_back(0);
    packing_for = -1;
    return NULL;
  }
  while (cuttable_first < cuttable_end) {
    const Word w = cuttable[cuttable_first++];
    if (cuttable_first == cuttable_end) cuttable_first = cuttable_end = 0;  // a list's is one word long
    const bool room = out_used * sizeof(W) < gph_flags.packet && thunks <= gph_flags.packet_thunks;
    if (!room || !add_unit(w)) add_cut(w, room);
  }
  if (left_behind && keep_thunks()) {
    root = items[0].object;
    rounds++;
    take_back(0);
    if (rounds == MOST_ROUNDS) alone = true;
    goto begin;
  }
  packing_for = -1;
  for (size_t k = 0; k < items_used; k++) {
    Item *i = &items[k];
    if (i->info == GPH_PACKED_REFERENCE) {
      const GphAddress a = address_of(i->object);
      out[i->at + 1] = a.pe;
      out[i->at + 2] = a.slot;
      out[i->at + 3] = a.weight;
    } else if (i->claimed) {
      const uint32_t moves = gph_moves_of((W)i->object) + 1, import = gph_import_new((W)i->object, pe);
      out[i->at + 1] = (W)(moves < UINT16_MAX ? moves : UINT16_MAX) << 32 | import;
      gph_store_release(&i->object[1], (W)import << 3 | GPH_TAG_IMM);
      gph_store_release(&i->object[0], (W)&gph_fetch_me_info);
    }
  }
  out[head] = items_used;
  const size_t copies = add_copies(pe, out_used);  // `out` may be another one then
  out[head + 2] = copies;
  RESERVE(out, out_used, 1, out_room);  // for the check sum
  if (items_used > places_room / 16) memset(places, 0, places_room * sizeof *places);
  else
    for (size_t k = items_used; k-- > 0;) places[place_of(items[k].object)].number = 0;
  items_used = 0;
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
