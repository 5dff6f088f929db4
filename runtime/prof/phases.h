// phases.h: where the time of a parallel program went: how many HECs ran at a time, and which code ran while one of
// them ran alone. See phases.c.
#pragma once
#include "state/hecs.h"
#include <stdio.h>

extern bool gph_phases_wanted;  // const after gph_phases_start
void gph_phases_start(void);    // flags have been read
// If wanted: `running` HECs more run, or less; the world has been stopped (collecting 1), or goes on (-1). By the HEC
// in question.
void gph_phases_change(int running, int collecting);
void gph_phases_tick(int64_t now);  // from the ticker, its clock (ns)
// the running thread's, at a safe point: the ticker asked (GphHec.sample)
void gph_phases_sample(GphReg *R);

// How long the program has run, and one HEC alone, at the last tick, in ns. Atomic: the ticker writes; relaxed, each by
// itself, which is as exact as its readers are.
typedef struct {
  uint64_t elapsed, alone;
} GphPhaseClock;
extern GphPhaseClock gph_phase_clock;

// In ns. All that follows is for the end of the program, after gph_phases_end.
typedef struct {
  // the world was stopped; so many of the HECs that share work ran
  uint64_t elapsed, collecting, nobody, alone, several, all;
} GphPhases;
void gph_phases_end(void);  // nothing is counted any more
// NULL: nothing was counted (no -s and no --spark-report), or one HEC
const GphPhases *gph_phases(void);
// one HEC ran alone, and it evaluated a spark of that site (prof/spark_sites.c)
uint64_t gph_phases_alone_in(uint32_t site);
// One HEC ran alone, and outside of sparks it evaluated a thunk, or was in a function, of one of these n info tables
// (NULL: none). *by: by whom that was called, most of the time: name and place of a function of the program's own
// modules (static); "" when that is not known.
uint64_t gph_phases_alone_code(const GphInfo *const *codes, int n, const char **by);
// what one HEC ran alone for longest, outside of sparks: name and place, or ""
const char *gph_phases_alone_most(void);
void gph_phases_report(FILE *f);  // the section "Where the time went"
