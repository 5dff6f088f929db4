// litmus.c: the classic litmus tests, with the outcomes that C11 (as RC11 mends it) allows: they test the checker itself.
#include "atomics.h"
#include "base/atomic.h"
#include "base/os.h"
#include <stdlib.h>

static uint64_t *x, *y, *plain;
static uint64_t r[8];

static void setup(void) {
  x = model_alloc(8);
  y = model_alloc(8);
  plain = model_alloc(8);
  for (int i = 0; i < 8; i++) r[i] = 0;
}
static void two(void) { model_outcome("%lu%lu", r[0], r[1]); }
static void three(void) { model_outcome("%lu%lu%lu", r[0], r[1], r[2]); }
static void four(void) { model_outcome("%lu%lu%lu%lu", r[0], r[1], r[2], r[3]); }
static void memory(void) { model_outcome("%lu%lu", *x, *y); }

#define acq_rel_fence() __atomic_thread_fence(__ATOMIC_ACQ_REL)

// Store buffering.
static void sb_relaxed(int t) {
  gph_store_relaxed(t == 1 ? x : y, 1);
  r[t - 1] = gph_load_relaxed(t == 1 ? y : x);
}
static void sb_release(int t) {
  gph_store_release(t == 1 ? x : y, 1);
  r[t - 1] = gph_load_acquire(t == 1 ? y : x);
}
static void sb_seq(int t) {
  gph_store_seq(t == 1 ? x : y, 1);
  r[t - 1] = gph_load_seq(t == 1 ? y : x);
}
static void sb_fence(int t) {
  gph_store_relaxed(t == 1 ? x : y, 1);
  gph_fence_seq();
  r[t - 1] = gph_load_relaxed(t == 1 ? y : x);
}
static void sb_one_fence(int t) {
  gph_store_relaxed(t == 1 ? x : y, 1);
  if (t == 1) gph_fence_seq();
  r[t - 1] = gph_load_relaxed(t == 1 ? y : x);
}
static void sb_acq_rel_fence(int t) {
  gph_store_relaxed(t == 1 ? x : y, 1);
  acq_rel_fence();
  r[t - 1] = gph_load_relaxed(t == 1 ? y : x);
}
// An atomic update is no fence: what stands after it may come before its store is seen.
static void sb_update(int t) {
  gph_exchange(t == 1 ? x : y, 1);
  r[t - 1] = gph_load_relaxed(t == 1 ? y : x);
}
static void sb_update_seq(int t) {
  gph_exchange(t == 1 ? x : y, 1);
  r[t - 1] = gph_load_seq(t == 1 ? y : x);
}

// Message passing.
static void mp_relaxed(int t) {
  if (t == 1) { gph_store_relaxed(x, 1); gph_store_relaxed(y, 1); }
  else { r[0] = gph_load_relaxed(y); r[1] = gph_load_relaxed(x); }
}
static void mp_release(int t) {
  if (t == 1) { gph_store_relaxed(x, 1); gph_store_release(y, 1); }
  else { r[0] = gph_load_acquire(y); r[1] = gph_load_relaxed(x); }
}
static void mp_half(int t) {
  if (t == 1) { gph_store_relaxed(x, 1); gph_store_release(y, 1); }
  else { r[0] = gph_load_relaxed(y); r[1] = gph_load_relaxed(x); }
}
static void mp_fences(int t) {
  if (t == 1) { gph_store_relaxed(x, 1); acq_rel_fence(); gph_store_relaxed(y, 1); }
  else { r[0] = gph_load_relaxed(y); acq_rel_fence(); r[1] = gph_load_relaxed(x); }
}
static void mp_plain(int t) {                          // what is published need not be atomic
  if (t == 1) { *plain = 1; gph_store_release(y, 1); }
  else if ((r[0] = gph_load_acquire(y))) r[1] = *plain;
}
// A release sequence goes on through updates, of whatever order.
static void mp_update(int t) {
  if (t == 1) { gph_store_relaxed(x, 1); gph_store_release(y, 1); }
  else if (t == 2) gph_add_relaxed(y, 1);
  else { r[0] = gph_load_acquire(y); r[1] = gph_load_relaxed(x); }
}
// Not through other stores of the same thread (C++20; C11 had it otherwise).
static void mp_overwritten(int t) {
  if (t == 1) { gph_store_relaxed(x, 1); gph_store_release(y, 1); gph_store_relaxed(y, 2); }
  else { r[0] = gph_load_acquire(y); r[1] = gph_load_relaxed(x); }
}

// Independent reads of independent writes.
#define IRIW(name, store, load)                                                                                          \
  static void name(int t) {                                                                                              \
    if (t <= 2) { store(t == 1 ? x : y, 1); return; }                                                                    \
    r[2 * (t - 3)] = load(t == 3 ? x : y);                                                                               \
    r[2 * (t - 3) + 1] = load(t == 3 ? y : x);                                                                           \
  }
IRIW(iriw_acquire, gph_store_release, gph_load_acquire)
IRIW(iriw_seq, gph_store_seq, gph_load_seq)
static void iriw_fence(int t) {
  if (t <= 2) { gph_store_relaxed(t == 1 ? x : y, 1); return; }
  r[2 * (t - 3)] = gph_load_relaxed(t == 3 ? x : y);
  gph_fence_seq();
  r[2 * (t - 3) + 1] = gph_load_relaxed(t == 3 ? y : x);
}

// Load buffering: C11 allows 11 for relaxed; the checker's model does not (explore.cc).
static void lb(int t) {
  r[t - 1] = gph_load_relaxed(t == 1 ? x : y);
  gph_store_relaxed(t == 1 ? y : x, 1);
}

// Coherence: two reads of one location do not go back.
static void corr(int t) {
  if (t == 1) { gph_store_relaxed(x, 1); gph_store_relaxed(x, 2); }
  else { r[0] = gph_load_relaxed(x); r[1] = gph_load_relaxed(x); }
}
// ... nor do two threads see two stores in different orders.
static void coww(int t) {
  if (t <= 2) gph_store_relaxed(x, (uint64_t)t);
  else {
    r[2 * (t - 3)] = gph_load_relaxed(x);
    r[2 * (t - 3) + 1] = gph_load_relaxed(x);
  }
}
static bool crossed(void) { return r[0] == 1 && r[1] == 2 && r[2] == 2 && r[3] == 1; }
static void not_crossed(void) { CHECK(!crossed() && !(r[0] == 2 && r[1] == 1 && r[2] == 1 && r[3] == 2)); }

// 2+2W: stores may stand in another order than they are made in.
static void two_plus_two(int t) {
  gph_store_relaxed(t == 1 ? x : y, 1);
  gph_store_relaxed(t == 1 ? y : x, 2);
}
static void two_plus_two_seq(int t) {
  gph_store_seq(t == 1 ? x : y, 1);
  gph_store_seq(t == 1 ? y : x, 2);
}

// Write-to-read causality.
static void wrc(int t) {
  if (t == 1) gph_store_relaxed(x, 1);
  else if (t == 2) { r[0] = gph_load_relaxed(x); gph_store_release(y, 1); }
  else { r[1] = gph_load_acquire(y); r[2] = gph_load_relaxed(x); }
}

// RWC with seq_cst fences, and Z6.U, which tells RC11 from the older model: 130 is allowed.
static void rwc_fence(int t) {
  if (t == 1) gph_store_relaxed(x, 1);
  else if (t == 2) { r[0] = gph_load_relaxed(x); gph_fence_seq(); r[1] = gph_load_relaxed(y); }
  else { gph_store_relaxed(y, 1); gph_fence_seq(); r[2] = gph_load_relaxed(x); }
}
static void z6u(int t) {
  if (t == 1) { gph_store_seq(x, 1); gph_store_release(y, 1); }
  else if (t == 2) { r[0] = __atomic_fetch_add(y, 1, __ATOMIC_SEQ_CST); r[1] = gph_load_relaxed(y); }
  else { gph_store_seq(y, 3); r[2] = gph_load_seq(x); }
}

// Updates are atomic.
static void counter(int t) { gph_add_relaxed(x, 1); gph_add_relaxed(x, 1); (void)t; }
static void counted(void) { CHECK(*x == 6); }
static void cas_once(int t) { r[t - 1] = gph_cas(x, 0, (uint64_t)t); }
static void one_won(void) { CHECK(r[0] + r[1] + r[2] == 1); }

// Waiting loops and locks come to their end.
static void waits(int t) {
  if (t == 1) { *plain = 5; gph_store_release(x, 1); }
  else { while (!gph_load_acquire(x)) gph_pause(); r[0] = *plain; }
}
static void got_five(void) { CHECK(r[0] == 5); }
static GphLock a_lock;
static void locked(int t) {
  gph_lock(&a_lock);
  *plain += 1;
  gph_unlock(&a_lock);
  (void)t;
}
static void three_times(void) { CHECK(*plain == 3); }

// What is wrong is found.
static void race(int t) {
  if (t == 1) { *plain = 1; gph_store_relaxed(y, 1); }
  else if (gph_load_acquire(y)) r[0] = *plain;
}
static void reuse(int t) {                             // t 2 may still read what t 1 frees
  if (t == 1) { void *p = (void *)gph_exchange(x, 0); free(p); }
  else { uint64_t *p = (uint64_t *)gph_load_acquire(x); if (p) r[0] = *p; }
}
static void setup_reuse(void) { setup(); *x = (uint64_t)malloc(8); }
static void waits_for_ever(int t) {
  if (t == 1) gph_store_release(x, 1);
  else while (gph_load_acquire(x) < 2) gph_pause();
}
static uint32_t word;
static void setup_sleep(void) { setup(); word = 0; }
static void sleeps(int t) {
  if (t == 1) { gph_store_seq(&word, 1u); gph_os_futex_wake(&word, 1); }
  else while (!gph_load_seq(&word)) gph_os_futex_wait(&word, 0, -1);
}
static void oversleeps(int t) {                        // who wakes looks first whether anybody sleeps: the looking comes too early
  if (t == 1) { gph_store_release(&word, 1u); if (gph_load_relaxed(x)) gph_os_futex_wake(&word, 1); }
  else { gph_store_relaxed(x, 1); while (!gph_load_seq(&word)) gph_os_futex_wait(&word, 0, -1); }
}

const ModelClient model_clients[] = {
  { "SB relaxed", 2, setup, sb_relaxed, two, "00;01;10;11", false, 0 },
  { "SB release/acquire", 2, setup, sb_release, two, "00;01;10;11", false, 0 },
  { "SB seq_cst", 2, setup, sb_seq, two, "01;10;11", false, 0 },
  { "SB fences", 2, setup, sb_fence, two, "01;10;11", false, 0 },
  { "SB one fence", 2, setup, sb_one_fence, two, "00;01;10;11", false, 0 },
  { "SB acq_rel fences", 2, setup, sb_acq_rel_fence, two, "00;01;10;11", false, 0 },
  { "SB updates", 2, setup, sb_update, two, "00;01;10;11", false, 0 },
  { "SB updates, seq_cst loads", 2, setup, sb_update_seq, two, "01;10;11", false, 0 },
  { "MP relaxed", 2, setup, mp_relaxed, two, "00;01;10;11", false, 0 },
  { "MP release/acquire", 2, setup, mp_release, two, "00;01;11", false, 0 },
  { "MP without acquire", 2, setup, mp_half, two, "00;01;10;11", false, 0 },
  { "MP fences", 2, setup, mp_fences, two, "00;01;11", false, 0 },
  { "MP plain", 2, setup, mp_plain, two, "00;11", false, 0 },
  { "MP release sequence", 3, setup, mp_update, two, "00;01;10;11;21", false, 0 },
  { "MP overwritten", 2, setup, mp_overwritten, two, "00;01;11;20;21", false, 0 },
  { "IRIW release/acquire", 4, setup, iriw_acquire, four, "0000;0001;0010;0011;0100;0101;0110;0111;1000;1001;1010;1011;1100;1101;1110;1111", false, 0 },
  { "IRIW seq_cst", 4, setup, iriw_seq, four, "0000;0001;0010;0011;0100;0101;0110;0111;1000;1001;1011;1100;1101;1110;1111", false, 0 },
  { "IRIW fences", 4, setup, iriw_fence, four, "0000;0001;0010;0011;0100;0101;0110;0111;1000;1001;1011;1100;1101;1110;1111", false, 0 },
  { "LB", 2, setup, lb, two, "00;01;10", false, 0 },
  { "CoRR", 2, setup, corr, two, "00;01;02;11;12;22", false, 0 },
  { "CoWW", 4, setup, coww, not_crossed, NULL, false, 0 },
  { "2+2W relaxed", 2, setup, two_plus_two, memory, "11;12;21;22", false, 0 },
  { "2+2W seq_cst", 2, setup, two_plus_two_seq, memory, "12;21;22", false, 0 },
  { "WRC", 3, setup, wrc, three, "000;001;010;011;100;101;111", false, 0 },
  { "RWC fences", 3, setup, rwc_fence, three, "000;001;010;011;101;110;111", false, 0 },
  { "Z6.U", 3, setup, z6u, three, "010;011;030;031;120;121;130;131;310;311;340;341", false, 0 },
  { "counter", 3, setup, counter, counted, NULL, false, 0 },
  { "CAS once", 3, setup, cas_once, one_won, NULL, false, 0 },
  { "waiting", 2, setup, waits, got_five, NULL, false, 0 },
  { "lock", 3, setup, locked, three_times, NULL, false, 0 },
  { "race", 2, setup, race, NULL, "!data race", false, 0 },
  { "freed too early", 2, setup_reuse, reuse, NULL, "!use of memory after free", false, 0 },
  { "waits for ever", 2, setup, waits_for_ever, NULL, "!deadlock", false, 0 },
  { "sleeps", 2, setup_sleep, sleeps, NULL, NULL, false, 0 },
  { "oversleeps", 2, setup_sleep, oversleeps, NULL, "!deadlock", false, 0 },
  { 0 },
};
