// client_deque.c: clients of the spark pool (runtime/state/deque.c, pool.c): every element is taken once at most, and in the end each was taken or is still there.
#include "atomics.h"
#include "state/pool.h"

enum { ITEMS = 8 };
typedef struct { uint64_t payload; } Item;     // what a spark refers to: made just before the push, without atomics
static GphSparkPool pool;
static Item *items[ITEMS];
static int pushed, taken[MODEL_THREADS + 1][ITEMS], refused;

static void start(size_t capacity) {
  gph_pool_init(&pool, capacity);
  pushed = refused = 0;
  for (int t = 0; t <= MODEL_THREADS; t++)
    for (int i = 0; i < ITEMS; i++) taken[t][i] = 0;
}
static void setup(void) { start(4); }
static void setup_small(void) { start(2); }
static void setup_noted(void) { start(4); gph_pool_note(&pool); }
static void setup_small_noted(void) { start(2); gph_pool_note(&pool); }

static W make(void) {
  Item *it = model_alloc(sizeof *it);
  it->payload = 100 + (uint64_t)pushed;
  items[pushed] = it;
  return (W)it;
}
static void push(void) {
  W x = make();
  if (pool.notes ? gph_pool_push_noted(&pool, x, 200 + (uint32_t)pushed) : gph_deque_push(&pool.deque, x)) pushed++;
  else refused++;
}
static void got(int t, W x, uint32_t note) {
  if (!x) return;
  uint64_t i = ((Item *)x)->payload - 100;
  CHECK(i < ITEMS);
  if (pool.notes) CHECK(note == 200 + i);
  taken[t][i]++;
}
static void steal(int t) {
  uint32_t note = 0;
  W x = gph_pool_steal(&pool, &note);
  got(t, x, note);
}
static void pop(int t) {
  uint32_t note = 0;
  W x = gph_pool_pop(&pool, &note);
  got(t, x, note);
}

static void finish(void) {
  for (W x; (x = gph_deque_steal(&pool.deque));) taken[0][((Item *)x)->payload - 100]++;
  CHECK(gph_pool_size(&pool) == 0);
  for (int i = 0; i < ITEMS; i++) {
    int n = 0;
    for (int t = 0; t <= MODEL_THREADS; t++) n += taken[t][i];
    CHECK(n == (i < pushed));                          // neither lost nor taken twice
  }
}

// FIFO, as the runtime has it by default: the owner takes its oldest like a thief.
static void fifo(int t) {
  if (t == 1) { push(); push(); steal(1); push(); steal(1); }
  else { steal(t); steal(t); }
}
static void fifo_two_thieves(int t) {
  if (t == 1) { push(); push(); steal(1); }
  else steal(t);
}
// --spark-order=lifo: the last element is what owner and thief fight for.
static void lifo(int t) {
  if (t == 1) { push(); push(); pop(1); pop(1); }
  else { steal(t); steal(t); }
}
static void lifo_one(int t) {
  if (t == 1) { push(); pop(1); push(); pop(1); }
  else steal(t);
}
static void lifo_two_thieves(int t) {
  if (t == 1) { push(); push(); pop(1); pop(1); }
  else steal(t);
}
// A pool of two: the third push waits for a place, and a slot is used again while a thief may still look at it.
static void wraps(int t) {
  if (t == 1) { push(); push(); push(); push(); }
  else { steal(t); steal(t); }
}
static void wraps_lifo(int t) {
  if (t == 1) { push(); push(); push(); pop(1); push(); }
  else { steal(t); steal(t); }
}
static void wraps_two_thieves(int t) {
  if (t == 1) { push(); push(); push(); }
  else { steal(t); if (t == 2) steal(t); }
}
static void wraps_fifo(int t) {                        // the owner makes room itself
  if (t == 1) { push(); push(); steal(1); push(); steal(1); push(); }
  else { steal(t); steal(t); }
}
static void lifo_three_thieves(int t) {
  if (t == 1) { push(); push(); pop(1); push(); pop(1); }
  else steal(t);
}

const ModelClient model_clients[] = {
  { "deque fifo", 2, setup, fifo, finish, NULL, false, 0 },
  { "deque fifo, two thieves", 3, setup, fifo_two_thieves, finish, NULL, false, 0 },
  { "deque lifo", 2, setup, lifo, finish, NULL, false, 0 },
  { "deque lifo, one element", 2, setup, lifo_one, finish, NULL, false, 0 },
  { "deque lifo, two thieves", 3, setup, lifo_two_thieves, finish, NULL, false, 0 },
  { "deque of two", 2, setup_small, wraps, finish, NULL, false, 0 },
  { "deque of two, lifo", 2, setup_small, wraps_lifo, finish, NULL, false, 0 },
  { "deque of two, two thieves", 3, setup_small, wraps_two_thieves, finish, NULL, false, 0 },
  { "deque of two, fifo", 2, setup_small, wraps_fifo, finish, NULL, false, 0 },
  { "deque with notes", 2, setup_noted, lifo, finish, NULL, false, 0 },
  { "deque of two with notes", 2, setup_small_noted, wraps_lifo, finish, NULL, false, 0 },
  { "deque lifo, three thieves", 4, setup, lifo_three_thieves, finish, NULL, true, 0 },
  { 0 },
};
