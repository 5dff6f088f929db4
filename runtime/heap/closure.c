// closure.c: see closure.h.
#include "heap/closure.h"

void gph_closure_bad(const W *p, const GphInfo *i) {
  gph_die("object %p has a bad info table %p (kind %d)", (const void *)p, (const void *)i, i->kind);
}
