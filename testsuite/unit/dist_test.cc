// Packets between processes (runtime/dist): what is packed and unpacked is the same graph, with its sharing and cycles;
// and a damaged packet ends the process with a message, never with a memory fault, even one whose check sum is right.
#include "rts.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <random>
#include <set>
#include <vector>

extern "C" {
#include "dist/addresses.h"
#include "dist/fish.h"
#include "dist/gateway.h"
#include "dist/pack.h"
#include "dist/transport.h"
#include "dist/unpack.h"
int gph_pe = 0, gph_pes = 2;
void gph_transport_start(int, char **) {}
bool gph_transport_agree(uint64_t) { return true; }
void gph_transport_send(int, W *words, size_t) { free(words); }
bool gph_transport_ready(void) { return false; }
W *gph_transport_receive(int *, size_t *) { return nullptr; }
bool gph_transport_pump(W) { return false; }
void gph_transport_progress(void) {}
int gph_transport_end(int code) { return code; }
void gph_transport_abort(int code) { _exit(code); }
void gph_transport_watch(void) {}
}

namespace {

const GphInfo kPair = {.whnf = gph_whnf_value,
                       .nf = 0,
                       .call = nullptr,
                       .kind = GphKind_Con,
                       .tag = 1,
                       .arity = 0,
                       .home = 0,
                       .con = 0,
                       .ptrs = 2,
                       .nptrs = 1,
                       .arg_mask = 0,
                       .name = "Pair",
                       .source = nullptr,
                       .twin = nullptr};
const GphInfo kThunk = {.whnf = gph_whnf_value,
                        .nf = 0,
                        .call = nullptr,
                        .kind = GphKind_Thunk,
                        .tag = 0,
                        .arity = 0,
                        .home = 0,
                        .con = 0,
                        .ptrs = 1,
                        .nptrs = 0,
                        .arg_mask = 0,
                        .name = "thunk",
                        .source = nullptr,
                        .twin = nullptr};

W imm(W n) { return n << 3 | GPH_TAG_IMM; }
W *at(W x) { return gph_untag(x); }

class Dist : public ::testing::Test {
 protected:
  void SetUp() override {
    h = rts_start();
    if (gph_load_relaxed(&h->state) == 0) gph_hec_become_running(h);
    gph_flags.packet = 1 << 20;
    gph_flags.packet_thunks = 100;
  }
  W pair(W a, W b, W raw) {
    W *p = gph_alloc_aside(h, 4);
    p[0] = W(&kPair), p[1] = a, p[2] = b, p[3] = raw;
    return W(p) | 1;
  }
  W array(std::vector<W> xs) {
    W *p = gph_alloc_aside(h, 3 + xs.size());
    p[0] = W(&gph_array_info), p[1] = xs.size(), p[2] = 1;
    memcpy(p + 3, xs.data(), xs.size() * sizeof(W));
    return W(p) | 1;
  }
  W bytes(size_t n) {
    W *p = gph_alloc_aside(h, 2 + (n + 7) / 8);
    p[0] = W(&gph_bytes_info), p[1] = n;
    for (size_t i = 0; i < (n + 7) / 8; i++) p[2 + i] = i * 0x123456789;
    return W(p) | 1;
  }
  W thunk(W x) {
    W *p = gph_alloc_aside(h, 3);
    p[0] = W(&kThunk), p[1] = 0, p[2] = x;
    return W(p);
  }
  W some_graph(unsigned seed) {
    std::mt19937 rng(seed);
    std::vector<W> made = {imm(1), imm(2)};
    for (int i = 0; i < 60; i++) {
      auto any = [&] { return made[rng() % made.size()]; };
      switch (rng() % 4) {
        case 0:
        case 1: made.push_back(pair(any(), any(), rng() & 0xffff)); break;
        case 2: made.push_back(array({any(), any(), any()})); break;
        case 3: made.push_back(bytes(rng() % 40)); break;
      }
    }
    W root = made.back(), last = pair(root, imm(0), 7);
    at(last)[2] = last;  // a cycle
    return last;
  }
  // The same graph?
  void same(W a, W b, std::map<W, W> &seen) {
    if ((a & 7) == GPH_TAG_IMM || at(a) < reinterpret_cast<W *>(gph_young_base)) {
      ASSERT_EQ(a, b);
      return;
    }
    ASSERT_EQ(a & 7, b & 7);
    if (!seen.try_emplace(a, b).second) {
      ASSERT_EQ(seen[a], b);
      return;
    }
    ASSERT_EQ(at(a)[0], at(b)[0]);
    const GphInfo *i = gph_info(a);
    switch (GphKind(i->kind)) {
      case GphKind_Con:
        ASSERT_EQ(at(a)[3], at(b)[3]);
        same(at(a)[1], at(b)[1], seen);
        same(at(a)[2], at(b)[2], seen);
        break;
      case GphKind_Array:
        ASSERT_EQ(at(a)[1], at(b)[1]);
        for (W k = 0; k < at(a)[1]; k++) same(at(a)[3 + k], at(b)[3 + k], seen);
        break;
      case GphKind_Bytes: ASSERT_EQ(memcmp(at(a) + 1, at(b) + 1, 8 + (at(a)[1] + 7) / 8 * 8), 0); break;
      default: FAIL();
    }
  }
  // Sent to PE 1, and what comes out of the packet there. moves: so many thunks have moved; their addresses are known.
  W there_and_back(W root, bool demanded, size_t moves) {
    size_t n, moved_used;
    GphMoved *moved;
    W *m = gph_pack(1, root, demanded, GPH_RESUME_HEAD, &n);
    EXPECT_NE(m, nullptr);
    W back = gph_unpack(h, 1, m + GPH_RESUME_HEAD, n - GPH_RESUME_HEAD, &moved, &moved_used);
    free(m);
    EXPECT_EQ(moved_used, moves);
    for (size_t i = 0; i < moved_used; i++)
      gph_import_known(moved[i].ticket, GphAddress{1, uint32_t(i), moved[i].weight});
    return back;
  }
  GphHec *h;
};

TEST_F(Dist, RoundTrip) {
  for (unsigned seed = 1; seed <= 50; seed++) {
    W root = some_graph(seed), back = there_and_back(root, true, 0);
    std::map<W, W> seen;
    same(root, back, seen);
    ASSERT_NE(root, back);
  }
}

TEST_F(Dist, ThunksMove) {
  W t = thunk(imm(5)), root = pair(t, t, 0), back = there_and_back(root, true, 1);
  EXPECT_EQ(gph_info(t)->kind, GphKind_FetchMe);
  EXPECT_EQ(at(back)[1], at(back)[2]);
  EXPECT_EQ(at(at(back)[1])[0], W(&kThunk));
  EXPECT_EQ(at(at(back)[1])[2], imm(5));
}

// A selector of what has been evaluated is what it selects: its selectee's other fields do not travel. Not the root.
TEST_F(Dist, Selectors) {
  auto select = [&](unsigned field, W x) {
    W *s = gph_alloc_aside(h, 3);
    s[0] = W(&gph_thunk_sel_info[field]), s[1] = 0, s[2] = x;
    return W(s);
  };
  W needed = thunk(imm(5)), other = thunk(imm(6)), both = pair(needed, other, 0);
  W back = there_and_back(thunk(select(0, both)), false, 2);
  EXPECT_EQ(gph_info(needed)->kind, GphKind_FetchMe);
  EXPECT_EQ(at(other)[0], W(&kThunk));
  EXPECT_EQ(at(at(back)[2])[2], imm(5));
  // by way of another one, an indirection, and the tag
  W *ind = gph_alloc_aside(h, 2);
  ind[0] = W(&gph_ind_info), ind[1] = both;
  back = there_and_back(thunk(select(1, select(0, pair(W(ind), thunk(imm(7)), 0)))), false, 2);
  EXPECT_EQ(gph_info(other)->kind, GphKind_FetchMe);
  EXPECT_EQ(at(at(back)[2])[2], imm(6));
  // as the root it goes itself, and so does one of what is not evaluated, with its selectee
  needed = thunk(imm(8)), other = thunk(imm(9));
  W root = select(0, pair(needed, other, 0));
  back = there_and_back(root, false, 3);
  EXPECT_EQ(gph_info(root)->kind, GphKind_FetchMe);
  EXPECT_EQ(gph_info(needed)->kind, GphKind_FetchMe);
  EXPECT_EQ(gph_info(other)->kind, GphKind_FetchMe);
  EXPECT_EQ(gph_info(back)->kind, GphKind_ThunkSel);
  root = select(1, thunk(imm(3)));
  back = there_and_back(thunk(root), false, 3);
  EXPECT_EQ(gph_info(root)->kind, GphKind_FetchMe);
  EXPECT_EQ(gph_info(at(back)[2])->kind, GphKind_ThunkSel);
}

// Thunks that stay by their info tables, and those that refer to such: Note [What stays at home] in abi.h.
TEST_F(Dist, Homes) {
  auto like = [](uint8_t home) {
    GphInfo i = kThunk;
    i.home = home;
    return i;
  };
  static const GphInfo kStays = like(GPH_HOME_STAYS), kLeads = like(GPH_HOME_STAYS | GPH_HOME_VALUE),
                       kOpen = like(GPH_HOME_VALUE);
  static GphInfo takes = kPair;
  takes.kind = GphKind_Fun, takes.arity = 1, takes.home = GPH_HOME_TAKES, takes.ptrs = takes.nptrs = 0;
  static W function[] = {W(&takes)};
  auto of = [&](const GphInfo &i, W x) {
    W t = thunk(x);
    at(t)[0] = W(&i);
    return t;
  };
  auto moves = [&](W t) {
    const W info = at(t)[0];
    size_t n;
    W *m = gph_pack(1, t, false, GPH_RESUME_HEAD, &n);
    if (!m) { EXPECT_EQ(at(t)[0], info); }
    free(m);
    return m != nullptr;
  };
  EXPECT_FALSE(moves(of(kStays, imm(1))));
  EXPECT_TRUE(moves(of(kThunk, of(kStays, imm(1)))));  // a plain value comes from home
  EXPECT_FALSE(moves(of(kThunk, of(kLeads, imm(1)))));
  EXPECT_FALSE(moves(of(kThunk, pair(imm(1), pair(of(kLeads, imm(1)), imm(2), 0), 0))));
  EXPECT_FALSE(moves(of(kThunk, of(kOpen, of(kLeads, imm(1))))));
  EXPECT_TRUE(moves(of(kThunk, of(kThunk, of(kLeads, imm(1))))));
  EXPECT_FALSE(moves(of(kThunk, W(function) | 1)));
  W *ap = gph_alloc_aside(h, 5);
  ap[0] = W(&gph_thunk_ap_info), ap[1] = 0, ap[2] = W(function) | 1, ap[3] = 1, ap[4] = imm(1);
  EXPECT_FALSE(moves(W(ap)));
  EXPECT_TRUE(moves(of(kThunk, W(ap))));  // its result is plain
  // many, each found in a round of its own
  W last = of(kLeads, imm(1));
  for (int i = 0; i < 300; i++) last = pair(of(kOpen, last), imm(1), 0);
  gph_flags.packet_thunks = 10;
  EXPECT_FALSE(moves(of(kThunk, pair(last, of(kLeads, imm(1)), 0))));
}

// What goes to a PE for the second time is said to be kept there, and is not sent a third time; also where the packet
// fills its buffer just then.
TEST_F(Dist, Copies) {
  for (size_t n = 980; n < 1030; n++) {
    W shared = array(std::vector<W>(n, imm(n)));
    W kept = 0;
    for (int time = 1; time <= 3; time++) {
      W root = pair(shared, imm(W(time)), 5);
      size_t words, moved_used;
      GphMoved *moved;
      W *m = gph_pack(1, root, true, GPH_RESUME_HEAD, &words);
      ASSERT_NE(m, nullptr);
      EXPECT_EQ(m[GPH_RESUME_HEAD + 2], W(time == 2));
      if (time == 3) { EXPECT_LT(words, size_t(20)); }
      W back = gph_unpack(h, 1, m + GPH_RESUME_HEAD, words - GPH_RESUME_HEAD, &moved, &moved_used);
      free(m);
      std::map<W, W> seen;
      same(root, back, seen);
      if (time == 2) kept = at(back)[1];
      if (time == 3) { EXPECT_EQ(at(back)[1], kept); }
    }
  }
}

// Each damage in a process of its own.
TEST_F(Dist, Damage) {
  W root = pair(some_graph(3), thunk(pair(some_graph(4), imm(1), 2)), 9);
  size_t n;
  W *m = gph_pack(1, root, true, GPH_RESUME_HEAD, &n);
  const W *packet = m + GPH_RESUME_HEAD;
  const size_t words = n - GPH_RESUME_HEAD;
  std::mt19937_64 rng(42);
  int ended = 0;
  for (int i = 0; i < 400; i++) {
    std::vector<W> bad(packet, packet + words);
    for (int k = 0; k <= i % 3; k++) {
      W &w = bad[rng() % bad.size()];
      switch (rng() % 6) {
        case 0: w ^= W(1) << rng() % 64; break;
        case 1: w = rng(); break;
        case 2: w = rng() % 256; break;
        case 3: w += 8 * (rng() % 64) - 256; break;
        case 4: w = bad[rng() % bad.size()]; break;
        case 5: bad.resize(1 + rng() % bad.size()); break;
      }
    }
    fflush(stdout);
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      if (!freopen("/dev/null", "w", stderr)) _exit(7);
      alarm(10);
      // With nothing behind it that could be taken for more of it.
      const size_t size = (bad.size() * sizeof(W) + 4095) & ~size_t(4095);
      char *end = static_cast<char *>(gph_os_alloc(size + 4096));
      mprotect(end + size, 4096, PROT_NONE);
      W *copy = reinterpret_cast<W *>(end + size) - bad.size();
      memcpy(copy, bad.data(), bad.size() * sizeof(W));
      GphMoved *moved;
      size_t moved_used;
      gph_unpack(h, 1, copy, bad.size(), &moved, &moved_used);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    const bool message =
        (WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 1 || WEXITSTATUS(status) == 251)) ||
        (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    EXPECT_TRUE(message) << "damage " << i << ": status " << status;
    ended += !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_GT(ended, 200);
  free(m);
}

// Policies: what is asked, whom, and what is given.
TEST(Policy, Watermarks) {
  std::vector<uint32_t> loads(4);
  GphPolicy p = {};
  p.pe = 1, p.pes = 4, p.delay_ns = 100, p.age = 3, p.fishes = 2, p.low = 2, p.high = 4, p.victim = GPH_VICTIM_RANDOM,
  p.random = 7, p.last = p.asked = -1, p.loads = loads.data();
  EXPECT_EQ(gph_policy_want(&p, 0, 1), GPH_WANT_HUNGRY);
  EXPECT_EQ(gph_policy_want(&p, 1, 0), GPH_WANT_AHEAD);
  EXPECT_EQ(gph_policy_want(&p, 2, 0), GPH_WANT_NOTHING);
  EXPECT_TRUE(gph_policy_gives(&p, GPH_WANT_HUNGRY, 1, 0));
  EXPECT_FALSE(gph_policy_gives(&p, GPH_WANT_HUNGRY, 1, 1));  // its own HEC has been woken for it
  EXPECT_FALSE(gph_policy_gives(&p, GPH_WANT_AHEAD, 3, 3));
  EXPECT_FALSE(gph_policy_gives(&p, GPH_WANT_AHEAD, 2, 0));
  EXPECT_TRUE(gph_policy_gives(&p, GPH_WANT_AHEAD, 3, 2));
  std::set<int> asked;
  for (int i = 0; i < 100; i++) {
    asked.insert(gph_policy_ask(&p));
    gph_policy_missed(&p, 1000);
  }
  EXPECT_EQ(asked, (std::set<int>{0, 2, 3}));
  EXPECT_EQ(p.again_at, 1000 + 16 * 100);  // no longer than that
  p.misses = 0;
  gph_policy_missed(&p, 1000);
  EXPECT_EQ(gph_policy_due(&p, 1000), 100);
  gph_policy_caught(&p, 3, false);
  EXPECT_EQ(gph_policy_due(&p, 1000), 0);
  p.victim = GPH_VICTIM_LAST;
  EXPECT_EQ(gph_policy_ask(&p), 3);
  gph_policy_heard(&p, 0, 9);
  gph_policy_heard(&p, 2, 3);
  p.victim = GPH_VICTIM_LOAD;
  EXPECT_EQ(gph_policy_ask(&p), 0);
  EXPECT_LT(gph_policy_due(&p, 5000), 0);  // two are out
  gph_policy_missed(&p, 0);
  gph_policy_missed(&p, 0);
  EXPECT_EQ(gph_policy_onward(&p, 0, 2), 0);
  EXPECT_EQ(gph_policy_push(&p, 4, 10000), -1);
  loads.assign(4, 0);
  EXPECT_NE(gph_policy_push(&p, 5, 10000), -1);
  EXPECT_EQ(gph_policy_push(&p, 5, 10050), -1);  // too soon
  loads.assign(4, 50);
  EXPECT_EQ(gph_policy_push(&p, 5, 20000), -1);  // all have as many
}

}  // namespace
