// path.c: paths: the longest chain of work up to some point, and the part of each site in it (Note [Strands] in
// prof/strands.c).
//
// What the path consists of, by site, and how much shorter it would be if a site took half of its time (then another
// path may be the longest): a path has for each site s the time on_path(s), and the span that there would be if s were
// twice as fast, kept as saved(s) = 2 * (span - that). Time that passes at s adds itself to span, on_path(s) and
// saved(s); where two paths meet, span and the spans of all sites are the greater ones, and on_path comes from the
// longer path. So the column is exact. In the heap a path is a byte array of its span, its links and its shares.
#include "prof/path.h"
#include "base/die.h"
#include "heap/alloc.h"
#include <stdlib.h>
#include <string.h>

void *gph_path_need(void *p) {
  if (!p) gph_fail(251, "out of memory");
  return p;
}

static GphShare *share_of(GphPath *p, uint32_t site) {
  uint32_t k = 0;
  while (k < p->used && p->shares[k].site < site) k++;
  if (k < p->used && p->shares[k].site == site) return &p->shares[k];
  if (p->used == p->room) {
    p->room = p->room ? 2 * p->room : 4;
    p->shares = gph_path_need(realloc(p->shares, p->room * sizeof *p->shares));
  }
  memmove(&p->shares[k + 1], &p->shares[k], (p->used - k) * sizeof *p->shares);
  p->used++;
  p->shares[k] = (GphShare){.site = site};
  return &p->shares[k];
}

void gph_path_add(GphPath *p, uint32_t site, uint64_t ticks) {
  GphShare *s = share_of(p, site);
  p->span += ticks;
  s->on_path += ticks;
  s->saved += ticks;
}

void gph_path_set(GphPath *p, const GphPath *q) {
  if (p->room < q->used) {
    p->room = q->used;
    p->shares = gph_path_need(realloc(p->shares, p->room * sizeof *p->shares));
  }
  memcpy(p->shares, q->shares, q->used * sizeof *p->shares);
  p->span = q->span;
  p->links = q->links;
  p->used = q->used;
}

bool gph_path_before(const GphPath *q, const GphPath *p) {
  uint64_t most = 0;
  for (uint32_t k = 0; k < p->used; k++)
    if (p->shares[k].saved > most) most = p->shares[k].saved;
  return 2 * q->span <= 2 * p->span - most;
}

bool gph_path_join(GphPath *p, const GphPath *q) {
  if (gph_path_before(q, p)) return false;
  const uint64_t span = p->span > q->span ? p->span : q->span;
  const bool later = q->span > p->span;
  bool changed = later;
  GphShare few[16], *all = p->used + q->used <= 16 ? few : gph_path_need(malloc((p->used + q->used) * sizeof *all));
  uint32_t n = 0;
  for (uint32_t i = 0, k = 0; i < p->used || k < q->used;) {
    const uint32_t site =
        k == q->used || (i < p->used && p->shares[i].site < q->shares[k].site) ? p->shares[i].site : q->shares[k].site;
    const GphShare none = {.site = site}, *a = i < p->used && p->shares[i].site == site ? &p->shares[i++] : &none,
                   *b = k < q->used && q->shares[k].site == site ? &q->shares[k++] : &none;
    const uint64_t mine = 2 * p->span - a->saved, other = 2 * q->span - b->saved;
    const GphShare s = {
        .site = site, .on_path = later ? b->on_path : a->on_path, .saved = 2 * span - (mine > other ? mine : other)};
    changed |= other > mine;
    if (s.on_path || s.saved) all[n++] = s;
  }
  p->span = span;
  if (later) p->links = q->links;
  if (p->room < n) {
    p->room = n;
    p->shares = gph_path_need(realloc(p->shares, n * sizeof *p->shares));
  }
  memcpy(p->shares, all, n * sizeof *all);
  p->used = n;
  if (all != few) free(all);
  return changed;
}

W gph_path_store(GphHec *h, const GphPath *p) {
  const size_t bytes = 2 * sizeof(W) + p->used * sizeof(GphShare);
  W *b = gph_alloc_side(h, 2 + bytes / sizeof(W));
  b[0] = (W)&gph_bytes_info;
  b[1] = bytes;
  b[2] = p->span;
  b[3] = p->links;
  memcpy(&b[4], p->shares, p->used * sizeof(GphShare));
  return (W)b | 1;
}
