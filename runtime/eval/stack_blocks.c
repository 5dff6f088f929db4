// stack_blocks.c: where the memory of stacks comes from, and when so much is in use that a collection is due.
//
// Blocks are powers of two from 4 KiB to 256 KiB (2 MiB for one that a huge frame asks for), cut from 2 MiB slabs and
// kept in free lists by size: creating a thread is a list operation and a few stores. Smaller ones, for threads that
// wait with next to nothing on their stack, are quarters or halves of 4 KiB. Memory of free blocks of 64 KiB and more
// is given back after major collections.
//
// Note [Deep stacks]
// ~~~~~~~~~~~~~~~~~~
// One check of rsp at a function's entry is to do for its roots, too (GPH_STKCHK_ROOTS in gph/codegen.h): so there is
// as much room for roots in a segment as for frames. But most deep recursions have far fewer roots than frames, often
// none, and what they have not touched shall take no memory. The segments of a deep recursion (256 KiB) stand on large
// pages, without which the faults take as long as the recursion; in one block with its frames the roots' half would
// always be there. So those of 64 segments are elsewhere, GPH_DEEP_SPAN after their frames, on small pages; on large
// ones, too, if the segments before had many.
//    example:  foldr (\(a, b) r -> a * b + r) 0 over two lists zipped: 48 bytes a level, and 96 in one block
//    fault: a computation cut off in a full segment takes a block of 512 KiB; the rest of the slab was cut up for that,
//      and a piece of 256 KiB came to the next deep recursion, with its roots in somebody else's memory
//    wrong alternative: less room for roots: functions with one or two would have to check it; roots of the next
//    segment in what is left of this one's: a frozen computation (eval/exception.c) takes the upper segments with it
#include "eval/stack_blocks.h"
#include "base/atomic.h"
#include "base/die.h"
#include "base/os.h"
#include "prof/hooks.h"
#include "state/hecs.h"

// lock:pool_lock, all of it
enum {
  PAGE = 4096,
  BLOCK_LEAST_LOG = 10,
  BLOCK_LEAST = 1 << BLOCK_LEAST_LOG,
  SIZE_CLASSES = 13,  // to 4 MiB: the copy of a part of a segment of 2 MiB may need more (Note [Freezing])
  FEW_SLABS = 4       // of 2 MiB: beyond them pages are large, and more is taken at a time
};
static GphLock pool_lock = GPH_LOCK_INIT;
typedef struct GphFreeBlock {
  struct GphFreeBlock *next;
} FreeBlock;
// By size; that of GPH_STACK_MAX_SEGMENT is of deep blocks alone, which are half as large and have their other half
// elsewhere: what is left of a slab must not come in here (Note [Deep stacks]).
static FreeBlock *pool[SIZE_CLASSES];
static FreeBlock *discarded[SIZE_CLASSES];  // free, memory given back
static char *slab, *slab_end;
// See Note [Deep stacks]: where the frames of the next such segment will be, and the end of what is there for them.
static char *deep, *deep_end;
// bytes in allocated blocks; stored under the lock, read by anybody
static size_t in_use, most_in_use;
static size_t shallow;  // and in those that need no deep recursion; likewise
// changed under STW: gph_stack_collected
static size_t collect_at = GPH_STACK_COLLECT_LEAST, collect_all_at = 4 * GPH_STACK_COLLECT_LEAST;

static int class_of(size_t size) { return __builtin_ctzll(size) - BLOCK_LEAST_LOG; }

static void *take_block(size_t size) {  // lock held
  GPH_ASSERT(size != GPH_STACK_MAX_SEGMENT);
  int c = class_of(size);
  FreeBlock *b = pool[c];
  if (b) pool[c] = b->next;
  else if ((b = discarded[c])) discarded[c] = b->next;
  else if (size < PAGE) {
    char *page = take_block(PAGE);
    for (size_t at = PAGE - size; at > 0; at -= size) {
      FreeBlock *f = (FreeBlock *)(page + at);
      f->next = pool[c];
      pool[c] = f;
    }
    b = (FreeBlock *)page;
  } else {
    if (slab + size > slab_end) {
      // The rest of the slab is cut into blocks of smaller classes: nothing is lost.
      while (slab < slab_end) {
        size_t rest = (size_t)(slab_end - slab);
        int k = 63 - __builtin_clzll(rest) - BLOCK_LEAST_LOG;
        if (k >= SIZE_CLASSES) k = SIZE_CLASSES - 1;
        if (k == class_of(GPH_STACK_MAX_SEGMENT)) k--;
        FreeBlock *f = (FreeBlock *)slab;
        f->next = pool[k];
        pool[k] = f;
        slab += (size_t)BLOCK_LEAST << k;
      }
      static int slabs;
      size_t n = size > GPH_STACK_SLAB ? size : GPH_STACK_SLAB;
      if (n > GPH_STACK_SLAB || ++slabs <= FEW_SLABS) slab = gph_os_alloc(n);
      else {  // thousands of threads: a collection looks at each, and each would be a miss of the TLB, too
        n = 4 * GPH_STACK_SLAB;
        slab = (char *)(((uintptr_t)gph_os_alloc(n + GPH_STACK_SLAB) + GPH_STACK_SLAB - 1) &
                        ~(uintptr_t)(GPH_STACK_SLAB - 1));
        gph_os_large_pages(slab, n);
      }
      slab_end = slab + n;
    }
    b = (FreeBlock *)slab;
    slab += size;
  }
  return b;
}

// A block for the frames of a deep recursion's segment, with one for its roots.
static void *take_deep_block(bool many_roots) {  // lock held
  int c = class_of(GPH_STACK_MAX_SEGMENT);
  FreeBlock *b = pool[c];
  if (b) pool[c] = b->next;
  else if ((b = discarded[c])) discarded[c] = b->next;
  else {
    if (deep == deep_end) {
      char *first = deep;
      deep = (char *)(((uintptr_t)gph_os_alloc(2 * GPH_DEEP_SPAN + GPH_STACK_SLAB) + GPH_STACK_SLAB - 1) &
                      ~(uintptr_t)(GPH_STACK_SLAB - 1));
      deep_end = deep + GPH_DEEP_SPAN;
      // the first ones may be all that are needed, and little of them
      const size_t few = first ? 0 : GPH_STACK_SLAB;
      gph_os_large_pages(deep + few, GPH_DEEP_SPAN - few);
      gph_os_small_pages(deep + GPH_DEEP_SPAN, GPH_DEEP_SPAN);
    }
    b = (FreeBlock *)deep;
    if (many_roots)
      gph_os_large_pages((char *)((uintptr_t)(deep + GPH_DEEP_SPAN) & ~(uintptr_t)(GPH_STACK_SLAB - 1)),
                         GPH_STACK_SLAB);
    deep += GPH_DEEP_HALF;
  }
  return b;
}

void *gph_stack_block(size_t size, bool many_roots) {
  GPH_ASSERT((size & (size - 1)) == 0 && size >= BLOCK_LEAST && class_of(size) < SIZE_CLASSES);
  gph_lock(&pool_lock);
  void *b = size == GPH_STACK_MAX_SEGMENT ? take_deep_block(many_roots) : take_block(size);
  const size_t n = in_use + size;
  gph_store_relaxed(&in_use, n);
  if (n > most_in_use) gph_store_relaxed(&most_in_use, n);
  if (size <= GPH_STACK_FIRST_LARGE) gph_store_relaxed(&shallow, shallow + size);
  gph_unlock(&pool_lock);
  return b;
}

void *gph_thread_block(GphHec *h) {
  enum { TOGETHER = 16 };
  FreeBlock *b = h->thread_blocks;
  if (b) {
    h->thread_blocks = b->next;
    return b;
  }
  gph_lock(&pool_lock);
  b = take_block(GPH_STACK_APART);
  for (int i = 1; i < TOGETHER; i++) {
    FreeBlock *f = take_block(GPH_STACK_APART);
    f->next = h->thread_blocks;
    h->thread_blocks = f;
  }
  gph_store_relaxed(&in_use, in_use + TOGETHER * GPH_STACK_APART);
  gph_store_relaxed(&shallow, shallow + TOGETHER * GPH_STACK_APART);
  if (in_use > most_in_use) gph_store_relaxed(&most_in_use, in_use);
  gph_unlock(&pool_lock);
  return b;
}

void gph_stack_block_free(void *p, size_t size) {
  int c = class_of(size);
  FreeBlock *b = p;
  gph_lock(&pool_lock);
  gph_store_relaxed(&in_use, in_use - size);
  if (size <= GPH_STACK_FIRST_LARGE) gph_store_relaxed(&shallow, shallow - size);
  b->next = pool[c];
  pool[c] = b;
  gph_unlock(&pool_lock);
}

void gph_stack_release(void) {
  gph_lock(&pool_lock);
  for (int c = class_of(64 << 10); c < SIZE_CLASSES; c++) {
    FreeBlock *b = pool[c];
    for (int keep = 2; b && keep > 1; keep--) b = b->next;  // a few stay warm
    if (!b) continue;
    FreeBlock *next = b->next;
    b->next = NULL;
    while ((b = next)) {
      next = b->next;
      size_t size = (size_t)BLOCK_LEAST << c;
      if (size == GPH_STACK_MAX_SEGMENT) {
        size = GPH_DEEP_HALF;
        gph_os_discard((char *)b + GPH_DEEP_SPAN, size);
      }
      gph_os_discard((char *)b + PAGE, size - PAGE);
      b->next = discarded[c];
      discarded[c] = b;
    }
  }
  gph_unlock(&pool_lock);
}

size_t gph_stack_most_in_use(void) { return gph_load_relaxed(&most_in_use); }
size_t gph_stack_in_use(void) { return gph_load_relaxed(&in_use); }

// Threads that have ended, and what only they kept alive, are there until a collection finds that nobody knows them:
// those of a young handle a young one. So their memory makes a collection due, each time that it has doubled (lest
// those that live be looked at again and again). Not that of the large segments: they are a deep recursion's, whose
// thread needs them, and gives them back when it has ended.
int gph_stack_collection_due(void) {
  const size_t n = gph_load_relaxed(&shallow);
  return n <= collect_at ? 0 : n <= collect_all_at ? 1 : 2;
}
void gph_stack_collected(bool major) {
  const size_t n = gph_load_relaxed(&shallow);
  collect_at = 2 * n > GPH_STACK_COLLECT_LEAST ? 2 * n : GPH_STACK_COLLECT_LEAST;
  if (major) collect_all_at = 4 * collect_at;
}
