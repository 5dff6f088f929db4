// policy.h: how PEs come by sparks: decisions only, as functions of counts, times and random numbers. See policy.c.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef enum { GPH_VICTIM_RANDOM, GPH_VICTIM_LAST, GPH_VICTIM_LOAD, GPH_VICTIMS } GphVictim;  // --victim=
// What a FISH is for. HUNGRY: a HEC has nothing to do; AHEAD: there is less than the low watermark.
typedef enum { GPH_WANT_NOTHING, GPH_WANT_HUNGRY, GPH_WANT_AHEAD } GphWant;

typedef struct {
  // ---- what flags say
  int pe, pes;
  int64_t delay_ns;                 // --fish-delay
  uint32_t age, fishes, low, high;  // --fish-age, --fishes, --low-watermark, --high-watermark (0: none)
  GphVictim victim;
  // ---- what is known
  uint64_t random;
  uint32_t out;      // FISHes of ours that are under way
  uint32_t misses;   // that came back without a spark, since one came with one
  int64_t again_at;  // no FISH before that
  int64_t push_at;   // no spark is pushed before that
  uint32_t pushes;   // in a row, to PEs that had much themselves
  int last;          // who gave us a spark; -1: nobody
  int asked;         // whom we asked last; -1: nobody
  uint32_t *loads;   // of each PE: sparks there, as far as we have heard
  // ---- counts
  uint32_t most_out;
  uint64_t chosen[GPH_VICTIMS];  // PEs that were asked, by why
} GphPolicy;

void gph_policy_heard(GphPolicy *p, int pe, uint32_t load);
// This PE has so many sparks that wait, and so many HECs without anything to do.
GphWant gph_policy_want(const GphPolicy *p, uint32_t sparks, uint32_t idle);
// ns until a FISH may be sent; 0: now; < 0: there are enough
int64_t gph_policy_due(const GphPolicy *p, int64_t now);
int gph_policy_ask(GphPolicy *p);  // a FISH of ours is sent: to whom
// To a FISH that comes by; idle: HECs here that are about to take one.
bool gph_policy_gives(const GphPolicy *p, GphWant want, uint32_t sparks, uint32_t idle);
// where a FISH goes that got nothing here; its origin: home
int gph_policy_onward(GphPolicy *p, int origin, uint32_t hops);
void gph_policy_missed(GphPolicy *p, int64_t now);                // a FISH of ours is back
void gph_policy_caught(GphPolicy *p, int from, bool pushed);      // a spark has come
int gph_policy_push(GphPolicy *p, uint32_t sparks, int64_t now);  // whom to give a spark unasked; -1: nobody
