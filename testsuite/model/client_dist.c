// client_dist.c: the protocol between processes: what runtime/dist does with messages, in every order in which they can
// come and PEs can have their turns. The sources are the real ones (addresses.c, pack.c, unpack.c, fetch.c, fish.c,
// policy.c, rest.c, and gateway.c's dealing with messages); each PE has its own copy of their variables, and one model
// thread chooses what happens next: a message is delivered, a PE evaluates, collects, or looks for a spark.
//
// What must hold: each thunk is evaluated once, by one PE; who waits for a value gets it; main gets the right one;
// nobody waits in the end but in a computation that needs itself, and that is found; and when everything is dropped all
// weight is home.
#define GPH_DIST
#include "model.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Memory of an execution. One thread chooses, so nothing of what it does needs the checker's eyes: this client is
// compiled without its instrumentation (PLAIN in `run`).
enum { ARENA = 1 << 22 };
static char *arena;  // above what is static
static size_t arena_used;
static void *arena_alloc(size_t n) {
  if (!arena) arena = mmap((void *)0x300000000, ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  n = (n + 15) & ~(size_t)15;
  if (arena_used + n > ARENA) abort();
  arena_used += n;
  return memset(arena + arena_used - n, 0, n);
}
static void *arena_grow(void *p, size_t n) {  // what was behind it comes along
  char *q = arena_alloc(n);
  for (size_t i = 0; p && i < n && (char *)p + i < q; i++) q[i] = ((char *)p)[i];
  return q;
}
#define malloc(n) arena_alloc(n)
#define calloc(n, size) arena_alloc((n) * (size))
#define realloc(p, n) arena_grow(p, n)
#define free(p) ((void)(p))
#define model_alloc(n) arena_alloc(n)
#include "base/flags.h"
#include "heap/visit.h"
#include "state/hecs.h"
#define grow addresses_grow
#define hash addresses_hash
#include "dist/addresses.c"
#undef grow
#include "dist/pack.c"
#define grow unpack_grow
#define on_values unpack_on_values
#define on_function unpack_on_function
#include "dist/unpack.c"
#undef grow
#include "dist/fetch.c"
#include "dist/policy.c"
#define send fish_send
#include "dist/fish.c"
#undef send
#define known rest_known
#define sent rest_sent
#include "dist/rest.c"
#include "dist/gateway.c"

// ---- the rest of the runtime
enum { PES = 3, MOST = 24, SPARKS = 4 };
int gph_pe, gph_pes;
GphFlags gph_flags;
const GphProgram gph_program;
uintptr_t gph_young_base, gph_old_base = ~(uintptr_t)0, gph_heap_end;
uint64_t gph_gc_number;
uint32_t gph_hungry_hecs, gph_gateway_idles;
GphHec **gph_hecs;
int gph_hecs_used, gph_hecs_enabled;
static char code[8];
const GphInfo gph_ind_info = {.kind = GphKind_Ind}, gph_blackhole_info = {.kind = GphKind_BlackHole},
              gph_whitehole_info = {.kind = GphKind_BlackHole}, gph_eager_blackhole_info = {.kind = GphKind_BlackHole},
              gph_fetch_me_info = {.kind = GphKind_FetchMe},
              gph_demand_info = {.kind = GphKind_Fun, .tag = 1, .ptrs = 1, .arg_mask = 1},
              gph_raise_info = {.kind = GphKind_Raise}, gph_bytes_info = {.kind = GphKind_Bytes},
              gph_array_info = {.kind = GphKind_Array};
// A thunk whose field says what it needs; a constructor whose field is a thunk's value, or a thunk.
static GphInfo thunk_info = {.kind = GphKind_Thunk, .ptrs = 1}, con_info = {.kind = GphKind_Con, .tag = 1, .ptrs = 1};
// One that needs several, one after the other.
enum { FIELDS = 4 };
static GphInfo several_info = {.kind = GphKind_Thunk, .ptrs = FIELDS};
// A value that is worth sending once.
enum { BIG = 300 };
static GphInfo big_info = {.kind = GphKind_Con, .tag = 1, .ptrs = 1, .nptrs = BIG};
char gph_thread_start[1];
int64_t gph_os_clock_ns(void) { return 0; }
void gph_hec_kick(GphHec *h) {}
void gph_post(GphHec *to, GphMsg *m) { CHECK(false); }
W *gph_alloc_side(GphHec *h, size_t n) { return model_alloc(n * sizeof(W)); }
W *gph_alloc_aside(GphHec *h, size_t n) { return model_alloc(n * sizeof(W)); }
void gph_thread_adopt(GphHec *h, GphThread *t) {}
GphThread *gph_thread_new_parked(GphHec *h, void *start) { return model_alloc(sizeof(GphThread)); }
void gph_closure_bad(const W *p, const GphInfo *i) { abort(); }
void gph_die(const char *format, ...) {
  model_check(false, format);
  abort();
}
void gph_fail(int exit_code, const char *format, ...) {
  gph_die(format);
  abort();
}
void gph_sparks_reserve(uint32_t n) {}
bool gph_sparks_reserved(void) { return true; }  // they are given away however idle who has them is
void gph_sparks_given(GphHec *h) {}

// ---- messages on their way: from, to; in order
typedef struct Mail {
  struct Mail *next;
  W *words;
  size_t n;
} Mail;
static Mail *mail[PES][PES];
void gph_transport_send(int to, W *words, size_t n) {
  Mail **p = &mail[gph_pe][to], *m = model_alloc(sizeof *m);
  *m = (Mail){.words = words, .n = n};
  while (*p) p = &(*p)->next;
  *p = m;
}
static int deliver_from;
W *gph_transport_receive(int *from, size_t *n) {
  Mail *m = mail[deliver_from][gph_pe];
  mail[deliver_from][gph_pe] = m->next;
  *from = deliver_from;
  *n = m->n;
  return m->words;
}

// ---- a PE
typedef struct {  // a computation: it evaluates `needs`, having claimed the thunks below it
  GphThread *thread;
  W stack[8];
  int depth;
  unsigned claimed;  // a bit for each of the stack
  W result;
  bool live, demand;
} Computation;
#define VARIABLES(X) \
  X(exports) \
  X(exports_used) \
  X(exports_room) \
  X(exports_free) \
  X(exports_live) \
  X(owed) \
  X(owed_used) \
  X(owed_room) \
  X(by_object) \
  X(by_object_size) \
  X(by_object_at) \
  X(imports) \
  X(imports_used) \
  X(imports_room) \
  X(imports_free) \
  X(imports_live) \
  X(by_address) \
  X(by_address_size) \
  X(by_address_used) \
  X(returns) \
  X(returns_used) \
  X(returns_room) \
  X(held_now) \
  X(copies) X(copies_live) X(copies_looked) X(gph_fetch_counts) X(wants) X(wants_used) X(wants_room) X(demands) \
      X(demands_used) X(demands_room) X(demands_ended) X(gph_policy) X(gph_fish_counts) X(number) X(missing) \
          X(all_rest) X(rest_known) X(found) X(rest_sent) X(received) X(sent_before) X(gph_messages_sent) \
              X(gph_messages_received)
static struct Pe {
#define X(v) __typeof__(v) v##_;
  VARIABLES(X)
#undef X
  GphHec *hec;
  Computation work[4];
  W spark[SPARKS];
  bool starts;  // its sparks are run
  int fishes;   // so many more
  int collections;
} pes[PES];
static void to_pe(int k) {
  struct Pe *p = &pes[gph_pe];
#define X(v) memcpy(&p->v##_, &v, sizeof v);
  VARIABLES(X)
#undef X
  gph_pe = k;
  p = &pes[k];
#define X(v) memcpy(&v, &p->v##_, sizeof v);
  VARIABLES(X)
#undef X
  gph_hecs = &p->hec;
}
static struct Pe *me(void) { return &pes[gph_pe]; }

// ---- sparks
int64_t gph_sparks_waiting(void) {
  int n = 0;
  for (int k = 0; k < SPARKS; k++) n += me()->spark[k] != 0;
  return n;
}
W gph_spark_export(GphHec *h) {
  for (int k = 0; k < SPARKS; k++) {
    const W x = me()->spark[k];
    me()->spark[k] = 0;
    if (x && ((const GphInfo *)*gph_untag(x))->kind == GphKind_Thunk) return x;
  }
  return 0;
}
// One for which there is a demand.
void gph_spark_keep(GphHec *h, W x) {
  for (int k = SPARKS; k-- > 0;)
    if (!me()->spark[k]) {
      me()->spark[k] = x;
      return;
    }
  CHECK(false);
}
static Computation *compute(W x, bool demand) {
  for (int k = 0; k < 4; k++) {
    Computation *c = &me()->work[k];
    if (c->live) continue;
    *c = (Computation){
        .thread = model_alloc(sizeof(GphThread)), .stack = {x}, .depth = 1, .live = true, .demand = demand};
    return c;
  }
  CHECK(false);
  return NULL;
}
void gph_spark_import(GphHec *h, W x) {
  for (int k = 0; k < SPARKS; k++)
    if (!me()->spark[k]) {
      me()->spark[k] = x;
      return;
    }
  CHECK(false);
}
static Computation *main_thread;
static GphThread *spawned;
GphThread *gph_spawn(GphReg *R, W closure) { return spawned = compute(gph_untag(closure)[1], true)->thread; }
void gph_run_push_front(GphHec *h, GphThread *t) {}
void gph_update_fetch_me(GphHec *h, W *p, W value) {
  CHECK(p[0] == (W)&gph_fetch_me_info);
  p[1] = value;
  p[0] = (W)&gph_ind_info;
}
bool gph_update_remote(GphHec *h, GphThread *t, W *p, W value) {
  p[1] = value;
  p[0] = (W)&gph_ind_info;
  return true;
}

// ---- evaluation. Each thunk has a number, in its constructor's place, for counting
static int evaluated;
static W resolve(W x) {
  for (;;) {
    const W *p = gph_untag(x);
    if ((x & 7) == GPH_TAG_IMM || p[0] == (W)&con_info || p[0] == (W)&big_info) return x;
    if (p[0] != (W)&gph_ind_info) return x;
    x = p[1];
  }
}
static bool is_whnf(W x) {
  return (x & 7) == GPH_TAG_IMM || *gph_untag(x) == (W)&con_info || *gph_untag(x) == (W)&big_info;
}
// Can c go on? A FetchMe can be entered.
static bool runnable(Computation *c) {
  if (!c->live) return false;
  const W x = resolve(c->stack[c->depth - 1]);
  return is_whnf(x) || ((const GphInfo *)*gph_untag(x))->kind != GphKind_BlackHole;
}
// Until it is done, or waits.
static void go_on(Computation *c) {
  while (runnable(c)) {
    const W x = resolve(c->stack[c->depth - 1]);
    W *p = gph_untag(x);
    if (is_whnf(x)) {
      c->result = x;
      c->claimed &= ~(1u << --c->depth);
      if (c->depth == 0) {
        c->live = false;
        if (c->demand) gph_demand_ended(c->thread, x);
        return;
      }
      // another one that is needed as well, or a thunk that it has claimed: a constructor with what that needed (last)
      W *t = gph_untag(c->stack[c->depth - 1]);
      if (!(c->claimed >> (c->depth - 1) & 1)) continue;
      CHECK(t[1] == ((W)c->thread | GPH_TAG_UPDATE));
      W *con = model_alloc(2 * sizeof(W));
      con[0] = (W)&con_info;
      con[1] = x;
      t[1] = (W)con | 1;
      t[0] = (W)&gph_ind_info;
      evaluated++;
    } else if (p[0] == (W)&thunk_info) {
      c->claimed |= 1u << (c->depth - 1);
      c->stack[c->depth++] = p[2];
      p[1] = (W)c->thread | GPH_TAG_UPDATE;
      p[0] = (W)&gph_blackhole_info;
    } else if (p[0] == (W)&several_info) {
      CHECK(c->depth == 1);
      c->claimed |= 1u << (c->depth - 1);
      for (int k = FIELDS; k-- > 0;) c->stack[c->depth++] = p[2 + k];
      p[1] = (W)c->thread | GPH_TAG_UPDATE;
      p[0] = (W)&gph_blackhole_info;
    } else {
      CHECK(p[0] == (W)&gph_fetch_me_info);
      gph_fetch_me_c(&me()->hec->reg, x);
    }
  }
}

// ---- a collection: what is not reached is overwritten
static W reached[64];
static int reached_used;
static void mark(W x) {
  if ((x & 7) == GPH_TAG_IMM || x < gph_young_base) return;
  W *p = gph_untag(x);
  for (int k = 0; k < reached_used; k++)
    if (reached[k] == (W)p) return;
  CHECK(reached_used < 64);
  reached[reached_used++] = (W)p;
  switch (((const GphInfo *)p[0])->kind) {
    case GphKind_Con:
    case GphKind_Ind: mark(p[1]); break;
    case GphKind_Thunk:
      for (int k = 0; k < ((const GphInfo *)p[0])->ptrs; k++) mark(p[2 + k]);
      break;
    default: break;
  }
}
static void mark_slot(GphVisitor *v, W *slot) { mark(*slot); }
static void mark_thread(GphVisitor *v, GphThread *t) {}
static bool is_reached(W *slot) {
  for (int k = 0; k < reached_used; k++)
    if (reached[k] == (W)gph_untag(*slot)) return true;
  return false;
}
static void collect(void) {
  GphVisitor v = {.slot = mark_slot, .thread = mark_thread};
  reached_used = 0;
  gph_exports_roots(&v);
  gph_fetched_roots(&v);
  gph_demands_roots(&v);
  for (int k = 0; k < 4; k++) {
    Computation *c = &me()->work[k];
    for (int d = 0; c->live && d < c->depth; d++) mark(c->stack[d]);
    if (c->result) mark(c->result);
  }
  for (int k = 0; k < SPARKS; k++)
    if (me()->spark[k]) mark(me()->spark[k]);
  gph_imports_prune(is_reached);
  gph_gc_number += COPY_UNUSED + 1;  // so that copies that are not used are offered
}

bool gph_sched_at_rest(GphHec *h) {
  for (int k = 0; k < 4; k++)
    if (runnable(&me()->work[k])) return false;
  return !gph_fetch_waiting();
}

// ---- what happens next
static void after(void) {  // as gph_dist_poll
  if (gph_fetch_waiting()) gph_fetch_send(me()->hec);
  gph_results_send();
  send_returns();
  send_offers();
}
typedef struct {
  int pe, what, k;
} Turn;
enum { DELIVER, RUN, START, FISH, COLLECT, ASK };
static int asks_early;  // ... while others are at work, so often
static bool asks;       // PE 0 may ask whether all are at rest
static int turns(Turn *to) {
  int n = 0;
  for (int pe = 0; pe < gph_pes; pe++) {
    to_pe(pe);
    for (int from = 0; from < gph_pes; from++)
      if (mail[from][pe]) to[n++] = (Turn){pe, DELIVER, from};
    for (int k = 0; k < 4; k++)
      if (runnable(&me()->work[k])) to[n++] = (Turn){pe, RUN, k};
    for (int k = 0; k < SPARKS; k++)
      if (me()->starts && me()->spark[k]) to[n++] = (Turn){pe, START, k};
    if (me()->fishes > 0) to[n++] = (Turn){pe, FISH, 0};
    if (me()->collections > 0) to[n++] = (Turn){pe, COLLECT, 0};
  }
  to_pe(0);
  if (asks_early > 0 && missing == 0) to[n++] = (Turn){0, ASK, 0};
  if (n == 0 && asks && !found) {
    to_pe(0);
    if (!found && missing == 0) to[n++] = (Turn){0, ASK, 0};
  }
  CHECK(n <= MOST);
  return n;
}
static void take(Turn t) {
  to_pe(t.pe);
  GphHec *h = me()->hec;
  switch (t.what) {
    case DELIVER: {
      int from;
      size_t n;
      deliver_from = t.k;
      W *m = gph_message_receive(&from, &n);
      handle(h, from, m, n);
      break;
    }
    case RUN: go_on(&me()->work[t.k]); break;
    case START:
      compute(me()->spark[t.k], false);
      me()->spark[t.k] = 0;
      break;
    case FISH:
      me()->fishes--;
      fish_send(gph_policy_ask(&gph_policy), gph_pe, 0, GPH_WANT_HUNGRY);
      break;
    case COLLECT:
      me()->collections--;
      collect();
      break;
    case ASK:
      if (asks_early > 0) asks_early--;
      gph_rest_ask();
      break;
  }
  after();
  CHECK(!found || asks || !main_thread->live);
}
// Each order, or (what has too many) one at random.
static uint64_t random_turns;
static int choice(int n) {
  if (!random_turns) return model_choose(n);
  random_turns = random_turns * 6364136223846793005ull + 1442695040888963407ull;
  return (int)(random_turns >> 33) % n;
}
static void all(void) {
  Turn t[MOST];
  for (int n; (n = turns(t)) > 0;) take(t[choice(n)]);
}
static void in_order(void) {
  Turn t[MOST];
  while (turns(t) > 0) take(t[0]);
}

// ---- the clients
static W *thunk(W needs) {
  W *p = model_alloc(3 * sizeof(W));
  p[0] = (W)&thunk_info;
  p[2] = needs;
  return p;
}
static int expected;   // thunks that are evaluated
static W *main_needs;  // what main evaluates, where it needs several, and their values
static W main_values[FIELDS];
#define ZERO(v) memset(&v, 0, sizeof v)
static void setup_nothing(void) { random_turns = 0; }
static void start(int n) {
  extern char end;
  gph_young_base = ((W)&end + 4095) & ~(W)4095;
  gph_flags = (GphFlags){
      .packet = 1 << 16, .packet_thunks = 100, .send_results = true, .fetch_ahead = 4, .fish_age = 2, .fishes = 1};
  thunk_info.whnf = several_info.whnf = con_info.whnf = big_info.whnf = (void *)code;
  gph_gc_number = 0;
  arena_used = 0;
  gph_pes = n;
  ZERO(pes);
  ZERO(mail);
  ZERO(gph_dist_lock);
  ZERO(gph_transport_lock);
  ZERO(gph_messages_of);
  out = NULL;
  out_room = 0;
  items = NULL;
  items_room = 0;
  places = NULL;
  places_room = 0;
  cuttable = rigid = NULL;
  cuttable_room = rigid_room = 0;
  items_used = 0;
  memset(hints, 0, sizeof hints);
  placed = NULL;
  placed_room = 0;
  moved = NULL;
  moved_room = moved_used = 0;
  evaluated = 0;
  main_needs = NULL;
  asks = false;
  asks_early = 0;
  static struct Pe zero;
#define X(v) memcpy(&v, &zero.v##_, sizeof v);
  VARIABLES(X)
#undef X
  gph_pe = 0;
  for (int k = n - 1; k >= 0; k--) {
    to_pe(k);
    me()->hec = model_alloc(sizeof(GphHec));
    me()->hec->reg.hec = me()->hec;
    gph_hecs = &me()->hec;
    gph_hecs_used = 1;
    by_object_at = ~(uint64_t)0;
    gph_fish_start();
    if (k) me()->fishes = me()->starts = 1;
  }
}
// The end: main has its value, everybody is done, and when all is dropped no object is exported any more.
static void check(void) {
  CHECK(!main_thread->live && evaluated == expected);
  for (int k = 0; main_needs && k < FIELDS; k++) CHECK(gph_untag(resolve(main_needs[2 + k]))[1] == main_values[k]);
  for (int pe = 0; pe < gph_pes; pe++)
    for (int k = 0; k < 4; k++) CHECK(!pes[pe].work[k].live);
  ZERO(pes[0].work);
  ZERO(pes[1].work);
  ZERO(pes[2].work);
  for (int round = 0; round < 6; round++) {
    for (int pe = 0; pe < gph_pes; pe++) {
      to_pe(pe);
      memset(me()->spark, 0, sizeof me()->spark);
      me()->collections = 1;
    }
    in_order();
  }
  for (int pe = 0; pe < gph_pes; pe++) {
    to_pe(pe);
    CHECK(exports_live == 0);
    CHECK(imports_live == 0);
    CHECK(copies_live == 0);
  }
}

// A spark that goes away, or not, and who needs it: PE 0's main.
static void setup_spark(void) {
  start(2);
  W *a = thunk(GPH_TAG_IMM), *b = thunk((W)a);
  me()->spark[0] = (W)b;
  main_thread = compute((W)b, false);
  expected = 2;
}
// A spark that takes thunks along whose values main needs, too, one after the other: Note [Values sent ahead] in
// dist/fetch.c.
static W number_of(int k) { return (W)k << 3 | GPH_TAG_IMM; }
static W *needs_several(const W *of) {
  W *p = model_alloc((2 + FIELDS) * sizeof(W));
  p[0] = (W)&several_info;
  for (int k = 0; k < FIELDS; k++) p[2 + k] = of[k];
  return p;
}
static void needed_by_main(const W *of) {
  main_needs = needs_several(of);
  for (int k = 0; k < FIELDS; k++) main_values[k] = gph_untag(of[k])[2];
  main_thread = compute((W)main_needs, false);
}
static void setup_ahead(void) {
  start(2);
  W of[FIELDS];
  for (int k = 0; k < FIELDS; k++) of[k] = (W)thunk(number_of(k));
  W *s = needs_several(of);
  me()->spark[0] = (W)s;
  needed_by_main(of);
  expected = FIELDS + 2;
}
// Two sparks for one process or two, with two thunks each, and one that both need.
static void ahead_twice(int n) {
  start(n);
  W of[2][FIELDS], all[FIELDS];
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < FIELDS; k++) of[i][k] = i && k < 2 ? of[0][k] : (W)thunk(number_of(FIELDS * i + k));
  for (int i = 0; i < 2; i++) me()->spark[i] = (W)needs_several(of[i]);
  for (int k = 0; k < FIELDS; k++) all[k] = of[k % 2][k];
  needed_by_main(all);
  pes[1].fishes = 2;
  expected = 2 * FIELDS - 2 + 3;
}
static void setup_ahead_twice(void) { ahead_twice(2); }
static void setup_ahead_three(void) { ahead_twice(3); }
// Two sparks, for one process or two, that share a thunk; PE 1 collects meanwhile.
static void shared(int n) {
  start(n);
  W *s = thunk(GPH_TAG_IMM), *a = thunk((W)s), *b = thunk((W)s);
  me()->spark[0] = (W)a;
  me()->spark[1] = (W)b;
  main_thread = compute((W)thunk((W)a), false);
  pes[1].collections = 1;
  expected = 4;
}
static void setup_shared(void) { shared(2); }
// ... and PE 1 looks twice.
static void setup_more(void) {
  shared(2);
  pes[1].fishes = 2;
}
static void setup_three(void) {
  shared(3);
  pes[1].collections = 0;
}
// A spark that may come home again; what it needs stays where it is.
static void setup_home(void) {
  start(2);
  gph_flags.packet_thunks = 0;
  W *s = thunk(GPH_TAG_IMM), *a = thunk((W)s);
  me()->spark[0] = (W)a;
  me()->fishes = 1;
  main_thread = compute((W)a, false);
  expected = 2;
}
// One that may be sent on.
static void setup_on(void) {
  start(3);
  gph_flags.packet_thunks = 0;
  W *s = thunk(GPH_TAG_IMM), *a = thunk((W)s);
  me()->spark[0] = (W)a;
  pes[2].starts = false;
  main_thread = compute((W)a, false);
  expected = 2;
}
// Two sparks that refer to a thunk which stays: the second reference to it finds the first.
static void setup_twice(void) {
  shared(2);
  gph_flags.packet_thunks = 0;
  pes[1].fishes = 2;
}
// Sparks that share a value, for a process that takes one after the other: the second brings what the third refers to.
static void setup_copies(void) {
  start(2);
  W *v = model_alloc((2 + BIG) * sizeof(W));
  v[0] = (W)&big_info;
  v[1] = GPH_TAG_IMM;
  for (int k = 0; k < SPARKS; k++) me()->spark[k] = (W)thunk((W)v | 1);
  W last = me()->spark[SPARKS - 1];
  pes[1].fishes = SPARKS;
  pes[1].collections = 1;
  main_thread = compute(last, false);
  expected = SPARKS;
}
// The same for two, and PE 0 asks too early whether all are at rest.
static void setup_early(void) {
  setup_spark();
  asks_early = 1;
}
static void run(int t) {
  all();
  // b, which main does not need, is evaluated by whoever has it as a spark, or by nobody.
  for (int k = 0; k < SPARKS; k++) {
    const W *p = gph_untag(pes[0].spark[k]);
    if (p && evaluated < expected) evaluated++;
    if (p && p[0] == (W)&several_info)
      for (int f = 0; f < FIELDS; f++) evaluated += gph_untag(resolve(p[2 + f]))[0] == (W)&thunk_info;
  }
  check();
}
// What needs itself by way of PE 1 is found, by PE 0, once nobody can go on.
static void setup_circle(void) {
  start(2);
  W *a = thunk(0), *b = thunk((W)a);
  a[2] = (W)b;
  me()->spark[0] = (W)b;
  main_thread = compute((W)a, false);
  asks = true;
}
static void run_circle(int t) {
  all();
  to_pe(0);
  CHECK(found && main_thread->live);
  for (int pe = 0; pe < gph_pes; pe++)
    for (int k = 0; k < 4; k++) {
      to_pe(pe);
      CHECK(!runnable(&me()->work[k]));
    }
}

// Some thousand orders of each of these.
static void sample(int t) {
  static void (*const setups[])(void) = {setup_more,   setup_three, setup_home,  setup_on,          setup_early,
                                         setup_copies, setup_twice, setup_ahead, setup_ahead_twice, setup_ahead_three};
  for (int k = 0; k < (int)(sizeof setups / sizeof *setups); k++)
    for (uint64_t seed = 1; seed <= 4000; seed++) {
      random_turns = 0;
      setups[k]();
      random_turns = seed * 0x9e3779b97f4a7c15ull | 1;
      if (seed % 2) pes[1].collections++;
      if (seed % 3 == 0) pes[0].collections++;
      if (seed % 5 == 0) asks_early++;
      run(t);
    }
  random_turns = 0;
}

const ModelClient model_clients[] = {
    {"a spark", 1, setup_spark, run, NULL, NULL, false, 0},
    {"two sparks share a thunk", 1, setup_shared, run, NULL, NULL, false, 0},
    {"sparks that wander", 1, setup_nothing, sample, NULL, NULL, false, 0},
    {"a circle", 1, setup_circle, run_circle, NULL, NULL, false, 0},
    {0},
};
