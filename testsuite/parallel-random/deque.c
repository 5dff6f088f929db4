// deque.c: the spark pool (runtime/state/deque.c) under forced interleavings: an owner that pushes and takes its youngest, three thieves, few elements. Each element is
// taken once. In a program it is a matter of microseconds whether a thief is awake when the owner comes to its last spark.
//   deque SEED: prints ok
#include "base/die.h"
#include "state/deque.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { ELEMENTS = 2000000, THIEVES = 3 };
static GphDeque pool;
static uint32_t taken[ELEMENTS + 1], done;             // atomic

void gph_die(const char *fmt, ...) {
  va_list a;
  va_start(a, fmt);
  vfprintf(stderr, fmt, a);
  fputc('\n', stderr);
  abort();
}

static void take(W x) { __atomic_fetch_add(&taken[x >> 3], 1, __ATOMIC_SEQ_CST); }
static void *thief(void *arg) {
  while (!__atomic_load_n(&done, __ATOMIC_SEQ_CST)) {
    W x = gph_deque_size(&pool) > 0 ? gph_deque_steal(&pool) : 0;
    if (x) take(x);
    else gph_pause();
  }
  return NULL;
}

int main(int argc, char **argv) {
  unsigned long seed = strtoul(argv[argc - 1], NULL, 10);
  gph_delay_init(seed);
  gph_deque_init(&pool, 8);
  pthread_t t[THIEVES];
  for (int i = 0; i < THIEVES; i++) pthread_create(&t[i], NULL, thief, NULL);
  for (W n = 1; n <= ELEMENTS; ) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    for (W k = seed >> 60 & 3; n <= ELEMENTS && k < 4; k++)
      if (gph_deque_push(&pool, n << 3)) n++;
    for (W k = seed >> 62; k < 4; k++) {
      W x = gph_deque_pop(&pool);
      if (x) take(x);
    }
  }
  for (W x; gph_deque_size(&pool) > 0; )
    if ((x = gph_deque_pop(&pool))) take(x);
  __atomic_store_n(&done, 1, __ATOMIC_SEQ_CST);
  for (int i = 0; i < THIEVES; i++) pthread_join(t[i], NULL);
  for (int n = 1; n <= ELEMENTS; n++)
    if (taken[n] != 1) {
      printf("element %d was taken %u times\n", n, taken[n]);
      return 0;
    }
  puts("ok");
}
