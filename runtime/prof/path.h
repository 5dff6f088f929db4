// path.h: paths. See path.c; what a path is, strands.h says.
#pragma once
#include "heap/closure.h"
#include "prof/strands.h"

enum { GPH_MOST_SHARES = 100 };  // a path that is stored fits into a block

void gph_path_add(GphPath *p, uint32_t site, uint64_t ticks);  // that much more of the site
void gph_path_set(GphPath *p, const GphPath *q);               // p becomes a copy of q
bool gph_path_join(GphPath *p, const GphPath *q);              // p goes on where both have ended
// q is, for all sites, surely no later than p: it changes nothing that they meet
bool gph_path_before(const GphPath *q, const GphPath *p);
W gph_path_store(GphHec *h, const GphPath *p);  // a byte array of it
static inline GphPath gph_path_at(W x) {        // the one that was stored there, not to be changed
  const W *b = gph_untag(x);
  return (GphPath){.span = b[2],
                   .links = b[3],
                   .shares = (GphShare *)&b[4],
                   .used = (uint32_t)((b[1] - 2 * sizeof(W)) / sizeof(GphShare))};
}
void *gph_path_need(void *p);  // p, or the end: out of memory
