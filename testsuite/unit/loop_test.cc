// The counters of parallel loops (runtime/sched/loop.c): every batch once, in order without help, the lowest failure, killing. The threads here
// stand for workers. Alone, under ThreadSanitizer:
//   gcc -std=gnu11 -O1 -g -fsanitize=thread -Iruntime -Iruntime/include -DGPH_THREADED -c runtime/sched/loop.c -o loop.o
//   g++ -std=c++20 -O1 -g -fsanitize=thread -Iruntime -Iruntime/include -DGPH_THREADED testsuite/unit/loop_test.cc loop.o -lgtest -lgtest_main
#define _Static_assert static_assert
extern "C" {
#include "sched/loop.h"
}

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

const GphLoopSched kAll[] = {GPH_LOOP_SHARED, GPH_LOOP_SOCKET, GPH_LOOP_CORE, GPH_LOOP_HEC, GPH_LOOP_COMBINE, GPH_LOOP_ASYNC};

struct Loop {
  GphLoop *l;
  Loop(int64_t batches, int hecs, GphLoopSched sched, int hec = 0) {
    size_t size = gph_loop_size(hecs, sched);
    l = static_cast<GphLoop *>(aligned_alloc(64, (size + 63) / 64 * 64));
    gph_loop_setup(l, batches, 0, hec, hecs, sched);
  }
  ~Loop() { free(l); }
};

TEST(Loop, OneWorkerGetsAllInOrderIfItIsAlone) {
  gph_loop_places_simulate(1, 1, 1);
  for (GphLoopSched s : kAll)
    for (int64_t n : {0, 1, 2, 1000}) {
      Loop loop(n, 1, s);
      for (int64_t b = 0; b < n; b++) ASSERT_EQ(gph_loop_claim(loop.l, 0), b);
      EXPECT_FALSE(gph_loop_left(loop.l));
      EXPECT_EQ(gph_loop_claim(loop.l, 0), GPH_LOOP_NONE);
      EXPECT_EQ(gph_loop_claim(loop.l, 0), GPH_LOOP_NONE);
    }
}

// A caller without help takes its own part first, the lowest, and then every other one.
TEST(Loop, CallerReachesEveryStripe) {
  gph_loop_places_simulate(2, 2, 2);
  for (GphLoopSched s : kAll)
    for (int hec = 0; hec < 8; hec++) {
      Loop loop(100, 8, s, hec);
      std::vector<int> seen(100);
      EXPECT_EQ(gph_loop_claim(loop.l, 0), 0);
      seen[0]++;
      for (int64_t b; (b = gph_loop_claim(loop.l, 0)) != GPH_LOOP_NONE;) seen[b]++;
      for (int k = 0; k < 100; k++) EXPECT_EQ(seen[k], 1) << k;
    }
}

// 8 HECs, 2 to a core, 2 cores to a socket: after its own stripe a worker goes to the same core's, then to the same socket's.
TEST(Loop, NearestStripeFirst) {
  gph_loop_places_simulate(2, 2, 2);
  Loop loop(8, 8, GPH_LOOP_HEC, 5);
  int64_t want[] = {0, 7, 1, 2, 3, 4, 5, 6};   // the caller is HEC 5: HEC 4 has batch 7; 6, 7: batches 1, 2; then 0 to 3
  for (int64_t b : want) EXPECT_EQ(gph_loop_claim(loop.l, 0), b);
}

TEST(Loop, Places) {
  int core[] = {0, 1, 0, 1, 0, 1}, package[] = {0, 0, 1, 1, 0, 0};
  gph_loop_places_init(core, package, 6);
  int want_core[] = {0, 1, 2, 3, 0, 1, 0}, want_socket[] = {0, 0, 1, 1, 0, 0, 0};
  for (int i = 0; i < 7; i++) {
    EXPECT_EQ(gph_loop_places.core[i], want_core[i]) << i;
    EXPECT_EQ(gph_loop_places.socket[i], want_socket[i]) << i;
  }
  EXPECT_EQ(gph_loop_group(0, 4), 4);
  EXPECT_EQ(gph_loop_group(1, 4), 0);
  EXPECT_EQ(gph_loop_group(2, 3), 1);
}

TEST(Loop, StressEveryBatchOnce) {
  for (int threads_per_core : {1, 2})
    for (GphLoopSched s : kAll)
      for (int64_t n : {3, 5000}) {
        gph_loop_places_simulate(1, 2, threads_per_core);
        Loop loop(n, 4, s);
        std::vector<std::atomic<int>> seen(static_cast<size_t>(n));
        std::vector<std::thread> ts;
        for (int w = 1; w < 4; w++) gph_loop_start(loop.l, w, w);
        for (int w = 0; w < 4; w++)
          ts.emplace_back([&, w] {
            for (int64_t b; (b = gph_loop_claim(loop.l, w)) != GPH_LOOP_NONE;) seen[static_cast<size_t>(b)].fetch_add(1, std::memory_order_relaxed);
          });
        for (std::thread &t : ts) t.join();
        for (int64_t b = 0; b < n; b++) ASSERT_EQ(seen[static_cast<size_t>(b)].load(), 1) << "schedule " << s << " batch " << b;
      }
}

// Some batches fail: all below the lowest of them are run, and it is noted.
TEST(Loop, StressLowestFailure) {
  gph_loop_places_simulate(1, 2, 2);
  for (GphLoopSched s : kAll)
    for (int round = 0; round < 50; round++) {
      const int64_t n = 300, lowest = 40 + round;
      Loop loop(n, 4, s);
      std::vector<std::atomic<int>> seen(n);
      std::vector<std::thread> ts;
      for (int w = 1; w < 4; w++) gph_loop_start(loop.l, w, w);
      for (int w = 0; w < 4; w++)
        ts.emplace_back([&, w] {
          for (int64_t b; (b = gph_loop_claim(loop.l, w)) != GPH_LOOP_NONE;) {
            seen[static_cast<size_t>(b)].fetch_add(1);
            if (b >= lowest && (b - lowest) % 7 == 0) {
              EXPECT_EQ(gph_loop_current(loop.l, w), b);
              gph_loop_fail(loop.l, b);
            }
          }
        });
      for (std::thread &t : ts) t.join();
      EXPECT_EQ(loop.l->failed, lowest);
      for (int64_t b = 0; b < n; b++) ASSERT_TRUE(seen[static_cast<size_t>(b)].load() == 1 || (b > lowest && seen[static_cast<size_t>(b)].load() == 0)) << b;
    }
}

// A worker is marked only while it runs an unwanted batch; it sees each mark exactly once, and only after the killer set it.
TEST(Loop, StressKill) {
  gph_loop_places_simulate(1, 2, 2);
  for (GphLoopSched s : kAll) {
    const int64_t n = 20000;
    Loop loop(n, 3, s);
    std::atomic<int64_t> marks{0}, seen{0};
    std::atomic<int> running{2};
    std::vector<std::thread> ts;
    for (int w = 1; w < 3; w++) gph_loop_start(loop.l, w, w);
    for (int w = 1; w < 3; w++)
      ts.emplace_back([&, w] {
        for (;;) {
          int64_t b = gph_loop_claim(loop.l, w);
          if (b == GPH_LOOP_NONE) break;
          if (b == GPH_LOOP_KILLED) {
            seen++;
            EXPECT_EQ(gph_loop_current(loop.l, w), GPH_LOOP_KILLED);
          }
        }
        running--;
      });
    for (int64_t at = n; running.load() > 0; at = at > 0 ? at - 1 : -1) {
      gph_loop_fail(loop.l, at);
      for (int w = 1; w < 3; w++) marks += gph_loop_kill(loop.l, w);
    }
    for (std::thread &t : ts) t.join();
    EXPECT_EQ(gph_loop_kill(loop.l, 1) + gph_loop_kill(loop.l, 2), 0) << "they are done";
    EXPECT_EQ(marks.load(), seen.load());
  }
}

}  // namespace
