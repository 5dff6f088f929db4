// bench-pack.c: how fast runtime/dist packs and unpacks: MB/s of lists of small Ints and of unboxed arrays, one packet
// as large as --packet's default and one that is as large as it gets. testsuite/bars (processes) builds and runs it,
// against libgph-par.a:
//
//   bench-pack        prints "WHAT PACK UNPACK" lines, medians of some rounds
#include "base/flags.h"
#include "base/numa.h"
#include "base/os.h"
#include "dist/addresses.h"
#include "dist/pack.h"
#include "dist/gateway.h"
#include "dist/transport.h"
#include "dist/unpack.h"
#include "gph/rts.h"
#include "heap/alloc.h"
#include "heap/block.h"
#include "heap/gc_stats.h"
#include "sched/hec.h"
#include "sched/stw.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int gph_pe = 0, gph_pes = 1 << 13;
void gph_transport_start(int pes, char **argv) {}
bool gph_transport_agree(uint64_t number) { return true; }
void gph_transport_send(int pe, W *words, size_t n) { free(words); }
bool gph_transport_ready(void) { return false; }
W *gph_transport_receive(int *from, size_t *n) { return NULL; }
bool gph_transport_pump(W kind) { return false; }
void gph_transport_progress(void) {}
int gph_transport_end(int code) { return code; }
void gph_transport_abort(int code) { _Exit(code); }
void gph_transport_watch(void) {}

extern W gph_whnf_value(W self), gph_prim_FreeStablePtr(GphReg *R, W p), gph_prim_MakeStablePtr(GphReg *R, W x),
    gph_prim_DeRefStablePtr(GphReg *R, W p);
const GphProgram gph_program = {0};
static const GphInfo cons = {.whnf = gph_whnf_value, .kind = GphKind_Con, .tag = 2, .ptrs = 2, .name = ":"};
static const GphInfo nil = {.whnf = gph_whnf_value, .kind = GphKind_Con, .tag = 1, .name = "[]"};
static W nil_object[] = {(W)&nil};

static W list(GphHec *h, size_t n) {
  W x = (W)nil_object | 1;
  for (size_t i = 0; i < n; i++) {
    W *p = gph_alloc_side(h, 3);
    p[0] = (W)&cons;
    p[1] = (W)i << 3 | GPH_TAG_IMM;
    p[2] = x;
    x = (W)p | 2;
  }
  return x;
}
static W bytes(GphHec *h, size_t n) {
  W *p = gph_alloc_aside(h, 2 + n / 8);
  p[0] = (W)&gph_bytes_info;
  p[1] = n;
  for (size_t i = 0; i < n / 8; i++) p[2 + i] = i * 0x9e3779b97f4a7c15ull;
  return (W)p | gph_bytes_info.tag;
}
static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
// Between the rounds is a collection, so that memory is used again, as it is in a program.
static void measure(GphHec *h, const char *what, W x, int times) {
  enum { ROUNDS = 9 };
  const W root = gph_prim_MakeStablePtr(&h->reg, x);
  double pack[ROUNDS], unpack[ROUNDS];
  for (int r = 0; r < ROUNDS; r++) {
    int64_t packing = 0, unpacking = 0;
    gph_collect(h, GPH_GC_MAJOR);
    x = gph_prim_DeRefStablePtr(&h->reg, root);
    size_t words = 0;
    for (int i = 0; i < times; i++) {
      static int pe;
      if (++pe == gph_pes) pe = 1;  // else it has the value, or most of it: Note [Values sent once]
      size_t n, moved_used;
      GphMoved *moved;
      const int64_t t0 = gph_os_clock_ns();
      W *m = gph_pack(pe, x, true, GPH_RESUME_HEAD, &n);
      const int64_t t1 = gph_os_clock_ns();
      gph_unpack(h, pe, m + GPH_RESUME_HEAD, n - GPH_RESUME_HEAD, &moved, &moved_used);
      unpacking += gph_os_clock_ns() - t1;
      packing += t1 - t0;
      words += n;
      free(m);
    }
    pack[r] = (double)words * 8e3 / (double)packing;
    unpack[r] = (double)words * 8e3 / (double)unpacking;
  }
  qsort(pack, ROUNDS, sizeof *pack, compare);
  qsort(unpack, ROUNDS, sizeof *unpack, compare);
  gph_prim_FreeStablePtr(&h->reg, root);
  printf("%s %.0f %.0f\n", what, pack[ROUNDS / 2], unpack[ROUNDS / 2]);
}

int main(int argc, char **argv) {
  int one = 1;
  gph_flags_parse(&one, &argv);
  gph_numa_init();
  gph_block_init();
  gph_hec_init(1);
  GphHec *h = gph_hecs[0];
  h->reg.hec = h;
  gph_hec_become_running(h);
  measure(h, "list", list(h, 2600), 300);
  measure(h, "array", bytes(h, 60000), 300);
  gph_flags.packet = (size_t)1 << 40;
  measure(h, "long-list", list(h, 1000000), 1);
  measure(h, "large-array", bytes(h, 64 << 20), 1);
}
