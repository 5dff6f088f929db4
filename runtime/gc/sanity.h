// sanity.h: the whole-heap check of the debug build. See sanity.c.
#pragma once
void gph_sanity_check(void);  // right after a collection, world stopped; dies with a description of what is wrong
