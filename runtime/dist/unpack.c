// unpack.c: a packet becomes objects of this process. Note [Packing] in pack.c.
//
// Two passes over the packet: the objects are copied to fresh memory, references become FetchMes or what they name
// here; then the value words are set right. Nothing of a packet is believed: what is no information table of this
// program, or out of bounds, ends the run with a message.
#include "dist/unpack.h"
#include "base/die.h"
#include "dist/addresses.h"
#include "dist/pack.h"
#include "heap/alloc.h"
#include "heap/closure.h"
#include "sched/hooks.h"
#include <stdlib.h>
#include <string.h>

extern char __executable_start __attribute__((weak)), end __attribute__((weak));

static W *placed;  // the objects: value words
static size_t placed_room;
static GphMoved *moved;
static size_t moved_used, moved_room;
static size_t count;  // objects
static size_t unpacked;

_Noreturn static void damaged(int from, const char *what) {
  gph_fail(1, "a message from process %d is damaged: %s", from, what);
}

static void *grow(void *p, size_t least, size_t *room, size_t size) {
  size_t n = *room ? *room : 256;
  while (n < least) n *= 2;
  *room = n;
  p = realloc(p, n * size);
  if (!p) gph_fail(251, "out of memory");
  return p;
}

static const GphInfo *check_info(int from, W x) {
  if ((x & 7) || x < (W)&__executable_start || x + sizeof(GphInfo) > (W)&end) damaged(from, "no information table");
  const GphInfo *i = (const GphInfo *)x;
  switch ((GphKind)i->kind) {
    case GphKind_Con:
    case GphKind_Fun:
    case GphKind_Pap:
    case GphKind_Thunk:
    case GphKind_ThunkOnce:
    case GphKind_ThunkAp:
    case GphKind_ThunkSel:
    case GphKind_Raise:
    case GphKind_Bytes:
    case GphKind_Array: return i;
    case GphKind_ThunkStatic:
    case GphKind_Ind:
    case GphKind_BlackHole:
    case GphKind_MutVar:
    case GphKind_MVar:
    case GphKind_TVar:
    case GphKind_Weak:
    case GphKind_StableName:
    case GphKind_Thread:
    case GphKind_FetchMe:
    case GphKind_count:
    default: damaged(from, "an object of a kind that does not travel");
  }
}

static W reference(GphHec *h, int from, const W *at) {
  const GphAddress a = {(uint32_t)at[1], (uint32_t)at[2], at[3]};
  if (at[1] >= (W)gph_pes || at[2] > UINT32_MAX || a.weight == 0) damaged(from, "a global address");
  if (a.pe == (uint32_t)gph_pe) {
    const W x = gph_exported(a.slot);
    gph_export_returned(a.slot, a.weight);
    return x;
  }
  const W copy = gph_copy_find(a.pe, a.slot);
  if (copy) {
    gph_return(a);
    return copy;
  }
  uint32_t n = gph_import_find(a.pe, a.slot);
  if (n != GPH_NO_IMPORT) {
    gph_import(n)->weight += a.weight;
    return gph_import(n)->object;
  }
  W *p = gph_alloc_side(h, 2);
  n = gph_import_new((W)p, (int)a.pe);
  gph_import_known(n, a);
  p[0] = (W)&gph_fetch_me_info;
  p[1] = (W)n << 3 | GPH_TAG_IMM;
  return (W)p;
}

typedef struct {
  int from;
} Fixing;
static W fixed(int from, W x) {
  if ((x & 7) == GPH_TAG_IMM) return x;
  if (x & GPH_PACKED) {
    const size_t k = (x & ~GPH_PACKED) >> 3;
    if (k >= count || (x & 7) > GPH_TAG_MAX) damaged(from, "an object that is not in it");
    const W p = placed[k];
    return (p & 7) ? p : p | (x & 7);
  }
  if (x >= (W)&end || x < (W)&__executable_start) damaged(from, "a static object that is none");
  return x;
}
static void on_values(void *at, W *from, size_t n) {
  for (size_t k = 0; k < n; k++) from[k] = fixed(((const Fixing *)at)->from, from[k]);
}
static W on_function(void *at, W *fun) {
  on_values(at, fun, 1);
  const GphInfo *i = gph_info(*fun);
  if (i->kind != GphKind_Fun) damaged(((const Fixing *)at)->from, "a partial application of what is no function");
  return i->arg_mask;
}

W gph_unpack(GphHec *h, int from, const W *packet, size_t n, GphMoved **moved_to, size_t *moved_to_used) {
  if (n < GPH_PACKET_HEAD || packet[0] > n) damaged(from, "its head");
  count = packet[0];
  moved_used = 0;
  if (count > placed_room) placed = grow(placed, count, &placed_room, sizeof *placed);
  size_t at = GPH_PACKET_HEAD;
  for (size_t k = 0; k < count; k++) {
    if (at + 2 > n) damaged(from, "it is too short");
    if (packet[at] == GPH_PACKED_REFERENCE) {
      if (at + GPH_PACKED_REFERENCE_WORDS > n) damaged(from, "it is too short");
      placed[k] = reference(h, from, packet + at);
      at += GPH_PACKED_REFERENCE_WORDS;
      continue;
    }
    if (packet[at] == GPH_PACKED_HELD) {
      placed[k] = packet[at + 1] > UINT32_MAX ? 0 : gph_copy_find((uint32_t)from, (uint32_t)packet[at + 1]);
      if (placed[k] == 0) damaged(from, "a value that is not here");
      at += GPH_PACKED_HELD_WORDS;
      continue;
    }
    const GphInfo *i = check_info(from, packet[at]);
    const W *image = packet + at;
    if (((GphKind)i->kind == GphKind_Pap || (GphKind)i->kind == GphKind_ThunkAp || (GphKind)i->kind == GphKind_Array) &&
        at + 4 > n && !(i->kind == GphKind_Array && at + 3 == n))
      damaged(from, "it is too short");
    const size_t words = gph_kind_words((GphKind)i->kind, image, i);
    if (words > n - at) damaged(from, "it is too short");
    W *p = gph_alloc_aside(h, words);
    memcpy(p, image, words * sizeof(W));
    placed[k] = (W)p;
    at += words;
    unpacked += words;
    if (i->kind == GphKind_Array) p[2] = 1;
    if (i->kind == GphKind_Thunk || i->kind == GphKind_ThunkAp || i->kind == GphKind_ThunkSel) {
      const GphAddress a = gph_export((W)p);
      gph_export_moved(a.slot, (uint32_t)(p[1] >> 32), from, moved_used ? moved[moved_used - 1].slot : a.slot);
      if (moved_used == moved_room) moved = grow(moved, moved_used + 1, &moved_room, sizeof *moved);
      moved[moved_used++] = (GphMoved){(uint32_t)p[1], a.slot, a.weight};
    }
  }
  if (packet[2] > (n - at) / GPH_PACKED_COPY_WORDS || at + packet[2] * GPH_PACKED_COPY_WORDS != n)
    damaged(from, "its length");
  for (; at < n; at += GPH_PACKED_COPY_WORDS) {
    if (packet[at] >= count || packet[at + 1] > UINT32_MAX || packet[at + 2] == 0 || packet[at + 2] > UINT32_MAX ||
        (placed[packet[at]] & 7) || ((const GphInfo *)*(W *)placed[packet[at]])->kind == GphKind_FetchMe)
      damaged(from, "a value to be kept");
    gph_copy_put((uint32_t)from, (uint32_t)packet[at + 1], packet[at + 2], placed[packet[at]]);
  }
  at = GPH_PACKET_HEAD;
  Fixing f = {from};
  for (size_t k = 0; k < count; k++) {
    if (packet[at] == GPH_PACKED_REFERENCE || packet[at] == GPH_PACKED_HELD) {
      at += packet[at] == GPH_PACKED_HELD ? GPH_PACKED_HELD_WORDS : GPH_PACKED_REFERENCE_WORDS;
      continue;
    }
    W *p = (W *)placed[k];
    const GphInfo *i = (const GphInfo *)p[0];
    at += gph_kind_walk((GphKind)i->kind, p, i, &f, on_values, on_function);
  }
  *moved_to = moved;
  *moved_to_used = moved_used;
  return fixed(from, packet[1]);
}

void gph_packet_references(int from, const W *packet, size_t n, void (*each)(GphAddress a)) {
  size_t at = GPH_PACKET_HEAD;
  for (size_t k = 0; k < packet[0] && at < n; k++) {
    if (packet[at] == GPH_PACKED_REFERENCE) {
      each((GphAddress){(uint32_t)packet[at + 1], (uint32_t)packet[at + 2], packet[at + 3]});
      at += GPH_PACKED_REFERENCE_WORDS;
    } else if (packet[at] == GPH_PACKED_HELD) at += GPH_PACKED_HELD_WORDS;
    else {
      const GphInfo *i = check_info(from, packet[at]);
      at += gph_kind_words((GphKind)i->kind, packet + at, i);
    }
  }
  for (; at < n; at += GPH_PACKED_COPY_WORDS)
    each((GphAddress){(uint32_t)from, (uint32_t)packet[at + 1], packet[at + 2]});
}

size_t gph_unpacked_words(void) {
  const size_t n = unpacked;
  unpacked = 0;
  return n;
}
