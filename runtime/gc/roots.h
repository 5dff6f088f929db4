// roots.h: the table of roots, for visitors. See roots.def.
#pragma once
#include "base/flags.h"
#include "heap/visit.h"
#include "state/hecs.h"

#define ROOTS_ALL(name) void gph_##name##_roots(GphVisitor *v);
#define ROOTS_HEC(name) void gph_##name##_roots(GphVisitor *v, GphHec *h);
#define ROOTS(name, each, strong) ROOTS_##each(name)
#include "gc/roots.def"
#undef ROOTS
#undef ROOTS_ALL
#undef ROOTS_HEC

typedef enum { GPH_ROOTS_STRONG, GPH_ROOTS_EVERY } GphWhichRoots;
// Those that belong to no HEC; ... to h.
static inline void gph_roots_common(GphVisitor *v, GphWhichRoots which) {
#define ROOTS_ALL(name, strong) if (which == GPH_ROOTS_EVERY || (strong)) gph_##name##_roots(v);
#define ROOTS_HEC(name, strong)
#define ROOTS(name, each, strong) ROOTS_##each(name, strong)
#include "gc/roots.def"
#undef ROOTS
#undef ROOTS_ALL
#undef ROOTS_HEC
}
static inline void gph_roots_of(GphVisitor *v, GphHec *h, GphWhichRoots which) {
#define ROOTS_ALL(name, strong)
#define ROOTS_HEC(name, strong) if (which == GPH_ROOTS_EVERY || (strong)) gph_##name##_roots(v, h);
#define ROOTS(name, each, strong) ROOTS_##each(name, strong)
#include "gc/roots.def"
#undef ROOTS
#undef ROOTS_ALL
#undef ROOTS_HEC
}
