// remember.h: buffers of the remembered sets. See remember.c.
#pragma once
#include "gc/gc.h"
#include "heap/closure.h"
void gph_remember(GphHec *h, W *object);

enum { GPH_REM_ITEMS = 509 };
struct GphRemBuffer {
  struct GphRemBuffer *next;
  W **end;
  W *items[GPH_REM_ITEMS];
};
typedef struct GphRemBuffer GphRemBuffer;

GphRemBuffer *gph_remember_take(GphHec *h);    // everything so far; the HEC gets an empty buffer. To be freed with free()
W gph_dirty_mutvar_c(GphReg *R, W *object);
W gph_dirty_array_c(GphReg *R, W *object, W index);
// For the runtime's own stores into MVars and TVars.
static inline void gph_dirty_object(GphReg *R, W *p) { if ((W)p >= R->old_base) gph_remember((GphHec *)R, p); }
