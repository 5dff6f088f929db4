// exception_trace.c: where an exception was raised: the functions that the thread's stack goes back to, with their
// places.
//
// With gphc -g each thread keeps the return addresses of the exception that it raised last; when nobody catches that,
// they are printed, below the message, as functions (prof/symbols.c). An exception that is raised again, by `throwIO`
// in a handler, by `bracket` and `finally`, or by a thunk that ended in it, keeps where it was raised first: the
// thread's field `traced` is a root. With +RTS -xc each is printed at once, in any program.
//
// What is not seen: a caller whose last act was the call (that is a jump). Thunks under evaluation have frames like
// functions. With -g prof/places.c knows the place of the call, and of functions that were inlined.
#include "prof/exception_trace.h"
#include "base/die.h"
#include "heap/closure.h"
#include "prof/backtrace.h"
#include "prof/frames.h"
#include "prof/hooks.h"
#include "prof/places.h"
#include "prof/symbols.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESSES = 128, LINES = 40 };
#define SEPARATOR ",\n  called from "
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

// One return address: its functions, innermost first. Cut at the end of out.
static void describe(char *out, size_t room, uintptr_t at, uint32_t s) {
  const GphPlace *chain;
  bool own = false;
  const uint32_t n = gph_places_at(at, s, &chain, &own);
  size_t used = 0;
  char whole[200];
  gph_symbol_whole_name(whole, sizeof whole, s);
  for (uint32_t i = 0; i < n && used < room; i++) {
    const GphPlace *p = &chain[i];
    const bool last = own && i + 1 == n;
    const size_t top = strlen(p->function);
    // Of a part of the function, as a thunk, the name of the part.
    const bool part = last && !*p->local && strncmp(whole, p->function, top) == 0 && strchr(".", whole[top]);
    used +=
        (size_t)snprintf(out + used, room - used, "%s%s%s%s (%.80s)%s", i ? SEPARATOR : "", part ? whole : p->function,
                         *p->local ? "." : "", p->local, p->place, last ? "" : " (inlined)");
  }
  if (own || used >= room) return;
  const char *place = gph_symbol_place(s);
  snprintf(out + used, room - used, *place ? "%s%s (%.80s)" : "%s%s", n ? SEPARATOR : "", whole, place);
}

// What follows each other and reads the same is one, and of a function that calls itself from many places all but the
// first few.
static void print_again(int again, bool elsewhere) {
  if (again) fprintf(stderr, elsewhere ? " (%d times, here and at other calls)" : " (%d times)", again + 1);
}
static void print(const struct GphTrace *trace) {
  enum { ROOM = 4096, FEW = 3 };
  char text[ROOM], last[ROOM] = "";
  int lines = 0, again = 0, in_row = 0;
  uint32_t last_symbol = 0;
  bool elsewhere = false;
  for (uint32_t i = 0; i < trace->used && lines < LINES; i++) {
    const uint32_t s = gph_symbol_at(trace->at[i]);
    if (s == 0) continue;
    describe(text, sizeof text, trace->at[i], s);
    const bool same = strcmp(text, last) == 0;
    if (same || (s == last_symbol && in_row == FEW)) {
      elsewhere |= !same;
      again++;
      continue;
    }
    print_again(again, elsewhere);
    fprintf(stderr, "%s%s", lines ? SEPARATOR : "  ", text);
    strcpy(last, text);
    in_row = s == last_symbol ? in_row + 1 : 1;
    last_symbol = s;
    again = 0;
    elsewhere = false;
    for (const char *p = text; p; p = strchr(p + 1, '\n')) lines++;
  }
  print_again(again, elsewhere);
  if (lines) fprintf(stderr, "\n");
  else if (!gph_symbols_there()) fprintf(stderr, "  (no names: the program has no symbol table)\n");
  else fprintf(stderr, "  (nothing but the runtime)\n");
}

void gph_trace_exception(GphThread *t, W exception) {
  gph_symbols_load();
  gph_frames_load();
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
