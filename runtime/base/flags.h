// flags.h: what +RTS said. const after init (gph_flags_parse).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum { GPH_BH_LAZY, GPH_BH_EAGER, GPH_BH_BOTH } GphBlackholeFlag;
typedef enum { GPH_OLD_GC_AUTO, GPH_OLD_GC_COPY, GPH_OLD_GC_MARK } GphOldGc;
typedef enum { GPH_LOOP_SHARED, GPH_LOOP_SOCKET, GPH_LOOP_CORE, GPH_LOOP_HEC, GPH_LOOP_COMBINE, GPH_LOOP_ASYNC } GphLoopSched;
enum { GPH_LOG_SCHED = 1, GPH_LOG_GC = 2, GPH_LOG_SPARKS = 4, GPH_LOG_SPARKS_FULL = 8, GPH_LOG_USER = 16, GPH_LOG_DEFAULT = 1 | 2 | 4 | 16, GPH_LOG_ALL = 31,
       GPH_LOG_SITES = 32 };         // not of the log: spark threads take the time of sparks (prof/spark_sites.c)
typedef enum { GPH_STATS_NONE, GPH_STATS_SUMMARY, GPH_STATS_EACH, GPH_STATS_ONELINE } GphStatsFlag;

typedef struct {
  int hecs;                    // -N
  bool hecs_given;
  size_t nursery;              // -A, bytes; without -A the most that a nursery grows to
  bool nursery_given;
  size_t nursery_chunk;        // -n, bytes; 0: a megablock
  size_t max_heap;             // -M, bytes; 0: none
  size_t suggested_heap;       // -H
  double old_factor;           // -F; 0: see decide_sizes in gc/gc.c, and gph_old_factor
  int generations;             // -G: 1 or 2
  int par_gc_gen;              // -qg: several workers from this generation on (2: never); -1: chosen by the work expected
  int balance_gen;             // -qb: they steal from each other from this generation on (2: never)
  int gc_workers;              // -qn: at most so many; 0: as many as processors
  bool gc_lock_all;            // --gc-lock=all
  int old_gc;                  // --old-gc: GphOldGc
  bool compact;                // -c
  size_t max_stack;            // -K, bytes
  int64_t tick_ns;             // -V; 0: no ticker
  int64_t slice_ns;            // -C; 0: switch at every heap check
  int64_t idle_gc_ns;          // -I; 0: off
  GphStatsFlag stats;          // -s, -S, -t
  bool machine_readable;
  FILE *stats_file;
  uint32_t log_classes;        // -l: GPH_LOG_* (above); 0: no event log
  const char *log_file;        // -ol; NULL: PROGRAM.eventlog
  int64_t log_flush_ns;        // --eventlog-flush-interval; 0: off
  bool spark_report;           // --spark-report
  bool scaling;                // --scaling
  int blackhole;               // --blackhole
  bool spark_root;             // --spark-gc=root
  bool spark_lifo;             // --spark-order=lifo
  bool spark_batch;            // --spark-batch
  bool spark_push;             // --spark-share=push
  bool surplus_share;          // --surplus-hecs=share
  bool bh_poll;                // --blackhole-wait=poll
  bool preempt_flag;           // --preempt=flag
  size_t spark_pool;           // --spark-pool
  int loop_sched;              // --loop-sched: GphLoopSched
  int loop_sockets, loop_cores, loop_threads;   // --loop-topology; 0: as the system says
  bool migrate;                // -qm turns it off
  bool migrate_woken;          // -qw turns it on
  bool pin;                    // -qa
  bool numa;                   // --numa
  uint64_t numa_mask;          // its nodes
  int numa_place;              // --numa-place: GphPlace (base/numa.h)
  int numa_debug;              // --numa-debug; 0: real nodes
  bool handle_signals;         // --install-signal-handlers
  uint64_t gc_stress;          // --gc-stress
  bool delay;                  // --delay
  uint64_t steal_seed;
  bool sanity;                 // -DS
  bool debug_sched, debug_gc;  // -Ds, -Dg
} GphFlags;
extern GphFlags gph_flags;
static inline double gph_old_factor(void) { return gph_flags.old_factor ? gph_flags.old_factor : gph_flags.compact ? 1.3 : 2; }

// Takes the flags out of argv (argc and argv are replaced); exits with 1 and one line on a bad one.
void gph_flags_parse(int *argc, char ***argv);
