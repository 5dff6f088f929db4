// visit.h: how the runtime's tables show what they refer to in the heap.
//
// A table that refers to objects or to threads has one function, gph_<name>_roots, which calls a VISITOR for each
// reference, and a row in gc/roots.def. Copying, marking, sliding and the heap check are visitors: none of them knows
// the tables, and no table knows them. The world is stopped.
#pragma once
#include "gph/abi.h"
#include <stdbool.h>

typedef struct GphVisitor GphVisitor;
struct GphVisitor {
  // a value word; what it refers to may move: *slot is changed then. Once for each slot
  void (*slot)(GphVisitor *v, W *slot);
  // a thread: it lives as long as its handle, t->handle, is reached. As often as it is referred to
  void (*thread)(GphVisitor *v, GphThread *t);
  // a thread that waits is no root by itself: is there anybody who can wake it?
  bool only_wakeable;
};
static inline void gph_visit(GphVisitor *v, W *slot) { v->slot(v, slot); }
static inline void gph_visit_thread(GphVisitor *v, GphThread *t) { v->thread(v, t); }

// For weak tables, when everything has been reached: is what *slot refers to alive? *slot becomes its new address.
typedef bool (*GphIsAlive)(W *slot);
