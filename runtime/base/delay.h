// delay.h: forced interleavings, +RTS --delay=SEED, in the threaded debug runtime. Threads wait, now and then, for a
// random time, at PLACES: each atomic operation of base/atomic.h and each lock is one, before it is done, so that a
// thread is overtaken by others between any two of them; and so are those below, between plain reads and writes. Which
// places wait, how often and how long follows from the seed, and changes in the course of a run. Elsewhere all this is
// nothing.
#pragma once

// Places that assembly and generated-style code (GPH_PINNED: no calls on a light stack) wait at. offsets.h has their
// numbers.
typedef enum {
  // a thunk's info pointer was read, its code claims it next (stubs.S: gph_thunk_claim)
  GPH_DELAY_AT_ENTER,
  GPH_DELAY_AT_CLAIMED,  // ... claimed: whitehole, no owner yet
  GPH_DELAY_AT_OWNED,    // ... its owner is stored, the info that says so is next
  // an unclaimed thunk is updated: its info pointer was read, the CAS is next (stubs.S: gph_update_slow)
  GPH_DELAY_AT_SLOW,
  // a runtime's object (entry.c) was entered by what it was: a black hole, an indirection, a selector or AP thunk
  GPH_DELAY_AT_HOLE,
  GPH_DELAY_AT_IND,
  GPH_DELAY_AT_SELECTOR,
  GPH_DELAY_AT_AP,
  GPH_DELAY_AT_FIELD,  // a selector thunk's info was looked at, the field that it says is next
  GPH_DELAY_AT_count
} GphDelayPlace;

#if defined(GPH_THREADED) && defined(GPH_DEBUG)
#include <stdint.h>
typedef struct {
  const char *file;  // NULL: line is a GphDelayPlace
  int line;
  uint32_t how;   // atomic: what the seed says of it at present (delay.c)
  uint64_t next;  // atomic: nobody waits here before that (time stamp counter)
} GphDelaySite;
extern unsigned gph_delaying;  // atomic, relaxed: 1 while there are delays
#ifdef __cplusplus
extern "C" {
#endif
void gph_delay_init(unsigned long seed);
void gph_delay(GphDelaySite *at);
#ifdef __cplusplus
}
#endif
#endif
#if defined(GPH_THREADED) && defined(GPH_DEBUG) && !defined(GPH_PINNED)
#define GPH_DELAY() \
  ({ \
    static GphDelaySite at_ = {__FILE__, __LINE__, 0, 0}; \
    if (__builtin_expect(__atomic_load_n(&gph_delaying, __ATOMIC_RELAXED), 0)) gph_delay(&at_); \
  })
#else
#define GPH_DELAY() ((void)0)
#endif
