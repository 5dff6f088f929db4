// callback.c: function pointers that "wrapper" imports make. Each is a stub of a few instructions that loads a stable
// pointer and jumps to gph_callback_enter (Note [Calls from C] in eval/stubs.S).
//
// A chunk is pages of stubs and behind them pages of slots, one for each stub. A stub reads its slot, so the stubs are
// written once, before any is given away, and are then executable and never writable again; making a function pointer
// and freeing it write the slot only. Chunks double in size and are kept; free slots are on a list, the last freed
// first.
#include "base/die.h"
#include "base/os.h"
#include "eval/stubs.h"
#include "prim/prim.h"
#include "prim/stable.h"
#include "sched/hooks.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Slot {
  W stable;
  struct Slot *next;
} Slot;  // stable: 0 when free; next: of the free list
typedef struct {
  uint8_t *code;
  Slot *slots;
  size_t count;
} Chunk;

enum { STUB_BYTES = 32, FIRST_STUBS = 256, MAX_CHUNKS = 40 };
static GphLock lock = GPH_LOCK_INIT;
static Chunk chunks[MAX_CHUNKS];  // lock:lock, as all below
static int chunk_count;
static Slot *free_slots;
W gph_callbacks;  // function pointers that C may call; atomic reads

static uint8_t *emit(uint8_t *p, const void *bytes, size_t n) {
  memcpy(p, bytes, n);
  return p + n;
}
// movq slot(%rip), %r10; movabs $gph_callback_enter, %r11; jmp *%r11; the rest traps
static void write_stub(uint8_t *at, const Slot *slot) {
  uint8_t *p = at;
  int32_t distance = (int32_t)((const uint8_t *)slot - (at + 7));
  W target = (W)gph_callback_enter;
  p = emit(p, "\x4c\x8b\x15", 3);
  p = emit(p, &distance, 4);
  p = emit(p, "\x49\xbb", 2);
  p = emit(p, &target, 8);
  p = emit(p, "\x41\xff\xe3", 3);
  memset(p, 0xcc, (size_t)(at + STUB_BYTES - p));
}

// lock:lock
static void add_chunk(void) {
  if (chunk_count == MAX_CHUNKS) gph_fail(251, "out of memory for function pointers");
  Chunk *c = &chunks[chunk_count];
  size_t page = (size_t)sysconf(_SC_PAGESIZE), count = (size_t)FIRST_STUBS << chunk_count;
  if (count > (size_t)1 << 24) count = (size_t)1 << 24;  // the slots are within reach of 32 bits
  size_t code = (count * STUB_BYTES + page - 1) / page * page, data = (count * sizeof(Slot) + page - 1) / page * page;
  c->code = gph_os_alloc(code + data);
  c->slots = (Slot *)(c->code + code);
  c->count = count;
  for (size_t i = count; i-- > 0;) {
    write_stub(c->code + i * STUB_BYTES, &c->slots[i]);
    c->slots[i].next = free_slots;
    free_slots = &c->slots[i];
  }
  if (!gph_os_make_code(c->code, code))
    gph_fail(1, "the system does not let the program make code: no function pointers for C");
  chunk_count++;
}

// For a stable pointer to a closure of type Int -> IO ().
void *gph_callback_new(W stable) {
  gph_lock(&lock);
  if (!free_slots) add_chunk();
  Slot *s = free_slots;
  free_slots = s->next;
  s->stable = stable;
  gph_store_relaxed(&gph_callbacks, gph_callbacks + 1);
  int k = 0;
  while (s < chunks[k].slots || s >= chunks[k].slots + chunks[k].count) k++;
  void *p = chunks[k].code + (size_t)(s - chunks[k].slots) * STUB_BYTES;
  gph_unlock(&lock);
  return p;
}

// freeHaskellFunPtr, by its C name in the Report. Pointers that are not ours, or are free already, are left alone.
void hs_free_fun_ptr(void (*fn)(void)) {
  uint8_t *p = (uint8_t *)fn;
  W stable = 0;
  gph_lock(&lock);
  for (int k = 0; k < chunk_count; k++) {
    Chunk *c = &chunks[k];
    if (p < c->code || p >= c->code + c->count * STUB_BYTES || (size_t)(p - c->code) % STUB_BYTES) continue;
    Slot *s = &c->slots[(size_t)(p - c->code) / STUB_BYTES];
    stable = s->stable;
    if (!stable) break;
    s->stable = 0;
    s->next = free_slots;
    free_slots = s;
    gph_store_relaxed(&gph_callbacks, gph_callbacks - 1);
  }
  gph_unlock(&lock);
  if (stable) gph_prim_FreeStablePtr(NULL, stable);
}
void freeHaskellFunctionPtr(void *fn) { hs_free_fun_ptr((void (*)(void))fn); }
void hs_free_stable_ptr(void *p) { gph_prim_FreeStablePtr(NULL, (W)p); }
