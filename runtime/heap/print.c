// print.c: the heap printer: `p gph_heap_print(x, 3)` in gdb, of a value word or an object's address. The heap check
// prints what it finds wrong.
//
// For each object: its address, kind, name and size; its value words follow, a level deeper. An object that was printed
// already is only named, so a cycle ends. What does not look like an object is said not to be one, and not followed:
// the word may be anything.
#include "heap/print.h"
#include "base/os.h"
#include "heap/block.h"
#include "heap/closure.h"
#include "state/hecs.h"
#include <stdio.h>
#include <string.h>

extern char __executable_start[], end[];

enum { MOST = 200 };  // objects in one go
typedef struct {
  int depth, indent;
  unsigned used;
  const W *seen[MOST];
} Printer;

static bool in_program(W p) { return p >= (W)__executable_start && p < (W)end; }

static const char *kind_name(GphKind kind) {
  switch (kind) {
#define KIND(name, ...) \
  case GphKind_##name: return #name;
#include "gph/closure_types.def"
#undef KIND
    case GphKind_count: break;
  }
  return "?";
}

static void line(Printer *a) { fprintf(stderr, "%*s", 2 * a->indent, ""); }

static void print(Printer *a, W x);
static void on_values(void *at, W *from, size_t n) {
  Printer *a = at;
  for (size_t k = 0; k < n && a->used < MOST; k++) print(a, from[k]);
}
static W on_function(void *at, W *fun) {
  on_values(at, fun, 1);
  return gph_info(*fun)->arg_mask;
}

// What is peculiar about some kinds.
static void details(const W *p, const GphInfo *i) {
  if (i->kind == GphKind_Bytes) fprintf(stderr, ", %lu bytes", (unsigned long)p[1]);
  else if (i->kind == GphKind_Array) fprintf(stderr, ", %lu elements", (unsigned long)p[1]);
  else if (i->kind == GphKind_ThunkSel) fprintf(stderr, ", field %u", i->con);
  else if (i->kind == GphKind_Thread) {
    const GphThread *t = (const GphThread *)p[1];
    fprintf(stderr, ", thread %lu, state %d", (unsigned long)p[2], t->state);
  } else if (i->kind == GphKind_BlackHole && !gph_has_value(p, i))
    fprintf(stderr, ", evaluated by thread %u", ((const GphThread *)(p[1] & ~(W)7))->id);
}

static void print(Printer *a, W x) {
  line(a);
  if ((x & 7) == GPH_TAG_IMM) {
    fprintf(stderr, "immediate %ld\n", (long)x >> 3);
    return;
  }
  W *p = gph_untag(x);
  const bool heap = gph_in_heap((W)p);
  if (x == 0 || (!heap && !in_program((W)p)) || !gph_os_readable(p, 2 * sizeof(W))) {
    fprintf(stderr, "%#lx, no object\n", (unsigned long)x);
    return;
  }
  const GphInfo *i = (const GphInfo *)p[0];
  if ((p[0] & 7) || !in_program((W)i) || i->kind >= GphKind_count) {
    fprintf(stderr, "%p, no object: its first word is %#lx\n", (void *)p, (unsigned long)p[0]);
    return;
  }
  fprintf(stderr, "%p %s %s, %zu words", (void *)p, kind_name((GphKind)i->kind), i->name ? i->name : "",
          gph_closure_words(p, i));
  if (i->source && *i->source) fprintf(stderr, ", %s", i->source);
  details(p, i);
  if (!heap) fprintf(stderr, ", static");
  for (unsigned k = 0; k < a->used; k++)
    if (a->seen[k] == p) {
      fprintf(stderr, ", as above\n");
      return;
    }
  fputc('\n', stderr);
  if (a->used == MOST || a->indent >= a->depth || i->kind == GphKind_ThunkStatic) return;
  a->seen[a->used++] = p;
  a->indent++;
  gph_kind_walk((GphKind)i->kind, p, i, a, on_values, on_function);
  a->indent--;
}

void gph_heap_print(W x, int depth) {
  Printer a = {.depth = depth};
  print(&a, x);
  fflush(stderr);
}
