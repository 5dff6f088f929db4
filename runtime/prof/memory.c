// memory.c: what memory cost a program (+RTS --spark-report).
//
// Two things are known without the processor's counters, which virtual machines and ordinary users do not have:
//   - pages that the system gave for the first time: how many there were, times what one takes, which is measured at
//     the end
//   - an allocation area that the caches do not hold: each cache line of what is allocated is then fetched from memory,
//     and written back. How many bytes were allocated, times what a byte takes more in an area of this size than in a
//     small one, which is measured at the end, too, by as many threads at a time as there are HECs: so if they share a
//     memory that is too slow for all of them, that is in it.
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

enum { SMALL = 1 << 18, MOST = 1 << 26, TRIED = 1 << 27, PAGES = 1024, TRIALS = 3 };

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

// One of the writers: upwards, as allocation does, but a word of each cache line only; what a program does between two
// lines is as long, wherever they are.
typedef struct {
  pthread_t thread;
  uint64_t *area;
  size_t size;
  double ns;
} Writer;  // ns: for a byte
static void *write_area(void *arg) {
  Writer *w = arg;
  const size_t words = w->size / 8;
  w->ns = 1e30;
  for (int trial = 0; trial < TRIALS; trial++) {
    const int64_t t0 = gph_os_thread_cpu_ns();
    size_t written = 0;
    do {
      for (volatile uint64_t *p = w->area; p < w->area + words; p += 8) *p = written;
      written += w->size;
    } while (written < TRIED / 16);
    const double ns = (double)(gph_os_thread_cpu_ns() - t0) / (double)written;
    if (ns < w->ns) w->ns = ns;
  }
  return NULL;
}
// Each of `writers` threads in its own area: the mean.
static double write_ns(Writer *w, int writers, size_t size) {
  double sum = 0;
  int made = 1;
  for (int i = 0; i < writers; i++) w[i].size = size;
  for (; made < writers; made++)
    if (pthread_create(&w[made].thread, NULL, write_area, &w[made]) != 0) break;
  write_area(&w[0]);
  for (int i = 1; i < made; i++) pthread_join(w[i].thread, NULL);
  for (int i = 0; i < made; i++) sum += w[i].ns;
  return sum / made;
}

static double out_of_cache_ns(size_t area) {  // how much longer a byte takes there
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
  if (made == n) more = write_ns(writers, n, area) - write_ns(writers, n, SMALL);
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
  if ((double)allocated * 0.5 > 0.1 * (double)m.cpu_ns)
    m.written_ns = (uint64_t)((double)allocated * out_of_cache_ns(gph_nursery_size()));
  return m;
}
