// pin.c: byte arrays that stay where they are for a while, though they were not allocated pinned: pinByteArray#, for
// foreign code that is given the memory of a byte string (Data.ByteString.Unsafe).
//
// Note [Pinned for a while]
// ~~~~~~~~~~~~~~~~~~~~~~~~~ A pin lasts until unpinByteArray#, or until nothing refers to its token any more: an
// exception may leave the code that would have taken it away, and a frozen thread may come back to it. Collections that
// do not move what they find in a block need do nothing. Copying ones leave a pinned array where it is (gc/evac.c), and
// its group instead of being freed stays from-space (gc/gc.c): nothing else in it is alive, and the next collection
// that finds the pin gone copies the array and frees the group. While there are pins the old generation does not slide
// together.
//    alternative: allocate all byte strings pinned, as GHC does: a small one then keeps a whole block
#include "heap/pin.h"
#include "base/die.h"
#include <stdlib.h>

typedef struct {
  W array, token;
} Pin;  // array: its address; token: weak
static GphLock lock = GPH_LOCK_INIT;
static Pin *pins;  // lock:lock, as all below; the world is stopped for the collector
static size_t used, room;
static W *sorted;  // the arrays, in a collection
static size_t sorted_room, sorted_used;

void gph_pin_add(W array, W token) {
  gph_lock(&lock);
  if (used == room) {
    room = room ? 2 * room : 16;
    pins = realloc(pins, room * sizeof *pins);
    if (!pins) gph_fail(251, "out of memory");
  }
  pins[used++] = (Pin){array & ~(W)7, token};
  gph_unlock(&lock);
}

void gph_pin_remove(W token) {
  gph_lock(&lock);
  for (size_t i = used; i-- > 0;)
    if (pins[i].token == token) {
      pins[i] = pins[--used];
      break;
    }
  gph_unlock(&lock);
}

static int by_address(const void *a, const void *b) {
  W x = *(const W *)a, y = *(const W *)b;
  return x < y ? -1 : x > y;
}
bool gph_pins_begin(void) {
  if (sorted_room < used) {
    sorted_room = room;
    free(sorted);
    sorted = malloc(sorted_room * sizeof *sorted);
    if (!sorted) gph_fail(251, "out of memory");
  }
  for (size_t i = 0; i < used; i++) sorted[i] = pins[i].array;
  sorted_used = used;
  if (used > 1) qsort(sorted, used, sizeof *sorted, by_address);
  return used > 0;
}

// The first that is not below p.
static size_t lower_bound(W p) {
  size_t lo = 0, hi = sorted_used;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (sorted[mid] < p) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}
bool gph_pinned(const W *array) {
  size_t i = lower_bound((W)array);
  return i < sorted_used && sorted[i] == (W)array;
}
bool gph_pinned_in(const GphBlock *b) {
  size_t i = lower_bound((W)b->start);
  return i < sorted_used && sorted[i] < (W)gph_block_end(b);
}

void gph_pins_roots(GphVisitor *v) {
  for (size_t i = 0; i < used; i++) gph_visit(v, &pins[i].token);
}
void gph_pins_prune(GphIsAlive is_alive) {
  size_t n = 0;
  for (size_t i = 0; i < used; i++)
    if (is_alive(&pins[i].token)) pins[n++] = pins[i];
  used = n;
}
