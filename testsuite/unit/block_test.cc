// The block allocator: groups do not overlap, both spaces stay apart, freed blocks are used again, counts are right.
#include "rts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

bool in_space(const GphBlock *b, GphSpaceId s) {
  uintptr_t p = uintptr_t(b->start);
  return s == GPH_SPACE_YOUNG ? p >= gph_young_base && p < gph_old_base : p >= gph_old_base && p < gph_heap_end;
}

TEST(Block, Groups) {
  rts_start();
  for (size_t n : {size_t(1), size_t(2), size_t(100), size_t(GPH_MB_BLOCKS), size_t(GPH_MB_BLOCKS + 1), size_t(3000)}) {
    for (GphSpaceId s : {GPH_SPACE_YOUNG, GPH_SPACE_OLD}) {
      size_t before = gph_block_in_use(s);
      GphBlock *b = gph_block_alloc(s, n);
      EXPECT_TRUE(in_space(b, s));
      EXPECT_GE(b->blocks, n);
      EXPECT_EQ(b->free, b->start);
      EXPECT_EQ(gph_block_of(uintptr_t(b->start)), b);
      b->start[0] = 1;
      gph_block_end(b)[-1] = 2;
      EXPECT_GE(gph_block_in_use(s), before + n);
      gph_block_free(b);
      EXPECT_EQ(gph_block_in_use(s), before);
      gph_block_check();
    }
  }
}

TEST(Block, RandomAllocationsDoNotOverlap) {
  rts_start();
  std::mt19937 rng(7);
  struct Held { GphBlock *b; size_t n; W mark; };
  std::vector<Held> held;
  size_t young = gph_block_in_use(GPH_SPACE_YOUNG), old = gph_block_in_use(GPH_SPACE_OLD);
  for (W step = 1; step < 4000; step++) {
    if (held.size() < 200 && rng() % 5 < 3) {
      size_t n = rng() % 10 == 0 ? 1 + rng() % 700 : 1 + rng() % 20;
      GphBlock *b = gph_block_alloc(rng() % 2 ? GPH_SPACE_OLD : GPH_SPACE_YOUNG, n);
      size_t words = n * GPH_BLOCK_SIZE / sizeof(W);
      b->start[0] = b->start[words / 2] = b->start[words - 1] = step;
      held.push_back({b, n, step});
    } else if (!held.empty()) {
      size_t i = rng() % held.size();
      Held h = held[i];
      size_t words = h.n * GPH_BLOCK_SIZE / sizeof(W);
      ASSERT_EQ(h.b->start[0], h.mark);
      ASSERT_EQ(h.b->start[words / 2], h.mark);
      ASSERT_EQ(h.b->start[words - 1], h.mark);
      gph_block_free(h.b);
      held[i] = held.back();
      held.pop_back();
    }
    if (step % 500 == 0) gph_block_check();
  }
  for (Held &h : held) gph_block_free(h.b);
  gph_block_check();
  EXPECT_EQ(gph_block_in_use(GPH_SPACE_YOUNG), young);
  EXPECT_EQ(gph_block_in_use(GPH_SPACE_OLD), old);
}

TEST(Block, FreedMemoryIsUsedAgain) {
  rts_start();
  size_t peak = 0;
  for (int i = 0; i < 200; i++) {
    GphBlock *b = gph_block_alloc(GPH_SPACE_OLD, 1000);
    gph_block_free(b);
    if (i == 10) peak = gph_block_mapped_peak();
  }
  EXPECT_EQ(gph_block_mapped_peak(), peak);
}

TEST(Block, StatesAreOfTheGroup) {
  rts_start();
  GphBlock *b = gph_block_alloc(GPH_SPACE_YOUNG, 3);
  gph_block_set_state(b, GPH_BS_FROM | GPH_BS_PROMOTE);
  for (int i = 0; i < 3; i++) EXPECT_EQ(gph_block_state(uintptr_t(b->start) + i * GPH_BLOCK_SIZE), GPH_BS_FROM | GPH_BS_PROMOTE);
  gph_block_set_state(b, 0);
  EXPECT_EQ(gph_block_state(uintptr_t(b->start)), 0);
  gph_block_free(b);
}

}  // namespace
