// collection.h: what a collection knows of itself while it runs. The leader's, on its stack.
#pragma once
#include "gc/collector.h"
#include "heap/hooks.h"

enum { GPH_FEW_LOST = 64 };
typedef struct {
  GphHec *h;
  GphGcWorker *w;
  GphGcKind kind;
  bool major;
  int workers;                     // the most that may take part
  int64_t begun, cpu_begun;        // ns
  uint64_t allocated;              // bytes since the last collection
  GphBlock *aged_from, *old_from;  // from-space
  // threads that nobody could wake: they get exceptions when the heap is whole again
  GphThread *lost_few[GPH_FEW_LOST], **lost;
  size_t lost_count, lost_room;
  GphThread *unreached;  // threads that the roots do not reach, through all_next, until gph_lost_reap
  GphThread *dead;       // threads that are not reached, likewise
  // What the workers did, in words:
  size_t copied, marked, promoted, looked_at, aged;  // promoted: of copied; aged: likewise
  size_t most;                                       // copied or marked by one worker
  int took_part;
  uint64_t live;        // bytes
  uint64_t balanced;    // words: GphGcStats.par_balanced_words
  size_t slop;          // bytes
  size_t large_before;  // GphCollector.large_old_blocks before; major ones only
} GphCollection;
