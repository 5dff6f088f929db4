// hooks.h: what the room above gc/ does for it. Each is defined in the file named.
#pragma once
#include "heap/visit.h"

#ifdef GPH_DIST
// ---- dist/addresses.c
void gph_exports_roots(GphVisitor *v);
void gph_fetched_roots(GphVisitor *v);
void gph_copies_roots(GphVisitor *v);
void gph_imports_roots(GphVisitor *v);
void gph_imports_prune(GphIsAlive is_alive);

// ---- dist/fetch.c
void gph_demands_roots(GphVisitor *v);
#endif
