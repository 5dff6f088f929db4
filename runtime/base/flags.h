// flags.h: what +RTS said. const after init (gph_flags_parse).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum { GPH_BH_LAZY, GPH_BH_EAGER, GPH_BH_BOTH } GphBlackholeFlag;
typedef enum { GPH_OLD_GC_AUTO, GPH_OLD_GC_COPY, GPH_OLD_GC_MARK } GphOldGc;
typedef enum {
  GPH_LOOP_SHARED,
  GPH_LOOP_SOCKET,
  GPH_LOOP_CORE,
  GPH_LOOP_HEC,
  GPH_LOOP_COMBINE,
  GPH_LOOP_ASYNC
} GphLoopSched;
enum {
  GPH_LOG_SCHED = 1,
  GPH_LOG_GC = 2,
  GPH_LOG_SPARKS = 4,
  GPH_LOG_SPARKS_FULL = 8,
  GPH_LOG_USER = 16,
  GPH_LOG_DEFAULT = 1 | 2 | 4 | 16,
  GPH_LOG_ALL = 31,
  GPH_LOG_SITES = 32
};  // not of the log: spark threads take the time of sparks (prof/spark_sites.c)
typedef enum { GPH_EXPORT_OLDEST, GPH_EXPORT_LARGEST, GPH_EXPORT_LOCAL } GphSparkExport;
typedef enum { GPH_GATEWAY_HEC, GPH_GATEWAY_THREAD, GPH_GATEWAY_ANY } GphGateway;
typedef enum { GPH_HEAP_NONE, GPH_HEAP_TYPE, GPH_HEAP_DESCRIPTION, GPH_HEAP_MODULE, GPH_HEAP_SITE } GphHeapProfile;
typedef enum { GPH_STATS_NONE, GPH_STATS_SUMMARY, GPH_STATS_EACH, GPH_STATS_ONELINE } GphStatsFlag;

enum { GPH_MAX_HECS = 256 };  // the most HECs that there may be

#define GPH_FLAG_BOOL(field) bool field;
#define GPH_FLAG_INT(field) int field;
#define GPH_FLAG_SIZE(field) size_t field;
#define GPH_FLAG_U32(field) uint32_t field;
#define GPH_FLAG_U64(field) uint64_t field;
#define GPH_FLAG_NS(field) int64_t field;
#define GPH_FLAG_REAL(field) double field;
#define GPH_FLAG_TEXT(field) const char *field;
#define GPH_FLAG_FILE(field) FILE *field;
#define GPH_FLAG_NONE(field)
typedef struct {
#define FIELD(type, field, default) GPH_FLAG_##type(field)
#define FLAG(spelling, argument, level, where, parser, type, field, default, least, most, help) \
  FIELD(type, field, default)
#include "base/flags.def"
#undef FLAG
#undef FIELD
} GphFlags;
extern GphFlags gph_flags;
static inline double gph_old_factor(void) {
  return gph_flags.old_factor ? gph_flags.old_factor : gph_flags.compact ? 1.3 : 2;
}

// Takes the flags out of argv (argc and argv are replaced); exits with 1 and one line on a bad one.
void gph_flags_parse(int *argc, char ***argv);
