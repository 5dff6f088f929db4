// exception_trace.c: where an exception was raised: the functions that the thread's stack goes back to, with their
// places.
//
// With gphc -g each thread keeps the return addresses of the exception that it raised last; when nobody catches that,
// they are printed, below the message, as functions (prof/symbols.c). An exception that is raised again, by `throwIO`
// in a handler, by `bracket` and `finally`, or by a thunk that ended in it, keeps where it was raised first: the
// thread's field `traced` is a root. With +RTS -xc each is printed at once, in any program.
//
// What is not seen: a caller whose last act was the call (that is a jump); a function that was inlined, which is part
// of who has it now. Thunks under evaluation have frames like functions.
#include "prof/exception_trace.h"
#include "base/die.h"
#include "heap/closure.h"
#include "prof/backtrace.h"
#include "prof/hooks.h"
#include "prof/symbols.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESSES = 128, LINES = 40 };
struct GphTrace {
  uint32_t used;
  uintptr_t at[ADDRESSES];
};

// Behind indirections: of one exception, the same word.
static W value_of(W x) {
  while ((x & 7) == 0 && x) {
    const W *p = (const W *)x;
    const W next = gph_value_seen(p, (const GphInfo *)gph_load_acquire(&p[0]));
    if (next == 0) break;
    x = next;
  }
  return x & ~(W)7;
}

static void print(const struct GphTrace *trace) {
  char name[300], last[300] = "";
  int lines = 0, again = 0;
  for (uint32_t i = 0; i < trace->used && lines < LINES; i++) {
    const uint32_t s = gph_symbol_at(trace->at[i]);
    if (s == 0) continue;
    char whole[200];
    gph_symbol_whole_name(whole, sizeof whole, s);
    const char *place = gph_symbol_place(s);
    snprintf(name, sizeof name, *place ? "%s (%.80s)" : "%s", whole, place);
    if (strcmp(name, last) == 0) {
      again++;
      continue;
    }
    if (again) fprintf(stderr, " (%d times)", again + 1);
    fprintf(stderr, lines ? ",\n  called from %s" : "  %s", name);
    strcpy(last, name);
    again = 0;
    lines++;
  }
  if (again) fprintf(stderr, " (%d times)", again + 1);
  if (lines) fprintf(stderr, "\n");
  else if (!gph_symbols_there()) fprintf(stderr, "  (no names: the program has no symbol table)\n");
  else fprintf(stderr, "  (nothing but the runtime)\n");
}

void gph_trace_exception(GphThread *t, W exception) {
  gph_symbols_load();
  const bool again = t->trace && t->traced && value_of(t->traced) == value_of(exception);
  if (!again) {
    if (!t->trace) t->trace = malloc(sizeof *t->trace);
    if (!t->trace) return;
    t->traced = exception;
    t->trace->used = gph_return_addresses(t->trace->at, 0, ADDRESSES, t, t->sp, t->seg);
  }
  if (!gph_flags.trace_exceptions) return;
  flockfile(stderr);  // of several threads' traces one after the other
  fprintf(stderr, "*** Exception (reporting due to +RTS -xc)%s, stack trace:\n", again ? ", raised again" : "");
  print(t->trace);
  fflush(stderr);
  funlockfile(stderr);
}

void gph_trace_free(GphThread *t) {
  free(t->trace);
  t->trace = NULL;
  t->traced = 0;
}

void gph_trace_uncaught(void) {
  const GphWorker *w = gph_worker_self();
  const GphThread *t = w ? w->hec->current : NULL;
  if (!gph_program.debug_info || !t || !t->trace || gph_flags.trace_exceptions) return;
  fprintf(stderr, "Haskell stack (of gphc -g):\n");
  print(t->trace);
  fflush(stderr);
}
