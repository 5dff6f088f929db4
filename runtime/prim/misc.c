// misc.c: primitives without a family, and what is left of application and CAFs.
#include "prim/misc.h"
#include "base/die.h"
#include "prim/prim.h"
#include "prof/eventlog.h"
#include "prof/strands.h"
#include <stdlib.h>

W gph_prim_TraceEvent(GphReg *R, W text) {
  if (GPH_LOGS(GPH_LOG_USER)) gph_log_text(GphEv_UserMsg, (const char *)text);
  return GPH_UNIT;
}
W gph_prim_TraceMarker(GphReg *R, W text) {
  if (GPH_LOGS(GPH_LOG_USER)) gph_log_text(GphEv_UserMarker, (const char *)text);
  return GPH_UNIT;
}

// f applied to the m words in R->args, too few, and no room at hp (eval/apply.c).
W gph_pap_c(GphReg *R, W f, W m) {
  W *p = gph_untag(f), fun = f, n = 0;
  if (gph_info(f)->kind == GphKind_Pap) {
    fun = p[1];
    n = p[2];
  }
  W mask = gph_info(fun)->arg_mask >> n, args[8];
  for (W i = 0; i < m; i++) {
    args[i] = R->args[i];
    if (mask >> i & 1) ROOT(args[i]);
  }
  ROOT(f);
  W *q = gph_alloc(R, 3 + n + m);
  UNROOT(f);
  for (I i = (I)m - 1; i >= 0; i--)
    if (mask >> i & 1) UNROOT(args[i]);
  p = gph_untag(f);
  q[0] = (W)&gph_pap_info;
  q[1] = n ? p[1] : f;
  q[2] = n + m;
  for (W i = 0; i < n; i++) q[3 + i] = p[3 + i];
  for (W i = 0; i < m; i++) q[3 + n + i] = args[i];
  return (W)q | 5;
}

// Code made with -debug found x where compiler/stg/evaluated.cc promised a tagged word.
W gph_prim_NotEvaluated(GphReg *R, W x) {
  const char *name = gph_info(x)->name;
  gph_die("compiler bug: %#lx, a %s, is not evaluated, but was taken to be", (unsigned long)x, name ? name : "object");
}

// linked through their word 2; pushed under the lock of gph_caf_claim_c
static W *entered_cafs;

// A CAF is entered: claim it for this thread; 0: somebody else was faster. CAF: [result][link][original info].
W gph_caf_claim_c(GphReg *R, W self, W info) {
  static GphLock lock = GPH_LOCK_INIT;
  W *caf = (W *)self;
  gph_lock(&lock);
  // whoever was faster may be updating it; who claimed it came through the lock
  bool first = gph_load_relaxed(&caf[0]) == info;
  if (first) {
    caf[1] = R->owner;
    caf[2] = (W)entered_cafs;
    caf[3] = info;
    entered_cafs = caf;
    gph_store_release(&caf[0], (W)&gph_blackhole_info);
  }
  gph_unlock(&lock);
  if (GPH_SCALING && first) gph_strand_caf_claimed(gph_hec_of(R), self);
  return first;
}

static GphLock forgotten_lock = GPH_LOCK_INIT;  // of the three below
static W **forgotten;
static size_t forgotten_count, forgotten_room;

void gph_caf_forget(W *caf) {
  gph_lock(&forgotten_lock);
  if (forgotten_count == forgotten_room) {
    const size_t room = forgotten_room ? 2 * forgotten_room : 64;
    W **more = realloc(forgotten, room * sizeof *more);
    if (more) {
      forgotten = more;
      forgotten_room = room;
    }
  }
  if (forgotten_count < forgotten_room) forgotten[forgotten_count++] = caf;  // else it keeps its value
  gph_unlock(&forgotten_lock);
}

void (*gph_unload)(GphEachWord each_word);

void gph_cafs_each(void (*f)(const W *caf)) {
  for (const W *c = entered_cafs; c; c = (const W *)c[2]) f(c);
}

void gph_cafs_drop(bool (*gone)(const W *caf)) {
  W *before = NULL;
  for (W *c = entered_cafs, *next; c; c = next) {
    next = (W *)c[2];
    if (!gone(c)) {
      before = c;
      continue;
    }
    if (before) before[2] = (W)next;
    else entered_cafs = next;
    c[0] = c[3];
    c[1] = c[2] = c[3] = 0;
  }
  gph_lock(&forgotten_lock);
  size_t kept = 0;
  for (size_t k = 0; k < forgotten_count; k++)
    if (!gone(forgotten[k])) forgotten[kept++] = forgotten[k];
  forgotten_count = kept;
  gph_unlock(&forgotten_lock);
}
static bool has_no_info(const W *caf) { return caf[0] == 0; }

// The world is stopped: nobody is between seeing the indirection and following it, and whoever claimed a CAF that has
// its value is through with it. One that is being evaluated waits for another collection.
void gph_cafs_drop_forgotten(void) {
  if (gph_load_relaxed(&forgotten_count) == 0) return;  // it may as well have come after this collection
  gph_lock(&forgotten_lock);
  size_t kept = 0, dropped = 0;
  for (size_t k = 0; k < forgotten_count; k++) {
    W *caf = forgotten[k];
    if (caf[3] == 0) continue;  // never entered
    if (caf[0] == (W)&gph_ind_info) {
      caf[0] = 0;
      dropped++;
    } else if (caf[0]) forgotten[kept++] = caf;
  }
  forgotten_count = kept;
  gph_unlock(&forgotten_lock);
  if (dropped) gph_cafs_drop(has_no_info);
}

void gph_cafs_roots(GphVisitor *v) {
  for (W *c = entered_cafs; c; c = (W *)c[2]) {
    if ((c[1] & 7) == GPH_TAG_UPDATE) {
      GphThread *t = (GphThread *)(c[1] & ~(W)7);
      if (!gph_waits_for_itself(t)) gph_visit_thread(v, t);  // see the Note of that name in eval/blackhole.c
    } else gph_visit(v, &c[1]);
  }
}
