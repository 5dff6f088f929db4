// atomic.h: the only door to atomic operations: explicit order in the name, nothing implicit. The plain runtime has one
// HEC, but its ticker is a second OS thread, so the operations are real there too; locks are not (see GphLock).
#pragma once
#include "base/delay.h"
#include <stdbool.h>
#include <stdint.h>
#include <pthread.h>

// In the threaded debug runtime each but the relaxed ones is a place of +RTS --delay.
#define gph_load_relaxed(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define gph_load_acquire(p) (GPH_DELAY(), __atomic_load_n(p, __ATOMIC_ACQUIRE))
#define gph_load_seq(p) (GPH_DELAY(), __atomic_load_n(p, __ATOMIC_SEQ_CST))
#define gph_store_relaxed(p, v) __atomic_store_n(p, v, __ATOMIC_RELAXED)
#define gph_store_release(p, v) (GPH_DELAY(), __atomic_store_n(p, v, __ATOMIC_RELEASE))
#define gph_store_seq(p, v) (GPH_DELAY(), __atomic_store_n(p, v, __ATOMIC_SEQ_CST))
#define gph_exchange(p, v) (GPH_DELAY(), __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST))
#define gph_add_relaxed(p, v) __atomic_fetch_add(p, v, __ATOMIC_RELAXED)
#define gph_add_seq(p, v) (GPH_DELAY(), __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST))
#define gph_sub_seq(p, v) (GPH_DELAY(), __atomic_fetch_sub(p, v, __ATOMIC_SEQ_CST))
#define gph_or(p, v) (GPH_DELAY(), __atomic_fetch_or(p, v, __ATOMIC_SEQ_CST))
#define gph_and(p, v) (GPH_DELAY(), __atomic_fetch_and(p, v, __ATOMIC_SEQ_CST))
// True if *p was `old` and is now `new`.
#define gph_cas(p, old, new) \
  ({ \
    __typeof__(*(p)) old_ = (old); \
    GPH_DELAY(); \
    __atomic_compare_exchange_n(p, &old_, new, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  })
#define gph_fence_seq() (GPH_DELAY(), __atomic_thread_fence(__ATOMIC_SEQ_CST))
#define gph_pause() __builtin_ia32_pause()
// How often to look before going to sleep. (The model checker, testsuite/model, makes it never.)
#ifndef GPH_SPINS
#define GPH_SPINS(n) (n)
#endif

// What generated code publishes, ThreadSanitizer does not see where that is not instrumented (docs/runtime.md). A
// running thread shows itself as the owner of thunks.
#if defined(__SANITIZE_THREAD__) && !defined(GPH_TSAN_CODE)
extern void __tsan_acquire(void *), __tsan_release(void *);
#define gph_tsan_acquire(p) __tsan_acquire(p)
#define gph_tsan_release(p) __tsan_release(p)
#else
#define gph_tsan_acquire(p) ((void)(p))
#define gph_tsan_release(p) ((void)(p))
#endif

// A lock between HECs: nothing in the plain runtime.
#ifdef GPH_THREADED
typedef pthread_mutex_t GphLock;
#define GPH_LOCK_INIT PTHREAD_MUTEX_INITIALIZER
#define gph_lock_init(l) pthread_mutex_init(l, NULL)
#define gph_lock(l) (GPH_DELAY(), pthread_mutex_lock(l))
#define gph_unlock(l) (GPH_DELAY(), pthread_mutex_unlock(l))
#define gph_try_lock(l) (GPH_DELAY(), pthread_mutex_trylock(l) == 0)
#else
typedef struct {
  char unused;
} GphLock;
#define GPH_LOCK_INIT {0}
#define gph_lock_init(l) ((void)(l))
#define gph_lock(l) ((void)(l))
#define gph_unlock(l) ((void)(l))
#define gph_try_lock(l) ((void)(l), true)
#endif
