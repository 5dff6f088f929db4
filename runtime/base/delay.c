// delay.c: forced interleavings. See delay.h.
//
// A race of a few instructions takes a million runs to show because nobody is overtaken just there. So each place draws
// from the seed what it does for the next twenty milliseconds or so: most do nothing, some wait now and then, some
// often, some for long; few places at one time, or many at another. What is rare in a program (a message, a wait, a
// collection) shall be slow as often as what is common (an update): so it is not a share of the visits that waits but a
// share of the time: after a wait a place is left alone for some times as long as that was, by all threads, whose turn
// it is to overtake; and the thread that waited goes on for about as long before it waits again, anywhere. A program
// with delays takes about twice its time, one that updates and messages all the time ten times as long; so after some
// fifteen seconds there are no more: what races has done so by then.
#include "base/delay.h"
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#if defined(GPH_THREADED) && defined(GPH_DEBUG)
// Not by base/atomic.h, whose operations come here.
#define LOAD(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define STORE(p, x) __atomic_store_n(p, x, __ATOMIC_RELAXED)

unsigned gph_delaying;
static uint64_t seed;   // const after init
static uint32_t first;  // const after init: the epoch in which the program began

enum { EPOCH = 26, MOST_EPOCHS = 600 };  // 2^26 ticks of the time stamp counter
enum { NEVER, SELDOM, OFTEN, LONG };     // GphDelaySite.how, low byte; above it the epoch that it is for

static uint64_t mix(uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

void gph_delay_init(unsigned long s) {
  seed = mix(s);
  first = (uint32_t)(__builtin_ia32_rdtsc() >> EPOCH);
  gph_delaying = 1;
}

static uint32_t choose(const GphDelaySite *at, uint64_t epoch) {
  static const unsigned densities[] = {6, 16, 32, 48};  // of 64 places so many wait
  uint64_t r = mix(seed + epoch);
  const unsigned in_use = densities[r & 3];
  if (at->file) {
    const char *file = strrchr(at->file, '/');  // so that a tree elsewhere, or a file of it, has the same places
    for (const char *f = file ? file : at->file; *f; f++) r = r * 31 + (unsigned char)*f;
  }
  r = mix(r + (uint64_t)at->line * 0x100000001b3u);
  if (r % 64 >= in_use) return NEVER;
  return r >> 32 & 1 ? OFTEN : r >> 33 & 1 ? SELDOM : LONG;
}

void gph_delay(GphDelaySite *at) {
  static uint32_t threads;               // atomic
  static __thread uint64_t state, rest;  // rest: this thread does not wait before
  const uint64_t now = __builtin_ia32_rdtsc();
  const uint32_t epoch = (uint32_t)(now >> EPOCH) + 1;
  if (epoch - first > MOST_EPOCHS) {
    STORE(&gph_delaying, 0);
    return;
  }
  uint32_t how = LOAD(&at->how);
  if (how >> 8 != (epoch & 0xffffff)) {
    how = choose(at, epoch) | epoch << 8;
    STORE(&at->how, how);
  }
  how &= 255;
  if (how == NEVER) return;
  if (now < rest || now < LOAD(&at->next)) return;
  if (state == 0) state = mix(seed ^ __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED)) | 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  uint64_t r = mix(state);
  if (r % 16 >= (how == SELDOM ? 1 : 8)) return;
  // 0.5 to 1000 microseconds, each order of magnitude as likely as the others; eight times that where it is long.
  long ns = (500l << (r >> 8) % 11) * (how == LONG ? 8 : 1);
  ns += ns * (long)(r >> 16 & 255) / 256;
  if (ns < 4000)
    for (long i = 0; i < ns / 16; i++) __builtin_ia32_pause();
  else {
    const int e = errno;
    nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
    errno = e;
  }
  uint64_t then = __builtin_ia32_rdtsc(), took = then - now;
  rest = then + took * (r >> 24 & 3) / 2;
  STORE(&at->next, then + took * (1 + (r >> 26 & 7)));
}

uintptr_t gph_delay_c(void *R, uintptr_t at) {  // gph_delay_stub, eval/stubs.S
  static GphDelaySite places[GPH_DELAY_AT_count] = {{NULL, 0, 0, 0}};
  (void)R;
  places[at].line = (int)at;  // all write the same
  gph_delay(&places[at]);
  return 0;
}
#endif
