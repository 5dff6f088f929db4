// remember.h: buffers of the remembered sets. See remember.c.
#pragma once
#include "heap/closure.h"
#include "heap/visit.h"

void gph_remember_init(GphHec *h);
void gph_remember(GphHec *h, W *object);

enum { GPH_REM_ITEMS = 509 };
struct GphRemBuffer {
  struct GphRemBuffer *next;
  W **end;
  W *items[GPH_REM_ITEMS];
};
typedef struct GphRemBuffer GphRemBuffer;

// everything so far; the HEC gets an empty buffer. To be freed with free()
GphRemBuffer *gph_remember_take(GphHec *h);
W gph_dirty_mutvar_c(GphReg *R, W *object);
W gph_dirty_array_c(GphReg *R, W *object, W index);
void gph_remembered_roots(GphVisitor *v, GphHec *h);

// Note [Remembered once]: an MVar or TVar that is stored into ten thousand times between two collections is looked at
// by the next one once, with the whole list of who waits for it: bit 0 of its list's head (word 2) says that an old one
// is in some HEC's remembered set. Set under the object's lock with the store, and by the collector when the object
// still refers to something young; taken away by the collector alone, which looks at everything that is remembered, or
// (major) at everything. Without it two MVars that a thousand threads wait for in turn made each young collection
// quadratic.
enum { GPH_REMEMBERED = 1 };
// the head of the list: GphThread (MVar), Watch (TVar)
static inline void *gph_waiting(const W *p) { return (void *)(p[2] & ~(W)GPH_REMEMBERED); }
static inline void gph_set_waiting(W *p, void *head) { p[2] = (W)head | (p[2] & GPH_REMEMBERED); }
// For the runtime's own stores into MVars and TVars, with the lock held.
static inline void gph_dirty_object(GphReg *R, W *p) {
  if ((W)p < R->old_base || (p[2] & GPH_REMEMBERED)) return;
  p[2] |= GPH_REMEMBERED;
  gph_remember((GphHec *)R, p);
}
