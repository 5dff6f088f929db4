// retainers.h: what the memory holds, and by what it is held, in words. See retainers.c.
#pragma once
// On standard error; `why` in the first line. At the end of a major collection, the world stopped.
void gph_retainers_report(const char *why);
