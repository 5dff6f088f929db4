// memory.c: what memory cost a program (+RTS --spark-report).
//
// Two things are known without the processor's counters, which virtual machines and ordinary users do not have:
//   - pages that the system gave for the first time: how many there were, times what one takes, which is measured at
//     the end
//   - an allocation area that the caches do not hold: each cache line of what is allocated is then fetched from memory,
//     and written back. How many lines were allocated, times what one takes more in an area of this size than in a
//     small one, with as much to do between two lines as the program had: measured at the end, too, by as many threads
//     at a time as there are HECs, so if they share a memory that is too slow for all of them, that is in it.
// Not known: how long the program waits for what it reads here and there in large data. That takes as long with one
// HEC; as a rule it is no reason why several are no faster.
#define _GNU_SOURCE
#include "prof/memory.h"
#include "base/flags.h"
#include "base/os.h"
#include "heap/alloc.h"
#include "state/hecs.h"
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { SMALL = 1 << 18, MOST = 1 << 26, LINE = 64, LINES = 1 << 17, PAGES = 1024, TRIALS = 3, ROUNDS = 4 };

static const double SLOWEST_LINE = 32;  // ns

static double page_ns(void) {
  const size_t size = (size_t)PAGES * 4096;
  volatile char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return 0;
  madvise((void *)p, size, MADV_NOHUGEPAGE);
  const int64_t t0 = gph_os_thread_cpu_ns();
  for (size_t i = 0; i < PAGES; i++) p[i * 4096] = 1;
  const double ns = (double)(gph_os_thread_cpu_ns() - t0) / PAGES;
  munmap((void *)p, size);
  return ns;
}

// One of the writers: upwards, as allocation does, a word of each cache line, and computing between two lines as long
// as the program does: stores wait in the processor's buffers meanwhile, so that memory costs little if its turn is
// shorter than that.
typedef struct {
  pthread_t thread;
  uint64_t *area;
  size_t size;
  unsigned between;  // steps of computing for a line
  double ns;         // for a line
} Writer;
static void *write_area(void *arg) {
  Writer *w = arg;
  const size_t words = w->size / 8;
  w->ns = 1e30;
  uint64_t x = 1;
  for (int trial = 0; trial < TRIALS; trial++) {
    const int64_t t0 = gph_os_thread_cpu_ns();
    size_t lines = 0;
    do {
      for (volatile uint64_t *p = w->area; p < w->area + words && lines < LINES; p += 8, lines++) {
        for (unsigned i = 0; i < w->between; i++) x = (x ^ i) * 0x9e3779b97f4a7c15;  // each waits for the one before
        *p = x;
      }
    } while (lines < LINES);
    const double ns = (double)(gph_os_thread_cpu_ns() - t0) / (double)lines;
    if (ns < w->ns) w->ns = ns;
  }
  return NULL;
}
// ns for a line: each of `writers` threads in its own area, the mean.
static double write_ns(Writer *w, int writers, size_t size, unsigned between) {
  double sum = 0;
  int made = 1;
  for (int i = 0; i < writers; i++) w[i].size = size, w[i].between = between;
  for (; made < writers; made++)
    if (pthread_create(&w[made].thread, NULL, write_area, &w[made]) != 0) break;
  write_area(&w[0]);
  for (int i = 1; i < made; i++) pthread_join(w[i].thread, NULL);
  for (int i = 0; i < made; i++) sum += w[i].ns;
  return sum / made;
}

// How much longer a line takes in such an area than in a small one, for a program that takes ns for one, all in all.
static double out_of_cache_ns(size_t area, double ns) {
  enum { WRITERS = 64 };
  static Writer writers[WRITERS];
  int n = gph_hecs_sharing() < WRITERS ? gph_hecs_sharing() : WRITERS;
  if (area > MOST) area = MOST;
  if (area <= SMALL) return 0;
  int made = 0;
  for (; made < n; made++) {
    void *p = mmap(NULL, area, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (p == MAP_FAILED) break;
    writers[made].area = p;
  }
  double more = 0;
  if (made == n) {
    const double plain = write_ns(writers, n, SMALL, 0), step = (write_ns(writers, n, SMALL, 64) - plain) / 64;
    // The steps with which a line in this area takes as long as one of the program: too many at first, if memory makes
    // it wait.
    double between = step > 0 && ns > plain ? (ns - plain) / step : 0;
    for (int round = 0; round < ROUNDS; round++) {
      const double large = write_ns(writers, n, area, (unsigned)between);
      more = large - write_ns(writers, n, SMALL, (unsigned)between);
      if (large <= ns * 1.05 || (unsigned)between == 0) break;
      between -= (large - ns) / step;
      if (between < 0) between = 0;
    }
  }
  for (int i = 0; i < made; i++) munmap(writers[i].area, area);
  return more > 0 ? more : 0;
}

GphMemoryCost gph_memory_cost(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  const int64_t system = (int64_t)u.ru_stime.tv_sec * 1000000000 + (int64_t)u.ru_stime.tv_usec * 1000,
                cpu = gph_os_cpu_ns();
  uint64_t allocated = 0;
  // of one that still runs about
  for (int i = 0; i < gph_hecs_now(); i++) allocated += gph_hecs[i]->allocated + gph_nursery_used(gph_hecs[i]);
  // What every program takes to start, and the allocation areas that it has anyway, are not its doing.
  const uint64_t taken = (uint64_t)u.ru_minflt,
                 usual = 1000 + (gph_flags.nursery_given ? 0 : 2 * (uint64_t)gph_hecs_used * gph_nursery_size() / 4096);
  GphMemoryCost m = {.cpu_ns = cpu > 0 ? (uint64_t)cpu : 0, .pages = taken > usual ? taken - usual : 0};
  m.pages_ns = (uint64_t)((double)m.pages * page_ns());
  if ((int64_t)m.pages_ns > system) m.pages_ns = (uint64_t)system;
  // Measuring takes some milliseconds: not where it could not be much, at the slowest that memory is.
  const double lines = (double)allocated / LINE, rest = (double)m.cpu_ns - (double)m.pages_ns;
  if (lines * SLOWEST_LINE > 0.1 * (double)m.cpu_ns)
    m.written_ns = (uint64_t)(lines * out_of_cache_ns(gph_nursery_size(), rest / lines));
  return m;
}
