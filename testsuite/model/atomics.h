// atomics.h: included before the sources under test: gcc's atomic built-ins become calls of the model checker. runtime/base/atomic.h, through
// which the runtime has them, is used as it is. Plain accesses come to the checker because the sources are compiled with -fsanitize=thread.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include "model.h"

#define MODEL_SITE(what, expr) ({ static ModelSite site_ = { what, expr, __func__, __FILE__, __LINE__, 0 }; &site_; })
#define MODEL_TYPED(p, call) ((__typeof__(*(p)))(call))

#define __atomic_load_n(p, o) MODEL_TYPED(p, model_load(MODEL_SITE("load", #p), (const void *)(p), sizeof *(p), o))
#define __atomic_store_n(p, v, o) model_store(MODEL_SITE("store", #p), (void *)(p), sizeof *(p), (uint64_t)(v), o)
#define __atomic_exchange_n(p, v, o) MODEL_TYPED(p, model_rmw(MODEL_SITE("exchange", #p), MODEL_EXCHANGE, (void *)(p), sizeof *(p), (uint64_t)(v), o))
#define __atomic_fetch_add(p, v, o) MODEL_TYPED(p, model_rmw(MODEL_SITE("add", #p), MODEL_ADD, (void *)(p), sizeof *(p), (uint64_t)(v), o))
#define __atomic_fetch_sub(p, v, o) MODEL_TYPED(p, model_rmw(MODEL_SITE("sub", #p), MODEL_SUB, (void *)(p), sizeof *(p), (uint64_t)(v), o))
#define __atomic_fetch_or(p, v, o) MODEL_TYPED(p, model_rmw(MODEL_SITE("or", #p), MODEL_OR, (void *)(p), sizeof *(p), (uint64_t)(v), o))
#define __atomic_fetch_and(p, v, o) MODEL_TYPED(p, model_rmw(MODEL_SITE("and", #p), MODEL_AND, (void *)(p), sizeof *(p), (uint64_t)(v), o))
#define __atomic_compare_exchange_n(p, e, v, weak, o, f) model_cas(MODEL_SITE("cas", #p), (void *)(p), sizeof *(p), e, (uint64_t)(v), o, f)
#define __atomic_thread_fence(o) model_fence(MODEL_SITE("fence", ""), o)
#define __builtin_ia32_pause() model_pause()
#define GPH_SPINS(n) 0
#define pthread_mutex_lock(l) model_lock(l)
#define pthread_mutex_unlock(l) model_unlock(l)
