// array_copy.c: copyArray# and its kin: called from generated code without a switch of stacks ("Call"), so it finds R in its register.
#include "gph/codegen.h"

void gph_prim_CopyArray(W src, I soff, W dst, I doff, I n) {
  W *d = GPH_PTR(dst);
  memmove(d + 3 + doff, GPH_PTR(src) + 3 + soff, (size_t)n * sizeof(W));
  if (d[2] == 0 && n > 0) gph_dirty_array(d, doff);
}
