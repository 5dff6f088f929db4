// normal.c: what the walk to normal form asks of objects of any type (stdlib/GPH/NormalForm.hs). See Note [Normal form]
// in abi.h.
#include "prim/prim.h"

static bool is_open(W x) {
  return (x & 7) == 0 || ((x & 7) != GPH_TAG_IMM && ((const GphInfo *)gph_load_relaxed(gph_untag(x)))->nf != 0);
}

// The place of the first value, from `from` on, that may keep x from normal form, or -1. x is a value, tagged.
I gph_next_open(W x, I from) {
  GPH_ASSERT((x & 7) != 0 && (x & 7) != GPH_TAG_UPDATE);
  if ((x & 7) == GPH_TAG_IMM) return -1;
  const W *p = gph_untag(x);
  const GphInfo *i = (const GphInfo *)gph_load_relaxed(p);
  if (i->kind == GphKind_Con) {
    for (I k = from; k < i->ptrs; k++)
      if ((i->nf >> (k < 63 ? k : 63) & 1) && is_open(gph_load_relaxed(p + 1 + k))) return k;
  } else if (i->kind == GphKind_Array) {
    for (I k = from; k < (I)p[1]; k++)
      if (is_open(gph_load_relaxed(p + 3 + k))) return k;
  }
  return -1;
}

W gph_open_field(W x, I k) {
  const W *p = gph_untag(x);
  return gph_load_relaxed(p + (((const GphInfo *)gph_load_relaxed(p))->kind == GphKind_Array ? 3 : 1) + k);
}
