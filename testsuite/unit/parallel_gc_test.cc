// A collection by several workers: random graphs of every kind of object, spread over the nurseries, remembered sets, run queues and stable pointers of
// four HECs, are the same afterwards, and each mutable object and thunk is still one. Meanwhile three OS threads animate the other HECs, and so help.
// With ThreadSanitizer: testsuite/tests/gc/parallel/tsan_slow.sh.
#include "rts.h"
extern "C" {
W gph_dirty_mutvar_c(GphReg *R, W *object);
}

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {

constexpr int kHecs = 4;
constexpr GphInfo con(uint16_t ptrs, uint32_t nptrs, uint16_t number, uint8_t list = 0) {
  return {.whnf = gph_whnf_value, .nf = 0, .call = nullptr, .kind = GphKind_Con, .tag = 1, .arity = list, .home = 0, .con = number, .ptrs = ptrs, .nptrs = nptrs,
          .arg_mask = 0, .name = "Con", .source = nullptr, .twin = nullptr};
}
constexpr GphInfo other(GphKind kind, uint8_t tag, uint16_t ptrs, uint32_t nptrs, uint32_t mask) {
  return {.whnf = gph_whnf_value, .nf = 0, .call = nullptr, .kind = static_cast<uint8_t>(kind), .tag = tag, .arity = tag, .home = 0, .con = 0, .ptrs = ptrs, .nptrs = nptrs,
          .arg_mask = mask, .name = "Object", .source = nullptr, .twin = nullptr};
}
const GphInfo kCell = con(2, 1, 0), kPair = con(2, 0, 0, 1), kWide = con(9, 1, 0), kId = con(0, 1, 0), kFun = other(GphKind_Fun, 2, 3, 1, 1), kThunk = other(GphKind_Thunk, 0, 3, 1, 0);

W imm(W n) { return n << 3 | GPH_TAG_IMM; }
W *at(W x) { return gph_untag(x); }
GphKind kind_of(W x) { return static_cast<GphKind>(gph_info(x)->kind); }
W mix(W h, W x) { return (h ^ x) * 0x9e3779b97f4a7c15ull ^ (h >> 29); }

struct World {
  std::mt19937_64 rng;
  std::vector<W> pool;                         // objects made since the last collection, and roots
  std::vector<W> roots;                        // stable pointers
  std::vector<GphThread *> threads;            // each with one root on its stack, in a run queue for ever
  W next_id = 1;
  explicit World(uint64_t seed) : rng(seed) {}

  size_t below(size_t n) { return rng() % n; }
  GphHec *any_hec() { return gph_hecs[below(kHecs)]; }
  W any() { return below(8) == 0 ? imm(below(100)) : pool[below(2) ? below(pool.size()) : pool.size() - 1 - below(pool.size() < 50 ? pool.size() : 50)]; }
  W *raw(size_t words) { return gph_alloc_any(&any_hec()->reg, words); }
  W id() {
    W *p = raw(2);
    p[0] = W(&kId);
    p[1] = next_id++;
    return W(p) | 1;
  }
  W cell(W a, W b) {
    W *p = raw(4);
    p[0] = W(&kCell), p[1] = a, p[2] = b, p[3] = rng() & 0xffff;
    return W(p) | 1;
  }
  W pair(W a, W b) {
    W *p = raw(3);
    p[0] = W(&kPair), p[1] = a, p[2] = b;
    return W(p) | 1;
  }
  W make() {
    switch (below(16)) {
    case 0: {
      W *p = raw(2);
      p[0] = W(&gph_mutvar_dirty_info), p[1] = cell(id(), any());
      return W(p) | 1;
    }
    case 1: {
      W n = below(40) == 0 ? 600 : 1 + below(20);
      W i = id();
      W *p = raw(3 + n);
      p[0] = W(&gph_array_info), p[1] = n, p[2] = 1, p[3] = i;
      for (W k = 1; k < n; k++) p[3 + k] = any();
      return W(p) | 1;
    }
    case 2: {
      W n = below(40) == 0 ? 5000 : 8 + below(200);
      W *p = raw(2 + (n + 7) / 8);
      p[0] = W(&gph_bytes_info), p[1] = n, p[2] = next_id++;
      return W(p) | 1;
    }
    case 3: case 4: {
      W i = id();
      W *p = raw(6);
      p[0] = W(&kThunk), p[1] = rng() << 3, p[2] = i, p[3] = any(), p[4] = any(), p[5] = rng() & 0xffff;
      return W(p);
    }
    case 5: {                                  // an updated thunk; sometimes one that looks like a black hole: the word decides
      W v = value();
      if (below(40) == 0)                      // the end of a chain of such, to many of which something refers: Note [Chains of indirections] in gc/copy.c
        for (W n = below(700); n > 0; n--) {
          W *q = raw(2);
          q[0] = W(&gph_ind_info), q[1] = v;
          v = W(q);
          if (n % 4 == 0) add(v);
        }
      W *p = raw(6);
      p[0] = below(4) ? W(&gph_ind_info) : W(&gph_blackhole_info), p[1] = v;
      return W(p);
    }
    case 6: case 7: {                          // a selector of a constructor, perhaps behind an indirection
      W c = cell(any(), any());
      if (below(3) == 0) {
        W *q = raw(2);
        q[0] = W(&gph_ind_info), q[1] = c;
        c = W(q);
      }
      W *p = raw(3);
      p[0] = W(&gph_thunk_sel_info[below(2)]), p[1] = 0, p[2] = c;
      return W(p);
    }
    case 8: {
      W a = any(), b = any(), c = any();
      W *p = raw(5);
      p[0] = W(&kFun), p[1] = a, p[2] = b, p[3] = c, p[4] = rng() & 0xffff;
      return W(p) | 2;
    }
    case 9: {
      W *f = raw(5);
      f[0] = W(&kFun), f[1] = any(), f[2] = any(), f[3] = any(), f[4] = 3;
      W *p = raw(5);
      p[0] = W(&gph_pap_info), p[1] = W(f) | 2, p[2] = 1, p[3] = any();
      return W(p) | 5;
    }
    case 10: {
      W i = id();
      W *p = raw(6);
      p[0] = W(&gph_thunk_ap_info), p[1] = 0, p[2] = i, p[3] = 2, p[4] = any(), p[5] = any();
      return W(p);
    }
    case 11: {
      W *p = raw(11);
      p[0] = W(&kWide);
      for (int k = 1; k <= 9; k++) p[k] = any();
      p[10] = rng() & 0xffff;
      return W(p) | 1;
    }
    case 14: {                                 // a list: its cells go to the old generation together
      W l = any();
      for (size_t n = below(100); n > 0; n--) l = pair(any(), l);
      return l;
    }
    case 12:
      if (!threads.empty()) return threads[below(threads.size())]->handle;
      [[fallthrough]];
    case 13:
      if (!threads.empty()) {                  // a thunk that a thread evaluates
        W *p = raw(4);
        p[0] = below(4) ? W(&gph_blackhole_info) : W(&gph_eager_blackhole_info), p[1] = W(threads[below(threads.size())]) | GPH_TAG_UPDATE;
        return W(p);
      }
      [[fallthrough]];
    default: return cell(any(), any());
    }
  }
  W value() {                                  // something evaluated
    for (;;) {
      W x = any();
      if (x & 7) return x;
    }
  }
  void add(W x) { pool.push_back(x); }
};

// What a graph means: equal hashes whether constructors were duplicated, indirections or selectors removed. Objects with an identity count by it;
// what is in them is hashed once, under their identity.
struct Meaning {
  std::unordered_map<W, W> memo;               // address -> hash
  std::map<W, std::pair<W *, W>> objects;      // identity -> address, hash of what is in it
  std::vector<std::pair<W, W *>> todo;

  W identity(W *p, W id) {
    auto [it, fresh] = objects.try_emplace(id, p, 0);
    EXPECT_EQ(it->second.first, p) << "an object was duplicated";
    if (fresh) todo.emplace_back(id, p);
    return mix(77, id);
  }
  W fields(W h, const W *p, size_t n) {
    for (size_t i = 0; i < n; i++) h = mix(h, hash(p[i]));
    return h;
  }
  W hash(W x) {
    if ((x & 7) == 7) return x;
    W *p = at(x);
    const GphInfo *i = gph_info(x);
    switch (kind_of(x)) {
    case GphKind_Ind: case GphKind_BlackHole:
      if (gph_has_value(p, i)) return hash(p[1]);
      return mix(5, p[1]);
    case GphKind_ThunkSel: {
      W s = p[2];
      while (!(s & 7) && gph_has_value(at(s), gph_info(s))) s = at(s)[1];
      return hash(at(s)[1 + i->con]);
    }
    case GphKind_Bytes: return mix(identity(p, p[2]), p[1]);
    case GphKind_MutVar: return identity(p, at(at(p[1])[1])[1]);
    case GphKind_Array: return identity(p, at(p[3])[1]);
    case GphKind_Thunk: case GphKind_ThunkAp: return identity(p, at(p[2])[1]);
    case GphKind_Thread: return identity(p, p[1]);
    case GphKind_Con: case GphKind_Fun: case GphKind_Pap: break;
    default: ADD_FAILURE() << "kind " << int(i->kind); return 0;
    }
    auto it = memo.find(W(p));
    if (it != memo.end()) return it->second;
    W h;
    if (kind_of(x) == GphKind_Pap) h = fields(mix(9, p[2]), p + 3, p[2]) ^ hash(p[1]);
    else h = mix(fields(W(i), p + 1, i->ptrs), i->nptrs ? p[1 + i->ptrs] : 0);
    return memo[W(p)] = h;
  }
  void finish() {
    while (!todo.empty()) {
      auto [id, p] = todo.back();
      todo.pop_back();
      W h = 0;
      switch (static_cast<GphKind>(reinterpret_cast<const GphInfo *>(p[0])->kind)) {
      case GphKind_MutVar: h = hash(p[1]); break;
      case GphKind_Array: h = fields(p[1], p + 3, p[1]); break;
      case GphKind_Thunk: h = mix(fields(1, p + 2, 3), p[5]); break;
      case GphKind_ThunkAp: h = fields(mix(2, hash(p[2])), p + 4, p[3]); break;
      default: break;
      }
      objects[id].second = h;
    }
  }
};

using Snapshot = std::pair<std::vector<W>, std::map<W, W>>;
Snapshot snapshot(const World &w) {
  Meaning m;
  Snapshot s;
  for (W r : w.roots) s.first.push_back(m.hash(gph_prim_DeRefStablePtr(&gph_hecs[0]->reg, r)));
  for (GphThread *t : w.threads) s.first.push_back(m.hash(*t->rs)), m.hash(t->handle);
  m.finish();
  for (auto &[id, object] : m.objects) s.second[id] = object.second;
  return s;
}

void mutate(World &w) {
  std::vector<W> mutvars, arrays, thunks;
  for (W x : w.pool) {
    if ((x & 7) == 7) continue;
    switch (kind_of(x)) {
    case GphKind_MutVar: mutvars.push_back(x); break;
    case GphKind_Array: arrays.push_back(x); break;
    case GphKind_Thunk: thunks.push_back(x); break;
    default: break;
    }
  }
  auto remember = [&](W *p) {                  // by one HEC or by two
    if (W(p) < gph_old_base) return;
    gph_remember(w.any_hec(), p);
    if (w.below(2)) gph_remember(w.any_hec(), p);
  };
  for (W x : mutvars) {
    W *p = at(x);
    p[1] = w.cell(at(p[1])[1], w.any());
    if (p[0] == W(&gph_mutvar_clean_info)) p[0] = W(&gph_mutvar_dirty_info);
    remember(p);
  }
  for (W x : arrays) {
    W *p = at(x);
    if (p[1] < 2) continue;
    p[3 + 1 + w.below(p[1] - 1)] = w.any();
    if (p[2] == 0) {
      p[2] = 1;
      gph_remember(w.any_hec(), p);
      gph_remember(w.any_hec(), p);
    }
  }
  for (W x : thunks)
    if (w.below(3) == 0 && kind_of(x) == GphKind_Thunk) {
      W *p = at(x);
      p[1] = w.cell(imm(w.below(100)), arrays.empty() ? imm(1) : arrays[w.below(arrays.size())]);   // cycles go through mutable objects: Meaning::hash ends
      p[0] = W(&gph_ind_info);
      remember(p);
    }
}

struct Animators {                             // the owners of the other HECs
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  Animators() {
    gph_hec_become_running(gph_hecs[0]);
    for (int i = 1; i < kHecs; i++)
      threads.emplace_back([this, i] {
        while (!stop.load()) {
          gph_hec_become_running(gph_hecs[i]);
          std::this_thread::yield();
          gph_hec_become_stopped(gph_hecs[i]);
        }
      });
  }
  ~Animators() {
    stop = true;
    for (std::thread &t : threads) t.join();
  }
};

enum class Old { Copied, Marked, Either };
void rounds(uint64_t seed, int count, bool balance, bool lock_all, Old old) {
  setenv("GPHRTS", "-A4m", 1);                 // no collection but ours
  rts_start(kHecs);
  gph_flags.gc_workers = kHecs;
  gph_flags.par_gc_gen = 0;
  gph_flags.balance_gen = balance ? 0 : 2;
  gph_flags.gc_lock_all = lock_all;
  gph_flags.sanity = true;
  gph_flags.gc_stress = 1;                     // small blocks
  for (int i = 0; i < kHecs; i++) gph_hecs[i]->run_head = gph_hecs[i]->run_tail = nullptr;
  Animators animators;
  World w(seed);
  uint64_t before = gph_gc_stats.parallel[0] + gph_gc_stats.parallel[1];
  for (int r = 0; r < count; r++) {
    w.pool.clear();
    if (r % 25 == 24) {                        // mutable objects keep more and more alive
      for (W s : w.roots) gph_prim_FreeStablePtr(&gph_hecs[0]->reg, s);
      w.roots.clear();
      for (GphThread *t : w.threads) *t->rs = imm(0);
    }
    for (W s : w.roots) w.add(gph_prim_DeRefStablePtr(&gph_hecs[0]->reg, s));
    for (GphThread *t : w.threads) w.add(*t->rs);
    if (w.pool.empty()) w.add(imm(3));
    mutate(w);
    for (int k = 0; k < 2000; k++) w.add(w.make());
    for (int k = 0; k < 3; k++) {
      GphHec *h = w.any_hec();
      GphThread *t = gph_spawn(&h->reg, w.any());
      gph_run_push(h, t);
      if (w.threads.size() < 40) w.threads.push_back(t);
    }
    for (GphThread *t : w.threads)
      if (w.below(3) == 0) {
        *t->rs = w.any();
        t->seg->dirty = GPH_SEG_DIRTY;
        gph_thread_mark_dirty(w.any_hec(), t);
      }
    while (w.roots.size() > 30) {
      size_t k = w.below(w.roots.size());
      gph_prim_FreeStablePtr(&gph_hecs[0]->reg, w.roots[k]);
      w.roots[k] = w.roots.back();
      w.roots.pop_back();
    }
    for (int k = 0; k < 10; k++) w.roots.push_back(gph_prim_MakeStablePtr(&gph_hecs[0]->reg, w.pool[w.pool.size() - 1 - w.below(w.pool.size() < 200 ? w.pool.size() : 200)]));
    gph_flags.old_gc = old == Old::Copied || (old == Old::Either && w.below(2)) ? GPH_OLD_GC_COPY : GPH_OLD_GC_MARK;
    Snapshot s = snapshot(w);
    gph_stw_begin(gph_hecs[0]);
    gph_gc_run(gph_hecs[0], w.below(4) ? GPH_GC_YOUNG : GPH_GC_MAJOR);
    Snapshot after = snapshot(w);
    gph_stw_end(gph_hecs[0]);
    ASSERT_EQ(s.first, after.first) << "round " << r;
    ASSERT_EQ(s.second, after.second) << "round " << r;
  }
  EXPECT_GT(gph_gc_stats.parallel[0] + gph_gc_stats.parallel[1], before);
  for (W s : w.roots) gph_prim_FreeStablePtr(&gph_hecs[0]->reg, s);
  gph_hec_become_stopped(gph_hecs[0]);
}

#ifdef __SANITIZE_THREAD__
const int kRounds = 15;
#else
const char *const kThorough = getenv("THOROUGH");  // as testsuite/run sets it
const int kRounds = kThorough && *kThorough ? 25 : 12;
#endif
TEST(ParallelCollection, Balanced) { rounds(1, kRounds, true, false, Old::Copied); }
TEST(ParallelCollection, NotBalanced) { rounds(2, kRounds, false, false, Old::Copied); }
TEST(ParallelCollection, EverythingClaimed) { rounds(3, kRounds, true, true, Old::Copied); }
TEST(ParallelCollection, Marked) { rounds(4, kRounds, true, false, Old::Marked); }
TEST(ParallelCollection, MarkedNotBalanced) { rounds(5, kRounds, false, false, Old::Marked); }
// Note [Lists stay together] in gc/evac.c: many lists that grew cell by cell at one time.
void lists(int workers) {
  setenv("GPHRTS", "-A4m", 1);
  rts_start(kHecs);
  gph_flags.gc_workers = workers;
  gph_flags.par_gc_gen = 0;
  gph_flags.old_gc = GPH_OLD_GC_COPY;
  for (int i = 0; i < kHecs; i++) gph_hecs[i]->run_head = gph_hecs[i]->run_tail = nullptr;
  Animators animators;
  World w(7);
  constexpr int kLists = 60, kLength = 200;
  std::vector<W> heads(kLists, imm(0)), roots;
  for (int k = 0; k < kLength; k++)
    for (W &l : heads) l = w.pair(imm(W(k)), l);
  for (W l : heads) roots.push_back(gph_prim_MakeStablePtr(&gph_hecs[0]->reg, l));
  for (int collection = 0; collection < 3; collection++) {
    gph_stw_begin(gph_hecs[0]);
    gph_gc_run(gph_hecs[0], collection < 2 ? GPH_GC_YOUNG : GPH_GC_MAJOR);
    gph_stw_end(gph_hecs[0]);
    int together = 0;
    for (W r : roots) {
      W l = gph_prim_DeRefStablePtr(&gph_hecs[0]->reg, r);
      for (int k = kLength - 1; k >= 0; k--, l = at(l)[2]) {
        ASSERT_EQ(at(l)[1], imm(W(k)));
        if (at(l)[2] == l + 3 * sizeof(W)) together++;
      }
      ASSERT_EQ(l, imm(0));
    }
    EXPECT_GT(together, kLists * kLength * 9 / 10);
  }
  for (W r : roots) gph_prim_FreeStablePtr(&gph_hecs[0]->reg, r);
  gph_hec_become_stopped(gph_hecs[0]);
}
TEST(ListsStayTogether, OneWorker) { lists(1); }
TEST(ListsStayTogether, SeveralWorkers) { lists(kHecs); }

// Lists that are all reached from one root, so that never much waits to be scavenged: all workers copy some (Note [Narrow work] in gc/parallel.c).
TEST(ParallelCollection, NarrowWork) {
  if (gph_os_cpus() < 2) GTEST_SKIP() << "one processor: whoever has it copies all";
  setenv("GPHRTS", "-A4m", 1);
  rts_start(kHecs);
  gph_flags.gc_workers = kHecs;
  gph_flags.par_gc_gen = gph_flags.balance_gen = 0;
  gph_flags.gc_lock_all = false;
  gph_flags.old_gc = GPH_OLD_GC_COPY;
  gph_flags.sanity = true;
  gph_flags.gc_stress = 0;
  for (int i = 0; i < kHecs; i++) gph_hecs[i]->run_head = gph_hecs[i]->run_tail = nullptr;
  Animators animators;
  World w(8);
  constexpr int kLists = 40, kLength = 3000;
  double best = 0;
  for (int attempt = 0; attempt < 40 && best < 0.4; attempt++) {   // helpers come late on a busy machine
    std::vector<W> heads(kLists, imm(0));
    for (int k = 0; k < kLength; k++)
      for (W &l : heads) l = w.pair(imm(W(k)), l);
    W all = imm(0);
    for (W l : heads) all = w.pair(l, all);
    W root = gph_prim_MakeStablePtr(&gph_hecs[0]->reg, all);
    uint64_t words = gph_gc_stats.par_words, balanced = gph_gc_stats.par_balanced_words;
    gph_stw_begin(gph_hecs[0]);
    gph_gc_run(gph_hecs[0], GPH_GC_YOUNG);
    gph_stw_end(gph_hecs[0]);
    words = gph_gc_stats.par_words - words;
    balanced = gph_gc_stats.par_balanced_words - balanced;
    if (words > 0) best = std::max(best, double(balanced) / double(words));
    all = gph_prim_DeRefStablePtr(&gph_hecs[0]->reg, root);
    for (int i = 0; i < kLists; i++, all = at(all)[2]) {
      W l = at(all)[1];
      for (int k = kLength - 1; k >= 0; k--, l = at(l)[2]) ASSERT_EQ(at(l)[1], imm(W(k)));
      ASSERT_EQ(l, imm(0));
    }
    gph_prim_FreeStablePtr(&gph_hecs[0]->reg, root);
    gph_flags.sanity = false;
  }
  EXPECT_GE(best, 0.4);
  gph_hec_become_stopped(gph_hecs[0]);
}
TEST(ParallelCollection, MarkedOrCopied) { rounds(6, kRounds, true, false, Old::Either); }

}  // namespace
