// gc_stats.h: what collections did, counted. Written by gc/ and by the nursery (heap/alloc.c) with the world stopped,
// read by prof/.
#pragma once
#include <stdint.h>

extern uint64_t gph_gc_number;

typedef enum { GPH_ONE_LITTLE, GPH_ONE_FASTER, GPH_ONE_ALONE, GPH_ONE_FLAG, GPH_ONE_FEW, GPH_ONE_count } GphOneWorker;
// Several take longer for so little, sharing did not help, others asleep, -qg, -qn or the processors allow one only

typedef struct {
  uint64_t collections[2];
  int64_t cpu_ns[2], elapsed_ns[2], max_pause_ns[2];  // cpu_ns: of the leaders alone, with +RTS -s or --scaling
  uint64_t copied_bytes;
  uint64_t max_live, live;  // bytes, at the last major collection / ever
  uint64_t major_samples;
  uint64_t max_slop;
  uint64_t max_mem;
  uint64_t parallel[2];  // collections in which several workers took part
  int most_workers;
  uint64_t traced_words;  // copied, or marked in place
  // of these in those; ... as if those of the busiest worker counted once for all
  uint64_t par_words, par_balanced_words;
  // What was chosen, and why (world stopped, by the leader):
  uint64_t one_worker[2][GPH_ONE_count];  // collections with one worker where there might have been several
  // major collections that marked; ... and slid together what they left
  uint64_t marked, compacted;
  // collections made while all HECs were idle (-I, and to look for deadlock)
  uint64_t idle;
  uint64_t nursery_grown, nursery_shrunk;
} GphGcStats;
extern GphGcStats gph_gc_stats;
