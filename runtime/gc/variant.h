// variant.h: for evac.c and scav.c alone: PAR, the names of the variant being compiled, and the accesses that race in
// the parallel one. See Note [Two variants] in collector.h.
#pragma once
#ifdef GPH_GC_PAR
#define PAR 1
#define VARIANT(name) name##_par
#else
#define PAR 0
#define VARIANT(name) name##_seq
#endif

// Note [Races of a collection]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// What several workers may touch at once, and why that is right. x86 needs no instruction for any of these orders.
//
// 1. The first word of an object in from-space: an info pointer, until somebody puts a forwarding word there (or, for a
//    selector thunk, an indirection). Loaded with acquire, stored with release (or by a CAS): who sees the forwarding
//    word sees the copy's words, which were written before. The other words of an object in from-space do not change,
//    but for the second word of a selector thunk (select_field's callers) and of an indirection
//    (Note [Chains of indirections] in copy.c). A copy takes its first word from what was loaded, never again from the
//    object.
// 2. Slots. Each object in to-space is scavenged by one worker (it is in a work item, which one worker takes), each
//    stack by the one that claimed its thread. Slots that several may evacuate at once are the handles in GphThreads
//    (queues, owners of black holes), the fields of an old object that two HECs have remembered, and the link of a
//    list's cell, which its copier may still store (copy_list in evac.c). Loads are acquires, stores releases: who
//    finds an address in to-space can read the object and its block's state. Each of them stores the final address of
//    what it loaded; what one loads is either still the old address or such a final one, so any order of stores leaves
//    a final one. A slot is loaded once for each evacuation: what looked like an object to be moved may be a small
//    number, or something static, at the next load (an indirection that another worker skipped); hence gph_evac's
//    parameter x. With promotion: each looks at what it stored itself, and remembers the object if that is young; so
//    whichever store is the last, somebody has remembered the object if need be.
// 3. Fields of objects in to-space or in the old generation are read by select_field on its way, while their scavenger
//    rewrites them: it finds the address in from-space or the final one. Both are values of the field. Stores are
//    releases and these loads acquires, so that the object found through such a field can be read too.
// 4. Info pointers in to-space: a black hole with a value becomes an indirection (the word, which decides, stays a
//    value); a MutVar or array that is old is marked dirty, then perhaps clean again, by each worker that scavenges it:
//    who leaves it dirty has remembered it.
// 5. The state of a large object's blocks: changed under gc.large_lock; loaded with acquire. Flags are stored before
//    the state.
static inline W load(const W *p) { return PAR ? gph_load_acquire(p) : *p; }
static inline void store(W *p, W x) {
  if (PAR) gph_store_release(p, x);
  else *p = x;
}
// A thread's handle was reached: its stack is to be scanned.
static inline void reached_thread(GphGcWorker *w, GphThread *t) {
  if (gph_thread_gone(t)) return;
#if PAR
  gph_gc_offer(w, (W)t | GPH_ITEM_THREAD);
#else
  t->gc_next = w->thread_todo;
  w->thread_todo = t;
#endif
}
