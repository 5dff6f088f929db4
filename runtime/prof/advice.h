// advice.h: what to do about what a run did, in words. See advice.c.
#pragma once
#include "prof/phases.h"

enum { GPH_SITE_CLASSES = 4 * 48, GPH_SITE_LEFT = 4 };  // run times by magnitude: four classes for each power of two

// What became of the sparks of a site, on one HEC, or on all.
typedef struct GphSiteCounts {
  uint64_t created, dud, overflowed, converted, collected, fizzled, stolen, runs, run_ns, longest_ns;
  // how often somebody waited for one that another HEC had begun, its parent or the HEC that took it
  uint64_t awaited;
  uint64_t chained;     // how often one of these waited for what another spark evaluated
  uint64_t behind;      // how often one of these waited for what a thread evaluated that is no spark
  uint64_t lonely;      // of created: came to an empty pool
  uint64_t unfinished;  // of runs: the value holds something that is not evaluated
  // of runs: it is known whether somebody looked at the value; nobody did, or has yet; how long these ran
  uint64_t judged, unseen, unseen_ns;
  uint32_t by_time[GPH_SITE_CLASSES];
  const GphInfo *constant;             // a top-level value that they waited for so; NULL: none, or not known
  const GphInfo *left[GPH_SITE_LEFT];  // whose code that has: the first that were met; NULL: no more
  GphPhaseClock first, last;           // when the first and the last was made
} GphSiteCounts;

// A site in the report. alone_ns: while one HEC ran alone, it evaluated one of these sparks.
typedef struct {
  const char *function, *place;
  const GphSparkSite *site;
  const GphInfo *thunk;
  GphSiteCounts c;
  uint64_t alone_ns;
} GphSiteRow;

// of so many in all: at most the two most important things; always a line
void gph_advise_site(FILE *f, const GphSiteRow *r, uint64_t sparks);
void gph_advise_no_sparks(FILE *f);      // of a run that made none: a line, or nothing
void gph_advise_run(FILE *f);            // of the whole run: a line each, or nothing
const char *gph_time_text(uint64_t ns);  // "1.23 ms"; valid until it has been called some times more
