// heap_profile.c: what the heap consists of, from time to time (+RTS -h): the file that hp2ps reads, and GHC's events
// of heap profiles in the event log.
//
// A sample is the sum of all objects that are alive, in BANDS: by constructor and kind of object (-hT), by the name
// in their info table (-hd), the module (-hm) or the place (-hi) of the code that makes them. It costs one look-up by
// the info table's address for each object. Which code makes a constructor only its info table can tell: with -g each
// function has tables of its own for the constructors that it makes (Note [Constructors by place] in
// compiler/low/from_stg.cc).
//
// When: at the end of major collections, because everything that is there then is alive. When none has come for the
// interval (-i) the ticker asks for one. Where -i is not given, the next is not asked for before seven times the time
// has passed that the last one took: so a large heap has fewer samples, and the program takes at most some eighth
// longer. Where it is given, the program has at least as long for itself as a sample took: with a shorter interval than
// that the next sample would be due when one ends, and the program would never go on.
//
// The file is whole at any time: a sample is written in one go, and what was written of one that does not fit on the
// disk is taken off again. Then the profile ends there, in one line on standard error, and the program goes on.
#include "prof/heap_profile.h"
#include "base/die.h"
#include "base/os.h"
#include "prof/eventlog.h"
#include "prof/symbols.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 7, LEAST_PATIENCE = 1 };
typedef struct {
  char *label;
  uint64_t words;
} Band;
typedef struct {
  const GphInfo *info;
  uint32_t band;
  uint64_t words;
} Entry;

uint32_t gph_census_wanted;
// All of these: the leader of a collection, while the world is stopped.
static int fd = -1;
static char *file_name;
static off_t whole;  // so long is the file up to the last whole sample
static Band *bands;
static uint32_t bands_used, bands_room, stack_band;
static Entry *entries;                     // hash table by info table
static size_t entries_used, entries_room;  // a power of two
static char *text;                         // of the sample
static size_t text_used, text_room;
static uint64_t era;
static int64_t begun_at, sample_since;
static int64_t start_ns;  // const after gph_heap_profile_start
// atomic, relaxed: a sample is due then; INT64_MAX: none any more. The leader writes, the ticker reads
static int64_t next_at;

// ---- requests
bool gph_census_claim(void) {
  // relaxed: the CAS is what counts; a request that is not seen yet asks again
  uint32_t w = gph_load_relaxed(&gph_census_wanted);
  return w && !(w & GPH_CENSUS_CLAIMED) && gph_cas(&gph_census_wanted, w, w | GPH_CENSUS_CLAIMED);
}
uint32_t gph_census_due(void) {
  uint32_t w = gph_exchange(&gph_census_wanted, 0u);
  if (gph_flags.heap_profile && gph_os_clock_ns() >= gph_load_relaxed(&next_at)) w |= GPH_CENSUS_SAMPLE;
  else w &= ~(uint32_t)GPH_CENSUS_SAMPLE;
  return w & ~(uint32_t)GPH_CENSUS_CLAIMED;
}
void gph_heap_profile_tick(int64_t now) {
  if (gph_flags.heap_profile && now >= gph_load_relaxed(&next_at))
    gph_or(&gph_census_wanted, (uint32_t)GPH_CENSUS_SAMPLE);
  if (GPH_EVENT_UNLIKELY(gph_load_relaxed(&gph_census_wanted) & (GPH_CENSUS_SAMPLE | GPH_CENSUS_REPORT)))
    for (int i = 0; i < gph_hecs_now(); i++)
      if (gph_load_seq(&gph_hecs[i]->state) && !gph_load_seq(&gph_hecs[i]->sleeping)) {
        gph_hec_zap(gph_hecs[i]);
        return;
      }
}

// ---- names
static bool is_code(const GphInfo *i) {
  return i->kind == GphKind_Fun || i->kind == GphKind_Thunk || i->kind == GphKind_ThunkOnce ||
         i->kind == GphKind_ThunkStatic;
}
static const char *kind_word(const GphInfo *i) { return i->kind == GphKind_Fun ? "FUN" : "THUNK"; }

// Of a constructor with -g, the source is "File.gph:line:column" and, behind a space, the function: Note
// [Constructors by place].
static const char *maker(const GphInfo *i) {
  if (is_code(i)) return i->name;
  const char *space = i->kind == GphKind_Con && i->source ? strrchr(i->source, ' ') : NULL;
  return space ? space + 1 : NULL;
}
static int place_length(const GphInfo *i) {
  if (!i->source) return 0;
  const char *space = i->kind == GphKind_Con ? strrchr(i->source, ' ') : NULL;
  return space ? (int)(space - i->source) : (int)strlen(i->source);
}

void gph_object_name(char out[GPH_NAME_ROOM], const GphInfo *i) {
  if (i->kind == GphKind_Con) snprintf(out, GPH_NAME_ROOM, "%s", i->name);
  else if (is_code(i))
    snprintf(out, GPH_NAME_ROOM, "%s %s", i->kind == GphKind_Fun ? "function" : "thunk", gph_source_name(i->name));
  else if (i->kind == GphKind_ThunkSel) snprintf(out, GPH_NAME_ROOM, "selector thunk");
  else if (i->kind == GphKind_ThunkAp) snprintf(out, GPH_NAME_ROOM, "application thunk");
  else if (i->kind == GphKind_Pap) snprintf(out, GPH_NAME_ROOM, "partial application");
  else if (i->kind == GphKind_BlackHole) snprintf(out, GPH_NAME_ROOM, "thunk under evaluation");
  else snprintf(out, GPH_NAME_ROOM, "%s", i->name ? i->name : "?");
}

static void type_label(char out[GPH_NAME_ROOM], const GphInfo *i) {
  if (is_code(i)) snprintf(out, GPH_NAME_ROOM, "%s", kind_word(i));
  else if (i->kind == GphKind_ThunkSel) snprintf(out, GPH_NAME_ROOM, "THUNK_SELECTOR");
  else snprintf(out, GPH_NAME_ROOM, "%s", i->name ? i->name : "?");
}
static void label_of(char out[GPH_NAME_ROOM], const GphInfo *i) {
  const char *by = maker(i);
  type_label(out, i);
  switch ((GphHeapProfile)gph_flags.heap_profile) {
    case GPH_HEAP_TYPE:
    case GPH_HEAP_NONE: return;
    case GPH_HEAP_DESCRIPTION:
      if (is_code(i)) snprintf(out, GPH_NAME_ROOM, "%s", gph_source_name(i->name));
      return;
    case GPH_HEAP_MODULE:
      if (by && gph_module_length(by) > 0) snprintf(out, GPH_NAME_ROOM, "%.*s", (int)gph_module_length(by), by);
      return;
    case GPH_HEAP_SITE: {
      if (!by) return;
      char what[64];
      snprintf(what, sizeof what, "%.63s", out);
      snprintf(out, GPH_NAME_ROOM, place_length(i) > 0 ? "%s@%s(%.*s)" : "%s@%s%.*s", what, gph_source_name(by),
               place_length(i), i->source ? i->source : "");
    }
  }
}

// ---- bands
static void *grown(void *p, size_t bytes) {
  void *q = realloc(p, bytes);
  if (!q) gph_fail(251, "out of memory (for the heap profile)");
  return q;
}
static uint32_t band_called(const char *label) {
  for (uint32_t k = 0; k < bands_used; k++)
    if (strcmp(bands[k].label, label) == 0) return k;
  if (bands_used == bands_room) {
    bands_room = bands_room ? 2 * bands_room : 64;
    bands = grown(bands, bands_room * sizeof *bands);
  }
  char *copy = strdup(label);
  if (!copy) gph_fail(251, "out of memory (for the heap profile)");
  for (char *p = copy; *p; p++)
    if (*p == ' ' || *p == '\t' || *p == '\n') *p = '_';  // to hp2ps a label is one word
  bands[bands_used] = (Band){copy, 0};
  return bands_used++;
}

static Entry *slot_of(const GphInfo *i) {
  size_t h = ((uintptr_t)i >> 3) * 0x9e3779b97f4a7c15u >> 32;
  while (entries[h & (entries_room - 1)].info && entries[h & (entries_room - 1)].info != i) h++;
  return &entries[h & (entries_room - 1)];
}
static void grow_entries(void) {
  Entry *old = entries;
  const size_t n = entries_room;
  entries_room = n ? 2 * n : 4096;
  entries = calloc(entries_room, sizeof *entries);
  if (!entries) gph_fail(251, "out of memory (for the heap profile)");
  for (size_t k = 0; k < n; k++)
    if (old[k].info) *slot_of(old[k].info) = old[k];
  free(old);
}

void gph_heap_profile_add(const GphInfo *i, size_t words) {
  Entry *e = slot_of(i);
  if (!e->info) {
    char label[GPH_NAME_ROOM];
    if (2 * ++entries_used > entries_room) grow_entries();
    label_of(label, i);
    e = slot_of(i);
    *e = (Entry){i, band_called(label), 0};
  }
  e->words += words;
}
void gph_heap_profile_add_stacks(size_t bytes) { bands[stack_band].words += bytes / sizeof(W); }

// ---- the file
static void stop_profile(int e) {
  gph_log("the heap profile ends here: cannot write %s: %s", file_name, strerror(e));
  if (ftruncate(fd, whole) != 0 && e == 0) return;  // a pipe has no length
  close(fd);
  fd = -1;
  if (!GPH_LOGS(GPH_LOG_ALL)) gph_store_relaxed(&next_at, INT64_MAX);  // relaxed: a sample more or less
}
static void put(const char *s, size_t n) {
  if (text_used + n > text_room) {
    text_room = 2 * (text_used + n);
    text = grown(text, text_room);
  }
  memcpy(text + text_used, s, n);
  text_used += n;
}
static void put_sample_mark(const char *which, double seconds) {
  char line[64];
  put(line, (size_t)snprintf(line, sizeof line, "%s %.6f\n", which, seconds));
}
static void write_out(void) {
  for (size_t at = 0; at < text_used && fd >= 0;) {
    ssize_t k = write(fd, text + at, text_used - at);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) {
      stop_profile(k < 0 ? errno : ENOSPC);
      return;
    }
    at += (size_t)k;
  }
  whole += (off_t)text_used;
  text_used = 0;
}
// A string of the file: what is in quotes.
static void put_quoted(const char *s) {
  for (; *s; s++)
    if (*s != '"' && *s != '\n') put(s, 1);
}

void gph_heap_profile_start(int argc, char **argv) {
  if (!gph_flags.heap_profile) return;
  start_ns = gph_os_clock_ns();
  next_at = start_ns + gph_flags.census_ns;
  const char *base = gph_flags.profile_name ? gph_flags.profile_name : gph_prog_name;
  file_name = grown(NULL, strlen(base) + 4);
  sprintf(file_name, "%s.hp", base);
  fd = open(file_name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) gph_fail(1, "cannot write the heap profile %s: %s", file_name, strerror(errno));
  grow_entries();
  stack_band = band_called("STACK");
  char date[64];
  time_t now = time(NULL);
  struct tm parts;
  strftime(date, sizeof date, "%a %b %e %H:%M %Y", localtime_r(&now, &parts));
  put("JOB \"", 5);
  for (int i = 0; i < argc; i++) {
    if (i) put(" ", 1);
    put_quoted(i ? argv[i] : gph_prog_name);
  }
  put("\"\nDATE \"", 8);
  put_quoted(date);
  static const char units[] = "\"\nSAMPLE_UNIT \"seconds\"\nVALUE_UNIT \"bytes\"\n";
  put(units, sizeof units - 1);
  put_sample_mark("BEGIN_SAMPLE", 0);
  put_sample_mark("END_SAMPLE", 0);
  write_out();
  if (GPH_LOGS(GPH_LOG_ALL)) {
    static const uint32_t ghc_number[] = {0, 7, 3, 2, 8};  // closure type, description, module, info table
    gph_log_heap_profile(ghc_number[gph_flags.heap_profile], (uint64_t)gph_flags.census_ns);
  }
}

void gph_heap_profile_begin(int64_t since) {
  begun_at = gph_os_clock_ns();
  sample_since = since;
  for (size_t k = 0; k < entries_room; k++) entries[k].words = 0;
  for (uint32_t k = 0; k < bands_used; k++) bands[k].words = 0;
}

void gph_heap_profile_end(void) {
  const double seconds = (double)(begun_at - start_ns) / 1e9;
  const bool logged = GPH_LOGS(GPH_LOG_ALL);
  for (size_t k = 0; k < entries_room; k++)
    if (entries[k].info) bands[entries[k].band].words += entries[k].words;
  text_used = 0;
  put_sample_mark("BEGIN_SAMPLE", seconds);
  if (logged) gph_log_heap_sample(GphEv_HeapProfSampleBegin, era);
  for (uint32_t k = 0; k < bands_used; k++) {
    if (bands[k].words == 0) continue;
    char number[32];
    const uint64_t bytes = bands[k].words * sizeof(W);
    put(bands[k].label, strlen(bands[k].label));
    put(number, (size_t)snprintf(number, sizeof number, "\t%lu\n", (unsigned long)bytes));
    if (logged) gph_log_heap_band(bytes, bands[k].label);
  }
  put_sample_mark("END_SAMPLE", seconds);
  if (logged) gph_log_heap_sample(GphEv_HeapProfSampleEnd, era);
  era++;
  if (fd >= 0) write_out();
  if (gph_load_relaxed(&next_at) == INT64_MAX) return;
  const int64_t now = gph_os_clock_ns();
  int64_t next = begun_at + gph_flags.census_ns;
  const int64_t rest = (gph_flags.census_given ? LEAST_PATIENCE : PATIENCE) * (now - sample_since);
  if (next < now + rest) next = now + rest;
  gph_store_relaxed(&next_at, next);
}
