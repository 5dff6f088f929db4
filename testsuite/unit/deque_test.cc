// The spark pool's deque: order, bound, and a stress test of one owner against several thieves.
#include "rts.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace {

TEST(Deque, OldestFirstForThievesYoungestForPop) {
  GphDeque d;
  gph_deque_init(&d, 8);
  for (W x = 1; x <= 5; x++) EXPECT_TRUE(gph_deque_push(&d, x * 8));
  EXPECT_EQ(gph_deque_size(&d), 5);
  EXPECT_EQ(gph_deque_steal(&d), 8u);
  EXPECT_EQ(gph_deque_pop(&d), 40u);
  EXPECT_EQ(gph_deque_steal(&d), 16u);
  EXPECT_EQ(gph_deque_pop(&d), 32u);
  EXPECT_EQ(gph_deque_pop(&d), 24u);
  EXPECT_EQ(gph_deque_pop(&d), 0u);
  EXPECT_EQ(gph_deque_steal(&d), 0u);
  EXPECT_EQ(gph_deque_size(&d), 0);
}

TEST(Deque, FullRefusesAndGoesRound) {
  GphDeque d;
  gph_deque_init(&d, 4);
  for (W x = 1; x <= 4; x++) EXPECT_TRUE(gph_deque_push(&d, x));
  EXPECT_FALSE(gph_deque_push(&d, 5));
  for (W x = 5; x < 1000; x++) {
    EXPECT_EQ(gph_deque_steal(&d), x - 4);
    EXPECT_TRUE(gph_deque_push(&d, x));
    EXPECT_FALSE(gph_deque_push(&d, x + 1));
  }
}

TEST(Deque, NotesGoWithTheirItems) {
  GphSparkPool d;
  gph_pool_init(&d, 4);
  gph_pool_note(&d);
  uint32_t note = 0;
  for (W x = 1; x <= 4; x++) {
    EXPECT_TRUE(gph_deque_looks_full(&d.deque));             // at all times: so gph_spark_at goes the long way
    EXPECT_TRUE(gph_pool_push_noted(&d, x * 8, uint32_t(x + 100)));
  }
  EXPECT_FALSE(gph_pool_push_noted(&d, 40, 105));
  EXPECT_EQ(gph_pool_steal(&d, &note), 8u);
  EXPECT_EQ(note, 101u);
  EXPECT_EQ(gph_pool_pop(&d, &note), 32u);
  EXPECT_EQ(note, 104u);
  EXPECT_EQ(gph_deque_steal(&d.deque), 16u);
  EXPECT_TRUE(gph_deque_looks_full(&d.deque));
  EXPECT_FALSE(gph_deque_is_full(&d.deque));
}

// Every element pushed is taken exactly once, by somebody, and with its note.
void stress(bool lifo, int thieves, W count, bool notes = false) {
  GphSparkPool d;
  gph_pool_init(&d, 64);
  if (notes) gph_pool_note(&d);
  std::atomic<int> wrong{0};
  std::vector<std::atomic<int>> seen(count + 1);
  std::atomic<bool> done{false};
  auto steal = [&] {
    uint32_t note = 0;
    W x = notes ? gph_pool_steal(&d, &note) : gph_deque_steal(&d.deque);
    if (x && notes && note != uint32_t(x * 7)) wrong++;
    return x;
  };
  auto take = [&](W x) { seen[x].fetch_add(1); };
  auto own = [&] { return lifo ? gph_deque_pop(&d.deque) : steal(); };
  std::vector<std::thread> ts;
  for (int i = 0; i < thieves; i++)
    ts.emplace_back([&] {
      while (!done.load()) {
        if (W x = steal()) take(x);
      }
    });
  for (W x = 1; x <= count;) {
    if (notes ? gph_pool_push_noted(&d, x, uint32_t(x * 7)) : gph_deque_push(&d.deque, x)) x++;
    if (x % 3 == 0)
      if (W y = own()) take(y);
  }
  for (;;) {
    W y = own();
    if (y) take(y);
    else if (gph_pool_size(&d) == 0) break;
  }
  done = true;
  for (std::thread &t : ts) t.join();
  EXPECT_EQ(wrong.load(), 0);
  for (W x = 1; x <= count; x++) ASSERT_EQ(seen[x].load(), 1) << x;
}
TEST(Deque, StressFifo) { stress(false, 3, 300000); }
TEST(Deque, StressLifo) { stress(true, 3, 300000); }
TEST(Deque, StressNotes) { stress(false, 3, 300000, true); }
TEST(Deque, StressLifoOneThief) { stress(true, 1, 300000); }

// The owner found its pool full, and thieves have emptied it before it looks at what is in it: nothing is, and what stands where the next spark will is no spark.
TEST(SparkPool, EmptiedBeforeItsOwnerLooks) {
  GphHec *h = rts_start(2);
  GphDeque *d = &h->pool.deque;
  for (int round = 0; round < 3; round++) {
    d->items[d->bottom & d->mask] = round == 0 ? 0 : 8;   // never written; or of before a collection
    ASSERT_EQ(gph_deque_size(d), 0);
    h->pool.patience = 0;
    EXPECT_TRUE(gph_spark_more_room(h));
    EXPECT_EQ(d->limit, GPH_POOL_LEAST);
    gph_deque_put(d, 16);
    EXPECT_EQ(gph_deque_steal(d), 16u);
  }
}

}  // namespace
