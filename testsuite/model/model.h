// model.h: what the clients of the model checker see of it. See explore.cc; clients are litmus.c, deque.c, inbox.c, world.c, blackhole.c.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MODEL_THREADS = 5 };              // the most threads of a client; 0 stands for what happens before and after

typedef struct ModelClient {
  const char *name;
  int threads;                           // numbered from 1
  void (*setup)(void);                   // sets every global variable that matters to what it is at the beginning
  void (*run)(int thread);
  void (*finish)(void);                  // after all threads, or NULL
  const char *outcomes;                  // litmus tests: the outcomes that there must be, no other, sorted, with ';' between; or "!" and what has to go wrong; else NULL
  int large;                             // 1: only with --all; 2: only by name, no run of it has come to its end (--limit bounds it)
  int daemons;                           // so many threads, the last ones, may wait for ever in the end
} ModelClient;
extern const ModelClient model_clients[];   // up to one without a name

typedef struct ModelSite {               // a place in the source where an atomic operation stands
  const char *what, *expr, *function, *file;
  int line, id;                          // id: given when it is first reached; 0 before
} ModelSite;

// ---- for clients
void model_check(bool ok, const char *claim);   // a claim that every execution must satisfy
#define CHECK(c) model_check(c, #c)
int model_thread(void);                  // the running one
int model_choose(int n);                 // each of 0 .. n-1 in some execution
void model_outcome(const char *format, ...);   // in finish: adds to the set of outcomes
extern void *model_local[MODEL_THREADS + 1], *model_current;   // model_current is model_local[model_thread()]; setup sets them
void *model_alloc(size_t size);          // zeroed, at the same address in every execution
void model_freed(void *p, size_t size);  // nobody may touch it any more
void model_pause(void);                  // in a loop that waits: goes on when something that was read since the last time has changed

// ---- what atomics.h makes of the atomic operations. Orders are gcc's __ATOMIC_*
uint64_t model_load(ModelSite *site, const void *p, int size, int order);
void model_store(ModelSite *site, void *p, int size, uint64_t v, int order);
typedef enum { MODEL_EXCHANGE, MODEL_ADD, MODEL_SUB, MODEL_OR, MODEL_AND, MODEL_RELEASE_SLEEPERS } ModelOp;
uint64_t model_rmw(ModelSite *site, ModelOp op, void *p, int size, uint64_t v, int order);   // the old value
bool model_cas(ModelSite *site, void *p, int size, void *expected, uint64_t v, int order, int failed);
void model_fence(ModelSite *site, int order);
void model_lock(void *lock);
void model_unlock(void *lock);
// gph_os_futex_wait, gph_os_futex_wake, malloc, calloc, free are the checker's, too.

#ifdef __cplusplus
}
#endif
